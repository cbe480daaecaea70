//! *Teach me*: a practice hand, for the caller's eyes only.

use crate::tables::{MatchAct, NotPractised, Practice, TableId};
use engine::catalog;
use engine::reading::shown;

use super::super::app::App;
use super::super::incoming::Incoming;
use super::super::press::{Press, TableAct, number_of};
use super::super::presses::chosen;
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens::{self, Building, Taught};
use super::super::ui::plain;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Deals a practice hand of this game.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, game: &str) -> Handled {
    // Nobody at a table waits for this.
    from.turn.pass();
    let new = app.room.practise(&from.person, catalog::game(game)?).await?;
    show(app, from, &new, None, String::new())
}

/// Does what a component of a practice hand says.
///
/// # Errors
/// What to say instead.
pub async fn press(app: &App, from: &Incoming, press: Press, value: Option<&str>) -> Handled {
    from.turn.pass();
    told(app, from, pressed(app, from, press, value).await, None)
}

enum Trouble {
    Not(NotPractised),
    Other(HandlerError),
}

impl From<NotPractised> for Trouble {
    fn from(why: NotPractised) -> Self {
        Self::Not(why)
    }
}

impl<E: Into<HandlerError>> From<E> for Trouble {
    fn from(why: E) -> Self {
        Self::Other(why.into())
    }
}

async fn pressed(app: &App, from: &Incoming, press: Press, value: Option<&str>) -> Result<Reply, Trouble> {
    let at = |id: TableId, window: Option<u32>| app.room.practice(from.person.id, id, window);
    let (now, act) = match press {
        Press::Build(id, window, path) => (at(id, Some(window))?, MatchAct::Build(path)),
        Press::Finish(id, window, path) => (at(id, Some(window))?, MatchAct::Finish(path)),
        Press::Pick(id, window, path, _) => (at(id, Some(window))?, chosen(&path, value)?),
        Press::Page(id, window, path, page) => {
            let now = at(id, Some(window))?;
            let built = now.build(&path).filter(|_| !path.is_empty());
            return Ok(show(app, from, &now, Some(&Building { path, built, page }), String::new())?);
        }
        Press::Form(id, window, n) => {
            let now = at(id, Some(number_of(window)))?;
            let controls = now.build(&[]).map(|built| built.controls).unwrap_or_default();
            let press = Press::Practice(Box::new(Press::Form(id, window, n)));
            let form = controls.get(usize::from(n)).map(|control| screens::control_form(&press, control));
            let form = form.transpose()?.flatten().ok_or(NotPractised::Late(now))?;
            return Ok(Reply::Form(form));
        }
        Press::Table(id, TableAct::Hint) => {
            let now = app.room.advise_practice(at(id, None)?).await?;
            return Ok(show(app, from, &now, None, String::new())?);
        }
        Press::Hinted(id, window, _) => {
            let now = app.room.play_advice(at(id, Some(window))?).await?;
            return Ok(show(app, from, &now, None, String::new())?);
        }
        _ => return Err(Trouble::Not(NotPractised::Gone)),
    };
    play(app, from, now, act).await
}

/// Plays what was typed into a practice hand's form.
///
/// # Errors
/// What to say instead.
pub async fn answer(app: &App, from: &Incoming, id: TableId, window: u32, typed: &str) -> Handled {
    from.turn.pass();
    let now = app.room.practice(from.person.id, id, Some(window));
    let played = match now {
        Ok(now) => play(app, from, now, MatchAct::Play(typed.trim().to_owned())).await,
        Err(why) => Err(why.into()),
    };
    told(app, from, played, Some(typed))
}

async fn play(app: &App, from: &Incoming, now: std::sync::Arc<Practice>, act: MatchAct) -> Result<Reply, Trouble> {
    let path = if let MatchAct::Build(path) = &act { path.clone() } else { Vec::new() };
    let (now, built) = app.room.play_practice(now, act).await?;
    let building = built.map(|built| Building { path, built: Some(built), page: 0 });
    Ok(show(app, from, &now, building.as_ref(), String::new())?)
}

fn show(app: &App, from: &Incoming, now: &Practice, building: Option<&Building>, notice: String) -> Handled {
    let (look, on_server) = (app.look(from, from.place.guild), from.place.guild.is_some());
    let how = Taught { look, on_server, building, notice };
    Ok(Reply::alone(from, screens::practice(now, &how)?))
}

/// What came of it; what was `typed` for nothing is not lost with its form.
fn told(app: &App, from: &Incoming, done: Result<Reply, Trouble>, typed: Option<&str>) -> Handled {
    let why = match done {
        Ok(reply) => return Ok(reply),
        Err(Trouble::Other(why)) => return Err(why),
        Err(Trouble::Not(why)) => why,
    };
    let (now, mut notice) = match why {
        NotPractised::Gone => {
            return Err(HandlerError::say(
                "This practice hand is over: I keep one for each person, as long as I run. **Teach me** deals another one.",
            ));
        }
        NotPractised::Fault(fault) => return Err(fault.into()),
        NotPractised::Late(now) => (now, "That was from before the latest move; this is how it stands now.".to_owned()),
        NotPractised::NoAdvice(now) => (now, "The house has no advice here.".to_owned()),
        NotPractised::Refused(now, refusal) => {
            let notice = screens::not_so(&now, &refusal);
            (now, notice)
        }
    };
    if let Some(typed) = typed {
        notice.push_str(&plain(&format!("\nYou typed: `{}`", shown(typed, 200).replace('`', "'"))));
    }
    show(app, from, &now, None, notice)
}
