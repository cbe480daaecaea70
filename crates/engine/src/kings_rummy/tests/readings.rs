//! Ambiguities, settled readings and options.

use crate::{Judging, reading};
use serde_json::json;

use super::super::{Event, KingsRummy, Options, Part, Phase, Step, Tile};
use super::{canonical, card, carried_out, played, position, refused, set, table};
use crate::cards::CardText;
use crate::face::Fact;
use crate::game::{Refuse, State, View};
use crate::picture::Zone;
use crate::seats::{Seat, Seats, Side};
use crate::words::{
    Boards, Control, Controls, Does, Language, Narration, Notation, Pictures, Reader, Study, Unreadable,
};

#[test]
fn cards_read_in_codes_signs_and_words() {
    for tile in Tile::pack() {
        assert_eq!(Tile::parse(&tile.code()), Some(tile));
        assert_eq!(Tile::parse(&tile.code().to_lowercase()), Some(tile));
    }
    assert_eq!(Tile::parse("1🗝🟢"), Some(card("1KG")));
    for text in ["2🛡️🔴", "２🛡️🔴", "2 🛡️ red", "two shields of the mountain"] {
        assert_eq!(reading::card::<Tile>(text), Some(card("2SR")), "{text}");
    }
    for wrong in ["", "0KG", "5KG", "1XG", "1KX", "1KGG", "KG1"] {
        assert_eq!(Tile::parse(wrong), None, "{wrong:?}");
    }
    let state = position(&Options::default(), &[], "1KG 2SR 3CY 1AB", None);
    let text = "lay 1 key forest 2 shields mountain three coin yellow; discard 1ab";
    assert_eq!(canonical(&state, text), "lay 1KG 2SR 3CY; drop 1AB");
}

#[test]
fn the_deal_goes_singly_from_the_dealers_left() {
    let deck: Vec<Tile> = Tile::pack().collect();
    let (play, _) = table(3, &[], &deck);
    assert_eq!(play.awaiting().seats().iter().next(), Some(Seat::FIRST));
    let hand = |seat: u8| play.view_json(Seat::new(seat))["own"]["hand"].clone();
    let dealt = |from: usize| -> Vec<String> { (0..10).map(|n| deck[from + 3 * n].code()).collect() };
    for seat in 0..3 {
        assert_eq!(hand(seat), json!(dealt(usize::from(seat))), "the first seat is at the dealer's left");
    }
    assert_eq!(play.view_json(None)["public"]["discards"], json!([deck[30].code()]));
    assert_eq!(play.view_json(None)["public"]["pile"], 33);
    for (seats, pile) in [(2, 43), (4, 23)] {
        assert_eq!(table(seats, &[], &deck).0.view_json(None)["public"]["pile"], pile);
    }
    let (play, _) = table(3, &[("first_player", json!("dealer"))], &deck);
    assert_eq!(play.view_json(None)["public"]["dealer"], 0);
    assert_eq!(play.awaiting().seats().iter().next(), Some(Seat::FIRST), "the dealer plays first");
    assert_eq!(play.view_json(Seat::new(1))["own"]["hand"], json!(dealt(0)), "dealt from the dealer's left");
}

#[test]
fn reading_2_the_discards_are_turned_over_and_a_stalled_hand_is_blocked() {
    let deck: Vec<Tile> = Tile::pack().collect();
    let (mut play, _) = table(2, &[("max_recycles", json!(1))], &deck);
    let mut kinds = Vec::new();
    for _ in 0..400 {
        let seat = play.awaiting().seats().iter().next().expect("somebody");
        let text = play.fallback(seat).expect("the player is awaited");
        let facts = play.act(seat, &text).expect("the fallback is legal");
        kinds.extend(facts.iter().map(Fact::json).map(|json| json["kind"].as_str().unwrap_or_default().to_owned()));
        if kinds.iter().any(|kind| kind == "blocked") {
            break;
        }
    }
    assert_eq!(kinds.iter().filter(|kind| *kind == "turned_over").count(), 1);
    assert_eq!(kinds.last().map(String::as_str), Some("cards"), "the next hand is dealt at once");
    let public = &play.view_json(None)["public"];
    assert_eq!((&public["dealer"], &public["hand"], &public["scores"]), (&json!(1), &json!(2), &json!([0, 0])));
    assert_eq!((&public["recycles"], &public["recycled"]), (&json!(0), &json!([])), "counted for each hand");
}

