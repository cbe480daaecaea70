//! The forms for a table's options, and what they were filled in with.
//!
//! Whatever is either one thing or another is a check, what has few values a list of them, and the rest stands in one
//! field, a line each, as it can be typed anywhere else.

use crate::discord::SPOKEN;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use crate::tables::{LobbyAct, Snapshot, Terms};
use engine::{Kind, Knob, Overrides, read_overrides};

use super::super::press::{Part, Press, absent_in, clock_in, forced_in, hints_in, next_hand_in};
use super::super::ui::{CHOICES, FIELDS, Field, Filled, LINES, Limit, Modal, SelectLine, cut};
use super::options;

const _: fn(engine::Language) = |engine::Language::English| ();

/// The field of everything that is typed.
const TYPED: &str = "typed";

/// One field of a game's own options.
enum Group<'k> {
    /// Each of two values.
    Checks(Vec<&'k Knob>),
    /// Few values.
    Pick(&'k Knob, Vec<String>),
    /// Anything else.
    Typed(Vec<&'k Knob>),
}

/// A game's options as fields, in forms.
fn groups<'k>(knobs: &[&'k Knob]) -> Vec<Vec<Group<'k>>> {
    let (mut checks, mut typed, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for knob in knobs {
        match knob.kind.all(LINES) {
            Some(values) if values.len() == 2 => checks.push(*knob),
            Some(values) if values.len() > 2 && !matches!(knob.kind, Kind::Int(..)) => {
                all.push(Group::Pick(knob, values))
            }
            _ => typed.push(*knob),
        }
    }
    let checks = checks.chunks(CHOICES).map(|some| Group::Checks(some.to_vec()));
    let typed = (!typed.is_empty()).then_some(Group::Typed(typed));
    let mut forms: Vec<Vec<Group<'_>>> = Vec::new();
    for group in checks.chain(typed).chain(all) {
        match forms.last_mut().filter(|form| form.len() < FIELDS) {
            Some(form) => form.push(group),
            None => forms.push(vec![group]),
        }
    }
    forms
}

/// How many forms a game's own options need.
pub(super) fn count(knobs: &[&Knob]) -> usize {
    groups(knobs).len()
}

/// Tells options apart, so that a form is not read against others than it showed.
pub fn stamp(terms: &Terms, in_force: &Value) -> u32 {
    let mut hash = DefaultHasher::new();
    (&terms.variant, in_force.to_string()).hash(&mut hash);
    hash.finish() as u32
}

/// The form of a part of the options; `None` if there is no such form.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn form(snapshot: &Snapshot, in_force: &Value, part: Part) -> Result<Option<Modal>, Limit> {
    let id = Press::Options(snapshot.table, part, stamp(&snapshot.terms, in_force)).name()?;
    let Part::HouseRules(n) = part else {
        return Modal::new(id, options::WAYS, options::ways_fields(&snapshot.terms)?).map(Some);
    };
    let game = snapshot.terms.game;
    let forms = groups(&game.knobs_of(in_force));
    let Some(groups) = forms.get(usize::from(n)) else { return Ok(None) };
    let fields = groups.iter().enumerate().map(|(at, group)| group.field(at, in_force));
    let title = format!("{}: {}", game.title(), options::HOUSE_RULES[usize::from(n).min(1)].to_lowercase());
    Modal::new(id, &title, fields.collect::<Result<Vec<_>, Limit>>()?).map(Some)
}

impl Group<'_> {
    fn field(&self, at: usize, in_force: &Value) -> Result<Field, Limit> {
        let says = |knob: &Knob, value: &Value| knob.words(value, SPOKEN);
        match self {
            Self::Checks(knobs) => {
                let line = |knob: &&Knob| {
                    let (usual, other) = sides(knob);
                    let title = knob.title(SPOKEN);
                    // What is yes or no says its name alone.
                    let (label, hint) = if other.is_boolean() {
                        (title, knob.about.says(SPOKEN).to_owned())
                    } else {
                        (format!("{title}: {}", says(knob, &other)), format!("otherwise: {}", says(knob, &usual)))
                    };
                    Ok(SelectLine::new(&label, &hint, knob.key)?.chosen(in_force[knob.key] == other))
                };
                let lines = knobs.iter().map(line).collect::<Result<_, Limit>>()?;
                Field::checks(&checks_id(at), if at == 0 { "Which of these hold?" } else { "And of these?" }, lines)
            }
            Self::Pick(knob, values) => {
                let line = |typed: &String| {
                    let value = knob.kind.read(typed).unwrap_or_default();
                    Ok(SelectLine::new(&says(knob, &value), "", typed.as_str())?.chosen(value == in_force[knob.key]))
                };
                let lines = values.iter().map(line).collect::<Result<_, Limit>>()?;
                Ok(Field::pick(knob.key, &knob.title(SPOKEN), lines)?.about(knob.about.says(SPOKEN)))
            }
            Self::Typed(knobs) => {
                let mut text = String::new();
                for knob in knobs {
                    let _ = writeln!(text, "{}: {}", knob.title(SPOKEN), says(knob, &in_force[knob.key]));
                }
                Ok(Field::lines(TYPED, "Numbers, one a line", text.trim_end())?
                    .about("Change what stands behind a colon."))
            }
        }
    }
}

