//! What a table looks like, described without geometry: which cards lie together, under what label, and how they
//! are marked. Games describe a view in these terms; `render` lays it out and draws it. A picture is made only of
//! what its viewer may know.

mod poster;
mod ring;

use serde::Serialize;

use super::cards::Card;
use super::seats::{Seat, Seats, Side};

pub use poster::{Feat, Poster, PosterPlace};
pub use ring::{Arrow, Holes, Ring, RingHole, RingPeg, RingSide, RingTarget, Trace};

const _: fn(crate::Language) = |crate::Language::English| ();

/// What one card shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CardFace {
    /// A card of the French pack, or a joker.
    French(Card),
    /// A card of the King's Keys: its number from 1 to 4, its item (0–3: key, axe, shield, coin) and its kingdom
    /// (0–3: sun, mountain, forest, ocean).
    Keys(u8, u8, u8),
    /// The back.
    Back,
}

/// How a card stands out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Not at all.
    #[default]
    Plain,
    /// Raised: it can be played now.
    Raised,
    /// Framed: it has just come, or is the one that matters.
    Fresh,
    /// Framed in another tone: laid off, won, stolen.
    Gained,
    /// Pale: it is out of play, or cannot be played now.
    Faint,
}

/// One card on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct CardPic {
    /// What it shows.
    pub face: CardFace,
    /// How it stands out.
    pub mark: Mark,
    /// A few characters below it: what a joker stands for, who played it. Usually empty.
    pub tag: String,
}

impl CardPic {
    /// A card face up.
    #[must_use]
    pub const fn up(card: Card) -> Self {
        Self { face: CardFace::French(card), mark: Mark::Plain, tag: String::new() }
    }

    /// A card face down.
    #[must_use]
    pub const fn down() -> Self {
        Self { face: CardFace::Back, mark: Mark::Plain, tag: String::new() }
    }

    /// The same card, marked.
    #[must_use]
    pub fn mark(self, mark: Mark) -> Self {
        Self { mark, ..self }
    }

    /// The same card with a few characters below it.
    #[must_use]
    pub fn tag(self, tag: impl Into<String>) -> Self {
        Self { tag: tag.into(), ..self }
    }
}

/// How the cards of a group lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lay {
    /// Overlapping, each showing its corner: a hand, a meld.
    #[default]
    Fan,
    /// Side by side, each in full.
    Apart,
    /// As a fan, with a little space wherever the suit changes: a hand, in which runs are seen.
    Suited,
    /// On a heap: the first card is on top, and a few below it show their edges.
    Heap,
}

/// What a table is made of: each game is played in a place of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Nothing in particular.
    #[default]
    Plain,
    /// Green felt with an edge of brass.
    Felt,
    /// A table of a café: burgundy and marble.
    Cafe,
    /// Slate, with keyholes.
    Slate,
    /// Parchment and purple, with banners.
    Parchment,
    /// A board to chalk on.
    Chalk,
    /// Wood.
    Wood,
    /// Teal, with a pattern of eights.
    Eights,
}

/// Cards that belong together.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Group {
    /// Above them: whose or what they are. May be empty.
    pub label: String,
    /// The cards, in reading order.
    pub cards: Vec<CardPic>,
    /// How they lie.
    pub lay: Lay,
    /// Below them: what they count, how many there are. May be empty.
    pub note: String,
    /// Framed as the group that matters now.
    pub lit: bool,
}

impl Group {
    /// Cards that overlap, without words.
    #[must_use]
    pub fn fan(cards: impl IntoIterator<Item = CardPic>) -> Self {
        Self { cards: cards.into_iter().collect(), ..Self::default() }
    }

    /// Cards side by side, without words.
    #[must_use]
    pub fn apart(cards: impl IntoIterator<Item = CardPic>) -> Self {
        Self { lay: Lay::Apart, ..Self::fan(cards) }
    }

    /// Cards that overlap, a little apart where the suit changes.
    #[must_use]
    pub fn suited(cards: impl IntoIterator<Item = CardPic>) -> Self {
        Self { lay: Lay::Suited, ..Self::fan(cards) }
    }

    /// A heap with this card on top, if there is one, and this many cards in all.
    #[must_use]
    pub fn heap(top: Option<CardPic>, count: usize) -> Self {
        let below = count.saturating_sub(1).min(2);
        let cards = top.into_iter().chain((0..below).map(|_| CardPic::down()));
        Self { lay: Lay::Heap, ..Self::fan(cards) }
    }

    /// The same group with a label above it.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// The same group with a note below it.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// The same group, framed.
    #[must_use]
    pub fn lit(self, lit: bool) -> Self {
        Self { lit, ..self }
    }
}

/// Columns of words and figures.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Sheet {
    /// Above the columns; the first is on the left, the others are aligned to the right.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
    /// The row set in bold, such as the total or the reader's own.
    pub strong: Option<usize>,
}

/// How a figure went over time, such as a rating.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Curve {
    /// At even distances, the latest last.
    pub points: Vec<i32>,
}

/// One part of an equation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EquationPart {
    /// A card that stands for a number.
    Card(CardPic),
    /// What stands between cards: an operator, a bracket, a number that is not a card.
    Sign(String),
}

/// Cards and signs in a row.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Equation {
    /// From left to right.
    pub parts: Vec<EquationPart>,
    /// Drawn smaller than the one that is asked for now.
    pub small: bool,
}

