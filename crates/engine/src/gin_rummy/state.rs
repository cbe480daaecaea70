//! A position of gin rummy: one table for two or three players, two tables for four.

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

use super::GinRummy;
use super::event::Event;
use super::melds::Layout;
use super::options::Options;
use crate::cards::{Card, CardSet};
use crate::seats::{Seat, SeatSet, Seats, Side};
use crate::{Awaiting, Turns};

/// Cards in a hand outside a turn.
pub const HAND: usize = 10;
/// A turn that ends with this many cards in the stock, or fewer, ends the hand.
pub const DEAD_STOCK: u8 = 2;

/// What everybody may read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Public {
    /// The options of the match.
    pub options: Options,
    /// Which hand (four players: round) is being played, from 1.
    pub hand: u32,
    /// Running totals by side.
    pub totals: Seats<i32>,
    /// Hands (four players: rounds) won, by side.
    pub won: Seats<u32>,
    /// Totals with the end bonuses, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finals: Option<Seats<i32>>,
    /// The roles when three play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<Roles>,
    /// The tables: one, or two when four play.
    pub tables: ArrayVec<Table, 2>,
}

/// The roles when three play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Roles {
    /// The player who plays alone.
    pub solo: Seat,
    /// Plays against solo, for the rester too.
    pub on_deck: Seat,
    /// Rests this hand, and shares the result of the player on deck.
    pub rester: Seat,
    /// Does the player on deck deal this hand? Only if the deal alternates.
    pub on_deck_deals: bool,
}

/// One pair of players and the cards between them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// The non-dealer, who plays first, and the dealer.
    pub players: [Player; 2],
    /// What is asked of the player on turn.
    #[serde(flatten)]
    pub phase: Phase,
    pub turn: Seat,
    /// The card that was turned after the deal.
    pub upcard: Option<Card>,
    /// The most that a knocker may have unmatched in this hand.
    pub limit: u8,
    /// Does this hand count double (Oklahoma, a spade)?
    pub doubled: bool,
    pub stock: u8,
    pub discards: Discards,
    /// What the knocker has laid out, while the other player lays off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// What the even team (negative: the odd team) won at this table in this round of four.
    #[serde(skip)]
    pub net: i32,
    /// How the hand at this table ended, until the round of four does.
    #[serde(skip)]
    pub ended: Option<Box<Event>>,
    /// Moves made at this table.
    #[serde(skip)]
    pub moves: u32,
}

/// What everybody knows of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Player {
    pub seat: Seat,
    /// Cards in this hand that everybody has seen go there.
    pub known: CardSet,
    /// Does the hand lie face up (because an illegal knock was refused)?
    pub exposed: bool,
}

impl Player {
    const fn at(seat: Seat) -> Self {
        Self { seat, known: CardSet::EMPTY, exposed: false }
    }
}

/// What is asked of the player on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// The cards are to be dealt.
    Undealt,
    /// Take the upcard or pass.
    Upcard,
    /// Both passed the upcard: draw from the stock.
    FirstStock,
    Draw,
    Discard {
        /// The card taken from the discard pile this turn.
        taken: Option<Card>,
    },
    /// Accept or refuse a knock over the limit.
    Answer,
    LayOff,
    /// The hand is over here.
    Over,
}

/// The discard pile. All of it was seen by everybody; the options say whether the table keeps showing more than its
/// top.
#[derive(Clone, PartialEq, Debug)]
pub struct Discards {
    /// First discarded first.
    pub cards: ArrayVec<Card, 52>,
    /// Does the whole pile stay in sight?
    pub open: bool,
}

impl Discards {
    #[must_use]
    pub fn top(&self) -> Option<Card> {
        self.cards.last().copied()
    }
}

impl Serialize for Discards {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Pile<'a> {
            top: Option<Card>,
            count: usize,
            #[serde(skip_serializing_if = "Option::is_none")]
            cards: Option<&'a [Card]>,
        }
        let cards = self.open.then_some(self.cards.as_slice());
        Pile { top: self.top(), count: self.cards.len(), cards }.serialize(to)
    }
}

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By a knock with something unmatched.
    Knock,
    /// With nothing unmatched.
    Gin,
    /// With eleven matched cards.
    BigGin,
}

/// What a knocker laid out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spread {
    pub knocker: Seat,
    /// With what kind of knock.
    pub how: How,
    /// The melds; lay-offs number them from 1.
    pub melds: Layout,
    /// The cards in no meld.
    pub unmatched: CardSet,
    /// What the unmatched cards count.
    pub count: u8,
    /// The card discarded face down; none in big gin.
    pub discard: Option<Card>,
    /// Was it over the limit, and accepted?
    pub over_limit: bool,
}

/// What one seat may read.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Private {
    pub hand: CardSet,
    /// The card that was drawn or taken last, until the turn is over.
    pub drawn: Option<Card>,
    /// A knock over the limit that the other player has not answered yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knock: Option<Knock>,
}

/// A knock that was announced and not yet shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Knock {
    /// The card lying face down.
    pub discard: Card,
    /// The layout that the knocker named; `None` leaves it to the table.
    pub layout: Option<Layout>,
}

/// What nobody may read: the stocks, the next card last.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Secret {
    /// One stock per table.
    pub stocks: ArrayVec<ArrayVec<Card, 31>, 2>,
}

