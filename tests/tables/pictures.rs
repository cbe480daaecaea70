//! What can be seen of a table is described when somebody looks, which may be some moves later.

use std::iter;
use std::sync::Arc;

use engine::picture::Screen;
use upcard::tables::Snapshot;

use crate::common::*;

/// The public picture and those of the hands.
fn pictures(snapshot: &Snapshot) -> Vec<Arc<Screen>> {
    let hands = snapshot.players().filter_map(|user| snapshot.hand_of(user)).map(|hand| &hand.seen.screen);
    iter::once(&snapshot.play.screen).chain(hands).map(|screen| Arc::clone(screen)).collect()
}

#[tokio::test]
async fn a_picture_that_is_looked_at_later_shows_the_match_as_it_stood() {
    const MOVES: usize = 30;
    // The same seeds in both houses, so that the same matches are played.
    let (prompt, late) = (House::new().await, House::new().await);
    for (channel, game) in (1..).zip(games()) {
        let tables = [begun(&prompt.room, game, channel).await, begun(&late.room, game, channel).await];
        let mut dice = [Dice::new(channel), Dice::new(channel)];
        let (mut seen, mut unseen) = (Vec::new(), Vec::new());
        for _ in 0..MOVES {
            seen.push(pictures(&*play(&prompt.room, &tables[0], &mut dice[0], 1).await));
            unseen.push(play(&late.room, &tables[1], &mut dice[1], 1).await);
        }
        assert!(unseen.last().unwrap().play.moves() >= 20, "{game} ended too soon to show anything");
        for (n, (seen, unseen)) in seen.into_iter().zip(unseen).enumerate() {
            assert_eq!(seen, pictures(&unseen), "{game} after {} moves", n + 1);
        }
    }
}
