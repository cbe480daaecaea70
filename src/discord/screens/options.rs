//! The host's panel: variant, options, people and their seats.

use serde_json::Value;

use crate::tables::{Absent, Clock, ForcedMoves, Hints, NextHand, Person, Sitter, Snapshot, Stage};
use engine::catalog::{Listed, VariantInfo};
use engine::{Knob, Language, Overrides, capital};

use super::super::press::{
    Press, TableAct, value_of_absent, value_of_clock, value_of_forced, value_of_hints, value_of_next_hand,
};
use super::super::ui::{Button, Field, LINES, Limit, Message, Modal, Select, SelectLine, Style, plain};
use super::clock::{away, bank, pace, when_away};
use super::happened::{news, told};
use super::hint::who;
use super::lobby::{playing, teams};
use super::{about, act};

/// The button that opens the form for a value.
const TYPE: &str = "Type a value…";

/// The host's panel, with the options in force; `changed`: the host has just changed something with it.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn options(snapshot: &Snapshot, in_force: &Value, changed: bool) -> Result<Message, Limit> {
    let game = snapshot.terms.game;
    let list = |act| Press::Table(snapshot.table, act).name();
    let variant = game.variant(&snapshot.terms.variant);
    let terms = Terms { variant, in_force };
    let mut draft = about(snapshot, &format!("table {} · options", snapshot.table))
        .text_cut(if changed { told(&news(snapshot)) } else { String::new() })
        .text_cut(plain(&snapshot.terms.house_rules()))
        .text_cut(terms.changes(game));
    draft = draft.select(Select::new(list(TableAct::Variant)?, "Variant", variant_lines(snapshot, game.variants())?)?);
    if let Some(lines) = variant.map(|v| seat_lines(snapshot, game, v)).transpose()?.filter(|lines| !lines.is_empty()) {
        draft = draft.select(Select::new(list(TableAct::Seats)?, "Seats", lines)?);
    }
    let lists = [(TableAct::Knobs, "Change a house rule…"), (TableAct::MoreKnobs, "More house rules…")];
    for (knobs, (act, placeholder)) in game.knobs_of(in_force).chunks(LINES).zip(lists) {
        let lines = knobs.iter().map(|knob| terms.line(knob)).collect::<Result<_, _>>()?;
        draft = draft.select(Select::new(list(act)?, placeholder, lines)?);
    }
    draft = draft.select(Select::new(list(TableAct::Hints)?, "Hints", hint_lines(snapshot.terms.hints)?)?);
    draft = draft.select(Select::new(list(TableAct::Clock)?, "Clock", clock_lines(snapshot.terms.clock)?)?);
    if snapshot.terms.clock != Clock::None {
        let lines = absent_lines(snapshot.terms.absent)?;
        draft = draft.select(Select::new(list(TableAct::Absent)?, "Whoever is away", lines)?);
    }
    let lines = forced_lines(snapshot.terms.forced)?;
    draft = draft.select(Select::new(list(TableAct::Forced)?, "Forced moves", lines)?);
    let lines = next_hand_lines(snapshot.terms.next_hand)?;
    draft = draft.select(Select::new(list(TableAct::NextHand)?, "Next hand", lines)?);
    if snapshot.terms.private {
        draft = draft.select(Select::people(list(TableAct::Invite)?, "Invite somebody…"));
    }
    let movable = movable(snapshot)?;
    if !movable.is_empty() {
        draft = draft.select(Select::new(list(TableAct::Up)?, "Move somebody up a seat…", movable)?);
    }
    let others = others(snapshot)?;
    if !others.is_empty() {
        draft = draft.select(Select::new(list(TableAct::Kick)?, "Send somebody away…", others)?);
    }
    let sent_away = sent_away(snapshot)?;
    if !sent_away.is_empty() {
        draft = draft.select(Select::new(list(TableAct::Back)?, "Let somebody back in…", sent_away)?);
    }
    draft.build()
}

