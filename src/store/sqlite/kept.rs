//! All that is kept of a person: where it stands, and what of it is theirs. A test holds every column of the database
//! against this, so that none is forgotten.

use sqlx::{AssertSqlSafe, SqliteConnection};

use super::ReadPool;
use super::failed::Failed;
use crate::store::{StoreError, UserId};

/// How a column is written for the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum As {
    Is,
    /// An id of Discord's: 64 bits, which many readers of JSON would round.
    Id,
    /// Milliseconds since 1970.
    Time,
}
use As::{Id, Is, Time};

/// A table of the database in which people stand.
struct Kept {
    table: &'static str,
    /// The condition for its rows (`t`) that are about the person `?1`.
    whose: &'static str,
    /// What is theirs of such a row.
    columns: &'static [(&'static str, As)],
    /// What tells nothing about them: others in it, what belongs to the match, our own bookkeeping.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test reads it"))]
    rest: &'static [&'static str],
}

/// The rows of a match's table that are about the seat of the person.
macro_rules! of_their_seat {
    () => {
        "WHERE EXISTS (SELECT 1 FROM seats s WHERE s.table_id = t.table_id AND s.seat = t.seat AND s.user = ?1)"
    };
}

const KEPT: &[Kept] = &[
    Kept {
        table: "names",
        whose: "WHERE t.user = ?1",
        columns: &[("scope", Id), ("name", Is), ("seen", Id)],
        rest: &["user"],
    },
    Kept {
        table: "settings",
        whose: "WHERE t.kind = 0 AND t.owner = ?1",
        columns: &[("picture", Is), ("light", Is), ("direct", Is), ("notices", Is)],
        rest: &["kind", "owner"],
    },
    Kept {
        table: "ratings",
        whose: "WHERE t.user = ?1",
        columns: &[
            ("scope", Id),
            ("game", Is),
            ("period", Is),
            ("mu", Is),
            ("sigma", Is),
            ("points", Is),
            ("matches", Is),
            ("wins", Is),
        ],
        rest: &["user"],
    },
    Kept {
        table: "tables",
        whose: "WHERE t.host = ?1 OR t.id IN (SELECT table_id FROM seats WHERE user = ?1)",
        columns: &[
            ("id", Is),
            ("channel", Id),
            ("guild", Id),
            ("game", Is),
            ("variant", Is),
            ("options", Is),
            ("stage", Is),
            ("created", Time),
            ("updated", Time),
        ],
        // The header has the seed: of a match that is being played it would show every card.
        rest: &[
            "seats",
            "host",
            "private",
            "challenge",
            "first",
            "header",
            "rev",
            "rematch_of",
            "rematch",
            "hints",
            "clock",
            "due",
            "absent",
            "forced",
            "next_hand",
        ],
    },
    Kept {
        table: "seats",
        whose: "WHERE t.user = ?1",
        columns: &[
            ("table_id", Is),
            ("seat", Is),
            ("name", Is),
            ("account", Is),
            ("live", Is),
            ("joined", Time),
            ("adds", Is),
        ],
        rest: &["user", "house"],
    },
    Kept {
        table: "guests",
        whose: "WHERE t.user = ?1",
        columns: &[("table_id", Is), ("place", Is), ("name", Is)],
        rest: &["user", "house"],
    },
    Kept {
        table: "sent_away",
        whose: "WHERE t.user = ?1",
        columns: &[("table_id", Is), ("place", Is), ("name", Is)],
        rest: &["user"],
    },
    Kept {
        table: "journal",
        whose: of_their_seat!(),
        columns: &[("table_id", Is), ("number", Is), ("seat", Is), ("move", Is), ("at", Time), ("cause", Id)],
        rest: &["goes_on"],
    },
    Kept {
        table: "stand_ins",
        whose: of_their_seat!(),
        columns: &[
            ("table_id", Is),
            ("number", Is),
            ("seat", Is),
            ("entries", Is),
            ("at", Time),
            ("level", Is),
            ("away", Is),
        ],
        rest: &[],
    },
    Kept {
        table: "wishes",
        whose: of_their_seat!(),
        columns: &[("table_id", Is), ("number", Is), ("seat", Is), ("entries", Is), ("at", Time), ("says", Is)],
        rest: &["absent"],
    },
    Kept {
        table: "results",
        whose: "WHERE t.id IN (SELECT result FROM result_seats WHERE user = ?1)",
        columns: &[
            ("id", Is),
            ("table_id", Is),
            ("game", Is),
            ("variant", Is),
            ("guild", Id),
            ("channel", Id),
            ("finished", Time),
            ("moves", Is),
        ],
        rest: &[],
    },
    Kept {
        table: "result_seats",
        whose: "WHERE t.user = ?1",
        columns: &[
            ("result", Is),
            ("seat", Is),
            ("name", Is),
            ("side", Is),
            ("place", Is),
            ("score", Is),
            ("before", Is),
            ("after", Is),
            ("game", Is),
        ],
        rest: &["user", "level"],
    },
    Kept {
        table: "played",
        whose: "WHERE t.user = ?1",
        columns: &[("table_id", Is), ("game", Is), ("ended", Time)],
        rest: &["user"],
    },
    Kept {
        table: "tallies",
        whose: "WHERE t.user = ?1",
        columns: &[
            ("level", Is),
            ("game", Is),
            ("variant", Is),
            ("matches", Is),
            ("wins", Is),
            ("losses", Is),
            ("streak", Is),
            ("longest", Is),
        ],
        rest: &["user", "opponent"],
    },
    Kept {
        table: "moments",
        whose: "WHERE t.user = ?1",
        columns: &[("game", Is), ("kind", Is), ("value", Is), ("result", Is)],
        rest: &["user"],
    },
    Kept {
        table: "messages",
        whose: "WHERE t.user = ?1",
        columns: &[
            ("table_id", Is),
            ("kind", Is),
            ("channel", Id),
            ("message", Id),
            ("posted", Time),
            ("rev", Is),
            ("deal", Is),
        ],
        rest: &["user"],
    },
    Kept {
        table: "blocks",
        whose: "WHERE t.user = ?1",
        columns: &[("scope", Id), ("at", Time), ("owner", Is)],
        rest: &["user"],
    },
    Kept {
        table: "deeds",
        whose: "WHERE t.user = ?1 OR t.who = ?1",
        columns: &[("at", Time), ("guild", Id), ("what", Is)],
        rest: &["id", "who", "user"],
    },
    Kept {
        table: "daily",
        whose: "WHERE t.user = ?1",
        columns: &[
            ("day", Is),
            ("kind", Is),
            ("guild", Id),
            ("shown", Time),
            ("ended", Time),
            ("solved", Is),
            ("tried", Is),
            ("shared", Is),
        ],
        rest: &["user"],
    },
];

