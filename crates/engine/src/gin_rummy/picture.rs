//! The table, the hand and the showdown as pictures.

use super::GinRummy;
use super::board::{and_below, standing, worth, yours};
use super::event::{Event, HandResult};
use super::melds::best_layout;
use super::moves::Turn;
use super::phrases::pretty;
use super::state::{Phase, Player, Public, Roles, Spread, Table};
use super::tell;
use crate::cards::{Card, CardSet};
use crate::english::more_below;
use crate::game::View;
use crate::picture::{CardPic, Feat, Ground, Group, Lay, Mark, Picture, Placard, Zone};
use crate::seats::{Seat, SeatSet, Seats};
use crate::words::{Language, Narration, Pictures, Reader};

/// How many of the newest discards an open pile shows.
const DISCARDS: usize = 12;

impl Pictures for GinRummy {
    const GROUND: Ground = Ground::Felt;

    /// The table is the same for everybody, except that each of four players is told which one is theirs.
    fn picture(view: &View<'_, Self>, reader: &Reader) -> Picture {
        let Language::English = reader.language;
        let public = view.public();
        let mut zones = Vec::new();
        let mut alt: Vec<String> = public.roles.iter().map(|roles| who_plays(roles, reader)).collect();
        for (at, table) in public.tables.iter().enumerate() {
            if public.tables.len() > 1 {
                let players = table.seats().map(|seat| reader.name(seat)).join(" and ");
                let title =
                    format!("Table {}{}: {players}{}", at + 1, yours(view, at), standing(public, table, reader));
                alt.push(format!("{title}."));
                zones.push(Zone::Loud(title));
            }
            if table.is_playing() {
                let of_others = view.seat().is_some_and(|seat| !table.has(seat));
                let size = match public.tables.len() {
                    1 => Zone::Large,
                    _ if of_others => Zone::Small,
                    _ => Zone::Groups,
                };
                zones.push(size(piles(public, table)));
                zones.extend(in_sight(table, reader));
                alt.push(spoken(view, table, reader));
            }
        }
        let seats = Seats::of(view.seats(), |seat| placard(view, seat));
        Picture { stake: stake(public), about: about(public), seats, zones, alt: alt.join(" ") }
    }

    /// Melds come first, then what is unmatched. When the player is to discard, the card whose discard leaves least
    /// is raised.
    fn hand_picture(view: &View<'_, Self>, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return Vec::new() };
        let public = view.public();
        let mut zones = Vec::new();
        if public.place(seat).is_some() && !own.hand.is_empty() {
            let turn = Turn::of(view).filter(|turn| matches!(turn.table.phase, Phase::Discard { .. }));
            let best = turn.and_then(|turn| turn.best_discard()).map(|(card, _)| card);
            zones.push(Zone::Groups(grouped(own.hand, own.drawn, best)));
            zones.extend(worth(view, own).into_iter().map(Zone::Line));
        }
        for other in Seat::all(view.seats()).filter(|&other| other != seat) {
            if let Some(shown) = view.shown(other).filter(|shown| !shown.hand.is_empty()) {
                zones.push(Zone::Loud(format!("{} has", reader.name(other))));
                zones.push(Zone::Groups(grouped(shown.hand, shown.drawn, None)));
            }
        }
        zones
    }

    /// How a hand or a round ended: both hands laid out, what was laid off where, and the running score.
    fn showdown(event: &Event, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        match event.bare() {
            Event::Result(result) => {
                let score = result.totals.as_ref().map(|totals| Zone::Loud(tell::score(totals, reader)));
                result_zones(result, reader).into_iter().chain(score).collect()
            }
            Event::Round(round) => {
                // Four hands on one picture.
                let smaller = |zone| if let Zone::Groups(groups) = zone { Zone::Small(groups) } else { zone };
                let hands = round.hands.iter().flat_map(|hand| headed(hand, reader)).map(smaller);
                hands.chain([Zone::Loud(tell::score(&round.totals, reader))]).collect()
            }
            Event::Spread(spread) => vec![Zone::Groups(laid_out(spread, CardSet::EMPTY))],
            Event::Won(ending) => tell::bonuses(ending, reader).into_iter().map(Zone::Line).collect(),
            _ => Vec::new(),
        }
    }

    /// A hand won.
    fn feat(event: &Event) -> Option<(SeatSet, i32)> {
        let Event::Result(result) = event.bare() else { return None };
        result.winner.map(|_| (result.scorers, result.score.points))
    }

    fn feat_picture(event: &Event, reader: &Reader) -> Option<Feat> {
        let Language::English = reader.language;
        let Event::Result(result) = event.bare() else { return None };
        let knocker = reader.name(result.spread.knocker);
        let (how, groups) = if result.winner == Some(result.defender) {
            (format!("{} undercut {knocker}", reader.name(result.defender)), answered(result))
        } else {
            (tell::how(&result.spread, knocker), knocked(result))
        };
        let plain = |card: CardPic| card.mark(Mark::Plain);
        let groups = groups.into_iter().filter(|group| group.cards.iter().all(|card| card.mark != Mark::Faint));
        let groups = groups.map(|group| Group::fan(group.cards.into_iter().map(plain)));
        Some(Feat { words: format!("{how}: +{}", result.score.points), shown: Zone::Groups(groups.collect()) })
    }
}

