//! Klaberjass by somebody who sees all cards. The match is played beside ours, from the seed that only the ladder has.

use engine::klaberjass::{Klaberjass, sees_all};
use engine::random::seed;
use engine::{Chance, Facts, Match, Notation, Play, Preparing, Reader, Seat};

/// The same match, with its cards open.
pub struct Seer(Match<Klaberjass>);

impl Seer {
    /// For a match that has just begun from the seed of this number.
    pub fn new(play: &dyn Play, number: u64) -> Option<Self> {
        let variant = Klaberjass::variants().iter().find(|variant| variant.id == play.header().variant)?;
        let chance = Chance::from_seed(seed(number));
        Some(Self(Match::start(&(variant.options)(), 2, play.header().first, chance, &mut Facts::<Klaberjass>::new())))
    }

    pub fn ask(&self, seat: Seat) -> String {
        sees_all(&self.0, seat).map(|m| Klaberjass::say(&m)).unwrap_or_default()
    }

    /// Repeats what is about to be played.
    pub fn repeat(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let m =
            Klaberjass::read(&self.0.view(Some(seat)), text, &Reader::plain(2)).map_err(|why| format!("{why:?}"))?;
        self.0.act(seat, m, &mut Facts::<Klaberjass>::new()).map_err(|why| format!("{why:?}"))
    }
}
