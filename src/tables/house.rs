//! The house at its seats: it is asked like anybody, thinks elsewhere, and moves in its own time. What it has thought
//! comes back as a letter, and is played only if the seat is still asked the same. Moves of people that play themselves
//! (`forced.rs`) go the same way; there is nothing to think about them.

use std::pin::pin;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use super::clocks;
use super::forced;
use super::owner::{ATTEMPTS, Mail, Owner, Written};
use super::owners::Shared;
use super::paint;
use super::rejection::Rejection;
use super::stand_ins;
use super::table::Table;
use super::terms::wanted;
use crate::store::{Stage, StoreError, TableId};
use engine::{Level, Play, RESIGN, Reader, Seat, SeatSet, Thinking, Thought};

/// In paces: the shortest time after which the house moves, and by how much it may be longer.
const USUAL: (u32, u32) = (1, 2);

/// After so long the table says that it waits for the house.
const LONG: Duration = Duration::from_secs(3);

/// How soon what could not be delivered or written is tried again.
const AGAIN: Duration = Duration::from_secs(2);

/// What a seat of the house is asked: its own window tells one question from the next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) seat: Seat,
    pub(super) window: u32,
}

/// The seats of the house that the match waits for.
pub(super) fn asked(table: &Table) -> SeatSet {
    match table.play() {
        // Where everybody is away, the match waits.
        Some(play) if table.row.stage == Stage::Playing && table.rests.is_none() && !clocks::rests(table, play) => {
            play.awaiting().seats().minus(play.gone()).meet(houses(table))
        }
        _ => SeatSet::EMPTY,
    }
}

/// Is this a lobby in which nobody is waited for, because the house has every seat that nobody came for?
pub(super) fn fills(table: &Table) -> bool {
    let row = &table.row;
    let full = || wanted(row, table.game).is_ok_and(|(_, most)| row.sitters.len() == usize::from(most));
    row.stage == Stage::Lobby && !row.challenge && !houses(table).is_empty() && full()
}

/// Has the house moved, and does the match wait for the house alone? Or the same of forced moves.
pub(super) fn goes_on(table: &Table) -> bool {
    has_just_moved(table) && is_alone(table) || table.last.forced && waits_for(table, forced::seats(table))
}

/// Does the match wait for the house alone?
fn is_alone(table: &Table) -> bool {
    waits_for(table, asked(table))
}

/// Does the match wait for these, and for nobody else?
fn waits_for(table: &Table, seats: SeatSet) -> bool {
    !seats.is_empty() && table.play().is_some_and(|play| play.awaiting().seats() == seats)
}

/// The seats for which a move comes by itself.
fn goes_by_itself(table: &Table) -> SeatSet {
    asked(table).union(forced::seats(table))
}

/// The match, if this is still asked there.
fn still_asked(table: &Table, Asked { seat, window }: Asked) -> Option<&dyn Play> {
    table.play().filter(|play| goes_by_itself(table).contains(seat) && play.window(Some(seat)) == window)
}

/// The seats of the house that the match alone waits for, and has for long.
pub(super) fn lingering(table: &Table) -> SeatSet {
    let lingering = table.lingering.iter().filter(|one| is_alone(table) && still_asked(table, **one).is_some());
    lingering.map(|one| one.seat).collect()
}

fn has_just_moved(table: &Table) -> bool {
    table.last.by.is_some_and(|seat| houses(table).contains(seat))
}

fn houses(table: &Table) -> SeatSet {
    Seat::all(table.row.sitters.len() as u8).filter(|seat| level_at(table, *seat).is_some()).collect()
}

/// At which level the house plays this seat, if it does: its own, or one that somebody left.
fn level_at(table: &Table, seat: Seat) -> Option<Level> {
    let own = || table.row.sitters.get(seat.index())?.who.house().map(|house| house.level);
    table.row.stands_in(seat).or_else(own)
}

