//! The end of a match.

use std::fmt::Write;
use std::sync::Arc;

use crate::store::Period;
use crate::tables::{Placed, RatingMove, Share, Snapshot, Unrated};
use engine::english::{list, outcome};
use engine::picture::Sheet;
use engine::{SeatSet, columns, figure};

use super::super::preferences::Look;
use super::super::press::{Leaders, Press, TableAct, Whose};
use super::super::ui::{Art, Button, Limit, Message, Style, plain};
use super::happened::{news, told};
use super::poster::poster;
use super::proof::posted;
use super::replay::opens;
use super::review::asks_for;
use super::{about, act, beside, by_side, left, narrow, resigned, shown, title};

const _: fn(engine::Language) = |engine::Language::English| ();

/// The last message of a match: who won, how ratings changed, and what may come next.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn over(snapshot: &Snapshot, look: Look) -> Result<Message, Limit> {
    shown(look, &snapshot.play.screen, |look| draw(snapshot, look))
}

fn draw(snapshot: &Snapshot, look: Look) -> Result<Message, Limit> {
    let draft = if look.picture {
        // How a hand ended has a message of its own.
        let news = if snapshot.news.results.is_empty() { told(&news(snapshot)) } else { String::new() };
        let art = Art::new(Arc::new(poster(snapshot)), look.theme);
        let more = ["match over".to_owned(), format!("table {}", snapshot.table)];
        let draft = beside(snapshot, &title(snapshot), &more.each_ref().map(String::as_str));
        let mut below = absences(snapshot, plain);
        // The picture has no room for why.
        below.extend(changed(snapshot, plain).filter(|_| snapshot.ratings.is_err()));
        draft.text_cut(news).picture(art).text_cut(small(&below))
    } else {
        let standings = snapshot.play.standings().unwrap_or_default();
        about(snapshot, &format!("match over · table {}", snapshot.table))
            .text_cut(told(&news(snapshot)))
            .text(format!("**{}**", plain(&won(&standings))))
            .text_cut(places(&standings, &resigned(snapshot)))
            .code(&narrow(&hands(snapshot.play.sheet().as_ref())))
            .text_cut(ratings(snapshot))
    };
    let draft = draft.text(posted(snapshot));
    let mut buttons = Vec::new();
    if snapshot.terms.rematch.is_none() {
        buttons.push(act(snapshot, TableAct::Rematch, "Rematch", Style::Primary)?);
    }
    buttons.push(asks_for(snapshot, snapshot.play.deal())?);
    buttons.push(opens(snapshot, "Replay", 0, None)?);
    let leaders = Leaders {
        whose: if snapshot.place.guild.is_some() { Whose::Server } else { Whose::Everywhere },
        game: Some(snapshot.terms.game.id().to_owned()),
        period: Period::Season,
        page: 1,
    };
    buttons.push(Button::new("Leaderboard", Press::Leaders(leaders).name()?, Style::Secondary));
    buttons.push(act(snapshot, TableAct::Rules, "Rules", Style::Secondary)?);
    draft.buttons(buttons).build()
}

/// The scores of each hand, in columns; empty after a single hand, when the places say it all.
pub(super) fn hands(sheet: Option<&Sheet>) -> String {
    let Some(Sheet { head, rows, .. }) = sheet.filter(|sheet| sheet.head.first().is_some_and(|of| !of.is_empty()))
    else {
        return String::new();
    };
    // Names are shortened so that a phone shows everybody's scores.
    let first = rows.iter().chain([head]).map(|line| columns::width(&line[0])).max().unwrap_or_default();
    let each = columns::PHONE.saturating_sub(first) / head.len().saturating_sub(1).max(1);
    let names = head[1..].iter().map(|name| columns::cut(name, each.saturating_sub(2).max(4)));
    let head: Vec<String> = head[..1].iter().cloned().chain(names).collect();
    let lines = || std::iter::once(&head).chain(rows);
    let wide = |column: usize| lines().map(|line| columns::width(&line[column])).max().unwrap_or_default();
    let wide: Vec<usize> = (0..head.len()).map(wide).collect();
    let said = lines().map(|line| {
        let (first, rest) = line.split_first().map_or(("", [].as_slice()), |(first, rest)| (first.as_str(), rest));
        rest.iter().zip(&wide[1..]).fold(columns::left(first, wide[0]), |said, (cell, wide)| {
            format!("{said}  {}{cell}", " ".repeat(wide - columns::width(cell)))
        })
    });
    said.collect::<Vec<_>>().join("\n")
}

