//! Draws the pictures of messages: off the async threads, few at a time, and each only once while it is wanted.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

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
    /// Half of the cores, so that answers are never held up by drawing.
    turns: Semaphore,
}

impl Default for Easel {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self(Arc::new(Inner {
            hasher: RandomState::new(),
            kept: Mutex::default(),
            turns: Semaphore::new((cores / 2).max(1)),
        }))
    }
}

impl Easel {
    /// Is the picture drawn already?
    #[must_use]
    pub fn has(&self, art: &Art) -> bool {
        self.kept(self.key(art)).is_some()
    }

    /// The picture as a PNG file; `None` where it cannot be drawn, which is a fault of ours and logged.
    pub async fn draw(&self, art: &Art, metrics: &Metrics) -> Option<File> {
        let key = self.key(art);
        if let Some(found) = self.kept(key) {
            return Some(found);
        }
        let _turn = self.0.turns.acquire().await.ok()?;
        // Somebody else may have drawn it while this one waited.
        if let Some(found) = self.kept(key) {
            return Some(found);
        }
        let Art { screen, theme } = art.clone();
        let began = std::time::Instant::now();
        let drawn = tokio::task::spawn_blocking(move || render::png(&render::lay_out(&screen), theme, WIDTH)).await;
        metrics.drew(began.elapsed());
        match drawn {
            Ok(Ok(file)) => {
                let file = Arc::new(file);
                self.keep(key, Arc::clone(&file));
                Some(file)
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "a picture could not be drawn");
                None
            }
            Err(error) => {
                tracing::error!(%error, "drawing a picture broke");
                None
            }
        }
    }

    fn key(&self, art: &Art) -> u64 {
        self.0.hasher.hash_one((&*art.screen, art.theme))
    }

    fn kept(&self, key: u64) -> Option<File> {
        let kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().rev().find(|(of, _)| *of == key).map(|(_, file)| Arc::clone(file))
    }

    fn keep(&self, key: u64, file: File) {
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((key, file));
    }
}
