//! Presenters before a small server that plays Discord.

use axum::body::Bytes;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use serenity::model::id::ApplicationId;

use super::effect::{Change, Content, Plan, Which};
use super::nonce::{Circumstances, Post};
use super::*;
use crate::config::Token;
use crate::discord::api::Failure;
use crate::discord::gateway;
use crate::discord::screens;
use crate::discord::ticket::{Origin, Ticket};
use crate::ops::metrics::Metrics;
use crate::store::{MessageKind, Posted, Store};
use crate::tables::{Act, Cause, LobbyAct, MatchAct, NewTable, Person, Place, Request, RoomConfig, Seeds};

mod calm;
mod parts;
#[path = "../../../tests/common/payload.rs"]
mod payload;
mod rows;
mod table;
use payload::payload;

/// What the server was sent: the method, the path, and the body's JSON.
type Heard = Arc<Mutex<Vec<(Method, String, Value)>>>;

/// Presenters, and what they send to a server that answers each edit with the next of these, and then accepts them.
async fn world(edits: Vec<(StatusCode, u32)>) -> (tempfile::TempDir, Presenters, Heard) {
    let heard: Heard = Arc::default();
    let noted = Arc::clone(&heard);
    let edits = Arc::new(Mutex::new(edits));
    let answer = move |method: Method, uri: Uri, body: Bytes| async move {
        let json = serde_json::from_slice(payload(&body)).unwrap_or_default();
        let id = {
            let mut noted = noted.lock();
            noted.push((method.clone(), uri.path().to_owned(), json));
            noted.len() + 100
        };
        let fine = (StatusCode::OK, 0);
        let (status, code) = if method == Method::PATCH { edits.lock().pop().unwrap_or(fine) } else { fine };
        (status, axum::Json(json!({"id": id.to_string(), "code": code, "message": "no"}))).into_response() as Response
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(answer)).await });
    let http = gateway::http(&Token::new("x"), Some(&base));
    http.set_application_id(ApplicationId::new(1));
    let api = Api::new(Arc::new(http), Arc::new(Metrics::default()));
    let (dir, store) = Store::temporary().await;
    let preferences = Preferences::load(store.clone()).await.unwrap();
    let config = RoomConfig { seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    let room = Room::open_with(store, config).await.unwrap();
    (dir, Presenters::new(api, room, preferences, Manners::default()), heard)
}

/// The nonces of the messages that were posted.
fn nonces(heard: &Heard) -> Vec<String> {
    let posts = |(method, path, _): &&(Method, String, Value)| method == Method::POST && path.ends_with("/messages");
    heard.lock().iter().filter(posts).map(|(_, _, body)| body["nonce"].as_str().unwrap().to_owned()).collect()
}

const ADA: UserId = UserId(1);
const CHANNEL: ChannelId = ChannelId(7);

fn person(n: u64) -> Person {
    Person::new(UserId(n), ["Ada", "Ben"][n as usize - 1])
}

/// A match of gin between Ada and Ben that has just begun.
async fn begun(room: &Room) -> Arc<Snapshot> {
    let place = Place { channel: CHANNEL, guild: Some(GuildId(2)) };
    let table = room.create(NewTable::new("gin-rummy", place, person(1))).await.unwrap().snapshot.table;
    for (n, act) in [(2, LobbyAct::Join), (1, LobbyAct::Start)] {
        room.ask(&table, Request::new(person(n), act)).await.unwrap();
    }
    room.look(&table).await.unwrap()
}

/// The likeliest move of whoever is awaited.
async fn play(room: &Room, at: &Snapshot) -> Arc<Snapshot> {
    let who = at.awaiting()[0];
    let (text, _) = room.suggest(&at.table, who, "", 1).await.unwrap().remove(0);
    let act = Act::Match(MatchAct::Play(text));
    room.ask(&at.table, Request::new(person(who.0), act)).await.unwrap().snapshot
}

/// A post that may be there already.
fn found(which: Which, of: &Arc<Sight>) -> Change {
    let plan = Plan::Show(Content::Ready(Box::new(screens::note("What it shows.").unwrap())));
    let post = Post::once(&Circumstances::notice(of.of.table, UserId(which.kind() as u64), 1, false)).again();
    Change { post, ..Change::new(which, of, plan) }
}

async fn on_record(presenters: &Presenters, table: &TableId) -> Vec<(MessageKind, u64, u64)> {
    let known = presenters.0.store.messages(table).await.unwrap();
    known.iter().map(|posted: &Posted| (posted.kind, posted.message.0, posted.rev)).collect()
}

#[tokio::test]
async fn c4_what_was_found_and_could_not_be_changed_is_not_on_record_as_up_to_date() {
    let refused = (StatusCode::FORBIDDEN, 50013);
    let (_dir, presenters, _heard) = world(vec![refused, refused]).await;
    let of = Sight::of(begun(&presenters.0.room).await);
    for which in [Which::Board, Which::Hand(ADA)] {
        let done = jobs::change(Arc::clone(&presenters.0), of.of.table, found(which, &of)).await;
        let at = done.at.filter(|_| done.failure.is_some()).expect("it is there and cannot be changed");
        assert_eq!(at.rev, of.rev - 1, "a later change goes there, and a start has work to do");
        let known = on_record(&presenters, &of.of.table).await;
        assert!(known.contains(&(which.kind(), at.message.0, at.rev)), "{known:?}");
    }
}

