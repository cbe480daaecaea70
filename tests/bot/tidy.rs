//! Channels stay tidy: what is over leaves little, and refusals do not pile up.

use serde_json::json;

use crate::common::world::{World, is_ephemeral, text};

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_lobby_leaves_nothing_and_a_closed_table_one_line() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    world.sees("Ben", &channel, "hosts this table").await;
    world.command("Ada", &channel, "table end", json!({})).await;
    world.until("nothing is left", async || world.messages("Ben", &channel).await.is_empty()).await;

    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    world.wait("Ada", &channel, "Ben's seat", |m| text(m).contains("`2` Ben")).await;
    world.command("Ada", &channel, "table end", json!({})).await;
    let closed = world.wait("Ben", &channel, "one line", |m| text(m).contains("closed")).await;
    assert_eq!(text(&closed).lines().count(), 1, "{}", text(&closed));
    assert_eq!(closed["id"], lobby["id"]);
    world.stop().await;
    crate::play::check_requests(&world, &["Ada", "Ben"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_takes_the_place_of_the_one_before() {
    let (mut world, channel) = World::with_channel().await;
    let refusals = async || {
        let all = world.messages("Ada", &channel).await;
        all.iter().filter(|m| is_ephemeral(m)).map(text).collect::<Vec<_>>()
    };
    world.command("Ada", &channel, "move", json!({"move": "draw stock"})).await;
    world.until("one refusal", async || refusals().await.len() == 1).await;
    world.command("Ada", &channel, "table start", json!({})).await;
    world.command("Ada", &channel, "table resign", json!({})).await;
    world.until("the last one only", async || refusals().await.len() == 1).await;
    world.stop().await;
    crate::play::check_requests(&world, &["Ada"], &[]).await;
}
