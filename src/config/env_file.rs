//! The file `.env`: lines `NAME=value` that are added to the environment. It may contain secrets, so no message
//! repeats a value.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[derive(Default)]
pub(super) struct EnvFile {
    /// The file that was read.
    pub(super) file: Option<PathBuf>,
    /// What has the name but cannot be such a file, in sentences.
    pub(super) passed_over: Vec<String>,
}

/// Adds to the environment whatever `.env` here, or in the nearest folder above that has one, sets and the
/// environment does not.
///
/// # Errors
/// If it cannot be read: for each wrong line its number and the variable.
pub(super) fn load() -> Result<EnvFile, Vec<String>> {
    let found = match env::current_dir() {
        Ok(here) => find(&here),
        Err(_) => {
            let gone = "The folder that upcard was started in is not there any more, so no .env was looked for.";
            EnvFile { file: None, passed_over: vec![gone.to_owned()] }
        }
    };
    let Some(path) = found.file.clone() else { return Ok(found) };
    let shown = path.display();
    if is_anothers(&path) {
        let why = "it lies in a folder above, and belongs to another user of this machine. Move it away, or start upcard elsewhere";
        return Err(vec![format!("{shown} is not read: {why}.")]);
    }
    let text =
        fs::read_to_string(&path).map_err(|error| vec![format!("{shown} cannot be read: {}.", reason(&error))])?;
    let wrong = add(&text);
    if wrong.is_empty() {
        return Ok(found);
    }
    Err(wrong.iter().map(|line| format!("{shown}, {line}")).collect())
}

/// Looks for the file in this folder, then in those above.
fn find(here: &Path) -> EnvFile {
    let mut found = EnvFile::default();
    for path in here.ancestors().map(|folder| folder.join(".env")) {
        match oddity(&path) {
            Ok(true) => {
                found.file = Some(path);
                break;
            }
            Ok(false) => {}
            Err(why) => found.passed_over.push(format!("{} {why}: nothing is read from it.", path.display())),
        }
    }
    found
}

/// Whether the file is there; or why what is there cannot be it.
fn oddity(path: &Path) -> Result<bool, String> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(true),
        Ok(found) if found.is_dir() => Err("is a folder".to_owned()),
        Ok(_) => Err("is not a regular file".to_owned()),
        Err(_) if path.is_symlink() => Err("is a link to something that is not there, or cannot be reached".to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(format!("cannot be looked at ({error})")),
    }
}

/// Does the file lie above the folder of the start, and belong to neither root nor whoever runs this? A file that others put in
/// a folder for everybody, such as /tmp, could send the token to them.
#[cfg(unix)]
fn is_anothers(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| fs::metadata(path).map(|file| file.uid()).ok();
    let here = env::current_dir().ok();
    let above = path.parent() != here.as_deref();
    let (file, own) = (owner(path), owner(Path::new("/proc/self")));
    above && own.is_some() && file.is_some() && file != own && file != Some(0)
}

#[cfg(not(unix))]
fn is_anothers(_: &Path) -> bool {
    false
}

fn reason(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::InvalidData { "it is not UTF-8 text".to_owned() } else { error.to_string() }
}

/// Adds what each line sets; returns a message for each line that cannot be read. It reads one line at a time,
/// because an unclosed quote must not swallow the lines below, one of which may be the token.
fn add(text: &str) -> Vec<String> {
    let unread = |line: &str| line.contains('\0') || dotenvy::from_read(line.trim_end().as_bytes()).is_err();
    let mut set_by = HashMap::new();
    let mut wrong = Vec::new();
    for (line, number) in text.lines().zip(1_usize..) {
        let first = variable(line).and_then(|name| set_by.insert(name, number).map(|first| (name, first)));
        if unread(line) {
            wrong.push(refusal(number, line));
        } else if let Some((name, first)) = first {
            wrong.push(format!("line {number} sets {name}, as line {first} does. Keep one of them."));
        }
    }
    wrong
}

fn refusal(number: usize, line: &str) -> String {
    let variable = variable(line).map(|name| format!(" ({name})")).unwrap_or_default();
    format!(
        "line {number}{variable} cannot be read. A line is NAME=value, such as UPCARD_LOG=json; a value with spaces stands in quotes, \
         which close on the same line."
    )
}

