//! What happened, in words.

use super::BrainDrain;
use super::event::{Event, Failure};
use super::expr::{Answer, Fault, LARGEST_POWER, pretty};
use super::judge::{Puzzle, Wrong};
use super::moves::Move;
use super::options::{Options, Scheme, Score};
use super::state::Public;
use crate::cards::Card;
use crate::english::list;
use crate::{Language, Moment, Narration, Reader, Seat, Seats, figure};

impl Narration for BrainDrain {
    fn name_of_a_deal(_: &Public, Language::English: Language) -> &'static str {
        "pack"
    }

    fn house_rules(options: &Options, Language::English: Language) -> String {
        [options.answer_rules(), options.course_rules(), options.standing_rules()].concat().join(" · ")
    }

    fn what_counts(options: &Options, Language::English: Language) -> String {
        let courts = match options.values {
            Scheme::Base => "A jack, queen or king counts 1",
            Scheme::High => "A jack counts 11, a queen 12, a king 13",
            Scheme::Suit => "A jack, queen or king counts by its suit: spades 1, hearts 2, clubs 3, diamonds 4",
        };
        let scores = match options.score {
            _ if options.ascent => "A number made scores once somebody has failed at it.",
            Score::Cards => "A target made scores 1.",
            Score::Face => "A target made scores what it counts.",
        };
        format!("{courts}; an ace counts 1, any other card its number.\n{scores}")
    }

    /// Empty for what the board shows anyway.
    fn tell(event: &Event, reader: &Reader) -> String {
        let Language::English = reader.language;
        match event {
            Event::Pack { number, of } if *of > 1 => format!("Pack {number} of {of}."),
            Event::Pack { .. } | Event::Dealt { .. } => String::new(),
            Event::Remade { stock } => format!("The waste was shuffled into a new stock of {stock} cards."),
            Event::Target { card } => format!("The next target is {}.", card.pretty()),
            Event::Passed { seat, worth: None } => format!("{} passed.", reader.name(*seat)),
            Event::Passed { seat, worth: Some(worth) } => {
                format!("{} passed: {}.", reader.name(*seat), scores_now(*worth))
            }
            Event::Late { seat, answer } => {
                format!("{}'s answer, {}, came later and does not count.", reader.name(*seat), answer.pretty())
            }
            Event::Sent { seat } => format!("{} has decided.", reader.name(*seat)),
            Event::Kept { sent: Move::Pass, .. } => "Your pass is in.".to_owned(),
            Event::Kept { sent: Move::Solve(answer), .. } => {
                format!("Your answer is in: {}.", answer.pretty())
            }
            Event::Slip { answer, wrong, puzzle, left, .. } => {
                let (why, left) = (why(answer, wrong, puzzle), forgiven(*left));
                format!("{why}. This slip costs nothing: you may answer again. {left}")
            }
            Event::Erred(failure) => erred(failure, reader),
            Event::Wrong(failure) => told_wrong(failure, reader),
            Event::Made { seat, answer, puzzle, points, .. } => made(reader.name(*seat), answer, puzzle, *points),
            Event::Missed { puzzle, skipped, laid } => missed(puzzle, *skipped, laid.stays),
            Event::Turned { card } => format!("{} was turned.", card.pretty()),
            Event::Last { to, cards } => {
                let cards: Vec<String> = cards.iter().map(|card| Card::pretty(*card)).collect();
                let to = to.map_or("nobody, for nobody made an equation", |to| reader.name(to));
                format!("The last cards, {}, go to {to}.", cards.join(" "))
            }
            Event::Stopped => "52 times in a row nobody has made what was asked: the pack ends here.".to_owned(),
            Event::PackOver { scores, totals, last } => pack_over(scores, totals, *last, reader),
        }
    }

    fn moment(event: &Event) -> Moment {
        match event {
            Event::Pack { of: 2.., .. } => Moment::Deal,
            Event::PackOver { .. } => Moment::Result,
            Event::Pack { .. } | Event::Dealt { .. } => Moment::Silent,
            Event::Remade { .. }
            | Event::Target { .. }
            | Event::Passed { .. }
            | Event::Sent { .. }
            | Event::Late { .. }
            | Event::Kept { .. }
            | Event::Slip { .. }
            | Event::Wrong(_)
            | Event::Erred(_)
            | Event::Made { .. }
            | Event::Missed { .. }
            | Event::Turned { .. }
            | Event::Last { .. }
            | Event::Stopped => Moment::Passing,
        }
    }
}

/// A wrong answer as everybody hears of it: `Ada: 8+5+10+3 = 26, not 1. Ada is out for this target.`
fn erred(failure: &Failure, reader: &Reader) -> String {
    let Failure { seat, answer, puzzle, wrong, to, climb, .. } = failure;
    let (name, why) = (reader.name(*seat), why(answer, wrong, puzzle));
    let then = match to {
        Some(to) => format!("The card goes to {}.{}", reader.name(*to), possible(puzzle)),
        None if *climb => format!("A failed try: {}.", scores_now(puzzle.target)),
        None => format!("{name} is out for this target."),
    };
    format!("{name}: {why}. {then}")
}

/// The same as told to its sender, and what it means for them.
fn told_wrong(failure: &Failure, reader: &Reader) -> String {
    let Failure { answer, puzzle, wrong, to, climb, .. } = failure;
    let then = match to {
        Some(to) => format!("The card goes to {}.", reader.name(*to)),
        None if *climb => "That was your try.".to_owned(),
        None => "You are in again at the next target.".to_owned(),
    };
    format!("Wrong: {}. {then}", why(answer, wrong, puzzle))
}

