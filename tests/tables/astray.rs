//! The database, its log or its folder goes away, is replaced, or comes back while people play: nothing is answered as
//! played that a start would not find.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{Entry, Seat};
use tempfile::TempDir;
use upcard::discord::why_not;
use upcard::store::{
    Append, ChannelId as Channel, Create, MessageId, MessageKind, Posted, Store, StoreError, TableRow,
};
use upcard::tables::{MatchAct, Outcome, Place, Rejection, Request, Room, RoomConfig, Seeds, Stage, TableId, UserId};

use crate::common::*;

/// A room whose database is `room/upcard.db`, in a folder that vanishes.
struct Here {
    dir: TempDir,
    room: Room,
    table: TableId,
}

impl Here {
    /// A match of which some moves were played.
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("room")).unwrap();
        let room = opened(&dir.path().join("room/upcard.db")).await;
        let table = begun(&room, games()[0], 1).await;
        play(&room, &table, &mut Dice::new(1), 3).await;
        Self { dir, room, table }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Plays a move, if that is possible.
    async fn play(&self) -> Result<u32, Rejection> {
        let snapshot = look(&self.room, &self.table).await;
        let (who, text) = some_move(&self.room, &snapshot, &mut Dice::new(9)).await;
        let played = self.room.ask(&self.table, Request::new(who, MatchAct::Play(text)).cause(cause())).await?;
        assert_eq!(played.outcome, Outcome::Done);
        Ok(played.snapshot.play.moves())
    }

    async fn moves(&self) -> u32 {
        look(&self.room, &self.table).await.play.moves()
    }

    /// The moves that a start would find after a kill at this moment.
    async fn after_a_kill(&self) -> u32 {
        let killed = tempfile::tempdir().unwrap();
        let found = fs::canonicalize(self.at("room/upcard.db")).unwrap();
        fs::copy(&found, killed.path().join("upcard.db")).unwrap();
        let log = PathBuf::from(format!("{}-wal", found.display()));
        if log.exists() {
            fs::copy(log, killed.path().join("upcard.db-wal")).unwrap();
        }
        moves_in(&killed.path().join("upcard.db"), &self.table).await
    }
}

