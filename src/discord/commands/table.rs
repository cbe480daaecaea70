//! `/table`: what the lobby's and the board's buttons do, for people who prefer typing.

use crate::tables::{Act, Sorry, TableId};

use super::super::dispatch::{App, Handled, Reply, Trouble};
use super::super::incoming::{Incoming, Line};
use super::super::{panels, screens};
use super::{no_table_here, table_here};

/// Carries a subcommand out.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let act = match line.sub.as_deref().unwrap_or_default() {
        "join" => Act::Join,
        "leave" => Act::Leave,
        "start" => Act::Start,
        "kick" => {
            let (person, _) = line.somebody("player").ok_or_else(|| Trouble::say("Whom? `player` names somebody."))?;
            Act::Kick(person.id)
        }
        "resign" => return resign(app, from).await,
        "rematch" => return rematch(app, from).await,
        "end" => Act::End,
        "show" => return panels::show(app, from, table_here(app, from).await?, false).await,
        other => return Err(Trouble::say(format!("I know no `/table {other}` (any more)."))),
    };
    let table = table_here(app, from).await?;
    done(app, from, table, act).await
}

/// Does it and says what happened to the person alone; the channel sees it on the board.
async fn done(app: &App, from: &Incoming, table: TableId, act: Act) -> Handled {
    let answer = app.ask(from, &table, None, act).await?;
    Ok(Reply::Whisper(screens::happened(&answer.snapshot)?))
}

/// Resigning cannot be undone: it is asked for twice.
async fn resign(app: &App, from: &Incoming) -> Handled {
    let table = table_here(app, from).await?;
    let answer = app.ask(from, &table, None, Act::Look).await?;
    if answer.snapshot.seat_of(from.person.id).is_none() {
        return Err(Trouble::Sorry(Sorry::NotSeated));
    }
    Ok(Reply::Whisper(screens::sure_resign(table)?))
}

async fn rematch(app: &App, from: &Incoming) -> Handled {
    let table = app.room.latest(from.place.channel).await?.ok_or_else(no_table_here)?;
    done(app, from, table, Act::Rematch).await
}
