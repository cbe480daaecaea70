//! One person's hand: by direct message, or as an ephemeral message.

use std::sync::Arc;

use crate::tables::{HandText, Snapshot};
use engine::{Built, Seen};

use super::super::preferences::Look;
use super::super::press::{Press, TableAct};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Style, cut, plain, with_cards};
use super::clock;
use super::controls::{Draw, pressable};
use super::happened::{in_full, in_short, lately, newest, told};
use super::{about, act, beside, link, narrow, shown, table, title};

const _: fn(engine::Language) = |engine::Language::English| ();

/// How far somebody has got with a move, as their hand shows it.
#[derive(Clone)]
pub struct Building {
    /// The steps so far.
    pub path: Vec<usize>,
    /// What they amount to, and what may follow; `None` if somebody is only paging through a list.
    pub built: Option<Built>,
    /// The page shown of longer lists.
    pub page: u8,
}

/// What kind of message shows a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// A direct message.
    Direct,
    /// An ephemeral message, which is not kept up to date for long: it has a Refresh button, and says after which
    /// move it was drawn.
    Ephemeral,
}

/// How a hand is shown.
#[derive(Clone, Copy)]
pub struct Showing<'a> {
    /// Where it is shown.
    pub on: Surface,
    /// The move being built.
    pub building: Option<&'a Building>,
    /// Direct messages to this person fail: says how to allow them.
    pub unreached: bool,
    /// With a picture, or as text.
    pub look: Look,
}

impl<'a> Showing<'a> {
    /// A hand as it is, by direct message.
    #[must_use]
    pub const fn in_look(look: Look) -> Self {
        Self { on: Surface::Direct, building: None, unreached: false, look }
    }

    fn is_ephemeral(&self) -> bool {
        self.on == Surface::Ephemeral
    }

    /// What the steps chosen so far amount to.
    fn built(&self) -> Option<&'a Built> {
        self.building.and_then(|building| building.built.as_ref())
    }

    /// What those steps would leave, if that can be shown.
    fn drafted(&self) -> Option<&'a Seen> {
        self.built().and_then(|built| built.drafted.as_deref())
    }
}

/// A hand. Must only ever be sent to its owner.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn hand(snapshot: &Snapshot, hand: &HandText, how: Showing<'_>) -> Result<Message, Limit> {
    shown(how.look, &seen(hand, how).screen, |look| {
        let how = Showing { look, ..how };
        pressable(|rows| draw(snapshot, hand, how, rows))
    })
}

