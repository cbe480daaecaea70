//! `upcard forget`: says what is kept of a person, or deletes it.

use crate::config::Config;
use crate::discord::kept_in_words as kept;
use crate::store::{Blocks, Store, Traces, UserId};
use crate::tables::Room;
use engine::english::list;

use super::{Ending, say, tables};

/// Says what is stored about a person, and with `sure` deletes it. With `end`, the tables at which they sit are ended
/// first.
pub(super) async fn run(config: Config, user: u64, sure: bool, end: bool) -> Result<(), Ending> {
    let user = UserId(user);
    let found = tables::beside(&config).await?.traces(user).await?;
    if !sure {
        return tell(user, &found);
    }
    if !found.live.is_empty() && !end {
        return Err(Ending::other(in_the_way(user, &found)));
    }
    // A running bot keeps tables in memory, with the people who sit there.
    let alone = Store::alone(&config.database).await?;
    let room = Room::open(Store::open(&config.database).await?).await?;
    let forgotten = async {
        tables::close(&room, &room.store().traces(user).await?.live, &alone).await?;
        let found = room.store().forget(user, Blocks::Go).await?;
        tables::note(&room, "forgot a person").await?;
        Ok(found)
    };
    let forgotten: Result<Traces, Ending> = forgotten.await;
    room.shutdown().await;
    let found = forgotten?;
    // Even if nothing is known of them: an earlier upcard may have left copies.
    Store::scrub(&config.database).await?;
    if found.is_none() {
        say(format_args!("Nothing is known of {user}, and no copy of what was deleted is left in the file."));
    } else {
        say(format_args!(
            "Forgotten: {}. At tables and in results {user} is \"a former player\" now, and no copy is left in the file.",
            kept(&found)
        ));
    }
    Ok(())
}

/// What there is, and how to forget it.
fn tell(user: UserId, found: &Traces) -> Result<(), Ending> {
    if found.is_none() {
        say(format_args!("Nothing is known of {user}."));
        return Ok(());
    }
    if !found.live.is_empty() {
        return Err(Ending::other(in_the_way(user, found)));
    }
    say(format_args!("Of {user} there are: {}. To forget this for good, add --yes.", kept(found)));
    Ok(())
}

fn in_the_way(user: UserId, found: &Traces) -> String {
    let codes: Vec<String> = found.live.iter().map(ToString::to_string).collect();
    format!(
        "{user} sits at a table that is not over: {}. It has to end first: `/table leave` or `/table resign` by them, or \
         `/table end` by its host or a moderator. Or `upcard forget {user} --yes --end` ends it without a result, and then \
         forgets them.",
        list(&codes)
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::store::{ChannelId, GuildId, MessageId, MessageKind, Place, Posted};
    use crate::tables::{Act, LobbyAct, NewTable, Person, Request, Stage, TableId};

    fn config(dir: &Path) -> Config {
        let url = format!("sqlite://{}/upcard.db", dir.display());
        Config::read(|name| (name == "DATABASE_URL").then(|| url.clone())).unwrap()
    }

    async fn room(dir: &Path) -> Room {
        Room::open(Store::open(&config(dir).database).await.unwrap()).await.unwrap()
    }

    async fn asks(room: &Room, table: &TableId, who: &Person, act: impl Into<Act>) {
        room.ask(table, Request::new(who.clone(), act)).await.unwrap();
    }

    /// Somebody with many names, who opens and leaves many tables, and sits at one.
    async fn many_traces(dir: &Path, user: u64) -> TableId {
        let room = room(dir).await;
        let ben = Person::new(UserId(7), "Ben");
        let mut last = None;
        for n in 0..60 {
            let zoe = Person::new(UserId(user), &format!("Zebulon-{n}")).nicknamed(&format!("Quux-{n}"));
            let place = Place { channel: ChannelId(100 + n), guild: Some(GuildId(1)) };
            let table = room.create(NewTable::new("gin-rummy", place, zoe.clone())).await.unwrap().snapshot.table;
            asks(&room, &table, &ben, LobbyAct::Join).await;
            let hand = MessageKind::Hand;
            let message = MessageId(n);
            let posted =
                Posted { kind: hand, user: Some(zoe.id), channel: ChannelId(1), message, rev: 1, posted: 0, deal: 1 };
            room.store().put_message(&table, posted).await.unwrap();
            match n {
                59 => asks(&room, &table, &zoe, LobbyAct::Start).await,
                n if n % 3 == 0 => asks(&room, &table, &zoe, LobbyAct::Leave).await,
                _ => asks(&room, &table, &zoe, LobbyAct::End).await,
            }
            last = Some(table);
        }
        room.shutdown().await;
        last.unwrap()
    }

    /// In which ways somebody stands in the files of a folder: by id as text, by id as SQLite stores numbers, by name.
    fn copies(dir: &Path, user: u64) -> Vec<String> {
        let (text, bytes) = (user.to_string().into_bytes(), user.to_be_bytes());
        let number = bytes[bytes.iter().position(|byte| *byte != 0).unwrap()..].to_vec();
        let mut found = Vec::new();
        for file in std::fs::read_dir(dir).unwrap().map(|file| file.unwrap().path()) {
            let held = std::fs::read(&file).unwrap().to_ascii_lowercase();
            for what in [&text[..], &number.to_ascii_lowercase(), b"zebulon", b"quux"] {
                if held.windows(what.len()).any(|part| part == what) {
                    found.push(format!("{}: {what:?}", file.display()));
                }
            }
        }
        found
    }

    #[tokio::test]
    async fn p05_no_raw_copy_of_who_was_forgotten_is_left_in_any_file() {
        // Stored in six bytes and in eight.
        for user in [123_456_789_012_345, 987_654_321_098_765_432] {
            let dir = tempfile::tempdir().unwrap();
            many_traces(dir.path(), user).await;
            let before = copies(dir.path(), user);
            assert!(before.len() >= 2, "or this test tells nothing: {before:?}");
            run(config(dir.path()), user, true, true).await.unwrap();
            assert_eq!(copies(dir.path(), user), Vec::<String>::new());
        }
    }

    #[tokio::test]
    async fn p04_who_sits_at_a_match_is_forgotten_once_it_is_ended_for_them() {
        let dir = tempfile::tempdir().unwrap();
        let table = many_traces(dir.path(), 5).await;
        let refused = run(config(dir.path()), 5, true, false).await.unwrap_err();
        assert!(refused.words.contains(table.as_str()) && refused.words.contains("--yes --end"), "{}", refused.words);
        let alone = Store::alone(&config(dir.path()).database).await.unwrap();
        assert_eq!(run(config(dir.path()), 5, true, true).await.unwrap_err().code, 3, "a bot is at work");
        drop(alone);
        run(config(dir.path()), 5, true, true).await.unwrap();
        let room = room(dir.path()).await;
        assert_eq!(room.look(&table).await.unwrap().stage, Stage::Closed);
        assert!(room.store().traces(UserId(5)).await.unwrap().is_none());
        room.shutdown().await;
    }
}
