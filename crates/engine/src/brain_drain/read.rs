//! Reads answers as people type them.
//!
//! ```text
//! answer  = ["solve"] ["="] sum ["=" target]        at most 60 characters
//! sum     = product  { ("+" | "-") product }
//! product = power    { ("*" | "/") power }
//! power   = operand  [ "^" power ]
//! operand = number | card | "(" sum ")" | "[" sum "]"
//! ```
//!
//! Reading is separate from judging: what can be read may still have the wrong cards or the wrong value.

use arrayvec::ArrayString;

use super::expr::{Answer, Expr, Number, Op};
use super::illegal::Illegal;
use super::options::{Means, Reading, Scheme};
use crate::cards::{Card, Rank, Suit};
use crate::words::quoted;
use crate::{Refuse, RuleRef};

const _: fn(crate::Language) = |crate::Language::English| ();

/// How long an answer may be, in characters.
pub const LONGEST: usize = 60;

/// What letters and `=t` mean at this moment.
#[derive(Clone, Copy)]
pub struct Glossary<'a> {
    /// What court cards count.
    pub scheme: Scheme,
    /// What answers may be made of.
    pub limits: Means,
    /// The cards that an answer uses.
    pub display: &'a [Card],
    /// The card to be made, if a card gives the target.
    pub target_card: Option<Card>,
    /// The number to be made.
    pub target: i64,
}

/// Why a text is not an answer: it is refused and costs nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unread {
    /// Nothing was typed.
    #[error("Write an answer: the numbers of the cards with + - × ÷ and brackets, or `pass`.")]
    Empty,
    /// Longer than [`LONGEST`] as typed.
    #[error("That is {0} characters long; an answer takes at most {LONGEST}.")]
    TooLong(usize),
    /// Longer than [`LONGEST`] once the cards named by letters are numbers.
    #[error("With its cards written as numbers that is {0} characters long; an answer takes at most {LONGEST}.")]
    Grown(usize),
    /// A character that means nothing here, or the word that it is in.
    #[error("{} is no part of an answer: use numbers, + - × ÷ and brackets, or write `pass`.", quoted(.0))]
    Symbol(String),
    /// An exclamation mark, which may only be meant as one.
    #[error("`!` is no part of an answer: factorials are not used, so leave it out.")]
    Factorial,
    /// A sign that answers at this table may not use.
    #[error("{0}")]
    Unused(Illegal),
    /// A bracket is never closed.
    #[error("A bracket is opened and not closed: add `{0}`.")]
    Unclosed(char),
    /// A bracket is closed that was not opened, or opened as another.
    #[error("`{0}` closes nothing: check the brackets.")]
    Unopened(char),
    /// An operator with nothing before or after it.
    #[error("A number or a bracket is missing {0}.")]
    NoOperand(String),
    /// A sign before a number.
    #[error("A number cannot start with `{}` here: {}.", .1, unsigned(*.0))]
    Signed(Op, char),
    /// Two operands side by side.
    #[error("There is no operator between {0} and {1}: write + - × or ÷ there.")]
    NoOperator(String, String),
    /// `=` with a number other than the target.
    #[error("The target is {target}, but this ends in `={typed}`.")]
    OtherTarget {
        /// What stands after `=`.
        typed: String,
        /// What is to be made.
        target: i64,
    },
    /// Several `=`.
    #[error("Write `=` only before the answer, or once after it with the target.")]
    Equals,
    /// A court card that counts by suit and is not displayed.
    #[error("Which {0}? It counts by its suit (♠1 ♥2 ♣3 ♦4), and none is on the display: write the number.")]
    CourtUnseen(char),
    /// Several such court cards that count differently.
    #[error("Which {0}? It counts {1}: write the number, or the card with its suit.")]
    CourtUnclear(char, String),
}

/// How to do without the sign before a number.
const fn unsigned(op: Op) -> &'static str {
    match op {
        Op::Sub => "write the subtraction out, such as 8-3 for 3 less than 8",
        _ => "leave it out",
    }
}

