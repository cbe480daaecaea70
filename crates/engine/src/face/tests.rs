//! What the face says of any game's match: moves being built, moves in words, and the end of a match that was given up.

use std::collections::BTreeSet;

use super::{Built, Makes, Play};
use crate::RefusalCode;
use crate::catalog::{self, Setup};
use crate::picture::Zone;
use crate::random::seed;
use crate::words::uncapital;
use crate::{Control, Does, Reader, Seat, Seats};

fn begun(game: &str, variant: Option<&str>) -> Box<dyn Play> {
    let setup = Setup { variant: variant.map(str::to_owned), ..Setup::default() };
    catalog::game(game).and_then(|game| game.start(setup)).expect("the table starts").0
}

fn awaited(play: &dyn Play) -> Seat {
    play.awaiting().seats().iter().next().expect("somebody is asked")
}

/// Every step that can be pressed, with its label.
fn steps(built: &Built) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let mut step = |label: String, does: &Does| {
        if let Does::Step(n) = does {
            all.push((*n, label));
        }
    };
    for control in &built.controls {
        match control {
            Control::Button { label, does, .. } => step(label.clone(), does),
            Control::Select { options, .. } => {
                options.iter().for_each(|pick| step(pick.label.clone(), &pick.does));
            }
            Control::Greyed { .. } | Control::Form { .. } => {}
        }
    }
    all
}

#[test]
fn a_refusal_names_first_what_is_most_like_the_move_that_was_typed() {
    let mut play = begun("gin-rummy", None);
    let discards = loop {
        let seat = awaited(play.as_ref());
        let discards = play.legal(seat, "discard", 20).moves;
        if !discards.is_empty() {
            break discards;
        }
        let text = if play.read(seat, "stock", &Reader::plain(8)).is_ok() { "stock" } else { "pass" };
        play.act(seat, text).expect("legal");
    };
    let seat = awaited(play.as_ref());
    for discard in &discards {
        let card = discard.strip_prefix("discard ").expect("a discard");
        let suit = ["♠", "♥", "♦", "♣"]["SHDC".find(&card[1..]).expect("a suit")];
        for typed in [format!("knock {card}"), format!("knock, {}{suit}", &card[..1])] {
            let Err(refusal) = play.read(seat, &typed, &Reader::plain(8)) else { continue };
            assert_eq!(refusal.nearest.first(), Some(discard), "{typed}: {}", refusal.says(&Reader::plain(8)));
        }
    }
    assert!(discards.len() > 9, "{discards:?}");
}

#[test]
fn q21_no_refusal_hands_out_a_meld() {
    let mut hidden = 0;
    for n in 0..12 {
        let setup = Setup { seed: seed(n), ..Setup::default() };
        let (mut play, _) = catalog::game("kings-rummy").expect("a game").start(setup).expect("it starts");
        let seat = awaited(play.as_ref());
        play.act(seat, "draw").expect("legal");
        let lays: Vec<String> = play.legal(seat, "lay", 50).moves;
        let held = lays.first().map_or("1KG", |text| &text[4..7]);
        let typed = [
            "end".to_owned(),
            "lay".to_owned(),
            "make me a sandwich".to_owned(),
            format!("lay {held} 1KG 2KR; end"),
            format!("lay {held}; drop {held}"),
            format!("add {held}@1; end"),
            format!("out {held}"),
            format!("meld {held}"),
        ];
        for text in typed {
            let Err(refusal) = play.read(seat, &text, &Reader::plain(8)) else { continue };
            let said = refusal.nearest.join(" | ");
            assert!(!["lay", "add", "pull", "swap", "shift"].iter().any(|part| said.contains(part)), "{text}: {said}");
            assert_eq!(refusal.keeps_back, !lays.is_empty(), "{text}");
            for lay in lays.iter().filter_map(|turn| turn.split(';').next()) {
                assert!(text.contains(lay) || !refusal.says(&Reader::plain(8)).contains(lay), "{text}: {refusal:?}");
            }
            hidden += u32::from(refusal.keeps_back);
        }
    }
    assert!(hidden > 20, "{hidden}");
}

