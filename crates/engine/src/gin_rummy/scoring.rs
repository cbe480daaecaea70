//! What a hand is worth, who is paid, and the bonuses at the end of a match.

use super::Facts;
use super::event::{EndBonus, Ending, Event, HandScore, RoundResult};
use super::options::{NextDealer, Options, SpadeDoubles, ThreeDealer, ThreeScoring};
use super::state::{How, Phase, Public, Roles};
use crate::game::{Placing, Progress, Standings, Told};
use crate::seats::{Seat, SeatSet, Seats, Side};

/// The bonus for winning the match; doubled in a shutout.
const GAME_BONUS: i32 = 100;
/// The bonus for each hand won, paid at the end of the match.
const LINE_BONUS: i32 = 25;
/// What the non-dealer scores for a misdeal.
pub(super) const MISDEAL: i32 = 10;

/// Who scores for a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scorer {
    Knocker,
    /// The other player: an undercut.
    Defender,
    /// Nobody: equal counts that are no undercut.
    Nobody,
}

/// What a hand is worth: `k` is the knocker's count, `o` the other player's after laying off.
#[must_use]
pub fn hand_score(options: &Options, doubled: bool, how: How, k: u8, o: u8) -> (Scorer, HandScore) {
    let (scorer, bonus) = match how {
        How::Gin => (Scorer::Knocker, options.gin_bonus),
        How::BigGin => (Scorer::Knocker, options.big_gin().unwrap_or_default()),
        How::Knock if k < o => (Scorer::Knocker, 0),
        How::Knock if k > o || options.undercut_on_tie => (Scorer::Defender, options.undercut_bonus),
        How::Knock => return (Scorer::Nobody, HandScore::default()),
    };
    let difference = k.abs_diff(o);
    let factor = if doubled { 2 } else { 1 };
    let bonus_factor = if options.okla_spade_doubles == SpadeDoubles::All { factor } else { 1 };
    let bonus = bonus * u16::from(bonus_factor);
    let points = i32::from(difference) * i32::from(factor) + i32::from(bonus);
    (scorer, HandScore { difference, factor, bonus, points })
}

/// How a hand at one table came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Somebody won the hand, perhaps without points.
    Won(Seat, i32),
    /// Equal counts, and nobody scores.
    Tied,
    /// The stock ran out.
    Dead,
}

impl Public {
    /// Books a hand and seats the next one.
    pub(super) fn book(&mut self, at: usize, outcome: Outcome, facts: &mut Facts) -> Progress {
        self.tables[at].phase = Phase::Over;
        match self.roles {
            Some(roles) => self.book_three(roles, outcome, facts),
            None if self.tables.len() == 2 => self.book_round(at, outcome, facts),
            None => self.book_two(outcome, facts),
        }
    }

    /// Running totals as they stand once this outcome is booked, if that is known at once.
    pub(super) fn totals_after(&self, outcome: Outcome) -> Option<Seats<i32>> {
        if self.tables.len() == 2 {
            return None;
        }
        let mut totals = self.totals.clone();
        if let Outcome::Won(winner, points) = outcome {
            let shares = self.shares(winner, points);
            totals.iter_mut().zip(&shares).for_each(|(total, share)| *total += share);
        }
        Some(totals)
    }

    /// The seats on one side in this hand, this one included.
    pub(super) fn fellows(&self, seat: Seat) -> SeatSet {
        match self.roles {
            Some(roles) if seat == roles.solo => SeatSet::one(seat),
            Some(roles) => SeatSet::one(roles.on_deck).with(roles.rester),
            None => self.members(self.side(seat)),
        }
    }

    /// Who is credited with a hand's points, and who pays them if losers pay.
    pub(super) fn paid(&self, at: usize, winner: Option<Seat>) -> (SeatSet, SeatSet) {
        let Some(winner) = winner else { return (SeatSet::EMPTY, SeatSet::EMPTY) };
        if self.roles.is_none() {
            return (SeatSet::one(winner), SeatSet::EMPTY);
        }
        let payers = if self.chouette() { self.fellows(self.tables[at].other(winner)) } else { SeatSet::EMPTY };
        (self.fellows(winner), payers)
    }

    /// How a win of this many points changes the totals, by side.
    fn shares(&self, winner: Seat, points: i32) -> Seats<i32> {
        let winners = self.fellows(winner);
        let chouette = self.chouette();
        Seats::of(self.totals.count(), |side| {
            let wins = winners.meets(self.members(Side(side.number())));
            let alone = self.roles.is_some_and(|roles| roles.solo == side);
            match (wins, chouette) {
                (true, true) if alone => 2 * points,
                (true, _) => points,
                (false, true) if alone => -2 * points,
                (false, true) => -points,
                (false, false) => 0,
            }
        })
    }

