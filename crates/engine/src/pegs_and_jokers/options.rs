//! The knobs of a table and the variants that bundle them.

use std::ops::RangeInclusive;

use super::{PegsAndJokers, cards, state};
use crate::cards::Card;
use crate::options::{Declared, choices, options};
use crate::{Language, NotOffered, Objection, Preparing, Seats, Side};
choices! {
    Decks {
        Auto = "auto" as "as many as the seats need",
        Two = "2" => "2 packs",
        Three = "3" => "3 packs",
        Four = "4" => "4 packs",
    }
    Draw { First = "first" as "before playing", Last = "last" as "after playing" => "draw last" }
    Split7 { Own = "own" as "own pegs", Team = "team" as "the team's pegs" => "7 splits in the team" }
    Split9 {
        Off = "off" as "no",
        Own = "own" as "own pegs" => "9 splits both ways",
        Team = "team" as "the team's pegs" => "9 splits both ways",
    }
    Ten {
        Plain = "plain" as "forward",
        Split = "split" as "split between two pegs" => "10 splits between any two",
        Minus1 = "minus1" as "forward, or 1 back" => "10 also 1 back",
    }
    AcePlus { Off = "off" as "no", Nc = "nc" as "1 back, or 11 forward" => "ace also 1 back or 11" }
    JokerUse {
        Any = "any" as "takes any peg",
        StartFirst = "start_first" as "takes pegs from start first" => "jokers from start first",
    }
    Counting { Off = "off" as "no", Third = "3" as "on the third", Fourth = "4" as "on the fourth" }
    TableTalk { Off = "off" as "no", Team = "team" as "yes" => "team-mates see each other's hands" }
    BranchDefault {
        Ask = "ask" as "ask the player",
        Home = "home" as "go home" => "typed moves go home unless they say otherwise",
    }
}

options! {
    decks: Decks, "how many packs of 54 cards: usually three, and four for eight players" => by_value;
    hand: u8 = 5 in 3..=5, "cards in a hand between turns" => "hands of {}";
    draw: Draw, "whether a turn begins or ends with drawing" => by_value;
    team_moves: bool, "any peg of the team may be moved, from the first turn on" => "any peg of the team";
    split7: Split7, "whose pegs a seven may be split between" as "Split seven" => by_value;
    split9: Split9, "a nine may be split: one part forward, one back" as "Split nine" => by_value;
    two_swaps: bool,
        "a two may exchange two pegs of different colours on the track" as "Twos exchange pegs" => "2 exchanges";
    ten: Ten, "a ten goes 10 forward, or is split between any two pegs, or may also go 1 back" => by_value;
    ace_plus: AcePlus, "an ace may also go 1 back or 11 forward" as "More for an ace" => by_value;
    joker: JokerUse, "which pegs a joker takes while one is in start" => by_value;
    counting: Counting, "on which stuck turn in a row a peg comes out free" as "Counting stuck turns";
    pass_inspot: bool = true,
        "a peg may pass its own in-spot going forward" as "Pass in-spot" => "own in-spot not passed";
    faces_down: bool,
        "cards are played face down and declared; opponents may doubt" as "Played face down" => "cards face down";
    split_into_partner: bool,
        "a split that brings the last peg home may go on with a partner's"
            as "Split goes on for a partner" => "splits run on to a partner";
    stuck_extra_draw: bool,
        "who discards without a move draws another card and keeps it"
            as "Extra card when stuck" => "extra card when stuck";
    joker_from_home: bool,
        "a joker may take a peg out of its home" as "Joker takes pegs from home" => "jokers from home";
    joker_blocks_count: bool = true, "a player who could play a joker is not stuck" as "Joker keeps from counting";
    home_safe_from_doubt: bool,
        "pegs at home are safe from the penalty for a doubt"
            as "Home is safe from doubts" => "home is safe from doubts";
    table_talk: TableTalk, "whether team-mates see each other's hands" as "Team-mates see hands" => by_value;
    branch_default: BranchDefault,
        "when a typed move could go home or on along the track, the player is asked, or it goes home"
            as "A typed move with two ways" => by_value;
    #[serde(default = "as_before")]
    drop_beside_count: bool,
        "who may choose the free peg instead of a new joker may also discard without either"
            as "Free peg can be left";

    "basic" as "Basic" for 4..=8, "Draw, play, move your own pegs; help a partner once they are all home" {};
    "arizona" as "Arizona" for 4..=8, "Move any peg of your team; sevens and nines split between them"
        { decks: Decks::Four, draw: Draw::Last, team_moves: true, split7: Split7::Team, split9: Split9::Team,
          joker: JokerUse::StartFirst };
    "north-carolina" as "North Carolina" for 4..=8, "Tens move any two pegs, twos exchange pegs, and the third stuck turn frees one"
        { split9: Split9::Own, two_swaps: true, ten: Ten::Split, ace_plus: AcePlus::Nc, counting: Counting::Third,
          split_into_partner: true, joker_from_home: true };
    "wizard" as "Wizard" for 4..=8, "Draw last; nines split forward and back, twos exchange pegs"
        { draw: Draw::Last, split9: Split9::Own, two_swaps: true };
    "alaska" as "Alaska" for 4..=8, "Tens may go one back; the fourth stuck turn frees a peg"
        { ten: Ten::Minus1, counting: Counting::Fourth };
    "kilpatrick" as "Kilpatrick" for 4..=8, "Arizona with three cards, and no peg may pass its in-spot"
        { decks: Decks::Four, draw: Draw::Last, team_moves: true, split7: Split7::Team, split9: Split9::Team,
          joker: JokerUse::StartFirst, hand: 3, pass_inspot: false };
    "bluffing" as "Bluffing Joker" for 4..=8, "Cards are played face down: say what yours is, and be believed or doubted"
        { faces_down: true };
}

