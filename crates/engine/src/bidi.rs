//! Names that are written from right to left, in sentences that are not.

use unicode_bidi::{BidiClass, bidi_class};

/// Put around a name that is written from right to left, so that what stands beside it keeps its place.
pub const ISOLATES: [char; 2] = ['\u{2068}', '\u{2069}'];

/// A name made safe for any sentence: one written from right to left does not reorder the words and figures around it.
#[must_use]
pub fn isolated(name: &str) -> String {
    let [open, close] = ISOLATES;
    if name.chars().any(leftwards) { format!("{open}{name}{close}") } else { name.to_owned() }
}

/// Is this character written from right to left?
pub fn leftwards(c: char) -> bool {
    // Hebrew is the first of them. Most names come before it, and need no look into the table.
    c >= '\u{590}' && matches!(bidi_class(c), BidiClass::R | BidiClass::AL | BidiClass::AN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_script_that_runs_from_right_to_left_are_set_apart() {
        for name in ["שרה", "فاطمة", "ܡܪܝܡ", "ߒߞߏ", "𞤀𞤣𞤢", "𐤀𐤁"] {
            assert_eq!(isolated(name), format!("\u{2068}{name}\u{2069}"));
        }
        for name in ["Ada", "雅子", "मोहन", "42", "🎲"] {
            assert_eq!(isolated(name), name);
        }
    }
}
