//! Autocomplete: variants, options, moves and sections of rules.

use crate::discord::SPOKEN;
use std::ops::RangeInclusive;

use serde_json::Value;

use crate::store::{HistoryQuery, MatchesOf};
use crate::tables::Summary;
use engine::catalog::{self, Listed};
use engine::rules::{Page, page};
use engine::{Knob, MAX_SEATS, Overrides, Typing, read_overrides};

use super::app::App;
use super::commands::{Meant, code_in, find_variant, table_meant};
use super::incoming::{Incoming, Line};
use super::screens;
use super::ui::{Choice, LINES, cut};

const _: fn(engine::Language) = |engine::Language::English| ();

/// What is typed beyond this is not searched for among sections of rules.
const LONGEST_TOPIC: usize = 100;
/// Among so many of somebody's latest matches the one is looked for whose code, game or players they type.
const LATEST: u32 = 100;

/// The lines for an option. If there is nothing to suggest, or something went wrong, there are none: errors are
/// reported when the command is sent.
pub async fn lines(app: &App, from: &Incoming, line: &Line, name: &str, typed: &str) -> Vec<Choice> {
    let game = line.text("game").and_then(|id| catalog::game(id).ok());
    match (line.name.as_str(), name) {
        ("play", "variant") => game.map_or_else(Vec::new, |game| variants(game, typed, None)),
        ("challenge", "variant") => game.map_or_else(Vec::new, |game| variants(game, typed, Some(2))),
        ("play" | "challenge", "options") => {
            let asked = line.number("seats").and_then(|n| u8::try_from(n).ok());
            let seats = if line.name == "challenge" { Some(2) } else { asked };
            game.map_or_else(Vec::new, |game| options(game, line.text("variant"), typed, seats))
        }
        ("help", "topic") => choices(&screens::help_topics(typed)),
        ("rules", "topic") => topics(app, from, line.text("game"), typed).await,
        ("replay", "match") => matches(app, from, typed).await,
        ("replay", "at") => milestones(app, line.text("match"), typed).await,
        ("move", "move") => moves(app, from, typed).await,
        _ => Vec::new(),
    }
}

/// Variants whose name contains what is typed, the game's own names left out; only those for `seats` players, if that
/// is given.
fn variants(game: &dyn Listed, typed: &str, seats: Option<u8>) -> Vec<Choice> {
    let own = catalog::named_in(typed).filter(|(named, _)| named.id() == game.id());
    let typed = own.map_or_else(|| typed.trim().to_lowercase(), |(_, rest)| rest);
    let fits = |id: &str, title: &str| id.contains(&typed) || title.to_lowercase().contains(&typed);
    game.variants()
        .iter()
        .filter(|v| fits(v.id, v.title.says(SPOKEN)) && seats.is_none_or(|n| v.seats.contains(&n)))
        .filter_map(|v| Choice::new(&format!("{} – {}", v.title.says(SPOKEN), v.about.says(SPOKEN)), v.id))
        .collect()
}

/// Completes the last of a list of options, however those before it were typed. Values that no table of the variant
/// could be played with are left out.
fn options(game: &dyn Listed, variant: Option<&str>, typed: &str, seats: Option<u8>) -> Vec<Choice> {
    let Some(typing) = Typing::at_the_end_of(game.knobs(), typed) else { return Vec::new() };
    let variant = variant.and_then(|typed| find_variant(game, typed).map(|v| v.id));
    let usual = usual(game, variant);
    let terms = Terms::read(game, variant, &typing.before, seats);
    let found: Vec<(&Knob, String)> = if let Some(knob) = typing.knob {
        let all = values(knob, &usual[knob.key], &typing.typed).into_iter().filter(|value| terms.take(knob, value));
        all.map(|value| (knob, value)).collect()
    } else {
        let knobs = terms.knobs().into_iter().filter(|knob| !terms.names(knob) && typing.fits(knob));
        let example = |knob: &Knob| match typing.denies(knob) {
            Some(off) => Some(off).filter(|off| terms.take(knob, off)),
            None => examples(knob, &usual[knob.key]).into_iter().find(|e| terms.take(knob, e)),
        };
        knobs.filter_map(|knob| Some((knob, example(knob)?))).collect()
    };
    let line = |(knob, value): (&Knob, String)| {
        let pair = format!("{}{}={value}", typing.before, knob.key);
        Choice::new(&line_of_option(knob, &value), &pair)
    };
    found.into_iter().filter_map(line).collect()
}

/// Worded as in the options panel. For an option that is off, it says what it would do if it were on.
fn line_of_option(knob: &Knob, value: &str) -> String {
    let value = knob.kind.read(value).unwrap_or_default();
    let does = if value == Value::Bool(false) { "if yes: " } else { "" };
    format!("{}: {} – {does}{}", knob.title(SPOKEN), knob.words(&value, SPOKEN), knob.about.says(SPOKEN))
}

