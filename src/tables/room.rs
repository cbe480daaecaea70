//! The way in: all tables of the card room.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::sync::mpsc;

use super::absences;
use super::beacon::Beacon;
use super::clock::now;
use super::closing::Closing;
use super::film::{Film, Replayed};
use super::hints::Hint;
use super::house;
use super::lobby::{Did, LobbyFact};
use super::names::Person;
use super::opening::new_row;
use super::owner::{Mail, RoomReply};
use super::owners::Shared;
use super::rejection::Rejection;
use super::request::{Act, Answer, Fault, LobbyAct, NewTable, Outcome, Request};
use super::results::Results;
use super::review::Review;
use super::seeds::Seeds;
use super::snapshot::Snapshot;
use super::summary::Summary;
use crate::store::{
    Blocks, Cause, ChannelId, Create, GuildId, Stage, Store, StoreError, Stored, TableId, Traces, UserId,
};
use engine::{Language, isolated, told_apart};

/// How a room keeps its tables.
#[derive(Clone, Debug)]
pub struct RoomConfig {
    /// A table that nobody has asked anything for this long is put away until somebody does.
    pub idle: Duration,
    /// How many tables are kept in memory; when more are wanted, the longest idle are put away.
    pub most_awake: usize,
    /// How often old interactions, and tables that came to nothing, are forgotten.
    pub prune: Duration,
    /// For so long the house thinks where it thinks hard, and after one to three times as long it moves. Zero: at once.
    pub pace: Duration,
    /// So long the next hand waits where nobody asks for it.
    pub moment: Duration,
    /// So much faster than elsewhere clocks run, for tests.
    pub speed: u32,
    /// So many milliseconds ahead of the clock the days of puzzles are, for tests.
    pub ahead: Arc<AtomicI64>,
    /// What decides the deals of new matches.
    pub seeds: Seeds,
    /// What is added to that from outside, if anything is.
    pub beacon: Option<Beacon>,
    /// Whether pictures can draw a character. A name of which they can draw nothing is a number there.
    pub draws: fn(char) -> bool,
    /// In which language words are made.
    pub language: Language,
}

impl Default for RoomConfig {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(300),
            most_awake: 1000,
            prune: Duration::from_secs(24 * 3600),
            pace: Duration::from_secs(1),
            moment: Duration::ZERO,
            speed: 1,
            ahead: Arc::default(),
            seeds: Seeds::System,
            beacon: None,
            draws: |_| true,
            language: Language::default(),
        }
    }
}

/// All tables. Cheap to clone; finds the owner of a table or wakes it.
#[derive(Clone)]
pub struct Room(pub(super) Arc<Shared>);

/// Every committed change of every table, in order for each table.
pub struct Changes(mpsc::UnboundedReceiver<Arc<Snapshot>>);

impl Changes {
    /// The next change; `None` once the room was shut down and everything was read.
    pub async fn next(&mut self) -> Option<Arc<Snapshot>> {
        self.0.recv().await
    }

    /// The next change, if there is already one.
    pub fn next_now(&mut self) -> Option<Arc<Snapshot>> {
        self.0.try_recv().ok()
    }
}

