//! Lists of somebody's matches.

use crate::store::{CameOut, History, MatchesOf, PastMatch, PastSeat, UserId};
use crate::tables::Person;
use engine::english::list;
use engine::figure;

use super::super::press::{HistoryAct, Press};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Select, SelectLine, Style, cut, plain};
use super::{accent, title_of};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Lines on a page.
pub const MATCHES_A_PAGE: u32 = 10;
/// The most characters of a name in such a line.
const NAME: usize = 24;

/// A page of the matches of somebody: of whoever `reads` it, or of another. `running`: those that are being played, as far
/// as whoever reads may know.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn history(of: &MatchesOf, reads: UserId, running: &[PastMatch], found: &History) -> Result<Message, Limit> {
    let own = of.user == reads;
    let title = if own { "Your matches".to_owned() } else { format!("Matches of <@{}>", of.user) };
    let game = of.game.as_deref().map(|game| title_of(game).to_owned());
    let against = of.against.map(|user| format!("with <@{user}>"));
    let which: Vec<String> = game.into_iter().chain(against).collect();
    let which = if which.is_empty() { String::new() } else { format!("\n-# {}", which.join(" · ")) };
    let mut draft = MessageBuilder::new()
        .accent(accent(of.game.as_deref().unwrap_or_default()))
        .text(format!("### {title}{which}"));
    if !running.is_empty() {
        let lines: Vec<String> = running.iter().map(|one| line(one, of.user)).collect();
        draft = draft.text_cut(format!("**Being played**\n{}", lines.join("\n")));
    }
    let lines: Vec<String> = found.matches.iter().map(|one| line(one, of.user)).collect();
    draft = draft.text_cut(lines.join("\n"));
    if lines.is_empty() {
        draft = draft.text(nothing(of, own, running));
    } else {
        let picks = found.matches.iter().map(|one| pick(one, of.user)).collect::<Result<_, Limit>>()?;
        draft = draft.select(Select::new(Press::History(of.clone(), HistoryAct::Open).name()?, "Replay…", picks)?);
    }
    let with = Press::History(of.clone(), HistoryAct::Against).name()?;
    draft.select(Select::people(with, "Only those with…")).buttons(turns(of, found)?).build()
}

fn nothing(of: &MatchesOf, own: bool, running: &[PastMatch]) -> &'static str {
    match () {
        () if of.game.is_some() || of.against.is_some() => "No such match has been finished.",
        () if !running.is_empty() => "None has been finished yet.",
        () if own => "You have finished no match yet. `/play` opens a table.",
        () => "They have finished no match yet.",
    }
}

/// `` `k7f2xq` **Gin Rummy** · won · Ada 104 · Ben 61 · <t:1786752000:d> ``
fn line(one: &PastMatch, user: UserId) -> String {
    let when = one.ended.map(|ended| format!("<t:{}:d>", ended.div_euclid(1000)));
    let parts = [outcome(one, user), plain(&sides(one)), when.unwrap_or_default()];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    format!("- `{}` **{}** · {}", one.table, title_of(&one.game), parts.join(" · "))
}

/// How somebody came out of a match; empty while it is played.
fn outcome(one: &PastMatch, user: UserId) -> String {
    let own = one.seats.iter().find(|seat| seat.who == user).and_then(|seat| seat.came_out);
    let Some(own) = own else {
        return if one.ended.is_some() { "ended without a result".to_owned() } else { String::new() };
    };
    let sides = by_side(one);
    let shared = sides.iter().filter(|(out, _)| out.is_some_and(|out| out.place == own.place)).count() > 1;
    match (own.place, shared, sides.len()) {
        (1, false, _) => "won".to_owned(),
        (1, true, _) => "shared first place".to_owned(),
        (_, _, ..=2) => "lost".to_owned(),
        (place, _, sides) => format!("place {place} of {sides}"),
    }
}

/// Who won together, in the order of their first seats.
fn by_side(one: &PastMatch) -> Vec<(Option<CameOut>, Vec<&PastSeat>)> {
    let mut sides: Vec<(Option<CameOut>, Vec<&PastSeat>)> = Vec::new();
    for seat in &one.seats {
        let side = |out: Option<CameOut>| out.map(|out| out.side);
        let same = sides.iter_mut().find(|(out, _)| out.is_some() && side(*out) == side(seat.came_out));
        match same {
            Some((_, seats)) => seats.push(seat),
            None => sides.push((seat.came_out, vec![seat])),
        }
    }
    sides
}

/// `Ada 104 · Ben 61`
fn sides(one: &PastMatch) -> String {
    let side = |(out, seats): (Option<CameOut>, Vec<&PastSeat>)| {
        let names = list(&seats.into_iter().map(called).collect::<Vec<_>>());
        out.map_or_else(|| names.clone(), |out| format!("{names} {}", figure(out.score)))
    };
    by_side(one).into_iter().map(side).collect::<Vec<_>>().join(" · ")
}

fn called(seat: &PastSeat) -> String {
    match seat.who.person() {
        Some(user) => cut(Person::new(user, &seat.name).name(), NAME),
        None => seat.name.clone(),
    }
}

/// The same line where nothing is marked up, and what it stands for.
pub fn in_a_list(one: &PastMatch, user: UserId) -> (String, String) {
    let parts = [title_of(&one.game).to_owned(), outcome(one, user), sides(one)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    (format!("{} · {}", one.table, parts.join(" · ")), one.table.to_string())
}

fn pick(one: &PastMatch, user: UserId) -> Result<SelectLine, Limit> {
    let (label, value) = in_a_list(one, user);
    SelectLine::new(&label, "", value)
}

/// The other pages, and whoever else.
fn turns(of: &MatchesOf, found: &History) -> Result<Vec<Button>, Limit> {
    let (first, last) = (found.matches.first(), found.matches.last());
    let newer = first.and_then(PastMatch::bygone).filter(|_| found.newer).map(HistoryAct::Newer);
    let older = last.and_then(PastMatch::bygone).filter(|_| found.older).map(HistoryAct::Older);
    let newest = (found.newer || found.matches.is_empty() && found.older).then_some(HistoryAct::Newest);
    let anybody = of.against.map(|_| HistoryAct::Anybody);
    let all = [("Newest", newest), ("◀ Newer", newer), ("Older ▶", older), ("With anybody", anybody)];
    let there = all.into_iter().filter_map(|(label, act)| Some((label, act?)));
    there
        .map(|(label, act)| Ok(Button::new(label, Press::History(of.clone(), act).name()?, Style::Secondary)))
        .collect()
}
