//! Typed answers: what reads, as what, and what is refused why.

use super::super::BrainDrain;
use super::super::judge::Puzzle;
use super::super::options::{Means, Reading, Scheme};
use super::super::read::{Glossary, LONGEST, answer};
use super::{At, USUAL, seat};
use crate::Reader;
use crate::cards::{Card, CardText};
use crate::reading::plain;
use serde_json::json;

fn glossary(limits: Means, display: &[Card]) -> Glossary<'_> {
    Glossary { scheme: Scheme::Base, limits, display, target_card: None, target: 1 }
}

fn canonical(text: &str) -> String {
    answer(&plain::<BrainDrain>(text), &glossary(Means { powers: true, ..USUAL }, &[]))
        .unwrap_or_else(|e| panic!("{text}: {e}"))
        .text()
        .to_owned()
}

fn refusal(text: &str, limits: Means) -> String {
    answer(&plain::<BrainDrain>(text), &glossary(limits, &[])).expect_err(text).to_string()
}

/// Reads a text at a table whose display begins with the `n`th card; if it reads, so does its canonical text, as
/// the same, and judging it is safe.
pub(super) fn reads_back(text: &str, powers: bool, n: usize) {
    let display: Vec<Card> = Card::pack().skip(n).take(4).collect();
    for reading in [Reading::Brackets, Reading::LeftToRight, Reading::Either] {
        for scheme in [Scheme::Base, Scheme::High, Scheme::Suit] {
            let limits = Means { powers, reading, allow_negative: n.is_multiple_of(2), omit_one: false };
            let glossary = Glossary { scheme, ..glossary(limits, &display) };
            let Ok(read) = answer(text, &glossary) else { continue };
            assert!(read.text().len() <= LONGEST);
            assert_eq!(answer(read.text(), &glossary).as_ref(), Ok(&read), "{text:?}");
            let _ = Puzzle { values: [1, 2, 3, 4], target: 1, limits }.judge(&read);
            let _ = (read.expr().evaluate(limits), read.expr().left_to_right().evaluate(limits));
        }
    }
}

#[test]
fn other_spellings_mean_the_same() {
    for text in [
        "(8+5)/(10+3)",
        "solve (8+5)/(10+3)",
        "Solve (8 + 5) / (10 + 3)",
        "= (8+5)÷(10+3)",
        "[8+5]÷[10+3] = 1",
        "（８＋５）／（１０＋３）＝１",
        "((8+5))/(((10)+3))",
        "(8♠+5h)/(10♦+3)",
        "(08+5)/(T+3)",
        "solve(8+5)/(10+3)",
    ] {
        assert_eq!(canonical(text), "(8+5)/(10+3)", "{text}");
    }
    for text in ["8*5*3-2", "8x5X3−2", "8×5·3–2", "8⋅5✕3—2"] {
        assert_eq!(canonical(text), "8*5*3-2");
    }
    assert_eq!(canonical("K+j-A*q"), "1+1-1*1");
}

#[test]
fn brackets_stand_only_where_the_text_would_read_otherwise_without_them() {
    for (text, kept) in [
        ("8+(5+10)", "8+(5+10)"),
        ("(8*5)/10", "8*5/10"),
        ("8-(5-3)", "8-(5-3)"),
        ("(8-5)-3", "8-5-3"),
        ("8*(5/3)", "8*(5/3)"),
        ("(2^3)^2", "(2^3)^2"),
        ("2^(3^2)", "2^3^2"),
        ("(2*3)^2", "(2*3)^2"),
        ("2*(3^2)", "2*3^2"),
        ("(8)+((5))", "8+5"),
        ("8+(5*3)", "8+5*3"),
        ("(8+5)*3", "(8+5)*3"),
        ("8/(5*3)", "8/(5*3)"),
    ] {
        assert_eq!(canonical(text), kept);
    }
}

