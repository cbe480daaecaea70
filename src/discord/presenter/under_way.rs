//! The jobs under way, and which messages they are about.

use std::collections::HashMap;

use tokio::task::{Id, JoinError, JoinSet};

use crate::tables::{Fault, UserId};

use super::Broke;
use super::nonce::Post;
use super::outcome::{Done, HandResult};

/// The message that a job is about. If the job breaks, it is tried again.
pub(super) enum About {
    /// The board.
    Board {
        /// What was to be posted before it.
        results: Vec<HandResult>,
        /// How it was to be posted again, if somebody asked for that.
        anew: Option<Post>,
    },
    /// A person's hand.
    Hand(UserId),
    /// A person's invitation.
    Invitation(UserId),
    /// A person's notice.
    Notice(UserId),
}

/// The jobs under way.
#[derive(Default)]
pub(super) struct Jobs {
    all: JoinSet<Done>,
    about: HashMap<Id, About>,
}

impl Jobs {
    /// Starts a job about no message that is kept.
    pub(super) fn spawn(&mut self, job: impl Future<Output = Done> + Send + 'static) {
        self.all.spawn(job);
    }

    /// Starts a job about a message.
    pub(super) fn spawn_about(&mut self, about: About, job: impl Future<Output = Done> + Send + 'static) {
        let id = self.all.spawn(job).id();
        self.about.insert(id, about);
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// What the next one to end hands back; `None` if there are none. May be dropped and called again.
    pub(super) async fn next(&mut self) -> Option<Done> {
        match self.all.join_next_with_id().await? {
            Ok((id, done)) => {
                self.about.remove(&id);
                Some(done)
            }
            Err(broken) => Some(self.broke(&broken)),
        }
    }

    fn broke(&mut self, broken: &JoinError) -> Done {
        let _ = Fault::log("a job of a presenter", &Broke);
        Done::Broke(self.about.remove(&broken.id()))
    }
}
