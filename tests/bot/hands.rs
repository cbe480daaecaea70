//! Hands: by direct message, by button, and while a move is being built.

use std::time::Duration;

use serde_json::{Value, json};
use upcard::tables::ChannelId;

use crate::common::recorder::Trick;
use crate::common::world::{World, choices, components, id_of, is_ephemeral, lays, text};
use crate::play::{check_requests, check_secrets, hands, next_move, sit_all_down, sit_down};

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_tells_what_happened_since_its_owner_moved() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let ben = world.direct("Ben").await;
    // Whoever dealt, Ben moves last before Ada takes the turned card or draws.
    world.sees("Ada", &channel, "to take").await;
    for name in ["Ben", "Ada", "Ben"] {
        world.command(name, &channel, "move", json!({"move": "pass"})).await;
    }
    // After two passes the draw plays itself.
    let asks = |m: &Value| ["Ada to discard", "Ben to discard"].iter().any(|who| text(m).contains(who));
    let board = world.wait("Ada", &channel, "the discard", asks).await;
    if text(&board).contains("Ben to discard") {
        let all = world.complete("Ben", &channel, "move", json!({"move": "discard"}), "move").await;
        world.command("Ben", &channel, "move", json!({"move": all[0]})).await;
        world.sees("Ada", &channel, "Ada to draw").await;
        world.command("Ada", &channel, "move", json!({"move": "stock"})).await;
    }
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

