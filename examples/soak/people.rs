//! Those who play: in each channel one table after another, of all games.

use std::sync::Arc;
use std::time::Duration;

use engine::Overrides;
use engine::catalog;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::books::Told;
use crate::room::{Scene, buttons};

/// A match that goes on for longer is given up.
const MOVES: u32 = 250;
/// So often in a row nobody is offered a move before the table counts as over.
const NOBODY: u32 = 3;

pub struct Corner {
    scene: Arc<Scene>,
    open: watch::Receiver<bool>,
    chance: ChaCha8Rng,
    channel: Value,
}

impl Corner {
    pub fn new(scene: &Arc<Scene>, open: &watch::Receiver<bool>, number: usize, seed: u64) -> Self {
        let chance = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(1000) + number as u64);
        Self { scene: Arc::clone(scene), open: open.clone(), chance, channel: scene.channels[number].clone() }
    }

    /// Plays until the room closes.
    pub async fn run(mut self) {
        while *self.open.borrow() {
            let (line, options, players) = self.choose();
            self.scene.command(&players[0], &self.channel, line, options.clone()).await;
            let place = self.place(&options).await;
            for player in &players[1..] {
                self.until_answered(player, &place, "table join").await;
            }
            self.until_answered(&players[0], &place, "table start").await;
            self.scene.counts.add("tables");
            self.play(&players, &place).await;
            // The owner of the server may close whatever is still there.
            if *self.open.borrow() {
                self.scene.surely(&self.scene.people[0], &place, "table end").await;
            }
        }
    }

    /// Which table to open, and who comes.
    fn choose(&mut self) -> (&'static str, Value, Vec<Value>) {
        let game = catalog::games().choose(&mut self.chance).unwrap();
        let variant = game.variants().choose(&mut self.chance).unwrap();
        let counts = game.counts(Some(variant.id), &Overrides::default()).unwrap();
        let seats = *counts.choose(&mut self.chance).unwrap();
        let mut players = self.scene.people.clone();
        players.shuffle(&mut self.chance);
        players.truncate(seats.into());
        let thread = self.chance.random_bool(0.25);
        ("play", json!({"game": game.id(), "variant": variant.id, "seats": seats, "thread": thread}), players)
    }

    /// Where the table is: in the channel, or in its newest thread.
    async fn place(&self, options: &Value) -> Value {
        if options["thread"] != true {
            return self.channel.clone();
        }
        let state = self.scene.house.get("/room/state").await;
        let threads = state["channels"].as_array().unwrap().iter().filter(|c| c["parent"] == self.channel);
        let newest = threads.max_by_key(|c| c["id"].as_str().unwrap().parse::<u64>().unwrap());
        newest.map_or_else(|| self.channel.clone(), |thread| thread["id"].clone())
    }

    async fn until_answered(&self, who: &Value, place: &Value, line: &str) {
        for _ in 0..4 {
            if self.scene.command(who, place, line, json!({})).await["outcome"] != "failed" {
                return;
            }
        }
    }

    async fn play(&mut self, players: &[Value], place: &Value) {
        let (mut moves, mut nobody) = (0, 0);
        while *self.open.borrow() && nobody < NOBODY {
            if moves >= MOVES {
                return self.give_up(players, place).await;
            }
            let mut order: Vec<&Value> = players.iter().collect();
            order.shuffle(&mut self.chance);
            let mut anybody = false;
            for player in order {
                let offered = self.scene.offered(player, place).await;
                let Some(typed) = self.pick(&offered) else { continue };
                anybody = true;
                if self.scene.play(player, place, typed).await == Told::Played {
                    moves += 1;
                }
                self.something_else(player, place).await;
                self.think().await;
                break;
            }
            nobody = if anybody { 0 } else { nobody + 1 };
            if !anybody {
                self.think().await;
            }
        }
        self.scene.counts.add(if *self.open.borrow() { "matches to their end" } else { "left open" });
    }

    /// The likeliest comes first, and leads somewhere; any other is as legal.
    fn pick(&mut self, offered: &[String]) -> Option<String> {
        let likely = self.chance.random_bool(0.5);
        if likely { offered.first().cloned() } else { offered.choose(&mut self.chance).cloned() }
    }

    async fn think(&mut self) {
        sleep(Duration::from_millis(self.chance.random_range(50..500))).await;
    }

    /// One after another resigns, until nothing is left to play.
    async fn give_up(&self, players: &[Value], place: &Value) {
        self.scene.counts.add("matches given up");
        for player in players {
            self.scene.surely(player, place, "table resign").await;
        }
    }

    /// What people do beside playing.
    async fn something_else(&mut self, who: &Value, place: &Value) {
        let scene = Arc::clone(&self.scene);
        let (line, options) = match self.chance.random_range(0..100) {
            0..2 => ("hand", json!({})),
            2..4 => ("board", json!({})),
            4 => ("leaderboard", json!({})),
            5 => ("table show", json!({})),
            6 => ("settings me", json!({"hands": if self.chance.random_bool(0.3) { "button" } else { "direct" }})),
            7 => ("rules", json!({"game": "gin-rummy", "topic": "knocking"})),
            8 => ("settings server", json!({"boards": if self.chance.random_bool(0.7) { "pictures" } else { "text" }})),
            9..14 => return self.press_something(who, place).await,
            _ => return,
        };
        scene.counts.add("other commands");
        scene.command(who, place, line, options).await;
    }

    /// Any button of the newest messages: a step of a move, a move, or what is too late.
    async fn press_something(&mut self, who: &Value, place: &Value) {
        let place = if self.chance.random_bool(0.5) { self.scene.direct(who).await } else { place.clone() };
        let messages = self.scene.messages(who, &place).await;
        let Some(message) = messages.iter().rev().take(3).collect::<Vec<_>>().choose(&mut self.chance).copied() else {
            return;
        };
        // What ends or gives up a match is left to those who mean it.
        let harmless =
            |b: &Value| !["End", "Resign", "Close"].iter().any(|w| b["label"].as_str().unwrap_or_default().contains(w));
        let able: Vec<Value> = buttons(message).into_iter().filter(harmless).collect();
        if let Some(button) = able.choose(&mut self.chance) {
            self.scene.counts.add("presses");
            self.scene.press(who, &place, message, button).await;
        }
    }
}