impl Room {
    /// A room over a store. Reads no table: they are woken on demand.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn open(store: Store) -> Result<Self, StoreError> {
        Self::open_with(store, RoomConfig::default()).await
    }

    /// The same, with a configuration.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn open_with(store: Store, config: RoomConfig) -> Result<Self, StoreError> {
        store.prune(now()).await?;
        let every = config.prune;
        let (absences, dues) = absences::kept(&store, config.speed).await?;
        let shared = Arc::new(Shared::new(store, config, absences, dues));
        let cleaner = prune(Arc::downgrade(&shared), every);
        shared.store.vitals().spawn("what forgets old tables", cleaner);
        let waker = absences::wake(Arc::downgrade(&shared), Arc::clone(&shared.dues));
        shared.store.vitals().spawn("what keeps the clocks", waker);
        shared.store.vitals().spawn("what notes that clocks are kept", absences::live(Arc::downgrade(&shared)));
        tokio::spawn(house::go_on(Arc::downgrade(&shared)));
        let tidier = tidy(Arc::downgrade(&shared));
        shared.store.vitals().spawn("what closes forsaken tables", tidier);
        Ok(Self(shared))
    }

    /// The underlying database.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// Opens a table, or says why not.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn create(&self, new: NewTable) -> Result<Answer, Rejection> {
        self.0.is_open()?;
        let row = new_row(&new)?;
        if let Some(answer) = self.repeated(new.cause).await? {
            return Ok(answer);
        }
        let both = [Some(&new.host), new.invited.as_ref()].into_iter().flatten();
        let names = told_apart(both.map(|person| person.name().to_owned()));
        let told = match names.as_slice() {
            [host, invited] => LobbyFact::By(isolated(host), Did::Challenge(isolated(invited))),
            _ => LobbyFact::By(isolated(new.host.name()), Did::Open),
        };
        let created = self.0.create(row, new.cause, |row, cause| Create { row, cause, old: None }).await;
        match created {
            Ok(Some(id)) => self.announce(id, told).await,
            // Somebody else has carried the cause out.
            Ok(None) => self.repeated(new.cause).await.map_err(Rejection::after_all)?.ok_or(Rejection::Busy),
            // The same cause may just have opened the table that is in the way. If that cannot be found out, what was
            // refused stays refused.
            Err(rejection) => self.repeated(new.cause).await.ok().flatten().ok_or(rejection),
        }
    }

    /// Checks whether this table may be opened, before anything is made for it.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn may_open(&self, new: &NewTable) -> Result<(), Rejection> {
        self.0.may_open(&new_row(new)?).await.map(drop)
    }

    /// Closes the tables that their servers want closed by now (milliseconds since 1970).
    pub async fn tidy(&self, now: i64) {
        let forsaken = match self.store().forsaken(now).await {
            Ok(forsaken) => forsaken,
            Err(StoreError::Closed) => return,
            Err(error) => return tracing::warn!(%error, "which tables are forsaken could not be read"),
        };
        for (table, days) in forsaken {
            match self.close(&table, Closing::Idle(days)).await {
                Ok(()) => tracing::info!(%table, days, "a table at which nothing happened is closed"),
                Err(why) => tracing::warn!(%table, ?why, "a table at which nothing happened could not be closed"),
            }
        }
    }

    /// Whoever is blocked gets up where nothing has begun. What they play is theirs to finish.
    ///
    /// # Errors
    /// If it cannot be read who they are.
    pub async fn leave_blocked(&self) -> Result<(), StoreError> {
        for (table, user, name) in self.store().blocked_in_lobbies().await? {
            let leaves = Request::new(Person::new(user, &name), LobbyAct::Leave);
            if let Err(why) = self.ask(&table, leaves).await {
                // It may have begun just now, and then goes on.
                tracing::debug!(%table, ?why, "somebody who is blocked did not leave a lobby");
            }
        }
        Ok(())
    }

    /// The answer to a cause that was already carried out.
    async fn repeated(&self, cause: Option<Cause>) -> Result<Option<Answer>, Rejection> {
        let Some(table) = self.0.changed_by(cause).await? else { return Ok(None) };
        Ok(Some(Answer { snapshot: self.look(&table).await?, outcome: Outcome::Repeated, said: None }))
    }

    async fn announce(&self, table: TableId, told: LobbyFact) -> Result<Answer, Rejection> {
        let opened = self.0.post(table, |reply| Mail::Opened(told, reply)).await;
        // Whatever went wrong, the table exists: nobody may be told to try again.
        opened.map_err(|rejection| match rejection {
            Rejection::Fault(fault) => fault.perhaps_done().into(),
            _ => Rejection::Unseen,
        })
    }

    /// Notes what an interaction calls somebody, in a server or elsewhere. The newest name holds everywhere, and is
    /// returned.
    pub async fn met(&self, person: Person, guild: Option<GuildId>, cause: Cause) -> Person {
        self.0.met(person, guild, cause).await
    }

    /// Forgets somebody, unless they sit at a table that is not over; returns what there was about them. At tables and in
    /// results they are nobody in particular from then on.
    ///
    /// # Errors
    /// If it cannot be stored; then nothing is forgotten.
    pub async fn forget(&self, user: UserId, blocks: Blocks) -> Result<Traces, StoreError> {
        self.0.forget(user, blocks).await
    }

    /// The one live table of a channel.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn at(&self, channel: ChannelId) -> Result<Option<TableId>, Fault> {
        self.0.live_at(channel).await.map_err(|error| self.0.unread(&error))
    }

    /// The table that was last opened in a channel, live or not: for a typed rematch.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn latest(&self, channel: ChannelId) -> Result<Option<TableId>, Fault> {
        self.0.store.latest_at(channel).await.map_err(|error| self.0.unread(&error))
    }

    /// The live tables at which a person sits, newest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn of(&self, user: UserId) -> Result<Vec<Summary>, Fault> {
        let rows = self.0.store.live_of(user).await.map_err(|error| self.0.unread(&error))?;
        Ok(rows.iter().map(Summary::of).collect())
    }

    /// Tables of a person with those first, and marked, that wait for them. Whichever of them sleep are woken.
    pub async fn by_turn(&self, user: UserId, mut tables: Vec<Summary>) -> Vec<Summary> {
        let played = tables.iter_mut().filter(|table| table.stage == Stage::Playing);
        join_all(played.map(async |table| {
            let seen = self.look(&table.table).await;
            table.awaits = seen.is_ok_and(|seen| seen.awaiting().contains(&user));
        }))
        .await;
        tables.sort_by_key(|table| !table.awaits);
        tables
    }

    /// The current state of a table.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn look(&self, table: &TableId) -> Result<Arc<Snapshot>, Rejection> {
        self.0.post(*table, Mail::Look).await
    }

    /// What is stored of a table.
    pub(super) async fn stored(&self, table: &TableId) -> Result<Option<Stored>, Fault> {
        self.0.store.load(*table).await.map_err(|error| self.0.unread(&error))
    }

    /// Asks something of a table.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn ask(&self, table: &TableId, request: Request) -> Result<Answer, Rejection> {
        let (mut table, mut request) = (*table, request);
        loop {
            let asked = request.clone();
            match self.0.post(table, |reply| Mail::Ask(asked, reply)).await? {
                RoomReply::Answer(answer) => return Ok(answer),
                RoomReply::Opened(new, told) => return self.announce(new, told).await,
                // It always leads to a later table, so this comes to an end. If the rematch has already been
                // played, another one is meant.
                RoomReply::Elsewhere(new) => {
                    let there = self.look(&new).await?;
                    let is_asked =
                        there.terms.challenge || there.seating.invited.iter().any(|person| person.id == request.who.id);
                    let act = match there.stage {
                        Stage::Over => Act::Rematch,
                        // Those who declined may still join where not all did.
                        Stage::Lobby if !is_asked && there.seat_of(request.who.id).is_none() => LobbyAct::Join.into(),
                        _ => LobbyAct::Accept.into(),
                    };
                    (table, request) = (new, Request { act, window: None, ..request });
                }
            }
        }
    }

    /// The house closes a table, as nobody else can or does. An undecided match leaves no result.
    ///
    /// # Errors
    /// If it is closed already, or cannot be closed for that.
    pub async fn close(&self, table: &TableId, why: Closing) -> Result<(), Rejection> {
        self.ask(table, Request::new(Person::house(), LobbyAct::Close(why))).await.map(drop)
    }

    /// Calls those once more who keep this person waiting. Returns the table, and who is called.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn nudge(&self, table: &TableId, who: UserId) -> Result<Arc<Snapshot>, Rejection> {
        self.0.post(*table, |reply| Mail::Nudge(who, reply)).await
    }

    /// Somebody whom a match waits for has left the server that it is played in.
    pub fn left_the_server(&self, table: &TableId, who: UserId) {
        // Where it cannot be delivered, they are called, and missed, again.
        let _ = self.0.deliver(*table, Mail::LeftTheServer(who));
    }

    /// Has the boards shown again of the matches at which others may do something about who keeps them waiting, and might
    /// not yet at the first of these times (milliseconds since 1970).
    pub async fn show_waiting(&self, from: i64, to: i64) {
        self.0.show_waiting(from, to).await;
    }

    /// Complete legal moves of a person's seat, narrowed by what is typed, best guess first: canonical text and a
    /// description. Only for that person to see.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn suggest(
        &self,
        table: &TableId,
        user: UserId,
        typed: &str,
        limit: usize,
    ) -> Result<Vec<(String, String)>, Rejection> {
        let typed = typed.to_owned();
        self.0.post(*table, |reply| Mail::Suggest { user, typed, limit, reply }).await
    }

    /// What the house would do in a person's place, and the table then. Only for that person to see.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn hint(&self, table: &TableId, user: UserId) -> Result<(Arc<Snapshot>, Arc<Hint>), Rejection> {
        self.0.hint(table, user).await
    }

    /// The move of a person's hint; `None` if it is forgotten, as after a restart.
    #[must_use]
    pub fn hinted(&self, table: &TableId, user: UserId, code: u32) -> Option<String> {
        self.0.hints.text(table, user, code)
    }

    /// Where a person's moves in a hand that is over could have been better, and the table now. Only for that person to
    /// see.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn review(
        &self,
        table: &TableId,
        user: UserId,
        hand: u32,
    ) -> Result<(Arc<Snapshot>, Arc<Review>), Rejection> {
        self.0.review(table, user, hand).await
    }

    /// A match that is over, ready to be looked at.
    ///
    /// # Errors
    /// Why not, for the person who asked: also while it is played.
    pub async fn film(&self, table: &TableId) -> Result<Arc<Film>, Rejection> {
        self.0.film(*table).await
    }

    /// The same after so many of its moves, or at its end if it has fewer; and the table now.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn replay(&self, film: &Arc<Film>, at: u32) -> Result<(Arc<Snapshot>, Replayed), Rejection> {
        self.0.replay(film, at).await
    }

    /// Every change committed from now on. Each caller gets all of them; read them promptly, because they are kept
    /// in memory.
    #[must_use]
    pub fn changes(&self) -> Changes {
        Changes(self.0.listen())
    }

    /// The tables that have to be drawn after a start, because a message of theirs is missing or older than their last
    /// change: live ones that changed within a month, and those that ended within a day. See [`Store::unpainted`].
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn unpainted(&self) -> Result<Vec<TableId>, Fault> {
        self.0.store.unpainted(now()).await.map_err(|error| self.0.unread(&error))
    }

    /// How the hands ended after revision `rev`, oldest first, each with its revision: for a presenter that was
    /// stopped before it could post them.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn results_after(&self, table: &TableId, rev: u64) -> Result<Results, Rejection> {
        self.0.post(*table, |reply| Mail::Results { after: rev, reply }).await
    }

    /// Discord can be reached, or cannot: then nobody's time runs.
    pub async fn reach(&self, there: bool) {
        self.0.reach(there).await;
    }

    /// How many tables are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.0.awake()
    }

    /// How many thoughts of the house are under way or wait for a thread.
    #[must_use]
    pub fn thinking(&self) -> usize {
        self.0.thinkers.busy()
    }

    /// What the house has thought about (a move at a level, a hint, a review), how often, and how long all of that took.
    #[must_use]
    pub fn thoughts(&self) -> BTreeMap<&'static str, (u64, Duration)> {
        self.0.thinkers.tallies()
    }

    /// How often a table was woken that does not replay, or cannot be read.
    #[must_use]
    pub fn broken(&self) -> u64 {
        self.0.broken()
    }

    /// Accepts nothing new, finishes what is in flight, and closes the store.
    pub async fn shutdown(&self) {
        self.0.close().await;
    }
}

