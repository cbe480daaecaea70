//! Why a move is refused, and the check that refuses it.

use super::BrainDrain;
use super::moves::Move;
use super::options::Reading;
use super::state::Public;
use crate::{Judging, Language, Reader, Refuse, RuleRef, Seat, View};

/// Why a seat may not do what it tried.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// `^` without the option.
    #[error("Powers (^) are not allowed at this table: use + - × ÷ and brackets.")]
    Powers,
    /// Brackets, although answers are read from left to right.
    #[error("This table reads answers from left to right, without brackets: write the operations in their order.")]
    Brackets,
    /// A wrong answer was given for this target.
    #[error("Your answer for this target was wrong: you are in again at the next one.")]
    Barred,
    #[error("You have passed: you are in again at the next target.")]
    Passed,
    /// The sealed answer is in.
    #[error("Your answer is in already: all are judged once the last has come.")]
    Answered,
    /// Another seat is on turn.
    #[error("It is not your turn yet: here one answers after the other.")]
    Turn,
    /// Another seat has its try, in Ascent.
    #[error("It is not your turn yet: in Ascent one after the other has a try.")]
    Try,
}

impl Refuse for Illegal {
    fn says(&self, Reader { language: Language::English, .. }: &Reader) -> String {
        self.to_string()
    }

    fn rule(&self) -> RuleRef {
        RuleRef(match self {
            Self::Powers => "powers",
            Self::Brackets => "how-answers-are-read",
            Self::Barred => "wrong-answers",
            Self::Passed => "passing",
            Self::Answered => "sealed-answers",
            Self::Turn => "in-turns",
            Self::Try => "a-turn-in-ascent",
        })
    }
}

impl Judging for BrainDrain {
    /// Does the move use a notation that the table does not allow? Otherwise, all that can be read is legal.
    fn check(view: &View<'_, Self>, m: &Move) -> Result<(), Illegal> {
        let options = &view.public().options;
        match m {
            Move::Solve(answer) if answer.has_powers() && !options.powers => Err(Illegal::Powers),
            Move::Solve(answer) if answer.has_brackets() && options.reading == Reading::LeftToRight => {
                Err(Illegal::Brackets)
            }
            _ => Ok(()),
        }
    }

    fn waits(public: &Public, seat: Seat) -> Option<Illegal> {
        if public.barred.contains(seat) {
            Some(Illegal::Barred)
        } else if public.passed.contains(seat) {
            Some(Illegal::Passed)
        } else if public.sent.contains(&seat) {
            Some(Illegal::Answered)
        } else if public.climb.is_some() {
            Some(Illegal::Try)
        } else {
            public.in_turns().then_some(Illegal::Turn)
        }
    }
}