impl Table {
    /// A table before its first deal.
    #[must_use]
    pub fn new(first: Seat, dealer: Seat, options: &Options) -> Self {
        Self {
            players: [Player::at(first), Player::at(dealer)],
            phase: Phase::Undealt,
            turn: first,
            upcard: None,
            limit: options.knock_limit,
            doubled: false,
            stock: 0,
            discards: Discards { cards: ArrayVec::new(), open: options.discard_history },
            spread: None,
            net: 0,
            ended: None,
            moves: 0,
        }
    }

    /// Seats the players of the next hand.
    pub fn seat(&mut self, first: Seat, dealer: Seat) {
        self.players = [Player::at(first), Player::at(dealer)];
        self.phase = Phase::Undealt;
    }

    /// The non-dealer, who plays first.
    #[must_use]
    pub const fn first(&self) -> Seat {
        self.players[0].seat
    }

    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.players[1].seat
    }

    /// The two who play here: the non-dealer and the dealer.
    pub(super) const fn seats(&self) -> [Seat; 2] {
        [self.first(), self.dealer()]
    }

    /// Does the seat play here?
    #[must_use]
    pub fn has(&self, seat: Seat) -> bool {
        self.players.iter().any(|p| p.seat == seat)
    }

    /// The opponent of a seat that plays here.
    #[must_use]
    pub fn other(&self, seat: Seat) -> Seat {
        if self.players[0].seat == seat { self.players[1].seat } else { self.players[0].seat }
    }

    /// What everybody knows of a seat that plays here.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[usize::from(self.players[0].seat != seat)]
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[usize::from(self.players[0].seat != seat)]
    }

    /// The card that set the hand's limit (`oklahoma`), once it no longer lies there as the upcard.
    pub(super) fn turned(&self, oklahoma: bool) -> Option<Card> {
        self.upcard.filter(|_| oklahoma && self.phase != Phase::Upcard)
    }

    /// Is a player asked here?
    #[must_use]
    pub fn is_playing(&self) -> bool {
        !matches!(self.phase, Phase::Undealt | Phase::Over)
    }
}

impl Public {
    /// Which table a seat plays at; a resting seat plays at none.
    #[must_use]
    pub fn place(&self, seat: Seat) -> Option<usize> {
        self.tables.iter().position(|table| table.has(seat))
    }

    /// The table where this seat is on turn.
    #[must_use]
    pub fn on_turn(&self, seat: Seat) -> Option<&Table> {
        self.tables.iter().find(|table| table.turn == seat && table.has(seat) && table.is_playing())
    }

    /// The side of a seat.
    #[must_use]
    pub const fn side(&self, seat: Seat) -> Side {
        side(self.options.players, seat)
    }

    /// The seats of a side.
    #[must_use]
    pub fn members(&self, of: Side) -> SeatSet {
        members(self.options.players, of)
    }

    /// May `viewer` see the cards of another seat?
    #[must_use]
    pub fn lets_see(&self, viewer: Seat, whose: Seat) -> bool {
        match self.roles {
            Some(roles) => self.options.rester_sees && viewer == roles.rester && whose == roles.on_deck,
            None => self.options.partners_talk && self.side(viewer) == self.side(whose),
        }
    }

    /// The seats that see what this one draws, itself among them.
    pub(super) fn watchers(&self, seat: Seat) -> SeatSet {
        let players = self.options.players;
        if players == 2 {
            return SeatSet::one(seat);
        }
        Seat::all(players).filter(|&viewer| viewer == seat || self.lets_see(viewer, seat)).collect()
    }
}

/// The side of a seat at a table for this many players.
#[must_use]
pub const fn side(players: u8, seat: Seat) -> Side {
    Side(if players == 4 { seat.number() % 2 } else { seat.number() })
}

/// The seats of a side at a table for this many players.
#[must_use]
pub fn members(players: u8, of: Side) -> SeatSet {
    Seat::all(players).filter(|&seat| side(players, seat) == of).collect()
}

/// What everybody sees of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Backs {
    pub cards: u8,
}

impl Turns for GinRummy {
    fn options_of(public: &Public) -> &Options {
        &public.options
    }

    fn awaiting(public: &Public) -> Awaiting {
        let asked: SeatSet = public.tables.iter().filter(|t| t.is_playing()).map(|t| t.turn).collect();
        match asked.iter().next() {
            None => Awaiting::Nobody,
            Some(seat) if asked.len() == 1 => Awaiting::Turn(seat),
            Some(_) => Awaiting::Turns(asked),
        }
    }

    fn may_act(public: &Public, seat: Seat) -> bool {
        public.on_turn(seat).is_some()
    }

    fn apart(public: &Public, seat: Seat) -> SeatSet {
        let others = public.tables.iter().filter(|table| !table.has(seat));
        let playing = others.flat_map(|table| table.players.iter().map(|player| player.seat));
        playing.filter(|_| public.tables.len() > 1).collect()
    }

    /// The two tables of four go on independently: a move at one leaves clicks at the other valid.
    fn window(public: &Public, seat: Option<Seat>, moves: u32) -> u32 {
        match seat.and_then(|seat| public.place(seat)) {
            Some(at) if public.tables.len() > 1 => public.tables[at].moves,
            _ => moves,
        }
    }

    fn backs(own: &Private) -> Backs {
        Backs { cards: own.hand.len() as u8 }
    }

    fn lets_see(public: &Public, viewer: Seat, whose: Seat) -> bool {
        public.lets_see(viewer, whose)
    }

    fn hand(public: &Public) -> u32 {
        public.hand
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.finals.clone().unwrap_or_else(|| public.totals.clone())
    }

    fn totals(public: &Public) -> Seats<i32> {
        public.totals.clone()
    }
}
