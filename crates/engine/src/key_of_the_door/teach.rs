//! How Key of the Door is learnt.

use super::KeyOfTheDoor;
use super::event::{Event, Fault};
use super::moves::Step;
use super::phrases::{CALLING, stealing};
use crate::teach::{Example, Explained, Lesson, Teaching};
use crate::{Language, Reader, View};

const AIM: &str = "Each suit has an open **key**: a jack, its *header*, on which you all put cards of that suit. Whoever brings a key to **exactly 21** takes it. \
The jack copies one card of its key, whichever is best: 6 5 4 A and a second 5 make 21.
A key brings its number of cards; the queen's key, which comes next, twice that, the king's three times.";

impl Teaching for KeyOfTheDoor {
    fn lesson(Language::English: Language) -> Lesson {
        Lesson { variant: "assisted", aim: AIM, moves: 12 }
    }

    fn example(Language::English: Language) -> Example {
        Example {
            seed: 2,
            moves: &["play 3H", "play 3C", "play 9H"],
            shown: [
                (
                    0,
                    "Each suit has an open key, a jack. **A turn is one card**, on the key of its suit. Ada holds 3 7 9 10 of hearts. A key is taken at \
                     exactly 21, and its jack counts one of the cards once more: 3 and 9 twice are 21. So she begins with the 3♥.",
                ),
                (
                    2,
                    "Now the heart key has 3, and wants a 9. Ben has played the 3♣ on another key, where a 9 would do the same. After each card its player \
                     draws one from a stock of their own. **Ada's turn**, and she holds the 9♥.",
                ),
                (
                    3,
                    "3 + 9, and 9 once more for the jack: **21, and the key is hers**. Jack, 3 and 9 are three cards, so it counts 3. The queen's key opens in \
                     its place, on which every card counts 2; on the king's they count 3.",
                ),
            ],
        }
    }

    fn way(view: &View<'_, Self>, step: &Step, reader: &Reader) -> Explained {
        let Language::English = reader.language;
        match step {
            Step::Card(_) => Explained::new(
                "Play",
                "a card goes on the key of its suit. Bring a key to 21 if you can; else avoid a sum that lets the next player do it.",
            ),
            Step::Way(_) => Explained::new(
                "A key",
                "where the card goes. Joker keys take cards of every suit and count three times.",
            ),
            Step::Steal(_) => Explained::new("Steal", stealing(view.public())),
            Step::Bust(_) => Explained::new("Call bust", CALLING),
            Step::Pass => Explained::new("Pass", "none of your cards can be played."),
        }
    }

    fn meaning(event: &Event, Language::English: Language) -> Option<&'static str> {
        Some(match event {
            Event::Dealt { .. } => "Ten cards in hand, ten more in a stock of your own: after each card you draw one.",
            Event::Played { .. } => "What a key counts now stands beside it, each way of copying a card by itself.",
            Event::LaidDown { .. } => {
                "Nothing in that hand fits any more without going past 21. Face down it counts nothing, but makes the key longer."
            }
            Event::Drew { .. } => "From your own stock, as long as it lasts.",
            Event::Won { stolen: true, fault: Some(Fault::Bent), .. } => {
                "It could not reach 21 any more, whatever is played: a *bent* key belongs to whoever notices."
            }
            Event::Won { stolen: true, .. } => "Something was wrong with it, so it belongs to whoever notices.",
            Event::Won { .. } => "Exactly 21: the key is taken, with all its cards.",
            Event::Opened { .. } => "After the jack's key comes the queen's, then the king's: each counts more.",
            Event::StealFailed { .. } => {
                "Either it can still come to 21, or its last card took it past 21 and has to be called bust."
            }
            Event::DealOver { .. } => {
                "Each key counts its cards, twice for a queen, three times for a king or a Joker."
            }
            _ => return None,
        })
    }
}
