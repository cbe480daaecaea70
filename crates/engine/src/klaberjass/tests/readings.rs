//! Ambiguities, settled readings and options.

use serde_json::json;

use super::super::sequences::find;
use super::super::{Klaberjass, options};
use super::examples::FULL_DEAL;
use super::{N, Table, d, set, stacked};
use crate::cards::CardText;
use crate::words::{Narration, Reader, Study};
use crate::{Dealing, Judged, Language, ProgressKind, RefusalCode, catalog};

#[test]
fn k1_the_order_in_force_is_a_press_away_and_in_the_picture() {
    let reads = |variant: &str, all: [&str; 2]| {
        let play = Table::new(variant, &[], &[FULL_DEAL]).play;
        let options = catalog::game("klaberjass").expect("a game").options(Some(variant), &Default::default(), 2);
        let said =
            catalog::game("klaberjass").expect("a game").what_counts(&options.expect("a variant"), Language::English);
        let board = play.board(None, &Reader::plain(2));
        assert!(board.headline.contains("ten "), "{}", board.headline);
        let alt = play.screen(None, &Reader::plain(2)).alt;
        all.iter().all(|order| said.contains(order) && alt.contains(order))
    };
    assert!(reads(
        "book",
        ["J 20, 9 14, A 11, K 4, Q 3, 10 10, 8 0, 7 0", "A 11, K 4, Q 3, J 2, 10 10, 9 0, 8 0, 7 0"]
    ));
    assert!(reads(
        "standard",
        ["J 20, 9 14, A 11, 10 10, K 4, Q 3, 8 0, 7 0", "A 11, 10 10, K 4, Q 3, J 2, 9 0, 8 0, 7 0"]
    ));
}

#[test]
fn k3_sequences_use_the_natural_order_everywhere() {
    let found = find(set("TC JC QC KC AC 7H 8H 9H"));
    assert_eq!(found.iter().map(|s| s.length).collect::<Vec<_>>(), [3, 5]);
    assert!(find(set("AC KC TC")).is_empty(), "not A 10 K, though they rank so");
    assert!(find(set("AC 7C 8C")).is_empty(), "the ace is high only");
}

#[test]
fn k6_a_dead_hand_alternates_the_deal_or_not() {
    let mut same = Table::new("book", &[("dead_hand_dealer", json!("same"))], &[FULL_DEAL]);
    same.moves("pass, pass, pass, pass");
    assert_eq!(same.turn(), N);
}

#[test]
fn schmeiss_in_both_flavours() {
    let at = |flavour: &str| Table::new("book", &[("schmeiss", json!(flavour))], &[FULL_DEAL]);
    assert_eq!(at("off").refused("schmeiss"), "schmeiss");
    let mut dead = at("hoyle");
    dead.moves("schmeiss, yes");
    assert_eq!((dead.scores(), dead.play.status().hand), (vec![0, 0], 2));
    let maker = |table: &Table| (table.public()["maker"].clone(), table.public()["trump"].clone());
    let mut first = at("hoyle");
    first.moves("schmeiss, no");
    assert_eq!(maker(&first), (json!(0), json!("H")));
    let mut first = at("opponent_makes");
    first.moves("schmeiss, no");
    assert_eq!(maker(&first), (json!(1), json!("H")));
    for flavour in ["hoyle", "opponent_makes"] {
        let mut second = at(flavour);
        second.moves("pass, pass, pass, schmeiss, no");
        assert_eq!(second.turn(), d());
        assert_eq!(second.legal(), ["trump S", "trump D", "trump C"]);
        assert_eq!(second.refused("pass"), "schmeiss");
        second.moves("clubs");
        assert_eq!(maker(&second), (json!(1), json!("C")));
    }
}

