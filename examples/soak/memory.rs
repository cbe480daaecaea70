//! What the bot's process takes, as Linux counts it.

use std::time::{Duration, Instant};

/// Less than this is too short to judge memory by: caches fill, and allocators settle.
const LEAST: Duration = Duration::from_secs(600);
/// How much more the second half may take.
const MORE: f64 = 1.05;

/// A stretch of time in which one process ran, busy all the time.
#[derive(Default)]
pub struct Stretch {
    begun: Option<Instant>,
    /// Seconds since then, and resident bytes.
    samples: Vec<(f64, u64)>,
    /// Processor seconds at the first and the last look.
    busy: (f64, f64),
    pub moves: u64,
}

impl Stretch {
    /// Looks at the process.
    pub fn look(&mut self, process: u32) {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        let (Some(resident), Some(busy)) = (resident(process), busy(process)) else { return };
        if self.samples.is_empty() {
            self.busy.0 = busy;
        }
        self.busy.1 = busy;
        self.samples.push((begun.elapsed().as_secs_f64(), resident));
    }

    fn median(&self, from: f64, to: f64) -> f64 {
        let mut some: Vec<u64> = self.samples.iter().filter(|(at, _)| (from..to).contains(at)).map(|s| s.1).collect();
        some.sort_unstable();
        some.get(some.len() / 2).map_or(0.0, |&bytes| bytes as f64 / 1e6)
    }
}

fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// Processor seconds, at Linux's usual hundred ticks a second.
fn busy(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some((fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?) / 100.0)
}

/// Compares the halves of the stretch, without its first quarter. Both are of the same process, under the same load.
pub fn judge(stretch: &Stretch) -> Option<String> {
    let Some(&(end, _)) = stretch.samples.last() else { return Some("memory was not measured".to_owned()) };
    let (begin, middle) = (end / 4.0, end * 5.0 / 8.0);
    let (before, after) = (stretch.median(begin, middle), stretch.median(middle, end));
    let most = stretch.samples.iter().map(|s| s.1).max().unwrap_or_default() as f64 / 1e6;
    let busy = stretch.busy.1 - stretch.busy.0;
    let moves = stretch.moves.max(1) as f64;
    println!("memory: {before:.1} MB, then {after:.1} MB, at most {most:.1} MB, in {end:.0} s without a kill");
    let eighths: Vec<String> = (0..8)
        .map(|n| format!("{:.1}", stretch.median(end * f64::from(n) / 8.0, end * f64::from(n + 1) / 8.0)))
        .collect();
    println!("  by eighths of that time: {} MB", eighths.join(", "));
    println!(
        "processor: {:.1} % of a core, {:.1} ms a move, {:.1} moves a second, pictures and all else included",
        busy / end * 100.0,
        busy / moves * 1000.0,
        moves / end
    );
    if end < LEAST.as_secs_f64() {
        println!("  too short to judge memory by: {LEAST:?} at least");
        return None;
    }
    (after > before * MORE).then(|| format!("memory grows: {before:.1} MB, then {after:.1} MB"))
}
