use std::collections::BTreeMap;

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::*;
use crate::store::ids::{Cause, ChannelId, Place, TableId};
use crate::store::ratings::points;
use crate::store::tables::PRUNE;
use crate::store::{Append, Create, Finish, FinishSeat, Sitter, Stage, TableRow};
use engine::{Entry, Seat, Side};

/// 15 August 2026 and some weeks around it.
const NOW: i64 = 1_786_752_000_000;
const WEEK: i64 = 7 * 24 * 3600 * 1000;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % n
    }
}

fn code(n: usize) -> TableId {
    let letters = b"abcdefgh";
    let text: String = (0..6).map(|i| char::from(letters[n / 8usize.pow(i) % 8])).collect();
    text.parse().unwrap()
}

fn playing(id: TableId, place: Place, sitters: Vec<Sitter>) -> TableRow {
    let lobby = TableRow::lobby(id, place, "g", "v", sitters[0].clone(), 0);
    TableRow { stage: Stage::Playing, sitters, ..lobby }
}

/// A decided match: when, where, which game, and each seat's user, side and place.
struct Played {
    at: i64,
    guild: Option<GuildId>,
    game: String,
    seats: Vec<(UserId, u8, u8)>,
}

fn random_match(dice: &mut Dice) -> Played {
    let sides = 2 + dice.below(3) as u8;
    let team = if sides == 2 { 1 + dice.below(2) as u8 } else { 1 };
    let mut users: Vec<u64> = (1..=12).collect();
    let places: Vec<u8> = (0..sides).map(|_| 1 + dice.below(u64::from(sides)) as u8).collect();
    let best = *places.iter().min().unwrap();
    let seats = (0..sides * team).map(|seat| {
        let user = users.remove(dice.below(users.len() as u64) as usize);
        let side = seat % sides;
        (UserId(user), side, places[usize::from(side)] - best + 1)
    });
    let seats = seats.collect();
    let guild = [None, Some(GuildId(5)), Some(GuildId(u64::MAX - 1))][dice.below(3) as usize];
    let game = ["gin", "drain"][dice.below(2) as usize].to_owned();
    Played { at: 0, guild, game, seats }
}

async fn write(store: &Store, n: usize, played: &Played) {
    let id = code(n);
    let place = Place { channel: ChannelId(n as u64 + 1), guild: played.guild };
    let name = |user: UserId| format!("Player {user}");
    let account = |user: UserId| format!("Account {user}");
    let sitters = played.seats.iter().map(|s| Sitter { user: s.0, name: name(s.0), account: account(s.0), joined: 0 });
    let sitters = sitters.collect();
    store.create(Create { row: playing(id, place, sitters), cause: None, old: None }).await.unwrap();
    let seats = played.seats.iter().enumerate().map(|(seat, &(user, side, place))| FinishSeat {
        seat: Seat::new(seat as u8).unwrap(),
        user,
        name: name(user),
        account: account(user),
        side: Side(side),
        place,
        score: -i32::from(place),
    });
    let finish = Finish { game: played.game.clone(), variant: "v".to_owned(), place, seats: seats.collect() };
    let entry = Entry { seat: Seat::FIRST, text: "end".to_owned(), at: played.at };
    let cause = Some(Cause(n as u64 + 1));
    store.append(Append { table: id, rev: 1, number: 1, entry, cause, finish: Some(finish) }).await.unwrap();
}

/// The ladder by its plain definition: every match that counts, one after the other.
fn naive(all: &[Played], counts: impl Fn(&Played) -> bool) -> Vec<(u64, UserId, i64, u32, u32)> {
    let mut known: BTreeMap<UserId, (WengLinRating, u32, u32)> = BTreeMap::new();
    for played in all.iter().filter(|p| counts(p)) {
        let sides = 1 + played.seats.iter().map(|s| s.1).max().unwrap();
        let of = |side: u8| played.seats.iter().filter(move |s| s.1 == side);
        let ratings: Vec<Vec<WengLinRating>> = (0..sides)
            .map(|side| of(side).map(|s| known.get(&s.0).map_or_else(WengLinRating::new, |k| k.0)).collect())
            .collect();
        let teams: Vec<_> = (0..sides)
            .map(|side| {
                let place = usize::from(of(side).next().unwrap().2);
                (ratings[usize::from(side)].as_slice(), MultiTeamOutcome::new(place))
            })
            .collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for side in 0..sides {
            for (seat, rating) in of(side).zip(&after[usize::from(side)]) {
                let entry = known.entry(seat.0).or_insert((*rating, 0, 0));
                *entry = (*rating, entry.1 + 1, entry.2 + u32::from(seat.2 == 1));
            }
        }
    }
    let mut lines: Vec<_> = known.iter().map(|(user, k)| (0, *user, points(&k.0), k.1, k.2)).collect();
    lines.sort_by_key(|l| (-l.2, l.1));
    for i in 0..lines.len() {
        lines[i].0 = 1 + lines.iter().filter(|l| l.2 > lines[i].2).count() as u64;
    }
    lines
}

