//! The knobs of a table and the variants that bundle them.

use serde::{Deserialize, Serialize};

use crate::options::{HouseRules, Kind, Knob, Variant};

/// How many packs of 54 are shuffled together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Decks {
    /// Three for four and six players, four for eight.
    #[serde(rename = "auto")]
    Auto,
    /// Two, whatever the number of players.
    #[serde(rename = "2")]
    Two,
    /// Three.
    #[serde(rename = "3")]
    Three,
    /// Four.
    #[serde(rename = "4")]
    Four,
}

/// When the hand is filled up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// A turn begins with drawing.
    First,
    /// A turn ends with drawing.
    Last,
}

/// Whose pegs a split seven may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split7 {
    /// Two of the colour that the player is moving.
    Own,
    /// Any two of the team.
    Team,
}

/// Whose pegs a split nine may move, if it may be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split9 {
    /// Nine is nine forward.
    Off,
    /// Two of the colour that the player is moving.
    Own,
    /// Any two of the team.
    Team,
}

/// What a ten does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ten {
    /// Ten forward.
    Plain,
    /// Must be split between two pegs of any owner, each part either way.
    Split,
    /// Ten forward or one back.
    Minus1,
}

/// What an ace does besides coming out and one forward.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AcePlus {
    /// Nothing.
    Off,
    /// One back or eleven forward.
    Nc,
}

/// Which peg a joker may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JokerUse {
    /// Any.
    Any,
    /// One in start, while there is one.
    StartFirst,
}

/// After how many stuck turns in a row a peg comes out free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Counting {
    /// Never.
    #[serde(rename = "off")]
    Off,
    /// On the third.
    #[serde(rename = "3")]
    Third,
    /// On the fourth.
    #[serde(rename = "4")]
    Fourth,
}

/// What team-mates may tell each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableTalk {
    /// Nothing.
    Off,
    /// Everything: they see each other's hands.
    Team,
}

/// What a move means if it does not say which of two ways it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BranchDefault {
    /// The player is asked.
    Ask,
    /// The way home.
    Home,
}

/// The knobs of a table; the rules page explains each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, clippy::struct_excessive_bools)]
pub struct Options {
    pub decks: Decks,
    pub hand: u8,
    pub draw: Draw,
    pub team_moves: bool,
    pub split7: Split7,
    pub split9: Split9,
    pub two_swaps: bool,
    pub ten: Ten,
    pub ace_plus: AcePlus,
    pub joker: JokerUse,
    pub counting: Counting,
    pub pass_inspot: bool,
    pub faces_down: bool,
    pub split_into_partner: bool,
    pub stuck_extra_draw: bool,
    pub joker_from_home: bool,
    pub joker_blocks_count: bool,
    pub home_safe_from_doubt: bool,
    pub table_talk: TableTalk,
    pub branch_default: BranchDefault,
    /// For matches that began when there was no such option: they go on as they were.
    #[serde(default = "as_before")]
    pub drop_beside_count: bool,
}

/// How matches were played whose records lack `drop_beside_count`.
const fn as_before() -> bool {
    true
}

