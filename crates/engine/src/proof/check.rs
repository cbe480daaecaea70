//! Whether a proof proves anything.

use std::fmt;

use super::{
    DrandRound, FORGOTTEN, NO_ROUND, Opened, Played, Proof, Seal, VERSION, digest, drawn_first, last_press, of_drand,
    roots, shuffles,
};
use crate::catalog;
use crate::record::ReplayError;

/// What was found to be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The deal follows from what was committed to. If not, the match was not committed.
    pub sealed: bool,
    /// How many packs were dealt, and how many moves were made; `None` if no match began.
    pub played: Option<(usize, usize)>,
}

/// What is wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Disproof {
    /// The format is not ours.
    Version(u8),
    /// It proves nothing: there is neither a seal nor a match.
    Nothing,
    /// The secret is not the one that was committed to.
    Commitment,
    /// One item for each seat and one for the start were to be added.
    Entropy {
        /// How many there should be.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// The round of drand came before what it was added to, or is none.
    Round,
    /// A word that is part of the seed was forgotten with whoever typed it.
    Forgotten,
    /// The seed does not follow from the secret and what was added.
    Seed,
    /// Another seat should have played first.
    First,
    /// A pack or a pile is in another order than the seed gives.
    Shuffle,
    /// The roots are not those of the packs.
    Root,
    /// The record is not the one whose digest was posted.
    Digest,
    /// The record does not replay.
    Replay(ReplayError),
}

impl fmt::Display for Disproof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(theirs) => write!(f, "it is a proof of format {theirs}; this program reads format {VERSION}"),
            Self::Nothing => f.write_str("it has neither a seal nor a match"),
            Self::Commitment => f.write_str("the secret is not the one that the table committed itself to"),
            Self::Entropy { wanted, found } => {
                write!(f, "{wanted} items make the seed, one for each seat and one for the start, not {found}")
            }
            Self::Round => f.write_str("the round of drand is none, or came before the last press"),
            Self::Forgotten => f.write_str(
                "a word was forgotten with whoever typed it, at their wish: the seed is found again only by those who noted it",
            ),
            Self::Seed => f.write_str("the seed does not follow from the secret and what the players added"),
            Self::First => f.write_str("the seed draws another seat to play first"),
            Self::Shuffle => f.write_str("the cards lie in another order than the seed gives"),
            Self::Root => f.write_str("the roots are not those of the packs"),
            Self::Digest => {
                f.write_str("the digest is not that of the record: something of it was changed or left out")
            }
            Self::Replay(why) => write!(f, "the record does not replay: {}", why.in_full()),
        }
    }
}

/// Holds a proof to itself. Whoever knows what was posted compares it with the commitment and the digest.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(proof: &Proof) -> Result<Checked, Disproof> {
    let Proof { upcard, table, seal, played } = proof;
    if *upcard != VERSION {
        return Err(Disproof::Version(*upcard));
    }
    if seal.is_none() && played.is_none() {
        return Err(Disproof::Nothing);
    }
    if let Some(seal) = seal {
        committed(seal, table)?;
    }
    if let Some(played) = played {
        if digest(&played.record) != played.digest {
            return Err(Disproof::Digest);
        }
        if let Some(seal) = seal {
            seeded(seal, played)?;
        }
        shuffled(played)?;
    }
    let played = played.as_ref().map(|played| (played.roots.len(), played.record.journal.len()));
    Ok(Checked { sealed: seal.is_some(), played })
}

fn opened(seal: &Opened) -> Seal {
    Seal { secret: seal.secret, rules_rev: seal.rules_rev }
}

fn committed(seal: &Opened, table: &str) -> Result<(), Disproof> {
    if opened(seal).commitment(table) == seal.commitment { Ok(()) } else { Err(Disproof::Commitment) }
}

fn seeded(seal: &Opened, played: &Played) -> Result<(), Disproof> {
    let header = &played.record.header;
    let outside = of_drand(&seal.entropy);
    let (wanted, found) = (usize::from(header.seats) + 1 + usize::from(outside.is_some()), seal.entropy.len());
    if wanted != found {
        return Err(Disproof::Entropy { wanted, found });
    }
    let came_later =
        |item| DrandRound::read(item).is_some_and(|round| DrandRound::due(round.number) > last_press(&seal.entropy));
    if outside.is_some_and(|item| item != NO_ROUND && !came_later(item)) {
        return Err(Disproof::Round);
    }
    if opened(seal).seed(&seal.entropy) != header.seed {
        let gone = seal.entropy.iter().any(|item| item == FORGOTTEN);
        return Err(if gone { Disproof::Forgotten } else { Disproof::Seed });
    }
    let drawn = drawn_first(header.seed, header.seats);
    if seal.first_drawn && header.first != Some(drawn) { Err(Disproof::First) } else { Ok(()) }
}

/// Plays the match again.
fn shuffled(played: &Played) -> Result<(), Disproof> {
    let play = catalog::replay(&played.record).map_err(Disproof::Replay)?;
    if shuffles(&*play) != played.shuffles {
        return Err(Disproof::Shuffle);
    }
    if roots(&*play, 0).ne(played.roots.iter().copied()) { Err(Disproof::Root) } else { Ok(()) }
}
