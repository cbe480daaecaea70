//! Why a move is not legal, and the check itself.

use std::fmt;

use super::GinRummy;
use super::deadwood::deadwood;
use super::melds::{LaidOff, Layout, is_meld};
use super::moves::{Move, Turn};
use super::state::{Phase, Spread};
use super::text::{pretty, pretty_meld};
use crate::engine::cards::{Card, CardSet};
use crate::engine::game::{Refuse, RuleRef, View};

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each says itself in words below")]
pub enum Illegal {
    NothingToDo,
    Resting,
    TableDone,
    UpcardFirst { upcard: Option<Card> },
    StockOnly,
    DrawFirst { top: Option<Card> },
    DiscardFirst,
    LayOffFirst,
    AnswerFirst,
    PassOnUpcardOnly,
    NoAnswerDue,
    NoLayOffDue,
    NotInHand { card: Card },
    NotToLayOff { card: Card },
    JustTaken { card: Card },
    TooMuch { card: Card, left: u8, limit: u8 },
    TooMuchAtBest { card: Card, left: u8, limit: u8 },
    LaidTooLittle { card: Card, left: u8, limit: u8, best: u8 },
    NothingLaid,
    NotAMeld { cards: CardSet },
    NotYours { card: Card },
    DiscardLaid { card: Card },
    InTwoMelds { card: Card },
    NoBigGin,
    NotAllMatched { left: u8 },
    NoSuchMeld { number: u8, melds: usize },
    LaidOffTwice { card: Card },
    DoesNotFit { cards: CardSet, meld: CardSet },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::NotInHand { card } | Self::NotToLayOff { card } => {
                format!("{} is not in your hand.", card.pretty())
            }
            Self::JustTaken { card } => {
                format!(
                    "You have just taken {0} from the discards; {0} may not go back in the same turn.",
                    card.pretty()
                )
            }
            Self::TooMuch { card, left, limit } => {
                format!("Knocking with {} {}.", card.pretty(), too_much(*left, *limit))
            }
            Self::TooMuchAtBest { card, left, limit } => {
                format!("Not yet: discarding {}, your best, {}.", card.pretty(), too_much(*left, *limit))
            }
            Self::LaidTooLittle { card, left, limit, best } => {
                let so = format!("knocking with {} {}", card.pretty(), too_much(*left, *limit));
                format!("Laid out like this, {so}; laid out best it leaves {best}.")
            }
            Self::NotAMeld { cards } => format!("{} is no meld: {MELD}.", pretty(*cards)),
            Self::NotYours { card } => format!("{} is laid out but not in your hand.", card.pretty()),
            Self::DiscardLaid { card } => format!("{} cannot be discarded and laid out too.", card.pretty()),
            Self::InTwoMelds { card } => format!("{} stands in two melds; a card can be in one.", card.pretty()),
            Self::NotAllMatched { left } => {
                format!("Big gin needs all eleven cards matched, and yours leave {left} unmatched. {NAME}")
            }
            Self::NoSuchMeld { number, melds: 1 } => {
                format!("There is no meld {number}; the knocker has laid out meld 1 alone.")
            }
            Self::NoSuchMeld { number, melds: 0 } => {
                format!("There is no meld {number}; the knocker has none, so nothing can be laid off.")
            }
            Self::NoSuchMeld { number, melds } => {
                format!("There is no meld {number}; the knocker's melds are numbered 1 to {melds}.")
            }
            Self::LaidOffTwice { card } => format!("{} can be laid off on one meld only.", card.pretty()),
            Self::DoesNotFit { cards, meld } => {
                let does = if cards.len() == 1 { "does" } else { "do" };
                format!("{} {does} not fit {}: {LAID_OFF}.", pretty(*cards), pretty_meld(*meld))
            }
            Self::UpcardFirst { upcard: Some(card) } => {
                format!("The upcard comes first: take {} or pass.", card.pretty())
            }
            Self::DrawFirst { top: Some(card) } => {
                format!("First draw: take {} from the discards, or draw from the stock.", card.pretty())
            }
            plain => plain.without_cards().to_owned(),
        })
    }
}

