//! The knobs of a table and the named bundles of them.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

use super::phrases::to_knock;
use super::{GinRummy, state};
use crate::cards::Card;
use crate::options::{Declared, Kind, Values, choices, options};
use crate::{Preparing, Seats, Side};

const _: fn(crate::Language) = |crate::Language::English| ();

choices! {
    NextDealer {
        Alternate = "alternate" as "by turns",
        Winner = "winner" as "the winner",
        Loser = "loser" as "the loser",
    }
    IllegalKnock {
        Refuse = "refuse" as "impossible",
        Honour = "honour" as "judged by the other" => "knocks on your honour",
    }
    LayOffs { Auto = "auto" as "by the table", Manual = "manual" as "by the player" => "lay-offs by hand" }
    SpadeDoubles { PointsOnly = "points_only", All = "all" as "bonuses too", Off = "off" as "nothing" }
    ThreeDealer { Solo = "solo", Alternate = "alternate" as "by turns" }
    ThreeScoring { Each = "each" as "to each winner", Chouette = "chouette" as "paid by the losers" }
}

options! {
    players: u8 = 2 in 2..=4, "how many play: two, one against two in turn, or two pairs at two tables";
    target: i32 = 100 in 1..=1000, "the score that ends the match" => always "to {}";
    knock_limit: u8 = 10 in 0..=50, "the most that a knocker may have unmatched";
    undercut_on_tie: bool, "equal counts are an undercut";
    gin_bonus: u16 = 25 in 0..=500, "for knocking with nothing unmatched" => "gin bonus {}";
    undercut_bonus: u16 = 25 in 0..=500, "for having less than the knocker" => "undercut bonus {}";
    big_gin: BigGin, "knocking with eleven matched cards: off, on (31), or its bonus";
    big_gin_bonus: u16 = 0 in 0..=500, "the bonus for big gin, which it also turns on; 0: as big gin is set";
    gin_layoff: bool, "the other player may lay off against gin too" as "Gin lay-off" => "lay-offs against gin";
    layoff: LayOffs, "who chooses the lay-offs: the table, or the player" as "Lay-off" => by_value;
    line_bonus_both: bool, "at the end both players are paid 25 for each hand they won" as "Line bonus for both";
    shutout_doubles_line: bool, "a shutout doubles the 25 for each hand too" as "Shutout doubles the line bonus";
    next_dealer: NextDealer, "who deals the next hand";
    may_return_taken: bool,
        "a card taken from the discards may be discarded at once"
            as "Taken card may go back" => "a taken card may go back at once";
    discard_history: bool, "the whole discard pile stays in sight" as "Discards in sight" => "discards stay in sight";
    illegal_knock: IllegalKnock, "a knock with too much: impossible, or judged by the other" => by_value;
    misdeal_bonus: bool,
        "the host may void a misdealt hand: 10 to the non-dealer"
            as "Misdeals may be voided" => "the host may void a misdealt hand: 10 to the non-dealer";
    oklahoma: bool,
        "the upcard sets the knock limit, and a spade doubles points" => "the upcard sets the knock limit";
    okla_spade_doubles: SpadeDoubles,
        "Oklahoma: what counts double when a spade was turned" as "Oklahoma spade doubles";
    ace_gin_only: bool = true, "Oklahoma: an ace asks for gin (otherwise for 1 or less)" as "An ace asks for gin";
    three_dealer: ThreeDealer, "three players: who deals" as "Three-hand dealer";
    three_scoring: ThreeScoring,
        "three players: points to each winner, or paid by the losers" as "Three-hand scoring";
    swap_on_solo_win: bool,
        "three players: the other two change places when solo wins" as "Places change when solo wins";
    rester_sees: bool = true, "three players: the one who rests sees the partner's hand" as "Who rests sees the hand";
    partners_talk: bool, "four players: partners see each other's hands" as "Partners see hands";
    four_replay_dead: bool, "four players: a dead hand is dealt again" as "Dead hands dealt again";

    "classic" as "Classic" for 2..=4, "Knock with ten or less; equal counts score nothing; to 100" {};
    "standard" as "Standard" for 2..=4, "As most clubs play: equal counts are an undercut, both are paid for hands won"
        { undercut_on_tie: true, line_bonus_both: true };
    "oklahoma" as "Oklahoma" for 2..=4, "The upcard sets the knock limit, a spade doubles; to 150"
        { oklahoma: true, target: 150 };
    "three-hand" as "Three-hand" for 2..=4, "One plays solo against two: one of them plays the cards, the other advises"
        { players: 3 };
    "four-hand" as "Four-hand" for 2..=4, "Two pairs at two tables; partners change opponents every round"
        { players: 4 };
}

