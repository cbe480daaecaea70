//! What can be pressed.

use crate::cards::Card;
use crate::{BUTTONS, Choosing, Control, Controls, Does, Language, Notation, Pick, Reader, View};

use super::KeyOfTheDoor;
use super::keys::KeyPlace;
use super::moves::{Move, Step, Way};
use super::notation::{comes_to, sum_after, whereto};
use super::options::Busts;
use super::state::Public;

/// What stands beside a card that can go to several keys.
const WHERE: &str = "choose where";
/// What stands beside a card that can go to one key in several ways.
const HOW: &str = "choose how";

impl Controls for KeyOfTheDoor {
    fn controls(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Control> {
        let Language::English = reader.language;
        let steps = Self::choices(view, so_far).steps;
        match *so_far {
            [] => opening(view, &steps),
            [Step::Card(card)] => ways(view, card, &steps),
            _ => Vec::new(),
        }
    }

    /// A call of bust, for anyone who may make it. It appears after every card that could have made a key bust,
    /// whether or not it did, until everybody has used their call.
    fn shared_controls(public: &Public, Reader { language: Language::English, .. }: &Reader) -> Vec<Control> {
        let window = public.callable().filter(|window| !public.over && public.can_be_past(window.key));
        window
            .map(|window| Control::button(call_label(window.key), Does::Say(Self::say(&Move::Bust(window.key))), false))
            .into_iter()
            .collect()
    }
}

fn opening(view: &View<'_, KeyOfTheDoor>, steps: &[Step]) -> Vec<Control> {
    let mut all = Vec::new();
    let (mut cards, mut claims) = plays(view, steps);
    // If there are more whole plays than buttons, the card is chosen first and then where it goes.
    if cards.len() > BUTTONS {
        cards = steps.iter().enumerate().filter_map(|(n, step)| card_pick(view, n, *step)).collect();
        claims.clear();
    }
    let again = if view.public().turn.replay { "Play another card" } else { "Play a card" };
    all.extend(Control::pick(again, cards, alone));
    all.extend(Control::pick("Play and claim 21", claims, alone));
    for (n, step) in steps.iter().enumerate() {
        match *step {
            Step::Pass => all.push(Control::button("Pass", Does::Step(n), true)),
            Step::Bust(place) if view.public().options.bust == Busts::Honour && view.public().can_be_past(place) => {
                all.push(Control::button(call_label(place), Does::Step(n), false));
            }
            _ => {}
        }
    }
    let steals: Vec<Pick> = steps.iter().enumerate().filter_map(|(n, step)| steal_pick(view, n, *step)).collect();
    all.extend(Control::pick(stealable(view.public()), steals, |pick| format!("{} ({})", pick.label, pick.hint)));
    all
}

/// Whole plays, and those with a claim: a choice of their own, because there are many and most are wrong.
fn plays(view: &View<'_, KeyOfTheDoor>, steps: &[Step]) -> (Vec<Pick>, Vec<Pick>) {
    let public = view.public();
    let (mut all, mut claims) = (Vec::new(), Vec::new());
    for (n, step) in steps.iter().enumerate() {
        let Step::Card(card) = *step else { continue };
        let next = KeyOfTheDoor::choices(view, &[*step]);
        let pick = |way, does| Pick::new(way_label(card, way, true), whereto(public, card, way), does);
        if let Some(Move::Play(_, way)) = next.done {
            all.push(pick(way, Does::Step(n)).on_button(brief(public, card, way, true)));
        }
        let ways = sensible(public, card, &next.steps);
        let only = ways.iter().filter(|(_, way)| !matches!(way, Way::Up { claim: true, .. })).count() == 1;
        for (k, way) in ways {
            let does = Does::Path(vec![n, k]);
            match way {
                Way::Up { joker, claim: true } => {
                    let plain = Way::Up { joker, claim: false };
                    let hint = whereto(public, card, plain);
                    claims
                        .push(Pick::new(way_label(card, way, true), hint, does).on_button(way_label(card, way, only)));
                }
                _ => all.push(pick(way, does).on_button(brief(public, card, way, only))),
            }
        }
    }
    (all, claims)
}

/// The only line of a list, as it reads on a button: `Play 4♠ on the spade key (9)`.
fn alone(pick: &Pick) -> String {
    match pick.hint.as_str() {
        "" | WHERE | HOW => pick.label.clone(),
        hint => format!("{} {hint}", pick.label),
    }
}

/// What a steal is for, as a heading.
fn stealable(public: &Public) -> &'static str {
    if public.called() { "Steal a key that is bust, bent or has 21 unclaimed" } else { "Steal a key that is bent" }
}

