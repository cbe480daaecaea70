//! How people have done: counted at the end of each match, and read as a profile.

use engine::Level;
use sqlx::SqliteConnection;

use super::ReadPool;
use super::failed::Failed;
use super::leaderboard;
use super::values::bound;
use crate::store::{
    BestMoment, Finish, FinishSeat, GameTally, LeaderboardQuery, MomentKind, Opponent, Period, Profile, ProfileQuery,
    RatingChange, RatingCourse, Scope, StoreError, Tally, UserId,
};

const COUNT: &str = "INSERT INTO tallies (user, opponent, level, game, variant, matches, wins, losses, streak, longest) \
     VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?6, ?6) ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + ?6, \
     losses = losses + ?7, streak = CASE WHEN ?6 THEN streak + 1 ELSE 0 END, \
     longest = max(longest, CASE WHEN ?6 THEN streak + 1 ELSE 0 END)";
const KEEP_BEST: &str = "INSERT INTO moments (user, game, kind, value, result) VALUES (?1, ?2, ?3, ?4, ?5) \
     ON CONFLICT DO UPDATE SET value = ?4, result = ?5 WHERE ?4 > value";
const STREAK: &str =
    "SELECT streak FROM tallies WHERE user = ?1 AND opponent = 0 AND level = '' AND game = ?2 AND variant = ''";

/// Against whom or what a match counts for somebody.
struct Line {
    opponent: Option<UserId>,
    level: Option<Level>,
    won: bool,
    lost: bool,
}

/// The lines of one seat: against everybody, each person on another side, and each level of the house there.
fn lines(seats: &[FinishSeat], of: &FinishSeat) -> Vec<Line> {
    let others = || seats.iter().filter(|seat| seat.side != of.side);
    let line = |opponent, level, place: u8| Line { opponent, level, won: of.place < place, lost: of.place > place };
    let people = || others().filter_map(|seat| Some((seat.who.person()?, seat.place)));
    let mut all = Vec::new();
    if people().next().is_some() {
        all.push(Line { opponent: None, level: None, won: of.place == 1, lost: of.place > 1 });
        all.extend(people().map(|(user, place)| line(Some(user), None, place)));
    }
    for level in Level::ALL {
        let here = others().filter(|seat| seat.who.house().is_some_and(|house| house.level == level));
        all.extend(here.map(|seat| seat.place).min().map(|place| line(None, Some(level), place)));
    }
    all
}

impl Finish {
    /// Counts a match for everybody who sat there. After the results: a moment names its result.
    pub(super) async fn tally(
        &self,
        result: i64,
        changes: &[RatingChange],
        conn: &mut SqliteConnection,
    ) -> Result<(), Failed> {
        for seat in &self.seats {
            let Some(user) = seat.who.person() else { continue };
            for line in lines(&self.seats, seat) {
                self.count(user, &line, conn).await?;
            }
            let mut moments = Vec::new();
            if let Some(change) = changes.iter().find(|change| change.user == user) {
                moments.push((MomentKind::Peak, change.after));
                moments.push((MomentKind::Gain, change.after - change.before));
            }
            let streak: Option<i64> =
                bound!(sqlx::query_scalar(STREAK), user, &self.game).fetch_optional(&mut *conn).await?;
            moments.extend(streak.map(|streak| (MomentKind::Streak, streak)));
            for (kind, value) in moments.into_iter().filter(|(_, value)| *value > 0) {
                let keep = bound!(sqlx::query(KEEP_BEST), user, &self.game, kind.stored(), value, result);
                keep.execute(&mut *conn).await?;
            }
        }
        Ok(())
    }

    async fn count(&self, user: UserId, line: &Line, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let level = line.level.map_or("", Level::id);
        let whole = line.opponent.is_none() && line.level.is_none() && !self.variant.is_empty();
        let rows = [("", ""), (&*self.game, ""), (&*self.game, &*self.variant)];
        for (game, variant) in rows.into_iter().take(if whole { 3 } else { 2 }) {
            let count = bound!(sqlx::query(COUNT), user, line.opponent.map_or(0, |one| one.0.cast_signed()), level);
            bound!(count, game, variant, line.won, line.lost).execute(&mut *conn).await?;
        }
        Ok(())
    }
}

