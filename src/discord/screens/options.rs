//! The host's panel: variant, seats, people, and the forms for everything else.

use crate::discord::SPOKEN;
use serde_json::Value;

use crate::tables::{self, Absent, Clock, ForcedMoves, Hints, NextHand, Person, Sitter, Snapshot, Stage};
use engine::catalog::{Listed, VariantInfo};
use engine::{Knob, Overrides, capital};

use super::super::press::{
    Part, Press, TableAct, value_of_absent, value_of_clock, value_of_forced, value_of_hints, value_of_next_hand,
};
use super::super::ui::{Button, FIELDS, Field, LINES, Limit, Message, Select, SelectLine, Style, plain};
use super::clock::{away, bank, pace, when_away};
use super::happened::{news, told};
use super::hint::who;
use super::lobby::{playing, teams};
use super::{about, forms};

const _: fn(engine::Language) = |engine::Language::English| ();

/// What the forms are called.
pub(super) const HOUSE_RULES: [&str; 2] = ["House rules", "More house rules"];
pub(super) const WAYS: &str = "Clock, hints and pace";

/// The host's panel, with the options in force; `changed`: the host has just changed something with it, and which lines
/// of a form were `wrong` and changed nothing.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn options(snapshot: &Snapshot, in_force: &Value, changed: bool, wrong: &[String]) -> Result<Message, Limit> {
    let game = snapshot.terms.game;
    let list = |act| Press::Table(snapshot.table, act).name();
    let variant = game.variant(&snapshot.terms.variant);
    let terms = Terms { variant, in_force };
    let mut draft = about(snapshot, &format!("table {} · options", snapshot.table))
        .text_cut(if changed { told(&news(snapshot)) } else { String::new() })
        .text_cut(plain(&wrong.iter().map(|line| format!("Unchanged: {line}")).collect::<Vec<_>>().join("\n")))
        .text_cut(plain(&snapshot.terms.house_rules(SPOKEN)))
        .text_cut(terms.changes(game))
        .text(ways(&snapshot.terms));
    draft = draft.select(Select::new(list(TableAct::Variant)?, "Variant", variant_lines(snapshot, game.variants())?)?);
    if let Some(lines) = variant.map(|v| seat_lines(snapshot, game, v)).transpose()?.filter(|lines| !lines.is_empty()) {
        draft = draft.select(Select::new(list(TableAct::Seats)?, "Seats", lines)?);
    }
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
    draft.buttons(forms(snapshot, in_force)?).build()
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
    let line = |knob: &&Knob| {
        format!("**{}{}** · {}", terms.mark(knob), plain(&terms.says(knob)), plain(knob.about.says(SPOKEN)))
    };
    let all: Vec<String> = all.iter().map(line).collect();
    about(snapshot, &format!("table {} · options", snapshot.table))
        .text(whose)
        .text_cut(plain(&snapshot.terms.house_rules(SPOKEN)))
        .text(ways(&snapshot.terms))
        .text_cut(all.iter().map(|line| format!("-# {line}")).collect::<Vec<_>>().join("\n"))
        .build()
}

/// The buttons that open the forms.
fn forms(snapshot: &Snapshot, in_force: &Value) -> Result<Vec<Button>, Limit> {
    let house_rules = forms::count(&snapshot.terms.game.knobs_of(in_force));
    let parts = (0..house_rules).map(|n| (Part::HouseRules(n as u8), HOUSE_RULES[n.min(1)]));
    let stamp = forms::stamp(&snapshot.terms, in_force);
    let button = |(part, label): (Part, &str)| {
        Ok(Button::new(&format!("{label}…"), Press::Options(snapshot.table, part, stamp).name()?, Style::Secondary))
    };
    parts.chain([(Part::Ways, WAYS)]).map(button).collect()
}

/// How the table is run, in a few lines.
fn ways(terms: &tables::Terms) -> String {
    let absent = format!("-# **Whoever is away** · {}", away(terms.absent));
    let lines = [
        Some(format!("-# **Hints** · {}", who(terms.hints))),
        Some(format!("-# **Clock** · {}", pace(terms.clock))),
        (terms.clock != Clock::None).then_some(absent),
        Some(format!("-# **Forced moves** · {}", when(terms.forced))),
        Some(format!("-# **Next hand** · {}", follows(terms.next_hand))),
    ];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// The fields of the form about that.
pub(super) fn ways_fields(terms: &tables::Terms) -> Result<Vec<Field>, Limit> {
    let line = |label: &str, about: &str, value: &str, chosen| {
        Ok(SelectLine::new(&capital(label), about, value)?.chosen(chosen))
    };
    let clock = |one: Clock| line(&pace(one), &bank(one), value_of_clock(one), one == terms.clock);
    let absent = |one: Absent| line(away(one), when_away(one), value_of_absent(one), one == terms.absent);
    let hints = |one: Hints| line(who(one), why_hints(one), value_of_hints(one), one == terms.hints);
    let forced = |one: ForcedMoves| line(when(one), why_forced(one), value_of_forced(one), one == terms.forced);
    let next = |one: NextHand| line(follows(one), why_next(one), value_of_next_hand(one), one == terms.next_hand);
    let field = |id: &str, label: &str, lines: Result<_, Limit>| Field::pick(id, label, lines?);
    let fields: [_; FIELDS] = [
        field("clock", "Clock", Clock::ALL.into_iter().map(clock).collect())?,
        field("absent", "Whoever is away (with a clock)", Absent::ALL.into_iter().map(absent).collect())?,
        field("hints", "Hints", Hints::ALL.into_iter().map(hints).collect())?,
        field("forced", "Forced moves", ForcedMoves::ALL.into_iter().map(forced).collect())?,
        field("next-hand", "The next hand", NextHand::ALL.into_iter().map(next).collect())?,
    ];
    Ok(fields.into())
}

const fn why_hints(hints: Hints) -> &'static str {
    match hints {
        Hints::Auto => "as usual: none in matches of people, which are rated",
        _ => "",
    }
}

