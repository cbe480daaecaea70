//! What proves a deal: the short lines that a table posts, and the answer to `/verify`.

use std::sync::Arc;

use crate::tables::{Disclosed, Evidence, LONGEST_WORD, Pledge, Snapshot, Stage, Verified};
use engine::proof::{Bytes, Checked, Disproof, Openings, Proof};
use engine::seed_to_hex;
use serde::Serialize;

use super::super::press::{Press, TableAct};
use super::super::ui::{Attached, Field, Limit, Message, MessageBuilder, Modal, plain};
use super::{accent, title};

const _: fn(engine::Language) = |engine::Language::English| ();

/// How many digits of a hash a line shows: nobody finds another secret that begins like that.
const SHOWN: usize = 32;

fn short(hash: &Bytes) -> String {
    format!("`{}`", &seed_to_hex(hash)[..SHOWN])
}

fn whole(hash: &Bytes) -> String {
    format!("`{}`", seed_to_hex(hash))
}

/// What the table has posted by now, in small print; empty for tables from before there was that.
pub(super) fn posted(snapshot: &Snapshot) -> String {
    let Some(pledge) = &snapshot.pledge else { return String::new() };
    match (&pledge.opened, snapshot.stage) {
        (Some(Disclosed { secret, digest }), _) => {
            let record = digest.map(|digest| format!(" · record {}", short(&digest))).unwrap_or_default();
            format!("-# Secret {}{record} · `/verify match:{}`", whole(secret), snapshot.table)
        }
        (None, Stage::Lobby) => {
            let attempt = attempt(pledge).map(|attempt| format!(", {attempt}")).unwrap_or_default();
            let sealed =
                format!("-# Cards sealed: {} · no. {} here{attempt}", short(&pledge.commitment), pledge.number);
            // Whoever types the last word sees what everybody else adds.
            let worded = pledge.entropy.iter().any(|item| item.starts_with("word:"));
            if worded { format!("{sealed}\n-# Added so far: {}", added(snapshot, pledge)) } else { sealed }
        }
        (None, _) => {
            let roots = pledge.packs.iter().map(|(number, root)| format!("-# Pack {number}: {}", short(root)));
            // What the seed was made of is said as the match begins; `/verify` says it again.
            let made = (snapshot.play.moves() == 0).then(|| {
                format!("-# Sealed: {} · shuffled with {}", short(&pledge.commitment), added(snapshot, pledge))
            });
            made.into_iter().chain(roots).collect::<Vec<_>>().join("\n")
        }
    }
}

/// `third attempt`: after tables of this channel that came to nothing.
fn attempt(pledge: &Pledge) -> Option<String> {
    match pledge.attempt {
        0 | 1 => None,
        2 => Some("second attempt".to_owned()),
        3 => Some("third attempt".to_owned()),
        n => Some(format!("attempt {n}")),
    }
}

/// `Ada “rose” · Ben press 1234 · start 5678`
fn added(snapshot: &Snapshot, pledge: &Pledge) -> String {
    let names = snapshot.seating.seats.iter().map(|seat| Some(seat.name.as_str())).chain(std::iter::repeat(None));
    let item = |(item, name): (&String, Option<&str>)| match (item.split_once(':'), name) {
        (Some(("word", word)), Some(name)) => format!("{} “{}”", plain(name), plain(word)),
        (Some(("start", "words")), _) => "no press".to_owned(),
        (Some(("drand", "none")), _) => "no round of drand, for none came".to_owned(),
        (Some(("drand", round)), _) => format!("drand round {}", round.split(':').next().unwrap_or_default()),
        (Some(("start", "nothing")), _) => "start by itself".to_owned(),
        (Some((what, id)), Some(name)) if what != "start" => format!("{} {what} {id}", plain(name)),
        (Some((what, id)), _) => format!("{what} {id}"),
        (None, Some(name)) => format!("{} {}", plain(name), if item == "house" { "nothing" } else { item }),
        (None, None) => plain(item),
    };
    pledge.entropy.iter().zip(names).map(item).collect::<Vec<_>>().join(" · ")
}

/// The form for a word of one's own.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn word_form(snapshot: &Snapshot) -> Result<Modal, Limit> {
    let field = Field::new("Anything you like; everybody sees it", LONGEST_WORD as u16)?.example("seven grey herons");
    Modal::new(Press::Table(snapshot.table, TableAct::Word).name()?, "A word for the shuffle", [field])
}

