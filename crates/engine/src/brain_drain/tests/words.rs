//! Boards, narration, controls, refusals: what players read.

use serde_json::json;

use super::super::BrainDrain;
use super::{At, kinds, seat, told};
use crate::catalog::game;
use crate::columns::PHONE;
use crate::{Control, Does, Language, Makes, Parts, Preparing, Reader, RefusalCode, Seats};

#[test]
fn what_cannot_be_read_cites_its_rule() {
    let cites = |options, text: &str| {
        let refusal = At::new("classic", 2, options, "8S 5S TS 3S KS").refused(0, text);
        assert_eq!(refusal.code, RefusalCode::Unreadable, "{text}");
        refusal.rule
    };
    for (text, rule) in [
        ("8^5", "powers"),
        ("-3+8", "what-an-answer-is"),
        ("(8+5", "how-to-type-an-answer"),
        ("hello", "how-to-type-an-answer"),
        ("8+5=13", "how-to-type-an-answer"),
    ] {
        assert_eq!(cites(json!({}), text), Some(rule), "{text}");
    }
    assert_eq!(cites(json!({"reading": "left_to_right"}), "(8+5)*2"), Some("how-answers-are-read"));
}

#[test]
fn who_has_no_try_of_ascent_yet_is_told_of_its_turns() {
    let refusal = At::new("ascent", 2, json!({}), "").refused(1, "pass");
    assert_eq!(refusal.says(&Reader::plain(8)), "It is not your turn yet: in Ascent one after the other has a try.");
    assert_eq!((refusal.code, refusal.rule), (RefusalCode::NotYourTurn, Some("a-turn-in-ascent")));
}

#[test]
fn the_rules_page_names_every_option_and_its_default() {
    for knob in BrainDrain::knobs() {
        assert!(BrainDrain::RULES.contains(&format!("| `{}` |", knob.key)), "{}", knob.key);
    }
}

#[test]
fn a_winner_is_told_of_with_the_number_of_other_ways() {
    let mut table = At::classic(3, "8S 5S TS 3S KS");
    let facts = table.act(0, "8+5+10+3");
    assert_eq!(told(&facts, None), ["Ada: 8+5+10+3 = 26, not 1. Ada is out for this target."]);
    let mut two = At::classic(2, "8S 5S TS 3S KS");
    let given = "Ada: 8+5+10+3 = 26, not 1. The card goes to Ben. One way was 8×5÷10−3.";
    assert_eq!(told(&two.act(0, "8+5+10+3"), None), [given]);
    let facts = table.act(1, "[5+8]÷（10＋3）=1");
    assert_eq!(
        told(&facts, None),
        ["Ben wins the card: (5+8)÷(10+3) = 1. Also possible: 22 other ways, such as 8×5÷10−3."]
    );
}

#[test]
fn of_a_target_passed_by_all_it_is_told_whether_it_could_be_made() {
    let mut table = At::classic(2, "8S 5S TS 3S KS 7H");
    table.act(0, "pass");
    let facts = table.act(1, "pass");
    assert_eq!(told(&facts, None), ["Ben passed.", "Nobody made 1.", "The next target is 7♥."]);
    let mut table = At::classic(2, "AS AH AD AC 9S");
    table.act(0, "pass");
    assert!(told(&table.act(1, "pass"), None).contains(&"Nobody made 9. The target could not be made.".to_owned()));
}

#[test]
fn a_slip_is_told_to_its_sender_alone() {
    let mut table = At::classic(3, "8S 5S TS 3S KS");
    let facts = table.act(1, "8+5+10");
    assert_eq!(kinds(&facts, Some(0)), [""; 0]);
    assert_eq!(kinds(&facts, None), [""; 0]);
    let costs = "This slip costs nothing: you may answer again.";
    let last = format!("8+5+10 has the wrong cards (3 is not used). {costs} The next one counts as a wrong answer.");
    assert_eq!(told(&facts, Some(1)), [last]);
    let mut table = At::new("classic", 3, json!({"typo_grace": 3}), "8S 5S TS 3S KS");
    let mut told = |text: &str| told(&table.act(1, text), Some(1))[0].clone();
    let first = format!(
        "8+8+8+7 has the wrong cards (7 is not on the display; 8 is used too often; 5, 10 and 3 are not used). {costs} 2 more are forgiven."
    );
    assert_eq!(told("8+8+8+7"), first);
    assert!(told("8").ends_with("One more is forgiven."));
    let mut twins = At::classic(3, "TS 9S AS AH 3S");
    let slip = self::told(&twins.act(1, "10-9+1"), Some(1));
    assert!(slip[0].starts_with("10−9+1 has the wrong cards (one 1 is not used)."), "{slip:?}");
}

