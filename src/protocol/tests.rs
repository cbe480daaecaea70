//! Whole conversations: what is asked, and what is answered.

use super::*;

fn talk(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    run(input, &mut output).expect("memory can be written");
    output.split(|&b| b == b'\n').filter(|l| !l.is_empty()).map(|l| serde_json::from_slice(l).expect("JSON")).collect()
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().expect("an error")
}

#[test]
fn seats_that_a_table_does_not_have_see_and_do_nothing() {
    let requests = [
        r#"{"cmd":"new","game":"gin-rummy","options":{"misdeal_bonus":true}}"#,
        r#"{"cmd":"play","match":1,"seat":5,"move":"take"}"#,
        r#"{"cmd":"play","match":1,"seat":5,"move":"void"}"#,
        r#"{"cmd":"play","match":1,"seat":5,"move":"resign"}"#,
        r#"{"cmd":"legal","match":1,"seat":5}"#,
        r#"{"cmd":"view","match":1,"seat":5}"#,
        r#"{"cmd":"screen","match":1,"seat":5}"#,
        r#"{"cmd":"view","match":1,"seat":18446744073709551615}"#,
        r#"{"cmd":"view","match":1,"seat":null}"#,
        r#"{"cmd":"screen","match":1,"seat":1}"#,
        r#"{"cmd":"play","match":1,"seat":1,"move":"void"}"#,
    ];
    let answers = talk(requests.join("\n").as_bytes());
    let message = &answers[1]["error"]["message"];
    for answer in &answers[1..7] {
        assert_eq!((code(answer), &answer["error"]["message"]), ("no_such_seat", message));
    }
    assert_eq!(code(&answers[7]), "no_such_seat");
    assert!(answers[8..].iter().all(|answer| answer["ok"].is_object()));
}

#[test]
fn errors_are_sentences() {
    let record =
        r#"{"game":"gin-rummy","variant":"classic","options":{},"seats":2,"seed":"SEED","rules_rev":999,"journal":[]}"#;
    let record = record.replace("SEED", &"0".repeat(64));
    let input = format!(
        "{{\"cmd\":\"new\",\"game\":\"gin-rummy\",\"seed\":\"12\"}}\n{{\"cmd\":\"replay\",\"record\":{record}}}\n"
    );
    let input = input
        + "{\"cmd\":\"new\",\"game\":\"gin-rummy\",\"first\":9}\n"
        + "{\"cmd\":\"replay\",\"record\":{\"seed\":\"zz\"}}\n";
    let codes = ["bad_setup", "bad_record", "bad_setup", "bad_record"];
    for (answer, code) in talk(input.as_bytes()).iter().zip(codes) {
        let error = &answer["error"];
        let message = error["message"].as_str().expect("a message");
        assert_eq!(error["code"], code, "{message}");
        assert!(message.starts_with(char::is_uppercase) && message.ends_with('.'), "{message}");
    }
}

