//! Discord's limits on requests, and a stop while it is slow.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};
use upcard::tables::{ChannelId, GuildId, LobbyAct, MatchAct, NewTable, Person, Place, Request, TableId, UserId};

use crate::standin::{Asked, Bot, StandIn, limited};

const TABLES: u64 = 40;

fn person(n: u64) -> Person {
    Person::new(UserId(n), &format!("Player {n}"))
}

/// Opens so many tables of gin, each in a channel of its own, whose boards are text: pictures take their time.
async fn tables(bot: &Bot, count: u64) -> Vec<TableId> {
    let mut tables = Vec::new();
    let text = json!([{"name": "boards", "type": 3, "value": "text"}]);
    bot.stand_in.command(1, 7, "settings", json!([{"name": "server", "type": 1, "options": text}])).await;
    for n in 0..count {
        let place = Place { channel: ChannelId(100 + n), guild: Some(GuildId(2)) };
        let table =
            bot.room.create(NewTable::new("gin-rummy", place, person(10_000 + 2 * n))).await.unwrap().snapshot.table;
        bot.room.ask(&table, Request::new(person(10_001 + 2 * n), LobbyAct::Join)).await.unwrap();
        bot.room.ask(&table, Request::new(person(10_000 + 2 * n), LobbyAct::Start)).await.unwrap();
        tables.push(table);
    }
    tables
}

/// Somebody passes or moves at each table, so that its board wants to change.
async fn change(bot: &Bot, tables: &[TableId]) {
    for (table, n) in tables.iter().zip(0..) {
        for user in [10_000 + 2 * n, 10_001 + 2 * n] {
            let offered = bot.room.suggest(table, UserId(user), "", 25).await.unwrap_or_default();
            let Some((text, _)) = offered.iter().find(|(text, _)| !text.starts_with("knock")) else { continue };
            let play = MatchAct::Play(text.clone());
            bot.room.ask(table, Request::new(person(user), play)).await.unwrap();
            break;
        }
    }
}

async fn idle(stand_in: &StandIn) {
    let last = || stand_in.asked().last().map(|asked| asked.at);
    stand_in.until("nothing is sent", || last().is_some_and(|at| at.elapsed() > Duration::from_millis(700))).await;
}

/// Whether it counts against the bot.
fn counts(asked: &&Asked) -> bool {
    !asked.path.contains("/interactions/") && !asked.path.contains("/webhooks/")
}

/// The most requests within a second, among those that count.
fn busiest(asked: &[Asked]) -> usize {
    let times: Vec<Instant> = asked.iter().filter(counts).map(|asked| asked.at).collect();
    let within =
        |from: &Instant| times.iter().filter(|at| *at >= from && **at - *from < Duration::from_secs(1)).count();
    times.iter().map(within).max().unwrap_or_default()
}

fn global(seconds: f64) -> Response {
    let headers = [("x-ratelimit-global", "true".to_owned()), ("retry-after", "1".to_owned())];
    limited(&headers, axum::Json(json!({"message": "slow", "retry_after": seconds, "global": true})))
}

fn page() -> Response {
    limited(&[("retry-after", "1".to_owned())], Html("<html>Access denied</html>"))
}

/// Forty tables whose boards want to change, while everything is refused: few requests find that out, and all boards
/// are right in the end.
#[tokio::test(flavor = "multi_thread")]
async fn c1_a_limit_on_everything_is_found_out_by_few() {
    for (scope, refuse) in [("global", (|| global(1.0)) as fn() -> Response), ("address", page)] {
        let stand_in = StandIn::start().await;
        let bot = Bot::connected(&stand_in).await;
        let tables = tables(&bot, TABLES).await;
        idle(&stand_in).await;
        stand_in.rule(move |asked| (!asked.path.contains("/interactions/")).then(refuse));
        let before = stand_in.asked().len();
        change(&bot, &tables).await;
        tokio::time::sleep(Duration::from_secs(4)).await;
        let refused = stand_in.asked().len() - before;
        // The first ones are under way before the first refusal is back.
        assert!((1..=16).contains(&refused), "{scope}: {refused} in four seconds");
        let count = format!("upcard_rate_limited_total{{scope=\"{scope}\"}}");
        assert_eq!(bot.metric(&count), refused as f64);
        assert_eq!(bot.metric("upcard_invalid_requests"), refused as f64);
        assert!(bot.metric("upcard_paused_seconds_total") >= 3.0);
        // Somebody who acts is answered all the same.
        let asked = Instant::now();
        stand_in.command(1, 7, "help", json!([])).await;
        assert!(asked.elapsed() < Duration::from_secs(1));
        stand_in.be_good();
        let from = stand_in.asked().len();
        let boards = || {
            let asked = stand_in.asked();
            let edits = asked[from..].iter().filter(|asked| asked.method == "PATCH" && asked.is_unasked());
            edits.map(|asked| asked.path.split('/').nth(4).unwrap().to_owned()).collect::<HashSet<_>>()
        };
        stand_in.until("all boards have changed", || boards().len() == TABLES as usize).await;
        let most = busiest(&stand_in.asked()[before..]);
        assert!(most <= 50, "{most}");
        bot.stop().await;
    }
}

