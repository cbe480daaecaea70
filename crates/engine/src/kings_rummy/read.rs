//! Reads moves as players type them.

use super::KingsRummy;
use super::canonical;
use super::draft::Draft;
use super::meld::{fourth, is_meld};
use super::moves::{Finish, Move, Part, Turn};
use super::notation::say_part;
use super::state::{Phase, Public, hand_of};
use super::tile::{Tile, Tiles};
use crate::cards::CardText;
use crate::game::{RuleRef, View};
use crate::words::{Unreadable, quoted};

const _: fn(crate::Language) = |crate::Language::English| ();

/// Refuses a text that is not in the notation.
fn syntax<T>(message: String) -> Result<T, Unreadable> {
    Err(Unreadable::Syntax(message))
}

/// Reads a move; a legal turn is returned in its canonical form.
pub(super) fn read(view: &View<'_, KingsRummy>, text: &str) -> Result<Move, Unreadable> {
    let lower = text.to_lowercase();
    let drawing = view.public().phase == Phase::Draw;
    match lower.as_str() {
        "draw" | "stock" | "pile" | "draw pile" => return Ok(Move::Draw),
        "take" | "discard" if drawing => return Ok(Move::Take),
        "take" | "take discard" => return Ok(Move::Take),
        _ => {}
    }
    if let Some(card) = lower.strip_prefix("take ").and_then(Tile::parse)
        && drawing
    {
        return match view.public().discards.last() {
            Some(top) if *top == card => Ok(Move::Take),
            Some(top) => syntax(format!("Only the top discard can be taken, which is {top}.")),
            None => syntax("There is no discard to take.".to_owned()),
        };
    }
    let turn = read_turn(view, text).map_err(|wrong| if drawing { draw_first(wrong) } else { wrong })?;
    Ok(Move::Turn(canonical::turn(view.public(), hand_of(view), &turn).unwrap_or(turn)))
}

/// Whatever is wrong with a turn that is typed before the draw, the refusal begins with the first thing to do.
fn draw_first(wrong: Unreadable) -> Unreadable {
    match wrong {
        Unreadable::Syntax(why) | Unreadable::Against(_, why) if !why.contains(DRAW_FIRST) => {
            Unreadable::Against(RuleRef("drawing"), format!("{DRAW_FIRST} {why}"))
        }
        wrong => wrong,
    }
}

const DRAW_FIRST: &str = "First `draw` or `take`.";

fn read_turn(view: &View<'_, KingsRummy>, text: &str) -> Result<Turn, Unreadable> {
    let mut parts = Vec::new();
    let mut finish = None;
    let mut table: Vec<Tiles> = view.public().table.to_vec();
    for piece in text.split([';', '\n']).flat_map(apart).map(str::trim).filter(|piece| !piece.is_empty()) {
        if finish.is_some() {
            return syntax(format!("{} comes after the end of the turn.", quoted(piece)));
        }
        match read_piece(view.public(), &table, &parts, piece)? {
            Piece::Part(part) => {
                part.follow(&mut table);
                parts.push(part);
            }
            Piece::Finish(end) => finish = Some(end),
        }
    }
    let laid = parts.iter().fold(Tiles::EMPTY, |all, part| match part {
        Part::Lay(cards) => all.or(*cards),
        Part::Add { card, .. } | Part::Swap { card, .. } => all.with(*card),
        _ => all,
    });
    match finish {
        Some(finish) => Ok(Turn { parts, finish }),
        None if !parts.is_empty() && hand_of(view).is_within(laid) => Ok(Turn { parts, finish: Finish::End }),
        // Without its draw a turn needs no end: the check says that the draw comes first.
        None if view.public().phase == Phase::Draw && !parts.is_empty() => Ok(Turn { parts, finish: Finish::End }),
        None => {
            let mut draft = Draft::new(view.public(), hand_of(view));
            // If a part is not legal, that is what the check refuses first.
            if parts.iter().any(|part| draft.make(*part).is_err()) {
                return Ok(Turn { parts, finish: Finish::End });
            }
            // If nothing may be discarded, the check says so.
            let Some(card) = draft.hand.minus(view.public().stuck()).first() else {
                return Ok(Turn { parts, finish: Finish::End });
            };
            let out = if draft.hand.len() == 1 { format!(", `; out {card}` puts it face down") } else { String::new() };
            let add = format!("Add how the turn ends: `; drop {card}` discards{out}.");
            Err(Unreadable::Against(RuleRef("ending-the-turn"), add))
        }
    }
}

