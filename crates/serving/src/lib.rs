//! An HTTP server that nobody can hold up: who connects has to ask soon, and only so many may be connected. Where there
//! would be more, whoever has waited longest without asking for anything is cut off.

#![warn(missing_docs)]

pub mod host;
mod places;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::StatusCode;
use futures_util::{StreamExt, stream};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use places::{Places, Slot};

/// The pause after a connection that could not be accepted: without it, a lack of file descriptors would keep a core busy.
const PAUSE: Duration = Duration::from_millis(50);

/// What a server puts up with.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// The most connections at once.
    pub most: usize,
    /// How long a connection may take to ask for something.
    pub head: Duration,
    /// How long what belongs to a request may take to arrive.
    pub body: Duration,
}

/// What is counted of a server.
#[derive(Clone, Default, Debug)]
pub struct Traffic {
    /// Connections now.
    pub open: Gauge<i64, AtomicI64>,
    /// Connections that were cut off, or turned away, because there were too many.
    pub cut: Counter,
}

/// The address of this machine that a request came to.
#[derive(Clone, Copy, Debug)]
pub struct Local(pub SocketAddr);

/// Serves until `stop` is ready, and until what was asked for by then is answered.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: Tolerance,
    traffic: Traffic,
    stop: impl Future<Output = ()>,
) {
    let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
    // Also if this server is dropped.
    let _stops = stopping.clone().drop_guard();
    let places = Places::new(limits.most, traffic);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        if let Some(place) = places.take().await {
            tasks.spawn(connection(stream, routes.clone(), limits, place, stopping.clone()));
        }
    }
    drop(listener);
    stopping.cancel();
    tasks.close();
    tasks.wait().await;
}

async fn connection(stream: TcpStream, routes: Router, limits: Tolerance, place: Slot, stopping: CancellationToken) {
    // Without this, small frames that wait for the peer's delayed acknowledgement arrive 40 ms late.
    let _ = stream.set_nodelay(true);
    let Ok(local) = stream.local_addr() else { return };
    let (cut, place) = (place.cut(), Arc::new(place));
    let io = TokioIo::new(Held { stream, _place: Arc::clone(&place) });
    let inner = TowerToHyperService::new(routes);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        place.works();
        let mut request = request.map(|body| within(Body::new(body), limits.body));
        request.extensions_mut().insert(Local(local));
        let (answer, place) = (inner.call(request), Arc::clone(&place));
        async move {
            let response = answer.await?;
            // What became a WebSocket stays one.
            if response.status() != StatusCode::SWITCHING_PROTOCOLS {
                place.waits();
            }
            Ok::<_, Infallible>(response)
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        // What makes the date panics where the clock is before 1970.
        .auto_date_header(false)
        .serve_connection(io, service)
        .with_upgrades();
    let mut served = pin!(served);
    tokio::select! {
        _ = served.as_mut() => {}
        () = cut.notified() => {}
        () = stopping.cancelled() => {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }
}

/// A body that has to arrive within this time.
fn within(body: Body, time: Duration) -> Body {
    if body.is_end_stream() {
        return body;
    }
    let end = Instant::now() + time;
    Body::from_stream(stream::unfold(body.into_data_stream(), move |mut parts| async move {
        match tokio::time::timeout_at(end, parts.next()).await {
            Ok(part) => part.map(|part| (part.map_err(io::Error::other), parts)),
            Err(_) => Some((Err(io::ErrorKind::TimedOut.into()), parts)),
        }
    }))
}

/// A connection, whose place is taken until it is closed, also as a WebSocket.
struct Held {
    stream: TcpStream,
    _place: Arc<Slot>,
}

impl AsyncRead for Held {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Held {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests;
