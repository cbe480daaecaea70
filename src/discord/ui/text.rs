//! Lengths as Discord counts them, and cutting.

use engine::picture::CardFace;

/// The length as Discord counts it. Whether that is in code points or UTF-16 units is undocumented; counting UTF-16
/// units, the larger number, is safe either way.
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

/// At most `limit` characters; a longer text loses whole lines from its end, and ends in a line "…". If not even
/// its first line fits, that line is cut.
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

/// Begins the name of a card that may be shown as an emoji, in a text.
pub const CARD: char = '\u{E000}';
/// After the name: what stands there if there is no such emoji.
pub const CARD_WORDS: char = '\u{E001}';
/// After those words.
pub const CARD_ENDS: char = '\u{E002}';

/// A text whose cards are shown as emoji where there are any. Anything between two backticks stays as it is.
#[must_use]
pub fn with_cards(text: &str) -> String {
    let code = text.matches('`').count().is_multiple_of(2);
    let piece = |(at, piece): (usize, &str)| if code && at % 2 == 1 { piece.to_owned() } else { cards_in(piece) };
    text.split('`').enumerate().map(piece).collect::<Vec<_>>().join("`")
}

fn cards_in(text: &str) -> String {
    let mut out = String::with_capacity(2 * text.len());
    let mut at = 0;
    for (place, face) in CardFace::all_in(text) {
        let words = &text[place.clone()];
        out.push_str(&text[at..place.start]);
        out.push_str(&format!("{CARD}{}{CARD_WORDS}{words}{CARD_ENDS}", face.name()));
        at = place.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Escapes plain text for a text block so that nothing in it is read as markup: an answer such as `2*3*4` keeps its
/// asterisks. Anything between two backticks stays code.
#[must_use]
pub fn plain(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(plain_line).collect();
    lines.join("\n")
}

fn plain_line(line: &str) -> String {
    let mut safe = String::with_capacity(line.len() + 8);
    let start = line.trim_start();
    let listed = start.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = listed.len() < start.len() && listed.starts_with(". ");
    let rest = if numbered { listed } else { start };
    safe.push_str(&line[..line.len() - rest.len()]);
    if numbered || start.starts_with(['#', '>', '-', '+']) {
        safe.push('\\');
    }
    let code = rest.matches('`').count() % 2 == 0;
    for (i, piece) in rest.split('`').enumerate() {
        if i > 0 {
            safe.push_str(if code { "`" } else { "\\`" });
        }
        if code && i % 2 == 1 { safe.push_str(piece) } else { escape(piece, &mut safe) }
    }
    safe
}

fn escape(text: &str, into: &mut String) {
    for c in text.chars() {
        if matches!(c, '*' | '_' | '~' | '|' | '\\' | '<' | '[' | '@') {
            into.push('\\');
        }
        into.push(c);
    }
}

/// The longest prefix of `text` within `limit`.
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
