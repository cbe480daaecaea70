//! A table as it was after a committed change: what the board shows, and each seat's own hand.

use std::fmt;

use serde_json::Value;

use super::frozen::Frozen;
use super::lobby::{Did, LobbyFact};
use super::names::Person;
use super::news::News;
use super::recent::Lately;
use super::rejection::Unfit;
use super::request::Window;
use super::results::{RatingMove, Share};
use super::wishes::{OpenWish, Presence};
use crate::store::{
    Absent, ChannelId, Clock, ForcedMoves, Hints, Level, NextHand, Place, Sitter, Stage, TableId, UserId,
};
use engine::catalog::Listed;
use engine::proof::Bytes;
use engine::{Awaiting, Control, Fact, Language, Seat, SeatSet, Seen, Side};

/// A table as it was after a committed change: facts, and the match as it stood. That is put into words when somebody
/// looks. All of it is public except the hands, which are reached only through [`hand_of`](Self::hand_of) and never
/// printed.
#[derive(Clone)]
pub struct Snapshot {
    /// Its code.
    pub table: TableId,
    /// Grows with every committed change, across restarts too: a smaller number is an older state.
    pub rev: u64,
    /// Why it is shown.
    pub occasion: Occasion,
    /// When the change was committed, in milliseconds since 1970.
    pub at: i64,
    /// Where.
    pub place: Place,
    /// The stage of the table.
    pub stage: Stage,
    /// What is played, and who may come.
    pub terms: Terms,
    /// Who is here, and who is not.
    pub seating: Seating,
    /// What this change was (or the last change, if the table was only looked at).
    pub news: News,
    /// How the ratings in this game changed (everywhere, of all time), none until the end; or why they will not.
    pub ratings: Result<Vec<RatingMove>, Unrated>,
    /// What the table has posted so that its deal can be proved; `None` if it was opened before there was that.
    pub pledge: Option<Pledge>,
    /// The match; in the lobby there is none.
    pub play: Frozen,
}

/// Why a snapshot is shown. But for a change, its revision is an earlier one's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// A change, or somebody looks.
    Change,
    /// Somebody is called otherwise.
    Renamed,
    /// Somebody has kept the others waiting for long.
    Waits,
    /// These are called once more: their time is running out, or others nudged them.
    Calls(SeatSet),
}

impl Occasion {
    /// Those who are called once more.
    #[must_use]
    pub const fn called(self) -> SeatSet {
        if let Self::Calls(seats) = self { seats } else { SeatSet::EMPTY }
    }
}

/// What a table has posted so that its deal can be proved. All of it is public.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pledge {
    /// Which of the tables that were opened in its server, from 1: one that came to nothing keeps its number.
    pub number: u32,
    /// Which of the tables of its channel since a match was last decided there, from 1.
    pub attempt: u32,
    /// What it committed itself to as it was opened.
    pub commitment: Bytes,
    /// What those who sit there have added to the chance, in seat order; once the match has begun, what started it too.
    pub entropy: Vec<String>,
    /// The packs that are played from, each by its number from 1 and its root: of several where several are dealt at once.
    pub packs: Vec<(u32, Bytes)>,
    /// What was hidden, once the table is not live any more.
    pub opened: Option<Disclosed>,
}

/// What a table publishes in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disclosed {
    /// What it had committed itself to.
    pub secret: Bytes,
    /// The digest of the record; `None` if no match began.
    pub digest: Option<Bytes>,
}

/// Why a match is not rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unrated {
    /// The house has a seat.
    House,
    /// The host has voided a hand.
    Voided,
}