/// `big_gin`: whether it is played, or what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BigGin {
    /// Off, or on with the usual bonus.
    On(bool),
    /// On with this bonus.
    Bonus(u16),
}

impl Default for BigGin {
    fn default() -> Self {
        Self::On(false)
    }
}

impl Values for BigGin {
    const KIND: Kind = Kind::BoolOrInt(1, 500);
}

/// The bonus for big gin if `big_gin` is just `true`.
const USUAL_BIG_GIN: u16 = 31;

impl Copy for Options {}

impl Options {
    /// What big gin is worth; `None` if it is not played.
    #[must_use]
    pub const fn big_gin(&self) -> Option<u16> {
        match (self.big_gin, self.big_gin_bonus) {
            (BigGin::On(false), 0) => None,
            (BigGin::On(true), 0) => Some(USUAL_BIG_GIN),
            (BigGin::Bonus(bonus), 0) | (_, bonus) => Some(bonus),
        }
    }

    /// May a player knock over the limit, and leave it to the other player to accept or refuse?
    #[must_use]
    pub fn honour(&self) -> bool {
        self.illegal_knock == IllegalKnock::Honour
    }
}

/// The options that differ from common play, in one line.
pub(super) fn house_rules(o: &Options) -> String {
    let mut rules = o.stated();
    let doubled = |what| o.oklahoma && o.okla_spade_doubles == what;
    rules.say("okla_spade_doubles", doubled(SpadeDoubles::PointsOnly), "a spade doubles points");
    rules.say("okla_spade_doubles", doubled(SpadeDoubles::All), "a spade doubles points and bonuses");
    rules.say("ace_gin_only", o.oklahoma && !o.ace_gin_only, "an ace: knock with 1");
    rules.say("knock_limit", !o.oklahoma, to_knock(o.knock_limit));
    let tie = if o.undercut_on_tie { "yes" } else { "no" };
    rules.say("undercut_on_tie", true, format!("undercut on a tie: {tie}"));
    if let Some(bonus) = o.big_gin() {
        rules.say("big_gin", true, format!("big gin bonus {bonus}"));
    }
    let hand = if o.players == 4 { "round" } else { "hand" };
    rules.say("line_bonus_both", o.line_bonus_both, format!("{hand}s won are paid to both"));
    let line = format!("a shutout doubles the 25 for each {hand} won");
    rules.say("shutout_doubles_line", o.shutout_doubles_line, line);
    // Three and four players have their own ways of dealing.
    rules.say("next_dealer", o.players == 2 && o.next_dealer == NextDealer::Winner, "winner deals");
    rules.say("next_dealer", o.players == 2 && o.next_dealer == NextDealer::Loser, "loser deals");
    if o.players == 3 {
        rules.say("three_dealer", o.three_dealer == ThreeDealer::Alternate, "solo and on deck deal in turn");
        rules.say("three_scoring", o.three_scoring == ThreeScoring::Chouette, "losers pay");
        rules.say("swap_on_solo_win", o.swap_on_solo_win, "partners swap when solo wins");
        rules.say("rester_sees", !o.rester_sees, "the resting player sees no hand");
    }
    rules.say("partners_talk", o.players == 4 && o.partners_talk, "partners see each other's hands");
    rules.say("four_replay_dead", o.players == 4 && o.four_replay_dead, "dead hands are dealt again");
    rules.line::<Options>(&["target", "oklahoma", "okla_spade_doubles", "ace_gin_only"])
}

impl Preparing for GinRummy {
    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "next_dealer" => options.players == 2,
            "three_dealer" | "three_scoring" | "swap_on_solo_win" | "rester_sees" => options.players == 3,
            "partners_talk" | "four_replay_dead" => options.players == 4,
            "knock_limit" => !options.oklahoma,
            "okla_spade_doubles" | "ace_gin_only" => options.oklahoma,
            _ => true,
        }
    }

    fn seats(options: &Options) -> RangeInclusive<u8> {
        options.players..=options.players
    }

    fn sides(_: &Options, seats: u8) -> Seats<Side> {
        Seats::of(seats, |seat| state::side(seats, seat))
    }

    fn pack(_: &Options, _: u8) -> Vec<Card> {
        Card::pack().collect()
    }

    fn may_void(options: &Options) -> bool {
        options.misdeal_bonus
    }
}
