//! The colours, by what they are for. A scene names inks, and a theme turns them into colours.

use serde::Serialize;

use engine::picture::Ground;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Light words on dark felt.
    #[default]
    Dark,
    /// Dark words on pale felt.
    Light,
}

/// A theme on a ground: all that decides how an ink looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Backdrop {
    /// Light or dark.
    pub theme: Theme,
    /// What the table is made of.
    pub ground: Ground,
}

/// What a colour is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ink {
    /// The rim round the table.
    Rim,
    /// The line between rim and table: brass, marble, chalk.
    Edge,
    /// The table.
    Felt,
    /// What the table is patterned with: hardly lighter or darker than it.
    Motif,
    /// What lies in the shade: below a field, inside the rim.
    Shade,
    /// A field on the table: a seat, the viewer's hand.
    Panel,
    /// Thin lines and frames.
    Line,
    /// A board that holes are bored in.
    Plank,
    /// A hole in a board.
    Hole,
    /// Words.
    Text,
    /// Words that matter less.
    Muted,
    /// What matters now: whose turn, the last card.
    Turn,
    /// What was gained: laid off, won.
    Gain,
    /// A seat's or a side's colour, from 0 to 7. Shapes tell them apart too.
    Seat(u8),
    /// Words on a seat's colour.
    OnSeat,
    /// No colour at all.
    None,
}

/// The colours of eight seats: different in lightness as well as in hue. White words are legible on each.
const SEATS: [&str; 8] = ["#c43d2b", "#1f6fc2", "#8a6100", "#7a4fc0", "#1d7d4f", "#b8367f", "#0f7484", "#5d6470"];