#[tokio::test(flavor = "multi_thread")]
async fn moves_typed_with_closed_messages_leave_one_hand() {
    let (mut world, channel) = World::with_channel().await;
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
            // The draw after two passes has played itself.
            let at = ChannelId(channel.parse().unwrap());
            let follows = async || {
                let table = world.room.at(at).await.unwrap().unwrap();
                let moves = world.room.look(&table).await.unwrap().play.moves();
                assert!(moves <= typed + 1, "{moves} moves of which {typed} were typed");
                ours(name).await.iter().any(|m| text(m).contains(&format!("After move {moves}.")))
            };
            world.until("the hand follows", follows).await;
            let hands = ours(name).await;
            assert!(hands.len() == 1 && is_ephemeral(&hands[0]), "one hand is kept up to date: {hands:?}");
            // A message that was dismissed takes no more changes: the next move is answered with another.
            if until == 9 {
                let gone = json!({"person": world.person(name).await, "channel": channel, "message": hands[0]["id"]});
                world.post("/room/dismiss", gone).await;
            }
        }
    }
    let cards = hands(&world, &channel, &["Ada", "Ben"]).await;
    // At the end no buttons remain there.
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
async fn whoever_wants_hands_by_button_gets_one_with_a_typed_move() {
    let (mut world, channel) = World::with_channel().await;
    world.hands_by_button(&channel).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_opened_beside_direct_messages_ends_with_the_match() {
    let (mut world, channel) = World::with_channel().await;
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
    let (mut world, channel) = World::with_channel().await;
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
    let renewed = |m: &Value| m["id"] == hand["id"] && text(m).contains("After move 1.");
    let hand = world.wait(mover, &channel, "the hand of now", renewed).await;
    assert!(id_of(&hand, "Pass").is_none(), "{}", text(&hand));
    world.stop().await;
    check_requests(&world, &["Ada", "Ben"], &[]).await;
}

/// Starts a match of King's Rummy; returns its channel, and who plays first.
async fn kings_rummy(world: &World) -> (String, &'static str) {
    let channel = world.channel("one").await;
    sit_down(world, &channel, "kings-rummy", "").await;
    let board = world.wait("Cyd", &channel, "the board", |m| id_of(m, "Draw from the stock").is_some()).await;
    let first = if text(&board).contains("Ada to draw") { "Ada" } else { "Ben" };
    (channel, first)
}

/// Ends a turn; returns who is on turn then.
async fn discards(world: &World, channel: &str, who: &str) -> &'static str {
    let offered = world.complete(who, channel, "move", json!({"move": "drop"}), "move").await;
    world.command(who, channel, "move", json!({"move": offered[0]})).await;
    if who == "Ada" { "Ben" } else { "Ada" }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_is_put_together_shows_its_maker_alone_what_it_would_leave() {
    let mut world = World::start().await;
    let (channel, mut who) = kings_rummy(&world).await;
    // Eleven cards hardly ever lack a meld; if they do, the other player tries.
    let (place, hand, id, values) = loop {
        let place = world.direct(who).await;
        world.command(who, &channel, "move", json!({"move": "draw"})).await;
        let hand = world.sees(who, &place, "just drawn").await;
        if let Some((id, values)) = lays(&hand).into_iter().next() {
            break (place, hand, id, values);
        }
        who = discards(&world, &channel, who).await;
    };
    world.press_id(who, &place, &hand, &id, &values).await;
    let draft = world.sees(who, &place, "Your hand · draft: not played yet").await;
    assert!(text(&draft).contains("So far (not played yet): lay "), "{}", text(&draft));
    assert!(text(&draft).contains("new meld: "), "the table has a new meld: {}", text(&draft));
    assert!(!text(&draft).contains("11 cards count"), "the hand is smaller: {}", text(&draft));
    for message in world.messages("Cyd", &channel).await {
        let seen = text(&message);
        assert!(!seen.contains("draft") && !seen.contains("new meld: "), "nobody else sees anything of it: {seen}");
    }
    world.press(who, &place, &draft, "↩ Back").await;
    let again = world.sees(who, &place, "11 cards count").await;
    assert_eq!(text(&again), text(&hand), "nothing was kept");
    // A draft that arrives after the end of the match does not replace it.
    let (part, delay) = ("/callback".to_owned(), Duration::from_millis(900));
    world.recorder.trick(Trick { method: "POST", part, times: 1, delay, answer: None, heard: false });
    let other = if who == "Ada" { "Ben" } else { "Ada" };
    let late = world.press_id(who, &place, &again, &id, &values);
    let end = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        world.command(other, &channel, "table resign", json!({})).await;
        let sure = world.sees(other, &channel, "Give this match up?").await;
        world.press(other, &channel, &sure, "Resign").await;
        world.sees(who, &place, "wins the match").await;
    };
    tokio::join!(late, end);
    tokio::time::sleep(Duration::from_millis(300)).await;
    world.sees(who, &place, "wins the match").await;
    let left: Vec<String> = world.messages(who, &place).await.iter().map(text).collect();
    assert!(!left.iter().any(|seen| seen.contains("draft")), "{left:#?}");
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn melds_are_laid_in_any_order() {
    let mut world = World::start().await;
    let (channel, mut who) = kings_rummy(&world).await;
    // Of two melds without a common card, the later one is laid first; until there are two, nothing is laid.
    let both = loop {
        let place = world.direct(who).await;
        world.command(who, &channel, "move", json!({"move": "draw"})).await;
        let hand = world.sees(who, &place, "just drawn").await;
        let all = lays(&hand);
        if all.len() > 1
            && let Some((id, values)) = all.into_iter().last()
        {
            world.press_id(who, &place, &hand, &id, &values).await;
            let draft = world.sees(who, &place, "So far (not played yet): lay ").await;
            if let Some((id, values)) = lays(&draft).into_iter().next() {
                world.press_id(who, &place, &draft, &id, &values).await;
                let is_both = |line: &str| line.contains("lay ") && line.contains(" and ");
                let two = |m: &Value| text(m).lines().any(|line| line.contains("So far") && is_both(line));
                break text(&world.wait(who, &place, "both melds", two).await);
            }
            world.press(who, &place, &draft, "↩ Back").await;
        }
        who = discards(&world, &channel, who).await;
    };
    let new = both.lines().filter(|line| line.trim_start().starts_with("new meld: ")).count();
    assert_eq!(new, 2, "both lie on the table: {both}");
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

const FOUR: [&str; 4] = ["Ada", "Ben", "Cyd", "Dee"];

/// Plays at two tables at the same time until somebody may lay out a knock in a way of their own. Returns who may, and
/// their hand.
async fn two_tables_until_a_layout_is_asked_for(world: &World, channel: &str) -> (&'static str, Value) {
    let options = json!({"game": "gin-rummy", "variant": "four-hand", "options": "illegal_knock=honour"});
    sit_all_down(world, channel, &FOUR, options).await;
    for who in FOUR.into_iter().cycle().take(400) {
        let Some(choice) = harmless_move(world, channel, who).await else { continue };
        let hand = world.sees(who, &world.direct(who).await, "**Your turn").await;
        if own_layout(&hand).is_some() {
            return (who, hand);
        }
        world.command(who, channel, "move", json!({"move": choice})).await;
    }
    panic!("nobody may knock in a way of their own");
}

/// A move of theirs that does not end the hand, if it is their turn.
async fn harmless_move(world: &World, channel: &str, who: &str) -> Option<String> {
    let all = world.complete(who, channel, "move", json!({"move": ""}), "move").await;
    all.into_iter().find(|choice| !choice.starts_with("knock"))
}

/// A knock whose layout is still to be chosen stays in the hand whatever the other table does.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_half_made_stays_while_others_move() {
    let (mut world, channel) = World::with_channel().await;
    let (who, hand) = two_tables_until_a_layout_is_asked_for(&world, &channel).await;
    let place = world.direct(who).await;
    let (id, values) = own_layout(&hand).unwrap();
    world.press_id(who, &place, &hand, &id, &values).await;
    let half = world.sees(who, &place, "So far (not played yet): knock").await;
    let mut seen = text(&half);
    let mut moved = 0;
    for other in FOUR.into_iter().cycle().take(40).filter(|other| *other != who) {
        // The opponent waits for the knock, while the other table goes on.
        let Some(choice) = harmless_move(&world, &channel, other).await else { continue };
        world.command(other, &channel, "move", json!({"move": choice})).await;
        let still = |m: &Value| text(m) != seen && text(m).contains("So far (not played yet): knock");
        seen = text(&world.wait(who, &place, "the other table's move, and the knock", still).await);
        moved += 1;
        if moved == 3 {
            break;
        }
    }
    assert_eq!(moved, 3, "the other table goes on");
    world.stop().await;
    check_requests(&world, &FOUR, &[]).await;
}

/// What another's move changes in the hand may arrive after what its owner has chosen in the meantime.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_half_made_outlives_a_change_that_was_under_way() {
    let (mut world, channel) = World::with_channel().await;
    let (who, hand) = two_tables_until_a_layout_is_asked_for(&world, &channel).await;
    let place = world.direct(who).await;
    let part = format!("/messages/{}", hand["id"].as_str().unwrap());
    let changes = || world.recorder.all().iter().filter(|sent| sent.path.ends_with(&part)).count();
    let before = changes();
    let delay = Duration::from_millis(900);
    world.recorder.trick(Trick { method: "PATCH", part: part.clone(), times: 1, delay, answer: None, heard: true });
    for other in FOUR.into_iter().filter(|other| *other != who) {
        if let Some(choice) = harmless_move(&world, &channel, other).await {
            world.command(other, &channel, "move", json!({"move": choice})).await;
            break;
        }
    }
    world.until("the change is under way", async || world.recorder.untried().is_empty()).await;
    let (id, values) = own_layout(&hand).unwrap();
    world.press_id(who, &place, &hand, &id, &values).await;
    world.until("the change has arrived", async || changes() > before).await;
    world.sees(who, &place, "So far (not played yet): knock").await;
    world.stop().await;
    check_requests(&world, &FOUR, &[]).await;
}

