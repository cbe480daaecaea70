//! Cards drawn before, as pixels: the most recently used, as many as fit into the memory set aside for them.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use resvg::tiny_skia::Pixmap;

use crate::engine::picture::{Face, Mark};

/// How many bytes of pixels a generation holds. All games at all sizes of table would need several times as much.
const GENERATION: usize = 8 << 20;

/// Which card, how it is marked, and how many pixels wide.
pub type Key = (Face, Mark, u32);

/// Two generations: what is used moves into the young one. When that is full, it becomes the old one, and whatever
/// the old one still held, unused in the meantime, is forgotten.
#[derive(Default)]
pub struct Sprites {
    young: HashMap<Key, Arc<Pixmap>>,
    old: HashMap<Key, Arc<Pixmap>>,
    /// The bytes of the young generation.
    bytes: usize,
}

impl Sprites {
    /// The card, if it is still there.
    pub fn get(&mut self, key: Key) -> Option<Arc<Pixmap>> {
        if let Some(found) = self.young.get(&key) {
            return Some(Arc::clone(found));
        }
        let found = self.old.remove(&key)?;
        self.keep(key, Arc::clone(&found));
        Some(found)
    }

    /// Keeps a card that was just drawn.
    pub fn keep(&mut self, key: Key, sprite: Arc<Pixmap>) {
        let size = sprite.data().len();
        if self.bytes + size > GENERATION {
            self.old = mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += size;
        self.young.insert(key, sprite);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(width: u32) -> Key {
        (Face::Back, Mark::Plain, width)
    }

    #[test]
    fn what_is_used_stays_and_the_rest_makes_room() {
        let mut sprites = Sprites::default();
        let of_a_megabyte = || Arc::new(Pixmap::new(512, 512).expect("it has a size"));
        for n in 0..100 {
            sprites.keep(key(n), of_a_megabyte());
            assert!(sprites.get(key(0)).is_some(), "used each time, after {n}");
            let kept: usize = sprites.young.values().chain(sprites.old.values()).map(|s| s.data().len()).sum();
            assert!(kept <= 2 * GENERATION, "{kept} bytes after {n}");
        }
        assert!(sprites.get(key(99)).is_some() && sprites.get(key(50)).is_none());
    }
}
