use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::Connection;

use super::*;
use crate::store::{
    Append, Cause, ChannelId, Conflict, Create, MessageId, MessageKind, Place, Posted, Stage, Store, TableId, TableRow,
    UserId,
};
use engine::{Entry, Seat};

async fn store(dir: &tempfile::TempDir) -> Store {
    let url = format!("sqlite://{}/upcard.db", dir.path().display());
    Store::open_within(&url, Duration::from_millis(300)).await.unwrap()
}

async fn playing(store: &Store, channel: u64) -> TableId {
    let place = Place { channel: ChannelId(channel), guild: None };
    let lobby = TableRow::lobby(TableId::random(6), place, "g", "v", UserId(1), "Ada", 0);
    let row = TableRow { stage: Stage::Playing, ..lobby };
    store.create(Create { row: row.clone(), cause: None, old: None }).await.unwrap();
    row.id
}

fn append(table: TableId, number: u32, cause: u64) -> Append {
    let entry = Entry { seat: Seat::FIRST, text: format!("move {number}"), at: 5 };
    Append { table, rev: 1, number, entry, cause: Some(Cause(cause)), due: None, goes_on: false, finish: None }
}

#[tokio::test]
async fn what_is_asked_at_once_shares_a_commit() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let mut tables = Vec::new();
    for channel in 0..200 {
        tables.push(playing(&store, channel).await);
    }
    let before = store.stats();
    let moves = tables.iter().enumerate().map(|(i, &table)| store.append(append(table, 1, i as u64 + 1)));
    for done in futures_util::future::join_all(moves).await {
        done.unwrap();
    }
    let (jobs, commits) = (store.stats().jobs - before.jobs, store.stats().commits - before.commits);
    assert_eq!(jobs, 200);
    assert!(commits <= 4, "200 moves at once took {commits} commits");
}

fn hand_of(user: u64) -> Posted {
    let (channel, message) = (ChannelId(user), MessageId(user));
    Posted { kind: MessageKind::Hand, user: Some(UserId(user)), channel, message, rev: 1, posted: 5, deal: 3 }
}

/// Writes nothing, and notes when it was its turn.
struct Noted {
    may_be_lost: bool,
    order: Arc<parking_lot::Mutex<Vec<bool>>>,
}

impl Write for Noted {
    type Out = ();

    fn may_be_lost(&self) -> bool {
        self.may_be_lost
    }

    async fn run(&self, _: &mut SqliteConnection) -> Result<(), Failed> {
        self.order.lock().push(self.may_be_lost);
        Ok(())
    }
}

#[tokio::test]
async fn what_may_be_lost_comes_after_the_moves_that_were_asked_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let order = Arc::new(parking_lot::Mutex::default());
    let note = |may_be_lost| store.0.write(Noted { may_be_lost, order: Arc::clone(&order) });
    // Somebody holds the connections while all of this is asked.
    let lock = store.0.writer.connections.lock().await;
    let asked = futures_util::future::join_all([true, true, false, true].map(note));
    let released = async {
        tokio::task::yield_now().await;
        drop(lock);
    };
    let (done, ()) = tokio::join!(asked, released);
    done.into_iter().for_each(|done| done.unwrap());
    assert_eq!(*order.lock(), [false, true, true, true]);
}

#[tokio::test]
async fn the_log_does_not_grow_for_ever() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let log = || std::fs::metadata(dir.path().join("upcard.db-wal")).unwrap().len();
    let before = log();
    let table = playing(&store, 1).await;
    // 28 MB of it, if it were never moved.
    for number in 1..=3000 {
        store.append(append(table, number, u64::from(number))).await.unwrap();
    }
    assert!(log() < before * 2, "the log is used again once it was moved: {before} bytes became {}", log());
}

#[tokio::test]
async fn a_locked_database_is_told_as_locked_and_recovers() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let table = playing(&store, 1).await;
    let url = format!("sqlite://{}/upcard.db", dir.path().display());
    let mut other = SqliteConnection::connect(&url).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let refused = store.append(append(table, 1, 1)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Locked { .. }), "{refused}");
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    store.append(append(table, 1, 1)).await.unwrap();
}

