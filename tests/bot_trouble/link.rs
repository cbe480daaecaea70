//! The link to the gateway: when it breaks, repeats itself, or delivers what nobody can read.

use std::time::{Duration, Instant};

use engine::{Language, Record, catalog};
use serde_json::{Value, json};
use upcard::discord::gateway::BotError;
use upcard::tables::{ChannelId, GuildId, LobbyAct, NewTable, Person, Place, Request, TableId, UserId};

use crate::standin::{Bot, Gate, StandIn, Told, command, id_of, sub};

const CHANNEL: u64 = 100;

fn play(game: &str) -> Value {
    json!([{"name": "game", "type": 3, "value": game}])
}

#[tokio::test(flavor = "multi_thread")]
async fn p02_a_gateway_that_ends_every_session_ends_the_program_before_the_token() {
    let ends = async |gate| {
        let stand_in = StandIn::start().await;
        stand_in.gate(gate);
        stand_in.starts(3, Duration::from_secs(7200));
        let bot = Bot::start(&stand_in).await;
        let ended = tokio::time::timeout(Duration::from_secs(60), bot.running).await.expect("it ends").unwrap();
        let error = ended.unwrap_err();
        assert!(matches!(error, BotError::Starts { left: 1, total: 1000, hours: 2, .. }), "{gate:?}: {error}");
        assert!(error.to_string().contains("reset DISCORD_TOKEN"), "{error}");
        let begun: Vec<_> = stand_in.told().into_iter().filter(|(_, told)| *told == Told::Identify).collect();
        assert_eq!(begun.len(), 2, "{gate:?}");
        assert!(begun[1].0 - begun[0].0 >= Duration::from_secs(5), "{gate:?}: one in five seconds");
    };
    tokio::join!(ends(Gate::Closes(4000)), ends(Gate::Invalid), ends(Gate::Brief(4009)));
}

#[tokio::test(flavor = "multi_thread")]
async fn p02_a_gateway_that_never_says_that_a_session_has_begun_is_not_waited_for() {
    let stand_in = StandIn::start().await;
    stand_in.gate(Gate::Unready);
    stand_in.starts(1, Duration::from_secs(7200));
    let bot = Bot::start(&stand_in).await;
    let ended = tokio::time::timeout(Duration::from_secs(60), bot.running).await.expect("it ends").unwrap();
    assert!(matches!(ended, Err(BotError::Starts { left: 0, .. })), "{ended:?}");
    assert_eq!(stand_in.times(Told::Identify), 1);
}

