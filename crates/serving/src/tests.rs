use axum::routing::{get, post};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

const LIMITS: Tolerance = Tolerance { most: 8, head: Duration::from_secs(30), body: Duration::from_secs(30) };

async fn served(limits: Tolerance) -> (SocketAddr, Traffic) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, traffic) = (listener.local_addr().unwrap(), Traffic::default());
    let routes = Router::new()
        .route("/", get(|| async { "ok" }))
        .route("/slow", get(std::future::pending::<&str>))
        .route("/echo", post(|body: String| async { body }));
    tokio::spawn(serve(listener, routes, limits, traffic.clone(), std::future::pending()));
    (address, traffic)
}

async fn says(address: SocketAddr, words: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(words.as_bytes()).await.unwrap();
    stream
}

/// Everything until the other side closes.
async fn heard(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8(bytes).unwrap()
}

const ASKS: &str = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn p06_who_asks_is_answered_however_many_others_only_hold_connections() {
    let (address, traffic) = served(LIMITS).await;
    let mut idle = Vec::new();
    for n in 0..40 {
        idle.push(says(address, ["", "GET / HT", "GET / HTTP/1.1\r\nhost: localhost\r\n"][n % 3]).await);
    }
    assert!(heard(says(address, ASKS).await).await.ends_with("ok"));
    assert!(traffic.open.get() <= 8 && traffic.cut.get() >= 32, "{traffic:?}");
    // The oldest were cut off, not the newest.
    assert_eq!(heard(idle.swap_remove(0)).await, "");
    idle.clear();
    while traffic.open.get() > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn p06_a_connection_that_is_being_answered_is_not_cut_off_and_one_too_many_is_turned_away() {
    let (address, traffic) = served(LIMITS).await;
    let mut busy = Vec::new();
    for _ in 0..8 {
        busy.push(says(address, "GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n").await);
    }
    while heard(says(address, ASKS).await).await.ends_with("ok") {}
    assert_eq!(traffic.open.get(), 8);
    busy.pop();
    while !heard(says(address, ASKS).await).await.ends_with("ok") {}
}

#[tokio::test]
async fn p06_heads_and_bodies_that_do_not_come_are_not_waited_for() {
    let soon = Duration::from_millis(50);
    let (address, traffic) = served(Tolerance { head: soon, body: soon, ..LIMITS }).await;
    for half in ["", "GET / HTTP/1.1\r\nhost: loc"] {
        let said = heard(says(address, half).await).await;
        assert!(!said.contains("200 OK"), "{said}");
    }
    let slow = says(address, "POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nhal").await;
    assert!(heard(slow).await.starts_with("HTTP/1.1 400 "));
    while traffic.open.get() > 0 {
        tokio::task::yield_now().await;
    }
}
