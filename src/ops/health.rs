//! `/healthz` and `/metrics` over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::metrics::Metrics;

/// Whether the program is well. Asked again for each request.
pub type Check = Arc<dyn Fn() -> futures_util::future::BoxFuture<'static, Result<(), String>> + Send + Sync>;

/// Serves health and metrics on an address until the program ends.
///
/// # Errors
/// If the address cannot be bound.
pub async fn serve(address: SocketAddr, metrics: Arc<Metrics>, check: Check) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
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
        );
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, routes).await {
            tracing::error!(%error, "health and metrics are no longer served");
        }
    });
    Ok(address)
}

/// The longest that a healthy program takes to answer.
const PROMPTLY: Duration = Duration::from_secs(4);

/// What a running bot says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    /// All is well.
    Well,
    /// This is wrong.
    Ill(String),
}

/// Asks the bot that serves this address whether it is well.
///
/// # Errors
/// Why no bot answers there, in a sentence.
pub async fn ask(address: SocketAddr) -> Result<Health, String> {
    let talk = async {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(b"GET /healthz HTTP/1.0\r\n\r\n").await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        std::io::Result::Ok(answer)
    };
    let answer = tokio::time::timeout(PROMPTLY, talk).await.map_err(|_| format!("{address} does not answer."))?;
    let answer = answer.map_err(|error| format!("{address} cannot be asked: {error}."))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    match head.lines().next().and_then(|line| line.split(' ').nth(1)) {
        Some("200") => Ok(Health::Well),
        Some("503") => Ok(Health::Ill(body.trim().trim_end_matches('.').to_owned())),
        _ => Err(format!("{address} is served by something other than upcard.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bot_says_whether_it_is_well() {
        let metrics = Arc::new(Metrics::default());
        let any = || "127.0.0.1:0".parse().expect("an address");
        let well = serve(any(), Arc::clone(&metrics), Arc::new(|| Box::pin(async { Ok(()) }))).await.expect("served");
        assert_eq!(ask(well).await, Ok(Health::Well));
        let ill: Check = Arc::new(|| Box::pin(async { Err("not connected to Discord".to_owned()) }));
        let ill = serve(any(), metrics, ill).await.expect("served");
        assert_eq!(ask(ill).await, Ok(Health::Ill("not connected to Discord".to_owned())));
    }

    #[tokio::test]
    async fn another_program_at_the_address_is_no_bot() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, Router::<()>::new()).await });
        assert_eq!(ask(address).await, Err(format!("{address} is served by something other than upcard.")));
    }
}
