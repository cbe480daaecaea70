//! From a [`Screen`] to a [`Scene`]: everything gets its place, from the top down, and nothing overlaps because each
//! part is laid below what came before it.

mod equation;
mod groups;
mod ladder;
mod ring;
mod sheet;
mod sitters;
mod teams;

use super::fonts;
use super::ink::Ink;
use super::scene::{Area, Scene, USUAL, WIDTH};
use crate::engine::picture::{Screen, Zone};

/// The size of sentences: a phone shows a picture at less than half its size.
const READ: f32 = 22.0;
/// The free space at the edges.
const MARGIN: f32 = 24.0;
/// The width that is left between the edges.
const ROOM: f32 = WIDTH - 2.0 * MARGIN;
/// The space between two zones.
const GAP: f32 = 14.0;

/// Lays a screen out.
#[must_use]
pub fn lay_out(screen: &Screen) -> Scene {
    let mut scene = Scene::default();
    // The table lies below everything, and its height is known at the end.
    scene.fill(Area::new(0.0, 0.0, WIDTH, 0.0), 0.0, Ink::Felt);
    scene.fill(Area::new(0.0, 0.0, WIDTH, 6.0), 0.0, Ink::Game(screen.color));
    let mut y = header(&mut scene, screen, 6.0);
    if !screen.sitters.is_empty() {
        y = sitters::lay(&mut scene, &screen.sitters, y);
    }
    y = zones(&mut scene, &screen.zones, y + GAP / 2.0, groups::BOARD);
    if !screen.hand.is_empty() {
        y = hand(&mut scene, &screen.hand, y);
    }
    scene.height = (y + MARGIN / 2.0).ceil();
    if let Some(super::scene::Shape::Rect { area, .. }) = scene.under.first_mut() {
        area.h = scene.height;
    }
    scene
}

/// The game's name and the headline.
fn header(scene: &mut Scene, screen: &Screen, top: f32) -> f32 {
    let mut y = top + 36.0;
    scene.bold(MARGIN, y, 26.0, Ink::Text, fonts::fit(&screen.title, 26.0, true, ROOM));
    for line in fonts::wrap(&screen.headline, USUAL, false, ROOM) {
        y += 26.0;
        scene.text(MARGIN, y, USUAL, Ink::Muted, line);
    }
    y + 14.0
}

/// Zones below one another.
fn zones(scene: &mut Scene, zones: &[Zone], mut y: f32, size: groups::Size) -> f32 {
    for (at, zone) in zones.iter().enumerate() {
        // Lines that follow each other are read together, so they stand closer.
        let follows = matches!((zone, zones.get(at + 1)), (Zone::Line(_), Some(Zone::Line(_))));
        y = match zone {
            Zone::Groups(all) => groups::lay(scene, all, y, size),
            Zone::Small(all) => groups::lay(scene, all, y, groups::SMALL),
            Zone::Line(text) => words(scene, text, READ, false, y),
            Zone::Loud(text) => words(scene, text, READ, true, y),
            Zone::Sheet(sheet) => sheet::lay(scene, sheet, y),
            Zone::Equation(row) => equation::lay(scene, row, y),
            Zone::Ladder(rungs) => ladder::lay(scene, rungs, y),
            Zone::Teams(all) => teams::lay(scene, all, y),
            Zone::Ring(board) => ring::lay(scene, board, y),
        } + if follows { GAP / 2.0 } else { GAP };
    }
    y
}

fn words(scene: &mut Scene, text: &str, size: f32, bold: bool, mut y: f32) -> f32 {
    for line in text.lines().flat_map(|line| fonts::wrap(line, size, bold, ROOM)) {
        y += 1.4 * size;
        let ink = if bold { Ink::Text } else { Ink::Muted };
        scene.write(MARGIN, y - 0.3 * size, size, bold, super::scene::Anchor::Start, ink, line);
    }
    y
}

/// The viewer's own cards, on a field of their own.
fn hand(scene: &mut Scene, own: &[Zone], top: f32) -> f32 {
    let at = scene.under.len();
    // Below a high table larger cards would make the picture too high.
    let size = if top < WIDTH { groups::hand_size(own) } else { groups::HAND };
    let bottom = zones(scene, own, top + GAP, size);
    let field = Area::new(MARGIN / 2.0, top, WIDTH - MARGIN, bottom - top);
    scene.fill(field, 14.0, Ink::Panel);
    // It goes below what was laid on it.
    let field = scene.under.pop();
    scene.under.splice(at..at, field);
    bottom + MARGIN / 2.0
}
