//! The bot when Discord is not well: deleted messages, missing permissions, slow and failing requests.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod common;

use std::time::Duration;

use common::recorder::{RETRY_AFTER, Trick};
use common::world::{World, components, id_of, is_ephemeral, text};
use serde_json::{Value, json};
use upcard::store::Posted;
use upcard::tables::{ChannelId, UserId};

fn trick(method: &'static str, part: &str, times: usize, answer: (u16, u64)) -> Trick {
    Trick { method, part: part.to_owned(), times, delay: Duration::ZERO, answer: Some(answer), heard: false }
}

/// A match of gin in which Ada and Ben sit; its board.
async fn gin(world: &World, channel: &str) -> Value {
    world.command("Ada", channel, "play", json!({"game": "gin-rummy"})).await;
    seated(world, channel).await
}

/// Ben joins Ada's table, and the match begins; its board.
async fn seated(world: &World, channel: &str) -> Value {
    begun(world, channel).await;
    world.wait("Ada", channel, "the board", |m| id_of(m, "My hand").is_some()).await
}

/// Ben joins Ada's table, and the match begins.
async fn begun(world: &World, channel: &str) {
    let lobby = world.sees("Ada", channel, "hosts this table").await;
    world.press("Ben", channel, &lobby, "Join").await;
    let lobby = world.wait("Ben", channel, "Ben's seat", |m| text(m).contains("`2` Ben")).await;
    world.press("Ada", channel, &lobby, "Start").await;
}

/// Whoever is asked plays, each in a channel of their own, what is chosen of the moves that are offered.
async fn play(world: &World, places: [(&str, &str); 2], choose: impl Fn(&[String]) -> Option<&String>) {
    for (name, channel) in places {
        let offered = world.complete(name, channel, "move", json!({"move": ""}), "move").await;
        if let Some(text) = choose(&offered) {
            return world.command(name, channel, "move", json!({"move": text})).await;
        }
    }
    panic!("nobody may move");
}

/// The first that does not end the hand: few cards in a hand are lucky enough to be knocked with at once, but some are.
fn going_on(offered: &[String]) -> Option<&String> {
    offered.iter().find(|m| !m.starts_with("knock"))
}

/// What ends the hand, where something does.
fn ending(offered: &[String]) -> Option<&String> {
    offered.iter().find(|m| m.starts_with("knock")).or_else(|| offered.first())
}

async fn play_one(world: &World, channel: &str) {
    play(world, [("Ada", channel), ("Ben", channel)], going_on).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_cannot_be_edited_is_posted_anew() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let mut boards = vec![gin(&world, &channel).await["id"].clone()];
    for answer in [(404, 10008), (400, 30046)] {
        let old = boards.last().unwrap().clone();
        let part = format!("/messages/{}", old.as_str().unwrap());
        world.recorder.trick(trick("PATCH", &part, 9, answer));
        play_one(&world, &channel).await;
        let is_new = |m: &Value| id_of(m, "My hand").is_some() && !boards.contains(&m["id"]);
        let new = world.wait("Ada", &channel, "a new board", is_new).await["id"].clone();
        boards.push(new);
        world.recorder.be_good();
        // What takes no more edits goes: its buttons would stay.
        let stays = world.messages("Ada", &channel).await.iter().any(|m| m["id"] == old);
        assert_eq!(stays, answer.1 != 30046);
    }
    world.stop().await;
}

/// Messages older than an hour take few edits.
#[tokio::test(flavor = "multi_thread")]
async fn old_boards_and_hands_are_followed_by_younger_ones() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let board = gin(&world, &channel).await;
    let direct = world.direct("Ada").await;
    let hand = world.sees("Ada", &direct, "Your hand").await;
    world.restart().await;
    let place = ChannelId(channel.parse().unwrap());
    let table = world.room.at(place).await.unwrap().expect("a table is live here");
    let store = world.room.store();
    for posted in store.messages(&table).await.unwrap() {
        let posted = Posted { posted: posted.posted - 3_600_000, ..posted };
        store.put_message(&table, posted).await.unwrap();
    }
    play_one(&world, &channel).await;
    let is_new = |was: &Value| {
        let id = was["id"].clone();
        move |m: &Value| m["id"] != id
    };
    let (next_board, next_hand) = (is_new(&board), is_new(&hand));
    world.wait("Ada", &channel, "a new board", |m| id_of(m, "My hand").is_some() && next_board(m)).await;
    world.wait("Ada", &direct, "a new hand", |m| text(m).contains("Your hand") && next_hand(m)).await;
    for (place, old) in [(&channel, &board), (&direct, &hand)] {
        let gone = async || world.messages("Ada", place).await.iter().all(|m| m["id"] != old["id"]);
        world.until("the old one has gone", gone).await;
    }
    world.stop().await;
}

