//! Positions that a viewer cannot tell from the true one.

use super::GinRummy;
use super::melds::{Layout, best_layout, melds};
use super::state::{DEAD_STOCK, Knock, Phase, Player, Private, Public, Secret, Table};
use crate::cards::{Card, CardSet};
use crate::chance::Chance;
use crate::game::{Imagining, State, View};
use crate::seats::Seats;

/// How many random hands are tried for a knock over the limit before any knock will do.
const TRIES: usize = 200;

impl Imagining for GinRummy {
    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        let public = view.public();
        let mut own = Seats::of(view.seats(), |seat| view.shown(seat).cloned().unwrap_or_default());
        let mut secret = Secret::default();
        for table in &public.tables {
            let mut unseen = unseen(view, table);
            chance.shuffle(&mut unseen);
            for player in &table.players {
                if view.shown(player.seat).is_none() {
                    let imagined = imagine_hand(view, table, player, &mut unseen, chance);
                    own[player.seat] = imagined;
                }
            }
            debug_assert_eq!(unseen.len(), usize::from(table.stock), "every card has its place");
            secret.stocks.push(unseen.into_iter().take(31).collect());
        }
        State { public: public.clone(), own, secret }
    }
}

/// The cards of a table that the viewer has not seen and cannot place.
fn unseen(view: &View<'_, GinRummy>, table: &Table) -> Vec<Card> {
    if table.phase == Phase::Undealt {
        return Vec::new();
    }
    let mut seen: CardSet = table.discards.cards.iter().copied().collect();
    for player in &table.players {
        seen = seen.union(player.known);
        if let Some(private) = view.shown(player.seat) {
            seen = seen.union(private.hand);
            private.knock.iter().for_each(|knock| seen.insert(knock.discard));
        }
    }
    Card::pack().filter(|&card| !seen.contains(card)).collect()
}

/// A hand that a player may hold: the cards known to be there, and others from those unseen.
fn imagine_hand(
    view: &View<'_, GinRummy>,
    table: &Table,
    player: &Player,
    unseen: &mut Vec<Card>,
    chance: &mut Chance,
) -> Private {
    let count = u32::from(view.backs(player.seat).cards);
    let answered = table.phase == Phase::Answer && table.turn != player.seat;
    let needed = (count + u32::from(answered)).saturating_sub(player.known.len()) as usize;
    if answered && let Some(knock) = imagine_knock(view.public(), table, player, needed, unseen, chance) {
        return knock;
    }
    let mut hand = player.known;
    unseen.drain(unseen.len() - needed.min(unseen.len())..).for_each(|card| hand.insert(card));
    let drawn = match table.phase {
        Phase::Discard { taken } if table.turn == player.seat => {
            taken.or_else(|| pick(hand.minus(if player.exposed { CardSet::EMPTY } else { player.known }), chance))
        }
        _ => None,
    };
    Private { hand, drawn, knock: None }
}

/// A hand and a knock with it that is over the limit, as the viewer knows it must be (on the last try, any knock).
fn imagine_knock(
    public: &Public,
    table: &Table,
    player: &Player,
    needed: usize,
    unseen: &mut Vec<Card>,
    chance: &mut Chance,
) -> Option<Private> {
    for tries in 0..TRIES {
        chance.shuffle(unseen);
        let eleven = unseen[unseen.len().checked_sub(needed)?..].iter().fold(player.known, |all, &card| all.with(card));
        let discard = pick(eleven, chance)?;
        let hand = eleven.without(discard);
        let over = |layout: &Layout| layout.left(hand) > table.limit;
        let named = melds(hand).into_iter().filter_map(|meld| Layout::new([meld])).find(over);
        let layout = if over(&best_layout(hand, eleven)) { Some(None) } else { named.map(Some) };
        if let Some(layout) = layout.or((tries + 1 == TRIES).then_some(None)) {
            debug_assert!(public.options.honour() && table.stock >= DEAD_STOCK);
            unseen.truncate(unseen.len() - needed);
            return Some(Private { hand, drawn: None, knock: Some(Knock { discard, layout }) });
        }
    }
    None
}

fn pick(cards: CardSet, chance: &mut Chance) -> Option<Card> {
    let count = cards.len();
    if count == 0 { None } else { cards.iter().nth(chance.below(count) as usize) }
}
