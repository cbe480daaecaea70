//! How the game reads: boards, narration, prompts.

use super::scenes::{Pack, Scene, knock_at_once, options, seat};
use crate::Preparing;
use crate::columns::{PHONE, width};
use crate::game::Told;
use crate::gin_rummy::scoring::Outcome;
use crate::gin_rummy::{Ending, Event, GinRummy, Phase};
use crate::picture::Zone;
use crate::seats::{Seat, SeatSet, Seats, Side};
use crate::suite::fits_a_phone;
use crate::words::{Boards, Language, Narration, Pictures, Reader, Study};

pub(super) const NINE: &str = "4S 5S 6S 7S QH QS QC QD 6D 3C";
pub(super) const TWENTY_SEVEN: &str = "2S 2H 2D 9H TH JH KC 8D 5D 4H";
/// What the second hand lays off on the first goes down and up in chains.
pub(super) const CHAIN: [&str; 2] = ["7H 7D 7C 3S 4S 5S JD QD KD 2C", "9C 9D 9H 7S 6S 2S AS KC QC 4H"];

fn names(count: u8) -> Reader {
    Reader::english(Seats::of(count, |seat| ["Ada", "Ben", "Cyd", "Dan"][seat.index()].to_owned()))
}

fn told(scene: &Scene) -> Vec<String> {
    let names = names(scene.play.seats());
    scene.facts.iter().map(|Told { event, .. }| GinRummy::tell(event, &names)).filter(|t| !t.is_empty()).collect()
}

pub(super) fn drawn() -> Scene {
    Scene::new("classic", "", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]).moves("0 pass, 1 pass, 0 stock")
}

#[test]
fn results_tell_the_whole_hand() {
    let scene = knock_at_once("classic", "", CHAIN[0], CHAIN[1], "TH");
    assert_eq!(
        told(&scene)[0],
        "Ada knocked with 2. Ben laid off A♠ 2♠ 6♠ 7♠ and had 24 left. Ada scores 22.\n\
         \x20 Ada   3♠4♠5♠  7♥7♦7♣  J♦Q♦K♦ · 2♣   discarded 8♠\n\
         \x20 Ben   9♥9♦9♣ · K♣ Q♣ 4♥   laid off A♠ 2♠ 6♠ 7♠\n\
         Ada 22 · Ben 0"
    );
    let undercut = knock_at_once("classic", "", NINE, "2S 2H 2D 9H TH JH KC KH KD 4H", "7C");
    assert!(told(&undercut)[0].contains("An undercut: Ben scores 5 + 25 = 30."), "{:?}", told(&undercut));
    let nothing = "undercut_on_tie=true undercut_bonus=0";
    let tie = knock_at_once("classic", nothing, "4S 5S 6S 7S QH QS QC QD 4D 2C", "2S 2H 2D 9H TH JH KC KH KD 6H", "7C");
    assert!(told(&tie)[0].contains("An undercut: Ben wins the hand without points."), "{:?}", told(&tie));
    let seven = "4S 5S 6S QH QS QC QD 6D AC 3S";
    let oklahoma = knock_at_once("oklahoma", "", seven, "2S 2H 2D 9H TH JH KS 8D 4D 3H", "7S");
    assert!(told(&oklahoma)[0].contains("Ada scores 18, doubled: 36."));
    let end = Scene::new("classic", "", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]).with(&[86, 63], &[3, 3]);
    let end = end.moves("0 pass, 1 pass, 0 stock, 0 knock KH");
    assert_eq!(
        told(&end)[1],
        "Ada wins the match.\n  Ada   304:  104 points, 4 hands won, bonuses 200\n  Ben    63:  63 points, 3 hands won, bonuses 0\n\
         Bonuses for Ada: 100 for the match, 4 × 25 for hands won.\nLosers are not paid for hands won."
    );
    let last = &end.facts.last().expect("the match is over").event;
    let lines = ["Bonuses for Ada: 100 for the match, 4 × 25 for hands won.", "Losers are not paid for hands won."];
    let zones = lines.map(|line| Zone::Line(line.to_owned()));
    assert_eq!(GinRummy::showdown(last, &names(2)), zones, "where pictures stand for words, too");
}

