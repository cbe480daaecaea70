//! The knobs of a Brain Drain table, and the variants that set them.

use std::ops::RangeInclusive;

use super::BrainDrain;
use crate::Preparing;
use crate::cards::{Card, Suit};
use crate::english::counted;
use crate::options::{Declared, choices, options};

const _: fn(crate::Language) = |crate::Language::English| ();
choices! {
    Mode { Race = "race", Sealed = "sealed" as "sealed answers" => "sealed answers", Turns = "turns" as "in turns" => "in turns" }
    Scheme { Base = "base" as "J Q K count 1", High = "high" as "J 11, Q 12, K 13" => "J 11, Q 12, K 13", Suit = "suit" as "J Q K by suit" => "J Q K count ♠1\u{a0}♥2\u{a0}♣3\u{a0}♦4" }
    Reading {
        Brackets = "brackets" as "as in school",
        LeftToRight = "left_to_right" => "read from left to right, no brackets",
        Either = "either" as "either way" => "read as in school or from left to right",
    }
    Score { Cards = "cards" as "a point a card", Face = "face" as "what the cards count" => "cards score what they count" }
}

options! {
    ascent: bool, "climb from 1 upward on four suit piles instead of winning target cards";
    mode: Mode, "who may answer when" => by_value;
    values: Scheme, "what jacks, queens and kings count" => by_value;
    omit_one: bool,
        "one of the four cards may be left out" as "One card may be left out" => "one card may be left out";
    powers: bool, "answers may use ^" => "powers allowed";
    reading: Reading, "how answers are read" => by_value;
    allow_negative: bool = true,
        "results on the way may be below 0" as "Negative results" => "nothing below 0 on the way";
    max_swaps: u8 = 0 in 0..=52, "new targets for one display; 0: as many as the stock had cards" as "Most swaps";
    win_cards: u8 = 12 in 1..=52, "two players: how many cards win" as "Cards to win";
    score: Score, "a point a card, or what the cards count" => by_value;
    typo_grace: u8 = 1 in 0..=9,
        "answers with the wrong cards forgiven, for each seat and target" as "Wrong cards forgiven";
    auto_skip_unsolvable: bool,
        "targets that cannot be made are skipped" as "Skip what cannot be made" => "impossible targets skipped";
    matches: u8 = 1 in 1..=20, "how many packs are played" as "Packs" => "{} packs";
    ascent_last: u8 = 20 in 1..=100, "Ascent: the last target" as "Last target of Ascent" => "up to {}";

    "classic" as "Classic" for 2..=8, "Make the fifth card from the other four; jacks, queens and kings count 1" {};
    "high" as "High" for 2..=8, "Jacks count 11, queens 12, kings 13" { values: Scheme::High };
    "suit" as "Suit" for 2..=8, "Jacks, queens and kings count by suit: spades 1, hearts 2, clubs 3, diamonds 4"
        { values: Scheme::Suit };
    "ascent" as "Ascent" for 2..=8, "In turns, make 1, 2, 3 … 20 from the tops of four suit piles"
        { ascent: true, values: Scheme::Suit };
}

impl Scheme {
    /// What a card counts, 1 to 13.
    #[must_use]
    pub const fn value(self, card: Card) -> i64 {
        match (card.number(), self) {
            (n @ 1..=10, _) | (n, Self::High) => n as i64,
            (_, Self::Base) => 1,
            (_, Self::Suit) => court_by_suit(card.suit()),
        }
    }

    /// What the court cards count, in a few words.
    #[must_use]
    pub const fn courts(self) -> &'static str {
        match self {
            Self::Base => "J Q K count 1",
            other => other.rule(),
        }
    }
}

const fn court_by_suit(suit: Suit) -> i64 {
    match suit {
        Suit::Spades => 1,
        Suit::Hearts => 2,
        Suit::Clubs => 3,
        Suit::Diamonds => 4,
    }
}

/// What an answer may be made of: the options that arithmetic depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// How it is read.
    pub reading: Reading,
    /// One card may be left out.
    pub omit_one: bool,
    /// `^` may be used.
    pub powers: bool,
    /// Intermediate results may be below 0.
    pub allow_negative: bool,
}

impl Options {
    /// What answers may be made of at this table.
    #[must_use]
    pub const fn limits(&self) -> Means {
        Means {
            reading: self.reading,
            omit_one: self.omit_one,
            powers: self.powers,
            allow_negative: self.allow_negative,
        }
    }

    /// What differs from common play in what answers are made of, in a few words each.
    pub(super) fn answer_rules(&self) -> Vec<String> {
        self.stated().of(&["values", "omit_one", "powers", "reading", "allow_negative"])
    }

    /// What differs from common play in the course of the game, in a few words each; the board says how far each
    /// has got.
    pub(super) fn course_rules(&self) -> Vec<String> {
        let (mut rules, usual) = (self.stated(), Self::default());
        let swaps = format!("{} a display", counted(self.max_swaps, "new target"));
        rules.say("max_swaps", self.max_swaps != usual.max_swaps, swaps);
        rules.say("win_cards", self.win_cards != usual.win_cards, format!("two players: {}", self.goal()));
        match self.ascent {
            true => rules.of(&["matches", "ascent_last"]),
            false => rules.of(&["matches", "mode", "max_swaps", "win_cards"]),
        }
    }

    /// What differs from common play and applies all the time, in a few words each.
    pub(super) fn standing_rules(&self) -> Vec<String> {
        let mut rules = self.stated();
        rules.say("typo_grace", self.typo_grace == 0, "no slips forgiven");
        rules.say("typo_grace", self.typo_grace > 1, format!("{} slips forgiven", self.typo_grace));
        match self.ascent {
            true => rules.of(&["typo_grace"]),
            false => rules.of(&["typo_grace", "score", "auto_skip_unsolvable"]),
        }
    }

    /// `12 cards win`: what ends a pack of two players. Otherwise `12 cards end the pack`, if points other than
    /// this pack's cards decide who wins.
    pub(super) fn goal(&self) -> String {
        let cards = counted(self.win_cards, "card");
        let s = if self.win_cards == 1 { "s" } else { "" };
        if self.score == Score::Cards && self.matches == 1 {
            format!("{cards} win{s}")
        } else {
            format!("{cards} end{s} the pack")
        }
    }
}

impl Preparing for BrainDrain {
    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "mode" | "win_cards" | "score" | "max_swaps" | "auto_skip_unsolvable" => !options.ascent,
            "ascent_last" => options.ascent,
            _ => true,
        }
    }

    fn seats(_: &Options) -> RangeInclusive<u8> {
        2..=8
    }

    fn pack(_: &Options, _: u8) -> Vec<Card> {
        Card::pack().collect()
    }
}
