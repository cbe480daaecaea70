//! Groups of cards, side by side and then in further rows.

use super::{MARGIN, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, LaidCard, SMALLEST, Scene, Shape, USUAL, WIDE};
use engine::picture::{CardPic, Group, Lay, Mark, Zone};

/// The width of a card; it is 1.4 times as high.
#[derive(Clone, Copy)]
pub(super) struct Size(f32);

/// Cards on the table of a wide scene.
pub(super) const BOARD: Size = Size(72.0);
/// Cards that are only looked up.
pub(super) const SMALL: Size = Size(44.0);
/// The sizes of cards on the table, and of those in the viewer's hand, the largest first. The last is what they have at
/// least, and more only where that needs no further line. In a narrow scene each looks a third larger.
const BOARDS: [&[Size]; 2] = [&[BOARD], &[BOARD, Size(64.0), Size(58.0)]];
const HANDS: [&[Size]; 2] = [&[Size(112.0), Size(98.0), Size(84.0)], &[Size(98.0), Size(84.0), Size(76.0), Size(70.0)]];
/// More lines of cards than these are never large: they would become too high.
const FEW_LINES: usize = 2;

/// The size of the text above a group.
const LABEL: f32 = USUAL;
/// The size of the text above a group if it is wider than [`LONG`] and than the cards; it then gets two lines.
const LONG_LABEL: f32 = SMALLEST;
const LONG: f32 = 300.0;
const LABEL_LINES: usize = 2;
/// The size of the text below a group.
const NOTE: f32 = USUAL;
/// The size of the text below a card.
const TAG: f32 = USUAL;
/// The line heights of these texts, as multiples of their sizes.
const LABEL_LINE: f32 = 1.35;
const NOTE_LINE: f32 = 1.35;
const TAG_LINE: f32 = 1.2;
/// The space between two groups of a row.
const BETWEEN: f32 = 26.0;
/// The space around the cards of a group, where a frame is drawn if it is lit.
const PAD: f32 = 8.0;
/// How much of a covered card is seen, as a fraction of its width: its corner.
const CORNER: f32 = 0.45;
/// How far a raised card stands out.
const RAISE: f32 = 14.0;

/// A group measured: its lines of cards and its box.
struct Sized<'a> {
    group: &'a Group,
    label: Vec<String>,
    label_size: f32,
    card: f32,
    step: f32,
    per_line: usize,
    w: f32,
    h: f32,
}

impl Sized<'_> {
    /// The height that its label needs.
    fn labelled(&self) -> f32 {
        LABEL_LINE * self.label_size * self.label.len() as f32
    }

    /// The height of what stands above the cards that are not raised.
    fn above(&self) -> f32 {
        rise(self.group) + self.labelled()
    }
}

/// Lays groups in rows, each in the middle, and returns the lower end.
pub(super) fn lay(scene: &mut Scene, groups: &[Group], mut y: f32, size: Size) -> f32 {
    let room = room(scene.width);
    let all: Vec<Sized<'_>> = groups.iter().map(|group| measure(group, size.0, room)).collect();
    for (n, row) in rows(&all, room).into_iter().enumerate() {
        let above = if n == 0 { 0.0 } else { BETWEEN / 2.0 };
        y = lay_row(scene, row, y + above);
    }
    y
}

/// How large cards on the table are.
pub(super) fn board_size(zones: &[Zone], width: f32) -> Size {
    size(zones, width, BOARDS[usize::from(width < WIDE)])
}

/// How large the cards of a hand are; `high`: no higher than they must be.
pub(super) fn hand_size(own: &[Zone], width: f32, high: bool) -> Size {
    let sizes = HANDS[usize::from(width < WIDE)];
    if high { sizes[sizes.len() - 1] } else { size(own, width, sizes) }
}

