//! `upcard verify`: holds what `/verify` gave to itself, to what a table posted, and to the rules.

use std::fs;
use std::path::{Path, PathBuf};

use engine::proof::{Bytes, CHAIN, Checked, DrandRound, NO_ROUND, Openings, Proof, check, of_drand};
use engine::{seed_from_hex, seed_to_hex};
use serde::de::DeserializeOwned;

use super::{Ending, say};

/// Which files, and what their table posted.
#[derive(clap::Args)]
pub(super) struct WasPosted {
    /// Files that `/verify` gave: of a match that has ended, or of a hand
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The commitment that the table posted, or its beginning
    #[arg(long, value_name = "HEX")]
    commitment: Option<String>,
    /// The digest of the record that it posted, or its beginning
    #[arg(long, value_name = "HEX")]
    digest: Option<String>,
    /// For a hand: the root of its pack, or its beginning
    #[arg(long, value_name = "HEX")]
    root: Option<String>,
}

/// Says a line about each file.
pub(super) fn run(posted: &WasPosted) -> Result<(), Ending> {
    let mut refused = 0;
    for file in &posted.files {
        let name = file.display();
        match one(file, posted) {
            Ok(right) => say(format_args!("{name}: {right}")),
            Err(wrong) => {
                refused += 1;
                say(format_args!("{name}: REFUSED: {wrong}"));
            }
        }
    }
    match refused {
        0 => Ok(()),
        _ => Err(Ending::other(format!("{refused} of {} files prove nothing.", posted.files.len()))),
    }
}

fn one(file: &Path, posted: &WasPosted) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("it cannot be read: {error}"))?;
    let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| format!("it is no JSON: {error}"))?;
    if value.get("openings").is_some() { hand(&read(value)?, posted) } else { table(&read(value)?, posted) }
}

fn read<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| format!("it is no file of this format: {error}"))
}

fn hand(openings: &Openings, posted: &WasPosted) -> Result<String, String> {
    if let Some(wrong) = openings.wrong() {
        return Err(format!("{} does not lie there in that pack", wrong.card));
    }
    let commitment = openings.commitment.as_deref().and_then(|hex| seed_from_hex(hex).ok());
    agrees(posted.root.as_deref(), &[openings.root], "root")?;
    agrees(posted.commitment.as_deref(), commitment.as_slice(), "commitment")?;
    agrees(posted.digest.as_deref(), &[], "digest")?;
    let (cards, Openings { pack, table, .. }) = (openings.openings.len(), openings);
    Ok(format!("{cards} cards lie in pack {pack} of table {table}, whose root was posted with the deal"))
}

fn table(proof: &Proof, posted: &WasPosted) -> Result<String, String> {
    let Checked { sealed, played } = check(proof).map_err(|wrong| wrong.to_string())?;
    let (seal, match_) = (proof.seal.as_ref(), proof.played.as_ref());
    agrees(posted.commitment.as_deref(), seal.map(|seal| seal.commitment).as_slice(), "commitment")?;
    agrees(posted.digest.as_deref(), match_.map(|played| played.digest).as_slice(), "digest")?;
    agrees(posted.root.as_deref(), match_.map_or(&[], |played| &played.roots), "root")?;
    let mut right = Vec::new();
    if sealed {
        right.push("the commitment".to_owned());
    }
    if let Some((packs, moves)) = played {
        right.extend(sealed.then(|| "the seed".to_owned()));
        let many = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        right.push(format!("{} and roots", many(packs, "pack")));
        right.push(format!("{} by the rules", many(moves, "move")));
        right.push("the digest".to_owned());
    }
    let mut said = format!("right: {}", right.join(", "));
    if !sealed {
        said.push_str("; the match was not committed");
    }
    if played.is_none() {
        said.push_str("; no match began");
    }
    if proof.seal.as_ref().is_some_and(|seal| seal.entropy.iter().any(|item| item == "start:nothing")) {
        said.push_str("; it began as the table opened: the commitment is no older than what the player added");
    }
    match proof.seal.as_ref().filter(|_| played.is_some()).and_then(|seal| of_drand(&seal.entropy)) {
        Some(NO_ROUND) => said.push_str("; a round of drand was to be added, and none came"),
        Some(item) => {
            let number = DrandRound::read(item).map(|round| round.number).unwrap_or_default();
            let page = format!("https://api.drand.sh/{CHAIN}/public/{number}");
            said.push_str(&format!("; compare the signature of drand's round {number}: {page}"));
        }
        None => {}
    }
    if proof.seal.as_ref().is_some_and(|seal| !seal.first_drawn) && played.is_some() {
        said.push_str("; who began was not drawn: the rules, or the match before, say who does");
    }
    Ok(said)
}

