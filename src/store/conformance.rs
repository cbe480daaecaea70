//! What any store has to do, whatever keeps it. Another engine is one more function that makes a [`Home`], and one more name
//! before the list of tests.

use std::any::Any;
use std::collections::BTreeMap;

use engine::catalog::{self, Setup};
use engine::{Entry, Seat, Side};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::*;

/// Where a new store is made.
struct Home {
    url: String,
    _until: Box<dyn Any>,
}

impl Home {
    fn sqlite() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { url: format!("sqlite://{}/upcard.db", dir.path().display()), _until: Box::new(dir) }
    }

    async fn open(&self) -> Store {
        Store::open(&self.url).await.unwrap()
    }
}

/// Runs each test with a new home of each engine.
macro_rules! any_store {
    ($($home:ident)+: $tests:tt) => {$(
        mod $home {
            any_store!(@$home $tests);
        }
    )+};
    (@$home:ident { $($test:ident)+ }) => {$(
        #[tokio::test]
        async fn $test() {
            super::$test(super::Home::$home()).await;
        }
    )+};
}

any_store! { sqlite: {
    a_table_is_read_as_it_was_written
    one_table_a_channel_and_one_a_code
    a_server_has_no_more_tables_than_it_allows
    a_change_of_what_has_changed_is_refused
    a_second_writer_is_stopped_by_the_key
    a_bad_job_hurts_nobody_else
    closing_does_not_forget_what_may_be_lost
    a_match_ends_once
    every_ladder_equals_a_naive_recomputation
    nobody_is_rated_alone_or_for_a_voided_hand
    of_the_house_nothing_is_kept_but_where_it_sits
    who_stood_in_for_whom_is_kept
    what_people_wished_of_a_match_is_kept
    who_left_partners_to_the_house_is_rated_apart
    only_the_message_that_is_named_is_forgotten
    only_what_was_chosen_is_kept
    the_newest_name_of_those_who_played_is_kept
    what_was_decided_holds_and_is_noted_once
    how_people_do_against_the_house_is_counted
    matches_are_listed_as_they_ended
    who_is_forgotten_is_nobody
    what_people_make_of_a_days_puzzle_is_kept
    a_server_is_told_of_each_day_once
    what_came_to_nothing_is_forgotten
    what_is_idle_is_found
    when_tables_are_due_is_kept
    when_nobody_could_have_moved_is_kept
    a_match_that_nobody_touches_is_forsaken_after_a_month_whatever_its_server_wants
} }

const ADA: UserId = UserId(1);
const BEN: UserId = UserId(2);
/// An id of more than 63 bits.
const GUILD: GuildId = GuildId(u64::MAX - 1);
const HERE: Place = Place { channel: ChannelId(1), guild: Some(GUILD) };
/// 15 August 2026 and some weeks around it.
const NOW: i64 = 1_786_752_000_000;
const DAY: i64 = 24 * 3600 * 1000;
const WEEK: i64 = 7 * DAY;

fn sitter(user: UserId, name: &str) -> Attendee {
    Attendee { account: format!("account of {name}"), joined: 3, ..Attendee::new(user, name) }
}

fn house(number: u8) -> Attendee {
    Attendee::house(House { level: Level::Hard, number })
}

fn lobby(place: Place) -> TableRow {
    let row = TableRow::lobby(TableId::random(6), place, "g", "v", ADA, "Ada", 0);
    TableRow { sitters: vec![sitter(ADA, "Ada")], ..row }
}

fn new(row: &TableRow) -> Create {
    Create { row: row.clone(), cause: None, old: None }
}

/// A table that is played at.
async fn playing(store: &Store, place: Place) -> TableId {
    let row = TableRow { stage: Stage::Playing, ..lobby(place) };
    let row = TableRow { sitters: vec![sitter(ADA, "Ada"), sitter(BEN, "Ben")], ..row };
    store.create(new(&row)).await.unwrap();
    row.id
}

fn at(channel: u64) -> Place {
    Place { channel: ChannelId(channel), guild: None }
}

fn entry(text: &str) -> Entry {
    Entry { seat: Seat::FIRST, text: text.to_owned(), at: 5 }
}

fn append(table: TableId, number: u32, cause: u64) -> Append {
    Append {
        table,
        rev: 1,
        number,
        entry: entry(&format!("move {number}")),
        cause: Some(Cause(cause)),
        due: None,
        goes_on: false,
        finish: None,
    }
}

fn posted(kind: MessageKind, user: Option<UserId>) -> Posted {
    Posted { kind, user, channel: ChannelId(1), message: MessageId(u64::MAX), rev: 1, posted: 5, deal: 3 }
}

fn refused<T: std::fmt::Debug>(result: Result<T, StoreError>) -> Conflict {
    match result.unwrap_err() {
        StoreError::Conflict(conflict) => conflict,
        other => panic!("{other}"),
    }
}

async fn a_table_is_read_as_it_was_written(home: Home) {
    let store = home.open().await;
    let first = lobby(HERE);
    let row = TableRow {
        seats: Some(3),
        private: true,
        hints: Hints::Off,
        clock: Clock::Day,
        absent: Absent::Resigns,
        forced: ForcedMoves::All,
        next_hand: NextHand::AtOnce,
        challenge: true,
        first: Seat::new(1),
        rematch_of: Some(first.id),
        sitters: vec![sitter(ADA, "Ada"), house(1), sitter(BEN, "Ben"), house(2)],
        guests: vec![Attendee { account: "Eve".to_owned(), joined: 0, ..sitter(UserId(3), "Eve") }, house(2)],
        sent_away: vec![Attendee { account: "Mal".to_owned(), joined: 0, ..sitter(UserId(u64::MAX), "Mal") }],
        ..lobby(Place { channel: ChannelId(2), guild: None })
    };
    let row = TableRow { id: TableId::random(7), ..row };
    store.create(Create { cause: Some(Cause(8)), ..new(&first) }).await.unwrap();
    let old = TableRow { rematch: Some(row.id), rev: 2, stage: Stage::Closed, ..first.clone() };
    store.create(Create { row: row.clone(), cause: Some(Cause(u64::MAX)), old: Some(old) }).await.unwrap();
    store.close().await;
    let store = home.open().await;
    let read = store.load(row.id).await.unwrap().unwrap();
    // Nicknames hold in their server; outside of any, people go by the names of their accounts.
    let named = |people: &[Attendee]| people.iter().map(|one| (one.who, one.joined)).collect::<Vec<_>>();
    assert_eq!(named(&read.row.sitters), named(&row.sitters));
    assert_eq!((named(&read.row.guests), named(&read.row.sent_away)), (named(&row.guests), named(&row.sent_away)));
    let names = read.row.sitters.iter().map(|one| one.name.as_str()).collect::<Vec<_>>();
    assert_eq!(names, ["account of Ada", "🏠 Hard House", "account of Ben", "🏠 Hard House 2"]);
    assert_eq!(read.row.guests[1].name, "🏠 Hard House 2");
    let people = TableRow { sitters: row.sitters.clone(), guests: row.guests.clone(), ..read.row };
    assert!(TableRow { sent_away: row.sent_away.clone(), ..people } == row);
    assert_eq!((read.journal.len(), read.missing, read.causes), (0, None, vec![Cause(u64::MAX)]));
    let first = store.load(first.id).await.unwrap().unwrap().row;
    assert_eq!((first.rematch, first.rev, first.stage), (Some(row.id), 2, Stage::Closed));
    assert_eq!(first.sitters[0].name, "Ada");
    assert!(store.load(TableId::random(8)).await.unwrap().is_none());
    assert_eq!(store.table_of(Cause(u64::MAX)).await.unwrap(), Some(row.id));
    assert_eq!(store.table_of(Cause(1)).await.unwrap(), None);
    assert_eq!(store.rematch_after(first.id).await.unwrap(), Some(row.id));
    assert_eq!(store.rematch_after(row.id).await.unwrap(), None);
    assert_eq!(store.live_of(BEN).await.unwrap().iter().map(|row| row.id).collect::<Vec<_>>(), [row.id]);
}

