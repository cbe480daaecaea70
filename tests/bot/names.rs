//! What people are called.

use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use upcard::tables::ChannelId;

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
        world.room.look(&table).await.unwrap().seats[1].name.clone()
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
