//! Options and variants.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::options::{HouseRules, Kind, Knob, Variant};

/// How a completed key is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claims {
    /// The player who completes it must claim it.
    Called,
    /// Automatically.
    Auto,
}

/// What becomes of a card that takes a key past 21.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Busts {
    /// It is accepted; the others have to notice.
    Honour,
    /// It is refused.
    Refuse,
}

/// What a player does when the suits of all their cards are closed and no card fits on a Joker key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// Passes.
    Pass,
    /// Lays a card face down on an open Joker key.
    FacedownJoker,
    /// Discards a card.
    Discard,
}

/// What a steal of a sound key costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FalseSteal {
    /// No further steal this turn.
    OnePerTurn,
    /// Nothing.
    Free,
    /// This many points.
    Penalty(i32),
}

/// How many deals two players play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealsForTwo {
    /// One dealt by each.
    #[serde(rename = "2")]
    Two,
    /// Two dealt by each.
    #[serde(rename = "4")]
    Four,
}

impl DealsForTwo {
    const fn count(self) -> u32 {
        match self {
            Self::Two => 2,
            Self::Four => 4,
        }
    }
}

/// The largest penalty for a false steal, in points.
const MOST_PENALTY: i64 = 100;

impl Serialize for FalseSteal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::OnePerTurn => to.serialize_str("one_per_turn"),
            Self::Free => to.serialize_str("free"),
            Self::Penalty(n) => to.collect_str(&format_args!("penalty:{n}")),
        }
    }
}

impl<'de> Deserialize<'de> for FalseSteal {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        match text.as_str() {
            "one_per_turn" => Ok(Self::OnePerTurn),
            "free" => Ok(Self::Free),
            _ => text.strip_prefix("penalty:").and_then(|n| n.parse().ok()).map(Self::Penalty).ok_or_else(|| {
                de::Error::custom(format!("false_steal is one_per_turn, free or penalty:n, not {text:?}"))
            }),
        }
    }
}

/// Every option of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How completed keys are won.
    pub claims: Claims,
    /// What becomes of cards that go past 21.
    pub bust: Busts,
    /// May faulty keys be stolen?
    pub steal: bool,
    /// What a steal of a sound key costs.
    pub false_steal: FalseSteal,
    /// How many Jokers there are, 2 to 4.
    pub jokers: u8,
    /// What a player does who cannot play at all.
    pub p4: Idle,
    /// May the header copy a face-down card, which is worth 0?
    pub zero_can_double: bool,
    /// The fewest cards, face-down ones counted, with which a key can be stolen as bent.
    pub bent_min_cards: u8,
    /// Four players in two partnerships?
    pub partners: bool,
    /// How many deals; 0 for one dealt by each player (two players: `deals_2p`).
    pub deals: u32,
    /// How many deals two players play.
    pub deals_2p: DealsForTwo,
    /// May anybody look at the cards of won keys?
    pub show_won: bool,
    /// May cards be called bust even where none can be? For matches that began when there was no such option: they go
    /// on as they were.
    #[serde(default = "as_before")]
    pub idle_calls: bool,
}

/// How matches were played whose records lack `idle_calls`.
const fn as_before() -> bool {
    true
}

impl Default for Options {
    fn default() -> Self {
        Self {
            claims: Claims::Called,
            bust: Busts::Honour,
            steal: true,
            false_steal: FalseSteal::OnePerTurn,
            jokers: 2,
            p4: Idle::Pass,
            zero_can_double: false,
            bent_min_cards: 1,
            partners: false,
            deals: 0,
            deals_2p: DealsForTwo::Two,
            show_won: false,
            idle_calls: false,
        }
    }
}

impl Options {
    fn assisted() -> Self {
        Self { claims: Claims::Auto, bust: Busts::Refuse, ..Self::default() }
    }

    fn partners() -> Self {
        Self { partners: true, ..Self::default() }
    }

    /// How many deals a match of that many seats has.
    #[must_use]
    pub const fn deals_for(&self, seats: u8) -> u32 {
        match (self.deals, seats) {
            (0, 2) => self.deals_2p.count(),
            (0, _) => seats as u32,
            (deals, _) => deals,
        }
    }

