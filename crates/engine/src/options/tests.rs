//! What options are called, how their values read, and what is typed for them.

use super::*;

const KNOBS: &[Knob] = &[
    Knob::new("knock_limit", Kind::Int(0, 50), "the most that a knocker may have unmatched"),
    Knob::new("layoff", Kind::Choice(&["auto", "manual"]), "who chooses the lay-offs").titled("Lay-off"),
    Knob::new("okla_spade_doubles", Kind::Choice(&["points_only", "off"]), "what counts double")
        .titled("Oklahoma spade doubles")
        .saying(&[("off", "nothing")]),
    Knob::new("deals_2p", Kind::Int(2, 4), "how many deals for two players").titled("Deals for two players"),
    Knob::new("steal", Kind::ChoiceOrCount(&["free"], "penalty", 1, 100), "what a steal costs"),
];

#[test]
fn slips_in_options_are_answered_by_what_was_meant() {
    let says = |text: &str| read_overrides(KNOBS, text).unwrap_err().says(Language::English);
    let options = "Options: knock_limit, layoff, okla_spade_doubles, deals_2p, steal.";
    assert_eq!(
        says("knok_limit=5"),
        format!("There is no option `knok_limit` here. Did you mean `knock_limit=5`? {options}")
    );
    assert_eq!(says("x`y=5"), format!("There is no option `x'y` here. {options}"));
    assert_eq!(
        says("layoff=manul"),
        "Option `layoff` takes auto or manual, not `manul`. Did you mean `layoff=manual`?"
    );
    let unset = "Option `knock_limit` needs a value, such as `knock_limit=25`. It takes a whole number from 0 to 50.";
    for text in ["knock_limit", "knock_limit=", "layoff=auto, knock_limit", "Knock limit :"] {
        assert_eq!(says(text), unset, "{text}");
    }
    assert_eq!(says("5"), format!("There is no option `5` here. {options}"));
    assert_eq!(
        says("knock_limit=5;layoff=auto;knock_limit=6"),
        "Option `knock_limit` stands there twice: name each once."
    );
    assert_eq!(
        says("knock_limit=70"),
        "Option `knock_limit` takes a whole number from 0 to 50, not `70`. The nearest is `knock_limit=50`."
    );
}

#[test]
fn options_and_their_values_are_read_in_any_case() {
    let read = read_overrides(KNOBS, "Knock_Limit=5, LAYOFF=Manual, Steal=PENALTY:3");
    let meant = json!({"knock_limit": 5, "layoff": "manual", "steal": "penalty:3"});
    assert_eq!(read.map(Value::Object), Ok(meant.clone()));
    let preset = json!({"knock_limit": 10, "layoff": "auto", "steal": "free"});
    let changes = |all: Value| all.as_object().cloned().expect("an object");
    let given = changes(json!({"Knock_limit": "5", "LAYOFF": "MANUAL", "steal": "Penalty:3"}));
    assert_eq!(resolve(&preset, KNOBS, &given), Ok(meant));
    let twice = NotOffered::Twice("knock_limit");
    assert_eq!(read_overrides(KNOBS, "knock_limit=5 Knock_limit=6"), Err(twice.clone()));
    assert_eq!(resolve(&preset, KNOBS, &changes(json!({"knock_limit": 5, "Knock_limit": 6}))), Err(twice));
    assert!(
        ["penalty", "penalty:", "penalty:0", "penalty :3", "free:3"]
            .iter()
            .all(|text| KNOBS[4].kind.read(text).is_none())
    );
}

#[test]
fn keys_and_values_have_words() {
    let titles: Vec<String> = KNOBS.iter().map(|knob| knob.title(Language::English)).collect();
    let whole = ["Knock limit", "Lay-off", "Oklahoma spade doubles", "Deals for two players", "Steal"];
    assert_eq!(titles, whole);
    let words = |value: Value| KNOBS[0].words(&value, Language::English);
    assert_eq!((words(json!(true)), words(json!(false)), words(json!(7))), ("yes".into(), "no".into(), "7".into()));
    assert_eq!((words(json!("points_only")), words(json!("penalty:3"))), ("points only".into(), "penalty 3".into()));
    assert_eq!(
        (KNOBS[2].words(&json!("off"), Language::English), KNOBS[1].words(&json!("off"), Language::English)),
        ("nothing".into(), "off".into())
    );
}

