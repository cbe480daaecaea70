//! What those who manage a server decide, by `/settings server`.

use serde_json::json;

use crate::common::world::{World, text};

#[tokio::test]
async fn o05_a_manager_blocks_somebody_and_reads_it_in_the_panel() {
    let (world, channel) = World::with_channel().await;
    let ben = world.person("Ben").await;
    world.command("Ben", &channel, "play", json!({"game": "gin-rummy"})).await;
    world.sees("Ada", &channel, "**Ben** hosts this table").await;
    let set = async |who, options| world.command(who, &channel, "settings server", options).await;
    set("Ada", json!({"block": ben, "forbid": "klaberjass", "tables": 2, "idle": 7})).await;
    let panel = world.sees("Ada", &channel, "Settings for this server").await;
    for words in [
        "every game but Klaberjass, at most 2 at once, closed after 7 days without a change".to_owned(),
        format!("**Blocked** <@{ben}>"),
        format!("blocked <@{ben}>"),
        "Saved".to_owned(),
    ] {
        assert!(text(&panel).contains(&words), "{words}\n{}", text(&panel));
    }
    // Their lobby is not theirs any more; the buttons and commands are closed to them, in words for them alone.
    world
        .until("the lobby is closed", async || {
            world.room.at(upcard::tables::ChannelId(channel.parse().unwrap())).await.unwrap().is_none()
        })
        .await;
    world.command("Ben", &channel, "play", json!({"game": "gin-rummy"})).await;
    world.sees("Ben", &channel, "Those who manage this server do not want you").await;
    world.command("Ben", &channel, "play", json!({"game": "gin-rummy", "thread": true})).await;
    assert!(!world.state().await.to_string().contains("Gin Rummy · Ben"), "no thread was opened for it");
    world.command("Ada", &channel, "challenge", json!({"opponent": ben, "game": "gin-rummy"})).await;
    world.sees("Ada", &channel, "Ben cannot be asked to a table here.").await;
    world.command("Ada", &channel, "play", json!({"game": "klaberjass"})).await;
    world.sees("Ada", &channel, "Klaberjass is not played on this server.").await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ben", &channel, "**Ada** hosts this table").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    assert!(!text(&world.sees("Ada", &channel, "**Ada** hosts this table").await).contains("Ben"));
    set("Ada", json!({"unblock": ben, "allow": "all"})).await;
    world.sees("Ada", &channel, "**Blocked** nobody").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    world.sees("Ada", &channel, "`2` Ben").await;
    // Nobody else decides that.
    set("Cyd", json!({"block": ben})).await;
    world.sees("Cyd", &channel, "set by those who may **Manage Server**").await;
    assert!(world.room.store().blocked(None).await.unwrap().is_empty());
    set("Ada", json!({"block": world.person("Ada").await})).await;
    world.sees("Ada", &channel, "You cannot block yourself.").await;
}

#[tokio::test]
async fn p04_tables_of_a_server_that_the_bot_is_no_longer_in_are_put_to_rest() {
    let (mut world, channel) = World::with_channel().await;
    let two = world.channel("two").await;
    for channel in [&channel, &two] {
        world.command("Ada", channel, "play", json!({"game": "gin-rummy"})).await;
        world.sees("Ada", channel, "**Ada** hosts this table").await;
    }
    world.stop().await;
    // Nothing has happened for long at either; one is of a server that the bot was sent away from.
    world.alter(&format!("UPDATE tables SET updated = 1; UPDATE tables SET guild = 5 WHERE channel = {two}")).await;
    world.restart().await;
    let live = async |channel: &String| {
        world.room.at(upcard::tables::ChannelId(channel.parse().unwrap())).await.unwrap().is_some()
    };
    world.until("it is put to rest", async || !live(&two).await).await;
    assert!(live(&channel).await);
}
