//! What the rules pages say by example, and of playing well, against the engine.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};

use engine::catalog::{self, Setup};
use engine::{Language, Play, rules};
use serde_json::{Value, json};

/// A page in one line.
fn page(id: &str) -> String {
    rules::page(id).unwrap().text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn says(id: &str, words: &str) {
    assert!(page(id).contains(words), "the page of {id} says: {words}");
}

fn study(game: &str, question: Value) -> Value {
    catalog::game(game).unwrap().study(&question, Language::English).unwrap()
}

/// A match in which seat 0 plays first, with this pack.
fn stacked(game: &str, variant: &str, deck: Vec<String>) -> Box<dyn Play> {
    let setup = Setup { variant: Some(variant.to_owned()), decks: vec![deck], seats: Some(2), ..Setup::default() };
    catalog::game(game).unwrap().start(setup).map(|(play, _)| play).unwrap()
}

/// Plays moves for whoever is asked.
fn played(mut play: Box<dyn Play>, moves: &str) -> Vec<i32> {
    for text in moves.split(", ") {
        let seat = play.awaiting().seats().iter().next().unwrap();
        play.act(seat, text).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    }
    play.status().scores
}

fn cards(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Cards as pages write them.
fn signs(text: &str) -> String {
    text.replace('T', "10").replace('S', "♠").replace('H', "♥").replace('D', "♦").replace('C', "♣")
}

/// Seat 0 draws a card and knocks with it, so that these hands meet.
fn knock(knocker: &str, other: &str) -> Vec<i32> {
    let (one, two) = (cards(knocker), cards(other));
    let mut deck: Vec<String> = one.iter().zip(&two).flat_map(|(a, b)| [a.clone(), b.clone()]).collect();
    let pack = "SHDC".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")));
    let rest: Vec<String> = pack.filter(|card| !deck.contains(card)).collect();
    let drawn = rest[1].clone();
    deck.extend(rest);
    played(stacked("gin-rummy", "classic", deck), &format!("pass, pass, stock, knock {drawn}"))
}

#[test]
fn every_page_of_a_game_closes_with_how_to_play_it_well() {
    for game in catalog::games() {
        let sections = rules::sections(game.rules());
        assert_eq!(sections.last().map(|section| section.anchor.as_str()), Some("playing-well"), "{}", game.id());
        assert!(sections.iter().any(|section| section.title.contains("orked example")), "{}", game.id());
        let advice = rules::search(game.rules(), "strategy").swap_remove(0);
        assert_eq!(advice.anchor, "playing-well", "{}", game.id());
    }
}

#[test]
fn gin_rummy_scores_hands_as_its_page_says() {
    let count = |hand: &str| study("gin-rummy", json!({"deadwood": cards(hand)}))["deadwood"].as_i64().unwrap();
    let (nine, others) = ("4S 5S 6S 7S QH QS QC QD 6D 3C", "2S 2H 2D 9H TH JH KC 8D 5D 4H");
    let (k, o) = (count(nine), count(others));
    says("gin-rummy", &format!("{o} − {k} = {}.", knock(nine, others)[0]));
    says("gin-rummy", &format!("{o} + 25 = {}.", knock("3S 4S 5S 6S QH QS QC 9C 9D 9S", others)[0]));
    let four = "2S 2H 2D 9H TH JH KC KH KD 4H";
    says("gin-rummy", &format!("has {o}: they score {k} − {o} + 25 = {}.", knock(nine, four)[1], o = count(four)));
    let (knocker, layer) = ("8H 8D 8C AS 2S 3S TC JC QC 9D", "KH KD KS 6D 6C 6H 8S 4S 5S AC");
    says("gin-rummy", &format!("which counts {};", count(layer)));
    says("gin-rummy", &format!("1 is left: 9 − 1 + 25 = {}.", knock(knocker, layer)[1]));
    for meld in ["4S 5S 6S 7S", "QH QS QC QD", "2S 2H 2D", "9H TH JH", "KC 8D 5D 4H", "8H 8D 8C", "8S 4S 5S AC"] {
        says("gin-rummy", &signs(meld));
    }
}

const WHOLE_HAND: &str =
    "8C AC KH TC 7H 7C JS JH QH AH 9D TD 9H 8S TS JD JC QS 8D 8H 7D KS KD TH 7S AD 9S AS 9C KC QD QC";
const TRICKS: &str = "JH AH, AC 7C, TS QS, KH 9H, TD JD, TC 8C, JC QH, JS 8D, 8S 9D";

#[test]
fn klaberjass_scores_a_hand_as_its_page_says() {
    let tricks = TRICKS.replace(", ", " ").split(' ').map(|card| format!("play {card}")).collect::<Vec<_>>().join(", ");
    let hand = |calls: &str| {
        played(stacked("klaberjass", "standard", cards(WHOLE_HAND)), &format!("{calls}, meld, dix meld, {tricks}"))
    };
    let (maker, bete) = (hand("take"), hand("pass, take"));
    says("klaberjass", &format!("62 + 10 + 20 + 20 = {}. The defender has {}.", maker[0], maker[1]));
    says("klaberjass", &format!("the non-dealer would score {} + {} = {}.", maker[0], maker[1], bete[0]));
    assert_eq!(bete[1], 0);
    let shown = page("klaberjass");
    let at = TRICKS.split(", ").map(|trick| shown.find(&signs(trick)).expect("each trick stands there"));
    assert!(at.collect::<Vec<_>>().is_sorted());
}

#[test]
fn kings_rummy_has_the_melds_of_its_page_and_not_the_others() {
    let text = rules::find(rules::page("kings-rummy").unwrap().text, "worked-examples").unwrap().text;
    let (melds, others) = text.split_once("No melds:").unwrap();
    let coded = |text: &str| -> Vec<Vec<String>> {
        text.split('`').skip(1).step_by(2).filter(|code| code.contains(' ')).map(cards).collect()
    };
    let (melds, others) = (coded(melds), coded(others));
    assert!(melds.len() + others.len() >= 12 && others.len() >= 4, "{melds:?} {others:?}");
    for (all, is) in [(melds, true), (others, false)] {
        for cards in all {
            assert_eq!(study("kings-rummy", json!({"meld": cards}))["meld"], is, "{cards:?}");
        }
    }
    assert_eq!(study("kings-rummy", json!({"extend": ["1KG", "2SR", "3CY"]}))["card"], "4AB");
    assert_eq!(study("kings-rummy", json!({"extend": ["2SR", "3CY", "4AB"]}))["card"], "1KG");
}

#[test]
fn what_is_said_of_pairs_in_kings_rummy_is_true() {
    let part = |n: usize, parts: &str| parts.chars().nth(n).unwrap();
    let all = (0..64).map(|n| format!("{}{}{}", part(n / 16, "1234"), part(n / 4 % 4, "KASC"), part(n % 4, "YRGB")));
    let pack: Vec<String> = all.collect();
    let (mut pairs, mut each) = (BTreeMap::<(usize, usize), usize>::new(), vec![0; 64]);
    for (a, b, c) in (0..64).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| (a, b, c)))) {
        if study("kings-rummy", json!({"meld": [pack[a], pack[b], pack[c]]}))["meld"] == true {
            for pair in [(a, b), (a, c), (b, c)] {
                *pairs.entry(pair).or_default() += 1;
            }
            for card in [a, b, c] {
                each[card] += 1;
            }
        }
    }
    for (a, b) in (0..64).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let (one, two) = (&pack[b], &pack[a]);
        let numbers = format!("{}{}", &one[..1], &two[..1]);
        let same = |n: usize| one[n..=n] == two[n..=n];
        let goes = pairs.get(&(a, b)).copied().unwrap_or_default();
        match (numbers.as_str(), same(1), same(2)) {
            ("14", ..) => assert_eq!(goes, 0, "{one} {two}"),
            ("23", false, false) => assert_eq!(goes, 8, "{one} {two}"),
            (numbers, false, false) if numbers[..1] != numbers[1..] => assert_eq!(goes, 4, "{one} {two}"),
            (_, true, true) => assert!(goes <= 2, "{one} {two}"),
            ("11" | "22" | "33" | "44", true, _) => assert_eq!(goes, 2, "{one} {two}"),
            _ => {}
        }
    }
    for (card, melds) in pack.iter().zip(each) {
        assert_eq!(melds, if card.starts_with(['2', '3']) { 122 } else { 73 }, "{card}");
    }
    for words in ["any of 8 cards", "in all parts with 4", "in 122 melds of three, each one or four in 73"] {
        says("kings-rummy", words);
    }
}

