//! Options as people type them: `target=50`, `target: 50`, `oklahoma`, `no oklahoma`, `lay-off by the player`.

use std::ops::Range;

use serde_json::{Value, json};

use super::super::nearest::{ALIKE, likeness, nearest};
use super::super::not_offered::{Correction, NotOffered};
use super::super::phrases::quoted;
use super::super::reader::Language;
use super::tokens::{Token, What, squeezed, tokens};
use super::{Kind, Knob, Overrides, set};

/// Words before an option that switch it off, and words that do nothing else than ask for it.
const WITHOUT: &[&str] = &["no", "not", "without", "disable", "off"];
const WITH: &[&str] = &["with", "use", "enable", "on", "yes", "turn", "switch", "set"];
/// Words between options.
const AND: &[&str] = &["and", "also", "plus"];
/// Words between an option and its value.
const TO: &[&str] = &["is", "to", "be", "at"];
/// Words that may stand before all options, with a colon.
const HEADS: &[&str] = &["options", "option"];
/// Names and values are typed in this language, whoever types.
const SPELT: Language = Language::English;
/// How yes and no are typed.
const YES: &[&str] = &["true", "yes", "on", "y", "enabled"];
const NO: &[&str] = &["false", "no", "off", "n", "disabled", "none"];

/// Reads options separated by commas, semicolons, spaces or lines, as `/play options:` takes them.
///
/// # Errors
/// The first that is wrong.
pub fn read_overrides(knobs: &[Knob], text: &str) -> Result<Overrides, NotOffered> {
    let mut changes = Overrides::new();
    for item in items(knobs, text) {
        let (knob, value) = item.read(knobs, text)?;
        set(&mut changes, knob, value)?;
    }
    Ok(changes)
}

impl Knob {
    /// Reads its value as a person types it, with or without its name.
    ///
    /// # Errors
    /// If it is none of its values.
    pub fn typed(&self, text: &str) -> Result<Value, NotOffered> {
        let tokens = tokens(text);
        let start = after_is(&tokens, 0);
        let alone = || self.value_of(&tokens[start..]);
        let one = std::slice::from_ref(self);
        let with_name = || read_overrides(one, text).ok()?.remove(self.key);
        alone().or_else(with_name).ok_or_else(|| self.wrong(text.trim()))
    }

    /// The values that are words, each with what people type for it.
    fn worded(&self) -> Vec<(Value, Vec<String>)> {
        let bools = || [(json!(true), owned(YES)), (json!(false), owned(NO))].to_vec();
        let (Kind::Choice(words) | Kind::ChoiceOrCount(words, ..)) = self.kind else {
            return if let Kind::Int(..) = self.kind { Vec::new() } else { bools() };
        };
        // Where one value is `off`, no means that, and where there is but one other, yes means that one.
        let is_off = |word: &str| word == "off";
        let is_switch = words.len() == 2 && words.iter().any(|word| is_off(word));
        let all = words.iter().map(|word| {
            let value = json!(word);
            let more = match () {
                () if is_off(word) => owned(NO),
                () if is_switch => owned(YES),
                () => Vec::new(),
            };
            let own = [squeezed(word), squeezed(&self.words(&value, SPELT))];
            (value, own.into_iter().chain(more).collect())
        });
        all.collect()
    }

    /// The value that bare mention of it, or its denial, means.
    fn switched(&self, on: bool) -> Option<Value> {
        let word = if on { YES[0] } else { NO[0] };
        self.worded().into_iter().find(|(_, typed)| typed.iter().any(|t| t == word)).map(|(value, _)| value)
    }

    /// Can it be switched by its name alone?
    fn is_switch(&self) -> bool {
        self.switched(true).is_some()
    }

    /// The value that all of these tokens are.
    fn value_of(&self, tokens: &[Token]) -> Option<Value> {
        let typed: String = tokens.iter().map(Token::word).collect();
        let number = number(tokens);
        let within = |low, high| number.filter(|n| (low..=high).contains(n)).map(|n| json!(n));
        let worded = || self.worded().into_iter().find(|(_, all)| all.contains(&typed)).map(|(value, _)| value);
        let counted = |prefix: &str, low, high| {
            let n = typed.strip_prefix(prefix)?.parse::<i64>().ok().filter(|n| (low..=high).contains(n))?;
            Some(json!(format!("{prefix}:{n}")))
        };
        let whole = match self.kind {
            _ if typed.is_empty() => None,
            Kind::Int(low, high) => within(low, high),
            Kind::BoolOrInt(low, high) => within(low, high).or_else(worded),
            Kind::ChoiceOrCount(_, prefix, low, high) => worded().or_else(|| counted(prefix, low, high)),
            Kind::Bool | Kind::Choice(_) => worded(),
        };
        let rest = || tokens.split_first().filter(|(to, _)| to.is(TO)).and_then(|(_, rest)| self.value_of(rest));
        whole.or_else(rest)
    }

