//! Interactions as handlers see them: who, where, and what is asked, without the library's types.

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::model::application as raw;
use serenity::model::id;
use serenity::model::prelude::{ChannelType, Member, Message, PartialChannel, Permissions, User};

use super::arrivals::InLine;
use super::press::{Press, TableAct};
use super::ui::Filled;
use crate::tables::{Cause, ChannelId, GuildId, MessageId, Person, Place, UserId};

/// An interaction. It deliberately cannot be logged: typed text may be secret, and the token is a credential.
#[derive(Clone)]
pub struct Incoming {
    /// Its id: the cause of what is done about it.
    pub cause: Cause,
    /// The token to answer it with, valid for 15 minutes.
    pub token: String,
    /// The person who sent it.
    pub person: Person,
    /// The channel it was sent in, and its server.
    pub place: Place,
    /// What kind of channel that is.
    pub kind: ChannelKind,
    /// Whether the bot may write there by itself, as far as Discord says.
    pub writable: bool,
    /// The channel this happened in, if this person may moderate it (Manage Channels; in threads Manage Threads).
    pub moderates: Option<ChannelId>,
    /// Whether this person may manage the server (Manage Server).
    pub manager: bool,
    /// Whose turn it is in that channel.
    pub turn: InLine,
    /// What it asks for.
    pub wish: Wish,
}

impl Incoming {
    /// Everybody whose name it brings.
    pub fn people(&mut self) -> Vec<&mut Person> {
        let mut all = vec![&mut self.person];
        match &mut self.wish {
            Wish::Command(line) | Wish::Complete { line, .. } => {
                all.extend(line.options.iter_mut().filter_map(|(_, given)| match given {
                    Given::Somebody(person, _) => Some(person),
                    _ => None,
                }));
            }
            Wish::Press(used) => all.extend(&mut used.people),
            Wish::Submit { .. } => {}
        }
        all
    }

    /// Whether it comes from an ephemeral message, which then may show the answer.
    #[must_use]
    pub fn is_in_ephemeral(&self) -> bool {
        self.wish.shown().is_some_and(|shown| shown.ephemeral)
    }

    /// Whether it comes from a message that only this person sees: an ephemeral one, or a direct message.
    #[must_use]
    pub fn is_in_private(&self) -> bool {
        self.is_in_ephemeral() || self.wish.shown().is_some() && self.place.guild.is_none()
    }

    /// The direct message whose component was used.
    pub fn direct_message(&self) -> Option<(ChannelId, MessageId)> {
        let shown = self.wish.shown().filter(|shown| !shown.ephemeral && self.place.guild.is_none())?;
        Some((self.place.channel, shown.message))
    }
}

/// The kinds of channels that make a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChannelKind {
    Thread,
    Announcements,
    /// Any other, or one whose kind Discord did not say.
    Other,
}

impl ChannelKind {
    fn of(channel: Option<&PartialChannel>) -> Self {
        match channel.map(|channel| channel.kind) {
            Some(ChannelType::NewsThread | ChannelType::PublicThread | ChannelType::PrivateThread) => Self::Thread,
            Some(ChannelType::News) => Self::Announcements,
            _ => Self::Other,
        }
    }
}

/// What is wanted.
#[derive(Clone)]
pub enum Wish {
    Command(Line),
    /// Autocomplete of an option.
    Complete {
        /// The command so far.
        line: Line,
        /// The option's name.
        option: String,
        /// What has been typed of it.
        typed: String,
    },
    Press(Used),
    /// A form was sent.
    Submit {
        id: String,
        filled: Filled,
        /// The message whose button opened it, if one did.
        shown: Option<Shown>,
    },
}

impl Wish {
    /// Whether it may be a move at a table, so that it matters who comes first.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        match self {
            Self::Command(line) => matches!(line.name.as_str(), "move" | "table"),
            Self::Press(_) | Self::Submit { .. } => true,
            Self::Complete { .. } => false,
        }
    }

    /// Whether the house thinks about the answer, so that the person should see that it does.
    #[must_use]
    pub fn is_thought_about(&self) -> bool {
        let Self::Press(used) = self else { return false };
        matches!(Press::parse(&used.id), Some(Press::Review(_, _, 0) | Press::Table(_, TableAct::Hint)))
    }

    /// The message whose component was used.
    #[must_use]
    pub const fn shown(&self) -> Option<&Shown> {
        match self {
            Self::Press(used) => Some(&used.shown),
            Self::Submit { shown, .. } => shown.as_ref(),
            Self::Command(_) | Self::Complete { .. } => None,
        }
    }
}

