//! The French pack: a large index at the left, one large pip or a figure beside it.

use super::{at, court};
use engine::cards::{Card, Rank, Suit};

/// The colour of a suit. There are four, so that clubs are not mistaken for spades or diamonds for hearts.
pub(super) const fn color(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "#1d2430",
        Suit::Hearts => "#c8232c",
        Suit::Diamonds => "#1660bf",
        Suit::Clubs => "#14713a",
    }
}

/// A suit's sign in a box from -10 to 10.
pub(super) fn pip(suit: Suit) -> String {
    let d = match suit {
        Suit::Spades => {
            "M0-10C3-5 10-1 10 4C10 8.4 5 9.4 2 6.2C2 8 3 9.4 4.4 10H-4.4C-3 9.4-2 8-2 6.2C-5 9.4-10 8.4-10 4C-10-1-3-5 0-10Z"
        }
        Suit::Hearts => {
            "M0 10C-3 5-10 1-10-4.4C-10-8-7.6-10-5-10C-2.6-10-.8-8.4 0-6.4C.8-8.4 2.6-10 5-10C7.6-10 10-8 10-4.4C10 1 3 5 0 10Z"
        }
        Suit::Diamonds => "M0-10.5C2-6.6 4.6-3 8 0C4.6 3 2 6.6 0 10.5C-2 6.6-4.6 3-8 0C-4.6-3-2-6.6 0-10.5Z",
        Suit::Clubs => {
            "M0-10A4.7 4.7 0 0 1 3.6-2.2A4.9 4.9 0 1 1 1.6 5C1.7 7.4 2.8 9.3 4.4 10H-4.4C-2.8 9.3-1.7 7.4-1.6 5A4.9 4.9 0 1 1-3.6-2.2A4.7 4.7 0 0 1 0-10Z"
        }
    };
    format!(r#"<path d="{d}" fill="{}"/>"#, color(suit))
}

/// The face of a card or a joker.
pub(super) fn svg(card: Card) -> String {
    let Some(rank) = card.rank() else { return court::joker(card == Card::RED_JOKER) };
    let suit = card.suit();
    format!("{}{}{}", index(rank, suit), at(20.5, 64.0, 1.35, &pip(suit)), middle(rank, suit))
}

/// The rank, as large as the corner allows.
fn index(rank: Rank, suit: Suit) -> String {
    let (text, squeeze) = match rank.pretty() {
        "10" => ("10", r#" textLength="34" lengthAdjust="spacingAndGlyphs""#),
        other => (other, ""),
    };
    format!(
        r#"<text x="20.5" y="43" font-family="Inter" font-weight="700" font-size="46" text-anchor="middle"{squeeze} fill="{}">{text}</text>"#,
        color(suit)
    )
}

fn middle(rank: Rank, suit: Suit) -> String {
    if rank > Rank::TEN {
        return court::svg(rank, suit);
    }
    if rank == Rank::ACE {
        let ring = format!(
            r#"<circle cx="71" cy="100" r="25" fill="none" stroke="{}" stroke-opacity="0.35" stroke-width="2.4"/>"#,
            color(suit)
        );
        return ring + &at(71.0, 100.0, 1.7, &pip(suit));
    }
    at(70.0, 102.0, 2.2, &pip(suit))
}
