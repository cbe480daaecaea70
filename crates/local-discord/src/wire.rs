//! How the room's things look in Discord's API.

use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::macros::format_description;

use super::ids::Id;
use super::model::{Attachment, Cause, Channel, Message, channel_kind, flag};
use super::room::Inner;

/// Permission bits that the room uses.
pub(super) mod permission {
    pub const VIEW: u64 = 1 << 10;
    pub const SEND: u64 = 1 << 11;
    pub const EMBED_LINKS: u64 = 1 << 14;
    pub const ATTACH_FILES: u64 = 1 << 15;
    pub const READ_HISTORY: u64 = 1 << 16;
    pub const USE_COMMANDS: u64 = 1 << 31;
    pub const PUBLIC_THREADS: u64 = 1 << 35;
    pub const PRIVATE_THREADS: u64 = 1 << 36;
    pub const SEND_IN_THREADS: u64 = 1 << 38;
    /// What everybody may do.
    pub const COMMON: u64 = VIEW
        | SEND
        | EMBED_LINKS
        | ATTACH_FILES
        | READ_HISTORY
        | USE_COMMANDS
        | PUBLIC_THREADS
        | PRIVATE_THREADS
        | SEND_IN_THREADS;
    /// What a bot that may not write in a channel lacks.
    pub const WRITING: u64 = SEND | SEND_IN_THREADS | PUBLIC_THREADS | PRIVATE_THREADS;
    /// What the owner of the guild may do: everything that exists today.
    pub const ALL: u64 = (1 << 53) - 1;
}

/// An ISO 8601 time stamp in UTC with microseconds, as Discord writes them.
pub(super) fn iso(ms: u64) -> String {
    let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]+00:00");
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000)
        .ok()
        .and_then(|time| time.format(format).ok())
        .unwrap_or_else(|| "1970-01-01T00:00:00.000000+00:00".to_owned())
}

impl Inner {
    pub(super) fn user_json(&self, id: Id) -> Value {
        let bot = id == self.house.bot;
        let name = if bot { Some(&self.bot_name) } else { self.people.get(&id).map(|p| &p.name) };
        let name = name.map_or("Unknown", String::as_str);
        // Unique and in the alphabet of user names, whatever the display name is.
        let username =
            if bot { name.to_lowercase().replace(' ', "_") } else { format!("{}_{}", slug(name), id.0 % 1000) };
        json!({
            "id": id, "username": username, "global_name": if bot { Value::Null } else { json!(name) },
            "discriminator": if bot { "0001" } else { "0" }, "avatar": null, "bot": bot, "public_flags": 0, "flags": 0,
            "banner": null, "accent_color": null, "avatar_decoration_data": null, "primary_guild": null,
        })
    }

    pub(super) fn member_json(&self, id: Id) -> Value {
        let mut member = self.partial_member_json(id);
        member["user"] = self.user_json(id);
        member
    }

    /// A member without its user.
    pub(super) fn partial_member_json(&self, id: Id) -> Value {
        let bot = id == self.house.bot;
        let joined = self.people.get(&id).map_or(self.house.created_ms, |p| p.joined_ms);
        let roles = if bot { vec![self.house.bot_role] } else { Vec::new() };
        json!({
            "nick": null, "avatar": null, "banner": null, "roles": roles, "joined_at": iso(joined), "premium_since": null,
            "deaf": false, "mute": false, "flags": 0, "pending": false, "communication_disabled_until": null,
        })
    }

    /// The owner of the room: the first person.
    pub(super) fn owner(&self) -> Id {
        self.people.keys().next().copied().unwrap_or(self.house.bot)
    }

    pub(super) fn person_permissions(&self, id: Id) -> u64 {
        if id == self.owner() { permission::ALL } else { permission::COMMON }
    }

    /// What the bot may do in a channel.
    pub(super) fn bot_permissions(&self, channel: &Channel) -> u64 {
        if self.may_write(channel) { permission::COMMON } else { permission::COMMON & !permission::WRITING }
    }

    /// Whether the bot may write there; a thread follows its channel.
    pub(super) fn may_write(&self, channel: &Channel) -> bool {
        let parent = channel.parent.and_then(|id| self.channels.get(&id));
        channel.bot_may_write && parent.is_none_or(|p| p.bot_may_write)
    }

