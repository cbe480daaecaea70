//! The room's things as the page sees them: in Discord's shapes, with what only this page knows added.

use serde_json::{Map, Value, json};

use crate::model::{Channel, Message, Person, flag};
use crate::room::Inner;

impl Inner {
    pub(crate) fn page_person(&self, person: &Person) -> Value {
        json!({"id": person.id, "name": person.name, "dms_open": person.dms_open, "owner": person.id == self.owner()})
    }

    pub(crate) fn page_channel(&self, channel: &Channel) -> Value {
        json!({
            "id": channel.id, "kind": channel.kind, "name": channel.name, "parent": channel.parent,
            "recipient": channel.recipient, "members": channel.members, "archived": channel.archived,
            "bot_may_write": channel.bot_may_write,
        })
    }

    pub(crate) fn page_message(&self, message: &Message) -> Value {
        let mut wire = self.message_json(message);
        let quiet = message.has(flag::SUPPRESS_NOTIFICATIONS);
        wire["room"] = json!({
            "only": message.only, "thinking": message.has(flag::LOADING), "thread": message.thread,
            "pings": if quiet { json!([]) } else { json!(message.mentions) },
        });
        wire
    }

    /// Slash commands and those about people, the guild's own before global ones of the same name.
    pub(crate) fn page_commands(&self) -> Value {
        let mut list: Vec<&Value> = Vec::new();
        for command in self.commands.get(&Some(self.house.guild)).into_iter().chain(self.commands.get(&None)).flatten()
        {
            let is_known = |known: &&Value| known["name"] == command["name"] && known["type"] == command["type"];
            if command["type"] != 3 && !list.iter().any(is_known) {
                list.push(command);
            }
        }
        json!(list)
    }

    /// Everything that a page needs at the start.
    pub(crate) fn page_state(&self) -> Value {
        let people: Vec<Value> = self.people.values().map(|p| self.page_person(p)).collect();
        let channels: Vec<Value> = self.channels.values().map(|c| self.page_channel(c)).collect();
        let mut unread = Map::new();
        for person in self.people.values() {
            let mut counts = Map::new();
            for channel in self.channels.values().filter(|c| c.visible_to(person.id)) {
                let (all, named) = self.unread(person, channel);
                if all > 0 {
                    counts.insert(channel.id.to_string(), json!({"all": all, "named": named}));
                }
            }
            unread.insert(person.id.to_string(), Value::Object(counts));
        }
        json!({
            "guild": {"id": self.house.guild, "name": self.house.guild_name},
            "bot": {"id": self.house.bot, "name": self.bot_name, "online": self.sessions.connected()},
            "people": people, "channels": channels, "commands": self.page_commands(), "unread": unread,
            "welcome": self.welcome,
        })
    }
}
