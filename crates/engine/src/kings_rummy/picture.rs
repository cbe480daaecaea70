//! The table, the hand and the end of a hand as pictures.

use super::KingsRummy;
use super::board::{advice, hand_value, may_double, open_ends, shows_double};
use super::event::{Event, Won};
use super::meld::{fourth, melds_among, third};
use super::moves::Part;
use super::phrases::{listed, score, warning};
use super::shown::Shown;
use super::state::{Private, Public};
use super::tile::{Tile, Tiles};
use crate::cards::CardText;
use crate::english::more_below;
use crate::game::View;
use crate::picture::{CardPic, Feat, Ground, Group, Mark, Picture, Placard, Zone};
use crate::seats::{Seat, SeatSet, Seats};
use crate::words::{Language, Pictures, Reader};

/// What the letters of a card's code stand for.
const LEGEND: &str = "K key · A axe · S shield · C coin\nY sun · R mountain · G forest · B ocean";

impl Pictures for KingsRummy {
    const GROUND: Ground = Ground::Parchment;

    /// It is the same for everybody.
    fn picture(view: &View<'_, Self>, reader: &Reader) -> Picture {
        let Language::English = reader.language;
        drawn(&Shown::of(view), reader)
    }

    /// Melds, what goes onto the table, what nearly fits. On their turn everything that can go down is raised.
    fn hand_picture(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> Vec<Zone> {
        hand_drawn(&Shown::of(view))
    }

    /// The melds that went down at the end, what the others were left with, and the running score.
    fn showdown(event: &Event, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        let Event::Won(won) = event else { return Vec::new() };
        let Won { seat: winner, double, hands, gain: _, scores, melds } = won.as_ref();
        let others = hands.enumerate().filter(|(seat, _)| seat != winner);
        let left =
            others.map(|(seat, hand)| fan(*hand).label(reader.name(seat)).note(format!("counts {}", hand.value())));
        let doubled = if *double { ": all in one turn, ×2" } else { "" };
        let mut zones = vec![Zone::Loud(format!("{}{doubled}", reader.name(*winner)))];
        zones.push(Zone::Groups(melds.iter().map(|meld| fan(*meld).lit(*double)).collect()));
        zones.push(Zone::Small(left.collect()));
        zones.push(Zone::Loud(score(scores, reader)));
        zones
    }

    /// A hand won.
    fn feat(event: &Event) -> Option<(SeatSet, i32)> {
        if let Event::Won(won) = event { Some((SeatSet::one(won.seat), won.gain)) } else { None }
    }

    fn feat_picture(event: &Event, reader: &Reader) -> Option<Feat> {
        let Event::Won(won) = event else { return None };
        let faces = |meld: &Tiles| Group::fan(meld.iter().map(|card| CardPic { tag: String::new(), ..pic(card) }));
        let Language::English = reader.language;
        let how = if won.double { "went out in one turn" } else { "went out" };
        let words = format!("{} {how}: +{}", reader.name(won.seat), won.gain);
        Some(Feat { words, shown: Zone::Groups(won.melds.iter().map(faces).collect()) })
    }
}

/// The table as it stands, or as a turn would leave it.
pub(super) fn drawn(shown: &Shown<'_>, reader: &Reader) -> Picture {
    let public = &shown.public;
    let melds = public.table.iter().enumerate().map(|(at, meld)| on_table(shown, at, *meld));
    let mut zones = vec![Zone::Groups(piles(shown).into_iter().chain(melds).collect())];
    zones.extend(warning(public).into_iter().chain(double_open(public, reader)).map(Zone::Line));
    zones.push(Zone::Line(LEGEND.to_owned()));
    let seats = Seats::of(shown.backs.count(), |seat| placard(shown.backs[seat]));
    Picture {
        stake: format!("to {}", public.options.target),
        about: format!("hand {} · {} dealt", public.hand, reader.name(public.dealer)),
        seats,
        zones,
        alt: format!("{} {}.", spoken(shown, reader), LEGEND.replace('\n', " · ")),
    }
}

fn placard(cards: u8) -> Placard {
    Placard { backs: (cards > 0).then_some(cards), notes: Vec::new() }
}

/// A meld. If a draft lays or changes it, it is framed, and cards that came to it are marked.
fn on_table(shown: &Shown<'_>, at: usize, meld: Tiles) -> Group {
    let came = |card: Tile| if shown.has_moved(card) { Mark::Fresh } else { Mark::Plain };
    let name = if at < shown.numbered() { (at + 1).to_string() } else { "new".to_owned() };
    Group::fan(meld.iter().map(|card| pic(card).mark(came(card)))).label(name).lit(shown.is_changed(at))
}

/// For whom going out in one turn still counts double, once somebody has played.
fn double_open(public: &Public, reader: &Reader) -> Option<String> {
    let open: SeatSet = Seat::all(public.played.count()).filter(|seat| may_double(public, *seat)).collect();
    shows_double(public).then(|| format!("Going out in one turn counts double for {}.", reader.list(open)))
}

/// A card, with the code by which it is typed.
fn pic(card: Tile) -> CardPic {
    CardPic { face: card.face(), mark: Mark::Plain, tag: card.to_string() }
}

fn fan(cards: Tiles) -> Group {
    Group::fan(cards.iter().map(pic))
}

fn piles(shown: &Shown<'_>) -> [Group; 2] {
    let public = &shown.public;
    let pile = usize::from(public.pile);
    let discards = public.discards.len();
    // In a draft, only what the draft changes stands out.
    let mark = if shown.is_draft() { Mark::Plain } else { Mark::Fresh };
    let top = public.discards.last().map(|card| pic(*card).mark(mark));
    [
        Group::heap((pile > 0).then(CardPic::down), pile).label("Pile").note(format!("{pile} left")),
        Group::heap(top, discards).label("Discards").note(more_below(discards).unwrap_or_default()),
    ]
}

fn spoken(shown: &Shown<'_>, reader: &Reader) -> String {
    let public = &shown.public;
    let below = more_below(public.discards.len()).map_or_else(String::new, |below| format!(", {below}"));
    let top = public.discards.last().map(|card| format!("top discard {card}{below}"));
    let mut words = format!("Draw pile {}, {}.", public.pile, top.as_deref().unwrap_or("no discards"));
    let lines = warning(public).into_iter().chain(double_open(public, reader));
    words.extend(lines.map(|line| format!(" {line}")));
    let held: Vec<String> =
        shown.backs.enumerate().map(|(seat, cards)| format!("{} {cards}", reader.name(seat))).collect();
    words.push_str(&format!(" Cards held: {}.", held.join(", ")));
    if public.table.is_empty() {
        words.push_str(" No melds.");
    }
    for (at, meld) in public.table.iter().enumerate() {
        let number = if at < shown.numbered() { format!("Meld {}", at + 1) } else { "New meld".to_owned() };
        words.push_str(&format!(" {number}: {meld}."));
    }
    words
}

/// The viewer's own cards as they stand, or as a turn would leave them.
pub(super) fn hand_drawn(shown: &Shown<'_>) -> Vec<Zone> {
    let (Some(seat), Some(own)) = (shown.seat, shown.own.as_deref()) else { return Vec::new() };
    if own.hand.is_empty() && !shown.is_draft() {
        return Vec::new();
    }
    let mut all = Vec::new();
    melds_among(own.hand, |meld| all.push(meld));
    let melds = apart(&all);
    let groups: Vec<Group> = off_table(shown).into_iter().chain(grouped(shown, own, &melds)).collect();
    let mut zones = Vec::new();
    zones.extend((!groups.is_empty()).then_some(Zone::Groups(groups)));
    zones.push(Zone::Line(hand_value(&shown.public, own)));
    all.retain(|meld| !melds.contains(meld));
    // The cards off the table must be placed before anything else.
    zones.extend(listed("also", &all).filter(|_| shown.pending().is_empty()).map(Zone::Line));
    zones.extend(open_ends(shown).map(Zone::Line));
    zones.extend(advice(&shown.public, seat, own).into_iter().map(Zone::Line));
    zones
}

/// What a turn being put together has taken off melds and not placed yet. It is in nobody's hand, but is shown here,
/// beside the cards that it goes with.
fn off_table(shown: &Shown<'_>) -> Option<Group> {
    let pending = shown.pending();
    let cards = pending.iter().map(|card| pic(card).mark(Mark::Gained));
    (!pending.is_empty()).then(|| Group::fan(cards).label("to place").note("off the table").lit(true))
}

fn grouped(shown: &Shown<'_>, own: &Private, melds: &[Tiles]) -> Vec<Group> {
    let raised = |part: Part| if shown.may(part) { Mark::Raised } else { Mark::Plain };
    let marked = |cards: Tiles, mark: Mark| {
        let new = |card: Tile| if mark == Mark::Plain && own.drawn == Some(card) { Mark::Fresh } else { mark };
        Group::fan(cards.iter().map(|card| pic(card).mark(new(card))))
    };
    let mut groups: Vec<Group> = melds.iter().map(|meld| marked(*meld, raised(Part::Lay(*meld)))).collect();
    let mut rest = melds.iter().fold(own.hand, |rest, meld| rest.minus(*meld));
    for (at, meld) in shown.public.table.iter().take(shown.numbered()).enumerate() {
        if let Some(card) = fourth(*meld).filter(|card| meld.len() == 3 && rest.contains(*card)) {
            rest = rest.without(card);
            let add = raised(Part::Add { meld: at as u8, card });
            groups.push(marked(Tiles::one(card), add).note(format!("to meld {}", at + 1)));
        }
    }
    while let Some((pair, fits)) = closest(&shown.public, own.hand, rest) {
        rest = rest.minus(pair);
        let note = if fits == 1 { "1 card completes it".to_owned() } else { format!("{fits} cards complete it") };
        groups.push(marked(pair, Mark::Plain).note(note));
    }
    groups.extend((!rest.is_empty()).then(|| marked(rest, Mark::Plain)));
    groups
}

/// Melds that have no card in common: with as many cards as possible, and of those choices the one that counts most.
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

/// The two cards that the most others would complete to a meld: others that may still come, from the pile, the top
/// discard or another hand.
fn closest(public: &Public, hand: Tiles, among: Tiles) -> Option<(Tiles, u32)> {
    let older = public.discards.split_last().map_or(Tiles::EMPTY, |(_, older)| older.iter().copied().collect());
    let gone = public.table.iter().fold(hand.or(older), |gone, meld| gone.or(*meld));
    let fits = |a: Tile, b: Tile| third(a, b).minus(gone).len();
    let pairs = among.iter().flat_map(|a| among.after(a).into_iter().map(move |b| (a, b)));
    let counted = pairs.map(|(a, b)| (Tiles::one(a).with(b), fits(a, b)));
    counted.filter(|(_, fits)| *fits > 0).max_by_key(|(pair, fits)| (*fits, std::cmp::Reverse(*pair)))
}
