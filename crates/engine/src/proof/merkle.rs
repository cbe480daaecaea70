//! The root of a pack, and what opens single cards of it. Salts keep the others shut: without one a card would be found
//! by trying all of them.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Bytes, keyed};
use crate::record::hex32;

/// A card of a pack, opened.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenedCard {
    /// Its place, from the top, from 0.
    pub place: u16,
    /// Its code.
    pub card: String,
    /// Its salt.
    #[serde(with = "hex32")]
    pub salt: Bytes,
    /// What it is joined with on the way to the root, from the card up.
    #[serde(with = "super::hex32s")]
    pub path: Vec<Bytes>,
}

impl OpenedCard {
    /// The root that this card belongs to, in a pack of so many.
    #[must_use]
    pub fn root(&self, of: usize) -> Option<Bytes> {
        let (mut at, mut width, mut path) = (usize::from(self.place), of, self.path.iter());
        let mut hash = leaf(at, &self.card, &self.salt);
        while width > 1 {
            if let Some(beside) = beside(at, width) {
                let other = path.next()?;
                hash = if beside < at { join(other, &hash) } else { join(&hash, other) };
            }
            (at, width) = (at / 2, width.div_ceil(2));
        }
        (usize::from(self.place) < of && path.next().is_none()).then_some(hash)
    }
}

/// The root of a pack, whose top card is given first.
#[must_use]
pub fn root_of(seed: &Bytes, pack: u32, cards: &[String]) -> Bytes {
    open(seed, pack, cards, &[]).0
}

/// The root of a pack, and the openings of some places.
pub(super) fn open(seed: &Bytes, pack: u32, cards: &[String], places: &[u16]) -> (Bytes, Vec<OpenedCard>) {
    let mut row: Vec<Bytes> =
        cards.iter().enumerate().map(|(place, card)| leaf(place, card, &salt(seed, pack, place))).collect();
    let opened = |&place: &u16| OpenedCard {
        place,
        card: cards.get(usize::from(place)).cloned().unwrap_or_default(),
        salt: salt(seed, pack, place.into()),
        path: Vec::new(),
    };
    let mut openings: Vec<OpenedCard> = places.iter().map(opened).collect();
    let mut level = 0;
    while row.len() > 1 {
        for opening in &mut openings {
            let beside = beside(usize::from(opening.place) >> level, row.len());
            opening.path.extend(beside.map(|beside| row[beside]));
        }
        row = row.chunks(2).map(|pair| if let [left, right] = pair { join(left, right) } else { pair[0] }).collect();
        level += 1;
    }
    (row.first().copied().unwrap_or_default(), openings)
}

/// What a place of a row is joined with: the last of an odd number goes up as it is.
fn beside(at: usize, width: usize) -> Option<usize> {
    Some(at ^ 1).filter(|beside| *beside < width)
}

fn salt(seed: &Bytes, pack: u32, place: usize) -> Bytes {
    let mut said = [0; 8];
    said[..4].copy_from_slice(&pack.to_be_bytes());
    said[4..].copy_from_slice(&(place as u32).to_be_bytes());
    keyed(seed, &said)
}

fn leaf(place: usize, card: &str, salt: &Bytes) -> Bytes {
    let mut hash = Sha256::new_with_prefix([0]);
    hash.update((place as u32).to_be_bytes());
    hash.update([card.len() as u8]);
    hash.update(card);
    hash.update(salt);
    hash.finalize().into()
}

fn join(left: &Bytes, right: &Bytes) -> Bytes {
    let mut hash = Sha256::new_with_prefix([1]);
    hash.update(left);
    hash.update(right);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(of: usize) -> Vec<String> {
        (0..of).map(|i| format!("C{i}")).collect()
    }

    #[test]
    fn every_card_of_packs_of_any_size_opens_to_the_root_and_to_no_other() {
        for of in 1..=33 {
            let places: Vec<u16> = (0..of as u16).collect();
            let (root, openings) = open(&[7; 32], 1, &pack(of), &places);
            for opening in openings {
                assert_eq!(opening.root(of), Some(root), "{of}");
                let moved = OpenedCard { place: opening.place ^ 1, ..opening.clone() };
                assert_ne!(moved.root(of), Some(root), "{of}");
                let changed = OpenedCard { card: "X".to_owned(), ..opening.clone() };
                assert_ne!(changed.root(of), Some(root), "{of}");
                let longer = OpenedCard { path: [opening.path.clone(), vec![root]].concat(), ..opening.clone() };
                assert_eq!(longer.root(of), None, "{of}");
            }
        }
    }

    #[test]
    fn nobody_finds_a_card_by_trying_all_of_them() {
        let cards = pack(52);
        let (root, openings) = open(&[7; 32], 3, &cards, &[0, 1, 51]);
        // Whoever knows the first card's salt and path knows the hash of the second card, and its code is one of few.
        let hash = openings[0].path[0];
        let known: Vec<Bytes> = openings.iter().filter(|one| one.place != 1).map(|one| one.salt).collect();
        let guesses = known.iter().copied().chain([[0; 32], root, hash]);
        for guess in guesses {
            assert!(cards.iter().all(|card| leaf(1, card, &guess) != hash));
        }
        assert!(cards.iter().any(|card| leaf(1, card, &openings[1].salt) == hash), "only its own salt opens it");
        let salts: std::collections::BTreeSet<Bytes> =
            (1..=9).flat_map(|pack| (0..64).map(move |place| salt(&[7; 32], pack, place))).collect();
        assert_eq!(salts.len(), 9 * 64, "no salt is used twice");
    }
}
