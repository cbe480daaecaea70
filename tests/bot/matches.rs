//! Whole matches, by typing and by pressing.

use serde_json::{Value, json};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::{HIDDEN, check_requests, check_secrets, hands, play_by_pressing, play_by_typing, sit_down};

#[tokio::test(flavor = "multi_thread")]
async fn a_brain_drain_match_with_forms_and_passes() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "brain-drain", "win_cards=2").await;
    let board = world.wait("Ada", &channel, "the board", |m| id_of(m, "Answer…").is_some()).await;
    // What cannot be read is refused to the person who typed it, and is not lost.
    let opened = world.press("Ada", &channel, &board, "Answer…").await;
    world.fill("Ada", &channel, &opened, "1+2+").await;
    let refused = world.sees("Ada", &channel, "You typed: `1+2+`").await;
    assert!(is_ephemeral(&refused));
    assert!(text(&refused).contains("You may: write an answer, or `pass"), "{}", text(&refused));
    assert!(world.messages("Ben", &channel).await.iter().all(|m| !text(m).contains("You typed")));
    // Somebody who is not seated is told so.
    world.press("Cyd", &channel, &board, "Pass").await;
    world.sees("Cyd", &channel, "not seated").await;
    // A button of an earlier target is too late.
    let stale = id_of(&board, "Pass").unwrap();
    for name in ["Ada", "Ben"] {
        world.press_id(name, &channel, &board, &stale, &[]).await;
    }
    let next = world.wait("Ada", &channel, "the next target", |m| id_of(m, "Pass").is_some_and(|id| id != stale)).await;
    assert_eq!(next["id"], board["id"], "the same message shows the next target");
    // The match ends by a resignation, which needs confirmation.
    world.press("Ada", &channel, &next, "More…").await;
    let hers = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Resign").is_some()).await;
    world.press("Ben", &channel, &next, "More…").await;
    let more = world.wait("Ben", &channel, "the panel", |m| id_of(m, "Resign").is_some()).await;
    world.press("Ben", &channel, &more, "Resign").await;
    let sure = world.sees("Ben", &channel, "Give this match up? It ends, and Ada wins.").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    let over = world.sees("Ada", &channel, "Ada wins the match").await;
    assert!(text(&over).contains("Ratings in "), "{}", text(&over));
    assert!(text(&over).contains("Ben (resigned)"), "{}", text(&over));
    // There is nothing left to give up.
    world.press("Ada", &channel, &hers, "Resign").await;
    world.sees("Ada", &channel, "The match is over").await;
    // The leaderboard has changed; a rematch is a challenge.
    world.press("Ada", &channel, &over, "Leaderboard").await;
    world.sees("Ada", &channel, "You: rank **1** of 2").await;
    // Beyond the last page there is the last page.
    world.command("Ben", &channel, "leaderboard", json!({"page": 9})).await;
    let last = world.sees("Ben", &channel, "You: rank **2** of 2").await;
    assert!(text(&last).contains("1  Ada"), "{}", text(&last));
    world.press("Ben", &channel, &over, "Rematch").await;
    let declined = world.sees("Ada", &channel, "asks for a rematch").await;
    world.press("Ada", &channel, &declined, "Decline").await;
    // A player with second thoughts need not type.
    let closed = world.wait("Ada", &channel, "the end of it", |m| id_of(m, "Ask again").is_some()).await;
    assert_eq!(closed["id"], declined["id"]);
    world.press("Ben", &channel, &closed, "Ask again").await;
    let asks = |m: &Value| text(m).contains("asks for a rematch. Waiting for") && m["id"] != closed["id"];
    let again = world.wait("Ada", &channel, "the question", asks).await;
    assert!(!text(&again).contains("`1`"), "who asks first has no other seat for it: {}", text(&again));
    world.press("Ada", &channel, &again, "Accept").await;
    world.wait("Ada", &channel, "the new match", |m| m["id"] == again["id"] && id_of(m, "Answer…").is_some()).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
    assert!(world.metrics.text().contains("upcard_moves_total 2"), "{}", world.metrics.text());
}

