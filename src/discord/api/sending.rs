//! How requests are sent: with or without a picture, and again if that may help.

use std::time::Duration;

use serde_json::Value;
use serenity::builder::CreateAttachment;
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};

use super::{Api, Failure, governor};
use crate::discord::emojis::Emojis;
use crate::discord::picture_pool::File;
use crate::discord::ui::{Art, Attached, Message};

/// How persistently a request is repeated.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    /// How often it is sent before we give up.
    attempts: u32,
    /// The pause after the first failure; each further one is twice as long.
    pause: Duration,
    /// If Discord asks for a longer pause than this, or so many requests wait, the caller has to decide.
    longest: Duration,
    /// An answer that takes longer than this is given up on. What is waited for before it is sent is not part of it.
    within: Duration,
    /// After which failures it is repeated.
    repeats: Repeats,
}

/// After which of the failures that may pass a request is repeated: that depends on what harm it would do if it was in
/// fact carried out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeats {
    /// After all of them: there is no harm.
    Always,
    /// If an answer came, and be it that Discord has trouble: what nobody saw would be worse than what is there twice.
    IfAnswered,
    /// Only if Discord has certainly turned it away.
    IfTurnedAway,
}

impl Repeats {
    const fn covers(self, failure: &Failure) -> bool {
        match self {
            Self::Always => true,
            Self::IfAnswered => !matches!(failure, Failure::Away(_)),
            Self::IfTurnedAway => matches!(failure, Failure::Limited(_)),
        }
    }
}

impl Patience {
    /// Whether the request may be sent again after this failure.
    fn covers(&self, failure: &Failure) -> bool {
        self.repeats.covers(failure) && failure.passes() && failure.wait() <= self.longest
    }

    /// Whether a message that did not arrive with its picture may be sent as text. If repeating may do harm, only
    /// if the picture was the reason; for a first answer (`in_time`), after any failure that may pass, because
    /// there is hardly time left.
    fn allows_text(&self, failure: &Failure, in_time: bool) -> bool {
        let for_its_picture = failure.may_be_the_upload() && (self.repeats.covers(failure) || !failure.passes());
        for_its_picture || in_time && failure.passes()
    }
}

/// For most requests: pauses of 0.5, 1 and 2 s.
const PATIENT: Patience = Patience {
    attempts: 4,
    pause: Duration::from_millis(500),
    longest: Duration::from_secs(10),
    within: Duration::from_secs(30),
    repeats: Repeats::Always,
};
/// For requests that create something each time they are sent.
pub(super) const CAREFUL: Patience = Patience { repeats: Repeats::IfTurnedAway, ..PATIENT };
/// For messages that one person waits for, and nobody else sees.
const FOLLOW_UP: Patience = Patience { repeats: Repeats::IfAnswered, ..PATIENT };
/// For the first answer to an interaction, which Discord must have within 3 s.
pub(super) const HURRIED: Patience = Patience {
    attempts: 3,
    pause: Duration::from_millis(250),
    longest: Duration::from_millis(1500),
    // If we gave up too early, the answer would be given twice.
    within: Duration::from_millis(2500),
    repeats: Repeats::Always,
};
/// For the checks before the start: whoever starts the bot soon learns if nobody answers.
pub(super) const BRIEF: Patience = Patience { attempts: 3, within: Duration::from_secs(8), ..PATIENT };
/// For a first answer with a picture: afterwards there is hardly time for anything but text.
const ONCE: Patience = Patience { attempts: 1, ..HURRIED };

impl Api {
    /// Sends a request that can be repeated without harm, and retries it if that may help.
    pub(super) async fn send(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Option<&Value>,
    ) -> Result<Value, Failure> {
        self.send_with(method, route, body, false, None, PATIENT).await
    }

