//! `upcard licences`: whose work is in the program, and on which terms.

use std::io::{self, ErrorKind, Write};

use super::Ending;

/// What `.ci/licences` wrote.
const LICENCES: &str = include_str!("../../assets/licences.txt");

/// Prints it.
pub(super) fn run() -> Result<(), Ending> {
    match io::stdout().write_all(LICENCES.as_bytes()) {
        // Whoever has read enough may close the pipe.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Ending::other(format!("Standard output broke: {error}.")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::LICENCES;

    /// `.ci/policy` makes the file anew and compares; this says the same of a package or font that has just been added.
    #[test]
    fn every_package_that_we_ask_for_and_every_font_is_named_with_its_licence() {
        let names = [
            include_str!("../../Cargo.toml"),
            include_str!("../../crates/engine/Cargo.toml"),
            include_str!("../../crates/render/Cargo.toml"),
            include_str!("../../crates/serving/Cargo.toml"),
            include_str!("../../crates/local-discord/Cargo.toml"),
        ];
        let names: BTreeSet<&str> = names.into_iter().flat_map(asked_for).collect();
        assert!(names.len() > 30);
        for name in names {
            assert!(
                LICENCES.lines().any(|line| line.starts_with(&format!("{name} ")) && line.contains(": ")),
                "{name}"
            );
        }
        fonts(Path::new("crates/render/fonts"), &mut |font| assert!(LICENCES.contains(&format!("({font})")), "{font}"));
        for text in ["Permission is hereby granted", "SIL OPEN FONT LICENSE", "Apache License", "Copyright (c) "] {
            assert!(LICENCES.contains(text), "{text}");
        }
    }

    /// The packages of others that a manifest asks for.
    fn asked_for(manifest: &str) -> impl Iterator<Item = &str> {
        let (_, after) = manifest.split_once("\n[dependencies]\n").unwrap();
        let lines = after.lines().take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
        let names = lines.filter_map(|line| line.split_once([' ', '.'])).map(|(name, _)| name);
        names.filter(|name| !["engine", "render", "serving", "local-discord"].contains(name))
    }

    /// Calls `found` with each font, as its path in the folder.
    fn fonts(folder: &Path, found: &mut impl FnMut(&str)) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                fonts(&path, found);
            } else if path.extension().is_some_and(|e| e == "ttf" || e == "otf") {
                found(path.strip_prefix("crates/render/fonts").unwrap().to_str().unwrap());
            }
        }
    }
}
