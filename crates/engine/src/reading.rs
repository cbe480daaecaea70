//! The one reading before all games: whatever a text is typed with, it comes down to the same plain form.
//!
//! Signs that stand for others become those (`fold`): full-width, mathematical, circled and keycap letters and
//! figures, every dash, operator, arrow, quote, space and suit sign. What cannot be seen falls away. Cards in words
//! become their short form (`10 of hearts`: `10♥`), and what only belongs to the sentence around a move falls away at
//! its ends and behind its verb (`«pass».`, `discard: (7S)`), but where a game
//! [gives it a meaning](super::Notation::means). Refusals repeat what was typed.

mod fold;
#[cfg(test)]
mod tests;

use super::bidi::{ISOLATES, leftwards};
use super::cards::CardText;
use super::words::{Notation, quoted};
use fold::{fold, is_unseen};

const _: fn(crate::Language) = |crate::Language::English| ();

/// The most characters that are read at all: a move has far fewer, and everybody at the table waits meanwhile.
pub(super) const LONGEST: usize = 4000;

/// The most words that name one card: `1 key of the forest`.
const WORDS_OF_A_CARD: usize = 5;

/// More characters than stand between the first letter that tells a suit and the end of its name.
const WORD: usize = 16;

/// The most signs that fall away at the ends.
const LAYERS: usize = 64;

/// The fewest letters of a word that others may be set apart from by signs: shorter ones are cards, or answer `no, …`.
const SHORTEST_VERB: usize = 3;

/// How many characters a text has that is too long to be looked at.
pub(super) fn too_long(text: &str) -> Option<usize> {
    text.chars().nth(LONGEST).map(|_| text.chars().count())
}

/// A text as a game reads it.
#[must_use]
pub fn plain<G: Notation>(text: &str) -> String {
    with_cards::<G::Card>(&behind_verb::<G>(bare(&clean::<G>(text), G::means)), G::LETTERS_APART)
}

/// The text [folded], without markup, and with no spaces beside arrows.
fn clean<G: Notation>(text: &str) -> String {
    let text = folded(text);
    let marked = |c: char| is_markup(c) && !G::means(c, &text);
    spaced(&text.replace(marked, " ")).replace(" >", ">").replace("> ", ">")
}

/// A word that all games know, in lower case. A face beside it stays: whoever resigns is not joking.
#[must_use]
pub fn word(text: &str) -> String {
    bare(&folded(text), |sign, _| is_face(sign)).to_lowercase()
}

/// What a refusal says, with the words that it quotes from the [plain] form as they were typed.
pub(super) fn in_own_words<G: Notation>(says: &str, typed: &str) -> String {
    let (read, seen) = (plain::<G>(typed).replace('\n', " "), shown(typed, typed.len() + 1));
    let mut parts: Vec<String> = says.split('`').map(str::to_owned).collect();
    for quote in parts.iter_mut().skip(1).step_by(2) {
        let (words, cut) = quote.strip_suffix('…').map_or((&**quote, ""), |words| (words, "…"));
        let words = words.trim_matches(ISOLATES);
        if words.is_empty() || seen.contains(words) || !read.contains(words) {
            continue;
        }
        if let Some(piece) = piece::<G>(typed, words) {
            *quote = quoted(&format!("{piece}{cut}")).trim_matches('`').to_owned();
        }
    }
    let mut told = parts.join("`");
    if let Some(letter) = read.chars().find(|c| c.is_alphabetic() && !c.is_ascii()) {
        let letter = quoted(&letter.to_string());
        told.push_str(&format!(" {letter} is none of the letters A to Z that moves are written in."));
    }
    told
}

