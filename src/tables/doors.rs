//! Who may open and join tables, as those who run the bot and those who manage a server have decided. A match that has
//! begun is theirs who play it: whoever is blocked then may play it to its end.

use super::asks::others;
use super::clock::now;
use super::owners::Shared;
use super::rejection::{Barred, Rejection};
use super::request::LobbyAct;
use crate::store::{Attendee, Blocked, Decision, Deed, GuildId, Place, TableId, TableRow, UserId};
use engine::isolated;

impl Shared {
    /// Checks whether a table may be opened: by its host, with those who are asked to it, and this game here. Returns how
    /// many tables its server allows at once.
    pub(super) async fn may_open(&self, row: &TableRow) -> Result<Option<u32>, Rejection> {
        self.may_play(row.host, row.place).await?;
        self.may_be_asked(row.host, &row.guests, row.place).await?;
        let Some(guild) = row.place.guild else { return Ok(None) };
        let limits = self.store.limits(guild).await.map_err(|error| self.unread(&error))?;
        if limits.forbidden.contains(&row.game) {
            return Err(Barred::Game { game: row.game.clone(), forbidden: limits.forbidden }.into());
        }
        if let Some(most) = limits.most
            && self.store.live_in(guild).await.map_err(|error| self.unread(&error))? >= most
        {
            return Err(Barred::Full(most).into());
        }
        Ok(limits.most)
    }

    /// Checks whether somebody may do this at a table that has not begun. Whoever is blocked may still go.
    pub(super) async fn may_do(&self, row: &TableRow, who: UserId, act: &LobbyAct) -> Result<(), Rejection> {
        match act {
            LobbyAct::Leave | LobbyAct::Decline => return Ok(()),
            LobbyAct::End | LobbyAct::Close(_) => return Ok(()),
            LobbyAct::LetTheHouse | LobbyAct::Agree(_) | LobbyAct::PlayOn(_) => return Ok(()),
            LobbyAct::Invite(guest) => {
                self.may_be_asked(who, &[Attendee::new(guest.id, guest.name())], row.place).await?;
            }
            _ => {}
        }
        self.may_play(who, row.place).await
    }

    /// Checks whether everybody at a table may begin a match.
    pub(super) async fn may_begin(&self, row: &TableRow) -> Result<(), Rejection> {
        let mut names = Vec::new();
        for sitter in &row.sitters {
            let Some(user) = sitter.who.person() else { continue };
            if self.block_of(user, row.place).await?.is_some() {
                names.push(isolated(&sitter.name));
            }
        }
        if names.is_empty() { Ok(()) } else { Err(Barred::Players { names, challenge: row.challenge }.into()) }
    }

    /// Notes that a moderator closed a table of others.
    pub(super) async fn note_closing(&self, guild: Option<GuildId>, who: UserId, table: TableId) {
        let what = Decision::Note(format!("closed table {table}"), None);
        if let Err(error) = self.store.decide(Deed { at: now(), guild, who: Some(who), what }).await {
            tracing::warn!(%error, "that a moderator closed a table was not noted");
        }
    }

    async fn may_play(&self, who: UserId, place: Place) -> Result<(), Rejection> {
        match self.block_of(who, place).await? {
            None => Ok(()),
            Some(blocked) => Err(Barred::You(blocked).into()),
        }
    }

    async fn may_be_asked(&self, by: UserId, guests: &[Attendee], place: Place) -> Result<(), Rejection> {
        for (user, guest) in others(by, guests) {
            if self.block_of(user, place).await?.is_some() {
                return Err(Barred::Guest(isolated(&guest.name)).into());
            }
        }
        Ok(())
    }

    async fn block_of(&self, user: UserId, place: Place) -> Result<Option<Blocked>, Rejection> {
        let blocks = self.store.blocks_of(user, place.guild).await.map_err(|error| self.unread(&error))?;
        Ok(blocks.first().copied())
    }
}
