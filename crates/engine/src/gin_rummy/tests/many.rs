//! Three and four players.

use super::scenes::{Scene, after, seat};
use crate::chance::Chance;
use crate::game::Progress;
use crate::gin_rummy::event::Event;
use crate::gin_rummy::scoring::Outcome;
use crate::gin_rummy::state::Phase;
use crate::gin_rummy::{GinRummy, Illegal};
use crate::seats::{Seat, SeatSet};
use crate::{Choosing, Dealing, Judging, Turns};

#[test]
fn the_two_tables_of_four_sit_crosswise_and_change() {
    let mut scene = Scene::new("four-hand", "", &[]);
    let pairs = |scene: &Scene| -> Vec<[u8; 2]> {
        scene.play.public().tables.iter().map(|t| [t.first().number(), t.dealer().number()]).collect()
    };
    assert_eq!(pairs(&scene), [[0, 1], [3, 2]], "seat 0 first at its table, the other team first at the other");
    let mut state = scene.play.state().clone();
    let mut facts = Vec::new();
    assert_eq!(state.public.book(1, Outcome::Won(seat(3), 12), &mut facts), Progress::Playing);
    assert_eq!(GinRummy::awaiting(&state.public), crate::Awaiting::Turn(seat(0)), "one table is left");
    assert_eq!(GinRummy::waits(&state.public, seat(2)), Some(Illegal::TableDone));
    assert_eq!(state.public.book(0, Outcome::Won(seat(0), 17), &mut facts), Progress::HandOver);
    scene.play = scene.play.with_state(state);
    assert_eq!(pairs(&scene), [[3, 0], [2, 1]], "opponents change, and the deal changes teams");
    assert_eq!(scene.scores(), [5, 0]);
    assert_eq!(scene.play.public().won.iter().copied().collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn where_nobody_says_who_plays_first_the_even_team_deals_at_table_one() {
    use crate::catalog::{Setup, game};
    let dealers = |variant: &str, seats, seed, first| -> Vec<u64> {
        let setup = Setup {
            variant: Some(variant.to_owned()),
            seats: Some(seats),
            seed: [seed; 32],
            first,
            ..Setup::default()
        };
        let (_, facts) = game("gin-rummy").unwrap().start(setup).unwrap();
        facts.iter().filter_map(|fact| fact.json()["dealer"].as_u64()).collect()
    };
    for seed in 0..8 {
        assert_eq!(dealers("four-hand", 4, seed, None), [0, 3]);
        assert_eq!(dealers("four-hand", 4, seed, Some(seat(0))), [1, 2], "who plays first at its own table was said");
    }
    let two: Vec<Vec<u64>> = (0..8).map(|seed| dealers("classic", 2, seed, None)).collect();
    assert!(two.contains(&vec![0]) && two.contains(&vec![1]), "two draw for it");
}

#[test]
fn a_dead_table_of_four_counts_nothing_or_is_dealt_again() {
    let mut facts = Vec::new();
    let mut state = Scene::new("four-hand", "", &[]).play.state().clone();
    assert_eq!(state.public.book(0, Outcome::Dead, &mut facts), Progress::Playing);
    assert_eq!(state.public.book(1, Outcome::Won(seat(2), 9), &mut facts), Progress::HandOver);
    assert_eq!(state.public.totals.iter().copied().collect::<Vec<_>>(), [9, 0]);
    let mut state = Scene::new("four-hand", "four_replay_dead=true", &[]).play.state().clone();
    let before = state.own[seat(0)].clone();
    assert_eq!(state.public.book(0, Outcome::Dead, &mut facts), Progress::HandOver);
    GinRummy::deal(&mut state, &mut Chance::from_seed([1; 32]), &mut facts);
    assert!(state.own[seat(0)] != before && state.public.hand == 1, "new cards, the same round");
    assert_eq!(state.public.tables[0].dealer(), seat(1));
}

#[test]
fn a_move_at_one_table_leaves_the_clicks_at_the_other_good() {
    let scene = Scene::new("four-hand", "", &[]);
    let windows = |scene: &Scene| [0, 1, 2, 3].map(|n| scene.play.window(Some(seat(n))));
    let before = windows(&scene);
    let after = windows(&scene.moves("0 pass"));
    assert!(before[0] != after[0] && before[1] != after[1]);
    assert_eq!(before[2..], after[2..]);
}

#[test]
fn whoever_changes_tables_meets_no_window_twice() {
    let mut state = Scene::new("four-hand", "", &[]).play.state().clone();
    let mut facts = Vec::new();
    (state.public.tables[0].moves, state.public.tables[1].moves) = (40, 20);
    state.public.book(0, Outcome::Won(seat(0), 9), &mut facts);
    state.public.book(1, Outcome::Won(seat(2), 9), &mut facts);
    GinRummy::deal(&mut state, &mut Chance::from_seed([1; 32]), &mut facts);
    for n in 0..4 {
        let window = GinRummy::window(&state.public, Some(seat(n)), 60);
        assert!(window > 40, "seat {n} saw window {window} in the last round");
    }
}

/// Plays the simplest moves at the first table, whose stock has run low, until it is dead.
fn played_dead(changes: &str) -> Scene {
    let mut scene = Scene::new("four-hand", changes, &[]);
    let mut state = scene.play.state().clone();
    state.secret.stocks[0].truncate(3);
    state.public.tables[0].stock = 3;
    scene.play = scene.play.with_state(state);
    while !scene.facts.iter().any(|told| matches!(told.event.bare(), Event::Dead { .. })) {
        let who = scene.play.public().tables[0].turn;
        let m = GinRummy::fallback(&scene.play.view(Some(who)));
        scene.facts.clear();
        scene.play.act(who, m, &mut scene.facts).unwrap();
    }
    scene
}

#[test]
fn score_sheets_have_a_row_for_each_round_that_was_finished() {
    let mut again = played_dead("four_replay_dead=true");
    assert_eq!((again.play.public().tables[0].phase, again.play.public().hand), (Phase::Upcard, 1));
    assert!(again.play.sheet().is_empty(), "dealt again, it is still the first round");
    again.play.resign(seat(0), &mut again.facts).unwrap();
    again.play.resign(seat(2), &mut again.facts).unwrap();
    assert_eq!(again.play.sheet().len(), 1, "there is a sheet at the end");

    let mut given_up = Scene::new("standard", "", &[]);
    while given_up.play.sheet().is_empty() {
        let who = given_up.play.awaiting().seats().iter().next().unwrap();
        let m = GinRummy::fallback(&given_up.play.view(Some(who)));
        given_up.play.act(who, m, &mut given_up.facts).unwrap();
    }
    given_up.play.resign(seat(1), &mut given_up.facts).unwrap();
    assert_eq!(given_up.play.sheet().len(), 1, "the second hand was not finished");
}

#[test]
fn only_the_other_table_of_four_plays_apart() {
    let apart = |variant: &str, n: u8| -> Vec<u8> {
        let scene = Scene::new(variant, "", &[]);
        GinRummy::apart(scene.play.public(), seat(n)).iter().map(Seat::number).collect()
    };
    assert_eq!([0, 1, 2, 3].map(|n| apart("four-hand", n)), [[2, 3], [2, 3], [0, 1], [0, 1]]);
    let none: [&[u8]; 3] = [&[], &[], &[]];
    assert_eq!([0, 1, 2].map(|n| apart("three-hand", n)), none, "the one who rests has a share in what happens");
}

#[test]
fn the_one_who_rests_sees_the_partner_and_nobody_else_does() {
    let scene = Scene::new("three-hand", "", &[]);
    let roles = scene.play.public().roles.unwrap();
    assert_eq!((roles.on_deck, roles.solo, roles.rester), (seat(0), seat(2), seat(1)));
    let resting = scene.play.view(Some(roles.rester));
    assert!(resting.shown(roles.on_deck).is_some() && resting.shown(roles.solo).is_none());
    assert!(scene.play.view(Some(roles.solo)).shown(roles.on_deck).is_none());
    let hidden = Scene::new("three-hand", "rester_sees=false", &[]);
    assert!(hidden.play.view(Some(roles.rester)).shown(roles.on_deck).is_none());
    assert_eq!(GinRummy::waits(scene.play.public(), roles.rester), Some(Illegal::Resting));
}

#[test]
fn three_players_deal_and_change_places_by_the_options() {
    let roles = |scene: &Scene| {
        let r = scene.play.public().roles.unwrap();
        [r.solo, r.on_deck, r.rester].map(Seat::number)
    };
    let (solo, on_deck) = (seat(2), seat(0));
    assert_eq!(roles(&after("three-hand", "", Outcome::Won(solo, 5))), [2, 0, 1]);
    assert_eq!(roles(&after("three-hand", "swap_on_solo_win=true", Outcome::Won(solo, 5))), [2, 1, 0]);
    assert_eq!(roles(&after("three-hand", "", Outcome::Won(on_deck, 5))), [0, 1, 2]);
    assert_eq!(roles(&after("three-hand", "", Outcome::Tied)), [2, 0, 1]);
    assert_eq!(after("three-hand", "", Outcome::Won(on_deck, 5)).dealer(), 0, "solo deals");
    assert_eq!(after("three-hand", "three_dealer=alternate", Outcome::Won(solo, 5)).dealer(), 0, "on deck's turn");
    assert_eq!(after("three-hand", "three_dealer=alternate", Outcome::Dead).dealer(), 2);
    assert_eq!(after("three-hand", "three_scoring=chouette", Outcome::Won(solo, 5)).scores(), [-5, -5, 10]);
    assert_eq!(after("three-hand", "three_scoring=chouette", Outcome::Won(on_deck, 5)).scores(), [5, 5, -10]);
}

#[test]
fn a_round_that_is_voided_is_dealt_again_as_the_same_round() {
    let mut scene = Scene::new("four-hand", "misdeal_bonus=true", &[]);
    let pairs = |scene: &Scene| {
        let tables = scene.play.public().tables.iter();
        tables.map(|table| [table.first().number(), table.dealer().number()]).collect::<Vec<_>>()
    };
    let before = pairs(&scene);
    scene.play.void(Seat::FIRST, &mut Vec::new()).unwrap();
    assert_eq!((scene.play.public().hand, pairs(&scene)), (1, before), "the same pairing is still round 1");
    let mut state = scene.play.state().clone();
    let mut facts = Vec::new();
    state.public.book(0, Outcome::Won(seat(0), 9), &mut facts);
    state.public.book(1, Outcome::Won(seat(2), 9), &mut facts);
    GinRummy::deal(&mut state, &mut Chance::from_seed([1; 32]), &mut facts);
    assert_eq!((state.public.hand, state.public.tables[0].has(seat(3))), (2, true));
}

#[test]
fn a_misdeal_leaves_the_table_alone_that_has_finished_its_hand() {
    let mut scene = Scene::new("four-hand", "misdeal_bonus=true", &[]);
    let mut state = scene.play.state().clone();
    assert_eq!(state.public.book(0, Outcome::Won(seat(0), 17), &mut Vec::new()), Progress::Playing);
    scene.play = scene.play.with_state(state);
    scene.facts.clear();
    scene.play.void(Seat::FIRST, &mut scene.facts).unwrap();
    let Event::Misdeal { paid, dealers, .. } = &scene.facts[0].event else { panic!("{:?}", scene.facts[0].event) };
    assert_eq!((*paid, dealers), (SeatSet::one(seat(3)), &SeatSet::one(seat(2))), "those of the other table only");
    assert_eq!(scene.scores(), [0, 10]);
    let [done, again] = &scene.play.public().tables[..] else { panic!("two tables") };
    assert_eq!((done.phase, done.net, again.phase), (Phase::Over, 17, Phase::Upcard));
}

#[test]
fn a_misdeal_names_everybody_who_scores_and_who_pays() {
    use crate::words::{Narration, Reader};
    let void = |variant, changes: &str| {
        let mut scene = Scene::new(variant, &format!("misdeal_bonus=true {changes}"), &[]);
        let mut facts = Vec::new();
        scene.play.void(Seat::FIRST, &mut facts).unwrap();
        let told = GinRummy::tell(&facts[0].event, &Reader::plain(scene.play.seats()));
        let (told, _) = told.split_once('\n').unwrap();
        (scene.scores(), told.to_owned())
    };
    let each = "A misdeal: Seat 1 and Seat 2 each score 10. The same dealer deals again.".to_owned();
    assert_eq!(void("three-hand", ""), (vec![10, 10, 0], each));
    let from = "A misdeal: Seat 1 and Seat 2 each win 10 from Seat 3. The same dealer deals again.".to_owned();
    assert_eq!(void("three-hand", "three_scoring=chouette"), (vec![10, 10, -20], from));
    let tables = "A misdeal: Seat 1 and Seat 4 each score 10. The same dealers deal again.".to_owned();
    assert_eq!(void("four-hand", ""), (vec![10, 10], tables));
    let last = "A misdeal: Seat 1 scores 10.".to_owned();
    assert_eq!(void("classic", "target=10"), (vec![10 + 10 + 200, 0], last), "it ends the match: nobody deals");
}

#[test]
fn two_who_win_together_share_the_first_place() {
    use crate::words::{Narration, Reader};
    let mut scene = Scene::new("four-hand", "misdeal_bonus=true target=10", &[]);
    let mut facts = Vec::new();
    scene.play.void(Seat::FIRST, &mut facts).unwrap();
    let shared = "Seat 1 and Seat 3 share first place with Seat 2 and Seat 4.";
    assert_eq!(GinRummy::tell(&facts[1].event, &Reader::plain(4)).lines().next(), Some(shared));
    let Progress::MatchOver(standings) = scene.play.progress() else { panic!("the target is reached") };
    assert_eq!(standings.winners().count(), 2);
}

#[test]
fn the_end_of_a_match_for_three() {
    let end = |changes: &str, totals: &[i32], won: &[u32], outcome| {
        let scene = Scene::new("three-hand", changes, &[]).with(totals, won);
        let mut state = scene.play.state().clone();
        let progress = state.public.book(0, outcome, &mut Vec::new());
        let Progress::MatchOver(standings) = progress else { panic!("{progress:?}") };
        let finals: Vec<i32> = state.public.finals.unwrap().iter().copied().collect();
        (finals, standings.winners().map(|side| side.0).collect::<Vec<_>>())
    };
    let (solo, on_deck) = (Outcome::Won(seat(2), 10), Outcome::Won(seat(0), 10));
    // Both partners reach the target: the higher total wins, equal ones share.
    assert_eq!(end("", &[95, 91, 0], &[3, 2, 1], on_deck), (vec![105 + 100 + 100, 101, 0], vec![0]));
    assert_eq!(end("", &[95, 95, 0], &[3, 2, 0], on_deck), (vec![305, 105 + 100 + 75, 0], vec![0, 1]));
    assert_eq!(end("", &[0, 0, 95], &[0, 0, 4], solo), (vec![0, 0, 210 + 200 + 125], vec![2]));
    assert_eq!(end("", &[20, 0, 95], &[1, 0, 4], solo), (vec![20, 0, 105 + 100 + 125], vec![2]), "not a shutout");
    // Each loser pays: the one with a hand 100 and 125, the other 200, 105 and 125.
    let (paid, _) = end("three_scoring=chouette", &[20, -30, 85], &[1, 0, 4], solo);
    assert_eq!(paid, [10 - 225, -40 - 430, 105 + 225 + 430]);
    let (paid, _) =
        end("three_scoring=chouette line_bonus_both=true shutout_doubles_line=true", &[20, -30, 85], &[1, 0, 4], solo);
    assert_eq!(paid, [10 - 200, -40 - 555, 105 + 200 + 555]);
}

/// With the line bonus paid to both, a loser of many hands can end with more than the winner.
#[test]
fn a_loser_whose_final_score_is_higher_or_the_same_is_second() {
    let end = |totals: [i32; 2], won: [u32; 2], winner: u8| {
        let scene = Scene::new("classic", "line_bonus_both=true", &[]).with(&totals, &won);
        let mut state = scene.play.state().clone();
        let Progress::MatchOver(standings) = state.public.book(0, Outcome::Won(seat(winner), 10), &mut Vec::new())
        else {
            panic!("the target is reached")
        };
        standings.0.iter().map(|placing| (placing.side.0, placing.place, placing.score)).collect::<Vec<_>>()
    };
    assert_eq!(end([99, 99], [1, 12], 0), [(0, 1, 109 + 100 + 50), (1, 2, 99 + 300)]);
    assert_eq!(end([99, 84], [0, 6], 0), [(0, 1, 109 + 100 + 25), (1, 2, 84 + 150)]);
    assert_eq!(end([84, 99], [6, 0], 1), [(1, 1, 234), (0, 2, 234)]);
}

#[test]
fn what_happens_at_one_of_two_tables_says_at_which() {
    use crate::words::{Narration, Reader};
    let told = |scene: &Scene| -> Vec<String> {
        let names = Reader::plain(scene.play.seats());
        let lines = scene.facts.iter().map(|told| GinRummy::tell(&told.event, &names));
        lines
            .filter(|line| !line.is_empty())
            .map(|line| line.split(". ").next().unwrap_or_default().to_owned())
            .collect()
    };
    let four = || Scene::new("four-hand", "", &[]);
    assert_eq!(told(&four()), ["Round 1, table 1: Seat 2 dealt to Seat 1", "Round 1, table 2: Seat 3 dealt to Seat 4"]);
    assert_eq!(told(&four().moves("0 pass")), ["Table 1: Seat 1 passed."]);
    assert_eq!(told(&four().moves("3 pass")), ["Table 2: Seat 4 passed."]);
    let three = Scene::new("three-hand", "", &[]);
    assert_eq!(told(&three.moves("0 pass")), ["Seat 1 passed."], "where there is one table nobody asks which");
}

/// What programs read of an event, and what is shown of it, does not depend on how it is told.
#[test]
fn an_event_at_one_of_two_tables_is_still_that_event() {
    use crate::words::{Moment, Narration};
    let four = Scene::new("four-hand", "", &[]);
    for told in &four.facts {
        let json = |event| serde_json::to_value(event).unwrap();
        assert_eq!(json(&told.event), json(told.event.bare()));
    }
    assert!(matches!(four.facts[0].event, crate::gin_rummy::Event::At(_)));
    assert_eq!(GinRummy::moment(&four.facts[0].event), Moment::Deal);
}
