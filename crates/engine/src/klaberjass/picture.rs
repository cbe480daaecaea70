//! The table, the hand and the settlement as pictures.

use super::Klaberjass;
use super::board::worth;
use super::event::{Event, Settled};
use super::moves::playable;
use super::phrases::pretty;
use super::play::LAST_TRICK;
use super::rank::{order_line, points, sorted, suit_set};
use super::sequences::{Said, Sequence, cards_of, find};
use super::state::{Count, Melds, Phase, Public, Round, Trick};
use super::tell::{Verdict, compared};
use crate::cards::{Card, CardSet, Suit};
use crate::columns::cut;
use crate::english::counted;
use crate::game::View;
use crate::picture::{CardPic, Feat, Ground, Group, Mark, Picture, Placard, Sheet, Zone};
use crate::seats::{Seat, SeatSet, Seats};
use crate::words::{Language, Pictures, Reader, capital};

/// How many tricks tell others how a hand was won.
const TELLING: usize = 4;
/// Columns for a name below a card.
const NAME: usize = 12;

impl Pictures for Klaberjass {
    const GROUND: Ground = Ground::Cafe;

    /// The table is the same for everybody.
    fn picture(view: &View<'_, Self>, reader: &Reader) -> Picture {
        let Language::English = reader.language;
        let public = view.public();
        let mut zones: Vec<Zone> = now(public, reader).map(|group| Zone::Large(vec![group])).into_iter().collect();
        zones.push(Zone::Small(over(public, reader)));
        zones.extend(said_so_far(public, reader).map(Zone::Line));
        zones.extend(shown(public, reader).map(Zone::Small));
        zones.push(Zone::Small(orders(public)));
        Picture {
            stake: stake(public, reader),
            about: about(public, reader),
            seats: Seats::of(2, |seat| placard(view, seat)),
            zones,
            alt: spoken(public, reader),
        }
    }

    /// Trumps come first. Cards that may be played now are raised; otherwise, until the first trick is over, those in
    /// sequences are framed.
    fn hand_picture(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> Vec<Zone> {
        let public = view.public();
        let (Some(seat), Some(own)) = (view.seat(), view.own().filter(|own| !own.hand.is_empty())) else {
            return Vec::new();
        };
        let asked = public.phase == Phase::Play && seat == public.turn;
        let raised = if asked { playable(public, own.hand) } else { CardSet::EMPTY };
        let framed = if public.tricks.is_empty() && !asked { cards_of(&find(own.hand)) } else { CardSet::EMPTY };
        let pic = |card: &Card| {
            let mark = if raised.contains(*card) {
                Mark::Raised
            } else if framed.contains(*card) {
                Mark::Fresh
            } else {
                Mark::Plain
            };
            CardPic::up(*card).mark(mark)
        };
        let cards = sorted(own.hand, Some(public.trump_or_turned_up()), public.options.rank_order);
        let hand = Zone::Groups(vec![Group::suited(cards.iter().map(pic))]);
        std::iter::once(hand).chain(worth(public, seat, own.hand).into_iter().map(Zone::Line)).collect()
    }

    /// How a hand was settled: who took what, and what that came to.
    fn showdown(event: &Event, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        let Some(hand) = Played::of(event) else { return Vec::new() };
        let (corner, rows, strong) = match event {
            Event::ClaimedOut(claimed) => {
                let mut rows = made(&claimed.counts, &claimed.lost);
                rows.extend([row("points made", &claimed.totals), row("match total", &claimed.scores)]);
                let scores = rows.len() - 1;
                (String::new(), rows, scores)
            }
            Event::Scored(settled) => {
                let rows = settlement(settled);
                let gains = rows.len() - 2;
                (format!("{} trumps", settled.trump.sign()), rows, gains)
            }
            _ => return Vec::new(),
        };
        let head = std::iter::once(corner).chain(Seat::all(2).map(|seat| reader.name(seat).to_owned())).collect();
        let taken = [hand.best, Public::other(hand.best)].into_iter().flat_map(|seat| {
            let groups = hand.taken(seat);
            let title = format!("{}: {}", reader.name(seat), counted(groups.len() as i64, "trick"));
            std::iter::once(Zone::Loud(title)).chain(
                (!groups.is_empty())
                    .then(|| if seat == hand.best { Zone::Groups(groups) } else { Zone::Small(groups) }),
            )
        });
        taken.chain([Zone::Sheet(Sheet { head, rows, strong: Some(strong) })]).collect()
    }

    /// A hand that was won.
    fn feat(event: &Event) -> Option<(SeatSet, i32)> {
        Played::of(event).map(|hand| (SeatSet::one(hand.best), hand.gain))
    }

    fn feat_picture(event: &Event, reader: &Reader) -> Option<Feat> {
        let hand = Played::of(event)?;
        let Language::English = reader.language;
        let words = format!("{}, {} trumps: +{}", reader.name(hand.best), hand.trump.sign(), hand.gain);
        let tricks = hand.taken(hand.best).into_iter().take(TELLING).collect();
        Some(Feat { words, shown: Zone::Groups(tricks) })
    }
}

/// A hand that is over, by its tricks.
struct Played<'a> {
    tricks: &'a [Trick],
    trump: Suit,
    /// Who did best, and what they got for it.
    best: Seat,
    gain: i32,
    /// Was the last trick played, which counts?
    whole: bool,
}

