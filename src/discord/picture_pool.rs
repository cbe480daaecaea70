//! Draws the pictures of messages: off the async threads, a few at a time, and kept for a while in case they are
//! wanted again.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, OnceLock, Weak, mpsc};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::ops::metrics::Metrics;
use crate::render;

use super::ui::Art;

/// Width of pictures in pixels: sharp on a phone, and quick to draw.
const WIDTH: u32 = 1200;
/// How many pictures are kept in case they are shown again: about 5 MB.
const CAPACITY: usize = 64;

/// After each picture a painter leaves the cores to others for as long as it drew, but no longer than this. With little
/// rest, threads that woke up were seen to wait behind each other on one of two cores, beside one that only drew.
const REST: Duration = Duration::from_millis(20);
/// If the painters finish no picture for this long, other work keeps the cores from them.
const STUCK: Duration = Duration::from_millis(500);

/// A picture's file.
pub type File = Arc<Vec<u8>>;

/// Where pictures are drawn. Cheap to clone.
#[derive(Clone, Default)]
pub struct PicturePool(Arc<Inner>);

#[derive(Default)]
struct Inner {
    hasher: RandomState,
    /// The newest is last.
    kept: Mutex<VecDeque<(u64, File)>>,
    /// The way to the painters, who are started by the first order.
    orders: OnceLock<mpsc::Sender<Order>>,
    /// When the painters last finished a picture.
    finished: Mutex<Option<Instant>>,
    /// Held by the one picture that is drawn without the painters, while they are stuck.
    relief: tokio::sync::Mutex<()>,
}

/// A picture that somebody waits for.
struct Order {
    key: u64,
    art: Art,
    done: oneshot::Sender<Option<File>>,
}

/// Painters on half of the cores, and the way to them.
fn painters(pool: &Arc<Inner>) -> mpsc::Sender<Order> {
    let (orders, queue) = mpsc::channel();
    let queue = Arc::new(Mutex::new(queue));
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    for _ in 0..(cores / 2).max(1) {
        let (pool, queue) = (Arc::downgrade(pool), Arc::clone(&queue));
        let painter = std::thread::Builder::new().name("painter".to_owned());
        if let Err(error) = painter.spawn(move || paint(&pool, &queue)) {
            tracing::error!(%error, "no thread can be had to draw on");
        }
    }
    orders
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
        *pool.finished.lock() = Some(Instant::now());
        drop(pool);
        std::thread::sleep(began.elapsed().min(REST));
    }
}

/// `None` if it cannot be drawn, which is our mistake and gets logged.
fn drawn(art: &Art) -> Option<File> {
    let draw = || render::png(&render::lay_out(&art.screen), art.theme, WIDTH);
    match std::panic::catch_unwind(AssertUnwindSafe(draw)) {
        Ok(Ok(file)) => Some(Arc::new(file)),
        Ok(Err(error)) => {
            tracing::error!(%error, "a picture could not be drawn");
            None
        }
        Err(_) => {
            tracing::error!("drawing a picture broke");
            None
        }
    }
}

impl PicturePool {
    /// Whether the picture is already drawn.
    #[must_use]
    pub fn has(&self, art: &Art) -> bool {
        self.0.kept(self.key(art)).is_some()
    }

    /// The picture as a PNG file; `None` if it cannot be drawn.
    pub async fn draw(&self, art: &Art, metrics: &Metrics) -> Option<File> {
        let key = self.key(art);
        if let Some(found) = self.0.kept(key) {
            return Some(found);
        }
        let began = Instant::now();
        let file = self.order(key, art).await;
        metrics.drew(began.elapsed());
        file
    }

    /// Waits for the painters; if they are stuck, the picture is drawn like other work.
    async fn order(&self, key: u64, art: &Art) -> Option<File> {
        let (done, mut drawn) = oneshot::channel();
        let ordered = Instant::now();
        let orders = self.0.orders.get_or_init(|| painters(&self.0));
        orders.send(Order { key, art: art.clone(), done }).ok()?;
        loop {
            match timeout(STUCK, &mut drawn).await {
                Ok(file) => return file.ok().flatten(),
                Err(_) if self.0.last_finished().max(Some(ordered)).is_some_and(|at| at.elapsed() >= STUCK) => break,
                Err(_) => {}
            }
        }
        let _turn = self.0.relief.lock().await;
        let (pool, art) = (Arc::clone(&self.0), art.clone());
        tokio::task::spawn_blocking(move || pool.file(key, &art)).await.ok()?
    }

    fn key(&self, art: &Art) -> u64 {
        self.0.hasher.hash_one((&*art.screen, art.theme))
    }
}

impl Inner {
    /// The picture, drawn now unless it was drawn for another order meanwhile.
    fn file(&self, key: u64, art: &Art) -> Option<File> {
        self.kept(key).or_else(|| drawn(art).inspect(|file| self.keep(key, Arc::clone(file))))
    }

    fn last_finished(&self) -> Option<Instant> {
        *self.finished.lock()
    }

    fn kept(&self, key: u64) -> Option<File> {
        let kept = self.kept.lock();
        kept.iter().rev().find(|(of, _)| *of == key).map(|(_, file)| Arc::clone(file))
    }

    fn keep(&self, key: u64, file: File) {
        let mut kept = self.kept.lock();
        if kept.len() >= CAPACITY {
            kept.pop_front();
        }
        kept.push_back((key, file));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Theme;

    #[tokio::test]
    async fn a_picture_that_painters_do_not_come_to_is_drawn_all_the_same() {
        let (orders, _nobody_paints) = mpsc::channel();
        let art = Art { screen: Arc::default(), theme: Theme::Dark };
        let pool = PicturePool::default();
        pool.0.orders.set(orders).unwrap();
        let file = pool.draw(&art, &Metrics::default()).await;
        assert!(file.is_some_and(|file| file.starts_with(b"\x89PNG")));
    }
}
