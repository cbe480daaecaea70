//! What is said: hints, what an answer means, and how scores are explained.

use super::super::Klaberjass;
use super::examples::FULL_DEAL;
use super::{N, Table, d, stacked};
use crate::picture::Zone;
use crate::words::{Narration, Reader};
use crate::{Dealing, Judged};

#[test]
fn the_word_is_called_for_with_the_kings_and_queens_of_one_hand_only() {
    let deck = stacked("KH AH 7H AS TS 9S 8D QC JC", "QH 8H 9C 8S 7D TD 7S KS QS", "JS");
    let mut table = Table::new("book", &[("bella", "called".into())], &[&deck]);
    table.moves("pass, pass, trump H, nomeld, nomeld, play AH, play QH, play AS, play 7S");
    let names = Reader::plain(2);
    for lead in ["", "play TS"] {
        let hint = table.moves(lead).play.hand_text(N, &names);
        assert!(!hint.contains("bella"), "the queen was the other's: {hint}");
    }
    let deck = stacked("KH QH 7H AS TS 9S 8D QC JC", "AH 8H 9H 8S 7D TD 7S KS QS", "JS");
    let mut table = Table::new("book", &[("bella", "called".into())], &[&deck]);
    table.moves("pass, pass, trump H, nomeld, nomeld, play KH");
    let hint = table.play.hand_text(N, &names);
    assert!(hint.ends_with("say bella when you play Q♥"), "also while the other is on turn: {hint}");
}

#[test]
fn what_the_exchange_makes_of_sequences_is_said() {
    let broken = stacked("7H 8H 9H AS KC QD 9S JH TS", "AH KH 7C 8D QC TC JD AD JS", "QH");
    let mut table = Table::new("book", &[], &[&broken]);
    let hint = table.moves("take").play.hand_text(N, &Reader::plain(2));
    assert!(hint.contains("you may exchange 7♥ for Q♥: then no sequence"), "{hint}");
    assert!(table.says("dix meld").contains("write `meld` without it, or `dix nomeld`"));
    assert_eq!(table.says("dix"), table.says("dix meld"), "nothing is given up by saying too little");
    assert_eq!(table.legal(), ["meld", "nomeld", "dix nomeld"]);
    let made = stacked("7H TH QH AS KC 9D 9S 8C 7D", "AH KH 7C 8D QC TC JD AD 8S", "JH");
    let mut table = Table::new("book", &[], &[&made]);
    let hint = table.moves("take").play.hand_text(N, &Reader::plain(2));
    assert!(hint.contains("you may exchange 7♥ for J♥: then 10♥ J♥ Q♥: 20 in sequences"), "{hint}");
    assert!(table.says("meld").contains("write `dix meld`"));
    table.moves("dix meld");
}

#[test]
fn who_answers_a_schmeiss_is_told_what_no_does() {
    let asked = |kind: &str, moves: &str| {
        let mut table = Table::new("book", &[("schmeiss", kind.into())], &[FULL_DEAL]);
        let prompt = table.moves(moves).play.board(None, &Reader::plain(2)).prompt.to_string();
        let turn = table.turn();
        let controls = table.play.build(turn, &[], &Reader::plain(2)).expect("on turn").controls;
        let mut labels = controls.into_iter().filter_map(|control| match control {
            crate::words::Control::Button { label, .. } => Some(label),
            _ => None,
        });
        (prompt, labels.next_back().unwrap_or_default())
    };
    let (prompt, no) = asked("hoyle", "schmeiss");
    assert_eq!(
        prompt,
        "Seat 2 to answer Seat 1's schmeiss: yes throws the hand in; on a no, Seat 1 makes hearts trumps."
    );
    assert_eq!(no, "Say no: your opponent makes hearts trumps");
    let (prompt, no) = asked("opponent_makes", "schmeiss");
    assert!(prompt.ends_with("on a no, Seat 2 makes hearts trumps."), "{prompt}");
    assert_eq!(no, "Say no: you make hearts trumps");
    let (prompt, no) = asked("opponent_makes", "pass, pass, schmeiss");
    assert!(prompt.ends_with("on a no, Seat 1 makes another suit trumps."), "{prompt}");
    assert_eq!(no, "Say no: your opponent makes another suit trumps");
    let off = Table::new("book", &[], &[FULL_DEAL]);
    assert!(off.says("schmeiss").ends_with("You are asked to make the suit turned up trumps or to pass."));
}

