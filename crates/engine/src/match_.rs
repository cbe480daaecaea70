//! A match: a position, its chance, and the one door through which moves enter.

use super::chance::{Chance, ChanceDraw};
use super::game::{Awaiting, Facts, Game, Legal, Placing, Progress, Standings, State, View};
use super::seats::{Seat, SeatSet, Seats, Side};

/// How the journal of any game records that a seat gives up the match.
pub const RESIGN: &str = "resign";
/// How the journal of any game records that the host voids the hand.
pub const VOID: &str = "void";

/// What a seat does: a move of the game, or an act that every game knows.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatAct<M> {
    /// A move by the rules.
    Move(M),
    /// Gives up the match. Once only one side is left the match is over; until then fallback moves are played for
    /// the seat.
    Resign,
    /// The host voids the hand, if the options allow it.
    Void,
}

/// Why an act was not played.
#[derive(Clone, PartialEq, Debug)]
pub enum Refused<I> {
    /// There is no such seat at this table.
    NoSuchSeat,
    /// The match is over.
    Over,
    /// It is not this seat's turn.
    NotYourTurn,
    /// The seat has resigned.
    Resigned,
    /// The rules of this match let nobody void a hand.
    NothingToVoid,
    /// Against the rules.
    Illegal(I),
}

/// One match of a game, being played.
pub struct Match<G: Game> {
    state: State<G>,
    chance: Chance,
    sides: Seats<Side>,
    progress: Progress,
    /// Seats that resigned, in the order in which they did.
    gone: Vec<Seat>,
    moves: u32,
    /// Which hand was dealt last.
    hand: u32,
    /// How many times cards were dealt: more than there are hands, if a hand was dealt again.
    deals: u32,
    /// Running totals by side as each hand ended.
    sheet: Vec<Seats<i32>>,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            chance: self.chance.clone(),
            sides: self.sides.clone(),
            progress: self.progress.clone(),
            gone: self.gone.clone(),
            moves: self.moves,
            hand: self.hand,
            deals: self.deals,
            sheet: self.sheet.clone(),
        }
    }
}

impl<G: Game> Match<G> {
    /// Seats the players and deals the first hand. `first` plays first; `None` draws a seat. The options must be
    /// [valid](super::Preparing::validate) for that many seats.
    #[must_use]
    pub fn start(
        options: &G::Options,
        seats: u8,
        first: Option<Seat>,
        mut chance: Chance,
        facts: &mut Facts<G>,
    ) -> Self {
        let first = first.unwrap_or_else(|| Seat::FIRST.after(chance.below(u32::from(seats)) as u8, seats));
        let state = G::open(options, seats, first);
        let sides = G::sides(options, seats);
        let mut new = Self {
            state,
            chance,
            sides,
            progress: Progress::HandOver,
            gone: Vec::new(),
            moves: 0,
            hand: 0,
            deals: 0,
            sheet: Vec::new(),
        };
        new.deal(facts);
        new.hand = G::hand(&new.state.public);
        new.settle(facts);
        new
    }

