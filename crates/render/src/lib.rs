//! Pictures: a [`Screen`](engine::picture::Screen) is laid out as a scene, which becomes SVG and PNG. No I/O,
//! and no knowledge of any game's rules: games say what lies where, this module says how it looks.

#![warn(missing_docs)]

mod cards;
mod emoji;
mod faces;
mod fonts;
mod ink;
mod layout;
mod letters;
mod palette;
mod png;
mod runs;
mod scene;
mod sprites;
mod svg;

#[cfg(test)]
mod tests;

pub use emoji::{emoji, emoji_svg};
pub use fonts::draws;
pub use ink::Theme;
pub use layout::lay_out;
pub use png::{DrawError, pixels, png};
pub use scene::{Area, Scene, Shape};
pub use svg::document;
