//! Whole matches.

use std::collections::{BTreeSet, HashSet};

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use upcard::engine::{Control, Does, catalog};
use upcard::store::{Chooser, Chosen, LeaderboardQuery, MessageKind, Period, Posted, Scope};
use upcard::tables::{
    Act, Ended, LobbyAct, MatchAct, MessageId, More, NewTable, Outcome, Person, Rejection, Request, Room, Snapshot,
    Stage, TableId, UserId, Window,
};

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
        assert_eq!(end.stage, Stage::Over, "{} did not end within {LONGEST} moves", end.game);
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
    assert_eq!(record.journal.len(), end.moves as usize);
    let replayed = catalog::replay(&record).unwrap();
    let standings = end.standings.as_ref().unwrap();
    let shown: Vec<_> = standings.iter().map(|s| (s.side, s.place, s.score)).collect();
    let played: Vec<_> = replayed.standings().unwrap().0.iter().map(|p| (p.side, p.place, p.score)).collect();
    assert_eq!(shown, played);
    let results = results(room, end.table).await;
    assert_eq!(results.len(), end.people().count());
    for (user, place, score, points) in results {
        let side = end.seat_of(user).unwrap().side;
        let standing = standings.iter().find(|s| s.side == side).unwrap();
        assert_eq!((place, score), (standing.place, standing.score));
        let moved = end.ratings.iter().find(|m| m.user == user).unwrap();
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
    let own = |seat: &str| now.told.iter().find(|line| line.contains(seat)).unwrap().clone();
    for (who, name) in (0..).zip(["Ada", "Ben", "Cyd", "Dee"]) {
        assert_eq!(now.hand_of(person(who).id).unwrap().lately.now, [own(name)], "{name}");
    }
    let mut dice = Dice::new(1);
    while now.hand == 1 && now.stage == Stage::Playing {
        now = play(&house.room, &table, &mut dice, 1).await;
    }
    let told = house.room.results_after(&table, 0).await.unwrap();
    let all: Vec<_> = told.iter().flat_map(|(_, ended)| ended).filter(|ended| ended.hand == 1).collect();
    assert_eq!(all.len(), 2, "one as each table ended");
    for ended in [all[1].clone(), Ended::together(all).unwrap()] {
        assert!(ended.words.starts_with("Round 1: "), "{}", ended.words);
        let tables = ended.words.lines().filter_map(|line| line.get(..8)).filter(|line| line.starts_with("Table "));
        assert_eq!(tables.collect::<Vec<_>>(), ["Table 1:", "Table 2:"], "{}", ended.words);
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
    assert_eq!(end.standings.as_ref().unwrap()[0].names, ["Ada"], "who resigns comes last");
    assert_eq!(house.room.of(person(0).id).await.unwrap(), [], "a match that is over is not theirs any more");
    assert!(end.ratings[0].after > end.ratings[0].before && end.ratings[1].after < end.ratings[1].before);
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
    let kept = store.forget(ben).await.unwrap();
    assert_eq!((kept.live.len(), kept.tables), (0, 2));
    assert!(store.traces(ben).await.unwrap().is_none());
    let house = house.restart().await;
    assert_eq!(look(&house.room, &challenge).await.stage, Stage::Closed);
    assert!(!house.room.of(person(0).id).await.unwrap().iter().any(|table| table.table == challenge));
    // Only what has a greater revision than its messages is shown anew.
    for (table, before) in [&challenge, &private].into_iter().zip(before) {
        assert!(look(&house.room, table).await.rev > before);
    }
    let private = look(&house.room, &private).await;
    assert_eq!((private.stage, private.invited.len()), (Stage::Lobby, 0));
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
    let in_the_way = store.forget(ben).await.unwrap();
    assert_eq!(in_the_way.live, [table]);
    assert_eq!(store.traces(ben).await.unwrap(), in_the_way, "nothing was done");
    ask(&house.room, &table, 1, MatchAct::Resign).await.unwrap();
    let end = look(&house.room, &table).await;
    let kept = store.forget(ben).await.unwrap();
    assert_eq!((kept.live.len(), kept.tables, kept.results), (0, 1, 1));
    assert!(kept.ratings > 0);
    assert!(store.traces(ben).await.unwrap().is_none());
    let house = house.restart().await;
    let after = look(&house.room, &table).await;
    let names: Vec<&str> = after.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Somebody"]);
    assert_eq!(after.standings.as_ref().unwrap()[0].names, end.standings.as_ref().unwrap()[0].names);
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
    let light = Chosen { light: Some(true), ..Chosen::default() };
    room.store().put_setting(Chooser::Person(zoe.id), light).await.unwrap();
    let (channel, message) = (place(9).channel, MessageId(5));
    let hand = Posted { kind: MessageKind::Hand, user: Some(zoe.id), channel, message, rev: 1, posted: 0, deal: 1 };
    room.store().put_message(&old, hand).await.unwrap();
    zoe
}

#[tokio::test]
async fn who_is_forgotten_stands_in_no_column_of_the_database() {
    let House { room, dir: _dir } = House::new().await;
    let zoe = somebody_who_leaves_traces(&room).await;
    let before = columns_with(&room, zoe.id.0).await;
    let all = [
        "guests.user",
        "messages.user",
        "names.user",
        "ratings.user",
        "result_seats.user",
        "seats.user",
        "settings.owner",
        "tables.host",
    ];
    assert_eq!(before, all.map(str::to_owned).into(), "or this test tells nothing");
    let kept = room.store().forget(zoe.id).await.unwrap();
    assert_eq!((kept.live.len(), kept.tables, kept.results, kept.settings), (0, 2, 2, true));
    assert_eq!(columns_with(&room, zoe.id.0).await, BTreeSet::new());
    assert!(room.store().settings().await.unwrap().is_empty());
    room.shutdown().await;
    let bytes = std::fs::read(room.store().path()).unwrap();
    assert!(!bytes.windows(3).any(|part| part == b"Zoe"), "nor does the name stand anywhere in the file");
}

/// Plays by pressing the buttons beside the hand, as on a phone.
#[tokio::test]
async fn matches_go_on_by_controls_alone() {
    let house = House::new().await;
    for (n, game) in games().into_iter().enumerate() {
        let table = begun(&house.room, game, n as u64).await;
        let mut dice = Dice::new(5);
        for _ in 0..60 {
            let snapshot = look(&house.room, &table).await;
            if snapshot.stage != Stage::Playing {
                break;
            }
            let user = snapshot.awaiting[0];
            let hand = snapshot.hand_of(user).unwrap();
            press(&house.room, &table, &snapshot, user, hand.window, hand.controls.clone(), &mut dice).await;
            let after = look(&house.room, &table).await;
            assert_eq!(after.rev, snapshot.rev + 1, "one move was played");
        }
    }
}

/// Presses until a move is played.
async fn press(
    room: &Room,
    table: &TableId,
    snapshot: &Snapshot,
    user: UserId,
    window: u32,
    mut controls: Vec<Control>,
    dice: &mut Dice,
) {
    let who = snapshot.people().find(|p| p.id == user).unwrap().clone();
    let mut path = Vec::new();
    for _ in 0..200 {
        let does = choices(&controls);
        assert!(!does.is_empty(), "{} offers {} nothing to press: {controls:?}", snapshot.game, who.name());
        let act = match &does[dice.below(does.len())] {
            Does::Step(step) => {
                path.push(*step);
                MatchAct::Build(path.clone())
            }
            Does::Path(steps) => {
                path = steps.clone();
                MatchAct::Build(path.clone())
            }
            Does::Finish => MatchAct::Finish(path.clone()),
            Does::Whole(steps) => MatchAct::Finish(steps.clone()),
            Does::Say(text) => MatchAct::Play(text.clone()),
        };
        let request = Request::new(who.clone(), act).cause(cause()).window(Window::Hand(window));
        match room.ask(table, request).await.unwrap().outcome {
            Outcome::Step(built) => controls = built.controls,
            _ => return,
        }
    }
    panic!("a move of {} takes more than 200 presses", snapshot.game);
}

fn choices(controls: &[Control]) -> Vec<Does> {
    let mut all = Vec::new();
    for control in controls {
        match control {
            Control::Button { does, .. } => all.push(does.clone()),
            Control::Select { options, .. } => all.extend(options.iter().map(|o| o.does.clone())),
            Control::Greyed { .. } | Control::Form { .. } => {}
        }
    }
    all
}

#[tokio::test]
async fn late_clicks_are_told_as_late() {
    let house = House::new().await;
    let game = games()[0];
    let table = begun(&house.room, game, 1).await;
    let first = look(&house.room, &table).await;
    let mover = first.awaiting[0];
    let who = first.people().find(|p| p.id == mover).unwrap().clone();
    let other = first.people().find(|p| p.id != mover).unwrap().clone();
    let window = Window::Hand(first.hand_of(mover).unwrap().window);
    let text = house.room.suggest(&table, mover, "", 1).await.unwrap()[0].0.clone();
    let click = |who: &upcard::tables::Person, window| {
        house.room.ask(&table, Request::new(who.clone(), MatchAct::Play(text.clone())).cause(cause()).window(window))
    };
    click(&who, window).await.unwrap();
    let late = words(click(&who, window).await);
    assert!(late.starts_with("You have moved already.") && !late.contains(who.name()), "{late}");
    // It was not the other player's turn, so nobody was faster.
    let late = words(click(&other, Window::Board(first.window_shared)).await);
    assert!(late.starts_with(&format!("That button belonged to an earlier turn. {}", who.name())), "{late}");
    play(&house.room, &table, &mut Dice::new(3), 3).await;
    let late = click(&who, window).await.unwrap_err();
    assert!(matches!(&late, Rejection::TooLate(words) if words.starts_with("That button belonged")), "{late}");
    let moves = look(&house.room, &table).await.moves;
    assert_eq!(moves, 4, "late clicks play nothing");
}

#[tokio::test]
async fn somebody_who_resigns_was_not_faster() {
    let House { room, dir: _dir } = House::new().await;
    let mut new = new_table("kings-rummy", 1);
    new.seats = Some(3);
    let table = room.create(new).await.unwrap().snapshot.table;
    for who in 1..3 {
        ask(&room, &table, who, LobbyAct::Join).await.unwrap();
    }
    let first = ask(&room, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
    let mover = first.people().find(|p| p.id == first.awaiting[0]).unwrap().clone();
    let resigns = (0..3).find(|&who| person(who).id != mover.id).unwrap();
    let text = room.suggest(&table, mover.id, "", 1).await.unwrap()[0].0.clone();
    let left = ask(&room, &table, resigns, MatchAct::Resign).await.unwrap().snapshot;
    assert_eq!(left.awaiting, [mover.id], "it is still that player's turn");
    let window = Window::Hand(first.hand_of(mover.id).unwrap().window);
    let press = Request::new(mover.clone(), MatchAct::Play(text)).cause(cause()).window(window);
    let late = words(room.ask(&table, press).await);
    let name = person(resigns);
    assert!(late.starts_with("That button belonged to an earlier turn.") && late.contains(name.name()), "{late}");
}

/// What a card counts, by its code: `AS` is 1, `TH` is 10, court cards are 1 each.
fn value(card: &serde_json::Value) -> i64 {
    let code = card.as_str().unwrap();
    match &code[..code.len() - 1] {
        "A" | "J" | "Q" | "K" => 1,
        "T" => 10,
        n => n.parse().unwrap(),
    }
}

/// An answer to the cards on the table, if there is one.
async fn answer(room: &Room, table: &TableId) -> Option<String> {
    let record = record(room, *table).await;
    let view = catalog::replay(&record).unwrap().view_json(None);
    let values: Vec<i64> = view["public"]["display"].as_array().unwrap().iter().map(value).collect();
    let question = serde_json::json!({"solve": {"values": values, "target": value(&view["public"]["target"])}});
    let solved = catalog::game("brain-drain").unwrap().study(&question).unwrap();
    solved["solutions"].as_array().unwrap().first().map(|s| format!("solve {}", s.as_str().unwrap()))
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
async fn of_two_who_press_at_once_one_is_faster() {
    let house = House::new().await;
    let table = begun(&house.room, "brain-drain", 1).await;
    let mut raced = 0;
    for _ in 0..30 {
        let snapshot = look(&house.room, &table).await;
        let window = Window::Board(snapshot.window_shared);
        let press = |who, text: &str| {
            let request = Request::new(person(who), MatchAct::Play(text.to_owned())).cause(cause()).window(window);
            house.room.ask(&table, request)
        };
        let Some(solution) = answer(&house.room, &table).await else {
            press(0, "pass").await.unwrap();
            press(1, "pass").await.unwrap();
            continue;
        };
        let (ada, ben) = tokio::join!(press(0, &solution), press(1, &solution));
        let (won, name, lost) = if ada.is_ok() { (ada, "Ada", ben) } else { (ben, "Ben", ada) };
        assert_eq!(won.unwrap().snapshot.moves, snapshot.moves + 1, "one answer counts");
        let lost = lost.unwrap_err();
        assert!(
            matches!(&lost, Rejection::TooLate(words) if words.starts_with(&format!("{name} was faster by "))),
            "{lost}"
        );
        raced += 1;
        if raced == 3 {
            return;
        }
    }
    panic!("no cards with an answer came up");
}

/// A typed answer has no window, but its cards tell which question it is meant for.
#[tokio::test]
async fn an_answer_typed_a_moment_too_late_costs_nothing_and_a_slip_takes_no_news_away() {
    let house = House::new().await;
    let table = begun(&house.room, "brain-drain", 1).await;
    let types = |who, text: &str| {
        let request = Request::new(person(who), MatchAct::Play(text.to_owned())).cause(cause());
        house.room.ask(&table, request)
    };
    let solution = loop {
        if let Some(solution) = answer(&house.room, &table).await {
            break solution;
        }
        types(0, "pass").await.unwrap();
        types(1, "pass").await.unwrap();
    };
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    let won = types(0, &solution).await.unwrap().snapshot;
    assert!(won.told[0].starts_with("After 1 s: Ada wins the card"), "{:?}", won.told);
    let late = types(1, &solution).await.unwrap_err();
    assert!(
        matches!(&late, Rejection::TooLate(words) if words.starts_with("Ada was faster by ") && words.contains(". After 1 s: Ada wins")),
        "{late}"
    );
    let slip = types(1, "solve 50+50+50+50").await.unwrap().snapshot;
    assert_eq!((slip.moves, &slip.told), (won.moves + 1, &won.told));
    assert!(!won.told.is_empty());
    let house = house.restart().await;
    assert_eq!(look(&house.room, &table).await.told, won.told, "nor does a restart");
}

#[tokio::test]
async fn hundreds_of_clicks_at_once_play_one_move() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    let first = look(&house.room, &table).await;
    let mover = first.awaiting[0];
    let who = first.people().find(|p| p.id == mover).unwrap().clone();
    let window = Window::Hand(first.hand_of(mover).unwrap().window);
    let text = house.room.suggest(&table, mover, "", 1).await.unwrap()[0].0.clone();
    let clicks = (0..60).map(|_| {
        house.room.ask(&table, Request::new(who.clone(), MatchAct::Play(text.clone())).cause(cause()).window(window))
    });
    let answers = futures_util::future::join_all(clicks).await;
    assert_eq!(answers.iter().filter(|a| a.is_ok()).count(), 1);
    assert_eq!(look(&house.room, &table).await.moves, 1);
}

#[tokio::test]
async fn refusals_cite_the_rule_and_change_nothing() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    let before = look(&house.room, &table).await;
    let mover = before.awaiting[0];
    let who = before.people().find(|p| p.id == mover).unwrap().clone();
    let idle = before.people().find(|p| p.id != mover).unwrap().clone();
    let say = |who: &upcard::tables::Person, text: &str| {
        house.room.ask(&table, Request::new(who.clone(), MatchAct::Play(text.to_owned())).cause(cause()))
    };
    let unreadable = say(&who, "make me a sandwich").await.unwrap_err();
    let Rejection::Refused { nearest, more, .. } = unreadable else { panic!("{unreadable:?}") };
    assert_eq!((nearest.len(), more), (2, More::None), "take and pass: {nearest:?}");
    assert!(matches!(say(&idle, "pass").await.unwrap_err(), Rejection::Refused { .. }));
    assert_eq!(say(&person(5), "pass").await.unwrap_err(), Rejection::NotSeated);
    assert!(!words(say(&idle, "void").await).is_empty());
    let after = look(&house.room, &table).await;
    assert_eq!((after.rev, after.moves), (before.rev, 0));
    let nowhere: TableId = "zzzzzzzz".parse().unwrap();
    assert_eq!(house.room.look(&nowhere).await.unwrap_err(), Rejection::NoTable);
    // If there are many moves, a refusal names some, and says how many more there are.
    let text = house.room.suggest(&table, mover, "take", 1).await.unwrap()[0].0.clone();
    say(&who, &text).await.unwrap();
    let Err(Rejection::Refused { nearest, more, .. }) = say(&who, "make me a sandwich").await else {
        panic!("no move")
    };
    let legal = house.room.suggest(&table, mover, "", 60).await.unwrap().len();
    assert_eq!(more, More::Listed(legal - nearest.len()), "{nearest:?}");
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
    let mover = look(&room, &table).await.awaiting[0];
    let who = [person(0), person(1)].into_iter().find(|person| person.id == mover).unwrap();
    let take = Request::new(who, MatchAct::Play("take".to_owned())).cause(cause());
    let taken = room.ask(&table, take).await.unwrap().snapshot;
    // Three more cards are dealt to each.
    let told = [0, 1].map(|n| taken.hand_of(person(n).id).unwrap().told.clone());
    assert!(told.iter().all(|lines| lines.len() == 1 && lines[0].starts_with("You were dealt ")), "{told:?}");
    assert_ne!(told[0], told[1]);
}

#[tokio::test]
async fn in_a_race_all_are_asked_and_nobody_is_waited_for() {
    let House { room, dir: _dir } = House::new().await;
    let race = look(&room, &begun(&room, "brain-drain", 1).await).await;
    assert_eq!((race.awaiting.len(), race.waited_for.len()), (2, 0));
    let turns = look(&room, &begun(&room, "gin-rummy", 2).await).await;
    assert_eq!((&turns.awaiting, turns.awaiting.len()), (&turns.waited_for, 1));
}
