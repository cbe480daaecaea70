//! Settled readings and ambiguities.

use super::super::event::Event;
use super::super::illegal::{Illegal, Instead};
use super::super::keys::Laid;
use super::{Desk, KeyOfTheDoor, Options, options, place, seat, set};
use crate::Judging;
use crate::cards::{Card, CardText};
use crate::game::Refuse;
use crate::seats::{SeatSet, Seats};
use crate::words::Notation;

fn card(text: &str) -> Card {
    Card::parse(text).expect("a card")
}

fn has(legal: &[String], m: &str) -> bool {
    legal.iter().any(|l| l == m)
}

/// The moves that lay a card or pass.
fn plays(desk: &Desk, n: u8) -> Vec<String> {
    desk.legal(n).into_iter().filter(|m| !m.starts_with("steal") && !m.starts_with("bust")).collect()
}

fn stolen(told: &[Event]) -> bool {
    told.iter().any(|event| matches!(event, Event::Won { stolen: true, .. }))
}

#[test]
fn reading_1_a_pack_for_two_goes_to_hands_then_piles() {
    let desk = Desk::dealt(options("table", ""), &["AS 3S/5S 7S", "2S 4S/6S 8S"]);
    let state = desk.play.state();
    assert_eq!((desk.hand(0).len(), desk.hand(1).len()), (10, 10));
    assert!(set("AS 3S").is_within(desk.hand(0)) && set("2S 4S").is_within(desk.hand(1)));
    for (n, top) in [(0, ["5S", "7S"]), (1, ["6S", "8S"])] {
        let pile = &state.secret.piles[seat(n)];
        assert_eq!((pile.len(), state.own[seat(n)].pile), (10, 10));
        assert_eq!([pile[9], pile[8]], top.map(card), "the first dealt lies on top");
    }
}

#[test]
fn reading_1_larger_hands_sit_first() {
    for (seats, sizes) in [(3, vec![14, 13, 13]), (4, vec![10; 4]), (5, vec![8; 5])] {
        let desk = Desk::dealt(options("table", ""), &vec!["AS", "2S", "3S", "4S", "5S"][..seats]);
        assert_eq!((0..seats as u8).map(|n| desk.hand(n).len()).collect::<Vec<_>>(), sizes);
        assert_eq!(desk.on_turn(), 0);
        assert_eq!(desk.play.public().dealer, seat(seats as u8 - 1));
    }
}

#[test]
fn reading_2_seats_without_cards_have_no_turn_and_stuck_ones_must_pass() {
    let mut desk = Desk::at(options("table", ""), &["S closed", "H J 9 7"], &["2H", "", "3S 4S", "AH AD"]);
    desk.act(0, "2H");
    assert_eq!(desk.on_turn(), 2, "seat 1 holds nothing");
    assert_eq!(desk.refused(1, "steal H"), Illegal::OnlyCalls);
    assert_eq!(desk.legal(1), ["bust H"]);
    assert_eq!(desk.legal(2), ["pass", "steal H", "bust H"]);
    desk.act(2, "pass");
    assert_eq!(desk.on_turn(), 3);
}

#[test]
fn reading_2_partners_add_their_points_at_the_end_of_the_deal() {
    let keys = ["S J 3", "H Q 3", "D closed", "C closed"];
    let mut desk = Desk::at(options("partners", ""), &keys, &["9S", "9H", "AC", "2C"]);
    desk.acts("0 9S!; 1 9H!");
    assert_eq!(desk.play.scores().iter().copied().collect::<Vec<_>>(), [0, 0], "the deal is not over");
    let told = desk.acts("2 pass; 3 pass");
    assert!(matches!(told.last(), Some(Event::Dealt { deal: 2, .. })));
    assert_eq!(desk.play.scores().iter().copied().collect::<Vec<_>>(), [3, 6]);
    assert_eq!(desk.play.sides()[seat(2)], desk.play.sides()[seat(0)]);
}

