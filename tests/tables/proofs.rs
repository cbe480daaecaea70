//! Deals that can be proved: what a table commits itself to, what people add, and what is published in the end.

use std::collections::BTreeSet;
use std::time::Duration;

use engine::proof::{CHAIN, Checked, Disproof, DrandRound, NO_ROUND, Proof, check, digest, drawn_first};
use sqlx::{Connection, SqliteConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use upcard::store::{Blocks, Cause, Store};
use upcard::tables::{
    Act, Beacon, Evidence, Level, LobbyAct, MatchAct, NewTable, Pledge, Rejection, Request, Room, RoomConfig, Seeds,
    Snapshot, Stage, TableId,
};

use crate::common::*;

/// A room whose secrets are the system's, as everywhere but in tests: presses count.
async fn house() -> House {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&url(&dir)).await.unwrap();
    let config = RoomConfig { pace: Duration::from_secs(24 * 3600), seeds: Seeds::System, ..RoomConfig::default() };
    let room = Room::open_with(store, config).await.unwrap();
    House { dir, room }
}

fn pledge(snapshot: &Snapshot) -> Pledge {
    snapshot.pledge.clone().unwrap()
}

fn say(word: &str) -> LobbyAct {
    LobbyAct::SayWord(word.to_owned())
}

async fn by_press(room: &Room, table: &TableId, who: u64, act: impl Into<Act>, press: u64) -> Snapshot {
    let request = Request::new(person(who), act).cause(Cause(press));
    (*room.ask(table, request).await.unwrap().snapshot).clone()
}

/// Everything about a table that is not live any more, and what was found.
async fn ended(room: &Room, table: &TableId) -> (Proof, Result<Checked, Disproof>) {
    match room.verify(table, person(9).id).await.unwrap().evidence {
        Evidence::Ended(Some(proof), checked) => (*proof, checked),
        _ => panic!("it has not ended, or cannot be played again"),
    }
}

#[tokio::test]
async fn the_commitment_stands_before_anybody_joins_and_everybody_adds_to_the_seed() {
    let House { room, dir: _dir } = house().await;
    let new = NewTable { cause: Some(Cause(900)), ..new_table("key-of-the-door", 1) };
    let opened = room.create(new).await.unwrap().snapshot;
    let (table, committed) = (opened.table, pledge(&opened));
    assert_eq!((committed.number, committed.attempt, &committed.opened), (1, 1, &None));
    assert_eq!((committed.entropy.clone(), committed.packs), (vec!["press:900".to_owned()], Vec::new()));
    by_press(&room, &table, 1, LobbyAct::Join, 901).await;
    by_press(&room, &table, 0, LobbyAct::AddHouse(Level::Easy), 902).await;
    by_press(&room, &table, 2, LobbyAct::Join, 903).await;
    let said = by_press(&room, &table, 1, say("blau\u{7}e *Rose*"), 904).await;
    assert_eq!(news(&said), ["Ben added a word to the shuffle."]);
    assert!(matches!(ask(&room, &table, 7, say("mine")).await, Err(Rejection::NotSeated)));
    // Seats change places with what their people added.
    by_press(&room, &table, 0, LobbyAct::MoveUp(person(2).id.into()), 905).await;
    let begun = by_press(&room, &table, 0, LobbyAct::Start, 906).await;
    assert!(words(ask(&room, &table, 1, say("later")).await).contains("has begun"));
    let now = pledge(&begun);
    assert_eq!(now.entropy, ["press:900", "word:blaue ∗Rose∗", "press:903", "house", "start:words"]);
    assert_eq!((now.commitment, &now.opened), (committed.commitment, &None));

    let stored = room.store().load(table).await.unwrap().unwrap().row;
    let (header, seal) = (stored.header.unwrap(), stored.seal.unwrap().seal);
    assert_eq!(seal.commitment(table.as_str()), committed.commitment);
    assert!(seal.seed(&now.entropy) == header.seed, "the match is dealt from it");
    assert_eq!(header.first, Some(drawn_first(header.seed, 4)));
}

