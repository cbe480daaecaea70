//! How the bot's own messages are heard, not seen: rows T1, T5, T6 and T9, at tables of every game.

use std::sync::Arc;

use engine::catalog;

use super::*;
use crate::discord::ui::{Audience, plain};
use crate::store::{Place, Store};
use crate::tables::{LobbyAct, MatchAct, NewTable, Person, Request, Room, RoomConfig, Seeds, Stage, UserId};

const _: fn(engine::Language) = |engine::Language::English| ();
const CHANNEL: ChannelId = ChannelId(1);
const NAMES: [&str; 8] = ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"];
/// How many moves of each game are played.
const MOVES: usize = 40;

fn person(n: u64) -> Person {
    Person::new(UserId(n), NAMES[n as usize - 1])
}

/// A table of a game that has just begun, with as few people as play it.
async fn begun(room: &Room, game: &str, channel: ChannelId) -> Arc<Snapshot> {
    let place = Place { channel, guild: Some(GuildId(9)) };
    let opened = room.create(NewTable::new(game, place, person(1))).await.unwrap().snapshot;
    let seats = opened.seating.seats.len() as u64;
    for n in 2..=seats {
        room.ask(&opened.table, Request::new(person(n), LobbyAct::Join)).await.unwrap();
    }
    if room.look(&opened.table).await.unwrap().stage == Stage::Lobby {
        room.ask(&opened.table, Request::new(person(1), LobbyAct::Start)).await.unwrap();
    }
    room.look(&opened.table).await.unwrap()
}

/// What a message says, line by line, and its buttons.
fn parts(message: Message) -> (Vec<String>, Vec<String>) {
    fn walk(json: &serde_json::Value, texts: &mut Vec<String>, labels: &mut Vec<String>) {
        match json {
            serde_json::Value::Object(fields) => {
                let text = |key: &str| fields.get(key).and_then(serde_json::Value::as_str).map(str::to_owned);
                texts.extend(text("content").filter(|text| !text.is_empty()));
                labels.extend(text("label").filter(|_| fields.get("type") == Some(&2.into())));
                fields.values().for_each(|field| walk(field, texts, labels));
            }
            serde_json::Value::Array(all) => all.iter().for_each(|one| walk(one, texts, labels)),
            _ => {}
        }
    }
    let (mut texts, mut labels) = (Vec::new(), Vec::new());
    let json: serde_json::Value = serde_json::from_str(&message.reply(Audience::Caller).to_string()).unwrap();
    walk(&json, &mut texts, &mut labels);
    (texts.iter().flat_map(|text| text.lines()).map(str::to_owned).collect(), labels)
}

