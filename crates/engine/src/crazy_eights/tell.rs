//! What is said of a match: its terms, and what happens in it.

use super::CrazyEights;
use super::event::{Event, Scored};
use super::options::{self, AfterJoker, Options};
use crate::cards::{Card, pretty};
use crate::english::counted;
use crate::seats::{Seat, SeatSet};
use crate::words::{Language, Moment, Narration, Reader, tally};

impl Narration for CrazyEights {
    fn house_rules(options: &Options, Language::English: Language) -> String {
        options::house_rules(options)
    }

    fn what_counts(options: &Options, Language::English: Language) -> String {
        let joker = match (options.jokers, options.joker_then) {
            (0, _) => String::new(),
            (_, AfterJoker::Under) => "A Joker goes on any card; what was in force stays so.".to_owned(),
            (_, AfterJoker::Any) => "A Joker goes on any card, and any card on a Joker.".to_owned(),
            (_, AfterJoker::Name) => "A Joker goes on any card, and its player names a suit.".to_owned(),
        };
        let skips = if options.jokers > 0 { "It costs the next player a turn." } else { "" };
        let points = if options.jokers > 0 { format!(", a Joker {}", options.joker_points) } else { String::new() };
        let rules = [
            (true, "An eight goes on any card, and its player names a suit."),
            (!joker.is_empty(), joker.as_str()),
            (!skips.is_empty(), skips),
            (options.queens_skip, "A queen costs the next player a turn."),
            (options.aces_reverse, "An ace turns the direction of play round."),
            (options.twos_draw, "A two makes the next player draw two cards."),
        ];
        let rules: Vec<&str> = rules.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule).collect();
        format!(
            "Whoever is out scores what the others hold: an eight counts 50{points}, a court card 10, an ace 1, any other card \
             its number.\n{}",
            rules.join(" ")
        )
    }

    fn tell(event: &Event, reader: &Reader) -> String {
        let Language::English = reader.language;
        let name = |seat: &Seat| reader.name(*seat);
        match event {
            Event::Dealt { hand, dealer, start, buried } => {
                let buried = match buried.len() {
                    0 => String::new(),
                    _ => format!(" Turned up before it, and buried: {}.", pretty(buried.iter().rev().copied())),
                };
                format!("Hand {hand}: {} dealt and turned up {}.{buried}", name(dealer), called(*start))
            }
            // The hand itself is shown above.
            Event::Cards { .. } => String::new(),
            Event::Taken { cards } => format!("You drew {}.", pretty(cards.iter().copied())),
            Event::Played { seat, card, suit: None } => format!("{} played {}.", name(seat), called(*card)),
            Event::Played { seat, card, suit: Some(suit) } => {
                format!("{} played {} and named {}.", name(seat), called(*card), suit.name())
            }
            Event::Skipped { seat } => format!("{} loses a turn.", name(seat)),
            Event::TurnedRound { backward: true } => "Play now goes round counter-clockwise.".to_owned(),
            Event::TurnedRound { backward: false } => "Play goes round clockwise again.".to_owned(),
            Event::Drew { seat, cards, stuck } => {
                let stuck = if *stuck { "; nothing fits" } else { "" };
                format!("{} drew {}{stuck}.", name(seat), counted(*cards, "card"))
            }
            Event::Paid { seat, cards, owed } if cards == owed => {
                format!("{} drew the {} owed.", name(seat), counted(*cards, "card"))
            }
            Event::Paid { seat, cards, owed } => {
                format!("{} drew {cards} of the {} owed: there are no more.", name(seat), counted(*owed, "card"))
            }
            Event::Remade { cards } => {
                format!("The discards were made into a new stock of {}.", counted(*cards, "card"))
            }
            Event::Passed { seat } => format!("{} passed.", name(seat)),
            Event::Scored(scored) => told(scored, reader),
        }
    }

    fn moment(event: &Event) -> Moment {
        match event {
            Event::Dealt { .. } => Moment::Deal,
            Event::Scored(_) => Moment::Result,
            Event::Cards { .. } => Moment::Silent,
            Event::Taken { .. }
            | Event::Played { .. }
            | Event::Skipped { .. }
            | Event::TurnedRound { .. }
            | Event::Drew { .. }
            | Event::Paid { .. }
            | Event::Remade { .. }
            | Event::Passed { .. } => Moment::Passing,
        }
    }
}

/// A card in a sentence.
fn called(card: Card) -> String {
    if card.is_joker() { format!("the {}", card.pretty()) } else { card.pretty() }
}

fn told(scored: &Scored, reader: &Reader) -> String {
    let Scored { blocked, hands, counts, gains, scores, out: _ } = scored;
    let least = counts.iter().min();
    let best: SeatSet = counts.enumerate().filter(|(_, count)| Some(*count) == least).map(|(seat, _)| seat).collect();
    let gain = gains.iter().max().copied().unwrap_or_default();
    let (who, scores_it) = (reader.list(best), if best.len() == 1 { "scores" } else { "each score" });
    let mut lines = vec![match blocked {
        true => format!("Nobody can go on: {who} {scores_it} {gain} with the fewest points left."),
        false => format!("{who} is out and scores {gain}."),
    }];
    let left = hands.enumerate().filter(|(_, hand)| !hand.is_empty());
    lines.extend(left.map(|(seat, hand)| format!("{}: {} = {}", reader.name(seat), pretty(*hand), counts[seat])));
    lines.push(tally(scores.enumerate().map(|(seat, score)| (reader.name(seat), *score))));
    lines.join("\n")
}
