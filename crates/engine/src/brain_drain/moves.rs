//! The moves: an answer, which is typed, or a pass, which is the only one that can be chosen.

use serde::{Serialize, Serializer};

use super::BrainDrain;
use super::expr::Answer;
use crate::{Choices, Choosing, Turns, View};

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Gives no answer for this target; in Ascent, a failed try.
    Pass,
    /// An answer, right or wrong.
    Solve(Answer),
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Pass => to.serialize_str("pass"),
            Self::Solve(answer) => to.collect_str(&format_args!("solve {}", answer.text())),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Pass,
}

impl Choosing for BrainDrain {
    fn choices(view: &View<'_, Self>, so_far: &[Step]) -> Choices<Self> {
        let asked = view.seat().is_some_and(|seat| BrainDrain::may_act(view.public(), seat));
        match so_far {
            [] if asked => Choices::steps(vec![Step::Pass]),
            [Step::Pass] if asked => Choices::done(Move::Pass),
            _ => Choices::none(),
        }
    }

    fn fallback(_: &View<'_, Self>) -> Move {
        Move::Pass
    }
}
