//! The threads that think for the house: few, and of low priority, so that nobody's answer waits for them.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::request::Fault;

/// How many think at once.
const THREADS: usize = 2;

/// How much they let everything else go first: the most that a process may ask for.
const NICENESS: i32 = 19;

type Job = Box<dyn FnOnce() + Send>;

/// What was thought about, how often, and how long all of that took.
type Tallies = BTreeMap<&'static str, (u64, Duration)>;

/// Hands out what is to be thought about, first come, first served. Its threads end with it.
pub(super) struct Thinkers {
    jobs: mpsc::Sender<Job>,
    waiting: Arc<AtomicUsize>,
    tallies: Arc<Mutex<Tallies>>,
}

impl Thinkers {
    pub(super) fn start() -> Self {
        let (jobs, given) = mpsc::channel::<Job>();
        let given = Arc::new(Mutex::new(given));
        for number in 0..THREADS {
            let given = Arc::clone(&given);
            let thread = thread::Builder::new().name(format!("thinker-{number}")).spawn(move || work(&given));
            if let Err(error) = thread {
                tracing::error!(%error, "a thread that thinks for the house could not be started");
            }
        }
        Self { jobs, waiting: Arc::default(), tallies: Arc::default() }
    }

    /// How many thoughts are under way or wait for a thread.
    pub(super) fn busy(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// What was thought about so far, the wait for a thread not counted.
    pub(super) fn tallies(&self) -> Tallies {
        self.tallies.lock().clone()
    }

    /// Has this thought about, which is counted as `what`. The answer is missing if thinking broke down.
    pub(super) fn think<T: Send + 'static>(
        &self,
        what: &'static str,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (reply, answer) = oneshot::channel();
        let (waiting, tallies) = (Arc::clone(&self.waiting), Arc::clone(&self.tallies));
        waiting.fetch_add(1, Ordering::Relaxed);
        let job = move || {
            let since = Instant::now();
            let thought = catch_unwind(AssertUnwindSafe(job));
            waiting.fetch_sub(1, Ordering::Relaxed);
            let mut tallies = tallies.lock();
            let (thoughts, took) = tallies.entry(what).or_default();
            (*thoughts, *took) = (*thoughts + 1, *took + since.elapsed());
            drop(tallies);
            if let Ok(thought) = thought {
                let _ = reply.send(thought);
            }
        };
        // Without any thread the answer is missing, too.
        if self.jobs.send(Box::new(job)).is_err() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
        answer
    }

    /// The same for somebody who waits for it.
    pub(super) async fn answer<T: Send + 'static>(
        &self,
        what: &'static str,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        self.think(what, job).await.map_err(|_| Fault::log("the house broke off thinking", &BrokeOff(what)))
    }
}

/// What it was about; what it said when it broke off may be hidden.
#[derive(Debug, thiserror::Error)]
#[error("about a {0}")]
pub(super) struct BrokeOff(pub(super) &'static str);

fn work(given: &Mutex<mpsc::Receiver<Job>>) {
    // On Linux this is for the thread alone; elsewhere it may be refused, and then the threads are as urgent as others.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
    loop {
        let job = given.lock().recv();
        match job {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}
