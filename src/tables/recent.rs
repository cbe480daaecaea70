//! What was told recently, for those who were not looking: each seat hears what has happened since its own last
//! move.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::{Awaiting, Fact, Moment, Reader, Seat, SeatSet, To};

/// How many changes are kept. Within that many, everybody at the largest table has moved several times.
pub(super) const CAPACITY: usize = 48;
/// The most lines told of earlier changes; the oldest are left out.
const EARLIER_LINES: usize = 10;

/// The last changes of a match, oldest first. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Recent(VecDeque<Arc<Told>>);

/// One change, in words.
#[derive(Clone)]
struct Told {
    /// Who moved; `None` for the first deal.
    by: Option<Seat>,
    lines: Vec<Line>,
}

#[derive(Clone)]
struct Line {
    to: To,
    text: String,
    moment: Moment,
    /// As in a [`Fact`].
    part: SeatSet,
}

/// What one seat is told of the latest changes: those since its own last move, and since the deal.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Lately {
    /// How the previous hand ended, if the seat has not moved since. In the channel, and for those who get hands by
    /// direct message, a separate message tells that.
    pub ended: Vec<String>,
    /// Changes between its last move and the last change.
    pub earlier: Vec<String>,
    /// The last change.
    pub now: Vec<String>,
}

impl Recent {
    /// Takes in a change. If it tells nobody anything, what was told before still stands, even for the player who
    /// moved.
    pub(super) fn note(&mut self, by: Option<Seat>, facts: &[Fact], names: &Reader) {
        let lines = facts.iter().map(|fact| Line::of(fact, names)).filter(|line| !line.text.is_empty());
        self.add(Told { by, lines: lines.collect() });
    }

    fn add(&mut self, told: Told) {
        if told.lines.is_empty() {
            return;
        }
        if self.0.len() == CAPACITY {
            self.0.pop_front();
        }
        self.0.push_back(Arc::new(told));
    }

    /// What this seat is told of what has happened since its last move (since its previous turn, while it `goes_on`
    /// with one). Of an earlier deal it is told only how it ended, and of those who play `apart` only what is no
    /// passing event.
    pub(super) fn since_move_of(&self, seat: Seat, goes_on: bool, apart: SeatSet) -> Lately {
        let is_far = |told: &Told| told.by.is_some_and(|by| apart.contains(by));
        let near = self.0.iter().rev().map(Arc::as_ref);
        let near = near.filter(|told: &&Told| !is_far(told) || told.lines.iter().any(|line| !line.is_passing()));
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
        let ended = dealt.map(|at| texts(all[at].lines.iter().filter(|line| line.is_result()))).unwrap_or_default();
        let mut lines = all.iter().take(dealt.map_or(all.len(), |at| at + 1)).map(|told| {
            let is_news = |line: &&Line| line.is_for(seat) && !(is_far(told) && line.is_passing());
            texts(told.lines[told.deal().unwrap_or(0)..].iter().filter(is_news))
        });
        let now = lines.next().unwrap_or_default();
        Lately { ended, earlier: newest(lines.collect()), now }
    }

    /// What the board tells of the changes before the last one, and nothing of a hand that is over: back to the
    /// last move of somebody who is asked now (of each of them, if they take turns at tables of their own or answer
    /// unseen: what was told before may be what they answer to; back to the previous turn of a player who continues
    /// a turn).
    pub(super) fn before(&self, asked: Awaiting) -> Vec<String> {
        // What only one person was told does not appear on the board.
        let public = self.0.iter().rev().map(Arc::as_ref);
        let public = public.skip_while(|told| !told.lines.iter().any(|line| line.to.reaches(None)));
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
            if newest || has_seen(moved) || newer.lines.iter().any(Line::is_result) {
                break;
            }
            let since_deal = told.lines.iter().rposition(Line::is_result).map_or(0, |at| at + 1);
            missed.push(texts(told.lines[since_deal..].iter().filter(|line| line.to.reaches(None))));
            newer = told;
        }
        newest(missed)
    }
}

/// The last change, and those before it, newest first.
fn split<'a>(mut changes: impl Iterator<Item = &'a Told>) -> Option<(&'a Told, impl Iterator<Item = &'a Told>)> {
    changes.next().map(|last| (last, changes))
}

impl Told {
    /// Where the last deal starts among its lines: what is dealt at several tables at once is one deal.
    fn deal(&self) -> Option<usize> {
        let is_deal = |line: &Line| line.moment == Moment::Deal;
        let last = self.lines.iter().rposition(is_deal)?;
        let hand = self.lines[..last].iter().rposition(Line::is_result).map_or(0, |result| result + 1);
        self.lines[hand..].iter().position(is_deal).map(|at| hand + at)
    }
}

