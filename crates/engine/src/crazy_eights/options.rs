//! What a table may choose.

use std::ops::RangeInclusive;

use super::CrazyEights;
use super::state;
use crate::cards::Card;
use crate::options::{Declared, choices, options};
use crate::{Language, NotOffered, Objection, Preparing};

choices! {
    Drawing {
        One = "one" => "draw one card",
        Three = "three" as "up to three" => "draw up to three cards",
        Until = "until" as "until one fits" => "draw until one fits",
    }
    AfterJoker {
        Under = "under" as "as before it",
        Any = "any" as "any card" => "any card after a Joker",
        Name = "name" as "a suit its player names" => "a Joker names a suit",
    }
    StartCard { Bury = "bury" as "buried", Stand = "stand" as "stays" => "any card starts" }
    EmptyStock {
        Remake = "remake" as "made again of the discards",
        Stop = "stop" as "stays empty" => "the stock is not made again",
    }
}

options! {
    jokers: u8 = 2 in 0..=2, "how many Jokers there are";
    draw: Drawing, "how many cards one draw takes" => by_value;
    force_play: bool, "whoever can play must not draw" as "Playing is a must" => "whoever can play must";
    joker_then: AfterJoker, "what must follow a Joker" as "After a Joker";
    start: StartCard, "an eight or a Joker turned up to start" as "Eight or Joker at the start" => by_value;
    stock: EmptyStock, "what happens when the stock is empty" as "Empty stock" => by_value;
    hand_size: u8 = 0 in 0..=7,
        "cards dealt to each; 0 for seven with two players, five with more" as "Cards dealt" => "{} cards each";
    target: i32 = 0 in 0..=1000, "points that end the match; 0 for 50 for each player";
    joker_points: i32 = 50 in 1..=100, "what a Joker counts at the end of a hand" as "A Joker counts";
    queens_skip: bool, "a queen costs the next player a turn" => "queens skip";
    aces_reverse: bool, "an ace turns the direction of play round" => "aces turn round";
    twos_draw: bool, "a two makes the next player draw two cards" => "twos make draw";

    "jokers" as "Jokers" for 2..=7, "Two Jokers: each goes on any card and costs the next player a turn" {};
    "plain" as "Plain" for 2..=7, "Without Jokers" { jokers: 0 };
    "action" as "Action" for 2..=7,
        "Jokers; queens skip the next player, aces turn the direction round, twos make the next one draw"
        { queens_skip: true, aces_reverse: true, twos_draw: true };
}

fn no_hand(size: u8, Language::English: Language) -> String {
    format!("Option `hand_size` takes 0, or a whole number from 3 to 7, not `{size}`.")
}

impl Preparing for CrazyEights {
    fn matters(options: &Options, key: &str) -> bool {
        options.jokers > 0 || !matches!(key, "joker_then" | "joker_points")
    }

    fn seats(_: &Options) -> RangeInclusive<u8> {
        2..=7
    }

    fn validate(options: &Options, _: u8) -> Result<(), NotOffered> {
        match options.hand_size {
            number @ 1..=2 => Err(NotOffered::Own(Objection { number, says: no_hand })),
            _ => Ok(()),
        }
    }

    fn pack(options: &Options, _: u8) -> Vec<Card> {
        state::pack(options).to_vec()
    }
}

impl Options {
    /// How many cards each player is dealt.
    pub(super) const fn dealt(&self, seats: u8) -> u8 {
        match (self.hand_size, seats) {
            (0, 2) => 7,
            (0, _) => 5,
            (size, _) => size,
        }
    }

    /// The points that end the match.
    pub(super) const fn goal(&self, seats: u8) -> i32 {
        if self.target == 0 { 50 * seats as i32 } else { self.target }
    }

    /// Must a player who can play do so?
    pub(super) fn forced(&self) -> bool {
        self.force_play || self.draw == Drawing::Until
    }
}

/// What differs from common play, in one line.
pub(super) fn house_rules(options: &Options) -> String {
    let mut rules = options.stated();
    rules.say(
        "target",
        true,
        match options.target {
            0 => "to 50 for each player".to_owned(),
            1 => "a single hand".to_owned(),
            target => format!("to {target}"),
        },
    );
    rules.say("jokers", options.jokers < 2, if options.jokers == 0 { "no Jokers" } else { "one Joker" });
    rules.say("joker_then", options.jokers > 0 && options.joker_then != AfterJoker::Under, options.joker_then.rule());
    let counts = format!("a Joker counts {}", options.joker_points);
    rules.say("joker_points", options.jokers > 0 && options.joker_points != 50, counts);
    rules.line::<Options>(&["target", "jokers", "joker_then"])
}
