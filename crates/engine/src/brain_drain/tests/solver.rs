//! The solver against brute force, and what it treats as the same solution.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::expr::{Answer, Expr, Number, Op};
use super::super::judge::Puzzle;
use super::super::options::{Means, Reading, Scheme};
use super::super::read::{Glossary, answer};
use super::super::solve::{Form, reachable, targets};
use super::USUAL;

/// Every multiset of four numbers from 1 to `largest`.
fn multisets(largest: i64) -> Vec<[i64; 4]> {
    let mut all = Vec::new();
    for a in 1..=largest {
        for b in a..=largest {
            for c in b..=largest {
                all.extend((c..=largest).map(|d| [a, b, c, d]));
            }
        }
    }
    all
}

/// Replaces two numbers by each of their results until one is left: shares no code with the solver.
fn brute(numbers: &[i64], limits: Means, reached: &mut [bool; 101]) {
    if let [last @ 1..=100] = numbers {
        reached[*last as usize] = true;
    }
    for i in 0..numbers.len() {
        for j in (0..numbers.len()).filter(|j| *j != i) {
            let (a, b) = (numbers[i], numbers[j]);
            let mut results = vec![a + b, a - b, a * b];
            if b != 0 && a % b == 0 {
                results.push(a / b);
            }
            if limits.powers && b >= 0 && !(a == 0 && b == 0) {
                let power = (0..b.min(64))
                    .try_fold(1_i128, |r, _| Some(r * i128::from(a)).filter(|r| r.abs() <= 1_000_000_000));
                let unit = a.abs() <= 1;
                results.extend(match power {
                    _ if unit && b > 64 => Some(if a == -1 && b % 2 == 1 { -1 } else { a.abs() }),
                    power => power.map(|p| p as i64),
                });
            }
            for result in results.into_iter().filter(|r| limits.allow_negative || *r >= 0) {
                let mut rest: Vec<i64> =
                    (0..numbers.len()).filter(|k| *k != i && *k != j).map(|k| numbers[k]).collect();
                rest.push(result);
                brute(&rest, limits, reached);
            }
        }
    }
}

fn brute_targets(values: [i64; 4], limits: Means) -> Vec<i64> {
    let mut reached = [false; 101];
    brute(&values, limits, &mut reached);
    if limits.omit_one {
        for out in 0..4 {
            let three: Vec<i64> = (0..4).filter(|i| *i != out).map(|i| values[i]).collect();
            brute(&three, limits, &mut reached);
        }
    }
    (1..=100).filter(|n| reached[*n as usize]).collect()
}

#[test]
fn every_display_of_1_to_13_reaches_what_brute_force_reaches() {
    for values in multisets(13) {
        assert_eq!(targets(&values, USUAL), brute_targets(values, USUAL), "{values:?}");
    }
}

#[test]
fn options_reach_what_brute_force_reaches() {
    for limits in [
        Means { allow_negative: false, ..USUAL },
        Means { omit_one: true, ..USUAL },
        Means { powers: true, ..USUAL },
        Means { powers: true, omit_one: true, allow_negative: false, ..USUAL },
    ] {
        for values in multisets(13).into_iter().step_by(17) {
            assert_eq!(targets(&values, limits), brute_targets(values, limits), "{values:?} {limits:?}");
        }
    }
}

/// Chains without brackets, each number of a permutation in turn.
fn brute_chains(rest: &[i64], so_far: i64, reached: &mut BTreeSet<i64>) {
    if rest.is_empty() {
        reached.insert(so_far);
    }
    for i in 0..rest.len() {
        let mut left = rest.to_vec();
        let b = left.remove(i);
        let exact = if so_far % b == 0 { so_far / b } else { so_far * b };
        for result in [so_far + b, so_far - b, so_far * b, exact] {
            brute_chains(&left, result, reached);
        }
    }
}

#[test]
fn left_to_right_reaches_what_chains_reach_and_either_reaches_both() {
    let left = Means { reading: Reading::LeftToRight, ..USUAL };
    let either = Means { reading: Reading::Either, ..USUAL };
    for values in multisets(10).into_iter().step_by(3) {
        let mut reached = BTreeSet::new();
        for i in 0..4 {
            let mut rest = values.to_vec();
            let start = rest.remove(i);
            brute_chains(&rest, start, &mut reached);
        }
        let chains: Vec<i64> = reached.into_iter().filter(|n| (1..=100).contains(n)).collect();
        assert_eq!(targets(&values, left), chains, "{values:?}");
        assert_eq!(reachable(&values, either), reachable(&values, left) | reachable(&values, USUAL));
    }
}

fn read(text: &str, limits: Means) -> Answer {
    answer(text, &Glossary { scheme: Scheme::Base, limits, display: &[], target_card: None, target: 0 }).unwrap()
}

