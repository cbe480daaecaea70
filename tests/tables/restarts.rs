//! What survives: restarts, crashes, sleep, and repeated delivery of what was carried out.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sqlx::{Connection, SqliteConnection};
use upcard::store::{Create, MessageKind, Posted, Stage, Store, TableRow};
use upcard::tables::{
    Act, LobbyAct, MatchAct, MessageId, NewTable, Outcome, Request, Room, RoomConfig, Snapshot, TableId, now,
};

use crate::common::*;

/// Everything that anybody sees of a table.
fn seen(snapshot: &Snapshot) -> impl PartialEq + std::fmt::Debug + use<> {
    let hands: Vec<_> = snapshot
        .players()
        .map(|user| {
            let hand = snapshot.hand_of(user).unwrap();
            let told = (hand.told.clone(), hand.lately.clone());
            let seen = (hand.seen.text.clone(), hand.seen.board.clone(), Arc::clone(&hand.seen.screen));
            (user, seen, hand.controls.clone(), hand.window, told)
        })
        .collect();
    let head = (snapshot.rev, snapshot.stage, snapshot.play.moves(), snapshot.play.deal(), snapshot.play.window(None));
    let board = (snapshot.play.board().clone(), Arc::clone(&snapshot.play.screen));
    let public = (board, snapshot.shared(), snapshot.awaiting(), snapshot.seating.seats.clone());
    let end =
        (snapshot.play.standings(), snapshot.ratings.clone(), snapshot.terms.house_rules(engine::Language::English));
    (head, public, end, (news(snapshot), snapshot.play.earlier()), snapshot.news.results.clone(), hands)
}

#[tokio::test]
async fn a_restart_in_the_middle_changes_nothing() {
    let mut house = House::new().await;
    for (n, game) in games().into_iter().enumerate() {
        let table = begun(&house.room, game, n as u64).await;
        let mut dice = Dice::new(11);
        for moves in [0, 1, 2, 7, 40, 4000] {
            let before = play(&house.room, &table, &mut dice, moves).await;
            let results = house.room.results_after(&table, 0).await.unwrap();
            house = house.restart().await;
            assert_eq!(house.room.awake(), 0, "no table is read before somebody asks");
            let after = look(&house.room, &table).await;
            if moves > 0 {
                assert_eq!(seen(&before), seen(&after), "{game} after {moves} moves");
            }
            assert_eq!(results, house.room.results_after(&table, 0).await.unwrap());
        }
    }
}

/// Slips are told only to their players: the last line that everybody was told may be any number of moves back.
#[tokio::test]
async fn what_everybody_was_told_last_outlives_many_slips_and_a_restart() {
    let house = House::new().await;
    let new = NewTable { seats: Some(8), ..new_table("brain-drain", 1) };
    let new = NewTable { options: serde_json::from_value(serde_json::json!({"typo_grace": 9})).unwrap(), ..new };
    let table = house.room.create(new).await.unwrap().snapshot.table;
    for who in 1..8 {
        ask(&house.room, &table, who, LobbyAct::Join).await.unwrap();
    }
    ask(&house.room, &table, 0, LobbyAct::Start).await.unwrap();
    ask(&house.room, &table, 0, MatchAct::Play("pass".into())).await.unwrap();
    for who in 1..8 {
        for slip in 1..=9 {
            ask(&house.room, &table, who, MatchAct::Play(format!("solve {slip}"))).await.unwrap();
        }
    }
    let before = look(&house.room, &table).await;
    assert_eq!((before.play.moves(), news(&before).len()), (64, 1), "{:?}", news(&before));
    let house = house.restart().await;
    assert_eq!(seen(&before), seen(&*look(&house.room, &table).await));
}

#[tokio::test]
async fn tables_sleep_when_nobody_asks_and_wake_as_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let room = open(&dir, Duration::from_millis(30)).await;
    let table = begun(&room, games()[0], 1).await;
    let before = play(&room, &table, &mut Dice::new(2), 5).await;
    for _ in 0..200 {
        if room.awake() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(room.awake(), 0);
    assert_eq!(seen(&before), seen(&*look(&room, &table).await));
    play(&room, &table, &mut Dice::new(2), 5).await;
}

#[tokio::test]
async fn only_so_many_tables_are_kept_awake() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&url(&dir)).await.unwrap();
    let room = Room::open_with(store, RoomConfig { most_awake: 5, ..RoomConfig::default() }).await.unwrap();
    let mut tables = Vec::new();
    for channel in 0..20 {
        tables.push(begun(&room, games()[0], channel).await);
    }
    for (n, table) in tables.iter().enumerate() {
        assert_eq!(play(&room, table, &mut Dice::new(n as u64 + 1), 2).await.play.moves(), 2);
        tokio::task::yield_now().await;
        assert!(room.awake() <= 6, "{} tables are awake", room.awake());
    }
}

