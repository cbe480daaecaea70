//! What can be pressed.

use super::CrazyEights;
use super::moves::{Move, hand_of, others_of};
use super::notation::drawn;
use super::state::Public;
use crate::game::{Choosing, View};
use crate::words::{Control, Controls, Does, Language, Notation, Pick, Reader, capital};

impl Controls for CrazyEights {
    /// The cards that fit, by suits as in the hand; then, for a card that names one, the suits, that held most first.
    fn controls(view: &View<'_, Self>, so_far: &[Move], reader: &Reader) -> Vec<Control> {
        let Language::English = reader.language;
        if view.public().over || view.seat() != Some(view.public().turn) {
            return Vec::new();
        }
        let mut steps: Vec<(usize, Move)> = Self::choices(view, so_far).steps.into_iter().enumerate().collect();
        steps.sort_by_key(|(_, m)| match m {
            Move::Play { card, suit: None } => (card.is_joker(), card.suit() as i32, i32::from(card.number())),
            m => (true, i32::MAX, Self::likelihood(view, m)),
        });
        let only = steps.len() == 1;
        let (plays, others): (Vec<_>, Vec<_>) =
            steps.into_iter().partition(|(_, m)| !only && matches!(m, Move::Play { .. }));
        let button = |(step, m)| Control::button(label(view, m), Does::Step(step), only);
        let pick = |(step, m)| Pick::new(label(view, m), Self::describe(view, &m, reader), Does::Step(step));
        let asked = if so_far.is_empty() { "Play a card" } else { "Name a suit, that held most first" };
        let plays = Control::pick(asked, plays.into_iter().map(pick).collect(), |only| only.label.clone());
        plays.into_iter().chain(others.into_iter().map(button)).collect()
    }

    /// Drawing and passing, where they do not depend on anybody's cards.
    fn shared_controls(public: &Public, Reader { language: Language::English, .. }: &Reader) -> Vec<Control> {
        let any = |m: Move| Control::button(words(public, m), Does::Say(Self::say(&m)), false);
        let draw = public.owed > 0 || !public.drawn && public.has_cards() && !public.options.force_play;
        let pass = public.drawn && !public.options.forced();
        match (draw, pass) {
            _ if public.over => Vec::new(),
            (true, _) => vec![any(Move::Draw)],
            (_, true) => vec![any(Move::Pass)],
            _ => Vec::new(),
        }
    }
}

/// What is pressed to draw or pass.
fn words(public: &Public, m: Move) -> String {
    match m {
        Move::Draw => capital(&format!("draw {}", drawn(public))),
        _ => "Pass".to_owned(),
    }
}

fn label(view: &View<'_, CrazyEights>, m: Move) -> String {
    match m {
        Move::Play { suit: Some(suit), .. } => {
            format!("Name {} (you hold {})", suit.name(), others_of(hand_of(view), suit))
        }
        // A suit is still to be named.
        Move::Play { card, suit: None } if view.public().names_suit(card) => format!("Play {}…", card.pretty()),
        Move::Play { card, suit: None } => format!("Play {}", card.pretty()),
        m => words(view.public(), m),
    }
}
