//! The table, the hand and the end of a hand as pictures.

use super::KingsRummy;
use super::arranged::{Fits, apart, arranged, completed};
use super::board::{advice, double_open, hand_value, open_ends};
use super::event::{Event, Won};
use super::meld::melds_among;
use super::moves::Part;
use super::phrases::{listed, score, warning};
use super::shown::Shown;
use super::state::Private;
use super::tile::{Tile, Tiles};
use crate::cards::CardText;
use crate::english::more_below;
use crate::game::View;
use crate::picture::{CardPic, Feat, Ground, Group, Mark, Picture, Placard, Zone};
use crate::seats::{SeatSet, Seats};
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
        Group::heap((pile > 0).then(CardPic::down), pile).label("Stock").note(format!("{pile} left")),
        Group::heap(top, discards).label("Discards").note(more_below(discards).unwrap_or_default()),
    ]
}

fn spoken(shown: &Shown<'_>, reader: &Reader) -> String {
    let public = &shown.public;
    let below = more_below(public.discards.len()).map_or_else(String::new, |below| format!(", {below}"));
    let top = public.discards.last().map(|card| format!("top discard {card}{below}"));
    let mut words = format!("Stock {}, {}.", public.pile, top.as_deref().unwrap_or("no discards"));
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
    let group = |(cards, fits): (Tiles, Fits)| match fits {
        Fits::Meld => marked(cards, raised(Part::Lay(cards))),
        Fits::OnTable(meld) => {
            let card = cards.first().map_or(Mark::Plain, |card| raised(Part::Add { meld, card }));
            marked(cards, card).note(format!("to meld {}", meld + 1))
        }
        Fits::Completed(fits) => marked(cards, Mark::Plain).note(completed(fits)),
        Fits::Nothing => marked(cards, Mark::Plain),
    };
    arranged(shown, own.hand, melds).into_iter().map(group).collect()
}
