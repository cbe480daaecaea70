//! The equation solver: what four numbers can make, and every way to make one of them.
//!
//! **When two solutions are the same.** Solutions are counted up to commuting and associating, on values (two
//! cards that count the same are the same number). A chain of + and − is a sum of added and subtracted terms,
//! wherever its brackets stand: `a-(b-c)`, `a-b+c` and `c+a-b` are one solution. A chain of × and ÷ is a product of
//! factors and divisors in the same way: `a/(b/c)`, `a*c/b` and `c/b*a` are one. Nothing else is identified: not
//! `a*b+a*c` with `a*(b+c)`, not `8*1` with `8/1`, not `(a-b)*(c-d)` with `(b-a)*(d-c)`; powers neither commute nor
//! associate. Each solution is written with its largest operands first and added terms and factors before
//! subtracted terms and divisors, which makes every division in it exact whenever any order of that chain does.

use super::expr::{Answer, Expr, Number, Op, needs_brackets};
use super::judge::Puzzle;
use super::options::{Means, Reading};

/// The largest target that [`targets`] looks for.
pub const LARGEST_TARGET: i64 = 100;

/// The full display, and every display with one card left out if that is allowed: sets of places, one bit each.
fn uses(limits: Means) -> &'static [usize] {
    const USES: &[usize] = &[0b1111, 0b0111, 0b1011, 0b1101, 0b1110];
    if limits.omit_one { USES } else { &USES[..1] }
}

/// The readings to search: `either` is both.
const fn readings(reading: Reading) -> &'static [Reading] {
    match reading {
        Reading::Brackets => &[Reading::Brackets],
        Reading::LeftToRight => &[Reading::LeftToRight],
        Reading::Either => &[Reading::Brackets, Reading::LeftToRight],
    }
}

/// Every way to split a set into an ordered pair. Read from left to right, the right part is a single card.
fn parts(set: usize, reading: Reading) -> impl Iterator<Item = (usize, usize)> {
    let mut left = set;
    std::iter::from_fn(move || {
        left = (left - 1) & set;
        (left != 0).then_some((left, set ^ left))
    })
    .filter(move |(_, right)| reading != Reading::LeftToRight || right.count_ones() == 1)
}

/// Calls back with every result of two parts of a set, given what each smaller set can make.
fn each_result(made: &[Vec<i64>; 16], set: usize, reading: Reading, limits: Means, see: &mut impl FnMut(i64)) {
    for (left, right) in parts(set, reading) {
        // + and × give the same either way round: once is enough if both ways are searched.
        let again = reading != Reading::LeftToRight && left > right;
        for &a in &made[left] {
            for &b in &made[right] {
                for &op in Op::all(limits.powers) {
                    if again && matches!(op, Op::Add | Op::Mul) {
                        continue;
                    }
                    if let Ok(result) = op.apply(a, b, limits) {
                        see(result);
                    }
                }
            }
        }
    }
}

/// The numbers from 1 to 100 that four values can make: bit `t` for `t`.
#[must_use]
pub fn reachable(values: &[i64; 4], limits: Means) -> u128 {
    let mut reached = 0_u128;
    let mut reach = |n: i64| reached |= u128::from((1..=LARGEST_TARGET).contains(&n)) << (n & 127);
    for &reading in readings(limits.reading) {
        let mut made: [Vec<i64>; 16] = Default::default();
        for set in 1_usize..15 {
            let mut new = Vec::with_capacity(128);
            if set.count_ones() == 1 {
                new.push(values[set.trailing_zeros() as usize]);
            } else {
                each_result(&made, set, reading, limits, &mut |n| new.push(n));
                new.sort_unstable();
                new.dedup();
            }
            made[set] = new;
        }
        each_result(&made, 15, reading, limits, &mut reach);
        for &set in &uses(limits)[1..] {
            made[set].iter().for_each(|&n| reach(n));
        }
    }
    reached
}

/// The numbers from 1 to 100 that four values can make, in order.
#[must_use]
pub fn targets(values: &[i64; 4], limits: Means) -> Vec<i64> {
    let reached = reachable(values, limits);
    (1..=LARGEST_TARGET).filter(|n| reached >> n & 1 != 0).collect()
}

impl Puzzle {
    /// Can the target be made at all? For targets from 1 to 100.
    #[must_use]
    pub fn can_be_made(&self) -> bool {
        (1..=LARGEST_TARGET).contains(&self.target) && reachable(&self.values, self.limits) >> self.target & 1 != 0
    }

