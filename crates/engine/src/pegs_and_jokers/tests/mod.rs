//! Tests of Pegs and Jokers.

mod bluffing;
mod controls;
mod examples;
mod geometry;
mod readings;
mod reasons;
mod refusals;
mod whole;
mod words;

use super::spots::{Log, Peg, Spot};
use super::state::Discard;
use super::track::Board;
use super::{Event, Move, Options, PegsAndJokers};
use crate::cards::{Card, CardText};
use crate::random::{by, random_move};
use crate::words::walk;
use crate::{
    Chance, Choosing, Dealing, Facts, Legal, Narration, Notation, Playing, Preparing, Progress, Reader, Refuse, Seat,
    State, View,
};

/// The options of a variant.
pub(super) fn variant(id: &str) -> Options {
    (PegsAndJokers::variants().iter().find(|v| v.id == id).expect("a variant").options)()
}

pub(super) fn seat(letter: char) -> Seat {
    Seat::new(letter.to_ascii_uppercase() as u8 - b'A').expect("a seat")
}

pub(super) fn peg(name: &str) -> Peg {
    super::read::peg(name, 8).expect("a peg")
}

/// A position made for a test, with the first seat on turn.
pub(super) struct Desk {
    pub state: State<PegsAndJokers>,
    chance: Chance,
    pub facts: Facts<PegsAndJokers>,
    pub progress: Progress,
}

impl Desk {
    /// A table for four; `pegs` like `a1 A8, b2 BH3`, all others in start; the first seat's hand as ranks.
    pub fn of(options: Options, pegs: &str, hand: &str) -> Self {
        Self::sized(options, 4, pegs, hand)
    }

    pub fn sized(options: Options, seats: u8, pegs: &str, hand: &str) -> Self {
        let state = PegsAndJokers::open(&options, seats, Seat::FIRST);
        let chance = Chance::from_seed([3; 32]);
        let mut desk = Self { state, chance, facts: Vec::new(), progress: Progress::Playing };
        let mut pack = PegsAndJokers::pack(&options, seats);
        pack.reverse();
        desk.state.public.pile = pack.len() as u16;
        desk.state.secret.pile = pack;
        desk.put(pegs);
        desk.hand('A', hand);
        desk
    }

    pub fn basic(pegs: &str, hand: &str) -> Self {
        Self::of(Options::default(), pegs, hand)
    }

    pub fn put(&mut self, pegs: &str) {
        for (name, place) in pegs.split(", ").filter_map(|pair| pair.split_once(' ')) {
            let peg = peg(name);
            let spot = match place.split_once('H').map(|(_, n)| n.parse::<u8>()) {
                Some(Ok(n)) => Spot::home(n),
                _ if place.ends_with('S') => Spot::START,
                _ => Spot::track(super::read::hole(place, self.state.public.seats()).expect("a hole")),
            };
            self.state.public.board.place(peg, spot, false, &mut Log::new());
        }
    }

    pub fn hand(&mut self, whose: char, ranks: &str) {
        self.state.own[seat(whose)].hand = ranks.split_whitespace().map(card).collect();
    }

    pub fn drawn(&mut self, whose: char, rank: &str) {
        let own = &mut self.state.own[seat(whose)];
        own.hand.push(card(rank));
        own.drawn = Some(card(rank));
    }

    pub fn view(&self) -> View<'_, PegsAndJokers> {
        View::new(&self.state, Some(self.state.public.asked()))
    }

    /// Canonical texts of every legal move of the seat that is asked.
    pub fn legal(&self) -> Vec<String> {
        let mut out = Vec::new();
        walk(&self.view(), &mut Vec::new(), "", &mut |m| {
            out.push(PegsAndJokers::say(&m));
            true
        });
        out
    }

    /// The legal moves whose text starts like this.
    pub fn starting(&self, prefix: &str) -> Vec<String> {
        self.legal().into_iter().filter(|text| text.starts_with(prefix)).collect()
    }

    pub fn has(&self, text: &str) -> bool {
        self.legal().iter().any(|legal| legal == text)
    }

    pub fn read(&self, text: &str) -> Result<Move, String> {
        PegsAndJokers::read(&self.view(), text, &Reader::plain(8)).map_err(|wrong| format!("{wrong:?}"))
    }

    /// Reads, checks and plays a move; returns its canonical text, or the anchor of the rule that refuses it.
    pub fn play(&mut self, text: &str) -> Result<String, String> {
        let m = self.read(text)?;
        let legal = Legal::checked(&self.view(), m).map_err(|why| {
            assert!(!why.to_string().is_empty());
            why.rule().0.to_owned()
        })?;
        let asked = self.state.public.asked();
        self.progress = PegsAndJokers::apply(&mut self.state, asked, legal, &mut self.chance, &mut self.facts);
        Ok(PegsAndJokers::say(&m))
    }

    /// Plays a move; then the turn comes back to the first seat, with this hand.
    pub fn again(&mut self, text: &str, hand: &str) {
        self.play(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        self.state.public.turn = Seat::FIRST;
        self.hand('A', hand);
    }

    pub fn at(&self, name: &str) -> String {
        let peg = peg(name);
        self.state.public.board.at(peg).name(peg.colour())
    }

    pub fn told(&self) -> Vec<String> {
        let names = Reader::english(crate::Seats::of(self.state.public.seats(), |s| {
            ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"][s.index()].to_owned()
        }));
        self.facts.iter().map(|told| PegsAndJokers::tell(&told.event, &names)).collect()
    }

    pub fn board(&self) -> &Board {
        &self.state.public.board
    }
}

