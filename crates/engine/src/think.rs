//! How the house plays: from a seat's view alone, like a person.
//!
//! One method serves all games. A game's **quick player** looks at the view and names a move at once. At
//! [`Level::Hard`] the [candidates](Thought::candidates) are tried in worlds imagined from the view, the same worlds
//! for all, and played on by every seat's quick player from that seat's own view (`worlds.rs`). [`Level::Medium`] is the
//! quick player alone, [`Level::Easy`] the quick player with a beginner's mistakes. A game that says nothing of its own
//! has a sensible player from its lists: what they put first is what its quick player plays.

mod worlds;

use std::fmt;

use super::chance::Chance;
use super::game::{State, View};
use super::seats::{Seat, SeatSet, Seats, Side};
use super::words::{Language, Notation, Reader, figure};

pub use worlds::Steps;
pub(crate) use worlds::{ended, play, roll, roll_until};

/// How well the house plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// The quick player with a beginner's mistakes.
    Easy,
    /// The quick player.
    Medium,
    /// The quick player's move, unless another does better in imagined worlds.
    Hard,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// What it is in options, protocols and databases.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The level with this id.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.id() == id)
    }
}

/// How to think.
pub struct Thinking<'a> {
    /// How well.
    pub level: Level,
    /// What chance there is in it follows from this alone.
    pub seed: [u8; 32],
    /// Asked again and again with the number of worlds looked at so far; thinking ends soon after it says `false`. A world
    /// that was not finished does not count, so an answer that looks at this number alone makes the thought repeatable.
    pub go_on: &'a mut dyn FnMut(u32) -> bool,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// How many worlds were looked at.
    pub worlds: u32,
    /// The moves that were compared, best first, at least one and at most `NAMED`.
    pub candidates: Vec<Candidate>,
    /// How many milliseconds somebody of this level takes for it, where that is part of the game's play (a race).
    pub takes: Option<u32>,
}

/// The most candidates that a thought names.
pub const NAMED: usize = 5;

/// A move that was thought of.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// In canonical notation.
    pub text: String,
    /// The share of the match that its side may expect, from 0 to 1.
    pub value: f64,
    /// Why, in one sentence for the player: it may name the seat's hidden cards.
    pub why: String,
}

/// How a move did against others in the same imagined worlds.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// How many worlds were looked at.
    pub worlds: u32,
    /// What the seat can count of it, in one sentence for the player, if there is anything.
    pub why: Option<String>,
    /// What did better by more than chance explains; `None` if nothing did.
    pub better: Option<Better>,
}