#[test]
fn a_move_being_built_says_what_was_chosen() {
    let play = begun("pegs-and-jokers", Some("bluffing"));
    let (seat, names) = (awaited(play.as_ref()), Reader::plain(play.sides().count()));
    let first = play.build(seat, &[], &names).expect("on turn");
    assert!(first.so_far.is_empty() && first.drafted.is_none());
    for (n, words) in steps(&first) {
        let second = play.build(seat, &[n], &names).expect("offered");
        if second.makes != Makes::Nothing {
            assert!(!second.so_far.is_empty());
            continue;
        }
        let words = uncapital(words.trim_end_matches('…'));
        assert_eq!(second.so_far, words);
        for (m, then) in steps(&second) {
            let third = play.build(seat, &[n, m], &names).expect("offered");
            assert!(
                third.makes != Makes::Nothing
                    || third.so_far == format!("{words} · {}", uncapital(then.trim_end_matches('…'))),
                "{}",
                third.so_far
            );
        }
    }
}

/// A word that begins a sentence with a small letter and is not a name.
fn begins_small(alt: &str, reader: &Reader) -> Option<String> {
    let sentences = alt.split(". ").filter_map(|sentence| sentence.split_whitespace().next());
    let words =
        sentences.filter(|word| word.chars().all(char::is_alphabetic) && reader.names.iter().all(|name| name != word));
    words.map(str::to_owned).find(|word| word.starts_with(char::is_lowercase))
}