/// The picture of a hand takes time, so that the press is only seen at first. The hand must not be taken for the message that was
/// pressed from then on.
#[tokio::test(flavor = "multi_thread")]
async fn a_hand_asked_for_on_the_board_never_takes_the_boards_place() {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    for name in ["Ada", "Ben"] {
        world.command(name, &channel, "settings me", json!({"hands": "button"})).await;
    }
    let mut board = gin(&world, &channel).await;
    for _ in 0..4 {
        for name in ["Ada", "Ben"] {
            world.press(name, &channel, &board, "My hand").await;
            world.wait(name, &channel, "the hand", |m| is_ephemeral(m) && text(m).contains("Your hand")).await;
        }
        play_one(&world, &channel).await;
        let (id, old) = (board["id"].clone(), text(&board));
        board = world.wait("Cyd", &channel, "the next board", |m| m["id"] == id && text(m) != old).await;
        assert!(!text(&board).contains("Your hand"), "{}", text(&board));
    }
    // Nor does a button of a hand put it there, should one ever stand on a public message.
    let refresh = id_of(&board, "My hand").unwrap().replace(":hand", ":refresh");
    world.press_id("Ben", &channel, &board, &refresh, &[]).await;
    world.stop().await;
    let directs = [world.direct("Ada").await, world.direct("Ben").await];
    for sent in world.recorder.all().iter().filter(|sent| sent.is_public(&directs)) {
        let body = sent.body.as_ref().map(Value::to_string).unwrap_or_default();
        assert!(!body.contains("Your hand"), "{} {} {body}", sent.method, sent.path);
    }
    for message in world.messages("Cyd", &channel).await {
        assert!(!message.to_string().contains("Your hand"), "{message}");
    }
}

/// A board that takes time to draw is promised to everybody at first. Where it cannot follow, the hand that comes next must not stand
/// in its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_was_promised_and_cannot_come_gives_its_place_to_no_hand() {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    for name in ["Ada", "Ben"] {
        world.command(name, &channel, "settings me", json!({"hands": "button"})).await;
    }
    let board = gin(&world, &channel).await;
    // Drawn in other colours from now on.
    world.command("Ada", &channel, "settings server", json!({"theme": "light"})).await;
    // Neither as a picture nor as text.
    world.recorder.trick(trick("PATCH", "/@original", 2, (403, 50013)));
    world.command("Ben", &channel, "board", json!({})).await;
    let new = |m: &Value| id_of(m, "My hand").is_some() && m["id"] != board["id"];
    world.wait("Cyd", &channel, "the board anew", new).await;
    world.stop().await;
    assert!(world.recorder.untried().is_empty(), "{:?}", world.recorder.untried());
    let seen = world.messages("Cyd", &channel).await;
    assert!(seen.iter().all(|m| !text(m).contains("Your hand")), "{seen:?}");
    // Nor does "thinking" stay.
    assert!(seen.iter().all(|m| m["flags"].as_u64().unwrap_or(0) & 128 == 0), "{seen:?}");
}

