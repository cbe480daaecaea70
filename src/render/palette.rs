//! Pixels as indices into at most 256 colours. Our pictures are flat: some hundreds of colours in all, most of them
//! the soft edges of words. The most frequent are kept, and each of the others becomes the nearest of those; the file
//! is a third as large as with full colours, and is written faster.

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

    fn add(&mut self, color: u32, times: u32) {
        // More than three quarters full, the table would be slow: then colours that differ little count as one.
        let color = if self.used > SLOTS * 3 / 4 { color & 0x00f0_f0f0 } else { color };
        let at = self.slot(color);
        if self.keys[at] == 0 {
            if self.used >= SLOTS - 1 {
                return;
            }
            self.keys[at] = color | 1 << 31;
            self.used += 1;
        }
        self.counts[at] += times;
    }
}

/// Finds the palette of a picture given as RGBA bytes; transparency is ignored.
#[must_use]
pub fn index(rgba: &[u8]) -> Indexed {
    // A picture is mostly long runs of one colour, so everything below is done once per run.
    let runs = runs(rgba);
    let mut counts = Counts::new();
    runs.iter().for_each(|&(color, length)| counts.add(color, length));
    let mut colors: Vec<(u32, u32)> = counts
        .keys
        .iter()
        .zip(&counts.counts)
        .filter(|(key, _)| **key != 0)
        .map(|(key, n)| (*n, key & 0x00ff_ffff))
        .collect();
    // The most frequent first; equal counts by colour, so that the same picture is always the same file.
    colors.sort_unstable_by(|a, b| b.cmp(a));
    let kept: Vec<u32> = colors.iter().take(MOST).map(|(_, color)| *color).collect();
    let mut near = Nearest::new(&kept);
    let mut place = vec![0_u8; SLOTS];
    for (at, &(_, color)) in colors.iter().enumerate() {
        place[counts.slot(color)] = if at < MOST { at as u8 } else { near.to(color) };
    }
    let mut pixels = Vec::with_capacity(rgba.len() / 4);
    for (color, length) in runs {
        let slot = counts.slot(color);
        let at = if counts.keys[slot] == 0 { near.to(color) } else { place[slot] };
        pixels.resize(pixels.len() + length as usize, at);
    }
    Indexed { pixels, palette: kept.iter().flat_map(|c| [(c >> 16) as u8, (c >> 8) as u8, *c as u8]).collect() }
}

/// Colours in the order of the pixels, each with the number of pixels that it runs for.
fn runs(rgba: &[u8]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::with_capacity(rgba.len() / 64);
    let (mut rest, _) = rgba.as_chunks::<4>();
    while let Some(first) = rest.first() {
        let length = rest.iter().position(|pixel| pixel != first).unwrap_or(rest.len());
        runs.push((rgb(*first), length as u32));
        rest = &rest[length..];
    }
    runs
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
        let Indexed { pixels, palette } = index(&rgba);
        let color = |at: usize| &palette[3 * usize::from(pixels[at])..][..3];
        assert_eq!([color(0), color(1), color(2)], [&[10, 20, 30], &[10, 20, 30], &[200, 0, 5]]);
    }

    #[test]
    fn many_colours_come_near() {
        let rgba: Vec<u8> =
            (0..60_000_u32).flat_map(|n| [(n % 251) as u8, (n / 251) as u8, (n % 7) as u8, 255]).collect();
        let Indexed { pixels, palette } = index(&rgba);
        assert!(palette.len() <= 3 * MOST && pixels.len() == 60_000);
        assert!(pixels.iter().all(|at| 3 * usize::from(*at) < palette.len()));
    }
}
