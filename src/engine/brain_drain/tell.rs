//! What happened, in words.

use super::expr::{Answer, Fault, LARGEST_POWER, pretty};
use super::judge::{Puzzle, Wrong};
use super::state::{Event, Failure, Move};
use crate::engine::cards::Card;
use crate::engine::words::list;
use crate::engine::{Names, Seat, Seats};

/// One short line (a result may take several); empty for what the board shows anyway.
pub(super) fn tell(event: &Event, names: &Names) -> String {
    match event {
        Event::Pack { number, of } if *of > 1 => format!("Pack {number} of {of}."),
        Event::Pack { .. } | Event::Dealt { .. } => String::new(),
        Event::Remade { stock } => format!("The waste was shuffled into a new stock of {stock} cards."),
        Event::Target { card } => format!("The next target is {}.", card.pretty()),
        Event::Passed { seat } => format!("{} passed.", names.of(*seat)),
        Event::Sent { seat } => format!("{} has answered.", names.of(*seat)),
        Event::Kept { sent: Move::Pass, .. } => "Your pass is in.".to_owned(),
        Event::Kept { sent: Move::Solve(answer), .. } => {
            format!("Your answer is in: {}.", answer.pretty())
        }
        Event::Slip { answer, wrong, .. } => {
            format!("{}: {}. This slip costs nothing: you may answer again.", answer.pretty(), why(answer, wrong, None))
        }
        Event::Erred(failure) => erred(failure, names),
        Event::Wrong(failure) => told_wrong(failure, names),
        Event::Made { seat, answer, puzzle, points, .. } => made(names.of(*seat), answer, puzzle, *points),
        Event::Missed { puzzle, skipped, .. } => missed(puzzle, *skipped),
        Event::Turned { card } => format!("{} was turned.", card.pretty()),
        Event::Last { to, cards } => {
            let cards: Vec<String> = cards.iter().map(|card| Card::pretty(*card)).collect();
            let to = to.map_or("nobody, for nobody made an equation", |to| names.of(to));
            format!("The last cards, {}, go to {to}.", cards.join(" "))
        }
        Event::Stopped => "52 times in a row nobody has made a target: the pack ends here.".to_owned(),
        Event::PackOver { scores, totals, last } => pack_over(scores, totals, *last, names),
    }
}

/// A wrong answer as everybody hears of it: `Ada: 8+5+10+3 = 26, not 1. Ada is out for this target.`
fn erred(failure: &Failure, names: &Names) -> String {
    let Failure { seat, answer, puzzle, wrong, to, climb, .. } = failure;
    let (name, why) = (names.of(*seat), why(answer, wrong, Some(puzzle)));
    let then = match to {
        Some(to) => format!("The card goes to {}.{}", names.of(*to), possible(puzzle)),
        None if *climb => format!("A failed try: whoever makes {0} now scores {0}.", puzzle.target),
        None => format!("{name} is out for this target."),
    };
    format!("{name}: {why}. {then}")
}

/// The same to its sender, and what that means for him.
fn told_wrong(failure: &Failure, names: &Names) -> String {
    let Failure { answer, puzzle, wrong, to, climb, .. } = failure;
    let then = match to {
        Some(to) => format!("The card goes to {}.", names.of(*to)),
        None if *climb => "That was your try.".to_owned(),
        None => "You are in again at the next target.".to_owned(),
    };
    format!("Wrong: {}. {then}", why(answer, wrong, Some(puzzle)))
}

/// `(8+5)/(10+3) = 1. Also possible: 3 other ways.`
fn made(name: &str, answer: &Answer, puzzle: &Puzzle, points: Option<i32>) -> String {
    let others = puzzle.solutions().len().saturating_sub(1);
    let also = match others {
        0 => "It is the only way.".to_owned(),
        1 => "Also possible: 1 other way.".to_owned(),
        n => format!("Also possible: {n} other ways."),
    };
    let scores = match points {
        None => String::new(),
        Some(0) => " Nobody had failed at it, so it scores nothing.".to_owned(),
        Some(n) => format!(" {name} scores {n}."),
    };
    format!("{name}: {} = {}.{scores} {also}", answer.pretty(), puzzle.target)
}

fn missed(puzzle: &Puzzle, skipped: bool) -> String {
    let target = puzzle.target;
    if skipped {
        return format!("{target} cannot be made and is skipped.");
    }
    format!("Nobody made {target}.{}", possible(puzzle))
}

/// What would have been right, once a target is over.
fn possible(puzzle: &Puzzle) -> String {
    match puzzle.solutions().first() {
        Some(shortest) => format!(" One way was {}.", pretty(shortest)),
        None => " It could not be made.".to_owned(),
    }
}

/// What is wrong, such as `7/2 leaves a remainder when it is made`. The target is named where it has been tried for.
fn why(answer: &Answer, wrong: &Wrong, tried: Option<&Puzzle>) -> String {
    match wrong {
        Wrong::Cards { missing, foreign } => wrong_cards(answer, missing, foreign, tried),
        Wrong::Value(value) => {
            let target = tried.map_or(0, |puzzle| puzzle.target);
            format!("{} = {}, not {target}", answer.pretty(), signed(*value))
        }
        Wrong::Fault(fault) => format!("{}: {}", answer.pretty(), why_fault(*fault)),
    }
}

fn wrong_cards(answer: &Answer, missing: &[i64], foreign: &[String], tried: Option<&Puzzle>) -> String {
    let are = |numbers: &[String]| {
        let names: Vec<&str> = numbers.iter().map(String::as_str).collect();
        format!("{} {}", list(&names), if numbers.len() == 1 { "is" } else { "are" })
    };
    let mut said = Vec::new();
    if !foreign.is_empty() {
        said.push(format!("{} not on the display, or used too often", are(foreign)));
    }
    if !missing.is_empty() {
        let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
        said.push(format!("{} not used", are(&missing)));
    }
    let said = said.join("; ");
    if tried.is_some() { format!("{} has the wrong cards ({said})", answer.pretty()) } else { said }
}

fn why_fault(fault: Fault) -> String {
    match fault {
        Fault::Remainder(a, b) => {
            format!(
                "{}/{} leaves a remainder, and every division must come out even when it is made",
                signed(a),
                signed(b)
            )
        }
        Fault::ByNought(a) => format!("{} is divided by 0", signed(a)),
        Fault::Negative(n) => format!("{} on the way is below 0, which this table does not allow", signed(n)),
        Fault::Power(0, 0) => "0^0 is not allowed".to_owned(),
        Fault::Power(a, b) if b < 0 => format!("{}^{} has an exponent below 0", signed(a), signed(b)),
        Fault::Power(a, b) => format!("{}^{b} is beyond {LARGEST_POWER}", signed(a)),
        Fault::TooLarge => "the numbers grow too large".to_owned(),
    }
}

fn signed(n: i64) -> String {
    if n < 0 { format!("(−{})", n.unsigned_abs()) } else { n.to_string() }
}

fn pack_over(scores: &Seats<i32>, totals: &Seats<i32>, last: bool, names: &Names) -> String {
    let scored = |of: &Seats<i32>| {
        let mut seats: Vec<(Seat, i32)> = of.enumerate().map(|(seat, &n)| (seat, n)).collect();
        seats.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let said: Vec<String> = seats.iter().map(|(seat, n)| format!("{} {n}", names.of(*seat))).collect();
        said.join(", ")
    };
    let over = if last { "The match is over" } else { "The pack is over" };
    if scores == totals {
        format!("{over}: {}.", scored(totals))
    } else {
        format!("{over}. This pack: {}.\nIn all: {}.", scored(scores), scored(totals))
    }
}