/// The promise itself may be made and its answer lost; repeated, it has been answered before. Whoever's promise it is, no hand
/// stands in its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_was_promised_unheard_gives_its_place_to_no_hand() {
    for patched in [true, false] {
        let mut world = World::with_pictures().await;
        let channel = world.channel("one").await;
        for name in ["Ada", "Ben"] {
            world.command(name, &channel, "settings me", json!({"hands": "button"})).await;
        }
        let board = gin(&world, &channel).await;
        world.command("Ada", &channel, "settings server", json!({"theme": "light"})).await;
        world.recorder.trick(Trick { heard: true, ..trick("POST", "/callback", 1, (502, 0)) });
        if !patched {
            // What stands there cannot be found out either.
            world.recorder.trick(trick("GET", "/@original", 99, (403, 50013)));
        }
        world.command("Ben", &channel, "board", json!({})).await;
        let new = |m: &Value| id_of(m, "My hand").is_some() && m["id"] != board["id"];
        world.wait("Cyd", &channel, "the board anew", new).await;
        world.stop().await;
        let seen = world.messages("Cyd", &channel).await;
        assert!(seen.iter().all(|m| !text(m).contains("Your hand")), "{seen:?}");
        let waiting = seen.iter().filter(|m| m["flags"].as_u64().unwrap_or(0) & 128 != 0).count();
        assert_eq!(waiting, usize::from(!patched), "a promise that is found is kept");
        for sent in world.recorder.all().iter().filter(|sent| sent.is_public(&[])) {
            let body = sent.body.as_ref().map(Value::to_string).unwrap_or_default();
            assert!(sent.path.contains("/channels/") || !body.contains("Your hand"), "{} {body}", sent.path);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_server_is_asked_again_and_nothing_is_posted_twice() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    // The lobby answers a command, and becomes the board: what is posted are the hands.
    world.recorder.trick(trick("POST", "/messages", 2, (502, 0)));
    gin(&world, &channel).await;
    for name in ["Ada", "Ben"] {
        let direct = world.direct(name).await;
        world.sees(name, &direct, "Your hand").await;
        let hands = world.messages(name, &direct).await.iter().filter(|m| text(m).contains("Your hand")).count();
        assert_eq!(hands, 1);
    }
    world.recorder.trick(trick("PATCH", "/messages/", 2, (500, 0)));
    world.recorder.trick(trick("POST", "/callback", 1, (503, 0)));
    world.command("Ada", &channel, "board", json!({})).await;
    world.sees("Ada", &channel, "further down").await;
    let boards = world.messages("Cyd", &channel).await.iter().filter(|m| id_of(m, "My hand").is_some()).count();
    assert_eq!(boards, 1);
    assert!(world.recorder.untried().is_empty(), "{:?}", world.recorder.untried());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_is_waited_out_as_long_as_it_says() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    gin(&world, &channel).await;
    // The board is the answer to the command.
    world.recorder.trick(trick("POST", "/callback", 1, (429, 0)));
    let asked = std::time::Instant::now();
    world.command("Ada", &channel, "board", json!({})).await;
    world.sees("Ada", &channel, "further down").await;
    assert!(asked.elapsed() >= RETRY_AFTER, "{:?}", asked.elapsed());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_loses_no_match() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let board = gin(&world, &channel).await;
    let part = format!("/channels/{channel}/messages");
    world.recorder.trick(trick("PATCH", &part, 99, (403, 50013)));
    world.recorder.trick(trick("POST", &part, 99, (403, 50013)));
    world.command("Ada", &channel, "board", json!({})).await;
    play_one(&world, &channel).await;
    // Nobody pressed anything that could be answered, so the host is told.
    world.sees("Ada", &world.direct("Ada").await, "I may not write in <#").await;
    world.recorder.be_good();
    play_one(&world, &channel).await;
    let changed = |m: &Value| id_of(m, "My hand").is_some() && text(m) != text(&board);
    world.wait("Ada", &channel, "the board", changed).await;
    world.stop().await;
}

/// The board becomes the result of the hand, which stays, although the next board cannot be posted for a while.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_stays_where_the_next_board_cannot_be_posted() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let board = gin(&world, &channel).await["id"].clone();
    world.recorder.trick(trick("POST", &format!("/channels/{channel}/messages"), 999, (403, 50013)));
    let result = async || {
        let all = world.messages("Cyd", &channel).await;
        all.into_iter().find(|m| m["id"] == board && id_of(m, "My hand").is_none())
    };
    let mut moves = 0;
    let ended = loop {
        if let Some(ended) = result().await {
            break ended;
        }
        moves += 1;
        assert!(moves < 300, "the hand does not end");
        play(&world, [("Ada", &channel), ("Ben", &channel)], ending).await;
    };
    // So long that whoever has nothing to do goes to rest, and forgets.
    tokio::time::sleep(Duration::from_millis(800)).await;
    world.recorder.be_good();
    play_one(&world, &channel).await;
    world.wait("Cyd", &channel, "the next board", |m| id_of(m, "My hand").is_some() && m["id"] != board).await;
    assert_eq!(result().await.map(|m| text(&m)), Some(text(&ended)));
    world.stop().await;
}

