//! A whole match of each game at its largest table: up to eight seats and eight direct messages, with moves typed
//! and pressed.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../bot/play.rs"]
#[allow(dead_code, reason = "what two people do at a table is for the tests beside it")]
mod play;

use std::collections::{BTreeMap, BTreeSet};

use common::world::{World, components, id_of, text};
use engine::catalog::{self, Listed};
use parking_lot::Mutex;
use play::{check_requests, check_secrets, hands, sit_all_down};
use serde_json::{Value, json};

const PEOPLE: [&str; 8] = ["Ada", "Ben", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal"];

/// What is played, and the options that keep it from taking all day.
#[derive(Clone, Copy)]
struct Table {
    game: &'static str,
    variant: &'static str,
    options: &'static str,
    seats: usize,
}

const GIN: Table = Table { game: "gin-rummy", variant: "four-hand", options: "target=20", seats: 4 };
const KLABERJASS: Table = Table { game: "klaberjass", variant: "standard", options: "target=100", seats: 2 };
const KEYS: Table = Table { game: "key-of-the-door", variant: "table", options: "deals=1", seats: 5 };
const KINGS: Table = Table { game: "kings-rummy", variant: "classic", options: "double_on_one_turn=false", seats: 4 };
const BRAIN: Table = Table { game: "brain-drain", variant: "classic", options: "", seats: 8 };
const PEGS: Table = Table { game: "pegs-and-jokers", variant: "basic", options: "", seats: 8 };
const EIGHTS: Table = Table { game: "crazy-eights", variant: "action", options: "target=200", seats: 7 };

#[test]
fn each_game_is_played_at_its_largest_table() {
    let tables = [GIN, KLABERJASS, KEYS, KINGS, BRAIN, PEGS, EIGHTS].map(|table| (table.game, table.seats));
    let largest = |game: &dyn Listed| game.variants().iter().map(|v| usize::from(*v.seats.end())).max();
    let listed = catalog::games().iter().map(|&game| (game.id(), largest(game).unwrap_or_default()));
    assert_eq!(BTreeSet::from(tables), listed.collect::<BTreeSet<_>>());
}

async fn begun(world: &World, table: Table) -> (String, &'static [&'static str]) {
    let channel = world.channel("one").await;
    let people = &PEOPLE[..table.seats];
    for name in people.iter().skip(4) {
        world.post("/room/people", json!({"name": name})).await;
    }
    let Table { game, variant, options, seats } = table;
    let asked = json!({"game": game, "variant": variant, "options": options, "seats": seats});
    sit_all_down(world, &channel, people, asked).await;
    world.wait(people[0], &channel, "the board", |m| id_of(m, "More…").is_some()).await;
    (channel, people)
}

async fn is_over(world: &World, channel: &str) -> bool {
    world.messages("Ada", channel).await.iter().any(|m| text(m).contains("match over"))
}

