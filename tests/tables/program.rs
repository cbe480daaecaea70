//! The program itself: what it says of wrong settings, beside a second one, and when it is told to stop.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_upcard");

/// A card room at any port.
const ROOM: [(&str, &str); 2] = [("UPCARD_ROOM", "127.0.0.1:0"), ("RUST_LOG", "info")];

/// A command that runs in a folder of its own and with only the given variables set.
fn alone(mut command: Command, folder: &Path, set: &[(&str, &str)]) -> Command {
    command.current_dir(folder).env_clear().envs(set.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn upcard(folder: &Path, arguments: &[&str], set: &[(&str, &str)]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    alone(command, folder, set)
}

/// Waits until a card room is open.
fn opened(mut command: Command) -> Child {
    let mut room = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(room.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("The card room is open"), "{line}");
    room
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn ended(command: &mut Command) -> (Option<i32>, Output) {
    let output = command.output().unwrap();
    (output.status.code(), output)
}

#[test]
fn a_second_program_on_the_same_database_ends_and_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let mut first = opened(upcard(dir.path(), &[], &ROOM));
    let database = format!("sqlite://{}", dir.path().join("data/upcard.db").display());
    let json = [("UPCARD_ROOM", "127.0.0.1:0"), ("UPCARD_LOG", "json"), ("DATABASE_URL", &database)];
    let elsewhere = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        let second = scope.spawn(|| ended(&mut upcard(elsewhere.path(), &["run"], &json)));
        let forgets = scope.spawn(|| ended(&mut upcard(dir.path(), &["forget", "1", "--yes"], &[])));
        let (code, doctor) = ended(&mut upcard(elsewhere.path(), &["doctor"], &json));
        let said = text(&doctor.stdout);
        assert!(said.contains("upcard.db is up to date; a running upcard has it\n"), "{said}");
        assert_eq!(code, Some(0), "{said}");
        let (code, known) = ended(&mut upcard(dir.path(), &["forget", "1"], &[]));
        assert_eq!((code, text(&known.stdout)), (Some(0), "Nothing is known of 1.\n".to_owned()), "to look is free");
        let (code, second) = second.join().unwrap();
        let lines = text(&second.stderr);
        let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0]["database"], dir.path().join("data/upcard.db").display().to_string());
        assert_eq!((code, &lines.last().unwrap()["exit_code"]), (Some(3), &3.into()));
        let (code, forgets) = forgets.join().unwrap();
        let why = text(&forgets.stderr);
        assert!(code == Some(3) && why.contains("\nAnother upcard is at work on the database "), "{why}");
    });
    first.kill().unwrap();
    first.wait().unwrap();
    let (code, after) = ended(&mut upcard(dir.path(), &["forget", "1"], &[]));
    assert_eq!(
        (code, text(&after.stdout)),
        (Some(0), "Nothing is known of 1.\n".to_owned()),
        "a kill frees the database"
    );
}

#[test]
fn wrong_settings_are_a_line_of_the_log_where_that_is_json() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join(".env"), "UPCARD_LOG=json\nUPCARD_HTTP=nowhere\n").unwrap();
    let (code, run) = ended(&mut upcard(dir.path(), &[], &[]));
    let line: serde_json::Value = serde_json::from_str(&text(&run.stderr)).unwrap();
    assert_eq!((code, &line["level"], &line["exit_code"]), (Some(2), &"ERROR".into(), &2.into()));
    assert!(line["message"].as_str().unwrap().starts_with("UPCARD_HTTP is "), "{line}");
    std::fs::remove_file(dir.path().join(".env")).unwrap();
    for url in ["sqlite::memory:", "sqlite://data/upcard.db?mode=ro", "sqlite://data/upcard.db?colour=red"] {
        for command in [&["run"][..], &["doctor"], &["forget", "1"]] {
            let (code, ended) = ended(&mut upcard(dir.path(), command, &[("DATABASE_URL", url)]));
            let said = text(&[ended.stdout, ended.stderr].concat());
            assert!(code == Some(2) && said.contains("DATABASE_URL is "), "{command:?} with {url}: {code:?} {said}");
        }
    }
}

