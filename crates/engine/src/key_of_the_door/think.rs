//! How the house plays it: it makes 21 where it can, takes what is faulty, and leaves as little as it can to the next.

use super::KeyOfTheDoor;
use super::keys::{Key, KeyPlace, Laid, Opener, numerals, numerals_of};
use super::moves::{Move, Way};
use super::state::Public;
use super::sums::{Standing, Tally};
use crate::cards::{Card, CardSet};
use crate::chance::Chance;
use crate::english::counted;
use crate::game::{State, View};
use crate::seats::Seats;
use crate::think::{Thinks, by_points};
use crate::words::{Language, Notation, Reader};

/// The lead in points that makes a match three to one.
const SWING: f64 = 25.0;
/// The most moves that are looked at.
const LOOKED_AT: usize = 300;
/// Once in so many turns a beginner counts nothing but the card in hand.
const SLIPS: u32 = 2;

impl Thinks for KeyOfTheDoor {
    fn quick(view: &View<'_, Self>, _: &mut Chance) -> Option<Move> {
        sensible(view).into_iter().max_by_key(|m| merit(view, m))
    }

    /// Sees 21 when it lies there, but looks for no faults and leaves what it leaves.
    fn beginner(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        if chance.below(SLIPS) != 0 {
            return Self::quick(view, chance);
        }
        let all = sensible(view);
        let finishing = all.iter().find(|m| makes_21(view.public(), m));
        let plays: Vec<&Move> = all.iter().filter(|m| matches!(m, Move::Play(..))).collect();
        let any = |chance: &mut Chance| plays.get(chance.below(plays.len().max(1) as u32) as usize).copied();
        finishing.or_else(|| any(chance)).copied().or_else(|| all.first().copied())
    }

    fn candidates(view: &View<'_, Self>, _: &mut Chance) -> Vec<Move> {
        let mut all = sensible(view);
        all.sort_by_key(|m| -merit(view, m));
        all
    }

    fn shares(world: &State<Self>) -> Seats<f64> {
        by_points(&<Self as crate::Turns>::scores(&world.public), SWING)
    }

    fn because(view: &View<'_, Self>, m: &Move, reader: &Reader) -> Option<String> {
        let Language::English = reader.language;
        let public = view.public();
        Some(match *m {
            Move::Pass => "You cannot play.".to_owned(),
            Move::Bust(_) => "That card goes past 21.".to_owned(),
            Move::Steal(place) => match public.table.key(place) {
                Some(key) => stolen(public, place, key),
                None => "That key is not open.".to_owned(),
            },
            Move::Play(card, way) if way.is_up() => {
                let (place, key) = laid(public, card, way)?;
                match standing(public, place, &key) {
                    Standing::Complete => format!("It makes 21, for {}.", points(key.points())),
                    Standing::Bent => "After it that key cannot come to 21 any more.".to_owned(),
                    Standing::Bust => "It goes past 21.".to_owned(),
                    Standing::Open => {
                        let finishing = match finishing(view, place, &key) {
                            0 => "No card".to_owned(),
                            some => counted(some, "card"),
                        };
                        format!("{finishing} that you do not hold could make 21 after it.")
                    }
                }
            }
            Move::Play(..) => "No card of yours fits face up.".to_owned(),
        })
    }
}

fn points(points: i32) -> String {
    counted(i64::from(points), "point")
}

fn stolen(public: &Public, place: KeyPlace, key: &Key) -> String {
    let worth = points(key.points());
    match fault(public, place, key) {
        Some(Standing::Complete) => format!("It counted 21 and was not taken: {worth}."),
        Some(Standing::Bust) => format!("It is past 21: {worth}."),
        Some(_) => format!("No cards that are left can bring it to 21: {worth}."),
        None => "It may not be faulty.".to_owned(),
    }
}

/// The legal moves without those that are mistakes for sure: claims that are wrong or missing, steals of what is in order.
fn sensible(view: &View<'_, KeyOfTheDoor>) -> Vec<Move> {
    let (public, mut all) = (view.public(), Vec::new());
    KeyOfTheDoor::each_move(view, "", LOOKED_AT, &mut |m| {
        let keeps = match m {
            Move::Play(_, Way::Up { claim, .. }) if public.called() => claim == makes_21(public, &m),
            Move::Steal(place) => public.table.key(place).is_some_and(|key| fault(public, place, key).is_some()),
            Move::Bust(place) => public.table.key(place).is_some_and(|key| key.sum() > 21),
            _ => true,
        };
        if keeps {
            all.push(m);
        }
        all.len() < LOOKED_AT
    });
    all
}