/// Whether what was posted is one of these, or its beginning.
fn agrees(posted: Option<&str>, found: &[Bytes], what: &str) -> Result<(), String> {
    let Some(posted) = posted else { return Ok(()) };
    let posted = posted.trim_end_matches(['.', '…']).to_ascii_lowercase();
    if found.is_empty() {
        return Err(format!("it has no {what} that could be compared"));
    }
    let right = found.iter().any(|one| seed_to_hex(one).starts_with(&posted));
    if right { Ok(()) } else { Err(format!("another {what} was posted")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Cause, ChannelId, GuildId, Place, Store};
    use crate::tables::{Act, Evidence, LobbyAct, MatchAct, NewTable, Person, Request, Room, UserId};

    fn posted(file: PathBuf) -> WasPosted {
        WasPosted { files: vec![file], commitment: None, digest: None, root: None }
    }

    #[tokio::test]
    async fn what_verify_gave_is_accepted_and_a_change_of_it_is_not() {
        let (dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let people = [Person::new(UserId(1), "Ada"), Person::new(UserId(2), "Ben")];
        let place = Place { channel: ChannelId(1), guild: Some(GuildId(1)) };
        let table = room.create(NewTable::new("gin-rummy", place, people[0].clone())).await.unwrap().snapshot.table;
        let press = std::cell::Cell::new(0);
        let ask = async |who: usize, act: Act| {
            press.set(press.get() + 1);
            let asked = Request::new(people[who].clone(), act).cause(Cause(press.get()));
            room.ask(&table, asked).await.unwrap().snapshot
        };
        ask(1, LobbyAct::Join.into()).await;
        let begun = ask(0, LobbyAct::Start.into()).await;
        let pledge = begun.pledge.clone().unwrap();
        let give = async |name: &str| {
            let file = dir.path().join(name);
            let json = match room.verify(&table, UserId(1)).await.unwrap().evidence {
                Evidence::Playing(own) => serde_json::to_string(&own.unwrap()).unwrap(),
                Evidence::Ended(proof, _) => serde_json::to_string(&proof.unwrap()).unwrap(),
                Evidence::Lobby => unreachable!("the match has begun"),
            };
            fs::write(&file, json).unwrap();
            file
        };
        let own = give("hand.json").await;
        let (root, commitment) = (seed_to_hex(&pledge.packs[0].1), seed_to_hex(&pledge.commitment));
        assert!(run(&WasPosted { root: Some(root[..32].to_owned()), ..posted(own.clone()) }).is_ok());
        assert!(run(&WasPosted { root: Some(commitment.clone()), ..posted(own.clone()) }).is_err());
        // A card that was not there.
        let changed = fs::read_to_string(&own).unwrap().replacen("\"place\":", "\"place\":1", 1);
        fs::write(&own, changed).unwrap();
        assert!(run(&posted(own)).is_err());

        let user = begun.awaiting()[0];
        let (text, _) = room.suggest(&table, user, "", 1).await.unwrap().remove(0);
        ask(usize::from(user == UserId(2)), MatchAct::Play(text).into()).await;
        let over = ask(1, MatchAct::Resign.into()).await;
        let digest = seed_to_hex(&over.pledge.clone().unwrap().opened.unwrap().digest.unwrap());
        let file = give("match.json").await;
        let both = |commitment: &str, digest: &str| WasPosted {
            commitment: Some(commitment.to_owned()),
            digest: Some(digest.to_owned()),
            ..posted(file.clone())
        };
        let said = one(&file, &both(&commitment[..32], &format!("{}…", digest[..32].to_uppercase()))).unwrap();
        assert_eq!(said, "right: the commitment, the seed, 1 pack and roots, 2 moves by the rules, the digest");
        assert!(run(&both(&digest, &digest)).is_err() && run(&both(&commitment, &commitment)).is_err());
        let whole = fs::read_to_string(&file).unwrap();
        for (from, to) in [("\"resign\"", "\"pass\""), (&*commitment, &*digest), ("\"played\"", "\"plaid\""), ("{", "")]
        {
            fs::write(&file, whole.replacen(from, to, 1)).unwrap();
            assert_eq!(run(&posted(file.clone())).unwrap_err().code, 1, "{from}");
        }
        assert!(run(&posted(dir.path().join("none.json"))).is_err());
        room.shutdown().await;
    }
}
