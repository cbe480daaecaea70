//! `/healthz` and `/metrics` over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

use super::metrics::Metrics;

/// Is the program well? Asked anew for each request.
pub type Check = Arc<dyn Fn() -> futures_util::future::BoxFuture<'static, Result<(), String>> + Send + Sync>;

/// Serves health and metrics on an address until the task is dropped.
///
/// # Errors
/// Where the address cannot be bound.
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
