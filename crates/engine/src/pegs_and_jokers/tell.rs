//! What happened, in words.

use super::PegsAndJokers;
use super::cards::Face;
use super::event::Event;
use super::illegal::uses_of;
use super::options::Options;
use super::phrases::{changes, place};
use super::plays::Uses;
use super::spots::{COME_OUT, IN_SPOT, PEGS, SIDE};
use crate::english::{counted, either, list};
use crate::words::Language;
use crate::{Moment, Narration, Reader};

impl Narration for PegsAndJokers {
    fn house_rules(options: &Options, Language::English: Language) -> String {
        options.in_words()
    }

    fn what_counts(options: &Options, Language::English: Language) -> String {
        let board = format!(
            "Each side of the track has {SIDE} holes, clockwise from its corner: A0 to A{}, then B0. A peg comes out of start on \
             hole {COME_OUT} of its side, its come-out, and goes home from hole {IN_SPOT}, its in-spot. A home has {PEGS} holes.",
            SIDE - 1
        );
        let mut alike: Vec<(String, Vec<&str>)> = Vec::new();
        for face in Face::all() {
            let does = card_does(face, options);
            match alike.iter_mut().find(|(others, _)| *others == does) {
                Some((_, cards)) => cards.push(face.name()),
                None => alike.push((does, vec![face.name()])),
            }
        }
        let cards = alike.into_iter().map(|(does, cards)| format!("{}: {does}.", list(&cards)));
        let landing = "An opponent's peg that is landed on goes back to start, one of the own team on to its in-spot.";
        std::iter::once(board).chain(cards).chain([landing.to_owned()]).collect::<Vec<_>>().join("\n")
    }

    fn tell(event: &Event, reader: &Reader) -> String {
        let Language::English = reader.language;
        match event {
            Event::Dealt { first, hand } => format!("{hand} cards each. {} plays first.", reader.name(*first)),
            Event::Played { seat, face, again, trusted, moved } => {
                let (name, changes) = (reader.name(*seat), changes(moved));
                match (trusted, again) {
                    (true, _) => format!("Nobody doubted {name}'s {}: {changes}.", face.word()),
                    (false, true) => format!("{name} made another move with the {}: {changes}.", face.word()),
                    (false, false) => format!("{name} played {}: {changes}.", face.a()),
                }
            }
            Event::Dropped { seat, face, stuck, of } => dropped(reader.name(*seat), *face, *stuck, *of),
            Event::Counted { seat, face, moved } => {
                // Whether there was another move, is hidden: with the card just drawn, nobody had to be stuck.
                let name = reader.name(*seat);
                format!("{name} discarded {} and brought a peg out free: {}.", face.a(), changes(moved))
            }
            Event::Declared { seat, face, moved } => {
                format!("{} claims {}, face down, for {}.", reader.name(*seat), face.a(), changes(moved))
            }
            // The prompt says who is still to answer, and the last opponent's trust is told with the play: three
            // opponents who trust would fill the few lines that are kept.
            Event::Trusted { .. } => String::new(),
            Event::Doubted { seat, player, shown, honest } => {
                let verdict = if *honest { "was honest" } else { "was bluffing" };
                format!(
                    "{} doubted. The card is {}: {} {verdict}.",
                    reader.name(*seat),
                    shown.a(),
                    reader.name(*player)
                )
            }
            Event::Sent { seat, moved } => {
                let from = moved.first().map(|m| place(m.from, m.peg.colour())).unwrap_or_default();
                format!("{} sent a peg back from {from}: {}.", reader.name(*seat), changes(moved))
            }
            Event::NoMove { seat, face } => format!("{} made no move with the {}.", reader.name(*seat), face.word()),
            Event::ExtraTurn { seat, victim } => {
                let (winner, victim) = (reader.name(*seat), reader.name(*victim));
                format!(
                    "{victim} has no peg that can be sent back, so {winner} gets an extra turn after the next regular one."
                )
            }
            Event::TurnAgain { seat } => format!("{} takes an extra turn.", reader.name(*seat)),
            Event::Reshuffled { cards: 1 } => "The 1 discard is the new stock.".to_owned(),
            Event::Reshuffled { cards } => format!("The {cards} discards were shuffled into a new stock."),
            Event::Won { winners, losers, left, .. } => format!(
                "{} win: all their pegs are home.\n{} still had {} to bring home.",
                reader.list(*winners),
                reader.list(*losers),
                counted(*left, "peg")
            ),
        }
    }

    fn moment(event: &Event) -> Moment {
        match event {
            Event::Dealt { .. } => Moment::Deal,
            Event::Won { .. } => Moment::Result,
            Event::Trusted { .. } => Moment::Silent,
            Event::Played { .. }
            | Event::Dropped { .. }
            | Event::Counted { .. }
            | Event::Declared { .. }
            | Event::Doubted { .. }
            | Event::Sent { .. }
            | Event::NoMove { .. }
            | Event::ExtraTurn { .. }
            | Event::TurnAgain { .. }
            | Event::Reshuffled { .. } => Moment::Passing,
        }
    }
}

/// What a card does: `brings a peg out of start or moves a peg 10 forward`. Cards that only go as far as they say do the
/// same.
fn card_does(face: Face, options: &Options) -> String {
    let uses = Uses::of(face, options);
    let plain = Uses { out: false, split: None, swap: false, jump: false, ..uses } == uses;
    match uses.singles {
        [steps] if plain && *steps == face.number() as i8 => "moves a peg so many forward".to_owned(),
        _ => either(&uses_of(&uses)),
    }
}

fn dropped(name: &str, face: Option<Face>, stuck: u8, of: Option<u8>) -> String {
    let what = match face {
        Some(face) => format!("{name} discarded {} without a move", face.a()),
        None => format!("{name} laid a card face down and moved nothing"),
    };
    match of {
        Some(of) if stuck > 0 => format!("{what} (stuck turn {stuck}; on number {of} a peg comes out free)."),
        _ => format!("{what}."),
    }
}
