//! What happened, in words.

use super::KingsRummy;
use super::event::{Event, Won};
use super::moves::Part;
use super::options::{self, Options};
use super::phrases::{gained, parts_in_words, score};
use super::tile::Tile;
use crate::english::counted;
use crate::seats::Seat;
use crate::words::{Language, Moment, Narration, Reader};

impl Narration for KingsRummy {
    fn house_rules(options: &Options, Language::English: Language) -> String {
        options::house_rules(options)
    }

    fn what_counts(options: &Options, Language::English: Language) -> String {
        let double = if options.double_on_one_turn { " Going out in one turn counts double." } else { "" };
        format!(
            "A card is called by number, item and kingdom: 1KG is the one of keys of the green forest.\n\
             Items: K key, A axe, S shield, C coin.\n\
             Kingdoms: Y yellow sun, R red mountain, G green forest, B blue ocean.\n\
             A meld is three or four cards. Their numbers are all equal or all different, their items too, and their kingdoms \
             too; three different numbers are neighbours.\n\
             A card counts its number. Whoever goes out scores what the others hold.{double}"
        )
    }

    fn tell(event: &Event, reader: &Reader) -> String {
        let Language::English = reader.language;
        let name = |seat: &Seat| reader.name(*seat);
        match event {
            Event::Dealt { hand, dealer, up } => {
                let up = up.map_or_else(String::new, |card| format!(" The first discard was {card}."));
                format!("Hand {hand}: {} dealt ten cards each.{up}", name(dealer))
            }
            // These need no words: the hand is shown above and says which card was just drawn.
            Event::Cards { .. } | Event::DrewCard { .. } => String::new(),
            Event::TurnedOver { cards } => {
                format!("The discards were shuffled into a new stock of {}.", counted(*cards, "card"))
            }
            Event::Blocked { scores } => {
                format!(
                    "The stock is empty and is not made anew: the hand is blocked. Nobody scores, and the same player deals \
                     again.\n{}",
                    score(scores, reader)
                )
            }
            Event::Drew { seat } => format!("{} drew from the stock.", name(seat)),
            Event::Took { seat, card } => format!("{} took {card} from the discards.", name(seat)),
            Event::Played { seat, parts, dropped, face_down } => played(name(seat), parts, *dropped, *face_down),
            Event::Few { seat, cards } => format!("{} has {} left.", name(seat), counted(*cards, "card")),
            Event::Won(won) => tell_won(won, reader),
        }
    }

    fn moment(event: &Event) -> Moment {
        match event {
            Event::Dealt { .. } => Moment::Deal,
            Event::Won(_) | Event::Blocked { .. } => Moment::Result,
            Event::Cards { .. } | Event::DrewCard { .. } => Moment::Silent,
            Event::TurnedOver { .. }
            | Event::Drew { .. }
            | Event::Took { .. }
            | Event::Played { .. }
            | Event::Few { .. } => Moment::Passing,
        }
    }
}

fn played(name: &str, parts: &[Part], dropped: Option<Tile>, face_down: bool) -> String {
    let mut all = parts_in_words(parts, "laid", in_words);
    match dropped {
        Some(card) => all.push(format!("discarded {card}")),
        None if face_down => all.push("put the last card face down".to_owned()),
        None => all.push("had no card left".to_owned()),
    }
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { format!("{name} {last}.") } else { format!("{name} {} and {last}.", all.join(", ")) }
}

/// `laid 1KG 2SR 3CY`.
fn in_words(part: Part) -> String {
    match part {
        Part::Pull { meld, card } => format!("took {card} off meld {}", meld + 1),
        Part::Swap { meld, card, out } => format!("put {card} into meld {} in place of {out}", meld + 1),
        Part::Shift { from, to, card } => format!("moved {card} from meld {} to meld {}", from + 1, to + 1),
        Part::Add { meld, card } => format!("added {card} to meld {}", meld + 1),
        Part::Lay(cards) => format!("laid {cards}"),
    }
}

fn tell_won(won: &Won, reader: &Reader) -> String {
    let why = if won.double { " because everything went down in one turn" } else { "" };
    let gained = gained(won.gain, won.double);
    let mut lines = vec![format!("{} went out and scores {gained}{why}.", reader.name(won.seat))];
    for (seat, hand) in won.hands.enumerate().filter(|(seat, _)| *seat != won.seat) {
        lines.push(format!("{} was left with {hand}: {}.", reader.name(seat), hand.value()));
    }
    lines.push(score(&won.scores, reader));
    lines.join("\n")
}
