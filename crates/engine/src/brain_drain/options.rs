//! The knobs of a Brain Drain table, and the variants that set them.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Suit};
use crate::options::{HouseRules, Kind, Knob, Variant};
use crate::phrases::counted;

/// Who may answer when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// All at once: the first right answer counts.
    Race,
    /// Everybody sends one answer unseen; they are judged in the order in which they came.
    Sealed,
    /// One seat after another.
    Turns,
}

/// What court cards count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scheme {
    /// Jack, queen and king count 1.
    Base,
    /// Jack 11, queen 12, king 13.
    High,
    /// By suit: spades 1, hearts 2, clubs 3, diamonds 4.
    Suit,
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
            Self::High => "J 11, Q 12, K 13",
            // No line breaks between the suits.
            Self::Suit => "J Q K count ♠1\u{a0}♥2\u{a0}♣3\u{a0}♦4",
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

/// How an answer is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// × and ÷ before + and −, with brackets.
    Brackets,
    /// Every operator as it comes, without brackets.
    LeftToRight,
    /// An answer without brackets may be right either way.
    Either,
}

/// What a pack is scored by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// One point for each card won.
    Cards,
    /// What the cards count.
    Face,
}

/// The knobs of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Ascent: climb from 1 upward on four suit piles, instead of winning target cards.
    pub ascent: bool,
    /// Who may answer when.
    pub mode: Mode,
    /// What court cards count.
    pub values: Scheme,
    /// One card of the display may be left out.
    pub omit_one: bool,
    /// `^` may be used.
    pub powers: bool,
    /// How answers are read.
    pub reading: Reading,
    /// Intermediate results may be below 0.
    pub allow_negative: bool,
    /// How many new targets a display is given; 0: as many as the stock had cards when it was dealt.
    pub max_swaps: u8,
    /// Two players: how many cards win the pack.
    pub win_cards: u8,
    /// What a pack is scored by.
    pub score: Score,
    /// How many answers with the wrong cards each seat is forgiven for each target.
    pub typo_grace: u8,
    /// Targets that cannot be made are skipped.
    pub auto_skip_unsolvable: bool,
    /// How many packs are played.
    pub matches: u8,
    /// Ascent: the last target.
    pub ascent_last: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ascent: false,
            mode: Mode::Race,
            values: Scheme::Base,
            omit_one: false,
            powers: false,
            reading: Reading::Brackets,
            allow_negative: true,
            max_swaps: 0,
            win_cards: 12,
            score: Score::Cards,
            typo_grace: 1,
            auto_skip_unsolvable: false,
            matches: 1,
            ascent_last: 20,
        }
    }
}