#[test]
fn a_seat_that_has_resigned_agrees_to_a_schmeiss() {
    for (flavour, before) in [("hoyle", ""), ("opponent_makes", ""), ("hoyle", "pass, pass, pass")] {
        let mut table = Table::new("book", &[("schmeiss", json!(flavour))], &[FULL_DEAL]);
        table.moves(before).moves("schmeiss");
        assert_eq!(table.play.fallback(table.turn()).as_deref(), Some("yes"), "{flavour}");
    }
}

#[test]
fn an_answer_to_a_schmeiss_that_is_sent_twice_declares_nothing() {
    let mut table = Table::new("standard", &[], &[FULL_DEAL]);
    table.moves("pass, schmeiss, no");
    for again in ["no", "n", "yes", "y"] {
        assert_eq!(table.refused(again), "declaring-sequences", "{again}");
    }
    assert_eq!(table.legal(), ["meld", "nomeld"]);
}

#[test]
fn a_table_with_schmeiss_names_it_among_the_calls() {
    let names = Reader::plain(2);
    for (flavour, named) in [("off", false), ("hoyle", true), ("opponent_makes", true)] {
        let mut table = Table::new("book", &[("schmeiss", json!(flavour))], &[FULL_DEAL]);
        for (too_early_or_late, calls) in [("trump S", "pass, pass"), ("take", "")] {
            let prompt = table.play.board(None, &names).prompt.to_string();
            for words in [table.says(too_early_or_late), table.says("meld"), prompt] {
                assert_eq!(words.contains("schmeiss"), named, "{flavour}: {words}");
            }
            table.moves(calls);
        }
    }
}

#[test]
fn calls_come_in_their_round() {
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    assert_eq!(table.legal(), ["take", "pass"]);
    assert_eq!(table.refused("trump S"), "making-trumps");
    assert_eq!(table.says("trump H"), "Hearts are the suit turned up: write `take` to make them trumps.");
    table.moves("pass, pass");
    assert_eq!(table.refused("take"), "making-trumps");
    assert_eq!(table.refused("trump H"), "making-trumps");
    assert_eq!(table.refused("play JH"), "making-trumps");
    assert_eq!(table.legal(), ["trump S", "trump D", "trump C", "pass"]);
}

#[test]
fn both_are_asked_to_declare_and_may_keep_quiet() {
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    table.moves("take");
    assert_eq!(table.legal(), ["meld", "nomeld"]);
    table.moves("no meld");
    assert_eq!(table.legal(), ["meld", "nomeld", "dix meld", "dix nomeld"]);
    table.moves("nomeld, play JH, play AH");
    assert_eq!((table.told_of("compared"), table.told_of("shown")), (0, 0));
    assert_eq!(table.public()["turn_up"], "9H", "no exchange, no change");
}

#[test]
fn a_meld_needs_a_sequence_after_the_exchange() {
    let mine = "7H TH JH AS KD QC 7C 8S 9D";
    let deck = stacked(mine, "AH KH 8C JS QS TS TC JD TD", "9H");
    let mut table = Table::new("book", &[], &[&deck]);
    table.moves("take");
    assert_eq!(table.legal(), ["nomeld", "dix meld", "dix nomeld"], "9 10 J only with the nine");
    assert_eq!(table.refused("meld"), "declaring-sequences");
    assert_eq!(table.refusal("dix").code, RefusalCode::Ambiguous);
    table.moves("dix meld");
    assert_eq!(table.last("exchanged")["card"], "9H");
    let mut seven_up =
        Table::new("book", &[], &[&stacked("AH TH JH AS KD QC 7C 8S 9D", "9H KH 8C JS QS TS TC JD TD", "7H")]);
    seven_up.moves("take");
    assert_eq!(seven_up.refused("dix nomeld"), "the-exchange");
}

