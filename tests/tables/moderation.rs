//! Who is blocked, and what a server limits.

use engine::Overrides;
use upcard::store::{Decision, Deed, Limits};
use upcard::tables::{Act, Answer, ChannelId, LobbyAct, MatchAct, NewTable, Rejection, Request, Room, Stage, TableId};

use crate::common::*;

async fn decide(room: &Room, everywhere: bool, what: Decision) -> bool {
    let guild = if everywhere { None } else { place(1).guild };
    room.store().decide(Deed { at: 5, guild, who: Some(person(9).id), what }).await.unwrap()
}

async fn block(room: &Room, who: u64, everywhere: bool) {
    assert!(decide(room, everywhere, Decision::Block(person(who).id)).await);
}

fn hosted(who: u64, channel: u64) -> NewTable {
    NewTable { host: person(who), ..new_table("gin-rummy", channel) }
}

#[tokio::test]
async fn o05_who_is_blocked_gets_up_where_nothing_has_begun_and_nowhere_else() {
    let House { room, dir: _dir } = House::new().await;
    let playing = begun(&room, "gin-rummy", 1).await;
    let own = room.create(hosted(1, 3)).await.unwrap().snapshot.table;
    let of_ada = room.create(hosted(0, 4)).await.unwrap().snapshot.table;
    ask(&room, &of_ada, 1, LobbyAct::Join).await.unwrap();
    let mut elsewhere = hosted(1, 20);
    elsewhere.place.guild = Some(upcard::tables::GuildId(8));
    let elsewhere = room.create(elsewhere).await.unwrap().snapshot.table;
    let owner = |guild, what| Deed { at: 5, guild, who: None, what };
    let (ben, guild) = (person(1).id, place(1).guild);
    assert!(room.store().decide(owner(guild, Decision::Block(ben))).await.unwrap());
    room.leave_blocked().await.unwrap();
    let sits = async |table: &TableId| look(&room, table).await.seat_of(ben).is_some();
    assert_eq!(look(&room, &own).await.stage, Stage::Closed);
    assert!(!sits(&of_ada).await && sits(&playing).await && sits(&elsewhere).await);
    // A manager lifts neither that nor a block of their own that the owner has made theirs.
    assert!(!decide(&room, false, Decision::Unblock(ben)).await);
    assert!(room.store().decide(owner(guild, Decision::Unblock(ben))).await.unwrap());
    block(&room, 1, false).await;
    assert!(room.store().decide(owner(guild, Decision::Block(ben))).await.unwrap(), "now it is the owner's");
    assert!(!room.store().decide(owner(guild, Decision::Block(ben))).await.unwrap());
    assert!(!decide(&room, false, Decision::Unblock(ben)).await);
    // The owner blocks everywhere.
    assert!(room.store().decide(owner(None, Decision::Block(ben))).await.unwrap());
    room.leave_blocked().await.unwrap();
    assert_eq!(look(&room, &elsewhere).await.stage, Stage::Closed);
    room.shutdown().await;
}

fn barred(answer: Result<Answer, Rejection>, whose: &str) {
    let said = words(answer);
    assert!(said.starts_with(whose) && said.ends_with("A match that you are in is yours to finish."), "{said}");
}