#[test]
fn what_is_heard_of_a_picture_begins_with_capitals_but_for_names_with_small_letters() {
    for game in catalog::games() {
        for variant in game.variants() {
            let mut play = begun(game.id(), Some(variant.id));
            let count = play.sides().count();
            let small = ["ada", "ben", "cyd", "dan", "eve", "fay", "gus", "hal"];
            let names = Reader::english(Seats::of(count, |seat| small[seat.index()].to_owned()));
            let mut alts = Vec::new();
            for n in 0..60 {
                let Some(seat) = play.awaiting().seats().iter().next() else { break };
                let viewers = Seat::all(count).map(Some).chain([None]);
                alts.extend(viewers.map(|viewer| play.screen(viewer, &names).alt));
                let text = play.suggest(seat, "", 3, &Reader::plain(8)).into_iter().nth(n % 3).map(|(text, _)| text);
                let text = text.or_else(|| play.fallback(seat)).expect("he is awaited");
                let facts = play.act(seat, &text).expect("legal");
                alts.extend(facts.iter().filter_map(|fact| Some(play.showdown_screen(fact, &names)?.alt)));
            }
            for seat in Seat::all(count) {
                let _over = play.act(seat, "resign");
            }
            alts.extend(play.result_screen(&names).map(|screen| screen.alt));
            for alt in alts {
                let capitals = ["Ada", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"];
                let mut words = alt.split(|c: char| !c.is_alphabetic());
                assert!(!words.any(|word| capitals.contains(&word)), "{}: {alt}", variant.id);
                assert_eq!(begins_small(&alt, &names), None, "{}: {alt}", variant.id);
            }
        }
    }
}

#[test]
fn a_seat_that_is_not_there_has_no_moves() {
    for game in catalog::games() {
        let play = begun(game.id(), None);
        let nobody = Seat::new(7).expect("there are tables of eight");
        for text in ["", "gin", "lay 1KG 2SR 3CY; end", "draw"] {
            assert!(
                play.legal(nobody, text, 5).moves.is_empty()
                    && play.suggest(nobody, text, 5, &Reader::plain(8)).is_empty()
            );
            assert!(play.read(nobody, text, &Reader::plain(8)).is_err());
        }
    }
}

#[test]
fn of_what_a_text_could_mean_a_few_are_named_and_the_others_counted() {
    let moves = |n: usize| (1..=n).map(|n| format!("{n} a1")).collect::<Vec<_>>();
    assert_eq!(super::refusal::a_few_of(&moves(2)), "1 a1, 2 a1");
    assert_eq!(super::refusal::a_few_of(&moves(5)), "1 a1, 2 a1, 3 a1, 4 a1, 5 a1");
    assert_eq!(super::refusal::a_few_of(&moves(8)), "1 a1, 2 a1, 3 a1, 4 a1 and 4 more");
    assert_eq!(super::refusal::a_few_of(&moves(103)), "1 a1, 2 a1, 3 a1, 4 a1 and 99 more");
    assert_eq!(super::refusal::a_few_of(&moves(200)), "1 a1, 2 a1, 3 a1, 4 a1 and many more");
}

#[test]
fn what_a_text_could_mean_is_listed_for_programs() {
    let mut play = begun("pegs-and-jokers", Some("arizona"));
    let could = (0..60).find_map(|_| {
        let seat = awaited(play.as_ref());
        let refused =
            ["7", "9", "K", "A"].into_iter().filter_map(|text| play.read(seat, text, &Reader::plain(8)).err());
        let several = refused.into_iter().find(|refusal| refusal.code == RefusalCode::Ambiguous);
        let text = play.likeliest(seat).expect("he is awaited");
        play.act(seat, &text).expect("legal");
        several
    });
    let refusal = could.expect("a card has several uses now and then");
    assert!(refusal.says(&Reader::plain(8)).starts_with("That could be several moves: "), "{refusal:?}");
    assert!(refusal.says(&Reader::plain(8)).ends_with(". Write the one you mean."), "{refusal:?}");
    assert!((2..=8).contains(&refusal.nearest.len()), "{:?}", refusal.nearest);
}

#[test]
fn texts_of_any_length_are_refused() {
    for game in catalog::games() {
        for variant in game.variants() {
            let play = begun(game.id(), Some(variant.id));
            let seat = awaited(play.as_ref());
            for part in ["play ", "move ", "(", "1+", "lay ", "; ", "draw; ", "♠", "a1-", "solve ", "as "] {
                let text = part.repeat(50_000);
                let why = play.read(seat, &text, &Reader::plain(8)).expect_err(part).says(&Reader::plain(8));
                assert!(why.ends_with("characters long; a move takes at most 4000."), "{}: {why}", game.id());
                assert!(play.legal(seat, &text, 5).moves.is_empty(), "{}: {part:?}", game.id());
            }
        }
    }
}

/// The sides in the order of their places, each with its place.
fn places_after_resigning(game: &str, variant: &str, seats: u8, order: &[u8]) -> Vec<(u8, u8)> {
    let setup = Setup { variant: Some(variant.to_owned()), seats: Some(seats), ..Setup::default() };
    let (mut play, _) = catalog::game(game).and_then(|game| game.start(setup)).expect("the table starts");
    for &seat in order {
        play.act(Seat::new(seat).expect("it is there"), "resign").expect("the match goes on until one side is left");
    }
    let standings = play.status().standings.expect("the match is over");
    standings.iter().map(|placing| (placing.side.0, placing.place)).collect()
}

#[test]
fn those_who_gave_up_rank_behind_those_who_stayed_the_first_to_go_last() {
    assert_eq!(places_after_resigning("brain-drain", "classic", 4, &[2, 0, 3]), [(1, 1), (3, 2), (0, 3), (2, 4)]);
    // A side is out once the last of its players resigns.
    let pegs = |order: &[u8]| places_after_resigning("pegs-and-jokers", "basic", 4, order);
    assert_eq!(pegs(&[0, 1, 3]), [(0, 1), (1, 2)]);
    assert_eq!(pegs(&[1, 0, 2]), [(1, 1), (0, 2)]);
}

#[test]
fn a_draft_says_first_that_it_is_not_played() {
    let mut play = begun("kings-rummy", None);
    let (seat, names) = (awaited(play.as_ref()), Reader::plain(play.sides().count()));
    play.act(seat, "draw").expect("legal");
    let (lay, _) = steps(&play.build(seat, &[], &names).expect("on turn"))
        .into_iter()
        .find(|(_, label)| label.starts_with("Lay"))
        .expect("eleven cards of the unshuffled pack hold a meld");
    let before = (play.screen(Some(seat), &names), play.screen(None, &names));
    let draft = play.build(seat, &[lay], &names).and_then(|built| built.drafted).expect("a lay changes the table");
    assert_eq!(draft.screen.zones[0], Zone::Loud("Draft: not played yet".to_owned()));
    assert!(draft.screen.alt.starts_with("Draft: not played yet. King's Rummy"), "{}", draft.screen.alt);
    assert_ne!(draft.screen.zones[1..], before.0.zones[..]);
    assert_ne!(draft.screen.hand, before.0.hand);
    assert_eq!((play.screen(Some(seat), &names), play.screen(None, &names)), before, "a draft changes nothing");
}

#[test]
fn a_move_is_said_for_the_eye() {
    let mut play = begun("pegs-and-jokers", None);
    let seat = awaited(play.as_ref());
    assert_eq!(play.describe(seat, "resign", &Reader::plain(8)), None);
    assert_eq!(play.describe(seat, "drop X", &Reader::plain(8)).as_deref(), Some("discard a joker without a move"));
    let text = play.fallback(seat).expect("on turn");
    play.act(seat, &text).expect("legal");
    assert_eq!(play.describe(seat, &text, &Reader::plain(8)), None, "not before it is his turn");
}

#[test]
fn what_was_read_is_played_only_where_the_match_still_stands() {
    let mut play = begun("gin-rummy", None);
    let seat = awaited(play.as_ref());
    let (pass, again) = (
        play.read(seat, "pass", &Reader::plain(8)).expect("offered"),
        play.read(seat, "pass", &Reader::plain(8)).expect("offered"),
    );
    assert_eq!((pass.seat(), pass.text(), pass.late()), (seat, "pass", None));
    let frozen = play.frozen();
    play.carry_out(pass, &Reader::plain(8)).expect("it stands");
    assert_eq!((frozen.moves(), play.moves()), (0, 1));
    assert_eq!(play.carry_out(again, &Reader::plain(8)).expect_err("read again").code, RefusalCode::NotYourTurn);
}

/// Reads a text and then plays it: both must be refused in the same words, or neither.
fn read_then_act(play: &mut dyn Play, seat: Seat, text: &str) -> bool {
    let read = play
        .read(seat, text, &Reader::plain(8))
        .map(|judged| judged.text().to_owned())
        .map_err(|refusal| refusal.says(&Reader::plain(8)));
    let acted = play.act(seat, text).map_err(|refusal| refusal.says(&Reader::plain(8)));
    assert_eq!(read.as_ref().err(), acted.as_ref().err(), "{text}");
    assert!(read.is_err() || read.as_deref() == Ok(text));
    acted.is_ok()
}

#[test]
fn resigning_and_voiding_are_judged_as_they_are_played() {
    let misdeals = ["classic", "three-hand"].map(|variant| {
        let options = [("misdeal_bonus".to_owned(), true.into())].into_iter().collect();
        let setup = Setup { variant: Some(variant.to_owned()), options, ..Setup::default() };
        catalog::game("gin-rummy").and_then(|game| game.start(setup)).expect("the table starts").0
    });
    assert!(misdeals.iter().all(|play| play.voidable() == Some(1)));
    for mut play in catalog::games().iter().map(|game| begun(game.id(), None)).chain(misdeals) {
        let seats = play.sides().count();
        for seat in Seat::all(seats).chain(Seat::all(seats + 1)) {
            let may_void = play.voidable().is_some() && seat.number() < seats && !play.gone().contains(seat);
            assert_eq!(read_then_act(play.as_mut(), seat, "void"), may_void, "seat {}", seat.number());
            read_then_act(play.as_mut(), seat, "resign");
            assert!(!read_then_act(play.as_mut(), seat, "void"), "who has resigned voids nothing");
        }
        assert!(play.standings().is_some() && play.voidable().is_none());
    }
}

#[test]
fn a_match_that_was_given_up_asks_nothing() {
    for game in catalog::games() {
        let mut play = begun(game.id(), None);
        let seats = play.sides().count();
        let names = Reader::plain(seats);
        let asked = play.board(None, &names).prompt.to_string();
        for seat in Seat::all(seats) {
            if play.standings().is_none() {
                play.act(seat, "resign").expect("at any time");
            }
        }
        let over = play.result_screen(&names).expect("the match is over");
        assert!(!over.alt.contains(&asked), "{}: {}", game.id(), over.alt);
        let told = [" wins the match.", " win the match.", " share first place"];
        assert!(told.iter().any(|told| over.alt.contains(told)), "{}: {}", game.id(), over.alt);
        assert_ne!(play.board(None, &names).prompt.to_string(), asked, "{}", game.id());
    }
}

#[test]
fn what_is_listed_begins_as_was_asked() {
    for game in catalog::games() {
        let mut play = begun(game.id(), None);
        // A typed move is listed only once it is typed.
        if play.free_text() {
            continue;
        }
        for _ in 0..10 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let all = play.legal(seat, "", 5000).moves;
            let called = all.iter().take(50).filter_map(|text| play.describe(seat, text, &Reader::plain(8)));
            let words = called.chain(all.iter().take(50).cloned()).flat_map(|said| [said.clone(), first_word(&said)]);
            for prefix in words.chain(["draw", "leave", "knock"].map(str::to_owned)).collect::<BTreeSet<String>>() {
                let begins = |text: &&String| text.to_lowercase().starts_with(&prefix.to_lowercase());
                let those: Vec<&String> = all.iter().filter(begins).collect();
                let listed = play.legal(seat, &prefix, 5000).moves;
                assert_eq!(listed.iter().collect::<Vec<_>>(), those, "{}: {prefix}", game.id());
            }
            let text = play.fallback(seat).expect("he is awaited");
            play.act(seat, &text).expect("legal");
        }
    }
}

