//! Moves by buttons: whole matches of them, many at once, and those that come too late.

use engine::{Control, Does};
use upcard::discord::why_not;
use upcard::tables::{
    LobbyAct, MatchAct, Outcome, Person, Rejection, Request, Room, Snapshot, Stage, TableId, UserId, Window,
};

use crate::common::*;

/// Plays by pressing the buttons beside the hand, as on a phone.
#[tokio::test]
async fn matches_go_on_by_controls_alone() {
    let house = House::new().await;
    for (n, game) in games().into_iter().enumerate() {
        let table = begun(&house.room, game, n as u64).await;
        let mut dice = Dice::new(5);
        for _ in 0..60 {
            let snapshot = look(&house.room, &table).await;
            if snapshot.stage != Stage::Playing {
                break;
            }
            let user = snapshot.awaiting()[0];
            let hand = snapshot.hand_of(user).unwrap();
            press(&house.room, &table, &snapshot, user, hand.window, hand.controls.clone(), &mut dice).await;
            let after = look(&house.room, &table).await;
            assert_eq!(after.rev, snapshot.rev + 1, "one move was played");
        }
    }
}

/// Presses until a move is played.
async fn press(
    room: &Room,
    table: &TableId,
    snapshot: &Snapshot,
    user: UserId,
    window: u32,
    mut controls: Vec<Control>,
    dice: &mut Dice,
) {
    let who = snapshot.people().find(|p| p.id == user).unwrap().clone();
    let mut path = Vec::new();
    for _ in 0..200 {
        let does = choices(&controls);
        assert!(!does.is_empty(), "{} offers {} nothing to press: {controls:?}", snapshot.terms.game.id(), who.name());
        let act = match &does[dice.below(does.len())] {
            Does::Step(step) => {
                path.push(*step);
                MatchAct::Build(path.clone())
            }
            Does::Path(steps) => {
                path = steps.clone();
                MatchAct::Build(path.clone())
            }
            Does::Finish => MatchAct::Finish(path.clone()),
            Does::Whole(steps) => MatchAct::Finish(steps.clone()),
            Does::Say(text) => MatchAct::Play(text.clone()),
        };
        let request = Request::new(who.clone(), act).cause(cause()).window(Window::Hand(window));
        match room.ask(table, request).await.unwrap().outcome {
            Outcome::Step(built) => controls = built.controls,
            _ => return,
        }
    }
    panic!("a move of {} takes more than 200 presses", snapshot.terms.game.id());
}

fn choices(controls: &[Control]) -> Vec<Does> {
    let mut all = Vec::new();
    for control in controls {
        match control {
            Control::Button { does, .. } => all.push(does.clone()),
            Control::Select { options, .. } => all.extend(options.iter().map(|o| o.does.clone())),
            Control::Greyed { .. } | Control::Form { .. } => {}
        }
    }
    all
}

/// The same button twice: what is said fits who is asked now, in every game.
#[tokio::test]
async fn q20_who_presses_twice_hears_what_is_awaited() {
    let house = House::new().await;
    let (mut still, mut no_more) = (0, 0);
    for (n, game) in games().into_iter().enumerate() {
        let table = begun(&house.room, game, n as u64).await;
        let mut dice = Dice::new(11);
        for _ in 0..24 {
            let before = look(&house.room, &table).await;
            if before.stage != Stage::Playing {
                break;
            }
            let (who, text) = some_move(&house.room, &before, &mut dice).await;
            let window = Window::Hand(before.hand_of(who.id).unwrap().window);
            let press = || Request::new(who.clone(), MatchAct::Play(text.clone())).cause(cause()).window(window);
            house.room.ask(&table, press()).await.unwrap();
            let after = look(&house.room, &table).await;
            let Err(late @ Rejection::TooLate(_)) = house.room.ask(&table, press()).await else { continue };
            let late = why_not(&late);
            if after.stage == Stage::Playing && after.awaiting().contains(&who.id) {
                assert!(late.starts_with("That move is made. "), "{game}: {late}");
                still += 1;
            } else if late.starts_with("You have moved already.") {
                assert!(!late.contains("Your turn"), "{game}: {late}");
                no_more += 1;
            }
        }
    }
    assert!(still > 5 && no_more > 20, "{still}, {no_more}");
}