    /// What a seat, or a spectator (`None`), may know.
    #[must_use]
    pub const fn view(&self, seat: Option<Seat>) -> View<'_, G> {
        View::new(&self.state, seat)
    }

    /// What everybody may read.
    #[must_use]
    pub const fn public(&self) -> &G::Public {
        &self.state.public
    }

    /// Where the match stands.
    #[must_use]
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Which side each seat is on.
    #[must_use]
    pub const fn sides(&self) -> &Seats<Side> {
        &self.sides
    }

    /// How many acts were played: the length of the journal.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// How many times cards were dealt.
    #[must_use]
    pub const fn deals(&self) -> u32 {
        self.deals
    }

    /// What chance did so far.
    pub(super) fn draws(&self) -> &[ChanceDraw] {
        self.chance.draws()
    }

    /// How many seats.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.sides.count()
    }

    /// The seats that have resigned.
    #[must_use]
    pub fn gone(&self) -> SeatSet {
        self.gone.iter().copied().collect()
    }

    /// Who is asked.
    #[must_use]
    pub fn awaiting(&self) -> Awaiting {
        match self.progress {
            Progress::MatchOver(_) => Awaiting::Nobody,
            _ => G::awaiting(&self.state.public),
        }
    }

    /// See [`Turns::window`](super::Turns::window).
    #[must_use]
    pub fn window(&self, seat: Option<Seat>) -> u32 {
        G::window(&self.state.public, seat, self.moves)
    }

    /// May this seat act at all now?
    ///
    /// # Errors
    /// Why not.
    pub fn may_act(&self, seat: Seat) -> Result<(), Refused<G::Illegal>> {
        self.takes_part(seat)?;
        if G::may_act(&self.state.public, seat) { Ok(()) } else { Err(Refused::NotYourTurn) }
    }

    /// Is this seat still in the match? Resigning and voiding need no more than that, since neither waits for a turn.
    ///
    /// # Errors
    /// Why not.
    pub fn takes_part(&self, seat: Seat) -> Result<(), Refused<G::Illegal>> {
        if seat.number() >= self.seats() {
            Err(Refused::NoSuchSeat)
        } else if matches!(self.progress, Progress::MatchOver(_)) {
            Err(Refused::Over)
        } else if self.gone.contains(&seat) {
            Err(Refused::Resigned)
        } else {
            Ok(())
        }
    }

    /// Is the move legal for this seat now?
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, seat: Seat, m: &G::Move) -> Result<(), Refused<G::Illegal>> {
        self.may_act(seat)?;
        G::check(&self.view(Some(seat)), m).map_err(Refused::Illegal)
    }

    /// The move, if it is legal for this seat now.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn legal(&self, seat: Seat, m: G::Move) -> Result<Legal<G::Move>, Refused<G::Illegal>> {
        self.may_act(seat)?;
        Legal::checked(&self.view(Some(seat)), m).map_err(Refused::Illegal)
    }

    /// Plays a move if it is legal, and deals the next hand if one is over. What happened is added to `facts`; a
    /// refusal changes nothing.
    ///
    /// # Errors
    /// Why the move was refused.
    pub fn act(&mut self, seat: Seat, m: G::Move, facts: &mut Facts<G>) -> Result<(), Refused<G::Illegal>> {
        let legal = self.legal(seat, m)?;
        self.carry_out(seat, legal, facts);
        Ok(())
    }

    /// Plays a move that was found legal where the match stands now.
    pub(super) fn carry_out(&mut self, seat: Seat, legal: Legal<G::Move>, facts: &mut Facts<G>) {
        self.progress = G::apply(&mut self.state, seat, legal, &mut self.chance, facts);
        self.moves += 1;
        self.settle(facts);
    }

    /// A seat gives up.
    ///
    /// # Errors
    /// If there is nothing to give up.
    pub fn resign(&mut self, seat: Seat, facts: &mut Facts<G>) -> Result<(), Refused<G::Illegal>> {
        self.takes_part(seat)?;
        self.gone.push(seat);
        self.moves += 1;
        self.settle(facts);
        Ok(())
    }

    /// Do the rules of this match let the host void a hand?
    #[must_use]
    pub fn may_void(&self) -> bool {
        G::may_void(G::options_of(&self.state.public))
    }

    /// A seat voids the hand. The table decides which seat may: the host's.
    ///
    /// # Errors
    /// If the seat no longer plays, or the rules of this match let nobody void a hand.
    pub fn void(&mut self, seat: Seat, facts: &mut Facts<G>) -> Result<(), Refused<G::Illegal>> {
        self.takes_part(seat)?;
        if !self.may_void() {
            return Err(Refused::NothingToVoid);
        }
        self.progress = G::void(&mut self.state, facts);
        self.moves += 1;
        self.settle(facts);
        Ok(())
    }

    /// Running totals by side.
    #[must_use]
    pub fn scores(&self) -> Seats<i32> {
        G::scores(&self.state.public)
    }

    /// Running totals by side as each hand ended, without what the end of the match adds.
    #[must_use]
    pub fn sheet(&self) -> &[Seats<i32>] {
        &self.sheet
    }

    /// Deals if a hand is over, plays for the seats that have resigned, and ends the match if one side is left.
    fn settle(&mut self, facts: &mut Facts<G>) {
        loop {
            match &self.progress {
                Progress::MatchOver(_) => {
                    self.sheet.push(G::totals(&self.state.public));
                    return self.put_the_gone_last();
                }
                Progress::HandOver => {
                    let totals = G::totals(&self.state.public);
                    self.deal(facts);
                    // Cards dealt again within a hand belong to that same hand.
                    if G::hand(&self.state.public) != self.hand {
                        self.sheet.push(totals);
                        self.hand = G::hand(&self.state.public);
                    }
                }
                Progress::Playing => {
                    if self.gone.is_empty() {
                        return;
                    }
                    if self.sides_left().count() < 2 {
                        self.progress = Progress::MatchOver(Standings::by_score(&self.scores()));
                        // An abandoned hand that changed no score gets no line of its own: its totals replace the
                        // equal ones before.
                        let totals = G::totals(&self.state.public);
                        self.sheet.pop_if(|last| *last == totals);
                    } else if let Some(seat) = self.awaiting().seats().iter().find(|s| self.gone.contains(s)) {
                        let legal = Legal::fallback(&self.view(Some(seat)));
                        self.progress = G::apply(&mut self.state, seat, legal, &mut self.chance, facts);
                    } else {
                        return;
                    }
                }
            }
        }
    }

    fn deal(&mut self, facts: &mut Facts<G>) {
        self.progress = G::deal(&mut self.state, &mut self.chance, facts);
        self.deals += 1;
    }

    fn sides_left(&self) -> impl Iterator<Item = Side> {
        let left = |side: Side| self.sides.enumerate().any(|(seat, &s)| s == side && !self.gone.contains(&seat));
        (0..self.scores().count()).map(Side).filter(move |&side| left(side))
    }

    /// A side whose seats have all resigned ranks behind those that stayed, the last to resign ahead of those who
    /// did so earlier.
    fn put_the_gone_last(&mut self) {
        let left: Vec<Side> = self.sides_left().collect();
        let (gone, sides) = (&self.gone, &self.sides);
        let Progress::MatchOver(Standings(places)) = &mut self.progress else { return };
        if gone.is_empty() || left.is_empty() {
            return;
        }
        let left_at = |side: Side| gone.iter().rposition(|&seat| sides[seat] == side).map_or(0, |at| at as i64);
        let key = |p: &Placing| if left.contains(&p.side) { i64::from(p.place) } else { 1000 - left_at(p.side) };
        places.sort_by_key(key);
        let keys: Vec<i64> = places.iter().map(key).collect();
        for (i, placing) in places.iter_mut().enumerate() {
            placing.place = keys.iter().position(|k| *k == keys[i]).unwrap_or(i) as u8 + 1;
        }
    }
}

impl<G: Game> Match<G> {
    /// The position with all its cards: for tests, and for [who sees all](crate::klaberjass::sees_all).
    pub(crate) const fn state(&self) -> &State<G> {
        &self.state
    }

    #[cfg(test)]
    pub(crate) fn with_state(&self, state: State<G>) -> Self {
        Self { state, ..self.clone() }
    }
}
