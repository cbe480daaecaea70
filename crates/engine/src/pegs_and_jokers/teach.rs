//! How Pegs and Jokers is learnt.

use super::PegsAndJokers;
use super::cards::Face;
use super::controls::onward;
use super::event::Event;
use super::moves::Step;
use crate::teach::{self, Example, Explained, Lesson, Teaching};
use crate::{Language, Reader, View};

const AIM: &str = "Bring your five pegs out of **start**, once round the track and into your **home**, before the other team. Whoever sits opposite is \
your partner.
A turn: you draw a card, play one, and move a peg by it. An ace, a court card or a joker brings a peg out. Landing on an opponent's peg \
sends it back to start; landing on your partner's pushes it on to the door of its home.";

impl Teaching for PegsAndJokers {
    fn lesson(Language::English: Language) -> Lesson {
        Lesson { variant: "basic", aim: AIM, moves: 10 }
    }

    fn example(Language::English: Language) -> Example {
        Example {
            seed: 1,
            moves: &["Q out", "drop 3", "J out", "A out", "X start>C8", "J out", "J out", "3 d1", "2 a2h"],
            shown: [
                (
                    0,
                    "All pegs are in start. **A turn: a card is drawn** (the 9♠), one is played, and a peg moves by it. Only an ace, a court card or a \
                     joker brings a peg out. Ada plays the queen.",
                ),
                (
                    1,
                    "Peg a1 stands on A8, its come-out. **From here it is once round the track**, clockwise, to A3, where home begins. Ben is next, then Cyd, \
                     who is Ada's partner, then Dee.",
                ),
                (
                    9,
                    "Two rounds on. Ada's joker had put peg a2 on Cyd's peg, and a jack of Cyd's pushed it on to A3: **partners push each other to the door of \
                     their homes**. With a two it goes inside, to the second hole of her home. Ben's or Dee's pegs would have been sent back to start.",
                ),
            ],
        }
    }

    fn way(_: &View<'_, Self>, step: &Step, reader: &Reader) -> Explained {
        let Language::English = reader.language;
        match step {
            Step::Play(face) => does(*face),
            Step::Drop(_) => Explained::new(
                "Discard",
                "no card of yours can move a peg, so one is put away. You may have better luck.",
            ),
            Step::Count(_) => Explained::new(
                "Discard, peg out free",
                "after some turns without a move a peg comes out without a card.",
            ),
            Step::Free(_) => Explained::new("A peg", "whose peg comes out."),
            Step::Down(_) => Explained::new(
                "Lay a card face down",
                "and say what it is. It may be a lie: the opponents may doubt it.",
            ),
            Step::As(_) => Explained::new("Say that it is", "this is what you claim the card to be."),
            Step::Do(_) | Step::Take(_) => Explained::new("A peg", "which peg moves, and where it lands."),
            Step::First(_) => Explained::new("Split", "the card's steps are shared by two pegs; this one goes first."),
            Step::Go(..) => {
                Explained::new("How far", "this peg goes so many of the card's steps; the other goes the rest.")
            }
            Step::Second(_) => Explained::new("And the other peg", "it goes the rest."),
            Step::Onto(_) => Explained::new(
                "Onto which peg",
                "an opponent's peg goes back to start, a partner's goes on to its home's door.",
            ),
            Step::Swap(_) | Step::With(_) => Explained::new("Exchange", "two pegs change places; nobody is hit."),
            Step::Doubt => Explained::new(
                "Doubt it",
                "if it was a bluff, a peg of theirs goes back to start; if it was true, one of yours.",
            ),
            Step::Trust => Explained::new("Trust it", "the move is made as they said."),
            Step::Send(_) => Explained::new("Send back", "this peg goes back to start."),
        }
    }

    /// Steps that leave no choice are skipped by the buttons, too.
    fn ways(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Explained> {
        let Language::English = reader.language;
        teach::ways(view, &onward(view, so_far).0, reader)
    }

    fn meaning(event: &Event, Language::English: Language) -> Option<&'static str> {
        Some(match event {
            Event::Dealt { .. } => {
                "Pegs are called by letter and number: a is yours, c your partner's, b and d the other team's. All stand in start."
            }
            Event::Played { moved, .. } if moved.iter().any(|one| one.pushed) => {
                "It landed on another peg: an opponent's goes back to start, a partner's on to its home's door."
            }
            Event::Played { moved, .. } if moved.iter().any(|one| one.from.is_start()) => {
                "The peg stands on its come-out now. Eighteen holes a side: home is nearly a whole lap away."
            }
            Event::Dropped { .. } => "Nothing could move: the card is put away, and the turn is over.",
            Event::Counted { .. } => "Whoever is stuck for some turns gets a peg out free.",
            Event::Declared { .. } => {
                "A *claim*: the card lies face down, and may be another. Opponents may doubt it before it counts."
            }
            Event::Doubted { .. } => "Whoever was wrong loses a peg to start: the bluffer, or the doubter.",
            Event::Reshuffled { .. } => "The discards are the new stock.",
            Event::Won { .. } => "All five pegs of each partner are home.",
            _ => return None,
        })
    }
}

/// What the card does in the plainest variant; cards that do the same are one.
fn does(face: Face) -> Explained {
    let (name, why) = match face {
        Face::ACE => ("ace", "brings a peg out of start, or moves one 1 forward."),
        Face::SEVEN => ("7", "moves a peg 7 forward, or two pegs that make 7 together."),
        Face::EIGHT => ("8", "moves a peg 8 back: just after coming out that is a short way home."),
        Face::JOKER => {
            ("joker", "puts a peg of yours, even from start, on top of any other player's peg on the track.")
        }
        other => match other.number() {
            11..=13 => ("jack, queen or king", "brings a peg out of start, or moves one 10 forward."),
            _ => ("another number", "moves a peg forward by as many holes as it shows, all of them."),
        },
    };
    Explained::new(format!("Play {name}"), why)
}
