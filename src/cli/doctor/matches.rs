//! Whether the matches in the database replay.

use crate::store::{Store, StoreError, TableId};
use crate::tables::replays;

use super::super::Ending;
use super::Findings;

/// Replays the matches that are being played, or with `all` every one that has begun. A bot may be at work.
pub(super) async fn check(findings: &mut Findings, url: &str, all: bool) {
    match replayed(url, all).await {
        Ok((count, broken)) if broken.is_empty() => findings.good("matches", &all_replay(count, all)),
        Ok((count, broken)) => {
            let named: Vec<String> = broken.iter().map(|(table, why)| format!("{table} ({why})")).collect();
            let which = if all { "matches that were begun" } else { "live matches" };
            let words = format!(
                "Of {count} {which}, {} cannot be replayed: {}. What a bot cannot replay it cannot go on with: `upcard tables end` ends a \
                 live one; a backup from before it was damaged has it whole.",
                broken.len(),
                named.join(", ")
            );
            findings.bad("matches", Ending::database(words));
        }
        Err(error) => findings.bad("matches", error.into()),
    }
}

fn all_replay(count: usize, all: bool) -> String {
    match (count, all) {
        (0, true) => "none was begun".to_owned(),
        (0, false) => "none is being played".to_owned(),
        (1, true) => "the one that was begun replays".to_owned(),
        (1, false) => "the one that is being played replays".to_owned(),
        (_, true) => format!("all {count} that were begun replay"),
        (_, false) => format!("all {count} that are being played replay"),
    }
}

type Broken = Vec<(TableId, String)>;

/// How many were replayed, and which of them do not, with the reason.
async fn replayed(url: &str, all: bool) -> Result<(usize, Broken), StoreError> {
    let beside = Store::beside(url).await?;
    let tables = beside.begun(all).await?;
    let mut broken = Broken::new();
    for table in &tables {
        let why = match beside.load(*table).await {
            // What has no rules to catch it may panic.
            Ok(Some(stored)) => tokio::task::spawn_blocking(move || replays(&stored))
                .await
                .map_or_else(|_| Err("the rules break on it".to_owned()), |why| why.map_err(|why| why.to_string())),
            Ok(None) => Ok(()),
            Err(StoreError::Row { what, .. }) => Err(format!("its {what} is damaged")),
            Err(error) => return Err(error),
        };
        broken.extend(why.err().map(|why| (*table, why)));
    }
    Ok((tables.len(), broken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p03_that_all_replay_is_said_in_as_many_words_as_there_are_matches() {
        let said = [(0, false), (1, false), (2, false), (0, true), (1, true), (2, true)];
        let words = [
            "none is being played",
            "the one that is being played replays",
            "all 2 that are being played replay",
            "none was begun",
            "the one that was begun replays",
            "all 2 that were begun replay",
        ];
        assert_eq!(said.map(|(count, all)| all_replay(count, all)), words);
    }
}
