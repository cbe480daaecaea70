//! The example's bot, which knows nothing of this server, at work on it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

#[path = "room/bench.rs"]
#[allow(dead_code, reason = "what the room's own tests need besides")]
mod bench;
#[path = "../examples/coin.rs"]
mod coin;

use bench::Bench;
use serde_json::json;

#[tokio::test]
async fn a_bot_that_knows_only_a_base_url_tosses_its_coin() {
    let bench = Bench::start().await;
    let mut client = coin::bot(bench.room.api_base(), bench.room.token()).await.unwrap();
    let shards = client.shard_manager.clone();
    let running = tokio::spawn(async move { client.start().await });
    bench.until_online().await;

    let (ada, general) = (bench.person("Ada").await, bench.channel("general").await);
    assert_eq!(bench.command(&ada, &general, "command", "flip", json!({})).await["outcome"], "answered");
    let board = bench.messages(&ada, &general).await.remove(0);
    let first = board["content"].as_str().unwrap().to_owned();
    assert!(["Heads", "Tails"].contains(&first.as_str()), "{first}");
    assert_eq!(bench.press(&ada, &general, &board, "again").await["outcome"], "answered");
    let tossed = bench.messages(&ada, &general).await.remove(0);
    let both = tossed["content"].as_str().unwrap();
    assert!(both.starts_with(&format!("{first}, ")), "{both}");

    shards.shutdown_all().await;
    running.await.unwrap().unwrap();
}
