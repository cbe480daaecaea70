//! Failing requests, limits, missing permissions, channels that are gone.

use std::time::Duration;

use serde_json::{Value, json};
use upcard::tables::ChannelId;

use crate::common::recorder::{RETRY_AFTER, Sent};
use crate::common::world::{World, id_of, is_ephemeral, text};
use crate::{ending, gin, going_on, play, play_one, seated, trick};

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_server_is_asked_again_and_nothing_is_posted_twice() {
    let (mut world, channel) = World::with_channel().await;
    // The lobby answers a command, and becomes the board: only the hands are posted.
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
    let (mut world, channel) = World::with_channel().await;
    gin(&world, &channel).await;
    // The board is posted as the answer to the command.
    world.recorder.trick(trick("POST", "/callback", 1, (429, 0)));
    let asked = std::time::Instant::now();
    world.command("Ada", &channel, "board", json!({})).await;
    world.sees("Ada", &channel, "further down").await;
    assert!(asked.elapsed() >= RETRY_AFTER, "{:?}", asked.elapsed());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_loses_no_match() {
    let (mut world, channel) = World::with_channel().await;
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

/// The lobby comes as the answer all the same; whoever opened it hears what will go wrong later.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_opens_a_table_where_the_bot_may_not_write_is_told_so() {
    let (mut world, channel) = World::with_channel().await;
    world.may_write(&channel, false).await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    world.sees("Ben", &channel, "hosts this table").await;
    let told = world.sees("Ada", &channel, "I may not write in this channel by myself").await;
    assert!(is_ephemeral(&told));
    world.stop().await;
}

/// Somebody who opens a table in a thread is told, where they used the command, that the bot may not write there.
#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_takes_no_messages_is_told_of_in_the_answer() {
    let (mut world, channel) = World::with_channel().await;
    world.messages_of("Ada", false).await;
    let play = json!({"game": "brain-drain", "thread": true});
    world.recorder.trick(trick("POST", "/messages", 1, (403, 50013)));
    world.command("Ada", &channel, "play", play.clone()).await;
    let told = world.sees("Ada", &channel, "I may not write in <#").await;
    assert!(is_ephemeral(&told) && text(&told).contains("**Send Messages in Threads**"), "{}", text(&told));
    world.command("Ada", &channel, "play", play).await;
    world.sees("Ada", &channel, "is open in <#").await;
    world.stop().await;
}

/// The board becomes the result of the hand, which stays even though the next board cannot be posted for a while.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_stays_where_the_next_board_cannot_be_posted() {
    let (mut world, channel) = World::with_channel().await;
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
    // Long enough that an idle presenter ends, and forgets.
    tokio::time::sleep(Duration::from_millis(800)).await;
    world.recorder.be_good();
    play_one(&world, &channel).await;
    world.wait("Cyd", &channel, "the next board", |m| id_of(m, "My hand").is_some() && m["id"] != board).await;
    assert_eq!(result().await.map(|m| text(&m)), Some(text(&ended)));
    world.stop().await;
}

/// The result of the last hand can never be posted: the presenter does not stay awake for it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_channel_is_gone_is_put_to_rest_after_its_match() {
    let (mut world, channel) = World::with_channel().await;
    gin(&world, &channel).await;
    for method in ["PATCH", "POST"] {
        world.recorder.trick(trick(method, &format!("/channels/{channel}/messages"), 99_999, (404, 10003)));
    }
    let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
    let told = |sent: &Sent| sent.body.as_ref().is_some_and(|b| b.to_string().contains("hand 2 ·"));
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

/// Answers every request of the bot about this channel with `answer`.
fn refuse(world: &World, channel: &str, answer: (u16, u64)) {
    for method in ["PATCH", "POST"] {
        world.recorder.trick(trick(method, &format!("/channels/{channel}/messages"), 99_999, answer));
    }
}

/// A move is made by direct message; whatever has happened to the board, a start tells its host nothing new.
#[tokio::test(flavor = "multi_thread")]
async fn a_restart_does_not_complain_again_of_a_board_that_cannot_be_shown() {
    for (answer, words) in [((404, 10003), "is gone"), ((403, 50013), "I may not write")] {
        let (mut world, channel) = World::with_channel().await;
        gin(&world, &channel).await;
        let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
        refuse(&world, &channel, answer);
        play(&world, [("Ada", &ada), ("Ben", &ben)], going_on).await;
        world.sees("Ada", &ada, words).await;
        for _ in 0..2 {
            let recorder = world.recorder.clone();
            let refused = || recorder.all().iter().filter(|sent| sent.path.contains(&channel)).count();
            // The turn notice is tried as well, at the latest when the bot stops.
            world.stop().await;
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

/// Nobody can reach it any more, so the house closes it, and its host is told what applies to a lobby.
#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_whose_channel_is_gone_is_closed() {
    let (mut world, channel) = World::with_channel().await;
    let ben = world.person("Ben").await;
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
    let (mut world, channel) = World::with_channel().await;
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
    let (mut world, channel) = World::with_channel().await;
    let ben = world.person("Ben").await;
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

/// After a day's pause the thread is archived, and somebody moves by direct message.
#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_an_archived_thread_is_kept_up_to_date() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "thread": true})).await;
    let opened = world.wait("Ada", &channel, "the thread", |m| m["room"]["thread"].is_string()).await;
    let thread = opened["room"]["thread"].as_str().unwrap().to_owned();
    let board = seated(&world, &thread).await;
    world.archive(&thread, false).await;
    let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
    play(&world, [("Ada", &ada), ("Ben", &ben)], <[String]>::first).await;
    world.wait("Cyd", &thread, "the board", |m| m["id"] == board["id"] && text(m) != text(&board)).await;
    assert_eq!(world.place(&thread).await["archived"], false);
    world.stop().await;
}

/// A thread that a moderator has closed is not opened again, although the bot could. The match goes on by direct
/// message, and so do the calls for those whose turn it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_thread_stays_closed() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "thread": true})).await;
    let opened = world.wait("Ada", &channel, "the thread", |m| m["room"]["thread"].is_string()).await;
    let thread = opened["room"]["thread"].as_str().unwrap().to_owned();
    seated(&world, &thread).await;
    world.archive(&thread, true).await;
    let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
    play(&world, [("Ada", &ada), ("Ben", &ben)], <[String]>::first).await;
    world.sees("Ada", &ada, "A moderator has closed the thread of this table.").await;
    world
        .until("somebody is called", async || {
            let all = [world.messages("Ada", &ada).await, world.messages("Ben", &ben).await].concat();
            all.iter().any(|m| text(m).contains("it is your turn"))
        })
        .await;
    assert_eq!(world.place(&thread).await["archived"], true);
    world.stop().await;
}

/// The bot may no longer write in a channel: the match goes on, hands end, and Discord is not asked over and over.
#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_be_posted_is_not_tried_without_end() {
    let (mut world, channel) = World::with_channel().await;
    gin(&world, &channel).await;
    let part = format!("/channels/{channel}/messages");
    for method in ["PATCH", "POST"] {
        world.recorder.trick(trick(method, &part, 99_999, (403, 50013)));
    }
    // Somebody keeps the others waiting, too.
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
