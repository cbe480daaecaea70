//! What a person asks of a table, and what comes back.

use std::fmt;
use std::sync::Arc;

use super::closing::Closing;
use super::names::Person;
use super::snapshot::Snapshot;
use crate::store::{
    Absent, Cause, ChannelId, Clock, FaultId, ForcedMoves, Hints, Level, NextHand, Place, Sitter, Store, StoreError,
};
use engine::{Built, Overrides};

/// A table to be opened.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The channel it is opened in, and its server.
    pub place: Place,
    /// The person who opens it: they sit down first, and manage the table.
    pub host: Person,
    /// The game's id.
    pub game: String,
    /// The variant's id; `None`: the game's first variant.
    pub variant: Option<String>,
    /// Exactly this many seats; `None`: as many people as come, within what the variant takes.
    pub seats: Option<u8>,
    /// Options that differ from the variant's.
    pub options: Overrides,
    /// Only those whom the host [invites](LobbyAct::Invite) may join.
    pub private: bool,
    /// The seats that the house has from the start. If nobody else can come then, the match starts at once.
    pub houses: Vec<Level>,
    /// How long a person may take over a move.
    pub clock: Clock,
    /// A challenge: a table for the host and this person, which starts when it is accepted.
    pub invited: Option<Person>,
    /// The interaction behind it.
    pub cause: Option<Cause>,
}

impl NewTable {
    /// A table of this game as it is played most, for as many people as come.
    #[must_use]
    pub fn new(game: impl Into<String>, place: Place, host: Person) -> Self {
        let (variant, seats, invited, cause) = (None, None, None, None);
        Self {
            place,
            host,
            game: game.into(),
            variant,
            seats,
            options: Overrides::new(),
            private: false,
            houses: Vec::new(),
            clock: Clock::None,
            invited,
            cause,
        }
    }
}

/// Something that a person asks of a table.
#[derive(Clone, Debug)]
pub struct Request {
    /// The person who asks; what they may do follows from their seat.
    pub who: Person,
    /// The interaction behind it: what was carried out once is not carried out again.
    pub cause: Option<Cause>,
    /// The window that the pressed button named; `None` for typed commands, which mean "now".
    pub window: Option<Window>,
    /// Whether it comes from a place where the nicknames of the table's server are unknown, such as a direct
    /// message.
    pub afar: bool,
    /// The channel that this person may moderate, if any. They may close a table in it.
    pub moderates: Option<ChannelId>,
    /// What is asked for.
    pub act: Act,
}

impl Request {
    /// A request without cause, window or special powers.
    #[must_use]
    pub fn new(who: Person, act: impl Into<Act>) -> Self {
        Self { who, cause: None, window: None, afar: false, moderates: None, act: act.into() }
    }

    /// The interaction behind it.
    #[must_use]
    pub const fn cause(mut self, cause: Cause) -> Self {
        self.cause = Some(cause);
        self
    }

    /// The window of the button.
    #[must_use]
    pub const fn window(mut self, window: Window) -> Self {
        self.window = Some(window);
        self
    }

    /// Asked by somebody who may moderate this channel.
    #[must_use]
    pub const fn moderates(mut self, channel: Option<ChannelId>) -> Self {
        self.moderates = channel;
        self
    }
}

/// The window that a button was made in. Numbers of the two kinds cannot be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// A button on the board.
    Board(u32),
    /// [`HandText::window`](super::HandText::window): a button beside a hand.
    Hand(u32),
}

/// What is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// Something about the table and its seats.
    Lobby(LobbyAct),
    /// Something about the match.
    Match(MatchAct),
    /// The same people again, with the next seat to play first (anyone of the table, for a week after the match): opens
    /// a new table in which the others are asked to accept. For everybody after the first it means
    /// [`Accept`](LobbyAct::Accept), unless that table was closed.
    Rematch,
}

/// What is asked of a table and its seats.
#[derive(Clone, PartialEq)]
pub enum LobbyAct {
    /// Sits down (lobby). In a challenge or a rematch the same as [`Accept`](Self::Accept).
    Join,
    /// Gets up (lobby). If the host leaves, the next person at the table becomes host; the last person to leave
    /// closes the table, and either of two closes their challenge. Somebody who was asked and has no seat yet
    /// [declines](Self::Decline).
    Leave,
    /// Starts the match (host, lobby).
    Start,
    /// Sends somebody away (host, lobby), until a host [lets them back in](Self::Invite).
    Kick(Sitter),
    /// Gives the house a seat (host, lobby). Whoever joins a full table takes such a seat.
    AddHouse(Level),
    /// Lets somebody join a private table, or come back to one they were sent away from (host, lobby).
    Invite(Person),
    /// Changes these options and keeps the others (host, lobby); `null` sets one back to the variant's.
    SetOptions(Overrides),
    /// Another variant, with its own options (host, lobby).
    SetVariant(String),
    /// Exactly this many seats; 0: as many as come (host, lobby).
    SetSeats(u8),
    /// Who is given hints (host, lobby).
    SetHints(Hints),
    /// How long a person may take over a move (host, lobby).
    SetClock(Clock),
    /// What becomes of the seat of whoever runs out of time again and again (host, lobby).
    SetAbsent(Absent),
    /// Which forced moves play themselves (host, lobby).
    SetForced(ForcedMoves),
    /// When the next hand is shown (host, lobby).
    SetNextHand(NextHand),
    /// Adds a word of one's own to the chance (lobby): what it is made of, and what it was not before.
    SayWord(String),
    /// Somebody changes places with the person before them (host, lobby): the seats decide who plays together.
    MoveUp(Sitter),
    /// Accepts a challenge, a rematch or an invitation. A challenge starts at once; a rematch when all have
    /// accepted.
    Accept,
    /// Declines. A challenge or a rematch of two is then closed; a rematch of more goes on like any other table.
    Decline,
    /// Closes the table, or asks the others at it for that; for those who [may](Snapshot::may_end). An undecided match is
    /// neither recorded as a result nor rated.
    End,
    /// Asks the others at a match to have the house play on for somebody for whom they have waited for a day.
    LetTheHouse,
    /// Agrees to the wish of this number.
    Agree(u32),
    /// Plays on instead, or takes it back.
    PlayOn(u32),
    /// The house closes the table ([`Room::close`](super::Room::close)).
    Close(Closing),
}

