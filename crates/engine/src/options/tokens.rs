//! Typed options, taken apart into words and signs.

/// A word or a sign, and where it stands in the text.
pub(super) struct Token {
    pub(super) what: What,
    word: String,
    pub(super) at: usize,
    pub(super) end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Letters and digits.
    Word,
    /// `=`, `:` or an arrow.
    Is,
    /// What stands between options.
    Next,
    /// A minus or an exclamation mark before a word: not this.
    Not,
}

impl Token {
    /// The word in lower case; empty for a sign.
    pub(super) fn word(&self) -> &str {
        &self.word
    }

    pub(super) fn is(&self, words: &[&str]) -> bool {
        words.contains(&self.word())
    }
}

/// Letters and digits only, in lower case: `Lay-off` and `layoff` are the same.
pub(super) fn squeezed(text: &str) -> String {
    text.chars().map(plain).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Full-width signs, letters and digits become their usual ones, and each kind of sign one of its kind.
fn plain(c: char) -> char {
    let c = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        other => other,
    };
    match c {
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '、' | '،' | '|' | '&' | '/' | '·' | '•' | '\n' | '\r' => ',',
        '→' | '>' | ':' => '=',
        other => other,
    }
}

/// Quotes, marks of Markdown and characters that nobody sees: as if they were not there.
fn is_nothing(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '*' | '~' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '‹' | '›' | '\u{ad}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe0f}' | '\u{feff}')
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<(usize, char)> =
        text.char_indices().map(|(at, c)| (at, plain(c))).filter(|(_, c)| !is_nothing(*c)).collect();
    let end_of = |n: usize| chars[n].0 + text[chars[n].0..].chars().next().map_or(0, char::len_utf8);
    let mut all: Vec<Token> = Vec::new();
    let mut word_ended = true;
    for (n, &(at, c)) in chars.iter().enumerate() {
        let before = n.checked_sub(1).map_or(' ', |n| chars[n].1);
        let end = end_of(n);
        let role = role(before, c, chars.get(n + 1..).unwrap_or_default());
        let goes_on = matches!(role, Role::Letter) && !word_ended;
        match (role, all.last_mut()) {
            (Role::Letter, Some(last)) if goes_on => {
                last.word.extend(c.to_lowercase());
                last.end = end;
            }
            (Role::Letter, _) => all.push(Token { what: What::Word, word: c.to_lowercase().collect(), at, end }),
            (Role::Answer(word), _) => all.push(Token { what: What::Word, word: word.to_owned(), at, end }),
            (Role::Sign(what), _) => all.push(Token { what, word: String::new(), at, end }),
            (Role::Within | Role::Gap, _) => {}
        }
        word_ended = match role {
            Role::Letter => false,
            Role::Within => word_ended,
            Role::Gap | Role::Sign(_) | Role::Answer(_) => true,
        };
    }
    all
}

#[derive(Clone, Copy)]
enum Role {
    Letter,
    /// Stands in a number and does not end it.
    Within,
    Gap,
    Sign(What),
    /// A sign for yes or no.
    Answer(&'static str),
}

fn role(before: char, c: char, rest: &[(usize, char)]) -> Role {
    let after = rest.first().map_or(' ', |(_, c)| *c);
    let follows_word = before.is_alphanumeric();
    match c {
        ',' if before.is_ascii_digit() && is_group(rest) => Role::Within,
        '-' if !follows_word && after.is_ascii_digit() => Role::Letter,
        '-' | '!' if !follows_word && after.is_alphabetic() => Role::Sign(What::Not),
        '+' if after.is_alphabetic() => Role::Sign(What::Next),
        ',' | ';' => Role::Sign(What::Next),
        '=' => Role::Sign(What::Is),
        '✓' | '✔' | '✅' | '☑' => Role::Answer("yes"),
        '✗' | '✘' | '❌' | '🚫' => Role::Answer("no"),
        '.' if before.is_ascii_digit() && after.is_ascii_digit() => Role::Letter,
        _ if c.is_whitespace() || "_-.!+?()[]{}".contains(c) => Role::Gap,
        _ => Role::Letter,
    }
}

/// Three digits and no more: the thousands of `1,000`.
fn is_group(rest: &[(usize, char)]) -> bool {
    rest.iter().take_while(|(_, c)| c.is_ascii_digit()).count() == 3
}
