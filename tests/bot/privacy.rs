//! What is kept about people: a copy of it, and forgetting it.

use serde_json::json;

use crate::common::world::{World, is_ephemeral, text};
use crate::play::{check_requests, next_move, sit_down};

#[tokio::test]
async fn whoever_asks_has_a_copy_of_all_that_is_kept_and_is_forgotten_at_their_wish() {
    let (world, channel) = World::with_channel().await;
    let (ben, direct) = (world.person("Ben").await, world.direct("Ben").await);
    world.command("Ben", &channel, "privacy forget", json!({})).await;
    world.sees("Ben", &channel, "Nothing is kept about you.").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let (mover, text_of_move) = next_move(&world, &channel).await;
    world.command(mover, &channel, "move", json!({"move": text_of_move})).await;
    world.command("Ben", &channel, "privacy forget", json!({})).await;
    let refused = world.sees("Ben", &channel, "Not while you play").await;
    assert!(text(&refused).contains("Gin Rummy") && is_ephemeral(&refused), "{}", text(&refused));
    world.command("Ben", &channel, "move", json!({"move": "resign"})).await;
    world.sees("Ada", &channel, "match over").await;
    world.command("Ben", &channel, "settings me", json!({"theme": "light"})).await;

    world.command("Ben", &channel, "privacy export", json!({})).await;
    world.sees("Ben", &channel, "by direct message").await;
    let sent = world.sees("Ben", &direct, "What I keep about you").await;
    let copy = world.attached(&sent).await;
    assert_eq!(copy["user"], json!(ben));
    for table in ["names", "settings", "ratings", "tables", "seats", "results", "result_seats"] {
        assert!(copy[table].as_array().is_some_and(|rows| !rows.is_empty()), "{table}: {copy}");
    }
    let moves: Vec<&str> = copy["journal"].as_array().unwrap().iter().filter_map(|m| m["move"].as_str()).collect();
    assert_eq!((moves.last(), moves.contains(&text_of_move.as_str())), (Some(&"resign"), mover == "Ben"), "{moves:?}");
    assert!(!copy.to_string().contains("Ada") && !copy.to_string().contains("seed"), "{copy}");

    let number = ben.parse::<u64>().unwrap();
    let bytes = number.to_be_bytes();
    let id = &bytes[bytes.iter().position(|byte| *byte != 0).unwrap()..];
    let copies = || {
        let holds = |held: &[u8], part: &[u8]| held.windows(part.len()).any(|some| some == part);
        let of = |(name, held): (String, Vec<u8>)| {
            [id, ben.as_bytes(), b"Ben"]
                .iter()
                .filter(|part| holds(&held, part))
                .map(|_| name.clone())
                .collect::<Vec<_>>()
        };
        world.files().into_iter().flat_map(of).collect::<Vec<_>>()
    };
    assert!(!copies().is_empty(), "or this test tells nothing");
    world.command("Ben", &channel, "privacy forget", json!({})).await;
    let sure = world.sees("Ben", &channel, "Forget you?").await;
    assert!(text(&sure).contains("1 table, 1 result") && text(&sure).contains("What stays"), "{}", text(&sure));
    world.press("Ben", &channel, &sure, "Forget me").await;
    world.sees("Ben", &channel, "In the matches of others you are “a former player” now.").await;
    world
        .wait("Ada", &channel, "the board", |m| text(m).contains("match over") && text(m).contains("a former player"))
        .await;
    assert_eq!(copies(), Vec::<String>::new());
    world.command("Ben", &channel, "privacy export", json!({})).await;
    world.wait("Ben", &channel, "the answer", |m| text(m) == "Nothing is kept about you.").await;
    check_requests(&world, &["Ada", "Ben"], &[]).await;
}

#[tokio::test]
async fn where_direct_messages_are_closed_the_copy_comes_beside_the_answer() {
    let (world, channel) = World::with_channel().await;
    world.messages_of("Ben", false).await;
    world.command("Ben", &channel, "settings me", json!({"theme": "light"})).await;
    world.command("Ben", &channel, "privacy export", json!({})).await;
    let copy = world.sees("Ben", &channel, "What I keep about you").await;
    assert!(is_ephemeral(&copy));
    assert_eq!(
        world.attached(&copy).await["settings"],
        json!([{"picture": null, "light": 1, "direct": null, "notices": null}])
    );
}

#[tokio::test]
async fn who_is_forgotten_stays_blocked() {
    let (world, channel) = World::with_channel().await;
    let ben = world.person("Ben").await;
    world.command("Ben", &channel, "settings me", json!({"theme": "light"})).await;
    world.command("Ada", &channel, "settings server", json!({"block": ben})).await;
    world.command("Ben", &channel, "privacy forget", json!({})).await;
    let sure = world.sees("Ben", &channel, "Forget you?").await;
    assert!(text(&sure).contains("That you are blocked"), "{}", text(&sure));
    world.press("Ben", &channel, &sure, "Forget me").await;
    world.sees("Ben", &channel, "### Forgotten").await;
    world.command("Ada", &channel, "settings server", json!({"boards": "text"})).await;
    world.sees("Ada", &channel, &format!("**Blocked** <@{ben}>")).await;
    world.command("Ben", &channel, "privacy forget", json!({})).await;
    world.wait("Ben", &channel, "the answer", |m| text(m) == "Nothing is kept about you.").await;
}
