//! The house at a table. Nobody is offered that yet, so it is seated in the database.

use serde_json::json;

use crate::common::world::{World, components, id_of, text};
use crate::play::check_requests;

#[tokio::test(flavor = "multi_thread")]
async fn the_house_is_shown_and_named_and_nobody_is_written_to_in_its_place() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "variant": "standard"})).await;
    world.sees("Ada", &channel, "hosts this table").await;
    world.stop().await;
    world
        .alter(
            "INSERT INTO seats (table_id, seat, house, name, live, joined) SELECT id, 1, 'easy-1', 'Easy House', 1, 0 FROM tables; \
             UPDATE tables SET rev = rev + 1, first = 1",
        )
        .await;
    world.restart().await;
    let lobby = world.sees("Ada", &channel, "`2` Easy House").await;
    assert!(text(&lobby).contains("2 seats taken"), "{}", text(&lobby));
    world.press("Ada", &channel, &lobby, "Options").await;
    let panel = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Send somebody away…").is_some()).await;
    let offered: Vec<_> = components(&panel).iter().map(|c| c["options"][0].clone()).collect();
    assert!(offered.iter().any(|line| line["label"] == "Easy House" && line["value"] == "easy-1"), "{panel}");
    world.press("Ada", &channel, &lobby, "Start").await;
    let direct = world.direct("Ada").await;
    world.sees("Ada", &direct, "Your hand").await;
    let is_board = |m: &serde_json::Value| text(m).contains("Easy House") && id_of(m, "Start").is_none();
    let board = world.wait("Ada", &channel, "the board", is_board).await;
    assert!(!text(&board).contains("<@"), "nobody is called: {}", text(&board));
    world.command("Ada", &channel, "table resign", json!({})).await;
    let sure = world.wait("Ada", &channel, "the question", |m| id_of(m, "Resign").is_some()).await;
    world.press("Ada", &channel, &sure, "Resign").await;
    let over = world.sees("Ada", &channel, "Easy House wins the match.").await;
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
