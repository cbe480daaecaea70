//! What the house says of its moves, against the pegs themselves; and that it plays nothing absurd.

use super::super::cards::Face;
use super::super::mover::Mover;
use super::super::plays::CardUse;
use super::super::spots::PEGS;
use super::super::state::Phase;
use super::*;
use crate::think::Thinks;
use crate::{Judging, Match};

/// The numbers in a sentence that stand by themselves.
fn numbers_of(sentence: &str) -> Vec<usize> {
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// How many steps it takes to get from one hole to another, by walking.
fn walk_to(board: &Board, from: u8, to: u8) -> usize {
    let holes = std::iter::successors(Some(from), |hole| Some((hole + 1) % board.length()));
    holes.take_while(|hole| *hole != to).count()
}

fn in_spot(peg: Peg) -> u8 {
    18 * peg.colour().number() + 3
}

/// Pegs of which the sentence speaks, in its order.
fn named(sentence: &str, seats: u8) -> Vec<Peg> {
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| Peg::all(seats).find(|peg| word == peg.to_string())).collect()
}

fn play_is_true(view: &View<'_, PegsAndJokers>, play: &CardUse, why: &str) -> bool {
    let (public, seat) = (view.public(), view.seat().unwrap());
    let mover = Mover::new(public, seat);
    let (before, after) = (&public.board, mover.play(play, &mut Log::new()).unwrap());
    let (pegs, numbers) = (named(why, public.seats()), numbers_of(why));
    let start = |colour: Seat| Peg::of(colour).filter(|peg| after.at(*peg).is_start()).count();
    let hole = |board: &Board, peg: Peg| board.at(peg).hole().unwrap();
    let left = |board: &Board, peg: Peg| walk_to(board, hole(board, peg), in_spot(peg));
    if why.contains("and wins") {
        return mover.team.iter().all(|colour| Peg::of(colour).all(|peg| after.at(peg).is_home()));
    } else if why.contains("back to start") {
        let come_out = |peg: Peg| 18 * peg.colour().number() + 8;
        let sent = pegs.iter().all(|peg| after.at(*peg).is_start() && !mover.team.contains(peg.colour()));
        return sent
            && match *pegs {
                [only] => numbers == [walk_to(before, come_out(only), hole(before, only))],
                _ => pegs.len() > 1 && numbers.is_empty(),
            };
    } else if why.contains("on its in-spot") {
        let there = hole(&after, pegs[0]) == in_spot(pegs[0]) && mover.team.contains(pegs[0].colour());
        return there && numbers == [left(before, pegs[0])];
    } else if why.contains("home") {
        let homed = Peg::of(pegs[0].colour()).filter(|peg| after.at(*peg).is_home()).count();
        let already = before.at(pegs[0]).is_home();
        return numbers == [homed, usize::from(PEGS)] && after.at(pegs[0]).is_home() && already == why.contains("up");
    } else if why.contains("brings a peg out") {
        let out = mover
            .colours
            .iter()
            .find(|colour| Peg::of(*colour).any(|peg| before.at(peg).is_start() && !after.at(peg).is_start()));
        let left = start(out.unwrap());
        return if left == 0 { why.contains("none of its colour") } else { numbers == [left] };
    }
    let told = pegs.iter().flat_map(|peg| {
        let was = before.at(*peg).hole().map(|_| left(before, *peg));
        [Some(left(&after, *peg)), was].into_iter().flatten()
    });
    let cards = why.split_once(", where ").map(|(_, cards)| cards);
    let told_numbers = numbers_of(why.split_once(", where ").map_or(why, |(first, _)| first));
    told.eq(told_numbers) && cards.is_none_or(|cards| danger_is_true(public, mover.team, &after, pegs[0], cards))
}

/// Does the sentence name exactly the cards with which an opponent could hit the peg?
fn danger_is_true(public: &super::super::Public, team: crate::SeatSet, after: &Board, peg: Peg, said: &str) -> bool {
    let mut there = public.clone();
    there.board = *after;
    let hits = |face: Face| {
        let opponents = Seat::all(public.seats()).filter(|seat| !team.contains(*seat));
        opponents.into_iter().any(|seat| {
            let mut found = false;
            let mover = Mover::new(&there, seat);
            super::super::fallback::plays(&mover, face, 5000, &mut |play| {
                let alone = !matches!(play.act, super::super::plays::Act::Two(..));
                let board = mover.play(&play, &mut Log::new()).unwrap();
                found |= alone && board.at(peg).is_start();
            });
            found
        })
    };
    let words: Vec<&str> = said.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    Face::all().all(|face| hits(face) == words.contains(&face.name()))
}