    /// Values as they are typed in full, one for each that begins with what was typed so far.
    #[must_use]
    pub fn begun(&self, typed: &str) -> Vec<String> {
        let typed = squeezed(typed);
        let fits = |all: &[String]| all.iter().any(|one| one.starts_with(&typed));
        let worded = self.worded();
        let known: Vec<String> = worded.iter().map(|(value, _)| text_of(value)).collect();
        let words = worded.iter().filter(|(_, all)| fits(all)).map(|(value, _)| text_of(value));
        let examples = self.kind.examples().into_iter();
        let others = examples.filter(|one| !known.contains(one) && squeezed(one).starts_with(&typed));
        words.chain(others).collect()
    }

    /// The error for a value that it does not take, with the value that was meant, if that can be told.
    fn wrong(&self, typed: &str) -> NotOffered {
        NotOffered::Value {
            key: self.key,
            kind: Box::new(self.kind),
            given: quoted(typed),
            hint: self.correction(typed),
        }
    }

    fn correction(&self, typed: &str) -> Correction {
        let bounds = match self.kind {
            Kind::Int(low, high) | Kind::BoolOrInt(low, high) => number(&tokens(typed)).map(|n| n.clamp(low, high)),
            _ => None,
        };
        if let Some(bound) = bounds {
            return Correction::Nearest(format!("{}={bound}", self.key));
        }
        let all = self.worded();
        let names = all.iter().flat_map(|(_, names)| names.iter().map(String::as_str));
        let meant = nearest(&squeezed(typed), names.filter(|name| name.len() > 2));
        let value = meant.and_then(|meant| all.iter().find(|(_, names)| names.iter().any(|name| name == meant)));
        value.map_or(Correction::None, |(value, _)| Correction::Meant(format!("{}={}", self.key, text_of(value))))
    }
}

/// A value as it is typed after the name of its option.
pub(super) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// A whole number; its thousands may stand apart.
fn number(tokens: &[Token]) -> Option<i64> {
    let (first, rest) = tokens.split_first()?;
    let thousands = rest.iter().all(|token| token.word().len() == 3 && !token.word().starts_with('-'));
    let text: String = tokens.iter().map(Token::word).collect();
    (rest.is_empty() || thousands && (1..=3).contains(&first.word().len())).then(|| text.parse().ok())?
}

/// One option as it was typed.
struct Item<'k> {
    /// Where it begins.
    at: usize,
    /// Which; `None` if the words are no option's name.
    knob: Option<&'k Knob>,
    /// Its name as typed.
    name: Range<usize>,
    /// Whether a word before it switches it off.
    denied: bool,
    /// Whether an equals sign or a word that stands for one followed.
    is_set: bool,
    /// What was typed as its value.
    given: Option<Range<usize>>,
    /// That, read.
    value: Option<Value>,
}

impl<'k> Item<'k> {
    fn read(self, knobs: &'k [Knob], text: &str) -> Result<(&'k Knob, Value), NotOffered> {
        let given = self.given.as_ref().map(|given| &text[given.clone()]);
        let Some(knob) = self.knob else { return Err(unknown(knobs, &text[self.name], given)) };
        let value = match (self.value, self.given) {
            (Some(value), _) if !self.denied => Some(value),
            (_, Some(given)) => {
                let start = if self.denied { self.at } else { given.start };
                return Err(knob.wrong(&text[start..given.end]));
            }
            (_, None) if self.is_set => None,
            (_, None) => knob.switched(!self.denied),
        };
        match value {
            Some(value) => Ok((knob, value)),
            None if self.denied => Err(knob.wrong("no")),
            None => Err(NotOffered::Unset { key: knob.key, kind: knob.kind }),
        }
    }
}

/// The options of a text, in order, whether they make sense or not.
fn items<'k>(knobs: &'k [Knob], text: &str) -> Vec<Item<'k>> {
    let tokens = tokens(text);
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(start) = begin(&tokens, at) {
        let (item, next) = item(knobs, &tokens, start);
        all.push(item);
        at = next;
    }
    all
}

