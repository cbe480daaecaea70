//! Hints: who is given them, what their buttons say, and what those do.

use serde_json::{Value, json};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::{check_requests, check_secrets, hands, next_move, sit_down};

const REFUSED: &str = "Matches between people are rated, so there are no hints in them";

/// A match of gin between Ada and Ben, at a table whose host has turned hints on.
async fn with_hints() -> (World, String) {
    let (world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    world.press("Ada", &channel, &lobby, "Options").await;
    let panel = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Variant").is_some()).await;
    world.change("Ada", &channel, &panel, "Clock, hints and pace…", json!({"hints": "on"})).await;
    world.sees("Cyd", &channel, "Ada turned hints on for everybody.").await;
    let lobby = world.sees("Cyd", &channel, "Hints: for everybody.").await;
    world.press("Ada", &channel, &lobby, "Start").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    (world, channel)
}

fn is_hint(message: &Value) -> bool {
    is_ephemeral(message) && id_of(message, "Play it").is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_says_a_move_and_why_and_plays_it_for_its_owner_alone() {
    let (mut world, channel) = with_hints().await;
    let (who, _) = next_move(&world, &channel).await;
    let other = if who == "Ada" { "Ben" } else { "Ada" };
    let direct = world.direct(who).await;
    let hand = world.wait(who, &direct, "the hand", |m| id_of(m, "Hint").is_some()).await;
    let cards = hands(&world, &channel, &["Ada", "Ben"]).await;
    world.press(who, &direct, &hand, "Hint").await;
    let hint = world.wait(who, &direct, "the hint", is_hint).await;
    assert!(text(&hint).lines().filter(|line| !line.trim().is_empty()).count() >= 3, "{}", text(&hint));
    // The button names the table, the window and a number: the move is in none of them.
    let id = id_of(&hint, "Play it").unwrap();
    let parts: Vec<&str> = id.split(':').collect();
    assert!(
        matches!(parts[..], ["1h", _, window, code] if window.parse::<u32>().is_ok() && code.parse::<u32>().is_ok())
    );
    // Typed, it is the same hint in the same position.
    world.command(who, &channel, "hint", json!({})).await;
    let again = world.wait(who, &channel, "the hint again", is_hint).await;
    assert_eq!(id_of(&again, "Play it"), Some(id));
    // Whoever else gets hold of the button can do nothing with it.
    world.press_id(other, &channel, &again, &id_of(&again, "Play it").unwrap(), &[]).await;
    assert!(world.messages(other, &channel).await.iter().all(|m| !is_hint(m)));
    world.press(who, &direct, &hint, "Play it").await;
    let played = world.sees(who, &direct, "Played in").await;
    assert_eq!(played["id"], hint["id"], "the hint says what came of it");
    assert!(id_of(&played, "Play it").is_none());
    world
        .until("the hand follows", async || {
            let now = world.messages(who, &direct).await;
            now.iter().any(|m| m["id"] == hand["id"] && text(m) != text(&hand))
        })
        .await;
    assert!(world.metrics.text().contains("upcard_moves_total 1\n"), "{}", world.metrics.text());
    // The other button of the same hint comes too late, and says so in its own message.
    world.press(who, &channel, &again, "Play it").await;
    let late = world.wait(who, &channel, "that it is late", |m| m["id"] == again["id"] && !is_hint(m)).await;
    assert!(text(&late).contains("That move is made.") || text(&late).contains("moved already"), "{}", text(&late));
    assert!(world.metrics.text().contains("upcard_moves_total 1\n"));
    check_secrets(&world, &channel, &cards).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_that_others_or_a_restart_have_overtaken_plays_nothing() {
    let (mut world, channel) = with_hints().await;
    let (who, next) = next_move(&world, &channel).await;
    let other = if who == "Ada" { "Ben" } else { "Ada" };
    world.command(other, &channel, "hint", json!({})).await;
    let waits = world.sees(other, &channel, "It is not your turn.").await;
    assert!(is_ephemeral(&waits), "{waits}");
    world.command("Cyd", &channel, "hint", json!({})).await;
    world.sees("Cyd", &channel, "You are not seated at this table.").await;
    world.command(who, &channel, "hint", json!({})).await;
    let hint = world.wait(who, &channel, "the hint", is_hint).await;
    world.restart().await;
    world.press(who, &channel, &hint, "Play it").await;
    world.sees(who, &channel, "I have forgotten that hint.").await;
    world.command(who, &channel, "move", json!({"move": next})).await;
    world.sees(who, &channel, "Played: ").await;
    assert!(world.metrics.text().contains("upcard_moves_total 1\n"), "{}", world.metrics.text());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_play_each_other_get_no_hints_and_whoever_plays_the_house_does() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let (who, _) = next_move(&world, &channel).await;
    let hand = world.sees(who, &world.direct(who).await, "Your hand").await;
    assert!(id_of(&hand, "Hint").is_none(), "{}", text(&hand));
    world.command(who, &channel, "hint", json!({})).await;
    world.sees(who, &channel, REFUSED).await;
    world.command("Ada", &channel, "table end", json!({})).await;
    world.command("Ada", &channel, "play", json!({"game": "crazy-eights"})).await;
    world.sees("Ada", &channel, "hosts this table").await;
    world.stop().await;
    world
        .alter(
            "INSERT INTO seats (table_id, seat, house, name, live, joined) SELECT id, 1, 'easy-1', 'Easy House', 1, 0 \
             FROM tables WHERE stage = 0; UPDATE tables SET rev = rev + 1, first = 0 WHERE stage = 0",
        )
        .await;
    world.restart().await;
    let lobby = world.sees("Ada", &channel, "`2` 🏠 Easy House").await;
    world.press("Ada", &channel, &lobby, "Start").await;
    let direct = world.direct("Ada").await;
    let hand = world.wait("Ada", &direct, "the hand", |m| id_of(m, "Hint").is_some()).await;
    world.press("Ada", &direct, &hand, "Hint").await;
    let hint = world.wait("Ada", &direct, "the hint", is_hint).await;
    assert_eq!(components(&hint).iter().filter(|c| c["type"] == 2).count(), 1, "{}", text(&hint));
    world.stop().await;
}
