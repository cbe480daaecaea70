//! What messages show: a table's state (or a page of rules, a ranking) made into a [`Message`]. These functions are
//! pure; nothing here sends anything.

mod board;
mod controls;
mod ended;
mod hand;
mod help;
mod leaders;
mod lobby;
mod notes;
mod options;
mod over;
mod rules;
mod settings;

use std::sync::Arc;

use crate::engine::picture::Screen;
use crate::engine::{catalog, columns};
use crate::tables::{ChannelId, MessageId, SeatInfo, Snapshot};

use super::preferences::Look;
use super::press::{Press, TableAct};
use super::ui::{Art, Button, Limit, Message, MessageBuilder, Style, plain};

pub use board::{board, closed, moved};
pub use controls::control_form;
pub use ended::{hand_over, result};
pub use hand::{Building, Hand, Surface, hand, hand_elsewhere, own_told, which_table};
pub use help::{help, help_topics};
pub use leaders::{LEADERS_A_PAGE, leader_pages, leaders};
pub use lobby::{declined, invitation, lobby};
pub use notes::{
    Delivery, asked_now, cannot_write, done, happened, more, note, played, refusal, summary, sure_end, sure_resign,
    sure_void, turn, welcome,
};
pub use options::{knob_form, knob_page, options, options_in_force};
pub use over::over;
pub use rules::{no_section, pages, rules, section_of, topics};
pub use settings::settings;

/// The colour of messages about no single game.
const PLAIN: u32 = 0x005d_6d7e;

/// The colour of a game, which is that of its pictures.
fn accent(game: &str) -> u32 {
    catalog::game(game).map_or(PLAIN, |game| game.color())
}

/// A message in the look that is wanted: `draw` makes it with a picture or in words, and the words are kept in
/// reserve in case the picture cannot be sent.
fn shown(look: Look, screen: &Arc<Screen>, draw: impl Fn(Look) -> Result<Message, Limit>) -> Result<Message, Limit> {
    if !look.picture || (screen.zones.is_empty() && screen.hand.is_empty()) {
        return draw(Look::TEXT);
    }
    Ok(draw(look)?.otherwise(draw(Look::TEXT)?))
}

/// The table itself: drawn, or in words.
fn table(draft: MessageBuilder, look: Look, screen: &Arc<Screen>, words: &str) -> MessageBuilder {
    if look.picture {
        draft.picture(Art { screen: Arc::clone(screen), theme: look.theme })
    } else {
        draft.code(&narrow(words))
    }
}

/// Breaks lines to a phone's width: boards are narrow enough already, but a hand or a result may contain a
/// sentence.
fn narrow(text: &str) -> String {
    text.lines().flat_map(columns::narrow).collect::<Vec<_>>().join("\n")
}

/// Seats grouped by who wins together, in the order of their first seats.
fn by_side(seats: &[SeatInfo]) -> Vec<Vec<&SeatInfo>> {
    let mut sides: Vec<Vec<&SeatInfo>> = Vec::new();
    for seat in seats {
        match sides.iter_mut().find(|side| side[0].side == seat.side) {
            Some(side) => side.push(seat),
            None => sides.push(vec![seat]),
        }
    }
    sides
}

/// The names of those who resigned.
fn resigned(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.seats.iter().filter(|seat| seat.resigned).map(|seat| seat.name.as_str()).collect()
}

/// "Gin Rummy · Oklahoma"; the variant is left out if it adds nothing.
fn title(snapshot: &Snapshot) -> String {
    if snapshot.variant_title.is_empty() || snapshot.variant_title == snapshot.title {
        snapshot.title.to_owned()
    } else {
        format!("{} · {}", snapshot.title, snapshot.variant_title)
    }
}

/// A message about a table, with its heading.
fn about(snapshot: &Snapshot, more: &str) -> MessageBuilder {
    let more = if more.is_empty() { String::new() } else { format!("\n-# {more}") };
    MessageBuilder::new().accent(accent(snapshot.game)).text(format!("### {}{more}", title(snapshot)))
}

/// A button about the table itself.
fn act(snapshot: &Snapshot, act: TableAct, label: &str, style: Style) -> Result<Button, Limit> {
    Ok(Button::new(label, Press::Table(snapshot.table, act).name()?, style))
}

/// What happened, escaped, one line each.
fn told(lines: &[String]) -> String {
    lines.iter().filter(|l| !l.trim().is_empty()).map(|l| plain(l)).collect::<Vec<_>>().join("\n")
}

/// What happened: the newest in full size, below earlier lines in small print.
fn lately(earlier: &[String], now: &[String]) -> String {
    let small = earlier.iter().map(|line| format!("-# {}", plain(line)));
    small.chain([told(now)]).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The table's channel, as a link.
fn link(snapshot: &Snapshot) -> String {
    match snapshot.place.guild {
        Some(_) => format!("<#{}>", snapshot.place.channel),
        None => "these messages".to_owned(),
    }
}

/// The address of a message at the table's place.
fn message_link(snapshot: &Snapshot, (channel, message): (ChannelId, MessageId)) -> String {
    let server = snapshot.place.guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
    format!("https://discord.com/channels/{server}/{channel}/{message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_about_a_hand_is_broken_and_columns_stay() {
        let said = "1KG  2SR\nmelds in it: 1KG 1KR 1KB, 1KG 2SR 3CY, 1KR 2SR 3SR, 1KB 2SR 3AG and 4 more";
        let lines = narrow(said);
        assert!(lines.starts_with("1KG  2SR\nmelds in it: 1KG 1KR 1KB, 1KG 2SR 3CY,\n  1KR"), "{lines}");
        assert!(lines.lines().count() == 3 && lines.lines().all(|line| line.len() <= columns::PHONE), "{lines}");
    }
}