#[test]
fn reading_3_passes_in_succession_end_the_deal_and_steals_do_not_restart_them() {
    let keys = ["S closed", "H closed", "D J 8 10", "C closed"];
    let mut desk = Desk::at(options("table", ""), &keys, &["4S", "5S", "6H"]);
    desk.act(0, "pass");
    assert!(stolen(&desk.act(1, "steal D")));
    desk.act(1, "pass");
    let told = desk.act(2, "pass");
    assert!(matches!(told.last(), Some(Event::Dealt { deal: 2, .. })), "{told:?}");
    assert_eq!(desk.play.scores().iter().copied().collect::<Vec<_>>(), [0, 3, 0]);
    assert_eq!((desk.on_turn(), desk.play.public().deal), (1, 2), "the next deal starts at once, one seat on");
}

#[test]
fn reading_3_a_play_restarts_the_count_even_if_it_is_taken_back() {
    let keys = ["S closed", "H closed", "D J 9 7", "C closed", "X1 9S 9H"];
    let mut desk = Desk::at(options("table", ""), &keys, &["4S", "TS TC", "6H"]);
    desk.acts("0 pass; 1 TS>X1; 2 bust X1");
    assert_eq!(desk.on_turn(), 1);
    let told = desk.acts("1 pass; 2 pass");
    assert!(!told.iter().any(|event| matches!(event, Event::DealOver { .. })), "only two have passed since");
    let told = desk.act(0, "pass");
    assert!(told.iter().any(|event| matches!(event, Event::DealOver { .. })));
}

#[test]
fn reading_3_the_last_card_and_the_last_key_end_the_deal() {
    let over = |told: &[Event]| told.iter().any(|event| matches!(event, Event::DealOver { .. }));
    let mut desk = Desk::at(options("table", ""), &[], &["4S", "", ""]);
    assert!(over(&desk.act(0, "4S")));
    let closed = ["S closed", "H closed", "C closed", "D closed", "X1 3S"];
    let mut desk = Desk::at(options("table", ""), &closed, &["9S", "4D", "4C"]);
    assert!(over(&desk.act(0, "9S>X1!")), "no key is open");
    let bent = ["S closed", "H closed", "C closed", "D closed", "X1 TS TH AS"];
    let mut desk = Desk::at(options("table", ""), &bent, &["9S", "4D", "4C"]);
    assert!(over(&desk.act(0, "steal X1")), "nor is one after a steal");
}

#[test]
fn reading_4_honour_lets_busting_cards_stand_beside_what_must_be_played() {
    let hand = ["TS 9H", "AD", "AC"];
    let both = Desk::at(options("table", ""), &["S J 6 9", "H J 5 9", "X1 9S 9D"], &hand);
    let legal = plays(&both, 0);
    for m in ["play TS", "play TS!", "play TS?", "play TS>X1", "play TS>X1!", "play 9H>X1", "play 9H?"] {
        assert!(has(&legal, m), "{m} of {legal:?}");
    }
    assert!(!has(&legal, "pass"));
    let idle = Desk::at(options("table", ""), &["S closed", "H closed", "X1 9S 9D"], &hand);
    assert!(has(&plays(&idle, 0), "pass") && has(&plays(&idle, 0), "play TS>X1"));
    let strict = Desk::at(options("table", "bust=refuse"), &["S J 6 9", "H J 5 9", "X1 9S 9D"], &hand);
    assert_eq!(plays(&strict, 0), ["play TS?", "play 9H?"]);
    let fits = Desk::at(options("table", ""), &["S J 6 9", "H J 5 9", "X1"], &hand);
    assert_eq!(fits.refused(0, "TS?"), Illegal::CanPlay, "a Joker key takes it");
    assert!(has(&plays(&fits, 0), "play 9H"));
}

#[test]
fn reading_5_a_wrong_claim_is_announced_and_has_no_other_effect() {
    let mut desk = Desk::at(options("table", ""), &["S J 3"], &["8S AD", "9S AH", "AC"]);
    let told = desk.act(0, "8S!");
    assert!(told.contains(&Event::WrongClaim { seat: seat(0), key: place("S") }));
    assert_eq!((desk.on_turn(), desk.key("S").map(|key| key.cards.len())), (1, Some(2)));
    assert!(desk.legal(1).contains(&"bust S".to_owned()));
    let auto = Desk::at(options("assisted", ""), &["S J 3"], &["9S", "AH", "AC"]);
    assert_eq!(plays(&auto, 0), ["play 9S"]);
    assert_eq!(auto.refused(0, "9S!"), Illegal::AutoClaims);
}

