//! The review of a hand: what is found, for whom, and when.

use std::sync::Arc;
use std::time::Duration;

use upcard::tables::{Level, MatchAct, NewTable, Rejection, Review, Room, Stage, TableId, Untimely};

use crate::common::*;

/// More than any test takes.
const LONG: Duration = Duration::from_secs(120);

/// A match of Ada and the house, which moves at once.
async fn begun(game: &str) -> (House, TableId) {
    let at = House::new().await;
    at.room.shutdown().await;
    let at = House { room: paced(&at.dir, LONG, Duration::ZERO).await, dir: at.dir };
    let new = NewTable { houses: vec![Level::Easy], seats: Some(2), ..new_table(game, 1) };
    let table = at.room.create(new).await.unwrap().snapshot.table;
    (at, table)
}

/// Ada plays what lists put last until this hand is over.
async fn play_badly(room: &Room, table: &TableId, hand: u32) {
    for _ in 0..2000 {
        let now = look(room, table).await;
        if now.play.deal() > hand || now.stage == Stage::Over {
            return;
        }
        let moves = room.suggest(table, person(0).id, "", 100).await.unwrap_or_default();
        match moves.into_iter().next_back() {
            Some((text, _)) => drop(ask(room, table, 0, MatchAct::Play(text)).await),
            None => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    panic!("hand {hand} does not end");
}

fn check(review: &Review) {
    assert!(review.looked_at <= review.decisions);
    assert!(review.moments.len() <= 3);
    assert!(review.moments.is_sorted_by_key(|moment| moment.number));
    for moment in &review.moments {
        assert!((1..=review.decisions).contains(&moment.number));
        let (played, better) = (&moment.played.says, &moment.better.says);
        assert!(played != better && !better.is_empty(), "{better}");
        assert!((0.01..=1.0).contains(&moment.by) && moment.worlds > 1, "{} in {}", moment.by, moment.worlds);
        let hand = moment.hand().unwrap();
        assert_eq!(hand.seat.number(), 0);
        assert!(!hand.seen.board.body.is_empty() && !hand.seen.screen.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_moves_are_found_once_the_hand_is_over_and_told_to_their_player_alone() {
    for game in ["klaberjass", "gin-rummy"] {
        let (at, table) = begun(game).await;
        let early = at.room.review(&table, person(0).id, 1).await;
        assert!(matches!(early, Err(Rejection::Untimely(Untimely::HandNotOver))), "{game}");
        // Without optimization there is time for a few worlds only.
        let mut found = false;
        for hand in 1..=4 {
            play_badly(&at.room, &table, hand).await;
            let (_, review) = at.room.review(&table, person(0).id, hand).await.unwrap();
            check(&review);
            assert_eq!(review.hand, hand);
            let (now, again) = at.room.review(&table, person(0).id, hand).await.unwrap();
            assert!(Arc::ptr_eq(&review, &again), "{game}: it is made once");
            found |= !review.moments.is_empty();
            if found || now.stage == Stage::Over {
                break;
            }
        }
        assert!(found || game != "klaberjass", "nothing was found");
        let other = at.room.review(&table, person(1).id, 1).await;
        assert!(matches!(other, Err(Rejection::NotSeated)), "{game}");
        let next = look(&at.room, &table).await.play.deal() + 1;
        let later = at.room.review(&table, person(0).id, next).await;
        assert!(matches!(later, Err(Rejection::Untimely(Untimely::HandNotOver))), "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn giving_up_is_no_decision_of_the_hand() {
    let (at, table) = begun("gin-rummy").await;
    ask(&at.room, &table, 0, MatchAct::Resign).await.unwrap();
    let (over, review) = at.room.review(&table, person(0).id, 1).await.unwrap();
    assert_eq!((over.stage, review.decisions, review.moments.len()), (Stage::Over, 0, 0));
}
