//! The players at the table: initials, name, score, and who is to act.

use super::{MARGIN, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, Scene, Shape, USUAL};
use engine::picture::{Seated, have_partners, team};
use engine::{ISOLATES, Seat, figure, looks};
use unicode_segmentation::UnicodeSegmentation;

/// The height of a plaque with one line of notes.
const HIGH: f32 = 76.0;
/// The sizes of names: the largest that shows a name whole is used. `SCORE` is the size of scores.
const NAMES: [f32; 3] = [22.0, USUAL, 18.0];
const SCORE: f32 = 24.0;
/// The size of notes.
const NOTE: f32 = USUAL;
/// The height that each further line needs.
const LINE: f32 = 25.0;
/// From the edges of a plaque to what is in it.
const PAD: f32 = 12.0;
/// The space left of the words, for the circle.
const LEFT: f32 = PAD + 2.0 * ROUND + 10.0;
/// The space between two plaques.
const BETWEEN: f32 = 10.0;
/// The radius of the initials' circle.
const ROUND: f32 = 23.0;

/// Lays the plaques in one row, or in two for more than four, and in one more if names or notes would be cut; returns
/// the lower end.
pub(super) fn lay(scene: &mut Scene, sitters: &[Seated], discs: &Discs, top: f32) -> f32 {
    let (partners, few) = (have_partners(sitters), few(sitters));
    let room = room(scene.width);
    let whole = sitters.len() < 3 || are_whole(sitters, room);
    let per_row = sitters.len().div_ceil(if whole { few } else { few + 1 });
    let w = width(per_row, room);
    let plaques: Vec<Plaque<'_>> = sitters.iter().map(|sitter| Plaque::new(sitter, partners, w)).collect();
    let lines = plaques.iter().map(Plaque::lines).max().unwrap_or(0).max(2);
    let high = HIGH + LINE * (lines - 2) as f32;
    let mut y = top;
    for row in plaques.chunks(per_row) {
        for (i, plaque) in row.iter().enumerate() {
            let area = Area::new(MARGIN + (w + BETWEEN) * i as f32, y, w, high);
            plaque.draw(scene, area, discs.of(plaque.sitter.seat, &plaque.sitter.name));
        }
        y += high + BETWEEN;
    }
    y
}

/// How many rows there are, if nothing would be cut.
const fn few(sitters: &[Seated]) -> usize {
    if sitters.len() > 4 { 2 } else { 1 }
}

/// Are names and notes whole where the plaques lie in as few rows as they should?
pub(super) fn are_whole(sitters: &[Seated], room: f32) -> bool {
    let (partners, w) = (have_partners(sitters), width(sitters.len().div_ceil(few(sitters)).max(1), room));
    sitters.iter().all(|sitter| Plaque::new(sitter, partners, w).is_whole())
}

/// How wide each of this many plaques in a row is.
fn width(per_row: usize, room: f32) -> f32 {
    (room - BETWEEN * (per_row - 1) as f32) / per_row as f32
}

/// A player at the table, in words that fit the plaque.
struct Plaque<'a> {
    sitter: &'a Seated,
    score: String,
    /// The notes in one line or more, broken between notes.
    notes: Vec<String>,
    /// The room of a line of notes.
    room: f32,
    /// The name in one line, or in two if it is too long; `size` is its text size.
    names: Vec<String>,
    size: f32,
}

impl<'a> Plaque<'a> {
    fn new(sitter: &'a Seated, partners: bool, w: f32) -> Self {
        // A score that partners share would read as each one's own.
        let score = if partners { String::new() } else { figure(sitter.score) };
        let room = w - LEFT - PAD;
        let named = room - fonts::width(&score, SCORE, true) - 8.0;
        let fits = |size: &f32| fonts::width(&sitter.name, *size, true) <= named;
        let (size, lines) = NAMES.into_iter().find(fits).map_or((NAMES[1], 2), |size| (size, 1));
        let names = fonts::block(&sitter.name, size, true, named, lines);
        Self { sitter, score, notes: fonts::packed(&notes(sitter, partners), NOTE, false, room), room, names, size }
    }

    fn lines(&self) -> usize {
        self.names.len() + self.notes.len()
    }

    fn is_whole(&self) -> bool {
        self.names.len() == 1
            && self.notes.len() < 3
            && self.notes.iter().all(|line| fonts::width(line, NOTE, false) <= self.room)
    }

    fn draw(&self, scene: &mut Scene, area: Area, disc: String) {
        let sitter = self.sitter;
        let (stroke, line) = if sitter.turn { (Ink::Turn, 3.0) } else { (Ink::None, 0.0) };
        scene.frame(area, 12.0, Ink::Panel, stroke, line);
        let (cx, cy) = (area.x + PAD + ROUND, area.y + area.h / 2.0);
        let fill = Ink::Seat(sitter.seat.number());
        scene.under.push(Shape::Circle { x: cx, y: cy, r: ROUND, fill, stroke: Ink::None, line: 0.0 });
        scene.write(cx, cy + 0.36 * USUAL, USUAL, true, Anchor::Middle, Ink::OnSeat, disc);
        let (left, right) = (area.x + LEFT, area.x + area.w - PAD);
        scene.write(right, area.y + 33.0, SCORE, true, Anchor::End, Ink::Text, &self.score);
        let ink = if sitter.gone { Ink::Muted } else { Ink::Text };
        let mut y = area.y + 32.0;
        for line in &self.names {
            scene.bold(left, y, self.size, ink, line);
            y += LINE;
        }
        let ink = if sitter.turn { Ink::Turn } else { Ink::Muted };
        for line in &self.notes {
            scene.text(left, y + 3.0, NOTE, ink, fonts::fit(line, NOTE, false, self.room));
            y += LINE;
        }
    }
}

