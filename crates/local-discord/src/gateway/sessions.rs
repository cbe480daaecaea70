//! The bot's gateway sessions: which session gets which event, and what a resumed session has missed.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::ids::Id;

/// Gateway intents of Discord's API that the room's events need.
pub(crate) mod intent {
    pub const GUILDS: u64 = 1;
    pub const GUILD_MEMBERS: u64 = 1 << 1;
    pub const GUILD_MESSAGES: u64 = 1 << 9;
    pub const DIRECT_MESSAGES: u64 = 1 << 12;
    pub const MESSAGE_CONTENT: u64 = 1 << 15;
    /// Events that need no intent.
    pub const NONE: u64 = 0;
}

/// How many events are kept for a session that may be resumed.
const REPLAY: usize = 2_000;
/// How many events may wait for a slow connection before it is given up.
const QUEUE: usize = 4_096;
/// A session without a connection can be resumed for at least this long; after that, the next one to open sweeps it
/// away.
const RESUMABLE: Duration = Duration::from_secs(300);

/// Which shard an event belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scope {
    /// The shard of this guild.
    Guild(Id),
    /// The first shard.
    Direct,
}

/// One identified shard of the bot.
#[derive(Debug)]
struct Session {
    id: String,
    /// Index and count.
    shard: (u64, u64),
    intents: u64,
    sequence: u64,
    replay: VecDeque<(u64, String)>,
    out: Option<mpsc::Sender<String>>,
    gone: Option<Instant>,
}

impl Session {
    fn serves(&self, scope: Scope, wanted: u64) -> bool {
        let shard = match scope {
            Scope::Guild(id) => (id.0 >> 22) % self.shard.1,
            Scope::Direct => 0,
        };
        shard == self.shard.0 && self.intents & wanted == wanted
    }

    fn send(&mut self, name: &str, data: &str) {
        self.sequence += 1;
        let frame = format!(r#"{{"op":0,"s":{},"t":"{name}","d":{data}}}"#, self.sequence);
        if self.replay.len() == REPLAY {
            self.replay.pop_front();
        }
        self.replay.push_back((self.sequence, frame.clone()));
        let stuck = self.out.as_ref().is_some_and(|out| out.try_send(frame).is_err());
        if stuck {
            self.disconnect();
        }
    }

    fn disconnect(&mut self) {
        self.out = None;
        self.gone = Some(Instant::now());
    }
}

/// All sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    list: Vec<Session>,
}

impl Sessions {
    /// Opens a session. What is sent to it arrives at the returned receiver.
    pub(crate) fn open(&mut self, id: String, shard: (u64, u64), intents: u64) -> mpsc::Receiver<String> {
        self.list.retain(|s| s.gone.is_none_or(|gone| gone.elapsed() < RESUMABLE));
        let (out, end) = mpsc::channel(QUEUE);
        let replay = VecDeque::new();
        self.list.push(Session { id, shard, intents, sequence: 0, replay, out: Some(out), gone: None });
        end
    }

    /// Resumes a session after event number `seen`, starting with the events that it missed. `None` if the session
    /// is unknown or too much was missed.
    pub(crate) fn resume(&mut self, id: &str, seen: u64) -> Option<mpsc::Receiver<String>> {
        let session = self.list.iter_mut().find(|s| s.id == id)?;
        let first = session.replay.front().map_or(session.sequence + 1, |(number, _)| *number);
        if seen > session.sequence || seen + 1 < first {
            return None;
        }
        let (out, end) = mpsc::channel(QUEUE);
        for (_, frame) in session.replay.iter().filter(|(number, _)| *number > seen) {
            out.try_send(frame.clone()).ok()?;
        }
        session.out = Some(out);
        session.gone = None;
        session.send("RESUMED", "{}");
        Some(end)
    }