/// Plays some moves of each game and shows each to `look`: the table before it, who moved, and the table after it.
async fn played_by(mut look: impl FnMut(&str, &Snapshot, UserId, (&Snapshot, &str))) {
    let (_dir, store) = Store::temporary().await;
    let config = RoomConfig { seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    let room = Room::open_with(store, config).await.unwrap();
    for (channel, game) in (1..).map(ChannelId).zip(catalog::games()) {
        let mut now = begun(&room, game.id(), channel).await;
        for n in 0..MOVES {
            let Some(&user) = now.awaiting().first() else { break };
            let moves = room.suggest(&now.table, user, "", 3).await.unwrap();
            // An answer in Brain Drain may be refused.
            let mut played = None;
            for (text, _) in moves.iter().cycle().skip(n % moves.len()).take(moves.len()) {
                let request = Request::new(person(user.0), MatchAct::Play(text.clone()));
                if let Ok(answer) = room.ask(&now.table, request).await {
                    played = Some((text.clone(), answer));
                    break;
                }
            }
            // The only card may have been played by the table meanwhile.
            let Some((text, answer)) = played else {
                let then = now.rev;
                now = room.look(&now.table).await.unwrap();
                assert_ne!(now.rev, then, "{}: {moves:?}", game.id());
                continue;
            };
            look(game.id(), &now, user, (&answer.snapshot, answer.said.as_deref().unwrap_or(&text)));
            now = answer.snapshot;
            if now.stage != Stage::Playing {
                break;
            }
        }
    }
}

#[tokio::test]
async fn t1_a_reply_states_its_result_and_names_a_new_hand() {
    let (mut results, mut new) = (0, 0);
    played_by(|game, _, user, (after, said)| {
        let hand = after.hand_of(user);
        let (lines, _) = parts(played(after, hand, said, after.place.channel).unwrap());
        let told: Vec<String> = news(after).iter().map(|line| plain(line)).collect();
        let first = told.iter().find(|line| !line.is_empty());
        let ended = after.news.results.first().map(|ended| ending(after, ended));
        if let Some(first) = ended.as_deref().and_then(|words| words.lines().next()).map(plain).or(first.cloned()) {
            assert_eq!(Some(&first), lines.first(), "{game}: what came of it stands first");
            results += 1;
        }
        let at = lines.iter().position(|line| line.contains(&format!("Played: {}", plain(said))));
        assert!(at.is_some(), "{game}: {lines:?}");
        let dealt = after.news.facts.iter().any(|fact| fact.moment == engine::Moment::Deal);
        if dealt && hand.is_some_and(|hand| hand.has_cards()) {
            assert!(lines.contains(&"**Your new hand**".to_owned()), "{game}: {lines:?}");
            new += 1;
        }
    })
    .await;
    assert!(results > 100, "{results} results and {new} new hands were seen");
}

#[tokio::test]
async fn t5_a_hand_message_on_ones_turn_is_few_words() {
    let mut counts: Vec<(String, Vec<usize>)> = Vec::new();
    played_by(|game, before, user, _| {
        let Some(own) = before.hand_of(user) else { return };
        let (lines, labels) = parts(hand(before, own, Showing::in_look(Look::TEXT)).unwrap());
        // Where it is played, what happened since one's last move, and the clock are small print beside it.
        let said = lines.iter().filter(|line| !line.starts_with("-# "));
        let words = said.map(|line| line.split_whitespace().count()).sum();
        match counts.last_mut().filter(|(last, _)| last == game) {
            Some((_, all)) => all.push(words),
            None => counts.push((game.to_owned(), vec![words])),
        }
        assert!(labels.contains(&"What counts?".to_owned()), "{game}: {labels:?}");
    })
    .await;
    for (game, mut words) in counts {
        words.sort_unstable();
        let (middle, most) = (words[words.len() / 2], words[words.len() - 1]);
        println!("{game}: {middle} words, {most} at most");
        assert!(middle <= 135 && most <= 185, "{game}: {middle} words, {most} at most");
    }
}

#[tokio::test]
async fn t6_a_notice_says_what_is_asked_and_leads_to_where_it_can_be_done() {
    played_by(|game, before, user, _| {
        let at = |at| parts(turn(before, Some(at), user).unwrap()).0.join("\n");
        let asked = asked_now(before, user).expect("asked");
        let to_board = at(MoveAt::Board(CHANNEL, MessageId(5)));
        let races = before.racing().contains(&user);
        let call = if races { "anyone may answer:" } else { "it is your turn to" };
        assert!(to_board.contains(&format!("{call} {}.", plain(asked))), "{game}: {to_board}");
        assert!(to_board.contains("[to the board](https://discord.com/channels/9/1/5)"), "{to_board}");
        let to_hand = at(MoveAt::Hand(ChannelId(7), MessageId(8)));
        assert!(to_hand.contains("[to your hand](https://discord.com/channels/@me/7/8)"), "{to_hand}");
    })
    .await;
}

#[tokio::test]
async fn t9_no_button_is_a_sign_alone() {
    played_by(|game, before, user, (after, _)| {
        let mut all = parts(board(after, &[], Look::TEXT, after.at).unwrap()).1;
        all.extend(before.hand_of(user).into_iter().flat_map(|own| {
            parts(hand(before, own, Showing { on: Surface::Ephemeral, ..Showing::in_look(Look::TEXT) }).unwrap()).1
        }));
        for label in all {
            assert!(label.chars().filter(|c| c.is_alphabetic()).count() > 2, "{game}: {label}");
        }
    })
    .await;
}