#[test]
fn reading_6_a_steal_is_legal_on_any_key_with_a_card_and_all_cards_decide_it() {
    let at =
        |changes: &str, keys: &[&str], third: &str| Desk::at(options("table", changes), keys, &["TS", "9D", third]);
    let keys = ["S J 8 10", "H J", "D J 8"];
    let desk = at("", &keys, "AC");
    assert!(has(&desk.legal(0), "steal S") && has(&desk.legal(0), "steal D"));
    assert_eq!(desk.refused(0, "steal H"), Illegal::BareKey(place("H")));
    assert_eq!(at("", &["C closed"], "AC").refused(0, "steal C"), Illegal::NotOpen(place("C")));
    assert_eq!(at("steal=false", &keys, "AC").refused(0, "steal S"), Illegal::StealsOff(Instead::LayOnSuit));
    assert!(at("", &keys, "5D").faulty("D") != at("", &keys, "AC").faulty("D"), "8-5 is in somebody's hand, or is not");
    assert!(has(&at("bent_min_cards=0", &keys, "AC").legal(0), "steal H"));
    assert!(at("bent_min_cards=0", &keys, "AC").faulty("H"), "no heart is left");
    assert!(at("bent_min_cards=3", &keys, "AC").legal(0).contains(&"steal S".to_owned()));
    assert!(!at("bent_min_cards=3", &keys, "AC").faulty("S"));
    assert!(at("bent_min_cards=3", &["S J 8 _ 10"], "AC").faulty("S"), "face-down cards count");
    assert!(at("bent_min_cards=3", &["S J 3 9"], "AC").faulty("S"), "the limit is for bent keys only");
}

#[test]
fn reading_6_draw_piles_are_still_to_be_played() {
    let at = |pile: &str| Desk::at(options("table", ""), &["S J 8"], &["2H 3H", &format!("2D 3D/{pile}")]);
    assert!(!at("5S").faulty("S") && at("6S").faulty("S"));
}

#[test]
fn reading_6_what_a_failed_steal_costs() {
    let keys = ["S J 3", "H J 8 10", "D J 8"];
    let at = |cost: &str| {
        let mut desk = Desk::at(options("table", &format!("false_steal={cost}")), &keys, &["9S 2S", "5D", "AC"]);
        let told = desk.act(0, "steal S");
        assert!(matches!(told[..], [Event::StealFailed { .. }]));
        desk
    };
    let mut once = at("one_per_turn");
    assert_eq!(once.refused(0, "steal H"), Illegal::OneFailed(Instead::Play));
    once.acts("0 2S; 1 5D; 2 AC; 0 steal H");
    assert_eq!(once.points(0), 3, "a new turn, a new try");
    let mut free = at("free");
    assert!(stolen(&free.act(0, "steal H")));
    assert_eq!(free.points(0), 3);
    let mut dear = at("penalty:5");
    dear.acts("0 steal S; 0 steal H");
    assert_eq!(dear.points(0), 3 - 10);
}

#[test]
fn reading_7_every_opponent_may_call_once_until_the_next_play() {
    let hands = ["4S 5S", "AH 2H", "AC", "AD"];
    let mut desk = Desk::at(options("table", ""), &["S J 9 6"], &hands);
    assert_eq!(desk.legal(1), Vec::<String>::new(), "nothing to call yet");
    desk.act(0, "4S");
    assert_eq!((desk.legal(2), desk.legal(3)), (vec!["bust S".to_owned()], vec!["bust S".to_owned()]));
    assert!(has(&desk.legal(1), "bust S"), "the seat on turn too");
    assert_eq!(desk.play.awaiting().seats(), SeatSet::one(seat(1)), "only the turn is awaited");
    assert!(desk.not_on_turn(0, "bust S"));
    assert_eq!(desk.refused(2, "bust H"), Illegal::OtherKey(place("S")));
    assert_eq!(desk.refused(2, "AC"), Illegal::OnlyCalls);
    let told = desk.act(2, "bust");
    assert_eq!(told, [Event::WrongCall { seat: seat(2), key: place("S") }]);
    assert!(desk.not_on_turn(2, "bust S"));
    desk.act(1, "bust S");
    assert_eq!(desk.refused(1, "bust S"), Illegal::CalledAlready);
    assert_eq!(desk.refused(1, "bust H"), Illegal::CalledAlready, "no other key would do either");
    desk.act(1, "AH");
    assert_eq!(desk.legal(3), ["bust H"]);
    assert_eq!(desk.refused(3, "bust S"), Illegal::OtherKey(place("H")), "the window has moved on");
}

