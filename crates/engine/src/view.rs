//! Positions, and what one seat may know of them.

use super::game::{Game, Parts};
use super::seats::{Seat, Seats};

/// A position, in three drawers: what all may read, what each seat may read, and what nobody may.
///
/// Deliberately without `Debug`: a position never reaches a log.
pub struct State<G: Parts> {
    pub(crate) public: G::Public,
    pub(crate) own: Seats<G::Private>,
    pub(crate) secret: G::Secret,
}

impl<G: Parts> Clone for State<G> {
    fn clone(&self) -> Self {
        Self { public: self.public.clone(), own: self.own.clone(), secret: self.secret.clone() }
    }
}

impl<G: Parts> PartialEq for State<G> {
    fn eq(&self, other: &Self) -> bool {
        self.public == other.public && self.own == other.own && self.secret == other.secret
    }
}

/// Everything one seat (or a spectator) may know. The drawers behind it are out of reach, even for games: the only
/// ways in are the methods below.
pub struct View<'a, G: Parts> {
    seat: Option<Seat>,
    state: &'a State<G>,
}

impl<G: Parts> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Parts> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    pub(super) const fn new(state: &'a State<G>, seat: Option<Seat>) -> Self {
        Self { seat, state }
    }

    /// Whose view; `None` is a spectator's.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// What everybody may read.
    #[must_use]
    pub const fn public(&self) -> &'a G::Public {
        &self.state.public
    }

    /// The viewer's own drawer.
    #[must_use]
    pub fn own(&self) -> Option<&'a G::Private> {
        self.seat.map(|seat| &self.state.own[seat])
    }

    /// Another seat's drawer, if the rules let the viewer see it ([`Turns::lets_see`](super::Turns::lets_see)), or the viewer's own.
    #[must_use]
    pub fn shown(&self, whose: Seat) -> Option<&'a G::Private> {
        let viewer = self.seat?;
        let open = viewer == whose || G::lets_see(&self.state.public, viewer, whose);
        if open { self.state.own.get(whose) } else { None }
    }

    /// The backs of a seat's cards, such as how many there are.
    #[must_use]
    pub fn backs(&self, whose: Seat) -> G::Backs {
        G::backs(&self.state.own[whose])
    }

    /// How many seats the table has.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.state.own.count()
    }
}
