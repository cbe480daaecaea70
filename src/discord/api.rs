//! The requests we send to Discord.

mod governor;
mod sending;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use engine::picture::CardFace;
use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{Http, LightMethod, Route};
use serenity::model::id as raw;

use crate::ops::metrics::Metrics;
use crate::tables::{ChannelId, GuildId, MessageId, UserId};

use super::answering::Answering;
use super::emojis::{Emojis, name_of};
pub use super::failure::Failure;
use super::picture_pool::PicturePool;
use super::rivals::Rivals;
use super::ui::{Audience, Callback, EPHEMERAL, LOADING, Message};
use super::uploads::Uploads;
use governor::Governor;
pub use governor::Keeper;
use sending::{BRIEF, CAREFUL, HURRIED};

/// Sends requests. Cheap to clone.
#[derive(Clone)]
pub struct Api {
    /// Knows the token, the proxy, and once connected the application.
    http: Arc<Http>,
    /// Sends. The library would not: with limits of its own it loses how long a 429 asks us to wait.
    client: reqwest::Client,
    governor: Arc<Governor>,
    metrics: Arc<Metrics>,
    picture_pool: PicturePool,
    uploads: Arc<Uploads>,
    answering: Answering,
    rivals: Arc<Rivals>,
    emojis: Arc<Emojis>,
}

/// The message that an interaction was answered with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Original {
    pub id: MessageId,
    /// Whether only one person sees it.
    pub ephemeral: bool,
    /// Whether it is still "will follow". Then whatever is sent next takes its place, and has the same audience.
    pub loading: bool,
}

/// How many sessions may still be begun at the gateway. Who begins more loses the token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartsLeft {
    pub left: u64,
    /// How many it usually is a day.
    pub total: u64,
    /// How many shards Discord recommends.
    pub shards: u64,
    /// After this long there are as many as usual.
    pub again: Duration,
    /// How many may begin at the same time.
    pub at_once: u64,
}

impl Original {
    /// Whether a message for one person may follow it.
    pub(super) const fn admits_whispers(self) -> bool {
        self.ephemeral || !self.loading
    }
}

/// What sends the requests. Where a proxy is named, it is connected to directly, even if the system uses another for
/// everything else: that one may not be able to reach a server on this machine.
fn client(proxy: Option<&str>) -> reqwest::Client {
    let builder = reqwest::Client::builder();
    if proxy.is_some() { builder.no_proxy() } else { builder }.build().unwrap_or_default()
}

impl Api {
    /// Sends requests to where this client does. A proxy keeps the limits; without one we do.
    #[must_use]
    pub fn new(http: Arc<Http>, metrics: Arc<Metrics>) -> Self {
        let keeper = if http.proxy.is_some() { Keeper::Proxy } else { Keeper::We };
        Self::limited_by(http, metrics, keeper)
    }

    /// The same, but it is said who keeps the limits.
    #[must_use]
    pub fn limited_by(http: Arc<Http>, metrics: Arc<Metrics>, keeper: Keeper) -> Self {
        let client = client(http.proxy.as_deref());
        Self {
            http,
            client,
            governor: Arc::new(Governor::new(keeper, Arc::clone(&metrics))),
            metrics,
            picture_pool: PicturePool::default(),
            uploads: Arc::default(),
            answering: Answering::default(),
            rivals: Arc::default(),
            emojis: Arc::default(),
        }
    }

    /// Whether the message's picture must be drawn first. Then the answer to an interaction should not wait for it.
    #[must_use]
    pub fn takes_time(&self, message: &Message) -> bool {
        message.art().is_some_and(|art| !self.picture_pool.has(art))
    }

    pub(super) const fn pictures(&self) -> &PicturePool {
        &self.picture_pool
    }

    /// Whether pictures can be sent to this channel, as far as is known.
    pub(super) fn takes_pictures(&self, channel: ChannelId) -> bool {
        !self.uploads.are_refused(Route::ChannelMessages { channel_id: channel_id(channel) })
    }

    /// Draws the message's picture, so that it is there when the message is sent.
    pub(super) async fn draw(&self, message: &Message) {
        if let Some(art) = message.art() {
            self.picture_pool.draw(art, &self.metrics).await;
        }
    }

    /// Where requests are counted.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Brings those metrics up to date that change by time alone.
    pub fn measure(&self) {
        self.governor.measure();
    }

