//! Names that look the same, told apart.

use std::collections::HashSet;

use unicode_security::confusable_detection::skeleton;

/// These names, no two alike: one that looks like a name before it gets a number. Names that come later never change
/// an earlier one.
#[must_use]
pub fn told_apart(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut apart = |name: String| {
        let free = |name: &String| taken.insert(looks(name));
        let numbered = (2..).map(|n| format!("{name} {n}"));
        std::iter::once(name.clone()).chain(numbered).find(free).unwrap_or(name)
    };
    names.into_iter().map(&mut apart).collect()
}

/// What a name looks like, and sounds like when it is read out: the same for names that are taken for each other.
pub fn looks(name: &str) -> String {
    skeleton(name).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(names: &[&str]) -> Vec<String> {
        told_apart(names.iter().map(|&name| name.to_owned()))
    }

    #[test]
    fn namesakes_are_numbered() {
        assert_eq!(given(&["Ada", "Ben", "Ada"]), ["Ada", "Ben", "Ada 2"]);
        assert_eq!(given(&["Ada", "Ada 2", "Ada", "Ada"]), ["Ada", "Ada 2", "Ada 3", "Ada 4"]);
        assert_eq!(given(&["Ada", "Ada", "Ada 2"]), ["Ada", "Ada 2", "Ada 2 2"]);
        assert_eq!(given(&["فاطمة", "فاطمة"]), ["فاطمة", "فاطمة 2"]);
    }

    #[test]
    fn q16_names_that_look_alike_are_namesakes() {
        // Cyrillic and Greek letters, a capital I for an l, capitals throughout.
        for (one, other) in [("Ada", "Аda"), ("Hector", "Ηector"), ("Al", "AI"), ("Ada", "ADA"), ("Zoë", "zoë")] {
            assert_eq!(given(&[one, other]), [one.to_owned(), format!("{other} 2")]);
        }
        assert_eq!(given(&["Ada", "Adi", "Àda", "Ada B"]), ["Ada", "Adi", "Àda", "Ada B"]);
    }
}