#[tokio::test]
async fn o05_who_is_blocked_comes_in_by_no_door_and_finishes_what_they_play() {
    for everywhere in [false, true] {
        let House { room, dir: _dir } = House::new().await;
        let whose = if everywhere { "Whoever runs this bot" } else { "Those who manage this server" };
        // Before: a match, a lobby that Ben hosts, one that he sits at, a challenge, a private table, an ended match.
        let playing = begun(&room, "gin-rummy", 1).await;
        let over = begun(&room, "gin-rummy", 2).await;
        ask(&room, &over, 0, MatchAct::Resign).await.unwrap();
        let own = room.create(hosted(1, 3)).await.unwrap().snapshot.table;
        let of_ada = room.create(hosted(0, 4)).await.unwrap().snapshot.table;
        ask(&room, &of_ada, 1, LobbyAct::Join).await.unwrap();
        let open = room.create(hosted(0, 5)).await.unwrap().snapshot.table;
        let challenge = NewTable { invited: Some(person(1)), ..hosted(0, 6) };
        let challenge = room.create(challenge).await.unwrap().snapshot.table;
        let own_challenge = NewTable { invited: Some(person(2)), ..hosted(1, 7) };
        let own_challenge = room.create(own_challenge).await.unwrap().snapshot.table;
        let private = room.create(NewTable { private: true, ..hosted(0, 8) }).await.unwrap().snapshot.table;
        ask(&room, &private, 0, LobbyAct::Invite(person(1))).await.unwrap();
        block(&room, 1, everywhere).await;
        barred(room.create(hosted(1, 20)).await, whose);
        barred(room.create(NewTable { invited: Some(person(2)), ..hosted(1, 20) }).await, whose);
        for (table, act) in [
            (open, Act::from(LobbyAct::Join)),
            (challenge, LobbyAct::Accept.into()),
            (challenge, LobbyAct::Join.into()),
            (private, LobbyAct::Accept.into()),
            (over, Act::Rematch),
            (own, LobbyAct::Start.into()),
            (own, LobbyAct::SetSeats(2).into()),
            (own, LobbyAct::SetVariant("standard".to_owned()).into()),
            (own, LobbyAct::SetOptions(Overrides::new()).into()),
        ] {
            barred(ask(&room, &table, 1, act).await, whose);
        }
        // Nor do others bring them in.
        let asked = NewTable { invited: Some(person(1)), ..hosted(2, 21) };
        assert_eq!(words(room.create(asked).await), "Ben cannot be asked to a table here.");
        let other = room.create(NewTable { private: true, ..hosted(2, 21) }).await.unwrap().snapshot.table;
        assert!(words(ask(&room, &other, 2, LobbyAct::Invite(person(1))).await).starts_with("Ben cannot be asked"));
        assert!(words(ask(&room, &over, 0, Act::Rematch).await).starts_with("Ben cannot be asked"));
        let start = words(ask(&room, &of_ada, 0, LobbyAct::Start).await);
        assert_eq!(start, "Ben may not begin a match here. The host can send them away with `/table kick`.");
        let accepted = words(ask(&room, &own_challenge, 2, LobbyAct::Accept).await);
        assert_eq!(accepted, "Ben may not begin a match here. `/table end` takes this back.");
        // They may go, and they may finish.
        ask(&room, &of_ada, 1, LobbyAct::Leave).await.unwrap();
        ask(&room, &challenge, 1, LobbyAct::Decline).await.unwrap();
        ask(&room, &own, 1, LobbyAct::End).await.unwrap();
        play(&room, &playing, &mut Dice::new(1), 6).await;
        ask(&room, &playing, 1, MatchAct::Resign).await.unwrap();
        assert!(decide(&room, everywhere, Decision::Unblock(person(1).id)).await);
        ask(&room, &open, 1, LobbyAct::Join).await.unwrap();
        room.shutdown().await;
    }
}

#[tokio::test]
async fn o05_a_block_of_one_server_is_no_block_of_another() {
    let House { room, dir: _dir } = House::new().await;
    block(&room, 1, false).await;
    let mut elsewhere = hosted(1, 20);
    elsewhere.place.guild = Some(upcard::tables::GuildId(8));
    room.create(elsewhere).await.unwrap();
    room.create(hosted(0, 1)).await.unwrap();
    assert!(!decide(&room, false, Decision::Block(person(1).id)).await, "already");
    assert_eq!(room.store().deeds(place(1).guild, 9).await.unwrap().len(), 1);
    room.shutdown().await;
}

async fn limit(room: &Room, limits: Limits) {
    assert!(decide(room, false, Decision::Limit(limits, "set".to_owned())).await);
}

#[tokio::test]
async fn o05_only_games_that_a_server_plays_are_opened_there() {
    let House { room, dir: _dir } = House::new().await;
    let over = begun(&room, "gin-rummy", 1).await;
    ask(&room, &over, 0, MatchAct::Resign).await.unwrap();
    let forbidden = vec!["gin-rummy".to_owned(), "klaberjass".to_owned()];
    limit(&room, Limits { forbidden, ..Limits::default() }).await;
    for refused in [room.create(hosted(0, 2)).await, ask(&room, &over, 0, Act::Rematch).await] {
        let said = words(refused);
        assert!(
            said.starts_with("Gin Rummy is not played on this server. There is ") && !said.contains("Klaberjass"),
            "{said}"
        );
    }
    room.create(new_table("brain-drain", 2)).await.unwrap();
    limit(&room, Limits { forbidden: games().into_iter().map(str::to_owned).collect(), ..Limits::default() }).await;
    assert_eq!(words(room.create(new_table("brain-drain", 3)).await), "No new tables are opened on this server.");
    room.shutdown().await;
}

