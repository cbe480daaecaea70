//! What the pictures say.

use serde_json::json;

use super::{At, seat};
use crate::picture::{Equation, EquationPart, Rung, Screen, Zone};
use crate::{Reader, Seats};

fn names(seats: u8) -> Reader {
    Reader::english(Seats::of(seats, |s| ["Ada", "Ben", "Cyd"][s.index()].to_owned()))
}

/// `8♠ K♣=1 + ( …`: cards by their faces, with what they count if that is said.
fn written(equation: &Equation) -> String {
    let part = |token: &EquationPart| match token {
        EquationPart::Sign(sign) => sign.clone(),
        EquationPart::Card(pic) => {
            let crate::picture::CardFace::French(card) = pic.face else { panic!("{pic:?}") };
            let counts = pic.tag.strip_prefix("= ").map_or_else(String::new, |n| format!("={n}"));
            format!("{}{counts}", card.pretty())
        }
    };
    equation.parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

fn equations(zones: &[Zone]) -> Vec<String> {
    zones.iter().filter_map(|zone| if let Zone::Equation(row) = zone { Some(written(row)) } else { None }).collect()
}

fn ladder(screen: &Screen) -> &[Rung] {
    let found = screen.zones.iter().find_map(|zone| if let Zone::Ladder(rungs) = zone { Some(rungs) } else { None });
    found.expect("a ladder")
}

#[test]
fn an_equation_stands_in_the_cards_that_it_was_made_of() {
    let mut table = At::classic(3, "8S 5S TS 3S KS KH 2D 2C 9S JC");
    assert_eq!(equations(&table.play.screen(None, &names(3)).zones), ["8♠ 5♠ 10♠ 3♠ → K♠=1"]);
    let facts = table.act(1, "(5+8)/(10+3)");
    let shown = facts.iter().find_map(|fact| table.play.showdown_screen(fact, &names(3))).unwrap();
    assert_eq!(equations(&shown.zones), ["( 5♠ + 8♠ ) ÷ ( 10♠ + 3♠ ) = K♠=1"]);
    let Some(Zone::Line(ways)) = shown.zones.last() else { panic!("{:?}", shown.zones) };
    assert!(ways.starts_with("Other ways: 8×5÷10−3, ") && ways.ends_with("and 14 more"), "{ways}");
    assert!(!ways.contains("(8+5)÷(10+3)"), "the way that was found is no other one: {ways}");
    let screen = table.play.screen(None, &names(3));
    let both = ["K♥=1 2♦ 2♣ 9♠ → J♣=1", "( 5♠ + 8♠ ) ÷ ( 10♠ + 3♠ ) = K♠=1"];
    assert_eq!(equations(&screen.zones), both, "the next display, and how the last one ended");
    assert!(screen.alt.contains("Before: Ben made 1: (5+8)÷(10+3)."), "{}", screen.alt);
}

#[test]
fn each_card_stands_once_even_where_two_count_the_same() {
    let mut table = At::classic(2, "AS JH QD KC 4S");
    let facts = table.act(0, "1+1+1+1");
    let shown = facts.iter().find_map(|fact| table.play.showdown_screen(fact, &names(2))).unwrap();
    assert_eq!(equations(&shown.zones), ["A♠=1 + J♥=1 + Q♦=1 + K♣=1 = 4♠"]);
}

#[test]
fn how_a_target_can_be_made_is_not_told_while_the_same_cards_lie_there() {
    // After the king a queen is to be made, and both count 1.
    let pack = "8S 5S TS 3S KS QH 2D 2C 9S JC 7H";
    let mut table = At::new("classic", 2, json!({"max_swaps": 1}), pack);
    table.act(0, "pass");
    let facts = table.act(1, "pass");
    let told: Vec<String> = facts.iter().map(|fact| fact.tell(&names(2))).collect();
    assert!(told.contains(&"Nobody made 1.".to_owned()), "{told:?}");
    assert!(facts.iter().all(|fact| table.play.showdown_screen(fact, &names(2)).is_none()));
    let screen = table.play.screen(None, &names(2));
    assert_eq!(equations(&screen.zones), ["8♠ 5♠ 10♠ 3♠ → Q♥=1"]);
    // The one swap is made: the display goes with this target.
    table.act(0, "pass");
    let facts = table.act(1, "pass");
    let shown = facts.iter().find_map(|fact| table.play.showdown_screen(fact, &names(2))).unwrap();
    assert_eq!(equations(&shown.zones), ["8♠ × 5♠ ÷ 10♠ − 3♠ = Q♥=1"]);
    let told: Vec<String> = facts.iter().map(|fact| fact.tell(&names(2))).collect();
    assert!(told.contains(&"Nobody made 1. One way was 8×5÷10−3.".to_owned()), "{told:?}");
    let mut table = At::classic(2, "AS AH AD AC 9S 7H");
    table.act(0, "pass");
    let facts = table.act(1, "pass");
    let shown = facts.iter().find_map(|fact| table.play.showdown_screen(fact, &names(2))).unwrap();
    assert_eq!(shown.zones.last(), Some(&Zone::Line("It could not be made.".to_owned())));
}

#[test]
fn the_ladder_shows_who_made_what() {
    let mut table = At::new("ascent", 2, json!({}), "2S 3H 5D 6C");
    let rungs = ladder(&table.play.screen(None, &names(2))).to_vec();
    assert_eq!((rungs.len(), rungs[0].now, &rungs[0].by), (20, true, &Some((seat(0), "Ada".to_owned()))));
    let good = table.play.demonstrate(seat(0)).expect("1 can be made");
    table.act(0, "pass");
    let other = table.play.demonstrate(seat(1)).unwrap_or(good);
    table.act(1, &other);
    let screen = table.play.screen(None, &names(2));
    let rung = &ladder(&screen)[0];
    assert_eq!((rung.climbed, rung.now, rung.note.as_str()), (true, false, "+1"));
    assert_eq!(rung.by, Some((seat(1), "Ben".to_owned())));
    assert!(screen.alt.contains("Made last: 1 by Ben (+1)."), "{}", screen.alt);
    let body = table.play.board(None, &names(2)).body;
    assert!(body.ends_with("Ben    1  made 1"), "{body}");
}

#[test]
fn a_result_remembers_the_answer_that_scored_most() {
    let mut table = At::new("ascent", 2, json!({}), "2S 3H 5D 6C");
    table.act(0, "pass");
    let good = table.play.demonstrate(seat(1)).expect("1 can be made");
    table.act(1, &good);
    assert_eq!(table.play.result_screen(&names(2)), None);
    table.act(0, "resign");
    let result = table.play.result_screen(&names(2)).expect("it was given up");
    let [Zone::Poster(poster)] = result.zones.as_slice() else { panic!("{:?}", result.zones) };
    let feat = poster.feat.as_ref().expect("Ben made 1");
    assert!(feat.words.starts_with("Ben made 1: "), "{}", feat.words);
    assert!(equations(std::slice::from_ref(&feat.shown))[0].ends_with("= 1"), "{:?}", feat.shown);
    assert!(result.alt.contains("Ada resigned. Ben made 1: "), "{}", result.alt);
    assert!(result.alt.ends_with("Made: 1 by Ben (+1)."), "{}", result.alt);
    let mut classic = At::classic(2, "AS JH QD KC 4S");
    classic.act(0, "resign");
    let zones = classic.play.result_screen(&names(2)).expect("it was given up").zones;
    assert!(matches!(zones.as_slice(), [Zone::Poster(poster)] if poster.feat.is_none()), "nothing was made");
}

#[test]
fn those_who_still_have_to_answer_are_marked_except_in_a_race() {
    let marks = |table: &At| -> Vec<bool> {
        let body = table.play.board(None, &names(3)).body;
        ["Ada", "Ben", "Cyd"].map(|name| body.contains(&format!("▸ {name}"))).into()
    };
    let mut sealed = At::new("classic", 3, json!({"mode": "sealed"}), "8S 5S TS 3S KS");
    assert_eq!(marks(&sealed), [true; 3]);
    sealed.act(1, "pass");
    assert_eq!(marks(&sealed), [true, false, true]);
    assert_eq!(marks(&At::classic(3, "8S 5S TS 3S KS")), [false; 3]);
    assert_eq!(marks(&At::new("classic", 3, json!({"mode": "turns"}), "8S 5S TS 3S KS")), [true, false, false]);
}

#[test]
fn a_ladder_that_is_too_long_shows_the_part_that_is_climbed() {
    let mut table = At::new("ascent", 2, json!({"ascent_last": 60}), "");
    let top = |table: &At| ladder(&table.play.screen(None, &names(2))).last().unwrap().name.clone();
    assert_eq!(top(&table), "20");
    for _ in 0..400 {
        let who = table.play.awaiting().seats().iter().next().unwrap();
        if table.view()["climb"]["target"] == 18 {
            break;
        }
        let text = table.play.demonstrate(who).unwrap_or_else(|| "pass".to_owned());
        table.act(who.number(), &text);
    }
    assert_eq!((top(&table).as_str(), ladder(&table.play.screen(None, &names(2))).len()), ("23", 20));
    let body = table.play.board(None, &names(2)).body;
    assert!(body.contains("  made … "), "of the numbers made the latest are named: {body}");
}
