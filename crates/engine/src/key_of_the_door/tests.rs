//! The worked examples of the rules, its readings and facts, and the shared suite.

mod examples;
mod facts;
mod imagined;
mod invariants;
mod pictures;
mod readings;
mod reasons;
mod words;

use super::event::Event;
use super::illegal::Illegal;
use super::keys::{KeyPlace, Laid, Opener, Table, numerals};
use super::moves::Move;
use super::options::Options;
use super::play::fault;
use super::state::Notes;
use super::{KeyOfTheDoor, deal};
use crate::cards::{Card, CardSet, CardText, Suit};
use crate::chance::Chance;
use crate::game::{Choosing, Facts, Preparing, State, View};
use crate::match_::{Match, Refused};
use crate::options::resolve;
use crate::seats::Seat;
use crate::suite::{Probe, suite};
use crate::words::{Notation, Reader, Unreadable};

impl Probe for KeyOfTheDoor {
    const OPENS: &[(&str, &str)] = &[
        ("", "aim|goal|how to play|how many players"),
        ("2", "count"),
        ("3", "deal|dealing|start|setup|who goes first"),
        ("4", "turn"),
        ("4.4", "past 21"),
        ("5", "claim|claiming|claims"),
        ("7", "steal|stealing"),
        ("9", "end|finish|over|how does the game end"),
        ("10", "score|scoring|points|win|how to win|winner|10"),
        ("11", "variants|options"),
        ("12", "notation|how to write moves"),
        ("14", "examples|worked examples"),
        ("15", "strategy|tips|advice|how to play well"),
    ];
    const ASKS_WRONGLY: &str = r#"{"enumerate": LONG}"#;

    fn cards(state: &State<Self>) -> Vec<Card> {
        let own = state.own.iter().flat_map(|own| own.hand.iter().chain(own.buried));
        own.chain(state.secret.piles.iter().flatten().copied()).chain(state.public.notes.played).collect()
    }

    /// Whether a steal succeeds depends on all the cards. Nothing else shows anything hidden: calls of bust are
    /// judged by what lies open, and a draw is told to its player alone.
    fn reveals(_view: &View<'_, Self>, m: &Move) -> bool {
        matches!(m, Move::Steal(_))
    }

    const CARRIED: &[&str] = &["deal", "dealer", "seat", "totals"];
    const LOOK_EVERY: usize = 53;
}

suite!(KeyOfTheDoor);

fn set(text: &str) -> CardSet {
    text.split_whitespace().map(|c| Card::parse(c).unwrap_or_else(|| panic!("{c} is no card"))).collect()
}

fn place(text: &str) -> KeyPlace {
    match text.strip_prefix('X') {
        Some(n) => KeyPlace::Joker(n.parse().expect("a number")),
        None => KeyPlace::Suit(text.chars().next().and_then(Suit::from_char).expect("a suit")),
    }
}

fn seat(n: u8) -> Seat {
    Seat::new(n).expect("a seat")
}

/// Options of a variant with changes, written `bust=refuse jokers=4`.
fn options(variant: &str, changes: &str) -> Options {
    let variant = KeyOfTheDoor::variants().iter().find(|v| v.id == variant).expect("a variant");
    let changes = crate::options::read_overrides(KeyOfTheDoor::knobs(), changes).expect("options");
    resolve(&(variant.options)(), KeyOfTheDoor::knobs(), &changes).expect("options")
}

/// A match played in text moves, which can be set up card by card.
struct Desk {
    play: Match<KeyOfTheDoor>,
}

impl Desk {
    /// A match at a certain position, seat 0 on turn. Keys are written `S J 9 7 _` or `X1 7S 7H` (`_` lies face
    /// down); suits that are not named have bare Jacks. Cards that appear nowhere count as played. With two seats,
    /// each hand may be followed by its pile: behind `/`, top card first.
    fn at(options: Options, keys: &[&str], hands: &[&str]) -> Self {
        let mut facts = Facts::<KeyOfTheDoor>::new();
        let play = Match::<KeyOfTheDoor>::start(
            &options,
            hands.len() as u8,
            Some(seat(0)),
            Chance::from_seed([1; 32]),
            &mut facts,
        );
        let mut state: State<KeyOfTheDoor> = play.state().clone();
        state.public.table = Table::laid_out(options.jokers);
        state.public.notes = Notes::none(hands.len() as u8);
        for key in keys {
            lay_out(&mut state.public.table, key);
        }
        let mut held = CardSet::EMPTY;
        for (at, text) in hands.iter().enumerate() {
            let (hand, pile) = text.split_once('/').unwrap_or((text, ""));
            let own = &mut state.own[seat(at as u8)];
            own.hand = set(hand);
            own.pile = set(pile).len() as u8;
            held = held.union(own.hand).union(set(pile));
            let cards = pile.split_whitespace().rev().map(|c| Card::parse(c).expect("a card"));
            state.secret.piles[seat(at as u8)] = cards.collect();
        }
        state.public.notes.played = numerals().minus(held);
        Self { play: play.with_state(state) }
    }

    /// A match dealt from the start with these hands (and piles behind `/`); the rest is filled with the other cards
    /// in order.
    fn dealt(options: Options, hands: &[&str]) -> Self {
        let fresh = deal::pack();
        let cards = stacked(hands);
        let order = cards.iter().map(|card| fresh.iter().position(|c| c == card).expect("a numeral") as u16).collect();
        let chance = Chance::stacked([2; 32], vec![order]);
        let play = Match::<KeyOfTheDoor>::start(
            &options,
            hands.len() as u8,
            Some(seat(0)),
            chance,
            &mut Facts::<KeyOfTheDoor>::new(),
        );
        Self { play }
    }

