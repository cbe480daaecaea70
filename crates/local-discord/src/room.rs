//! The room's state behind one lock, and the only ways to change it: each of them stores the change, then tells of
//! it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};

use super::error::{ApiError, ApiResult};
use super::files::Files;
use super::gateway::sessions::{Scope, Sessions, intent};
use super::ids::{Id, Snowflakes, now_ms};
use super::model::{Answer, Attachment, Channel, Emoji, House, Interaction, Message, Person, flag};
use super::pending::Pending;
use super::storage::{Journal, Record};
use crate::Welcome;

/// Ephemeral messages older than this are gone after a restart, in milliseconds.
const EPHEMERAL_MS: u64 = 24 * 60 * 60 * 1_000;

/// The room, shared by all requests.
#[derive(Debug)]
pub(super) struct Room {
    /// `http://127.0.0.1:8080`
    pub base: String,
    /// `127.0.0.1:8080`
    pub authority: String,
    pub token: String,
    pub files: Files,
    pub stop: watch::Receiver<bool>,
    inner: Mutex<Inner>,
    editing: Mutex<()>,
}

impl Room {
    pub(super) fn new(authority: String, token: String, stop: watch::Receiver<bool>, inner: Inner) -> Self {
        let files = inner.files.clone();
        Self {
            base: format!("http://{authority}"),
            authority,
            token,
            files,
            stop,
            inner: Mutex::new(inner),
            editing: Mutex::default(),
        }
    }

    /// Held from reading a message until the edited one has taken its place, so that two edits never undo each
    /// other. Taken before the lock of the state, and never held across an await.
    pub(super) fn editing(&self) -> MutexGuard<'_, ()> {
        self.editing.lock()
    }

    /// The state. Never held across an await.
    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock()
    }

    /// The ids of the application's emoji.
    pub(super) fn emojis(&self) -> HashSet<String> {
        self.lock().emojis.keys().map(ToString::to_string).collect()
    }

    /// Resolves when the room shuts down.
    pub(super) async fn stopped(&self) {
        let mut stop = self.stop.clone();
        // An error means that the owner is gone, which is a stop too.
        let _ = stop.wait_for(|stopped| *stopped).await;
    }
}

/// Everything that the lock guards.
#[derive(Debug)]
pub(super) struct Inner {
    pub base: String,
    pub bot_name: String,
    pub welcome: Option<Welcome>,
    pub house: House,
    pub people: BTreeMap<Id, Person>,
    pub channels: BTreeMap<Id, Channel>,
    pub commands: BTreeMap<Option<Id>, Vec<Value>>,
    pub emojis: BTreeMap<Id, Emoji>,
    pub sessions: Sessions,
    pub pending: Pending,
    pub page: broadcast::Sender<Arc<str>>,
    messages: HashMap<Id, BTreeMap<Id, Message>>,
    ids: Snowflakes,
    journal: Journal,
    files: Files,
}

impl Inner {
    /// Rebuilds the state from what was stored.
    pub(super) fn restore(
        journal: Journal,
        files: Files,
        records: Vec<Record<'static>>,
        base: String,
        bot_name: String,
    ) -> Self {
        let now = now_ms();
        let mut inner = Self {
            base,
            bot_name,
            welcome: None,
            house: House { guild: Id(0), guild_name: String::new(), bot: Id(0), bot_role: Id(0), created_ms: now },
            people: BTreeMap::new(),
            channels: BTreeMap::new(),
            commands: BTreeMap::new(),
            emojis: BTreeMap::new(),
            sessions: Sessions::default(),
            page: broadcast::channel(1024).0,
            messages: HashMap::new(),
            pending: Pending::default(),
            ids: Snowflakes::default(),
            journal,
            files,
        };
        let mut mark = Id(0);
        for record in records {
            if let Record::IdMark(id) = record {
                mark = mark.max(id);
            } else {
                inner.replay(record);
            }
        }
        inner.ids = Snowflakes::above(mark);
        inner.forget_old(now);
        inner
    }