/// The token with which the next option begins.
fn begin(tokens: &[Token], at: usize) -> Option<usize> {
    let is_head = |n: usize| tokens[n].is(HEADS) && tokens.get(n + 1).is_some_and(|t| t.what == What::Is);
    let idle = |n: usize| {
        let before = n.checked_sub(1).map(|n| &tokens[n]);
        let after_head = tokens[n].what == What::Is && before.is_none_or(|before| before.is(HEADS));
        tokens[n].what == What::Next || tokens[n].is(AND) || is_head(n) || after_head
    };
    (at..tokens.len()).find(|&n| !idle(n))
}

fn item<'k>(knobs: &'k [Knob], tokens: &[Token], start: usize) -> (Item<'k>, usize) {
    let (mut at, mut denied) = (start, false);
    while key_at(knobs, tokens, at).is_none() && tokens.get(at + 1).is_some_and(|next| next.what != What::Next) {
        match &tokens[at] {
            no if no.what == What::Not || no.is(WITHOUT) => denied = true,
            with if with.is(WITH) => {}
            _ => break,
        }
        at += 1;
    }
    let found = key_at(knobs, tokens, at);
    let named = found.map_or_else(|| stranger(knobs, tokens, at), |(_, end)| end);
    let from = after_is(tokens, named);
    let knob = found.map(|(knob, _)| knob);
    let is_set = from > named || tokens.get(from).is_some_and(|token| token.is(TO));
    let (value, end) = value_at(knobs, knob, tokens, from, is_set);
    let item = Item {
        at: tokens[start].at,
        knob,
        name: tokens[at].at..tokens[named - 1].end,
        denied,
        is_set,
        given: (end > from).then(|| tokens[from].at..tokens[end - 1].end),
        value,
    };
    (item, end)
}

/// The option whose name begins here, and where that ends; the longest name of several.
fn key_at<'k>(knobs: &'k [Knob], tokens: &[Token], at: usize) -> Option<(&'k Knob, usize)> {
    let mut typed = String::new();
    let is_part = |token: &Token| matches!(token.what, What::Word | What::Next);
    let parts = tokens.iter().enumerate().skip(at).take_while(|(_, token)| is_part(token));
    let ends = parts.filter_map(|(n, token)| {
        typed.push_str(if token.what == What::Next { "," } else { token.word() });
        // A name may have a comma, and then it has to be typed.
        let titled = |knob: &Knob| knob.title(SPELT).split(',').map(squeezed).collect::<Vec<_>>().join(",");
        let is = |knob: &&Knob| squeezed(knob.key) == typed || titled(knob) == typed;
        Some((knobs.iter().find(is)?, n + 1))
    });
    ends.last()
}

/// Where words end that are no option's name: at a sign, or where a known name begins.
fn stranger(knobs: &[Knob], tokens: &[Token], at: usize) -> usize {
    let ends = |n: &usize| tokens[*n].what != What::Word || tokens[*n].is(AND) || key_at(knobs, tokens, *n).is_some();
    (at + 1..tokens.len()).find(ends).unwrap_or(tokens.len())
}

/// The first token behind equals signs.
fn after_is(tokens: &[Token], at: usize) -> usize {
    (at..tokens.len()).find(|&n| tokens[n].what != What::Is).unwrap_or(tokens.len())
}

/// The value that begins here, if it is one, and where what was typed for it ends. Behind an equals sign everything up
/// to the next sign or name is meant as a value; otherwise words may be the next option already.
fn value_at(knobs: &[Knob], knob: Option<&Knob>, tokens: &[Token], at: usize, is_set: bool) -> (Option<Value>, usize) {
    let parts = tokens.iter().skip(at).take_while(|token| matches!(token.what, What::Word | What::Is));
    let most = at + parts.count();
    let next_begins = |n: usize| tokens[n].is(AND) || key_at(knobs, tokens, n).is_some();
    if !is_set && (at == most || denies_next(knobs, knob, tokens, at)) {
        return (None, at);
    }
    let reads = |end: &usize| knob.and_then(|knob| Some((knob.value_of(&tokens[at..*end])?, *end)));
    // The words that lobbies show for a value may have a comma.
    if let Some((value, end)) = (at + 1..=tokens.len()).rev().find_map(|end| reads(&end)) {
        return (Some(value), end);
    }
    let begins = |n: usize| next_begins(n) || tokens[n].is(WITHOUT) || tokens[n].is(WITH);
    if !is_set && begins(at) {
        return (None, at);
    }
    (None, (at..most).find(|&n| next_begins(n)).unwrap_or(most))
}

