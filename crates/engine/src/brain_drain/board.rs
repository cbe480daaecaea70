//! The table in plain text: the question, the seats, and who is asked.

use super::BrainDrain;
use super::options::Score;
use super::phrases::{SPOKEN, beside, numbers};
use super::state::{Climb, Public};
use crate::cards::pretty;
use crate::columns;
use crate::english::counted;
use crate::{Awaiting, BoardText, Boards, Language, Prompt, Reader, Seat, SeatSet, View};

/// The widest a name may be on the board, in columns.
const NAME: usize = 13;

impl Boards for BrainDrain {
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        let public = view.public();
        BoardText { headline: headline(public), body: body(public, reader), prompt: prompt(public, reader) }
    }
}

pub(super) fn headline(public: &Public) -> String {
    let options = &public.options;
    let stands = if public.over { vec![format!("over after {}", counted(public.pack, "pack"))] } else { stage(public) };
    [stands, options.answer_rules(), options.standing_rules()].concat().join(" · ")
}

/// `pack 2 of 3 · 12 cards end the pack · 27 cards in the stock`: how far the match has got, and what ends the pack.
fn stage(public: &Public) -> Vec<String> {
    let options = &public.options;
    let mut said = Vec::new();
    if options.matches > 1 {
        said.push(format!("pack {} of {}", public.pack, options.matches));
    }
    match &public.climb {
        Some(climb) => said.push(rung(climb, options.ascent_last)),
        None if public.last_five.is_some() => said.push("the last five cards".to_owned()),
        None if public.seats() == 2 => said.push(options.goal()),
        None if options.score == Score::Cards && options.matches == 1 => said.push("most cards win".to_owned()),
        None => {}
    }
    said.push(format!("{} in the stock", counted(public.stock_count(), "card")));
    if options.max_swaps > 0 && !options.ascent && public.last_five.is_none() {
        said.push(match public.swaps_left {
            0 => "the last target of this display".to_owned(),
            left => format!("{} left for this display", counted(left, "new target")),
        });
    }
    said
}

/// `target 11 of 20, worth 11 now`: a number scores once somebody has failed at it.
fn rung(climb: &Climb, last: u8) -> String {
    let worth = if climb.failed.is_empty() {
        "worth nothing at the first try".to_owned()
    } else {
        format!("worth {} now", climb.target)
    };
    format!("target {} of {last}, {worth}", climb.target)
}

/// The display and the target, while there is something to make; then the seats.
fn body(public: &Public, reader: &Reader) -> String {
    let mut lines: Vec<String> = (!public.over).then(|| question(public)).into_iter().collect();
    let scores = public.scores();
    let wide = reader.columns(NAME);
    // In a race all are asked, and nobody keeps the others waiting.
    let asked = match public.awaiting() {
        Awaiting::Race(_) => SeatSet::EMPTY,
        asked => asked.seats(),
    };
    lines.extend(Seat::all(public.seats()).flat_map(|seat| {
        let name = columns::left(reader.name(seat), wide);
        let beside: Vec<String> = beside(public, seat).into_iter().chain(climbed(public, seat)).collect();
        let mark = if asked.contains(seat) { '▸' } else { ' ' };
        columns::narrow(format!("{mark} {name} {:>4}  {}", scores[seat], beside.join(" · ")).trim_end())
    }));
    lines.join("\n")
}

/// `made 9, 12`: the numbers of Ascent that a seat has made, which a picture shows as a ladder.
fn climbed(public: &Public, seat: Seat) -> Option<String> {
    let made = (1..).zip(&public.climb.as_ref()?.made).filter(|(_, (by, _))| *by == seat);
    let numbers: Vec<String> = made.map(|(n, _): (usize, _)| n.to_string()).collect();
    let latest = &numbers[numbers.len().saturating_sub(SPOKEN)..];
    let before = if latest.len() < numbers.len() { "… " } else { "" };
    (!latest.is_empty()).then(|| format!("made {before}{}", latest.join(", ")))
}

/// The cards, as they lie; what they count the prompt says.
fn question(public: &Public) -> String {
    let goal = public.target.map_or_else(|| public.number().to_string(), |card| card.pretty().to_owned());
    format!("  display {}   target {goal}", pretty(public.display.iter().copied()))
}

/// Who is asked for what: one line.
fn prompt(public: &Public, reader: &Reader) -> Prompt {
    let Some(puzzle) = public.puzzle().filter(|_| !public.over) else { return Prompt::default() };
    let leave = if public.options.omit_one { ", one may be left out" } else { "" };
    let make = format!("make {} from {}, each once{leave}", puzzle.target, numbers(&puzzle));
    match public.awaiting() {
        Awaiting::Race(seats) if seats.len() > 1 => {
            Prompt::ask_all(reader, seats, "whoever is first", format!("{make}, or pass"))
        }
        asked @ (Awaiting::Nobody | Awaiting::Turn(_) | Awaiting::Turns(_) | Awaiting::Race(_)) => {
            asked.seats().iter().map(|seat| Prompt::ask(reader, seat, format!("{make}, or pass"))).collect()
        }
        Awaiting::Sealed(seats) => Prompt::ask_all(reader, seats, "unseen by the others", format!("{make}, or pass")),
    }
}
