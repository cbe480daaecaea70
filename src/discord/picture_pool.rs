//! Draws the pictures of messages: off the async threads, a few at a time, and kept for a while in case they are
//! wanted again.

mod painters;
mod turns;

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::ops::metrics::Metrics;
use crate::tables::Fault;
use render;

use super::ui::Art;
use painters::{Order, Painters};
use turns::Queue;
pub use turns::{DrawingTurn, Urgency};

/// Width of pictures in pixels: sharp on a phone, and quick to draw.
const WIDTH: u32 = 1200;
/// How many pictures are kept in case they are shown again: about 7 MB. A match that many people step through is drawn once.
const CAPACITY: usize = 128;
/// Few pictures are ordered at a time. If one takes longer than this, other work keeps the cores from the painters.
const STUCK: Duration = Duration::from_millis(150);
/// Then the next ones are not left to them for longer than this,
const BRIEFLY: Duration = Duration::from_millis(10);
/// for so long.
const WHILE: Duration = Duration::from_secs(1);

pub type File = Arc<Vec<u8>>;

/// Where pictures are drawn. Cheap to clone.
#[derive(Clone, Default)]
pub struct PicturePool(Arc<Inner>);

#[derive(Default)]
struct Inner {
    hasher: RandomState,
    /// Whichever was wanted last is last.
    kept: Mutex<VecDeque<(u64, File)>>,
    /// What is being drawn: whoever wants the same waits for it.
    drawing: Mutex<HashMap<u64, Weak<Mutex<()>>>>,
    painters: Painters,
    turns: Queue,
    /// When the painters last were found to be stuck.
    stuck: Mutex<Option<Instant>>,
    /// Held by the one picture that is drawn without the painters, while they are stuck.
    relief: tokio::sync::Mutex<()>,
}

/// `None` if it cannot be drawn, which is our mistake and gets logged.
fn drawn(art: &Art) -> Option<File> {
    let draw = || render::png(&render::lay_out(&art.screen), art.theme, WIDTH);
    let drawn = std::panic::catch_unwind(AssertUnwindSafe(draw)).map_err(|_| Broke);
    match drawn {
        Ok(Ok(file)) => return Some(Arc::new(file)),
        Ok(Err(error)) => drop(Fault::log("a picture could not be drawn", &error)),
        Err(broke) => drop(Fault::log("a picture could not be drawn", &broke)),
    }
    None
}

/// Where it broke may be hidden from those who read the log.
#[derive(Debug, thiserror::Error)]
#[error("drawing it broke off")]
struct Broke;

impl PicturePool {
    /// Whether the picture is already drawn.
    #[must_use]
    pub fn has(&self, art: &Art) -> bool {
        art.file().is_some() || self.0.kept(self.key(art)).is_some()
    }

    /// The picture as a PNG file; `None` if it cannot be drawn.
    pub async fn draw(&self, art: &Art, metrics: &Metrics) -> Option<File> {
        if let Some(found) = art.file() {
            return Some(found);
        }
        let key = self.key(art);
        let found = self.0.kept(key);
        let file = if found.is_some() {
            found
        } else {
            let began = Instant::now();
            let file = self.order(key, art).await;
            metrics.drew(began.elapsed());
            file
        };
        file.inspect(|file| art.keep(Arc::clone(file)))
    }

    /// The right to have a picture drawn now, if nobody waits for it.
    #[must_use]
    pub fn turn_now(&self) -> Option<DrawingTurn> {
        Queue::now(&self.0)
    }

    /// The same, once those who have waited longer had theirs. What is drawn should be described only then, so that
    /// it is the newest state.
    pub fn turn(&self, rank: Urgency, behind: Instant) -> impl Future<Output = DrawingTurn> + Send + use<> {
        Queue::wait(&self.0, rank, behind)
    }

    /// How many wait for a turn.
    #[cfg(test)]
    pub fn awaited(&self) -> usize {
        self.0.turns.awaited()
    }

    /// Waits for the painters; if they are stuck, the picture is drawn like other work.
    async fn order(&self, key: u64, art: &Art) -> Option<File> {
        let (done, mut drawn) = oneshot::channel();
        if !self.0.painters.order(&self.0, Order { key, art: art.clone(), done }) {
            return None;
        }
        let was_stuck = self.0.stuck.lock().is_some_and(|at| at.elapsed() < WHILE);
        if let Ok(file) = timeout(if was_stuck { BRIEFLY } else { STUCK }, &mut drawn).await {
            return file.ok().flatten();
        }
        if !was_stuck {
            *self.0.stuck.lock() = Some(Instant::now());
        }
        let _turn = tokio::select! {
            biased;
            file = &mut drawn => return file.ok().flatten(),
            turn = self.0.relief.lock() => turn,
        };
        // The painters need not begin with it any more.
        drop(drawn);
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
        let same = self.drawing(key);
        let _turn = same.lock();
        self.kept(key).or_else(|| drawn(art).inspect(|file| self.keep(key, Arc::clone(file))))
    }

    /// Held by whoever draws this picture.
    fn drawing(&self, key: u64) -> Arc<Mutex<()>> {
        let mut drawing = self.drawing.lock();
        if let Some(same) = drawing.get(&key).and_then(Weak::upgrade) {
            return same;
        }
        drawing.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        drawing.insert(key, Arc::downgrade(&turn));
        turn
    }

    fn kept(&self, key: u64) -> Option<File> {
        let mut kept = self.kept.lock();
        let at = kept.iter().rposition(|(of, _)| *of == key)?;
        let (key, file) = kept.remove(at)?;
        kept.push_back((key, Arc::clone(&file)));
        Some(file)
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
    use engine::picture::Screen;
    use render::Theme;

    /// Twenty people step through the same twenty moves, some of them at the same time.
    #[tokio::test(flavor = "multi_thread")]
    async fn many_who_look_at_the_same_cost_no_more_than_one() {
        let pool = PicturePool::default();
        let look = |n: usize| {
            let pool = pool.clone();
            let screen = Screen { headline: format!("move {n}"), ..Screen::default() };
            async move { pool.draw(&Art::new(Arc::new(screen), Theme::Dark), &Metrics::default()).await.is_some() }
        };
        for from in [0, 5] {
            let all = (0..20).flat_map(|_| (from..from + 15).map(look)).map(tokio::spawn);
            for drawn in futures_util::future::join_all(all.collect::<Vec<_>>()).await {
                assert!(drawn.unwrap());
            }
        }
        assert_eq!(pool.0.kept.lock().len(), 20, "none was drawn twice");
        assert_eq!(pool.0.drawing.lock().values().filter(|turn| turn.strong_count() > 0).count(), 0);
    }

    #[tokio::test]
    async fn a_picture_that_painters_do_not_come_to_is_drawn_all_the_same() {
        let pool = PicturePool(Arc::new(Inner { painters: Painters::hired_by(|_| Ok(())), ..Inner::default() }));
        let file = pool.draw(&Art::new(Arc::default(), Theme::Dark), &Metrics::default()).await;
        assert!(file.is_some_and(|file| file.starts_with(b"\x89PNG")));
    }
}
