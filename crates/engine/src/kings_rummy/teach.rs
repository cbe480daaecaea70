//! How King's Rummy is learnt.

use super::KingsRummy;
use super::event::Event;
use super::moves::{Finish, Part, Step};
use super::state::hand_of;
use crate::game::View;
use crate::teach::{self, Example, Explained, Lesson, Teaching};
use crate::words::{Language, Reader};

const AIM: &str = "Each card has a number from 1 to 4, an item (key, axe, shield, coin) and a kingdom (its colour). A **meld** is three or four \
cards in which the numbers are all equal or all different, the items too, and the colours too; three different numbers are neighbours.
A turn: draw, lay melds or add to those on the table if you like, then put a card away. Whoever plays their last card scores what the \
others still hold.";

impl Teaching for KingsRummy {
    fn lesson(Language::English: Language) -> Lesson {
        Lesson { variant: "classic", aim: AIM, moves: 40 }
    }

    fn example(Language::English: Language) -> Example {
        Example {
            seed: 3,
            moves: &["take", "lay 1KG 1AB 1CY; lay 2KG 3CB 4AR; lay 2SB 3AY 4KG; drop 1SB"],
            shown: [
                (
                    0,
                    "**A turn begins with a draw**: an unseen card, or the open one. Ada takes the open 3AY (axe, yellow sun): with 2SB and 4KG it is a meld, for \
                     numbers, items and colours are all different, and 2 3 4 are neighbours.",
                ),
                (
                    1,
                    "Eleven cards. **Now she may lay melds**: 1KG 1AB 1CY (ones, all items and colours different), 2KG 3CB 4AR and 2SB 3AY 4KG. Then \
                     she has to put one card away.",
                ),
                (
                    2,
                    "Three melds lie on the table, where Ben may add to them, and 1SB on the discards. **One card is left to her**: whoever plays the last one \
                     first scores the numbers on all cards that the other holds.",
                ),
            ],
        }
    }

    fn way(view: &View<'_, Self>, step: &Step, reader: &Reader) -> Explained {
        let Language::English = reader.language;
        match step {
            Step::Draw => Explained::new(
                "Draw from the stock",
                "an unseen card: the usual thing if the open one makes no meld with yours.",
            ),
            Step::Take => Explained::new(
                "Take",
                "the open card, worth it if it makes a meld. It may not be put away in the same turn.",
            ),
            Step::Rearrange => Explained::new(
                "Rearrange the table",
                "take a card of a meld there for a new one of yours, if what stays is still a meld.",
            ),
            Step::Part(Part::Lay(_)) => Explained::new(
                "Lay",
                "three or four of your cards go to the table, and count against you no more. Others may add to them.",
            ),
            Step::Part(Part::Add { .. }) => Explained::new("Add", "a card of yours makes a meld of three one of four."),
            Step::Part(Part::Pull { .. }) => {
                Explained::new("Take a card off", "it has to go into a new meld in this turn.")
            }
            Step::Part(Part::Swap { .. }) => {
                Explained::new("Swap", "yours goes in, another comes off for a new meld in this turn.")
            }
            Step::Part(Part::Shift { .. }) => {
                Explained::new("Move a card", "from a meld of four to one of three, to make room.")
            }
            Step::Finish(Finish::Drop(_)) if hand_of(view).len() > 1 => Explained::new(
                "Discard",
                "one card ends your turn. Keep cards that go together; high ones that do not cost most. The next player may take it.",
            ),
            Step::Finish(Finish::Out(_)) => Explained::new("Out, face down", "your last card, which nobody sees."),
            Step::Finish(_) => {
                Explained::new("Out", "no card is left to you: you win the hand, and score what the others hold.")
            }
        }
    }

    /// Melds first: discarding ends the turn.
    fn ways(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Explained> {
        let Language::English = reader.language;
        let mut all = teach::ways(view, so_far, reader);
        all.sort_by_key(|way| way.name == "Discard");
        all
    }

    fn meaning(event: &Event, Language::English: Language) -> Option<&'static str> {
        Some(match event {
            Event::Dealt { .. } => {
                "The card turned up begins the discards; on your turn you may take it instead of drawing."
            }
            Event::Drew { .. } => "Nobody else sees it.",
            Event::Took { .. } => "Everybody sees a card that is taken from the discards.",
            Event::Played { parts, .. } if parts.is_empty() => {
                "Nothing was laid: the turn ended with a discard, which you may take."
            }
            Event::Played { .. } => "Melds on the table belong to nobody: you may add to them, too.",
            Event::Few { .. } => "A warning: the hand may soon be over, and what you hold then counts against you.",
            Event::Won(won) if won.double => "All in one turn, with nothing laid before: that counts double.",
            Event::Won(_) => "The winner scores the numbers on all cards that the others still hold.",
            _ => return None,
        })
    }
}
