//! Operation: logs, metrics and health.

pub mod health;
pub mod link_metrics;
pub mod logs;
pub mod metrics;
mod shard_health;