/// `knock ≤ 7 · ×2`; nothing where each of two tables has its own limit.
fn stake(public: &Public) -> String {
    let (limit, doubled) = match public.tables.as_slice() {
        [table] => (table.limit, table.doubled),
        _ if public.options.oklahoma => return String::new(),
        _ => (public.options.knock_limit, false),
    };
    let knock = if limit == 0 { "gin only".to_owned() } else { format!("knock ≤ {limit}") };
    if doubled { knock + " · ×2" } else { knock }
}

/// `hand 3 · to 100`
fn about(public: &Public) -> String {
    let what = if public.tables.len() > 1 { "round" } else { "hand" };
    format!("{what} {} · to {}", public.hand, public.options.target)
}

/// `Ada plays solo against Ben and Cyd, who rests.`
fn who_plays(roles: &Roles, reader: &Reader) -> String {
    format!("{} {}.", reader.name(roles.solo), tell::plays_solo(roles, reader))
}

fn placard(view: &View<'_, GinRummy>, seat: Seat) -> Placard {
    let public = view.public();
    let Some(table) = public.place(seat).map(|at| &public.tables[at]) else {
        return Placard { backs: None, notes: vec!["rests".to_owned()] };
    };
    let mut notes = Vec::new();
    notes.extend(public.roles.filter(|roles| roles.solo == seat).map(|_| "solo".to_owned()));
    notes.extend((table.dealer() == seat).then(|| "dealer".to_owned()));
    let cards = view.backs(seat).cards;
    Placard { backs: (table.is_playing() && cards > 0).then_some(cards), notes }
}

/// Stock, upcard, discards, and what was turned to set the limit.
fn piles(public: &Public, table: &Table) -> Vec<Group> {
    let stock = usize::from(table.stock);
    let top = (stock > 0).then(CardPic::down);
    let mut groups = vec![Group::heap(top, stock).label("Stock").note(format!("{stock} left"))];
    let limit = if table.doubled { "points double".to_owned() } else { String::new() };
    if let Some(upcard) = table.turned(public.options.oklahoma) {
        groups.push(Group::apart([CardPic::up(upcard).mark(Mark::Faint)]).label("Turned").note(limit));
    }
    let discards = &table.discards;
    let fresh = |card: Card| CardPic::up(card).mark(Mark::Fresh);
    groups.push(match (table.phase, discards.top()) {
        (Phase::Upcard, top) => Group::apart(top.map(fresh)).label("Upcard"),
        (_, top) if discards.open => {
            let older = discards.cards.iter().rev().skip(1).take(DISCARDS - 1).map(|card| CardPic::up(*card));
            let left = discards.cards.len().saturating_sub(DISCARDS);
            let note = if left > 0 { format!("newest first, {left} more below") } else { "newest first".to_owned() };
            Group::fan(top.map(fresh).into_iter().chain(older)).label("Discards").note(note)
        }
        (_, top) => {
            let count = discards.cards.len();
            Group::heap(top.map(fresh), count).label("Discards").note(more_below(count).unwrap_or_default())
        }
    });
    groups
}

/// What lies open: the knocker's melds while the other player lays off, and hands that everybody sees.
fn in_sight(table: &Table, reader: &Reader) -> Vec<Zone> {
    let mut zones = Vec::new();
    if let Some(spread) = &table.spread {
        zones.push(Zone::Loud(tell::how(spread, reader.name(spread.knocker))));
        zones.push(Zone::Groups(laid_out(spread, CardSet::EMPTY)));
    }
    let shown = table.players.iter().filter(|player| in_view(table, player));
    let groups: Vec<Group> =
        shown.map(|player| Group::fan(up(player.known)).label(sight_label(player, reader))).collect();
    if !groups.is_empty() && table.spread.is_none() {
        zones.push(Zone::Groups(groups));
    }
    zones
}

/// Does the table show cards of this player's hand?
fn in_view(table: &Table, player: &Player) -> bool {
    player.exposed || (table.discards.open && !player.known.is_empty())
}

/// `Ada: took in sight`
fn sight_label(player: &Player, reader: &Reader) -> String {
    let what = if player.exposed { "hand, open" } else { "took in sight" };
    format!("{}: {what}", reader.name(player.seat))
}

fn up(cards: CardSet) -> impl Iterator<Item = CardPic> {
    cards.by_rank().into_iter().map(CardPic::up)
}

/// The knocker's melds, numbered, and what is unmatched; cards laid off on them stand out.
fn laid_out(spread: &Spread, laid_off: CardSet) -> Vec<Group> {
    let mark = |card: Card| {
        let new = if laid_off.contains(card) { Mark::Gained } else { Mark::Plain };
        CardPic::up(card).mark(new)
    };
    let melds = spread.melds.melds().iter().enumerate();
    let mut groups: Vec<Group> =
        melds.map(|(i, meld)| Group::fan(meld.by_rank().into_iter().map(mark)).label(format!("{}", i + 1))).collect();
    if !spread.unmatched.is_empty() {
        groups.push(Group::fan(up(spread.unmatched)).label("unmatched").note(format!("counts {}", spread.count)));
    }
    groups
}

