//! The contract between a game's rules and everything that plays it.
//!
//! A game is split in two: [`Game`] is its rules (what may happen and what follows), [`Words`](super::Words) is how
//! it is put into words (notation, boards, refusals, controls). Both see positions through [`View`] only; [`State`]
//! is opened by `deal`, `apply` and `imagine` alone.

use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cards::CardText;
use super::chance::Chance;
use super::not_offered::NotOffered;
use super::options::{Declared, Knob, Variant};
use super::seats::{Seat, SeatSet, Seats, Side};
use super::words::Reader;

pub use super::view::{State, View};

/// Who is asked to act now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaiting {
    /// One seat is on turn.
    Turn(Seat),
    /// Each of these is on turn independently of the others, at a table of its own.
    Turns(SeatSet),
    /// Each of these may act; the first to do so may settle it.
    Race(SeatSet),
    /// Each of these acts unseen by the others; all are judged together. Until then one seat's answer must not make
    /// the buttons of the others stale, so the game says what its [`Turns::window`] is.
    Sealed(SeatSet),
    /// The match is over.
    Nobody,
}

impl Awaiting {
    /// The seats that are asked.
    #[must_use]
    pub const fn seats(self) -> SeatSet {
        match self {
            Self::Turn(seat) => SeatSet::one(seat),
            Self::Turns(seats) | Self::Race(seats) | Self::Sealed(seats) => seats,
            Self::Nobody => SeatSet::EMPTY,
        }
    }

    /// The seats each of which keeps the others waiting by itself; none while several race or answer sealed.
    #[must_use]
    pub const fn waited_for(self) -> SeatSet {
        match self {
            Self::Race(seats) | Self::Sealed(seats) if seats.len() > 1 => SeatSet::EMPTY,
            _ => self.seats(),
        }
    }

    /// The seats of which the first to answer has it; none while only one may.
    #[must_use]
    pub const fn racing(self) -> SeatSet {
        match self {
            Self::Race(seats) if seats.len() > 1 => seats,
            _ => SeatSet::EMPTY,
        }
    }
}

/// Who is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum To {
    /// Every seat and every spectator.
    Everyone,
    /// These seats alone.
    Only(SeatSet),
}

impl To {
    /// Just this seat.
    #[must_use]
    pub const fn seat(seat: Seat) -> Self {
        Self::Only(SeatSet::one(seat))
    }

    /// May this viewer (`None` is a spectator) be told?
    #[must_use]
    pub fn reaches(self, viewer: Option<Seat>) -> bool {
        match self {
            Self::Everyone => true,
            Self::Only(seats) => viewer.is_some_and(|seat| seats.contains(seat)),
        }
    }
}

/// Something that happened, addressed.
#[derive(Clone, PartialEq, Debug)]
pub struct Told<E> {
    /// Who may know it.
    pub to: To,
    /// What happened.
    pub event: E,
}

impl<E> Told<E> {
    /// Told to everybody.
    pub const fn everyone(event: E) -> Self {
        Self { to: To::Everyone, event }
    }

    /// Told to one seat.
    pub const fn seat(seat: Seat, event: E) -> Self {
        Self { to: To::seat(seat), event }
    }
}

/// The facts that one move brought about, in order.
pub type Facts<G> = Vec<Told<<G as Parts>::Event>>;

/// The next steps of a move that is built step by step, in the game's canonical order.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices<G: Parts> {
    /// What may come next.
    pub steps: Vec<G::Step>,
    /// The move that the steps so far make, if they already make one.
    pub done: Option<G::Move>,
}

impl<G: Parts> Choices<G> {
    /// Nothing to choose.
    #[must_use]
    pub const fn none() -> Self {
        Self { steps: Vec::new(), done: None }
    }

    /// These steps, and no move yet.
    #[must_use]
    pub const fn steps(steps: Vec<G::Step>) -> Self {
        Self { steps, done: None }
    }

