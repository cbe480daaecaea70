//! Whether the matches in the database replay.

use crate::store::{Store, StoreError, TableId};
use crate::tables::replays;

use super::super::Ending;
use super::Findings;

/// Replays the matches that are being played, or with `all` every one that has begun. A bot may be at work.
pub(super) async fn check(findings: &mut Findings, url: &str, all: bool) {
    let which = if all { "matches that were begun" } else { "live matches" };
    match replayed(url, all).await {
        Ok((count, broken)) if broken.is_empty() => findings.good("matches", &format!("{count} {which} replay")),
        Ok((count, broken)) => {
            let named: Vec<String> = broken.iter().map(|(table, why)| format!("{table} ({why})")).collect();
            let words = format!(
                "{} of {count} {which} do not replay: {}. What a bot cannot replay it cannot go on with: `upcard tables end` ends a \
                 live one; a backup from before it was damaged has it whole.",
                broken.len(),
                named.join(", ")
            );
            findings.bad("matches", Ending::database(words));
        }
        Err(error) => findings.bad("matches", error.into()),
    }
}

type Broken = Vec<(TableId, String)>;

/// How many were replayed, and which of them do not, with the reason.
async fn replayed(url: &str, all: bool) -> Result<(usize, Broken), StoreError> {
    let mut beside = Store::beside(url).await?;
    let tables = beside.begun(all).await?;
    let mut broken = Broken::new();
    for table in &tables {
        let why = match beside.load(*table).await {
            // What has no rules to catch it may panic.
            Ok(Some(stored)) => tokio::task::spawn_blocking(move || replays(&stored))
                .await
                .unwrap_or_else(|_| Err("the rules break on it".to_owned())),
            Ok(None) => Ok(()),
            Err(StoreError::Row { what, .. }) => Err(format!("its {what} is damaged")),
            Err(error) => return Err(error),
        };
        broken.extend(why.err().map(|why| (*table, why)));
    }
    Ok((tables.len(), broken))
}
