//! The worked examples of the rules, its settled readings, and the shared suite.

mod clues;
mod examples;
mod readings;
mod reasons;
mod thought;
mod words;

use super::CrazyEights;
use super::event::{Event, Scored};
use super::illegal::Illegal;
use super::moves::{Move, legal};
use super::options::Options;
use super::state::{Cards, Public, pack};
use crate::cards::{Card, CardSet, CardText, Suit};
use crate::chance::Chance;
use crate::game::{Facts, Imagining, Preparing, Progress, State, View};
use crate::match_::{Match, Refused};
use crate::options::resolve;
use crate::seats::{Seat, Seats};
use crate::suite::{Probe, suite};
use crate::words::{Narration, Notation, Reader, Unreadable};

impl Probe for CrazyEights {
    const OPENS: &[(&str, &str)] = &[
        ("", "aim|goal|purpose|how to play|how many players|crazy 8s"),
        ("1.1", "values|count|what do cards count"),
        ("2", "deal|dealing|start|setup|who goes first"),
        ("2.1", "start card|buried"),
        ("3", "what fits"),
        ("3.1", "eight|eights"),
        ("3.2", "joker|jokers"),
        ("4", "turn|my turn"),
        ("4.1", "draw|drawing"),
        ("4.2", "pass|passing"),
        ("4.3", "stock"),
        ("5", "action cards|skip"),
        ("5.1", "twos"),
        ("6", "score|scoring|points"),
        ("7", "match|end|finish|over|win|how to win|how does the game end"),
        ("8", "notation|how to write moves"),
        ("9", "examples|worked examples"),
        ("10", "strategy|tips|advice|how to play well"),
    ];
    const ASKS_WRONGLY: &str = r#"{"count": [LONG]}"#;

    fn cards(state: &State<Self>) -> Vec<Card> {
        let open = state.public.pile.iter().chain(&state.secret.stock).copied();
        open.chain(state.own.iter().flat_map(|own| own.hand)).collect()
    }

    /// What is drawn decides whether a turn ends by itself, and at the end of a hand all cards are shown.
    fn reveals(view: &View<'_, Self>, m: &Move) -> bool {
        let public = view.public();
        match m {
            Move::Play { .. } => view.own().is_some_and(|own| own.hand.len() == 1),
            Move::Draw => public.owed == 0,
            Move::Pass => !public.drawn && public.passes + 1 == public.seats(),
        }
    }

    const CARRIED: &[&str] = &["hand", "first", "scores", "turn"];
    const LOOK_EVERY: usize = 101;
}

suite!(CrazyEights);

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|c| Card::parse(c).unwrap_or_else(|| panic!("{c} is no card"))).collect()
}

fn set(text: &str) -> CardSet {
    cards(text).into_iter().collect()
}

fn seat(n: u8) -> Seat {
    Seat::new(n).expect("a seat")
}

/// Options of a variant with changes, written `draw=until jokers=1`.
fn options(variant: &str, changes: &str) -> Options {
    let variant = CrazyEights::variants().iter().find(|v| v.id == variant).expect("a variant");
    let changes = crate::options::read_overrides(CrazyEights::knobs(), changes).expect("options");
    resolve(&(variant.options)(), CrazyEights::knobs(), &changes).expect("options")
}

/// A match played in text moves, which can be set up card by card.
struct Table {
    play: Match<CrazyEights>,
}

impl Table {
    /// A match with this pack, seat 0 first.
    fn stacked(options: &Options, seats: u8, deck: &[Card]) -> Self {
        let fresh = pack(options);
        let order = deck.iter().map(|card| fresh.iter().position(|c| c == card).expect("in the pack") as u16).collect();
        let chance = Chance::stacked([2; 32], vec![order]);
        Self { play: Match::start(options, seats, Some(seat(0)), chance, &mut Facts::<CrazyEights>::new()) }
    }

