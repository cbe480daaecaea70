//! Two people in a headless browser play a whole gin match and Brain Drain in the local card room, with the program
//! started as in the README.
//!
//! Needs Chromium and chromedriver. If they are not installed the test says so and is skipped, unless
//! `UPCARD_REQUIRE_BROWSER` is set, as in CI.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use engine::{Language, catalog};
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::wd::TimeoutConfiguration;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

/// The longest that the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// As long as an answer takes, even where the house thinks about it first.
const BRIEFLY: Duration = Duration::from_secs(6);

/// How often to check whether something has appeared.
const LOOK: Duration = Duration::from_millis(30);

/// The longest that a whole match may take.
const MATCH: Duration = Duration::from_secs(300);

/// Saves a picture of the window if `UPCARD_SCREENSHOT` names a file.
async fn screenshot(client: &Client) {
    if let Ok(path) = std::env::var("UPCARD_SCREENSHOT") {
        std::fs::write(path, client.screenshot().await.unwrap()).unwrap();
    }
}

/// Checks that axe, the accessibility checker, finds nothing serious on the current page. Needs its script, named
/// by `UPCARD_AXE`.
async fn sound(client: &Client, what: &str) {
    let Some(path) = std::env::var_os("UPCARD_AXE") else {
        println!("SKIPPED: UPCARD_AXE names no axe.min.js, so {what} was not checked for accessibility");
        return;
    };
    let axe = std::fs::read_to_string(path).unwrap();
    client.execute(&axe, Vec::new()).await.unwrap();
    let script = "const done = arguments[arguments.length - 1]; axe.run().then((r) => done(r.violations), (e) => done(String(e)));";
    let found = client.execute_async(script, Vec::new()).await.unwrap();
    let serious: Vec<String> = found
        .as_array()
        .unwrap_or_else(|| panic!("axe broke: {found}"))
        .iter()
        .filter(|v| v["impact"] == "serious" || v["impact"] == "critical")
        .map(|v| format!("{}: {} on {}", v["id"], v["help"], v["nodes"][0]["html"]))
        .collect();
    assert!(serious.is_empty(), "{what}:\n{}", serious.join("\n"));
}

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Starts the card room as a person would; returns it with the address it prints.
fn open_room(dir: &tempfile::TempDir) -> (Running, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_upcard"))
        .current_dir(dir.path())
        .env("UPCARD_ROOM", format!("127.0.0.1:{}", free_port()))
        .env("DATABASE_URL", format!("sqlite://{}", dir.path().join("upcard.db").display()))
        .env_remove("UPCARD_HTTP")
        .env_remove("DISCORD_TOKEN")
        .env("RUST_LOG", "warn")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let line = out.find(|line| line.contains("http://")).expect("it prints its address");
    let address = line[line.find("http://").unwrap()..].trim_end_matches('.').to_owned();
    // Keep reading, so that it can keep writing.
    std::thread::spawn(move || out.for_each(drop));
    (Running(child), address)
}