impl Line {
    fn of(fact: &Fact, names: &Reader) -> Self {
        let words = fact.tell(names);
        let line = Self { to: fact.to, text: String::new(), moment: fact.moment, part: fact.part };
        // Below the first line, a result may contain cards laid out, which is for the channel.
        let text = if line.is_result() { words.lines().next().unwrap_or_default() } else { words.as_str() };
        Self { text: text.trim().to_owned(), ..line }
    }

    /// Is it told to this seat, and if it is a deal, of its own table?
    fn is_for(&self, seat: Seat) -> bool {
        let elsewhere = !self.part.is_empty() && !self.part.contains(seat);
        self.to.reaches(Some(seat)) && !(elsewhere && self.moment == Moment::Deal)
    }

    /// How a hand ended: a separate message tells it in the channel.
    fn is_result(&self) -> bool {
        self.moment == Moment::Result && self.to.reaches(None)
    }

    /// One event of many, which nobody who plays apart needs to hear of.
    fn is_passing(&self) -> bool {
        self.moment == Moment::Passing
    }
}

fn texts<'a>(lines: impl Iterator<Item = &'a Line>) -> Vec<String> {
    lines.map(|line| line.text.clone()).collect()
}

/// The lines of these changes (newest first) in the order in which they were told; if there are too many, `…`
/// stands for the oldest.
fn newest(changes: Vec<Vec<String>>) -> Vec<String> {
    let mut lines: Vec<String> = changes.into_iter().rev().flatten().collect();
    if lines.len() > EARLIER_LINES {
        let too_many = lines.len() + 1 - EARLIER_LINES;
        lines.splice(..too_many, ["…".to_owned()]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::catalog::{self, Setup};

    const ADA: Seat = Seat::FIRST;

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    fn line(to: To, text: &str) -> Line {
        Line { to, text: text.to_owned(), moment: Moment::Passing, part: SeatSet::EMPTY }
    }

    /// A table whose seats move in turn, each move told in one line to everybody and in another to the mover.
    fn moves(seats: &[u8]) -> Recent {
        let told = |&number: &u8| Told {
            by: Some(seat(number)),
            lines: vec![
                line(To::Everyone, &format!("{number} moved.")),
                line(To::seat(seat(number)), &format!("{number} drew a card.")),
            ],
        };
        Recent(seats.iter().map(told).map(Arc::new).collect())
    }

    fn ended(recent: &mut Recent, by: u8) {
        let result = Line { moment: Moment::Result, ..line(To::Everyone, "The hand is over.") };
        let deal = Line { moment: Moment::Deal, ..line(To::Everyone, "Hand 2.") };
        let lines = vec![line(To::Everyone, "The last card."), result, deal];
        recent.add(Told { by: Some(seat(by)), lines });
    }

    fn lines(all: &[&str]) -> Vec<String> {
        all.iter().map(|&line| line.to_owned()).collect()
    }

    fn lately(earlier: &[&str], now: &[&str]) -> Lately {
        Lately { ended: Vec::new(), earlier: lines(earlier), now: lines(now) }
    }

    fn since(recent: &Recent, seat: Seat, goes_on: bool) -> Lately {
        recent.since_move_of(seat, goes_on, SeatSet::EMPTY)
    }

    #[test]
    fn who_plays_apart_is_no_news_until_a_hand_ends() {
        let mut recent = moves(&[0, 2, 1, 3, 2]);
        let apart = SeatSet::one(seat(1)).with(seat(3));
        let ada = recent.since_move_of(ADA, true, apart);
        assert_eq!(ada, lately(&["2 moved."], &["2 moved."]));
        ended(&mut recent, 3);
        let ada = recent.since_move_of(ADA, true, apart);
        assert_eq!((ada.earlier.len(), ada.now, ada.ended), (0, lines(&["Hand 2."]), lines(&["The hand is over."])));
    }

    #[test]
    fn of_several_deals_at_once_each_hears_of_the_one_at_his_table() {
        let deal = |seats: [u8; 2]| {
            let part = seats.iter().map(|&number| seat(number)).collect();
            Line { moment: Moment::Deal, part, ..line(To::Everyone, &format!("{} dealt.", seats[0])) }
        };
        let mut recent = Recent::default();
        recent.add(Told { by: None, lines: vec![deal([1, 0]), deal([2, 3])] });
        let news = |recent: &Recent| [0, 1, 2, 3].map(|number| since(recent, seat(number), false).now.join(" "));
        assert_eq!(news(&recent), ["1 dealt.", "1 dealt.", "2 dealt.", "2 dealt."]);
        let result = Line { moment: Moment::Result, ..line(To::Everyone, "The round is over.") };
        recent.add(Told { by: Some(ADA), lines: vec![deal([1, 0]), result, deal([0, 3]), deal([2, 1])] });
        assert_eq!(news(&recent), ["0 dealt.", "2 dealt.", "2 dealt.", "0 dealt."]);
    }

    #[test]
    fn a_seat_is_told_what_happened_since_its_move() {
        let recent = moves(&[0, 1, 0, 1, 2, 3]);
        let ada = since(&recent, ADA, true);
        assert_eq!(ada, lately(&["1 moved.", "2 moved."], &["3 moved."]));
        let last = since(&recent, seat(3), false);
        assert_eq!(last, lately(&[], &["3 moved.", "3 drew a card."]));
        assert_eq!(since(&Recent::default(), ADA, true), Lately::default());
    }

    #[test]
    fn who_goes_on_with_a_turn_still_reads_what_came_before_it() {
        let recent = moves(&[0, 1, 2, 0, 0]);
        assert_eq!(since(&recent, ADA, false).earlier, [""; 0], "the turn is over");
        assert_eq!(since(&recent, ADA, true).earlier, ["1 moved.", "2 moved.", "0 moved.", "0 drew a card."]);
        assert_eq!(recent.before(Awaiting::Turn(ADA)), ["1 moved.", "2 moved.", "0 moved."]);
        assert_eq!(recent.before(Awaiting::Turn(seat(1))), ["2 moved.", "0 moved."]);
    }

    #[test]
    fn of_an_earlier_deal_a_seat_is_told_how_it_ended_and_no_more() {
        let mut recent = moves(&[0, 1, 2]);
        ended(&mut recent, 1);
        let over = lines(&["The hand is over."]);
        assert_eq!(since(&recent, ADA, true), Lately { ended: over.clone(), ..lately(&[], &["Hand 2."]) });
        recent.0.extend(moves(&[2]).0);
        assert_eq!(since(&recent, ADA, true), Lately { ended: over, ..lately(&["Hand 2."], &["2 moved."]) });
        assert_eq!(since(&recent, seat(2), false), lately(&[], &["2 moved.", "2 drew a card."]), "it has moved since");
    }

    #[test]
    fn the_board_tells_what_those_to_move_have_missed() {
        let recent = moves(&[0, 1, 1, 2, 3]);
        assert_eq!(recent.before(Awaiting::Turn(ADA)), ["1 moved.", "1 moved.", "2 moved."]);
        // Of several players, the one who moved last has missed least.
        assert_eq!(recent.before(Awaiting::Race(SeatSet::one(ADA).with(seat(2)))), [""; 0]);
        assert_eq!(recent.before(Awaiting::Race(SeatSet::one(ADA).with(seat(1)))), ["2 moved."]);
        // At tables of their own, each has missed what the other did.
        let apart = Awaiting::Turns(SeatSet::one(ADA).with(seat(2)));
        assert_eq!(recent.before(apart), ["1 moved.", "1 moved.", "2 moved."]);
    }

    #[test]
    fn an_outcome_stays_until_all_who_answer_unseen_have_seen_it() {
        let options = [("mode".to_owned(), "sealed".into())].into_iter().collect();
        let setup = Setup { seats: Some(3), options, ..Setup::default() };
        let (mut play, _) = catalog::game("brain-drain").and_then(|game| game.start(setup)).expect("the table starts");
        let (mut recent, names) = (Recent::default(), Reader::plain(3));
        let mut passes = |number| {
            let facts = play.act(seat(number), "pass").expect("each is asked");
            recent.note(Some(seat(number)), &facts, &names);
            recent.before(play.awaiting()).join(" ")
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
        recent.add(Told { by: Some(seat(2)), lines: Vec::new() });
        assert_eq!(since(&recent, seat(2), false), lately(&["0 moved."], &["1 moved."]));
        assert_eq!(recent.before(Awaiting::Turn(seat(3))), ["0 moved."], "the last line stands below it");
        recent.add(Told { by: Some(seat(3)), lines: vec![line(To::seat(seat(3)), "That is no answer.")] });
        assert_eq!(recent.before(Awaiting::Turn(seat(2))), ["0 moved."]);
    }

    #[test]
    fn the_board_tells_nothing_of_a_hand_that_is_over() {
        let mut recent = moves(&[0, 1]);
        ended(&mut recent, 2);
        assert_eq!(recent.before(Awaiting::Turn(ADA)), [""; 0]);
        recent.0.extend(moves(&[3]).0);
        assert_eq!(recent.before(Awaiting::Turn(ADA)), ["Hand 2."]);
    }

    #[test]
    fn the_oldest_go_where_there_is_too_much() {
        let recent = moves(&[&[0][..], &[1; 30], &[2]].concat());
        let ada = since(&recent, ADA, true);
        assert_eq!(
            (ada.earlier.len(), ada.earlier[0].as_str(), ada.earlier[1].as_str()),
            (EARLIER_LINES, "…", "1 moved.")
        );
        assert_eq!(recent.before(Awaiting::Turn(ADA)).len(), EARLIER_LINES);
    }
}
