//! Draws the pictures of messages: off the async threads, few at a time, and each only once while it is wanted.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc};

use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::oneshot;

use crate::ops::metrics::Metrics;
use crate::render;

use super::ui::Art;

/// Pictures are drawn so many pixels wide: sharp on a phone, and quickly drawn.
const WIDTH: u32 = 1200;
/// So many pictures are kept, in case that they are shown again: about 5 MB.
const KEPT: usize = 64;

/// A picture's file.
pub type File = Arc<Vec<u8>>;

/// Where pictures are drawn. Cheap to clone.
#[derive(Clone)]
pub struct Easel(Arc<Inner>);

struct Inner {
    hasher: RandomState,
    /// The newest last.
    kept: Mutex<VecDeque<(u64, File)>>,
    /// The way to the painters.
    orders: mpsc::Sender<Order>,
}

/// A picture that somebody waits for.
struct Order {
    key: u64,
    art: Art,
    done: oneshot::Sender<Option<File>>,
}

impl Default for Easel {
    /// Painters on half of the cores.
    fn default() -> Self {
        let (orders, queue) = mpsc::channel();
        let easel = Self(Arc::new(Inner { hasher: RandomState::new(), kept: Mutex::default(), orders }));
        let queue = Arc::new(Mutex::new(queue));
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        for _ in 0..(cores / 2).max(1) {
            let (easel, queue) = (Arc::downgrade(&easel.0), Arc::clone(&queue));
            let painter = std::thread::Builder::new().name("painter".to_owned());
            if let Err(error) = painter.spawn(move || paint(&easel, &queue)) {
                tracing::error!(%error, "no thread can be had to draw on");
            }
        }
        easel
    }
}

/// Draws what is ordered, until the easel is gone. Answers come first: where cores are few, drawing waits for them.
fn paint(easel: &Weak<Inner>, queue: &Mutex<mpsc::Receiver<Order>>) {
    if let Err(error) = set_current_thread_priority(ThreadPriority::Min) {
        tracing::debug!(%error, "drawing is as urgent as everything else");
    }
    loop {
        let order = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let (Ok(Order { key, art, done }), Some(easel)) = (order, easel.upgrade()) else { return };
        if done.is_closed() {
            continue;
        }
        // Somebody else may have ordered it, too.
        let file = easel.kept(key).or_else(|| drawn(&art).inspect(|file| easel.keep(key, Arc::clone(file))));
        let _ = done.send(file);
    }
}

/// `None` where it cannot be drawn, which is a fault of ours and logged.
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

impl Easel {
    /// Is the picture drawn already?
    #[must_use]
    pub fn has(&self, art: &Art) -> bool {
        self.0.kept(self.key(art)).is_some()
    }

    /// The picture as a PNG file; `None` where it cannot be drawn.
    pub async fn draw(&self, art: &Art, metrics: &Metrics) -> Option<File> {
        let key = self.key(art);
        if let Some(found) = self.0.kept(key) {
            return Some(found);
        }
        let began = std::time::Instant::now();
        let (done, drawn) = oneshot::channel();
        self.0.orders.send(Order { key, art: art.clone(), done }).ok()?;
        let file = drawn.await.ok().flatten();
        metrics.drew(began.elapsed());
        file
    }

    fn key(&self, art: &Art) -> u64 {
        self.0.hasher.hash_one((&*art.screen, art.theme))
    }
}

impl Inner {
    fn kept(&self, key: u64) -> Option<File> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().rev().find(|(of, _)| *of == key).map(|(_, file)| Arc::clone(file))
    }

    fn keep(&self, key: u64, file: File) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((key, file));
    }
}
