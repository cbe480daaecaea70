//! The database.

mod error;
mod ids;
mod leaderboard;
mod messages;
mod rows;

pub use error::StoreError;
pub use ids::{Cause, ChannelId, GuildId, MessageId, NotATableId, Place, TableId, UserId};
pub use leaderboard::{Ask, Leaderboard, Period, Rank, Scope};
pub use messages::{MessageKind, Posted};
pub use rows::{RatingChange, Sitter, Stage, Stored, TableRow};

/// The database of an unset `DATABASE_URL`.
pub const DEFAULT_URL: &str = "sqlite://data/upcard.db";

/// The database.
#[derive(Clone)]
pub struct Store;

impl Store {
    /// Opens a database (`sqlite://path`), and makes it and its directory first where they are missing.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence that says what to do.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let _ = url;
        unimplemented!()
    }
}