    pub(super) fn channel_json(&self, channel: &Channel) -> Value {
        if channel.is_dm() {
            let people: Vec<Value> = channel.recipient.iter().map(|id| self.user_json(*id)).collect();
            return json!({"id": channel.id, "type": channel.kind, "last_message_id": channel.last_message,
                "recipients": people, "flags": 0});
        }
        let mut wire = json!({
            "id": channel.id, "type": channel.kind, "guild_id": self.house.guild, "name": channel.name,
            "parent_id": channel.parent, "last_message_id": channel.last_message, "rate_limit_per_user": 0, "flags": 0,
        });
        if channel.is_thread() {
            wire["owner_id"] = json!(channel.owner);
            wire["message_count"] = json!(self.messages(channel.id).count());
            wire["total_message_sent"] = wire["message_count"].clone();
            wire["member_count"] = json!(channel.members.len().min(50));
            wire["thread_metadata"] = json!({
                "archived": channel.archived, "locked": channel.locked,
                "auto_archive_duration": channel.auto_archive_minutes,
                "archive_timestamp": iso(channel.created_ms), "create_timestamp": iso(channel.created_ms),
            });
            if channel.kind == channel_kind::PRIVATE_THREAD {
                wire["thread_metadata"]["invitable"] = json!(true);
            }
        } else {
            let position = self.channels.values().filter(|c| !c.is_dm() && !c.is_thread() && c.id < channel.id).count();
            let denied = if channel.bot_may_write { 0 } else { permission::WRITING };
            wire["position"] = json!(position);
            wire["topic"] = Value::Null;
            wire["nsfw"] = json!(false);
            wire["permission_overwrites"] = if denied == 0 {
                json!([])
            } else {
                json!([{"id": self.house.bot_role, "type": 0, "allow": "0", "deny": denied.to_string()}])
            };
        }
        wire
    }

    fn role_json(&self, id: Id, name: &str, position: u8) -> Value {
        json!({
            "id": id, "name": name, "color": 0, "hoist": false, "managed": position > 0, "mentionable": false,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "flags": 0, "icon": null,
            "unicode_emoji": null, "permissions": permission::COMMON.to_string(), "position": position,
        })
    }

    pub(super) fn roles_json(&self) -> Value {
        json!([
            self.role_json(self.house.guild, "@everyone", 0),
            self.role_json(self.house.bot_role, &self.bot_name, 1)
        ])
    }

    pub(super) fn guild_json(&self) -> Value {
        let mut guild = json!({
            "id": self.house.guild, "name": self.house.guild_name, "icon": null, "splash": null, "discovery_splash": null,
            "banner": null, "description": null, "owner_id": self.owner(), "roles": self.roles_json(), "emojis": [],
            "stickers": [], "features": [], "mfa_level": 0, "application_id": null, "system_channel_id": null,
            "system_channel_flags": 0, "rules_channel_id": null, "public_updates_channel_id": null, "vanity_url_code": null,
            "afk_channel_id": null, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 1,
            "explicit_content_filter": 0, "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US",
            "nsfw_level": 0, "nsfw": false, "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null,
            "widget_enabled": false, "widget_channel_id": null, "region": "local", "max_members": 500_000,
            "max_presences": null, "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
            "approximate_member_count": self.people.len() + 1, "approximate_presence_count": self.people.len() + 1,
        });
        guild["home_header"] = Value::Null;
        guild["incidents_data"] = Value::Null;
        guild
    }

    pub(super) fn guild_create_json(&self) -> Value {
        let mut guild = self.guild_json();
        let bot = self.house.bot;
        let everybody = self.people.keys().copied().chain([bot]);
        guild["members"] = everybody.map(|id| self.member_json(id)).collect();
        guild["channels"] = self.guild_channels_json();
        guild["threads"] =
            self.channels.values().filter(|c| c.is_thread() && !c.archived).map(|c| self.channel_json(c)).collect();
        guild["joined_at"] = json!(iso(self.house.created_ms));
        guild["large"] = json!(false);
        guild["unavailable"] = json!(false);
        guild["member_count"] = json!(self.people.len() + 1);
        for list in [
            "voice_states",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "embedded_activities",
            "soundboard_sounds",
        ] {
            guild[list] = json!([]);
        }
        guild
    }

    pub(super) fn guild_channels_json(&self) -> Value {
        self.channels.values().filter(|c| !c.is_dm() && !c.is_thread()).map(|c| self.channel_json(c)).collect()
    }

    pub(super) fn ready_json(&self, session: &str, shard: (u64, u64), guild: bool, gateway: &str) -> Value {
        let mut user = self.user_json(self.house.bot);
        user["verified"] = json!(true);
        user["mfa_enabled"] = json!(false);
        user["email"] = Value::Null;
        let guilds = if guild { json!([{"id": self.house.guild, "unavailable": true}]) } else { json!([]) };
        json!({
            "v": 10, "user": user, "guilds": guilds, "session_id": session, "resume_gateway_url": gateway,
            "shard": [shard.0, shard.1], "application": {"id": self.house.bot, "flags": 0}, "user_settings": {},
            "private_channels": [], "presences": [], "relationships": [], "geo_ordered_rtc_regions": [],
        })
    }

