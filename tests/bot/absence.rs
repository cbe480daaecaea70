//! What the board offers the others when somebody does not move.

use serde_json::json;

use crate::common::world::{World, id_of, is_ephemeral, text};
use crate::play::{check_requests, next_move, sit_down};

/// The bot is stopped, and everything at its tables happened so many minutes earlier.
async fn minutes_pass(world: &mut World, minutes: i64) {
    world.stop().await;
    let by = minutes * 60_000;
    world.alter(&format!("UPDATE journal SET at = at - {by}; UPDATE tables SET updated = updated - {by}")).await;
    world.restart().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_others_nudge_and_after_a_day_let_the_house_play_on() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "klaberjass", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let (who, text_of_it) = next_move(&world, &channel).await;
    world.command(who, &channel, "move", json!({"move": text_of_it})).await;
    let (slow, _) = next_move(&world, &channel).await;
    let other = if slow == "Ada" { "Ben" } else { "Ada" };
    assert!(world.messages(other, &channel).await.iter().all(|m| id_of(m, "Nudge").is_none()), "it is early");

    minutes_pass(&mut world, 11).await;
    let board = world.wait(other, &channel, "a board to nudge at", |m| id_of(m, "Nudge").is_some()).await;
    assert!(id_of(&board, "Let the house play on").is_none());
    world.press(other, &channel, &board, "Nudge").await;
    assert!(is_ephemeral(&world.sees(other, &channel, &format!("Called: {slow}.")).await));
    let user = world.person(slow).await;
    world.sees(slow, &channel, &format!("<@{user}>, it is your turn to")).await;
    world.press(other, &channel, &board, "Nudge").await;
    world
        .sees(other, &channel, &format!("{slow} was called a while ago, and can be called again in 60 minutes."))
        .await;
    world.press(slow, &channel, &board, "Nudge").await;
    world.sees(slow, &channel, "Nobody has kept you waiting for ten minutes.").await;

    minutes_pass(&mut world, 24 * 60).await;
    let offers =
        |m: &serde_json::Value| id_of(m, "Let the house play on").is_some() && id_of(m, "End unrated").is_some();
    let board = world.wait(other, &channel, "a board that offers more", offers).await;
    let words =
        format!("Nobody has moved for a day. If all others who are there want it, the house plays on for {slow}");
    assert!(text(&board).contains(&words), "{}", text(&board));
    world.press(other, &channel, &board, "End unrated").await;
    let sure = world.sees(other, &channel, "Close this table?").await;
    assert!(is_ephemeral(&sure), "the board stays as it is");
    world.press(slow, &channel, &board, "Let the house play on").await;
    world.sees(slow, &channel, "That can be asked for once somebody else has kept you waiting for a day.").await;
    world.press(other, &channel, &board, "Let the house play on").await;
    world.sees(other, &channel, &format!("The medium house plays for 🏠 {slow}, away just now.")).await;
    let board = world.wait(slow, &channel, "the way back", |m| id_of(m, "I am back").is_some()).await;
    assert!(id_of(&board, "Nudge").is_none());
    world.press(slow, &channel, &board, "I am back").await;
    world.sees(slow, &channel, &format!("{slow} is back.")).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_left_the_server_is_not_waited_for() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "klaberjass", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let (there, _) = next_move(&world, &channel).await;
    let gone = if there == "Ada" { "Ben" } else { "Ada" };
    world.leaves(gone, true).await;
    // Once they would be called, the bot sees that they are gone.
    let plays_on = format!("The medium house plays for 🏠 {gone}, away just now.");
    let offered = async |who: &str| world.complete(who, &channel, "move", json!({"move": ""}), "move").await;
    while offered(gone).await.is_empty() {
        // They may be seen to be gone before anybody looks.
        if world.messages(there, &channel).await.iter().any(|m| text(m).contains(&plays_on)) {
            break;
        }
        if let Some(typed) = offered(there).await.into_iter().next() {
            world.command(there, &channel, "move", json!({"move": typed})).await;
        }
    }
    world.sees(there, &channel, &plays_on).await;
    let user = world.person(gone).await;
    let calls = |m: &serde_json::Value| text(m).contains(&format!("<@{user}>, it is your turn"));
    assert!(!world.messages(there, &channel).await.iter().any(calls), "nobody calls whoever has left");
    world.leaves(gone, false).await;
    let board = world.wait(gone, &channel, "the way back", |m| id_of(m, "I am back").is_some()).await;
    world.press(gone, &channel, &board, "I am back").await;
    world.sees(gone, &channel, &format!("{gone} is back.")).await;

    // Where they have been called already, it is seen after a while.
    while offered(gone).await.is_empty() {
        if let Some(typed) = offered(there).await.into_iter().next() {
            world.command(there, &channel, "move", json!({"move": typed})).await;
        }
    }
    world.wait(there, &channel, "a call", calls).await;
    world.leaves(gone, true).await;
    minutes_pass(&mut world, 11).await;
    world.sees(there, &channel, &plays_on).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben"], &[10007]).await;
}