#[test]
fn a_wrong_answer_is_explained_to_its_sender() {
    let ada = |table: &mut At, text: &str| {
        let facts = table.act(0, text);
        assert!(!kinds(&facts, Some(1)).contains(&"wrong".to_owned()), "to nobody else");
        told(&facts, Some(0))[0].clone()
    };
    let mut table = At::classic(3, "8S 5S TS 3S KS");
    assert_eq!(ada(&mut table, "8+5+10+3"), "Wrong: 8+5+10+3 = 26, not 1. You are in again at the next target.");
    let mut table = At::new("classic", 2, json!({"typo_grace": 0}), "8S 5S TS 3S KS");
    assert_eq!(
        ada(&mut table, "8+8+4"),
        "Wrong: 8+8+4 has the wrong cards (4 is not on the display; 8 is used too often; 5, 10 and 3 are not used). \
         The card goes to Ben."
    );
    let mut table = At::new("ascent", 2, json!({}), "8S 5H TD 3C");
    assert_eq!(ada(&mut table, "8+5+10+3"), "Wrong: 8+5+10+3 = 26, not 1. That was your try.");
}

#[test]
fn where_two_readings_count_a_wrong_answer_is_explained_by_both() {
    let said = |cards: &str, text: &str| {
        let mut table = At::new("classic", 3, json!({"reading": "either"}), cards);
        told(&table.act(0, text), None)[0].clone()
    };
    let out = "Ada is out for this target.";
    let (deal, uneven) = ("2S 4S 4H 4D 3S", "leaves a remainder, which no division may, not even on the way");
    assert_eq!(said(deal, "2+4+4*4"), format!("Ada: 2+4+4×4 = 22, not 3; from left to right it is 40. {out}"));
    assert_eq!(said(deal, "2+4+4+4"), format!("Ada: 2+4+4+4 = 14, not 3. {out}"), "both are the same");
    assert_eq!(said(deal, "(2+4)*4+4"), format!("Ada: (2+4)×4+4 = 28, not 3. {out}"), "brackets are read in one way");
    assert_eq!(said(deal, "4+2/4+4"), format!("Ada: 4+2÷4+4: 2÷4 {uneven}; from left to right 6÷4 {uneven}. {out}"));
    assert_eq!(said(deal, "4+4/2+4"), format!("Ada: 4+4÷2+4 = 10, not 3; from left to right it is 8. {out}"));
}

#[test]
fn a_number_of_ascent_says_what_it_is_worth() {
    let mut table = At::new("ascent", 3, json!({}), "8S 5H TD 3C");
    let headline = |table: &At| table.play.board(None, &Reader::plain(3)).headline;
    assert!(headline(&table).starts_with("target 1 of 20, worth nothing at the first try · "), "{}", headline(&table));
    let facts = table.act(0, "8+5+10+3");
    assert_eq!(told(&facts, None)[0], "Ada: 8+5+10+3 = 26, not 1. A failed try: whoever makes 1 now scores 1.");
    assert!(headline(&table).starts_with("target 1 of 20, worth 1 now · "), "{}", headline(&table));
    let alt = table.play.screen(None, &Reader::plain(3)).alt;
    assert!(alt.contains("Seat 1 has failed to make 1, so whoever makes it now scores 1."), "{alt}");
}

#[test]
fn a_word_that_is_no_answer_is_repeated_whole() {
    let mut table = At::classic(2, "8S 5S TS 3S KS");
    for (typed, echo) in [
        ("hello", "`hello` is no part"),
        ("answer 8+5", "`answer` is no part"),
        ("8+5!", "`!` is no part"),
        ("8S+5S+TS+S", "`S` is no part"),
        ("8S+5S+10SS", "`10SS` is no part"),
    ] {
        let why = table.refused(0, typed).says(&Reader::plain(8));
        assert!(why.starts_with(echo), "{why}");
    }
}

