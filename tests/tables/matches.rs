//! Whole matches.

use std::collections::HashSet;

use engine::{Fact, catalog};
use upcard::discord::ending;
use upcard::store::{LeaderboardQuery, Period, Scope};
use upcard::tables::{Ended, LobbyAct, MatchAct, More, NewTable, Rejection, Request, Room, Snapshot, Stage, TableId};

use crate::common::*;

const LONGEST: usize = 4000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_matches_of_every_game_go_on_at_many_tables_at_once() {
    let house = House::new().await;
    let mut changes = house.room.changes();
    let mut tasks = Vec::new();
    for (g, game) in games().into_iter().enumerate() {
        for n in 0..6 {
            let room = house.room.clone();
            tasks.push(tokio::spawn(async move {
                let table = begun(&room, game, (g * 100 + n) as u64).await;
                play(&room, &table, &mut Dice::new(n as u64 + 1), LONGEST).await
            }));
        }
    }
    let mut tables = HashSet::new();
    for task in tasks {
        let end = task.await.unwrap();
        assert_eq!(end.stage, Stage::Over, "{} did not end within {LONGEST} moves", end.terms.game.id());
        check_record(&house.room, &end).await;
        tables.insert(end.table);
    }
    house.room.shutdown().await;
    let mut last_rev = std::collections::HashMap::new();
    while let Some(change) = changes.next().await {
        assert!(last_rev.insert(change.table, change.rev).is_none_or(|rev| rev < change.rev), "changes come in order");
    }
    assert_eq!(last_rev.len(), tables.len(), "every table was heard of");
}

/// Checks that the record replays to the result that was shown and stored.
async fn check_record(room: &Room, end: &Snapshot) {
    let record = record(room, end.table).await;
    assert_eq!(record.journal.len(), end.play.moves() as usize);
    let replayed = catalog::replay(&record).unwrap();
    let standings = end.play.standings().unwrap();
    let shown: Vec<_> = standings.iter().map(|s| (s.side, s.place, s.score)).collect();
    let played: Vec<_> = replayed.standings().unwrap().0.iter().map(|p| (p.side, p.place, p.score)).collect();
    assert_eq!(shown, played);
    let results = results(room, end.table).await;
    assert_eq!(results.len(), end.people().count());
    for (user, place, score, points) in results {
        let side = end.seat_of(user).unwrap().side;
        let standing = standings.iter().find(|s| s.side == side).unwrap();
        assert_eq!((place, score), (standing.place, standing.score));
        let moved = end.ratings.iter().flatten().find(|m| m.user == user).unwrap();
        assert_eq!(points, Some((moved.before, moved.after)));
    }
}

