//! Autocomplete: variants, options, moves and sections of rules.

use serde_json::Value;

use crate::engine::catalog::{self, Listed};
use crate::engine::rules::{Page, page};
use crate::engine::{Knob, Overrides};
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
        ("play", "variant") => game.map_or_else(Vec::new, |game| variants(game, typed, None)),
        ("challenge", "variant") => game.map_or_else(Vec::new, |game| variants(game, typed, Some(2))),
        ("play" | "challenge", "options") => {
            game.map_or_else(Vec::new, |game| options(game, line.text("variant"), typed))
        }
        ("rules", "topic") => topics(app, from, line.text("game"), typed).await,
        ("move", "move") => moves(app, from, typed).await,
        _ => Vec::new(),
    };
    lines.truncate(LINES);
    lines
}

/// Variants whose name has what is typed; only those that so many can play, where that is known.
fn variants(game: &dyn Listed, typed: &str, seats: Option<u8>) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let fits = |id: &str, title: &str| id.contains(&typed) || title.to_lowercase().contains(&typed);
    game.variants()
        .iter()
        .filter(|v| fits(v.id, v.title) && seats.is_none_or(|n| v.seats.contains(&n)))
        .filter_map(|v| Choice::new(&format!("{} – {}", v.title, v.about), v.id))
        .collect()
}

/// Completes the last pair of a list of `key=value` pairs.
fn options(game: &dyn Listed, variant: Option<&str>, typed: &str) -> Vec<Choice> {
    let start = typed.rfind([',', ';', ' ']).map_or(0, |at| at + 1);
    let (before, last) = typed.split_at(start);
    let last = last.trim().to_lowercase();
    let usual = usual(game, variant);
    let found: Vec<(&Knob, String)> = match last.split_once('=') {
        Some((key, value)) => {
            let Some(knob) = game.knobs().iter().find(|k| k.key == key) else { return Vec::new() };
            values(knob, &usual[knob.key], value).into_iter().map(|value| (knob, value)).collect()
        }
        None => {
            let named = |knob: &&Knob| !before.contains(&format!("{}=", knob.key));
            let fits = |knob: &&Knob| knob.key.contains(&last) || knob.about.to_lowercase().contains(&last);
            let knobs = game.knobs().iter().filter(named).filter(fits);
            knobs.filter_map(|knob| Some((knob, example(knob, &usual[knob.key])?))).collect()
        }
    };
    found
        .into_iter()
        .filter_map(|(knob, value)| {
            let pair = format!("{before}{}={value}", knob.key);
            Choice::new(&format!("{}={value} – {}", knob.key, knob.about), &pair)
        })
        .collect()
}

/// The options in force where none is named.
fn usual(game: &dyn Listed, variant: Option<&str>) -> Value {
    let none = Overrides::new();
    let seats = game.seats(variant, &none).map(|seats| *seats.start());
    seats.and_then(|seats| game.options(variant, &none, seats)).unwrap_or_default()
}

/// A value to show an option with: the usual number, which is then changed, or another word than the usual one.
fn example(knob: &Knob, usual: &Value) -> Option<String> {
    if usual.is_number() {
        return Some(usual.to_string());
    }
    knob.kind.examples().into_iter().find(|e| knob.kind.read(e).is_ok_and(|value| value != *usual))
}

/// Values that begin with what is typed, what is typed first if it is one.
fn values(knob: &Knob, usual: &Value, typed: &str) -> Vec<String> {
    let usual = usual.is_number().then(|| usual.to_string());
    let mut all: Vec<String> = knob.kind.read(typed).is_ok().then(|| typed.to_owned()).into_iter().collect();
    for value in usual.into_iter().chain(knob.kind.examples()) {
        if value.to_lowercase().starts_with(typed) && !all.contains(&value) {
            all.push(value);
        }
    }
    all
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
    let (table, at) = match table_meant(app, from).await {
        Ok(Meant::Here(table)) => (table, String::new()),
        // In a channel without that table a line says where its move would be played.
        Ok(Meant::Only(table)) if from.place.guild.is_some() => (table, format!("{table} · ")),
        Ok(Meant::Only(table)) => (table, String::new()),
        Ok(Meant::Several(mine)) => return moves_of_several(app, from, typed, &mine).await,
        Err(_) => return Vec::new(),
    };
    let found = app.room.suggest(&table, from.person.id, typed, LINES).await.unwrap_or_default();
    let lines = found.iter().map(|(text, about)| (format!("{at}{}", line_of(text, about)), text));
    lines.filter_map(|(line, text)| Choice::new(&line, text)).collect()
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

/// What the eye reads: the description, or the text where it says more, or where only the whole of a long one would tell it from others.
fn line_of(text: &str, about: &str) -> String {
    let says = !about.trim().is_empty() && about.chars().count() <= 100;
    if says { about.to_owned() } else { cut(text, 100) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(game: &str, variant: Option<&str>, typed: &str) -> Vec<String> {
        let choices = options(catalog::game(game).unwrap(), variant, typed);
        choices.iter().map(|choice| choice.value().to_owned()).collect()
    }

    #[test]
    fn every_option_is_offered_once_with_a_value_worth_changing() {
        for game in catalog::games() {
            let lines = offered(game.id(), None, "");
            assert_eq!(lines.len(), game.knobs().len(), "{}: {lines:?}", game.id());
        }
        let oklahoma = offered("gin-rummy", Some("oklahoma"), "");
        assert!(oklahoma.contains(&"target=150".to_owned()) && oklahoma.contains(&"oklahoma=false".to_owned()));
    }

    #[test]
    fn lines_can_be_told_apart() {
        let turn = |end: &str| format!("{}, discard {end}", "lay 1KB 2KB 3KB, ".repeat(8));
        assert_eq!(line_of("lay 1KB 2KB 3KB; drop 3CR", &turn("3CR")), "lay 1KB 2KB 3KB; drop 3CR");
        assert_eq!(line_of("drop 3CR", "discard 3CR"), "discard 3CR");
        assert_eq!(line_of("draw", ""), "draw");
    }

    #[test]
    fn a_challenge_is_offered_variants_for_two() {
        let gin = catalog::game("gin-rummy").unwrap();
        let ids = |seats| variants(gin, "", seats).iter().map(|v| v.value().to_owned()).collect::<Vec<_>>();
        assert!(ids(None).contains(&"three-hand".to_owned()));
        assert_eq!(ids(Some(2)), ["classic", "standard", "oklahoma"]);
    }

    #[test]
    fn the_last_pair_is_completed() {
        assert_eq!(
            offered("gin-rummy", None, "layoff=manual, target=1"),
            ["layoff=manual, target=1", "layoff=manual, target=100", "layoff=manual, target=1000"]
        );
        assert_eq!(offered("gin-rummy", None, "layoff=m"), ["layoff=manual"]);
        assert!(offered("gin-rummy", None, "nothing=").is_empty());
    }
}
