//! Holds what is on the disk against what people were told.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use engine::{Record, catalog};
use sqlx::{Row, SqlitePool};
use upcard::store::Store;
use upcard::tables::TableId;

use crate::books::{Deed, Told};
use crate::room::Scene;

/// One entry of a journal.
struct Kept {
    table: String,
    number: i64,
    text: String,
    cause: Option<i64>,
}

impl Kept {
    /// Whether this is what was typed: the move, or the table's code and the move.
    fn is(&self, typed: &str) -> bool {
        typed == self.text || typed.strip_prefix(&self.table).is_some_and(|rest| rest.trim_start() == self.text)
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}, entry {}, {}:", self.table, self.number, self.text)
    }
}

/// Every played move is there once, and nothing that nobody did or that was refused; every record replays to the result
/// that was stored.
pub async fn check(scene: &Scene) -> Vec<String> {
    let pool = SqlitePool::connect(&scene.house.database()).await.unwrap();
    let kept = kept(&pool).await;
    let deeds = scene.books.deeds();
    let mut complaints = compare(&kept, &deeds);
    complaints.extend(replay(scene, &pool).await);
    pool.close().await;
    let size: u64 =
        ["", "-wal"].iter().filter_map(|end| bytes(&scene.house.dir().join(format!("upcard.db{end}")))).sum();
    println!(
        "disk: {:.1} MB, {} bytes an entry, all else included",
        size as f64 / 1e6,
        size / kept.len().max(1) as u64
    );
    complaints
}

fn bytes(file: &std::path::Path) -> Option<u64> {
    Some(std::fs::metadata(file).ok()?.len())
}

async fn kept(pool: &SqlitePool) -> Vec<Kept> {
    let rows = sqlx::query("SELECT table_id, number, move, cause FROM journal ORDER BY table_id, number");
    let rows = rows.fetch_all(pool).await.unwrap();
    rows.iter().map(|row| Kept { table: row.get(0), number: row.get(1), text: row.get(2), cause: row.get(3) }).collect()
}

fn compare(kept: &[Kept], deeds: &HashMap<u64, Deed>) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut times: HashMap<u64, u32> = HashMap::new();
    let mut last = ("", 0);
    let (mut doubtful, mut presses) = (0, 0);
    for entry in kept {
        let next = if last.0 == entry.table { last.1 + 1 } else { 1 };
        if entry.number != next {
            complaints.push(format!("table {} has no entry {next}", entry.table));
        }
        last = (&entry.table, entry.number);
        let cause = entry.cause.map(i64::cast_unsigned);
        *times.entry(cause.unwrap_or_default()).or_default() += 1;
        match cause.and_then(|cause| deeds.get(&cause)) {
            None => complaints.push(format!("{entry} was nobody's move")),
            Some(Deed { typed: Some(typed), .. }) if !entry.is(typed) => {
                complaints.push(format!("{entry} was typed as {typed}"));
            }
            Some(Deed { told: Told::Otherwise(words), .. }) if !perhaps(words) => {
                complaints.push(format!("{entry} was kept, but told was: {words}"));
            }
            Some(Deed { typed: None, .. }) => presses += 1,
            Some(Deed { told: Told::Played, .. }) => {}
            Some(_) => doubtful += 1,
        }
    }
    let played: Vec<(&u64, &Deed)> = deeds.iter().filter(|(_, deed)| deed.told == Told::Played).collect();
    for (cause, deed) in &played {
        let times = times.get(cause).copied().unwrap_or_default();
        if times != 1 {
            complaints.push(format!("told to be played, but {times} times in the journal: {deed:?}"));
        }
    }
    println!(
        "journal: {} entries: {} moves that were told to be played, each once; {doubtful} of which people heard nothing, or \
         that it is doubtful; {presses} presses",
        kept.len(),
        played.len()
    );
    if played.is_empty() || refused(deeds) > played.len() / 5 {
        complaints.push("hardly a move was told to be played: are these still the words?".to_owned());
    }
    complaints.truncate(20);
    complaints
}

/// Says how many moves were refused, and why.
fn refused(deeds: &HashMap<u64, Deed>) -> usize {
    let mut why: BTreeMap<&str, usize> = BTreeMap::new();
    for deed in deeds.values().filter(|deed| deed.typed.is_some()) {
        if let Told::Otherwise(words) = &deed.told {
            *why.entry(words.lines().next().unwrap_or_default()).or_default() += 1;
        }
    }
    let all = why.values().sum();
    println!("refused: {all} moves");
    let mut most: Vec<_> = why.into_iter().collect();
    most.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    most.iter().take(8).for_each(|(words, times)| println!("  {times} × {words}"));
    all
}

/// Whether these words leave open if something was done.
fn perhaps(words: &str) -> bool {
    ["may have", "perhaps", "Whether"].iter().any(|part| words.contains(part))
}

async fn replay(scene: &Scene, pool: &SqlitePool) -> Vec<String> {
    let store = Store::open(&scene.house.database()).await.unwrap();
    let mut complaints = Vec::new();
    let ids: Vec<String> = sqlx::query_scalar("SELECT id FROM tables").fetch_all(pool).await.unwrap();
    let (mut begun, mut over) = (0, 0);
    for id in &ids {
        let table: TableId = id.parse().unwrap();
        let Some(stored) = store.load(table).await.unwrap() else { continue };
        let Some(header) = stored.row.header else { continue };
        begun += 1;
        let kept = result(pool, id).await;
        over += u32::from(!kept.is_empty());
        match catalog::replay(&Record { header, journal: stored.journal }) {
            Err(error) => complaints.push(format!("table {id} does not replay: {error}")),
            Ok(replayed) => {
                let placings = replayed.standings().into_iter().flat_map(|standings| &standings.0);
                let mut told: Vec<_> = placings.map(|p| (p.side.0.into(), p.place.into(), p.score.into())).collect();
                told.sort_unstable();
                if !kept.is_empty() && kept != told {
                    complaints.push(format!("table {id} ended {kept:?}, and replays to {told:?}"));
                }
            }
        }
    }
    store.close().await;
    println!("tables: {} opened, {begun} begun, {over} with a result; all replayed", ids.len());
    complaints
}

/// Side, place and score of each side, as stored.
async fn result(pool: &SqlitePool, table: &str) -> Vec<(i64, i64, i64)> {
    let rows = sqlx::query_as(
        "SELECT DISTINCT side, place, score FROM result_seats s JOIN results r ON r.id = s.result WHERE table_id = ?1 \
         ORDER BY side",
    );
    rows.bind(table).fetch_all(pool).await.unwrap()
}