#[tokio::test]
async fn what_keeps_writes_from_the_disk_is_remembered_until_one_succeeds() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let table = playing(&store, 1).await;
    assert_eq!(store.trouble(), None);
    store.append(append(table, 1, 1)).await.unwrap();
    let taken = store.append(append(table, 1, 2)).await.unwrap_err();
    assert_eq!(taken, StoreError::Conflict(Conflict::Changed));
    assert_eq!(store.trouble(), None, "a clash is no fault of the disk");
    let url = format!("sqlite://{}/upcard.db", dir.path().display());
    let mut other = SqliteConnection::connect(&url).await.unwrap();
    for is_trial in [false, true] {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
        let refused = store.append(append(table, 2, 3)).await.unwrap_err();
        assert_eq!(store.trouble(), Some(refused));
        assert!(matches!(store.try_to_write().await, Err(StoreError::Locked { .. })));
        assert!(store.trouble().is_some(), "a trial that fails is no cure");
        sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
        if is_trial {
            store.try_to_write().await.unwrap();
        } else {
            store.put_message(&table, hand_of(1)).await.unwrap();
        }
        assert_eq!(store.trouble(), None);
    }
}

#[tokio::test]
async fn a_trial_reaches_the_disk() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let log = || std::fs::read(dir.path().join("upcard.db-wal")).unwrap();
    let before = log();
    store.try_to_write().await.unwrap();
    assert!(before != log(), "nothing was written, so nothing was tried");
}

#[tokio::test]
async fn closing_finishes_what_is_queued_and_then_refuses() {
    let dir = tempfile::tempdir().unwrap();
    let open = store(&dir).await;
    let table = playing(&open, 1).await;
    let jobs = (1..=50).map(|n| {
        tokio::spawn({
            let open = open.clone();
            async move { open.append(append(table, n, u64::from(n))).await }
        })
    });
    let jobs: Vec<_> = jobs.collect();
    tokio::task::yield_now().await;
    open.close().await;
    let mut kept = 0;
    for job in jobs {
        match job.await.unwrap() {
            Ok(_) => kept += 1,
            Err(error) => assert_eq!(error, StoreError::Closed),
        }
    }
    assert_eq!(open.append(append(table, 51, 51)).await.unwrap_err(), StoreError::Closed);
    assert_eq!(open.load(table).await.err(), Some(StoreError::Closed));
    let again = store(&dir).await;
    assert_eq!((kept, again.load(table).await.unwrap().unwrap().journal.len()), (50, 50), "all were queued");
}

/// The salts of the log: they change whenever it is begun anew, and with them everything that stood in it is void.
fn salts(dir: &tempfile::TempDir) -> Vec<u8> {
    std::fs::read(dir.path().join("upcard.db-wal")).unwrap()[16..24].to_vec()
}

#[tokio::test]
async fn after_a_flush_that_failed_the_log_is_begun_anew_before_anything_else_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let table = playing(&store, 1).await;
    store.append(append(table, 1, 1)).await.unwrap();
    let before = salts(&dir);
    store.append(append(table, 2, 2)).await.unwrap();
    assert_eq!(salts(&dir), before, "as long as all is well it goes on");
    let counters = &store.0.writer.counters;
    counters.log_is_broken.store(true, Ordering::Relaxed);
    store.append(append(table, 3, 3)).await.unwrap();
    assert_ne!(salts(&dir), before);
    assert!(!counters.log_is_broken.load(Ordering::Relaxed));
    // As long as that is not possible nothing is written, not even what may be lost.
    counters.log_is_broken.store(true, Ordering::Relaxed);
    let url = format!("sqlite://{}/upcard.db", dir.path().display());
    let mut reader = SqliteConnection::connect(&url).await.unwrap();
    let mut reading = reader.begin().await.unwrap();
    sqlx::query("SELECT count(*) FROM journal").fetch_one(&mut *reading).await.unwrap();
    let refused = store.append(append(table, 4, 4)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Locked { .. }), "{refused}");
    store.put_message(&table, hand_of(1)).await.unwrap_err();
    let (one, two) = (append(table, 4, 4), append(table, 5, 5));
    let (one, two) = tokio::join!(store.append(one), store.append(two));
    assert!(one.is_err() && two.is_err());
    reading.rollback().await.unwrap();
    store.append(append(table, 4, 4)).await.unwrap();
    assert_eq!(store.load(table).await.unwrap().unwrap().journal.len(), 4);
}