/// How the last hand ended can never be posted: whoever keeps the table's messages does not stay awake for it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_channel_is_gone_is_put_to_rest_after_its_match() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    gin(&world, &channel).await;
    for method in ["PATCH", "POST"] {
        world.recorder.trick(trick(method, &format!("/channels/{channel}/messages"), 99_999, (404, 10003)));
    }
    let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
    let told = |sent: &common::recorder::Sent| sent.body.as_ref().is_some_and(|b| b.to_string().contains("hand 2 ·"));
    let mut moves = 0;
    while !world.recorder.all().iter().any(told) {
        moves += 1;
        assert!(moves < 300, "the hand does not end");
        play(&world, [("Ada", &ada), ("Ben", &ben)], ending).await;
    }
    world.command("Ben", &ben, "move", json!({"move": "resign"})).await;
    world.until("nobody is awake", async || world.metrics.text().contains("upcard_presenters 0\n")).await;
    world.stop().await;
}

/// All that the bot wants of this channel is answered so.
fn refuse(world: &World, channel: &str, answer: (u16, u64)) {
    for method in ["PATCH", "POST"] {
        world.recorder.trick(trick(method, &format!("/channels/{channel}/messages"), 99_999, answer));
    }
}

/// A move made by direct message; whatever became of the board, a start tells its host nothing new.
#[tokio::test(flavor = "multi_thread")]
async fn a_restart_does_not_complain_again_of_a_board_that_cannot_be_shown() {
    for (answer, words) in [((404, 10003), "is gone"), ((403, 50013), "I may not write")] {
        let mut world = World::start().await;
        let channel = world.channel("one").await;
        gin(&world, &channel).await;
        let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
        refuse(&world, &channel, answer);
        play(&world, [("Ada", &ada), ("Ben", &ben)], going_on).await;
        world.sees("Ada", &ada, words).await;
        for _ in 0..2 {
            let recorder = world.recorder.clone();
            let refused = || recorder.all().iter().filter(|sent| sent.path.contains(&channel)).count();
            let before = refused();
            world.restart().await;
            if answer.1 == 50013 {
                // By now it may be allowed.
                world.until("the board is tried", async || refused() > before).await;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
            assert!(answer.1 == 50013 || refused() == before, "a channel that is gone does not come back");
        }
        let told = world.messages("Ada", &ada).await.iter().filter(|m| text(m).contains(words)).count();
        assert_eq!(told, 1, "{words}");
        world.stop().await;
    }
}

/// Nobody can reach it any more, so the house closes it, and its host is told what is true of a lobby.
#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_whose_channel_is_gone_is_closed() {
    let mut world = World::start().await;
    let (channel, ben) = (world.channel("one").await, world.person("Ben").await);
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "private": true})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    world.press("Ada", &channel, &lobby, "Options").await;
    let panel = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Invite somebody…").is_some()).await;
    let list = id_of(&panel, "Invite somebody…").unwrap();
    world.press_id("Ada", &channel, &panel, &list, &[ben]).await;
    let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
    let invitation = world.wait("Ben", &ben, "the invitation", |m| id_of(m, "Accept").is_some()).await;
    refuse(&world, &channel, (404, 10003));
    world.press("Ben", &ben, &invitation, "Accept").await;
    let told = world.sees("Ada", &ada, "is gone").await;
    assert!(text(&told).contains("the table is closed") && !text(&told).contains("/move"), "{}", text(&told));
    let place = ChannelId(channel.parse().unwrap());
    world.until("the table is closed", async || world.room.at(place).await.unwrap().is_none()).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_an_invitation_does_not_reach_is_told_in_the_lobby() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    world.messages_of("Ben", false).await;
    let challenge = json!({"opponent": world.person("Ben").await, "game": "gin-rummy"});
    world.command("Ada", &channel, "challenge", challenge).await;
    let lobby = world.sees("Ada", &channel, "No messages reach Ben").await;
    // Messages that are open again are used from the next match on.
    world.messages_of("Ben", true).await;
    world.press("Ben", &channel, &lobby, "Accept").await;
    world.sees("Ben", &world.direct("Ben").await, "Your hand").await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_sent_away_and_invited_again_gets_another_invitation() {
    let mut world = World::start().await;
    let (channel, ben) = (world.channel("one").await, world.person("Ben").await);
    let direct = world.direct("Ben").await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "private": true})).await;
    let mut before = Value::Null;
    for _ in 0..2 {
        let lobby = world.sees("Ada", &channel, "hosts this table").await;
        world.press("Ada", &channel, &lobby, "Options").await;
        let panel = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Invite somebody…").is_some()).await;
        let list = id_of(&panel, "Invite somebody…").unwrap();
        world.press_id("Ada", &channel, &panel, &list, std::slice::from_ref(&ben)).await;
        let is_new = |m: &Value| id_of(m, "Accept").is_some() && m["id"] != before;
        before = world.wait("Ben", &direct, "an invitation", is_new).await["id"].clone();
        world.command("Ada", &channel, "table kick", json!({"player": ben})).await;
        world.wait("Ben", &direct, "its end", |m| m["id"] == before && id_of(m, "Accept").is_none()).await;
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_that_could_not_be_changed_loses_its_buttons_when_it_is_pressed() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let old = gin(&world, &channel).await;
    world.recorder.trick(trick("PATCH", &format!("/channels/{channel}/messages"), 99, (403, 50013)));
    world.command("Ada", &channel, "board", json!({})).await;
    let new = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some() && m["id"] != old["id"]).await;
    let refused = async || world.recorder.all().iter().any(|sent| sent.method == "PATCH" && sent.status == 403);
    world.until("the old one could not be changed", refused).await;
    world.recorder.be_good();
    assert!(id_of(&old, "Pass").is_some());
    // The other's press would be refused, and changes nothing.
    let offered = world.complete("Ada", &channel, "move", json!({"move": ""}), "move").await;
    let next = if offered.is_empty() { "Ben" } else { "Ada" };
    world.press(next, &channel, &old, "Pass").await;
    world.wait("Cyd", &channel, "its end", |m| m["id"] == old["id"] && id_of(m, "My hand").is_none()).await;
    world.wait("Cyd", &channel, "the new one", |m| m["id"] == new["id"] && text(m) != text(&new)).await;
    world.stop().await;
}

