use super::*;

#[test]
fn p10_what_cannot_be_used_is_called_what_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let denied = Error::from(ErrorKind::PermissionDenied);
    let words = |name: &str, there: bool| {
        let file = dir.path().join(name);
        if there {
            std::fs::write(&file, "x").unwrap();
        }
        StoreError::of_file(&denied, &file).to_string()
    };
    for (name, called) in [
        ("upcard.db.lock", "The lock file "),
        ("upcard.db-wal", "The log of the database, "),
        ("upcard.db-shm", "The index of the database's log, "),
        ("upcard.db", "The database "),
        ("some-club.sqlite", "The database "),
    ] {
        let folder = words(name, false);
        let of_folder = format!("may not use the directory {},", dir.path().display());
        assert!(folder.contains(&of_folder), "{name}: {folder}");
        let own = words(name, true);
        assert!(own.starts_with(&format!("{called}{}", dir.path().join(name).display())), "{name}: {own}");
    }
    let made = StoreError::of_folder(&denied, dir.path(), &dir.path().join("deep/er/upcard.db"));
    assert_eq!(made, StoreError::Shut { path: dir.path().display().to_string() });
}