    /// A complete move with nothing to add.
    #[must_use]
    pub const fn done(done: G::Move) -> Self {
        Self { steps: Vec::new(), done: Some(done) }
    }
}

/// Where a side ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Placing {
    /// Which side.
    pub side: Side,
    /// 1 for the winner; sides that tie share a place.
    pub place: u8,
    /// Its final score.
    pub score: i32,
}

/// The end of a match, best side first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Standings(pub Vec<Placing>);

impl Standings {
    /// Ranks sides by their score, the highest first; equal scores share a place.
    #[must_use]
    pub fn by_score(scores: &Seats<i32>) -> Self {
        let mut places: Vec<Placing> = scores
            .iter()
            .enumerate()
            .map(|(side, &score)| Placing { side: Side(side as u8), place: 0, score })
            .collect();
        places.sort_by_key(|p| std::cmp::Reverse(p.score));
        for i in 0..places.len() {
            places[i].place =
                if i > 0 && places[i].score == places[i - 1].score { places[i - 1].place } else { i as u8 + 1 };
        }
        Self(places)
    }

    /// The sides in first place.
    pub fn winners(&self) -> impl Iterator<Item = Side> {
        self.0.iter().filter(|p| p.place == 1).map(|p| p.side)
    }
}

/// Where a match stands after a move or a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Somebody is awaited.
    Playing,
    /// The hand is over; [`Match`](super::Match) deals the next one at once.
    HandOver,
    /// The match is over.
    MatchOver(Standings),
}

/// A section of a game's rules page: the anchor of one of its headings (`## 3.4 Knocking` has the anchor `knocking`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleRef(pub &'static str);

/// Why a move is not legal: a cause, which is put into words for whoever reads them, and cites the rule.
pub trait Refuse: fmt::Debug + Clone + PartialEq + Send + Sync + 'static {
    /// In a player's words.
    fn says(&self, reader: &Reader) -> String;
    /// The section of the game's rules page that says so.
    fn rule(&self) -> RuleRef;
}

/// A move to be carried out: one that [`Judging::check`] has found legal, or a [fallback](Choosing::fallback), which every
/// game's tests check to be legal. There is no third way to make one.
pub struct Legal<M>(M);

impl<M> Legal<M> {
    /// The move, if it is legal for the viewer.
    pub(super) fn checked<G: Game<Move = M>>(view: &View<'_, G>, m: M) -> Result<Self, G::Illegal> {
        G::check(view, &m).map(|()| Self(m))
    }

    /// What is played for the viewer, who has resigned.
    pub(super) fn fallback<G: Game<Move = M>>(view: &View<'_, G>) -> Self {
        let m = G::fallback(view);
        debug_assert!(G::check(view, &m).is_ok(), "a fallback is legal");
        Self(m)
    }

    pub(super) const fn peek(&self) -> &M {
        &self.0
    }

    /// The move itself.
    pub fn get(self) -> M {
        self.0
    }
}

/// What a game is made of (its `mod.rs`).
pub trait Parts: Sized + Send + Sync + 'static {
    /// Its id, as commands and records spell it (`gin-rummy`).
    const ID: &'static str;
    /// Its name, as people spell it.
    const TITLE: &'static str;
    /// The names that it has elsewhere: lists of games, rules pages and help know them.
    const ELSEWHERE: &'static [&'static str] = &[];
    /// Its colour, `0xRRGGBB`, for the edge of its messages and pictures.
    const COLOR: u32;
    /// What a match of it is like, in one line, for people who choose.
    const FEELS: &'static str;
    /// About how long a match of its first variant takes for the fewest who can play it, in minutes: our estimate.
    const MINUTES: u16;
    /// Cards that stand for it, by their codes.
    const EMBLEM: &'static [&'static str];
    /// Raised whenever a rule changes: matches and records of another revision are refused, never played by other
    /// rules.
    const RULES_REV: u16;
    /// Its rules page, in Markdown. Each heading is an anchor that refusals cite.
    const RULES: &'static str;

    /// The knobs of a table, complete: `Default` is the game's first variant, and each JSON field is a [`Knob`].
    type Options: Declared + Clone + PartialEq + fmt::Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    /// What its packs are made of.
    type Card: CardText;
    /// What everybody may read, including the options.
    type Public: Clone + PartialEq + Serialize + Send + Sync;
    /// What one seat may read.
    type Private: Clone + PartialEq + Serialize + Send + Sync;
    /// What nobody may read: the stock, sealed answers.
    type Secret: Clone + PartialEq + Send + Sync;
    /// What everybody sees of a seat's drawer, such as its number of cards.
    type Backs: PartialEq + Serialize;
    /// One complete decision.
    type Move: Clone + PartialEq + fmt::Debug + Send + Sync;
    /// One step on the way to a move.
    type Step: Clone + PartialEq + fmt::Debug + Send + Sync;
    /// Something that happened.
    type Event: Clone + PartialEq + fmt::Debug + Serialize + Send + Sync;
    /// Why a move is not legal.
    type Illegal: Refuse;
}