/// The largest of these sizes at which the cards need no more lines than at the least, if these are few.
fn size(zones: &[Zone], width: f32, sizes: &[Size]) -> Size {
    let groups = || zones.iter().filter_map(|zone| if let Zone::Groups(groups) = zone { Some(groups) } else { None });
    let lines = |size: Size| groups().map(|groups| lines(groups, size, room(width))).sum::<usize>();
    let least = sizes[sizes.len() - 1];
    let needed = lines(least);
    let fits = |size: &Size| needed <= FEW_LINES && lines(*size) == needed;
    sizes.iter().copied().find(fits).unwrap_or(least)
}

/// How many lines of cards the groups take.
fn lines(groups: &[Group], size: Size, room: f32) -> usize {
    let all: Vec<Sized<'_>> = groups.iter().map(|group| measure(group, size.0, room)).collect();
    let deepest = |row: &[Sized<'_>]| row.iter().map(|sized| sized.group.cards.len().div_ceil(sized.per_line)).max();
    rows(&all, room).into_iter().filter_map(deepest).sum()
}

/// How wide the groups are in one row, but at most all the room there is.
pub(super) fn width(groups: &[Group], size: Size, width: f32) -> f32 {
    let room = room(width);
    across(&groups.iter().map(|group| measure(group, size.0, room)).collect::<Vec<_>>()).min(room)
}

/// How wide a row is.
fn across(row: &[Sized<'_>]) -> f32 {
    row.iter().map(|sized| sized.w).sum::<f32>() + BETWEEN * row.len().saturating_sub(1) as f32
}

/// As few rows as possible, and those as equal in length as possible: four groups of which three would fit in a row
/// stand two by two.
fn rows<'r, 'g>(all: &'r [Sized<'g>], room: f32) -> Vec<&'r [Sized<'g>]> {
    let needed = filled(all, room).len();
    let runs = (0..all.len()).flat_map(|from| (from..all.len()).map(move |to| across(&all[from..=to])));
    let narrowest = runs.filter(|wide| filled(all, *wide).len() == needed).fold(room, f32::min);
    filled(all, narrowest)
}

/// Rows of at most this width, each as full as can be.
fn filled<'r, 'g>(all: &'r [Sized<'g>], wide: f32) -> Vec<&'r [Sized<'g>]> {
    let (mut rows, mut rest) = (Vec::new(), all);
    while !rest.is_empty() {
        let fits = (2..=rest.len()).take_while(|&count| across(&rest[..count]) <= wide).last().unwrap_or(1);
        let (row, others) = rest.split_at(fits);
        rows.push(row);
        rest = others;
    }
    rows
}

fn measure(group: &Group, card: f32, room: f32) -> Sized<'_> {
    let count = group.cards.len().max(1);
    let inner = room - 2.0 * PAD;
    let wide_tag = group.cards.iter().map(|c| fonts::width(&c.tag, TAG, false)).fold(0.0, f32::max);
    let step = match group.lay {
        Lay::Heap => 3.0,
        Lay::Apart => (card + 8.0).max(wide_tag + 6.0),
        Lay::Fan => (CORNER * card).max(wide_tag + 4.0),
    };
    let per_line = (((inner - card) / step) as usize + 1).min(count);
    let lines = count.div_ceil(per_line);
    // The words below the outer cards may reach beyond them.
    let across = card.max(wide_tag) + step * (per_line - 1) as f32;
    let down = (LaidCard::TALL * card + rise(group) + if wide_tag > 0.0 { TAG_LINE * TAG } else { 0.0 }) * lines as f32;
    let room = across.max(LONG);
    let fits = fonts::width(&group.label, LABEL, true) <= room;
    let (label_size, lines) = if fits { (LABEL, 1) } else { (LONG_LABEL, LABEL_LINES) };
    let label = fonts::block(&group.label, label_size, true, room, lines);
    let wide = label.iter().map(|line| fonts::width(line, label_size, true)).fold(0.0, f32::max);
    let words = wide.max(fonts::width(&group.note, NOTE, false)).min(inner);
    let below = if group.note.is_empty() { 0.0 } else { NOTE_LINE * NOTE };
    let sized = Sized { group, label, label_size, card, step, per_line, w: across.max(words) + 2.0 * PAD, h: 0.0 };
    Sized { h: sized.labelled() + down + below + 2.0 * PAD, ..sized }
}