async fn one_table_a_channel_and_one_a_code(home: Home) {
    let store = home.open().await;
    let row = lobby(HERE);
    store.create(Create { cause: Some(Cause(1)), ..new(&row) }).await.unwrap();
    assert_eq!(refused(store.create(new(&lobby(HERE))).await), Conflict::Channel);
    assert_eq!(refused(store.create(new(&TableRow { place: at(2), ..row.clone() })).await), Conflict::Id);
    assert_eq!(refused(store.create(Create { cause: Some(Cause(1)), ..new(&lobby(at(2))) }).await), Conflict::Cause);
    assert_eq!(store.live_at(ChannelId(2)).await.unwrap(), None, "nothing of it is kept");
    assert_eq!(store.live_at(HERE.channel).await.unwrap(), Some(row.id));
    let closed = TableRow { stage: Stage::Closed, rev: 2, ..row.clone() };
    store.save(Save { row: closed, cause: None }).await.unwrap();
    assert_eq!(store.live_at(HERE.channel).await.unwrap(), None);
    assert_eq!(store.latest_at(HERE.channel).await.unwrap(), Some(row.id));
    let next = lobby(HERE);
    store.create(new(&next)).await.unwrap();
    assert_eq!(store.latest_at(HERE.channel).await.unwrap(), Some(next.id), "the live one");
}

async fn a_server_has_no_more_tables_than_it_allows(home: Home) {
    let store = home.open().await;
    let row = |channel| lobby(Place { channel: ChannelId(channel), ..HERE });
    store.create_within(new(&row(1)), Some(1)).await.unwrap();
    assert_eq!(refused(store.create_within(new(&row(2)), Some(1)).await), Conflict::Full);
    store.create_within(new(&lobby(at(3))), Some(1)).await.unwrap();
    store.create_within(new(&row(4)), Some(2)).await.unwrap();
    assert_eq!(store.live_in(GUILD).await.unwrap(), 2);
}

async fn a_change_of_what_has_changed_is_refused(home: Home) {
    let store = home.open().await;
    let row = lobby(HERE);
    store.create(new(&row)).await.unwrap();
    let changed = |rev, cause| Save { row: TableRow { rev, ..row.clone() }, cause: Some(Cause(cause)) };
    store.save(changed(2, 5)).await.unwrap();
    assert_eq!(refused(store.save(changed(2, 6)).await), Conflict::Changed);
    assert_eq!(refused(store.save(changed(4, 6)).await), Conflict::Changed);
    assert_eq!(refused(store.save(changed(3, 5)).await), Conflict::Cause);
    let read = store.load(row.id).await.unwrap().unwrap();
    assert_eq!((read.row.rev, read.causes), (2, vec![Cause(5)]));
    store.put_away(row.id, 9).await.unwrap();
    let away = store.load(row.id).await.unwrap().unwrap().row;
    assert_eq!((away.stage, away.rev, away.updated), (Stage::Closed, 3, 9));
}

async fn a_second_writer_is_stopped_by_the_key(home: Home) {
    let (ours, theirs) = (home.open().await, home.open().await);
    let table = playing(&ours, HERE).await;
    ours.append(append(table, 1, 1)).await.unwrap();
    assert_eq!(refused(theirs.append(append(table, 1, 2)).await), Conflict::Changed);
    assert_eq!(refused(theirs.append(append(table, 2, 1)).await), Conflict::Cause);
    theirs.append(append(table, 2, 2)).await.unwrap();
    assert_eq!(refused(ours.append(append(table, 2, 3)).await), Conflict::Changed);
    for store in [ours, theirs] {
        assert_eq!(store.load(table).await.unwrap().unwrap().journal.len(), 2);
        store.close().await;
    }
}

async fn a_bad_job_hurts_nobody_else(home: Home) {
    let store = home.open().await;
    let table = playing(&store, at(1)).await;
    let other = playing(&store, at(2)).await;
    store.append(append(table, 1, 1)).await.unwrap();
    let batch = [
        append(table, 2, 2),
        append(table, 2, 3),                      // the number is taken
        append(other, 1, 2),                      // the cause is taken
        append(other, 1, 5),                      // good
        append(TableId::random(8), 1, 6),         // no such table
        Append { rev: 7, ..append(other, 2, 7) }, // judged by another revision
    ];
    let done = futures_util::future::join_all(batch.map(|job| store.append(job))).await;
    let conflicts: Vec<_> = done.into_iter().map(|result| result.is_err().then(|| refused(result))).collect();
    let (changed, cause) = (Some(Conflict::Changed), Some(Conflict::Cause));
    assert_eq!(conflicts, [None, changed, cause, None, changed, changed]);
    let read = store.load(table).await.unwrap().unwrap();
    assert_eq!(read.journal, [entry("move 1"), entry("move 2")]);
    assert_eq!(read.causes, [Cause(1), Cause(2)]);
    assert_eq!(store.table_of(Cause(5)).await.unwrap(), Some(other));
}

