//! The puzzle of the day: one for everybody, by midnight UTC, once for each person, and nothing of it before others.

use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

use engine::brain_drain::expr::pretty;
use engine::daily::{DailySum, begins, day_of, number};
use serde_json::{Value, json};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::check_requests;

const HOUR: i64 = 3600 * 1000;

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

/// From now on it is this long before midnight UTC, on a day that is returned.
fn before_midnight(world: &World, ms: i64) -> u32 {
    let day = day_of(now()) + 1;
    world.ahead.store(begins(day + 1) - ms - now(), Ordering::Relaxed);
    day
}

async fn opened(world: &World, who: &str, place: &str, day: u32) -> Value {
    world.command(who, place, "daily", json!({})).await;
    let puzzle = world.sees(who, place, &format!("### Daily puzzle {}\n", number(day))).await;
    assert!(is_ephemeral(&puzzle), "{puzzle}");
    puzzle
}

async fn answers(world: &World, who: &str, place: &str, puzzle: &Value, answer: &str) {
    let form = world.press(who, place, puzzle, "Answer…").await;
    world.fill(who, place, &form, answer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sum_is_the_same_for_all_timed_once_and_a_shared_result_hides_it() {
    let (mut world, channel) = World::with_channel().await;
    let day = before_midnight(&world, 12 * HOUR);
    let sum = DailySum::of(day);
    let puzzle = opened(&world, "Ada", &channel, day).await;
    assert!(text(&puzzle).contains(&sum.in_words()) && text(&puzzle).contains("Your time runs since <t:"));
    let direct = world.direct("Ben").await;
    let bens = opened(&world, "Ben", &direct, day).await;
    assert!(text(&bens).contains(&sum.question()), "{}", text(&bens));
    assert!(id_of(&bens, "Table of the day").is_none(), "there is no server in direct messages");
    // What cannot be read costs nothing; the same wrong answer counts once, whichever device it comes from.
    answers(&world, "Ada", &channel, &puzzle, "eight").await;
    world.sees("Ada", &channel, "is no part of an answer").await;
    for _ in 0..2 {
        answers(&world, "Ada", &channel, &puzzle, "1+1").await;
        world.sees("Ada", &channel, "Not right so far: 1+1.").await;
    }
    // Two devices: the first right answer counts, and what comes later finds it solved.
    let again = opened(&world, "Ada", &channel, day).await;
    assert_ne!(again["id"], puzzle["id"]);
    let (one, other) =
        (world.press("Ada", &channel, &puzzle, "Answer…"), world.press("Ada", &channel, &again, "Answer…"));
    let (one, other) = tokio::join!(one, other);
    let way = &sum.ways()[0];
    let bracketed = format!("({way})");
    tokio::join!(world.fill("Ada", &channel, &one, way), world.fill("Ada", &channel, &other, &bracketed));
    let is_solved = |m: &Value| text(m).contains("**Solved in ") && text(m).contains(", 2 tries");
    for message in [&puzzle, &again] {
        world.wait("Ada", &channel, "that it is solved", |m| m["id"] == message["id"] && is_solved(m)).await;
    }
    let solved = world.wait("Ada", &channel, "that it is solved", is_solved).await;
    assert!(text(&solved).contains("Your streak: 1 day.") && id_of(&solved, "Answer…").is_none(), "{}", text(&solved));
    // Shared once, by whichever press comes first; it says how long and how often, and nothing else.
    let id = id_of(&solved, "Share").unwrap();
    let share = || world.press_id("Ada", &channel, &solved, &id, &[]);
    tokio::join!(share(), share());
    world.sees("Ada", &channel, "You have shared it already.").await;
    let shared = world.sees("Cyd", &channel, &format!("**Upcard daily {}**", number(day))).await;
    assert!(text(&shared).contains("2 tries 🟥🟩 · streak 1"), "{}", text(&shared));
    let public = world.messages("Cyd", &channel).await;
    assert_eq!(public.iter().filter(|m| text(m).contains("Upcard daily")).count(), 1);
    for message in &public {
        let seen = message.to_string();
        let ways = sum.ways().iter().flat_map(|way| [way.clone(), pretty(way)]);
        for secret in ways.chain([sum.question(), sum.cards(), "Not right so far".to_owned()]) {
            assert!(!seen.contains(&secret), "{secret} in {seen}");
        }
    }
    for component in components(&puzzle).iter().chain(&components(&shared)) {
        if let Some(id) = component["custom_id"].as_str() {
            assert!(id.starts_with(&format!("1daily:{day}:")) && id.len() < 24, "it names the day and no more: {id}");
        }
    }
    // Whoever reads it opens their own, and the table has those who solved it on this server.
    world.press("Cyd", &channel, &shared, "Today's puzzle").await;
    let cyds = world.sees("Cyd", &channel, "Your time runs since").await;
    world.press("Cyd", &channel, &cyds, "Table of the day").await;
    let table = world.sees("Cyd", &channel, "1 person solved it here").await;
    assert!(is_ephemeral(&table) && text(&table).contains(&format!("<@{}>", world.person("Ada").await)));
    // It survives a restart: neither time nor result begins anew.
    world.restart().await;
    let again = opened(&world, "Ada", &channel, day).await;
    assert!(is_solved(&again), "{}", text(&again));
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_ends_at_midnight_utc_and_with_it_streaks_of_those_who_missed_it() {
    let (mut world, channel) = World::with_channel().await;
    let day = before_midnight(&world, HOUR);
    let sum = DailySum::of(day);
    let puzzle = opened(&world, "Ada", &channel, day).await;
    // The reader's own clock says when the next one comes.
    assert!(text(&puzzle).contains(&format!("midnight UTC, <t:{}:t>", begins(day + 1) / 1000)), "{}", text(&puzzle));
    answers(&world, "Ada", &channel, &puzzle, &sum.ways()[0]).await;
    world.sees("Ada", &channel, "Your streak: 1 day.").await;
    let bens = opened(&world, "Ben", &channel, day).await;
    let bens_form = world.press("Ben", &channel, &bens, "Answer…").await;
    let cyds = opened(&world, "Cyd", &channel, day).await;
    world.press("Cyd", &channel, &cyds, "Give up").await;
    let sure = world.sees("Cyd", &channel, "does not count as solved.").await;
    world.press("Cyd", &channel, &sure, "Back to it").await;
    let back = world.wait("Cyd", &channel, "the puzzle again", |m| id_of(m, "Give up").is_some()).await;
    world.press("Cyd", &channel, &back, "Give up").await;
    world.press("Cyd", &channel, &world.sees("Cyd", &channel, "does not count as solved.").await, "Yes, give up").await;
    let given = world.sees("Cyd", &channel, "You have given up.").await;
    let tells = |m: &Value| sum.ways().iter().any(|way| text(m).contains(&pretty(way)));
    assert!(!tells(&given), "the ways are for tomorrow: {}", text(&given));
    // Midnight passes while Ben's form is open.
    world.ahead.fetch_add(2 * HOUR, Ordering::Relaxed);
    world.fill("Ben", &channel, &bens_form, &sum.ways()[0]).await;
    world.sees("Ben", &channel, "That day is over: it ended at midnight UTC.").await;
    let next = opened(&world, "Ben", &channel, day + 1).await;
    assert!(!text(&next).contains("Your streak"), "{}", text(&next));
    world.press("Ben", &channel, &next, "Yesterday's ways").await;
    let ways = world.sees("Ben", &channel, "You did not solve it before midnight UTC.").await;
    assert!(is_ephemeral(&ways) && sum.ways().iter().all(|way| text(&ways).contains(&pretty(way))), "{}", text(&ways));
    // Ada's goes on, and ends with a day that she does not solve.
    let next = opened(&world, "Ada", &channel, day + 1).await;
    assert!(text(&next).contains("Your streak: 1 day; this one would be the next."), "{}", text(&next));
    answers(&world, "Ada", &channel, &next, &DailySum::of(day + 1).ways()[0]).await;
    world.sees("Ada", &channel, "Your streak: 2 days.").await;
    world.ahead.fetch_add(48 * HOUR, Ordering::Relaxed);
    let later = opened(&world, "Ada", &channel, day + 3).await;
    assert!(!text(&later).contains("Your streak"), "{}", text(&later));
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hand_takes_one_card_and_tells_what_the_hard_house_thinks_of_it() {
    let (mut world, channel) = World::with_channel().await;
    let day = before_midnight(&world, 12 * HOUR);
    let hand = world.room.hand_of_the_day(day).await.unwrap();
    let mut asked = Vec::new();
    for _ in 0..2 {
        let puzzle = opened(&world, "Ada", &channel, day).await;
        world.press("Ada", &channel, &puzzle, "What would you discard?").await;
        let hand = |m: &Value| m["id"] == puzzle["id"] && id_of(m, "Discard…").is_some();
        asked.push(world.wait("Ada", &channel, "the hand", hand).await);
    }
    assert!(is_ephemeral(&asked[0]) && text(&asked[0]).contains(&hand.in_words()), "{}", text(&asked[0]));
    let other = hand.cards().iter().find(|card| **card != hand.best().card).unwrap();
    let told = format!("The hard house would discard **{}**. ", hand.best().card.pretty());
    let own = format!("You picked **{}**", other.pretty());
    // Of two devices the first one counts.
    for (asked, card) in asked.iter().zip([other, &hand.best().card]) {
        let id = id_of(asked, "Discard…").unwrap();
        world.press_id("Ada", &channel, asked, &id, &[card.to_string()]).await;
        let verdict = |m: &Value| m["id"] == asked["id"] && text(m).contains(&told) && text(m).contains(&own);
        world.wait("Ada", &channel, "the verdict", verdict).await;
    }
    world.stop().await;
    check_requests(&world, &["Ada"], &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_wants_it_is_told_once_a_day_and_nobody_is_pinged() {
    let (mut world, channel) = World::with_channel().await;
    let day = before_midnight(&world, HOUR);
    let sum = DailySum::of(day);
    world.command("Ben", &channel, "settings server", json!({"daily": "here"})).await;
    world.sees("Ben", &channel, "**Manage Server**").await;
    world.command("Ada", &channel, "settings server", json!({"daily": "here"})).await;
    let panel = world.sees("Ada", &channel, "**Daily puzzle** announced in <#").await;
    assert!(text(&panel).contains("set: the puzzle of the day announced in <#"), "{}", text(&panel));
    let puzzle = opened(&world, "Ada", &channel, day).await;
    answers(&world, "Ada", &channel, &puzzle, &sum.ways()[0]).await;
    world.sees("Ada", &channel, "**Solved in ").await;
    let posts = async |world: &World| {
        let all = world.messages("Cyd", &channel).await;
        all.into_iter().filter(|m| text(m).contains("Your time runs from when you open it.")).collect::<Vec<_>>()
    };
    assert!(posts(&world).await.is_empty(), "not on the day on which it was chosen");
    world.ahead.fetch_add(2 * HOUR, Ordering::Relaxed);
    let post = world.sees("Cyd", &channel, &format!("### Daily puzzle {}\n", number(day + 1))).await;
    assert!(text(&post).contains("Yesterday 1 person solved it here, the fastest in "), "{}", text(&post));
    let sent = world.recorder.all().into_iter().find(|sent| {
        let says = |body: &Value| body.to_string().contains("Your time runs from when you open it.");
        sent.path.ends_with("/messages") && sent.body.as_ref().is_some_and(says)
    });
    assert_eq!(sent.unwrap().body.unwrap()["allowed_mentions"], json!({"parse": [], "users": []}));
    assert!(!post.to_string().contains(&DailySum::of(day + 1).question()));
    // A start on the same day, and a database that was written before that was noted, bring no second one.
    world.restart().await;
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    assert_eq!(posts(&world).await.len(), 1);
    world.press("Cyd", &channel, &post, "Open it").await;
    world.sees("Cyd", &channel, "Your time runs since").await;
    world.command("Ada", &channel, "settings server", json!({"daily": "off"})).await;
    world.sees("Ada", &channel, "**Daily puzzle** announced nowhere").await;
    world.ahead.fetch_add(24 * HOUR, Ordering::Relaxed);
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    assert_eq!(posts(&world).await.len(), 1);
    world.stop().await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}
