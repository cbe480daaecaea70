//! What those who manage a server decide, by `/settings server`.

use serde_json::json;
use upcard::store::{Decision, Deed};

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
async fn o05_a_block_that_changes_nothing_says_so_and_the_owners_holds_against_managers() {
    let (world, channel) = World::with_channel().await;
    let ben = world.person("Ben").await;
    let set = async |options| world.command("Ada", &channel, "settings server", options).await;
    set(json!({"unblock": ben, "forbid": "klaberjass"})).await;
    world.sees("Ada", &channel, "Ben is not blocked on this server. Nothing was changed.").await;
    set(json!({"block": ben})).await;
    world.sees("Ada", &channel, &format!("**Blocked** <@{ben}>")).await;
    set(json!({"block": ben})).await;
    let said = world.sees("Ada", &channel, "Ben is blocked on this server already. Nothing was changed.").await;
    assert!(!text(&said).contains("Saved"));
    set(json!({"forbid": "klaberjass", "allow": "klaberjass", "tables": 3})).await;
    world.sees("Ada", &channel, "A game cannot be both forbidden and allowed. Nothing was changed.").await;
    set(json!({"forbid": "klaberjass", "allow": "all"})).await;
    world.sees("Ada", &channel, "every game but Klaberjass, as many tables as people like").await;
    // As `upcard block --server`, and without it.
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "**Ada** hosts this table").await;
    let snapshot = world.room.at(upcard::tables::ChannelId(channel.parse().unwrap())).await.unwrap().unwrap();
    let guild = world.room.look(&snapshot).await.unwrap().place.guild;
    let user = upcard::tables::UserId(ben.parse().unwrap());
    let decide = async |guild, what| {
        world.room.store().decide(Deed { at: 1, guild, who: None, what }).await.unwrap();
    };
    decide(guild, Decision::Block(user)).await;
    set(json!({"unblock": ben})).await;
    world.sees("Ada", &channel, "Ben is blocked on this server by whoever runs the bot, and only they can lift").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    world.sees("Ben", &channel, "Whoever runs this bot does not want you to open or join tables here").await;
    decide(guild, Decision::Unblock(user)).await;
    decide(None, Decision::Block(user)).await;
    set(json!({"unblock": ben})).await;
    world.sees("Ada", &channel, "Ben is blocked everywhere by whoever runs the bot, and only they can lift").await;
    decide(None, Decision::Unblock(user)).await;
    // Who sits in a lobby gets up from it, beside a running bot.
    world.press("Ben", &channel, &lobby, "Join").await;
    world.sees("Ada", &channel, "`2` Ben").await;
    decide(guild, Decision::Block(user)).await;
    world.until("Ben has left", async || world.room.look(&snapshot).await.unwrap().seat_of(user).is_none()).await;
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