/// The piece of what was typed that is read as this.
fn piece<'t, G: Notation>(typed: &'t str, read: &str) -> Option<&'t str> {
    let form = |text: &str| with_cards::<G::Card>(&clean::<G>(text).replace('\n', " "), G::LETTERS_APART);
    let ends: Vec<usize> = typed.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    let first = ends.partition_point(|end| !form(&typed[..*end]).contains(read));
    let end = *ends.get(first)?;
    let starts: Vec<usize> = typed[..end].char_indices().map(|(at, _)| at).collect();
    let after = starts.partition_point(|start| form(&typed[*start..end]).contains(read));
    let start = starts[after.checked_sub(1)?];
    // The beginning of a word may name the card already: `10 of h`.
    let whole = ends[first..].iter().take(WORD).rev().find(|end| form(&typed[start..**end]) == read);
    Some(&typed[start..whole.copied().unwrap_or(end)])
}

/// One card, however it is written.
#[must_use]
pub fn card<C: CardText>(text: &str) -> Option<C> {
    C::parse(with_cards::<C>(&folded(text), true).trim())
}

/// Every sign as the plain one that it stands for, on few spaces.
#[must_use]
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut raised = false;
    for c in text.chars() {
        raised = fold(c, raised, &mut out);
        if out.ends_with("->") || out.ends_with("=>") {
            out.truncate(out.trim_end_matches('>').trim_end_matches(['-', '=']).len());
            out.push('>');
        }
    }
    spaced(&out)
}

/// The same with one space, or one line break, where there are several.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match (c, out.chars().next_back()) {
            (' ', Some(' ' | '\n')) => {}
            ('\n', Some(' ')) => {
                out.pop();
                out.push('\n');
            }
            ('\n', Some('\n')) => {}
            _ => out.push(c),
        }
    }
    out
}

/// The text with one space behind its verb, and what stands there without the signs of a sentence.
fn behind_verb<G: Notation>(text: &str) -> String {
    let (verb, rest) = text.split_at(text.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(text.len()));
    let gap = |c: char| c.is_whitespace() || matches!(c, ',' | ':') && !G::means(c, verb);
    let object = rest.trim_start_matches(gap);
    if verb.chars().count() < SHORTEST_VERB || object.len() == rest.len() {
        return text.to_owned();
    }
    let object = bare(object, |sign, rest| G::means(sign, &format!("{verb} {sign}{rest}")));
    format!("{verb} {object}").trim_end().to_owned()
}

/// The text without the signs of a sentence at its ends, but for those that mean something there.
fn bare(text: &str, means: impl Fn(char, &str) -> bool) -> &str {
    (0..LAYERS)
        .try_fold(text.trim(), |text, _| unwrapped(text, &means).map(str::trim).ok_or(text))
        .unwrap_or_else(|all| all)
}

/// The text without the brackets around all of it, or without one sign at an end; `None` if there is none.
fn unwrapped<'t>(text: &'t str, means: &impl Fn(char, &str) -> bool) -> Option<&'t str> {
    let (first, last) = (text.chars().next()?, text.chars().next_back()?);
    let (behind, before) = (&text[first.len_utf8()..], &text[..text.len() - last.len_utf8()]);
    let inner = closing(first).filter(|close| partner(text, first, *close) == Some(text.len() - 1));
    if let Some(inner) = inner.and_then(|close| behind.strip_suffix(close)) {
        return (!means(first, inner.trim())).then_some(inner);
    }
    // A pair is markup even where one such sign means something: no answer begins and ends with `*`.
    if is_markup(first)
        && let Some(inner) = behind.strip_suffix(first)
    {
        return Some(inner);
    }
    if is_of_sentences(last) && !means(last, before.trim()) {
        return Some(before);
    }
    (is_of_sentences(first) && !means(first, behind.trim())).then_some(behind)
}

/// A sign that may stand around a move without belonging to it: an end, markup, or a face.
const fn is_of_sentences(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?') || is_markup(c) || is_face(c)
}

const fn is_markup(c: char) -> bool {
    matches!(c, '*' | '_' | '~' | '|')
}

/// A face, or a gesture that agrees, with the colours of skin. Hearts may be a suit, and what denies may be meant.
const fn is_face(c: char) -> bool {
    matches!(c, '\u{1f600}'..='\u{1f644}' | '\u{1f3fb}'..='\u{1f3ff}'
        | '☺' | '👋' | '👌' | '👍' | '👏' | '🎉' | '💪' | '🙌' | '🙏' | '🤔' | '🤗' | '🤝' | '🤞' | '🤣' | '🤭' | '🥲' | '🥳')
}

