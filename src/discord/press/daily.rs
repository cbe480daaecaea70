//! What a component about the puzzles of a day does. It names the day, and nothing of what is asked or answered.

use super::{acts, number};

acts! {
    /// What can be done with the puzzles of a day.
    DailyAct:
    /// Opens the sum of today, whatever day the button is from.
    Open = "open",
    /// Shows the sum again, in the message that was pressed.
    Sum = "sum",
    /// Opens the form for an answer; also the name of that form.
    Answer = "answer",
    /// Asks whether to give up.
    GiveUp = "give",
    GiveUpYes = "give!",
    /// Opens the hand.
    Hand = "hand",
    /// The list of the hand's cards. The picked value is the card.
    Discard = "discard",
    /// Shows others the result, without the answer.
    Share = "share",
    /// Who has solved it on this server.
    Table = "table",
    /// In which ways the sum of the day before could be made.
    Ways = "ways",
}

/// `20787:answer`
pub(super) fn name(day: u32, act: DailyAct) -> String {
    format!("{day}:{}", act.word())
}

pub(super) fn parse(name: &str) -> Option<(u32, DailyAct)> {
    let (day, word) = name.split_once(':')?;
    Some((number(day)?, *DailyAct::ALL.iter().find(|act| act.word() == word)?))
}
