//! Messages that are gone, old or promised, and what replaces them.

use serde_json::{Value, json};
use upcard::store::Posted;
use upcard::tables::ChannelId;

use crate::common::recorder::{Sent, Trick};
use crate::common::world::{World, components, id_of, is_ephemeral, text};
use crate::{gin, going_on, play, play_one, seated, trick};

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_cannot_be_edited_is_posted_anew() {
    let (mut world, channel) = World::with_channel().await;
    let mut boards = vec![gin(&world, &channel).await["id"].clone()];
    for answer in [(404, 10008), (400, 30046)] {
        let old = boards.last().unwrap().clone();
        let part = format!("/messages/{}", old.as_str().unwrap());
        world.recorder.trick(trick("PATCH", &part, 9, answer));
        play_one(&world, &channel).await;
        let is_new = |m: &Value| id_of(m, "My hand").is_some() && !boards.contains(&m["id"]);
        let new = world.wait("Ada", &channel, "a new board", is_new).await["id"].clone();
        boards.push(new);
        world.recorder.be_good();
        // A message that takes no more edits is deleted: otherwise its buttons would stay.
        let stays = world.messages("Ada", &channel).await.iter().any(|m| m["id"] == old);
        assert_eq!(stays, answer.1 != 30046);
    }
    world.stop().await;
}

