//! What the rules see of a table, and of the world around it. All else about a state is for those who paint it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::tables::{ChannelId, Ended, GuildId, MessageId, Occasion, Snapshot, Stage, UserId};

use super::super::screens;
use super::effect::Content;

/// A state of the table.
pub(super) struct Sight {
    /// Grows with every change but a new name, and that the house lingers.
    pub(super) rev: u64,
    /// Nothing but somebody's name is new.
    pub(super) renamed: bool,
    /// Somebody has kept the others waiting for long, which the board says.
    pub(super) lingers: bool,
    pub(super) stage: Stage,
    pub(super) guild: Option<GuildId>,
    pub(super) host: UserId,
    /// Which deal is played; 0 in the lobby.
    pub(super) deal: u32,
    /// Nobody has moved yet.
    pub(super) begins: bool,
    /// How hands ended in this change.
    pub(super) results: Vec<Ended>,
    /// The deal waits, and is not shown yet.
    pub(super) rests: bool,
    /// It was closed before anybody came: nobody misses it.
    pub(super) is_missed_by_nobody: bool,
    pub(super) players: Vec<Player>,
    pub(super) invited: Vec<UserId>,
    pub(super) awaiting: Vec<UserId>,
    /// Those who alone keep others waiting, and what they are asked to do.
    pub(super) waited_for: Vec<(UserId, String)>,
    /// Those of whom the first to answer has it, and what they are asked to do.
    pub(super) racing: Vec<(UserId, String)>,
    /// The first to answer has it, however many still may.
    pub(super) races: bool,
    /// Those who are called once more, as their time runs out.
    pub(super) reminded: Vec<UserId>,
    /// The state itself.
    pub(super) of: Arc<Snapshot>,
}

/// Somebody who plays.
pub(super) struct Player {
    pub(super) user: UserId,
    /// The window in which a half-made move can be continued.
    pub(super) window: u32,
    /// In games without hidden hands there are no cards.
    pub(super) has_cards: bool,
    /// The change told them something that nobody else may see.
    pub(super) is_told: bool,
}

impl Player {
    fn of(snapshot: &Snapshot, user: UserId) -> Self {
        let (has_cards, is_told) = (snapshot.holds_cards(user), snapshot.tells(user));
        Self { user, window: snapshot.window_of(user).unwrap_or_default(), has_cards, is_told }
    }
}

impl Sight {
    pub(super) fn of(of: Arc<Snapshot>) -> Arc<Self> {
        // Nobody waits for what was not shown yet.
        let playing = of.stage == Stage::Playing && of.news.next.is_none();
        let asked = |user: &UserId| (*user, screens::asked_now(&of, *user).unwrap_or_default().to_owned());
        Arc::new(Self {
            rev: of.rev,
            renamed: of.occasion == Occasion::Renamed,
            lingers: of.occasion == Occasion::Waits || !of.seating.lingering.is_empty(),
            stage: of.stage,
            guild: of.place.guild,
            host: of.seating.host,
            deal: of.play.deal(),
            begins: of.play.moves() == 0,
            results: of.news.results.clone(),
            rests: of.news.next.is_some(),
            is_missed_by_nobody: of.stage == Stage::Closed && of.was_empty(),
            players: of.players().map(|user| Player::of(&of, user)).collect(),
            invited: of.seating.invited.iter().map(|person| person.id).collect(),
            awaiting: of.awaiting(),
            waited_for: of.waited_for().iter().filter(|_| playing).map(asked).collect(),
            races: playing && of.is_race(),
            racing: of.racing().iter().filter(|_| playing).map(asked).collect(),
            reminded: of.at_seats(of.occasion.called()),
            of,
        })
    }

    /// How the last hand ended, as long as the next one waits.
    pub(super) fn between(&self, user: Option<UserId>) -> Option<Content> {
        let ended = Ended::together(&self.results).filter(|_| self.rests)?;
        Some(Content::Between(Box::new(ended), user))
    }

    /// The revision that a message shows. Whoever starts anew after this moment has to post how the hand ended.
    pub(super) const fn shown_rev(&self) -> u64 {
        self.rev - self.rests as u64
    }

    pub(super) fn channel(&self) -> ChannelId {
        self.of.place.channel
    }

    pub(super) fn player(&self, user: UserId) -> Option<&Player> {
        self.players.iter().find(|player| player.user == user)
    }

    pub(super) fn holds_cards(&self, user: UserId) -> bool {
        self.player(user).is_some_and(|player| player.has_cards)
    }

    /// Whether an invitation waits for this person's answer.
    pub(super) fn invites(&self, user: UserId) -> bool {
        self.stage == Stage::Lobby && self.invited.contains(&user)
    }

    /// Those who may be called: they alone keep others waiting or, if that is what they chose, they race others.
    pub(super) fn called(&self, races: impl Fn(UserId) -> bool) -> impl Iterator<Item = &(UserId, String)> {
        self.waited_for.iter().chain(self.racing.iter().filter(move |(user, _)| races(*user)))
    }
}

/// What holds around the table when something happens.
pub(super) struct Outside {
    pub(super) now: Instant,
    /// In milliseconds since 1970, for the age of messages.
    pub(super) clock: i64,
    /// Another number each time.
    pub(super) chance: u64,
    /// How people of a server can be reached.
    pub(super) reach: Box<dyn Fn(UserId, Option<GuildId>) -> Reach + Send>,
}

/// How somebody can be reached.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// How long ago a direct message failed, if they are not to be tried now.
    pub(super) closed: Option<Duration>,
    /// They want their hand by direct message.
    pub(super) direct: bool,
    /// Of their direct messages, those before this one are more than a few up.
    pub(super) few: Option<MessageId>,
    /// How long others wait for them before they are called; `None`: they are not.
    pub(super) patience: Option<Duration>,
}