    fn credit(&mut self, winner: Seat, points: i32, hand: bool) {
        let shares = self.shares(winner, points);
        let winners = self.fellows(winner);
        for side in (0..self.totals.count()).map(Side) {
            self.totals[side] += shares[side];
            self.won[side] += u32::from(hand && winners.meets(self.members(side)));
        }
    }

    fn book_two(&mut self, outcome: Outcome, facts: &mut Facts) -> Progress {
        if let Outcome::Won(winner, points) = outcome {
            self.credit(winner, points, true);
        }
        let table = &mut self.tables[0];
        let (first, dealer) = (table.first(), table.dealer());
        let next = match (outcome, self.options.next_dealer) {
            (Outcome::Dead, _) | (Outcome::Tied, NextDealer::Winner | NextDealer::Loser) => dealer,
            (_, NextDealer::Alternate) => first,
            (Outcome::Won(winner, _), NextDealer::Winner) => winner,
            (Outcome::Won(winner, _), NextDealer::Loser) => table.other(winner),
        };
        self.end_or(facts, |public| {
            let table = &mut public.tables[0];
            table.seat(table.other(next), next);
        })
    }

    fn book_three(&mut self, old: Roles, outcome: Outcome, facts: &mut Facts) -> Progress {
        let mut new = old;
        if let Outcome::Won(winner, points) = outcome {
            self.credit(winner, points, true);
            if winner != old.solo {
                new = Roles { solo: old.on_deck, on_deck: old.rester, rester: old.solo, ..old };
            } else if self.options.swap_on_solo_win {
                new = Roles { on_deck: old.rester, rester: old.on_deck, ..old };
            }
        }
        if self.options.three_dealer == ThreeDealer::Alternate && outcome != Outcome::Dead {
            new.on_deck_deals = !old.on_deck_deals;
        }
        self.end_or(facts, |public| {
            public.roles = Some(new);
            let [first, dealer] = if new.on_deck_deals { [new.solo, new.on_deck] } else { [new.on_deck, new.solo] };
            public.tables[0].seat(first, dealer);
        })
    }

    fn book_round(&mut self, at: usize, outcome: Outcome, facts: &mut Facts) -> Progress {
        let table = &mut self.tables[at];
        table.net = match outcome {
            Outcome::Won(winner, points) if winner.number() % 2 == 0 => points,
            Outcome::Won(_, points) => -points,
            Outcome::Tied | Outcome::Dead => 0,
        };
        if outcome == Outcome::Dead && self.options.four_replay_dead {
            let (first, dealer) = (table.first(), table.dealer());
            table.seat(first, dealer);
            return Progress::HandOver;
        }
        if self.tables.iter().any(|table| table.phase != Phase::Over) {
            return Progress::Playing;
        }
        let tables = [self.tables[0].net, self.tables[1].net];
        let net: i32 = tables.iter().sum();
        let winner = (net != 0).then_some(Side(u8::from(net < 0)));
        if let Some(side) = winner {
            self.totals[side] += net.abs();
            self.won[side] += 1;
        }
        let totals = self.totals.clone();
        let hands = self.tables.iter_mut().filter_map(|table| table.ended.take().map(|event| *event)).collect();
        let round = RoundResult { round: self.hand, hands, tables, winner, points: net.abs(), totals };
        facts.push(Told::everyone(Event::Round(Box::new(round))));
        self.end_or(facts, Self::next_round)
    }

    /// Partners change opponents, and the deal changes teams at both tables.
    fn next_round(&mut self) {
        self.hand += 1;
        // Players who change tables must not meet a window there that one of their old buttons still names.
        let moves = self.tables.iter().map(|table| table.moves).max().unwrap_or_default();
        self.tables.iter_mut().for_each(|table| table.moves = moves);
        for (even, table) in [0_u8, 2].into_iter().zip(&mut self.tables) {
            let even = Seat::FIRST.after(even, 4);
            let odd = table.other(even).after(2, 4);
            let even_was_first = table.first() == even;
            let [first, dealer] = if even_was_first { [odd, even] } else { [even, odd] };
            table.seat(first, dealer);
        }
    }

    /// Has somebody reached the target?
    fn is_won(&self) -> bool {
        self.totals.iter().any(|&total| total >= self.options.target)
    }

    /// Ends the match if somebody has reached the target; otherwise seats the next hand.
    fn end_or(&mut self, facts: &mut Facts, next: impl FnOnce(&mut Self)) -> Progress {
        if !self.is_won() {
            next(self);
            return Progress::HandOver;
        }
        let ending = self.ending();
        let mut places = Standings::by_score(&ending.finals).0;
        places.sort_by_key(|p| !ending.winners.contains(&p.side));
        place(&mut places, &ending.winners);
        self.finals = Some(ending.finals.clone());
        facts.push(Told::everyone(Event::Won(Box::new(ending))));
        Progress::MatchOver(Standings(places))
    }

