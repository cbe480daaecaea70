//! Who may open and join tables, as those who run the bot and those who manage a server have decided. A match that has
//! begun is theirs who play it: whoever is blocked then may play it to its end.

use super::clock::now;
use super::owners::Shared;
use super::request::{LobbyAct, Rejection};
use crate::store::{Blocked, Decision, Deed, GuildId, Limits, Place, Sitter, TableId, TableRow, UserId};
use engine::{catalog, isolated, list};

impl Shared {
    /// Checks whether a table may be opened: by its host, with those who are asked to it, and this game here. Returns how
    /// many tables its server allows at once.
    pub(super) async fn may_open(&self, row: &TableRow) -> Result<Option<u32>, Rejection> {
        self.may_play(row.host, row.place).await?;
        self.may_be_asked(row.host, &row.guests, row.place).await?;
        let Some(guild) = row.place.guild else { return Ok(None) };
        let limits = self.store.limits(guild).await.map_err(|error| self.unread(&error))?;
        if limits.forbidden.contains(&row.game) {
            return Err(not_here(row, &limits.forbidden));
        }
        if let Some(most) = limits.most
            && self.store.live_in(guild).await.map_err(|error| self.unread(&error))? >= most
        {
            return Err(full(most));
        }
        Ok(limits.most)
    }

    /// Checks whether somebody may do this at a table that has not begun. Whoever is blocked may still go.
    pub(super) async fn may_do(&self, row: &TableRow, who: UserId, act: &LobbyAct) -> Result<(), Rejection> {
        match act {
            LobbyAct::Leave | LobbyAct::Decline | LobbyAct::End | LobbyAct::Close(_) => return Ok(()),
            LobbyAct::Invite(guest) => {
                let guest = Sitter { user: guest.id, name: guest.name().to_owned(), account: String::new(), joined: 0 };
                self.may_be_asked(who, &[guest], row.place).await?;
            }
            _ => {}
        }
        self.may_play(who, row.place).await
    }

    /// Checks whether everybody at a table may begin a match.
    pub(super) async fn may_begin(&self, row: &TableRow) -> Result<(), Rejection> {
        let mut barred = Vec::new();
        for sitter in &row.sitters {
            if self.block_of(sitter.user, row.place).await?.is_some() {
                barred.push(isolated(&sitter.name));
            }
        }
        if barred.is_empty() {
            return Ok(());
        }
        let how = if row.challenge {
            "`/table end` takes this back"
        } else {
            "The host can send them away with `/table kick`"
        };
        Err(Rejection::not_allowed(format!("{} may not begin a match here. {how}.", list(&barred))))
    }

    /// Notes that a moderator closed a table of others.
    pub(super) async fn note_closing(&self, guild: Option<GuildId>, who: UserId, table: TableId) {
        let what = Decision::Note(format!("closed table {table}"), None);
        if let Err(error) = self.store.decide(Deed { at: now(), guild, who: Some(who), what }).await {
            tracing::warn!(%error, "that a moderator closed a table was not noted");
        }
    }

    async fn may_play(&self, who: UserId, place: Place) -> Result<(), Rejection> {
        let whose = match self.block_of(who, place).await? {
            None => return Ok(()),
            Some(Blocked::HereByOwner) => "Whoever runs this bot does not want you to open or join tables here",
            Some(Blocked::Here) => "Those who manage this server do not want you to open or join tables here",
            Some(Blocked::Everywhere) => "Whoever runs this bot does not want you to open or join tables",
        };
        Err(Rejection::not_allowed(format!(
            "{whose}; please ask them if you think that is a mistake. A match that you are in is yours to finish."
        )))
    }

    async fn may_be_asked(&self, by: UserId, guests: &[Sitter], place: Place) -> Result<(), Rejection> {
        for guest in guests.iter().filter(|guest| guest.user != by) {
            if self.block_of(guest.user, place).await?.is_some() {
                let name = isolated(&guest.name);
                return Err(Rejection::not_allowed(format!("{name} cannot be asked to a table here.")));
            }
        }
        Ok(())
    }

    async fn block_of(&self, user: UserId, place: Place) -> Result<Option<Blocked>, Rejection> {
        let blocks = self.store.blocks_of(user, place.guild).await.map_err(|error| self.unread(&error))?;
        Ok(blocks.first().copied())
    }
}

fn not_here(row: &TableRow, forbidden: &[String]) -> Rejection {
    let games = catalog::games().iter();
    let played: Vec<&str> = games.filter(|g| forbidden.iter().all(|id| id != g.id())).map(|g| g.title()).collect();
    let title = catalog::game(&row.game).map_or(row.game.as_str(), |game| game.title());
    Rejection::not_allowed(if played.is_empty() {
        "No new tables are opened on this server.".to_owned()
    } else {
        format!("{title} is not played on this server. There is {}.", list(&played))
    })
}

/// What a server allows, in words: `every game but Klaberjass, at most 2 at once, closed after 7 days without a change`.
#[must_use]
pub fn in_words(limits: &Limits) -> String {
    let title = |id: &String| catalog::game(id).map_or_else(|_| id.clone(), |game| game.title().to_owned());
    let forbidden: Vec<String> = limits.forbidden.iter().map(title).collect();
    let games =
        if forbidden.is_empty() { "every game".to_owned() } else { format!("every game but {}", list(&forbidden)) };
    let most =
        limits.most.map_or_else(|| "as many tables as people like".to_owned(), |n| format!("at most {n} at once"));
    let idle = match limits.idle {
        None => "closed by people only".to_owned(),
        Some(1) => "closed after a day without a change".to_owned(),
        Some(days) => format!("closed after {days} days without a change"),
    };
    format!("{games}, {most}, {idle}")
}

pub(super) fn full(most: u32) -> Rejection {
    Rejection::not_allowed(match most {
        1 => "This server has one table at a time. Once none is open, another can be opened.".to_owned(),
        most => format!("This server has {most} tables at a time. Once fewer are open, another can be opened."),
    })
}
