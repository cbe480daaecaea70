//! The options of a table, and the variants.

use std::ops::RangeInclusive;

use super::tile::Tile;
use super::{KingsRummy, options};
use crate::Preparing;
use crate::options::{Declared, choices, options};

const _: fn(crate::Language) = |crate::Language::English| ();
choices! {
    FirstPlayer {
        Left = "left" as "at the dealer's left",
        Dealer = "dealer" as "the dealer" => "the dealer plays first",
    }
    Rearrange { Full = "full" as "yes", Simple = "simple" as "only adding" => "lay and add only" }
}

options! {
    target: i32 = 200 in 1..=1000, "points that end the match" => always "to {}";
    swap_needs_valid_four: bool,
        "a swapped card must make four of the meld first" as "Swaps need a meld of four" => "swaps only through four";
    return_taken: bool,
        "a card just taken may be discarded again"
            as "Taken card may go back" => "a card taken may be discarded again";
    max_recycles: u32 = 2 in 0..=9,
        "reshuffles before a hand in which nothing goes to the table is blocked" as "Reshuffles";
    double_counts_face_down: bool = true, "going out face down keeps the double" as "Double when out face down";
    first_player: FirstPlayer, "who plays first" => by_value;
    double_on_one_turn: bool = true,
        "everything down in one turn counts double" as "Double for one turn" => "no double";
    table_rearrange: Rearrange, "rearrange the table, or only add to it" as "Rearranging" => by_value;

    "classic" as "Classic" for 2..=4, "To 200 points" {};
    "short" as "Short" for 2..=4, "To 100 points, the length for two" { target: 100 };
}

/// What comes first among the house rules.
const FIRST: &[&str] = &[
    "target",
    "table_rearrange",
    "swap_needs_valid_four",
    "return_taken",
    "first_player",
    "double_on_one_turn",
    "double_counts_face_down",
];

/// What differs from the plain game, in one line.
pub(super) fn house_rules(options: &Options) -> String {
    let mut rules = options.stated();
    let face_down = options.double_on_one_turn && !options.double_counts_face_down;
    rules.say("double_counts_face_down", face_down, "no double face down");
    let recycles = match options.max_recycles {
        0 => "a hand in which nothing goes to the table ends with the stock".to_owned(),
        1 => "1 reshuffle before an idle hand is blocked".to_owned(),
        n => format!("{n} reshuffles before an idle hand is blocked"),
    };
    rules.say("max_recycles", options.max_recycles != Options::default().max_recycles, recycles);
    rules.line::<Options>(FIRST)
}

impl Preparing for KingsRummy {
    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "double_counts_face_down" => options.double_on_one_turn,
            "swap_needs_valid_four" => options.table_rearrange == options::Rearrange::Full,
            _ => true,
        }
    }

    fn seats(_: &Options) -> RangeInclusive<u8> {
        2..=4
    }

    fn pack(_: &Options, _: u8) -> Vec<Tile> {
        Tile::pack().collect()
    }
}
