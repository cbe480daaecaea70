//! How answers and passes are written, read and described.

use super::BrainDrain;
use super::moves::Move;
use super::read::{self, Glossary};
use crate::engine::{Notation, Seat, Unreadable, View};

impl Notation for BrainDrain {
    const FREE_TEXT: bool = true;

    fn say(m: &Move) -> String {
        match m {
            Move::Pass => "pass".to_owned(),
            Move::Solve(answer) => format!("solve {}", answer.text()),
        }
    }

    fn read(view: &View<'_, Self>, text: &str) -> Result<Move, Unreadable> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let public = view.public();
        let glossary = Glossary {
            scheme: public.options.values,
            limits: public.options.limits(),
            display: &public.display,
            target_card: public.target,
            target: public.number(),
        };
        read::answer(text, &glossary)
            .map(Move::Solve)
            .map_err(|unread| Unreadable::Against(unread.rule(), unread.to_string()))
    }

    /// Somebody made the last target, and this answer has its cards, but not those that are displayed now.
    fn beaten_by(view: &View<'_, Self>, m: &Move) -> Option<Seat> {
        let Move::Solve(answer) = m else { return None };
        let public = view.public();
        let past = public.past.as_ref().filter(|past| past.answer.is_some() && !public.in_turns())?;
        let foreign = public.puzzle()?.cards(answer).is_err();
        past.by.filter(|_| foreign && past.puzzle.cards(answer).is_ok())
    }

    /// Does not say whether an answer is right: autocomplete shows this before the answer is given.
    fn describe(_: &View<'_, Self>, m: &Move) -> String {
        match m {
            Move::Pass => "pass for this target".to_owned(),
            Move::Solve(answer) => format!("answer {}", answer.pretty()),
        }
    }

    fn demonstrate(view: &View<'_, Self>) -> Option<Move> {
        let shortest = view.public().puzzle()?.solutions().into_iter().next()?;
        Self::read(view, &shortest).ok()
    }
}