/// The options in force, to read only: for everyone but the host, and for everybody once the match has begun.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn options_in_force(snapshot: &Snapshot, in_force: &Value) -> Result<Message, Limit> {
    let game = snapshot.terms.game;
    let terms = Terms { variant: game.variant(&snapshot.terms.variant), in_force };
    let whose = match (snapshot.stage, snapshot.name_of(snapshot.seating.host)) {
        (Stage::Lobby, _) if snapshot.terms.challenge => "They stand as the challenge was made.".to_owned(),
        (Stage::Lobby, Some(host)) => format!("{} sets them, until the match begins.", plain(host)),
        _ => "They hold for the whole match.".to_owned(),
    };
    let all = game.knobs_of(in_force);
    let line = |knob: &&Knob| format!("**{}{}** · {}", terms.mark(knob), plain(&terms.says(knob)), plain(knob.about));
    let all: Vec<String> = all.iter().map(line).collect();
    about(snapshot, &format!("table {} · options", snapshot.table))
        .text(whose)
        .text_cut(plain(&snapshot.terms.house_rules()))
        .text(format!("-# **Hints** · {}", who(snapshot.terms.hints)))
        .text(format!("-# **Clock** · {}", pace(snapshot.terms.clock)))
        .text(format!("-# **Whoever is away** · {}", away(snapshot.terms.absent)))
        .text(format!("-# **Forced moves** · {}", when(snapshot.terms.forced)))
        .text(format!("-# **Next hand** · {}", follows(snapshot.terms.next_hand)))
        .text_cut(all.iter().map(|line| format!("-# {line}")).collect::<Vec<_>>().join("\n"))
        .build()
}

fn hint_lines(now: Hints) -> Result<Vec<SelectLine>, Limit> {
    let why = |hints| if hints == Hints::Auto { "as usual: none in matches of people, which are rated" } else { "" };
    let line = |hints: Hints| {
        let line = SelectLine::new(&format!("Hints {}", who(hints)), why(hints), value_of_hints(hints))?;
        Ok(line.chosen(hints == now))
    };
    Hints::ALL.into_iter().map(line).collect()
}

fn clock_lines(now: Clock) -> Result<Vec<SelectLine>, Limit> {
    let line = |clock: Clock| {
        let line = SelectLine::new(&capital(&pace(clock)), &bank(clock), value_of_clock(clock))?;
        Ok(line.chosen(clock == now))
    };
    Clock::ALL.into_iter().map(line).collect()
}

fn absent_lines(now: Absent) -> Result<Vec<SelectLine>, Limit> {
    let line = |absent: Absent| {
        let line =
            SelectLine::new(&format!("Whoever is away: {}", away(absent)), when_away(absent), value_of_absent(absent))?;
        Ok(line.chosen(absent == now))
    };
    Absent::ALL.into_iter().map(line).collect()
}

fn forced_lines(now: ForcedMoves) -> Result<Vec<SelectLine>, Limit> {
    let why = |forced| match forced {
        ForcedMoves::Seen => "as usual: what all can see, like the last card; alone against the house, every one",
        ForcedMoves::All => "nothing to declare, a lone card that follows: others see at once that you had no choice",
        ForcedMoves::Never => "",
    };
    let line = |forced: ForcedMoves| {
        let line = SelectLine::new(&format!("Forced moves {}", when(forced)), why(forced), value_of_forced(forced))?;
        Ok(line.chosen(forced == now))
    };
    ForcedMoves::ALL.into_iter().map(line).collect()
}

fn next_hand_lines(now: NextHand) -> Result<Vec<SelectLine>, Limit> {
    let why = |next: NextHand| match next {
        NextHand::Waits => "as usual: until somebody presses Next hand, 20 s at most",
        NextHand::AtOnce => "",
    };
    let line = |next: NextHand| {
        let line = SelectLine::new(&format!("The next hand {}", follows(next)), why(next), value_of_next_hand(next))?;
        Ok(line.chosen(next == now))
    };
    NextHand::ALL.into_iter().map(line).collect()
}

/// When the next hand is shown, in a few words.
pub(super) const fn follows(next: NextHand) -> &'static str {
    match next {
        NextHand::Waits => "waits until how the last one ended was seen",
        NextHand::AtOnce => "follows at once",
    }
}

/// When forced moves play themselves, in a few words.
pub(super) const fn when(forced: ForcedMoves) -> &'static str {
    match forced {
        ForcedMoves::Seen => "play themselves where that tells nothing",
        ForcedMoves::All => "all play themselves, even where that tells something",
        ForcedMoves::Never => "are played by hand",
    }
}

