//! The requests we send to Discord, and what can go wrong with them.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{Http, HttpError, LightMethod, Multipart, MultipartUpload, Request, Route};
use serenity::model::id as raw;

use crate::ops::metrics::Metrics;
use crate::tables::{ChannelId, MessageId, UserId};

use super::easel::{Easel, File};
use super::ui::{Art, Callback, Message};

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The message was deleted (10008).
    #[error("the message is gone")]
    NoMessage,
    /// The channel was deleted (10003).
    #[error("the channel is gone")]
    NoChannel,
    /// The person takes no direct messages from us (50007, 50278).
    #[error("the person takes no direct messages")]
    NoDirect,
    /// The message is too old to be edited so often (30046).
    #[error("the message takes no more edits")]
    TooOld,
    /// We may not (50001, 50013, or any other 403).
    #[error("a permission is missing")]
    Forbidden,
    /// The interaction's time is over (10062, 10015, 50027).
    #[error("the interaction is over")]
    Expired,
    /// The interaction was answered before (40060).
    #[error("the interaction was answered before")]
    Answered,
    /// The token is wrong (401).
    #[error("the token is wrong")]
    Unauthorized,
    /// Too many requests, and waiting did not help.
    #[error("too many requests")]
    Limited,
    /// Discord is not well (5xx), or cannot be reached.
    #[error("Discord cannot be reached: {0}")]
    Away(String),
    /// The request was wrong: our fault.
    #[error("Discord refused the request ({status}, code {code}): {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Discord's code.
        code: isize,
        /// Its words.
        message: String,
    },
}

impl Failure {
    /// One word for the counters.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NoMessage => "no_message",
            Self::NoChannel => "no_channel",
            Self::NoDirect => "no_direct",
            Self::TooOld => "too_old",
            Self::Forbidden => "forbidden",
            Self::Expired => "expired",
            Self::Answered => "answered",
            Self::Unauthorized => "unauthorized",
            Self::Limited => "limited",
            Self::Away(_) => "away",
            Self::Refused { .. } => "refused",
        }
    }

    /// May the same message succeed without its picture? Files need a permission of their own, and may be too large.
    const fn may_be_the_upload(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Forbidden | Self::Away(_))
    }

    /// May the same request succeed later?
    #[must_use]
    pub const fn passes(&self) -> bool {
        matches!(self, Self::Limited | Self::Away(_))
    }
}

/// Sends requests. Cheap to clone.
#[derive(Clone)]
pub struct Api {
    http: Arc<Http>,
    metrics: Arc<Metrics>,
    easel: Easel,
}

/// How often a request is sent before we give up.
const ATTEMPTS: u32 = 4;

impl Api {
    /// Requests through this client.
    #[must_use]
    pub fn new(http: Arc<Http>, metrics: Arc<Metrics>) -> Self {
        Self { http, metrics, easel: Easel::default() }
    }

    /// Must the message's picture be drawn first? Then the answer to an interaction should not wait for it.
    #[must_use]
    pub fn takes_time(&self, message: &Message) -> bool {
        message.art().is_some_and(|art| !self.easel.has(art))
    }

    /// Where requests are counted.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// The client below.
    #[must_use]
    pub const fn http(&self) -> &Arc<Http> {
        &self.http
    }

    fn application(&self) -> Result<raw::ApplicationId, Failure> {
        self.http.application_id().ok_or_else(|| Failure::Away("not connected yet".to_owned()))
    }

    /// Sends a request that may be repeated without harm, and waits and repeats it where that helps.
    async fn send(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Option<&Value>,
        params: Option<(&'static str, &str)>,
    ) -> Result<Value, Failure> {
        self.send_with(method, route, body, params, None).await
    }

    /// Sends a message with its picture, or without where that cannot be had.
    async fn send_message(
        &self,
        method: LightMethod,
        route: Route<'_>,
        message: &Message,
        body: impl Fn(&Message) -> Value,
        params: Option<(&'static str, &str)>,
    ) -> Result<Value, Failure> {
        if let Some(art) = message.art()
            && let Some(file) = self.easel.draw(art, &self.metrics).await
        {
            match self.send_with(method, route, Some(&body(message)), params, Some(&file)).await {
                Err(failure) if failure.may_be_the_upload() => {
                    tracing::warn!(%failure, "a picture could not be uploaded; text goes in its place");
                }
                other => return other,
            }
        }
        self.send(method, route, Some(&body(message.plain())), params).await
    }

    async fn send_with(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Option<&Value>,
        params: Option<(&'static str, &str)>,
        file: Option<&File>,
    ) -> Result<Value, Failure> {
        let bytes = body.map(|b| b.to_string());
        let mut attempt = 0;
        loop {
            attempt += 1;
            let form = file.map(|file| Multipart {
                upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(file.as_slice(), Art::FILE)]),
                fields: Vec::new(),
                payload_json: bytes.clone(),
            });
            let plain = bytes.clone().filter(|_| form.is_none()).map(String::into_bytes);
            let request = Request::new(route, method)
                .body(plain)
                .multipart(form)
                .params(params.map(|(name, value)| vec![(name, value.to_owned())]));
            match self.once(request).await {
                Err(failure) if failure.passes() && attempt < ATTEMPTS => {
                    // 0.5, 1, 2 seconds: together a little more than most limits last.
                    tokio::time::sleep(Duration::from_millis(250 << attempt)).await;
                }
                other => return other,
            }
        }
    }

    async fn once(&self, request: Request<'_>) -> Result<Value, Failure> {
        let response = self.http.request(request).await.map_err(|error| {
            let failure = classify(error);
            self.metrics.failed(failure.reason());
            failure
        })?;
        let bytes = response.bytes().await.map_err(|e| Failure::Away(e.to_string()))?;
        if bytes.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&bytes).map_err(|e| Failure::Away(format!("an answer that is no JSON: {e}")))
    }

