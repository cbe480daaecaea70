//! A picture laid out: shapes at their places, in inks rather than colours. Everything that is drawn
//! is listed here, so that tests can find what overlaps, what is cut off and what is too small.

use serde::Serialize;

use super::fonts;
use super::ink::Ink;
use engine::picture::{CardFace, CardPic, Ground, Mark};

/// The width of a scene, in units: one for all, so that nothing changes its size from one state to the next. A phone
/// shows it 360 pixels wide.
pub const WIDE: f32 = 600.0;
/// The sizes of type, each 1.2 times as large as the next: a title,
pub const TITLE: f32 = 38.0;
/// what is at stake,
pub const STAKE: f32 = 32.0;
/// names and scores,
pub const NAME: f32 = 26.5;
/// sentences: 13 pixels on a phone,
pub const BODY: f32 = 22.0;
/// and captions: 11.
pub const CAPTION: f32 = 18.5;

/// Where a text stands about its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The point is its left end.
    Start,
    /// The point is its middle.
    Middle,
    /// The point is its right end.
    End,
}

impl Anchor {
    /// The left end of a text of this width that stands about `x`.
    #[must_use]
    pub fn left(self, x: f32, width: f32) -> f32 {
        match self {
            Self::Start => x,
            Self::Middle => x - width / 2.0,
            Self::End => x - width,
        }
    }
}

/// A box: its upper left corner and its size.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Area {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

impl Area {
    /// A box.
    #[must_use]
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Self { x, y, w, h }
    }

    /// Do the two share more than an edge?
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        const SLACK: f32 = 0.5;
        self.x + SLACK < other.x + other.w
            && other.x + SLACK < self.x + self.w
            && self.y + SLACK < other.y + other.h
            && other.y + SLACK < self.y + self.h
    }

    /// Does the other lie within?
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        const SLACK: f32 = 0.5;
        self.x <= other.x + SLACK
            && self.y <= other.y + SLACK
            && other.x + other.w <= self.x + self.w + SLACK
            && other.y + other.h <= self.y + self.h + SLACK
    }
}

/// One thing that is drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A rectangle with round corners.
    Rect {
        /// Where it is.
        area: Area,
        /// The radius of its corners.
        r: f32,
        /// Inside.
        fill: Ink,
        /// The line around it, as wide as `line`.
        stroke: Ink,
        /// The width of the line around it.
        line: f32,
    },
    /// A circle.
    Circle {
        /// Its middle, from the left.
        x: f32,
        /// Its middle, from the top.
        y: f32,
        /// Its radius.
        r: f32,
        /// Inside.
        fill: Ink,
        /// Around.
        stroke: Ink,
        /// The width of the line around it.
        line: f32,
    },
    /// A path in SVG's notation.
    Path {
        /// The path.
        d: String,
        /// Inside.
        fill: Ink,
        /// Along it.
        stroke: Ink,
        /// The width of that line.
        line: f32,
    },
    /// A line of text.
    Text {
        /// Its anchor.
        x: f32,
        /// Its base line.
        y: f32,
        /// Its size.
        size: f32,
        /// Is it bold?
        bold: bool,
        /// Where it stands about `x`.
        anchor: Anchor,
        /// Its colour.
        ink: Ink,
        /// The words.
        text: String,
    },
}

impl Shape {
    /// The box that a text fills, from its ascenders to its descenders; `None` for other shapes.
    #[must_use]
    pub fn text_area(&self) -> Option<Area> {
        let Self::Text { x, y, size, bold, anchor, text, .. } = self else { return None };
        let w = fonts::width(text, *size, *bold);
        Some(Area::new(anchor.left(*x, w), y - 0.75 * size, w, 0.95 * size))
    }
}

/// A card at its place. Cards are drawn once and copied from then on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LaidCard {
    /// What it shows.
    pub face: CardFace,
    /// How it stands out.
    pub mark: Mark,
    /// Where it lies.
    pub area: Area,
}

impl LaidCard {
    /// A card's height as a multiple of its width.
    pub const TALL: f32 = 1.4;

    /// A card of this width.
    #[must_use]
    pub const fn new(pic: &CardPic, x: f32, y: f32, w: f32) -> Self {
        Self { face: pic.face, mark: pic.mark, area: Area::new(x, y, w, Self::TALL * w) }
    }
}

/// A whole picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// What the table is made of.
    pub ground: Ground,
    /// Its width, in units.
    pub width: f32,
    /// Its height, in units.
    pub height: f32,
    /// What lies below the cards.
    pub under: Vec<Shape>,
    /// The cards, the lowest first.
    pub cards: Vec<LaidCard>,
}

impl Scene {
    /// Nothing yet, on this ground.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground, width: WIDE, height: 0.0, under: Vec::new(), cards: Vec::new() }
    }

    /// The scene as text, one shape a line: what snapshots hold.
    #[must_use]
    pub fn lines(&self) -> String {
        let line = |shape: serde_json::Result<String>| shape.unwrap_or_default();
        let mut lines = vec![format!("{} x {}", self.width, self.height)];
        lines.extend(self.under.iter().map(|shape| line(serde_json::to_string(shape))));
        lines.extend(self.cards.iter().map(|card| line(serde_json::to_string(card))));
        lines.join("\n")
    }

    /// Writes a text, given its left end.
    pub fn text(&mut self, x: f32, y: f32, size: f32, ink: Ink, text: impl Into<String>) {
        self.write(x, y, size, false, Anchor::Start, ink, text);
    }

    /// Writes a bold text, given its left end.
    pub fn bold(&mut self, x: f32, y: f32, size: f32, ink: Ink, text: impl Into<String>) {
        self.write(x, y, size, true, Anchor::Start, ink, text);
    }

    /// Writes a text.
    #[allow(clippy::too_many_arguments)]
    pub fn write(&mut self, x: f32, y: f32, size: f32, bold: bool, anchor: Anchor, ink: Ink, text: impl Into<String>) {
        debug_assert!(size >= CAPTION, "text of {size} units is too small");
        let text = text.into();
        if !text.trim().is_empty() {
            self.under.push(Shape::Text { x, y, size, bold, anchor, ink, text });
        }
    }

    /// Adds a filled rectangle without a frame.
    pub fn fill(&mut self, area: Area, r: f32, fill: Ink) {
        self.under.push(Shape::Rect { area, r, fill, stroke: Ink::None, line: 0.0 });
    }

    /// Adds a field that lies a little above the table, with its shade.
    pub fn field(&mut self, area: Area, r: f32, stroke: Ink, line: f32) {
        self.fill(Area::new(area.x, area.y + 3.0, area.w, area.h), r, Ink::Shade);
        self.frame(area, r, Ink::Panel, stroke, line);
    }

    /// Adds a rectangle with a frame.
    pub fn frame(&mut self, area: Area, r: f32, fill: Ink, stroke: Ink, line: f32) {
        self.under.push(Shape::Rect { area, r, fill, stroke, line });
    }
}