#[test]
fn an_exchange_named_alone_means_only_what_is_legal() {
    let mut other = Table::new("book", &[], &[FULL_DEAL]);
    other.moves("pass, pass, trump S");
    assert_eq!(other.legal(), ["meld", "nomeld"]);
    assert_eq!(other.says("dix"), "The exchange is only for the suit turned up, and trumps are spades.");
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    table.moves("take");
    assert_eq!(table.legal(), ["meld", "nomeld"]);
    assert_eq!(table.says("dix"), "Only the holder of 7♥ may exchange; you do not hold it.");
    table.moves("meld");
    assert_eq!(table.legal(), ["meld", "nomeld", "dix meld", "dix nomeld"]);
    assert!(table.says("dix").contains("several moves: dix meld, dix nomeld."), "{}", table.says("dix"));
    let poor = stacked("AH KH 8C JS QS TC JD TD 7S", "7H TH QH AS KD QC 7C 8S 9D", "9H");
    let mut table = Table::new("book", &[], &[&poor]);
    table.moves("take, nomeld");
    assert_eq!(table.legal(), ["nomeld", "dix nomeld"]);
    assert_eq!(
        table.play.read(d(), "dix", &Reader::plain(8)).as_ref().ok().map(Judged::text),
        Some("dix nomeld"),
        "there is nothing to give up"
    );
}

#[test]
fn as_little_is_announced_as_decides() {
    // Classes differ: tops stay hidden.
    let deck = stacked("7S 8S 9S AH KD QC AC JH 7H", "TD JD QD 9D TH KC AS JS 8C", "8H");
    let said = |reveal: &str| {
        let mut table = Table::new("book", &[("reveal", json!(reveal))], &[&deck]);
        table.moves("take, meld, meld");
        table.last("compared")["said"].clone()
    };
    assert_eq!(said("minimal"), json!([[0, {"class": 20}], [1, {"class": 50}]]));
    let full = said("full");
    assert_eq!(full[1][1], json!({"class": 50, "length": 4, "top": "Q", "trump": false}));
    assert_eq!(full[0][1], json!({"class": 20, "length": 3, "top": "9", "trump": false}));
}

#[test]
fn equal_sequences_that_count_for_the_nondealer_are_called_equal() {
    let deck = stacked("7S 8S 9S KH JC TC QD AH 8C", "7D 8D 9D AC KS QC JS TH 7C", "8H");
    let names = Reader::plain(2);
    for reveal in ["minimal", "full"] {
        let mut table = Table::new("book", &[("seq_tie", json!("nondealer")), ("reveal", json!(reveal))], &[&deck]);
        let facts = table.moves("take, meld, meld").told.iter().map(|fact| fact.tell(&names));
        let said: Vec<String> = facts.filter(|words| words.contains("they are equal")).collect();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].ends_with("they are equal, and Seat 1's count as the non-dealer's."), "{said:?}");
        assert!(table.play.screen(None, &names).alt.contains("they are equal, and Seat 1's count"));
        assert_eq!(
            (table.last("compared")["better"].clone(), table.last("compared")["equal"].clone()),
            (json!(0), json!(true))
        );
        table.moves("play KH, play TH");
        assert_eq!(table.last("shown")["points"], 20);
    }
}

#[test]
fn length_breaks_fifties_before_the_top() {
    let (long, high) = ("7S 8S 9S TS JS KD QC AC 7H", "AD QD JD TD 9H TH KC AS 8C");
    let high = high.replace("KC", "KH").replace("AD QD JD TD", "AC KC QC JC").replace("AS", "AD").replace("8C", "8D");
    let long = long.replace("QC AC", "QD TD");
    let better = |on: bool| {
        let mut table = Table::new("book", &[("length_breaks_50", json!(on))], &[&stacked(&long, &high, "8H")]);
        table.moves("take, meld, meld");
        (table.last("compared")["better"].clone(), table.last("compared")["said"][0][1].clone())
    };
    assert_eq!(better(false), (json!(1), json!({"class": 50, "top": "J"})));
    assert_eq!(better(true), (json!(0), json!({"class": 50, "length": 5})));
}