/// What the text board says of the table, in sentences.
fn spoken(view: &View<'_, GinRummy>, table: &Table, reader: &Reader) -> String {
    let holds = |player: &Player| format!("{} {} cards", reader.name(player.seat), view.backs(player.seat).cards);
    let mut words = vec![format!("{} dealt.", reader.name(table.dealer()))];
    words.push(format!("{}.", table.players.each_ref().map(holds).join(", ")));
    words.push(format!("Stock {}.", table.stock));
    words.extend(table.turned(view.public().options.oklahoma).map(|card| format!("{} was turned.", card.pretty())));
    words.push(discards_spoken(table));
    if let Some(spread) = &table.spread {
        words.push(GinRummy::tell(&Event::Spread(Box::new(spread.clone())), reader));
    }
    let shown = table.players.iter().filter(|player| in_view(table, player) && table.spread.is_none());
    words.extend(shown.map(|player| format!("{}: {}.", sight_label(player, reader), pretty(player.known))));
    words.join(" ")
}

/// The discard pile as far as it can be seen.
fn discards_spoken(table: &Table) -> String {
    let pile = &table.discards;
    let Some(top) = pile.top() else { return "No discards.".to_owned() };
    match table.phase {
        Phase::Upcard => format!("The upcard is {}.", top.pretty()),
        _ if pile.open => {
            let all: Vec<String> = pile.cards.iter().rev().take(DISCARDS).map(|card| card.pretty()).collect();
            format!("Discards, newest first: {}.", all.join(" "))
        }
        _ => format!("Top discard {}.", and_below(top, pile)),
    }
}

/// Suit by suit, the highest first: so runs that lack a card are seen.
fn by_suit(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.by_rank().into_iter().rev().collect();
    cards.sort_by_key(|card| card.suit() as u8);
    cards
}

fn grouped(hand: CardSet, drawn: Option<Card>, best: Option<Card>) -> Vec<Group> {
    let layout = best_layout(hand, hand);
    let pic = |card: Card| {
        let mark = if best == Some(card) {
            Mark::Raised
        } else if drawn == Some(card) {
            Mark::Fresh
        } else {
            Mark::Plain
        };
        CardPic::up(card).mark(mark)
    };
    let rest = hand.minus(layout.cards());
    let melds = layout.melds().iter().map(|meld| Group::fan(meld.by_rank().into_iter().map(pic)));
    let mut groups: Vec<Group> = melds.collect();
    if !rest.is_empty() {
        groups.push(Group::suited(by_suit(rest).into_iter().map(pic)));
    }
    groups
}

/// How the hand at one of two tables ended: in words, and laid out.
fn headed(hand: &Event, reader: &Reader) -> Vec<Zone> {
    let words = GinRummy::tell(hand, reader);
    let first = words.lines().next().unwrap_or_default().to_owned();
    std::iter::once(Zone::Loud(first)).chain(GinRummy::showdown(hand, reader)).collect()
}

/// Both hands, that of the winner first.
fn result_zones(result: &HandResult, reader: &Reader) -> Vec<Zone> {
    let both = [(result.spread.knocker, knocked(result)), (result.defender, answered(result))];
    let [first, second] = both;
    let (first, second) = if result.winner == Some(second.0) { (second, first) } else { (first, second) };
    let named = |seat: Seat| Zone::Loud(reader.name(seat).to_owned());
    vec![named(first.0), Zone::Groups(first.1), named(second.0), Zone::Small(second.1)]
}

/// What the knocker laid out, and what was laid off on it.
fn knocked(HandResult { spread, laid_off, .. }: &HandResult) -> Vec<Group> {
    let mut groups = Vec::new();
    for (at, meld) in spread.melds.melds().iter().enumerate() {
        let added = laid_off.on(at);
        let cards = meld.union(added).by_rank().into_iter();
        let pic = |card: Card| CardPic::up(card).mark(if added.contains(card) { Mark::Gained } else { Mark::Plain });
        let note = if added.is_empty() { String::new() } else { "laid off on".to_owned() };
        groups.push(Group::fan(cards.map(pic)).note(note));
    }
    if !spread.unmatched.is_empty() {
        groups.push(Group::fan(up(spread.unmatched)).note(format!("unmatched: {}", spread.count)));
    }
    groups.extend(
        spread.discard.map(|card| Group {
            lay: Lay::Apart,
            ..Group::fan([CardPic::up(card).mark(Mark::Faint)]).note("discarded")
        }),
    );
    groups
}

/// The other player's melds, and what was left.
fn answered(result: &HandResult) -> Vec<Group> {
    let mut groups: Vec<Group> = result.melds.melds().iter().map(|meld| Group::fan(up(*meld))).collect();
    if !result.left.is_empty() {
        let left = result.left.by_rank().into_iter().rev().map(CardPic::up);
        groups.push(Group::fan(left).note(format!("left: {}", result.left_count)));
    }
    groups
}
