//! Why a job failed, before it is known which database that was.

use crate::store::{Conflict, StoreError, TableId};

/// Why one job on the database failed, without the path of the database.
#[derive(Debug)]
pub(super) enum Failed {
    Sql(sqlx::Error),
    Conflict(Conflict),
    Row {
        table: TableId,
        what: &'static str,
    },
    /// Another program holds what is needed.
    Busy,
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        match conflict(&error) {
            Some(conflict) => Self::Conflict(conflict),
            None => Self::Sql(error),
        }
    }
}

/// The conflict, if one of our own keys refused a row.
fn conflict(error: &sqlx::Error) -> Option<Conflict> {
    let database = error.as_database_error()?;
    if !database.is_unique_violation() {
        return None;
    }
    let message = database.message();
    let named = |column: &str| message.contains(column);
    if named("journal.cause") || named("causes.cause") {
        Some(Conflict::Cause)
    } else if named("journal.table_id") || named("results.table_id") {
        Some(Conflict::Changed)
    } else if named("tables.channel") {
        Some(Conflict::Channel)
    } else if named("tables.id") || named("seals.table_id") {
        Some(Conflict::Id)
    } else {
        None
    }
}

impl Failed {
    pub(super) fn at(self, path: &str) -> StoreError {
        self.meaning(path, StoreError::of)
    }

    /// The same for a statement that commits.
    pub(super) fn of_commit(self, path: &str) -> StoreError {
        self.meaning(path, StoreError::of_commit)
    }

    fn meaning(self, path: &str, of: fn(&sqlx::Error, &str) -> StoreError) -> StoreError {
        match self {
            Self::Sql(error) => of(&error, path),
            Self::Conflict(conflict) => StoreError::Conflict(conflict),
            Self::Row { table, what } => StoreError::Row { table, what },
            Self::Busy => StoreError::Locked { path: path.to_owned() },
        }
    }
}
