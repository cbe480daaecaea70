//! Names that are written from right to left, in sentences that are not.

/// Put around a name that is written from right to left, so that what stands beside it keeps its place.
pub const ISOLATES: [char; 2] = ['\u{2068}', '\u{2069}'];

/// A name made safe for any sentence: one written from right to left does not reorder the words and figures around it.
#[must_use]
pub fn isolated(name: &str) -> String {
    let [open, close] = ISOLATES;
    if name.chars().any(leftwards) { format!("{open}{name}{close}") } else { name.to_owned() }
}

/// Does this character belong to a right-to-left script?
pub const fn leftwards(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}')
}
