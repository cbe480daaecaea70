//! Finds sections by what people type: by the beginnings of words, preferring titles, and by the words that the
//! pages use instead.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use super::{Page, Section, sections, slug, words};

/// The sections that have what was typed, the most likely first, and those of equal worth in the order of the page. A
/// question of common words alone (`how to play`) is about everything: the page's summary comes first, then the rest.
#[must_use]
pub fn search<'a>(page: &'a str, typed: &str) -> Vec<Section<'a>> {
    let question = Question::new(typed);
    let rated = sections(page).into_iter().map(|section| (question.worth(&section), section));
    let has_any = |worth: Worth| question.is_vague || worth > Worth::default();
    let mut found: Vec<(Worth, Section<'a>)> = rated.filter(|(worth, _)| has_any(*worth)).collect();
    found.sort_by_key(|(worth, _)| Reverse(*worth));
    found.into_iter().map(|(_, section)| section).collect()
}

/// The same on several pages.
pub(super) fn search_all(pages: &[Page], typed: &str) -> Vec<(Page, Section<'static>)> {
    let question = Question::new(typed);
    let all = pages.iter().flat_map(|page| sections(page.text).into_iter().map(|section| (*page, section)));
    let rated = all.map(|(page, section)| (question.worth(&section), page, section));
    let has_any = |worth: Worth| question.is_vague || worth > Worth::default();
    let mut found: Vec<_> = rated.filter(|(worth, ..)| has_any(*worth)).collect();
    found.sort_by_key(|(worth, ..)| Reverse(*worth));
    found.into_iter().map(|(_, page, section)| (page, section)).collect()
}

/// Words that people type, and what the pages say instead. Each text field holds several words, separated by spaces.
struct Meant {
    /// What people type.
    typed: &'static str,
    /// The words for it in titles and texts.
    own: &'static str,
    /// Words in the titles of other sections that explain it.
    instead: &'static str,
    /// Is it explained in the introduction, whose title is the game's name?
    introduced: bool,
}

const fn meant(typed: &'static str, own: &'static str, instead: &'static str) -> Meant {
    Meant { typed, own, instead, introduced: false }
}

impl Meant {
    const fn introduced(self) -> Self {
        Self { introduced: true, ..self }
    }
}

const MEANT: &[Meant] = &[
    meant("aim goal object objective purpose", "aim goal", "win short").introduced(),
    meant("overview introduction intro basic learn", "overview", "short").introduced(),
    meant("win won victory", "win won", "aim match score"),
    meant("end finish over", "end finish", "match win"),
    meant("score point", "score point", ""),
    meant("start begin setup first", "start begin", "deal"),
    meant("turn", "turn", "draw trick"),
    meant("value worth", "value count", "card"),
    meant("count", "count value", ""),
    meant("meld set run sequence", "meld sequence", ""),
    meant("write notation type syntax command", "write notation type", ""),
    meant("option", "option", "variant"),
    meant("variant", "variant", "option"),
    meant("strategy advice tip hint tactic well", "well advice", "well"),
    meant("example sample", "example", "worked"),
];

/// Words that say nothing about what is looked for.
const COMMON: &str = "a an the how what whats when where which who whose why is are be can do does did may must should \
    will i me my we you your it its they of to in on at by for from if and or with about this that there many much go \
    goes tell explain mean work happen play game rule";

/// What was typed, to be looked for.
struct Question {
    /// All of it in lower case.
    typed: String,
    /// Its slug.
    slug: String,
    /// Its words without the common ones; for a vague question, `overview`.
    asked: Vec<Asked>,
    /// Does it consist of common words only?
    is_vague: bool,
}

impl Question {
    fn new(typed: &str) -> Self {
        let lower = typed.trim().to_lowercase();
        let all = words(&lower.replace('-', " ").replace("set up", "setup"));
        let telling = all.iter().filter(|word| !is_common(word));
        let mut asked: Vec<Asked> = telling.map(|word| Asked::new(word)).collect();
        let is_vague = asked.is_empty() && !all.is_empty();
        if is_vague {
            asked.push(Asked::new("overview"));
        }
        Self { slug: slug(&lower), typed: lower, asked, is_vague }
    }

    fn worth(&self, section: &Section<'_>) -> Worth {
        let is_intro = section.level == 1;
        // The introduction's title, the name of the game, says which page it is, not what the introduction is about.
        let title = if is_intro { Vec::new() } else { words(section.title) };
        let text = if is_intro { words(&format!("{} {}", section.title, section.text)) } else { words(section.text) };
        let mut worth = Worth { named: self.named(section), whole: self.is_whole(&title), ..Worth::default() };
        for asked in &self.asked {
            let in_title = if is_intro { usize::from(asked.introduced) } else { asked.in_title(&title) };
            let in_text = asked.in_text(&text);
            worth.words += usize::from(in_title + in_text > 0);
            worth.title += in_title;
            worth.text += if in_title < BEGUN { in_text } else { 0 };
        }
        worth
    }