/// `whoever makes 4 now scores 4`
fn scores_now(target: i64) -> String {
    format!("whoever makes {target} now scores {target}")
}

/// `Ben wins the card: (5+8)÷(10+3) = 1. Also possible: 22 other ways, such as 8×5÷10−3.`
fn made(name: &str, answer: &Answer, puzzle: &Puzzle, points: Option<i32>) -> String {
    let others = puzzle.others(answer);
    let also = match others.as_slice() {
        [] => "It is the only way.".to_owned(),
        [other] => format!("Also possible: 1 other way, {}.", pretty(other)),
        [first, ..] => format!("Also possible: {} other ways, such as {}.", others.len(), pretty(first)),
    };
    let (wins, scores) = match points {
        None => (" wins the card", String::new()),
        Some(0) => ("", " Nobody had failed at it, so it scores nothing.".to_owned()),
        Some(n) => ("", format!(" {name} scores {n}.")),
    };
    format!("{name}{wins}: {} = {}.{scores} {also}", answer.pretty(), puzzle.target)
}

fn missed(puzzle: &Puzzle, skipped: bool, stays: bool) -> String {
    let target = puzzle.target;
    if skipped {
        return format!("{target} cannot be made and is skipped.");
    }
    // The same cards may be asked to make the same number again.
    let how = if stays && puzzle.can_be_made() { String::new() } else { possible(puzzle) };
    format!("Nobody made {target}.{how}")
}

/// What would have been right, once a target is over.
fn possible(puzzle: &Puzzle) -> String {
    match puzzle.solutions().first() {
        Some(shortest) => format!(" One way was {}.", pretty(shortest)),
        None => " The target could not be made.".to_owned(),
    }
}

/// What is wrong, such as `8+5+10+3 = 26, not 1`; by both readings if an answer may be right by either.
pub(super) fn why(answer: &Answer, wrong: &Wrong, puzzle: &Puzzle) -> String {
    let text = answer.pretty();
    let usual = match wrong {
        Wrong::Cards { missing, foreign } => {
            return format!("{text} has the wrong cards ({})", wrong_cards(missing, foreign, puzzle));
        }
        Wrong::Value(value) => format!("{text} = {}, not {}", figure(*value), puzzle.target),
        Wrong::Fault(fault) => format!("{text}: {}", why_fault(*fault)),
    };
    match puzzle.other_reading(answer) {
        None => usual,
        Some(Ok(value)) => format!("{usual}; from left to right it is {}", figure(value)),
        Some(Err(fault)) => format!("{usual}; from left to right {}", why_fault(fault)),
    }
}

/// `4 is not on the display; 8 is used too often; 5 and 3 are not used`
fn wrong_cards(missing: &[i64], foreign: &[String], puzzle: &Puzzle) -> String {
    let displayed = |number: &String| puzzle.values.iter().any(|value| value.to_string() == *number);
    let (mut too_often, mut foreign): (Vec<_>, Vec<_>) = foreign.iter().cloned().partition(displayed);
    too_often.dedup();
    foreign.dedup();
    // With two 1s on display, one may have been used.
    let one_of = |number: &i64| {
        let all = |values: &[i64]| values.iter().filter(|value| *value == number).count();
        if all(missing) < all(&puzzle.values) { format!("one {number}") } else { number.to_string() }
    };
    let missing = missing.iter().map(one_of).collect();
    let faults = [(foreign, "not on the display"), (too_often, "used too often"), (missing, "not used")];
    let said = faults
        .into_iter()
        .filter(|(numbers, _)| !numbers.is_empty())
        .map(|(numbers, what)| format!("{} {} {what}", list(&numbers), if numbers.len() == 1 { "is" } else { "are" }));
    said.collect::<Vec<_>>().join("; ")
}

/// How many more slips a target allows.
fn forgiven(left: u8) -> String {
    match left {
        0 => "The next one counts as a wrong answer.".to_owned(),
        1 => "One more is forgiven.".to_owned(),
        n => format!("{n} more are forgiven."),
    }
}

fn why_fault(fault: Fault) -> String {
    match fault {
        Fault::Remainder(a, b) => {
            format!("{}÷{} leaves a remainder, which no division may, not even on the way", operand(a), operand(b))
        }
        Fault::ByNought(a) => format!("{} is divided by 0", figure(a)),
        Fault::Negative(n) => format!("{} on the way is below 0, which this table does not allow", figure(n)),
        Fault::Power(0, 0) => "0^0 is not allowed".to_owned(),
        Fault::Power(a, b) if b < 0 => format!("{}^{} has an exponent below 0", operand(a), operand(b)),
        Fault::Power(a, b) => format!("{}^{b} is beyond {LARGEST_POWER}", operand(a)),
        Fault::TooLarge => "the numbers grow too large".to_owned(),
    }
}

/// A number beside an operator.
fn operand(n: i64) -> String {
    if n < 0 { format!("({})", figure(n)) } else { figure(n) }
}

fn pack_over(scores: &Seats<i32>, totals: &Seats<i32>, last: bool, reader: &Reader) -> String {
    let scored = |of: &Seats<i32>| {
        let mut seats: Vec<(Seat, i32)> = of.enumerate().map(|(seat, &n)| (seat, n)).collect();
        seats.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let said: Vec<String> = seats.iter().map(|(seat, n)| format!("{} {n}", reader.name(*seat))).collect();
        said.join(", ")
    };
    let over = if last { "The match is over" } else { "The pack is over" };
    if scores == totals {
        format!("{over}: {}.", scored(totals))
    } else {
        format!("{over}. This pack: {}.\nIn all: {}.", scored(scores), scored(totals))
    }
}
