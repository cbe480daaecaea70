//! Cards at the size of a letter: what tells one from another, and nothing else, in a box of 128 by 128 units.

use super::french::{color, pip};
use super::{at, back, keys};
use engine::cards::{Card, Rank, Suit};
use engine::picture::CardFace;

/// The paper: nearly as wide as high, because the place is a square.
const PAPER: &str =
    r##"<rect x="14" y="3" width="100" height="122" rx="14" fill="#fffdf6" stroke="#6f7a72" stroke-width="4"/>"##;

/// A card's drawing, without an outer element.
#[must_use]
pub fn svg(face: CardFace) -> String {
    match face {
        CardFace::French(card) => match card.rank() {
            Some(rank) => format!("{PAPER}{}", french(rank, card.suit())),
            None => format!("{PAPER}{}", joker(card == Card::RED_JOKER)),
        },
        CardFace::Keys(number, item, kingdom) => keys::emoji(number, item, kingdom),
        CardFace::Back => format!(r#"<g transform="translate(18.3 0) scale(0.914)">{}</g>"#, back::svg()),
    }
}

/// The rank above its suit.
fn french(rank: Rank, suit: Suit) -> String {
    let squeeze = if rank == Rank::TEN { r#" textLength="72" lengthAdjust="spacingAndGlyphs""# } else { "" };
    let rank = format!(
        r#"<text x="64" y="63" font-family="Inter" font-weight="700" font-size="72" text-anchor="middle"{squeeze} fill="{}">{}</text>"#,
        color(suit),
        rank.pretty(),
    );
    rank + &at(64.0, 94.0, 2.5, &pip(suit))
}

/// A fool's cap with three bells, in red or in black.
fn joker(red: bool) -> String {
    let (tint, other) = if red { ("#c8232c", "#eab93c") } else { ("#1d2430", "#8b93a1") };
    format!(
        r##"<path d="M34 96C26 66 24 58 22 34C40 40 50 52 54 66C55 44 58 32 64 20C70 32 73 44 74 66C78 52 88 40 106 34C104 58 102 66 94 96Z" fill="{tint}"/>
<path d="M54 66C55 44 58 32 64 20C70 32 73 44 74 66L70 92H58Z" fill="{other}"/>
<circle cx="24" cy="34" r="8" fill="#d9a520"/><circle cx="64" cy="20" r="8" fill="#d9a520"/><circle cx="104" cy="34" r="8" fill="#d9a520"/>
<rect x="32" y="96" width="64" height="14" rx="7" fill="{tint}"/>"##
    )
}
