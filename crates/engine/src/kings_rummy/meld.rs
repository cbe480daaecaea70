//! What a meld is: three or four cards of which number, item and kingdom are each all equal or all different.
//!
//! A card's place is its number, item and kingdom, two bits each. The exclusive or of three equal or three different
//! values is the fourth value that goes with them. So the one card that extends a three-card meld to four is the
//! exclusive or of its places.

use super::tile::{Tile, Tiles};

const _: fn(crate::Language) = |crate::Language::English| ();

/// By two values of a part: the cards whose value makes three equal or three different ones with them.
const fn thirds(shift: u32, runs: bool) -> [[u64; 4]; 4] {
    let mut table = [[0; 4]; 4];
    let mut at = 0;
    while at < 64 * 16 {
        let (place, a, b) = (at / 16, at / 4 % 4, at % 4);
        let c = place >> shift & 3;
        // Three different numbers must be neighbours: the one missing is 1 or 4.
        let missing = a ^ b ^ c;
        let different = a != b && b != c && a != c && (!runs || missing == 0 || missing == 3);
        if (a == b && b == c) || different {
            table[a][b] |= 1 << place;
        }
        at += 1;
    }
    table
}

const NUMBERS: [[u64; 4]; 4] = thirds(4, true);
const ANY_NUMBERS: [[u64; 4]; 4] = thirds(4, false);
const ITEMS: [[u64; 4]; 4] = thirds(2, false);
const KINGDOMS: [[u64; 4]; 4] = thirds(0, false);

/// The cards numbered 1; `TWOS` and `FOURS` are those numbered 2 and 4.
const ONES: Tiles = Tiles(0xffff);
const TWOS: Tiles = Tiles(0xffff << 16);
const FOURS: Tiles = Tiles(0xffff << 48);

const fn part(tile: Tile, shift: u8) -> usize {
    (tile.place() >> shift & 3) as usize
}

/// By the places of two cards: the cards that make a meld of three with them.
static THIRDS: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b) = (at / 64, at % 64);
        table[a][b] = NUMBERS[a >> 4][b >> 4] & ITEMS[a >> 2 & 3][b >> 2 & 3] & KINGDOMS[a & 3][b & 3];
        at += 1;
    }
    table
};

/// The cards that make a three-card meld with these two different ones.
pub(super) fn third(a: Tile, b: Tile) -> Tiles {
    Tiles(THIRDS[usize::from(a.place())][usize::from(b.place())])
}

/// The cards that are in some meld, of three or four, with these two different ones.
pub(super) fn mates(a: Tile, b: Tile) -> Tiles {
    let others = ITEMS[part(a, 2)][part(b, 2)] & KINGDOMS[part(a, 0)][part(b, 0)];
    Tiles(others & ANY_NUMBERS[part(a, 4)][part(b, 4)])
}

/// The one card that makes a meld of four with these three.
const fn fourth_of(a: Tile, b: Tile, c: Tile) -> Tile {
    a.xor(b).xor(c)
}

/// The one card that extends a three-card meld to four.
pub(super) fn fourth(meld: Tiles) -> Option<Tile> {
    Tile::new(meld.iter().fold(0, |all, tile| all ^ tile.place()))
}

/// The cards that may take the place of one in a meld of three; with `through_four`, only the card that could be
/// added as a fourth.
pub(super) fn swapped_in(cards: Tiles, out: Tile, through_four: bool) -> Tiles {
    let mut rest = cards.without(out).iter();
    let (Some(a), Some(b)) = (rest.next(), rest.next()) else { return Tiles::EMPTY };
    let fits = third(a, b);
    if through_four { fourth(cards).map_or(Tiles::EMPTY, |card| fits.and(Tiles::one(card))) } else { fits }
}

