//! Beside whoever uses a database: what only reads, and what decides.

use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{ConnectOptions, Connection};

use super::ReadPool;
use super::failed::Failed;
use super::job::Write;
use super::look::only_to_read;
use super::open::given;
use crate::store::{Beside, Deed, StoreError};

pub(in crate::store) async fn beside(url: &str) -> Result<Beside, StoreError> {
    let options = given(url)?;
    let path = options.get_filename().to_string_lossy().into_owned();
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(only_to_read(options, &path)).await;
    let pool = pool.map_err(|error| StoreError::of(&error, &path))?;
    Ok(Beside(ReadPool { path: path.into(), pool, counters: None }))
}

pub(in crate::store) async fn decide_beside(url: &str, deed: Deed) -> Result<bool, StoreError> {
    let options = given(url)?.disable_statement_logging();
    let path = options.get_filename().to_string_lossy().into_owned();
    let write = async {
        let mut conn = options.connect().await?;
        let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
        let done = deed.run(&mut tx).await?;
        tx.commit().await?;
        conn.close().await?;
        Ok(done)
    };
    write.await.map_err(|failed: Failed| failed.at(&path))
}