impl<'a> Played<'a> {
    fn of(event: &'a Event) -> Option<Self> {
        let (tricks, trump, gains, whole) = match event {
            Event::Scored(settled) => (&settled.tricks, settled.trump, &settled.gains, true),
            Event::ClaimedOut(claimed) => (&claimed.tricks, claimed.trump, &claimed.totals, false),
            _ => return None,
        };
        let best = Seat::all(2).max_by_key(|seat| gains[*seat])?;
        Some(Self { tricks, trump, best, gain: gains[best], whole })
    }

    /// What a seat took, the tricks that count most first.
    fn taken(&self, seat: Seat) -> Vec<Group> {
        let worth = |trick: &Trick| points(trick.lead, self.trump) + points(trick.reply, self.trump);
        let last = |at: usize| self.whole && at + 1 == self.tricks.len();
        let mut own: Vec<(usize, &Trick)> =
            self.tricks.iter().enumerate().filter(|(_, trick)| trick.winner == seat).collect();
        own.sort_by_key(|(at, trick)| std::cmp::Reverse(worth(trick) + if last(*at) { LAST_TRICK } else { 0 }));
        let group = |(at, trick): (usize, &Trick)| {
            let by = [(trick.leader, trick.lead), (Public::other(trick.leader), trick.reply)];
            let took = by.iter().filter(|(of, _)| *of == seat).map(|(_, card)| CardPic::up(*card));
            let lost = by.iter().filter(|(of, _)| *of != seat).map(|(_, card)| CardPic::up(*card));
            let last = if last(at) { format!(" + {LAST_TRICK}") } else { String::new() };
            Group::fan(took.chain(lost)).note(format!("{}{last}", worth(trick)))
        };
        own.into_iter().map(group).collect()
    }
}

/// `spades trumps · Ben made them`
fn stake(public: &Public, reader: &Reader) -> String {
    let turned = public.turn_up.suit().name();
    match (public.trump, public.maker, public.phase) {
        (Some(trump), Some(maker), _) => format!("{} made {} trumps", reader.name(maker), trump.name()),
        (_, _, Phase::Call { round: Round::First }) => format!("{turned} offered"),
        (_, _, Phase::Call { .. } | Phase::Name) => format!("another suit than {turned}"),
        (_, _, Phase::Answer { .. }) => "schmeiss offered".to_owned(),
        _ => String::new(),
    }
}