    /// Plays a move and returns the events that it told.
    fn act(&mut self, n: u8, text: &str) -> Vec<Event> {
        let mut facts = Vec::new();
        let m = self.read(n, text);
        self.play.act(seat(n), m, &mut facts).unwrap_or_else(|why| panic!("{n} {text}: {why:?}"));
        facts.into_iter().map(|told| told.event).collect()
    }

    /// Moves such as `0 7S; 1 steal S`.
    fn acts(&mut self, text: &str) -> Vec<Event> {
        let all = text.split(';').map(|m| m.trim().split_once(' ').expect("seat and move"));
        all.flat_map(|(n, m)| self.act(n.parse().expect("a seat"), m)).collect()
    }

    fn read(&self, n: u8, text: &str) -> Move {
        self.try_read(n, text).unwrap_or_else(|why| panic!("{text}: {why:?}"))
    }

    fn try_read(&self, n: u8, text: &str) -> Result<Move, Unreadable> {
        KeyOfTheDoor::read(&self.play.view(Some(seat(n))), text, &Reader::plain(8))
    }

    fn refused(&self, n: u8, text: &str) -> Illegal {
        match self.play.check(seat(n), &self.read(n, text)) {
            Err(Refused::Illegal(why)) => why,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn not_on_turn(&self, n: u8, text: &str) -> bool {
        self.play.check(seat(n), &self.read(n, text)) == Err(Refused::NotYourTurn)
    }

    /// All that a seat may do, in canonical notation.
    fn legal(&self, n: u8) -> Vec<String> {
        let view = self.play.view(Some(seat(n)));
        if self.play.may_act(seat(n)).is_err() {
            return Vec::new();
        }
        let mut all = Vec::new();
        for first in KeyOfTheDoor::choices(&view, &[]).steps {
            let next = KeyOfTheDoor::choices(&view, &[first]);
            all.extend(next.done);
            all.extend(next.steps.iter().filter_map(|&second| KeyOfTheDoor::choices(&view, &[first, second]).done));
        }
        all.iter().map(KeyOfTheDoor::say).collect()
    }

    fn on_turn(&self) -> u8 {
        self.play.public().turn.seat.number()
    }

    fn hand(&self, n: u8) -> CardSet {
        self.play.state().own[seat(n)].hand
    }

    fn faulty(&self, key: &str) -> bool {
        fault(self.play.state(), place(key)).is_some()
    }

    fn points(&self, n: u8) -> i32 {
        self.play.public().points(seat(n))
    }

    fn key(&self, at: &str) -> Option<&super::keys::Key> {
        self.play.public().table.key(place(at))
    }
}

fn lay_out(table: &mut Table, text: &str) {
    let mut words = text.split_whitespace();
    let at = place(words.next().expect("a place"));
    match at {
        KeyPlace::Joker(_) => {
            while table.key(at).is_none() {
                open_joker(table);
            }
        }
        KeyPlace::Suit(_) => loop {
            let wanted = words.clone().next().and_then(|w| w.chars().next());
            match table.key(at) {
                Some(key) if Some(key.header.letter()) != wanted && key.header != Opener::King => table.take(at),
                _ => break,
            };
        },
    }
    if let KeyPlace::Suit(suit) = at {
        if words.next() == Some("closed") {
            table.suits[suit as usize] = None;
            return;
        }
        let key = table.key_mut(at).expect("an open key");
        words.for_each(|w| key.push(laid(w, suit)));
    } else {
        let key = table.key_mut(at).expect("an open key");
        words.for_each(|w| key.push(if w == "_" { Laid::Down } else { Laid::Up(Card::parse(w).expect("a card")) }));
    }
}

fn laid(word: &str, suit: Suit) -> Laid {
    match word {
        "_" => Laid::Down,
        rank => Laid::Up(Card::parse(&format!("{rank}{}", suit.letter())).expect("a card")),
    }
}

/// Opens a Joker key as if a King's key had been won, but without closing a suit.
fn open_joker(table: &mut Table) {
    let spades = table.suits[0].take();
    table.suits[0] = Table::laid_out(0).suits[0].clone();
    for _ in 0..3 {
        table.take(KeyPlace::Suit(Suit::Spades));
    }
    table.suits[0] = spades;
}

/// A pack that deals these hands, which may be incomplete, to the seats from seat 0 on.
fn stacked(hands: &[&str]) -> Vec<Card> {
    let seats = hands.len();
    let named = |text: &str| text.split_whitespace().map(|c| Card::parse(c).expect("a card")).collect::<Vec<_>>();
    let mut spots: Vec<Option<Card>> = vec![None; 40];
    for (at, text) in hands.iter().enumerate() {
        let (hand, pile) = text.split_once('/').unwrap_or((text, ""));
        for (i, card) in named(hand).into_iter().enumerate() {
            spots[at + i * seats] = Some(card);
        }
        for (i, card) in named(pile).into_iter().enumerate() {
            spots[20 + at + i * seats] = Some(card);
        }
    }
    let used: CardSet = spots.iter().flatten().copied().collect();
    let mut rest = numerals().minus(used).iter();
    spots.into_iter().map(|spot| spot.or_else(|| rest.next()).expect("forty cards")).collect()
}
