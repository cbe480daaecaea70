//! What follows from a move.

use crate::cards::{Card, CardSet};
use crate::{Chance, Facts, Legal, Playing, Progress, Seat, SeatSet, State, Told};

use super::event::{Event, Fault};
use super::keys::{Key, KeyPlace, Laid, Next, numerals, numerals_of};
use super::moves::{Duty, Move, Way};
use super::options::FalseSteal;
use super::state::{Callable, Turn, Won};
use super::sums::{GOAL, Standing, Tally};
use super::{KeyOfTheDoor, deal};

/// A position in which a move is being played, and the facts that it tells.
struct Desk<'a> {
    state: &'a mut State<KeyOfTheDoor>,
    seat: Seat,
    facts: &'a mut Facts<KeyOfTheDoor>,
}

impl Playing for KeyOfTheDoor {
    fn apply(state: &mut State<Self>, seat: Seat, m: Legal<Move>, _: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        let mut desk = Desk { state, seat, facts };
        match m.get() {
            Move::Play(card, way) => desk.play(card, way),
            Move::Steal(place) => desk.steal(place),
            Move::Bust(place) => desk.call(place),
            Move::Pass => desk.pass(),
        }
    }
}

impl Desk<'_> {
    fn tell(&mut self, event: Event) {
        self.facts.push(Told::everyone(event));
    }

    fn play(&mut self, card: Card, way: Way) -> Progress {
        self.note_duty(way, way.place(card));
        self.state.own[self.seat].hand.remove(card);
        let public = &mut self.state.public;
        public.window = None;
        public.passes = 0;
        match way {
            Way::Up { claim, .. } => self.lay_up(card, way.place(card), claim),
            Way::Down { .. } => self.lay_down(card, way.place(card)),
            Way::Away => self.discard(card),
        }
        self.draw();
        self.turn_passes()
    }

    fn lay_up(&mut self, card: Card, place: Option<KeyPlace>, claim: bool) {
        let Some(place) = place else { return };
        let seat = self.seat;
        self.tell(Event::Played { seat, card, key: place });
        self.show(card);
        self.put(Laid::Up(card), place, claim);
        let public = &mut self.state.public;
        if public.table.key(place).is_some_and(|key| key.cards.last() == Some(&Laid::Up(card))) {
            let side = public.side(seat);
            let callers: SeatSet = Seat::all(public.seats()).filter(|&s| public.side(s) != side).collect();
            public.window = Some(Callable { by: seat, key: place, callers, drew: false });
        }
    }

    fn lay_down(&mut self, card: Card, place: Option<KeyPlace>) {
        let Some(place) = place else { return };
        self.state.own[self.seat].buried.insert(card);
        self.tell(Event::LaidDown { seat: self.seat, key: place });
        self.put(Laid::Down, place, false);
    }

    /// Lays a numeral on a key, and wins the key if it now counts 21 and that is claimed (or need not be).
    fn put(&mut self, laid: Laid, place: KeyPlace, claim: bool) {
        let public = &mut self.state.public;
        let (called, zeros) = (public.called(), public.options.zero_can_double);
        let Some(key) = public.table.key_mut(place) else { return };
        key.push(laid);
        let claimed = claim || !called;
        if claimed && key.counts_21(zeros) {
            self.win(place, None);
        } else if claim {
            self.tell(Event::WrongClaim { seat: self.seat, key: place });
        }
    }

    fn discard(&mut self, card: Card) {
        self.show(card);
        self.state.public.discards.push(card);
        self.tell(Event::Discarded { seat: self.seat, card });
    }

    /// A card leaves the hand for all to see.
    fn show(&mut self, card: Card) {
        let notes = &mut self.state.public.notes;
        notes.played.insert(card);
        notes.known[self.seat].remove(card);
    }

    /// The mover takes a key and the next one opens.
    fn win(&mut self, place: KeyPlace, fault: Option<Fault>) {
        let stolen = fault.is_some();
        let public = &mut self.state.public;
        let Some((key, next)) = public.table.take(place) else { return };
        let Key { header, .. } = key;
        let (points, count) = (key.points(), key.cards.len() as u8);
        let cards = public.options.show_won.then_some(key.cards);
        public.won.push(Won { by: self.seat, key: place, header, count, points, stolen, cards });
        self.tell(Event::Won { seat: self.seat, key: place, header, cards: count + 1, points, stolen, fault });
        match next {
            Next::Opened(key, header) => self.tell(Event::Opened { key, header }),
            Next::Closed(suit) => self.tell(Event::Closed { key: KeyPlace::Suit(suit) }),
            Next::Nothing => {}
        }
    }

    /// Two players fill their hands from their piles.
    fn draw(&mut self) {
        let drawn = self.state.secret.piles[self.seat].pop();
        let own = &mut self.state.own[self.seat];
        // Overwritten even if nothing is drawn: the card drawn before may be the one just played.
        own.drawn = drawn;
        let Some(card) = drawn else { return };
        own.hand.insert(card);
        own.pile -= 1;
        own.top = None;
        let public = &mut self.state.public;
        public.notes.lacks[self.seat] = CardSet::EMPTY;
        public.notes.peeked = public.notes.peeked.without(self.seat);
        if let Some(window) = &mut public.window {
            window.drew = true;
        }
        self.facts.push(Told::seat(self.seat, Event::Drew { card }));
    }

    fn pass(&mut self) -> Progress {
        self.note_duty(Way::Away, None);
        self.state.public.window = None;
        self.state.public.passes += 1;
        self.tell(Event::Passed { seat: self.seat });
        self.turn_passes()
    }

    /// Notes what everybody may conclude from the kind of play a seat makes: a lesser play shows that it held nothing
    /// better.
    fn note_duty(&mut self, way: Way, place: Option<KeyPlace>) {
        let public = &mut self.state.public;
        let duty = match way {
            Way::Up { joker: None, .. } => Duty::Suit,
            Way::Up { joker: Some(_), .. } => Duty::Joker,
            Way::Down { joker: None } => Duty::Stuck,
            Way::Down { joker: Some(_) } | Way::Away => Duty::Idle,
        };
        let notes = &mut public.notes;
        let lacks = notes.lacks[self.seat].union(duty.excludes(&public.table.fits()));
        notes.lacks[self.seat] = lacks;
        if let Way::Down { .. } = way {
            let may_be = fitting(place).minus(lacks);
            notes.buried[self.seat].push(may_be);
            notes.known[self.seat] = notes.known[self.seat].minus(may_be);
        }
    }

    fn steal(&mut self, place: KeyPlace) -> Progress {
        self.state.public.epoch += 1;
        let Some(fault) = fault(self.state, place) else { return self.steal_fails(place) };
        self.win(place, Some(fault));
        let public = &mut self.state.public;
        if public.window.is_some_and(|window| window.key == place) {
            public.window = None;
        }
        if public.table.open().next().is_none() { deal::end(self.state, self.facts) } else { Progress::Playing }
    }

    fn steal_fails(&mut self, place: KeyPlace) -> Progress {
        let public = &mut self.state.public;
        let penalty = match public.options.false_steal {
            FalseSteal::Penalty(n) => n,
            FalseSteal::OnePerTurn | FalseSteal::Free => 0,
        };
        public.turn.barred = public.options.false_steal == FalseSteal::OnePerTurn;
        public.penalties[self.seat] += penalty;
        let callable = public.callable().is_some_and(|window| window.key == place);
        let can_be_past = public.can_be_past(place);
        let last = public.turn.barred;
        self.tell(Event::StealFailed { seat: self.seat, key: place, penalty, callable, can_be_past, last });
        Progress::Playing
    }

    /// A call of bust: if it is right, the card goes back and its player plays again.
    fn call(&mut self, place: KeyPlace) -> Progress {
        let public = &mut self.state.public;
        let Some(mut window) = public.window else { return Progress::Playing };
        let Some(key) = public.table.key_mut(place) else { return Progress::Playing };
        if key.sum() <= u16::from(GOAL) {
            window.callers = window.callers.without(self.seat);
            public.window = Some(window);
            self.tell(Event::WrongCall { seat: self.seat, key: place });
            return Progress::Playing;
        }
        let Some(Laid::Up(card)) = key.pop() else { return Progress::Playing };
        public.notes.played.remove(card);
        public.notes.known[window.by].insert(card);
        public.window = None;
        public.turn = Turn { replay: true, ..Turn::of(window.by) };
        public.epoch += 1;
        self.state.own[window.by].hand.insert(card);
        if window.drew {
            self.put_back(window.by);
        }
        self.tell(Event::TakenBack { seat: window.by, by: self.seat, card, key: place });
        Progress::Playing
    }

    /// The card drawn last goes back on its pile.
    fn put_back(&mut self, seat: Seat) {
        let own = &mut self.state.own[seat];
        let Some(card) = own.drawn.take() else { return };
        own.hand.remove(card);
        own.pile += 1;
        own.top = Some(card);
        self.state.secret.piles[seat].push(card);
        let notes = &mut self.state.public.notes;
        notes.peeked = notes.peeked.with(seat);
    }

    /// The next seat that holds cards is on turn, or the deal is over.
    fn turn_passes(&mut self) -> Progress {
        let state = &mut *self.state;
        let seats = state.own.count();
        let holders = state.own.iter().filter(|own| !own.hand.is_empty()).count();
        let next = (1..=seats).map(|n| self.seat.after(n, seats)).find(|&s| !state.own[s].hand.is_empty());
        let stuck = usize::from(state.public.passes) >= holders;
        state.public.epoch += 1;
        match next {
            Some(next) if !stuck && state.public.table.open().next().is_some() => {
                state.public.turn = Turn::of(next);
                Progress::Playing
            }
            _ => deal::end(self.state, self.facts),
        }
    }
}

