//! What was drawn before, as pixels: the most recently used, as much as fits into the memory set aside for it.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::sync::Arc;

/// Two generations: what is used moves into the young one. When that is full, it becomes the old one, and whatever
/// the old one still held, unused in the meantime, is forgotten.
pub struct Sprites<K, V> {
    young: HashMap<K, Sprite<V>>,
    old: HashMap<K, Sprite<V>>,
    /// The bytes of the young generation, and how many a generation holds.
    bytes: usize,
    generation: usize,
}

/// A drawing and the bytes that it takes.
type Sprite<V> = (Arc<V>, usize);

impl<K: Hash + Eq + Copy, V> Sprites<K, V> {
    /// Two generations of this many bytes.
    pub fn new(generation: usize) -> Self {
        Self { young: HashMap::new(), old: HashMap::new(), bytes: 0, generation }
    }

    /// The drawing, if it is still there.
    pub fn get(&mut self, key: K) -> Option<Arc<V>> {
        if let Some((found, _)) = self.young.get(&key) {
            return Some(Arc::clone(found));
        }
        let (found, size) = self.old.remove(&key)?;
        self.keep(key, Arc::clone(&found), size);
        Some(found)
    }

    /// Keeps what was just drawn, and takes so many bytes.
    pub fn keep(&mut self, key: K, sprite: Arc<V>, size: usize) {
        if self.bytes + size > self.generation {
            self.old = mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += size;
        self.young.insert(key, (sprite, size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_the_rest_makes_room() {
        let mut sprites: Sprites<u32, ()> = Sprites::new(8);
        for n in 0..100 {
            sprites.keep(n, Arc::new(()), 1);
            assert!(sprites.get(0).is_some(), "used each time, after {n}");
            let kept: usize = sprites.young.values().chain(sprites.old.values()).map(|(_, size)| size).sum();
            assert!(kept <= 16, "{kept} bytes after {n}");
        }
        assert!(sprites.get(99).is_some() && sprites.get(50).is_none());
    }
}
