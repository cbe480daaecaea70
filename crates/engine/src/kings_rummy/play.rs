//! Moves carried out.

use super::KingsRummy;
use super::deal::{begin_turn, go_out};
use super::draft::Draft;
use super::event::Event;
use super::moves::{Finish, Move, Part, Turn};
use super::state::Phase;
use super::tile::Tiles;
use crate::chance::Chance;
use crate::game::{Facts, Legal, Playing, Progress, State, Told};
use crate::seats::Seat;

/// The number of cards left is announced from this many down.
const FEW: u32 = 3;

impl Playing for KingsRummy {
    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Move>,
        chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress {
        match m.get() {
            Move::Draw => draw(state, seat, facts),
            Move::Take => take(state, seat, facts),
            Move::Turn(turn) => return play(state, seat, turn, chance, facts),
        }
        Progress::Playing
    }
}

fn draw(state: &mut State<KingsRummy>, seat: Seat, facts: &mut Facts<KingsRummy>) {
    facts.push(Told::everyone(Event::Drew { seat }));
    if let Some(card) = state.secret.pile.pop() {
        let own = &mut state.own[seat];
        own.hand = own.hand.with(card);
        own.drawn = Some(card);
        facts.push(Told::seat(seat, Event::DrewCard { card }));
    }
    state.public.pile = state.secret.pile.len() as u8;
    state.public.phase = Phase::Play { taken: None };
}

fn take(state: &mut State<KingsRummy>, seat: Seat, facts: &mut Facts<KingsRummy>) {
    let public = &mut state.public;
    let taken = public.discards.pop();
    if let Some(card) = taken {
        let own = &mut state.own[seat];
        own.hand = own.hand.with(card);
        own.drawn = Some(card);
        public.held[seat] = public.held[seat].with(card);
        facts.push(Told::everyone(Event::Took { seat, card }));
    }
    public.phase = Phase::Play { taken };
}

fn play(
    state: &mut State<KingsRummy>,
    seat: Seat,
    turn: Turn,
    chance: &mut Chance,
    facts: &mut Facts<KingsRummy>,
) -> Progress {
    let mut draft = Draft::new(&state.public, state.own[seat].hand);
    for part in &turn.parts {
        // The turn was checked, so every part is legal; one that was not would simply not be made.
        let _ = draft.make(*part);
    }
    let (table, mut hand, lays) = (draft.table.clone(), draft.hand, draft.lays());
    let public = &mut state.public;
    let first_cards = !public.played[seat] && !turn.parts.is_empty();
    let before = std::mem::replace(&mut public.table, table);
    public.table.extend(lays);
    if !turn.parts.is_empty() {
        public.moving = true;
        public.played[seat] = true;
    }
    match turn.finish {
        Finish::Drop(card) => {
            hand = hand.without(card);
            public.discards.push(card);
        }
        Finish::Out(card) => {
            hand = hand.without(card);
            state.secret.buried = Some(card);
        }
        Finish::End => {}
    }
    public.held[seat] = public.held[seat].and(hand);
    state.own[seat].hand = hand;
    state.own[seat].drawn = None;
    let face_down = matches!(turn.finish, Finish::Out(_));
    tell(seat, &turn, hand, facts);
    if hand.is_empty() {
        let options = &public.options;
        let double = options.double_on_one_turn && first_cards && (options.double_counts_face_down || !face_down);
        let melds = public.table.iter().copied().filter(|meld| !before.contains(meld)).collect();
        return go_out(state, seat, double, melds, facts);
    }
    public.turn = seat.next(public.scores.count());
    begin_turn(state, chance, facts)
}

fn tell(seat: Seat, turn: &Turn, hand: Tiles, facts: &mut Facts<KingsRummy>) {
    let parts: Vec<Part> = turn.parts.clone();
    let (dropped, face_down) = match turn.finish {
        Finish::Drop(card) => (Some(card), false),
        Finish::Out(_) => (None, true),
        Finish::End => (None, false),
    };
    // Without parts the player holds as many cards as before, so there is nothing to announce.
    let fewer = !parts.is_empty();
    facts.push(Told::everyone(Event::Played { seat, parts, dropped, face_down }));
    if fewer && !hand.is_empty() && hand.len() <= FEW {
        facts.push(Told::everyone(Event::Few { seat, cards: hand.len() }));
    }
}
