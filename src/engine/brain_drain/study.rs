//! The solvers' questions: `solve` and `solvable`.

use serde_json::{Map, Value, json};

use super::BrainDrain;
use super::judge::Puzzle;
use super::options::{Limits, Options};
use super::solve::targets;
use crate::engine::words::{Study, quoted_value};

/// The numbers that may stand in a question: more than any card counts, and small enough for exact arithmetic.
const NUMBERS: std::ops::RangeInclusive<i64> = 1..=1000;

const ASK: &str =
    "Ask {\"solve\": {\"values\": [8,5,10,3], \"target\": 1}} or {\"solvable\": {\"values\": [8,5,10,3]}}.";

impl Study for BrainDrain {
    fn study(question: &Value) -> Result<Value, String> {
        let asked = question.as_object().filter(|asked| asked.len() == 1).and_then(|asked| asked.iter().next());
        let Some((kind, about)) = asked else {
            return Err(format!("A question is an object with one field. {ASK}"));
        };
        let about = about.as_object().ok_or_else(|| format!("`{kind}` takes an object. {ASK}"))?;
        match kind.as_str() {
            "solve" => {
                knows_fields(about, &["values", "target"])?;
                let target = about
                    .get("target")
                    .and_then(Value::as_i64)
                    .ok_or_else(|| "`target` takes a whole number, such as 1.".to_owned())?;
                let puzzle = Puzzle { values: values(about)?, target, limits: limits(about)? };
                let solutions = puzzle.solutions();
                Ok(json!({"count": solutions.len(), "solutions": solutions}))
            }
            "solvable" => {
                knows_fields(about, &["values"])?;
                Ok(json!({"targets": targets(&values(about)?, limits(about)?)}))
            }
            _ => Err(format!("There is no question `{kind}`. {ASK}")),
        }
    }
}

const LIMITS: [&str; 4] = ["powers", "omit_one", "allow_negative", "reading"];

fn knows_fields(about: &Map<String, Value>, own: &[&str]) -> Result<(), String> {
    match about.keys().find(|key| !own.contains(&key.as_str()) && !LIMITS.contains(&key.as_str())) {
        Some(key) => Err(format!("There is no field `{key}` here. Fields: {}, {}.", own.join(", "), LIMITS.join(", "))),
        None => Ok(()),
    }
}

fn values(about: &Map<String, Value>) -> Result<[i64; 4], String> {
    let numbers: Option<Vec<i64>> = about
        .get("values")
        .and_then(Value::as_array)
        .and_then(|list| list.iter().map(|n| n.as_i64().filter(|n| NUMBERS.contains(n))).collect());
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
        format!(
            "`values` takes the four numbers of a display, each from {} to {}, such as [8,5,10,3].",
            NUMBERS.start(),
            NUMBERS.end()
        )
    })
}

/// What answers may be made of; unset fields are as at a classic table.
fn limits(about: &Map<String, Value>) -> Result<Limits, String> {
    let usual = Options::default().limits();
    let flag = |key: &str, usual: bool| match about.get(key) {
        None => Ok(usual),
        Some(Value::Bool(set)) => Ok(*set),
        Some(other) => Err(format!("`{key}` takes true or false, not {}.", quoted_value(other))),
    };
    let reading = match about.get("reading") {
        None => usual.reading,
        Some(word) => serde_json::from_value(word.clone())
            .map_err(|_| format!("`reading` takes brackets, left_to_right or either, not {}.", quoted_value(word)))?,
    };
    Ok(Limits {
        reading,
        powers: flag("powers", usual.powers)?,
        omit_one: flag("omit_one", usual.omit_one)?,
        allow_negative: flag("allow_negative", usual.allow_negative)?,
    })
}