#[test]
fn refusals_say_what_would_be_right() {
    for (text, word) in [
        ("", "Write an answer"),
        ("=", "Write an answer"),
        ("solve", "Write an answer"),
        ("8+5!", "`!`"),
        ("8?5", "`?`"),
        ("8,5", "`,`"),
        ("hello", "`hello`"),
        ("8+5 10", "between 5 and 10"),
        ("2(3+4)", "between 2 and ("),
        ("(3)(4)", "between ) and ("),
        ("(8+5", "add `)`"),
        ("[8+5", "add `]`"),
        ("8+5)", "`)` closes nothing"),
        ("(8+5]", "`]` closes nothing"),
        ("()", "before `)`"),
        ("8+", "after `+`"),
        ("-3+8", "cannot start with `-` here: write the subtraction out"),
        ("+8+5", "cannot start with `+` here: leave it out"),
        ("8:5:", "after `:`"),
        ("8:×5", "before `×`"),
        ("8➗", "after `÷`"),
        ("x8", "before `x`"),
        ("–8", "start with `-`"),
        ("10⁻²", "Powers (^)"),
        ("8+½", "`½`"),
        ("8++5", "cannot start with `+` here: leave it out"),
        ("8*-3", "cannot start with `-`"),
        ("8+(-3)", "cannot start with `-`"),
        ("*8", "before `*`"),
        ("8+*3", "before `*`"),
        ("8+5=13", "The target is 1, but this ends in `=13`"),
        ("8+5=", "only before"),
        ("8=8=8", "only before"),
        ("8+5=4+9", "only before"),
        ("2^3", "Powers (^) are not allowed"),
    ] {
        let said = refusal(text, USUAL);
        assert!(said.contains(word), "{text}: {said}");
    }
    let left = Means { reading: Reading::LeftToRight, ..USUAL };
    assert!(refusal("(8+5)*2", left).contains("without brackets"));
    assert!(refusal("(8)", left).contains("without brackets"));
}

#[test]
fn sixty_characters_and_no_more() {
    let sixty = format!("{}11", "1+".repeat(29));
    assert_eq!(sixty.len(), 60);
    assert_eq!(canonical(&sixty), sixty);
    assert!(refusal(&format!("{sixty}1"), USUAL).contains("61 characters"));
    assert_eq!(canonical(&format!("solve {sixty}")), sixty, "what is journaled reads back");
    let digits = "9".repeat(60);
    assert_eq!(canonical(&digits), digits, "no number is too large to be read");
    let kings = format!("{}K", "K+".repeat(29));
    let high = Glossary { scheme: Scheme::High, ..glossary(USUAL, &[]) };
    let grown = answer(&kings, &high).expect_err("thirteen has two figures").to_string();
    assert!(grown.starts_with("With its cards written as numbers that is 89 characters long"), "{grown}");
    let deep = format!("{}8{}", "(".repeat(29), ")".repeat(29));
    assert_eq!(canonical(&deep), "8");
}

#[test]
fn letters_count_by_the_values_of_the_table() {
    let cards = |text: &str| text.split(' ').map(|c| Card::parse(c).unwrap()).collect::<Vec<_>>();
    let read = |text: &str, scheme, display: &[Card]| {
        let target_card = Card::parse("QD");
        answer(text, &Glossary { scheme, limits: USUAL, display, target_card, target: 4 }).map(|a| a.text().to_owned())
    };
    let display = cards("KS KH JC 8D");
    assert_eq!(read("J+A", Scheme::Base, &display).unwrap(), "1+1");
    assert_eq!(read("J+Q*K", Scheme::High, &display).unwrap(), "11+12*13");
    assert_eq!(read("J+A=Q", Scheme::Suit, &display).unwrap(), "3+1");
    assert_eq!(read("K♥+KS", Scheme::Suit, &display).unwrap(), "2+1");
    assert!(read("K+8", Scheme::Suit, &display).unwrap_err().to_string().contains("counts 1 or 2"));
    assert!(read("Q+8", Scheme::Suit, &display).unwrap_err().to_string().contains("none is on the display"));
    assert_eq!(read("K+8", Scheme::Suit, &cards("KS 8H 8D 2C")).unwrap(), "1+8");
    let other = read("A+8=K", Scheme::Suit, &display).unwrap_err().to_string();
    assert_eq!(other, "The target is 4, but this ends in `=K`.", "the display has kings, but they are not the target");
}

#[test]
fn moves_read_back_from_what_is_said() {
    let table = At::new("high", 2, json!({"powers": true}), "KS 5S TS 3S KD");
    for (typed, said) in [("PASS", "pass"), (" pass ", "pass"), ("K-5", "solve 13-5"), ("2^3", "solve 2^3")] {
        assert_eq!(table.play.read(seat(0), typed, &Reader::plain(8)).unwrap().text(), said);
        assert_eq!(table.play.read(seat(0), said, &Reader::plain(8)).unwrap().text(), said);
    }
}
