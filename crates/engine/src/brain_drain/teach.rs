//! How Brain Drain is learnt.

use super::BrainDrain;
use super::event::Event;
use super::moves::Step;
use crate::teach::{self, Example, Explained, Lesson, Teaching};
use crate::{Language, Reader, Turns, View};

const AIM: &str = "Four cards lie open, and a fifth, the **target**. Make the target's number of all four, each used once, with + − × ÷ and \
brackets: 8 5 10 3 make 1 as (8+5)÷(10+3). Aces and court cards count 1.
Whoever is first wins the target's card. Here nobody hurries you: the house waits until you answer or pass.";

impl Teaching for BrainDrain {
    fn lesson(Language::English: Language) -> Lesson {
        Lesson { variant: "classic", aim: AIM, moves: 4 }
    }

    fn example(Language::English: Language) -> Example {
        Example {
            seed: 3,
            moves: &["solve 6*2-5-1", "solve 5*1*1+2"],
            shown: [
                (
                    0,
                    "J♦ 5♦ 2♥ 6♠ lie open; a jack counts 1. **The target is 6.** Everybody looks for a way to make 6 of 1, 5, 2 and 6, each used once. \
                     Ada sees 6×2 = 12, minus 5, minus 1.",
                ),
                (
                    1,
                    "She was first, and **the target's card is hers**. Four new cards and a new target: 2, 5 and two ones shall make 7. \
                     5×1×1+2 does.",
                ),
                (
                    2,
                    "Two cards for Ada. So it goes on, and the first with 12 wins. Whoever sees no way may **pass**; whoever is wrong is out until the target \
                     changes, and with two players the other is given the card.",
                ),
            ],
        }
    }

    fn way(_: &View<'_, Self>, step: &Step, reader: &Reader) -> Explained {
        let (Language::English, Step::Pass) = (reader.language, step);
        Explained::new(
            "Pass",
            "you see no way. Some targets cannot be made at all, and to notice that is part of the game.",
        )
    }

    /// An answer is typed, so no step leads to it.
    fn ways(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Explained> {
        let Language::English = reader.language;
        let asked = view.seat().is_some_and(|seat| Self::may_act(view.public(), seat));
        let answer = || {
            Explained::new(
                "Answer",
                "opens a box to type a sum in, such as `(9-7)*(5+3)`. What cannot be read costs nothing.",
            )
        };
        asked.then(answer).into_iter().chain(teach::ways(view, so_far, reader)).collect()
    }

    fn meaning(event: &Event, Language::English: Language) -> Option<&'static str> {
        Some(match event {
            Event::Slip { .. } => {
                "All four cards have to be used, each once; forgetting one is forgiven once for each target."
            }
            Event::Wrong(_) => "A wrong answer gives the target to the other player, with two at the table.",
            Event::Passed { .. } => "Whoever passes is out until the target changes; the other may still answer.",
            Event::Made { .. } => "The target's card is won, and counts one; four new cards and a target are dealt.",
            Event::Missed { .. } => "Nobody made it: another target for the same four cards, or five new cards.",
            Event::PackOver { .. } => "Each card won counts one.",
            _ => return None,
        })
    }
}
