//! How hands and matches ended.

use crate::store::UserId;
use engine::{Fact, SeatSet, Side};

/// How a hand ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The number of the hand that ended.
    pub hand: u32,
    /// The seats that play the part of the match that ended, if it is not the whole hand: the end of the whole tells
    /// that of each part again.
    pub part: SeatSet,
    /// What led to it.
    pub before: Vec<Fact>,
    /// The result, and what was told with it.
    pub facts: Vec<Fact>,
}

/// How hands ended, by the revision in which that was told, oldest first.
pub type Results = Vec<(u64, Vec<Ended>)>;

impl Ended {
    /// The ends of several hands as one result; `None` if there are none.
    #[must_use]
    pub fn together<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        all.into_iter().cloned().reduce(|mut whole, next| {
            if whole.is_told_by(next.part) {
                return next;
            }
            whole.facts.extend(next.before.into_iter().chain(next.facts));
            whole
        })
    }

    /// Is this the end of a part only, which what ended next tells again?
    const fn is_told_by(&self, next: SeatSet) -> bool {
        !self.part.is_empty() && next.is_empty()
    }

    /// What is told next belongs to the same result. If so far only a part had ended, the end of the whole takes its
    /// place.
    pub(super) fn add(&mut self, next: Fact) {
        if self.is_told_by(next.part) {
            (self.part, self.facts) = (next.part, Vec::new());
        }
        self.facts.push(next);
    }
}

/// The final place of a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed {
    /// 1 for the winner; those who tie share a place.
    pub place: u8,
    /// Which side.
    pub side: Side,
    /// Its final score.
    pub score: i32,
    /// The names of those on it.
    pub names: Vec<String>,
}

/// How many moves were made at a seat, by its own person and by the house in their place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    pub own: u32,
    pub house: u32,
}

/// How somebody's rating changed, in the points that leaderboards show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingMove {
    /// Whose.
    pub user: UserId,
    /// The name as the boards show it.
    pub name: String,
    /// Before the match.
    pub before: i64,
    /// After it.
    pub after: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Happening, Moment, Reader, To};
    use serde_json::Value;

    struct Said(&'static str);

    impl Happening for Said {
        fn tell(&self, _: &Reader) -> String {
            self.0.to_owned()
        }

        fn json(&self) -> Value {
            self.0.into()
        }
    }

    fn fact(part: SeatSet, words: &'static str) -> Fact {
        Fact::new(To::Everyone, Moment::Result, part, Said(words))
    }

    fn ended(part: SeatSet, before: &'static str, words: &[&'static str]) -> Ended {
        let facts = words.iter().map(|words| fact(part, words)).collect();
        Ended { hand: 1, part, before: vec![fact(part, before)], facts }
    }

    fn words(ended: &Ended) -> String {
        ended.facts.iter().map(|fact| fact.tell(&Reader::plain(2))).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_is_told_next_stands_below_what_was_told() {
        let mut whole = ended(SeatSet::EMPTY, "Ada drew.", &["Ben knocked."]);
        whole.add(fact(SeatSet::EMPTY, "The round is over."));
        whole.add(fact(SeatSet::EMPTY, "Hal watched."));
        assert_eq!(words(&whole), "Ben knocked.\nThe round is over.\nHal watched.");
        let dead = ended(SeatSet::EMPTY, "Cyd took 5♥.", &["Dead hand."]);
        let both = Ended::together([&ended(SeatSet::EMPTY, "Ada drew.", &["Ben knocked."]), &dead]).unwrap();
        assert_eq!(words(&both), "Ben knocked.\nCyd took 5♥.\nDead hand.");
        assert_eq!(Ended::together([]), None);
    }

    #[test]
    fn the_end_of_the_whole_takes_the_place_of_a_part_that_ended_before() {
        let two = SeatSet::first(2);
        let mut last = ended(two, "Ada drew.", &["Table 1: Ada knocked."]);
        last.add(fact(SeatSet::EMPTY, "Round 1: Ada scores.\nTable 1: Ada knocked."));
        last.add(fact(SeatSet::EMPTY, "Ada wins the match."));
        assert_eq!(words(&last), "Round 1: Ada scores.\nTable 1: Ada knocked.\nAda wins the match.");
        assert_eq!((last.part, &last.before), (SeatSet::EMPTY, &vec![fact(two, "Ada drew.")]));
        let first = ended(two, "Dan drew.", &["Table 2: Dan knocked."]);
        assert_eq!(Ended::together([&first, &last]), Some(last.clone()));
        let again = Ended::together([&first, &ended(two, "Cyd drew.", &["Table 2: Cyd knocked."])]).unwrap();
        assert_eq!(words(&again), "Table 2: Dan knocked.\nCyd drew.\nTable 2: Cyd knocked.", "dealt again");
    }
}
