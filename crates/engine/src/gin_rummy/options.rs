//! The knobs of a table and the named bundles of them.

use serde::{Deserialize, Serialize};

use super::phrases::to_knock;
use crate::options::{HouseRules, Kind, Knob, Variant};

/// Who deals after a hand that somebody won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextDealer {
    /// The players take turns.
    Alternate,
    /// The winner of the hand.
    Winner,
    /// The loser of the hand.
    Loser,
}

/// What an illegal knock leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IllegalKnock {
    /// It is not possible.
    Refuse,
    /// It is possible, and the other player decides what becomes of it.
    Honour,
}

/// Who chooses the lay-offs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayOffs {
    /// The table, which picks what is best for the defender.
    Auto,
    /// The defender.
    Manual,
}

/// What a spade turned up doubles in Oklahoma.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpadeDoubles {
    /// The points, not the bonuses.
    PointsOnly,
    /// Points and bonuses.
    All,
    /// Nothing.
    Off,
}

/// Who deals when three play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreeDealer {
    /// Solo, every hand.
    Solo,
    /// Solo and on deck in turn.
    Alternate,
}

/// Who is paid when three play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreeScoring {
    /// Points go to solo, or to each of the two others.
    Each,
    /// The two others each pay solo, or are each paid.
    Chouette,
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

/// The bonus for big gin if `big_gin` is just `true`.
const USUAL_BIG_GIN: u16 = 31;

/// Every option of a table. Each field is a knob of the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "every field is explained in `KNOBS`, word for word what people read")]
pub struct Options {
    pub players: u8,
    pub target: i32,
    pub knock_limit: u8,
    pub undercut_on_tie: bool,
    pub gin_bonus: u16,
    pub undercut_bonus: u16,
    pub big_gin: BigGin,
    pub big_gin_bonus: u16,
    pub gin_layoff: bool,
    pub layoff: LayOffs,
    pub line_bonus_both: bool,
    pub shutout_doubles_line: bool,
    pub next_dealer: NextDealer,
    pub may_return_taken: bool,
    pub discard_history: bool,
    pub illegal_knock: IllegalKnock,
    pub misdeal_bonus: bool,
    pub oklahoma: bool,
    pub okla_spade_doubles: SpadeDoubles,
    pub ace_gin_only: bool,
    pub three_dealer: ThreeDealer,
    pub three_scoring: ThreeScoring,
    pub swap_on_solo_win: bool,
    pub rester_sees: bool,
    pub partners_talk: bool,
    pub four_replay_dead: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 2,
            target: 100,
            knock_limit: 10,
            undercut_on_tie: false,
            gin_bonus: 25,
            undercut_bonus: 25,
            big_gin: BigGin::On(false),
            big_gin_bonus: 0,
            gin_layoff: false,
            layoff: LayOffs::Auto,
            line_bonus_both: false,
            shutout_doubles_line: false,
            next_dealer: NextDealer::Alternate,
            may_return_taken: false,
            discard_history: false,
            illegal_knock: IllegalKnock::Refuse,
            misdeal_bonus: false,
            oklahoma: false,
            okla_spade_doubles: SpadeDoubles::PointsOnly,
            ace_gin_only: true,
            three_dealer: ThreeDealer::Solo,
            three_scoring: ThreeScoring::Each,
            swap_on_solo_win: false,
            rester_sees: true,
            partners_talk: false,
            four_replay_dead: false,
        }
    }
}

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

/// Every option, in the order of the lobby.
pub(super) static KNOBS: &[Knob] = &[
    Knob::new("players", Kind::Int(2, 4), "how many play: two, one against two in turn, or two pairs at two tables"),
    Knob::new("target", Kind::Int(1, 1000), "the score that ends the match"),
    Knob::new("knock_limit", Kind::Int(0, 50), "the most that a knocker may have unmatched"),
    Knob::new("undercut_on_tie", Kind::Bool, "equal counts are an undercut"),
    Knob::new("gin_bonus", Kind::Int(0, 500), "for knocking with nothing unmatched"),
    Knob::new("undercut_bonus", Kind::Int(0, 500), "for having less than the knocker"),
    Knob::new("big_gin", Kind::BoolOrInt(1, 500), "knocking with eleven matched cards: off, on (31), or its bonus"),
    Knob::new(
        "big_gin_bonus",
        Kind::Int(0, 500),
        "the bonus for big gin, which it also turns on; 0: as big gin is set",
    ),
    Knob::new("gin_layoff", Kind::Bool, "the other player may lay off against gin too").titled("Gin lay-off"),
    Knob::new("layoff", Kind::Choice(&["auto", "manual"]), "who chooses the lay-offs: the table, or the player")
        .titled("Lay-off")
        .saying(&[("auto", "by the table"), ("manual", "by the player")]),
    Knob::new("line_bonus_both", Kind::Bool, "at the end both players are paid 25 for each hand they won")
        .titled("Line bonus for both"),
    Knob::new("shutout_doubles_line", Kind::Bool, "a shutout doubles the 25 for each hand too")
        .titled("Shutout doubles the line bonus"),
    Knob::new("next_dealer", Kind::Choice(&["alternate", "winner", "loser"]), "who deals the next hand").saying(&[
        ("alternate", "by turns"),
        ("winner", "the winner"),
        ("loser", "the loser"),
    ]),
    Knob::new("may_return_taken", Kind::Bool, "a card taken from the discards may be discarded at once")
        .titled("Taken card may go back"),
    Knob::new("discard_history", Kind::Bool, "the whole discard pile stays in sight").titled("Discards in sight"),
    Knob::new(
        "illegal_knock",
        Kind::Choice(&["refuse", "honour"]),
        "a knock with too much: impossible, or judged by the other",
    )
    .saying(&[("refuse", "impossible"), ("honour", "judged by the other")]),
    Knob::new("misdeal_bonus", Kind::Bool, "the host may void a misdealt hand: 10 to the non-dealer")
        .titled("Misdeals may be voided"),
    Knob::new("oklahoma", Kind::Bool, "the upcard sets the knock limit, and a spade doubles points"),
    Knob::new(
        "okla_spade_doubles",
        Kind::Choice(&["points_only", "all", "off"]),
        "Oklahoma: what counts double when a spade was turned",
    )
    .titled("Oklahoma spade doubles")
    .saying(&[("all", "bonuses too"), ("off", "nothing")]),
    Knob::new("ace_gin_only", Kind::Bool, "Oklahoma: an ace asks for gin (otherwise for 1 or less)")
        .titled("An ace asks for gin"),
    Knob::new("three_dealer", Kind::Choice(&["solo", "alternate"]), "three players: who deals")
        .titled("Three-hand dealer")
        .saying(&[("alternate", "by turns")]),
    Knob::new(
        "three_scoring",
        Kind::Choice(&["each", "chouette"]),
        "three players: points to each winner, or paid by the losers",
    )
    .titled("Three-hand scoring")
    .saying(&[("each", "to each winner"), ("chouette", "paid by the losers")]),
    Knob::new("swap_on_solo_win", Kind::Bool, "three players: the other two change places when solo wins")
        .titled("Places change when solo wins"),
    Knob::new("rester_sees", Kind::Bool, "three players: the one who rests sees the partner's hand")
        .titled("Who rests sees the hand"),
    Knob::new("partners_talk", Kind::Bool, "four players: partners see each other's hands")
        .titled("Partners see hands"),
    Knob::new("four_replay_dead", Kind::Bool, "four players: a dead hand is dealt again")
        .titled("Dead hands dealt again"),
];