/// What is asked of a match.
#[derive(Clone, PartialEq)]
pub enum MatchAct {
    /// Plays a move in the game's notation.
    Play(String),
    /// Continues building a move: a path of step indices. Plays it once it is complete and nothing may follow.
    Build(Vec<usize>),
    /// Plays the move that the path makes.
    Finish(Vec<usize>),
    /// Voids the hand, if the rules allow that (host): this deal's, or whichever is being played.
    Void(Option<u32>),
    /// Gives the match up.
    Resign,
    /// Gives it up, and the house plays on in their place, where more than two sides play.
    Leave,
    /// Takes the seat again that the house plays in their place.
    Return,
    /// Shows this deal, which waits (anybody at the table).
    Next(u32),
}

impl From<LobbyAct> for Act {
    fn from(act: LobbyAct) -> Self {
        Self::Lobby(act)
    }
}

impl From<MatchAct> for Act {
    fn from(act: MatchAct) -> Self {
        Self::Match(act)
    }
}

impl fmt::Debug for LobbyAct {
    /// Names the act only: whom it concerns is nobody else's business.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Join => "Join",
            Self::Leave => "Leave",
            Self::Start => "Start",
            Self::Kick(_) => "Kick",
            Self::AddHouse(_) => "AddHouse",
            Self::Invite(_) => "Invite",
            Self::SetOptions(_) => "SetOptions",
            Self::SetVariant(_) => "SetVariant",
            Self::SetSeats(_) => "SetSeats",
            Self::SetHints(_) => "SetHints",
            Self::SetClock(_) => "SetClock",
            Self::SetAbsent(_) => "SetAbsent",
            Self::SetForced(_) => "SetForced",
            Self::SetNextHand(_) => "SetNextHand",
            Self::SayWord(_) => "SayWord",
            Self::MoveUp(_) => "MoveUp",
            Self::Accept => "Accept",
            Self::Decline => "Decline",
            Self::End => "End",
            Self::LetTheHouse => "LetTheHouse",
            Self::Agree(_) => "Agree",
            Self::PlayOn(_) => "PlayOn",
            Self::Close(_) => "Close",
        })
    }
}

impl fmt::Debug for MatchAct {
    /// Names the act only: a move may be nobody else's business.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Play(_) => "Play",
            Self::Build(_) => "Build",
            Self::Finish(_) => "Finish",
            Self::Void(_) => "Void",
            Self::Resign => "Resign",
            Self::Leave => "Leave",
            Self::Return => "Return",
            Self::Next(_) => "Next",
        })
    }
}

/// The answer to a request.
#[derive(Clone)]
pub struct Answer {
    /// The table as it now stands.
    pub snapshot: Arc<Snapshot>,
    /// What was done.
    pub outcome: Outcome,
    /// The move that was played, in words for its mover only.
    pub said: Option<String>,
}

impl fmt::Debug for Answer {
    /// What was said may name hidden cards, so it stays out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { snapshot, outcome, said: _ } = self;
        f.debug_struct("Answer").field("snapshot", snapshot).field("outcome", outcome).finish_non_exhaustive()
    }
}

/// What was done.
#[derive(Clone, PartialEq)]
pub enum Outcome {
    /// It was done and is on disk (or there was nothing to do).
    Done,
    /// The same cause was already carried out; nothing was done again.
    Repeated,
    /// The next controls of the move being built, for that person only.
    Step(Built),
}

impl fmt::Debug for Outcome {
    /// Steps may name hidden cards, so they stay out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Done => "Done",
            Self::Repeated => "Repeated",
            Self::Step(_) => "Step(..)",
        })
    }
}

/// Something broke on our side. The details are in the log, under the same id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The id in the log.
    pub id: FaultId,
    /// Whether the request may have been carried out before it broke.
    pub perhaps_done: bool,
}

impl Fault {
    /// Logs what broke under a fresh id. `what` and `error` must contain nothing hidden: no hands, moves or seeds.
    #[must_use]
    pub fn log(what: &str, error: &dyn std::error::Error) -> Self {
        let id = FaultId::random();
        tracing::error!(fault = %id, "{what}: {}", causes(error));
        Self { id, perhaps_done: false }
    }

    /// What failed in the database. The store logs what happens again and again only once, under an id that all are
    /// shown; anything else is logged here.
    #[must_use]
    pub fn of_store(store: &Store, what: &str, error: &StoreError) -> Self {
        let told = store.told(error).map(|id| Self { id, perhaps_done: false });
        let fault = told.unwrap_or_else(|| Self::log(what, error));
        if error.may_be_done() { fault.perhaps_done() } else { fault }
    }

    /// The same, but the request may have been carried out.
    #[must_use]
    pub const fn perhaps_done(self) -> Self {
        Self { perhaps_done: true, ..self }
    }
}

/// An error with the chain of its causes.
#[must_use]
pub fn causes(error: &dyn std::error::Error) -> String {
    let chain = std::iter::successors(Some(error), |error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
