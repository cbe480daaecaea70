//! How a match begins, and what those who sit there add to its chance.

use super::super::names::{NAME_COLUMNS, harmless};
use super::super::rejection::{NotStarted, Rejection, Unfit, Untimely};
use super::super::seeds::Seeds;
use super::super::terms::wanted;
use super::{Did, Edited, Edition, Lobby};
use crate::store::{Cause, Sitter, Stage, TableRow};
use engine::catalog::Setup;
use engine::proof::{Bytes, drawn_first};

/// The most characters of a word.
pub const LONGEST_WORD: usize = NAME_COLUMNS;

/// What a press adds to the chance.
pub(in crate::tables) fn adds(seeds: &Seeds, cause: Option<Cause>) -> Option<String> {
    seeds.press(cause).map(|id| format!("press:{id}"))
}

/// Whether nothing but chance says who plays first.
pub(in crate::tables) fn is_first_drawn(row: &TableRow, game: &dyn engine::catalog::Listed, seats: u8) -> bool {
    row.first.is_none_or(|first| first.number() >= seats) && game.first(seats).is_none()
}

impl Lobby<'_> {
    /// Somebody who sits there says a word, in the place of the press by which they sat down.
    pub(super) fn say_word(&self, word: &str) -> Edited {
        self.in_lobby(Untimely::Begun)?;
        let seat = self.table.seat_of(self.who.id).ok_or(Rejection::NotSeated)?;
        // As it is posted, so that whoever notes it has what was added.
        let word: String = harmless(word).chars().filter(|c| !matches!(c, '“' | '”' | '·')).collect();
        let mut edition = self.edition();
        edition.row.sitters[seat.index()].adds = Some(format!("word:{word}"));
        Ok(edition.say(self.did(Did::SayWord)))
    }

    /// Starts the match.
    pub(super) fn begin(&self, edition: &mut Edition) -> Result<(), Rejection> {
        let (row, game) = (&mut edition.row, self.table.game);
        let (fewest, most) = wanted(row, game)?;
        let seated = row.sitters.len() as u8;
        if seated < fewest {
            return Err(NotStarted::TooFew { seated, fewest }.into());
        }
        debug_assert!(seated <= most, "nobody joins a full table");
        if row.challenge {
            let order: Vec<Sitter> = row.guests.iter().map(|g| g.who).collect();
            row.sitters.sort_by_key(|s| order.iter().position(|&who| who == s.who));
        }
        let seed = self.seed(row)?;
        let first = row.first.filter(|f| f.number() < seated);
        let setup = Setup {
            variant: Some(row.variant.clone()),
            options: row.options.clone(),
            seats: Some(seated),
            seed,
            first: first.or_else(|| game.first(seated)).or_else(|| Some(drawn_first(seed, seated))),
            decks: Vec::new(),
        };
        let started = game.start(setup).map_err(Unfit::from)?;
        row.header = Some(started.0.header().clone());
        row.stage = Stage::Playing;
        edition.started = Some(started);
        Ok(())
    }

    /// The seed: of what the table committed itself to, and what was added. A table that was opened before there was that
    /// draws one.
    fn seed(&self, row: &mut TableRow) -> Result<Bytes, Rejection> {
        let Some(sealed) = &mut row.seal else { return Ok(self.seeds.draw()?) };
        // Only Discord and we know the ids of presses: beside a word that somebody typed, none shall come after it.
        let worded = row.sitters.iter().any(|one| one.adds.as_ref().is_some_and(|adds| adds.starts_with("word:")));
        let press = self.cause.and_then(|cause| self.seeds.press(Some(cause)));
        let start = match press {
            Some(_) if worded => "start:words".to_owned(),
            Some(id) => format!("start:{id}"),
            None => "start:nothing".to_owned(),
        };
        sealed.start = Some(start + &self.round.iter().map(|round| format!("\n{round}")).collect::<String>());
        let seal = sealed.seal;
        Ok(seal.seed(&row.entropy()))
    }
}
