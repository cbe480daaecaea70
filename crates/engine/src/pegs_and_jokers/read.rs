//! Reads moves as people type them.

use super::PegsAndJokers;
use super::cards::{Face, Faces};
use super::fallback::plays;
use super::mover::Mover;
use super::moves::Move;
use super::options::BranchDefault;
use super::phrases::any_of;
use super::plays::{Act, CardUse, Source};
use super::read_parts::parts;
use super::spots::{PEGS, Peg, SIDE};
use super::state::{Phase, Private, Public};
use super::turn::{Offers, Turn};
use super::worth::least_useful;
use crate::words::quoted;
use crate::{Judging, Notation, Refuse, Seat, Unreadable, View, capital};

const _: fn(crate::Language) = |crate::Language::English| ();

/// The most moves that are looked for when a card is typed alone; any beyond that are not counted.
const COUNTED: usize = 200;

/// What was read, or why it is not a move.
pub(super) type Read<T> = Result<T, Unreadable>;

/// Refuses a text that is not in the notation.
pub(super) fn wrong<T>(message: impl Into<String>) -> Read<T> {
    Err(Unreadable::Syntax(message.into()))
}

/// What follows `word`, if the text starts with it in upper or lower case.
fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (front, rest) = text.split_at_checked(word.len())?;
    front.eq_ignore_ascii_case(word).then_some(rest)
}

/// A word, and what follows it.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(first, rest)| (first, rest.trim()))
}

fn face(text: &str, seats: u8) -> Read<Face> {
    if text.is_empty() {
        return wrong("Say which card, then the move, such as `6 a1`.");
    }
    let card = text.trim_matches([':', ',', '.']);
    // `d5` is a peg, and `d10` a hole, before it is a diamond.
    let is_place = peg(card, seats).is_some() || hole(card, seats).is_some();
    Face::parse(card).filter(|_| !is_place).map_or_else(
        || {
            let echo = quoted(text);
            wrong(format!("{echo} is no card: write A, 2 to 10, J, Q, K, or X for a joker, then the move: `6 a1`."))
        },
        Ok,
    )
}

/// The card after a verb; a refusal shows the example.
fn card_behind(text: &str, example: &str, seats: u8) -> Read<Face> {
    if text.is_empty() { wrong(format!("Say which card, such as `{example}`.")) } else { face(text, seats) }
}

/// Refuses a discard typed without a card: asks which, or says why none may be discarded now.
fn which_card<T>(view: &View<'_, PegsAndJokers>) -> Read<T> {
    let example = Move::Drop(least_useful(view.own().map_or_else(Faces::default, Private::faces)));
    match PegsAndJokers::check(view, &example) {
        Ok(()) => wrong(format!("Say which card, such as `{}`.", PegsAndJokers::say(&example))),
        Err(why) => Err(Unreadable::Against(why.rule(), why.to_string())),
    }
}

/// A letter of a colour at this table.
fn colour(text: &str, seats: u8) -> Option<Seat> {
    let [letter] = text.as_bytes() else { return None };
    let n = letter.to_ascii_lowercase().checked_sub(b'a')?;
    Seat::new(n).filter(|seat| seat.number() < seats)
}

pub(super) fn peg(text: &str, seats: u8) -> Option<Peg> {
    let (letter, number) = text.split_at_checked(1)?;
    let n: u8 = number.parse().ok().filter(|n| (1..=PEGS).contains(n) && number.len() == 1)?;
    Some(Peg::new(colour(letter, seats)?, n - 1))
}

/// A hole of the track; offset 18 is the next corner.
pub(super) fn hole(text: &str, seats: u8) -> Option<u8> {
    let (letter, offset) = text.split_at_checked(1)?;
    let side = colour(letter, seats)?.number();
    let offset: u8 = offset.parse().ok().filter(|o| *o <= SIDE && offset.bytes().all(|b| b.is_ascii_digit()))?;
    Some((u16::from(side * SIDE) + u16::from(offset)).rem_euclid(u16::from(seats * SIDE)) as u8)
}

