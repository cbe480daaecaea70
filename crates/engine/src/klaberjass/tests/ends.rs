//! How hands are carried over and matches end, played out hand by hand.

use super::super::moves::legal;
use super::super::options::Options;
use super::examples::FULL_DEAL;
use super::{Event, Klaberjass, Match, N, Table, d};
use crate::chance::Chance;
use crate::game::Progress;
use crate::seats::{Seat, Seats};

fn begun(options: &Options, scores: [i32; 2]) -> Match<Klaberjass> {
    let play = Match::<Klaberjass>::start(options, 2, Some(N), Chance::from_seed([4; 32]), &mut Vec::new());
    let mut state = play.state().clone();
    state.public.scores = Seats::of(2, |seat| scores[seat.index()]);
    play.with_state(state)
}

/// Plays the first legal move of the seat on turn, so the non-dealer takes. Returns what it told.
fn step(play: &mut Match<Klaberjass>) -> Vec<Event> {
    let seat = play.awaiting().seats().iter().next().expect("somebody is on turn");
    let m = legal(&play.view(Some(seat)))[0];
    let mut facts = Vec::new();
    play.act(seat, m, &mut facts).expect("it was listed");
    facts.into_iter().map(|told| told.event).collect()
}

/// Plays on until only the reply to the lead of this trick is missing.
fn before_trick(play: &mut Match<Klaberjass>, number: usize) {
    while play.public().tricks.len() + 1 < number || play.public().lead.is_none() {
        step(play);
    }
}

/// Plays the hand out so that it comes to these totals: the points of its tricks are made to fit.
fn hand_of(mut play: Match<Klaberjass>, totals: [i32; 2]) -> Match<Klaberjass> {
    before_trick(&mut play, 9);
    let settled = |event| if let Event::Scored(settled) = event { Some(settled.totals) } else { None };
    let would = step(&mut play.clone()).into_iter().find_map(settled).expect("the hand is over");
    let mut state = play.state().clone();
    for seat in Seat::all(2) {
        state.public.counts[seat].tricks += totals[seat.index()] - would[seat];
    }
    let mut play = play.with_state(state);
    let came_to = step(&mut play).into_iter().find_map(settled).expect("the hand is over");
    assert_eq!(came_to.iter().copied().collect::<Vec<_>>(), totals);
    play
}

fn scores(play: &Match<Klaberjass>) -> Vec<i32> {
    play.scores().iter().copied().collect()
}

fn winners(play: &Match<Klaberjass>) -> Option<Vec<u8>> {
    match play.progress() {
        Progress::MatchOver(standings) => Some(standings.winners().map(|side| side.0).collect()),
        _ => None,
    }
}

#[test]
fn a_tied_hand_goes_to_the_higher_total_of_the_next_one() {
    let tied = hand_of(begun(&Options::default(), [0, 0]), [60, 60]);
    assert_eq!((scores(&tied), tied.public().pot, tied.public().hand), (vec![0, 0], 120, 2));
    let taken = hand_of(tied.clone(), [40, 70]);
    assert_eq!((scores(&taken), taken.public().pot), (vec![40, 70 + 120], 0), "the other player makes 70");
    let again = hand_of(tied, [30, 30]);
    assert_eq!((scores(&again), again.public().pot), (vec![0, 0], 180), "repeated ties add up");
    let taken = hand_of(again, [50, 40]);
    assert_eq!(scores(&taken), [50 + 180, 40]);
}

#[test]
fn of_two_who_reach_the_target_the_higher_total_wins() {
    let options = Options { target: 100, ..Options::default() };
    let over = hand_of(begun(&options, [90, 95]), [50, 40]);
    assert_eq!((scores(&over), winners(&over)), (vec![140, 135], Some(vec![0])));
}

#[test]
fn equal_totals_at_the_target_play_another_hand() {
    let options = Options { target: 100, ..Options::default() };
    let equal = hand_of(begun(&options, [50, 60]), [60, 50]);
    assert_eq!((scores(&equal), winners(&equal), equal.public().hand), (vec![110, 110], None, 2));
    let over = hand_of(equal, [30, 60]);
    assert_eq!((scores(&over), winners(&over)), (vec![140, 170], Some(vec![1])));
}

#[test]
fn who_claims_out_plays_on_while_the_totals_are_equal() {
    let options = Options { claim_out: true, ..Options::default() };
    let mut play = begun(&options, [0, 0]);
    before_trick(&mut play, 4);
    let after = {
        let mut after = play.clone();
        step(&mut after);
        [N, d()].map(|seat| after.public().total(seat))
    };
    assert_ne!(after[0], after[1], "so that the scores must differ to be equal");
    let at = |more: i32| {
        let mut state = play.state().clone();
        state.public.scores = Seats::of(2, |seat| 500 - after[seat.index()]);
        state.public.scores[N] += more;
        let mut play = play.with_state(state);
        step(&mut play);
        play
    };
    assert_eq!(winners(&at(1)), Some(vec![0]), "501 to 500");
    let mut equal = at(0);
    assert_eq!((winners(&equal), equal.public().tricks.len()), (None, 4), "500 each");
    while winners(&equal).is_none() && equal.public().tricks.len() < 8 {
        step(&mut equal);
    }
    let end = scores(&equal);
    assert!(winners(&equal).is_some() && end[0] != end[1], "the next trick that counts decides: {end:?}");
}

#[test]
fn the_next_hand_begins_with_nothing_of_the_one_before() {
    let mut table = Table::new("standard", &[], &[FULL_DEAL]);
    let fresh = table.public();
    table.moves("take, meld, dix meld, play JH, play AH");
    let played = table.public();
    for used in ["exchange", "bottom", "declared", "said", "melds", "tricks", "counts", "trump", "maker"] {
        assert_ne!(played[used], fresh[used], "{used}");
    }
    while table.play.status().hand == 1 {
        let first = table.legal().swap_remove(0);
        table.moves(&first);
    }
    let mut next = table.public();
    // Who deals, the scores and the card turned up are of this hand.
    for own in ["hand", "nondealer", "turn", "scores", "turn_up"] {
        next[own] = fresh[own].clone();
    }
    assert_eq!(next, fresh);
}
