//! Moves in writing: `play 7S`, `play 7S!`, `play 7S>X1`, `play 7S?`, `discard 7S`, `steal S`, `bust X2`, `pass`;
//! and words for them. Where 21 must be claimed, none of these shows a sum or hints at one.

use crate::cards::Card;
use crate::{Choosing, Judging, Language, Notation, Reader, Unreadable, View};

use super::illegal::Illegal;
use super::keys::{KeyPlace, Laid};
use super::moves::{Move, Step, Way};
use super::options::Busts;
use super::state::Public;
use super::sums::GOAL;
use super::{KeyOfTheDoor, read};

impl Notation for KeyOfTheDoor {
    fn say(m: &Move) -> String {
        let on = |joker: Option<u8>| joker.map_or(String::new(), |n| format!(">X{n}"));
        match *m {
            Move::Play(card, Way::Up { joker, claim }) => {
                format!("play {card}{}{}", on(joker), if claim { "!" } else { "" })
            }
            Move::Play(card, Way::Down { joker }) => format!("play {card}{}?", on(joker)),
            Move::Play(card, Way::Away) => format!("discard {card}"),
            Move::Steal(place) => format!("steal {place}"),
            Move::Bust(place) => format!("bust {place}"),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// `7S!` claims 21 and `7S?` lies face down; behind other words these signs mean nothing.
    fn means(sign: char, rest: &str) -> bool {
        let word = rest.trim_start_matches(sign).split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let takes_signs = read::WITHOUT_SIGNS.iter().all(|other| !word.eq_ignore_ascii_case(other));
        matches!(sign, '!' | '?') && (takes_signs || rest.contains(';'))
    }

    fn read_plain(view: &View<'_, Self>, text: &str, reader: &Reader) -> Result<Move, Unreadable> {
        let Language::English = reader.language;
        read::read(view, text)
    }

    /// A call of bust does not depend on whose turn it is.
    fn waits_with(view: &View<'_, Self>, text: &str) -> Option<Illegal> {
        let call = Self::read(view, text, &Reader::plain(view.seats())).ok().filter(|m| matches!(m, Move::Bust(_)))?;
        Self::check(view, &call).err()
    }

    fn describe(view: &View<'_, Self>, m: &Move, Reader { language: Language::English, .. }: &Reader) -> String {
        let public = view.public();
        match *m {
            Move::Play(card, Way::Away) => format!("discard {}", card.pretty()),
            Move::Play(card, way) => format!("play {} {}", card.pretty(), whereto(public, card, way)),
            Move::Steal(place) => format!("steal {}, if something is wrong with it", place.name()),
            Move::Bust(place) => format!("call the last card on {} bust", place.name()),
            Move::Pass => "pass: nothing can be played".to_owned(),
        }
    }

    /// Plays come first, then accusations, then claims. Only where sums are shown do the sums decide.
    fn likelihood(view: &View<'_, Self>, m: &Move) -> i32 {
        match *m {
            Move::Play(card, way @ Way::Up { claim, .. }) => {
                let place = way.place(card).unwrap_or(KeyPlace::Suit(card.suit()));
                match outcome(view.public(), card, place) {
                    Some((_, true)) => 0,
                    Some((sum, _)) if sum > u16::from(GOAL) => 8,
                    // Where players do their own sums, most plays claim nothing, and typing `!` finds those that do.
                    _ if claim => 7,
                    _ => 1,
                }
            }
            Move::Play(..) => 3,
            Move::Pass => 4,
            Move::Bust(_) => 5,
            Move::Steal(_) => 6,
        }
    }

    /// Where cards past 21 are refused, no card is ever bust.
    fn is_idle(view: &View<'_, Self>, m: &Move) -> bool {
        matches!(m, Move::Bust(_)) && view.public().options.bust == Busts::Refuse
    }

    /// A play with a correct claim of 21, which players have to find themselves.
    fn demonstrate(view: &View<'_, Self>) -> Option<Move> {
        let public = view.public();
        let right = |card: Card, way: Way| {
            let mut key = way.place(card).and_then(|place| public.table.key(place)).cloned();
            key.as_mut().is_some_and(|key| {
                key.push(Laid::Up(card));
                matches!(way, Way::Up { claim: true, .. }) && key.counts_21(public.options.zero_can_double)
            })
        };
        KeyOfTheDoor::choices(view, &[]).steps.into_iter().find_map(|step| match step {
            Step::Card(card) => KeyOfTheDoor::choices(view, &[step]).steps.into_iter().find_map(|next| match next {
                Step::Way(way) if right(card, way) => Some(Move::Play(card, way)),
                _ => None,
            }),
            _ => None,
        })
    }
}

/// What a play makes of its key, where sums are shown: the sum, and whether that counts 21.
pub(super) fn comes_to(public: &Public, card: Card, way: Way) -> Option<(u16, bool)> {
    way.place(card).filter(|_| way.is_up()).and_then(|place| outcome(public, card, place))
}

/// What a key would add up to with one card more, where sums are shown.
fn outcome(public: &Public, card: Card, place: KeyPlace) -> Option<(u16, bool)> {
    let mut key = public.table.key(place).filter(|_| !public.called())?.clone();
    key.push(Laid::Up(card));
    Some((key.sum(), key.counts_21(public.options.zero_can_double)))
}

/// `on the spade key, claiming 21 (makes 21)`: what a line says of a play after it has named the card.
pub(super) fn whereto(public: &Public, card: Card, way: Way) -> String {
    let how = match way {
        Way::Away => return String::new(),
        Way::Up { claim: true, .. } => ", claiming 21",
        Way::Up { .. } => "",
        Way::Down { .. } => ", face down",
    };
    let place = way.place(card).unwrap_or(KeyPlace::Suit(card.suit()));
    let sum = sum_after(public, card, way);
    let sum = if sum.is_empty() { sum } else { format!(" ({sum})") };
    format!("on {}{how}{sum}", place.name())
}

/// `makes 21`, `18`, `24, past 21`, where sums are shown.
pub(super) fn sum_after(public: &Public, card: Card, way: Way) -> String {
    match comes_to(public, card, way) {
        None => String::new(),
        Some((_, true)) => "makes 21".to_owned(),
        Some((sum, _)) if sum > u16::from(GOAL) => format!("{sum}, past 21"),
        Some((sum, _)) => sum.to_string(),
    }
}