/// `hand 5 · to 500 · 40 points carried over`
fn about(public: &Public, _: &Reader) -> String {
    let pot = if public.pot > 0 { format!(" · {} points carried over", public.pot) } else { String::new() };
    format!("hand {} · to {}{pot}", public.hand, public.options.target)
}

fn placard(view: &View<'_, Klaberjass>, seat: Seat) -> Placard {
    let public = view.public();
    let count = &public.counts[seat];
    let mut notes = Vec::new();
    notes.extend((public.dealer() == seat).then(|| "dealer".to_owned()));
    notes.extend(called(public, seat).map(str::to_owned));
    if public.lead.is_some() || !public.tricks.is_empty() {
        let points = if public.options.show_points { format!(" = {}", count.tricks) } else { String::new() };
        notes.push(counted(count.taken, "trick") + &points);
    }
    notes.extend((count.bella > 0).then(|| format!("bella {}", count.bella)));
    let cards = view.backs(seat);
    Placard { backs: (cards > 0).then_some(cards), notes }
}

/// What a seat has said in the calls or the declarations that are under way.
fn called(public: &Public, seat: Seat) -> Option<&'static str> {
    let other = seat != public.turn;
    match (public.phase, public.declared[seat]) {
        (Phase::Call { .. }, _) if other && seat == public.nondealer => Some("passes"),
        (Phase::Answer { .. }, _) if other => Some("offers schmeiss"),
        (Phase::Declare, Some(true)) => Some("declares sequences"),
        (Phase::Declare, Some(false)) => Some("declares none"),
        _ => None,
    }
}

/// What is decided on: the trick that is being played, or the card that is offered.
fn now(public: &Public, reader: &Reader) -> Option<Group> {
    if public.trump.is_none() {
        return Some(Group::apart([CardPic::up(public.turn_up).mark(Mark::Fresh)]).label("Turned up"));
    }
    (public.phase == Phase::Play).then(|| {
        let leader = Public::other(public.turn);
        let led = public.lead.map(|card| CardPic::up(card).mark(Mark::Fresh).tag(cut(reader.name(leader), NAME)));
        Group::apart(led).label(format!("Trick {}", public.tricks.len() + 1))
    })
}

/// The trick before, and what lies beside it.
fn over(public: &Public, reader: &Reader) -> Vec<Group> {
    let mut groups = Vec::new();
    if let Some(last) = public.tricks.last() {
        let note = format!("to {}", cut(reader.name(last.winner), NAME));
        groups.push(Group::apart(both(last, reader)).label(format!("Trick {}", public.tricks.len())).note(note));
    }
    groups.extend(beside(public, reader));
    groups
}

/// A finished trick, the card that took it framed.
fn both(trick: &Trick, reader: &Reader) -> [CardPic; 2] {
    let Trick { leader, lead, reply, winner } = *trick;
    [(leader, lead), (Public::other(leader), reply)].map(|(seat, card)| {
        let mark = if seat == winner { Mark::Gained } else { Mark::Plain };
        CardPic::up(card).mark(mark).tag(cut(reader.name(seat), NAME))
    })
}

/// The card turned up, the bottom card and the stock. Once trumps are made they are out of play, except for the
/// exchange.
fn beside(public: &Public, reader: &Reader) -> Vec<Group> {
    let stock = in_stock(public);
    let mark = if public.phase == Phase::Declare { Mark::Plain } else { Mark::Faint };
    let exchanged = public.exchange.map(|e| format!("{} took {}", cut(reader.name(e.seat), NAME), e.card.pretty()));
    let turned = public.trump.map(|_| Group::apart([CardPic::up(public.turn_up).mark(mark)]).label("Turned up"));
    let bottom = public.bottom.map(|card| Group::apart([CardPic::up(card).mark(Mark::Faint)]).label("Bottom"));
    let stock = Group::heap(Some(CardPic::down()), stock).label("Stock").note(format!("{stock} left"));
    turned.map(|turned| turned.note(exchanged.unwrap_or_default())).into_iter().chain(bottom).chain([stock]).collect()
}

