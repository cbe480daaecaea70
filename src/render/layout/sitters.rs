//! Those at the table: initials, name, score, and who is to act.

use super::{MARGIN, ROOM};
use crate::engine::picture::Sitter;
use crate::render::fonts;
use crate::render::ink::Ink;
use crate::render::scene::{Anchor, Area, Scene, Shape};

/// The height of a plaque.
const HIGH: f32 = 68.0;
/// Between two plaques.
const BETWEEN: f32 = 10.0;
/// The radius of the initials' circle.
const ROUND: f32 = 21.0;

/// Lays the plaques in one row, or in two for more than four; gives the lower end.
pub(super) fn lay(scene: &mut Scene, sitters: &[Sitter], top: f32) -> f32 {
    let rows = if sitters.len() > 4 { 2 } else { 1 };
    let per_row = sitters.len().div_ceil(rows);
    let w = (ROOM - BETWEEN * (per_row - 1) as f32) / per_row as f32;
    let partners = sitters.iter().enumerate().any(|(i, s)| sitters[..i].iter().any(|t| t.side == s.side));
    let mut y = top;
    for row in sitters.chunks(per_row) {
        for (i, sitter) in row.iter().enumerate() {
            plaque(scene, sitter, partners, Area::new(MARGIN + (w + BETWEEN) * i as f32, y, w, HIGH));
        }
        y += HIGH + BETWEEN;
    }
    y
}

fn plaque(scene: &mut Scene, sitter: &Sitter, partners: bool, area: Area) {
    let (stroke, line) = if sitter.turn { (Ink::Turn, 3.0) } else { (Ink::None, 0.0) };
    scene.frame(area, 12.0, Ink::Panel, stroke, line);
    let (cx, cy) = (area.x + 12.0 + ROUND, area.y + HIGH / 2.0);
    let fill = Ink::Seat(sitter.seat.number());
    scene.under.push(Shape::Circle { x: cx, y: cy, r: ROUND, fill, stroke: Ink::None, line: 0.0 });
    scene.write(cx, cy + 6.0, 17.0, true, Anchor::Middle, Ink::OnSeat, initials(&sitter.name));
    let score = sitter.score.to_string();
    let right = area.x + area.w - 12.0;
    scene.write(right, area.y + 31.0, 22.0, true, Anchor::End, Ink::Text, &score);
    let left = cx + ROUND + 10.0;
    let room = right - left;
    let named = room - fonts::width(&score, 22.0, true) - 8.0;
    let ink = if sitter.gone { Ink::Muted } else { Ink::Text };
    scene.bold(left, area.y + 30.0, 18.0, ink, fonts::fit(&sitter.name, 18.0, true, named));
    let ink = if sitter.turn { Ink::Turn } else { Ink::Muted };
    scene.text(left, area.y + 53.0, 14.0, ink, fonts::fit(&notes(sitter, partners), 14.0, false, room));
}

/// `to move · dealer · 10 cards`
fn notes(sitter: &Sitter, partners: bool) -> String {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(sitter.gone.then(|| "resigned".to_owned()));
    notes.extend(sitter.turn.then(|| "to move".to_owned()));
    notes.extend(sitter.placard.notes.iter().cloned());
    notes.extend(sitter.placard.backs.map(|n| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") }));
    notes.extend(partners.then(|| format!("side {}", (b'A' + sitter.side.0) as char)));
    notes.join(" · ")
}

/// Up to two letters: of the first and the last word of a name.
pub(super) fn initials(name: &str) -> String {
    let mut words = name.split_whitespace();
    let first = words.next().and_then(|w| w.chars().next());
    let last = words.next_back().and_then(|w| w.chars().next());
    let wide = first.is_some_and(|c| fonts::width(&c.to_string(), 17.0, true) > 16.0);
    first.into_iter().chain(last.filter(|_| !wide)).flat_map(char::to_uppercase).collect()
}
