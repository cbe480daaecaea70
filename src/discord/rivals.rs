//! Whether another program answers in our place: one with the same token but a database of its own, such as a forgotten
//! container. Both would keep a table in the same channel, and each person would get now the one and now the other.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Discord delivers an interaction twice now and then, and a first answer that seemed lost may have arrived. So many
/// answers from elsewhere within so short a time are something else.
const SUSPICIOUS: usize = 5;
const LATELY: Duration = Duration::from_secs(60);
/// How long after a warning the next one waits.
const PAUSE: Duration = Duration::from_secs(3600);

/// Counts interactions that were answered by somebody else.
#[derive(Default)]
pub(super) struct Rivals(Mutex<State>);

#[derive(Default)]
struct State {
    lately: VecDeque<Instant>,
    warned: Option<Instant>,
}

impl Rivals {
    /// An interaction was answered by somebody else; warns if that happens again and again.
    pub(super) fn met(&self) {
        if self.is_news(Instant::now()) {
            tracing::warn!(
                "other answers than ours reach Discord: is another program running with this token, such as an older \
                 container? It has tables of its own. Stop one of the two, or give it another token."
            );
        }
    }

    fn is_news(&self, now: Instant) -> bool {
        let mut state = self.0.lock();
        state.lately.push_back(now);
        while state.lately.front().is_some_and(|first| now.duration_since(*first) > LATELY) {
            state.lately.pop_front();
        }
        let is_news = state.lately.len() >= SUSPICIOUS && state.warned.is_none_or(|at| now.duration_since(at) >= PAUSE);
        if is_news {
            state.warned = Some(now);
        }
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_many_answers_from_elsewhere_are_worth_a_warning_and_one_an_hour() {
        let (rivals, begun) = (Rivals::default(), Instant::now());
        let met = |seconds| rivals.is_news(begun + Duration::from_secs(seconds));
        assert!((0..20).all(|n| !met(n * 30)), "two or three a minute");
        let often: Vec<bool> = (0..200).map(|n| met(1000 + n)).collect();
        assert_eq!(often.iter().position(|news| *news), Some(4));
        assert_eq!(often.iter().filter(|news| **news).count(), 1);
        assert!((0..5).any(|n| met(4700 + n)), "still so more than an hour later");
    }
}
