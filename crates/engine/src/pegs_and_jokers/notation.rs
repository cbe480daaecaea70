//! How moves are written, listed and described.

use std::fmt;

use serde::{Serialize, Serializer};

use super::PegsAndJokers;
use super::cards::{Face, Faces};
use super::mover::Mover;
use super::moves::{Move, Step};
use super::phrases::{changes, place};
use super::play::outcome;
use super::plays::{Act, CardUse, Part, Source, Way};
use super::read;
use super::spots::{hole_name, letter};
use super::state::Private;
use super::track::Board;
use super::worth::{costing, outlook, progress};
use crate::{Language, Notation, Reader, Seat, Unreadable, View};

impl Notation for PegsAndJokers {
    fn say(m: &Move) -> String {
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

    /// `count 5 c` names the colour of a peg.
    const LETTERS_APART: bool = false;

    fn read_plain(view: &View<'_, Self>, text: &str, reader: &Reader) -> Result<Move, Unreadable> {
        let Language::English = reader.language;
        read::read(view, text)
    }

    fn leads_to(so_far: &[Step], prefix: &str) -> bool {
        let begins = beginning(so_far).to_lowercase();
        begins.starts_with(prefix) || prefix.starts_with(&begins)
    }

    fn describe(view: &View<'_, Self>, m: &Move, Reader { language: Language::English, .. }: &Reader) -> String {
        let public = view.public();
        let seat = view.seat().unwrap_or(public.turn);
        // The card is named because two cards may do the same.
        let result = |play: &CardUse| match outcome(public, seat, play) {
            Some((_, moved)) => format!("{}: {}", play.face.word(), changes(&moved)),
            None => Self::say(m),
        };
        match m {
            Move::Play(play) => result(play),
            Move::Drop(face) => format!("discard {} without a move", face.a()),
            Move::Count(face, named) => {
                let colour = named.unwrap_or(Mover::new(public, seat).colour);
                let out = hole_name(Board::come_out(colour));
                format!("discard {}, and a peg comes out free to {out}", face.a())
            }
            Move::Down(card, play) if *card == play.face => format!("{} (honest)", result(play)),
            Move::Down(card, play) => format!("{} (a bluff with {})", result(play), card.a()),
            Move::Doubt => "doubt it: have the card turned over".to_owned(),
            Move::Trust => "trust it: let it pass".to_owned(),
            Move::Send(peg) => {
                format!("peg {peg} goes back to start from {}", place(public.board.at(*peg), peg.colour()))
            }
        }
    }

    fn likelihood(view: &View<'_, Self>, m: &Move) -> i32 {
        let (public, Some(seat)) = (view.public(), view.seat()) else { return 0 };
        let mover = Mover::new(public, seat);
        let now = outlook(&public.board, mover.team);
        let gain =
            |play: &CardUse| outcome(public, seat, play).map_or(0, |(after, _)| outlook(&after, mover.team) - now);
        let hand = view.own().map_or(Faces::EMPTY, Private::faces);
        match m {
            Move::Play(play) => -gain(play),
            Move::Count(face, _) => 20 * i32::from(*face == Face::JOKER) - 10,
            Move::Drop(face) if public.options.faces_down => costing(*face, None, hand),
            Move::Drop(face) => 30 + i32::from(face.number()),
            Move::Down(card, play) if *card == play.face => -gain(play),
            Move::Down(card, play) => costing(*card, Some(play.face), hand) - gain(play),
            Move::Trust => 0,
            Move::Doubt => 1,
            Move::Send(peg) => -progress(&public.board, *peg),
        }
    }
}

/// How the text of a move that starts with these steps begins.
fn beginning(so_far: &[Step]) -> String {
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

impl fmt::Display for CardUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.face, act(self.face, &self.act))
    }
}

impl Serialize for CardUse {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