/// `oklahoma no undercut` switches the one on and the other off.
fn denies_next(knobs: &[Knob], knob: Option<&Knob>, tokens: &[Token], at: usize) -> bool {
    let is_no = tokens[at].is(&["no", "not", "without"]) && knob.is_some_and(Knob::is_switch);
    let next = key_at(knobs, tokens, at + 1).filter(|(next, _)| next.is_switch());
    is_no && next.is_some_and(|(_, end)| after_is(tokens, end) == end)
}

/// The option that is being typed at the end of a text.
pub struct Typing<'k> {
    /// What stands before it.
    pub before: String,
    /// The option, if its name is complete and its value has been begun.
    pub knob: Option<&'k Knob>,
    /// The beginning of the value, or of a name.
    pub typed: String,
    /// Whether a word before it switches it off.
    pub denied: bool,
}

impl<'k> Typing<'k> {
    /// What is being typed; `None` if that is the value of no option.
    #[must_use]
    pub fn at_the_end_of(knobs: &'k [Knob], text: &str) -> Option<Self> {
        let ends = |at: usize| Self { before: text[..at].to_owned(), knob: None, typed: String::new(), denied: false };
        let goes_on = text.ends_with(char::is_whitespace);
        let closes = |last: &Token| last.what == What::Next || goes_on && last.is(AND);
        let closed = tokens(text).last().is_none_or(closes);
        let Some(last) = items(knobs, text).pop().filter(|_| !closed) else { return Some(ends(text.len())) };
        let typed = last.given.clone().map(|given| text[given].to_owned());
        let begun = Self { typed: typed.clone().unwrap_or_default(), denied: last.denied, ..ends(last.at) };
        Some(match last.knob {
            Some(_) if last.value.is_some() && goes_on => ends(text.len()),
            // The value of a switch may be left out: this is the next name.
            Some(knob) if !last.is_set && typed.as_ref().is_some_and(|typed| knob.begun(typed).is_empty()) => {
                let at = last.given.map_or(text.len(), |given| given.start);
                Self { typed: typed.unwrap_or_default(), ..ends(at) }
            }
            Some(knob) if last.is_set || typed.is_some() || goes_on => Self { knob: Some(knob), ..begun },
            None if goes_on && WITHOUT.contains(&squeezed(&text[last.at..]).as_str()) => Self { denied: true, ..begun },
            None if last.is_set => return None,
            _ => Self { typed: text[last.name].to_owned(), ..begun },
        })
    }

    /// Whether an option fits the name that was begun.
    #[must_use]
    pub fn fits(&self, knob: &Knob) -> bool {
        let (typed, words) = (squeezed(&self.typed), self.typed.trim().to_lowercase());
        let named = squeezed(knob.key).contains(&typed) || squeezed(&knob.title(SPELT)).contains(&typed);
        (named || knob.about.says(SPELT).to_lowercase().contains(&words))
            && (!self.denied || knob.switched(false).is_some())
    }

    /// The value that a word before the name asks for, if there is such a word.
    #[must_use]
    pub fn denies(&self, knob: &Knob) -> Option<String> {
        knob.switched(false).filter(|_| self.denied).map(|value| text_of(&value))
    }
}

/// The option that a mistyped name may have meant.
fn meant<'k>(knobs: &'k [Knob], typed: &str) -> Option<&'k Knob> {
    let alike = |knob: &Knob| likeness(typed, knob.key).max(likeness(typed, &knob.title(SPELT)));
    let rated = knobs.iter().map(|knob| (alike(knob), knob)).filter(|(alike, _)| *alike >= ALIKE);
    rated.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, knob)| knob)
}

/// The error for an option that does not exist; `given`: the value that was typed for it.
pub(super) fn unknown(knobs: &[Knob], name: &str, given: Option<&str>) -> NotOffered {
    let meant = meant(knobs, name).map(|knob| match given.and_then(|given| knob.typed(given).ok()) {
        Some(value) => format!("{}={}", knob.key, text_of(&value)),
        None => knob.key.to_owned(),
    });
    NotOffered::Option { typed: name.to_owned(), meant, all: knobs.iter().map(|knob| knob.key).collect() }
}
