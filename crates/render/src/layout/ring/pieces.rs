//! The outlines of pegs, holes and arrows, as paths. A shape of its own for each seat tells pegs apart without colours.

use std::f32::consts::{FRAC_PI_2, PI};
use std::fmt::Write as _;

use super::track::Point;
use crate::scene::Area;

/// The seat whose pegs are triangles.
pub(super) const TRIANGLE: u8 = 2;

/// A path in the making.
#[derive(Clone, Default)]
pub(super) struct Outline(pub String);

impl Outline {
    /// Adds a closed polygon.
    pub fn polygon(&mut self, points: impl IntoIterator<Item = Point>) {
        self.line(points);
        self.0.push('z');
    }

    /// Adds an open line.
    pub fn line(&mut self, points: impl IntoIterator<Item = Point>) {
        for (i, p) in points.into_iter().enumerate() {
            let _ = write!(self.0, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, p.x, p.y);
        }
    }

    /// Adds a circle.
    pub fn circle(&mut self, at: Point, r: f32) {
        // Rounded before it is doubled: arcs whose radius and span disagree do not make a circle.
        let r = (r * 10.0).round() / 10.0;
        let d = 2.0 * r;
        let _ = write!(self.0, "M{:.1} {:.1}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", at.x - r, at.y);
    }

    /// Adds the shape of a seat's pegs; all look equally large.
    pub fn peg(&mut self, owner: u8, at: Point, r: f32) {
        match owner {
            0 => self.circle(at, r),
            1 => self.polygon(spokes(at, 4, 0.5, &[1.22 * r])),
            TRIANGLE => self.polygon(spokes(Point::new(at.x, at.y + 0.2 * r), 3, 0.0, &[1.5 * r])),
            3 => self.polygon(spokes(at, 4, 0.0, &[1.24 * r])),
            4 => self.polygon(spokes(Point::new(at.x, at.y + 0.06 * r), 5, 0.0, &[1.14 * r])),
            5 => self.polygon(spokes(at, 6, 0.5, &[1.1 * r])),
            6 => self.polygon(spokes(Point::new(at.x, at.y + 0.05 * r), 5, 0.0, &[1.3 * r, 0.82 * r])),
            _ => self.polygon(cross(at, 1.06 * r, 0.58 * r)),
        }
    }
}

/// Points round a middle at the distances `far`, in turn. The first is above the middle, or `turned` clockwise from
/// there, as a fraction of the angle from point to point.
fn spokes(at: Point, corners: u8, turned: f32, far: &[f32]) -> impl Iterator<Item = Point> {
    let count = f32::from(corners) * far.len() as f32;
    (0..count as u8).map(move |i| {
        let (sin, cos) = (2.0 * PI * (f32::from(i) + turned) / count - FRAC_PI_2).sin_cos();
        let r = far[usize::from(i) % far.len()];
        Point::new(at.x + r * cos, at.y + r * sin)
    })
}

/// A plus sign whose arms reach `far` and are `thick` on either side.
fn cross(at: Point, far: f32, thick: f32) -> impl Iterator<Item = Point> {
    let (f, t) = (far, thick);
    let corners =
        [(-t, -f), (t, -f), (t, -t), (f, -t), (f, t), (t, t), (t, f), (-t, f), (-t, t), (-f, t), (-f, -t), (-t, -t)];
    corners.into_iter().map(move |(x, y)| Point::new(at.x + x, at.y + y))
}

/// A bent line between two points that leaves both ends free, and its head.
pub(super) struct Bow {
    points: Vec<Point>,
}

impl Bow {
    /// From one point to another, drawn towards a third; `free` is left at either end.
    pub fn new(from: Point, to: Point, knee: Point, free: f32) -> Self {
        const PARTS: u8 = 32;
        let at = |part: u8| {
            let t = f32::from(part) / f32::from(PARTS);
            from.towards(knee, t).towards(knee.towards(to, t), t)
        };
        let clear = |p: &Point| p.to(from).length() >= free && p.to(to).length() >= free;
        Self { points: (0..=PARTS).map(at).filter(clear).collect() }
    }

    /// The box that it fills.
    pub fn bounds(&self) -> Area {
        let edge =
            |of: fn(&Point) -> f32, pick: fn(f32, f32) -> f32| self.points.iter().map(of).reduce(pick).unwrap_or(0.0);
        let (x, y) = (edge(|p| p.x, f32::min), edge(|p| p.y, f32::min));
        Area::new(x, y, edge(|p| p.x, f32::max) - x, edge(|p| p.y, f32::max) - y)
    }

    /// Does it enter the box?
    pub fn meets(&self, area: &Area) -> bool {
        self.boxes().any(|part| area.meets(&part))
    }

    /// The boxes that its parts fill.
    pub fn boxes(&self) -> impl Iterator<Item = Area> {
        self.points.windows(2).map(|pair| {
            let (a, b) = (pair[0], pair[1]);
            Area::new(a.x.min(b.x), a.y.min(b.y), (a.x - b.x).abs(), (a.y - b.y).abs())
        })
    }

    /// Adds the line, whole or in dashes.
    pub fn shaft(&self, out: &mut Outline, dashed: bool) {
        if dashed {
            self.points.chunks(3).filter(|dash| dash.len() > 1).for_each(|dash| out.line(dash[..2].iter().copied()));
        } else {
            out.line(self.points.iter().copied());
        }
    }

    /// Adds the head.
    pub fn head(&self, out: &mut Outline, long: f32) {
        let [.., before, tip] = self.points.as_slice() else { return };
        let way = before.to(*tip).unit();
        let (back, end) = (tip.along(way, -0.35 * long), tip.along(way, 0.65 * long));
        out.polygon([end, back.along(way.right(), 0.55 * long), back.along(way.right(), -0.55 * long)]);
    }
}