#[tokio::test]
async fn o05_of_tables_opened_at_the_same_moment_there_are_not_more_than_a_server_allows() {
    let House { room, dir: _dir } = House::new().await;
    limit(&room, Limits { most: Some(3), ..Limits::default() }).await;
    let opened = futures_util::future::join_all((0..8).map(|n| room.create(hosted(n, 30 + n)))).await;
    let (fine, refused): (Vec<_>, Vec<_>) = opened.into_iter().partition(Result::is_ok);
    assert_eq!((fine.len(), refused.len()), (3, 5));
    for refused in refused {
        assert!(words(refused).starts_with("This server has 3 tables at a time"));
    }
    for (most, said) in [(1, "one table at a time. Once none is open"), (2, "2 tables at a time. Once fewer are open")]
    {
        limit(&room, Limits { most: Some(most), ..Limits::default() }).await;
        let refused = words(room.create(hosted(9, 60)).await);
        assert_eq!(refused, format!("This server has {said}, another can be opened."), "three are open");
    }
    limit(&room, Limits { most: Some(3), ..Limits::default() }).await;
    let first = fine[0].as_ref().unwrap().snapshot.clone();
    let host = first.people().next().unwrap().clone();
    room.ask(&first.table, Request::new(host, LobbyAct::End)).await.unwrap();
    room.create(hosted(0, 50)).await.unwrap();
    room.shutdown().await;
}

#[tokio::test]
async fn o05_a_table_left_alone_for_as_long_as_its_server_says_is_closed() {
    let House { room, dir: _dir } = House::new().await;
    let (lobby, playing) = (room.create(hosted(0, 1)).await.unwrap().snapshot, begun(&room, "gin-rummy", 2).await);
    let moved = play(&room, &playing, &mut Dice::new(1), 2).await;
    let day = 24 * 3600 * 1000;
    room.tidy(moved.at + 30 * day - 1).await;
    assert_eq!(look(&room, &lobby.table).await.stage, Stage::Lobby, "nobody has asked for it");
    limit(&room, Limits { idle: Some(7), ..Limits::default() }).await;
    room.tidy(lobby.at + 7 * day - 1).await;
    let stage = async |table: &TableId| look(&room, table).await.stage;
    assert_eq!((stage(&lobby.table).await, stage(&playing).await), (Stage::Lobby, Stage::Playing));
    room.tidy(moved.at + 7 * day).await;
    assert_eq!((stage(&lobby.table).await, stage(&playing).await), (Stage::Closed, Stage::Closed));
    assert_eq!(room.at(ChannelId(2)).await.unwrap(), None);
    room.shutdown().await;
}

#[tokio::test]
async fn a_match_that_nobody_has_touched_for_30_days_is_closed_without_a_result() {
    let House { room, dir: _dir } = House::new().await;
    let (lobby, playing) = (room.create(hosted(0, 1)).await.unwrap().snapshot, begun(&room, "gin-rummy", 2).await);
    let moved = play(&room, &playing, &mut Dice::new(1), 12).await;
    let month = moved.at + 30 * 24 * 3600 * 1000;
    room.tidy(month - 1).await;
    assert_eq!(look(&room, &playing).await.stage, Stage::Playing);
    room.tidy(month).await;
    let closed = look(&room, &playing).await;
    assert_eq!((closed.stage, closed.ratings.clone()), (Stage::Closed, Ok(Vec::new())));
    assert_eq!(news(&closed), ["Nothing happened here for 30 days, and the table is closed."]);
    assert!(results(&room, playing).await.is_empty());
    assert_eq!(look(&room, &lobby.table).await.stage, Stage::Lobby, "a lobby stays, unless its server says otherwise");
    room.shutdown().await;
}

#[tokio::test]
async fn o05_a_moderator_who_closes_a_table_of_others_is_in_the_log() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(hosted(0, 1)).await.unwrap().snapshot.table;
    let request = Request::new(person(5), LobbyAct::End).moderates(Some(ChannelId(1)));
    room.ask(&table, request).await.unwrap();
    let own = room.create(hosted(0, 1)).await.unwrap().snapshot.table;
    ask(&room, &own, 0, LobbyAct::End).await.unwrap();
    let done = room.store().deeds(place(1).guild, 9).await.unwrap();
    assert_eq!(done.len(), 1, "what a host does is their own affair: {done:?}");
    assert!(done[0].who == Some(person(5).id) && done[0].what == format!("closed table {table}"), "{done:?}");
    room.shutdown().await;
}