/// Starts a headless browser; `None` if there is none.
async fn open_browser(profile: &tempfile::TempDir) -> Option<(Running, Client)> {
    let port = free_port();
    let driver =
        Command::new("chromedriver").arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let Ok(driver) = driver else {
        assert!(std::env::var_os("UPCARD_REQUIRE_BROWSER").is_none(), "chromedriver is not installed");
        println!("SKIPPED: chromedriver is not installed, so nobody can look at the card room");
        return None;
    };
    let driver = Running(driver);
    let arguments = [
        "--headless".to_owned(),
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-dev-shm-usage".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        "--no-first-run".to_owned(),
        "--window-size=1400,1000".to_owned(),
        format!("--user-data-dir={}", profile.path().display()),
    ];
    let wanted = json!({"goog:chromeOptions": {"args": arguments}});
    let mut builder = ClientBuilder::new(HttpConnector::new());
    builder.capabilities(wanted.as_object().unwrap().clone());
    let deadline = Instant::now() + PATIENCE;
    loop {
        match builder.connect(&format!("http://127.0.0.1:{port}")).await {
            Ok(client) => return Some((driver, client)),
            Err(error) => assert!(Instant::now() < deadline, "the browser starts: {error}"),
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// One person's side of the window.
struct Pane<'a> {
    client: &'a Client,
    number: usize,
}

impl Pane<'_> {
    fn css(&self, inner: &str) -> String {
        format!("[data-testid=pane]:nth-of-type({}) {inner}", self.number)
    }

    async fn wait(&self, inner: &str) -> Element {
        let css = self.css(inner);
        self.client
            .wait()
            .at_most(PATIENCE)
            .every(LOOK)
            .for_element(Locator::Css(&css))
            .await
            .unwrap_or_else(|e| panic!("{css}: {e}"))
    }

    /// The whole text of the message list, as the person reads it, followed by the alt texts of its pictures.
    async fn text(&self) -> String {
        let script = "const e = document.querySelector(arguments[0]); \
                      return e ? [e.innerText, ...[...e.querySelectorAll('img')].map((i) => i.alt)].join('\\n') : '';";
        let found = self.client.execute(script, vec![json!(self.css("[data-testid=messages]"))]).await.unwrap();
        found.as_str().unwrap_or_default().to_owned()
    }

    async fn sees(&self, words: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = self.text().await;
            if text.contains(words) {
                return text;
            }
            assert!(Instant::now() < deadline, "pane {} waits for {words:?} and shows\n{text}", self.number);
            sleep(LOOK).await;
        }
    }

    /// Waits until there are pictures, and all of them are loaded.
    async fn sees_pictures(&self) {
        let script = "const all = [...document.querySelectorAll(arguments[0])]; \
                      return all.length > 0 && all.every((i) => i.complete && i.naturalWidth > 0);";
        let deadline = Instant::now() + PATIENCE;
        while self.client.execute(script, vec![json!(self.css(".gallery img"))]).await.unwrap() != json!(true) {
            assert!(Instant::now() < deadline, "pane {} waits for its pictures", self.number);
            sleep(LOOK).await;
        }
    }

    /// The newest enabled button with this label, if there is one.
    async fn button(&self, label: &str) -> Option<Element> {
        let css = self.css("button[data-testid=button]:not([disabled])");
        for button in self.client.find_all(Locator::Css(&css)).await.unwrap().into_iter().rev() {
            if button.text().await.is_ok_and(|text| text.starts_with(label)) {
                return Some(button);
            }
        }
        None
    }

    async fn press(&self, label: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // The message may be redrawn between the look and the press; then look again.
            if let Some(button) = self.button(label).await
                && button.click().await.is_ok()
            {
                return;
            }
            if Instant::now() > deadline {
                panic!("pane {} waits for a button {label:?} and shows\n{}", self.number, self.text().await);
            }
            sleep(LOOK).await;
        }
    }

    /// Types as a person does, wherever each key comes to.
    async fn types(&self, text: &str) {
        for key in text.chars() {
            self.keys(&key.to_string()).await;
        }
    }

    /// What stands in a field.
    async fn value(&self, testid: &str) -> String {
        self.wait(&format!("[data-testid={testid}]")).await.prop("value").await.unwrap().unwrap_or_default()
    }

    async fn keys(&self, text: &str) {
        self.client.active_element().await.unwrap().send_keys(text).await.unwrap();
    }

    /// Types a command and its options, each `name=value`, and sends it.
    async fn command(&self, name: &str, options: &[(&str, &str)]) {
        self.wait("[data-testid=composer]").await.click().await.unwrap();
        self.keys(&format!("/{name} ")).await;
        for (option, value) in options {
            let field = self.css(&format!("[data-testid=option-{option}]"));
            if self.client.find(Locator::Css(&field)).await.is_err() {
                self.wait(&format!("[data-testid=add-{option}]")).await.click().await.unwrap();
            }
            let field = self.wait(&format!("[data-testid=option-{option}]")).await;
            field.click().await.unwrap();
            field.send_keys(value).await.unwrap();
        }
        self.wait("[data-testid=send]").await.click().await.unwrap();
    }

    /// Plays the likeliest move that `/move` offers, by keyboard only. `false` if none is offered.
    async fn move_by_keyboard(&self) -> bool {
        self.wait("[data-testid=composer]").await.click().await.unwrap();
        self.keys("/move ").await;
        self.wait("[data-testid=option-move]").await;
        let offered = self
            .client
            .wait()
            .at_most(Duration::from_secs(2))
            .every(LOOK)
            .for_element(Locator::Css("[data-testid=suggestion]"))
            .await
            .is_ok();
        if !offered {
            self.keys(&Key::Escape.to_string()).await;
            let name = self.css(".command-name");
            if let Ok(leave) = self.client.find(Locator::Css(&name)).await {
                leave.click().await.unwrap();
            }
            return false;
        }
        self.keys(&Key::Enter.to_string()).await;
        self.keys(&Key::Enter.to_string()).await;
        true
    }
}

