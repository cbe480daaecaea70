//! The threads that draw.

use std::io;
use std::sync::{Arc, Weak, mpsc};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::{File, Inner};
use crate::discord::ui::Art;

/// After each picture a painter leaves the cores to others for as long as it drew, but no longer than this. With little
/// rest, threads that woke up were seen to wait behind each other on one of two cores, beside one that only drew. The
/// more pictures wait for their turn, the shorter it rests.
const REST: Duration = Duration::from_millis(20);

/// A picture that somebody waits for.
pub(super) struct Order {
    pub(super) key: u64,
    pub(super) art: Art,
    pub(super) done: oneshot::Sender<Option<File>>,
}

type Work = Box<dyn FnOnce() + Send>;
/// Starts a thread that does this work.
type Hire = fn(Work) -> io::Result<()>;

/// Those who draw, and the way to them. They are hired when there is something to draw.
pub(super) struct Painters {
    orders: mpsc::Sender<Order>,
    queue: Arc<Mutex<mpsc::Receiver<Order>>>,
    hired: Mutex<usize>,
    hire: Hire,
}

impl Default for Painters {
    fn default() -> Self {
        Self::hired_by(|work| std::thread::Builder::new().name("painter".to_owned()).spawn(work).map(drop))
    }
}

/// One for each core, if pictures are late. Otherwise half as many, so that answers find a core where nobody draws.
pub(super) fn most(late: bool) -> usize {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    if late { cores } else { (cores / 2).max(1) }
}

impl Painters {
    pub(super) fn hired_by(hire: Hire) -> Self {
        let (orders, queue) = mpsc::channel();
        Self { orders, queue: Arc::new(Mutex::new(queue)), hired: Mutex::new(0), hire }
    }

    /// Hands an order over; `false` if there is nobody to carry it out, as far as is known now.
    pub(super) fn order(&self, pool: &Arc<Inner>, order: Order) -> bool {
        let mut hired = self.hired.lock();
        // Where the system has no thread to spare just now, it may have one at the next order.
        while *hired < most(pool.turns.late()) {
            let (pool, queue) = (Arc::downgrade(pool), Arc::clone(&self.queue));
            if let Err(error) = (self.hire)(Box::new(move || paint(&pool, &queue))) {
                tracing::warn!(%error, hired = *hired, "no thread can be had to draw on");
                break;
            }
            *hired += 1;
        }
        *hired > 0 && self.orders.send(order).is_ok()
    }
}

/// Answers come first: on few cores, drawing waits for them.
fn stand_back() {
    #[cfg(target_os = "linux")]
    let done = {
        use thread_priority::{NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy};
        // A thread that wakes up preempts an idle thread at once, but one of low priority only after some
        // milliseconds.
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        let this = thread_priority::thread_native_id();
        thread_priority::set_thread_priority_and_policy(this, ThreadPriority::Min, idle)
    };
    #[cfg(not(target_os = "linux"))]
    let done = thread_priority::set_current_thread_priority(thread_priority::ThreadPriority::Min);
    if let Err(error) = done {
        tracing::debug!(%error, "drawing is as urgent as everything else");
    }
}

/// Draws what is ordered, until the pool is gone.
fn paint(pool: &Weak<Inner>, queue: &Mutex<mpsc::Receiver<Order>>) {
    stand_back();
    loop {
        let order = queue.lock().recv();
        let (Ok(Order { key, art, done }), Some(pool)) = (order, pool.upgrade()) else { return };
        if done.is_closed() {
            continue;
        }
        let began = Instant::now();
        let _ = done.send(pool.file(key, &art));
        {
            let mut hired = pool.painters.hired.lock();
            if *hired > most(pool.turns.late()) {
                *hired -= 1;
                return;
            }
        }
        let waiting = u32::try_from(pool.turns.awaited()).unwrap_or(u32::MAX);
        let rest = began.elapsed() / waiting.saturating_add(1);
        drop(pool);
        std::thread::sleep(rest.min(REST));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::super::PicturePool;
    use super::*;
    use crate::ops::metrics::Metrics;
    use render::Theme;

    #[tokio::test]
    async fn r5_where_no_painter_can_be_had_the_next_picture_asks_again() {
        static ASKED: AtomicU32 = AtomicU32::new(0);
        let hire: Hire = |work| {
            if ASKED.fetch_add(1, Ordering::Relaxed) < 2 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            std::thread::spawn(work);
            Ok(())
        };
        let pool = PicturePool(Arc::new(Inner { painters: Painters::hired_by(hire), ..Inner::default() }));
        let art = || Art::new(Arc::default(), Theme::Dark);
        for drawn in [false, false, true] {
            assert_eq!(pool.draw(&art(), &Metrics::default()).await.is_some(), drawn);
        }
    }
}