#[test]
fn what_is_said_of_keys_is_true() {
    let keys = study("key-of-the-door", json!({"enumerate": "complete"}))["keys"].clone();
    let rank = |rank: &Value| match rank.as_str().map(str::to_owned).unwrap_or_else(|| rank.to_string()).as_str() {
        "A" => 1,
        "T" => 10,
        other => other.parse::<u32>().unwrap(),
    };
    let keys: Vec<BTreeSet<u32>> =
        keys.as_array().unwrap().iter().map(|key| key.as_array().unwrap().iter().map(rank).collect()).collect();
    let of = |size| keys.iter().filter(|key| key.len() == size).count();
    let sizes = format!(
        "{} keys of two numerals in a suit, {} of three, {} of four and {} of five",
        of(2),
        of(3),
        of(4),
        of(5)
    );
    says("key-of-the-door", &sizes);
    let with = |rank: u32| keys.iter().filter(|key| key.contains(&rank)).count();
    let ranks = format!(
        "An ace stands in {} of these {} keys, a two in {}, a five in {}, a nine in {}, a ten in {}.",
        with(1),
        keys.len(),
        with(2),
        with(5),
        with(9),
        with(10)
    );
    says("key-of-the-door", &ranks);
    for key in &keys {
        let sum: u32 = key.iter().sum();
        let copied: Vec<u32> = key.iter().copied().filter(|rank| sum + rank == 21).collect();
        assert!(
            !copied.is_empty() && copied.iter().all(|c| key.iter().any(|rank| rank != c && rank % 2 == 1)),
            "{key:?}"
        );
    }
    let suit: BTreeSet<u32> = (1..=10).collect();
    assert_eq!([2, 3, 4, 5].map(|n| partitions(&keys, &suit, n)), [0, 9, 3, 0]);
    for four in [[&[1, 10][..], &[2, 6, 7], &[3, 9], &[4, 5, 8]], [&[1, 10], &[2, 3, 8], &[4, 5, 7], &[6, 9]]] {
        assert!(four.iter().all(|key| keys.contains(&key.iter().copied().collect())));
    }
    assert_eq!(study("key-of-the-door", json!({"key": ["2", "3", "4", "5"]}))["state"], "bent");
}

