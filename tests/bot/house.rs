//! Lobbies, pages, settings and turn notices.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::{HIDDEN, check_requests, sit_all_down, sit_down};

#[tokio::test(flavor = "multi_thread")]
async fn options_challenges_threads_and_pages() {
    let mut world = World::start().await;
    let (one, two) = (world.channel("one").await, world.channel("two").await);
    // Options, set in the host's panel.
    world.command("Ada", &one, "play", json!({"game": "brain-drain", "private": true})).await;
    let lobby = world.sees("Ada", &one, "Only those invited may join").await;
    world.press("Ben", &one, &lobby, "Join").await;
    world.wait("Ben", &one, "a refusal", is_ephemeral).await;
    world.press("Ada", &one, &lobby, "Options").await;
    world.wait("Ada", &one, "the panel", |m| id_of(m, "Variant").is_some()).await;
    let pick = async |list: &str, value: &str| {
        let panel = world.wait("Ada", &one, list, |m| id_of(m, list).is_some()).await;
        let id = id_of(&panel, list).unwrap();
        world.press_id("Ada", &one, &panel, &id, &[value.to_owned()]).await
    };
    assert_eq!(pick("Variant", "high").await["outcome"], "answered");
    world.sees("Ada", &one, "Brain Drain · High").await;
    // A form that was closed unsent can be opened again.
    let panel = world.wait("Ada", &one, "the panel", |m| id_of(m, "House rules…").is_some()).await;
    let unsent = world.press("Ada", &one, &panel, "House rules…").await;
    assert_eq!(unsent["outcome"], "modal", "{unsent}");
    let typed = unsent["modal"]["components"].as_array().unwrap().iter().find(|c| c["component"]["type"] == 4).unwrap();
    let numbers = typed["component"]["value"].as_str().unwrap().replace("Cards to win: 12", "Cards to win: 3");
    let wrong = format!("{numbers}\nCards to win: many");
    world.change("Ada", &one, &panel, "House rules…", json!({"checks0": ["omit_one"], "typed": wrong})).await;
    // One line that cannot be read costs nothing of the others.
    let panel = world.sees("Ada", &one, "Unchanged: “Cards to win: many”").await;
    assert!(text(&panel).contains("One card may be left out: yes (usually no)"), "{}", text(&panel));
    assert!(text(&panel).contains("Cards to win: 3 (usually 12)"), "{}", text(&panel));
    let ben = world.person("Ben").await;
    assert_eq!(pick("Invite somebody…", &ben).await["outcome"], "answered");
    let invitation = world.sees("Ben", &world.direct("Ben").await, "invites you").await;
    world.press("Ben", &world.direct("Ben").await, &invitation, "Accept").await;
    world.wait("Ada", &one, "Ben's seat", |m| m["id"] == lobby["id"] && text(m).contains("`2` Ben")).await;
    assert!(text(&panel).contains("options"));
    // A guest can read them; so can the host, with the panel that is still open, once the match has begun.
    world.press("Ben", &one, &lobby, "Options").await;
    let read = world.sees("Ben", &one, "Ada sets them, until the match begins.").await;
    assert!(
        text(&read).contains("● One card may be left out: yes (usually no)") && id_of(&read, "Variant").is_none(),
        "{}",
        text(&read)
    );
    world.command("Ada", &one, "table start", json!({})).await;
    assert_eq!(pick("Variant", "classic").await["outcome"], "answered");
    let read = world.sees("Ada", &one, "They hold for the whole match.").await;
    assert!(id_of(&read, "Variant").is_none() && text(&read).contains("Brain Drain · High"), "{}", text(&read));
    // A second table in the same channel is refused, but not one in a thread.
    world.command("Cyd", &one, "play", json!({"game": "brain-drain"})).await;
    world.wait("Cyd", &one, "a refusal", is_ephemeral).await;
    world.command("Cyd", &one, "play", json!({"game": "brain-drain", "thread": true})).await;
    world.sees("Cyd", &one, "is open in").await;
    // Those who play in a thread are its members, so that they find it again.
    let opened = world.wait("Cyd", &one, "the thread", |m| m["room"]["thread"].is_string()).await;
    let thread = opened["room"]["thread"].as_str().unwrap();
    let is_member = async |name: &str| {
        let person = world.person(name).await;
        world.place(thread).await["members"].as_array().unwrap().iter().any(|member| *member == person)
    };
    world.until("the host is a member", async || is_member("Cyd").await).await;
    assert!(!is_member("Ada").await);
    world.command("Ada", thread, "table join", json!({})).await;
    world.until("whoever joins is a member", async || is_member("Ada").await).await;
    // A misspelled section name is answered with the nearest ones.
    world.command("Ben", &two, "rules", json!({"game": "gin-rummy", "topic": "knokcing"})).await;
    let nearest = world.sees("Ben", &two, "no section “knokcing”").await;
    let list = id_of(&nearest, "Which section?").unwrap();
    assert_eq!(world.press_id("Ben", &two, &nearest, &list, &["knocking".to_owned()]).await["outcome"], "answered");
    world.wait("Ben", &two, "the section", |m| m["id"] == nearest["id"] && text(m).contains("3.4 Knocking")).await;
    // If no game is named and none is played here, all can be picked from.
    world.command("Ben", &two, "rules", json!({})).await;
    let which = world.sees("Ben", &two, "The rules of which game?").await;
    let list = id_of(&which, "Which game?").unwrap();
    assert_eq!(world.press_id("Ben", &two, &which, &list, &["klaberjass".to_owned()]).await["outcome"], "answered");
    world.wait("Ben", &two, "the page", |m| m["id"] == which["id"] && text(m).contains("### Klaberjass")).await;
    // A declined challenge closes its table; nobody can challenge themselves or a bot.
    let challenge = |whom: &str| json!({"opponent": whom, "game": HIDDEN.0});
    world.command("Ada", &two, "challenge", challenge(&world.person("Ada").await)).await;
    world.sees("Ada", &two, "cannot challenge yourself").await;
    world.command("Ada", &two, "challenge", challenge(&ben)).await;
    let asked = world.sees("Ben", &two, "**Ada** challenges").await;
    world.press("Ben", &two, &asked, "Decline").await;
    let closed = world.sees("Ada", &two, "closed. Ben declined.").await;
    assert!(text(&closed).contains("`/challenge` asks again"), "{}", text(&closed));
    let off = world.sees("Ada", &world.direct("Ada").await, "Ben declined.").await;
    assert!(text(&off).contains("Your challenge at Gin Rummy"), "{}", text(&off));
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
async fn for_a_challenge_only_options_are_offered_that_two_can_play_with() {
    let (mut world, channel) = World::with_channel().await;
    let players = json!({"game": "gin-rummy", "options": "players="});
    let all = world.complete("Ada", &channel, "play", players.clone(), "options").await;
    assert_eq!(all, ["players=2", "players=3", "players=4"]);
    let for_two = world.complete("Ada", &channel, "challenge", players, "options").await;
    assert_eq!(for_two, ["players=2"]);
    world.stop().await;
}

/// The marked line of each list in a settings panel, without the name of the list.
fn marked(panel: &Value) -> Vec<String> {
    let label = |list: &Value| {
        let line = list["options"].as_array()?.iter().find(|line| line["default"] == true)?;
        Some(line["label"].as_str()?.split_once(": ")?.1.to_owned())
    };
    components(panel).iter().filter_map(label).collect()
}

/// Each option is a change of its own, and none undoes another.
#[tokio::test(flavor = "multi_thread")]
async fn settings_that_are_changed_at_once_all_hold() {
    let (mut world, channel) = World::with_channel().await;
    let (world_ref, place) = (&world, channel.as_str());
    let changes = [("boards", "text"), ("theme", "light"), ("hands", "button"), ("notices", "off")];
    let commands = changes.map(|(option, value)| async move {
        world_ref.command("Ada", place, "settings me", json!({ option: value })).await;
    });
    futures_util::future::join_all(commands).await;
    world.command("Ada", &channel, "settings me", json!({})).await;
    let panel = world.wait("Ada", &channel, "the panel", |m| text(m).contains("Settings for you")).await;
    let all = ["text", "light", "by the My hand button only", "off"];
    assert_eq!(marked(&panel), all);

    // The panel changes them as well.
    let list = id_of(&panel, "Turn notices").unwrap();
    assert_eq!(world.press_id("Ada", &channel, &panel, &list, &["server".to_owned()]).await["outcome"], "answered");
    let panel = world.wait("Ada", &channel, "the change", |m| text(m).contains("Saved")).await;
    assert_eq!(marked(&panel)[3], "after 45 seconds, as the server has it");
    // A restart forgets nothing of it.
    world.restart().await;
    world.command("Ada", &channel, "settings me", json!({})).await;
    let anew = |m: &Value| m["id"] != panel["id"] && text(m).contains("Settings for you");
    let panel = world.wait("Ada", &channel, "the panel", anew).await;
    assert_eq!(
        marked(&panel),
        ["text", "light", "by the My hand button only", "after 45 seconds, as the server has it"]
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turn_notices_can_be_turned_off() {
    let (mut world, channel) = World::with_channel().await;
    for name in ["Ada", "Ben"] {
        world.command(name, &channel, "settings me", json!({"notices": "off"})).await;
        world.wait(name, &channel, "the panel", |m| marked(m).last().is_some_and(|notices| notices == "off")).await;
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
async fn t6_whoever_chose_it_is_told_of_a_race_without_a_sound() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ben", &channel, "settings me", json!({"notices": "now"})).await;
    world.sees("Ben", &channel, "Turn notices").await;
    sit_down(&world, &channel, "brain-drain", "").await;
    let race = world.sees("Cyd", &channel, "anyone may answer: make ").await;
    let ben = format!("<@{}>", world.person("Ben").await);
    assert!(text(&race).starts_with(&ben), "only who wants it is told: {}", text(&race));
    assert_ne!(race["flags"].as_u64().unwrap() & 1 << 12, 0, "nobody hears it");
    tokio::time::sleep(Duration::from_millis(500)).await;
    let told = |m: &&Value| text(m).contains("anyone may answer");
    assert_eq!(world.messages("Cyd", &channel).await.iter().filter(told).count(), 1);
    // The next target is another race.
    for name in ["Ada", "Ben"] {
        world.command(name, &channel, "move", json!({"move": "pass"})).await;
    }
    let anew = |m: &Value| text(m).contains("anyone may answer") && m["id"] != race["id"];
    world.wait("Cyd", &channel, "the next race", anew).await;
    world
        .until("the first is gone", async || {
            world.messages("Cyd", &channel).await.iter().all(|m| m["id"] != race["id"])
        })
        .await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_table_of_four_hand_gin_pings_whom_it_waits_for() {
    let (mut world, channel) = World::with_channel().await;
    let four_hand = json!({"game": "gin-rummy", "variant": "four-hand"});
    sit_all_down(&world, &channel, &["Ada", "Ben", "Cyd", "Dee"], four_hand).await;
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
    // What resigning means for those who have partners.
    for name in ["Dee", "Ada"] {
        world.command(name, &channel, "table resign", json!({})).await;
        let sure = world.sees(name, &channel, "Give this match up? Your side plays on").await;
        world.press(name, &channel, &sure, "Resign").await;
        world.sees("Ben", &channel, &format!("{name} resigned")).await;
    }
    world.command("Dee", &channel, "table resign", json!({})).await;
    world.sees("Dee", &channel, "You have given this match up already.").await;
    // Dee wins with her partner.
    world.command("Cyd", &channel, "table resign", json!({})).await;
    world.sees("Cyd", &channel, "Give this match up? It ends, and Ben and Dee win.").await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_a_match_under_way_is_asked_for_twice_and_a_lobby_says_when_it_is_full() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    world.command("Ada", &channel, "table resign", json!({})).await;
    world.sees("Ada", &channel, "`/table leave` gives your seat back").await;
    world.press("Ada", &channel, &lobby, "Options").await;
    let panel = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Variant").is_some()).await;
    world.press("Ben", &channel, &lobby, "Join").await;
    let full = world.wait("Cyd", &channel, "a full lobby", |m| text(m).contains("[Full]")).await;
    assert!(id_of(&full, "Full").is_none() && id_of(&full, "Join").is_none(), "nobody can press it");
    world.press("Ada", &channel, &full, "Start").await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some()).await;
    // Nobody can be sent away from a match; the refusal says what can be done instead.
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
    more_closes_no_match_at_once(&world, &channel).await;
    world.press("Ada", &channel, &sure, "Close the table").await;
    world.sees("Ada", &channel, "Ada closed the table").await;
    // A panel that is still open does not claim that its options are in force.
    let variant = id_of(&panel, "Variant").unwrap();
    world.press_id("Ada", &channel, &panel, &variant, &["oklahoma".to_owned()]).await;
    world.sees("Ada", &channel, "This table is closed.").await;
    // Partners are told which seats to take. A lobby closes at once.
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

/// What "More…" offers to those who play or look on. If the host closes the table there, that is asked for twice as well.
async fn more_closes_no_match_at_once(world: &World, channel: &str) {
    let board = world.wait("Ada", channel, "the board", |m| id_of(m, "More…").is_some()).await;
    world.press("Cyd", channel, &board, "More…").await;
    let looks_on = world.wait("Cyd", channel, "all else", |m| is_ephemeral(m) && id_of(m, "Rules").is_some()).await;
    for not_theirs in ["My hand", "Resign", "Close the table"] {
        assert!(id_of(&looks_on, not_theirs).is_none(), "{}", text(&looks_on));
    }
    world.press("Ada", channel, &board, "More…").await;
    let more = world.wait("Ada", channel, "all else", |m| id_of(m, "Resign").is_some()).await;
    world.press("Ada", channel, &more, "Close the table").await;
    let asks = |m: &Value| m["id"] == more["id"] && text(m).contains("Close this table?");
    world.wait("Ada", channel, "the question", asks).await;
    assert!(world.room.at(upcard::tables::ChannelId(channel.parse().unwrap())).await.unwrap().is_some(), "not yet");
}

/// The host of a challenge is told once that it is off, however often people look; closing a match is another
/// matter.
#[tokio::test(flavor = "multi_thread")]
async fn that_a_challenge_is_off_is_told_once_and_of_nothing_else() {
    let mut world = World::start().await;
    let (one, two) = (world.channel("one").await, world.channel("two").await);
    let direct = world.direct("Ada").await;
    let ben = world.person("Ben").await;
    for (channel, answer) in [(&one, "Accept"), (&two, "Decline")] {
        world.command("Ada", channel, "challenge", json!({"opponent": ben, "game": HIDDEN.0})).await;
        let asked = world.sees("Ben", channel, "**Ada** challenges").await;
        world.press("Ben", channel, &asked, answer).await;
    }
    world.wait("Ada", &one, "the board", |m| id_of(m, "My hand").is_some()).await;
    // Nothing was played: it closes at once.
    world.command("Ada", &one, "table end", json!({})).await;
    world.sees("Ada", &one, "Ada closed the table").await;
    world.sees("Ada", &direct, "is off").await;
    for _ in 0..2 {
        // Longer than a presenter stays awake.
        tokio::time::sleep(Duration::from_millis(800)).await;
        world.command("Ben", &two, "board", json!({})).await;
    }
    world.stop().await;
    let off = world.messages("Ada", &direct).await.iter().filter(|m| text(m).contains("is off")).count();
    assert_eq!(off, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn q19_who_was_sent_away_is_let_back_in_from_the_panel() {
    let (mut world, channel) = World::with_channel().await;
    let ben = world.person("Ben").await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    world.sees("Ada", &channel, "Ben joined.").await;
    world.command("Ada", &channel, "table kick", json!({"player": ben})).await;
    world.sees("Ada", &channel, "Ada sent Ben away.").await;
    let lobby = world.sees("Ben", &channel, "Ada sent Ben away.").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    let refused = world.sees("Ben", &channel, "Its host, Ada, can let you back in").await;
    assert!(is_ephemeral(&refused));
    world.command("Ben", &channel, "table join", json!({})).await;
    let again = |m: &Value| text(m).contains("can let you back in") && m["id"] != refused["id"];
    world.wait("Ben", &channel, "the same by command", again).await;
    world.press("Ada", &channel, &lobby, "Options").await;
    let panel = world.wait("Ada", &channel, "the panel", |m| id_of(m, "Let somebody back in…").is_some()).await;
    let list = id_of(&panel, "Let somebody back in…").unwrap();
    world.press_id("Ada", &channel, &panel, &list, std::slice::from_ref(&ben)).await;
    world.sees("Ben", &channel, "Ada let Ben back in.").await;
    world.press("Ben", &channel, &lobby, "Join").await;
    world.wait("Ada", &channel, "a full lobby", |m| text(m).contains("[Full]")).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben"], &[]).await;
}
