//! Random play: the suite of every game, and the invariants of this one.

use proptest::prelude::*;
use serde_json::json;

use super::super::expr::{Answer, Expr, Number, Op};
use super::super::{BrainDrain, Mode, Move, Options, Public};
use super::seat;
use crate::cards::{Card, Suit};
use crate::random::{asked_seat, by, seed};
use crate::suite::{Probe, suite};
use crate::{Awaiting, Chance, Match, Progress, SeatSet, State, View};

impl Probe for BrainDrain {
    const OPENS: &[(&str, &str)] = &[
        ("", "aim|goal|how to play|how many players"),
        ("1", "card|cards"),
        ("1.2", "deal|start|setup|who goes first"),
        ("2", "answer|answers"),
        ("2.6", "notation|how to write moves|how do I type an answer"),
        ("3.4", "pass|passing"),
        ("3.7", "turn|in turns"),
        ("4", "end|finish|over|how does the game end"),
        ("4.2", "two players"),
        ("4.3", "score|scoring|points|win|how to win|winner"),
        ("6", "options|variants"),
        ("8", "examples|worked examples"),
        ("9", "strategy|tips|advice|how to play well"),
    ];
    const ASKS_WRONGLY: &str = r#"{"solve": {"values": [8, 5, 10, 3], "target": 1, "powers": LONG}}"#;

    fn cards(state: &State<Self>) -> Vec<Card> {
        let public = &state.public;
        let open = public.display.iter().chain(&public.target).chain(&public.waste).chain(public.won.iter().flatten());
        open.chain(&state.secret.stock).copied().collect()
    }

    /// What ends a target shows the next card of the stock; the outcome of an answer with the wrong cards depends
    /// on the mover's slips.
    fn reveals(view: &View<'_, Self>, m: &Move) -> bool {
        let public = view.public();
        let Some(puzzle) = public.puzzle() else { return true };
        let wrong_cards = matches!(m, Move::Solve(answer) if puzzle.cards(answer).is_err());
        let settles = matches!(m, Move::Solve(answer) if puzzle.judge(answer).is_ok() || public.seats() == 2);
        public.climb.is_some() || wrong_cards || public.open().len() == 1 || (settles && !public.sealed())
    }

    fn pick(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        Some(random_move(view.public(), chance))
    }

    /// With eight players a match has many moves alike, and solving each position looked at is expensive.
    const CARRIED: &[&str] = &["pack", "first", "totals", "turn", "window"];
    const LOOK_EVERY: usize = 53;
}

suite!(BrainDrain);

/// A pass, a random expression of the display or of something else, or a right answer if there is one.
pub(super) fn random_move(public: &Public, chance: &mut Chance) -> Move {
    let Some(puzzle) = public.puzzle() else { return Move::Pass };
    let mut values = puzzle.values.to_vec();
    chance.shuffle(&mut values);
    match chance.below(10) {
        0..=4 => return Move::Pass,
        5 => {
            let solutions = puzzle.solutions();
            let Some(text) = solutions.get(chance.below(solutions.len().max(1) as u32) as usize) else {
                return Move::Pass;
            };
            return super::read_answer(text, public);
        }
        6 => values[0] = i64::from(chance.below(99)),
        7 if public.options.omit_one => drop(values.pop()),
        _ => {}
    }
    let ops = Op::all(public.options.powers);
    let mut parts: Vec<Expr> = values.into_iter().map(|n| Expr::Number(Number::Small(n))).collect();
    while parts.len() > 1 {
        let at = chance.below(parts.len() as u32 - 1) as usize;
        let op = ops[chance.below(ops.len() as u32) as usize];
        let b = parts.remove(at + 1);
        let a = std::mem::replace(&mut parts[at], Expr::Number(Number::Small(0)));
        parts[at] = Expr::Apply(op, a.into(), b.into());
    }
    let tree = parts.swap_remove(0);
    let without_brackets = public.options.reading == super::Reading::LeftToRight;
    let answer = Answer::new(if without_brackets { tree.left_to_right() } else { tree });
    if without_brackets && answer.has_brackets() { Move::Pass } else { Move::Solve(answer) }
}