    pub(super) fn message_json(&self, message: &Message) -> Value {
        let mut wire = self.shallow_message_json(message);
        if let Some(id) = message.reply_to {
            wire["message_reference"] =
                json!({"type": 0, "message_id": id, "channel_id": message.channel, "guild_id": self.house.guild});
            let replied = self.message(message.channel, id).filter(|m| m.only.is_none());
            wire["referenced_message"] = replied.map_or(Value::Null, |m| self.shallow_message_json(m));
        }
        if let Some(thread) = message.thread.and_then(|id| self.channels.get(&id)) {
            if message.has(flag::HAS_THREAD) {
                wire["thread"] = self.channel_json(thread);
            } else {
                wire["message_reference"] = json!({"type": 0, "channel_id": thread.id, "guild_id": self.house.guild});
            }
        }
        if let Some(cause) = &message.cause {
            wire["interaction_metadata"] = self.cause_json(cause);
            if let Some(name) = &cause.command {
                let user = self.user_json(cause.person);
                wire["interaction"] = json!({"id": cause.interaction, "type": cause.kind, "name": name, "user": user});
            }
        }
        wire
    }

    fn shallow_message_json(&self, message: &Message) -> Value {
        let attachments: Vec<Value> = message.attachments.iter().map(|a| self.attachment_json(message, a)).collect();
        let mut components = Value::Array(message.components.clone());
        self.resolve_media(message, &mut components);
        let mentions: Vec<Value> = message.mentions.iter().map(|id| self.user_json(*id)).collect();
        let mut wire = json!({
            "id": message.id, "channel_id": message.channel, "author": self.user_json(message.author),
            "content": message.content, "timestamp": iso(message.sent_ms), "edited_timestamp": message.edited_ms.map(iso),
            "tts": false, "mention_everyone": message.mention_everyone, "mentions": mentions, "mention_roles": [],
            "attachments": attachments, "embeds": message.embeds, "components": components, "pinned": false,
            "type": message.kind, "flags": message.flags,
        });
        if let Some(nonce) = &message.nonce {
            wire["nonce"] = nonce.clone();
        }
        if message.author == self.house.bot {
            wire["application_id"] = json!(self.house.bot);
        }
        if message.cause.is_some() {
            wire["webhook_id"] = json!(self.house.bot);
        }
        wire
    }

    fn cause_json(&self, cause: &Cause) -> Value {
        let mut wire = json!({
            "id": cause.interaction, "type": cause.kind, "user": self.user_json(cause.person),
            "authorizing_integration_owners": {"0": self.house.guild},
        });
        match cause.kind {
            2 => wire["name"] = json!(cause.command),
            3 => wire["interacted_message_id"] = json!(cause.source),
            _ => {
                let trigger = Cause { kind: if cause.source.is_some() { 3 } else { 2 }, ..cause.clone() };
                wire["triggering_interaction_metadata"] = self.cause_json(&trigger);
            }
        }
        wire
    }

    /// The URL at which a file of a message is served.
    pub(super) fn attachment_url(&self, message: &Message, attachment: &Attachment) -> String {
        format!("{}/attachments/{}/{}/{}", self.base, message.channel, attachment.id, attachment.filename)
    }

    fn attachment_json(&self, message: &Message, attachment: &Attachment) -> Value {
        let url = self.attachment_url(message, attachment);
        let mut wire = json!({
            "id": attachment.id, "filename": attachment.filename, "size": attachment.size, "url": url, "proxy_url": url,
            "content_type": attachment.content_type, "ephemeral": message.only.is_some(),
        });
        if let Some(description) = &attachment.description {
            wire["description"] = json!(description);
        }
        if let (Some(width), Some(height)) = (attachment.width, attachment.height) {
            wire["width"] = json!(width);
            wire["height"] = json!(height);
        }
        wire
    }

    /// Replaces `attachment://` URLs with real ones, wherever components have media.
    fn resolve_media(&self, message: &Message, value: &mut Value) {
        match value {
            Value::Array(list) => list.iter_mut().for_each(|item| self.resolve_media(message, item)),
            Value::Object(map) => {
                for (key, item) in map.iter_mut() {
                    match (key.as_str(), item) {
                        ("media" | "file", Value::Object(media)) => self.resolve(message, media),
                        (_, item) => self.resolve_media(message, item),
                    }
                }
            }
            _ => {}
        }
    }

    /// One media item: a file of the message, or one on the web, which this room never fetches.
    fn resolve(&self, message: &Message, media: &mut Map<String, Value>) {
        let url = media.get("url").and_then(Value::as_str).unwrap_or_default().to_owned();
        let name = url.strip_prefix("attachment://");
        let full = match name.and_then(|name| message.attachments.iter().find(|a| a.filename == name)) {
            Some(found) => {
                let url = self.attachment_url(message, found);
                json!({"id": found.id, "url": url, "proxy_url": url, "attachment_id": found.id,
                    "content_type": found.content_type, "width": found.width, "height": found.height})
            }
            None => json!({"id": message.id, "url": url, "proxy_url": url}),
        };
        if let Value::Object(full) = full {
            media.extend(full);
        }
    }
}

/// Lower-case letters and digits of a name.
fn slug(name: &str) -> String {
    let slug: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if slug.is_empty() { "person".to_owned() } else { slug.to_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_discord_writes_them() {
        assert_eq!(iso(1_420_070_400_123), "2015-01-01T00:00:00.123000+00:00");
    }
}
