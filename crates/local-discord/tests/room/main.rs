//! The room from outside: a serenity bot uses it like Discord, and a plain client checks its rules.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may fail

mod bench;
mod bot;
mod openapi;

use std::time::Duration;

use bench::{Bench, code};
use futures_util::{SinkExt, StreamExt};
use local_discord::{LocalDiscord, LocalDiscordConfig, LocalDiscordError};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The URLs of an interaction's first answer and of what may follow.
fn addresses(event: &Value) -> (String, String) {
    let text = |field: &str| event[field].as_str().unwrap().to_owned();
    let (id, token, app) = (text("id"), text("token"), text("application_id"));
    (format!("/interactions/{id}/{token}/callback"), format!("/webhooks/{app}/{token}"))
}

/// A client that asks the room directly, whatever proxy the system has.
fn client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap_or_else(|| panic!("no id in {of}"))
}

#[tokio::test]
async fn a_serenity_bot_lives_in_the_room() {
    let bench = Bench::start().await;
    let bot = bot::start(&bench.room).await;
    bench.until_online().await;
    let (ada, general) = (bench.person("Ada").await, bench.channel("general").await);

    let typing = json!({"options": {"words": "ab"}, "focused": "words"});
    let choices = bench.command(&ada, &general, "autocomplete", "echo", typing).await;
    assert_eq!(choices["choices"][0], json!({"name": "ab!", "value": "ab!"}), "{choices}");

    let answer = bench.command(&ada, &general, "command", "echo", json!({"options": {"words": "hello"}})).await;
    assert_eq!(answer["outcome"], "answered");
    let list = bench.messages(&ada, &general).await;
    let board = &list[0];
    assert_eq!(board["components"][0]["components"][0]["content"], "**hello**");
    assert_eq!(board["interaction"]["name"], "echo");

    // A press on the button updates its message in place.
    let pressed = bench.press(&ada, &general, board, "more").await;
    assert_eq!(pressed["outcome"], "answered");
    let list = bench.messages(&ada, &general).await;
    assert_eq!(list[0]["components"][0]["components"][0]["content"], "**hello**, again");
    assert!(list[0]["edited_timestamp"].is_string());

    // A modal opens, is filled in, and answered privately.
    let opened = bench.press(&ada, &general, &list[0], "ask").await;
    assert_eq!(opened["modal"]["title"], "Your answer");
    let form = json!({"interaction": opened["interaction"], "values": {"answer": "42"}});
    assert_eq!(bench.act(&ada, &general, "modal", form).await["outcome"], "answered");
    let seen = bench.messages(&ada, &general).await;
    assert_eq!(seen.last().unwrap()["content"], "You wrote 42");
    let ben = bench.person("Ben").await;
    assert_eq!(bench.messages(&ben, &general).await.len(), 1, "Ben must not see it");

    // Thinking, then an edit of the answer, a follow-up and a direct message.
    let names = json!({"options": {"who": ben}});
    assert_eq!(bench.command(&ada, &general, "command", "tell", names).await["outcome"], "answered");
    let done = bench.wait_for(&ada, &general, "followed up").await;
    assert_eq!(done.iter().filter(|m| m["content"] == "told").count(), 1);
    let dm = bench.dm(&ben).await;
    let told = bench.messages(&ben, &dm).await;
    assert_eq!(told[0]["content"], format!("A word from <@{ada}>"));
    assert_eq!(bench.press(&ben, &dm, &told[0], "thanks").await["outcome"], "answered");
    bot.stop().await;
}

