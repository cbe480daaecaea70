//! The hand of a day: eleven cards in the middle of a hand of gin, and what the hard house would discard.

use super::GinRummy;
use super::deadwood::deadwood;
use super::moves::Move;
use super::options::Options;
use super::state::Phase;
use crate::cards::{Card, pretty};
use crate::daily;
use crate::game::{Facts, View};
use crate::match_::Match;
use crate::picture::{CardPic, Group, Mark, Screen, Zone};
use crate::think::{Compared, Level, Thinking, Thinks, among, why};
use crate::words::{Language, Reader};
use crate::{Chance, Parts, Seat};

/// In so many worlds discards are compared. It is a number and no time, so that every machine comes to the same.
const WORLDS: u32 = 64;
/// How often cards are dealt anew for a hand in which one discard is clearly the best; then the clearest is taken.
const DEALS: usize = 4;
/// After so many discards of both, at least, it is asked.
const DISCARDS: u32 = 4;

/// The hand of a day.
#[derive(Clone, PartialEq, Debug)]
pub struct DailyHand {
    cards: Vec<Card>,
    /// The newest last.
    discards: Vec<Card>,
    stock: u8,
    /// Best first.
    told: Vec<Discarded>,
}

/// What the hard house thinks of a discard.
#[derive(Clone, PartialEq, Debug)]
pub struct Discarded {
    /// The card.
    pub card: Card,
    /// How much less of the match it is worth than the best one, from 0 to 1.
    pub by: f64,
    /// What can be counted of it, in one sentence.
    pub why: String,
}

impl DailyHand {
    /// That of this day. It takes as long as the house thinks about some moves.
    #[must_use]
    pub fn of(day: u32) -> Self {
        let mut chance = daily::chance(day, 1);
        let mut clearest: Option<(f64, Self)> = None;
        for _ in 0..DEALS {
            let Some((game, seat)) = dealt(&mut chance) else { continue };
            let Some((lead, hand)) = judged(&game.view(Some(seat)), &mut chance) else { continue };
            if clearest.as_ref().is_none_or(|(most, _)| lead > *most) {
                clearest = Some((lead, hand));
            }
            if lead.is_infinite() {
                break;
            }
        }
        clearest.map_or_else(|| Self::of(day.wrapping_sub(1)), |(_, hand)| hand)
    }

    /// The eleven cards, by suit and rank.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// What the hard house would discard.
    #[must_use]
    pub fn best(&self) -> &Discarded {
        &self.told[0]
    }

    /// What it thinks of this discard; `None` if the hand does not have the card.
    #[must_use]
    pub fn judge(&self, card: Card) -> Option<&Discarded> {
        self.told.iter().find(|told| told.card == card)
    }

    /// What is to be seen, in lines for a code block.
    #[must_use]
    pub fn in_words(&self) -> String {
        let newest: Vec<Card> = self.discards.iter().rev().copied().collect();
        format!("stock {}\ndiscards {}\n\n{}", self.stock, pretty(newest), pretty(self.cards.iter().copied()))
    }

    /// The same, drawn.
    #[must_use]
    pub fn screen(&self, title: String, headline: String) -> Screen {
        let up = |cards: &[Card]| cards.iter().map(|card| CardPic::up(*card)).collect::<Vec<_>>();
        let stock = usize::from(self.stock);
        let mut discards: Vec<Card> = self.discards.clone();
        discards.reverse();
        let piles = vec![
            Group::heap((stock > 0).then(CardPic::down), stock).label("Stock").note(format!("{stock} left")),
            Group::fan(up(&discards).into_iter().enumerate().map(|(at, card)| match at {
                0 => card.mark(Mark::Fresh),
                _ => card,
            }))
            .label("Discards")
            .note("newest first"),
        ];
        let alt = format!(
            "Your eleven cards: {}. Discards, newest first: {}. Stock {stock}.",
            pretty(self.cards.iter().copied()),
            pretty(discards)
        );
        let hand = vec![Zone::Groups(vec![Group::fan(up(&self.cards))])];
        Screen {
            color: GinRummy::COLOR,
            title,
            headline,
            zones: vec![Zone::Groups(piles)],
            hand,
            alt,
            ..Screen::default()
        }
    }

    /// What is asked.
    #[must_use]
    pub const fn rule(Language::English: Language) -> &'static str {
        "You have drawn and cannot knock. Level scores, the first hand of a match to 100, knock with 10 or less."
    }
}

/// A match in its first hand, played by quick players until one of them, after some discards, has to discard and cannot
/// knock.
fn dealt(chance: &mut Chance) -> Option<(Match<GinRummy>, Seat)> {
    let mut seed = [0; 32];
    seed.fill_with(|| chance.below(256) as u8);
    let mut game = Match::<GinRummy>::start(
        &Options::default(),
        2,
        Some(Seat::FIRST),
        Chance::from_seed(seed),
        &mut Facts::<GinRummy>::new(),
    );
    while game.deals() == 1 {
        let seat = game.awaiting().seats().iter().next()?;
        let view = game.view(Some(seat));
        let table = view.public().on_turn(seat)?;
        let asks =
            matches!(table.phase, Phase::Discard { taken: None }) && table.discards.cards.len() as u32 >= DISCARDS;
        if asks && cannot_knock(&view, table.limit) {
            return Some((game, seat));
        }
        let m = GinRummy::quick(&view, chance)?;
        game.act(seat, m, &mut Facts::<GinRummy>::new()).ok()?;
    }
    None
}

fn cannot_knock(view: &View<'_, GinRummy>, limit: u8) -> bool {
    view.own().is_some_and(|own| own.hand.iter().all(|card| deadwood(own.hand.without(card)) > limit))
}

/// Judges every discard of the viewer; how far the best leads, infinitely far if nothing else was left to compare.
fn judged(view: &View<'_, GinRummy>, chance: &mut Chance) -> Option<(f64, DailyHand)> {
    let (seat, own) = (view.seat()?, view.own()?);
    let table = view.public().on_turn(seat)?;
    let mut seed = [0; 32];
    seed.fill_with(|| chance.below(256) as u8);
    let first = GinRummy::quick(view, chance)?;
    let others = own.hand.iter().map(Move::Discard).filter(|m| *m != first);
    let moves: Vec<Move> = std::iter::once(first.clone()).chain(others).collect();
    let go_on = &mut |worlds| worlds < WORLDS;
    let compared = among(view, moves, &mut Thinking { level: Level::Hard, seed, go_on });
    let told = told(view, &compared)?;
    let lead = if compared.worlds < WORLDS { f64::INFINITY } else { told.get(1)?.by };
    let mut cards: Vec<Card> = own.hand.iter().collect();
    cards.sort_by_key(|card| (card.suit() as u8, card.number()));
    Some((lead, DailyHand { cards, discards: table.discards.cards.to_vec(), stock: table.stock, told }))
}

fn told(view: &View<'_, GinRummy>, compared: &Compared<Move>) -> Option<Vec<Discarded>> {
    let reader = Reader::plain(view.seats());
    let best = compared.moves.first()?.1;
    let one = |(at, (m, value)): (usize, &(Move, f64))| match m {
        // Of what fell behind after fewer worlds, chance may say that it is worth more.
        Move::Discard(card) => {
            let by = if at == 0 { 0.0 } else { (best - value).max(f64::EPSILON) };
            Some(Discarded { card: *card, by, why: why(view, compared, at, &reader) })
        }
        _ => None,
    };
    compared.moves.iter().enumerate().map(one).collect()
}
