//! How Brain Drain is put into words: notation, board and controls.

use serde_json::Value;

use super::judge::Puzzle;
use super::options::{Options, Score};
use super::picture::{self, SPOKEN};
use super::read::{self, Glossary};
use super::state::{Climb, Event, Move, Public, Step};
use super::{BrainDrain, study, tell};
use crate::engine::cards::Card;
use crate::engine::columns;
use crate::engine::phrases::counted;
use crate::engine::picture::{Picture, Zone};
use crate::engine::{
    Awaiting, BoardText, Boards, Control, Controls, Does, Game, Moment, Names, Narration, Notation, Pictures, Prompt,
    Seat, SeatSet, Study, Unreadable, View, outcome,
};

impl Notation for BrainDrain {
    const FREE_TEXT: bool = true;

    fn say(m: &Move) -> String {
        match m {
            Move::Pass => "pass".to_owned(),
            Move::Solve(answer) => format!("solve {}", answer.text()),
        }
    }

    fn read(view: &View<'_, Self>, text: &str) -> Result<Move, Unreadable> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let public = view.public();
        let glossary = Glossary {
            scheme: public.options.values,
            limits: public.options.limits(),
            display: &public.display,
            target_card: public.target,
            target: public.number(),
        };
        read::answer(text, &glossary)
            .map(Move::Solve)
            .map_err(|unread| Unreadable::Against(unread.rule(), unread.to_string()))
    }

    /// Somebody made the last target, and this answer has its cards, but not those that are displayed now.
    fn beaten_by(view: &View<'_, Self>, m: &Move) -> Option<Seat> {
        let Move::Solve(answer) = m else { return None };
        let public = view.public();
        let past = public.past.as_ref().filter(|past| past.answer.is_some() && !public.in_turns())?;
        let foreign = public.puzzle()?.cards(answer).is_err();
        past.by.filter(|_| foreign && past.puzzle.cards(answer).is_ok())
    }

    /// Does not say whether an answer is right: autocomplete shows this before the answer is given.
    fn describe(_: &View<'_, Self>, m: &Move) -> String {
        match m {
            Move::Pass => "pass for this target".to_owned(),
            Move::Solve(answer) => format!("answer {}", answer.pretty()),
        }
    }

    fn demonstrate(view: &View<'_, Self>) -> Option<Move> {
        let shortest = view.public().puzzle()?.solutions().into_iter().next()?;
        Self::read(view, &shortest).ok()
    }
}

impl Narration for BrainDrain {
    fn name_of_a_deal(_public: &Public) -> &'static str {
        "pack"
    }

    fn house_rules(options: &Options) -> String {
        [options.answer_rules(), options.course_rules(), options.standing_rules()].concat().join(" · ")
    }

    fn tell(event: &Event, names: &Names) -> String {
        tell::tell(event, names)
    }

    fn moment(event: &Event) -> Moment {
        match event {
            Event::Pack { .. } => Moment::Deal,
            Event::PackOver { .. } => Moment::Result,
            Event::Dealt { .. }
            | Event::Remade { .. }
            | Event::Target { .. }
            | Event::Passed { .. }
            | Event::Sent { .. }
            | Event::Late { .. }
            | Event::Kept { .. }
            | Event::Slip { .. }
            | Event::Wrong(_)
            | Event::Erred(_)
            | Event::Made { .. }
            | Event::Missed { .. }
            | Event::Turned { .. }
            | Event::Last { .. }
            | Event::Stopped => Moment::Passing,
        }
    }
}

impl Boards for BrainDrain {
    fn board(view: &View<'_, Self>, names: &Names) -> BoardText {
        let public = view.public();
        BoardText { headline: headline(public), body: body(public, names), prompt: prompt(public, names) }
    }
}

impl Pictures for BrainDrain {
    fn picture(view: &View<'_, Self>, names: &Names) -> Picture {
        picture::picture(view.public(), names)
    }

    fn showdown(event: &Event, names: &Names) -> Vec<Zone> {
        picture::showdown(event, names)
    }

    fn end_picture(view: &View<'_, Self>, names: &Names) -> (Vec<Zone>, String) {
        picture::climbed(view.public(), names)
    }
}

impl Controls for BrainDrain {
    fn controls(view: &View<'_, Self>, so_far: &[Step]) -> Vec<Control> {
        let asked = view.seat().is_some_and(|seat| Self::may_act(view.public(), seat));
        if asked && so_far.is_empty() { controls(view.public(), Does::Step(0)) } else { Vec::new() }
    }