async fn opened(file: &Path) -> Room {
    let store = Store::open_within(&format!("sqlite://{}", file.display()), Duration::from_millis(500)).await.unwrap();
    let config = RoomConfig { seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    Room::open_with(store, config).await.unwrap()
}

async fn moves_in(file: &Path, table: &TableId) -> u32 {
    let room = opened(file).await;
    let moves = room.look(table).await.map_or(0, |snapshot| snapshot.play.moves());
    room.shutdown().await;
    moves
}

/// What happens to the files in a folder.
type Happens = fn(&Path);

/// A change of the files, and how it is taken back.
type Change = (&'static str, Happens, Happens);

const DB: &str = "room/upcard.db";
const LOG: &str = "room/upcard.db-wal";

fn away(dir: &Path, name: &str) {
    fs::rename(dir.join(name), dir.join("away")).unwrap();
}

fn back(dir: &Path, name: &str) {
    fs::rename(dir.join("away"), dir.join(name)).unwrap();
}

fn swap_for_a_copy(dir: &Path, name: &str) {
    away(dir, name);
    fs::copy(dir.join("away"), dir.join(name)).unwrap();
}

fn lead(dir: &Path, name: &str, to: &str) {
    let _ = fs::remove_file(dir.join(name));
    std::os::unix::fs::symlink(dir.join(to), dir.join(name)).unwrap();
}

/// How a file is written over, with an older log at hand.
type WrittenOver = fn(&Path, &[u8]);

/// Everything that can be taken back.
const CHANGES: &[Change] = &[
    ("the log is moved", |dir| away(dir, LOG), |dir| back(dir, LOG)),
    ("the log is a copy", |dir| swap_for_a_copy(dir, LOG), |dir| back(dir, LOG)),
    (
        "the log is an empty file",
        |dir| {
            away(dir, LOG);
            fs::write(dir.join(LOG), "").unwrap();
        },
        |dir| back(dir, LOG),
    ),
    ("the database is moved", |dir| away(dir, DB), |dir| back(dir, DB)),
    ("the database is a copy", |dir| swap_for_a_copy(dir, DB), |dir| back(dir, DB)),
    (
        "the database is a link to where it was moved, and its log is not there",
        |dir| {
            away(dir, DB);
            lead(dir, DB, "away");
        },
        |dir| back(dir, DB),
    ),
    ("the folder is moved", |dir| away(dir, "room"), |dir| back(dir, "room")),
    (
        "the folder is a link to another one with copies",
        |dir| {
            away(dir, "room");
            fs::create_dir(dir.join("other")).unwrap();
            for name in ["upcard.db", "upcard.db-wal"] {
                fs::copy(dir.join("away").join(name), dir.join("other").join(name)).unwrap();
            }
            lead(dir, "room", "other");
        },
        |dir| {
            fs::remove_file(dir.join("room")).unwrap();
            back(dir, "room");
        },
    ),
    (
        "the folder is another one with a second name of the same file",
        |dir| {
            away(dir, "room");
            fs::create_dir(dir.join("room")).unwrap();
            fs::hard_link(dir.join("away/upcard.db"), dir.join(DB)).unwrap();
        },
        |dir| {
            fs::remove_dir_all(dir.join("room")).unwrap();
            back(dir, "room");
        },
    ),
    (
        "both are moved, one after the other",
        |dir| {
            away(dir, LOG);
            fs::rename(dir.join(DB), dir.join("away too")).unwrap();
        },
        |dir| {
            back(dir, LOG);
            fs::rename(dir.join("away too"), dir.join(DB)).unwrap();
        },
    ),
];

fn refused(result: Result<u32, Rejection>, what: &str) -> String {
    let Err(refused) = result else { panic!("{what}: {result:?}") };
    let said = why_not(&refused);
    assert!(!refused.may_be_done() && said.contains("Nothing was changed"), "{what}: {said}");
    said
}

#[tokio::test]
async fn p01_what_does_not_reach_the_file_is_refused_until_it_does() {
    for (what, change, take_back) in CHANGES {
        let here = Here::new().await;
        let (before, other) = (here.moves().await, begun(&here.room, games()[1], 2).await);
        let mut changes = here.room.changes();
        change(here.dir.path());
        let first = refused(here.play().await, what);
        assert_eq!(refused(here.play().await, what), first, "{what}: one trouble, one id");
        // Several at once share a commit; opening a table takes a transaction; hands are written without a flush.
        let posted = hand(&here.table);
        let (one, two, three, four) = tokio::join!(
            here.play(),
            here.room.create(new_table(games()[0], 3)),
            here.room.store().put_message(&other, posted),
            here.room.store().put_message(&here.table, posted),
        );
        refused(one, what);
        refused(two.map(|answer| answer.snapshot.play.moves()), what);
        assert!(three.is_err() && four.is_err(), "{what}");
        assert!(here.room.store().missing().is_some(), "{what}");
        assert_eq!(here.moves().await, before, "{what}: nobody sees a move that was refused");
        while let Some(told) = changes.next_now() {
            assert!(told.table == other, "{what}: nobody was told");
        }
        take_back(here.dir.path());
        assert_eq!(here.after_a_kill().await, before, "{what}: all that was answered as played");
        assert_eq!(here.play().await.unwrap(), before + 1, "{what}: it is back, and so are moves");
        assert_eq!(here.after_a_kill().await, before + 1, "{what}");
        here.room.shutdown().await;
        assert_eq!(here.room.store().loss(), None, "{what}");
        assert_eq!(moves_in(&here.at(DB), &here.table).await, before + 1, "{what}");
    }
}

fn hand(table: &TableId) -> Posted {
    let (user, message) = (Some(UserId(1)), MessageId(table.as_str().len() as u64));
    Posted { kind: MessageKind::Hand, user, channel: Channel(1), message, rev: 1, posted: 5, deal: 1 }
}

/// Waits until the log was moved into the file.
async fn rescued(here: &Here, moves: u32) {
    for _ in 0..100 {
        if here.after_a_kill().await == moves {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{moves} moves are not in the file");
}

#[tokio::test]
async fn p01_a_log_that_is_gone_takes_nothing_with_it_that_was_answered() {
    for begun_anew in [false, true] {
        let here = Here::new().await;
        let before = here.moves().await;
        fs::remove_file(here.at(LOG)).unwrap();
        if begun_anew {
            fs::write(here.at(LOG), "").unwrap();
        }
        refused(here.play().await, "no log");
        rescued(&here, before).await;
        here.room.shutdown().await;
        assert_eq!(here.room.store().loss(), None);
        assert_eq!(moves_in(&here.at(DB), &here.table).await, before);
    }
}

#[tokio::test]
async fn p01_a_stop_puts_aside_a_log_that_is_not_ours() {
    let here = Here::new().await;
    let before = here.moves().await;
    // An older log: with it a start would find less.
    let older = fs::read(here.at(LOG)).unwrap();
    play(&here.room, &here.table, &mut Dice::new(2), 2).await;
    fs::remove_file(here.at(LOG)).unwrap();
    fs::write(here.at(LOG), &older).unwrap();
    refused(here.play().await, "another log");
    here.room.shutdown().await;
    assert_eq!(here.room.store().loss(), None);
    let kept = fs::read_dir(here.at("room")).unwrap().map(|file| file.unwrap().path());
    let aside = kept.into_iter().find(|file| file.to_string_lossy().contains(".db-wal.aside-")).unwrap();
    assert!(fs::read(aside).unwrap() == older, "it is nobody's to delete");
    assert_eq!(moves_in(&here.at(DB), &here.table).await, before + 2);
}

#[tokio::test]
async fn p01_a_stop_saves_what_no_start_would_find() {
    let kinds: [(&str, Happens); 4] = [
        ("deleted", |dir| fs::remove_file(dir.join(DB)).unwrap()),
        ("moved", |dir| away(dir, DB)),
        ("replaced", |dir| swap_for_a_copy(dir, DB)),
        ("replaced with its log", |dir| {
            let copies = [DB, LOG].map(|name| fs::read(dir.join(name)).unwrap());
            for (name, copy) in [DB, LOG].iter().zip(copies) {
                fs::remove_file(dir.join(name)).unwrap();
                fs::write(dir.join(name), copy).unwrap();
            }
        }),
    ];
    for (what, change) in kinds {
        let here = Here::new().await;
        change(here.dir.path());
        refused(here.play().await, what);
        let before = here.moves().await;
        let theirs = |name| fs::read(here.at(name)).ok();
        let found = (theirs(DB), theirs(LOG).filter(|_| what.contains("with its log")));
        here.room.shutdown().await;
        let Some(StoreError::Saved { copy, .. }) = here.room.store().loss() else { panic!("{what}") };
        assert!(theirs(DB) == found.0, "{what}: what lies there is not ours");
        assert!(found.1.is_none() || theirs(LOG) == found.1, "{what}: nor is its log");
        assert_eq!(moves_in(Path::new(&copy), &here.table).await, before, "{what}");
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&copy).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "{what}: nobody else may read it");
    }
}

#[tokio::test]
async fn p01_where_nothing_can_be_saved_a_stop_says_so_and_leaves_everything() {
    let here = Here::new().await;
    away(here.dir.path(), "room");
    let moves = here.moves().await;
    here.room.shutdown().await;
    assert!(matches!(here.room.store().loss(), Some(StoreError::Lost { .. })), "{:?}", here.room.store().loss());
    back(here.dir.path(), "room");
    assert_eq!(here.after_a_kill().await, moves);
}

#[tokio::test]
async fn p01_without_its_index_a_log_is_found_all_the_same() {
    let here = Here::new().await;
    for copied in [false, true] {
        fs::remove_file(here.at("room/upcard.db-shm")).unwrap();
        if copied {
            fs::write(here.at("room/upcard.db-shm"), "something else").unwrap();
        }
        let moves = here.play().await.unwrap();
        assert_eq!(here.after_a_kill().await, moves);
        if !copied {
            fs::write(here.at("room/upcard.db-shm"), "").unwrap();
        }
    }
    here.room.shutdown().await;
}

/// Many tables at which one move after another is written, as long as that is possible; returns those that were answered
/// as written.
async fn many(store: &Store, tables: &[TableId], from: u32) -> Vec<(TableId, u32)> {
    let write = |table: TableId| async move {
        let mut done = Vec::new();
        for number in from.. {
            let entry = Entry { seat: Seat::FIRST, text: format!("move {number}"), at: 5 };
            let append = Append { table, rev: 1, number, entry, cause: None, due: None, goes_on: false, finish: None };
            match store.append(append).await {
                Ok(_) => done.push((table, number)),
                Err(_) => break,
            }
        }
        done
    };
    futures_util::future::join_all(tables.iter().map(|&table| write(table))).await.concat()
}

async fn many_tables(store: &Store) -> Vec<TableId> {
    let mut tables = Vec::new();
    for channel in 0..8 {
        let place = Place { channel: Channel(channel), guild: None };
        let row = TableRow::lobby(TableId::random(6), place, "g", "v", UserId(1), "Ada", 0);
        tables.push(row.id);
        store.create(Create { row: TableRow { stage: Stage::Playing, ..row }, cause: None, old: None }).await.unwrap();
    }
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn p01_whenever_the_files_go_away_what_was_answered_is_found() {
    for round in 0..12_u64 {
        let dir = tempfile::tempdir().unwrap();
        let (file, log) = (dir.path().join("upcard.db"), dir.path().join("upcard.db-wal"));
        let store = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
        let tables = many_tables(&store).await;
        let gone = if round % 2 == 0 { &log } else { &file };
        let goes = async {
            tokio::time::sleep(Duration::from_millis(20 + 7 * round)).await;
            fs::rename(gone, dir.path().join("away")).unwrap();
        };
        let (done, ()) = tokio::join!(many(&store, &tables, 1), goes);
        assert!(!done.is_empty());
        if round % 4 == 1 {
            fs::rename(dir.path().join("away"), &file).unwrap();
        } else if gone == &file {
            store.close().await;
            let Some(StoreError::Saved { copy, .. }) = store.loss() else { panic!("{:?}", store.loss()) };
            found(Path::new(&copy), &done).await;
            continue;
        } else {
            // The log is being moved into the file: what is done by then is not lost in a kill.
            while !is_moved(&store).await {}
        }
        let killed = tempfile::tempdir().unwrap();
        fs::copy(&file, killed.path().join("upcard.db")).unwrap();
        let _ = fs::copy(&log, killed.path().join("upcard.db-wal"));
        found(&killed.path().join("upcard.db"), &done).await;
        store.close().await;
    }
}

/// The next look of what moves the log into the file takes half a second at most.
async fn is_moved(store: &Store) -> bool {
    tokio::time::sleep(Duration::from_millis(1200)).await;
    store.stuck().is_none()
}

async fn found(file: &Path, done: &[(TableId, u32)]) {
    let store = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
    for (table, number) in done {
        let journal = store.load(*table).await.unwrap().unwrap().journal;
        assert!(journal.len() >= *number as usize, "{number} of {} was answered as written", journal.len());
    }
    store.close().await;
}

/// Waits until what moves the log into the file has had nothing more to do.
async fn quiet() {
    tokio::time::sleep(Duration::from_millis(1500)).await;
}

#[tokio::test]
async fn p01_a_file_that_is_written_over_is_noticed_like_one_that_is_replaced() {
    let kinds: [(&str, WrittenOver); 3] = [
        ("the log is emptied", |dir, _| fs::write(dir.join(LOG), "").unwrap()),
        ("the log is an older one", |dir, older| fs::write(dir.join(LOG), older).unwrap()),
        ("the database is emptied", |dir, _| fs::write(dir.join(DB), "").unwrap()),
    ];
    for (what, change) in kinds {
        for moved in [false, true] {
            let here = Here::new().await;
            let older = fs::read(here.at(LOG)).unwrap();
            play(&here.room, &here.table, &mut Dice::new(2), 2).await;
            let before = here.moves().await;
            if moved || what.starts_with("the database") {
                quiet().await;
            }
            change(here.dir.path(), &older);
            refused(here.play().await, what);
            here.room.shutdown().await;
            let loss = here.room.store().loss();
            if moved && what.starts_with("the log") {
                assert_eq!(loss, None, "{what}");
                assert_eq!(moves_in(&here.at(DB), &here.table).await, before, "{what}");
            } else {
                assert!(matches!(loss, Some(StoreError::Lost { .. } | StoreError::Saved { .. })), "{what}: {loss:?}");
            }
        }
    }
}
