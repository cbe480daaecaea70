//! The worked examples of the rules, its settled readings, an independent listing, and the shared suite.

mod drafts;
mod examples;
mod listing;
mod readings;
mod reasons;

use super::moves::{Finish, Move, Step};
use super::state::{Phase, Private, Secret, hand_of};
use super::{KingsRummy, Options, Tile, Tiles};
use crate::cards::CardText;
use crate::catalog::{self, Setup};
use crate::chance::Chance;
use crate::face::{Fact, Play};
use crate::game::{Choices, Choosing, Dealing, Facts, Judging, Playing, Progress, State, View};
use crate::options::Overrides;
use crate::seats::Seat;
use crate::suite::{Probe, suite};
use crate::words::{Notation, Reader};

impl Probe for KingsRummy {
    const OPENS: &[(&str, &str)] = &[
        ("", "aim|goal|purpose|how to play|how many players"),
        ("1", "card|values"),
        ("2", "meld|run|what is a meld"),
        ("3", "deal|start|setup|who goes first"),
        ("4", "turn|my turn"),
        ("4.1", "draw|drawing"),
        ("4.2", "lay"),
        ("4.7", "end turn"),
        ("5", "score|scoring|points|win|how to win|winning"),
        ("5.3", "match|finish|how does the game end"),
        ("6", "notation|how to write moves"),
        ("7", "examples|worked examples"),
        ("8", "strategy|tips|advice|how to play well"),
    ];
    const ASKS_WRONGLY: &str = r#"{"meld": [LONG]}"#;

    fn cards(state: &State<Self>) -> Vec<Tile> {
        let public = &state.public;
        let mut cards: Vec<Tile> = state.secret.pile.to_vec();
        cards.extend(state.secret.buried);
        cards.extend(&public.discards);
        cards.extend(public.table.iter().flat_map(|meld| meld.iter()));
        cards.extend(state.own.iter().flat_map(|own| own.hand));
        cards
    }

    fn reveals(view: &View<'_, Self>, m: &Move) -> bool {
        // A player who goes out is shown the others' cards.
        let Move::Turn(turn) = m else { return false };
        match turn.finish {
            Finish::Drop(_) => {
                let played: u32 = turn.parts.iter().map(|part| part.played_from(hand_of(view)).len()).sum();
                played + 1 == hand_of(view).len()
            }
            Finish::Out(_) | Finish::End => true,
        }
    }

    /// Uniformly random play seldom lays and so seldom ends: this player lays or adds whenever a coin toss says so.
    fn pick(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        let mut so_far = Vec::new();
        loop {
            let Choices { mut steps, done } = Self::choices(view, &so_far);
            if done.is_some() {
                return done;
            }
            let plays = |step: &Step| matches!(step, Step::Part(_));
            if chance.below(4) > 0 && steps.iter().any(plays) {
                steps.retain(plays);
            }
            so_far.push(steps.swap_remove(chance.below(steps.len() as u32) as usize));
        }
    }

    const MOST_MOVES: usize = 60_000;
    const CARRIED: &[&str] = &["hand", "dealer", "scores", "turn"];
    const LOOK_EVERY: usize = 401;
}

suite!(KingsRummy);

pub(super) fn set(text: &str) -> Tiles {
    text.split_whitespace().map(|c| Tile::parse(c).unwrap_or_else(|| panic!("{c} is no card"))).collect()
}

pub(super) fn card(text: &str) -> Tile {
    Tile::parse(text).unwrap_or_else(|| panic!("{text} is no card"))
}

/// A position after the draw: these melds on the table, this hand for seat 0; the rest goes to seat 1's ten cards and
/// the pile.
pub(super) fn position(options: &Options, table: &[&str], hand: &str, taken: Option<&str>) -> State<KingsRummy> {
    let melds: Vec<Tiles> = table.iter().map(|meld| set(meld)).collect();
    position_of(options, &melds, set(hand), taken.map(card))
}

pub(super) fn position_of(options: &Options, melds: &[Tiles], hand: Tiles, taken: Option<Tile>) -> State<KingsRummy> {
    let mut state = KingsRummy::open(options, 2, Seat::FIRST);
    let mut rest: Vec<Tile> = Tile::pack().collect();
    let used = melds.iter().fold(hand, |all, meld| all.or(*meld));
    rest.retain(|c| !used.contains(*c));
    state.public.hand = 1;
    state.public.table = melds.iter().copied().collect();
    state.public.phase = Phase::Play { taken };
    let top = rest.pop().expect("cards are left");
    state.public.discards.push(top);
    let other: Tiles = rest.drain(..rest.len().min(10)).collect();
    state.own[Seat::FIRST] = Private { hand, drawn: None };
    state.own[Seat::FIRST.next(2)] = Private { hand: other, drawn: None };
    state.public.pile = rest.len() as u8;
    state.secret = Secret { pile: rest.into_iter().collect(), buried: None };
    state
}

/// Reads a move, which must be legal, and returns its canonical text.
pub(super) fn canonical(state: &State<KingsRummy>, text: &str) -> String {
    let view = View::new(state, Some(Seat::FIRST));
    let m = KingsRummy::read(&view, text, &Reader::plain(8)).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    KingsRummy::check(&view, &m).unwrap_or_else(|why| panic!("{text}: {why}"));
    KingsRummy::say(&m)
}

/// Why a text is refused.
pub(super) fn refused(state: &State<KingsRummy>, text: &str) -> &'static str {
    use crate::game::Refuse;
    let view = View::new(state, Some(Seat::FIRST));
    let m = KingsRummy::read(&view, text, &Reader::plain(8)).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    KingsRummy::check(&view, &m).expect_err(text).rule().0
}

pub(super) fn played(state: State<KingsRummy>, text: &str) -> (State<KingsRummy>, Facts<KingsRummy>) {
    let (state, facts, _) = carried_out(state, text);
    (state, facts)
}

/// Plays a legal text; also returns how the match goes on.
pub(super) fn carried_out(
    mut state: State<KingsRummy>,
    text: &str,
) -> (State<KingsRummy>, Facts<KingsRummy>, Progress) {
    let view = View::new(&state, Some(Seat::FIRST));
    let m = KingsRummy::read(&view, text, &Reader::plain(8)).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    let legal = crate::game::Legal::checked(&view, m).unwrap_or_else(|why| panic!("{text}: {why}"));
    let mut facts = Facts::<KingsRummy>::new();
    let progress = KingsRummy::apply(&mut state, Seat::FIRST, legal, &mut Chance::from_seed([0; 32]), &mut facts);
    (state, facts, progress)
}

/// A match through the `Play` trait, with a stacked pack.
pub(super) fn table(seats: u8, options: &[(&str, serde_json::Value)], deck: &[Tile]) -> (Box<dyn Play>, Vec<Fact>) {
    let options: Overrides = options.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect();
    let decks = if deck.is_empty() { Vec::new() } else { vec![deck.iter().map(|c| c.code()).collect()] };
    let setup = Setup { options, seats: Some(seats), decks, ..Setup::default() };
    catalog::game("kings-rummy").and_then(|g| g.start(setup)).expect("the table starts")
}
