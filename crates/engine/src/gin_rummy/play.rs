//! Playing a legal move.

use super::deadwood::deadwood;
use super::event::{Event, HandResult, KnockRefused};
use super::melds::{LaidOff, Layout, best_lay_off, best_layout};
use super::moves::Move;
use super::options::LayOffs;
use super::scoring::{Outcome, Scorer, hand_score};
use super::state::{DEAD_STOCK, How, Knock, Phase, Spread, Table};
use super::{Facts, GinRummy};
use crate::Chance;
use crate::cards::{Card, CardSet};
use crate::game::{Legal, Playing, Progress, State, To, Told};
use crate::seats::Seat;

/// One seat's move at its table.
struct Play<'a> {
    state: &'a mut State<GinRummy>,
    facts: &'a mut Facts,
    seat: Seat,
    at: usize,
}

impl Playing for GinRummy {
    fn apply(state: &mut State<Self>, seat: Seat, m: Legal<Move>, _: &mut Chance, facts: &mut Facts) -> Progress {
        let Some(at) = state.public.place(seat) else { return Progress::Playing };
        state.public.tables[at].moves += 1;
        let mut play = Play { state, facts, seat, at };
        match m.get() {
            Move::Pass => play.pass(),
            Move::Take => play.take(),
            Move::Stock => play.stock(),
            Move::Discard(card) => play.discard(card),
            Move::Knock(card, layout) => play.knock(card, layout),
            Move::BigGin => play.big_gin(),
            Move::Accept => play.accept(),
            Move::Refuse => play.refuse(),
            Move::LayOff(laid) => play.lay_off(laid),
        }
    }

    fn void(state: &mut State<Self>, facts: &mut Facts) -> Progress {
        state.public.void(facts)
    }
}

