//! A table with stacked packs, moved by text.

use super::solver::cards;
use crate::cards::{Card, CardText};
use crate::chance::Chance;
use crate::face::Refusal;
use crate::game::{Facts, Progress, RuleRef, Told};
use crate::gin_rummy::scoring::Outcome;
use crate::gin_rummy::{Event, GinRummy, Illegal, Move, Options, Phase};
use crate::match_::{Match, Refused};
use crate::options::{Overrides, read_overrides, resolve};
use crate::seats::{Seat, Side};
use crate::words::{Boards, Notation, Reader};
use crate::{Choosing, Preparing, RefusalCode};

/// Ten cards for the non-dealer, ten for the dealer, the upcard, and the first cards of the stock.
pub(super) struct Pack<'a>(pub &'a str, pub &'a str, pub &'a str, pub &'a str);

impl Pack<'_> {
    fn order(&self) -> Box<[u16]> {
        let Self(first, dealer, up, stock) = self;
        let list = |text: &str| -> Vec<Card> { text.split_whitespace().map(|t| Card::parse(t).unwrap()).collect() };
        let (first, dealer) = (list(first), list(dealer));
        assert_eq!((first.len(), dealer.len()), (10, 10));
        let mut pack: Vec<Card> = first.into_iter().zip(dealer).flat_map(|(a, b)| [a, b]).collect();
        pack.extend(list(up).into_iter().chain(list(stock)));
        let used = cards(&pack.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        pack.extend(Card::pack().filter(|&card| !used.contains(card)));
        let fresh: Vec<Card> = Card::pack().collect();
        pack.iter().map(|card| fresh.iter().position(|c| c == card).unwrap() as u16).collect()
    }
}

/// A table in the middle of a test.
pub(super) struct Scene {
    pub(super) play: Match<GinRummy>,
    pub(super) facts: Facts<GinRummy>,
}

pub(super) fn seat(n: u8) -> Seat {
    Seat::new(n).unwrap()
}

pub(super) fn options(variant: &str, changes: &str) -> Options {
    let variant = GinRummy::variants().iter().find(|v| v.id == variant).unwrap();
    let changes: Overrides = read_overrides(GinRummy::knobs(), changes).unwrap();
    resolve(&(variant.options)(), GinRummy::knobs(), &changes).unwrap()
}