async fn shown(store: &Store, query: &LeaderboardQuery) -> Vec<(u64, UserId, i64, u32, u32)> {
    let mut lines = Vec::new();
    for page in 1..=20 {
        let board = store.leaderboard(&LeaderboardQuery { page, ..query.clone() }).await.unwrap();
        if board.lines.is_empty() {
            assert_eq!(board.ranked as usize, lines.len());
            return lines;
        }
        for line in board.lines {
            let name = if query.scope == Scope::Everywhere { "Account" } else { "Player" };
            assert_eq!(line.name, format!("{name} {}", line.user), "a nickname stays in its server");
            lines.push((line.rank, line.user, line.points, line.matches, line.wins));
        }
    }
    panic!("the pages do not end");
}

#[tokio::test]
async fn every_ladder_equals_a_naive_recomputation() {
    let (_dir, store) = Store::temporary().await;
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let mut all: Vec<Played> = (0..120).map(|_| random_match(&mut dice)).collect();
    for (n, played) in all.iter_mut().enumerate() {
        played.at = NOW - 20 * WEEK + n as i64 * WEEK / 6;
        write(&store, n, played).await;
    }
    let season = NOW - 45 * 24 * 3600 * 1000; // 1 July
    let month = NOW - 14 * 24 * 3600 * 1000; // 1 August
    for scope in [Scope::Everywhere, Scope::Server(GuildId(5)), Scope::Server(GuildId(u64::MAX - 1))] {
        for game in [None, Some("gin"), Some("drain")] {
            for (period, since) in [(Period::AllTime, i64::MIN), (Period::Season, season), (Period::Month, month)] {
                let expected = naive(&all, |p| {
                    p.at >= since
                        && game.is_none_or(|g| g == p.game)
                        && (scope == Scope::Everywhere || p.guild.map(Scope::Server) == Some(scope))
                });
                let caller = UserId(3);
                let query = LeaderboardQuery {
                    scope,
                    game: game.map(str::to_owned),
                    period,
                    at: NOW,
                    page: 1,
                    lines: 4,
                    caller,
                };
                assert_eq!(shown(&store, &query).await, expected, "{scope:?} {game:?} {period:?}");
                let own = store.leaderboard(&query).await.unwrap().own;
                let expected = expected.iter().find(|l| l.1 == caller).map(|l| l.0);
                assert_eq!(own.map(|o| o.rank), expected, "the caller's own rank");
            }
        }
    }
}

#[tokio::test]
async fn leaderboards_are_read_and_old_things_forgotten_through_indexes() {
    let (_dir, store) = Store::temporary().await;
    for query in [PAGE, OWN, AHEAD, RANKED].into_iter().chain(PRUNE) {
        let explained = format!("EXPLAIN QUERY PLAN {query}");
        let plan: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(sqlx::AssertSqlSafe(explained)).fetch_all(&store.0.pool).await.unwrap();
        for (.., step) in plan {
            assert!(!step.starts_with("SCAN"), "{query}\n{step}");
        }
    }
}

#[tokio::test]
async fn a_match_ends_once() {
    let (_dir, store) = Store::temporary().await;
    let played = random_match(&mut Dice(77));
    write(&store, 0, &played).await;
    let entry = Entry { seat: Seat::FIRST, text: "end".to_owned(), at: 0 };
    let late = Append { table: code(0), rev: 1, number: 2, entry, cause: None, finish: None };
    let refused = store.append(late).await.unwrap_err();
    assert_eq!(refused, StoreError::Conflict(crate::store::Conflict::Changed), "what is over is not played on");
}
