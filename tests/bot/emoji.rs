//! Cards as emoji: uploaded once an application, and shown beside words wherever they are there.

use std::time::Duration;

use serde_json::Value;

use crate::common::openapi;
use crate::common::recorder::{Sent, Trick};
use crate::common::world::{World, components, text};
use crate::play::{check_requests, next_move, sit_down};

/// 52 cards, two Jokers, 64 King's Keys and the back.
const ALL: usize = 119;

/// The uploads that the bot has tried.
fn uploads(world: &World) -> Vec<Sent> {
    world.recorder.all().into_iter().filter(|sent| sent.method == "POST" && sent.path.ends_with("/emojis")).collect()
}

async fn knows(world: &World, count: usize) {
    world.until("the emoji are there", async || world.emoji().await.len() == count).await;
}

/// What Ada's or Ben's buttons for cards show, as soon as one of them may play a card: label and emoji.
async fn buttons(world: &World, channel: &str) -> Vec<(String, Value)> {
    loop {
        for name in ["Ada", "Ben"] {
            let hands = world.messages(name, &world.direct(name).await).await;
            let Some(hand) = hands.iter().rev().find(|m| text(m).contains("Your turn to discard")) else { continue };
            let cards = components(hand).into_iter().filter(|c| {
                c["label"].as_str().is_some_and(|label| label.ends_with(['♠', '♥', '♦', '♣'])) && c["type"] == 2
            });
            return cards.map(|c| (c["label"].as_str().unwrap().to_owned(), c["emoji"].clone())).collect();
        }
        let (who, typed) = next_move(world, channel).await;
        world.command(who, channel, "move", serde_json::json!({"move": typed})).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn refused(times: usize, answer: (u16, u64)) -> Trick {
    let part = "/emojis".to_owned();
    Trick { method: "POST", part, times, delay: Duration::ZERO, answer: Some(answer), heard: false }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cards_are_uploaded_at_the_first_start_and_only_what_is_missing_at_others() {
    let mut world = World::with_emoji(None).await;
    knows(&world, ALL).await;
    let first = uploads(&world);
    assert_eq!(first.len(), ALL);
    for sent in &first {
        let body = sent.body.as_ref().unwrap();
        openapi::validate(&sent.method, &sent.path, body);
        let image = body["image"].as_str().unwrap();
        assert!(image.starts_with("data:image/png;base64,") && image.len() < 64 << 10, "{} bytes", image.len());
    }
    assert!(first.iter().any(|sent| sent.body.as_ref().unwrap()["name"] == "queen_of_spades"));
    // Before anything is made, it is looked what there is.
    let all = world.recorder.all();
    let [asked, made] = ["GET", "POST"]
        .map(|method| all.iter().position(|sent| sent.method == method && sent.path.ends_with("/emojis")).unwrap());
    assert!(asked < made);

    world.restart().await;
    let asks = |world: &World| {
        world.recorder.all().iter().filter(|sent| sent.method == "GET" && sent.path.ends_with("/emojis")).count()
    };
    world.until("it has looked again", async || asks(&world) == 2).await;
    world.loses_emoji("queen_of_spades").await;
    world.restart().await;
    knows(&world, ALL).await;
    let again: Vec<Value> =
        uploads(&world).split_off(ALL).into_iter().map(|sent| sent.body.unwrap()["name"].clone()).collect();
    assert_eq!(again, ["queen_of_spades"], "nothing else, and nothing twice");
    assert!(!world.recorder.all().iter().any(|sent| sent.method == "DELETE" && sent.path.contains("/emojis")));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_and_words_of_a_hand_show_cards_as_emoji_and_words_where_one_is_gone() {
    let mut world = World::with_emoji(None).await;
    knows(&world, ALL).await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let shown = buttons(&world, &channel).await;
    assert!(shown.len() >= 10, "{shown:?}");
    let suit = |label: &str| match label.chars().last() {
        Some('♠') => "spades",
        Some('♥') => "hearts",
        Some('♦') => "diamonds",
        _ => "clubs",
    };
    for (label, emoji) in &shown {
        let name = emoji["name"].as_str().unwrap_or_else(|| panic!("{label} has no emoji: {shown:?}"));
        assert!(emoji["id"].is_string() && name.ends_with(&format!("of_{}", suit(label))), "{label}: {emoji}");
    }
    // Words of a hand name cards so, too; nothing of the marks that stand for them is left anywhere.
    let (who, typed) = next_move(&world, &channel).await;
    world.command(who, &channel, "move", serde_json::json!({"move": typed})).await;
    let other = if who == "Ada" { "Ben" } else { "Ada" };
    world.sees(other, &world.direct(other).await, &format!("{who} discarded <:")).await;
    let marks = |sent: &Sent| sent.body.as_ref().is_some_and(|body| body.to_string().contains('\u{E000}'));
    assert!(!world.recorder.all().iter().any(marks));

    // Somebody deletes them while the bot runs: the next hand comes without.
    for emoji in world.emoji().await {
        world.loses_emoji(emoji["name"].as_str().unwrap()).await;
    }
    for _ in 0..4 {
        let (who, typed) = next_move(&world, &channel).await;
        world.command(who, &channel, "move", serde_json::json!({"move": typed})).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let words = async || buttons(&world, &channel).await.iter().all(|(_, emoji)| emoji.is_null());
    world.until("cards are words", words).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben"], &[50035]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_room_for_emoji_or_leave_to_make_them_cards_are_words() {
    // Discord's words for a full application, and for one that may not.
    for (had, answer) in [(0, (400, 30008)), (0, (403, 50013))] {
        let mut world = World::with_emoji(Some(refused(1000, answer))).await;
        let channel = world.channel("one").await;
        world.until("it has tried", async || uploads(&world).len() == 1).await;
        sit_down(&world, &channel, "gin-rummy", "").await;
        let shown = buttons(&world, &channel).await;
        assert!(!shown.is_empty() && shown.iter().all(|(_, emoji)| emoji.is_null()), "{shown:?}");
        assert_eq!((world.emoji().await.len(), uploads(&world).len()), (had, 1), "it is tried once");
        world.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_for_a_while_is_made_later() {
    let mut world = World::with_emoji(Some(refused(1, (429, 0)))).await;
    knows(&world, ALL).await;
    assert_eq!(uploads(&world).len(), ALL + 1);
    world.stop().await;
}
