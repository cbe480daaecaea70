//! Why the house plays a move: one sentence from what can be counted on the board.

use std::ops::ControlFlow;

use super::PegsAndJokers;
use super::bluff::seen_of;
use super::cards::{Face, Faces};
use super::mover::{Begin, Mover};
use super::moves::Move;
use super::phrases::any_of;
use super::plays::{Act, CardUse};
use super::spots::{Log, Moved, PEGS, Peg, Spot};
use super::state::Phase;
use super::think::Desk;
use super::track::Board;
use crate::english::{counted, list};
use crate::words::{Language, Reader};
use crate::{Seat, View};

pub(super) fn because(view: &View<'_, PegsAndJokers>, m: &Move, reader: &Reader) -> Option<String> {
    let Language::English = reader.language;
    let desk = Desk::of(view)?;
    match m {
        Move::Play(play) => of_play(&desk, play),
        Move::Down(card, play) if *card == play.face => of_play(&desk, play),
        Move::Down(_, play) => {
            let hoped = of_play(&desk, play)?.replacen("It ", "it ", 1);
            Some(format!("You hold no {}; if nobody doubts it, {hoped}", play.face.word()))
        }
        Move::Drop(_) => Some(idle(&desk).to_owned()),
        Move::Count(_, named) => {
            let mut log = Log::new();
            let after = desk.mover.come_out(*named, &mut log).ok()?;
            Some(format!("Any discard now frees a peg: {}", still_in_start(&after, log.first()?.peg.colour())))
        }
        Move::Send(peg) => Some(sent(desk.mover.board, *peg)),
        Move::Doubt | Move::Trust => answer(&desk, *m == Move::Doubt, reader),
    }
}

