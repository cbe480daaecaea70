//! The whole bot in a whole card room: people press buttons, type commands and fill in forms.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::time::Duration;

use common::openapi;
use common::world::{World, components, id_of, is_ephemeral, text};
use serde_json::{Value, json};
use upcard::store::Save;
use upcard::tables::{ChannelId, GuildId};

/// Holds everything the bot has sent against Discord's description and the rules that no description holds.
async fn check_requests(world: &World, people: &[&str], refused: &[u64]) {
    let mut directs = Vec::new();
    for name in people {
        directs.push(world.direct(name).await);
    }
    for sent in world.recorder.all() {
        if let Some(body) = sent.body.as_ref().filter(|_| sent.method != "DELETE") {
            openapi::validate(&sent.method, &sent.path, body);
        }
        let code = sent.answer["code"].as_u64().unwrap_or(0);
        assert!(
            sent.status < 400 || refused.contains(&code),
            "{} {} was refused: {}",
            sent.method,
            sent.path,
            sent.answer
        );
        if sent.is_public(&directs) {
            let body = sent.body.unwrap_or_default().to_string();
            assert!(!body.contains("Your hand"), "a hand in public: {body}");
            assert!(!body.contains("1s:") && !body.contains("1c:"), "a hand's buttons in public: {body}");
        }
    }
    // However it came there.
    for channel in world.state().await["channels"].as_array().unwrap().iter().filter(|c| c["name"] != "") {
        for message in world.messages("Dee", channel["id"].as_str().unwrap()).await {
            assert!(!text(&message).contains("Your hand"), "a hand in public: {message}");
        }
    }
}

/// No line of anybody's hand stands in a public message.
async fn check_secrets(world: &World, channel: &str, hands: &[String]) {
    assert!(!hands.is_empty(), "there is something to look for");
    for message in world.messages("Cyd", channel).await {
        let seen = message.to_string();
        for hand in hands {
            assert!(!seen.contains(hand.trim()), "a hand in public: {hand}");
        }
    }
}

/// The cards of everybody who has some, as the hands show them.
async fn hands(world: &World, channel: &str, people: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for name in people {
        for place in [world.direct(name).await, channel.to_owned()] {
            let all = world.messages(name, &place).await;
            for m in all.iter().filter(|m| text(m).contains("Your hand")) {
                let blocks = components(m).into_iter().filter(|c| c["type"] == 10);
                let mut blocks = blocks.filter_map(|c| c["content"].as_str()?.strip_prefix("```\n").map(str::to_owned));
                // The hand stands above the table.
                let cards = blocks.next();
                found.extend(cards.and_then(|c| c.lines().next().map(str::to_owned)).filter(|c| c.len() > 8));
            }
        }
    }
    found
}

/// Opens a table for Ada and Ben and starts it with buttons.
async fn sit_down(world: &World, channel: &str, game: &str, options: &str) {
    world.command("Ada", channel, "play", json!({"game": game, "options": options})).await;
    let lobby = world.sees("Ada", channel, "hosts this table").await;
    assert!(id_of(&lobby, "Start").is_none(), "one cannot start alone");
    assert!(text(&lobby).contains("[Start (1 more needed)]"), "{}", text(&lobby));
    world.press("Ben", channel, &lobby, "Join").await;
    let lobby = world.wait("Ben", channel, "Ben's seat", |m| text(m).contains("`2` Ben")).await;
    world.press("Ben", channel, &lobby, "Start").await;
    world.sees("Ben", channel, "Only the host, Ada").await;
    world.press("Ada", channel, &lobby, "Start").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_brain_drain_match_with_forms_and_passes() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "brain-drain", "win_cards=2").await;
    let board = world.wait("Ada", &channel, "the board", |m| id_of(m, "Answer").is_some()).await;
    // What cannot be read is refused to the one who typed it, and is not lost.
    let opened = world.press("Ada", &channel, &board, "Answer").await;
    world.fill("Ada", &channel, &opened, "1+2+").await;
    let refused = world.sees("Ada", &channel, "You typed: 1+2+").await;
    assert!(is_ephemeral(&refused));
    assert!(text(&refused).contains("You may: write an answer, or `pass"), "{}", text(&refused));
    assert!(world.messages("Ben", &channel).await.iter().all(|m| !text(m).contains("You typed")));
    // Somebody who is not seated is told so.
    world.press("Cyd", &channel, &board, "Pass").await;
    world.sees("Cyd", &channel, "not seated").await;
    // Both pass until the match is over or enough targets were seen; a button of an earlier target is too late.
    let stale = id_of(&board, "Pass").unwrap();
    for name in ["Ada", "Ben"] {
        world.press_id(name, &channel, &board, &stale, &[]).await;
    }
    let next = world.wait("Ada", &channel, "the next target", |m| id_of(m, "Pass").is_some_and(|id| id != stale)).await;
    assert_eq!(next["id"], board["id"], "the same message shows the next target");
    // The match ends by a resignation, asked for twice.
    world.press("Ada", &channel, &next, "⋯").await;
    let hers = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Resign").is_some()).await;
    world.press("Ben", &channel, &next, "⋯").await;
    let more = world.wait("Ben", &channel, "the panel", |m| id_of(m, "Resign").is_some()).await;
    world.press("Ben", &channel, &more, "Resign").await;
    let sure = world.sees("Ben", &channel, "Give this match up?").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    let over = world.sees("Ada", &channel, "Ada wins the match").await;
    assert!(text(&over).contains("Ratings:"), "{}", text(&over));
    assert!(text(&over).contains("Ben (resigned)"), "{}", text(&over));
    // There is nothing left to give up.
    world.press("Ada", &channel, &hers, "Resign").await;
    world.sees("Ada", &channel, "The match is over").await;
    // The leaderboard has changed; a rematch is a challenge.
    world.press("Ada", &channel, &over, "Leaderboard").await;
    world.sees("Ada", &channel, "You: rank **1** of 2").await;
    world.press("Ben", &channel, &over, "Rematch").await;
    let again = world.sees("Ada", &channel, "asks for a rematch").await;
    world.press("Ada", &channel, &again, "Accept").await;
    world.wait("Ada", &channel, "the new match", |m| m["id"] == again["id"] && id_of(m, "Answer").is_some()).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
    assert!(world.metrics.text().contains("upcard_moves_total 2"), "{}", world.metrics.text());
}