fn peg_or_say(text: &str, seats: u8) -> Read<Peg> {
    peg(text.trim(), seats).map_or_else(|| no_peg(text, seats), Ok)
}

pub(super) fn no_peg<T>(text: &str, seats: u8) -> Read<T> {
    let last = (b'a' + seats - 1) as char;
    let pegs = format!("pegs are a1 to a5, and so on to {last}5.");
    if text.trim().is_empty() {
        return wrong(format!("A peg is missing: {pegs}"));
    }
    wrong(format!("{} is no peg here: {pegs}", quoted(text)))
}

pub(super) fn read(view: &View<'_, PegsAndJokers>, text: &str) -> Read<Move> {
    // Upper and lower case stay as typed, so that refusals can repeat the words.
    let (first, rest) = without_play(text);
    let public = view.public();
    let (seat, seats) = (view.seat().unwrap_or(Seat::FIRST), public.seats());
    let mover = Mover::new(public, seat);
    match first.to_ascii_lowercase().as_str() {
        "" => wrong("Write a card and what it does, such as `6 a1` or `K out`."),
        "doubt" => answer(Move::Doubt, rest),
        "pass" if !public.options.faces_down => {
            wrong("Nobody passes: play a card, or `drop` one if none can move a peg.")
        }
        "trust" | "believe" | "pass" => answer(Move::Trust, rest),
        "send" => peg_or_say(rest, seats).map(Move::Send),
        "drop" | "discard" if rest.is_empty() => which_card(view),
        "drop" | "discard" => card_behind(rest, "drop 5", seats).map(Move::Drop),
        "count" => {
            let (card, named) = word(rest);
            Ok(Move::Count(card_behind(card, "count 5", seats)?, start_colour(&mover, named)?))
        }
        "down" | "lay" => {
            let (card, claim) = word(rest);
            let card = card_behind(card, &example(view, &mover, None), seats)?;
            let Some(claim) = after(claim, "as").or_else(|| claim.strip_prefix(':')) else {
                return undeclared(view, &mover, card);
            };
            play(view, &mover, claim, &|play| Move::Down(card, play))
        }
        _ if word(rest).0.eq_ignore_ascii_case("as") => without_down(view, &mover, face(first, seats)?, word(rest).1),
        _ => play(view, &mover, &format!("{first} {rest}"), &|play| honest(public, play)),
    }
}

/// An answer to a card laid face down; nothing but `it` may stand behind the word.
fn answer(answer: Move, rest: &str) -> Read<Move> {
    match rest {
        "" | "it" => Ok(answer),
        _ => wrong(format!("`{}` stands alone; {} is too much.", PegsAndJokers::say(&answer), quoted(rest))),
    }
}

/// An example of laying a card face down: this one, or else the least useful, with a move that it could declare now.
fn example(view: &View<'_, PegsAndJokers>, mover: &Mover<'_>, card: Option<Face>) -> String {
    let card = card.unwrap_or_else(|| least_useful(view.own().map_or(Faces::EMPTY, Private::faces)));
    // The truth is tried first.
    let claim = std::iter::once(card).chain(Face::all()).find_map(|face| {
        let mut first = None;
        plays(mover, face, 1, &mut |play| first = Some(Move::Down(card, play)));
        first
    });
    let legal = claim.filter(|m| PegsAndJokers::check(view, m).is_ok());
    legal.as_ref().map_or_else(|| "down 4 as 10 a1".to_owned(), PegsAndJokers::say)
}

/// Refuses a card laid face down with nothing declared.
fn undeclared(view: &View<'_, PegsAndJokers>, mover: &Mover<'_>, card: Face) -> Read<Move> {
    let held = view.own().is_some_and(|own| own.faces().contains(card));
    let may_lay = held && view.public().options.faces_down && view.public().phase == Phase::Turn;
    match PegsAndJokers::check(view, &Move::Down(card, CardUse { face: card, act: Act::Out(None) })) {
        // This is wrong whatever the card is declared as.
        Err(why) if !may_lay => Err(Unreadable::Against(why.rule(), why.to_string())),
        _ => {
            let example = example(view, mover, Some(card));
            wrong(format!("Say what you declare, such as `{example}`, or `drop {card}` for no move."))
        }
    }
}

