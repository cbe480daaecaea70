//! Matches that are over, looked at again move by move.

use std::sync::Arc;

use engine::{Seat, Seen};
use upcard::tables::{MatchAct, Rejection, Replayed, Request, Stage, TableId, Untimely};

use crate::common::*;

/// What is seen, in words and as a picture.
fn seen(of: &Seen) -> (String, String, String, String) {
    let picture = format!("{:?}", **of.screen);
    (format!("{:?}", of.board.body), of.board.headline.clone(), of.text.clone(), picture)
}

async fn replay(at: &House, table: &TableId, moves: u32) -> Replayed {
    at.room.replay(&at.room.film(table).await.unwrap(), moves).await.unwrap().1
}

#[tokio::test(flavor = "multi_thread")]
async fn each_move_of_a_match_that_is_over_shows_what_was_shown_then() {
    for (n, game) in (1..).zip(games()) {
        let at = House::new().await;
        let (table, mut dice) = (begun(&at.room, game, 1).await, Dice::new(n));
        let mut now = look(&at.room, &table).await;
        let (mut boards, mut hands) = (Vec::new(), Vec::new());
        for number in 0..160 {
            boards.push((
                seen(&Seen { screen: now.play.screen.clone(), board: now.play.board().clone(), text: String::new() }),
                now.play.deal(),
            ));
            hands.push(
                now.people()
                    .filter_map(|who| now.hand_of(who.id).map(|hand| (hand.seat, seen(&hand.seen))))
                    .collect::<Vec<_>>(),
            );
            if now.stage != Stage::Playing {
                break;
            }
            let (who, act) = match number {
                // Until it is over.
                60.. if number % 5 == 0 => (person((number - 60) / 5), MatchAct::Resign),
                _ => {
                    let (who, text) = some_move(&at.room, &now, &mut dice).await;
                    (who, MatchAct::Play(text))
                }
            };
            now = at.room.ask(&table, Request::new(who, act).cause(cause())).await.unwrap().snapshot;
        }
        assert_eq!(now.stage, Stage::Over, "{game}");
        let at = at.restart().await;
        for (number, (board, hands)) in boards.iter().zip(&hands).enumerate() {
            let then = replay(&at, &table, number as u32).await;
            assert_eq!((then.at as usize, then.film.moves() as usize), (number, boards.len() - 1), "{game}");
            assert_eq!((&seen(&then.seen(None)), &then.hand()), (&board.0, &board.1), "{game}, move {number}");
            for (seat, hand) in hands {
                assert_eq!(&seen(&then.seen(Some(*seat))), hand, "{game}, move {number}, seat {seat:?}");
            }
        }
        let last = replay(&at, &table, u32::MAX).await;
        assert_eq!(last.at as usize, boards.len() - 1, "{game}: beyond its end there is its end");
        assert!(Arc::ptr_eq(&last.film, &at.room.film(&table).await.unwrap()), "{game}: it is made once");
        let starts = last.film.hands().iter().map(|at| boards[*at as usize].1).collect::<Vec<_>>();
        assert_eq!(starts, (1..=last.hand()).collect::<Vec<_>>(), "{game}: where hands begin");
        assert!(last.film.ends().iter().all(|(at, _)| (1..=last.at).contains(at)), "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_looked_at_again_when_it_is_over_and_not_before() {
    let at = House::new().await;
    let table = begun(&at.room, "gin-rummy", 1).await;
    let early = at.room.film(&table).await.map(drop);
    assert!(matches!(early, Err(Rejection::Untimely(Untimely::NoReplayYet))));
    assert!(words(early).contains("It opens when the match is over."));
    ask(&at.room, &table, 0, MatchAct::Resign).await.unwrap();
    let over = replay(&at, &table, 1).await;
    assert_eq!((over.film.moves(), over.by, over.told(None).count()), (1, Some(Seat::FIRST), 1));
    assert!(matches!(at.room.film(&"zzzzzz".parse().unwrap()).await.map(drop), Err(Rejection::NoTable)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_match_says_why_it_cannot_be_looked_at_and_wakes_nothing() {
    let at = House::new().await;
    let table = begun(&at.room, "gin-rummy", 1).await;
    ask(&at.room, &table, 0, MatchAct::Resign).await.unwrap();
    let at = at.restart().await;
    damage(&at, "UPDATE tables SET header = json_set(header, '$.rules_rev', 999)").await;
    let refused = words(at.room.film(&table).await.map(drop));
    assert!(refused.contains("revision 999") && refused.contains("cannot be replayed here"), "{refused}");
    assert_eq!((at.room.broken(), at.room.awake()), (0, 0));
}
