//! The worked examples by their numbers.

use super::*;

/// `play 7H` and so on for cards, and whatever else is said.
fn moves(text: &str) -> Vec<String> {
    text.split(", ").map(|m| if m == "draw" || m == "pass" { m.to_owned() } else { format!("play {m}") }).collect()
}

/// The same moves, in whatever order.
fn may(table: &Table, text: &str) {
    let (mut is, mut should) = (table.legal(), moves(text));
    is.sort_unstable();
    should.sort_unstable();
    assert_eq!(is, should);
}

fn jokers(changes: &str) -> Options {
    options("jokers", changes)
}

#[test]
fn example_1_what_cards_count() {
    assert_eq!(super::super::state::count(set("8S XR KH TD AC 7D"), &jokers("")), 128);
    let of = |variant| {
        let options = options(variant, "");
        super::super::state::count(pack(&options).into_iter().collect(), &options)
    };
    assert_eq!((of("plain"), of("jokers")), (508, 608));
}

#[test]
fn example_2_eights_and_jokers_at_the_start_are_buried() {
    let top = cards("8H XB 5C 2D");
    let rest = pack(&jokers("")).into_iter().filter(|card| !top.contains(card)).collect::<Vec<_>>();
    let (hands, below) = rest.split_at(14);
    let table = Table::stacked(&jokers(""), 2, &[hands, &top, below].concat());
    assert_eq!(table.public().pile.as_slice(), cards("5C"));
    let stock = &table.play.state().secret.stock;
    assert_eq!(stock.last(), cards("2D").first());
    assert_eq!(stock[..2], cards("XB 8H"), "the last two cards, the lowest first");
    assert_eq!(table.public().buried.as_slice(), cards("XB 8H"));
}

#[test]
fn example_3_a_hand_has_eight_moves() {
    let table = Table::at(&jokers(""), "9C", &["9H 4C 8D XR KS", "2S"], "");
    may(&table, "9H, 4C, 8D as S, 8D as H, 8D as D, 8D as C, XR, draw");
}

#[test]
fn example_4_an_eight_asks_for_the_suit_named() {
    let mut table = Table::at(&jokers(""), "9C", &["8D KD 2D 3C", "KS 8H 9D", "2C 3D 6C"], "");
    table.act("play 8D as S");
    may(&table, "KS, 8H as S, 8H as H, 8H as D, 8H as C, draw");
    assert_eq!(table.refused("9D").to_string(), "9♦ does not fit: play spades, 8 or Joker.");
    table.act("play 8H as H");
    may(&table, "draw");
}

#[test]
fn example_5_a_joker_costs_the_next_player_a_turn() {
    let mut table = Table::at(&jokers(""), "7S", &["7D 4S KD 7H", "XB 2S", "3S 4D"], "");
    table.acts("0 play 7D, 1 play XB");
    assert_eq!(table.on_turn(), 0, "seat 2 loses its turn");
    may(&table, "KD, 7H, draw");
    let mut two = Table::at(&jokers(""), "7S", &["XB XR 6H 7D", "2S"], "");
    two.act("play XB");
    assert_eq!(two.on_turn(), 0);
    may(&two, "XR, 7D, draw");
}

#[test]
fn example_6_what_may_follow_a_joker_by_the_options() {
    let after = |option: &str, joker: &str, hand: &str| {
        let mut table = Table::at(&jokers(option), "7S", &["XB 2S", "3S", hand], "");
        table.act(joker);
        table
    };
    let any = after("joker_then=any", "play XB", "KC 8C 9C");
    may(&any, "KC, 8C as S, 8C as H, 8C as D, 8C as C, 9C, draw");
    may(&after("joker_then=name", "play XB as C", "KC 7H 9S"), "KC, draw");
}

