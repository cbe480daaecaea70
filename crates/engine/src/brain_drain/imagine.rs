//! Positions that a viewer cannot tell from the true one.

use std::collections::VecDeque;

use super::BrainDrain;
use super::expr::{Answer, Expr, Number, Op};
use super::moves::Move;
use super::state::{Private, Public, Secret};
use crate::cards::{Card, CardSet};
use crate::{Chance, Imagining, Seats, State, View};

impl Imagining for BrainDrain {
    /// The stock is shuffled anew within what is known of its order; other seats' slips and sealed answers could be
    /// anything.
    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        let public = view.public().clone();
        let mut stock = VecDeque::new();
        for set in &public.stock {
            let mut cards: Vec<Card> = CardSet::iter(*set).collect();
            chance.shuffle(&mut cards);
            stock.extend(cards);
        }
        let grace = u32::from(public.options.typo_grace);
        let own = Seats::of(public.seats(), |seat| match view.own() {
            Some(own) if view.seat() == Some(seat) => own.clone(),
            _ => Private {
                slips: chance.below(grace + 1) as u8,
                sealed: public.sent.contains(&seat).then(|| some_move(&public, chance)),
                told: Vec::new(),
            },
        });
        State { public, own, secret: Secret { stock } }
    }
}

/// What a seat may have sent: a pass, or a sum of the display in some order.
fn some_move(public: &Public, chance: &mut Chance) -> Move {
    let mut values: Vec<i64> = public.display.iter().map(|&card| public.options.values.value(card)).collect();
    chance.shuffle(&mut values);
    if chance.below(2) == 0 {
        return Move::Pass;
    }
    let sum = values.into_iter().map(|n| Expr::Number(Number::Small(n))).reduce(|a, b| {
        let op = if chance.below(2) == 0 { Op::Add } else { Op::Sub };
        Expr::Apply(op, Box::new(a), Box::new(b))
    });
    sum.map_or(Move::Pass, |sum| Move::Solve(Answer::new(sum)))
}