pub(super) fn is_meld(cards: Tiles) -> bool {
    let mut all = cards.iter();
    let (Some(a), Some(b), Some(c)) = (all.next(), all.next(), all.next()) else { return false };
    if !third(a, b).contains(c) {
        return false;
    }
    match (all.next(), all.next()) {
        (None, _) => true,
        // The three lowest cards of a meld of four are a meld too: 1 2 3 of a run.
        (Some(d), None) => a.place() ^ b.place() ^ c.place() == d.place(),
        _ => false,
    }
}

/// What keeps three or four cards from being a meld, in words.
pub(super) fn flaw(cards: Tiles) -> &'static str {
    let values = |shift: u8| cards.iter().fold(0_u8, |all, tile| all | 1 << part(tile, shift)).count_ones();
    let mixed = |shift: u8| values(shift) > 1 && values(shift) < cards.len();
    if mixed(4) {
        "its numbers are neither all equal nor all different"
    } else if mixed(2) {
        "its items are neither all equal nor all different"
    } else if mixed(0) {
        "its kingdoms are neither all equal nor all different"
    } else {
        "three different numbers must be neighbours, 1 2 3 or 2 3 4"
    }
}

/// Offers the melds of this card with others from `among`, some more than once, until one is taken.
pub(super) fn with_card(card: Tile, among: Tiles, mut take: impl FnMut(Tiles) -> bool) -> bool {
    let others = among.without(card);
    for a in others {
        for b in third(card, a).and(others).after(a) {
            let three = Tiles::one(card).with(a).with(b);
            let four = fourth(three).filter(|d| others.contains(*d)).map(|d| three.with(d));
            if take(three) || four.is_some_and(&mut take) {
                return true;
            }
        }
    }
    false
}

/// Offers the melds of this card, a card of the hand and others from `among`, until one is taken; some come twice. A
/// fourth card that a meld does not need is included only if it is `wanted`.
pub(super) fn with_card_and(
    card: Tile,
    hand: Tiles,
    among: Tiles,
    wanted: Tiles,
    mut take: impl FnMut(Tiles) -> bool,
) -> bool {
    // A meld with several cards of the hand is found with the first of those.
    let (mut held_before, others) = (Tiles::one(card), among.without(card));
    for held in hand.without(card) {
        held_before = held_before.with(held);
        let pair = Tiles::one(card).with(held);
        for last in third(card, held).and(others).minus(held_before) {
            let three = pair.with(last);
            let next = Tiles::one(fourth_of(card, held, last)).and(others).and(wanted);
            if take(three) || !next.is_empty() && take(three.or(next)) {
                return true;
            }
        }
    }
    // A one and a four are in no meld of three together, but they are in melds of four.
    let far = match card.number() {
        1 => FOURS,
        4 => ONES,
        _ => Tiles::EMPTY,
    };
    for held in hand.and(far) {
        for two in mates(card, held).and(others).and(TWOS) {
            let next = Tiles::one(fourth_of(card, held, two)).and(others);
            if !next.is_empty() && take(Tiles::one(card).with(held).with(two).or(next)) {
                return true;
            }
        }
    }
    false
}

/// The melds among these cards, each once, by their cards in card order.
pub(super) fn melds_among(cards: Tiles, mut take: impl FnMut(Tiles)) {
    for a in cards {
        let above = cards.after(a);
        for b in above {
            for c in third(a, b).and(above.after(b)) {
                let three = Tiles::one(a).with(b).with(c);
                take(three);
                if let Some(d) = fourth(three).filter(|d| *d > c && above.contains(*d)) {
                    take(three.with(d));
                }
            }
        }
    }
}

/// How many of number, item and kingdom a meld's cards have in common.
pub(super) fn common(meld: Tiles) -> u32 {
    let same = |shift: u8| {
        let mut values = meld.iter().map(|tile| part(tile, shift));
        let first = values.next();
        values.all(|value| Some(value) == first)
    };
    [4, 2, 0].into_iter().map(|shift| u32::from(same(shift))).sum()
}
