//! The course of play: answers, passes, changes of target, and the end of a pack. Ascent's own turns are in
//! [`ascent`](super::ascent).

use super::BrainDrain;
use super::event::{Event, Failure};
use super::expr::Answer;
use super::judge::{Puzzle, Wrong};
use super::moves::Move;
use super::state::{Laid, Past, Private, Public, Secret};
use crate::cards::{Card, CardSet};
use crate::{Chance, Facts, Legal, Playing, Progress, Seat, SeatSet, Seats, Standings, State, To, Told};

/// After this many targets in a row that nobody makes (in Ascent: failures) the pack ends.
const FRUITLESS: u8 = 52;

/// A position in play, with all that a move needs.
pub(super) struct Table<'a> {
    pub(super) public: &'a mut Public,
    pub(super) own: &'a mut Seats<Private>,
    pub(super) secret: &'a mut Secret,
    pub(super) chance: &'a mut Chance,
    facts: &'a mut Facts<BrainDrain>,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        state: &'a mut State<BrainDrain>,
        chance: &'a mut Chance,
        facts: &'a mut Facts<BrainDrain>,
    ) -> Self {
        Self { public: &mut state.public, own: &mut state.own, secret: &mut state.secret, chance, facts }
    }

    pub(super) fn tell(&mut self, event: Event) {
        self.facts.push(Told::everyone(event));
    }

    /// Plays a move of the classic game or of Ascent.
    pub(super) fn act(mut self, seat: Seat, m: Move) -> Progress {
        if let Move::Solve(answer) = &m {
            self.own[seat].note(answer);
            if self.forgives(seat, answer) {
                return Progress::Playing;
            }
        }
        if self.public.climb.is_some() {
            return self.try_step(seat, m);
        }
        if self.public.sealed() {
            return self.seal(seat, m);
        }
        let over = self.settle(seat, m);
        if self.public.in_turns() && !self.public.over {
            self.pass_turn(seat);
        }
        over.unwrap_or(Progress::Playing)
    }

    /// The first answers with the wrong cards (`typo_grace` of them) change nothing except their count, and only
    /// their sender hears of them.
    fn forgives(&mut self, seat: Seat, answer: &Answer) -> bool {
        let Some(puzzle) = self.public.puzzle() else { return false };
        let Err(wrong) = puzzle.cards(answer) else { return false };
        let slips = &mut self.own[seat].slips;
        let Some(left) = self.public.options.typo_grace.checked_sub(*slips + 1) else { return false };
        *slips += 1;
        self.facts.push(Told::seat(seat, Event::Slip { seat, answer: answer.clone(), puzzle, wrong, left }));
        true
    }

    /// Keeps a sealed answer; once all are in, judges them in the order in which they came.
    fn seal(&mut self, seat: Seat, m: Move) -> Progress {
        self.public.sent.push(seat);
        self.facts.push(Told { to: To::seat(seat), event: Event::Kept { seat, sent: m.clone() } });
        self.own[seat].sealed = Some(m);
        self.tell(Event::Sent { seat });
        if !self.public.open().is_empty() {
            return Progress::Playing;
        }
        while !self.public.sent.is_empty() {
            let sender = self.public.sent.remove(0);
            let Some(m) = self.own[sender].sealed.take() else { continue };
            if let Some(over) = self.settle(sender, m) {
                return over;
            }
        }
        Progress::Playing
    }

    /// Answers that were sealed after the one that settled the target are told, but do not count.
    fn void_what_is_late(&mut self) {
        for seat in std::mem::take(&mut self.public.sent) {
            if let Some(Move::Solve(answer)) = self.own[seat].sealed.take() {
                self.tell(Event::Late { seat, answer });
            }
        }
    }

    /// Judges one move; `Some` if it settled the target.
    fn settle(&mut self, seat: Seat, m: Move) -> Option<Progress> {
        let puzzle = self.public.puzzle()?;
        match m {
            Move::Pass => {
                self.public.passed = self.public.passed.with(seat);
                self.tell(Event::Passed { seat, worth: None });
            }
            Move::Solve(answer) => match puzzle.judge(&answer) {
                Ok(()) => {
                    self.public.last_maker = Some(seat);
                    let laid = self.end_target(Some(seat), Some(&answer), puzzle);
                    self.tell(Event::Made { seat, answer, puzzle, points: None, laid });
                    return Some(self.take(seat));
                }
                Err(wrong) => {
                    if let Some(over) = self.err(seat, answer, puzzle, wrong) {
                        return Some(over);
                    }
                }
            },
        }
        let done = self.public.barred.len() + self.public.passed.len() == self.public.seats();
        done.then(|| self.fail())
    }

    /// A wrong answer bars its sender; with two players it gives the target to the other instead.
    fn err(&mut self, seat: Seat, answer: Answer, puzzle: Puzzle, wrong: Wrong) -> Option<Progress> {
        let to = (self.public.seats() == 2).then(|| seat.next(2));
        let laid = if to.is_some() { self.end_target(to, None, puzzle) } else { self.public.laid() };
        self.tell_wrong(seat, answer, puzzle, wrong, to, laid);
        if let Some(to) = to {
            return Some(self.take(to));
        }
        self.public.barred = self.public.barred.with(seat);
        None
    }

    /// Tells everybody of a wrong answer, and its sender what is wrong with it.
    pub(super) fn tell_wrong(
        &mut self,
        seat: Seat,
        answer: Answer,
        puzzle: Puzzle,
        wrong: Wrong,
        to: Option<Seat>,
        laid: Laid,
    ) {
        let climb = self.public.climb.is_some();
        let failure = Box::new(Failure { seat, answer, puzzle, wrong, to, climb, laid });
        self.facts.push(Told::seat(seat, Event::Wrong(failure.clone())));
        self.tell(Event::Erred(failure));
    }

    /// Keeps how the target ended, for pictures, and counts the targets in a row that nobody made. Returns its cards.
    pub(super) fn end_target(&mut self, by: Option<Seat>, answer: Option<&Answer>, puzzle: Puzzle) -> Laid {
        let laid = self.public.laid();
        self.public.note_gone();
        self.public.fruitless = if answer.is_some() { 0 } else { self.public.fruitless + 1 };
        self.public.past = Some(Past { by, answer: answer.cloned(), puzzle, laid: laid.clone() });
        laid
    }

    /// A seat takes the target; what follows is a new deal or the end.
    fn take(&mut self, seat: Seat) -> Progress {
        self.void_what_is_late();
        let public = &mut *self.public;
        public.won[seat].extend(public.target.take());
        let enough = usize::from(public.options.win_cards);
        if public.seats() == 2 && public.won[seat].len() >= enough {
            return self.end_pack();
        }
        if self.public.won_count() == 48 {
            return self.give_last();
        }
        if let Some(over) = self.too_long() {
            return over;
        }
        self.lay_away_display();
        self.deal_five();
        self.open_target()
    }

    /// The last cards go to the maker of the last equation.
    fn give_last(&mut self) -> Progress {
        let public = &mut *self.public;
        let cards: Vec<Card> = public.target.iter().chain(&public.display).copied().collect();
        let to = public.last_maker;
        if let Some(to) = to {
            public.won[to].extend(&cards);
            public.display.clear();
            public.target = None;
        }
        self.tell(Event::Last { to, cards });
        self.end_pack()
    }

    /// Nobody made the target: another one, or the end.
    fn fail(&mut self) -> Progress {
        match self.change_target(false) {
            Some(over) => over,
            None => self.open_target(),
        }
    }

    /// A new target lies open: bars, passes and slips are lifted, and it is skipped if it cannot be made and the
    /// options say so.
    pub(super) fn open_target(&mut self) -> Progress {
        loop {
            self.lift();
            let skip =
                self.public.options.auto_skip_unsolvable && self.public.puzzle().is_some_and(|p| !p.can_be_made());
            if !skip {
                return Progress::Playing;
            }
            if let Some(over) = self.change_target(true) {
                return over;
            }
        }
    }

    fn lift(&mut self) {
        self.public.barred = SeatSet::EMPTY;
        self.public.passed = SeatSet::EMPTY;
        self.public.sent.clear();
        self.public.window += 1;
        self.own.iter_mut().for_each(Private::begin_anew);
    }

    /// Puts another target in the place of one that failed; `Some` if that ends the pack.
    fn change_target(&mut self, skipped: bool) -> Option<Progress> {
        if let Some(puzzle) = self.public.puzzle() {
            let mut laid = self.end_target(None, None, puzzle);
            laid.stays = self.display_stays();
            if let Some(past) = &mut self.public.past {
                past.laid.stays = laid.stays;
            }
            self.tell(Event::Missed { puzzle, skipped, laid });
        }
        if self.public.last_five == Some(4) {
            return Some(self.give_last());
        }
        if let Some(over) = self.too_long() {
            return Some(over);
        }
        let public = &mut *self.public;
        match (public.last_five, public.target) {
            (Some(failed), Some(old)) => {
                let card = std::mem::replace(&mut public.display[usize::from(failed)], old);
                public.last_five = Some(failed + 1);
                public.target = Some(card);
                self.tell(Event::Target { card });
            }
            _ => self.swap_target(),
        }
        None
    }

    /// Does the display stay after a target that nobody made?
    fn display_stays(&self) -> bool {
        let public = &self.public;
        match public.last_five {
            _ if public.fruitless >= FRUITLESS => false,
            Some(failed) => failed < 4,
            None => public.swaps_left > 0,
        }
    }

    /// Ends the pack, if nobody has made anything for too long.
    pub(super) fn too_long(&mut self) -> Option<Progress> {
        (self.public.fruitless >= FRUITLESS).then(|| {
            self.tell(Event::Stopped);
            self.end_pack()
        })
    }

    /// The old target goes under the stock; the next card is the new one, or the display is replaced too if it has
    /// had all its targets.
    fn swap_target(&mut self) {
        if let Some(old) = self.public.target.take() {
            self.secret.stock.push_back(old);
            self.public.stock.push(CardSet::one(old));
        }
        if self.public.swaps_left == 0 {
            self.lay_away_display();
            return self.deal_five();
        }
        self.public.swaps_left -= 1;
        if let Some(card) = self.draw() {
            self.public.target = Some(card);
            self.tell(Event::Target { card });
        }
    }

    fn lay_away_display(&mut self) {
        self.public.waste.extend(self.public.display.take());
    }

    /// The turn passes to the next seat that may act: after a change of target, the one after the seat that acted.
    fn pass_turn(&mut self, acted: Seat) {
        let seats = self.public.seats();
        let open = self.public.open();
        let next = (1..=seats).map(|steps| acted.after(steps, seats)).find(|&seat| open.contains(seat));
        self.public.turn = next.unwrap_or(acted);
        self.public.window += 1;
    }

    /// Slips count per target: a new number to make, in Ascent, clears them.
    pub(super) fn forget_slips(&mut self) {
        self.own.iter_mut().for_each(|own| own.slips = 0);
    }

    /// The pack is over: the next one is dealt, or the match is over.
    pub(super) fn end_pack(&mut self) -> Progress {
        let scores = self.public.pack_scores();
        let public = &mut *self.public;
        for (seat, &score) in scores.enumerate() {
            public.totals[seat] += score;
        }
        public.over = true;
        public.window += 1;
        self.own.iter_mut().for_each(Private::begin_anew);
        let last = self.public.pack >= u32::from(self.public.options.matches);
        let totals = self.public.totals.clone();
        self.tell(Event::PackOver { scores, totals: totals.clone(), last });
        if last { Progress::MatchOver(Standings::by_score(&totals)) } else { Progress::HandOver }
    }
}

impl Playing for BrainDrain {
    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Move>,
        chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress {
        Table::new(state, chance, facts).act(seat, m.get())
    }
}
