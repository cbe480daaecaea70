//! The settled readings, and what is refused.

use super::*;

fn jokers(changes: &str) -> Options {
    options("jokers", changes)
}

#[test]
fn reading_2_a_named_suit_outlasts_jokers_and_a_new_stock() {
    let mut table = Table::short(&jokers(""), "5C 5D 9D", &["8S XR XB 4D", "2S 3S", "KH 9C"], "");
    table.acts("0 play 8S as H, 1 draw");
    assert_eq!(table.public().pile.as_slice(), cards("8S"));
    let mut table = Table::short(&jokers(""), "5C", &["8S XR XB KD", "2S"], "");
    table.acts("0 play 8S as H, 1 draw, 0 play XR, 0 play XB");
    assert_eq!(table.public().suit, Some(Suit::Hearts));
    assert_eq!(table.refused("KD").to_string(), "K♦ does not fit: play hearts, 8 or Joker.");
}

#[test]
fn reading_3_where_nothing_is_in_force_another_joker_changes_nothing() {
    let mut table = Table::at(&jokers("joker_then=any"), "7S", &["XR XB 4D 5D", "2S"], "");
    table.acts("0 play XR, 0 play XB");
    assert_eq!((table.public().suit, table.public().rank), (None, None));
    table.act("play 4D");
    assert_eq!(table.public().suit, Some(Suit::Diamonds));
}

#[test]
fn reading_4_skips_do_not_add_up() {
    let mut table = Table::at(&jokers(""), "7S", &["XR 2S", "3S", "XB 4S", "5S"], "");
    table.acts("0 play XR, 2 play XB");
    assert_eq!(table.on_turn(), 0);
    assert_eq!(table.play.may_act(seat(1)), Err(Refused::NotYourTurn), "a seat that is skipped is not awaited");
}

#[test]
fn reading_6_what_is_owed_is_drawn_whatever_the_options() {
    let all = options("action", "draw=until force_play=true");
    let mut table = Table::at(&all, "3S", &["2S KH", "2D KS"], "9C 9D 9H");
    table.act("play 2S");
    assert_eq!(table.legal(), ["play 2D", "draw"]);
    table.act("draw");
    assert_eq!((table.hand(1), table.on_turn()), (set("2D KS 9C 9D"), 0));
}

#[test]
fn what_is_owed_is_what_there_is() {
    let mut table = Table::short(&options("action", "stock=stop"), "3S", &["2S KH", "KS 4S"], "9C");
    table.act("play 2S");
    let told = table.act("draw");
    assert!(told.contains(&Event::Paid { seat: seat(1), cards: 1, owed: 2 }), "{told:?}");
    let mut none = Table::short(&options("action", "stock=stop"), "3S", &["2S KH", "KS 4S"], "");
    none.act("play 2S");
    assert_eq!(none.legal(), ["draw"]);
    let told = none.act("draw");
    assert!(told.contains(&Event::Paid { seat: seat(1), cards: 0, owed: 2 }), "{told:?}");
    assert_eq!((none.public().owed, none.on_turn()), (0, 0));
}

#[test]
fn nobody_pays_for_a_two_that_was_the_last_card() {
    let mut table = Table::at(&options("action", ""), "3S", &["2S", "KH"], "");
    assert_eq!(scored(&table.act("play 2S")).counts[seat(1)], 10);
    assert_eq!(table.public().owed, 0);
}

#[test]
fn with_two_an_ace_turns_nothing_round_and_a_queen_plays_again() {
    let mut table = Table::at(&options("action", ""), "3S", &["AS QH 2D", "AH QS"], "");
    table.acts("0 play AS, 1 play AH, 0 play QH, 0 draw");
    assert!(!table.public().backward);
}

