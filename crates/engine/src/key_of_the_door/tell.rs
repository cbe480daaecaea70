//! What is said of a match: its terms, and what happens in it.

use crate::english::counted;
use crate::words::{Language, capital, tally};
use crate::{Moment, Narration, Reader, Seat, Seats, Side, figure};

use super::KeyOfTheDoor;
use super::event::{Event, Fault};
use super::keys::{KeyPlace, Opener};
use super::options::{Busts, Claims, Options};
use super::phrases::{parts, points, side_name, side_of};
use super::state::{Public, Won};

impl Narration for KeyOfTheDoor {
    fn name_of_a_deal(_: &Public, Language::English: Language) -> &'static str {
        "deal"
    }

    fn house_rules(options: &Options, Language::English: Language) -> String {
        options.house_rules()
    }

    fn what_counts(options: &Options, Language::English: Language) -> String {
        let mut lines = vec![
            "An ace counts 1, a card face down nothing, any other card its number. A key counts its cards and one of them, \
             whichever you like, a second time. Exactly 21 wins it.",
            "A won key scores a point for each card and its header; a queen's scores twice, a king's or a Joker's three times.",
        ];
        if options.bust == Busts::Honour {
            lines.push("Bust: the last card took the key past 21.");
        }
        if options.steal {
            lines.push("Bent: whatever is still played on it, the key cannot count 21.");
            lines.push(match (options.claims, options.bust) {
                (Claims::Auto, Busts::Refuse) => "A bent key can be stolen.",
                (Claims::Auto, Busts::Honour) => "A key that is bust or bent can be stolen.",
                (Claims::Called, Busts::Refuse) => {
                    "A key that is bent, or counts 21 and was not claimed, can be stolen."
                }
                (Claims::Called, Busts::Honour) => {
                    "A key that is bust or bent, or counts 21 and was not claimed, can be stolen."
                }
            });
        }
        lines.join("\n")
    }

    fn tell(event: &Event, reader: &Reader) -> String {
        let Language::English = reader.language;
        let of = |seat: &Seat| reader.name(*seat);
        match event {
            Event::Dealt { deal, of: all, dealer, first } => {
                format!("Deal {deal} of {all}: {} dealt, {} plays first.", of(dealer), of(first))
            }
            Event::Played { seat, card, key: KeyPlace::Suit(_) } => format!("{} played {}.", of(seat), card.pretty()),
            Event::Played { seat, card, key } => format!("{} played {} on {}.", of(seat), card.pretty(), key.name()),
            Event::LaidDown { seat, key } => format!("{} laid a card face down on {}.", of(seat), key.name()),
            Event::Discarded { seat, card } => format!("{} discarded {}.", of(seat), card.pretty()),
            Event::Drew { card } => format!("You drew {}.", card.pretty()),
            Event::Passed { seat } => format!("{} passed.", of(seat)),
            Event::Won { seat, key, header, cards, points: n, stolen, fault } => {
                let how = if *stolen { "stole" } else { "made 21 and won" };
                let why = fault.map_or_else(String::new, |fault| format!(" ({})", fault.words()));
                let (what, cards) = (full_name(*key, *header), counted(*cards, "card"));
                format!("{} {how} {what}{why}: {cards}, {}.{}", of(seat), points(*n), closing(*key, *header))
            }
            Event::WrongClaim { seat, key } => format!("{} claimed 21 on {}, wrongly.", of(seat), key.name()),
            Event::Opened { key: key @ KeyPlace::Joker(_), .. } => format!("{} opened.", key.name()),
            Event::Opened { key, header } => format!("Next comes {}.", full_name(*key, *header)),
            Event::Closed { .. } => "No Joker is left to open a key.".to_owned(),
            // A no says nothing else, by the rules: not that its last card is bust, either.
            Event::StealFailed { seat, key, penalty, last, .. } => {
                let cost = if *penalty > 0 { format!(" That costs {}.", points(*penalty)) } else { String::new() };
                let last = if *last { " No more steals this turn." } else { "" };
                format!("{} tried to steal {}, and the answer is no.{cost}{last}", of(seat), key.name())
            }
            Event::TakenBack { seat, by, card, .. } => {
                format!(
                    "{} called {} bust, past 21: {} takes it back and plays again.",
                    of(by),
                    card.pretty(),
                    of(seat)
                )
            }
            Event::WrongCall { seat, key } => {
                format!("{} called {} bust, wrongly: it is not past 21.", of(seat), key.name())
            }
            Event::DealOver { deal, won, penalties, points, totals } => {
                let brings = by_side(points, totals.count(), reader);
                let mut lines = vec![format!("Deal {deal} is over and brings {brings}.")];
                lines.extend(points.enumerate().map(|(seat, n)| score_line(seat, *n, won, penalties[seat], reader)));
                lines.push(totals_line(totals, points.count(), reader));
                lines.join("\n")
            }
        }
    }

    fn moment(event: &Event) -> Moment {
        match event {
            Event::Dealt { .. } => Moment::Deal,
            Event::DealOver { .. } => Moment::Result,
            Event::Played { .. }
            | Event::LaidDown { .. }
            | Event::Discarded { .. }
            | Event::Drew { .. }
            | Event::Passed { .. }
            | Event::Won { .. }
            | Event::WrongClaim { .. }
            | Event::Opened { .. }
            | Event::Closed { .. }
            | Event::StealFailed { .. }
            | Event::TakenBack { .. }
            | Event::WrongCall { .. } => Moment::Passing,
        }
    }
}

impl Fault {
    const fn words(self) -> &'static str {
        match self {
            Self::Unclaimed => "with one card counted twice it made 21, and nobody claimed it",
            Self::Bust => "it was past 21",
            Self::Bent => "it was bent: 21 was out of reach",
        }
    }
}

/// "the J♠ key", "Joker key 1".
fn full_name(key: KeyPlace, header: Opener) -> String {
    match key {
        KeyPlace::Suit(suit) => format!("the {}{} key", header.letter(), suit.sign()),
        KeyPlace::Joker(_) => key.name(),
    }
}

/// What a suit has come to when its last key is won: ` Spades are closed.`
fn closing(key: KeyPlace, header: Opener) -> String {
    match (key, header) {
        (KeyPlace::Suit(suit), Opener::King) => format!(" {} are closed.", capital(suit.name())),
        _ => String::new(),
    }
}

/// What each side made in a deal: `Ada 29 · Ben 4`.
fn by_side(points: &Seats<i32>, sides: u8, reader: &Reader) -> String {
    let mut made = Seats::of(sides, |_| 0);
    points.enumerate().for_each(|(seat, n)| made[side_of(seat, sides)] += n);
    tally(made.iter().zip(0..).map(|(n, side)| (side_name(Side(side), sides, points.count(), reader), *n)))
}

/// `Ada  29: J♠ 4, Q♥ 10, Joker 15`.
fn score_line(seat: Seat, points: i32, won: &[Won], penalty: i32, reader: &Reader) -> String {
    let parts = parts(seat, won, penalty);
    let parts = if parts.is_empty() { "no keys".to_owned() } else { parts.join(", ") };
    format!("  {}  {}: {parts}", reader.name(seat), figure(points))
}

/// `In all: Ada 48 · Ben 12`, or by partnerships.
fn totals_line(totals: &Seats<i32>, seats: u8, reader: &Reader) -> String {
    let all: Vec<String> = totals
        .iter()
        .zip(0..)
        .map(|(n, side)| format!("{} {}", side_name(Side(side), totals.count(), seats, reader), figure(*n)))
        .collect();
    format!("In all: {}", all.join(" · "))
}