#[test]
fn long_runs_score_split_where_allowed() {
    let points = |cards: &[&str], rule: &str| {
        let answer = Klaberjass::study(&json!({"sequences": cards, "trump": "S", "long_run": rule}), Language::English)
            .expect("answer");
        answer["sequences"][0]["points"].clone()
    };
    let eight = ["7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS"];
    assert_eq!((points(&eight, "single"), points(&eight, "split_allowed")), (json!(50), json!(100)));
    assert_eq!((points(&eight[1..], "single"), points(&eight[1..], "split_allowed")), (json!(50), json!(70)));
    assert_eq!(points(&eight[2..], "split_allowed"), 50);
}

#[test]
fn bella_called_counts_only_with_the_word_on_the_second_card() {
    let line =
        "play JH, play AH, play AC, play 7C, play TS, play QS, play KH, play 9H, play TD, play JD, play TC, play 8C";
    let mut table = Table::new("standard", &[("bella", json!("called"))], &[FULL_DEAL]);
    table.moves("take, meld, dix meld");
    assert_eq!(table.refused("play KH bella"), "bella", "the first of the two");
    table.moves(line).moves("play JC");
    assert_eq!(table.legal(), ["play QH bella", "play QH"]);
    table.moves("QH bella");
    assert_eq!(table.last("bella")["seat"], 0);
    let body = table.play.board(None, &Reader::plain(2)).body;
    assert!(body.contains(", bella 20\n") && body.matches("bella").count() == 1, "one of them has it: {body}");
    table.moves("play JS, play 8D, play 8S, play 9D");
    assert_eq!(table.scores(), [112, 40]);
    let mut silent = Table::new("standard", &[("bella", json!("called"))], &[FULL_DEAL]);
    silent.moves("take, meld, dix meld").moves(line).moves("play JC, play QH, play JS, play 8D, play 8S, play 9D");
    assert_eq!(silent.scores(), [92, 40], "silent is forfeited");
    let mut auto = Table::new("standard", &[], &[FULL_DEAL]);
    auto.moves("take, meld, dix meld");
    assert_eq!(auto.refused("play KH bella"), "bella");
}

#[test]
fn claim_out_ends_the_match_in_the_middle_of_a_hand() {
    // After trick 1 of example 6: N 31 in the trick and 20 for the sequence.
    let options = [("target", json!(51)), ("claim_out", json!(true))];
    let mut table = Table::new("standard", &options, &[FULL_DEAL]);
    table.moves("take, meld, dix meld, play JH, play AH");
    assert_eq!(table.play.status().progress, ProgressKind::MatchOver);
    assert_eq!(table.scores(), [51, 0]);
    let mut later = Table::new("standard", &[("target", json!(51))], &[FULL_DEAL]);
    later.moves("take, meld, dix meld, play JH, play AH");
    assert_eq!(later.play.status().progress, ProgressKind::Playing);
}

#[test]
fn no_trick_no_meld_loses_the_points() {
    let options = options::Options { no_trick_no_meld: true, ..options::Options::default() };
    let mut state = Klaberjass::open(&options, 2, N);
    state.public.counts[N].sequences = 50;
    state.public.counts[N].bella = 20;
    assert_eq!(state.public.total(N), 20, "bella stays");
    let before = state.public.clone();
    state.public.counts[N].taken = 1;
    assert_eq!(state.public.total(N), 70);
    state.public = before;
    state.public.maker = Some(d());
    state.public.counts[d()].tricks = 112;
    let mut facts = Vec::new();
    super::super::deal::settle(&mut state.public, &mut facts);
    let settled = serde_json::to_value(&facts[0].event).expect("JSON");
    super::counts_add_up(&settled);
    assert_eq!((settled["counts"][0]["sequences"].clone(), settled["lost"].clone()), (json!(0), json!([50, 0])));
    let words = Klaberjass::tell(&facts[0].event, &Reader::plain(2));
    assert!(words.contains("Seat 1: cards taken 0 + bella 20 = 20; 50 in sequences lost without a trick"), "{words}");
}

