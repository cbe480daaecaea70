//! The King's Keys: number, item and kingdom each told by a figure or a shape at the left edge, so that colour only helps.

use super::at;

/// Key, axe, shield, coin, in a box from -10 to 10.
const ITEMS: [&str; 4] = [
    r##"<path d="M-4.5-6A5 5 0 1 1-4.6 4A5 5 0 1 1-4.5-6ZM-4.5-3A2 2 0 1 0-4.4 1A2 2 0 1 0-4.5-3ZM.2-2.2H10V.4H8.6V4.2H5.8V.4H4.2V3H1.8V.4H.2Z" fill-rule="evenodd"/>"##,
    r##"<path d="M-1.3-10H1.5V10H-1.3ZM1.5-8.6C5-8.4 8-9.4 9.6-10C10.4-5 9.4-1.4 7.6 1.6C6 0 4-.8 1.5-.8ZM-1.3-7.4H-4.4V-2H-1.3Z"/>"##,
    r##"<path d="M0-10C3-8.4 6-7.8 9-7.8V-.5C9 5 5 8.4 0 10.4C-5 8.4-9 5-9-.5V-7.8C-6-7.8-3-8.4 0-10ZM-1.2-6V-1.2H-6V1.2H-1.2V6.6H1.2V1.2H6V-1.2H1.2V-6Z" fill-rule="evenodd"/>"##,
    r##"<path d="M0-10A10 10 0 1 1-.1-10ZM0-7.4A7.4 7.4 0 1 0 .1-7.4ZM0-5L5 0L0 5L-5 0Z" fill-rule="evenodd"/>"##,
];

/// Sun, mountain, forest, ocean, in a box from -10 to 10.
const KINGDOMS: [&str; 4] = [
    r##"<path d="M0-5A5 5 0 1 1-.1-5ZM-1-10H1V-6.6H-1ZM-1 6.6H1V10H-1ZM-10-1H-6.6V1H-10ZM6.6-1H10V1H6.6ZM-7.8-6.4L-6.4-7.8L-4-5.4L-5.4-4ZM5.4 4L7.8 6.4L6.4 7.8L4 5.4ZM6.4-7.8L7.8-6.4L5.4-4L4-5.4ZM-5.4 4L-4 5.4L-6.4 7.8L-7.8 6.4Z"/>"##,
    r##"<path d="M-10 8L-3.4-7L1 2L4-3L10 8ZM-4.9-1.4L-3.3-.2L-2-1.6L-3.4-4.6Z" fill-rule="evenodd"/>"##,
    r##"<path d="M0-10L5-3H2.6L7 2.6H3.4L8 8H1.4V10.4H-1.4V8H-8L-3.4 2.6H-7L-2.6-3H-5Z"/>"##,
    r##"<path d="M-10-4.6Q-7.5-8-5-4.6T0-4.6T5-4.6T10-4.6V-2Q7.5-5.4 5-2T0-2T-5-2T-10-2ZM-10 .8Q-7.5-2.6-5 .8T0 .8T5 .8T10 .8V3.4Q7.5 0 5 3.4T0 3.4T-5 3.4T-10 3.4ZM-10 6.2Q-7.5 2.8-5 6.2T0 6.2T5 6.2T10 6.2V8.8Q7.5 5.4 5 8.8T0 8.8T-5 8.8T-10 8.8Z"/>"##,
];

/// The colours of the kingdoms: for words and signs, and as a tint of the paper.
const COLORS: [(&str, &str); 4] =
    [("#8f5f00", "#fff0bf"), ("#a8282d", "#fbdcd9"), ("#17693a", "#d8f0db"), ("#1a56a6", "#d8e8fb")];

/// Where one to four items stand.
const PLACES: [&[(f32, f32)]; 4] = [
    &[(69.0, 70.0)],
    &[(69.0, 44.0), (69.0, 98.0)],
    &[(69.0, 30.0), (69.0, 70.0), (69.0, 110.0)],
    &[(57.0, 48.0), (83.0, 48.0), (57.0, 96.0), (83.0, 96.0)],
];

/// The face of a card.
pub(super) fn svg(number: u8, item: u8, kingdom: u8) -> String {
    let pick = |n: u8| usize::from(n).min(3);
    let (ink, tint) = COLORS[pick(kingdom)];
    let (item, kingdom) = (ITEMS[pick(item)], KINGDOMS[pick(kingdom)]);
    let places = PLACES[pick(number.saturating_sub(1))];
    let scale = [2.5, 2.1, 1.7, 1.15][places.len() - 1];
    let items: String = places.iter().map(|&(x, y)| at(x, y, scale, item)).collect();
    format!(
        r##"<rect x="42" y="5" width="53" height="130" rx="6" fill="{tint}"/><g fill="{ink}">
<text x="22" y="42" font-family="Inter" font-weight="700" font-size="44" text-anchor="middle">{number}</text>
{}{}{items}</g>"##,
        at(22.0, 68.0, 1.4, item),
        at(22.0, 112.0, 1.5, kingdom),
    )
}