const fn why_forced(forced: ForcedMoves) -> &'static str {
    match forced {
        ForcedMoves::Seen => "as usual: what all can see, like the last card; alone against the house, every one",
        ForcedMoves::All => "nothing to declare, a lone card that follows: others see at once that you had no choice",
        ForcedMoves::Never => "",
    }
}

const fn why_next(next: NextHand) -> &'static str {
    match next {
        NextHand::Waits => "as usual: until somebody presses Next hand, 20 s at most",
        NextHand::AtOnce => "",
    }
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
    let line = |v: &VariantInfo| {
        Ok(SelectLine::new(v.title.says(SPOKEN), v.about.says(SPOKEN), v.id)?.chosen(v.id == snapshot.terms.variant))
    };
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
        let now = format!("{}: {}", knob.title(SPOKEN), knob.words(self.now(knob), SPOKEN));
        if self.differs(knob) { format!("{now} (usually {})", knob.words(self.usual(knob), SPOKEN)) } else { now }
    }

    fn mark(&self, knob: &Knob) -> &'static str {
        if self.differs(knob) { "● " } else { "" }
    }

    /// Everything that is not as usual, in one line.
    fn changes(&self, game: &dyn Listed) -> String {
        let changed: Vec<String> = game.knobs().iter().filter(|k| self.differs(k)).map(|k| self.says(k)).collect();
        let title = self.variant.map_or("the variant", |variant| variant.title.says(SPOKEN));
        if changed.is_empty() {
            return format!("-# All as usual in {title}.");
        }
        format!("-# ● Other than usual in {title}: {}", plain(&changed.join(" · ")))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::discord::ui::Audience;
    use crate::store::{ChannelId, Place, Store, UserId};
    use crate::tables::{LobbyAct, NewTable, Person, Request, Room, TableId};

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

    fn with_options(snapshot: Arc<Snapshot>) -> (Arc<Snapshot>, Value) {
        let in_force = snapshot.terms.options.clone().unwrap();
        (snapshot, in_force)
    }

    #[tokio::test]
    async fn seats_can_be_left_open_and_namesakes_are_told_apart() {
        let (_dir, room, table) = opened("key-of-the-door").await;
        let (joined, in_force) = ask(&room, table, person(2, "Ada"), LobbyAct::Join).await;
        let panel = options(&joined, &in_force, false, &[]).unwrap();
        assert_eq!(lines(&panel, "Seats")[0], ("As many as come".to_owned(), "0".to_owned()));
        assert_eq!(list(&panel, "Seats")[0]["default"], true);
        assert_eq!(lines(&panel, "Send somebody away…"), [("Ada 2".to_owned(), "2".to_owned())]);
        let (kicked, in_force) = ask(&room, table, person(1, "Ada"), LobbyAct::Kick(UserId(2).into())).await;
        let panel = options(&kicked, &in_force, true, &[]).unwrap();
        assert_eq!(lines(&panel, "Let somebody back in…"), [("Ada 2".to_owned(), "2".to_owned())]);
    }

    #[tokio::test]
    async fn who_is_moved_up_is_shown_with_the_teams_that_it_makes() {
        let (_dir, room, table) = opened("pegs-and-jokers").await;
        let (two, in_force) = ask(&room, table, person(2, "Ben"), LobbyAct::Join).await;
        let has_list = |snapshot, in_force| {
            let panel = options(snapshot, in_force, false, &[]).unwrap();
            parts(&panel).iter().any(|part| part["placeholder"] == "Move somebody up a seat…")
        };
        assert!(!has_list(&two, &in_force), "of two, either order is the same");
        let (three, in_force) = ask(&room, table, person(3, "Cyd"), LobbyAct::Join).await;
        let panel = options(&three, &in_force, false, &[]).unwrap();
        let moves = list(&panel, "Move somebody up a seat…");
        let says: Vec<_> = moves.iter().map(|m| (&m["label"], &m["description"], &m["value"])).collect();
        let [first, second] = [json!("Ben to seat 1"), json!("Cyd to seat 2")];
        let [ben, cyd] = [json!("Ben and Cyd against Ada and seat 4"), json!("Ada and Ben against Cyd and seat 4")];
        assert_eq!(says, [(&first, &ben, &json!("2")), (&second, &cyd, &json!("3"))]);
        let (moved, in_force) = ask(&room, table, person(1, "Ada"), LobbyAct::MoveUp(UserId(3).into())).await;
        let panel = options(&moved, &in_force, true, &[]).unwrap();
        assert!(panel.reply(Audience::Caller).to_string().contains("Ada gave Cyd seat 2, before Ben."));
        assert_eq!(lines(&panel, "Move somebody up a seat…")[1].0, "Ben to seat 2");
    }

    #[tokio::test]
    async fn where_all_play_alone_it_says_before_whom() {
        let (_dir, room, table) = opened("kings-rummy").await;
        ask(&room, table, person(2, "Ben"), LobbyAct::Join).await;
        let (three, in_force) = ask(&room, table, person(3, "Cyd"), LobbyAct::Join).await;
        let panel = options(&three, &in_force, false, &[]).unwrap();
        assert_eq!(list(&panel, "Move somebody up a seat…")[0]["description"], "before Ada");
    }
}