#[test]
fn reading_2_a_hand_in_which_cards_go_to_the_table_is_not_blocked() {
    let mut state = position(&Options::default(), &[], "2KY 2AR 2SG 1CY 3KR", None);
    let rest = std::mem::take(&mut state.secret.pile);
    state.public.discards.extend(rest);
    (state.public.pile, state.public.recycles) = (0, state.public.options.max_recycles);
    let last = |text: &str| carried_out(state.clone(), text).1.pop().map(|told| told.event);
    assert!(matches!(last("drop 1CY"), Some(Event::Blocked { .. })), "nothing has moved");
    assert!(matches!(last("lay 2KY 2AR 2SG; drop 1CY"), Some(Event::TurnedOver { .. })));
}

#[test]
fn reading_2_a_stacked_pile_keeps_its_order() {
    let deck: Vec<Tile> = Tile::pack().collect();
    let (mut play, _) = table(2, &[], &deck);
    let first_discarded = deck[20].code();
    for turn in 0..43 {
        let seat = play.awaiting().seats().iter().next().expect("somebody");
        play.act(seat, "draw").expect("legal");
        let text = play.fallback(seat).expect("awaited");
        play.act(seat, &text).expect("legal");
        if turn == 0 {
            assert_eq!(play.view_json(None)["public"]["discards"][0], json!(first_discarded));
        }
    }
    let seat = play.awaiting().seats().iter().next().expect("somebody");
    play.act(seat, "draw").expect("legal");
    assert_eq!(play.view_json(Some(seat))["own"]["drawn"], json!(first_discarded), "first discarded on top");
}

#[test]
fn reading_4_parts_touch_old_melds_and_no_card_moves_twice() {
    let state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 2KY 2AR 2SG 2CB 1CY", None);
    assert_eq!(refused(&state, "lay 2KY 2AR 2SG; add 2CB@2; drop 1CY"), "what-may-not-be-done");
    assert_eq!(refused(&state, "add 4AB@1; pull 4AB@1; drop 1CY"), "what-may-not-be-done");
    assert_eq!(refused(&state, "pull 1KG@1; drop 1CY"), "rearranging");
    assert_eq!(refused(&state, "add 2CB@1; drop 1CY"), "adding");
    assert_eq!(refused(&state, "lay 2KY 2AR 1CY; drop 2SG"), "what-a-meld-is");
    assert_eq!(refused(&state, "lay 1KG 2SR 3CY; drop 2SG"), "laying");
    assert_eq!(refused(&state, "swap 4AB/1KG@1; drop 1CY"), "rearranging", "1KG is pending");
}

#[test]
fn reading_5_one_text_for_each_turn() {
    let state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 1AR 1SY 2KY 2AR 2SG 3KR", None);
    // Adding and then pulling amounts to a swap; lays stand in card order and come last.
    for text in [
        "add 4AB@1; pull 1KG@1; lay 1KG 1AR 1SY; drop 3KR",
        "lay 2KY 2AR 2SG; swap 4AB/1KG@1; lay 1SY 1AR 1KG; drop 3KR",
    ] {
        let laid = if text.contains("2KY") { "lay 2KY 2AR 2SG; " } else { "" };
        assert_eq!(canonical(&state, text), format!("swap 4AB/1KG@1; lay 1KG 1AR 1SY; {laid}drop 3KR"));
    }
    let (after, _) = played(state, "lay 2KY 2AR 2SG; swap 4AB/1KG@1; lay 1SY 1AR 1KG; drop 3KR");
    assert_eq!(after.public.table[1..], [set("1KG 1AR 1SY"), set("2KY 2AR 2SG")], "numbered in card order");
}

