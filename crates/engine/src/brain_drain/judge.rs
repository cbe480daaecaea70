//! Judges readable answers: are these the cards, and is this the number?

use arrayvec::ArrayVec;
use serde::Serialize;

use super::expr::{Answer, Fault, Number};
use super::options::{Means, Reading};

/// What is wrong with an answer that could be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Wrong {
    /// Not the cards of the display, each once.
    Cards {
        /// What the display has and the answer does not (or not as often).
        missing: Vec<i64>,
        /// What the answer has and the display does not (or not as often).
        foreign: Vec<String>,
    },
    /// A value other than the target.
    Value(i64),
    /// No value at all.
    Fault(Fault),
}

/// A display and what is to be made of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// What the four cards count, as they lie.
    pub values: [i64; 4],
    /// What is to be made.
    pub target: i64,
    /// What answers may be made of.
    pub limits: Means,
}

impl Serialize for Puzzle {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = to.serialize_struct("Puzzle", 2)?;
        fields.serialize_field("values", &self.values)?;
        fields.serialize_field("target", &self.target)?;
        fields.end()
    }
}

impl Puzzle {
    /// Does the answer have the right cards? If not, what is missing and what is foreign.
    ///
    /// # Errors
    /// [`Wrong::Cards`].
    pub fn cards(&self, answer: &Answer) -> Result<(), Wrong> {
        let mut missing = ArrayVec::from(self.values);
        let mut foreign = Vec::new();
        answer.expr().each(None, &mut |_, number| {
            let used = missing.iter().position(|&value| *number == Number::Small(value));
            match used {
                Some(place) => drop(missing.remove(place)),
                None => foreign.push(number.to_string()),
            }
        });
        if foreign.is_empty() && missing.len() <= usize::from(self.limits.omit_one) {
            Ok(())
        } else {
            Err(Wrong::Cards { missing: missing.to_vec(), foreign })
        }
    }

    /// Is the answer right?
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn judge(&self, answer: &Answer) -> Result<(), Wrong> {
        self.cards(answer)?;
        let usual = || self.value(answer.expr().evaluate(self.limits));
        let as_it_comes = || self.value(answer.expr().left_to_right().evaluate(self.limits));
        match self.limits.reading {
            Reading::Brackets => usual(),
            Reading::LeftToRight => as_it_comes(),
            Reading::Either if answer.has_brackets() => usual(),
            Reading::Either => usual().or_else(|wrong| as_it_comes().map_err(|_| wrong)),
        }
    }

    /// What the answer comes to from left to right, if the table reads both ways and that is something else.
    #[must_use]
    pub fn other_reading(&self, answer: &Answer) -> Option<Result<i64, Fault>> {
        let both = self.limits.reading == Reading::Either && !answer.has_brackets();
        let usual = answer.expr().evaluate(self.limits);
        both.then(|| answer.expr().left_to_right().evaluate(self.limits)).filter(|other| *other != usual)
    }

    fn value(&self, result: Result<i64, Fault>) -> Result<(), Wrong> {
        match result {
            Ok(value) if value == self.target => Ok(()),
            Ok(value) => Err(Wrong::Value(value)),
            Err(fault) => Err(Wrong::Fault(fault)),
        }
    }
}
