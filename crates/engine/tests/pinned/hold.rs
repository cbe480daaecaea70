//! Files that hold what came out when it was last read and found good.

use std::fs;
use std::path::Path;

const BLESS: &str = "if that is meant, UPCARD_BLESS=1 writes it anew";

/// Compares a text with a file of the repository; with `UPCARD_BLESS=1`, writes the file instead.
pub fn hold(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPCARD_BLESS").is_some() {
        fs::create_dir_all(file.parent().expect("a file in a folder")).expect("the folder can be made");
        return fs::write(&file, text).expect("the file can be written");
    }
    let pinned = fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{path}: {error}\nIf it is new, UPCARD_BLESS=1 writes it."));
    let differs = text.lines().zip(pinned.lines()).enumerate().find(|(_, (now, then))| now != then);
    if let Some((line, (now, then))) = differs {
        panic!("{path}, line {}:\n then {then}\n  now {now}\n{BLESS}", line + 1);
    }
    assert_eq!(text.lines().count(), pinned.lines().count(), "{path}: one of the two goes on; {BLESS}");
    assert!(text == pinned, "{path}: lines end otherwise; {BLESS}");
}
