//! Interactions: those that wait for their first answer, and those whose tokens can still be used.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use tokio::sync::oneshot;

use super::error::{ApiError, ApiResult};
use super::ids::{Id, now_ms};
use super::model::{Answer, Interaction};

/// How long an interaction may wait for its first answer, in milliseconds.
pub(super) const ANSWER_MS: u64 = 3_000;
/// How long an interaction's token lives, in milliseconds.
const TOKEN_MS: u64 = 15 * 60 * 1_000;
/// How long an expired token is still told apart from one that never existed, in milliseconds.
const REMEMBER_MS: u64 = 4 * TOKEN_MS;

/// The outcome of a person's action, for the page that waits for it.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The bot answered; what it sent arrives as messages.
    Answered,
    Choices(Value),
    Modal(Value),
}

/// All interactions that are remembered.
#[derive(Debug, Default)]
pub(super) struct Pending {
    interactions: BTreeMap<Id, Interaction>,
    tokens: HashMap<String, Id>,
    waiters: HashMap<Id, oneshot::Sender<Outcome>>,
}

impl Pending {
    /// Remembers an interaction, or its newer state.
    pub(super) fn keep(&mut self, interaction: Interaction) {
        self.tokens.insert(interaction.token.clone(), interaction.id);
        self.interactions.insert(interaction.id, interaction);
    }

    pub(super) fn get(&self, id: Id) -> Option<&Interaction> {
        self.interactions.get(&id)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Interaction> {
        self.interactions.values()
    }

    /// Starts waiting for an interaction's first answer.
    pub(super) fn wait_for(&mut self, id: Id) -> oneshot::Receiver<Outcome> {
        let (tell, told) = oneshot::channel();
        self.waiters.insert(id, tell);
        told
    }

    /// Ends that wait with an answer.
    pub(super) fn answered(&mut self, id: Id, outcome: Outcome) {
        if let Some(waiter) = self.waiters.remove(&id) {
            // The page that asked may be closed by now.
            let _ = waiter.send(outcome);
        }
    }

    /// Ends that wait without an answer.
    pub(super) fn give_up(&mut self, id: Id) {
        self.waiters.remove(&id);
    }

    /// The interaction, if its first answer may still be given.
    ///
    /// # Errors
    /// 10062 if it is unknown or its time is over, 40060 if it was already answered.
    pub(super) fn open(&self, id: Id, token: &str) -> ApiResult<Interaction> {
        let found = self.get(id).filter(|i| i.token == token).ok_or_else(ApiError::unknown_interaction)?;
        if found.answer != Answer::None {
            return Err(ApiError::already_acknowledged());
        }
        if now_ms().saturating_sub(found.created_ms) > ANSWER_MS {
            return Err(ApiError::unknown_interaction());
        }
        Ok(found.clone())
    }

    /// The answered interaction that a valid token belongs to.
    ///
    /// # Errors
    /// 10015 for an unknown token or one whose interaction was not answered yet, 50027 for one that has expired.
    pub(super) fn by_token(&self, token: &str) -> ApiResult<&Interaction> {
        let found = self.tokens.get(token).and_then(|id| self.interactions.get(id));
        let found = found.ok_or_else(ApiError::unknown_webhook)?;
        if now_ms().saturating_sub(found.created_ms) > TOKEN_MS {
            return Err(ApiError::invalid_webhook_token());
        }
        if found.answer == Answer::None {
            return Err(ApiError::unknown_webhook());
        }
        Ok(found)
    }

    /// Drops interactions whose tokens expired long ago.
    pub(super) fn forget_old(&mut self, now: u64) {
        while let Some((&id, oldest)) = self.interactions.first_key_value() {
            if now.saturating_sub(oldest.created_ms) < REMEMBER_MS {
                break;
            }
            self.tokens.remove(&oldest.token);
            self.waiters.remove(&id);
            self.interactions.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aged(id: u64, age_ms: u64, answer: Answer) -> Interaction {
        Interaction {
            id: Id(id),
            token: format!("token-{id}"),
            kind: 2,
            person: Id(1),
            channel: Id(2),
            created_ms: now_ms() - age_ms,
            command: None,
            source: None,
            answer,
            original: None,
            followups: Vec::new(),
            modal: None,
        }
    }

    fn code<T: std::fmt::Debug>(result: ApiResult<T>) -> u32 {
        result.unwrap_err().code
    }

    #[test]
    fn first_answers_are_given_once_and_in_time() {
        let mut pending = Pending::default();
        pending.keep(aged(1, 0, Answer::None));
        pending.keep(aged(2, ANSWER_MS + 50, Answer::None));
        pending.keep(aged(3, 0, Answer::Message));
        assert!(pending.open(Id(1), "token-1").is_ok());
        assert_eq!(code(pending.open(Id(1), "token-2")), 10062);
        assert_eq!(code(pending.open(Id(2), "token-2")), 10062);
        assert_eq!(code(pending.open(Id(3), "token-3")), 40060);
    }

    #[test]
    fn tokens_live_for_fifteen_minutes() {
        let mut pending = Pending::default();
        pending.keep(aged(1, TOKEN_MS - 5_000, Answer::Message));
        pending.keep(aged(2, TOKEN_MS + 5_000, Answer::Message));
        pending.keep(aged(3, 0, Answer::None));
        assert!(pending.by_token("token-1").is_ok());
        assert_eq!(code(pending.by_token("token-2")), 50027);
        assert_eq!(code(pending.by_token("token-3")), 10015);
        assert_eq!(code(pending.by_token("token-4")), 10015);
    }

    #[test]
    fn long_dead_tokens_are_forgotten() {
        let mut pending = Pending::default();
        pending.keep(aged(1, REMEMBER_MS + 1_000, Answer::Message));
        pending.keep(aged(2, 0, Answer::Message));
        pending.forget_old(now_ms());
        assert_eq!(code(pending.by_token("token-1")), 10015);
        assert_eq!(pending.all().count(), 1);
    }
}