#[tokio::test]
async fn interactions_keep_their_times_and_order() {
    let bench = Bench::start().await;
    bench.put_commands(json!([{"name": "go", "description": "Goes"}])).await;
    let mut gateway = bench.gateway(0, 1).await;
    let (ada, general) = (bench.person("Ada").await, bench.channel("general").await);

    let waiting = bench.command(&ada, &general, "command", "go", json!({}));
    let both = async {
        let (url, hook) = addresses(&gateway.next("INTERACTION_CREATE").await);
        assert_eq!(code(&bench.post(&hook, json!({"content": "early"})).await), 10015);
        assert_eq!(code(&bench.post(&url, json!({"type": 7, "data": {"content": "x"}})).await), 50035);
        assert_eq!(code(&bench.post(&url, json!({"type": 8, "data": {"choices": []}})).await), 50035);
        let secret = json!({"type": 4, "data": {"content": "psst", "flags": 64}});
        let full = bench.post(&format!("{url}?with_response=true"), secret.clone()).await;
        assert_eq!(full.1["interaction"]["response_message_ephemeral"], true);
        assert_eq!(code(&bench.post(&url, secret).await), 40060);
        let public = format!("/channels/{general}/messages/{}", id(&full.1["resource"]["message"]));
        assert_eq!(code(&bench.get(&public).await), 10008, "ephemeral messages are not in the channel");
        let edit = bench.patch(&format!("{hook}/messages/@original"), json!({"content": "psst!"})).await;
        assert_eq!((edit.0, &edit.1["content"]), (200, &json!("psst!")));
    };
    let (answer, ()) = tokio::join!(waiting, both);
    assert_eq!(answer["outcome"], "answered");

    // Nobody answers the next one.
    let late = bench.command(&ada, &general, "command", "go", json!({})).await;
    assert_eq!(late["outcome"], "failed");
    let (url, _) = addresses(&gateway.next("INTERACTION_CREATE").await);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(code(&bench.post(&url, json!({"type": 4, "data": {"content": "late"}})).await), 10062);
}

#[tokio::test]
async fn a_command_typed_where_it_cannot_be_used_is_not_posted_as_words() {
    let bench = Bench::start().await;
    let (ada, general) = (bench.person("Ada").await, bench.channel("general").await);
    let dm = bench.dm(&ada).await;
    bench
        .put_commands(json!([
            {"name": "play", "description": "Opens a table", "contexts": [0]},
            {"name": "hand", "description": "Your hand", "contexts": [0, 1]},
            {"name": "letter", "description": "A letter", "contexts": [1]},
        ]))
        .await;
    let say = async |channel: &str, content: &str| {
        bench.room_post("/room/messages", json!({"person": ada, "channel": channel, "content": content})).await
    };
    let refused = say(&dm, "/play gin").await;
    assert_eq!(
        refused["error"], "/play is for the channels of the server, not for direct messages: nothing was sent",
        "{refused}"
    );
    assert!(say(&general, "/letter").await["error"].as_str().unwrap().contains("direct messages only"));
    assert!(bench.messages(&ada, &dm).await.is_empty() && bench.messages(&ada, &general).await.is_empty());
    // Words that name no command, or one that could be used here, are posted like any others.
    for words in ["/playing cards", "/hand", "play", "/"] {
        assert!(say(&dm, words).await["id"].is_string(), "{words}");
    }
}

