//! Whether the program is well: for `/healthz`, the metrics and the log.

use std::sync::Arc;
use std::time::Duration;

use crate::ops::health::Check;
use crate::ops::metrics::Metrics;
use crate::store::Store;

/// A health check must be answered sooner than the wait for a lock would end.
const TRIAL: Duration = Duration::from_secs(2);

/// How often the database is looked after.
const INTERVAL: Duration = Duration::from_secs(5);

/// Nobody who plays should wait for a write that long.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// The program is well if it is connected to Discord, and its database is well.
pub(super) fn check(store: Store, metrics: Arc<Metrics>) -> Check {
    Arc::new(move || {
        let (store, metrics) = (store.clone(), Arc::clone(&metrics));
        Box::pin(async move {
            store.vitals().lost().map_or(Ok(()), |lost| Err(lost.to_string()))?;
            metrics.connection()?;
            database(&store).await
        })
    })
}

/// Looks after the database whether or not anybody asks for its health, and logs when it falls ill and when it is well
/// again.
pub(super) async fn watch(store: Store, metrics: Arc<Metrics>) {
    let mut was_well = true;
    loop {
        let state = database(&store).await;
        metrics.database(state.is_ok());
        if let Some(free) = store.free_space().await {
            metrics.disk_free(free);
        }
        match &state {
            // What the store tells and counts need not be told twice.
            Err(_) if store.is_in_trouble() => {}
            Err(why) if was_well => {
                tracing::error!("the database is not well: {why}");
                was_well = false;
            }
            Ok(()) if !was_well => {
                tracing::info!("the database is well again");
                was_well = true;
            }
            _ => {}
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Whether what is played is kept, and will be.
async fn database(store: &Store) -> Result<(), String> {
    if let Some(missing) = store.missing() {
        return Err(missing.to_string());
    }
    if let Some(long) = store.writing().filter(|took| *took >= WRITE_TIMEOUT) {
        return Err(format!("the disk has not finished a write to the database for {} seconds", long.as_secs()));
    }
    readable(store).await?;
    writable(store).await?;
    match store.stuck() {
        Some(stuck) => Err(format!("what was written to the database stays in its log: {stuck}")),
        None => Ok(()),
    }
}

/// A look-up that finds nothing shows whether the database answers. Most of a damaged database may still answer, so
/// damage that was found is remembered.
async fn readable(store: &Store) -> Result<(), String> {
    let nowhere = crate::tables::ChannelId(0);
    let answer = store.live_at(nowhere).await;
    match store.damage() {
        Some(damage) => Err(damage.to_string()),
        None => answer.map(drop).map_err(|error| format!("the database does not answer: {error}")),
    }
}

/// If the last write failed, another one is tried, so that all is well again even if nobody plays.
async fn writable(store: &Store) -> Result<(), String> {
    let Some(trouble) = store.trouble() else { return Ok(()) };
    let tried = tokio::time::timeout(TRIAL, store.try_to_write()).await.unwrap_or(Err(trouble));
    tried.map_err(|error| format!("the database cannot be written: {error}"))
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn a_bot_that_cannot_write_is_not_well_until_it_can_again() {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/upcard.db", dir.path().display());
        let store = Store::open_within(&url, Duration::from_millis(200)).await.unwrap();
        let metrics = Arc::new(Metrics::default());
        let check = check(store.clone(), Arc::clone(&metrics));
        assert_eq!(check().await, Err("not connected to Discord".to_owned()));
        metrics.shards(1, 1);
        assert_eq!(check().await, Ok(()));
        let mut other = SqliteConnection::connect(&url).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
        store.prune(0).await.unwrap_err();
        let why = check().await.unwrap_err();
        assert!(why.starts_with("the database cannot be written: ") && why.contains("is locked"), "{why}");
        sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
        assert_eq!(check().await, Ok(()), "nobody has written meanwhile");
        other.close().await.unwrap();
        store.close().await;
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn o07_the_space_that_is_left_is_a_metric() {
        let (_dir, store) = Store::temporary().await;
        let metrics = Arc::new(Metrics::default());
        let watch = tokio::spawn(watch(store.clone(), Arc::clone(&metrics)));
        while metrics.text().contains("upcard_disk_free_bytes 0\n") {
            tokio::task::yield_now().await;
        }
        watch.abort();
        store.close().await;
    }

    #[tokio::test]
    async fn a_bot_whose_database_is_damaged_says_so() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        let url = format!("sqlite://{}", path.display());
        Store::open(&url).await.unwrap().close().await;
        let mut conn = SqliteConnection::connect(&url).await.unwrap();
        let page = "SELECT rootpage FROM sqlite_schema WHERE name = 'one_live_table_a_channel'";
        let page: i64 = sqlx::query_scalar(page).fetch_one(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let page = (page as usize - 1) * 4096;
        bytes[page..page + 4096].fill(0x5a);
        std::fs::write(&path, bytes).unwrap();
        let store = Store::open(&url).await.unwrap();
        let metrics = Arc::new(Metrics::default());
        metrics.shards(1, 1);
        let why = check(store.clone(), Arc::clone(&metrics))().await.unwrap_err();
        assert!(why.starts_with(&format!("The database {} is damaged. ", path.display())), "{why}");
        // p01: what health knows, the writer knows.
        assert_eq!(store.prune(0).await.err(), store.damage());
        store.close().await;
    }
}