const MELD: &str = "a set is three or four of a rank, a run three or more of a suit in order, the ace low";
const LAID_OFF: &str = "a set takes its fourth card, a run what continues it at either end";
const NAME: &str = "To knock, name the card you discard.";

fn too_much(left: u8, limit: u8) -> String {
    format!("leaves {left} unmatched, and this hand needs {}", needs(limit))
}

impl Illegal {
    /// What is wrong, in words that name no card.
    const fn without_cards(&self) -> &'static str {
        match self {
            Self::Resting => "You rest this hand; the two others play it.",
            Self::TableDone => "Your table has finished; the round goes on at the other one.",
            Self::UpcardFirst { .. } => "The upcard comes first: take it or pass.",
            Self::StockOnly => "Both passed the upcard, so you draw from the stock now.",
            Self::DrawFirst { .. } => "First draw from the stock.",
            Self::DiscardFirst => "You have drawn already: discard a card, or knock with one.",
            Self::LayOffFirst => "The hand is laid out: lay off what you like, or nothing.",
            Self::AnswerFirst => "A knock over the limit waits for your answer: accept it or refuse it.",
            Self::PassOnUpcardOnly => {
                "Only the upcard can be passed. Every later turn begins with a draw and ends with a discard."
            }
            Self::NoAnswerDue => "There is no knock to accept or refuse.",
            Self::NoLayOffDue => "There is nothing to lay off on: nobody has knocked.",
            Self::NothingLaid => {
                "A layout of your own needs at least one meld; `knock` and the card alone lays out the best."
            }
            Self::NoBigGin => "Big gin is not played at this table: name the card that you knock with.",
            _ => "There is nothing for you to play just now.",
        }
    }
}

fn needs(limit: u8) -> String {
    if limit == 0 { "gin: nothing unmatched".to_owned() } else { format!("{limit} or less") }
}

impl Refuse for Illegal {
    fn rule(&self) -> RuleRef {
        RuleRef(match self {
            Self::UpcardFirst { .. } | Self::StockOnly | Self::PassOnUpcardOnly => "the-upcard",
            Self::NothingToDo | Self::DrawFirst { .. } => "drawing",
            Self::DiscardFirst | Self::NotInHand { .. } | Self::JustTaken { .. } => "discarding",
            Self::Resting => "three-hand",
            Self::TableDone => "four-hand",
            Self::AnswerFirst | Self::NoAnswerDue => "knocking-over-the-limit",
            Self::TooMuch { .. } | Self::TooMuchAtBest { .. } => "knocking",
            Self::LaidTooLittle { .. }
            | Self::NothingLaid
            | Self::NotYours { .. }
            | Self::DiscardLaid { .. }
            | Self::InTwoMelds { .. } => "your-own-layout",
            Self::NotAMeld { .. } => "melds",
            Self::NoBigGin | Self::NotAllMatched { .. } => "gin-and-big-gin",
            Self::LayOffFirst
            | Self::NoLayOffDue
            | Self::NotToLayOff { .. }
            | Self::NoSuchMeld { .. }
            | Self::LaidOffTwice { .. }
            | Self::DoesNotFit { .. } => "laying-off",
        })
    }
}

/// Is the move legal for the viewer?
pub(super) fn check(view: &View<'_, GinRummy>, m: &Move) -> Result<(), Illegal> {
    let turn = Turn::of(view).ok_or(Illegal::NothingToDo)?;
    match (m, turn.table.phase) {
        (Move::Take | Move::Pass, Phase::Upcard) | (Move::Stock, Phase::FirstStock | Phase::Draw) => Ok(()),
        (Move::Take, Phase::Draw) | (Move::Accept | Move::Refuse, Phase::Answer) => Ok(()),
        (Move::Discard(card), Phase::Discard { .. }) => check_discard(&turn, *card),
        (Move::Knock(card, layout), Phase::Discard { .. }) => {
            check_discard(&turn, *card)?;
            check_knock(&turn, *card, layout.as_ref())
        }
        (Move::BigGin, Phase::Discard { .. }) => check_big_gin(&turn),
        (Move::LayOff(laid), Phase::LayOff) => match &turn.table.spread {
            Some(spread) => check_lay_off(spread, turn.hand, laid),
            None => Err(Illegal::NoLayOffDue),
        },
        (m, phase) => Err(out_of_place(&turn, m, phase)),
    }
}

