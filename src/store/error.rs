//! What can go wrong with the database, each with what to do about it.

/// Something is wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address of the database is none.
    #[error("DATABASE_URL is {url:?}: {why}. Right is, for example, sqlite://data/upcard.db")]
    Url {
        /// As it was given.
        url: String,
        /// What is wrong with it.
        why: String,
    },
}
