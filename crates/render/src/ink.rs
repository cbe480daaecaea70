//! The colours, by what they are for. A scene names inks, and a theme turns them into colours.

use serde::Serialize;

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

/// What a colour is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ink {
    /// The table.
    Felt,
    /// A field on the table: a seat, the viewer's hand.
    Panel,
    /// Thin lines and frames.
    Line,
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
    /// The game's own colour.
    Game(u32),
    /// A seat's or a side's colour, from 0 to 7. Shapes tell them apart too.
    Seat(u8),
    /// Words on a seat's colour.
    OnSeat,
    /// No colour at all.
    None,
}

/// The colours of eight seats: different in lightness as well as in hue. White words are legible on each.
const SEATS: [&str; 8] = ["#c43d2b", "#1f6fc2", "#8a6100", "#7a4fc0", "#1d7d4f", "#b8367f", "#0f7484", "#5d6470"];

impl Ink {
    /// The colour, as SVG writes it.
    #[must_use]
    pub fn css(self, theme: Theme) -> String {
        let (dark, light) = match self {
            Self::Felt => ("#16352c", "#f2efe4"),
            Self::Panel => ("#21493d", "#ffffff"),
            Self::Line => ("#4a7a6a", "#c9c3ae"),
            Self::Hole => ("#16352c", "#b9b29a"),
            Self::Text => ("#f6f3e8", "#17241f"),
            Self::Muted => ("#bcd0c6", "#4f5f57"),
            Self::Turn => ("#ffd166", "#9a5b00"),
            Self::Gain => ("#8fe3b0", "#0b7a43"),
            Self::Seat(n) => return SEATS[usize::from(n) % SEATS.len()].to_owned(),
            Self::OnSeat => ("#ffffff", "#ffffff"),
            Self::Game(rgb) => return format!("#{rgb:06x}"),
            Self::None => ("none", "none"),
        };
        match theme {
            Theme::Dark => dark.to_owned(),
            Theme::Light => light.to_owned(),
        }
    }

    /// Red, green and blue; black where there is no colour.
    #[must_use]
    pub fn rgb(self, theme: Theme) -> [u8; 3] {
        let css = self.css(theme);
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

    #[test]
    fn words_can_be_read_on_what_they_stand_on() {
        for theme in [Theme::Dark, Theme::Light] {
            for ground in [Ink::Felt, Ink::Panel] {
                for ink in [Ink::Text, Ink::Muted, Ink::Turn, Ink::Gain] {
                    let ratio = contrast(&ink.css(theme), &ground.css(theme));
                    assert!(ratio >= 4.5, "{ink:?} on {ground:?} in {theme:?}: {ratio:.2}");
                }
            }
        }
        for seat in 0..8 {
            let ratio = contrast(&Ink::Seat(seat).css(Theme::Dark), "#ffffff");
            assert!(ratio >= 4.5, "white on seat {seat}: {ratio:.2}");
        }
    }
}
