//! `upcard tables`: lists the tables that are not over, and ends them.

use crate::config::Config;
use crate::discord::why_not;
use crate::store::{Alone, Beside, Decision, Deed, Found, LiveTable, Store, StoreError};
use crate::tables::{Closing, GuildId, Rejection, Room, Stage, TableId, UserId, now};
use engine::catalog;
use engine::english::list;

use super::{Ending, id, say};

const DAY: i64 = 24 * 3600 * 1000;

/// Which tables.
#[derive(clap::Args, Clone, Default)]
pub(super) struct Filter {
    /// Those at which this person sits (their id)
    #[arg(long, value_name = "ID", value_parser = id)]
    of: Option<u64>,
    /// Those of this server (its id)
    #[arg(long, value_name = "ID", value_parser = id)]
    server: Option<u64>,
    /// Those of this game, such as gin-rummy
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Those whose match has not begun
    #[arg(long)]
    lobbies: bool,
    /// Those at which nothing has happened for so many days
    #[arg(long, value_name = "DAYS")]
    idle: Option<u32>,
}

#[derive(clap::Subcommand)]
pub(super) enum Errand {
    /// End tables: their matches leave no result and change no rating. Without --yes, only say which
    End {
        /// Their codes
        #[arg(value_name = "TABLE")]
        tables: Vec<TableId>,
        #[command(flatten)]
        which: Filter,
        /// End them
        #[arg(long)]
        yes: bool,
    },
}

impl Filter {
    fn is_any(&self) -> bool {
        self.of.is_none() && self.server.is_none() && self.idle.is_none() && self.game.is_none() && !self.lobbies
    }

    fn fits(&self, live: &LiveTable) -> bool {
        let row = &live.row;
        let sits = |user: u64| row.sitters.iter().any(|sitter| sitter.who == UserId(user));
        self.of.is_none_or(sits)
            && self.server.is_none_or(|server| row.place.guild == Some(GuildId(server)))
            && self.game.as_ref().is_none_or(|game| row.game == *game)
            && (!self.lobbies || row.stage == Stage::Lobby)
            && self.idle.is_none_or(|days| now() - live.changed >= i64::from(days) * DAY)
    }
}

/// Lists tables, or ends them.
pub(super) async fn run(config: Config, which: Filter, act: Option<Errand>) -> Result<(), Ending> {
    let asked = act.as_ref().map_or(&which, |Errand::End { which, .. }| which);
    if let Some(game) = &asked.game {
        catalog::game(game).map_err(Ending::not_offered)?;
    }
    match act {
        None => show(&config, &which).await,
        Some(Errand::End { tables, which, yes }) => end(&config, tables, &which, yes).await,
    }
}

/// Reads a database of this version beside a bot that uses it; an older one is migrated first, if no bot does.
pub(super) async fn beside(config: &Config) -> Result<Beside, Ending> {
    let looked = Store::look(&config.database).await?;
    match looked.found {
        // Without a database here, the answer must not be that there is nothing.
        Found::Nothing => {
            let words = format!("There is no database at {}. Set DATABASE_URL to the one the bot uses.", looked.path);
            return Err(Ending::database(words));
        }
        Found::Older => {
            let _alone = Store::alone(&config.database).await?;
            Store::open(&config.database).await?.close().await;
        }
        Found::Current => {}
    }
    Ok(Store::beside(&config.database).await?)
}

async fn show(config: &Config, which: &Filter) -> Result<(), Ending> {
    let (live, wrong) = beside(config).await?.live().await?;
    let live: Vec<LiveTable> = live.into_iter().filter(|live| which.fits(live)).collect();
    live.iter().for_each(|live| say(line(live)));
    wrong.iter().for_each(|error| say(format_args!("WRONG {error}")));
    say(match live.len() {
        0 => "No such table is open.".to_owned(),
        1 => "1 table is open. `upcard tables end` ends tables.".to_owned(),
        n => format!("{n} tables are open. `upcard tables end` ends tables."),
    });
    Ok(())
}

/// `k7f2  match of Gin Rummy, idle for 12 days, server 1 channel 2: Ada (3), Ben (4)`
fn line(live: &LiveTable) -> String {
    let row = &live.row;
    let stage = if row.stage == Stage::Lobby { "lobby" } else { "match" };
    let game = catalog::game(&row.game).map_or(row.game.as_str(), |game| game.title());
    let server = row.place.guild.map_or_else(|| "no server".to_owned(), |guild| format!("server {guild}"));
    let people: Vec<String> = row.sitters.iter().map(|sitter| format!("{} ({})", sitter.name, sitter.who)).collect();
    let (idle, channel) = (idle(now() - live.changed), row.place.channel);
    format!("{}  {stage} of {game}, idle for {idle}, {server} channel {channel}: {}", row.id, list(&people))
}