    /// From now on we know which application we are.
    pub fn is_application(&self, id: u64) {
        self.http.set_application_id(raw::ApplicationId::new(id.max(1)));
    }

    /// Which interactions wait for an answer.
    #[must_use]
    pub const fn answering(&self) -> &Answering {
        &self.answering
    }

    /// Is this the bot itself? Its user has the id of its application.
    pub fn is_me(&self, user: UserId) -> bool {
        self.http.application_id().is_some_and(|id| id.get() == user.0)
    }

    fn application(&self) -> Result<raw::ApplicationId, Failure> {
        self.http.application_id().ok_or_else(|| Failure::Away("not connected yet".to_owned()))
    }

    /// Sends the first answer to an interaction. With `told`, Discord says which message it made.
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
        let body = |m: &Message| callback.json(Some(m));
        let answer = match callback.message() {
            Some(message) => self.send_message(LightMethod::Post, route, message, body, told).await,
            None => self.send_with(LightMethod::Post, route, Some(&callback.json(None)), told, None, HURRIED).await,
        };
        if answer == Err(Failure::Answered) {
            self.rivals.met();
        }
        Ok(id_of(&answer?["resource"]["message"]).ok().map(MessageId))
    }

    /// The message that an interaction was answered with.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn original(&self, token: &str) -> Result<Original, Failure> {
        let route = Route::WebhookOriginalInteractionResponse { application_id: self.application()?, token };
        let message = self.send(LightMethod::Get, route, None).await?;
        let has = |flag: u64| message["flags"].as_u64().is_some_and(|flags| flags & flag != 0);
        Ok(Original { id: MessageId(id_of(&message)?), ephemeral: has(EPHEMERAL), loading: has(LOADING) })
    }

    /// Edits the message that an interaction was answered with, or that holds its component. Returns its id if the
    /// response has it.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn edit_original(&self, token: &str, message: &Message) -> Result<Option<MessageId>, Failure> {
        let route = Route::WebhookOriginalInteractionResponse { application_id: self.application()?, token };
        let edited = self.send_message(LightMethod::Patch, route, message, Message::edit, false).await?;
        Ok(id_of(&edited).ok().map(MessageId))
    }

    /// Deletes the message that an interaction was answered with.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn delete_original(&self, token: &str) -> Result<(), Failure> {
        let route = Route::WebhookOriginalInteractionResponse { application_id: self.application()?, token };
        self.send(LightMethod::Delete, route, None).await.map(drop)
    }

    /// Sends a further, ephemeral message after an interaction was answered. If Discord says that everybody sees
    /// it, it is deleted at once.
    ///
    /// # Errors
    /// What went wrong; `Answered` if it took the place of a public message.
    pub async fn whisper(&self, token: &str, message: &Message) -> Result<MessageId, Failure> {
        let route = Route::WebhookFollowupMessages { application_id: self.application()?, token };
        let body = |m: &Message| m.reply(Audience::Caller);
        let made = self.send_message(LightMethod::Post, route, message, body, false).await?;
        let id = id_of(&made)?;
        if made["flags"].as_u64().is_none_or(|flags| flags & EPHEMERAL != 0) {
            return Ok(MessageId(id));
        }
        tracing::error!("a message for one person stood before everybody, and is deleted");
        self.delete_whisper(token, MessageId(id)).await?;
        Err(Failure::Answered)
    }

    /// Deletes a further message that [`whisper`](Self::whisper) sent.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn delete_whisper(&self, token: &str, message: MessageId) -> Result<(), Failure> {
        let message_id = raw::MessageId::new(message.0.max(1));
        let route = Route::WebhookFollowupMessage { application_id: self.application()?, token, message_id };
        self.send(LightMethod::Delete, route, None).await.map(drop)
    }

    /// Edits a further message that [`whisper`](Self::whisper) sent.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn edit_whisper(&self, token: &str, message: MessageId, to: &Message) -> Result<(), Failure> {
        let message_id = raw::MessageId::new(message.0.max(1));
        let route = Route::WebhookFollowupMessage { application_id: self.application()?, token, message_id };
        self.send_message(LightMethod::Patch, route, to, Message::edit, false).await.map(drop)
    }

    /// Posts a message, unless one was posted in that channel under the same nonce within the last few minutes:
    /// then it is that one.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn post(&self, channel: ChannelId, message: &Message, nonce: u64) -> Result<MessageId, Failure> {
        let nonce = format!("{nonce:016x}");
        let route = Route::ChannelMessages { channel_id: channel_id(channel) };
        let body = |m: &Message| m.create(&nonce);
        id_of(&self.send_message(LightMethod::Post, route, message, body, false).await?).map(MessageId)
    }

    /// Edits a message.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn edit(&self, channel: ChannelId, message: MessageId, to: &Message) -> Result<(), Failure> {
        let edit = || self.send_message(LightMethod::Patch, message_route(channel, message), to, Message::edit, false);
        self.open_for(channel, edit).await.map(drop)
    }

    /// Deletes a message; one that is already gone counts as deleted.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), Failure> {
        let delete = || self.send(LightMethod::Delete, message_route(channel, message), None);
        match self.open_for(channel, delete).await {
            Ok(_) | Err(Failure::NoMessage | Failure::NoChannel) => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    /// Repeats a request if the channel is a thread that was archived because nobody had written for a day: once it
    /// is reopened, messages in it can be changed. Anyone who may write in it may reopen it, unless a moderator has
    /// locked it: then we could, but should not.
    async fn open_for<F>(&self, channel: ChannelId, request: impl Fn() -> F) -> Result<Value, Failure>
    where
        F: Future<Output = Result<Value, Failure>>,
    {
        match request().await {
            Err(Failure::Archived) => {
                let route = Route::Channel { channel_id: channel_id(channel) };
                let thread = self.send(LightMethod::Get, route, None).await?;
                if thread["thread_metadata"]["locked"] == true {
                    return Err(Failure::Locked);
                }
                self.send(LightMethod::Patch, route, Some(&json!({"archived": false}))).await?;
                request().await
            }
            other => other,
        }
    }

    /// The direct-message channel with a person.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn direct(&self, user: UserId) -> Result<ChannelId, Failure> {
        let body = json!({"recipient_id": user.to_string()});
        let answer = self.send(LightMethod::Post, Route::UserMeDmChannels, Some(&body)).await?;
        id_of(&answer).map(ChannelId)
    }

    /// Whether the bot is in a server.
    ///
    /// # Errors
    /// What went wrong, so that it is not known.
    pub async fn is_in(&self, guild: GuildId) -> Result<bool, Failure> {
        let route = Route::Guild { guild_id: raw::GuildId::new(guild.0.max(1)) };
        match self.send(LightMethod::Get, route, None).await {
            Ok(_) => Ok(true),
            Err(Failure::NoAccess | Failure::Refused { code: 10004, .. }) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Whether somebody is in a server.
    ///
    /// # Errors
    /// What went wrong, so that it is not known.
    pub async fn is_member(&self, guild: GuildId, user: UserId) -> Result<bool, Failure> {
        let (guild_id, user_id) = (raw::GuildId::new(guild.0.max(1)), raw::UserId::new(user.0.max(1)));
        match self.send(LightMethod::Get, Route::GuildMember { guild_id, user_id }, None).await {
            Ok(_) => Ok(true),
            // The last one: nobody has this id any more.
            Err(Failure::NoMember | Failure::Refused { code: 10013, .. }) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Opens a public thread. Those of announcement channels (`announces`) are of a kind of their own.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn thread(&self, channel: ChannelId, announces: bool, name: &str) -> Result<ChannelId, Failure> {
        let kind = if announces { 10 } else { 11 };
        let body = json!({"name": name, "type": kind, "auto_archive_duration": 1440});
        let route = Route::ChannelThreads { channel_id: channel_id(channel) };
        id_of(&self.send_with(LightMethod::Post, route, Some(&body), false, None, CAREFUL).await?).map(ChannelId)
    }

    /// Makes somebody a member of a thread, who then has it in their list of channels.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn add_to_thread(&self, thread: ChannelId, user: UserId) -> Result<(), Failure> {
        let user_id = raw::UserId::new(user.0.max(1));
        let route = Route::ChannelThreadMember { channel_id: channel_id(thread), user_id };
        self.send(LightMethod::Put, route, None).await.map(drop)
    }

    /// Deletes a channel or thread.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn delete_channel(&self, channel: ChannelId) -> Result<(), Failure> {
        let route = Route::Channel { channel_id: channel_id(channel) };
        self.send(LightMethod::Delete, route, None).await.map(drop)
    }

    /// Registers our commands if the registered ones differ. Returns whether they did.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn register(&self, ours: &[Value]) -> Result<bool, Failure> {
        let application_id = self.application()?;
        let known = self.send(LightMethod::Get, Route::Commands { application_id }, None).await?;
        if known.as_array().is_some_and(|known| super::registry::same(known, ours)) {
            return Ok(false);
        }
        let body = Value::Array(ours.to_vec());
        self.send(LightMethod::Put, Route::Commands { application_id }, Some(&body)).await?;
        Ok(true)
    }

    /// Uses the emoji of cards that the application has. Returns the cards that it has not.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn untaught_cards(&self) -> Result<Vec<CardFace>, Failure> {
        let route = Route::Emojis { application_id: self.application()? };
        let known = self.send(LightMethod::Get, route, None).await?;
        let known = known["items"].as_array().into_iter().flatten();
        let known: HashMap<&str, &str> =
            known.filter_map(|emoji| Some((emoji["name"].as_str()?, emoji["id"].as_str()?))).collect();
        let is_missing = |face: &CardFace| match known.get(name_of(*face).as_str()) {
            Some(id) => {
                self.emojis.keep(*face, id);
                false
            }
            None => true,
        };
        Ok(CardFace::all().filter(is_missing).collect())
    }

    /// Has the application know a card as an emoji, which is used from then on.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn teach_card(&self, face: CardFace, png: &[u8]) -> Result<(), Failure> {
        let route = Route::Emojis { application_id: self.application()? };
        let image = CreateAttachment::bytes(png, "card.png").to_base64();
        let body = json!({"name": name_of(face), "image": image});
        let made = self.send_with(LightMethod::Post, route, Some(&body), false, None, CAREFUL).await?;
        self.emojis.keep(face, &id_of(&made)?.to_string());
        Ok(())
    }

    /// Who we are: id and name.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn me(&self) -> Result<(u64, String), Failure> {
        let me = self.send_with(LightMethod::Get, Route::UserMe, None, false, None, BRIEF).await?;
        Ok((id_of(&me)?, me["username"].as_str().unwrap_or_default().to_owned()))
    }

    /// Where Discord sends interactions instead of to the gateway, if the application is set up so.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn endpoint(&self) -> Result<Option<String>, Failure> {
        let route = Route::Oauth2ApplicationCurrent;
        let application = self.send_with(LightMethod::Get, route, None, false, None, BRIEF).await?;
        Ok(application["interactions_endpoint_url"].as_str().map(str::to_owned))
    }

    /// How many sessions may still be begun at the gateway today, and when that number starts anew; `None` if
    /// Discord does not say.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn starts_left(&self) -> Result<Option<StartsLeft>, Failure> {
        let answer = self.send_with(LightMethod::Get, Route::GatewayBot, None, false, None, BRIEF).await?;
        let limit = &answer["session_start_limit"];
        let numbers = (limit["remaining"].as_u64(), limit["reset_after"].as_u64(), answer["shards"].as_u64());
        let (Some(left), Some(reset), Some(shards)) = numbers else { return Ok(None) };
        let total = limit["total"].as_u64().unwrap_or(left).max(left);
        let at_once = limit["max_concurrency"].as_u64().unwrap_or(1).max(1);
        Ok(Some(StartsLeft { left, total, shards, again: Duration::from_millis(reset), at_once }))
    }

    /// The address of the gateway.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn gateway(&self) -> Result<String, Failure> {
        let answer = self.send_with(LightMethod::Get, Route::Gateway, None, false, None, BRIEF).await?;
        let url = answer["url"].as_str().map(str::to_owned);
        url.ok_or_else(|| Failure::Away("the answer to GET /gateway has no url".to_owned()))
    }
}

fn message_route(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage { channel_id: channel_id(channel), message_id: raw::MessageId::new(message.0.max(1)) }
}

/// The library's ids cannot be 0.
fn channel_id(channel: ChannelId) -> raw::ChannelId {
    raw::ChannelId::new(channel.0.max(1))
}

fn id_of(object: &Value) -> Result<u64, Failure> {
    let id = object["id"].as_str().and_then(|id| id.parse().ok());
    id.ok_or_else(|| Failure::Away("an answer without an id".to_owned()))
}

#[cfg(test)]
mod tests;
