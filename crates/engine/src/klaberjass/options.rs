//! What a table may choose.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::options::{HouseRules, Kind, Knob, Variant};

/// Where the ten stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankOrder {
    /// Below the jack, and in trumps below the queen.
    #[default]
    Book,
    /// Right after the ace.
    Standard,
}

/// May a player offer to throw the hand in?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Schmeiss {
    /// No.
    #[default]
    Off,
    /// Yes; if the offer is refused, the player who made it plays the hand.
    Hoyle,
    /// Yes; in the first round the player who refuses plays the hand.
    OpponentMakes,
}

impl Schmeiss {
    /// What may be called besides a suit, as the end of a sentence.
    pub(super) const fn or_pass(self) -> &'static str {
        match self {
            Self::Off => " or pass",
            Self::Hoyle | Self::OpponentMakes => ", pass, or offer schmeiss",
        }
    }
}

/// What equal best sequences are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeqTie {
    /// Nothing.
    #[default]
    None,
    /// The non-dealer's count as the better ones.
    Nondealer,
    /// Ten points to each side, and nothing for the sequences.
    TenEach,
}

/// What a run of seven or eight is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LongRun {
    /// 50, as any run of four or more.
    #[default]
    Single,
    /// What its best division is worth: 70 or 100.
    SplitAllowed,
}

/// What happens when maker and defender count the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// Both totals wait for the winner of the next hand that is decided.
    #[default]
    Carry,
    /// The defender scores, the maker does not.
    DefenderOnly,
    /// Each scores.
    Both,
}

/// How king and queen of trumps score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BellaRule {
    /// By themselves.
    #[default]
    Auto,
    /// Only if the word is said with the second of them.
    Called,
}

/// Who deals after a hand that nobody played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadHandDealer {
    /// The other player, as after any hand.
    #[default]
    Alternate,
    /// The same dealer again.
    Same,
}

/// How much of the best sequences is announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reveal {
    /// As much as decides between them.
    #[default]
    Minimal,
    /// Points, length, top card and whether it is trump.
    Full,
}

/// The knobs of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Where the ten stands.
    pub rank_order: RankOrder,
    /// The points that end the match.
    pub target: i32,
    /// May a player offer to throw the hand in?
    pub schmeiss: Schmeiss,
    /// What equal best sequences are worth.
    pub seq_tie: SeqTie,
    /// What a run of seven or eight is worth.
    pub long_run: LongRun,
    /// Does a longer run beat a shorter one of four or more?
    pub length_breaks_50: bool,
    /// What happens when maker and defender count the same.
    pub tie_rule: TieRule,
    /// How king and queen of trumps score.
    pub bella: BellaRule,
    /// Who deals after a hand that nobody played.
    pub dead_hand_dealer: DeadHandDealer,
    /// Does a player without a trick lose the points for their sequences?
    pub no_trick_no_meld: bool,
    /// How much of the best sequences is announced.
    pub reveal: Reveal,
    /// Does the match end in the middle of a hand once a player has reached the target?
    pub claim_out: bool,
    /// Does the board count the card points as they are won?
    pub show_points: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rank_order: RankOrder::Book,
            target: 500,
            schmeiss: Schmeiss::Off,
            seq_tie: SeqTie::None,
            long_run: LongRun::Single,
            length_breaks_50: false,
            tie_rule: TieRule::Carry,
            bella: BellaRule::Auto,
            dead_hand_dealer: DeadHandDealer::Alternate,
            no_trick_no_meld: false,
            reveal: Reveal::Minimal,
            claim_out: false,
            show_points: false,
        }
    }
}

fn standard() -> Options {
    Options {
        rank_order: RankOrder::Standard,
        tie_rule: TieRule::DefenderOnly,
        schmeiss: Schmeiss::Hoyle,
        ..Options::default()
    }
}

/// How many may sit.
pub(super) const SEATS: RangeInclusive<u8> = 2..=2;

pub(super) static VARIANTS: &[Variant<Options>] = &[
    Variant {
        id: "book",
        title: "Book",
        about: "The ten ranks below the jack; a tied hand is carried over; no schmeiss",
        seats: SEATS,
        options: Options::default,
    },
    Variant {
        id: "standard",
        title: "Standard",
        about: "The ten ranks right after the ace; a tie scores for the defender; schmeiss",
        seats: SEATS,
        options: standard,
    },
];

