//! What a room keeps. Every type here is stored as it is; `wire` makes of it what Discord's clients see.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ids::{Id, now_ms};

/// Channel types of Discord's API that the room has.
pub(super) mod channel_kind {
    pub const TEXT: u8 = 0;
    pub const DM: u8 = 1;
    pub const PUBLIC_THREAD: u8 = 11;
    pub const PRIVATE_THREAD: u8 = 12;
}

/// Message flags of Discord's API that the room knows.
pub(super) mod flag {
    pub const SUPPRESS_EMBEDS: u64 = 1 << 2;
    pub const HAS_THREAD: u64 = 1 << 5;
    pub const EPHEMERAL: u64 = 1 << 6;
    pub const LOADING: u64 = 1 << 7;
    pub const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    pub const COMPONENTS_V2: u64 = 1 << 15;
}

/// Ids of the things that there is only one of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct House {
    pub guild: Id,
    pub guild_name: String,
    /// The bot's user and application, which share one id.
    pub bot: Id,
    pub bot_role: Id,
    pub created_ms: u64,
}

/// A little picture of the bot's own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Emoji {
    pub id: Id,
    pub name: String,
    /// As it was sent: `data:image/png;base64,…`.
    pub image: String,
}

/// Somebody in the room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Person {
    pub id: Id,
    pub name: String,
    /// Whether the bot may write to this person (Discord's "direct messages from server members").
    pub dms_open: bool,
    pub joined_ms: u64,
    /// Whether they have left the server. Their page still works, as Discord's does elsewhere.
    #[serde(default)]
    pub left: bool,
    /// The newest message read, by channel.
    #[serde(default)]
    pub read: BTreeMap<Id, Id>,
}

/// A channel, a thread, or the direct messages between a person and the bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Channel {
    pub id: Id,
    /// See [`channel_kind`].
    pub kind: u8,
    pub name: String,
    pub parent: Option<Id>,
    /// The person of a direct message channel.
    pub recipient: Option<Id>,
    /// Who created a thread.
    pub owner: Option<Id>,
    /// Who is in a private thread.
    #[serde(default)]
    pub members: Vec<Id>,
    #[serde(default)]
    pub archived: bool,
    #[serde(default)]
    pub locked: bool,
    #[serde(default = "default_archive")]
    pub auto_archive_minutes: u64,
    /// If this is off, the bot has no permission to write here.
    pub bot_may_write: bool,
    pub last_message: Option<Id>,
    pub created_ms: u64,
}

fn default_archive() -> u64 {
    4320
}

impl Channel {
    /// A new channel that the bot may write in. Anything else that its kind needs is up to the caller.
    pub(super) fn new(id: Id, kind: u8, name: String) -> Self {
        Self {
            id,
            kind,
            name,
            parent: None,
            recipient: None,
            owner: None,
            members: Vec::new(),
            archived: false,
            locked: false,
            auto_archive_minutes: default_archive(),
            bot_may_write: true,
            last_message: None,
            created_ms: now_ms(),
        }
    }

    pub(super) fn is_dm(&self) -> bool {
        self.kind == channel_kind::DM
    }

    pub(super) fn is_thread(&self) -> bool {
        matches!(self.kind, channel_kind::PUBLIC_THREAD | channel_kind::PRIVATE_THREAD)
    }

    /// Whether `person` can open it.
    pub(super) fn visible_to(&self, person: Id) -> bool {
        match self.kind {
            channel_kind::DM => self.recipient == Some(person),
            channel_kind::PRIVATE_THREAD => self.members.contains(&person),
            _ => true,
        }
    }
}

/// A file of a message. Its bytes are in [`Files`](super::files::Files).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Attachment {
    pub id: Id,
    pub filename: String,
    pub description: Option<String>,
    pub content_type: String,
    pub size: u64,
    /// Pixels, for PNG pictures.
    pub width: Option<u32>,
    pub height: Option<u32>,
}

/// The interaction that a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Cause {
    pub interaction: Id,
    /// Discord's interaction type: 2 command, 3 component, 5 modal.
    pub kind: u8,
    pub person: Id,
    /// The command's full name, as in `table join`.
    pub command: Option<String>,
    /// The message whose component was used.
    pub source: Option<Id>,
}

/// A message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Message {
    pub id: Id,
    pub channel: Id,
    pub author: Id,
    /// Discord's message type: 0 default, 18 thread created, 19 reply, 20 answer to a command.
    pub kind: u8,
    pub content: String,
    pub sent_ms: u64,
    pub edited_ms: Option<u64>,
    /// See [`flag`].
    pub flags: u64,
    #[serde(default)]
    pub embeds: Vec<Value>,
    /// As sent, with `id`s filled in; `attachment://` addresses are kept and resolved when shown.
    #[serde(default)]
    pub components: Vec<Value>,
    #[serde(default)]
    pub attachments: Vec<Attachment>,
    /// People mentioned in it whom it was allowed to mention.
    #[serde(default)]
    pub mentions: Vec<Id>,
    #[serde(default)]
    pub mention_everyone: bool,
    pub reply_to: Option<Id>,
    pub cause: Option<Cause>,
    /// For an ephemeral message: the only person who sees it.
    pub only: Option<Id>,
    pub nonce: Option<Value>,
    /// The thread opened from it, or announced by it.
    pub thread: Option<Id>,
}

impl Message {
    pub(super) fn has(&self, flag: u64) -> bool {
        self.flags & flag != 0
    }

    pub(super) fn visible_to(&self, person: Id) -> bool {
        self.only.is_none_or(|only| only == person)
    }
}

/// How an interaction was first answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Answer {
    None,
    Message,
    /// "Thinking": a message that is still to come.
    Thinking,
    /// The component's message was, or will be, edited.
    Update,
    Choices,
    Modal,
}

/// Something that a person did and the bot has to answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Interaction {
    pub id: Id,
    pub token: String,
    /// Discord's interaction type: 2 command, 3 component, 4 autocomplete, 5 modal.
    pub kind: u8,
    pub person: Id,
    pub channel: Id,
    pub created_ms: u64,
    pub command: Option<String>,
    /// The message with the component that was used, also for a modal opened by such a component.
    pub source: Option<Id>,
    pub answer: Answer,
    /// What `@original` refers to: the answering message, or the updated one.
    pub original: Option<Id>,
    pub followups: Vec<Id>,
    /// The modal that it opened, until it is submitted.
    pub modal: Option<Value>,
}

impl Interaction {
    pub(super) fn cause(&self) -> Cause {
        Cause {
            interaction: self.id,
            kind: self.kind,
            person: self.person,
            command: self.command.clone(),
            source: self.source,
        }
    }

    pub(super) fn owns(&self, message: Id) -> bool {
        self.original == Some(message) || self.followups.contains(&message)
    }
}
