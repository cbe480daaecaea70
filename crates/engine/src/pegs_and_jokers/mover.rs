//! A player on turn: which pegs are theirs to move, and what a card does with them.

use std::ops::ControlFlow;

use super::cards::Face;
use super::illegal::Illegal;
use super::options::{JokerUse, Options};
use super::plays::{Act, CardUse, Part, Source, Uses, Way};
use super::room::{Room, Rooms, why_not_home, why_not_on};
use super::split::{Cut, Half};
use super::spots::{Log, Peg, Spot};
use super::state::Public;
use super::track::Board;
use crate::{Seat, SeatSet};

/// One part and where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    pub part: Part,
    /// Where its peg ends.
    pub to: Spot,
}

/// Where a play could begin: what [`Mover::starts`] visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begin {
    Whole(Act),
    /// A split whose first part moves this peg.
    Split(Peg),
    /// A joker that takes this.
    Joker(Source),
    /// An exchange whose lower peg is this.
    Swap(Peg),
}

/// A player on turn, and which pegs are theirs to move.
pub struct Mover<'a> {
    /// Where the pegs are.
    pub board: &'a Board,
    /// The knobs.
    pub options: &'a Options,
    pub player: Seat,
    /// The seats of the player's side.
    pub team: SeatSet,
    /// The colour that the player moves: their own, or, once that is home, the next team-mate's that is not.
    pub colour: Seat,
    /// The colours that the player may move.
    pub colours: SeatSet,
    rooms: Rooms<'a>,
}

impl<'a> Mover<'a> {
    /// The player's rights in this position.
    #[must_use]
    pub fn new(public: &'a Public, player: Seat) -> Self {
        Self::on(&public.board, &public.options, player)
    }

    /// The player's rights with the pegs as they stand on this board.
    #[must_use]
    pub fn on(board: &'a Board, options: &'a Options, player: Seat) -> Self {
        let team = team_of(player, board.seats());
        let colour = phase_colour(board, player);
        let colours = if options.team_moves { team } else { SeatSet::one(colour) };
        Self { board, options, player, team, colour, colours, rooms: Rooms::new(board) }
    }

    /// A colour as moves from start name it; `None` at tables where they do not.
    #[must_use]
    pub fn named(&self, colour: Seat) -> Option<Seat> {
        self.options.team_moves.then_some(colour)
    }

    /// The colour that a move from start means.
    fn start_colour(&self, named: Option<Seat>) -> Result<Seat, Illegal> {
        match (named, self.options.team_moves) {
            (None, false) => Ok(self.colour),
            (Some(colour), true) if self.team.contains(colour) => Ok(colour),
            (Some(colour), _) if !self.colours.contains(colour) => Err(Illegal::ColourNotYours(colour, self.colours)),
            (Some(_), _) => Err(Illegal::OneColour),
            (None, true) => Err(Illegal::SayColour),
        }
    }

