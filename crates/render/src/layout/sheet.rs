//! Columns of words and figures.

use super::room;
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, Scene};
use engine::picture::Sheet;

/// The sizes its text may have: as large as the room allows.
const SIZES: [f32; 2] = [BODY, CAPTION];
/// From one row to the next, as a multiple of the text size.
const ROW: f32 = 1.65;
/// A sheet with more rows than this is set small, so that it does not get too tall.
const FEW: usize = 9;
/// The space between two columns.
const BETWEEN: f32 = 18.0;
/// The first column is not squeezed below this.
const FIRST: f32 = 110.0;

/// Lays the sheet and returns its lower end.
pub(super) fn lay(scene: &mut Scene, sheet: &Sheet, top: f32) -> f32 {
    let room = room();
    let size = size(sheet, room);
    let widths = widths(sheet, size, room);
    let high = ROW * size;
    let height = high * (sheet.rows.len() + 1) as f32 + 12.0;
    let wide: f32 = widths.iter().sum::<f32>() + BETWEEN * (widths.len() + 1) as f32;
    let field = Area::new((scene.width - wide) / 2.0, top, wide, height);
    scene.field(field, 10.0, Ink::Line, 1.0);
    let mut y = top + high;
    let line = |scene: &mut Scene, cells: &[String], y: f32, bold: bool, ink: Ink| {
        row(scene, cells, &widths, (field.x, y), size, bold, ink);
    };
    line(scene, &sheet.head, y, false, Ink::Muted);
    for (i, cells) in sheet.rows.iter().enumerate() {
        scene.fill(Area::new(field.x + BETWEEN / 2.0, y + 7.0, wide - BETWEEN, 1.0), 0.0, Ink::Line);
        y += high;
        line(scene, cells, y, sheet.strong == Some(i), Ink::Text);
    }
    top + height
}

/// The largest text size at which no column need be squeezed.
fn size(sheet: &Sheet, room: f32) -> f32 {
    let fits = |size: &f32| is_whole(sheet, *size, room);
    let sizes = if sheet.rows.len() > FEW { &SIZES[1..] } else { &SIZES[..] };
    sizes.iter().copied().find(fits).unwrap_or(CAPTION)
}

/// Is no column squeezed at this text size?
fn is_whole(sheet: &Sheet, size: f32, room: f32) -> bool {
    let wanted = wanted(sheet, size);
    wanted.iter().sum::<f32>() + BETWEEN * (wanted.len() + 1) as f32 <= room
}

/// What the widest cell of each column needs.
fn wanted(sheet: &Sheet, size: f32) -> Vec<f32> {
    let columns = sheet.rows.iter().map(Vec::len).chain([sheet.head.len()]).max().unwrap_or(0);
    let all = || sheet.rows.iter().chain([&sheet.head]);
    (0..columns)
        .map(|at| all().filter_map(|row| row.get(at)).map(|cell| wider(cell, size)).fold(0.0, f32::max))
        .collect()
}

/// How wide a cell may come out: beside letters that are never bold, the bold space is the narrower one.
fn wider(cell: &str, size: f32) -> f32 {
    fonts::width(cell, size, true).max(fonts::width(cell, size, false))
}

/// The width of each column: what it needs, squeezed evenly where that is too much.
fn widths(sheet: &Sheet, size: f32, room: f32) -> Vec<f32> {
    let mut widths = wanted(sheet, size);
    let room = room - BETWEEN * (widths.len() + 1) as f32;
    if let Some((first, rest)) = widths.split_first_mut() {
        let figures: f32 = rest.iter().sum();
        *first = first.min((room - figures).max(FIRST));
        let left = room - *first;
        if figures > left {
            // Narrow columns stay as they are; the wide ones share what is left.
            let fair = left / rest.len() as f32;
            let narrow: f32 = rest.iter().filter(|w| **w <= fair).sum();
            let wide = rest.iter().filter(|w| **w > fair).count();
            let each = (left - narrow) / wide.max(1) as f32;
            rest.iter_mut().filter(|w| **w > fair).for_each(|w| *w = w.min(each));
        }
    }
    widths
}

fn row(scene: &mut Scene, cells: &[String], widths: &[f32], (left, y): (f32, f32), size: f32, bold: bool, ink: Ink) {
    let mut x = left + BETWEEN;
    for (i, (cell, &w)) in cells.iter().zip(widths).enumerate() {
        let text = fonts::fit(cell, size, bold, w);
        if i == 0 {
            scene.write(x, y, size, bold, Anchor::Start, ink, text);
        } else {
            scene.write(x + w, y, size, bold, Anchor::End, ink, text);
        }
        x += w + BETWEEN;
    }
    debug_assert!(x <= scene.width, "a sheet is wider than the picture");
}