    /// Sends a message with its picture, or without it if that is not possible. `told`: see
    /// [`respond`](Self::respond).
    pub(super) async fn send_message(
        &self,
        method: LightMethod,
        route: Route<'_>,
        message: &Message,
        body: impl Fn(&Message) -> Value,
        told: bool,
    ) -> Result<Value, Failure> {
        let in_time = is_first(route);
        let (upload, text) = match route {
            Route::InteractionResponse { .. } => (ONCE, HURRIED),
            Route::WebhookFollowupMessages { .. } => (FOLLOW_UP, FOLLOW_UP),
            _ => (PATIENT, PATIENT),
        };
        let file = match message.art().filter(|_| !self.uploads.are_refused(route)) {
            Some(art) => self.picture_pool.draw(art, &self.metrics).await,
            None => None,
        };
        // A message to a channel answers nobody, so it gives way to those that do.
        if matches!(route, Route::ChannelMessages { .. } | Route::ChannelMessage { .. }) {
            self.answering.give_way().await;
        }
        let mut refused = false;
        if let Some(Attached { name, bytes }) = message.file() {
            return self.send_with(method, route, Some(&body(message)), told, Some((bytes, name)), text).await;
        }
        if let Some(file) = file {
            match self.send_with(method, route, Some(&body(message)), told, Some((&file, Art::FILE)), upload).await {
                Err(failure) if upload.allows_text(&failure, in_time) => {
                    tracing::warn!(%failure, "a picture could not be uploaded; text goes in its place");
                    refused = matches!(failure, Failure::Forbidden | Failure::NoAccess);
                }
                other => return other,
            }
        }
        let sent = self.send_with(method, route, Some(&body(message.plain())), told, None, text).await;
        if refused && sent.is_ok() {
            self.uploads.refuse(route);
        }
        sent
    }

    pub(super) async fn send_with(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Option<&Value>,
        told: bool,
        file: Option<(&File, &str)>,
        patience: Patience,
    ) -> Result<Value, Failure> {
        let Some(body) = body else { return self.repeated(method, route, None, told, file, patience).await };
        let (whole, shows_cards) = self.emojis.filled(body);
        let sent = self.repeated(method, route, Some(whole), told, file, patience).await;
        if !shows_cards || !matches!(sent, Err(Failure::Refused { .. })) {
            return sent;
        }
        // Emoji that somebody has deleted would keep hands from people.
        let plain = Emojis::default().filled(body).0;
        let sent = self.repeated(method, route, Some(plain), told, file, patience).await;
        if sent.is_ok() {
            tracing::warn!("an emoji of a card is refused: until the next start, cards are words");
            self.emojis.forget();
        }
        sent
    }

    async fn repeated(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Option<Value>,
        told: bool,
        file: Option<(&File, &str)>,
        patience: Patience,
    ) -> Result<Value, Failure> {
        let bytes = body.map(|b| b.to_string());
        let (mut attempt, mut pause) = (0, patience.pause);
        loop {
            attempt += 1;
            let form = file.map(|(file, name)| Multipart {
                upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(file.as_slice(), name)]),
                fields: Vec::new(),
                payload_json: bytes.clone(),
            });
            let plain = bytes.clone().filter(|_| form.is_none()).map(String::into_bytes);
            let request = Request::new(route, method)
                .body(plain)
                .multipart(form)
                .params(told.then(|| vec![("with_response", "true".to_owned())]));
            match self.once(method, route, request, patience).await {
                Err(failure) if attempt < patience.attempts && patience.covers(&failure) => {
                    if !matches!(failure, Failure::Limited(_)) || is_first(route) {
                        tokio::time::sleep(failure.wait().max(pause)).await;
                    }
                    pause *= 2;
                }
                other => return other,
            }
        }
    }

    async fn once(
        &self,
        method: LightMethod,
        route: Route<'_>,
        request: Request<'_>,
        patience: Patience,
    ) -> Result<Value, Failure> {
        let counted = |failure: &Failure| self.metrics.failed(failure.reason());
        let permit = self.governor.admit(method, route, patience.longest).await.inspect_err(counted)?;
        let within = patience.within;
        let body = tokio::time::timeout(within, self.body(request, permit)).await;
        let body = body.unwrap_or_else(|_| Err(Failure::Away(format!("no answer within {within:?}"))));
        let bytes = body.inspect_err(counted)?;
        if bytes.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&bytes).map_err(|e| Failure::Away(format!("an answer that is no JSON: {e}")))
    }

    async fn body(&self, request: Request<'_>, permit: governor::Permit<'_>) -> Result<Vec<u8>, Failure> {
        let request = request.build(&self.client, self.http.token(), self.http.proxy.as_deref());
        let response = request.map_err(Failure::of_library)?.send().await.map_err(Failure::on_the_way)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.bytes().await.map_err(Failure::on_the_way)?;
        let failure = (!status.is_success()).then(|| match Failure::of_body(status.as_u16(), &body) {
            // A server in front of Discord's gives the wait in the header only.
            Failure::Limited(Duration::ZERO) => Failure::Limited(governor::wait(&headers, &body).unwrap_or_default()),
            failure => failure,
        });
        permit.heard(status, &headers, &body, failure.as_ref());
        failure.map_or_else(|| Ok(body.to_vec()), Err)
    }
}

/// Whether it is the first answer to an interaction. Nothing holds it back, so it has to wait by itself.
const fn is_first(route: Route<'_>) -> bool {
    matches!(route, Route::InteractionResponse { .. })
}
