//! The solvers: how a key stands, and all keys of a kind.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::cards::Rank;
use crate::words::{Language, quoted};
use crate::{Study, study};

use super::KeyOfTheDoor;
use super::sums::{Standing, Tally};

const ASK: &str = "Ask {\"key\":[\"6\",\"4\"],\"joker\":false,\"gone\":[]} or {\"enumerate\":\"complete\"}.";

/// A question about one key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyQuestion {
    key: Vec<Value>,
    #[serde(default)]
    joker: bool,
    #[serde(default)]
    gone: Vec<Value>,
}

/// A question for all suit keys of a kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enumeration {
    enumerate: String,
}

impl Study for KeyOfTheDoor {
    /// Answers `{"key":["6","4"],"joker":false,"gone":[…]}` and `{"enumerate":"complete"|"bent"}`.
    fn study(question: &Value, Language::English: Language) -> Result<Value, String> {
        if question.get("enumerate").is_some() {
            let Enumeration { enumerate } = study::read(question, ASK)?;
            enumerated(&enumerate)
        } else {
            judged(&study::read(question, ASK)?)
        }
    }
}

/// How many cards of each value may go on a key: one on a suit key, four on a Joker key.
const fn copies(joker: bool) -> u8 {
    if joker { 4 } else { 1 }
}

fn judged(question: &KeyQuestion) -> Result<Value, String> {
    let most = copies(question.joker);
    let key = tally("key", &question.key, most)?;
    let gone = tally("gone", &question.gone, most)?;
    let left = |n: u8| most.saturating_sub(key.of(n) + gone.of(n));
    let free: Tally = (1..=10).flat_map(|n| (0..left(n)).map(move |_| n)).collect();
    let finishes = |n: &u8| {
        let mut with = key;
        with.add(*n);
        free.of(*n) > 0 && with.counts_21(false)
    };
    Ok(json!({
        "readings": key.readings(false).collect::<Vec<u16>>(),
        "state": Standing::of(&key, &free, false).word(),
        "finishers": (1..=10).filter(finishes).map(rank_letter).collect::<Vec<_>>(),
    }))
}

/// Ranks as a tally, at most `most` of each.
fn tally(field: &str, ranks: &[Value], most: u8) -> Result<Tally, String> {
    let mut all = Tally::default();
    for rank in ranks {
        let n = number(rank)
            .ok_or_else(|| format!("`{field}` takes ranks, \"A\", \"2\" to \"9\" and \"T\" or \"10\", not {rank}."))?;
        all.add(n);
        if all.of(n) > most {
            return Err(format!("`{field}` holds {rank} more than {most} time{}.", if most == 1 { "" } else { "s" }));
        }
    }
    Ok(all)
}

fn number(rank: &Value) -> Option<u8> {
    let rank = match rank {
        Value::String(text) => Rank::parse(text),
        other => other.as_u64().and_then(|n| Rank::new(u8::try_from(n).ok()?)),
    };
    rank.map(Rank::number).filter(|&n| n <= 10)
}

fn rank_letter(n: u8) -> String {
    Rank::new(n).map_or(String::new(), |rank| rank.letter().to_string())
}

fn enumerated(kind: &str) -> Result<Value, String> {
    let wanted = match kind {
        "complete" => Standing::Complete,
        "bent" => Standing::Bent,
        _ => return Err(format!("`enumerate` takes \"complete\" or \"bent\", not {}.", quoted(kind))),
    };
    let keys: Vec<Vec<String>> =
        suit_keys(wanted).into_iter().map(|key| key.into_iter().map(rank_letter).collect()).collect();
    Ok(json!({ "keys": keys }))
}

/// Every suit key with this standing while all other cards of its suit are still to come: sorted values, short keys
/// first.
pub(super) fn suit_keys(wanted: Standing) -> Vec<Vec<u8>> {
    let members = |set: u16| (1..=10).filter(move |n| set >> n & 1 != 0);
    let mut keys: Vec<Vec<u8>> = (0..1 << 10)
        .map(|set| set << 1)
        .filter(|&set| Standing::of(&members(set).collect(), &members(!set).collect(), false) == wanted)
        .map(|set| members(set).collect())
        .collect();
    keys.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    keys
}
