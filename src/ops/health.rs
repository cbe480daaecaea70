//! `/healthz` and `/metrics` over HTTP.

use std::error::Error;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Extension, Request};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

use super::metrics::Metrics;
use crate::vitals::Vitals;
use serving::{self, Local, Tolerance, host};

/// Few ask for health or metrics, and nothing long.
const LIMITS: Tolerance = Tolerance { most: 64, head: Duration::from_secs(10), body: Duration::from_secs(10) };

/// Whether the program is well. Asked again for each request.
pub type Check = Arc<dyn Fn() -> futures_util::future::BoxFuture<'static, Result<(), String>> + Send + Sync>;

/// Serves health and metrics on an address until the program ends.
///
/// # Errors
/// If the address cannot be bound.
pub async fn serve(
    address: SocketAddr,
    metrics: Arc<Metrics>,
    check: Check,
    vitals: &Vitals,
) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let traffic = metrics.traffic("health");
    let routes = Router::new()
        .route(
            "/healthz",
            get(move || {
                let asked = check();
                async move {
                    match asked.await {
                        Ok(()) => (StatusCode::OK, "ok\n".to_owned()),
                        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
                    }
                }
            }),
        )
        .route(
            "/metrics",
            get(move || {
                let text = metrics.text();
                let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
                async move { ([(header::CONTENT_TYPE, kind)], text).into_response() }
            }),
        )
        .layer(middleware::from_fn(no_page_elsewhere));
    let served = serving::serve(listener, routes, LIMITS, traffic, std::future::pending());
    vitals.spawn("what serves health and metrics", served);
    Ok(address)
}

/// Refuses what a page in a browser asks through a rebound name.
async fn no_page_elsewhere(Extension(Local(local)): Extension<Local>, request: Request, next: Next) -> Response {
    if host::may_ask(request.headers(), local) {
        return next.run(request).await;
    }
    let words = "At a loopback address this is served to localhost and to loopback addresses only, by no other name.\n";
    (StatusCode::FORBIDDEN, words).into_response()
}

/// The longest that a healthy program takes to answer.
const TIMEOUT: Duration = Duration::from_secs(4);

/// What a running bot says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    Well,
    /// This is wrong.
    Ill(String),
}

/// Asks the bot that serves this address whether it is well.
///
/// # Errors
/// Why no bot answers there, in a sentence.
pub async fn ask(address: SocketAddr) -> Result<Health, String> {
    let client = reqwest::Client::builder().no_proxy().timeout(TIMEOUT).build().unwrap_or_default();
    // Whoever listens at every address is asked on this machine, by a name that is answered there.
    let here = match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => (Ipv4Addr::LOCALHOST, v4.port()).into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => (Ipv6Addr::LOCALHOST, v6.port()).into(),
        one => one,
    };
    let asked = async {
        let answer = client.get(format!("http://{here}/healthz")).send().await?;
        Ok((answer.status(), answer.text().await?))
    };
    match asked.await.map_err(|error: reqwest::Error| unheard(address, &error))? {
        (StatusCode::OK, _) => Ok(Health::Well),
        (StatusCode::SERVICE_UNAVAILABLE, why) => Ok(Health::Ill(why.trim().trim_end_matches('.').to_owned())),
        _ => Err(others(address)),
    }
}

fn unheard(address: SocketAddr, error: &reqwest::Error) -> String {
    let first = std::iter::successors(error.source(), |&error| error.source()).last();
    match first {
        _ if error.is_timeout() => format!("{address} does not answer."),
        Some(first) if error.is_connect() => format!("{address} cannot be asked: {first}."),
        _ => others(address),
    }
}

fn others(address: SocketAddr) -> String {
    format!("{address} is served by something other than upcard.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bot_says_whether_it_is_well() {
        let metrics = Arc::new(Metrics::default());
        let any = || "127.0.0.1:0".parse().expect("an address");
        let well = serve(any(), Arc::clone(&metrics), Arc::new(|| Box::pin(async { Ok(()) })), &Vitals::default())
            .await
            .expect("served");
        assert_eq!(ask(well).await, Ok(Health::Well));
        let ill: Check = Arc::new(|| Box::pin(async { Err("not connected to Discord".to_owned()) }));
        let ill = serve(any(), metrics, ill, &Vitals::default()).await.expect("served");
        assert_eq!(ask(ill).await, Ok(Health::Ill("not connected to Discord".to_owned())));
        for bound in ["0.0.0.0:0", "[::]:0"] {
            let check: Check = Arc::new(|| Box::pin(async { Ok(()) }));
            let all = serve(bound.parse().unwrap(), Arc::default(), check, &Vitals::default()).await.unwrap();
            assert_eq!(ask(all).await, Ok(Health::Well), "{bound}");
        }
    }

    #[tokio::test]
    async fn p12_a_page_that_came_by_another_name_reads_neither_health_nor_metrics() {
        for bound in ["127.0.0.1:0", "0.0.0.0:0", "[::1]:0"] {
            let check: Check = Arc::new(|| Box::pin(async { Ok(()) }));
            let served = serve(bound.parse().unwrap(), Arc::default(), check, &Vitals::default()).await.unwrap();
            let client = reqwest::Client::builder().no_proxy().build().unwrap();
            for (path, host, status) in [
                ("metrics", "evil.com", 403),
                ("healthz", "evil.com:8091", 403),
                ("metrics", "localhost:8091", 200),
                ("healthz", "10.1.2.3", 403),
                ("metrics", "localhost:evil", 403),
            ] {
                let asked = client.get(format!("http://{served}/{path}")).header("host", host).send().await.unwrap();
                assert_eq!(asked.status().as_u16(), status, "{path} of {host} at {bound}");
            }
        }
    }

    #[tokio::test]
    async fn another_program_at_the_address_is_no_bot() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, Router::<()>::new()).await });
        assert_eq!(ask(address).await, Err(format!("{address} is served by something other than upcard.")));
    }
}
