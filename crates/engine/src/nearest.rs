//! What a mistyped word may have meant.

/// The likeness (of at most 1) from which one of two words may be a slip for the other.
pub(super) const ALIKE: f64 = 0.8;

/// How alike two words are, from 0 to 1, regardless of case; `-` and `_` count as spaces. They are very alike if
/// `other` contains `one` (of three bytes or more) at the beginning of a word.
#[must_use]
pub fn likeness(one: &str, other: &str) -> f64 {
    let plain = |text: &str| text.trim().to_lowercase().replace(['-', '_'], " ");
    let (one, other) = (plain(one), plain(other));
    let part = one.len() >= 3 && format!(" {other}").contains(&format!(" {one}"));
    strsim::jaro_winkler(&one, &other).max(if part { 0.9 } else { 0.0 })
}

/// The name that may have been meant by what was typed, if one is alike enough.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let rated = names.into_iter().map(|name| (likeness(typed, name), name));
    let best = rated.filter(|(alike, _)| *alike >= ALIKE).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_parts_and_other_spellings_are_understood_and_nothing_else() {
        let names = ["classic", "standard", "oklahoma", "three-hand", "knock_limit", "target"];
        for (typed, meant) in [
            ("oklahma", Some("oklahoma")),
            ("Standart", Some("standard")),
            ("three hand", Some("three-hand")),
            ("knock-limt", Some("knock_limit")),
            ("limit", Some("knock_limit")),
            ("tagret", Some("target")),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, names), meant, "{typed}");
        }
        assert_eq!((nearest("clasic", names), nearest("xyz", names)), (Some("classic"), None));
        assert!(likeness("claim", "bold_claims") >= ALIKE && likeness("ming", "claiming") < ALIKE);
    }
}
