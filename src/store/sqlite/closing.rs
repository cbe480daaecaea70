//! The end: all of the log is moved into the database, so that one file remains. Where a start would not find that file,
//! or would take another log for ours, what there is is saved first, and nobody else's file is touched.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{Connection, SqliteConnection};

use super::counters::Counters;
use super::in_place::Astray;
use super::look::beside;
use super::open::make_file;
use super::writer::Connections;
use crate::store::StoreError;

/// Closes what writes. What could not be kept is left in `counters`.
pub(super) async fn close(connections: Connections, path: &str, counters: &Counters) {
    let loss = match counters.in_place.astray() {
        Some(Astray::Database) => Some(save(connections, path, counters).await),
        Some(Astray::LogOverwritten) if !counters.in_place.is_moved() => Some(part(connections, path, counters)),
        Some(Astray::LogGone | Astray::LogReplaced | Astray::LogOverwritten) => {
            without_log(connections, path, counters).await
        }
        None => {
            if let Err(why) = finish(connections).await {
                tracing::warn!("the newest part of the database stays in the log beside it: {why}");
            }
            None
        }
    };
    *counters.loss.lock() = loss;
}

/// The database is in its place: all of the log is moved into it, and another log that lies there is put aside.
async fn without_log(connections: Connections, path: &str, counters: &Counters) -> Option<StoreError> {
    let aside = counters.in_place.strange_log().map(|log| (log, numbered(log, "aside")));
    if let Some((log, aside)) = &aside
        && let Err(why) = std::fs::rename(log, aside)
    {
        leave(connections);
        return Some(StoreError::Lost { path: path.to_owned(), why: why.to_string() });
    }
    if let Err(why) = finish(connections).await {
        return Some(StoreError::Lost { path: path.to_owned(), why });
    }
    match aside {
        Some((_, aside)) => tracing::warn!(
            "the log of the database had been replaced: all that was played is in {path}, and the other log is now {}",
            aside.display()
        ),
        None => tracing::warn!("the log of the database was gone or written over: all that was played is in {path}"),
    }
    None
}

/// Somebody wrote over a log of which not all was moved into the database: that is whole without it, and would be damaged
/// by what is in it now.
fn part(connections: Connections, path: &str, counters: &Counters) -> StoreError {
    leave(connections);
    let log = counters.in_place.log();
    let aside = std::fs::rename(log, numbered(log, "aside"));
    let why = aside.map_or_else(|error| error.to_string(), |()| "its log was written over".to_owned());
    StoreError::Lost { path: path.to_owned(), why }
}

/// The database is not in its place: what it holds is saved beside that.
async fn save(mut connections: Connections, path: &str, counters: &Counters) -> StoreError {
    let path = path.to_owned();
    match copy(&mut connections.sure, Path::new(&path)).await {
        Ok(copy) => {
            if counters.in_place.strange_log().is_some() || finish(connections).await.is_err() {
                tracing::debug!("the files that were open are left as they are");
            }
            StoreError::Saved { path, copy: copy.display().to_string() }
        }
        Err(why) => {
            leave(connections);
            StoreError::Lost { path, why }
        }
    }
}

/// Writes all that a connection sees into a new file.
async fn copy(conn: &mut SqliteConnection, path: &Path) -> Result<PathBuf, String> {
    let (unfinished, copy) = (numbered(path, "unfinished"), numbered(path, "saved"));
    make_file(&unfinished).await;
    let name = unfinished.display().to_string();
    let written = sqlx::query("VACUUM INTO ?1").bind(name).execute(conn).await.map_err(|error| error.to_string());
    let kept = written.and_then(|_| std::fs::rename(&unfinished, &copy).map_err(|error| error.to_string()));
    if kept.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    kept.map(|()| copy)
}

/// A name beside a file that nothing has.
fn numbered(file: &Path, what: &str) -> PathBuf {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut names = (seconds..).map(|number| beside(file, &format!(".{what}-{number}")));
    names.find(|name| !name.exists()).unwrap_or_else(|| file.to_owned())
}

/// Moves the log into the database file, so that only one file remains.
async fn finish(Connections { mut sure, quick }: Connections) -> Result<(), String> {
    let quick = quick.close().await;
    let moved = sqlx::query_as::<_, (i64, i64, i64)>("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut sure).await;
    let closed = sure.close().await.and(quick);
    match moved.and_then(|moved| closed.map(|()| moved)) {
        Ok((0, ..)) => Ok(()),
        Ok(_) => Err("another program has the database open".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Leaves the files as a kill would: whoever closes a connection has `SQLite` write to them and delete some.
fn leave(connections: Connections) {
    std::mem::forget(connections);
}