/// A card of a rank; its suit does not matter.
pub(super) fn card(rank: &str) -> Card {
    match rank {
        "X" => Card::RED_JOKER,
        rank => Card::parse(&format!("{rank}S")).expect("a rank"),
    }
}

impl crate::suite::Probe for PegsAndJokers {
    const OPENS: &[(&str, &str)] = &[
        ("1", "aim|goal|object|what is the goal?|how to play|how many players"),
        ("3", "deal|start|setup|who goes first"),
        ("4", "turn|my turn"),
        ("5", "card|values"),
        ("5.3", "joker|jokers"),
        ("6", "move|moving"),
        ("8", "win|how to win|winner|winning|score|points|end|finish|over"),
        ("9", "count|stuck"),
        ("10", "bluff|bluffing|10"),
        ("11", "variants"),
        ("12", "options|home_safe_from_doubt"),
        ("13", "notation|how to write moves"),
        ("15", "examples|worked examples"),
        ("16", "strategy|tips|advice|how to play well"),
    ];
    const ASKS_WRONGLY: &str = r#"{"distance": {"from": LONG, "to": "A8", "seats": 4}}"#;

    const MOST_MOVES: usize = 400_000;
    const LOOK_EVERY: usize = 499;

    fn cards(state: &State<Self>) -> Vec<Card> {
        let mut cards = state.secret.pile.clone();
        for own in &state.own {
            cards.extend(own.hand.iter().chain(&own.laid));
        }
        cards.extend(state.public.discards.iter().filter_map(|discard| match discard {
            Discard::Open(card) => Some(*card),
            Discard::Down(_) => None,
        }));
        cards
    }

    /// A doubt turns a card over; a discard without a move tells, where stuck turns are counted, whether a joker was
    /// kept.
    fn reveals(view: &View<'_, Self>, m: &Move) -> bool {
        match m {
            Move::Doubt => true,
            Move::Drop(_) => view.public().options.free_turn().is_some(),
            _ => false,
        }
    }

    /// The best of a few random moves, so that matches are shorter than a thousand turns. Face down, mostly honest
    /// and mostly trusting, because a match in which doubts keep sending pegs back need not end.
    fn pick(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        let wild = if view.public().options.faces_down { 200 } else { 20 };
        if chance.below(wild) == 0 {
            return None;
        }
        let tries: Vec<Move> = match Self::choices(view, &[]).steps.first()? {
            super::Step::Trust => return Some(Move::Trust),
            super::Step::Down(_) | super::Step::Drop(_) if view.public().options.faces_down => honest(view, chance)?,
            _ => (0..3).map(|_| random_move(view, Vec::new(), by(chance))).collect(),
        };
        tries.into_iter().min_by_key(|m| Self::likelihood(view, m))
    }
}

/// Some honest plays, or a discard.
fn honest(view: &View<'_, PegsAndJokers>, dice: &mut Chance) -> Option<Vec<Move>> {
    let faces = view.own()?.faces();
    let mover = super::mover::Mover::new(view.public(), view.seat()?);
    // If jokers take pegs out of their homes as fast as they get there, a match need not end.
    let endless = |face: &super::Face| *face == super::Face::JOKER && view.public().options.joker_from_home;
    let playable: Vec<super::Face> = faces.iter().filter(|face| !endless(face) && mover.can_play(*face)).collect();
    if playable.is_empty() {
        return Some(vec![Move::Drop(super::worth::least_useful(faces))]);
    }
    let mut one = |_| {
        let face = playable[dice.below(playable.len() as u32) as usize];
        random_move(view, vec![super::Step::Down(face), super::Step::As(face)], by(dice))
    };
    Some((0..6).map(&mut one).collect())
}

crate::suite::suite!(PegsAndJokers);

/// The last thing told, as an event.
pub(super) fn last(desk: &Desk) -> &Event {
    desk.state.public.last.as_ref().expect("something was told")
}
