//! A table as it was after a committed change: what the board shows, and each seat's own hand.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::frozen::Frozen;
use super::names::Person;
use super::recent::Lately;
use super::rejection::Unfit;
use super::request::Window;
use super::table;
use crate::store::{ChannelId, Place, Stage, TableId, TableRow, UserId};
use engine::catalog::{self, Listed};
use engine::picture::{Screen, Sheet, Zone};
use engine::{Awaiting, BoardText, Control, Lazily, Seat, SeatSet, Seen, Side};

/// After this long without a change anybody may close a lobby, in milliseconds.
const FORSAKEN_LOBBY: i64 = 3600 * 1000;
/// After this long without a change anybody seated may close a match, in milliseconds.
const FORSAKEN_MATCH: i64 = 24 * 3600 * 1000;

/// A table as it was after a committed change: facts, and the match as it stood. That is put into words when somebody
/// looks. All of it is public except the hands, which are reached only through [`hand_of`](Self::hand_of) and never
/// printed.
#[derive(Clone)]
pub struct Snapshot {
    /// Its code.
    pub table: TableId,
    /// Grows with every committed change, across restarts too: a smaller number is an older state.
    pub rev: u64,
    /// The change was only what somebody is called, so that the revision is an earlier one's.
    pub renamed: bool,
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
    /// How many entries the journal has.
    pub moves: u32,
    /// What this change was (or the last change, if the table was only looked at).
    pub news: News,
    /// How the ratings in this game changed (everywhere, of all time); empty until the end, and if nothing was
    /// rated.
    pub ratings: Vec<RatingMove>,
    /// The table that was opened for a rematch of this one.
    pub rematch: Option<TableId>,
    pub(super) play: Frozen,
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
    /// A challenge or a rematch: it starts by itself once everybody asked has accepted.
    pub challenge: bool,
    /// The table that this one is the rematch of.
    pub rematch_of: Option<TableId>,
    /// The numbers of players with which the match can start, fewest first; once it has begun: how many play.
    pub counts: Vec<u8>,
    /// The options in force, complete; or why those asked for do not go together.
    pub options: Result<Value, Unfit>,
}

impl Terms {
    /// The variant's name.
    #[must_use]
    pub fn variant_title(&self) -> &str {
        self.game.variant(&self.variant).map_or(&self.variant, |variant| variant.title)
    }

    /// The options in force that differ from common play, in one line.
    #[must_use]
    pub fn house_rules(&self) -> String {
        self.options.as_ref().map(|options| self.game.house_rules(options)).unwrap_or_default()
    }
}

/// The people of a table.
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
}

/// What a change told, sorted by who may read it.
#[derive(Clone, Default)]
pub struct News {
    /// What the change was, in short public lines.
    pub told: Vec<String>,
    /// How the hands that ended in it ended. Each result stays in the channel as a message of its own.
    pub results: Vec<Ended>,
    /// What only one seat was told, by seat.
    pub(super) own: Vec<Vec<String>>,
}

impl Snapshot {
    /// What only this person may see: must only ever be shown to them. `None` for those who are not seated, and
    /// while no match is being played.
    #[must_use]
    pub fn hand_of(&self, user: UserId) -> Option<&HandText> {
        let seat = self.played_by(user)?;
        self.play.hand(seat, self.own_news(seat))
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
        let told = self.played_by(user).map(|seat| self.own_news(seat));
        told.is_some_and(|told| told.iter().any(|line| !line.trim().is_empty()))
    }

    /// Those who have a hand, in seat order, for delivering hands after a change.
    pub fn players(&self) -> impl Iterator<Item = UserId> {
        self.people().map(|person| person.id).filter(|_| self.stage == Stage::Playing && self.play.is_on())
    }

    fn played_by(&self, user: UserId) -> Option<Seat> {
        self.players().find(|player| *player == user)?;
        self.seat_of(user).map(|seat| seat.seat)
    }