/// The invariants of the rules page that the suite does not know.
fn holds(public: &Public, before: Option<&Public>) {
    assert_eq!(
        public.stock_count() as usize
            + public.display.len()
            + usize::from(public.target.is_some())
            + public.waste.len()
            + public.won_count(),
        52
    );
    assert!(public.barred.minus(SeatSet::first(public.seats())).is_empty());
    if let Awaiting::Race(seats) | Awaiting::Sealed(seats) = public.awaiting() {
        assert!(!seats.is_empty());
    }
    if let Some(climb) = &public.climb {
        for (card, suit) in public.display.iter().zip(Suit::ALL) {
            assert_eq!(card.suit(), suit, "each pile holds only its suit");
        }
        let last = i32::from(public.options.ascent_last);
        assert!((1..=public.options.ascent_last).contains(&climb.target));
        assert!(climb.points.iter().sum::<i32>() <= last * (last + 1) / 2);
    }
    let Some(before) = before.filter(|before| before.pack == public.pack) else { return };
    assert!(public.won_count() >= before.won_count(), "what is won stays won");
    assert!(public.window >= before.window);
    if public.target != before.target && !public.over {
        assert!(public.barred.is_empty() && public.passed.is_empty(), "a new target lifts bars");
        assert_ne!(public.window, before.window, "late clicks are known as late");
    }
    if let (Some(now), Some(then)) = (&public.climb, &before.climb) {
        assert!(now.target >= then.target, "the climb does not fall");
    }
}

#[test]
fn invariants_hold_through_random_matches() {
    for n in 0..60_u64 {
        let mut chance = Chance::from_seed(seed(n));
        let mode = [Mode::Race, Mode::Sealed, Mode::Turns][n as usize % 3];
        let options = Options { mode, ascent: n.is_multiple_of(4), matches: 2, ..Options::default() };
        let seats = 2 + (n % 7) as u8;
        let mut play = Match::<BrainDrain>::start(&options, seats, None, Chance::from_seed(seed(n)), &mut Vec::new());
        holds(play.public(), None);
        let mut moves = 0;
        while !matches!(play.progress(), Progress::MatchOver(_)) {
            let who = asked_seat(play.awaiting(), by(&mut chance)).unwrap();
            let before = play.public().clone();
            let m = random_move(&before, &mut chance);
            play.act(who, m, &mut Vec::new()).unwrap();
            holds(play.public(), Some(&before));
            moves += 1;
            assert!(moves < 50_000);
        }
        if options.ascent {
            continue;
        }
        let (two, won) = (seats == 2, play.public().won_count());
        let ended_well = won == 52 || play.public().fruitless == 52 || play.public().last_maker.is_none();
        assert!(two || ended_well, "{won} cards won");
    }
}

#[test]
fn passing_alone_ends_every_match() {
    for (ascent, seats) in [(false, 2), (false, 8), (true, 3)] {
        for mode in [Mode::Race, Mode::Sealed, Mode::Turns] {
            let options = Options { ascent, mode, ..Options::default() };
            let mut play =
                Match::<BrainDrain>::start(&options, seats, Some(seat(1)), Chance::from_seed([3; 32]), &mut Vec::new());
            let mut moves = 0;
            while let Some(who) = play.awaiting().seats().iter().next() {
                play.act(who, Move::Pass, &mut Vec::new()).unwrap();
                moves += 1;
            }
            let failures = if ascent { 52 } else { 52 * i32::from(seats) };
            assert_eq!(moves, failures);
            assert!(play.scores().iter().all(|&n| n == 0));
        }
    }
}

#[test]
fn a_resigned_seat_keeps_passing() {
    let mut play =
        Match::<BrainDrain>::start(&Options::default(), 3, Some(seat(0)), Chance::from_seed([4; 32]), &mut Vec::new());
    play.resign(seat(2), &mut Vec::new()).unwrap();
    assert_eq!(play.awaiting(), Awaiting::Race(SeatSet::first(2)));
    play.resign(seat(0), &mut Vec::new()).unwrap();
    let Progress::MatchOver(standings) = play.progress() else { panic!("one is left") };
    assert_eq!(json!(standings)[0]["side"], 1);
}

proptest! {
    /// Anything may be typed: it is read or refused, and what is read reads back from its canonical text.
    #[test]
    fn no_text_breaks_the_reader(text in r"[0-9AJQKTxX*/+\-()\[\]= ^×÷·−＋５（）♥a-z]{0,70}", powers: bool, n in 0..52_usize) {
        super::reading::reads_back(&text, powers, n);
    }

    #[test]
    fn no_string_at_all_breaks_the_reader(text in r"\PC{0,80}") {
        super::reading::reads_back(&text, true, 0);
    }
}
