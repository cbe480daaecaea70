//! How a figure went over time: a line on a field, with its highest and lowest value at the side and the last at its end.

use std::fmt::Write;

use super::{MARGIN, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, Scene, Shape};
use engine::picture::Curve;

/// The height of the field.
const HIGH: f32 = 150.0;
/// From the edges of the field to the line.
const PAD: f32 = 22.0;
/// The radius of the disc at its end.
const END: f32 = 6.0;

/// Lays it and returns its lower end.
pub(super) fn lay(scene: &mut Scene, course: &Curve, top: f32) -> f32 {
    let field = Area::new(MARGIN, top, room(), HIGH);
    scene.field(field, 10.0, Ink::Line, 1.0);
    let (Some(low), Some(high)) = (course.points.iter().min(), course.points.iter().max()) else { return top + HIGH };
    let figure = |value: i32| engine::figure(value);
    let last = course.points.last().copied().map(figure).unwrap_or_default();
    let side = fonts::width(&figure(*high), CAPTION, false).max(fonts::width(&figure(*low), CAPTION, false));
    let left = field.x + PAD + side + 12.0;
    let right = field.x + field.w - PAD - fonts::width(&last, BODY, true) - 2.0 * END;
    let (up, down) = (field.y + PAD, field.y + field.h - PAD);
    // A course that never changed lies in the middle.
    let span = (high - low).max(1) as f32;
    let y = |value: i32| {
        if high == low { f32::midpoint(up, down) } else { down - (value - low) as f32 / span * (down - up) }
    };
    for value in if high == low { vec![*high] } else { vec![*high, *low] } {
        scene.fill(Area::new(left, y(value), right - left, 1.0), 0.0, Ink::Line);
        scene.write(left - 12.0, y(value) + 0.35 * CAPTION, CAPTION, false, Anchor::End, Ink::Muted, figure(value));
    }
    let step = (right - left) / (course.points.len() - 1).max(1) as f32;
    let mut line = String::new();
    for (n, value) in course.points.iter().enumerate() {
        let _ = write!(line, "{}{:.1} {:.1}", if n == 0 { "M" } else { " L" }, left + step * n as f32, y(*value));
    }
    let (x, y) = (left + step * (course.points.len() - 1) as f32, y(course.points[course.points.len() - 1]));
    scene.under.push(Shape::Path { d: line, fill: Ink::None, stroke: Ink::Gain, line: 3.5 });
    scene.under.push(Shape::Circle { x, y, r: END, fill: Ink::Gain, stroke: Ink::Panel, line: 2.0 });
    scene.write(x + 2.0 * END, y + 0.35 * BODY, BODY, true, Anchor::Start, Ink::Text, last);
    top + HIGH
}
