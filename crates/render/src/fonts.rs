//! How wide a text comes out, and what fits on a line.

use std::collections::HashMap;
use std::sync::LazyLock;

use parking_lot::Mutex;
use skrifa::outline::OutlinePen;
use unicode_segmentation::UnicodeSegmentation;

use super::{faces, runs};
use engine::ISOLATES;
use engine::columns::{number_behind, open_isolates};

pub use faces::{FAMILY, Font, OPTIONS, draws};

/// The widths of the printable ASCII characters at size 1: most of what is measured.
static ASCII: LazyLock<[[f32; 95]; 2]> = LazyLock::new(|| {
    let width = |i: usize, bold| faces::advance((b' ' + i as u8) as char, bold).unwrap_or_default();
    [false, true].map(|bold| std::array::from_fn(|i| width(i, bold)))
});

/// Widths of words that were shaped, regular and bold.
static SHAPED: LazyLock<[Mutex<HashMap<String, f32>>; 2]> = LazyLock::new(Default::default);
/// How many of them are remembered.
const REMEMBERED: usize = 4096;

/// How wide a text is at this size, in the same unit.
#[must_use]
pub fn width(text: &str, size: f32, bold: bool) -> f32 {
    plain(text, bold).unwrap_or_else(|| shaped(text, bold)) * size
}

/// The width at size 1 of words that have to be shaped. A layout asks for the same names many times.
fn shaped(text: &str, bold: bool) -> f32 {
    let known = &SHAPED[usize::from(bold)];
    if let Some(width) = known.lock().get(text) {
        return *width;
    }
    let width = runs::runs(text).iter().map(|run| run.width(1.0, bold)).sum();
    let mut known = known.lock();
    if known.len() >= REMEMBERED {
        known.clear();
    }
    known.insert(text.to_owned(), width);
    width
}

/// The width at size 1 of a text whose characters each have one width, whatever stands beside them.
pub(super) fn plain(text: &str, bold: bool) -> Option<f32> {
    text.chars().try_fold(0.0, |sum, c| {
        let wide = match c {
            ' '..='~' => ASCII[usize::from(bold)][c as usize - ' ' as usize],
            c if ISOLATES.contains(&c) => 0.0,
            c => faces::advance(c, bold)?,
        };
        Some(sum + wide)
    })
}

/// Draws one character in the preferred font, with the pen at its origin, and returns its width; `None` if that font
/// lacks it.
pub fn draw(c: char, size: f32, bold: bool, pen: &mut impl OutlinePen) -> Option<f32> {
    faces::draw(c, size, bold, pen)?;
    Some(width(c.encode_utf8(&mut [0; 4]), size, bold))
}

/// The text if it fits, or its beginning and `…`, with the number that tells namesakes apart.
#[must_use]
pub fn fit(text: &str, size: f32, bold: bool, room: f32) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let inner = text.strip_suffix(ISOLATES[1]).unwrap_or(text);
    let number = number_behind(inner);
    let name = &inner[..inner.len() - number.len()];
    let shortest = [number, ""].map(|number| shortened("", number));
    let number = if width(&shortest[0], size, bold) <= room { number } else { "" };
    let ends = ends(name);
    let fits = |end: &usize| width(&shortened(&name[..*end], number), size, bold) <= room;
    let kept = ends.partition_point(fits).checked_sub(1).map_or(0, |last| ends[last]);
    shortened(&name[..kept], number)
}

/// The beginning of a text, with `…` at its end in reading order: within the name that was cut.
fn shortened(beginning: &str, number: &str) -> String {
    let mut cut = format!("{}…{number}", beginning.trim_end());
    let open = open_isolates(&cut);
    cut.extend(std::iter::repeat_n(ISOLATES[1], open));
    cut
}

/// Where each sign of a text ends.
fn ends(text: &str) -> Vec<usize> {
    text.grapheme_indices(true).map(|(at, sign)| at + sign.len()).collect()
}

/// Splits a word that is too long for a line into a first part that fits, and the rest; one sign goes in any case.
fn broken(word: &str, size: f32, bold: bool, room: f32) -> (&str, &str) {
    let ends = ends(word);
    let fit = ends.partition_point(|end| width(&word[..*end], size, bold) <= room).max(1);
    word.split_at(ends.get(fit - 1).copied().unwrap_or(word.len()))
}