#[tokio::test]
async fn c4_what_was_found_and_is_gone_is_posted_anew() {
    let gone = (StatusCode::NOT_FOUND, 10008);
    for times in [1, 2, 9] {
        let mut posted = Vec::new();
        for which in [Which::Board, Which::Hand(ADA)] {
            let (_dir, presenters, heard) = world(vec![gone; times]).await;
            let of = Sight::of(begun(&presenters.0.room).await);
            let done = jobs::change(Arc::clone(&presenters.0), of.of.table, found(which, &of)).await;
            let at = done.at.filter(|_| done.failure.is_none()).expect("it can be posted");
            assert_eq!(on_record(&presenters, &of.of.table).await, [(which.kind(), at.message.0, of.rev)]);
            posted.extend(nonces(&heard));
        }
        posted.sort();
        posted.dedup();
        assert_eq!(posted.len(), 2 * (1 + times.min(4)), "each under a nonce of its own: {posted:?}");
    }
}

#[tokio::test]
async fn r7_a_job_that_breaks_says_what_it_was_about() {
    let (_dir, presenters, _heard) = world(Vec::new()).await;
    let table = begun(&presenters.0.room).await.table;
    let mut desk = desk::Desk::new(Arc::clone(&presenters.0), table);
    desk.spawn(Some(Which::Board), async { panic!("a test breaks a job") });
    assert!(matches!(desk.next().await, Some(Event::Broke(Which::Board))));
    for _ in 0..2 {
        desk.spawn(None, async { panic!("a test breaks a job that is about nothing") });
        assert!(matches!(desk.next().await, Some(Event::Tick)));
    }
}

#[tokio::test]
async fn r7_orders_outlive_a_presenter_that_breaks() {
    let (_dir, presenters, heard) = world(Vec::new()).await;
    let snapshot = begun(&presenters.0.room).await;
    // An order that nobody expects breaks it; what was ordered next is shown all the same.
    let (to, orders) = mpsc::unbounded_channel();
    let _ = to.send(Event::Break);
    let _ = to.send(Event::Show(Sight::of(Arc::clone(&snapshot))));
    drop(to);
    desk::run(Arc::clone(&presenters.0), snapshot.table, orders).await;
    let shown = heard.lock().iter().any(|(_, path, _)| path.ends_with(&format!("/channels/{}/messages", CHANNEL.0)));
    assert!(shown, "{heard:?}");
}

#[tokio::test]
async fn r7_whoever_presses_while_a_broken_presenter_pauses_is_answered() {
    let (_dir, presenters, heard) = world(Vec::new()).await;
    let snapshot = begun(&presenters.0.room).await;
    let (to, orders) = mpsc::unbounded_channel();
    let ticket =
        Ticket::new(presenters.0.api.clone(), Cause(1), "token".to_owned(), Origin::Component { ephemeral: false });
    let press = Pressed { ticket, user: ADA, on: On::Board(MessageId(5)), aside: None };
    // The second pause is of two seconds.
    for order in [Event::Break, Event::Break, Event::Answer(Sight::of(Arc::clone(&snapshot)), Box::new(press))] {
        let _ = to.send(order);
    }
    let running = tokio::spawn(desk::run(Arc::clone(&presenters.0), snapshot.table, orders));
    let sent = |part: &str| heard.lock().iter().any(|(_, path, _)| path.contains(part));
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(sent("/interactions/1/") && !sent("/channels/7/"), "{heard:?}");
    drop(to);
    running.await.unwrap();
    assert!(sent("/channels/7/"), "and what was to be shown is");
}