/// The options in force if none is given.
fn usual(game: &dyn Listed, variant: Option<&str>) -> Value {
    let found = game.variants().iter().find(|v| variant.is_none_or(|id| v.id == id));
    found.map(|v| v.options.clone()).unwrap_or_default()
}

/// What a suggested pair would be added to: the table as it is without it.
struct Terms<'a> {
    game: &'a dyn Listed,
    variant: Option<&'a str>,
    /// The options typed before, and those of them that a table could be played with.
    named: Overrides,
    chosen: Overrides,
    /// The possible numbers of seats: the one asked for, or any.
    seats: RangeInclusive<u8>,
}

impl<'a> Terms<'a> {
    /// The pairs before the one being typed. They are ignored if they are invalid by themselves, which is reported
    /// when the command is sent.
    fn read(game: &'a dyn Listed, variant: Option<&'a str>, before: &str, seats: Option<u8>) -> Self {
        let none = Overrides::new;
        let mut terms = Self { game, variant, named: none(), chosen: none(), seats: 1..=MAX_SEATS as u8 };
        if let Some(seats) = seats.filter(|&seats| terms.hold(&terms.chosen, seats)) {
            terms.seats = seats..=seats;
        }
        terms.named = read_overrides(game.knobs(), before).unwrap_or_default();
        if terms.hold_for_some(&terms.named) {
            terms.chosen.clone_from(&terms.named);
        }
        terms
    }

    /// Whether the option was typed already.
    fn names(&self, knob: &Knob) -> bool {
        self.named.contains_key(knob.key)
    }

    /// Whether this many could sit at a table with these options.
    fn hold(&self, options: &Overrides, seats: u8) -> bool {
        self.game.options(self.variant, options, seats).is_ok()
    }

    fn hold_for_some(&self, options: &Overrides) -> bool {
        self.seats.clone().any(|seats| self.hold(options, seats))
    }

    /// The options to offer; once a variant is chosen, only those that apply to it.
    fn knobs(&self) -> Vec<&'static Knob> {
        let mut in_force =
            self.seats.clone().filter_map(|seats| self.game.options(self.variant, &self.chosen, seats).ok());
        match in_force.next().filter(|_| self.variant.is_some()) {
            Some(options) => self.game.knobs_of(&options),
            None => self.game.knobs().iter().collect(),
        }
    }

    /// Whether the table could be played with this pair as well.
    fn take(&self, knob: &Knob, value: &str) -> bool {
        let Some(value) = knob.kind.read(value) else { return false };
        let mut options = self.chosen.clone();
        options.insert(knob.key.to_owned(), value);
        self.hold_for_some(&options)
    }
}

/// Example values of an option, the best first: the usual number, ready to be changed, or for words those other
/// than the usual one.
fn examples(knob: &Knob, usual: &Value) -> Vec<String> {
    if usual.is_number() {
        return vec![usual.to_string()];
    }
    let differs = |e: &String| knob.kind.read(e).is_some_and(|value| value != *usual);
    knob.kind.examples().into_iter().filter(differs).collect()
}

