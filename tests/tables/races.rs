//! Where all may answer at once.

use upcard::engine::catalog;
use upcard::tables::{MatchAct, Rejection, Request, Room, TableId, Window};

use crate::common::*;

#[tokio::test]
async fn in_a_race_all_are_asked_and_nobody_is_waited_for() {
    let House { room, dir: _dir } = House::new().await;
    let race = look(&room, &begun(&room, "brain-drain", 1).await).await;
    assert_eq!((race.awaiting.len(), race.waited_for.len()), (2, 0));
    let turns = look(&room, &begun(&room, "gin-rummy", 2).await).await;
    assert_eq!((&turns.awaiting, turns.awaiting.len()), (&turns.waited_for, 1));
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
