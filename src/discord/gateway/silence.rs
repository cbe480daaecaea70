//! Shards whose connection has fallen silent.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serenity::gateway::ShardRunnerInfo;
use serenity::model::id::ShardId;

/// Discord acknowledges a heartbeat every 41 s. If several are missing, the library has not noticed that the
/// connection is dead: it waits without a limit for a new one that was accepted but is never answered.
const TOO_LONG: Duration = Duration::from_secs(180);

/// When each shard was last heard.
#[derive(Default)]
pub(super) struct Silence(HashMap<ShardId, Heard>);

struct Heard {
    /// How long Discord took to acknowledge the last heartbeat; never twice the same to the nanosecond.
    latency: Option<Duration>,
    at: Instant,
}

impl Silence {
    /// Listens to all shards. Returns those that have been silent for too long, and then gives them as much time
    /// again.
    pub(super) fn listen(&mut self, shards: &HashMap<ShardId, ShardRunnerInfo>, now: Instant) -> Vec<ShardId> {
        self.0.retain(|id, _| shards.contains_key(id));
        shards.iter().filter(|(id, shard)| self.is_silent(**id, shard.latency, now)).map(|(id, _)| *id).collect()
    }

    fn is_silent(&mut self, shard: ShardId, latency: Option<Duration>, now: Instant) -> bool {
        let heard = self.0.entry(shard).or_insert(Heard { latency, at: now });
        let silent = heard.latency == latency && now.duration_since(heard.at) >= TOO_LONG;
        if silent || heard.latency != latency {
            *heard = Heard { latency, at: now };
        }
        silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_silent_when_no_heartbeat_has_been_acknowledged_for_long() {
        let (start, mut silence) = (Instant::now(), Silence::default());
        let mut hear = |at, latency: Option<u64>| {
            silence.is_silent(ShardId(0), latency.map(Duration::from_nanos), start + Duration::from_secs(at))
        };
        assert!(!hear(0, None) && !hear(40, Some(7)) && !hear(81, Some(8)), "acknowledged in time");
        assert!(!hear(81 + 179, Some(8)), "some time is given");
        assert!(hear(81 + 180, Some(8)));
        assert!(!hear(81 + 181, Some(8)), "as much time again");
        assert!(!hear(81 + 359, None) && !hear(81 + 500, None), "a new connection");
    }
}