fn first_word(said: &str) -> String {
    said.split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn a_card_is_found_however_it_is_spelt() {
    let ten = |seed| {
        let play = catalog::game("gin-rummy").and_then(|g| g.start(Setup { seed: [seed; 32], ..Setup::default() }));
        let play = play.expect("the table starts").0;
        let top =
            play.view_json(None)["public"]["tables"][0]["discards"]["top"].as_str().unwrap_or_default().to_owned();
        top.starts_with('T').then_some((play, top))
    };
    let (mut play, top) = (0..=255).find_map(ten).expect("a ten is turned now and then");
    let seat = awaited(play.as_ref());
    let figures = top.to_lowercase().replace('t', "10");
    let first = |play: &dyn Play, typed: &str| {
        play.suggest(seat, typed, 25, &Reader::plain(8)).first().map(|(text, _)| text.clone())
    };
    for typed in [&top, &figures, &format!("take {figures}"), &format!("take {top}")] {
        assert_eq!(first(play.as_ref(), typed).as_deref(), Some("take"), "{typed}");
    }
    play.act(seat, "take").expect("the upcard");
    let held = play.legal(seat, "discard", 1).moves[0].replace('T', "10");
    let spread: String = held.replace(' ', "  ").to_lowercase();
    assert_eq!(play.suggest(seat, &spread, 25, &Reader::plain(8)).len(), 1, "{spread}");
}

/// Someone who types what a button is called is looking for that move, not for moves whose text merely contains it.
#[test]
fn what_begins_as_typed_comes_before_what_has_it_somewhere() {
    let mut late = 0;
    for game in catalog::games() {
        let mut play = begun(game.id(), None);
        for _ in 0..30 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let all = play.suggest(seat, "", 2000, &Reader::plain(8));
            let words: BTreeSet<String> =
                all.iter().filter_map(|(_, words)| Some(words.split(' ').next()?.to_lowercase())).collect();
            for typed in words {
                let begins = |(text, words): &(String, String)| {
                    [text, words].iter().any(|said| said.to_lowercase().starts_with(&typed))
                };
                let found = play.suggest(seat, &typed, 2000, &Reader::plain(8));
                // Before these there may be one move that the typed word by itself is read as.
                let from = found.iter().skip(1).position(|line| !begins(line)).map_or(found.len(), |at| at + 1);
                assert!(!found[from..].iter().any(begins), "{}, {typed}: {found:?}", game.id());
                late += found.len() - from;
            }
            let text = play.demonstrate(seat).or_else(|| play.fallback(seat)).expect("he is awaited");
            play.act(seat, &text).expect("legal");
        }
    }
    assert!(late > 0, "there are both");
}