#[tokio::test]
async fn what_came_to_nothing_long_ago_is_forgotten_while_the_room_is_open() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&url(&dir)).await.unwrap();
    let prune = Duration::from_millis(20);
    let room = Room::open_with(store.clone(), RoomConfig { prune, ..RoomConfig::default() }).await.unwrap();
    let new = new_table(games()[0], 1);
    let fresh = new.cause.unwrap();
    room.create(new).await.unwrap();
    let old = cause();
    let eight_days_ago = now() - 8 * 24 * 3600 * 1000;
    let row =
        TableRow::lobby(TableId::random(0), place(2), games()[0], "standard", person(0).id, "Ada", eight_days_ago);
    let closed = TableRow { stage: Stage::Closed, guests: row.sitters.clone(), id: TableId::random(1), ..row.clone() };
    let lately = TableRow { id: TableId::random(2), updated: now(), ..closed.clone() };
    for (row, cause) in [(&closed, Some(cause())), (&lately, None), (&row, Some(old))] {
        store.create(Create { row: row.clone(), cause, old: None }).await.unwrap();
    }
    for _ in 0..200 {
        if store.table_of(old).await.unwrap().is_none() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(store.table_of(old).await.unwrap(), None);
    assert!(store.table_of(fresh).await.unwrap().is_some());
    for (row, stays) in [(&row, true), (&closed, false), (&lately, true)] {
        assert_eq!(store.load(row.id).await.unwrap().is_some(), stays);
    }
}

#[tokio::test]
async fn what_was_carried_out_is_not_carried_out_again() {
    let mut house = House::new().await;
    let game = games()[0];
    let new = new_table(game, 1);
    let made = house.room.create(new.clone()).await.unwrap();
    let table = made.snapshot.table;
    let join = Request::new(person(1), LobbyAct::Join).cause(cause());
    house.room.ask(&table, join.clone()).await.unwrap();
    let start = Request::new(person(0), LobbyAct::Start).cause(cause());
    house.room.ask(&table, start.clone()).await.unwrap();
    let snapshot = look(&house.room, &table).await;
    let (who, text) = some_move(&house.room, &snapshot, &mut Dice::new(1)).await;
    let play = Request::new(who, MatchAct::Play(text)).cause(cause());
    let rev = house.room.ask(&table, play.clone()).await.unwrap().snapshot.rev;
    for _ in 0..2 {
        let again = house.room.create(new.clone()).await.unwrap();
        assert_eq!((again.snapshot.table, again.outcome), (table, Outcome::Repeated));
        for request in [&join, &start, &play] {
            let again = house.room.ask(&table, request.clone()).await.unwrap();
            assert_eq!((again.snapshot.rev, again.outcome), (rev, Outcome::Repeated), "{:?}", request.act);
        }
        house = house.restart().await;
    }
}

#[tokio::test]
async fn how_a_match_ended_is_not_told_again_after_a_rematch_and_a_restart() {
    let house = House::new().await;
    let table = begun(&house.room, "brain-drain", 1).await;
    let mut dice = Dice::new(1);
    while look(&house.room, &table).await.stage == Stage::Playing {
        play(&house.room, &table, &mut dice, 1).await;
    }
    let over = look(&house.room, &table).await;
    assert!(!over.news.results.is_empty(), "the last pack ended with the match");
    ask(&house.room, &table, 0, Act::Rematch).await.unwrap();
    assert!(look(&house.room, &table).await.news.results.is_empty());
    let house = house.restart().await;
    assert!(look(&house.room, &table).await.news.results.is_empty());
    let after = async |rev| house.room.results_after(&table, rev).await.unwrap();
    let told = after(over.rev - 1).await;
    assert_eq!(told, [(over.rev, over.news.results.clone())]);
    assert!(after(over.rev).await.is_empty(), "whoever has shown that revision has posted them");
}

#[tokio::test]
async fn a_rematch_is_asked_for_within_a_week() {
    let mut house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    ask(&house.room, &table, 0, MatchAct::Resign).await.unwrap();
    let day: i64 = 24 * 3600 * 1000;
    for (earlier, refused) in [(8 * day, true), (-2 * day, false)] {
        house.room.shutdown().await;
        let mut conn = SqliteConnection::connect(&url(&house.dir)).await.unwrap();
        // The match ended with its last move.
        let update = sqlx::query("UPDATE journal SET at = at - ?1").bind(earlier);
        update.execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        house = house.restart().await;
        let asked = ask(&house.room, &table, 1, Act::Rematch).await;
        assert_eq!(asked.is_err(), refused, "{asked:?}");
        if refused {
            assert!(words(asked).starts_with("That match ended more than a week ago."));
        }
    }
}

