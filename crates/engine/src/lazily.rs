//! What is made when somebody first looks at it.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

/// A value that is made when it is first looked at, and then shared. Cheap to clone.
pub struct Lazily<T>(Arc<LazyLock<T, Maker<T>>>);

type Maker<T> = Box<dyn FnOnce() -> T + Send>;

impl<T> Lazily<T> {
    /// What this will make.
    pub fn new(make: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(make))))
    }
}

/// What exists already.
impl<T: Send + 'static> From<T> for Lazily<T> {
    fn from(made: T) -> Self {
        Self::new(move || made)
    }
}

impl<T: Default + 'static> Default for Lazily<T> {
    fn default() -> Self {
        Self::new(T::default)
    }
}

impl<T> Deref for Lazily<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for Lazily<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: PartialEq> PartialEq for Lazily<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn it_is_made_once_and_not_before_somebody_looks() {
        let made = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&made);
        let seen = Lazily::new(move || count.fetch_add(1, Ordering::Relaxed) + 41);
        let same = seen.clone();
        assert_eq!(made.load(Ordering::Relaxed), 0);
        assert!(*seen == 41 && *same == 41 && seen == Lazily::from(41));
        assert_eq!(made.load(Ordering::Relaxed), 1);
    }
}
