//! What a player can press.

use super::PegsAndJokers;
use super::board::Board;
use super::choices::{Step, choices};
use super::mover::Mover;
use super::plays::{Act, Part, Source};
use super::spots::{Peg, hole_name, letter};
use super::state::{Phase, Public};
use super::tell::changes;
use crate::engine::{Choices, Control, Does, Pick, Seat, View};

/// The buttons on the shared board: the answers to a card laid face down.
pub(super) fn shared(public: &Public) -> Vec<Control> {
    if !matches!(public.phase, Phase::Doubt { .. }) {
        return Vec::new();
    }
    let button = |label: &str, text: &str, strong| Control::Button {
        label: label.to_owned(),
        does: Does::Say(text.to_owned()),
        strong,
    };
    vec![button("Trust it", "trust", true), button("Doubt it", "doubt", false)]
}

/// The controls that stand `so_far` steps into a move.
pub(super) fn controls(view: &View<'_, PegsAndJokers>, so_far: &[Step]) -> Vec<Control> {
    let Choices { steps, done } = choices(view, so_far);
    let mut all = Vec::new();
    if done.is_some() {
        all.push(Control::Button { label: "Play it".to_owned(), does: Does::Finish, strong: true });
    }
    let Some(seat) = view.seat() else { return all };
    let labels = Labels { public: view.public(), mover: Mover::new(view.public(), seat), so_far };
    if so_far.is_empty() && !matches!(steps.first(), Some(Step::Send(_))) {
        let strong = |step: &Step| matches!(step, Step::Play(_) | Step::Down(_) | Step::Trust);
        all.extend(steps.iter().enumerate().map(|(n, step)| Control::Button {
            label: labels.of(step).0,
            does: Does::Step(n),
            strong: strong(step),
        }));
    } else if let Some(first) = steps.first() {
        let placeholder = placeholder(first).to_owned();
        let pick = |(n, step): (usize, &Step)| {
            let (label, hint) = labels.of(step);
            Pick { label, hint, does: Does::Step(n) }
        };
        all.push(Control::Select { placeholder, options: steps.iter().enumerate().map(pick).collect() });
    }
    all
}

const fn placeholder(step: &Step) -> &'static str {
    match step {
        Step::As(_) => "Say that it is",
        Step::Do(_) | Step::First(_) | Step::Take(_) | Step::Swap(_) => "What it does",
        Step::Go(..) => "How far",
        Step::Second(_) => "And the other peg",
        Step::Onto(_) => "Onto which peg",
        Step::With(_) => "Exchange with",
        Step::Free(_) => "Which colour comes out",
        Step::Send(_) => "Send back to start",
        _ => "Your move",
    }
}

/// Words for steps.
struct Labels<'a> {
    public: &'a Public,
    mover: Mover<'a>,
    so_far: &'a [Step],
}

impl Labels<'_> {
    /// A label and a hint.
    fn of(&self, step: &Step) -> (String, String) {
        let plain = |label: String| (label, String::new());
        match step {
            Step::Play(face) => plain(format!("Play {}", face.name())),
            Step::Drop(face) => plain(format!("Discard {}", face.name())),
            Step::Count(face) => plain(format!("Discard {}, peg out free", face.name())),
            Step::Free(colour) => plain(format!("A peg of {}", letter(*colour))),
            Step::Down(card) => plain(format!("Lay {} face down", card.name())),
            Step::As(claimed) => plain(claimed.name().to_owned()),
            Step::Do(act) => self.whole(act),
            Step::First(peg) => (format!("Split, {peg} first"), self.place(*peg)),
            Step::Second(peg) => (format!("then {peg}"), self.place(*peg)),
            Step::Go(steps, way) => plain(self.go(*steps, *way)),
            Step::Take(source) => self.taken(*source),
            Step::Onto(hole) => {
                (hole_name(*hole), self.public.board.on(*hole).map(|peg| format!("where {peg} is")).unwrap_or_default())
            }
            Step::Swap(peg) => (format!("Exchange {peg}"), self.place(*peg)),
            Step::With(peg) => (format!("with {peg}"), self.place(*peg)),
            Step::Doubt => plain("Doubt it".to_owned()),
            Step::Trust => plain("Trust it".to_owned()),
            Step::Send(peg) => (format!("{peg} back to start"), self.place(*peg)),
        }
    }

    fn place(&self, peg: Peg) -> String {
        format!("on {}", self.public.board.at(peg).name(peg.colour()))
    }

    fn whole(&self, act: &Act) -> (String, String) {
        let face = self.so_far.iter().rev().find_map(|step| match step {
            Step::Play(face) | Step::As(face) => Some(*face),
            _ => None,
        });
        let hint = face
            .and_then(|face| {
                super::play::outcome(self.public, self.mover.player, &super::plays::Play { face, act: *act })
            })
            .map(|(_, moved)| changes(&moved[1..]))
            .unwrap_or_default();
        let label = match act {
            Act::Out(named) => {
                let colour: Seat = named.unwrap_or(self.mover.colour);
                format!("Come out to {}", hole_name(Board::come_out(colour)))
            }
            Act::One(part) => {
                let to = self.mover.resolve(self.mover.board, *part);
                let to = to.map(|to| to.name(part.peg.colour())).unwrap_or_default();
                let back = if part.steps < 0 { "back " } else { "" };
                format!("{} {back}to {to}", part.peg)
            }
            _ => "Move".to_owned(),
        };
        (label, hint)
    }

    fn taken(&self, source: Source) -> (String, String) {
        match source {
            Source::Start(Some(colour)) => (format!("A peg of {} from start", letter(colour)), String::new()),
            Source::Start(None) => ("A peg from start".to_owned(), String::new()),
            Source::Peg(peg) => (format!("Peg {peg}"), self.place(peg)),
        }
    }

    fn go(&self, steps: i8, way: super::plays::Way) -> String {
        use super::plays::Way;
        let peg = self.so_far.iter().rev().find_map(|step| match step {
            Step::First(peg) | Step::Second(peg) => Some(*peg),
            _ => None,
        });
        let first = matches!(self.so_far.last(), Some(Step::First(_)));
        let to = peg.filter(|_| first).and_then(|peg| {
            let to = self.mover.resolve(self.mover.board, Part { peg, steps, way }).ok()?;
            Some(format!(", to {}", to.name(peg.colour())))
        });
        let how = match (way, steps) {
            (Way::Home, _) => " home",
            (Way::Main, _) => " along the track",
            (Way::Only, ..0) => " back",
            (Way::Only, _) => " forward",
        };
        format!("{}{how}{}", steps.unsigned_abs(), to.unwrap_or_default())
    }
}