/// What an answer may be made of: the options that arithmetic depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
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
    pub const fn limits(&self) -> Limits {
        Limits {
            reading: self.reading,
            omit_one: self.omit_one,
            powers: self.powers,
            allow_negative: self.allow_negative,
        }
    }

    /// What differs from common play in what answers are made of, in a few words each.
    pub(super) fn answer_rules(&self) -> Vec<String> {
        let usual = Self::default();
        let mut rules = HouseRules::default();
        rules.say(self.values != usual.values, self.values.courts());
        rules.say(self.omit_one, "one card may be left out");
        rules.say(self.powers, "powers allowed");
        rules.say(self.reading == Reading::LeftToRight, "read from left to right, no brackets");
        rules.say(self.reading == Reading::Either, "read as in school or from left to right");
        rules.say(!self.allow_negative, "nothing below 0 on the way");
        rules.all()
    }

    /// What differs from common play in the course of the game, in a few words each; the board says how far each
    /// has got.
    pub(super) fn course_rules(&self) -> Vec<String> {
        let usual = Self::default();
        let mut rules = HouseRules::default();
        rules.say(self.matches != usual.matches, format!("{} packs", self.matches));
        if self.ascent {
            rules.say(self.ascent_last != usual.ascent_last, format!("up to {}", self.ascent_last));
            return rules.all();
        }
        rules.say(self.mode == Mode::Sealed, "sealed answers");
        rules.say(self.mode == Mode::Turns, "in turns");
        rules.say(self.max_swaps != usual.max_swaps, format!("{} a display", counted(self.max_swaps, "new target")));
        rules.say(self.win_cards != usual.win_cards, format!("two players: {}", self.goal()));
        rules.all()
    }

    /// What differs from common play and applies all the time, in a few words each.
    pub(super) fn standing_rules(&self) -> Vec<String> {
        let mut rules = HouseRules::default();
        rules.say(self.typo_grace == 0, "no slips forgiven");
        rules.say(self.typo_grace > 1, format!("{} slips forgiven", self.typo_grace));
        rules.say(self.score == Score::Face && !self.ascent, "cards score what they count");
        rules.say(self.auto_skip_unsolvable && !self.ascent, "impossible targets skipped");
        rules.all()
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

/// The variants, the default one first.
pub(super) static VARIANTS: &[Variant<Options>] = &[
    Variant {
        id: "classic",
        title: "Classic",
        about: "Make the fifth card from the other four; jacks, queens and kings count 1",
        seats: 2..=8,
        options: Options::default,
    },
    Variant {
        id: "high",
        title: "High",
        about: "Jacks count 11, queens 12, kings 13",
        seats: 2..=8,
        options: || Options { values: Scheme::High, ..Options::default() },
    },
    Variant {
        id: "suit",
        title: "Suit",
        about: "Jacks, queens and kings count by suit: spades 1, hearts 2, clubs 3, diamonds 4",
        seats: 2..=8,
        options: || Options { values: Scheme::Suit, ..Options::default() },
    },
    Variant {
        id: "ascent",
        title: "Ascent",
        about: "In turns, make 1, 2, 3 … 20 from the tops of four suit piles",
        seats: 2..=8,
        options: || Options { ascent: true, values: Scheme::Suit, ..Options::default() },
    },
];

/// Every option, in the order of the lobby.
pub(super) static KNOBS: &[Knob] = &[
    Knob::new("ascent", Kind::Bool, "climb from 1 upward on four suit piles instead of winning target cards"),
    Knob::new("mode", Kind::Choice(&["race", "sealed", "turns"]), "who may answer when")
        .saying(&[("sealed", "sealed answers"), ("turns", "in turns")]),
    Knob::new("values", Kind::Choice(&["base", "high", "suit"]), "what jacks, queens and kings count").saying(&[
        ("base", "J Q K count 1"),
        ("high", "J 11, Q 12, K 13"),
        ("suit", "J Q K by suit"),
    ]),
    Knob::new("omit_one", Kind::Bool, "one of the four cards may be left out").titled("One card may be left out"),
    Knob::new("powers", Kind::Bool, "answers may use ^"),
    Knob::new("reading", Kind::Choice(&["brackets", "left_to_right", "either"]), "how answers are read")
        .saying(&[("brackets", "as in school"), ("either", "either way")]),
    Knob::new("allow_negative", Kind::Bool, "results on the way may be below 0").titled("Negative results"),
    Knob::new("max_swaps", Kind::Int(0, 52), "new targets for one display; 0: as many as the stock had cards")
        .titled("Most swaps"),
    Knob::new("win_cards", Kind::Int(1, 52), "two players: how many cards win").titled("Cards to win"),
    Knob::new("score", Kind::Choice(&["cards", "face"]), "a point a card, or what the cards count")
        .saying(&[("cards", "a point a card"), ("face", "what the cards count")]),
    Knob::new("typo_grace", Kind::Int(0, 9), "answers with the wrong cards forgiven, for each seat and target")
        .titled("Wrong cards forgiven"),
    Knob::new("auto_skip_unsolvable", Kind::Bool, "targets that cannot be made are skipped")
        .titled("Skip what cannot be made"),
    Knob::new("matches", Kind::Int(1, 20), "how many packs are played").titled("Packs"),
    Knob::new("ascent_last", Kind::Int(1, 100), "Ascent: the last target").titled("Last target of Ascent"),
];
