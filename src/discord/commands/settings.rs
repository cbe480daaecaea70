//! `/settings`: how tables and hands are shown to a person, or on a server.

use crate::store::{Chooser, Chosen};
use crate::tables::Fault;
use engine::english::list;

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::press::{Panel, Setting};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;
use super::{daily, moderation};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Changes what the options name, and shows what is in force.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let owner = if line.sub.as_deref() == Some("server") { Panel::Server } else { Panel::Me };
    let decided = match chooser(from, owner)? {
        Chooser::Server(guild) => {
            let decided = moderation::decide(app, from, line, guild).await?;
            daily::announce(app, from, line, guild).await? | decided
        }
        Chooser::Person(_) => false,
    };
    let given = Setting::ALL.into_iter().filter_map(|setting| Some((setting, line.text(setting.key())?)));
    change(app, from, owner, &given.collect::<Vec<_>>(), decided).await
}

/// Changes one setting, from a list of the panel.
///
/// # Errors
/// What to say instead.
pub async fn set(app: &App, from: &Incoming, owner: Panel, setting: Setting, value: &str) -> Handled {
    change(app, from, owner, &[(setting, value)], false).await
}

/// The panel after the given changes: a new one, or in the panel that was pressed.
/// `decided`: something else was changed already.
async fn change(app: &App, from: &Incoming, owner: Panel, given: &[(Setting, &str)], decided: bool) -> Handled {
    let chooser = chooser(from, owner)?;
    let preferences = app.presenters.preferences();
    let change = |mut chosen: Chosen| {
        for (setting, value) in given {
            setting.choose(&mut chosen, value);
        }
        chosen
    };
    let changed = preferences.choose(chooser, change).await;
    if let Chooser::Person(user) = chooser
        && given.contains(&(Setting::Hands, "direct"))
    {
        app.presenters.allowed(user);
    }
    let changed = changed.map_err(|error| Fault::of_store(app.store(), "a setting could not be stored", &error))?;
    let standing = match chooser {
        Chooser::Server(guild) => {
            if changed {
                let set: Vec<String> =
                    given.iter().map(|(setting, value)| format!("{} {value}", setting.key())).collect();
                moderation::note(app, from, guild, format!("set: {}", list(&set))).await;
            }
            Some(moderation::standing(app, guild).await?)
        }
        Chooser::Person(_) => None,
    };
    let server = from.place.guild;
    let (now, before) = (preferences.in_force(chooser, server), preferences.of_server(server));
    let saved = changed || decided;
    let panel = screens::settings(owner, preferences.chosen(chooser), (now, before), saved, standing.as_deref())?;
    Ok(Reply::alone(from, panel))
}

/// Whose settings are changed, provided that this person may change them.
fn chooser(from: &Incoming, owner: Panel) -> Result<Chooser, HandlerError> {
    match (owner, from.place.guild) {
        (Panel::Me, _) => Ok(Chooser::Person(from.person.id)),
        (Panel::Server, None) => Err(HandlerError::say("There is no server here to set anything for.")),
        (Panel::Server, Some(_)) if !from.manager => Err(HandlerError::say(
            "What holds for the whole server is set by those who may **Manage Server**. `/settings me` is yours.",
        )),
        (Panel::Server, Some(guild)) => Ok(Chooser::Server(guild)),
    }
}
