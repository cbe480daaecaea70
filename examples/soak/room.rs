//! The room, and what one can do in it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::books::{Books, Deed, Told};
use crate::message::{components, text};
use crate::program::{self, House};
use crate::troubles::Troubles;

/// How long the bot may be away: a restart, or the pauses between tries to connect.
const AWAY: Duration = Duration::from_secs(180);
/// How long after an interaction was acknowledged its answer may come.
const LATEST: Duration = Duration::from_secs(6);

/// How often people did what.
#[derive(Default)]
pub struct Counts(Mutex<BTreeMap<&'static str, u32>>);

impl Counts {
    pub fn add(&self, what: &'static str) {
        *self.0.lock().entry(what).or_default() += 1;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each: Vec<String> = self.0.lock().iter().map(|(what, times)| format!("{what} {times}")).collect();
        f.write_str(&each.join(", "))
    }
}

/// All that takes part.
pub struct Scene {
    pub house: Arc<House>,
    pub troubles: Arc<Troubles>,
    pub books: Books,
    pub counts: Counts,
    /// Ids of people.
    pub people: Vec<Value>,
    /// Ids of channels.
    pub channels: Vec<Value>,
    directs: Mutex<BTreeMap<String, Value>>,
    commands: Value,
}

impl Scene {
    pub fn new(house: Arc<House>, troubles: Arc<Troubles>, books: Books, state: &Value) -> Self {
        let ids = |list: &str| state[list].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
        let commands = json!({"commands": state["commands"]});
        let (people, channels) = (ids("people"), ids("channels"));
        Self {
            house,
            troubles,
            books,
            counts: Counts::default(),
            people,
            channels,
            directs: Mutex::default(),
            commands,
        }
    }

    /// Waits until the bot is there.
    pub async fn bot(&self) {
        let mut linked = self.troubles.linked.subscribe();
        if timeout(AWAY, linked.wait_for(|linked| *linked)).await.is_err() {
            self.books.complain(format!("the bot was away for {AWAY:?}"));
        }
    }

    /// A slash command, such as `table join`.
    pub async fn command(&self, who: &Value, place: &Value, line: &str, options: Value) -> Value {
        self.bot().await;
        let mut words = line.split(' ');
        let name = words.next().unwrap();
        let path: Vec<&str> = words.collect();
        let details = program::command(&self.commands, name, &path, options, None);
        self.house.act(who, place, "command", details).await
    }

    /// The moves that are offered at the table that is here; where there is none, those of others are.
    pub async fn offered(&self, who: &Value, place: &Value) -> Vec<String> {
        self.bot().await;
        let typed = program::command(&self.commands, "move", &[], json!({"move": ""}), Some("move"));
        let offered = self.house.act(who, place, "autocomplete", typed).await;
        let choices = offered["choices"].as_array().into_iter().flatten();
        let here = choices.filter(|choice| !choice["name"].as_str().is_some_and(|name| name.contains(" · ")));
        here.filter_map(|choice| choice["value"].as_str()).map(str::to_owned).collect()
    }

    /// Plays a move that was offered, and enters it into the books.
    pub async fn play(&self, who: &Value, place: &Value, typed: String) -> Told {
        let answer = self.command(who, place, "move", json!({"move": typed})).await;
        let Some(id) = answer["interaction"].as_str().and_then(|id| id.parse().ok()) else {
            // The channel is gone: nothing was sent.
            return Told::Otherwise(answer["error"].as_str().unwrap_or_default().to_owned());
        };
        let told = if answer["outcome"] == "answered" { self.told(who, place, id).await } else { Told::Nothing };
        self.books.enter(id, Deed { typed: Some(typed), told: told.clone() });
        told
    }

    async fn told(&self, who: &Value, place: &Value, interaction: u64) -> Told {
        match self.answer(who, place, interaction).await {
            Some(answer) if is_played(&text(&answer)) => Told::Played,
            Some(answer) => Told::Otherwise(text(&answer)),
            None => Told::Nothing,
        }
    }

    /// The message that answers an interaction, once it has words.
    pub async fn answer(&self, who: &Value, place: &Value, interaction: u64) -> Option<Value> {
        let id = interaction.to_string();
        let waited = timeout(LATEST, async {
            loop {
                let all = self.messages(who, place).await;
                let found = all.into_iter().rev().find(|m| m["interaction_metadata"]["id"] == id.as_str());
                if let Some(found) = found.filter(|found| !text(found).is_empty()) {
                    return found;
                }
                sleep(Duration::from_millis(50)).await;
            }
        });
        waited.await.ok()
    }

    /// What somebody sees in a channel, oldest first.
    pub async fn messages(&self, who: &Value, place: &Value) -> Vec<Value> {
        let (who, place) = (who.as_str().unwrap(), place.as_str().unwrap());
        let page = self.house.get(&format!("/room/messages?person={who}&channel={place}")).await;
        page["messages"].as_array().cloned().unwrap_or_default()
    }

    /// Somebody's direct messages.
    pub async fn direct(&self, who: &Value) -> Value {
        let name = who.as_str().unwrap().to_owned();
        if let Some(known) = self.directs.lock().get(&name) {
            return known.clone();
        }
        let direct = self.house.post("/room/dms", &json!({"person": who})).await["id"].clone();
        self.directs.lock().insert(name, direct.clone());
        direct
    }

    /// Presses a button that can be pressed; what became of it is told nobody.
    pub async fn press(&self, who: &Value, place: &Value, message: &Value, button: &Value) -> Value {
        self.bot().await;
        let details = json!({"message": message["id"], "custom_id": button["custom_id"], "values": []});
        let answer = self.house.act(who, place, "component", details).await;
        if let Some(id) = answer["interaction"].as_str().and_then(|id| id.parse().ok()) {
            self.books.enter(id, Deed { typed: None, told: Told::Nothing });
        }
        answer
    }

    /// Does what asks first if one is sure, such as `table resign`, and is.
    pub async fn surely(&self, who: &Value, place: &Value, line: &str) {
        let answer = self.command(who, place, line, json!({})).await;
        let Some(id) = answer["interaction"].as_str().and_then(|id| id.parse().ok()) else { return };
        // The command itself may have done it.
        self.books.enter(id, Deed { typed: None, told: Told::Nothing });
        if let Some(asked) = self.answer(who, place, id).await
            && let Some(button) = buttons(&asked).into_iter().next()
        {
            self.press(who, place, &asked, &button).await;
        }
    }

    /// A request of a moderator, in the bot's name.
    pub async fn moderate(&self, method: reqwest::Method, path: &str) -> bool {
        let request = self.house.http.request(method, self.house.url(&format!("/api/v10{path}")));
        let request = request.header("Authorization", format!("Bot {}", self.house.room.token()));
        request.send().await.unwrap().status().is_success()
    }
}

/// Whether somebody is told that a move is played: in so many words, or by the hand as it is after it.
fn is_played(words: &str) -> bool {
    words.contains("Played") || words.contains("Your hand ·")
}

/// The buttons of a message that can be pressed.
pub fn buttons(message: &Value) -> Vec<Value> {
    let able = |c: &Value| c["type"] == 2 && c["disabled"] != true && c["custom_id"].is_string();
    components(message).into_iter().filter(able).collect()
}