    /// Every solution, the shortest first, as canonical texts: one for each that is not the same as another.
    #[must_use]
    pub fn solutions(&self) -> Vec<String> {
        by_length(self.distinct())
    }

    /// The solutions that are not the same as this one.
    #[must_use]
    pub fn others(&self, answer: &Answer) -> Vec<String> {
        let usual = self.judges_as_usual(answer);
        let found = if usual { Form::of(answer.expr()) } else { Form::of(&answer.expr().left_to_right()) };
        by_length(self.distinct().into_iter().filter(|(form, _)| found.as_ref() != Some(form)).collect())
    }

    /// One text for each distinct solution.
    fn distinct(&self) -> Vec<(Form, String)> {
        let mut found: Vec<(Form, String)> = Vec::new();
        for &reading in readings(self.limits.reading) {
            match reading {
                Reading::LeftToRight => self.left_to_right(&mut found),
                _ => self.with_brackets(&mut found),
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found.dedup_by(|a, b| a.0 == b.0);
        found
    }

    /// Does the answer come to the target by the usual order of operations?
    fn judges_as_usual(&self, answer: &Answer) -> bool {
        self.limits.reading != Reading::LeftToRight && answer.expr().evaluate(self.limits) == Ok(self.target)
    }

    /// Every tree's value is computed, but forms are built only of those that come to the target.
    fn with_brackets(&self, found: &mut Vec<(Form, String)>) {
        let mut made: [Vec<Tree>; 16] = Default::default();
        for set in 1_usize..16 {
            if set.count_ones() == 1 {
                let value = self.values[set.trailing_zeros() as usize];
                made[set].push(Tree { value, root: None });
                continue;
            }
            // Trees of all four cards are kept only if they make the target; smaller ones may be combined further.
            let wanted = (set == 15).then_some(self.target);
            made[set] = self.trees(&made, set, wanted);
        }
        let mut forms: Vec<Form> = Vec::new();
        for &set in uses(self.limits) {
            let solved = made[set].iter().filter(|tree| tree.value == self.target);
            forms.extend(solved.map(|tree| tree.form(&made)));
        }
        forms.sort_unstable();
        forms.dedup();
        found.extend(forms.into_iter().map(|form| {
            let text = form.write().text;
            (form, text)
        }));
    }

    fn trees(&self, made: &[Vec<Tree>; 16], set: usize, wanted: Option<i64>) -> Vec<Tree> {
        let mut new = Vec::new();
        for (left, right) in parts(set, Reading::Brackets) {
            for (i, a) in made[left].iter().enumerate() {
                for (j, b) in made[right].iter().enumerate() {
                    for &op in Op::all(self.limits.powers) {
                        if left > right && matches!(op, Op::Add | Op::Mul) {
                            continue;
                        }
                        match op.apply(a.value, b.value, self.limits) {
                            Ok(value) if wanted.is_none_or(|wanted| wanted == value) => {
                                let root = Some((op, (left, i), (right, j)));
                                new.push(Tree { value, root });
                            }
                            _ => {}
                        }
                    }
                }
            }
        }
        new
    }

    fn left_to_right(&self, found: &mut Vec<(Form, String)>) {
        for &set in uses(self.limits) {
            for (i, &value) in self.values.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0) {
                self.go_on(set ^ (1 << i), value, Form::Number(value), value.to_string(), found);
            }
        }
    }

    /// Adds each operator and number of `rest` to a chain that is worth `value`.
    fn go_on(&self, rest: usize, value: i64, form: Form, text: String, found: &mut Vec<(Form, String)>) {
        if rest == 0 {
            if value == self.target {
                found.push((form, text));
            }
            return;
        }
        for (i, &next) in self.values.iter().enumerate().filter(|(i, _)| rest >> i & 1 != 0) {
            for &op in Op::all(self.limits.powers) {
                if let Ok(result) = op.apply(value, next, self.limits) {
                    let form = Form::join(op, &form, &Form::Number(next));
                    self.go_on(rest ^ (1 << i), result, form, format!("{text}{}{next}", op.sign()), found);
                }
            }
        }
    }
}

/// The texts alone, the shortest first.
fn by_length(found: Vec<(Form, String)>) -> Vec<String> {
    let mut texts: Vec<String> = found.into_iter().map(|(_, text)| text).collect();
    texts.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    texts
}

/// A tree over some of the cards: its value, and its operator over two earlier trees; none for a single card.
struct Tree {
    value: i64,
    root: Option<(Op, Place, Place)>,
}

/// Where a tree stands: its set of cards, and its number among the trees of that set.
type Place = (usize, usize);

impl Tree {
    fn form(&self, made: &[Vec<Self>; 16]) -> Form {
        match self.root {
            None => Form::Number(self.value),
            Some((op, (left, i), (right, j))) => Form::join(op, &made[left][i].form(made), &made[right][j].form(made)),
        }
    }
}

/// The normal form of an expression: equal for any two that commuting and associating turn into each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    Number(i64),
    /// Added and subtracted terms, sorted; none of them a sum.
    Sum(Vec<Form>, Vec<Form>),
    /// Factors and divisors, sorted; none of them a product.
    Product(Vec<Form>, Vec<Form>),
    /// Base and exponent.
    Power(Box<(Form, Form)>),
}

