//! Lengths as Discord counts them, and cutting.

/// The length that Discord counts. It is not documented whether that is code points or UTF-16 units; the larger number
/// (UTF-16 units) holds for both.
#[must_use]
pub fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// At most `limit` characters; a longer text ends in "…".
#[must_use]
pub fn cut(text: &str, limit: usize) -> String {
    if units(text) <= limit {
        return text.to_owned();
    }
    let mut kept = head(text, limit.saturating_sub(1)).trim_end().to_owned();
    kept.push('…');
    kept
}

/// At most `limit` characters; a longer text loses whole lines from its end, and ends in a line "…". Where not even its
/// first line fits, that line is cut.
#[must_use]
pub fn cut_at_line(text: &str, limit: usize) -> String {
    if units(text) <= limit {
        return text.to_owned();
    }
    let kept = head(text, limit.saturating_sub(2));
    match kept.rfind('\n') {
        Some(end) if !kept[..end].trim().is_empty() => format!("{}\n…", kept[..end].trim_end()),
        _ => cut(text, limit),
    }
}

/// The longest start of `text` within `limit`.
fn head(text: &str, limit: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += c.len_utf16();
        if used > limit {
            return &text[..at];
        }
    }
    text
}