#[tokio::test]
async fn rules_are_enforced_with_discords_codes() {
    let bench = Bench::start().await;
    let general = bench.channel("general").await;
    let to = format!("/channels/{general}/messages");
    let bare = client().get(format!("{}/api/v10/users/@me", bench.room.api_base())).send().await.unwrap();
    assert_eq!(bare.status(), 401);
    assert_eq!(bench.get("/no/such/route").await.0, 404);
    assert_eq!(code(&bench.get("/channels/1").await), 10003);
    assert_eq!(code(&bench.get(&format!("{to}/1")).await), 10008);
    assert_eq!(code(&bench.post(&to, json!({})).await), 50006);
    let long = bench.post(&to, json!({"content": "x".repeat(2001)})).await;
    assert_eq!((long.0, code(&long)), (400, 50035));
    assert_eq!(long.1["errors"]["content"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    let mixed = json!({"flags": 32768, "content": "x", "components": [{"type": 10, "content": "y"}]});
    assert_eq!(code(&bench.post(&to, mixed).await), 50035);

    // Direct messages can be closed.
    let ben = bench.person("Ben").await;
    let dm = bench.post("/users/@me/channels", json!({"recipient_id": ben})).await.1;
    bench.room_patch(&format!("/room/people/{ben}"), json!({"dms_open": false})).await;
    let closed = bench.post(&format!("/channels/{}/messages", id(&dm)), json!({"content": "hi"})).await;
    assert_eq!((closed.0, code(&closed)), (403, 50007));

    // So can channels; nobody can change other people's messages.
    let ada = bench.person("Ada").await;
    let said = bench.room_post("/room/messages", json!({"person": ada, "channel": general, "content": "hello"})).await;
    let hers = format!("{to}/{}", id(&said));
    assert_eq!(code(&bench.patch(&hers, json!({"content": "mine"})).await), 50005);
    assert_eq!(code(&bench.delete(&hers).await), 50013);
    bench.room_patch(&format!("/room/channels/{general}"), json!({"bot_may_write": false})).await;
    assert_eq!(code(&bench.post(&to, json!({"content": "hi"})).await), 50013);
}

#[tokio::test]
async fn mentions_threads_and_files_work_as_on_discord() {
    let bench = Bench::start().await;
    let (ada, ben, general) = (bench.person("Ada").await, bench.person("Ben").await, bench.channel("general").await);
    let to = format!("/channels/{general}/messages");
    let text = format!("<@{ada}> <@{ben}>");
    let both = bench.post(&to, json!({"content": text})).await.1;
    assert_eq!(both["mentions"].as_array().unwrap().len(), 2);
    let one = bench.post(&to, json!({"content": text, "allowed_mentions": {"parse": [], "users": [ada]}})).await.1;
    assert_eq!(one["mentions"].as_array().unwrap().len(), 1);
    assert_eq!(one["mentions"][0]["id"], json!(ada));

    let nonce = json!({"content": "once", "nonce": "n1", "enforce_nonce": true});
    let first = bench.post(&to, nonce.clone()).await.1;
    assert_eq!(bench.post(&to, nonce).await.1["id"], first["id"]);

    let threads = format!("{to}/{}/threads", id(&first));
    let thread = bench.post(&threads, json!({"name": "Table"})).await;
    assert_eq!((thread.0, &thread.1["id"]), (201, &first["id"]));
    assert_eq!(code(&bench.post(&threads, json!({"name": "Table"})).await), 160_004);
    let private = bench.post(&format!("/channels/{general}/threads"), json!({"name": "Private"})).await.1;
    let inside = format!("/room/messages?person={ada}&channel={}", id(&private));
    assert!(bench.room_get(&inside).await["error"].is_string());
    let join = format!("/channels/{}/thread-members/{ada}", id(&private));
    assert_eq!(bench.put(&join, json!({})).await.0, 204);
    assert!(bench.room_get(&inside).await["messages"].is_array());

    let payload = json!({"flags": 32768, "attachments": [{"id": 0, "description": "A dot"}],
        "components": [{"type": 12, "items": [{"media": {"url": "attachment://dot.png"}, "description": "A dot"}]}]});
    let sent = bench.upload(&to, &payload, "dot.png", bot::DOT).await;
    let url = sent.1["components"][0]["items"][0]["media"]["url"].as_str().unwrap();
    let file = client().get(url).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "image/png");
    assert_eq!(file.bytes().await.unwrap(), bot::DOT);
    assert_eq!(sent.1["attachments"][0]["width"], 1);
}

#[tokio::test]
async fn a_lost_connection_resumes_without_loss() {
    let bench = Bench::start().await;
    let general = bench.channel("general").await;
    let to = format!("/channels/{general}/messages");
    let mut first = bench.gateway(0, 1).await;
    bench.post(&to, json!({"content": "one"})).await;
    first.next("MESSAGE_CREATE").await;
    let (session, seen) = (first.session.clone(), first.sequence);
    drop(first);
    bench.post(&to, json!({"content": "two"})).await;
    bench.post(&to, json!({"content": "three"})).await;
    let mut again = bench.resume(&session, seen).await;
    assert_eq!(again.next("MESSAGE_CREATE").await["content"], "two");
    assert_eq!(again.next("MESSAGE_CREATE").await["content"], "three");
    again.next("RESUMED").await;
    // A client with an unknown session has to identify again.
    let mut lost = bench.resume("unknown", 1).await;
    assert_eq!(lost.frame().await["op"], 9);
    // The guild is on one of two shards.
    let guild: u64 = id(&bench.state().await["guild"]).parse().unwrap();
    let home = (guild >> 22) % 2;
    assert_eq!(bench.gateway(home, 2).await.guilds, 1);
    assert_eq!(bench.gateway(1 - home, 2).await.guilds, 0);
}

#[tokio::test]
async fn a_wrong_token_is_refused_at_the_gateway() {
    let bench = Bench::start().await;
    let url = format!("ws://{}/gateway/?v=10&encoding=json", bench.room.addr());
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let identify = json!({"op": 2, "d": {"token": "wrong", "intents": 0, "properties": {}}});
    socket.send(Message::Text(identify.to_string().into())).await.unwrap();
    let close = loop {
        if let Message::Close(frame) = socket.next().await.unwrap().unwrap() {
            break frame.unwrap();
        }
    };
    assert_eq!(u16::from(close.code), 4004);
}

#[tokio::test]
async fn the_room_survives_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::start_in(dir.path()).await;
    bench.put_commands(json!([{"name": "go", "description": "Goes"}])).await;
    let general = bench.channel("general").await;
    let to = format!("/channels/{general}/messages");
    let sent = bench.post(&to, json!({"content": "stay"})).await.1;
    bench.room_post("/room/people", json!({"name": "Cyd"})).await;
    let before = bench.state().await;
    // Dropped, not shut down: nothing is written at the end.
    drop(bench);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let bench = Bench::start_in(dir.path()).await;
    let after = bench.state().await;
    for part in ["people", "channels", "commands", "guild"] {
        assert_eq!(before[part], after[part], "{part}");
    }
    let ada = bench.person("Ada").await;
    assert_eq!(bench.messages(&ada, &general).await[0]["content"], "stay");
    let next = bench.post(&to, json!({"content": "new"})).await.1;
    assert!(id(&next).parse::<u64>().unwrap() > id(&sent).parse::<u64>().unwrap());
}

