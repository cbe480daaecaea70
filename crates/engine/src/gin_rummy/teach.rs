//! How gin is learnt.

use super::GinRummy;
use super::deadwood::deadwood;
use super::event::Event;
use super::moves::{Plain, Step, Turn};
use super::phrases::needs;
use super::state::Phase;
use crate::game::View;
use crate::teach::{self, Example, Explained, Lesson, Teaching};
use crate::words::{Language, Reader};

const AIM: &str = "Ten cards each. Collect **sets** (7♠ 7♥ 7♦) and **runs** (4♣ 5♣ 6♣) of three or more; a card counts in one of them only. \
What fits nothing is *unmatched* and counts its pips, court cards 10.
A turn: draw a card, then put one away. Once your unmatched cards count 10 or less you may **knock**, which ends the hand: whoever has \
less unmatched scores the difference.";

impl Teaching for GinRummy {
    fn lesson(Language::English: Language) -> Lesson {
        Lesson { variant: "classic", aim: AIM, moves: 60 }
    }

    fn example(Language::English: Language) -> Example {
        Example {
            seed: 4,
            moves: &[
                "pass",
                "pass",
                "stock",
                "discard QD",
                "stock",
                "discard QS",
                "stock",
                "discard QC",
                "stock",
                "discard QH",
                "stock",
                "discard JC",
                "stock",
                "discard KH",
                "stock",
                "discard 7D",
                "stock",
                "discard KS",
                "stock",
                "knock 6S",
            ],
            shown: [
                (
                    2,
                    "Nobody wanted the 4♥ that was turned up, and Ada plays first. She has two eights, two sevens and two sixes, but no set and \
                     no run: all 73 are unmatched. **A turn begins with a draw**: the 4♥, or an unseen card from the stock. The 4♥ fits nothing.",
                ),
                (
                    3,
                    "She has drawn from the stock and holds eleven cards. **A turn ends with a discard**: a queen goes, which would count 10 \
                     against her. Ben may take it, or draw; then it is her turn again.",
                ),
                (
                    20,
                    "Four turns on, all but the 2♦ is in sets and runs. She **knocks**, which ends the hand: 2 are unmatched, and Ben has 41 left, \
                     even after laying off his 5♣ on her run. 41 − 2 = 39 points for Ada.",
                ),
            ],
        }
    }

    fn way(view: &View<'_, Self>, step: &Step, reader: &Reader) -> Explained {
        let Language::English = reader.language;
        let after = |card| Turn::of(view).map_or(0, |turn| deadwood(turn.hand.without(card)));
        match step {
            Step::Whole(plain) => plain_way(view, *plain),
            Step::Discard(_) => Explained::new(
                "Discard",
                "one card ends your turn: what fits nothing, high cards first, for they cost most if the other knocks. The other may \
                 take it.",
            ),
            Step::Knock(card) if after(*card) == 0 => Explained::new(
                "Gin",
                "nothing is left unmatched: the hand ends, and you score 25 more than the other's cards count.",
            ),
            Step::Knock(_) => Explained::new(
                "Knock",
                "it ends the hand: both lay out their cards, and you score what the other has more. Wait, and you may get gin, or \
                 the other may be first.",
            ),
            Step::Layout(_) => {
                Explained::new("Lay out", "your cards in sets and runs as you like; the table's own way leaves least.")
            }
            Step::LayOff(..) => Explained::new(
                "Lay off",
                "an unmatched card of yours goes on a meld of the knocker, and counts against you no more.",
            ),
        }
    }

    /// Whoever has drawn and cannot knock is told so by a grey button.
    fn ways(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Explained> {
        let Language::English = reader.language;
        let mut all = teach::ways(view, so_far, reader);
        let Some(turn) = Turn::of(view).filter(|_| so_far.is_empty()) else { return all };
        let knocks = all.iter().any(|way| way.name != "Discard");
        if matches!(turn.table.phase, Phase::Discard { .. }) && !knocks {
            let why =
                format!("would end the hand, but what fits nothing has to count {} by then.", needs(turn.table.limit));
            all.push(Explained::new("Knock", why));
        }
        all
    }

    fn meaning(event: &Event, Language::English: Language) -> Option<&'static str> {
        Some(match event.bare() {
            Event::Dealt(_) => {
                "The card turned up begins the discard pile. Whoever plays first may take it; whoever passes leaves it to the other."
            }
            Event::Passed { .. } => {
                "Only the very first card may be left like this. If both pass, the first player draws."
            }
            Event::Took { .. } => "A card taken from the discards is seen by both: it tells what somebody collects.",
            Event::Drew { .. } => "Nobody else sees a card from the stock.",
            Event::Discarded { .. } => "It lies open on the pile now: whoever is next may take it.",
            Event::Result(result) if result.winner != Some(result.spread.knocker) && result.winner.is_some() => {
                "The knocker did not have less: that is an *undercut*, and scores the other player 25 more."
            }
            Event::Result(_) => {
                "Each lays out what leaves least; the other may also *lay off* cards on the knocker's sets and runs. The difference is the score."
            }
            Event::Dead { .. } => {
                "With two cards left in the stock nobody may draw: a hand that nobody ended scores nothing."
            }
            _ => return None,
        })
    }
}

fn plain_way(view: &View<'_, GinRummy>, plain: Plain) -> Explained {
    match plain {
        Plain::Pass => Explained::new("Pass", "leaves the open card; nothing is lost by it."),
        Plain::Take => {
            let top = Turn::of(view).and_then(|turn| turn.table.discards.top());
            let name = top.map_or_else(|| "Take".to_owned(), |top| format!("Take {}", top.pretty()));
            Explained::new(
                name,
                "worth it if it makes a set or a run; the other sees what you took. You discard another card.",
            )
        }
        Plain::Stock => Explained::new(
            "Draw from the stock",
            "an unseen card: the usual thing if the open one makes no set or run.",
        ),
        Plain::BigGin => Explained::new("Big gin", "all eleven cards match: more than gin, and no discard."),
        Plain::Accept => {
            Explained::new("Accept the knock", "the hands are laid out and scored as if it had been within the limit.")
        }
        Plain::Refuse => Explained::new("Refuse the knock", "the knocker plays on with an open hand."),
    }
}