/// In how many ways these ranks can be made into so many keys.
fn partitions(keys: &[BTreeSet<u32>], rest: &BTreeSet<u32>, count: usize) -> usize {
    let Some(least) = rest.first() else { return usize::from(count == 0) };
    let fits = keys.iter().filter(|key| count > 0 && key.contains(least) && key.is_subset(rest));
    fits.map(|key| partitions(keys, &(rest - key), count - 1)).sum()
}

#[test]
fn what_is_said_of_distances_in_pegs_and_jokers_is_true() {
    let steps = |from: &str, to: &str| {
        study("pegs-and-jokers", json!({"distance": {"from": from, "to": to, "seats": 4}}))["steps"].as_i64().unwrap()
    };
    // D sits at A's right, and its side comes before A's.
    assert_eq!(steps("D8", "A0"), 10);
    assert_eq!(["A1", "A2", "A3"].map(|hole| steps("D8", hole)), [11, 12, 13]);
    assert_eq!((steps("A8", "A3"), steps("A3", "A8"), steps("A0", "A8"), steps("A8", "B8")), (67, 5, 8, 18));
    // An eight back, after 1, 2 or 3 on from the come-out, and from there home.
    for on in 1..=3 {
        assert_eq!(steps(&format!("A{on}"), &format!("A{}", 8 + on)), 8);
        assert!((1..=5).contains(&(steps(&format!("A{on}"), "AH1"))));
    }
    assert_eq!((steps("B16", "C8"), steps("B8", "B16")), (10, 8));
    says("pegs-and-jokers", "forward 67 holes with four players");
    says("pegs-and-jokers", "10 in front of the come-out of the neighbour on your right");
    says("pegs-and-jokers", "of the 54 cards of a pack, 16 go ten");
}

