//! A deal that can be proved: nobody chose it alone, and nobody changed it after it was committed to.
//!
//! Before anybody sits down the table posts a commitment to 32 secret bytes; everybody who sits down adds a word of
//! their own; both together make the seed. Afterwards the secret is published, and [`check()`] holds a [`Proof`] to what
//! was posted. The bytes are fixed by `docs/proof.md`, from which another program was written; both pass
//! `tests/proofs.json`.

mod check;
mod drand;
mod merkle;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::chance::{Chance, ChanceDraw, PackDraw};
use super::face::Play;
use super::record::{Entry, Header, Record, hex32};
use super::seats::Seat;

pub use check::{Checked, Disproof, check};
pub use drand::{CHAIN, DrandRound, NO_ROUND, last_press, of_drand};
pub use merkle::{OpenedCard, root_of};

/// The version of these bytes.
pub const VERSION: u8 = 1;

/// What stands in the place of a word that was forgotten with whoever typed it.
pub const FORGOTTEN: &str = "forgotten";

/// 32 bytes: a secret, a hash or a key.
pub type Bytes = [u8; 32];

/// What a table committed itself to as it was opened. Until the match is over it tells every card.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    /// Nobody but the bot knows it until then.
    pub secret: Bytes,
    /// The revision of the game's rules as the table was opened.
    pub rules_rev: u16,
}

impl Seal {
    /// What is posted as the table is opened.
    #[must_use]
    pub fn commitment(&self, table: &str) -> Bytes {
        let mut hash = Sha256::new_with_prefix([VERSION, table.len() as u8]);
        hash.update(table);
        hash.update(self.rules_rev.to_be_bytes());
        hash.update(self.secret);
        hash.finalize().into()
    }

    /// The seed of the match, from what everybody has added.
    #[must_use]
    pub fn seed(&self, entropy: &[String]) -> Bytes {
        let mut said = Vec::new();
        for item in entropy {
            said.extend((item.len() as u16).to_be_bytes());
            said.extend(item.as_bytes());
        }
        keyed(&self.secret, &said)
    }
}

/// HMAC-SHA-256 (RFC 2104) with a key of 32 bytes: this is all of it.
fn keyed(key: &Bytes, said: &[u8]) -> Bytes {
    let block = |with: u8| {
        let mut block = [with; 64];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        Sha256::new_with_prefix(block)
    };
    let inner = block(0x36).chain_update(said).finalize();
    block(0x5c).chain_update(inner).finalize().into()
}

/// Who plays first where neither the rules nor an earlier match decide it: drawn from the seed, in a stream of its own.
#[must_use]
pub fn drawn_first(seed: Bytes, seats: u8) -> Seat {
    Seat::FIRST.after(Chance::stream(seed, 1).below(u32::from(seats)) as u8, seats)
}

/// The digest of a whole record, posted with the result.
#[must_use]
pub fn digest(record: &Record) -> Bytes {
    let mut digest = Digesting::new(&record.header);
    record.journal.iter().for_each(|entry| digest.add(entry));
    digest.so_far()
}

/// The digest of a record that still grows.
#[derive(Clone)]
pub struct Digesting(Sha256);

impl Digesting {
    /// That of a match that has just begun.
    #[must_use]
    pub fn new(header: &Header) -> Self {
        let mut new = Self(Sha256::new_with_prefix("upcard record 1\n"));
        new.line(header);
        new
    }

    /// The next entry of the journal.
    pub fn add(&mut self, entry: &Entry) {
        self.line(entry);
    }

    /// The digest, if this is all.
    #[must_use]
    pub fn so_far(&self) -> Bytes {
        self.0.clone().finalize().into()
    }

    fn line(&mut self, of: impl Serialize) {
        // Of a `Value` the keys are sorted.
        let json = serde_json::to_value(of).map(|value| value.to_string()).unwrap_or_default();
        self.0.update(json);
        self.0.update("\n");
    }
}

/// The roots of the packs that a match dealt so far, but for the first `known`: posted with each deal.
pub fn roots(play: &dyn Play, known: usize) -> impl Iterator<Item = Bytes> {
    let (seed, fresh) = (play.header().seed, play.fresh());
    packs(play).skip(known).map(move |(number, pack)| root_of(&seed, number, &in_order(&fresh, pack)))
}

/// The packs that were shuffled, numbered from 1.
fn packs(play: &dyn Play) -> impl Iterator<Item = (u32, &PackDraw)> {
    let packs =
        play.draws().iter().filter_map(|draw| if let ChanceDraw::Pack(pack) = draw { Some(pack) } else { None });
    (1..).zip(packs)
}

/// The cards of a pack, the top one first.
fn in_order(fresh: &[String], pack: &PackDraw) -> Vec<String> {
    pack.order.iter().filter_map(|&place| fresh.get(usize::from(place)).cloned()).collect()
}

/// The numbers of the packs that are played from: the last, and those by whose side it was dealt, at other tables of the
/// same match.
#[must_use]
pub fn packs_in_play(play: &dyn Play) -> Vec<u32> {
    let last = packs(play).last().map(|(number, _)| number);
    let dealt = |number: u32, pack: &PackDraw| pack.dealt.iter().map(move |(to, _)| (*to, number)).collect::<Vec<_>>();
    let latest: BTreeMap<Seat, u32> = packs(play).flat_map(|(number, pack)| dealt(number, pack)).collect();
    let in_play = |(number, pack): &(u32, &PackDraw)| {
        let holds = |(to, _): &(Seat, u16)| latest.get(to) == Some(number);
        Some(*number) == last || !pack.dealt.is_empty() && pack.dealt.iter().all(holds)
    };
    packs(play).filter(in_play).map(|(number, _)| number).collect()
}