fn makes_21(public: &Public, m: &Move) -> bool {
    let Move::Play(card, way) = *m else { return false };
    let zeros = public.options.zero_can_double;
    way.is_up() && laid(public, card, way).is_some_and(|(_, key)| key.counts_21(zeros))
}

/// The key with this card on it.
fn laid(public: &Public, card: Card, way: Way) -> Option<(KeyPlace, Key)> {
    let place = way.place(card)?;
    let mut key = public.table.key(place)?.clone();
    key.push(Laid::Up(card));
    Some((place, key))
}

/// The numerals that may still come to a key: those that nobody has seen go. What lies face down may be among them, so a
/// key may be bent that does not look so; never the other way round.
fn left(public: &Public, place: KeyPlace) -> CardSet {
    let all = if let KeyPlace::Suit(suit) = place { numerals_of(suit) } else { numerals() };
    all.minus(public.notes.played)
}

fn standing(public: &Public, place: KeyPlace, key: &Key) -> Standing {
    let laid = key.cards.iter().filter_map(|laid| if let Laid::Up(card) = laid { Some(*card) } else { None });
    let free: Tally = left(public, place).minus(laid.collect()).iter().map(Card::number).collect();
    Standing::of(&key.tally(), &free, public.options.zero_can_double)
}

/// What can be seen to be wrong with a key. A card that may still be taken back does not make it bust.
fn fault(public: &Public, place: KeyPlace, key: &Key) -> Option<Standing> {
    let zeros = public.options.zero_can_double;
    if key.ever_21(zeros) {
        return Some(Standing::Complete);
    }
    match standing(public, place, key) {
        Standing::Bust if public.window.is_none_or(|window| window.key != place) => Some(Standing::Bust),
        Standing::Bent if key.cards.len() >= usize::from(public.options.bent_min_cards) => Some(Standing::Bent),
        _ => None,
    }
}

/// How many cards that the viewer does not hold would make 21 on this key.
fn finishing(view: &View<'_, KeyOfTheDoor>, place: KeyPlace, key: &Key) -> u32 {
    let (public, zeros) = (view.public(), view.public().options.zero_can_double);
    let own = view.own().map_or(CardSet::EMPTY, |own| own.hand);
    let laid: CardSet =
        key.cards.iter().filter_map(|laid| if let Laid::Up(card) = laid { Some(*card) } else { None }).collect();
    let others = left(public, place).minus(own).minus(laid);
    others.iter().filter(|card| finishes(key, *card, zeros)).count() as u32
}

fn finishes(key: &Key, card: Card, zeros: bool) -> bool {
    let mut then = key.clone();
    then.push(Laid::Up(card));
    then.counts_21(zeros)
}

/// How good a move looks, in tenths of a point.
fn merit(view: &View<'_, KeyOfTheDoor>, m: &Move) -> i32 {
    let public = view.public();
    match *m {
        Move::Steal(place) => 10_000 + public.table.key(place).map_or(0, Key::points),
        Move::Bust(_) => 20_000,
        Move::Pass => -10_000,
        Move::Play(card, way) if way.is_up() => {
            laid(public, card, way).map_or(0, |(place, key)| after(view, card, place, &key))
        }
        // What lies face down helps whoever finishes the key.
        Move::Play(card, way) => {
            let header = way.place(card).and_then(|place| public.table.key(place)).map(|key| key.header);
            -10 * header.map_or(0, Opener::points) - i32::from(card.number())
        }
    }
}

fn after(view: &View<'_, KeyOfTheDoor>, card: Card, place: KeyPlace, key: &Key) -> i32 {
    let (public, zeros) = (view.public(), view.public().options.zero_can_double);
    let next = key.points() + key.header.points();
    match standing(public, place, key) {
        Standing::Complete => 100 * key.points(),
        // Whoever plays next takes it.
        Standing::Bust => -20 * key.points(),
        Standing::Bent if public.options.steal => -10 * key.points(),
        Standing::Bent => -5 * key.points(),
        Standing::Open => {
            let own = view.own().map_or(CardSet::EMPTY, |own| own.hand.without(card));
            let fits = |other: Card| matches!(place, KeyPlace::Joker(_)) || other.suit() == card.suit();
            let mine = own.iter().any(|other| fits(other) && finishes(key, other, zeros));
            let theirs = finishing(view, place, key) as i32;
            // One more card of others is about one chance in three that the next has it.
            -3 * next * theirs.min(3) + if mine { 3 * next } else { 0 }
        }
    }
}