fn checks_id(at: usize) -> String {
    format!("checks{at}")
}

/// The two values of an option that is one thing or another: unchecked, and checked.
fn sides(knob: &Knob) -> (Value, Value) {
    let all = knob.kind.all(LINES).unwrap_or_default();
    let mut values = all.iter().filter_map(|typed| knob.kind.read(typed));
    let (first, second) = (values.next().unwrap_or_default(), values.next().unwrap_or_default());
    if first == Value::Bool(true) { (second, first) } else { (first, second) }
}

/// What a form of the game's own options changes, and what was wrong with lines that change nothing.
pub fn house_rules(snapshot: &Snapshot, in_force: &Value, n: u8, filled: &Filled) -> (Overrides, Vec<String>) {
    let (mut all, mut wrong) = (Overrides::new(), Vec::new());
    let knobs = snapshot.terms.game.knobs_of(in_force);
    let forms = groups(&knobs);
    for (at, group) in forms.get(usize::from(n)).into_iter().flatten().enumerate() {
        match group {
            Group::Checks(knobs) => {
                let Some(checked) = filled.values(&checks_id(at)) else { continue };
                for knob in knobs {
                    let (usual, other) = sides(knob);
                    let is_checked = checked.iter().any(|key| key == knob.key);
                    all.insert(knob.key.to_owned(), if is_checked { other } else { usual });
                }
            }
            Group::Pick(knob, _) => {
                all.extend(
                    filled.value(knob.key).and_then(|typed| Some((knob.key.to_owned(), knob.kind.read(typed)?))),
                );
            }
            Group::Typed(_) => {
                let lines = filled.value(TYPED).unwrap_or_default().lines().map(str::trim);
                for line in lines.filter(|line| !line.is_empty()) {
                    match read_overrides(snapshot.terms.game.knobs(), line) {
                        Ok(read) => all.extend(read),
                        Err(why) => wrong.push(format!("“{}”: {}", cut(line, 60), why.says(SPOKEN))),
                    }
                }
            }
        }
    }
    all.retain(|key, value| in_force[key.as_str()] != *value);
    (all, wrong)
}