#[test]
fn a_field_that_is_there_twice_is_refused_and_a_long_word_is_not_repeated() {
    let long = format!(r#"{{"cmd":"games","{}":1}}"#, "x".repeat(5000));
    let requests = [
        r#"{"cmd":"view","match":1,"seat":0,"seat":1}"#,
        r#"{"cmd":"games","cmd":"status","match":1}"#,
        r#"{"cmd":"new","game":"gin-rummy","options":{"target":50,"target":100}}"#,
        &long,
    ];
    for answer in talk(requests.join("\n").as_bytes()) {
        let message = answer["error"]["message"].as_str().expect("a message");
        assert_eq!(code(&answer), "bad_request", "{message}");
        assert!(message.len() < 400 && message.ends_with('.') && !message.contains(" at line "), "{message}");
    }
}

#[test]
fn a_value_of_the_wrong_kind_is_named_by_its_field() {
    let wrong = [
        (r#"{"cmd":"status","match":"1"}"#, "`match`: invalid type"),
        (r#"{"cmd":"legal","match":1,"seat":0,"limit":-1}"#, "`limit`: invalid value"),
        (r#"{"cmd":"new","game":"gin-rummy","decks":[["AS",5]]}"#, "`decks[0][1]`: invalid type"),
        (
            r#"{"cmd":"replay","record":{"game":"x","variant":"y","options":{},"seats":2,"seed":"SEED","rules_rev":1,"journal":[{"seat":"0"}]}}"#,
            "journal: [0].seat: invalid",
        ),
        (r#"{"cmd":"status"}"#, "This is no request: missing field `match`."),
        (r#"{"match":1}"#, "This is no request: missing field `cmd`."),
    ];
    let requests = wrong.map(|(request, _)| request).join("\n").replace("SEED", &"0".repeat(64));
    for (answer, (_, says)) in talk(requests.as_bytes()).iter().zip(wrong) {
        let message = answer["error"]["message"].as_str().expect("a message");
        assert!(message.contains(says), "{message}");
    }
}

#[test]
fn garbage_gets_an_error_a_line_and_never_ends_the_process() {
    let mut input = b"garbage\n\xff\xfe\n[1]\n{\"cmd\":\"fly\"}\n{\"cmd\":\"games\",\"x\":1}\n\n".to_vec();
    input.extend(b"[".repeat(100_000));
    input.extend(b"\n{\"cmd\":\"status\",\"match\":9}\n");
    input.extend(vec![b'x'; LONGEST_LINE as usize + 5]);
    input.extend(b"\n{\"cmd\":\"new\",\"game\":\"chess\"}\n");
    // A line of the greatest length is read.
    input.extend(vec![b' '; LONGEST_LINE as usize - 15]);
    input.extend(br#"{"cmd":"games"}"#);
    input.extend(b"\n{\"cmd\":\"games\"}");
    let answers = talk(&input);
    let (answers, games) = answers.split_at(answers.len() - 2);
    let codes: Vec<&str> = answers.iter().map(code).collect();
    assert_eq!(
        codes,
        [
            "bad_json",
            "bad_json",
            "bad_request",
            "bad_request",
            "bad_request",
            "bad_json",
            "bad_json",
            "no_such_match",
            "too_long",
            "bad_setup"
        ]
    );
    assert!(games.iter().all(|answer| answer["ok"].is_array()));
}

/// Slips of Brain Drain, sixty characters each: the longest moves of which many follow each other.
fn slips(session: &mut Session, most: usize) -> Vec<Result<Value, Failure>> {
    let new = r#"{"cmd":"new","game":"brain-drain","seats":8,"options":{"typo_grace":9,"matches":20}}"#;
    assert!(session.answer(new.as_bytes()).is_ok(), "it begins");
    let mut answers = Vec::new();
    while answers.len() < most {
        let status = session.answer(br#"{"cmd":"status","match":1}"#).ok().expect("its status");
        let Some(seat) = status["awaiting"]["seats"][0].as_u64() else { break };
        let text = "1+".repeat(29) + "11";
        let play = format!(r#"{{"cmd":"play","match":1,"seat":{seat},"move":"{text}"}}"#);
        answers.push(session.answer(play.as_bytes()));
    }
    answers
}

#[test]
fn q18_a_record_of_more_than_a_mebibyte_replays() {
    let mut session = Session::default();
    assert!(slips(&mut session, 12_000).into_iter().all(|answer| answer.is_ok()));
    let record = session.answer(br#"{"cmd":"record","match":1}"#).ok().expect("its record");
    let line = format!("{}\n", json!({"cmd": "replay", "record": record}));
    assert!(line.len() > 1 << 20, "{}", line.len());
    assert_eq!(talk(line.as_bytes())[0]["ok"]["match"], 1);
}

#[test]
fn q18_no_move_is_played_whose_record_could_not_be_sent_back() {
    let mut session = Session::default();
    slips(&mut session, 1);
    let table = session.tables.get_mut(&1).expect("the match");
    let record = Record { header: table.play.header().clone(), journal: table.journal.clone() };
    assert!(table.size.abs_diff(length(&record)) < 100, "{} is {}", table.size, length(&record));
    table.size = LONGEST_RECORD - 50;
    let pass = br#"{"cmd":"play","match":1,"seat":0,"move":"pass"}"#;
    let long = format!(r#"{{"cmd":"play","match":1,"seat":0,"move":"{}1"}}"#, "1+".repeat(29));
    assert_eq!(session.answer(long.as_bytes()).expect_err("too long").0["code"], "too_long");
    assert!(session.answer(pass).is_ok(), "a shorter one still fits");
    assert!(LONGEST_RECORD as u64 * 3 / 2 < LONGEST_LINE, "with spaces between its parts it still is one line");
}

#[test]
fn a_suggestion_is_legal_and_the_same_for_the_same_seed_and_work() {
    let requests = [
        r#"{"cmd":"new","game":"gin-rummy","seed":"SEED","first":0}"#,
        r#"{"cmd":"suggest","match":1,"seat":0,"level":"hard","work":4,"seed":"SEED"}"#,
        r#"{"cmd":"suggest","match":1,"seat":0,"level":"hard","work":4,"seed":"SEED"}"#,
        r#"{"cmd":"suggest","match":1,"seat":0,"level":"easy","ms":18446744073709551615}"#,
        r#"{"cmd":"suggest","match":1,"seat":1,"level":"medium","ms":0}"#,
        r#"{"cmd":"suggest","match":1,"seat":0,"level":"medium","ms":0}"#,
        r#"{"cmd":"suggest","match":1,"seat":0,"level":"best"}"#,
        r#"{"cmd":"suggest","match":1,"seat":0,"level":"easy","seed":"12"}"#,
        r#"{"cmd":"legal","match":1,"seat":0}"#,
    ];
    let answers = talk(requests.join("\n").replace("SEED", &"1".repeat(64)).as_bytes());
    let legal = answers[8]["ok"]["moves"].as_array().expect("a list");
    assert_eq!(answers[1], answers[2]);
    assert_eq!(answers[1]["ok"]["worlds"], 4, "{}", answers[1]);
    for answer in [&answers[1], &answers[3], &answers[5]] {
        assert!(legal.contains(&answer["ok"]["move"]), "{answer}");
        assert!(answer["ok"]["why"].as_str().is_some_and(|why| why.ends_with('.')), "{answer}");
        assert_eq!(answer["ok"]["candidates"][0]["move"], answer["ok"]["move"], "{answer}");
    }
    assert_eq!(code(&answers[4]), "not_your_turn");
    let levels = "`level` takes `easy`, `medium` or `hard`, not `best`.";
    assert_eq!(answers[6]["error"], json!({ "code": "bad_request", "message": levels }));
    assert_eq!(code(&answers[7]), "bad_request");
}
