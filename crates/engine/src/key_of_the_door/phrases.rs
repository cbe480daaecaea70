//! Pieces of sentences about keys, points and sides.

use crate::cards::{Card, CardSet, Rank};
use crate::english::counted;
use crate::english::either;
use crate::{Reader, Seat, SeatSet, Side};

use super::keys::{Key, KeyPlace, Laid, numerals, numerals_of};
use super::options::Busts;
use super::state::{Public, Won};

const _: fn(crate::Language) = |crate::Language::English| ();

/// The aim of the game, shown where sums are not: a newcomer sees it nowhere else.
const AIM: &str = "21 wins a key, one numeral counted twice";

/// What the words of the buttons mean, in short lines below a hand: the aim, and what is wrong with keys that can be stolen.
pub(super) fn terms(public: &Public) -> Vec<&'static str> {
    let (called, options) = (public.called(), &public.options);
    let steals = options.steal && public.table.open().any(|(_, key)| !key.cards.is_empty());
    let faults = match (steals, called && options.bust == Busts::Honour) {
        (false, _) => [].as_slice(),
        (true, true) => &["bust: past 21 · bent: cannot reach 21", "both can be stolen, also 21 unclaimed"],
        (true, false) => &["bent: cannot reach 21 · can be stolen"],
    };
    called.then_some(AIM).into_iter().chain(faults.iter().copied()).collect()
}

/// What a steal is.
pub(super) fn stealing(public: &Public) -> &'static str {
    if public.called() {
        "takes a key that is past 21, can no longer count 21 (it is *bent*), or on which somebody has missed a 21. If you are wrong, \
         you may steal no more in this turn."
    } else {
        "takes a key that can no longer count 21, whatever is still played on it: it is *bent*. If you are wrong, you may steal no more \
         in this turn."
    }
}

/// What a call of bust is.
pub(super) const CALLING: &str = "the last card took the key past 21 (it is *bust*): its player takes the card back and plays another. It costs nothing to be wrong.";

/// `15`. A plain sum of 21 is called too much, because counting 21 takes a copy of one of the cards.
pub(super) fn sum(key: &Key) -> String {
    match key.sum() {
        21 => "21: too much with a copy".to_owned(),
        sum => sum.to_string(),
    }
}

/// `has 15, 21 with 3`: what a key adds up to, and the numerals that would make it count 21 at once, leaving out
/// cards that everybody sees elsewhere.
pub(super) fn standing(public: &Public, place: KeyPlace, key: &Key) -> String {
    let shown = |laid: &Laid| if let Laid::Up(card) = laid { Some(*card) } else { None };
    let open = public.table.open().flat_map(|(_, key)| &key.cards);
    let won = public.won.iter().flat_map(|won| won.cards.iter().flatten());
    let lying: CardSet = open.chain(won).filter_map(shown).chain(public.discards.iter().copied()).collect();
    let all = if let KeyPlace::Suit(suit) = place { numerals_of(suit) } else { numerals() };
    let mut ranks: Vec<Rank> =
        all.minus(lying).iter().filter(|&card| finishes(public, key, card)).filter_map(Card::rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let with: Vec<&str> = ranks.iter().map(|rank| rank.pretty()).collect();
    if with.is_empty() { format!("has {}", sum(key)) } else { format!("has {}, 21 with {}", key.sum(), either(&with)) }
}

/// Would the card make the key count 21?
fn finishes(public: &Public, key: &Key, card: Card) -> bool {
    let mut key = key.clone();
    key.push(Laid::Up(card));
    key.counts_21(public.options.zero_can_double)
}

/// "1 point", "12 points".
pub(super) fn points(n: i32) -> String {
    counted(n, "point")
}

/// What a seat's points of a deal are made of: `J♠ 4`, `Q♥ 10 (stolen)`, `Joker 15`, `false steals −5`.
pub(super) fn parts(seat: Seat, won: &[Won], penalty: i32) -> Vec<String> {
    let name_of = |won: &Won| match won.key {
        KeyPlace::Suit(suit) => format!("{}{}", won.header.letter(), suit.sign()),
        KeyPlace::Joker(_) => "Joker".to_owned(),
    };
    let stolen = |won: &Won| if won.stolen { " (stolen)" } else { "" };
    let mine = won.iter().filter(|won| won.by == seat);
    let mut parts: Vec<String> = mine.map(|won| format!("{} {}{}", name_of(won), won.points, stolen(won))).collect();
    if penalty > 0 {
        parts.push(format!("false steals −{penalty}"));
    }
    parts
}

/// The side that this seat's points count for.
pub(super) const fn side_of(seat: Seat, sides: u8) -> Side {
    Side(seat.number() % sides)
}

/// The names of a side: one, or both partners.
pub(super) fn side_name(side: Side, sides: u8, seats: u8, reader: &Reader) -> String {
    let members: SeatSet = Seat::all(seats).filter(|&seat| side_of(seat, sides) == side).collect();
    reader.list(members)
}