#[test]
fn q05_where_no_card_is_ever_bust_nobody_may_call_one() {
    let hands = ["4S 5S", "AH 2H", "AC", "AD"];
    for (variant, changed) in [("assisted", ""), ("table", "bust=refuse"), ("partners", "bust=refuse")] {
        let mut desk = Desk::at(options(variant, changed), &["S J 9 6"], &hands);
        desk.act(0, "4S");
        assert_eq!(desk.play.awaiting().seats(), SeatSet::one(seat(1)));
        for n in 0..4 {
            assert!(!desk.legal(n).iter().any(|m| m.starts_with("bust")), "{variant}: {n}");
            for text in ["bust S", "bust", "bust H"] {
                let call = desk.read(n, text);
                let why = KeyOfTheDoor::check(&desk.play.view(Some(seat(n))), &call).unwrap_err();
                assert_eq!((why, why.rule().0), (Illegal::NeverBust, "calling-a-card-bust"), "{variant}: {n} {text}");
            }
        }
        assert!(desk.legal(2).is_empty() && !desk.legal(1).is_empty());
    }
}

#[test]
fn q05_a_match_that_began_with_such_calls_goes_on_with_them() {
    let hands = ["4S 5S", "AH 2H", "AC", "AD"];
    let mut json = serde_json::to_value(Options::default()).unwrap();
    json.as_object_mut().unwrap().remove("idle_calls");
    json["bust"] = "refuse".into();
    json["claims"] = "auto".into();
    let recorded: Options = serde_json::from_value(json).unwrap();
    let mut desk = Desk::at(recorded, &["S J 9 6"], &hands);
    desk.act(0, "4S");
    assert_eq!(desk.legal(2), ["bust S"]);
    let call = desk.read(2, "bust S");
    let idle = |n: u8, m| KeyOfTheDoor::is_idle(&desk.play.view(Some(seat(n))), m);
    assert!(idle(2, &call) && !idle(1, &desk.read(1, "AH")));
    assert_eq!(desk.refused(2, "AC"), Illegal::NotOnTurn, "nor named in its place");
    let mut table = Desk::at(options("table", ""), &["S J 9 6"], &hands);
    table.act(0, "4S");
    assert!(!KeyOfTheDoor::is_idle(&table.play.view(Some(seat(2))), &call));
}

#[test]
fn reading_7_partners_do_not_call_and_other_plays_open_no_window() {
    let mut desk = Desk::at(options("partners", ""), &["S J 9 6"], &["8S 5S", "AH 2H", "AC", "AD"]);
    desk.act(0, "8S");
    assert!(desk.not_on_turn(2, "bust S"));
    desk.act(1, "AH");
    assert_eq!(desk.refused(2, "bust S"), Illegal::OtherKey(place("H")));
    let keys = ["S J 9 7", "H closed"];
    let mut desk = Desk::at(options("table", ""), &keys, &["8S 5D", "AH TH", "AC"]);
    desk.act(0, "5D");
    assert!(has(&desk.legal(2), "bust D"));
    desk.act(1, "pass");
    assert!(!has(&desk.legal(2), "bust D"), "a pass has closed it");
    assert_eq!(desk.play.public().window, None);
    let mut down = Desk::at(options("table", ""), &keys, &["8S", "AH", "AC"]);
    down.act(0, "8S?");
    assert!(down.not_on_turn(2, "bust S"));
    let mut won = Desk::at(options("table", ""), &["S J 3"], &["9S AC", "AH", "AD"]);
    won.act(0, "9S!");
    assert!(won.not_on_turn(2, "bust S"), "the key is gone");
}