/// Ada opens a table, Ben joins, Ada starts.
async fn sit_down(ada: &Pane<'_>, ben: &Pane<'_>, game: &str, options: &[(&str, &str)]) {
    let mut all = vec![("game", game)];
    all.extend(options);
    ada.command("play", &all).await;
    ben.press("Join").await;
    ada.sees("2 Ben").await;
    ada.press("Start").await;
}

async fn play_gin(ada: &Pane<'_>, ben: &Pane<'_>) {
    sit_down(ada, ben, "Gin Rummy", &[("variant", "oklahoma"), ("options", "target=10")]).await;
    ada.sees("Stock 31").await;
    ada.sees_pictures().await;
    sound(ada.client, "a board").await;
    let deadline = Instant::now() + MATCH;
    for turn in 0.. {
        let seen = ada.text().await;
        if Instant::now() > deadline {
            screenshot(ada.client).await;
            panic!("the match does not end:\n{seen}\n--- Ben sees\n{}", ben.text().await);
        }
        if seen.contains("wins the match") {
            // One hand in two hundred is dealt so well that it can be knocked at once.
            assert!(turn > 1, "a match takes a draw and a knock");
            return;
        }
        let last = |name: &str| seen.rfind(&format!("{name} to ")).map_or(-1, |at| at as i64);
        let pane = if last("Ada") > last("Ben") { ada } else { ben };
        if !pane.move_by_keyboard().await {
            sleep(Duration::from_millis(100)).await;
        } else {
            until(Duration::from_secs(3), async || ada.text().await != seen).await;
        }
    }
}

/// Waits for something, at most this long. Returns whether it came.
async fn until(most: Duration, is: impl AsyncFn() -> bool) -> bool {
    let deadline = Instant::now() + most;
    while Instant::now() < deadline {
        if is().await {
            return true;
        }
        sleep(LOOK).await;
    }
    false
}

/// The numbers on the newest Brain Drain board, from its alt text: four to use, and the target.
fn puzzle(seen: &str) -> Option<[i64; 5]> {
    let said = &seen[seen.rfind("On display ")? + "On display ".len()..];
    let (display, rest) = said.split_once("; to be made ")?;
    let target = rest.split(['.', '\n']).next()?;
    // `K♣ (13)` says what it counts; `8♠` counts as it shows.
    let value = |card: &str| {
        let digits: String = match card.split_once('(') {
            Some((_, counted)) => counted.chars().filter(char::is_ascii_digit).collect(),
            None => card.chars().take_while(char::is_ascii_digit).collect(),
        };
        digits.parse().ok()
    };
    let numbers: Option<Vec<i64>> = display.split(", ").chain([target]).map(value).collect();
    numbers?.try_into().ok()
}

fn solution(puzzle: [i64; 5]) -> Option<String> {
    let question = json!({"solve": {"values": puzzle[..4], "target": puzzle[4]}});
    let answer: Value = catalog::game("brain-drain").unwrap().study(&question, Language::English).unwrap();
    answer["solutions"][0].as_str().map(str::to_owned)
}

