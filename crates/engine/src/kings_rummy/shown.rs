//! What is shown of a position: as it stands, or as a turn that is being put together would leave it.

use std::borrow::Cow;

use super::draft::Draft;
use super::meld::{fourth, melds_among};
use super::moves::{Finish, Part, Step, built};
use super::phrases::{end_in_words, instruction, parts_in_words};
use super::state::{Phase, Private, Public};
use super::tile::{Tile, Tiles};
use super::way_out::covers;
use super::{KingsRummy, board, picture};
use crate::game::{Choosing, View};
use crate::seats::{Seat, Seats};
use crate::words::{Reader, Sketch};

const _: fn(crate::Language) = |crate::Language::English| ();

/// A position as one viewer sees it.
pub(super) struct Shown<'a> {
    pub public: Cow<'a, Public>,
    pub seat: Option<Seat>,
    pub own: Option<Cow<'a, Private>>,
    /// How many cards each seat holds.
    pub backs: Seats<u8>,
    /// What the turn so far has changed; `None` for the position as it stands.
    pub changes: Option<Changes>,
}

/// What a turn that is being put together has changed.
pub(super) struct Changes {
    /// The melds that lay there when it began.
    before: Vec<Tiles>,
    /// Cards that came to those melds.
    moved: Tiles,
    /// Cards that came off them and are in no new meld yet.
    pub pending: Tiles,
    /// What can be pressed next.
    next: Vec<Part>,
}

impl<'a> Shown<'a> {
    /// The position as it stands.
    pub(super) fn of(view: &View<'a, KingsRummy>) -> Self {
        Self {
            public: Cow::Borrowed(view.public()),
            seat: view.seat(),
            own: view.own().map(Cow::Borrowed),
            backs: Seats::of(view.seats(), |seat| view.backs(seat)),
            changes: None,
        }
    }

    /// Is this a draft, a position that nobody has played to yet?
    pub(super) const fn is_draft(&self) -> bool {
        self.changes.is_some()
    }

    /// Cards that the turn so far has taken off melds and put into no new one.
    pub(super) fn pending(&self) -> Tiles {
        self.changes.as_ref().map_or(Tiles::EMPTY, |changes| changes.pending)
    }

    /// How many melds have a number: all but those that the turn so far lays.
    pub(super) fn numbered(&self) -> usize {
        self.changes.as_ref().map_or(self.public.table.len(), |changes| changes.before.len())
    }

    /// Does the turn so far change this meld?
    pub(super) fn is_changed(&self, at: usize) -> bool {
        let now = self.public.table.get(at);
        self.changes.as_ref().is_some_and(|changes| changes.before.get(at) != now)
    }

    /// Has the turn so far brought this card to a meld that lay there?
    pub(super) fn has_moved(&self, card: Tile) -> bool {
        self.changes.as_ref().is_some_and(|changes| changes.moved.contains(card))
    }

    /// Can the viewer do this now? Without a draft, that is only judged by whether it is their turn to play.
    pub(super) fn may(&self, part: Part) -> bool {
        match &self.changes {
            Some(changes) => changes.next.contains(&part),
            None => Some(self.public.turn) == self.seat && matches!(self.public.phase, Phase::Play { .. }),
        }
    }
}

/// The table and the hand after these steps of the viewer's.
pub(super) fn sketch(view: &View<'_, KingsRummy>, so_far: &[Step], reader: &Reader) -> Option<Sketch> {
    let public = view.public();
    let on_turn = view.seat() == Some(public.turn) && matches!(public.phase, Phase::Play { .. });
    if so_far.is_empty() || !on_turn {
        return None;
    }
    let (builder, rearranging, finish) = built(view, so_far)?;
    let draft = &builder.draft;
    let mut shown = Shown::of(view);
    put(&mut shown, draft);
    if let Some(finish) = finish {
        end(&mut shown, finish);
    }
    let steps = KingsRummy::choices(view, so_far).steps;
    let offered = steps.iter().filter(|step| is_offered(**step, draft.pending));
    let next = offered.filter_map(|step| if let Step::Part(part) = step { Some(*part) } else { None });
    let late = if rearranging || finish.is_some() { Vec::new() } else { late(draft, &steps) };
    let next = next.chain(late).collect();
    let before = public.table.to_vec();
    shown.changes = Some(Changes { before, moved: draft.moved, pending: draft.pending, next });
    Some(Sketch {
        said: said(draft, rearranging, finish),
        board: board::worded(&shown, reader),
        picture: picture::drawn(&shown, reader),
        hand_text: board::held(&shown),
        hand_picture: picture::hand_drawn(&shown),
    })
}

/// Lays the cards where the turn so far leaves them.
fn put(shown: &mut Shown<'_>, draft: &Draft<'_>) {
    let table = &mut shown.public.to_mut().table;
    table.clone_from(&draft.table);
    // A meld has three of 64 cards, so there is room for all of them.
    table.extend(draft.lays());
    hold(shown, draft.hand);
}

fn end(shown: &mut Shown<'_>, finish: Finish) {
    let (Finish::Drop(card) | Finish::Out(card)) = finish else { return };
    let hand = shown.own.as_ref().map_or(Tiles::EMPTY, |own| own.hand);
    hold(shown, hand.without(card));
    if matches!(finish, Finish::Drop(_)) {
        shown.public.to_mut().discards.push(card);
    }
}

fn hold(shown: &mut Shown<'_>, hand: Tiles) {
    let (Some(seat), Some(own)) = (shown.seat, &mut shown.own) else { return };
    let own = own.to_mut();
    own.hand = hand;
    own.drawn = own.drawn.filter(|card| hand.contains(*card));
    shown.backs[seat] = hand.len() as u8;
}

/// While cards off the table must be placed, melds without them are not offered: those can be laid afterwards.
pub(super) fn is_offered(step: Step, pending: Tiles) -> bool {
    !matches!(step, Step::Part(Part::Lay(cards)) if !pending.is_empty() && !cards.meets(pending))
}

/// The additions and new melds that are missing from the `next` steps only because of the order of a turn, and after
/// which the turn could be ended. None are offered while cards off the table must be placed first.
pub(super) fn late(draft: &Draft<'_>, next: &[Step]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    if !draft.pending.is_empty() {
        return parts;
    }
    for (meld, cards) in draft.table.iter().enumerate() {
        let right = fourth(*cards).filter(|card| cards.len() == 3 && draft.hand.contains(*card));
        parts.extend(right.map(|card| Part::Add { meld: meld as u8, card }));
    }
    melds_among(draft.hand, |cards| parts.push(Part::Lay(cards)));
    parts.retain(|part| {
        if next.contains(&Step::Part(*part)) {
            return false;
        }
        let mut after = draft.clone();
        after.make(*part).is_ok() && covers(after.pending, after.hand, None, draft.public.stuck())
    });
    parts
}

/// The steps in words, as instructions.
fn said(draft: &Draft<'_>, rearranging: bool, finish: Option<Finish>) -> String {
    let mut all = parts_in_words(&draft.parts, "lay", instruction);
    all.extend(rearranging.then(|| "rearrange the table".to_owned()));
    all.extend(finish.and_then(end_in_words));
    all.join(", ")
}
