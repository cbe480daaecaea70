//! One person's hand: by direct message, or as an ephemeral message.

use std::sync::Arc;

use crate::engine::Built;
use crate::tables::{Ended, HandText, Snapshot, Stage, Summary};

use super::super::press::{Press, TableAct};
use super::super::tastes::Look;
use super::super::ui::{Button, Draft, Limit, Message, Style, cut, plain};
use super::controls::Draw;
use super::over::{places, winner};
use super::{about, act, lately, link, shown, table, told};

/// How a hand is shown.
#[derive(Clone, Copy)]
pub struct Hand<'a> {
    /// In an ephemeral message, which is not kept up to date for long: with Refresh, and the move it shows.
    pub ephemeral: bool,
    /// The move being built: its steps so far, and what may follow.
    pub draft: Option<(&'a [u16], &'a Built)>,
    /// The page of longer lists.
    pub page: u8,
    /// Direct messages to this person fail: says how to get them.
    pub unreached: bool,
    /// With a picture, or as text.
    pub look: Look,
}

impl Hand<'_> {
    /// A hand as it stands, by direct message.
    #[must_use]
    pub const fn in_look(look: Look) -> Self {
        Self { ephemeral: false, draft: None, page: 0, unreached: false, look }
    }
}

/// A hand. Only ever to be sent to its owner.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn hand(snapshot: &Snapshot, hand: &HandText, how: Hand<'_>) -> Result<Message, Limit> {
    shown(how.look, &hand.screen, |look| {
        let how = Hand { look, ..how };
        let whole = draw(snapshot, hand, how, true);
        let too_much = matches!(whole, Err(Limit::Components(_) | Limit::CustomId(_)));
        if too_much { draw(snapshot, hand, how, false) } else { whole }
    })
}

fn draw(snapshot: &Snapshot, hand: &HandText, how: Hand<'_>, pressable: bool) -> Result<Message, Limit> {
    let what = if hand.text.is_empty() { "Your seat" } else { "Your hand" };
    let mut heading = format!("{what} · {} · table {}", link(snapshot), snapshot.table);
    if !how.look.picture {
        heading.push_str(&format!("\n-# {}", plain(&hand.board.headline)));
    }
    let name = snapshot.seats.get(hand.seat.index()).map_or("", |seat| seat.name.as_str());
    let mut draft = cards(about(snapshot, &heading), hand, how)
        .text_cut(lately(&hand.lately.earlier, &hand.lately.now))
        .text(format!("**{}**", prompt(name, hand, how)));
    let mut buttons: Vec<Button> = Vec::new();
    if pressable {
        let (path, controls) = match how.draft {
            Some((path, built)) => (path, built.controls.as_slice()),
            None => (&[][..], hand.controls.as_slice()),
        };
        (draft, buttons) = Draw::hand(snapshot.table, hand.window, path, how.page).controls(draft, controls)?;
        if let Some((path, _)) = how.draft.filter(|(path, _)| !path.is_empty()) {
            buttons.push(back(snapshot, hand.window, path)?);
        }
    } else {
        draft = draft.text("-# More moves than buttons: play with `/move`, which lists them.");
    }
    if how.ephemeral {
        buttons.push(act(snapshot, TableAct::Refresh, "Refresh", Style::Secondary)?);
        draft = draft.text(format!("-# As after move {}.", snapshot.moves));
    }
    if how.unreached {
        draft = draft.text(UNREACHED);
    }
    draft.buttons(buttons).build()
}

/// The hand with the table that it is played at. An ephemeral one stands below the board and goes without it.
fn cards(draft: Draft, hand: &HandText, how: Hand<'_>) -> Draft {
    let alone = how.ephemeral && !hand.text.is_empty();
    match (how.look.picture, alone) {
        (true, true) => table(draft, how.look, &Arc::new(hand.screen.hand_alone()), ""),
        (true, false) => table(draft, how.look, &hand.screen, ""),
        (false, true) => draft.code(&hand.text),
        (false, false) => draft.code(&hand.text).code(&hand.board.body),
    }
}

const UNREACHED: &str = "-# I can't send you messages, so press **My hand** on the board: only you will see it. To get them: \
                         this server's menu → Privacy Settings → Direct Messages.";

/// One step back: the first step's way back is the hand itself.
fn back(snapshot: &Snapshot, window: u32, path: &[u16]) -> Result<Button, Limit> {
    let shorter = &path[..path.len().saturating_sub(1)];
    let id = if shorter.is_empty() {
        Press::Page(snapshot.table, window, Vec::new(), 0)
    } else {
        Press::Build(snapshot.table, window, shorter.to_vec())
    };
    Ok(Button::new("↩ Back", id.name()?, Style::Secondary))
}

/// The most characters that are shown of a move being built.
const CHOSEN: usize = 600;

