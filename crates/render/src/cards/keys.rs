//! The King's Keys: number, item and kingdom are each shown by a figure or a shape at the left edge, so that colour
//! only helps.

use super::at;

/// Key, axe, shield, coin, in a box from -10 to 10.
const ITEMS: [&str; 4] = [
    r##"<path transform="translate(-.6 -.6) rotate(-45) scale(1.02)" d="M-1.6-.6A5.3 5.3 0 1 1 1.6-.6V3.4H5V6.2H1.6V7.6H5.6V10.4H-1.6ZM0-8.2A2.3 2.3 0 1 0 .1-8.2Z" fill-rule="evenodd"/>"##,
    r##"<path d="M-4-10.4H-1V10.6H-4ZM-1-7C2-7 4.6-7.8 6.8-10C10-5.6 10-.8 6.8 3.4C4.6 1.2 2 .4-1 .4ZM-4-6.4L-8-7.4V.8L-4-.2Z"/>"##,
    r##"<path d="M0-10C3-8.4 6-7.8 9-7.8V-.5C9 5 5 8.4 0 10.4C-5 8.4-9 5-9-.5V-7.8C-6-7.8-3-8.4 0-10ZM-1.4-6V-1.4H-6V1.4H-1.4V6.6H1.4V1.4H6V-1.4H1.4V-6Z" fill-rule="evenodd"/>"##,
    r##"<path d="M0-10A10 10 0 1 1-.1-10ZM0-7.2A7.2 7.2 0 1 0 .1-7.2ZM0-5.4L5.4 0L0 5.4L-5.4 0Z" fill-rule="evenodd"/>"##,
];

/// Sun, mountain, forest, ocean, in a box from -10 to 10.
const KINGDOMS: [&str; 4] = [
    r##"<path d="M0-5.2A5.2 5.2 0 1 1-.1-5.2ZM-1.3-10.4H1.3V-6.8H-1.3ZM-1.3 6.8H1.3V10.4H-1.3ZM-10.4-1.3H-6.8V1.3H-10.4ZM6.8-1.3H10.4V1.3H6.8ZM-8.3-6.4L-6.4-8.3L-3.9-5.8L-5.8-3.9ZM5.8 3.9L8.3 6.4L6.4 8.3L3.9 5.8ZM6.4-8.3L8.3-6.4L5.8-3.9L3.9-5.8ZM-5.8 3.9L-3.9 5.8L-6.4 8.3L-8.3 6.4Z"/>"##,
    r##"<path d="M-10.4 8L-3.4-8.4L1 2L4-3L10.4 8ZM-5.2-1.6L-3.5-.2L-2-1.8L-3.4-5.4Z" fill-rule="evenodd"/>"##,
    r##"<path d="M0-10.4L5.4-3H3L7.6 2.8H4L8.8 8H1.6V10.6H-1.6V8H-8.8L-4 2.8H-7.6L-3-3H-5.4Z"/>"##,
    r##"<path d="M-10-7.6Q-7.5-12-5-7.6T0-7.6T5-7.6T10-7.6V-4.4Q7.5 0 5-4.4T0-4.4T-5-4.4T-10-4.4ZM-10-1.2Q-7.5-5.6-5-1.2T0-1.2T5-1.2T10-1.2V2Q7.5 6.4 5 2T0 2T-5 2T-10 2ZM-10 5.2Q-7.5 .8-5 5.2T0 5.2T5 5.2T10 5.2V8.4Q7.5 12.8 5 8.4T0 8.4T-5 8.4T-10 8.4Z"/>"##,
];

/// The four kingdoms as landscapes behind the items, in the box of the card.
const SCENES: [&str; 4] = [
    r##"<path d="M48 135A22 22 0 0 1 92 135ZM68 108V94H72V108ZM54 113L47 101L50.5 99L57.5 111ZM86 113L93 101L89.5 99L82.5 111Z"/>"##,
    r##"<path d="M44 135V124L58 98L68 118L78 104L95 128V135Z"/>"##,
    r##"<path d="M44 135V124L50 110L55 121L62 100L69 120L76 106L82 121L88 109L95 122V135Z"/>"##,
    r##"<path d="M44 108Q50.4 100 56.8 108T69.6 108T82.4 108T95.2 108V113Q88.8 121 82.4 113T69.6 113T56.8 113T44 113ZM44 124Q50.4 116 56.8 124T69.6 124T82.4 124T95.2 124V135H44Z"/>"##,
];

/// The colours of the kingdoms: for words and signs, and as a tint of the paper.
const COLORS: [(&str, &str); 4] =
    [("#8f5f00", "#fff0bf"), ("#a8282d", "#fbdcd9"), ("#17693a", "#d8f0db"), ("#1a56a6", "#d8e8fb")];

/// Where one to four items stand.
const PLACES: [&[(f32, f32)]; 4] = [
    &[(69.5, 58.0)],
    &[(69.5, 36.0), (69.5, 84.0)],
    &[(69.5, 27.0), (69.5, 64.0), (69.5, 101.0)],
    &[(57.0, 42.0), (82.5, 42.0), (57.0, 84.0), (82.5, 84.0)],
];

/// The face of a card.
pub(super) fn svg(number: u8, item: u8, kingdom: u8) -> String {
    let pick = |n: u8| usize::from(n).min(3);
    let (ink, tint) = COLORS[pick(kingdom)];
    let (item, sign, scene) = (ITEMS[pick(item)], KINGDOMS[pick(kingdom)], SCENES[pick(kingdom)]);
    let places = PLACES[pick(number.saturating_sub(1))];
    let scale = [2.4, 2.0, 1.55, 1.22][places.len() - 1];
    let items: String = places.iter().map(|&(x, y)| at(x, y, scale, item)).collect();
    format!(
        r##"<rect x="44" y="5" width="51" height="130" rx="6" fill="{tint}"/><g fill="{ink}"><g fill-opacity="0.26">{scene}</g>
<text x="20.5" y="39" font-family="Inter" font-weight="700" font-size="43" text-anchor="middle">{number}</text>
{}{}{items}</g>"##,
        at(20.5, 67.0, 1.7, item),
        at(20.5, 112.0, 1.85, sign),
    )
}

/// The same at the size of a letter, in a box of 128 by 128: number and item above, the sign of the kingdom below, on its
/// colour.
pub(super) fn emoji(number: u8, item: u8, kingdom: u8) -> String {
    let pick = |n: u8| usize::from(n).min(3);
    let (ink, tint) = COLORS[pick(kingdom)];
    format!(
        r##"<rect x="6" y="3" width="116" height="122" rx="14" fill="{tint}" stroke="{ink}" stroke-width="5"/><g fill="{ink}">
<text x="36" y="64" font-family="Inter" font-weight="700" font-size="66" text-anchor="middle">{number}</text>{}{}</g>"##,
        at(86.0, 40.0, 2.7, ITEMS[pick(item)]),
        at(64.0, 94.0, 2.6, KINGDOMS[pick(kingdom)]),
    )
}