/// How many cards have not been dealt: three more go to each player once trumps are made.
const fn in_stock(public: &Public) -> usize {
    if public.trump.is_none() { 19 } else { 13 }
}

/// What has been called or announced, if no card shows it.
fn said_so_far(public: &Public, reader: &Reader) -> Option<String> {
    let turned = public.turn_up.suit().name();
    match (public.phase, &public.melds) {
        (Phase::Call { round: Round::First }, _) => Some(format!("{} may be made trumps.", capital(turned))),
        (Phase::Call { .. }, _) => Some(format!("Both passed {turned}: another suit, or the hand is dead.")),
        (Phase::Answer { .. }, _) => {
            Some(format!("{} offers to throw the hand in.", reader.name(Public::other(public.turn))))
        }
        (Phase::Name, _) => {
            Some(format!("The hand is played: {} makes another suit trumps.", reader.name(public.turn)))
        }
        (_, Melds::Better { seat, shown: None }) => {
            let verdict = Verdict::of(Some(*seat), public.best_are_equal(), false);
            let compared = compared(verdict, &announced(public), reader);
            Some(format!("{compared} {}'s sequences are shown after the first trick.", reader.name(*seat)))
        }
        (_, Melds::TenEach) => Some(compared(Verdict::TenEach, &announced(public), reader)),
        (_, Melds::Nobody) if public.declared.iter().all(|declared| *declared == Some(true)) => {
            Some(compared(Verdict::Nobody, &announced(public), reader))
        }
        _ => None,
    }
}

/// What those who declared sequences announced of their best, non-dealer's first.
fn announced(public: &Public) -> Vec<(Seat, Said)> {
    let both = [public.nondealer, public.dealer()].into_iter();
    both.filter(|seat| public.declared[*seat] == Some(true)).map(|seat| (seat, public.said[seat])).collect()
}

/// The sequences that count, once they are shown.
fn shown(public: &Public, reader: &Reader) -> Option<Vec<Group>> {
    let Melds::Better { seat, shown: Some(cards) } = &public.melds else { return None };
    let run = |(at, run): (usize, &Sequence)| {
        let label = if at == 0 { format!("{}: sequences", reader.name(*seat)) } else { String::new() };
        let counts = format!("counts {}", run.points(public.options.long_run));
        Group::fan(run.cards().map(CardPic::up)).label(label).note(counts)
    };
    Some(find(*cards).iter().enumerate().map(run).collect())
}

/// How the cards rank in trumps and elsewhere, and what each counts.
fn orders(public: &Public) -> Vec<Group> {
    let turned = public.turn_up.suit();
    let open = !matches!(public.phase, Phase::Call { round: Round::First } | Phase::Answer { round: Round::First });
    // In the second round any suit but the one turned up may become trumps: one is shown for all of them.
    let trump = match public.trump {
        None if open => another(turned),
        _ => public.trump_or_turned_up(),
    };
    let plain = public.lead.map(Card::suit).filter(|led| *led != trump).unwrap_or_else(|| another(trump));
    let signs: Vec<String> = Suit::ALL.into_iter().filter(|s| *s != trump).map(|s| s.sign().to_string()).collect();
    let labels = match public.trump {
        Some(_) => [format!("{} trumps", trump.name()), format!("other suits {}", signs.join(" "))],
        None if open => [format!("in trumps, such as {}", trump.name()), "in other suits".to_owned()],
        None => [format!("{} as trumps", trump.name()), "other suits".to_owned()],
    };
    let ranked = |suit: Suit| {
        let cards = sorted(suit_set(suit), Some(trump), public.options.rank_order);
        Group::fan(cards.into_iter().map(|card| CardPic::up(card).tag(points(card, trump).to_string())))
    };
    [trump, plain].into_iter().zip(labels).map(|(suit, label)| ranked(suit).label(label)).collect()
}