#[test]
fn example_7_how_much_a_draw_takes() {
    let drawn = |draw: &str, stock: &str| {
        let mut table = Table::at(&jokers(&format!("draw={draw}")), "7S", &["KC 9H QD", "2S"], stock);
        let before = table.hand(0);
        table.act("draw");
        let taken = table.hand(0).minus(before);
        (taken, table)
    };
    let over = |(taken, table): (CardSet, Table), cards: &str| {
        assert_eq!((taken, table.on_turn()), (set(cards), 1), "the turn is over");
    };
    let goes_on = |(taken, table): (CardSet, Table), cards: &str, moves: &str| {
        assert_eq!((taken, table.on_turn()), (set(cards), 0));
        may(&table, moves);
    };
    over(drawn("one", "5H"), "5H");
    goes_on(drawn("one", "5S"), "5S", "5S, pass");
    goes_on(drawn("three", "5H 5S"), "5H 5S", "5S, pass");
    over(drawn("three", "5H 6D 4C"), "5H 6D 4C");
    goes_on(drawn("until", "5H 6D 4C 5S"), "5H 6D 4C 5S", "5S");
}

#[test]
fn example_8_drawing_where_something_fits() {
    let forced = Table::at(&jokers("force_play=true"), "7S", &["KS 9H QD", "2S"], "5H");
    may(&forced, "KS");
    let mut free = Table::at(&jokers("draw=until"), "7S", &["KS 9H QD", "2S"], "5H");
    free.act("draw");
    assert_eq!(free.hand(0), set("KS 9H QD 5H"));
    may(&free, "KS");
}

#[test]
fn example_9_the_stock_is_made_again_of_the_pile() {
    let hands = ["KC 6H QH", "2S"];
    let mut table = Table::short(&jokers(""), "5C 5D 9D XB", &hands, "");
    let told = table.act("draw");
    assert!(told.contains(&Event::Remade { cards: 2 }));
    assert_eq!((table.hand(0), table.public().stock), (set("KC 6H QH 5C"), 1));
    assert_eq!(table.public().pile.as_slice(), cards("9D XB"));
    assert_eq!((table.public().suit, table.public().rank), (Some(Suit::Diamonds), cards("9D")[0].rank()));
    let stop = |hand: &str| Table::short(&jokers("stock=stop"), "5C 5D 9D XB", &[hand, "2S"], "");
    may(&stop("KC 6H QH"), "pass");
    may(&stop("KC 6H QH 4D"), "4D");
}

#[test]
fn example_10_out_and_blocked() {
    let mut out = Table::at(&jokers(""), "7S", &["7D", "8S", "KD 3C", "XR AS"], "");
    assert_eq!(scored(&out.act("play 7D")).gains.iter().copied().collect::<Vec<_>>(), [114, 0, 0, 0]);
    let blocked = |hands: &[&str]| {
        let mut table = Table::short(&jokers("stock=stop"), "7S", hands, "");
        let told = table.acts("0 pass, 1 pass, 2 pass");
        assert!(scored(&told).blocked);
        table.scores()
    };
    assert_eq!(blocked(&["9H 3C", "5D", "KD KC QC"]), [0, 32, 0]);
    assert_eq!(blocked(&["5H", "5D", "KD KC"]), [15, 15, 0]);
}

#[test]
fn example_11_a_pass_after_a_draw_does_not_block() {
    let mut table = Table::short(&jokers("stock=stop"), "7C", &["2C 5S", "3D", "4H"], "TC");
    table.acts("0 draw, 0 pass, 1 pass, 2 pass");
    assert_eq!((table.public().hand, table.on_turn()), (1, 0));
    may(&table, "2C, TC");
    // The example holds a ten that does not fit.
    let mut table = Table::short(&jokers("stock=stop"), "7C", &["2C 5S", "3D", "4H"], "TS");
    table.acts("0 draw, 0 pass, 1 pass, 2 pass");
    may(&table, "2C");
}

#[test]
fn example_12_the_last_card_may_be_any() {
    for last in ["play XB", "play 8H as D"] {
        let card = last.split(' ').nth(1).expect("a card");
        let mut table = Table::at(&jokers(""), "7S", &[card, "KH"], "");
        table.act(last);
        assert_eq!(table.scores(), [10, 0], "{last}");
    }
}

