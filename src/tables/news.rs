//! What a change told.

use super::lobby::LobbyFact;
use super::results::Ended;
use engine::{Fact, Moment, Seat};

/// What a change told, sorted by who may read it.
#[derive(Clone, Default)]
pub struct News {
    /// What happened to the table and its seats.
    pub lobby: Vec<LobbyFact>,
    /// What everybody was told of the match, beside how hands ended.
    pub facts: Vec<Fact>,
    /// How long the answer to a question took for which several raced, in milliseconds, if the first of these facts is
    /// that answer.
    pub took: Option<i64>,
    /// How the hands that ended in it ended. Each result stays in the channel as a message of its own.
    pub results: Vec<Ended>,
    /// The deal that follows, if it is not to be shown yet.
    pub next: Option<u32>,
    /// What only some seats were told.
    pub(super) own: Vec<Fact>,
}

impl News {
    pub(super) fn said(lobby: Vec<LobbyFact>) -> Self {
        Self { lobby, ..Self::default() }
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
            return Self { own: self.own, results: Vec::new(), next: None, ..before.clone() };
        }
        self
    }

    /// Did the change tell everybody nothing but how hands ended?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lobby.is_empty() && self.facts.is_empty()
    }

    /// What nobody else than this seat and others at it may see.
    pub(super) fn own_of(&self, seat: Seat) -> impl Iterator<Item = &Fact> {
        self.own.iter().filter(move |fact| fact.to.reaches(Some(seat)))
    }
}