/// The variable that a line sets, if it is sure to be a name: in capitals, as part of a token hardly ever is.
fn variable(line: &str) -> Option<&str> {
    let (name, _) = line.split_once('=')?;
    let name = name.trim_start_matches('\u{feff}').trim();
    let name = name.strip_prefix("export ").unwrap_or(name).trim_start();
    let plain = name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    (plain && name.starts_with(|c: char| c.is_ascii_uppercase())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn p09_what_is_called_so_but_is_no_file_is_named_and_the_search_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path().join("a/b/c");
        fs::create_dir_all(&here).unwrap();
        fs::write(dir.path().join(".env"), "").unwrap();
        fs::create_dir(dir.path().join("a/.env")).unwrap();
        std::os::unix::fs::symlink("nowhere", dir.path().join("a/b/.env")).unwrap();
        std::os::unix::fs::symlink("/dev/null", here.join(".env")).unwrap();
        let found = find(&here);
        assert_eq!(found.file, Some(dir.path().join(".env")));
        let [null, link, folder] = &found.passed_over[..] else { panic!("{:?}", found.passed_over) };
        assert!(null.starts_with(&format!("{} is not a regular file", here.join(".env").display())), "{null}");
        assert!(link.contains("a/b/.env is a link to something that is not there"), "{link}");
        assert!(folder.contains("a/.env is a folder"), "{folder}");
        fs::write(dir.path().join("a/b/.env.real"), "").unwrap();
        fs::remove_file(dir.path().join("a/b/.env")).unwrap();
        std::os::unix::fs::symlink(".env.real", dir.path().join("a/b/.env")).unwrap();
        let found = find(&dir.path().join("a/b"));
        assert_eq!(
            (found.file, found.passed_over.len()),
            (Some(dir.path().join("a/b/.env")), 0),
            "a link that leads to a file"
        );
    }

    const TOKEN: &str = "OTAwMTIz.GabcdE.s3cr3t-Part_of-it";

    #[test]
    fn a_line_that_cannot_be_read_is_named_without_its_value() {
        for (line, named) in [
            (format!("DISCORD_TOKEN=\"{TOKEN}"), "line 3 (DISCORD_TOKEN) "),
            (format!("DISCORD_TOKEN='{TOKEN}"), "line 3 (DISCORD_TOKEN) "),
            (format!("export DISCORD_TOKEN = {TOKEN} more words"), "line 3 (DISCORD_TOKEN) "),
            (format!("DISCORD_TOKEN={TOKEN}\\x"), "line 3 (DISCORD_TOKEN) "),
            (format!("DISCORD_TOKEN={TOKEN}\0"), "line 3 (DISCORD_TOKEN) "),
            (format!("DISCORD_TOKEN {TOKEN}"), "line 3 cannot"),
            (format!("DISCORD_TOKEN: {TOKEN}="), "line 3 cannot"),
            (TOKEN.to_owned(), "line 3 cannot"),
            (format!("-{TOKEN}=\""), "line 3 cannot"),
        ] {
            let wrong = add(&format!("# Settings\n\n{line}\n# \"\nUPCARD_TEST_A=\"b\"\n"));
            let [wrong] = &wrong[..] else { panic!("{line:?}: {wrong:?}") };
            assert!(wrong.starts_with(named), "{wrong}");
            for part in TOKEN.split('.').chain(["more words"]) {
                assert!(!wrong.contains(part), "{wrong}");
            }
        }
    }

    #[test]
    fn every_wrong_line_is_named_and_the_others_are_read() {
        let text = "\u{feff}UPCARD_TEST_ONE=1 \r\nX=\"\nexport UPCARD_TEST_TWO='t w o' # two\nY=a b\n# UPCARD_TEST_ONE=3\n UPCARD_TEST_ONE=2\nUPCARD_TEST_END=e ";
        let wrong = add(text);
        assert_eq!(wrong.len(), 3, "{wrong:?}");
        assert!(wrong[0].starts_with("line 2 (X) ") && wrong[1].starts_with("line 4 (Y) "), "{wrong:?}");
        assert_eq!(wrong[2], "line 6 sets UPCARD_TEST_ONE, as line 1 does. Keep one of them.");
        let set = |name: &str| env::var(format!("UPCARD_TEST_{name}")).ok();
        assert_eq!(
            (set("ONE").as_deref(), set("TWO").as_deref(), set("END").as_deref()),
            (Some("1"), Some("t w o"), Some("e"))
        );
    }
}
