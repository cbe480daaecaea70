//! Why a move is refused, and the check that finds it out.

use super::GinRummy;
use super::deadwood::deadwood;
use super::melds::{LaidOff, Layout, is_meld};
use super::moves::{Move, Turn};
use super::phrases::{leaves, needs, pretty, pretty_meld};
use super::state::{Phase, Public, Spread};
use crate::cards::{Card, CardSet};
use crate::game::{Judging, Refuse, RuleRef, View};
use crate::seats::Seat;
use crate::words::{Language, Reader};

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    #[error("There is nothing for you to play just now.")]
    NothingToDo,
    #[error("You rest this hand; the two others play it.")]
    Resting,
    #[error("Your table has finished; the round goes on at the other one.")]
    TableDone,
    #[error("The upcard comes first: take {} or pass.", .upcard.map_or_else(|| "it".to_owned(), Card::pretty))]
    UpcardFirst { upcard: Option<Card> },
    #[error("Both passed the upcard, so you draw from the stock now.")]
    StockOnly,
    #[error("First draw{}.", ways_to_draw(*.top))]
    DrawFirst { top: Option<Card> },
    #[error("You have drawn already: discard a card, or knock with one.")]
    DiscardFirst,
    #[error("The hand is laid out: lay off what you like, or nothing.")]
    LayOffFirst,
    #[error("A knock over the limit waits for your answer: accept it or refuse it.")]
    AnswerFirst,
    #[error("Only the upcard can be passed. Every later turn begins with a draw and ends with a discard.")]
    PassOnUpcardOnly,
    #[error("There is no knock to accept or refuse.")]
    NoAnswerDue,
    #[error("There is nothing to lay off on: nobody has knocked.")]
    NoLayOffDue,
    #[error("{} is not in your hand.", .card.pretty())]
    NotInHand { card: Card },
    /// A card that was to be laid off.
    #[error("{} is not in your hand.", .card.pretty())]
    NotToLayOff { card: Card },
    #[error(
        "You have just taken {card} from the discards; {card} may not go back in the same turn.",
        card = .card.pretty()
    )]
    JustTaken { card: Card },
    #[error("Knocking with {} {}.", .card.pretty(), too_much(*.left, *.limit))]
    TooMuch { card: Card, left: u8, limit: u8 },
    /// A knock that names no card.
    #[error("Not yet: discarding {}, your best, {}.", .card.pretty(), too_much(*.left, *.limit))]
    TooMuchAtBest { card: Card, left: u8, limit: u8 },
    #[error(
        "Laid out like this, knocking with {} {}; laid out best it leaves {best}.",
        .card.pretty(), too_much(*.left, *.limit)
    )]
    LaidTooLittle { card: Card, left: u8, limit: u8, best: u8 },
    #[error("A layout of your own needs at least one meld; `knock` and the card alone lays out the best.")]
    NothingLaid,
    #[error(
        "{} is no meld: a set is three or four of a rank, a run three or more of a suit in order, the ace low.",
        pretty(*.cards)
    )]
    NotAMeld { cards: CardSet },
    #[error("{} is laid out but not in your hand.", .card.pretty())]
    NotYours { card: Card },
    #[error("{} cannot be discarded and laid out too.", .card.pretty())]
    DiscardLaid { card: Card },
    #[error("{} stands in two melds; a card can be in one.", .card.pretty())]
    InTwoMelds { card: Card },
    #[error("Big gin is not played at this table: name the card that you knock with.")]
    NoBigGin,
    #[error(
        "Big gin needs all eleven cards matched, and yours leave {left} unmatched. \
         To knock, name the card you discard."
    )]
    NotAllMatched { left: u8 },
    #[error("There is no meld {number}; the knocker{}.", which_melds(*.melds))]
    NoSuchMeld { number: u8, melds: usize },
    #[error("{} can be laid off on one meld only.", .card.pretty())]
    LaidOffTwice { card: Card },
    #[error(
        "{} {} not fit {}: a set takes its fourth card, a run what continues it at either end.",
        pretty(*.cards), if .cards.len() == 1 { "does" } else { "do" }, pretty_meld(*.meld)
    )]
    DoesNotFit { cards: CardSet, meld: CardSet },
}

/// What a player may do who has yet to draw.
fn ways_to_draw(top: Option<Card>) -> String {
    match top {
        Some(card) => format!(": take {} from the discards, or draw from the stock", card.pretty()),
        None => " from the stock".to_owned(),
    }
}

/// `leaves 12 unmatched, and this hand needs 7 or less`
fn too_much(left: u8, limit: u8) -> String {
    let spelled_out = if limit == 0 { ": nothing unmatched" } else { "" };
    format!("{}, and this hand needs {}{spelled_out}", leaves(left), needs(limit))
}

/// How many melds the knocker has laid out, and so what numbers they have.
fn which_melds(melds: usize) -> String {
    match melds {
        0 => " has none, so nothing can be laid off".to_owned(),
        1 => " has laid out meld 1 alone".to_owned(),
        melds => format!("'s melds are numbered 1 to {melds}"),
    }
}

impl Refuse for Illegal {
    fn says(&self, Reader { language: Language::English, .. }: &Reader) -> String {
        self.to_string()
    }

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

impl Judging for GinRummy {
    fn check(view: &View<'_, Self>, m: &Move) -> Result<(), Illegal> {
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

    fn waits(public: &Public, seat: Seat) -> Option<Illegal> {
        match public.place(seat) {
            None => Some(Illegal::Resting),
            Some(at) if public.tables.len() > 1 && public.tables[at].phase == Phase::Over => Some(Illegal::TableDone),
            Some(_) => None,
        }
    }
}

/// Why a move is not what is asked in this phase.
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
