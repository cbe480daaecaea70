//! The worked examples of the rules, its ambiguities, and the shared suite.

mod ends;
mod examples;
mod readings;
mod words;

mod thought;

use super::event::Call;
use super::moves::Move;
use super::rank::{pack, points};
use super::state::{Melds, Round};
use super::{Event, Klaberjass, Phase};
use crate::Refusal;
use crate::cards::{Card, CardSet, CardText, Suit};
use crate::catalog::{self, Setup};
use crate::face::{Fact, Play};
use crate::game::{Imagining, State, View};
use crate::match_::Match;
use crate::options::Overrides;
use crate::seats::{Seat, Seats};
use crate::suite::{Probe, fits_a_phone, odd_names, suite};
use crate::words::Reader;

impl Probe for Klaberjass {
    const OPENS: &[(&str, &str)] = &[
        ("", "aim|goal|object of the game|how to play|how many players"),
        ("1.2", "values|count|what do cards count"),
        ("2", "deal|dealer|start|setup|who goes first"),
        ("3", "bid|bids|bidding|3"),
        ("3.1", "trump|trumps"),
        ("4.2", "meld|run|sequence|declare"),
        ("5", "turn|trick|tricks"),
        ("5.1", "follow|following suit"),
        ("6", "score|scoring|points|bete"),
        ("6.1", "ties"),
        ("7", "win|how to win|winner|end|finish|over"),
        ("8", "notation|how to write moves"),
        ("9", "examples|worked examples"),
        ("10", "strategy|tips|advice|how to play well"),
    ];
    const ASKS_WRONGLY: &str = r#"{"sequences": [LONG]}"#;

    fn cards(state: &State<Self>) -> Vec<Card> {
        let public = &state.public;
        let mut cards: Vec<Card> = state.secret.stock.to_vec();
        cards.push(public.turn_up);
        cards.extend(public.lead);
        cards.extend(public.tricks.iter().flat_map(|trick| [trick.lead, trick.reply]));
        cards.extend(state.own.iter().flat_map(|own| own.hand));
        cards
    }

    fn reveals(view: &View<'_, Self>, m: &Move) -> bool {
        let public = view.public();
        match m {
            // Three more cards each, which their owners then see.
            Move::Take | Move::Trump(_) | Move::No => true,
            // The bottom card and the comparison.
            Move::Declare { .. } => public.turn != public.nondealer,
            Move::Play { .. } => matches!(public.melds, Melds::Better { shown: None, .. }) && public.lead.is_some(),
            _ => false,
        }
    }

    const MOST_MOVES: usize = 60_000;
    const CARRIED: &[&str] = &["hand", "nondealer", "scores", "pot", "turn"];
    const LOOK_EVERY: usize = 37;
}

suite!(Klaberjass);

pub(super) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|c| Card::parse(c).unwrap_or_else(|| panic!("{c} is no card"))).collect()
}

pub(super) fn set(text: &str) -> CardSet {
    cards(text).into_iter().collect()
}

/// A pack that deals these nine to the non-dealer and the dealer and turns this card up; the rest in order.
pub(super) fn stacked(nondealer: &str, dealer: &str, turn_up: &str) -> String {
    let (n, d, up) = (cards(nondealer), cards(dealer), cards(turn_up));
    let mut deck: Vec<Card> = Vec::new();
    for part in [&n[..3], &d[..3], &n[3..6], &d[3..6], &up[..], &n[6..], &d[6..]] {
        deck.extend(part);
    }
    let rest: Vec<Card> = pack().filter(|c| !deck.contains(c)).collect();
    deck.extend(rest);
    deck.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) const N: Seat = Seat::FIRST;

pub(super) fn d() -> Seat {
    Seat::new(1).expect("two seats")
}

/// A match of text moves, so that notation is tested with it.
pub(super) struct Table {
    pub play: Box<dyn Play>,
    pub told: Vec<Fact>,
}

impl Table {
    pub(super) fn new(variant: &str, options: &[(&str, serde_json::Value)], decks: &[&str]) -> Self {
        let options: Overrides = options.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect();
        let decks = decks.iter().map(|deck| cards(deck).into_iter().map(Card::code).collect()).collect();
        let setup = Setup { variant: Some(variant.to_owned()), options, seats: Some(2), decks, ..Setup::default() };
        let (play, told) = catalog::game("klaberjass").and_then(|g| g.start(setup)).expect("the table starts");
        Self { play, told }
    }

    /// Plays each move for the seat on turn.
    pub(super) fn moves(&mut self, text: &str) -> &mut Self {
        for m in text.split(',').map(str::trim).filter(|m| !m.is_empty()) {
            let seat = self.turn();
            let facts = self.play.act(seat, m).unwrap_or_else(|why| panic!("{m}: {why:?}"));
            self.told.extend(facts);
        }
        self
    }

    pub(super) fn turn(&self) -> Seat {
        self.play.awaiting().seats().iter().next().expect("somebody is on turn")
    }

    pub(super) fn legal(&self) -> Vec<String> {
        self.play.legal(self.turn(), "", 100).moves
    }

