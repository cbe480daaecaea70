//! The review of a hand, by its button below the result.

use serde_json::{Value, json};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::{check_requests, check_secrets, hands, sit_down};

const PEOPLE: [&str; 2] = ["Ada", "Ben"];

/// Ada and Ben play what autocomplete offers last, but for passes, until so many hands have ended: the result of the last
/// one in the channel.
async fn play_badly(world: &World, channel: &str, hands: usize) -> Value {
    for _ in 0..400 {
        let all = world.messages("Cyd", channel).await;
        if let Some(result) = all.into_iter().filter(|m| id_of(m, "Review").is_some()).nth(hands - 1) {
            return result;
        }
        for name in PEOPLE {
            let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
            if let Some(last) = offered.iter().rfind(|text| *text != "pass") {
                world.command(name, channel, "move", json!({"move": last})).await;
                break;
            }
        }
    }
    panic!("no hand has ended");
}

fn is_review(message: &Value, hand: usize) -> bool {
    is_ephemeral(message) && text(message).contains(&format!("review of hand {hand} "))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_review_of_a_hand_shows_its_player_alone_what_would_have_been_better() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "klaberjass", "target=300").await;
    let (mut shown, mut hand) = (0, 0);
    while shown == 0 {
        hand += 1;
        assert!(hand <= 3, "nothing was found");
        let result = play_badly(&world, &channel, hand).await;
        shown = read(&world, &channel, &result, hand).await;
        world.press("Cyd", &channel, &result, "Review").await;
    }
    world.sees("Cyd", &channel, "You are not seated at this table.").await;
    for name in PEOPLE {
        let own = world.messages(name, &channel).await.iter().filter(|m| is_review(m, hand)).count();
        assert_eq!(own, 1, "to {name} their own");
    }
    let secrets = hands(&world, &channel, &PEOPLE).await;
    check_secrets(&world, &channel, &secrets).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

/// Both read their reviews of a hand, all of them. Returns how many better moves those tell.
async fn read(world: &World, channel: &str, result: &Value, hand: usize) -> usize {
    let mut shown = 0;
    for name in PEOPLE {
        world.press(name, channel, result, "Review").await;
        let review = world.wait(name, channel, "the review", |m| is_review(m, hand)).await;
        assert!(text(&review).contains("in this hand."), "{}", text(&review));
        let mut moments = text(&review).matches("Better: **").count();
        let is_moment = |c: &&Value| c["label"].as_str().is_some_and(|label| label.starts_with("Decision"));
        for button in components(&review).iter().filter(is_moment).filter(|c| c["disabled"] != true) {
            world.press(name, channel, &review, button["label"].as_str().unwrap()).await;
            let chosen = format!("{}, you chose", button["label"].as_str().unwrap());
            let there = world.wait(name, channel, "that decision", |m| text(m).contains(&chosen)).await;
            assert_eq!(there["id"], review["id"], "it replaces what was read");
            moments += text(&there).matches("Better: **").count();
        }
        assert!(moments <= 3, "{moments}");
        shown += moments;
    }
    shown
}
