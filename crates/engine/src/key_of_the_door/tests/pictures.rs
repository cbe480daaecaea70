//! What the pictures show, and above all what they do not.

use super::{Desk, KeyOfTheDoor, options, seat};
use crate::cards::CardText;
use crate::picture::{CardFace, CardPic, Group, Mark, Picture, Zone};
use crate::seats::Seats;
use crate::words::{Pictures, Reader};

fn names() -> Reader {
    Reader::english(Seats::of(4, |s| ["Ada", "Ben", "Cyd", "Dan"][s.index()].to_owned()))
}

fn public(desk: &Desk) -> Picture {
    KeyOfTheDoor::picture(&desk.play.view(None), &names())
}

fn groups(zones: &[Zone]) -> Vec<Group> {
    let groups = zones.iter().filter_map(|zone| {
        if let Zone::Groups(groups) | Zone::Small(groups) = zone { Some(groups.clone()) } else { None }
    });
    groups.flatten().collect()
}

fn faces(group: &Group) -> String {
    let face = |pic: &CardPic| if let CardFace::French(card) = pic.face { card.code() } else { "_".to_owned() };
    group.cards.iter().map(face).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_key_that_was_stolen_says_so() {
    let mut desk = Desk::at(options("table", ""), &["S J 9 7 8", "H J 3"], &["2S 2H", "2C 2D", "3C 3D"]);
    desk.act(0, "steal S");
    let names = Reader::plain(3);
    let view = desk.play.view(None);
    let picture = KeyOfTheDoor::picture(&view, &names);
    let won =
        picture.zones.iter().find_map(|zone| if let Zone::Small(groups) = zone { Some(&groups[0]) } else { None });
    let won = won.expect("a key was won");
    assert_eq!((won.note.as_str(), won.cards[0].mark), ("4 points, framed: 1 stolen", Mark::Gained));
    assert!(picture.alt.contains("won Jack of spades (stolen): 4 in this deal"), "{}", picture.alt);
}

#[test]
fn where_21_must_be_claimed_a_key_looks_the_same_whatever_it_counts() {
    // A sound key, one that counts 21 unclaimed, one past 21, one that can never count 21; then a Joker key.
    let keys = ["S J 9 7", "H Q 3 9", "D J T 9 8", "C K 8 T", "X1 7S 7H"];
    let desk = Desk::at(options("table", ""), &keys, &["AS 2S 4H", "2C", "3C", "AD"]);
    let picture = public(&desk);
    for group in groups(&picture.zones) {
        assert_eq!((group.note.as_str(), group.lit), ("", false), "{group:?}");
        assert!(group.cards.iter().all(|pic| pic.mark == Mark::Plain && pic.tag.is_empty()), "{group:?}");
    }
    assert!(!picture.alt.contains("adds up") && !picture.alt.contains("21"), "{}", picture.alt);
    let assisted = Desk::at(options("assisted", ""), &keys, &["AS 2S 4H", "2C", "3C", "AD"]);
    let notes: Vec<String> = groups(&public(&assisted).zones).into_iter().map(|group| group.note).collect();
    assert_eq!(notes, ["has 16", "has 12, 21 with 6", "has 27", "has 18", "has 14"]);
}

#[test]
fn keys_lie_in_order_of_play_and_the_last_card_stands_out() {
    let mut desk = Desk::at(options("table", ""), &["S J 9 _", "H closed"], &["AS 2S", "2C", "3C", "AD"]);
    desk.acts("0 AS");
    let shown = groups(&public(&desk).zones);
    assert_eq!(faces(&shown[0]), "JS 9S _ AS");
    assert_eq!(
        shown[0].cards.iter().map(|pic| pic.mark == Mark::Fresh).collect::<Vec<_>>(),
        [false, false, false, true]
    );
    assert_eq!((faces(&shown[1]).as_str(), shown[1].note.as_str()), ("", "hearts closed"));
}

#[test]
fn a_hand_is_sorted_by_suit_and_raised_on_its_own_turn_alone() {
    let desk = Desk::at(options("table", ""), &["H closed"], &["TS AS 4H", "2C 3D", "3C", "AD"]);
    let hand = |n| groups(&KeyOfTheDoor::hand_picture(&desk.play.view(Some(seat(n))), &names()));
    let mine = hand(0);
    assert_eq!(mine.iter().map(faces).collect::<Vec<_>>(), ["AS TS 4H"]);
    let raised = |group: &Group| group.cards.iter().filter(|pic| pic.mark == Mark::Raised).count();
    assert_eq!(mine.iter().map(raised).collect::<Vec<_>>(), [2], "hearts are closed");
    assert_eq!(hand(1).iter().map(raised).sum::<usize>(), 0, "it is not Ben's turn");
}

#[test]
fn what_was_won_is_shown_by_headers_and_points() {
    let mut desk = Desk::at(options("table", ""), &["S J 3", "D Q 5"], &["9S", "8D", "3C", "AD"]);
    desk.acts("0 9S!; 1 8D!");
    let picture = public(&desk);
    let won: Vec<Group> = groups(&picture.zones).into_iter().filter(|group| !group.note.is_empty()).collect();
    let told: Vec<(String, String, String)> =
        won.iter().map(|group| (group.label.clone(), faces(group), group.note.clone())).collect();
    let row = |name: &str, cards: &str, note: &str| (name.to_owned(), cards.to_owned(), note.to_owned());
    assert_eq!(told, [row("Ada", "JS", "3 points"), row("Ben", "QD", "6 points")]);
    assert!(picture.alt.contains("Ada won Jack of spades: 3 in this deal"), "{}", picture.alt);
}