/// What costs no session is tried again, but not in a hurry either.
#[tokio::test(flavor = "multi_thread")]
async fn p02_a_gateway_that_lets_nobody_say_who_they_are_costs_no_sessions() {
    for gate in [Gate::Hello, Gate::Silent] {
        let stand_in = StandIn::start().await;
        stand_in.gate(gate);
        let bot = Bot::start(&stand_in).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(stand_in.told(), [], "{gate:?}");
        bot.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn p02_a_resume_that_works_is_not_slowed() {
    let stand_in = StandIn::start().await;
    let bot = Bot::connected(&stand_in).await;
    for n in 1..=2 {
        // What lasted a little while was no failure.
        tokio::time::sleep(Duration::from_millis(5200)).await;
        let broken = Instant::now();
        stand_in.break_links();
        stand_in.until("the session is gone on with", || stand_in.times(Told::Resume) == n).await;
        assert!(broken.elapsed() < Duration::from_secs(1), "{:?}", broken.elapsed());
    }
    assert_eq!(stand_in.times(Told::Identify), 1);
    stand_in.command(1, CHANNEL, "help", json!([])).await;
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c2_what_a_resumed_link_delivers_too_late_is_not_carried_out() {
    let stand_in = StandIn::start().await;
    let bot = Bot::connected(&stand_in).await;
    stand_in.command(1, CHANNEL, "help", json!([])).await;
    let minutes = Duration::from_secs(600);
    let opens = |age, channel| stand_in.aged(age, 2, command("play", play("gin-rummy")), 1, channel);
    let typed = json!([{"name": "move", "type": 3, "value": "", "focused": true}]);
    let late = [
        opens(minutes, CHANNEL),
        opens(Duration::from_secs(4), CHANNEL + 1),
        stand_in.aged(minutes, 4, command("move", typed), 1, CHANNEL),
    ];
    let in_time = opens(Duration::ZERO, CHANNEL + 2);
    let ids: Vec<u64> = late.iter().map(id_of).collect();
    let asked = id_of(&in_time);
    late.into_iter().chain([in_time]).for_each(|event| stand_in.miss(event));
    stand_in.break_links();
    stand_in.answer(asked).await;
    assert!(stand_in.asked().iter().all(|asked| !ids.iter().any(|id| asked.answers(*id))), "nobody waits for it");
    for (channel, is_open) in [(CHANNEL, false), (CHANNEL + 1, false), (CHANNEL + 2, true)] {
        assert_eq!(bot.room.at(ChannelId(channel)).await.unwrap().is_some(), is_open, "{channel}");
    }
    assert_eq!(bot.metric("upcard_dropped_events_total{reason=\"too_old\"}"), 3.0);
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn p13_an_event_that_cannot_be_read_is_counted_and_the_link_goes_on() {
    let stand_in = StandIn::start().await;
    let bot = Bot::connected(&stand_in).await;
    let whole = || stand_in.interaction(2, command("help", json!([])), 1, CHANNEL);
    let mut broken = 0;
    for field in ["token", "channel_id", "data", "type", "id"] {
        let mut event = whole();
        event.as_object_mut().unwrap().remove(field);
        stand_in.push(event);
        broken += 1;
    }
    let mut event = whole();
    event["data"] = json!("a secret move");
    stand_in.push(event);
    stand_in.push_raw("no JSON at all");
    stand_in.push_raw(r#"{"t": "INTERACTION_CREATE", "d": {}}"#);
    broken += 3;
    let name = "upcard_dropped_events_total{reason=\"unreadable\"}";
    stand_in.until("all are counted", || bot.metric(name) == f64::from(broken)).await;
    stand_in.command(1, CHANNEL, "help", json!([])).await;
    assert_eq!(stand_in.times(Told::Identify), 1);
    bot.stop().await;
}

const PEOPLE: u64 = 8;

/// A race of Brain Drain for eight, whose cards can be solved; and the answer to them.
async fn race(bot: &Bot, channel: u64) -> (TableId, String) {
    let person = |n: u64| Person::new(UserId(n), &format!("Player {n}"));
    let place = Place { channel: ChannelId(channel), guild: Some(GuildId(2)) };
    let table = bot.room.create(NewTable::new("brain-drain", place, person(1))).await.unwrap().snapshot.table;
    for n in 2..=PEOPLE {
        bot.room.ask(&table, Request::new(person(n), LobbyAct::Join)).await.unwrap();
    }
    bot.room.ask(&table, Request::new(person(1), LobbyAct::Start)).await.unwrap();
    for _ in 0..30 {
        if let Some(answer) = solution(bot, table).await {
            return (table, answer);
        }
        for n in 1..=PEOPLE {
            let pass = upcard::tables::MatchAct::Play("pass".to_owned());
            let _ = bot.room.ask(&table, Request::new(person(n), pass)).await;
        }
    }
    panic!("nothing can be solved");
}

async fn record(bot: &Bot, table: TableId) -> Record {
    let stored = bot.room.store().load(table).await.unwrap().unwrap();
    Record { header: stored.row.header.unwrap(), journal: stored.journal }
}

async fn solution(bot: &Bot, table: TableId) -> Option<String> {
    let view = catalog::replay(&record(bot, table).await).unwrap().view_json(None);
    let value = |card: &Value| {
        let code = card.as_str().unwrap();
        match &code[..code.len() - 1] {
            "A" | "J" | "Q" | "K" => 1,
            "T" => 10,
            n => n.parse::<i64>().unwrap(),
        }
    };
    let values: Vec<i64> = view["public"]["display"].as_array().unwrap().iter().map(value).collect();
    let question = json!({"solve": {"values": values, "target": value(&view["public"]["target"])}});
    let solved = catalog::game("brain-drain").unwrap().study(&question, Language::English).unwrap();
    solved["solutions"].as_array().unwrap().first().map(|s| s.as_str().unwrap().to_owned())
}

/// How a right answer may arrive.
#[derive(Clone, Copy)]
enum By {
    Form,
    Command,
}

/// Everybody sends the same right answer in one burst; returns who should have been first, and the interactions.
fn burst(bot: &Bot, channel: u64, round: u64, answer: &str, form: &str, by: impl Fn(u64) -> By) -> Vec<(u64, u64)> {
    let order: Vec<u64> = (0..PEOPLE).map(|n| (n * 3 + round) % PEOPLE + 1).collect();
    let events = order.iter().map(|&user| match by(user) {
        By::Form => {
            let field = json!({"type": 4, "custom_id": "t", "value": answer});
            let rows = json!([{"type": 1, "components": [field]}]);
            let data = json!({"custom_id": form, "components": rows});
            (user, bot.stand_in.interaction(5, data, user, channel))
        }
        By::Command => {
            let typed = json!([{"name": "move", "type": 3, "value": format!("solve {answer}")}]);
            (user, bot.stand_in.interaction(2, command("move", typed), user, channel))
        }
    });
    events
        .map(|(user, event)| {
            let id = id_of(&event);
            bot.stand_in.push(event);
            (user, id)
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn q03_of_a_burst_of_right_answers_the_first_wins() {
    let stand_in = StandIn::start().await;
    let bot = Bot::connected(&stand_in).await;
    for round in 0..12 {
        // A table of its own each time, every other one asleep.
        let channel = CHANNEL + round;
        let (table, answer) = race(&bot, channel).await;
        let moves = record(&bot, table).await.journal.len();
        let form = format!("1t:{table}:b{}:0", bot.room.look(&table).await.unwrap().play.window(None));
        if round % 2 == 0 {
            stand_in.until("the tables sleep", || bot.room.awake() == 0).await;
        }
        let sent = burst(&bot, channel, round, &answer, &form, |user| match round % 3 {
            0 => By::Form,
            1 => By::Command,
            _ if user % 2 == 0 => By::Form,
            _ => By::Command,
        });
        for (_, id) in &sent {
            stand_in.answer(*id).await;
        }
        let seat = record(&bot, table).await.journal[moves].seat;
        let snapshot = bot.room.look(&table).await.unwrap();
        let winner = snapshot.people().nth(seat.index()).map(|person| person.id.0);
        assert_eq!(winner, Some(sent[0].0), "round {round}");
    }
    bot.stop().await;
}

/// One person's slow request does not hold up what others ask for elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn q03_a_slow_handler_holds_up_no_other() {
    let stand_in = StandIn::start().await;
    let bot = Bot::connected(&stand_in).await;
    stand_in.command(1, CHANNEL, "play", play("gin-rummy")).await;
    let slow = stand_in.interaction(
        2,
        command(
            "play",
            json!([
        {"name": "game", "type": 3, "value": "gin-rummy"}, {"name": "thread", "type": 5, "value": true}]),
        ),
        3,
        CHANNEL,
    );
    stand_in.push(slow);
    let begun = Instant::now();
    stand_in.command(2, CHANNEL, "table", sub("join")).await;
    stand_in.command(1, CHANNEL, "table", sub("start")).await;
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    bot.stop().await;
}
