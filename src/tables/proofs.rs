//! What proves the deals of a table, for whoever asks.

use std::sync::Arc;

use super::lobby::is_first_drawn;
use super::rejection::Rejection;
use super::request::Fault;
use super::room::Room;
use super::snapshot::Snapshot;
use crate::store::{Stage, Stored, TableId, TableRow, UserId};
use engine::catalog;
use engine::proof::{self, Checked, Disproof, Opened, Openings, Played, Proof, VERSION, check};
use engine::{Play, Record, Seat};

/// What proves the deals of a table.
pub struct Verified {
    /// The table now.
    pub snapshot: Arc<Snapshot>,
    /// What there is to check now.
    pub evidence: Evidence,
}

/// What there is to check.
pub enum Evidence {
    /// The match has not begun.
    Lobby,
    /// The openings of a person's own cards, for them alone; `None` if they were dealt none that are hidden.
    Playing(Option<Openings>),
    /// All of it, if the match can be played again; and what was found to be right, or wrong.
    Ended(Option<Box<Proof>>, Result<Checked, Disproof>),
}

impl Room {
    /// What proves the deals of a table. Only for this person to see.
    ///
    /// # Errors
    /// Why not, for the person who asked.
    pub async fn verify(&self, table: &TableId, user: UserId) -> Result<Verified, Rejection> {
        let snapshot = self.look(table).await?;
        let stored = self.stored(table).await?.ok_or(Rejection::NoTable)?;
        // What is stored decides: it may have gone on since.
        let evidence = match stored.row.stage {
            Stage::Lobby => Evidence::Lobby,
            stage => {
                let seat = snapshot.hand_of(user).filter(|hand| hand.has_cards()).map(|hand| hand.seat);
                let work = move || match stage {
                    Stage::Over | Stage::Closed => ended(stored),
                    Stage::Lobby | Stage::Playing => Evidence::Playing(seat.and_then(|seat| openings(&stored, seat))),
                };
                let worked = tokio::task::spawn_blocking(work).await;
                worked.map_err(|error| Fault::log("a deal could not be checked", &error))?
            }
        };
        Ok(Verified { snapshot, evidence })
    }
}

/// What opens the cards of this seat.
fn openings(stored: &Stored, seat: Seat) -> Option<Openings> {
    let (_, play) = played(stored)?.ok()?;
    proof::openings(&*play, seat, stored.row.id.as_str(), stored.row.commitment())
}

type Replayed = Result<(Record, Box<dyn Play>), Disproof>;

/// The match of a table, played again; `None` if it never began.
fn played(stored: &Stored) -> Option<Replayed> {
    let record = Record { header: stored.row.header.clone()?, journal: stored.journal.clone() };
    Some(catalog::replay(&record).map(|play| (record, play)).map_err(Disproof::Replay))
}

/// Everything about a table at which nothing is hidden any more, checked.
fn ended(stored: Stored) -> Evidence {
    let played = match played(&stored).transpose() {
        Ok(played) => played.map(|(record, play)| Played::of(&*play, record)),
        Err(wrong) => return Evidence::Ended(None, Err(wrong)),
    };
    let proof = Proof { upcard: VERSION, table: stored.row.id.to_string(), seal: opened(&stored.row), played };
    let checked = check(&proof);
    Evidence::Ended(Some(Box::new(proof)), checked)
}

/// What a table committed itself to, now that it may be known.
fn opened(row: &TableRow) -> Option<Opened> {
    let sealed = row.seal.as_ref()?;
    let begun = row.header.is_some();
    let drawn = || catalog::game(&row.game).is_ok_and(|game| is_first_drawn(row, game, row.sitters.len() as u8));
    // Nothing was added to the chance of a match that never began.
    let entropy = if begun { row.entropy() } else { Vec::new() };
    Some(Opened::of(&sealed.seal, row.id.as_str(), entropy, begun && drawn()))
}