#[tokio::test]
async fn a_write_that_takes_long_can_be_told() {
    let (_dir, store) = Store::temporary().await;
    let writing = store.0.writer.counters.write();
    assert!(store.writing().is_some());
    drop(writing);
    assert!(store.writing().is_none(), "done, or given up");
}

/// Waits for something for a moment, and then goes away.
async fn given_up<T>(asked: impl Future<Output = T>) {
    assert!(tokio::time::timeout(Duration::from_millis(50), asked).await.is_err(), "it should have to wait");
}

#[tokio::test]
async fn c08_a_log_that_nobody_waits_for_to_be_mended_is_not_mended() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let table = playing(&store, 1).await;
    let counters = &store.0.writer.counters;
    let before = salts(&dir);
    let mut other = SqliteConnection::connect(&format!("sqlite://{}/upcard.db", dir.path().display())).await.unwrap();
    // The log cannot be begun anew while somebody reads from it, and nothing can be written while somebody else writes.
    for broken in [true, false] {
        counters.log_is_broken.store(broken, Ordering::Relaxed);
        let begin = if broken { "BEGIN" } else { "BEGIN IMMEDIATE" };
        let mut held = other.begin_with(begin).await.unwrap();
        sqlx::query("SELECT count(*) FROM journal").fetch_one(&mut *held).await.unwrap();
        given_up(store.append(append(table, 1, 1))).await;
        assert!(counters.log_is_broken.load(Ordering::Relaxed), "nobody knows what became of it");
        held.rollback().await.unwrap();
    }
    // SQLite has finished what was given up, and it may have been done.
    let done = store.append(append(table, 1, 1)).await;
    assert!(matches!(done, Ok(_) | Err(StoreError::Conflict(_))), "{done:?}");
    assert!(!counters.log_is_broken.load(Ordering::Relaxed) && salts(&dir) != before, "it was begun anew");
    store.append(append(table, 2, 2)).await.unwrap();
    assert_eq!(store.load(table).await.unwrap().unwrap().journal.len(), 2);
}

/// Breaks a rule of the database.
struct Unfit;

impl Write for Unfit {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        Ok(sqlx::query("UPDATE tables SET stage = 9").execute(conn).await.map(drop)?)
    }
}

#[tokio::test]
async fn c09_a_change_that_breaks_a_rule_is_no_trouble_of_the_disk() {
    let (lines, _logged) = crate::store::listen();
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let table = playing(&store, 1).await;
    for _ in 0..5 {
        let (refused, fine) = tokio::join!(store.0.write(Unfit), store.put_message(&table, hand_of(1)));
        let refused = refused.unwrap_err();
        assert!(matches!(refused, StoreError::Unfit { .. }), "{refused}");
        assert!(store.told(&refused).is_some(), "whoever it hits is shown an id");
        fine.unwrap();
        assert_eq!(store.trouble(), None);
    }
    assert_eq!(lines.count("ERROR"), 1, "told once: {lines}");
}

/// A job with a bug.
struct Breaks;

impl Write for Breaks {
    type Out = ();

    async fn run(&self, _: &mut SqliteConnection) -> Result<(), Failed> {
        panic!("a test breaks the writer")
    }
}

#[tokio::test]
async fn c05_what_was_handed_to_a_writer_that_broke_down_is_perhaps_done() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(&dir).await;
    let table = playing(&store, 1).await;
    let lock = store.0.writer.connections.lock().await;
    let released = async {
        tokio::task::yield_now().await;
        drop(lock);
    };
    let (beside, broken, ()) = tokio::join!(store.append(append(table, 1, 1)), store.0.write(Breaks), released);
    assert_eq!((beside.err(), broken.err()), (Some(StoreError::Abandoned), Some(StoreError::Abandoned)));
    assert!(StoreError::Abandoned.may_be_done());
    assert_eq!(store.vitals().until_lost().await, crate::vitals::Lost("the writer of the database"));
    let later = store.append(append(table, 1, 2)).await;
    assert_eq!(later.err(), Some(StoreError::Closed), "nobody takes it");
    store.close().await;
}

#[tokio::test]
async fn c05_a_store_that_is_closed_has_lost_nothing() {
    let (_dir, store) = Store::temporary().await;
    store.close().await;
    assert_eq!((store.vitals().lost(), store.loss()), (None, None));
}
