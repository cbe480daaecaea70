//! Text in columns: names of any script, cut and padded for a monospaced block.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

use super::bidi::ISOLATES;

/// How many columns of a monospaced block a phone 390 points wide shows.
pub const PHONE: usize = 40;

/// How many columns a character takes: two for East Asian letters and pictures, none for combining marks and for
/// invisible characters.
#[must_use]
pub fn char_width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// How many columns a text takes. Pictures that are joined into one take two, as one does.
#[must_use]
pub fn width(text: &str) -> usize {
    let each = |text: &str| text.chars().map(char_width).sum::<usize>();
    if !text.contains(is_joining) {
        return each(text);
    }
    text.graphemes(true).map(|sign| if sign.contains(is_joining) { each(sign).min(2) } else { each(sign) }).sum()
}

/// The joiner, and the tones of skin, which colour the picture before them.
const fn is_joining(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{1F3FB}'..='\u{1F3FF}')
}

/// The text in at most so many columns, with an ellipsis where it was cut.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    if columns == 0 {
        return String::new();
    }
    let inner = text.strip_suffix(ISOLATES[1]).unwrap_or(text);
    let number = Some(number_behind(inner)).filter(|number| width(number) + 2 <= columns).unwrap_or_default();
    let mut used = 1 + width(number);
    let mut kept: String = inner
        .graphemes(true)
        .take_while(|sign| {
            used += width(sign);
            used <= columns
        })
        .collect();
    kept.push('…');
    kept.push_str(number);
    // An isolated right-to-left name stays isolated, so that what follows it keeps its place.
    let open = open_isolates(&kept);
    kept.extend(std::iter::repeat_n(ISOLATES[1], open));
    kept
}

/// How many isolates a text opens and does not close.
pub fn open_isolates(text: &str) -> usize {
    let [opens, closes] = ISOLATES;
    text.chars().fold(0, |open: usize, c| match c {
        _ if c == opens => open + 1,
        _ if c == closes => open.saturating_sub(1),
        _ => open,
    })
}

/// The number that tells namesakes apart, with the space before it: it is kept however short a name is cut.
pub fn number_behind(name: &str) -> &str {
    let tail = name.rfind(' ').map_or("", |at| &name[at..]);
    let numbers = (2..=3).contains(&tail.len()) && tail[1..].bytes().all(|b| b.is_ascii_digit());
    if numbers { tail } else { "" }
}

/// The text in exactly so many columns, cut or padded, aligned to the left.
#[must_use]
pub fn left(text: &str, columns: usize) -> String {
    let mut text = cut(text, columns);
    text.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(&text))));
    text
}

/// The text in lines of at most so many columns, broken between words.
#[must_use]
pub fn folded(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The line, or several if it is too wide for a phone; each further one is indented by two more columns.
#[must_use]
pub fn narrow(line: &str) -> Vec<String> {
    if width(line) <= PHONE {
        return vec![line.to_owned()];
    }
    let text = line.trim_start();
    let lead = width(line) - width(text);
    let parts = folded(text, PHONE.saturating_sub(lead + 2)).into_iter().enumerate();
    parts.map(|(n, part)| format!("{}{part}", " ".repeat(if n == 0 { lead } else { lead + 2 }))).collect()
}

/// These parts beside each other, indented by two columns and three apart, in as many lines as a phone needs.
#[must_use]
pub fn side_by_side(parts: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if width(line) + 3 + width(&part) <= PHONE => {
                line.push_str("   ");
                line.push_str(&part);
            }
            _ => lines.push(format!("  {part}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_shows_all_of_a_line_in_several() {
        let line = "  Ada: tricks 62 + last trick 10 + bella 20 + sequences 20 = 112";
        let lines = ["  Ada: tricks 62 + last trick 10 +", "    bella 20 + sequences 20 = 112"];
        assert_eq!(narrow(line), lines);
        assert_eq!(narrow("  stock 18     discards  9♦"), ["  stock 18     discards  9♦"]);
        let parts = ["stock 18", "turned 10♥", "discards Q♥, 2 more below"].map(str::to_owned);
        assert_eq!(side_by_side(parts), ["  stock 18   turned 10♥", "  discards Q♥, 2 more below"]);
    }

    #[test]
    fn columns_hold_whatever_people_are_called() {
        for name in ["Ada", "Bartholomew the Unready", "王小明王小明王小明", "e\u{301}e\u{301}", "🂡🂡", ""]
        {
            assert_eq!(width(&left(name, 10)), 10, "{name}");
            assert!(width(&cut(name, 4)) <= 4, "{name}");
        }
        assert_eq!(cut("Bartholomew", 5), "Bart…");
        assert_eq!(cut("\u{2068}عبد الرحمن\u{2069}", 5), "\u{2068}عبد …\u{2069}");
        assert_eq!(left("Ada", 5), "Ada  ");
        assert_eq!((cut("Ada", 0), cut("\u{2068}عبد\u{2069}", 0), left("Ada", 0)), Default::default());
        assert_eq!(folded("the pile runs out, unless a card", 12), ["the pile", "runs out,", "unless a", "card"]);
        // Namesakes can still be told apart.
        assert_eq!(left("Christopher Robin 2", 14), "Christopher… 2");
        assert_eq!(cut("\u{2068}عبد الرحمن 2\u{2069}", 7), "\u{2068}عبد … 2\u{2069}");
    }

    #[test]
    fn a_name_that_is_set_apart_within_a_text_ends_where_the_text_is_cut() {
        let both = "Ada and \u{2068}عبد الرحمن\u{2069}";
        assert_eq!(cut(both, 11), "Ada and \u{2068}عب…\u{2069}");
        assert_eq!(cut(both, 6), "Ada a…", "what was not opened is not closed");
        let first = "\u{2068}عبد\u{2069} and Bartholomew";
        assert_eq!(cut(first, 10), "\u{2068}عبد\u{2069} and B…", "what was closed is not closed again");
        for columns in 0..20 {
            let text = cut(both, columns);
            assert!(open_isolates(&text) == 0 && width(&text) <= columns, "{text:?}");
        }
    }
}