fn variant_lines(snapshot: &Snapshot, variants: &[VariantInfo]) -> Result<Vec<SelectLine>, Limit> {
    let line = |v: &VariantInfo| Ok(SelectLine::new(v.title, v.about, v.id)?.chosen(v.id == snapshot.terms.variant));
    variants.iter().take(LINES).map(line).collect()
}

/// The choices of how many may sit; empty if the variant leaves no choice.
fn seat_lines(snapshot: &Snapshot, game: &dyn Listed, variant: &VariantInfo) -> Result<Vec<SelectLine>, Limit> {
    let seats = variant.seats.clone();
    if seats.start() >= seats.end() {
        return Ok(Vec::new());
    }
    let fixed = if let [only] = snapshot.terms.counts.as_slice() { Some(*only) } else { None };
    let seated = snapshot.taken();
    // Five people do not make two equal teams, and a number must not send anybody away.
    let fits = |n: &u8| usize::from(*n) >= seated && game.options(Some(variant.id), &Overrides::new(), *n).is_ok();
    let line = |n: u8| Ok(SelectLine::new(&format!("{n} seats"), "", n.to_string())?.chosen(fixed == Some(n)));
    let open = Ok(SelectLine::new("As many as come", "", "0")?.chosen(fixed.is_none()));
    std::iter::once(open).chain(seats.filter(fits).map(line)).collect()
}

/// Those who can change places with the person before them, and the result: the teams, if there are any. With only
/// two people there is no difference.
fn movable(snapshot: &Snapshot) -> Result<Vec<SelectLine>, Limit> {
    let playing = playing(snapshot);
    let taken = playing.iter().filter_map(|seat| Some((seat.sitter?, seat.name.as_str())));
    let taken: Vec<(Sitter, &str)> = taken.collect();
    if taken.len() < 3 {
        return Ok(Vec::new());
    }
    let line = |at: usize| {
        let (who, name) = taken[at];
        let mut after = playing.to_vec();
        // Those who sit there change places; the sides of the seats stay.
        if let [before, own] = &mut after[at - 1..=at] {
            std::mem::swap(&mut before.sitter, &mut own.sitter);
            std::mem::swap(&mut before.name, &mut own.name);
        }
        let then = teams(&after).unwrap_or_else(|| format!("before {}", taken[at - 1].1));
        SelectLine::new(&format!("{name} to seat {at}"), &then, who.to_string())
    };
    (1..taken.len()).map(line).collect()
}

/// Those who were sent away; if there are many, the last of them.
fn sent_away(snapshot: &Snapshot) -> Result<Vec<SelectLine>, Limit> {
    let line = |person: &Person| SelectLine::new(person.name(), "sent away", person.id.to_string());
    snapshot.seating.sent_away.iter().rev().take(LINES).map(line).collect()
}

/// Everybody at the table except its host, and those who are invited.
fn others(snapshot: &Snapshot) -> Result<Vec<SelectLine>, Limit> {
    let seated = snapshot.seating.seats.iter().filter_map(|seat| Some((seat.sitter?, seat.name.as_str(), "")));
    let invited = snapshot.seating.invited.iter().map(|person| (person.id.into(), person.name(), "not here yet"));
    let others = seated.filter(|(who, ..)| *who != snapshot.seating.host).chain(invited).take(LINES);
    others.map(|(who, name, where_is)| SelectLine::new(name, where_is, who.to_string())).collect()
}

/// The options of a table, compared with the usual ones of its variant.
#[derive(Clone, Copy)]
struct Terms<'a> {
    variant: Option<&'a VariantInfo>,
    in_force: &'a Value,
}

