//! What can be pressed: a form for the answer, and a button to pass.

use super::BrainDrain;
use super::moves::Step;
use super::options::Reading;
use super::phrases::numbers;
use super::state::Public;
use crate::{Control, Controls, Does, Language, Reader, Turns, View};

impl Controls for BrainDrain {
    fn controls(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Control> {
        let Language::English = reader.language;
        let asked = view.seat().is_some_and(|seat| Self::may_act(view.public(), seat));
        if asked && so_far.is_empty() { controls(view.public(), Does::Step(0)) } else { Vec::new() }
    }

    fn shared_controls(public: &Public, Reader { language: Language::English, .. }: &Reader) -> Vec<Control> {
        if public.over { Vec::new() } else { controls(public, Does::Say("pass".to_owned())) }
    }
}

/// A form for the answer, and a button to pass.
fn controls(public: &Public, pass: Does) -> Vec<Control> {
    vec![
        Control::Form {
            label: "Answer…".to_owned(),
            title: title(public),
            field: field(public),
            example: example(public).to_owned(),
        },
        Control::button(pass_label(public), pass, false),
    ]
}

/// The question again, because the form covers the board: `Make 1 from 8, 5, 10, 3`.
fn title(public: &Public) -> String {
    let make = format!("Make {}", public.number());
    public.puzzle().map_or_else(|| make.clone(), |puzzle| format!("{make} from {}", numbers(&puzzle)))
}

/// `8♠ 5♠ 10♠ J♣: use all four, each once`
fn field(public: &Public) -> String {
    let cards: Vec<String> = public.display.iter().map(|card| card.pretty()).collect();
    let how = if public.options.omit_one { "once each, or leave one out" } else { "use all four, each once" };
    format!("{}: {how}", cards.join(" "))
}

/// An example of the notation that does not fit the cards on display, so that it cannot be an answer to them.
fn example(public: &Public) -> &'static str {
    let has = |n| public.display.iter().any(|&card| public.options.values.value(card) == n);
    match public.options.reading {
        Reading::LeftToRight if has(9) => "2+4-6*8",
        Reading::LeftToRight => "9-7+5*3",
        _ if has(9) => "(2+4)/6*8",
        _ => "(9-7)*(5+3)",
    }
}

fn pass_label(public: &Public) -> String {
    let (done, word) =
        if public.sealed() { (public.sent.len() as u8, "decided") } else { (public.passed.len(), "passed") };
    let of = public.seats() - public.barred.len();
    match done {
        0 => "Pass".to_owned(),
        1 => format!("Pass (1 of {of} has {word})"),
        n => format!("Pass ({n} of {of} have {word})"),
    }
}
