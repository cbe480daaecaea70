//! Where the holes of a ring are: its outline, walked clockwise from the middle of the bottom side.

use std::f32::consts::FRAC_PI_2;

use crate::scene::{Area, WIDE};
use engine::picture::{Holes, RingHole};

/// The most space from hole to hole in lanes and yards.
const PITCH: f32 = 28.0;
/// The largest radius of a peg. Where holes are closer, it is `PEG_TO_STEP` times the distance between them.
const PEG: f32 = 13.0;
const PEG_TO_STEP: f32 = 0.6;
/// From one peg to the next in lanes and yards, as a multiple of their radius, where there is room.
const APART: f32 = 2.1;
/// The radius of the corners of a board that is not a polygon.
const ROUND: f32 = 70.0;

/// A point, or a direction of length 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The point this far in a direction.
    pub fn along(self, way: Self, far: f32) -> Self {
        Self::new(self.x + way.x * far, self.y + way.y * far)
    }

    pub fn to(self, other: Self) -> Self {
        Self::new(other.x - self.x, other.y - self.y)
    }

    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// The same direction with length 1.
    pub fn unit(self) -> Self {
        let length = self.length().max(0.001);
        Self::new(self.x / length, self.y / length)
    }

    /// The direction to the right of this one, on a picture whose y runs down.
    pub const fn right(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// Part of the way to another point: 0 is here, 1 there.
    pub fn towards(self, other: Self, part: f32) -> Self {
        self.along(self.to(other), part)
    }
}

/// The holes of a board.
pub(super) struct Track {
    /// The outline; the last point is the first again.
    outline: Vec<Point>,
    holes: Holes,
    sides: u8,
    /// The side at the bottom.
    below: u8,
    /// From one hole of the track to the next.
    pub step: f32,
    /// From one hole of a lane or yard to the next.
    pub pitch: f32,
    /// The radius of pegs.
    pub peg: f32,
    /// The middle of the board.
    pub centre: Point,
    /// How wide and high the outline is.
    size: (f32, f32),
    /// How wide it is beside one that fills a picture.
    pub scale: f32,
}

/// How large the outline of a board with this many sides is.
const fn size(sides: u8) -> (f32, f32) {
    match sides {
        ..=4 => (486.0, 560.0),
        5 | 6 => (488.0, 690.0),
        _ => (490.0, 756.0),
    }
}

impl Track {
    /// The board whose outline begins at this height.
    pub fn new(sides: u8, holes: Holes, below: u8, top: f32) -> Self {
        let (w, h) = size(sides);
        Self::within(sides, holes, below, &Area::new((WIDE - w) / 2.0, top, w, h))
    }

    /// The board whose outline fills a box.
    pub fn within(sides: u8, holes: Holes, below: u8, area: &Area) -> Self {
        let (w, h) = size(sides);
        // Four sides need their corners.
        let fit = (area.w / w).min(area.h / h);
        let (w, h) = if sides <= 4 { (fit * w, fit * h) } else { (area.w, area.h) };
        let scale = (w / size(sides).0).min(1.0);
        let centre = Point::new(area.x + area.w / 2.0, area.y + area.h / 2.0);
        let outline = outline(sides, centre, (w, h), scale * ROUND);
        let length: f32 = outline.windows(2).map(|pair| pair[0].to(pair[1]).length()).sum();
        let step = length / f32::from(sides * holes.side);
        let peg = (PEG_TO_STEP * step).min(scale * PEG);
        let pitch = (APART * peg).max(step).min(scale * PITCH);
        Self { outline, holes, sides, below, step, pitch, peg, centre, size: (w, h), scale }
    }

    /// The lower edge of the outline.
    pub fn bottom(&self) -> f32 {
        self.centre.y + self.size.1 / 2.0
    }

    /// The box that the outline fills.
    pub fn bounds(&self) -> Area {
        let (w, h) = self.size;
        Area::new(self.centre.x - w / 2.0, self.centre.y - h / 2.0, w, h)
    }

    /// The point this many holes clockwise from the first; fractions of holes count too.
    pub fn at(&self, offset: f32) -> Point {
        let all = f32::from(self.sides * self.holes.side);
        let mut left =
            (offset - (f32::from(self.below) + 0.5) * f32::from(self.holes.side)).rem_euclid(all) * self.step;
        for pair in self.outline.windows(2) {
            let length = pair[0].to(pair[1]).length();
            if left <= length {
                return pair[0].along(pair[0].to(pair[1]).unit(), left);
            }
            left -= length;
        }
        self.outline[0]
    }

    /// The direction clockwise; at a corner the mean of both sides.
    pub fn forward(&self, offset: f32) -> Point {
        const NEAR: f32 = 0.05;
        self.at(offset - NEAR).to(self.at(offset + NEAR)).unit()
    }

    /// The direction into the board.
    pub fn inward(&self, offset: f32) -> Point {
        self.forward(offset).right()
    }

    /// How far inside the track yards lie.
    pub fn yard_depth(&self) -> f32 {
        0.55 * self.step + 0.5 * self.pitch + 8.0 * self.scale
    }

    /// The middle of a hole.
    pub fn hole(&self, place: RingHole) -> Point {
        let offset = |seat: engine::Seat, within: u8| f32::from(seat.number() * self.holes.side + within);
        match place {
            RingHole::Track(hole) => self.at(f32::from(hole)),
            RingHole::Lane(seat, n) => {
                let from = offset(seat, self.holes.lane);
                self.at(from).along(self.inward(from), (self.step + self.pitch) / 2.0 + f32::from(n) * self.pitch)
            }
            RingHole::Yard(seat, n) => {
                let from = offset(seat, self.holes.gate);
                let aside = f32::from(n) - f32::from(self.holes.depth - 1) / 2.0;
                let row = self.at(from).along(self.inward(from), self.yard_depth());
                row.along(self.forward(from), aside * self.pitch)
            }
        }
    }
}

/// A rectangle, a hexagon, or for other numbers of sides a rectangle with `round` corners; all of them walked clockwise.
fn outline(sides: u8, centre: Point, (w, h): (f32, f32), round: f32) -> Vec<Point> {
    let (x, y) = (w / 2.0, h / 2.0);
    let mut points = vec![Point::new(0.0, y)];
    match sides {
        4 => points.extend([(-x, y), (-x, -y), (x, -y), (x, y)].map(|(x, y)| Point::new(x, y))),
        6 => {
            // All sides are equally long, although the hexagon is taller than it is wide.
            let half = ((w * w + 3.0 * (w * w + h * h)).sqrt() - w) / 6.0;
            let corners = [(-half, y), (-x, 0.0), (-half, -y), (half, -y), (x, 0.0), (half, y)];
            points.extend(corners.map(|(x, y)| Point::new(x, y)));
        }
        _ => {
            for (corner, (cx, cy)) in [(-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (1.0, 1.0)].into_iter().enumerate() {
                points.extend(bend(Point::new(cx * (x - round), cy * (y - round)), corner as f32 + 1.0, round));
            }
        }
    }
    points.push(points[0]);
    points.iter().map(|p| Point::new(centre.x + p.x, centre.y + p.y)).collect()
}

/// A quarter of a circle about this point, beginning `quarter` quarter turns clockwise from the right.
fn bend(middle: Point, quarter: f32, round: f32) -> impl Iterator<Item = Point> {
    const PARTS: u8 = 16;
    (0..=PARTS).map(move |part| {
        let (sin, cos) = (FRAC_PI_2 * (quarter + f32::from(part) / f32::from(PARTS))).sin_cos();
        Point::new(middle.x + round * cos, middle.y + round * sin)
    })
}
