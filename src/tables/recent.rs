//! What was told recently, for those who were not looking: each seat hears what has happened since its own last
//! move.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::{Awaiting, Fact, Moment, Seat, SeatSet};

/// How many changes are kept. Within that many, everybody at the largest table has moved several times.
pub(super) const CAPACITY: usize = 48;

/// The last changes of a match, oldest first. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Recent(VecDeque<Arc<Told>>);

/// One change.
struct Told {
    /// Who moved; `None` for the first deal.
    by: Option<Seat>,
    facts: Vec<Fact>,
}

/// What one seat is told of the latest changes: those since its own last move, and since the deal. Below its first line,
/// a result may contain cards laid out, which is for the channel.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Lately {
    /// How the previous hand ended, if the seat has not moved since. In the channel, and for those who get hands by
    /// direct message, a separate message tells that.
    pub ended: Vec<Fact>,
    /// Changes between its last move and the last change, in the order in which they were told.
    pub earlier: Vec<Fact>,
    /// The last change.
    pub now: Vec<Fact>,
}

impl Recent {
    /// Takes in a change. If it tells nobody anything, what was told before still stands, even for the player who
    /// moved.
    pub(super) fn note(&mut self, by: Option<Seat>, facts: &[Fact]) {
        let facts: Vec<Fact> = facts.iter().filter(|fact| fact.moment != Moment::Silent).cloned().collect();
        if facts.is_empty() {
            return;
        }
        if self.0.len() == CAPACITY {
            self.0.pop_front();
        }
        self.0.push_back(Arc::new(Told { by, facts }));
    }

    /// What this seat is told of what has happened since its last move (since its previous turn, while it `goes_on`
    /// with one). Of an earlier deal it is told only how it ended, and of those who play `apart` only what is no
    /// passing event.
    pub(super) fn since_move_of(&self, seat: Seat, goes_on: bool, apart: SeatSet) -> Lately {
        let is_far = |told: &Told| told.by.is_some_and(|by| apart.contains(by));
        let near = self.0.iter().rev().map(Arc::as_ref);
        let near = near.filter(|told: &&Told| !is_far(told) || told.facts.iter().any(|fact| !is_passing(fact)));
        let Some((last, before)) = split(near) else { return Lately::default() };
        let moved = |told: &Told| told.by == Some(seat);
        let mut missed: Vec<&Told> = Vec::new();
        if goes_on || !moved(last) {
            let mut own_turn = moved(last);
            let is_missed = |told: &&Told| {
                own_turn &= moved(told);
                own_turn || !moved(told)
            };
            missed.extend(before.take_while(is_missed));
        }
        let all: Vec<&Told> = std::iter::once(last).chain(missed).collect();
        let dealt = all.iter().position(|told| told.deal().is_some());
        let ended =
            dealt.map(|at| all[at].facts.iter().filter(|fact| fact.is_result()).cloned().collect()).unwrap_or_default();
        let mut news = all.iter().take(dealt.map_or(all.len(), |at| at + 1)).map(|told| {
            let is_news = |fact: &&Fact| is_for(fact, seat) && !(is_far(told) && is_passing(fact));
            told.facts[told.deal().unwrap_or(0)..].iter().filter(is_news).cloned().collect()
        });
        let now = news.next().unwrap_or_default();
        Lately { ended, earlier: in_order(news.collect()), now }
    }

    /// What the board tells of the changes before the last one, and nothing of a hand that is over: back to the
    /// last move of somebody who is asked now (of each of them, if they take turns at tables of their own or answer
    /// unseen: what was told before may be what they answer to; back to the previous turn of a player who continues
    /// a turn).
    pub(super) fn before(&self, asked: Awaiting) -> Vec<Fact> {
        // What only one person was told does not appear on the board.
        let public = self.0.iter().rev().map(Arc::as_ref);
        let public = public.skip_while(|told| !told.facts.iter().any(|fact| fact.to.reaches(None)));
        let Some((last, before)) = split(public) else { return Vec::new() };
        let has_seen = |moved: SeatSet| match asked {
            Awaiting::Turns(seats) | Awaiting::Sealed(seats) => seats.iter().all(|seat| moved.contains(seat)),
            asked => asked.seats().iter().any(|seat| moved.contains(seat)),
        };
        let on_turn = |told: &Told| matches!(asked, Awaiting::Turn(seat) if told.by == Some(seat));
        let mut own_turn = on_turn(last);
        let mut moved: SeatSet = last.by.filter(|_| !own_turn).into_iter().collect();
        let mut missed = Vec::new();
        let mut newer = last;
        for told in before {
            let newest = has_seen(moved);
            own_turn &= on_turn(told);
            if !own_turn {
                moved = told.by.into_iter().fold(moved, SeatSet::with);
            }
            if newest || has_seen(moved) || newer.facts.iter().any(Fact::is_result) {
                break;
            }
            let since_deal = told.facts.iter().rposition(Fact::is_result).map_or(0, |at| at + 1);
            missed.push(told.facts[since_deal..].iter().filter(|fact| fact.to.reaches(None)).cloned().collect());
            newer = told;
        }
        in_order(missed)
    }
}