#[test]
fn reading_6_the_last_card() {
    let options = Options::default();
    let last = position(&options, &["1KG 2SR 3CY"], "4AB 3KR", None);
    assert_eq!(canonical(&last, "add 4AB; out 3KR"), "add 4AB@1; out 3KR");
    assert_eq!(canonical(&last, "add 4AB; 3KR"), "add 4AB@1; drop 3KR");
    assert_eq!(refused(&last, "out 3KR"), "ending-the-turn");
    assert_eq!(refused(&last, "end"), "ending-the-turn");
    let taken = position(&options, &["1KG 2SR 3CY"], "4AB 3KR", Some("3KR"));
    for text in ["add 4AB; out 3KR", "add 4AB; drop 3KR", "drop 3KR"] {
        assert_eq!(refused(&taken, text), "ending-the-turn", "{text}");
    }
    let free = Options { return_taken: true, ..options };
    let taken = position(&free, &["1KG 2SR 3CY"], "4AB 3KR", Some("3KR"));
    canonical(&taken, "add 4AB; drop 3KR");
    let whole = position(&free, &["1KG 2SR 3CY"], "4AB", None);
    assert_eq!(canonical(&whole, "add 4AB"), "add 4AB@1; end", "the end goes without saying");
}

#[test]
fn reading_7_going_out_face_down_may_spoil_the_double() {
    let double = |options: &Options, text: &str| {
        let (after, _) = played(position(options, &["1KG 2SR 3CY"], "4AB 3KR", None), text);
        after.public.scores[Seat::FIRST] == 2 * after.own[Seat::FIRST.next(2)].hand.value()
    };
    let spoils = Options { double_counts_face_down: false, ..Options::default() };
    assert!(double(&Options::default(), "add 4AB; out 3KR"));
    assert!(!double(&spoils, "add 4AB; out 3KR") && double(&spoils, "add 4AB; drop 3KR"));
    let never = Options { double_on_one_turn: false, ..Options::default() };
    assert!(!double(&never, "add 4AB; drop 3KR"));
}

#[test]
fn reading_8_simple_tables_are_not_rearranged() {
    let simple = Options { table_rearrange: super::super::options::Rearrange::Simple, ..Options::default() };
    let state = position(&simple, &["1KG 2SR 3CY 4AB"], "1AR 1SY 2KY", None);
    for text in ["pull 1KG@1; lay 1KG 1AR 1SY; drop 2KY", "lay 1KG 1AR 1SY; drop 2KY"] {
        assert_eq!(refused(&state, text), "rearranging", "{text}");
    }
}

#[test]
fn the_last_card_face_down_stays_unseen() {
    let (after, facts) = played(position(&Options::default(), &["1KG 2SR 3CY"], "4AB 3KR", None), "add 4AB; out 3KR");
    let public: Vec<_> = facts.iter().filter(|told| told.to.reaches(None)).collect();
    let json = serde_json::to_string(&public.iter().map(|told| &told.event).collect::<Vec<_>>()).expect("JSON");
    assert!(!json.contains("3KR"), "{json}");
    assert_eq!(after.secret.buried, Some(card("3KR")));
}

/// The rule and the words of a refusal.
fn why(state: &State<KingsRummy>, text: &str) -> String {
    let view = View::new(state, Some(Seat::FIRST));
    match KingsRummy::read(&view, text, &Reader::plain(8)) {
        Ok(m) => {
            let why = KingsRummy::check(&view, &m).expect_err(text);
            format!("{}: {why}", why.rule().0)
        }
        Err(Unreadable::Syntax(why) | Unreadable::Against(_, why)) => why,
        Err(other) => panic!("{text}: {other:?}"),
    }
}