/// `to move`, `dealer`, `10 cards`
fn notes(sitter: &Seated, partners: bool) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(sitter.gone.then(|| "resigned".to_owned()));
    notes.extend(sitter.turn.then(|| "to move".to_owned()));
    notes.extend(sitter.placard.notes.iter().cloned());
    notes.extend(sitter.placard.backs.map(|n| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") }));
    notes.extend(partners.then(|| team(sitter.side).to_lowercase()));
    notes
}

/// What stands in the discs of the players, no two alike.
pub(super) struct Discs(Vec<(Seat, String)>);

impl Discs {
    /// The initials; where two share them, what each name begins with; where that is no help either, the seat's number.
    pub(super) fn new(sitters: &[Seated]) -> Self {
        let of = |letters: fn(&str) -> String| sitters.iter().map(|s| letters(&s.name)).collect::<Vec<_>>();
        let (initials, beginnings) = (of(initials), of(beginning));
        let is_free = |all: &[String], own: &str| all.iter().filter(|other| looks(other) == looks(own)).count();
        let disc = |(at, sitter): (usize, &Seated)| {
            let (initials_of, begins) = (&initials[at], &beginnings[at]);
            let shown = if !fits(initials_of) {
                None
            } else if is_free(&initials, initials_of) == 1 {
                Some(initials_of)
            } else {
                Some(begins).filter(|b| fits(b) && is_free(&beginnings, b) == 1 && is_free(&initials, b) == 0)
            };
            (sitter.seat, shown.cloned().unwrap_or_else(|| (sitter.seat.number() + 1).to_string()))
        };
        Self(sitters.iter().enumerate().map(disc).collect())
    }

    /// What stands in a player's disc.
    pub(super) fn of(&self, seat: Seat, name: &str) -> String {
        let known = self.0.iter().find(|(of, _)| *of == seat).map(|(_, disc)| disc.clone());
        known.unwrap_or_else(|| initials(name))
    }
}

/// Is it something, and does a disc have room for it?
fn fits(letters: &str) -> bool {
    !letters.is_empty() && fonts::width(letters, USUAL, true) < 1.8 * ROUND
}

/// Up to two letters: those that the first and the last word of a name begin with.
fn initials<'a>(name: &'a str) -> String {
    let letter = |sign: &str| sign.chars().next().is_some_and(char::is_alphanumeric);
    let begins = |word: &'a str| word.graphemes(true).find(|s| letter(s)).or_else(|| word.graphemes(true).next());
    let mut words = name.trim_matches(ISOLATES).split_whitespace();
    let (first, last) = (words.next().and_then(begins), words.next_back().and_then(begins));
    let wide = first.is_some_and(|sign| fonts::width(sign, 1.0, true) > 0.94);
    first.into_iter().chain(last.filter(|_| !wide)).map(str::to_uppercase).collect()
}

/// The first two letters of a name.
fn beginning(name: &str) -> String {
    let mut signs = name.trim_matches(ISOLATES).graphemes(true);
    signs.next().map(str::to_uppercase).into_iter().chain(signs.next().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Side;
    use engine::picture::Placard;

    fn discs(names: &[&str]) -> Vec<String> {
        let sitter = |(seat, name): (Seat, &&str)| Seated {
            seat,
            name: (*name).to_owned(),
            side: Side(seat.number()),
            score: 0,
            turn: false,
            gone: false,
            placard: Placard::default(),
        };
        let sitters: Vec<Seated> = Seat::all(8).zip(names).map(sitter).collect();
        Discs::new(&sitters).0.into_iter().map(|(_, disc)| disc).collect()
    }

    #[test]
    fn q14_no_two_discs_look_alike() {
        assert_eq!(discs(&["Ada", "Ben", "Cyd Okonkwo", "Ada 2"]), ["A", "B", "CO", "A2"]);
        assert_eq!(discs(&["Ada", "Alan", "Ben"]), ["Ad", "Al", "B"]);
        assert_eq!(discs(&["Ada", "Adam", "Аda", "Al"]), ["1", "2", "3", "Al"]);
        assert_eq!(discs(&["ნინო", "మోహన్", "\u{2068}فاطمة\u{2069}", "👩‍🚀 Ada"]), ["Ნ", "మో", "ف", "👩‍🚀"]);
        assert_eq!(discs(&["Ada", "🏠 Easy House"]), ["A", "🏠"]);
        assert_eq!(discs(&["Ada", "🏠 Easy House", "🏠 Hard House"]), ["A", "2", "3"]);
        assert_eq!(discs(&["שרה (מאוד)", "\"Quoted\" Ann"]), ["שמ", "QA"]);
        assert_eq!(discs(&["", "𒐫", "𒈙"]), ["1", "2", "3"], "nothing, or too wide");
    }
}