/// The last change, and those before it, newest first.
fn split<'a>(mut changes: impl Iterator<Item = &'a Told>) -> Option<(&'a Told, impl Iterator<Item = &'a Told>)> {
    changes.next().map(|last| (last, changes))
}

impl Told {
    /// Where the last deal starts among its facts: what is dealt at several tables at once is one deal.
    fn deal(&self) -> Option<usize> {
        let is_deal = |fact: &Fact| fact.moment == Moment::Deal;
        let last = self.facts.iter().rposition(is_deal)?;
        let hand = self.facts[..last].iter().rposition(Fact::is_result).map_or(0, |result| result + 1);
        self.facts[hand..].iter().position(is_deal).map(|at| hand + at)
    }
}

/// Is it told to this seat, and if it is a deal, of its own table?
fn is_for(fact: &Fact, seat: Seat) -> bool {
    let elsewhere = !fact.part.is_empty() && !fact.part.contains(seat);
    fact.to.reaches(Some(seat)) && !(elsewhere && fact.moment == Moment::Deal)
}

/// One event of many, which nobody who plays apart needs to hear of.
fn is_passing(fact: &Fact) -> bool {
    fact.moment == Moment::Passing
}

/// The facts of these changes (newest first) in the order in which they were told.
fn in_order(changes: Vec<Vec<Fact>>) -> Vec<Fact> {
    changes.into_iter().rev().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::catalog::{self, Setup};
    use engine::{Happening, Reader, To};
    use serde_json::Value;

    const ADA: Seat = Seat::FIRST;

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    struct Said(String);

    impl Happening for Said {
        fn tell(&self, _: &Reader) -> String {
            self.0.clone()
        }

        fn json(&self) -> Value {
            self.0.as_str().into()
        }
    }

    fn fact(to: To, moment: Moment, text: &str) -> Fact {
        Fact::new(to, moment, SeatSet::EMPTY, Said(text.to_owned()))
    }

    fn line(to: To, text: &str) -> Fact {
        fact(to, Moment::Passing, text)
    }

    /// A table whose seats move in turn, each move told in one line to everybody and in another to the mover.
    fn moves(seats: &[u8]) -> Recent {
        let mut recent = Recent::default();
        for &number in seats {
            let everybody = line(To::Everyone, &format!("{number} moved."));
            let mover = line(To::seat(seat(number)), &format!("{number} drew a card."));
            recent.note(Some(seat(number)), &[everybody, mover]);
        }
        recent
    }

    fn ended(recent: &mut Recent, by: u8) {
        let result = fact(To::Everyone, Moment::Result, "The hand is over.");
        let deal = fact(To::Everyone, Moment::Deal, "Hand 2.");
        recent.note(Some(seat(by)), &[line(To::Everyone, "The last card."), result, deal]);
    }

    fn told(facts: &[Fact]) -> Vec<String> {
        facts.iter().map(|fact| fact.tell(&Reader::plain(4))).collect()
    }

    fn before(recent: &Recent, asked: Awaiting) -> Vec<String> {
        told(&recent.before(asked))
    }

    fn lines(all: &[&str]) -> Vec<String> {
        all.iter().map(|&line| line.to_owned()).collect()
    }

    /// How the previous hand ended, what came earlier, and the last change.
    type Words = [Vec<String>; 3];

    fn words(lately: &Lately) -> Words {
        [&lately.ended, &lately.earlier, &lately.now].map(|facts| told(facts))
    }

    fn lately(earlier: &[&str], now: &[&str]) -> Words {
        [&[], earlier, now].map(lines)
    }

    fn since(recent: &Recent, seat: Seat, goes_on: bool) -> Words {
        words(&recent.since_move_of(seat, goes_on, SeatSet::EMPTY))
    }

    #[test]
    fn who_plays_apart_is_no_news_until_a_hand_ends() {
        let mut recent = moves(&[0, 2, 1, 3, 2]);
        let apart = SeatSet::one(seat(1)).with(seat(3));
        let ada = recent.since_move_of(ADA, true, apart);
        assert_eq!(words(&ada), lately(&["2 moved."], &["2 moved."]));
        ended(&mut recent, 3);
        let ada = recent.since_move_of(ADA, true, apart);
        assert_eq!(words(&ada), [lines(&["The hand is over."]), Vec::new(), lines(&["Hand 2."])]);
    }

    #[test]
    fn of_several_deals_at_once_each_hears_of_the_one_at_his_table() {
        let deal = |seats: [u8; 2]| {
            let part = seats.iter().map(|&number| seat(number)).collect();
            let mut deal = fact(To::Everyone, Moment::Deal, &format!("{} dealt.", seats[0]));
            deal.part = part;
            deal
        };
        let mut recent = Recent::default();
        recent.note(None, &[deal([1, 0]), deal([2, 3])]);
        let news = |recent: &Recent| [0, 1, 2, 3].map(|number| since(recent, seat(number), false)[2].join(" "));
        assert_eq!(news(&recent), ["1 dealt.", "1 dealt.", "2 dealt.", "2 dealt."]);
        let result = fact(To::Everyone, Moment::Result, "The round is over.");
        recent.note(Some(ADA), &[deal([1, 0]), result, deal([0, 3]), deal([2, 1])]);
        assert_eq!(news(&recent), ["0 dealt.", "2 dealt.", "2 dealt.", "0 dealt."]);
    }

    #[test]
    fn a_seat_is_told_what_happened_since_its_move() {
        let recent = moves(&[0, 1, 0, 1, 2, 3]);
        let ada = since(&recent, ADA, true);
        assert_eq!(ada, lately(&["1 moved.", "2 moved."], &["3 moved."]));
        let last = since(&recent, seat(3), false);
        assert_eq!(last, lately(&[], &["3 moved.", "3 drew a card."]));
        assert_eq!(since(&Recent::default(), ADA, true), lately(&[], &[]));
    }

    #[test]
    fn who_goes_on_with_a_turn_still_reads_what_came_before_it() {
        let recent = moves(&[0, 1, 2, 0, 0]);
        assert_eq!(since(&recent, ADA, false)[1], [""; 0], "the turn is over");
        assert_eq!(since(&recent, ADA, true)[1], ["1 moved.", "2 moved.", "0 moved.", "0 drew a card."]);
        assert_eq!(before(&recent, Awaiting::Turn(ADA)), ["1 moved.", "2 moved.", "0 moved."]);
        assert_eq!(before(&recent, Awaiting::Turn(seat(1))), ["2 moved.", "0 moved."]);
    }

    #[test]
    fn of_an_earlier_deal_a_seat_is_told_how_it_ended_and_no_more() {
        let mut recent = moves(&[0, 1, 2]);
        ended(&mut recent, 1);
        let over = || lines(&["The hand is over."]);
        assert_eq!(since(&recent, ADA, true), [over(), Vec::new(), lines(&["Hand 2."])]);
        recent.0.extend(moves(&[2]).0);
        assert_eq!(since(&recent, ADA, true), [over(), lines(&["Hand 2."]), lines(&["2 moved."])]);
        assert_eq!(since(&recent, seat(2), false), lately(&[], &["2 moved.", "2 drew a card."]), "it has moved since");
    }

    #[test]
    fn the_board_tells_what_those_to_move_have_missed() {
        let recent = moves(&[0, 1, 1, 2, 3]);
        assert_eq!(before(&recent, Awaiting::Turn(ADA)), ["1 moved.", "1 moved.", "2 moved."]);
        // Of several players, the one who moved last has missed least.
        assert_eq!(before(&recent, Awaiting::Race(SeatSet::one(ADA).with(seat(2)))), [""; 0]);
        assert_eq!(before(&recent, Awaiting::Race(SeatSet::one(ADA).with(seat(1)))), ["2 moved."]);
        // At tables of their own, each has missed what the other did.
        let apart = Awaiting::Turns(SeatSet::one(ADA).with(seat(2)));
        assert_eq!(before(&recent, apart), ["1 moved.", "1 moved.", "2 moved."]);
    }

    #[test]
    fn an_outcome_stays_until_all_who_answer_unseen_have_seen_it() {
        let options = [("mode".to_owned(), "sealed".into())].into_iter().collect();
        let setup = Setup { seats: Some(3), options, ..Setup::default() };
        let (mut play, _) = catalog::game("brain-drain").and_then(|game| game.start(setup)).expect("the table starts");
        let mut recent = Recent::default();
        let mut passes = |number| {
            let facts = play.act(seat(number), "pass").expect("each is asked");
            recent.note(Some(seat(number)), &facts);
            before(&recent, play.awaiting()).join(" ")
        };
        for number in [0, 1, 2] {
            passes(number);
        }
        // The last pass told what came of all three; who sent it has seen that, the second has not.
        assert!(passes(0).contains("Seat 2 passed."), "the second and third are asked");
        assert_eq!(passes(1), "Seat 1 has decided.", "only the third is asked");
    }

    /// A card is laid face down. A player who trusts it does so untold; one who answers wrongly is the only one
    /// told.
    #[test]
    fn what_was_told_last_stands_while_moves_tell_nothing() {
        let mut recent = moves(&[0, 1]);
        recent.note(Some(seat(2)), &[fact(To::Everyone, Moment::Silent, "")]);
        assert_eq!(since(&recent, seat(2), false), lately(&["0 moved."], &["1 moved."]));
        assert_eq!(before(&recent, Awaiting::Turn(seat(3))), ["0 moved."], "the last line stands below it");
        recent.note(Some(seat(3)), &[line(To::seat(seat(3)), "That is no answer.")]);
        assert_eq!(before(&recent, Awaiting::Turn(seat(2))), ["0 moved."]);
    }

    #[test]
    fn the_board_tells_nothing_of_a_hand_that_is_over() {
        let mut recent = moves(&[0, 1]);
        ended(&mut recent, 2);
        assert_eq!(before(&recent, Awaiting::Turn(ADA)), [""; 0]);
        recent.0.extend(moves(&[3]).0);
        assert_eq!(before(&recent, Awaiting::Turn(ADA)), ["Hand 2."]);
    }
}
