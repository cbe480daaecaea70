//! Text in columns: names of any script, cut and padded for a monospaced block.

/// How many columns a character takes: two for East Asian and emoji, none for marks that join the one before.
const fn char_width(c: char) -> usize {
    match c as u32 {
        0x0300..=0x036f | 0x200b..=0x200f | 0x2060..=0x206f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// How many columns a text takes.
#[must_use]
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// The text in at most so many columns, with an ellipsis where it was cut.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut used = 1;
    let mut kept: String = text
        .chars()
        .take_while(|&c| {
            used += char_width(c);
            used <= columns
        })
        .collect();
    kept.push('…');
    kept
}

/// The text in exactly so many columns, on the left.
#[must_use]
pub fn left(text: &str, columns: usize) -> String {
    let mut text = cut(text, columns);
    text.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(&text))));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_whatever_people_are_called() {
        for name in ["Ada", "Bartholomew the Unready", "王小明王小明王小明", "e\u{301}e\u{301}", "🂡🂡", ""]
        {
            assert_eq!(width(&left(name, 10)), 10, "{name}");
            assert!(width(&cut(name, 4)) <= 4, "{name}");
        }
        assert_eq!(cut("Bartholomew", 5), "Bart…");
        assert_eq!(left("Ada", 5), "Ada  ");
    }
}