#[test]
fn example_13_action_cards() {
    let at = |hands: &[&str]| Table::at(&options("action", ""), "3S", hands, "9C 9D 9H 9S");
    let mut table = at(&["2S KH", "2D KS 8C", "3D 5H", "4D 4C"]);
    table.act("play 2S");
    may(&table, "2D, draw");
    assert_eq!(table.refused("8C as S"), Illegal::Owed(2));
    assert_eq!(table.refused("pass"), Illegal::Owed(2));
    table.act("play 2D");
    may(&table, "draw");
    table.act("draw");
    assert_eq!((table.hand(2).len(), table.public().owed, table.on_turn()), (6, 0, 3));
    may(&table, "4D, draw");
    let mut joker = at(&["2S KH", "XB KD", "3D 5H", "2C 4C"]);
    joker.acts("0 play 2S, 1 play XB");
    assert_eq!((joker.hand(2).len(), joker.on_turn()), (4, 3));
    may(&joker, "2C, draw");
    let mut ace = Table::at(&options("action", ""), "4S", &["3S 5S KH", "AS KD", "3D", "2C AC"], "");
    ace.acts("0 play 3S, 1 play AS");
    assert_eq!(ace.on_turn(), 0);
    ace.act("play 5S");
    assert_eq!(ace.on_turn(), 3);
}

#[test]
fn example_14_a_start_card_that_stands() {
    let start = |card: &str| {
        let (hand, card) = (cards("9H 4C 5D"), cards(card));
        let others = cards("2S 3S 4S");
        let rest = pack(&jokers("")).into_iter().filter(|c| ![&hand[..], &card[..], &others[..]].concat().contains(c));
        let mut deck: Vec<Card> = hand.iter().zip(&others).flat_map(|(a, b)| [*a, *b]).collect();
        deck.extend(card.iter().copied().chain(rest));
        Table::stacked(&jokers("start=stand hand_size=3"), 2, &deck)
    };
    may(&start("XB"), "9H, 4C, 5D, draw");
    may(&start("8D"), "5D, draw");
}

#[test]
fn example_15_where_all_that_is_left_is_eights_and_jokers_nothing_is_buried() {
    let last = cards("8H 8D 8C XR XB");
    let rest = pack(&jokers("")).into_iter().filter(|card| !last.contains(card)).collect::<Vec<_>>();
    let table = Table::stacked(&jokers("hand_size=7"), 7, &[&rest[..], &last].concat());
    assert_eq!((table.public().pile.as_slice(), table.public().stock), (&last[..1], 4));
    assert_eq!(table.public().suit, Some(Suit::Hearts));
}

const DECK: &str = "JS TH AD XR 4C 6H 8S AH 2D 7S 7D TS QD 7C 9C 8C TD 6C 2C JD 4H 9D 5D KH XB TC AS AC 8D 9S 6S 9H 5S 8H \
                    JC KS 6D 2H 2S JH KC 5H 3S 5C 3D 3H 4D 3C 7H KD QC QS QH 4S";
const MOVES: &str = "0 play 8S as H, 1 play AH, 2 play AD, 0 draw, 0 pass, 1 play 7D, 2 play 2D, 0 play QD, 1 draw, 2 draw, \
                     2 play JD, 0 play XR, 2 draw, 0 play JS, 1 draw, 2 play TS, 0 play 7S, 1 draw, 1 play 7C, 2 play 9C, \
                     0 play 6C";

#[test]
fn example_16_a_whole_hand() {
    let mut table = Table::stacked(&jokers(""), 3, &cards(DECK));
    assert_eq!(table.public().buried.as_slice(), cards("8C"));
    assert_eq!(table.public().pile.as_slice(), cards("TD"));
    let told = table.acts(MOVES);
    let scored = scored(&told);
    assert_eq!(scored.counts.iter().copied().collect::<Vec<_>>(), [0, 30, 10]);
    assert_eq!((table.scores(), table.public().hand, table.on_turn()), (vec![40, 0, 0], 2, 1));
}