/// Ben holds a button down while somebody else changes the message below it, and writes, so that the list grows: the
/// press counts when the button is released.
async fn join_while_it_changes(ada: &Pane<'_>, ben: &Pane<'_>) {
    const JOIN_AND_LEAVE: &str = "
        const done = arguments[arguments.length - 1];
        const post = async (path, body) => (await fetch(path,
            { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
        const channel = document.querySelector('[data-testid=view]').dataset.channelId;
        (async () => {
            const { id: person } = await post('/room/people', { name: 'Cyd' });
            for (const label of ['Join', 'Leave']) {
                const button = [...document.querySelectorAll('[data-testid=button]')].findLast((b) => b.innerText === label);
                const message = button.closest('[data-message-id]').dataset.messageId;
                const component = { message, custom_id: button.dataset.customId, values: [] };
                const { outcome } = await post('/room/interactions', { person, channel, component });
                if (outcome !== 'answered') throw new Error(`${label}: ${outcome}`);
            }
            await post('/room/messages', { person, channel, content: 'I\\nlook\\nonly\\non' });
            while (!document.body.innerText.includes('only\\non')) await new Promise((done) => setTimeout(done, 20));
        })().then(() => done('done'), (error) => done(String(error)));";
    let act = async |action: PointerAction| {
        ben.client.perform_actions(MouseActions::new("mouse".to_owned()).then(action)).await.unwrap();
    };
    assert!(until(PATIENCE, async || ben.button("Join").await.is_some()).await, "there is a lobby");
    let element = ben.button("Join").await.unwrap();
    act(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 }).await;
    act(PointerAction::Down { button: MOUSE_BUTTON_LEFT }).await;
    assert_eq!(ben.client.execute_async(JOIN_AND_LEAVE, Vec::new()).await.unwrap(), json!("done"));
    act(PointerAction::Up { button: MOUSE_BUTTON_LEFT }).await;
    ada.sees("2 Ben").await;
}

async fn play_brain_drain(ada: &Pane<'_>, ben: &Pane<'_>) {
    ada.command("play", &[("game", "Brain Drain"), ("options", "win_cards=1")]).await;
    join_while_it_changes(ada, ben).await;
    ada.press("Start").await;
    for _ in 0..12 {
        let seen = ada.sees("On display").await;
        let shown = puzzle(&seen);
        let Some(answer) = shown.and_then(solution) else {
            ada.press("Pass").await;
            ben.press("Pass").await;
            until(Duration::from_secs(3), async || puzzle(&ada.text().await) != shown).await;
            continue;
        };
        assert!(until(PATIENCE, async || puzzle(&ben.text().await) == shown).await, "both see the same target");
        ben.press("Answer…").await;
        let input =
            ben.client.wait().at_most(PATIENCE).every(LOOK).for_element(Locator::Css("[data-testid=input]")).await;
        let Ok(input) = input else {
            screenshot(ben.client).await;
            panic!("no form opened; Ben sees\n{}", ben.text().await);
        };
        input.send_keys(&answer).await.unwrap();
        ben.client.find(Locator::Css("[data-testid=modal-submit]")).await.unwrap().click().await.unwrap();
        ada.sees("Ben wins the match").await;
        return;
    }
    panic!("no target that can be made:\n{}", ada.text().await);
}

/// Runs an asynchronous function in the page. Returns its result, or its error in words.
async fn in_page(client: &Client, function: &str) -> Value {
    let script = format!(
        "const done = arguments[arguments.length - 1]; ({function})().then(done, (error) => done(String(error)));"
    );
    client.execute_async(&script, Vec::new()).await.unwrap()
}

/// Ada says something by a way other than the text box, as a program might.
async fn say(client: &Client, content: &str) {
    let function = format!(
        "async () => {{
            const person = document.querySelector('[data-testid=pane]').dataset.personId;
            const channel = document.querySelector('[data-testid=view]').dataset.channelId;
            const body = JSON.stringify({{ person, channel, content: {} }});
            const headers = {{ 'content-type': 'application/json' }};
            return (await fetch('/room/messages', {{ method: 'POST', headers, body }})).status;
        }}",
        json!(content)
    );
    assert_eq!(in_page(client, &function).await, json!(200), "{content}");
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_messages_are_shown_and_take_nothing_down() {
    let (room_dir, profile) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some((_driver, client)) = open_browser(&profile).await else { return };
    let (_room, address) = open_room(&room_dir);
    client.goto(&address).await.unwrap();
    let ada = Pane { client: &client, number: 1 };
    ada.wait("[data-testid=composer]").await;

    // A moment that is in no calendar, in both forms.
    let far = "<t:99999999999999> <t:-99999999999999:R>";
    for words in ["before", far, "||a secret||", "after"] {
        say(&client, words).await;
    }
    ada.sees("after").await;
    client.refresh().await.unwrap();
    let seen = ada.sees("after").await;
    assert!(seen.contains("before") && seen.contains(far), "{seen}");

    // Once shown, a spoiler is read aloud as it is.
    ada.wait(".spoiler").await;
    // In one step, because the list may be redrawn while the page connects.
    let revealed = "async () => {
        const spoiler = document.querySelector('.spoiler');
        const label = spoiler.getAttribute('aria-label');
        spoiler.click();
        return [label.split(' ')[0], spoiler.classList.contains('shown'), spoiler.getAttribute('aria-label')];
    }";
    assert_eq!(in_page(&client, revealed).await, json!(["Hidden", true, null]));

    // A message that cannot be drawn at all is replaced by a placeholder.
    let nonsense = "async () => {
        const { drawMessage } = await import(`${location.origin}/assets/js/message.js`);
        return drawMessage({ id: '7' }, {}, false).innerText;
    }";
    assert_eq!(in_page(&client, nonsense).await, json!("(a message that this room cannot show)"));

    // In notices, and when read aloud, a message is words only.
    let few_words = "async () => {
        const { summary } = await import(`${location.origin}/assets/js/message.js`);
        const channel = document.querySelector('[data-testid=view]').dataset.channelId;
        const content = `## Gin\n**Your hand** in <#${channel}>\nis [this](https://example.org/a_b_c),\n- not\n- ||that||`;
        return summary({ content, components: [] });
    }";
    assert_eq!(in_page(&client, few_words).await, json!("Gin Your hand in #card-room is this, not (hidden)"));
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_read_anew_whenever_it_is_connected_and_what_comes_then_waits() {
    let (room_dir, profile) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some((_driver, client)) = open_browser(&profile).await else { return };
    let (_room, address) = open_room(&room_dir);
    client.goto(&address).await.unwrap();
    // A socket that opens and delivers one event, for a page that is slow to read.
    let order = "async () => {
        const { listen } = await import(`${location.origin}/assets/js/net.js`);
        const real = window.WebSocket;
        window.WebSocket = class {
            constructor() {
                setTimeout(() => { this.onopen(); this.onmessage({ data: '{\"t\":\"bot\"}' }); });
            }
        };
        const seen = [];
        await new Promise((all, late) => {
            setTimeout(() => late(new Error(`only ${seen}`)), 5000);
            listen(async ({ t }) => {
                seen.push(`${t} begins`);
                await new Promise((wait) => setTimeout(wait, 50));
                if (seen.push(`${t} ends`) === 4) all();
            }, () => {});
        });
        window.WebSocket = real;
        return seen.join(', ');
    }";
    assert_eq!(in_page(&client, order).await, json!("resync begins, resync ends, bot begins, bot ends"));
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_typed_as_in_discord_and_no_key_is_lost() {
    let (room_dir, profile) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some((_driver, client)) = open_browser(&profile).await else { return };
    let (_room, address) = open_room(&room_dir);
    client.goto(&address).await.unwrap();
    let ada = Pane { client: &client, number: 1 };
    ada.wait("[data-testid=composer]").await.click().await.unwrap();

    // Without a required option, words go to the first one.
    ada.types("/help mooves").await;
    assert_eq!(ada.value("option-topic").await, "mooves");
    ada.keys(&Key::Enter.to_string()).await;
    if ada.client.find(Locator::Css("[data-testid=option-topic]")).await.is_ok() {
        ada.keys(&Key::Enter.to_string()).await;
    }
    ada.sees("type a card to narrow it").await;

    // Names with a colon turn to their options, in any order, also in the field of another one.
    ada.types("/play variant:oklahoma options:target 50 game:Gin Rummy").await;
    assert_eq!(ada.value("option-game").await, "Gin Rummy");
    assert_eq!(ada.value("option-variant").await, "oklahoma");
    assert_eq!(ada.value("option-options").await, "target 50");
    screenshot(&client).await;
    ada.keys(&Key::Enter.to_string()).await;
    // The first one picked the game of the list.
    ada.types("se").await;
    ada.keys(&Key::Enter.to_string()).await;
    ada.types("2").await;
    ada.keys(&Key::Enter.to_string()).await;
    let lobby = ada.sees("to 50 · the upcard").await;
    assert!(lobby.contains("for 2 players"), "{lobby}");

    // What fits no option stays, and nothing is sent.
    ada.types("/table show now").await;
    ada.keys(&Key::Enter.to_string()).await;
    assert_eq!(ada.value("more-options").await, "now");
    ada.keys(&Key::Escape.to_string()).await;
    ada.keys(&Key::Escape.to_string()).await;
    ada.types("plain words").await;
    assert_eq!(ada.value("composer").await, "plain words");
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_gin_and_brain_drain_in_the_browser() {
    let (room_dir, profile) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some((_driver, client)) = open_browser(&profile).await else { return };
    let (_room, address) = open_room(&room_dir);
    client.goto(&address).await.unwrap();
    let (ada, ben) = (Pane { client: &client, number: 1 }, Pane { client: &client, number: 2 });
    ada.wait("[data-testid=composer]").await;
    client.find(Locator::Css("[data-testid=add-pane]")).await.unwrap().click().await.unwrap();
    play_gin(&ada, &ben).await;
    sound(&client, "the end of a match").await;
    let over = ada.sees("Ratings").await;
    assert!(over.contains("Ada 1000 →") || over.contains("Ben 1000 →"), "{over}");
    ada.command("leaderboard", &[]).await;
    ada.sees("You: rank").await;
    screenshot(&client).await;
    play_brain_drain(&ada, &ben).await;
    client.close().await.unwrap();
}

/// Presses what plays in Ada's direct messages beside the channel: **Next hand**, the expected button of her hand, a list's first line,
/// or any button that plays.
const PLAY: &str = "async () => {
    const next = [...document.querySelectorAll('button')].filter((b) => b.offsetParent && b.innerText.trim() === 'Next hand');
    if (next.length) { next[next.length - 1].click(); return 'Next hand'; }
    const hands = [...document.querySelectorAll('[data-testid=view]')].flatMap((view) =>
        [...view.querySelectorAll('[data-testid=message]')].filter((m) => m.innerText.includes('Your hand')));
    const hand = hands[hands.length - 1];
    if (!hand) return 'no hand';
    const open = [...document.querySelectorAll('[role=option]')].filter((o) => o.offsetParent);
    if (open.length) { open[0].click(); return 'picked'; }
    const buttons = [...hand.querySelectorAll('button')].filter((b) => !b.disabled && b.offsetParent);
    const words = (b) => b.innerText.trim();
    const plays = buttons.filter((b) => b.classList.contains('button') && !/^(My hand|Refresh|Hint|Rules|More…|What counts|↩)/.test(words(b)));
    const best = plays.find((b) => b.classList.contains('primary')) ?? plays[0];
    const list = buttons.find((b) => b.getAttribute('aria-haspopup') === 'listbox');
    const chosen = best ?? list;
    chosen?.click();
    return chosen ? words(chosen) : 'nothing';
}";

