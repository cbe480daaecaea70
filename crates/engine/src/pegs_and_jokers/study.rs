//! The question that this game's study answers: how far it is from one hole to another.

use serde::Deserialize;
use serde_json::{Value, json};

use super::PegsAndJokers;
use super::read::hole;
use super::spots::PEGS;
use super::track::Board;
use crate::words::{Language, quoted};
use crate::{Seat, Study, study};

const ASK: &str = "A question looks like {\"distance\":{\"from\":\"A8\",\"to\":\"AH3\",\"seats\":4}}.";

impl Study for PegsAndJokers {
    /// Answers `{"distance": {"from": "A8", "to": "AH3", "seats": 4}}` with the steps forward.
    fn study(question: &Value, Language::English: Language) -> Result<Value, String> {
        let Question { distance } = study::read(question, ASK)?;
        let seats = distance.seats;
        if !matches!(seats, 4 | 6 | 8) {
            return Err(format!("`distance.seats` takes 4, 6 or 8, not {seats}."));
        }
        let (from, to) = (place("from", &distance.from, seats)?, place("to", &distance.to, seats)?);
        let board = Board::new(seats);
        let steps = match (from, to) {
            (Place::Track(from), Place::Track(to)) => board.ahead(from, to),
            (Place::Track(from), Place::Home(colour, n)) => board.ahead(from, Board::in_spot(colour)) + n,
            (Place::Home(colour, from), Place::Home(same, to)) if colour == same && from <= to => to - from,
            (Place::Home(..), Place::Home(..)) => {
                return Err(
                    "`distance.to` takes a hole farther on in the same home: pegs at home never leave it.".to_owned()
                );
            }
            (Place::Home(..), Place::Track(_)) => {
                return Err("`distance.to` takes a hole of the same home: pegs at home never leave it.".to_owned());
            }
        };
        debug_assert!(steps < board.length() + PEGS);
        Ok(json!({ "steps": steps }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    distance: Distance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Distance {
    from: String,
    to: String,
    seats: u8,
}

/// A place on the board without a peg: a hole of the track, or one of a colour's home.
enum Place {
    Track(u8),
    Home(Seat, u8),
}

fn place(field: &str, text: &str, seats: u8) -> Result<Place, String> {
    let last = (b'A' + seats - 1) as char;
    let home = || {
        let bytes = text.as_bytes();
        let [letter, b'h' | b'H', digit @ b'1'..=b'5'] = bytes else { return None };
        let side = letter.to_ascii_uppercase().checked_sub(b'A')?;
        Some(Place::Home(Seat::new(side).filter(|seat| seat.number() < seats)?, digit - b'0'))
    };
    home().or_else(|| hole(text, seats).map(Place::Track)).ok_or_else(|| {
        format!("`distance.{field}` takes a hole such as A8 or AH3, with sides A to {last}; {} is none.", quoted(text))
    })
}