/// The two largest units would be more than anybody needs: `12 days`, `5 hours`, `3 minutes`.
fn idle(milliseconds: i64) -> String {
    let minutes = milliseconds.max(0) / 60_000;
    let (n, unit) = match minutes {
        0..60 => (minutes, "minute"),
        60..2880 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}

async fn end(config: &Config, named: Vec<TableId>, which: &Filter, yes: bool) -> Result<(), Ending> {
    if named.is_empty() && which.is_any() {
        let words = "Which tables? Name them by their codes, or say --idle DAYS, --of ID, --server ID, --game GAME or --lobbies.";
        return Err(Ending::setting(words));
    }
    let (live, wrong) = beside(config).await?.live().await?;
    let broken = wrong.iter().filter_map(|error| match error {
        StoreError::Row { table, .. } => Some(*table),
        _ => None,
    });
    let mut open: Vec<TableId> = broken.collect();
    open.extend(live.iter().map(|live| live.row.id));
    if let Some(none) = named.iter().find(|table| !open.contains(table)) {
        return Err(Ending::other(format!("There is no open table {none}: `upcard tables` lists them.")));
    }
    let mut chosen = named;
    if !which.is_any() {
        let fitting: Vec<TableId> = live.iter().filter(|live| which.fits(live)).map(|live| live.row.id).collect();
        chosen.extend(fitting);
    }
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.is_empty() {
        say("No open table is like that.");
        return Ok(());
    }
    if !yes {
        live.iter().filter(|live| chosen.contains(&live.row.id)).for_each(|live| say(line(live)));
        say(format_args!("To end {} without a result, stop the bot and add --yes.", these(&chosen)));
        return Ok(());
    }
    let alone = Store::alone(&config.database).await?;
    let room = Room::open(Store::open(&config.database).await?).await?;
    let ended = close(&room, &chosen, &alone).await;
    room.shutdown().await;
    ended?;
    say(format_args!("Ended without a result: {}. Their boards say so once the bot is back.", these(&chosen)));
    Ok(())
}

fn these(tables: &[TableId]) -> String {
    list(&tables.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// Ends tables as the room itself does, while no bot is at work.
pub(super) async fn close(room: &Room, tables: &[TableId], _alone: &Alone) -> Result<(), Ending> {
    for table in tables {
        match room.close(table, Closing::Owner).await {
            Ok(()) => note(room, &format!("ended table {table}")).await?,
            // What cannot even be read can still be put away.
            Err(Rejection::Fault(_)) => room.store().put_away(*table, now()).await?,
            Err(rejection) => {
                return Err(Ending::other(format!("Table {table} was not ended: {}", why_not(&rejection))));
            }
        }
    }
    Ok(())
}

/// Notes what the owner did.
pub(super) async fn note(room: &Room, what: &str) -> Result<(), Ending> {
    let what = Decision::Note(what.to_owned(), None);
    room.store().decide(Deed { at: now(), guild: None, who: None, what }).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ChannelId, Place};
    use crate::tables::{NewTable, Person};

    #[test]
    fn how_long_nothing_happened_is_said_in_one_unit() {
        let said =
            [(-5, "0 minutes"), (60_000, "1 minute"), (7_200_000, "2 hours"), (2 * DAY, "2 days"), (DAY, "24 hours")];
        for (milliseconds, words) in said {
            assert_eq!(idle(milliseconds), words);
        }
    }

    #[tokio::test]
    async fn p04_tables_are_ended_by_code_person_server_and_idle_time_and_only_with_yes() {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/upcard.db", dir.path().display());
        let config = || Config::read(|name| (name == "DATABASE_URL").then(|| url.clone())).unwrap();
        let room = Room::open(Store::open(&url).await.unwrap()).await.unwrap();
        let mut tables = Vec::new();
        for n in 1..=5 {
            let place = Place { channel: ChannelId(n), guild: Some(GuildId(n % 2)) };
            let host = Person::new(UserId(n), "Ada");
            tables.push(room.create(NewTable::new("gin-rummy", place, host)).await.unwrap().snapshot.table);
        }
        room.shutdown().await;
        let open = async || {
            let (live, _) = beside(&config()).await.unwrap().live().await.unwrap();
            live.iter().map(|live| live.row.place.channel.0).collect::<std::collections::BTreeSet<_>>()
        };
        let end = async |tables: &[TableId], which: Filter, yes| {
            run(config(), Filter::default(), Some(Errand::End { tables: tables.to_vec(), which, yes })).await
        };
        assert_eq!(end(&[], Filter::default(), true).await.unwrap_err().code, 2, "not all of them by mistake");
        end(&tables, Filter::default(), false).await.unwrap();
        assert_eq!(open().await.len(), 5);
        end(&tables[..1], Filter::default(), true).await.unwrap();
        end(&[], Filter { of: Some(2), ..Filter::default() }, true).await.unwrap();
        assert_eq!(open().await, [3, 4, 5].into());
        end(&[], Filter { idle: Some(1), ..Filter::default() }, true).await.unwrap();
        end(&[], Filter { server: Some(1), of: Some(5), ..Filter::default() }, true).await.unwrap();
        assert_eq!(open().await, [3, 4].into());
        assert_eq!(end(&tables[..1], Filter::default(), true).await.unwrap_err().code, 1, "it is over");
        let game = |id: &str| Filter { game: Some(id.to_owned()), lobbies: true, ..Filter::default() };
        assert_eq!(end(&[], game("bridge"), true).await.unwrap_err().code, 2, "no such game");
        end(&[], game("klaberjass"), true).await.unwrap();
        assert_eq!(open().await, [3, 4].into());
        end(&[], game("gin-rummy"), true).await.unwrap();
        assert_eq!(open().await.len(), 0);
        end(&[], Filter { idle: Some(0), ..Filter::default() }, true).await.unwrap();
        assert_eq!(open().await.len(), 0);
    }
}