const OTHERS: [(&str, &str); 2] = [("klaberjass", "target=50"), ("key-of-the-door", "deals=1")];

async fn by_direct_message_and_typing(game: &str, options: &str) {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, game, options).await;
    for name in ["Ada", "Ben"] {
        let hand = world.sees(name, &world.direct(name).await, "Your hand").await;
        assert!(!is_ephemeral(&hand));
    }
    let people = ["Ada", "Ben"];
    check_secrets(&world, &channel, &hands(&world, &channel, &people).await).await;
    let played = play_by_typing(&world, &channel, &people).await;
    assert!(played > 3, "{played} moves");
    // What the board tells everybody is not repeated to the mover, not even after the last card.
    for name in people {
        let said = world.messages(name, &channel).await.into_iter().map(|m| text(&m));
        let again: Vec<String> =
            said.filter(|t| t.starts_with("Played") && t.contains(&format!("{name} play"))).collect();
        assert!(again.is_empty(), "{again:?}");
    }
    // A rematch ends nothing a second time.
    let over = world.wait("Ada", &channel, "the end", |m| id_of(m, "Rematch").is_some()).await;
    // Turn notices come and go over time.
    let lasting = async || {
        let all = world.messages("Cyd", &channel).await;
        all.into_iter().filter(|m| !text(m).contains("it is your turn")).collect::<Vec<_>>()
    };
    let seen = lasting().await;
    let is_result = |m: &&Value| !text(m).starts_with("###") && text(m).contains("· table ");
    let ended: Vec<String> = seen.iter().filter(is_result).filter_map(columns).collect();
    assert!(!ended.is_empty(), "{seen:?}");
    world.press("Ben", &channel, &over, "Rematch").await;
    world.sees("Ada", &channel, "asks for a rematch").await;
    let then = lasting().await;
    let told = |all: &[Value]| all.iter().map(|m| text(m).replace("[Rematch]\n", "")).collect::<Vec<_>>();
    assert_eq!(told(&seen), told(&then[..seen.len()]), "what was told stays as it was");
    assert!(then[seen.len()..].iter().all(|m| !text(m).contains("match over")), "{then:?}");
    for name in people {
        let direct = world.direct(name).await;
        world
            .until("the hands are over", async || {
                world.messages(name, &direct).await.iter().all(|m| !text(m).contains("Your hand"))
            })
            .await;
        let won = |m: &Value| text(m).contains("wins the match") || text(m).contains("share first place");
        let last = world.wait(name, &direct, "who won", won).await;
        assert!(
            text(&last).contains("Ratings in ") && text(&last).contains(&format!("{name} 1000 →")),
            "{}",
            text(&last)
        );
        // They also see how every hand ended.
        let own: Vec<String> = world.messages(name, &direct).await.iter().map(text).collect();
        for cards in &ended {
            assert!(own.iter().any(|said| said.contains(cards)), "{name} has not seen {cards} in {own:#?}");
        }
    }
    world
        .until("no notice is left", async || {
            world.messages("Ada", &channel).await.iter().all(|m| !text(m).contains("it is your turn"))
        })
        .await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

/// The part of a message that is laid out in columns.
fn columns(message: &Value) -> Option<String> {
    let blocks = components(message).into_iter().filter(|c| c["type"] == 10);
    blocks.filter_map(|c| c["content"].as_str().filter(|s| s.starts_with("```")).map(str::to_owned)).next()
}

