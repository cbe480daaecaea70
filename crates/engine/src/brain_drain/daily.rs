//! The sum of a day: four cards and a fifth to be made of them, for one person alone.

use std::ops::RangeInclusive;

use super::expr::Answer;
use super::judge::Puzzle;
use super::options::{Means, Options, Reading, Scheme};
use super::picture::{question, spoken_card};
use super::read::{self, Glossary};
use super::state::Laid;
use super::tell::why;
use super::{BrainDrain, phrases};
use crate::cards::{Card, pretty};
use crate::daily;
use crate::picture::{Equation, Screen, Zone};
use crate::reading::plain;
use crate::{Language, Parts};

/// Each card counts something else, so that the court cards are worth having.
const SCHEME: Scheme = Scheme::High;
/// In how many ways the sum of a harder day can be made, and that of another one.
const HARDER: RangeInclusive<usize> = 1..=3;
const EASIER: RangeInclusive<usize> = 12..=40;

/// The sum of a day.
#[derive(Clone, PartialEq, Debug)]
pub struct DailySum {
    display: [Card; 4],
    target: Card,
    puzzle: Puzzle,
    ways: Vec<String>,
}

impl DailySum {
    /// That of this day: the first five cards of a pack that was shuffled again and again until the number of ways to make
    /// the fifth suits the day.
    #[must_use]
    pub fn of(day: u32) -> Self {
        let mut chance = daily::chance(day, 0);
        let fresh: Vec<Card> = Card::pack().collect();
        let wanted = if daily::is_harder(day) { HARDER } else { EASIER };
        loop {
            let pack = chance.pack(&fresh);
            if let [a, b, c, d, target, ..] = pack[..] {
                let display = [a, b, c, d];
                let values = display.map(|card| SCHEME.value(card));
                let puzzle = Puzzle { values, target: SCHEME.value(target), limits: means() };
                let ways = puzzle.solutions();
                if wanted.contains(&ways.len()) {
                    return Self { display, target, puzzle, ways };
                }
            }
        }
    }

    /// Reads an answer as somebody typed it.
    ///
    /// # Errors
    /// Why it is none, in a sentence for them.
    pub fn read(&self, typed: &str) -> Result<Answer, String> {
        let glossary = Glossary {
            scheme: SCHEME,
            limits: self.puzzle.limits,
            display: &self.display,
            target_card: Some(self.target),
            target: self.puzzle.target,
        };
        read::answer(&plain::<BrainDrain>(typed), &glossary).map_err(|unread| unread.to_string())
    }

    /// Is the answer right?
    ///
    /// # Errors
    /// What is wrong with it, in a sentence for whoever gave it.
    pub fn judge(&self, answer: &Answer) -> Result<(), String> {
        self.puzzle.judge(answer).map_err(|wrong| format!("{}.", why(answer, &wrong, &self.puzzle)))
    }

    /// Every way to make it, the shortest first, as canonical texts.
    #[must_use]
    pub fn ways(&self) -> &[String] {
        &self.ways
    }

    /// What is to be made.
    #[must_use]
    pub const fn target(&self) -> i64 {
        self.puzzle.target
    }

    /// `Make 7 from 8, 5, 10, 3`
    #[must_use]
    pub fn question(&self) -> String {
        format!("Make {} from {}", self.puzzle.target, phrases::numbers(&self.puzzle))
    }

    /// `8♠ 5♠ 10♠ 3♣`
    #[must_use]
    pub fn cards(&self) -> String {
        pretty(self.display)
    }

    /// The cards and what is asked, in two lines for a code block.
    #[must_use]
    pub fn in_words(&self) -> String {
        let cards: Vec<String> = self.display.map(Card::pretty).into();
        format!("{}  →  {}\n{}", cards.join("  "), self.target.pretty(), self.question())
    }

    /// The cards, drawn.
    #[must_use]
    pub fn screen(&self, title: String, headline: String) -> Screen {
        let laid = Laid { display: self.display.into_iter().collect(), target: Some(self.target), stays: false };
        let parts = question(&self.puzzle, &laid);
        let values = self.display.iter().zip(self.puzzle.values);
        let display: Vec<String> = values.map(|(card, value)| spoken_card(*card, value)).collect();
        let target = spoken_card(self.target, self.puzzle.target);
        Screen {
            color: BrainDrain::COLOR,
            title,
            headline,
            zones: vec![
                Zone::Equation(Equation { parts, small: false }),
                Zone::Loud(format!("Make {}", self.puzzle.target)),
            ],
            alt: format!("On display {}; to be made {target}.", display.join(", ")),
            ..Screen::default()
        }
    }

    /// How it is to be made.
    #[must_use]
    pub const fn rule(Language::English: Language) -> &'static str {
        "All four cards, each once, with + − × ÷ and brackets; an ace counts 1, J 11, Q 12, K 13."
    }
}

/// As at a table with the usual options.
fn means() -> Means {
    Means { reading: Reading::Brackets, ..Options::default().limits() }
}
