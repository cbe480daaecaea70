//! The result of a match, as large as a link's preview (1200 by 630): the winner large, all places below; the course of
//! the score, and what the match is remembered by as a small board; at the foot when and where that was.

mod course;

use super::sitters::Discs;
use super::{GAP, MARGIN, equation, groups, ring, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, NAME, STAKE, Scene, Shape, TITLE};
use engine::picture::{Feat, Poster, PosterPlace, Zone};

const _: fn(engine::Language) = |engine::Language::English| ();

/// The height of the whole picture.
const HIGH: f32 = 315.0;
/// The space between columns.
const BETWEEN: f32 = 16.0;
/// The radius of a winner's disc, and of the dots that stand for sides.
const ROUND: f32 = 24.0;
const DOT: f32 = 7.0;
/// The most winners whose discs are drawn beside their names, and in a row above them.
const DISCS: usize = 2;
const ABOVE: usize = 4;
/// The space left of a name.
const LEFT: f32 = 2.0 * DOT + 10.0;
/// From one line of the places to the next at most, and the most space between two places.
const LINE: f32 = 1.1 * CAPTION;
const AIR: f32 = 8.0;
/// A course of fewer totals than this is no line.
const LEAST: usize = 3;

/// Where the parts are.
struct Plan {
    /// How wide the names of the winners may be, and whether they stand below the discs.
    winner: f32,
    stacked: bool,
    /// The places begin below the winner, and end where this does.
    places: Area,
    course: Option<Area>,
    feat: Option<Area>,
    foot: Area,
}

impl Plan {
    /// A board is drawn as high as there is room, cards beside the places; without either the course is. When and where
    /// that was stands below the shorter column.
    fn of(poster: &Poster, area: Area) -> Self {
        let drawn = poster.course.iter().any(|side| side.len() >= LEAST);
        let foot_high = if poster.foot.is_empty() { 0.0 } else { 1.2 * CAPTION };
        let foot = |of: Area| Area { y: of.y + of.h - foot_high, h: foot_high, ..of };
        let above = |of: Area| Area { h: of.h - foot_high, ..of };
        let right = |w: f32, y: f32| Area::new(area.x + area.w - w, y, w, area.y + area.h - y);
        let beside = |part: &Area| Area { w: area.w - part.w - BETWEEN, ..area };
        match &poster.feat {
            Some(Feat { shown: Zone::Ring(_), .. }) => {
                let feat = above(right(288.0, area.y));
                let left = above(beside(&feat));
                let (winner, stacked) = (left.w, poster.winners.len() > 1);
                Self { winner, stacked, places: left, course: None, feat: Some(feat), foot: foot(area) }
            }
            Some(_) => {
                let below = area.y + 2.0 * ROUND + 1.2 * BODY + 10.0;
                let feat = right(330.0, below);
                let course = drawn.then(|| Area { h: below - area.y - 8.0, ..right(206.0, area.y) });
                let winner = course.as_ref().map_or(area.w, |course| beside(course).w);
                let places = beside(&feat);
                Self { winner, stacked: false, places, course, feat: Some(above(feat)), foot: foot(feat) }
            }
            None => {
                let course = drawn.then(|| right(236.0, area.y));
                let left = course.as_ref().map_or(area, beside);
                Self { winner: left.w, stacked: false, places: above(left), course, feat: None, foot: foot(left) }
            }
        }
    }
}

/// Lays it, and returns the lower end: that of a picture of this one zone is [`HIGH`].
pub(super) fn lay(scene: &mut Scene, poster: &Poster, discs: &Discs, top: f32) -> f32 {
    // What comes after a zone is its gap and the margin.
    let end = HIGH - MARGIN + 4.0 - GAP;
    let plan = Plan::of(poster, Area::new(MARGIN, top, room(), HIGH - MARGIN + 3.0 - top));
    let y = winner(scene, poster, discs, &plan, top);
    let area = plan.places;
    places(scene, &poster.places, Area::new(area.x, y + 2.0, area.w, area.y + area.h - y - 2.0));
    if let Some(area) = plan.course {
        course::lay(scene, poster, area);
    }
    if let (Some(shown), Some(area)) = (&poster.feat, plan.feat) {
        feat(scene, shown, area);
    }
    let foot = fonts::fit(&poster.foot, CAPTION, false, plan.foot.w);
    scene.text(plan.foot.x, plan.foot.y + plan.foot.h - 0.25 * CAPTION, CAPTION, Ink::Muted, foot);
    end
}

