//! Phrases that the board, the pictures and the controls share.

use super::judge::Puzzle;
use super::state::Public;
use crate::english::counted;
use crate::english::outcome;
use crate::{Reader, Seat, SeatSet};

const _: fn(crate::Language) = |crate::Language::English| ();

/// How many of the numbers made in Ascent are named in words, the latest ones.
pub(super) const SPOKEN: usize = 6;

/// What the four cards count: `8, 5, 10, 3`.
pub(super) fn numbers(puzzle: &Puzzle) -> String {
    puzzle.values.map(|value| value.to_string()).join(", ")
}

/// What is shown beside a seat's score: the cards won in this pack, if scores count something else, and its state.
pub(super) fn beside(public: &Public, seat: Seat) -> Vec<String> {
    let scores = public.scores();
    let cards = |seat: Seat| public.won[seat].len() as u32;
    let apart = Seat::all(public.seats()).any(|seat| i64::from(scores[seat]) != i64::from(cards(seat)));
    let won = (apart && public.climb.is_none()).then(|| counted(cards(seat), "card"));
    won.into_iter().chain(state_of(public, seat).map(str::to_owned)).collect()
}

/// In a word, why a seat is not asked any more for this target; in Ascent, that it has failed at this number.
fn state_of(public: &Public, seat: Seat) -> Option<&'static str> {
    let failed = public.climb.as_ref().map_or(SeatSet::EMPTY, |climb| climb.failed);
    let sent = public.sent.iter().copied().collect();
    let states = [(failed, "failed"), (public.barred, "out"), (public.passed, "passed"), (sent, "decided")];
    let state = states.into_iter().find(|(seats, _)| seats.contains(seat));
    state.filter(|_| !public.over).map(|(_, word)| word)
}

/// Who has the most, once the match is over.
pub(super) fn result(public: &Public, reader: &Reader) -> String {
    let most = public.totals.iter().max();
    let best = Seat::all(public.seats()).filter(|&seat| Some(&public.totals[seat]) == most);
    outcome(&best.map(|seat| vec![reader.name(seat)]).collect::<Vec<_>>())
}