/// The first line of how a hand ended.
fn ended_with(snapshot: &Snapshot) -> String {
    let words = screens::ending(snapshot, &snapshot.news.results[0]);
    words.lines().next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn r7_how_a_hand_ended_is_posted_however_slowly_its_table_wakes() {
    let (_dir, presenters, heard) = world(Vec::new()).await;
    let Shared { api, room, preferences, manners, store, .. } = &*presenters.0;
    let until = async |is: &dyn Fn() -> bool| {
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        while !is() {
            assert!(std::time::Instant::now() < deadline, "{heard:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let sent = |words: &str| heard.lock().iter().any(|(_, _, body)| body.to_string().contains(words));
    let mut snapshot = begun(room).await;
    presenters.show(Arc::clone(&snapshot));
    until(&|| sent("Hand 1: ")).await;
    presenters.shutdown(Duration::from_secs(20)).await;
    while snapshot.news.results.is_empty() {
        snapshot = play(room, &snapshot).await;
    }
    let later = play(room, &snapshot).await;
    // Somebody acts after a restart, before the start has caught up. Names take their time.
    let draws = |_| {
        std::thread::sleep(Duration::from_millis(300));
        true
    };
    let slow = Room::open_with(store.clone(), RoomConfig { draws, ..RoomConfig::default() }).await.unwrap();
    let successors = Presenters::new(api.clone(), slow, preferences.clone(), *manners);
    successors.show(later);
    until(&|| sent(&ended_with(&snapshot))).await;
    successors.shutdown(Duration::from_secs(20)).await;
}

#[tokio::test]
async fn q04_a_new_name_is_shown_and_no_result_is_posted_again() {
    let (_dir, presenters, heard) = world(Vec::new()).await;
    let Shared { api, room, preferences, manners, .. } = &*presenters.0;
    let sent = |of: Method, words: &str| {
        let is = |(method, path, body): &&(Method, String, Value)| {
            *method == of && path.contains("/channels/7/messages") && body.to_string().contains(words)
        };
        heard.lock().iter().filter(is).count()
    };
    let until = async |is: &dyn Fn() -> bool| {
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        while !is() {
            assert!(std::time::Instant::now() < deadline, "{heard:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let mut snapshot = begun(room).await;
    presenters.show(Arc::clone(&snapshot));
    until(&|| sent(Method::POST, "table.png") == 1).await;
    while snapshot.news.results.is_empty() {
        snapshot = play(room, &snapshot).await;
    }
    presenters.show(Arc::clone(&snapshot));
    // The old board becomes the result, and a new one is posted.
    until(&|| sent(Method::POST, "table.png") == 2).await;
    let mut changes = room.changes();
    room.met(Person::new(UserId(2), "Benedikt"), snapshot.place.guild, Cause(9)).await;
    let renamed = changes.next().await.unwrap();
    assert!(renamed.rev == snapshot.rev && !renamed.news.results.is_empty());
    presenters.show(Arc::clone(&renamed));
    until(&|| sent(Method::PATCH, "Benedikt") == 1).await;
    presenters.shutdown(Duration::from_secs(20)).await;
    // The same for a table that sleeps.
    let successors = Presenters::new(api.clone(), room.clone(), preferences.clone(), *manners);
    successors.show(renamed);
    until(&|| sent(Method::PATCH, "Benedikt") == 2).await;
    successors.shutdown(Duration::from_secs(20)).await;
    let result = ended_with(&snapshot);
    assert_eq!((sent(Method::PATCH, &result), sent(Method::POST, &result)), (1, 0));
    assert_eq!(sent(Method::POST, "table.png"), 2, "boards");
}

#[tokio::test]
async fn r2_words_that_break_are_a_message_less_and_no_presenter_less() {
    assert!(paint::within_limits("a test", || panic!("words that break")).is_none());
    assert!(paint::within_limits("a test", || Some(screens::note("fine"))).is_some());
}

#[tokio::test]
async fn p14_what_waits_for_its_turn_is_made_of_the_newest_state() {
    let (_dir, presenters, heard) = world(Vec::new()).await;
    let room = presenters.0.room.clone();
    let pictures = presenters.0.api.pictures().clone();
    let turns: Vec<_> = std::iter::from_fn(|| pictures.turn_now()).collect();
    let mut snapshot = begun(&room).await;
    presenters.show(Arc::clone(&snapshot));
    while presenters.0.api.pictures().awaited() < 3 {
        tokio::task::yield_now().await;
    }
    for _ in 0..5 {
        snapshot = play(&room, &snapshot).await;
        presenters.show(Arc::clone(&snapshot));
    }
    // The presenter has seen them all before a turn comes.
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(nonces(&heard).is_empty(), "nothing was drawn, and nothing goes out without its picture");
    drop(turns);
    let deadline = std::time::Instant::now() + Duration::from_secs(20);
    while nonces(&heard).len() < 3 {
        assert!(std::time::Instant::now() < deadline, "{heard:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    presenters.shutdown(Duration::from_secs(20)).await;
    let heard = heard.lock();
    let asked = snapshot.play.board().prompt.to_string();
    let boards = |(_, path, body): &&(Method, String, Value)| {
        path.contains("/channels/7/messages") && body["attachments"].as_array().is_some_and(|files| !files.is_empty())
    };
    assert!(heard.iter().any(|sent| boards(&sent)));
    for (_, path, body) in heard.iter().filter(boards) {
        assert!(body.to_string().contains(asked.trim_end_matches('.')), "{path}: {asked} is not in\n{body}");
    }
}

#[tokio::test]
async fn a_presenter_that_broke_down_has_a_successor() {
    let (_dir, presenters, _heard) = world(Vec::new()).await;
    let (broken, orders) = mpsc::unbounded_channel();
    drop(orders);
    let table = TableId::random(0);
    presenters.0.tables.lock().as_mut().unwrap().insert(table, broken);
    let hold = presenters.hold(table);
    assert!(hold.to.as_ref().is_some_and(|to| !to.is_closed()), "somebody hears of it");
    assert_eq!(presenters.at_work(), 1);
}