/// Whoever keeps the pace before Discord takes 50 requests a second and refuses more: few find that out, and from then
/// on no second has more.
#[tokio::test(flavor = "multi_thread")]
async fn c1_no_more_is_sent_in_a_second_than_discord_allows() {
    let stand_in = StandIn::start().await;
    let bot = Bot::connected(&stand_in).await;
    let (mut taken, first) = (Vec::new(), Arc::new(OnceLock::new()));
    let refused = Arc::clone(&first);
    stand_in.rule(move |asked| {
        if !counts(&asked) {
            return None;
        }
        taken.retain(|at| asked.at - *at < Duration::from_secs(1));
        if taken.len() < 50 {
            taken.push(asked.at);
            return None;
        }
        refused.get_or_init(|| asked.at);
        Some(global(1.0))
    });
    let tables = tables(&bot, TABLES).await;
    change(&bot, &tables).await;
    let all = || stand_in.asked().iter().filter(counts).count();
    stand_in.until("boards and hands are shown", || all() > 5 * TABLES as usize).await;
    idle(&stand_in).await;
    let refusals = bot.metric("upcard_rate_limited_total{scope=\"global\"}");
    assert!((1.0..=16.0).contains(&refusals), "{refusals}");
    let since = first.get().unwrap();
    let asked: Vec<Asked> = stand_in.asked().into_iter().filter(|asked| asked.at >= *since).collect();
    assert!(asked.len() > 4 * TABLES as usize);
    assert!(busiest(&asked) <= 50, "{}", busiest(&asked));
    bot.stop().await;
}

/// The limit of one channel, told by a 429 alone as a proxy passes it on, holds up no other channel.
#[tokio::test(flavor = "multi_thread")]
async fn c1_a_limit_of_one_channel_holds_up_no_other() {
    for scope in ["user", "shared"] {
        let stand_in = StandIn::start().await;
        let bot = Bot::connected(&stand_in).await;
        let tables = tables(&bot, 6).await;
        idle(&stand_in).await;
        stand_in.rule(move |asked| {
            let headers = [("x-ratelimit-scope", scope.to_owned()), ("retry-after", "3".to_owned())];
            let body = json!({"message": "slow", "retry_after": 2.5, "global": false});
            (asked.path.contains("/channels/100/") && asked.method == "PATCH")
                .then(|| limited(&headers, axum::Json(body)))
        });
        let from = stand_in.asked().len();
        change(&bot, &tables).await;
        let edited = |channel: u64| {
            let path = format!("/channels/{channel}/");
            stand_in.asked()[from..].iter().filter(|a| a.path.contains(&path) && a.method == "PATCH").count()
        };
        let begun = Instant::now();
        stand_in.until("the other boards have changed", || (101..106).all(|channel| edited(channel) > 0)).await;
        assert!(begun.elapsed() < Duration::from_secs(2), "{scope}: {:?}", begun.elapsed());
        tokio::time::sleep(Duration::from_millis(2000).saturating_sub(begun.elapsed())).await;
        assert_eq!(edited(100), 1, "{scope}: not before it is allowed");
        let counts = if scope == "shared" { 0.0 } else { 1.0 };
        assert_eq!(bot.metric("upcard_invalid_requests"), counts, "{scope}");
        assert_eq!(bot.metric("upcard_paused_seconds_total"), 0.0);
        stand_in.be_good();
        stand_in.until("it has changed as well", || edited(100) > 1).await;
        bot.stop().await;
    }
}

/// A stop while every request takes long: it ends before a container would be killed, and the next start shows the rest.
#[tokio::test(flavor = "multi_thread")]
async fn c7_a_stop_ends_in_time_however_slow_discord_is() {
    let stand_in = StandIn::start().await;
    let mut bot = Bot::connected(&stand_in).await;
    let tables = tables(&bot, 3).await;
    idle(&stand_in).await;
    // Requests hang: their connections are accepted, and that is all.
    stand_in.hang();
    change(&bot, &tables).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let begun = Instant::now();
    bot.signal();
    (&mut bot.running).await.unwrap().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(7), "{:?}", begun.elapsed());
    let left = bot.room.unpainted().await.unwrap();
    assert!(tables.iter().all(|table| left.contains(table)), "the next start shows them");
    tokio::time::timeout(Duration::from_secs(2), bot.room.shutdown()).await.expect("nothing is left to wait for");
}

/// Many refusals, as where a permission is missing everywhere: what nobody asked for stops long before Discord bans us.
#[tokio::test(flavor = "multi_thread")]
async fn c1_what_is_refused_again_and_again_stops() {
    let stand_in = StandIn::start().await;
    let bot = Bot::connected(&stand_in).await;
    stand_in.rule(|asked: &Asked| {
        asked.path.contains("/callback").then(|| {
            (StatusCode::FORBIDDEN, axum::Json(json!({"code": 50001, "message": "Missing Access"}))).into_response()
        })
    });
    let name = "upcard_invalid_requests";
    let mut sent = 0;
    while bot.metric(name) < 2000.0 {
        for _ in 0..100 {
            stand_in.push(stand_in.interaction(2, crate::standin::command("help", Value::Array(Vec::new())), 1, 7));
        }
        sent += 100;
        stand_in.until("they are refused", || bot.metric(name) >= f64::from(sent)).await;
    }
    stand_in.be_good();
    let from = stand_in.asked().len();
    tables(&bot, 2).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(!stand_in.asked()[from..].iter().any(Asked::is_unasked), "boards wait");
    stand_in.command(1, 7, "help", json!([])).await;
    bot.stop().await;
}