/// The terms of a table.
#[derive(Clone)]
pub struct Terms {
    /// The game.
    pub game: &'static dyn Listed,
    /// The variant's id.
    pub variant: String,
    /// Only the invited may join.
    pub private: bool,
    /// Who is given hints.
    pub hints: Hints,
    /// How long a person may take over a move.
    pub clock: Clock,
    /// What becomes of the seat of whoever runs out of time again and again.
    pub absent: Absent,
    /// Which forced moves play themselves.
    pub forced: ForcedMoves,
    /// When the next hand is shown.
    pub next_hand: NextHand,
    /// A challenge or a rematch: it starts by itself once everybody asked has accepted.
    pub challenge: bool,
    /// The table that this one is the rematch of.
    pub rematch_of: Option<TableId>,
    /// The table that was opened for a rematch of this one.
    pub rematch: Option<TableId>,
    /// The numbers of players with which the match can start, fewest first; once it has begun: how many play.
    pub counts: Vec<u8>,
    /// The options in force, complete; or why those asked for do not go together.
    pub options: Result<Value, Unfit>,
}

impl Terms {
    /// The variant's name.
    #[must_use]
    pub fn variant_title(&self, language: Language) -> &str {
        self.game.variant(&self.variant).map_or(&self.variant, |variant| variant.title.says(language))
    }

    /// The options in force that differ from common play, in one line.
    #[must_use]
    pub fn house_rules(&self, language: Language) -> String {
        self.options.as_ref().map(|options| self.game.house_rules(options, language)).unwrap_or_default()
    }

    /// What never changes in the match and no board repeats: what cards count, what signs stand for.
    #[must_use]
    pub fn what_counts(&self) -> String {
        self.options.as_ref().map(|options| self.game.what_counts(options, Language::English)).unwrap_or_default()
    }
}

/// Who is at a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Seating {
    /// The seats in order, including free ones.
    pub seats: Vec<SeatInfo>,
    /// The host, who manages the table.
    pub host: UserId,
    /// Those who are invited and have not sat down yet.
    pub invited: Vec<Person>,
    /// Those whom a host sent away, and whom no host has let back in.
    pub sent_away: Vec<Person>,
    /// The seats of the house for which alone the match waits, and has for long. Where that is new, the revision is an
    /// earlier one's.
    pub lingering: SeatSet,
    /// The seats whose people may leave them to the house.
    pub may_be_left: SeatSet,
    /// Who made the moves at the seats that the house took over.
    pub shares: Vec<(Seat, Share)>,
    pub presence: Presence,
    /// What somebody wishes of the match, if that waits for the word of others.
    pub wish: Option<OpenWish>,
}

impl Snapshot {
    /// What only this person may see: must only ever be shown to them. `None` for those who are not seated, and
    /// while no match is being played.
    #[must_use]
    pub fn hand_of(&self, user: UserId) -> Option<&HandText> {
        let seat = self.played_by(user)?;
        self.play.hand(seat, &self.news)
    }

    /// Whether this person holds cards that others may not see.
    #[must_use]
    pub fn holds_cards(&self, user: UserId) -> bool {
        self.played_by(user).is_some_and(|seat| self.play.has_cards(seat))
    }

    /// The window that the controls of this person's hand name, as [`Window::Hand`].
    #[must_use]
    pub fn window_of(&self, user: UserId) -> Option<u32> {
        self.played_by(user).map(|seat| self.play.window(Some(seat)))
    }

    /// Whether the change told this person something that nobody else may see.
    #[must_use]
    pub fn tells(&self, user: UserId) -> bool {
        self.played_by(user).is_some_and(|seat| self.news.own_of(seat).next().is_some())
    }

    /// The people who have a hand, in seat order, for delivering hands after a change.
    pub fn players(&self) -> impl Iterator<Item = UserId> {
        self.seating
            .seats
            .iter()
            .filter_map(|s| s.sitter?.person())
            .filter(|_| self.stage == Stage::Playing && self.play.is_on())
    }

    fn played_by(&self, user: UserId) -> Option<Seat> {
        self.players().find(|player| *player == user)?;
        self.seat_of(user).map(|seat| seat.seat)
    }

    /// The buttons on the board.
    #[must_use]
    pub fn shared(&self) -> Vec<Control> {
        self.active().map(Frozen::shared).unwrap_or_default()
    }

