//! How the house plays it: deadwood, what would improve the hand, what the other could use; and in imagined worlds the
//! other holds a hand as good as people have by then.

use super::GinRummy;
use super::deadwood::{deadwood, value};
use super::melds::best_lay_off;
use super::moves::{Move, Turn, after_taking, is_worth_taking};
use super::race::race;
use super::state::{Phase, Table};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::chance::Chance;
use crate::english::counted;
use crate::game::{Choosing, Imagining, Progress, State, View};
use crate::seats::{Seat, Seats};
use crate::think::{Steps, Thinks, by_points, ended, play, roll};
use crate::words::{Language, Reader};

/// The part of the target that is a lead of three to one.
const SWING: f64 = 0.5;
/// Once in so many turns a beginner does not look twice.
const SLIPS: u32 = 2;
/// The most hands of which the best is what the other may hold: after some turns real hands are that good.
const MOST_TRIED: u32 = 20;
/// The most discards that are compared; the others look worse at once.
const DISCARDS: usize = 6;
/// So many discards lower by one what is worth knocking with, down to this much: who waits for less than that waits until
/// the stock is gone.
const LATER: u8 = 5;
const LOW: u8 = 5;

impl Thinks for GinRummy {
    const HORIZON: u32 = 150;
    const COMPARED: usize = 9;

    fn quick(view: &View<'_, Self>, _: &mut Chance) -> Option<Move> {
        let turn = Turn::of(view)?;
        Some(match turn.table.phase {
            Phase::Discard { .. } => end_of_turn(view, &turn),
            Phase::Upcard | Phase::Draw if takes(&turn) => Move::Take,
            Phase::Upcard => Move::Pass,
            Phase::Draw => Move::Stock,
            Phase::Answer if deadwood(turn.hand) > turn.table.limit => Move::Accept,
            Phase::LayOff => {
                let spread = turn.table.spread.as_ref()?;
                Move::LayOff(best_lay_off(&spread.melds, turn.hand).0)
            }
            _ => Self::fallback(view),
        })
    }

    /// Takes what looks near, throws the highest loose card whatever it could become, and is afraid of knocking.
    fn beginner(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        let turn = Turn::of(view)?;
        if chance.below(SLIPS) != 0 {
            return Self::quick(view, chance);
        }
        let near = |card: Card| turn.hand.iter().any(|own| touches(own, card));
        match turn.table.phase {
            Phase::Draw if turn.table.discards.top().is_some_and(near) => Some(Move::Take),
            // The highest card that is in no meld, whatever it could become.
            Phase::Discard { .. } if turn.best_discard().is_some_and(|(_, left)| left > 0) => {
                let left = |card: &Card| (deadwood(turn.hand.without(*card)), u8::MAX - value(*card));
                turn.discards().iter().min_by_key(left).map(Move::Discard)
            }
            _ => Self::quick(view, chance),
        }
    }

