//! `/table`: what the lobby's and the board's buttons do, for people who prefer typing.

use crate::tables::{Act, LobbyAct, Rejection, Snapshot, Stage, TableId, now};

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::ui::{Limit, Message};
use super::super::{panels, screens};
use super::play::{USUAL_LEVEL, level};
use super::{no_table_here, table_here};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Carries out a subcommand.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let act = match line.sub.as_deref().unwrap_or_default() {
        "join" => LobbyAct::Join,
        "leave" => LobbyAct::Leave,
        "start" => LobbyAct::Start,
        "computer" => LobbyAct::AddHouse(level(line)?.unwrap_or(USUAL_LEVEL)),
        "kick" => {
            let (person, _) = line.somebody("player").ok_or_else(|| HandlerError::say("Choose a `player`."))?;
            LobbyAct::Kick(person.id.into())
        }
        "resign" => return resign(app, from).await,
        "rematch" => return rematch(app, from).await,
        "end" => return end(app, from).await,
        "show" => return panels::show(app, from, table_here(app, from).await?).await,
        other => return Err(HandlerError::say(format!("I know no `/table {other}` (any more)."))),
    };
    let table = table_here(app, from).await?;
    done(app, from, table, act).await
}

/// Does it, and says what that means for the person, in the ephemeral message that was pressed or in a new
/// one; the channel sees on the board what happened.
///
/// # Errors
/// What to say instead.
pub async fn done(app: &App, from: &Incoming, table: TableId, act: impl Into<Act>) -> Handled {
    let act = act.into();
    let answer = app.ask(from, &table, None, act.clone()).await?;
    Ok(Reply::alone(from, meaning(app, from, &answer.snapshot, &act)?))
}

/// What an act means for the person who did it.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn meaning(app: &App, from: &Incoming, snapshot: &Snapshot, act: &Act) -> Result<Message, Limit> {
    let user = from.person.id;
    screens::done(snapshot, user, act, app.presenters.delivery(user, snapshot.place.guild))
}

async fn resign(app: &App, from: &Incoming) -> Handled {
    let table = table_here(app, from).await?;
    Ok(Reply::Whisper(sure_to_resign(app, from, table).await?))
}

/// Resigning cannot be undone, so it asks for confirmation, if there is something to give up.
///
/// # Errors
/// Why there is nothing to give up.
pub async fn sure_to_resign(app: &App, from: &Incoming, table: TableId) -> Result<Message, HandlerError> {
    let snapshot = app.room.look(&table).await?;
    match snapshot.seat_of(from.person.id) {
        None => Err(HandlerError::Rejection(Rejection::NotSeated)),
        Some(_) if snapshot.stage == Stage::Lobby => {
            Err(HandlerError::say("The match has not begun yet. `/table leave` gives your seat back."))
        }
        Some(_) if snapshot.stage != Stage::Playing => Err(HandlerError::say("The match is over.")),
        Some(seat) if seat.is_given_up() => Err(HandlerError::say("You have given this match up already.")),
        Some(_) => Ok(screens::sure_resign(&snapshot, from.person.id)?),
    }
}

async fn end(app: &App, from: &Incoming) -> Handled {
    let table = table_here(app, from).await?;
    match sure_to_end(app, from, table).await? {
        Some(sure) => Ok(Reply::Whisper(sure)),
        None => done(app, from, table, LobbyAct::End).await,
    }
}

/// Asks for confirmation where closing needs it: closing a match under way discards what people have played. A lobby, or a
/// match without a move, closes at once, and somebody who may not close it is told so at once.
pub async fn sure_to_end(app: &App, from: &Incoming, table: TableId) -> Result<Option<Message>, HandlerError> {
    let (snapshot, user, now) = (app.room.look(&table).await?, from.person.id, now());
    let played = snapshot.stage == Stage::Playing && snapshot.play.moves() > 0;
    let asks = played && snapshot.may_end(user, from.moderates, now);
    Ok(asks.then(|| screens::sure_end(&snapshot, user, now)).transpose()?)
}

/// Asks for a rematch or, if somebody else has already asked, accepts it.
async fn rematch(app: &App, from: &Incoming) -> Handled {
    let table = app.room.latest(from.place.channel).await?.ok_or_else(no_table_here)?;
    let latest = app.room.look(&table).await?;
    match (latest.stage, latest.terms.rematch_of) {
        (Stage::Lobby, Some(_)) if latest.terms.challenge => done(app, from, table, LobbyAct::Accept).await,
        // Somebody declined, so it goes on like any other lobby.
        (Stage::Lobby, Some(_)) => done(app, from, table, LobbyAct::Join).await,
        // It was declined or withdrawn, and may be asked for again.
        (Stage::Closed, Some(played)) => done(app, from, played, Act::Rematch).await,
        _ => done(app, from, table, Act::Rematch).await,
    }
}