/// Presses what plays until a match is won that was not before. The house takes its time.
async fn play_alone(ada: &Pane<'_>) {
    let won = |seen: &str| seen.matches("match over").count();
    let (before, deadline) = (won(&ada.text().await), Instant::now() + 2 * MATCH);
    while won(&ada.text().await) == before {
        let pressed = in_page(ada.client, PLAY).await;
        if Instant::now() > deadline {
            screenshot(ada.client).await;
            panic!("the match does not end; last pressed {pressed}:\n{}", ada.text().await);
        }
        sleep(Duration::from_millis(300)).await;
    }
    ada.sees("Not rated: the house played.").await;
}

/// Presses the last button with this label, in whatever view. Returns whether there is one: the page may change between
/// the look and the press.
async fn press_last(client: &Client, label: &str) -> bool {
    let all = client.find_all(Locator::XPath(&format!("//button[.='{label}']"))).await;
    match all.ok().and_then(|mut all| all.pop()) {
        Some(button) => button.click().await.is_ok(),
        None => false,
    }
}

/// Asks for a hint beside the hand, and has it played. As a person would, once more where a slow machine let a press fail,
/// or where the hand's only move played itself while the house thought.
async fn take_a_hint(ada: &Pane<'_>) {
    let played = async || page(ada.client).await.matches("Played in").count();
    let before = played().await;
    let taken = async || {
        for label in ["Hint", "Play it"] {
            if !until(BRIEFLY, async || press_last(ada.client, label).await).await {
                return false;
            }
        }
        until(BRIEFLY, async || played().await > before).await
    };
    assert!(until(4 * PATIENCE, taken).await, "the hint was not played:\n{}", page(ada.client).await);
}

