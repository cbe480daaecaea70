//! `upcard export`: decided matches as JSON lines, for those who want to study them.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

use crate::config::Config;
use crate::store::{Beside, Decided, DecidedSeat, UserId};
use engine::{Record, catalog};

use super::tables::beside;
use super::{Ending, say};

/// Which matches, and where to.
#[derive(clap::Args, Default)]
pub(super) struct Extract {
    /// Only matches of this game, such as gin-rummy
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only matches that ended on this day (UTC) or later
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    since: Option<Date>,
    /// Results alone, without the records: who was placed where, not how
    #[arg(long)]
    results: bool,
    /// The file to write, which must not exist yet; without it standard output
    #[arg(value_name = "FILE")]
    to: Option<PathBuf>,
}

fn day(text: &str) -> Result<Date, &'static str> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).map_err(|_| "a day is written as 2026-08-31")
}

/// Writes them, the oldest first. A bot may be at work.
pub(super) async fn run(config: Config, wanted: Extract) -> Result<(), Ending> {
    if let Some(game) = &wanted.game {
        catalog::game(game).map_err(Ending::not_offered)?;
    }
    let store = beside(&config).await?;
    let Some(path) = &wanted.to else {
        let written = write(&store, &wanted, BufWriter::new(io::stdout().lock())).await;
        // Whoever reads only the first lines closes the pipe.
        return written.map(drop).or_else(|error| match error {
            Broken::Io(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            error => Err(error.at("standard output")),
        });
    };
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let name = path.display().to_string();
    let file = file.map_err(|error| Broken::Io(error).at(&name))?;
    let count = write(&store, &wanted, BufWriter::new(file)).await.map_err(|error| error.at(&name))?;
    say(format_args!("{count} {} in {name}.", if count == 1 { "match is" } else { "matches are" }));
    Ok(())
}

enum Broken {
    Io(io::Error),
    Store(crate::store::StoreError),
}

impl Broken {
    fn at(self, place: &str) -> Ending {
        match self {
            Self::Io(error) => Ending::other(format!("{place} cannot be written: {error}.")),
            Self::Store(error) => error.into(),
        }
    }
}

/// Returns how many there are.
async fn write(store: &Beside, wanted: &Extract, mut to: impl Write) -> Result<usize, Broken> {
    let since = wanted.since.map_or(0, |day| day.midnight().assume_utc().unix_timestamp() * 1000);
    let all = store.decided(wanted.game.as_deref(), since).await.map_err(Broken::Store)?;
    let mut people = People::default();
    for decided in &all {
        let mut line = result(decided, &mut people);
        if !wanted.results {
            let stored = store.load(decided.table).await.map_err(Broken::Store)?;
            let record = stored.and_then(|of| Some(Record { header: of.row.header?, journal: of.journal }));
            line["record"] = json!(record);
        }
        writeln!(to, "{line}").map_err(Broken::Io)?;
    }
    to.flush().map_err(Broken::Io)?;
    Ok(all.len())
}

/// People by numbers that hold within one export: nobody needs to know who they are.
#[derive(Default)]
struct People(HashMap<UserId, usize>);

impl People {
    fn number(&mut self, user: UserId) -> usize {
        let next = self.0.len() + 1;
        *self.0.entry(user).or_insert(next)
    }
}

fn result(decided: &Decided, people: &mut People) -> Value {
    let then = OffsetDateTime::from_unix_timestamp(decided.finished / 1000).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let seat = |seat: &DecidedSeat| {
        let mut of = json!({"seat": seat.seat, "side": seat.side.0, "place": seat.place, "score": seat.score});
        match (seat.user, seat.level) {
            (Some(user), _) => of["player"] = people.number(user).into(),
            (None, level) => of["house"] = json!(level.map(engine::Level::id)),
        }
        if let Some((before, after)) = seat.rating {
            of["rating"] = json!([before, after]);
        }
        of
    };
    json!({
        "match": decided.table.as_str(), "game": decided.game, "variant": decided.variant,
        "finished": then.format(&Rfc3339).unwrap_or_default(), "moves": decided.moves,
        "seats": decided.seats.iter().map(seat).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ChannelId, GuildId, Place, Store};
    use crate::tables::{LobbyAct, MatchAct, NewTable, Person, Request, Room};

    #[tokio::test]
    async fn records_and_results_are_exported_by_game_and_day_without_who_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/upcard.db", dir.path().display());
        let config = || Config::read(|name| (name == "DATABASE_URL").then(|| url.clone())).unwrap();
        let room = Room::open(Store::open(&url).await.unwrap()).await.unwrap();
        let people = [Person::new(UserId(987_654_321), "Zebulon"), Person::new(UserId(987_654_322), "Quux")];
        for (n, game) in ["gin-rummy", "klaberjass"].into_iter().enumerate() {
            let place = Place { channel: ChannelId(n as u64 + 1), guild: Some(GuildId(1)) };
            let table = room.create(NewTable::new(game, place, people[0].clone())).await.unwrap().snapshot.table;
            room.ask(&table, Request::new(people[1].clone(), LobbyAct::Join)).await.unwrap();
            room.ask(&table, Request::new(people[0].clone(), LobbyAct::Start)).await.unwrap();
            room.ask(&table, Request::new(people[1].clone(), MatchAct::Resign)).await.unwrap();
        }
        room.shutdown().await;
        let export = async |wanted: Extract| {
            let to = dir.path().join("out.jsonl");
            let _ = std::fs::remove_file(&to);
            run(config(), Extract { to: Some(to.clone()), ..wanted }).await.unwrap();
            std::fs::read_to_string(to).unwrap()
        };
        let all = export(Extract::default()).await;
        assert!(all.lines().count() == 2 && !all.contains("Zebulon") && !all.contains("98765432"), "{all}");
        let first: Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
        assert_eq!((&first["game"], &first["seats"][1]["place"]), (&json!("gin-rummy"), &json!(2)));
        assert_eq!((&first["seats"][0]["player"], &first["seats"][1]["player"]), (&json!(1), &json!(2)));
        let record: Record = serde_json::from_value(first["record"].clone()).unwrap();
        assert_eq!(record.journal.last().map(|entry| entry.text.as_str()), Some("resign"));
        assert!(catalog::replay(&record).is_ok(), "{first}");
        let some = export(Extract { game: Some("klaberjass".to_owned()), results: true, ..Extract::default() }).await;
        assert!(some.lines().count() == 1 && !some.contains("record") && some.contains("klaberjass"), "{some}");
        assert_eq!(export(Extract { since: Some(day("2999-01-01").unwrap()), ..Extract::default() }).await, "");
        let wrong = Extract { game: Some("bridge".to_owned()), ..Extract::default() };
        assert_eq!(run(config(), wrong).await.unwrap_err().code, 2);
    }
}