/// The messages of the table in this channel become an hour older.
async fn an_hour_passes(world: &mut World, channel: &str) {
    world.restart().await;
    let place = ChannelId(channel.parse().unwrap());
    let table = world.room.at(place).await.unwrap().expect("a table is live here");
    let store = world.room.store();
    for posted in store.messages(&table).await.unwrap() {
        let posted = Posted { posted: posted.posted - 3_600_000, ..posted };
        store.put_message(&table, posted).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_is_changed_where_no_younger_one_may_be_posted() {
    let (mut world, channel) = World::with_channel().await;
    let board = gin(&world, &channel).await;
    an_hour_passes(&mut world, &channel).await;
    world.may_write(&channel, false).await;
    let (ada, ben) = (world.direct("Ada").await, world.direct("Ben").await);
    play(&world, [("Ada", &ada), ("Ben", &ben)], going_on).await;
    world.wait("Cyd", &channel, "the board", |m| m["id"] == board["id"] && text(m) != text(&board)).await;
    world.stop().await;
}

/// Messages older than an hour take few edits, so a younger one replaces them in time.
#[tokio::test(flavor = "multi_thread")]
async fn old_boards_and_hands_are_followed_by_younger_ones() {
    let (mut world, channel) = World::with_channel().await;
    let board = gin(&world, &channel).await;
    let direct = world.direct("Ada").await;
    let hand = world.sees("Ada", &direct, "Your hand").await;
    an_hour_passes(&mut world, &channel).await;
    play_one(&world, &channel).await;
    let is_new = |was: &Value| {
        let id = was["id"].clone();
        move |m: &Value| m["id"] != id
    };
    let (next_board, next_hand) = (is_new(&board), is_new(&hand));
    world.wait("Ada", &channel, "a new board", |m| id_of(m, "My hand").is_some() && next_board(m)).await;
    world.wait("Ada", &direct, "a new hand", |m| text(m).contains("Your hand") && next_hand(m)).await;
    for (place, old) in [(&channel, &board), (&direct, &hand)] {
        let gone = async || world.messages("Ada", place).await.iter().all(|m| m["id"] != old["id"]);
        world.until("the old one has gone", gone).await;
    }
    world.stop().await;
}

/// The picture of a hand takes time to draw, so the press is only acknowledged at first. From then on the hand must
/// not be mistaken for the message that was pressed.
#[tokio::test(flavor = "multi_thread")]
async fn a_hand_asked_for_on_the_board_never_takes_the_boards_place() {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    world.hands_by_button(&channel).await;
    let mut board = gin(&world, &channel).await;
    for _ in 0..4 {
        for name in ["Ada", "Ben"] {
            world.press(name, &channel, &board, "My hand").await;
            world.wait(name, &channel, "the hand", |m| is_ephemeral(m) && text(m).contains("Your hand")).await;
        }
        play_one(&world, &channel).await;
        let (id, old) = (board["id"].clone(), text(&board));
        board = world.wait("Cyd", &channel, "the next board", |m| m["id"] == id && text(m) != old).await;
        assert!(!text(&board).contains("Your hand"), "{}", text(&board));
    }
    // Nor does a hand's button put it there, should one ever be on a public message.
    let refresh = id_of(&board, "My hand").unwrap().replace(":hand", ":refresh");
    world.press_id("Ben", &channel, &board, &refresh, &[]).await;
    world.stop().await;
    let directs = [world.direct("Ada").await, world.direct("Ben").await];
    for sent in world.recorder.all().iter().filter(|sent| sent.is_public(&directs)) {
        let body = sent.body.as_ref().map(Value::to_string).unwrap_or_default();
        assert!(!body.contains("Your hand"), "{} {} {body}", sent.method, sent.path);
    }
    for message in world.messages("Cyd", &channel).await {
        assert!(!message.to_string().contains("Your hand"), "{message}");
    }
}

/// The board of a match in colours that have since been changed; hands are shown by its button.
async fn in_old_colours(world: &World, channel: &str) -> Value {
    world.hands_by_button(channel).await;
    let board = gin(world, channel).await;
    world.command("Ada", channel, "settings server", json!({"theme": "light"})).await;
    board
}

/// A board that takes time to draw is promised to everybody at first. If it cannot follow, the hand that comes next
/// must not appear in its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_was_promised_and_cannot_come_gives_its_place_to_no_hand() {
    until_promised(promised_in_vain).await;
}

/// A board is promised in one of a few worlds. On a busy machine its picture may be ready before the command, or
/// the command be acknowledged only to the person who gave it.
async fn until_promised<F: Future<Output = bool>>(is_promised: impl Fn() -> F) {
    let mut worlds = 0;
    while !is_promised().await {
        worlds += 1;
        assert!(worlds < 5, "no board is promised");
    }
}

/// Asks for a board that cannot follow its promise. `false` if no board was promised.
async fn promised_in_vain() -> bool {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    let board = in_old_colours(&world, &channel).await;
    // Neither as a picture nor as text.
    world.recorder.trick(trick("PATCH", "/@original", 2, (403, 50013)));
    world.command("Ben", &channel, "board", json!({})).await;
    let new = |m: &Value| id_of(m, "My hand").is_some() && m["id"] != board["id"];
    world.wait("Cyd", &channel, "the board anew", new).await;
    world.stop().await;
    let seen = world.messages("Cyd", &channel).await;
    assert!(seen.iter().all(|m| !text(m).contains("Your hand")), "{seen:?}");
    // Nor does "thinking" remain.
    assert!(seen.iter().all(|m| m["flags"].as_u64().unwrap_or(0) & 128 == 0), "{seen:?}");
    let untried = world.recorder.untried();
    assert!(untried.iter().all(|trick| trick.times == 2), "it was tried only once: {untried:?}");
    untried.is_empty()
}

/// The promise itself may be made and its answer lost; when repeated, it has already been answered. Whoever made
/// the promise, no hand may appear in its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_was_promised_unheard_gives_its_place_to_no_hand() {
    for patched in [true, false] {
        until_promised(|| promised_unheard(patched)).await;
    }
}

/// Asks for a board whose promise reaches everybody but seems lost. `false` if no board was promised.
async fn promised_unheard(patched: bool) -> bool {
    let mut world = World::with_pictures().await;
    let channel = world.channel("one").await;
    let board = in_old_colours(&world, &channel).await;
    world.recorder.trick(Trick { heard: true, ..trick("POST", "/callback", 1, (502, 0)) });
    if !patched {
        // Nor can anyone find out what is there.
        world.recorder.trick(trick("GET", "/@original", 99, (403, 50013)));
    }
    world.command("Ben", &channel, "board", json!({})).await;
    let new = |m: &Value| id_of(m, "My hand").is_some() && m["id"] != board["id"];
    world.wait("Cyd", &channel, "the board anew", new).await;
    world.stop().await;
    let seen = world.messages("Cyd", &channel).await;
    assert!(seen.iter().all(|m| !text(m).contains("Your hand")), "{seen:?}");
    let sent = world.recorder.all();
    for sent in sent.iter().filter(|sent| sent.is_public(&[])) {
        let body = sent.body.as_ref().map(Value::to_string).unwrap_or_default();
        assert!(sent.path.contains("/channels/") || !body.contains("Your hand"), "{} {body}", sent.path);
    }
    let lost = sent.iter().find(|sent| sent.status == 502).and_then(|sent| sent.body.as_ref());
    let promised = lost.is_some_and(|body| body["type"] == 5 && body["data"]["flags"].as_u64().unwrap_or(0) & 64 == 0);
    if promised {
        let waiting = seen.iter().filter(|m| m["flags"].as_u64().unwrap_or(0) & 128 != 0).count();
        assert_eq!(waiting, usize::from(!patched), "a promise that is found is kept");
    }
    promised
}