/// The names of those who won, as large as they fit, and by how much.
fn winner(scene: &mut Scene, poster: &Poster, discs: &Discs, plan: &Plan, top: f32) -> f32 {
    let mut x = MARGIN;
    let middle = top + 2.0 + ROUND;
    for (seat, name) in poster.winners.iter().take(if plan.stacked { ABOVE } else { DISCS }) {
        let fill = Ink::Seat(seat.number());
        scene.under.push(Shape::Circle { x: x + ROUND, y: middle, r: ROUND, fill, stroke: Ink::Edge, line: 3.0 });
        let disc = discs.of(*seat, name);
        scene.write(x + ROUND, middle + 0.36 * BODY, BODY, true, Anchor::Middle, Ink::OnSeat, disc);
        x += 2.0 * ROUND + 6.0;
    }
    let x = if plan.stacked { MARGIN } else { x + 6.0 };
    let names: Vec<&str> = poster.winners.iter().map(|(_, name)| name.as_str()).collect();
    let names = engine::english::list(&names);
    let left = MARGIN + plan.winner - x;
    let fits = |size: &f32| fonts::width(&names, *size, true) <= left;
    let (size, most) = [TITLE, STAKE, NAME].into_iter().find(fits).map_or((BODY, 2), |size| (size, 1));
    let lines = fonts::block(&names, size, true, left, most);
    let high = 1.2 * size * lines.len() as f32;
    let begin = if plan.stacked { middle + ROUND + 4.0 } else { middle - 0.5 * high };
    for (i, line) in lines.iter().enumerate() {
        scene.bold(x, begin + 1.2 * size * i as f32 + 0.95 * size, size, Ink::Text, line);
    }
    let y = (middle + ROUND + 4.0).max(begin + high);
    let margin = fonts::fit(&poster.margin, BODY, true, plan.winner);
    scene.bold(MARGIN, y + 0.95 * BODY, BODY, Ink::Turn, margin);
    y + 1.2 * BODY
}

/// Every side with its score. Where there is room names have two lines, and notes one of their own; otherwise both stand
/// in one.
fn places(scene: &mut Scene, places: &[PosterPlace], area: Area) {
    const TIERS: [(usize, bool); 3] = [(2, true), (1, true), (1, false)];
    let rows: Vec<[Row<'_>; 3]> = places.iter().map(|at| TIERS.map(|tier| Row::new(at, tier, area.w))).collect();
    let lines = |tier: usize| rows.iter().map(|row| row[tier].lines()).sum::<usize>() as f32;
    let tier = (0..2).find(|tier| LINE * lines(*tier) <= area.h).unwrap_or(2);
    let line = LINE.min(area.h / lines(tier).max(1.0));
    let air = ((area.h - line * lines(tier)) / places.len().max(1) as f32).min(AIR);
    let mut y = area.y + air / 2.0;
    for row in &rows {
        row[tier].draw(scene, (area.x, y), line);
        y += line * row[tier].lines() as f32 + air;
    }
}

/// A side in lines that fit.
struct Row<'a> {
    at: &'a PosterPlace,
    names: Vec<String>,
    note: String,
    /// Does the note stand behind the name?
    behind: bool,
    w: f32,
}

impl<'a> Row<'a> {
    fn new(at: &'a PosterPlace, (most, below): (usize, bool), w: f32) -> Self {
        let room = w - LEFT - fonts::width(&at.score, CAPTION, true) - 10.0;
        let behind = !below && !at.note.is_empty();
        let note = if behind { format!(" · {}", at.note) } else { at.note.clone() };
        let note = fonts::fit(&note, CAPTION, false, if behind { 0.62 * room } else { w - LEFT });
        let room = if behind { room - fonts::width(&note, CAPTION, false) } else { room };
        let names = fonts::block(&format!("{}  {}", at.place, at.name), CAPTION, at.place == 1, room, most);
        Self { at, names, note, behind, w }
    }

    fn lines(&self) -> usize {
        self.names.len() + usize::from(!self.behind && !self.note.is_empty())
    }

    fn draw(&self, scene: &mut Scene, (x, y): (f32, f32), line: f32) {
        let Self { at, names, note, behind, w } = self;
        let bold = at.place == 1;
        let mut base = y + 0.8 * CAPTION;
        let fill = Ink::Seat(at.seat.number());
        let dot = (x + DOT, base - 0.36 * CAPTION);
        scene.under.push(Shape::Circle { x: dot.0, y: dot.1, r: DOT, fill, stroke: Ink::OnSeat, line: 1.5 });
        scene.write(x + w, base, CAPTION, true, Anchor::End, Ink::Text, &at.score);
        for name in names {
            scene.write(x + LEFT, base, CAPTION, bold, Anchor::Start, Ink::Text, name);
            base += line;
        }
        let last = names.last().map_or(0.0, |name| fonts::width(name, CAPTION, bold));
        let (right, base) = if *behind { (last, base - line) } else { (0.0, base) };
        scene.text(x + LEFT + right, base, CAPTION, Ink::Muted, note);
    }
}

/// What it was, above a small board.
fn feat(scene: &mut Scene, Feat { words, shown }: &Feat, area: Area) {
    scene.field(area, 12.0, Ink::Line, 1.0);
    let inner = Area::new(area.x + 8.0, area.y + 4.0, area.w - 16.0, area.h - 8.0);
    if let Zone::Ring(of) = shown {
        return ring::fit(scene, of, &inner, words);
    }
    let mut y = inner.y;
    for line in fonts::block(words, CAPTION, false, inner.w, 2) {
        y += 1.15 * CAPTION;
        scene.write(area.x + area.w / 2.0, y - 0.2 * CAPTION, CAPTION, false, Anchor::Middle, Ink::Text, line);
    }
    let board = Area::new(inner.x, y + 2.0, inner.w, inner.y + inner.h - y - 2.0);
    match shown {
        Zone::Groups(all) => groups::fit(scene, all, &board),
        Zone::Equation(row) => equation::fit(scene, row, &board),
        _ => {}
    }
}