fn out_of_place(turn: &Turn<'_>, m: &Move, phase: Phase) -> Illegal {
    match (m, phase) {
        (_, Phase::Undealt | Phase::Over) => Illegal::NothingToDo,
        (_, Phase::LayOff) => Illegal::LayOffFirst,
        (_, Phase::Answer) => Illegal::AnswerFirst,
        (Move::LayOff(_), _) => Illegal::NoLayOffDue,
        (Move::Accept | Move::Refuse, _) => Illegal::NoAnswerDue,
        (_, Phase::Upcard) => Illegal::UpcardFirst { upcard: turn.table.upcard },
        (_, Phase::FirstStock) => Illegal::StockOnly,
        (Move::Pass, _) => Illegal::PassOnUpcardOnly,
        (_, Phase::Draw) => Illegal::DrawFirst { top: turn.table.discards.top() },
        (_, Phase::Discard { .. }) => Illegal::DiscardFirst,
    }
}

fn check_discard(turn: &Turn<'_>, card: Card) -> Result<(), Illegal> {
    if !turn.hand.contains(card) {
        Err(Illegal::NotInHand { card })
    } else if turn.stuck == Some(card) {
        Err(Illegal::JustTaken { card })
    } else {
        Ok(())
    }
}

fn check_knock(turn: &Turn<'_>, card: Card, layout: Option<&Layout>) -> Result<(), Illegal> {
    let (hand, limit) = (turn.hand.without(card), turn.table.limit);
    if let Some(layout) = layout {
        check_layout(hand, card, layout)?;
    }
    if turn.honour {
        return Ok(());
    }
    let best = deadwood(hand);
    if best > limit {
        return Err(Illegal::TooMuch { card, left: best, limit });
    }
    match layout.map(|layout| layout.left(hand)) {
        Some(left) if left > limit => Err(Illegal::LaidTooLittle { card, left, limit, best }),
        _ => Ok(()),
    }
}

fn check_layout(hand: CardSet, discard: Card, layout: &Layout) -> Result<(), Illegal> {
    if layout.is_empty() {
        return Err(Illegal::NothingLaid);
    }
    let mut laid = CardSet::EMPTY;
    for &meld in layout.melds() {
        if meld.contains(discard) {
            return Err(Illegal::DiscardLaid { card: discard });
        }
        if let Some(card) = meld.minus(hand).iter().next() {
            return Err(Illegal::NotYours { card });
        }
        if let Some(card) = meld.intersection(laid).iter().next() {
            return Err(Illegal::InTwoMelds { card });
        }
        if !is_meld(meld) {
            return Err(Illegal::NotAMeld { cards: meld });
        }
        laid = laid.union(meld);
    }
    Ok(())
}

fn check_big_gin(turn: &Turn<'_>) -> Result<(), Illegal> {
    if turn.big_gin {
        let left = deadwood(turn.hand);
        return if left == 0 { Ok(()) } else { Err(Illegal::NotAllMatched { left }) };
    }
    // A knock that names no card: could the best discard make one at all?
    let limit = turn.table.limit;
    match turn.best_discard() {
        Some((card, left)) if left > limit && !turn.honour => Err(Illegal::TooMuchAtBest { card, left, limit }),
        _ => Err(Illegal::NoBigGin),
    }
}

fn check_lay_off(spread: &Spread, hand: CardSet, laid: &LaidOff) -> Result<(), Illegal> {
    let melds = spread.melds.melds();
    let mut seen = CardSet::EMPTY;
    for &(card, on) in laid.pairs() {
        if !hand.contains(card) {
            return Err(Illegal::NotToLayOff { card });
        }
        if seen.contains(card) {
            return Err(Illegal::LaidOffTwice { card });
        }
        if usize::from(on) >= melds.len() {
            return Err(Illegal::NoSuchMeld { number: on.saturating_add(1), melds: melds.len() });
        }
        seen.insert(card);
    }
    for (i, &meld) in melds.iter().enumerate() {
        let cards = laid.on(i);
        if !cards.is_empty() && !is_meld(meld.union(cards)) {
            return Err(Illegal::DoesNotFit { cards, meld });
        }
    }
    Ok(())
}