#[test]
fn the_form_repeats_the_question() {
    let form = |variant: &str, options, cards: &str| {
        let table = At::new(variant, 2, options, cards);
        let Control::Form { title, field, example, .. } = table.play.shared_controls(&Reader::plain(8)).swap_remove(0)
        else {
            panic!("a form comes first")
        };
        for (text, most) in [(&title, 45), (&field, 45), (&example, 100)] {
            assert!(text.chars().count() <= most, "{text}");
        }
        (title, field)
    };
    assert_eq!(
        form("classic", json!({}), "8S 5S TS JS KS"),
        ("Make 1 from 8, 5, 10, 1".to_owned(), "8♠ 5♠ 10♠ J♠: use all four, each once".to_owned())
    );
    form("high", json!({"omit_one": true}), "TS TH TD TC KS");
}

#[test]
fn what_is_wrong_with_the_arithmetic_is_said() {
    let mut table = At::classic(4, "8S 5S TS 5H AC");
    let said = |table: &mut At, who, text: &str| told(&table.act(who, text), None)[0].clone();
    assert!(said(&mut table, 0, "8/10+5-5").contains("8÷10 leaves a remainder, which no division may"));
    assert!(said(&mut table, 1, "8/(5-5)+10").contains("8 is divided by 0"));
    assert!(said(&mut table, 2, "5-8-5-10").contains("= −18, not 1"));
}

#[test]
fn the_board_is_narrow_and_says_what_faces_count() {
    let long = Reader::english(Seats::of(8, |s| if s.number() % 2 == 0 { "W".repeat(32) } else { "牌".repeat(16) }));
    for (variant, cards) in [("classic", "8S 5S TS 3S KS"), ("suit", "KH QS JD JC QD"), ("ascent", "TS TH TD TC")] {
        let mut table = At::new(variant, 8, json!({"score": "face", "mode": "sealed"}), cards);
        for _ in 0..8 {
            let who = table.asked()[0];
            let answer = table.play.demonstrate(seat(who)).unwrap_or_else(|| "pass".to_owned());
            table.act(who, &answer);
        }
        let who = table.asked()[0];
        table.act(who, "pass");
        let board = table.play.board(None, &long);
        let columns = |line: &str| {
            line.chars()
                .map(|c| if c > '\u{1100}' && c != '→' && c != '…' && !('♠'..='♦').contains(&c) { 2 } else { 1 })
                .sum::<usize>()
        };
        for line in board.body.lines() {
            assert!(columns(line) <= PHONE, "{line:?} has {} columns", columns(line));
        }
    }
    let table = At::new("suit", 2, json!({}), "KH QS 9D JC QD");
    let board = table.play.board(None, &Reader::plain(2));
    let lines: Vec<&str> = board.body.lines().collect();
    assert_eq!(lines[0], "  display K♥ Q♠ 9♦ J♣   target Q♦");
    assert_eq!(
        board.prompt.to_string(),
        "Seat 1 and Seat 2, whoever is first: make 4 from 2, 1, 9, 3, each once, or pass."
    );
    // No picture breaks the line between the suits.
    let courts = "J Q K count ♠1\u{a0}♥2\u{a0}♣3\u{a0}♦4";
    assert_eq!(board.headline, format!("12 cards win · 47 cards in the stock · {courts}"));
}

