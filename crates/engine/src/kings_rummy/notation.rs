//! How moves are written, listed and described.

use super::KingsRummy;
use super::moves::{Finish, Move, Part, Turn};
use super::phrases::{end_in_words, instruction, leaves, parts_in_words};
use super::read;
use super::state::{Phase, hand_of};
use super::tile::Tiles;
use super::turns;
use crate::english::counted;
use crate::game::View;
use crate::words::{Language, Notation, Reader, Unreadable};

impl Notation for KingsRummy {
    fn say(m: &Move) -> String {
        match m {
            Move::Draw => "draw".to_owned(),
            Move::Take => "take".to_owned(),
            Move::Turn(turn) => say_turn(turn),
        }
    }

    fn read_plain(view: &View<'_, Self>, text: &str, reader: &Reader) -> Result<Move, Unreadable> {
        let Language::English = reader.language;
        read::read(view, text)
    }

    fn each_move(view: &View<'_, Self>, prefix: &str, wanted: usize, take: &mut dyn FnMut(Move) -> bool) -> bool {
        match view.public().phase {
            Phase::Draw => take(Move::Draw) && take(Move::Take),
            Phase::Play { .. } => turns::every_turn(view, prefix, wanted, take),
            Phase::Over { .. } => true,
        }
    }

    fn describe(view: &View<'_, Self>, m: &Move, Reader { language: Language::English, .. }: &Reader) -> String {
        match m {
            Move::Draw => format!("draw from the stock ({})", counted(view.public().pile, "card")),
            Move::Take => view
                .public()
                .discards
                .last()
                .map_or_else(|| "take".to_owned(), |top| format!("take {top} from the discards")),
            Move::Turn(turn) => describe_turn(view, turn),
        }
    }

    /// To see the melds is the game.
    fn is_for_finding(m: &Move) -> bool {
        matches!(m, Move::Turn(turn) if !turn.parts.is_empty())
    }

    /// What leaves the fewest points comes first, then what has the fewest parts.
    fn likelihood(view: &View<'_, Self>, m: &Move) -> i32 {
        match m {
            Move::Draw => 0,
            Move::Take => 1,
            Move::Turn(turn) => 100 * hand_after(view, turn).value() + turn.parts.len() as i32,
        }
    }
}

fn say_turn(turn: &Turn) -> String {
    let mut text = said(&turn.parts);
    write_finish(&mut text, turn.finish);
    text
}

/// Parts in notation, each with the `; ` that follows it.
fn said(parts: &[Part]) -> String {
    let mut text = String::with_capacity(24 * parts.len() + 8);
    for part in parts {
        write_part(&mut text, *part);
        text.push_str("; ");
    }
    text
}

pub(super) fn say_part(part: Part) -> String {
    let mut text = String::with_capacity(24);
    write_part(&mut text, part);
    text
}

fn write_part(text: &mut String, part: Part) {
    match part {
        Part::Pull { meld, card } => {
            text.push_str("pull ");
            text.push_str(card.letters());
            write_meld(text, '@', meld);
        }
        Part::Swap { meld, card, out } => {
            text.push_str("swap ");
            text.push_str(card.letters());
            text.push('/');
            text.push_str(out.letters());
            write_meld(text, '@', meld);
        }
        Part::Shift { from, to, card } => {
            text.push_str("shift ");
            text.push_str(card.letters());
            write_meld(text, '@', from);
            write_meld(text, '>', to);
        }
        Part::Add { meld, card } => {
            text.push_str("add ");
            text.push_str(card.letters());
            write_meld(text, '@', meld);
        }
        Part::Lay(cards) => {
            text.push_str("lay");
            for card in cards {
                text.push(' ');
                text.push_str(card.letters());
            }
        }
    }
}

fn write_meld(text: &mut String, sign: char, meld: u8) {
    let number = meld + 1;
    text.push(sign);
    if number > 9 {
        text.push(char::from(b'0' + number / 10));
    }
    text.push(char::from(b'0' + number % 10));
}

fn write_finish(text: &mut String, finish: Finish) {
    let (how, card) = match finish {
        Finish::Drop(card) => ("drop ", card.letters()),
        Finish::Out(card) => ("out ", card.letters()),
        Finish::End => ("end", ""),
    };
    text.push_str(how);
    text.push_str(card);
}

/// May a turn that starts with these parts start with this text, in lower case?
pub(super) fn may_begin(parts: &[Part], prefix: &str) -> bool {
    let text = said(parts).to_lowercase();
    prefix.starts_with(&text) || text.starts_with(prefix)
}

fn describe_turn(view: &View<'_, KingsRummy>, turn: &Turn) -> String {
    let mut all = parts_in_words(&turn.parts, "lay", instruction);
    all.extend(end_in_words(turn.finish));
    let (left, words) = (hand_after(view, turn), all.join(", "));
    if left.is_empty() { format!("go out: {words}") } else { format!("{words} ({})", leaves(left)) }
}

fn hand_after(view: &View<'_, KingsRummy>, turn: &Turn) -> Tiles {
    let mut hand = hand_of(view);
    for part in &turn.parts {
        hand = hand.minus(part.played_from(hand));
    }
    match turn.finish {
        Finish::Drop(card) | Finish::Out(card) => hand.without(card),
        Finish::End => hand,
    }
}
