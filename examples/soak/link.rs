//! Between the bot and the room's gateway: connections that close, sessions that are forgotten.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{RawQuery, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use tokio_tungstenite::tungstenite::Message as Theirs;

use crate::troubles::Troubles;

/// What is to happen to the connection.
#[derive(Clone, Copy, Debug)]
pub enum Order {
    /// It closes with this code.
    Close(u16),
    /// It ends without a word.
    Cut,
    /// Discord asks for a new connection.
    Reconnect,
    /// The session is over, or may be resumed.
    Invalid { resumable: bool },
}

impl Order {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Close(_) => "closed",
            Self::Cut => "cut",
            Self::Reconnect => "asked to reconnect",
            Self::Invalid { resumable: true } => "asked to resume",
            Self::Invalid { resumable: false } => "session forgotten",
        }
    }
}

pub async fn relay(
    State(troubles): State<Arc<Troubles>>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.on_upgrade(async move |bot| {
        let number = troubles.counts.links.fetch_add(1, Relaxed);
        let why = pass(&troubles, bot, &query.unwrap_or_default()).await;
        // An older connection may end after the next one has begun.
        if troubles.counts.links.load(Relaxed) == number + 1 {
            troubles.gone(why);
        }
    })
}

/// Passes frames on until the connection ends; returns why it did.
async fn pass(troubles: &Troubles, mut bot: WebSocket, query: &str) -> &'static str {
    let url = format!("{}/gateway/?{query}", troubles.to.replace("http://", "ws://"));
    let (mut room, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let mut orders = troubles.orders.subscribe();
    let mut why = "left";
    loop {
        tokio::select! {
            frame = bot.recv() => match frame {
                Some(Ok(Message::Text(text))) => {
                    if room.send(Theirs::Text(text.as_str().into())).await.is_err() {
                        return why;
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return why,
            },
            frame = room.next() => match frame {
                Some(Ok(Theirs::Text(text))) => {
                    let known = ["READY", "RESUMED"].iter().any(|name| text.contains(&format!(r#""t":"{name}""#)));
                    let text = if known { troubles.ours(&text) } else { text.to_string() };
                    if bot.send(Message::Text(text.into())).await.is_err() {
                        return why;
                    }
                    if known {
                        troubles.back();
                    }
                }
                Some(Ok(Theirs::Close(frame))) => {
                    close(&mut bot, frame.map_or(1000, |frame| frame.code.into())).await;
                    return "closed by the room";
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return why,
            },
            order = orders.recv() => {
                let Ok(order) = order else { return why };
                why = order.name();
                match order {
                    Order::Close(code) => {
                        close(&mut bot, code).await;
                        return why;
                    }
                    Order::Cut => return why,
                    Order::Reconnect => say(&mut bot, r#"{"op":7,"d":null}"#).await,
                    Order::Invalid { resumable } => say(&mut bot, &format!(r#"{{"op":9,"d":{resumable}}}"#)).await,
                }
            }
        }
    }
}

async fn say(bot: &mut WebSocket, words: &str) {
    // It may have gone.
    let _ = bot.send(Message::Text(words.into())).await;
}

async fn close(bot: &mut WebSocket, code: u16) {
    let _ = bot.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await;
}
