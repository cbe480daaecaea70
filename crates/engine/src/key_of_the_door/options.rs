//! Options and variants.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::ops::RangeInclusive;

use super::{KeyOfTheDoor, state};
use crate::cards::Card;
use crate::english::counted;
use crate::options::{Declared, Kind, Values, choices, options};
use crate::{Preparing, Seats, Side};

const _: fn(crate::Language) = |crate::Language::English| ();

choices! {
    Claims {
        Called = "called" as "by the player" => "players claim keys that count 21 (one numeral counted twice)",
        Auto = "auto" as "by the table" => "keys that count 21 (one numeral counted twice) are claimed for you",
    }
    Busts {
        Honour = "honour" as "accepted" => "players notice cards past 21 themselves",
        Refuse = "refuse" as "refused" => "cards past 21 are refused",
    }
    Idle {
        Pass = "pass",
        FacedownJoker = "facedown_joker" as "face down on a Joker key" => "a player who cannot play lays a card face down on a Joker key",
        Discard = "discard" => "a player who cannot play discards a card",
    }
    DealsForTwo { Two = "2", Four = "4" }
}

options! {
    claims: Claims, "who claims a key that counts 21" => by_value;
    bust: Busts, "what becomes of cards that go past 21" => by_value;
    steal: bool = true, "faulty keys may be stolen" => "no stealing";
    false_steal: FalseSteal, "what a steal of a sound key costs: further steals this turn, nothing, or points";
    jokers: u8 = 2 in 2..=4, "how many Joker keys there are" => "{} Jokers";
    p4: Idle, "what a player does who cannot play at all" as "No card to play" => by_value;
    zero_can_double: bool,
        "the header may copy a face-down card, worth 0"
            as "Face-down cards copied" => "face-down cards can be doubled";
    bent_min_cards: u8 = 1 in 0..=6,
        "the fewest cards on a key that can be stolen as bent" as "Fewest cards of a bent key";
    partners: bool, "four players, two against two" => "partners add their points";
    deals: u32 = 0 in 0..=20, "how many deals; 0 means one by each player";
    deals_2p: DealsForTwo, "how many deals two players play while Deals is 0" as "Deals for two players";
    show_won: bool, "everybody may look at the cards of won keys" as "Won keys open" => "won keys are open to all";
    #[serde(default = "as_before")]
    idle_calls: bool,
        "a card may be called bust even where those that go past 21 are refused" as "Calls where nothing is bust";

    "table" as "Table" for 2..=5, "As at a card table: you claim 21, and notice the faults of others, yourself" {};
    "assisted" as "Assisted" for 2..=5, "Sums are shown, 21 is claimed for you and busting cards are refused; bent keys are yours to notice"
        { claims: Claims::Auto, bust: Busts::Refuse };
    "partners" as "Partners" for 4..=4, "Two against two, partners opposite each other" { partners: true };
}

/// How matches were played whose records lack `idle_calls`.
const fn as_before() -> bool {
    true
}

/// What a steal of a sound key costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FalseSteal {
    /// No further steal this turn.
    #[default]
    OnePerTurn,
    /// Nothing.
    Free,
    /// This many points.
    Penalty(i32),
}

impl Values for FalseSteal {
    const KIND: Kind = Kind::ChoiceOrCount(&["one_per_turn", "free"], "penalty", 1, 100);
    const SAYS: &'static [(&'static str, &'static str)] =
        &[("one_per_turn", "no more steals that turn"), ("free", "costs nothing")];
}

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

impl Options {
    /// How many deals a match of that many seats has.
    #[must_use]
    pub const fn deals_for(&self, seats: u8) -> u32 {
        match (self.deals, seats, self.deals_2p) {
            (0, 2, DealsForTwo::Two) => 2,
            (0, 2, DealsForTwo::Four) => 4,
            (0, ..) => seats as u32,
            (deals, ..) => deals,
        }
    }

    /// What differs from common play, in one line.
    #[must_use]
    pub fn house_rules(&self) -> String {
        let mut rules = self.stated();
        rules.say("false_steal", self.steal && self.false_steal == FalseSteal::Free, "false steals are free");
        if let (true, FalseSteal::Penalty(n)) = (self.steal, self.false_steal) {
            rules.say("false_steal", true, format!("a false steal costs {n}"));
        }
        let bent = match self.bent_min_cards {
            0 => "bare headers can be stolen, too".to_owned(),
            n => format!("a bent key needs {n} cards to be stolen"),
        };
        rules.say("bent_min_cards", self.steal && self.bent_min_cards != 1, bent);
        rules.say("deals", self.deals != 0, counted(self.deals, "deal"));
        rules.say("deals_2p", self.deals == 0 && self.deals_2p == DealsForTwo::Four, "4 deals for two");
        // What the game is about comes first, since a newcomer meets it here.
        let asides = ["jokers", "p4", "zero_can_double", "partners", "show_won"];
        rules.line::<Self>(&[&["claims", "bust", "steal", "false_steal"][..], &asides].concat())
    }
}

impl Preparing for KeyOfTheDoor {
    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "false_steal" | "bent_min_cards" => options.steal,
            "deals_2p" => !options.partners && options.deals == 0,
            // Never offered: it is for records of earlier programs.
            "idle_calls" => false,
            _ => true,
        }
    }

    fn seats(options: &Options) -> RangeInclusive<u8> {
        if options.partners { 4..=4 } else { 2..=5 }
    }

    fn sides(options: &Options, seats: u8) -> Seats<Side> {
        Seats::of(seats, |seat| state::side(options, seat))
    }

    fn pack(_options: &Options, _seats: u8) -> Vec<Card> {
        super::deal::pack()
    }
}