/// The text in lines that fit, broken between words where possible. Short parts between ` · ` dots, such as melds,
/// stay together. Where there is no room at all, each character has a line.
#[must_use]
pub fn wrap(text: &str, size: f32, bold: bool, room: f32) -> Vec<String> {
    // Nothing is wide enough for less: a loop that waits for it would never end.
    let room = room.max(0.0);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let divided = text.split_inclusive(" · ").map(str::trim_end);
    let pieces = divided.flat_map(|part| {
        // Keeping longer parts together would leave half of the lines empty.
        let is_short = width(part, size, bold) <= room / 3.0;
        part.split(move |c| c == ' ' && !is_short)
    });
    for word in pieces {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer, size, bold) <= room {
            line = longer;
        } else {
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            let mut rest = word;
            while width(rest, size, bold) > room {
                let (part, after) = broken(rest, size, bold, room);
                lines.push(part.to_owned());
                rest = after;
            }
            line = rest.to_owned();
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    isolated_in_each(&mut lines);
    lines
}

/// A name that is set apart from what is around it, and broken, is set apart on each of its lines.
fn isolated_in_each(lines: &mut [String]) {
    let [opens, closes] = ISOLATES;
    let mut open = 0;
    for line in lines {
        line.insert_str(0, &String::from(opens).repeat(open));
        open = open_isolates(line);
        line.extend(std::iter::repeat_n(closes, open));
    }
}

/// The text in at most this many lines that fit; what is too long for them is cut off at the end of the last.
#[must_use]
pub fn block(text: &str, size: f32, bold: bool, room: f32, lines: usize) -> Vec<String> {
    let mut all = wrap(text, size, bold, room);
    if all.len() > lines {
        let rest = all.split_off(lines.saturating_sub(1)).join(" ");
        // Isolates that were closed at the end of a line only to be opened on the next.
        let seam = format!("{} {}", ISOLATES[1], ISOLATES[0]);
        let rest = rest.replace(&seam, " ");
        all.push(fit(&rest, size, bold, room));
    }
    all
}

/// Things in lines, as many as fit on each, with ` · ` between them.
#[must_use]
pub fn packed(things: &[String], size: f32, bold: bool, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for thing in things {
        let longer = lines.last().map(|line| format!("{line} · {thing}"));
        match (lines.last_mut(), longer.filter(|line| width(line, size, bold) <= room)) {
            (Some(last), Some(longer)) => *last = longer,
            _ => lines.push(thing.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut_to_fit() {
        let long = "漢".repeat(32);
        let cut = fit(&long, 17.0, true, 120.0);
        assert!(cut.ends_with('…') && width(&cut, 17.0, true) <= 120.0, "{cut}");
        assert_eq!(fit("Ada", 17.0, true, 120.0), "Ada");
    }

    #[test]
    fn a_sign_is_not_cut_in_two() {
        let name = "मोहिनी";
        let whole: Vec<&str> = name.grapheme_indices(true).map(|(at, _)| &name[..at]).collect();
        for room in 10..60 {
            let cut = fit(name, 17.0, true, room as f32);
            assert!(cut == name || whole.contains(&cut.trim_end_matches('…')), "{cut}");
        }
    }

    #[test]
    fn a_word_that_is_too_long_is_broken_and_loses_nothing() {
        for long in ["漢".repeat(32), "👩‍👩‍👧‍👦".repeat(9), "W".repeat(32)] {
            let lines = wrap(&long, 17.0, true, 120.0);
            assert!(lines.len() > 1 && lines.concat() == long, "{lines:?}");
            assert!(lines.iter().all(|line| width(line, 17.0, true) <= 120.0), "{lines:?}");
        }
    }

    #[test]
    fn where_there_is_no_room_wrapping_comes_to_an_end() {
        for room in [1.0, 0.0, -1.0, f32::NEG_INFINITY] {
            assert_eq!(wrap("Ada B", 20.0, true, room), ["A", "d", "a", "B"], "{room}");
            assert_eq!(block("Ada B", 20.0, true, room, 2), ["A", "…"], "{room}");
        }
    }

    #[test]
    fn words_wrap() {
        let lines = wrap("hand 3 · to 150 · knock with 7 or less", 16.0, false, 150.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, 16.0, false) <= 150.0), "{lines:?}");
        assert_eq!(lines.join(" "), "hand 3 · to 150 · knock with 7 or less");
        let lines = wrap("also: 1KR 2SB 3CY · 1AY 2SR 3KB · 2SB 3KR", 16.0, false, 330.0);
        assert_eq!(lines, ["also: 1KR 2SB 3CY · 1AY 2SR 3KB ·", "2SB 3KR"]);
    }
}