/// After a day's pause the thread is archived, and somebody moves by direct message.
#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_an_archived_thread_is_kept_up_to_date() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "thread": true})).await;
    let opened = world.wait("Ada", &channel, "the thread", |m| m["room"]["thread"].is_string()).await;
    let thread = opened["room"]["thread"].as_str().unwrap().to_owned();
    let board = seated(&world, &thread).await;
    world.archive(&thread).await;
    let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
    play(&world, [("Ada", &ada), ("Ben", &ben)], <[String]>::first).await;
    world.wait("Cyd", &thread, "the board", |m| m["id"] == board["id"] && text(m) != text(&board)).await;
    world.stop().await;
}

/// A channel that the bot may not write in any more: the match goes on, hands end, and Discord is not asked over and over.
#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_be_posted_is_not_tried_without_end() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    gin(&world, &channel).await;
    let part = format!("/channels/{channel}/messages");
    for method in ["PATCH", "POST"] {
        world.recorder.trick(trick(method, &part, 99_999, (403, 50013)));
    }
    // Somebody is kept waiting, too.
    tokio::time::sleep(Duration::from_millis(300)).await;
    for (winner, loser) in [("Ada", "Ben"), ("Ben", "Ada")] {
        let offered = world.complete(winner, &channel, "move", json!({"move": ""}), "move").await;
        if !offered.is_empty() {
            world.command(loser, &channel, "move", json!({"move": "resign"})).await;
            break;
        }
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let refused = || world.recorder.all().iter().filter(|sent| sent.path.contains(&part) && sent.status == 403).count();
    let before = refused();
    assert!(before > 0, "it was tried");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(refused() <= before + 1, "{} more requests in a second", refused() - before);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_is_shown_otherwise_from_now_on_leaves_no_press_unanswered() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let board = gin(&world, &channel).await;
    let mut mover = None;
    for name in ["Ada", "Ben"] {
        let direct = world.direct(name).await;
        let hand = world.sees(name, &direct, "Your hand").await;
        if id_of(&hand, "Pass").is_some() {
            mover = Some((name, direct, hand));
        }
    }
    let (name, direct, hand) = mover.expect("somebody may pass");
    world.command(name, &channel, "settings me", json!({"hands": "button"})).await;
    world.press(name, &channel, &board, "My hand").await;
    world.wait(name, &channel, "the ephemeral hand", is_ephemeral).await;
    world.press(name, &direct, &hand, "Pass").await;
    // The old message keeps neither cards nor buttons.
    world.wait(name, &direct, "the end", |m| m["id"] == hand["id"] && text(m).contains("My hand")).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_message_holds_nobody_up() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let direct = world.direct("Ben").await;
    let (part, delay) = (format!("/channels/{direct}/messages"), Duration::from_secs(4));
    world.recorder.trick(Trick { method: "POST", part, times: 9, delay, answer: None, heard: false });
    let begun = std::time::Instant::now();
    gin(&world, &channel).await;
    world.sees("Ada", &world.direct("Ada").await, "Your hand").await;
    play_one(&world, &channel).await;
    assert!(begun.elapsed() < delay, "Ben's slow hand held others up");
    world.sees("Ben", &direct, "Your hand").await;
    world.stop().await;
}