#[test]
fn o02_commands_that_do_not_play_need_neither_token_nor_card_room() {
    let dir = tempfile::tempdir().unwrap();
    let off = [("UPCARD_ROOM", "off")];
    let said = |arguments: &[&str]| {
        let (code, ended) = ended(&mut upcard(dir.path(), arguments, &off));
        (code, text(&[ended.stdout, ended.stderr].concat()))
    };
    let (code, words) = said(&["run"]);
    assert!(code == Some(2) && words.starts_with("DISCORD_TOKEN is not set") && words.lines().count() == 1, "{words}");
    assert!(!dir.path().join("data").exists(), "nothing is made for a bot that plays nowhere");
    let mut room = opened(upcard(dir.path(), &[], &ROOM));
    room.kill().unwrap();
    room.wait().unwrap();
    for command in [&["tables"][..], &["forget", "5"], &["block", "5"], &["unblock", "5"], &["limit", "5"], &["log"]] {
        let (code, words) = said(command);
        assert_eq!(code, Some(0), "{command:?}: {words}");
    }
    let (code, words) = said(&["doctor"]);
    assert!(code == Some(2) && words.contains("upcard.db is up to date"), "what else is right is said too: {words}");
    assert!(words.contains("WRONG Discord: DISCORD_TOKEN is not set, and UPCARD_ROOM=off"), "{words}");
}

#[test]
fn o05_the_owners_commands_say_what_they_changed_and_take_what_managers_may() {
    let dir = tempfile::tempdir().unwrap();
    let mut room = opened(upcard(dir.path(), &[], &ROOM));
    let said = |arguments: &str| {
        let (code, ended) = ended(&mut upcard(dir.path(), &arguments.split(' ').collect::<Vec<_>>(), &ROOM));
        (code, text(&[ended.stdout, ended.stderr].concat()))
    };
    for (command, words) in [
        ("block 5", "5 is blocked everywhere: they open and join no tables, leave lobbies"),
        ("block 5", "5 is blocked everywhere already: nothing was changed."),
        ("unblock 5 --server 7", "5 is not blocked on server 7: nothing was changed.\nThey are blocked everywhere"),
        ("unblock 5", "5 is no longer blocked everywhere."),
        ("unblock 5", "5 is not blocked everywhere: nothing was changed."),
        ("block 5 --server 7", "5 is blocked on server 7: they open"),
        (
            "limit 7 --idle 365 --tables 500",
            "Server 7 from now on: every game, at most 500 at once, closed after 365 days",
        ),
        ("limit 7", "Server 7: every game, at most 500 at once, closed after 365 days"),
    ] {
        let (code, said) = said(command);
        assert!(code == Some(0) && said.contains(words), "{command}: {said}");
    }
    for command in
        ["forget Ada", "block <@5>", "block 0", "unblock 99999999999999999999", "log --server x", "tables --of -"]
    {
        let (code, said) = said(command);
        assert!(code == Some(2) && said.contains("an id is a number, such as"), "{command}: {said}");
    }
    for command in ["limit 7 --idle 400", "limit 7 --tables 501"] {
        let (code, said) = said(command);
        assert!(code == Some(2) && said.contains("is not in 0..="), "{command}: {said}");
    }
    room.kill().unwrap();
    room.wait().unwrap();
    for (command, words) in [("doctor", "none is being played"), ("doctor --all", "none was begun")] {
        let (code, said) = said(command);
        assert!(code == Some(0) && said.contains(&format!("ok    matches: {words}\n")), "{command}: {said}");
    }
}

/// Has the shell do something, because not every machine has a `kill` besides the shell's. Returns whether it did.
#[cfg(unix)]
fn shell(script: &str) -> bool {
    Command::new("sh").args(["-c", script]).status().unwrap().success()
}

#[cfg(unix)]
fn signal(room: &Child, name: &str) {
    assert!(shell(&format!("kill -{name} {}", room.id())));
}

/// Whether what these tests start ignores SIGHUP, because they were started by `nohup` themselves.
#[cfg(unix)]
fn under_nohup() -> bool {
    shell("kill -HUP $$")
}

#[cfg(unix)]
#[test]
fn a_program_whose_terminal_is_closed_stops_as_if_it_was_asked_to() {
    if under_nohup() {
        println!("SKIPPED: these tests were started by nohup, under which programs outlive their terminal");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let room = opened(upcard(dir.path(), &[], &ROOM));
    signal(&room, "HUP");
    let stopped = room.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(0));
    let log = text(&stopped.stderr);
    assert!(log.trim_end().ends_with("stopped"), "{log}");
    assert!(!dir.path().join("data/upcard.db-wal").exists(), "the log is moved into the file");
}