#[test]
fn every_solution_is_canonical_and_right_and_there_is_one_for_each_target_that_can_be_made() {
    let plain = [USUAL, Means { allow_negative: false, ..USUAL }, Means { omit_one: true, powers: true, ..USUAL }];
    let readings = [Reading::LeftToRight, Reading::Either].map(|reading| Means { reading, ..USUAL });
    for limits in plain.into_iter().chain(readings) {
        for (i, values) in multisets(13).into_iter().enumerate().step_by(47) {
            let target = i as i64 % 13 + 1;
            let puzzle = Puzzle { values, target, limits };
            let solutions = puzzle.solutions();
            assert_eq!(!solutions.is_empty(), puzzle.can_be_made(), "{puzzle:?}");
            assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), solutions.len(), "{solutions:?}");
            for text in &solutions {
                let answer = read(text, limits);
                assert_eq!(answer.text(), text);
                assert_eq!(puzzle.judge(&answer), Ok(()), "{text} {puzzle:?}");
            }
        }
    }
}

fn form(expr: &Expr) -> Form {
    match expr {
        Expr::Number(Number::Small(n)) => Form::Number(*n),
        Expr::Number(Number::Large(_)) => unreachable!("small numbers only"),
        Expr::Apply(op, a, b) => Form::join(*op, &form(a), &form(b)),
    }
}

#[test]
fn what_is_the_same_solution() {
    let free = Means { powers: true, ..USUAL };
    let same = |a, b| form(read(a, free).expr()) == form(read(b, free).expr());
    for (a, b) in
        [("1-(2-3)", "1-2+3"), ("3+1-2", "1-(2-3)"), ("4/(2/3)", "4*3/2"), ("3/2*4", "4/(2/3)"), ("2*3+4", "4+3*2")]
    {
        assert!(same(a, b), "{a} {b}");
    }
    for (a, b) in
        [("2*3+2*4", "2*(3+4)"), ("8*1", "8/1"), ("(1-2)*(3-4)", "(2-1)*(4-3)"), ("2^3", "3^2"), ("(2^3)^4", "2^(3^4)")]
    {
        assert!(!same(a, b), "{a} {b}");
    }
}

#[test]
fn solutions_by_hand() {
    let solutions = |values, target| Puzzle { values, target, limits: USUAL }.solutions();
    assert_eq!(solutions([1, 1, 1, 1], 4), ["1+1+1+1", "(1+1)*(1+1)"]);
    assert_eq!(solutions([8, 5, 10, 3], 1).first().map(String::as_str), Some("8*5/10-3"));
    assert!(solutions([8, 5, 10, 3], 1).contains(&"(8+5)/(10+3)".to_owned()));
    assert_eq!(solutions([13, 13, 13, 13], 12), ["(13*13-13)/13"]);
}

/// Trees over the numbers 1 to 13, sensible or not.
fn trees() -> impl Strategy<Value = Expr> {
    let leaf = (1_i64..14).prop_map(|n| Expr::Number(Number::Small(n)));
    let op = prop_oneof![Just(Op::Add), Just(Op::Sub), Just(Op::Mul), Just(Op::Div)];
    leaf.prop_recursive(4, 16, 2, move |inner| {
        (op.clone(), inner.clone(), inner).prop_map(|(op, a, b)| Expr::Apply(op, a.into(), b.into()))
    })
}

/// One rewriting by commuting or associating at the root, if it applies.
fn rewrite(expr: Expr, which: u8) -> Expr {
    use Op::{Add, Div, Mul, Sub};
    let Expr::Apply(op, a, b) = expr else { return expr };
    match (which % 4, op, *a, *b) {
        (0, Add | Mul, a, b) => Expr::Apply(op, b.into(), a.into()),
        (1, Add | Sub | Mul | Div, a, Expr::Apply(inner, b, c)) if inner.closeness() == op.closeness() => {
            let (plus, minus) = if op.closeness() == 1 { (Add, Sub) } else { (Mul, Div) };
            let last = if (op == minus) == (inner == minus) { plus } else { minus };
            Expr::Apply(last, Expr::Apply(op, a.into(), b).into(), c)
        }
        (2, op, a, b) => Expr::Apply(op, rewrite(a, which / 4).into(), b.into()),
        (_, op, a, b) => Expr::Apply(op, a.into(), rewrite(b, which / 4).into()),
    }
}

proptest! {
    #[test]
    fn commuting_and_associating_keep_the_form(tree in trees(), path in prop::collection::vec(any::<u8>(), 1..8)) {
        let kept = form(&tree);
        let other = path.into_iter().fold(tree, rewrite);
        prop_assert!(form(&other) == kept, "{other}");
    }

    #[test]
    fn the_order_of_the_cards_does_not_matter(mut values: [u8; 4], places in Just([0, 1, 2, 3]).prop_shuffle()) {
        values.iter_mut().for_each(|v| *v = *v % 13 + 1);
        let lie = |order: [usize; 4]| order.map(|i| i64::from(values[i]));
        prop_assert_eq!(reachable(&lie([0, 1, 2, 3]), USUAL), reachable(&lie(places), USUAL));
    }
}