    fn replay(&mut self, record: Record<'static>) {
        match record {
            Record::IdMark(_) => {}
            Record::House(house) => self.house = house.into_owned(),
            Record::Person(person) => drop(self.people.insert(person.id, person.into_owned())),
            Record::Channel(channel) => drop(self.channels.insert(channel.id, channel.into_owned())),
            Record::ChannelGone(id) => {
                self.channels.remove(&id);
                self.messages.remove(&id);
            }
            Record::Message(message) => {
                let message = message.into_owned();
                if let Some(channel) = self.channels.get_mut(&message.channel)
                    && message.only.is_none()
                {
                    channel.last_message = channel.last_message.max(Some(message.id));
                }
                self.messages.entry(message.channel).or_default().insert(message.id, message);
            }
            Record::MessageGone { channel, id } => {
                self.messages.entry(channel).or_default().remove(&id);
            }
            Record::Interaction(interaction) => self.pending.keep(interaction.into_owned()),
            Record::Commands { guild, list } => drop(self.commands.insert(guild, list.into_owned())),
            Record::Emoji(emoji) => drop(self.emojis.insert(emoji.id, emoji.into_owned())),
            Record::EmojiGone(id) => drop(self.emojis.remove(&id)),
        }
    }

    fn forget_old(&mut self, now: u64) {
        for messages in self.messages.values_mut() {
            messages.retain(|_, m| m.only.is_none() || now.saturating_sub(m.sent_ms) < EPHEMERAL_MS);
        }
        self.pending.forget_old(now);
    }

    /// Whether this is a room that has not been set up yet.
    pub(super) fn is_empty(&self) -> bool {
        self.house.guild == Id(0)
    }

    pub(super) fn next_id(&mut self) -> Id {
        let (id, mark) = self.ids.next(now_ms());
        if let Some(mark) = mark {
            self.save(&Record::IdMark(mark));
        }
        id
    }

    fn save(&mut self, record: &Record<'_>) {
        if let Err(error) = self.journal.append(record) {
            tracing::error!(%error, "the room's file cannot be written: what happens now will be lost at a restart");
        }
        if self.journal.is_bloated() {
            self.compact();
        }
    }

    /// Rewrites the file.
    pub(super) fn compact(&mut self) {
        let mark = self.ids.mark();
        let records = [Record::IdMark(mark), Record::House(Cow::Borrowed(&self.house))]
            .into_iter()
            .chain(self.people.values().map(|p| Record::Person(Cow::Borrowed(p))))
            .chain(self.channels.values().map(|c| Record::Channel(Cow::Borrowed(c))))
            .chain(self.messages.values().flat_map(BTreeMap::values).map(|m| Record::Message(Cow::Borrowed(m))))
            .chain(self.pending.all().map(|i| Record::Interaction(Cow::Borrowed(i))))
            .chain(self.commands.iter().map(|(g, list)| Record::Commands { guild: *g, list: Cow::Borrowed(list) }))
            .chain(self.emojis.values().map(|emoji| Record::Emoji(Cow::Borrowed(emoji))));
        if let Err(error) = self.journal.rewrite(records) {
            tracing::error!(%error, "the room's file cannot be written anew");
        }
    }

    /// Removes files that belong to no message.
    pub(super) fn sweep_files(&self) {
        let messages = self.messages.values().flat_map(BTreeMap::values);
        let kept: HashSet<(Id, Id)> = messages.flat_map(|m| m.attachments.iter().map(|a| (m.channel, a.id))).collect();
        self.files.sweep(&kept);
    }

    /// Waits until everything is on disk.
    pub(super) fn sync(&self) {
        if let Err(error) = self.journal.sync() {
            tracing::error!(%error, "the room's file cannot be flushed");
        }
    }

    pub(super) fn put_house(&mut self, house: House) {
        self.save(&Record::House(Cow::Borrowed(&house)));
        self.house = house;
    }