/// What a table may choose, and what it has then (`options.rs`).
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Preparing: Parts {
    /// The named bundles of options, the default one first.
    fn variants() -> &'static [Variant<Self::Options>] {
        Self::Options::VARIANTS
    }
    /// Every option, with its type and range, in the order of the lobby.
    fn knobs() -> &'static [Knob] {
        Self::Options::KNOBS
    }
    /// Does this option matter in a match with these options? Those that do not are not offered.
    fn matters(options: &Self::Options, key: &str) -> bool {
        true
    }
    /// How many may sit at a table with these options.
    fn seats(options: &Self::Options) -> RangeInclusive<u8>;
    /// Options that exclude each other, or need another number of seats: what is wrong, and what would be right.
    ///
    /// # Errors
    /// The game's own objection.
    fn validate(options: &Self::Options, seats: u8) -> Result<(), NotOffered> {
        Ok(())
    }
    /// Which side each seat is on; sides are numbered from 0 without gaps. By default everybody plays alone.
    fn sides(options: &Self::Options, seats: u8) -> Seats<Side> {
        Seats::of(seats, |seat| Side(seat.number()))
    }
    /// The cards of one fresh pack, in a fixed order: what [`Chance::pack`] is given for each hand.
    fn pack(options: &Self::Options, seats: u8) -> Vec<Self::Card>;
    /// Do the rules of this table let the host void a hand (a misdeal)?
    fn may_void(options: &Self::Options) -> bool {
        false
    }
}

/// Whose turn it is, who sees what, and how it stands (`state.rs`).
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Turns: Parts {
    /// The options in force: every position carries them in its public drawer.
    fn options_of(public: &Self::Public) -> &Self::Options;
    /// Who is asked.
    fn awaiting(public: &Self::Public) -> Awaiting;
    /// May this seat have a move at all? Usually those awaited; some games let others interrupt.
    fn may_act(public: &Self::Public, seat: Seat) -> bool {
        Self::awaiting(public).seats().contains(seat)
    }
    /// The seats that are playing a part of the match of their own just now: their turns are no news to this seat.
    fn apart(public: &Self::Public, seat: Seat) -> SeatSet {
        SeatSet::EMPTY
    }
    /// A number that changes whenever an earlier click of this seat (`None`: a button that all share) no longer
    /// means what it meant. By default the number of moves made, so that any move makes everybody's buttons stale;
    /// games in which several seats act at once must count more coarsely (the suite checks it).
    fn window(public: &Self::Public, seat: Option<Seat>, moves: u32) -> u32 {
        moves
    }
    /// What everybody sees of a drawer.
    fn backs(own: &Self::Private) -> Self::Backs;
    /// May `viewer` look into the drawer of another seat (a resting partner, say)?
    fn lets_see(public: &Self::Public, viewer: Seat, whose: Seat) -> bool {
        false
    }

    /// Which hand is being played, from 1.
    fn hand(public: &Self::Public) -> u32;
    /// Running totals by side; once the match is over, the final ones.
    fn scores(public: &Self::Public) -> Seats<i32>;
    /// Running totals by side without what only the end of the match adds: what score sheets list hand by hand.
    fn totals(public: &Self::Public) -> Seats<i32> {
        Self::scores(public)
    }
}