    fn shared_controls(public: &Public) -> Vec<Control> {
        if public.over { Vec::new() } else { controls(public, Does::Say("pass".to_owned())) }
    }
}

impl Study for BrainDrain {
    fn study(question: &Value) -> Result<Value, String> {
        study::study(question)
    }
}

/// A form for the answer, and a button to pass.
fn controls(public: &Public, pass: Does) -> Vec<Control> {
    vec![
        Control::Form {
            label: "Answer".to_owned(),
            title: title(public),
            field: field(public),
            example: example(public).to_owned(),
        },
        Control::Button { label: pass_label(public), does: pass, strong: false },
    ]
}

/// The question again, because the form covers the board: `Make 1 from 8, 5, 10, 3`.
fn title(public: &Public) -> String {
    let make = format!("Make {}", public.number());
    public.puzzle().map_or_else(|| make.clone(), |puzzle| format!("{make} from {}", numbers(&puzzle)))
}

/// What the four cards count.
fn numbers(puzzle: &Puzzle) -> String {
    puzzle.values.map(|value| value.to_string()).join(", ")
}

/// `8♠ 5♠ 10♠ J♣: use all four, each once`
fn field(public: &Public) -> String {
    let cards: Vec<String> = public.display.iter().map(|card| card.pretty()).collect();
    let how = if public.options.omit_one { "once each, or leave one out" } else { "use all four, each once" };
    format!("{}: {how}", cards.join(" "))
}

pub(super) fn uses(public: &Public) -> &'static str {
    if public.options.omit_one { "Each card once; one may be left out" } else { "Use all four cards, each once" }
}