/// A relay of drand that has, of each round, this signature.
async fn relay(signature: &'static str) -> Beacon {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let beacon = Beacon::at(&format!("http://{}/", listener.local_addr().unwrap()));
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let mut asked = [0; 2000];
            let n = socket.read(&mut asked).await.unwrap();
            let asked = String::from_utf8_lossy(&asked[..n]).into_owned();
            let page = asked.split(' ').nth(1).unwrap();
            let round = page.strip_prefix(&format!("/{CHAIN}/public/")).unwrap();
            let json = format!(r#"{{"round":{round},"randomness":"","signature":"{signature}"}}"#);
            let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", json.len());
            socket.write_all((head + &json).as_bytes()).await.unwrap();
        }
    });
    beacon
}

#[tokio::test]
async fn a_round_of_drand_is_added_last_where_one_is_wanted_and_its_absence_is_said() {
    const SIGNATURE: &str =
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    for (signature, comes) in [(SIGNATURE, true), ("no signature", false)] {
        let dir = tempfile::tempdir().unwrap();
        let beacon = Some(relay(signature).await);
        let config = RoomConfig { pace: Duration::from_secs(24 * 3600), beacon, ..RoomConfig::default() };
        let room = Room::open_with(Store::open(&url(&dir)).await.unwrap(), config).await.unwrap();
        let table = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
        by_press(&room, &table, 1, LobbyAct::Join, 901).await;
        by_press(&room, &table, 1, say("rose"), 902).await;
        let asked = upcard::tables::now();
        let begun = by_press(&room, &table, 0, LobbyAct::Start, 903).await;
        let entropy = pledge(&begun).entropy;
        assert_eq!((entropy.len(), entropy[2].as_str()), (4, "start:words"));
        match DrandRound::read(&entropy[3]) {
            Some(round) => assert!(comes && DrandRound::due(round.number) > asked && round.signature == SIGNATURE),
            None => assert!(!comes && entropy[3] == NO_ROUND),
        }
        ask(&room, &table, 0, MatchAct::Play("resign".to_owned())).await.unwrap();
        let (proof, checked) = ended(&room, &table).await;
        assert!(checked.unwrap().sealed);
        assert_eq!(proof.seal.unwrap().entropy, entropy);
    }
}

#[tokio::test]
async fn what_was_posted_during_a_match_is_what_it_shows_in_the_end() {
    let house = House::new().await;
    let table = begun(&house.room, "gin-rummy", 1).await;
    let start = pledge(&*look(&house.room, &table).await);
    let dice = &mut Dice::new(3);
    while look(&house.room, &table).await.play.deal() < 2 {
        play(&house.room, &table, dice, 1).await;
    }
    let played = play(&house.room, &table, dice, 2).await;
    assert_eq!(played.stage, Stage::Playing);
    let House { room, dir: _dir } = house.restart().await;
    let again = look(&room, &table).await;
    assert_eq!(pledge(&again), pledge(&played), "another owner of the table posts the same");
    let roots = [&start, &pledge(&again)].map(|pledge| pledge.packs[0]);
    assert!(roots[0].0 == 1 && roots[1].0 > 1 && roots[0].1 != roots[1].1);

    // During the match each opens their own cards, and nobody else's.
    let mut opened = BTreeSet::new();
    for who in [0, 1] {
        let Evidence::Playing(Some(own)) = room.verify(&table, person(who).id).await.unwrap().evidence else {
            panic!("nothing is opened for {who}")
        };
        assert_eq!((own.root, own.pack), (roots[1].1, roots[1].0));
        assert!(own.openings.iter().all(|card| card.root(own.of) == Some(own.root)));
        assert_eq!(own.openings.len(), 10);
        opened.extend(own.openings.into_iter().map(|card| card.card));
    }
    assert_eq!(opened.len(), 20, "no card is opened to two");
    let looker_on = room.verify(&table, person(5).id).await.unwrap().evidence;
    assert!(matches!(looker_on, Evidence::Playing(None)), "there is nothing for others");

    ask(&room, &table, 1, MatchAct::Resign).await.unwrap();
    let end = pledge(&*look(&room, &table).await);
    let (proof, checked) = ended(&room, &table).await;
    let record = record(&room, table).await;
    let moves = record.journal.len();
    assert_eq!(checked.unwrap(), Checked { sealed: true, played: Some((end.packs[0].0 as usize, moves)) });
    let (seal, shown) = (proof.seal.unwrap(), proof.played.unwrap());
    let posted = end.opened.unwrap();
    assert_eq!((posted.secret, posted.digest), (seal.secret, Some(digest(&record))));
    assert_eq!((shown.digest, seal.commitment), (posted.digest.unwrap(), start.commitment));
    assert_eq!((shown.roots[0], shown.roots[roots[1].0 as usize - 1]), (roots[0].1, roots[1].1));
    assert_eq!(seal.entropy, start.entropy);
}

