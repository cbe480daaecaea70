//! What the list says of games, variants, options and seats that do not exist, and of records.

use super::*;

/// What is said of it.
fn said<T>(asked: Result<T, NotOffered>) -> String {
    asked.err().map(|why| why.says(Language::English)).unwrap_or_default()
}

#[test]
fn a_slip_is_answered_by_what_was_meant_and_by_all_there_is() {
    let slip = said(game("gin-rumy"));
    assert!(slip.starts_with("There is no game `gin-rumy` here. Did you mean `gin-rummy`? Games: "), "{slip}");
    let setup = Setup { variant: Some("oklahma".to_owned()), ..Setup::default() };
    let slip = said(game("gin-rummy").and_then(|g| g.start(setup)));
    assert!(slip.contains("Did you mean `oklahoma`? Variants: classic, "), "{slip}");
    let long = "x\n\"".repeat(1000);
    let setup = Setup { variant: Some(long.clone()), ..Setup::default() };
    let deck = Setup { decks: vec![vec![long.clone()]], ..Setup::default() };
    let gin = |setup| said(game("gin-rummy").and_then(|g| g.start(setup)));
    for slip in [said(game(&long)), gin(setup), gin(deck)] {
        assert!(slip.contains("`x \"x \"") && slip.chars().count() < 250, "said back in short: {slip}");
    }
}

#[test]
fn a_question_that_asks_nothing_is_answered_by_what_may_be_asked() {
    for (game, question) in
        games().iter().flat_map(|game| [(game, json!({})), (game, json!([])), (game, json!({"x": 1}))])
    {
        let words = game.study(&question, Language::English).unwrap_err();
        assert!(
            words.ends_with('.') && !words.contains(" .") && !words.contains("``"),
            "{} {question}: {words}",
            game.id()
        );
    }
}

/// Has the game study questions?
fn answers(game: &dyn Listed) -> bool {
    game.study(&json!({}), Language::English) != Err(format!("{} has no study questions.", game.title()))
}

#[test]
fn the_pages_that_list_games_name_each() {
    let readme = include_str!("../../../../README.md");
    let (protocol, changes) = (include_str!("../../../../docs/protocol.md"), include_str!("../../../../CHANGELOG.md"));
    for game in games() {
        let (id, title) = (game.id(), game.title());
        assert!(readme.contains(&format!("\n| **{title}** | ")), "README.md's table of games: {title}");
        assert!(protocol.contains(&format!("\n| {title} | ")), "docs/protocol.md's table of packs: {title}");
        assert!(!answers(*game) || protocol.contains(&format!("\n### `{id}`\n")), "docs/protocol.md's questions: {id}");
        assert!(changes.contains(title), "CHANGELOG.md: {title}");
    }
}

/// Options that the first records lack, and what those were played by.
const LATER: [(&str, bool); 2] = [("drop_beside_count", true), ("idle_calls", true)];

#[test]
fn what_the_first_records_lack_is_what_they_were_played_by() {
    let mut found = 0;
    for listed in games() {
        let (play, _) = listed.start(Setup::default()).unwrap_or_else(|why| panic!("{}: {why:?}", listed.id()));
        for (key, was) in LATER.iter().filter(|(key, _)| listed.knob(key).is_some()) {
            let mut header = play.header().clone();
            assert_eq!(header.options[key], !was, "{key} is new");
            header.options.as_object_mut().unwrap().remove(*key);
            let (again, _) = listed.restart(&header).unwrap_or_else(|why| panic!("{key}: {why}"));
            assert_eq!(again.header().options[key], *was, "{key}");
            found += 1;
        }
    }
    assert_eq!(found, LATER.len());
}

#[test]
fn a_record_holds_every_option_and_none_is_filled_in() {
    for listed in games() {
        let (play, _) = listed.start(Setup::default()).unwrap_or_else(|why| panic!("{}: {why:?}", listed.id()));
        let whole = play.header().clone();
        let refused = |options: Value| match listed.restart(&Header { options, ..whole.clone() }) {
            Ok(_) => panic!("{}: begun again", listed.id()),
            Err(why) => why.to_string(),
        };
        assert!(listed.restart(&whole).is_ok());
        for none in [Value::Null, json!([]), json!("classic")] {
            assert_eq!(refused(none), "The options of a record are an object that holds every one of them.");
        }
        let changed = |key: &str, value: Option<Value>| {
            let mut options = whole.options.as_object().cloned().unwrap_or_default();
            options.remove(key);
            options.extend(value.map(|value| (key.to_owned(), value)));
            refused(Value::Object(options))
        };
        let later = |knob: &&Knob| LATER.iter().any(|(key, _)| *key == knob.key);
        for knob in listed.knobs().iter().filter(|knob| !later(knob)) {
            let lacking = changed(knob.key, None);
            assert!(lacking.contains(&format!("`{}`", knob.key)), "{}: {lacking}", listed.id());
            let wrong = changed(knob.key, Some(json!(-1)));
            assert!(wrong.starts_with(&format!("Option `{}` takes ", knob.key)), "{}: {wrong}", listed.id());
        }
        let unknown = changed("colour", Some(json!(true)));
        assert!(unknown.starts_with("There is no option `colour` here."), "{}: {unknown}", listed.id());
    }
}

#[test]
fn the_option_that_keeps_players_from_a_table_is_named() {
    let says = |id: &str, variant: &str, option: Option<(&str, Value)>, seats| {
        let options = option.map(|(key, value)| (key.to_owned(), value)).into_iter().collect();
        let setup = Setup { variant: Some(variant.to_owned()), options, seats: Some(seats), ..Setup::default() };
        said(game(id).and_then(|g| g.start(setup)))
    };
    let (kotd, partners) = ("key-of-the-door", ("partners", json!(true)));
    let with = "With `partners=true` Key of the Door Table is for 4 players, not 2.";
    assert_eq!(says(kotd, "table", Some(partners), 2), with);
    assert_eq!(says(kotd, "table", None, 6), "Key of the Door Table is for 2 to 5 players, not 6.");
    assert_eq!(
        says("pegs-and-jokers", "basic", None, 3),
        "Pegs and Jokers Basic is for 4, 6 or 8 players, not 3.",
        "teams of equal size"
    );
    let excluded = Some(("stuck_extra_draw", json!(true)));
    let draws_last = "Pegs and Jokers Wizard is for 4 to 8 players, not 3.";
    assert_eq!(says("pegs-and-jokers", "wizard", excluded, 3), draws_last, "though with that option nobody can");
    let three = says("gin-rummy", "oklahoma", Some(("players", json!(3))), 2);
    assert_eq!(three, "With `players=3` Gin Rummy Oklahoma is for 3 players, not 2.");
}

#[test]
fn a_record_of_other_rules_is_refused_and_not_replayed_by_these() {
    for listed in games() {
        let (play, _) = listed.start(Setup::default()).unwrap_or_else(|why| panic!("{}: {why:?}", listed.id()));
        let ours = listed.rules_rev();
        for recorded in [ours - 1, ours + 1] {
            let header = Header { rules_rev: recorded, ..play.header().clone() };
            let why = ReplayError::Revision { game: listed.id().to_owned(), recorded, ours };
            assert!(listed.restart(&header).err() == Some(why), "{}: revision {recorded}", listed.id());
        }
    }
}
