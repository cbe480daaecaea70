//! What is imagined of unseen cards.

use super::{Desk, KeyOfTheDoor, options, seat};
use crate::Imagining;
use crate::cards::{Card, CardText};
use crate::chance::Chance;

fn card(text: &str) -> Card {
    Card::parse(text).expect("a card")
}

#[test]
fn what_was_seen_is_imagined_where_it_is() {
    let mut desk = Desk::dealt(options("table", ""), &["9S TS 8S 5H", "AH 2H 3H"]);
    desk.acts("0 9S; 1 AH; 0 TS; 1 2H; 0 8S; 1 bust S");
    let mut chance = Chance::from_seed([3; 32]);
    for _ in 0..50 {
        let other = KeyOfTheDoor::imagine(&desk.play.view(Some(seat(1))), &mut chance);
        assert!(other.own[seat(0)].hand.contains(card("8S")), "it was taken back in sight of all");
        assert_eq!(
            other.own[seat(0)].top,
            other.secret.piles[seat(0)].last().copied(),
            "and its player has seen the top"
        );
    }
    desk.act(0, "5H");
    let own = desk.play.state().own[seat(0)].clone();
    let mine = KeyOfTheDoor::imagine(&desk.play.view(Some(seat(0))), &mut chance);
    assert!(mine.own[seat(0)] == own);
}

#[test]
fn those_who_pass_are_imagined_without_what_they_would_have_had_to_play() {
    let keys = ["S closed", "H closed", "D closed", "C J 9 8", "X1 9S 9H"];
    let hands = ["4S 5S", "6S TS", "7H 8H", "2C 6H"];
    let mut desk = Desk::at(options("table", "bust=refuse"), &keys, &hands);
    desk.acts("0 pass; 1 pass; 2 pass");
    let mut chance = Chance::from_seed([4; 32]);
    for _ in 0..50 {
        let other = KeyOfTheDoor::imagine(&desk.play.view(None), &mut chance);
        assert!(other.own[seat(3)].hand.contains(card("2C")), "nobody else can hold it");
    }
}
