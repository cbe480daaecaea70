//! What can be pressed.

use super::super::{Face, Source, Step, Way};
use super::{Desk, PegsAndJokers, card, peg, variant};
use crate::{Choices, Choosing, Control, Controls, Does, Notation, Reader, View};

#[test]
fn controls_are_short_step_by_step() {
    let desk = Desk::sized(variant("arizona"), 8, "a1 A8, c2 C4, e5 H17, g1 A0, d3 D15", "7 9 X K 3");
    let view = desk.view();
    let mut longest = 0;
    let mut so_far = Vec::new();
    walk(&view, &mut so_far, &mut longest);
    assert!(longest <= 25, "a list of {longest}");
}

fn walk(view: &View<'_, PegsAndJokers>, so_far: &mut Vec<Step>, longest: &mut usize) {
    for control in PegsAndJokers::controls(view, so_far, &Reader::plain(8)) {
        if let Control::Select { placeholder, options } = control {
            assert!(!placeholder.is_empty() && !options.is_empty());
            *longest = (*longest).max(options.len());
            assert!(options.iter().all(|pick| !pick.label.is_empty() && pick.label.chars().count() <= 80));
        }
    }
    for step in PegsAndJokers::choices(view, so_far).steps {
        so_far.push(step);
        walk(view, so_far, longest);
        so_far.pop();
    }
}

/// What can be pressed after these steps: labels, with hints after a bar.
fn pressable(desk: &Desk, so_far: &[Step]) -> Vec<String> {
    let shown = |control: Control| match control {
        Control::Button { label, .. } => vec![label],
        Control::Select { options, .. } => options.into_iter().map(|p| format!("{} | {}", p.label, p.hint)).collect(),
        other => panic!("{other:?}"),
    };
    PegsAndJokers::controls(&desk.view(), so_far, &Reader::plain(8)).into_iter().flat_map(shown).collect()
}

#[test]
fn every_peg_to_be_moved_is_said_to_land_somewhere() {
    let desk = Desk::of(variant("north-carolina"), "a1 A8, a2 B2, b1 B9, c1 A12, d1 B6", "7 10 2 X K");
    let split = [Step::Play(Face::of(card("7"))), Step::First(peg("a1"))];
    let firsts = pressable(&desk, &split);
    assert_eq!(
        (firsts[0].as_str(), firsts[3].as_str()),
        (
            "Move 1 forward: peg a1 from A8 to A9, then peg a2 from B2 to B8 | ",
            "Move 4 forward: peg a1 from A8 to A12, then peg a2 from B2 to B5 | peg c1 pushed to C3",
        )
    );
    // One way for one peg: a button that says everything.
    let second = [&split[..], &[Step::Go(3, Way::Only)]].concat();
    assert_eq!(pressable(&desk, &second), ["Move peg a2 from B2 to B6 (peg d1 to start)"]);
    // The second peg goes either way: first which, then how far, on the board that the first part leaves.
    let ten = Face::TEN;
    let seconds = [Step::Play(ten), Step::First(peg("a1")), Step::Go(4, Way::Only)];
    assert!(
        pressable(&desk, &seconds).contains(&"Move peg c1… | on C3".to_owned()),
        "{:?}",
        pressable(&desk, &seconds)
    );
    let ways = [&seconds[..], &[Step::Second(peg("c1"))]].concat();
    assert_eq!(
        pressable(&desk, &ways),
        ["Move 6 forward: peg c1 from C3 to C9 | ", "Move 6 back: peg c1 from C3 to B15 | "]
    );
    let joker = [Step::Play(Face::JOKER), Step::Take(Source::Peg(peg("a1")))];
    assert_eq!(
        pressable(&desk, &joker),
        [
            "Move peg a1 from A8 to B9 | peg b1 to start",
            "Move peg a1 from A8 to A12 | peg c1 pushed to C3",
            "Move peg a1 from A8 to B6 | peg d1 to start",
        ]
    );
    let two = [Step::Play(Face::TWO), Step::Swap(peg("a2"))];
    assert_eq!(pressable(&desk, &two)[0], "Exchange with peg b1 on B9 | peg a2 from B2 to B9, peg b1 from B9 to B2");
    let king = [Step::Play(Face::of(card("K")))];
    assert_eq!(pressable(&desk, &king)[0], "Move peg a1 from A8 to B0 | ");
}

#[test]
fn a_list_never_has_a_single_line() {
    fn walk(view: &View<'_, PegsAndJokers>, so_far: &mut Vec<Step>) {
        for control in PegsAndJokers::controls(view, so_far, &Reader::plain(8)) {
            match control {
                Control::Select { options, .. } => assert!(options.len() > 1, "{so_far:?}: {options:?}"),
                Control::Button { label, .. } => assert!(label.chars().count() <= 80 && label.len() > 5, "{label}"),
                other => panic!("{other:?}"),
            }
        }
        for step in PegsAndJokers::choices(view, so_far).steps {
            so_far.push(step);
            walk(view, so_far);
            so_far.pop();
        }
    }
    for id in ["basic", "arizona", "north-carolina", "bluffing"] {
        for pegs in ["", "a1 A8", "a1 A8, c2 C4, b1 A0, d3 D15, a2 B2"] {
            walk(&Desk::of(variant(id), pegs, "7 9 X K 2 10").view(), &mut Vec::new());
        }
    }
}

