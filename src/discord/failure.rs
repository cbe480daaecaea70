//! What can go wrong with a request.

use std::time::Duration;

use serde_json::Value;
use serenity::http::HttpError;

use crate::tables::causes;

/// Used if direct messages are opened too fast: Discord does not say how long to wait.
const RETRY_OPENING_AFTER: Duration = Duration::from_secs(10);

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The message was deleted (10008).
    #[error("the message is gone")]
    NoMessage,
    /// The channel was deleted (10003).
    #[error("the channel is gone")]
    NoChannel,
    /// The person is not in the server (10007).
    #[error("the person is not in the server")]
    NoMember,
    /// The person accepts no direct messages from us (50007, 50278).
    #[error("the person takes no direct messages")]
    NoDirect,
    /// The thread was archived, and takes no changes until it is opened again (50083).
    #[error("the thread is archived")]
    Archived,
    /// The message is too old to be edited so often (30046).
    #[error("the message takes no more edits")]
    TooOld,
    /// The thread was locked by a moderator (160005, or archived and locked): it is not ours to open again.
    #[error("the thread is locked")]
    Locked,
    /// We lack a permission (50013, or any other 403).
    #[error("a permission is missing")]
    Forbidden,
    /// We are not where this is, or may not see it (50001).
    #[error("a permission is missing")]
    NoAccess,
    /// The interaction has expired (10062, 10015, 50027).
    #[error("the interaction is over")]
    Expired,
    /// The interaction was already answered (40060).
    #[error("the interaction was answered before")]
    Answered,
    /// The token is wrong (401).
    #[error("the token is wrong")]
    Unauthorized,
    /// Too many requests, or too many direct messages opened (40003), and waiting did not help; it might after this
    /// long.
    #[error("too many requests")]
    Limited(Duration),
    /// Discord cannot be reached, or did not answer: what was asked of it may be done all the same.
    #[error("Discord cannot be reached: {0}")]
    Away(String),
    /// Discord, or what stands before it, answers that it has trouble (5xx).
    #[error("Discord cannot be reached: status {0}")]
    Down(u16),
    /// The request was wrong, which is our mistake.
    #[error("Discord refused the request ({status}, code {code}): {message}")]
    Refused {
        status: u16,
        code: isize,
        /// Its words.
        message: String,
    },
}

