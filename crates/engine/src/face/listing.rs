//! Legal moves in lists: all that begin with a prefix, or the most likely ones for what a person has typed.

use std::cmp::Reverse;

use super::Listing;
use super::live::Live;
use crate::cards::CardText;
use crate::game::Awaiting;
use crate::reading::{folded, plain, too_long};
use crate::seats::{Seat, SeatSet};
use crate::words::{Reader, Words};

/// The most moves that are sorted for a person; a longer list must be narrowed by typing first.
const SORTED_AT_MOST: usize = 4000;

/// The most moves that are looked at for one text, whether or not they fit it: everybody at the table waits meanwhile.
const LOOKED_AT_MOST: usize = 10_000;

/// How many moves a refusal names.
const NAMED: usize = 3;

/// The most characters of a suggested move: no more can be sent back from a list.
const LONGEST: usize = 100;

/// How a move fits what a person has typed, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The text is this move.
    Exact,
    /// The move's text or its description begins with it.
    Begins,
    /// The move's text or its description has all the words.
    Has,
}

impl<G: Words> Live<G> {
    /// [`Play::legal`](super::Play::legal).
    pub(super) fn listing(&self, seat: Seat, prefix: &str, limit: usize) -> Listing {
        if too_long(prefix).is_some() {
            return Listing { moves: Vec::new(), complete: true };
        }
        // Nothing falls away at its ends: more may have to follow.
        let prefix = folded(prefix).trim_start().to_lowercase();
        let mut moves = Vec::new();
        let push = |moves: &mut Vec<String>, text: String| {
            let fits = prefix.is_empty() || text.to_lowercase().starts_with(&prefix);
            if fits && moves.len() < limit {
                moves.push(text);
                return true;
            }
            !fits
        };
        // How long the search goes on depends on how many moves are wanted; few of those looked at may begin with
        // the prefix.
        let wanted = if prefix.is_empty() { limit } else { usize::MAX };
        let seen_all = self.each_move(seat, &prefix, wanted, &mut |m| push(&mut moves, G::say(&m)));
        // A typed answer is in no list, and a turn among very many may be in the part that was not seen, so the one
        // that was asked for is added.
        if (G::FREE_TEXT || !seen_all)
            && moves.len() < limit
            && let Some(exact) = self.exact(seat, &prefix).map(|m| G::say(&m))
            && !moves.contains(&exact)
        {
            moves.insert(0, exact);
        }
        let open_ended = G::FREE_TEXT && self.play.may_act(seat).is_ok();
        Listing { moves, complete: seen_all && !open_ended }
    }

    /// What is behind [`Play::forced`](super::Play::forced). Where several are asked together, one who answers at once
    /// would be told from the others; and whoever may still act before this seat is not to be hurried.
    pub(super) fn only_move(&self, seat: Seat) -> Option<G::Move> {
        let asked = match self.play.awaiting() {
            Awaiting::Turn(_) | Awaiting::Turns(_) => self.play.awaiting().seats(),
            Awaiting::Race(_) | Awaiting::Sealed(_) | Awaiting::Nobody => SeatSet::EMPTY,
        };
        let interrupts = |other| !asked.contains(other) && self.play.may_act(other).is_ok();
        if G::FREE_TEXT || !asked.contains(seat) || Seat::all(self.play.seats()).any(interrupts) {
            return None;
        }
        let mut found = Vec::new();
        let seen_all = self.each_move(seat, "", 2, &mut |m| {
            found.push(m);
            found.len() < 2
        });
        found.pop().filter(|_| seen_all && found.is_empty())
    }

    /// [`Play::suggest`](super::Play::suggest).
    pub(super) fn suggestions(&self, seat: Seat, typed: &str, limit: usize, reader: &Reader) -> Vec<(String, String)> {
        if self.play.may_act(seat).is_err() || too_long(typed).is_some() {
            return Vec::new();
        }
        let typed = plain::<G>(typed).to_lowercase();
        let words: Vec<(&str, Option<G::Card>)> = typed.split_whitespace().map(|w| (w, G::Card::parse(w))).collect();
        let view = self.play.view(Some(seat));
        let exact = self.exact(seat, &typed);
        let fit = |m: &G::Move| {
            let text = G::say(m).to_lowercase();
            if exact.as_ref() == Some(m) {
                return Some(Fit::Exact);
            }
            if text.starts_with(&typed) {
                return Some(Fit::Begins);
            }
            let words_for_it = G::describe(&view, m, reader).to_lowercase();
            let begins = words_for_it.starts_with(&typed).then_some(Fit::Begins);
            begins.or_else(|| (has_all(&text, &words) || has_all(&words_for_it, &words)).then_some(Fit::Has))
        };
        let likelihood = |m: &G::Move| if G::is_for_finding(m) { i32::MAX } else { G::likelihood(&view, m) };
        let find = |prefix: &str| {
            let mut found: Vec<(Fit, i32, G::Move)> = Vec::new();
            let seen_all = self.look(seat, prefix, &mut |m| {
                let fit = fit(&m).filter(|fit| *fit == Fit::Exact || !G::is_idle(&view, &m));
                found.extend(fit.map(|fit| (fit, likelihood(&m), m)));
                found.len() < SORTED_AT_MOST
            });
            (found, seen_all)
        };
        let (mut found, seen_all) = find("");
        if !seen_all && !typed.is_empty() && found.len() < limit {
            // The part of a long list that was not seen may hold others that begin with what was typed.
            let (mut others, _) = find(&typed);
            others.retain(|(.., other)| found.iter().all(|(.., m)| m != other));
            found.append(&mut others);
        }
        if let Some(exact) = exact.filter(|exact| found.iter().all(|(.., m)| m != exact)) {
            found.push((Fit::Exact, 0, exact));
        }
        found.sort_by_key(|(fit, likelihood, _)| (*fit, *likelihood));
        let said = found.into_iter().map(|(.., m)| (G::say(&m), m));
        let short = said.filter(|(text, _)| text.chars().count() <= LONGEST);
        short.take(limit).map(|(text, m)| (text, G::describe(&view, &m, reader))).collect()
    }

