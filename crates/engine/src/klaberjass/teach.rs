//! How Klaberjass is learnt.

use super::Klaberjass;
use super::event::{Call, Event};
use super::moves::Move;
use crate::game::View;
use crate::teach::{Example, Explained, Lesson, Teaching};
use crate::words::{Language, Reader};

const AIM: &str = "Tricks for two. One of you makes a suit **trumps**, and must then count more than the other. Cards in tricks count: an ace \
11, a ten 10, a king 4, a queen 3, a jack 2; of trumps the jack 20 and the nine 14. The last trick counts 10.
You answer a card with one of its suit; without one, with a trump; without that, with any. The higher card, or a trump, takes both.";

impl Teaching for Klaberjass {
    fn lesson(Language::English: Language) -> Lesson {
        Lesson { variant: "book", aim: AIM, moves: 30 }
    }

    fn example(Language::English: Language) -> Example {
        Example {
            seed: 2,
            moves: &["pass", "pass", "trump H", "nomeld", "nomeld", "play JH", "play KH"],
            shown: [
                (
                    0,
                    "Six cards each, and the 7♦ is turned up. **First trumps are made**: Ada may make diamonds trumps or pass. She has one diamond and passes, Ben too; \
                     then another suit may be named, and with J A 10 of hearts she makes hearts trumps.",
                ),
                (
                    5,
                    "Three more cards each; nobody declares three of a suit in order. **Ada leads**, for she did not deal. The jack of trumps is the \
                     highest card and counts 20: it takes whatever Ben answers.",
                ),
                (
                    7,
                    "Ben had to follow with a heart, and did with his king. **The trick is Ada's**: 20 for the jack, 4 for the king, and she leads the next. After nine tricks, \
                     as maker, she has to count more than Ben, or he scores it all.",
                ),
            ],
        }
    }

    fn way(view: &View<'_, Self>, step: &Move, reader: &Reader) -> Explained {
        let Language::English = reader.language;
        let turned = view.public().turn_up.suit().name();
        match step {
            Move::Take => Explained::new(
                format!("Make {turned} trumps"),
                "with strong trumps, the jack or the nine above all. Whoever makes trumps has to count more than the other.",
            ),
            Move::Pass => {
                Explained::new("Pass", "leaves trumps to the other. If all pass, the hand is dead and nobody scores.")
            }
            Move::Trump(_) => Explained::new(
                "Make another suit trumps",
                "names another suit: one in which you hold the jack, the nine or many cards.",
            ),
            Move::Schmeiss => {
                Explained::new("Offer schmeiss", "offers to throw the hand in; if the other says no, it is played.")
            }
            Move::Yes => Explained::new("Say yes", "the hand is thrown in, and nobody scores."),
            Move::No => Explained::new("Say no", "the hand is played."),
            Move::Declare { dix: true, .. } => {
                Explained::new("Exchange", "your seven of trumps becomes the card turned up, which is always better.")
            }
            Move::Declare { meld: true, .. } => Explained::new(
                "Declare sequences",
                "three or more cards of a suit in order count 20, four 50, if the other's are not better.",
            ),
            Move::Declare { .. } => Explained::new(
                "Declare nothing",
                "no three cards of a suit stand in order, or you would rather not show them.",
            ),
            Move::Play { bella: true, .. } => {
                Explained::new("Play a card with bella", "you say that you had king and queen of trumps: 20 points.")
            }
            Move::Play { .. } if view.public().lead.is_some() => Explained::new(
                "Play a card",
                "only cards that may answer are shown. Take the trick if it counts; else give your cheapest card.",
            ),
            Move::Play { .. } => Explained::new(
                "Play a card",
                "you lead it. The other has to answer in its suit if they can; an ace outside trumps usually takes the trick.",
            ),
        }
    }

    fn meaning(event: &Event, Language::English: Language) -> Option<&'static str> {
        Some(match event {
            Event::Dealt { .. } => {
                "The suit of the card turned up is offered as trumps. Whoever did not deal is asked first."
            }
            Event::Called { call: Call::Pass, .. } => {
                "Now the other is asked. If both pass, each may name another suit, once."
            }
            Event::Made { .. } => {
                "Three more cards each. The maker must count more than the other, or loses everything of the hand."
            }
            Event::Declared { .. } => {
                "Three or more cards of one suit in a row are a sequence, and the better one counts."
            }
            Event::Bottom { .. } => "Both see it: this card is in nobody's hand.",
            Event::Compared { .. } => {
                "Only the better side's sequences count: 50 beats 20, and of equals the higher card decides."
            }
            Event::Exchanged { .. } => "Whoever holds the seven of trumps may swap it for the card turned up.",
            Event::Bella { .. } => "King and queen of trumps in one hand: said when the second of them is played.",
            Event::Taken { .. } => "Both cards count for whoever took them, who leads the next one.",
            Event::Dead => "New cards are dealt.",
            Event::Scored(_) => {
                "If the maker has more, both keep what they made. If not, the other scores both sides' points; equal points wait for the next hand."
            }
            _ => return None,
        })
    }
}
