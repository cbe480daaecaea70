//! The options of a table, and the variants.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::options::{HouseRules, Kind, Knob, Variant};

/// Who plays first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstPlayer {
    /// The player at the dealer's left.
    #[default]
    Left,
    /// The dealer.
    Dealer,
}

/// What may be done with melds on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rearrange {
    /// Everything.
    #[default]
    Full,
    /// Only adding to them.
    Simple,
}

/// The knobs of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The points that end the match.
    pub target: i32,
    /// Must a swapped card first make a meld of four with the whole meld?
    pub swap_needs_valid_four: bool,
    /// May a card just taken from the discards be discarded again?
    pub return_taken: bool,
    /// How many reshuffles a hand may have before it is blocked for want of a card going to the table.
    pub max_recycles: u32,
    /// Does the double count for a player who goes out face down?
    pub double_counts_face_down: bool,
    /// Who plays first.
    pub first_player: FirstPlayer,
    /// Is everything down in one turn worth double?
    pub double_on_one_turn: bool,
    /// What may be done with melds on the table.
    pub table_rearrange: Rearrange,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            target: 200,
            swap_needs_valid_four: false,
            return_taken: false,
            max_recycles: 2,
            double_counts_face_down: true,
            first_player: FirstPlayer::Left,
            double_on_one_turn: true,
            table_rearrange: Rearrange::Full,
        }
    }
}

fn short() -> Options {
    Options { target: 100, ..Options::default() }
}

/// How many players may sit at a table.
pub(super) const SEATS: RangeInclusive<u8> = 2..=4;

pub(super) static VARIANTS: &[Variant<Options>] = &[
    Variant { id: "classic", title: "Classic", about: "To 200 points", seats: SEATS, options: Options::default },
    Variant { id: "short", title: "Short", about: "To 100 points, the length for two", seats: SEATS, options: short },
];

pub(super) static KNOBS: &[Knob] = &[
    Knob::new("target", Kind::Int(1, 1000), "points that end the match"),
    Knob::new("swap_needs_valid_four", Kind::Bool, "a swapped card must make four of the meld first")
        .titled("Swaps need a meld of four"),
    Knob::new("return_taken", Kind::Bool, "a card just taken may be discarded again").titled("Taken card may go back"),
    Knob::new(
        "max_recycles",
        Kind::Int(0, 9),
        "reshuffles before a hand in which nothing goes to the table is blocked",
    )
    .titled("Reshuffles"),
    Knob::new("double_counts_face_down", Kind::Bool, "going out face down keeps the double")
        .titled("Double when out face down"),
    Knob::new("first_player", Kind::Choice(&["left", "dealer"]), "who plays first")
        .saying(&[("left", "at the dealer's left"), ("dealer", "the dealer")]),
    Knob::new("double_on_one_turn", Kind::Bool, "everything down in one turn counts double")
        .titled("Double for one turn"),
    Knob::new("table_rearrange", Kind::Choice(&["full", "simple"]), "rearrange the table, or only add to it")
        .titled("Rearranging")
        .saying(&[("full", "yes"), ("simple", "only adding")]),
];

/// What differs from the plain game, in one line.
pub(super) fn house_rules(options: &Options) -> String {
    let plain = Options::default();
    let mut rules = HouseRules::default();
    rules.say(true, format!("to {}", options.target));
    rules.say(options.table_rearrange == Rearrange::Simple, "lay and add only");
    rules.say(options.swap_needs_valid_four, "swaps only through four");
    rules.say(options.return_taken, "a card taken may be discarded again");
    rules.say(options.first_player == FirstPlayer::Dealer, "the dealer plays first");
    rules.say(!options.double_on_one_turn, "no double");
    rules.say(options.double_on_one_turn && !options.double_counts_face_down, "no double face down");
    let recycles = match options.max_recycles {
        0 => "a hand in which nothing goes to the table ends with the pile".to_owned(),
        1 => "1 reshuffle before an idle hand is blocked".to_owned(),
        n => format!("{n} reshuffles before an idle hand is blocked"),
    };
    rules.say(options.max_recycles != plain.max_recycles, recycles);
    rules.line()
}
