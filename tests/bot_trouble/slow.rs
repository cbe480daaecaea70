//! Slow answers, and what comes too late or twice.

use std::time::Duration;

use serde_json::{Value, json};
use upcard::tables::UserId;

use crate::common::recorder::Sent;
use crate::common::world::{World, components, id_of, is_ephemeral, lays, text};
use crate::{begun, gin, late, play, play_one, seated, trick};

/// The button of a form.
const PACE: &str = "Clock, hints and pace…";

/// A match of gin in which the draw after two passes is made by hand.
async fn gin_by_hand(world: &World, channel: &str) {
    world.command("Ada", channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", channel, "hosts this table").await;
    world.press("Ada", channel, &lobby, "Options").await;
    let panel = world.wait("Ada", channel, "the panel", |m| id_of(m, PACE).is_some()).await;
    world.change("Ada", channel, &panel, PACE, json!({"forced": "none"})).await;
    world.sees("Cyd", channel, "Ada lets no move play itself.").await;
    world.sees("Cyd", channel, "Forced moves are played by hand.").await;
    seated(world, channel).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_message_holds_nobody_up() {
    let (mut world, channel) = World::with_channel().await;
    let direct = world.direct("Ben").await;
    let (part, delay) = (format!("/channels/{direct}/messages"), Duration::from_secs(4));
    world.recorder.trick(late("POST", &part, 9, delay));
    let begun = std::time::Instant::now();
    gin(&world, &channel).await;
    world.sees("Ada", &world.direct("Ada").await, "Your hand").await;
    play_one(&world, &channel).await;
    assert!(begun.elapsed() < delay, "Ben's slow hand held others up");
    world.sees("Ben", &direct, "Your hand").await;
    world.stop().await;
}

/// However long the acknowledgement takes to reach Discord, the work for the answer goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_acknowledgement_holds_no_work_up() {
    let (mut world, channel) = World::with_channel().await;
    for (part, seconds) in [("/threads", 2), ("/callback", 4)] {
        world.recorder.trick(late("POST", part, 1, Duration::from_secs(seconds)));
    }
    let ada = UserId(world.person("Ada").await.parse().unwrap());
    let asked = std::time::Instant::now();
    let opened = world.until("a table is open", async || !world.room.of(ada).await.unwrap().is_empty());
    tokio::select! {
        () = opened => {}
        () = world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "thread": true})) => {}
    }
    assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_of_one_board_are_coalesced_and_end_with_the_newest() {
    let (mut world, channel) = World::with_channel().await;
    let board = gin(&world, &channel).await;
    let part = format!("/channels/{channel}/messages/{}", board["id"].as_str().unwrap());
    let delay = Duration::from_millis(500);
    world.recorder.trick(late("PATCH", &part, 999, delay));
    let (moves, before) = (12, world.recorder.all().len());
    for _ in 0..moves {
        play_one(&world, &channel).await;
    }
    // Anyone who looks at the board sees what the newest state says.
    world.command("Cyd", &channel, "table show", json!({})).await;
    let now = world.wait("Cyd", &channel, "the summary", is_ephemeral).await;
    let prompt = text(&now).lines().last().unwrap().to_owned();
    world.wait("Cyd", &channel, &prompt, |m| !is_ephemeral(m) && text(m).contains(&prompt)).await;
    let edits = world.recorder.all()[before..].iter().filter(|s| s.method == "PATCH" && s.path.contains(&part)).count();
    assert!(edits < moves, "{edits} edits of the board for {moves} moves");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_waited_for_again_while_a_notice_goes_is_called_again() {
    let (mut world, channel) = World::with_channel().await;
    gin_by_hand(&world, &channel).await;
    world.sees("Cyd", &channel, "it is your turn to take").await;
    let delay = Duration::from_millis(700);
    world.recorder.trick(late("DELETE", "/messages/", 1, delay));
    // Both pass the upcard while the first player's notice is being removed; then that player draws.
    for _ in 0..2 {
        play(&world, [("Ada", &channel), ("Ben", &channel)], |offered| offered.iter().find(|m| *m == "pass")).await;
    }
    world.sees("Cyd", &channel, "it is your turn to draw").await;
    // A player who has drawn is there: the notice goes, and none follows in the same turn.
    play_one(&world, &channel).await;
    let called = |m: &Value| text(m).contains("it is your turn");
    world.until("the notice is gone", async || !world.messages("Cyd", &channel).await.iter().any(called)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!world.messages("Cyd", &channel).await.iter().any(called), "once a turn");
    world.stop().await;
}

/// Discord is unavailable for one message, and the bot is stopped before it is back.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_stop_left_undone_is_done_after_the_next_start() {
    let (mut world, channel) = World::with_channel().await;
    let direct = world.direct("Ben").await;
    gin_by_hand(&world, &channel).await;
    let before = text(&world.sees("Ben", &direct, "Your hand").await);
    world.recorder.trick(trick("PATCH", &format!("/channels/{direct}/messages"), 999, (503, 0)));
    play(&world, [("Ada", &channel), ("Ben", &channel)], |offered| offered.iter().find(|m| *m == "pass")).await;
    world.stop().await;
    world.recorder.be_good();
    world.restart().await;
    world
        .wait("Ben", &direct, "the hand as it is by now", |m| text(m).contains("Your hand") && text(m) != before)
        .await;
    // Nobody can move while the bot is away: the player whose turn it is gets the notice before it stops.
    play(&world, [("Ada", &channel), ("Ben", &channel)], |offered| offered.iter().find(|m| *m == "pass")).await;
    world.wait("Cyd", &channel, "the board", |m| id_of(m, "My hand").is_some() && text(m).contains(" to draw")).await;
    world.stop().await;
    let called = |m: &Value| text(m).contains("it is your turn to draw");
    assert!(world.messages("Cyd", &channel).await.iter().any(called));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_that_stood_while_nobody_looked_goes_when_its_words_are_untrue() {
    let (mut world, channel) = World::with_channel().await;
    gin_by_hand(&world, &channel).await;
    for _ in 0..2 {
        play(&world, [("Ada", &channel), ("Ben", &channel)], |offered| offered.iter().find(|m| *m == "pass")).await;
    }
    let notice = world.sees("Cyd", &channel, "it is your turn to draw").await;
    assert!(text(&notice).contains("[to your hand](https://discord.com/channels/@me/"), "{}", text(&notice));
    // Meanwhile the presenter ends, and the notice's words are no longer remembered.
    tokio::time::sleep(Duration::from_millis(900)).await;
    play_one(&world, &channel).await;
    let called = |m: &Value| text(m).contains("it is your turn");
    world.until("the notice is gone", async || !world.messages("Cyd", &channel).await.iter().any(called)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!world.messages("Cyd", &channel).await.iter().any(called), "once a turn");
    world.stop().await;
}

/// Starts a race of Brain Drain between Ada and Ben; returns its board.
async fn brain_drain(world: &World, channel: &str) -> Value {
    world.command("Ada", channel, "play", json!({"game": "brain-drain"})).await;
    begun(world, channel).await;
    world.wait("Ada", channel, "the board", |m| id_of(m, "Answer…").is_some()).await
}

/// What only one person may see does not wait for the board, nor is it lost with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_told_while_the_board_is_busy() {
    let (mut world, channel) = World::with_channel().await;
    let board = brain_drain(&world, &channel).await;
    let opened = world.press("Ada", &channel, &board, "Answer…").await;
    world.recorder.trick(late("POST", "/callback", 1, Duration::from_millis(900)));
    let slip = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        world.fill("Ada", &channel, &opened, "1+1").await;
    };
    tokio::join!(world.press("Ben", &channel, &board, "Pass"), slip);
    let told = world.sees("Ada", &channel, "This slip costs nothing").await;
    assert!(is_ephemeral(&told));
    world.stop().await;
}