fn refused_to_change(world: &World) -> bool {
    world.recorder.all().iter().any(|sent| sent.method == "PATCH" && sent.status == 403)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_that_could_not_be_changed_loses_its_buttons_when_it_is_pressed() {
    let (mut world, channel) = World::with_channel().await;
    let old = gin(&world, &channel).await;
    world.recorder.trick(trick("PATCH", &format!("/channels/{channel}/messages"), 99, (403, 50013)));
    world.command("Ada", &channel, "board", json!({})).await;
    let new = world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some() && m["id"] != old["id"]).await;
    world.until("the old one could not be changed", async || refused_to_change(&world)).await;
    world.recorder.be_good();
    assert!(id_of(&old, "Pass").is_some());
    // A press by the other player would be refused, and changes nothing.
    let offered = world.complete("Ada", &channel, "move", json!({"move": ""}), "move").await;
    let next = if offered.is_empty() { "Ben" } else { "Ada" };
    world.press(next, &channel, &old, "Pass").await;
    world.wait("Cyd", &channel, "its end", |m| m["id"] == old["id"] && id_of(m, "My hand").is_none()).await;
    world.wait("Cyd", &channel, "the new one", |m| m["id"] == new["id"] && text(m) != text(&new)).await;
    world.stop().await;
}

/// The same where the button is of an earlier turn: the press is refused, and the message ends all the same.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_loses_its_buttons_when_it_is_pressed_too_late() {
    let (mut world, channel) = World::with_channel().await;
    let old = gin(&world, &channel).await;
    world.recorder.trick(trick("PATCH", &format!("/channels/{channel}/messages"), 99, (403, 50013)));
    world.command("Ada", &channel, "board", json!({})).await;
    world.wait("Ada", &channel, "the board", |m| id_of(m, "My hand").is_some() && m["id"] != old["id"]).await;
    world.until("the old one could not be changed", async || refused_to_change(&world)).await;
    world.recorder.be_good();
    play_one(&world, &channel).await;
    world.press("Ben", &channel, &old, "Pass").await;
    world.wait("Ben", &channel, "a refusal", is_ephemeral).await;
    // While the board itself is being changed nothing ends; the next press does it.
    let ended = async || {
        let all = world.messages("Cyd", &channel).await;
        all.iter().any(|m| m["id"] == old["id"] && id_of(m, "My hand").is_none())
    };
    let pass = id_of(&old, "Pass").unwrap();
    world
        .until("its end", async || {
            world.press_id("Ben", &channel, &old, &pass, &[]).await;
            ended().await
        })
        .await;
    world.stop().await;
}

/// Posts of a board that only seem to fail are carried out once, however often they are repeated.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_asked_for_stands_once_although_its_answers_are_lost() {
    let (mut world, channel) = World::with_channel().await;
    let old = gin(&world, &channel).await;
    world.recorder.trick(trick("POST", "/callback", 3, (503, 0)));
    let posts = format!("/channels/{channel}/messages");
    world.recorder.trick(Trick { heard: true, ..trick("POST", &posts, 99, (502, 0)) });
    let asked = world.typed_board("Ada", &channel).await;
    assert_eq!(asked["outcome"], "failed", "the tricks kept the answer away: {asked}");
    let is_board = |sent: &Sent| sent.body.as_ref().is_some_and(|body| body.to_string().contains("My hand"));
    let lost = || world.recorder.all().iter().filter(|sent| sent.path.ends_with(&posts) && is_board(sent)).count();
    world.until("one job has given up", async || lost() >= 4).await;
    world.recorder.be_good();
    // Another tries by itself, or when somebody acts.
    play_one(&world, &channel).await;
    world.wait("Cyd", &channel, "the old board's end", |m| m["id"] == old["id"] && id_of(m, "My hand").is_none()).await;
    let boards = world.messages("Cyd", &channel).await.iter().filter(|m| id_of(m, "My hand").is_some()).count();
    assert_eq!(boards, 1);
    world.stop().await;
}

