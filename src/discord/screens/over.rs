//! The end of a match.

use std::fmt::Write;

use crate::tables::{RatingMove, Snapshot, Standing};

use super::super::press::{Press, TableAct};
use super::super::tastes::Look;
use super::super::ui::{Button, Limit, Message, Style, plain};
use super::{about, act, shown, table, told};

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
        .text(format!("**{}**", winner(standings)))
        .text_cut(places(standings));
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

fn winner(standings: &[Standing]) -> String {
    let first: Vec<String> = standings.iter().filter(|s| s.place == 1).map(|s| plain(&s.names.join(" and "))).collect();
    match first.as_slice() {
        [] => "The match is over.".to_owned(),
        [one] if standings.iter().any(|s| s.place == 1 && s.names.len() > 1) => format!("{one} win the match."),
        [one] => format!("{one} wins the match."),
        several => format!("{} share the first place.", several.join(" and ")),
    }
}

fn places(standings: &[Standing]) -> String {
    let mut text = String::new();
    for s in standings {
        let _ = writeln!(text, "`{}` {}  **{}**", s.place, plain(&s.names.join(" and ")), s.score);
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