/// Splits a part from a discard that follows it without a `;`.
fn apart(piece: &str) -> [&str; 2] {
    let lower = piece.to_ascii_lowercase();
    let at = [" drop ", " discard "].iter().find_map(|word| lower.find(word));
    at.map_or([piece, ""], |at| piece.split_at(at).into())
}

enum Piece {
    Part(Part),
    Finish(Finish),
}

/// Reads one part, or the end. A meld that is not named is the one that holds the card, or the only one it goes with.
fn read_piece(public: &Public, table: &[Tiles], before: &[Part], piece: &str) -> Result<Piece, Unreadable> {
    let spaced = piece.replace(['@', '/', '>', ','], " ");
    let small = ["to", "from", "for", "of", "meld", "into", "off", "on"];
    // Upper and lower case stay as typed, so that refusals can repeat the words.
    let mut words: Vec<&str> =
        spaced.split_whitespace().filter(|word| !small.iter().any(|s| s.eq_ignore_ascii_case(word))).collect();
    let verb = words.first().copied().unwrap_or_default().to_lowercase();
    let verb = verb.as_str();
    // `meld` is dropped above, because it names a meld on the table; before three or four cards it means a new one.
    let meant_meld = piece.split_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case("meld"));
    let known = ["lay", "add", "pull", "swap", "shift", "move", "drop", "discard", "out", "end", "done"];
    if known.contains(&verb) {
        words.remove(0);
    }
    if verb.starts_with(char::is_alphabetic) && !known.contains(&verb) && cards_and_numbers(&words[..1]).is_err() {
        return syntax(format!("{} is no part of a turn. {}", quoted(piece), help(public)));
    }
    let (cards, numbers) = cards_and_numbers(&words)?;
    let unclear = || match wants(if meant_meld { "meld" } else { verb }) {
        Some(wants) if public.phase != Phase::Draw => syntax(format!("{} is not clear: {wants}", quoted(piece))),
        _ => syntax(format!("{} is no part of a turn. {}", quoted(piece), help(public))),
    };
    if has_strays(piece, verb, numbers.len()) {
        return unclear();
    }
    let meld = |at| meld_at(&numbers, at);
    let where_is = |card| where_is(table, card);
    let part = |part| Ok(Piece::Part(part));
    match (verb, cards.as_slice()) {
        ("pull", [card]) => part(Part::Pull { card: *card, meld: meld(0)?.map_or_else(|| where_is(*card), Ok)? }),
        ("swap", [card, out]) => {
            part(Part::Swap { card: *card, out: *out, meld: meld(0)?.map_or_else(|| where_is(*out), Ok)? })
        }
        ("shift" | "move", [card]) => read_shift(*card, [meld(0)?, meld(1)?], &where_is),
        ("add", [card]) => {
            part(Part::Add { card: *card, meld: meld(0)?.map_or_else(|| only_place(table, before, *card), Ok)? })
        }
        ("end" | "done", []) => Ok(Piece::Finish(Finish::End)),
        ("out", [card]) => Ok(Piece::Finish(Finish::Out(*card))),
        ("drop" | "discard", [card]) => Ok(Piece::Finish(Finish::Drop(*card))),
        (verb, [card]) if !known.contains(&verb) => Ok(Piece::Finish(Finish::Drop(*card))),
        (verb, cards) if (verb == "lay" && !cards.is_empty()) || (!known.contains(&verb) && cards.len() > 2) => {
            let set: Tiles = cards.iter().copied().collect();
            if set.len() as usize != cards.len() {
                return syntax(format!("{} should name each card of the new meld once.", quoted(piece)));
            }
            part(Part::Lay(set))
        }
        _ => unclear(),
    }
}

/// The meld that the number at this place among them names; `None` if there are not so many numbers.
fn meld_at(numbers: &[u8], at: usize) -> Result<Option<u8>, Unreadable> {
    match numbers.get(at) {
        Some(0) => syntax("Melds are numbered from 1.".to_owned()),
        number => Ok(number.map(|number| number - 1)),
    }
}

/// The meld that a card of the table lies in.
fn where_is(table: &[Tiles], card: Tile) -> Result<u8, Unreadable> {
    match table.iter().position(|cards| cards.contains(card)) {
        Some(at) => Ok(at as u8),
        None => syntax(format!("{card} is in no meld on the table.")),
    }
}