/// Who won, not escaped yet.
pub(super) fn won(standings: &[Placed]) -> String {
    let first = standings.iter().filter(|s| s.place == 1);
    let names: Vec<Vec<&str>> = first.map(|s| s.names.iter().map(String::as_str).collect()).collect();
    outcome(&names)
}

/// `2` Ben (resigned)  **61**
pub(super) fn places(standings: &[Placed], gone: &[&str]) -> String {
    let mut text = String::new();
    for s in standings {
        let called = |name: &String| {
            let why = if gone.contains(&name.as_str()) { " (resigned)" } else { "" };
            format!("{}{why}", plain(name))
        };
        let names: Vec<String> = s.names.iter().map(called).collect();
        let _ = writeln!(text, "`{}` {}  **{}**", s.place, list(&names), figure(s.score));
    }
    text.trim_end().to_owned()
}

/// How ratings changed, or why they did not; after who left, and who played in their place.
pub(super) fn ratings(snapshot: &Snapshot) -> String {
    let mut told = absences(snapshot, plain);
    told.extend(changed(snapshot, plain));
    small(&told)
}

/// In small print.
fn small(lines: &[String]) -> String {
    lines.iter().map(|line| format!("-# {line}")).collect::<Vec<_>>().join("\n")
}

/// Who left or resigned, and who played in their place; names are written as `name` writes them.
pub(super) fn absences(snapshot: &Snapshot, name: impl Fn(&str) -> String) -> Vec<String> {
    let behind = "That counts as behind those who stay.";
    let mut told = Vec::new();
    for (away, why) in [(false, "left"), (true, "did not come back")] {
        if let Some((level, names)) = left(snapshot, away) {
            told.push(format!("{} {why}; the {} house played on. {behind}", name(&names), level.id()));
        }
    }
    let partners = resigned_partners(snapshot);
    if !partners.is_empty() {
        told.push(format!("{} resigned. {behind}", name(&list(&partners))));
    }
    for (seat, Share { own, house }) in &snapshot.seating.shares {
        let name = name(&list(&snapshot.names_at(SeatSet::one(*seat))));
        told.push(format!("{name}: {} of their own, {house} by the house.", moves(*own)));
    }
    told
}

/// Those who resigned and whose place above is that of their side.
fn resigned_partners(snapshot: &Snapshot) -> Vec<&str> {
    let sides = by_side(&snapshot.seating.seats).into_iter().filter(|side| side.len() > 1);
    sides.flatten().filter(|seat| seat.resigned).map(|seat| seat.name.as_str()).collect()
}

fn moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

/// How ratings changed, or why they did not; names are written as `name` writes them.
pub(super) fn changed(snapshot: &Snapshot, name: impl Fn(&str) -> String) -> Option<String> {
    let ratings = match &snapshot.ratings {
        Ok(ratings) if ratings.is_empty() => return None,
        Ok(ratings) => ratings,
        Err(Unrated::House) => return Some("Not rated: the house played.".to_owned()),
        Err(Unrated::Voided) => return Some("Not rated: the host voided a hand.".to_owned()),
    };
    let places = snapshot.play.standings().unwrap_or_default();
    let place = |m: &&RatingMove| places.iter().find(|s| s.names.contains(&m.name)).map(|s| s.place);
    let mut best_first: Vec<&RatingMove> = ratings.iter().collect();
    best_first.sort_by_key(place);
    let each: Vec<String> = best_first
        .iter()
        .map(|m| format!("{} {} → {} ({})", name(&m.name), figure(m.before), figure(m.after), moved(m)))
        .collect();
    Some(format!("Ratings in {}: {}", snapshot.terms.game.title(), each.join(" · ")))
}

