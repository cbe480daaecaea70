//! Markdown of the rules pages as Discord shows it. Discord breaks a paragraph at each line break, and has no
//! tables, and no links except to the web.

use engine::columns::{self, PHONE};

/// Converts to Discord's Markdown: the lines of a paragraph or list item are joined, and tables become columns or
/// lists.
pub(super) fn flow(markdown: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for line in markdown.lines() {
        let text = line.trim();
        let fence = text.starts_with("```");
        fenced ^= fence;
        if text.starts_with('|') && !fenced {
            rows.push(cells(text));
            open = false;
            continue;
        }
        lines.extend(table(&std::mem::take(&mut rows)));
        if fenced || fence {
            lines.push(line.to_owned());
            open = false;
        } else if let (true, false, false, Some(last)) = (open, text.is_empty(), is_item(text), lines.last_mut()) {
            last.push(' ');
            last.push_str(text);
        } else {
            lines.push(line.trim_end().to_owned());
            open = !text.is_empty();
        }
    }
    lines.extend(table(&rows));
    unlinked(&lines.join("\n"))
}

/// Whether a line starts an item of its own.
fn is_item(text: &str) -> bool {
    text.starts_with(['-', '>', '#'])
        || text.starts_with("* ")
        || text.split_once(". ").is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.strip_prefix('|').unwrap_or(line);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    inner.split('|').map(|cell| unlinked(cell.trim())).collect()
}

/// The line below a table's head.
fn is_ruler(row: &[String]) -> bool {
    row.iter().all(|cell| !cell.is_empty() && cell.trim_matches([':', '-']).is_empty())
}

/// A table, its head first: in columns if they are narrow enough, otherwise as a list.
fn table(rows: &[Vec<String>]) -> Vec<String> {
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_ruler(row)).collect();
    let Some((head, body)) = rows.split_first() else { return Vec::new() };
    in_columns(&rows).unwrap_or_else(|| as_list(head, body))
}

/// A block of code with aligned columns, its head underlined; `None` if it is too wide.
fn in_columns(rows: &[&Vec<String>]) -> Option<Vec<String>> {
    let bare: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| cell.replace(['`', '*'], "")).collect()).collect();
    let count = bare.iter().map(Vec::len).max()?;
    let width = |n: usize| bare.iter().filter_map(|row| row.get(n)).map(|cell| columns::width(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let all = widths.iter().sum::<usize>() + 2 * (count - 1);
    if all > PHONE {
        return None;
    }
    let aligned = |row: &Vec<String>| {
        let padded = row.iter().zip(&widths).map(|(cell, width)| columns::left(cell, *width));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut lines = vec!["```".to_owned()];
    for (n, row) in bare.iter().enumerate() {
        lines.push(aligned(row));
        if n == 0 {
            lines.push("─".repeat(all));
        }
    }
    lines.push("```".to_owned());
    Some(lines)
}

/// One line for each row, with its first cell bold. Tables of more than two columns are headed by the column names
/// in small print; with two, the second cell speaks for itself.
fn as_list(head: &[String], body: &[&Vec<String>]) -> Vec<String> {
    let rest = |row: &[String]| row.iter().skip(1).map(String::as_str).collect::<Vec<_>>().join("; ");
    // Bold is enough for a name that is in italics within a sentence.
    let first = |row: &[String]| row.first().map_or("", |cell| cell.trim_matches('*')).to_owned();
    let mut lines = Vec::new();
    if head.len() > 2 && head.iter().any(|cell| !cell.is_empty()) {
        let of = if first(head).is_empty() { String::new() } else { format!("{}: ", first(head)) };
        lines.push(format!("-# {of}{}", rest(head)));
    }
    lines.extend(body.iter().map(|row| format!("- **{}**: {}", first(row), rest(row))));
    lines
}

/// Links to places within the page become plain words: Discord would show their brackets.
fn unlinked(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, words, target, after)) = next_link(rest) {
        plain.push_str(before);
        if target.starts_with("http") {
            plain.push_str(&format!("[{words}]({target})"));
        } else {
            plain.push_str(words);
        }
        rest = after;
    }
    plain.push_str(rest);
    plain
}

/// The text before the next link, its words, its target, and the text after it.
fn next_link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let middle = text.find("](")?;
    let start = text[..middle].rfind('[')?;
    let (target, after) = text[middle + 2..].split_once(')')?;
    Some((&text[..start], &text[start + 1..middle], target, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rules::{pages, sections};

    #[test]
    fn paragraphs_flow() {
        let page = "One two\nthree.\n\n- a\n  b\n- c\n1. d\n\n```\nk\n  l\n| no | table |\n```";
        assert_eq!(flow(page), "One two three.\n\n- a b\n- c\n1. d\n\n```\nk\n  l\n| no | table |\n```");
    }

    #[test]
    fn narrow_tables_stand_in_columns() {
        let page = "Ranks:\n\n| | trumps |\n|---|:-:|\n| `book` | J 9 A |\n| **all** | ♠ |\n\nMore.";
        let block = "```\n      trumps\n────────────\nbook  J 9 A\nall   ♠\n```";
        assert_eq!(flow(page), format!("Ranks:\n\n{block}\n\nMore."));
    }

    #[test]
    fn wide_tables_become_lists() {
        let page = "| option | values | what it does |\n|---|---|---|\n| `mode` | race, sealed, turns | who may answer, and when |\n\
                    | x | [y](#z) | |";
        let list = "-# option: values; what it does\n- **`mode`**: race, sealed, turns; who may answer, and when\n- **x**: y; ";
        assert_eq!(flow(page), list);
        let page = "| card | move |\n|---|---|\n| J Q K | a peg out of start, or 10 forward, as its player likes |";
        assert_eq!(flow(page), "- **J Q K**: a peg out of start, or 10 forward, as its player likes");
    }

    #[test]
    fn links_within_a_page_are_words_and_others_stay() {
        assert_eq!(flow("See [steal](#stealing) and [that](https://a.b/c)."), "See steal and [that](https://a.b/c).");
        assert_eq!(flow("A [ bracket and (another)."), "A [ bracket and (another).");
    }

    #[test]
    fn nothing_is_left_in_any_page_that_discord_does_not_show() {
        for page in pages() {
            for section in sections(page.text) {
                let shown = flow(section.text);
                for (n, part) in shown.split("```").enumerate().filter(|(n, _)| n % 2 == 0) {
                    let at = format!("{} {} part {n}", page.id, section.anchor);
                    assert!(!part.contains("](#") && !part.contains("||") && !part.contains("</"), "{at}: {part}");
                    let odd = |line: &&str| {
                        let line = line.trim_start();
                        line.starts_with('|') || line.starts_with("####") || line.trim_end() == "---"
                    };
                    assert_eq!(part.lines().find(odd), None, "{at}");
                }
                let blocks = shown.split("```").skip(1).step_by(2);
                for line in blocks.flat_map(str::lines).filter(|line| line.contains('─')) {
                    assert!(columns::width(line) <= PHONE, "{} {}: {line}", page.id, section.anchor);
                }
            }
        }
    }
}