    /// The likeliest of the legal moves.
    pub(super) fn guess(&self, seat: Seat) -> Option<String> {
        self.play.may_act(seat).ok()?;
        let view = self.play.view(Some(seat));
        let mut found = Vec::new();
        self.look(seat, "", &mut |m| {
            if !G::is_idle(&view, &m) {
                found.push((G::likelihood(&view, &m), m));
            }
            found.len() < SORTED_AT_MOST
        });
        found.sort_by_key(|(likelihood, _)| *likelihood);
        found.iter().map(|(_, m)| G::say(m)).find(|text| text.chars().count() <= LONGEST)
    }

    /// The legal move that the text names, if there is one.
    pub(super) fn exact(&self, seat: Seat, text: &str) -> Option<G::Move> {
        if text.is_empty() || self.play.may_act(seat).is_err() {
            return None;
        }
        let m = G::read(&self.play.view(Some(seat)), text, &Reader::plain(self.play.seats())).ok()?;
        self.play.check(seat, &m).is_ok().then_some(m)
    }

    /// The legal move that lists describe in these words, if there is exactly one.
    pub(super) fn called(&self, seat: Seat, words: &str, reader: &Reader) -> Option<G::Move> {
        let typed: Vec<char> = told(&folded(words)).collect();
        let view = self.play.view(Some(seat));
        let mut found = Vec::new();
        self.look(seat, "", &mut |m| {
            if told(&G::describe(&view, &m, reader)).eq(typed.iter().copied()) {
                found.push(m);
            }
            found.len() < 2
        });
        found.pop().filter(|_| found.is_empty())
    }

    /// A few legal moves, those that have most of the words that were typed first; and whether others are kept back,
    /// because they are for [finding](crate::Notation::is_for_finding). How good they are plays no part.
    pub(super) fn nearest(&self, seat: Seat, typed: &str) -> (Vec<String>, bool) {
        if self.play.may_act(seat).is_err() {
            return (Vec::new(), false);
        }
        let typed = plain::<G>(typed);
        let typed: Vec<String> = words::<G::Card>(&typed).collect();
        let shared = |text: &String| words::<G::Card>(text).filter(|word| typed.contains(word)).count();
        let view = self.play.view(Some(seat));
        let (mut alike, mut kept, mut left) = (Vec::new(), false, SORTED_AT_MOST);
        self.look(seat, "", &mut |m| {
            left -= 1;
            if G::is_for_finding(&m) {
                kept = true;
            } else if !G::is_idle(&view, &m) {
                alike.push(G::say(&m));
            }
            left > 0
        });
        alike.retain(|text| text.chars().count() <= LONGEST);
        alike.sort_by_cached_key(|text| Reverse(shared(text)));
        alike.truncate(NAMED);
        (alike, kept)
    }

    /// Legal moves as [`each_move`](Self::each_move) visits them, at most [`LOOKED_AT_MOST`] of them. Was every one
    /// seen?
    fn look(&self, seat: Seat, prefix: &str, take: &mut dyn FnMut(G::Move) -> bool) -> bool {
        let mut left = LOOKED_AT_MOST;
        self.each_move(seat, prefix, SORTED_AT_MOST, &mut |m| {
            left = left.saturating_sub(1);
            take(m) && left > 0
        })
    }

    /// Visits every legal move of the seat until `take` says stop, or the search is too long for the number
    /// `wanted`. Was every one seen?
    fn each_move(&self, seat: Seat, prefix: &str, wanted: usize, take: &mut dyn FnMut(G::Move) -> bool) -> bool {
        self.play.may_act(seat).is_err() || G::each_move(&self.play.view(Some(seat)), prefix, wanted, take)
    }
}

/// What is told by a description: its letters, figures and suits, whatever stands between them.
fn told(words: &str) -> impl Iterator<Item = char> {
    words.chars().filter(|c| c.is_alphanumeric() || "♠♥♦♣".contains(*c)).flat_map(char::to_lowercase)
}

/// The words of a move, without the signs between them; a card however it is spelt.
fn words<C: CardText>(text: &str) -> impl Iterator<Item = String> {
    let between = |c: char| c.is_whitespace() || c.is_ascii_punctuation() || "→·".contains(c);
    let word = |word: &str| C::parse(word).map_or_else(|| word.to_lowercase(), CardText::code);
    text.split(between).filter(|word| !word.is_empty()).map(word)
}

/// Does the text have every one of these words? A card counts however it is spelt: `10d` finds `10♦`.
fn has_all<C: CardText>(text: &str, words: &[(&str, Option<C>)]) -> bool {
    let between = |c: char| c.is_whitespace() || "-,>()".contains(c);
    let names = |card: C| text.split(between).any(|part| C::parse(part) == Some(card));
    words.iter().all(|&(word, card)| text.contains(word) || card.is_some_and(names))
}