#[test]
fn a_card_that_does_one_thing_is_one_tap() {
    let buttons = |desk: &Desk| -> Vec<(String, Does)> {
        let button = |control| match control {
            Control::Button { label, does, .. } => (label, does),
            other => panic!("{other:?}"),
        };
        PegsAndJokers::controls(&desk.view(), &[], &Reader::plain(8)).into_iter().map(button).collect()
    };
    let desk = Desk::basic("a1 A8, d1 A13", "K 5");
    let plays = |does: &Does| {
        let Does::Path(path) = does else { panic!("{does:?}") };
        let steps = path.iter().fold(Vec::new(), |mut so_far, &n| {
            so_far.push(PegsAndJokers::choices(&desk.view(), &so_far).steps[n]);
            so_far
        });
        PegsAndJokers::choices(&desk.view(), &steps).done.map(|m| PegsAndJokers::say(&m))
    };
    let one_tap = |(label, does): (String, Does)| (label, plays(&does).expect("a whole move"));
    let lines: Vec<_> = buttons(&desk).into_iter().map(one_tap).collect();
    let says = |label: &str, text: &str| (label.to_owned(), text.to_owned());
    assert_eq!(
        lines,
        [
            says("Play 5: peg a1 from A8 to A13, peg d1 to start", "5 a1"),
            says("Play king: peg a1 from A8 to B0", "K a1")
        ]
    );
    // With two ways, the player is asked.
    assert_eq!(buttons(&Desk::basic("a1 A9", "K")), [("Play king…".to_owned(), Does::Step(0))]);
}

#[test]
fn steps_that_leave_no_choice_are_left_out() {
    let desk = Desk::basic("b1 B5, d1 D5", "X 2");
    let joker = [Step::Play(Face::JOKER)];
    let [Control::Select { placeholder, options }] =
        &PegsAndJokers::controls(&desk.view(), &joker, &Reader::plain(8))[..]
    else {
        panic!("a list")
    };
    let lines: Vec<_> = options.iter().map(|pick| (pick.label.as_str(), pick.does.clone())).collect();
    assert_eq!(placeholder, "Onto which peg");
    let from = |at: usize| {
        let Choices { steps, .. } = PegsAndJokers::choices(&desk.view(), &[]);
        let first = steps.iter().position(|step| *step == joker[0]).expect("offered");
        Does::Path(vec![first, 0, at])
    };
    assert_eq!(lines, [("Move peg a1 from start to B5", from(0)), ("Move peg a1 from start to D5", from(1))]);
    for id in ["basic", "arizona", "north-carolina", "bluffing", "wizard", "kilpatrick"] {
        for pegs in ["", "a1 A8", "b1 B5", "a1 A8, c2 C4, b1 A0, d3 D15, a2 B2", "a1 A1, a2 AH2, b1 D17"] {
            let desk = Desk::of(variant(id), pegs, "7 9 X K 2 10");
            for does in pressed(&desk.view(), &[]) {
                no_lonely_page(&desk.view(), &[], &does);
            }
        }
    }
}

/// What everything that can be pressed there does.
fn pressed(view: &View<'_, PegsAndJokers>, so_far: &[Step]) -> Vec<Does> {
    let does = |control| match control {
        Control::Button { does, .. } => vec![does],
        Control::Select { options, .. } => options.into_iter().map(|pick| pick.does).collect(),
        other => panic!("{other:?}"),
    };
    PegsAndJokers::controls(view, so_far, &Reader::plain(8)).into_iter().flat_map(does).collect()
}

/// Wherever this leads, a move is made or there is something to choose.
fn no_lonely_page(view: &View<'_, PegsAndJokers>, so_far: &[Step], does: &Does) {
    let (mut path, ahead) = match does {
        Does::Step(n) => (so_far.to_vec(), vec![*n]),
        Does::Path(steps) => (Vec::new(), steps.clone()),
        Does::Say(text) => panic!("a button is called {text}"),
        Does::Finish | Does::Whole(_) => panic!("nothing to add to is offered with more"),
    };
    for n in ahead {
        path.push(PegsAndJokers::choices(view, &path).steps[n]);
    }
    if PegsAndJokers::choices(view, &path).done.is_none() {
        let next = pressed(view, &path);
        assert!(next.len() > 1, "{path:?}: {next:?}");
        next.iter().for_each(|does| no_lonely_page(view, &path, does));
    }
}
