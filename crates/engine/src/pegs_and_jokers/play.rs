//! What follows from a move.

use super::cards::Face;
use super::event::{End, Event};
use super::illegal::possible;
use super::mover::{Mover, team_of};
use super::moves::Move;
use super::options::Draw;
use super::plays::CardUse;
use super::spots::{Log, Peg, Spot};
use super::state::{Discard, Phase, Public, side_of};
use super::track::Board;
use super::turn::Turn;
use super::{PegsAndJokers, play};
use crate::{Chance, Facts, Legal, Playing, Progress, Seat, Standings, State, Told};

/// A position being played on.
pub(super) struct Table<'a> {
    pub state: &'a mut State<PegsAndJokers>,
    pub chance: &'a mut Chance,
    pub facts: &'a mut Facts<PegsAndJokers>,
}

/// How a card came to make its move.
#[derive(Clone, Copy, PartialEq)]
enum How {
    /// Everybody has seen it.
    Shown,
    /// It was declared, and no opponent doubted it.
    Trusted,
    /// It makes another move in place of the declared one, which has become impossible.
    Again,
}

impl Table<'_> {
    /// Plays a legal move.
    pub(super) fn apply(&mut self, seat: Seat, m: Move) -> Progress {
        match (m, self.state.public.phase) {
            (Move::Play(play), Phase::Again { .. }) => self.make(seat, &play, How::Again),
            (Move::Drop(face), Phase::Again { .. }) => {
                self.tell(Event::NoMove { seat, face });
                self.end_turn()
            }
            (Move::Play(play), _) => {
                self.discard(seat, play.face);
                self.make(seat, &play, How::Shown)
            }
            (Move::Drop(face), _) => self.drop(seat, face),
            (Move::Count(face, named), _) => self.count(seat, face, named),
            (Move::Down(card, claim), _) => self.lay(seat, card, claim),
            (Move::Doubt, Phase::Doubt { claim, asked }) => self.doubt(claim, asked),
            (Move::Trust, Phase::Doubt { claim, asked }) => self.trust(claim, asked),
            (Move::Send(peg), Phase::Send { by, then, .. }) => self.send(by, peg, then),
            // Not legal in any other phase.
            (Move::Doubt | Move::Trust | Move::Send(_), _) => Progress::Playing,
        }
    }

    fn tell(&mut self, event: Event) {
        self.state.public.last = Some(event.clone());
        self.facts.push(Told::everyone(event));
    }

    fn discard(&mut self, seat: Seat, face: Face) {
        let card = self.state.own[seat].take(face);
        self.state.public.discards.extend(card.map(Discard::Open));
    }

    fn discard_face_down(&mut self, seat: Seat, face: Face) {
        let own = &mut self.state.own[seat];
        let card = own.take(face);
        own.laid.extend(card);
        self.state.public.discards.extend(card.map(|_| Discard::Down(seat)));
    }

    /// Makes the move of a card that is already discarded.
    fn make(&mut self, seat: Seat, play: &CardUse, how: How) -> Progress {
        let public = &mut self.state.public;
        let (after, moved) = legal_outcome(public, seat, play);
        public.board = after;
        public.stuck[seat] = 0;
        let (again, trusted) = (how == How::Again, how == How::Trusted);
        self.tell(Event::Played { seat, face: play.face, again, trusted, moved });
        self.end_turn()
    }

    fn drop(&mut self, seat: Seat, face: Face) -> Progress {
        let options = self.state.public.options;
        let stuck = self.one_more_stuck(seat);
        self.state.public.stuck[seat] = stuck;
        if options.faces_down {
            self.discard_face_down(seat, face);
        } else {
            self.discard(seat, face);
        }
        let face = (!options.faces_down).then_some(face);
        self.tell(Event::Dropped { seat, face, stuck, of: options.free_turn() });
        if options.stuck_extra_draw {
            self.draw(seat);
        }
        self.end_turn()
    }

    /// The count of stuck turns after a discard without a move.
    fn one_more_stuck(&self, seat: Seat) -> u8 {
        let public = &self.state.public;
        let Some(free) = public.options.free_turn() else { return 0 };
        let stuck = Turn::new(public, seat, &self.state.own[seat]).offers().stuck;
        if stuck { (public.stuck[seat] + 1) % free } else { 0 }
    }

    fn count(&mut self, seat: Seat, face: Face, named: Option<Seat>) -> Progress {
        self.discard(seat, face);
        let public = &mut self.state.public;
        let mut moved = Log::new();
        let mover = Mover::new(public, seat);
        let after = mover.come_out(named, &mut moved);
        public.board = after.unwrap_or_else(|_| unreachable!("the free peg was found to come out"));
        public.stuck[seat] = 0;
        self.tell(Event::Counted { seat, face, moved });
        self.end_turn()
    }

    fn lay(&mut self, seat: Seat, card: Face, claim: CardUse) -> Progress {
        self.discard_face_down(seat, card);
        let asked = seat.next(self.state.public.seats());
        self.state.public.phase = Phase::Doubt { claim, asked };
        let (_, moved) = legal_outcome(&self.state.public, seat, &claim);
        self.tell(Event::Declared { seat, face: claim.face, moved });
        Progress::Playing
    }

    /// The next opponent is asked, or the move is made.
    fn trust(&mut self, claim: CardUse, asked: Seat) -> Progress {
        let public = &mut self.state.public;
        let (seats, player) = (public.seats(), public.turn);
        let next = asked.after(2, seats);
        self.tell(Event::Trusted { seat: asked });
        if next == player.next(seats) {
            return self.make(player, &claim, How::Trusted);
        }
        self.state.public.phase = Phase::Doubt { claim, asked: next };
        Progress::Playing
    }

    /// Turns the card over.
    fn doubt(&mut self, claim: CardUse, doubter: Seat) -> Progress {
        let player = self.state.public.turn;
        let Some(card) = self.state.own[player].laid.pop() else { return Progress::Playing };
        self.state.public.discards.pop();
        self.state.public.discards.push(Discard::Open(card));
        let shown = Face::of(card);
        let true_claim = shown == claim.face;
        self.tell(Event::Doubted { seat: doubter, player, shown, honest: true_claim });
        if true_claim { self.punish(player, doubter, Some(claim)) } else { self.punish(doubter, player, None) }
    }

    /// `by` chooses a peg of the victim; if none can be sent back, `by` wins an extra turn instead.
    fn punish(&mut self, by: Seat, victim: Seat, then: Option<CardUse>) -> Progress {
        if Peg::of(victim).any(|peg| self.state.public.exposed(peg)) {
            self.state.public.phase = Phase::Send { by, victim, then };
            return Progress::Playing;
        }
        self.state.public.extra[by] += 1;
        self.tell(Event::ExtraTurn { seat: by, victim });
        self.go_on(then)
    }

    fn send(&mut self, by: Seat, peg: Peg, then: Option<CardUse>) -> Progress {
        let mut moved = Log::new();
        self.state.public.board.place(peg, Spot::START, true, &mut moved);
        self.tell(Event::Sent { seat: by, moved });
        self.go_on(then)
    }

    /// Goes on after a penalty: with the declared move, with another of that card if it has become impossible, or
    /// with the end of the turn.
    fn go_on(&mut self, then: Option<CardUse>) -> Progress {
        let public = &mut self.state.public;
        let player = public.turn;
        match then {
            Some(play) if possible(public, player, &play).is_ok() => self.make(player, &play, How::Shown),
            Some(CardUse { face, .. }) if Mover::new(public, player).can_play(face) => {
                public.phase = Phase::Again { face };
                Progress::Playing
            }
            Some(CardUse { face, .. }) => {
                self.tell(Event::NoMove { seat: player, face });
                self.end_turn()
            }
            None => self.end_turn(),
        }
    }

    fn end_turn(&mut self) -> Progress {
        let public = &mut self.state.public;
        let (seats, seat) = (public.seats(), public.turn);
        public.phase = Phase::Turn;
        let won = |seat: Seat| team_of(seat, seats).iter().all(|colour| public.board.all_home(colour));
        if let Some(winner) = [seat, seat.next(seats)].into_iter().find(|&seat| won(seat)) {
            let scores = public.scores();
            let all = i32::from(public.pegs_of_side());
            let losers = team_of(winner.next(seats), seats);
            let left = all - scores[side_of(winner.next(seats))];
            let end = Box::new(End { board: public.board, by: public.last.clone() });
            self.tell(Event::Won { winners: team_of(winner, seats), losers, left, end });
            return Progress::MatchOver(Standings::by_score(&scores));
        }
        self.state.own[seat].drawn = None;
        if self.state.public.options.draw == Draw::Last {
            self.draw(seat);
        }
        let public = &mut self.state.public;
        if public.due > 0 {
            public.due -= 1;
            self.tell(Event::TurnAgain { seat });
        } else {
            public.turn = seat.next(seats);
            public.due = std::mem::take(&mut public.extra[public.turn]);
        }
        self.begin_turn();
        Progress::Playing
    }

    pub(super) fn begin_turn(&mut self) {
        let public = &self.state.public;
        if public.options.draw == Draw::First {
            self.draw(public.turn);
        }
    }
}

/// Where the pegs would stand after a play, and how they came there; `None` if it is not legal.
pub(super) fn outcome(public: &Public, seat: Seat, play: &CardUse) -> Option<(Board, Log)> {
    let mut moved = Log::new();
    let after = Mover::new(public, seat).play(play, &mut moved).ok()?;
    Some((after, moved))
}

/// The same for a play that was found legal as the pegs stand.
fn legal_outcome(public: &Public, seat: Seat, play: &CardUse) -> (Board, Log) {
    outcome(public, seat, play).unwrap_or_else(|| unreachable!("the play was found legal"))
}

impl Playing for PegsAndJokers {
    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Move>,
        chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress {
        play::Table { state, chance, facts }.apply(seat, m.get())
    }
}