    fn own_news(&self, seat: Seat) -> &[String] {
        self.news.own.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// Which hand is being played, from 1; 0 in the lobby.
    #[must_use]
    pub fn deal(&self) -> u32 {
        self.play.deal()
    }

    /// The public board; empty in the lobby.
    #[must_use]
    pub fn board(&self) -> &BoardText {
        self.play.board()
    }

    /// The board as a picture, described when somebody looks; the score sheet once the match is over.
    #[must_use]
    pub const fn screen(&self) -> &Lazily<Arc<Screen>> {
        &self.play.screen
    }

    /// Shows this picture instead.
    #[cfg(test)]
    pub fn draw_as(&mut self, screen: Lazily<Arc<Screen>>) {
        self.play.screen = screen;
    }

    /// The score sheet, as text boards show it; `None` until the match is over.
    #[must_use]
    pub fn sheet(&self) -> Option<Sheet> {
        self.play.sheet()
    }

    /// What was told before the last change, since the players whose turn it is last moved.
    #[must_use]
    pub fn earlier(&self) -> Vec<String> {
        self.active().map(Frozen::earlier).unwrap_or_default()
    }

    /// The buttons on the board.
    #[must_use]
    pub fn shared(&self) -> Vec<Control> {
        self.active().map(Frozen::shared).unwrap_or_default()
    }

    /// The deal that the host can void now, by the rules of this table. A host who has resigned cannot.
    #[must_use]
    pub fn voidable(&self) -> Option<u32> {
        self.seat_of(self.seating.host).filter(|host| !host.resigned)?;
        self.active()?.voidable()
    }

    /// The window that the board's buttons name, as [`Window::Board`].
    #[must_use]
    pub fn window_shared(&self) -> u32 {
        self.play.window(None)
    }

    /// Those whose turn it is, or who are asked to act at the same time.
    #[must_use]
    pub fn awaiting(&self) -> Vec<UserId> {
        self.asked(Awaiting::seats)
    }

    /// Those of them who alone keep others waiting.
    #[must_use]
    pub fn waited_for(&self) -> Vec<UserId> {
        self.asked(Awaiting::waited_for)
    }

    /// The people at the seats that `whom` picks from those awaited now.
    fn asked(&self, whom: impl Fn(Awaiting) -> SeatSet) -> Vec<UserId> {
        let seats = self.active().map(|play| whom(play.awaiting())).unwrap_or_default();
        let user_at = |seat: Seat| Some(self.seating.seats.get(seat.index())?.person.as_ref()?.id);
        seats.iter().filter_map(user_at).collect()
    }

    /// The final standings, best first; `None` until the match is over.
    #[must_use]
    pub fn standings(&self) -> Option<Vec<Standing>> {
        self.play.standings()
    }

    /// The match, while it is being played.
    fn active(&self) -> Option<&Frozen> {
        Some(&self.play).filter(|_| self.stage == Stage::Playing)
    }

    /// Whether this window is open now for the owner of this hand.
    #[must_use]
    pub fn is_open(&self, hand: &HandText, window: Window) -> bool {
        window == Window::Board(self.window_shared()) || window == Window::Hand(hand.window)
    }

    /// The seat of a person.
    #[must_use]
    pub fn seat_of(&self, user: UserId) -> Option<&SeatInfo> {
        self.seating.seats.iter().find(|s| s.person.as_ref().is_some_and(|p| p.id == user))
    }

    /// The people seated at the table, in seat order.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.seating.seats.iter().filter_map(|s| s.person.as_ref())
    }

    /// Whether this person, who may moderate the channel `moderates`, can close the table at `now` (milliseconds
    /// since 1970). The host and moderators of its channel may; anybody may close a lobby that was left alone for
    /// an hour, and those seated a match whose host has resigned or at which nothing happened for a day.
    #[must_use]
    pub fn may_end(&self, user: UserId, moderates: Option<ChannelId>, now: i64) -> bool {
        let leave = LeaveToEnd {
            stage: self.stage,
            alone: now - self.at,
            keeps: moderates == Some(self.place.channel) || user == self.seating.host,
            seated: self.seat_of(user).is_some(),
            host_resigned: self.seat_of(self.seating.host).is_some_and(|host| host.resigned),
        };
        leave.given()
    }

    /// The name of a person at the table, as the boards show it.
    #[must_use]
    pub fn name_of(&self, user: UserId) -> Option<&str> {
        self.seat_of(user).map(|s| s.name.as_str())
    }
}