#[test]
fn a_match_ends_when_one_alone_has_the_most() {
    let last = |scores: [i32; 2], changes: &str, loser: &str| {
        let mut table = Table::at(&jokers(changes), "7S", &["7D", loser], "");
        let mut state = table.play.state().clone();
        state.public.scores = Seats::of(2, |seat| scores[seat.index()]);
        table.play = table.play.with_state(state);
        table.act("play 7D");
        matches!(table.play.progress(), Progress::MatchOver(_))
    };
    assert!(last([90, 20], "", "KH") && !last([89, 20], "", "KH"));
    assert!(!last([100, 110], "", "KH"), "level");
    assert!(!last([60, 110], "", "KH") || last([0, 110], "", "KH"));
    assert!(last([0, 0], "target=1", "KH"));
    assert_eq!([2, 3, 7].map(|seats| jokers("").goal(seats)), [100, 150, 350]);
}

#[test]
fn the_deal_passes_on_and_each_hand_has_a_fresh_pack() {
    let mut table = Table::at(&jokers(""), "7S", &["7D", "KH", "4C"], "");
    assert_eq!(table.public().dealer(), seat(2));
    table.act("play 7D");
    let public = table.public();
    assert_eq!((public.hand, public.first, public.dealer(), public.turn), (2, seat(1), seat(0), seat(1)));
    assert_eq!(CrazyEights::cards(table.play.state()).len(), 54);
}

#[test]
fn each_refusal_says_what_would_be_right() {
    let says = |table: &Table, m: &str, words: &str| assert_eq!(table.refused(m).to_string(), words, "{m}");
    let table = Table::at(&jokers(""), "7S", &["KC 9H 8D XR", "2S"], "5S");
    says(&table, "9H", "9♥ does not fit: play spades, 7, 8 or Joker.");
    says(&table, "2S", "2♠ is not in your hand.");
    says(&table, "KC as H", "K♣ does not fit: play spades, 7, 8 or Joker.");
    says(&table, "XR as H", "At this table no suit is named with a Joker: play it without one.");
    says(&table, "pass", "You may pass only after drawing a card.");
    let plain = Table::at(&options("plain", ""), "7S", &["KC 9H 7D", "2S"], "5S");
    says(&plain, "9H", "9♥ does not fit: play spades, 7 or 8.");
    says(&plain, "7D as H", "No suit is named with 7♦: play it without one.");
    let mut drawn = plain;
    drawn.act("draw");
    says(&drawn, "draw", "You have drawn in this turn: play a card that fits, or pass.");
    let mut must = Table::at(&jokers("draw=until"), "7S", &["KC 9H 7D", "2S"], "5S");
    must.act("draw");
    for m in ["draw", "pass"] {
        says(&must, m, "You have drawn a card that fits: at this table you must play.");
    }
    let forced = Table::at(&jokers("force_play=true"), "7S", &["KC 7D", "2S"], "5S");
    says(&forced, "draw", "You have a card that fits, and at this table whoever can play must.");
    let empty = Table::short(&jokers("stock=stop"), "7S", &["KC 7D", "2S"], "");
    for m in ["draw", "pass"] {
        says(&empty, m, "There is no card to draw: play one that fits.");
    }
    let stuck = Table::short(&jokers("stock=stop"), "7S", &["KC", "2S"], "");
    says(&stuck, "draw", "There is no card to draw, and none of yours fits: you must pass.");
    let mut owing = Table::at(&options("action", ""), "7S", &["2S KC", "KS 7D"], "");
    owing.act("play 2S");
    says(&owing, "KS", "2 cards are owed: play a two or a Joker, or draw them.");
    let unnamed = Move::Play { card: cards("8D")[0], suit: None };
    let why = table.play.check(seat(0), &unnamed);
    assert!(
        matches!(why, Err(Refused::Illegal(why)) if why.to_string() == "Name a suit with 8♦, as in `play 8D as H`.")
    );
}

#[test]
fn a_hand_has_the_usual_number_of_cards_or_three_to_seven() {
    for (size, fits) in [(0, true), (1, false), (2, false), (3, true), (7, true)] {
        let says = CrazyEights::validate(&jokers(&format!("hand_size={size}")), 4);
        assert_eq!(says.is_ok(), fits, "{size}: {says:?}");
    }
}