    /// Notes that a session's connection ended, unless another connection has resumed the session.
    pub(crate) fn disconnected(&mut self, id: &str) {
        if let Some(session) = self.list.iter_mut().find(|s| s.id == id)
            && session.out.as_ref().is_none_or(mpsc::Sender::is_closed)
        {
            session.disconnect();
        }
    }

    /// Sends to one session.
    pub(crate) fn send(&mut self, id: &str, name: &str, data: &Value) {
        if let Some(session) = self.list.iter_mut().find(|s| s.id == id) {
            session.send(name, &data.to_string());
        }
    }

    /// Sends to every session whose shard and intents match.
    pub(crate) fn dispatch(&mut self, name: &str, data: &Value, scope: Scope, wanted: u64) {
        let data = data.to_string();
        self.list.iter_mut().filter(|s| s.serves(scope, wanted)).for_each(|s| s.send(name, &data));
    }

    /// Sends a guild's message. Without the message content intent its content is left out, unless the bot wrote it
    /// or is mentioned in it.
    pub(crate) fn dispatch_guild_message(&mut self, name: &str, mut data: Value, guild: Id, readable: bool) {
        let whole = data.to_string();
        for field in ["embeds", "attachments", "components"] {
            data[field] = json!([]);
        }
        data["content"] = json!("");
        let bare = data.to_string();
        for session in self.list.iter_mut().filter(|s| s.serves(Scope::Guild(guild), intent::GUILD_MESSAGES)) {
            let full = readable || session.intents & intent::MESSAGE_CONTENT != 0;
            session.send(name, if full { &whole } else { &bare });
        }
    }

    /// Whether a bot is connected.
    pub(crate) fn connected(&self) -> bool {
        self.list.iter().any(|s| s.out.as_ref().is_some_and(|out| !out.is_closed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(end: &mut mpsc::Receiver<String>) -> Vec<u64> {
        std::iter::from_fn(|| end.try_recv().ok())
            .map(|frame| serde_json::from_str::<Value>(&frame).unwrap()["s"].as_u64().unwrap())
            .collect()
    }

    fn say(sessions: &mut Sessions, scope: Scope, wanted: u64) {
        sessions.dispatch("X", &json!({}), scope, wanted);
    }

    #[test]
    fn a_resumed_session_gets_what_it_missed_and_nothing_twice() {
        let mut sessions = Sessions::default();
        let mut end = sessions.open("a".into(), (0, 1), 0);
        (0..3).for_each(|_| say(&mut sessions, Scope::Direct, 0));
        assert_eq!(numbers(&mut end), [1, 2, 3]);
        drop(end);
        sessions.disconnected("a");
        (0..2).for_each(|_| say(&mut sessions, Scope::Direct, 0));
        let mut end = sessions.resume("a", 2).unwrap();
        assert_eq!(numbers(&mut end), [3, 4, 5, 6]);
        assert!(sessions.resume("a", 99).is_none());
        assert!(sessions.resume("b", 0).is_none());
    }

    #[test]
    fn a_session_that_missed_too_much_cannot_resume() {
        let mut sessions = Sessions::default();
        drop(sessions.open("a".into(), (0, 1), 0));
        (0..REPLAY + 5).for_each(|_| say(&mut sessions, Scope::Direct, 0));
        assert!(sessions.resume("a", 1).is_none());
        assert!(sessions.resume("a", 5).is_some());
    }

    #[test]
    fn events_go_to_their_shard_and_intent_only() {
        let mut sessions = Sessions::default();
        let mut first = sessions.open("a".into(), (0, 2), intent::GUILDS);
        let mut second = sessions.open("b".into(), (1, 2), 0);
        say(&mut sessions, Scope::Guild(Id(3 << 22)), intent::NONE);
        say(&mut sessions, Scope::Guild(Id(3 << 22)), intent::GUILDS);
        say(&mut sessions, Scope::Direct, intent::GUILDS);
        assert_eq!((numbers(&mut first).len(), numbers(&mut second).len()), (1, 1));
    }
}