/// What the form about how the table is run changes.
pub fn ways(terms: &Terms, filled: &Filled) -> Vec<LobbyAct> {
    let given = |id: &str| filled.value(id);
    let clock = given("clock").and_then(clock_in).filter(|new| *new != terms.clock).map(LobbyAct::SetClock);
    let absent = given("absent").and_then(absent_in).filter(|new| *new != terms.absent).map(LobbyAct::SetAbsent);
    let hints = given("hints").and_then(hints_in).filter(|new| *new != terms.hints).map(LobbyAct::SetHints);
    let forced = given("forced").and_then(forced_in).filter(|new| *new != terms.forced).map(LobbyAct::SetForced);
    let next = given("next-hand").and_then(next_hand_in).filter(|new| *new != terms.next_hand);
    [clock, absent, hints, forced, next.map(LobbyAct::SetNextHand)].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::discord::ui::Callback;
    use crate::store::{ChannelId, Place, Store, UserId};
    use crate::tables::{NewTable, Person, Request, Room, TableId};
    use engine::catalog;

    fn ada() -> Person {
        Person::new(UserId(1), "Ada")
    }

    /// A table of Ada's.
    async fn opened(game: &str) -> (tempfile::TempDir, Room, TableId) {
        let (dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let new = NewTable::new(game, Place { channel: ChannelId(1), guild: None }, ada());
        let table = room.create(new).await.unwrap().snapshot.table;
        (dir, room, table)
    }

    async fn ask(room: &Room, table: TableId, act: LobbyAct) -> Arc<Snapshot> {
        room.ask(&table, Request::new(ada(), act)).await.unwrap().snapshot
    }

    fn in_force(snapshot: &Snapshot) -> Value {
        snapshot.terms.options.clone().unwrap()
    }

    /// The fields of a form as Discord gets them.
    fn fields(snapshot: &Snapshot, part: Part) -> Option<Vec<Value>> {
        let modal = form(snapshot, &in_force(snapshot), part).unwrap()?;
        let sent = Callback::Form(modal).json(None);
        Some(sent["data"]["components"].as_array().unwrap().clone())
    }

    /// The form as it is sent if nobody touches it, but for this field.
    fn sent(fields: &[Value], changed: Option<(&str, Value)>) -> Filled {
        let fill = |label: &Value| {
            let input = &label["component"];
            let chosen: Vec<&Value> = input["options"].as_array().into_iter().flatten().collect();
            let chosen: Vec<&Value> = chosen.into_iter().filter(|line| line["default"] == true).collect();
            let mut out = json!({"type": input["type"], "custom_id": input["custom_id"]});
            match input["type"].as_u64() {
                Some(4) => out["value"] = input["value"].clone(),
                Some(21) => out["value"] = chosen[0]["value"].clone(),
                _ => out["values"] = chosen.iter().map(|line| line["value"].clone()).collect(),
            }
            if let Some((_, value)) = changed.as_ref().filter(|(id, _)| input["custom_id"] == **id) {
                out[if value.is_array() { "values" } else { "value" }] = value.clone();
            }
            json!({"type": 18, "component": out})
        };
        let mut data = json!({"components": fields.iter().map(fill).collect::<Vec<_>>()});
        Filled::take(&mut data)
    }

    #[tokio::test]
    async fn every_option_of_every_game_stands_in_a_form_once_and_is_kept_if_nobody_touches_it() {
        for game in catalog::games() {
            let (_dir, room, table) = opened(game.id()).await;
            for (n, variant) in game.variants().iter().enumerate() {
                // The table was opened with the first of them.
                let snapshot = if n == 0 {
                    room.look(&table).await.unwrap()
                } else {
                    ask(&room, table, LobbyAct::SetVariant(variant.id.to_owned())).await
                };
                let knobs = game.knobs_of(&in_force(&snapshot));
                let mut found = HashSet::new();
                let forms: Vec<Vec<Value>> = (0..9).map_while(|n| fields(&snapshot, Part::HouseRules(n))).collect();
                assert!(forms.len() <= 2, "{} {} has {} forms", game.id(), variant.id, forms.len());
                assert_eq!(forms.len(), count(&knobs));
                for (n, form) in forms.iter().enumerate() {
                    let untouched = house_rules(&snapshot, &in_force(&snapshot), n as u8, &sent(form, None));
                    assert_eq!(untouched, (Overrides::new(), Vec::new()), "{} {}", game.id(), variant.id);
                    for input in form.iter().map(|label| &label["component"]) {
                        match input["type"].as_u64() {
                            Some(22) => found.extend(
                                input["options"]
                                    .as_array()
                                    .unwrap()
                                    .iter()
                                    .map(|line| line["value"].as_str().unwrap().to_owned()),
                            ),
                            Some(4) => found.extend(input["value"].as_str().unwrap().lines().map(|line| {
                                let read = read_overrides(game.knobs(), line).unwrap();
                                read.keys().next().unwrap().clone()
                            })),
                            _ => drop(found.insert(input["custom_id"].as_str().unwrap().to_owned())),
                        }
                    }
                }
                let all: HashSet<String> = knobs.iter().map(|knob| knob.key.to_owned()).collect();
                assert_eq!(found, all, "{} {}", game.id(), variant.id);
            }
        }
    }

    #[tokio::test]
    async fn what_is_changed_in_a_form_changes_and_a_line_that_cannot_be_read_is_named() {
        let (_dir, room, table) = opened("gin-rummy").await;
        let snapshot = ask(&room, table, LobbyAct::SetSeats(2)).await;
        let form = fields(&snapshot, Part::HouseRules(0)).unwrap();
        let read =
            |id: &str, value: Value| house_rules(&snapshot, &in_force(&snapshot), 0, &sent(&form, Some((id, value))));
        let (changes, wrong) = read("typed", json!("Knock limit: 7\nTarget: soon\nGin bonus 25"));
        assert_eq!(changes, json!({"knock_limit": 7}).as_object().unwrap().clone());
        assert!(wrong.len() == 1 && wrong[0].starts_with("“Target: soon”: "), "{wrong:?}");
        let (changes, _) = read("next_dealer", json!("winner"));
        assert_eq!(changes, json!({"next_dealer": "winner"}).as_object().unwrap().clone());
        assert_eq!(read("checks0", json!(["oklahoma"])).0["oklahoma"], json!(true));
        let on = [("oklahoma".to_owned(), json!(true))].into_iter().collect();
        let oklahoma = ask(&room, table, LobbyAct::SetOptions(on)).await;
        let untouched = fields(&oklahoma, Part::HouseRules(0)).unwrap();
        let filled = sent(&untouched, Some(("checks0", json!([]))));
        let (changes, _) = house_rules(&oklahoma, &in_force(&oklahoma), 0, &filled);
        assert_eq!(changes["oklahoma"], json!(false), "what is not checked any more: {changes:?}");
        let labels = form[0]["component"]["options"].to_string() + &form[1]["component"]["options"].to_string();
        assert!(labels.contains("Lay-off: by the player") && labels.contains("otherwise: by the table"), "{labels}");
    }

    #[tokio::test]
    async fn how_the_table_is_run_is_one_form_and_only_what_changed_is_asked_for() {
        let (_dir, room, table) = opened("gin-rummy").await;
        let snapshot = ask(&room, table, LobbyAct::SetSeats(2)).await;
        let form = fields(&snapshot, Part::Ways).unwrap();
        assert!(ways(&snapshot.terms, &sent(&form, None)).is_empty());
        let acts = ways(&snapshot.terms, &sent(&form, Some(("clock", json!("3m")))));
        assert!(matches!(acts.as_slice(), [LobbyAct::SetClock(_)]));
        let before = stamp(&snapshot.terms, &in_force(&snapshot));
        let changed = [("target".to_owned(), json!(50))].into_iter().collect();
        let after = ask(&room, table, LobbyAct::SetOptions(changed)).await;
        assert_ne!(before, stamp(&after.terms, &in_force(&after)));
    }
}
