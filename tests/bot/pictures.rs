//! Pictures, and text instead of them.

use serde_json::{Value, json};

use crate::common::recorder::Sent;
use crate::common::world::{World, components, id_of, text};
use crate::play::{check_requests, sit_down};

#[tokio::test(flavor = "multi_thread")]
async fn boards_hands_and_results_come_as_pictures_unless_somebody_wants_text() {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    world.command("Ben", &channel, "settings me", json!({"boards": "text"})).await;
    world.sees("Ben", &channel, "Saved: boards show it").await;
    world.command("Ben", &channel, "settings server", json!({"theme": "light"})).await;
    world.sees("Ben", &channel, "Manage Server").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let picture = |m: &Value| components(m).into_iter().find(|c| c["type"] == 12);
    let board =
        world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some() && picture(m).is_some()).await;
    assert_eq!(board["attachments"].as_array().map(Vec::len), Some(1), "{board}");
    let alt = picture(&board).unwrap()["items"][0]["description"].as_str().unwrap().to_owned();
    for word in ["Gin Rummy", "Ada 0", "Ben 0", "upcard is"] {
        assert!(alt.contains(word), "{word} is not said: {alt}");
    }
    // What is asked is written beside the picture, so that it is read aloud only once.
    assert!(!alt.contains("to take") && board.to_string().contains("to take"), "{alt}");
    // Ada's hand is drawn, and Ben's is written.
    let direct = world.direct("Ada").await;
    let drawn = world.wait("Ada", &direct, "Ada's hand", |m| picture(m).is_some()).await;
    assert!(picture(&drawn).unwrap()["items"][0]["description"].as_str().unwrap().contains("Unmatched"));
    let direct = world.direct("Ben").await;
    let written = world.sees("Ben", &direct, "unmatched").await;
    assert!(picture(&written).is_none(), "{written}");
    // A move changes the picture, and the old one is removed.
    let who = if board.to_string().contains("Ada to take") { "Ada" } else { "Ben" };
    world.command(who, &channel, "move", json!({"move": "pass"})).await;
    let next = world
        .wait("Cyd", &channel, "the next board", |m| {
            picture(m).is_some() && !m.to_string().contains(&format!("{who} to take"))
        })
        .await;
    assert_eq!(next["id"], board["id"], "one message stays the board");
    assert_eq!(next["attachments"].as_array().map(Vec::len), Some(1), "{next}");
    assert_ne!(next["attachments"][0]["id"], board["attachments"][0]["id"]);
    // The result is drawn for those who were not there, and so is the leaderboard.
    world.command("Ben", &channel, "table resign", json!({})).await;
    let sure = world.sees("Ben", &channel, "Give this match up?").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    let over =
        world.wait("Ada", &channel, "the result", |m| id_of(m, "Rematch").is_some() && picture(m).is_some()).await;
    let alt = picture(&over).unwrap()["items"][0]["description"].as_str().unwrap().to_owned();
    for word in ["Ada wins the match.", "Ben resigned.", "Ratings in Gin Rummy: Ada 1000 → ", ", table "] {
        assert!(alt.contains(word), "{word} is not said: {alt}");
    }
    let beside = text(&over);
    assert!(!beside.contains("wins") && !beside.contains("Ratings"), "the picture says it: {beside}");
    world.press("Ada", &channel, &over, "Leaderboard").await;
    let ranking =
        world.wait("Ada", &channel, "the ranking", |m| text(m).contains("You: rank") && picture(m).is_some()).await;
    assert!(text(&ranking).contains("1. Ada"), "{}", text(&ranking));
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
    assert!(world.recorder.all().iter().any(|sent| sent.files == 1), "pictures were uploaded");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_picture_cannot_be_uploaded_text_goes_in_its_place() {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    world.recorder.refuse_files((413, 40005));
    sit_down(&world, &channel, "gin-rummy", "").await;
    let board =
        world.wait("Ada", &channel, "the board", |m| text(m).contains("stock") && id_of(m, "My hand").is_some()).await;
    assert!(components(&board).iter().all(|c| c["type"] != 12), "{board}");
    world.stop().await;
}

/// *Attach Files* is missing: refused requests count against the bot, so it does not keep trying.
#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_takes_no_pictures_is_asked_once() {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    world.recorder.refuse_files((403, 50013));
    sit_down(&world, &channel, "gin-rummy", "").await;
    let mut board = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    for _ in 0..3 {
        for name in ["Ada", "Ben"] {
            let offered = world.complete(name, &channel, "move", json!({"move": ""}), "move").await;
            let Some(first) = offered.iter().find(|m| !m.starts_with("knock")) else { continue };
            world.command(name, &channel, "move", json!({"move": first})).await;
            let old = text(&board);
            board = world.wait("Ada", &channel, "the change", |m| m["id"] == board["id"] && text(m) != old).await;
        }
    }
    world.stop().await;
    let part = format!("/channels/{channel}/messages");
    let tried = |sent: &&Sent| sent.files > 0 && sent.path.contains(&part);
    assert_eq!(world.recorder.all().iter().filter(tried).count(), 1);
}
