//! A deal that can be proved, as people see it.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::play::{check_requests, next_move};

/// What `docs/verify.py` says of a file; `None` where there is no Python.
fn script(file: &Value, more: &[String]) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match.json");
    fs::write(&path, file.to_string()).unwrap();
    let output = Command::new("python3").arg("docs/verify.py").arg(path).args(more).output().ok()?;
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// What stands between backticks after these words.
fn after<'a>(text: &'a str, words: &str) -> &'a str {
    let rest = text.split_once(words).unwrap_or_else(|| panic!("no {words} in {text}")).1;
    rest.split('`').nth(1).unwrap()
}

fn hashes(value: &Value, of: &str) -> Vec<String> {
    value["openings"].as_array().unwrap().iter().map(|one| one[of].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_table_posts_what_proves_its_deal_and_anybody_checks_it() {
    let (world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "Cards sealed: `").await;
    let commitment = after(&text(&lobby), "Cards sealed: ").to_owned();
    assert!(commitment.len() == 32 && text(&lobby).contains("` · no. 1 here"), "{}", text(&lobby));
    // Who has no seat types nothing in vain.
    world.press("Ben", &channel, &lobby, "My word").await;
    world.wait("Ben", &channel, "why not", |m| is_ephemeral(m) && text(m).contains("seat")).await;
    world.press("Ben", &channel, &lobby, "Join").await;
    let form = world.press("Ben", &channel, &lobby, "My word").await;
    world.fill("Ben", &channel, &form, "seven **grey** herons").await;
    let lobby = world.sees("Ada", &channel, "Ben added a word to the shuffle.").await;
    world.command("Ben", &channel, "verify", json!({})).await;
    let asked = world.sees("Ben", &channel, "Added so far").await;
    assert!(is_ephemeral(&asked) && text(&asked).contains(&commitment), "{}", text(&asked));
    assert!(id_of(&lobby, "Start").is_some());
    world.press("Ada", &channel, &lobby, "Start").await;

    let board = world.sees("Ada", &channel, "shuffled with").await;
    let said = text(&board);
    assert!(
        said.contains(&commitment) && said.contains("Ada press 0 · Ben “seven") && said.contains("herons” · no press")
    );
    let root = after(&said, "Pack 1: ").to_owned();
    let (mover, first) = next_move(&world, &channel).await;
    world.command(mover, &channel, "move", json!({"move": first})).await;
    let calm = world
        .wait("Ada", &channel, "the next board", |m| text(m).contains(&root) && !text(m).contains("shuffled with"));
    calm.await;

    // During the match: their own cards, and nothing for those who look on.
    world.command("Ben", &channel, "verify", json!({})).await;
    let own = world.sees("Ben", &channel, "opens your 10 cards of pack 1").await;
    assert!(is_ephemeral(&own));
    let own = world.attached(&own).await;
    assert!(own["root"].as_str().unwrap().starts_with(&root));
    world.command("Cyd", &channel, "verify", json!({})).await;
    let looker_on = world.sees("Cyd", &channel, "You hold no cards here").await;
    assert!(!components(&looker_on).iter().any(|c| c["type"] == 13), "{looker_on}");
    if let Some(says) =
        script(&own, &["--root".to_owned(), root.clone(), "--commitment".to_owned(), commitment.clone()])
    {
        assert!(says.contains("10 cards are in pack 1 of table"), "{says}");
    }
    // Nothing of it is in public, and nothing that computes it.
    let public: String = world.messages("Dee", &channel).await.iter().map(Value::to_string).collect();
    for hidden in
        [hashes(&own, "salt"), own["openings"].as_array().unwrap().iter().map(|o| o["path"].to_string()).collect()]
            .concat()
    {
        assert!(!public.contains(&hidden), "{hidden}");
    }

    world.command("Ben", &channel, "move", json!({"move": "resign"})).await;
    let over = world.sees("Ada", &channel, "match over").await;
    let (said, code) = (text(&over), own["table"].as_str().unwrap());
    let (secret, record) = (after(&said, "Secret ").to_owned(), after(&said, "record ").to_owned());
    assert!(secret.len() == 64 && record.len() == 32 && said.contains(&format!("/verify match:{code}")), "{said}");
    assert!(!public.contains(&secret), "it is published in the end, and not before");
    // From anywhere, by the code.
    let elsewhere = world.direct("Cyd").await;
    world.command("Cyd", &elsewhere, "verify", json!({"match": code.to_uppercase()})).await;
    let proved = world.sees("Cyd", &elsewhere, ": proved").await;
    for says in [commitment.as_str(), "✓ 1 pack lies in the order that the seed gives", "✓ 2 moves are legal", &record]
    {
        assert!(text(&proved).contains(says), "{says}: {}", text(&proved));
    }
    let file = world.attached(&proved).await;
    assert_eq!(
        (&file["seal"]["secret"], &file["seal"]["entropy"][1]),
        (&json!(secret), &json!("word:seven ∗∗grey∗∗ herons"))
    );
    let posted = ["--commitment", &commitment, "--digest", &record].map(str::to_owned);
    if let Some(says) = script(&file, &posted) {
        assert!(
            says.contains("the commitment, the seed, 1 pack and roots, the digest over 2 moves are right"),
            "{says}"
        );
        let mut other = file.clone();
        other["played"]["record"]["journal"].as_array_mut().unwrap().pop();
        assert!(script(&other, &posted).unwrap().contains("REFUSED"));
    }
    world.command("Cyd", &elsewhere, "verify", json!({"match": "zzzzz"})).await;
    world.sees("Cyd", &elsewhere, "There is no such table.").await;
    check_requests(&world, &["Ada", "Ben", "Cyd"], &[]).await;
}

#[tokio::test]
async fn a_table_that_is_closed_shows_as_an_attempt() {
    let (world, channel) = World::with_channel().await;
    for attempt in ["no. 1 here", "no. 2 here, second attempt", "no. 3 here, third attempt"] {
        world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
        let lobby = world.sees("Ada", &channel, attempt).await;
        let sealed = after(&text(&lobby), "Cards sealed: ").to_owned();
        world.command("Ada", &channel, "table end", json!({})).await;
        // Nothing was dealt, so that the channel needs no secret: it is there for whoever asks.
        world.command("Ben", &channel, "verify", json!({})).await;
        let fits = |m: &Value| text(m).contains("no match began") && text(m).contains(&sealed);
        world.wait("Ben", &channel, "what it had committed to", fits).await;
    }
}
