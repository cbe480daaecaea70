//! How often people are called.

use super::table::{Table, notice};
use super::*;
use crate::discord::presenter::event::Event;
use crate::tables::Stage;

/// How often somebody is called in a match of gin for two whose players take these many seconds over their moves, by
/// turns.
async fn called(patience: Duration, paces: &[u64]) -> usize {
    let (_dir, store) = Store::temporary().await;
    let config = RoomConfig { seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    let room = Room::open_with(store, config).await.unwrap();
    let mut snapshot = begun(&room).await;
    let mut table = Table::fresh();
    table.patience = patience;
    let mut calls = hear(&mut table, Event::Show(Sight::of(Arc::clone(&snapshot))));
    for pace in paces.iter().cycle() {
        let (Some(mover), Stage::Playing) = (snapshot.awaiting().first().copied(), snapshot.stage) else { break };
        for _ in 0..*pace {
            table.now += Duration::from_secs(1);
            calls += hear(&mut table, Event::Tick);
        }
        snapshot = play(&room, &snapshot).await;
        calls += hear(&mut table, Event::Acts(mover));
        calls += hear(&mut table, Event::Show(Sight::of(Arc::clone(&snapshot))));
    }
    assert_eq!(snapshot.stage, Stage::Over, "the whole match was played");
    calls
}

/// How many notices follow. Each is posted or removed at once.
fn hear(table: &mut Table, event: Event) -> usize {
    let mut notes = table.step(event);
    let mut calls = 0;
    while let Some(note) = notes.pop() {
        let Some((user, what)) = note.strip_prefix("notice ").and_then(|rest| rest.split_once(": ")) else { continue };
        calls += usize::from(what == "post");
        notes.extend(table.ends(notice(user.parse().unwrap()), None));
    }
    calls
}

#[tokio::test]
async fn nobody_is_called_in_a_match_of_gin_at_a_normal_pace() {
    let (usual, normal) = (Manners::default().patience, [3, 5, 12, 40, 8, 2, 25]);
    assert_eq!(called(usual, &normal).await, 0);
    assert!(called(usual, &[3, 5, 12, 50, 8, 2, 25]).await > 0, "who takes longer is called");
    assert!(called(Duration::from_millis(1500), &normal).await > 200, "who is called sooner is called at every turn");
}