/// What opens, to this seat alone, the cards that it was last dealt: each is shown to be in the pack whose root was
/// posted. `None` if it was dealt none that are hidden.
#[must_use]
pub fn openings(play: &dyn Play, seat: Seat, table: &str, commitment: Option<Bytes>) -> Option<Openings> {
    let (number, pack) = packs(play).filter(|(_, pack)| pack.dealt.iter().any(|(to, _)| *to == seat)).last()?;
    let (seed, cards) = (play.header().seed, in_order(&play.fresh(), pack));
    let mut places: Vec<u16> = pack.dealt.iter().filter(|(to, _)| *to == seat).map(|(_, place)| *place).collect();
    places.sort_unstable();
    let (root, openings) = merkle::open(&seed, number, &cards, &places);
    let commitment = commitment.map(hex::encode);
    Some(Openings {
        upcard: VERSION,
        table: table.to_owned(),
        commitment,
        pack: number,
        root,
        of: cards.len(),
        openings,
    })
}

/// Some cards of a pack, opened. Only for the seat that holds them.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// The version of the format.
    pub upcard: u8,
    /// The code of the table.
    pub table: String,
    /// What the table posted as it was opened.
    pub commitment: Option<String>,
    /// Which pack of the match, from 1.
    pub pack: u32,
    /// The root that was posted with the deal.
    #[serde(with = "hex32")]
    pub root: Bytes,
    /// How many cards the pack has.
    pub of: usize,
    /// The cards.
    pub openings: Vec<OpenedCard>,
}

impl Openings {
    /// A card that is not in the pack with that root.
    #[must_use]
    pub fn wrong(&self) -> Option<&OpenedCard> {
        self.openings.iter().find(|card| card.root(self.of) != Some(self.root))
    }
}

/// A table as anybody may check it: what was committed to, what was added, and what was played.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The version of the format.
    pub upcard: u8,
    /// The code of the table.
    pub table: String,
    /// `None`: the match was played before tables were sealed.
    pub seal: Option<Opened>,
    /// `None`: the table was closed before a match began.
    pub played: Option<Played>,
}

/// A seal, opened.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// The revision of the rules as the table was opened.
    pub rules_rev: u16,
    /// The secret.
    #[serde(with = "hex32")]
    pub secret: Bytes,
    /// What was posted as the table was opened.
    #[serde(with = "hex32")]
    pub commitment: Bytes,
    /// What those who sat there added, in seat order, and last the press that started the match.
    pub entropy: Vec<String>,
    /// Was the seat that played first drawn from the seed? If not, the rules or an earlier match decided it.
    pub first_drawn: bool,
}

/// What was played.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// How the match began, and its moves.
    pub record: Record,
    /// What chance did, in order.
    pub shuffles: Vec<Shuffle>,
    /// The roots of the packs.
    #[serde(with = "hex32s")]
    pub roots: Vec<Bytes>,
    /// The digest of the record.
    #[serde(with = "hex32")]
    pub digest: Bytes,
}

/// Something that chance did, as anybody may read it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shuffle {
    /// A pack, the top card first.
    Pack(Vec<String>),
    /// So many cards that were put away became a pile again.
    Remake(u32),
    /// A number below this one was drawn.
    Below(u32),
}

impl Played {
    /// What a match that was played from this record shows: nothing of it is hidden.
    #[must_use]
    pub fn of(play: &dyn Play, record: Record) -> Self {
        let (shuffles, roots) = (shuffles(play), roots(play, 0).collect());
        Self { shuffles, roots, digest: digest(&record), record }
    }
}

fn shuffles(play: &dyn Play) -> Vec<Shuffle> {
    let fresh = play.fresh();
    let shuffle = |draw: &ChanceDraw| match draw {
        ChanceDraw::Pack(pack) => Shuffle::Pack(in_order(&fresh, pack)),
        ChanceDraw::Remake(cards) => Shuffle::Remake(*cards),
        ChanceDraw::Below(n) => Shuffle::Below(*n),
    };
    play.draws().iter().map(shuffle).collect()
}

impl Opened {
    /// What a table committed itself to, once that is no secret any more.
    #[must_use]
    pub fn of(seal: &Seal, table: &str, entropy: Vec<String>, first_drawn: bool) -> Self {
        let Seal { secret, rules_rev } = *seal;
        Self { rules_rev, secret, commitment: seal.commitment(table), entropy, first_drawn }
    }
}

mod hex32s {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::Bytes;
    use crate::record::seed_from_hex;

    pub(super) fn serialize<S: Serializer>(all: &[Bytes], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(all.iter().map(hex::encode))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Bytes>, D::Error> {
        let all: Vec<String> = Vec::deserialize(from)?;
        all.iter().map(|text| seed_from_hex(text)).collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by another implementation (Python's `hmac`).
    #[test]
    fn keyed_hashes_are_those_of_everybody_else() {
        let hex = |key: [u8; 32], said: &[u8]| hex::encode(keyed(&key, said));
        assert_eq!(hex([7; 32], b"upcard"), KEYED_SHORT);
        assert_eq!(hex([0; 32], &[3; 200]), KEYED_LONG);
    }
    const KEYED_SHORT: &str = "6893b705bab271794ff57d7a724a1f696821de1e47060e16a57a0b9cebc20716";
    const KEYED_LONG: &str = "f59d0e1d003b4244a7ea4e04530eb0e3e6922c87edce4f05fbccc11a050e738b";
}