/// The answer to `/verify`: only for whoever asked.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn verified(verified: &Verified) -> Result<Message, Limit> {
    let Verified { snapshot, evidence } = verified;
    let draft = MessageBuilder::new().accent(accent(snapshot.terms.game.id()));
    let heading = |says: &str| format!("### {} · table {}: {says}", title(snapshot), snapshot.table);
    match evidence {
        Evidence::Lobby => draft.text(heading("sealed")).text_cut(before(snapshot)).build(),
        Evidence::Playing(openings) => {
            let draft = draft.text(heading("being played")).text_cut(during(snapshot, openings.as_ref()));
            let draft = match openings {
                Some(openings) => draft.file(file(snapshot, "-hand", openings)),
                None => draft,
            };
            draft.text(AFTERWARDS).build()
        }
        Evidence::Ended(proof, checked) => {
            let (says, lines) = ended(snapshot, proof.as_deref(), checked);
            let draft = draft.text(heading(says)).text_cut(lines);
            let draft = match proof {
                Some(proof) => draft.file(file(snapshot, "", proof)),
                None => draft,
            };
            draft.text(ANYWHERE).build()
        }
    }
}

const UNSEALED: &str = "This table was opened before tables were sealed: nothing was committed to.";
const AFTERWARDS: &str = "-# When the match is over the secret is published, and everything can be checked.";
const ANYWHERE: &str = "-# Compare the commitment and the record with what the table posted. `upcard verify FILE` and \
    docs/verify.py check the file anywhere. Whoever runs this bot could see hands; what is proved is that nobody changed them after the commitment.";

fn file(snapshot: &Snapshot, of: &str, value: &impl Serialize) -> Attached {
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    Attached { name: format!("upcard-{}{of}.json", snapshot.table), bytes: Arc::new(bytes) }
}

fn before(snapshot: &Snapshot) -> String {
    let Some(pledge) = &snapshot.pledge else { return UNSEALED.to_owned() };
    format!(
        "The cards come from a secret that is fixed already, and from what everybody here adds. Commitment to the secret: \
         {}\nAdded so far: {}\n**My word** at the table adds a word of yours in the place of the press by which you sat \
         down.\n-# {}",
        whole(&pledge.commitment),
        added(snapshot, pledge),
        numbered(pledge)
    )
}

/// Why tables have numbers.
fn numbered(pledge: &Pledge) -> String {
    let tried = attempt(pledge).map_or_else(
        || "In this channel none was closed since a match was last decided.".to_owned(),
        |attempt| format!("In this channel: {attempt} since a match was last decided."),
    );
    format!("Table no. {} here: one that is closed keeps its number, so that attempts show. {tried}", pledge.number)
}

fn during(snapshot: &Snapshot, openings: Option<&Openings>) -> String {
    let Some(pledge) = &snapshot.pledge else { return UNSEALED.to_owned() };
    let mut lines = vec![
        format!("Commitment: {}", whole(&pledge.commitment)),
        format!("Shuffled with: {}", added(snapshot, pledge)),
    ];
    lines.extend(pledge.packs.iter().map(|(number, root)| format!("Root of pack {number}: {}", whole(root))));
    lines.push(match openings {
        Some(Openings { openings, pack, .. }) => format!(
            "The file opens your {} cards of pack {pack}: each is shown to lie where it lay when its root was posted. \
             **Show it to nobody before the hand is over.**",
            openings.len()
        ),
        None => "You hold no cards here that others may not see.".to_owned(),
    });
    lines.push(format!("-# {}", numbered(pledge)));
    lines.join("\n")
}

fn ended(snapshot: &Snapshot, proof: Option<&Proof>, checked: &Result<Checked, Disproof>) -> (&'static str, String) {
    let Checked { sealed, played } = match checked {
        Ok(checked) => checked,
        Err(wrong) => {
            let wrong = format!("✗ {}.", engine::capital(&plain(&wrong.to_string())));
            // What was hidden is published whether the match can be played again or not.
            let all = [wrong, posted(snapshot)];
            return ("not proved", all.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"));
        }
    };
    let mut lines = Vec::new();
    if let Some(seal) = proof.and_then(|proof| proof.seal.as_ref()).filter(|_| *sealed) {
        lines.push(format!("✓ The secret is the one that the table committed itself to: {}", whole(&seal.commitment)));
    }
    if let Some(pledge) = snapshot.pledge.as_ref().filter(|_| *sealed && played.is_some()) {
        lines.push(format!("✓ The seed follows from it and from what was added: {}", added(snapshot, pledge)));
        if pledge.entropy.iter().any(|item| item == "start:nothing") {
            lines.push(
                "-# The match began with the command that opened the table: the commitment is no older.".to_owned(),
            );
        }
    }
    if let (Some((packs, moves)), Some(of)) = (played, proof.and_then(|proof| proof.played.as_ref())) {
        let (packs, moves) = (count(*packs, "pack lies", "packs lie"), count(*moves, "move is", "moves are"));
        lines.push(format!("✓ {packs} in the order that the seed gives; the roots are in the file."));
        lines.push(format!("✓ {moves} legal. Digest of the record: {}", whole(&of.digest)));
    }
    match (sealed, played) {
        (true, Some(_)) => ("proved", lines.join("\n")),
        (true, None) => ("no match began", lines.join("\n")),
        (false, _) => ("not committed", format!("{UNSEALED}\n{}", lines.join("\n"))),
    }
}

fn count(n: usize, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}
