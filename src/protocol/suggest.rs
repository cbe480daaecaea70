//! What a house player would do, and why.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Failure;
use engine::columns::cut;
use engine::english::either;
use engine::{Level, Play, Reader, Seat, Thinking};

/// How long a thought may take if nobody says.
const USUAL: Duration = Duration::from_millis(1000);

/// How much of a wrong word is said back.
const LONGEST_WRONG: usize = 40;

/// How much is thought.
pub(super) enum Bound {
    /// For so long.
    For(Instant, Duration),
    /// So many worlds: the same on every machine.
    Worlds(u32),
}

impl Bound {
    pub(super) fn new(ms: Option<u64>, worlds: Option<u32>) -> Self {
        worlds.map_or_else(|| Self::For(Instant::now(), ms.map_or(USUAL, Duration::from_millis)), Self::Worlds)
    }

    fn allows(&self, worlds: u32) -> bool {
        match self {
            Self::For(since, time) => since.elapsed() < *time,
            Self::Worlds(most) => worlds < *most,
        }
    }
}

pub(super) fn no_level(wrong: &str) -> String {
    let levels: Vec<String> = Level::ALL.iter().map(|level| format!("`{level}`")).collect();
    format!("`level` takes {}, not `{}`", either(&levels), cut(wrong, LONGEST_WRONG))
}

pub(super) fn suggest(
    play: &dyn Play,
    seat: Seat,
    level: Level,
    seed: [u8; 32],
    bound: Bound,
) -> Result<Value, Failure> {
    let reader = Reader::plain(play.sides().count());
    let mut go_on = |worlds| bound.allows(worlds);
    let thought = play.think(seat, &mut Thinking { level, seed, go_on: &mut go_on }, &reader);
    let Some(thought) = thought else {
        let why = play.waits(seat).map(|refusal| Failure(refusal.json(&reader)));
        return Err(why.unwrap_or_else(|| Failure::new("not_your_turn", "This seat has no move now.")));
    };
    let candidates: Vec<Value> = thought
        .candidates
        .iter()
        .map(|candidate| json!({ "move": candidate.text, "value": candidate.value, "why": candidate.why }))
        .collect();
    let best = thought.candidates.first().map(|best| (&best.text, &best.why));
    let (best, why) = best.unzip();
    Ok(json!({ "move": best, "why": why, "worlds": thought.worlds, "candidates": candidates }))
}