#[tokio::test]
async fn late_clicks_are_told_as_late() {
    let house = House::new().await;
    let game = games()[0];
    let table = begun(&house.room, game, 1).await;
    let first = look(&house.room, &table).await;
    let mover = first.awaiting()[0];
    let who = first.people().find(|p| p.id == mover).unwrap().clone();
    let other = first.people().find(|p| p.id != mover).unwrap().clone();
    let window = Window::Hand(first.hand_of(mover).unwrap().window);
    let text = house.room.suggest(&table, mover, "", 1).await.unwrap()[0].0.clone();
    let click = |who: &Person, window| {
        house.room.ask(&table, Request::new(who.clone(), MatchAct::Play(text.clone())).cause(cause()).window(window))
    };
    click(&who, window).await.unwrap();
    let late = words(click(&who, window).await);
    assert!(late.starts_with("You have moved already.") && !late.contains(who.name()), "{late}");
    // It was not the other player's turn, so nobody was faster.
    let late = words(click(&other, Window::Board(first.play.window(None))).await);
    assert!(late.starts_with(&format!("That button belonged to an earlier turn. {}", who.name())), "{late}");
    play(&house.room, &table, &mut Dice::new(3), 3).await;
    let late = click(&who, window).await.unwrap_err();
    let said = why_not(&late);
    assert!(matches!(late, Rejection::TooLate(_)) && said.starts_with("That button belonged"), "{said}");
    let moves = look(&house.room, &table).await.play.moves();
    assert_eq!(moves, 4, "late clicks play nothing");
}

#[tokio::test]
async fn somebody_who_resigns_was_not_faster() {
    let House { room, dir: _dir } = House::new().await;
    let mut new = new_table("kings-rummy", 1);
    new.seats = Some(3);
    let table = room.create(new).await.unwrap().snapshot.table;
    for who in 1..3 {
        ask(&room, &table, who, LobbyAct::Join).await.unwrap();
    }
    let first = ask(&room, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
    let mover = first.people().find(|p| p.id == first.awaiting()[0]).unwrap().clone();
    let resigns = (0..3).find(|&who| person(who).id != mover.id).unwrap();
    let text = room.suggest(&table, mover.id, "", 1).await.unwrap()[0].0.clone();
    let left = ask(&room, &table, resigns, MatchAct::Resign).await.unwrap().snapshot;
    assert_eq!(left.awaiting(), [mover.id], "it is still that player's turn");
    let window = Window::Hand(first.hand_of(mover.id).unwrap().window);
    let press = Request::new(mover.clone(), MatchAct::Play(text)).cause(cause()).window(window);
    let late = words(room.ask(&table, press).await);
    let name = person(resigns);
    assert!(late.starts_with("That button belonged to an earlier turn.") && late.contains(name.name()), "{late}");
}

#[tokio::test]
async fn hundreds_of_clicks_at_once_play_one_move() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    let first = look(&house.room, &table).await;
    let mover = first.awaiting()[0];
    let who = first.people().find(|p| p.id == mover).unwrap().clone();
    let window = Window::Hand(first.hand_of(mover).unwrap().window);
    let text = house.room.suggest(&table, mover, "", 1).await.unwrap()[0].0.clone();
    let clicks = (0..60).map(|_| {
        house.room.ask(&table, Request::new(who.clone(), MatchAct::Play(text.clone())).cause(cause()).window(window))
    });
    let answers = futures_util::future::join_all(clicks).await;
    assert_eq!(answers.iter().filter(|a| a.is_ok()).count(), 1);
    assert_eq!(look(&house.room, &table).await.play.moves(), 1);
}