    /// The first answer to an interaction. With `told`, Discord says which message it made.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn respond(
        &self,
        interaction: u64,
        token: &str,
        callback: &Callback,
        told: bool,
    ) -> Result<Option<MessageId>, Failure> {
        let interaction_id = raw::InteractionId::new(interaction.max(1));
        let route = Route::InteractionResponse { interaction_id, token };
        let params = told.then_some(("with_response", "true"));
        let answer = match callback.message() {
            Some(message) => {
                self.send_message(LightMethod::Post, route, message, |m| callback.json_with(m), params).await?
            }
            None => self.send(LightMethod::Post, route, Some(&callback.json()), params).await?,
        };
        Ok(id_of(&answer["resource"]["message"]).ok().map(MessageId))
    }

    /// The message that an interaction was answered with.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn original(&self, token: &str) -> Result<MessageId, Failure> {
        let route = Route::WebhookOriginalInteractionResponse { application_id: self.application()?, token };
        id_of(&self.send(LightMethod::Get, route, None, None).await?).map(MessageId)
    }

    /// Changes the message that an interaction was answered with, or that its component stands in.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn edit_original(&self, token: &str, message: &Message) -> Result<(), Failure> {
        let route = Route::WebhookOriginalInteractionResponse { application_id: self.application()?, token };
        self.send_message(LightMethod::Patch, route, message, Message::edit, None).await.map(drop)
    }

    /// A further, ephemeral message after an interaction was answered.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn whisper(&self, token: &str, message: &Message) -> Result<MessageId, Failure> {
        let route = Route::WebhookFollowupMessages { application_id: self.application()?, token };
        let body = |m: &Message| m.reply(true);
        id_of(&self.send_message(LightMethod::Post, route, message, body, None).await?).map(MessageId)
    }

    /// Changes a further message of [`whisper`](Self::whisper).
    ///
    /// # Errors
    /// What went wrong.
    pub async fn edit_whisper(&self, token: &str, message: MessageId, to: &Message) -> Result<(), Failure> {
        let message_id = raw::MessageId::new(message.0.max(1));
        let route = Route::WebhookFollowupMessage { application_id: self.application()?, token, message_id };
        self.send_message(LightMethod::Patch, route, to, Message::edit, None).await.map(drop)
    }

    /// Posts a message.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn post(&self, channel: ChannelId, message: &Message) -> Result<MessageId, Failure> {
        // The nonce makes a repeated request create nothing twice.
        let nonce = format!("{:016x}", rand::random::<u64>());
        let route = Route::ChannelMessages { channel_id: raw::ChannelId::new(channel.0.max(1)) };
        let body = |m: &Message| m.create(&nonce);
        id_of(&self.send_message(LightMethod::Post, route, message, body, None).await?).map(MessageId)
    }

    /// Changes a message.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn edit(&self, channel: ChannelId, message: MessageId, to: &Message) -> Result<(), Failure> {
        let route = message_route(channel, message);
        self.send_message(LightMethod::Patch, route, to, Message::edit, None).await.map(drop)
    }

    /// Deletes a message; one that is gone already is as good as deleted.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), Failure> {
        match self.send(LightMethod::Delete, message_route(channel, message), None, None).await {
            Ok(_) | Err(Failure::NoMessage | Failure::NoChannel) => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    /// The direct-message channel with a person.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn direct(&self, user: UserId) -> Result<ChannelId, Failure> {
        let body = json!({"recipient_id": user.to_string()});
        let answer = self.send(LightMethod::Post, Route::UserMeDmChannels, Some(&body), None).await?;
        id_of(&answer).map(ChannelId)
    }

    /// Opens a public thread.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn thread(&self, channel: ChannelId, name: &str) -> Result<ChannelId, Failure> {
        let body = json!({"name": name, "type": 11, "auto_archive_duration": 1440});
        let route = Route::ChannelThreads { channel_id: raw::ChannelId::new(channel.0.max(1)) };
        // Not repeated: a second request would open a second thread.
        let request = Request::new(route, LightMethod::Post).body(Some(body.to_string().into_bytes()));
        id_of(&self.once(request).await?).map(ChannelId)
    }

    /// Deletes a channel or thread.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn delete_channel(&self, channel: ChannelId) -> Result<(), Failure> {
        let route = Route::Channel { channel_id: raw::ChannelId::new(channel.0.max(1)) };
        self.send(LightMethod::Delete, route, None, None).await.map(drop)
    }

    /// Registers our commands where those registered differ. Were they different?
    ///
    /// # Errors
    /// What went wrong.
    pub async fn register(&self, ours: &[Value]) -> Result<bool, Failure> {
        let application_id = self.application()?;
        let known = self.send(LightMethod::Get, Route::Commands { application_id }, None, None).await?;
        if known.as_array().is_some_and(|known| super::registry::same(known, ours)) {
            return Ok(false);
        }
        let body = Value::Array(ours.to_vec());
        self.send(LightMethod::Put, Route::Commands { application_id }, Some(&body), None).await?;
        Ok(true)
    }

    /// Who we are: id and name.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn me(&self) -> Result<(u64, String), Failure> {
        let me = self.send(LightMethod::Get, Route::UserMe, None, None).await?;
        Ok((id_of(&me)?, me["username"].as_str().unwrap_or_default().to_owned()))
    }

    /// The address of the gateway.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn gateway(&self) -> Result<String, Failure> {
        let answer = self.send(LightMethod::Get, Route::Gateway, None, None).await?;
        let url = answer["url"].as_str().map(str::to_owned);
        url.ok_or_else(|| Failure::Away("the answer to GET /gateway has no url".to_owned()))
    }
}

