//! Moves as text: the canonical form, a lenient reading, and words for them.

use super::CrazyEights;
use super::moves::{Move, hand_of, legal, others_of};
use super::options::Drawing;
use super::state::{Public, is_eight, worth};
use crate::cards::{Card, CardSet, CardText, Suit};
use crate::english::{counted, either};
use crate::game::View;
use crate::words::{Language, Notation, Reader, Unreadable, quoted};

impl Notation for CrazyEights {
    fn say(m: &Move) -> String {
        match *m {
            Move::Play { card, suit: Some(suit) } => format!("play {card} as {}", suit.letter()),
            Move::Play { card, suit: None } => format!("play {card}"),
            Move::Draw => "draw".to_owned(),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read_plain(
        view: &View<'_, Self>,
        text: &str,
        Reader { language: Language::English, .. }: &Reader,
    ) -> Result<Move, Unreadable> {
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split([' ', '\n', '\t', ',', '>', '=']).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["draw" | "take", rest @ ..] if rest.iter().all(|word| !is_card(word)) => Ok(Move::Draw),
            ["pass" | "p" | "skip"] | ["i", "pass"] => Ok(Move::Pass),
            ["play" | "discard" | "put", rest @ ..] | rest => {
                read_play(view, rest).unwrap_or_else(|| Err(no_move(view, text)))
            }
        }
    }

    fn describe(view: &View<'_, Self>, m: &Move, Reader { language: Language::English, .. }: &Reader) -> String {
        let public = view.public();
        match *m {
            Move::Play { card, .. } if hand_of(view) == CardSet::one(card) => format!("{} and be out", said(m)),
            Move::Play { card, .. } if public.makes_draw(card) => {
                format!("{} (the next player owes {} cards)", said(m), public.owed + 2)
            }
            Move::Play { card, .. } if public.skips(card) => format!("{} (the next player loses a turn)", said(m)),
            Move::Play { card, .. } => format!("{} (counts {})", said(m), worth(card, &public.options)),
            Move::Draw => format!("draw {}", drawn(public)),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// The dearest plain card first, then what costs another player something, then jokers and eights, an eight with
    /// the suit held most.
    fn likelihood(view: &View<'_, Self>, m: &Move) -> i32 {
        let public = view.public();
        let Move::Play { card, suit } = *m else { return 100 };
        let named = suit.map_or(0, |suit| 20 - others_of(hand_of(view), suit) as i32);
        match () {
            () if is_eight(card) => 60 + named,
            () if card.is_joker() => 30 + named,
            () if public.skips(card) || public.makes_draw(card) => 20,
            () => 10 - worth(card, &public.options),
        }
    }
}

fn is_card(word: &str) -> bool {
    Card::parse(word).is_some() || is_joker(word)
}

fn is_joker(word: &str) -> bool {
    matches!(word, "joker" | "jk")
}

/// `play 8♠ and name hearts`
fn said(m: &Move) -> String {
    let Move::Play { card, suit } = m else { return String::new() };
    let play = format!("play {}", card.pretty());
    suit.map_or_else(|| play.clone(), |suit| format!("{play} and name {}", suit.name()))
}

/// What a draw takes.
pub(super) fn drawn(public: &Public) -> String {
    match public.options.draw {
        _ if public.owed > 0 => format!("the {} owed", counted(public.owed, "card")),
        Drawing::One => "a card".to_owned(),
        Drawing::Three => "up to three cards".to_owned(),
        Drawing::Until => "until a card fits".to_owned(),
    }
}

/// A card and perhaps a suit that is named with it; `None` if that is not what these words are.
fn read_play(view: &View<'_, CrazyEights>, words: &[&str]) -> Option<Result<Move, Unreadable>> {
    let (card, suit) = match *words {
        [card] => (card, None),
        [card, suit] | [card, "as" | "for" | "to" | "name" | "naming", suit] | [card, "and", "name", suit] => {
            (card, Some(Suit::parse(suit)?))
        }
        _ => return None,
    };
    let (public, hand) = (view.public(), hand_of(view));
    let card = if is_joker(card) { joker_of(hand) } else { Card::parse(card)? };
    if suit.is_none() && public.names_suit(card) && public.fitting(hand).contains(card) {
        let named = Suit::ALL.map(|suit| CrazyEights::say(&Move::Play { card, suit: Some(suit) }));
        return Some(Err(Unreadable::Ambiguous(named.to_vec())));
    }
    Some(Ok(Move::Play { card, suit }))
}

/// The joker that the word alone means.
fn joker_of(hand: CardSet) -> Card {
    if hand.contains(Card::BLACK_JOKER) && !hand.contains(Card::RED_JOKER) {
        Card::BLACK_JOKER
    } else {
        Card::RED_JOKER
    }
}

/// What to say of a text that is not a move: what may be written now.
fn no_move(view: &View<'_, CrazyEights>, text: &str) -> Unreadable {
    let all: Vec<String> = legal(view).iter().map(|m| format!("`{}`", CrazyEights::say(m))).collect();
    let (plays, others): (Vec<&String>, Vec<&String>) = all.iter().partition(|m| m.starts_with("`play"));
    let card = plays.first().map(|play| format!("a card such as {play}"));
    let write: Vec<String> = card.into_iter().chain(others.into_iter().cloned()).collect();
    let what = if text.trim().is_empty() { "That is empty".to_owned() } else { quoted(text) + " is no move here" };
    Unreadable::Syntax(format!("{what}: write {}.", either(&write)))
}
