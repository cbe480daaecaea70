//! The slash commands as Discord gets them: the files of `commands/`, unchanged.

use include_dir::{Dir, File, include_dir};
use serde_json::{Map, Value};

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/commands");

/// Every command, by the name of its file.
///
/// # Errors
/// The name of the file that is not JSON. A test reads them all, so this never happens at run time.
pub fn commands() -> Result<Vec<Value>, String> {
    let read = |file: &File<'_>| {
        serde_json::from_slice(file.contents()).map_err(|e| format!("{}: {e}", file.path().display()))
    };
    FILES.files().map(read).collect()
}

/// Whether two lists of commands mean the same. Discord adds ids, versions and defaults to what it was given, and
/// uses its own order.
#[must_use]
pub fn same(registered: &[Value], ours: &[Value]) -> bool {
    let sorted = |all: &[Value]| {
        let mut all: Vec<Value> = all.iter().map(|c| normal(c, COMMAND)).collect();
        all.sort_by(|a, b| a["name"].as_str().cmp(&b["name"].as_str()));
        all
    };
    sorted(registered) == sorted(ours)
}

/// The fields that we may set on a command.
const COMMAND: &[&str] = &[
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "default_member_permissions",
    "nsfw",
    "contexts",
    "integration_types",
];
/// The fields that we may set on an option or a choice.
const OPTION: &[&str] = &[
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "required",
    "choices",
    "options",
    "channel_types",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "autocomplete",
    "value",
];

