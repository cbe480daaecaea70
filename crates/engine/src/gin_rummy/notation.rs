//! Moves as text: the canonical form, and words for them.

use super::deadwood::deadwood;
use super::melds::{LaidOff, Layout};
use super::moves::{Move, Step, Turn};
use super::phrases::{leaves, pretty_layout, pretty_meld};
use super::{GinRummy, read};
use crate::cards::{Card, CardSet};
use crate::game::View;
use crate::words::{Language, Notation, Reader, Unreadable};

impl Notation for GinRummy {
    fn say(m: &Move) -> String {
        written(m, |card| card.to_string())
    }

    /// What stands in brackets behind a knock may be a card, a meld or a note.
    fn means(sign: char, rest: &str) -> bool {
        sign == '(' && rest.to_ascii_lowercase().starts_with("knock (")
    }

    fn read_plain(view: &View<'_, Self>, text: &str, reader: &Reader) -> Result<Move, Unreadable> {
        let Language::English = reader.language;
        read::read(view, text)
    }

    fn leads_to(so_far: &[Step], prefix: &str) -> bool {
        let start = match so_far {
            [] => return true,
            [Step::Whole(plain)] => Self::say(&Move::from(*plain)),
            [Step::Discard(card)] => Self::say(&Move::Discard(*card)),
            [Step::Knock(card), ..] => Self::say(&Move::Knock(*card, None)),
            _ => "layoff".to_owned(),
        }
        .to_lowercase();
        start.starts_with(prefix) || prefix.starts_with(&start)
    }

    fn describe(view: &View<'_, Self>, m: &Move, Reader { language: Language::English, .. }: &Reader) -> String {
        let Some(turn) = Turn::of(view) else { return Self::say(m) };
        let top = turn.table.discards.top().map_or_else(|| "the top discard".to_owned(), Card::pretty);
        match m {
            Move::Pass => format!("pass: leave {top}"),
            Move::Take => format!("take {top}"),
            Move::Stock => "draw from the stock".to_owned(),
            Move::Discard(card) => {
                format!("discard {} ({})", card.pretty(), leaves(deadwood(turn.hand.without(*card))))
            }
            Move::Knock(card, layout) => describe_knock(&turn, *card, layout.as_ref()),
            Move::BigGin => "big gin: all eleven cards match".to_owned(),
            Move::Accept => "accept the knock: the hands are shown".to_owned(),
            Move::Refuse => "refuse the knock: play goes on, that hand lies open".to_owned(),
            Move::LayOff(laid) => describe_lay_off(&turn, laid),
        }
    }

    /// Which melds to lay out, and what can be laid off where.
    fn is_for_finding(m: &Move) -> bool {
        match m {
            Move::Knock(_, layout) => layout.is_some(),
            Move::LayOff(laid) => !laid.pairs().is_empty(),
            _ => false,
        }
    }

    /// Gin comes first, then good knocks, then discards by what they leave.
    fn likelihood(view: &View<'_, Self>, m: &Move) -> i32 {
        let Some(turn) = Turn::of(view) else { return 0 };
        match m {
            Move::BigGin => 0,
            Move::Pass | Move::Stock => 1,
            Move::Take if turn.taking_helps() => 0,
            Move::Take => 2,
            Move::Discard(card) => 100 + 20 * left_after(&turn, *card) - i32::from(card.number()),
            Move::Knock(card, None) => {
                let left = left_after(&turn, *card);
                if left > i32::from(turn.table.limit) { 9_000 + left } else { 10 + left }
            }
            Move::Knock(card, Some(layout)) => 3_000 + 10 * i32::from(layout.left(turn.hand.without(*card))),
            Move::Accept => i32::from(deadwood(turn.hand) > turn.table.limit),
            Move::Refuse => i32::from(deadwood(turn.hand) <= turn.table.limit),
            Move::LayOff(laid) => 20 * i32::from(deadwood(turn.hand.minus(laid.cards()))) + laid.pairs().len() as i32,
        }
    }
}

/// A move in a form that may be typed too, with its cards as they are shown: `discard 10♦`.
pub(super) fn shown(m: &Move) -> String {
    format!("`{}`", written(m, Card::pretty))
}

fn written(m: &Move, name: fn(Card) -> String) -> String {
    match m {
        Move::Pass => "pass".to_owned(),
        Move::Take => "take".to_owned(),
        Move::Stock => "stock".to_owned(),
        Move::Discard(card) => format!("discard {}", name(*card)),
        Move::Knock(card, None) => format!("knock {}", name(*card)),
        Move::Knock(card, Some(layout)) => {
            let joined = |meld: &CardSet| meld.by_rank().into_iter().map(name).collect::<Vec<_>>().join("-");
            let melds: Vec<String> = layout.melds().iter().map(joined).collect();
            format!("knock {} {}", name(*card), melds.join(" "))
        }
        Move::BigGin => "knock".to_owned(),
        Move::Accept => "accept".to_owned(),
        Move::Refuse => "refuse".to_owned(),
        Move::LayOff(laid) if laid.pairs().is_empty() => "layoff -".to_owned(),
        Move::LayOff(laid) => {
            let pairs: Vec<String> =
                laid.pairs().iter().map(|&(card, on)| format!("{}>{}", name(card), on + 1)).collect();
            format!("layoff {}", pairs.join(" "))
        }
    }
}

fn describe_knock(turn: &Turn<'_>, card: Card, layout: Option<&Layout>) -> String {
    let hand = turn.hand.without(card);
    let left = layout.map_or_else(|| deadwood(hand), |layout| layout.left(hand));
    let mut words = format!("{} with {}", if left == 0 { "gin" } else { "knock" }, card.pretty());
    if let Some(layout) = layout {
        words.push_str(&format!(", laying {}", pretty_layout(layout, " ")));
    }
    if left > turn.table.limit {
        words.push_str(&format!(" ({left} unmatched: over the limit of {})", turn.table.limit));
    } else if left > 0 {
        words.push_str(&format!(" ({left} unmatched)"));
    }
    words
}

fn describe_lay_off(turn: &Turn<'_>, laid: &LaidOff) -> String {
    let left = deadwood(turn.hand.minus(laid.cards()));
    let melds = turn.table.spread.as_ref().map_or(&[][..], |spread| spread.melds.melds());
    let onto: Vec<String> = melds
        .iter()
        .enumerate()
        .filter(|(i, _)| !laid.on(*i).is_empty())
        .map(|(i, &meld)| format!("{} on {}", pretty_meld(laid.on(i)), pretty_meld(meld)))
        .collect();
    let what = if onto.is_empty() { "nothing".to_owned() } else { onto.join(", ") };
    format!("lay off {what} ({})", leaves(left))
}

fn left_after(turn: &Turn<'_>, discard: Card) -> i32 {
    i32::from(deadwood(turn.hand.without(discard)))
}