/// `+73`, `−73`
pub(super) fn moved(rating: &RatingMove) -> String {
    let by = rating.after - rating.before;
    if by < 0 { figure(by) } else { format!("+{by}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ChannelId, Place, Store};
    use crate::tables::{Act, LobbyAct, MatchAct, NewTable, Person, Request, Room, UserId};
    use engine::{Seat, Side};

    fn standing(place: u8, names: &[&str]) -> Placed {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Placed { place, side: Side(0), score: 5, names }
    }

    #[test]
    fn in_words_each_hand_stands_in_a_line() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = vec![row(["1", "25", "0"]), row(["2", "–", "104"]), row(["total", "25", "104"])];
        let sheet = Sheet { head: row(["hand", "Ada", "王小明"]), rows, strong: None };
        let words = "hand   Ada  王小明\n1       25       0\n2        –     104\ntotal   25     104";
        assert_eq!(hands(Some(&sheet)), words);
        assert_eq!(hands(Some(&Sheet { head: row(["", "score", ""]), ..sheet.clone() })), "");
        let long = Sheet { head: row(["hand", "Wolfeschlegelsteinhausen", "Bartholomew the Unready"]), ..sheet };
        let words = hands(Some(&long));
        assert!(words.lines().all(|line| columns::width(line) <= columns::PHONE), "{words}");
        assert!(words.starts_with("hand   Wolfeschlegels…  Bartholomew th…"), "{words}");
    }

    #[test]
    fn a_loss_has_the_sign_that_figures_have() {
        let rating = |after| RatingMove { user: UserId(1), name: "Ada".to_owned(), before: 900, after };
        assert_eq!([973, 900, 827].map(|after| moved(&rating(after))), ["+73", "+0", "−73"]);
    }

    #[tokio::test]
    async fn the_result_says_who_played_how_much_of_a_seat_and_who_resigned_on_their_partner() {
        let (_dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let person = |n: u64| Person::new(UserId(n), ["Ada", "Ben", "Cyd", "Dee"][n as usize - 1]);
        let place = Place { channel: ChannelId(1), guild: None };
        let new = NewTable { variant: Some("four-hand".to_owned()), ..NewTable::new("gin-rummy", place, person(1)) };
        let table = room.create(new).await.unwrap().snapshot.table;
        let acts: [(u64, Act); 7] = [
            (2, LobbyAct::Join.into()),
            (3, LobbyAct::Join.into()),
            (4, LobbyAct::Join.into()),
            (1, LobbyAct::Start.into()),
            (4, MatchAct::Resign.into()),
            (1, MatchAct::Resign.into()),
            (3, MatchAct::Resign.into()),
        ];
        for (n, act) in acts {
            room.ask(&table, Request::new(person(n), act)).await.unwrap();
        }
        let mut ended = (*room.look(&table).await.unwrap()).clone();
        let told = ratings(&ended);
        assert!(
            told.starts_with("-# Ada, Cyd and Dee resigned. That counts as behind those who stay.\n-# Ratings"),
            "{told}"
        );
        ended.seating.shares = vec![(Seat::FIRST, Share { own: 1, house: 23 })];
        assert!(ratings(&ended).contains("\n-# Ada: 1 move of their own, 23 by the house.\n"));
    }

    #[test]
    fn winners_stand_in_one_row() {
        assert_eq!(won(&[standing(1, &["Ada"]), standing(2, &["Ben"])]), "Ada wins the match.");
        assert_eq!(won(&[standing(1, &["Ada", "Cyd", "Eve"])]), "Ada, Cyd and Eve win the match.");
        let tied: Vec<Placed> = ["Ada", "Ben", "Cyd"].iter().map(|name| standing(1, &[name])).collect();
        assert_eq!(won(&tied), "Ada, Ben and Cyd share first place.");
        let (first, last) = (standing(1, &["Ada", "Cyd", "Eve"]), standing(2, &["Ben", "Dan"]));
        assert_eq!(places(&[first, last], &["Dan"]), "`1` Ada, Cyd and Eve  **5**\n`2` Ben and Dan (resigned)  **5**");
    }
}
