//! Hints: what the house would do in somebody's place. It sees what that seat may know.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::owner::Mail;
use super::owners::Shared;
use super::rejection::{More, NotPlayed, RefusedMove, Rejection, Untimely};
use super::request::Fault;
use super::snapshot::{SeatInfo, Snapshot};
use crate::store::{Hints, Stage, TableId, UserId};
use engine::{Level, Seat, Thinking, Thought};

/// How long the house thinks about a hint.
const TIME: Duration = Duration::from_secs(1);
/// How many hints are remembered, so that their buttons play them.
const REMEMBERED: usize = 512;

/// A hint: only for the person who asked. It cannot be printed.
pub struct Hint {
    table: TableId,
    user: UserId,
    rev: u64,
    text: String,
    /// What its button calls it, which tells nothing of the move.
    pub code: u32,
    /// The window of the hand in which it can be played.
    pub window: u32,
    /// The move as lists word it.
    pub says: String,
    pub why: String,
}

/// The latest hints, oldest first.
#[derive(Default)]
pub(super) struct HintsGiven(Mutex<VecDeque<Arc<Hint>>>);

impl HintsGiven {
    fn find(&self, is: impl Fn(&Hint) -> bool) -> Option<Arc<Hint>> {
        self.0.lock().iter().rev().find(|hint| is(hint)).cloned()
    }

    fn remember(&self, hint: Hint) -> Arc<Hint> {
        let mut latest = self.0.lock();
        // Of two presses at once the first decides.
        let same = |one: &&Arc<Hint>| (one.table, one.user, one.rev) == (hint.table, hint.user, hint.rev);
        if let Some(same) = latest.iter().find(same) {
            return Arc::clone(same);
        }
        let hint = Arc::new(hint);
        if latest.len() >= REMEMBERED {
            latest.pop_front();
        }
        latest.push_back(Arc::clone(&hint));
        hint
    }

    /// The move of this person's hint, if it is remembered.
    pub(super) fn text(&self, table: &TableId, user: UserId, code: u32) -> Option<String> {
        let is = |hint: &Hint| (&hint.table, hint.user, hint.code) == (table, user, code);
        self.find(is).map(|hint| hint.text.clone())
    }
}

impl Shared {
    /// A hint for this person. In the same position it stays the same, and is thought about once.
    pub(super) async fn hint(
        self: &Arc<Self>,
        table: &TableId,
        user: UserId,
    ) -> Result<(Arc<Snapshot>, Arc<Hint>), Rejection> {
        let (now, seat) = self.asked_for_hint(table, user).await?;
        let is = |hint: &Hint| (&hint.table, hint.user, hint.rev) == (table, user, now.rev);
        if let Some(same) = self.hints.find(is) {
            return Ok((now, same));
        }
        let thought = self.thought(Arc::clone(&now), seat).await?.ok_or(Rejection::Busy)?;
        let best = thought.candidates.into_iter().next().ok_or(Rejection::Busy)?;
        let hint = Hint {
            table: *table,
            user,
            rev: now.rev,
            code: rand::random(),
            window: now.play.window(Some(seat)),
            says: now.play.describe(seat, &best.text),
            text: best.text,
            why: best.why,
        };
        Ok((now, self.hints.remember(hint)))
    }

    /// The table, and the seat of this person, who may have a hint there now.
    async fn asked_for_hint(
        self: &Arc<Self>,
        table: &TableId,
        user: UserId,
    ) -> Result<(Arc<Snapshot>, Seat), Rejection> {
        let now = self.post(*table, Mail::Look).await?;
        let SeatInfo { seat, left_to, .. } = *now.seat_of(user).ok_or(Rejection::NotSeated)?;
        match now.stage {
            Stage::Lobby => return Err(Untimely::NotBegun.into()),
            Stage::Playing => {}
            Stage::Over => return Err(Untimely::Over.into()),
            Stage::Closed => return Err(Rejection::Gone),
        }
        if let Some(why) = now.play.stuck() {
            return Err(NotPlayed::Stuck(why.clone()).into());
        }
        if left_to.is_some() {
            return Err(NotPlayed::Left.into());
        }
        if !now.gives_hints() {
            return Err(Rejection::NoHints { rated: now.terms.hints == Hints::Auto });
        }
        match now.play.waits(seat) {
            Some(refusal) => Err(Rejection::Refused(Box::new(RefusedMove { seat, refusal, more: More::None, now }))),
            None => Ok((now, seat)),
        }
    }

    /// Thinks for a seat, off the threads that answer.
    async fn thought(&self, now: Arc<Snapshot>, seat: Seat) -> Result<Option<Thought>, Fault> {
        let think = move || {
            let since = Instant::now();
            let go_on = &mut |_| since.elapsed() < TIME;
            now.play.think(seat, &mut Thinking { level: Level::Hard, seed: rand::random(), go_on })
        };
        self.thinkers.answer("hint", think).await
    }
}
