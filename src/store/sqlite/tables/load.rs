//! Reads a table from its rows.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::super::failed::Failed;
use super::super::values::bound;
use super::super::{journal, results};
use crate::store::{
    Absent, Attendee, Cause, Clock, ForcedMoves, Hints, Level, NextHand, Place, Says, Sealed, Sitter, Stage, StandIn,
    Stored, TableId, TableRow, UserId, WishWord,
};
use engine::proof::Seal;
use engine::{Header, Overrides, Seat};

/// The people of a table in some order, under the newest names that are known: the nickname in its server (`?2`), or the
/// account's name. Where none is kept, the one that they had at the table; so has the house.
macro_rules! people {
    ($from:literal, $house:literal, $account:literal, $joined:literal, $adds:literal, $order:literal) => {
        concat!(
            "SELECT p.user, ",
            $house,
            ", CASE WHEN n.name <> '' THEN n.name WHEN n.name IS NULL AND ?2 IS NOT NULL THEN p.name \
             ELSE coalesce(a.name, p.name) END, coalesce(a.name, ",
            $account,
            ", p.name), ",
            $joined,
            ", ",
            $adds,
            " FROM ",
            $from,
            " p LEFT JOIN names n ON n.scope = ?2 AND n.user = p.user \
             LEFT JOIN names a ON a.scope = 0 AND a.user = p.user WHERE p.table_id = ?1 ORDER BY p.",
            $order
        )
    };
}
const SEATS: &str = people!("seats", "p.house", "p.account", "p.joined", "p.adds", "seat");
const GUESTS: &str = people!("guests", "p.house", "NULL", "0", "NULL", "place");
const SENT_AWAY: &str = people!("sent_away", "NULL", "NULL", "0", "NULL", "place");

pub(super) async fn load(id: TableId, conn: &mut SqliteConnection) -> Result<Option<Stored>, Failed> {
    let Some(row) = load_row(id, conn).await? else { return Ok(None) };
    let journal::Journal { entries: journal, mut causes, missing } = journal::load(id, conn).await?;
    let lobby = sqlx::query_scalar("SELECT cause FROM causes WHERE table_id = ?1").bind(id);
    causes.extend(lobby.fetch_all(&mut *conn).await?.into_iter().map(|cause: Cause| cause));
    let ratings = if row.stage == Stage::Over { results::changes(id, conn).await? } else { Vec::new() };
    Ok(Some(Stored { row, journal, missing, causes, ratings }))
}

pub(super) async fn load_row(id: TableId, conn: &mut SqliteConnection) -> Result<Option<TableRow>, Failed> {
    let found = sqlx::query("SELECT * FROM tables WHERE id = ?1").bind(id).fetch_optional(&mut *conn).await?;
    let Some(found) = found else { return Ok(None) };
    let mut row = read_row(id, &found)?;
    for (people, all) in [(&mut row.sitters, SEATS), (&mut row.guests, GUESTS), (&mut row.sent_away, SENT_AWAY)] {
        let found = bound!(sqlx::query_as(all), id, row.place.guild).fetch_all(&mut *conn).await?;
        for (user, house, name, account, joined, adds) in found {
            let who = sitter(user, house).ok_or(Failed::Row { table: id, what: "seats" })?;
            people.push(Attendee { who, name, account, joined, adds });
        }
    }
    row.seal = seal(id, conn).await?;
    if row.header.is_some() {
        row.stand_ins = stand_ins(id, conn).await?;
        row.wishes = wishes(id, conn).await?;
    }
    Ok(Some(row))
}

async fn stand_ins(table: TableId, conn: &mut SqliteConnection) -> Result<Vec<StandIn>, Failed> {
    let all = "SELECT seat, entries, at, level, away FROM stand_ins WHERE table_id = ?1 ORDER BY number";
    let found: Vec<(u8, u32, i64, Option<String>, bool)> = sqlx::query_as(all).bind(table).fetch_all(conn).await?;
    let one = |(seat, entries, at, level, away): (u8, u32, i64, Option<String>, bool)| {
        let level = level.map(|level| Level::of(&level).ok_or(())).transpose().ok()?;
        Some(StandIn { seat: Seat::new(seat)?, entries, at, level, away })
    };
    found.into_iter().map(one).collect::<Option<_>>().ok_or(Failed::Row { table, what: "stand-ins" })
}