#[test]
fn study_answers_and_refuses_by_field() {
    let ask = |question: serde_json::Value| Klaberjass::study(&question, Language::English);
    let follow = |order: &str| {
        ask(json!({"follow": {"hand": ["KH", "7H", "8S"], "led": "TH", "trump": "H", "rank_order": order}}))
    };
    assert_eq!(follow("book"), Ok(json!({"legal": ["KH"]})));
    assert_eq!(follow("standard"), Ok(json!({"legal": ["KH", "7H"]})));
    assert!(follow("other").is_err_and(|e| e.contains("rank_order")));
    for trump in ["H", "h", "♥", "hearts", "Heart"] {
        let follow = json!({"hand": ["KH", "7H", "8S"], "led": "TH", "trump": trump});
        assert_eq!(ask(json!({ "follow": follow })), Ok(json!({"legal": ["KH"]})), "as moves take it: {trump}");
    }
    for (question, field) in [
        (json!({"sequences": ["KH", "KH"], "trump": "H"}), "sequences"),
        (json!({"sequences": ["2H"], "trump": "H"}), "sequences"),
        (json!({"sequences": [], "trump": "X"}), "trump"),
        (json!({"sequences": [], "color": 1}), "color"),
        (json!({"follow": {"hand": ["KH"], "trump": "H"}}), "led"),
        (json!([]), "sequences"),
    ] {
        assert!(ask(question.clone()).is_err_and(|e| e.contains(field)), "{question} is refused by {field}");
    }
}

#[test]
fn what_cannot_be_read_is_told_what_may_be_written_now() {
    let mut table = Table::new("standard", &[], &[FULL_DEAL]);
    for (moves, write) in [
        ("", "`take`, `pass` or `schmeiss`"),
        ("pass, pass", "`trump S`, `trump D`, `trump C`, `pass` or `schmeiss`"),
        ("schmeiss", "`yes` or `no`"),
        ("no", "`trump S`, `trump D` or `trump C`"),
        ("trump S", "`meld` or `nomeld`"),
        ("nomeld, nomeld", "a card such as `play 8S`"),
    ] {
        let said = table.moves(moves).says("Trump Xyz");
        assert_eq!(said, format!("`Trump Xyz` is no move here: write {write}."));
    }
    assert_eq!(table.says("play"), "`play` is no move here: write a card such as `play 8S`.");
    assert_eq!(table.says(" "), "That is empty: write a card such as `play 8S`.");
    assert!(table.says(&"x".repeat(5000)).chars().count() < 100);
}

#[test]
fn lenient_reading() {
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    assert_eq!(table.play.read(N, "PASS", &Reader::plain(8)).as_ref().ok().map(Judged::text), Some("pass"));
    for text in ["take ♥", "take hearts", "Accept H", "♥", "hearts"] {
        assert_eq!(
            table.play.read(N, text, &Reader::plain(8)).as_ref().ok().map(Judged::text),
            Some("take"),
            "{text}: it is the suit turned up"
        );
    }
    for text in ["take ♠", "spades"] {
        assert_eq!(
            table.says(text),
            "Other suits come in the second round; now you may make hearts trumps or pass.",
            "{text}"
        );
    }
    table.moves("pass, pass");
    for text in ["spades", "♠", "trumps spade", "S"] {
        assert_eq!(
            table.play.read(N, text, &Reader::plain(8)).as_ref().ok().map(Judged::text),
            Some("trump S"),
            "{text}"
        );
    }
    assert_eq!(table.says("take ♥"), "Hearts were passed by both: make another suit trumps or pass.");
    assert_eq!(table.says("♥"), "Hearts were turned down: make one of the other three suits trumps.");
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    table.moves("take it, declare, exchange meld");
    for text in ["10♠", "ts", "lead 10s", "ten of spades", "10 ♠️"] {
        assert_eq!(
            table.play.read(N, text, &Reader::plain(8)).as_ref().ok().map(Judged::text),
            Some("play TS"),
            "{text}"
        );
    }
    assert_eq!(table.refusal("play 2H").code, RefusalCode::Unreadable);
    assert_eq!(table.refused("play 7S"), "playing-the-tricks");
    assert_eq!(crate::cards::Card::parse("TS").map(CardText::code).as_deref(), Some("TS"));
}