/// A line of a select menu holds 100 characters, a form's title 45; and people must be able to tell the values
/// apart.
#[test]
fn words_for_options_fit_and_differ() {
    for (game, knob) in crate::catalog::games().iter().flat_map(|g| g.knobs().iter().map(|k| (g.id(), k))) {
        let title = knob.title(Language::English);
        assert!(title.chars().count() <= 45, "{game}: {title}");
        let (Kind::Choice(values) | Kind::ChoiceOrCount(values, ..)) = knob.kind else {
            assert!(knob.says.is_empty(), "{game}: {title} has no words to say otherwise");
            continue;
        };
        assert!(knob.says.iter().all(|(value, _)| values.contains(value)), "{game}: {title} has no such value");
        let words: Vec<String> = values.iter().map(|value| knob.words(&json!(value), Language::English)).collect();
        for (at, one) in words.iter().enumerate() {
            assert!(!words[..at].contains(one), "{game}: {title} says {one} of two values");
            for other in &words {
                let line = format!("● {title}: {one} (usually {other})");
                assert!(line.chars().count() <= 100, "{game}: {line}");
            }
        }
    }
}

/// A select menu shows explanations as they are, and cuts them at 100 characters.
#[test]
fn options_are_explained_in_plain_words() {
    for game in crate::catalog::games() {
        let keys: Vec<&str> = game.knobs().iter().map(|knob| knob.key).filter(|key| key.contains('_')).collect();
        for knob in game.knobs() {
            let about = knob.about.says(Language::English);
            assert!(about.chars().count() <= 100, "{}: {about}", game.id());
            let raw = keys.iter().find(|key| about.contains(**key));
            assert_eq!(raw, None, "{}: {about}", game.id());
            if let Kind::Choice(values) | Kind::ChoiceOrCount(values, ..) = knob.kind {
                assert!(!values.iter().any(|value| about.contains(&format!("{value}:"))), "{}: {about}", game.id());
            }
        }
    }
}

#[test]
fn values_are_listed_where_there_are_few() {
    let all = |n: usize| KNOBS[n].kind.all(25);
    assert_eq!((all(0), all(4)), (None, None));
    assert_eq!(all(1), Some(vec!["auto".to_owned(), "manual".to_owned()]));
    assert_eq!(all(3), Some(vec!["2".to_owned(), "3".to_owned(), "4".to_owned()]));
    assert_eq!(Kind::Int(1, 25).all(25).map(|all| all.len()), Some(25));
    assert_eq!(Kind::Int(0, 25).all(25), None);
}

const SWITCHES: &[Knob] = &[
    Knob::new("oklahoma", Kind::Bool, "the upcard sets the knock limit"),
    Knob::new("undercut_on_tie", Kind::Bool, "equal counts are an undercut"),
    Knob::new("target", Kind::Int(1, 1000), "the score that ends the match"),
    Knob::new("big_gin", Kind::BoolOrInt(1, 500), "eleven matched cards"),
    Knob::new("layoff", Kind::Choice(&["auto", "manual"]), "who lays off")
        .titled("Lay-off")
        .saying(&[("auto", "by the table"), ("manual", "by the player")]),
    Knob::new("false_steal", Kind::ChoiceOrCount(&["free"], "penalty", 1, 100), "what a wrong steal costs"),
    Knob::new("ace_plus", Kind::Choice(&["off", "nc"]), "more for an ace").saying(&[("off", "no")]),
];

