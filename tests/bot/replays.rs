//! `/history` and `/replay`: matches that are over, listed and looked at again.

use serde_json::{Value, json};
use upcard::store::{Decision, Deed, UserId};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::{check_requests, check_secrets, hands, play_by_typing, sit_down};

/// The code in a message about a table.
fn code_in(message: &Value) -> String {
    let words = text(message);
    let after = words.split("table ").nth(1).unwrap_or_else(|| panic!("no code in {words}"));
    after.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// Picks this from the list with this heading.
async fn pick(world: &World, who: &str, channel: &str, message: &Value, list: &str, value: &str) {
    let id = id_of(message, list).unwrap_or_else(|| panic!("no {list} on\n{}", text(message)));
    let answer = world.press_id(who, channel, message, &id, &[value.to_owned()]).await;
    assert_ne!(answer["outcome"], "failed", "{who} picked {value}: {answer}");
}

/// The replay that this person alone sees, once it says this.
async fn own_replay(world: &World, who: &str, channel: &str, says: &str) -> Value {
    let fits = |m: &Value| is_ephemeral(m) && text(m).contains("replay · table") && text(m).contains(says);
    world.wait(who, channel, says, fits).await
}

fn blocks(message: &Value) -> usize {
    let is_code = |c: &Value| c["content"].as_str().is_some_and(|content| content.starts_with("```"));
    components(message).iter().filter(|c| is_code(c)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_looked_at_again_alone_and_together_once_it_is_over() {
    let (mut world, channel) = World::with_channel().await;
    sit_down(&world, &channel, "klaberjass", "target=50").await;
    let (ada, ben) = (world.person("Ada").await, world.person("Ben").await);
    world.wait("Cyd", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    let hidden = hands(&world, &channel, &["Ada", "Ben"]).await;
    // Of a match that is played, strangers are told no more than the board says.
    world.command("Cyd", &channel, "history", json!({"user": ada})).await;
    let running = world.sees("Cyd", &channel, "Being played").await;
    assert!(is_ephemeral(&running) && text(&running).contains("None has been finished yet."), "{}", text(&running));
    let code = running.to_string().split('`').nth(1).unwrap().to_owned();
    assert_eq!(code.len(), 6);
    world.command("Cyd", &channel, "replay", json!({"match": code})).await;
    world.sees("Cyd", &channel, "It opens when the match is over.").await;
    for offered in ["match", "at"] {
        assert_eq!(world.complete("Cyd", &channel, "replay", json!({"match": code, "at": ""}), offered).await, [""; 0]);
    }
    let direct = world.direct("Cyd").await;
    world.command("Cyd", &direct, "history", json!({"user": ada})).await;
    world.sees("Cyd", &direct, "They have finished no match yet.").await;
    check_secrets(&world, &channel, &hidden).await;
    let played = play_by_typing(&world, &channel, &["Ada", "Ben"]).await;
    let over = world.wait("Ada", &channel, "the end", |m| id_of(m, "Replay").is_some()).await;
    assert_eq!(code_in(&over), code);
    step_alone(&world, &channel, &code, played).await;
    let shared = step_together(&world, &channel, &code).await;
    list(&world, &channel, &code, [&ada, &ben]).await;
    // The buttons name all that they show, so a restart takes nothing from them.
    let alone = own_replay(&world, "Cyd", &channel, "move ").await;
    world.restart().await;
    world.press("Ada", &channel, &shared, "Back").await;
    let back = world.sees("Dee", &channel, "· move 1 of").await;
    assert_eq!(back["id"], shared["id"]);
    world.press("Cyd", &channel, &alone, "First").await;
    own_replay(&world, "Cyd", &channel, "before the first of").await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd", "Dee"], &[]).await;
}

/// Cyd, who did not play, steps to both ends, looks from a seat, and jumps.
async fn step_alone(world: &World, channel: &str, code: &str, played: usize) {
    world.command("Cyd", channel, "replay", json!({"match": code})).await;
    let first = own_replay(world, "Cyd", channel, "before the first of").await;
    assert!(id_of(&first, "Back").is_none() && id_of(&first, "Next").is_some(), "{}", text(&first));
    world.press("Cyd", channel, &first, "Next").await;
    let next = own_replay(world, "Cyd", channel, "· move 1 of").await;
    assert_eq!((&next["id"], blocks(&next)), (&first["id"], 1), "{}", text(&next));
    pick(world, "Cyd", channel, &next, "From which seat…", "1").await;
    let seat = world.wait("Cyd", channel, "Ben's hand", |m| m["id"] == first["id"] && blocks(m) == 2).await;
    let heading = |m: &Value| text(m).split("```").next().unwrap().to_owned();
    assert!(heading(&seat).contains("As Ben saw it") && !heading(&next).contains("saw it"), "{}", text(&seat));
    world.press("Cyd", channel, &seat, "Last").await;
    let last = world.wait("Cyd", channel, "the end", |m| m["id"] == first["id"] && id_of(m, "Last").is_none()).await;
    let says = text(&last);
    let all: usize = says.split("move ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(all >= played && says.contains(&format!("move {all} of {all} ")), "{says}");
    assert!(says.contains("wins the match") || says.contains("first place"), "{says}");
    pick(world, "Cyd", channel, &last, "Jump to…", "0").await;
    own_replay(world, "Cyd", channel, "before the first of").await;
    world.command("Cyd", channel, "replay", json!({"match": format!("`{}`", code.to_uppercase()), "at": "3"})).await;
    let third = own_replay(world, "Cyd", channel, "· move 3 of").await;
    assert_ne!(third["id"], first["id"], "each command has an answer of its own");
    for (at, says) in [("9999", format!("from 1 to {all}")), ("hand 99", format!("from 1 to {all}"))] {
        world.command("Cyd", channel, "replay", json!({"match": code, "at": at})).await;
        world.sees("Cyd", channel, &says).await;
    }
    world.command("Cyd", channel, "replay", json!({"match": "my last one"})).await;
    world.sees("Cyd", channel, "is no match's code").await;
    world.command("Cyd", channel, "replay", json!({"match": "zzzzzz"})).await;
    world.sees("Cyd", channel, "No match has that code.").await;
    // Those who played begin at their own seat.
    world.command("Ada", channel, "replay", json!({"match": code, "at": "end"})).await;
    let own = own_replay(world, "Ada", channel, &format!("move {all} of {all} ")).await;
    let chosen = |c: &&Value| c["default"] == true;
    let options = components(&own).into_iter().find(|c| c["placeholder"] == "From which seat…").unwrap();
    assert_eq!(options["options"].as_array().unwrap().iter().find(chosen).unwrap()["label"], "As Ada saw it");
}

/// Cyd shares a replay, and two others step in the same message, which is returned.
async fn step_together(world: &World, channel: &str, code: &str) -> Value {
    world.command("Cyd", channel, "replay", json!({"match": code})).await;
    let first = own_replay(world, "Cyd", channel, "before the first of").await;
    // Whoever is blocked posts nothing through the bot either.
    let cyd = UserId(world.person("Cyd").await.parse().unwrap());
    let decide = async |what| world.room.store().decide(Deed { at: 1, guild: None, who: None, what }).await.unwrap();
    decide(Decision::Block(cyd)).await;
    world.press("Cyd", channel, &first, "Share").await;
    world.sees("Cyd", channel, "You are blocked here, so I post nothing of yours.").await;
    assert!(world.messages("Dee", channel).await.iter().all(|m| !text(m).contains("replay · table")));
    decide(Decision::Unblock(cyd)).await;
    world.press("Cyd", channel, &first, "Share").await;
    let fits = |says: &'static str| move |m: &Value| !is_ephemeral(m) && text(m).contains(says);
    let shared = world.wait("Dee", channel, "the replay", fits("Anybody may step through it.")).await;
    assert!(id_of(&shared, "Share").is_none() && text(&shared).contains("before the first of"), "{}", text(&shared));
    let mut now = shared.clone();
    for (who, says) in [("Ada", "· move 1 of"), ("Dee", "· move 2 of")] {
        world.press(who, channel, &now, "Next").await;
        now = world.wait("Ben", channel, says, fits(says)).await;
        assert_eq!(now["id"], shared["id"], "one message for all");
        assert!(text(&now).contains("Anybody may step through it."), "{}", text(&now));
    }
    now
}

/// Ada's matches, by whom they were played with; and one of them opened.
async fn list(world: &World, channel: &str, code: &str, [ada, ben]: [&str; 2]) {
    world.command("Ada", channel, "history", json!({})).await;
    let own = world.sees("Ada", channel, "Your matches").await;
    let says = text(&own);
    assert!(is_ephemeral(&own) && says.contains(&format!("- `{code}` **Klaberjass** · ")), "{says}");
    assert!((says.contains("· won ·") || says.contains("· lost ·")) && says.contains("Ben "), "{says}");
    let cyd = world.person("Cyd").await;
    pick(world, "Ada", channel, &own, "Only those with…", &cyd).await;
    let none = world.sees("Ada", channel, "No such match has been finished.").await;
    assert_eq!(none["id"], own["id"]);
    pick(world, "Ada", channel, &none, "Only those with…", ben).await;
    let with = world.wait("Ada", channel, "hers with Ben", |m| m["id"] == own["id"] && text(m).contains(code)).await;
    world.press("Ada", channel, &with, "With anybody").await;
    let all = |m: &Value| m["id"] == own["id"] && text(m).contains(code) && id_of(m, "With anybody").is_none();
    let all = world.wait("Ada", channel, "all of hers", all).await;
    pick(world, "Ada", channel, &all, "Replay…", code).await;
    own_replay(world, "Ada", channel, "before the first of").await;
    world.command("Cyd", channel, "history", json!({"user": ada, "game": "gin-rummy"})).await;
    let none = world.sees("Cyd", channel, "No such match has been finished.").await;
    assert!(text(&none).contains(&format!("Matches of <@{ada}>\n-# Gin Rummy")), "{}", text(&none));
    let offered = world.complete("Ada", channel, "replay", json!({"match": "ben"}), "match").await;
    assert_eq!(offered, [code]);
    assert_eq!(world.complete("Cyd", channel, "replay", json!({"match": ""}), "match").await, [""; 0]);
    let places = world.complete("Ada", channel, "replay", json!({"match": code, "at": ""}), "at").await;
    assert!(places.len() >= 2 && places[0] == "0", "{places:?}");
    let typed = world.complete("Ada", channel, "replay", json!({"match": code, "at": "2"}), "at").await;
    assert_eq!(typed[0], "2");
}
