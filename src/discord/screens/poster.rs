//! The result of a match as a picture for those who were not there, with what only its table knows: what it did to the
//! ratings, who was away, when and where it was.

use engine::isolated;
use engine::picture::{PosterPlace, Screen, Zone};
use time::OffsetDateTime;
use time::macros::format_description;

use crate::tables::{RatingMove, SeatInfo, Snapshot};

use super::over::{absences, changed, moved};

const _: fn(engine::Language) = |engine::Language::English| ();

/// With more sides than this there is only room for how a rating changed.
const FEW: usize = 4;

/// The picture. What stands there is said in its description, in the same order.
pub(super) fn poster(snapshot: &Snapshot) -> Screen {
    let mut screen = Screen::clone(&snapshot.play.screen);
    let Some(Zone::Poster(poster)) = screen.zones.first_mut() else { return screen };
    let few = poster.places.len() <= FEW;
    poster.places.iter_mut().for_each(|place| place.note = note(snapshot, place, few));
    poster.foot = foot(snapshot);
    let mut said = vec![screen.alt];
    said.extend(absences(snapshot, str::to_owned));
    said.extend(changed(snapshot, str::to_owned).map(|line| if line.ends_with('.') { line } else { line + "." }));
    said.push(format!("{}, table {}.", day(snapshot.at), snapshot.table));
    screen.alt = said.join(" ");
    screen
}

/// `resigned · 1009 (−11)`, `Ada +9, Cyd +12`; of many sides `resigned −11`
fn note(snapshot: &Snapshot, place: &PosterPlace, few: bool) -> String {
    let seats = &snapshot.seating.seats;
    let Some(side) = seats.get(place.seat.index()).map(|seat| seat.side) else { return String::new() };
    let members: Vec<&SeatInfo> = seats.iter().filter(|seat| seat.side == side).collect();
    let named = |seat: &SeatInfo, what: &str| match members.as_slice() {
        [_] => what.to_owned(),
        _ => format!("{} {what}", isolated(&seat.name)),
    };
    let mut notes = vec![place.note.clone()];
    let gone = members.iter().filter(|seat| seat.left_to.is_some());
    notes.extend(gone.map(|seat| named(seat, if seat.away { "away" } else { "left" })));
    let ratings = snapshot.ratings.as_deref().unwrap_or_default();
    let of = |seat: &SeatInfo| ratings.iter().find(|m| seat.sitter.is_some_and(|who| who == m.user));
    let change = |m: &RatingMove| match members.as_slice() {
        [_] if few => format!("{} ({})", m.after, moved(m)),
        _ => moved(m),
    };
    let changes: Vec<String> = members.iter().filter_map(|seat| Some(named(seat, &change(of(seat)?)))).collect();
    notes.push(changes.join(", "));
    notes.retain(|note| !note.is_empty());
    notes.join(if few { " · " } else { " " })
}

/// `29 Nov 2026 · table k7f2 · not rated`
fn foot(snapshot: &Snapshot) -> String {
    let unrated = if snapshot.ratings.is_err() { " · not rated" } else { "" };
    format!("{} · table {}{unrated}", day(snapshot.at), snapshot.table)
}

/// The day of this moment (milliseconds since 1970), as it is in Greenwich: a picture is the same for all.
fn day(at: i64) -> String {
    let format = format_description!("[day padding:none] [month repr:short] [year]");
    let at = OffsetDateTime::from_unix_timestamp(at / 1000);
    at.ok().and_then(|at| at.format(format).ok()).unwrap_or_default()
}
