//! Whose picture is drawn next. Pictures are described when their turn has come and not before, so that each shows
//! the newest state, and states that were followed by another in the meantime are never drawn.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::Inner;
use super::painters;

/// What is drawn, by how many people wait to see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// What everybody looks at, and the hands of those whose turn it is.
    First,
    /// Any other hand.
    Then,
}

impl Urgency {
    /// So much later it is drawn than what fell behind at the same time and comes first. However much is waiting,
    /// everything has its turn.
    const fn later(self) -> Duration {
        match self {
            Self::First => Duration::ZERO,
            Self::Then => Duration::from_millis(500),
        }
    }
}

/// Who waits for a turn, by when it is due.
#[derive(Default)]
pub(super) struct Queue(Mutex<State>);

#[derive(Default)]
struct State {
    /// How many turns are taken.
    taken: usize,
    waiting: BTreeMap<(Instant, u64), oneshot::Sender<DrawingTurn>>,
    next: u64,
}

/// From so long after its time on a picture is late.
const LATE: Duration = Duration::from_secs(1);

/// The right to have a picture drawn, until it is dropped.
pub struct DrawingTurn(Arc<Inner>);

/// While one picture is drawn, the next one is described.
fn most() -> usize {
    2 * painters::most(true)
}

impl Queue {
    pub(super) fn now(pool: &Arc<Inner>) -> Option<DrawingTurn> {
        let mut state = pool.turns.0.lock();
        let free = state.taken < most();
        state.taken += usize::from(free);
        free.then(|| DrawingTurn(Arc::clone(pool)))
    }

    pub(super) fn wait(
        pool: &Arc<Inner>,
        rank: Urgency,
        behind: Instant,
    ) -> impl Future<Output = DrawingTurn> + Send + use<> {
        let (turn, comes) = oneshot::channel();
        {
            let mut state = pool.turns.0.lock();
            state.next += 1;
            let due = (behind + rank.later(), state.next);
            state.waiting.insert(due, turn);
        }
        Self::hand_on(pool);
        let pool = Arc::clone(pool);
        // While the pool is here, nothing drops the other end.
        async move { comes.await.unwrap_or_else(|_| Self::over(&pool)) }
    }

    /// A turn beyond the most.
    fn over(pool: &Arc<Inner>) -> DrawingTurn {
        pool.turns.0.lock().taken += 1;
        DrawingTurn(Arc::clone(pool))
    }

    /// Gives those who wait what turns there are.
    fn hand_on(pool: &Arc<Inner>) {
        while let Some(next) = pool.turns.next() {
            // If nobody waits for it any more, it comes back by being dropped.
            drop(next.send(DrawingTurn(Arc::clone(pool))));
        }
    }

    /// Who is next, if there is a turn for them; it counts as taken.
    fn next(&self) -> Option<oneshot::Sender<DrawingTurn>> {
        let mut state = self.0.lock();
        if state.taken >= most() {
            return None;
        }
        let (_, next) = state.waiting.pop_first()?;
        state.taken += 1;
        Some(next)
    }

    /// How many wait.
    pub(super) fn awaited(&self) -> usize {
        self.0.lock().waiting.len()
    }

    /// Whether one of them is late.
    pub(super) fn late(&self) -> bool {
        self.0.lock().waiting.first_key_value().is_some_and(|((due, _), _)| due.elapsed() > LATE)
    }
}

impl Drop for DrawingTurn {
    fn drop(&mut self) {
        self.0.turns.0.lock().taken -= 1;
        Queue::hand_on(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Waits for turns of these ranks, asked for so many milliseconds ago; returns the order in which they came.
    async fn order(asked: &[(&'static str, Urgency, u64)]) -> Vec<&'static str> {
        let pool = Arc::new(Inner::default());
        let taken: Vec<DrawingTurn> = std::iter::from_fn(|| Queue::now(&pool)).collect();
        assert_eq!(taken.len(), most());
        let (came, order) = mpsc::channel();
        let now = Instant::now();
        for &(name, rank, ago) in asked {
            let (turn, came) = (Queue::wait(&pool, rank, now - Duration::from_millis(ago)), came.clone());
            tokio::spawn(async move {
                let turn = turn.await;
                let _ = came.send(name);
                drop(turn);
            });
        }
        drop(came);
        let mut taken = taken.into_iter();
        drop(taken.next());
        let order = tokio::task::spawn_blocking(move || order.iter().collect()).await.expect("all came");
        drop(taken);
        assert_eq!(pool.turns.0.lock().taken, 0, "all are given back");
        order
    }

    #[tokio::test]
    async fn p14_boards_come_before_hands_and_what_has_waited_longest_comes_first() {
        let (board, hand) = (Urgency::First, Urgency::Then);
        let came = order(&[("new hand", hand, 0), ("new board", board, 0), ("older board", board, 100)]).await;
        assert_eq!(came, ["older board", "new board", "new hand"]);
        let came = order(&[("new board", board, 0), ("hand", hand, 400), ("old hand", hand, 1000)]).await;
        assert_eq!(came, ["old hand", "new board", "hand"], "a hand does not wait for ever");
    }

    #[tokio::test]
    async fn p14_all_cores_draw_only_once_a_picture_is_late() {
        let pool = Arc::new(Inner::default());
        let _taken: Vec<DrawingTurn> = std::iter::from_fn(|| Queue::now(&pool)).collect();
        let ago = |behind| Instant::now().checked_sub(behind).expect("the machine runs for longer");
        let _soon = Queue::wait(&pool, Urgency::First, Instant::now());
        assert!(!pool.turns.late());
        let _hand = Queue::wait(&pool, Urgency::Then, ago(LATE));
        assert!(!pool.turns.late(), "other hands are due later");
        let _board = Queue::wait(&pool, Urgency::First, ago(LATE));
        assert!(pool.turns.late());
    }

    #[tokio::test]
    async fn p14_a_turn_that_nobody_waits_for_any_more_goes_on_to_the_next() {
        let pool = Arc::new(Inner::default());
        let taken: Vec<DrawingTurn> = std::iter::from_fn(|| Queue::now(&pool)).collect();
        let gone: Vec<_> = (0..100).map(|_| Queue::wait(&pool, Urgency::First, Instant::now())).collect();
        let waits = Queue::wait(&pool, Urgency::First, Instant::now());
        drop(gone);
        drop(taken);
        drop(waits.await);
        assert_eq!((pool.turns.awaited(), pool.turns.0.lock().taken), (0, 0));
    }
}