fn another(than: Suit) -> Suit {
    Suit::ALL.into_iter().find(|suit| *suit != than).unwrap_or(than)
}

fn spoken(public: &Public, reader: &Reader) -> String {
    let order = public.options.rank_order;
    let mut words = match (public.trump, public.maker) {
        (Some(trump), Some(maker)) => format!("{} made {} trumps.", reader.name(maker), trump.name()),
        _ => "No trumps yet.".to_owned(),
    };
    let mut add = |sentence: String| {
        words.push(' ');
        words.push_str(&sentence);
    };
    if let Some(trick) = public.tricks.last() {
        let [lead, reply] = [trick.lead, trick.reply].map(Card::pretty);
        let [leader, winner] = [trick.leader, trick.winner].map(|seat| reader.name(seat));
        let other = reader.name(Public::other(trick.leader));
        let number = public.tricks.len();
        add(format!("Trick {number}: {leader} led {lead}, {other} played {reply}, {winner} took it."));
    }
    if let Some(lead) = public.lead {
        add(format!(
            "{} has led {} to trick {}.",
            reader.name(Public::other(public.turn)),
            lead.pretty(),
            public.tricks.len() + 1
        ));
    }
    if !public.tricks.is_empty() {
        let taken = Seat::all(2).map(|seat| {
            let count = &public.counts[seat];
            let points = if public.options.show_points { format!(" = {}", count.tricks) } else { String::new() };
            format!("{} {}{points}", reader.name(seat), count.taken)
        });
        add(format!("Tricks: {}.", taken.collect::<Vec<_>>().join(", ")));
    }
    said_so_far(public, reader).into_iter().for_each(&mut add);
    if let Melds::Better { seat, shown: Some(cards) } = &public.melds {
        let runs: Vec<String> = find(*cards).iter().map(|run| pretty(run.cards())).collect();
        add(format!("Sequences of {}: {}.", reader.name(*seat), runs.join(" and ")));
    }
    let taken = public.exchange.map(|e| format!(", {} took {} for it", reader.name(e.seat), e.card.pretty()));
    let bottom = public.bottom.map(|card| format!(", bottom card {}", card.pretty()));
    let [taken, bottom] = [taken, bottom].map(Option::unwrap_or_default);
    add(format!("Turned up {}{taken}{bottom}.", public.turn_up.pretty()));
    add(format!("Stock {}.", in_stock(public)));
    add(format!("Order in trumps {}, in other suits {}.", order_line(true, order), order_line(false, order)));
    words
}

fn row(name: &str, of: &Seats<i32>) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(of.iter().map(ToString::to_string)).collect()
}

/// From the tricks to the match, line by line.
fn settlement(settled: &Settled) -> Vec<Vec<String>> {
    let mut rows = made(&settled.counts, &settled.lost);
    rows.push(row("points made", &settled.totals));
    rows.push(row("points scored", &settled.gains));
    rows.push(row("match total", &settled.scores));
    rows
}

/// What each side made in a hand, line by line.
fn made(counts: &Seats<Count>, lost: &Seats<i32>) -> Vec<Vec<String>> {
    let part = |of: fn(&Count) -> i32| Seats::of(2, |seat| of(&counts[seat]));
    let taken = row("for cards taken", &part(|count| count.tricks));
    let mut rows = vec![taken, row("for the last trick", &part(|count| count.last))];
    let bella = part(|count| count.bella);
    rows.extend(bella.iter().any(|n| *n > 0).then(|| row("for bella", &bella)));
    let sequences = part(|count| count.sequences);
    let any = sequences.iter().chain(lost.iter()).any(|n| *n > 0);
    rows.extend(any.then(|| row("for sequences", &sequences)));
    rows
}
