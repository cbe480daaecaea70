//! The host's panel: variant, seats, options and people.

use crate::engine::catalog::{self, Listed};
use crate::engine::{Kind, Knob, Overrides};
use crate::tables::Snapshot;

use super::super::press::{Press, TableAct};
use super::super::ui::{CustomId, Field, Limit, Message, Modal, Pick, Select, plain};
use super::{about, told};

/// The panel of the host; `changed`: he has just changed something with it.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn options(snapshot: &Snapshot, changed: bool) -> Result<Message, Limit> {
    let Ok(game) = catalog::game(snapshot.game) else { return super::note("This game is not offered any more.") };
    let list = |act| Press::Table(snapshot.table, act).name();
    let mut draft = about(snapshot, &format!("table {} · options", snapshot.table)).text_cut(if changed {
        told(&snapshot.told)
    } else {
        plain(&snapshot.house_rules)
    });
    draft = draft.select(Select::new(list(TableAct::Variant)?, "Variant", variants(snapshot, game)?)?);
    let seats = game.variants().iter().find(|v| v.id == snapshot.variant).map(|v| v.seats.clone());
    if let Some(seats) = seats.filter(|s| s.start() < s.end()) {
        // Two teams of equal size are not five people.
        let fits = |n: &u8| game.options(Some(&snapshot.variant), &Overrides::new(), *n).is_ok();
        let counted = seats.filter(fits).map(|n| Pick::new(&format!("{n} seats"), "", n.to_string()));
        let open = std::iter::once(Pick::new("As many as come", "", "0"));
        let counts = open.chain(counted).collect::<Result<Vec<_>, _>>()?;
        draft = draft.select(Select::new(list(TableAct::Seats)?, "Seats", counts)?);
    }
    let lists = [(TableAct::Knobs, "Change a house rule…"), (TableAct::MoreKnobs, "More house rules…")];
    for (knobs, (act, placeholder)) in game.knobs().chunks(25).zip(lists) {
        let lines: Vec<Pick> =
            knobs.iter().map(|knob| Pick::new(knob.key, knob.about, knob.key)).collect::<Result<_, _>>()?;
        draft = draft.select(Select::new(list(act)?, placeholder, lines)?);
    }
    if snapshot.private {
        draft = draft.select(Select::people(list(TableAct::Invite)?, "Invite somebody…"));
    }
    let seated = snapshot.seats.iter().filter_map(|seat| Some((seat.person.as_ref()?.id, seat.name.as_str())));
    let others: Vec<Pick> = seated
        .filter(|(id, _)| *id != snapshot.host)
        .map(|(id, name)| Pick::new(name, "", id.to_string()))
        .collect::<Result<_, _>>()?;
    if !others.is_empty() {
        draft = draft.select(Select::new(list(TableAct::Kick)?, "Send somebody away…", others)?);
    }
    draft.build()
}

fn variants(snapshot: &Snapshot, game: &dyn Listed) -> Result<Vec<Pick>, Limit> {
    game.variants()
        .iter()
        .take(25)
        .map(|v| Ok(Pick::new(v.title, v.about, v.id)?.chosen(v.id == snapshot.variant)))
        .collect()
}

/// The values of an option to pick from; `None` where it takes a number, which is typed.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn knob_values(snapshot: &Snapshot, knob: &Knob) -> Result<Option<Message>, Limit> {
    let values = match knob.kind {
        Kind::Bool | Kind::Choice(_) => knob.kind.examples(),
        _ => return Ok(None),
    };
    if values.len() > 25 {
        return Ok(None);
    }
    let lines = values.iter().map(|value| Pick::new(value, "", value.as_str())).collect::<Result<Vec<_>, _>>()?;
    let list = Press::Knob(snapshot.table, knob.key.to_owned()).name()?;
    let about = format!("**{}**: {}", plain(knob.key), plain(knob.about));
    super::Draft::new().text(about).select(Select::new(list, knob.key, lines)?).build().map(Some)
}

/// The form for an option's value.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn knob_form(snapshot: &Snapshot, knob: &Knob) -> Result<Modal, Limit> {
    let field = Field::new(CustomId::new("value")?, &knob.kind.takes(), 60)?.example(knob.about);
    Modal::new(Press::Knob(snapshot.table, knob.key.to_owned()).name()?, knob.key, vec![field])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ChannelId, Place, Store, UserId};
    use crate::tables::{Act, NewTable, Person, Request, Room};

    /// The lines of each list, by its placeholder: what they say and what they stand for.
    fn lines(message: &Message, placeholder: &str) -> Vec<(String, String)> {
        let message = message.reply(true);
        let rows = message["components"][0]["components"].as_array().unwrap();
        let list =
            rows.iter().map(|row| &row["components"][0]).find(|list| list["placeholder"] == placeholder).unwrap();
        let line = |line: &serde_json::Value| {
            (line["label"].as_str().unwrap().to_owned(), line["value"].as_str().unwrap().to_owned())
        };
        list["options"].as_array().unwrap().iter().map(line).collect()
    }

    #[tokio::test]
    async fn seats_can_be_left_open_and_namesakes_are_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite://{}/upcard.db", dir.path().display())).await.unwrap();
        let room = Room::open(store).await.unwrap();
        let person = |n, name| Person::new(UserId(n), name);
        let new = NewTable {
            place: Place { channel: ChannelId(1), guild: None },
            host: person(1, "Ada"),
            game: "key-of-the-door".to_owned(),
            variant: None,
            seats: None,
            options: Overrides::new(),
            private: false,
            invited: None,
            cause: None,
        };
        let table = room.create(new).await.unwrap().snapshot.table;
        let joined = room.ask(&table, Request::new(person(2, "Ada"), Act::Join)).await.unwrap().snapshot;
        let panel = options(&joined, false).unwrap();
        assert_eq!(lines(&panel, "Seats")[0], ("As many as come".to_owned(), "0".to_owned()));
        assert_eq!(lines(&panel, "Send somebody away…"), [("Ada 2".to_owned(), "2".to_owned())]);
    }
}
