//! How the house plays it: a card if one fits, eights and jokers last, and what is expensive first.

use super::CrazyEights;
use super::moves::{Move, hand_of, legal, others_of};
use super::state::{Public, is_eight, worth};
use crate::cards::{Card, CardSet};
use crate::chance::Chance;
use crate::english::counted;
use crate::game::{State, View};
use crate::seats::{Seat, Seats};
use crate::think::{Thinks, by_points};
use crate::words::{Language, Reader};

/// How many cards of somebody else mean that the hand may be over at any moment.
const NEARLY_OUT: u8 = 2;

/// Once in so many moves a beginner plays whatever fits.
const SLIPS: u32 = 2;

impl Thinks for CrazyEights {
    fn quick(view: &View<'_, Self>, _: &mut Chance) -> Option<Move> {
        let hand = hand_of(view);
        legal(view).into_iter().max_by_key(|m| merit(view, hand, m))
    }

    /// Plays what fits as it comes to hand, an eight too, and draws rather than think of what is left.
    fn beginner(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        if chance.below(SLIPS) != 0 {
            return Self::quick(view, chance);
        }
        let plays: Vec<Move> = legal(view).into_iter().filter(|m| matches!(m, Move::Play { .. })).collect();
        let any = |plays: &[Move], chance: &mut Chance| plays[chance.below(plays.len() as u32) as usize];
        if plays.is_empty() { Self::quick(view, chance) } else { Some(any(&plays, chance)) }
    }

    fn candidates(view: &View<'_, Self>, _: &mut Chance) -> Vec<Move> {
        let hand = hand_of(view);
        let mut all = legal(view);
        all.sort_by_key(|m| -merit(view, hand, m));
        all
    }

    fn shares(world: &State<Self>) -> Seats<f64> {
        let public = &world.public;
        by_points(&public.scores, f64::from(public.options.goal(public.seats())) * SWING)
    }

    fn because(view: &View<'_, Self>, m: &Move, reader: &Reader) -> Option<String> {
        let Language::English = reader.language;
        let (public, hand) = (view.public(), hand_of(view));
        let fitting = public.fitting(hand).len();
        Some(match *m {
            Move::Play { card, .. } if hand.len() == 1 => format!("{} is your last card.", card.pretty()),
            Move::Play { card, suit: Some(suit) } => {
                let left = counted(others_of(hand.without(card), suit) as i64, "card");
                format!("After it you have {left} of {}, and the suit is yours to name.", suit.sign())
            }
            Move::Play { card, .. } if public.skips(card) => {
                format!("It costs {} a turn.", reader.name(public.next()))
            }
            Move::Play { card, .. } => plain(public, hand, card),
            Move::Draw | Move::Pass if fitting == 0 => "None of your cards fits.".to_owned(),
            Move::Draw | Move::Pass => format!("It keeps {} for later.", counted(i64::from(fitting), "card")),
        })
    }
}

/// The part of the goal that is a lead of three to one.
const SWING: f64 = 0.35;

fn plain(public: &Public, hand: CardSet, card: Card) -> String {
    let left = counted(others_of(hand.without(card), card.suit()) as i64, "card");
    let worth = worth(card, &public.options);
    format!("It takes {worth} out of your hand, and leaves {left} of {} to follow it.", card.suit().sign())
}

/// How good a move looks.
fn merit(view: &View<'_, CrazyEights>, hand: CardSet, m: &Move) -> i32 {
    let public = view.public();
    let Move::Play { card, suit } = *m else { return -1000 };
    let after = hand.without(card);
    if after.is_empty() {
        return 1000;
    }
    let danger = fewest_of_others(view) <= NEARLY_OUT;
    // After a joker what was in force still is.
    let left = if card.is_joker() {
        public.fitting(after).iter().filter(|card| !card.is_joker() && !is_eight(*card)).count()
    } else {
        others_of(after, suit.unwrap_or(card.suit()))
    };
    let follows = 3 * left as i32;
    let costs = worth(card, &public.options);
    let wild = is_eight(card) || card.is_joker();
    let skips = public.skips(card) || public.makes_draw(card);
    match (wild, danger) {
        // What counts fifty must not stay in the hand, and whoever loses a turn cannot go out.
        (true, true) => follows + if skips { 120 } else { 60 },
        // A joker when two play is a turn more, but only worth it with something to follow.
        (true, false) => follows - 60 + if card.is_joker() && view.seats() == 2 && left > 0 { 10 } else { 0 },
        (false, true) => follows + costs + if skips { 100 } else { 0 },
        (false, false) => follows + costs + if skips { 8 } else { 0 },
    }
}

fn fewest_of_others(view: &View<'_, CrazyEights>) -> u8 {
    let others = Seat::all(view.seats()).filter(|seat| Some(*seat) != view.seat());
    others.map(|seat| view.backs(seat)).min().unwrap_or(u8::MAX)
}