/// The line or button that asks for the knocker's own layout.
fn own_layout(hand: &Value) -> Option<(String, Vec<String>)> {
    let alone = |c: &Value| c["label"].as_str().is_some_and(|words| words.contains("laid out your own way"));
    let only = components(hand).into_iter().find(alone);
    let only = only.and_then(|c| Some((c["custom_id"].as_str()?.to_owned(), Vec::new())));
    only.into_iter().chain(choices(hand, "Knock, laid out your own way")).next()
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_messages_close_during_a_match_is_left_no_old_hand_with_buttons() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    let direct = world.direct("Ada").await;
    world.sees("Ada", &direct, "Your hand").await;
    let knock = |m: &Value| {
        components(m).iter().find_map(|c| {
            c["label"].as_str().filter(|l| l.contains("nock with") && !l.ends_with('…')).map(str::to_owned)
        })
    };
    // The first deals all lead to a knock within some hundred moves.
    let mut pressed = None;
    for _ in 0..400 {
        let (who, played) = next_move(&world, &channel).await;
        if who != "Ada" || played.starts_with("discard") || played == "pass" {
            world.command(who, &channel, "move", json!({"move": played})).await;
            continue;
        }
        // The hand of an earlier turn may still be there: it must ask for this card before it asks for the discard.
        let draws = |m: &Value| text(m).contains("Your turn to") && !text(m).contains("Your turn to discard");
        let asked = world.wait("Ada", &direct, "the question", draws).await;
        world.command(who, &channel, "move", json!({"move": played})).await;
        let discards = |m: &Value| m["id"] == asked["id"] && text(m).contains("Your turn to discard");
        let hand = world.wait("Ada", &direct, "her eleventh card", discards).await;
        if let Some(label) = knock(&hand).filter(|label| id_of(&hand, label).is_some()) {
            pressed = Some((hand, label));
            break;
        }
    }
    let (hand, label) = pressed.expect("Ada may knock");
    world.messages_of("Ada", false).await;
    world.press("Ada", &direct, &hand, &label).await;
    let over = world.sees("Ada", &direct, "Ada knocked with").await;
    assert_eq!(over["id"], hand["id"], "the hand says how it ended");
    let plays = |c: &Value| c["type"] == 2 && c["label"] != "Review";
    assert!(!components(&over).iter().any(plays), "{}", text(&over));
    let told = world.sees("Ada", &direct, "Press **My hand** on the board").await;
    assert!(is_ephemeral(&told));
    world.sees("Cyd", &channel, "No messages reach Ada").await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[50007, 50278]).await;
}
