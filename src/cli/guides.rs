//! What the guides say to owners, held against the program.

use std::collections::BTreeSet;

use super::doctor::PERMISSIONS;
use crate::store::Store;

const README: &str = include_str!("../../README.md");
const OWNERS: &str = include_str!("../../docs/owners.md");
const PRIVACY: &str = include_str!("../../docs/privacy.md");
const DOCKERFILE: &str = include_str!("../../Dockerfile");

/// A guide in one line.
fn words(guide: &str) -> String {
    guide.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands between two such signs in a text.
fn marked(text: &str, sign: char) -> BTreeSet<&str> {
    text.split(sign).skip(1).step_by(2).collect()
}

/// The rows of the table under this heading, as cells.
fn rows<'a>(guide: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let table = guide.lines().skip_while(|line| !line.starts_with(heading));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn o1_every_image_that_is_built_keeps_the_older_one() {
    for guide in [README, OWNERS] {
        let builds: Vec<&str> = guide.lines().filter(|line| line.contains("docker build ")).collect();
        assert!(!builds.is_empty());
        for build in builds {
            assert!(build.contains(r#"-t "upcard:$tag" -t upcard ."#) && build.contains("rev-parse"), "{build}");
            assert!(build.contains("--build-arg COMMIT=") && DOCKERFILE.contains("ARG COMMIT="), "{build}");
        }
    }
    // No address is known, so none is invented.
    for part in ["<your", "YOUR", "example.com/", "github.com/upcard"] {
        assert!(!README.contains(part) && !OWNERS.contains(part), "{part}");
    }
}

#[test]
fn o1_base_images_are_named_by_their_digest() {
    let bases: Vec<&str> = DOCKERFILE.lines().filter(|line| line.starts_with("FROM ")).collect();
    assert_eq!(bases.len(), 2);
    for base in &bases {
        let digest = base.split("@sha256:").nth(1).and_then(|rest| rest.split(' ').next());
        assert!(digest.is_some_and(|d| d.len() == 64 && d.chars().all(|c| c.is_ascii_hexdigit())), "{base}");
    }
    assert!(DOCKERFILE.contains(concat!("FROM rust:", env!("CARGO_PKG_RUST_VERSION"), "-")), "the toolchain");
    let builder = bases[0].strip_prefix("FROM ").and_then(|base| base.strip_suffix(" AS build")).unwrap();
    for workflow in
        [include_str!("../../.github/workflows/ci.yml"), include_str!("../../.github/workflows/release.yml")]
    {
        assert!(
            workflow.contains(&format!("container: {builder}\n")),
            "hosted CI builds with what the image is built with"
        );
    }
}

#[test]
fn o3_the_guides_list_exactly_the_permissions_that_the_invitation_asks_for() {
    let asked: BTreeSet<&str> = PERMISSIONS.iter().map(|(_, name)| *name).collect();
    let listed = rows(OWNERS, "| permission |");
    assert_eq!(listed.iter().map(|row| row[0].trim_matches('*')).collect::<BTreeSet<_>>(), asked);
    assert!(listed.iter().all(|row| row.len() == 3 && row.iter().all(|cell| !cell.is_empty())), "{listed:?}");
    let readme = words(README);
    let (_, after) = readme.split_once("and the permissions ").unwrap();
    let (list, _) = after.split_once(':').unwrap();
    assert_eq!(marked(list, '*'), asked);
}

/// The database is the witness: what it has a table for is kept.
#[tokio::test]
async fn o4_the_guide_says_what_every_table_of_the_database_keeps() {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", dir.path().join("upcard.db").display());
    Store::open(&url).await.unwrap().close().await;
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_%' \
                  ESCAPE '\\'";
    let kept: BTreeSet<String> = sqlx::query_scalar(tables).fetch_all(&pool).await.unwrap().into_iter().collect();
    pool.close().await;
    let listed = rows(PRIVACY, "| of whom, or of what |");
    let said: BTreeSet<String> = listed.iter().flat_map(|row| marked(row[2], '`')).map(str::to_owned).collect();
    assert_eq!(said, kept);
}

#[test]
fn o4_the_notice_for_members_has_a_contact_to_fill_in() {
    let notice: String = PRIVACY.lines().filter(|line| line.starts_with('>')).collect();
    assert!(notice.contains("**[who runs the bot, and how to reach them]**"));
}