    /// What differs from common play, in one line.
    #[must_use]
    pub fn house_rules(&self) -> String {
        let mut rules = HouseRules::default();
        // What the game is about comes first, since a newcomer meets it here.
        rules.say(self.claims == Claims::Called, "players claim keys that count 21 (one numeral counted twice)");
        rules.say(self.claims == Claims::Auto, "keys that count 21 (one numeral counted twice) are claimed for you");
        rules.say(self.bust == Busts::Honour, "players notice cards past 21 themselves");
        rules.say(self.bust == Busts::Refuse, "cards past 21 are refused");
        rules.say(!self.steal, "no stealing");
        rules.say(self.steal && self.false_steal == FalseSteal::Free, "false steals are free");
        if let (true, FalseSteal::Penalty(n)) = (self.steal, self.false_steal) {
            rules.say(true, format!("a false steal costs {n}"));
        }
        rules.say(self.jokers != 2, format!("{} Jokers", self.jokers));
        rules.say(self.p4 == Idle::FacedownJoker, "a player who cannot play lays a card face down on a Joker key");
        rules.say(self.p4 == Idle::Discard, "a player who cannot play discards a card");
        rules.say(self.zero_can_double, "face-down cards can be doubled");
        rules.say(self.partners, "partners add their points");
        rules.say(self.show_won, "won keys are open to all");
        match self.bent_min_cards {
            _ if !self.steal => {}
            0 => rules.say(true, "bare headers can be stolen, too"),
            1 => {}
            n => rules.say(true, format!("a bent key needs {n} cards to be stolen")),
        }
        let four_for_two = self.deals == 0 && self.deals_2p == DealsForTwo::Four;
        rules.say(self.deals != 0, format!("{} deal{}", self.deals, if self.deals == 1 { "" } else { "s" }));
        rules.say(four_for_two, "4 deals for two");
        rules.line()
    }
}

/// Every option, in the order of the lobby.
pub static KNOBS: &[Knob] = &[
    Knob::new("claims", Kind::Choice(&["called", "auto"]), "who claims a key that counts 21")
        .saying(&[("called", "by the player"), ("auto", "by the table")]),
    Knob::new("bust", Kind::Choice(&["honour", "refuse"]), "what becomes of cards that go past 21")
        .saying(&[("honour", "accepted"), ("refuse", "refused")]),
    Knob::new("steal", Kind::Bool, "faulty keys may be stolen"),
    Knob::new(
        "false_steal",
        Kind::ChoiceOrCount(&["one_per_turn", "free"], "penalty", 1, MOST_PENALTY),
        "what a steal of a sound key costs: further steals this turn, nothing, or points",
    )
    .saying(&[("one_per_turn", "no more steals that turn"), ("free", "costs nothing")]),
    Knob::new("jokers", Kind::Int(2, 4), "how many Joker keys there are"),
    Knob::new("p4", Kind::Choice(&["pass", "facedown_joker", "discard"]), "what a player does who cannot play at all")
        .titled("No card to play")
        .saying(&[("facedown_joker", "face down on a Joker key")]),
    Knob::new("zero_can_double", Kind::Bool, "the header may copy a face-down card, worth 0")
        .titled("Face-down cards copied"),
    Knob::new("bent_min_cards", Kind::Int(0, 6), "the fewest cards on a key that can be stolen as bent")
        .titled("Fewest cards of a bent key"),
    Knob::new("partners", Kind::Bool, "four players, two against two"),
    Knob::new("deals", Kind::Int(0, 20), "how many deals; 0 means one by each player"),
    Knob::new("deals_2p", Kind::Choice(&["2", "4"]), "how many deals two players play while Deals is 0")
        .titled("Deals for two players"),
    Knob::new("show_won", Kind::Bool, "everybody may look at the cards of won keys").titled("Won keys open"),
    Knob::new("idle_calls", Kind::Bool, "a card may be called bust even where those that go past 21 are refused")
        .titled("Calls where nothing is bust"),
];

/// The variants, the default one first.
pub static VARIANTS: &[Variant<Options>] = &[
    Variant {
        id: "table",
        title: "Table",
        about: "As at a card table: you claim 21, and notice the faults of others, yourself",
        seats: 2..=5,
        options: Options::default,
    },
    Variant {
        id: "assisted",
        title: "Assisted",
        about: "Sums are shown, 21 is claimed for you and busting cards are refused; bent keys are yours to notice",
        seats: 2..=5,
        options: Options::assisted,
    },
    Variant {
        id: "partners",
        title: "Partners",
        about: "Two against two, partners opposite each other",
        seats: 4..=4,
        options: Options::partners,
    },
];