const fn closing(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Where the bracket that the text begins with is closed.
fn partner(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == open) - i32::from(c == close);
        (depth == 0).then_some(at)
    })
}

/// Cards in words as short forms. Whatever else stands there stays.
fn with_cards<C: CardText>(text: &str, letters_apart: bool) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < words.len() {
        let longest = WORDS_OF_A_CARD.min(words.len() - at);
        let found = (2..=longest).rev().find_map(|n| Some((n, named::<C>(&words[at..at + n], letters_apart)?)));
        let Some((n, (head, card, tail))) = found else {
            push_word::<C>(&mut out, words[at], letters_apart);
            at += 1;
            out.push(' ');
            continue;
        };
        let the =
            out.len().checked_sub(4).filter(|start| out.get(*start..).is_some_and(|s| s.eq_ignore_ascii_case("the ")));
        if let Some(the) = the {
            out.truncate(the);
        }
        out.push_str(head);
        out.push_str(&card);
        at += n;
        // What stands behind a card may begin the next one: `king of hearts+10 of clubs`.
        if tail.is_empty() {
            out.push(' ');
        } else {
            at -= 1;
            words[at] = tail;
        }
    }
    out.pop();
    out
}

/// The card that these words name, the signs before it, and whatever stands behind it.
fn named<'t, C: CardText>(words: &[&'t str], letters_apart: bool) -> Option<(&'t str, String, &'t str)> {
    let [first, inner @ .., last] = words else { return None };
    let begun = first.trim_end_matches(is_of_words).len();
    let ended = last.len() - last.trim_start_matches(is_of_words).len();
    if first.len() == begun || ended == 0 {
        return None;
    }
    let mut parts = Vec::with_capacity(WORDS_OF_A_CARD);
    parts.push(&first[begun..]);
    parts.extend(inner);
    parts.push(&last[..ended]);
    Some((&first[..begun], C::in_words(&parts, letters_apart)?, &last[ended..]))
}

/// A word whose parts may be cards by themselves, such as `queen♥`.
fn push_word<C: CardText>(out: &mut String, word: &str, letters_apart: bool) {
    let mut rest = word;
    while !rest.is_empty() {
        let part = rest.len() - rest.trim_start_matches(is_of_words).len();
        let signs = rest[part..].len() - rest[part..].trim_start_matches(|c| !is_of_words(c)).len();
        let card = C::in_words(&[&rest[..part]], letters_apart);
        out.push_str(card.as_deref().unwrap_or(&rest[..part]));
        out.push_str(&rest[part..part + signs]);
        rest = &rest[part + signs..];
    }
}

/// A letter, a figure, or a sign that stands for a word.
const fn is_of_words(c: char) -> bool {
    !(c.is_ascii_punctuation() || c.is_ascii_whitespace() || matches!(c, '×' | '·' | '÷'))
}

/// What somebody typed as a sentence repeats it: on one line, nothing in it unseen, at most so many characters long, and
/// what is written from right to left set apart.
#[must_use]
pub fn shown(text: &str, most: usize) -> String {
    let seen = text.chars().filter(|c| c.is_whitespace() || !is_unseen(*c));
    // A backtick would end the quotation.
    let plain = seen.map(|c| {
        if c == '`' {
            '\''
        } else if c.is_whitespace() {
            ' '
        } else {
            c
        }
    });
    let mut all: Vec<char> = spaced(&plain.collect::<String>()).trim().chars().take(most + 1).collect();
    if all.len() > most {
        all.truncate(most - 1);
        all.push('…');
    }
    let words: String = all.iter().collect();
    let [open, close] = ISOLATES;
    match () {
        // A blank that can be seen.
        () if words.is_empty() => "␣".to_owned(),
        () if words.chars().any(leftwards) => format!("{open}{words}{close}"),
        () => words,
    }
}