async fn closing_does_not_forget_what_may_be_lost(home: Home) {
    let store = home.open().await;
    let table = playing(&store, HERE).await;
    let hand = posted(MessageKind::Hand, Some(ADA));
    let (put, ()) = tokio::join!(store.put_message(&table, hand), store.close());
    put.unwrap();
    assert_eq!(store.put_message(&table, hand).await, Err(StoreError::Closed));
    assert_eq!(home.open().await.messages(&table).await.unwrap(), [hand]);
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % n
    }
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
    let guild = [None, Some(GuildId(5)), Some(GUILD)][dice.below(3) as usize];
    let game = ["gin", "drain"][dice.below(2) as usize].to_owned();
    Played { at: 0, guild, game, seats }
}

/// Plays a match to its end. Returns how ratings changed.
async fn write(store: &Store, played: &Played) -> (TableId, Vec<RatingChange>) {
    let place = Place { channel: ChannelId(1), guild: played.guild };
    let sitters = played.seats.iter().map(|s| sitter(s.0, &s.0.to_string())).collect();
    let row = TableRow { stage: Stage::Playing, sitters, ..lobby(place) };
    store.create(new(&row)).await.unwrap();
    let seats = played.seats.iter().enumerate().map(|(seat, &(user, side, place))| {
        let Attendee { who, name, account, .. } = sitter(user, &user.to_string());
        let seat = Seat::new(seat as u8).unwrap();
        FinishSeat { seat, who, name, account, side: Side(side), place, score: -i32::from(place) }
    });
    let finish = Finish { game: played.game.clone(), variant: "v".to_owned(), place, seats: seats.collect() };
    let entry = Entry { at: played.at, ..entry("end") };
    let end = Append { entry, finish: Some(finish), cause: None, ..append(row.id, 1, 0) };
    (row.id, store.append(end).await.unwrap())
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
            let name = if query.scope == Scope::Everywhere { "account of " } else { "" };
            assert_eq!(line.name, format!("{name}{}", line.user), "a nickname stays in its server");
            lines.push((line.rank, line.user, line.points, line.matches, line.wins));
        }
    }
    panic!("the pages do not end");
}

