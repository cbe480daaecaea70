//! Boards, hands and descriptions. Where 21 must be claimed, none of them shows a sum or hints at one.

use crate::engine::cards::{Card, CardSet, Rank, Suit};
use crate::engine::columns::{self, PHONE, cut, left};
use crate::engine::{BoardText, Names, Prompt, Seat, Side, View, either, figure};

use super::KeyOfTheDoor;
use super::event::{parts, side_name};
use super::keys::{Header, Key, Laid, Place, numerals, numerals_of};
use super::moves::{Move, Step, Way, choices};
use super::state::Public;
use super::sums::GOAL;

/// The widest name in a column of names.
const NAME: usize = 12;
/// The widest name of a side, or of a player written after cards.
const SIDE: usize = 24;
/// A card that lies face down.
const BACK: char = '▮';

/// The board as this viewer may see it; all see the same.
pub(super) fn board(view: &View<'_, KeyOfTheDoor>, names: &Names) -> BoardText {
    let public = view.public();
    let mut lines: Vec<String> = Suit::ALL.into_iter().flat_map(|suit| suit_lines(public, suit)).collect();
    for (place, key) in public.table.open_jokers() {
        lines.extend(key_lines(public, place, key));
    }
    if !public.discards.is_empty() {
        let cards: Vec<String> = public.discards.iter().map(|card| card.pretty()).collect();
        lines.extend(wrapped("away", &cards, ""));
    }
    lines.push(String::new());
    lines.extend(score_lines(view, names));
    lines.extend(won_lines(public, names));
    BoardText { headline: headline(public, names), body: lines.join("\n"), prompt: prompt(public, names) }
}

fn headline(public: &Public, names: &Names) -> String {
    let jokers = match public.table.jokers_left {
        1 => "1 Joker waits".to_owned(),
        n => format!("{n} Jokers wait"),
    };
    format!("deal {} of {} · {} dealt · {jokers}", public.deal, public.deals, names.of(public.dealer))
}

fn prompt(public: &Public, names: &Names) -> Prompt {
    if public.over {
        return Prompt::default();
    }
    let what = if public.turn.replay { "play another card" } else { "play" };
    let ask = Prompt::ask(names, public.turn.seat, what);
    match public.callable().filter(|window| !public.strict() && public.can_be_past(window.key)) {
        Some(window) => {
            ask.and(&format!("{}'s card on {} may still be called bust.", names.of(window.by), window.key.name()))
        }
        None => ask,
    }
}

fn suit_lines(public: &Public, suit: Suit) -> Vec<String> {
    match &public.table.suits[suit as usize] {
        Some(key) => key_lines(public, Place::Suit(suit), key),
        None => vec![format!("{}     closed", suit.sign())],
    }
}

/// `♠ J   7 10 ▮`, over several lines if there are many cards; with its sum unless that is secret.
fn key_lines(public: &Public, place: Place, key: &Key) -> Vec<String> {
    let cards: Vec<String> = key.cards.iter().map(|laid| laid_text(place, *laid)).collect();
    let label = match place {
        Place::Suit(suit) => format!("{} {}", suit.sign(), key.header.letter()),
        Place::Joker(n) => format!("X{n}"),
    };
    let sum = if public.called() || cards.is_empty() { String::new() } else { format!("({})", sum(key)) };
    if cards.is_empty() { vec![format!("{label:<6}–")] } else { wrapped(&label, &cards, &sum) }
}

/// `15`. A plain sum of 21 is called too much, because counting 21 takes a copy of one of the cards.
pub(super) fn sum(key: &Key) -> String {
    match key.sum() {
        21 => "21: too much with a copy".to_owned(),
        sum => sum.to_string(),
    }
}

fn laid_text(place: Place, laid: Laid) -> String {
    match (laid, place) {
        (Laid::Down, _) => BACK.to_string(),
        (Laid::Up(card), Place::Suit(_)) => card.rank().map_or("", |rank| rank.pretty()).to_owned(),
        (Laid::Up(card), Place::Joker(_)) => card.pretty(),
    }
}