/// What decides whether somebody may close a table.
pub(super) struct LeaveToEnd {
    pub(super) stage: Stage,
    /// How long ago the last change was, in milliseconds.
    pub(super) alone: i64,
    /// The host, or a moderator.
    pub(super) keeps: bool,
    pub(super) seated: bool,
    pub(super) host_resigned: bool,
}

impl LeaveToEnd {
    pub(super) const fn given(&self) -> bool {
        match self.stage {
            Stage::Lobby => self.keeps || self.alone >= FORSAKEN_LOBBY,
            Stage::Playing => self.keeps || self.seated && (self.host_resigned || self.alone >= FORSAKEN_MATCH),
            Stage::Over | Stage::Closed => false,
        }
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("table", &self.table)
            .field("rev", &self.rev)
            .field("game", &self.terms.game.id())
            .field("stage", &self.stage)
            .field("moves", &self.moves)
            .finish_non_exhaustive()
    }
}

/// One seat of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatInfo {
    /// Which.
    pub seat: Seat,
    /// Who sits there.
    pub person: Option<Person>,
    /// The name as the boards show it: numbered if two people at the table have the same. Empty for a free seat.
    pub name: String,
    /// Seats of one side win together and share the number. In the lobby: for the number of players with which the
    /// match can start next.
    pub side: Side,
    /// The side's running total; 0 in the lobby.
    pub score: i32,
    /// Whether this seat has resigned the match.
    pub resigned: bool,
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
    pub told: Vec<String>,
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

/// How a hand ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The number of the hand that ended.
    pub hand: u32,
    /// The seats that play the part of the match that ended, if it is not the whole hand: the end of the whole tells
    /// that of each part again.
    pub part: SeatSet,
    /// What led to it, in short public lines.
    pub before: Vec<String>,
    /// The result in words; its first line stands alone.
    pub words: String,
    /// The cards laid out, if there is something to see.
    pub screen: Option<Arc<Screen>>,
}

/// How hands ended, by the revision in which that was told, oldest first.
pub type Results = Vec<(u64, Vec<Ended>)>;

impl Ended {
    /// The ends of several hands as one result; `None` if there are none.
    #[must_use]
    pub fn together<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        all.into_iter().cloned().reduce(|mut whole, next| {
            if whole.is_told_by(next.part) {
                return next;
            }
            let words: Vec<String> = next.before.into_iter().chain([next.words]).collect();
            whole.add(next.part, &words.join("\n"), next.screen.map(Arc::unwrap_or_clone));
            whole
        })
    }

    /// Its first line, and the others.
    pub fn lines(&self) -> (&str, std::str::Lines<'_>) {
        let (first, rest) = self.words.split_once('\n').unwrap_or((&self.words, ""));
        (first, rest.lines())
    }

    /// Is this the end of a part only, which what ended next tells again?
    const fn is_told_by(&self, next: SeatSet) -> bool {
        !self.part.is_empty() && next.is_empty()
    }

    /// What is told next belongs to the same result: it is added to the words, and below whatever was laid out. If so
    /// far only a part had ended, the end of the whole takes its place.
    pub(super) fn add(&mut self, part: SeatSet, words: &str, screen: Option<Screen>) {
        if self.is_told_by(part) {
            (self.part, self.words, self.screen) = (part, words.to_owned(), screen.map(Arc::new));
            return;
        }
        self.words.push('\n');
        self.words.push_str(words);
        let Some(more) = screen else { return };
        match &mut self.screen {
            Some(screen) => {
                let whole = Arc::make_mut(screen);
                whole.zones.push(Zone::Loud(more.headline));
                whole.zones.extend(more.zones);
                whole.alt = format!("{} {}", whole.alt, more.alt);
            }
            none => *none = Some(Arc::new(more)),
        }
    }
}

/// The final place of a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// 1 for the winner; those who tie share a place.
    pub place: u8,
    /// Which side.
    pub side: Side,
    /// Its final score.
    pub score: i32,
    /// The names of those on it.
    pub names: Vec<String>,
}

/// How somebody's rating changed, in the points that leaderboards show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingMove {
    /// Whose.
    pub user: UserId,
    /// The name as the boards show it.
    pub name: String,
    /// Before the match.
    pub before: i64,
    /// After it.
    pub after: i64,
}