/// The next target is there, but the board still shows the previous one.
#[tokio::test(flavor = "multi_thread")]
async fn a_form_whose_answer_could_only_be_too_late_does_not_open() {
    let (mut world, channel) = World::with_channel().await;
    let board = brain_drain(&world, &channel).await;
    world.press("Ada", &channel, &board, "Pass").await;
    world.recorder.trick(late("POST", "/callback", 1, Duration::from_millis(900)));
    let late = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        world.press("Ada", &channel, &board, "Answer…").await
    };
    let (_, opened) = tokio::join!(world.press("Ben", &channel, &board, "Pass"), late);
    assert!(opened["modal"].is_null(), "{opened}");
    world.wait("Ada", &channel, "why", |m| is_ephemeral(m) && text(m).contains("The next target is")).await;
    world.stop().await;
}

/// Somebody resigns while a draft is on its way: if it arrives after the newer hand, it must not replace it.
#[tokio::test(flavor = "multi_thread")]
async fn a_draft_that_comes_after_a_newer_hand_does_not_stay() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "kings-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    for name in ["Ben", "Cyd"] {
        world.press(name, &channel, &lobby, "Join").await;
        world.wait(name, &channel, "the seat", |m| text(m).contains(&format!(" {name}"))).await;
    }
    let lobby = world.wait("Ada", &channel, "three seats", |m| text(m).contains("`3` Cyd")).await;
    world.press("Ada", &channel, &lobby, "Start").await;
    let board = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let mut mover = None;
    for name in ["Ada", "Ben", "Cyd"] {
        if !world.complete(name, &channel, "move", json!({"move": "draw"}), "move").await.is_empty() {
            mover = Some(name);
        }
    }
    let mover = mover.expect("somebody is to draw");
    let mut others = ["Ada", "Ben", "Cyd"].into_iter().filter(|name| *name != mover);
    let (other, third) = others.next().zip(others.next()).expect("there are three");
    // The presenter does not end meanwhile, because it keeps an ephemeral hand up to date.
    world.command(third, &channel, "settings me", json!({"hands": "button"})).await;
    world.press(third, &channel, &board, "My hand").await;
    world.wait(third, &channel, "the hand", |m| is_ephemeral(m) && text(m).contains("Your hand")).await;
    world.command(mover, &channel, "move", json!({"move": "draw"})).await;
    let direct = world.direct(mover).await;
    let hand = world.wait(mover, &direct, "melds to lay", |m| !lays(m).is_empty()).await;
    let (id, values) = lays(&hand).remove(0);
    // The draft arrives late.
    world.recorder.trick(late("POST", "/callback", 1, Duration::from_millis(900)));
    let resign = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        world.command(other, &channel, "table resign", json!({})).await;
        let sure = world.sees(other, &channel, "Give this match up?").await;
        world.press(other, &channel, &sure, "Resign").await;
        world.wait(mover, &direct, "the newer hand", |m| text(m).contains(&format!("{other} resigned"))).await;
    };
    let press = world.press_id(mover, &direct, &hand, &id, &values);
    tokio::join!(press, resign);
    world
        .until("the hand shows what holds", async || {
            let hands = world.messages(mover, &direct).await;
            hands.iter().any(|m| text(m).contains(&format!("{other} resigned")) && !text(m).contains("not played yet"))
        })
        .await;
    let late = |sent: &&Sent| {
        sent.path.contains("/callback")
            && sent.body.as_ref().is_some_and(|body| body.to_string().contains("not played yet"))
    };
    assert_eq!(world.recorder.all().iter().filter(late).count(), 1, "the draft came");
    world.stop().await;
    let hands = world.messages(mover, &direct).await;
    assert!(hands.iter().all(|m| !text(m).contains("not played yet")), "{hands:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn double_clicks_play_once() {
    let (mut world, channel) = World::with_channel().await;
    let board = gin(&world, &channel).await;
    // Both press every button of the board at the same time, twice.
    let ids: Vec<String> = components(&board)
        .iter()
        .filter_map(|c| c["custom_id"].as_str().filter(|id| id.starts_with("1p:")).map(str::to_owned))
        .collect();
    assert!(!ids.is_empty(), "{}", text(&board));
    let presses = ids.iter().flat_map(|id| ["Ada", "Ben", "Ada", "Ben"].map(|who| (who, id.clone())));
    let all = presses.map(|(who, id)| {
        let (world, channel, board) = (&world, &channel, &board);
        async move { world.press_id(who, channel, board, &id, &[]).await }
    });
    for answer in futures_util::future::join_all(all).await {
        assert!(answer["outcome"] == "answered" || answer.get("error").is_some(), "{answer}");
    }
    assert!(world.metrics.text().contains("upcard_moves_total 1\n"), "{}", world.metrics.text());
    world.stop().await;
}
