//! Tables at which the house sits, written into the store as they are.

use engine::Seat;
use sqlx::{Connection, SqliteConnection};
use upcard::store::{Attendee, Create, Stage, TableRow, Traces};
use upcard::tables::Unrated;
use upcard::tables::{Act, House as OfHouse, Level, LobbyAct, MatchAct, Room, Sitter, Snapshot, TableId, UserId};

use crate::common::*;

/// The house at a level.
fn house(level: Level, number: u8) -> Sitter {
    OfHouse { level, number }.into()
}

/// A lobby of Ada's at which these sit, the first of them in the first seat.
async fn lobby(room: &Room, game: &str, variant: &str, sitters: &[Sitter]) -> TableId {
    let seated = |who: &Sitter| match who {
        Sitter::Person(user) => Attendee::new(*user, person(user.0 - 1000).name()),
        Sitter::House(house) => Attendee::house(*house),
    };
    let row = TableRow::lobby(TableId::random(3), place(1), game, variant, person(0).id, "Ada", 0);
    let row = TableRow { sitters: sitters.iter().map(seated).collect(), first: Seat::new(1), ..row };
    room.store().create(Create { row: row.clone(), cause: None, old: None }).await.unwrap();
    row.id
}

fn someone(n: u64) -> Sitter {
    person(n).id.into()
}

fn names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.seating.seats.iter().map(|seat| seat.name.as_str()).collect()
}

fn sitters(snapshot: &Snapshot) -> Vec<Sitter> {
    snapshot.seating.seats.iter().filter_map(|seat| seat.sitter).collect()
}