/// `5 as K out`: suggests the same with the word that lays a card face down.
fn without_down(view: &View<'_, PegsAndJokers>, mover: &Mover<'_>, card: Face, claim: &str) -> Read<Move> {
    let meant = play(view, mover, claim, &|play| Move::Down(card, play))?;
    match PegsAndJokers::check(view, &meant) {
        Ok(()) => wrong(format!("Cards are laid face down here: write `{}`.", PegsAndJokers::say(&meant))),
        // The check says what is wrong with it.
        Err(_) => Ok(meant),
    }
}

/// The first word and the rest: `play 6 a1` is `6 a1`.
fn without_play(text: &str) -> (&str, &str) {
    let (first, rest) = word(text);
    let verb = ["play", "move"].iter().any(|verb| first.eq_ignore_ascii_case(verb));
    if verb && !rest.is_empty() { word(rest) } else { (first, rest) }
}

/// A move typed plainly; where cards are played face down, the card is declared as what it is.
fn honest(public: &Public, play: CardUse) -> Move {
    match public.phase {
        Phase::Turn if public.options.faces_down => Move::Down(play.face, play),
        _ => Move::Play(play),
    }
}

/// The colour typed after a move from start, as canonical moves name it.
fn start_colour(mover: &Mover<'_>, text: &str) -> Read<Option<Seat>> {
    let named = match text {
        "" if !mover.options.team_moves => return Ok(None),
        "" => {
            let mut out = mover.colours.iter().filter(|&colour| mover.board.in_start(colour).is_some());
            return match (out.next(), out.next()) {
                (Some(only), None) => Ok(Some(only)),
                _ => Ok(None),
            };
        }
        _ => colour(text, mover.board.seats()),
    };
    let Some(named) = named else {
        return wrong(format!("{} is no colour here: write its letter, such as `K out a`.", quoted(text)));
    };
    Ok(if mover.options.team_moves || named != mover.colour { Some(named) } else { None })
}

/// How a play becomes a move: as it is, or declared for a card that is laid face down.
pub(super) type Wrap<'w> = &'w dyn Fn(CardUse) -> Move;

fn play(view: &View<'_, PegsAndJokers>, mover: &Mover<'_>, text: &str, wrap: Wrap<'_>) -> Read<Move> {
    let seats = mover.board.seats();
    let text = text.trim();
    // Spaces beside an arrow have fallen away.
    let apart = |c: char| c.is_whitespace() || matches!(c, '<' | '>');
    let (card, rest) = text.split_at(text.find(apart).unwrap_or(text.len()));
    let rest = rest.trim();
    let face = face(card, seats)?;
    let whole = |act| Ok(wrap(CardUse { face, act }));
    let (verb, behind) = word(rest);
    if rest.is_empty() {
        return bare(view, mover, face, wrap);
    }
    if verb.eq_ignore_ascii_case("out") {
        let named = start_colour(mover, behind)?;
        if named.is_none() && mover.options.team_moves {
            let all = mover.colours.iter().map(|colour| wrap(CardUse { face, act: Act::Out(Some(colour)) })).collect();
            return settle(view, all);
        }
        return whole(Act::Out(named));
    }
    if let Some((one, two)) = rest.split_once("<>") {
        let (one, two) = (peg_or_say(one, seats)?, peg_or_say(two, seats)?);
        return whole(Act::Swap(one.min(two), one.max(two)));
    }
    if let Some((from, onto)) = rest.split_once('>') {
        let onto = onto.trim();
        if onto.is_empty() {
            return wrong("Say onto which hole, such as B12.");
        }
        let Some(hole) = hole(onto, seats) else {
            return wrong(format!("{} is no hole of the track: write one such as B12.", quoted(onto)));
        };
        return jump(view, mover, from.trim(), hole, &|act| wrap(CardUse { face, act }));
    }
    parts(view, mover, face, rest, wrap)
}