/// However long Discord takes to hear that an answer will follow, the work for it goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_acknowledgement_holds_no_work_up() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    for (part, seconds) in [("/threads", 2), ("/callback", 4)] {
        let (part, delay) = (part.to_owned(), Duration::from_secs(seconds));
        world.recorder.trick(Trick { method: "POST", part, times: 1, delay, answer: None, heard: false });
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
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let board = gin(&world, &channel).await;
    let part = format!("/channels/{channel}/messages/{}", board["id"].as_str().unwrap());
    let delay = Duration::from_millis(500);
    world.recorder.trick(Trick { method: "PATCH", part: part.clone(), times: 999, delay, answer: None, heard: false });
    let (moves, before) = (12, world.recorder.all().len());
    for _ in 0..moves {
        play_one(&world, &channel).await;
    }
    // Whoever looks at the board sees what the newest state says.
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
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    gin(&world, &channel).await;
    world.sees("Cyd", &channel, "it is your turn to take").await;
    let delay = Duration::from_millis(700);
    world.recorder.trick(Trick {
        method: "DELETE",
        part: "/messages/".to_owned(),
        times: 1,
        delay,
        answer: None,
        heard: false,
    });
    // Both pass the upcard while the notice of the first goes; then that one draws.
    for _ in 0..2 {
        play(&world, [("Ada", &channel), ("Ben", &channel)], |offered| offered.iter().find(|m| *m == "pass")).await;
    }
    world.sees("Cyd", &channel, "it is your turn to draw").await;
    // Who has drawn is there: the notice goes, and none follows in the same turn.
    play_one(&world, &channel).await;
    let called = |m: &Value| text(m).contains("it is your turn");
    world.until("the notice is gone", async || !world.messages("Cyd", &channel).await.iter().any(called)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!world.messages("Cyd", &channel).await.iter().any(called), "once a turn");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_that_stood_while_nobody_looked_goes_when_its_words_are_untrue() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    gin(&world, &channel).await;
    for _ in 0..2 {
        play(&world, [("Ada", &channel), ("Ben", &channel)], |offered| offered.iter().find(|m| *m == "pass")).await;
    }
    let notice = world.sees("Cyd", &channel, "it is your turn to draw").await;
    assert!(text(&notice).contains("[to the board](https://discord.com/channels/"), "{}", text(&notice));
    // Meanwhile whoever keeps the table's messages goes to rest, and does not know the notice's words any more.
    tokio::time::sleep(Duration::from_millis(900)).await;
    play_one(&world, &channel).await;
    let called = |m: &Value| text(m).contains("it is your turn");
    world.until("the notice is gone", async || !world.messages("Cyd", &channel).await.iter().any(called)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!world.messages("Cyd", &channel).await.iter().any(called), "once a turn");
    world.stop().await;
}

/// The board of a race of Brain Drain between Ada and Ben.
async fn brain_drain(world: &World, channel: &str) -> Value {
    world.command("Ada", channel, "play", json!({"game": "brain-drain"})).await;
    begun(world, channel).await;
    world.wait("Ada", channel, "the board", |m| id_of(m, "Answer").is_some()).await
}

/// What is for one person's eyes alone does not wait for the board, nor is it lost with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_told_while_the_board_is_busy() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let board = brain_drain(&world, &channel).await;
    let opened = world.press("Ada", &channel, &board, "Answer").await;
    let (part, delay) = ("/callback".to_owned(), Duration::from_millis(900));
    world.recorder.trick(Trick { method: "POST", part, times: 1, delay, answer: None, heard: false });
    let slip = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        world.fill("Ada", &channel, &opened, "1+1").await;
    };
    tokio::join!(world.press("Ben", &channel, &board, "Pass"), slip);
    let told = world.sees("Ada", &channel, "This slip costs nothing").await;
    assert!(is_ephemeral(&told));
    world.stop().await;
}

