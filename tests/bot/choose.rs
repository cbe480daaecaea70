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
        assert!(
            text(&shelf).contains(game.title()) && text(&shelf).contains(game.feels(engine::Language::English)),
            "{}",
            text(&shelf)
        );
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

#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_challenged_by_a_right_click_and_a_game_picked() {
    let (mut world, channel) = World::with_channel().await;
    let ben = world.person("Ben").await;
    world.about("Ada", &channel, "Challenge", &ben).await;
    let asked = world.sees("Ada", &channel, "What shall it be against Ben?").await;
    assert!(is_ephemeral(&asked));
    let all = components(&asked);
    let list = all.iter().find(|c| c["placeholder"] == "Challenge to…").unwrap();
    let offered: Vec<&str> =
        list["options"].as_array().unwrap().iter().map(|line| line["value"].as_str().unwrap()).collect();
    assert!(offered.contains(&"gin-rummy") && !offered.contains(&"pegs-and-jokers"), "{offered:?}");
    let id = list["custom_id"].as_str().unwrap();
    world.press_id("Ada", &channel, &asked, id, &["klaberjass".to_owned()]).await;
    let direct = world.direct("Ben").await;
    let invitation = world.sees("Ben", &direct, "challenges you").await;
    assert!(text(&invitation).contains("Klaberjass"), "{}", text(&invitation));
    world.press("Ben", &direct, &invitation, "Accept").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;

    // To whoever does not know it, a game comes in the variant by which it is learnt.
    let two = world.channel("two").await;
    world.about("Cyd", &two, "Challenge", &ben).await;
    let asked = world.sees("Cyd", &two, "What shall it be against Ben?").await;
    let id = id_of(&asked, "Challenge to…").unwrap();
    world.press_id("Cyd", &two, &asked, &id, &["key-of-the-door".to_owned()]).await;
    world.sees("Ben", &direct, "Key of the Door · Assisted").await;
    world.stop().await;
    crate::play::check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}
