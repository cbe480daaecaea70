//! Ambiguities and settled readings of the reference page, and those of its invariants that the suite does not check.

use super::{Desk, Options, last, seat, variant};
use crate::pegs_and_jokers::options::{BranchDefault, Counting, Split7, Split9, Ten};
use crate::pegs_and_jokers::{Event, PegsAndJokers};
use crate::{Choosing, Dealing, Language, Narration, Notation, Preparing, Reader, Seat, Unreadable};

#[test]
fn p1_a_stuck_discard_draws_no_second_card() {
    let mut desk = Desk::basic("", "5 6");
    desk.play("drop 5").expect("legal");
    assert_eq!(desk.state.own[seat('A')].hand.len(), 1);
    let mut extra = Desk::of(Options { stuck_extra_draw: true, ..Options::default() }, "", "5 6");
    extra.play("drop 5").expect("legal");
    assert_eq!(extra.state.own[seat('A')].hand.len(), 2, "the hand stays larger");
}

/// A move cannot be taken back, so no word of it is passed over.
#[test]
fn what_a_move_has_no_place_for_makes_it_unreadable() {
    let desk = Desk::basic("a1 A9, a2 B2", "6 7");
    let bluff = Desk::of(variant("bluffing"), "a1 A9, a2 B2", "6 7");
    let read = |desk: &Desk, text: &str| PegsAndJokers::read(&desk.view(), text, &Reader::plain(8));
    let stray = ["doubt doubt", "trust trust", "doubt trust", "pass pass", "believe 6 a1", "6 a1 &", "7 a1+3 &"];
    let more = ["play play 6 a1", "play move 6 a1", "drop 6 7", "drop 6 a1", "count 6 a a", "send a1 a2", "6 a1 a2 b1"];
    for text in stray.iter().chain(&more) {
        let read = read(&bluff, text);
        assert!(matches!(read, Err(Unreadable::Syntax(_) | Unreadable::Against(..))), "{text}: {read:?}");
    }
    let says = |text: &str| match read(&bluff, text) {
        Err(Unreadable::Syntax(why)) => why,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(says("doubt doubt"), "`doubt` stands alone; `doubt` is too much.");
    assert_eq!(read(&bluff, "Doubt it"), read(&bluff, "doubt"));
    assert_eq!(read(&desk, "play 6 a1"), read(&desk, "6 a1"));
}

#[test]
fn p2_p3_a_third_colour_on_the_in_spot_goes_on() {
    let mut desk = Desk::sized(Options::default(), 6, "a1 B16, c1 C8, e1 C3", "10");
    desk.play("10 a1").expect("legal");
    assert_eq!([desk.at("a1"), desk.at("c1"), desk.at("e1")], ["C8", "C3", "E3"]);
}

#[test]
fn a_chain_may_come_back_to_the_peg_that_began_it() {
    let mut desk = Desk::sized(Options::default(), 6, "c1 A1, e1 A3, a1 E3", "");
    desk.state.public.turn = seat('C');
    desk.hand('C', "2");
    desk.play("2 c1").expect("legal");
    assert_eq!([desk.at("c1"), desk.at("e1"), desk.at("a1")], ["C3", "E3", "A3"]);
}

#[test]
fn p4_jokers_leave_home_only_by_option() {
    let pegs = "a1 AH2, a2 A9, b1 B5";
    assert_eq!(Desk::of(variant("basic"), pegs, "X").starting("X"), ["X start>B5", "X a2>B5"]);
    let options = Options { joker_from_home: true, ..Options::default() };
    assert_eq!(Desk::of(options, pegs, "X").starting("X"), ["X start>B5", "X a1>B5", "X a2>B5"]);
}

#[test]
fn q07_in_north_carolina_alone_jokers_take_pegs_from_anywhere_on_the_board() {
    let pegs = "a1 AH2, a2 A9, b1 B5";
    for variant in PegsAndJokers::variants() {
        let options = (variant.options)();
        assert_eq!(options.joker_from_home, variant.id == "north-carolina", "{}", variant.id);
    }
    let desk = Desk::of(variant("north-carolina"), pegs, "X");
    assert_eq!(desk.starting("X"), ["X start>B5", "X a1>B5", "X a2>B5"]);
}

#[test]
fn p7_p8_a_split_needs_two_pegs_out_that_can_move() {
    assert_eq!(Desk::basic("a1 AH5, a2 A9", "7").legal(), ["7 a2"], "the peg at the end of its home cannot move");
    let desk = Desk::basic("a1 AH3, a2 A9", "7");
    assert_eq!(desk.legal(), ["7 a2", "7 a1+1 a2+6", "7 a1+2 a2+5"]);
    let mut same = Desk::basic("a1 A9, a2 B2", "7");
    assert!(same.play("7 a1+3 a1+4").is_err());
}

#[test]
fn p9_and_6_the_pile_is_renewed_when_a_draw_finds_it_empty_from_all_discards() {
    let mut desk = Desk::of(variant("wizard"), "", "5 6");
    desk.state.secret.pile.clear();
    desk.play("drop 5").expect("legal");
    assert_eq!(desk.state.own[seat('A')].hand.len(), 2, "the card just discarded is in the new pile");
    assert!(desk.state.public.discards.is_empty());
    assert!(desk.told().contains(&"The 1 discard is the new stock.".to_owned()));
}

#[test]
fn p11_own_colour_is_that_of_the_moved_peg() {
    let desk = Desk::of(variant("arizona"), "a1 A8, c1 A10", "5");
    assert!(desk.has("5 a1") && desk.has("5 c1"));
    let blocked = Desk::of(variant("arizona"), "c1 A8, c2 A10", "5");
    assert_eq!(blocked.legal(), ["5 c2"]);
}

#[test]
fn p12_the_ten_moves_opponents_on_the_track_only_and_hits_count_for_the_player() {
    let options = variant("north-carolina");
    let desk = Desk::of(options, "b1 B1, b2 BH1, a1 A9", "10");
    assert!(desk.legal().iter().all(|text| !text.contains("b2") && !text.contains("b1+5h")));
    assert!(desk.has("10 a1+5 b1+5"));
    let mut hit = Desk::of(options, "a1 A9, b1 B10, d1 B13, c1 B15", "10");
    hit.play("10 a1+7 b1+3").expect("legal");
    assert_eq!(hit.at("d1"), "DS", "one opponent lands on another: it goes to start");
    let mut mate = Desk::of(options, "a1 A9, b1 B10, c1 B15", "10");
    mate.play("10 a1+5 b1+5").expect("legal");
    assert_eq!((mate.at("b1").as_str(), mate.at("c1").as_str()), ("B15", "C3"), "a team peg goes to its in-spot");
    let own = Desk::of(options, "b1 B10, b2 B13, a1 A9", "10");
    assert!(!own.has("10 a1+7 b1+3"), "no peg lands on its own colour");
    assert_eq!(Desk::of(options, "a1 A9", "10").legal(), ["drop 10"], "fewer than two movable pegs");
    let mut forcing = Desk::of(options, "b1 B10, d1 D10", "10 5");
    assert_eq!(forcing.play("drop 5"), Err("forced-play".to_owned()));
}

#[test]
fn settled_1_start_moves_name_the_colour_where_the_team_moves() {
    let desk = Desk::of(variant("arizona"), "d1 D12", "K X 5");
    assert_eq!(desk.legal(), ["K out a", "K out c", "X start a>D12", "X start c>D12"]);
    let mut desk = Desk::of(variant("arizona"), "", "K");
    assert!(desk.play("K out").expect_err("two colours").contains("Ambiguous"));
    desk.play("K out c").expect("legal");
    assert_eq!(desk.at("c1"), "C8");
}

#[test]
fn settled_2_marks_stand_exactly_where_both_ways_are_legal() {
    let mut home = Desk::of(Options { branch_default: BranchDefault::Home, ..Options::default() }, "a1 A3", "4");
    assert_eq!(home.play("4 a1").as_deref(), Ok("4 a1h"));
    let ask = Desk::basic("a1 A3", "4");
    let wrong = ask.read("4 a1").expect_err("two ways");
    assert!(wrong.contains("4 a1h") && wrong.contains("4 a1m"));
    // The card alone is enough where only one peg can move.
    let options = Options { branch_default: BranchDefault::Home, ..Options::default() };
    assert_eq!(Desk::of(options, "a1 A3", "4").play("4").as_deref(), Ok("4 a1h"));
    assert!(Desk::of(options, "a1 A3, a2 A9", "4").read("4").expect_err("two pegs").contains("Ambiguous"));
    assert!(Desk::basic("a1 A3", "4").read("4").expect_err("two ways").contains("4 a1m"));
    let mut needless = Desk::basic("a1 A3", "6");
    assert_eq!(needless.play("6 a1m").as_deref(), Ok("6 a1"));
    assert_eq!(Desk::basic("a1 A3", "6").play("6 a1h"), Err("going-home".to_owned()));
    let split = Desk::basic("a1 A1, a2 A9", "7");
    assert!(split.has("7 a1+3h a2+4") && split.has("7 a1+3m a2+4") && split.has("7 a1+2 a2+5"));
}

#[test]
fn settled_3_one_order_where_both_come_to_the_same_otherwise_both() {
    let free = Desk::of(variant("arizona"), "a1 A8, c1 C8", "7");
    assert!(free.has("7 a1+3 c1+4") && !free.has("7 c1+4 a1+3"));
    let mut swapped = Desk::of(variant("arizona"), "a1 A8, c1 C8", "7");
    assert_eq!(swapped.play("7 c1+4 a1+3").as_deref(), Ok("7 a1+3 c1+4"));
    // a1 hits c1 if it goes first, and not if c1 has gone on.
    let chain = Desk::of(variant("arizona"), "a1 B5, c1 B8", "7");
    assert!(chain.has("7 a1+3 c1+4h") && chain.has("7 c1+4 a1+3"));
    // a1 can only go once a2 is out of the way.
    let blocked = Desk::basic("a1 A8, a2 A10", "7");
    assert!(blocked.has("7 a2+4 a1+3") && !blocked.has("7 a1+3 a2+4"));
    assert_eq!(
        Desk::of(variant("wizard"), "a1 A8, b1 B2, b2 C3", "2").starting("2 "),
        ["2 a1", "2 a1<>b1", "2 a1<>b2"]
    );
}

#[test]
fn settled_7_partner_phase_without_team_moves() {
    let home = "a1 AH1, a2 AH2, a3 AH3, a4 AH4, a5 AH5, ";
    for id in ["basic", "north-carolina", "wizard", "alaska"] {
        let desk = Desk::of(variant(id), &format!("{home}c1 C9, c2 C15"), "7 9");
        assert!(desk.has("7 c1+3 c2+4"), "{id}");
        assert_eq!(desk.has("9 c1-2 c2+7"), variant(id).split9 == Split9::Own, "{id}");
    }
    let third =
        Desk::sized(Options::default(), 8, &format!("{home}c1 CH1, c2 CH2, c3 CH3, c4 CH4, c5 CH5, e1 E9, g1 G9"), "3");
    assert_eq!(third.legal(), ["3 e1"]);
}

#[test]
fn a_split_may_run_on_to_a_partner_in_north_carolina_only() {
    let pegs = "a1 AH2, a2 AH3, a3 AH4, a4 AH5, a5 A2, c1 C9";
    assert_eq!(Desk::basic(pegs, "7").legal(), ["7 a5"]);
    let mut desk = Desk::of(variant("north-carolina"), pegs, "7");
    assert_eq!(desk.legal(), ["7 a5", "7 a5+2h c1+5"]);
    desk.play("7 a5+2h c1+5").expect("legal");
    assert_eq!((desk.at("a5").as_str(), desk.at("c1").as_str()), ("AH1", "C14"));
    let mut lower = Desk::of(variant("north-carolina"), "c1 CH2, c2 CH3, c3 CH4, c4 CH5, c5 C2, a1 A9", "");
    lower.state.public.turn = seat('C');
    lower.hand('C', "7 9");
    assert_eq!(lower.legal(), ["7 c5", "7 c5+2h a1+5", "9 c5", "9 c5+2h a1-7"], "the other order is not allowed");
}

#[test]
fn settled_8_the_exchange_may_take_anybodys_pegs() {
    for id in ["wizard", "north-carolina"] {
        assert_eq!(Desk::of(variant(id), "b1 B9, d1 D4", "2").legal(), ["2 b1<>d1"]);
    }
}

#[test]
fn settled_9_the_drawn_card_and_the_free_peg() {
    let options = variant("north-carolina");
    let at_two = |pegs: &str, hand: &str, drawn: &str| {
        let mut desk = Desk::of(options, pegs, hand);
        desk.drawn('A', drawn);
        desk.state.public.stuck[Seat::FIRST] = 2;
        desk
    };
    assert_eq!(at_two("", "3 5", "K").legal(), ["K out", "count 3", "count 5", "count K"]);
    assert_eq!(at_two("", "3 K", "K").legal(), ["K out"], "another king was playable before");
    assert_eq!(at_two("a1 AH1", "6", "A").legal(), ["A out", "A a1"], "the peg in the castle must move");
    assert_eq!(at_two("a1 AH1", "6", "3").legal(), ["3 a1"]);
    let joker = at_two("b1 B5", "3", "X").legal();
    assert_eq!(joker, ["X start>B5", "count 3", "count X"]);
    let mut kept = at_two("b1 B5", "3 X", "4");
    assert_eq!(kept.legal(), ["X start>B5", "drop 3", "drop 4", "drop X"]);
    kept.play("drop 3").expect("legal");
    assert_eq!(kept.state.public.stuck[Seat::FIRST], 0, "keeping back a playable joker breaks the row");
    let mut full = at_two("a1 AH2, a2 AH1, a3 AH3, a4 AH5, a5 AH4", "8", "9");
    assert_eq!(full.legal(), ["count 8", "count 9"], "the count goes on with a partner's pegs");
    full.play("count 8").expect("legal");
    assert_eq!((full.at("c1").as_str(), full.state.public.stuck[Seat::FIRST]), ("C8", 0));
}

#[test]
fn q06_beside_the_free_peg_nothing_is_discarded_without_it() {
    for (id, before) in [("north-carolina", 2), ("alaska", 3)] {
        for drawn in ["A", "J", "Q", "K", "X"] {
            let mut desk = Desk::of(variant(id), "b1 B5", "3");
            desk.drawn('A', drawn);
            desk.state.public.stuck[Seat::FIRST] = before;
            assert!(desk.has("count 3") && desk.starting("drop").is_empty(), "{id} {drawn}: {:?}", desk.legal());
            assert_eq!(desk.play("drop 3"), Err("counting-stuck-turns".to_owned()), "{id} {drawn}");
            let gone = PegsAndJokers::fallback(&desk.view());
            assert!(desk.has(&PegsAndJokers::say(&gone)), "{id} {drawn}: {gone:?} is played for who has resigned");
        }
    }
}

#[test]
fn q06_a_match_that_began_with_such_discards_goes_on_with_them() {
    let mut json = serde_json::to_value(variant("north-carolina")).unwrap();
    json.as_object_mut().unwrap().remove("drop_beside_count");
    let mut desk = Desk::of(serde_json::from_value(json).unwrap(), "b1 B5", "3");
    desk.drawn('A', "X");
    desk.state.public.stuck[Seat::FIRST] = 2;
    assert_eq!(desk.legal(), ["X start>B5", "drop 3", "drop X", "count 3", "count X"]);
    let gone = PegsAndJokers::fallback(&desk.view());
    assert_eq!(PegsAndJokers::say(&gone), "drop 3", "as it was played for who had resigned");
    desk.play("drop 3").expect("legal");
}

#[test]
fn counting_without_a_peg_to_free_starts_again() {
    let options = Options { counting: Counting::Third, ..variant("kilpatrick") };
    let pegs = "a1 AH5, a2 AH4, a3 AH3, a4 AH2, a5 A3, c1 CH5, c2 CH4, c3 CH3, c4 CH2, c5 C3";
    let mut desk = Desk::of(options, pegs, "6");
    desk.state.public.stuck[Seat::FIRST] = 2;
    assert_eq!(desk.legal(), ["drop 6"], "nothing in start: no free peg");
    desk.play("drop 6").expect("legal");
    assert_eq!(desk.state.public.stuck[Seat::FIRST], 0);
    let mut named = Desk::of(options, "", "9");
    named.state.public.stuck[Seat::FIRST] = 2;
    assert_eq!(named.legal(), ["count 9 a", "count 9 c"]);
    let mut alaska = Desk::of(variant("alaska"), "", "9");
    alaska.state.public.stuck[Seat::FIRST] = 2;
    assert_eq!(alaska.legal(), ["drop 9"]);
    alaska.state.public.stuck[Seat::FIRST] = 3;
    assert_eq!(alaska.legal(), ["count 9"]);
}

#[test]
fn a_playable_joker_need_not_stop_the_count() {
    let options = Options { joker_blocks_count: false, ..variant("north-carolina") };
    let mut desk = Desk::of(options, "b1 B5", "3 X");
    desk.play("drop 3").expect("legal");
    assert_eq!(desk.state.public.stuck[Seat::FIRST], 1);
    let mut third = Desk::of(options, "b1 B5", "3 X");
    third.state.public.stuck[Seat::FIRST] = 2;
    assert_eq!(third.legal(), ["X start>B5", "count 3", "count X"]);
}

#[test]
fn arizona_joker_takes_a_peg_from_start_first() {
    let desk = Desk::of(variant("arizona"), "a1 A9, b1 B5", "X");
    assert!(desk.legal().iter().all(|text| text.starts_with("X start") || text.starts_with("drop")));
    let out = "a1 A9, a2 AH1, a3 AH2, a4 AH3, a5 AH4, c1 C9, c2 CH1, c3 CH2, c4 CH3, c5 CH4, b1 B5";
    assert_eq!(Desk::of(variant("arizona"), out, "X").starting("X"), ["X a1>B5", "X a1>C9", "X c1>A9", "X c1>B5"]);
    let basic = Desk::basic("a1 A9, b1 B5", "X");
    assert_eq!(basic.starting("X"), ["X start>B5", "X a1>B5"]);
}

#[test]
fn the_deal_goes_singly_from_the_first_seat_and_then_it_draws() {
    let options = Options::default();
    let mut state = PegsAndJokers::open(&options, 4, seat('C'));
    let order: Vec<u16> = (0..162).collect();
    let mut chance = crate::Chance::stacked([0; 32], vec![order.into()]);
    super::PegsAndJokers::deal(&mut state, &mut chance, &mut Vec::new());
    let pack = super::PegsAndJokers::pack(&options, 4);
    let every_fourth = |from: usize| pack[from..20].iter().step_by(4).copied().collect::<Vec<_>>();
    let mut first = every_fourth(0);
    first.push(pack[20]);
    assert_eq!(state.own[seat('C')].hand, first);
    assert_eq!(state.own[seat('D')].hand, every_fourth(1));
    assert_eq!(state.own[seat('B')].hand, every_fourth(3));
    assert_eq!((state.public.turn, state.public.pile), (seat('C'), 162 - 21));
}

#[test]
fn packs_and_hands_by_variant_and_table() {
    for (id, four, eight) in
        [("basic", 162, 216), ("arizona", 216, 216), ("kilpatrick", 216, 216), ("alaska", 162, 216)]
    {
        let options = variant(id);
        assert_eq!(super::PegsAndJokers::pack(&options, 4).len(), four, "{id}");
        assert_eq!(super::PegsAndJokers::pack(&options, 6).len(), four, "{id}");
        assert_eq!(super::PegsAndJokers::pack(&options, 8).len(), eight, "{id}");
    }
    assert_eq!(variant("kilpatrick").hand, 3);
    let tens =
        super::PegsAndJokers::pack(&variant("arizona"), 4).iter().filter(|c| (10..=13).contains(&c.number())).count();
    assert_eq!(tens, 64, "four packs hold 64 tens");
}

#[test]
fn options_that_do_not_fit_are_named() {
    let refuse = |options: Options, seats| {
        super::PegsAndJokers::validate(&options, seats).expect_err("refused").says(Language::English)
    };
    assert!(refuse(Options::default(), 5).contains("4, 6 or 8"));
    assert!(refuse(Options { stuck_extra_draw: true, ..variant("wizard") }, 4).contains("`draw=first`"));
}

#[test]
fn settled_10_face_down_play_is_not_forced_and_nothing_is_counted() {
    let options = Options { faces_down: true, ..variant("north-carolina") };
    assert_eq!(PegsAndJokers::validate(&options, 4), Ok(()));
    assert!(
        !PegsAndJokers::house_rules(&options, Language::English).contains("stuck"),
        "{}",
        PegsAndJokers::house_rules(&options, Language::English)
    );
    assert!(PegsAndJokers::matters(&variant("north-carolina"), "counting"));
    assert!(!PegsAndJokers::matters(&options, "counting") && !PegsAndJokers::matters(&options, "joker_blocks_count"));
    let mut desk = Desk::of(options, "a1 A8", "5 K");
    desk.state.public.stuck[Seat::FIRST] = 2;
    assert!(desk.has("drop 5") && desk.starting("count").is_empty());
    assert_eq!(desk.play("count 5"), Err("counting-stuck-turns".to_owned()));
    desk.play("drop 5").expect("play is not forced");
    assert_eq!(desk.state.public.stuck[Seat::FIRST], 0);
    assert!(matches!(last(&desk), Event::Dropped { face: None, of: None, .. }));
}

#[test]
fn sevens_of_the_team_without_moves_of_the_team() {
    let options = Options { split7: Split7::Team, ..Options::default() };
    let desk = Desk::of(options, "a1 A9, c1 C9", "7 5");
    assert!(desk.has("7 a1+3 c1+4") && !desk.has("7 c1") && !desk.has("5 c1"));
    let ten = Desk::of(Options { ten: Ten::Split, ..Options::default() }, "a1 A9, b1 B9", "10");
    assert!(ten.has("10 a1-4 b1+6"));
}

#[test]
fn invariant_10_shifting_all_seats_by_two_keeps_the_moves() {
    let options = variant("arizona");
    let here = Desk::sized(options, 6, "a1 A9, c1 C1, b1 B8, e2 D4", "7 9 X K");
    let mut there = Desk::sized(options, 6, "c1 C9, e1 E1, d1 D8, a2 F4", "");
    there.state.public.turn = seat('C');
    there.hand('C', "7 9 X K");
    let shift = |text: &String| {
        let moved = |c: char| {
            let base = if c.is_ascii_lowercase() { b'a' } else { b'A' };
            (base + (c as u8 - base + 2) % 6) as char
        };
        let mut out = String::new();
        for (i, part) in text.split(' ').enumerate() {
            let word: String = match part {
                "out" | "start" => part.to_owned(),
                _ if i == 0 => part.to_owned(),
                _ => part.strip_prefix("start>").map_or_else(
                    || {
                        part.chars()
                            .map(|c| if ('a'..='f').contains(&c.to_ascii_lowercase()) { moved(c) } else { c })
                            .collect()
                    },
                    |hole| format!("start>{hole}"),
                ),
            };
            out += &word;
            out.push(' ');
        }
        out.trim_end().to_owned()
    };
    // Which of two parts is written first depends on which peg is lower, and a shift can change that.
    let key = |text: String| {
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        words.sort();
        words.join(" ")
    };
    let mut shifted: Vec<String> = here.legal().iter().map(shift).map(key).collect();
    let mut other: Vec<String> = there.legal().into_iter().map(key).collect();
    shifted.sort();
    other.sort();
    assert!(shifted.len() > 40);
    assert_eq!(shifted, other);
}

#[test]
fn a_drop_is_told_with_its_place_in_the_row() {
    let mut desk = Desk::of(variant("north-carolina"), "", "5");
    desk.play("drop 5").expect("legal");
    assert!(matches!(last(&desk), Event::Dropped { stuck: 1, of: Some(3), .. }));
}

#[test]
fn what_a_refusal_writes_could_be_written() {
    let says =
        |text: &str| match PegsAndJokers::read(&Desk::basic("a1 A5, d1 D8", "X 2").view(), text, &Reader::plain(8)) {
            Err(Unreadable::Syntax(why) | Unreadable::Against(_, why)) => why,
            read => format!("{read:?}"),
        };
    assert!(
        says("X a1+3 a2+4").ends_with("is not split at this table: name one peg alone."),
        "{}",
        says("X a1+3 a2+4")
    );
    assert!(says("pass").starts_with("Nobody passes"), "{}", says("pass"));
    assert_eq!(says("play 2 a1"), says("2 a1"), "a verb as buttons have it");
}
