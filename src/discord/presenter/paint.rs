//! What messages look like when they are sent.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::tables::{Fault, Stage, now};

use super::super::api::Failure;
use super::super::screens::{self, Showing};
use super::super::ui::{Limit, Message};
use super::effect::{Content, Unpainted};
use super::sight::Sight;
use super::{Broke, Shared};

const _: fn(engine::Language) = |engine::Language::English| ();

impl Shared {
    /// The message. `None` if there is nothing to say.
    pub(super) fn paint(&self, scene: &Unpainted) -> Option<Message> {
        self.painted(&scene.of, &scene.what)
    }

    pub(super) fn painted(&self, sight: &Sight, what: &Content) -> Option<Message> {
        let (snapshot, guild) = (&*sight.of, sight.guild);
        let personal = |user| self.preferences.personal(user, guild);
        let public = || self.preferences.public(guild);
        within_limits(what.name(), || {
            Some(match what {
                Content::Board(pings, unreached) => match sight.stage {
                    Stage::Lobby => screens::lobby(snapshot, *pings, unreached),
                    Stage::Playing => screens::board(snapshot, unreached, public(), now()),
                    Stage::Over => screens::over(snapshot, public()),
                    Stage::Closed => screens::closed(snapshot),
                },
                Content::Hand(user, on, building) => {
                    let how = Showing { on: *on, building: building.as_ref(), ..Showing::in_look(personal(*user)) };
                    screens::hand(snapshot, snapshot.hand_of(*user)?, how)
                }
                Content::Between(ended, user) => screens::between(snapshot, ended, user.map_or_else(public, personal)),
                Content::HandOver(user) => screens::hand_over(snapshot, user.map(personal)),
                Content::HandElsewhere => screens::hand_elsewhere(snapshot),
                Content::Invitation(user) => screens::invitation(snapshot, *user),
                Content::Result(ended, user) => screens::result(snapshot, ended, user.map_or_else(public, personal)),
                Content::Moved(channel, message) => screens::moved(snapshot, (*channel, *message)),
                Content::Turn(user, at) => screens::turn(snapshot, *at, *user),
                Content::Told(user) => screens::own_told(snapshot, snapshot.hand_of(*user)?),
                Content::Welcome => screens::welcome(snapshot),
                Content::Follows => screens::note("The board follows."),
                Content::Declined => screens::declined(snapshot)?,
                Content::Trouble(failure, there) => {
                    let named = format!("<#{}>", sight.channel());
                    screens::note(&cannot_post(failure, sight.stage, if *there { &named } else { "this channel" }))
                }
                Content::Ready(message) => return Some(Ok((**message).clone())),
            })
        })
    }
}

impl Content {
    /// What it is, for the log.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Board(..) => "a board",
            Self::Hand(..) => "a hand",
            Self::Between(..) => "a moment between hands",
            Self::HandOver(_) => "the end of a hand",
            Self::HandElsewhere => "where a hand is",
            Self::Invitation(_) => "an invitation",
            Self::Result(..) => "the result of a hand",
            Self::Moved(..) => "an old board",
            Self::Turn(..) => "a turn notice",
            Self::Told(_) => "what one person is told",
            Self::Welcome => "a welcome",
            Self::Follows | Self::Ready(_) => "an answer",
            Self::Declined => "a refusal",
            Self::Trouble(..) => "a complaint",
        }
    }
}

/// The message, if it can be made and sent. That it cannot, or breaks a limit, is our fault, and is logged.
pub(super) fn within_limits(
    what: &'static str,
    make: impl FnOnce() -> Option<Result<Message, Limit>>,
) -> Option<Message> {
    match catch_unwind(AssertUnwindSafe(make)) {
        Ok(Some(Ok(message))) => return Some(message),
        Ok(None) => {}
        Ok(Some(Err(limit))) => drop(Fault::log(what, &limit)),
        Err(_) => drop(Fault::log(what, &Broke)),
    }
    None
}

fn cannot_post(failure: &Failure, stage: Stage, channel: &str) -> String {
    match (failure, stage) {
        (Failure::Forbidden | Failure::NoAccess, _) => format!(
            "I may not write in {channel}. I need **View Channel** and **Send Messages** (in threads **Send Messages in \
             Threads**, in private ones **Manage Threads** as well; in voice channels **Connect**). The table is kept; \
             `/board` there shows it all the same."
        ),
        (Failure::Locked, Stage::Playing) => {
            "A moderator has closed the thread of this table. The match is kept, and goes on by direct message; \
             `/move resign` gives it up."
                .to_owned()
        }
        (Failure::Locked, _) => "A moderator has closed the thread of this table.".to_owned(),
        (Failure::NoChannel, Stage::Over) => {
            "The channel of this table is gone. The match is over, and its result is kept.".to_owned()
        }
        (Failure::NoChannel, Stage::Lobby | Stage::Closed) => {
            "The channel of this table is gone, so the table is closed. `/play` opens another.".to_owned()
        }
        (Failure::NoChannel, Stage::Playing) => {
            "The channel of this table is gone. The match is kept, and goes on by direct message; `/move resign` \
                               gives it up."
                .to_owned()
        }
        _ => "The board could not be posted. The table is kept; `/board` tries again.".to_owned(),
    }
}