#[test]
fn the_cards_that_end_a_pack_stand_beside_other_scores() {
    let seen = |table: &At| {
        let board = table.play.board(None, &Reader::plain(2));
        let lines: Vec<String> = board.body.lines().rev().take(2).map(str::to_owned).collect();
        let notes =
            table.play.screen(None, &Reader::plain(2)).sitters.iter().map(|s| s.placard.notes.join(" · ")).collect();
        (board.headline, lines, notes)
    };
    let err = |table: &mut At| drop(table.act(0, "99"));
    let mut table = At::new("classic", 2, json!({"score": "face", "typo_grace": 0}), "8S 5S TS 3S 9S 2C 3C 4C 5C 4D");
    err(&mut table);
    err(&mut table);
    table.act(0, "pass");
    let (headline, lines, notes): (_, _, Vec<String>) = seen(&table);
    let rules = "no slips forgiven · cards score what they count";
    assert_eq!(headline, format!("12 cards end the pack · 37 cards in the stock · {rules}"));
    assert_eq!(lines, ["  Seat 2   13  2 cards", "  Seat 1    0  0 cards · passed"]);
    assert_eq!(notes, ["0 cards · passed", "2 cards"]);
    let mut table = At::new("classic", 2, json!({"matches": 2, "win_cards": 1, "typo_grace": 0}), "");
    assert!(seen(&table).0.starts_with("pack 1 of 2 · 1 card ends the pack · 47 cards"), "{}", seen(&table).0);
    assert_eq!(seen(&table).1, ["  Seat 2    0", "  Seat 1    0"], "the scores say it");
    err(&mut table);
    assert_eq!(seen(&table).1, ["  Seat 2    1  0 cards", "  Seat 1    0  0 cards"]);
}

#[test]
fn the_headline_says_how_long_a_display_stays() {
    let mut table = At::new("classic", 2, json!({"max_swaps": 2, "win_cards": 1}), "");
    for left in
        ["2 new targets left for this display", "1 new target left for this display", "the last target of this display"]
    {
        let headline = table.play.board(None, &Reader::plain(2)).headline;
        assert!(headline.starts_with("1 card wins · ") && headline.ends_with(left), "{headline}");
        table.act(0, "pass");
        table.act(1, "pass");
    }
}

#[test]
fn a_board_after_the_end_shows_the_result() {
    let mut table = At::new("classic", 2, json!({"win_cards": 1, "typo_grace": 0}), "8S 5S TS 3S KS");
    table.act(0, "99");
    let board = table.play.board(None, &Reader::plain(2));
    assert_eq!(board.headline, "over after 1 pack · no slips forgiven");
    assert_eq!(board.body, "  Seat 1    0\n  Seat 2    1", "no display");
    assert_eq!(board.prompt.to_string(), "Seat 2 wins the match.");
    let alt = table.play.screen(None, &Reader::plain(2)).alt;
    assert!(alt.contains(&board.prompt.to_string()), "{alt}");
    let mut table = At::new("ascent", 2, json!({}), "");
    while !table.over() {
        let who = table.asked()[0];
        table.act(who, "pass");
    }
    let prompt = table.play.board(None, &Reader::plain(2)).prompt.to_string();
    assert_eq!(prompt, "Seat 1 and Seat 2 share first place.");
}

#[test]
fn who_is_on_turn_may_pass() {
    for (variant, options) in [("classic", json!({"mode": "turns"})), ("ascent", json!({}))] {
        let prompt = At::new(variant, 2, options, "8S 5H TD 3C").play.board(None, &Reader::plain(2)).prompt.to_string();
        assert!(prompt.starts_with("Seat 1 to make ") && prompt.ends_with(", each once, or pass."), "{prompt}");
    }
}