/// What is legal (`illegal.rs`).
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Judging: Turns {
    /// Is the move legal for the viewer, as far as the viewer can know? What depends on hidden truth is legal here and
    /// decided by `apply`.
    ///
    /// `check`, [`choices`](Choosing::choices) and [`fallback`](Choosing::fallback) are called for seats that
    /// [may act](Turns::may_act) only. Their view may be a spectator's by its type alone: then refuse whatever is at
    /// hand, offer [`Choices::none`] and return any move.
    ///
    /// # Errors
    /// Why not.
    fn check(view: &View<'_, Self>, m: &Self::Move) -> Result<(), Self::Illegal>;
    /// Why a seat may not act now, if there is more to say than that it is not its turn.
    fn waits(public: &Self::Public, seat: Seat) -> Option<Self::Illegal> {
        None
    }
}

/// What may be played (`moves.rs`).
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Choosing: Parts {
    /// The steps that may follow `so_far`. Every offered path ends in a legal move. Usually a move has exactly one
    /// path, with two exceptions: a move too costly to search for on each press may have none (it is still listed
    /// by [`each_move`](super::Notation::each_move)), and equivalent spellings that are too costly to tell apart may
    /// each have one. After steps that were never offered: [`Choices::none`].
    fn choices(view: &View<'_, Self>, so_far: &[Self::Step]) -> Choices<Self>;
    /// What is played for a seat that has resigned: always legal, and always what harms the others least. Records
    /// do not hold it: it is a rule of the game, and changing it is a change of rules.
    fn fallback(view: &View<'_, Self>) -> Self::Move;
    /// This move is the viewer's only one: does it tell everybody so, because all could see it before, or because it
    /// can be played only where there is no other? Then a table may play it by itself. How soon any other comes would
    /// tell something of what is hidden (the suite checks it).
    fn goes_without_saying(view: &View<'_, Self>, m: &Self::Move) -> bool {
        false
    }
}

/// How a hand begins (`deal.rs`).
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Dealing: Parts {
    /// A table before its first deal. `first` plays first in the first hand; any other roles follow from it (usually
    /// the dealer is the seat before it).
    fn open(options: &Self::Options, seats: u8, first: Seat) -> State<Self>;
    /// Who plays first in the first hand if nobody chooses and the rules decide it; otherwise a seat is drawn.
    fn first(seats: u8) -> Option<Seat> {
        None
    }
    /// Deals the next hand.
    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress;
}

/// What follows from a move (`play.rs`).
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Playing: Parts {
    /// Plays a legal move.
    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Self::Move>,
        chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress;
    /// Voids the hand; called only where the host [may](Preparing::may_void). The next one is dealt on [`Progress::HandOver`].
    fn void(state: &mut State<Self>, facts: &mut Facts<Self>) -> Progress {
        Progress::Playing
    }
}

/// What a viewer may think (`imagine.rs`).
pub trait Imagining: Parts {
    /// A position that the viewer cannot tell from the true one: everything out of sight dealt afresh, within what
    /// the viewer knows.
    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self>;
}

/// The rules of a game: each part stands in the file that its trait names.
pub trait Game: Preparing + Turns + Judging + Choosing + Dealing + Playing + Imagining {}

impl<G: Preparing + Turns + Judging + Choosing + Dealing + Playing + Imagining> Game for G {}

/// The types of a game by their usual names.
macro_rules! usual_parts {
    () => {
        type Options = Options;
        type Public = Public;
        type Private = Private;
        type Secret = Secret;
        type Move = Move;
        type Event = Event;
        type Illegal = Illegal;
    };
}
pub(super) use usual_parts;