    /// The rule that refuses a move.
    pub(super) fn refused(&mut self, m: &str) -> &'static str {
        self.refusal(m).rule.expect("a rule says so")
    }

    pub(super) fn refusal(&mut self, m: &str) -> Refusal {
        let seat = self.turn();
        self.play.act(seat, m).expect_err("it is refused")
    }

    /// What the player on turn is told if this move is refused.
    pub(super) fn says(&self, m: &str) -> String {
        self.play.read(self.turn(), m, &Reader::plain(8)).expect_err("it is refused").says(&Reader::plain(8))
    }

    pub(super) fn scores(&self) -> Vec<i32> {
        self.play.status().scores
    }

    pub(super) fn public(&self) -> serde_json::Value {
        self.play.view_json(None)["public"].clone()
    }

    /// The last event of a kind.
    pub(super) fn last(&self, kind: &str) -> serde_json::Value {
        let found = self.told.iter().map(Fact::json).rfind(|json| json["kind"] == kind);
        found.unwrap_or_else(|| panic!("nothing told of {kind}"))
    }

    pub(super) fn told_of(&self, kind: &str) -> usize {
        self.told.iter().filter(|fact| fact.json()["kind"] == kind).count()
    }
}

/// The same odd name, that of this seat, for both players.
fn both_called(like: Seat) -> Reader {
    Reader::english(Seats::of(2, |_| odd_names(4).name(like).to_owned()))
}

#[test]
fn the_board_fits_a_phone_whatever_the_names() {
    let mut table = Table::new("standard", &[("show_points", true.into())], &[examples::FULL_DEAL]);
    let line = "take, meld, dix meld, play JH, play AH, play AC, play 7C, play 10S, play QS, play KH";
    for m in line.split(',') {
        table.moves(m);
        Seat::all(4).for_each(|like| fits_a_phone(&table.play.board(None, &both_called(like)).body, m));
    }
    let names = Reader::plain(2);
    let board = table.play.board(None, &names);
    assert_eq!(board.headline, "hand 1 · to 500 · Seat 2 dealt · ten after the ace · Seat 1 made hearts trumps");
    assert!(board.body.contains("  Seat 1's sequences: J♥Q♥K♥\n"), "{}", board.body);
    assert_eq!(board.prompt.to_string(), "Seat 2 to follow Seat 1's K♥.");
    assert_eq!(table.play.hand_text(d(), &names), "9♥ | 10♦ 9♦ 8♦ | 10♣ J♣");
}

#[test]
fn the_board_tells_what_the_first_to_declare_has_said() {
    let board = |moves: &str| {
        let mut table = Table::new("standard", &[], &[examples::FULL_DEAL]);
        table.moves(moves).play.board(None, &Reader::plain(2)).body
    };
    assert!(board("take, meld").contains("Seat 1 declared sequences"));
    assert!(board("take, nomeld").contains("Seat 1 declared no sequence"));
    assert!(!board("take").contains("declared") && !board("take, meld, nomeld").contains("declared"));
}

#[test]
fn three_sequences_stand_apart_on_the_board() {
    let deck = stacked("9S TS JS 9D TD JD 9C TC JC", "7S 8S KS 7D 8D KD 7C 8C KC", "8H");
    let mut table = Table::new("book", &[], &[&deck]);
    table.moves("take, meld, nomeld, play 9S, play 7S");
    for like in Seat::all(4) {
        let board = table.play.board(None, &both_called(like)).body;
        assert!(["9♠10♠J♠", "9♦10♦J♦", "9♣10♣J♣"].iter().all(|run| board.contains(run)), "{board}");
        fits_a_phone(&board, "three sequences");
    }
}

#[test]
fn points_are_conserved_through_random_hands() {
    let mut dice = crate::chance::Chance::from_seed([3; 32]);
    for (variant, n) in
        [("book", 0..20u8), ("standard", 20..40)].into_iter().flat_map(|(v, ns)| ns.map(move |n| (v, n)))
    {
        let setup = Setup { variant: Some(variant.to_owned()), seed: [n; 32], ..Setup::default() };
        let (mut play, _) = catalog::game("klaberjass").and_then(|g| g.start(setup)).expect("it starts");
        let (mut taken, mut hands) = (CardSet::EMPTY, 0);
        for _ in 0..100 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let moves = play.legal(seat, "", 50).moves;
            let facts = play.act(seat, &moves[dice.below(moves.len() as u32) as usize]).expect("listed");
            for json in facts.iter().map(Fact::json) {
                if json["kind"] == "taken" {
                    taken = ["lead", "reply"].into_iter().fold(taken, |taken, which| taken.with(card(&json[which])));
                } else if json["kind"] == "scored" {
                    hand_adds_up(&json, variant == "standard");
                    tricks_and_the_rest_add_up(&json, std::mem::take(&mut taken));
                    hands += 1;
                }
            }
        }
        assert!(hands > 0, "{variant} {n}: a hand was settled");
    }
}

fn card(json: &serde_json::Value) -> Card {
    Card::parse(json.as_str().expect("a card")).expect("one")
}

