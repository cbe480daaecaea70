//! What people type, and the sections that it opens.

use super::super::pages;
use super::*;

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