#[tokio::test]
async fn a_match_with_the_house_outlasts_a_restart_and_is_not_rated() {
    let at = House::new().await;
    let (easy, ada) = (house(Level::Easy, 1), person(0).id);
    let table = lobby(&at.room, "gin-rummy", "standard", &[someone(0), easy]).await;
    let begun = ask(&at.room, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
    assert_eq!((names(&begun), sitters(&begun)), (vec!["Ada", "🏠 Easy House"], vec![someone(0), easy]));
    assert_eq!(begun.people().map(|person| person.id).collect::<Vec<_>>(), [ada]);
    assert_eq!((begun.taken(), begun.has_house(), begun.players().collect::<Vec<_>>()), (2, true, vec![ada]));
    assert_eq!((begun.awaiting(), begun.waited_for()), (vec![], vec![]), "nobody is called in place of the house");
    let prompt = begun.play.board().prompt.to_string();
    assert!(prompt.contains("🏠 Easy House"), "{prompt}");
    let early = words(ask(&at.room, &table, 0, MatchAct::Play("pass".to_owned())).await);
    assert!(early.contains(&prompt), "{early}");
    let hand = begun.hand_of(ada).unwrap().seen.text.clone();

    let at = at.restart().await;
    let again = look(&at.room, &table).await;
    assert_eq!((again.rev, names(&again), sitters(&again)), (begun.rev, names(&begun), sitters(&begun)));
    assert_eq!((again.play.board().prompt.to_string(), &again.hand_of(ada).unwrap().seen.text), (prompt, &hand));

    let over = ask(&at.room, &table, 0, MatchAct::Resign).await.unwrap().snapshot;
    let placed: Vec<_> = over.play.standings().unwrap().into_iter().map(|of| (of.place, of.names)).collect();
    assert_eq!(placed, [(1, vec!["🏠 Easy House".to_owned()]), (2, vec!["Ada".to_owned()])]);
    assert_eq!((over.stage, over.ratings.clone()), (Stage::Over, Err(Unrated::House)));
    assert_eq!(
        at.room.store().traces(ada).await.unwrap(),
        Traces { tables: vec![table], results: 1, ..Traces::default() }
    );
    let mut conn = SqliteConnection::connect(&url(&at.dir)).await.unwrap();
    let seats: Vec<(Option<i64>, Option<String>, String, i64)> =
        sqlx::query_as("SELECT user, level, name, place FROM result_seats").fetch_all(&mut conn).await.unwrap();
    let house = (None, Some("easy".to_owned()), "🏠 Easy House".to_owned(), 1);
    assert_eq!(seats, [(Some(1000), None, "Ada".to_owned(), 2), house]);
    let kept = "SELECT (SELECT count(*) FROM ratings), (SELECT count(DISTINCT user) FROM names)";
    let kept: (i64, i64) = sqlx::query_as(kept).fetch_one(&mut conn).await.unwrap();
    assert_eq!(kept, (0, 1), "nobody is rated, and only Ada is kept by name");
}

#[tokio::test]
async fn in_a_lobby_the_house_is_moved_and_sent_away_and_never_becomes_host() {
    let at = House::new().await;
    let (easy, other) = (house(Level::Easy, 1), house(Level::Easy, 2));
    let table = lobby(&at.room, "gin-rummy", "four-hand", &[someone(0), easy, someone(1), other]).await;
    let told = async |who, act: LobbyAct| news(&ask(&at.room, &table, who, act).await.unwrap().snapshot);
    assert_eq!(told(0, LobbyAct::MoveUp(other)).await, ["Ada gave 🏠 Easy House 2 seat 3, before Ben."]);
    assert_eq!(told(0, LobbyAct::Kick(easy)).await, ["Ada sent 🏠 Easy House away."]);
    let left = look(&at.room, &table).await;
    assert_eq!(sitters(&left), [someone(0), other, someone(1)]);
    assert_eq!((left.seating.sent_away.len(), left.taken()), (0, 3), "the house needs nobody to let it back in");
    assert_eq!(told(0, LobbyAct::Leave).await, ["Ada left.", "Ben is the host now."]);
    let empty = ask(&at.room, &table, 1, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!((empty.stage, news(&empty).as_slice()), (Stage::Closed, &["Ben left.".to_owned()][..]));
}

#[tokio::test]
async fn whoever_is_called_like_the_house_is_told_from_it() {
    let at = House::new().await;
    let table = lobby(&at.room, "key-of-the-door", "table", &[someone(0), house(Level::Hard, 1)]).await;
    let namesake = upcard::tables::Person::new(UserId(9), "🏠 Hard House");
    let joins = upcard::tables::Request::new(namesake, LobbyAct::Join);
    let joined = at.room.ask(&table, joins).await.unwrap().snapshot;
    assert_eq!(names(&joined)[..3], ["Ada", "🏠 Hard House", "🏡 Hard House"]);
    assert_eq!(news(&joined), ["🏡 Hard House joined."]);
}

#[tokio::test]
async fn in_a_rematch_the_house_has_its_seat_without_being_asked() {
    let at = House::new().await;
    let seats = [someone(0), house(Level::Medium, 1), someone(1)];
    let old = lobby(&at.room, "key-of-the-door", "table", &seats).await;
    ask(&at.room, &old, 0, LobbyAct::Start).await.unwrap();
    for who in [0, 1] {
        ask(&at.room, &old, who, MatchAct::Resign).await.unwrap();
    }
    let asked = ask(&at.room, &old, 1, Act::Rematch).await.unwrap().snapshot;
    assert_eq!(asked.seating.invited, [person(0)]);
    let begun = ask(&at.room, &old, 0, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((begun.table, begun.stage, sitters(&begun)), (asked.table, Stage::Playing, seats.to_vec()));
}

#[tokio::test]
async fn who_played_the_house_alone_begins_the_rematch() {
    let at = House::new().await;
    let seats = [house(Level::Hard, 1), someone(0)];
    let old = lobby(&at.room, "gin-rummy", "standard", &seats).await;
    ask(&at.room, &old, 0, LobbyAct::Start).await.unwrap();
    ask(&at.room, &old, 0, MatchAct::Resign).await.unwrap();
    let new = ask(&at.room, &old, 0, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((new.stage, sitters(&new), new.terms.challenge), (Stage::Playing, seats.to_vec(), false));
}