/// A ground in one theme: rim, edge, felt, motif, shade, panel, line, hole.
type Cloth = [&'static str; 8];

/// Boards with holes, dark and light: brighter than the table they lie on, or darker.
const PLANKS: (&str, &str) = ("#7a5632", "#d8b77f");

/// The grounds, dark and light.
const fn cloth(ground: Ground) -> [Cloth; 2] {
    match ground {
        Ground::Plain => [
            ["#10241f", "#4a7a6a", "#16352c", "#1a3b32", "#122c25", "#21493d", "#4a7a6a", "#0f251e"],
            ["#d9d3c0", "#a89f83", "#f2efe4", "#ebe7d9", "#ddd8c6", "#fbf9f2", "#c9c3ae", "#b9b29a"],
        ],
        Ground::Felt => [
            ["#3a2413", "#c9a24a", "#12452f", "#175037", "#0d3524", "#1c5a40", "#4f8a6c", "#0c3020"],
            ["#8a5a33", "#c9a24a", "#dcebdb", "#d0e3d0", "#c2d8c3", "#f0f7ee", "#a9c4ac", "#a3bda6"],
        ],
        Ground::Cafe => [
            ["#2a0d14", "#d8c7b4", "#4d1724", "#581d2c", "#3b101b", "#65273a", "#9a5f70", "#330d17"],
            ["#7a2436", "#b98c6a", "#f4efec", "#e9e1dd", "#ddd2cd", "#fdfaf8", "#cfbfb8", "#bfaea7"],
        ],
        Ground::Slate => [
            ["#151d27", "#7f93ab", "#26364a", "#2c3f56", "#1d2a3b", "#34495f", "#6a829c", "#182432"],
            ["#5b6f87", "#8497ad", "#e5ecf4", "#d9e3ee", "#c9d5e2", "#f6f9fc", "#afbfd0", "#a3b4c6"],
        ],
        Ground::Parchment => [
            ["#1f1430", "#d3b25f", "#372750", "#3f2e5b", "#2b1e40", "#4a3968", "#8570a8", "#241838"],
            ["#5d3f87", "#b08a3c", "#f4e8cd", "#ebdcbb", "#dfcfab", "#fcf5e4", "#cdbb94", "#c1ad84"],
        ],
        Ground::Chalk => [
            ["#6b4a2c", "#9a7148", "#24312d", "#2b3934", "#1a2421", "#32423c", "#6f857c", "#17211e"],
            ["#a97b4f", "#7d5732", "#edf0ea", "#e2e7de", "#d3dacf", "#fafbf8", "#bcc6b8", "#aeb9aa"],
        ],
        Ground::Wood => [
            ["#1d120a", "#a87743", "#3a2717", "#412d1b", "#2c1c10", "#543a24", "#8a6845", "#1d120a"],
            ["#8f6236", "#6f4722", "#efdcb9", "#e7d2ab", "#d6bd92", "#f9edd6", "#c3a474", "#7a5a30"],
        ],
        Ground::Eights => [
            ["#06262c", "#58b3b8", "#0b4149", "#0f4b54", "#083238", "#17565f", "#4a8f97", "#072c32"],
            ["#1c7f88", "#14666e", "#dbeff0", "#cee7e8", "#bcdadc", "#f1fafa", "#9fc7ca", "#98c0c3"],
        ],
    }
}

impl Ink {
    /// The colour, as SVG writes it.
    #[must_use]
    pub fn css(self, look: Backdrop) -> String {
        let [dark, light] = cloth(look.ground);
        let of = |at: usize| (dark[at], light[at]);
        let (dark, light) = match self {
            Self::Rim => of(0),
            Self::Edge => of(1),
            Self::Felt => of(2),
            Self::Motif => of(3),
            Self::Shade => of(4),
            Self::Panel => of(5),
            Self::Line => of(6),
            Self::Hole => of(7),
            Self::Plank => PLANKS,
            Self::Text => ("#fbf8ee", "#17241f"),
            Self::Muted => ("#d5ddd6", "#414b46"),
            Self::Turn => ("#ffd166", "#7a4700"),
            Self::Gain => ("#9cebb9", "#0a6036"),
            Self::Seat(n) => return SEATS[usize::from(n) % SEATS.len()].to_owned(),
            Self::OnSeat => ("#ffffff", "#ffffff"),
            Self::None => ("none", "none"),
        };
        match look.theme {
            Theme::Dark => dark.to_owned(),
            Theme::Light => light.to_owned(),
        }
    }

    /// Red, green and blue; black where there is no colour.
    #[must_use]
    pub fn rgb(self, look: Backdrop) -> [u8; 3] {
        let css = self.css(look);
        let value = css.strip_prefix('#').and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0);
        let [_, rgb @ ..] = value.to_be_bytes();
        rgb
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(css: &str) -> f64 {
        let channel = |at: usize| {
            let c = f64::from(u8::from_str_radix(&css[at..at + 2], 16).expect("a hex colour")) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    /// The contrast ratio of the Web Content Accessibility Guidelines, 1.4.3.
    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    const GROUNDS: [Ground; 8] = [
        Ground::Plain,
        Ground::Felt,
        Ground::Cafe,
        Ground::Slate,
        Ground::Parchment,
        Ground::Chalk,
        Ground::Wood,
        Ground::Eights,
    ];

    #[test]
    fn words_can_be_read_on_what_they_stand_on() {
        for (theme, ground) in [Theme::Dark, Theme::Light].into_iter().flat_map(|t| GROUNDS.map(|g| (t, g))) {
            let look = Backdrop { theme, ground };
            for under in [Ink::Felt, Ink::Motif, Ink::Panel] {
                for ink in [Ink::Text, Ink::Muted, Ink::Turn, Ink::Gain] {
                    let ratio = contrast(&ink.css(look), &under.css(look));
                    assert!(ratio >= 4.5, "{ink:?} on {under:?} in {look:?}: {ratio:.2}");
                }
            }
        }
        for seat in 0..8 {
            let ratio = contrast(&Ink::Seat(seat).css(Backdrop::default()), "#ffffff");
            assert!(ratio >= 4.5, "white on seat {seat}: {ratio:.2}");
        }
    }

    #[test]
    fn a_pattern_is_quiet() {
        for (theme, ground) in [Theme::Dark, Theme::Light].into_iter().flat_map(|t| GROUNDS.map(|g| (t, g))) {
            let look = Backdrop { theme, ground };
            let ratio = contrast(&Ink::Motif.css(look), &Ink::Felt.css(look));
            assert!(ratio < 1.25, "{look:?}: {ratio:.2}");
        }
    }
}
