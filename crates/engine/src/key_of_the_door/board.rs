//! The board and the hand in words. Where 21 must be claimed, neither shows a sum or hints at one.

use crate::cards::{Suit, pretty};
use crate::columns::{cut, left, narrow};
use crate::english::counted;
use crate::{BoardText, Boards, Language, Prompt, Reader, Seat, Side, View, figure};

use super::KeyOfTheDoor;
use super::keys::{Key, KeyPlace, Laid};
use super::phrases::{parts, side_name, standing};
use super::state::Public;

/// The widest name in a column of names.
const NAME: usize = 12;
/// The widest name of a side, or of a player written after cards.
const SIDE: usize = 24;

impl Boards for KeyOfTheDoor {
    /// The board is the same for everybody.
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        let public = view.public();
        let mut lines: Vec<String> = Suit::ALL.into_iter().flat_map(|suit| suit_lines(public, suit)).collect();
        for (place, key) in public.table.open_jokers() {
            lines.extend(key_lines(public, place, key));
        }
        if !public.discards.is_empty() {
            lines.extend(narrow(&format!("discarded: {}", pretty(public.discards.iter().copied()))));
        }
        lines.extend(score_lines(view, reader));
        lines.extend(won_lines(public, reader));
        BoardText { headline: headline(public, reader), body: lines.join("\n"), prompt: prompt(public, reader) }
    }

    /// The cards by suits. What keys need is public, and stands on the board.
    fn hand_text(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> String {
        let Some(own) = view.own() else { return String::new() };
        let in_suit = |suit: Suit| pretty(own.hand.iter().filter(|card| card.suit() == suit));
        let suits: Vec<String> = Suit::ALL.into_iter().map(in_suit).filter(|cards| !cards.is_empty()).collect();
        let mut lines = Vec::new();
        lines.extend((!suits.is_empty()).then(|| suits.join(" | ")));
        if !own.buried.is_empty() {
            lines.push(format!("laid face down: {}", pretty(own.buried.iter())));
        }
        if own.pile > 0 {
            let top = own.top.map_or(String::new(), |card| format!(", {} on top", card.pretty()));
            lines.push(format!("your stock {}{top}", own.pile));
        }
        lines.join("\n")
    }
}

fn headline(public: &Public, reader: &Reader) -> String {
    let (deal, deals, dealer) = (public.deal, public.deals, reader.name(public.dealer));
    format!("deal {deal} of {deals} · {dealer} dealt · {}", jokers_wait(public))
}

/// `2 Jokers wait`
pub(super) fn jokers_wait(public: &Public) -> String {
    match public.table.jokers_left {
        1 => "1 Joker waits".to_owned(),
        n => format!("{n} Jokers wait"),
    }
}

fn prompt(public: &Public, reader: &Reader) -> Prompt {
    if public.over {
        return Prompt::default();
    }
    let what = if public.turn.replay { "play another card" } else { "play a card" };
    let ask = Prompt::ask(reader, public.turn.seat, what);
    match public.callable().filter(|window| !public.strict() && public.can_be_past(window.key)) {
        Some(window) => {
            ask.and(&format!("{}'s card on {} may be called bust.", reader.name(window.by), window.key.name()))
        }
        None => ask,
    }
}

fn suit_lines(public: &Public, suit: Suit) -> Vec<String> {
    match &public.table.suits[suit as usize] {
        Some(key) => key_lines(public, KeyPlace::Suit(suit), key),
        None => vec![format!("{}: closed", suit.name())],
    }
}

/// `J♠: 7 10, 1 face down`, over several lines if there are many cards; with what it needs unless sums are secret.
fn key_lines(public: &Public, place: KeyPlace, key: &Key) -> Vec<String> {
    let label = match place {
        KeyPlace::Suit(suit) => format!("{}{}:", key.header.letter(), suit.sign()),
        KeyPlace::Joker(n) => format!("Joker {n}:"),
    };
    let has = if public.called() || key.cards.is_empty() { String::new() } else { standing(public, place, key) };
    let cards = laid_texts(place, &key.cards);
    let cards = match (cards.is_empty(), has.is_empty()) {
        (true, _) => "empty".to_owned(),
        (false, true) => cards,
        (false, false) => format!("{cards}, {has}"),
    };
    narrow(&format!("{label} {cards}"))
}

/// `7 10, 2 face down`: which of them lie between others does not matter.
fn laid_texts(place: KeyPlace, cards: &[Laid]) -> String {
    let up = |laid: &Laid| match (laid, place) {
        (Laid::Down, _) => None,
        (Laid::Up(card), KeyPlace::Suit(_)) => card.rank().map(|rank| rank.pretty().to_owned()),
        (Laid::Up(card), KeyPlace::Joker(_)) => Some(card.pretty().to_owned()),
    };
    let up: Vec<String> = cards.iter().filter_map(up).collect();
    let down = cards.len() - up.len();
    let down = (down > 0).then(|| format!("{down} face down"));
    let up = (!up.is_empty()).then(|| up.join(" "));
    up.into_iter().chain(down).collect::<Vec<_>>().join(", ")
}

/// A line for each seat, and what it has won in this deal; with partners the totals of the sides follow.
fn score_lines(view: &View<'_, KeyOfTheDoor>, reader: &Reader) -> Vec<String> {
    let public = view.public();
    let mut lines: Vec<String> = Seat::all(view.seats()).flat_map(|seat| score_line(view, seat, reader)).collect();
    if public.options.partners {
        let sides = public.totals.count();
        let name = |side| cut(&side_name(Side(side), sides, view.seats(), reader), SIDE);
        let total = |(side, total): (u8, &i32)| format!("  {} {} in all", name(side), figure(*total));
        lines.extend((0..).zip(public.totals.iter()).map(total));
    }
    lines
}

fn score_line(view: &View<'_, KeyOfTheDoor>, seat: Seat, reader: &Reader) -> Vec<String> {
    let public = view.public();
    let backs = view.backs(seat);
    let mark = if public.turn.seat == seat && !public.over { '▸' } else { ' ' };
    let stock = if backs.pile > 0 { format!(", stock {}", backs.pile) } else { String::new() };
    let total = if public.options.partners { String::new() } else { figure(public.totals[public.side(seat)]) };
    let (name, cards) = (left(reader.name(seat), reader.columns(NAME)), counted(backs.hand, "card"));
    let mut lines = vec![format!("{mark} {name} {total:>4}  {cards}{stock}")];
    let parts = parts(seat, &public.won, public.penalties[seat]);
    if !parts.is_empty() {
        lines.extend(narrow(&format!("    {} this deal: {}", figure(public.points(seat)), parts.join(", "))));
    }
    lines
}

/// The cards of keys that were won in this deal, where the options let everybody look at them.
fn won_lines(public: &Public, reader: &Reader) -> Vec<String> {
    let shown = public.won.iter().filter_map(|won| {
        let cards = laid_texts(won.key, won.cards.as_ref()?);
        let key = match (won.key, won.header) {
            (KeyPlace::Suit(suit), header) => format!("{}{}", header.letter(), suit.sign()),
            (KeyPlace::Joker(n), _) => format!("Joker {n}"),
        };
        Some(narrow(&format!("  {}'s {key}: {cards}", cut(reader.name(won.by), SIDE))))
    });
    shown.flatten().collect()
}