async fn every_ladder_equals_a_naive_recomputation(home: Home) {
    let store = home.open().await;
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let mut all: Vec<Played> = (0..120).map(|_| random_match(&mut dice)).collect();
    for (n, played) in all.iter_mut().enumerate() {
        played.at = NOW - 20 * WEEK + n as i64 * WEEK / 6;
        write(&store, played).await;
    }
    let season = NOW - 45 * 24 * 3600 * 1000; // 1 July
    let month = NOW - 14 * 24 * 3600 * 1000; // 1 August
    for scope in [Scope::Everywhere, Scope::Server(GuildId(5)), Scope::Server(GUILD)] {
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

async fn a_match_ends_once(home: Home) {
    let store = home.open().await;
    let (table, changes) = write(&store, &random_match(&mut Dice(77))).await;
    let late = Append { cause: None, ..append(table, 2, 0) };
    assert_eq!(refused(store.append(late).await), Conflict::Changed, "what is over is not played on");
    let over = store.load(table).await.unwrap().unwrap();
    assert_eq!((over.row.stage, over.row.updated, over.journal.len()), (Stage::Over, 0, 1));
    assert!(!changes.is_empty() && over.ratings == changes, "{changes:?}");
    assert_eq!(store.live_of(over.row.sitters[0].who.person().unwrap()).await.unwrap().len(), 0);
}

async fn nobody_is_rated_alone_or_for_a_voided_hand(home: Home) {
    let store = home.open().await;
    let alone = Played { at: 5, guild: None, game: "gin".to_owned(), seats: vec![(ADA, 0, 1), (BEN, 0, 1)] };
    assert_eq!(write(&store, &alone).await.1, []);
    let table = playing(&store, at(1)).await;
    let voided = Append { entry: entry(engine::VOID), ..append(table, 1, 1) };
    store.append(voided).await.unwrap();
    let seat = |number, user, side| FinishSeat {
        seat: Seat::new(number).unwrap(),
        who: Sitter::Person(user),
        name: String::new(),
        account: String::new(),
        side: Side(side),
        place: side + 1,
        score: 0,
    };
    let seats = vec![seat(0, ADA, 0), seat(1, BEN, 1)];
    let finish = Some(Finish { game: "gin".to_owned(), variant: "v".to_owned(), place: at(1), seats });
    assert_eq!(store.append(Append { finish, ..append(table, 2, 2) }).await.unwrap(), []);
    let kept = store.traces(ADA).await.unwrap();
    assert_eq!((kept.tables.len(), kept.results, kept.ratings), (2, 2, 0));
}

async fn of_the_house_nothing_is_kept_but_where_it_sits(home: Home) {
    let store = home.open().await;
    let sitters = vec![sitter(ADA, "Ada"), house(1), house(2)];
    let row = TableRow { sitters: sitters.clone(), guests: sitters.clone(), updated: NOW, ..lobby(at(1)) };
    store.create(new(&row)).await.unwrap();
    store.put_message(&row.id, Posted { rev: 9, ..posted(MessageKind::Board, None) }).await.unwrap();
    assert_eq!(store.unpainted(NOW).await.unwrap(), [], "it is sent no invitation");
    let begun = TableRow { stage: Stage::Playing, rev: 2, ..row.clone() };
    store.save(Save { row: begun, cause: None }).await.unwrap();
    let seats = sitters.iter().zip(Seat::all(3)).map(|(Attendee { who, name, account, .. }, seat)| FinishSeat {
        seat,
        who: *who,
        name: name.clone(),
        account: account.clone(),
        side: Side(seat.number()),
        place: seat.number() + 1,
        score: 0,
    });
    let finish = Some(Finish { game: "g".to_owned(), variant: "v".to_owned(), place: at(1), seats: seats.collect() });
    assert_eq!(store.append(Append { rev: 2, finish, ..append(row.id, 1, 1) }).await.unwrap(), [], "it is not rated");
    assert_eq!(store.traces(ADA).await.unwrap(), Traces { tables: vec![row.id], results: 1, ..Traces::default() });
    store.forget(ADA, Blocks::Go).await.unwrap();
    let over = store.load(row.id).await.unwrap().unwrap().row;
    assert!(over.stage == Stage::Over && over.sitters[0].who.is_nobody());
    assert_eq!((&over.sitters[1..], &over.guests[1..]), (&sitters[1..], &sitters[1..]));
    let came_to_nothing = TableRow { stage: Stage::Closed, updated: NOW - 8 * DAY, sitters, ..lobby(at(1)) };
    store.create(new(&came_to_nothing)).await.unwrap();
    store.prune(NOW).await.unwrap();
    assert!(store.load(came_to_nothing.id).await.unwrap().is_none());
}

async fn who_stood_in_for_whom_is_kept(home: Home) {
    let store = home.open().await;
    let begun = catalog::game("gin-rummy").unwrap().start(Setup::default()).unwrap();
    let header = Some(begun.0.header().clone());
    let sitters = vec![sitter(ADA, "Ada"), sitter(BEN, "Ben")];
    let mut row = TableRow { stage: Stage::Playing, sitters, header, ..lobby(HERE) };
    store.create(new(&row)).await.unwrap();
    assert_eq!(store.going_on().await.unwrap(), []);
    let forced = TableRow { id: TableId::random(3), forced: ForcedMoves::All, ..row.clone() };
    let forced = TableRow { place: Place { channel: ChannelId(77), guild: None }, sitters: Vec::new(), ..forced };
    store.create(new(&forced)).await.unwrap();
    assert_eq!(store.going_on().await.unwrap(), [forced.id], "its first move may be to play itself");
    store.append(append(forced.id, 1, 33)).await.unwrap();
    store.append(Append { goes_on: true, ..append(row.id, 1, 1) }).await.unwrap();
    assert_eq!(store.going_on().await.unwrap(), [row.id], "a move is to play itself");
    store.append(append(row.id, 2, 2)).await.unwrap();
    assert_eq!(store.going_on().await.unwrap(), [], "it has");
    let seat = Seat::new(1).unwrap();
    for (entries, level) in [(2, Some(Level::Medium)), (3, None), (3, Some(Level::Hard))] {
        row.rev += 1;
        row.stand_ins.push(StandIn { seat, entries, at: 8, level, away: entries == 1 });
        store.save(Save { row: row.clone(), cause: Some(Cause(10 + row.rev)) }).await.unwrap();
    }
    assert_eq!(refused(store.append(append(row.id, 3, 3)).await), Conflict::Changed, "judged before");
    store.append(Append { rev: row.rev, ..append(row.id, 3, 3) }).await.unwrap();
    store.close().await;
    let store = home.open().await;
    let read = store.load(row.id).await.unwrap().unwrap().row;
    assert_eq!(read.stand_ins, row.stand_ins);
    assert_eq!([1, 2, 3].map(|entries| read.stood_in(seat, entries)), [None, Some(Level::Medium), Some(Level::Hard)]);
    assert_eq!((read.stands_in(seat), read.stands_in(Seat::FIRST)), (Some(Level::Hard), None));
    assert_eq!(store.live_of(BEN).await.unwrap().len(), 1, "it is still their seat");
    assert_eq!(store.going_on().await.unwrap(), [row.id]);
}

async fn what_people_wished_of_a_match_is_kept(home: Home) {
    let store = home.open().await;
    let begun = catalog::game("gin-rummy").unwrap().start(Setup::default()).unwrap();
    let sitters = vec![sitter(ADA, "Ada"), sitter(BEN, "Ben")];
    let header = Some(begun.0.header().clone());
    let mut row = TableRow { stage: Stage::Playing, sitters, header, ..lobby(HERE) };
    store.create(new(&row)).await.unwrap();
    let (ada, ben) = (Seat::FIRST, Seat::new(1).unwrap());
    for (seat, says) in
        [(ada, Says::Wish(Wished::End)), (ben, Says::PlayOn), (ada, Says::Wish(Wished::House(ben))), (ben, Says::Agree)]
    {
        row.rev += 1;
        row.wishes.push(WishWord { seat, entries: 3, at: 8, says });
        store.save(Save { row: row.clone(), cause: None }).await.unwrap();
    }
    store.close().await;
    let read = home.open().await.load(row.id).await.unwrap().unwrap().row;
    assert_eq!((read.wishes, read.rev), (row.wishes, row.rev));
}

/// A table that is played at against the clock since `updated`.
async fn against_the_clock(store: &Store, place: Place, updated: i64) -> TableRow {
    let sitters = vec![sitter(ADA, "Ada"), sitter(BEN, "Ben")];
    let row = TableRow { stage: Stage::Playing, sitters, clock: Clock::Hour, updated, ..lobby(place) };
    store.create(new(&row)).await.unwrap();
    row
}

async fn when_tables_are_due_is_kept(home: Home) {
    let store = home.open().await;
    let (early, late) = (against_the_clock(&store, at(1), 100).await, against_the_clock(&store, at(2), 200).await);
    playing(&store, at(3)).await;
    store.append(Append { due: Some(50), ..append(late.id, 1, 1) }).await.unwrap();
    store.append(append(early.id, 1, 2)).await.unwrap();
    store.close().await;
    let store = home.open().await;
    let mut dues = store.dues().await.unwrap();
    dues.sort_by_key(|(_, due)| *due);
    assert_eq!(dues, [(late.id, 50), (early.id, 100)], "of what has no clock nothing is due");
    assert_eq!(store.load(late.id).await.unwrap().unwrap().row.clock, Clock::Hour);
    let over = TableRow { stage: Stage::Closed, rev: 2, ..early };
    store.save(Save { row: over, cause: None }).await.unwrap();
    assert_eq!(store.dues().await.unwrap(), [(late.id, 50)]);
}

async fn when_nobody_could_have_moved_is_kept(home: Home) {
    let store = home.open().await;
    assert_eq!(store.last_alive().await.unwrap(), None);
    let table = against_the_clock(&store, at(1), 100).await;
    store.alive(3).await.unwrap();
    assert_eq!(store.last_alive().await.unwrap(), Some(3));
    store.append(append(table.id, 1, 1)).await.unwrap();
    assert_eq!(store.last_alive().await.unwrap(), Some(5), "somebody has moved since");
    store.alive(7).await.unwrap();
    store.put_absence(7, 20).await.unwrap();
    store.put_absence(30, 31).await.unwrap();
    store.close().await;
    let store = home.open().await;
    assert_eq!(store.last_alive().await.unwrap(), Some(7));
    assert_eq!(store.absences().await.unwrap(), [(7, 20), (30, 31)]);
    store.save(Save { row: TableRow { stage: Stage::Closed, rev: 2, ..table }, cause: None }).await.unwrap();
    store.put_absence(40, 41).await.unwrap();
    assert_eq!(store.absences().await.unwrap(), [(40, 41)], "what was before all that goes on matters to nobody");
}

async fn who_left_partners_to_the_house_is_rated_apart(home: Home) {
    let store = home.open().await;
    let seats = vec![(ADA, 0, 1), (UserId(3), 1, 2), (BEN, 0, 3), (UserId(4), 1, 2)];
    let played = Played { at: 5, guild: None, game: "gin".to_owned(), seats };
    let changes = write(&store, &played).await.1;
    let moved: Vec<_> = changes.iter().map(|change| change.after > change.before).collect();
    assert_eq!(moved, [true, false, false, false], "{changes:?}");
    assert!(changes[2].after < changes[1].after && changes[1].after == changes[3].after, "{changes:?}");
}

async fn only_the_message_that_is_named_is_forgotten(home: Home) {
    let store = home.open().await;
    let (here, there) = (playing(&store, at(1)).await, playing(&store, at(2)).await);
    let all = [
        posted(MessageKind::Hand, Some(ADA)),
        posted(MessageKind::Hand, Some(BEN)),
        posted(MessageKind::Notice, Some(ADA)),
        posted(MessageKind::Board, None),
    ];
    for table in [here, there] {
        for message in all {
            store.put_message(&table, Posted { rev: 0, ..message }).await.unwrap();
            store.put_message(&table, message).await.unwrap();
        }
    }
    store.forget_message(&here, MessageKind::Hand, Some(ADA)).await.unwrap();
    store.forget_message(&here, MessageKind::Invitation, Some(ADA)).await.unwrap();
    let left = store.messages(&here).await.unwrap();
    assert!(left.len() == 3 && all[1..].iter().all(|message| left.contains(message)), "{left:?}");
    assert_eq!(store.messages(&there).await.unwrap().len(), 4);
}

async fn only_what_was_chosen_is_kept(home: Home) {
    let store = home.open().await;
    let (person, server) = (Chooser::Person(UserId(7)), Chooser::Server(GuildId(7)));
    let text = Chosen { picture: Some(false), ..Chosen::default() };
    let all = Chosen { light: Some(true), direct: Some(false), notices: Some(Notices::Late), ..text };
    store.put_setting(person, text).await.unwrap();
    store.put_setting(server, all).await.unwrap();
    store.put_setting(person, all).await.unwrap();
    store.put_setting(server, text).await.unwrap();
    store.close().await;
    let store = home.open().await;
    let kept: std::collections::HashMap<_, _> = store.settings().await.unwrap().into_iter().collect();
    assert_eq!(kept, [(person, all), (server, text)].into());
    store.put_setting(person, Chosen::default()).await.unwrap();
    assert_eq!(store.settings().await.unwrap(), [(server, text)]);
}

async fn the_newest_name_of_those_who_played_is_kept(home: Home) {
    let store = home.open().await;
    let (here, there) = (lobby(HERE), lobby(at(2)));
    for row in [&here, &there] {
        store.create(Create { cause: Some(Cause(row.place.channel.0)), ..new(row) }).await.unwrap();
    }
    let called = |user, guild, name: &str, seen| Called {
        user,
        guild,
        name: name.to_owned(),
        account: "ada".to_owned(),
        seen: Cause(seen),
    };
    let names = async || {
        let mut names = Vec::new();
        for row in [&here, &there] {
            names.push(store.load(row.id).await.unwrap().unwrap().row.sitters.remove(0).name);
        }
        names
    };
    assert_eq!(names().await, ["Ada", "account of Ada"]);
    let mut both = vec![here.id, there.id];
    both.sort();
    let mut renamed = store.rename(called(ADA, Some(GUILD), "Countess", 20)).await.unwrap();
    renamed.sort();
    assert_eq!((renamed, names().await), (both, vec!["Countess".to_owned(), "ada".to_owned()]));
    assert_eq!(store.rename(called(ADA, Some(GUILD), "Late", 19)).await.unwrap(), [], "it comes late");
    assert_eq!(store.rename(called(ADA, Some(GUILD), "Countess", 21)).await.unwrap(), [], "it is no news");
    assert_eq!(store.rename(called(UserId(9), Some(GUILD), "Eve", 22)).await.unwrap(), [], "she only looks");
    store.rename(called(ADA, Some(GUILD), "ada", 23)).await.unwrap();
    assert_eq!(names().await, ["ada", "ada"], "the nickname is gone");
}

async fn what_was_decided_holds_and_is_noted_once(home: Home) {
    let store = home.open().await;
    let lobby = lobby(HERE);
    store.create(new(&lobby)).await.unwrap();
    let deed = |guild, who, what| Deed { at: 5, guild, who, what };
    let (owner, manager) = (None, Some(UserId(9)));
    let limits = Limits { forbidden: vec!["gin-rummy".to_owned()], most: Some(3), idle: None };
    for (what, done) in [
        (deed(Some(GUILD), manager, Decision::Block(ADA)), true),
        (deed(Some(GUILD), manager, Decision::Block(ADA)), false),
        (deed(Some(GUILD), owner, Decision::Block(ADA)), true),
        (deed(Some(GUILD), manager, Decision::Unblock(ADA)), false),
        (deed(None, owner, Decision::Block(BEN)), true),
        (deed(Some(GUILD), manager, Decision::Limit(limits.clone(), "set".to_owned())), true),
        (deed(Some(GUILD), manager, Decision::Limit(limits.clone(), "again".to_owned())), false),
        (deed(Some(GUILD), manager, Decision::Note("closed".to_owned(), Some(BEN))), true),
    ] {
        assert_eq!(store.decide(what.clone()).await.unwrap(), done, "{what:?}");
    }
    assert_eq!(store.blocks_of(ADA, Some(GUILD)).await.unwrap(), [Blocked::HereByOwner]);
    assert_eq!(store.blocks_of(ADA, None).await.unwrap(), []);
    assert_eq!(store.blocks_of(BEN, Some(GUILD)).await.unwrap(), [Blocked::Everywhere]);
    assert_eq!(store.blocked(Some(GUILD)).await.unwrap(), [ADA]);
    assert_eq!(store.blocked(None).await.unwrap(), [BEN]);
    assert_eq!(store.blocked_in_lobbies().await.unwrap(), [(lobby.id, ADA, "Ada".to_owned())]);
    assert_eq!(store.limits(GUILD).await.unwrap(), limits);
    assert_eq!(store.limits(GuildId(5)).await.unwrap(), Limits::default());
    let noted = |deeds: Vec<Done>| deeds.into_iter().map(|done| (done.what, done.who, done.user)).collect::<Vec<_>>();
    let here = [
        ("closed", manager, Some(BEN)),
        ("set", manager, None),
        ("blocked", owner, Some(ADA)),
        ("blocked", manager, Some(ADA)),
    ];
    let here = here.map(|(what, who, user)| (what.to_owned(), who, user));
    assert_eq!(noted(store.deeds(Some(GUILD), 9).await.unwrap()), here);
    assert_eq!(noted(store.deeds(None, 9).await.unwrap()).len(), 5);
    assert_eq!(noted(store.deeds(None, 1).await.unwrap()), here[..1]);
    assert!(Store::decide_beside(&home.url, deed(Some(GUILD), owner, Decision::Unblock(ADA))).await.unwrap());
    assert_eq!(store.blocked_in_lobbies().await.unwrap(), []);
}

async fn who_is_forgotten_is_nobody(home: Home) {
    let store = home.open().await;
    let played = Played { at: NOW, guild: Some(GUILD), game: "gin".to_owned(), seats: vec![(ADA, 0, 1), (BEN, 1, 2)] };
    let (over, _) = write(&store, &played).await;
    let live = playing(&store, at(2)).await;
    let challenge = TableRow { challenge: true, guests: vec![sitter(BEN, "Ben")], ..lobby(at(3)) };
    store.create(new(&challenge)).await.unwrap();
    store.put_setting(Chooser::Person(BEN), Chosen { light: Some(true), ..Chosen::default() }).await.unwrap();
    store.put_message(&over, posted(MessageKind::Hand, Some(BEN))).await.unwrap();
    store.decide(Deed { at: 5, guild: None, who: None, what: Decision::Block(BEN) }).await.unwrap();
    store.show_daily(Puzzled { user: BEN, riddle: Riddle::Sum, day: 3 }, None, 5).await.unwrap();
    let mut tables = vec![over, live, challenge.id];
    tables.sort_unstable();
    let held =
        Traces { live: vec![live], tables, results: 1, ratings: 12, settings: true, blocks: 1, deeds: 1, daily: 1 };
    assert_eq!(store.forget(BEN, Blocks::Go).await.unwrap(), held, "the live table is in the way");
    assert_eq!(store.traces(BEN).await.unwrap(), held);
    store.put_away(live, 9).await.unwrap();
    let forgotten = Traces { live: Vec::new(), ..held };
    assert_eq!(store.forget(BEN, Blocks::Stay).await.unwrap(), forgotten);
    let block = Traces { blocks: 1, ..Traces::default() };
    assert_eq!(store.traces(BEN).await.unwrap(), block, "nobody lifts a block by being forgotten");
    assert_eq!(store.forget(BEN, Blocks::Go).await.unwrap(), block);
    assert!(store.traces(BEN).await.unwrap().is_none());
    let sits = store.load(over).await.unwrap().unwrap().row.sitters.remove(1);
    assert!(sits.who.is_nobody() && sits.name == "a former player", "{sits:?}");
    let declined = store.load(challenge.id).await.unwrap().unwrap().row;
    assert_eq!((declined.stage, declined.rev, declined.guests.len()), (Stage::Closed, 2, 0));
    assert_eq!(store.messages(&over).await.unwrap(), []);
    assert_eq!(store.deeds(None, 9).await.unwrap()[0].user.map(UserId::is_nobody), Some(true));
    let ladder = LeaderboardQuery {
        scope: Scope::Everywhere,
        game: None,
        period: Period::AllTime,
        at: NOW,
        page: 1,
        lines: 9,
        caller: BEN,
    };
    let board = store.leaderboard(&ladder).await.unwrap();
    assert_eq!((board.lines.len(), board.ranked, board.own), (1, 1, None));
    store.close().await;
    Store::scrub(&home.url).await.unwrap();
    assert_eq!(home.open().await.traces(ADA).await.unwrap().results, 1);
}

async fn what_people_make_of_a_days_puzzle_is_kept(home: Home) {
    let store = home.open().await;
    let of = |user, day| Puzzled { user, riddle: Riddle::Sum, day };
    let answer = |text: &str, right| match right {
        true => Attempt::Right(text.to_owned()),
        false => Attempt::Wrong(text.to_owned()),
    };
    assert_eq!(store.try_daily(of(ADA, 9), Attempt::GivenUp, 7).await.unwrap(), None, "nobody has seen it");
    let begun = store.show_daily(of(ADA, 9), None, 10).await.unwrap().unwrap();
    assert_eq!((begun.shown, begun.ended, begun.took()), (10, None, None));
    // Seen again, on a server: the time runs from the first, and it counts there.
    assert_eq!(store.show_daily(of(ADA, 9), Some(GUILD), 20).await.unwrap(), Some(begun));
    assert!(!store.share_daily(of(ADA, 9)).await.unwrap(), "it is not solved");
    for text in ["1+1", "1+1", "2+2"] {
        store.try_daily(of(ADA, 9), answer(text, false), 30).await.unwrap();
    }
    let solved = store.try_daily(of(ADA, 9), answer("3+3", true), 40).await.unwrap().unwrap();
    assert_eq!((solved.took(), solved.tried.len()), (Some(30), 3));
    for late in [answer("4+4", true), answer("5+5", false), Attempt::GivenUp] {
        assert_eq!(store.try_daily(of(ADA, 9), late, 50).await.unwrap(), Some(solved.clone()));
    }
    assert!(store.share_daily(of(ADA, 9)).await.unwrap() && !store.share_daily(of(ADA, 9)).await.unwrap());
    store.show_daily(of(BEN, 9), Some(GUILD), 20).await.unwrap();
    store.try_daily(of(BEN, 9), answer("3+3", true), 21).await.unwrap();
    let table = [Solver { user: BEN, took: 1, tries: 1 }, Solver { user: ADA, took: 30, tries: 3 }];
    assert_eq!(store.solvers(GUILD, 9).await.unwrap(), table);
    assert_eq!(store.solvers(GUILD, 8).await.unwrap(), []);
    // Days in a row; one that was missed ends that, and so does one that was given up.
    for (day, what) in [(7, answer("1", true)), (8, answer("1", true)), (10, Attempt::GivenUp), (5, answer("1", true))]
    {
        store.show_daily(of(ADA, day), None, 1).await.unwrap();
        store.try_daily(of(ADA, day), what, 2).await.unwrap();
    }
    let mut streaks = Vec::new();
    for before in [10, 11, 9, 7, 6] {
        streaks.push(store.days_solved(ADA, before).await.unwrap());
    }
    assert_eq!(streaks, [3, 0, 2, 0, 1]);
    store.forget(ADA, Blocks::Go).await.unwrap();
    assert_eq!((store.daily(of(ADA, 9)).await.unwrap(), store.solvers(GUILD, 9).await.unwrap().len()), (None, 1));
}

async fn a_server_is_told_of_each_day_once(home: Home) {
    let store = home.open().await;
    let (here, there) = (ChannelId(5), ChannelId(6));
    assert!(store.put_morning(GUILD, Some(here), 9).await.unwrap());
    assert!(!store.put_morning(GUILD, Some(here), 9).await.unwrap(), "it was so already");
    assert_eq!(store.mornings(9).await.unwrap(), [], "from the next day on");
    assert_eq!(store.mornings(10).await.unwrap(), [Morning { guild: GUILD, channel: here }]);
    store.announced(GUILD, 10).await.unwrap();
    assert!(store.put_morning(GUILD, Some(there), 10).await.unwrap());
    assert_eq!((store.mornings(10).await.unwrap(), store.morning(GUILD).await.unwrap()), (vec![], Some(there)));
    store.close().await;
    let store = home.open().await;
    assert_eq!(store.mornings(11).await.unwrap().len(), 1);
    assert!(store.put_morning(GUILD, None, 11).await.unwrap() && !store.put_morning(GUILD, None, 11).await.unwrap());
    assert_eq!((store.mornings(11).await.unwrap(), store.morning(GUILD).await.unwrap()), (vec![], None));
}

async fn how_people_do_against_the_house_is_counted(home: Home) {
    let store = home.open().await;
    let (easy, hard) = (Level::Easy, Level::Hard);
    // Who won a match of this game, Ada or the house, with a house of each of these levels beside her.
    let mut channel = 0;
    for (game, ada_is, levels) in
        [("gin", 1, vec![easy]), ("gin", 2, vec![easy]), ("kings", 1, vec![hard, hard]), ("kings", 2, vec![easy, hard])]
    {
        channel += 1;
        let house = |(n, level)| Attendee::house(House { level, number: n });
        let sitters = [sitter(ADA, "Ada")].into_iter().chain((1..).zip(levels).map(house));
        let row = TableRow { stage: Stage::Playing, sitters: sitters.collect(), ..lobby(at(channel)) };
        store.create(new(&row)).await.unwrap();
        let places = [ada_is, 3 - ada_is, 3];
        let seats = row.sitters.iter().zip(Seat::all(3)).zip(places).map(|((sits, seat), place)| FinishSeat {
            seat,
            who: sits.who,
            name: sits.name.clone(),
            account: sits.account.clone(),
            side: Side(seat.number()),
            place,
            score: 0,
        });
        let finish =
            Finish { game: game.to_owned(), variant: "v".to_owned(), place: at(channel), seats: seats.collect() };
        let end = Append { finish: Some(finish), cause: None, ..append(row.id, 1, 0) };
        assert_eq!(store.append(end).await.unwrap(), [], "it is not rated");
    }
    let query = |game: Option<&str>, caller| LeaderboardQuery {
        scope: Scope::Everywhere,
        game: game.map(str::to_owned),
        period: Period::AllTime,
        at: NOW,
        page: 1,
        lines: 9,
        caller,
    };
    let of = |level, wins, matches| AgainstHouse { level, matches, wins };
    for (game, caller, expected) in [
        (None, ADA, vec![of(easy, 1, 3), of(hard, 2, 2)]),
        (Some("gin"), ADA, vec![of(easy, 1, 2)]),
        (Some("kings"), ADA, vec![of(easy, 0, 1), of(hard, 2, 2)]),
        (None, BEN, vec![]),
    ] {
        assert_eq!(store.leaderboard(&query(game, caller)).await.unwrap().against, expected, "{game:?}");
    }
    for (user, game, knows) in [(ADA, "gin", true), (ADA, "keys", false), (BEN, "gin", false)] {
        assert_eq!(store.knows(user, game).await.unwrap(), knows, "{user:?} {game}");
    }
}

/// A match of Ada's that ended then: decided, or closed.
async fn ended(store: &Store, game: &str, with: UserId, at: i64, decided: bool) -> TableId {
    let sitters = vec![sitter(ADA, "Ada"), sitter(with, "B"), house(1)];
    let row = TableRow { stage: Stage::Playing, game: game.to_owned(), sitters, ..lobby(HERE) };
    store.create(new(&row)).await.unwrap();
    if !decided {
        let closed = TableRow { stage: Stage::Closed, rev: 2, updated: at, ..row.clone() };
        store.save(Save { row: closed.clone(), cause: None }).await.unwrap();
        store.save(Save { row: TableRow { rev: 3, updated: at + 1, ..closed }, cause: None }).await.unwrap();
        return row.id;
    }
    let seat = |(seat, sits): (Seat, &Attendee)| FinishSeat {
        seat,
        who: sits.who,
        name: sits.name.clone(),
        account: sits.account.clone(),
        side: Side(seat.number()),
        place: seat.number() + 1,
        score: 9,
    };
    let seats = Seat::all(3).zip(&row.sitters).map(seat).collect();
    let finish = Finish { game: game.to_owned(), variant: "v".to_owned(), place: HERE, seats };
    let entry = Entry { at, ..entry("end") };
    store.append(Append { entry, finish: Some(finish), cause: None, ..append(row.id, 1, 0) }).await.unwrap();
    row.id
}

async fn matches_are_listed_as_they_ended(home: Home) {
    let store = home.open().await;
    let (cyd, mut all) = (UserId(3), Vec::new());
    for n in 0..7 {
        let (game, with) = ([("gin", BEN), ("kings", BEN), ("gin", cyd)])[n % 3];
        // Two of them end at the same time.
        all.push(ended(&store, game, with, NOW + (n as i64).min(5), n != 4).await);
    }
    all[5..].sort();
    all.reverse();
    let runs = playing(&store, HERE).await;
    let of = |user, game: Option<&str>, against| MatchesOf { user, game: game.map(str::to_owned), against };
    let page = async |of: &MatchesOf, beside, newer| {
        let query = HistoryQuery { of: of.clone(), beside, newer, lines: 3 };
        let found = store.history(&query).await.unwrap();
        let tables: Vec<TableId> = found.matches.iter().map(|one| one.table).collect();
        (tables, found)
    };
    let hers = of(ADA, None, None);
    let (first, found) = page(&hers, None, false).await;
    assert_eq!((first.as_slice(), found.older, found.newer), (&all[..3], true, false));
    let (second, found) = page(&hers, found.matches[2].bygone(), false).await;
    assert_eq!((second.as_slice(), found.older, found.newer), (&all[3..6], true, true));
    let (back, newer) = page(&hers, found.matches[0].bygone(), true).await;
    assert_eq!((back.as_slice(), newer.older, newer.newer), (&all[..3], true, false));
    let (last, found) = page(&hers, found.matches[2].bygone(), false).await;
    assert_eq!((last.as_slice(), found.older, found.newer), (&all[6..], false, true));
    let oldest = &found.matches[0];
    assert_eq!((oldest.ended, oldest.game.as_str(), oldest.seats.len()), (Some(NOW), "gin", 3));
    let out = |seat: usize| oldest.seats[seat].came_out;
    assert_eq!(out(1), Some(CameOut { side: 1, place: 2, score: 9 }));
    assert_eq!((oldest.seats[0].name.as_str(), oldest.seats[2].who), ("account of Ada", house(1).who));
    let (closed, found) = page(&of(ADA, Some("kings"), None), None, false).await;
    assert_eq!((closed.len(), found.older, found.matches[0].seats[0].came_out), (2, false, None));
    assert_eq!(page(&of(ADA, Some("gin"), Some(cyd)), None, false).await.0.len(), 2);
    assert_eq!(
        page(&of(cyd, None, Some(ADA)), None, false).await.0,
        page(&of(ADA, None, Some(cyd)), None, false).await.0
    );
    assert_eq!(page(&of(BEN, None, Some(cyd)), None, false).await.0, []);
    let running = async |of, guild| store.running(&RunningQuery { of, guild, lines: 9 }).await.unwrap();
    let now = running(of(BEN, None, Some(ADA)), Some(GUILD)).await;
    assert_eq!(now.iter().map(|one| (one.table, one.ended)).collect::<Vec<_>>(), [(runs, None)]);
    assert_eq!(running(hers.clone(), Some(GuildId(5))).await, []);
    assert_eq!(running(of(BEN, Some("kings"), None), None).await, []);
    store.put_away(runs, NOW + 9).await.unwrap();
    assert_eq!(page(&of(BEN, None, None), None, false).await.0[0], runs);
    store.forget(cyd, Blocks::Go).await.unwrap();
    assert_eq!(page(&of(cyd, None, None), None, false).await.0, []);
    assert_eq!(page(&hers, None, false).await.0[1..], all[..2], "others keep theirs");
}

async fn what_came_to_nothing_is_forgotten(home: Home) {
    let store = home.open().await;
    let closed = |channel, updated| TableRow { stage: Stage::Closed, updated, ..lobby(at(channel)) };
    let (old, lately, open) = (closed(1, NOW - 8 * DAY), closed(1, NOW - 6 * DAY), lobby(at(1)));
    for (cause, row) in (1..).zip([&old, &lately, &open]) {
        store.create(Create { cause: Some(Cause(cause)), ..new(row) }).await.unwrap();
    }
    store.prune(NOW).await.unwrap();
    for (row, is_kept) in [(&old, false), (&lately, true), (&open, true)] {
        assert_eq!(store.load(row.id).await.unwrap().is_some(), is_kept);
    }
    assert_eq!(store.table_of(Cause(2)).await.unwrap(), Some(lately.id));
    assert_eq!(store.table_of(Cause(3)).await.unwrap(), None, "no interaction is delivered again so late");
}

async fn a_match_that_nobody_touches_is_forsaken_after_a_month_whatever_its_server_wants(home: Home) {
    let store = home.open().await;
    let late = Decision::Limit(Limits { idle: Some(365), ..Limits::default() }, String::new());
    store.decide(Deed { at: 5, guild: Some(GUILD), who: None, what: late }).await.unwrap();
    store.create(new(&lobby(HERE))).await.unwrap();
    store.create(new(&lobby(at(4)))).await.unwrap();
    let (here, there) = (playing(&store, Place { channel: ChannelId(2), ..HERE }).await, playing(&store, at(3)).await);
    store.append(Append { entry: Entry { at: NOW, ..entry("move") }, ..append(there, 1, 1) }).await.unwrap();
    let forsaken = async |now| store.forsaken(now).await.unwrap();
    assert_eq!(forsaken(30 * DAY - 1).await, []);
    assert_eq!(forsaken(30 * DAY).await, [(here, 30)]);
    assert_eq!(forsaken(NOW + 30 * DAY - 1).await.len(), 2, "a lobby, and this match");
    assert_eq!(forsaken(NOW + 30 * DAY).await.len(), 3);
}

async fn what_is_idle_is_found(home: Home) {
    let store = home.open().await;
    let (quiet, moved) = (lobby(HERE), playing(&store, Place { channel: ChannelId(2), ..HERE }).await);
    store.create(new(&quiet)).await.unwrap();
    store.append(Append { entry: Entry { at: NOW, ..entry("move") }, ..append(moved, 1, 1) }).await.unwrap();
    assert_eq!(store.quiet_since(NOW).await.unwrap(), [(GUILD, quiet.id)]);
    assert_eq!(store.forsaken(NOW).await.unwrap(), [], "the server does not want it");
    let idle = Decision::Limit(Limits { idle: Some(2), ..Limits::default() }, String::new());
    store.decide(Deed { at: 5, guild: Some(GUILD), who: None, what: idle }).await.unwrap();
    assert_eq!(store.forsaken(NOW).await.unwrap(), [(quiet.id, 2)]);
    let beside = Store::beside(&home.url).await.unwrap();
    let (live, wrong) = beside.live().await.unwrap();
    let live: Vec<_> = live.iter().map(|live| (live.row.id, live.changed)).collect();
    assert_eq!((live, wrong), (vec![(quiet.id, 0), (moved, NOW)], vec![]));
    assert_eq!(beside.begun(false).await.unwrap(), [moved]);
    assert_eq!(store.unpainted(NOW).await.unwrap(), [moved], "nobody has touched the other for a month");
    store.put_message(&moved, Posted { rev: 2, ..posted(MessageKind::Board, None) }).await.unwrap();
    assert_eq!(store.unpainted(NOW).await.unwrap(), []);
}
