//! What happened at a table, in words.

use crate::tables::{Ended, Snapshot};
use engine::Fact;

use super::super::ui::plain;

/// The most lines told of earlier changes; the oldest are left out.
const EARLIER_LINES: usize = 10;

/// What everybody was told of the last change, in short lines.
#[must_use]
pub fn news(snapshot: &Snapshot) -> Vec<String> {
    snapshot.news.lines(snapshot.play.reader())
}

/// How a hand ended, in words; the first line stands alone.
#[must_use]
pub fn ending(snapshot: &Snapshot, ended: &Ended) -> String {
    in_full(snapshot, &ended.facts).join("\n")
}

/// These facts, each with all its lines.
pub(super) fn in_full(snapshot: &Snapshot, facts: &[Fact]) -> Vec<String> {
    facts.iter().map(|fact| fact.tell(snapshot.play.reader())).collect()
}

/// These facts, beside a board or a hand: below its first line, a result may contain cards laid out, which is for the
/// channel.
pub(super) fn in_short(snapshot: &Snapshot, facts: &[Fact]) -> Vec<String> {
    let first = |line: String| line.lines().next().unwrap_or_default().trim_end().to_owned();
    let said = in_full(snapshot, facts).into_iter().zip(facts);
    said.map(|(words, fact)| if fact.is_result() { first(words) } else { words }).collect()
}

/// What was told earlier; if there is too much of it, `…` stands for the oldest.
pub(super) fn newest(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > EARLIER_LINES {
        let too_many = lines.len() + 1 - EARLIER_LINES;
        lines.splice(..too_many, ["…".to_owned()]);
    }
    lines
}

/// What happened, escaped, one line each.
pub(super) fn told(lines: &[String]) -> String {
    lines.iter().filter(|l| !l.trim().is_empty()).map(|l| plain(l)).collect::<Vec<_>>().join("\n")
}

/// What happened: the newest in full size, below earlier lines in small print.
pub(super) fn lately(earlier: &[String], now: &[String]) -> String {
    let small = earlier.iter().map(|line| format!("-# {}", plain(line)));
    small.chain([told(now)]).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_where_there_is_too_much() {
        let lines = |count: usize| (0..count).map(|n| format!("{n} moved.")).collect::<Vec<_>>();
        assert_eq!(newest(lines(EARLIER_LINES)), lines(EARLIER_LINES));
        let all = newest(lines(30));
        assert_eq!((all.len(), all[0].as_str(), all[1].as_str()), (EARLIER_LINES, "…", "21 moved."));
    }
}
