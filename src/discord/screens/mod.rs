//! What messages show: a table's state (or a page of rules, a ranking) made into a [`Message`](super::ui::Message). Pure; nothing here
//! sends.

mod board;
mod controls;
mod hand;
mod help;
mod leaders;
mod lobby;
mod notes;
mod options;
mod over;
mod rules;

use crate::tables::Snapshot;

use super::press::{Press, TableAct};
use super::ui::{Button, Draft, Limit, Style, plain};

pub use board::{board, closed, moved, result};
pub use controls::{Draw, control_form};
pub use hand::{Hand, hand, hand_over, own_told, which_table};
pub use help::help;
pub use leaders::{Leaders, leaders};
pub use lobby::{invitation, lobby};
pub use notes::{
    fault, happened, more, note, played, refusal, summary, sure_end, sure_resign, sure_void, turn, welcome,
};
pub use options::{knob_form, knob_values, options};
pub use over::over;
pub use rules::{page_topics, rules};

/// The colour of a game, from a fixed palette by its id.
fn accent(game: &str) -> u32 {
    const PALETTE: [u32; 8] =
        [0x002e_7d32, 0x0015_65c0, 0x00ad_1457, 0x00ef_6c00, 0x006a_1b9a, 0x0000_838f, 0x00c6_2828, 0x009e_9d24];
    // FNV-1a.
    let hash = game.bytes().fold(0x811c_9dc5_u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    PALETTE[hash as usize % PALETTE.len()]
}

/// "Gin Rummy · Oklahoma"; the variant is left out where it says nothing.
fn title(snapshot: &Snapshot) -> String {
    if snapshot.variant_title.is_empty() || snapshot.variant_title == snapshot.title {
        snapshot.title.to_owned()
    } else {
        format!("{} · {}", snapshot.title, snapshot.variant_title)
    }
}

/// A message about a table, with its heading.
fn about(snapshot: &Snapshot, more: &str) -> Draft {
    let more = if more.is_empty() { String::new() } else { format!("\n-# {more}") };
    Draft::new().accent(accent(snapshot.game)).text(format!("### {}{more}", title(snapshot)))
}

/// A button about the table itself.
fn act(snapshot: &Snapshot, act: TableAct, label: &str, style: Style) -> Result<Button, Limit> {
    Ok(Button::new(label, Press::Table(snapshot.table, act).name()?, style))
}

/// What happened, made safe, one line each.
fn told(lines: &[String]) -> String {
    lines.iter().filter(|l| !l.trim().is_empty()).map(|l| plain(l)).collect::<Vec<_>>().join("\n")
}

/// Where the table stands, as a link.
fn link(snapshot: &Snapshot) -> String {
    match snapshot.place.guild {
        Some(_) => format!("<#{}>", snapshot.place.channel),
        None => "these messages".to_owned(),
    }
}