/// A move that would have been better than one that was weighed.
#[derive(Clone, PartialEq, Debug)]
pub struct Better {
    /// In canonical notation.
    pub text: String,
    /// By how much of the match, from 0 to 1.
    pub by: f64,
    /// Why, in one sentence for the player, from what the seat can count; it may name the seat's hidden cards.
    pub why: Option<String>,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// What a game adds (`think.rs`).
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Thinks: Notation {
    /// The most moves that a world is played on before it is [valued](Self::shares) as it stands.
    const HORIZON: u32 = 200;
    /// The most moves that are compared.
    const COMPARED: usize = 12;

    /// The quick player's move; `None`: it has nothing to say, and what is played for those who resigned is played.
    fn quick(view: &View<'_, Self>, chance: &mut Chance) -> Option<Self::Move> {
        likely(view, 1, chance).pop()
    }
    /// The move of somebody who has just learnt the game: now and then a mistake that beginners make, never nonsense.
    fn beginner(view: &View<'_, Self>, chance: &mut Chance) -> Option<Self::Move> {
        let mut likely = likely(view, 2, chance);
        let slips = chance.below(SLIPS) == 0;
        if slips { likely.pop() } else { Self::quick(view, chance) }
    }
    /// The quick player's move where it knows more than it may use in an imagined world: what comparing starts from.
    fn best(view: &View<'_, Self>, chance: &mut Chance) -> Option<Self::Move> {
        Self::quick(view, chance)
    }
    /// The moves that are worth comparing with the quick player's, the most promising first. They need not be legal.
    fn candidates(view: &View<'_, Self>, chance: &mut Chance) -> Vec<Self::Move> {
        likely(view, Self::COMPARED, chance)
    }
    /// A world that the viewer may be in: [`Imagining::imagine`](crate::Imagining::imagine), or likelier ones by what the others have done.
    fn believe(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        Self::imagine(view, chance)
    }
    /// Plays an imagined world on, as far as that tells something; `None` if the steps have run out before. Where exact search
    /// fits, it stands here.
    fn play_on(world: &mut State<Self>, steps: &mut Steps<'_>, chance: &mut Chance) -> Option<Seats<f64>> {
        worlds::roll(world, steps, chance)
    }
    /// The share of the match that each side may expect in this imagined world, from 0 to 1: as it stands in the middle of
    /// a hand, or after one.
    fn shares(world: &State<Self>) -> Seats<f64> {
        by_points(&Self::scores(&world.public), USUAL_SWING)
    }
    /// How many milliseconds somebody of this level takes, where that is part of the play.
    fn takes(view: &View<'_, Self>, level: Level, chance: &mut Chance) -> Option<u32> {
        None
    }
    /// Why this move is good (or why it is worse than another), in one sentence, from what the viewer can count; `None`:
    /// there is nothing to say but how it did in the worlds.
    fn because(view: &View<'_, Self>, m: &Self::Move, reader: &Reader) -> Option<String> {
        None
    }
}

/// A beginner without habits of a game's own slips once in so many moves.
const SLIPS: u32 = 3;

/// The lead that makes a match three to one, in a game that does not say.
const USUAL_SWING: f64 = 60.0;

/// The most moves that are looked at for the likeliest.
const LOOKED_AT: usize = 600;

/// Can the viewer do nothing else?
fn is_only_move<G: Notation>(view: &View<'_, G>) -> bool {
    let mut moves = 0;
    G::each_move(view, "", 2, &mut |_| {
        moves += 1;
        moves < 2
    }) && moves == 1
}

/// The likeliest moves by what lists put first, at most `most`; equals in the order of chance.
pub(crate) fn likely<G: Notation>(view: &View<'_, G>, most: usize, chance: &mut Chance) -> Vec<G::Move> {
    let mut found: Vec<(i32, u32, G::Move)> = Vec::new();
    G::each_move(view, "", LOOKED_AT, &mut |m| {
        if !G::is_idle(view, &m) {
            found.push((G::likelihood(view, &m), chance.below(1 << 16), m));
        }
        found.len() < LOOKED_AT
    });
    found.sort_by_key(|(likelihood, tie, _)| (*likelihood, *tie));
    found.into_iter().take(most).map(|(.., m)| m).collect()
}

/// Shares by a lead in points: level scores share evenly, and a lead of `swing` over another is worth three times theirs.
pub(crate) fn by_points(scores: &Seats<i32>, swing: f64) -> Seats<f64> {
    let best = scores.iter().copied().max().unwrap_or(0);
    let weight = |side: Seat| 3f64.powf(f64::from(scores[side] - best) / swing);
    let all: f64 = Seat::all(scores.count()).map(weight).sum();
    Seats::of(scores.count(), |side| weight(side) / all)
}

/// The shares of a match that is over: the winners', in equal parts.
pub(crate) fn by_standings(standings: &super::game::Standings, sides: u8) -> Seats<f64> {
    let winners: Vec<Side> = standings.winners().collect();
    Seats::of(sides, |side| if winners.contains(&Side(side.number())) { 1.0 / winners.len() as f64 } else { 0.0 })
}

/// What was thought, with the moves of the game themselves.
pub(crate) struct Compared<M> {
    pub(crate) worlds: u32,
    /// Moves and their values, best first.
    pub(crate) moves: Vec<(M, f64)>,
}

/// Thinks for the viewer, who may act.
pub(crate) fn think<G: Thinks>(view: &View<'_, G>, gone: SeatSet, thinking: &mut Thinking<'_>) -> Compared<G::Move> {
    let mut chance = Chance::stream(thinking.seed, 0);
    let chosen = match thinking.level {
        Level::Easy => G::beginner(view, &mut chance),
        Level::Medium => G::quick(view, &mut chance),
        Level::Hard => G::best(view, &mut chance),
    };
    let chosen = chosen.filter(|m| G::check(view, m).is_ok()).unwrap_or_else(|| G::fallback(view));
    let mut moves = vec![chosen];
    if thinking.level == Level::Hard {
        add(view, &mut moves, G::candidates(view, &mut chance));
    }
    worlds::compare(view, gone, moves, thinking)
}

/// Weighs a legal move of the viewer against another, or against all that are worth comparing.
pub(crate) fn weigh<G: Thinks>(
    view: &View<'_, G>,
    gone: SeatSet,
    (played, with): (G::Move, Option<G::Move>),
    thinking: &mut Thinking<'_>,
) -> Compared<G::Move> {
    let mut chance = Chance::stream(thinking.seed, 0);
    let mut moves = vec![played];
    match with {
        Some(with) => add(view, &mut moves, [with]),
        None => {
            add(view, &mut moves, G::best(view, &mut chance));
            add(view, &mut moves, G::candidates(view, &mut chance));
        }
    }
    let thinking = &mut Thinking { level: Level::Hard, seed: thinking.seed, go_on: &mut *thinking.go_on };
    worlds::compare(view, gone, moves, thinking)
}

/// Compares these moves of the viewer, all of them legal, as [`Level::Hard`] does. The first is played unless another does
/// better by more than chance explains.
pub(crate) fn among<G: Thinks>(
    view: &View<'_, G>,
    moves: Vec<G::Move>,
    thinking: &mut Thinking<'_>,
) -> Compared<G::Move> {
    worlds::compare(view, SeatSet::EMPTY, moves, thinking)
}

/// Adds those that are legal and not there yet, as far as so many are compared.
fn add<G: Thinks>(view: &View<'_, G>, to: &mut Vec<G::Move>, others: impl IntoIterator<Item = G::Move>) {
    for m in others {
        // Two can always be compared.
        if to.len() < G::COMPARED.max(2) && !to.contains(&m) && G::check(view, &m).is_ok() {
            to.push(m);
        }
    }
}

/// One sentence on a move: what the game says of it, else how it did in the worlds.
pub(crate) fn why<G: Thinks>(view: &View<'_, G>, compared: &Compared<G::Move>, at: usize, reader: &Reader) -> String {
    let Language::English = reader.language;
    let Some((m, value)) = compared.moves.get(at) else { return String::new() };
    if let Some(why) = G::because(view, m, reader) {
        return why;
    }
    let percent = |value: f64| (value * 100.0).round() as i64;
    match (compared.worlds, compared.moves.len()) {
        (_, 1) if is_only_move(view) => "It is the only move.".to_owned(),
        (_, 1) => "Nothing else was compared with it.".to_owned(),
        (0, _) => "There was no time to compare it with others.".to_owned(),
        (1, _) => format!("In one imagined deal it was worth {} % of the match.", percent(*value)),
        (worlds, _) => {
            let worlds = figure(worlds as i32);
            format!("In {worlds} imagined deals it was worth {} % of the match on average.", percent(*value))
        }
    }
}