fn is_true(view: &View<'_, PegsAndJokers>, m: &Move, why: &str) -> bool {
    let (public, hand) = (view.public(), view.own().unwrap().faces());
    match *m {
        Move::Play(play) => play_is_true(view, &play, why),
        Move::Down(card, play) if card == play.face => play_is_true(view, &play, why),
        Move::Down(_, play) => {
            let (bluff, hoped) = why.split_once("; if nobody doubts it, ").unwrap();
            bluff == format!("You hold no {}", play.face.word())
                && !hand.contains(play.face)
                && play_is_true(view, &play, hoped)
        }
        Move::Drop(_) => {
            let can = hand.iter().any(|face| Mover::new(public, view.seat().unwrap()).can_play(face));
            why.starts_with("It leaves the pegs") || can == why.contains("joker")
        }
        Move::Count(_, named) => {
            let colour = named.unwrap_or(Mover::new(public, view.seat().unwrap()).colour);
            let waiting = Peg::of(colour).filter(|peg| public.board.at(*peg).is_start()).count() - 1;
            if waiting == 0 { why.contains("none of its colour") } else { numbers_of(why) == [waiting] }
        }
        Move::Send(peg) => match public.board.at(peg).hole() {
            Some(hole) => numbers_of(why) == [walk_to(&public.board, 18 * peg.colour().number() + 8, hole)],
            None => why.contains("its home"),
        },
        Move::Doubt | Move::Trust => {
            let Phase::Doubt { claim, .. } = public.phase else { return false };
            let all = if claim.face == Face::JOKER { 2 } else { 4 } * usize::from(public.options.packs(public.seats()));
            let is = |card: &Card| Face::of(*card) == claim.face;
            let open = public.discards.iter().filter(|d| matches!(d, Discard::Open(card) if is(card))).count();
            let own = view.own().unwrap();
            let seen = open + own.hand.iter().chain(&own.laid).filter(|card| is(card)).count();
            if seen == all { numbers_of(why) == [all] } else { numbers_of(why)[..2] == [seen, all] }
        }
    }
}

/// Plays a match, half of it with moves of the house and half at random, and looks at the moves that it thinks of.
fn look(options: &Options, seats: u8, n: u64, look: &mut dyn FnMut(&View<'_, PegsAndJokers>, &[Move])) {
    let mut facts = Facts::<PegsAndJokers>::new();
    let mut play = Match::start(options, seats, None, Chance::from_seed(crate::random::seed(n)), &mut facts);
    let mut dice = Chance::from_seed(crate::random::seed(n + 1000));
    for _ in 0..24 {
        let Some(seat) = play.awaiting().seats().iter().next() else { break };
        let view = play.view(Some(seat));
        look(&view, &PegsAndJokers::candidates(&view, &mut dice));
        let m = match PegsAndJokers::quick(&view, &mut dice) {
            Some(m) if dice.below(4) > 0 => m,
            _ => random_move(&view, Vec::new(), by(&mut dice)),
        };
        play.act(seat, m, &mut facts).unwrap();
    }
}

#[test]
fn every_reason_is_true_of_the_pegs() {
    let mut said = 0;
    for (n, variant) in PegsAndJokers::variants().iter().enumerate() {
        for seats in [4, 8] {
            look(&(variant.options)(), seats, n as u64, &mut |view, moves| {
                for m in moves {
                    assert!(PegsAndJokers::check(view, m).is_ok(), "{m:?} is not legal");
                    let why = PegsAndJokers::because(view, m, &Reader::plain(8)).unwrap();
                    assert!(is_true(view, m, &why), "{m:?}: {why}");
                    said += 1;
                }
            });
        }
    }
    assert!(said > 1000, "only {said}");
}

/// The house's choice in a basic game for four.
fn choice(pegs: &str, hand: &str) -> String {
    let desk = Desk::basic(pegs, hand);
    let view = View::new(&desk.state, Some(Seat::FIRST));
    PegsAndJokers::say(&PegsAndJokers::quick(&view, &mut Chance::from_seed([0; 32])).unwrap())
}

#[test]
fn the_house_plays_nothing_absurd() {
    assert_eq!(choice("a1 A1, a2 A14", "6 3 2"), "6 a1h", "into home");
    assert_eq!(choice("a1 A8, a2 B5", "8 3 2"), "8 a1", "back to the corner of its own side saves a lap");
    assert_eq!(choice("a1 A14, b1 B12, b2 A17", "3 2 4"), "3 a1", "an opponent's peg is there");
    assert_eq!(choice("", "K 4 5 6"), "K out");
    assert_eq!(choice("", "2 X 4 5"), "drop 2", "a joker is kept");
}