#[test]
fn with_three_a_result_says_who_was_alone() {
    let verdict = |changes: &str, other: &str| {
        let scene = knock_at_once("three-hand", changes, NINE, other, "7C");
        let first = told(&scene)[0].lines().next().unwrap().to_owned();
        first.split_once(" left. ").unwrap().1.to_owned()
    };
    let undercut = "2S 2H 2D 9H TH JH KC KH KD 4H";
    assert_eq!(verdict("", TWENTY_SEVEN), "Cyd, solo, loses: Ada and Ben each score 18.");
    assert_eq!(verdict("", undercut), "An undercut. Cyd, solo, scores 5 + 25 = 30.");
    let chouette = "three_scoring=chouette";
    assert_eq!(verdict(chouette, TWENTY_SEVEN), "Cyd, solo, loses: Ada and Ben each win 18 from Cyd.");
    assert_eq!(verdict(chouette, undercut), "An undercut. Cyd, solo, wins 5 + 25 = 30 from each of Ada and Ben.");
}

#[test]
fn a_round_tells_of_both_its_tables_in_their_order() {
    let undercut = Pack(NINE, "2S 2H 2D 9H TH JH KC KH KD 4H", "7C", "8C");
    let scene = Scene::new("four-hand", "", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH"), undercut]);
    let scene = scene.moves("3 pass, 2 pass, 3 stock, 3 knock 8C");
    assert!(told(&scene)[0].starts_with("Table 2: Dan knocked with 9. Cyd had 4 left. An undercut: Cyd wins"));
    let scene = scene.moves("0 pass, 1 pass, 0 stock, 0 knock KH");
    let round = scene.facts.iter().find(|told| matches!(told.event, Event::Round(_))).unwrap();
    let heads = [
        "Round 1: Ada and Cyd score 48.",
        "Table 1: Ada knocked with 9. Ben had 27 left. Ada wins 18 at this table.",
        "Table 2: Dan knocked with 9. Cyd had 4 left. An undercut: Cyd wins 5 + 25 = 30 at this table.",
        "Ada and Cyd 48 · Ben and Dan 0",
    ];
    let lines = GinRummy::tell(&round.event, &names(4));
    assert_eq!(lines.lines().filter(|line| !line.starts_with(' ')).collect::<Vec<_>>(), heads);
    assert_eq!(lines.lines().count(), heads.len() + 4, "and the four hands");
    let zones = GinRummy::showdown(&round.event, &names(4));
    let loud = zones.iter().filter_map(|zone| if let Zone::Loud(text) = zone { Some(text.as_str()) } else { None });
    // Whoever won comes first.
    assert_eq!(loud.collect::<Vec<_>>(), [heads[1], "Ada", "Ben", heads[2], "Cyd", "Dan", heads[3]]);
    assert!(scene.play.public().tables.iter().all(|table| table.ended.is_none()), "the next round has not ended");
    assert_eq!(GinRummy::part_of(&scene.facts[0].event), SeatSet::first(2));
    assert!(GinRummy::part_of(&round.event).is_empty());
}

#[test]
fn each_of_four_reads_first_what_is_asked_at_the_own_table() {
    let prompts = |scene: &Scene| -> Vec<String> {
        let prompt = |who| GinRummy::board(&scene.play.view(Some(seat(who))), &names(4)).prompt.to(seat(who));
        (0..4).map(prompt).collect()
    };
    let scene =
        Scene::new("four-hand", "", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH"), Pack(NINE, TWENTY_SEVEN, "7C", "KH")]);
    let there =
        ["take 7♣ or pass; table 2: Dan to take 7♣ or pass.", "take 7♣ or pass; table 1: Ada to take 7♣ or pass."];
    assert_eq!(
        prompts(&scene),
        [
            format!("Your turn to {}", there[0]),
            format!("Ada to {}", there[0]),
            format!("Dan to {}", there[1]),
            format!("Your turn to {}", there[1]),
        ]
    );
    let scene = scene.moves("0 pass, 1 pass, 0 stock, 0 knock KH");
    assert_eq!(prompts(&scene)[0], "Table 2: Dan to take 7♣ or pass.", "the own table has finished");
    assert_eq!(prompts(&scene)[3], "Your turn to take 7♣ or pass.");
}

#[test]
fn who_rests_is_a_partner_of_the_one_on_deck() {
    let scene = Scene::new("three-hand", "", &[]);
    assert!(told(&scene)[0].starts_with("Hand 1: Cyd dealt and plays solo against Ada and Ben, who rests. "));
    let view = |who: Option<u8>| scene.play.view(who.map(seat));
    assert!(
        GinRummy::picture(&view(None), &names(3)).alt.starts_with("Cyd plays solo against Ada and Ben, who rests.")
    );
    assert!(GinRummy::hand_text(&view(Some(1)), &names(3)).starts_with("You rest this hand: Ada plays for you too.\n"));
}

#[test]
fn the_end_says_what_bonuses_are_made_of_and_who_is_shut_out() {
    let ends = |variant, changes: &str, totals: &[i32], won: &[u32], outcome| -> Vec<String> {
        let mut state = Scene::new(variant, changes, &[]).with(totals, won).play.state().clone();
        let mut facts = Vec::new();
        state.public.book(0, outcome, &mut facts);
        let told = GinRummy::tell(&facts.last().unwrap().event, &names(state.public.options.players));
        told.lines().filter(|line| !line.starts_with(' ')).map(str::to_owned).collect()
    };
    let (ada, cyd) = (Outcome::Won(seat(0), 18), Outcome::Won(seat(2), 10));
    assert_eq!(
        ends("standard", "", &[86, 63], &[3, 3], ada),
        [
            "Ada wins the match.",
            "Bonuses for Ada: 100 for the match, 4 × 25 for hands won.",
            "Bonuses for Ben: 3 × 25 for hands won."
        ]
    );
    assert_eq!(
        ends("classic", "shutout_doubles_line=true", &[86, 0], &[4, 0], ada),
        [
            "Ada wins the match. A shutout: Ben won no hand.",
            "Bonuses for Ada: 104 points once more, 200 for the match, 5 × 50 for hands won."
        ]
    );
    // If losers pay, each pays separately: solo shuts one of them out.
    assert_eq!(
        ends("three-hand", "three_scoring=chouette line_bonus_both=true", &[20, -30, 85], &[1, 0, 4], cyd),
        [
            "Cyd wins the match. A shutout: Ben won no hand.",
            "Bonuses for Cyd, paid by Ada: 100 for the match, 5 × 25 for hands won, less 25 for those of Ada.",
            "Bonuses for Cyd, paid by Ben: 105 points once more, 200 for the match, 5 × 25 for hands won."
        ]
    );
    assert_eq!(
        ends("three-hand", "", &[20, 0, 95], &[1, 0, 4], cyd),
        [
            "Cyd wins the match.",
            "Bonuses for Cyd: 100 for the match, 5 × 25 for hands won.",
            "Losers are not paid for hands won."
        ],
        "one of two without a hand is no shutout where nobody pays"
    );
}

#[test]
fn the_hand_shows_melds_first_and_what_a_discard_leaves() {
    let scene = drawn();
    assert_eq!(
        GinRummy::hand_text(&scene.play.view(Some(seat(0))), &names(2)),
        "4♠ 5♠ 6♠ 7♠ | Q♠ Q♥ Q♦ Q♣ | K♥ 6♦ 3♣\njust drawn K♥\nunmatched 19, or 9 after discarding K♥\n\
         enough to knock"
    );
    let worth = |changes: &str, hand, stock, moves: &str| {
        let scene = Scene::new("classic", changes, &[Pack(hand, TWENTY_SEVEN, "7C", stock)]).moves(moves);
        let text = GinRummy::hand_text(&scene.play.view(Some(seat(0))), &names(2));
        text.split_once('\n').unwrap().1.to_owned()
    };
    let (gin, drawing) = ("3S 4S 5S 6S QH QS QC 9C 9D 9S", "0 pass, 1 pass, 0 stock");
    assert_eq!(
        worth("", gin, "7S", drawing),
        "just drawn 7♠\nunmatched 0, or 0 after discarding 7♠\ngin: knock with nothing unmatched"
    );
    assert_eq!(
        worth("big_gin=true", gin, "7S", drawing),
        "just drawn 7♠\nunmatched 0\nbig gin: knock and keep all eleven cards"
    );
    assert!(worth("", NINE, "KH", "0 take").starts_with("just taken 7♣, which may not go back this turn\n"));
    assert!(worth("may_return_taken=true", NINE, "KH", "0 take").starts_with("just taken 7♣\n"));
    assert_eq!(GinRummy::hand_text(&scene.play.view(None), &names(2)), "");
}

#[test]
fn boards_fit_a_phone_whatever_people_are_called() {
    let long = ["Bartholomew the Unready of Nowhere", "王小明王小明王小明王小明", "🂡🂡🂡🂡🂡🂡🂡🂡🂡🂡", "Dan"];
    for variant in ["classic", "oklahoma", "three-hand", "four-hand"] {
        let count = options(variant, "").players;
        let names = Reader::english(Seats::of(count, |seat| long[seat.index()].to_owned()));
        for changes in ["", "discard_history=true", "layoff=manual", "illegal_knock=honour"] {
            let pack = Pack("7H 7D 7C 3S 4S 5S JD QD KD 2C", "9C 9D 9H 7S 6S 2S AS KC QC 4H", "TH", "8S");
            let mut scene = Scene::new(variant, changes, &[pack]);
            let second = scene.play.public().tables[0].other(seat(0)).number();
            let moves = format!("0 pass, {second} pass, 0 stock, 0 knock 8S");
            for m in moves.split(',') {
                scene = scene.moves(m);
                let board = GinRummy::board(&scene.play.view(None), &names);
                for line in board.body.lines() {
                    assert!(width(line) <= PHONE, "{variant}: {line:?} takes {}", width(line));
                }
                assert!(!board.headline.contains('\n') && !board.prompt.to_string().contains('\n'));
            }
        }
    }
}

#[test]
fn a_knock_over_the_limit_fits_a_phone_too() {
    let scene = Scene::new("classic", "illegal_knock=honour layoff=manual", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")])
        .moves("0 pass, 1 pass, 0 stock, 0 knock QH, 1 accept");
    let names = Reader::english(Seats::of(2, |_| "Bartholomew the Unready".to_owned()));
    let body = GinRummy::board(&scene.play.view(None), &names).body;
    assert!(body.contains("  Bartholomew t… knocked with 19, over\n    the limit:\n"), "{body}");
    fits_a_phone(&body, "a long name");
}

#[test]
fn what_stands_behind_open_cards_is_not_cut_off() {
    let open = Pack("2S 2H 2D 3S 4H 5D 6C 7S 8H 9D", "9H 9C TS TH TD TC JS JH JD KS", "KD", "AC KC");
    let scene = Scene::new("three-hand", "illegal_knock=honour", &[open])
        .moves("0 pass, 2 take, 2 knock JD, 0 refuse, 0 stock, 0 AC, 2 stock");
    let body = GinRummy::board(&scene.play.view(None), &Reader::plain(3)).body;
    let solo = "▸ Seat 3    0  solo, dealer\n    9♥9♣10♠10♥10♦10♣J♠J♥K♠K♦K♣\n";
    assert!(body.starts_with(solo), "{body}");
    assert!(body.ends_with("discards A♣, 1 more below"), "{body}");
}

#[test]
fn what_is_laid_out_is_called_what_it_is() {
    let board = |changes: &str, knocker, other, up| {
        let scene = knock_at_once("classic", &format!("layoff=manual {changes}"), knocker, other, up);
        let view = scene.play.view(None);
        assert!(GinRummy::board(&view, &names(2)).body.lines().all(|line| width(line) <= PHONE));
        let lines: Vec<String> = GinRummy::board(&view, &names(2)).body.lines().map(str::to_owned).collect();
        let seat = lines.iter().position(|line| line.contains("  laid out")).expect("Ada's cards stand below");
        assert!(lines[seat].trim_start().starts_with("Ada "), "{lines:?}");
        let spread = lines.iter().position(|line| line.starts_with("  Ada ") && line.ends_with(':')).expect("laid out");
        (lines[spread..].to_vec(), GinRummy::picture(&view, &names(2)))
    };
    let (gin, picture) = board("gin_layoff=true", "3S 4S 5S 6S QH QS QC 9C 9D 9S", TWENTY_SEVEN, "7C");
    assert_eq!(gin, ["  Ada went gin:", "  1: 3♠4♠5♠6♠  2: 9♠9♦9♣  3: Q♠Q♥Q♣"]);
    assert!(picture.zones.contains(&Zone::Loud("Ada went gin".to_owned())));
    let poor = "AS AH 3D 3C 5S 5H 7D 7C 2S 4C";
    let (none, _) = board("knock_limit=50", poor, "TS TH TD JS JH JD QS QH QD KD", "KS");
    assert_eq!(none, ["  Ada knocked with 38:", "  7♣ 7♦ 5♥ 5♠ 4♣ 3♣ 3♦ 2♠ A♥ A♠"], "no melds");
    let (both, _) = board("", NINE, TWENTY_SEVEN, "7C");
    assert_eq!(both, ["  Ada knocked with 9:", "  1: 4♠5♠6♠7♠  2: Q♠Q♥Q♦Q♣", "    unmatched 6♦ 3♣"]);
    let knocked = knock_at_once("classic", "layoff=manual", NINE, TWENTY_SEVEN, "7C");
    assert_eq!(told(&knocked), ["Ada knocked with 9. Meld 1: 4♠5♠6♠7♠  Meld 2: Q♠Q♥Q♦Q♣ · unmatched 6♦ 3♣"]);
    let (wide, _) = board("", "8C 9C TC 9D TD JD TH JH QH AC", "2S 2H 2D KS QS JC KC 8D 5D 4H", "7C");
    assert_eq!(wide[1..], ["  1: 8♣9♣10♣  2: 9♦10♦J♦  3: 10♥J♥Q♥", "    unmatched A♣"], "the widest there is");
}

#[test]
fn who_chooses_the_lay_offs_is_said_in_words() {
    let knob = GinRummy::knobs().iter().find(|knob| knob.key == "layoff").expect("an option");
    let words = ["auto", "manual"].map(|value| knob.words(&value.into(), Language::English));
    assert_eq!(
        (knob.title(Language::English).as_str(), words),
        ("Lay-off", ["by the table".to_owned(), "by the player".to_owned()])
    );
}

#[test]
fn the_picture_in_words_says_what_the_text_board_says() {
    let alt = |scene: &Scene| {
        let count = scene.play.seats();
        GinRummy::picture(&scene.play.view(None), &names(count)).alt
    };
    let turned = Scene::new("oklahoma", "", &[Pack(NINE, TWENTY_SEVEN, "6H", "KH")]).moves("0 take");
    assert_eq!(alt(&turned), "Ben dealt. Ada 11 cards, Ben 10 cards. Stock 31. 6♥ was turned. No discards.");
    let later = drawn().moves("0 KH");
    assert_eq!(alt(&later), "Ben dealt. Ada 10 cards, Ben 10 cards. Stock 30. Top discard K♥, 1 more below.");
    let four = Scene::new("four-hand", "oklahoma=true", &[Pack(NINE, TWENTY_SEVEN, "8S", "KH")]);
    assert!(alt(&four).starts_with("Table 1: Ada and Ben · knock with 8 or less · points double. Ben dealt."));
    // Each of four players is told which table is theirs.
    let hers = four.play.view(Some(seat(0)));
    assert!(GinRummy::picture(&hers, &names(4)).alt.starts_with("Table 1 (yours): Ada and Ben"));
    let lines = GinRummy::board(&hers, &names(4)).body;
    assert!(lines.contains("table 1 (yours)") && lines.contains("table 2 ·"), "{lines}");
}

#[test]
fn house_rules_say_what_is_played() {
    let line = |variant, changes| GinRummy::house_rules(&options(variant, changes), Language::English);
    assert_eq!(line("classic", ""), "to 100 · knock with 10 or less · undercut on a tie: no");
    assert!(line("classic", "knock_limit=0").contains(" · knock with gin only · "));
    assert!(line("classic", "shutout_doubles_line=true").ends_with(" · a shutout doubles the 25 for each hand won"));
    assert!(line("classic", "next_dealer=loser").ends_with(" · loser deals"));
    for variant in ["three-hand", "four-hand"] {
        assert_eq!(line(variant, "next_dealer=loser"), line(variant, ""), "the deal goes its own way there");
    }
}

#[test]
fn whoever_draws_reads_of_it_once() {
    let scene = Scene::new("three-hand", "", &[]);
    let (first, dealer) = {
        let table = &scene.play.public().tables[0];
        (table.first(), table.dealer())
    };
    let scene = scene.moves(&format!("{0} pass, {1} pass, {0} stock", first.number(), dealer.number()));
    let names = names(3);
    let lines = |who| -> Vec<String> {
        let told = scene.facts.iter().filter(|told| told.to.reaches(Some(who)));
        told.map(|told| GinRummy::tell(&told.event, &names)).filter(|line| !line.is_empty()).collect()
    };
    let drew = format!("{} drew from the stock, 30 left.", names.name(first));
    assert_eq!(lines(first), [drew.as_str()], "the hand says which card");
    assert_eq!(lines(dealer), [drew.as_str()]);
    let rester = Seat::all(3).find(|seat| ![first, dealer].contains(seat)).unwrap();
    let card = scene.play.view(Some(first)).own().unwrap().drawn.unwrap();
    assert_eq!(lines(rester), [drew]);
    let seen = GinRummy::hand_text(&scene.play.view(Some(rester)), &names);
    assert!(seen.ends_with(&format!("\njust drawn {}", card.pretty())), "a partner sees that hand: {seen}");
}

#[test]
fn every_result_ends_with_the_running_score() {
    let mut scene = Scene::new("four-hand", "misdeal_bonus=true", &[]);
    let last = |facts: &[Told<Event>], count| -> Vec<String> {
        let told = facts.iter().map(|told| GinRummy::tell(&told.event, &names(count)));
        told.map(|told| told.lines().last().unwrap_or_default().to_owned()).collect()
    };
    let mut facts = Vec::new();
    scene.play.void(seat(0), &mut facts).unwrap();
    assert_eq!(last(&facts, 4)[0], "Ada and Cyd 10 · Ben and Dan 10");
    let mut state = scene.play.state().clone();
    facts.clear();
    state.public.book(0, Outcome::Won(seat(0), 17), &mut facts);
    state.public.book(1, Outcome::Won(seat(3), 12), &mut facts);
    let told = GinRummy::tell(&facts[0].event, &names(4));
    assert_eq!(told, "Round 1: Ada and Cyd score 5.\nAda and Cyd 15 · Ben and Dan 10");
    let mut hand = Scene::new("classic", "", &[]).with(&[30, 41], &[1, 1]);
    while hand.play.public().hand == 1 {
        let who = hand.play.awaiting().seats().iter().next().unwrap();
        let card = hand.play.view(Some(who)).own().unwrap().drawn;
        let text = match hand.phase() {
            Phase::Upcard => "pass".to_owned(),
            Phase::Discard { .. } => format!("discard {}", card.unwrap()),
            _ => "stock".to_owned(),
        };
        hand = hand.moves(&format!("{} {text}", who.number()));
    }
    assert!(last(&hand.facts, 2).contains(&"Ada 30 · Ben 41".to_owned()), "a dead hand changes nothing");
    let scene = knock_at_once("classic", "", NINE, TWENTY_SEVEN, "7C");
    let result = &scene.facts.iter().find(|t| matches!(t.event, Event::Result(_))).unwrap();
    let zones = GinRummy::showdown(&result.event, &names(2));
    assert_eq!(zones.last(), Some(&Zone::Loud("Ada 18 · Ben 0".to_owned())), "in the picture too");
}

#[test]
fn four_play_rounds_and_others_hands() {
    let told = |count: u8, won: u32| {
        let of = |n: i32| Seats::of(2, |_| n);
        let ending = Ending {
            winners: vec![Side(0)],
            totals: of(1),
            won: Seats::of(2, |_| won),
            shutout: false,
            shut_out: Vec::new(),
            bonuses: Vec::new(),
            finals: of(26),
        };
        GinRummy::tell(&Event::Won(Box::new(ending)), &names(count))
    };
    assert!(told(2, 1).contains("1 point, 1 hand won"), "{}", told(2, 1));
    assert!(told(4, 2).contains("1 point, 2 rounds won"), "{}", told(4, 2));
}

#[test]
fn the_solvers_answer_and_refuse_in_sentences() {
    use serde_json::json;
    let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let answer = GinRummy::study(&json!({"deadwood": split(NINE)}), Language::English).unwrap();
    assert_eq!(
        answer,
        json!({"deadwood": 9, "melds": [["4S", "5S", "6S", "7S"], ["QS", "QH", "QD", "QC"]], "unmatched": ["3C", "6D"]})
    );
    let eleven = format!("{NINE} KH");
    assert_eq!(
        GinRummy::study(&json!({"knocks": split(&eleven), "limit": 10}), Language::English).unwrap(),
        json!({"discards": ["KH"]})
    );
    assert_eq!(
        GinRummy::study(&json!({"knocks": split(&eleven), "limit": 13}), Language::English).unwrap()["discards"],
        json!(["6D", "KH"])
    );
    let spread = json!([["7H", "7D", "7C"], ["3S", "4S", "5S"], ["JD", "QD", "KD"]]);
    let hand = split("9C 9D 9H 7S 6S 2S AS KC QC 4H");
    let answer = GinRummy::study(&json!({"layoff": {"spread": spread, "hand": hand}}), Language::English).unwrap();
    assert_eq!((&answer["deadwood"], &answer["laid"]), (&json!(24), &json!(["AS", "2S", "6S", "7S"])));
    for (question, hint) in [
        (json!({"deadwood": ["9D"]}), "`deadwood` takes ten or eleven cards, such as \"9D\", not 1."),
        (json!({"deadwood": "9D"}), "`deadwood` takes"),
        (json!({"knocks": split(NINE)}), "eleven cards"),
        (json!({"knocks": split(&eleven), "limit": -1}), "`limit`"),
        (json!({"layoff": {"spread": [["7H", "7D", "8C"]], "hand": hand}}), "melds"),
        (json!({"layoff": {"spread": [["9C", "9D", "9S"]], "hand": hand}}), "stands twice"),
        (json!({"nothing": 1}), "A question is one of"),
        (json!({}), "A question is one of"),
        (json!(7), "A question is one of"),
    ] {
        let says = GinRummy::study(&question, Language::English).unwrap_err();
        assert!(says.contains(hint), "{question}: {says}");
    }
}