    /// The deal that the host can void now, by the rules of this table. A host who has resigned cannot.
    #[must_use]
    pub fn voidable(&self) -> Option<u32> {
        self.seat_of(self.seating.host).filter(|host| !host.is_given_up())?;
        self.active()?.voidable()
    }

    /// The people whose turn it is, or who are asked to act at the same time.
    #[must_use]
    pub fn awaiting(&self) -> Vec<UserId> {
        self.asked(Awaiting::seats)
    }

    /// Those of them who alone keep others waiting.
    #[must_use]
    pub fn waited_for(&self) -> Vec<UserId> {
        self.asked(Awaiting::waited_for)
    }

    /// The people of whom the first to answer has it.
    #[must_use]
    pub fn racing(&self) -> Vec<UserId> {
        self.asked(Awaiting::racing)
    }

    /// Whether the first to answer has it, however many still may.
    #[must_use]
    pub fn is_race(&self) -> bool {
        self.active().is_some_and(|play| matches!(play.awaiting(), Awaiting::Race(_)))
    }

    /// The people at the seats that `whom` picks from those awaited now.
    fn asked(&self, whom: impl Fn(Awaiting) -> SeatSet) -> Vec<UserId> {
        self.at_seats(self.active().map(|play| whom(play.awaiting())).unwrap_or_default())
    }

    /// The people at these seats who play them themselves.
    #[must_use]
    pub fn at_seats(&self, seats: SeatSet) -> Vec<UserId> {
        let user_at =
            |seat: Seat| self.seating.seats.get(seat.index()).filter(|seat| seat.left_to.is_none())?.sitter?.person();
        seats.iter().filter_map(user_at).collect()
    }

    /// The match, while it is being played.
    fn active(&self) -> Option<&Frozen> {
        Some(&self.play).filter(|_| self.stage == Stage::Playing)
    }

    /// Whether this window is open now for the owner of this hand.
    #[must_use]
    pub fn is_open(&self, hand: &HandText, window: Window) -> bool {
        window == Window::Board(self.play.window(None)) || window == Window::Hand(hand.window)
    }

    /// The seat of a person.
    #[must_use]
    pub fn seat_of(&self, user: UserId) -> Option<&SeatInfo> {
        self.seating.seats.iter().find(|s| s.sitter.is_some_and(|who| who == user))
    }

    /// The people seated at the table, in seat order: without the house.
    pub fn people(&self) -> impl Iterator<Item = Person> {
        let person = |s: &SeatInfo| Some(Person::new(s.sitter?.person()?, &s.name));
        self.seating.seats.iter().filter_map(person)
    }

    /// Whether the house has a seat.
    #[must_use]
    pub fn has_house(&self) -> bool {
        self.seating.seats.iter().any(|s| s.sitter.is_some_and(|who| who.house().is_some()))
    }

    /// Whether those who play here may ask for hints.
    #[must_use]
    pub fn gives_hints(&self) -> bool {
        match self.terms.hints {
            Hints::Auto => self.ratings.is_err(),
            Hints::On => true,
            Hints::Off => false,
        }
    }

    /// Whether its host closed it before anybody else had come.
    #[must_use]
    pub fn was_empty(&self) -> bool {
        let host = self.seating.host;
        let others = self.seating.seats.iter().filter_map(|seat| seat.sitter?.person()).any(|user| user != host);
        let asked = self.terms.challenge || self.terms.rematch_of.is_some() || !self.seating.invited.is_empty();
        let is_own = |fact: &LobbyFact| match fact {
            LobbyFact::By(name, Did::Close) => self.name_of(host) == Some(name),
            _ => false,
        };
        let by_host = self.news.lobby.iter().any(is_own);
        self.stage == Stage::Closed && self.play.moves() == 0 && by_host && !others && !asked
    }

