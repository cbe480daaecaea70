//! How a hand ended is seen before the next one.

use std::time::Duration;

use serde_json::json;

use crate::common::world::{World, id_of, text};
use crate::play::{check_requests, sit_down};

const LONG: Duration = Duration::from_secs(3600);

/// Whoever may move does, and knocks if they can.
async fn moves(world: &World, channel: &str) {
    for name in ["Ada", "Ben"] {
        let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
        let knock = offered.iter().find(|typed| typed.starts_with("knock") || typed.starts_with("gin"));
        if let Some(typed) = knock.or(offered.first()) {
            return world.command(name, channel, "move", json!({"move": typed})).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_stays_in_the_channel_and_in_direct_messages_until_somebody_wants_the_next_hand() {
    let mut world = World::with_moments(LONG).await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let (mut shown, mut board) = (None, None);
    for _ in 0..200 {
        let all = world.messages("Cyd", &channel).await;
        let ended = all.iter().find(|m| id_of(m, "Next hand").is_some()).cloned();
        if ended.is_some() {
            (shown, board) = (ended, all.iter().rev().find(|m| id_of(m, "My hand").is_some()).cloned());
            break;
        }
        moves(&world, &channel).await;
    }
    let shown = shown.expect("a hand ends");
    assert!(board.is_none(), "the result took the place of the board: {board:?}");
    assert!(text(&shown).contains("[Next hand]"), "{}", text(&shown));
    let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
    for (name, place) in [("Ada", &ada), ("Ben", &ben)] {
        let own = world.wait(name, place, "the result", |m| id_of(m, "Next hand").is_some()).await;
        assert!(!text(&own).contains("Your hand"), "{}", text(&own));
        let others = world.messages(name, place).await;
        assert!(others.iter().all(|m| !text(m).contains("hand 2")), "the next hand waits");
    }
    world.press("Dee", &channel, &shown, "Next hand").await;
    world.sees("Dee", &channel, "You are not seated at this table.").await;
    let own = world.wait("Ben", &ben, "the result", |m| id_of(m, "Next hand").is_some()).await;
    world.press("Ben", &ben, &own, "Next hand").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let result = world.wait("Ada", &channel, "the result", |m| m["id"] == shown["id"]).await;
    assert!(id_of(&result, "Next hand").is_none() && id_of(&result, "Review").is_some(), "{}", text(&result));
    for (name, place) in [("Ada", &ada), ("Ben", &ben)] {
        world.wait(name, place, "the new hand", |m| text(m).contains("Your hand")).await;
        let all = world.messages(name, place).await;
        assert!(all.iter().all(|m| id_of(m, "Next hand").is_none()), "{all:?}");
    }
    world.stop().await;
    check_requests(&world, &["Ada", "Ben"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_hand_follows_by_itself() {
    let mut world = World::with_moments(Duration::from_millis(400)).await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    for _ in 0..200 {
        // On a slow machine the moment is over before anybody looks.
        let ends = |m: &serde_json::Value| id_of(m, "Next hand").is_some() || text(m).contains("hand 2");
        if world.messages("Cyd", &channel).await.iter().any(ends) {
            break;
        }
        moves(&world, &channel).await;
    }
    world.wait("Ada", &channel, "hand 2", |m| id_of(m, "My hand").is_some() && text(m).contains("hand 2")).await;
    world
        .until("no button is left", async || {
            let all = world.messages("Cyd", &channel).await;
            all.iter().all(|m| id_of(m, "Next hand").is_none())
        })
        .await;
    world.stop().await;
}
