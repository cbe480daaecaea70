//! The review of a hand that is over: where somebody's other moves would have been worth more. It knows what that seat
//! knew when it moved.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Semaphore;

use super::frozen::Frozen;
use super::news::News;
use super::owner::Mail;
use super::owners::Shared;
use super::rejection::{NotPlayed, Rejection, Untimely};
use super::request::Fault;
use super::snapshot::{HandText, Snapshot};
use crate::store::{Stage, Stored, TableId, UserId};
use engine::{Better, Level, Play, RESIGN, Reader, Seat, Thinking, VOID, Weighed, catalog};

/// How long the house looks for better moves in all, at most, and how long at one of them.
const LOOKING: (Duration, Duration) = (Duration::from_secs(5), Duration::from_millis(400));
/// How long it makes sure of those that it has found in all, and how long of one.
const CONFIRMING: (Duration, Duration) = (Duration::from_secs(5), Duration::from_millis(1500));
/// More worlds than these tell nothing new.
const WORLDS: u32 = 600;
/// How many it makes sure of, and how many it tells.
const CONFIRMED: usize = 6;
const TOLD: usize = 3;
/// What is worth less of the match than this is not worth telling.
const LEAST: f64 = 0.01;
/// How many reviews are made at once, and how many are remembered.
const AT_ONCE: usize = 2;
const REMEMBERED: usize = 64;

/// What the house found in the hand of one seat: only for the person who sits there. It cannot be printed.
pub struct Review {
    table: TableId,
    seat: Seat,
    /// Which hand of the match, from 1.
    pub hand: u32,
    /// How many decisions the seat had in it, and how many of them there was time to look at.
    pub decisions: usize,
    pub looked_at: usize,
    /// Where another move would have been worth more, in the order of play; few.
    pub moments: Vec<ReviewedMove>,
}

/// A decision, and a better one.
pub struct ReviewedMove {
    /// Which decision of the hand, from 1.
    pub number: usize,
    stood: Frozen,
    pub seat: Seat,
    pub played: Reasoned,
    pub better: Reasoned,
    /// By how much of the match it would have been better, from 0 to 1, in how many imagined worlds.
    pub by: f64,
    pub worlds: u32,
}

/// A move as lists word it, and what the seat could count of it.
pub struct Reasoned {
    pub says: String,
    pub why: Option<String>,
}

impl ReviewedMove {
    /// After how many moves of the match it had to be made.
    #[must_use]
    pub const fn at(&self) -> u32 {
        self.stood.moves()
    }

    /// What the seat saw then.
    pub fn hand(&self) -> Option<&HandText> {
        self.stood.hand(self.seat, &News::default())
    }
}

/// The reviews made last, oldest first.
pub(super) struct Reviews {
    made: Mutex<VecDeque<Arc<Review>>>,
    turns: Semaphore,
}

impl Default for Reviews {
    fn default() -> Self {
        Self { made: Mutex::default(), turns: Semaphore::new(AT_ONCE) }
    }
}

impl Reviews {
    fn find(&self, table: &TableId, seat: Seat, hand: u32) -> Option<Arc<Review>> {
        let same = |one: &&Arc<Review>| (&one.table, one.seat, one.hand) == (table, seat, hand);
        self.made.lock().iter().find(same).cloned()
    }

    fn remember(&self, review: Review) -> Arc<Review> {
        let (review, mut made) = (Arc::new(review), self.made.lock());
        if made.len() >= REMEMBERED {
            made.pop_front();
        }
        made.push_back(Arc::clone(&review));
        review
    }
}

/// Where a seat had a choice, and what it chose.
#[derive(Clone)]
struct Decision {
    number: usize,
    stood: Arc<dyn Play>,
    text: String,
}

impl Shared {
    /// The review of a hand of this person's; made once.
    pub(super) async fn review(
        self: &Arc<Self>,
        table: &TableId,
        user: UserId,
        hand: u32,
    ) -> Result<(Arc<Snapshot>, Arc<Review>), Rejection> {
        let now = self.post(*table, Mail::Look).await?;
        let seat = now.seat_of(user).ok_or(Rejection::NotSeated)?.seat;
        is_over(&now, hand)?;
        if let Some(made) = self.reviews.find(table, seat, hand) {
            return Ok((now, made));
        }
        let _turn = self.reviews.turns.acquire().await.ok();
        // It may be the one that was waited for.
        if let Some(made) = self.reviews.find(table, seat, hand) {
            return Ok((now, made));
        }
        let stored = self.store.load(*table).await.map_err(|error| self.unread(&error))?.ok_or(Rejection::Gone)?;
        let decisions = self.thinkers.answer("review", move || decisions(&stored, seat, hand)).await?;
        let (looked_at, found) = self.look_for_better(&decisions, seat).await?;
        let moments = self.make_sure(found, &now, seat).await?;
        let review = Review { table: *table, seat, hand, decisions: decisions.len(), looked_at, moments };
        Ok((now, self.reviews.remember(review)))
    }

