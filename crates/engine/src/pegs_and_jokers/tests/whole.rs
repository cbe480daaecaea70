//! The listing checked against every move that could be written, and invariants over whole matches.

use std::collections::BTreeSet;

use super::super::plays::{Act, CardUse, Part, Source, Way};
use super::super::spots::{Log, PEGS, Peg, Spot};
use super::super::{Event, Face, Move, PegsAndJokers, Phase};
use super::{Options, variant};
use crate::random::{by, random_move};
use crate::{Chance, Choosing, Facts, Judging, Match, Notation, Progress, Reader, Seat, View};

/// Every play that could be written for a card: all pegs, steps, ways, pairs and holes.
fn writable(face: Face, seats: u8, wide: bool) -> Vec<CardUse> {
    let mut acts = Vec::new();
    let named = || std::iter::once(None).chain(Seat::all(seats).map(Some));
    acts.extend(named().map(Act::Out));
    let ways = [Way::Only, Way::Home, Way::Main];
    let parts: Vec<Part> = Peg::all(seats)
        .flat_map(|peg| (-11..=11).flat_map(move |steps| ways.map(|way| Part { peg, steps, way })))
        .collect();
    acts.extend(parts.iter().map(|part| Act::One(*part)));
    for hole in 0..seats * 18 {
        acts.extend(named().map(|colour| Act::Jump(Source::Start(colour), hole)));
        acts.extend(Peg::all(seats).map(|peg| Act::Jump(Source::Peg(peg), hole)));
    }
    for one in Peg::all(seats) {
        acts.extend(Peg::all(seats).map(|two| Act::Swap(one, two)));
    }
    if wide {
        for first in &parts {
            acts.extend(parts.iter().filter(|p| p.steps.abs() < 10).map(|second| Act::Two(*first, *second)));
        }
    }
    acts.into_iter().map(|act| CardUse { face, act }).collect()
}

fn listed(view: &View<'_, PegsAndJokers>, so_far: &mut Vec<super::super::Step>, out: &mut BTreeSet<String>) {
    let next = PegsAndJokers::choices(view, so_far);
    if let Some(m) = next.done {
        assert!(out.insert(PegsAndJokers::say(&m)), "{m:?} is listed twice");
    }
    for step in next.steps {
        so_far.push(step);
        listed(view, so_far, out);
        so_far.pop();
    }
}

/// A crowded random position: some pegs anywhere, no two in one hole.
fn crowd(desk: &mut super::Desk, seats: u8, dice: &mut Chance) {
    for peg in Peg::all(seats) {
        let board = &desk.state.public.board;
        let spot = match dice.below(4) {
            0 => Spot::START,
            1 => Spot::home(1 + dice.below(5) as u8),
            _ => Spot::track(dice.below(u32::from(board.length())) as u8),
        };
        let taken = spot.hole().is_some_and(|hole| board.on(hole).is_some())
            || spot.is_home() && Peg::of(peg.colour()).any(|own| board.at(own) == spot);
        if !taken {
            desk.state.public.board.place(peg, spot, false, &mut Log::new());
        }
    }
}

#[test]
fn what_is_listed_is_exactly_what_could_be_written_and_is_legal() {
    let mut dice = Chance::from_seed([17; 32]);
    for (id, wide) in [
        ("basic", true),
        ("arizona", false),
        ("north-carolina", false),
        ("wizard", false),
        ("alaska", false),
        ("kilpatrick", false),
    ] {
        for round in 0..2 {
            let mut desk = super::Desk::of(variant(id), "", "A 2 3 7 8 9 10 K X");
            crowd(&mut desk, 4, &mut dice);
            let view = desk.view();
            let mut all = BTreeSet::new();
            listed(&view, &mut Vec::new(), &mut all);
            let plays: BTreeSet<String> = view
                .own()
                .expect("a hand")
                .faces()
                .iter()
                .flat_map(|face| writable(face, 4, wide && face == Face::SEVEN && round == 0))
                .map(Move::Play)
                .filter(|m| PegsAndJokers::check(&view, m).is_ok())
                .map(|m| PegsAndJokers::say(&m))
                .collect();
            let missing: Vec<&String> = plays.difference(&all).collect();
            assert!(missing.is_empty(), "{id}: legal but not listed: {missing:?}");
            let whole = |text: &&String| wide && round == 0 || text.split(' ').count() < 3;
            let extra: Vec<&String> = all.difference(&plays).filter(whole).filter(|t| !t.starts_with("drop")).collect();
            assert!(extra.is_empty(), "{id}: listed but not legal: {extra:?}");
        }
    }
}

