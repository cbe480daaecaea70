//! Reads the parts of a move as people type them: which peg, how far, and which way.

use super::PegsAndJokers;
use super::cards::Face;
use super::illegal::Illegal;
use super::mover::Mover;
use super::moves::Move;
use super::notation::plain_steps;
use super::plays::{Act, CardUse, Part, Uses, Way};
use super::read::{Read, Wrap, no_peg, peg, settle_way, wrong};
use super::split::{Half, Split};
use super::spots::{Log, Peg};
use super::track::Board;
use crate::words::quoted;
use crate::{Refuse, Unreadable, View};

const _: fn(crate::Language) = |crate::Language::English| ();

/// One part as it was typed.
struct Typed {
    peg: Peg,
    steps: Option<i8>,
    way: Way,
}

/// Reads `a1+3h`, from the front of the text.
fn typed_part(text: &str, seats: u8) -> Read<(Typed, &str)> {
    let end = text.char_indices().nth(2).map_or(text.len(), |(at, _)| at);
    let Some(peg) = peg(&text[..end], seats) else { return no_peg(text, seats) };
    let mut rest = text[end..].trim_start();
    let unsigned = rest.trim_start_matches(['+', '-']);
    let digits = unsigned.len() - unsigned.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let sign = rest.len() - unsigned.len();
    let steps = if digits > 0 && sign <= 1 {
        let number = rest[..sign + digits].parse::<i8>().ok().filter(|n| (-13..=13).contains(n));
        rest = &rest[sign + digits..];
        let Some(number) = number else { return wrong("A part of a move has at most 13 steps.") };
        Some(number)
    } else {
        None
    };
    let mark = rest.trim_start();
    let ends = !mark.chars().nth(1).is_some_and(|c| c.is_ascii_alphanumeric());
    let way = match mark.as_bytes().first() {
        Some(b'h' | b'H') if ends => Way::Home,
        Some(b'm' | b'M') if ends => Way::Main,
        _ => return Ok((Typed { peg, steps, way: Way::Only }, mark)),
    };
    Ok((Typed { peg, steps, way }, &mark[1..]))
}

/// Reads what one peg does with a card, or each of two pegs.
pub(super) fn parts(
    view: &View<'_, PegsAndJokers>,
    mover: &Mover<'_>,
    face: Face,
    text: &str,
    wrap: Wrap<'_>,
) -> Read<Move> {
    let seats = mover.board.seats();
    let clean = |text: &'_ str| text.trim_start_matches([' ', ',', ';', '&']).len();
    let (first, behind) = typed_part(text, seats)?;
    let rest = &behind[behind.len() - clean(behind)..];
    if rest.is_empty() && behind.contains('&') {
        return no_peg("", seats);
    }
    if rest.is_empty() {
        if face == Face::JOKER {
            return wrong(format!(
                "A joker goes onto a peg: write behind it in which hole that stands, such as `X {}>D12`.",
                first.peg
            ));
        }
        let steps = first.steps.unwrap_or(plain_steps(face));
        let ways = ways(mover, mover.board, Part { peg: first.peg, steps, way: first.way });
        return settle_way(view, ways.map(|part| wrap(CardUse { face, act: Act::One(part) })).collect());
    }
    let (second, rest) = typed_part(rest, seats)?;
    if !rest.trim().is_empty() {
        return wrong(format!("{} is too much: a card is split between two pegs at most.", quoted(rest)));
    }
    let uses = Uses::of(face, mover.options);
    let Some(split) = uses.split else {
        let exchange = format!(" To exchange the two, write `{face} {}<>{}`.", first.peg, second.peg);
        let exchange = if uses.swap { exchange } else { String::new() };
        let why = Illegal::CannotSplit(face);
        return Err(Unreadable::Against(why.rule(), format!("{why}{exchange}")));
    };
    let (first, second) = both(face, split, &first, &second)?;
    settle_way(view, orders(mover, face, split, first, second).map(|act| wrap(CardUse { face, act })).collect())
}

/// Both parts with their steps; the second number may be left out if the first leaves only one.
fn both(face: Face, split: Split, first: &Typed, second: &Typed) -> Read<(Part, Part)> {
    let unclear = || format!("Say how far each peg goes, such as `7 a1+3 a2+4`; here the card is {}.", face.name());
    let Some(steps) = first.steps else { return wrong(unclear()) };
    let one = Part { peg: first.peg, steps, way: first.way };
    let steps = match (second.steps, split.seconds(steps)) {
        (Some(steps), _) | (None, [steps, 0]) => steps,
        _ => return wrong(unclear()),
    };
    Ok((one, Part { peg: second.peg, steps, way: second.way }))
}

/// A part in each way it could be meant, home first.
fn ways(mover: &Mover<'_>, board: &Board, typed: Part) -> impl Iterator<Item = Part> + use<> {
    let legal = mover.ways(board, typed.peg, typed.steps);
    let pick = match (legal, typed.way) {
        ([Some(home), Some(main)], Way::Only) => [Some(home.part), Some(main.part)],
        ([Some(only), None], Way::Home) if only.to.is_home() => [Some(only.part), None],
        ([Some(only), None], Way::Main) if !only.to.is_home() => [Some(only.part), None],
        _ => [Some(typed), None],
    };
    pick.into_iter().flatten()
}

/// Two parts in each way they could be meant, written in canonical order.
fn orders<'m>(
    mover: &'m Mover<'m>,
    face: Face,
    split: Split,
    first: Part,
    second: Part,
) -> impl Iterator<Item = Act> + 'm {
    ways(mover, mover.board, first).flat_map(move |first| {
        let half = Half::play(mover, face, split, first, &mut Log::new()).ok();
        let seconds: Vec<Part> = match &half {
            Some(half) => ways(mover, half.board(), second).collect(),
            None => vec![second],
        };
        seconds.into_iter().map(move |second| {
            let written = half.as_ref().and_then(|half| half.written(second).ok());
            let (first, second) = written.unwrap_or((first, second));
            Act::Two(first, second)
        })
    })
}