#[test]
fn an_offer_to_throw_the_hand_in_is_described_without_a_colon() {
    let mut table = Table::new("standard", &[], &[FULL_DEAL]);
    let described = table.play.describe(N, "schmeiss", &Reader::plain(8));
    assert_eq!(
        described.as_deref(),
        Some("schmeiss, to throw the hand in (if refused, you make hearts trumps)"),
        "it stands behind `Played:`"
    );
    assert_eq!(
        table.play.read(N, &described.unwrap_or_default(), &Reader::plain(8)).as_ref().ok().map(Judged::text),
        Some("schmeiss")
    );
    let own = table.play.build(N, &[], &Reader::plain(2)).expect("on turn").controls;
    for controls in [own, table.play.shared_controls(&Reader::plain(8))] {
        let named = controls.iter().any(|control| match control {
            crate::words::Control::Button { label, .. } => label == "Offer schmeiss",
            _ => false,
        });
        assert!(named, "the buttons of hand and board say the same: {controls:?}");
    }
    let prompt = |table: &Table| table.play.board(None, &Reader::plain(2)).prompt.to_string();
    let costs = "A schmeiss offers to throw the hand in; if it is refused, Seat 1";
    assert!(prompt(&table).ends_with(&format!(". {costs} makes hearts trumps.")), "{}", prompt(&table));
    table.moves("pass, pass");
    assert!(prompt(&table).ends_with(&format!(". {costs} makes another suit trumps.")), "{}", prompt(&table));
    let theirs = Table::new("book", &[("schmeiss", serde_json::json!("opponent_makes"))], &[FULL_DEAL]);
    assert!(prompt(&theirs).ends_with("if it is refused, Seat 2 makes hearts trumps."), "{}", prompt(&theirs));
}

#[test]
fn a_hand_that_ends_in_the_middle_shows_its_points_and_what_lapses() {
    let options = super::super::options::Options { claim_out: true, target: 60, ..Default::default() };
    let mut state = Klaberjass::open(&options, 2, N);
    let public = &mut state.public;
    (public.maker, public.pot) = (Some(d()), 88);
    (public.counts[d()].tricks, public.counts[d()].sequences) = (25, 50);
    let mut facts = Vec::new();
    super::super::deal::claim_out(public, &mut facts);
    let words = Klaberjass::tell(&facts[0].event, &Reader::plain(2));
    let lines: Vec<&str> = words.lines().skip(1).collect();
    let last =
        ["Seat 1: cards taken 0", "Seat 2: cards taken 25 + sequences 50 = 75", "The 88 points carried over lapse."];
    assert_eq!(lines, [&last[..], &["Seat 1 0 · Seat 2 75"]].concat());
}

#[test]
fn what_is_more_than_a_hand_counts_is_explained() {
    let told = |totals: [i32; 2], pot: i32| {
        let mut state = Klaberjass::open(&Default::default(), 2, N);
        let public = &mut state.public;
        (public.maker, public.pot) = (Some(N), pot);
        (public.counts[N].tricks, public.counts[d()].tricks) = (totals[0], totals[1]);
        let mut facts = Vec::new();
        super::super::deal::settle(public, &mut facts);
        let words = Klaberjass::tell(&facts[0].event, &Reader::plain(2));
        words.lines().rev().nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(told([66, 73], 98), "Seat 1 scores 0, Seat 2 scores 73 + 66 + 98 carried over = 237.");
    assert_eq!(told([90, 73], 98), "Seat 1 scores 90 + 98 carried over = 188, Seat 2 scores 73.");
    assert_eq!(told([90, 73], 0), "Seat 1 scores 90, Seat 2 scores 73.");
    assert_eq!(told([0, 73], 0), "Seat 1 scores 0, Seat 2 scores 73.");
}

#[test]
fn where_trumps_are_not_named_yet_their_order_is_shown_by_an_example() {
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    let screen = table.moves("pass, pass").play.screen(None, &Reader::plain(2));
    let labels = screen.zones.iter().filter_map(|zone| match zone {
        Zone::Small(groups) | Zone::Large(groups) | Zone::Groups(groups) => {
            Some(groups.iter().map(|group| group.label.as_str()))
        }
        _ => None,
    });
    let labels: Vec<&str> = labels.flatten().collect();
    assert!(labels.contains(&"in trumps, such as spades") && labels.contains(&"in other suits"), "{labels:?}");
}