const ALL: &str = "SELECT game, matches, wins, losses, streak, longest FROM tallies \
     WHERE user = ?1 AND opponent = 0 AND level = '' AND game = ?2 AND variant = ''";
const GAMES: &str = "SELECT t.game, t.matches, t.wins, t.losses, t.streak, t.longest, r.points, r.matches FROM tallies t \
     LEFT JOIN ratings r ON r.scope = 0 AND r.game = t.game AND r.period = 0 AND r.user = t.user \
     WHERE t.user = ?1 AND t.opponent = 0 AND t.level = '' AND t.game <> '' AND t.variant = '' AND (?2 = '' OR t.game = ?2) \
     ORDER BY t.matches DESC";
const VARIANTS: &str = "SELECT variant, matches, wins, losses, streak, longest FROM tallies \
     WHERE user = ?1 AND opponent = 0 AND level = '' AND game = ?2 AND variant <> '' AND game <> '' ORDER BY matches DESC";
/// By the index `rivals`.
const OPPONENTS: &str = "SELECT t.opponent, coalesce(nullif(n.name, ''), a.name, ''), t.matches, t.wins, t.losses, t.streak, \
     t.longest FROM tallies t LEFT JOIN names n ON n.scope = ?3 AND n.user = t.opponent \
     LEFT JOIN names a ON a.scope = 0 AND a.user = t.opponent \
     WHERE t.user = ?1 AND t.game = ?2 AND t.opponent <> 0 ORDER BY t.matches DESC LIMIT ?4";
const COURSE: &str = "SELECT after FROM result_seats WHERE user = ?1 AND game = ?2 AND after IS NOT NULL \
     ORDER BY result DESC LIMIT ?3";
const MOMENTS: &str = "SELECT m.game, m.kind, m.value, r.table_id, r.finished, r.moves FROM moments m \
     JOIN results r ON r.id = m.result WHERE m.user = ?1 AND (?2 = '' OR m.game = ?2)";
const NAME: &str = "SELECT coalesce((SELECT nullif(name, '') FROM names WHERE scope = ?2 AND user = ?1), \
     (SELECT name FROM names WHERE scope = 0 AND user = ?1), '')";