/// Values that begin with what is typed; the typed text itself comes first if it is a value.
fn values(knob: &Knob, usual: &Value, typed: &str) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let own = knob.typed(typed).ok().as_ref().map(text);
    let usual = usual.is_number().then(|| usual.to_string()).filter(|usual| usual.starts_with(typed.trim()));
    let mut all: Vec<String> = Vec::new();
    for value in own.into_iter().chain(usual).chain(knob.begun(typed)) {
        if !all.contains(&value) {
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
    choices(&screens::topics(page, &cut(typed, LONGEST_TOPIC)))
}

/// Lines with what they stand for.
fn choices(all: &[(String, String)]) -> Vec<Choice> {
    all.iter().filter_map(|(name, value)| Choice::new(name, value)).collect()
}

async fn page_here(app: &App, from: &Incoming) -> Option<Page> {
    let table = app.room.at(from.place.channel).await.ok()??;
    page(app.room.look(&table).await.ok()?.terms.game.id()).ok()
}

/// The caller's matches that are over, the latest first.
async fn matches(app: &App, from: &Incoming, typed: &str) -> Vec<Choice> {
    let user = from.person.id;
    let of = MatchesOf { user, game: None, against: None };
    let query = HistoryQuery { of, beside: None, newer: false, lines: LATEST };
    let found = app.store().history(&query).await.unwrap_or_default();
    let mut lines: Vec<(String, String)> = found.matches.iter().map(|one| screens::in_a_list(one, user)).collect();
    let typed = typed.trim().to_lowercase();
    lines.retain(|(line, _)| line.to_lowercase().contains(&typed));
    lines.truncate(LINES);
    choices(&lines)
}

/// Where hands begin in a match that is over, and what else stands out; and the move that is typed.
async fn milestones(app: &App, code: Option<&str>, typed: &str) -> Vec<Choice> {
    let Some(table) = code.and_then(code_in) else { return Vec::new() };
    let Ok(film) = app.room.film(&table).await else { return Vec::new() };
    let Ok((now, _)) = app.room.replay(&film, 0).await else { return Vec::new() };
    let typed = typed.trim().to_lowercase();
    let number = typed.parse::<u32>().ok().filter(|at| *at <= film.moves());
    let number = number.map(|at| (format!("Move {at} of {}", film.moves()), at.to_string()));
    let all = screens::milestones(&film, now.play.reader()).into_iter();
    let all = all.map(|one| (format!("{} · {}", one.label, one.hint), one.at.to_string()));
    let mut lines: Vec<(String, String)> = number.into_iter().collect();
    let named = lines.first().map(|(_, at)| at.clone());
    lines.extend(all.filter(|(line, at)| line.to_lowercase().contains(&typed) && Some(at) != named.as_ref()));
    lines.truncate(LINES);
    choices(&lines)
}

/// Complete legal moves for the caller's seat.
async fn moves(app: &App, from: &Incoming, typed: &str) -> Vec<Choice> {
    let table = match table_meant(app, from).await {
        Ok(Meant::This(table)) => table,
        Ok(Meant::Several(mine) | Meant::Elsewhere(mine)) => return moves_of_several(app, from, typed, &mine).await,
        Err(_) => return Vec::new(),
    };
    app.presenters.acts(table, from.person.id);
    let found = app.room.suggest(&table, from.person.id, typed, LINES).await.unwrap_or_default();
    found.iter().filter_map(|(text, about)| Choice::new(&line_of(text, about), text)).collect()
}

/// Moves at several tables, each preceded by the table's code; typing a code narrows them to that table.
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
            let value = format!("{} {text}", m.table);
            let line = format!("{} · {}: {about}", m.table, m.title);
            Choice::new(&line_of(&value, &line), &value)
        }));
    }
    lines
}

