//! Tests of the rules page: its worked examples, its settled readings, its invariants.

mod examples;
mod pictures;
mod random;
mod reading;
mod reasons;
mod settled;
mod solver;
mod words;

use serde_json::{Value, json};

use super::options::{Means, Reading};
use crate::ProgressKind;
use crate::cards::{Card, CardText};
use crate::catalog::{Setup, game};
use crate::{Fact, Play, Reader, Refusal, Seat};

const USUAL: Means = Means { reading: Reading::Brackets, omit_one: false, powers: false, allow_negative: true };

fn seat(n: u8) -> Seat {
    Seat::new(n).unwrap()
}

/// A table with a stacked pack: these cards first, then the rest of the pack as it comes.
struct At {
    play: Box<dyn Play>,
}

fn stack(first: &str) -> Vec<String> {
    let mut cards: Vec<Card> = first.split_whitespace().map(|text| Card::parse(text).unwrap()).collect();
    cards.extend(Card::pack().filter(|card| !cards.contains(card)).collect::<Vec<_>>());
    cards.into_iter().map(|card| card.code()).collect()
}

impl At {
    fn new(variant: &str, seats: u8, options: Value, cards: &str) -> Self {
        let setup = Setup {
            variant: Some(variant.to_owned()),
            options: options.as_object().unwrap().clone(),
            seats: Some(seats),
            decks: vec![stack(cards)],
            ..Setup::default()
        };
        let (play, _) = game("brain-drain").unwrap().start(setup).unwrap();
        Self { play }
    }

    fn classic(seats: u8, cards: &str) -> Self {
        Self::new("classic", seats, json!({}), cards)
    }

    fn act(&mut self, who: u8, text: &str) -> Vec<Fact> {
        self.play.act(seat(who), text).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"))
    }

    fn refused(&mut self, who: u8, text: &str) -> Refusal {
        let before = self.view();
        let refusal = self.play.act(seat(who), text).expect_err(text);
        assert_eq!(self.view(), before, "a refusal changes nothing");
        refusal
    }

    /// What everybody may read.
    fn view(&self) -> Value {
        self.play.view_json(None)["public"].clone()
    }

    fn cards(&self, field: &str) -> String {
        let list = self.view()[field].clone();
        let words: Vec<&str> = list.as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
        words.join(" ")
    }

    fn target(&self) -> String {
        self.view()["target"].as_str().unwrap_or("none").to_owned()
    }

    fn scores(&self) -> Vec<i32> {
        self.play.status().scores
    }

    /// Who is asked, in order.
    fn asked(&self) -> Vec<u8> {
        self.play.awaiting().seats().iter().map(Seat::number).collect()
    }

    fn over(&self) -> bool {
        self.play.status().progress == ProgressKind::MatchOver
    }
}

/// The kinds of the facts that a viewer hears of.
fn kinds(facts: &[Fact], viewer: Option<u8>) -> Vec<String> {
    let reached = facts.iter().filter(|fact| fact.to.reaches(viewer.map(seat)));
    reached.map(|fact| fact.json()["kind"].as_str().unwrap().to_owned()).collect()
}

/// What a viewer is told, in words.
fn told(facts: &[Fact], viewer: Option<u8>) -> Vec<String> {
    let names = Reader::english(crate::Seats::of(8, |s| {
        ["Ada", "Ben", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal"][s.index()].to_owned()
    }));
    let reached = facts.iter().filter(|fact| fact.to.reaches(viewer.map(seat)));
    reached.map(|fact| fact.tell(&names)).filter(|words| !words.is_empty()).collect()
}

/// An answer as it is typed at a table.
fn read_answer(text: &str, public: &super::Public) -> super::Move {
    let glossary = super::read::Glossary {
        scheme: public.options.values,
        limits: public.options.limits(),
        display: &public.display,
        target_card: public.target,
        target: public.number(),
    };
    super::Move::Solve(super::read::answer(&crate::reading::plain::<super::BrainDrain>(text), &glossary).unwrap())
}
