//! Why the house does not have what was asked of it: a game, a page, options, a number of players, a stacked pack.

#![expect(missing_docs, reason = "the sentences say what each part is")]

use super::catalog::games;
use super::english::{list, players};
use super::options::Kind;
use super::phrases::quoted;
use super::reader::{Language, Wording};

/// What was asked for that is not there, with what is: a cause, put into words for whoever asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotOffered {
    /// No game has this id.
    Game { typed: String, meant: Option<&'static str> },
    /// No page has this id.
    Page { typed: String, meant: Option<&'static str> },
    /// The game has no variant with this id.
    Variant { game: &'static str, typed: String, meant: Option<&'static str>, all: Vec<&'static str> },
    /// No option has this name; what was meant may have its value with it.
    Option { typed: String, meant: Option<String>, all: Vec<&'static str> },
    /// The option does not take this value, which is quoted.
    Value { key: &'static str, kind: Box<Kind>, given: String, hint: Correction },
    /// The option has no value.
    Unset { key: &'static str, kind: Kind },
    /// The option is named twice.
    Twice(&'static str),
    /// So many do not play it with these options.
    Seats(Box<WrongSeats>),
    /// What the game itself says against options or a number.
    Own(Objection),
    /// Options that their game cannot read together, and why.
    Unreadable(String),
    /// The options of a record are no object.
    NotRecorded,
    /// The options of a record are not all there: which.
    Incomplete(String),
    /// Nobody sits at the seat that is to be first.
    First { seat: u8, seats: u8 },
    /// The stacked pack is not one of the game's.
    Pack(WrongPack),
}

/// What would be right instead of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Correction {
    None,
    /// The nearest in range, as it is typed.
    Nearest(String),
    /// What a slip may have meant, as it is typed.
    Meant(String),
}

/// A number of players that does not go with variant and options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongSeats {
    pub game: &'static str,
    pub variant: Wording,
    /// The option that stands in the way, as it is set, unless it is the variant itself.
    pub option: Option<String>,
    /// The numbers that go.
    pub fits: Vec<u8>,
    pub asked: u8,
    /// The variants that the number goes with.
    pub instead: Vec<Wording>,
}

/// A game's own objection, in the game's words.
#[derive(Clone, Copy, Debug)]
pub struct Objection {
    /// To what number.
    pub number: u8,
    /// Its words.
    pub says: fn(u8, Language) -> String,
}

impl PartialEq for Objection {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number && std::ptr::fn_addr_eq(self.says, other.says)
    }
}

impl Eq for Objection {}

/// What is wrong with a stacked pack. Cards are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrongPack {
    NoCard { at: usize, text: String },
    TooOften { at: usize, card: String },
    NotInIt { at: usize, card: String },
    Short { needs: usize, has: usize, missing: String },
}

impl NotOffered {
    /// The sentence to show.
    #[must_use]
    pub fn says(&self, language: Language) -> String {
        let Language::English = language;
        match self {
            Self::Game { typed, meant } => {
                let ids: Vec<&str> = games().iter().map(|game| game.id()).collect();
                format!("{} Games: {}.", none("game", typed, *meant), ids.join(", "))
            }
            Self::Page { typed, meant } => format!("{} `/rules` lists them.", none("page", typed, *meant)),
            Self::Variant { game, typed, meant, all } => {
                let (typed, meant) = (quoted(typed), did_you_mean(*meant));
                format!("{game} has no variant {typed}.{meant} Variants: {}.", all.join(", "))
            }
            Self::Option { typed, meant, all } => {
                format!("{} Options: {}.", none("option", typed, meant.as_deref()), all.join(", "))
            }
            Self::Value { key, kind, given, hint } => {
                format!("Option `{key}` takes {}, not {given}.{}", kind.takes(language), hint.says(language))
            }
            Self::Unset { key, kind } => {
                let (example, takes) = (kind.example(), kind.takes(language));
                format!("Option `{key}` needs a value, such as `{key}={example}`. It takes {takes}.")
            }
            Self::Twice(key) => format!("Option `{key}` stands there twice: name each once."),
            Self::Seats(wrong) => wrong.says(language),
            Self::Own(objection) => (objection.says)(objection.number, language),
            Self::Unreadable(why) => format!("These options do not fit together: {why}."),
            Self::NotRecorded => "The options of a record are an object that holds every one of them.".to_owned(),
            Self::Incomplete(why) => format!("A record holds every option: {why}."),
            Self::First { seat, seats } => format!("`first` must be a seat below {seats}, not {seat}."),
            Self::Pack(wrong) => wrong.says(language),
        }
    }
}

impl Correction {
    fn says(&self, language: Language) -> String {
        let Language::English = language;
        match self {
            Self::None => String::new(),
            Self::Nearest(typed) => format!(" The nearest is `{typed}`."),
            Self::Meant(typed) => did_you_mean(Some(typed)),
        }
    }
}

impl WrongSeats {
    fn says(&self, language: Language) -> String {
        let Language::English = language;
        let Self { game, variant, fits, asked, .. } = self;
        let (fits, variant) = (players(fits.iter().copied()), variant.says(language));
        let instead = match self.instead.as_slice() {
            [] => String::new(),
            [one] => format!(" {} is.", one.says(language)),
            all => format!(" {} are.", list(&all.iter().map(|one| one.says(language)).collect::<Vec<_>>())),
        };
        match &self.option {
            Some(option) => format!("With `{option}` {game} {variant} is for {fits}, not {asked}."),
            None => format!("{game} {variant} is for {fits}, not {asked}.{instead}"),
        }
    }
}

impl WrongPack {
    fn says(&self, language: Language) -> String {
        let Language::English = language;
        match self {
            Self::NoCard { at, text } => {
                format!("Card {at} of the stacked pack, {}, is no card of this game.", quoted(text))
            }
            Self::TooOften { at, card } => {
                format!("Card {at} of the stacked pack, {card}, stands in it too often.")
            }
            Self::NotInIt { at, card } => {
                format!("Card {at} of the stacked pack, {card}, is not in this game's pack.")
            }
            Self::Short { needs, has, missing } => {
                format!("The stacked pack needs {needs} cards and has {has}; the first missing is {missing}.")
            }
        }
    }
}

fn none(thing: &str, typed: &str, meant: Option<&str>) -> String {
    format!("There is no {thing} {} here.{}", quoted(typed), did_you_mean(meant))
}

/// What follows a sentence if it can be told what was meant.
fn did_you_mean(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" Did you mean `{name}`?"))
}