fn draw(snapshot: &Snapshot, hand: &HandText, how: Showing<'_>, rows: Option<usize>) -> Result<Message, Limit> {
    let what = if hand.has_cards() { "hand" } else { "seat" };
    let heading = if how.look.picture {
        let more = [title(snapshot), link(snapshot), format!("table {}", snapshot.table)];
        beside(snapshot, &format!("Your {what}"), &more.each_ref().map(String::as_str))
    } else {
        let draft = if how.drafted().is_some() { " · draft: not played yet" } else { "" };
        let place = format!("Your {what}{draft} · {} · table {}", link(snapshot), snapshot.table);
        about(snapshot, &format!("{place}\n-# {}", plain(&seen(hand, how).board.headline)))
    };
    // By direct message, the hand before this one has become a message that says how it ended.
    let ended = if how.is_ephemeral() { hand.lately.ended.as_slice() } else { &[] };
    let earlier = newest(in_short(snapshot, &hand.lately.earlier));
    let earlier = [in_short(snapshot, ended), earlier].concat();
    let mut draft = cards(heading, hand, how)
        .text_cut(with_cards(&lately(&earlier, &in_short(snapshot, &hand.lately.now))))
        .text(format!("**{}**", if is_left(snapshot, hand) { LEFT.to_owned() } else { with_cards(&prompt(hand, how)) }))
        .text(clock::running(snapshot, Some(hand.seat)));
    let mut buttons: Vec<Button> = Vec::new();
    if let Some(rows) = rows {
        let (path, page) = how.building.map_or((&[][..], 0), |building| (building.path.as_slice(), building.page));
        let controls = how.built().map_or(hand.controls.as_slice(), |built| built.controls.as_slice());
        (draft, buttons) = Draw::hand(snapshot.table, hand.window, path, page, rows).controls(draft, controls)?;
        if path.is_empty() && !controls.is_empty() && snapshot.gives_hints() {
            buttons.push(act(snapshot, TableAct::Hint, "Hint", Style::Secondary)?);
        }
        if path.is_empty() {
            buttons.push(act(snapshot, TableAct::WhatCounts, "What counts?", Style::Secondary)?);
        }
        if !path.is_empty() {
            buttons.push(back(snapshot, hand.window, path)?);
        }
    } else {
        draft = draft.text("-# More moves than buttons: play with `/move`, which lists them.");
    }
    if is_left(snapshot, hand) {
        buttons.push(act(snapshot, TableAct::Return, "I am back", Style::Primary)?);
    }
    let mut below = Vec::new();
    if how.is_ephemeral() {
        buttons.push(act(snapshot, TableAct::Refresh, "Refresh", Style::Secondary)?);
        // It cannot be changed for long: somebody who finds it later should see how old it is.
        below.push(match snapshot.play.moves() {
            0 => "-# Before the first move. **Refresh** shows what came since.".to_owned(),
            moves => format!("-# After move {moves}. **Refresh** shows what came since."),
        });
    }
    if how.unreached {
        below.push(UNREACHED.to_owned());
    }
    draft.buttons(buttons).text(below.join("\n")).build()
}

/// What is shown of a seat: its state, or what the steps chosen so far would leave.
fn seen<'a>(hand: &'a HandText, how: Showing<'a>) -> &'a Seen {
    how.drafted().unwrap_or(&hand.seen)
}

/// The hand with the table that it is played at. An ephemeral one is shown below the board and comes without it,
/// unless a draft has moved cards on the table.
fn cards(draft: MessageBuilder, hand: &HandText, how: Showing<'_>) -> MessageBuilder {
    let Seen { text, board, screen } = seen(hand, how);
    let alone = how.is_ephemeral() && how.drafted().is_none() && !text.is_empty();
    match (how.look.picture, alone) {
        (true, true) => table(draft, how.look, &Arc::new(screen.hand_alone()), ""),
        (true, false) => table(draft, how.look, screen, ""),
        (false, true) => draft.code(&narrow(text)),
        (false, false) => draft.code(&narrow(text)).code(&board.body),
    }
}

const UNREACHED: &str = "-# I can't send you messages, so your hand shows here, to you only; **My hand** on the board brings it \
                         anew. To get it by message: this server's menu → Privacy Settings → Direct Messages. The next deal \
                         comes there, or at once after `/settings me hands:By direct message`.";

/// One step back: from the first step, back to the hand itself.
fn back(snapshot: &Snapshot, window: u32, path: &[usize]) -> Result<Button, Limit> {
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

fn prompt(hand: &HandText, how: Showing<'_>) -> String {
    match how.built() {
        Some(Built { so_far, .. }) if !so_far.is_empty() => {
            format!("So far (not played yet): {}", plain(&cut(so_far, CHOSEN)))
        }
        _ if hand.seen.board.prompt.is_empty() => "Nothing to do just now.".to_owned(),
        _ => plain(&hand.seen.board.prompt.to(hand.seat)),
    }
}

/// For whoever left their seat.
pub(super) const LEFT: &str = "The house plays on for you: **I am back** gives you your seat again.";

fn is_left(snapshot: &Snapshot, hand: &HandText) -> bool {
    snapshot.seating.seats.get(hand.seat.index()).is_some_and(|seat| seat.left_to.is_some())
}

/// What replaces a hand that is shown elsewhere from now on.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn hand_elsewhere(snapshot: &Snapshot) -> Result<Message, Limit> {
    about(snapshot, &format!("{} · table {}", link(snapshot), snapshot.table))
        .text("Press **My hand** on the board to see your hand.")
        .build()
}