/// Does the piece name melds where none is touched, or more of them than its verb has, or have a sign without what
/// it stands before? Nothing that was typed may be passed over: a turn cannot be taken back.
fn has_strays(piece: &str, verb: &str, melds: usize) -> bool {
    let count = |signs: &[char]| piece.matches(signs).count();
    let (most, slashes) = match verb {
        "shift" | "move" => (2, 0),
        "swap" => (1, 1),
        "pull" | "add" => (1, 0),
        _ => (0, 0),
    };
    // `meld` may head a new meld; where a card is discarded, none of these words has a meaning.
    let aims = ["to", "from", "for", "meld", "into", "off", "on"];
    let aimed = piece.split_whitespace().any(|word| aims.iter().any(|aim| aim.eq_ignore_ascii_case(word)));
    let discards = matches!(verb, "drop" | "discard" | "out" | "end" | "done");
    melds > most || count(&['@', '>']) > melds || count(&['/']) > slashes || (discards && aimed)
}

fn read_shift(
    card: Tile,
    melds: [Option<u8>; 2],
    where_is: &dyn Fn(Tile) -> Result<u8, Unreadable>,
) -> Result<Piece, Unreadable> {
    let ends = match melds {
        [Some(from), Some(to)] => Some((from, to)),
        [Some(to), None] => Some((where_is(card)?, to)).filter(|(from, to)| from != to),
        _ => None,
    };
    let Some((from, to)) = ends else {
        return syntax("A shift names the meld that the card goes to: `shift 4AB@2>5`.".to_owned());
    };
    Ok(Piece::Part(Part::Shift { from, to, card }))
}

/// What has to stand after a word of the notation.
fn wants(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "meld" | "lay" => "say the three or four cards of a new meld, such as `lay 1KG 2SR 3CY`.",
        "drop" | "discard" => "say the one card that you discard, such as `drop 3CY`.",
        "out" => "say your last card, which goes face down, such as `out 3CY`.",
        "end" | "done" => "`end` stands alone, where no card is left in your hand.",
        "add" => "say one card of your hand and the meld, such as `add 4AB@2`.",
        "pull" => "say the one card that comes off a meld, such as `pull 1KG@2`.",
        "swap" => "say the card that goes into a meld and the one that comes off it, such as `swap 4AB/1KG@2`.",
        "shift" | "move" => "say one card, its meld and the meld it goes to, such as `shift 4AB@2>5`.",
        _ => return None,
    })
}

fn help(public: &Public) -> &'static str {
    if public.phase == Phase::Draw {
        DRAW_FIRST
    } else {
        "Parts are `lay 1KG 2SR 3CY`, `add 4AB@2`, `pull 1KG@2`, `swap 4AB/1KG@2`, `shift 4AB@2>5`; then `drop 3CY`, `out 3CY` or `end`."
    }
}

/// The only meld that a card goes with; melds laid earlier in this turn (`before`) cannot be added to.
fn only_place(table: &[Tiles], before: &[Part], card: Tile) -> Result<u8, Unreadable> {
    let fits = |cards: &Tiles| cards.len() == 3 && is_meld(*cards) && fourth(*cards) == Some(card);
    let all: Vec<u8> = (0..table.len() as u8).filter(|at| table.get(usize::from(*at)).is_some_and(fits)).collect();
    match all.as_slice() {
        [one] => Ok(*one),
        [] if before.iter().any(|part| matches!(part, Part::Lay(cards) if fits(cards))) => {
            syntax(format!("{card} goes only with a meld of this turn: lay the four cards at once."))
        }
        [] => syntax(format!("{card} makes four of no meld on the table.")),
        many => Err(Unreadable::Ambiguous(many.iter().map(|m| say_part(Part::Add { meld: *m, card })).collect())),
    }
}

fn cards_and_numbers(words: &[&str]) -> Result<(Vec<Tile>, Vec<u8>), Unreadable> {
    let (mut cards, mut numbers) = (Vec::new(), Vec::new());
    for word in words {
        if let Some(card) = Tile::parse(word) {
            cards.push(card);
        } else if let Some(number) = word.parse::<u8>().ok().filter(|_| !word.starts_with('+')) {
            numbers.push(number);
        } else {
            let what = "a number from 1 to 4, an item (K A S C) and a kingdom (Y R G B), such as 2AR";
            let why = format!("{} is no card: a card is {what}.", quoted(word));
            return Err(Unreadable::Against(RuleRef("the-cards"), why));
        }
    }
    Ok((cards, numbers))
}
