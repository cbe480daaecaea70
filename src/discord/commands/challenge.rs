//! `/challenge`: a table for two, with an invitation.

use crate::tables::NewTable;

use super::super::dispatch::{App, Handled, Trouble};
use super::super::incoming::{Incoming, Line};
use super::play::{Asked, open};

/// Challenges somebody.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let (opponent, bot) = line.somebody("opponent").ok_or_else(|| Trouble::say("Whom? `opponent` names somebody."))?;
    if bot {
        return Err(Trouble::say("Bots cannot be challenged."));
    }
    if opponent.id == from.person.id {
        return Err(Trouble::say("You cannot challenge yourself."));
    }
    let asked = Asked::read(line)?;
    asked.check(Some(2))?;
    let invited = Some(opponent.clone());
    open(app, from, &asked, from.place, |new| NewTable { seats: Some(2), invited, ..new }).await
}
