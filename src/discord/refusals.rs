//! Refusals that people still see: the next one takes the place of the one before, so that a channel does not fill up with
//! them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::ticket::Ephemeral;
use crate::tables::{ChannelId, UserId};

/// For so long a message that only one person sees can be deleted: its token lives 15 minutes.
const TOKEN_LIVES: Duration = Duration::from_secs(14 * 60);
/// So many are remembered before the old ones are forgotten.
const MANY: usize = 1000;

/// The last refusal of each person in each channel.
#[derive(Default)]
pub struct Refusals(Mutex<HashMap<(UserId, ChannelId), (Ephemeral, Instant)>>);

impl Refusals {
    /// Remembers one that has just been said. Returns the one before, if it can still be deleted.
    pub fn said(&self, to: UserId, channel: ChannelId, message: Ephemeral) -> Option<Ephemeral> {
        let mut all = self.0.lock();
        if all.len() >= MANY {
            all.retain(|_, (_, since)| since.elapsed() < TOKEN_LIVES);
        }
        let before = all.insert((to, channel), (message, Instant::now()));
        before.filter(|(_, since)| since.elapsed() < TOKEN_LIVES).map(|(before, _)| before)
    }
}