/// A form in writing, with its value and how closely its operator binds.
struct Written {
    text: String,
    value: i64,
    closeness: u8,
}

impl Form {
    /// The form of an expression; `None` if a number is too large to be a card's.
    fn of(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Number(Number::Small(n)) => Some(Self::Number(*n)),
            Expr::Number(Number::Large(_)) => None,
            Expr::Apply(op, a, b) => Some(Self::join(*op, &Self::of(a)?, &Self::of(b)?)),
        }
    }

    /// The form of `a op b`.
    pub(super) fn join(op: Op, a: &Self, b: &Self) -> Self {
        match op {
            Op::Add | Op::Sub => {
                let (plus, minus) = Self::chain(a.terms(), b.terms(), op == Op::Sub);
                Self::Sum(plus, minus)
            }
            Op::Mul | Op::Div => {
                let (times, over) = Self::chain(a.factors(), b.factors(), op == Op::Div);
                Self::Product(times, over)
            }
            Op::Pow => Self::Power(Box::new((a.clone(), b.clone()))),
        }
    }

    fn terms(&self) -> (&[Self], &[Self]) {
        match self {
            Self::Sum(plus, minus) => (plus, minus),
            other => (std::slice::from_ref(other), &[]),
        }
    }

    fn factors(&self) -> (&[Self], &[Self]) {
        match self {
            Self::Product(times, over) => (times, over),
            other => (std::slice::from_ref(other), &[]),
        }
    }

    fn chain(a: (&[Self], &[Self]), b: (&[Self], &[Self]), inverse: bool) -> (Vec<Self>, Vec<Self>) {
        let b = if inverse { (b.1, b.0) } else { b };
        let (mut with, mut against) = ([a.0, b.0].concat(), [a.1, b.1].concat());
        with.sort_unstable();
        against.sort_unstable();
        (with, against)
    }

    /// The canonical text: the largest operands first, added terms before subtracted ones, factors before divisors.
    fn write(&self) -> Written {
        match self {
            Self::Number(n) => Written { text: n.to_string(), value: *n, closeness: u8::MAX },
            Self::Sum(plus, minus) => Self::write_chain(plus, minus, Op::Add, Op::Sub),
            Self::Product(times, over) => Self::write_chain(times, over, Op::Mul, Op::Div),
            Self::Power(both) => both.0.write().then(Op::Pow, &both.1.write()),
        }
    }

    fn write_chain(with: &[Self], against: &[Self], op: Op, inverse: Op) -> Written {
        let sorted = |forms: &[Self]| {
            let mut written: Vec<Written> = forms.iter().map(Self::write).collect();
            written.sort_by(|a, b| b.value.cmp(&a.value).then_with(|| a.text.cmp(&b.text)));
            written
        };
        let steps = sorted(with).into_iter().map(|w| (op, w)).chain(sorted(against).into_iter().map(|w| (inverse, w)));
        steps
            .fold(None, |chain: Option<Written>, (op, next)| {
                Some(match chain {
                    None => next,
                    Some(chain) => chain.then(op, &next),
                })
            })
            .unwrap_or(Written { text: String::new(), value: 0, closeness: 0 })
    }
}

impl Written {
    fn then(self, op: Op, next: &Self) -> Self {
        const FREE: Means = Means { reading: Reading::Brackets, omit_one: false, powers: true, allow_negative: true };
        let in_brackets = |w: &Self, on_the_right| {
            if needs_brackets(op, w.closeness, on_the_right) { format!("({})", w.text) } else { w.text.clone() }
        };
        let text = format!("{}{}{}", in_brackets(&self, false), op.sign(), in_brackets(next, true));
        Self { text, value: op.apply(self.value, next.value, FREE).unwrap_or_default(), closeness: op.closeness() }
    }
}