/// A component as it was used.
#[derive(Clone)]
pub struct Used {
    pub id: String,
    /// What was picked.
    pub values: Vec<String>,
    /// The people among those values.
    pub people: Vec<Person>,
    /// The message it is in.
    pub shown: Shown,
}

impl Used {
    /// The only thing that was picked, or the first.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.values.first().map(String::as_str)
    }
}

/// A message that holds a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    pub message: MessageId,
    /// Whether only one person sees it.
    pub ephemeral: bool,
}

/// A slash command with its options.
#[derive(Clone, PartialEq, Default)]
pub struct Line {
    /// The command.
    pub name: String,
    /// Its subcommand.
    pub sub: Option<String>,
    options: Vec<(String, Given)>,
}

/// The value of an option.
#[derive(Clone, PartialEq)]
pub enum Given {
    Text(String),
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Somebody, and whether it is a bot.
    Somebody(Person, bool),
}

impl Line {
    /// A command without a subcommand.
    #[cfg(test)]
    pub fn new(name: &str, options: Vec<(String, Given)>) -> Self {
        Self { name: name.to_owned(), sub: None, options }
    }

    fn get(&self, name: &str) -> Option<&Given> {
        self.options.iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// A text option; `None` if it was left out or is blank.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Given::Text(text) => Some(text.trim()).filter(|t| !t.is_empty()),
            _ => None,
        }
    }

    #[must_use]
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Given::Number(n) => Some(*n),
            _ => None,
        }
    }

    /// Yes or no; no if it was left out.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Given::Flag(true)))
    }

    /// Somebody, and whether it is a bot.
    #[must_use]
    pub fn somebody(&self, name: &str) -> Option<(&Person, bool)> {
        match self.get(name)? {
            Given::Somebody(person, bot) => Some((person, *bot)),
            _ => None,
        }
    }
}

impl Incoming {
    /// Reads an interaction as the gateway sends it; `None` for pings and for kinds that we never ask for.
    ///
    /// # Errors
    /// If it is not as Discord describes it.
    pub fn read(mut event: Value) -> Result<Option<Self>, serde_json::Error> {
        let is_form = event["type"] == json!(5);
        let filled = if is_form { Filled::take(&mut event["data"]) } else { Filled::default() };
        Ok(Self::of(raw::Interaction::deserialize(event)?, filled))
    }

    fn of(interaction: raw::Interaction, filled: Filled) -> Option<Self> {
        match interaction {
            raw::Interaction::Command(c) => {
                let at = At::new(c.channel_id, c.channel.as_ref(), c.guild_id, c.app_permissions);
                let wish = Wish::Command(line(&c.data));
                Some(Self::new(c.id.get(), c.token, &c.user, c.member.as_deref(), at, wish))
            }
            raw::Interaction::Autocomplete(c) => {
                let at = At::new(c.channel_id, c.channel.as_ref(), c.guild_id, c.app_permissions);
                let (option, typed) = {
                    let focused = c.data.autocomplete()?;
                    (focused.name.to_owned(), focused.value.to_owned())
                };
                let wish = Wish::Complete { line: line(&c.data), option, typed };
                Some(Self::new(c.id.get(), c.token, &c.user, c.member.as_deref(), at, wish))
            }
            raw::Interaction::Component(c) => {
                let at = At::new(c.channel_id, c.channel.as_ref(), c.guild_id, c.app_permissions);
                let (values, people) = picked(&c.data);
                let wish = Wish::Press(Used { id: c.data.custom_id, values, people, shown: shown(&c.message) });
                Some(Self::new(c.id.get(), c.token, &c.user, c.member.as_ref(), at, wish))
            }
            raw::Interaction::Modal(m) => {
                let at = At::new(m.channel_id, m.channel.as_ref(), m.guild_id, m.app_permissions);
                let wish =
                    Wish::Submit { id: m.data.custom_id.clone(), filled, shown: m.message.as_deref().map(shown) };
                Some(Self::new(m.id.get(), m.token, &m.user, m.member.as_ref(), at, wish))
            }
            _ => None,
        }
    }

