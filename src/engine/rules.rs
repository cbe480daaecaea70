//! Rules pages: the sections of a game's `rules.md`, by anchor.

/// One section of a rules page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section<'a> {
    /// The slug of its title: what a [`RuleRef`](super::RuleRef) cites.
    pub anchor: String,
    /// Its number, such as `3.4`; empty for headings without one.
    pub number: &'a str,
    /// Its title without the number.
    pub title: &'a str,
    /// 1 for `#`, 2 for `##` and so on.
    pub level: usize,
    /// What stands under it, up to the next heading.
    pub text: &'a str,
}

/// The sections of a page, in order.
#[must_use]
pub fn sections(page: &str) -> Vec<Section<'_>> {
    let starts: Vec<usize> = page
        .match_indices('#')
        .map(|(at, _)| at)
        .filter(|&at| {
            (at == 0 || page.as_bytes()[at - 1] == b'\n') && page[at..].trim_start_matches('#').starts_with(' ')
        })
        .collect();
    let ends = starts.iter().skip(1).copied().chain([page.len()]);
    starts.iter().zip(ends).map(|(&start, end)| section(&page[start..end])).collect()
}

fn section(part: &str) -> Section<'_> {
    let (heading, text) = part.split_once('\n').unwrap_or((part, ""));
    let level = heading.len() - heading.trim_start_matches('#').len();
    let heading = heading[level..].trim();
    let (number, title) = match heading.split_once(' ') {
        Some((number, title)) if number.chars().all(|c| c.is_ascii_digit() || c == '.') => {
            (number.trim_end_matches('.'), title.trim())
        }
        _ => ("", heading),
    };
    Section { anchor: slug(title), number, title, level, text: text.trim() }
}

/// The section that an anchor names.
#[must_use]
pub fn find<'a>(page: &'a str, anchor: &str) -> Option<Section<'a>> {
    sections(page).into_iter().find(|section| section.anchor == anchor)
}

/// Lower-case words joined by hyphens.
fn slug(title: &str) -> String {
    let words: Vec<String> =
        title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_numbers_titles_and_anchors() {
        let page = "# Gin\nIntro #1.\n## 3.4 Knocking & gin\nYou may #knock.\n\n### Big gin\nAll eleven.\n";
        let all = sections(page);
        assert_eq!(all.len(), 3);
        assert_eq!((all[1].number, all[1].title, all[1].anchor.as_str()), ("3.4", "Knocking & gin", "knocking-gin"));
        assert_eq!(all[1].text, "You may #knock.");
        assert_eq!(all[2].level, 3);
        assert_eq!(find(page, "big-gin").map(|s| s.text), Some("All eleven."));
        assert_eq!(find(page, "nothing"), None);
    }
}