pub(super) static KNOBS: &[Knob] = &[
    Knob::new("rank_order", Kind::Choice(&["book", "standard"]), "ten below the jack, or right after the ace")
        .saying(&[("book", "ten below the jack"), ("standard", "ten right after the ace")]),
    Knob::new("target", Kind::Int(1, 2000), "points that end the match"),
    Knob::new("schmeiss", Kind::Choice(&["off", "hoyle", "opponent_makes"]), "offers to throw the hand in").saying(&[
        ("off", "no"),
        ("hoyle", "who offered plays it"),
        ("opponent_makes", "who refused plays it, in round 1"),
    ]),
    Knob::new("seq_tie", Kind::Choice(&["none", "nondealer", "ten_each"]), "what equal best sequences score")
        .titled("Sequence tie")
        .saying(&[("none", "nothing"), ("nondealer", "the non-dealer's count"), ("ten_each", "ten to each")]),
    Knob::new("long_run", Kind::Choice(&["single", "split_allowed"]), "a run of 7 or 8 scores 50, or 70 and 100")
        .saying(&[("single", "50"), ("split_allowed", "70 or 100")]),
    Knob::new("length_breaks_50", Kind::Bool, "of two runs of four or more the longer is better")
        .titled("Longer run is better"),
    Knob::new("tie_rule", Kind::Choice(&["carry", "defender_only", "both"]), "when maker and defender count the same")
        .titled("Tied hand")
        .saying(&[("carry", "carried over"), ("defender_only", "the defender scores"), ("both", "both score")]),
    Knob::new(
        "bella",
        Kind::Choice(&["auto", "called"]),
        "king and queen of trumps score by themselves, or when called",
    )
    .saying(&[("auto", "by itself"), ("called", "when called")]),
    Knob::new("dead_hand_dealer", Kind::Choice(&["alternate", "same"]), "who deals after a dead hand")
        .titled("Dealer after a dead hand")
        .saying(&[("alternate", "the other"), ("same", "the same")]),
    Knob::new("no_trick_no_meld", Kind::Bool, "no trick, no points for sequences").titled("No trick, no melds"),
    Knob::new("reveal", Kind::Choice(&["minimal", "full"]), "how much of the best sequences is announced")
        .saying(&[("minimal", "what decides"), ("full", "everything")]),
    Knob::new("claim_out", Kind::Bool, "reaching the target in the middle of a hand ends the match")
        .titled("Out in mid-hand"),
    Knob::new("show_points", Kind::Bool, "the board counts card points as they are won").titled("Points shown"),
];

/// What differs from the plain game, in one line.
pub(super) fn house_rules(options: &Options) -> String {
    let mut rules = HouseRules::default();
    rules.say(true, format!("to {}", options.target));
    rules.say(options.rank_order == RankOrder::Book, "ten below the jack");
    rules.say(options.rank_order == RankOrder::Standard, "ten after the ace");
    rules.say(options.schmeiss == Schmeiss::Hoyle, "schmeiss");
    rules.say(options.schmeiss == Schmeiss::OpponentMakes, "schmeiss (who refuses it in round 1 plays)");
    rules.say(options.tie_rule == TieRule::Carry, "ties carried over");
    rules.say(options.tie_rule == TieRule::DefenderOnly, "ties score for the defender");
    rules.say(options.tie_rule == TieRule::Both, "ties score for both");
    rules.say(options.seq_tie == SeqTie::Nondealer, "equal sequences: non-dealer's");
    rules.say(options.seq_tie == SeqTie::TenEach, "equal sequences: ten each");
    rules.say(options.long_run == LongRun::SplitAllowed, "long runs split");
    rules.say(options.length_breaks_50, "longer runs beat shorter");
    rules.say(options.bella == BellaRule::Called, "bella must be called");
    rules.say(options.dead_hand_dealer == DeadHandDealer::Same, "same dealer after a dead hand");
    rules.say(options.no_trick_no_meld, "no trick, no sequences");
    rules.say(options.reveal == Reveal::Full, "sequences announced in full");
    rules.say(options.claim_out, "reaching the target ends the match at once");
    rules.say(options.show_points, "card points shown");
    rules.line()
}
