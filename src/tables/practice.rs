//! Practice hands: one person alone with the house, to learn a game. They stand in memory only, are of no table and no
//! channel, and nothing comes of them: whoever stops the bot ends them, and another one is dealt.
//!
//! What somebody sees is a [`Practice`]. A move makes a new one of it, which takes its place unless another has done so
//! before.

mod hand;

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use super::names::Person;
use super::request::{Fault, MatchAct};
use super::room::Room;
use super::thinkers::BrokeOff;
use crate::store::{TableId, UserId};
use engine::catalog::Listed;
use engine::{Built, Makes, Refusal};

pub use hand::{Advice, Met, Practice};

/// How many are remembered; nobody has more than one.
const REMEMBERED: usize = 1000;
/// Why nothing was done.
pub enum NotPractised {
    /// There is no such practice hand (any more).
    Gone,
    /// The button was from before the latest move: what stands now.
    Late(Arc<Practice>),
    /// The house has no thought of its own on what is asked now.
    NoAdvice(Arc<Practice>),
    /// By the rules of the game.
    Refused(Arc<Practice>, Refusal),
    Fault(Fault),
}

/// The latest practice hands, oldest first.
#[derive(Default)]
pub(super) struct Practices(Mutex<VecDeque<Arc<Practice>>>);

impl Practices {
    fn begin(&self, new: Arc<Practice>) {
        let mut all = self.0.lock();
        all.retain(|one| one.user != new.user);
        if all.len() >= REMEMBERED {
            all.pop_front();
        }
        all.push_back(new);
    }

    fn find(&self, user: UserId, id: TableId) -> Option<Arc<Practice>> {
        self.0.lock().iter().find(|one| (one.user, one.id) == (user, id)).cloned()
    }

    /// Whoever began from what no longer stands is told what does.
    fn replace(&self, old: &Arc<Practice>, new: Arc<Practice>) -> Result<Arc<Practice>, NotPractised> {
        let mut all = self.0.lock();
        let stands = all.iter_mut().find(|one| (one.user, one.id) == (old.user, old.id)).ok_or(NotPractised::Gone)?;
        // Advice that came in between changes nothing of what is played.
        if stands.window() != old.window() {
            return Err(NotPractised::Late(Arc::clone(stands)));
        }
        *stands = Arc::clone(&new);
        Ok(new)
    }

    pub(super) fn forget(&self, user: UserId) {
        self.0.lock().retain(|one| one.user != user);
    }
}

impl Room {
    /// Deals somebody a practice hand, in place of the one before.
    ///
    /// # Errors
    /// If dealing broke down, or the system gave no randomness.
    pub async fn practise(&self, person: &Person, game: &'static dyn Listed) -> Result<Arc<Practice>, Fault> {
        let seed = self.0.config.seeds.draw()?;
        let (person, config) = (person.clone(), &self.0.config);
        let drawn = Person::new(person.id, &person.drawn(config.draws));
        let language = config.language;
        let dealing = tokio::task::spawn_blocking(move || {
            Practice::deal(TableId::random(6), &person, game, &drawn, seed, language).map(Arc::new)
        });
        let dealt = dealing.await.ok().and_then(Result::ok);
        let new = dealt.ok_or_else(|| Fault::log("a practice hand could not be dealt", &BrokeOff("practice")))?;
        self.0.practices.begin(Arc::clone(&new));
        Ok(new)
    }

    /// The practice hand of this person, in this window of it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn practice(&self, user: UserId, id: TableId, window: Option<u32>) -> Result<Arc<Practice>, NotPractised> {
        let now = self.0.practices.find(user, id).ok_or(NotPractised::Gone)?;
        let is_late = window.is_some_and(|window| window != now.window()) || now.is_over();
        if is_late { Err(NotPractised::Late(now)) } else { Ok(now) }
    }

    /// Plays a move, or goes a step on with one.
    ///
    /// # Errors
    /// Why not.
    pub async fn play_practice(
        &self,
        old: Arc<Practice>,
        act: MatchAct,
    ) -> Result<(Arc<Practice>, Option<Built>), NotPractised> {
        let text = match &act {
            MatchAct::Play(text) => text.clone(),
            MatchAct::Build(path) | MatchAct::Finish(path) => {
                let Some(built) = old.build(path) else { return Err(NotPractised::Late(old)) };
                match &built.makes {
                    Makes::WholeMove(text) => text.clone(),
                    Makes::Move(text) if matches!(act, MatchAct::Finish(_)) => text.clone(),
                    Makes::Move(_) | Makes::Nothing => return Ok((old, Some(built))),
                }
            }
            _ => return Err(NotPractised::Late(old)),
        };
        let from = Arc::clone(&old);
        let played = tokio::task::spawn_blocking(move || from.after(&text)).await;
        let played = played.map_err(|_| {
            self.0.practices.forget(old.user);
            NotPractised::Fault(Fault::log("a practice hand broke off", &BrokeOff("practice")))
        })?;
        match played {
            Ok(new) => self.0.practices.replace(&old, Arc::new(new)).map(|new| (new, None)),
            Err(refusal) => Err(NotPractised::Refused(old, refusal)),
        }
    }

    /// What the house would do in the learner's place, and why. In the same position it stays the same.
    ///
    /// # Errors
    /// Why not.
    pub async fn advise_practice(&self, old: Arc<Practice>) -> Result<Arc<Practice>, NotPractised> {
        if old.advice.is_some() {
            return Ok(old);
        }
        let from = Arc::clone(&old);
        let advised = self.0.thinkers.answer("hint", move || from.advised()).await.map_err(NotPractised::Fault)?;
        let new = advised.ok_or_else(|| NotPractised::NoAdvice(Arc::clone(&old)))?;
        self.0.practices.replace(&old, Arc::new(new))
    }

    /// Plays what the house would do.
    ///
    /// # Errors
    /// Why not.
    pub async fn play_advice(&self, old: Arc<Practice>) -> Result<Arc<Practice>, NotPractised> {
        let Some(advice) = &old.advice else { return Err(NotPractised::Late(old)) };
        let text = advice.text.clone();
        self.play_practice(old, MatchAct::Play(text)).await.map(|(new, _)| new)
    }
}

#[cfg(test)]
mod tests;
