//! Expressions: their trees, their exact arithmetic, and their canonical text.
//!
//! Every result is a whole number: a division that would leave a remainder is a [`Fault`], so fractions never arise.

use std::fmt::{self, Write};

use serde::Serialize;

use super::options::Means;

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Op {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, exact only
    Div,
    /// `^`, with the option `powers`
    Pow,
}

/// Why arithmetic stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The first is not a multiple of the second.
    Remainder(i64, i64),
    /// The number would be divided by 0.
    ByNought(i64),
    /// The result of this subtraction or product is below 0, and the table does not allow it.
    Negative(i64),
    /// The power is forbidden: a negative exponent, 0^0, or more than [`LARGEST_POWER`].
    Power(i64, i64),
    /// Beyond 64 bits; four cards never get there.
    TooLarge,
}

/// The largest result of a power, whatever its sign.
pub const LARGEST_POWER: i64 = 1_000_000_000;

impl Op {
    /// The operators of a table.
    pub(super) const fn all(powers: bool) -> &'static [Self] {
        const ALL: &[Op] = &[Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Pow];
        if powers { ALL } else { ALL.split_at(4).0 }
    }

    /// How closely it binds: `^` before `*` and `/`, those before `+` and `-`.
    pub(super) const fn closeness(self) -> u8 {
        match self {
            Self::Add | Self::Sub => 1,
            Self::Mul | Self::Div => 2,
            Self::Pow => 3,
        }
    }

    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Sub => '-',
            Self::Mul => '*',
            Self::Div => '/',
            Self::Pow => '^',
        }
    }

    /// The exact result.
    ///
    /// # Errors
    /// Why there is none.
    pub fn apply(self, a: i64, b: i64, limits: Means) -> Result<i64, Fault> {
        let result = match self {
            Self::Add => a.checked_add(b),
            Self::Sub => a.checked_sub(b),
            Self::Mul => a.checked_mul(b),
            Self::Div if b == 0 => return Err(Fault::ByNought(a)),
            Self::Div => match a.checked_rem(b) {
                Some(0) => a.checked_div(b),
                Some(_) => return Err(Fault::Remainder(a, b)),
                None => None,
            },
            Self::Pow => Some(power(a, b).ok_or(Fault::Power(a, b))?),
        };
        match result {
            None => Err(Fault::TooLarge),
            Some(result) if result < 0 && !limits.allow_negative => Err(Fault::Negative(result)),
            Some(result) => Ok(result),
        }
    }
}

/// `base` to the power of `exponent`, if that is allowed.
fn power(base: i64, exponent: i64) -> Option<i64> {
    match (base, exponent) {
        (_, ..0) | (0, 0) => None,
        (0 | 1, _) => Some(base),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => {
            let mut result = 1_i64;
            for _ in 0..exponent {
                result = result.checked_mul(base).filter(|r| (-LARGEST_POWER..=LARGEST_POWER).contains(r))?;
            }
            Some(result)
        }
    }
}

/// A number of an answer. Anything may be typed, so it may be longer than any card's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    /// One that fits 64 bits.
    Small(i64),
    /// The digits of one that does not, without leading zeros.
    Large(Box<str>),
}

impl Number {
    /// Reads ASCII digits; leading zeros do not count.
    pub(super) fn read(digits: &str) -> Self {
        match digits.parse() {
            Ok(value) => Self::Small(value),
            Err(_) => Self::Large(digits.trim_start_matches('0').into()),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(value) => value.fmt(f),
            Self::Large(digits) => f.write_str(digits),
        }
    }
}

/// A tree of operators over numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Number(Number),
    /// An operator between two expressions.
    Apply(Op, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// Its value, each result exact.
    ///
    /// # Errors
    /// The first fault, from left to right.
    pub fn evaluate(&self, limits: Means) -> Result<i64, Fault> {
        match self {
            Self::Number(Number::Small(value)) => Ok(*value),
            Self::Number(Number::Large(_)) => Err(Fault::TooLarge),
            Self::Apply(op, a, b) => op.apply(a.evaluate(limits)?, b.evaluate(limits)?, limits),
        }
    }

    /// Calls back with each number, and the operator before it, from left to right.
    pub(super) fn each<'a>(&'a self, before: Option<Op>, see: &mut impl FnMut(Option<Op>, &'a Number)) {
        match self {
            Self::Number(number) => see(before, number),
            Self::Apply(op, a, b) => {
                a.each(before, see);
                b.each(Some(*op), see);
            }
        }
    }

    /// The same numbers and operators without brackets, each operator taken as it comes.
    #[must_use]
    pub fn left_to_right(&self) -> Self {
        let mut tree: Option<Self> = None;
        self.each(None, &mut |before, number| {
            let number = Self::Number(number.clone());
            tree = Some(match (before, tree.take()) {
                (Some(op), Some(left)) => Self::Apply(op, Box::new(left), Box::new(number)),
                _ => number,
            });
        });
        tree.unwrap_or_else(|| self.clone())
    }

    fn closeness(&self) -> u8 {
        match self {
            Self::Number(_) => u8::MAX,
            Self::Apply(op, ..) => op.closeness(),
        }
    }
}

/// Must an operand of this closeness be bracketed beside the operator, so that the text reads as the same tree?
pub(super) const fn needs_brackets(op: Op, operand: u8, on_the_right: bool) -> bool {
    let groups_from_the_right = matches!(op, Op::Pow);
    operand < op.closeness() || (operand == op.closeness() && on_the_right != groups_from_the_right)
}

impl fmt::Display for Expr {
    /// The canonical text: no spaces, and only the brackets without which it would read as another tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = |f: &mut fmt::Formatter<'_>, op, expr: &Self, on_the_right| {
            if !needs_brackets(op, expr.closeness(), on_the_right) {
                return expr.fmt(f);
            }
            f.write_char('(')?;
            expr.fmt(f)?;
            f.write_char(')')
        };
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Apply(op, a, b) => {
                operand(f, *op, a, false)?;
                f.write_char(op.sign())?;
                operand(f, *op, b, true)
            }
        }
    }
}

/// A readable answer: its tree, and the canonical text that it was journaled as.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    text: Box<str>,
    expr: Expr,
}

impl Answer {
    pub(super) fn new(expr: Expr) -> Self {
        Self { text: expr.to_string().into(), expr }
    }

    /// The canonical text, such as `(8+5)/(10+3)`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tree by the usual order of operations.
    #[must_use]
    pub const fn expr(&self) -> &Expr {
        &self.expr
    }

    /// Does its canonical text have brackets?
    #[must_use]
    pub fn has_brackets(&self) -> bool {
        self.text.contains('(')
    }

    /// Does it use `^`?
    #[must_use]
    pub fn has_powers(&self) -> bool {
        self.text.contains('^')
    }

    /// As people read it: with ÷, and with × and −, which chat programs do not take for markup.
    #[must_use]
    pub fn pretty(&self) -> String {
        pretty(&self.text)
    }
}

/// A canonical text as people read it.
#[must_use]
pub fn pretty(text: &str) -> String {
    text.replace('*', "×").replace('-', "−").replace('/', "÷")
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Answer {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text)
    }
}