fn message_route(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage {
        channel_id: raw::ChannelId::new(channel.0.max(1)),
        message_id: raw::MessageId::new(message.0.max(1)),
    }
}

fn id_of(object: &Value) -> Result<u64, Failure> {
    let id = object["id"].as_str().and_then(|id| id.parse().ok());
    id.ok_or_else(|| Failure::Away("an answer without an id".to_owned()))
}

fn classify(error: serenity::Error) -> Failure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            classify_answer(response.status_code.as_u16(), response.error.code, response.error.message)
        }
        // The URL in it holds an interaction's token: only what kind of failure it is goes on.
        serenity::Error::Http(HttpError::Request(e)) => Failure::Away(request_failure(&e.without_url())),
        other => Failure::Away(other.to_string()),
    }
}

fn request_failure(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    for _ in 0..6 {
        let Some(cause) = source else { break };
        words = format!("{words}: {cause}");
        source = cause.source();
    }
    words
}

fn classify_answer(status: u16, code: isize, message: String) -> Failure {
    match (status, code) {
        (_, 10008) => Failure::NoMessage,
        (_, 10003) => Failure::NoChannel,
        (_, 50007 | 50278) => Failure::NoDirect,
        (_, 30046) => Failure::TooOld,
        (_, 10062 | 10015 | 50027) => Failure::Expired,
        (_, 40060) => Failure::Answered,
        (401, _) => Failure::Unauthorized,
        (403, _) | (_, 50001 | 50013) => Failure::Forbidden,
        (429, _) => Failure::Limited,
        (500.., _) => Failure::Away(format!("status {status}")),
        _ => Failure::Refused { status, code, message },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart() {
        let of = |status, code| classify_answer(status, code, String::new());
        assert_eq!(of(404, 10008), Failure::NoMessage);
        assert_eq!(of(404, 10003), Failure::NoChannel);
        assert_eq!(of(403, 50007), Failure::NoDirect);
        assert_eq!(of(403, 50278), Failure::NoDirect);
        assert_eq!(of(429, 30046), Failure::TooOld);
        assert_eq!(of(429, -1), Failure::Limited);
        assert_eq!(of(403, 50013), Failure::Forbidden);
        assert_eq!(of(403, 0), Failure::Forbidden);
        assert_eq!(of(404, 10062), Failure::Expired);
        assert_eq!(of(400, 40060), Failure::Answered);
        assert_eq!(of(401, 0), Failure::Unauthorized);
        assert!(of(502, -1).passes());
        assert!(!of(400, 50035).passes());
    }
}
