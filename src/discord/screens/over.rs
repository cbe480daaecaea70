//! The end of a match.

use std::fmt::Write;

use crate::engine::{figure, list, outcome};
use crate::tables::{RatingMove, Snapshot, Standing};

use super::super::press::{Press, TableAct};
use super::super::tastes::Look;
use super::super::ui::{Button, Limit, Message, Style, plain};
use super::{about, act, resigned, shown, table, told};

/// The last message of a match: who won, how ratings moved, and what may come next.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn over(snapshot: &Snapshot, look: Look) -> Result<Message, Limit> {
    shown(look, &snapshot.screen, |look| draw(snapshot, look))
}

fn draw(snapshot: &Snapshot, look: Look) -> Result<Message, Limit> {
    let standings = snapshot.standings.as_deref().unwrap_or_default();
    let draft = about(snapshot, &format!("match over · table {}", snapshot.table))
        .text_cut(told(&snapshot.told))
        .text(format!("**{}**", plain(&won(standings))))
        .text_cut(places(standings))
        .text_cut(resigned(snapshot).map_or_else(String::new, |names| format!("-# Resigned: {names}.")));
    let draft = table(draft, look, &snapshot.screen, "").text_cut(ratings(&snapshot.ratings));
    let mut buttons = Vec::new();
    if snapshot.rematch.is_none() {
        buttons.push(act(snapshot, TableAct::Rematch, "Rematch", Style::Primary)?);
    }
    let scope = if snapshot.place.guild.is_some() { 's' } else { 'e' };
    let leaders = Press::Leaders(scope, snapshot.game.to_owned(), 'q', 1).name()?;
    buttons.push(Button::new("Leaderboard", leaders, Style::Secondary));
    buttons.push(act(snapshot, TableAct::Rules, "Rules", Style::Secondary)?);
    draft.buttons(buttons).build()
}

/// Who won, not made safe yet.
pub(super) fn won(standings: &[Standing]) -> String {
    let first = standings.iter().filter(|s| s.place == 1);
    let names: Vec<Vec<&str>> = first.map(|s| s.names.iter().map(String::as_str).collect()).collect();
    outcome(&names)
}

pub(super) fn places(standings: &[Standing]) -> String {
    let mut text = String::new();
    for s in standings {
        let _ = writeln!(text, "`{}` {}  **{}**", s.place, plain(&list(&s.names)), figure(s.score));
    }
    text.trim_end().to_owned()
}

fn ratings(moves: &[RatingMove]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let each: Vec<String> = moves
        .iter()
        .map(|m| format!("{} {} → {} ({:+})", plain(&m.name), m.before, m.after, m.after - m.before))
        .collect();
    format!("-# Ratings: {}", each.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Side;

    fn standing(place: u8, names: &[&str]) -> Standing {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Standing { place, side: Side(0), score: 5, names }
    }

    #[test]
    fn winners_stand_in_one_row() {
        assert_eq!(won(&[standing(1, &["Ada"]), standing(2, &["Ben"])]), "Ada wins the match.");
        assert_eq!(won(&[standing(1, &["Ada", "Cyd", "Eve"])]), "Ada, Cyd and Eve win the match.");
        let tied: Vec<Standing> = ["Ada", "Ben", "Cyd"].iter().map(|name| standing(1, &[name])).collect();
        assert_eq!(won(&tied), "Ada, Ben and Cyd share first place.");
        assert_eq!(places(&[standing(1, &["Ada", "Cyd", "Eve"])]), "`1` Ada, Cyd and Eve  **5**");
    }
}