/// All that the page shows, whatever view it is in.
async fn page(client: &Client) -> String {
    let all = in_page(client, "async () => document.body.innerText").await;
    all.as_str().unwrap_or_default().to_owned()
}

/// Reads the review of the last hand.
async fn read_a_review(ada: &Pane<'_>) {
    let reviews = async || page(ada.client).await.matches("in this hand.").count();
    let before = reviews().await;
    ada.press("Review").await;
    // Beside builds that are not optimized and other tests it takes a while.
    assert!(until(4 * PATIENCE, async || reviews().await > before).await, "no review in\n{}", page(ada.client).await);
    screenshot(ada.client).await;
}

/// Whether the control that has the focus is the button with this label.
async fn is_on(client: &Client, label: &str) -> bool {
    let text = "async () => document.activeElement?.tagName === 'BUTTON' ? document.activeElement.innerText : ''";
    in_page(client, text).await == json!(label)
}

/// Goes back from the composer to a button with this label, by Tab alone, and presses it.
async fn press_by_keyboard(ada: &Pane<'_>, label: &str) {
    if !is_on(ada.client, label).await {
        ada.wait("[data-testid=composer]").await.click().await.unwrap();
        let back = format!("{}{}", char::from(Key::Shift), char::from(Key::Tab));
        let found = async || {
            ada.keys(&back).await;
            is_on(ada.client, label).await
        };
        assert!(until(PATIENCE, found).await, "Tab does not reach {label}:\n{}", page(ada.client).await);
    }
    ada.keys(&Key::Enter.to_string()).await;
}

