//! Who asks to be forgotten.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use upcard::store::{
    Blocks, Chooser, Chosen, Decision, Deed, LeaderboardQuery, MessageKind, Period, Posted, Scope, Store,
};
use upcard::tables::{Act, LobbyAct, MatchAct, MessageId, NewTable, Person, Request, Room, Stage, UserId};

use crate::common::*;

#[tokio::test]
async fn nobody_keeps_another_from_being_forgotten_by_asking_them_to_a_table() {
    let house = House::new().await;
    let ben = person(1).id;
    let (mut challenge, mut private) = (new_table("gin-rummy", 1), new_table("gin-rummy", 2));
    challenge.invited = Some(person(1));
    private.private = true;
    let challenge = house.room.create(challenge).await.unwrap().snapshot.table;
    let private = house.room.create(private).await.unwrap().snapshot.table;
    ask(&house.room, &private, 0, LobbyAct::Invite(person(1))).await.unwrap();
    let mut before = Vec::new();
    for table in [&challenge, &private] {
        before.push(look(&house.room, table).await.rev);
    }
    let store = house.room.store();
    let kept = store.forget(ben, Blocks::Go).await.unwrap();
    assert_eq!((kept.live.len(), kept.tables.len()), (0, 2));
    assert!(store.traces(ben).await.unwrap().is_none());
    let house = house.restart().await;
    assert_eq!(look(&house.room, &challenge).await.stage, Stage::Closed);
    assert!(!house.room.of(person(0).id).await.unwrap().iter().any(|table| table.table == challenge));
    // Only what has a greater revision than its messages is shown anew.
    for (table, before) in [&challenge, &private].into_iter().zip(before) {
        assert!(look(&house.room, table).await.rev > before);
    }
    let private = look(&house.room, &private).await;
    assert_eq!((private.stage, private.seating.invited.len()), (Stage::Lobby, 0));
    assert_eq!(house.room.at(place(1).channel).await.unwrap(), None, "another table may be opened there");
    ask(&house.room, &private.table, 0, LobbyAct::End).await.unwrap();
}

#[tokio::test]
async fn who_is_forgotten_leaves_the_matches_of_others_as_they_were() {
    let house = House::new().await;
    let game = games()[0];
    let table = begun(&house.room, game, 1).await;
    let ben = person(1).id;
    let store = house.room.store();
    let in_the_way = store.forget(ben, Blocks::Go).await.unwrap();
    assert_eq!(in_the_way.live, [table]);
    assert_eq!(store.traces(ben).await.unwrap(), in_the_way, "nothing was done");
    ask(&house.room, &table, 1, MatchAct::Resign).await.unwrap();
    let end = look(&house.room, &table).await;
    let kept = store.forget(ben, Blocks::Go).await.unwrap();
    assert_eq!((kept.live.len(), kept.tables.len(), kept.results), (0, 1, 1));
    assert!(kept.ratings > 0);
    assert!(store.traces(ben).await.unwrap().is_none());
    let house = house.restart().await;
    let after = look(&house.room, &table).await;
    let names: Vec<&str> = after.seating.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Ada", "a former player"]);
    assert_eq!(after.play.standings().unwrap()[0].names, end.play.standings().unwrap()[0].names);
    let all = LeaderboardQuery {
        scope: Scope::Everywhere,
        game: None,
        period: Period::AllTime,
        at: end.at,
        page: 1,
        lines: 10,
        caller: ben,
    };
    let board = house.room.store().leaderboard(&all).await.unwrap();
    assert_eq!(board.lines.iter().map(|l| l.name.as_str()).collect::<Vec<_>>(), ["Ada"]);
    assert!(board.own.is_none());
    assert!(words(ask(&house.room, &table, 0, Act::Rematch).await).contains("was forgotten"));
    house.room.shutdown().await;
    Store::scrub(&url(&house.dir)).await.unwrap();
    let bytes = std::fs::read(house.room.store().path()).unwrap();
    assert!(!bytes.windows(3).any(|part| part == b"Ben"), "the name is nowhere in the file");
}