/// Makes all messages of a closed room this much older.
fn age_messages(dir: &std::path::Path, by_ms: u64) {
    let path = dir.join("room.jsonl");
    let mut aged = String::new();
    for line in std::fs::read_to_string(&path).unwrap().lines() {
        let mut record: Value = serde_json::from_str(line).unwrap();
        if record["k"] == "Message" {
            record["v"]["sent_ms"] = json!(record["v"]["sent_ms"].as_u64().unwrap() - by_ms);
        }
        aged += &format!("{record}\n");
    }
    std::fs::write(&path, aged).unwrap();
}

#[tokio::test]
async fn a_nonce_is_remembered_for_minutes_not_for_ever() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::start_in(dir.path()).await;
    let to = format!("/channels/{}/messages", bench.channel("general").await);
    let once = json!({"content": "once", "nonce": "n1", "enforce_nonce": true});
    let first = bench.post(&to, once.clone()).await.1;
    drop(bench);
    let after = async |by_ms: u64| {
        tokio::time::sleep(Duration::from_millis(100)).await;
        age_messages(dir.path(), by_ms);
        let bench = Bench::start_in(dir.path()).await;
        bench.post(&to, once.clone()).await.1
    };
    assert_eq!(after(4 * 60_000).await["id"], first["id"]);
    assert_ne!(after(61_000).await["id"], first["id"]);
}

/// Storing a large file takes a while, during which the content changes.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_edits_at_once_neither_undoes_the_other() {
    let bench = Bench::start().await;
    let to = format!("/channels/{}/messages", bench.channel("general").await);
    let large = vec![0; 8 << 20];
    for round in 0..20 {
        let (_, message) = bench.post(&to, json!({"content": "old"})).await;
        let at = format!("{to}/{}", id(&message));
        let nothing = json!({});
        let file = bench.upload_by(Method::PATCH, &at, &nothing, "large.bin", &large);
        let words = async {
            tokio::time::sleep(Duration::from_millis(2 * round)).await;
            bench.patch(&at, json!({"content": "new"})).await
        };
        let (file, words) = tokio::join!(file, words);
        assert_eq!((file.0, words.0), (200, 200), "{file:?}");
        let (_, now) = bench.get(&at).await;
        assert_eq!((&now["content"], now["attachments"].as_array().map(Vec::len)), (&json!("new"), Some(1)));
    }
}

