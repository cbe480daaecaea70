//! Tests of gin rummy, by topic.

mod controls;
mod examples;
mod many;
mod notation;
mod reasons;
mod scenes;
mod solver;
mod thought;
mod words;

use super::melds::{layouts, melds};
use super::moves::{Move, Turn};
use super::{GinRummy, Phase};
use crate::cards::Card;
use crate::chance::Chance;
use crate::game::{State, View};
use crate::suite::{Probe, suite};

impl Probe for GinRummy {
    const OPENS: &[(&str, &str)] = &[
        ("", "how to play|How do I play?|play|rules|introduction|how many players|gin rummy"),
        ("1", "aim|goal|object|purpose|What is the aim of the game?|how to win|win|won|winner|winning"),
        ("2.1", "values|count|what do cards count"),
        ("2.2", "deal|dealing|dealer|start|begin|setup|set up|set-up|who goes first"),
        ("2.3", "meld|melds|run|set|what is a meld?"),
        ("3.2", "turn|turns|draw|drawing"),
        ("3.3", "discard|end turn"),
        ("3.4", "knock|knocking|Knocker|how do I knock|kn|3.4|3.4 Knocking|knock_limit"),
        ("3.5", "gin|what is gin|big gin|big_gin_bonus"),
        ("4.1", "lay|lay off|laying"),
        ("4.2", "score|scoring|Scores|points|undercut"),
        ("4.4", "end|finish|over|how does the game end|match"),
        ("5.1", "knocking over the limit|knocking-over-the-limit|5.1"),
        ("9", "notation|how to write moves|how do I type a move"),
        ("10", "examples|worked examples"),
        ("11", "strategy|tips|advice|how to play well"),
    ];
    const ASKS_WRONGLY: &str = r#"{"deadwood": LONG}"#;

    /// If losers pay winners, totals go up and down, and random players take long to reach a thousand.
    const MOST_MOVES: usize = 4_000_000;

    fn cards(state: &State<Self>) -> Vec<Card> {
        let hands = state.own.iter().flat_map(|own| own.hand.iter().chain(own.knock.iter().map(|knock| knock.discard)));
        let discards = state.public.tables.iter().flat_map(|table| table.discards.cards.iter().copied());
        hands.chain(discards).chain(state.secret.stocks.iter().flatten().copied()).collect()
    }

    /// Knocks are shown, and so is what an open hand or a partner in sight draws.
    fn reveals(view: &View<'_, Self>, m: &Move) -> bool {
        let watched = |seat| {
            let exposed = view.public().on_turn(seat).is_some_and(|table| table.player(seat).exposed);
            exposed || view.public().watchers(seat).len() > 1
        };
        match m {
            Move::Stock => view.seat().is_some_and(watched),
            Move::Knock(..) | Move::BigGin | Move::Accept | Move::Refuse | Move::LayOff(_) => true,
            _ => false,
        }
    }

    /// Random players seldom knock, and matches between them are long: so most draws and discards are sensible
    /// ones, and half of the possible knocks are made.
    fn pick(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        let turn = Turn::of(view)?;
        let random = chance.below(12) == 0;
        match turn.table.phase {
            Phase::Discard { .. } if !random => {
                let (card, left) = turn.best_discard()?;
                if left > turn.table.limit || chance.below(2) == 0 {
                    return Some(Move::Discard(card));
                }
                let layouts = layouts(turn.hand.without(card), turn.limit());
                Some(Move::Knock(card, layouts.into_iter().nth(chance.below(4) as usize)))
            }
            Phase::Draw | Phase::Upcard if !random => {
                let top = turn.table.discards.top()?;
                let fits = melds(turn.hand.with(top)).len() > melds(turn.hand).len();
                fits.then_some(Move::Take)
            }
            _ => None,
        }
    }

    const CARRIED: &[&str] = &["hand", "totals", "won", "roles", "seat", "turn"];
    const LOOK_EVERY: usize = 61;
}

suite!(GinRummy);