/// An object without the fields that we never set, and without values that are the defaults anyway.
fn normal(value: &Value, fields: &[&str]) -> Value {
    let kept: Map<String, Value> = fields
        .iter()
        .filter_map(|&field| {
            let inner = match value.get(field)? {
                Value::Null | Value::Bool(false) => return None,
                // A command is typed, unless it says otherwise; of a user command Discord has no description.
                Value::Number(n) if field == "type" && n.as_u64() == Some(1) => return None,
                Value::String(text) if text.is_empty() => return None,
                Value::Array(all) if all.is_empty() => return None,
                Value::Array(all) if matches!(field, "options" | "choices") => {
                    Value::Array(all.iter().map(|o| normal(o, OPTION)).collect())
                }
                Value::Array(all) => {
                    let mut all = all.clone();
                    all.sort_by_key(ToString::to_string);
                    Value::Array(all)
                }
                Value::Number(n) => n.as_f64().map_or(Value::Null, Value::from),
                other => other.clone(),
            };
            Some((field.to_owned(), inner))
        })
        .collect();
    Value::Object(kept)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::json;

    use super::super::openapi;
    use super::super::press::{AS_THE_SERVER, Setting};
    use super::*;
    use engine::catalog::{self, Setup};
    use engine::rules::Page;

    fn name_is_right(name: &str) -> bool {
        let count = name.chars().count();
        (1..=32).contains(&count)
            && name.chars().all(|c| c == '-' || c == '_' || c == '\'' || c.is_alphanumeric())
            && name.to_lowercase() == name
    }

    fn check_options(of: &str, options: &[Value]) {
        assert!(options.len() <= 25, "{of} has {} options", options.len());
        let mut names = HashSet::new();
        let mut optional_seen = false;
        for option in options {
            let name = option["name"].as_str().unwrap();
            let at = format!("{of} {name}");
            assert!(name_is_right(name), "{at}");
            assert!(names.insert(name), "{at} stands twice");
            let about = option["description"].as_str().unwrap().chars().count();
            assert!((1..=100).contains(&about), "{at}: a description has 1 to 100 characters");
            let required = option["required"] == true;
            assert!(!(required && optional_seen), "{at}: required options come first");
            optional_seen |= !required && option["type"] != 1;
            let choices = option["choices"].as_array().map_or(0, Vec::len);
            assert!(choices <= 25, "{at}");
            assert!(choices == 0 || option["autocomplete"] != true, "{at}: choices exclude autocomplete");
            if let Some(inner) = option["options"].as_array() {
                check_options(&at, inner);
            }
        }
    }

    #[test]
    fn the_longest_turns_can_be_typed() {
        let all = commands().unwrap();
        let typed = all.iter().find(|command| command["name"] == "move").unwrap()["options"][0]["max_length"].as_u64();
        let setup = Setup { seats: Some(4), seed: [7; 32], ..Setup::default() };
        let (mut play, _) = catalog::game("kings-rummy").unwrap().start(setup).unwrap();
        let mut longest = 0;
        for _ in 0..60 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let turns = play.legal(seat, "", 200).moves;
            longest = turns.iter().map(|turn| turn.chars().count() as u64).max().unwrap().max(longest);
            let text = play.fallback(seat).unwrap();
            play.act(seat, turns.last().unwrap_or(&text)).unwrap();
        }
        assert!(longest > 100, "{longest}: a suggestion may have 100, what is typed by hand more");
        assert!(typed.is_some_and(|most| 2 * longest <= most), "{longest} of {typed:?}");
    }

    #[test]
    fn settings_have_the_values_that_the_panel_has() {
        let all = commands().unwrap();
        let settings = all.iter().find(|command| command["name"] == "settings").unwrap();
        for (sub, more) in [(0, vec![AS_THE_SERVER]), (1, vec![])] {
            let options = settings["options"][sub]["options"].as_array().unwrap();
            // Those of a server are followed by what else is decided there.
            assert!(options.len() == Setting::ALL.len() || more.is_empty());
            for (option, setting) in options.iter().zip(Setting::ALL) {
                assert_eq!(option["name"], setting.key());
                let values: HashSet<&str> = option["choices"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|choice| choice["value"].as_str().unwrap())
                    .collect();
                assert_eq!(values, setting.values().iter().copied().chain(more.clone()).collect());
            }
        }
    }

    #[test]
    fn every_file_is_a_command_by_the_rules_that_no_schema_holds() {
        let all = commands().unwrap();
        let mut names = HashSet::new();
        for command in &all {
            let name = command["name"].as_str().unwrap();
            assert!(names.insert(name), "{name} stands twice");
            if command["type"] == 2 {
                assert!((1..=32).contains(&name.chars().count()));
                let file = FILES.get_file(format!("{}.user.json", name.to_lowercase()));
                assert!(file.is_some(), "the file of {name} has its name");
                assert!(command.get("description").is_none() && command.get("options").is_none(), "{name}");
                continue;
            }
            assert!(name_is_right(name), "{name}");
            let file = FILES.get_file(format!("{name}.json"));
            assert!(file.is_some(), "the file of {name} has its name");
            let about = command["description"].as_str().unwrap().chars().count();
            assert!((1..=100).contains(&about), "{name}");
            check_options(name, command["options"].as_array().map_or(&[], Vec::as_slice));
        }
        assert_eq!(all.len(), FILES.files().count());
        openapi::validate("PUT", "/applications/1/commands", &Value::Array(all));
    }

    #[test]
    fn the_games_on_offer_are_those_of_the_catalog() {
        let mut found = 0;
        for command in commands().unwrap() {
            for option in command["options"].as_array().into_iter().flatten().filter(|o| o["name"] == "game") {
                // `/rules` has more pages than those of the games.
                let games = engine::catalog::games().len();
                let most = if command["name"] == "rules" { usize::MAX } else { games };
                // A challenge is for two.
                let two = |id: &str| {
                    let game = engine::catalog::game(id);
                    game.is_ok_and(|game| game.variants().iter().any(|v| v.seats.contains(&2)))
                };
                let offered = |page: &Page| match catalog::game(page.id) {
                    Ok(game) => catalog::offered_as(game),
                    Err(_) => page.title.to_owned(),
                };
                let pages = engine::rules::pages().take(most);
                let pages = pages.filter(|page| command["name"] != "challenge" || two(page.id));
                let ours: Vec<Value> = pages.map(|page| json!({"name": offered(&page), "value": page.id})).collect();
                assert_eq!(option["choices"], Value::Array(ours), "/{}", command["name"]);
                found += 1;
            }
        }
        assert_eq!(found, 6, "/play, /challenge, /leaderboard, /history, /profile and /rules");
    }

    #[test]
    fn what_discord_adds_makes_no_difference() {
        let ours = commands().unwrap();
        let mut theirs = ours.clone();
        theirs.reverse();
        for (i, command) in theirs.iter_mut().enumerate() {
            command["id"] = json!(i.to_string());
            command["version"] = json!("9");
            command["default_member_permissions"] = Value::Null;
            command["nsfw"] = json!(false);
            command["dm_permission"] = json!(true);
            if let Some(options) = command.get_mut("options").and_then(Value::as_array_mut) {
                for option in options {
                    option["name_localized"] = Value::Null;
                    if option.get("required").is_none() {
                        option["required"] = json!(false);
                    }
                }
            }
        }
        assert!(same(&theirs, &ours));
        assert!(!same(&theirs[1..], &ours));
    }

    /// Where the values are that hold no others, as JSON pointers.
    fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                fields.iter().for_each(|(key, inner)| leaves(inner, &format!("{at}/{key}"), found))
            }
            Value::Array(all) => {
                all.iter().enumerate().for_each(|(n, inner)| leaves(inner, &format!("{at}/{n}"), found))
            }
            _ => found.push(at.to_owned()),
        }
    }

    /// Or a new game, a longer move or a list of suggestions would never reach Discord.
    #[test]
    fn whatever_is_changed_in_a_command_makes_a_difference() {
        for command in commands().unwrap() {
            let mut all = Vec::new();
            leaves(&command, "", &mut all);
            for at in all {
                let mut changed = command.clone();
                let value = changed.pointer_mut(&at).unwrap();
                *value = match value.take() {
                    Value::Bool(is) => json!(!is),
                    Value::Number(n) => json!(n.as_i64().unwrap() + 100),
                    Value::String(text) => json!(format!("{text}x")),
                    other => panic!("{at} is {other}"),
                };
                assert!(!same(&[changed], std::slice::from_ref(&command)), "{} {at}", command["name"]);
            }
        }
    }

    #[test]
    fn a_choice_more_or_less_makes_a_difference() {
        let ours = commands().unwrap();
        let mut theirs = ours.clone();
        let play = theirs.iter_mut().find(|command| command["name"] == "play").unwrap();
        let game = play["options"].as_array_mut().unwrap().iter_mut().find(|option| option["name"] == "game").unwrap();
        game["choices"].as_array_mut().unwrap().pop().unwrap();
        assert!(!same(&theirs, &ours));
    }
}
