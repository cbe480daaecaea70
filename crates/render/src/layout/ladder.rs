//! A ladder: rungs that rise from left to right, ten in a row, the lowest row at the bottom.

use super::sitters::Discs;
use super::{MARGIN, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, Scene, Shape};
use engine::picture::Rung;

/// How many rungs are in a row.
const PER_ROW: usize = 10;
/// How far each rung lies above the one before it.
const STEP: f32 = 5.0;
/// The radius of the disc of the player who stands on a rung.
const ROUND: f32 = 20.0;
/// The thickness of a rung.
const THICK: f32 = 6.0;
/// The size of a rung's number.
const NAME: f32 = BODY;
/// The size of the note below a rung's number.
const NOTE: f32 = CAPTION;
/// The height of a rung with the player who stands on it, its number and its note, and some air.
const HIGH: f32 = 2.0 * ROUND + THICK + 1.3 * NAME + 1.3 * NOTE + 10.0;

/// Lays the rows and returns the lower end.
pub(super) fn lay(scene: &mut Scene, rungs: &[Rung], discs: &Discs, top: f32) -> f32 {
    let w = room() / PER_ROW as f32;
    let rise = STEP * (PER_ROW - 1) as f32;
    let mut y = top;
    for row in rungs.chunks(PER_ROW).rev() {
        for (i, rung) in row.iter().enumerate() {
            let place = Area::new(MARGIN + w * i as f32, y + rise - STEP * i as f32, w, HIGH);
            lay_rung(scene, rung, discs, place);
        }
        y += HIGH + rise;
    }
    y
}

fn lay_rung(scene: &mut Scene, rung: &Rung, discs: &Discs, place: Area) {
    let middle = place.x + place.w / 2.0;
    let mut y = place.y + 2.0 * ROUND + 4.0;
    if let Some((seat, name)) = &rung.by {
        let (stroke, line) = if rung.now { (Ink::Turn, 3.0) } else { (Ink::None, 0.0) };
        let fill = Ink::Seat(seat.number());
        scene.under.push(Shape::Circle { x: middle, y: place.y + ROUND, r: ROUND, fill, stroke, line });
        let initials = discs.of(*seat, name);
        scene.write(middle, place.y + ROUND + 0.36 * CAPTION, CAPTION, true, Anchor::Middle, Ink::OnSeat, initials);
    }
    let (bar, words) = match () {
        () if rung.now => (Ink::Turn, Ink::Turn),
        () if rung.climbed => (Ink::Gain, Ink::Text),
        () => (Ink::Line, Ink::Muted),
    };
    scene.fill(Area::new(place.x + 4.0, y, place.w - 8.0, THICK), THICK / 2.0, bar);
    y += THICK + 1.1 * NAME;
    scene.write(middle, y, NAME, rung.now || rung.climbed, Anchor::Middle, words, &rung.name);
    let note = fonts::fit(&rung.note, NOTE, false, place.w);
    scene.write(middle, y + 1.2 * NOTE, NOTE, false, Anchor::Middle, Ink::Gain, note);
}