#[cfg(unix)]
#[test]
fn p01_a_stop_says_where_all_is_saved_that_was_played() {
    let dir = tempfile::tempdir().unwrap();
    let room = opened(upcard(dir.path(), &[], &ROOM));
    std::fs::remove_file(dir.path().join("data/upcard.db")).unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    signal(&room, "TERM");
    let stopped = room.wait_with_output().unwrap();
    let log = text(&stopped.stderr);
    assert_eq!(stopped.status.code(), Some(3), "{log}");
    let told: Vec<_> = log.lines().filter(|line| line.contains("was deleted, moved or replaced")).collect();
    assert!(told.len() == 2 && told[0].contains("ERROR") && told[0].contains("nothing more is kept"), "{log}");
    let last = log.lines().last().unwrap();
    let copy = last.split("is saved in ").nth(1).and_then(|rest| rest.split(": ").next()).unwrap();
    std::fs::rename(copy, dir.path().join("data/upcard.db")).unwrap();
    let (code, doctor) = ended(&mut upcard(dir.path(), &["doctor"], &ROOM));
    let said = text(&doctor.stdout);
    assert!(code == Some(0) && said.contains("upcard.db is up to date"), "{said}");
}

/// What may not be written is named by a start as by a look, before anything is made or opened.
#[cfg(unix)]
#[test]
fn p10_a_start_names_what_may_not_be_written_and_leaves_nothing() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    let dir = tempfile::tempdir().unwrap();
    // Root may write everywhere.
    let nobody = (dir.path().metadata().unwrap().uid() == 0).then_some(65534);
    let upcard = |arguments: &[&str]| {
        let mut command = upcard(dir.path(), arguments, &ROOM);
        if let Some(nobody) = nobody {
            command.uid(nobody);
        }
        command
    };
    nobody.into_iter().for_each(|nobody| chown(dir.path(), Some(nobody), Some(nobody)).unwrap());
    if upcard(&["--version"]).output().is_err() {
        println!("SKIPPED: nobody but root may run the program here");
        return;
    }
    let room = opened(upcard(&[]));
    signal(&room, "TERM");
    room.wait_with_output().unwrap();
    let data = dir.path().join("data");
    let log = data.join("upcard.db-wal");
    let mode = |file: &Path, mode| set_permissions(file, Permissions::from_mode(mode)).unwrap();
    let said = |arguments: &[&str]| {
        let (code, ended) = ended(&mut upcard(arguments));
        (code, text(&[ended.stdout, ended.stderr].concat()))
    };
    let refused = |what: &str| {
        for command in [&["doctor"][..], &["run"], &["tables"], &["block", "5"]] {
            let (code, said) = said(command);
            assert!(code == Some(3) && said.contains(what), "{command:?}: {said}");
            assert!(!said.contains("WARN") && !said.contains("ERROR"), "one sentence: {said}");
        }
    };
    mode(&data.join("upcard.db"), 0o400);
    refused("The database ");
    assert!(!log.exists(), "what was left would be as closed as the database, and in the way once that is opened");
    mode(&data.join("upcard.db"), 0o600);
    std::fs::write(&log, "").unwrap();
    mode(&log, 0o000);
    nobody.into_iter().for_each(|_| chown(&log, Some(0), Some(0)).unwrap());
    refused("The log of the database, ");
    std::fs::remove_file(&log).unwrap();
    mode(&data, 0o500);
    refused("may not use the directory ");
    mode(&data, 0o700);
    assert_eq!(said(&["tables"]).0, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_was_started_to_outlive_its_terminal_does() {
    let dir = tempfile::tempdir().unwrap();
    let mut nohup = Command::new("nohup");
    nohup.arg(PROGRAM);
    let mut room = opened(alone(nohup, dir.path(), &ROOM));
    signal(&room, "HUP");
    std::thread::sleep(Duration::from_millis(500));
    assert!(room.try_wait().unwrap().is_none(), "it has stopped");
    signal(&room, "TERM");
    assert_eq!(room.wait().unwrap().code(), Some(0));
}