impl ReadPool {
    pub async fn profile(&self, query: &ProfileQuery) -> Result<Profile, StoreError> {
        read(query, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }
}

async fn read(query: &ProfileQuery, conn: &mut SqliteConnection) -> Result<Profile, Failed> {
    let (user, game) = (query.user, query.game.as_deref().unwrap_or_default());
    let board = LeaderboardQuery {
        scope: Scope::Everywhere,
        game: query.game.clone(),
        period: Period::AllTime,
        at: 0,
        page: 1,
        lines: 0,
        caller: user,
    };
    let board = leaderboard::read(&board, conn).await?;
    let name = bound!(sqlx::query_scalar(NAME), user, query.scope.stored()).fetch_one(&mut *conn).await?;
    let all: Option<Row> = bound!(sqlx::query_as(ALL), user, game).fetch_optional(&mut *conn).await?;
    let games: Vec<Row8> = bound!(sqlx::query_as(GAMES), user, game).fetch_all(&mut *conn).await?;
    let games: Vec<GameTally> = games.into_iter().map(of_a_game).collect();
    let variants: Vec<Row> = bound!(sqlx::query_as(VARIANTS), user, game).fetch_all(&mut *conn).await?;
    let opponents = bound!(sqlx::query_as(OPPONENTS), user, game, query.scope.stored(), query.opponents);
    let opponents: Vec<(UserId, String, u32, u32, u32, u32, u32)> = opponents.fetch_all(&mut *conn).await?;
    let most_rated = games.iter().filter(|game| game.points.is_some()).max_by_key(|game| game.points.map(|(_, n)| n));
    let mut course =
        RatingCourse { game: most_rated.map_or_else(String::new, |game| game.game.clone()), points: Vec::new() };
    if !course.game.is_empty() {
        let points = bound!(sqlx::query_scalar(COURSE), user, &course.game, query.course);
        course.points = points.fetch_all(&mut *conn).await?;
        course.points.reverse();
    }
    let moments: Vec<(String, String, i64, String, i64, u32)> =
        bound!(sqlx::query_as(MOMENTS), user, game).fetch_all(&mut *conn).await?;
    Ok(Profile {
        name,
        rank: board.own,
        ranked: board.ranked,
        tally: all.map(tally).unwrap_or_default(),
        games,
        variants: variants.into_iter().map(|row| (row.0.clone(), tally(row))).collect(),
        opponents: opponents
            .into_iter()
            .map(|(user, name, a, b, c, d, e)| Opponent { user, name, tally: tally((String::new(), a, b, c, d, e)) })
            .collect(),
        against: board.against,
        course,
        moments: best(moments),
    })
}

type Row = (String, u32, u32, u32, u32, u32);
type Row8 = (String, u32, u32, u32, u32, u32, Option<i64>, Option<u32>);

fn tally((_, matches, wins, losses, streak, longest): Row) -> Tally {
    Tally { matches, wins, losses, streak, longest }
}

fn of_a_game((game, a, b, c, d, e, points, rated): Row8) -> GameTally {
    GameTally { tally: tally((String::new(), a, b, c, d, e)), game, points: points.zip(rated) }
}

/// The best of each kind, of whichever game.
fn best(rows: Vec<(String, String, i64, String, i64, u32)>) -> Vec<BestMoment> {
    let of = |kind: MomentKind| {
        let rows = rows.iter().filter(|(_, of, ..)| of == kind.stored());
        let (game, _, value, table, finished, moves) = rows.max_by_key(|(_, _, value, ..)| *value)?;
        let (table, game) = (table.parse().ok()?, game.clone());
        Some(BestMoment { kind, game, value: *value, table, finished: *finished, moves: *moves })
    };
    MomentKind::ALL.into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use engine::{Seat, Side};
    use sqlx::AssertSqlSafe;

    use super::*;
    use crate::store::{
        Append, ChannelId, Create, GuildId, House, Place, Save, Sitter, Stage, Store, TableId, TableRow,
    };

    const MIGRATION: &str = include_str!("../../../migrations/0027_tallies.sql");

    fn seat(n: u8, who: Sitter, place: u8) -> FinishSeat {
        FinishSeat {
            seat: Seat::new(n).unwrap(),
            who,
            name: "Ada".to_owned(),
            account: "Ada".to_owned(),
            side: Side(n),
            place,
            score: 0,
        }
    }

    async fn plan(store: &Store, query: &str) -> Vec<String> {
        let explained = format!("EXPLAIN QUERY PLAN {query}");
        let plan: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(AssertSqlSafe(explained)).fetch_all(&store.0.reader.pool).await.unwrap();
        plan.into_iter().map(|(.., step)| step).collect()
    }

    #[tokio::test]
    async fn a_profile_is_read_through_indexes() {
        let (_dir, store) = Store::temporary().await;
        for query in [ALL, GAMES, VARIANTS, OPPONENTS, COURSE, MOMENTS, NAME, STREAK] {
            for step in plan(&store, query).await {
                assert!(!step.starts_with("SCAN") || step == "SCAN CONSTANT ROW", "{query}\n{step}");
            }
        }
        let sorted = async |query: &str| plan(&store, query).await.iter().any(|step| step.contains("TEMP B-TREE"));
        assert!(!sorted(OPPONENTS).await && !sorted(COURSE).await, "those of which there are many are in order");
    }

    /// So many matches of Ada, as they end: with people, and with the house.
    async fn play(store: &Store, matches: u64) {
        let (ada, guild) = (UserId(1), Some(GuildId(1)));
        for n in 0..matches {
            let place = Place { channel: ChannelId(n), guild };
            let id = TableId::random(20);
            let mut row = TableRow::lobby(id, place, "gin", "classic", ada, "Ada", 0);
            store.create(Create { row: row.clone(), cause: None, old: None }).await.unwrap();
            (row.stage, row.rev) = (Stage::Playing, 2);
            store.save(Save { row, cause: None }).await.unwrap();
            let other: Sitter = match n % 5 {
                0 => House { level: Level::ALL[n as usize % 3], number: 1 }.into(),
                _ => UserId(2 + n % 97).into(),
            };
            let wins = n * n % 7 < 3;
            let third = (n % 11 == 0).then(|| seat(2, UserId(500).into(), 3));
            let seats = [seat(0, ada.into(), if wins { 1 } else { 2 }), seat(1, other, if wins { 2 } else { 1 })];
            let game = ["gin", "klob", "keys"][n as usize % 3].to_owned();
            let seats = seats.into_iter().chain(third).collect();
            let finish = Some(Finish { game, variant: "classic".to_owned(), place, seats });
            let entry = engine::Entry { seat: Seat::new(0).unwrap(), text: "resign".to_owned(), at: n as i64 };
            let append = Append { table: id, rev: 2, number: 1, entry, cause: None, due: None, goes_on: false, finish };
            store.append(append).await.unwrap();
        }
    }

    async fn dump(store: &Store) -> Vec<String> {
        let mut all = Vec::new();
        for query in [
            "SELECT json_array(user, opponent, level, game, variant, matches, wins, losses, streak, longest) FROM tallies",
            "SELECT json_array(user, game, kind, value, result) FROM moments",
            "SELECT json_array(result, seat, game) FROM result_seats",
        ] {
            let rows: Vec<String> = sqlx::query_scalar(query).fetch_all(&store.0.reader.pool).await.unwrap();
            all.extend(rows);
        }
        all.sort_unstable();
        all
    }

    #[tokio::test]
    async fn what_was_played_before_is_counted_as_what_is_played_now() {
        let (dir, store) = Store::temporary().await;
        play(&store, 60).await;
        let now = dump(&store).await;
        let query =
            ProfileQuery { user: UserId(1), game: None, scope: Scope::Server(GuildId(1)), opponents: 5, course: 100 };
        let profile = store.profile(&query).await.unwrap();
        assert_eq!(profile.games.len(), 3);
        assert!(profile.opponents[0].user == UserId(500) && profile.moments.len() == 3, "{profile:?}");
        assert_eq!(profile.against.iter().map(|level| level.matches).sum::<u32>(), 12);
        assert!(profile.tally.longest >= profile.tally.streak && profile.course.points.len() > 9);
        store.close().await;
        let mut conn = {
            use sqlx::Connection;
            SqliteConnection::connect(&format!("sqlite://{}/upcard.db", dir.path().display())).await.unwrap()
        };
        let undone =
            "DROP TABLE tallies; DROP TABLE moments; DROP INDEX courses; ALTER TABLE result_seats DROP COLUMN game;";
        sqlx::raw_sql(undone).execute(&mut conn).await.unwrap();
        sqlx::raw_sql(MIGRATION).execute(&mut conn).await.unwrap();
        drop(conn);
        let again = Store::open(&format!("sqlite://{}/upcard.db", dir.path().display())).await.unwrap();
        assert_eq!(dump(&again).await, now);
        again.close().await;
    }

    /// `cargo test --lib ten_thousand -- --ignored --nocapture` says what a profile costs.
    #[tokio::test]
    #[ignore = "it takes a while"]
    async fn ten_thousand_matches_are_read_in_time() {
        let (_dir, store) = Store::temporary().await;
        play(&store, 10_000).await;
        let mut times = Vec::new();
        for n in 0..1000 {
            let game = [None, Some("gin".to_owned())][n % 2].clone();
            let query = ProfileQuery { user: UserId(1), game, scope: Scope::Everywhere, opponents: 5, course: 100 };
            let begun = Instant::now();
            store.profile(&query).await.unwrap();
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        println!("a profile after 10,000 matches: median {:?}, p99 {:?}", times[500], times[990]);
        assert!(times[990].as_millis() < 20);
    }
}
