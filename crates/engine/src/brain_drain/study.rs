//! The solvers' questions: `solve` and `solvable`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::BrainDrain;
use super::judge::Puzzle;
use super::options::Means;
use super::solve::targets;
use crate::{Language, Overrides, Study, study};

/// The numbers that may stand in a question: more than any card counts, and small enough for exact arithmetic.
const NUMBERS: std::ops::RangeInclusive<i64> = 1..=1000;

const ASK: &str = "A question is an object with one field. \
    Ask {\"solve\": {\"values\": [8,5,10,3], \"target\": 1}} or {\"solvable\": {\"values\": [8,5,10,3]}}.";

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    Solve {
        values: Value,
        target: Value,
        #[serde(flatten)]
        changes: Overrides,
    },
    Solvable {
        values: Value,
        #[serde(flatten)]
        changes: Overrides,
    },
}

impl Study for BrainDrain {
    fn study(question: &Value, Language::English: Language) -> Result<Value, String> {
        match study::read(question, ASK)? {
            Question::Solve { values, target, changes } => {
                let target = target.as_i64().ok_or("`target` takes a whole number, such as 1.")?;
                let puzzle = Puzzle { values: numbers(&values)?, target, limits: limits(&changes)? };
                let solutions = puzzle.solutions();
                Ok(json!({"count": solutions.len(), "solutions": solutions}))
            }
            Question::Solvable { values, changes } => {
                Ok(json!({"targets": targets(&numbers(&values)?, limits(&changes)?)}))
            }
        }
    }
}

fn numbers(values: &Value) -> Result<[i64; 4], String> {
    let numbers = <[i64; 4]>::deserialize(values).ok();
    numbers.filter(|numbers| numbers.iter().all(|n| NUMBERS.contains(n))).ok_or_else(|| {
        format!(
            "`values` takes the four numbers of a display, each from {} to {}, such as [8,5,10,3].",
            NUMBERS.start(),
            NUMBERS.end()
        )
    })
}

/// What answers may be made of.
fn limits(changes: &Overrides) -> Result<Means, String> {
    let options = study::options::<BrainDrain>(changes, &["powers", "omit_one", "allow_negative", "reading"])?;
    Ok(options.limits())
}
