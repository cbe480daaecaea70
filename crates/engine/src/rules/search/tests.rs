//! What people type, and the sections that it opens.

use super::super::{page, pages};
use super::*;

/// The number of a section (empty for the introduction), and the texts that open it.
type Opens = (&'static str, &'static str);

/// What people who are new to a game type.
const OPENS: &[(&str, &[Opens])] = &[
    (
        "gin-rummy",
        &[
            ("", "how to play|How do I play?|play|rules|introduction|how many players|gin rummy"),
            ("1", "aim|goal|object|purpose|What is the aim of the game?|how to win|win|won|winner|winning"),
            ("2.1", "values|count|what do cards count"),
            ("2.2", "deal|dealing|dealer|start|begin|setup|set up|set-up|who goes first"),
            ("2.3", "meld|melds|run|set|what is a meld?"),
            ("3.2", "turn|turns|draw|drawing"),
            ("3.3", "discard|end turn"),
            ("3.4", "knock|knocking|Knocker|how do I knock|kn|3.4|3.4 Knocking|knock_limit"),
            ("3.5", "gin|what is gin|big gin|big_gin_bonus"),
            ("4.1", "lay|lay off|laying"),
            ("4.2", "score|scoring|Scores|points|undercut"),
            ("4.4", "end|finish|over|how does the game end|match"),
            ("5.1", "knocking over the limit|knocking-over-the-limit|5.1"),
            ("9", "notation|how to write moves|how do I type a move"),
            ("10", "examples|worked examples"),
            ("11", "strategy|tips|advice|how to play well"),
        ],
    ),
    (
        "klaberjass",
        &[
            ("", "aim|goal|object of the game|how to play|how many players"),
            ("1.2", "values|count|what do cards count"),
            ("2", "deal|dealer|start|setup|who goes first"),
            ("3", "bid|bids|bidding|3"),
            ("3.1", "trump|trumps"),
            ("4.2", "meld|run|sequence|declare"),
            ("5", "turn|trick|tricks"),
            ("5.1", "follow|following suit"),
            ("6", "score|scoring|points|bete"),
            ("6.1", "ties"),
            ("7", "win|how to win|winner|end|finish|over"),
            ("8", "notation|how to write moves"),
            ("9", "examples|worked examples"),
            ("10", "strategy|tips|advice|how to play well"),
        ],
    ),
    (
        "kings-rummy",
        &[
            ("", "aim|goal|purpose|how to play|how many players"),
            ("1", "card|values"),
            ("2", "meld|run|what is a meld"),
            ("3", "deal|start|setup|who goes first"),
            ("4", "turn|my turn"),
            ("4.1", "draw|drawing"),
            ("4.2", "lay"),
            ("4.7", "end turn"),
            ("5", "score|scoring|points|win|how to win|winning"),
            ("5.3", "match|finish|how does the game end"),
            ("6", "notation|how to write moves"),
            ("7", "examples|worked examples"),
            ("8", "strategy|tips|advice|how to play well"),
        ],
    ),
    (
        "key-of-the-door",
        &[
            ("", "aim|goal|how to play|how many players"),
            ("2", "count"),
            ("3", "deal|dealing|start|setup|who goes first"),
            ("4", "turn"),
            ("4.4", "past 21"),
            ("5", "claim|claiming|claims"),
            ("7", "steal|stealing"),
            ("9", "end|finish|over|how does the game end"),
            ("10", "score|scoring|points|win|how to win|winner|10"),
            ("11", "variants|options"),
            ("12", "notation|how to write moves"),
            ("14", "examples|worked examples"),
            ("15", "strategy|tips|advice|how to play well"),
        ],
    ),
    (
        "pegs-and-jokers",
        &[
            ("1", "aim|goal|object|what is the goal?|how to play|how many players"),
            ("3", "deal|start|setup|who goes first"),
            ("4", "turn|my turn"),
            ("5", "card|values"),
            ("5.3", "joker|jokers"),
            ("6", "move|moving"),
            ("8", "win|how to win|winner|winning|score|points|end|finish|over"),
            ("9", "count|stuck"),
            ("10", "bluff|bluffing|10"),
            ("11", "variants"),
            ("12", "options|home_safe_from_doubt"),
            ("13", "notation|how to write moves"),
            ("15", "examples|worked examples"),
            ("16", "strategy|tips|advice|how to play well"),
        ],
    ),
    (
        "brain-drain",
        &[
            ("", "aim|goal|how to play|how many players"),
            ("1", "card|cards"),
            ("1.2", "deal|start|setup|who goes first"),
            ("2", "answer|answers"),
            ("2.6", "notation|how to write moves|how do I type an answer"),
            ("3.4", "pass|passing"),
            ("3.7", "turn|in turns"),
            ("4", "end|finish|over|how does the game end"),
            ("4.2", "two players"),
            ("4.3", "score|scoring|points|win|how to win|winner"),
            ("6", "options|variants"),
            ("8", "examples|worked examples"),
            ("9", "strategy|tips|advice|how to play well"),
        ],
    ),
    (
        "crazy-eights",
        &[
            ("", "aim|goal|purpose|how to play|how many players|crazy 8s"),
            ("1.1", "values|count|what do cards count"),
            ("2", "deal|dealing|start|setup|who goes first"),
            ("2.1", "start card|buried"),
            ("3", "what fits"),
            ("3.1", "eight|eights"),
            ("3.2", "joker|jokers"),
            ("4", "turn|my turn"),
            ("4.1", "draw|drawing"),
            ("4.2", "pass|passing"),
            ("4.3", "stock"),
            ("5", "action cards|skip"),
            ("5.1", "twos"),
            ("6", "score|scoring|points"),
            ("7", "match|end|finish|over|win|how to win|how does the game end"),
            ("8", "notation|how to write moves"),
            ("9", "examples|worked examples"),
            ("10", "strategy|tips|advice|how to play well"),
        ],
    ),
    ("jokers", &[("", "how to play"), ("3", "spades|trick-games"), ("8", "joker")]),
];