/// How matches were played whose records lack `drop_beside_count`.
const fn as_before() -> bool {
    true
}

/// What comes first among the house rules.
const FIRST: &[&str] = &[
    "faces_down",
    "team_moves",
    "draw",
    "hand",
    "split7",
    "split9",
    "two_swaps",
    "ten",
    "ace_plus",
    "joker",
    "joker_from_home",
    "pass_inspot",
    "split_into_partner",
    "counting",
    "joker_blocks_count",
    "stuck_extra_draw",
    "home_safe_from_doubt",
    "table_talk",
    "branch_default",
];

impl Copy for Options {}

impl Options {
    /// How many packs of 54 a table for `seats` uses.
    #[must_use]
    pub const fn packs(&self, seats: u8) -> u8 {
        match self.decks {
            Decks::Two => 2,
            Decks::Three => 3,
            Decks::Four => 4,
            Decks::Auto => 3 + (seats == 8) as u8,
        }
    }

    /// The stuck turn that brings a peg out free, if any does. Where cards are played face down nobody can see who is
    /// stuck, and nothing is counted.
    #[must_use]
    pub const fn free_turn(&self) -> Option<u8> {
        match self.counting {
            _ if self.faces_down => None,
            Counting::Off => None,
            Counting::Third => Some(3),
            Counting::Fourth => Some(4),
        }
    }

    /// What differs from the basic game, in one line.
    pub(super) fn in_words(&self) -> String {
        let mut rules = self.stated();
        if let Some(turn) = self.free_turn() {
            rules.say("counting", true, format!("free peg on stuck turn {turn}"));
            rules.say("joker_blocks_count", !self.joker_blocks_count, "stuck in spite of a playable joker");
        }
        rules.line::<Self>(FIRST)
    }
}

fn unequal(seats: u8, Language::English: Language) -> String {
    format!("Pegs and Jokers is for two teams of equal size: 4, 6 or 8 players, not {seats}.")
}

fn draws_last(_: u8, Language::English: Language) -> String {
    "`stuck_extra_draw=true` needs `draw=first`: who draws last fills the hand up anyway.".to_owned()
}

impl Preparing for PegsAndJokers {
    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "home_safe_from_doubt" => options.faces_down,
            "counting" => !options.faces_down,
            "joker_blocks_count" => options.free_turn().is_some(),
            // Never offered: it is for records of earlier programs.
            "drop_beside_count" => false,
            _ => true,
        }
    }

    fn seats(_options: &Options) -> RangeInclusive<u8> {
        4..=8
    }

    fn validate(options: &Options, seats: u8) -> Result<(), NotOffered> {
        if !matches!(seats, 4 | 6 | 8) {
            return Err(NotOffered::Own(Objection { number: seats, says: unequal }));
        }
        if options.stuck_extra_draw && options.draw == Draw::Last {
            return Err(NotOffered::Own(Objection { number: seats, says: draws_last }));
        }
        Ok(())
    }

    fn sides(_options: &Options, seats: u8) -> Seats<Side> {
        Seats::of(seats, state::side_of)
    }

    fn pack(options: &Options, seats: u8) -> Vec<Card> {
        cards::packs(options.packs(seats))
    }
}