/// What is wrong with a key, judged from all the cards. A card that may still be taken back does not make a key bust.
pub(super) fn fault(state: &State<KeyOfTheDoor>, place: KeyPlace) -> Option<Fault> {
    let public = &state.public;
    let zeros = public.options.zero_can_double;
    let key = public.table.key(place)?;
    let pending = public.window.filter(|window| window.key == place).and(key.cards.last());
    if key.ever_21(zeros) {
        return Some(Fault::Unclaimed);
    }
    match Standing::of(&key.tally(), &available(state, place), zeros) {
        Standing::Bust => {
            let settled = key.sum() - pending.map_or(0, |laid| u16::from(laid.value()));
            (settled > u16::from(GOAL)).then_some(Fault::Bust)
        }
        Standing::Bent => (key.cards.len() >= usize::from(public.options.bent_min_cards)).then_some(Fault::Bent),
        Standing::Open | Standing::Complete => None,
    }
}

/// The numerals not yet played that may go on a key.
fn available(state: &State<KeyOfTheDoor>, place: KeyPlace) -> Tally {
    let hands = state.own.iter().fold(CardSet::EMPTY, |all, own| all.union(own.hand));
    let all = state.secret.piles.iter().flatten().fold(hands, |all, &card| all.with(card));
    all.intersection(fitting(Some(place))).iter().map(Card::number).collect()
}

/// The numerals that may go on a key: those of its suit, or any on a Joker key.
fn fitting(place: Option<KeyPlace>) -> CardSet {
    match place {
        Some(KeyPlace::Suit(suit)) => numerals_of(suit),
        Some(KeyPlace::Joker(_)) | None => numerals(),
    }
}