impl Default for Options {
    fn default() -> Self {
        Self {
            decks: Decks::Auto,
            hand: 5,
            draw: Draw::First,
            team_moves: false,
            split7: Split7::Own,
            split9: Split9::Off,
            two_swaps: false,
            ten: Ten::Plain,
            ace_plus: AcePlus::Off,
            joker: JokerUse::Any,
            counting: Counting::Off,
            pass_inspot: true,
            faces_down: false,
            split_into_partner: false,
            stuck_extra_draw: false,
            joker_from_home: false,
            joker_blocks_count: true,
            home_safe_from_doubt: false,
            table_talk: TableTalk::Off,
            branch_default: BranchDefault::Ask,
            drop_beside_count: false,
        }
    }
}

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

    /// What is wrong with these options at a table for `seats`, and what would be right.
    pub(super) fn validate(&self, seats: u8) -> Result<(), String> {
        if !matches!(seats, 4 | 6 | 8) {
            return Err(format!("Pegs and Jokers is for two teams of equal size: 4, 6 or 8 players, not {seats}."));
        }
        if self.stuck_extra_draw && self.draw == Draw::Last {
            let wrong = "`stuck_extra_draw=true` needs `draw=first`: who draws last fills the hand up anyway.";
            return Err(wrong.to_owned());
        }
        Ok(())
    }

    /// What differs from the basic game, in one line.
    pub(super) fn in_words(&self) -> String {
        let plain = Self::default();
        let mut rules = HouseRules::default();
        rules.say(self.faces_down, "cards face down");
        rules.say(self.team_moves, "any peg of the team");
        rules.say(self.draw == Draw::Last, "draw last");
        rules.say(self.hand != plain.hand, format!("hands of {}", self.hand));
        rules.say(self.split7 == Split7::Team, "7 splits in the team");
        rules.say(self.split9 != Split9::Off, "9 splits both ways");
        rules.say(self.two_swaps, "2 exchanges");
        rules.say(self.ten == Ten::Split, "10 splits between any two");
        rules.say(self.ten == Ten::Minus1, "10 also 1 back");
        rules.say(self.ace_plus == AcePlus::Nc, "ace also 1 back or 11");
        rules.say(self.joker == JokerUse::StartFirst, "jokers from start first");
        rules.say(self.joker_from_home, "jokers from home");
        rules.say(!self.pass_inspot, "own in-spot not passed");
        rules.say(self.split_into_partner, "splits run on to a partner");
        if let Some(turn) = self.free_turn() {
            rules.say(true, format!("free peg on stuck turn {turn}"));
            rules.say(!self.joker_blocks_count, "stuck in spite of a playable joker");
        }
        rules.say(self.stuck_extra_draw, "extra card when stuck");
        rules.say(self.home_safe_from_doubt, "home is safe from doubts");
        rules.say(self.table_talk == TableTalk::Team, "team-mates see each other's hands");
        rules.say(self.branch_default == BranchDefault::Home, "typed moves go home unless they say otherwise");
        rules.say(self.decks != Decks::Auto, format!("{} packs", self.packs(0)));
        rules.line()
    }
}

/// Every option, in the order of the lobby.
pub(super) const KNOBS: &[Knob] = &[
    Knob::new(
        "decks",
        Kind::Choice(&["auto", "2", "3", "4"]),
        "how many packs of 54 cards: usually three, and four for eight players",
    )
    .saying(&[("auto", "as many as the seats need")]),
    Knob::new("hand", Kind::Int(3, 5), "cards in a hand between turns"),
    Knob::new("draw", Kind::Choice(&["first", "last"]), "whether a turn begins or ends with drawing")
        .saying(&[("first", "before playing"), ("last", "after playing")]),
    Knob::new("team_moves", Kind::Bool, "any peg of the team may be moved, from the first turn on"),
    Knob::new("split7", Kind::Choice(&["own", "team"]), "whose pegs a seven may be split between")
        .titled("Split seven")
        .saying(&[("own", "own pegs"), ("team", "the team's pegs")]),
    Knob::new("split9", Kind::Choice(&["off", "own", "team"]), "a nine may be split: one part forward, one back")
        .titled("Split nine")
        .saying(&[("off", "no"), ("own", "own pegs"), ("team", "the team's pegs")]),
    Knob::new("two_swaps", Kind::Bool, "a two may exchange two pegs of different colours on the track")
        .titled("Twos exchange pegs"),
    Knob::new(
        "ten",
        Kind::Choice(&["plain", "split", "minus1"]),
        "a ten goes 10 forward, or is split between any two pegs, or may also go 1 back",
    )
    .saying(&[("plain", "forward"), ("split", "split between two pegs"), ("minus1", "forward, or 1 back")]),
    Knob::new("ace_plus", Kind::Choice(&["off", "nc"]), "an ace may also go 1 back or 11 forward")
        .titled("More for an ace")
        .saying(&[("off", "no"), ("nc", "1 back, or 11 forward")]),
    Knob::new("joker", Kind::Choice(&["any", "start_first"]), "which pegs a joker takes while one is in start")
        .saying(&[("any", "takes any peg"), ("start_first", "takes pegs from start first")]),
    Knob::new("counting", Kind::Choice(&["off", "3", "4"]), "on which stuck turn in a row a peg comes out free")
        .titled("Counting stuck turns")
        .saying(&[("off", "no"), ("3", "on the third"), ("4", "on the fourth")]),
    Knob::new("pass_inspot", Kind::Bool, "a peg may pass its own in-spot going forward").titled("Pass in-spot"),
    Knob::new("faces_down", Kind::Bool, "cards are played face down and declared; opponents may doubt")
        .titled("Played face down"),
    Knob::new("split_into_partner", Kind::Bool, "a split that brings the last peg home may go on with a partner's")
        .titled("Split goes on for a partner"),
    Knob::new("stuck_extra_draw", Kind::Bool, "who discards without a move draws another card and keeps it")
        .titled("Extra card when stuck"),
    Knob::new("joker_from_home", Kind::Bool, "a joker may take a peg out of its home")
        .titled("Joker takes pegs from home"),
    Knob::new("joker_blocks_count", Kind::Bool, "a player who could play a joker is not stuck")
        .titled("Joker keeps from counting"),
    Knob::new("home_safe_from_doubt", Kind::Bool, "pegs at home are safe from the penalty for a doubt")
        .titled("Home is safe from doubts"),
    Knob::new("table_talk", Kind::Choice(&["off", "team"]), "whether team-mates see each other's hands")
        .titled("Team-mates see hands")
        .saying(&[("off", "no"), ("team", "yes")]),
    Knob::new(
        "branch_default",
        Kind::Choice(&["ask", "home"]),
        "when a typed move could go home or on along the track, the player is asked, or it goes home",
    )
    .titled("A typed move with two ways")
    .saying(&[("ask", "ask the player"), ("home", "go home")]),
    Knob::new(
        "drop_beside_count",
        Kind::Bool,
        "who may choose the free peg instead of a new joker may also discard without either",
    )
    .titled("Free peg can be left"),
];

