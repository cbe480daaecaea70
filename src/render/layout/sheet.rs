//! Columns of words and figures.

use super::{MARGIN, ROOM};
use crate::engine::picture::Sheet;
use crate::render::fonts;
use crate::render::ink::Ink;
use crate::render::scene::{Anchor, Area, Scene, WIDTH};

/// The size of its text.
const SIZE: f32 = 17.0;
/// From one row to the next.
const ROW: f32 = 28.0;
/// Between two columns.
const BETWEEN: f32 = 22.0;
/// The first column is not squeezed below this.
const FIRST: f32 = 150.0;

/// Lays the sheet; gives its lower end.
pub(super) fn lay(scene: &mut Scene, sheet: &Sheet, top: f32) -> f32 {
    let widths = widths(sheet);
    let height = ROW * (sheet.rows.len() + 1) as f32 + 12.0;
    let wide: f32 = widths.iter().sum::<f32>() + BETWEEN * (widths.len() + 1) as f32;
    let field = Area::new((WIDTH - wide) / 2.0, top, wide, height);
    scene.fill(field, 10.0, Ink::Panel);
    let mut y = top + ROW;
    row(scene, &sheet.head, &widths, field.x, y, false, Ink::Muted);
    for (i, cells) in sheet.rows.iter().enumerate() {
        scene.fill(Area::new(field.x + BETWEEN / 2.0, y + 7.0, wide - BETWEEN, 1.0), 0.0, Ink::Line);
        y += ROW;
        row(scene, cells, &widths, field.x, y, sheet.strong == Some(i), Ink::Text);
    }
    top + height
}

/// The width of each column: what its widest cell needs, squeezed evenly where that is too much.
fn widths(sheet: &Sheet) -> Vec<f32> {
    let columns = sheet.rows.iter().map(Vec::len).chain([sheet.head.len()]).max().unwrap_or(0);
    let all = || sheet.rows.iter().chain([&sheet.head]);
    let mut widths: Vec<f32> = (0..columns)
        .map(|at| all().filter_map(|row| row.get(at)).map(|cell| fonts::width(cell, SIZE, true)).fold(0.0, f32::max))
        .collect();
    let room = ROOM - BETWEEN * (columns + 1) as f32;
    if let Some((first, rest)) = widths.split_first_mut() {
        let figures: f32 = rest.iter().sum();
        *first = first.min((room - figures).max(FIRST));
        let left = room - *first;
        if figures > left {
            // What is narrow stays so; the wide ones share what is left.
            let fair = left / rest.len() as f32;
            let narrow: f32 = rest.iter().filter(|w| **w <= fair).sum();
            let wide = rest.iter().filter(|w| **w > fair).count();
            let each = (left - narrow) / wide.max(1) as f32;
            rest.iter_mut().filter(|w| **w > fair).for_each(|w| *w = w.min(each));
        }
    }
    widths
}

fn row(scene: &mut Scene, cells: &[String], widths: &[f32], left: f32, y: f32, bold: bool, ink: Ink) {
    let mut x = left + BETWEEN;
    for (i, (cell, &w)) in cells.iter().zip(widths).enumerate() {
        let text = fonts::fit(cell, SIZE, bold, w);
        if i == 0 {
            scene.write(x, y, SIZE, bold, Anchor::Start, ink, text);
        } else {
            scene.write(x + w, y, SIZE, bold, Anchor::End, ink, text);
        }
        x += w + BETWEEN;
    }
    debug_assert!(x <= MARGIN + ROOM + BETWEEN + 1.0, "a sheet is wider than the picture");
}