/// An example of the notation that does not fit the cards on display, so that it cannot be an answer to them.
fn example(public: &Public) -> &'static str {
    let has = |n| public.display.iter().any(|&card| public.options.values.value(card) == n);
    match public.options.reading {
        super::Reading::LeftToRight if has(9) => "2+4-6*8",
        super::Reading::LeftToRight => "9-7+5*3",
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

fn headline(public: &Public) -> String {
    let options = &public.options;
    let stands = if public.over { vec![format!("over after {}", counted(public.pack, "pack"))] } else { stage(public) };
    [stands, options.answer_rules(), options.standing_rules()].concat().join(" · ")
}

/// `pack 2 of 3 · 12 cards end the pack · 27 cards in the stock`: how far the match has got, and what ends the pack.
fn stage(public: &Public) -> Vec<String> {
    let options = &public.options;
    let mut said = Vec::new();
    if options.matches > 1 {
        said.push(format!("pack {} of {}", public.pack, options.matches));
    }
    match &public.climb {
        Some(climb) => said.push(rung(climb, options.ascent_last)),
        None if public.last_five.is_some() => said.push("the last five cards".to_owned()),
        None if public.seats() == 2 => said.push(options.goal()),
        None if options.score == Score::Cards && options.matches == 1 => said.push("most cards win".to_owned()),
        None => {}
    }
    said.push(format!("{} in the stock", counted(public.stock_count(), "card")));
    if options.max_swaps > 0 && !options.ascent && public.last_five.is_none() {
        said.push(match public.swaps_left {
            0 => "the last target of this display".to_owned(),
            left => format!("{} left for this display", counted(left, "new target")),
        });
    }
    said
}

/// `target 11 of 20, worth 11 now`: a number scores once somebody has failed at it.
fn rung(climb: &Climb, last: u8) -> String {
    let worth = if climb.failed.is_empty() {
        "worth nothing at the first try".to_owned()
    } else {
        format!("worth {} now", climb.target)
    };
    format!("target {} of {last}, {worth}", climb.target)
}

/// The display and the target, while there is something to make; then the seats.
fn body(public: &Public, names: &Names) -> String {
    let mut lines = if public.over { Vec::new() } else { question(public) };
    let scores = public.scores();
    let wide = names.columns(NAME);
    // In a race all are asked, and nobody keeps the others waiting.
    let asked = match public.awaiting() {
        Awaiting::Race(_) => SeatSet::EMPTY,
        asked => asked.seats(),
    };
    lines.extend(Seat::all(public.seats()).flat_map(|seat| {
        let name = columns::left(names.of(seat), wide);
        let beside: Vec<String> = beside(public, seat).into_iter().chain(climbed(public, seat)).collect();
        let mark = if asked.contains(seat) { '▸' } else { ' ' };
        columns::narrow(format!("{mark} {name} {:>4}  {}", scores[seat], beside.join(" · ")).trim_end())
    }));
    lines.join("\n")
}

/// `made 9, 12`: the numbers of Ascent that a seat has made, which a picture shows as a ladder.
fn climbed(public: &Public, seat: Seat) -> Option<String> {
    let made = (1..).zip(&public.climb.as_ref()?.made).filter(|(_, (by, _))| *by == seat);
    let numbers: Vec<String> = made.map(|(n, _): (usize, _)| n.to_string()).collect();
    let latest = &numbers[numbers.len().saturating_sub(SPOKEN)..];
    let before = if latest.len() < numbers.len() { "… " } else { "" };
    (!latest.is_empty()).then(|| format!("made {before}{}", latest.join(", ")))
}

/// The cards, what they count below them if their faces do not say it, and an empty line.
fn question(public: &Public) -> Vec<String> {
    let value = |card: &Card| public.options.values.value(*card);
    let face = |card: &Card| format!("{:>5}", card.pretty());
    let number = |card: &Card| format!("{:>5}", value(card));
    let (goal, goal_value) = match &public.target {
        Some(card) => (face(card), number(card)),
        None => (format!("{:>5}", public.number()), String::new()),
    };
    let shown: String = public.display.iter().map(face).collect();
    let mut lines = vec![format!("{shown}   →{goal}")];
    let plain = public.display.iter().chain(&public.target).all(|card| (2..=10).contains(&card.number()));
    if !plain {
        let counts: String = public.display.iter().map(number).collect();
        lines.push(format!("{counts}    {goal_value}"));
    }
    lines.push(String::new());
    lines
}

/// What is shown beside a seat's score: the cards won in this pack, if scores count something else, and its state.
pub(super) fn beside(public: &Public, seat: Seat) -> Vec<String> {
    let scores = public.scores();
    let cards = |seat: Seat| public.won[seat].len() as u32;
    let apart = Seat::all(public.seats()).any(|seat| i64::from(scores[seat]) != i64::from(cards(seat)));
    let won = (apart && public.climb.is_none()).then(|| counted(cards(seat), "card"));
    won.into_iter().chain(state_of(public, seat).map(str::to_owned)).collect()
}

/// In a word, why a seat is not asked any more for this target; in Ascent, that it has failed at this number.
fn state_of(public: &Public, seat: Seat) -> Option<&'static str> {
    let failed = public.climb.as_ref().map_or(SeatSet::EMPTY, |climb| climb.failed);
    let sent = public.sent.iter().copied().collect();
    let states = [(failed, "failed"), (public.barred, "out"), (public.passed, "passed"), (sent, "decided")];
    let state = states.into_iter().find(|(seats, _)| seats.contains(seat));
    state.filter(|_| !public.over).map(|(_, word)| word)
}

/// The widest a name may be on the board, in columns.
const NAME: usize = 13;

/// Who has the most, once the match is over.
pub(super) fn result(public: &Public, names: &Names) -> String {
    let most = public.totals.iter().max();
    let best = Seat::all(public.seats()).filter(|&seat| Some(&public.totals[seat]) == most);
    outcome(&best.map(|seat| vec![names.of(seat)]).collect::<Vec<_>>())
}

/// Who is asked for what: one line.
fn prompt(public: &Public, names: &Names) -> Prompt {
    let Some(puzzle) = public.puzzle().filter(|_| !public.over) else { return Prompt::default() };
    let leave = if public.options.omit_one { ", one may be left out" } else { "" };
    let make = format!("make {} from {}, each once{leave}", puzzle.target, numbers(&puzzle));
    match public.awaiting() {
        Awaiting::Race(seats) if seats.len() > 1 => {
            Prompt::ask_all(names, seats, "whoever is first", format!("{make}, or pass"))
        }
        asked @ (Awaiting::Nobody | Awaiting::Turn(_) | Awaiting::Turns(_) | Awaiting::Race(_)) => {
            asked.seats().iter().map(|seat| Prompt::ask(names, seat, format!("{make}, or pass"))).collect()
        }
        Awaiting::Sealed(seats) => Prompt::ask_all(names, seats, "unseen by the others", format!("{make}, or pass")),
    }
}