impl Terms<'_> {
    fn now(&self, knob: &Knob) -> &Value {
        &self.in_force[knob.key]
    }

    fn usual(&self, knob: &Knob) -> &Value {
        self.variant.map_or(&Value::Null, |variant| &variant.options[knob.key])
    }

    fn differs(&self, knob: &Knob) -> bool {
        self.now(knob) != self.usual(knob)
    }

    /// `Knock limit: 7 (usually 10)`
    fn says(&self, knob: &Knob) -> String {
        let now = format!("{}: {}", knob.title(Language::English), knob.words(self.now(knob), Language::English));
        if self.differs(knob) {
            format!("{now} (usually {})", knob.words(self.usual(knob), Language::English))
        } else {
            now
        }
    }

    /// An option in the list of all, marked if it is not as usual.
    fn line(&self, knob: &Knob) -> Result<SelectLine, Limit> {
        SelectLine::new(&format!("{}{}", self.mark(knob), self.says(knob)), knob.about, knob.key)
    }

    fn mark(&self, knob: &Knob) -> &'static str {
        if self.differs(knob) { "● " } else { "" }
    }

    /// Everything that is not as usual, in one line.
    fn changes(&self, game: &dyn Listed) -> String {
        let changed: Vec<String> = game.knobs().iter().filter(|k| self.differs(k)).map(|k| self.says(k)).collect();
        let title = self.variant.map_or("the variant", |variant| variant.title);
        if changed.is_empty() {
            return format!("-# All as usual in {title}.");
        }
        format!("-# ● Other than usual in {title}: {}", plain(&changed.join(" · ")))
    }
}

/// An option: its values to pick from or, if it takes a number, a button that opens the form for it, and the way back.
/// Picking it in the list of options does not open the form at once: a list takes the same pick again only after its
/// message has changed, and forms get closed unsent.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn knob_page(snapshot: &Snapshot, in_force: &Value, knob: &Knob) -> Result<Message, Limit> {
    let variant = snapshot.terms.game.variant(&snapshot.terms.variant);
    let terms = Terms { variant, in_force };
    let title = knob.title(Language::English);
    let name = Press::Knob(snapshot.table, knob.key.to_owned()).name()?;
    let back: Button = act(snapshot, TableAct::Options, "↩ Options", Style::Secondary)?;
    let page = about(snapshot, &format!("table {} · options", snapshot.table))
        .text(format!("**{}**\n{}", plain(&title), plain(knob.about)))
        .text(format!("-# Now: {}", plain(&terms.says(knob))));
    let page = match knob.kind.all(LINES) {
        Some(values) => {
            let lines = values.iter().map(|typed| value_line(terms, knob, typed)).collect::<Result<Vec<_>, _>>()?;
            page.select(Select::new(name, &title, lines)?).buttons([back])
        }
        None => page.buttons([Button::new(TYPE, name, Style::Primary), back]),
    };
    page.build()
}

fn value_line(terms: Terms<'_>, knob: &Knob, typed: &str) -> Result<SelectLine, Limit> {
    let value = knob.kind.read(typed).unwrap_or_default();
    let words = knob.words(&value, Language::English);
    let hint = if words == knob.words(terms.usual(knob), Language::English) { "as usual" } else { "" };
    Ok(SelectLine::new(&words, hint, typed)?.chosen(words == knob.words(terms.now(knob), Language::English)))
}