/// Plays until the match is over; the last player to move is asked last.
async fn until_over(world: &World, channel: &str, people: &[&str], moves: impl AsyncFn(&str) -> bool) {
    let (mut next, mut played, mut waited) = (0, 0, 0);
    while !is_over(world, channel).await {
        let order = (0..people.len()).map(|n| (next + n) % people.len());
        let mut moved = None;
        for at in order {
            if moves(people[at]).await {
                moved = Some(at);
                break;
            }
        }
        match moved {
            Some(at) => (next, played, waited) = (at + 1, played + 1, 0),
            None => waited += 1,
        }
        if played >= 2500 || waited >= 200 {
            let all = world.messages("Ada", channel).await;
            panic!("the match does not end after {played} moves:\n{}", all.last().map(text).unwrap_or_default());
        }
        if moved.is_none() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
}

/// The likeliest move: the first of the list, but in King's Rummy, where lists solve no turn, going out or what lays most.
async fn wished(world: &World, channel: &str, name: &str) -> Option<String> {
    let offered = async |typed| world.complete(name, channel, "move", json!({"move": typed}), "move").await;
    let all = offered("").await;
    let laid = all.iter().filter(|m| m.contains("; ")).max_by_key(|m| m.matches("; ").count()).cloned();
    let out = match &laid {
        Some(_) => offered("out").await.into_iter().find(|m| m.contains("; out ")),
        None => None,
    };
    out.or(laid).or_else(|| all.into_iter().next())
}

/// Plays the likeliest move, typed, if there is one.
async fn types(world: &World, channel: &str, name: &str) -> bool {
    let Some(wish) = wished(world, channel, name).await else { return false };
    world.command(name, channel, "move", json!({"move": wish})).await;
    true
}

/// The message on which each person pressed last, as it stood.
type Pressed = Mutex<BTreeMap<String, Value>>;

/// Presses something on a message in this place, if there is anything: as far as can be told, a step towards the
/// likeliest move. Whoever pressed there waits until that message shows what became of it: hands follow a moment later,
/// and a hundred presses on an old one would push it out of sight.
async fn presses(world: &World, channel: &str, place: &str, name: &str, pressed: &Pressed) -> bool {
    let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
    let Some(wish) = offered.first() else { return false };
    let all = world.messages(name, place).await;
    let found = all.iter().rev().find_map(|m| Some((m, likely(m, wish)?)));
    let Some((message, (id, values))) = found else { return false };
    if pressed.lock().insert(name.to_owned(), message.clone()).as_ref() == Some(message) {
        return false;
    }
    // The message may have changed between our look and our press; then there is nothing left to press.
    let answer = world.press_id(name, place, message, &id, &values).await;
    assert!(answer["outcome"] == "answered" || answer.get("error").is_some(), "{answer}");
    true
}

/// A whole match, in which the people in `pressing` press and the others type. Where hands come by direct message,
/// everybody is told there how it ended.
async fn whole(table: Table, pressing: &[&str]) {
    let mut world = World::start().await;
    let (channel, people) = begun(&world, table).await;
    let hidden = table.game != BRAIN.game;
    if hidden {
        // Hands come a moment after the board.
        let direct = world.direct(people[0]).await;
        world.wait(people[0], &direct, "the hand", |m| text(m).contains("Your hand")).await;
        check_secrets(&world, &channel, &hands(&world, &channel, people).await).await;
    }
    let pressed = Pressed::default();
    let moves = async |name: &str| {
        if !pressing.contains(&name) {
            return types(&world, &channel, name).await;
        }
        // If nothing is hidden, everybody presses on the board.
        let place = if hidden { world.direct(name).await } else { channel.clone() };
        presses(&world, &channel, &place, name, &pressed).await
    };
    until_over(&world, &channel, people, moves).await;
    for name in people.iter().filter(|_| hidden) {
        let direct = world.direct(name).await;
        world.wait(name, &direct, "how it ended", |m: &Value| text(m).contains("Ratings in ")).await;
    }
    world.stop().await;
    check_requests(&world, people, &[]).await;
}

/// What somebody who wants this move presses: the button that plays it, the peg or card that it starts with, a
/// highlighted button, the first line of a list, the first button.
fn likely(message: &Value, wish: &str) -> Option<(String, Vec<String>)> {
    let mut words = wish.split(' ');
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let card = match first {
        "A" => "Play ace",
        "J" => "Play jack",
        "Q" => "Play queen",
        "K" => "Play king",
        "X" => "Play joker",
        other => &format!("Play {other}"),
    };
    let moves = |words: &str, card: &str, peg: &str| {
        words.starts_with(&format!("Move peg {peg}")) || words.starts_with(&format!("{card}: peg {peg} "))
    };
    let rank = |part: &Value, says: &Value| match says.as_str().unwrap_or_default() {
        _ if part["custom_id"].as_str().is_some_and(|id| id.ends_with(&format!(":{wish}"))) => 0,
        words if second.is_some_and(|peg| moves(words, card, peg)) => 1,
        words if words.trim_end_matches('…') == card || words.starts_with(&format!("{card}:")) => 2,
        _ if part["style"] == 1 => 3,
        _ if part["type"] == 3 => 4,
        _ => 5,
    };
    let mut found = Vec::new();
    for part in components(message) {
        let id = part["custom_id"].as_str().unwrap_or_default();
        let plays = ["1s:", "1f:", "1p:", "1c:"].iter().any(|kind| id.starts_with(kind));
        if !plays || part["disabled"] == true || part["label"] == "↩ Back" {
            continue;
        }
        for line in part["options"].as_array().into_iter().flatten() {
            let value = line["value"].as_str().unwrap().to_owned();
            found.push((rank(&part, &line["label"]), id.to_owned(), vec![value]));
        }
        if part["type"] == 2 {
            found.push((rank(&part, &part["label"]), id.to_owned(), Vec::new()));
        }
    }
    let (_, id, values) = found.into_iter().min_by_key(|(rank, ..)| *rank)?;
    Some((id, values))
}

#[tokio::test(flavor = "multi_thread")]
async fn four_at_gin() {
    whole(GIN, &[]).await;
    whole(GIN, &PEOPLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_at_klaberjass() {
    whole(KLABERJASS, &[]).await;
    whole(KLABERJASS, &PEOPLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_with_keys() {
    whole(KEYS, &[]).await;
    whole(KEYS, &PEOPLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_at_kings_rummy() {
    whole(KINGS, &[]).await;
    // A turn of several parts cannot be followed part by part from its text, so pressing keeps the last cards for a
    // long time.
    whole(Table { variant: "short", options: "target=40", ..KINGS }, &PEOPLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_at_brain_drain() {
    whole(BRAIN, &[]).await;
    whole(BRAIN, &PEOPLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_with_pegs() {
    whole(PEGS, &[]).await;
    whole(PEGS, &PEOPLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seven_at_crazy_eights() {
    whole(EIGHTS, &[]).await;
    whole(EIGHTS, &PEOPLE).await;
}