    /// Plays on a copy of the board and returns the position after it.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn play(&self, play: &CardUse, log: &mut Log) -> Result<Board, Illegal> {
        let uses = Uses::of(play.face, self.options);
        let no_use = Illegal::NoSuchUse(play.face, uses);
        match play.act {
            Act::Out(named) if uses.out => self.come_out(named, log),
            Act::One(part) if uses.singles.contains(&part.steps) => {
                if !self.colours.contains(part.peg.colour()) {
                    return Err(Illegal::NotYours(part.peg, self.colours));
                }
                let to = self.resolve(self.board, part).map_err(|why| self.say_out(play.face, why))?;
                let mut after = *self.board;
                after.go(part.peg, to, self.team, log)?;
                Ok(after)
            }
            Act::Two(first, second) => {
                let split = uses.split.ok_or(Illegal::CannotSplit(play.face))?;
                Half::play(self, play.face, split, first, log)?.finish(play.face, second, log)
            }
            Act::Jump(source, hole) if uses.jump => self.jump(source, hole, log),
            Act::Swap(one, two) if uses.swap => self.swap(one, two, log),
            Act::One(_) if uses.singles.is_empty() && uses.split.is_some() => Err(Illegal::MustSplit(play.face)),
            _ => Err(no_use),
        }
    }

    /// Explains a refusal to move a peg in start: if the card brings pegs out, it does so by another word.
    fn say_out(&self, face: Face, why: Illegal) -> Illegal {
        let Illegal::InStart(peg) = why else { return why };
        if !Uses::of(face, self.options).out {
            return why;
        }
        let named = self.named(peg.colour());
        let play = CardUse { face, act: Act::Out(named) };
        self.come_out(named, &mut Log::new()).err().unwrap_or(Illegal::SayOut { peg, play, laid: None })
    }

    /// Brings a peg out of start.
    ///
    /// # Errors
    /// Why none comes out.
    pub fn come_out(&self, named: Option<Seat>, log: &mut Log) -> Result<Board, Illegal> {
        let colour = self.start_colour(named)?;
        let peg = self.board.in_start(colour).ok_or(Illegal::NoneInStart(colour))?;
        let mut after = *self.board;
        after.go(peg, Spot::track(Board::come_out(colour)), self.team, log).map_err(|why| match why {
            Illegal::Blocked { by, .. } => Illegal::ComeOutTaken(by),
            why => why,
        })?;
        Ok(after)
    }

    /// Can a peg of this colour come out?
    #[must_use]
    pub fn can_come_out(&self, colour: Seat) -> bool {
        let hole = Board::come_out(colour);
        self.board.in_start(colour).is_some_and(|peg| self.board.may_land(peg, hole, self.team).is_ok())
    }

    /// The room of a peg before the move; `None` in start.
    #[must_use]
    pub fn room(&self, peg: Peg) -> Option<Room> {
        self.rooms.of(peg)
    }

    /// The legal ways for a peg with this room to go this many steps.
    #[must_use]
    pub fn legs(&self, board: &Board, peg: Peg, room: &Room, steps: i8) -> [Option<Leg>; 2] {
        let count = steps.unsigned_abs();
        let leg = |way, to| Some(Leg { part: Part { peg, steps, way }, to });
        let (home, on) = if steps < 0 {
            (None, room.back(board, count))
        } else {
            let ours = self.team.contains(peg.colour());
            (room.home(count).filter(|_| ours), room.on(board, count, self.options.pass_inspot))
        };
        match (home, on.filter(|&hole| board.may_land(peg, hole, self.team).is_ok())) {
            (Some(home), Some(hole)) => [leg(Way::Home, home), leg(Way::Main, Spot::track(hole))],
            (Some(home), None) => [leg(Way::Only, home), None],
            (None, Some(hole)) => [leg(Way::Only, Spot::track(hole)), None],
            (None, None) => [None, None],
        }
    }

    /// The legal ways for a peg to go this many steps.
    #[must_use]
    pub fn ways(&self, board: &Board, peg: Peg, steps: i8) -> [Option<Leg>; 2] {
        Room::of(board, peg).map_or([None, None], |room| self.legs(board, peg, &room, steps))
    }

    /// Where a part ends.
    ///
    /// # Errors
    /// Why it cannot be played, or is not written as it must be.
    pub fn resolve(&self, board: &Board, part: Part) -> Result<Spot, Illegal> {
        let legs = self.ways(board, part.peg, part.steps);
        match (part.way, legs) {
            (Way::Only, [Some(_), Some(_)]) => Err(Illegal::SayWay(part.peg)),
            (Way::Home, [Some(home), Some(_)]) => Ok(home.to),
            (Way::Main, [Some(_), Some(main)]) => Ok(main.to),
            (Way::Only, [Some(only), None]) => Ok(only.to),
            (way, [Some(only), None]) if only.to.is_home() == (way == Way::Home) => Err(Illegal::OnlyOneWay(part.peg)),
            _ => Err(self.why_not(board, part)),
        }
    }

    /// Why a part cannot go that way.
    fn why_not(&self, board: &Board, part: Part) -> Illegal {
        let Part { peg, steps, way } = part;
        let (from, ours) = (board.at(peg), self.team.contains(peg.colour()));
        let homeward = way == Way::Home || way == Way::Only && from.is_home();
        if from.is_start() {
            return Illegal::InStart(peg);
        } else if homeward && steps > 0 && !ours {
            return Illegal::NotLedHome(peg);
        } else if homeward && steps > 0 {
            return why_not_home(board, peg, steps.unsigned_abs());
        } else if homeward && !from.is_home() {
            return Illegal::NeverBackIn(peg);
        }
        let blocked = why_not_on(board, peg, steps, self.options.pass_inspot).map(|why| match why {
            Illegal::PassesInSpot(peg) if !ours => Illegal::StopsAtInSpot(peg),
            why => why,
        });
        let landing = || {
            let room = Room::of(board, peg)?;
            let count = steps.unsigned_abs();
            let hole = if steps < 0 { room.back(board, count) } else { room.on(board, count, true) };
            board.may_land(peg, hole?, self.team).err()
        };
        blocked.or_else(landing).unwrap_or(Illegal::NotYours(peg, self.colours))
    }

    fn jump(&self, source: Source, hole: u8, log: &mut Log) -> Result<Board, Illegal> {
        let (colour, peg) = self.taken(source).map_err(|why| self.say_start(hole, why))?;
        let there = self.board.on(hole).ok_or(Illegal::NobodyThere(hole))?;
        if there.colour() == colour {
            return Err(Illegal::NobodyThere(hole));
        }
        let mut after = *self.board;
        after.go(peg, Spot::track(hole), self.team, log)?;
        Ok(after)
    }

    /// Explains a refusal to take a peg in start by its number: a joker does that by another word.
    fn say_start(&self, hole: u8, why: Illegal) -> Illegal {
        let Illegal::InStart(peg) = why else { return why };
        let source = Source::Start(self.named(peg.colour()));
        let play = CardUse { face: Face::JOKER, act: Act::Jump(source, hole) };
        self.jump(source, hole, &mut Log::new()).err().unwrap_or(Illegal::SayStart { peg, play, laid: None })
    }

    /// The peg that a joker takes, and its colour.
    fn taken(&self, source: Source) -> Result<(Seat, Peg), Illegal> {
        match source {
            Source::Start(named) => {
                let colour = self.start_colour(named)?;
                Ok((colour, self.board.in_start(colour).ok_or(Illegal::NoneInStart(colour))?))
            }
            Source::Peg(peg) if !self.colours.contains(peg.colour()) => Err(Illegal::NotYours(peg, self.colours)),
            Source::Peg(peg) if self.board.at(peg).is_start() => Err(Illegal::InStart(peg)),
            Source::Peg(_) if self.must_start() => Err(Illegal::StartFirst),
            Source::Peg(peg) if self.board.at(peg).is_home() && !self.options.joker_from_home => {
                Err(Illegal::NotOutOfHome(peg))
            }
            Source::Peg(peg) => Ok((peg.colour(), peg)),
        }
    }

    /// Must a joker take a peg from start now?
    fn must_start(&self) -> bool {
        self.options.joker == JokerUse::StartFirst
            && self.colours.iter().any(|colour| self.board.in_start(colour).is_some())
    }

    /// The holes that a joker may send this to.
    pub fn targets(&self, source: Source) -> impl Iterator<Item = u8> {
        let taken = self.taken(source).ok();
        Peg::all(self.board.seats()).filter_map(move |target| {
            let (colour, peg) = taken?;
            let hole = self.board.at(target).hole()?;
            (target.colour() != colour && self.board.may_land(peg, hole, self.team).is_ok()).then_some(hole)
        })
    }

    fn swap(&self, one: Peg, two: Peg, log: &mut Log) -> Result<Board, Illegal> {
        for peg in [one, two] {
            self.board.at(peg).hole().ok_or(Illegal::OffTrack(peg))?;
        }
        if one.colour() == two.colour() {
            return Err(Illegal::SameColour);
        }
        if two < one {
            return Err(Illegal::OtherOrder);
        }
        let mut after = *self.board;
        after.swap(one, two, log);
        Ok(after)
    }

    /// The pegs that may change places with this one and are written after it.
    pub fn partners(&self, one: Peg) -> impl Iterator<Item = Peg> {
        let out = move |peg: Peg| self.board.at(peg).hole().is_some();
        Peg::all(self.board.seats())
            .filter(move |&two| two > one && two.colour() != one.colour() && out(one) && out(two))
    }

    /// Does the card have a legal move?
    #[must_use]
    pub fn can_play(&self, face: Face) -> bool {
        self.starts(face, |_| ControlFlow::Break(())).is_break()
    }

    /// Visits every way in which a legal play of the card can begin, in canonical order.
    pub fn starts(&self, face: Face, mut visit: impl FnMut(Begin) -> ControlFlow<()>) -> ControlFlow<()> {
        let uses = Uses::of(face, self.options);
        self.plain_starts(face, &mut visit)?;
        if let Some(split) = uses.split {
            Cut::new(self, split).beginners().try_for_each(|peg| visit(Begin::Split(peg)))?;
        }
        if uses.swap {
            for peg in Peg::all(self.board.seats()).filter(|&peg| self.partners(peg).next().is_some()) {
                visit(Begin::Swap(peg))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Those of one peg alone: out of start, a number of steps, or onto another peg.
    pub fn plain_starts(&self, face: Face, mut visit: impl FnMut(Begin) -> ControlFlow<()>) -> ControlFlow<()> {
        let uses = Uses::of(face, self.options);
        if uses.out {
            for colour in self.colours.iter().filter(|&colour| self.can_come_out(colour)) {
                visit(Begin::Whole(Act::Out(self.named(colour))))?;
            }
        }
        for peg in self.colours.iter().flat_map(Peg::of) {
            let Some(room) = self.room(peg) else { continue };
            for &steps in uses.singles {
                for leg in self.legs(self.board, peg, &room, steps).into_iter().flatten() {
                    visit(Begin::Whole(Act::One(leg.part)))?;
                }
            }
        }
        if uses.jump {
            for source in self.sources().filter(|&source| self.targets(source).next().is_some()) {
                visit(Begin::Joker(source))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a joker could take, whether or not it has somewhere to go.
    fn sources(&self) -> impl Iterator<Item = Source> {
        let starts = self.colours.iter().map(|colour| Source::Start(self.named(colour)));
        let pegs = self.colours.iter().flat_map(Peg::of).map(Source::Peg);
        starts.chain(pegs).filter(|&source| self.taken(source).is_ok())
    }
}

/// The seats of a player's side: every other seat.
#[must_use]
pub fn team_of(player: Seat, seats: u8) -> SeatSet {
    Seat::all(seats).filter(|seat| seat.number() % 2 == player.number() % 2).collect()
}

/// The colour a player moves: their own, or, once that is all home, that of the first team-mate to the left whose
/// pegs are not.
#[must_use]
pub fn phase_colour(board: &Board, player: Seat) -> Seat {
    let seats = board.seats();
    let mates = (0..seats / 2).map(|step| player.after(2 * step, seats));
    mates.into_iter().find(|&colour| !board.all_home(colour)).unwrap_or(player)
}
