//! `/play`: opens a table.

use crate::discord::SPOKEN;
use crate::tables::{ChannelId, Clock, NewTable, Place};
use engine::catalog::{self, Listed, VariantInfo};
use engine::{Level, MAX_SEATS, Overrides, read_overrides};

use super::super::api::Failure;
use super::super::app::App;
use super::super::incoming::{ChannelKind, Incoming, Line};
use super::super::press::clock_in;
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;
use super::super::ui::{Message, cut};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Opens a table here, or in a thread of its own.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    if line.text("game").is_none() {
        return Ok(Reply::Whisper(games(app, from)?));
    }
    let asked = Ordered::read(line)?;
    let seats = match line.number("seats") {
        None => None,
        Some(n) => Some(u8::try_from(n).map_err(|_| HandlerError::say("`seats` is a number from 2 to 8."))?),
    };
    let houses = houses(line)?;
    let clock = clock(line)?;
    let seats = seats.or_else(|| asked.seats_with(houses.len()));
    asked.check(seats)?;
    let thread = if line.flag("thread") {
        // No thread is made for a table that may not be opened.
        app.room.may_open(&NewTable::new(asked.game.id(), from.place, from.person.clone())).await?;
        let thread = thread(app, from, &asked).await?;
        app.add_to_thread(thread, from.person.id);
        Some(thread)
    } else {
        None
    };
    let place = Place { channel: thread.unwrap_or(from.place.channel), guild: from.place.guild };
    let opened =
        open(app, from, &asked, place, |new| NewTable { seats, houses, clock, private: line.flag("private"), ..new })
            .await;
    if let Some(thread) = thread
        && opened.as_ref().is_err_and(|error| !error.may_have_opened())
        && let Err(failure) = app.api.delete_channel(thread).await
    {
        tracing::debug!(%failure, "an empty thread could not be deleted");
    }
    opened
}

/// All games, to choose from.
///
/// # Errors
/// Never in practice.
pub fn games(app: &App, from: &Incoming) -> Result<Message, HandlerError> {
    Ok(screens::games(app.look(from, from.place.guild), from.place.guild.is_none())?)
}

/// Opens a table of the game's first variant.
///
/// # Errors
/// What to say instead.
pub async fn open_usual(app: &App, from: &Incoming, game: &str) -> Handled {
    let asked = Ordered { game: catalog::game(game)?, variant: None, options: Overrides::new() };
    open(app, from, &asked, from.place, |new| new).await
}

/// Opens a table of the game's first variant for one person and the house, which begins at once.
///
/// # Errors
/// What to say instead.
pub async fn alone(app: &App, from: &Incoming, game: &str) -> Handled {
    let game = catalog::game(game)?;
    let asked = Ordered { game, variant: None, options: Overrides::new() };
    let seats = asked.game.seats(None, &asked.options)?;
    let houses = vec![Level::Easy; usize::from(*seats.start()) - 1];
    let with = |new| NewTable { seats: Some(*seats.start()), houses, ..new };
    open(app, from, &asked, from.place, with).await
}

/// The seats of the house; a level by itself asks for one.
fn houses(line: &Line) -> Result<Vec<Level>, HandlerError> {
    let level = level(line)?;
    let computers = line.number("computers").or(level.map(|_| 1)).unwrap_or(0);
    let wrong = || HandlerError::say("`computers` is a number from 1 to 7.");
    let computers = usize::try_from(computers).ok().filter(|n| *n < MAX_SEATS).ok_or_else(wrong)?;
    Ok(vec![level.unwrap_or(USUAL_LEVEL); computers])
}

/// How long a person may take over a move.
pub(super) fn clock(line: &Line) -> Result<Clock, HandlerError> {
    let wrong = || HandlerError::say("`clock` is `none`, `1m`, `3m`, `10m`, `1h`, `1d` or `3d`.");
    line.text("clock").map_or(Ok(Clock::None), |word| clock_in(word).ok_or_else(wrong))
}

/// How well the house plays where nobody says.
pub(super) const USUAL_LEVEL: Level = Level::Medium;

/// The level that somebody has chosen.
pub(super) fn level(line: &Line) -> Result<Option<Level>, HandlerError> {
    let wrong = || HandlerError::say("`level` is `easy`, `medium` or `hard`.");
    line.text("level").map(|word| Level::of(word).ok_or_else(wrong)).transpose()
}

