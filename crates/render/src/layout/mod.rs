//! From a [`Screen`] to a [`Scene`]: everything gets its place, from the top down, and nothing overlaps because each
//! part is laid below what came before it.

mod course;
mod equation;
mod ground;
mod groups;
mod ladder;
mod poster;
mod ring;
mod sheet;
mod sitters;
mod teams;

use super::fonts;
use super::ink::Ink;
use super::scene::{Anchor, Area, BODY, CAPTION, NAME, STAKE, Scene, WIDE};
use engine::picture::{Screen, Zone};
use sitters::Discs;

/// The free space at the edges.
const MARGIN: f32 = 22.0;
/// The space between two zones.
const GAP: f32 = 12.0;

/// What is laid out side by side: from where, and how wide it may be.
#[derive(Clone, Copy)]
struct Strip {
    x: f32,
    w: f32,
}

impl Strip {
    /// Between the edges of a scene.
    const WHOLE: Self = Self { x: MARGIN, w: room() };

    const fn of(area: &Area) -> Self {
        Self { x: area.x, w: area.w }
    }
}

/// The width that is left between the edges of a scene.
const fn room() -> f32 {
    WIDE - 2.0 * MARGIN
}

/// Lays a screen out.
#[must_use]
pub fn lay_out(screen: &Screen) -> Scene {
    let mut scene = Scene::new(screen.ground);
    let discs = Discs::new(&screen.sitters);
    let mut y = header(&mut scene, screen, MARGIN - 6.0);
    if !screen.sitters.is_empty() {
        y = sitters::lay(&mut scene, &screen.sitters, &discs, y);
    }
    y = zones(&mut scene, &screen.zones, &discs, y + GAP / 2.0, groups::BOARD);
    if !screen.hand.is_empty() {
        y = hand(&mut scene, screen, &discs, y);
    }
    scene.height = (y + MARGIN - 4.0).ceil();
    ground::lay(&mut scene);
    scene
}

/// What is at stake, and what else there is to say of the match; or the title and what happened.
fn header(scene: &mut Scene, screen: &Screen, mut y: f32) -> f32 {
    let (middle, room) = (scene.width / 2.0, room());
    if matches!(screen.zones.first(), Some(Zone::Poster(_))) {
        let told: Vec<&str> =
            [&screen.title, &screen.headline].map(String::as_str).into_iter().filter(|s| !s.is_empty()).collect();
        let told = fonts::fit(&told.join(" · "), CAPTION, false, room);
        scene.text(MARGIN, y + CAPTION, CAPTION, Ink::Muted, told);
        return y + 1.25 * CAPTION;
    }
    let mut write = |text: &str, size: f32, bold: bool, ink: Ink| {
        for line in fonts::wrap(text, size, bold, room) {
            y += 1.25 * size;
            scene.write(middle, y - 0.25 * size, size, bold, Anchor::Middle, ink, line);
        }
    };
    write(&screen.title, NAME, true, Ink::Text);
    write(&screen.stake, STAKE, true, Ink::Text);
    let (size, bold) = if screen.stake.is_empty() { (BODY, screen.title.is_empty()) } else { (CAPTION, false) };
    write(&screen.headline, size, bold, if bold { Ink::Text } else { Ink::Muted });
    y + 8.0
}

/// Zones below one another.
fn zones(scene: &mut Scene, zones: &[Zone], discs: &Discs, mut y: f32, size: groups::Size) -> f32 {
    for (at, zone) in zones.iter().enumerate() {
        // Lines that follow each other are read together, so they stand closer.
        let follows = matches!((zone, zones.get(at + 1)), (Zone::Line(_), Some(Zone::Line(_))));
        y = match zone {
            Zone::Groups(all) => groups::lay(scene, all, y, size),
            Zone::Large(all) => groups::lay(scene, all, y, groups::LARGE),
            Zone::Small(all) => groups::lay(scene, all, y, groups::SMALL),
            Zone::Line(text) => words(scene, text, false, y),
            Zone::Loud(text) => words(scene, text, true, y),
            Zone::Course(course) => course::lay(scene, course, y),
            Zone::Sheet(sheet) => sheet::lay(scene, sheet, y),
            Zone::Equation(row) => equation::lay(scene, row, y),
            Zone::Ladder(rungs) => ladder::lay(scene, rungs, discs, y),
            Zone::Teams(all) => teams::lay(scene, all, y),
            Zone::Poster(poster) => poster::lay(scene, poster, discs, y),
            Zone::Ring(board) => ring::lay(scene, board, y),
        } + if follows { GAP / 2.0 } else { GAP };
    }
    y
}

fn words(scene: &mut Scene, text: &str, bold: bool, mut y: f32) -> f32 {
    let (middle, room) = (scene.width / 2.0, room());
    for line in text.lines().flat_map(|line| fonts::wrap(line, BODY, bold, room)) {
        y += 1.3 * BODY;
        let ink = if bold { Ink::Text } else { Ink::Muted };
        scene.write(middle, y - 0.3 * BODY, BODY, bold, Anchor::Middle, ink, line);
    }
    y
}

/// The viewer's own cards, on a field of their own.
fn hand(scene: &mut Scene, screen: &Screen, discs: &Discs, top: f32) -> f32 {
    let at = scene.under.len();
    let bottom = zones(scene, &screen.hand, discs, top + GAP, groups::hand(screen.ground));
    let field = Area::new(MARGIN - 8.0, top, scene.width - 2.0 * MARGIN + 16.0, bottom - top);
    scene.field(field, 14.0, Ink::Line, 1.0);
    // It goes below what was laid on it.
    let field = scene.under.split_off(scene.under.len() - 2);
    scene.under.splice(at..at, field);
    bottom
}