    /// Tells every open page.
    pub(super) fn tell_page(&self, event: &Value) {
        // There may be no open page.
        let _ = self.page.send(event.to_string().into());
    }

    pub(super) fn put_person(&mut self, person: Person) {
        self.save(&Record::Person(Cow::Borrowed(&person)));
        let known = self.people.insert(person.id, person.clone()).is_some();
        self.tell_page(&json!({"t": "person", "person": self.page_person(&person)}));
        if !known {
            let mut member = self.member_json(person.id);
            member["guild_id"] = json!(self.house.guild);
            self.sessions.dispatch("GUILD_MEMBER_ADD", &member, Scope::Guild(self.house.guild), intent::GUILD_MEMBERS);
        }
    }

    /// Marks what a person has read, in one channel.
    pub(super) fn mark_read(&mut self, person: Id, channel: Id, message: Id) {
        let Some(found) = self.people.get_mut(&person) else { return };
        let mark = found.read.entry(channel).or_insert(message);
        *mark = (*mark).max(message);
        let found = found.clone();
        self.save(&Record::Person(Cow::Borrowed(&found)));
        self.tell_page(&json!({"t": "read", "person": person, "channel": channel, "message": message}));
    }

    /// Stores a channel or thread and tells of it, as created if it was not known.
    pub(super) fn put_channel(&mut self, channel: Channel) {
        self.save(&Record::Channel(Cow::Borrowed(&channel)));
        let known = self.channels.insert(channel.id, channel.clone()).is_some();
        self.tell_page(&json!({"t": "channel", "channel": self.page_channel(&channel)}));
        let mut wire = self.channel_json(&channel);
        let name = match (channel.is_thread(), known) {
            (true, false) => {
                wire["newly_created"] = json!(true);
                "THREAD_CREATE"
            }
            (true, true) => "THREAD_UPDATE",
            (false, false) => "CHANNEL_CREATE",
            (false, true) => "CHANNEL_UPDATE",
        };
        let (scope, wanted) = if channel.is_dm() {
            (Scope::Direct, intent::DIRECT_MESSAGES)
        } else {
            (Scope::Guild(self.house.guild), intent::GUILDS)
        };
        self.sessions.dispatch(name, &wire, scope, wanted);
    }

    pub(super) fn remove_channel(&mut self, id: Id) {
        let Some(channel) = self.channels.remove(&id) else { return };
        self.messages.remove(&id);
        self.save(&Record::ChannelGone(id));
        self.files.remove_channel(id);
        self.tell_page(&json!({"t": "channel_gone", "channel": id}));
        let name = if channel.is_thread() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        self.sessions.dispatch(name, &self.channel_json(&channel), Scope::Guild(self.house.guild), intent::GUILDS);
    }

    /// Stores a message and tells of it, as created if it was not known. Files that it no longer has are removed.
    pub(super) fn put_message(&mut self, message: Message) {
        self.save(&Record::Message(Cow::Borrowed(&message)));
        let old = self.messages.entry(message.channel).or_default().insert(message.id, message.clone());
        let known = old.is_some();
        if let Some(old) = old {
            self.remove_files(&old, &message.attachments);
        }
        if !known
            && message.only.is_none()
            && let Some(channel) = self.channels.get_mut(&message.channel)
        {
            channel.last_message = Some(message.id);
        }
        if self.page.receiver_count() > 0 {
            let kind = if known { "edit" } else { "message" };
            self.tell_page(&json!({"t": kind, "message": self.page_message(&message)}));
        }
        if message.only.is_none() {
            let name = if known { "MESSAGE_UPDATE" } else { "MESSAGE_CREATE" };
            self.dispatch_message(name, &message);
        }
    }

    /// Removes the files of a message, except those that are kept.
    fn remove_files(&self, of: &Message, kept: &[Attachment]) {
        for gone in of.attachments.iter().filter(|a| kept.iter().all(|kept| kept.id != a.id)) {
            self.files.remove(of.channel, gone.id);
        }
    }

