//! Lists of somebody's tables.

use std::time::Duration;

use serde_json::json;

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::{check_requests, next_move, sit_down};

#[tokio::test(flavor = "multi_thread")]
async fn tables_lists_those_that_wait_for_one_first() {
    let mut world = World::start().await;
    let (direct, three) = (world.direct("Ada").await, world.channel("three").await);
    world.command("Ada", &direct, "tables", json!({})).await;
    world.sees("Ada", &direct, "You sit at no table. `/play` in a server's channel opens one").await;
    // Of two who play gin, one is waited for; in a race all are.
    for (channel, game) in [("two", "brain-drain"), ("one", "gin-rummy")] {
        let channel = world.channel(channel).await;
        sit_down(&world, &channel, game, "").await;
        world.wait("Ada", &channel, "the board", |m| text(m).contains("Ada") && text(m).contains("Ben")).await;
    }
    world.command("Ada", &three, "play", json!({"game": "klaberjass"})).await;
    world.sees("Ada", &three, "hosts this table").await;
    let mut waiting = Vec::new();
    for name in ["Ada", "Ben"] {
        // A board is seen a moment before it is noted where it is.
        let linked = |list: &str| list.lines().filter(|line| line.starts_with("- ")).all(|line| line.contains("]("));
        let listed = async || {
            world.command(name, &three, "tables", json!({})).await;
            linked(&text(&world.sees(name, &three, "Your tables").await))
        };
        world.until("every table has its link", listed).await;
        let list = world.sees(name, &three, "Your tables").await;
        assert!(is_ephemeral(&list));
        let list = text(&list);
        let lines: Vec<&str> = list.lines().filter(|line| line.starts_with("- ")).collect();
        assert_eq!(lines.len(), if name == "Ada" { 3 } else { 2 }, "{list}");
        let waits = lines.iter().take_while(|line| line.ends_with(" · your turn")).count();
        let others = lines[waits..].iter().all(|line| !line.contains("your turn"));
        assert!(others && list.contains(if waits == 1 { "One of them waits" } else { "2 of them wait" }), "{list}");
        assert!(lines.iter().all(|line| line.contains("(https://discord.com/channels/") && line.contains("in <#")));
        let begun = lines.iter().filter(|line| line.contains("Ada and Ben")).count();
        let lobby = lines.iter().filter(|line| line.contains("Klaberjass") && line.ends_with("· Ada · not begun yet"));
        assert_eq!((begun, lobby.count()), (2, usize::from(name == "Ada")), "{list}");
        waiting.push(waits);
        // The same marks, in the same order, where it is asked which hand is meant.
        let place = world.direct(name).await;
        world.command(name, &place, "hand", json!({})).await;
        let which = world.sees(name, &place, "Which hand?").await;
        let labels = components(&which);
        let labels: Vec<&str> = labels.iter().filter_map(|button| button["label"].as_str()).collect();
        let marked = labels.iter().take_while(|label| label.ends_with(" · your turn")).count();
        assert_eq!((labels.len(), marked), (2, waits), "{labels:?}");
    }
    waiting.sort_unstable();
    assert_eq!(waiting, [1, 2]);
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

/// Those of these channels in which somebody is called.
async fn called_in(world: &World, channels: &[String], who: &str) -> Vec<usize> {
    let call = format!("<@{}>, it is your turn", world.person(who).await);
    let mut all = Vec::new();
    for (n, channel) in channels.iter().enumerate() {
        let calls = world.messages(who, channel).await.iter().filter(|m| text(m).contains(&call)).count();
        all.extend(std::iter::repeat_n(n, calls));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_awaited_at_several_tables_is_called_at_one_after_another() {
    let mut world = World::start().await;
    let (mut channels, mut awaited) = (Vec::new(), Vec::new());
    for name in ["one", "two", "three"] {
        let channel = world.channel(name).await;
        sit_down(&world, &channel, "gin-rummy", "").await;
        world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
        awaited.push(next_move(&world, &channel).await);
        channels.push(channel);
    }
    // Of two people one is waited for at two of three tables.
    let who = if awaited.iter().filter(|(who, _)| *who == "Ada").count() > 1 { "Ada" } else { "Ben" };
    world.until("a call", async || !called_in(&world, &channels, who).await.is_empty()).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let called = called_in(&world, &channels, who).await;
    assert_eq!(called.len(), 1, "{called:?}");
    let first = called[0];
    world.command(who, &channels[first], "move", json!({"move": awaited[first].1})).await;
    world
        .until(
            "a call at another table",
            async || matches!(called_in(&world, &channels, who).await[..], [n] if n != first),
        )
        .await;
    world.stop().await;
}