/// What only this seat was told, if there is no hand to show it beside.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn own_told(snapshot: &Snapshot, hand: &HandText) -> Result<Message, Limit> {
    MessageBuilder::new().text_cut(told(&in_full(snapshot, &hand.told))).build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Lately;
    use engine::picture::{Screen, Zone};
    use engine::{BoardText, Makes, Prompt, Reader, Seat};

    fn asking(all: &[(u8, &str)]) -> BoardText {
        let seat = |number| Seat::new(number).expect("a seat");
        let ask = |&(of, what): &(u8, &str)| Prompt::ask(&Reader::plain(2), seat(of), what);
        BoardText { prompt: all.iter().map(ask).collect(), ..BoardText::default() }
    }

    fn seat() -> HandText {
        HandText {
            seat: Seat::FIRST,
            seen: Seen { board: asking(&[(0, "play a card")]), ..Seen::default() },
            controls: Vec::new(),
            window: 0,
            told: Vec::new(),
            lately: Lately::default(),
        }
    }

    fn building(so_far: &str, drafted: Option<Seen>) -> Building {
        let drafted = drafted.map(Box::new);
        let built = Built { so_far: so_far.to_owned(), controls: Vec::new(), makes: Makes::Nothing, drafted };
        Building { path: vec![0], built: Some(built), page: 0 }
    }

    #[test]
    fn a_move_being_built_says_what_was_chosen() {
        let seat = seat();
        let (none, some) = (building("", None), building("lay 1KG 2SR 3CY", None));
        let plain = Showing::in_look(Look::TEXT);
        assert_eq!(prompt(&seat, Showing { building: Some(&none), ..plain }), "Your turn to play a card.");
        let seen = Seen { board: asking(&[(1, "draw")]), ..Seen::default() };
        let other = HandText { seen, ..seat.clone() };
        assert_eq!(prompt(&other, plain), "Seat 2 to draw.");
        let so_far = prompt(&seat, Showing { building: Some(&some), ..plain });
        assert_eq!(so_far, "So far (not played yet): lay 1KG 2SR 3CY");
    }

    #[test]
    fn a_draft_is_shown_with_its_table_where_a_hand_goes_without() {
        let line = |text: &str| Zone::Line(text.to_owned());
        let sees = |age: &str, cards: &str| {
            let screen = Screen { zones: vec![line(age)], hand: vec![line(cards)], ..Screen::default() };
            let board = BoardText { body: format!("{age} table"), ..BoardText::default() };
            Seen { board, text: cards.to_owned(), screen: Arc::new(screen).into() }
        };
        let seat = HandText { seen: sees("old", "all cards"), ..seat() };
        let (bare, drafted) = (building("", None), building("lay", Some(sees("new", "one card"))));
        let shown = |picture: bool, building| {
            let look = Look { picture, ..Look::TEXT };
            let how = Showing { on: Surface::Ephemeral, building: Some(building), ..Showing::in_look(look) };
            cards(MessageBuilder::new(), &seat, how).build().expect("within limits")
        };
        let words = |built| shown(false, built).edit().to_string();
        assert!(words(&bare).contains("all cards") && !words(&bare).contains("table"), "{}", words(&bare));
        assert!(words(&drafted).contains("one card") && words(&drafted).contains("new table"), "{}", words(&drafted));
        let zones = |built| {
            let drawn = shown(true, built).art().expect("a picture").screen.clone();
            (drawn.zones.clone(), drawn.hand.clone())
        };
        assert_eq!(zones(&bare), (vec![], vec![line("all cards")]));
        assert_eq!(zones(&drafted), (vec![line("new")], vec![line("one card")]));
    }
}
