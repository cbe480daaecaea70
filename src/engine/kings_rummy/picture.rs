//! The table, the hand and the end of a hand as pictures.

use super::KingsRummy;
use super::board::{counted, listed};
use super::events::{Event, Won};
use super::meld::{fourth, melds_among, third, with_card};
use super::state::{Phase, Private, Public};
use super::tile::{Tile, Tiles};
use crate::engine::game::View;
use crate::engine::picture::{CardPic, Face, Group, Mark, Picture, Placard, Zone};
use crate::engine::seats::{Seat, SeatSet, Seats};
use crate::engine::words::Names;

/// The table. It is the same for everybody.
pub(super) fn picture(view: &View<'_, KingsRummy>, names: &Names) -> Picture {
    let public = view.public();
    let melds = public.table.iter().enumerate().map(|(at, meld)| fan(*meld).label((at + 1).to_string()));
    let mut zones = vec![Zone::Groups(piles(public).into_iter().chain(melds).collect())];
    zones.extend(warning(public).into_iter().chain(double_open(public, names)).map(Zone::Line));
    zones.push(Zone::Line("K key · A axe · S shield · C coin — Y sun · R mountain · G forest · B ocean".to_owned()));
    Picture { seats: Seats::of(view.seats(), |seat| placard(view, seat)), zones, alt: spoken(view, names) }
}

fn placard(view: &View<'_, KingsRummy>, seat: Seat) -> Placard {
    let cards = view.backs(seat);
    Placard { backs: (cards > 0).then_some(cards), notes: Vec::new() }
}

/// Would everything down in one turn count double for this seat?
fn may_double(public: &Public, seat: Seat) -> bool {
    let playing = !matches!(public.phase, Phase::Over { .. });
    playing && public.options.double_on_one_turn && !public.played[seat]
}

/// For whom going out in one turn still counts double, once somebody has played.
fn double_open(public: &Public, names: &Names) -> Option<String> {
    let open: SeatSet = Seat::all(public.played.count()).filter(|seat| may_double(public, *seat)).collect();
    let some = !open.is_empty() && public.played.iter().any(|played| *played);
    some.then(|| format!("Going out in one turn counts double for {}.", names.list(open)))
}

/// A card, with the code by which it is typed.
fn pic(card: Tile) -> CardPic {
    let face = Face::Keys(card.number(), card.item(), card.kingdom());
    CardPic { face, mark: Mark::Plain, tag: card.to_string() }
}

fn fan(cards: Tiles) -> Group {
    Group::fan(cards.iter().map(pic))
}

fn piles(public: &Public) -> [Group; 2] {
    let pile = usize::from(public.pile);
    let discards = public.discards.len();
    let top = public.discards.last().map(|card| pic(*card).mark(Mark::Fresh));
    let below = discards.saturating_sub(1);
    [
        Group::heap((pile > 0).then(CardPic::down), pile).label("Pile").note(format!("{pile} left")),
        Group::heap(top, discards).label("Discards").note(format!("on {below}")),
    ]
}

/// How often the discards were turned over, and whether the hand is about to be blocked.
fn warning(public: &Public) -> Option<String> {
    let times = match public.recycles {
        0 => return None,
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    };
    let stalled = public.recycles >= public.options.max_recycles && !public.moving;
    let end =
        if stalled { ": the hand is blocked when the pile runs out, unless a card goes to the table" } else { "" };
    Some(format!("Discards turned over {times}{end}."))
}

fn spoken(view: &View<'_, KingsRummy>, names: &Names) -> String {
    let public = view.public();
    let below = public.discards.len().saturating_sub(1);
    let top = public.discards.last().map(|card| format!("top discard {card} with {below} below it"));
    let mut words = format!("Draw pile {}, {}.", public.pile, top.as_deref().unwrap_or("no discards"));
    let lines = warning(public).into_iter().chain(double_open(public, names));
    words.extend(lines.map(|line| format!(" {line}")));
    let held: Vec<String> =
        Seat::all(view.seats()).map(|seat| format!("{} {}", names.of(seat), view.backs(seat))).collect();
    words.push_str(&format!(" Cards held: {}.", held.join(", ")));
    if public.table.is_empty() {
        words.push_str(" No melds.");
    }
    for (at, meld) in public.table.iter().enumerate() {
        words.push_str(&format!(" Meld {}: {meld}.", at + 1));
    }
    words
}

/// The viewer's own cards: melds, what goes onto the table, what nearly fits. On a turn all that can go down is raised.
pub(super) fn hand(view: &View<'_, KingsRummy>) -> Vec<Zone> {
    let (Some(seat), Some(own)) = (view.seat(), view.own().filter(|own| !own.hand.is_empty())) else {
        return Vec::new();
    };
    let public = view.public();
    let mut all = Vec::new();
    melds_among(own.hand, |meld| all.push(meld));
    let melds = apart(&all);
    let ready = public.turn == seat && matches!(public.phase, Phase::Play { .. });
    let mut zones = vec![Zone::Groups(grouped(public, own, &melds, ready))];
    zones.push(Zone::Line(counted(own)));
    all.retain(|meld| !melds.contains(meld));
    zones.extend(listed("also", &all).map(Zone::Line));
    zones.extend(advice(public, seat, own).into_iter().map(Zone::Line));
    zones
}

