//! A disk that refuses in the middle of a commit.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use engine::{Entry, Seat};
use sqlx::{Connection, SqliteConnection};
use upcard::store::{Append, ChannelId, Create, Place, Stage, Store, TableId, TableRow, UserId};

/// The folder of the process in which files cannot grow.
const LIMITED: &str = "UPCARD_TEST_LIMITED";

/// Nobody can limit the size of files for one test alone, so this one is run again in a process of its own. Its log
/// cannot be written any further there: a commit fails while its pages are being written.
#[test]
fn c03_a_write_that_the_disk_breaks_off_is_in_doubt_until_the_log_is_begun_anew() {
    if let Some(dir) = std::env::var_os(LIMITED) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        return runtime.block_on(limited(Path::new(&dir)));
    }
    let dir = tempfile::tempdir().unwrap();
    // In blocks of 512 or 1024 bytes, depending on the shell; without the signal a write fails instead.
    let script = "trap '' XFSZ && ulimit -f 2000 && exec \"$@\"";
    let name = "faults::c03_a_write_that_the_disk_breaks_off_is_in_doubt_until_the_log_is_begun_anew";
    let mut again = Command::new("sh");
    again.args(["-c", script, "sh"]).arg(std::env::current_exe().unwrap()).args(["--exact", name]);
    let said = again.env(LIMITED, dir.path()).output().unwrap();
    let words = [said.stdout, said.stderr].map(|words| String::from_utf8(words).unwrap()).concat();
    let told = std::fs::read_to_string(dir.path().join("told")).unwrap_or_else(|_| panic!("{words}"));
    // What a start finds after a kill.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&url(dir.path())).await.unwrap();
        let (table, kept) = told.split_once(' ').unwrap();
        let journal = store.load(table.parse().unwrap()).await.unwrap().unwrap().journal;
        assert_eq!(journal.len().to_string(), kept);
        store.close().await;
    });
}

fn url(dir: &Path) -> String {
    format!("sqlite://{}", dir.join("upcard.db").display())
}

async fn limited(dir: &Path) {
    let url = url(dir);
    let store = Store::open_within(&url, Duration::from_millis(200)).await.unwrap();
    let place = Place { channel: ChannelId(1), guild: None };
    let lobby = TableRow::lobby(TableId::random(6), place, "g", "v", UserId(1), "Ada", 0);
    let table = lobby.id;
    store.create(Create { row: TableRow { stage: Stage::Playing, ..lobby }, cause: None, old: None }).await.unwrap();
    // Somebody who reads keeps the log from being begun anew.
    let mut other = SqliteConnection::connect(&url).await.unwrap();
    let mut reading = other.begin().await.unwrap();
    sqlx::query("SELECT count(*) FROM journal").fetch_one(&mut *reading).await.unwrap();
    let append = async |number: u32| {
        let entry = Entry { seat: Seat::FIRST, text: "x".repeat(3000), at: 5 };
        store
            .append(Append { table, rev: 1, number, entry, cause: None, due: None, goes_on: false, finish: None })
            .await
            .map(drop)
    };
    let mut kept = 0;
    let broken = loop {
        match append(kept + 1).await {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
        assert!(kept < 5000, "the limit does not hold");
    };
    assert!(kept > 10 && broken.may_be_done(), "{kept}: {broken}");
    let refused = append(kept + 1).await.unwrap_err();
    assert!(!refused.may_be_done(), "nothing is written before that is mended: {refused}");
    reading.rollback().await.unwrap();
    append(kept + 1).await.unwrap();
    std::fs::write(dir.join("told"), format!("{table} {}", kept + 1)).unwrap();
    std::process::exit(0);
}
