//! Ratings: Weng and Lin's Bayesian approximation, for teams and any number of sides, by their places.
//!
//! A match counts on up to twelve ladders: in its server and everywhere, for its game and for all games together,
//! and of all time, of its season (a quarter of the year) and of its month (UTC). Each ladder is rated separately,
//! so that everybody begins a season as an unknown player.

use std::collections::BTreeMap;

use engine::Side;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use time::OffsetDateTime;

use super::changes::{Finish, FinishSeat};
use super::ids::{GuildId, UserId};
use super::leaderboard::{Period, Scope};

/// How somebody's rating in a game (everywhere, of all time) changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingChange {
    pub user: UserId,
    pub before: i64,
    pub after: i64,
}

/// What leaderboards compare: what a player is almost certain to be worth (three deviations below the estimate), on
/// a scale that puts an unknown player at 1000.
#[must_use]
pub fn points(rating: &WengLinRating) -> i64 {
    (1000.0 + 40.0 * 3.0f64.mul_add(-rating.uncertainty, rating.rating)).round() as i64
}

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
    pub(super) fn all(game: &'a str, guild: Option<GuildId>, at: i64) -> Vec<Self> {
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
#[derive(Default)]
pub(super) struct Standing {
    pub(super) rating: WengLinRating,
    pub(super) matches: u32,
    pub(super) wins: u32,
}

impl Finish {
    /// Who is rated, by seat: nobody without anybody to compare with, nor where the house played.
    pub(super) fn rated(&self) -> Option<Vec<UserId>> {
        let has_opponents = self.seats.windows(2).any(|seats| seats[0].side != seats[1].side);
        self.seats.iter().map(|seat| seat.who.person().filter(|_| has_opponents)).collect()
    }
}

/// What a ladder knows after a match of those at its seats.
pub(super) fn after(seats: &[FinishSeat], before: &[Standing]) -> Vec<Standing> {
    // Whoever left their side to the house has a place of their own.
    let of = |seat: &FinishSeat| (seat.side, seat.place);
    let mut sides: BTreeMap<(Side, u8), Vec<WengLinRating>> = BTreeMap::new();
    for (seat, old) in seats.iter().zip(before) {
        sides.entry(of(seat)).or_default().push(old.rating);
    }
    let teams: Vec<_> = sides.iter().map(|((_, place), team)| (*place, team.clone())).collect();
    let rated = rated(&teams).into_iter().map(Vec::into_iter);
    let mut rated: BTreeMap<(Side, u8), _> = sides.into_keys().zip(rated).collect();
    let one = |(seat, old): (&FinishSeat, &Standing)| Standing {
        rating: rated.get_mut(&of(seat)).and_then(Iterator::next).unwrap_or(old.rating),
        matches: old.matches + 1,
        wins: old.wins + u32::from(seat.place == 1),
    };
    seats.iter().zip(before).map(one).collect()
}

/// The ratings of the sides (each with its place) after a match.
fn rated(sides: &[(u8, Vec<WengLinRating>)]) -> Vec<Vec<WengLinRating>> {
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        sides.iter().map(|(place, team)| (team.as_slice(), MultiTeamOutcome::new(usize::from(*place)))).collect();
    weng_lin_multi_team(&teams, &WengLinConfig::new())
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