/// A discard cannot be taken back, so nothing that stands beside it is passed over.
#[test]
fn what_a_part_has_no_place_for_makes_it_unclear() {
    let state = position(&Options::default(), &["2KY 2AR 2SG 2CB", "1KG 2SR 3CY"], "4AB 1AB 2KR", None);
    let discards = [
        "drop 1AB@2",
        "drop 1AB>1",
        "drop 1AB>",
        "drop>>1AB",
        "drop @1 1AB",
        "drop 1AB 2",
        "drop/1AB",
        "1AB@2",
        "1AB>",
        "out 1AB@1",
        "drop 1AB to meld 2",
        "drop 1AB meld",
        "discard 1AB on 1",
    ];
    let parts = [
        "lay 1AB 2SR 3CY@2",
        "lay>1AB 2SR 3CY",
        "1AB 2SR 3CY 2",
        "add 4AB@2@1",
        "add 4AB@2>1",
        "add 4AB@",
        "add 4AB/2",
        "pull 2KY@1>2",
        "pull 2KY@",
        "swap 4AB/1KG/@2",
        "swap 4AB/1KG@2>1",
        "shift 2KY@1>2>2",
        "shift 2KY@>2",
        "end@1",
        "add 4AB@+2",
    ];
    let turns = parts.map(|part| format!("{part}; drop 1AB"));
    for text in discards.iter().map(ToString::to_string).chain(turns) {
        let state = crate::game::View::new(&state, Some(Seat::FIRST));
        let read = KingsRummy::read(&state, &text, &Reader::plain(8));
        assert!(matches!(read, Err(Unreadable::Syntax(_) | Unreadable::Against(..))), "{text}: {read:?}");
    }
    assert!(why(&state, "drop 1AB@2").starts_with("`drop 1AB@2` is not clear: say the one card that you discard"));
    for text in ["drop 1AB", "1AB", "drop 1 axe of ocean", "drop 1AB,"] {
        assert_eq!(canonical(&state, text), "drop 1AB", "{text}");
    }
    for text in ["add 4AB@2; 1AB", "add 4AB to meld 2; drop 1AB", "add 4AB; drop 1AB", "add 4AB 2; drop 1AB"] {
        assert_eq!(canonical(&state, text), "add 4AB@2; drop 1AB", "{text}");
    }
}

/// The order in which moves are listed is canonical; what a player reads first is not.
#[test]
fn new_melds_that_leave_least_come_first() {
    let state = position(&Options::default(), &[], "1KY 1KR 1KG 4KY 4KR 4KG 2SB", None);
    let controls = KingsRummy::controls(&View::new(&state, Some(Seat::FIRST)), &[], &Reader::plain(8));
    let menu = controls.into_iter().find_map(|control| match control {
        Control::Select { placeholder, options } if placeholder == "Lay a new meld, fewest points left first" => {
            Some(options)
        }
        _ => None,
    });
    let options = menu.expect("two melds are held");
    let lines: Vec<String> = options.iter().map(|pick| format!("{}: {}", pick.label, pick.hint)).collect();
    assert_eq!(
        lines,
        ["Lay 4KY 4KR 4KG…: leaves 4 cards that count 5", "Lay 1KY 1KR 1KG…: leaves 4 cards that count 14"]
    );
    // Seven discards are listed before them.
    assert_eq!([&options[0].does, &options[1].does], [&Does::Step(8), &Does::Step(7)], "the steps keep their numbers");
}

#[test]
fn first_mistakes_cite_the_rule_that_they_miss() {
    let state = position(&Options::default(), &[], "1KG 2SR 3CY 1AB", None);
    let told = |state: &State<KingsRummy>, text: &str| match KingsRummy::read(
        &crate::game::View::new(state, Some(Seat::FIRST)),
        text,
        &Reader::plain(8),
    ) {
        Err(Unreadable::Against(rule, why)) => (rule.0, why),
        other => panic!("{text}: {other:?}"),
    };
    let add = "Add how the turn ends: `; drop 1AB` discards, `; out 1AB` puts it face down.";
    assert_eq!(told(&state, "lay 1KG 2SR 3CY"), ("ending-the-turn", add.to_owned()));
    let no_card =
        "`5CR` is no card: a card is a number from 1 to 4, an item (K A S C) and a kingdom (Y R G B), such as 2AR.";
    assert_eq!(told(&state, "5CR"), ("the-cards", no_card.to_owned()));
    let mut drawing = state;
    drawing.public.phase = Phase::Draw;
    let first = "drawing: First draw: from the stock, or take 4CB from the discards.";
    assert_eq!(why(&drawing, "lay 1KG 2SR 3CY"), first, "not how the turn ends");
    assert_eq!(told(&drawing, "drop 5CR"), ("drawing", format!("First `draw` or `take`. {no_card}")));
}

#[test]
fn a_meld_of_two_cards_is_told_how_many_a_meld_has() {
    let state = position(&Options::default(), &[], "1KG 2SR 3CY 4AB 1AB 2KY", None);
    assert_eq!(
        why(&state, "lay 1KG 2SR; drop 1AB"),
        "what-a-meld-is: A meld has three or four cards, and 1KG 2SR are two."
    );
    assert!(why(&state, "lay 1KG 2SR 3CY 4AB 2KY; drop 1AB").contains("are more."));
    assert!(why(&state, "lay 1KG 2SR 1AB; drop 2KY").contains("1KG 1AB 2SR is no meld"));
}