impl Owner {
    /// Has the house think about what it is asked, unless it does already.
    pub(super) fn ask_the_house(&mut self) {
        let Some(table) = &self.table else { return };
        let (asked, Some(play)) = (goes_by_itself(table), table.play()) else { return };
        let window = |seat| Asked { seat, window: play.window(Some(seat)) };
        self.pondered.retain(|pondered| asked.contains(pondered.seat) && window(pondered.seat) == *pondered);
        let new: Vec<Asked> = asked.iter().map(window).filter(|one| !self.pondered.contains(one)).collect();
        if new.is_empty() {
            return;
        }
        let frozen = play.frozen();
        for one in new {
            let only = table.forced.iter().find(|(seat, _)| *seat == one.seat);
            let (mind, hurries) = match (level_at(table, one.seat), only) {
                (Some(level), _) => (Mind::House(level), has_just_moved(table)),
                (None, Some((_, text))) => (Mind::MadeUp(text.clone()), table.last.forced),
                (None, None) => continue,
            };
            let ponder = Ponder {
                table: self.id,
                asked: one,
                mind,
                hurries,
                // Where nobody is left who plays for themselves, it does not go on alone.
                resigns: stand_ins::present(table, play).is_empty(),
                reader: table.reader(),
            };
            self.pondered.push(one);
            ponder.begin(&self.shared, Arc::clone(&frozen));
        }
    }

    /// Plays what the house has thought, if that is still asked.
    pub(super) async fn move_of_the_house(&mut self, asked: Asked, text: &str) {
        self.pondered.retain(|one| *one != asked);
        let id = self.id;
        for _ in 0..ATTEMPTS {
            let Ok(table) = self.awake().await else { return self.try_again() };
            let Some(play) = still_asked(table, asked) else { return };
            let judged = match play.read(asked.seat, text, &table.reader()) {
                Ok(judged) => judged,
                // Never a move that its own rules refuse; what is played for those who resigned always is legal.
                Err(refusal) => {
                    tracing::error!(table = %id, code = ?refusal.code, "the house thought of no legal move");
                    let Some(Ok(judged)) =
                        play.fallback(asked.seat).map(|text| play.read(asked.seat, &text, &table.reader()))
                    else {
                        return;
                    };
                    judged
                }
            };
            match self.play(judged, None).await {
                Ok(Written::Again) => {}
                Ok(_) => return,
                Err(_) => return self.try_again(),
            }
        }
        self.try_again();
    }

    /// The house has been asked this for long: the table says so if everybody waits for that.
    pub(super) async fn linger(&mut self, asked: Asked) {
        if !self.pondered.contains(&asked) || self.awake().await.is_err() {
            return;
        }
        let Some(table) = &mut self.table else { return };
        let mut known = std::mem::take(&mut table.lingering);
        known.push(asked);
        known.retain(|one| still_asked(table, *one).is_some());
        table.lingering = known;
        if !lingering(table).is_empty() {
            let snapshot = Arc::new(paint::snapshot(table));
            self.shown = Some(Arc::clone(&snapshot));
            self.untold.push(snapshot);
        }
    }

    /// The table is woken, so that the house is asked. What is damaged stays so; whatever else keeps it from being read
    /// may pass.
    pub(super) async fn ponder(&mut self) {
        if self.table.is_some() {
            return;
        }
        match self.read().await {
            Ok(Some(stored)) => drop(self.wake(stored)),
            Ok(None) => {}
            Err(error @ StoreError::Row { .. }) => drop(self.shared.unread(&error)),
            Err(_) => self.try_again(),
        }
    }

    /// Nobody else would ask for the move of the house.
    fn try_again(&self) {
        let (shared, table) = (Arc::downgrade(&self.shared), self.id);
        tokio::spawn(async move {
            tokio::time::sleep(AGAIN).await;
            post(&shared, table, || Mail::Ponder).await;
        });
    }
}

/// Who thinks.
enum Mind {
    /// The house, at this level.
    House(Level),
    /// Nobody: this is the only move.
    MadeUp(String),
}

/// One thought.
struct Ponder {
    table: TableId,
    asked: Asked,
    mind: Mind,
    /// Nobody watches this move by itself.
    hurries: bool,
    /// The house does not play alone.
    resigns: bool,
    reader: Reader,
}

