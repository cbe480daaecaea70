//! How Crazy Eights is learnt.

use super::CrazyEights;
use super::event::Event;
use super::moves::Move;
use crate::game::View;
use crate::teach::{Example, Explained, Lesson, Teaching};
use crate::words::{Language, Reader};

const AIM: &str = "Be the first without cards. Play a card that has the **suit** or the **rank** of the top discard; an **eight** goes on \
anything and lets you name the suit that follows; a **Joker** goes on anything and costs the other a turn.
If nothing fits, draw. Whoever is out scores what the others still hold: an eight or a Joker counts 50.";

impl Teaching for CrazyEights {
    fn lesson(Language::English: Language) -> Lesson {
        Lesson { variant: "jokers", aim: AIM, moves: 40 }
    }

    fn example(Language::English: Language) -> Example {
        Example {
            seed: 2,
            moves: &["play QC", "play 8S as D", "play 6D", "play 5D", "play XR"],
            shown: [
                (
                    0,
                    "2♣ is the top discard. **A turn is one card** that has its suit or its rank: Ada may play any club, or her Joker, which always fits. She \
                     plays Q♣, which would count 10 against her.",
                ),
                (
                    2,
                    "Ben had an **eight**, which fits on anything, and has named ♦. So only a ♦, another eight or a Joker fits now, whatever the card on \
                     top. Ada plays her 6♦, Ben answers with the 5♦.",
                ),
                (
                    5,
                    "She played her **Joker**: Ben loses a turn, and she plays again. The 5♦ below still says what fits. Nothing of hers does, so \
                     she **draws**. Whoever is first without cards scores what the other holds.",
                ),
            ],
        }
    }

    fn way(view: &View<'_, Self>, step: &Move, reader: &Reader) -> Explained {
        let Language::English = reader.language;
        match *step {
            Move::Play { suit: Some(_), .. } => {
                Explained::new("A suit", "the next card has to have it: name the one that you hold most of.")
            }
            Move::Play { card, .. } if card.is_joker() => {
                Explained::new("Joker", "fits on anything; the other loses a turn, so with two players you play again.")
            }
            Move::Play { card, .. } if view.public().names_suit(card) => Explained::new(
                "An eight",
                "fits on anything, and you name the suit that follows. Best kept until nothing else fits.",
            ),
            Move::Play { .. } => Explained::new(
                "A card",
                "it fits in suit or rank. High cards count most against you, but keep something that fits next time.",
            ),
            Move::Draw => Explained::new("Draw", "one card. If something fits then, you may play it, or pass."),
            Move::Pass => Explained::new("Pass", "your turn is over; you keep the card that you drew."),
        }
    }

    fn meaning(event: &Event, Language::English: Language) -> Option<&'static str> {
        Some(match event {
            Event::Dealt { .. } => "Seven cards each. The card turned up says what fits: its suit or its rank.",
            Event::Played { card, .. } if card.is_joker() => "What lay below it still says what fits.",
            Event::Played { suit: Some(_), .. } => {
                "From now on that suit fits, whatever the card's own; another eight fits, too."
            }
            Event::Played { .. } => "Now its suit or its rank fits.",
            Event::Skipped { .. } => "A Joker did that.",
            Event::TurnedRound { .. } => "An ace does that.",
            Event::Drew { stuck: true, .. } => "What was drawn does not fit either, so the turn is over.",
            Event::Drew { .. } => "Something fits now: it may be played, or passed.",
            Event::Paid { .. } => "Twos add up until somebody cannot answer with another one.",
            Event::Remade { .. } => "The discards but for the top one are shuffled, and drawn from again.",
            Event::Scored(_) => "Whoever is out scores what the other's cards count.",
            _ => return None,
        })
    }
}
