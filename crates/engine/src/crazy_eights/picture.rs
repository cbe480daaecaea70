//! The table, the hand and the end of a hand as pictures.

use super::CrazyEights;
use super::board::{headline, left_with, may_play, pile, stock, suits};
use super::event::{Event, Scored};
use super::phrases::playable;
use super::state::Public;
use crate::cards::{Card, CardSet};
use crate::english::{counted, more_below};
use crate::game::View;
use crate::picture::{CardPic, Feat, Ground, Group, Mark, Picture, Placard, Sheet, Zone};
use crate::seats::{Seat, SeatSet, Seats};
use crate::words::{Language, Pictures, Reader, capital, figure};

impl Pictures for CrazyEights {
    const GROUND: Ground = Ground::Eights;

    /// The table is the same for everybody.
    fn picture(view: &View<'_, Self>, reader: &Reader) -> Picture {
        let Language::English = reader.language;
        let public = view.public();
        let mut zones = vec![Zone::Large(table(public))];
        zones.extend(owed(public).filter(|_| !public.over).map(Zone::Line));
        Picture {
            stake: if public.over { String::new() } else { playable(public) },
            about: headline(public, reader),
            seats: Seats::of(view.seats(), |seat| placard(view, seat)),
            zones,
            alt: spoken(view, reader),
        }
    }

    /// On the viewer's turn the cards that fit are raised.
    fn hand_picture(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> Vec<Zone> {
        let (public, Some(own)) = (view.public(), view.own().filter(|own| !own.hand.is_empty())) else {
            return Vec::new();
        };
        let asked = !public.over && view.seat() == Some(public.turn);
        let raised = if asked { public.fitting(own.hand) } else { CardSet::EMPTY };
        let mark = |card| if raised.contains(card) { Mark::Raised } else { Mark::Plain };
        let cards = suits(own.hand).concat().into_iter().map(|card| CardPic::up(card).mark(mark(card)));
        let groups = vec![Group::suited(cards)];
        let may = asked.then(|| may_play(public, own.hand)).flatten();
        let lines = may.into_iter().chain([left_with(public, own.hand)]);
        let lines = lines.map(|line| Zone::Line(capital(&line) + "."));
        std::iter::once(Zone::Groups(groups)).chain(lines).collect()
    }

    /// The last card, the cards that each had left, and the points.
    fn showdown(event: &Event, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        let Event::Scored(scored) = event else { return Vec::new() };
        let last = scored.out.map(|(seat, card)| last_card(card).label(reader.name(seat)));
        let held = left(scored).into_iter().map(|(seat, group)| group.label(reader.name(seat)));
        let mut zones = Vec::new();
        zones.extend(last.map(|last| Zone::Large(vec![last])));
        zones.push(Zone::Small(held.collect()));
        zones.push(Zone::Sheet(sheet(scored, reader)));
        zones
    }

    /// A hand won.
    fn feat(event: &Event) -> Option<(SeatSet, i32)> {
        let Event::Scored(scored) = event else { return None };
        let most = scored.gains.iter().copied().max()?;
        Some((scored.gains.enumerate().filter(|(_, gain)| **gain == most).map(|(seat, _)| seat).collect(), most))
    }

    fn feat_picture(event: &Event, reader: &Reader) -> Option<Feat> {
        let Event::Scored(scored) = event else { return None };
        let Language::English = reader.language;
        let (seats, gain) = Self::feat(event)?;
        let how = if scored.blocked { "had least left" } else { "went out" };
        let words = format!("{} {how}: +{gain}", reader.list(seats));
        let last = scored.out.map(|(_, card)| last_card(card));
        let shown = Zone::Groups(last.into_iter().chain(left(scored).into_iter().map(|(_, group)| group)).collect());
        Some(Feat { words, shown })
    }
}

fn last_card(card: Card) -> Group {
    Group::apart([CardPic::up(card).mark(Mark::Fresh)]).note("the last card")
}

/// What each had left, the most points first.
fn left(scored: &Scored) -> Vec<(Seat, Group)> {
    let mut held: Vec<(Seat, CardSet)> =
        scored.hands.enumerate().filter(|(_, hand)| !hand.is_empty()).map(|(seat, hand)| (seat, *hand)).collect();
    held.sort_by_key(|(seat, _)| std::cmp::Reverse(scored.counts[*seat]));
    let group = |(seat, hand): (Seat, CardSet)| {
        let cards = suits(hand).concat().into_iter().map(CardPic::up);
        (seat, Group::fan(cards).note(counted(scored.counts[seat], "point")))
    };
    held.into_iter().map(group).collect()
}

fn placard(view: &View<'_, CrazyEights>, seat: Seat) -> Placard {
    let dealer = (view.public().dealer() == seat).then(|| "dealer".to_owned());
    Placard { backs: Some(view.backs(seat)), notes: dealer.into_iter().collect() }
}

/// The pile and the stock.
fn table(public: &Public) -> Vec<Group> {
    let top = public.pile.last().map(|top| CardPic::up(*top).mark(Mark::Fresh));
    let below = more_below(public.pile.len()).unwrap_or_default();
    let pile = Group::heap(top, public.pile.len()).label("Discards").note(below);
    let down = (public.stock > 0).then(CardPic::down);
    let stock = Group::heap(down, usize::from(public.stock)).label("Stock").note(stock(public));
    vec![pile, stock]
}

fn owed(public: &Public) -> Option<String> {
    (public.owed > 0).then(|| format!("{} owed for twos.", counted(public.owed, "card")))
}

fn spoken(view: &View<'_, CrazyEights>, reader: &Reader) -> String {
    let public = view.public();
    let held = Seat::all(view.seats()).map(|seat| format!("{} {}", reader.name(seat), view.backs(seat)));
    let mut all = vec![format!("Top discard {}.", pile(public).unwrap_or_default())];
    all.push(format!("Fits: {}.", playable(public)));
    all.extend(owed(public));
    all.push(format!("Stock: {}.", stock(public)));
    all.push(format!("Cards held: {}.", held.collect::<Vec<_>>().join(", ")));
    all.join(" ")
}

/// What each scores; what their cards count stands below those.
fn sheet(scored: &Scored, reader: &Reader) -> Sheet {
    let row = |seat: Seat| {
        let figures = [&scored.gains, &scored.scores].map(|of| figure(of[seat]));
        std::iter::once(reader.name(seat).to_owned()).chain(figures).collect()
    };
    let head = ["", "this hand", "total"].map(str::to_owned).into();
    let most = scored.gains.iter().max();
    let strong = scored.gains.iter().position(|gain| Some(gain) == most);
    Sheet { head, rows: Seat::all(scored.counts.count()).map(row).collect(), strong }
}