impl Ponder {
    fn begin(self, shared: &Arc<Shared>, play: Arc<dyn Play>) {
        let pace = shared.config.pace;
        let (began, seed) = (Instant::now(), rand::random::<[u8; 32]>());
        let Self { table, asked, mind, hurries, resigns, reader } = self;
        // With many tables that wait, each is thought about for less.
        let most = pace / (1 + shared.thinkers.busy() as u32 / 2);
        // Where thinking breaks down, the match still must not wait for ever.
        let otherwise = if resigns { Some(RESIGN.to_owned()) } else { play.fallback(asked.seat) };
        // What there is to see is seen before such a move, too, however little there is to choose.
        let made_up = |text| Decided { text, takes: (!hurries).then_some(pace.as_millis() as u32), forced: true };
        let (thought, made_up) = match mind {
            Mind::House(level) if !resigns => {
                let think = move || decide(&*play, asked.seat, level, seed, most, &reader);
                (Some(shared.thinkers.think(level.id(), think)), None)
            }
            Mind::House(_) => (None, None),
            Mind::MadeUp(text) => (None, Some(made_up(text))),
        };
        let shared = Arc::downgrade(shared);
        let decided = async move {
            let thought = match thought {
                Some(thought) => thought.await.ok().flatten(),
                None => made_up,
            };
            if thought.is_none() && !resigns {
                tracing::error!(%table, "the house broke off thinking");
            }
            let simply = |text| Decided { text, takes: None, forced: true };
            let Decided { text, takes, forced } = thought.or_else(|| otherwise.map(simply))?;
            let wait = match takes {
                _ if pace.is_zero() => Duration::ZERO,
                Some(milliseconds) => Duration::from_millis(milliseconds.into()),
                None if forced || hurries => Duration::ZERO,
                None => pace * USUAL.0 + pace * USUAL.1 * u32::from(seed[0]) / 255,
            };
            tokio::time::sleep_until((began + wait).into()).await;
            Some(text)
        };
        tokio::spawn(async move {
            let mut decided = pin!(decided);
            let soon = tokio::time::timeout(LONG, decided.as_mut()).await;
            if soon.is_err() {
                post(&shared, table, || Mail::Lingers(asked)).await;
            }
            let text = match soon {
                Ok(text) => text,
                Err(_) => decided.await,
            };
            if let Some(text) = text {
                post(&shared, table, || Mail::Thought(asked, text.clone())).await;
            }
        });
    }
}

/// What the house will do.
struct Decided {
    text: String,
    /// The time that the game gives it.
    takes: Option<u32>,
    /// There is nothing else to do.
    forced: bool,
}

fn decide(
    play: &dyn Play,
    seat: Seat,
    level: Level,
    seed: [u8; 32],
    most: Duration,
    reader: &Reader,
) -> Option<Decided> {
    let began = Instant::now();
    let mut go_on = |_| began.elapsed() < most;
    let Thought { candidates, takes, .. } =
        play.think(seat, &mut Thinking { level, seed, go_on: &mut go_on }, reader)?;
    Some(Decided { text: candidates.into_iter().next()?.text, takes, forced: play.forced(seat).is_some() })
}

/// Puts a letter into a table's mailbox, again and again if it is full, as long as there is a room.
pub(super) async fn post(shared: &Weak<Shared>, table: TableId, letter: impl Fn() -> Mail) {
    while let Some(room) = shared.upgrade() {
        match room.deliver(table, letter()) {
            Err(Rejection::Busy) => drop(room),
            _ => return,
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// After a start nobody may look at a table at which nobody has to do anything: it goes on by itself.
pub(super) async fn go_on(shared: Weak<Shared>) {
    let Some(store) = shared.upgrade().map(|shared| shared.store.clone()) else { return };
    match store.going_on().await {
        Ok(tables) => {
            for table in tables {
                post(&shared, table, || Mail::Ponder).await;
            }
        }
        Err(error) => tracing::warn!(%error, "which tables go on by themselves could not be read"),
    }
}
