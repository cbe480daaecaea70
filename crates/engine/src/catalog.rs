//! The one list of games.

mod entry;
mod faces;
mod names;
mod replay;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::brain_drain::BrainDrain;
use super::face::{Fact, Play};
use super::not_offered::NotOffered;
use super::options::{Knob, Overrides};
use super::picture::CardPic;
use super::record::{Header, ReplayError};
use super::seats::{Seat, Seats, Side};
use super::teach::{Lesson, Pictured};
use super::words::{Language, Wording};

pub use entry::counts_of;
use entry::listed;
pub use names::{every_name, like, named_in, offered_as};
pub use replay::{begin_again, replay, step};

/// Every game of the room, in the order in which they are offered.
static GAMES: LazyLock<[&'static dyn Listed; 7]> = LazyLock::new(|| {
    [
        listed::<super::gin_rummy::GinRummy>(),
        listed::<super::klaberjass::Klaberjass>(),
        listed::<super::key_of_the_door::KeyOfTheDoor>(),
        listed::<super::kings_rummy::KingsRummy>(),
        listed::<BrainDrain>(),
        listed::<super::pegs_and_jokers::PegsAndJokers>(),
        listed::<super::crazy_eights::CrazyEights>(),
    ]
});

/// Every game of the room.
#[must_use]
pub fn games() -> &'static [&'static dyn Listed] {
    &*GAMES
}

/// The game with this id.
///
/// # Errors
/// If there is none, with the one that may have been meant.
pub fn game(id: &str) -> Result<&'static dyn Listed, NotOffered> {
    let meant = || names::meant(id).map(|game| game.id());
    let found = GAMES.iter().copied().find(|g| g.id() == id);
    found.ok_or_else(|| NotOffered::Game { typed: id.to_owned(), meant: meant() })
}

/// A match to be started.
#[derive(Clone, Default)]
pub struct Setup {
    /// The variant's id; the game's first variant if `None`.
    pub variant: Option<String>,
    /// Options that differ from the variant's.
    pub options: Overrides,
    /// How many seats; the fewest the variant takes if `None`.
    pub seats: Option<u8>,
    /// The seed of its chance.
    pub seed: [u8; 32],
    /// Who plays first. If `None`, the rules decide; if they do not, a seat is drawn (with a stacked pack: the first).
    pub first: Option<Seat>,
    /// Packs stacked by the engine protocol, top card first.
    pub decks: Vec<Vec<String>>,
}

/// A variant as people choose it.
#[derive(Clone, Debug)]
pub struct VariantInfo {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: Wording,
    /// What is special about it.
    pub about: Wording,
    /// How many may sit.
    pub seats: RangeInclusive<u8>,
    /// Its options, complete.
    pub options: Value,
}

/// A match that has begun, and the facts of its first deal.
pub type Started = (Box<dyn Play>, Vec<Fact>);

