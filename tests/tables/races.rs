//! Where all may answer at once.

use engine::{Language, catalog};
use upcard::discord::why_not;
use upcard::tables::{Answer, LobbyAct, MatchAct, NewTable, Rejection, Request, Room, TableId, Window};

use crate::common::*;

#[tokio::test]
async fn in_a_race_all_are_asked_and_nobody_is_waited_for() {
    let House { room, dir: _dir } = House::new().await;
    let race = look(&room, &begun(&room, "brain-drain", 1).await).await;
    assert_eq!((race.awaiting().len(), race.waited_for().len()), (2, 0));
    let turns = look(&room, &begun(&room, "gin-rummy", 2).await).await;
    assert_eq!((turns.awaiting(), turns.awaiting().len()), (turns.waited_for(), 1));
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
    let solved = catalog::game("brain-drain").unwrap().study(&question, Language::English).unwrap();
    solved["solutions"].as_array().unwrap().first().map(|s| format!("solve {}", s.as_str().unwrap()))
}

#[tokio::test]
async fn of_two_who_press_at_once_one_is_faster() {
    let house = House::new().await;
    let table = begun(&house.room, "brain-drain", 1).await;
    let mut raced = 0;
    for _ in 0..30 {
        let snapshot = look(&house.room, &table).await;
        let window = Window::Board(snapshot.play.window(None));
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
        assert_eq!(won.unwrap().snapshot.play.moves(), snapshot.play.moves() + 1, "one answer counts");
        let lost = lost.unwrap_err();
        assert!(
            matches!(&lost, Rejection::TooLate(_)) && why_not(&lost).starts_with(&format!("{name} was faster by ")),
            "{lost:?}"
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
    assert!(news(&won)[0].starts_with("After 1 s: Ada wins the card"), "{:?}", news(&won));
    let late = types(1, &solution).await.unwrap_err();
    let said = why_not(&late);
    assert!(matches!(late, Rejection::TooLate(_)), "{said}");
    assert!(said.starts_with("Ada was faster by ") && said.contains(". After 1 s: Ada wins"), "{said}");
    let slip = types(1, "solve 50+50+50+50").await.unwrap().snapshot;
    assert_eq!((slip.play.moves(), news(&slip)), (won.play.moves() + 1, news(&won)));
    assert!(!news(&won).is_empty());
    let house = house.restart().await;
    assert_eq!(news(&*look(&house.room, &table).await), news(&won), "nor does a restart");
}

/// A table of Brain Drain with these options, for Ada and some others.
async fn drained(room: &Room, channel: u64, seats: u64, options: serde_json::Value) -> TableId {
    let options = options.as_object().unwrap().clone();
    let variant = options.contains_key("ascent").then(|| "ascent".to_owned());
    let new = NewTable { options, variant, ..new_table("brain-drain", channel) };
    let table = room.create(new).await.unwrap().snapshot.table;
    for who in 1..seats {
        ask(room, &table, who, LobbyAct::Join).await.unwrap();
    }
    ask(room, &table, 0, LobbyAct::Start).await.unwrap();
    table
}

async fn types(room: &Room, table: &TableId, who: u64, text: &str) -> Result<Answer, Rejection> {
    ask(room, table, who, MatchAct::Play(text.to_owned())).await
}

/// Who is asked now, by number.
async fn asked(room: &Room, table: &TableId) -> Vec<u64> {
    look(room, table).await.awaiting().iter().map(|user| user.0 - 1000).collect()
}

/// Passes until the cards have an answer; returns it.
async fn solvable(room: &Room, table: &TableId) -> String {
    loop {
        if let Some(solution) = answer(room, table).await {
            return solution;
        }
        for who in asked(room, table).await {
            types(room, table, who, "pass").await.unwrap();
        }
    }
}

/// The cards on the table in a sum that is not what is asked for.
async fn wrong(room: &Room, table: &TableId) -> String {
    let view = catalog::replay(&record(room, *table).await).unwrap().view_json(None);
    let values: Vec<i64> = view["public"]["display"].as_array().unwrap().iter().map(value).collect();
    let said: Vec<String> = values.iter().map(i64::to_string).collect();
    let sum = said.join("+");
    if values.iter().sum::<i64>() == value(&view["public"]["target"]) { said.join("*") + "*1" } else { sum }
}

/// Sent again, by whomever, it comes too late and changes nothing.
async fn costs_nothing(room: &Room, table: &TableId, senders: &[u64], text: &str, what: &str) {
    let before = look(room, table).await;
    for who in senders.iter().cycle().take(3 * senders.len()) {
        match types(room, table, *who, text).await {
            Err(late @ Rejection::TooLate(_)) => assert!(!why_not(&late).contains("  "), "{}", why_not(&late)),
            Err(Rejection::Refused(_)) => {}
            other => panic!("{what}: {who} sends {text}: {other:?}"),
        }
    }
    let after = look(room, table).await;
    assert_eq!((after.play.moves(), after.awaiting()), (before.play.moves(), before.awaiting()), "{what}");
}

#[tokio::test]
async fn q01_an_answer_that_arrives_again_comes_too_late_whoever_settled_its_cards() {
    let House { room, dir: _dir } = House::new().await;
    let mut channel = 10;
    for seats in [2, 3] {
        for options in [
            serde_json::json!({}),
            serde_json::json!({"typo_grace": 0}),
            serde_json::json!({"typo_grace": 0, "mode": "sealed"}),
            serde_json::json!({"typo_grace": 0, "mode": "turns"}),
        ] {
            channel += 1;
            let what = format!("{seats} with {options}");
            let table = drained(&room, channel, seats, options).await;
            let everybody: Vec<u64> = (0..seats).collect();
            let right = solvable(&room, &table).await;
            // Where answers are sealed, the last one settles the cards for those before it, too.
            for who in asked(&room, &table).await {
                let moves = look(&room, &table).await.play.moves();
                types(&room, &table, who, &right).await.unwrap();
                if news(&*look(&room, &table).await).iter().any(|line| line.contains("wins the card")) || moves > 40 {
                    break;
                }
            }
            costs_nothing(&room, &table, &everybody, &right, &what).await;
            // And one target later still.
            let next = solvable(&room, &table).await;
            let who = asked(&room, &table).await[0];
            types(&room, &table, who, &next).await.unwrap();
            costs_nothing(&room, &table, &everybody, &right, &what).await;
        }
    }
}

#[tokio::test]
async fn q01_a_wrong_answer_that_arrives_again_is_charged_once() {
    let House { room, dir: _dir } = House::new().await;
    for (n, seats, grace) in [(0, 2, 0), (1, 2, 1), (2, 3, 0), (3, 3, 1)] {
        let table = drained(&room, 30 + n, seats, serde_json::json!({"typo_grace": grace})).await;
        let everybody: Vec<u64> = (0..seats).collect();
        let what = format!("{seats} with {grace}");
        let answer = wrong(&room, &table).await;
        types(&room, &table, 0, &answer).await.unwrap();
        let senders = if seats == 2 { &everybody[..] } else { &everybody[..1] };
        costs_nothing(&room, &table, senders, &answer, &what).await;
        for who in asked(&room, &table).await {
            types(&room, &table, who, "pass").await.unwrap();
        }
        costs_nothing(&room, &table, &[0], &answer, "where the display stays for another target").await;
    }
}

#[tokio::test]
async fn q01_a_slip_that_arrives_again_is_one_slip() {
    let House { room, dir: _dir } = House::new().await;
    for (n, options) in
        [serde_json::json!({}), serde_json::json!({"mode": "sealed"}), serde_json::json!({"mode": "turns"})]
            .into_iter()
            .enumerate()
    {
        for seats in [2, 3] {
            let what = format!("{seats} with {options}");
            let options = options.clone();
            let table = drained(&room, 60 + 2 * n as u64 + seats, seats, options).await;
            let who = asked(&room, &table).await[0];
            let before = look(&room, &table).await;
            types(&room, &table, who, "100+100").await.unwrap();
            costs_nothing(&room, &table, &[who], "solve 100 + 100", &what).await;
            assert_eq!(look(&room, &table).await.awaiting(), before.awaiting(), "{what}: it was forgiven");
            types(&room, &table, who, "100+101").await.expect("another slip is a move");
        }
    }
}

#[tokio::test]
async fn q02_a_right_answer_for_cards_that_a_wrong_one_gave_away_costs_nothing() {
    let House { room, dir: _dir } = House::new().await;
    for grace in [0, 1] {
        let table = drained(&room, 50 + grace, 2, serde_json::json!({"typo_grace": grace})).await;
        let right = solvable(&room, &table).await;
        types(&room, &table, 0, &wrong(&room, &table).await).await.unwrap();
        let late = types(&room, &table, 1, &right).await.unwrap_err();
        let words = why_not(&late);
        assert!(matches!(late, Rejection::TooLate(_)), "{words}");
        assert!(
            words.starts_with("That was for cards that are gone: it costs nothing. ") && words.contains("Ada"),
            "{words}"
        );
        assert!(!words.contains("faster"), "nobody was: {words}");
        costs_nothing(&room, &table, &[0, 1], &right, "typo_grace").await;
    }
}