/// The line shown: the description; or the move's text if there is no description or it has over 100 characters,
/// because cutting it could make two moves look alike.
fn line_of(text: &str, about: &str) -> String {
    let says = !about.trim().is_empty() && about.chars().count() <= 100;
    if says { about.to_owned() } else { cut(text, 100) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Kind;

    fn offered(game: &str, variant: Option<&str>, typed: &str) -> Vec<String> {
        let choices = options(catalog::game(game).unwrap(), variant, typed, None);
        choices.iter().map(|choice| choice.value().to_owned()).collect()
    }

    #[test]
    fn a_line_that_is_too_long_is_what_it_stands_for_and_so_like_no_other() {
        assert_eq!(line_of("k7f2 take", "k7f2 · Gin Rummy: take 6♣"), "k7f2 · Gin Rummy: take 6♣");
        let turn = "add 3SY to meld 4, lay 1KY 1SG 1CB, lay 1AB 2KY 3CG, lay 2CG 3SB 4KR, discard";
        let lines = ["2KB", "3KB"]
            .map(|card| line_of(&format!("k7f2 … drop {card}"), &format!("k7f2 · King's Rummy: {turn} {card}")));
        assert_eq!(lines, ["k7f2 … drop 2KB", "k7f2 … drop 3KB"]);
    }

    #[test]
    fn every_option_is_offered_once_with_a_value_worth_changing() {
        for game in catalog::games() {
            let lines = offered(game.id(), None, "");
            let fits =
                |knob: &&Knob| lines.iter().filter(|line| line.starts_with(&format!("{}=", knob.key))).count() == 1;
            let missing: Vec<&str> = game.knobs().iter().filter(|knob| !fits(knob)).map(|knob| knob.key).collect();
            assert!(missing.is_empty(), "{}: {missing:?} of {lines:?}", game.id());
        }
        let oklahoma = offered("gin-rummy", Some("oklahoma"), "");
        assert!(oklahoma.contains(&"target=150".to_owned()) && oklahoma.contains(&"oklahoma=false".to_owned()));
    }

    #[test]
    fn whatever_is_offered_can_be_played() {
        for game in catalog::games() {
            for variant in game.variants() {
                for pair in offered(game.id(), Some(variant.id), "") {
                    let options = read_overrides(game.knobs(), &pair).unwrap();
                    let plays = |seats| game.options(Some(variant.id), &options, seats).is_ok();
                    assert!((1..=8).any(plays), "{} {}: {pair}", game.id(), variant.id);
                }
            }
        }
        // Whatever a variant, the number of seats or another pair rules out is left out.
        for wizard in ["wizard", "Wizard"] {
            assert!(offered("pegs-and-jokers", Some(wizard), "stuck_extra").is_empty());
        }
        assert_eq!(offered("key-of-the-door", None, "deals_2p=3").len(), 0);
        assert!(offered("pegs-and-jokers", None, "stuck_extra_draw=true, draw").is_empty());
        assert_eq!(offered("pegs-and-jokers", None, "faces").len(), 1);
        // So is whatever does not apply to the variant, once one is chosen.
        assert_eq!(offered("pegs-and-jokers", Some("basic"), "home_safe").len(), 0);
        assert_eq!(offered("pegs-and-jokers", Some("bluffing"), "home_safe").len(), 1);
        let gin = catalog::game("gin-rummy").unwrap();
        let for_two = options(gin, None, "players=", Some(2));
        assert_eq!(for_two.iter().map(Choice::value).collect::<Vec<_>>(), ["players=2"]);
    }

    #[test]
    fn an_option_is_offered_after_one_whose_key_ends_like_it_and_not_after_itself() {
        for (game, typed, next) in [
            ("gin-rummy", "gin_layoff=true, layo", "gin_layoff=true, layoff="),
            ("gin-rummy", "big_gin_bonus=40, gin_b", "big_gin_bonus=40, gin_bonus="),
            ("key-of-the-door", "false_steal=free, stea", "false_steal=free, steal="),
        ] {
            let lines = offered(game, None, typed);
            assert!(lines.iter().any(|line| line.starts_with(next)), "{typed}: {lines:?}");
        }
        assert!(offered("gin-rummy", None, "layoff=manual, layo").iter().all(|line| !line.contains(", layoff=")));
    }

    #[test]
    fn a_line_names_the_rule_and_then_its_value_and_never_says_the_opposite() {
        let knob = |game: &str, key: &str| *catalog::game(game).unwrap().knob(key).unwrap();
        let negative = knob("brain-drain", "allow_negative");
        let about = negative.about.says(SPOKEN);
        assert_eq!(line_of_option(&negative, "false"), format!("Negative results: no – if yes: {about}"));
        assert_eq!(line_of_option(&negative, "true"), format!("Negative results: yes – {about}"));
        let target = knob("gin-rummy", "target");
        assert_eq!(line_of_option(&target, "150"), format!("Target: 150 – {}", target.about.says(SPOKEN)));
    }

    #[test]
    fn a_value_out_of_range_is_refused_by_its_range() {
        for game in catalog::games() {
            for knob in game.knobs() {
                let (Kind::Int(low, high) | Kind::BoolOrInt(low, high)) = knob.kind else { continue };
                let words =
                    read_overrides(game.knobs(), &format!("{}={}", knob.key, high + 1)).unwrap_err().says(SPOKEN);
                assert!(words.contains(&format!("from {low} to {high}")), "{words}");
            }
        }
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
        let named = |typed| variants(gin, typed, None).iter().map(|v| v.value().to_owned()).collect::<Vec<_>>();
        assert_eq!(named("Oklahoma Gin"), ["oklahoma"]);
        assert_eq!(named("gin rummy"), ids(None));
    }

    /// Whatever form the options before it have, and the beginning of the last.
    #[test]
    fn q11_the_last_option_is_completed_in_every_form() {
        for (typed, offered_first) in [
            ("target = 1", "target=1"),
            ("target: 5", "target=5"),
            ("target ", "target=100"),
            ("Knock lim", "knock_limit=10"),
            ("knock limit 2", "knock_limit=2"),
            ("no undercut", "undercut_on_tie=false"),
            ("undercut on tie of", "undercut_on_tie=false"),
            ("oklahoma, targ", "oklahoma, target=100"),
            ("oklahoma targ", "oklahoma target=100"),
            ("oklahoma and targ", "oklahoma and target=100"),
            ("no oklahoma; target:1", "no oklahoma; target=1"),
            ("ｔａｒｇｅｔ＝５", "target=5"),
            ("lay-off by the p", "layoff=manual"),
        ] {
            let lines = offered("gin-rummy", None, typed);
            assert_eq!(lines.first().map(String::as_str), Some(offered_first), "{typed}: {lines:?}");
        }
        for typed in ["oklahoma, ", "oklahoma and ", "oklahoma yes ", "target=50 "] {
            let lines = offered("gin-rummy", None, typed);
            let repeated = |line: &String| line.matches("oklahoma").count() + line.matches("target=").count() > 2;
            assert!(lines.len() > 5 && !lines.iter().any(repeated), "{typed}: {lines:?}");
        }
        let denied = offered("gin-rummy", None, "no ");
        assert!(
            denied.len() > 5 && denied.iter().all(|line| line.ends_with("=false") || line.ends_with("=off")),
            "{denied:?}"
        );
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