#[test]
fn reading_8_a_taken_back_card_and_what_was_drawn_since_go_back() {
    let mut desk = Desk::at(options("table", ""), &["S J 9 7"], &["8S 4S/2H 3H", "AD 2D/4D 5D"]);
    desk.act(0, "8S");
    assert_eq!((desk.hand(0), desk.play.state().own[seat(0)].pile), (set("4S 2H"), 1));
    let told = desk.act(1, "bust S");
    assert_eq!(told, [Event::TakenBack { seat: seat(0), by: seat(1), card: card("8S"), key: place("S") }]);
    let own = &desk.play.state().own[seat(0)];
    assert_eq!((own.hand, own.pile, own.top), (set("8S 4S"), 2, Some(card("2H"))));
    assert_eq!(desk.play.state().secret.piles[seat(0)].last(), Some(&card("2H")));
    assert_eq!(desk.key("S").map(|key| key.cards.len()), Some(2));
    assert_eq!(desk.on_turn(), 0);
    assert_eq!(desk.refused(0, "8S"), Illegal::NoFit(card("8S"), place("S"), Instead::Play));
    assert_eq!(desk.refused(0, "steal S"), Illegal::StealInReplay(Instead::Play));
    assert_eq!(plays(&desk, 0), ["play 4S", "play 4S!"]);
    assert!(desk.not_on_turn(1, "bust S"));
    desk.act(0, "4S");
    assert_eq!((desk.hand(0), desk.on_turn()), (set("8S 2H"), 1), "the same card is drawn again");
    assert_eq!(desk.play.state().own[seat(0)].top, None);
}

#[test]
fn the_card_drawn_last_is_forgotten_once_the_pile_is_empty() {
    let mut desk = Desk::at(options("table", ""), &[], &["8S 4S/2H", "AD 2D/4D 5D"]);
    let drawn = |desk: &Desk| desk.play.state().own[seat(0)].drawn;
    desk.act(0, "8S");
    assert_eq!(drawn(&desk), Some(card("2H")));
    desk.acts("1 AD; 0 2H");
    assert_eq!(drawn(&desk), None, "the card drawn last has been played");
}

#[test]
fn reading_8_steals_made_meanwhile_stand_and_the_turn_begins_anew() {
    let keys = ["S J 9 7", "H J 8 10", "D J 3"];
    let mut desk = Desk::at(options("table", ""), &keys, &["8S 4S", "AC 2C", "9D"]);
    desk.act(0, "8S");
    assert!(stolen(&desk.act(1, "steal H")));
    desk.act(1, "steal D");
    assert_eq!(desk.refused(1, "steal D"), Illegal::OneFailed(Instead::Play));
    desk.acts("2 bust S; 0 4S");
    assert_eq!((desk.on_turn(), desk.points(1)), (1, 3));
    assert!(has(&desk.legal(1), "steal D"), "a new turn, a new try");
}

#[test]
fn reading_8_who_cannot_replay_lays_face_down_or_passes() {
    let mut desk = Desk::at(options("table", ""), &["S J 9 7"], &["8S", "AC", "AD"]);
    desk.acts("0 8S; 2 bust");
    assert_eq!(plays(&desk, 0), ["play 8S?"]);
    desk.act(0, "8S?");
    assert_eq!(desk.key("S").and_then(|key| key.cards.last().copied()), Some(Laid::Down));
    assert_eq!(desk.on_turn(), 1);
}

#[test]
fn reading_9_a_card_that_may_be_taken_back_is_not_bust_in_a_steal() {
    let at = |keys: &[&str]| Desk::at(options("table", "false_steal=free"), keys, &["8S", "7S AC", "AD 2D"]);
    let mut desk = at(&["S J 9 7"]);
    desk.act(0, "8S");
    assert!(!stolen(&desk.act(1, "steal S")));
    desk.act(1, "AC");
    assert!(stolen(&desk.act(2, "steal S")), "now it may not be taken back");
    let mut past = at(&["S J 9 7 10"]);
    past.act(0, "8S");
    assert!(stolen(&past.act(1, "steal S")), "it was bust before that card");
    let mut unclaimed = at(&["S J 3 9 7"]);
    unclaimed.act(0, "8S");
    assert!(stolen(&unclaimed.act(1, "steal S")), "unclaimed all the same");
    assert!(unclaimed.not_on_turn(2, "bust S"), "and the card is gone with it");
}

