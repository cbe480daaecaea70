//! Legal moves in lists: all that begin alike, or the likeliest for what a person has typed.

use super::live::Live;
use super::{Listing, Play};
use crate::engine::game::{Choices, View};
use crate::engine::seats::Seat;
use crate::engine::words::Words;

/// The most moves that are sorted for a person; a list longer than this is narrowed by typing first.
const SORTED_AT_MOST: usize = 4000;

impl<G: Words> Live<G> {
    /// [`Play::legal`].
    pub(super) fn listing(&self, seat: Seat, prefix: &str, limit: usize) -> Listing {
        let prefix = prefix.trim_start().to_lowercase();
        let mut moves = Vec::new();
        let seen_all = self.each_move(seat, &prefix, &mut |m| {
            let text = G::say(&m);
            if text.to_lowercase().starts_with(&prefix) {
                if moves.len() == limit {
                    return false;
                }
                moves.push(text);
            }
            true
        });
        if let Ok(exact) = self.read(seat, &prefix)
            && !prefix.is_empty()
            && !moves.contains(&exact)
            && moves.len() < limit
            && exact != "resign"
            && exact != "void"
        {
            moves.insert(0, exact);
        }
        let open_ended = G::FREE_TEXT && self.play.may_act(seat).is_ok();
        Listing { moves, complete: seen_all && !open_ended }
    }

    /// [`Play::suggest`].
    pub(super) fn suggestions(&self, seat: Seat, typed: &str, limit: usize) -> Vec<(String, String)> {
        let typed = typed.trim().to_lowercase();
        let words: Vec<&str> = typed.split_whitespace().collect();
        if self.play.may_act(seat).is_err() {
            return Vec::new();
        }
        let view = self.play.view(Some(seat));
        let exact = G::read(&view, &typed).ok().filter(|m| !typed.is_empty() && G::check(&view, m).is_ok());
        let mut found: Vec<(i32, G::Move)> = Vec::new();
        self.each_move(seat, "", &mut |m| {
            let text = G::say(&m).to_lowercase();
            let fits = text.starts_with(&typed)
                || words.iter().all(|word| text.contains(word))
                || exact.as_ref() == Some(&m)
                || words.iter().all(|word| G::describe(&view, &m).to_lowercase().contains(word));
            if fits {
                found.push((if exact.as_ref() == Some(&m) { i32::MIN } else { G::likelihood(&view, &m) }, m));
            }
            found.len() < SORTED_AT_MOST
        });
        if let Some(exact) = exact.filter(|exact| found.iter().all(|(_, m)| m != exact)) {
            found.push((i32::MIN, exact));
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.truncate(limit);
        found.into_iter().map(|(_, m)| (G::say(&m), G::describe(&view, &m))).collect()
    }

    /// A few legal moves, the likeliest first.
    pub(super) fn nearest(&self, seat: Seat) -> Vec<String> {
        self.suggestions(seat, "", 3).into_iter().map(|(text, _)| text).collect()
    }

    /// Every legal move of the seat, step by step, until `take` says stop. Was every one seen?
    fn each_move(&self, seat: Seat, prefix: &str, take: &mut dyn FnMut(G::Move) -> bool) -> bool {
        self.play.may_act(seat).is_err() || walk::<G>(&self.play.view(Some(seat)), &mut Vec::new(), prefix, take)
    }
}

/// Walks the tree of choices in canonical order; `false` when `take` stopped it.
fn walk<G: Words>(
    view: &View<'_, G>,
    so_far: &mut Vec<G::Step>,
    prefix: &str,
    take: &mut dyn FnMut(G::Move) -> bool,
) -> bool {
    if !prefix.is_empty() && !G::leads_to(so_far, prefix) {
        return true;
    }
    let Choices { steps, done } = G::choices(view, so_far);
    if done.is_some_and(|m| !take(m)) {
        return false;
    }
    for step in steps {
        so_far.push(step);
        let on = walk::<G>(view, so_far, prefix, take);
        so_far.pop();
        if !on {
            return false;
        }
    }
    true
}
