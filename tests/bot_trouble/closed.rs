//! The program when the gateway closes the connection for good.

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::Uri;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A Discord that accepts the bot's token, but whose gateway closes every connection with this code once the bot has
/// identified itself.
async fn closing_with(code: u16) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let gateway = format!("{}/ws", base.replace("http", "ws"));
    let rest = move |uri: Uri| {
        let gateway = gateway.clone();
        async move {
            Json(match uri.path().trim_start_matches("/api/v10") {
                path if path.starts_with("/gateway") => json!({"url": gateway, "shards": 1,
                    "session_start_limit": {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}}),
                "/users/@me" => json!({"id": "1", "username": "bot"}),
                _ => json!([]),
            })
        }
    };
    let connect =
        move |upgrade: WebSocketUpgrade| async move { upgrade.on_upgrade(move |socket| refuse(socket, code)) };
    let app = Router::new().route("/ws", get(connect)).route("/ws/", get(connect)).fallback(rest);
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    base
}

async fn refuse(mut socket: WebSocket, code: u16) {
    let hello = json!({"op": 10, "d": {"heartbeat_interval": 41250}, "s": null, "t": null}).to_string();
    socket.send(Message::Text(hello.into())).await.unwrap();
    while let Some(Ok(frame)) = socket.recv().await {
        let frame: Value = serde_json::from_slice(&frame.into_data()).unwrap_or_default();
        if frame["op"] == 2 {
            let close = CloseFrame { code, reason: "".into() };
            let _ = socket.send(Message::Close(Some(close))).await;
            return;
        }
    }
}

/// Waits until the program has ended by itself, and returns its output.
async fn ended(mut program: Child) -> Output {
    let until = Instant::now() + Duration::from_secs(30);
    while program.try_wait().unwrap().is_none() {
        if Instant::now() > until {
            program.kill().unwrap();
            panic!("it goes on: {:?}", program.wait_with_output().unwrap());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    program.wait_with_output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_for_good_ends_the_program_and_says_what_to_do() {
    for (code, says) in [(4004, "DISCORD_TOKEN"), (4010, "DISCORD_SHARDS=all"), (4011, "DISCORD_SHARDS needs a larger")]
    {
        let dir = tempfile::tempdir().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_upcard"));
        program
            .current_dir(&dir)
            .env_clear()
            .env("DISCORD_TOKEN", "a.b.c")
            .env("DISCORD_PROXY_URL", closing_with(code).await)
            .env("DISCORD_SHARDS", "0-0/1")
            .env("RUST_LOG", "off")
            .stderr(Stdio::piped());
        let ended = ended(program.spawn().unwrap()).await;
        let words = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), words.lines().count()), (Some(4), 1), "{code}: {words}");
        assert!(words.contains(says), "{code}: {words}");
    }
}