#[test]
fn what_people_type_opens_the_section_that_tells_of_it() {
    for page in pages() {
        assert!(OPENS.iter().any(|(id, _)| *id == page.id), "OPENS has nothing for {}", page.id);
    }
    for (id, sections) in OPENS {
        let text = page(id).map(|page| page.text).unwrap_or_default();
        for (number, all) in *sections {
            for typed in all.split('|') {
                let first = search(text, typed).first().map(|section| section.number);
                assert_eq!(first, Some(*number), "{id}: {typed}");
            }
        }
    }
}

#[test]
fn anchors_numbers_and_titles_open_their_sections() {
    for page in pages() {
        for section in sections(page.text) {
            let whole = format!("{} {}", section.number, section.title);
            let names = [section.anchor.as_str(), section.number, section.title, whole.as_str()];
            for typed in names.into_iter().filter(|name| !name.is_empty()) {
                for typed in [typed.to_owned(), typed.to_uppercase()] {
                    assert_eq!(search(page.text, &typed).first(), Some(&section), "{}: {typed}", page.id);
                }
            }
        }
    }
}

#[test]
fn sections_stand_by_worth_and_then_as_on_the_page() {
    let page = "# Game\nA race of scores.\n## 1 The cards\nThey score.\n## 2 Scoring\nPoints.\n\
                ## 2.1 Scoring cards\nNobody knows.\n## 3 Claims\nA win.\n";
    let numbers = |typed: &str| search(page, typed).iter().map(|s| s.number).collect::<Vec<_>>();
    assert_eq!(numbers("score"), ["2", "2.1", "", "1"]);
    assert_eq!(numbers("cards score"), ["2.1", "1", "2", ""]);
    assert_eq!(numbers("2"), ["2", "2.1"]);
    assert_eq!(numbers("how to play"), ["", "1", "2", "2.1", "3"]);
    // Nothing is found in the middle of a word, nor in a text by fewer than four letters.
    assert_eq!(numbers("aim"), [""]);
    assert_eq!(numbers("ace"), [""; 0]);
    assert_eq!(numbers("nob"), [""; 0]);
    assert_eq!(numbers("nobo"), ["2.1"]);
    let page = "# Game\n## 1 Runs\nThe better.\n## 2 Counting\nHe is bete.\n## 3 Betes\nNone.\n";
    let numbers = |typed: &str| search(page, typed).iter().map(|s| s.number).collect::<Vec<_>>();
    assert_eq!(numbers("bete"), ["3", "2", "1"], "the word itself before its forms, titles before both");
    assert_eq!(numbers("*xyzzy*"), [""; 0]);
}

#[test]
fn forms_of_a_word_find_each_other() {
    for forms in [
        "score scoring scored scores",
        "win wins winner winning",
        "deal deals dealer dealing",
        "knock knocks knocker knocking",
        "bid bids bidder bidding",
        "pass passes passed passing",
        "move moves moving",
        "tie ties",
        "ace aces",
    ] {
        let all = forms.split(' ').all(|one| forms.split(' ').all(|other| akin(one, other)));
        assert!(all, "{forms}");
    }
    for (one, other) in [("aim", "claims"), ("win", "window"), ("king", "kin"), ("off", "of"), ("one", "on")] {
        assert!(!akin(one, other), "{one} {other}");
    }
}
