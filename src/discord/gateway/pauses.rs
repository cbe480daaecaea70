//! Pauses between attempts: each longer than the last, and none quite as long as another's.

use std::time::Duration;

/// What decides how long to wait before the next attempt.
pub(super) struct Pauses {
    first: Duration,
    longest: Duration,
    /// What lasted as long as this was no failure.
    steady: Duration,
    failures: u32,
}

impl Pauses {
    pub(super) const fn new(first: Duration, longest: Duration, steady: Duration) -> Self {
        Self { first, longest, steady, failures: 0 }
    }

    /// The pause after something that lasted this long: none if that was long enough.
    pub(super) fn after(&mut self, lasted: Duration) -> Duration {
        if lasted >= self.steady {
            self.failures = 0;
            return Duration::ZERO;
        }
        let pause = (self.first * (1 << self.failures.min(16))).min(self.longest);
        self.failures += 1;
        // Whoever was cut off together does not come back together.
        pause.mul_f32(rand::random_range(0.5..1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p02_pauses_grow_and_end_with_what_lasts() {
        let second = Duration::from_secs(1);
        let mut pauses = Pauses::new(second, 60 * second, 5 * second);
        let mut longest = second;
        for _ in 0..20 {
            let pause = pauses.after(4 * second);
            assert!(pause >= longest / 2 && pause <= longest, "{pause:?} of {longest:?}");
            longest = (longest * 2).min(60 * second);
        }
        assert_eq!(pauses.after(5 * second), Duration::ZERO);
        assert!(pauses.after(Duration::ZERO) <= second);
    }
}
