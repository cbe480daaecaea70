//! `/replay`: a match that is over, move by move.

use std::sync::Arc;

use crate::tables::{Film, Rejection, Replayed, Snapshot, TableId};
use engine::Seat;
use engine::reading::shown;

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::preferences::Look;
use super::super::press::{ReplayAct, Still, seat_in};
use super::super::presses::outdated;
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens::{self, Watching};
use super::super::ui::{Limit, Message};
use super::{code_in, may_post};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Opens the match of this code, at its beginning or where the caller wants.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let code = line.text("match").unwrap_or_default();
    let table = code_in(code).ok_or_else(|| {
        HandlerError::say(format!(
            "“{}” is no match's code. They are 4 to 12 small letters and digits, such as `k7f2xq`; `/history` lists those of \
             your matches.",
            shown(code, 40)
        ))
    })?;
    open(app, from, table, line.text("at"), None).await
}

/// Opens a match for whoever asks, where they want or a button says, from the seat that it says; or else at its beginning,
/// and from their own.
///
/// # Errors
/// What to say instead.
pub async fn open(app: &App, from: &Incoming, table: TableId, at: Option<&str>, still: Option<Still>) -> Handled {
    from.turn.pass();
    let film = app.room.film(&table).await.map_err(|why| match why {
        Rejection::NoTable => HandlerError::say("No match has that code. `/history` lists those of yours."),
        why => why.into(),
    })?;
    let at = match at {
        Some(typed) => moves_in(&film, typed)?,
        None => still.map_or(0, |still| still.at),
    };
    let (now, then) = app.room.replay(&film, at).await?;
    let own = now.seat_of(from.person.id).map(|seat| seat.seat);
    let seat = still.and_then(|still| still.seat).or(own);
    Ok(Reply::Whisper(alone(from, &now, &then, seat, app.look(from, now.place.guild))?))
}

/// Does what was pressed at a replay: for whoever looks at it alone, or for all who see the message.
///
/// # Errors
/// What to say instead.
pub async fn step(
    app: &App,
    from: &Incoming,
    table: TableId,
    still: Still,
    act: ReplayAct,
    value: Option<&str>,
) -> Handled {
    if act == ReplayAct::Open {
        return open(app, from, table, None, Some(still)).await;
    }
    from.turn.pass();
    if act == ReplayAct::Share {
        may_post(app, from).await?;
    }
    let film = app.room.film(&table).await?;
    let (at, mut seat, mut picture) = (still.at.min(film.moves()), still.seat, still.picture);
    let at = match act {
        ReplayAct::First => 0,
        ReplayAct::Back => at.saturating_sub(1),
        ReplayAct::Next => at + 1,
        ReplayAct::Last => film.moves(),
        ReplayAct::NextHand => screens::next_hand(&film, at).unwrap_or(at),
        ReplayAct::Jump => value.and_then(|n| n.parse().ok()).ok_or_else(outdated)?,
        ReplayAct::Seat => {
            seat = value.and_then(seat_in).ok_or_else(outdated)?;
            at
        }
        ReplayAct::Look => {
            picture = !picture;
            at
        }
        ReplayAct::Share | ReplayAct::Open => at,
    };
    let (now, then) = app.room.replay(&film, at).await?;
    let seat = seat.filter(|seat| seat.index() < now.seating.seats.len());
    if act == ReplayAct::Share {
        let look = app.presenters.preferences().public(from.place.guild);
        return Ok(Reply::Post(screens::replay(&now, &then, seat, Look { picture, ..look }, Watching::Together)?));
    }
    if !from.is_in_ephemeral() {
        let look = Look { picture, ..app.presenters.preferences().public(from.place.guild) };
        return Ok(Reply::Update(screens::replay(&now, &then, seat, look, Watching::Together)?));
    }
    let look = Look { picture, ..app.look(from, now.place.guild) };
    Ok(Reply::Update(alone(from, &now, &then, seat, look)?))
}

fn alone(
    from: &Incoming,
    now: &Arc<Snapshot>,
    then: &Replayed,
    seat: Option<Seat>,
    look: Look,
) -> Result<Message, Limit> {
    screens::replay(now, then, seat, look, Watching::Alone { may_share: from.place.guild.is_some() })
}

/// After how many moves is what somebody typed: a number, `hand 3`, `start` or `end`.
fn moves_in(film: &Film, typed: &str) -> Result<u32, HandlerError> {
    let word = typed.trim().to_lowercase();
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let hand = |text: &str| film.hands().get(number(text)?.checked_sub(1)? as usize).copied();
    let moves = number(word.strip_prefix("move").unwrap_or(&word)).filter(|at| *at <= film.moves());
    let named = match word.as_str() {
        "start" | "first" | "deal" => Some(0),
        "end" | "last" => Some(film.moves()),
        _ => word.strip_prefix("hand").and_then(hand),
    };
    named.or(moves).ok_or_else(|| {
        let hands = film.hands().len();
        let example = if hands > 1 { format!(", `hand {hands}`") } else { String::new() };
        HandlerError::say(format!(
            "“{}” is nowhere in that match. `at:` takes a move from 1 to {}{example}, `start` or `end`.",
            shown(typed, 40),
            film.moves()
        ))
    })
}