#[test]
fn a_card_that_is_not_held_cites_what_it_was_to_be_used_for() {
    let state = position(&Options::default(), &["2KY 2AR 2SG"], "1KG 1AB", None);
    assert_eq!(refused(&state, "drop 1AG"), "ending-the-turn");
    assert_eq!(refused(&state, "add 2CB@1; drop 1AB"), "adding");
    assert_eq!(refused(&state, "swap 2SB/2SG@1; drop 1AB"), "rearranging");
    assert_eq!(refused(&state, "lay 1KG 1AG 1SG; drop 1AB"), "laying");
}

#[test]
fn a_part_without_its_card_is_asked_for_it() {
    let state = position(&Options::default(), &[], "1KG 1AB", None);
    let clear = |text: &str| {
        why(&state, text).split_once(" is not clear: ").map(|(echo, says)| (echo.to_owned(), says.to_owned()))
    };
    let (echo, says) = clear("Drop").expect("told what is missing");
    assert_eq!((echo.as_str(), says.as_str()), ("`Drop`", "say the one card that you discard, such as `drop 3CY`."));
    for text in ["out", "add", "pull", "swap 1KG", "shift", "end 1AB", "drop 1KG 1AB", "Meld", "meld 1KG 1AB", "lay"] {
        assert!(clear(text).is_some_and(|(echo, _)| echo == format!("`{text}`")), "{text}: {}", why(&state, text));
    }
    assert_eq!(why(&state, "lay 1KG 1KG"), "`lay 1KG 1KG` should name each card of the new meld once.");
}

#[test]
fn what_was_typed_is_repeated_as_it_was() {
    let state = position(&Options::default(), &[], "1KG 1AB", None);
    assert_eq!(why(&state, "drop 1AB; LAY 4AY 4sr 4CB"), "`LAY 4AY 4sr 4CB` comes after the end of the turn.");
    assert!(why(&state, "DROP 9KY").starts_with("`9KY` is no card"));
    assert!(why(&state, "Hello there").starts_with("`Hello there` is no part of a turn. Parts are"));
    assert!(why(&state, &"word".repeat(300)).len() < 200);
    assert_eq!(canonical(&state, "DROP 1 Key FOREST"), "drop 1KG", "and is read in any case");
}

#[test]
fn a_meld_that_does_not_lie_there_says_which_do() {
    let hand = "1KG 2SR 3CY 4AB 1AB";
    let none = position(&Options::default(), &[], hand, None);
    assert_eq!(
        why(&none, "add 4AB@1; drop 1AB"),
        "what-may-not-be-done: No meld lay on the table when your turn began."
    );
    let new = "Meld 1 is new in this turn and stays as it is laid: lay all its cards at once.";
    assert_eq!(why(&none, "lay 1KG 2SR 3CY; add 4AB@1; drop 1AB"), format!("what-may-not-be-done: {new}"));
    assert_eq!(
        why(&none, "lay 1KG 2SR 3CY; add 4AB; drop 1AB"),
        "4AB goes only with a meld of this turn: lay the four cards at once."
    );
    let one = position(&Options::default(), &["2KY 2AR 2SG"], hand, None);
    assert!(why(&one, "add 4AB@3; drop 1AB").ends_with("There is no meld 3: only meld 1 lies on the table."));
    let two = position(&Options::default(), &["2KY 2AR 2SG", "3KY 3AR 3SG"], hand, None);
    assert!(why(&two, "add 4AB@9; drop 1AB").ends_with("There is no meld 9: those on the table are numbered 1 to 2."));
}

#[test]
fn study_takes_cards_as_they_are_played() {
    let asked = |cards: serde_json::Value| KingsRummy::study(&json!({ "meld": cards }), Language::English);
    let codes = asked(json!(["1KG", "2SR", "3CY"]));
    assert_eq!(codes, Ok(json!({ "meld": true, "common": 0 })));
    assert_eq!(asked(json!(["1 key forest", "Two Shields Red", "3 🪙 🟡"])), codes);
    assert!(asked(json!(["1 key"])).is_err());
}

