//! What a table may choose.

use std::ops::RangeInclusive;

use super::{Klaberjass, rank};
use crate::Preparing;
use crate::cards::Card;
use crate::options::{Declared, choices, options};

const _: fn(crate::Language) = |crate::Language::English| ();
choices! {
    RankOrder {
        Book = "book" as "ten below the jack" => "ten below the jack",
        Standard = "standard" as "ten right after the ace" => "ten after the ace",
    }
    Schmeiss {
        Off = "off" as "no",
        Hoyle = "hoyle" as "who offered makes trumps" => "schmeiss",
        OpponentMakes = "opponent_makes" as "who refused makes trumps, in round 1" => "schmeiss (who refuses it in round 1 makes trumps)",
    }
    SeqTie {
        None = "none" as "nothing",
        Nondealer = "nondealer" as "the non-dealer's count" => "equal sequences: non-dealer's",
        TenEach = "ten_each" as "ten to each" => "equal sequences: ten each",
    }
    LongRun { Single = "single" as "50", SplitAllowed = "split_allowed" as "70 or 100" => "long runs split" }
    TieRule {
        Carry = "carry" as "carried over" => "ties carried over",
        DefenderOnly = "defender_only" as "the defender scores" => "ties score for the defender",
        Both = "both" as "both score" => "ties score for both",
    }
    BellaRule { Auto = "auto" as "by itself", Called = "called" as "when called" => "bella must be called" }
    DeadHandDealer {
        Alternate = "alternate" as "the other",
        Same = "same" as "the same" => "same dealer after a dead hand",
    }
    Reveal { Minimal = "minimal" as "what decides", Full = "full" as "everything" => "sequences announced in full" }
}

options! {
    rank_order: RankOrder, "ten below the jack, or right after the ace" => by_value;
    target: i32 = 500 in 1..=2000, "points that end the match" => always "to {}";
    schmeiss: Schmeiss, "offers to throw the hand in" => by_value;
    seq_tie: SeqTie, "what equal best sequences score" as "Sequence tie" => by_value;
    long_run: LongRun, "a run of 7 or 8 scores 50, or 70 and 100" => by_value;
    length_breaks_50: bool,
        "of two runs of four or more the longer is better" as "Longer run is better" => "longer runs beat shorter";
    tie_rule: TieRule, "when maker and defender count the same" as "Tied hand" => by_value;
    bella: BellaRule, "king and queen of trumps score by themselves, or when called" => by_value;
    dead_hand_dealer: DeadHandDealer, "who deals after a dead hand" as "Dealer after a dead hand" => by_value;
    no_trick_no_meld: bool, "no trick, no points for sequences" as "No trick, no melds" => "no trick, no sequences";
    reveal: Reveal, "how much of the best sequences is announced" => by_value;
    claim_out: bool,
        "reaching the target in the middle of a hand ends the match"
            as "Out in mid-hand" => "reaching the target ends the match at once";
    show_points: bool, "the board counts card points as they are won" as "Points shown" => "card points shown";

    "book" as "Book" for 2..=2, "The ten ranks below the jack; a tied hand is carried over; no schmeiss" {};
    "standard" as "Standard" for 2..=2, "The ten ranks right after the ace; a tie scores for the defender; schmeiss"
        { rank_order: RankOrder::Standard, tie_rule: TieRule::DefenderOnly, schmeiss: Schmeiss::Hoyle };
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

/// What differs from the plain game, in one line.
pub(super) fn house_rules(options: &Options) -> String {
    options.stated().line::<Options>(&["target", "rank_order", "schmeiss", "tie_rule"])
}

impl Preparing for Klaberjass {
    fn seats(_: &Options) -> RangeInclusive<u8> {
        2..=2
    }

    fn pack(_: &Options, _: u8) -> Vec<Card> {
        rank::pack().collect()
    }
}