    fn candidates(view: &View<'_, Self>, _: &mut Chance) -> Vec<Move> {
        let Some(turn) = Turn::of(view) else { return Vec::new() };
        match turn.table.phase {
            Phase::Upcard => vec![Move::Take, Move::Pass],
            Phase::Draw => vec![Move::Take, Move::Stock],
            Phase::Answer => vec![Move::Accept, Move::Refuse],
            Phase::Discard { .. } => {
                let ranked = ranked(view, &turn);
                let knock = ranked
                    .iter()
                    .filter(|(card, _)| turn.table.limit >= left(&turn, *card))
                    .min_by_key(|(card, _)| left(&turn, *card));
                let knock = knock.map(|(card, _)| Move::Knock(*card, None));
                knock.into_iter().chain(ranked.iter().take(DISCARDS).map(|(card, _)| Move::Discard(*card))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn believe(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        let worlds = (0..tries(view)).map(|_| Self::imagine(view, chance));
        let worlds: Vec<State<Self>> = worlds.collect();
        let best = worlds.into_iter().min_by_key(|world| others_deadwood(view, world));
        best.unwrap_or_else(|| Self::imagine(view, chance))
    }

    fn play_on(world: &mut State<Self>, steps: &mut Steps<'_>, chance: &mut Chance) -> Option<Seats<f64>> {
        let answers = matches!(world.public.tables[0].phase, Phase::Answer | Phase::LayOff);
        if answers || world.public.tables.len() > 1 {
            return roll(world, steps, chance);
        }
        let (seat, last) = race(world, steps)?;
        match play(world, seat, Some(last), chance) {
            Progress::Playing => roll(world, steps, chance),
            over => Some(ended(world, &over)),
        }
    }

    fn shares(world: &State<Self>) -> Seats<f64> {
        by_points(&world.public.totals, f64::from(world.public.options.target) * SWING)
    }

    fn because(view: &View<'_, Self>, m: &Move, reader: &Reader) -> Option<String> {
        let Language::English = reader.language;
        let turn = Turn::of(view)?;
        let now = deadwood(turn.hand);
        Some(match m {
            Move::Discard(card) => {
                let fit = match outs(view, &turn, *card) {
                    0 => "no card you have not seen goes".to_owned(),
                    1 => "1 card you have not seen goes".to_owned(),
                    outs => format!("{} you have not seen go", counted(outs, "card")),
                };
                format!("It leaves {} deadwood, and {fit} into a meld.", left(&turn, *card))
            }
            Move::Knock(card, _) if left(&turn, *card) == 0 => "Every card is in a meld: gin.".to_owned(),
            Move::Knock(card, _) => {
                let left = left(&turn, *card);
                format!("Only {left} would be left, and {} is enough to knock.", turn.table.limit)
            }
            Move::BigGin => "All eleven cards are in melds.".to_owned(),
            Move::Take => {
                let top = turn.table.discards.top()?;
                match after_taking(turn.hand, top) {
                    then if then < now => format!("With {} your deadwood falls from {now} to {then}.", top.pretty()),
                    then if then == now => format!("With {} you still have {now} deadwood.", top.pretty()),
                    then => format!("With {} you would have {then} deadwood instead of {now}.", top.pretty()),
                }
            }
            Move::Stock if turn.table.phase == Phase::FirstStock => {
                "Both of you left the upcard, so it is the only move.".to_owned()
            }
            Move::Stock | Move::Pass => match turn.table.discards.top() {
                Some(top) if after_taking(turn.hand, top) >= now => {
                    format!("{} does not help your hand.", top.pretty())
                }
                Some(top) => {
                    format!("{} would only bring you from {now} to {}.", top.pretty(), after_taking(turn.hand, top))
                }
                None => "There is nothing else to draw.".to_owned(),
            },
            Move::Accept => format!("You have {now} deadwood yourself."),
            Move::Refuse => format!("You have only {now} deadwood."),
            Move::LayOff(laid) if laid.pairs().is_empty() => "No card of yours fits the melds.".to_owned(),
            Move::LayOff(laid) => {
                format!("It leaves you {} deadwood instead of {now}.", deadwood(turn.hand.minus(laid.cards())))
            }
        })
    }
}

/// What is left once this card is discarded.
fn left(turn: &Turn<'_>, discard: Card) -> u8 {
    deadwood(turn.hand.without(discard))
}

fn takes(turn: &Turn<'_>) -> bool {
    turn.table.discards.top().is_some_and(|top| is_worth_taking(turn.hand, top, turn.table.limit))
}

/// The cards that the viewer has not seen.
fn unseen(view: &View<'_, GinRummy>, turn: &Turn<'_>) -> CardSet {
    let table = turn.table;
    let known = table.players.iter().fold(turn.hand, |seen, player| seen.union(player.known));
    let seen = table.discards.cards.iter().fold(known, |seen, card| seen.with(*card));
    let seen = Seat::all(view.seats()).filter_map(|seat| view.shown(seat)).fold(seen, |seen, own| seen.union(own.hand));
    Card::pack().filter(|card| !seen.contains(*card)).collect()
}

/// How many unseen cards go into a meld of the hand after this discard.
fn outs(view: &View<'_, GinRummy>, turn: &Turn<'_>, discard: Card) -> u32 {
    let (hand, left) = (turn.hand.without(discard), left(turn, discard));
    unseen(view, turn).iter().filter(|card| deadwood(hand.with(*card)) <= left).count() as u32
}

/// Knocks while that is likely to win, else keeps what is worth most.
fn end_of_turn(view: &View<'_, GinRummy>, turn: &Turn<'_>) -> Move {
    if turn.has_big_gin() {
        return Move::BigGin;
    }
    let Some((best, left)) = turn.best_discard() else { return GinRummy::fallback(view) };
    // The later it is, the likelier the other has less.
    let late = turn.table.discards.cards.len() as u8 / LATER;
    if left == 0 || left <= turn.table.limit && left <= turn.table.limit.saturating_sub(late).max(LOW) {
        return Move::Knock(best, None);
    }
    ranked(view, turn).first().map_or(Move::Discard(best), |(card, _)| Move::Discard(*card))
}

/// The discards, the best first: by what they leave, what may still come to that, and what they give the other.
fn ranked(view: &View<'_, GinRummy>, turn: &Turn<'_>) -> Vec<(Card, i32)> {
    let unseen = unseen(view, turn);
    let theirs = turn.table.player(turn.table.other(turn.table.turn)).known;
    let least = turn.best_discard().map_or(0, |(_, left)| left);
    // What would break up much more than the best is not looked at.
    let near = turn.discards().iter().filter(|card| left(turn, *card) <= least + 10);
    let mut all: Vec<(Card, i32)> = near.map(|card| (card, cost(turn, card, unseen, theirs))).collect();
    all.sort_by_key(|(card, cost)| (*cost, u8::MAX - card.number()));
    all
}

/// What a discard costs, in tenths of a point of deadwood.
fn cost(turn: &Turn<'_>, discard: Card, unseen: CardSet, theirs: CardSet) -> i32 {
    let (hand, left) = (turn.hand.without(discard), i32::from(left(turn, discard)));
    let gain = |card: Card| (left - i32::from(deadwood(hand.with(card)))).max(0);
    let hopes: i32 = unseen.iter().map(gain).sum();
    10 * left - 12 * hopes / (unseen.len().max(1) as i32) * 3 + danger(discard, unseen, theirs)
}

/// How likely the other can use a card: the pairs with which it makes a meld, those that are known to be there most.
fn danger(card: Card, unseen: CardSet, theirs: CardSet) -> i32 {
    let weight = |other: Option<Card>| match other {
        Some(other) if theirs.contains(other) => 4,
        Some(other) if unseen.contains(other) => 1,
        _ => 0,
    };
    let at = |step: i8| {
        let rank = card.number().checked_add_signed(step).and_then(Rank::new)?;
        Some(Card::new(rank, card.suit()))
    };
    let runs = [(at(-2), at(-1)), (at(-1), at(1)), (at(1), at(2))];
    let in_runs: i32 = runs.into_iter().map(|(one, other)| weight(one) * weight(other)).sum();
    let others = Suit::ALL.into_iter().filter(|suit| *suit != card.suit());
    let same: Vec<i32> = others.map(|suit| weight(card.rank().map(|rank| Card::new(rank, suit)))).collect();
    let in_sets = same[0] * same[1] + same[0] * same[2] + same[1] * same[2];
    4 * (in_runs + in_sets)
}

fn touches(own: Card, card: Card) -> bool {
    own.number() == card.number() || own.suit() == card.suit() && own.number().abs_diff(card.number()) == 1
}

/// How many worlds are imagined of which the likeliest is taken: hands get better with every turn.
fn tries(view: &View<'_, GinRummy>) -> u32 {
    let turns = view.seat().and_then(|seat| view.public().on_turn(seat)).map_or(0, |table| table.discards.cards.len());
    (2 + turns as u32).min(MOST_TRIED)
}

/// The deadwood of whoever the viewer plays against; who could have knocked would have.
fn others_deadwood(view: &View<'_, GinRummy>, world: &State<GinRummy>) -> (bool, u8) {
    let Some(table) = view.seat().and_then(|seat| view.public().on_turn(seat)) else { return (false, 0) };
    let hand = world.own[other_at(table)].hand;
    let left = deadwood(hand);
    (left <= table.limit, left)
}

fn other_at(table: &Table) -> Seat {
    table.other(table.turn)
}