/// One rung of a ladder.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rung {
    /// On it: a number.
    pub name: String,
    /// Who stands there: a seat and the player's name.
    pub by: Option<(Seat, String)>,
    /// Below it: what it brought. May be empty.
    pub note: String,
    /// Has it been climbed?
    pub climbed: bool,
    /// Is it the one being attempted now?
    pub now: bool,
}

/// Several players who win together, and what they have scored: shown once, not beside each of them as if it were
/// that player's alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Team {
    /// Which.
    pub side: Side,
    /// Their names.
    pub members: String,
    /// What they have: `48`, `3 of 10 home`.
    pub score: String,
}

/// What a side of several players is called. A number, because letters stand for seats, colours and suits.
#[must_use]
pub fn team(side: Side) -> String {
    format!("Team {}", side.0 + 1)
}

/// One part of a table, below the one before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// Groups of cards side by side, continued in a further row when one is full.
    Groups(Vec<Group>),
    /// The same with large cards: what is to be decided on, such as the trick that is being played.
    Large(Vec<Group>),
    /// The same with small cards: what is over, and what is only looked up, such as the order of the ranks.
    Small(Vec<Group>),
    /// Words, a line of them or several.
    Line(String),
    /// A line of words that matters: a heading, an outcome.
    Loud(String),
    /// Columns of words and figures.
    Sheet(Sheet),
    /// Cards and signs in a row.
    Equation(Equation),
    /// Rungs to be climbed, the lowest first.
    Ladder(Vec<Rung>),
    /// What teams have scored. If there are partners and the game does not show this itself, their bare totals are
    /// added.
    Teams(Vec<Team>),
    /// A board of holes with its pegs.
    Ring(Box<Ring>),
    /// How a match ended.
    Poster(Box<Poster>),
    /// A line from left to right.
    Course(Curve),
}

/// What a game says of one seat, beside its name and score.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Placard {
    /// How many cards are held out of sight; `None` if that number says nothing.
    pub backs: Option<u8>,
    /// A few words each: `dealer`, `solo`, `3 tricks`.
    pub notes: Vec<String>,
}

/// What a game says of a table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Picture {
    /// What is at stake, in a few words that are set large: `knock ≤ 7 · ×2`.
    pub stake: String,
    /// What else is to be known of the match, in a line below that; nothing that the stake says.
    pub about: String,
    /// One for each seat.
    pub seats: Seats<Placard>,
    /// The table, from the top down.
    pub zones: Vec<Zone>,
    /// The table in a sentence or two, for people who use a screen reader: what lies where. Whose turn it is and
    /// the scores are added for all games alike and do not belong here.
    pub alt: String,
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Seated {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub name: String,
    /// The side they are on.
    pub side: Side,
    /// The side's running total. That of partners is shown once for all of them.
    pub score: i32,
    /// Is this seat asked to act?
    pub turn: bool,
    /// Has this seat resigned?
    pub gone: bool,
    /// What the game says of it.
    pub placard: Placard,
}

/// Does anybody share a side with another?
#[must_use]
pub fn have_partners(sitters: &[Seated]) -> bool {
    sitters.iter().enumerate().any(|(i, s)| sitters[..i].iter().any(|t| t.side == s.side))
}

/// A whole table as one viewer sees it, of any game: what is drawn.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Screen {
    /// The game's colour, `0xRRGGBB`.
    pub color: u32,
    /// What the table is made of.
    pub ground: Ground,
    /// The game and its variant, where no message beside the picture says it.
    pub title: String,
    /// What is at stake, set large.
    pub stake: String,
    /// What is special now, in a line.
    pub headline: String,
    /// Those at the table, in seat order; empty if they need not be shown.
    pub sitters: Vec<Seated>,
    /// The table, from the top down.
    pub zones: Vec<Zone>,
    /// The viewer's own cards, from the top down; empty for spectators.
    pub hand: Vec<Zone>,
    /// The same in a few sentences.
    pub alt: String,
}

impl Screen {
    /// Whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty() && self.hand.is_empty()
    }

    /// This one, and below it the other with its headline.
    #[must_use]
    pub fn above(mut self, below: Self) -> Self {
        self.zones.push(Zone::Loud(below.headline));
        self.zones.extend(below.zones);
        self.alt = format!("{} {}", self.alt, below.alt);
        self
    }

    /// The viewer's own cards without the table.
    #[must_use]
    pub fn hand_alone(&self) -> Self {
        Self {
            color: self.color,
            ground: self.ground,
            stake: self.stake.clone(),
            hand: self.hand.clone(),
            alt: self.alt.clone(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_laid_out_next_stands_below_its_headline() {
        let line = |text: &str| Zone::Line(text.to_owned());
        let screen = |headline: &str, text: &str| Screen {
            headline: headline.to_owned(),
            zones: vec![line(text)],
            alt: format!("{headline} {text}"),
            ..Screen::default()
        };
        let whole = screen("Ben knocked.", "cards").above(screen("The round is over.", "Ada 3 · Ben 9"));
        assert_eq!(whole.zones, [line("cards"), Zone::Loud("The round is over.".to_owned()), line("Ada 3 · Ben 9")]);
        assert_eq!(whole.alt, "Ben knocked. cards The round is over. Ada 3 · Ben 9");
    }
}