/// One game of the list, whatever its types.
pub trait Listed: Sync {
    /// Its id.
    fn id(&self) -> &'static str;
    /// Its name.
    fn title(&self) -> &'static str;
    /// The names that it has elsewhere.
    fn elsewhere(&self) -> &'static [&'static str];
    /// Its colour, `0xRRGGBB`.
    fn color(&self) -> u32;
    /// What a match of it is like, in one line.
    fn feels(&self, language: Language) -> &'static str;
    /// What a practice hand of it is.
    fn lesson(&self, language: Language) -> Lesson;
    /// How a turn works, in three pictures.
    fn turn(&self, language: Language) -> &[Pictured];
    /// About how long a match takes, in minutes.
    fn minutes(&self) -> u16;
    /// Cards that stand for it.
    fn emblem(&self) -> Vec<CardPic>;
    /// Its rules page in Markdown.
    fn rules(&self) -> &'static str;
    /// The revision of its rules.
    fn rules_rev(&self) -> u16;
    /// Its options.
    fn knobs(&self) -> &'static [Knob];
    /// The option with this key.
    fn knob(&self, key: &str) -> Option<&'static Knob> {
        self.knobs().iter().find(|knob| knob.key == key)
    }
    /// The options that matter in a match with these (complete) options.
    fn knobs_of(&self, options: &Value) -> Vec<&'static Knob>;
    /// Its variants, the default one first.
    fn variants(&self) -> &[VariantInfo];
    /// The variant with this id.
    fn variant(&self, id: &str) -> Option<&VariantInfo> {
        self.variants().iter().find(|variant| variant.id == id)
    }
    /// The fewest and the most who may sit at a table of this variant with these options.
    ///
    /// # Errors
    /// Which option, what was wrong, what would be right.
    fn seats(&self, variant: Option<&str>, options: &Overrides) -> Result<RangeInclusive<u8>, NotOffered>;
    /// The numbers of players it can be played with, fewest first; none if the options exclude each other.
    ///
    /// # Errors
    /// Which option, what was wrong, what would be right.
    fn counts(&self, variant: Option<&str>, options: &Overrides) -> Result<Vec<u8>, NotOffered>;
    /// The complete options, checked for that many seats.
    ///
    /// # Errors
    /// Which option, what was wrong, what would be right.
    fn options(&self, variant: Option<&str>, options: &Overrides, seats: u8) -> Result<Value, NotOffered>;
    /// Complete options in one line of words, for the lobby.
    fn house_rules(&self, options: &Value, language: Language) -> String;
    /// What cards and places are worth; see [`Narration::what_counts`](super::Narration::what_counts).
    fn what_counts(&self, options: &Value, language: Language) -> String;
    /// Which side each seat is on at a table for `seats`, with complete options that are in range.
    fn sides(&self, options: &Value, seats: u8) -> Seats<Side>;
    /// Who plays first at a table for `seats` if nobody chooses and the rules decide it.
    fn first(&self, seats: u8) -> Option<Seat>;
    /// Begins a match.
    ///
    /// # Errors
    /// What of it is not offered.
    fn start(&self, setup: Setup) -> Result<Started, NotOffered>;
    /// Begins a match again from its header.
    ///
    /// # Errors
    /// Why it cannot.
    fn restart(&self, header: &Header) -> Result<Started, ReplayError>;
    /// Answers a solver's question.
    ///
    /// # Errors
    /// A sentence that names the field that is wrong and what it takes.
    fn study(&self, question: &Value, language: Language) -> Result<Value, String>;
}

/// Programs read English.
const PROGRAMS: Language = Language::English;

/// A game as the engine protocol lists it.
#[must_use]
pub fn describe(listed: &dyn Listed) -> Value {
    let variants = listed.variants();
    let defaults = variants.first().map(|v| v.options.clone()).unwrap_or_default();
    let seats = [variants.iter().map(|v| *v.seats.start()).min(), variants.iter().map(|v| *v.seats.end()).max()];
    let options: Map<String, Value> = listed
        .knobs()
        .iter()
        .map(|knob| {
            let (kind, range) = knob.kind.describe();
            let option = json!({"type": kind, "default": defaults[knob.key], "range": range, "about": knob.about.says(PROGRAMS)});
            (knob.key.to_owned(), option)
        })
        .collect();
    let presets: Map<String, Value> = variants
        .iter()
        .map(|v| {
            let own: Map<String, Value> = v
                .options
                .as_object()
                .into_iter()
                .flatten()
                .filter(|(key, value)| defaults[key.as_str()] != **value)
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            let seats = [v.seats.start(), v.seats.end()];
            let counts = listed.counts(Some(v.id), &Overrides::new()).unwrap_or_default();
            (
                v.id.to_owned(),
                json!({"title": v.title.says(PROGRAMS), "seats": seats, "counts": counts, "options": own}),
            )
        })
        .collect();
    json!({
        "id": listed.id(), "title": listed.title(), "seats": seats, "rules_rev": listed.rules_rev(),
        "variants": variants.iter().map(|v| v.id).collect::<Vec<_>>(), "options": options, "presets": presets,
    })
}
