//! Pixels as indices into at most 256 colours. Our pictures are flat: some hundreds of colours in all, most of them
//! the soft edges of words. The most frequent are kept, and each of the others becomes the nearest of those; the file
//! is a third as large as with full colours, and is written faster.

use std::ops::Range;

/// The most colours of a palette.
const MOST: usize = 256;
/// Slots of the table that counts colours; more colours than it holds are merged by their upper bits.
const SLOTS: usize = 1 << 14;

/// Indices and the colours that they mean, red, green and blue one after the other.
pub struct Indexed {
    /// One for each pixel.
    pub pixels: Vec<u8>,
    /// Three bytes for each colour.
    pub palette: Vec<u8>,
}

/// Counts of colours, in a hash table with open addressing.
struct Counts {
    /// The colour with its top bit set, so that 0 is a free slot.
    keys: Vec<u32>,
    counts: Vec<u32>,
    used: usize,
}

impl Counts {
    fn new() -> Self {
        Self { keys: vec![0; SLOTS], counts: vec![0; SLOTS], used: 0 }
    }

    /// Where a colour stands, or would stand.
    fn slot(&self, color: u32) -> usize {
        let key = color | 1 << 31;
        let mut at = (color.wrapping_mul(0x9e37_79b1) >> 18) as usize;
        while self.keys[at] != 0 && self.keys[at] != key {
            at = (at + 1) % SLOTS;
        }
        at
    }

    /// Counts a colour, and returns its slot.
    fn add(&mut self, color: u32, times: u32) -> usize {
        // Fuller, the table would be slow: then colours that differ little count as one, and there are 4096 of those.
        let color = if self.used > SLOTS * 5 / 8 { color & 0x00f0_f0f0 } else { color };
        let at = self.slot(color);
        if self.keys[at] == 0 {
            self.keys[at] = color | 1 << 31;
            self.used += 1;
        }
        self.counts[at] += times;
        at
    }
}

/// A line of the picture: its runs, and how many lines in a row are the same.
struct Line {
    runs: Range<usize>,
    times: u32,
}

/// Finds the palette of a picture given as RGBA bytes, with so many pixels a line; transparency is ignored.
#[must_use]
pub fn index(rgba: &[u8], wide: usize) -> Indexed {
    let mut counts = Counts::new();
    // A picture is mostly long runs of one colour, and many lines are like the one above: everything below is done once
    // per run and line. A run is its colour's slot and its length.
    let (mut runs, mut lines): (Vec<(u16, u32)>, Vec<Line>) = (Vec::with_capacity(rgba.len() / 64), Vec::new());
    let rows: Vec<&[u8]> = rgba.chunks(4 * wide).collect();
    for same in rows.chunk_by(|above, below| above == below) {
        let (begin, times) = (runs.len(), same.len() as u32);
        let (mut rest, _) = same[0].as_chunks::<4>();
        while let Some(first) = rest.first() {
            let length = run(rest);
            runs.push((counts.add(rgb(*first), length as u32 * times) as u16, length as u32));
            rest = &rest[length..];
        }
        lines.push(Line { runs: begin..runs.len(), times });
    }
    let (place, kept) = places(&counts);
    let mut pixels = Vec::with_capacity(rgba.len() / 4);
    for line in lines {
        let begin = pixels.len();
        for (slot, length) in &runs[line.runs] {
            match (place[usize::from(*slot)], *length as usize) {
                (color, 1) => pixels.push(color),
                (color, length) => pixels.resize(pixels.len() + length, color),
            }
        }
        let end = pixels.len();
        (1..line.times).for_each(|_| pixels.extend_from_within(begin..end));
    }
    Indexed { pixels, palette: kept.iter().flat_map(|c| [(c >> 16) as u8, (c >> 8) as u8, *c as u8]).collect() }
}

/// Which colours are kept, and by which of them each slot's colour is shown.
fn places(counts: &Counts) -> (Vec<u8>, Vec<u32>) {
    let used = counts.keys.iter().enumerate().filter(|(_, key)| **key != 0);
    let mut colors: Vec<(u32, u32, usize)> = used.map(|(at, key)| (counts.counts[at], key & 0x00ff_ffff, at)).collect();
    // The most frequent first; equal counts by colour, so that the same picture is always the same file.
    colors.sort_unstable_by(|a, b| b.cmp(a));
    let kept: Vec<u32> = colors.iter().take(MOST).map(|(_, color, _)| *color).collect();
    let mut near = Nearest::new(&kept);
    let mut place = vec![0_u8; SLOTS];
    for (at, &(_, color, slot)) in colors.iter().enumerate() {
        place[slot] = if at < MOST { at as u8 } else { near.to(color) };
    }
    (place, kept)
}

/// How many pixels at the beginning have the same colour.
fn run(pixels: &[[u8; 4]]) -> usize {
    let [first, ..] = pixels else { return 0 };
    let differs = |pixel: &[u8; 4]| u32::from_ne_bytes(*pixel) ^ u32::from_ne_bytes(*first);
    let mut length = pixels.iter().take(4).take_while(|pixel| differs(pixel) == 0).count();
    // Many at a time, as long as the run goes on.
    while length >= 4
        && let Some(next) = pixels.get(length..length + 16)
        && next.iter().fold(0, |all, pixel| all | differs(pixel)) == 0
    {
        length += 16;
    }
    length + pixels[length..].iter().take_while(|pixel| differs(pixel) == 0).count()
}

const fn rgb([r, g, b, _]: [u8; 4]) -> u32 {
    u32::from_be_bytes([0, r, g, b])
}

/// Finds the kept colour nearest to another one; colours that differ by less than the eye sees share an answer.
struct Nearest<'a> {
    kept: &'a [u32],
    /// By the upper five bits of each part; `None` before it was asked for.
    known: Vec<Option<u8>>,
}

impl<'a> Nearest<'a> {
    fn new(kept: &'a [u32]) -> Self {
        Self { kept, known: vec![None; 1 << 15] }
    }

    fn to(&mut self, color: u32) -> u8 {
        let part = |c: u32, shift: u32| (c >> shift & 0xff) as i32;
        let bits = |shift: u32| (color >> (shift + 3) & 31) as usize;
        let kept = self.kept;
        *self.known[bits(16) << 10 | bits(8) << 5 | bits(0)].get_or_insert_with(|| {
            let far = |c: &u32| -> i32 {
                [16, 8, 0].into_iter().map(|shift| (part(*c, shift) - part(color, shift)).pow(2)).sum()
            };
            (0..kept.len()).min_by_key(|&at| far(&kept[at])).unwrap_or(0) as u8
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let rgba = [10, 20, 30, 255, 10, 20, 30, 255, 200, 0, 5, 255];
        let Indexed { pixels, palette } = index(&rgba, 3);
        let color = |at: usize| &palette[3 * usize::from(pixels[at])..][..3];
        assert_eq!([color(0), color(1), color(2)], [&[10, 20, 30], &[10, 20, 30], &[200, 0, 5]]);
    }

    #[test]
    fn many_colours_come_near() {
        let rgba: Vec<u8> =
            (0..60_000_u32).flat_map(|n| [(n % 251) as u8, (n / 251) as u8, (n % 7) as u8, 255]).collect();
        let Indexed { pixels, palette } = index(&rgba, 600);
        assert!(palette.len() <= 3 * MOST && pixels.len() == 60_000);
        assert!(pixels.iter().all(|at| 3 * usize::from(*at) < palette.len()));
    }
}