#[tokio::test]
async fn files_go_with_what_they_belong_to() {
    let dir = tempfile::tempdir().unwrap();
    let files = dir.path().join("attachments");
    let bench = Bench::start_in(dir.path()).await;
    bench.put_commands(json!([{"name": "go", "description": "Goes"}])).await;
    let mut gateway = bench.gateway(0, 1).await;
    let (ada, general) = (bench.person("Ada").await, bench.channel("general").await);
    let to = format!("/channels/{general}/messages");
    let lies_at = |message: &Value| {
        let channel = message["channel_id"].as_str().unwrap();
        let at = files.join(channel).join(id(&message["attachments"][0]));
        assert!(at.join("dot.png").exists());
        at
    };
    let stays = lies_at(&bench.upload(&to, &json!({"content": "stays"}), "dot.png", bot::DOT).await.1);

    // An ephemeral message that is dismissed.
    let waiting = bench.command(&ada, &general, "command", "go", json!({}));
    let answering = async {
        let (url, _) = addresses(&gateway.next("INTERACTION_CREATE").await);
        let secret = json!({"type": 4, "data": {"content": "psst", "flags": 64}});
        bench.upload(&format!("{url}?with_response=true"), &secret, "dot.png", bot::DOT).await.1
    };
    let (_, answer) = tokio::join!(waiting, answering);
    let secret = &answer["resource"]["message"];
    let at = lies_at(secret);
    bench.room_post("/room/dismiss", json!({"person": ada, "channel": general, "message": id(secret)})).await;
    assert!(!at.exists());

    // A message in a thread, which is then deleted.
    let thread = bench.post(&format!("/channels/{general}/threads"), json!({"name": "Table", "type": 11})).await.1;
    let inside = format!("/channels/{}", id(&thread));
    let at = lies_at(&bench.upload(&format!("{inside}/messages"), &json!({}), "dot.png", bot::DOT).await.1);
    bench.delete(&inside).await;
    assert!(!at.exists());

    // A message that is edited and then deleted.
    let message = bench.upload(&to, &json!({"content": "x"}), "dot.png", bot::DOT).await.1;
    let at = lies_at(&message);
    let one = format!("{to}/{}", id(&message));
    assert_eq!(bench.patch(&one, json!({"content": "y"})).await.0, 200);
    assert!(at.exists());
    bench.delete(&one).await;
    assert!(!at.exists());

    // A file that belongs to no message is removed at the next start.
    let orphan = files.join(&general).join("7");
    std::fs::create_dir_all(&orphan).unwrap();
    drop((gateway, bench));
    tokio::time::sleep(Duration::from_millis(100)).await;
    let _bench = Bench::start_in(dir.path()).await;
    assert!(!orphan.exists() && stays.exists());
}

#[tokio::test]
async fn other_pages_and_other_machines_are_kept_out() {
    let bench = Bench::start().await;
    let client = client();
    // Both the page's own interface and the bot's, because the bot's token is no secret.
    for path in ["/room/state", "/api/v10/gateway", "/api/v10/users/@me"] {
        let url = format!("{}{path}", bench.room.api_base());
        let bot = format!("Bot {}", bench.room.token());
        let status = async |name: &str, value: &str| {
            client.get(&url).header("authorization", &bot).header(name, value).send().await.unwrap().status()
        };
        assert_eq!(status("origin", bench.room.api_base()).await, 200, "{path}");
        assert_eq!(status("origin", "http://evil.example").await, 403, "{path}");
        assert_eq!(status("origin", "http://127.0.0.1:1").await, 403, "{path}");
        assert_eq!(status("host", "evil.example").await, 403, "{path}");
    }
    for (name, value) in [("origin", "http://evil.example"), ("host", "evil.example")] {
        let mut request = format!("ws://{}/gateway", bench.room.addr()).into_client_request().unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
        let refused = tokio_tungstenite::connect_async(request).await;
        assert!(matches!(refused, Err(Error::Http(answer)) if answer.status() == 403), "{name}");
    }

    let dir = tempfile::tempdir().unwrap();
    let open = LocalDiscordConfig::new("0.0.0.0:0".parse().unwrap(), dir.path());
    assert!(matches!(LocalDiscord::start(open).await, Err(LocalDiscordError::NotLoopback(_))));
    let taken = LocalDiscordConfig::new(bench.room.addr(), dir.path());
    assert!(matches!(LocalDiscord::start(taken).await, Err(LocalDiscordError::AddrInUse(_))));
}