/// How often it is looked whether servers want tables closed.
const TIDY: Duration = Duration::from_secs(600);
/// How often it is looked whether the owner has blocked somebody, which `upcard block` does beside the bot.
const BLOCKED: Duration = Duration::from_secs(3);

/// How often it is looked where somebody keeps others waiting, in milliseconds.
const WAITING: i64 = 60 * 1000;
/// For how long before a start that is made up for.
const LATE: i64 = 3600 * 1000;

/// Closes forsaken tables, shows where others wait, and has those leave who are blocked, from time to time. Ends with the room.
async fn tidy(room: Weak<Shared>) {
    let mut tidied = Instant::now();
    // What came while nobody looked is made up for.
    let mut waited = now() - LATE;
    loop {
        tokio::time::sleep(BLOCKED).await;
        let Some(shared) = room.upgrade() else { return };
        let room = Room(shared);
        match room.leave_blocked().await {
            Err(StoreError::Closed) => return,
            // Whether the database can be read is looked after elsewhere.
            Err(error) => tracing::debug!(%error, "who is blocked could not be read"),
            Ok(()) => {}
        }
        if tidied.elapsed() >= TIDY {
            tidied = Instant::now();
            room.tidy(now()).await;
        }
        if now() - waited >= WAITING / i64::from(room.0.config.speed) {
            room.show_waiting(waited, now()).await;
            waited = now();
        }
    }
}

/// Forgets old interactions, and tables that came to nothing, from time to time, because a room may be open for months.
/// Ends with the room.
async fn prune(room: Weak<Shared>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        let Some(shared) = room.upgrade() else { return };
        match shared.store.prune(now()).await {
            Ok(()) => {}
            Err(StoreError::Closed) => return,
            Err(error) => tracing::debug!(%error, "old interactions were not forgotten"),
        }
    }
}
