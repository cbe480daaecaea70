//! The rate limits that the client remembers.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serenity::http::{Http, Ratelimit};

/// How often the remembered rate limits are swept.
const SWEEP: Duration = Duration::from_secs(600);

/// The client keeps a rate limit for every interaction it ever answered. Those that have expired are dropped: the
/// next request would start with a fresh one anyway.
pub(super) async fn sweep(http: Arc<Http>) {
    let Some(limiter) = &http.ratelimiter else { return };
    loop {
        tokio::time::sleep(SWEEP).await;
        let routes = limiter.routes();
        let now = SystemTime::now();
        routes.write().await.retain(|_, limit| !is_over(limit, now));
    }
}

/// Whether a rate limit may be dropped. Not while a request uses it (it then has another owner, or is locked), and
/// not before it expires: a fresh one would know nothing of the requests already made, and would let through what
/// Discord refuses.
fn is_over(limit: &Arc<tokio::sync::Mutex<Ratelimit>>, now: SystemTime) -> bool {
    // One that expires far from now was set before the clock was put back; requests would wait that long for it.
    let is_past = |limit: &Ratelimit| limit.reset().is_none_or(|reset| reset <= now || reset > now + SWEEP);
    Arc::strong_count(limit) == 1 && limit.try_lock().is_ok_and(|limit| is_past(&limit))
}

#[cfg(test)]
mod tests {
    use serenity::http::{LightMethod, RatelimitInfo, Request, Route};

    use super::*;

    /// A rate limit as Discord leaves it: no requests for this many seconds.
    async fn used_up(seconds: u32) -> Ratelimit {
        let answer = axum::http::Response::builder()
            .header("x-ratelimit-limit", "5")
            .header("x-ratelimit-remaining", "0")
            .header("x-ratelimit-reset-after", seconds)
            .body("")
            .unwrap();
        let (answer, request) = (reqwest::Response::from(answer), Request::new(Route::Gateway, LightMethod::Get));
        let mut limit = Ratelimit::default();
        limit.post_hook(&answer, &request, &|_: RatelimitInfo| {}, false).await.unwrap();
        limit
    }

    #[tokio::test]
    async fn a_rate_limit_is_forgotten_when_its_time_is_over_and_nobody_uses_it() {
        let limit = Arc::new(tokio::sync::Mutex::new(used_up(60).await));
        let (now, later) = (SystemTime::now(), SystemTime::now() + Duration::from_secs(61));
        assert!(!is_over(&limit, now), "the next request would be refused");
        assert!(is_over(&limit, later));
        assert!(is_over(&Arc::default(), now), "never answered");
        let user = Arc::clone(&limit);
        assert!(!is_over(&limit, later), "a request is on its way");
        drop(user);
        let _held = limit.lock().await;
        assert!(!is_over(&limit, later), "a request waits for it");
    }
}
