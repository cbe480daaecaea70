//! Autocomplete: variants, options, moves and sections of rules.

use crate::engine::Knob;
use crate::engine::catalog::{self, Listed};
use crate::engine::rules::{Page, page};
use crate::tables::Summary;

use super::commands::{Meant, table_meant};
use super::dispatch::App;
use super::incoming::{Incoming, Line};
use super::screens::page_topics;
use super::ui::{Choice, cut};

/// As many lines as Discord shows.
const LINES: usize = 25;

/// The lines for an option. Where there is nothing to suggest, or something went wrong, there are none: whatever is wrong is
/// said when the command is sent.
pub async fn lines(app: &App, from: &Incoming, line: &Line, name: &str, typed: &str) -> Vec<Choice> {
    let game = line.text("game").and_then(|id| catalog::game(id).ok());
    let mut lines = match (line.name.as_str(), name) {
        ("play" | "challenge", "variant") => game.map_or_else(Vec::new, |game| variants(game, typed)),
        ("play" | "challenge", "options") => game.map_or_else(Vec::new, |game| options(game, typed)),
        ("rules", "topic") => topics(app, from, line.text("game"), typed).await,
        ("move", "move") => moves(app, from, typed).await,
        _ => Vec::new(),
    };
    lines.truncate(LINES);
    lines
}

fn variants(game: &dyn Listed, typed: &str) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let fits = |id: &str, title: &str| id.contains(&typed) || title.to_lowercase().contains(&typed);
    game.variants()
        .iter()
        .filter(|v| fits(v.id, v.title))
        .filter_map(|v| Choice::new(&format!("{} – {}", v.title, v.about), v.id))
        .collect()
}

/// Completes the last pair of a list of `key=value` pairs.
fn options(game: &dyn Listed, typed: &str) -> Vec<Choice> {
    let start = typed.rfind([',', ';', ' ']).map_or(0, |at| at + 1);
    let (before, last) = typed.split_at(start);
    let named = |knob: &&Knob| !before.contains(&format!("{}=", knob.key));
    let last = last.trim().to_lowercase();
    let mut found = Vec::new();
    match last.split_once('=') {
        Some((key, value)) => {
            let Some(knob) = game.knobs().iter().find(|k| k.key == key) else { return Vec::new() };
            if knob.kind.read(value).is_ok() {
                found.push((knob, value.to_owned()));
            }
            let others = knob.kind.examples().into_iter().filter(|e| e.to_lowercase().starts_with(value) && e != value);
            found.extend(others.map(|example| (knob, example)));
        }
        None => {
            let fits = |knob: &&Knob| knob.key.contains(&last) || knob.about.to_lowercase().contains(&last);
            for knob in game.knobs().iter().filter(named).filter(fits) {
                let examples = knob.kind.examples();
                found.extend(examples.into_iter().take(2).map(|example| (knob, example)));
            }
        }
    }
    found
        .into_iter()
        .filter_map(|(knob, value)| {
            let pair = format!("{before}{}={value}", knob.key);
            Choice::new(&format!("{}={value} – {}", knob.key, knob.about), &pair)
        })
        .collect()
}

async fn topics(app: &App, from: &Incoming, id: Option<&str>, typed: &str) -> Vec<Choice> {
    let page = match id {
        Some(id) => page(id).ok(),
        None => page_here(app, from).await,
    };
    let Some(page) = page else { return Vec::new() };
    page_topics(page, typed).into_iter().filter_map(|(name, anchor)| Choice::new(&name, &anchor)).collect()
}

async fn page_here(app: &App, from: &Incoming) -> Option<Page> {
    let table = app.room.at(from.place.channel).await.ok()??;
    let answer = app.ask(from, &table, None, crate::tables::Act::Look).await.ok()?;
    page(answer.snapshot.game).ok()
}

/// Complete legal moves of the caller's seat.
async fn moves(app: &App, from: &Incoming, typed: &str) -> Vec<Choice> {
    match table_meant(app, from).await {
        Ok(Meant::One(table)) => {
            let found = app.room.suggest(&table, from.person.id, typed, LINES).await.unwrap_or_default();
            found.iter().filter_map(|(text, about)| Choice::new(&line_of(text, about), text)).collect()
        }
        Ok(Meant::Several(mine)) => moves_of_several(app, from, typed, &mine).await,
        Err(_) => Vec::new(),
    }
}

/// Moves at several tables, each with the table's code before it; a code that is typed narrows them to that table.
async fn moves_of_several(app: &App, from: &Incoming, typed: &str, mine: &[Summary]) -> Vec<Choice> {
    let (code, rest) = typed.trim_start().split_once(' ').unwrap_or((typed.trim(), ""));
    let named = mine.iter().find(|m| m.table.as_str() == code);
    let (tables, typed) = match named {
        Some(one) => (std::slice::from_ref(one), rest),
        None => (mine, typed),
    };
    let each = (LINES / tables.len().max(1)).max(3);
    let mut lines = Vec::new();
    for m in tables.iter().take(LINES) {
        let found = app.room.suggest(&m.table, from.person.id, typed, each).await.unwrap_or_default();
        lines.extend(found.iter().filter_map(|(text, about)| {
            Choice::new(&format!("{} · {}: {}", m.table, m.title, line_of(text, about)), &format!("{} {text}", m.table))
        }));
    }
    lines
}

/// What the eye reads: the description, or the text where it says more.
fn line_of(text: &str, about: &str) -> String {
    if about.trim().is_empty() { cut(text, 100) } else { cut(about, 100) }
}
