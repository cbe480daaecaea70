//! What a player can press. The label of anything that moves a peg says where it lands and whom it meets there.

use std::mem::discriminant;

use super::PegsAndJokers;
use super::cards::Face;
use super::choices::choices;
use super::hand::uses_line;
use super::mover::Mover;
use super::moves::{Move, Step};
use super::phrases::{changes, place, stands};
use super::play::outcome;
use super::plays::{Act, CardUse, Part, Source, Uses, Way};
use super::split::Half;
use super::spots::{Log, Moved, Peg, hole_name, letter};
use super::state::{Phase, Public};
use super::track::Board;
use crate::{Choices, Control, Controls, Does, Language, Pick, Reader, View};

/// The most characters of a button's label.
const LABEL: usize = 80;
/// The most characters of a list's hint.
const HINT: usize = 100;
/// As many cards as a hand has with the one just drawn. A button for each is handy, but twice as many would fill a
/// phone's screen.
const BUTTONS: usize = 6;

impl Controls for PegsAndJokers {
    /// Steps that leave no choice are skipped, and what follows them is shown.
    fn controls(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Control> {
        let Language::English = reader.language;
        let Some(seat) = view.seat() else { return Vec::new() };
        let mover = Mover::new(view.public(), seat);
        let (path, Choices { steps, done }) = onward(view, so_far);
        let Some(numbers) = numbers(view, &path) else { return Vec::new() };
        let labels = Labels { view, mover: &mover, so_far: &path, numbers: &numbers, made: so_far.len() };
        let mut all: Vec<Control> = done.map(|_| Control::button("Play it", Does::Finish, true)).into_iter().collect();
        match steps.as_slice() {
            [] => {}
            [first, ..] if path.is_empty() && !matches!(first, Step::Send(_)) => {
                all.extend(labels.opening(&steps));
            }
            // A list of one line would only be one more tap.
            [only] => all.push(labels.alone(only)),
            [first, ..] => {
                let options = steps.iter().enumerate().map(|(n, step)| labels.pick(n, step)).collect();
                all.push(Control::Select { placeholder: placeholder(first).to_owned(), options });
            }
        }
        all
    }

    /// The answers to a card laid face down.
    fn shared_controls(public: &Public, Reader { language: Language::English, .. }: &Reader) -> Vec<Control> {
        if !matches!(public.phase, Phase::Doubt { .. }) {
            return Vec::new();
        }
        vec![
            Control::button("Trust it", Does::Say("trust".to_owned()), true),
            Control::button("Doubt it", Does::Say("doubt".to_owned()), false),
        ]
    }
}

/// These steps and those after them that leave no choice, and what may follow then. The first and the last step of a
/// move are left to its player.
pub(super) fn onward(view: &View<'_, PegsAndJokers>, so_far: &[Step]) -> (Vec<Step>, Choices<PegsAndJokers>) {
    let mut path = so_far.to_vec();
    let mut next = choices(view, &path);
    while !path.is_empty()
        && let ([only], None) = (next.steps.as_slice(), &next.done)
    {
        path.push(*only);
        let then = choices(view, &path);
        if then.steps.is_empty() {
            path.pop();
            break;
        }
        next = then;
    }
    (path, next)
}

/// The number of each step among those offered there; `None` if one was not offered.
fn numbers(view: &View<'_, PegsAndJokers>, path: &[Step]) -> Option<Vec<usize>> {
    let number = |(at, step)| choices(view, &path[..at]).steps.iter().position(|offered| offered == step);
    path.iter().enumerate().map(number).collect()
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
#[derive(Clone, Copy)]
struct Labels<'a> {
    view: &'a View<'a, PegsAndJokers>,
    mover: &'a Mover<'a>,
    so_far: &'a [Step],
    /// The number of each of them among the steps offered there.
    numbers: &'a [usize],
    /// How many of them the player made; the others leave no choice.
    made: usize,
}

impl Labels<'_> {
    /// What a move begins with: a button each, or, if there are many, a list of the cards for each thing that can be
    /// done.
    fn opening(&self, steps: &[Step]) -> Vec<Control> {
        if steps.len() <= BUTTONS {
            return steps.iter().enumerate().map(|(n, step)| self.button(n, step, steps.len() == 1)).collect();
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

    /// A line for a card, named by its word (`A` is a side of the board too); the list's heading says what is done
    /// with it.
    fn card_line(&self, n: usize, step: &Step) -> Pick {
        let Pick { label, hint, does, .. } = self.pick(n, step);
        let hint = match step {
            Step::Down(face) => format!("as it is: {}", uses_line(self.mover, *face)),
            _ => hint,
        };
        said(label, hint, does)
    }

    fn button(&self, n: usize, step: &Step, only: bool) -> Control {
        let strong = only || matches!(step, Step::Play(_) | Step::Down(_) | Step::Trust);
        let Pick { button, does, .. } = self.pick(n, step);
        Control::button(button, does, strong)
    }

    fn pick(&self, n: usize, step: &Step) -> Pick {
        let ((label, hint), does) = match self.sole(step) {
            Some((m, more)) => (self.whole(step, &m), Does::Path(self.path(n).chain(more).collect())),
            None => (self.asking(step), self.taking(n)),
        };
        said(label, hint, does)
    }

    /// The label and hint of a step by itself; the label ends in `…` if something has to be chosen after it.
    fn asking(&self, step: &Step) -> (String, String) {
        let (label, hint) = self.of(step);
        let asks = !choices(self.view, &[self.so_far, &[*step]].concat()).steps.is_empty();
        (if asks { format!("{label}…") } else { label }, hint)
    }

    /// The action that takes step number `n` here.
    fn taking(&self, n: usize) -> Does {
        if self.so_far.len() == self.made {
            return Does::Step(n);
        }
        Does::Path(self.path(n).collect())
    }

    /// The numbers of the steps so far, and then `n`.
    fn path(&self, n: usize) -> impl Iterator<Item = usize> {
        self.numbers.iter().copied().chain([n])
    }

    /// The one move that a step leads to, if further steps that leave no choice have to be made for it, and their
    /// numbers.
    fn sole(&self, step: &Step) -> Option<(Move, impl Iterator<Item = usize>)> {
        let mut path = [self.so_far, &[*step]].concat();
        loop {
            let Choices { steps, done } = choices(self.view, &path);
            match steps.as_slice() {
                [] if path.len() > self.so_far.len() + 1 => {
                    // Each is the only step offered there.
                    let more = std::iter::repeat_n(0, path.len() - self.so_far.len() - 1);
                    return done.map(|m| (m, more));
                }
                [only] if done.is_none() => path.push(*only),
                _ => return None,
            }
        }
    }

    /// The label and hint of a step that leads to one move only: everything that comes of it.
    fn whole(&self, step: &Step, m: &Move) -> (String, String) {
        let (label, hint) = self.of(step);
        let (Move::Play(play) | Move::Down(_, play)) = m else { return (label, hint) };
        let moved = self.moved(play);
        match (step, play.act) {
            (Step::Go(..), Act::Two(_, second)) => {
                let so_far = [self.so_far, &[*step]].concat();
                let (then, more) = Labels { so_far: &so_far, ..*self }.second(second.peg);
                let hints: Vec<String> = [hint, more].into_iter().filter(|hint| !hint.is_empty()).collect();
                (format!("{label}, then {}", then.trim_start_matches("Move ")), hints.join(", "))
            }
            (Step::Take(_), _) => landing(&moved),
            (Step::First(_), Act::Two(one, two)) => {
                (format!("Split between pegs {} and {}", one.peg, two.peg), changes(&moved))
            }
            (Step::Swap(_), Act::Swap(one, two)) => (format!("Exchange pegs {one} and {two}"), changes(&moved)),
            (Step::Play(_) | Step::As(_), _) => (label, changes(&moved)),
            _ => (label, hint),
        }
    }

    /// The button of a step that has neither a list's heading above it nor a hint below it.
    fn alone(&self, step: &Step) -> Control {
        let Pick { label, hint, does, .. } = self.pick(0, step);
        // A hint that does not fit, such as a long chain of pegs pushing each other, is told when it is played.
        Control::button(with_hint(label, &hint, |label, hint| format!("{label} ({hint})")), does, true)
    }

    /// A label and a hint.
    fn of(&self, step: &Step) -> (String, String) {
        let plain = |label: String| (label, String::new());
        match step {
            Step::Play(face) => plain(format!("Play {}", face.word())),
            Step::Drop(face) => plain(format!("Discard {}", face.word())),
            Step::Count(face) => plain(format!("Discard {}, peg out free", face.word())),
            Step::Free(colour) => plain(format!("Bring out a peg of {}", letter(*colour))),
            Step::Down(card) => plain(format!("Lay {} face down", card.word())),
            Step::As(claimed) => plain(format!("Say {}", claimed.word())),
            Step::Do(act) => landing(&self.outcome(*act)),
            Step::First(peg) => (format!("Split with peg {peg} first"), self.stands(*peg)),
            Step::Second(peg) => self.second(*peg),
            Step::Go(steps, way) => self.go(*steps, *way),
            Step::Take(source) => self.taken(*source),
            Step::Onto(hole) => self.onto(*hole),
            Step::Swap(peg) => (format!("Exchange peg {peg}"), self.stands(*peg)),
            Step::With(peg) => self.with(*peg),
            Step::Doubt => plain("Doubt it".to_owned()),
            Step::Trust => plain("Trust it".to_owned()),
            Step::Send(peg) => (format!("Send back peg {peg}"), self.stands(*peg)),
        }
    }

    fn stands(&self, peg: Peg) -> String {
        stands(self.view.public().board.at(peg), peg.colour())
    }

    /// The card that the move is made with.
    fn face(&self) -> Option<Face> {
        self.so_far.iter().rev().find_map(|step| match step {
            Step::Play(face) | Step::As(face) => Some(*face),
            _ => None,
        })
    }

    /// What changes place if the card does this; nothing if it cannot.
    fn outcome(&self, act: Act) -> Log {
        self.face().map(|face| self.moved(&CardUse { face, act })).unwrap_or_default()
    }

    /// What changes place by this play; nothing if it cannot be made.
    fn moved(&self, play: &CardUse) -> Log {
        outcome(self.view.public(), self.mover.player, play).map(|(_, moved)| moved).unwrap_or_default()
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
        Half::play(self.mover, face, split, Part { peg, steps, way }, &mut Log::new()).ok()
    }

    /// The other peg of a split: where it lands if there is only one way for it, else where it stands by then.
    fn second(&self, peg: Peg) -> (String, String) {
        let moving = format!("Move peg {peg}");
        let Some(half) = self.half() else { return (moving, self.stands(peg)) };
        match *half.seconds(peg) {
            [only] => landing(&self.part(half.board(), only)),
            _ => (moving, stands(half.board().at(peg), peg.colour())),
        }
    }

    /// `Move 3 forward: peg a1 from A8 to A11`
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
        (label.replacen("Move", &format!("Move {} {how}:", steps.unsigned_abs()), 1), hint)
    }

    fn taken(&self, source: Source) -> (String, String) {
        match source {
            Source::Start(Some(colour)) => (format!("Move a peg of {} from start", letter(colour)), String::new()),
            Source::Start(None) => ("Move a peg from start".to_owned(), String::new()),
            Source::Peg(peg) => (format!("Move peg {peg}"), self.stands(peg)),
        }
    }

    /// The other peg of an exchange, and where both land.
    fn with(&self, peg: Peg) -> (String, String) {
        let moved = match self.so_far.last() {
            Some(Step::Swap(one)) => self.outcome(Act::Swap(*one, peg)),
            _ => Log::new(),
        };
        (format!("Exchange with peg {peg} {}", self.stands(peg)), changes(&moved))
    }

    fn onto(&self, hole: u8) -> (String, String) {
        match self.so_far.last() {
            Some(Step::Take(source)) => landing(&self.outcome(Act::Jump(*source, hole))),
            _ => (format!("Move onto {}", hole_name(hole)), String::new()),
        }
    }
}

/// `Move peg a1 from A8 to A11`, and what follows from its landing there: `peg b2 to start`.
fn landing(moved: &[Moved]) -> (String, String) {
    let [Moved { peg, from, to, .. }, others @ ..] = moved else { return ("Move".to_owned(), String::new()) };
    let place = |spot| place(spot, peg.colour());
    (format!("Move peg {peg} from {} to {}", place(*from), place(*to)), changes(others))
}

/// What can be picked: with its hint on a button, too, if there is room.
fn said(label: String, hint: String, does: Does) -> Pick {
    let button = with_hint(label.clone(), &hint, |label, hint| format!("{label}: {hint}"));
    Pick::new(label, within(HINT, hint), does).on_button(button)
}

/// The text, if it is short enough.
fn within(most: usize, text: String) -> String {
    if text.chars().count() <= most { text } else { String::new() }
}

/// A button's label, followed by the hint if there is one and room for both.
fn with_hint(label: String, hint: &str, both: impl Fn(&str, &str) -> String) -> String {
    let (words, asks) = label.strip_suffix('…').map_or((label.as_str(), ""), |words| (words, "…"));
    let whole = if hint.is_empty() { label.clone() } else { both(words, hint) + asks };
    if whole.chars().count() <= LABEL { whole } else { label }
}
