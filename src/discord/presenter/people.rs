//! Where people's direct messages are, and who accepts none.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::tables::{ChannelId, MessageId, UserId};

use super::super::api::{Api, Failure};
use super::super::ui::Message;

/// Closed direct messages are tried again after this long: refused requests count against us.
const RETRY_AFTER: Duration = Duration::from_secs(600);
/// If there are more people than this, all are forgotten, and looked up again.
const CAPACITY: usize = 200_000;

/// A message with more of ours below it than this is hard to find.
const FEW: usize = 3;

/// What we know of people's direct messages.
#[derive(Default)]
pub(super) struct People(Mutex<HashMap<UserId, Known>>);

#[derive(Clone, Copy)]
enum Known {
    /// Where they are, and the last that we posted there, the newest first.
    At(ChannelId, [Option<MessageId>; FEW]),
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

    /// How long ago messages to this person failed, if that was recently.
    pub(super) fn closed(&self, user: UserId) -> Option<Duration> {
        match self.known(user)? {
            Known::Closed(since) => Some(since.elapsed()).filter(|ago| *ago < RETRY_AFTER),
            Known::At(..) => None,
        }
    }

    /// Those that we posted before this one have more than a few below them, as far as we know.
    pub(super) fn few(&self, user: UserId) -> Option<MessageId> {
        match self.known(user)? {
            Known::At(_, last) => last[FEW - 1],
            Known::Closed(_) => None,
        }
    }

    fn posted(&self, user: UserId, message: MessageId) {
        if let Some(Known::At(_, last)) = self.0.lock().get_mut(&user) {
            last.rotate_right(1);
            last[0] = Some(message);
        }
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
            Ok(message) => {
                self.posted(user, message);
                Ok((channel, message))
            }
            // In a direct message the only permission is the person's consent.
            Err(Failure::Forbidden | Failure::NoAccess | Failure::NoChannel) => Err(Failure::NoDirect),
            Err(failure) => Err(failure),
        }
    }

    /// The channel to write to.
    async fn direct(&self, api: &Api, user: UserId) -> Result<ChannelId, Failure> {
        if self.closed(user).is_some() {
            return Err(Failure::NoDirect);
        }
        if let Some(Known::At(channel, _)) = self.known(user) {
            return Ok(channel);
        }
        match api.direct(user).await {
            Ok(channel) => {
                self.learn(user, Known::At(channel, [None; FEW]));
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