impl Scene {
    /// Seat 0 plays first.
    pub(super) fn new(variant: &str, changes: &str, packs: &[Pack<'_>]) -> Self {
        let options = options(variant, changes);
        let chance = Chance::stacked([9; 32], packs.iter().map(Pack::order).collect());
        let mut facts = Facts::<GinRummy>::new();
        let play = Match::start(&options, options.players, Some(Seat::FIRST), chance, &mut facts);
        Self { play, facts }
    }

    /// Changes the position behind the players' backs.
    pub(super) fn with(mut self, totals: &[i32], won: &[u32]) -> Self {
        let mut state = self.play.state().clone();
        for (i, (&total, &won)) in totals.iter().zip(won).enumerate() {
            state.public.totals[Side(i as u8)] = total;
            state.public.won[Side(i as u8)] = won;
        }
        self.play = self.play.with_state(state);
        self
    }

    pub(super) fn try_move(&mut self, who: u8, text: &str) -> Result<(), Refused<Illegal>> {
        let m = GinRummy::read(&self.play.view(Some(seat(who))), text, &Reader::plain(8))
            .unwrap_or_else(|e| panic!("{text}: {e:?}"));
        self.facts.clear();
        self.play.act(seat(who), m, &mut self.facts)
    }

    /// Plays `0 stock, 0 discard 9D, 1 take`.
    pub(super) fn moves(mut self, text: &str) -> Self {
        for m in text.split(',') {
            let (who, what) = m.trim().split_once(' ').unwrap();
            self.try_move(who.parse().unwrap(), what).unwrap_or_else(|why| panic!("{m}: {why:?}"));
        }
        self
    }

    pub(super) fn illegal(&mut self, who: u8, text: &str) -> Illegal {
        match self.try_move(who, text) {
            Err(Refused::Illegal(why)) => why,
            other => panic!("{text}: {other:?}"),
        }
    }

    pub(super) fn scores(&self) -> Vec<i32> {
        self.play.scores().iter().copied().collect()
    }

    pub(super) fn legal(&self, who: u8) -> Vec<String> {
        let view = self.play.view(Some(seat(who)));
        let mut all = Vec::new();
        let mut open = vec![Vec::new()];
        while let Some(so_far) = open.pop() {
            let choices = GinRummy::choices(&view, &so_far);
            all.extend(choices.done.iter().map(GinRummy::say));
            open.extend(choices.steps.into_iter().map(|step| [so_far.clone(), vec![step]].concat()));
        }
        all.sort();
        all
    }

    pub(super) fn phase(&self) -> Phase {
        self.play.public().tables[0].phase
    }

    pub(super) fn dealer(&self) -> u8 {
        self.play.public().tables[0].dealer().number()
    }
}

/// Both pass, the first player draws a card that fits nothing and knocks with it.
pub(super) fn knock_at_once(variant: &str, changes: &str, knocker: &str, other: &str, up: &str) -> Scene {
    let used = cards(&format!("{knocker} {other} {up}"));
    let spare = Card::pack().find(|&card| !used.contains(card)).unwrap();
    let scene = Scene::new(variant, changes, &[Pack(knocker, other, up, &spare.to_string())]);
    let dealer = scene.dealer();
    scene.moves(&format!("0 pass, {dealer} pass, 0 stock, 0 knock {spare}"))
}

const NINE: &str = "4S 5S 6S 7S QH QS QC QD 6D 3C";
const TWENTY_SEVEN: &str = "2S 2H 2D 9H TH JH KC 8D 5D 4H";

fn plain(changes: &str) -> Scene {
    Scene::new("classic", changes, &[Pack(NINE, TWENTY_SEVEN, "7C", "KH KD AC 3D")])
}

#[test]
fn the_deal_follows_the_stacked_pack() {
    let scene = plain("");
    let state = scene.play.state();
    assert_eq!(state.own[seat(0)].hand, cards(NINE));
    assert_eq!(state.own[seat(1)].hand, cards(TWENTY_SEVEN));
    assert_eq!(scene.play.public().tables[0].discards.top(), Card::parse("7C"));
    assert_eq!((scene.dealer(), scene.play.public().tables[0].stock), (1, 31));
    let scene = scene.moves("0 pass, 1 pass, 0 stock");
    assert!(scene.play.view(Some(seat(0))).own().unwrap().hand.contains(Card::parse("KH").unwrap()));
}

#[test]
fn the_upcard_goes_round_and_then_the_stock_is_the_only_draw() {
    let mut scene = plain("");
    assert_eq!(scene.legal(0), ["pass", "take"]);
    assert!(matches!(scene.illegal(0, "stock"), Illegal::UpcardFirst { .. }));
    assert_eq!(scene.try_move(1, "pass"), Err(Refused::NotYourTurn));
    scene = scene.moves("0 pass, 1 pass");
    assert_eq!(scene.legal(0), ["stock"]);
    assert_eq!(scene.illegal(0, "take"), Illegal::StockOnly);
    scene = scene.moves("0 stock, 0 discard KH");
    assert_eq!(scene.legal(1), ["stock", "take"]);
    assert_eq!(scene.illegal(1, "pass"), Illegal::PassOnUpcardOnly);
    assert!(matches!(scene.illegal(1, "discard KC"), Illegal::DrawFirst { .. }));
}

#[test]
fn the_dealer_may_take_the_upcard_and_a_taken_card_stays_for_the_turn() {
    let mut scene = plain("").moves("0 pass, 1 take");
    assert_eq!(scene.illegal(1, "7C"), Illegal::JustTaken { card: Card::parse("7C").unwrap() });
    assert!(!scene.legal(1).contains(&"discard 7C".to_owned()));
    scene = scene.moves("1 KC");
    assert_eq!(scene.legal(0), ["stock", "take"]);
    let scene = plain("may_return_taken=true").moves("0 take, 0 discard 7C");
    assert_eq!(scene.legal(1), ["stock", "take"]);
}

#[test]
fn everybody_knows_who_holds_a_discard_that_was_taken() {
    let scene = plain("discard_history=true").moves("0 take");
    assert_eq!(scene.play.public().tables[0].player(seat(0)).known, cards("7C"));
    let board = GinRummy::board(&scene.play.view(None), &Reader::plain(2)).body;
    assert!(board.contains("7♣"), "{board}");
    let scene = scene.moves("0 discard 6D");
    assert_eq!(scene.play.public().tables[0].player(seat(0)).known, cards("7C"), "until it is played");
}

#[test]
fn for_a_seat_that_has_resigned_only_gin_is_knocked_and_no_knock_over_the_limit_accepted() {
    let fallback = |scene: &Scene, who: u8| GinRummy::fallback(&scene.play.view(Some(seat(who))));
    let king = Card::parse("KH").unwrap();
    let drawn = |hand: &str| Scene::new("classic", "", &[Pack(hand, TWENTY_SEVEN_B, "7C", "KH")]);
    let gin = drawn("AS 2S 3S 4S 5S 6S QH QD QC QS").moves("0 pass, 1 pass, 0 stock");
    assert_eq!(fallback(&gin, 0), Move::Knock(king, None));
    let nine = plain("").moves("0 pass, 1 pass, 0 stock");
    assert_eq!(fallback(&nine, 0), Move::Discard(king), "though it could knock with 9");
    let over = plain("illegal_knock=honour").moves("0 pass, 1 pass, 0 stock, 0 knock QH");
    assert_eq!(fallback(&over, 1), Move::Refuse);
}

#[test]
fn a_knock_lists_every_layout_within_the_limit_and_no_other() {
    let scene = plain("").moves("0 pass, 1 pass, 0 stock");
    let knocks: Vec<String> = scene.legal(0).into_iter().filter(|m| m.starts_with("knock KH")).collect();
    assert_eq!(knocks, ["knock KH", "knock KH 4S-5S-6S-7S QS-QH-QD-QC"]);
    let mut scene = scene;
    assert_eq!(
        scene.illegal(0, "knock KH 4S-5S-6S QS-QH-QD-QC"),
        Illegal::LaidTooLittle { card: Card::parse("KH").unwrap(), left: 16, limit: 10, best: 9 }
    );
    assert!(matches!(scene.illegal(0, "knock QH"), Illegal::TooMuch { left: 19, limit: 10, .. }));
    assert!(matches!(scene.illegal(0, "knock KH 4S-5S"), Illegal::NotAMeld { .. }));
    assert!(matches!(scene.illegal(0, "knock KH 8S-9S-TS"), Illegal::NotYours { .. }));
    assert!(matches!(scene.illegal(0, "knock 7S 4S-5S-6S-7S"), Illegal::DiscardLaid { .. }));
    assert!(matches!(scene.illegal(0, "knock KH 4S-5S-6S 5S-6S-7S"), Illegal::InTwoMelds { .. }));
    assert!(matches!(scene.illegal(0, "knock AC"), Illegal::NotInHand { .. }));
}

#[test]
fn an_explicit_layout_counts_as_it_was_laid() {
    let gin = "AS 2S 3S 4S 5S 6S QH QD QC QS";
    let scene = Scene::new("classic", "", &[Pack(gin, TWENTY_SEVEN_B, "7C", "KH")]).moves("0 pass, 1 pass, 0 stock");
    let other = scene.moves("0 knock KH 4S-5S-6S QS-QH-QD-QC");
    let Some(Event::Result(result)) = other.facts.iter().map(|t| &t.event).find(|e| matches!(e, Event::Result(_)))
    else {
        panic!("a result is told")
    };
    assert_eq!(result.spread.count, 6, "AS 2S 3S left unlaid: no gin");
}
const TWENTY_SEVEN_B: &str = "2C 2H 2D 9H TH JH KC 8D 5D 4H";

#[test]
fn a_hand_is_dead_with_two_cards_left_and_the_same_dealer_deals() {
    let mut scene = Scene::new("classic", "", &[]);
    let dealer = scene.dealer();
    let mut stocks = Vec::new();
    while scene.play.public().hand == 1 {
        let who = scene.play.awaiting().seats().iter().next().unwrap();
        let view = scene.play.view(Some(who));
        let m = match scene.phase() {
            Phase::Upcard => Move::Pass,
            Phase::Discard { .. } => Move::Discard(view.own().unwrap().drawn.unwrap()),
            _ => Move::Stock,
        };
        stocks.push(scene.play.public().tables[0].stock);
        scene.facts.clear();
        scene.play.act(who, m, &mut scene.facts).unwrap();
    }
    assert_eq!(stocks.iter().min(), Some(&2), "the 29th card is drawn");
    assert!(scene.facts.iter().any(|t| matches!(t.event, Event::Dead { again: true, .. })));
    assert_eq!((scene.dealer(), scene.scores()), (dealer, vec![0, 0]));
}

pub(super) fn after(variant: &str, changes: &str, outcome: Outcome) -> Scene {
    let scene = Scene::new(variant, changes, &[]);
    let mut state = scene.play.state().clone();
    let mut facts = Vec::new();
    let progress = state.public.book(0, outcome, &mut facts);
    assert_eq!(progress, Progress::HandOver);
    Scene { play: scene.play.with_state(state), facts }
}

#[test]
fn who_deals_next() {
    let (won, lost) = (Outcome::Won(seat(0), 5), Outcome::Won(seat(1), 5));
    for (option, outcome, dealer) in [
        ("alternate", won, 0),
        ("alternate", Outcome::Tied, 0),
        ("alternate", Outcome::Dead, 1),
        ("winner", won, 0),
        ("winner", lost, 1),
        ("winner", Outcome::Tied, 1),
        ("loser", won, 1),
        ("loser", lost, 0),
        ("loser", Outcome::Tied, 1),
        ("loser", Outcome::Dead, 1),
    ] {
        let scene = after("classic", &format!("next_dealer={option}"), outcome);
        assert_eq!(scene.dealer(), dealer, "{option} after {outcome:?}");
    }
}

#[test]
fn big_gin_keeps_eleven_cards_and_replaces_the_gin_bonus() {
    let pack = || [Pack("3S 4S 5S 6S QH QS QC 9C 9D 9S", TWENTY_SEVEN, "7C", "7S")];
    let drawn = |changes: &str| Scene::new("classic", changes, &pack()).moves("0 pass, 1 pass, 0 stock");
    assert_eq!(drawn("big_gin=true").moves("0 knock").scores(), [27 + 31, 0]);
    assert_eq!(drawn("big_gin=50").moves("0 big gin").scores(), [27 + 50, 0]);
    assert_eq!(drawn("big_gin_bonus=40").moves("0 gin").scores(), [27 + 40, 0]);
    assert_eq!(drawn("").illegal(0, "knock"), Illegal::NoBigGin);
    let short = plain("knock_limit=5").moves("0 pass, 1 pass, 0 stock").illegal(0, "knock");
    assert!(matches!(short, Illegal::TooMuchAtBest { left, limit: 5, .. } if left > 5), "{short:?}");
    assert!(drawn("big_gin=true").legal(0).contains(&"knock".to_owned()));
    let mut early = plain("big_gin=true").moves("0 pass, 1 pass, 0 stock");
    assert_eq!(early.illegal(0, "knock"), Illegal::NotAllMatched { left: 19 });
}

const CHAIN: [&str; 2] = ["7H 7D 7C 3S 4S 5S JD QD KD 2C", "9C 9D 9H 7S 6S 2S AS KC QC 4H"];

#[test]
fn lay_offs_by_hand_are_the_defenders_choice() {
    let scene = || knock_at_once("classic", "layoff=manual", CHAIN[0], CHAIN[1], "TH");
    assert_eq!(scene().phase(), Phase::LayOff);
    assert_eq!(scene().moves("1 layoff 2S>1 AS>1 6S>1 7S>1").scores(), [22, 0]);
    assert_eq!(scene().moves("1 layoff -").scores(), [38, 0]);
    assert_eq!(scene().moves("1 layoff 7S>2").scores(), [31, 0]);
    let mut odd = scene();
    assert!(matches!(odd.illegal(1, "layoff AS>1"), Illegal::DoesNotFit { .. }));
    assert!(matches!(odd.illegal(1, "layoff 2S>4"), Illegal::NoSuchMeld { number: 4, melds: 3 }));
    assert!(matches!(odd.illegal(1, "layoff 7S>2 6S>1 7S>1"), Illegal::LaidOffTwice { .. }));
    assert_eq!(odd.illegal(1, "stock"), Illegal::LayOffFirst);
    let all = scene().legal(1);
    // Down: none, 2S, 2S AS. Up: none, 6S, 6S 7S; and 7S may go on the sevens unless it went on the run.
    assert_eq!(all.len(), 3 * (2 * 2 + 1));
    assert!(all.contains(&"layoff AS>1 2S>1 6S>1 7S>1".to_owned()), "pairs stand by meld, then card");
    let none = knock_at_once("classic", "layoff=manual", NINE, TWENTY_SEVEN, "TC");
    assert_eq!(none.legal(1), ["layoff -"], "one move also when nothing fits");
}

#[test]
fn what_the_knocker_laid_out_is_gone_with_the_next_deal() {
    let scene = knock_at_once("classic", "layoff=manual", CHAIN[0], CHAIN[1], "TH");
    assert!(scene.play.public().tables[0].spread.is_some());
    let next = scene.moves("1 layoff -");
    assert_eq!((next.play.public().hand, next.phase()), (2, Phase::Upcard));
    assert!(next.play.public().tables[0].spread.is_none());
}

#[test]
fn lay_offs_against_gin_lower_the_count_and_never_undercut() {
    let (gin, other) = ("7H 7D 7C 3S 4S 5S JD QD KD TD", "9C 9D 9H 7S 6S 2S AS 2C 3C 4C");
    assert_eq!(knock_at_once("classic", "", gin, other, "TH").scores(), [16 + 25, 0]);
    assert_eq!(knock_at_once("classic", "gin_layoff=true", gin, other, "TH").scores(), [25, 0]);
    let manual = knock_at_once("classic", "gin_layoff=true layoff=manual", gin, other, "TH");
    assert_eq!(manual.moves("1 layoff 6S>1").scores(), [10 + 25, 0]);
}

#[test]
fn on_your_honour_a_knock_over_the_limit_is_the_other_players_to_judge() {
    let knocked = || plain("illegal_knock=honour").moves("0 pass, 1 pass, 0 stock, 0 knock QH");
    let told = knocked();
    assert_eq!((told.phase(), told.legal(1)), (Phase::Answer, vec!["accept".to_owned(), "refuse".to_owned()]));
    let view = serde_json::to_string(told.play.public()).unwrap();
    assert!(!view.contains("QH"), "the card lies face down: {view}");
    // Accepted: 4-run, three queens, K 6 3 = 19 against 27.
    assert_eq!(knocked().moves("1 accept").scores(), [8, 0]);
    let mut refused = knocked().moves("1 refuse");
    let table = &refused.play.public().tables[0];
    assert_eq!(table.discards.top(), Card::parse("QH"));
    assert!(table.player(seat(0)).exposed && table.player(seat(0)).known == refused.play.state().own[seat(0)].hand);
    assert_eq!(refused.legal(1), ["stock", "take"], "the other player's turn follows");
    refused = refused.moves("1 stock, 1 KC, 0 stock");
    assert!(refused.facts.iter().any(|t| matches!(t, Told { to: crate::To::Everyone, event: Event::Card { .. } })));
    // A knock within the limit is an ordinary one, and a good hand laid out too little is not.
    assert_eq!(plain("illegal_knock=honour").moves("0 pass, 1 pass, 0 stock, 0 knock KH").scores(), [18, 0]);
    let little = plain("illegal_knock=honour").moves("0 pass, 1 pass, 0 stock, 0 knock KH QS-QH-QD-QC, 1 accept");
    assert_eq!(little.scores(), [0, 31 - 27 + 25]);
}

#[test]
fn an_honour_knock_refused_at_two_cards_ends_the_hand() {
    let mut scene = Scene::new("classic", "illegal_knock=honour", &[]);
    loop {
        let who = scene.play.awaiting().seats().iter().next().unwrap();
        let view = scene.play.view(Some(who));
        let stock = scene.play.public().tables[0].stock;
        let m = match scene.phase() {
            Phase::Upcard => Move::Pass,
            Phase::Discard { .. } if stock == 2 => Move::Knock(view.own().unwrap().drawn.unwrap(), None),
            Phase::Discard { .. } => Move::Discard(view.own().unwrap().drawn.unwrap()),
            Phase::Answer => Move::Refuse,
            _ => Move::Stock,
        };
        let last = m == Move::Refuse;
        scene.facts.clear();
        scene.play.act(who, m, &mut scene.facts).unwrap();
        if last || scene.play.public().hand > 1 {
            break;
        }
    }
    assert!(scene.facts.iter().any(|t| matches!(t.event, Event::Dead { .. })));
}

#[test]
fn the_keeper_may_void_a_hand_where_the_option_says_so() {
    let mut scene = plain("misdeal_bonus=true target=15");
    let mut facts = Vec::new();
    scene.play.void(Seat::FIRST, &mut facts).unwrap();
    assert_eq!((scene.scores(), scene.dealer()), (vec![10, 0], 1));
    scene.play.void(Seat::FIRST, &mut facts).unwrap();
    assert!(matches!(scene.play.progress(), Progress::MatchOver(_)), "it may end the match");
    assert_eq!(scene.scores(), [20 + 20 + 200, 0], "no hand was won by either");
    assert_eq!(plain("").play.void(Seat::FIRST, &mut facts), Err(Refused::NothingToVoid));
}

#[test]
fn refusals_speak_in_figures_and_cite_the_rule() {
    let setup = crate::catalog::Setup { seed: [3; 32], ..Default::default() };
    let (mut play, _) = crate::catalog::game("gin-rummy").unwrap().start(setup).unwrap();
    let who = play.awaiting().seats().iter().next().unwrap();
    let Refusal { code, rule, nearest, .. } = play.act(who, "stock").unwrap_err();
    assert_eq!((code, rule), (RefusalCode::Illegal, Some("the-upcard")));
    assert!(nearest.iter().all(|m| m == "pass" || m == "take") && nearest.len() == 2);
    let why = Illegal::TooMuch { card: Card::parse("KC").unwrap(), left: 12, limit: 7 };
    assert_eq!(why.to_string(), "Knocking with K♣ leaves 12 unmatched, and this hand needs 7 or less.");
    assert_eq!(crate::Refuse::rule(&why), RuleRef("knocking"));
}