/// The form for an option's value, which starts with the current value.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn knob_form(snapshot: &Snapshot, in_force: &Value, knob: &Knob) -> Result<Modal, Limit> {
    let now = match &in_force[knob.key] {
        Value::String(text) => text.clone(),
        other => knob.words(other, Language::English),
    };
    let field = Field::new(&knob.kind.takes(Language::English), 60)?.example(knob.about).value(&now);
    Modal::new(Press::Knob(snapshot.table, knob.key.to_owned()).name()?, &knob.title(Language::English), field)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::discord::ui::Audience;
    use crate::store::{ChannelId, Place, Store, UserId};
    use crate::tables::{LobbyAct, NewTable, Person, Request, Room, TableId};
    use engine::catalog;

    /// The lists and buttons of a message.
    fn parts(message: &Message) -> Vec<Value> {
        let message = message.reply(Audience::Caller);
        let rows = message["components"][0]["components"].as_array().unwrap().clone();
        rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default()).collect()
    }

    fn list(message: &Message, placeholder: &str) -> Vec<Value> {
        let list = parts(message).into_iter().find(|list| list["placeholder"] == placeholder).unwrap();
        list["options"].as_array().unwrap().clone()
    }

    /// The lines of a list, found by its placeholder: their labels and values.
    fn lines(message: &Message, placeholder: &str) -> Vec<(String, String)> {
        let line =
            |line: &Value| (line["label"].as_str().unwrap().to_owned(), line["value"].as_str().unwrap().to_owned());
        list(message, placeholder).iter().map(line).collect()
    }

    fn person(n: u64, name: &str) -> Person {
        Person::new(UserId(n), name)
    }

    /// A table of Ada's.
    async fn opened(game: &str) -> (tempfile::TempDir, Room, TableId) {
        let (dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let new = NewTable::new(game, Place { channel: ChannelId(1), guild: None }, person(1, "Ada"));
        let table = room.create(new).await.unwrap().snapshot.table;
        (dir, room, table)
    }

    async fn ask(room: &Room, table: TableId, who: Person, act: LobbyAct) -> (Arc<Snapshot>, Value) {
        let snapshot = room.ask(&table, Request::new(who, act)).await.unwrap().snapshot;
        with_options(snapshot)
    }

    async fn look(room: &Room, table: TableId) -> (Arc<Snapshot>, Value) {
        with_options(room.look(&table).await.unwrap())
    }

    fn with_options(snapshot: Arc<Snapshot>) -> (Arc<Snapshot>, Value) {
        let in_force = snapshot.terms.options.clone().unwrap();
        (snapshot, in_force)
    }

    #[tokio::test]
    async fn seats_can_be_left_open_and_namesakes_are_told_apart() {
        let (_dir, room, table) = opened("key-of-the-door").await;
        let (joined, in_force) = ask(&room, table, person(2, "Ada"), LobbyAct::Join).await;
        let panel = options(&joined, &in_force, false).unwrap();
        assert_eq!(lines(&panel, "Seats")[0], ("As many as come".to_owned(), "0".to_owned()));
        assert_eq!(list(&panel, "Seats")[0]["default"], true);
        assert_eq!(lines(&panel, "Send somebody away…"), [("Ada 2".to_owned(), "2".to_owned())]);
        let (kicked, in_force) = ask(&room, table, person(1, "Ada"), LobbyAct::Kick(UserId(2).into())).await;
        let panel = options(&kicked, &in_force, true).unwrap();
        assert_eq!(lines(&panel, "Let somebody back in…"), [("Ada 2".to_owned(), "2".to_owned())]);
    }

    #[tokio::test]
    async fn who_is_moved_up_is_shown_with_the_teams_that_it_makes() {
        let (_dir, room, table) = opened("pegs-and-jokers").await;
        let (two, in_force) = ask(&room, table, person(2, "Ben"), LobbyAct::Join).await;
        let has_list = |snapshot, in_force| {
            let panel = options(snapshot, in_force, false).unwrap();
            parts(&panel).iter().any(|part| part["placeholder"] == "Move somebody up a seat…")
        };
        assert!(!has_list(&two, &in_force), "of two, either order is the same");
        let (three, in_force) = ask(&room, table, person(3, "Cyd"), LobbyAct::Join).await;
        let panel = options(&three, &in_force, false).unwrap();
        let moves = list(&panel, "Move somebody up a seat…");
        let says: Vec<_> = moves.iter().map(|m| (&m["label"], &m["description"], &m["value"])).collect();
        let [first, second] = [json!("Ben to seat 1"), json!("Cyd to seat 2")];
        let [ben, cyd] = [json!("Ben and Cyd against Ada and seat 4"), json!("Ada and Ben against Cyd and seat 4")];
        assert_eq!(says, [(&first, &ben, &json!("2")), (&second, &cyd, &json!("3"))]);
        let (moved, in_force) = ask(&room, table, person(1, "Ada"), LobbyAct::MoveUp(UserId(3).into())).await;
        let panel = options(&moved, &in_force, true).unwrap();
        assert!(panel.reply(Audience::Caller).to_string().contains("Ada gave Cyd seat 2, before Ben."));
        assert_eq!(lines(&panel, "Move somebody up a seat…")[1].0, "Ben to seat 2");
    }

    #[tokio::test]
    async fn where_all_play_alone_it_says_before_whom() {
        let (_dir, room, table) = opened("kings-rummy").await;
        ask(&room, table, person(2, "Ben"), LobbyAct::Join).await;
        let (three, in_force) = ask(&room, table, person(3, "Cyd"), LobbyAct::Join).await;
        let panel = options(&three, &in_force, false).unwrap();
        assert_eq!(list(&panel, "Move somebody up a seat…")[0]["description"], "before Ada");
    }

    #[tokio::test]
    async fn options_have_names_and_values_in_words_and_changes_are_marked() {
        let (_dir, room, table) = opened("gin-rummy").await;
        let changes = [("knock_limit", json!(7)), ("undercut_on_tie", json!(false)), ("layoff", json!("manual"))];
        let changes = changes.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        let (changed, in_force) = ask(&room, table, person(1, "Ada"), LobbyAct::SetOptions(changes)).await;
        let panel = options(&changed, &in_force, false).unwrap();
        let house = lines(&panel, "Change a house rule…");
        let says = |key: &str| house.iter().find(|(_, value)| value == key).map(|(label, _)| label.as_str());
        assert_eq!(says("knock_limit"), Some("● Knock limit: 7 (usually 10)"));
        assert_eq!(says("target"), Some("Target: 100"));
        assert_eq!(says("oklahoma"), Some("Oklahoma: no"));
        assert_eq!(says("layoff"), Some("● Lay-off: by the player (usually by the table)"));
        let text = panel.reply(Audience::Caller).to_string();
        assert!(text.contains("Other than usual in Classic: Knock limit: 7 (usually 10)"), "{text}");
        assert_eq!(says("okla_spade_doubles"), None, "it has no part without Oklahoma");
        let oklahoma = LobbyAct::SetOptions([("oklahoma".to_owned(), json!(true))].into_iter().collect());
        let (changed, in_force) = ask(&room, table, person(1, "Ada"), oklahoma).await;
        let house = lines(&options(&changed, &in_force, true).unwrap(), "Change a house rule…");
        assert!(house.iter().any(|(_, key)| key == "okla_spade_doubles"), "{house:?}");
    }

    #[tokio::test]
    async fn every_option_of_every_game_can_be_shown_and_set() {
        for game in catalog::games() {
            let (_dir, room, table) = opened(game.id()).await;
            for (n, variant) in game.variants().iter().enumerate() {
                // The table was opened with the first of them.
                let (snapshot, in_force) = if n == 0 {
                    look(&room, table).await
                } else {
                    ask(&room, table, person(1, "Ada"), LobbyAct::SetVariant(variant.id.to_owned())).await
                };
                let panel = options(&snapshot, &in_force, true).unwrap();
                let is_house = |list: &&Value| list["placeholder"].as_str().is_some_and(|p| p.contains("house rule"));
                let offered: usize = parts(&panel)
                    .iter()
                    .filter(is_house)
                    .map(|list| list["options"].as_array().map_or(0, Vec::len))
                    .sum();
                assert_eq!(offered, game.knobs_of(&in_force).len(), "{} {}", game.id(), variant.id);
                let panel = panel.reply(Audience::Caller).to_string();
                assert!(panel.contains("All as usual in"), "{} {}: {panel}", game.id(), variant.id);
                for knob in game.knobs() {
                    let page = knob_page(&snapshot, &in_force, knob).unwrap();
                    let shown = if parts(&page).iter().any(|part| part["label"] == TYPE) {
                        knob_form(&snapshot, &in_force, knob).map(|_| 1).unwrap()
                    } else {
                        list(&page, &knob.title(Language::English)).iter().filter(|v| v["default"] == true).count()
                    };
                    assert_eq!(shown, 1, "{} {}: the value of now is marked", game.id(), knob.key);
                }
            }
        }
    }

    #[tokio::test]
    async fn values_are_words_and_there_is_a_way_back() {
        let (_dir, room, table) = opened("gin-rummy").await;
        let (snapshot, in_force) = look(&room, table).await;
        let knob = |key: &str| catalog::game("gin-rummy").unwrap().knob(key).unwrap();
        let values = knob_page(&snapshot, &in_force, knob("oklahoma")).unwrap();
        let said = list(&values, "Oklahoma");
        assert_eq!((&said[0]["label"], &said[0]["value"]), (&json!("yes"), &json!("true")));
        assert_eq!((&said[1]["label"], &said[1]["default"]), (&json!("no"), &json!(true)));
        assert_eq!(said[1]["description"], "as usual");
        assert!(parts(&values).iter().any(|part| part["label"] == "↩ Options"));
        let typed = parts(&knob_page(&snapshot, &in_force, knob("target")).unwrap());
        let labels: Vec<_> = typed.iter().map(|part| part["label"].as_str().unwrap()).collect();
        assert_eq!(labels, [TYPE, "↩ Options"], "too many to list");
        assert!(knob_form(&snapshot, &in_force, knob("target")).is_ok());
    }
}
