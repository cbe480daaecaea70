//! Ratings: Weng and Lin's Bayesian approximation, for teams and any number of sides, by their places.
//!
//! A match counts on up to twelve ladders: in its server and everywhere, for its game and for all games together,
//! and of all time, of its season (a quarter of the year) and of its month (UTC). Each ladder is rated separately,
//! so that everybody begins a season as an unknown player.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use sqlx::SqliteConnection;
use time::OffsetDateTime;

use super::error::Failed;
use super::ids::{GuildId, TableId, UserId};
use super::leaderboard::{Period, Scope};
use super::results::{Finish, by_side};
use engine::VOID;

/// How somebody's rating in a game (everywhere, of all time) changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingChange {
    /// Whose.
    pub user: UserId,
    /// Points before.
    pub before: i64,
    /// Points after.
    pub after: i64,
}

/// What leaderboards compare: what a player is almost certain to be worth (three deviations below the estimate), on
/// a scale that puts an unknown player at 1000.
#[must_use]
pub fn points(rating: &WengLinRating) -> i64 {
    (1000.0 + 40.0 * 3.0f64.mul_add(-rating.uncertainty, rating.rating)).round() as i64
}

/// One ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ladder<'a> {
    /// The server; 0 for everywhere.
    pub(super) scope: i64,
    /// The game's id; empty for all games.
    pub(super) game: &'a str,
    /// See the migration: 0, 20263 or 202607.
    pub(super) period: i64,
}

impl<'a> Ladder<'a> {
    pub(super) fn new(scope: Scope, game: Option<&'a str>, period: Period, at: i64) -> Self {
        Self { scope: scope.stored(), game: game.unwrap_or_default(), period: period.stored(at) }
    }

    /// The ladders that a match counts on; the changes on the first one are announced.
    fn all(game: &'a str, guild: Option<GuildId>, at: i64) -> Vec<Self> {
        let scopes = [Some(Scope::Everywhere), guild.map(Scope::Server)];
        let mut all = Vec::with_capacity(12);
        for scope in scopes.into_iter().flatten() {
            for game in [Some(game), None] {
                for period in [Period::AllTime, Period::Season, Period::Month] {
                    all.push(Self::new(scope, game, period, at));
                }
            }
        }
        all
    }
}

impl Period {
    /// The number of the period that contains a time (milliseconds since 1970).
    fn stored(self, at: i64) -> i64 {
        let then = OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
        let (year, month) = (i64::from(then.year()), i64::from(u8::from(then.month())));
        match self {
            Self::AllTime => 0,
            Self::Season => year * 10 + (month + 2) / 3,
            Self::Month => year * 100 + month,
        }
    }
}

/// What a ladder knows of one person.
struct Standing {
    rating: WengLinRating,
    matches: u32,
    wins: u32,
}

/// Rates a match on all its ladders. Returns how ratings on the game's ladder changed, in seat order; empty if
/// there is nobody to compare with, or the host [voided](VOID) a hand.
pub(super) async fn rate(
    finish: &Finish,
    table: TableId,
    at: i64,
    conn: &mut SqliteConnection,
) -> Result<Vec<RatingChange>, Failed> {
    let mut told = Vec::new();
    if by_side(&finish.seats).len() < 2 || was_voided(table, conn).await? {
        return Ok(told);
    }
    for (i, ladder) in Ladder::all(&finish.game, finish.place.guild, at).into_iter().enumerate() {
        let changes = rate_on(ladder, finish, conn).await?;
        if i == 0 {
            told = changes;
        }
    }
    let seat_of = |user| finish.seats.iter().position(|s| s.user == user);
    told.sort_by_key(|change| seat_of(change.user));
    Ok(told)
}

/// A match with a voided hand is not rated, because the host could choose the points for a misdeal, and which hands
/// are played.
async fn was_voided(table: TableId, conn: &mut SqliteConnection) -> Result<bool, Failed> {
    let voided = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM journal WHERE table_id = ?1 AND move = ?2)");
    Ok(voided.bind(table.as_str()).bind(VOID).fetch_one(conn).await?)
}