#[test]
fn controls_are_a_form_and_a_pass_that_counts_passes() {
    let (mut table, names) = (At::classic(3, "8S 5S TS 3S KS"), Reader::plain(3));
    let pass = |table: &At| match table.play.shared_controls(&Reader::plain(8)).as_slice() {
        [Control::Form { .. }, Control::Button { label, does, .. }] => {
            assert_eq!(*does, Does::Say("pass".to_owned()));
            label.clone()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(pass(&table), "Pass");
    table.act(2, "pass");
    assert_eq!(pass(&table), "Pass (1 of 3 has passed)");
    assert!(table.play.build(seat(2), &[], &names).is_none(), "has passed");
    let built = table.play.build(seat(0), &[0], &names).unwrap();
    assert!(built.makes == Makes::WholeMove("pass".to_owned()));
    assert_eq!(table.play.build(seat(0), &[], &names).unwrap().controls.len(), 2);
}

#[test]
fn those_who_are_out_are_not_waited_for() {
    let (mut table, names) = (At::classic(3, "8S 5S TS 3S KS"), Reader::plain(3));
    table.act(0, "8+5+10+3");
    table.act(2, "pass");
    let alt = table.play.screen(None, &names).alt;
    assert!(alt.contains("Seat 3 has passed, 1 of 2. Seat 1 is out for this target."), "{alt}");
    let Some(Control::Button { label, .. }) = table.play.shared_controls(&Reader::plain(8)).pop() else {
        panic!("a pass")
    };
    assert_eq!(label, "Pass (1 of 2 has passed)");
}

#[test]
fn nothing_offered_is_an_answer() {
    let table = At::classic(2, "8S 5S TS 3S KS");
    let listing = table.play.legal(seat(0), "", 100);
    assert_eq!((listing.moves, listing.complete), (vec!["pass".to_owned()], false));
    assert_eq!(table.play.suggest(seat(0), "", 25, &Reader::plain(8)).len(), 1);
    assert!(table.play.legal(seat(0), "solve", 100).moves.is_empty());
    assert_eq!(table.play.legal(seat(0), "Solve 8+5", 100).moves, ["solve 8+5"]);
    let right = table.play.suggest(seat(0), "(8+5)/(10+3)", 25, &Reader::plain(8));
    let wrong = table.play.suggest(seat(0), "(8+5)*(10+3)", 25, &Reader::plain(8));
    assert_eq!(right[0], ("solve (8+5)/(10+3)".to_owned(), "answer (8+5)÷(10+3)".to_owned()));
    assert_eq!(wrong[0].1, "answer (8+5)×(10+3)", "says as little of a wrong one");
    assert!(table.play.hand_text(seat(0), &Reader::plain(2)).is_empty());
}

#[test]
fn who_has_to_wait_is_told_why() {
    let mut table = At::classic(3, "8S 5S TS 3S KS");
    table.act(0, "8+5+10+3");
    table.act(1, "pass");
    assert!(table.refused(0, "pass").says(&Reader::plain(8)).contains("was wrong"));
    let refusal = table.refused(1, "8");
    assert_eq!((refusal.code, refusal.rule), (RefusalCode::NotYourTurn, Some("passing")));
}

#[test]
fn house_rules_name_what_differs() {
    let listed = game("brain-drain").unwrap();
    let said = |variant, options: serde_json::Value| {
        listed.house_rules(&listed.options(Some(variant), options.as_object().unwrap(), 2).unwrap(), Language::English)
    };
    assert_eq!(said("classic", json!({})), "");
    assert_eq!(
        said("high", json!({"mode": "turns", "win_cards": 3})),
        "J 11, Q 12, K 13 · in turns · two players: 3 cards win"
    );
    assert_eq!(
        said("classic", json!({"win_cards": 1, "max_swaps": 1, "score": "face", "typo_grace": 2})),
        "1 new target a display · two players: 1 card ends the pack · 2 slips forgiven · cards score what they count"
    );
    assert_eq!(
        said("ascent", json!({"ascent_last": 5, "mode": "turns"})),
        "J Q K count ♠1\u{a0}♥2\u{a0}♣3\u{a0}♦4 · up to 5"
    );
}

#[test]
fn study_answers_and_names_what_is_wrong() {
    let listed = game("brain-drain").unwrap();
    let ask = |question| listed.study(&question, Language::English);
    let found =
        ask(json!({"solve": {"values": [8, 5, 10, 3], "target": 1, "powers": false, "omit_one": false}})).unwrap();
    assert_eq!(found["count"], 23);
    let found = ask(json!({"solvable": {"values": [1, 1, 1, 1]}})).unwrap();
    assert_eq!(found, json!({"targets": [1, 2, 3, 4]}));
    for (question, word) in [
        (json!({"solve": {"values": [8, 5, 10], "target": 1}}), "`values`"),
        (json!({"solve": {"values": [8, 5, 10, 3]}}), "`target`"),
        (json!({"solvable": {"values": [8, 5, 10, 3], "power": true}}), "`power`"),
        (json!({"solvable": {"values": [8, 5, 10, 3], "powers": 1}}), "`powers`"),
        (json!({"solvable": {"values": [8, 5, 10, 3], "mode": "race"}}), "`mode`"),
        (json!({"guess": {}}), "`guess`"),
        (json!([]), "one field"),
    ] {
        let wrong = ask(question).unwrap_err();
        assert!(wrong.contains(word), "{wrong}");
    }
}
