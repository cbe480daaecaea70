//! The players at the table: initials, name, score, and who is to act.

use super::{MARGIN, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, NAME, Scene, Shape};
use engine::picture::{Seated, have_partners, team};
use engine::{ISOLATES, Seat, figure, looks};
use unicode_segmentation::UnicodeSegmentation;

/// How many plates lie in a row; one that is left over fills a row by itself.
const PER_ROW: usize = 2;
/// The height of a plate with a name and one line of state.
const HIGH: f32 = 64.0;
/// The sizes of names, of scores and of what else is said.
const WHO: f32 = BODY;
const SCORE: f32 = NAME;
const NOTE: f32 = CAPTION;
/// The height that each further line needs.
const LINE: f32 = 24.0;
/// From the edges of a plate to what is in it.
const PAD: f32 = 12.0;
/// The space left of the words, for the circle.
const LEFT: f32 = PAD + 2.0 * ROUND + 10.0;
/// The space between two plates.
const BETWEEN: f32 = 10.0;
/// The radius of the initials' circle.
const ROUND: f32 = 22.0;

/// Lays the plates in rows that are filled, and returns the lower end.
pub(super) fn lay(scene: &mut Scene, sitters: &[Seated], discs: &Discs, top: f32) -> f32 {
    let partners = have_partners(sitters);
    let mut y = top;
    for row in sitters.chunks(PER_ROW) {
        let w = (room() - BETWEEN * (row.len() - 1) as f32) / row.len() as f32;
        let plates: Vec<Plate<'_>> = row.iter().map(|sitter| Plate::new(sitter, partners, w)).collect();
        let lines = plates.iter().map(Plate::lines).max().unwrap_or(0).max(2);
        let high = HIGH + LINE * (lines - 2) as f32;
        for (i, plate) in plates.iter().enumerate() {
            let area = Area::new(MARGIN + (w + BETWEEN) * i as f32, y, w, high);
            plate.draw(scene, area, discs.of(plate.sitter.seat, &plate.sitter.name));
        }
        y += high + BETWEEN;
    }
    y
}

/// A player at the table, in words that fit the plate.
struct Plate<'a> {
    sitter: &'a Seated,
    score: String,
    /// The notes in one line or more, broken between notes.
    notes: Vec<String>,
    /// The room of a line of notes.
    room: f32,
    /// The name in one line, or in two if it is too long.
    names: Vec<String>,
}

impl<'a> Plate<'a> {
    fn new(sitter: &'a Seated, partners: bool, w: f32) -> Self {
        // A score that partners share would read as each one's own.
        let score = if partners { String::new() } else { figure(sitter.score) };
        let room = w - LEFT - PAD;
        let named = room - fonts::width(&score, SCORE, true) - 8.0;
        let names = fonts::block(&sitter.name, WHO, true, named, 2);
        Self { sitter, score, notes: fonts::packed(&notes(sitter, partners), NOTE, false, room), room, names }
    }

    fn lines(&self) -> usize {
        self.names.len() + self.notes.len()
    }

    fn draw(&self, scene: &mut Scene, area: Area, disc: String) {
        let sitter = self.sitter;
        let (stroke, line) = if sitter.turn { (Ink::Turn, 3.5) } else { (Ink::Line, 1.0) };
        scene.field(area, 12.0, stroke, line);
        let (cx, cy) = (area.x + PAD + ROUND, area.y + area.h / 2.0);
        if sitter.turn {
            // It points at whoever is to move, which no colour alone should say.
            let d = format!("M{:.1} {:.1}l11 8l-11 8z", area.x - 5.0, cy - 8.0);
            scene.under.push(Shape::Path { d, fill: Ink::Turn, stroke: Ink::Turn, line: 2.0 });
        }
        let fill = Ink::Seat(sitter.seat.number());
        scene.under.push(Shape::Circle { x: cx, y: cy, r: ROUND, fill, stroke: Ink::None, line: 0.0 });
        scene.write(cx, cy + 0.36 * CAPTION, CAPTION, true, Anchor::Middle, Ink::OnSeat, disc);
        let (left, right) = (area.x + LEFT, area.x + area.w - PAD);
        scene.write(right, area.y + 30.0, SCORE, true, Anchor::End, Ink::Text, &self.score);
        let ink = if sitter.gone { Ink::Muted } else { Ink::Text };
        // What a plate says stands in its middle.
        let mut y = area.y + 28.0 + if self.lines() < 2 { 11.0 } else { 0.0 };
        for line in &self.names {
            scene.bold(left, y, WHO, ink, line);
            y += LINE;
        }
        for line in &self.notes {
            scene.text(left, y, NOTE, Ink::Muted, fonts::fit(line, NOTE, false, self.room));
            y += LINE;
        }
    }
}

/// `dealer`, `10 cards`
fn notes(sitter: &Seated, partners: bool) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(sitter.gone.then(|| "resigned".to_owned()));
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
    !letters.is_empty() && fonts::width(letters, CAPTION, true) < 1.8 * ROUND
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