/// Invariant 3: the points in both players' tricks and those of the cards not played add up to 152.
fn tricks_and_the_rest_add_up(settled: &serde_json::Value, taken: CardSet) {
    let trump = settled["trump"].as_str().and_then(|letter| Suit::from_char(letter.chars().next()?)).expect("a suit");
    let rest: Vec<Card> = pack().filter(|card| !taken.contains(*card)).collect();
    assert_eq!(rest.len(), 14);
    let unplayed: i32 = rest.into_iter().map(|card| points(card, trump)).sum();
    let tricks = |seat: usize| settled["counts"][seat]["tricks"].as_i64().expect("a number");
    assert_eq!(tricks(0) + tricks(1) + i64::from(unplayed), 152, "{settled}");
}

/// What each seat made adds up to its total.
fn counts_add_up(settled: &serde_json::Value) {
    for (count, total) in [0, 1].map(|seat| (&settled["counts"][seat], &settled["totals"][seat])) {
        let parts = ["tricks", "last", "bella", "sequences"].map(|field| count[field].as_i64().expect("a number"));
        assert_eq!(*total, parts.iter().sum::<i64>(), "{count}");
    }
}

/// Invariants 4, 6, 8 and 9 of one settled hand. In a tie the defender alone may have what it made.
fn hand_adds_up(settled: &serde_json::Value, defender_only: bool) {
    let of = |field: &str, seat: usize| settled["counts"][seat][field].as_i64().expect("a number");
    let sum = |field: &str| settled[field][0].as_i64().expect("a number") + settled[field][1].as_i64().expect("one");
    counts_add_up(settled);
    assert_eq!((of("taken", 0) + of("taken", 1), of("last", 0) + of("last", 1)), (9, 10));
    assert!(of("bella", 0) + of("bella", 1) <= 20);
    assert!(of("sequences", 0) == 0 || of("sequences", 1) == 0, "one side alone has sequence points");
    let pots = settled["pot"].as_i64().expect("a number") - settled["pot_before"].as_i64().expect("a number");
    let tied = settled["totals"][0] == settled["totals"][1];
    let lost = if tied && defender_only { sum("totals") / 2 } else { 0 };
    assert_eq!(sum("gains") + pots + lost, sum("totals"));
}

#[test]
fn events_and_phases_serialise_under_their_kind() {
    let json = serde_json::to_value(Event::Dead).expect("JSON");
    assert_eq!(json["kind"], "dead");
    let json = |phase: Phase| serde_json::to_string(&phase).expect("JSON");
    assert_eq!(json(Phase::Name), r#"{"kind":"name"}"#);
    assert_eq!(json(Phase::Call { round: Round::First }), r#"{"kind":"call","round":1}"#);
    assert_eq!(json(Phase::Answer { round: Round::Second }), r#"{"kind":"answer","round":2}"#);
    let calls = [(Call::Pass, "pass"), (Call::Schmeiss, "schmeiss"), (Call::Yes, "yes"), (Call::No, "no")];
    for (call, word) in calls {
        let json = serde_json::to_string(&Event::Called { seat: N, call }).expect("JSON");
        assert_eq!(json, format!(r#"{{"kind":"called","seat":0,"call":"{word}"}}"#));
    }
}

#[test]
fn an_imagined_hand_fits_what_was_declared_and_shown() {
    use crate::chance::Chance;
    let order = |deck: &str| -> Box<[u16]> {
        let fresh: Vec<Card> = pack().collect();
        cards(deck).iter().map(|c| fresh.iter().position(|f| f == c).expect("in the pack") as u16).collect()
    };
    let chance = Chance::stacked([1; 32], vec![order(examples::FULL_DEAL)]);
    let options = super::Options { reveal: super::options::Reveal::Full, ..super::Options::default() };
    let mut play = Match::<Klaberjass>::start(&options, 2, Some(N), chance, &mut Vec::new());
    let mut dice = Chance::from_seed([9; 32]);
    for (seat, m) in
        [(N, Move::Take), (N, Move::Declare { dix: false, meld: true }), (d(), Move::Declare { dix: true, meld: true })]
    {
        play.act(seat, m, &mut Vec::new()).expect("legal");
    }
    let hand_as_seen_by =
        |play: &Match<Klaberjass>, dice: &mut Chance| Klaberjass::imagine(&play.view(Some(d())), dice).own[N].hand;
    for _ in 0..50 {
        let best =
            super::sequences::best(hand_as_seen_by(&play, &mut dice), play.public().trump_or_turned_up(), &options);
        let best = best.expect("N declared");
        assert_eq!((best.class(), best.top), (20, 6), "announced: a 20 to the king");
    }
    for (seat, card) in [(N, "JH"), (d(), "AH")] {
        let card = Card::parse(card).expect("a card");
        play.act(seat, Move::Play { card, bella: false }, &mut Vec::new()).expect("legal");
    }
    for _ in 0..50 {
        assert!(set("QH KH").is_within(hand_as_seen_by(&play, &mut dice)), "they were shown");
    }
}