async fn rate_on(
    ladder: Ladder<'_>,
    finish: &Finish,
    conn: &mut SqliteConnection,
) -> Result<Vec<RatingChange>, Failed> {
    let mut sides = Vec::new();
    for (place, seats) in by_side(&finish.seats) {
        let mut standings = Vec::with_capacity(seats.len());
        for seat in seats {
            standings.push((seat.user, standing(ladder, seat.user, conn).await?));
        }
        sides.push((place, standings));
    }
    let before: Vec<(u8, Vec<WengLinRating>)> =
        sides.iter().map(|(place, team)| (*place, team.iter().map(|(_, s)| s.rating).collect())).collect();
    let after = rated(&before);
    let mut changes = Vec::new();
    for ((place, team), after) in sides.into_iter().zip(after) {
        for ((user, old), rating) in team.into_iter().zip(after) {
            changes.push(RatingChange { user, before: points(&old.rating), after: points(&rating) });
            let wins = old.wins + u32::from(place == 1);
            put(ladder, user, &Standing { rating, matches: old.matches + 1, wins }, conn).await?;
        }
    }
    Ok(changes)
}

/// The ratings of the sides (each with its place) after a match.
fn rated(sides: &[(u8, Vec<WengLinRating>)]) -> Vec<Vec<WengLinRating>> {
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        sides.iter().map(|(place, team)| (team.as_slice(), MultiTeamOutcome::new(usize::from(*place)))).collect();
    weng_lin_multi_team(&teams, &WengLinConfig::new())
}

async fn standing(ladder: Ladder<'_>, user: UserId, conn: &mut SqliteConnection) -> Result<Standing, Failed> {
    let found: Option<(f64, f64, u32, u32)> = sqlx::query_as(
        "SELECT mu, sigma, matches, wins FROM ratings WHERE scope = ?1 AND game = ?2 AND period = ?3 AND user = ?4",
    )
    .bind(ladder.scope)
    .bind(ladder.game)
    .bind(ladder.period)
    .bind(user.stored())
    .fetch_optional(conn)
    .await?;
    Ok(match found {
        Some((rating, uncertainty, matches, wins)) => {
            Standing { rating: WengLinRating { rating, uncertainty }, matches, wins }
        }
        None => Standing { rating: WengLinRating::new(), matches: 0, wins: 0 },
    })
}

async fn put(ladder: Ladder<'_>, user: UserId, standing: &Standing, conn: &mut SqliteConnection) -> Result<(), Failed> {
    sqlx::query(
        "INSERT OR REPLACE INTO ratings (scope, game, period, user, mu, sigma, points, matches, wins) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )
    .bind(ladder.scope)
    .bind(ladder.game)
    .bind(ladder.period)
    .bind(user.stored())
    .bind(standing.rating.rating)
    .bind(standing.rating.uncertainty)
    .bind(points(&standing.rating))
    .bind(standing.matches)
    .bind(standing.wins)
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_calendar_quarters_and_months_in_utc() {
        let at = |text: &str| {
            let format = time::macros::format_description!("[year]-[month]-[day] [hour]:[minute]");
            let then = time::PrimitiveDateTime::parse(text, format).unwrap().assume_utc();
            then.unix_timestamp() * 1000
        };
        for (when, season, month) in [
            ("2026-01-01 00:00", 20261, 202_601),
            ("2026-03-31 23:59", 20261, 202_603),
            ("2026-07-15 12:00", 20263, 202_607),
            ("2026-12-31 23:59", 20264, 202_612),
        ] {
            assert_eq!((Period::Season.stored(at(when)), Period::Month.stored(at(when))), (season, month), "{when}");
        }
        assert_eq!(Period::AllTime.stored(at("2026-07-15 12:00")), 0);
    }

    #[test]
    fn an_unknown_player_has_1000_points() {
        assert_eq!(points(&WengLinRating::new()), 1000);
    }

    #[test]
    fn winners_rise_losers_fall_and_a_tie_of_equals_moves_no_estimate() {
        let new = WengLinRating::new();
        let sides = rated(&[(1, vec![new]), (2, vec![new])]);
        assert!(sides[0][0].rating > new.rating && sides[1][0].rating < new.rating);
        let tie = rated(&[(1, vec![new]), (1, vec![new])]);
        assert!((tie[0][0].rating - new.rating).abs() < 1e-9);
        let teams = rated(&[(2, vec![new, new]), (1, vec![new, new]), (3, vec![new, new])]);
        assert!(teams[1][0].rating > teams[0][0].rating && teams[0][0].rating > teams[2][1].rating);
    }
}
