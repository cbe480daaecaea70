//! Moves in canonical notation.

use std::fmt;

use serde::{Serialize, Serializer};

use super::cards::Face;
use super::choices::Step;
use super::moves::Move;
use super::plays::{Act, Part, Play, Source, Way};
use super::spots::{hole_name, letter};
use crate::engine::Seat;

/// The steps that a card means when no number is written after the peg.
#[must_use]
pub(super) const fn plain_steps(face: Face) -> i8 {
    match face.number() {
        8 => -8,
        n if n < 11 => n as i8,
        _ => 10,
    }
}

const fn mark(way: Way) -> &'static str {
    match way {
        Way::Only => "",
        Way::Home => "h",
        Way::Main => "m",
    }
}

fn colour_behind(named: Option<Seat>) -> String {
    named.map(|colour| format!(" {}", letter(colour).to_ascii_lowercase())).unwrap_or_default()
}

fn part(part: &Part) -> String {
    format!("{}{:+}{}", part.peg, part.steps, mark(part.way))
}

fn one(face: Face, part: &Part) -> String {
    let Part { peg, steps, way } = part;
    if *steps == plain_steps(face) { format!("{peg}{}", mark(*way)) } else { format!("{peg}{steps:+}{}", mark(*way)) }
}

fn source(source: Source) -> String {
    match source {
        Source::Start(named) => format!("start{}", colour_behind(named)),
        Source::Peg(peg) => peg.to_string(),
    }
}

fn act(face: Face, act: &Act) -> String {
    match act {
        Act::Out(named) => format!("out{}", colour_behind(*named)),
        Act::One(only) => one(face, only),
        Act::Two(first, second) => format!("{} {}", part(first), part(second)),
        Act::Jump(from, hole) => format!("{}>{}", source(*from), hole_name(*hole)),
        Act::Swap(one, two) => format!("{one}<>{two}"),
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.face, act(self.face, &self.act))
    }
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

pub(super) fn say(m: &Move) -> String {
    match m {
        Move::Play(play) => play.to_string(),
        Move::Drop(face) => format!("drop {face}"),
        Move::Count(face, named) => format!("count {face}{}", colour_behind(*named)),
        Move::Down(card, play) => format!("down {card} as {play}"),
        Move::Doubt => "doubt".to_owned(),
        Move::Trust => "trust".to_owned(),
        Move::Send(peg) => format!("send {peg}"),
    }
}

/// How the text of a move that starts with these steps begins.
pub(super) fn beginning(so_far: &[Step]) -> String {
    let mut text = String::new();
    let mut face = Face::ACE;
    for step in so_far {
        text += &match step {
            Step::Play(played) => played.to_string(),
            Step::Drop(dropped) => format!("drop {dropped}"),
            Step::Count(counted) => format!("count {counted}"),
            Step::Free(colour) => colour_behind(Some(*colour)),
            Step::Down(card) => format!("down {card} as "),
            Step::As(claimed) => claimed.to_string(),
            Step::Do(whole) => format!(" {}", act(face, whole)),
            Step::First(peg) | Step::Second(peg) | Step::Swap(peg) => format!(" {peg}"),
            Step::Go(steps, way) => format!("{steps:+}{}", mark(*way)),
            Step::Take(from) => format!(" {}>", source(*from)),
            Step::Onto(hole) => hole_name(*hole),
            Step::With(peg) => format!("<>{peg}"),
            Step::Doubt => "doubt".to_owned(),
            Step::Trust => "trust".to_owned(),
            Step::Send(peg) => format!("send {peg}"),
        };
        if let Step::Play(played) | Step::As(played) = step {
            face = *played;
        }
    }
    text
}
