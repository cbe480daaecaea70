//! Imagined positions heed what an attentive table knows.

use super::*;

/// What a spectator imagines, several times.
fn imagined(table: &Table) -> impl Iterator<Item = State<CrazyEights>> {
    let mut dice = Chance::from_seed([9; 32]);
    (0..50).map(move |_| CrazyEights::imagine(&table.play.view(None), &mut dice))
}

#[test]
fn who_drew_and_could_not_play_holds_nothing_that_fits() {
    let mut table = Table::at(&options("jokers", ""), "7S", &["KC 9H", "2S 3S"], "5H 6D 6C");
    table.act("draw");
    let fits = table.public().fitting(pack(&options("jokers", "")));
    for state in imagined(&table) {
        assert!(state.own[seat(0)].hand.iter().all(|card| !fits.contains(card)));
    }
}

#[test]
fn buried_cards_lie_where_they_were_seen_to_go() {
    let options = options("jokers", "hand_size=3");
    let rest = pack(&options).into_iter().filter(|card| !set("8H XB").contains(*card)).collect::<Vec<_>>();
    let (hands, below) = rest.split_at(6);
    let mut table = Table::stacked(&options, 2, &[hands, &cards("8H XB"), below].concat());
    assert!(imagined(&table).all(|state| state.secret.stock[..2] == cards("XB 8H")));
    let mut state = table.play.state().clone();
    // All that was above them is on the pile.
    let gone = state.secret.stock.drain(2..).collect::<Vec<_>>();
    let top = state.public.pile.pop();
    state.public.pile.extend(gone.into_iter().chain(top));
    state.public.stock = 2;
    table.play = table.play.with_state(state);
    table.act("draw");
    assert!(table.hand(0).contains(cards("8H")[0]));
    assert!(imagined(&table).all(|state| set("8H").is_within(state.own[seat(0)].hand)));
    table.act("play 8H as S");
    assert!(table.public().clues.held[seat(0)].is_empty());
}

#[test]
fn a_new_stock_is_of_the_cards_of_the_pile() {
    let mut table = Table::at(&options("jokers", ""), "7S", &["KC 9H", "2S 3S", "4D 5D"], "");
    let mut state = table.play.state().clone();
    let gone: Vec<Card> = state.secret.stock.drain(..).collect();
    state.public.pile = gone.iter().copied().chain(cards("7S")).collect();
    state.public.stock = 0;
    table.play = table.play.with_state(state);
    table.act("draw");
    let of: CardSet = gone.into_iter().collect();
    for state in imagined(&table) {
        assert!(state.secret.stock.iter().all(|card| of.contains(*card)));
        assert!([1, 2].map(seat).iter().all(|seat| state.own[*seat].hand.intersection(of).is_empty()));
    }
}
