//! What people are called.

use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use upcard::tables::ChannelId;

use crate::common::message::text;
use crate::common::world::World;
use crate::play::sit_down;

/// Anything that somebody does brings their name, wherever they do it.
#[tokio::test(flavor = "multi_thread")]
async fn q04_a_command_anywhere_brings_a_name_to_every_table() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let kept = async |world: &World, name: &str| {
        let mut conn = SqliteConnection::connect(&format!("sqlite://{}", world.room.store().path())).await.unwrap();
        let statement = "UPDATE names SET name = ?1, seen = 0 WHERE name = 'Ben'";
        sqlx::query(statement).bind(name).execute(&mut conn).await.unwrap();
    };
    let seated = async |world: &World| {
        let table = world.room.at(ChannelId(channel.parse().unwrap())).await.unwrap().unwrap();
        world.room.look(&table).await.unwrap().seating.seats[1].name.clone()
    };
    kept(&world, "Bennie").await;
    world.restart().await;
    assert_eq!(seated(&world).await, "Bennie");
    world.command("Ben", &world.channel("two").await, "help", json!({})).await;
    assert_eq!(seated(&world).await, "Ben");
    // Somebody is named in another's command.
    kept(&world, "Bennie").await;
    world.restart().await;
    let ben = world.person("Ben").await;
    let game = json!({"opponent": ben, "game": "gin-rummy"});
    world.command("Cyd", &world.channel("two").await, "challenge", game).await;
    assert_eq!(seated(&world).await, "Ben");
    world.stop().await;
}

/// Nobody does anything at the table: its board shows the new name all the same.
#[tokio::test(flavor = "multi_thread")]
async fn q04_a_board_that_nobody_touches_shows_a_new_name_and_a_new_board_does_at_once() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let called = async |world: &mut World, name: &str| {
        world.sees("Ada", &channel, "Ben").await;
        world.alter(&format!("UPDATE names SET name = '{name}', seen = 0 WHERE name LIKE 'Ben%'")).await;
        world.restart().await;
        world.command("Ada", &channel, "board", json!({})).await;
        world.sees("Ada", &channel, name).await;
    };
    called(&mut world, "Bennie").await;
    world.command("Ben", &world.channel("two").await, "help", json!({})).await;
    let is_there = async || world.messages("Ada", &channel).await.iter().any(|m| text(m).contains("Bennie"));
    world.until("no Bennie", async || !is_there().await).await;
    called(&mut world, "Benno").await;
    let newest = async |world: &World| world.messages("Ada", &channel).await.pop().unwrap();
    let old = newest(&world).await;
    world.command("Ben", &channel, "board", json!({})).await;
    world.until("a new board", async || newest(&world).await["id"] != old["id"]).await;
    let board = text(&newest(&world).await);
    assert!(board.contains("Ben") && !board.contains("Benno"), "{board}");
    world.stop().await;
}