    /// The host voids what is being played: the non-dealers are paid, and the same dealers deal again.
    pub(super) fn void(&mut self, facts: &mut Facts) -> Progress {
        let playing: Vec<usize> = (0..self.tables.len()).filter(|&at| self.tables[at].is_playing()).collect();
        let (mut paid, mut paid_by) = (SeatSet::EMPTY, SeatSet::EMPTY);
        for &at in &playing {
            let first = self.tables[at].first();
            let (winners, payers) = self.paid(at, Some(first));
            (paid, paid_by) = (paid.union(winners), paid_by.union(payers));
            self.credit(first, MISDEAL, false);
        }
        let again: &[usize] = if self.is_won() { &[] } else { &playing };
        let dealers = again.iter().map(|&at| self.tables[at].dealer()).collect();
        let totals = self.totals.clone();
        facts.push(Told::everyone(Event::Misdeal { paid, points: MISDEAL, paid_by, dealers, totals }));
        self.end_or(facts, |public| {
            for at in playing {
                let table = &mut public.tables[at];
                table.seat(table.first(), table.dealer());
            }
        })
    }

    /// Do losers pay?
    fn chouette(&self) -> bool {
        self.roles.is_some() && self.options.three_scoring == ThreeScoring::Chouette
    }

    /// The end of the match: who has won, and the bonuses.
    fn ending(&self) -> Ending {
        let best = self.totals.iter().copied().max().unwrap_or_default();
        let sides = (0..self.totals.count()).map(Side);
        let (winners, losers): (Vec<Side>, Vec<Side>) = sides.partition(|&side| self.totals[side] == best);
        let shut_out = self.shut_out(&winners, &losers);
        let bonuses = self.bonuses(&winners, &losers, &shut_out);
        let mut finals = self.totals.clone();
        for bonus in &bonuses {
            finals[bonus.to] += bonus.points();
            if let Some(payer) = bonus.from {
                finals[payer] -= bonus.points();
            }
        }
        let (totals, won, shutout) = (self.totals.clone(), self.won.clone(), !shut_out.is_empty());
        Ending { winners, totals, won, shutout, shut_out, bonuses, finals }
    }

    /// The losers who won no hand. If losers pay, each counts separately; otherwise only if there is one winner and
    /// no loser has won a hand.
    fn shut_out(&self, winners: &[Side], losers: &[Side]) -> Vec<Side> {
        let without: Vec<Side> = losers.iter().copied().filter(|&loser| self.won[loser] == 0).collect();
        let counts = self.chouette() || (winners.len() == 1 && without.len() == losers.len());
        if counts { without } else { Vec::new() }
    }

    /// What is paid at the end: to the winners, and to the losers for their hands if the options say so.
    fn bonuses(&self, winners: &[Side], losers: &[Side], shut_out: &[Side]) -> Vec<EndBonus> {
        if self.chouette() {
            let pay = |&loser: &Side, &winner: &Side| EndBonus {
                from: Some(loser),
                less: self.line_of_loser(loser).map_or(0, |line| line.points()),
                ..self.end_bonus(winner, shut_out.contains(&loser))
            };
            return winners.iter().flat_map(|winner| losers.iter().map(move |loser| pay(loser, winner))).collect();
        }
        let won = winners.iter().map(|&winner| self.end_bonus(winner, !shut_out.is_empty()));
        won.chain(losers.iter().filter_map(|&loser| self.line_of_loser(loser))).collect()
    }

    /// What a winning side scores beyond its points.
    fn end_bonus(&self, winner: Side, shutout: bool) -> EndBonus {
        let line = self.line(winner);
        if !shutout {
            return EndBonus { game: GAME_BONUS, ..line };
        }
        let lines = if self.options.shutout_doubles_line { 2 } else { 1 };
        EndBonus { again: self.totals[winner], game: 2 * GAME_BONUS, each: lines * line.each, ..line }
    }

    fn line_of_loser(&self, loser: Side) -> Option<EndBonus> {
        (self.options.line_bonus_both && self.won[loser] > 0).then(|| self.line(loser))
    }

    /// What a side scores for the hands it has won.
    fn line(&self, to: Side) -> EndBonus {
        EndBonus { to, from: None, again: 0, game: 0, hands: self.won[to], each: LINE_BONUS, less: 0 }
    }
}

/// Numbers the places: winners share the first, whatever bonuses a loser has; other sides that tie share theirs.
fn place(places: &mut [Placing], winners: &[Side]) {
    for i in 0..places.len() {
        let ties = i > 0 && places[i - 1].score == places[i].score && places[i - 1].place > 1;
        places[i].place = match i {
            _ if winners.contains(&places[i].side) => 1,
            _ if ties => places[i - 1].place,
            _ => i as u8 + 1,
        };
    }
}