/// Every holding of one suit: the runs found are whole and never overlap.
#[test]
fn sequences_of_every_suit_holding_add_up() {
    use super::super::rank::card_at;
    use crate::cards::{CardSet, Suit};
    for holding in 0..256u32 {
        let cards: CardSet =
            (0..8).filter(|at| holding >> at & 1 != 0).filter_map(|at| card_at(Suit::Hearts, at)).collect();
        let mut naive = Vec::new();
        let mut run = 0;
        for at in 0..=8 {
            if at < 8 && holding >> at & 1 != 0 {
                run += 1;
            } else {
                if run >= 3 {
                    naive.push((at - 1, run));
                }
                run = 0;
            }
        }
        let found: Vec<(u8, u8)> = find(cards).iter().map(|s| (s.top, s.length)).collect();
        assert_eq!(found, naive, "{cards:?}");
    }
}

#[test]
fn a_choice_never_stands_out_but_what_is_forced_and_to_declare_all_do() {
    use crate::words::Control;
    let standing_out = |controls: &[Control]| {
        let strong = |control: &&Control| matches!(control, Control::Button { strong: true, .. });
        controls.iter().filter(strong).count()
    };
    let mut table = Table::new("standard", &[], &[FULL_DEAL]);
    let names = Reader::plain(2);
    let mut forced = 0;
    for m in ["schmeiss", "no", "meld", "dix meld", "play JH", "play AH", "play AC", "play 7C", "play TS", "play QS"] {
        assert_eq!(standing_out(&table.play.shared_controls(&Reader::plain(8))), 0, "{m}");
        let controls = table.play.build(table.turn(), &[], &names).expect("on turn").controls;
        let only = usize::from(matches!(controls[..], [Control::Button { .. }]));
        let declares = usize::from(m.ends_with("meld"));
        assert_eq!(standing_out(&controls), only.max(declares), "{m}: {controls:?}");
        forced += only;
        table.moves(m);
    }
    assert!(forced < 4, "most are choices");
    while table.play.view_json(None)["public"]["tricks"].as_array().is_none_or(|tricks| tricks.len() != 8) {
        let m = table.legal().swap_remove(0);
        table.moves(&m);
    }
    let controls = table.play.build(table.turn(), &[], &names).expect("on turn").controls;
    assert_eq!((controls.len(), standing_out(&controls)), (1, 1), "the last card is forced");
}

#[test]
fn each_way_not_to_answer_a_lead_is_refused_for_its_own_reason() {
    let pack = stacked("TH AS KS QD JD 9D AC KC 7C", "AH 8H QS 8S KD TD 8D 9S 7S", "9H");
    let mut table = Table::new("book", &[], &[&pack]);
    table.moves("take, nomeld, nomeld, play TH");
    assert_eq!(table.says("play 8H"), "10♥ is a trump and you can beat it, so you must.");
    assert_eq!(table.says("play QS"), "Hearts were led and you hold some: you must follow suit.");
    assert_eq!(table.says("play AC"), "A♣ is not in your hand.");
    table.moves("play AH, play 8D, play QD, play AC");
    assert_eq!(table.says("play QS"), "You cannot follow suit, so you must play a trump (hearts).");
    table.moves("play 8H");
}

#[test]
fn results_end_with_the_running_score() {
    let names = Reader::plain(2);
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    table.moves("take");
    while table.told_of("scored") == 0 {
        let m = table.legal().swap_remove(0);
        table.moves(&m);
    }
    let score = table.scores();
    let told = table.told.iter().find(|fact| fact.json()["kind"] == "scored").expect("scored").tell(&names);
    let last = format!("Seat 1 {} · Seat 2 {}", score[0], score[1]);
    assert_eq!(told.lines().last(), Some(last.as_str()), "{told}");
}