/// The height that raised cards need above the others.
fn rise(group: &Group) -> f32 {
    if group.cards.iter().any(|c| c.mark == Mark::Raised) { RAISE } else { 0.0 }
}

/// Lays a row, its cards on one line whatever stands above them, and returns its lower end.
fn lay_row(scene: &mut Scene, row: &[Sized<'_>], y: f32) -> f32 {
    let above = row.iter().map(Sized::above).fold(0.0, f32::max);
    let mut x = MARGIN + (room(scene.width) - across(row)).max(0.0) / 2.0;
    let mut bottom = y;
    for sized in row {
        let top = y + above - sized.above();
        lay_group(scene, sized, x, top);
        x += sized.w + BETWEEN;
        bottom = f32::max(bottom, top + sized.h);
    }
    bottom
}

fn lay_group(scene: &mut Scene, sized: &Sized<'_>, x: f32, top: f32) {
    let Sized { group, card, step, per_line, w, h, .. } = *sized;
    if group.lit {
        scene.frame(Area::new(x, top, w, h), 10.0, Ink::None, Ink::Turn, 3.0);
    }
    let (inner, middle) = (w - 2.0 * PAD, x + w / 2.0);
    let mut y = top + PAD;
    for (i, line) in sized.label.iter().enumerate() {
        let base = y + 0.95 * sized.label_size + LABEL_LINE * sized.label_size * i as f32;
        scene.write(middle, base, sized.label_size, true, Anchor::Middle, Ink::Text, line);
    }
    y += sized.labelled();
    let tagged = group.cards.iter().any(|c| !c.tag.is_empty());
    for line in group.cards.chunks(per_line) {
        let across = card + step * (line.len() - 1) as f32;
        lay_cards(scene, group, line, middle - across / 2.0, y, card, step);
        y += LaidCard::TALL * card + rise(group) + if tagged { TAG_LINE * TAG } else { 0.0 };
    }
    if group.cards.is_empty() {
        empty_place(scene, Area::new(middle - card / 2.0, y, card, LaidCard::TALL * card));
        y += LaidCard::TALL * card;
    }
    let note = fonts::fit(&group.note, NOTE, false, inner);
    scene.write(middle, y + 1.1 * NOTE, NOTE, false, Anchor::Middle, Ink::Muted, note);
}

fn lay_cards(scene: &mut Scene, group: &Group, line: &[CardPic], x: f32, y: f32, w: f32, step: f32) {
    let place = |i: usize, pic: &CardPic| {
        let lift = if pic.mark == Mark::Raised { 0.0 } else { rise(group) };
        let sink = if group.lay == Lay::Heap { -2.0 * i as f32 } else { 0.0 };
        LaidCard::new(pic, x + step * i as f32, y + lift + sink, w)
    };
    let cards = line.iter().enumerate().map(|(i, pic)| place(i, pic));
    // The top of a heap covers the rest of it; elsewhere the later card covers the earlier.
    if group.lay == Lay::Heap {
        scene.cards.extend(cards.rev());
    } else {
        scene.cards.extend(cards);
    }
    for (i, pic) in line.iter().enumerate().filter(|(_, pic)| !pic.tag.is_empty()) {
        let shown = if group.lay == Lay::Fan && i + 1 < line.len() { step } else { w };
        let tag = fonts::fit(&pic.tag, TAG, false, shown.max(step) + 4.0);
        let below = y + rise(group) + LaidCard::TALL * w + TAG;
        scene.write(x + step * i as f32 + shown / 2.0, below, TAG, false, Anchor::Middle, Ink::Muted, tag);
    }
}

/// Draws the place where cards would lie.
fn empty_place(scene: &mut Scene, area: Area) {
    scene.under.push(Shape::Rect { area, r: 0.08 * area.w, fill: Ink::None, stroke: Ink::Line, line: 2.0 });
}