/// Splits counted once by playing every pair of parts from the rules alone, whatever the order they are written in.
#[test]
fn splits_reach_exactly_the_positions_that_two_single_moves_reach() {
    let mut dice = Chance::from_seed([23; 32]);
    for round in 0..12 {
        let mut desk = super::Desk::of(variant("arizona"), "", "7");
        crowd(&mut desk, 4, &mut dice);
        let view = desk.view();
        let mut all = BTreeSet::new();
        listed(&view, &mut Vec::new(), &mut all);
        let mut reached = BTreeSet::new();
        let mut pairs = BTreeSet::new();
        let places = |board: &super::Board| Peg::all(4).map(|p| board.at(p).name(p.colour())).collect::<Vec<_>>();
        for text in all.iter().filter(|t| t.split(' ').count() == 3) {
            let Ok(Move::Play(play)) = PegsAndJokers::read(&view, text, &Reader::plain(8)) else { panic!("{text}") };
            let mover = super::super::mover::Mover::new(view.public(), Seat::FIRST);
            let after = places(&mover.play(&play, &mut Log::new()).expect("legal"));
            let mut parts: Vec<&str> = text.split(' ').map(|part| part.trim_end_matches(['h', 'm'])).collect();
            parts.sort_unstable();
            assert!(pairs.insert((parts.join(" "), after.clone())), "{text} comes to the same as another order");
            reached.insert(after);
        }
        let mut expected = BTreeSet::new();
        for k in 1..=6u8 {
            for (p, after) in singles(desk.board(), k) {
                for (q, end) in singles(&after, 7 - k) {
                    if p != q {
                        expected.insert(places(&end));
                    }
                }
            }
        }
        assert_eq!(reached, expected, "round {round}");
    }
}

/// Every position after moving one peg of the first team by this many steps, each step walked singly.
fn singles(board: &super::Board, steps: u8) -> Vec<(Peg, super::Board)> {
    let team = super::super::mover::team_of(Seat::FIRST, 4);
    let mut out = Vec::new();
    for peg in Peg::all(4).filter(|p| team.contains(p.colour())) {
        for home in [false, true] {
            let Some(end) = walk(board, peg, steps, home) else { continue };
            let mut after = *board;
            if after.go(peg, end, team, &mut Log::new()).is_ok() {
                out.push((peg, after));
            }
        }
    }
    out
}

fn walk(board: &super::Board, peg: Peg, steps: u8, home: bool) -> Option<Spot> {
    let mut spot = board.at(peg);
    if spot.is_start() || spot.is_home() && !home {
        return None;
    }
    for _ in 0..steps {
        spot = match spot.home_number() {
            Some(n) => (n < PEGS).then(|| Spot::home(n + 1))?,
            None if home && spot.hole() == Some(super::Board::in_spot(peg.colour())) => Spot::home(1),
            None => Spot::track((spot.hole()? + 1) % board.length()),
        };
        if Peg::of(peg.colour()).any(|own| own != peg && board.at(own) == spot) {
            return None;
        }
    }
    (spot.is_home() == home).then_some(spot)
}

#[test]
fn random_matches_keep_the_invariants_of_the_page() {
    for (id, seats) in [("basic", 4), ("arizona", 6), ("kilpatrick", 8), ("north-carolina", 4)] {
        // A joker that may take a peg out of its home is the exception.
        let options = Options { joker_from_home: false, ..variant(id) };
        let mut dice = Chance::from_seed([31; 32]);
        let mut facts = Facts::<PegsAndJokers>::new();
        let mut play = Match::<PegsAndJokers>::start(&options, seats, None, Chance::from_seed([5; 32]), &mut facts);
        let mut homed = [0, 0];
        for _ in 0..600 {
            if matches!(play.progress(), Progress::MatchOver(_)) {
                break;
            }
            let seat = play.public().asked();
            let m = random_move(&play.view(Some(seat)), Vec::new(), by(&mut dice));
            let before = play.public().board;
            facts.clear();
            play.act(seat, m, &mut facts).expect("legal");
            let public = play.public();
            check_board(&public.board);
            check_moved(&before, &facts, seat);
            let now: Vec<i32> = public.scores().iter().copied().collect();
            assert!(now[0] >= homed[0] && now[1] >= homed[1], "pegs at home stay there");
            homed = [now[0], now[1]];
            assert_eq!(public.phase, Phase::Turn);
            for other in Seat::all(seats) {
                let drawn = options.draw == super::super::options::Draw::First && other == public.turn;
                let over = matches!(play.progress(), Progress::MatchOver(_));
                let held = play.view(Some(other)).own().expect("a hand").hand.len();
                assert!(over || held == usize::from(options.hand) + usize::from(drawn), "{id}: {held} cards");
            }
        }
    }
}

fn check_board(board: &super::Board) {
    let mut seen = BTreeSet::new();
    for peg in Peg::all(board.seats()) {
        let spot = board.at(peg);
        if !spot.is_start() {
            assert!(seen.insert(spot.name(peg.colour())), "two pegs in {}", spot.name(peg.colour()));
        }
        if let Some(hole) = spot.hole() {
            assert_eq!(board.on(hole), Some(peg));
        }
    }
    let standing = (0..board.length()).filter(|&hole| board.on(hole).is_some()).count();
    assert_eq!(standing, Peg::all(board.seats()).filter(|&p| board.at(p).hole().is_some()).count());
}

/// Pegs at home never leave it or go back; a peg that is newly in start was pushed there.
fn check_moved(before: &super::Board, facts: &Facts<PegsAndJokers>, player: Seat) {
    for told in facts {
        let Event::Played { moved, .. } = &told.event else { continue };
        for change in moved {
            if let Some(n) = before.at(change.peg).home_number() {
                assert!(change.to.home_number().is_some_and(|to| to > n));
            }
            if change.to.is_start() {
                assert!(change.pushed && change.peg.colour().number() % 2 != player.number() % 2);
            }
        }
    }
}