/// Where two are asked, the second's word to it starts the match.
#[tokio::test]
async fn challenges_rematches_and_tables_with_the_house_are_proved_too() {
    let House { room, dir: _dir } = house().await;
    let challenge = NewTable { invited: Some(person(1)), ..new_table("gin-rummy", 1) };
    let challenge = room.create(challenge).await.unwrap().snapshot.table;
    by_press(&room, &challenge, 0, say("first"), 500).await;
    let begun = by_press(&room, &challenge, 1, LobbyAct::Accept, 501).await;
    assert_eq!(pledge(&begun).entropy, ["word:first", "press:501", "start:words"]);
    ask(&room, &challenge, 1, MatchAct::Resign).await.unwrap();

    let wish = Request::new(person(1), Act::Rematch).cause(Cause(502));
    let rematch = room.ask(&challenge, wish).await.unwrap().snapshot.table;
    by_press(&room, &rematch, 0, LobbyAct::Accept, 503).await;
    assert_ne!(pledge(&*look(&room, &rematch).await).commitment, pledge(&begun).commitment);
    ask(&room, &rematch, 0, MatchAct::Resign).await.unwrap();
    let (proof, checked) = ended(&room, &rematch).await;
    assert!(checked.unwrap().sealed);
    let seal = proof.seal.unwrap();
    assert!(!seal.first_drawn, "the seat after the one that began the match before");
    assert_eq!(seal.entropy, ["press:503", "press:502", "start:503"], "by seats, not by who came first");

    let alone = NewTable { houses: vec![Level::Easy], cause: Some(Cause(504)), ..new_table("gin-rummy", 2) };
    let alone = room.create(alone).await.unwrap().snapshot;
    assert_eq!((alone.stage, pledge(&alone).entropy.len()), (Stage::Playing, 3));
    assert_eq!(pledge(&alone).entropy, ["press:504", "house", "start:nothing"]);
    ask(&room, &alone.table, 0, MatchAct::Resign).await.unwrap();
    assert!(ended(&room, &alone.table).await.1.unwrap().sealed);
}

