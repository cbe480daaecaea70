//! The board, and what becomes of it.

use crate::tables::{ChannelId, MessageId, OpenWish, SeatInfo, Sitter, Snapshot, UserId, Wished};
use engine::english::list;
use engine::picture::Screen;
use engine::{Seat, SeatSet};

use super::super::preferences::Look;
use super::super::press::{Press, TableAct};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Style, plain};
use super::clock;
use super::controls::{Draw, pressable};
use super::happened::{in_short, lately, newest, news};
use super::proof::posted;
use super::{about, accent, act, asks, beside, left, message_link, resigned, shown, table, title};

const _: fn(engine::Language) = |engine::Language::English| ();

/// The public board of a running match at `now` (milliseconds since 1970). `closed`: those who accept no direct messages.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn board(snapshot: &Snapshot, closed: &[UserId], look: Look, now: i64) -> Result<Message, Limit> {
    shown(look, &snapshot.play.screen, |look| pressable(|rows| draw(snapshot, closed, look, rows, now)))
}

fn draw(snapshot: &Snapshot, closed: &[UserId], look: Look, rows: Option<usize>, now: i64) -> Result<Message, Limit> {
    let headline = plain(&snapshot.play.board().headline);
    let draft = match look.picture {
        true if says_what(&snapshot.play.screen) => beside(snapshot, &title(snapshot), &[]),
        true => beside(snapshot, &title(snapshot), &[&headline]),
        false => about(snapshot, &headline),
    };
    let mut draft = table(draft, look, &snapshot.play.screen, &snapshot.play.board().body)
        .text_cut(lately(&newest(in_short(snapshot, &snapshot.play.earlier())), &news(snapshot)))
        .text(bold(&asks(snapshot)))
        .text(lingers(snapshot))
        .text(clock::running(snapshot, None));
    let gone = resigned(snapshot);
    if !gone.is_empty() {
        draft = draft.text(format!("-# The table plays for {}, who resigned.", plain(&list(&gone))));
    }
    for (away, why) in [(false, "who left"), (true, "away just now")] {
        if let Some((level, names)) = left(snapshot, away) {
            draft = draft.text(format!("-# The {} house plays for {}, {why}.", level.id(), plain(&names)));
        }
    }
    let mut buttons = Vec::new();
    if let Some(wish) = &snapshot.seating.wish {
        draft = draft.text(wished(snapshot, wish));
        for (agrees, label, style) in [(true, "Agree", Style::Primary), (false, "Play on", Style::Secondary)] {
            buttons.push(Button::new(label, Press::Word(snapshot.table, wish.number, agrees).name()?, style));
        }
    }
    let presence = &snapshot.seating.presence;
    if !presence.quiet(now).is_empty() {
        buttons.push(act(snapshot, TableAct::Nudge, "Nudge", Style::Secondary)?);
    }
    if let Some(absent) = presence.silent(now).iter().next() {
        draft = draft.text(silent(snapshot, absent));
        buttons.push(act(snapshot, TableAct::LetTheHouse, "Let the house play on", Style::Secondary)?);
        buttons.push(act(snapshot, TableAct::End, "End unrated", Style::Secondary)?);
    }
    if let Some(rows) = rows {
        let draw = Draw::board(snapshot.table, snapshot.play.window(None), rows);
        let controls = draw.controls(draft, &snapshot.shared())?;
        draft = controls.0;
        buttons.splice(0..0, controls.1);
    }
    if has_hands(snapshot) {
        buttons.push(act(snapshot, TableAct::Hand, "My hand", Style::Secondary)?);
    }
    if snapshot.seating.seats.iter().any(|seat| seat.left_to.is_some()) {
        buttons.push(act(snapshot, TableAct::Return, "I am back", Style::Secondary)?);
    }
    buttons.push(act(snapshot, TableAct::More, "More…", Style::Secondary)?);
    let unreached = unreached(&snapshot.seating.seats, closed);
    if !unreached.is_empty() {
        draft = draft.text(format!("-# No messages reach {}: press **My hand**.", list(&unreached)));
    }
    draft.text_cut(posted(snapshot)).buttons(buttons).build()
}

/// Does the picture say what is played for?
fn says_what(screen: &Screen) -> bool {
    !(screen.stake.is_empty() && screen.headline.is_empty())
}

/// Those who accept no direct messages, in seat order: `closed` may be in any order.
fn unreached<'a>(seats: &'a [SeatInfo], closed: &[UserId]) -> Vec<&'a str> {
    let is_closed = |seat: &&SeatInfo| seat.sitter.and_then(Sitter::person).is_some_and(|user| closed.contains(&user));
    seats.iter().filter(is_closed).map(|seat| seat.name.as_str()).collect()
}