fn arizona() -> Options {
    Options {
        decks: Decks::Four,
        draw: Draw::Last,
        team_moves: true,
        split7: Split7::Team,
        split9: Split9::Team,
        joker: JokerUse::StartFirst,
        ..Options::default()
    }
}

fn north_carolina() -> Options {
    Options {
        split9: Split9::Own,
        two_swaps: true,
        ten: Ten::Split,
        ace_plus: AcePlus::Nc,
        counting: Counting::Third,
        split_into_partner: true,
        joker_from_home: true,
        ..Options::default()
    }
}

/// The variants, the default one first.
pub(super) static VARIANTS: &[Variant<Options>] = &[
    Variant {
        id: "basic",
        title: "Basic",
        about: "Draw, play, move your own pegs; help a partner once they are all home",
        seats: 4..=8,
        options: Options::default,
    },
    Variant {
        id: "arizona",
        title: "Arizona",
        about: "Move any peg of your team; sevens and nines split between them",
        seats: 4..=8,
        options: arizona,
    },
    Variant {
        id: "north-carolina",
        title: "North Carolina",
        about: "Tens move any two pegs, twos exchange pegs, and the third stuck turn frees one",
        seats: 4..=8,
        options: north_carolina,
    },
    Variant {
        id: "wizard",
        title: "Wizard",
        about: "Draw last; nines split forward and back, twos exchange pegs",
        seats: 4..=8,
        options: || Options { draw: Draw::Last, split9: Split9::Own, two_swaps: true, ..Options::default() },
    },
    Variant {
        id: "alaska",
        title: "Alaska",
        about: "Tens may go one back; the fourth stuck turn frees a peg",
        seats: 4..=8,
        options: || Options { ten: Ten::Minus1, counting: Counting::Fourth, ..Options::default() },
    },
    Variant {
        id: "kilpatrick",
        title: "Kilpatrick",
        about: "Arizona with three cards, and no peg may pass its in-spot",
        seats: 4..=8,
        options: || Options { hand: 3, pass_inspot: false, ..arizona() },
    },
    Variant {
        id: "bluffing",
        title: "Bluffing Joker",
        about: "Cards are played face down: say what yours is, and be believed or doubted",
        seats: 4..=8,
        options: || Options { faces_down: true, ..Options::default() },
    },
];