/// Opens the match that is over and steps through it, without a mouse.
async fn read_a_replay_by_keyboard(ada: &Pane<'_>) {
    ada.wait("[data-testid=composer]").await.click().await.unwrap();
    ada.keys("/replay ").await;
    ada.wait("[data-testid=option-match]").await;
    let offered = async || ada.client.find(Locator::Css("[data-testid=suggestion]")).await.is_ok();
    assert!(until(PATIENCE, offered).await, "no match is offered:\n{}", page(ada.client).await);
    for _ in 0..2 {
        ada.keys(&Key::Enter.to_string()).await;
    }
    ada.sees("before the first of").await;
    for (label, says) in
        [("Next", "· move 1 of"), ("Next", "· move 2 of"), ("Back", "· move 1 of"), ("As text", "Then: ")]
    {
        press_by_keyboard(ada, label).await;
        ada.sees(says).await;
    }
    press_by_keyboard(ada, "Last").await;
    let over = async || !ada.text().await.contains("Then: ");
    assert!(until(PATIENCE, over).await, "not at the end:\n{}", ada.text().await);
    screenshot(ada.client).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_alone_is_dealt_a_first_hand_and_plays_matches_by_presses() {
    let (room_dir, profile) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some((_driver, client)) = open_browser(&profile).await else { return };
    let (_room, address) = open_room(&room_dir);
    client.goto(&address).await.unwrap();
    let ada = Pane { client: &client, number: 1 };
    assert!(client.find(Locator::Css("[data-testid=pane]:nth-of-type(2)")).await.is_err(), "one window");
    screenshot(&client).await;
    let deals = async || press_last(&client, "Deal me a first hand").await;
    assert!(until(PATIENCE, deals).await, "newcomers are welcomed");
    ada.sees("🏠 Easy House").await;
    assert!(until(PATIENCE, async || press_last(&client, "Open beside").await).await, "no hand came");
    ada.sees_pictures().await;
    screenshot(&client).await;
    take_a_hint(&ada).await;
    play_alone(&ada).await;
    read_a_review(&ada).await;
    let pegs = [("game", "Pegs"), ("computers", "3"), ("level", "Easy")];
    ada.command("play", &pegs).await;
    ada.sees("Pegs and Jokers").await;
    take_a_hint(&ada).await;
    play_alone(&ada).await;
    read_a_review(&ada).await;
    read_a_replay_by_keyboard(&ada).await;
    client.close().await.unwrap();
}

/// Presses what plays an ordinary turn beside Ada's hand and counts: one for a button, one to open a list, one for its line.
/// A card that is drawn comes from the stock; the plainest button is a card. Ends after so many turns.
const COUNT: &str = "async () => {
    const words = (b) => b.innerText.trim();
    const last = (all) => all[all.length - 1];
    const hand = () => last([...document.querySelectorAll('[data-testid=message]')].filter((m) => m.innerText.includes('Your hand')
        && m.innerText.includes('GAME')));
    const mine = () => hand()?.innerText.includes('Your turn') || hand()?.innerText.includes('So far');
    const open = () => [...document.querySelectorAll('[role=option]')].filter((o) => o.offsetParent);
    const next = () => {
        if (open().length) return open()[0];
        const all = [...hand().querySelectorAll('button')].filter((b) => !b.disabled && b.offsetParent);
        const plays = all.filter((b) => b.classList.contains('button')
            && !/^(My hand|Refresh|Hint|Rules|More…|What counts|↩|More|Rearrange|Knock|Take|Lay|Add|Steal|Call|Claim|[♠♥♦♣] )/.test(words(b)));
        const lists = all.filter((b) => b.getAttribute('aria-haspopup') === 'listbox');
        return plays.find((b) => /^(Draw|Discard|Play)/.test(words(b))) ?? plays.find((b) => !/\\s/.test(words(b)))
            ?? plays[0] ?? lists.find((b) => /^(Discard|Play)/.test(words(b))) ?? lists[0];
    };
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const until = Date.now() + 60000;
    const turns = [];
    while (turns.length < TURNS && Date.now() < until) {
        if (!mine() || !next()) { await wait(50); continue; }
        const turn = { presses: 0, lists: 0, ms: 0, by: [] };
        while (mine() && Date.now() < until) {
            const press = next();
            if (!press) { await wait(20); continue; }
            const before = hand().innerText;
            const [at, had] = [Date.now(), open().length];
            turn.by.push(words(press).split('\\n')[0]);
            turn.lists += press.getAttribute('aria-haspopup') === 'listbox' ? 1 : 0;
            press.click();
            turn.presses += 1;
            while (hand().innerText === before && open().length === had && Date.now() < at + 8000) await wait(5);
            if (had) while (hand().innerText === before && Date.now() < at + 8000) await wait(5);
            turn.ms += Date.now() - at;
        }
        turns.push(turn);
    }
    return turns;
}";

