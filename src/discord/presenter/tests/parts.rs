//! Parts of a presenter, each by itself.

use std::time::Instant;

use axum::Json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::table::away;
use super::*;
use crate::discord::presenter::hand::{HalfMade, Hand};
use crate::discord::presenter::kept::Kept;
use crate::discord::screens::Building;
use crate::discord::screens::Surface::{Direct, Ephemeral};

fn at(message: u64) -> Posted {
    jobs::posted(MessageKind::Board, None, (CHANNEL, MessageId(message)), 1, 0)
}

#[test]
fn a_post_that_a_crash_forgot_has_the_same_nonce_after_it_and_no_other_has() {
    let (lobby, hand) = (Circumstances::follows(None, None), Circumstances::follows(None, Some(1)));
    let mut kept = Kept::default();
    let first = kept.post(&lobby, true);
    assert_eq!(first, kept.post(&lobby, true), "what fails is posted again under the same nonce");
    kept.settle(Some(at(1)), first);
    let (second, other) = (kept.post(&lobby, true), kept.post(&hand, true));
    assert!(first.nonce != second.nonce && first.nonce != other.nonce);
    assert!(!first.found && !second.found && !other.found);
    // After a crash it may have been posted already.
    let after = Kept::known(at(1)).post(&hand, false);
    assert_eq!((after.nonce, after.found), (other.nonce, true));
}

#[test]
fn c4_a_post_that_seemed_to_fail_may_be_there_and_show_what_was_then() {
    let of = Circumstances::follows(None, None);
    let mut kept = Kept::default();
    kept.begin(1);
    kept.failed(&away(), Instant::now(), 0);
    let again = kept.post(&of, true);
    assert!(again.found);
    kept.settle(Some(at(1)), again);
    assert!(!kept.post(&of, true).found);
}

#[test]
fn p14_a_message_is_behind_from_the_first_state_that_it_does_not_show() {
    let (mut kept, now) = (Kept::default(), Instant::now());
    let (since, later) = (Some(now), now + Duration::from_secs(1));
    assert_eq!((kept.behind(1, now), kept.behind(2, later)), (since, since));
    kept.queue();
    assert!(kept.is_busy() && !kept.wants(2), "one turn is enough");
    kept.turn_came();
    assert!(kept.wants(2));
    kept.begin(2);
    assert!(kept.behind(2, later).is_none());
    kept.failed(&Failure::Expired, now, 0);
    assert_eq!(kept.behind(2, later), since, "it still is");
    kept.begin(3);
    assert_eq!(kept.done(), since);
    assert_eq!((kept.behind(3, later), kept.behind(4, later)), (None, Some(later)));
}

#[test]
fn a_failure_is_waited_out_as_long_as_it_takes_and_no_longer_than_ten_minutes() {
    let mut kept = Kept::default();
    let now = Instant::now();
    for chance in 0..100 {
        kept.failed(&away(), now, chance << 57);
        assert!(kept.retry().is_some_and(|until| until <= now + Duration::from_secs(600)));
    }
}

#[test]
fn what_is_half_made_stays_in_its_message_until_its_window_closes() {
    let now = Instant::now();
    let half = |page, window| Some(HalfMade::new((Building { path: Vec::new(), built: None, page }, window), now));
    let page = |hand: &Hand, on, window| hand.draft(on, window, now).map(|draft| draft.page);
    let mut hand = Hand::default();
    hand.set_draft(Direct, half(1, 7));
    assert_eq!((page(&hand, Direct, 7), page(&hand, Ephemeral, 7), page(&hand, Direct, 8)), (Some(1), None, None));
    // A hand that was asked for beside it is a message of its own.
    hand.set_draft(Ephemeral, None);
    assert_eq!(page(&hand, Direct, 7), Some(1));
    assert!(hand.let_go(now).is_some(), "only we know of it");
    // It stays when others move, and goes when its owner does.
    hand.drop_draft_unless(Some(7));
    assert_eq!(page(&hand, Direct, 7), Some(1));
    hand.drop_draft_unless(Some(8));
    assert_eq!((page(&hand, Direct, 7), hand.let_go(now)), (None, None));
    // Back to the start.
    hand.set_draft(Direct, half(1, 8));
    hand.set_draft(Direct, None);
    assert_eq!(page(&hand, Direct, 8), None);
    // The last one shown is the one that is kept.
    hand.set_draft(Direct, half(1, 8));
    hand.set_draft(Ephemeral, half(2, 8));
    assert_eq!((page(&hand, Direct, 8), page(&hand, Ephemeral, 8)), (None, Some(2)));
}