#[tokio::test]
async fn what_is_closed_publishes_its_secret_and_counts_as_an_attempt() {
    let House { room, dir: _dir } = house().await;
    let lobby = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot;
    let closed = ask(&room, &lobby.table, 0, LobbyAct::End).await.unwrap().snapshot;
    let posted = pledge(&closed).opened.unwrap();
    assert_eq!(posted.digest, None);
    let (proof, checked) = ended(&room, &lobby.table).await;
    assert_eq!(checked.unwrap(), Checked { sealed: true, played: None });
    let seal = proof.seal.unwrap();
    assert_eq!((seal.secret, seal.commitment), (posted.secret, pledge(&lobby).commitment));

    // A match that is closed counts, too; another channel's table has its own attempts, but no number twice.
    let second = begun(&room, "gin-rummy", 1).await;
    play(&room, &second, &mut Dice::new(1), 2).await;
    let voided = ask(&room, &second, 0, LobbyAct::End).await.unwrap().snapshot;
    assert_eq!(voided.stage, Stage::Closed);
    let posted = pledge(&voided).opened.unwrap();
    assert_eq!(posted.digest, Some(digest(&record(&room, second).await)));
    assert_eq!(ended(&room, &second).await.1.unwrap(), Checked { sealed: true, played: Some((1, 2)) });
    let elsewhere = room.create(new_table("gin-rummy", 2)).await.unwrap().snapshot;
    let third = begun(&room, "gin-rummy", 1).await;
    let counted = |pledge: Pledge| (pledge.number, pledge.attempt);
    assert_eq!(counted(pledge(&voided)), (2, 2));
    assert_eq!(counted(pledge(&elsewhere)), (3, 1));
    assert_eq!(counted(pledge(&*look(&room, &third).await)), (4, 3));
    ask(&room, &third, 0, MatchAct::Resign).await.unwrap();
    let next = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot;
    assert_eq!(counted(pledge(&next)), (5, 1), "a match was decided");

    // Forgotten after a week, it keeps its number.
    room.store().prune(upcard::tables::now() + 8 * 24 * 3600 * 1000).await.unwrap();
    assert!(room.store().load(lobby.table).await.unwrap().is_none());
    ask(&room, &next.table, 0, LobbyAct::End).await.unwrap();
    let last = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot;
    assert_eq!(counted(pledge(&last)), (6, 2));
}

#[tokio::test]
async fn a_match_from_before_there_were_seals_goes_on_and_says_so() {
    let house = house().await;
    let played = begun(&house.room, "gin-rummy", 1).await;
    let lobby = house.room.create(new_table("gin-rummy", 2)).await.unwrap().snapshot.table;
    play(&house.room, &played, &mut Dice::new(1), 5).await;
    house.room.shutdown().await;
    let mut conn = SqliteConnection::connect(&url(&house.dir)).await.unwrap();
    for older in ["DELETE FROM seals", "UPDATE seats SET adds = NULL"] {
        sqlx::query(older).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
    let House { room, dir: _dir } = house.restart().await;
    for (table, who) in [(lobby, 1), (played, 0)] {
        if table == lobby {
            ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
            ask(&room, &table, 0, LobbyAct::Start).await.unwrap();
        }
        let now = play(&room, &table, &mut Dice::new(2), 3).await;
        assert_eq!(now.pledge, None);
        ask(&room, &table, who, MatchAct::Resign).await.unwrap();
        let (proof, checked) = ended(&room, &table).await;
        assert!(proof.seal.is_none() && !checked.unwrap().sealed);
    }
}

#[tokio::test]
async fn a_word_is_forgotten_with_whoever_typed_it_and_who_noted_it_still_proves_the_deal() {
    let house = house().await;
    let table = house.room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
    ask(&house.room, &table, 1, LobbyAct::Join).await.unwrap();
    ask(&house.room, &table, 1, say("Zebulon was here")).await.unwrap();
    ask(&house.room, &table, 0, LobbyAct::Start).await.unwrap();
    ask(&house.room, &table, 1, MatchAct::Resign).await.unwrap();
    let (before, checked) = ended(&house.room, &table).await;
    checked.unwrap();
    let kept = house.room.store().kept(person(1).id).await.unwrap();
    let seats = kept.iter().find(|(of, _)| *of == "seats").unwrap();
    assert!(seats.1[0].contains("word:Zebulon was here") && !format!("{kept:?}").contains("secret"), "{seats:?}");
    house.room.forget(person(1).id, Blocks::Stay).await.unwrap();
    let (mut after, checked) = ended(&house.room, &table).await;
    assert_eq!(checked, Err(Disproof::Forgotten));
    let entropy = &mut after.seal.as_mut().unwrap().entropy;
    assert_eq!(entropy[1], "forgotten");
    entropy[1] = "word:Zebulon was here".to_owned();
    assert!(after == before && check(&after).unwrap().sealed);
}
