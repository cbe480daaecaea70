//! What the table is made of: a rim with its edge, the felt, and a quiet pattern on it.

use std::fmt::Write as _;

use crate::ink::Ink;
use crate::scene::{Area, Scene, Shape};
use engine::picture::Ground;

/// The width of the rim, and the radius of the table's corners.
const RIM: f32 = 9.0;
const ROUND: f32 = 16.0;
/// From one sign of a pattern to the next, across and down.
const APART: (f32, f32) = (150.0, 130.0);

/// Puts the table below everything else.
pub(super) fn lay(scene: &mut Scene) {
    let (w, h) = (scene.width, scene.height);
    let inset = |by: f32| Area::new(by, by, w - 2.0 * by, h - 2.0 * by);
    let above = std::mem::take(&mut scene.under);
    scene.fill(Area::new(0.0, 0.0, w, h), 0.0, Ink::Rim);
    scene.frame(inset(RIM), ROUND, Ink::Shade, Ink::Edge, 2.5);
    // Its upper and left sides lie in the shade of the rim.
    let (x, y) = (RIM + 4.0, RIM + 5.0);
    scene.fill(Area::new(x, y, w - RIM - 2.0 - x, h - RIM - 2.0 - y), ROUND - 3.0, Ink::Felt);
    pattern(scene);
    scene.under.extend(above);
}

/// A sign here and there; along wood, its grain.
fn pattern(scene: &mut Scene) {
    let mut d = String::new();
    if scene.ground == Ground::Wood {
        let mut y = 40.0;
        while y < scene.height - 20.0 {
            let _ = write!(d, "M16 {y:.0}C150 {:.0} 300 {:.0} {:.0} {y:.0}", y - 16.0, y + 18.0, scene.width - 14.0);
            y += 46.0;
        }
    } else if let Some(sign) = sign(scene.ground) {
        let (across, down) = APART;
        let rows = ((scene.height - 40.0) / down).ceil() as u16;
        for row in 0..rows {
            let begin = if row % 2 == 0 { 75.0 } else { 150.0 };
            let y = 65.0 + down * f32::from(row);
            let places = (0..4_u8).map(|n| begin + across * f32::from(n)).filter(|x| *x < scene.width - 40.0);
            for x in places.filter(|_| y < scene.height - 40.0) {
                let _ = write!(d, "M{x} {y}{sign}");
            }
        }
    }
    if !d.is_empty() {
        scene.under.push(Shape::Path { d, fill: Ink::None, stroke: Ink::Motif, line: 4.0 });
    }
}

/// A sign in one line, from its middle on.
const fn sign(ground: Ground) -> Option<&'static str> {
    match ground {
        Ground::Plain | Ground::Wood => None,
        // A lozenge,
        Ground::Felt => Some("m0-20l14 20l-14 20l-14-20z"),
        // a vein of marble,
        Ground::Cafe => Some("m-44-18c20 22 30-6 46 14s26 2 44 26"),
        // a keyhole,
        Ground::Slate => Some("m-6 4a13 13 0 1 1 12 0l6 22h-24z"),
        // a banner,
        Ground::Parchment => Some("m-14-22h28v44l-14-12l-14 12z"),
        // plus and minus,
        Ground::Chalk => Some("m-26 0h22m-11-11v22m22-11h20"),
        // an eight.
        Ground::Eights => Some("a11 11 0 1 1 .1 0a13 13 0 1 1-.1 0z"),
    }
}
