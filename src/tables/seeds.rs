//! The source of chance in new matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::SysRng;
use rand::{SeedableRng, TryRng};
use rand_chacha::ChaCha20Rng;

use super::request::Fault;

/// Where the seeds of matches come from. Outside of tests it is always the operating system.
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

    /// The generator that decides a new match: its seed, and who begins.
    pub(super) fn draw(&self) -> Result<ChaCha20Rng, Fault> {
        Ok(match self {
            Self::System => {
                let mut seed = [0; 32];
                let filled = SysRng.try_fill_bytes(&mut seed);
                filled.map_err(|error| Fault::log("the system gave no randomness", &error))?;
                ChaCha20Rng::from_seed(seed)
            }
            Self::Counted(next) => ChaCha20Rng::seed_from_u64(next.fetch_add(1, Ordering::Relaxed)),
        })
    }
}