#[test]
fn reading_10_what_idle_players_do() {
    let keys = ["S closed", "H closed", "X1 9H 9D"];
    let at = |p4: &str, keys: &[&str]| {
        Desk::at(options("table", &format!("bust=refuse,p4={p4}")), keys, &["TS 7H", "AD", "AC"])
    };
    assert_eq!(plays(&at("pass", &keys), 0), ["pass"]);
    assert_eq!(at("pass", &keys).refused(0, "TS>X1?"), Illegal::DownOnJoker(Instead::Pass));
    assert_eq!(at("pass", &keys).refused(0, "discard TS"), Illegal::NoDiscards(Instead::Pass));
    assert_eq!(plays(&at("facedown_joker", &keys), 0), ["play TS>X1?", "play 7H>X1?"]);
    assert_eq!(at("facedown_joker", &keys).refused(0, "pass"), Illegal::MustLayDown);
    assert_eq!(plays(&at("facedown_joker", &keys[..2]), 0), ["pass"]);
    assert_eq!(plays(&at("discard", &keys), 0), ["discard TS", "discard 7H"]);
    assert_eq!(at("discard", &keys).refused(0, "pass"), Illegal::MustDiscard);
    let mut desk = at("discard", &keys);
    desk.act(0, "discard TS");
    assert_eq!((desk.play.public().passes, desk.hand(0)), (0, set("7H")));
    assert_eq!(desk.play.public().discards, [card("TS")]);
    desk.acts("1 AD; 2 AC; 0 discard 7H");
    assert_eq!((desk.play.public().deal, &desk.play.public().discards[..]), (2, &[][..]), "gone with their deal");
    let mut down = at("facedown_joker", &keys);
    down.act(0, "7H>X1?");
    assert_eq!(down.key("X1").map(|key| (key.sum(), key.cards.len())), Some((18, 3)));
    assert_eq!(at("discard", &keys).refused(0, "TS>X1?"), Illegal::DownOnJoker(Instead::Discard));
    assert_eq!(at("discard", &keys).refused(0, "TS?"), Illegal::DownElsewhere(card("TS"), Instead::Discard));
    assert_eq!(at("facedown_joker", &keys).refused(0, "discard TS"), Illegal::NoDiscards(Instead::LayOnJoker));
    assert_eq!(at("pass", &keys).refused(0, "TS>X1"), Illegal::NoFit(card("TS"), place("X1"), Instead::Pass));
    let held = at("discard", &["S J 9 9", "H closed"]);
    assert_eq!(plays(&held, 0), ["play TS?"], "a stuck card is laid on its suit first");
    assert_eq!(held.refused(0, "discard 7H"), Illegal::MustLayOnSuit);
}

#[test]
fn reading_11_zeros_that_can_be_doubled() {
    let at = |variant: &str| {
        Desk::at(options(variant, "zero_can_double=true"), &["S J 9 7 5", "C closed"], &["TS 2C", "AC", "AD"])
    };
    let mut called = at("table");
    assert!(called.faulty("S"), "21 and no zero on it: bent");
    called.act(0, "TS?");
    assert!(called.key("S").is_some_and(|key| key.counts_21(true)));
    assert!(stolen(&called.act(1, "steal S")), "unclaimed");
    let mut auto = at("assisted");
    let told = auto.act(0, "TS?");
    assert!(told.iter().any(|event| matches!(event, Event::Won { stolen: false, cards: 5, .. })), "{told:?}");
    let lying = |changes: &str| Desk::at(options("table", changes), &["S J 9 7 _"], &["5S", "AC", "AD"]).faulty("S");
    assert!(!lying("zero_can_double=true"), "9-7-5 and the zero: 21");
    assert!(lying(""), "without the option 9-7 is bent, with only the 5 to come");
}