/// The named bundles, the default one first.
pub(super) static VARIANTS: &[Variant<Options>] = &[
    Variant {
        id: "classic",
        title: "Classic",
        about: "Knock with ten or less; equal counts score nothing; to 100",
        seats: 2..=4,
        options: Options::default,
    },
    Variant {
        id: "standard",
        title: "Standard",
        about: "As most clubs play: equal counts are an undercut, both are paid for hands won",
        seats: 2..=4,
        options: || Options { undercut_on_tie: true, line_bonus_both: true, ..Options::default() },
    },
    Variant {
        id: "oklahoma",
        title: "Oklahoma",
        about: "The upcard sets the knock limit, a spade doubles; to 150",
        seats: 2..=4,
        options: || Options { oklahoma: true, target: 150, ..Options::default() },
    },
    Variant {
        id: "three-hand",
        title: "Three-hand",
        about: "One plays solo against two: one of them plays the cards, the other advises",
        seats: 2..=4,
        options: || Options { players: 3, ..Options::default() },
    },
    Variant {
        id: "four-hand",
        title: "Four-hand",
        about: "Two pairs at two tables; partners change opponents every round",
        seats: 2..=4,
        options: || Options { players: 4, ..Options::default() },
    },
];

/// The options that differ from common play, in one line.
pub(super) fn house_rules(o: &Options) -> String {
    let plain = Options::default();
    let mut rules = HouseRules::default();
    rules.say(true, format!("to {}", o.target));
    rules.say(o.oklahoma, "the upcard sets the knock limit");
    rules.say(o.oklahoma && o.okla_spade_doubles == SpadeDoubles::PointsOnly, "a spade doubles points");
    rules.say(o.oklahoma && o.okla_spade_doubles == SpadeDoubles::All, "a spade doubles points and bonuses");
    rules.say(o.oklahoma && !o.ace_gin_only, "an ace: knock with 1");
    rules.say(!o.oklahoma, to_knock(o.knock_limit));
    rules.say(true, format!("undercut on a tie: {}", yes(o.undercut_on_tie)));
    rules.say(o.gin_bonus != plain.gin_bonus, format!("gin bonus {}", o.gin_bonus));
    rules.say(o.undercut_bonus != plain.undercut_bonus, format!("undercut bonus {}", o.undercut_bonus));
    if let Some(bonus) = o.big_gin() {
        rules.say(true, format!("big gin bonus {bonus}"));
    }
    rules.say(o.gin_layoff, "lay-offs against gin");
    rules.say(o.layoff == LayOffs::Manual, "lay-offs by hand");
    let hand = if o.players == 4 { "round" } else { "hand" };
    rules.say(o.line_bonus_both, format!("{hand}s won are paid to both"));
    rules.say(o.shutout_doubles_line, format!("a shutout doubles the 25 for each {hand} won"));
    // Three and four players have their own ways of dealing.
    rules.say(o.players == 2 && o.next_dealer == NextDealer::Winner, "winner deals");
    rules.say(o.players == 2 && o.next_dealer == NextDealer::Loser, "loser deals");
    rules.say(o.may_return_taken, "a taken card may go back at once");
    rules.say(o.discard_history, "discards stay in sight");
    rules.say(o.honour(), "knocks on your honour");
    rules.say(o.misdeal_bonus, "the host may void a misdealt hand: 10 to the non-dealer");
    if o.players == 3 {
        rules.say(o.three_dealer == ThreeDealer::Alternate, "solo and on deck deal in turn");
        rules.say(o.three_scoring == ThreeScoring::Chouette, "losers pay");
        rules.say(o.swap_on_solo_win, "partners swap when solo wins");
        rules.say(!o.rester_sees, "the resting player sees no hand");
    }
    rules.say(o.players == 4 && o.partners_talk, "partners see each other's hands");
    rules.say(o.players == 4 && o.four_replay_dead, "dead hands are dealt again");
    rules.line()
}

const fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}
