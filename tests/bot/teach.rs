//! *Teach me*, as somebody uses it who does not know the game: a practice hand by presses alone.

use serde_json::{Value, json};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::check_requests;

fn is_practice(message: &Value) -> bool {
    is_ephemeral(message) && text(message).contains(" · practice\n")
}

fn is_over(message: &Value) -> bool {
    is_practice(message) && id_of(message, "Another practice hand").is_some()
}

/// What a newcomer presses: what stands out, else the first thing there is; every third time what the house would do.
fn next(message: &Value, turn: usize) -> (String, Vec<String>) {
    let pressed = |label| id_of(message, label).map(|id| (id, Vec::new()));
    if let Some(found) = pressed("Play that").or_else(|| pressed("Hint").filter(|_| turn.is_multiple_of(3))) {
        return found;
    }
    let all = components(message);
    let of_game = |c: &&Value| {
        let id = c["custom_id"].as_str().unwrap_or_default();
        c["disabled"] != true && ["1learn:1s", "1learn:1f", "1learn:1c"].iter().any(|kind| id.starts_with(kind))
    };
    let best = all.iter().filter(of_game).max_by_key(|c| (c["style"] == 1, c["type"] == 3, c["label"] != "↩ Back"));
    let best = best.unwrap_or_else(|| panic!("nothing to press in\n{}", text(message)));
    let values = best["options"][0]["value"].as_str().map(str::to_owned).into_iter().collect();
    (best["custom_id"].as_str().unwrap().to_owned(), values)
}

/// Plays on until the hand is over; returns what was read on the way.
async fn plays_through(world: &World, who: &str, place: &str, first: &Value) -> (Value, String) {
    let (mut now, mut read) = (first.clone(), text(first));
    for turn in 1..300 {
        if is_over(&now) {
            return (now, read);
        }
        let (id, values) = next(&now, turn);
        assert!(id.starts_with("1learn:"), "{id}");
        let before = now.clone();
        let answer = world.press_id(who, place, &now, &id, &values).await;
        assert_ne!(answer["outcome"], "failed", "{id} on\n{}: {answer}", text(&now));
        let changed = |m: &Value| m["id"] == before["id"] && m["components"] != before["components"];
        now = world.wait(who, place, "what follows", changed).await;
        read.push_str(&text(&now));
    }
    panic!("it does not end:\n{}", text(&now));
}

/// Each button and list of the game stands under a line that says why one would press it.
fn explains_its_buttons(message: &Value) {
    let said = text(message);
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("- **")).collect();
    assert!(!lines.is_empty(), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_new_is_taken_through_a_hand_of_three_games_and_goes_on_at_a_real_table() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({})).await;
    let shelf = world.sees("Ada", &channel, "What shall it be?").await;
    let lessons = id_of(&shelf, "Teach me…").unwrap();
    world.press_id("Ada", &channel, &shelf, &lessons, &["gin-rummy".to_owned()]).await;
    let first = world.wait("Ada", &channel, "a practice hand", is_practice).await;
    assert!(
        text(&first).contains("Collect **sets**") && text(&first).contains("nothing of it counts"),
        "{}",
        text(&first)
    );
    explains_its_buttons(&first);
    let (gin, read) = plays_through(&world, "Ada", &channel, &first).await;
    assert!(
        read.contains("Whoever passes leaves it to the other")
            || read.contains("whoever passes leaves it to the other"),
        "{read}"
    );
    assert!(text(&gin).contains("That was a hand.") && read.contains("**Discard**: "), "{}", text(&gin));

    // From the page of rules, and from help about a game; in a direct message, too.
    world.command("Ben", &channel, "rules", json!({"game": "crazy-eights"})).await;
    let rules = world.wait("Ben", &channel, "rules", |m| id_of(m, "Teach me").is_some()).await;
    world.press("Ben", &channel, &rules, "Teach me").await;
    let first = world.wait("Ben", &channel, "a practice hand", is_practice).await;
    let (_, read) = plays_through(&world, "Ben", &channel, &first).await;
    assert!(read.contains("Whoever is out scores") && read.contains("The house would, in your place:"), "{read}");
    let direct = world.direct("Cyd").await;
    world.command("Cyd", &direct, "settings me", json!({"boards": "text"})).await;
    world.command("Cyd", &direct, "help", json!({"topic": "key-of-the-door"})).await;
    let help = world.wait("Cyd", &direct, "help", |m| id_of(m, "Teach me").is_some()).await;
    world.press("Cyd", &direct, &help, "Teach me").await;
    let first = world.wait("Cyd", &direct, "a practice hand", is_practice).await;
    let (key, read) = plays_through(&world, "Cyd", &direct, &first).await;
    assert!(read.contains("**Steal**: ") && text(&key).contains("in a server's channel opens a table"), "{read}");
    assert!(id_of(&key, "Now for real").is_none(), "tables are opened in channels");

    // Nobody else has seen any of it, and there is no table yet.
    assert!(world.messages("Dee", &channel).await.iter().all(|m| !text(m).contains("practice")));
    world.press("Ada", &channel, &gin, "Now for real").await;
    world.wait("Dee", &channel, "a table", |m| text(m).contains("Gin Rummy") && id_of(m, "My hand").is_some()).await;
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_explained_and_a_restart_ends_the_hand() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "help", json!({"topic": "brain-drain"})).await;
    let help = world.wait("Ada", &channel, "help", |m| id_of(m, "Teach me").is_some()).await;
    world.press("Ada", &channel, &help, "Teach me").await;
    let first = world.wait("Ada", &channel, "a practice hand", is_practice).await;
    assert!(text(&first).contains("**Answer**: ") && text(&first).contains("**Pass**: "), "{}", text(&first));
    let form = world.press("Ada", &channel, &first, "Answer…").await;
    world.fill("Ada", &channel, &form, "eight").await;
    let slip = world.sees("Ada", &channel, "**Not so:** ").await;
    assert!(text(&slip).contains("You typed: `eight`"), "{}", text(&slip));
    world.fill("Ada", &channel, &world.press("Ada", &channel, &first, "Answer…").await, "1+1").await;
    world.sees("Ada", &channel, "forgetting one is forgiven").await;
    world.press("Ada", &channel, &first, "Pass").await;
    let after = world
        .wait("Ada", &channel, "what follows", |m| is_practice(m) && !text(m).contains("Here nobody hurries"))
        .await;
    // A restart ends it, and that is said.
    world.restart().await;
    let pass = components(&after)
        .iter()
        .find_map(|c| c["custom_id"].as_str().filter(|id| id.starts_with("1learn:1s")).map(str::to_owned));
    world.press_id("Ada", &channel, &after, &pass.unwrap(), &[]).await;
    world.sees("Ada", &channel, "**Teach me** deals another one.").await;
    world.stop().await;
    check_requests(&world, &["Ada"], &[]).await;
}