/// What stands on a card's button: where it goes only if it may go elsewhere, too, and what that comes to, as short as it can
/// be said: ten such buttons have room.
fn brief(public: &Public, card: Card, way: Way, only: bool) -> String {
    let label = way_label(card, way, only);
    match comes_to(public, card, way) {
        None => label,
        Some((_, true)) => format!("{label} (21!)"),
        Some((sum, _)) => format!("{label} ({sum})"),
    }
}

/// The ways of playing a card, except for claims that cannot be right: one numeral never counts 21.
fn sensible(public: &Public, card: Card, steps: &[Step]) -> Vec<(usize, Way)> {
    let has_cards =
        |way: Way| way.place(card).and_then(|place| public.table.key(place)).is_some_and(|key| !key.cards.is_empty());
    let ways = steps.iter().enumerate().filter_map(|(n, step)| match *step {
        Step::Way(way) => Some((n, way)),
        _ => None,
    });
    ways.filter(|(_, way)| !matches!(way, Way::Up { claim: true, .. }) || has_cards(*way)).collect()
}

fn call_label(place: KeyPlace) -> String {
    format!("Call bust on {}", place.name())
}

/// A card to play. The hint beside it says where it goes if only one key takes it, and otherwise what is still to be
/// chosen.
fn card_pick(view: &View<'_, KeyOfTheDoor>, n: usize, step: Step) -> Option<Pick> {
    let Step::Card(card) = step else { return None };
    let next = KeyOfTheDoor::choices(view, &[step]);
    let hint = match (next.done, next.steps.as_slice()) {
        (Some(Move::Play(_, only)), _) => whereto(view.public(), card, only),
        (None, [Step::Way(first), Step::Way(Way::Up { claim: true, .. })]) => whereto(view.public(), card, *first),
        (_, ways) if on_one_key(card, ways) => HOW.to_owned(),
        _ => WHERE.to_owned(),
    };
    let asks = if next.done.is_some() { "" } else { "…" };
    let label = match next.done {
        Some(Move::Play(_, way)) => way_label(card, way, true),
        _ => format!("Play {}{asks}", card.pretty()),
    };
    Some(Pick::new(label, hint, Does::Step(n)))
}

fn on_one_key(card: Card, ways: &[Step]) -> bool {
    let place = |step: &Step| if let Step::Way(way) = step { way.place(card) } else { None };
    ways.windows(2).all(|pair| place(&pair[0]) == place(&pair[1]))
}

fn steal_pick(view: &View<'_, KeyOfTheDoor>, n: usize, step: Step) -> Option<Pick> {
    let Step::Steal(place) = step else { return None };
    let key = view.public().table.key(place)?;
    let label = match place {
        KeyPlace::Suit(suit) => format!("Steal the {}{} key", key.header.letter(), suit.sign()),
        KeyPlace::Joker(_) => format!("Steal {}", place.name()),
    };
    let hint = match key.cards.len() {
        1 => "1 card and the header".to_owned(),
        cards => format!("{cards} cards and the header"),
    };
    Some(Pick::new(label, hint, Does::Step(n)))
}

/// The ways of playing one card.
fn ways(view: &View<'_, KeyOfTheDoor>, card: Card, steps: &[Step]) -> Vec<Control> {
    let pick = |(n, way)| Pick::new(way_label(card, way, false), sum_after(view.public(), card, way), Does::Step(n));
    let ways = sensible(view.public(), card, steps).into_iter().map(pick).collect();
    Control::pick(format!("{} goes", card.pretty()), ways, |only| only.label.clone()).into_iter().collect()
}

/// `Play 4♠`, and where if it is not the `only` key.
fn way_label(card: Card, way: Way, only: bool) -> String {
    let label = match way {
        Way::Up { claim: false, .. } => format!("Play {}", card.pretty()),
        Way::Up { claim: true, .. } => format!("Claim 21 with {}", card.pretty()),
        Way::Down { .. } => format!("Lay {} face down", card.pretty()),
        Way::Away => return format!("Discard {}", card.pretty()),
    };
    match way.place(card).filter(|_| !only) {
        Some(place) => format!("{label} on {}", place.name()),
        None => label,
    }
}