fn grouped(public: &Public, own: &Private, melds: &[Tiles], ready: bool) -> Vec<Group> {
    let raised = if ready { Mark::Raised } else { Mark::Plain };
    let marked = |cards: Tiles, mark: Mark| {
        let new = |card: Tile| if mark == Mark::Plain && own.drawn == Some(card) { Mark::Fresh } else { mark };
        Group::fan(cards.iter().map(|card| pic(card).mark(new(card))))
    };
    let mut groups: Vec<Group> = melds.iter().map(|meld| marked(*meld, raised)).collect();
    let mut rest = melds.iter().fold(own.hand, |rest, meld| rest.minus(*meld));
    for (at, meld) in public.table.iter().enumerate() {
        if let Some(card) = fourth(*meld).filter(|card| meld.len() == 3 && rest.contains(*card)) {
            rest = rest.without(card);
            groups.push(marked(Tiles::one(card), raised).note(format!("to meld {}", at + 1)));
        }
    }
    while let Some((pair, fits)) = closest(public, own.hand, rest) {
        rest = rest.minus(pair);
        let note = if fits == 1 { "1 card fits".to_owned() } else { format!("{fits} cards fit") };
        groups.push(marked(pair, Mark::Plain).note(note));
    }
    groups.extend((!rest.is_empty()).then(|| marked(rest, Mark::Plain)));
    groups
}

/// Melds that have no card in common: as many cards as can be, and of those the dearest.
fn apart(melds: &[Tiles]) -> Vec<Tiles> {
    let worth = |melds: &[Tiles]| {
        let cards = melds.iter().fold(Tiles::EMPTY, |all, meld| all.or(*meld));
        (cards.len(), cards.value())
    };
    let mut best = Vec::new();
    for (at, meld) in melds.iter().enumerate() {
        let others: Vec<Tiles> = melds[at + 1..].iter().copied().filter(|other| !other.meets(*meld)).collect();
        let mut found = apart(&others);
        found.insert(0, *meld);
        if worth(&found) > worth(&best) {
            best = found;
        }
    }
    best
}

/// The two cards that most others would make a meld of: others that may still come, from the pile or another hand.
fn closest(public: &Public, hand: Tiles, among: Tiles) -> Option<(Tiles, u32)> {
    let older = public.discards.split_last().map_or(Tiles::EMPTY, |(_, older)| older.iter().copied().collect());
    let gone = public.table.iter().fold(hand.or(older), |gone, meld| gone.or(*meld));
    let fits = |a: Tile, b: Tile| third(a, b).minus(gone).len();
    let pairs = among.iter().flat_map(|a| among.after(a).into_iter().map(move |b| (a, b)));
    let counted = pairs.map(|(a, b)| (Tiles::one(a).with(b), fits(a, b)));
    counted.filter(|(_, fits)| *fits > 0).max_by_key(|(pair, fits)| (*fits, std::cmp::Reverse(*pair)))
}

/// What the top discard would make, what may not be discarded, and the double.
fn advice(public: &Public, seat: Seat, own: &Private) -> Vec<String> {
    let mut lines = Vec::new();
    if public.turn == seat {
        if let Some(top) = public.discards.last().filter(|_| public.phase == Phase::Draw) {
            let mut melds = Vec::new();
            with_card(*top, own.hand.with(*top), |meld| {
                melds.push(meld);
                false
            });
            lines.extend(listed(&format!("with {top}"), &melds));
        }
        lines.extend(public.stuck().first().map(|card| format!("{card} was just taken: it may not be discarded now")));
    }
    lines.extend(may_double(public, seat).then(|| "everything down in one turn counts double".to_owned()));
    lines
}

/// What the others were left with, and the running score.
pub(super) fn showdown(event: &Event, names: &Names) -> Vec<Zone> {
    let Event::Won(won) = event else { return Vec::new() };
    let Won { seat: winner, double, hands, gain, scores } = won.as_ref();
    let others = hands.enumerate().filter(|(seat, _)| seat != winner);
    let left = others.map(|(seat, hand)| fan(*hand).label(names.of(seat)).note(format!("counts {}", hand.value())));
    let doubled = if *double { ", doubled" } else { "" };
    let mut zones = vec![Zone::Groups(left.collect())];
    zones.push(Zone::Line(format!("{} scores {gain}{doubled}", names.of(*winner))));
    zones.push(Zone::Loud(super::events::score(scores, names)));
    zones
}
