//! What people are called.

use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use upcard::store::{LeaderboardQuery, Period, Scope};
use upcard::tables::{
    Cause, GuildId, LobbyAct, MatchAct, NewTable, Occasion, Person, Request, Room, TableId, UserId, now,
};

use crate::common::{House, ask, begun, cause, look, new_table, person, place};

const GAME: &str = "gin-rummy";
const SERVER: Option<GuildId> = Some(GuildId(7));

fn ben(name: &str) -> Person {
    Person::new(UserId(1001), name)
}

async fn board(room: &Room, table: &TableId) -> String {
    look(room, table).await.seating.seats[1].name.clone()
}

/// What Ben is called on the leaderboards of the server and of everywhere.
async fn ranked(room: &Room) -> [String; 2] {
    let mut names = [const { String::new() }; 2];
    for (scope, name) in [Scope::Server(GuildId(7)), Scope::Everywhere].into_iter().zip(&mut names) {
        let (game, period, at, caller) = (None, Period::AllTime, now(), UserId(1001));
        let query = LeaderboardQuery { scope, game, period, at, page: 1, lines: 10, caller };
        *name = room.store().leaderboard(&query).await.unwrap().own.unwrap().name;
    }
    names
}

#[tokio::test]
async fn q04_the_newest_name_holds_on_every_board_and_leaderboard() {
    let house = House::new().await;
    let room = &house.room;
    let (earlier, later) = (begun(room, GAME, 1).await, begun(room, GAME, 2).await);
    let (delayed, told) = (cause(), look(room, &earlier).await.rev);
    // He presses something elsewhere.
    room.met(ben("Benedikt"), None, cause()).await;
    for table in [&earlier, &later] {
        assert_eq!(board(room, table).await, "Benedikt");
    }
    assert_eq!(look(room, &earlier).await.rev, told, "nothing was played");
    // What comes late is read with the newest name.
    room.met(ben("Benedikt"), SERVER, cause()).await;
    assert_eq!(room.met(ben("Ben"), SERVER, delayed).await.name(), "Benedikt");
    ask(room, &later, 0, MatchAct::Resign).await.unwrap();
    ask(room, &earlier, 0, MatchAct::Resign).await.unwrap();
    assert_eq!(ranked(room).await, ["Benedikt", "Benedikt"]);
    let house = house.restart().await;
    let room = &house.room;
    room.met(ben("Ben"), SERVER, delayed).await;
    assert_eq!(ranked(room).await, ["Benedikt", "Benedikt"], "older than what is kept");
    // A nickname holds in its server, and as long as he has it there.
    let third = begun(room, GAME, 3).await;
    room.met(ben("Benedikt").nicknamed("Big Ben"), SERVER, cause()).await;
    assert_eq!(
        (board(room, &third).await, ranked(room).await),
        ("Big Ben".into(), ["Big Ben".into(), "Benedikt".into()])
    );
    room.met(ben("Benno"), None, cause()).await;
    assert_eq!((board(room, &third).await, ranked(room).await), ("Big Ben".into(), ["Big Ben".into(), "Benno".into()]));
    room.met(ben("Benno"), SERVER, cause()).await;
    assert_eq!((board(room, &third).await, ranked(room).await), ("Benno".into(), ["Benno".into(), "Benno".into()]));
}

#[tokio::test]
async fn q04_a_new_name_is_shown_at_every_table_soon_and_once_for_several() {
    let house = House::new().await;
    let mut tables = [begun(&house.room, GAME, 1).await, begun(&house.room, GAME, 2).await];
    let rev = look(&house.room, &tables[0]).await.rev;
    tables.sort();
    // They sleep.
    let House { room, dir: _dir } = house.restart().await;
    let mut changes = room.changes();
    for name in ["Benedikt", "Benno", "Big Ben"] {
        room.met(ben(name), SERVER, cause()).await;
    }
    let mut shown = Vec::new();
    while let Ok(Some(told)) = tokio::time::timeout(Duration::from_secs(4), changes.next()).await {
        assert!(told.occasion == Occasion::Renamed);
        shown.push((told.table, told.rev, told.seating.seats[1].name.clone()));
    }
    shown.sort();
    assert_eq!(shown, tables.map(|table| (table, rev, "Big Ben".to_owned())));
    // Another one so soon is not news that boards are changed for at once, but whoever looks sees it.
    room.met(ben("Ben"), SERVER, cause()).await;
    assert_eq!(board(&room, &tables[0]).await, "Ben");
    assert!(tokio::time::timeout(Duration::from_secs(4), changes.next()).await.is_err());
}

#[tokio::test]
async fn q04_lobbies_and_invitations_show_the_newest_name() {
    let House { room, dir: _dir } = House::new().await;
    let new = NewTable { private: true, ..new_table(GAME, 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    ask(&room, &table, 0, LobbyAct::Invite(ben("Ben"))).await.unwrap();
    room.met(ben("Benedikt"), SERVER, cause()).await;
    room.met(Person::new(UserId(1000), "Adele"), SERVER, cause()).await;
    let snapshot = look(&room, &table).await;
    assert_eq!((snapshot.seating.seats[0].name.as_str(), snapshot.seating.invited[0].name()), ("Adele", "Benedikt"));
    // The table is saved with the names that hold.
    let who = room.met(ben("Benedikt"), SERVER, cause()).await;
    room.ask(&table, Request::new(who, LobbyAct::Join).cause(cause())).await.unwrap();
    assert_eq!(board(&room, &table).await, "Benedikt");
}

#[tokio::test]
async fn q04_who_only_looks_leaves_no_name() {
    let House { room, dir: _dir } = House::new().await;
    begun(&room, GAME, 1).await;
    room.met(Person::new(UserId(5), "Zoe"), place(1).guild, Cause(u64::MAX >> 2)).await;
    room.met(Person::new(UserId(5), "Zoë"), place(1).guild, Cause(u64::MAX >> 1)).await;
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}", room.store().path())).await.unwrap();
    let kept: Vec<i64> =
        sqlx::query_scalar("SELECT DISTINCT user FROM names ORDER BY user").fetch_all(&mut conn).await.unwrap();
    assert_eq!(kept, [person(0).id.0 as i64, person(1).id.0 as i64]);
}
