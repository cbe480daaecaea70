//! Operation: logs, metrics and health.

pub mod health;
pub mod logs;
pub mod metrics;
pub mod overheard;
mod shard_health;
