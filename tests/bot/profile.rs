//! How people have done.

use serde_json::json;

use crate::common::world::{World, id_of, is_ephemeral, text};
use crate::play::{check_requests, sit_down};

#[tokio::test]
async fn a_profile_is_reached_by_command_leaderboard_and_the_menu_of_a_person() {
    let (world, channel) = World::with_channel().await;
    let ben = world.person("Ben").await;
    world.command("Ada", &channel, "profile", json!({})).await;
    world.sees("Ada", &channel, "Ada has finished no match yet.").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| text(m).contains("`/move`") || text(m).contains("My hand")).await;
    world.command("Ben", &channel, "move", json!({"move": "resign"})).await;
    world.sees("Ada", &channel, "match over").await;

    world.command("Ada", &channel, "profile", json!({})).await;
    let own = world.sees("Ada", &channel, "Highest rating").await;
    let said = text(&own);
    assert!(is_ephemeral(&own) && said.contains("### Ada") && said.contains("rank 1 of 2"), "{said}");
    assert!(said.contains("Gin Rummy") && said.contains("1 of 1") && said.contains("– Ben"), "{said}");
    assert!(said.contains("`/replay match:"), "{said}");
    world.command("Cyd", &channel, "profile", json!({"user": ben, "game": "gin-rummy"})).await;
    let other = world.sees("Cyd", &channel, "### Ben").await;
    assert!(text(&other).contains("0 of 1") && text(&other).contains("Gin Rummy, everywhere"), "{}", text(&other));

    world.command("Cyd", &channel, "profile", json!({"user": ben, "game": "klaberjass"})).await;
    let none = world.sees("Cyd", &channel, "Ben has finished no match of Klaberjass yet.").await;
    let games = id_of(&none, "Look at a game…").unwrap();
    world.press_id("Cyd", &channel, &none, &games, &["*".to_owned()]).await;
    world.sees("Cyd", &channel, "### Ben\n-# All games").await;

    world.command("Cyd", &channel, "leaderboard", json!({})).await;
    let board = world.sees("Cyd", &channel, "### All games\n-# this server").await;
    let list = id_of(&board, "Look at somebody…").unwrap();
    world.press_id("Cyd", &channel, &board, &list, &[world.person("Ada").await]).await;
    world.sees("Cyd", &channel, "### Ada").await;

    world.about("Dee", &channel, "Profile", &ben).await;
    world.sees("Dee", &channel, "### Ben").await;
    check_requests(&world, &["Ada", "Ben", "Cyd", "Dee"], &[]).await;
}
