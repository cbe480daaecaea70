//! Checks that every rule that a refusal cites is a heading of its game's rules page, by reading the anchors that
//! the code names.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use engine::{catalog, rules};

/// The strings in the bodies of functions that say which rule a refusal cites.
fn cited(source: &str) -> Vec<&str> {
    let starts = ["fn rule(&self) -> RuleRef {", "fn anchor(&self) -> &'static str {"];
    let bodies = starts.iter().flat_map(|start| source.split(start).skip(1));
    bodies
        .flat_map(|rest| {
            let body = &rest[..rest.find("\n    }\n").expect("the function ends")];
            body.split('"').skip(1).step_by(2)
        })
        .collect()
}

#[test]
fn every_rule_that_a_refusal_cites_is_a_heading_of_its_page() {
    let mut total = 0;
    for game in catalog::games() {
        let page = rules::page(game.id()).expect("each game has one");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(game.id().replace('-', "_"));
        let mut anchors = 0;
        for entry in fs::read_dir(&folder).expect("each game has a folder").flatten().filter(|e| e.path().is_file()) {
            let source = fs::read_to_string(entry.path()).expect("sources are text");
            for anchor in cited(&source) {
                assert!(rules::find(page.text, anchor).is_some(), "{}: no heading {anchor:?}", entry.path().display());
                anchors += 1;
            }
        }
        assert!(anchors > 0, "{}: no rule that is cited was found; CONTRIBUTING.md, step 3, says where", game.id());
        total += anchors;
    }
    assert!(total >= 60, "only {total} rules that are cited were found in all games");
}

#[test]
fn what_is_cited_is_read_out_of_the_code() {
    let source = "impl X {\n    fn rule(&self) -> RuleRef {\n        RuleRef(match self {\n            A => \"one\",\n            \
                  _ => \"two\",\n        })\n    }\n}\n";
    assert_eq!(cited(source), ["one", "two"]);
}
