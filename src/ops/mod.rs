//! Operation: logs, metrics and health.

pub mod health;
pub mod logs;
pub mod metrics;
mod shard_health;