/// A label and cards in lines that fit the board, with `tail` at the end of the last.
fn wrapped(label: &str, cards: &[String], tail: &str) -> Vec<String> {
    let mut width = columns::width(label).max(6);
    let mut lines = vec![left(label, width)];
    for word in cards.iter().map(String::as_str).chain((!tail.is_empty()).then_some(tail)) {
        let wide = columns::width(word) + 1;
        if width + wide > PHONE {
            lines.push(" ".repeat(6));
            width = 6;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
            line.push(' ');
        }
        width += wide;
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

fn score_lines(view: &View<'_, KeyOfTheDoor>, names: &Names) -> Vec<String> {
    let public = view.public();
    let partners = public.options.partners;
    let widest = names.columns(NAME).max(5);
    let total = if partners { "" } else { "total" };
    let mut lines =
        vec![format!("  {:widest$} {:>6} {:>5} {:>5} {total:>6}", "", "cards", "keys", "deal").trim_end().to_owned()];
    lines.extend(Seat::all(view.seats()).map(|seat| score_line(view, seat, widest, names)));
    if partners {
        let sides = public.totals.count();
        let name = |side| left(&side_name(Side(side), sides, view.seats(), names), SIDE);
        lines.extend(
            (0..)
                .zip(public.totals.iter())
                .map(|(side, total)| format!("  {} {:>5} in all", name(side), figure(*total))),
        );
    }
    lines
}

fn score_line(view: &View<'_, KeyOfTheDoor>, seat: Seat, widest: usize, names: &Names) -> String {
    let public = view.public();
    let backs = view.backs(seat);
    let mark = if public.turn.seat == seat && !public.over { '▸' } else { ' ' };
    let cards = if backs.pile > 0 { format!("{}+{}", backs.hand, backs.pile) } else { backs.hand.to_string() };
    let keys = public.won.iter().filter(|won| won.by == seat).count();
    let total = if public.options.partners { String::new() } else { figure(public.totals[public.side(seat)]) };
    let (name, points) = (left(names.of(seat), widest), figure(public.points(seat)));
    format!("{mark} {name} {cards:>6} {keys:>5} {points:>5} {total:>6}").trim_end().to_owned()
}

/// What each player has won in this deal; and the cards of these keys, where the options let everybody look at them.
fn won_lines(public: &Public, names: &Names) -> Vec<String> {
    let shares = Seat::all(public.seats()).filter_map(|seat| {
        let parts = parts(seat, &public.won, public.penalties[seat]);
        let label = format!("  {}  ", left(names.of(seat), names.columns(NAME)));
        let with_commas = parts.join(",\n");
        let parts: Vec<String> = with_commas.lines().map(str::to_owned).collect();
        (!parts.is_empty()).then(|| wrapped(&label, &parts, ""))
    });
    let shown = public.won.iter().filter_map(|won| {
        let cards = won.cards.as_ref()?.iter().map(|laid| laid_text(won.key, *laid)).collect::<Vec<_>>();
        let label = match won.header {
            Header::Joker => won.key.to_string(),
            header => format!("{} {}", won.key.short(), header.letter()),
        };
        Some(wrapped(&label, &cards, &format!("· {}", cut(names.of(won.by), SIDE))))
    });
    let lines: Vec<String> = shares.chain(shown).flatten().collect();
    if lines.is_empty() { lines } else { [vec![String::new(), "Won in this deal".to_owned()], lines].concat() }
}

/// The aim of the game, shown where sums are not: a newcomer sees it nowhere else.
pub(super) const AIM: &str = "21 wins a key, one numeral counted twice";

/// The viewer's own cards, a line for each suit, and, where sums are no secret, what the keys need.
pub(super) fn hand(view: &View<'_, KeyOfTheDoor>) -> String {
    let Some(own) = view.own() else { return String::new() };
    let public = view.public();
    let in_suit = |cards: CardSet, suit: Suit| -> String {
        let ranks = cards.iter().filter(|card| card.suit() == suit).filter_map(Card::rank);
        ranks.map(|rank| rank.pretty()).collect::<Vec<_>>().join(" ")
    };
    let mut lines: Vec<String> = Suit::ALL
        .into_iter()
        .map(|suit| format!("{}  {}", suit.sign(), in_suit(own.hand, suit)))
        .map(|line| if line.ends_with(' ') { format!("{}  –", line.trim_end()) } else { line })
        .collect();
    if !own.buried.is_empty() {
        let cards: Vec<String> = own.buried.iter().map(Card::pretty).collect();
        lines.push(format!("laid face down: {}", cards.join(" ")));
    }
    if own.pile > 0 {
        let top = own.top.map_or(String::new(), |card| format!(", {} on top", card.pretty()));
        lines.push(format!("draw pile: {}{top}", own.pile));
    }
    lines.extend(needs(public));
    lines.extend((public.called() && !own.hand.is_empty()).then(|| AIM.to_owned()));
    lines.join("\n")
}

/// What each open key adds up to and what would make 21 of it now, where sums are no secret.
fn needs(public: &Public) -> Vec<String> {
    if public.over || public.called() {
        return Vec::new();
    }
    let mut words: Vec<String> = Vec::new();
    for (place, key) in public.table.open() {
        if let Some(last) = words.last_mut() {
            last.push_str(" ·");
        }
        let name = match place {
            Place::Suit(suit) => format!("{}{}", suit.sign(), key.header.letter()),
            Place::Joker(_) => place.to_string(),
        };
        let has = if key.cards.is_empty() { "–".to_owned() } else { standing(public, place, key) };
        words.push(format!("{name} {has}"));
    }
    if words.is_empty() { Vec::new() } else { wrapped("keys", &words, "(one numeral of a key counts twice)") }
}

/// `has 15, 21 with 3`: what a key adds up to, and the numerals that would make it count 21 at once, leaving out
/// cards that everybody sees elsewhere.
pub(super) fn standing(public: &Public, place: Place, key: &Key) -> String {
    let shown = |laid: &Laid| if let Laid::Up(card) = laid { Some(*card) } else { None };
    let open = public.table.open().flat_map(|(_, key)| &key.cards);
    let won = public.won.iter().flat_map(|won| won.cards.iter().flatten());
    let lying: CardSet = open.chain(won).filter_map(shown).chain(public.discards.iter().copied()).collect();
    let all = if let Place::Suit(suit) = place { numerals_of(suit) } else { numerals() };
    let mut ranks: Vec<Rank> =
        all.minus(lying).iter().filter(|&card| finishes(public, key, card)).filter_map(Card::rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let with: Vec<&str> = ranks.iter().map(|rank| rank.pretty()).collect();
    if with.is_empty() { format!("has {}", sum(key)) } else { format!("has {}, 21 with {}", key.sum(), either(&with)) }
}

/// Would the card make the key count 21?
fn finishes(public: &Public, key: &Key, card: Card) -> bool {
    let mut key = key.clone();
    key.push(Laid::Up(card));
    key.counts_21(public.options.zero_can_double)
}

/// What a key would add up to with one card more, where sums are shown.
fn outcome(public: &Public, card: Card, place: Place) -> Option<(u16, bool)> {
    let mut key = public.table.key(place).filter(|_| !public.called())?.clone();
    key.push(Laid::Up(card));
    Some((key.sum(), key.counts_21(public.options.zero_can_double)))
}

/// A move in words.
pub(super) fn describe(view: &View<'_, KeyOfTheDoor>, m: &Move) -> String {
    let public = view.public();
    match *m {
        Move::Play(card, Way::Away) => format!("discard {}", card.pretty()),
        Move::Play(card, way) => format!("{} {}", card.pretty(), whereto(public, card, way)),
        Move::Steal(place) => format!("steal {}, if something is wrong with it", place.name()),
        Move::Bust(place) => format!("call the last card on {} bust", place.name()),
        Move::Pass => "pass: nothing can be played".to_owned(),
    }
}

/// `on the ♠ key, claiming 21 (makes 21)`: what a line says of a play after it has named the card.
pub(super) fn whereto(public: &Public, card: Card, way: Way) -> String {
    let how = match way {
        Way::Away => return "discard".to_owned(),
        Way::Up { claim: true, .. } => ", claiming 21",
        Way::Up { .. } => "",
        Way::Down { .. } => ", face down",
    };
    let place = way.place(card).unwrap_or(Place::Suit(card.suit()));
    let sum = sum_after(public, card, way);
    let sum = if sum.is_empty() { sum } else { format!(" ({sum})") };
    format!("on {}{how}{sum}", place.name())
}

/// `makes 21`, `18`, `24, past 21`, where sums are shown.
pub(super) fn sum_after(public: &Public, card: Card, way: Way) -> String {
    match way.place(card).filter(|_| way.is_up()).and_then(|place| outcome(public, card, place)) {
        None => String::new(),
        Some((_, true)) => "makes 21".to_owned(),
        Some((sum, _)) if sum > u16::from(GOAL) => format!("{sum}, past 21"),
        Some((sum, _)) => sum.to_string(),
    }
}

/// A play with a correct claim of 21, for demonstrations only: players have to find it themselves.
pub(super) fn right_claim(view: &View<'_, KeyOfTheDoor>) -> Option<Move> {
    let public = view.public();
    let right = |card: Card, way: Way| {
        let mut key = way.place(card).and_then(|place| public.table.key(place)).cloned();
        key.as_mut().is_some_and(|key| {
            key.push(Laid::Up(card));
            matches!(way, Way::Up { claim: true, .. }) && key.counts_21(public.options.zero_can_double)
        })
    };
    choices(view, &[]).steps.into_iter().find_map(|step| match step {
        Step::Card(card) => choices(view, &[step]).steps.into_iter().find_map(|next| match next {
            Step::Way(way) if right(card, way) => Some(Move::Play(card, way)),
            _ => None,
        }),
        _ => None,
    })
}

/// The order of guesses: plays first, then accusations, then claims. Only where sums are shown do the sums decide.
pub(super) fn likelihood(view: &View<'_, KeyOfTheDoor>, m: &Move) -> i32 {
    match *m {
        Move::Play(card, way @ Way::Up { claim, .. }) => {
            let place = way.place(card).unwrap_or(Place::Suit(card.suit()));
            match outcome(view.public(), card, place) {
                Some((_, true)) => 0,
                Some((sum, _)) if sum > u16::from(GOAL) => 8,
                // Where players do their own sums, most plays claim nothing, and typing `!` finds those that do.
                _ if claim => 7,
                _ => 1,
            }
        }
        Move::Play(..) => 3,
        Move::Pass => 4,
        Move::Bust(_) => 5,
        Move::Steal(_) => 6,
    }
}