#[test]
fn study_answers_and_refuses_by_field() {
    let ask = |question: serde_json::Value| KingsRummy::study(&question, Language::English);
    assert_eq!(ask(json!({"meld": ["1KG", "2SR", "3CY"]})), Ok(json!({"meld": true, "common": 0})));
    assert_eq!(ask(json!({"meld": ["2KY", "2KR", "2SG"]})), Ok(json!({"meld": false, "common": 1})));
    assert_eq!(ask(json!({"count": 3})), Ok(json!({"count": 2080})));
    assert_eq!(ask(json!({"count": 4})), Ok(json!({"count": 912})));
    assert_eq!(ask(json!({"extend": ["1KG", "2SR", "3CY"]})), Ok(json!({"card": "4AB"})));
    for (question, field) in [
        (json!({"extend": ["1KG", "2SR", "4AB"]}), "extend"),
        (json!({"meld": ["1KG", "1KG"]}), "meld"),
        (json!({"meld": ["9KG"]}), "meld"),
        (json!({"count": 5}), "count"),
        (json!({"sum": 5}), "sum"),
        (json!({}), "one field"),
    ] {
        assert!(ask(question.clone()).is_err_and(|e| e.contains(field)), "{question}");
    }
}

#[test]
fn the_board_shows_numbered_melds_on_a_phone() {
    let melds = ["1KG 2SR 3CY 4AB", "2KY 2AR 2SG", "3KY 3KR 3KG"];
    let state = position(&Options::default(), &melds, "4KY 4KR 1CY", None);
    let names = crate::words::Reader::plain(2);
    let view = crate::game::View::new(&state, Some(Seat::FIRST));
    let board = KingsRummy::board(&view, &names);
    assert!(
        board.body.contains("  meld 1: 1KG 2SR 3CY 4AB\n  meld 2: 2KY 2AR 2SG\n  meld 3: 3KY 3KR 3KG"),
        "{}",
        board.body
    );
    crate::suite::fits_a_phone(&board.body, "melds of four");
}

#[test]
fn refusals_name_a_melds_number_and_its_cards() {
    let melds = ["1KG 2SR 3CY", "2KY 2AR 2SG 2CB"];
    let state = position(&Options::default(), &melds, "4AB 1AR 1SY 3KY", None);
    for (text, says) in [
        ("add 1AR@1; drop 3KY", "adding: 1AR does not go with meld 1 (1KG 2SR 3CY)."),
        (
            "add 4AB@2; drop 3KY",
            "adding: No card can be added to or swapped into meld 2 (2KY 2AR 2SG 2CB): it has four already.",
        ),
        (
            "pull 1KG@1; drop 3KY",
            "rearranging: No card can just leave meld 1 (1KG 2SR 3CY): it needs three. `swap` puts one of your hand in its place.",
        ),
        ("pull 4AB@2; drop 3KY", "rearranging: 4AB is not in meld 2 (2KY 2SG 2AR 2CB)."),
        (
            "lay 1KG 1AR 1SY; drop 3KY",
            "laying: 1KG lies in meld 1 (1KG 2SR 3CY): before it goes into a new meld, `pull` or `swap` takes it off.",
        ),
        (
            "swap 3KY/2SR@1; drop 4AB",
            "what-a-meld-is: Then meld 1 would hold 1KG 3KY 3CY, which is no meld: its numbers are neither all equal nor all different.",
        ),
        ("add 4AB@1; lay 4AB 1AR 1SY; drop 3KY", "laying: 4AB has gone to the table in this turn already."),
        (
            "swap 4AB/1KG@1; lay 1KG 1AR 1SY; lay 1KG 1AR 3KY; drop 3KY",
            "laying: 1KG has gone to the table in this turn already.",
        ),
        (
            "pull 2CB@2; add 2CB@1; drop 3KY",
            "rearranging: 2CB came off the table and must go into a new meld in this turn, with a card of your hand.",
        ),
        ("shift 2CB@2; drop 3KY", "A shift names the meld that the card goes to: `shift 4AB@2>5`."),
        ("drop 1KG", "ending-the-turn: 1KG is not in your hand, which holds 1AR 1SY 3KY 4AB."),
        ("add 4AB@1; drop 4AB", "ending-the-turn: 4AB has gone to the table in this turn already."),
    ] {
        let says = says.replace("2KY 2AR 2SG 2CB", &set("2KY 2AR 2SG 2CB").to_string());
        let says = says.replace("2KY 2SG 2AR 2CB", &set("2KY 2AR 2SG 2CB").to_string());
        assert_eq!(why(&state, text), says, "{text}");
    }
    let mut drawing = state;
    drawing.public.phase = super::super::Phase::Draw;
    let top = drawing.public.discards.last().expect("a discard").code();
    let first = format!("drawing: First draw: from the stock, or take {top} from the discards.");
    assert_eq!(why(&drawing, "drop 4AB"), first);
    assert_eq!(why(&drawing, "pull 4SB; drop 4AB"), "First `draw` or `take`. 4SB is in no meld on the table.");
}

