//! A rematch: the same people and seats of the house as before, at a table of its own.

use super::clock::now;
use super::lobby::{Did, Edition, LobbyFact, sitter};
use super::names::Person;
use super::owner::{Owner, RoomReply};
use super::rejection::{NotOpened, Rejection, Untimely};
use super::table::{Table, called};
use crate::store::{Attendee, Cause, Create, Sitter, Stage, TableRow};

/// In milliseconds: for so long after its end a match can be followed by a rematch. Who comes later may have left the
/// server, and could still call people there by a button in old direct messages.
const LAPSES_AFTER: i64 = 7 * 24 * 3600 * 1000;

impl Owner {
    /// Opens a rematch, or says where one is open. `None` if another writer was first.
    pub(super) async fn rematch(&mut self, who: &Person, cause: Option<Cause>) -> Result<Option<RoomReply>, Rejection> {
        let table = self.awake().await?;
        match table.row.stage {
            Stage::Over => {}
            Stage::Closed => return Err(Rejection::Gone),
            Stage::Lobby => return Err(Untimely::NotBegun.into()),
            Stage::Playing => return Err(Untimely::NotOver.into()),
        }
        if table.seat_of(who.id).is_none() {
            return Err(Rejection::NotSeated);
        }
        let fresh = rematch_row(table, who);
        let told = LobbyFact::By(called(&table.row, who), Did::AskForRematch);
        let (asked, old) = (table.row.rematch, Edition::of(&table.row, now()).row);
        if asked.is_some() {
            // A rematch that was declined or withdrawn may be asked for again.
            let open = match self.shared.rematch_after(self.id).await? {
                None => self.shared.changed_by(cause).await?,
                open => open,
            };
            if let Some(open) = open {
                return Ok(Some(RoomReply::Elsewhere(open)));
            }
        }
        let new = fresh?;
        // The match names only its first rematch.
        let old = asked.is_none().then_some(old);
        let creation = |row: TableRow, cause| {
            let old = old.clone().map(|old| TableRow { rematch: Some(row.id), ..old });
            Create { row, cause, old }
        };
        let created = self.shared.create(new, cause, creation).await?;
        let Some(new) = created else {
            self.forget();
            return Ok(None);
        };
        // Read again, because creating the rematch saved this row too. Whatever comes of that, the rematch exists.
        self.forget();
        let read = self.awake().await.is_ok();
        if let (true, Some(table)) = (read, self.table.take()) {
            self.publish(table);
        }
        Ok(Some(RoomReply::Opened(new, told)))
    }
}

/// The table of a rematch: the same people at the same seats, with the next seat to play first.
fn rematch_row(table: &Table, who: &Person) -> Result<TableRow, NotOpened> {
    let (old, now) = (&table.row, now());
    // Its last move ended the match. Asking for a rematch saves the row, so when that was last saved tells nothing.
    if now - table.last.at > LAPSES_AFTER {
        return Err(NotOpened::Lapsed);
    }
    if old.sitters.iter().any(|sitter| sitter.who.is_nobody()) {
        return Err(NotOpened::Forgotten);
    }
    let count = old.sitters.len() as u8;
    // The house does not have to be asked.
    let stays = |old: &Attendee| match old.who {
        Sitter::House(_) => Some(old.clone()),
        Sitter::Person(user) => (user == who.id).then(|| sitter(who, now)),
    };
    let sitters: Vec<Attendee> = old.sitters.iter().filter_map(stays).collect();
    let guests = if sitters.len() < old.sitters.len() { old.sitters.clone() } else { Vec::new() };
    let first = old.header.as_ref().and_then(|header| header.first);
    Ok(TableRow {
        stage: Stage::Lobby,
        host: who.id,
        challenge: !guests.is_empty(),
        seats: Some(count),
        first: first.map(|first| first.next(count)),
        header: None,
        seal: None,
        rev: 1,
        created: now,
        updated: now,
        rematch_of: Some(old.id),
        rematch: None,
        stand_ins: Vec::new(),
        wishes: Vec::new(),
        sitters,
        guests,
        ..old.clone()
    })
}
