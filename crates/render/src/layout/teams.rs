//! What teams have scored: a plaque for each, side by side, below those of the players.

use super::{MARGIN, room};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, Scene};
use engine::picture::{Team, team};

/// The height of a plaque without the lines of its members; `LINE` is the height of each of those.
const HIGH: f32 = 42.0;
const LINE: f32 = 24.0;
/// The size of names and scores; `MEMBERS` is that of members.
const NAME: f32 = BODY;
const MEMBERS: f32 = CAPTION;
/// The most lines of members; longer lists are cut.
const LINES: usize = 2;
/// From the edges of a plaque to what is in it.
const PAD: f32 = 14.0;
/// The space between two plaques, and between a name and a score.
const BETWEEN: f32 = 10.0;

/// Lays the plaques in one row and returns its lower end.
pub(super) fn lay(scene: &mut Scene, teams: &[Team], top: f32) -> f32 {
    let count = teams.len().max(1) as f32;
    let w = (room() - BETWEEN * (count - 1.0)) / count;
    let members: Vec<Vec<String>> =
        teams.iter().map(|team| fonts::block(&team.members, MEMBERS, false, w - 2.0 * PAD, LINES)).collect();
    let high = HIGH + LINE * members.iter().map(Vec::len).max().unwrap_or(0) as f32;
    for (i, (team, members)) in teams.iter().zip(members).enumerate() {
        plaque(scene, team, members, Area::new(MARGIN + (w + BETWEEN) * i as f32, top, w, high));
    }
    top + high
}

fn plaque(scene: &mut Scene, of: &Team, members: Vec<String>, area: Area) {
    scene.field(area, 12.0, Ink::Line, 1.0);
    let (left, right, room) = (area.x + PAD, area.x + area.w - PAD, area.w - 2.0 * PAD);
    let score = fonts::fit(&of.score, NAME, true, room - fonts::width(&team(of.side), NAME, true) - BETWEEN);
    let named = room - fonts::width(&score, NAME, true) - BETWEEN;
    scene.bold(left, area.y + 29.0, NAME, Ink::Text, fonts::fit(&team(of.side), NAME, true, named));
    scene.write(right, area.y + 29.0, NAME, true, Anchor::End, Ink::Text, score);
    for (i, line) in members.into_iter().enumerate() {
        scene.text(left, area.y + 29.0 + LINE * (i + 1) as f32, MEMBERS, Ink::Muted, line);
    }
}
