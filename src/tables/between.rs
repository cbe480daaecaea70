//! The moment between two hands. The next one is dealt by then, and whoever wants may play; but it is not shown, and
//! neither clocks nor the house go on, until somebody asks for it or the moment is over. Only the table in memory knows of
//! it: after a start the match goes on at once.

use std::sync::Arc;

use super::clock::now;
use super::house;
use super::owner::{Mail, Owner};
use super::paint;
use super::play::running;
use super::rejection::Rejection;
use super::stand_ins;
use super::table::Table;
use crate::store::{NextHand, UserId};

impl Table {
    /// How long the next hand waits, in milliseconds, if one has ended.
    pub(super) fn moment(&self, ended: bool) -> i64 {
        if ended && self.row.next_hand == NextHand::Waits { self.timing.moment } else { 0 }
    }

    /// A move has ended the hand of this number, and another was dealt: it waits, if anybody is there to see.
    pub(super) fn rest_after(&mut self, hand: u32, ended: bool) {
        let deal =
            self.play().filter(|play| !stand_ins::present(self, *play).is_empty()).map(|play| play.status().hand);
        self.rests = deal.filter(|deal| *deal != hand && self.moment(ended) > 0);
    }
}

impl Owner {
    /// Shows the next hand once its moment is over.
    pub(super) fn rest(&self) {
        let Some((deal, table)) = self.table.as_ref().and_then(|table| Some((table.rests?, table))) else { return };
        let moment = std::time::Duration::from_millis(table.timing.moment.unsigned_abs());
        let (shared, id) = (Arc::downgrade(&self.shared), self.id);
        tokio::spawn(async move {
            tokio::time::sleep(moment).await;
            house::post(&shared, id, || Mail::NextHand(deal)).await;
        });
    }

    /// Somebody at the table wants to see this deal.
    pub(super) async fn wants_next(&mut self, who: UserId, deal: u32) -> Result<(), Rejection> {
        let table = self.awake().await?;
        running(table)?;
        table.seat_of(who).ok_or(Rejection::NotSeated)?;
        self.next_hand(deal).await;
        Ok(())
    }

    /// This deal is shown from now on. It is told in any case: a table that was put away meanwhile rests no more, and nobody
    /// knows.
    pub(super) async fn next_hand(&mut self, deal: u32) {
        if self.awake().await.is_err() {
            return;
        }
        let Some(table) = &mut self.table else { return };
        if table.play().is_none_or(|play| play.status().hand != deal) {
            return;
        }
        if table.rests.take().is_some() {
            table.asked = Some(now());
        }
        let snapshot = Arc::new(paint::snapshot(table));
        self.shown = Some(Arc::clone(&snapshot));
        self.untold.push(snapshot);
    }
}
