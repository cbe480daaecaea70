//! What a change told.

use super::results::Ended;
use engine::{Fact, Moment, Reader, Seat};

/// What a change told, sorted by who may read it.
#[derive(Clone, Default)]
pub struct News {
    /// What happened to the table and its seats, in short public lines.
    pub told: Vec<String>,
    /// What everybody was told of the match, beside how hands ended.
    pub facts: Vec<Fact>,
    /// How long the answer to a question took for which several raced, in milliseconds, if the first of these facts is
    /// that answer.
    pub took: Option<i64>,
    /// How the hands that ended in it ended. Each result stays in the channel as a message of its own.
    pub results: Vec<Ended>,
    /// What only some seats were told.
    pub(super) own: Vec<Fact>,
}

impl News {
    pub(super) fn said(told: Vec<String>) -> Self {
        Self { told, ..Self::default() }
    }

    /// Sorts the facts of a change in this hand. Consecutive facts of a result make one message, which also contains
    /// what led to it.
    pub(super) fn of(hand: u32, facts: &[Fact]) -> Self {
        let mut news = Self::default();
        let mut after_result = false;
        for fact in facts.iter().filter(|fact| fact.moment != Moment::Silent) {
            if !fact.to.reaches(None) {
                news.own.push(fact.clone());
                continue;
            } else if !fact.is_result() {
                news.facts.push(fact.clone());
            } else if let (true, Some(last)) = (after_result, news.results.last_mut()) {
                last.add(fact.clone());
            } else {
                let before = std::mem::take(&mut news.facts);
                news.results.push(Ended { hand, part: fact.part, before, facts: vec![fact.clone()] });
            }
            after_result = fact.is_result();
        }
        news
    }

    /// What everybody was told before still stands if a change tells them nothing, such as a slip that only its
    /// player hears of.
    pub(super) fn after(self, before: &Self) -> Self {
        if self.is_empty() && self.results.is_empty() {
            return Self { own: self.own, results: Vec::new(), ..before.clone() };
        }
        self
    }

    /// Did the change tell everybody nothing but how hands ended?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.told.is_empty() && self.facts.is_empty()
    }

    /// What nobody else than this seat and others at it may see.
    pub(super) fn own_of(&self, seat: Seat) -> impl Iterator<Item = &Fact> {
        self.own.iter().filter(move |fact| fact.to.reaches(Some(seat)))
    }
}

impl News {
    /// What everybody was told, in short lines.
    #[must_use]
    pub fn lines(&self, names: &Reader) -> Vec<String> {
        let facts = self.facts.iter().map(|fact| fact.tell(names));
        let timed = |(at, words): (usize, String)| match self.took {
            Some(took @ 1000..) if at == 0 => format!("After {}: {words}", in_words(took)),
            _ => words,
        };
        self.told.iter().cloned().chain(facts.enumerate().map(timed)).collect()
    }
}

/// `41 s`, `3 min 20 s`, `2 h 5 min`
fn in_words(milliseconds: i64) -> String {
    let seconds = milliseconds / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_it_took_is_said_as_one_would() {
        let said = [(41_900, "41 s"), (200_000, "3 min 20 s"), (7_530_000, "2 h 5 min")];
        for (took, words) in said {
            assert_eq!(in_words(took), words);
        }
    }
}
