//! How answers and passes are written, read and described.

use super::BrainDrain;
use super::moves::Move;
use super::read::{self, Glossary};
use crate::{Language, Late, Notation, Reader, Unreadable, View};

impl Notation for BrainDrain {
    const FREE_TEXT: bool = true;

    fn say(m: &Move) -> String {
        match m {
            Move::Pass => "pass".to_owned(),
            Move::Solve(answer) => format!("solve {}", answer.text()),
        }
    }

    /// Signs belong to an answer, but not to a word by itself.
    fn means(sign: char, rest: &str) -> bool {
        let letters: String = rest.chars().filter(|c| c.is_alphanumeric()).collect();
        let is_answer = !is_pass(&letters) && !letters.eq_ignore_ascii_case("solve");
        is_answer && matches!(sign, '!' | ':' | '*' | '(' | ')' | '[' | ']' | '{' | '}')
    }

    fn read_plain(view: &View<'_, Self>, text: &str, reader: &Reader) -> Result<Move, Unreadable> {
        let Language::English = reader.language;
        if is_pass(text) {
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

    /// An answer of cards that lay open before, but do not now; or one that this seat has sent already, unless it is right
    /// for this target: whoever presses twice slips once.
    fn too_late(view: &View<'_, Self>, m: &Move) -> Option<Late> {
        let Move::Solve(answer) = m else { return None };
        let public = view.public();
        let puzzle = public.puzzle()?;
        if puzzle.cards(answer).is_err() && public.gone.iter().any(|gone| gone.cards(answer).is_ok()) {
            let last = public.past.as_ref().filter(|past| past.puzzle.cards(answer).is_ok() && !public.in_turns());
            let faster = last.filter(|past| past.answer.is_some()).and_then(|past| past.by);
            return Some(faster.filter(|by| Some(*by) != view.seat()).map_or(Late::Gone, Late::Beaten));
        }
        let again = view.own().is_some_and(|own| own.told.contains(answer));
        (again && puzzle.judge(answer).is_err()).then_some(Late::Sent)
    }

    /// Does not say whether an answer is right: autocomplete shows this before the answer is given.
    fn describe(_: &View<'_, Self>, m: &Move, Reader { language: Language::English, .. }: &Reader) -> String {
        match m {
            Move::Pass => "pass for this target".to_owned(),
            Move::Solve(answer) => format!("answer {}", answer.pretty()),
        }
    }

    fn demonstrate(view: &View<'_, Self>) -> Option<Move> {
        let shortest = view.public().puzzle()?.solutions().into_iter().next()?;
        Self::read(view, &shortest, &Reader::plain(view.seats())).ok()
    }
}

fn is_pass(text: &str) -> bool {
    ["pass", "skip"].iter().any(|word| text.eq_ignore_ascii_case(word))
}
