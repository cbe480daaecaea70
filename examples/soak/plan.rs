//! What happens when.

use std::sync::Arc;
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reqwest::Method;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::bot::Bot;
use crate::link::Order;
use crate::memory::Stretch;
use crate::people::Corner;
use crate::program::PATIENCE;
use crate::room::Scene;

/// How often the process is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Reads `90s`, `30m` or `2h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is no time: write 90s, 30m or 2h");
    let (number, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(wrong)?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return Err(wrong()),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    if number == 0 || number > 1000 { Err(wrong()) } else { Ok(Duration::from_secs(number * seconds)) }
}

/// Kills, a long stretch without any, kills again. Returns what was seen in the long stretch.
pub async fn carry_out(scene: &Arc<Scene>, bot: &Arc<Bot>, time: Duration, seed: u64) -> Stretch {
    let begun = Instant::now();
    let (open, closed) = watch::channel(true);
    scene.troubles.on.send_replace(true);
    let mut corners = JoinSet::new();
    for number in 0..scene.channels.len() {
        corners.spawn(Corner::new(scene, &closed, number, seed).run());
    }
    let mut around = JoinSet::new();
    around.spawn(break_links(Arc::clone(scene), ChaCha8Rng::seed_from_u64(seed + 1)));
    around.spawn(moderate(Arc::clone(scene), ChaCha8Rng::seed_from_u64(seed + 2)));
    let mut chance = ChaCha8Rng::seed_from_u64(seed + 3);
    kill_until(scene, bot, begun + time / 4, &mut chance).await;
    let stretch = watch_until(scene, bot, begun + time * 7 / 8).await;
    kill_until(scene, bot, begun + time, &mut chance).await;
    // People end what they are about; then nothing goes wrong any more, and what is owed comes.
    open.send_replace(false);
    around.shutdown().await;
    scene.troubles.on.send_replace(false);
    let ended = async { while corners.join_next().await.is_some_and(|ended| ended.is_ok()) {} };
    if tokio::time::timeout(PATIENCE * 2, ended).await.is_err() || !corners.is_empty() {
        scene.books.complain("somebody still waits for the bot, or gave up on it".to_owned());
    }
    scene.house.online().await;
    sleep(Duration::from_secs(2)).await;
    stretch
}

async fn kill_until(scene: &Scene, bot: &Bot, end: Instant, chance: &mut ChaCha8Rng) {
    loop {
        let pause = Duration::from_millis(chance.random_range(2_000..15_000));
        if Instant::now() + pause >= end {
            return sleep_until(end).await;
        }
        sleep(pause).await;
        bot.look();
        scene.troubles.gone("killed");
        bot.replace();
        scene.bot().await;
    }
}

async fn watch_until(scene: &Scene, bot: &Bot, end: Instant) -> Stretch {
    let (mut stretch, before, process) = (Stretch::default(), scene.books.played(), bot.id());
    while Instant::now() < end {
        bot.look();
        stretch.look(process);
        sleep(LOOK).await;
    }
    stretch.moves = scene.books.played() - before;
    stretch
}

/// Every now and then the connection to the gateway breaks, in one way or another.
async fn break_links(scene: Arc<Scene>, mut chance: ChaCha8Rng) {
    let orders = [
        Order::Close(1001),
        Order::Close(4000),
        Order::Close(4009),
        Order::Cut,
        Order::Reconnect,
        Order::Invalid { resumable: true },
        Order::Invalid { resumable: false },
    ];
    loop {
        sleep(Duration::from_millis(chance.random_range(8_000..30_000))).await;
        scene.bot().await;
        let order = *orders.choose(&mut chance).unwrap();
        // Nobody listens while the bot is away.
        let _ = scene.troubles.orders.send(order);
    }
}

/// Messages and threads are deleted, people change their names and close their direct messages.
async fn moderate(scene: Arc<Scene>, mut chance: ChaCha8Rng) {
    for number in 0_u32.. {
        sleep(Duration::from_millis(chance.random_range(500..4_000))).await;
        let who = scene.people.choose(&mut chance).unwrap();
        let change = format!("/room/people/{}", who.as_str().unwrap());
        match chance.random_range(0..10) {
            0..2 => {
                let name = format!("{} {number}", ["Ada", "Bén", "سيد", "D̃ee", "Éve"].choose(&mut chance).unwrap());
                patch(&scene, &change, json!({"name": name})).await;
                scene.counts.add("new names");
            }
            2 => patch(&scene, &change, json!({"dms_open": chance.random_bool(0.7)})).await,
            3 => delete_thread(&scene, &mut chance).await,
            _ => delete_message(&scene, &mut chance).await,
        }
    }
}

async fn patch(scene: &Scene, path: &str, body: serde_json::Value) {
    scene.house.http.patch(scene.house.url(path)).json(&body).send().await.unwrap();
}

async fn delete_message(scene: &Scene, chance: &mut ChaCha8Rng) {
    let (who, place) = (scene.people.choose(chance).unwrap(), scene.channels.choose(chance).unwrap());
    let place = if chance.random_bool(0.3) { scene.direct(who).await } else { place.clone() };
    let messages = scene.messages(who, &place).await;
    let newest: Vec<_> = messages.iter().rev().take(4).collect();
    let Some(message) = newest.choose(chance) else { return };
    let path = format!("/channels/{}/messages/{}", place.as_str().unwrap(), message["id"].as_str().unwrap());
    if scene.moderate(Method::DELETE, &path).await {
        scene.counts.add("messages deleted");
    }
}

async fn delete_thread(scene: &Scene, chance: &mut ChaCha8Rng) {
    let state = scene.house.get("/room/state").await;
    let threads: Vec<_> = state["channels"].as_array().unwrap().iter().filter(|c| !c["parent"].is_null()).collect();
    let Some(thread) = threads.choose(chance) else { return };
    if scene.moderate(Method::DELETE, &format!("/channels/{}", thread["id"].as_str().unwrap())).await {
        scene.counts.add("threads deleted");
    }
}