    fn dispatch_message(&mut self, name: &'static str, message: &Message) {
        let dm = self.channels.get(&message.channel).is_some_and(Channel::is_dm);
        let mut wire = self.message_json(message);
        if dm {
            return self.sessions.dispatch(name, &wire, Scope::Direct, intent::DIRECT_MESSAGES);
        }
        wire["guild_id"] = json!(self.house.guild);
        if message.author != self.house.bot {
            wire["member"] = self.partial_member_json(message.author);
        }
        let readable = message.author == self.house.bot || message.mentions.contains(&self.house.bot);
        self.sessions.dispatch_guild_message(name, wire, self.house.guild, readable);
    }

    /// Removes a message and its files, if it is there.
    pub(super) fn remove_message(&mut self, channel: Id, id: Id) {
        let Some(gone) = self.messages.get_mut(&channel).and_then(|known| known.remove(&id)) else { return };
        self.save(&Record::MessageGone { channel, id });
        self.remove_files(&gone, &[]);
        self.tell_page(&json!({"t": "message_gone", "channel": channel, "message": id, "only": gone.only}));
        if gone.only.is_none() {
            let dm = self.channels.get(&channel).is_some_and(Channel::is_dm);
            let (scope, wanted) = if dm {
                (Scope::Direct, intent::DIRECT_MESSAGES)
            } else {
                (Scope::Guild(self.house.guild), intent::GUILD_MESSAGES)
            };
            let mut wire = json!({"id": id, "channel_id": channel});
            if !dm {
                wire["guild_id"] = json!(self.house.guild);
            }
            self.sessions.dispatch("MESSAGE_DELETE", &wire, scope, wanted);
        }
    }

    pub(super) fn message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.messages.get(&channel)?.get(&id)
    }

    /// The messages of a channel, oldest first.
    pub(super) fn messages(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages.get(&channel).into_iter().flat_map(BTreeMap::values)
    }

    pub(super) fn channel(&self, id: Id) -> ApiResult<&Channel> {
        self.channels.get(&id).ok_or_else(ApiError::unknown_channel)
    }

    pub(super) fn put_commands(&mut self, guild: Option<Id>, list: Vec<Value>) {
        self.save(&Record::Commands { guild, list: Cow::Borrowed(&list) });
        self.commands.insert(guild, list);
        self.tell_page(&json!({"t": "commands", "commands": self.page_commands()}));
    }

    pub(super) fn put_emoji(&mut self, emoji: Emoji) {
        self.save(&Record::Emoji(Cow::Borrowed(&emoji)));
        self.emojis.insert(emoji.id, emoji);
    }

    pub(super) fn drop_emoji(&mut self, id: Id) -> Option<Emoji> {
        let gone = self.emojis.remove(&id)?;
        self.save(&Record::EmojiGone(id));
        Some(gone)
    }

    /// Keeps an interaction. It is stored only once it has an answer with which its token can be used: one that a
    /// restart cuts off before that has failed anyway.
    pub(super) fn put_interaction(&mut self, interaction: Interaction) {
        if !matches!(interaction.answer, Answer::None | Answer::Choices) {
            self.save(&Record::Interaction(Cow::Borrowed(&interaction)));
        }
        self.pending.keep(interaction);
    }

    /// How many messages in `channel` the person has not read, and how many of those mention the person.
    pub(super) fn unread(&self, person: &Person, channel: &Channel) -> (usize, usize) {
        let mark = person.read.get(&channel.id).copied().unwrap_or(Id(0));
        let unread = self.messages(channel.id).rev().take_while(|m| m.id > mark);
        unread.filter(|m| m.author != person.id && m.visible_to(person.id)).fold((0, 0), |(all, named), m| {
            (all + 1, named + usize::from(m.mentions.contains(&person.id) && !m.has(flag::SUPPRESS_NOTIFICATIONS)))
        })
    }
}