/// A table in one line, for lists of tables.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Its code.
    pub table: TableId,
    /// Where it is played.
    pub channel: ChannelId,
    /// The game's name.
    pub title: String,
    /// The variant's name.
    pub variant_title: String,
    /// `Lobby` or `Playing`.
    pub stage: Stage,
    /// The names of those who sit there.
    pub names: Vec<String>,
}

impl Summary {
    /// The summary of a stored table.
    pub(super) fn of(row: &TableRow) -> Self {
        let game = catalog::game(&row.game).ok();
        let variant = game.and_then(|g| g.variant(&row.variant));
        Self {
            table: row.id,
            channel: row.place.channel,
            title: game.map_or_else(|| row.game.clone(), |g| g.title().to_owned()),
            variant_title: variant.map_or_else(|| row.variant.clone(), |v| v.title.to_owned()),
            stage: row.stage,
            names: table::names(&row.sitters).0.iter().cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_next_stands_below_what_was_laid_out() {
        let screen = |headline: &str, line: &str| Screen {
            headline: headline.to_owned(),
            zones: vec![Zone::Line(line.to_owned())],
            alt: format!("{headline} {line}"),
            ..Screen::default()
        };
        let ended = |words: &str, screen: Option<Screen>| Ended {
            hand: 1,
            part: SeatSet::EMPTY,
            before: Vec::new(),
            words: words.to_owned(),
            screen: screen.map(Arc::new),
        };
        let mut whole = ended("Ben knocked.", Some(screen("Ben knocked.", "cards")));
        whole.add(SeatSet::EMPTY, "The round is over.", Some(screen("The round is over.", "Ada 3 · Ben 9")));
        whole.add(SeatSet::EMPTY, "Hal watched.", None);
        assert_eq!(whole.words, "Ben knocked.\nThe round is over.\nHal watched.");
        let whole = whole.screen.unwrap();
        let line = |text: &str| Zone::Line(text.to_owned());
        assert_eq!(whole.zones, [line("cards"), Zone::Loud("The round is over.".to_owned()), line("Ada 3 · Ben 9")]);
        assert_eq!(whole.alt, "Ben knocked. cards The round is over. Ada 3 · Ben 9");
        let mut bare = ended("Dead hand.", None);
        bare.add(SeatSet::EMPTY, "", Some(screen("Scores.", "Ada 3")));
        assert!(bare.screen.is_some());
        let dead = Ended { before: vec!["Cyd took 5♥.".to_owned()], ..ended("Dead hand.", None) };
        let both = Ended::together([&ended("Ben knocked.", Some(screen("Ben knocked.", "cards"))), &dead]).unwrap();
        assert_eq!(both.words, "Ben knocked.\nCyd took 5♥.\nDead hand.");
        assert_eq!(both.screen.unwrap().zones, [line("cards")]);
        assert_eq!(Ended::together([]), None);
    }

    #[test]
    fn the_end_of_the_whole_takes_the_place_of_a_part_that_ended_before() {
        let ended = |part: SeatSet, before: &str, words: &str| Ended {
            hand: 1,
            part,
            before: vec![before.to_owned()],
            words: words.to_owned(),
            screen: None,
        };
        let two = SeatSet::first(2);
        let mut last = ended(two, "Ada drew.", "Table 1: Ada knocked.");
        last.add(SeatSet::EMPTY, "Round 1: Ada scores.\nTable 1: Ada knocked.", None);
        last.add(SeatSet::EMPTY, "Ada wins the match.", None);
        let whole = "Round 1: Ada scores.\nTable 1: Ada knocked.\nAda wins the match.";
        assert_eq!(last, ended(SeatSet::EMPTY, "Ada drew.", whole));
        let first = ended(two, "Dan drew.", "Table 2: Dan knocked.");
        assert_eq!(Ended::together([&first, &last]), Some(last.clone()));
        let again = Ended::together([&first, &ended(two, "Cyd drew.", "Table 2: Cyd knocked.")]).unwrap();
        assert_eq!(again.words, "Table 2: Dan knocked.\nCyd drew.\nTable 2: Cyd knocked.", "dealt again");
    }
}
