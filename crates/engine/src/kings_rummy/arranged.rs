//! A hand as one would hold it: its melds, what goes onto the table, what nearly fits.

use super::meld::{fourth, third};
use super::shown::Shown;
use super::state::Public;
use super::tile::{Tile, Tiles};

const _: fn(crate::Language) = |crate::Language::English| ();

/// What some cards of a hand are good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fits {
    /// They are a meld.
    Meld,
    /// It goes to this meld on the table (from 0).
    OnTable(u8),
    /// So many other cards make a meld of them.
    Completed(u32),
    Nothing,
}

/// `4 cards complete it`
pub(super) fn completed(fits: u32) -> String {
    if fits == 1 { "1 card completes it".to_owned() } else { format!("{fits} cards complete it") }
}

/// The cards of a hand that holds these `melds`, each once.
pub(super) fn arranged(shown: &Shown<'_>, hand: Tiles, melds: &[Tiles]) -> Vec<(Tiles, Fits)> {
    let mut all: Vec<(Tiles, Fits)> = melds.iter().map(|meld| (*meld, Fits::Meld)).collect();
    let mut rest = melds.iter().fold(hand, |rest, meld| rest.minus(*meld));
    for (at, meld) in shown.public.table.iter().take(shown.numbered()).enumerate() {
        if let Some(card) = fourth(*meld).filter(|card| meld.len() == 3 && rest.contains(*card)) {
            rest = rest.without(card);
            all.push((Tiles::one(card), Fits::OnTable(at as u8)));
        }
    }
    while let Some((pair, fits)) = closest(&shown.public, hand, rest) {
        rest = rest.minus(pair);
        all.push((pair, Fits::Completed(fits)));
    }
    all.extend((!rest.is_empty()).then_some((rest, Fits::Nothing)));
    all
}

/// Melds that have no card in common: with as many cards as possible, and of those choices the one that counts most.
pub(super) fn apart(melds: &[Tiles]) -> Vec<Tiles> {
    let worth = |melds: &[Tiles]| {
        let cards = melds.iter().fold(Tiles::EMPTY, |all, meld| all.or(*meld));
        (cards.len(), cards.value())
    };
    let mut best = Vec::new();
    for (at, meld) in melds.iter().enumerate() {
        let others: Vec<Tiles> = melds[at + 1..].iter().copied().filter(|other| !other.meets(*meld)).collect();
        let mut found = apart(&others);
        found.insert(0, *meld);
        if worth(&found) > worth(&best) {
            best = found;
        }
    }
    best
}

/// The two cards that the most others would complete to a meld: others that may still come, from the pile, the top
/// discard or another hand.
fn closest(public: &Public, hand: Tiles, among: Tiles) -> Option<(Tiles, u32)> {
    let older = public.discards.split_last().map_or(Tiles::EMPTY, |(_, older)| older.iter().copied().collect());
    let gone = public.table.iter().fold(hand.or(older), |gone, meld| gone.or(*meld));
    let fits = |a: Tile, b: Tile| third(a, b).minus(gone).len();
    let pairs = among.iter().flat_map(|a| among.after(a).into_iter().map(move |b| (a, b)));
    let counted = pairs.map(|(a, b)| (Tiles::one(a).with(b), fits(a, b)));
    counted.filter(|(_, fits)| *fits > 0).max_by_key(|(pair, fits)| (*fits, std::cmp::Reverse(*pair)))
}