#[test]
fn t2_a_list_does_not_solve_the_turn() {
    let (mut laid, mut solved) = (0, 0);
    for dealt in 0..4 {
        let setup = Setup { seed: [dealt; 32], ..Setup::default() };
        let mut play = catalog::game("kings-rummy").and_then(|game| game.start(setup)).expect("it starts").0;
        for _ in 0..80 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let list: Vec<String> =
                play.suggest(seat, "", 2000, &Reader::plain(8)).into_iter().map(|(text, _)| text).collect();
            let plain = |text: &String| !text.contains(';');
            assert!(list.is_sorted_by_key(|text| !plain(text)), "{list:?}");
            let turns: Vec<&String> = list.iter().filter(|text| !plain(text)).collect();
            let likeliest = play.likeliest(seat).expect("he is awaited");
            laid += usize::from(turns.len() > 2);
            solved += usize::from(turns.len() > 2 && *turns[0] == likeliest);
            play.act(seat, &likeliest).expect("legal");
        }
    }
    assert!(laid > 10 && 2 * solved < laid, "{solved} of {laid}");
}

/// A screen reader reads out the prompt beside the picture: the words for the picture must not repeat it.
#[test]
fn a_picture_in_words_does_not_repeat_the_prompt() {
    for (game, variant) in catalog::games().iter().flat_map(|g| g.variants().iter().map(move |v| (g.id(), v.id))) {
        let mut play = begun(game, Some(variant));
        let names = Reader::plain(play.sides().count());
        for _ in 0..30 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let text = play.fallback(seat).expect("he is awaited");
            play.act(seat, &text).expect("legal");
            let (alt, prompt) = (play.screen(None, &names).alt, play.board(None, &names).prompt.to_string());
            assert!(prompt.is_empty() || !alt.contains(&prompt), "{game}, {variant}: {alt}");
        }
    }
}