type SealRow = (u32, u32, Vec<u8>, u16, Option<String>);

async fn seal(table: TableId, conn: &mut SqliteConnection) -> Result<Option<Sealed>, Failed> {
    let of = "SELECT number, attempt, secret, rules_rev, start FROM seals WHERE table_id = ?1";
    let found: Option<SealRow> = sqlx::query_as(of).bind(table).fetch_optional(conn).await?;
    let Some((number, attempt, secret, rules_rev, start)) = found else { return Ok(None) };
    let secret = secret.try_into().map_err(|_| Failed::Row { table, what: "seal" })?;
    Ok(Some(Sealed { seal: Seal { secret, rules_rev }, number, attempt, start }))
}

async fn wishes(table: TableId, conn: &mut SqliteConnection) -> Result<Vec<WishWord>, Failed> {
    let all = "SELECT seat, entries, at, says, absent FROM wishes WHERE table_id = ?1 ORDER BY number";
    let found: Vec<(u8, u32, i64, String, Option<u8>)> = sqlx::query_as(all).bind(table).fetch_all(conn).await?;
    let one = |(seat, entries, at, says, absent): (u8, u32, i64, String, Option<u8>)| {
        Some(WishWord {
            seat: Seat::new(seat)?,
            entries,
            at,
            says: Says::from_stored(&says, absent.and_then(Seat::new))?,
        })
    };
    found.into_iter().map(one).collect::<Option<_>>().ok_or(Failed::Row { table, what: "wishes" })
}

fn sitter(user: Option<UserId>, house: Option<String>) -> Option<Sitter> {
    user.map(Sitter::Person).or_else(|| house?.parse().map(Sitter::House).ok())
}

fn read_row(id: TableId, row: &SqliteRow) -> Result<TableRow, Failed> {
    let damaged = |what| Failed::Row { table: id, what };
    let options: Overrides = serde_json::from_str(row.try_get("options")?).map_err(|_| damaged("options"))?;
    let header: Option<&str> = row.try_get("header")?;
    let header: Option<Header> = header.map(serde_json::from_str).transpose().map_err(|_| damaged("header"))?;
    let first: Option<u8> = row.try_get("first")?;
    let link = |column| -> Result<Option<TableId>, Failed> {
        let text: Option<&str> = row.try_get(column)?;
        text.map(str::parse).transpose().map_err(|_| damaged("rematch"))
    };
    Ok(TableRow {
        id,
        place: Place { channel: row.try_get("channel")?, guild: row.try_get("guild")? },
        game: row.try_get("game")?,
        variant: row.try_get("variant")?,
        options,
        seats: row.try_get("seats")?,
        stage: Stage::from_stored(row.try_get("stage")?).ok_or_else(|| damaged("stage"))?,
        host: row.try_get("host")?,
        private: row.try_get("private")?,
        hints: Hints::from_stored(row.try_get("hints")?).ok_or_else(|| damaged("hints"))?,
        clock: Clock::from_stored(row.try_get("clock")?).ok_or_else(|| damaged("clock"))?,
        absent: Absent::from_stored(row.try_get("absent")?).ok_or_else(|| damaged("absent"))?,
        next_hand: NextHand::from_stored(row.try_get("next_hand")?).ok_or_else(|| damaged("next_hand"))?,
        forced: ForcedMoves::from_stored(row.try_get("forced")?).ok_or_else(|| damaged("forced"))?,
        challenge: row.try_get("challenge")?,
        first: first.and_then(Seat::new),
        header,
        seal: None,
        rev: row.try_get::<i64, _>("rev")?.cast_unsigned(),
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        rematch_of: link("rematch_of")?,
        rematch: link("rematch")?,
        sitters: Vec::new(),
        guests: Vec::new(),
        sent_away: Vec::new(),
        stand_ins: Vec::new(),
        wishes: Vec::new(),
    })
}
