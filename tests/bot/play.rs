//! What people do at a table, and what must hold for everything that the bot sent meanwhile.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::openapi;
use crate::common::world::{World, components, id_of, text};

/// Checks everything the bot has sent against Discord's description, and against rules that no description
/// contains.
pub async fn check_requests(world: &World, people: &[&str], refused: &[u64]) {
    let mut directs = Vec::new();
    for name in people {
        directs.push(world.direct(name).await);
    }
    for sent in world.recorder.all() {
        if let Some(body) = sent.body.as_ref().filter(|_| sent.method != "DELETE") {
            openapi::validate(&sent.method, &sent.path, body);
        }
        let code = sent.answer["code"].as_u64().unwrap_or(0);
        assert!(
            sent.status < 400 || refused.contains(&code),
            "{} {} was refused: {}",
            sent.method,
            sent.path,
            sent.answer
        );
        if sent.is_public(&directs) {
            let body = sent.body.unwrap_or_default().to_string();
            assert!(!body.contains("Your hand"), "a hand in public: {body}");
            assert!(!body.contains("1s:") && !body.contains("1c:"), "a hand's buttons in public: {body}");
        }
    }
    // However it may have got there.
    for channel in world.state().await["channels"].as_array().unwrap().iter().filter(|c| c["name"] != "") {
        for message in world.messages("Dee", channel["id"].as_str().unwrap()).await {
            assert!(!text(&message).contains("Your hand"), "a hand in public: {message}");
        }
    }
}

/// Checks that no line of anybody's hand is in a public message.
pub async fn check_secrets(world: &World, channel: &str, hands: &[String]) {
    assert!(!hands.is_empty(), "there is something to look for");
    for message in world.messages("Cyd", channel).await {
        let seen = message.to_string();
        for hand in hands {
            assert!(!seen.contains(hand.trim()), "a hand in public: {hand}");
        }
    }
}

/// The cards of everybody who has any, as the hands show them.
pub async fn hands(world: &World, channel: &str, people: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for name in people {
        for place in [world.direct(name).await, channel.to_owned()] {
            let all = world.messages(name, &place).await;
            for m in all.iter().filter(|m| text(m).contains("Your hand")) {
                let blocks = components(m).into_iter().filter(|c| c["type"] == 10);
                let mut blocks = blocks.filter_map(|c| c["content"].as_str()?.strip_prefix("```\n").map(str::to_owned));
                // The hand is shown above the table.
                let cards = blocks.next();
                found.extend(cards.and_then(|c| c.lines().next().map(str::to_owned)).filter(|c| c.len() > 8));
            }
        }
    }
    found
}

/// Opens a table for Ada and Ben and starts it with buttons.
pub async fn sit_down(world: &World, channel: &str, game: &str, options: &str) {
    world.command("Ada", channel, "play", json!({"game": game, "options": options})).await;
    let lobby = world.sees("Ada", channel, "hosts this table").await;
    assert!(id_of(&lobby, "Start").is_none(), "one cannot start alone");
    assert!(text(&lobby).contains("[Start (1 more needed)]"), "{}", text(&lobby));
    world.press("Ben", channel, &lobby, "Join").await;
    let lobby = world.wait("Ben", channel, "Ben's seat", |m| text(m).contains("`2` Ben")).await;
    world.press("Ben", channel, &lobby, "Start").await;
    world.sees("Ben", channel, "Only the host, Ada").await;
    world.press("Ada", channel, &lobby, "Start").await;
}

/// The first of these people opens a table with the options `asked`, all others join, and the match begins.
pub async fn sit_all_down(world: &World, channel: &str, people: &[&str], asked: Value) {
    let (host, others) = people.split_first().unwrap();
    world.command(host, channel, "play", asked).await;
    let lobby = world.sees(host, channel, "hosts this table").await;
    for name in others {
        world.press(name, channel, &lobby, "Join").await;
    }
    let lobby = world.wait(host, channel, "the full lobby", |m| id_of(m, "Start").is_some()).await;
    world.press(host, channel, &lobby, "Start").await;
}

/// Plays by typed moves until the match is over: each is the first, second or third that autocomplete offers.
pub async fn play_by_typing(world: &World, channel: &str, people: &[&str]) -> usize {
    let mut played = 0;
    for round in 0..4000 {
        if world.messages(people[0], channel).await.iter().any(|m| text(m).contains("match over")) {
            return played;
        }
        let mut moved = false;
        for name in people {
            let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
            let Some(choice) = offered.get(round % 3).or(offered.first()) else { continue };
            assert!(offered.len() <= 25);
            world.command(name, channel, "move", json!({"move": choice})).await;
            played += 1;
            moved = true;
            break;
        }
        if !moved {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    panic!("the match does not end");
}

/// What somebody could press in order to play: a message of theirs with enabled components of the game.
async fn playable(world: &World, who: &str, channel: &str) -> Option<(String, Value, String, Vec<String>)> {
    for place in [world.direct(who).await, channel.to_owned()] {
        for message in world.messages(who, &place).await.iter().rev() {
            if !text(message).contains("Your hand") {
                continue;
            }
            let all = components(message);
            let list =
                all.iter().find(|c| c["type"] == 3 && c["custom_id"].as_str().is_some_and(|id| id.starts_with("1c:")));
            let button = |strong: bool| {
                all.iter().find(|c| {
                    let id = c["custom_id"].as_str().unwrap_or_default();
                    c["type"] == 2
                        && c["disabled"] != true
                        && (!strong || c["style"] == 1)
                        && (id.starts_with("1s:") || id.starts_with("1f:") || id.starts_with("1p:"))
                        && c["label"] != "↩ Back"
                })
            };
            let found = button(true).or(list).or_else(|| button(false));
            if let Some(c) = found {
                let value = c["options"][0]["value"].as_str().map(str::to_owned);
                let id = c["custom_id"].as_str().unwrap().to_owned();
                return Some((place, message.clone(), id, value.into_iter().collect()));
            }
            break;
        }
    }
    None
}

/// Plays by pressing the components beside the hands until the match is over.
pub async fn play_by_pressing(world: &World, channel: &str, people: &[&str]) -> usize {
    let mut pressed = 0;
    for _ in 0..6000 {
        if world.messages(people[0], channel).await.iter().any(|m| text(m).contains("match over")) {
            return pressed;
        }
        let mut moved = false;
        for name in people {
            let Some((place, message, id, values)) = playable(world, name, channel).await else { continue };
            let answer = world.press_id(name, &place, &message, &id, &values).await;
            // The message may have changed between our look and our press; then there is nothing left to press.
            assert!(answer["outcome"] == "answered" || answer.get("error").is_some(), "{answer}");
            pressed += 1;
            moved = true;
            break;
        }
        if !moved {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    panic!("the match does not end");
}

/// A game with hidden hands, with options that make a match short.
pub const HIDDEN: (&str, &str) = ("gin-rummy", "target=30");

/// Who plays next in a channel, and a move that does not end the hand.
pub async fn next_move(world: &World, channel: &str) -> (&'static str, String) {
    for name in ["Ada", "Ben"] {
        let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
        if let Some(text) = offered.into_iter().find(|m| !m.starts_with("knock")) {
            return (name, text);
        }
    }
    panic!("nobody may move");
}