    /// Seat 0 on turn with these cards on the pile, these hands, and a stock that begins with these. All other cards
    /// lie below.
    fn at(options: &Options, pile: &str, hands: &[&str], stock: &str) -> Self {
        let (pile, hands, stock) = (cards(pile), hands.iter().map(|hand| set(hand)).collect::<Vec<_>>(), cards(stock));
        let used: CardSet =
            hands.iter().flat_map(|hand| hand.iter()).chain(pile.clone()).chain(stock.clone()).collect();
        let below = pack(options).into_iter().filter(|card| !used.contains(*card));
        let stock: Cards = stock.into_iter().chain(below).rev().collect();
        Self::set_up(options, &pile, &hands, stock)
    }

    /// The same with this stock alone; cards that appear nowhere are gone.
    fn short(options: &Options, pile: &str, hands: &[&str], stock: &str) -> Self {
        let hands: Vec<CardSet> = hands.iter().map(|hand| set(hand)).collect();
        Self::set_up(options, &cards(pile), &hands, cards(stock).into_iter().rev().collect())
    }

    fn set_up(options: &Options, pile: &[Card], hands: &[CardSet], stock: Cards) -> Self {
        let seats = hands.len() as u8;
        let dealt = Self::stacked(options, seats, &pack(options)).play;
        let mut state: State<CrazyEights> = dealt.state().clone();
        let in_force = pile.iter().rfind(|card| !card.is_joker()).expect("a plain card");
        state.public.pile = pile.iter().copied().collect();
        (state.public.suit, state.public.rank) = (Some(in_force.suit()), in_force.rank());
        state.public.stock = stock.len() as u8;
        state.public.buried.clear();
        state.secret.stock = stock;
        state.own = Seats::of(seats, |seat| super::state::Private { hand: hands[seat.index()] });
        Self { play: dealt.with_state(state) }
    }

    fn public(&self) -> &Public {
        self.play.public()
    }

    fn on_turn(&self) -> u8 {
        self.public().turn.number()
    }

    fn view(&self, n: u8) -> View<'_, CrazyEights> {
        self.play.view(Some(seat(n)))
    }

    fn hand(&self, n: u8) -> CardSet {
        self.play.state().own[seat(n)].hand
    }

    fn scores(&self) -> Vec<i32> {
        self.public().scores.iter().copied().collect()
    }

    /// Plays a move for the seat on turn and returns the events that it told.
    fn act(&mut self, text: &str) -> Vec<Event> {
        let n = self.on_turn();
        let m = self.try_read(text).unwrap_or_else(|why| panic!("{n} {text}: {why:?}"));
        let mut facts = Vec::new();
        self.play.act(seat(n), m, &mut facts).unwrap_or_else(|why| panic!("{n} {text}: {why:?}"));
        facts.into_iter().map(|told| told.event).collect()
    }

    /// Plays moves such as `0 play 7D, 1 draw`, each by the seat whose turn it has to be.
    fn acts(&mut self, text: &str) -> Vec<Event> {
        let all = text.split(',').map(|m| m.trim().split_once(' ').expect("seat and move"));
        all.flat_map(|(n, m)| {
            assert_eq!(n, self.on_turn().to_string(), "whose turn it is before {m:?}");
            self.act(m)
        })
        .collect()
    }

    fn try_read(&self, text: &str) -> Result<Move, Unreadable> {
        CrazyEights::read(&self.view(self.on_turn()), text, &Reader::plain(7))
    }

    /// Why the seat on turn may not do this.
    fn refused(&self, text: &str) -> Illegal {
        let m = self.try_read(text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        match self.play.check(seat(self.on_turn()), &m) {
            Err(Refused::Illegal(why)) => why,
            other => panic!("{text}: {other:?}"),
        }
    }

    /// All that the seat on turn may do.
    fn legal(&self) -> Vec<String> {
        legal(&self.view(self.on_turn())).iter().map(CrazyEights::say).collect()
    }
}

/// The end of a hand among these events.
fn scored(events: &[Event]) -> &Scored {
    let found = events.iter().find_map(|event| if let Event::Scored(scored) = event { Some(scored) } else { None });
    found.expect("the hand is over")
}