#[test]
fn q11_options_are_read_as_people_type_them() {
    let reads = |text: &str, meant: Value| {
        assert_eq!(read_overrides(SWITCHES, text).map(Value::Object), Ok(meant), "{text:?}");
    };
    for text in
        ["oklahoma", "Oklahoma.", "oklahoma=yes", "oklahoma: on", "oklahoma on", "with oklahoma", "turn on oklahoma"]
    {
        reads(text, json!({"oklahoma": true}));
    }
    for text in ["`oklahoma`", "+oklahoma", "options: oklahoma", "“oklahoma”", "✅ oklahoma", "{\"oklahoma\": true}"]
    {
        reads(text, json!({"oklahoma": true}));
    }
    for text in
        ["no oklahoma", "oklahoma off", "oklahoma = no", "-oklahoma", "!oklahoma", "without oklahoma", "oklahoma ❌"]
    {
        reads(text, json!({"oklahoma": false}));
    }
    for text in ["target=50", "target = 50", "target= 50", "target :50", "target 50", "target is 50", "target→50"] {
        reads(text, json!({"target": 50}));
    }
    for text in [
        "ｔａｒｇｅｔ＝５０",
        "target：50",
        "target='50'",
        "\u{200b}target=50\u{200b}",
        "target\u{a0}=\u{a0}50",
        "TARGET - 50",
    ] {
        reads(text, json!({"target": 50}));
    }
    reads("target=1,000; oklahoma", json!({"target": 1000, "oklahoma": true}));
    let both = json!({"oklahoma": true, "target": 50});
    for text in ["oklahoma, target=50", "oklahoma;target 50", "oklahoma target = 50", "oklahoma and target 50"] {
        reads(text, both.clone());
    }
    for text in [
        "oklahoma\ntarget: 50\n",
        "- oklahoma\n- target: 50",
        "target 50 oklahoma",
        "oklahoma，target＝50",
        "oklahoma & target=50",
    ] {
        reads(text, both.clone());
    }
    reads("oklahoma no undercut on tie", json!({"oklahoma": true, "undercut_on_tie": false}));
    reads("oklahoma off undercut-on-tie", json!({"oklahoma": false, "undercut_on_tie": true}));
    for text in ["Lay-off: by the player", "lay off manual", "layoff by the player"] {
        reads(text, json!({"layoff": "manual"}));
    }
    for text in ["false steal penalty 3", "false_steal=penalty:3", "False steal: Penalty 3"] {
        reads(text, json!({"false_steal": "penalty:3"}));
    }
    reads("big gin", json!({"big_gin": true}));
    reads("big gin 50, no ace plus", json!({"big_gin": 50, "ace_plus": "off"}));
    reads("ace_plus", json!({"ace_plus": "nc"}));
    reads(" , ; ", json!({}));
}

#[test]
fn q11_what_is_refused_is_said_back_corrected() {
    let says = |text: &str, words: &str| {
        let refused = read_overrides(SWITCHES, text).unwrap_err().says(Language::English);
        assert!(refused.contains(words), "{text:?}: {refused}");
    };
    says("targt = 50", "There is no option `targt` here. Did you mean `target=50`? Options: oklahoma, ");
    says("oklahma", "Did you mean `oklahoma`?");
    says("target = fifty", "takes a whole number from 1 to 1000, not `fifty`.");
    says("target fifty", "not `fifty`.");
    says("target: 5000", "not `5000`. The nearest is `target=1000`.");
    says("oklahoma=maybe", "Option `oklahoma` takes true or false, not `maybe`.");
    says("no target", "Option `target` takes a whole number from 1 to 1000, not `no`.");
    says("no oklahoma=yes", "not `no oklahoma=yes`.");
    says("layoff = manul", "Did you mean `layoff=manual`?");
    says("target 50 points", "There is no option `points` here.");
    says("oklahoma, no oklahoma", "Option `oklahoma` stands there twice");
    says("target", "Option `target` needs a value, such as `target=500`.");
}

#[test]
fn q11_a_form_takes_a_value_with_or_without_its_name() {
    for text in ["50", " 50 ", "= 50", "target=50", "Target: 50", "５０", "\"50\""] {
        assert_eq!(SWITCHES[2].typed(text), Ok(json!(50)), "{text:?}");
    }
    assert_eq!(SWITCHES[0].typed("no"), Ok(json!(false)));
    assert_eq!(SWITCHES[5].typed("Penalty 3"), Ok(json!("penalty:3")));
    for text in ["", "layoff=auto", "fifty", "50 60"] {
        assert!(SWITCHES[2].typed(text).is_err(), "{text:?}");
    }
}

/// What lobbies and rules pages show can be typed as it stands there.
#[test]
fn q11_every_value_of_every_option_reads_by_its_key_and_by_its_name() {
    for game in crate::catalog::games() {
        for knob in game.knobs() {
            for text in knob.kind.examples() {
                let value = knob.kind.read(&text).unwrap();
                let (key, title, words) =
                    (knob.key, knob.title(Language::English), knob.words(&value, Language::English));
                for typed in [
                    format!("{key}={text}"),
                    format!("{key} {text}"),
                    format!("{title}: {words}"),
                    format!("{title} {words}"),
                ] {
                    let read = read_overrides(game.knobs(), &typed).map(Value::Object);
                    assert_eq!(read, Ok(json!({key: value})), "{}: {typed}", game.id());
                }
            }
        }
    }
}