#[test]
fn what_is_said_of_cards_in_crazy_eights_is_true() {
    let pack: Vec<String> =
        "SHDC".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}"))).collect();
    let all: Vec<&str> = pack.iter().map(String::as_str).chain(["XR", "XB"]).collect();
    let count = |cards: &[&str]| study("crazy-eights", json!({"count": cards}))["points"].as_i64().unwrap();
    // How many of the other cards fit on the one on top.
    let fit = |top: &str, suit: &str, rank: &str| {
        let hand: Vec<&&str> = all.iter().filter(|card| **card != top).collect();
        let moves = study("crazy-eights", json!({"fits": {"hand": hand, "suit": suit, "rank": rank}}))["moves"].clone();
        let cards: BTreeSet<String> =
            moves.as_array().unwrap().iter().map(|m| m.as_str().unwrap()[5..7].to_owned()).collect();
        cards.len()
    };
    let (plain, eight) = (fit("9C", "C", "9"), fit("8C", "H", "8"));
    assert_eq!((plain, eight, fit("8C", "C", "8")), (12 + 3 + 3 + 2, 17, 17));
    says(
        "crazy-eights",
        &format!("Of the {} cards that you do not see as the top discard, {plain} fit on a plain card", all.len() - 1),
    );
    says("crazy-eights", &format!("After an eight it is {eight}."));
    // None of so many cards fits.
    let none = |hand: usize| (0..hand).map(|n| (33 - n) as f64 / (53 - n) as f64).product::<f64>();
    let in_100 = |hand| (100.0 * none(hand)).round();
    says("crazy-eights", &format!("nothing that fits {} times in 100, a hand of seven {} times", in_100(5), in_100(7)));
    let tens: Vec<&str> = all.iter().copied().filter(|card| card.starts_with(['T', 'J', 'Q', 'K'])).collect();
    let says_tens =
        format!("{} of the {} cards and make {} of the {} points", tens.len(), all.len(), count(&tens), count(&all));
    says("crazy-eights", &says_tens);
    let dear: Vec<&str> = all.iter().copied().filter(|card| card.starts_with(['8', 'X'])).collect();
    says(
        "crazy-eights",
        &format!("The four eights and two Jokers count {} of these {} points", count(&dear), count(&all)),
    );
    assert_eq!(count(&["8S"]) + count(&["KD", "3C"]) + count(&["XR", "AS"]), 114, "as the example has it");
}

#[test]
fn a_joker_is_two_cards_in_a_row_against_one_opponent() {
    let top = cards("XR 2H 7S 3H 7D 4H 9S 5H KC 6H QC 7H JC 9H 6S");
    let pack = "SHDC".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")));
    let rest: Vec<String> = pack.chain(["XB".to_owned()]).filter(|card| !top.contains(card)).collect();
    let mut play = stacked("crazy-eights", "jokers", [top, rest].concat());
    for text in ["play XR", "play 9S"] {
        assert_eq!(play.awaiting().seats().iter().next().unwrap().number(), 0, "{text}");
        play.act(engine::Seat::FIRST, text).unwrap();
    }
    says("crazy-eights", "Against one opponent it is two cards in a row.");
}

#[test]
fn brain_drain_makes_what_its_page_says() {
    let display = ["8S", "5S", "TS", "3S", "KS"];
    let values = |card: &str| if card == "KS" { "1".to_owned() } else { card.replace('T', "10").replace('S', "") };
    let examples = page("brain-drain");
    let start = examples.find("each can be the target of the other four: ").unwrap();
    let list = examples[start..].split(": ").nth(1).unwrap().split('.').next().unwrap();
    let mut seen = 0;
    for equation in list.split("; ") {
        let (target, answer) = equation.split_once(" = ").unwrap();
        let at = display.iter().position(|card| values(card) == target).unwrap();
        let mut deck: Vec<String> = display.iter().map(|card| (*card).to_owned()).collect();
        let last = deck.remove(at);
        deck.push(last);
        let pack = "SHDC".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")));
        deck.extend(pack.filter(|card| !display.contains(&card.as_str())));
        assert_eq!(played(stacked("brain-drain", "classic", deck), &format!("solve {answer}")), [1, 0], "{equation}");
        seen += 1;
    }
    assert_eq!(seen, display.len());
    for (value, target, makes) in [(5, 7, true), (9, 10, true), (2, 7, false), (1, 4, true), (1, 5, false)] {
        let four = [value; 4];
        let solved = study("brain-drain", json!({"solve": {"values": four, "target": target}}));
        assert_eq!(solved["count"].as_u64().unwrap() > 0, makes, "{value} {target}");
    }
    assert_eq!(study("brain-drain", json!({"solve": {"values": [7, 7, 8, 8], "target": 3}}))["count"], 0);
}