impl Unread {
    /// The section of the rules page that says so.
    #[must_use]
    pub fn rule(&self) -> RuleRef {
        match self {
            Self::Unused(why) => why.rule(),
            Self::Signed(..) | Self::Factorial => RuleRef("what-an-answer-is"),
            _ => RuleRef("how-to-type-an-answer"),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Number(Number),
    /// Also the sign that was typed for it.
    Op(Op, char),
    Open(char),
    Close(char),
    Equals,
}

impl Token {
    fn say(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Op(_, c) | Self::Open(c) | Self::Close(c) => c.to_string(),
            Self::Equals => "=".to_owned(),
        }
    }
}

/// Reads an answer (not `pass`) from its plain form.
///
/// # Errors
/// Why it is not one.
pub fn answer(text: &str, glossary: &Glossary<'_>) -> Result<Answer, Unread> {
    let text = without_solve(text.trim()).trim();
    let length = text.chars().count();
    if length > LONGEST {
        return Err(Unread::TooLong(length));
    }
    let mut tokens = tokens(text, glossary)?;
    if tokens.first() == Some(&Token::Equals) {
        tokens.remove(0);
    }
    if let Some(at) = tokens.iter().position(|t| *t == Token::Equals) {
        claims_target(&tokens[at + 1..], glossary)?;
        tokens.truncate(at);
    }
    if tokens.is_empty() {
        return Err(Unread::Empty);
    }
    let answer = Answer::new(Parser { tokens: &tokens, at: 0 }.whole()?);
    // A letter may become two digits, and what is journaled must read back.
    match answer.text().len() {
        length if length > LONGEST => Err(Unread::Grown(length)),
        _ => Ok(answer),
    }
}

fn without_solve(text: &str) -> &str {
    match text.get(..5) {
        Some(word) if word.eq_ignore_ascii_case("solve") => &text[5..],
        _ => text,
    }
}

fn claims_target(tokens: &[Token], glossary: &Glossary<'_>) -> Result<(), Unread> {
    match tokens {
        [Token::Number(Number::Small(typed))] if *typed == glossary.target => Ok(()),
        [Token::Number(typed)] => Err(Unread::OtherTarget { typed: typed.to_string(), target: glossary.target }),
        _ => Err(Unread::Equals),
    }
}

/// The word of a text around the character at this byte, or the sign that stands there.
fn word_at(text: &str, at: usize) -> &str {
    let apart = |c: char| !c.is_alphanumeric();
    let (before, rest) = text.split_at(at);
    let begun = before.rsplit(apart).next().map_or(0, str::len);
    match rest.find(apart) {
        Some(0) => rest.split_inclusive(apart).next().unwrap_or(rest),
        end => &text[at - begun..at + end.unwrap_or(rest.len())],
    }
}

fn tokens(text: &str, glossary: &Glossary<'_>) -> Result<Vec<Token>, Unread> {
    let mut tokens = Vec::with_capacity(16);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        tokens.push(match c {
            _ if c.is_whitespace() => continue,
            '0'..='9' => {
                let mut digits = ArrayString::<LONGEST>::new();
                let _ = digits.try_push(c);
                while let Some((_, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
                    let _ = digits.try_push(digit);
                }
                chars.next_if(|&(_, c)| Suit::from_char(c).is_some());
                Token::Number(Number::read(&digits))
            }
            '+' => Token::Op(Op::Add, c),
            '-' => Token::Op(Op::Sub, c),
            '*' | 'x' | 'X' | '×' | '·' => Token::Op(Op::Mul, c),
            '/' | ':' | '÷' => Token::Op(Op::Div, c),
            '^' if glossary.limits.powers => Token::Op(Op::Pow, c),
            '^' => return Err(Unread::Unused(Illegal::Powers)),
            '(' | '[' | ')' | ']' if glossary.limits.reading == Reading::LeftToRight => {
                return Err(Unread::Unused(Illegal::Brackets));
            }
            '(' | '[' => Token::Open(c),
            ')' | ']' => Token::Close(c),
            '=' => Token::Equals,
            '!' => return Err(Unread::Factorial),
            // A suit before its card.
            _ if Suit::from_char(c).is_some() && chars.peek().is_some_and(|&(_, c)| c.is_ascii_digit()) => continue,
            _ => {
                let unknown = || Unread::Symbol(word_at(text, at).to_owned());
                let first = Suit::from_char(c);
                let c = first.and_then(|_| chars.next()).map_or(c, |(_, c)| c);
                let rank = Rank::parse(c.encode_utf8(&mut [0; 4])).ok_or_else(unknown)?;
                let behind = |&(_, c): &(usize, char)| first.is_none() && Suit::from_char(c).is_some();
                let suit = first.or_else(|| chars.next_if(behind).and_then(|(_, c)| Suit::from_char(c)));
                let after_equals = tokens.last() == Some(&Token::Equals) && tokens.len() > 1;
                let value = glossary.letter(rank, suit, after_equals)?;
                Token::Number(Number::Small(value))
            }
        });
    }
    Ok(tokens)
}

impl Glossary<'_> {
    /// What a card named by its letter counts; `as_target` after `=`, where it names the target card.
    fn letter(&self, rank: Rank, suit: Option<Suit>, as_target: bool) -> Result<i64, Unread> {
        if let Some(suit) = suit {
            return Ok(self.scheme.value(Card::new(rank, suit)));
        }
        if self.scheme != Scheme::Suit || rank <= Rank::TEN {
            return Ok(self.scheme.value(Card::new(rank, Suit::Spades)));
        }
        let cards = if as_target { self.target_card.as_slice() } else { self.display };
        let mut values: Vec<i64> =
            cards.iter().filter(|card| card.rank() == Some(rank)).map(|&card| self.scheme.value(card)).collect();
        values.sort_unstable();
        values.dedup();
        match values.as_slice() {
            [] if as_target => Err(Unread::OtherTarget { typed: rank.letter().to_string(), target: self.target }),
            [] => Err(Unread::CourtUnseen(rank.letter())),
            [one] => Ok(*one),
            several => {
                let said: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(Unread::CourtUnclear(rank.letter(), said.join(" or ")))
            }
        }
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl Parser<'_> {
    fn whole(mut self) -> Result<Expr, Unread> {
        let expr = self.operation(1)?;
        match self.tokens.get(self.at) {
            None => Ok(expr),
            Some(Token::Close(c)) => Err(Unread::Unopened(*c)),
            Some(token) => Err(self.no_operator(token)),
        }
    }

    /// Reads operators that bind at least this closely, and their operands.
    fn operation(&mut self, closeness: u8) -> Result<Expr, Unread> {
        let mut left = self.operand()?;
        while let Some(&Token::Op(op, _)) = self.tokens.get(self.at) {
            if op.closeness() < closeness {
                break;
            }
            self.at += 1;
            let right = self.operation(if op == Op::Pow { op.closeness() } else { op.closeness() + 1 })?;
            left = Expr::Apply(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Expr, Unread> {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let token = self.tokens.get(self.at);
        self.at += 1;
        match token {
            Some(Token::Number(number)) => Ok(Expr::Number(number.clone())),
            Some(Token::Open(open)) => {
                let inner = self.operation(1)?;
                let close = if *open == '(' { ')' } else { ']' };
                match self.tokens.get(self.at) {
                    Some(Token::Close(c)) if *c == close => {
                        self.at += 1;
                        Ok(inner)
                    }
                    Some(Token::Close(c)) => Err(Unread::Unopened(*c)),
                    None => Err(Unread::Unclosed(close)),
                    Some(other) => Err(self.no_operator(other)),
                }
            }
            Some(Token::Op(op @ (Op::Add | Op::Sub), c)) if before.is_none_or(|t| !matches!(t, Token::Number(_))) => {
                Err(Unread::Signed(*op, *c))
            }
            Some(other) => Err(Unread::NoOperand(format!("before `{}`", other.say()))),
            None => Err(Unread::NoOperand(match before {
                Some(last) => format!("after `{}`", last.say()),
                None => "there".to_owned(),
            })),
        }
    }

    fn no_operator(&self, next: &Token) -> Unread {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        Unread::NoOperator(before.map(Token::say).unwrap_or_default(), next.say())
    }
}
