//! `/settings`: how a person, or a server, is shown tables and hands.

use crate::store::{Chooser, Chosen};
use crate::tables::Fault;

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, Reply, Trouble};
use super::super::screens;

/// Changes what the options name, and shows what is in force.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let chooser = match line.sub.as_deref() {
        Some("server") => {
            let guild = from.place.guild.ok_or_else(|| Trouble::say("There is no server here to set anything for."))?;
            if !from.manager {
                return Err(Trouble::say(
                    "What holds for the whole server is set by those who may **Manage Server**. `/settings me` is yours.",
                ));
            }
            Chooser::Server(guild)
        }
        _ => Chooser::Person(from.person.id),
    };
    let preferences = app.presenters.preferences();
    let change = |before: Chosen| Chosen {
        picture: pick(line.text("boards"), "picture", before.picture),
        light: pick(line.text("theme"), "light", before.light),
        direct: pick(line.text("hands"), "direct", before.direct),
        notices: pick(line.text("notices"), "on", before.notices),
    };
    let changed = preferences.choose(chooser, change).await;
    if let (Chooser::Person(user), Some("direct")) = (chooser, line.text("hands")) {
        app.presenters.allowed(user);
    }
    let changed = changed.map_err(|error| Fault::log("a setting could not be stored", &error))?;
    let who = if matches!(chooser, Chooser::Server(_)) { "On this server" } else { "For you" };
    let now = preferences.in_force(chooser, from.place.guild);
    let boards = if now.picture { "pictures" } else { "text" };
    let theme = if now.light { "light" } else { "dark" };
    let hands = if now.direct { "by direct message" } else { "by the **My hand** button" };
    let notices = if now.notices { "on" } else { "off" };
    let saved = if changed { "Saved: it shows with the next change of a table.\n" } else { "" };
    let is_asked = ["boards", "theme", "hands", "notices"].iter().all(|option| line.text(option).is_none());
    let how = if is_asked { "\n-# The options of this command change them." } else { "" };
    let words = format!(
        "{saved}{who}: boards as **{boards}**, colours **{theme}**, hands {hands}, turn notices **{notices}**.{how}"
    );
    Ok(Reply::Whisper(screens::note(&words)?))
}

/// What an option chooses: this value, another, or nothing (`server`); what it was before where it was left out.
fn pick(given: Option<&str>, yes: &str, before: Option<bool>) -> Option<bool> {
    match given {
        None => before,
        Some("server") => None,
        Some(value) => Some(value == yes),
    }
}
