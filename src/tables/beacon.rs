//! Chance from outside: as a match begins, a round of drand that was not there when the last thing was added.

use std::time::Duration;

use engine::proof::{CHAIN, DrandRound, NO_ROUND};
use serde::Deserialize;

use super::clock::now;

/// How long a round is waited for, until its time and from then on, and how long until it is asked for again.
const PATIENCE: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(200);
/// A relay of drand.
#[derive(Clone, Debug)]
pub struct Beacon {
    relay: String,
    client: reqwest::Client,
}

#[derive(Deserialize)]
struct Said {
    round: u64,
    signature: String,
}

impl Beacon {
    /// The relay with this address, such as `https://api.drand.sh`.
    #[must_use]
    pub fn at(relay: &str) -> Self {
        let client = reqwest::Client::builder().timeout(PATIENCE).build().unwrap_or_default();
        Self { relay: relay.trim_end_matches('/').to_owned(), client }
    }

    /// What the first round later than this time adds, or that none came.
    pub(super) async fn adds(&self, since: i64) -> String {
        let number = DrandRound::after(since);
        let early = Duration::from_millis((DrandRound::due(number) - now()).max(0).unsigned_abs());
        tokio::time::sleep(early.min(PATIENCE)).await;
        let comes = async {
            loop {
                match self.fetch(number).await {
                    Some(round) => return round.item(),
                    None => tokio::time::sleep(AGAIN).await,
                }
            }
        };
        tokio::time::timeout(PATIENCE, comes).await.unwrap_or_else(|_| {
            tracing::warn!(round = number, "no round of drand came in time: the match begins without");
            NO_ROUND.to_owned()
        })
    }

    /// The round, if it is there and looks like one.
    async fn fetch(&self, number: u64) -> Option<DrandRound> {
        let page = format!("{}/{CHAIN}/public/{number}", self.relay);
        let answer = self.client.get(page).send().await.and_then(reqwest::Response::error_for_status);
        let Said { round, signature } = answer.ok()?.json().await.ok()?;
        let round = DrandRound { number: round, signature };
        DrandRound::read(&round.item()).filter(|read| read.number == number)
    }
}
