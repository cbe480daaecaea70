//! What a player can press. Whatever moves a peg says where it lands and whom it meets there.

use std::mem::discriminant;

use super::PegsAndJokers;
use super::board::Board;
use super::cards::Face;
use super::choices::{Step, choices};
use super::mover::Mover;
use super::plays::{Act, Part, Play, Source, Uses, Way};
use super::split::Half;
use super::spots::{Log, Moved, Peg, Spot, hole_name, letter};
use super::state::{Phase, Public};
use super::tell::changes;
use super::text;
use crate::engine::{Choices, Control, Does, Pick, View};

/// The most characters of a button's label.
const LABEL: usize = 80;
/// The most characters of a list's hint.
const HINT: usize = 100;
/// So many cards a hand has with the one just drawn. A button for each is at hand; on a phone twice as many fill the screen.
const BUTTONS: usize = 6;

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
    match steps.as_slice() {
        [] => {}
        // A list of one line would only be one more tap.
        [only] => all.push(Control::Button { label: labels.alone(only), does: Does::Step(0), strong: true }),
        [first, ..] if so_far.is_empty() && !matches!(first, Step::Send(_)) => {
            all.extend(labels.opening(&steps));
        }
        [first, ..] => {
            let options = steps.iter().enumerate().map(|(n, step)| labels.pick(n, step)).collect();
            all.push(Control::Select { placeholder: placeholder(first).to_owned(), options });
        }
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
        Step::Play(_) => "Play",
        Step::Down(_) => "Lay a card face down",
        Step::Drop(_) => "Discard without a move",
        Step::Count(_) => "Discard, and a peg comes out free",
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
    /// What a move begins with: a button each, or where they are many, a list of what can be done with each card.
    fn opening(&self, steps: &[Step]) -> Vec<Control> {
        if steps.len() <= BUTTONS {
            return steps.iter().enumerate().map(|(n, step)| self.button(n, step)).collect();
        }
        let mut n = 0;
        let mut all = Vec::new();
        for alike in steps.chunk_by(|one, two| discriminant(one) == discriminant(two)) {
            let [first, ..] = alike else { continue };
            let lines = alike.iter().zip(n..).map(|(step, n)| self.card_line(n, step)).collect();
            all.extend(Control::pick(placeholder(first), lines, |_| self.of(first).0));
            n += alike.len();
        }
        all
    }

    /// A card below a heading that says what is done with it.
    fn card_line(&self, n: usize, step: &Step) -> Pick {
        let (label, hint) = match step {
            Step::Play(face) | Step::Drop(face) | Step::Count(face) => (face.name().to_owned(), String::new()),
            Step::Down(face) => (face.name().to_owned(), format!("as it is: {}", text::uses_line(&self.mover, *face))),
            _ => self.of(step),
        };
        let hint = if hint.chars().count() <= HINT { hint } else { String::new() };
        Pick { label, hint, does: Does::Step(n) }
    }

    fn button(&self, n: usize, step: &Step) -> Control {
        let strong = matches!(step, Step::Play(_) | Step::Down(_) | Step::Trust);
        Control::Button { label: self.of(step).0, does: Does::Step(n), strong }
    }

    fn pick(&self, n: usize, step: &Step) -> Pick {
        let (label, hint) = self.of(step);
        Pick { label, hint, does: Does::Step(n) }
    }

    /// The words of a step that stands without a list's heading above it and without a hint below it.
    fn alone(&self, step: &Step) -> String {
        let (label, hint) = self.of(step);
        let label = match step {
            Step::As(_) => format!("Say that it is: {label}"),
            Step::Free(_) => format!("{label} comes out"),
            Step::Second(_) => format!("then {label}"),
            Step::With(_) => format!("Exchange with {label}"),
            Step::Send(_) => format!("Send {label} back to start"),
            _ => label,
        };
        let whole = if hint.is_empty() { label.clone() } else { format!("{label} ({hint})") };
        // A long chain of pegs that push each other is told when it is played.
        if whole.chars().count() <= LABEL { whole } else { label }
    }

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
            Step::Do(act) => landing(&self.outcome(*act)),
            Step::First(peg) => (format!("Split, {peg} first"), self.place(*peg)),
            Step::Second(peg) => self.second(*peg),
            Step::Go(steps, way) => self.go(*steps, *way),
            Step::Take(source) => self.taken(*source),
            Step::Onto(hole) => self.onto(*hole),
            Step::Swap(peg) => (format!("Exchange {peg}"), self.place(*peg)),
            Step::With(peg) => self.with(*peg),
            Step::Doubt => plain("Doubt it".to_owned()),
            Step::Trust => plain("Trust it".to_owned()),
            Step::Send(peg) => (peg.to_string(), self.place(*peg)),
        }
    }

    fn place(&self, peg: Peg) -> String {
        format!("on {}", self.public.board.at(peg).name(peg.colour()))
    }

    /// The card that the move is made by.
    fn face(&self) -> Option<Face> {
        self.so_far.iter().rev().find_map(|step| match step {
            Step::Play(face) | Step::As(face) => Some(*face),
            _ => None,
        })
    }

    /// What changes place if the card does this; nothing where it cannot.
    fn outcome(&self, act: Act) -> Log {
        let play = self.face().map(|face| Play { face, act });
        play.and_then(|play| super::play::outcome(self.public, self.mover.player, &play))
            .map(|(_, moved)| moved)
            .unwrap_or_default()
    }

    /// What changes place if a part of a split is played on this board.
    fn part(&self, board: &Board, part: Part) -> Log {
        let mut moved = Log::new();
        let after = self.mover.resolve(board, part).and_then(|to| {
            let mut after = *board;
            after.go(part.peg, to, self.mover.team, &mut moved)
        });
        if after.is_ok() { moved } else { Log::new() }
    }

    /// The split that is being built, its first part played.
    fn half(&self) -> Option<Half<'_>> {
        let at = self.so_far.iter().position(|step| matches!(step, Step::First(_)))?;
        let [Step::First(peg), Step::Go(steps, way), ..] = self.so_far[at..] else { return None };
        let face = self.face()?;
        let split = Uses::of(face, self.mover.options).split?;
        Half::play(&self.mover, face, split, Part { peg, steps, way }, &mut Log::new()).ok()
    }

    /// The other peg of a split: where it lands if there is only one way for it, else where it stands by then.
    fn second(&self, peg: Peg) -> (String, String) {
        let Some(half) = self.half() else { return (peg.to_string(), self.place(peg)) };
        match *half.seconds(peg) {
            [only] => landing(&self.part(half.board(), only)),
            _ => (peg.to_string(), format!("on {}", half.board().at(peg).name(peg.colour()))),
        }
    }

    /// `3 forward, a1: A8 → A11`
    fn go(&self, steps: i8, way: Way) -> (String, String) {
        let how = match (way, steps) {
            (Way::Home, _) => "home",
            (Way::Main, _) => "along the track",
            (Way::Only, ..0) => "back",
            (Way::Only, _) => "forward",
        };
        let moved = match self.so_far.last() {
            Some(Step::First(peg)) => self.part(self.mover.board, Part { peg: *peg, steps, way }),
            Some(Step::Second(peg)) => {
                self.half().map(|half| self.part(half.board(), Part { peg: *peg, steps, way })).unwrap_or_default()
            }
            _ => Log::new(),
        };
        let (label, hint) = landing(&moved);
        (format!("{} {how}, {label}", steps.unsigned_abs()), hint)
    }

    fn taken(&self, source: Source) -> (String, String) {
        match source {
            Source::Start(Some(colour)) => (format!("A peg of {} from start", letter(colour)), String::new()),
            Source::Start(None) => ("A peg from start".to_owned(), String::new()),
            Source::Peg(peg) => (format!("Peg {peg}"), self.place(peg)),
        }
    }

    /// The other peg of an exchange, and where both land.
    fn with(&self, peg: Peg) -> (String, String) {
        let moved = match self.so_far.last() {
            Some(Step::Swap(one)) => self.outcome(Act::Swap(*one, peg)),
            _ => Log::new(),
        };
        (format!("{peg} {}", self.place(peg)), changes(&moved))
    }

    fn onto(&self, hole: u8) -> (String, String) {
        match self.so_far.last() {
            Some(Step::Take(source)) => landing(&self.outcome(Act::Jump(*source, hole))),
            _ => (hole_name(hole), String::new()),
        }
    }
}

/// `a1: A8 → A11`, and what follows from its landing there: `b2 to start`.
fn landing(moved: &[Moved]) -> (String, String) {
    let [Moved { peg, from, to, .. }, others @ ..] = moved else { return Default::default() };
    let name = |spot: &Spot| if spot.is_start() { "start".to_owned() } else { spot.name(peg.colour()) };
    (format!("{peg}: {} → {}", name(from), name(to)), changes(others))
}
