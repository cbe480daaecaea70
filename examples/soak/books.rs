//! What people did, and what they were told of it.

use std::collections::HashMap;

use parking_lot::Mutex;

/// What somebody was told of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// That it is played.
    Played,
    /// Something else: what is against it, or that nobody knows.
    Otherwise(String),
    /// Nothing: the bot was away, or its answer was lost.
    Nothing,
}

/// Something somebody did with the bot, that may have become an entry of a journal.
#[derive(Clone, Debug)]
pub struct Deed {
    /// The move as it was typed; `None` for a press.
    pub typed: Option<String>,
    pub told: Told,
}

/// All of it, by the number of the interaction.
#[derive(Default)]
pub struct Books {
    deeds: Mutex<HashMap<u64, Deed>>,
    complaints: Mutex<Vec<String>>,
}

impl Books {
    pub fn enter(&self, interaction: u64, deed: Deed) {
        self.deeds.lock().insert(interaction, deed);
    }

    pub fn deeds(&self) -> HashMap<u64, Deed> {
        self.deeds.lock().clone()
    }

    pub fn played(&self) -> u64 {
        self.deeds.lock().values().filter(|deed| deed.told == Told::Played).count() as u64
    }

    pub fn complain(&self, words: String) {
        self.complaints.lock().push(words);
    }

    pub fn complaints(&self) -> Vec<String> {
        self.complaints.lock().clone()
    }
}