/// Plays by typed moves until the match is over: each takes the first, second or third of what autocomplete offers.
async fn play_by_typing(world: &World, channel: &str, people: &[&str]) -> usize {
    let mut played = 0;
    for round in 0..4000 {
        if world.messages(people[0], channel).await.iter().any(|m| text(m).contains("match over")) {
            return played;
        }
        let mut moved = false;
        for name in people {
            let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
            let Some(choice) = offered.get(round % 3).or(offered.first()) else { continue };
            assert!(offered.len() <= 25);
            world.command(name, channel, "move", json!({"move": choice})).await;
            played += 1;
            moved = true;
            break;
        }
        if !moved {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    panic!("the match does not end");
}

/// What somebody could press to play: messages of theirs with enabled components of the game.
async fn playable(world: &World, who: &str, channel: &str) -> Option<(String, Value, String, Vec<String>)> {
    for place in [world.direct(who).await, channel.to_owned()] {
        for message in world.messages(who, &place).await.iter().rev() {
            if !text(message).contains("Your hand") {
                continue;
            }
            let all = components(message);
            let list =
                all.iter().find(|c| c["type"] == 3 && c["custom_id"].as_str().is_some_and(|id| id.starts_with("1c:")));
            let button = |strong: bool| {
                all.iter().find(|c| {
                    let id = c["custom_id"].as_str().unwrap_or_default();
                    c["type"] == 2
                        && c["disabled"] != true
                        && (!strong || c["style"] == 1)
                        && (id.starts_with("1s:") || id.starts_with("1f:") || id.starts_with("1p:"))
                        && c["label"] != "↩ Back"
                })
            };
            let found = button(true).or(list).or_else(|| button(false));
            if let Some(c) = found {
                let value = c["options"][0]["value"].as_str().map(str::to_owned);
                let id = c["custom_id"].as_str().unwrap().to_owned();
                return Some((place, message.clone(), id, value.into_iter().collect()));
            }
            break;
        }
    }
    None
}

/// Plays by pressing what stands beside the hands until the match is over.
async fn play_by_pressing(world: &World, channel: &str, people: &[&str]) -> usize {
    let mut pressed = 0;
    for _ in 0..6000 {
        if world.messages(people[0], channel).await.iter().any(|m| text(m).contains("match over")) {
            return pressed;
        }
        let mut moved = false;
        for name in people {
            let Some((place, message, id, values)) = playable(world, name, channel).await else { continue };
            let answer = world.press_id(name, &place, &message, &id, &values).await;
            // Between our look and our press the message may have changed: then there is nothing to press any more.
            assert!(answer["outcome"] == "answered" || answer.get("error").is_some(), "{answer}");
            pressed += 1;
            moved = true;
            break;
        }
        if !moved {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    panic!("the match does not end");
}

/// Games with hidden hands, each with options that make a match short.
const HIDDEN: (&str, &str) = ("gin-rummy", "target=30");
const OTHERS: [(&str, &str); 2] = [("klaberjass", "target=50"), ("key-of-the-door", "deals=1")];

async fn by_direct_message_and_typing(game: &str, options: &str) {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, game, options).await;
    for name in ["Ada", "Ben"] {
        let hand = world.sees(name, &world.direct(name).await, "Your hand").await;
        assert!(!is_ephemeral(&hand));
    }
    let people = ["Ada", "Ben"];
    check_secrets(&world, &channel, &hands(&world, &channel, &people).await).await;
    let played = play_by_typing(&world, &channel, &people).await;
    assert!(played > 3, "{played} moves");
    // What the board says to all is not said to the mover again, not even of the last card.
    for name in people {
        let said = world.messages(name, &channel).await.into_iter().map(|m| text(&m));
        let again: Vec<String> =
            said.filter(|t| t.starts_with("Played") && t.contains(&format!("{name} play"))).collect();
        assert!(again.is_empty(), "{again:?}");
    }
    // A rematch ends nothing a second time.
    let over = world.wait("Ada", &channel, "the end", |m| id_of(m, "Rematch").is_some()).await;
    // Turn notices come and go by the clock.
    let lasting = async || {
        let all = world.messages("Cyd", &channel).await;
        all.into_iter().filter(|m| !text(m).contains("it is your turn")).collect::<Vec<_>>()
    };
    let seen = lasting().await;
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
        world.wait(name, &direct, "who won", won).await;
    }
    world
        .until("no notice is left", async || {
            world.messages("Ada", &channel).await.iter().all(|m| !text(m).contains("it is your turn"))
        })
        .await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_tells_what_happened_since_its_owner_moved() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let ben = world.direct("Ben").await;
    // Whoever dealt, Ben has moved last when Ada takes the turned card or draws.
    world.sees("Ada", &channel, "to take").await;
    for name in ["Ben", "Ada", "Ben"] {
        world.command(name, &channel, "move", json!({"move": "pass"})).await;
    }
    let board = world.wait("Ada", &channel, "the draw", |m| text(m).contains("to draw")).await;
    let first = if text(&board).contains("Ada to draw") { "Ada" } else { "Ben" };
    if first == "Ben" {
        for what in ["stock", "discard"] {
            let all = world.complete("Ben", &channel, "move", json!({"move": what}), "move").await;
            world.command("Ben", &channel, "move", json!({"move": all[0]})).await;
        }
        world.sees("Ada", &channel, "Ada to draw").await;
    }
    world.command("Ada", &channel, "move", json!({"move": "stock"})).await;
    let drawn = world.sees("Ben", &ben, "Ada drew from the stock").await;
    assert!(!text(&drawn).contains("-# Ada drew"), "the newest stands in full size: {}", text(&drawn));
    let all = world.complete("Ada", &channel, "move", json!({"move": "discard"}), "move").await;
    world.command("Ada", &channel, "move", json!({"move": all[0]})).await;
    let told = world.sees("Ben", &ben, "Ada discarded").await;
    assert!(text(&told).contains("-# Ada drew from the stock"), "{}", text(&told));
    assert!(text(&told).contains("Your turn to draw"), "{}", text(&told));
    let board = world.sees("Ben", &channel, "Ada discarded").await;
    assert!(text(&board).contains("-# Ada drew from the stock"), "{}", text(&board));
    world.stop().await;
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
async fn moves_typed_with_closed_messages_leave_one_hand() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    for name in ["Ada", "Ben"] {
        world.messages_of(name, false).await;
    }
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.sees("Ada", &channel, "No messages reach Ada and Ben").await;
    let ours = async |name: &str| {
        let all = world.messages(name, &channel).await;
        all.into_iter().filter(|m| text(m).contains("Your hand")).collect::<Vec<_>>()
    };
    let mut typed = 0;
    for until in [9, 18] {
        while typed < until {
            for name in ["Ada", "Ben"] {
                let offered = world.complete(name, &channel, "move", json!({"move": ""}), "move").await;
                let Some(first) = offered.first() else { continue };
                world.command(name, &channel, "move", json!({"move": first})).await;
                typed += 1;
            }
        }
        for name in ["Ada", "Ben"] {
            world.sees(name, &channel, "Played: ").await;
            let newest = format!("As it stood after move {typed}.");
            world.until("the hand follows", async || ours(name).await.iter().any(|m| text(m).contains(&newest))).await;
            let hands = ours(name).await;
            assert!(hands.len() == 1 && is_ephemeral(&hands[0]), "one hand is kept up to date: {hands:?}");
            // One that was dismissed takes no more changes: the next move is answered by another.
            if until == 9 {
                let gone = json!({"person": world.person(name).await, "channel": channel, "message": hands[0]["id"]});
                world.post("/room/dismiss", gone).await;
            }
        }
    }
    let cards = hands(&world, &channel, &["Ada", "Ben"]).await;
    // At the end no buttons stay there.
    world.command("Ben", &channel, "table resign", json!({})).await;
    let sure = world.sees("Ben", &channel, "Give this match up?").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    for name in ["Ada", "Ben"] {
        world
            .until("the hand is over", async || {
                world.messages(name, &channel).await.iter().all(|m| !text(m).contains("Your hand"))
            })
            .await;
    }
    check_secrets(&world, &channel, &cards).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[50007, 50278, 10008]).await;
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
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, HIDDEN.0, HIDDEN.1).await;
    let board = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let direct = world.direct("Ada").await;
    let hand = world.sees("Ada", &direct, "Your hand").await;
    world.restart().await;
    let registered = world.recorder.all().iter().filter(|s| s.method == "PUT").count();
    assert_eq!(registered, 1, "unchanged commands are not registered again");
    // The board and the hands of before are those that change.
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
    // `/board` posts it anew, and the old one loses its buttons.
    world.command("Ada", &channel, "board", json!({})).await;
    let moved = world.sees("Ada", &channel, "further down").await;
    assert_eq!(moved["id"], board["id"]);
    assert!(id_of(&moved, "My hand").is_none());
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_challenges_threads_and_pages() {
    let mut world = World::start().await;
    let (one, two) = (world.channel("one").await, world.channel("two").await);
    // Options by the host's panel.
    world.command("Ada", &one, "play", json!({"game": "brain-drain", "private": true})).await;
    let lobby = world.sees("Ada", &one, "Only those invited may join").await;
    world.press("Ben", &one, &lobby, "Join").await;
    world.wait("Ben", &one, "a refusal", is_ephemeral).await;
    world.press("Ada", &one, &lobby, "Options").await;
    let panel = world.wait("Ada", &one, "the panel", |m| id_of(m, "Variant").is_some()).await;
    let pick = async |list: &str, value: &str| {
        let panel = world.wait("Ada", &one, list, |m| id_of(m, list).is_some()).await;
        let id = id_of(&panel, list).unwrap();
        world.press_id("Ada", &one, &panel, &id, &[value.to_owned()]).await
    };
    assert_eq!(pick("Variant", "high").await["outcome"], "answered");
    world.sees("Ada", &one, "Brain Drain · High").await;
    assert_eq!(pick("Change a house rule…", "omit_one").await["outcome"], "answered");
    // A value need not be picked: there is a way back to the panel.
    let values = world.wait("Ada", &one, "the values", |m| id_of(m, "Omit one").is_some()).await;
    assert!(text(&values).contains("Now: Omit one: no"), "{}", text(&values));
    world.press("Ada", &one, &values, "↩ Options").await;
    let back = world.wait("Ada", &one, "the panel again", |m| id_of(m, "Change a house rule…").is_some()).await;
    assert_eq!(back["id"], values["id"], "in the same message");
    assert_eq!(pick("Change a house rule…", "omit_one").await["outcome"], "answered");
    assert_eq!(pick("Omit one", "true").await["outcome"], "answered");
    world.sees("Ada", &one, "● Other than usual in High: Omit one: yes (usually no)").await;
    let form = pick("Change a house rule…", "win_cards").await;
    assert_eq!(form["outcome"], "modal", "{form}");
    world.fill("Ada", &one, &form, "3").await;
    world.sees("Ada", &one, "3 cards").await;
    let ben = world.person("Ben").await;
    assert_eq!(pick("Invite somebody…", &ben).await["outcome"], "answered");
    let invitation = world.sees("Ben", &world.direct("Ben").await, "invites you").await;
    world.press("Ben", &world.direct("Ben").await, &invitation, "Accept").await;
    world.wait("Ada", &one, "Ben's seat", |m| m["id"] == lobby["id"] && text(m).contains("`2` Ben")).await;
    assert!(text(&panel).contains("options"));
    // A second table in the same channel is refused, one in a thread is not.
    world.command("Cyd", &one, "play", json!({"game": "brain-drain"})).await;
    world.wait("Cyd", &one, "a refusal", is_ephemeral).await;
    world.command("Cyd", &one, "play", json!({"game": "brain-drain", "thread": true})).await;
    world.sees("Cyd", &one, "is open in").await;
    // A slip in a section's name is answered by the nearest ones.
    world.command("Ben", &two, "rules", json!({"game": "gin-rummy", "topic": "knokcing"})).await;
    let nearest = world.sees("Ben", &two, "no section “knokcing”").await;
    let list = id_of(&nearest, "Which section?").unwrap();
    assert_eq!(world.press_id("Ben", &two, &nearest, &list, &["knocking".to_owned()]).await["outcome"], "answered");
    world.wait("Ben", &two, "the section", |m| m["id"] == nearest["id"] && text(m).contains("3.4 Knocking")).await;
    // Where no game is named and none is played, all can be picked from.
    world.command("Ben", &two, "rules", json!({})).await;
    let which = world.sees("Ben", &two, "The rules of which game?").await;
    let list = id_of(&which, "Which game?").unwrap();
    assert_eq!(world.press_id("Ben", &two, &which, &list, &["klaberjass".to_owned()]).await["outcome"], "answered");
    world.wait("Ben", &two, "the page", |m| m["id"] == which["id"] && text(m).contains("### Klaberjass")).await;
    // A challenge declined closes its table; one to oneself or a bot is none.
    let challenge = |whom: &str| json!({"opponent": whom, "game": HIDDEN.0});
    world.command("Ada", &two, "challenge", challenge(&world.person("Ada").await)).await;
    world.sees("Ada", &two, "cannot challenge yourself").await;
    world.command("Ada", &two, "challenge", challenge(&ben)).await;
    let asked = world.sees("Ben", &two, "**Ada** challenges").await;
    world.press("Ben", &two, &asked, "Decline").await;
    let closed = world.sees("Ada", &two, "closed · table").await;
    assert!(text(&closed).contains("`/challenge` asks again"), "{}", text(&closed));
    world.command("Ada", &one, "challenge", challenge(&ben)).await;
    world.sees("Ada", &one, "or challenge in another channel or thread.").await;
    // Pages.
    world.command("Ben", &two, "rules", json!({"game": "brain-drain"})).await;
    let rules = world.wait("Ben", &two, "the rules", |m| id_of(m, "Another section…").is_some()).await;
    let list = id_of(&rules, "Another section…").unwrap();
    let section = components(&rules).iter().find_map(|c| c["options"][1]["value"].as_str().map(str::to_owned)).unwrap();
    assert_eq!(world.press_id("Ben", &two, &rules, &list, &[section]).await["outcome"], "answered");
    assert!(
        !world
            .complete("Ben", &two, "rules", json!({"game": "brain-drain", "topic": "answer"}), "topic")
            .await
            .is_empty()
    );
    let sections = world.complete("Ben", &two, "rules", json!({"game": "jokers", "topic": "spades"}), "topic").await;
    assert_eq!(sections, ["trick-games"]);
    world.command("Ben", &two, "rules", json!({"game": "jokers", "topic": "trick-games"})).await;
    world.sees("Ben", &two, "54 cards are 18 each").await;
    let variants =
        world.complete("Ben", &two, "play", json!({"game": "brain-drain", "variant": "as"}), "variant").await;
    assert!(variants.contains(&"ascent".to_owned()), "{variants:?}");
    let options = json!({"game": "brain-drain", "options": "omit_one=true, powers="});
    let options = world.complete("Ben", &two, "play", options, "options").await;
    assert!(options.contains(&"omit_one=true, powers=true".to_owned()), "{options:?}");
    for topic in ["tables", "moves", "hands", "ratings"] {
        world.command("Ben", &two, "help", json!({"topic": topic})).await;
    }
    world.command("Ben", &two, "leaderboard", json!({"scope": "everywhere", "period": "all", "page": 2})).await;
    world.command("Ada", &one, "table show", json!({})).await;
    world.command("Ada", &one, "table end", json!({})).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_at_a_table_is_answered_by_what_it_means_for_oneself() {
    let mut world = World::start().await;
    let (channel, two) = (world.channel("one").await, world.channel("two").await);
    world.messages_of("Cyd", false).await;
    let says = async |name: &str, line: &str, words: &str| {
        world.command(name, &channel, line, json!({})).await;
        let said = world.sees(name, &channel, words).await;
        assert!(is_ephemeral(&said), "{}", text(&said));
    };
    world.command("Ada", &channel, "settings me", json!({"hands": "button"})).await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    says("Ben", "table join", "Seat 2 is yours.").await;
    says("Ben", "table leave", "Your seat is free again.").await;
    says("Ben", "table join", "Seat 2 is yours.").await;
    says("Ada", "table start", "The match has begun: **My hand** on the board shows your cards.").await;
    says("Ben", "table resign", "Give this match up?").await;
    let sure = world.sees("Ben", &channel, "Give this match up?").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    world.sees("Ada", &channel, "Ada wins the match").await;
    says("Ada", "table rematch", "The rematch begins once Ben has accepted.").await;
    let asked = world.sees("Cyd", &channel, "Ben: **Accept** or **Decline**?").await;
    // Everybody sees those buttons; whose they are is said to whoever presses.
    world.press("Ada", &channel, &asked, "Accept").await;
    world.sees("Ada", &channel, "That is for Ben to accept.").await;
    world.press("Cyd", &channel, &asked, "Accept").await;
    world.sees("Cyd", &channel, "it waits for Ben").await;
    // Declined, it may be asked for again.
    world.press("Ben", &channel, &asked, "Decline").await;
    world.sees("Cyd", &channel, "Ben declined.").await;
    says("Ada", "table rematch", "The rematch begins once Ben has accepted.").await;
    says("Ben", "table rematch", "The match has begun: your hand comes by direct message.").await;
    let board = world.wait("Cyd", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    assert!(!text(&board).contains("Decline"), "{}", text(&board));
    // Where nobody holds cards, one plays on the board.
    world.command("Ada", &two, "play", json!({"game": "brain-drain"})).await;
    world.command("Cyd", &two, "table join", json!({})).await;
    world.sees("Cyd", &two, "Seat 2 is yours.").await;
    world.command("Ada", &two, "table start", json!({})).await;
    world.sees("Ada", &two, "The match has begun: you play on the board.").await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[50007, 50278]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_at_two_tables_is_asked_which() {
    let mut world = World::start().await;
    let direct = world.direct("Ada").await;
    world.command("Ada", &direct, "hand", json!({})).await;
    world.sees("Ada", &direct, "You are not in a match").await;
    for (channel, game) in [("one", "gin-rummy"), ("two", "klaberjass")] {
        sit_down(&world, &world.channel(channel).await, game, "").await;
        world.sees("Ada", &direct, "Your hand").await;
    }
    world.command("Ada", &direct, "hand", json!({})).await;
    let which = world.sees("Ada", &direct, "Which hand?").await;
    let buttons = components(&which);
    let gin = buttons.iter().find(|c| c["label"].as_str().is_some_and(|l| l.starts_with("Gin Rummy"))).unwrap();
    let answer = world.press_id("Ada", &direct, &which, gin["custom_id"].as_str().unwrap(), &[]).await;
    assert_eq!(answer["outcome"], "answered");
    world.wait("Ada", &direct, "the hand", |m| m["id"] == which["id"] && text(m).contains("Gin Rummy")).await;
    // A move names its table by the code before it; where it does not, and none or several could be meant, that is asked for.
    for name in ["Ada", "Ben"] {
        let place = world.direct(name).await;
        let offered = world.complete(name, &place, "move", json!({"move": ""}), "move").await;
        let passes = offered.iter().filter(|o| o.ends_with(" pass")).count();
        world.command(name, &place, "move", json!({"move": if passes == 1 { "p" } else { "pass" }})).await;
        world.sees(name, &place, "At which table?").await;
        for code in offered.iter().filter_map(|o| o.split(' ').next()).collect::<std::collections::BTreeSet<_>>() {
            let typed = format!("{code} ");
            let narrowed = world.complete(name, &place, "move", json!({"move": typed}), "move").await;
            assert!(!narrowed.is_empty() && narrowed.iter().all(|o| o.starts_with(&typed)), "{narrowed:?}");
            world.command(name, &place, "move", json!({"move": narrowed[0]})).await;
            world.sees(name, &place, "Played").await;
        }
    }
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_legal_at_one_of_several_tables_only_goes_there() {
    let mut world = World::start().await;
    // Gin begins with somebody who may pass; in King's Rummy nobody ever does.
    sit_down(&world, &world.channel("one").await, "gin-rummy", "").await;
    sit_down(&world, &world.channel("two").await, "kings-rummy", "").await;
    let mut gone = 0;
    for name in ["Ada", "Ben"] {
        let place = world.direct(name).await;
        world.sees(name, &place, "Your hand").await;
        let offered = world.complete(name, &place, "move", json!({"move": ""}), "move").await;
        let Some(pass) = offered.iter().find(|o| o.ends_with(" pass")) else { continue };
        world.command(name, &place, "move", json!({"move": "Pass"})).await;
        world.sees(name, &place, "Played in <#").await;
        let then = world.complete(name, &place, "move", json!({"move": ""}), "move").await;
        assert!(!then.contains(pass), "it was played: {then:?}");
        gone += 1;
    }
    assert!(gone > 0, "somebody could pass");
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

/// The words of a move are shared by many games, and a match may just have ended here.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_typed_in_a_channel_without_a_table_is_played_nowhere_else_unless_it_says_so() {
    let mut world = World::start().await;
    let (here, there) = (world.channel("one").await, world.channel("two").await);
    sit_down(&world, &there, "gin-rummy", "").await;
    world.wait("Ada", &there, "the board", |m| id_of(m, "My hand").is_some()).await;
    let mut mover = None;
    for name in ["Ada", "Ben"] {
        world.command(name, &here, "move", json!({"move": "pass"})).await;
        world.sees(name, &here, "Nothing is played in this channel").await;
        let offered = world.complete(name, &here, "move", json!({"move": ""}), "move").await;
        mover = mover.or(offered.into_iter().find(|o| o.ends_with(" pass")).map(|pass| (name, pass)));
    }
    assert!(world.metrics.text().contains("upcard_moves_total 0\n"), "{}", world.metrics.text());
    let (name, pass) = mover.expect("somebody may pass");
    world.command(name, &here, "move", json!({"move": pass})).await;
    world.sees(name, &here, "Played in <#").await;
    world.stop().await;
}

/// Each option is a change of its own, and none takes another's back.
#[tokio::test(flavor = "multi_thread")]
async fn settings_that_are_changed_at_once_all_hold() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let (world_ref, place) = (&world, channel.as_str());
    let changes = [("boards", "text"), ("theme", "light"), ("hands", "button"), ("notices", "off")];
    let commands = changes.map(|(option, value)| async move {
        world_ref.command("Ada", place, "settings me", json!({ option: value })).await;
    });
    futures_util::future::join_all(commands).await;
    world.command("Ada", &channel, "settings me", json!({})).await;
    let all = "For you: boards as **text**, colours **light**, hands by the **My hand** button, turn notices **off**.";
    world.wait("Ada", &channel, "all of them", |m| text(m) == all).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_hands_by_button_gets_one_with_a_typed_move() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    for name in ["Ada", "Ben"] {
        world.command(name, &channel, "settings me", json!({"hands": "button"})).await;
    }
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let mut typed = Vec::new();
    while typed.len() < 4 {
        for name in ["Ada", "Ben"] {
            let offered = world.complete(name, &channel, "move", json!({"move": ""}), "move").await;
            let Some(first) = offered.first() else { continue };
            world.command(name, &channel, "move", json!({"move": first})).await;
            typed.push(name);
            let hand = world.sees(name, &channel, "Your hand").await;
            assert!(is_ephemeral(&hand), "{hand}");
        }
    }
    for name in ["Ada", "Ben"] {
        assert!(typed.contains(&name), "{typed:?}");
        let direct = world.direct(name).await;
        assert!(world.messages(name, &direct).await.is_empty(), "no direct message was asked for");
    }
    world.stop().await;
}

/// Who plays next in a channel, and a move that goes on with the hand.
async fn next_move(world: &World, channel: &str) -> (&'static str, String) {
    for name in ["Ada", "Ben"] {
        let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
        if let Some(text) = offered.into_iter().find(|m| !m.starts_with("knock")) {
            return (name, text);
        }
    }
    panic!("nobody may move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_typed_by_direct_message_is_answered_as_the_tables_server_wants_it() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    world.command("Ada", &channel, "settings server", json!({"hands": "button"})).await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let (name, next) = next_move(&world, &channel).await;
    let direct = world.direct(name).await;
    world.command(name, &direct, "move", json!({"move": next})).await;
    let hand = world.sees(name, &direct, "Your hand").await;
    assert!(is_ephemeral(&hand), "{hand}");
    world.stop().await;
}

/// A server where hands come by button says nothing about a table of another server.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_typed_in_another_server_changes_the_hand_that_came_by_direct_message() {
    let mut world = World::start().await;
    let (channel, elsewhere) = (world.channel("one").await, world.channel("two").await);
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let (name, next) = next_move(&world, &channel).await;
    let direct = world.direct(name).await;
    let hand = world.sees(name, &direct, "Your hand").await;
    world.command("Ada", &channel, "settings server", json!({"hands": "button"})).await;
    // The table is another server's from now on.
    let table = world.room.at(ChannelId(channel.parse().unwrap())).await.unwrap().unwrap();
    let store = world.room.store();
    let mut row = store.load(table).await.unwrap().unwrap().row;
    (row.place.guild, row.rev) = (Some(GuildId(1)), row.rev + 1);
    store.save(Save { row, cause: None }).await.unwrap();
    world.command(name, &elsewhere, "move", json!({"move": format!("{table} {next}")})).await;
    world.sees(name, &elsewhere, "Played in").await;
    let changed = |m: &Value| m["id"] == hand["id"] && text(m) != text(&hand);
    world.wait(name, &direct, "the hand as it is now", changed).await;
    assert!(world.messages(name, &elsewhere).await.iter().all(|m| !text(m).contains("Your hand")));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_opened_beside_direct_messages_ends_with_the_match() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let board = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    world.sees("Ada", &world.direct("Ada").await, "Your hand").await;
    world.press("Ada", &channel, &board, "My hand").await;
    let hand = world.wait("Ada", &channel, "the hand", |m| is_ephemeral(m) && text(m).contains("Your hand")).await;
    world.command("Ben", &channel, "table resign", json!({})).await;
    let sure = world.sees("Ben", &channel, "Give this match up?").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    let over = |m: &Value| m["id"] == hand["id"] && !text(m).contains("Your hand") && !text(m).contains("[Pass]");
    world.wait("Ada", &channel, "its end", over).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ephemeral_hand_that_is_pressed_too_late_is_renewed() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let board = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let mut mover = "Ada";
    if world.complete("Ada", &channel, "move", json!({"move": "pass"}), "move").await.is_empty() {
        mover = "Ben";
    }
    world.press(mover, &channel, &board, "My hand").await;
    let shown = |m: &Value| is_ephemeral(m) && id_of(m, "Pass").is_some();
    let hand = world.wait(mover, &channel, "the hand", shown).await;
    world.command(mover, &channel, "move", json!({"move": "pass"})).await;
    world.press(mover, &channel, &hand, "Pass").await;
    let late = world.sees(mover, &channel, "You have moved already.").await;
    assert!(is_ephemeral(&late) && !text(&late).contains(mover), "{}", text(&late));
    let renewed = |m: &Value| m["id"] == hand["id"] && text(m).contains("As it stood after move 1.");
    let hand = world.wait(mover, &channel, "the hand of now", renewed).await;
    assert!(id_of(&hand, "Pass").is_none(), "{}", text(&hand));
    world.stop().await;
    check_requests(&world, &["Ada", "Ben"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_can_be_asked_for_and_accepted_by_direct_message() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
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
async fn turn_notices_can_be_turned_off() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    for name in ["Ada", "Ben"] {
        world.command(name, &channel, "settings me", json!({"notices": "off"})).await;
        world.sees(name, &channel, "turn notices **off**").await;
    }
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert!(world.messages("Cyd", &channel).await.iter().all(|m| !text(m).contains("it is your turn")));
    for name in ["Ada", "Ben"] {
        world.command(name, &channel, "settings me", json!({"notices": "on"})).await;
    }
    for name in ["Ada", "Ben"] {
        let offered = world.complete(name, &channel, "move", json!({"move": "pass"}), "move").await;
        if let Some(pass) = offered.first() {
            world.command(name, &channel, "move", json!({"move": pass})).await;
            break;
        }
    }
    world.sees("Cyd", &channel, "it is your turn").await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_table_of_four_hand_gin_pings_whom_it_waits_for() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "variant": "four-hand"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    for name in ["Ben", "Cyd", "Dee"] {
        world.press(name, &channel, &lobby, "Join").await;
        world.wait(name, &channel, "the seat", |m| text(m).contains(&format!(" {name}"))).await;
    }
    let lobby = world.wait("Ada", &channel, "the full lobby", |m| id_of(m, "Start").is_some()).await;
    world.press("Ada", &channel, &lobby, "Start").await;
    let called = async || {
        let all = world.messages("Ada", &channel).await;
        all.iter().map(text).filter(|said| said.contains("it is your turn to take")).collect::<Vec<_>>()
    };
    world.until("two are called", async || called().await.len() == 2).await;
    let before = called().await;
    for name in ["Ada", "Ben", "Cyd", "Dee"] {
        let offered = world.complete(name, &channel, "move", json!({"move": "pass"}), "move").await;
        if let Some(pass) = offered.first() {
            world.command(name, &channel, "move", json!({"move": pass})).await;
            break;
        }
    }
    world
        .until("one notice has gone, and another has come", async || {
            let now = called().await;
            now.len() == 2 && now.iter().filter(|said| before.contains(said)).count() == 1
        })
        .await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_a_match_under_way_is_asked_for_twice_and_a_lobby_says_when_it_is_full() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    world.command("Ada", &channel, "table resign", json!({})).await;
    world.sees("Ada", &channel, "`/table leave` gives your seat back").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    let full = world.wait("Cyd", &channel, "a full lobby", |m| text(m).contains("[Full]")).await;
    assert!(id_of(&full, "Full").is_none() && id_of(&full, "Join").is_none(), "nobody can press it");
    world.press("Ada", &channel, &full, "Start").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    // Nobody is sent away from a match; what can be done is said.
    let ben = world.person("Ben").await;
    world.command("Ada", &channel, "table kick", json!({"player": ben})).await;
    world.sees("Ada", &channel, "`/table end` closes the table without a result").await;
    for name in ["Ada", "Ben"] {
        let offered = world.complete(name, &channel, "move", json!({"move": ""}), "move").await;
        if let Some(first) = offered.first() {
            world.command(name, &channel, "move", json!({"move": first})).await;
            break;
        }
    }
    world.command("Ben", &channel, "table end", json!({})).await;
    world.sees("Ben", &channel, "Only the host, Ada, and").await;
    world.command("Ada", &channel, "table end", json!({})).await;
    let sure = world.sees("Ada", &channel, "Close this table?").await;
    assert!(is_ephemeral(&sure));
    assert!(world.room.at(upcard::tables::ChannelId(channel.parse().unwrap())).await.unwrap().is_some(), "not yet");
    world.press("Ada", &channel, &sure, "Close the table").await;
    world.sees("Ada", &channel, "Ada closed the table").await;
    // Partners know which seats to take. A lobby closes at once.
    world.command("Ada", &channel, "play", json!({"game": "pegs-and-jokers"})).await;
    let lobby = world.sees("Ada", &channel, "Teams: Ada and seat 3 against seat 2 and seat 4.").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    world.sees("Ada", &channel, "Teams: Ada and seat 3 against Ben and seat 4.").await;
    world.command("Ada", &channel, "table end", json!({})).await;
    world
        .until("the lobby is closed", async || {
            world.room.at(upcard::tables::ChannelId(channel.parse().unwrap())).await.unwrap().is_none()
        })
        .await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

/// The list or the button of a hand that lays a meld first, and what is picked from the list.
fn first_lay(hand: &Value) -> Option<(String, Vec<String>)> {
    let all = components(hand);
    let lay = all.iter().find(|c| {
        let words = c["placeholder"].as_str().or_else(|| c["label"].as_str());
        words.is_some_and(|words| words.starts_with("Lay ")) && c["disabled"] != true
    })?;
    let value = lay["options"][0]["value"].as_str().map(str::to_owned);
    Some((lay["custom_id"].as_str()?.to_owned(), value.into_iter().collect()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_is_put_together_shows_its_maker_alone_what_it_would_leave() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    sit_down(&world, &channel, "kings-rummy", "").await;
    let board = world.wait("Cyd", &channel, "the board", |m| id_of(m, "Draw from the pile").is_some()).await;
    let mut who = if text(&board).contains("Ada to draw") { "Ada" } else { "Ben" };
    // Hardly ever are there eleven cards without a meld; then the other tries.
    let (place, hand, id, values) = loop {
        let place = world.direct(who).await;
        world.command(who, &channel, "move", json!({"move": "draw"})).await;
        let hand = world.sees(who, &place, "just drawn").await;
        if let Some((id, values)) = first_lay(&hand) {
            break (place, hand, id, values);
        }
        let offered = world.complete(who, &channel, "move", json!({"move": "drop"}), "move").await;
        world.command(who, &channel, "move", json!({"move": offered[0]})).await;
        who = if who == "Ada" { "Ben" } else { "Ada" };
    };
    world.press_id(who, &place, &hand, &id, &values).await;
    let draft = world.sees(who, &place, "Your hand · draft: not played yet").await;
    assert!(text(&draft).contains("So far (not played yet): lay "), "{}", text(&draft));
    assert!(text(&draft).contains("\n new  "), "the table has a new meld: {}", text(&draft));
    assert!(!text(&draft).contains("11 cards count"), "the hand is smaller: {}", text(&draft));
    for message in world.messages("Cyd", &channel).await {
        let seen = text(&message);
        assert!(!seen.contains("draft") && !seen.contains("\n new  "), "nobody else sees anything of it: {seen}");
    }
    world.press(who, &place, &draft, "↩ Back").await;
    let again = world.sees(who, &place, "11 cards count").await;
    assert_eq!(text(&again), text(&hand), "nothing was kept");
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_hands_and_results_come_as_pictures_unless_somebody_wants_text() {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    world.command("Ben", &channel, "settings me", json!({"boards": "text"})).await;
    world.sees("Ben", &channel, "boards as **text**").await;
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
    // What is asked stands beside the picture, where it is read once.
    assert!(!alt.contains("to take") && board.to_string().contains("to take"), "{alt}");
    // Ada's hand is drawn, Ben's is written.
    let direct = world.direct("Ada").await;
    let drawn = world.wait("Ada", &direct, "Ada's hand", |m| picture(m).is_some()).await;
    assert!(picture(&drawn).unwrap()["items"][0]["description"].as_str().unwrap().contains("Unmatched"));
    let direct = world.direct("Ben").await;
    let written = world.sees("Ben", &direct, "unmatched").await;
    assert!(picture(&written).is_none(), "{written}");
    // A move changes the picture, and the old one goes.
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
    // The end and the leaderboard are drawn too.
    world.command("Ben", &channel, "table resign", json!({})).await;
    let sure = world.sees("Ben", &channel, "Give this match up?").await;
    world.press("Ben", &channel, &sure, "Resign").await;
    let over = world.wait("Ada", &channel, "the end", |m| text(m).contains("match over") && picture(m).is_some()).await;
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

/// *Attach Files* is missing: requests that are refused count against the bot, so it does not go on trying.
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
    let tried = |sent: &&common::recorder::Sent| sent.files > 0 && sent.path.contains(&part);
    assert_eq!(world.recorder.all().iter().filter(tried).count(), 1);
}
