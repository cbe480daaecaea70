//! Groups of cards, side by side and then in further rows.

use super::{Strip, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, LaidCard, Scene, Shape};
use engine::picture::{CardFace, CardPic, Ground, Group, Lay, Mark};

/// The width of a card; it is 1.4 times as high. Sizes are chosen by the game, never by the state of a match: what
/// happens moves cards, and does not resize them.
#[derive(Clone, Copy)]
pub(super) struct Size(f32);

/// Cards to be decided on.
pub(super) const LARGE: Size = Size(104.0);
/// Cards on the table.
pub(super) const BOARD: Size = Size(76.0);
/// Cards within a ring.
pub(super) const WITHIN: Size = Size(62.0);
/// Cards that are over, or only looked up.
pub(super) const SMALL: Size = Size(52.0);

/// The sizes of cards on a poster: the last is the least whose index a phone shows.
const FITS: [Size; 5] = [BOARD, WITHIN, SMALL, Size(46.0), Size(40.0)];

/// How large the cards of a hand are: as large as lets the largest hand that is dealt lie in one line.
pub(super) const fn hand(ground: Ground) -> Size {
    Size(match ground {
        Ground::Felt => 100.0,
        Ground::Cafe | Ground::Slate => 112.0,
        Ground::Parchment => 88.0,
        Ground::Wood => 84.0,
        Ground::Plain | Ground::Chalk | Ground::Eights => 96.0,
    })
}

/// The size of the text above a group.
const LABEL: f32 = BODY;
/// The size of the text above a group if it is wider than [`LONG`] and than the cards; it then gets two lines.
const LONG_LABEL: f32 = CAPTION;
const LONG: f32 = 250.0;
const LABEL_LINES: usize = 2;
/// The size of the text below a group.
const NOTE: f32 = CAPTION;
/// The size of the text below a card.
const TAG: f32 = CAPTION;
/// The line heights of these texts, as multiples of their sizes.
const LABEL_LINE: f32 = 1.35;
const NOTE_LINE: f32 = 1.35;
const TAG_LINE: f32 = 1.2;
/// The space between two groups of a row.
const BETWEEN: f32 = 12.0;
/// The space around the cards of a group, where a frame is drawn if it is lit.
const PAD: f32 = 6.0;
/// How much of a covered card is seen, as a fraction of its width: its corner.
const CORNER: f32 = 0.4;
/// The space where the suit changes, as a fraction of a card's width.
const SUIT: f32 = 0.16;
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
pub(super) fn lay(scene: &mut Scene, groups: &[Group], y: f32, size: Size) -> f32 {
    lay_in(scene, groups, Strip::WHOLE, y, size)
}

fn lay_in(scene: &mut Scene, groups: &[Group], strip: Strip, mut y: f32, size: Size) -> f32 {
    let all: Vec<Sized<'_>> = groups.iter().map(|group| measure(group, size.0, strip.w)).collect();
    for (n, row) in rows(&all, strip.w).into_iter().enumerate() {
        let above = if n == 0 { 0.0 } else { BETWEEN / 3.0 };
        y = lay_row(scene, row, strip, y + above);
    }
    y
}

/// Lays groups into a box, as large as they fit: without what is said of them rather than too small, and in the end the
/// first of them only.
pub(super) fn fit(scene: &mut Scene, groups: &[Group], area: &Area) {
    let bare: Vec<Group> = groups.iter().map(|group| Group { note: String::new(), ..group.clone() }).collect();
    let lower = |groups: &[Group], size| lay_in(&mut Scene::new(scene.ground), groups, Strip::of(area), 0.0, size);
    let sizes = |groups: &[Group]| {
        let all = FITS.into_iter().map(|size| (size, lower(groups, size)));
        all.into_iter().find(|(_, high)| *high <= area.h)
    };
    let fewer = (0..groups.len()).map(|out| &bare[..groups.len() - out]);
    let found = std::iter::once(groups).chain(fewer).find_map(|shown| Some((shown, sizes(shown)?)));
    let Some((shown, (size, high))) = found else { return };
    lay_in(scene, shown, Strip::of(area), area.y + (area.h - high) / 2.0, size);
}