/// What a turn costs in each game with a hand: presses, and milliseconds until the last of them shows.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_costs_few_presses_in_each_game() {
    let (room_dir, profile) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some((_driver, client)) = open_browser(&profile).await else { return };
    let (_room, address) = open_room(&room_dir);
    client.goto(&address).await.unwrap();
    client.update_timeouts(TimeoutConfiguration::new(Some(MATCH), None, None)).await.unwrap();
    let ada = Pane { client: &client, number: 1 };
    ada.wait("[data-testid=composer]").await;
    // Whoever wins a trick plays again, which is another turn: there, what counts is that no list is opened.
    let games = [("Gin Rummy", "1", 2), ("Klaberjass", "1", 9), ("Key of the Door", "2", 9), ("King's Rummy", "1", 2)];
    for (game, computers, most) in games.into_iter().chain([("Crazy Eights", "1", 9), ("Pegs and Jokers", "3", 4)]) {
        ada.command("play", &[("game", game), ("computers", computers), ("level", "Easy"), ("thread", "true")]).await;
        if game == "Gin Rummy" {
            assert!(until(PATIENCE, async || press_last(&client, "Open beside").await).await, "no hand came");
        }
        let turns = in_page(&client, &COUNT.replace("TURNS", "4").replace("GAME", &game.replace('\'', "\\'"))).await;
        println!("{game}: {turns}");
        let all = turns.as_array().unwrap_or_else(|| panic!("{game}: {turns}"));
        let few = |turn: &Value| turn["presses"].as_u64().unwrap() <= most && (most == 4 || turn["lists"] == 0);
        assert!(!all.is_empty() && all.iter().all(few), "{game} takes more than {most}, or a list: {turns}");
    }
    client.close().await.unwrap();
}