    /// 3 if the section's anchor, number or title was typed, 2 if the beginning of its number was, 1 if its text
    /// has the option that was.
    fn named(&self, section: &Section<'_>) -> usize {
        let number = slug(section.number);
        let name = slug(&format!("{} {}", section.number, section.title));
        if self.slug.is_empty() {
            0
        } else if [&section.anchor, &number, &name].contains(&&self.slug) {
            3
        } else if self.slug.starts_with(|c: char| c.is_ascii_digit()) && name.starts_with(self.slug.as_str()) {
            2
        } else {
            usize::from(self.typed.contains('_') && section.text.contains(self.typed.as_str()))
        }
    }

    /// Was every word of the title asked for, apart from the common ones?
    fn is_whole(&self, title: &[String]) -> bool {
        let mut telling = title.iter().filter(|word| !is_common(word)).peekable();
        telling.peek().is_some() && telling.all(|word| self.asked.iter().any(|asked| asked.weigh(word) > 0))
    }
}

/// How well a section answers a question; each field weighs more than all those below it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Worth {
    /// Was it named outright? See [`Question::named`].
    named: usize,
    /// How many of the words asked for it has, in its title or text.
    words: usize,
    /// Is its title about nothing else?
    whole: bool,
    /// How plainly its title has the words asked for, summed up.
    title: usize,
    /// How plainly its text has those words that its title lacks or has by another name only.
    text: usize,
}

/// The weight of a title's word that is a form of the word asked for.
const SAME: usize = 4;
/// The weight of a title's word that begins with the word asked for.
const BEGUN: usize = 3;
/// The weight of a title's word that is another name for it.
const INSTEAD: usize = 2;

/// A word that was typed, translated into the words of the pages.
struct Asked {
    /// What is looked for in titles and texts.
    own: String,
    /// What else is looked for in titles; see [`MEANT`].
    instead: String,
    /// Is it explained in the introduction?
    introduced: bool,
}

impl Asked {
    fn new(word: &str) -> Self {
        let row = |fits: fn(&str, &str) -> bool| MEANT.iter().find(|meant| has(meant.typed, word, fits));
        if let Some(Meant { own, instead, introduced, .. }) = row(akin) {
            return Self { own: (*own).to_owned(), instead: (*instead).to_owned(), introduced: *introduced };
        }
        let begun = row(is_begun);
        let instead = begun.map(|Meant { own, instead, .. }| format!("{own} {instead}")).unwrap_or_default();
        Self { own: word.to_owned(), instead, introduced: begun.is_some_and(|meant| meant.introduced) }
    }

    fn in_title(&self, title: &[String]) -> usize {
        title.iter().map(|word| self.weigh(word)).max().unwrap_or(0)
    }

    /// How well a word of a title matches: [`SAME`], [`BEGUN`], [`INSTEAD`] or 0.
    fn weigh(&self, word: &str) -> usize {
        if has(&self.own, word, akin) {
            SAME
        } else if has(&self.own, word, begins) {
            BEGUN
        } else if has(&self.instead, word, akin) {
            INSTEAD
        } else {
            0
        }
    }

    /// 3 if the text has the word exactly, since words with the same beginning are not always forms of one word
    /// (`bete`, `better`); 2 if it has a form of it; 1 if one of its words begins with it and it is long enough for
    /// this to be no coincidence. Where [`MEANT`] gives several words, any form of them counts the same.
    fn in_text(&self, text: &[String]) -> usize {
        let any = |fits: fn(&str, &str) -> bool| text.iter().any(|word| has(&self.own, word, fits));
        if text.contains(&self.own) {
            3
        } else if any(akin) {
            2
        } else {
            usize::from(any(begins_at_length))
        }
    }
}

/// Does one of these words fit that word in this way?
fn has(these: &str, word: &str, fits: fn(&str, &str) -> bool) -> bool {
    these.split_whitespace().any(|one| fits(one, word))
}

/// Are they forms of one word?
fn akin(one: &str, other: &str) -> bool {
    stem(one) == stem(other)
}

/// Does the other word begin with this one?
fn begins(one: &str, other: &str) -> bool {
    other.starts_with(one)
}

fn begins_at_length(one: &str, other: &str) -> bool {
    one.len() > 3 && begins(one, other)
}

/// Is the other word, of two letters or more, the beginning of this one?
fn is_begun(one: &str, other: &str) -> bool {
    other.len() > 1 && begins(other, one)
}

pub(super) fn is_common(word: &str) -> bool {
    has(COMMON, word, akin)
}

/// The endings of English words, each listed before the shorter ones that it ends with.
const ENDINGS: &[&str] = &["ings", "ing", "ers", "er", "ed", "es", "e", "s"];

/// The common beginning of a word's forms: `scor` of score and scoring, `win` of win and winner; at least three
/// letters.
fn stem(word: &str) -> &str {
    let rest = ENDINGS.iter().find_map(|ending| word.strip_suffix(*ending).filter(|rest| rest.len() >= 3));
    let rest = rest.unwrap_or(word);
    let mut letters = rest.char_indices().rev();
    match (letters.next(), letters.next()) {
        (Some((at, last)), Some((_, before))) if at >= 3 && last == before => &rest[..at],
        _ => rest,
    }
}
