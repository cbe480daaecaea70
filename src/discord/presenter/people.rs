//! Where people's direct messages are, and who accepts none.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::tables::{ChannelId, MessageId, UserId};

use super::super::api::{Api, Failure};
use super::super::ui::Message;

/// Closed direct messages are tried again after this long: refused requests count against us.
const RETRY_AFTER: Duration = Duration::from_secs(600);
/// At a new deal they are tried again sooner: somebody who allows them does not wait until the match is over.
const A_WHILE: Duration = Duration::from_secs(60);
/// If there are more people than this, all are forgotten, and looked up again.
const CAPACITY: usize = 200_000;

/// What we know of people's direct messages.
#[derive(Default)]
pub(super) struct People(Mutex<HashMap<UserId, Known>>);

#[derive(Clone, Copy)]
enum Known {
    At(ChannelId),
    Closed(Instant),
}

impl People {
    fn known(&self, user: UserId) -> Option<Known> {
        self.0.lock().get(&user).copied()
    }

    fn learn(&self, user: UserId, known: Known) {
        let mut all = self.0.lock();
        if all.len() >= CAPACITY {
            all.clear();
        }
        all.insert(user, known);
    }

    /// Whether messages to this person failed recently.
    pub(super) fn is_closed(&self, user: UserId) -> bool {
        matches!(self.known(user), Some(Known::Closed(since)) if since.elapsed() < RETRY_AFTER)
    }

    /// This person accepts no messages.
    pub(super) fn close(&self, user: UserId) {
        self.learn(user, Known::Closed(Instant::now()));
    }

    /// A match or an invitation begins, or the person asks for messages: they may have been allowed since they
    /// failed.
    pub(super) fn try_again(&self, user: UserId) {
        let mut all = self.0.lock();
        if matches!(all.get(&user), Some(Known::Closed(_))) {
            all.remove(&user);
        }
    }

    /// Another hand is dealt: if messages failed a while ago, they may have been allowed since.
    pub(super) fn try_again_later(&self, user: UserId) {
        let mut all = self.0.lock();
        if matches!(all.get(&user), Some(Known::Closed(since)) if since.elapsed() >= A_WHILE) {
            all.remove(&user);
        }
    }

    /// Posts a direct message. Returns where.
    pub(super) async fn post(
        &self,
        api: &Api,
        user: UserId,
        message: &Message,
        nonce: u64,
    ) -> Result<(ChannelId, MessageId), Failure> {
        let mut channel = self.direct(api, user).await?;
        let mut made = api.post(channel, message, nonce).await;
        if made == Err(Failure::NoChannel) {
            // The channel that we know is gone; Discord gives another one.
            self.0.lock().remove(&user);
            channel = self.direct(api, user).await?;
            made = api.post(channel, message, nonce).await;
        }
        match made {
            Ok(message) => Ok((channel, message)),
            // In a direct message the only permission is the person's consent.
            Err(Failure::Forbidden | Failure::NoAccess | Failure::NoChannel) => Err(Failure::NoDirect),
            Err(failure) => Err(failure),
        }
    }

    /// The channel to write to.
    async fn direct(&self, api: &Api, user: UserId) -> Result<ChannelId, Failure> {
        match self.known(user) {
            Some(Known::At(channel)) => return Ok(channel),
            Some(Known::Closed(since)) if since.elapsed() < RETRY_AFTER => return Err(Failure::NoDirect),
            _ => {}
        }
        match api.direct(user).await {
            Ok(channel) => {
                self.learn(user, Known::At(channel));
                Ok(channel)
            }
            // Whatever the reason, this person cannot be messaged.
            Err(Failure::NoDirect | Failure::Forbidden | Failure::NoAccess | Failure::Refused { .. }) => {
                Err(Failure::NoDirect)
            }
            Err(failure) => Err(failure),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_messages_are_tried_at_a_deal_after_a_while_and_when_asked_for_at_once() {
        let (people, ada) = (People::default(), UserId(1));
        people.close(ada);
        people.try_again_later(ada);
        assert!(people.is_closed(ada), "they failed just now");
        people.learn(ada, Known::Closed(Instant::now() - A_WHILE));
        assert!(people.is_closed(ada));
        people.try_again_later(ada);
        assert!(!people.is_closed(ada));
        people.close(ada);
        people.try_again(ada);
        assert!(!people.is_closed(ada));
    }
}