#[test]
fn what_keeps_cards_from_being_a_meld_is_said() {
    use super::super::meld::{flaw, is_meld};
    for (cards, says) in [
        ("2KY 2KR 2SG", "its items are neither all equal nor all different"),
        ("1KY 1KR 1KG 2KB", "its numbers are neither all equal nor all different"),
        ("1KY 2AR 3SR", "its kingdoms are neither all equal nor all different"),
        ("1KY 2KR 4KG", "three different numbers must be neighbours, 1 2 3 or 2 3 4"),
    ] {
        assert!(!is_meld(set(cards)));
        assert_eq!(flaw(set(cards)), says, "{cards}");
    }
}

/// The labels of the controls after these steps, with a star before each that stands out.
fn shown(state: &State<KingsRummy>, so_far: &[Step]) -> Vec<String> {
    let label = |control| match control {
        Control::Button { label, strong, .. } => format!("{}{label}", if strong { "*" } else { "" }),
        Control::Select { placeholder, options } => format!("{placeholder} ({}): {}", options.len(), options[0].label),
        other => panic!("{other:?}"),
    };
    KingsRummy::controls(&View::new(state, Some(Seat::FIRST)), so_far, &Reader::plain(8))
        .into_iter()
        .map(label)
        .collect()
}

#[test]
fn a_list_of_one_line_is_a_button_that_names_the_meld() {
    let state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 3KR", None);
    assert_eq!(
        shown(&state, &[]),
        ["Add 4AB to meld 1 (1KG 2SR 3CY)…", "Discard and end the turn, fewest points left first (2): Discard 4AB"],
        "one card goes to a meld"
    );
    let added = Step::Part(Part::Add { meld: 0, card: card("4AB") });
    assert_eq!(shown(&state, &[added]), ["*Go out: discard 3KR", "Go out: put 3KR face down"]);
    let state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 1AR 1SY 3KR", None);
    let swapped = ["Swap 4AB into meld 1 (1KG 2SR 3CY), 1KG off it…"];
    assert_eq!(shown(&state, &[Step::Rearrange]), swapped);
    let swap = Step::Part(Part::Swap { meld: 0, card: card("4AB"), out: card("1KG") });
    assert_eq!(shown(&state, &[Step::Rearrange, swap]), ["Lay 1KG 1AR 1SY…"]);
}

#[test]
fn where_to_draw_from_is_a_choice_and_neither_stands_out() {
    let mut state = position(&Options::default(), &[], "4AB 3KR", None);
    state.public.phase = super::super::Phase::Draw;
    state.public.discards.push(card("4CB"));
    assert_eq!(shown(&state, &[]), ["Draw from the stock", "Take 4CB (coin, blue ocean)"]);
    let strong = |control: &Control| matches!(control, Control::Button { strong: true, .. });
    assert!(!KingsRummy::shared_controls(&state.public, &Reader::plain(8)).iter().any(strong));
}

#[test]
fn results_end_with_the_running_score() {
    let names = crate::words::Reader::plain(2);
    let mut state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 3KR", None);
    state.public.scores[Side(1)] = 97;
    let (_, facts) = played(state, "add 4AB; drop 3KR");
    let won = facts.iter().find(|told| matches!(told.event, Event::Won(_))).expect("the player is out");
    let Event::Won(result) = &won.event else { panic!("it was won") };
    let score = format!("Seat 1 {} · Seat 2 97", result.gain);
    assert_eq!(KingsRummy::tell(&won.event, &names).lines().last(), Some(score.as_str()));
    assert_eq!(KingsRummy::showdown(&won.event, &names).last(), Some(&Zone::Loud(score)), "in the picture too");
    let blocked = Event::Blocked { scores: Seats::of(2, |_| 5) };
    let told = "The stock is empty and is not made anew: the hand is blocked. Nobody scores, and the same player deals \
                again.\nSeat 1 5 · Seat 2 5";
    assert_eq!(KingsRummy::tell(&blocked, &names), told);
    let over = Event::TurnedOver { cards: 1 };
    assert_eq!(KingsRummy::tell(&over, &names), "The discards were shuffled into a new stock of 1 card.");
}