async fn by_closed_messages_and_pressing(game: &str, options: &str) {
    let mut world = World::start().await;
    let channel = world.channel("two").await;
    world.messages_of("Ben", false).await;
    sit_down(&world, &channel, game, options).await;
    let board = world.sees("Ben", &channel, "No messages reach Ben").await;
    world.press("Ben", &channel, &board, "My hand").await;
    let hand = world.sees("Ben", &channel, "Your hand").await;
    assert!(is_ephemeral(&hand));
    assert!(id_of(&hand, "Refresh").is_some(), "{}", text(&hand));
    assert!(text(&hand).contains("I can't send you messages"), "{}", text(&hand));
    let people = ["Ada", "Ben"];
    check_secrets(&world, &channel, &hands(&world, &channel, &people).await).await;
    let pressed = play_by_pressing(&world, &channel, &people).await;
    assert!(pressed > 3, "{pressed} presses");
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[50007, 50278]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gin_match_with_hands_by_direct_message_and_moves_by_typing() {
    by_direct_message_and_typing(HIDDEN.0, HIDDEN.1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gin_match_with_closed_messages_by_pressing() {
    by_closed_messages_and_pressing(HIDDEN.0, HIDDEN.1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_other_games_by_typing() {
    for (game, options) in OTHERS {
        by_direct_message_and_typing(game, options).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_other_games_by_pressing() {
    for (game, options) in OTHERS {
        by_closed_messages_and_pressing(game, options).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_finds_its_messages_again() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, HIDDEN.0, HIDDEN.1).await;
    let board = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let direct = world.direct("Ada").await;
    let hand = world.sees("Ada", &direct, "Your hand").await;
    world.restart().await;
    let registered = world.recorder.all().iter().filter(|s| s.method == "PUT").count();
    assert_eq!(registered, 1, "unchanged commands are not registered again");
    // The board and the hands from before are the messages that change.
    let played = async {
        for name in ["Ada", "Ben"] {
            let offered = world.complete(name, &channel, "move", json!({"move": ""}), "move").await;
            if let Some(first) = offered.first() {
                return world.command(name, &channel, "move", json!({"move": first})).await;
            }
        }
        panic!("nobody may move");
    };
    played.await;
    world
        .until("the board has changed", async || {
            let all = world.messages("Ada", &channel).await;
            all.iter().any(|m| m["id"] == board["id"] && text(m) != text(&board))
        })
        .await;
    world
        .until("the hand has changed", async || {
            let all = world.messages("Ada", &direct).await;
            all.len() == 1 && all[0]["id"] == hand["id"] && text(&all[0]) != text(&hand)
        })
        .await;
    // `/board` posts it again, and the old one loses its buttons.
    world.command("Ada", &channel, "board", json!({})).await;
    let moved = world.sees("Ada", &channel, "further down").await;
    assert_eq!(moved["id"], board["id"]);
    let anew = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    assert!(text(&moved).contains(anew["id"].as_str().unwrap()), "it leads there: {}", text(&moved));
    assert!(id_of(&moved, "My hand").is_none());
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_can_be_asked_for_and_accepted_by_direct_message() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.command("Ben", &channel, "table resign", json!({})).await;
    let sure = world.sees("Ben", &channel, "Give this match up?").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    for (name, then) in [("Ben", "asks for a rematch"), ("Ada", "[My hand]")] {
        let direct = world.direct(name).await;
        let over = world.wait(name, &direct, "the end", |m| id_of(m, "Rematch").is_some()).await;
        assert!(text(&over).contains("Ada wins the match"), "{}", text(&over));
        world.press(name, &direct, &over, "Rematch").await;
        world.sees("Cyd", &channel, then).await;
    }
    world.stop().await;
    check_requests(&world, &["Ada", "Ben"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_asked_for_beside_the_result_leaves_the_result_where_it_is() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.command("Ben", &channel, "table resign", json!({})).await;
    let sure = world.sees("Ben", &channel, "Give this match up?").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    let over = world.wait("Ben", &channel, "the result", |m| id_of(m, "Rematch").is_some()).await;
    world.press("Ben", &channel, &over, "Rematch").await;
    let asked = world.sees("Cyd", &channel, "Ada: **Accept** or **Decline**?").await;
    assert_ne!(asked["id"], over["id"]);
    let told = world.sees("Ben", &channel, "The rematch begins once Ada has accepted.").await;
    assert!(is_ephemeral(&told), "{}", text(&told));
    world.press("Ada", &channel, &asked, "Accept").await;
    world.wait("Cyd", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let result = |m: &Value| m["id"] == over["id"] && text(m).contains("Ada wins the match");
    world.wait("Cyd", &channel, "the result", result).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}