#[tokio::test]
async fn each_of_four_at_gin_hears_of_the_own_table_and_a_round_ends_with_both() {
    let house = House::new().await;
    let new = NewTable { variant: Some("four-hand".to_owned()), ..new_table("gin-rummy", 1) };
    let table = house.room.create(new).await.unwrap().snapshot.table;
    for who in 1..4 {
        ask(&house.room, &table, who, LobbyAct::Join).await.unwrap();
    }
    let mut now = ask(&house.room, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
    let has = |fact: &&Fact, seat: &str| fact.tell(now.play.reader()).contains(seat);
    let own = |seat: &str| now.news.facts.iter().find(|fact| has(fact, seat)).unwrap().clone();
    for (who, name) in (0..).zip(["Ada", "Ben", "Cyd", "Dee"]) {
        assert_eq!(now.hand_of(person(who).id).unwrap().lately.now, [own(name)], "{name}");
    }
    let mut dice = Dice::new(1);
    while now.play.deal() == 1 && now.stage == Stage::Playing {
        now = play(&house.room, &table, &mut dice, 1).await;
    }
    let told = house.room.results_after(&table, 0).await.unwrap();
    let all: Vec<_> = told.iter().flat_map(|(_, ended)| ended).filter(|ended| ended.hand == 1).collect();
    assert_eq!(all.len(), 2, "one as each table ended");
    for ended in [all[1].clone(), Ended::together(all).unwrap()] {
        let words = ending(&now, &ended);
        assert!(words.starts_with("Round 1: "), "{words}");
        let tables = words.lines().filter_map(|line| line.get(..8)).filter(|line| line.starts_with("Table "));
        assert_eq!(tables.collect::<Vec<_>>(), ["Table 1:", "Table 2:"], "{words}");
    }
}

#[tokio::test]
async fn a_leaderboard_follows_the_matches() {
    let house = House::new().await;
    let game = games()[0];
    let table = house.room.create(new_table(game, 1)).await.unwrap().snapshot.table;
    // What somebody is called on one server is nobody's business elsewhere.
    let join = Request::new(person(1).nicknamed("Benny"), LobbyAct::Join).cause(cause());
    house.room.ask(&table, join).await.unwrap();
    ask(&house.room, &table, 0, LobbyAct::Start).await.unwrap();
    ask(&house.room, &table, 1, MatchAct::Resign).await.unwrap();
    let end = look(&house.room, &table).await;
    assert_eq!(end.play.standings().unwrap()[0].names, ["Ada"], "who resigns comes last");
    assert_eq!(house.room.of(person(0).id).await.unwrap(), [], "a match that is over is not theirs any more");
    assert!(
        end.ratings.as_ref().unwrap()[0].after > end.ratings.as_ref().unwrap()[0].before
            && end.ratings.as_ref().unwrap()[1].after < end.ratings.as_ref().unwrap()[1].before
    );
    for (scope, ben) in [(Scope::Everywhere, "Ben"), (Scope::Server(upcard::tables::GuildId(7)), "Benny")] {
        for game in [Some(game.to_owned()), None] {
            for period in [Period::AllTime, Period::Season, Period::Month] {
                let ask = LeaderboardQuery {
                    scope,
                    game: game.clone(),
                    period,
                    at: end.at,
                    page: 1,
                    lines: 10,
                    caller: person(1).id,
                };
                let board = house.room.store().leaderboard(&ask).await.unwrap();
                assert_eq!(board.lines.iter().map(|l| l.name.as_str()).collect::<Vec<_>>(), ["Ada", ben]);
                assert_eq!((board.ranked, board.own.unwrap().rank), (2, 2));
            }
        }
    }
}

/// The mover waits for the answer; the others only look on.
#[tokio::test]
async fn who_moves_is_answered_before_the_others_are_told() {
    let house = House::new().await;
    let table = begun(&house.room, "gin-rummy", 1).await;
    let snapshot = look(&house.room, &table).await;
    let (who, text) = some_move(&house.room, &snapshot, &mut Dice::new(1)).await;
    let request = Request::new(who, MatchAct::Play(text)).cause(cause());
    let mut changes = house.room.changes();
    let answer = house.room.ask(&table, request).await.unwrap();
    assert!(changes.next_now().is_none(), "nobody is told as yet");
    assert_eq!(changes.next().await.unwrap().rev, answer.snapshot.rev);
}

#[tokio::test]
async fn refusals_cite_the_rule_and_change_nothing() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    let before = look(&house.room, &table).await;
    let mover = before.awaiting()[0];
    let who = before.people().find(|p| p.id == mover).unwrap().clone();
    let idle = before.people().find(|p| p.id != mover).unwrap().clone();
    let say = |who: &upcard::tables::Person, text: &str| {
        house.room.ask(&table, Request::new(who.clone(), MatchAct::Play(text.to_owned())).cause(cause()))
    };
    let unreadable = say(&who, "make me a sandwich").await.unwrap_err();
    let Rejection::Refused(refused) = unreadable else { panic!("{unreadable:?}") };
    let nearest: Vec<String> = refused.nearest().collect();
    assert_eq!((nearest.len(), refused.more), (2, More::None), "take and pass: {nearest:?}");
    assert!(matches!(say(&idle, "pass").await.unwrap_err(), Rejection::Refused(_)));
    assert!(matches!(say(&person(5), "pass").await, Err(Rejection::NotSeated)));
    assert!(!words(say(&idle, "void").await).is_empty());
    let after = look(&house.room, &table).await;
    assert_eq!((after.rev, after.play.moves()), (before.rev, 0));
    let nowhere: TableId = "zzzzzzzz".parse().unwrap();
    assert!(matches!(house.room.look(&nowhere).await, Err(Rejection::NoTable)));
    // If there are many moves, a refusal names some, and says how many more there are.
    let text = house.room.suggest(&table, mover, "take", 1).await.unwrap()[0].0.clone();
    say(&who, &text).await.unwrap();
    let Err(Rejection::Refused(refused)) = say(&who, "make me a sandwich").await else { panic!("no move") };
    let nearest: Vec<String> = refused.nearest().collect();
    let legal = house.room.suggest(&table, mover, "", 60).await.unwrap().len();
    assert_eq!(refused.more, More::Listed(legal - nearest.len()), "{nearest:?}");
}

#[tokio::test]
async fn hands_are_for_their_owners_and_never_printed() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    let snapshot = look(&house.room, &table).await;
    assert!(snapshot.hand_of(person(6).id).is_none());
    assert_eq!(snapshot.players().count(), snapshot.people().count());
    let printed = format!("{snapshot:?} {:?}", snapshot.hand_of(person(0).id));
    for user in snapshot.players() {
        let hand = snapshot.hand_of(user).unwrap();
        for line in hand.seen.text.lines().filter(|line| line.len() > 3) {
            assert!(!printed.contains(line));
        }
    }
}

#[tokio::test]
async fn what_one_player_is_told_no_other_hears() {
    let House { room, dir: _dir } = House::new().await;
    let table = begun(&room, "klaberjass", 1).await;
    let mover = look(&room, &table).await.awaiting()[0];
    let who = [person(0), person(1)].into_iter().find(|person| person.id == mover).unwrap();
    let take = Request::new(who, MatchAct::Play("take".to_owned())).cause(cause());
    let taken = room.ask(&table, take).await.unwrap().snapshot;
    // Three more cards are dealt to each.
    let words = |fact: &Fact| fact.tell(taken.play.reader());
    let told = [0, 1].map(|n| taken.hand_of(person(n).id).unwrap().told.iter().map(words).collect::<Vec<_>>());
    assert!(told.iter().all(|lines| lines.len() == 1 && lines[0].starts_with("You were dealt ")), "{told:?}");
    assert_ne!(told[0], told[1]);
}