#[test]
fn reading_12_the_number_of_deals() {
    let deals = |seats: u8, changes: &str| options("table", changes).deals_for(seats);
    assert_eq!([2, 3, 4, 5].map(|n| deals(n, "")), [2, 3, 4, 5]);
    assert_eq!([2, 3].map(|n| deals(n, "deals_2p=4")), [4, 3]);
    assert_eq!([2, 3].map(|n| deals(n, "deals=7,deals_2p=4")), [7, 7]);
    let listed = crate::catalog::game("key-of-the-door").expect("it is listed");
    let for_two = |value: serde_json::Value| {
        let options = listed.options(None, &[("deals_2p".to_owned(), value)].into_iter().collect(), 2);
        let options = options.map_err(|why| why.says(crate::Language::English))?;
        serde_json::from_value::<super::Options>(options).map(|options| options.deals_for(2)).map_err(|e| e.to_string())
    };
    assert_eq!(
        (for_two(2.into()), for_two("4".into()), for_two(4.into())),
        (Ok(2), Ok(4), Ok(4)),
        "a number, or a word"
    );
    assert_eq!(for_two(3.into()), Err("Option `deals_2p` takes 2 or 4, not `3`.".to_owned()));
}

#[test]
fn reading_12_won_keys_are_shown_only_where_the_options_say_so() {
    for (changes, shown) in
        [("", None), ("show_won=true", Some(vec![Laid::Up(card("3S")), Laid::Down, Laid::Up(card("9S"))]))]
    {
        let mut desk = Desk::at(options("table", changes), &["S J 3 _"], &["9S AC", "AH", "AD"]);
        let told = desk.act(0, "9S!");
        assert_eq!(desk.play.public().won[0].cards, shown);
        assert!(!told.iter().any(|event| serde_json::to_string(event).expect("JSON").contains("3S")));
        let json = serde_json::to_string(desk.play.public()).expect("JSON");
        assert_eq!(json.contains("3S"), shown.is_some());
    }
}

#[test]
fn d5_d6_d7_d8_d11_the_small_print() {
    let keys = ["S J 9 7 5", "H J 3 9 2", "D closed", "X1 7S"];
    let desk = Desk::at(options("table", ""), &keys, &["8D", "7D", "AC"]);
    assert_eq!(desk.refused(0, "8D?"), Illegal::CanPlay);
    assert!(desk.faulty("S"), "21 without doubling is bent");
    assert!(desk.faulty("H"), "unclaimed with a card more");
    let mut order = Desk::at(options("table", ""), &["H J 2 3 9"], &["8D", "7D", "5H"]);
    assert!(!order.faulty("H"), "2-3-9 never counted 21: only a part of it would, and 5 makes it");
    let told = order.acts("0 8D; 1 7D; 2 5H!");
    let won = |event: &Event| matches!(event, Event::Won { stolen: false, cards: 5, .. });
    assert!(told.iter().any(won), "2-3-9-5 with the 2 doubled, and the Jack: {told:?}");
    let mut joker = Desk::at(options("table", ""), &keys, &["8D", "7D", "AC"]);
    joker.acts("0 8D>X1; 1 steal H");
    assert_eq!(joker.points(1), 4);
    joker.act(1, "7D>X1!");
    assert!(joker.key("X1").is_some_and(|key| key.sum() == 22), "sevens may meet on a Joker key");
}

#[test]
fn d14_ties_share_the_place() {
    let mut desk = Desk::at(options("table", "deals=1"), &["S closed", "H closed", "D closed"], &["4S", "5S", "6S"]);
    desk.acts("0 pass; 1 pass; 2 pass");
    let crate::game::Progress::MatchOver(standings) = desk.play.progress() else { panic!("it is over") };
    assert!(standings.0.iter().all(|placing| placing.place == 1));
    assert_eq!(desk.play.scores(), Seats::of(3, |_| 0));
}

#[test]
fn d14_those_who_tie_share_the_place_also_where_somebody_gave_up() {
    let keys = ["S J 3", "H closed", "D closed", "C closed"];
    let mut desk = Desk::at(options("table", "deals=1"), &keys, &["9S AH", "5H", "6H", "7H"]);
    desk.play.resign(seat(3), &mut Vec::new()).expect("three go on");
    desk.acts("0 9S!");
    while let Some(who) = desk.play.awaiting().seats().iter().next() {
        desk.act(who.number(), "pass");
    }
    let crate::game::Progress::MatchOver(standings) = desk.play.progress() else { panic!("it is over") };
    let places: Vec<(u8, u8)> = standings.0.iter().map(|placing| (placing.side.0, placing.place)).collect();
    assert_eq!(places, [(0, 1), (1, 2), (2, 2), (3, 4)]);
}
