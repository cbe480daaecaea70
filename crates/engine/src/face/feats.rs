//! What a match is remembered by: the greatest feat of each side.

use super::fact::Fact;
use crate::seats::{Seats, Side};

/// The greatest feat of each side so far.
#[derive(Clone, Default)]
pub(super) struct Feats(Vec<Kept>);

#[derive(Clone)]
struct Kept {
    side: Side,
    worth: i32,
    /// In which hand that was; `None` if several ended at once.
    hand: Option<u32>,
    fact: Fact,
}

impl Feats {
    /// These facts were told of an act in this hand.
    pub fn note(&mut self, facts: &[Fact], hand: u32, sides: &Seats<Side>) {
        let told = || facts.iter().filter(|fact| fact.to.reaches(None));
        let hand = Some(hand).filter(|_| told().filter(|fact| fact.feat().is_some()).count() < 2);
        for fact in told() {
            let Some((seats, worth)) = fact.feat() else { continue };
            let mut of: Vec<Side> = seats.iter().map(|seat| sides[seat]).collect();
            of.dedup();
            for side in of {
                let kept = Kept { side, worth, hand, fact: fact.clone() };
                match self.0.iter_mut().find(|other| other.side == side) {
                    Some(other) if other.worth > worth => {}
                    Some(other) => *other = kept,
                    None => self.0.push(kept),
                }
            }
        }
    }

    /// This hand is void.
    pub fn forget(&mut self, hand: u32) {
        self.0.retain(|kept| kept.hand != Some(hand));
    }

    /// The greatest of these sides, and the hand in which it was.
    pub fn of(&self, sides: &[Side]) -> Option<(Option<u32>, &Fact)> {
        let theirs = self.0.iter().filter(|kept| sides.contains(&kept.side));
        theirs.max_by_key(|kept| kept.worth).map(|kept| (kept.hand, &kept.fact))
    }
}
