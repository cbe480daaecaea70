//! Choosing a game.

use serde_json::json;

use crate::common::world::{World, components, id_of, is_ephemeral, text};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_names_no_game_sees_all_and_opens_a_table_or_is_dealt_a_first_hand() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({})).await;
    let shelf = world.sees("Ada", &channel, "What shall it be?").await;
    assert!(is_ephemeral(&shelf), "nobody else has asked");
    for game in engine::catalog::games() {
        assert!(text(&shelf).contains(game.title()) && text(&shelf).contains(game.feels()), "{}", text(&shelf));
    }
    let list = |placeholder: &str| {
        let all = components(&shelf);
        let list = all.iter().find(|c| c["placeholder"] == placeholder).unwrap_or_else(|| panic!("no {placeholder}"));
        list["custom_id"].as_str().unwrap().to_owned()
    };
    let open = list("Open a table here for…");
    world.press_id("Ada", &channel, &shelf, &open, &["crazy-eights".to_owned()]).await;
    let lobby = world.sees("Ben", &channel, "hosts this table").await;
    assert!(text(&lobby).contains("Crazy Eights"), "{}", text(&lobby));

    let two = world.channel("two").await;
    world.command("Ben", &two, "help", json!({})).await;
    let help = world.wait("Ben", &two, "help", |m| id_of(m, "All games").is_some()).await;
    world.press("Ben", &two, &help, "All games").await;
    let shelf = world.sees("Ben", &two, "What shall it be?").await;
    let all = components(&shelf);
    let first = all.iter().find(|c| c["placeholder"] == "Deal me a first hand of…").unwrap();
    let first = first["custom_id"].as_str().unwrap();
    world.press_id("Ben", &two, &shelf, first, &["key-of-the-door".to_owned()]).await;
    world
        .wait("Ben", &two, "the board", |m| text(m).contains("Key of the Door") && id_of(m, "My hand").is_some())
        .await;
    world.stop().await;
    crate::play::check_requests(&world, &["Ada", "Ben"], &[]).await;
}
