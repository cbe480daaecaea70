//! Moves carried out: cards played, cards drawn, passes.

use super::CrazyEights;
use super::deal::score;
use super::event::Event;
use super::moves::Move;
use super::options::{AfterJoker, Drawing};
use super::state::{Cards, Public, pack};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::chance::Chance;
use crate::game::{Facts, Legal, Playing, Progress, State, Told};
use crate::seats::Seat;

/// How many cards a two makes draw.
const TWO: u8 = 2;

impl Playing for CrazyEights {
    fn apply(
        state: &mut State<CrazyEights>,
        seat: Seat,
        m: Legal<Move>,
        chance: &mut Chance,
        facts: &mut Facts<CrazyEights>,
    ) -> Progress {
        match m.get() {
            Move::Play { card, suit } => return play(state, seat, card, suit, chance, facts),
            Move::Draw if state.public.owed > 0 => {
                pay(state, seat, chance, facts);
                end_turn(&mut state.public);
            }
            Move::Draw => draw(state, seat, chance, facts),
            Move::Pass => return pass(state, seat, facts),
        }
        state.public.passes = 0;
        Progress::Playing
    }
}

fn play(
    state: &mut State<CrazyEights>,
    seat: Seat,
    card: Card,
    suit: Option<Suit>,
    chance: &mut Chance,
    facts: &mut Facts<CrazyEights>,
) -> Progress {
    let public = &mut state.public;
    facts.push(Told::everyone(Event::Played { seat, card, suit }));
    state.own[seat].hand.remove(card);
    public.clues.held[seat].remove(card);
    public.pile.push(card);
    public.passes = 0;
    if state.own[seat].hand.is_empty() {
        return score(state, false, facts);
    }
    put_in_force(public, card, suit);
    if public.makes_draw(card) {
        public.owed += TWO;
    }
    if public.options.aces_reverse && card.rank() == Some(Rank::ACE) && public.seats() > 2 {
        public.backward = !public.backward;
        facts.push(Told::everyone(Event::TurnedRound { backward: public.backward }));
    }
    let skips = public.skips(card);
    end_turn(public);
    if skips {
        skip(state, chance, facts);
    }
    Progress::Playing
}

/// What fits from now on.
fn put_in_force(public: &mut Public, card: Card, named: Option<Suit>) {
    (public.suit, public.rank) = match (card.rank(), public.options.joker_then) {
        (Some(rank), _) => (Some(named.unwrap_or(card.suit())), Some(rank)),
        (None, AfterJoker::Under) => return,
        (None, AfterJoker::Any | AfterJoker::Name) => (named, None),
    };
}

fn end_turn(public: &mut Public) {
    public.turn = public.next();
    public.drawn = false;
}

/// The seat on turn loses its turn, and takes what is owed.
fn skip(state: &mut State<CrazyEights>, chance: &mut Chance, facts: &mut Facts<CrazyEights>) {
    let seat = state.public.turn;
    facts.push(Told::everyone(Event::Skipped { seat }));
    if state.public.owed > 0 {
        pay(state, seat, chance, facts);
    }
    end_turn(&mut state.public);
}

/// A seat takes what is owed, or what is to be had of it.
fn pay(state: &mut State<CrazyEights>, seat: Seat, chance: &mut Chance, facts: &mut Facts<CrazyEights>) {
    let owed = std::mem::take(&mut state.public.owed);
    let taken = take(state, seat, owed, |_| false, chance, facts);
    facts.push(Told::everyone(Event::Paid { seat, cards: taken.len() as u8, owed }));
    tell_cards(seat, taken, facts);
}

/// Draws until a card fits or the table's number is reached; if none does, the turn is over.
fn draw(state: &mut State<CrazyEights>, seat: Seat, chance: &mut Chance, facts: &mut Facts<CrazyEights>) {
    let most = match state.public.options.draw {
        Drawing::One => 1,
        Drawing::Three => 3,
        Drawing::Until => u8::MAX,
    };
    let can_play = |state: &State<CrazyEights>| !state.public.fitting(state.own[seat].hand).is_empty();
    let taken = take(state, seat, most, can_play, chance, facts);
    let stuck = !can_play(state);
    facts.push(Told::everyone(Event::Drew { seat, cards: taken.len() as u8, stuck }));
    tell_cards(seat, taken, facts);
    if stuck {
        shows_nothing_fits(&mut state.public, seat);
        end_turn(&mut state.public);
    } else {
        state.public.drawn = true;
    }
}

fn tell_cards(seat: Seat, cards: Cards, facts: &mut Facts<CrazyEights>) {
    if !cards.is_empty() {
        facts.push(Told::seat(seat, Event::Taken { cards }));
    }
}

/// Takes cards from the stock, one at least, until there are enough or no more are to be had.
fn take(
    state: &mut State<CrazyEights>,
    seat: Seat,
    most: u8,
    enough: impl Fn(&State<CrazyEights>) -> bool,
    chance: &mut Chance,
    facts: &mut Facts<CrazyEights>,
) -> Cards {
    let mut taken = Cards::new();
    while taken.len() < usize::from(most) && (taken.is_empty() || !enough(state)) {
        if state.public.stock == 0 {
            remake(state, chance, facts);
        }
        let Some(card) = state.secret.stock.pop() else { break };
        let State { public, own, .. } = state;
        public.stock -= 1;
        if public.buried.len() > usize::from(public.stock) {
            public.buried.pop();
            public.clues.held[seat].insert(card);
        }
        own[seat].hand.insert(card);
        taken.push(card);
    }
    if !taken.is_empty() {
        state.public.clues.lacked[seat] = CardSet::EMPTY;
    }
    taken
}

/// Makes the discards into a new stock, first discarded on top; what is in force stays.
fn remake(state: &mut State<CrazyEights>, chance: &mut Chance, facts: &mut Facts<CrazyEights>) {
    let public = &mut state.public;
    let mut cards: Cards = public.pile.drain(..public.reusable()).collect();
    if cards.is_empty() {
        return;
    }
    chance.remake(&mut cards);
    let clues = &mut public.clues;
    clues.stock = cards.iter().copied().collect();
    clues.lacked.iter_mut().for_each(|lacked| *lacked = lacked.union(clues.stock));
    public.stock = cards.len() as u8;
    facts.push(Told::everyone(Event::Remade { cards: public.stock }));
    state.secret.stock = cards.into_iter().rev().collect();
}

fn shows_nothing_fits(public: &mut Public, seat: Seat) {
    let fitting = public.fitting(pack(&public.options));
    public.clues.lacked[seat] = public.clues.lacked[seat].union(fitting);
}

fn pass(state: &mut State<CrazyEights>, seat: Seat, facts: &mut Facts<CrazyEights>) -> Progress {
    let public = &mut state.public;
    facts.push(Told::everyone(Event::Passed { seat }));
    if !public.drawn {
        public.passes += 1;
        shows_nothing_fits(public, seat);
    }
    if public.passes == public.seats() {
        return score(state, true, facts);
    }
    end_turn(public);
    Progress::Playing
}
