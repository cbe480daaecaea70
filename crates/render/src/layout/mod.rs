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
use super::scene::{Area, NARROW, Scene, Shape, USUAL, WIDE};
use engine::picture::{Screen, Zone};
use sitters::Discs;

/// The size of sentences: a phone shows a picture at less than half its size.
const READ: f32 = 22.0;
/// The free space at the edges.
const MARGIN: f32 = 24.0;
/// The space between two zones.
const GAP: f32 = 14.0;

/// So much higher a picture may become by being narrow: a line of words or two, but no row of cards.
const LITTLE: f32 = 70.0;

/// The width that is left between the edges of a scene.
const fn room(width: f32) -> f32 {
    width - 2.0 * MARGIN
}

/// Lays a screen out: narrow, which makes all of it larger on a phone, if it needs no more.
#[must_use]
pub fn lay_out(screen: &Screen) -> Scene {
    let wide = lay_out_in(screen, WIDE);
    if !may_be_narrow(screen) {
        return wide;
    }
    let narrow = lay_out_in(screen, NARROW);
    if narrow.height <= wide.height + LITTLE { narrow } else { wide }
}

/// Is there nothing that narrowness would squeeze or cut?
fn may_be_narrow(screen: &Screen) -> bool {
    let fits = |zone: &Zone| match zone {
        Zone::Ring(_) | Zone::Ladder(_) => false,
        Zone::Sheet(sheet) => sheet::fits(sheet, room(NARROW)),
        Zone::Groups(_) | Zone::Small(_) | Zone::Line(_) | Zone::Loud(_) | Zone::Equation(_) | Zone::Teams(_) => true,
    };
    sitters::are_whole(&screen.sitters, room(NARROW)) && screen.zones.iter().chain(&screen.hand).all(fits)
}

fn lay_out_in(screen: &Screen, width: f32) -> Scene {
    let mut scene = Scene::new(width);
    // The table lies below everything, and its height is known at the end.
    scene.fill(Area::new(0.0, 0.0, width, 0.0), 0.0, Ink::Felt);
    scene.fill(Area::new(0.0, 0.0, width, 6.0), 0.0, Ink::Game(screen.color));
    let discs = Discs::new(&screen.sitters);
    let mut y = header(&mut scene, screen, 6.0);
    if !screen.sitters.is_empty() {
        y = sitters::lay(&mut scene, &screen.sitters, &discs, y);
    }
    let size = groups::board_size(&screen.zones, width);
    y = zones(&mut scene, &screen.zones, &discs, y + GAP / 2.0, size);
    if !screen.hand.is_empty() {
        y = hand(&mut scene, &screen.hand, &discs, y);
    }
    scene.height = (y + MARGIN / 2.0).ceil();
    if let Some(Shape::Rect { area, .. }) = scene.under.first_mut() {
        area.h = scene.height;
    }
    scene
}

/// The game's name and the headline.
fn header(scene: &mut Scene, screen: &Screen, top: f32) -> f32 {
    let (mut y, room) = (top + 36.0, room(scene.width));
    scene.bold(MARGIN, y, 26.0, Ink::Text, fonts::fit(&screen.title, 26.0, true, room));
    for line in fonts::wrap(&screen.headline, USUAL, false, room) {
        y += 26.0;
        scene.text(MARGIN, y, USUAL, Ink::Muted, line);
    }
    y + 14.0
}

/// Zones below one another.
fn zones(scene: &mut Scene, zones: &[Zone], discs: &Discs, mut y: f32, size: groups::Size) -> f32 {
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
            Zone::Ladder(rungs) => ladder::lay(scene, rungs, discs, y),
            Zone::Teams(all) => teams::lay(scene, all, y),
            Zone::Ring(board) => ring::lay(scene, board, y),
        } + if follows { GAP / 2.0 } else { GAP };
    }
    y
}

fn words(scene: &mut Scene, text: &str, size: f32, bold: bool, mut y: f32) -> f32 {
    let room = room(scene.width);
    for line in text.lines().flat_map(|line| fonts::wrap(line, size, bold, room)) {
        y += 1.4 * size;
        let ink = if bold { Ink::Text } else { Ink::Muted };
        scene.write(MARGIN, y - 0.3 * size, size, bold, super::scene::Anchor::Start, ink, line);
    }
    y
}

/// The viewer's own cards, on a field of their own.
fn hand(scene: &mut Scene, own: &[Zone], discs: &Discs, top: f32) -> f32 {
    let at = scene.under.len();
    // Below a high table larger cards would make the picture too high.
    let size = groups::hand_size(own, scene.width, top >= WIDE);
    let bottom = zones(scene, own, discs, top + GAP, size);
    let field = Area::new(MARGIN / 2.0, top, scene.width - MARGIN, bottom - top);
    scene.fill(field, 14.0, Ink::Panel);
    // It goes below what was laid on it.
    let field = scene.under.pop();
    scene.under.splice(at..at, field);
    bottom + MARGIN / 2.0
}