/// A card alone: its one move, if it has just one, or one that could go two ways.
fn bare(view: &View<'_, PegsAndJokers>, mover: &Mover<'_>, face: Face, wrap: Wrap<'_>) -> Read<Move> {
    let mut found: Vec<CardUse> = Vec::new();
    plays(mover, face, COUNTED, &mut |play| found.push(play));
    let Some(first) = found.first() else {
        return idle(view, face, wrap(CardUse { face, act: Act::Out(None) }));
    };
    let alike = found.iter().all(|play| play.act.unmarked() == first.act.unmarked());
    let all = found.iter().map(|play| wrap(*play)).collect();
    if alike { settle_way(view, all) } else { settle(view, all) }
}

/// Refuses a card that can do nothing now, and says what else its player may do. If something else is wrong first,
/// the move is returned for the check to refuse.
fn idle(view: &View<'_, PegsAndJokers>, face: Face, m: Move) -> Read<Move> {
    let (public, Some(seat), Some(own)) = (view.public(), view.seat(), view.own()) else { return Ok(m) };
    let down = public.options.faces_down;
    let card = if let Move::Down(card, _) = m { card } else { face };
    if public.phase != Phase::Turn || matches!(m, Move::Down(..)) != down || !own.faces().contains(card) {
        return Ok(m);
    }
    let turn = Turn::new(public, seat, own);
    let instead = match turn.offers() {
        _ if down => format!("declare another card, or `drop {card}`"),
        Offers { count: true, .. } => {
            format!(
                "`{}` discards it, and a peg comes out free",
                PegsAndJokers::say(&Move::Count(card, turn.free_name()))
            )
        }
        Offers { drop: true, .. } => format!("`drop {card}` discards it"),
        Offers { plays, .. } => format!("you must move with {}", any_of(plays)),
    };
    wrong(format!("{} can move no peg now: {instead}.", capital(&face.a())))
}

fn jump(
    view: &View<'_, PegsAndJokers>,
    mover: &Mover<'_>,
    from: &str,
    hole: u8,
    wrap: &dyn Fn(Act) -> Move,
) -> Read<Move> {
    let Some(named) = after(from, "start") else {
        return Ok(wrap(Act::Jump(Source::Peg(peg_or_say(from, mover.board.seats())?), hole)));
    };
    let named = start_colour(mover, named.trim())?;
    if named.is_none() && mover.options.team_moves {
        let all = mover.colours.iter().map(|colour| wrap(Act::Jump(Source::Start(Some(colour)), hole))).collect();
        return settle(view, all);
    }
    Ok(wrap(Act::Jump(Source::Start(named), hole)))
}

/// Of several moves that a text could mean, the only legal one, or the first if none is legal.
fn settle(view: &View<'_, PegsAndJokers>, all: Vec<Move>) -> Read<Move> {
    let legal: Vec<Move> = all.iter().filter(|m| PegsAndJokers::check(view, m).is_ok()).copied().collect();
    match (legal.as_slice(), all.first()) {
        ([only], _) => Ok(*only),
        ([_, ..], _) => Err(Unreadable::Ambiguous(legal.iter().map(PegsAndJokers::say).collect())),
        ([], Some(first)) => Ok(*first),
        ([], None) => wrong("That is no move."),
    }
}

/// As [`settle`], where the meanings differ only in the way they go, home first: the options may say that home is
/// meant.
pub(super) fn settle_way(view: &View<'_, PegsAndJokers>, all: Vec<Move>) -> Read<Move> {
    let home = view.public().options.branch_default == BranchDefault::Home;
    let first = all.iter().find(|m| home && PegsAndJokers::check(view, m).is_ok()).copied();
    first.map_or_else(|| settle(view, all), Ok)
}