    /// How many were looked at, and those that could be better, the worst first. Each is a thought of its own, so that
    /// nobody waits long behind a review.
    async fn look_for_better(
        &self,
        decisions: &[Decision],
        seat: Seat,
    ) -> Result<(usize, Vec<(Decision, Better)>), Fault> {
        let (since, each) = (Instant::now(), share(LOOKING, decisions.len()));
        let (mut looked_at, mut found) = (0, Vec::new());
        for decision in decisions {
            // Others think as well, so it may take longer than that.
            if since.elapsed() > LOOKING.0 * 2 {
                break;
            }
            looked_at += 1;
            let weighed = self.weigh(decision.clone(), seat, None, each).await?;
            let better = weighed.and_then(|weighed| weighed.better).filter(|better| better.by >= LEAST);
            found.extend(better.map(|better| (decision.clone(), better)));
        }
        found.sort_by(|(_, a), (_, b)| b.by.total_cmp(&a.by));
        found.truncate(CONFIRMED);
        Ok((looked_at, found))
    }

    /// Those that are better in other worlds, too: of many that were compared, some look better by chance.
    async fn make_sure(
        &self,
        found: Vec<(Decision, Better)>,
        now: &Snapshot,
        seat: Seat,
    ) -> Result<Vec<ReviewedMove>, Fault> {
        let (mut moments, each) = (Vec::new(), share(CONFIRMING, found.len()));
        for (decision, found) in found {
            let weighed = self.weigh(decision.clone(), seat, Some(found.text), each).await?;
            let Some(Weighed { worlds, why, better: Some(better) }) = weighed else { continue };
            if better.by >= LEAST {
                moments.push(moment(now, seat, decision, (worlds, why, better)));
            }
        }
        moments.sort_by(|a, b| b.by.total_cmp(&a.by));
        moments.truncate(TOLD);
        moments.sort_by_key(|moment| moment.number);
        Ok(moments)
    }

    async fn weigh(
        &self,
        decision: Decision,
        seat: Seat,
        with: Option<String>,
        time: Duration,
    ) -> Result<Option<Weighed>, Fault> {
        let language = self.config.language;
        let think = move || {
            let since = Instant::now();
            let go_on = &mut |worlds| worlds < WORLDS && since.elapsed() < time;
            let mut thinking = Thinking { level: Level::Hard, seed: rand::random(), go_on };
            let Decision { stood, text, .. } = decision;
            let reader = Reader { language, ..Reader::plain(stood.sides().count()) };
            stood.weigh(seat, &text, with.as_deref(), &mut thinking, &reader)
        };
        self.thinkers.answer("review", think).await
    }
}

/// The time for each of so many.
fn share((in_all, at_most): (Duration, Duration), count: usize) -> Duration {
    at_most.min(in_all / count.max(1) as u32)
}

/// Nothing is said of a hand that is still played.
fn is_over(now: &Snapshot, hand: u32) -> Result<(), Rejection> {
    if now.stage == Stage::Lobby {
        return Err(Untimely::NotBegun.into());
    }
    if let Some(why) = now.play.stuck() {
        return Err(NotPlayed::Stuck(why.clone()).into());
    }
    let over = hand < now.play.deal() || now.stage == Stage::Over && hand == now.play.deal();
    if over { Ok(()) } else { Err(Untimely::HandNotOver.into()) }
}

/// Where this seat had a choice in this hand. What was voided does not count.
fn decisions(stored: &Stored, seat: Seat, hand: u32) -> Vec<Decision> {
    let Some(header) = &stored.row.header else { return Vec::new() };
    let Ok((mut play, _)) = catalog::begin_again(header) else { return Vec::new() };
    let mut decisions: Vec<Decision> = Vec::new();
    for (number, entry) in (0..).zip(&stored.journal) {
        let own = entry.seat == seat && entry.text != RESIGN && stored.row.stood_in(seat, number).is_none();
        let this_hand = play.status().hand == hand;
        if this_hand && entry.text == VOID {
            decisions.clear();
        } else if this_hand && own && play.forced(seat).is_none() {
            let number = decisions.len() + 1;
            decisions.push(Decision { number, stood: play.frozen(), text: entry.text.clone() });
        }
        if catalog::step(&mut *play, &stored.journal).is_err() {
            break;
        }
    }
    decisions
}

fn moment(
    now: &Snapshot,
    seat: Seat,
    decision: Decision,
    (worlds, why, better): (u32, Option<String>, Better),
) -> ReviewedMove {
    let Decision { number, stood, text } = decision;
    let stood = now.play.at(stood);
    let says = |text: &str, why| Reasoned { says: stood.describe(seat, text), why };
    let (played, by) = (says(&text, why), better.by);
    ReviewedMove { number, seat, played, better: says(&better.text, better.why), by, worlds, stood }
}
