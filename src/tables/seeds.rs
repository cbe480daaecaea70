//! The source of chance in new matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::proof::Bytes;
use rand::rngs::SysRng;
use rand::{Rng, SeedableRng, TryRng};
use rand_chacha::ChaCha20Rng;

use super::request::Fault;
use crate::store::Cause;

/// Where the secrets of tables come from, of which the seeds of their matches are made. Outside of tests it is always the operating system.
#[derive(Clone, Debug, Default)]
pub enum Seeds {
    /// Nobody can foresee a deal.
    #[default]
    System,
    /// Anybody can foresee it: a test must not pass or fail by the luck of its cards. Clones share the count.
    Counted(Arc<AtomicU64>),
}

impl Seeds {
    /// The same deals each time, starting with this one.
    #[must_use]
    pub fn counted_from(first: u64) -> Self {
        Self::Counted(Arc::new(AtomicU64::new(first)))
    }

    /// 32 bytes that nobody knows.
    pub(super) fn draw(&self) -> Result<Bytes, Fault> {
        let mut secret = [0; 32];
        match self {
            Self::System => {
                let filled = SysRng.try_fill_bytes(&mut secret);
                filled.map_err(|error| Fault::log("the system gave no randomness", &error))?;
            }
            Self::Counted(next) => {
                ChaCha20Rng::seed_from_u64(next.fetch_add(1, Ordering::Relaxed)).fill_bytes(&mut secret);
            }
        }
        Ok(secret)
    }

    /// What a press adds to the chance: its id, which Discord chose. Where deals are the same each time, so is that.
    pub(super) fn press(&self, cause: Option<Cause>) -> Option<u64> {
        match self {
            Self::System => cause.map(|cause| cause.0),
            Self::Counted(_) => Some(0),
        }
    }
}
