//! Facts of any game behind one type, and the acts that every game knows.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::game::{Facts, Game, To, Told};
use crate::picture::{Feat, Zone};
use crate::seats::{Seat, SeatSet};
use crate::words::{Language, Moment, Reader, Words};

/// Something that happened, of any game.
#[derive(Clone)]
pub struct Fact {
    /// Who may know it.
    pub to: To,
    /// What kind of fact it is to a reader.
    pub moment: Moment,
    /// The seats that play the part of the match it happened in; nobody: it concerns them all.
    pub part: SeatSet,
    happening: Arc<dyn Happening>,
}

impl Fact {
    /// What happened, told to these.
    pub fn new(to: To, moment: Moment, part: SeatSet, happening: impl Happening + 'static) -> Self {
        Self { to, moment, part, happening: Arc::new(happening) }
    }

    /// Is it how a hand ended, as everybody is told?
    #[must_use]
    pub fn is_result(&self) -> bool {
        self.moment == Moment::Result && self.to.reaches(None)
    }

    /// In words; empty for what is [silent](Moment::Silent).
    #[must_use]
    pub fn tell(&self, reader: &Reader) -> String {
        self.happening.tell(reader)
    }

    /// What it means to somebody who meets it for the first time; `None` if its words say it.
    #[must_use]
    pub fn meaning(&self, language: Language) -> Option<&'static str> {
        self.happening.meaning(language)
    }

    /// What there is to see of it; usually nothing.
    #[must_use]
    pub fn showdown(&self, reader: &Reader) -> Vec<Zone> {
        self.happening.showdown(reader)
    }

    /// Who brought off something here, and how great it is; usually nobody.
    #[must_use]
    pub fn feat(&self) -> Option<(SeatSet, i32)> {
        self.happening.feat()
    }

    /// That as a small picture.
    #[must_use]
    pub fn feat_picture(&self, reader: &Reader) -> Option<Feat> {
        self.happening.feat_picture(reader)
    }

    /// As programs read it.
    #[must_use]
    pub fn json(&self) -> Value {
        self.happening.json()
    }
}

impl fmt::Debug for Fact {
    /// Shows only who may know and the kind of fact: what happened may be for certain eyes only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fact").field("to", &self.to).field("moment", &self.moment).finish_non_exhaustive()
    }
}

impl PartialEq for Fact {
    /// Whether programs read the same.
    fn eq(&self, other: &Self) -> bool {
        let known = |fact: &Self| (fact.to, fact.moment, fact.part, fact.json());
        known(self) == known(other)
    }
}

/// What happened, in whichever game.
pub trait Happening: Send + Sync {
    /// [`Fact::tell`].
    fn tell(&self, reader: &Reader) -> String;
    /// [`Fact::json`].
    fn json(&self) -> Value;
    /// [`Fact::meaning`].
    fn meaning(&self, _: Language) -> Option<&'static str> {
        None
    }
    /// [`Fact::showdown`].
    fn showdown(&self, _: &Reader) -> Vec<Zone> {
        Vec::new()
    }
    /// [`Fact::feat`].
    fn feat(&self) -> Option<(SeatSet, i32)> {
        None
    }
    /// [`Fact::feat_picture`].
    fn feat_picture(&self, _: &Reader) -> Option<Feat> {
        None
    }
}

struct Event<G: Game>(G::Event);

impl<G: Words> Happening for Event<G> {
    fn tell(&self, reader: &Reader) -> String {
        G::tell(&self.0, reader)
    }

    fn json(&self) -> Value {
        serde_json::to_value(&self.0).unwrap_or_default()
    }

    fn meaning(&self, language: Language) -> Option<&'static str> {
        G::meaning(&self.0, language)
    }

    fn showdown(&self, reader: &Reader) -> Vec<Zone> {
        G::showdown(&self.0, reader)
    }

    fn feat(&self) -> Option<(SeatSet, i32)> {
        G::feat(&self.0)
    }

    fn feat_picture(&self, reader: &Reader) -> Option<Feat> {
        G::feat_picture(&self.0, reader)
    }
}

/// An act that every game knows.
pub(super) enum Common {
    /// Who, and whether the match goes on without them.
    Resigned(Seat, bool),
    Voided,
}

impl Happening for Common {
    fn tell(&self, reader: &Reader) -> String {
        let Language::English = reader.language;
        match self {
            Self::Resigned(seat, false) => format!("{} resigned.", reader.name(*seat)),
            Self::Resigned(seat, true) => {
                format!("{} resigned. The simplest moves are played for that seat from now on.", reader.name(*seat))
            }
            Self::Voided => "The hand was voided.".to_owned(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Resigned(seat, _) => json!({"kind": "resigned", "seat": seat}),
            Self::Voided => json!({"kind": "voided"}),
        }
    }
}

/// A game's facts with their type erased.
pub(super) fn wrap<G: Words>(facts: Facts<G>) -> Vec<Fact> {
    facts
        .into_iter()
        .map(|Told { to, event }| {
            let (moment, part) = (G::moment(&event), G::part_of(&event));
            Fact::new(to, moment, part, Event::<G>(event))
        })
        .collect()
}

/// An act that every game knows, told to everyone.
pub(super) fn common(happening: Common) -> Fact {
    Fact::new(To::Everyone, Moment::Passing, SeatSet::EMPTY, happening)
}