/// Why nothing is moved.
fn idle(desk: &Desk<'_>) -> &'static str {
    let can = |face: &Face| desk.mover.can_play(*face);
    match desk.public.phase {
        Phase::Turn if desk.public.options.faces_down => "It leaves the pegs as they are, and nobody can doubt it.",
        Phase::Turn if desk.own.faces().iter().any(|face| can(&face)) => "It keeps the joker for later.",
        Phase::Turn => "None of your cards can move a peg.",
        _ => "It leaves the pegs as they are.",
    }
}

fn sent(board: &Board, peg: Peg) -> String {
    match board.at(peg).hole() {
        Some(hole) => format!("It sends {peg} back to start, {}.", come(board, peg, hole)),
        None => format!("It takes {peg} out of its home."),
    }
}

/// `41 holes from where it came out`.
fn come(board: &Board, peg: Peg, hole: u8) -> String {
    let come = board.ahead(Board::come_out(peg.colour()), hole);
    format!("{} from where it came out", counted(come, "hole"))
}

fn answer(desk: &Desk<'_>, doubts: bool, reader: &Reader) -> Option<String> {
    let Phase::Doubt { claim, .. } = desk.public.phase else { return None };
    let (all, seen) = seen_of(desk, claim.face);
    let word = claim.face.word();
    if seen == all {
        return Some(format!("You see all {all} of the {word}s, so it is a bluff."));
    }
    let player = desk.public.turn;
    let exposed = |seat: Seat| Peg::of(seat).any(|peg| desk.public.exposed(peg));
    let name = reader.name(player);
    let stake = match (doubts, exposed(if doubts { player } else { desk.seat })) {
        (true, true) => format!("a bluff costs {name} a peg"),
        (true, false) => "a bluff wins you an extra turn".to_owned(),
        (false, true) => "a wrong doubt costs you a peg".to_owned(),
        (false, false) => format!("a wrong doubt wins {name} an extra turn"),
    };
    Some(format!("You see {seen} of the {all} {word}s, and {stake}."))
}

/// What a play does that matters most.
fn of_play(desk: &Desk<'_>, play: &CardUse) -> Option<String> {
    let mut log = Log::new();
    let board = desk.mover.board;
    let after = desk.mover.play(play, &mut log).ok()?;
    let log = net(board, &after, &log);
    let team = desk.mover.team;
    if team.iter().all(|colour| after.all_home(colour)) {
        return Some("It brings the last peg home, and wins.".to_owned());
    }
    let hit = |moved: &&Moved| moved.to.is_start() && !team.contains(moved.peg.colour());
    let hits: Vec<&Moved> = log.iter().filter(hit).collect();
    if let [only] = *hits {
        let from = only.from.hole().map(|hole| come(board, only.peg, hole)).unwrap_or_default();
        return Some(format!("It sends {} back to start, {from}.", only.peg));
    } else if !hits.is_empty() {
        let pegs: Vec<String> = hits.iter().map(|moved| moved.peg.to_string()).collect();
        let pegs: Vec<&str> = pegs.iter().map(String::as_str).collect();
        return Some(format!("It sends {} back to start.", list(&pegs)));
    }
    let lifted = log.iter().find(|moved| moved.pushed && team.contains(moved.peg.colour()));
    if let Some(Moved { peg, from, to, .. }) = lifted {
        let on = board.ahead(from.hole()?, to.hole()?);
        return Some(format!("It puts {peg} {} on, on its in-spot.", counted(on, "hole")));
    }
    of_own(desk, play, &log, &after)
}

/// What became of each peg in the end: a split may move one twice.
fn net(before: &Board, after: &Board, log: &Log) -> Vec<Moved> {
    let mut net: Vec<Moved> = Vec::new();
    for moved in log.iter().rev().filter(|moved| before.at(moved.peg) != after.at(moved.peg)) {
        if net.iter().all(|other| other.peg != moved.peg) {
            net.push(Moved { from: before.at(moved.peg), ..*moved });
        }
    }
    net.reverse();
    net
}

/// What a play does that hits nobody.
fn of_own(desk: &Desk<'_>, play: &CardUse, log: &[Moved], after: &Board) -> Option<String> {
    let entered = log.iter().find(|moved| moved.to.is_home());
    if let Some(Moved { peg, from, .. }) = entered {
        let homed = after.homed(peg.colour());
        let what = if from.is_home() { "moves up its home" } else { "is home" };
        return Some(format!("{peg} {what}; {homed} of its {PEGS} are there."));
    }
    if let Act::Out(_) = play.act {
        let colour = log.first()?.peg.colour();
        return Some(format!("It brings a peg out: {}", still_in_start(after, colour)));
    }
    let mut changes: Vec<String> = log.iter().filter_map(|moved| nearer(after, moved)).collect();
    match (changes.pop()?, changes.pop()) {
        (second, Some(first)) => Some(format!("{first}, and {second}.")),
        (only, None) if desk.mover.team.contains(log.first()?.peg.colour()) => {
            Some(format!("{only}, where {}.", danger(desk, after, log.first()?.peg)))
        }
        (only, None) => Some(format!("{only}.")),
    }
}

fn still_in_start(after: &Board, colour: Seat) -> String {
    match after.places(colour).iter().filter(|spot| spot.is_start()).count() {
        0 => "none of its colour is left in start.".to_owned(),
        1 => "1 more of its colour is in start.".to_owned(),
        n => format!("{n} more of its colour are in start."),
    }
}

/// `a1 then has 12 holes to its in-spot instead of 22`.
fn nearer(after: &Board, moved: &Moved) -> Option<String> {
    let Moved { peg, from, to, .. } = *moved;
    let left = |spot: Spot| Some(after.ahead(spot.hole()?, Board::in_spot(peg.colour())));
    let then = counted(left(to)?, "hole");
    Some(match left(from) {
        Some(before) => format!("{peg} then has {then} to its in-spot instead of {before}"),
        None => format!("{peg} then has {then} to its in-spot"),
    })
}

/// Which cards would hit a peg there.
fn danger(desk: &Desk<'_>, after: &Board, peg: Peg) -> String {
    let cards = hitting(desk, after, peg);
    if cards.is_empty() { "no whole card hits it".to_owned() } else { format!("a whole {} hits it", any_of(cards)) }
}

/// The cards with which an opponent could send a peg back at once, without splitting them.
pub(super) fn hitting(desk: &Desk<'_>, after: &Board, peg: Peg) -> Faces {
    let seats = Seat::all(after.seats()).filter(|seat| !desk.mover.team.contains(*seat));
    let movers: Vec<Mover<'_>> = seats.map(|seat| Mover::on(after, &desk.public.options, seat)).collect();
    let hits = |mover: &Mover<'_>, face, act| {
        let board = mover.play(&CardUse { face, act }, &mut Log::new());
        board.is_ok_and(|board| board.at(peg).is_start())
    };
    let by = |mover: &Mover<'_>, face: Face| {
        let found = mover.plain_starts(face, |begin| {
            let hit = match begin {
                Begin::Whole(act) => hits(mover, face, act),
                Begin::Joker(source) => mover.targets(source).any(|hole| hits(mover, face, Act::Jump(source, hole))),
                Begin::Split(_) | Begin::Swap(_) => false,
            };
            if hit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.is_break()
    };
    Face::all().filter(|&face| movers.iter().any(|mover| by(mover, face))).collect()
}
