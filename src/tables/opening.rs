//! Opens tables.

use std::time::Instant;

use super::clock::now;
use super::lobby::{adds, seat_house, sitter};
use super::owners::Shared;
use super::rejection::{Barred, NoSeat, NotOpened, Rejection, Unfit};
use super::request::{Fault, NewTable};
use super::summary::Summary;
use super::terms;
use crate::store::{Cause, Conflict, Create, Sealed, StoreError, TableId, TableRow};
use engine::catalog;
use engine::proof::Seal;

/// How many codes are tried for a new table.
const CODES: usize = 30;

/// The row of a table to be opened, if it can be.
pub(super) fn new_row(new: &NewTable) -> Result<TableRow, Rejection> {
    let game = catalog::game(&new.game).map_err(Unfit::from)?;
    let now = now();
    let variants = game.variants();
    let variant = new.variant.clone().or_else(|| variants.first().map(|v| v.id.to_owned())).unwrap_or_default();
    let host = sitter(&new.host, now);
    let mut row = TableRow {
        options: new.options.clone(),
        seats: new.seats,
        private: new.private,
        clock: new.clock,
        sitters: vec![host.clone()],
        ..TableRow::lobby(TableId::random(0), new.place, &new.game, &variant, new.host.id, new.host.name(), now)
    };
    if let Some(invited) = &new.invited {
        if invited.id == new.host.id {
            return Err(NotOpened::Yourself.into());
        }
        row.challenge = true;
        row.seats = Some(2);
        row.guests = vec![host, sitter(invited, 0)];
    }
    for level in &new.houses {
        seat_house(&mut row.sitters, *level);
    }
    terms::name_variant(&mut row, game)?;
    terms::in_force(&row, game)?;
    let (_, most) = terms::wanted(&row, game)?;
    if row.sitters.len() > usize::from(most) {
        return Err(NoSeat::Taken(most).into());
    }
    Ok(row)
}

impl Shared {
    /// Writes a new table under a code of its own. `None` if it was not written: the cause was already carried out,
    /// or another writer changed the table that this is the rematch of.
    pub(super) async fn create(
        &self,
        row: TableRow,
        cause: Option<Cause>,
        creation: impl Fn(TableRow, Option<Cause>) -> Create,
    ) -> Result<Option<TableId>, Rejection> {
        let most = self.may_open(&row).await?;
        let row = self.sealed(row, cause)?;
        self.asks.may_ask(row.host, &row.guests, Instant::now())?;
        for attempt in 0..CODES {
            let id = TableId::random(attempt);
            match self.store.create_within(creation(TableRow { id, ..row.clone() }, cause), most).await {
                Ok(()) => {
                    self.asks.asked(row.host, &row.guests, Instant::now());
                    return Ok(Some(id));
                }
                Err(StoreError::Conflict(Conflict::Id)) => {}
                Err(StoreError::Conflict(Conflict::Channel)) => return Err(self.occupied(&row).await.into()),
                Err(StoreError::Conflict(Conflict::Full)) => {
                    return Err(Barred::Full(most.unwrap_or_default()).into());
                }
                Err(StoreError::Conflict(_)) => return Ok(None),
                Err(error) => return Err(Fault::of_store(&self.store, "a table was not created", &error).into()),
            }
        }
        Err(Rejection::Busy)
    }

    /// The row with what the new table commits itself to, and what those who sit there from the start add.
    fn sealed(&self, mut row: TableRow, cause: Option<Cause>) -> Result<TableRow, Rejection> {
        let rules_rev = catalog::game(&row.game).map_err(Unfit::from)?.rules_rev();
        let seal = Seal { secret: self.config.seeds.draw()?, rules_rev };
        row.seal = Some(Sealed { seal, number: 0, attempt: 0, start: None });
        for one in row.sitters.iter_mut().filter(|one| one.who.person().is_some()) {
            one.adds = adds(&self.config.seeds, cause);
        }
        Ok(row)
    }

    async fn occupied(&self, row: &TableRow) -> NotOpened {
        let there = match self.live_at(row.place.channel).await {
            Ok(Some(id)) => self.store.load(id).await.ok().flatten().map(|stored| stored.row),
            _ => None,
        };
        NotOpened::Occupied {
            there: there.map(|row| Box::new(Summary::of(&row))),
            challenge: row.challenge,
            rematch: row.rematch_of.is_some(),
        }
    }
}
