//! Rates matches on their ladders.

use engine::VOID;
use skillratings::weng_lin::WengLinRating;
use sqlx::SqliteConnection;

use super::failed::Failed;
use super::values::bound;
use crate::store::ratings::{Ladder, Standing, after};
use crate::store::{Finish, RatingChange, TableId, UserId, points};

/// Rates a match on all its ladders. Returns how ratings on the game's ladder changed, in seat order; empty if
/// [nobody is rated](Finish::rated), or the host [voided](VOID) a hand.
pub(super) async fn rate(
    finish: &Finish,
    table: TableId,
    at: i64,
    conn: &mut SqliteConnection,
) -> Result<Vec<RatingChange>, Failed> {
    let mut told = Vec::new();
    let Some(users) = finish.rated() else { return Ok(told) };
    if was_voided(table, conn).await? {
        return Ok(told);
    }
    for (i, ladder) in Ladder::all(&finish.game, finish.place.guild, at).into_iter().enumerate() {
        let mut before = Vec::with_capacity(finish.seats.len());
        for user in &users {
            before.push(standing(ladder, *user, conn).await?);
        }
        let after = after(&finish.seats, &before);
        for (user, standing) in users.iter().zip(&after) {
            put(ladder, *user, standing, conn).await?;
        }
        if i == 0 {
            let change = |(user, (before, after)): (&UserId, (&Standing, &Standing))| RatingChange {
                user: *user,
                before: points(&before.rating),
                after: points(&after.rating),
            };
            told = users.iter().zip(before.iter().zip(&after)).map(change).collect();
        }
    }
    Ok(told)
}

/// A match with a voided hand is not rated, because the host could choose the points for a misdeal, and which hands
/// are played.
async fn was_voided(table: TableId, conn: &mut SqliteConnection) -> Result<bool, Failed> {
    let voided = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM journal WHERE table_id = ?1 AND move = ?2)");
    Ok(bound!(voided, table, VOID).fetch_one(conn).await?)
}

async fn standing(ladder: Ladder<'_>, user: UserId, conn: &mut SqliteConnection) -> Result<Standing, Failed> {
    let found = sqlx::query_as(
        "SELECT mu, sigma, matches, wins FROM ratings WHERE scope = ?1 AND game = ?2 AND period = ?3 AND user = ?4",
    );
    let found = bound!(found, ladder.scope, ladder.game, ladder.period, user).fetch_optional(conn).await?;
    Ok(found.map_or_else(Standing::default, |(rating, uncertainty, matches, wins)| Standing {
        rating: WengLinRating { rating, uncertainty },
        matches,
        wins,
    }))
}

async fn put(ladder: Ladder<'_>, user: UserId, standing: &Standing, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let put = "INSERT OR REPLACE INTO ratings (scope, game, period, user, mu, sigma, points, matches, wins) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let Standing { rating, matches, wins } = standing;
    let put =
        bound!(sqlx::query(put), ladder.scope, ladder.game, ladder.period, user, rating.rating, rating.uncertainty);
    bound!(put, points(rating), matches, wins).execute(conn).await?;
    Ok(())
}
