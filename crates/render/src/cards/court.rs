//! Jack, queen, king and joker: busts of our own design, told apart by what they wear, at the right of the index.

use super::at;
use super::french::{color, pip};
use engine::cards::{Rank, Suit};

const GOLD: &str = "#eab93c";
const SKIN: &str = "#f3cda6";
const LINE: &str = "#33302b";

/// The colour of the hair, one for each suit.
const fn hair(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "#3b3230",
        Suit::Hearts => "#a5502a",
        Suit::Diamonds => "#d9a441",
        Suit::Clubs => "#6b4a2f",
    }
}

/// A jack, queen or king.
pub(super) fn svg(rank: Rank, suit: Suit) -> String {
    let figure = match rank {
        Rank::KING => king(suit),
        Rank::QUEEN => queen(suit),
        _ => jack(suit),
    };
    format!(r#"<g clip-path="url(#paper)" stroke-linejoin="round" stroke-linecap="round">{figure}</g>"#)
}

/// A robe with a collar, the suit on its breast.
fn robe(suit: Suit, collar: &str) -> String {
    format!(
        r##"<path d="M24 141C25 118 40 106 64 106S101 118 102 141Z" fill="{}" stroke="{LINE}" stroke-width="1.6"/>
<path d="M42 109C50 122 78 122 86 109L80 103H48Z" fill="{collar}" stroke="{LINE}" stroke-width="1.6"/>{}"##,
        color(suit),
        breast(suit),
    )
}

fn breast(suit: Suit) -> String {
    let sign = pip(suit);
    format!(r##"<circle cx="64" cy="130" r="9.5" fill="#fffdf6"/>{}"##, at(64.0, 130.0, 0.62, &sign))
}

/// A face that looks at the reader; the mouth differs from figure to figure.
fn face(mouth: &str) -> String {
    format!(
        r##"<ellipse cx="64" cy="83" rx="17" ry="20" fill="{SKIN}" stroke="{LINE}" stroke-width="1.6"/>
<circle cx="57.5" cy="81" r="2" fill="{LINE}"/><circle cx="70.5" cy="81" r="2" fill="{LINE}"/>
<path d="M53.5 76.2Q57.5 73.6 61 76M67 76Q70.5 73.6 74.5 76.2M64 82L62.4 89H65.4" fill="none" stroke="{LINE}" stroke-width="1.5"/>
<path d="{mouth}" fill="none" stroke="#9c3b33" stroke-width="2"/>"##
    )
}

/// Crown and beard.
fn king(suit: Suit) -> String {
    let (tint, beard) = (color(suit), hair(suit));
    format!(
        r##"{}{}
<path d="M46 84C45 108 54 118 64 118S83 108 82 84C80 94 73 95.5 64 95.5S48 94 46 84Z" fill="{beard}" stroke="{LINE}" stroke-width="1.6"/>
<path d="M56.5 95Q64 91.5 71.5 95" fill="none" stroke="{LINE}" stroke-width="1.6"/>
<path d="M43 68L38 42L51.5 54L64 36L76.5 54L90 42L85 68Q64 61 43 68Z" fill="{GOLD}" stroke="{LINE}" stroke-width="1.8"/>
<circle cx="38" cy="41" r="3.4" fill="{tint}"/><circle cx="64" cy="35" r="3.8" fill="{tint}"/><circle cx="90" cy="41" r="3.4" fill="{tint}"/>
<path d="M46 64.5Q64 57.5 82 64.5" fill="none" stroke="{tint}" stroke-width="3"/>"##,
        robe(suit, "#fff6dd"),
        face("M58 97Q64 99 70 97"),
    )
}

/// Long hair, a diadem, a necklace.
fn queen(suit: Suit) -> String {
    let (tint, locks) = (color(suit), hair(suit));
    format!(
        r##"<path d="M64 54C36 54 38 88 34 120H94C90 88 92 54 64 54Z" fill="{locks}" stroke="{LINE}" stroke-width="1.6"/>
{}<path d="M52 104Q64 118 76 104" fill="none" stroke="{GOLD}" stroke-width="3.4" stroke-dasharray="0.1 4.6"/>{}
<path d="M47 80C47 64 56 62 64 62S81 64 81 80C78 70 71 68 64 68S50 70 47 80Z" fill="{locks}"/>
<path d="M45 64C50 52 56 56 58 50Q64 40 70 50C72 56 78 52 83 64Q64 56 45 64Z" fill="{GOLD}" stroke="{LINE}" stroke-width="1.8"/>
<circle cx="64" cy="51.5" r="4" fill="{tint}"/><circle cx="51.5" cy="57.6" r="2.4" fill="{tint}"/><circle cx="76.5" cy="57.6" r="2.4" fill="{tint}"/>"##,
        robe(suit, SKIN),
        face("M58.5 94.5Q64 99.5 69.5 94.5Q64 96 58.5 94.5"),
    )
}

/// A cap with a feather, a short mop of hair.
fn jack(suit: Suit) -> String {
    let (tint, mop) = (color(suit), hair(suit));
    format!(
        r##"{}<path d="M45 66C40 84 44 98 50 101L50 74H78L78 101C84 98 88 84 83 66Z" fill="{mop}" stroke="{LINE}" stroke-width="1.6"/>{}
<path d="M42 69C38 52 52 45 66 46S90 54 86 69Q64 60 42 69Z" fill="{tint}" stroke="{LINE}" stroke-width="1.8"/>
<path d="M42 69Q64 60 86 69L85 74Q64 65.5 43 74Z" fill="{GOLD}" stroke="{LINE}" stroke-width="1.5"/>
<path d="M78 62C92 60 98 48 95 34C86 40 77 48 78 62Z" fill="#fff6dd" stroke="{LINE}" stroke-width="1.6"/><path d="M79 61Q88 50 93 38" fill="none" stroke="{LINE}" stroke-width="1.2"/>"##,
        robe(suit, "#fff6dd"),
        face("M57.5 95Q63 97 69.5 94"),
    )
}

/// A joker: a cap with three bells and a grin. The red and the black one differ in colour, in their sign and in the
/// word beside them.
pub(super) fn joker(red: bool) -> String {
    let (tint, other, word) = if red { ("#c8232c", "#eab93c", "RED") } else { ("#1d2430", "#8b93a1", "BLACK") };
    let star = "M0-10L2.9-3.4L9.8-2.9L4.6 1.7L6.2 8.6L0 4.9L-6.2 8.6L-4.6 1.7L-9.8-2.9L-2.9-3.4Z";
    let star = at(23.0, 24.0, 1.7, &format!(r#"<path d="{star}" fill="{tint}"/>"#));
    let letters = |x: f32, size: f32, text: &str| {
        format!(
            r#"<text transform="translate({x} 132) rotate(-90)" font-family="Inter" font-weight="700" font-size="{size}" fill="{tint}">{text}</text>"#
        )
    };
    format!(
        r##"{star}{}{}<g clip-path="url(#paper)" stroke-linejoin="round" stroke-linecap="round">
<path d="M32 141C34 122 46 112 66 112S98 122 100 141Z" fill="{tint}" stroke="{LINE}" stroke-width="1.6"/>
<path d="M44 116L52 126L59 115L66 127L73 115L80 126L88 116Q66 104 44 116Z" fill="{other}" stroke="{LINE}" stroke-width="1.6"/>{}
<path d="M48 78C40 62 38 58 37 46C47 48 53 54 57 62C57 50 61 42 67 34C73 42 77 50 77 62C81 54 87 48 97 46C96 58 92 66 84 78Q66 66 48 78Z" fill="{tint}" stroke="{LINE}" stroke-width="1.8"/>
<path d="M57 62C57 50 61 42 67 34C73 42 77 50 77 62L75 71Q66 68 58 71.5Z" fill="{other}" stroke="{LINE}" stroke-width="1.4"/>
<circle cx="37" cy="46" r="4.4" fill="{GOLD}" stroke="{LINE}" stroke-width="1.4"/><circle cx="67" cy="33" r="4.4" fill="{GOLD}" stroke="{LINE}" stroke-width="1.4"/><circle cx="96" cy="46" r="4.4" fill="{GOLD}" stroke="{LINE}" stroke-width="1.4"/></g>"##,
        letters(20.0, 15.0, "JOKER"),
        letters(36.0, 12.0, word),
        at(2.0, 7.0, 1.0, &face("M55 93Q64 104 73 93Q64 97 55 93")),
    )
}