#[tokio::test]
async fn answers_are_as_discord_describes_them() {
    let Some(description) = openapi::description() else { return };
    let check =
        |method: &str, template: &str, answer: &(u16, Value)| openapi::check(&description, method, template, answer);
    let bench = Bench::start().await;
    let state = bench.state().await;
    let (app, guild) = (id(&state["bot"]).to_owned(), id(&state["guild"]).to_owned());
    let (ada, general) = (bench.person("Ada").await, bench.channel("general").await);
    for path in ["/gateway", "/gateway/bot", "/users/@me", "/users/@me/guilds", "/applications/@me"] {
        check("get", path, &bench.get(path).await);
    }
    check("get", "/guilds/{guild_id}", &bench.get(&format!("/guilds/{guild}")).await);
    for part in ["channels", "roles", "members", "threads/active"] {
        check("get", &format!("/guilds/{{guild_id}}/{part}"), &bench.get(&format!("/guilds/{guild}/{part}")).await);
    }
    let commands = json!([{"name": "go", "description": "Goes", "options": [
        {"type": 3, "name": "how", "description": "How", "autocomplete": true}]}]);
    let put = bench.put(&format!("/applications/{app}/commands"), commands).await;
    check("put", "/applications/{application_id}/commands", &put);
    let dm = bench.post("/users/@me/channels", json!({"recipient_id": ada})).await;
    check("post", "/users/@me/channels", &dm);
    check("get", "/channels/{channel_id}", &bench.get(&format!("/channels/{general}")).await);

    let to = format!("/channels/{general}/messages");
    let whole = json!({"flags": 32768, "components": [{"type": 17, "components": [
        {"type": 10, "content": format!("# Hello <@{ada}>")}, {"type": 14},
        {"type": 12, "items": [{"media": {"url": "attachment://dot.png"}}, {"media": {"url": "https://example.com/x.png"}}]},
        {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": {"type": 11, "media": {"url": "attachment://dot.png"}}},
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "b", "emoji": {"name": "♠"}}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}]},
        {"type": 1, "components": [{"type": 5, "custom_id": "u"}]}]}]});
    let message = bench.upload(&to, &whole, "dot.png", bot::DOT).await;
    check("post", "/channels/{channel_id}/messages", &message);
    let thread = bench.post(&format!("{to}/{}/threads", id(&message.1)), json!({"name": "Table"})).await;
    check("post", "/channels/{channel_id}/messages/{message_id}/threads", &thread);
    check("get", "/channels/{channel_id}/messages", &bench.get(&to).await);

    let mut gateway = bench.gateway(0, 1).await;
    let waiting = bench.command(&ada, &general, "command", "go", json!({}));
    let answer = async {
        let (url, hook) = addresses(&gateway.next("INTERACTION_CREATE").await);
        let body = json!({"type": 4, "data": {"content": "went", "flags": 64}});
        let callback = bench.post(&format!("{url}?with_response=true"), body).await;
        check("post", "/interactions/{interaction_id}/{interaction_token}/callback", &callback);
        let follow = bench.post(&hook, json!({"content": "and again"})).await;
        check("post", "/webhooks/{webhook_id}/{webhook_token}", &follow);
        let original = bench.get(&format!("{hook}/messages/@original")).await;
        check("get", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", &original);
    };
    tokio::join!(waiting, answer);
}

#[tokio::test]
async fn emoji_are_made_by_name_kept_and_shown() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::start_in(dir.path()).await;
    let at = format!("/applications/{}/emojis", id(&bench.get("/users/@me").await.1));
    let queen = json!({"name": "queen_of_spades", "image": "data:image/png;base64,iVBORw0KGgo="});
    let made = bench.post(&at, queen.clone()).await;
    let listed = bench.get(&at).await;
    assert_eq!((made.0, listed.0, &listed.1["items"][0]), (201, 200, &made.1));
    if let Some(description) = openapi::description() {
        openapi::check(&description, "post", "/applications/{application_id}/emojis", &made);
        openapi::check(&description, "get", "/applications/{application_id}/emojis", &listed);
    }
    let one = format!("{at}/{}", id(&made.1));
    let large = format!("data:image/png;base64,{}", "AAAA".repeat(100_000));
    for (field, value) in
        [("name", "queen_of_spades"), ("name", "q"), ("name", "queen of spades"), ("image", "x"), ("image", &large)]
    {
        let mut odd = json!({"name": "other", "image": queen["image"]});
        odd[field] = json!(value);
        assert_eq!(code(&bench.post(&at, odd).await), 50035, "{field}: {:.40}", value);
    }
    // A button shows it while it is there; the page gets the picture.
    let to = format!("/channels/{}/messages", bench.channel("general").await);
    let emoji = json!({"id": id(&made.1), "name": "queen_of_spades"});
    let button = json!({"type": 2, "style": 1, "label": "Q", "custom_id": "q", "emoji": emoji});
    let message = json!({"flags": 1 << 15, "components": [{"type": 1, "components": [button]}]});
    assert_eq!(bench.post(&to, message.clone()).await.1["components"][0]["components"][0]["emoji"], emoji);
    let picture = format!("{}/emojis/{}", bench.room.api_base(), id(&made.1));
    let answer = client().get(picture).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "image/png");
    assert_eq!(answer.bytes().await.unwrap()[..4], *b"\x89PNG");
    drop(bench);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let bench = Bench::start_in(dir.path()).await;
    assert_eq!(bench.get(&at).await, listed);
    assert_eq!(bench.delete(&one).await.0, 204);
    assert_eq!(code(&bench.get(&one).await), 10014);
    assert_eq!(code(&bench.post(&to, message).await), 50035, "it is gone");
}