/// How wide the groups are in one row, but at most all the room there is.
pub(super) fn width(groups: &[Group], size: Size) -> f32 {
    let room = room();
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
        Lay::Fan | Lay::Suited => (CORNER * card).max(wide_tag + 4.0),
    };
    let gaps = group.cards.chunk_by(|a, b| !parts(group, a, b)).count().saturating_sub(1).min(3) as f32;
    let gaps = if group.lay == Lay::Suited { SUIT * card * gaps } else { 0.0 };
    let per_line = (((inner - gaps - card) / step) as usize + 1).min(count);
    let lines = count.div_ceil(per_line);
    // The words below the outer cards may reach beyond them.
    let across = card.max(wide_tag) + step * (per_line - 1) as f32 + gaps;
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

/// Does a gap part the two cards of a group?
fn parts(group: &Group, one: &CardPic, next: &CardPic) -> bool {
    let suit = |pic: &CardPic| if let CardFace::French(card) = pic.face { Some(card.suit() as u8) } else { None };
    group.lay == Lay::Suited && suit(one) != suit(next)
}

/// Where each card of a line begins, from the first.
fn offsets(group: &Group, line: &[CardPic], card: f32, step: f32) -> Vec<f32> {
    let mut x = 0.0;
    let next = line.windows(2).map(|pair| {
        x += step + if parts(group, &pair[0], &pair[1]) { SUIT * card } else { 0.0 };
        x
    });
    std::iter::once(0.0).chain(next).collect()
}

/// The height that raised cards need above the others.
fn rise(group: &Group) -> f32 {
    if group.cards.iter().any(|c| c.mark == Mark::Raised) { RAISE } else { 0.0 }
}

/// Lays a row, its cards on one line whatever stands above them, and returns its lower end.
fn lay_row(scene: &mut Scene, row: &[Sized<'_>], strip: Strip, y: f32) -> f32 {
    let above = row.iter().map(Sized::above).fold(0.0, f32::max);
    let mut x = strip.x + (strip.w - across(row)).max(0.0) / 2.0;
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
        let offsets = offsets(group, line, card, step);
        let across = card + offsets.last().copied().unwrap_or_default();
        lay_cards(scene, group, line, (middle - across / 2.0, y), card, &offsets);
        y += LaidCard::TALL * card + rise(group) + if tagged { TAG_LINE * TAG } else { 0.0 };
    }
    if group.cards.is_empty() {
        empty_place(scene, Area::new(middle - card / 2.0, y, card, LaidCard::TALL * card));
        y += LaidCard::TALL * card;
    }
    let note = fonts::fit(&group.note, NOTE, false, inner + 1.0);
    scene.write(middle, y + 1.1 * NOTE, NOTE, false, Anchor::Middle, Ink::Muted, note);
}

fn lay_cards(scene: &mut Scene, group: &Group, line: &[CardPic], (x, y): (f32, f32), w: f32, offsets: &[f32]) {
    let place = |i: usize, pic: &CardPic| {
        let lift = if pic.mark == Mark::Raised { 0.0 } else { rise(group) };
        let sink = if group.lay == Lay::Heap { -2.0 * i as f32 } else { 0.0 };
        LaidCard::new(pic, x + offsets[i], y + lift + sink, w)
    };
    let cards = line.iter().enumerate().map(|(i, pic)| place(i, pic));
    // The top of a heap covers the rest of it; elsewhere the later card covers the earlier.
    if group.lay == Lay::Heap {
        scene.cards.extend(cards.rev());
    } else {
        scene.cards.extend(cards);
    }
    let overlap = matches!(group.lay, Lay::Fan | Lay::Suited);
    for (i, pic) in line.iter().enumerate().filter(|(_, pic)| !pic.tag.is_empty()) {
        let step = offsets.get(i + 1).map_or(w, |next| next - offsets[i]);
        let shown = if overlap { step.min(w) } else { w };
        let tag = fonts::fit(&pic.tag, TAG, false, shown.max(step) + 4.0);
        let below = y + rise(group) + LaidCard::TALL * w + 1.05 * TAG;
        scene.write(x + offsets[i] + shown / 2.0, below, TAG, false, Anchor::Middle, Ink::Muted, tag);
    }
}

/// Draws the place where cards would lie.
fn empty_place(scene: &mut Scene, area: Area) {
    scene.under.push(Shape::Rect { area, r: 0.08 * area.w, fill: Ink::Shade, stroke: Ink::Line, line: 2.0 });
}