/// Tables of the database in which nobody stands.
#[cfg(test)]
const NOBODYS: [&str; 7] = [
    "mornings",
    // What tables committed themselves to: of a match that is being played it would show every card.
    "seals",
    // Interactions by their numbers, without whose they were.
    "causes",
    "limits",
    "absences",
    "alive",
    "_sqlx_migrations",
];

impl Kept {
    fn query(&self) -> String {
        let written = |(name, how): &(&str, As)| match how {
            Is => format!("'{name}', t.\"{name}\""),
            Id => format!("'{name}', CAST(t.\"{name}\" AS TEXT)"),
            Time => format!("'{name}',strftime('%Y-%m-%dT%H:%M:%SZ',t.\"{name}\"/1000,'unixepoch')"),
        };
        let columns: Vec<String> = self.columns.iter().map(written).collect();
        format!("SELECT json_object({}) FROM \"{}\" t {}", columns.join(", "), self.table, self.whose)
    }
}

impl ReadPool {
    pub async fn kept(&self, user: UserId) -> Result<Vec<(&'static str, Vec<String>)>, StoreError> {
        read(user, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }
}

async fn read(user: UserId, conn: &mut SqliteConnection) -> Result<Vec<(&'static str, Vec<String>)>, Failed> {
    let mut all = Vec::with_capacity(KEPT.len());
    for kept in KEPT {
        let rows = sqlx::query_scalar(AssertSqlSafe(kept.query())).bind(user).fetch_all(&mut *conn).await?;
        all.push((kept.table, rows));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn every_column_of_the_database_is_exported_or_said_to_be_about_nobody() {
        let (_dir, store) = Store::temporary().await;
        let all = "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' \
                   AND t.name NOT LIKE 'sqlite_%'";
        let all: Vec<(String, String)> = sqlx::query_as(all).fetch_all(&store.0.reader.pool).await.unwrap();
        let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (table, column) in all.into_iter().filter(|(table, _)| !NOBODYS.contains(&table.as_str())) {
            columns.entry(table).or_default().push(column);
        }
        let named = |kept: &Kept| {
            let all = kept.columns.iter().map(|(name, _)| name).chain(kept.rest);
            (kept.table.to_owned(), all.map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        let mut here: BTreeMap<String, Vec<String>> = KEPT.iter().map(named).collect();
        columns.values_mut().chain(here.values_mut()).for_each(|all| all.sort_unstable());
        assert_eq!(columns, here, "what is new in the database is exported, or is named above as about nobody");
        store.kept(UserId(1)).await.unwrap();
    }
}
