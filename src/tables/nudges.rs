//! Nudges: whoever has kept the others waiting for ten minutes is called once more when one of them asks for it, and nobody
//! more often than once an hour, however many tables wait for them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::clock::now;
use super::owner::{Mail, Owner};
use super::owners::Shared;
use super::paint;
use super::play::running;
use super::rejection::{NotNudged, Rejection};
use super::snapshot::{Occasion, Snapshot};
use super::table::called_at;
use super::wishes::{Presence, WAITS};
use crate::store::UserId;
use engine::SeatSet;

/// So long nobody is called again, in milliseconds.
const PAUSE: i64 = 3600 * 1000;
/// How long after one board the next is shown again, when many are due at once.
const PACE: Duration = Duration::from_millis(20);
/// With more people than this, those who may be called again are dropped.
const CAPACITY: usize = 10_000;

/// When people were last called because somebody asked for it. A restart forgets it.
#[derive(Default)]
pub(super) struct Nudges(Mutex<HashMap<UserId, i64>>);

impl Nudges {
    /// Calls this person, unless that was done within the hour: then it says how much of it is left.
    fn call(&self, user: UserId, now: i64, speed: u32) -> Result<(), i64> {
        let mut all = self.0.lock();
        let left = |last: i64| PAUSE - (now - last).saturating_mul(speed.into());
        if let Some(left) = all.get(&user).map(|last| left(*last)).filter(|left| *left > 0) {
            return Err(left);
        }
        if all.len() >= CAPACITY {
            all.retain(|_, last| left(*last) > 0);
        }
        all.insert(user, now);
        Ok(())
    }
}

impl Shared {
    /// See [`Room::show_waiting`](super::Room::show_waiting).
    pub(super) async fn show_waiting(self: &Arc<Self>, from: i64, to: i64) {
        let speed = i64::from(self.config.speed);
        for wait in WAITS {
            let waiting = match self.store.still_between(from - wait / speed, to - wait / speed).await {
                Ok(waiting) => waiting,
                Err(error) => return tracing::debug!(%error, "which tables wait for somebody could not be read"),
            };
            for table in waiting {
                // Where it cannot be delivered, the table is busy, and shows itself.
                let _ = self.deliver(table, Mail::Waits);
                tokio::time::sleep(PACE).await;
            }
        }
    }
}

impl Owner {
    /// Calls those who keep this person waiting once more.
    pub(super) async fn nudge(&mut self, who: UserId) -> Result<Arc<Snapshot>, Rejection> {
        let (shared, now) = (Arc::clone(&self.shared), now());
        let table = self.awake().await?;
        running(table)?;
        let presence = Presence::of(table);
        let by = presence.speaker(table.seat_of(who).ok_or(Rejection::NotSeated)?)?;
        let (mut called, mut lately) = (SeatSet::EMPTY, NotNudged::Early);
        for seat in presence.quiet(now).without(by).iter() {
            let Some(user) = table.row.sitters.get(seat.index()).and_then(|one| one.who.person()) else { continue };
            match shared.nudges.call(user, now, shared.config.speed) {
                Ok(()) => called = called.with(seat),
                Err(left) => lately = NotNudged::Lately { name: called_at(&table.row, seat), left },
            }
        }
        if called.is_empty() {
            return Err(lately.into());
        }
        let snapshot = Arc::new(Snapshot { occasion: Occasion::Calls(called), ..paint::snapshot(table) });
        self.untold.push(Arc::clone(&snapshot));
        Ok(snapshot)
    }

    /// Shows the board again: by now the others may do something about whoever keeps them waiting.
    pub(super) async fn show_waiting(&mut self) {
        if let Ok(table) = self.awake().await
            && !Presence::of(table).quiet(now()).is_empty()
        {
            let snapshot = Snapshot { occasion: Occasion::Waits, ..paint::snapshot(table) };
            self.untold.push(Arc::new(snapshot));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_called_more_often_than_once_an_hour() {
        let (nudges, ada, ben) = (Nudges::default(), UserId(1), UserId(2));
        nudges.call(ada, 5, 1).unwrap();
        nudges.call(ben, 6, 1).unwrap();
        assert_eq!(nudges.call(ada, 5 + PAUSE - 1, 1), Err(1));
        nudges.call(ada, 5 + PAUSE, 1).unwrap();
        assert_eq!(nudges.call(ada, 6 + PAUSE, 1), Err(PAUSE - 1));
        nudges.call(ada, 5 + PAUSE + PAUSE / 60, 60).unwrap();
    }
}