#[tokio::test]
async fn boards_to_be_painted_are_found_after_a_start() {
    let house = House::new().await;
    let game = games()[0];
    let (one, two) = (begun(&house.room, game, 1).await, begun(&house.room, game, 2).await);
    let shown = |rev| Posted {
        kind: MessageKind::Board,
        user: None,
        channel: place(1).channel,
        message: MessageId(5),
        rev,
        posted: 0,
        deal: 0,
    };
    for table in [one, two] {
        let rev = look(&house.room, &table).await.rev;
        house.room.store().put_message(&table, shown(rev)).await.unwrap();
    }
    assert!(house.room.unpainted().await.unwrap().is_empty());
    // The board of the second deal was posted, and then the program was killed before that hand was.
    let rev = look(&house.room, &one).await.rev;
    let hand = Posted { kind: MessageKind::Hand, user: Some(person(1).id), deal: 1, ..shown(rev) };
    for (posted, waits) in
        [(hand, false), (Posted { deal: 2, ..shown(rev) }, true), (Posted { deal: 2, ..hand }, false)]
    {
        house.room.store().put_message(&one, posted).await.unwrap();
        assert_eq!(house.room.unpainted().await.unwrap() == [one], waits, "{posted:?}");
    }
    house.room.store().forget_message(&one, MessageKind::Hand, Some(person(1).id)).await.unwrap();
    play(&house.room, &two, &mut Dice::new(1), 1).await;
    assert_eq!(house.room.unpainted().await.unwrap(), [two]);
    // After a month without a move it is left alone until somebody presses something.
    for (days, waits) in [(29, true), (31, false)] {
        let then = upcard::tables::now() + days * 24 * 3600 * 1000;
        assert_eq!(house.room.store().unpainted(then).await.unwrap() == [two], waits, "{days} days later");
    }
    tokio::time::sleep(Duration::from_millis(5)).await;
    ask(&house.room, &one, 0, MatchAct::Resign).await.unwrap();
    assert_eq!(
        house.room.unpainted().await.unwrap(),
        [one, two],
        "a match that has just ended is to be shown, and first"
    );
    // A lobby that has its board, but whose invitation was never sent, is also found.
    let challenge = upcard::tables::NewTable { invited: Some(person(1)), ..new_table(game, 3) };
    let three = house.room.create(challenge).await.unwrap().snapshot;
    house.room.store().put_message(&three.table, shown(three.rev)).await.unwrap();
    assert!(house.room.unpainted().await.unwrap().contains(&three.table));
    let invitation = Posted { kind: MessageKind::Invitation, user: Some(person(1).id), ..shown(three.rev) };
    house.room.store().put_message(&three.table, invitation).await.unwrap();
    assert!(!house.room.unpainted().await.unwrap().contains(&three.table));
    house.room.store().forget_message(&two, MessageKind::Board, None).await.unwrap();
    assert!(house.room.store().messages(&two).await.unwrap().is_empty());
    assert_eq!(house.room.store().messages(&one).await.unwrap().len(), 1);
}

/// Everything stops at once, in the middle of many moves: what was acknowledged is there, and nothing twice.
#[test]
fn a_crash_loses_nothing_that_was_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    let acknowledged: Arc<Mutex<Vec<(TableId, u64)>>> = Arc::default();
    for round in 0..6_u64 {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let room = runtime.block_on(open(&dir, Duration::from_secs(60)));
        for n in 0..8 {
            let (room, acknowledged) = (room.clone(), Arc::clone(&acknowledged));
            runtime.spawn(async move { play_on(room, n, round, acknowledged).await });
        }
        let enough = acknowledged.lock().unwrap().len() + 8 + 7 * round as usize;
        let deadline = Instant::now() + Duration::from_secs(60);
        while acknowledged.lock().unwrap().len() < enough {
            assert!(Instant::now() < deadline, "nothing more is played in round {round}");
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(room);
        runtime.shutdown_background();
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let room = open(&dir, Duration::from_secs(60)).await;
        let acknowledged = acknowledged.lock().unwrap().clone();
        for (table, moves) in acknowledged {
            let record = record(&room, table).await;
            assert!(record.journal.len() as u64 >= moves);
            engine::catalog::replay(&record).unwrap();
        }
    });
}

async fn play_on(room: Room, channel: u64, round: u64, acknowledged: Arc<Mutex<Vec<(TableId, u64)>>>) {
    let game = games()[channel as usize % games().len()];
    let table = match room.at(place(channel).channel).await.unwrap() {
        Some(table) => table,
        None => room.create(new_table(game, channel)).await.unwrap().snapshot.table,
    };
    let snapshot = look(&room, &table).await;
    if snapshot.play.moves() == 0 && snapshot.play.deal() == 0 {
        for who in snapshot.people().count() as u64..u64::from(snapshot.terms.counts[0]) {
            ask(&room, &table, who, LobbyAct::Join).await.unwrap();
        }
        ask(&room, &table, 0, LobbyAct::Start).await.unwrap();
    }
    let mut dice = Dice::new(round * 100 + channel + 1);
    loop {
        let snapshot = play(&room, &table, &mut dice, 1).await;
        acknowledged.lock().unwrap().push((table, u64::from(snapshot.play.moves())));
        if snapshot.play.standings().is_some() {
            return;
        }
    }
}
