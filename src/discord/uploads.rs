//! Where pictures cannot be uploaded because *Attach Files* is missing.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serenity::http::Route;

/// After this long an upload is tried again: refused requests count against us, but permissions change.
const RETRY_AFTER: Duration = Duration::from_secs(600);
/// If there are more channels than this, all are forgotten, and tried again.
const CAPACITY: usize = 100_000;

/// The channels that recently refused a picture but took the same message without it.
#[derive(Default)]
pub(super) struct Uploads(Mutex<HashMap<u64, Instant>>);

impl Uploads {
    /// Whether a picture was refused where this request goes.
    pub(super) fn are_refused(&self, route: Route<'_>) -> bool {
        let refused = self.0.lock();
        channel(route).and_then(|channel| refused.get(&channel)).is_some_and(|since| since.elapsed() < RETRY_AFTER)
    }

    /// A picture was refused there, but not the message without it.
    pub(super) fn refuse(&self, route: Route<'_>) {
        let mut refused = self.0.lock();
        if refused.len() >= CAPACITY {
            refused.clear();
        }
        refused.extend(channel(route).map(|channel| (channel, Instant::now())));
    }
}

/// The channel of a message. Answers to interactions need no permission in their channel.
fn channel(route: Route<'_>) -> Option<u64> {
    match route {
        Route::ChannelMessages { channel_id } | Route::ChannelMessage { channel_id, .. } => Some(channel_id.get()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serenity::model::id::{ChannelId, MessageId};

    use super::*;

    #[test]
    fn a_channel_that_takes_no_pictures_is_remembered() {
        let uploads = Uploads::default();
        let posts = |n| Route::ChannelMessages { channel_id: ChannelId::new(n) };
        let edit = Route::ChannelMessage { channel_id: ChannelId::new(1), message_id: MessageId::new(9) };
        assert!(!uploads.are_refused(posts(1)));
        uploads.refuse(posts(1));
        assert!(uploads.are_refused(posts(1)) && uploads.are_refused(edit) && !uploads.are_refused(posts(2)));
    }
}