#[test]
fn a_turn_that_cannot_end_is_told_why() {
    let says = |state: &State<KingsRummy>, text: &str| {
        let view = View::new(state, Some(Seat::FIRST));
        match KingsRummy::read(&view, text, &Reader::plain(8)) {
            Ok(m) => KingsRummy::check(&view, &m).expect_err(text).to_string(),
            Err(Unreadable::Syntax(why) | Unreadable::Against(_, why)) => why,
            Err(why) => panic!("{text}: {why:?}"),
        }
    };
    let taken = position(&Options::default(), &[], "1KG 2SR 3CY 4KY", Some("4KY"));
    for end in ["end", "drop 4KY", "out 4KY", ""] {
        let why = says(&taken, &format!("lay 1KG 2SR 3CY; {end}"));
        assert!(why.starts_with("Only 4KY would be left, which you have just taken"), "{end}: {why}");
    }
    let drawn = position(&Options::default(), &[], "1KG 2SR 3CY 4KY 1AB", Some("4KY"));
    assert_eq!(says(&drawn, "lay 1KG 2SR 3CY"), "Add how the turn ends: `; drop 1AB` discards.", "not the one taken");
    assert!(says(&drawn, "lay 1KG 2SR").starts_with("A meld has three or four cards"), "what is wrong before the end");
    let one = position(&Options::default(), &[], "1KG 2SR 3CY 1AB", None);
    assert!(says(&one, "lay 1KG 2SR 3CY").ends_with("`; drop 1AB` discards, `; out 1AB` puts it face down."));
}

#[test]
fn text_says_what_pictures_do_of_the_double_and_the_card_taken() {
    let names = crate::words::Reader::plain(2);
    let mut state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 3KR 2AY", Some("3KR"));
    state.own[Seat::FIRST].drawn = Some(card("3KR"));
    let read = |state: &State<KingsRummy>| {
        let view = View::new(state, Some(Seat::FIRST));
        (KingsRummy::board(&view, &names).body, KingsRummy::hand_text(&view, &names))
    };
    let (board, hand) = read(&state);
    assert!(!board.contains("double"), "nobody has played: it counts double for all");
    assert!(hand.contains("3KR just taken\n") && hand.contains("3KR may not be discarded now"), "{hand}");
    assert!(hand.ends_with("all down in one turn counts double"), "{hand}");
    state.public.played[Seat::FIRST] = true;
    let (board, hand) = read(&state);
    assert!(board.contains("Going out in one turn counts double\n    for Seat 2."), "{board}");
    assert!(!hand.contains("double"), "{hand}");
}

#[test]
fn the_cards_left_are_told_when_their_number_changes() {
    let few = |text: &str| {
        let state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 3KR 2AY", None);
        played(state, text).1.iter().any(|told| matches!(told.event, Event::Few { .. }))
    };
    assert!(few("add 4AB; drop 3KR") && !few("drop 3KR"));
}

#[test]
fn q08_q10_a_discard_set_apart_from_its_verb_is_read_and_refusals_quote_what_was_typed() {
    let state = position(&Options::default(), &[], "1KG 1AB", None);
    for text in ["drop: 1KG", "drop, 1KG", "drop\n1KG", "drop **1KG**", "**drop** (1KG)", "drop “1KG” 🙂"] {
        assert_eq!(canonical(&state, text), "drop 1KG", "{text}");
    }
    assert!(why(&state, "ｄｒｏｐ ９ＫＹ").starts_with("`９ＫＹ` is no card"));
    let why = why(&state, "drop 1КG");
    assert!(
        why.starts_with("`1КG` is no card")
            && why.ends_with(" `К` is none of the letters A to Z that moves are written in."),
        "{why}"
    );
}
