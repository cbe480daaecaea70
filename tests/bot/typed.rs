//! Commands typed where several tables, or none, could be meant.

use serde_json::{Value, json};
use upcard::store::Save;
use upcard::tables::{ChannelId, GuildId};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::{check_requests, next_move, sit_down};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_at_a_table_is_answered_by_what_it_means_for_oneself() {
    let (mut world, channel) = World::with_channel().await;
    let two = world.channel("two").await;
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
    // Everybody sees those buttons; anyone who presses them is told whom they are for.
    world.press("Ada", &channel, &asked, "Accept").await;
    world.sees("Ada", &channel, "That is for Ben to accept.").await;
    world.press("Cyd", &channel, &asked, "Accept").await;
    world.sees("Cyd", &channel, "it waits for Ben").await;
    // After it was declined, it may be asked for again.
    world.press("Ben", &channel, &asked, "Decline").await;
    world.sees("Cyd", &channel, "Ben declined.").await;
    says("Ada", "table rematch", "The rematch begins once Ben has accepted.").await;
    says("Ben", "table rematch", "The match has begun: your hand comes by direct message.").await;
    let board = world.wait("Cyd", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    assert!(!text(&board).contains("Decline"), "{}", text(&board));
    // If nobody holds cards, people play on the board.
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
    // A move names its table by the code before it; if it does not, and none or several tables could be meant, the
    // bot asks which.
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
    // Gin begins with somebody who may pass; in King's Rummy nobody ever passes.
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

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_legal_at_two_tables_is_played_at_neither() {
    let mut world = World::start().await;
    let direct = world.direct("Ada").await;
    for name in ["one", "two"] {
        let channel = world.channel(name).await;
        sit_down(&world, &channel, "gin-rummy", "").await;
        world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
        // Whoever did not deal may pass first, and the dealer after that.
        let offered = world.complete("Ada", &channel, "move", json!({"move": "pass"}), "move").await;
        if offered.is_empty() {
            world.command("Ben", &channel, "move", json!({"move": "pass"})).await;
        }
    }
    let passes = async || world.complete("Ada", &direct, "move", json!({"move": "pass"}), "move").await;
    world.until("Ada may pass at both", async || passes().await.len() == 2).await;
    let before = passes().await;
    world.command("Ada", &direct, "move", json!({"move": "pass"})).await;
    world.sees("Ada", &direct, "At which table?").await;
    assert_eq!(passes().await, before);
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_draws_by_typing_reads_in_the_answer_which_card_came() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let name = loop {
        let (name, next) = next_move(&world, &channel).await;
        let all = world.complete(name, &channel, "move", json!({"move": ""}), "move").await;
        if all.len() < 2 {
            // After two passes the draw plays itself.
            continue;
        }
        let draws = all.iter().any(|text| text == "stock");
        let discards = next.starts_with("discard").then_some(&*next);
        let text = if draws { "stock" } else { discards.unwrap_or("pass") };
        world.command(name, &channel, "move", json!({"move": text})).await;
        assert!(draws || discards.is_some() || next == "pass" || next.starts_with("take"), "{next}");
        if draws {
            break name;
        }
    };
    let said = world.wait(name, &channel, "the answer", |m| text(m).contains("Played: draw")).await;
    assert!(is_ephemeral(&said) && text(&said).contains("just drawn"), "{}", text(&said));
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_in_a_lobby_and_plays_elsewhere_means_the_match() {
    let mut world = World::start().await;
    let (playing, waiting) = (world.channel("one").await, world.channel("two").await);
    sit_down(&world, &playing, "gin-rummy", "").await;
    world.wait("Ada", &playing, "the board", |m| id_of(m, "My hand").is_some()).await;
    world.command("Ada", &waiting, "play", json!({"game": "klaberjass"})).await;
    world.command("Ben", &waiting, "table join", json!({})).await;
    world.sees("Ben", &waiting, "Seat 2 is yours.").await;
    let (name, next) = next_move(&world, &playing).await;
    let direct = world.direct(name).await;
    // What is no move at any table is judged by the match as well: nobody asks which table is meant.
    world.command(name, &direct, "move", json!({"move": "make me a sandwich"})).await;
    world.sees(name, &direct, "`make me a sandwich` is no move here").await;
    world.command(name, &direct, "move", json!({"move": next})).await;
    world.sees(name, &direct, "Played").await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

/// Many games share the words of a move, and a match may just have ended here.
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

#[tokio::test(flavor = "multi_thread")]
async fn a_move_typed_by_direct_message_is_answered_as_the_tables_server_wants_it() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "settings server", json!({"hands": "button"})).await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    // Ada pressed Start, so that her hand is shown where she did.
    let mut moves = next_move(&world, &channel).await;
    while moves.0 != "Ben" {
        world.command(moves.0, &channel, "move", json!({"move": moves.1})).await;
        moves = next_move(&world, &channel).await;
    }
    let (name, next) = moves;
    let direct = world.direct(name).await;
    world.command(name, &direct, "move", json!({"move": next})).await;
    let hand = world.sees(name, &direct, "Your hand").await;
    assert!(is_ephemeral(&hand), "{hand}");
    world.stop().await;
}

/// A server's setting that hands come by button has no effect on a table of another server.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_typed_in_another_server_changes_the_hand_that_came_by_direct_message() {
    let (mut world, channel) = World::with_channel().await;
    let elsewhere = world.channel("two").await;
    sit_down(&world, &channel, "gin-rummy", "").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let (name, next) = next_move(&world, &channel).await;
    let direct = world.direct(name).await;
    let hand = world.sees(name, &direct, "Your hand").await;
    world.command("Ada", &channel, "settings server", json!({"hands": "button"})).await;
    // From now on the table belongs to another server.
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