impl Play<'_> {
    fn table(&mut self) -> &mut Table {
        &mut self.state.public.tables[self.at]
    }

    fn hand(&mut self, seat: Seat) -> &mut CardSet {
        &mut self.state.own[seat].hand
    }

    fn tell(&mut self, event: Event) {
        self.facts.push(Told::everyone(event.at(self.at, &self.state.public.tables)));
    }

    /// Tells how the hand here ended; the end of a round of four tells it once more.
    fn tell_end(&mut self, event: Event) {
        let event = event.at(self.at, &self.state.public.tables);
        self.table().ended = Some(Box::new(event.clone())).filter(|_| self.state.public.tables.len() > 1);
        self.facts.push(Told::everyone(event));
    }

    fn turn(&mut self, seat: Seat, phase: Phase) -> Progress {
        let table = self.table();
        table.turn = seat;
        table.phase = phase;
        Progress::Playing
    }

    fn pass(&mut self) -> Progress {
        let seat = self.seat;
        self.tell(Event::Passed { seat });
        let table = self.table();
        let other = table.other(seat);
        let phase = if table.first() == seat { Phase::Upcard } else { Phase::FirstStock };
        self.turn(other, phase)
    }

    fn take(&mut self) -> Progress {
        let seat = self.seat;
        let table = self.table();
        let taken = table.discards.cards.pop();
        if let Some(card) = taken {
            table.player_mut(seat).known.insert(card);
            self.hand(seat).insert(card);
            self.tell(Event::Took { seat, card });
        }
        self.state.own[seat].drawn = taken;
        self.turn(seat, Phase::Discard { taken })
    }

    fn stock(&mut self) -> Progress {
        let seat = self.seat;
        let drawn = self.state.secret.stocks[self.at].pop();
        let table = &mut self.state.public.tables[self.at];
        table.stock = self.state.secret.stocks[self.at].len() as u8;
        if let Some(card) = drawn {
            let left = table.stock;
            let exposed = table.player(seat).exposed;
            if exposed {
                table.player_mut(seat).known.insert(card);
            }
            self.hand(seat).insert(card);
            self.tell(Event::Drew { seat, left });
            let to = if exposed { To::Everyone } else { To::Only(self.state.public.watchers(seat)) };
            self.facts.push(Told { to, event: Event::Card { seat, card, silent: !exposed } });
        }
        self.state.own[seat].drawn = drawn;
        self.turn(seat, Phase::Discard { taken: None })
    }

    fn discard(&mut self, card: Card) -> Progress {
        let seat = self.seat;
        self.let_go(card);
        self.table().discards.cards.push(card);
        self.tell(Event::Discarded { seat, card });
        self.next_turn()
    }

    /// A card leaves the hand of the player on turn.
    fn let_go(&mut self, card: Card) {
        let seat = self.seat;
        self.hand(seat).remove(card);
        self.state.own[seat].drawn = None;
        self.table().player_mut(seat).known.remove(card);
    }

    /// The other player's turn, or the end of a hand whose stock has run out.
    fn next_turn(&mut self) -> Progress {
        let seat = self.seat;
        let table = self.table();
        if table.stock > DEAD_STOCK {
            let other = table.other(seat);
            return self.turn(other, Phase::Draw);
        }
        let players = table.seats();
        let again = self.state.public.tables.len() < 2 || self.state.public.options.four_replay_dead;
        let totals = self.state.public.totals_after(Outcome::Dead);
        self.tell_end(Event::Dead { players, again, totals });
        self.state.public.book(self.at, Outcome::Dead, self.facts)
    }

    fn knock(&mut self, card: Card, layout: Option<Layout>) -> Progress {
        let seat = self.seat;
        let eleven = *self.hand(seat);
        let hand = eleven.without(card);
        if self.state.public.options.honour() {
            let limit = self.table().limit;
            let count = layout.as_ref().map_or_else(|| deadwood(hand), |layout| layout.left(hand));
            if count > limit {
                return self.knock_over_limit(card, layout);
            }
        }
        self.let_go(card);
        let layout = layout.unwrap_or_else(|| best_layout(hand, eleven));
        self.lay_out(seat, Some(card), layout, false)
    }

    /// The card goes face down and the other player decides. Which card that is stays the knocker's secret, so what
    /// everybody knows of the hand does not change.
    fn knock_over_limit(&mut self, card: Card, layout: Option<Layout>) -> Progress {
        let seat = self.seat;
        let private = &mut self.state.own[seat];
        private.hand.remove(card);
        private.drawn = None;
        private.knock = Some(Knock { discard: card, layout });
        let answers = self.table().other(seat);
        self.tell(Event::OverLimit { seat, answers });
        self.turn(answers, Phase::Answer)
    }

    fn accept(&mut self) -> Progress {
        let seat = self.seat;
        let knocker = self.table().other(seat);
        let Some(Knock { discard, layout }) = self.state.own[knocker].knock.take() else { return Progress::Playing };
        self.tell(Event::Accepted { seat });
        self.table().player_mut(knocker).known.remove(discard);
        let hand = *self.hand(knocker);
        let layout = layout.unwrap_or_else(|| best_layout(hand, hand.with(discard)));
        self.lay_out(knocker, Some(discard), layout, true)
    }

    fn refuse(&mut self) -> Progress {
        let seat = self.seat;
        let knocker = self.table().other(seat);
        let Some(Knock { discard: card, .. }) = self.state.own[knocker].knock.take() else { return Progress::Playing };
        let hand = *self.hand(knocker);
        let table = self.table();
        let player = table.player_mut(knocker);
        (player.known, player.exposed) = (hand, true);
        table.discards.cards.push(card);
        self.tell(Event::Refused(Box::new(KnockRefused { seat, knocker, card, hand })));
        self.seat = knocker;
        self.next_turn()
    }

    fn big_gin(&mut self) -> Progress {
        let seat = self.seat;
        let hand = *self.hand(seat);
        self.state.own[seat].drawn = None;
        self.lay_out(seat, None, best_layout(hand, hand), false)
    }

    /// The knocker's cards are laid out; the other player lays off, or the hand is scored.
    fn lay_out(&mut self, knocker: Seat, discard: Option<Card>, melds: Layout, over_limit: bool) -> Progress {
        let hand = *self.hand(knocker);
        let (unmatched, count) = (hand.minus(melds.cards()), melds.left(hand));
        let how = match (discard, count) {
            (None, _) => How::BigGin,
            (_, 0) => How::Gin,
            _ => How::Knock,
        };
        let spread = Spread { knocker, how, melds, unmatched, count, discard, over_limit };
        let options = self.state.public.options;
        let table = self.table();
        let defender = table.other(knocker);
        table.discards.cards.extend(discard);
        table.player_mut(knocker).known = hand;
        if how != How::Knock && !options.gin_layoff {
            return self.showdown(spread, LaidOff::default());
        }
        if options.layoff == LayOffs::Manual {
            self.tell(Event::Spread(Box::new(spread.clone())));
            self.table().spread = Some(spread);
            return self.turn(defender, Phase::LayOff);
        }
        let (laid, _) = best_lay_off(&spread.melds, *self.hand(defender));
        self.showdown(spread, laid)
    }

    fn lay_off(&mut self, laid: LaidOff) -> Progress {
        match self.table().spread.clone() {
            Some(spread) => self.showdown(spread, laid),
            None => Progress::Playing,
        }
    }

    /// Both hands are shown and the hand is scored.
    fn showdown(&mut self, spread: Spread, laid_off: LaidOff) -> Progress {
        let defender = self.table().other(spread.knocker);
        let all = *self.hand(defender);
        let hand = all.minus(laid_off.cards());
        self.table().player_mut(defender).known = all;
        let melds = best_layout(hand, hand);
        let (left, left_count) = (hand.minus(melds.cards()), melds.left(hand));
        let options = self.state.public.options;
        let doubled = self.table().doubled;
        let (scorer, score) = hand_score(&options, doubled, spread.how, spread.count, left_count);
        let winner = match scorer {
            Scorer::Knocker => Some(spread.knocker),
            Scorer::Defender => Some(defender),
            Scorer::Nobody => None,
        };
        let outcome = winner.map_or(Outcome::Tied, |winner| Outcome::Won(winner, score.points));
        let totals = self.state.public.totals_after(outcome);
        let (scorers, paid_by) = self.state.public.paid(self.at, winner);
        let result =
            HandResult { spread, defender, laid_off, melds, left, left_count, winner, score, scorers, paid_by, totals };
        self.tell_end(Event::Result(Box::new(result)));
        self.state.public.book(self.at, outcome, self.facts)
    }
}