/// Discord may deliver an interaction twice. The answer to the second delivery is refused, which must not be taken
/// for a change of the message.
#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_was_answered_elsewhere_still_changes_the_message() {
    let (mut world, channel) = World::with_channel().await;
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy"})).await;
    let lobby = world.sees("Ada", &channel, "hosts this table").await;
    world.recorder.trick(trick("POST", "/callback", 1, (400, 40060)));
    let join = id_of(&lobby, "Join").unwrap();
    let (pressed, seen) = tokio::join!(
        world.press_id("Ben", &channel, &lobby, &join, &[]),
        world.wait("Ben", &channel, "Ben's seat", |m| text(m).contains("`2` Ben")),
    );
    assert_eq!(pressed["outcome"], "failed", "the trick kept the answer away: {pressed}");
    assert_eq!(seen["id"], lobby["id"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_is_shown_otherwise_from_now_on_leaves_no_press_unanswered() {
    let (mut world, channel) = World::with_channel().await;
    let board = gin(&world, &channel).await;
    let mut mover = None;
    for name in ["Ada", "Ben"] {
        let direct = world.direct(name).await;
        let hand = world.sees(name, &direct, "Your hand").await;
        if id_of(&hand, "Pass").is_some() {
            mover = Some((name, direct, hand));
        }
    }
    let (name, direct, hand) = mover.expect("somebody may pass");
    world.command(name, &channel, "settings me", json!({"hands": "button"})).await;
    world.press(name, &channel, &board, "My hand").await;
    world.wait(name, &channel, "the ephemeral hand", is_ephemeral).await;
    world.press(name, &direct, &hand, "Pass").await;
    // The old message retains neither cards nor buttons.
    world.wait(name, &direct, "the end", |m| m["id"] == hand["id"] && text(m).contains("My hand")).await;
    world.stop().await;
}

/// After a restart, only a press on an ephemeral hand can change it: the last press must not leave it as it was.
#[tokio::test(flavor = "multi_thread")]
async fn the_press_that_ends_a_match_ends_the_ephemeral_hand_that_it_was_made_on() {
    let (mut world, channel) = World::with_channel().await;
    world.hands_by_button(&channel).await;
    let options = "target=1, knock_limit=50, big_gin=no";
    world.command("Ada", &channel, "play", json!({"game": "gin-rummy", "options": options})).await;
    let board = seated(&world, &channel).await;
    let mover = 'found: {
        for _ in 0..40 {
            for name in ["Ada", "Ben"] {
                let offered = world.complete(name, &channel, "move", json!({"move": ""}), "move").await;
                if offered.iter().any(|m| m.starts_with("knock")) {
                    break 'found name;
                }
            }
            play_one(&world, &channel).await;
        }
        panic!("nobody can knock");
    };
    world.press(mover, &channel, &board, "My hand").await;
    let hand = world.wait(mover, &channel, "the hand", |m| is_ephemeral(m) && label_of(m, "Knock").is_some()).await;
    world.restart().await;
    world.press(mover, &channel, &hand, &label_of(&hand, "Knock").unwrap()).await;
    let over = |m: &Value| m["id"] == hand["id"] && label_of(m, "Knock").is_none();
    let hand = world.wait(mover, &channel, "the end of the hand", over).await;
    assert!(text(&hand).contains(&format!("{mover} scores")), "{}", text(&hand));
    world.stop().await;
}

/// The label of the button that begins with `start`.
fn label_of(message: &Value, start: &str) -> Option<String> {
    let mut labels = components(message).into_iter().filter_map(|c| c["label"].as_str().map(str::to_owned));
    labels.find(|label| label.starts_with(start) && !label.contains("needs") && !label.ends_with('…'))
}