#[test]
fn closed_messages_are_tried_when_asked_for_at_once() {
    let people = People::default();
    people.close(ADA);
    assert!(people.closed(ADA).is_some() && people.closed(UserId(2)).is_none());
    people.try_again(ADA);
    assert!(people.closed(ADA).is_none());
}

#[test]
fn r8_nonces_are_the_same_in_every_build() {
    let table: TableId = "k7f2".parse().expect("a table's code");
    let ada = UserId(7);
    let hand = |after| Circumstances::direct((table, MessageKind::Hand, ada), 3, after);
    let nonces = [
        (Circumstances::follows(None, None), 8_556_445_246_977_061_536),
        (Circumstances::follows(Some(MessageId(5)), None), 16_160_965_634_969_209_271),
        (Circumstances::follows(None, Some(9)), 8_649_322_220_229_455_370),
        (Circumstances::board(table, 11), 16_450_422_462_791_234_974),
        (hand(None), 10_627_656_235_809_860_065),
        (hand(Some(MessageId(5))), 6_086_622_800_829_330_349),
        (Circumstances::direct((table, MessageKind::Invitation, ada), 1, None), 17_803_817_753_672_858_230),
        (Circumstances::notice(table, ada, 12, false), 8_332_897_880_162_817_419),
        (Circumstances::result(table, 12, 1), 10_255_671_838_783_769_807),
        (Circumstances::again(11, 2), 17_180_681_307_256_803_591),
    ];
    let (made, pinned): (Vec<u64>, Vec<u64>) = nonces.iter().map(|(of, nonce)| (of.digest(), *nonce)).unzip();
    assert_eq!(made, pinned, "other numbers would post anew what the build before posted");
}

/// A server that answers edits with `edits` and accepts every other request, and the bodies it was sent.
async fn server(edits: StatusCode) -> (Api, UnboundedReceiver<Value>) {
    let (heard, sent) = unbounded_channel();
    let answer = move |method: Method, Json(body): Json<Value>| async move {
        let _ = heard.send(body);
        let status = if method == Method::PATCH { edits } else { StatusCode::OK };
        (status, Json(json!({"id": "5", "flags": 64, "code": 0, "message": "no"})))
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(answer)).await });
    let http = gateway::http(&Token::new("x"), Some(&base));
    http.set_application_id(ApplicationId::new(1));
    (Api::new(Arc::new(http), Arc::new(Metrics::default())), sent)
}

#[tokio::test]
async fn whoever_used_a_command_that_nothing_else_answers_is_told_so() {
    let (api, mut sent) = server(StatusCode::OK).await;
    let ticket = |origin| Ticket::new(api.clone(), Cause(1), "token".to_owned(), origin);
    jobs::give_up(ticket(Origin::Component { ephemeral: false })).await;
    assert_eq!(sent.try_recv().unwrap()["type"], 6, "a press is acknowledged");
    jobs::give_up(ticket(Origin::Command)).await;
    let said = sent.try_recv().unwrap();
    assert_eq!((&said["type"], &said["data"]["flags"]), (&json!(4), &json!(64 | 1 << 15)), "{said}");
    let mut thinking = ticket(Origin::Command);
    thinking.seen().await.unwrap();
    assert_eq!(sent.try_recv().unwrap()["type"], 5);
    jobs::give_up(thinking).await;
    assert!(sent.try_recv().unwrap().to_string().contains("/board"), "thinking does not stay");
}

#[tokio::test]
async fn words_that_did_not_arrive_are_still_owed() {
    for (edits, owed) in [(StatusCode::OK, false), (StatusCode::BAD_REQUEST, true)] {
        let (api, _sent) = server(edits).await;
        let mut ticket = Ticket::new(api, Cause(1), "token".to_owned(), Origin::Command);
        ticket.seen().await.unwrap();
        let said = ticket.whisper(&screens::note("Played.").unwrap()).await;
        assert_eq!((said.is_err(), ticket.owes_words()), (owed, owed));
    }
}