/// The next target is there, but the board still shows the one before.
#[tokio::test(flavor = "multi_thread")]
async fn a_form_whose_answer_could_only_be_too_late_does_not_open() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    let board = brain_drain(&world, &channel).await;
    world.press("Ada", &channel, &board, "Pass").await;
    let (part, delay) = ("/callback".to_owned(), Duration::from_millis(900));
    world.recorder.trick(Trick { method: "POST", part, times: 1, delay, answer: None, heard: false });
    let late = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        world.press("Ada", &channel, &board, "Answer").await
    };
    let (_, opened) = tokio::join!(world.press("Ben", &channel, &board, "Pass"), late);
    assert!(opened["modal"].is_null(), "{opened}");
    world.wait("Ada", &channel, "why", |m| is_ephemeral(m) && text(m).contains("The next target is")).await;
    world.stop().await;
}

/// Somebody gives up while a draft is on its way: what comes later than the newer hand must not stay on top of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_draft_that_comes_after_a_newer_hand_does_not_stay() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
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
    // Whoever keeps an ephemeral hand up to date does not go to rest meanwhile.
    world.command(third, &channel, "settings me", json!({"hands": "button"})).await;
    world.press(third, &channel, &board, "My hand").await;
    world.wait(third, &channel, "the hand", |m| is_ephemeral(m) && text(m).contains("Your hand")).await;
    world.command(mover, &channel, "move", json!({"move": "draw"})).await;
    let direct = world.direct(mover).await;
    let lay = |hand: &Value| {
        let lays = |c: &&Value| c["placeholder"].as_str().is_some_and(|words| words.starts_with("Lay"));
        let list = components(hand).iter().find(lays).cloned()?;
        Some((list["custom_id"].as_str()?.to_owned(), list["options"][0]["value"].as_str()?.to_owned()))
    };
    let hand = world.wait(mover, &direct, "melds to lay", |m| lay(m).is_some()).await;
    let (id, value) = lay(&hand).unwrap();
    // The draft comes late.
    let (part, delay) = ("/callback".to_owned(), Duration::from_millis(900));
    world.recorder.trick(Trick { method: "POST", part, times: 1, delay, answer: None, heard: false });
    let resign = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        world.command(other, &channel, "table resign", json!({})).await;
        let sure = world.sees(other, &channel, "Give this match up?").await;
        world.press(other, &channel, &sure, "Resign").await;
        world.wait(mover, &direct, "the newer hand", |m| text(m).contains(&format!("{other} resigned"))).await;
    };
    let values = [value];
    let press = world.press_id(mover, &direct, &hand, &id, &values);
    tokio::join!(press, resign);
    world
        .until("the hand shows what holds", async || {
            let hands = world.messages(mover, &direct).await;
            hands.iter().any(|m| text(m).contains(&format!("{other} resigned")) && !text(m).contains("not played yet"))
        })
        .await;
    let late = |sent: &&common::recorder::Sent| {
        sent.path.contains("/callback")
            && sent.body.as_ref().is_some_and(|body| body.to_string().contains("not played yet"))
    };
    assert_eq!(world.recorder.all().iter().filter(late).count(), 1, "the draft came");
    world.stop().await;
    let hands = world.messages(mover, &direct).await;
    assert!(hands.iter().all(|m| !text(m).contains("not played yet")), "{hands:?}");
}

/// Discord may deliver an interaction twice. The delivery that comes second is refused its answer, which must not be taken for a
/// change of the message.
#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_was_answered_elsewhere_still_changes_the_message() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    world.recorder.trick(trick("POST", "/callback", 1, (400, 40060)));
    let join = id_of(&lobby, "Join").unwrap();
    let (pressed, seen) = tokio::join!(
        world.press_id("Ben", &channel, &lobby, &join, &[]),
        world.wait("Ben", &channel, "Ben's seat", |m| text(m).contains("`2` Ben")),
    );
    assert_eq!(pressed["outcome"], "failed", "the trick kept the answer away: {pressed}");
    assert_eq!(seen["id"], lobby["id"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn double_clicks_play_once() {
    let mut world = World::start().await;
    let channel = world.channel("one").await;
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