/// The columns of the database in which this number stands, as `table.column`.
async fn columns_with(room: &Room, number: u64) -> BTreeSet<String> {
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}", room.store().path())).await.unwrap();
    let all = "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'";
    let all: Vec<(String, String)> = sqlx::query_as(all).fetch_all(&mut conn).await.unwrap();
    let mut found = BTreeSet::new();
    for (table, column) in all {
        let query = format!("SELECT count(*) FROM \"{table}\" WHERE \"{column}\" = ?1");
        let query = sqlx::query_scalar(AssertSqlSafe(query)).bind(number.cast_signed());
        let times: i64 = query.fetch_one(&mut conn).await.unwrap();
        if times > 0 {
            found.insert(format!("{table}.{column}"));
        }
    }
    found
}

/// Somebody who hosted a match and its rematch, has settings, and whose hand is in their direct messages.
async fn somebody_who_leaves_traces(room: &Room) -> Person {
    // No time, and no other number in the database, is like this one.
    let zoe = Person::new(UserId(987_654_321_012_345), "Zoe");
    let asks = async |table, act: Act| {
        room.ask(table, Request::new(zoe.clone(), act).cause(cause())).await.unwrap().snapshot.table
    };
    let new = NewTable { host: zoe.clone(), ..new_table("gin-rummy", 1) };
    let old = room.create(new).await.unwrap().snapshot.table;
    ask(room, &old, 1, LobbyAct::Join).await.unwrap();
    asks(&old, LobbyAct::Start.into()).await;
    asks(&old, MatchAct::Resign.into()).await;
    let rematch = asks(&old, Act::Rematch).await;
    ask(room, &rematch, 1, LobbyAct::Accept).await.unwrap();
    asks(&rematch, MatchAct::Resign.into()).await;
    let lobby = room.create(new_table("gin-rummy", 2)).await.unwrap().snapshot.table;
    asks(&lobby, LobbyAct::Join.into()).await;
    ask(room, &lobby, 0, LobbyAct::Kick(zoe.id.into())).await.unwrap();
    for what in [Decision::Note("set".to_owned(), None), Decision::Block(zoe.id)] {
        room.store().decide(Deed { at: 1, guild: None, who: Some(zoe.id), what }).await.unwrap();
    }
    let light = Chosen { light: Some(true), ..Chosen::default() };
    room.store().put_setting(Chooser::Person(zoe.id), light).await.unwrap();
    let (channel, message) = (place(9).channel, MessageId(5));
    let hand = Posted { kind: MessageKind::Hand, user: Some(zoe.id), channel, message, rev: 1, posted: 0, deal: 1 };
    room.store().put_message(&old, hand).await.unwrap();
    zoe
}

#[tokio::test]
async fn who_is_forgotten_stands_in_no_column_of_the_database() {
    let House { room, dir } = House::new().await;
    let zoe = somebody_who_leaves_traces(&room).await;
    let before = columns_with(&room, zoe.id.0).await;
    let all = [
        "blocks.user",
        "deeds.user",
        "deeds.who",
        "guests.user",
        "messages.user",
        "moments.user",
        "names.user",
        "played.user",
        "ratings.user",
        "result_seats.user",
        "seats.user",
        "sent_away.user",
        "settings.owner",
        "tables.host",
        "tallies.opponent",
        "tallies.user",
    ];
    assert_eq!(before, all.map(str::to_owned).into(), "or this test tells nothing");
    let kept = room.store().forget(zoe.id, Blocks::Go).await.unwrap();
    assert_eq!((kept.live.len(), kept.tables.len(), kept.results, kept.settings), (0, 3, 2, true));
    assert_eq!(columns_with(&room, zoe.id.0).await, BTreeSet::new());
    assert!(room.store().settings().await.unwrap().is_empty());
    room.shutdown().await;
    Store::scrub(&url(&dir)).await.unwrap();
    let bytes = std::fs::read(room.store().path()).unwrap();
    assert!(!bytes.windows(3).any(|part| part == b"Zoe"), "nor does the name stand anywhere in the file");
}