/// Deals of the Classic game that are like this, and those of them that can be made.
#[derive(Default, Clone, Copy)]
struct Tally(u64, u64);

impl Tally {
    fn add(&mut self, ways: u64, made: bool) {
        self.0 += ways;
        self.1 += if made { ways } else { 0 };
    }

    fn percent(self) -> u64 {
        (200 * self.1 + self.0) / (2 * self.0)
    }
}

/// Can three or four numbers be added and subtracted to make this one?
fn adds_up(values: &[i64], target: i64) -> bool {
    (0..1 << values.len()).any(|signs: u32| {
        let term = |(n, value): (usize, &i64)| if signs >> n & 1 == 0 { *value } else { -*value };
        values.iter().enumerate().map(term).sum::<i64>() == target
    })
}

#[test]
fn what_is_said_of_brain_drain_deals_is_true() {
    let in_pack = |value: i64| if value == 1 { 16_u64 } else { 4 };
    let mut tallies = BTreeMap::<String, Tally>::new();
    let shapes = (1..=10)
        .flat_map(|a| (a..=10).flat_map(move |b| (b..=10).flat_map(move |c| (c..=10).map(move |d| [a, b, c, d]))));
    for display in shapes {
        let held = |value: i64| display.iter().filter(|v| **v == value).count() as u64;
        let choose = |of: u64, n: u64| (0..n).fold(1, |ways, k| ways * (of - k) / (k + 1));
        let ways: u64 = (1..=10).map(|value| choose(in_pack(value), held(value))).product();
        let made = study("brain-drain", json!({"solvable": {"values": display}}))["targets"].clone();
        let made: Vec<i64> = made.as_array().unwrap().iter().map(|target| target.as_i64().unwrap()).collect();
        let most = (1..=10).map(held).max().unwrap();
        for target in 1..=10 {
            let ways = ways * (in_pack(target) - held(target));
            let makes = made.contains(&target);
            let mut add = |name: String, made: bool| tallies.entry(name).or_default().add(ways, made);
            add("all".to_owned(), makes);
            add("sums".to_owned(), adds_up(&display, target));
            add(format!("target {target}"), makes);
            add(format!("alike {}", if most == 3 { 2 } else { most }), makes);
            add(format!("ones {}", held(1)), makes);
            if display[0] >= 7 {
                add("big".to_owned(), makes);
            }
            if let Some(at) = display.iter().position(|value| *value == target) {
                let mut rest = display.to_vec();
                rest.remove(at);
                add("within".to_owned(), zero_or_one(&rest));
            }
        }
    }
    let of = |name: &str| tallies[name].percent();
    assert_eq!((of("all"), of("sums"), of("within")), (92, 34, 68), "one in twelve, a third, two of three");
    says(
        "brain-drain",
        &format!(
            "2 and 3 can be made {} and {} times in 100, 9 and 10 only {} times",
            of("target 2"),
            of("target 3"),
            of("target 9")
        ),
    );
    assert_eq!(of("target 9"), of("target 10"));
    let alike =
        format!("easy**: {} of 100. With two or three alike it is {}; four alike", of("alike 1"), of("alike 2"));
    says("brain-drain", &alike);
    assert_eq!(of("alike 4"), 50);
    let ones = format!(
        "{} of 100 targets can be made, with two of them {}; with four cards of 7 and more {}.",
        of("ones 0"),
        of("ones 2"),
        of("big")
    );
    says("brain-drain", &ones);
}

/// Do three numbers make 0 or 1, each division exact?
fn zero_or_one(values: &[i64]) -> bool {
    if let [only] = values {
        return *only == 0 || *only == 1;
    }
    let pairs = (0..values.len()).flat_map(|a| (0..values.len()).filter(move |b| *b != a).map(move |b| (a, b)));
    pairs.into_iter().any(|(a, b)| {
        let rest = || values.iter().enumerate().filter(|(n, _)| *n != a && *n != b).map(|(_, value)| *value);
        let (x, y) = (values[a], values[b]);
        let quotient = (y != 0 && x % y == 0).then(|| x / y);
        [Some(x + y), Some(x - y), Some(x * y), quotient]
            .into_iter()
            .flatten()
            .any(|value| zero_or_one(&rest().chain([value]).collect::<Vec<_>>()))
    })
}