/// That everybody waits for the house, and has for long.
fn lingers(snapshot: &Snapshot) -> String {
    let lingering = snapshot.seating.seats.iter().filter(|seat| snapshot.seating.lingering.contains(seat.seat));
    let names: Vec<&str> = lingering.map(|seat| seat.name.as_str()).collect();
    if names.is_empty() { String::new() } else { format!("-# The table waits for {}, still thinking.", list(&names)) }
}

/// What somebody wishes, who has agreed, and whose word is missing.
fn wished(snapshot: &Snapshot, wish: &OpenWish) -> String {
    let named = |seats| plain(&list(&snapshot.names_at(seats)));
    let who = named(SeatSet::one(wish.seat));
    let what = match wish.what {
        Wished::End => "to end the match without a result".to_owned(),
        Wished::House(absent) => format!("the house to play on for {}, who is away", named(SeatSet::one(absent))),
    };
    let (agreed, asked) = (named(wish.agreed), named(snapshot.seating.presence.asked(wish, snapshot.at)));
    let agreed = if agreed.is_empty() { agreed } else { format!(" Agreed: {agreed}.") };
    format!("{who} wants {what}.{agreed} It waits for the word of {asked}.")
}

/// What the others may do about somebody who is away.
fn silent(snapshot: &Snapshot, absent: Seat) -> String {
    let name = plain(&list(&snapshot.names_at(SeatSet::one(absent))));
    format!(
        "-# Nobody has moved for a day. If all others who are there want it, the house plays on for {name}, or the match ends unrated."
    )
}

fn bold(prompt: &str) -> String {
    if prompt.trim().is_empty() { String::new() } else { format!("**{}**", plain(prompt)) }
}

/// Whether somebody holds cards that others may not see.
pub(super) fn has_hands(snapshot: &Snapshot) -> bool {
    snapshot.players().any(|user| snapshot.holds_cards(user))
}

/// A board that has been posted again further down; `to` is the new message.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn moved(snapshot: &Snapshot, to: (ChannelId, MessageId)) -> Result<Message, Limit> {
    let there = message_link(snapshot, to);
    about(snapshot, "").text(format!("-# The board of table {} is [further down]({there}).", snapshot.table)).build()
}