    /// How many seats are taken, by people or by the house.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.seating.seats.iter().filter(|s| s.sitter.is_some()).count()
    }

    /// Whether this person, who may moderate the channel `moderates`, can close the table at `now` (milliseconds
    /// since 1970), or [ask the others](Self::asked_to_end) for that: its host, and moderators of its channel who do not
    /// play. Anybody may close a lobby that was left alone for an hour; those seated, a match that is contested, whose host
    /// is gone, or at which nothing happened for a day.
    #[must_use]
    pub fn may_end(&self, user: UserId, moderates: Option<ChannelId>, now: i64) -> bool {
        let seat = self.seat_of(user).map(|seat| seat.seat);
        self.seating.presence.may_end(seat, moderates == Some(self.place.channel), now)
    }

    /// The names of those without whose word this person cannot end the match.
    #[must_use]
    pub fn asked_to_end(&self, user: UserId, now: i64) -> Vec<&str> {
        let seat = self.seat_of(user).map(|seat| seat.seat);
        self.names_at(seat.map(|seat| self.seating.presence.asked_to_end(seat, now)).unwrap_or_default())
    }

    /// The names at these seats.
    #[must_use]
    pub fn names_at(&self, seats: SeatSet) -> Vec<&str> {
        let all = self.seating.seats.iter().filter(|seat| seats.contains(seat.seat));
        all.map(|seat| seat.name.as_str()).collect()
    }

    /// The name of a person at the table, as the boards show it.
    #[must_use]
    pub fn name_of(&self, user: UserId) -> Option<&str> {
        self.seat_of(user).map(|s| s.name.as_str())
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("table", &self.table)
            .field("rev", &self.rev)
            .field("game", &self.terms.game.id())
            .field("stage", &self.stage)
            .field("moves", &self.play.moves())
            .finish_non_exhaustive()
    }
}

/// One seat of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatInfo {
    /// Which.
    pub seat: Seat,
    /// Who sits there.
    pub sitter: Option<Sitter>,
    /// The name as the boards show it: numbered if two people at the table have the same. Empty for a free seat.
    pub name: String,
    /// Seats of one side win together and share the number. In the lobby: for the number of players with which the
    /// match can start next.
    pub side: Side,
    /// The side's running total; 0 in the lobby.
    pub score: i32,
    /// Whether this seat has resigned the match.
    pub resigned: bool,
    /// The level at which the house plays on in the place of whoever left it.
    pub left_to: Option<Level>,
    /// They did not choose to: they were away.
    pub away: bool,
    /// What is left of its person's time, where a clock runs for them.
    pub time: Option<TimeLeft>,
}

/// What is left of somebody's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// When it has run out, in milliseconds since 1970.
    pub due: i64,
    /// How much of it is the bank's, in milliseconds.
    pub bank: i64,
}

impl SeatInfo {
    /// Whether its own player is gone.
    #[must_use]
    pub const fn is_given_up(&self) -> bool {
        self.resigned || self.left_to.is_some()
    }
}

/// What only one seat sees. Never printed, logged or put in a channel.
#[derive(Clone, PartialEq)]
pub struct HandText {
    /// Whose seat.
    pub seat: Seat,
    /// The cards and what they are worth, for a monospaced block, and the table. In games without hidden hands there are
    /// no cards.
    pub seen: Seen,
    /// What this seat can press now, at the start of a move; empty when there is nothing to decide.
    pub controls: Vec<Control>,
    /// The window that those controls name, as [`Window::Hand`].
    pub window: u32,
    /// What only this seat was told of the change.
    pub told: Vec<Fact>,
    /// What has happened since this seat last moved, including how hands ended and what only this seat was told.
    pub lately: Lately,
}

impl HandText {
    /// Whether it holds cards. In a game without hidden hands it is only a seat.
    #[must_use]
    pub fn has_cards(&self) -> bool {
        !self.seen.text.is_empty()
    }
}

impl fmt::Debug for HandText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HandText").field("seat", &self.seat).finish_non_exhaustive()
    }
}
