//! The house at a table: seats, whole matches alone, challenges.

use serde_json::json;

use crate::common::world::{World, components, id_of, text};
use crate::play::{check_requests, play_by_pressing, play_by_typing, sit_all_down};

#[tokio::test(flavor = "multi_thread")]
async fn the_house_is_shown_and_named_and_nobody_is_written_to_in_its_place() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "variant": "standard"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    let list = id_of(&lobby, "Add the house…").unwrap();
    world.press_id("Ben", &channel, &lobby, &list, &["easy".to_owned()]).await;
    world.sees("Ben", &channel, "Only the host, Ada").await;
    world.press_id("Ada", &channel, &lobby, &list, &["easy".to_owned()]).await;
    let lobby = world.sees("Ada", &channel, "`2` 🏠 Easy House").await;
    assert!(id_of(&lobby, "Add the house…").is_none(), "every seat is taken");
    assert!(text(&lobby).contains("2 seats taken"), "{}", text(&lobby));
    world.press("Ada", &channel, &lobby, "Options").await;
    let panel = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Send somebody away…").is_some()).await;
    let offered: Vec<_> = components(&panel).iter().map(|c| c["options"][0].clone()).collect();
    assert!(offered.iter().any(|line| line["label"] == "🏠 Easy House" && line["value"] == "easy-1"), "{panel}");
    world.press("Ada", &channel, &lobby, "Start").await;
    let direct = world.direct("Ada").await;
    world.sees("Ada", &direct, "Your hand").await;
    let is_board = |m: &serde_json::Value| text(m).contains("🏠 Easy House") && id_of(m, "Start").is_none();
    let board = world.wait("Ada", &channel, "the board", is_board).await;
    assert!(!text(&board).contains("<@"), "nobody is called: {}", text(&board));
    world.command("Ada", &channel, "table resign", json!({})).await;
    let sure = world.wait("Ada", &channel, "the question", |m| id_of(m, "Resign").is_some()).await;
    world.press("Ada", &channel, &sure, "Resign").await;
    let over = world.sees("Ada", &channel, "🏠 Easy House wins the match.").await;
    assert!(text(&over).contains("Not rated: the house played."), "{}", text(&over));
    world.stop().await;
    let ada = world.person("Ada").await;
    let written: Vec<_> =
        world.recorder.all().into_iter().filter(|sent| sent.path.ends_with("/users/@me/channels")).collect();
    assert!(!written.is_empty(), "or this test tells nothing");
    for sent in written {
        assert_eq!(sent.body.unwrap()["recipient_id"], ada.as_str());
    }
    check_requests(&world, &["Ada"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_against_the_house_by_one_command_and_presses() {
    let (mut world, channel) = World::with_channel().await;
    let asked = json!({"game": "gin-rummy", "computers": 1, "level": "hard", "options": "target=30"});
    world.command("Ada", &channel, "play", asked).await;
    let direct = world.direct("Ada").await;
    world.sees("Ada", &direct, "Your hand").await;
    let pressed = play_by_pressing(&world, &channel, &["Ada"]).await;
    assert!(pressed > 3, "{pressed} presses");
    let over = world.sees("Ada", &channel, "Not rated: the house played.").await;
    let won = u8::from(text(&over).contains("Ada wins the match"));
    world.command("Ada", &channel, "leaderboard", json!({})).await;
    world.sees("Ada", &channel, &format!("Won against the house, of all time: hard {won} of 1 (not rated)")).await;
    world.press("Ada", &channel, &over, "Rematch").await;
    world.wait("Ada", &channel, "the next match", |m| m["id"] != over["id"] && text(m).contains("🏠 Hard House")).await;
    world.stop().await;
    check_requests(&world, &["Ada"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_levels_at_one_table_and_a_challenge_to_the_bot() {
    let (mut world, channel) = World::with_channel().await;
    let asked = json!({"game": "crazy-eights", "seats": 4, "computers": 2, "level": "easy", "options": "target=30"});
    world.command("Ada", &channel, "play", asked).await;
    let lobby = world.sees("Ada", &channel, "`3` 🏠 Easy House 2").await;
    assert!(text(&lobby).contains("not rated"), "{}", text(&lobby));
    world.command("Ben", &channel, "table computer", json!({})).await;
    world.sees("Ben", &channel, "Only the host, Ada").await;
    world.command("Ada", &channel, "table computer", json!({"level": "hard"})).await;
    let lobby = world.sees("Ada", &channel, "`4` 🏠 Hard House").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    let lobby = world.sees("Ben", &channel, "joined in the place of 🏠 Hard House").await;
    world.press("Ada", &channel, &lobby, "Start").await;
    let played = play_by_typing(&world, &channel, &["Ada", "Ben"]).await;
    assert!(played > 3, "{played} moves");
    let two = world.channel("two").await;
    let me = world.state().await["bot"]["id"].as_str().unwrap().to_owned();
    world.command("Cyd", &two, "challenge", json!({"opponent": me, "game": "klaberjass"})).await;
    world.wait("Cyd", &two, "the board", |m| text(m).contains("🏠 Medium House") && id_of(m, "Accept").is_none()).await;
    world.sees("Cyd", &world.direct("Cyd").await, "Your hand").await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_a_seat_to_the_house_by_press_or_command_is_last_and_the_house_plays_on() {
    let (mut world, channel) = World::with_channel().await;
    let asked = json!({"game": "crazy-eights", "seats": 4, "options": "target=30"});
    sit_all_down(&world, &channel, &["Ada", "Ben", "Cyd", "Dee"], asked).await;
    let board = world.wait("Ada", &channel, "the board", |m| id_of(m, "More…").is_some()).await;
    // By press.
    world.press("Dee", &channel, &board, "More…").await;
    let more = world.wait("Dee", &channel, "all else", |m| id_of(m, "Resign").is_some()).await;
    world.press("Dee", &channel, &more, "Resign").await;
    let sure = world.sees("Dee", &channel, "Or leave your seat to the medium house").await;
    world.press("Dee", &channel, &sure, "Let the house play on").await;
    world.sees("Dee", &channel, "You have left the match, and the house plays on for you.").await;
    world.sees("Ada", &channel, "The medium house plays for 🏠 Dee, who left.").await;
    world.command("Dee", &channel, "table resign", json!({})).await;
    world.sees("Dee", &channel, "You have given this match up already.").await;
    world.restart().await;
    // By command, while others play.
    world.command("Cyd", &channel, "table resign", json!({})).await;
    let sure = world.sees("Cyd", &channel, "Or leave your seat to the medium house").await;
    world.press("Cyd", &channel, &sure, "Let the house play on").await;
    world.sees("Ada", &channel, "The medium house plays for 🏠 Cyd and 🏠 Dee, who left.").await;
    let played = play_by_typing(&world, &channel, &["Ada", "Ben"]).await;
    assert!(played > 3, "{played} moves");
    let over = world.sees("Ada", &channel, "🏠 Cyd and 🏠 Dee left; the medium house played on.").await;
    assert!(text(&over).contains("Ratings in Crazy Eights"), "{}", text(&over));
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd", "Dee"], &[]).await;
}
