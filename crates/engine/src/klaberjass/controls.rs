//! What can be pressed.

use super::Klaberjass;
use super::moves::{Move, legal};
use super::notation::refusal;
use super::options::Schmeiss;
use super::rank::strength;
use super::state::{Phase, Public, Round};
use crate::cards::Suit;
use crate::game::View;
use crate::words::{Control, Controls, Does, Language, Notation, Pick, Reader, capital};

/// What the button says; the prompt beside it says what a schmeiss offers and costs.
const SCHMEISS: &str = "Offer schmeiss";

impl Controls for Klaberjass {
    /// The cards that may be played, or a button for each call.
    fn controls(view: &View<'_, Self>, so_far: &[Move], reader: &Reader) -> Vec<Control> {
        let Language::English = reader.language;
        let public = view.public();
        if view.seat() != Some(public.turn) || !so_far.is_empty() {
            return Vec::new();
        }
        let mut moves: Vec<(usize, Move)> = legal(view).into_iter().enumerate().collect();
        moves.sort_by_key(|(_, m)| place(public, *m));
        // Calls and cards are what the game is about, so none stands out; sequences and the exchange are nearly always
        // declared.
        let expected = if moves.len() == 1 { Some(moves[0].1) } else { all_declared(&moves) };
        let (cards, calls): (Vec<_>, Vec<_>) =
            moves.into_iter().partition(|(_, m)| expected.is_none() && matches!(m, Move::Play { .. }));
        let button = |(step, m)| Control::button(label(view, m, reader), Does::Step(step), expected == Some(m));
        let card = |(step, m)| Pick::new(label(view, m, reader), "", Does::Step(step));
        let cards = Control::pick("Play a card", cards.into_iter().map(card).collect(), |only| only.label.clone());
        cards.into_iter().chain(calls.into_iter().map(button)).collect()
    }

    /// The calls, which are the same whatever the hand. All are real choices, so none stands out.
    fn shared_controls(public: &Public, Reader { language: Language::English, .. }: &Reader) -> Vec<Control> {
        let turned = public.turn_up.suit();
        let button = |m: Move, label: String| Control::button(label, Does::Say(Self::say(&m)), false);
        let suits = Suit::ALL
            .into_iter()
            .filter(|suit| *suit != turned)
            .map(|suit| button(Move::Trump(suit), format!("Make {} trumps", suit.name())));
        let mut all: Vec<Control> = match public.phase {
            Phase::Call { round: Round::First } => {
                vec![button(Move::Take, format!("Make {} trumps", turned.name()))]
            }
            Phase::Call { .. } | Phase::Name => suits.collect(),
            Phase::Answer { .. } => {
                vec![
                    button(Move::Yes, "Say yes: throw the hand in".to_owned()),
                    button(Move::No, format!("Say {}", refusal(public))),
                ]
            }
            _ => Vec::new(),
        };
        if let Phase::Call { .. } = public.phase {
            all.push(button(Move::Pass, "Pass".to_owned()));
            if public.options.schmeiss != Schmeiss::Off {
                all.push(button(Move::Schmeiss, SCHMEISS.to_owned()));
            }
        }
        all
    }
}

/// The declaration that keeps nothing back, if there is something to declare and a single one holds all of it.
fn all_declared(moves: &[(usize, Move)]) -> Option<Move> {
    let offers = |dix, meld| moves.iter().any(|(_, m)| *m == Move::Declare { dix, meld });
    let dix = offers(true, true) || offers(true, false);
    let meld = offers(true, true) || offers(false, true);
    ((dix || meld) && offers(dix, meld)).then_some(Move::Declare { dix, meld })
}

/// The sort key: cards in the order of the hand's text, trumps first; other moves as they are listed.
fn place(public: &Public, m: Move) -> (bool, u8, u8) {
    let Move::Play { card, .. } = m else { return (false, 0, 0) };
    let trump = card.suit() == public.trump_or_turned_up();
    (!trump, card.suit() as u8, 7 - strength(card, trump, public.options.rank_order))
}

fn label(view: &View<'_, Klaberjass>, m: Move, reader: &Reader) -> String {
    match m {
        Move::Play { card, bella } => format!("Play {}{}", card.pretty(), if bella { " with bella" } else { "" }),
        Move::Schmeiss => SCHMEISS.to_owned(),
        Move::Yes | Move::No => format!("Say {}", Klaberjass::describe(view, &m, reader)),
        _ => capital(&Klaberjass::describe(view, &m, reader)),
    }
}
