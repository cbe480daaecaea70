//! A clock, as people see it.

use serde_json::json;

use crate::common::world::{World, id_of, text};
use crate::play::check_requests;

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_is_said_counted_down_and_called_and_its_seat_taken_and_given_back() {
    // A minute passes in a second.
    let mut world = World::in_words(60).await;
    let channel = world.channel("one").await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "clock": "3m"})).await;
    let lobby = world.sees("Ada", &channel, "Clock: 3 minutes a move, and 6 minutes in all.").await;
    world.press("Ada", &channel, &lobby, "Options").await;
    let panel = world.wait("Ada", &channel, "the options", |m| id_of(m, "Variant").is_some()).await;
    world.change("Ada", &channel, &panel, "Clock, hints and pace…", json!({"clock": "1m"})).await;
    world.sees("Ada", &channel, "Ada set the clock to 1 minute a move.").await;
    let lobby = world.sees("Ada", &channel, "Clock: 1 minute a move, and 2 minutes in all.").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    let lobby = world.wait("Ada", &channel, "the full lobby", |m| id_of(m, "Start").is_some()).await;
    world.press("Ada", &channel, &lobby, "Start").await;
    // Discord counts it down where people look.
    world.sees("Ada", &channel, "time runs out <t:").await;
    let called = world.wait("Ada", &channel, "the call", |m| text(m).contains("it is your turn to")).await;
    assert!(text(&called).contains("Your time runs out <t:"), "{}", text(&called));
    // Nobody comes.
    world.sees("Ada", &channel, "had no time left.").await;
    let away = world.sees("Ada", &channel, "is away: the medium house plays on").await;
    let back = world.wait("Ada", &channel, "a way back", |m| id_of(m, "I am back").is_some()).await;
    assert_eq!(away["id"], back["id"]);
    let who = if text(&away).contains("Ada is away") { "Ada" } else { "Ben" };
    world.press(who, &channel, &back, "I am back").await;
    world.sees(who, &channel, &format!("{who} is back.")).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}
