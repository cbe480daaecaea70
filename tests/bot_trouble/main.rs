//! The bot when Discord has trouble: deleted messages, missing permissions, slow and failing requests.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod closed;
#[path = "../common/mod.rs"]
mod common;
mod limits;
mod link;
mod refused;
mod replaced;
mod slow;
mod standin;

use std::time::Duration;

use serde_json::{Value, json};

use common::recorder::Trick;
use common::world::{World, id_of, text};

fn trick(method: &'static str, part: &str, times: usize, answer: (u16, u64)) -> Trick {
    Trick { answer: Some(answer), ..late(method, part, times, Duration::ZERO) }
}

/// Such requests are answered as usual, but late.
fn late(method: &'static str, part: &str, times: usize, delay: Duration) -> Trick {
    Trick { method, part: part.to_owned(), times, delay, answer: None, heard: false }
}

/// Starts a match of gin between Ada and Ben; returns its board.
async fn gin(world: &World, channel: &str) -> Value {
    world.command("Ada", channel, "play", json!({"game": "gin-rummy"})).await;
    seated(world, channel).await
}

/// Ben joins Ada's table, and the match begins; returns its board.
async fn seated(world: &World, channel: &str) -> Value {
    begun(world, channel).await;
    world.wait("Ada", channel, "the board", |m| id_of(m, "My hand").is_some()).await
}

/// Ben joins Ada's table, and the match begins.
async fn begun(world: &World, channel: &str) {
    let lobby = world.sees("Ada", channel, "hosts this table").await;
    world.press("Ben", channel, &lobby, "Join").await;
    let lobby = world.wait("Ben", channel, "Ben's seat", |m| text(m).contains("`2` Ben")).await;
    world.press("Ada", channel, &lobby, "Start").await;
}

/// Whoever is asked plays the move that `choose` picks from those offered, each in a channel of their own.
async fn play(world: &World, places: [(&str, &str); 2], choose: impl Fn(&[String]) -> Option<&String>) {
    for (name, channel) in places {
        let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
        if let Some(text) = choose(&offered) {
            return world.command(name, channel, "move", json!({"move": text})).await;
        }
    }
    panic!("nobody may move");
}

/// The first move that does not end the hand: a few hands are lucky enough to knock at once.
fn going_on(offered: &[String]) -> Option<&String> {
    offered.iter().find(|m| !m.starts_with("knock"))
}

/// A move that ends the hand, if there is one.
fn ending(offered: &[String]) -> Option<&String> {
    offered.iter().find(|m| m.starts_with("knock")).or_else(|| offered.first())
}

async fn play_one(world: &World, channel: &str) {
    play(world, [("Ada", channel), ("Ben", channel)], going_on).await;
}

/// A proxy that fails for a moment is asked again, and Discord's own gateway is not gone to instead.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_that_is_asked_for_its_gateway_and_fails_once_is_not_left() {
    let mut world = World::start().await;
    world.recorder.trick(trick("GET", "/gateway", 1, (502, 0)));
    world.restart().await;
    assert!(world.recorder.untried().is_empty());
    world.stop().await;
}
