//! The board and the hand in words.

use super::CrazyEights;
use super::phrases::{otherwise, playable};
use super::state::{Public, count};
use crate::cards::{Card, CardSet, Suit, pretty};
use crate::columns::left;
use crate::english::{counted, more_below};
use crate::game::View;
use crate::seats::Seat;
use crate::words::{BoardText, Boards, Language, Prompt, Reader};

/// What is said of a hand that has nothing to play.
const NO_FIT: &str = "no card of yours fits";
/// Columns for a name.
const NAME: usize = 16;

impl Boards for CrazyEights {
    /// The board is the same for everybody.
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        let public = view.public();
        BoardText { headline: headline(public, reader), body: body(view, reader), prompt: prompt(public, reader) }
    }

    fn hand_text(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> String {
        let (public, Some(own)) = (view.public(), view.own()) else { return String::new() };
        if own.hand.is_empty() {
            return String::new();
        }
        let cards: Vec<String> = suits(own.hand).into_iter().map(pretty).collect();
        let mut lines = vec![cards.join(" | ")];
        // What does fit stands on the buttons.
        let on_turn = !public.over && view.seat() == Some(public.turn);
        lines.extend((on_turn && public.fitting(own.hand).is_empty()).then(|| NO_FIT.to_owned()));
        lines.push(left_with(public, own.hand));
        lines.join("\n")
    }
}

pub(super) fn headline(public: &Public, reader: &Reader) -> String {
    let goal = public.options.goal(public.seats());
    let round = if public.backward { " · counter-clockwise" } else { "" };
    format!("hand {} · to {goal} · {} dealt{round}", public.hand, reader.name(public.dealer()))
}

fn body(view: &View<'_, CrazyEights>, reader: &Reader) -> String {
    let public = view.public();
    let mut lines: Vec<String> = Seat::all(view.seats()).map(|seat| seat_line(view, seat, reader)).collect();
    // The prompt says what fits, and what is owed.
    lines.extend(pile(public).map(|pile| format!("  discards {pile}")));
    lines.push(format!("  stock {}", stock(public)));
    lines.join("\n")
}

fn seat_line(view: &View<'_, CrazyEights>, seat: Seat, reader: &Reader) -> String {
    let public = view.public();
    let mark = if public.turn == seat && !public.over { '▸' } else { ' ' };
    let name = left(reader.name(seat), reader.columns(NAME));
    format!("{mark} {name} {:>4}  {}", public.scores[seat], counted(view.backs(seat), "card"))
}

/// `8♠, 11 more below`
pub(super) fn pile(public: &Public) -> Option<String> {
    let below = more_below(public.pile.len()).map_or_else(String::new, |below| format!(", {below}"));
    public.pile.last().map(|top| top.pretty() + &below)
}

/// `18 cards`
pub(super) fn stock(public: &Public) -> String {
    match public.stock {
        0 if public.has_cards() => "empty; discards make a new one".to_owned(),
        0 => "empty".to_owned(),
        cards => counted(cards, "card"),
    }
}

fn prompt(public: &Public, reader: &Reader) -> Prompt {
    if public.over {
        return Prompt::default();
    }
    Prompt::ask(reader, public.turn, format!("play {}{}", playable(public), otherwise(public)))
}

/// The cards of each suit that is held, jokers last.
pub(super) fn suits(hand: CardSet) -> Vec<Vec<Card>> {
    let suit = |suit: Suit| hand.iter().filter(|card| card.suit() == suit && !card.is_joker()).collect();
    let jokers = hand.iter().filter(|card| card.is_joker()).collect();
    let all = Suit::ALL.map(suit).into_iter().chain([jokers]);
    all.filter(|cards: &Vec<Card>| !cards.is_empty()).collect()
}

/// What may be played, unless that is all of the hand.
pub(super) fn may_play(public: &Public, hand: CardSet) -> Option<String> {
    match public.fitting(hand) {
        all if all == hand => None,
        none if none.is_empty() => Some(NO_FIT.to_owned()),
        some => Some(format!("you may play {}", pretty(suits(some).concat()))),
    }
}

/// What a hand costs whoever is left with it.
pub(super) fn left_with(public: &Public, hand: CardSet) -> String {
    format!("counts {} if you are left with it", count(hand, &public.options))
}
