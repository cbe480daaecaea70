//! The result of a match, as large as a link's preview (1200 by 630): the winner on the left with all places below, and
//! the course of the score on the right.

use super::sitters::Discs;
use super::{MARGIN, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, NAME, STAKE, Scene, Shape, TITLE};
use engine::picture::{Poster, PosterPlace};

const _: fn(engine::Language) = |engine::Language::English| ();

/// The height of the whole picture.
const HIGH: f32 = 315.0;
/// The width of the course of the score, and the space left of it.
const CHART: f32 = 236.0;
const BETWEEN: f32 = 16.0;
/// The radius of a winner's disc, and of the dots that stand for sides.
const ROUND: f32 = 24.0;
const DOT: f32 = 7.0;
/// The most winners whose discs are drawn.
const DISCS: usize = 2;
/// From one place to the next at most.
const ROW: f32 = 29.0;
/// A course of fewer totals than this is no line.
const LEAST: usize = 3;

/// Lays it, and returns the lower end: that of a picture of this one zone is [`HIGH`].
pub(super) fn lay(scene: &mut Scene, poster: &Poster, discs: &Discs, top: f32) -> f32 {
    let bottom = HIGH - MARGIN - 8.0;
    let drawn = poster.course.iter().any(|side| side.len() >= LEAST);
    let wide = if drawn { room() - CHART - BETWEEN } else { room() };
    let y = winner(scene, poster, discs, (top, wide));
    places(scene, &poster.places, Area::new(MARGIN, y + 4.0, wide, bottom - y - 4.0));
    if drawn {
        course(scene, poster, Area::new(MARGIN + wide + BETWEEN, top + 4.0, CHART, bottom - top - 4.0));
    }
    bottom
}

/// The names of those who won, as large as they fit, and by how much.
fn winner(scene: &mut Scene, poster: &Poster, discs: &Discs, (top, wide): (f32, f32)) -> f32 {
    let mut x = MARGIN;
    let middle = top + 2.0 + ROUND;
    for (seat, name) in poster.winners.iter().take(DISCS) {
        let fill = Ink::Seat(seat.number());
        scene.under.push(Shape::Circle { x: x + ROUND, y: middle, r: ROUND, fill, stroke: Ink::Edge, line: 3.0 });
        let disc = discs.of(*seat, name);
        scene.write(x + ROUND, middle + 0.36 * BODY, BODY, true, Anchor::Middle, Ink::OnSeat, disc);
        x += 2.0 * ROUND + 6.0;
    }
    x += 6.0;
    let names: Vec<&str> = poster.winners.iter().map(|(_, name)| name.as_str()).collect();
    let names = engine::english::list(&names);
    let left = MARGIN + wide - x;
    let fits = |size: &f32| fonts::width(&names, *size, true) <= left;
    let (size, most) = [TITLE, STAKE, NAME].into_iter().find(fits).map_or((BODY, 2), |size| (size, 1));
    let lines = fonts::block(&names, size, true, left, most);
    let begin = middle - 0.5 * 1.2 * size * lines.len() as f32;
    for (i, line) in lines.iter().enumerate() {
        scene.bold(x, begin + 1.2 * size * i as f32 + 0.95 * size, size, Ink::Text, line);
    }
    let mut y = middle + ROUND + 4.0;
    for line in fonts::block(&poster.margin, BODY, true, wide, 1) {
        y += 1.2 * BODY;
        scene.bold(MARGIN, y - 0.25 * BODY, BODY, Ink::Turn, line);
    }
    y
}

/// Every side with its score.
fn places(scene: &mut Scene, places: &[PosterPlace], area: Area) {
    let step = (area.h / places.len().max(1) as f32).min(ROW);
    for (i, at) in places.iter().enumerate() {
        let base = area.y + step * i as f32 + 0.5 * step + 0.36 * CAPTION;
        let (left, right) = (area.x + 2.0 * DOT + 10.0, area.x + area.w);
        let fill = Ink::Seat(at.seat.number());
        let y = base - 0.36 * CAPTION;
        scene.under.push(Shape::Circle { x: area.x + DOT, y, r: DOT, fill, stroke: Ink::OnSeat, line: 1.5 });
        scene.write(right, base, CAPTION, true, Anchor::End, Ink::Text, &at.score);
        let named = right - left - fonts::width(&at.score, CAPTION, true) - 10.0;
        let note = if at.note.is_empty() { String::new() } else { format!(" · {}", at.note) };
        let noted = fonts::width(&note, CAPTION, false);
        let bold = at.place == 1;
        let name = fonts::fit(&format!("{}  {}", at.place, at.name), CAPTION, bold, named - noted);
        let wide = fonts::width(&name, CAPTION, bold);
        scene.write(left, base, CAPTION, bold, Anchor::Start, Ink::Text, name);
        scene.text(left + wide, base, CAPTION, Ink::Muted, note);
    }
}

/// A line for each side, the winner's last, so that it lies on top.
fn course(scene: &mut Scene, poster: &Poster, area: Area) {
    scene.field(area, 12.0, Ink::Line, 1.0);
    let caption = 1.6 * CAPTION;
    scene.write(
        area.x + area.w / 2.0,
        area.y + area.h - 0.45 * CAPTION,
        CAPTION,
        false,
        Anchor::Middle,
        Ink::Muted,
        fonts::fit(&poster.hands, CAPTION, false, area.w - 12.0),
    );
    let paper = Area::new(area.x + 7.0, area.y + 7.0, area.w - 14.0, area.h - caption - 7.0);
    // White, on which every seat's colour is seen.
    scene.fill(paper, 7.0, Ink::OnSeat);
    let inner = Area::new(paper.x + 10.0, paper.y + 12.0, paper.w - 24.0, paper.h - 24.0);
    let all = || poster.course.iter().flatten().copied();
    let (least, most) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(1));
    let longest = poster.course.iter().map(Vec::len).max().unwrap_or(0).max(2);
    let across = |n: usize| inner.x + inner.w * n as f32 / (longest - 1) as f32;
    let up = |total: i32| inner.y + inner.h * (most - total) as f32 / (most - least) as f32;
    let zero = Area::new(inner.x, up(0), inner.w, 1.5);
    scene.fill(zero, 0.0, Ink::Line);
    for (at, totals) in poster.places.iter().zip(&poster.course).rev() {
        let ink = Ink::Seat(at.seat.number());
        let points = totals.iter().enumerate().map(|(n, total)| format!("{:.1} {:.1}", across(n), up(*total)));
        let d = format!("M{}", points.collect::<Vec<_>>().join("L"));
        let line = if at.place == 1 { 5.0 } else { 2.5 };
        scene.under.push(Shape::Path { d, fill: Ink::None, stroke: ink, line });
        let (Some(last), n) = (totals.last(), totals.len() - 1) else { continue };
        let r = if at.place == 1 { DOT } else { 0.7 * DOT };
        scene.under.push(Shape::Circle { x: across(n), y: up(*last), r, fill: ink, stroke: Ink::OnSeat, line: 1.5 });
    }
}