impl Failure {
    /// One word for the metrics.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NoMessage => "no_message",
            Self::NoChannel => "no_channel",
            Self::NoMember => "no_member",
            Self::NoDirect => "no_direct",
            Self::Archived => "archived",
            Self::TooOld => "too_old",
            Self::Locked => "locked",
            Self::Forbidden | Self::NoAccess => "forbidden",
            Self::Expired => "expired",
            Self::Answered => "answered",
            Self::Unauthorized => "unauthorized",
            Self::Limited(_) => "limited",
            Self::Away(_) | Self::Down(_) => "away",
            Self::Refused { .. } => "refused",
        }
    }

    /// Whether the same message might succeed without its picture. Files need a permission of their own, and may be
    /// too large.
    pub(super) const fn may_be_the_upload(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Forbidden | Self::NoAccess | Self::Away(_) | Self::Down(_))
    }

    /// Whether the same request may succeed later.
    #[must_use]
    pub const fn passes(&self) -> bool {
        matches!(self, Self::Limited(_) | Self::Away(_) | Self::Down(_))
    }

    /// The least time to wait before repeating the request, if Discord gives one.
    #[must_use]
    pub const fn wait(&self) -> Duration {
        match self {
            Self::Limited(wait) => *wait,
            _ => Duration::ZERO,
        }
    }

    /// A failure in transit.
    #[must_use]
    pub fn on_the_way(error: reqwest::Error) -> Self {
        // The error's URL holds the interaction's token: only the kind of failure is passed on.
        Self::Away(causes(&error.without_url()))
    }

    /// A failure from one of the library's errors.
    #[must_use]
    pub fn of_library(error: serenity::Error) -> Self {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                Self::of_answer(response.status_code.as_u16(), response.error.code, response.error.message)
            }
            serenity::Error::Http(HttpError::Request(e)) => Self::on_the_way(e),
            other => Self::Away(other.to_string()),
        }
    }

    /// A failure from the status and body of an unsuccessful response.
    #[must_use]
    pub fn of_body(status: u16, body: &[u8]) -> Self {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let code = body["code"].as_i64().and_then(|code| isize::try_from(code).ok()).unwrap_or(-1);
        match Self::of_answer(status, code, body["message"].as_str().unwrap_or_default().to_owned()) {
            // Discord gives seconds, with a fraction.
            Self::Limited(_) => Self::Limited(
                Duration::try_from_secs_f64(body["retry_after"].as_f64().unwrap_or_default()).unwrap_or_default(),
            ),
            failure => failure,
        }
    }

    fn of_answer(status: u16, code: isize, message: String) -> Self {
        match (status, code) {
            (_, 10008) => Self::NoMessage,
            (_, 10003) => Self::NoChannel,
            (_, 10007) => Self::NoMember,
            (_, 50001) => Self::NoAccess,
            (_, 50007 | 50278) => Self::NoDirect,
            (_, 50083) => Self::Archived,
            (_, 30046) => Self::TooOld,
            (_, 160005) => Self::Locked,
            (_, 10062 | 10015 | 50027) => Self::Expired,
            (_, 40060) => Self::Answered,
            (401, _) => Self::Unauthorized,
            (_, 40003) => Self::Limited(RETRY_OPENING_AFTER),
            // No permission is missing: without one of Discord's codes it is a page of whatever stands in between,
            // and 40333 says that its gatekeeper blocks us.
            (403, -1) | (_, 40333) | (500.., _) => Self::Down(status),
            (403, _) | (_, 50013) => Self::Forbidden,
            (429, _) => Self::Limited(Duration::ZERO),
            _ => Self::Refused { status, code, message },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart() {
        let of = |status, code| Failure::of_answer(status, code, String::new());
        assert_eq!(of(404, 10008), Failure::NoMessage);
        assert_eq!(of(404, 10003), Failure::NoChannel);
        assert_eq!(of(404, 10007), Failure::NoMember);
        assert_eq!(of(403, 50007), Failure::NoDirect);
        assert_eq!(of(403, 50278), Failure::NoDirect);
        assert_eq!(of(400, 50083), Failure::Archived);
        assert_eq!(of(429, 30046), Failure::TooOld);
        assert_eq!(of(429, -1), Failure::Limited(Duration::ZERO));
        assert!([400, 403, 429].iter().all(|&status| of(status, 40003) == Failure::Limited(RETRY_OPENING_AFTER)));
        assert_eq!(of(403, 50013), Failure::Forbidden);
        assert_eq!(of(403, 50001), Failure::NoAccess);
        assert_eq!(of(403, 0), Failure::Forbidden);
        assert_eq!(of(404, 10062), Failure::Expired);
        assert_eq!(of(400, 40060), Failure::Answered);
        assert_eq!(of(401, 0), Failure::Unauthorized);
        assert!([(502, -1), (403, -1), (403, 40333)].iter().all(|&(status, code)| of(status, code).passes()));
        assert_eq!(of(403, 160_005), Failure::Locked);
        assert!(!of(400, 50035).passes());
    }

    #[test]
    fn o07_every_reason_is_counted_from_the_start() {
        let words = String::new;
        for failure in [
            Failure::NoMessage,
            Failure::NoChannel,
            Failure::NoMember,
            Failure::NoDirect,
            Failure::Archived,
            Failure::TooOld,
            Failure::Locked,
            Failure::Forbidden,
            Failure::NoAccess,
            Failure::Expired,
            Failure::Answered,
            Failure::Unauthorized,
            Failure::Limited(Duration::ZERO),
            Failure::Away(words()),
            Failure::Down(500),
            Failure::Refused { status: 400, code: 50035, message: words() },
        ] {
            assert!(crate::ops::metrics::REASONS.contains(&failure.reason()), "{failure:?}");
        }
    }

    #[test]
    fn how_long_to_wait_is_read() {
        let limited = Failure::of_body(429, br#"{"message": "slow down", "retry_after": 1.337, "global": false}"#);
        assert_eq!((limited.wait(), limited.passes()), (Duration::from_millis(1337), true));
        for odd in [&b""[..], b"no JSON", br#"{"retry_after": -1}"#, br#"{"retry_after": 1e300}"#] {
            assert_eq!(Failure::of_body(429, odd), Failure::Limited(Duration::ZERO));
        }
        assert_eq!(Failure::of_body(404, br#"{"code": 10008, "message": "Unknown Message"}"#), Failure::NoMessage);
    }
}
