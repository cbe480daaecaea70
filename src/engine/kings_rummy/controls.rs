//! What can be pressed: a turn is put together part by part.

use super::KingsRummy;
use super::board::leaves;
use super::legal::{built, choices};
use super::moves::{Finish, Part, Step};
use super::state::{Phase, Public};
use super::text::say_part;
use super::tile::Tiles;
use crate::engine::game::View;
use crate::engine::words::{Control, Does, Pick};

/// The viewer's controls after these steps.
pub(super) fn controls(view: &View<'_, KingsRummy>, so_far: &[Step]) -> Vec<Control> {
    if view.seat() != Some(view.public().turn) {
        return Vec::new();
    }
    let choices = choices(view, so_far);
    if choices.done.is_some() {
        return vec![button("Play this turn", Does::Finish, true)];
    }
    match view.public().phase {
        Phase::Draw => draw_controls(view.public(), &choices.steps),
        Phase::Play { .. } => turn_controls(view, so_far, &choices.steps),
        Phase::Over { .. } => Vec::new(),
    }
}

fn button(label: impl Into<String>, does: Does, strong: bool) -> Control {
    Control::Button { label: label.into(), does, strong }
}

fn draw_controls(public: &Public, steps: &[Step]) -> Vec<Control> {
    let label = |step: &Step| match step {
        Step::Take => public.discards.last().map_or_else(|| "Take".to_owned(), |top| format!("Take {top}")),
        _ => "Draw from the pile".to_owned(),
    };
    steps.iter().enumerate().map(|(at, step)| button(label(step), Does::Step(at), *step == Step::Draw)).collect()
}

fn turn_controls(view: &View<'_, KingsRummy>, so_far: &[Step], steps: &[Step]) -> Vec<Control> {
    let Some((builder, ..)) = built(view, so_far) else { return Vec::new() };
    let (hand, pending) = (builder.draft.hand, builder.draft.pending);
    let laying =
        if pending.is_empty() { "Lay a new meld".to_owned() } else { format!("Lay a new meld with {pending}") };
    let mut controls = Vec::new();
    let mut select = |placeholder: &str, wanted: &dyn Fn(&Step) -> bool| {
        let options: Vec<Pick> = steps
            .iter()
            .enumerate()
            .filter(|(_, step)| wanted(step))
            .map(|(at, step)| pick(*step, hand, Does::Step(at)))
            .collect();
        if !options.is_empty() {
            controls.push(Control::Select { placeholder: placeholder.to_owned(), options });
        }
    };
    select(&laying, &|step| matches!(step, Step::Part(Part::Lay(_))));
    select("Add a card to a meld", &|step| matches!(step, Step::Part(Part::Add { .. })));
    select("Take a card off a meld of four", &|step| matches!(step, Step::Part(Part::Pull { .. })));
    select("Swap a card into a meld of three", &|step| matches!(step, Step::Part(Part::Swap { .. })));
    select("Move a card from meld to meld", &|step| matches!(step, Step::Part(Part::Shift { .. })));
    select("Discard and end the turn", &|step| matches!(step, Step::Finish(Finish::Drop(_))));
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Rearrange => controls.push(button("Rearrange the table…", Does::Step(at), false)),
            Step::Finish(Finish::Out(card)) => {
                controls.push(button(format!("{card} face down: out"), Does::Step(at), true));
            }
            Step::Finish(Finish::End) => controls.push(button("Out: no card left", Does::Step(at), true)),
            _ => {}
        }
    }
    controls
}

fn pick(step: Step, hand: Tiles, does: Does) -> Pick {
    let (label, hint) = match step {
        Step::Part(part) => match part {
            Part::Lay(cards) => (cards.to_string(), leaves(hand.minus(cards))),
            Part::Add { meld, card } => (format!("{card} to meld {}", meld + 1), leaves(hand.without(card))),
            Part::Pull { meld, card } => {
                (format!("{card} off meld {}", meld + 1), "then lay it in a new meld".to_owned())
            }
            Part::Swap { meld, card, out } => {
                (format!("{card} for {out} in meld {}", meld + 1), format!("then lay {out} in a new meld"))
            }
            Part::Shift { from, to, card } => (format!("{card} from meld {} to {}", from + 1, to + 1), say_part(part)),
        },
        Step::Finish(Finish::Drop(card)) => (card.to_string(), leaves(hand.without(card))),
        _ => (String::from("…"), String::new()),
    };
    Pick { label, hint, does }
}

/// The board's buttons: where to draw from, which all can see.
pub(super) fn shared(public: &Public) -> Vec<Control> {
    let (Phase::Draw, Some(top)) = (public.phase, public.discards.last()) else { return Vec::new() };
    vec![
        button("Draw from the pile", Does::Say("draw".to_owned()), true),
        button(format!("Take {top}"), Does::Say("take".to_owned()), false),
    ]
}