/// A table that was closed without a result.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn closed(snapshot: &Snapshot) -> Result<Message, Limit> {
    // A rematch that was declined can be asked for again, from the table that it followed.
    let followed = snapshot.terms.rematch_of.filter(|_| snapshot.play.moves() == 0);
    let ask = |old| Ok(Button::new("Ask again", Press::Table(old, TableAct::Rematch).name()?, Style::Secondary));
    let again = match followed {
        Some(_) => "`/play` opens another table.",
        None if snapshot.terms.challenge && snapshot.play.moves() == 0 => {
            "`/challenge` asks again; `/play` opens a table."
        }
        None => "`/play` opens a new one.",
    };
    let opened = snapshot.pledge.as_ref().and_then(|pledge| pledge.opened.as_ref());
    let has_begun = opened.is_some_and(|opened| opened.digest.is_some());
    let news: Vec<String> = news(snapshot).iter().map(|line| plain(line)).collect();
    MessageBuilder::new()
        .accent(accent(snapshot.terms.game.id()))
        .text_cut(format!("-# {} · table {} closed. {} {again}", title(snapshot), snapshot.table, news.join(" ")))
        // Of a lobby nothing was dealt; `/verify` has its secret.
        .text(if has_begun { posted(snapshot) } else { String::new() })
        .buttons(followed.map(ask).transpose()?)
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::ui::Audience;
    use crate::store::{ChannelId, Place, Store};
    use crate::tables::{Act, LobbyAct, MatchAct, NewTable, Person, Request, Room, Seating};
    use engine::{Level, Seat, Side};

    #[tokio::test]
    async fn the_board_says_for_whom_the_table_plays() {
        let (_dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let person = |n: u64| Person::new(UserId(n), ["Ada", "Ben", "Cyd"][n as usize - 1]);
        let new = NewTable {
            seats: Some(3),
            ..NewTable::new("key-of-the-door", Place { channel: ChannelId(1), guild: None }, person(1))
        };
        let table = room.create(new).await.unwrap().snapshot.table;
        let said = async |n: u64, act: Act| {
            let snapshot = room.ask(&table, Request::new(person(n), act)).await.unwrap().snapshot;
            board(&snapshot, &[], Look::TEXT, snapshot.at).unwrap().reply(Audience::Caller).to_string()
        };
        for (n, act) in [(2, LobbyAct::Join), (3, LobbyAct::Join), (1, LobbyAct::Start)] {
            assert!(!said(n, act.into()).await.contains("who resigned"));
        }
        assert!(said(3, MatchAct::Resign.into()).await.contains("-# The table plays for Cyd, who resigned."));
    }

    #[tokio::test]
    async fn the_board_says_that_the_house_keeps_it_waiting() {
        let (_dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let new = NewTable {
            houses: vec![Level::Easy],
            ..NewTable::new("gin-rummy", Place { channel: ChannelId(1), guild: None }, Person::new(UserId(1), "Ada"))
        };
        let now = (*room.create(new).await.unwrap().snapshot).clone();
        let said = |lingering| {
            let seating = Seating { lingering, ..now.seating.clone() };
            let now = Snapshot { seating, ..now.clone() };
            board(&now, &[], Look::TEXT, now.at).unwrap().reply(Audience::Everybody).to_string()
        };
        let house = now.seating.seats.iter().find(|seat| seat.sitter.is_some_and(|who| who.house().is_some())).unwrap();
        assert!(!said(SeatSet::EMPTY).contains("thinking"));
        let waits = format!("-# The table waits for {}, still thinking.", house.name);
        assert!(said([house.seat].into_iter().collect()).contains(&waits));
    }

    #[tokio::test]
    async fn a_contested_match_ends_by_agreement_and_everybody_is_told_so() {
        let (_dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let person = |n: u64| Person::new(UserId(n), ["Ada", "Ben", "Cyd"][n as usize - 1]);
        let place = Place { channel: ChannelId(1), guild: None };
        let new = NewTable { seats: Some(3), ..NewTable::new("key-of-the-door", place, person(1)) };
        let table = room.create(new).await.unwrap().snapshot.table;
        let ask = async |n: u64, act: Act| room.ask(&table, Request::new(person(n), act)).await.unwrap().snapshot;
        for (n, act) in [(2, LobbyAct::Join), (3, LobbyAct::Join), (1, LobbyAct::Start)] {
            ask(n, act.into()).await;
        }
        let mut now = room.look(&table).await.unwrap();
        let says = |message: Result<Message, Limit>| message.unwrap().reply(Audience::Caller).to_string();
        let sure = |now: &Snapshot| says(super::super::sure_end(now, UserId(1), now.at));
        assert!(sure(&now).contains("Close this table?"));
        while now.asked_to_end(UserId(1), now.at).is_empty() {
            let user = now.awaiting()[0];
            let (text, _) = room.suggest(&table, user, "", 1).await.unwrap().remove(0);
            now = ask(user.0, MatchAct::Play(text).into()).await;
        }
        let asks = sure(&now);
        assert!(asks.contains("That takes the word of Ben and Cyd. Without their word, leaving counts as resigning."));
        for label in ["Ask the others", "Resign", "Back"] {
            assert!(asks.contains(&format!("\"{label}\"")), "{label}: {asks}");
        }
        let asked = ask(1, LobbyAct::End.into()).await;
        let shown = says(board(&asked, &[], Look::TEXT, asked.at));
        let words = "Ada wants to end the match without a result. It waits for the word of Ben and Cyd.";
        assert!(shown.contains(words) && shown.contains("\"Agree\"") && shown.contains("\"Play on\""), "{shown}");
        let agreed = ask(3, LobbyAct::Agree(1).into()).await;
        let shown = says(board(&agreed, &[], Look::TEXT, agreed.at));
        assert!(shown.contains("without a result. Agreed: Cyd. It waits for the word of Ben."), "{shown}");
        let ended = ask(2, LobbyAct::Agree(1).into()).await;
        let ended = says(closed(&ended));
        assert!(ended.contains("All who are there agreed to end the match without a result."), "{ended}");
    }

    #[test]
    fn the_unreached_are_named_in_the_order_of_their_seats() {
        let sit = |(seat, name): (Seat, &str)| SeatInfo {
            seat,
            sitter: Some(UserId(u64::from(seat.number())).into()),
            name: name.to_owned(),
            side: Side(seat.number()),
            score: 0,
            resigned: false,
            left_to: None,
            away: false,
            time: None,
        };
        let seats: Vec<SeatInfo> = Seat::all(4).zip(["Ada", "Ben", "Cyd", "Dov"]).map(sit).collect();
        assert_eq!(unreached(&seats, &[UserId(3), UserId(0), UserId(2), UserId(9)]), ["Ada", "Cyd", "Dov"]);
    }
}