/// What both commands that open tables are given: `/play` and `/challenge`.
pub(super) struct Ordered {
    pub(super) game: &'static dyn Listed,
    pub(super) variant: Option<String>,
    pub(super) options: Overrides,
}

impl Ordered {
    pub(super) fn read(line: &Line) -> Result<Self, HandlerError> {
        let game = catalog::game(line.text("game").unwrap_or_default())?;
        let named = |typed| find_variant(game, typed).map_or_else(|| typed.to_owned(), |v| v.id.to_owned());
        let variant = line.text("variant").map(named);
        let options = match line.text("options") {
            Some(text) => read_overrides(game.knobs(), text)?,
            None => Overrides::new(),
        };
        Ok(Self { game, variant, options })
    }

    /// Whoever asks for so many computers and says nothing of other people plays with them alone, unless the game needs
    /// more.
    fn seats_with(&self, computers: usize) -> Option<u8> {
        let all = u8::try_from(computers + 1).ok().filter(|_| computers > 0)?;
        let counts = self.game.counts(self.variant.as_deref(), &self.options).unwrap_or_default();
        let more = counts.iter().any(|count| *count > all);
        (counts.contains(&all) || !more).then_some(all)
    }

    /// Checks that variant, options and seats go together, before anything is created that would have to be undone.
    pub(super) fn check(&self, seats: Option<u8>) -> Result<(), HandlerError> {
        let range = self.game.seats(self.variant.as_deref(), &self.options)?;
        let seats = seats.unwrap_or(*range.start());
        self.game.options(self.variant.as_deref(), &self.options, seats).map(drop).map_err(Into::into)
    }
}

/// The variant with this id or name, whether the game is named with it or not; by the game's name alone, its first.
pub(in super::super) fn find_variant<'a>(game: &'a dyn Listed, typed: &str) -> Option<&'a VariantInfo> {
    let called = |typed: &str| {
        let is = |name: &str| name.eq_ignore_ascii_case(typed) || name.replace('-', " ").eq_ignore_ascii_case(typed);
        game.variants().iter().find(|v| is(v.id) || is(v.title.says(SPOKEN)))
    };
    let own = || catalog::named_in(typed).filter(|(named, _)| named.id() == game.id());
    called(typed.trim()).or_else(|| match own()?.1.as_str() {
        "" => game.variants().first(),
        rest => called(rest),
    })
}

async fn thread(app: &App, from: &Incoming, asked: &Ordered) -> Result<ChannelId, HandlerError> {
    let name = cut(&format!("{} · {}", asked.game.title(), from.person.name()), 90);
    let announces = from.kind == ChannelKind::Announcements;
    app.api.thread(from.place.channel, announces, &name).await.map_err(|failure| match failure {
        Failure::Forbidden | Failure::NoAccess => HandlerError::say(
            "I may not open threads here: I need **Create Public Threads** and **Send Messages in Threads**.",
        ),
        Failure::Refused { .. } => {
            HandlerError::say("No thread can be opened here. Without `thread`, the table opens in this channel.")
        }
        other => HandlerError::Failure(other),
    })
}

/// Opens the table. The answer is its lobby, or says where that is if it is elsewhere.
pub(super) async fn open(
    app: &App,
    from: &Incoming,
    asked: &Ordered,
    place: Place,
    with: impl FnOnce(NewTable) -> NewTable,
) -> Handled {
    let opening = app
        .presenters
        .opening(place.channel)
        .ok_or_else(|| HandlerError::say("Somebody is opening a table here at this very moment."))?;
    let new = with(NewTable {
        variant: match &asked.variant {
            None => learnt_by(app, from, asked).await,
            named => named.clone(),
        },
        options: asked.options.clone(),
        cause: Some(from.cause),
        ..NewTable::new(asked.game.id(), place, from.person.clone())
    });
    let answer = app.room.create(new).await?;
    Ok(Reply::Opened(answer.snapshot, opening))
}

/// The variant by which the game is learnt, for whoever has not been at the end of a match of it, if they ask for nothing else.
async fn learnt_by(app: &App, from: &Incoming, asked: &Ordered) -> Option<String> {
    let variant = asked.game.lesson(SPOKEN).variant;
    let is_usual = asked.game.variants().first().is_some_and(|first| first.id == variant);
    if is_usual || !asked.options.is_empty() {
        return None;
    }
    // Where that cannot be read, nothing is lost by the usual variant.
    let knows = app.store().knows(from.person.id, asked.game.id()).await.unwrap_or(true);
    (!knows).then(|| variant.to_owned())
}