    fn new(id: u64, token: String, user: &User, member: Option<&Member>, at: At, wish: Wish) -> Self {
        let may = member.and_then(|m| m.permissions).unwrap_or_else(Permissions::empty);
        let moderates = may.manage_channels() || at.kind == ChannelKind::Thread && may.manage_threads();
        Self {
            cause: Cause(id),
            token,
            person: person(user, member.and_then(|m| m.nick.as_deref())),
            place: at.place,
            kind: at.kind,
            writable: at.writable,
            moderates: (moderates || may.administrator()).then_some(at.place.channel),
            manager: may.manage_guild() || may.administrator(),
            turn: InLine::default(),
            wish,
        }
    }
}

/// Where an interaction happened.
struct At {
    place: Place,
    kind: ChannelKind,
    writable: bool,
}

impl At {
    fn new(
        id: id::ChannelId,
        channel: Option<&PartialChannel>,
        guild: Option<id::GuildId>,
        ours: Option<Permissions>,
    ) -> Self {
        let place = Place { channel: ChannelId(id.get()), guild: guild.map(|g| GuildId(g.get())) };
        let kind = ChannelKind::of(channel);
        let writable = ours.is_none_or(|ours| may_write(ours, kind));
        Self { place, kind, writable }
    }
}

/// Whether somebody with these permissions in a channel may write there.
fn may_write(permissions: Permissions, kind: ChannelKind) -> bool {
    let write = match kind {
        ChannelKind::Thread => Permissions::SEND_MESSAGES_IN_THREADS,
        _ => Permissions::SEND_MESSAGES,
    };
    permissions.administrator() || permissions.contains(Permissions::VIEW_CHANNEL | write)
}

fn person(user: &User, nick: Option<&str>) -> Person {
    let person = Person::new(UserId(user.id.get()), user.global_name.as_deref().unwrap_or(&user.name));
    match nick {
        Some(nick) => person.nicknamed(nick),
        None => person,
    }
}

/// Somebody who was named, and whether it is a bot.
fn somebody(resolved: &raw::CommandDataResolved, id: &id::UserId) -> Option<(Person, bool)> {
    let user = resolved.users.get(id)?;
    let nick = resolved.members.get(id).and_then(|m| m.nick.as_deref());
    Some((person(user, nick), user.bot))
}

fn shown(message: &Message) -> Shown {
    let ephemeral = message.flags.is_some_and(|f| f.bits() & super::ui::EPHEMERAL != 0);
    Shown { message: MessageId(message.id.get()), ephemeral }
}

fn picked(data: &raw::ComponentInteractionData) -> (Vec<String>, Vec<Person>) {
    match &data.kind {
        raw::ComponentInteractionDataKind::StringSelect { values } => (values.clone(), Vec::new()),
        raw::ComponentInteractionDataKind::UserSelect { values } => {
            let people = values
                .iter()
                .filter_map(|id| somebody(&data.resolved, id))
                .filter_map(|(person, bot)| (!bot).then_some(person))
                .collect();
            (Vec::new(), people)
        }
        _ => (Vec::new(), Vec::new()),
    }
}

fn line(data: &raw::CommandData) -> Line {
    if data.kind == raw::CommandType::User {
        // The command that people type has the same name, in small letters, and an option for the person.
        let whom = data.target_id.and_then(|id| somebody(&data.resolved, &id.to_user_id()));
        let options = whom.map(|(person, bot)| ("user".to_owned(), Given::Somebody(person, bot))).into_iter().collect();
        return Line { name: data.name.to_lowercase(), sub: None, options };
    }
    let mut line = Line { name: data.name.clone(), sub: None, options: Vec::new() };
    for option in &data.options {
        match &option.value {
            raw::CommandDataOptionValue::SubCommand(inner) => {
                line.sub = Some(option.name.clone());
                line.options.extend(inner.iter().filter_map(|o| given(data, o)));
            }
            _ => line.options.extend(given(data, option)),
        }
    }
    line
}

fn given(data: &raw::CommandData, option: &raw::CommandDataOption) -> Option<(String, Given)> {
    let value = match &option.value {
        raw::CommandDataOptionValue::String(text) => Given::Text(text.clone()),
        raw::CommandDataOptionValue::Integer(n) => Given::Number(*n),
        raw::CommandDataOptionValue::Boolean(flag) => Given::Flag(*flag),
        raw::CommandDataOptionValue::User(id) => {
            let (person, bot) = somebody(&data.resolved, id)?;
            Given::Somebody(person, bot)
        }
        _ => return None,
    };
    Some((option.name.clone(), value))
}