fn prompt(name: &str, hand: &HandText, how: Hand<'_>) -> String {
    let asked = to_you(name, hand);
    match how.draft {
        Some((_, Built { so_far, .. })) if !so_far.is_empty() => format!("So far: {}", plain(&cut(so_far, CHOSEN))),
        _ if asked.trim().is_empty() => "Nothing to do just now.".to_owned(),
        _ => asked,
    }
}

/// The board's prompt as the one whom it asks reads it: "Your turn to draw; Ben to discard." for "Ben to discard; Ada to draw."
fn to_you(name: &str, hand: &HandText) -> String {
    let prompt = hand.board.prompt.as_str();
    let asked: Vec<&str> = prompt.trim_end_matches('.').split("; ").collect();
    let mine = |part: &&str| part.strip_prefix(name).is_some_and(|rest| rest.starts_with(" to "));
    match asked.iter().position(mine).filter(|_| hand.awaited) {
        None => plain(prompt),
        Some(at) => {
            let others = asked.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| (*part).to_owned());
            let all: Vec<String> = std::iter::once(asked[at].replacen(name, "Your turn", 1)).chain(others).collect();
            format!("{}.", plain(&all.join("; ")))
        }
    }
}

/// What stands in place of a hand whose match is over, or that can be shown no more.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn hand_over(snapshot: &Snapshot) -> Result<Message, Limit> {
    let draft = about(snapshot, &format!("{} · table {}", link(snapshot), snapshot.table));
    match snapshot.stage {
        Stage::Over => {
            let standings = snapshot.standings.as_deref().unwrap_or_default();
            let ends = |ended: &Ended| {
                let first = ended.words.lines().next().map(str::to_owned);
                ended.before.iter().cloned().chain(first).collect::<Vec<_>>()
            };
            let last: Vec<String> = snapshot.results.iter().flat_map(ends).chain(snapshot.told.clone()).collect();
            draft.text_cut(told(&last)).text(format!("**{}**", winner(standings))).text_cut(places(standings))
        }
        Stage::Closed => draft.text_cut(told(&snapshot.told)).text("That table is closed."),
        Stage::Lobby | Stage::Playing => draft.text(format!("**{}**", plain(&snapshot.board.prompt))),
    }
    .build()
}

/// What stands in place of a hand that is shown otherwise from now on.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn hand_elsewhere(snapshot: &Snapshot) -> Result<Message, Limit> {
    about(snapshot, &format!("{} · table {}", link(snapshot), snapshot.table))
        .text("Press **My hand** on the board to see your hand.")
        .build()
}

/// What this seat alone was told, where there is no hand to show it beside.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn own_told(hand: &HandText) -> Result<Message, Limit> {
    Draft::new().text_cut(told(&hand.told)).build()
}

/// Asks which of several tables is meant.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn which_table(tables: &[Summary]) -> Result<Message, Limit> {
    let buttons = tables
        .iter()
        .take(25)
        .map(|t| {
            let label = cut(&format!("{} · {}", t.title, t.names.join(", ")), 70);
            let id = Press::Table(t.table, TableAct::Hand).name()?;
            Ok(Button::new(&format!("{label} ({})", t.table), id, Style::Secondary))
        })
        .collect::<Result<Vec<_>, Limit>>()?;
    Draft::new().text("You sit at several tables. Which hand?").buttons(buttons).build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::picture::Screen;
    use crate::engine::{BoardText, Seat};
    use crate::tables::Lately;

    #[test]
    fn a_move_being_built_says_what_was_chosen() {
        let seat = HandText {
            seat: Seat::FIRST,
            text: String::new(),
            screen: Arc::new(Screen::default()),
            board: BoardText { prompt: "Ada to play a card.".to_owned(), ..BoardText::default() },
            controls: Vec::new(),
            window: 0,
            told: Vec::new(),
            lately: Lately::default(),
            awaited: true,
        };
        let built = |so_far: &str| Built { so_far: so_far.to_owned(), controls: Vec::new(), done: None, last: false };
        let (none, some) = (built(""), built("Lay 3 face down"));
        let plain = Hand::in_look(Look::TEXT);
        assert_eq!(prompt("Ben", &seat, plain), "Ada to play a card.");
        assert_eq!(prompt("Ada", &seat, Hand { draft: Some((&[], &none)), ..plain }), "Your turn to play a card.");
        let two = BoardText { prompt: "Ben to draw; Ada to discard.".to_owned(), ..BoardText::default() };
        let asked = HandText { board: two, ..seat.clone() };
        assert_eq!(prompt("Ada", &asked, plain), "Your turn to discard; Ben to draw.");
        assert_eq!(prompt("Ada", &seat, Hand { draft: Some((&[0], &some)), ..plain }), "So far: Lay 3 face down");
    }
}
