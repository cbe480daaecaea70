//! The custom ids of components: short, versioned names that say what a press does and in which window it was
//! offered.
//!
//! They contain no hidden card: a hand's buttons name steps by number, and only what everybody may read is named by
//! its text. `parse` accepts exactly what `name` produces; anything else comes from another version, or is forged.

mod daily;
mod history;
mod leaders;
mod options;
mod replay;
mod settings;
mod table;

pub use daily::DailyAct;
pub use history::HistoryAct;
pub use leaders::{Leaders, Whose};
pub use options::{
    Part, absent_in, clock_in, forced_in, hints_in, next_hand_in, value_of_absent, value_of_clock, value_of_forced,
    value_of_hints, value_of_next_hand,
};
pub use replay::{ReplayAct, Still, seat_in, value_of_seat};
pub use settings::{AS_THE_SERVER, Panel, Setting};
pub use table::TableAct;

use std::fmt::Write;

use crate::store::MatchesOf;
use crate::tables::{TableId, UserId, Window};
use engine::Does;

use super::ui::{CustomId, Limit};

/// What pressing a component does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Press {
    Play(TableId, Window, String),
    /// Continues building a move.
    Build(TableId, u32, Vec<usize>),
    /// Plays the move that the steps make.
    Finish(TableId, u32, Vec<usize>),
    /// Plays the move of a hint, by its code.
    Hinted(TableId, u32, u32),
    /// The review of this hand of the match, in a message of its own, or at one of its moments (from 1), replacing the
    /// one being read.
    Review(TableId, u32, u8),
    /// A match that is over: what of it is shown, and what to do there. It names its match, but nothing of it is played.
    Replay(TableId, Still, ReplayAct),
    /// A list beside a hand, at this point of a move; the number tells the lists of one message apart. The picked
    /// value says what it [does](picked).
    Pick(TableId, u32, Vec<usize>, u8),
    /// Another page of a list beside a hand.
    Page(TableId, u32, Vec<usize>, u8),
    /// A list on the board. The picked value says what it [does](picked).
    PickShared(TableId, u32, u8),
    /// Opens a form, given by the number of its control; also the name of that form.
    Form(TableId, Window, u8),
    /// Something about the table itself.
    Table(TableId, TableAct),
    /// Voids the hand of this deal only.
    Void(TableId, u32),
    /// Shows this deal, which waits.
    Next(TableId, u32),
    /// Agrees to the wish of this number, or plays on.
    Word(TableId, u32, bool),
    /// Opens a form with some of the table's options; also the name of that form. The number tells whether they have
    /// changed since it was opened.
    Options(TableId, Part, u32),
    /// A section of a rules page, in a message of its own.
    Rules(String, String),
    /// A section of a rules page, replacing the one being read.
    Leaf(String, String),
    /// A practice hand of this game.
    Teach(String),
    /// The list of games of which a practice hand is dealt. The picked value is the game's id.
    Lessons,
    /// What is pressed in a practice hand, as if it was a table.
    Practice(Box<Press>),
    /// A table of this game for the presser and the house alone.
    Alone(String),
    /// The list of games to which somebody is challenged, whose id and name these are.
    Challenge(UserId, String),
    /// All games, to choose from.
    Games,
    /// The list of games to open a table of. The picked value is the game's id.
    Open,
    /// The list of games of which a table is opened for the presser and the house alone.
    First,
    /// One of the pictures (from 0) of how a turn of this game works.
    Turn(String, u8),
    /// The list of all rules pages. The picked value is the page's id.
    Pages,
    /// The list of a rules page's sections.
    Topics(String),
    /// A page of a leaderboard.
    Leaders(Leaders),
    /// The list of games of somebody's profile. The picked value is a game's id, or stands for all.
    Profile(UserId),
    /// A list of people whose profiles can be looked at: in this game, or all. The picked value is somebody's id.
    Profiles(Option<String>),
    /// Forgets whoever presses it.
    Forget,
    /// Something about the puzzles of this day.
    Daily(u32, DailyAct),
    /// Somebody's matches.
    History(MatchesOf, HistoryAct),
    /// A setting. The picked value is one of the setting's, or [`AS_THE_SERVER`].
    Setting(Panel, Setting),
    /// A disabled button.
    Greyed(u8),
}

/// What can be done with something, each with its word in a name.
macro_rules! acts {
    ($(#[$of:meta])* $name:ident: $($(#[$doc:meta])* $act:ident = $word:literal,)*) => {
        $(#[$of])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $($(#[$doc])* $act,)*
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$act,)*];

            /// Its word in a name.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$act => $word,)* }
            }
        }
    };
}
use acts;

impl Press {
    /// The table that it does something at.
    #[must_use]
    pub const fn table(&self) -> Option<TableId> {
        match self {
            Self::Play(table, ..)
            | Self::Build(table, ..)
            | Self::Finish(table, ..)
            | Self::Hinted(table, ..)
            | Self::Review(table, ..)
            | Self::Pick(table, ..)
            | Self::Page(table, ..)
            | Self::PickShared(table, ..)
            | Self::Form(table, ..)
            | Self::Table(table, ..)
            | Self::Void(table, ..)
            | Self::Next(table, ..)
            | Self::Word(table, ..)
            | Self::Options(table, ..) => Some(*table),
            Self::Rules(..) | Self::Leaf(..) | Self::Alone(..) | Self::Pages | Self::Topics(..) => None,
            Self::Leaders(..)
            | Self::Profile(_)
            | Self::Challenge(..)
            | Self::Profiles(_)
            | Self::Forget
            | Self::Daily(..)
            | Self::Setting(..)
            | Self::Greyed(..)
            | Self::Replay(..)
            | Self::History(..) => None,
            Self::Games | Self::Open | Self::First => None,
            // No table, although it is named like one.
            Self::Teach(..) | Self::Turn(..) | Self::Lessons | Self::Practice(..) => None,
        }
    }

    /// The custom id.
    ///
    /// # Errors
    /// If it would be longer than Discord allows.
    pub fn name(&self) -> Result<CustomId, Limit> {
        CustomId::new(match self {
            Self::Play(table, window, text) => format!("1p:{table}:{}:{text}", window_name(*window)),
            Self::Build(table, window, path) => format!("1s:{table}:{window}:{}", path_name(path)),
            Self::Finish(table, window, path) => format!("1f:{table}:{window}:{}", path_name(path)),
            Self::Hinted(table, window, code) => format!("1h:{table}:{window}:{code}"),
            Self::Review(table, hand, at) => format!("1w:{table}:{hand}:{at}"),
            Self::Replay(table, still, act) => format!("1j:{table}:{}", replay::name(*still, *act)),
            Self::Pick(table, window, path, n) => format!("1c:{table}:{window}:{}:{n}", path_name(path)),
            Self::Page(table, window, path, page) => format!("1g:{table}:{window}:{}:{page}", path_name(path)),
            Self::PickShared(table, window, n) => format!("1d:{table}:{window}:{n}"),
            Self::Form(table, window, n) => format!("1t:{table}:{}:{n}", window_name(*window)),
            Self::Table(table, act) => format!("1a:{table}:{}", act.word()),
            Self::Void(table, deal) => format!("1v:{table}:{deal}"),
            Self::Next(table, deal) => format!("1i:{table}:{deal}"),
            Self::Word(table, wish, agrees) => format!("1k:{table}:{wish}:{}", if *agrees { "agree" } else { "on" }),
            Self::Options(table, part, stamp) => format!("1o:{table}:{part}:{stamp}"),
            Self::Rules(game, anchor) => format!("1r:{game}:{anchor}"),
            Self::Leaf(game, anchor) => format!("1n:{game}:{anchor}"),
            Self::Teach(game) => format!("1teach:{game}"),
            Self::Lessons => "1teach:".to_owned(),
            Self::Practice(press) => format!("1learn:{}", press.name()?.as_str()),
            Self::Alone(game) => format!("1e:{game}"),
            Self::Challenge(user, name) => format!("1challenge:{user}:{name}"),
            Self::Games => "1ga:".to_owned(),
            Self::Open => "1go:".to_owned(),
            Self::First => "1gf:".to_owned(),
            Self::Turn(game, n) => format!("1turn:{game}:{n}"),
            Self::Pages => "1y:".to_owned(),
            Self::Topics(game) => format!("1q:{game}"),
            Self::Leaders(leaders) => format!("1b:{leaders}"),
            Self::Profile(user) => format!("1profile:{user}"),
            Self::Profiles(game) => format!("1profiles:{}", game.as_deref().unwrap_or(ALL)),
            Self::Forget => "1forget:".to_owned(),
            Self::Daily(day, act) => format!("1daily:{}", daily::name(*day, *act)),
            Self::History(of, act) => format!("1m:{}", history::name(of, *act)),
            Self::Setting(owner, setting) => format!("1z:{owner}:{}", setting.key()),
            Self::Greyed(n) => format!("1x:{n}"),
        })
    }

    /// The press that a custom id names; `None` if we never made it.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        if id.len() > 400 {
            return None;
        }
        let (kind, rest) = id.split_once(':')?;
        match kind {
            "1y" if rest.is_empty() => Some(Self::Pages),
            "1profile" => Some(Self::Profile(UserId(number(rest)?))),
            "1profiles" => Some(Self::Profiles(unless_all(rest, word)?)),
            "1forget" if rest.is_empty() => Some(Self::Forget),
            "1ga" if rest.is_empty() => Some(Self::Games),
            "1go" if rest.is_empty() => Some(Self::Open),
            "1gf" if rest.is_empty() => Some(Self::First),
            "1teach" if rest.is_empty() => Some(Self::Lessons),
            "1teach" => Some(Self::Teach(word(rest)?)),
            "1learn" => {
                let press = Self::parse(rest)?;
                press.table().is_some().then(|| Self::Practice(Box::new(press)))
            }
            "1q" => Some(Self::Topics(word(rest)?)),
            "1e" => Some(Self::Alone(word(rest)?)),
            "1x" => Some(Self::Greyed(number(rest)?)),
            "1r" | "1n" => {
                let (game, anchor) = rest.split_once(':')?;
                let make = if kind == "1r" { Self::Rules } else { Self::Leaf };
                Some(make(word(game)?, word(anchor)?))
            }
            "1challenge" => {
                let (user, name) = rest.split_once(':').filter(|(_, name)| !name.is_empty())?;
                Some(Self::Challenge(UserId(number(user)?), name.to_owned()))
            }
            "1turn" => {
                let (game, n) = rest.split_once(':')?;
                Some(Self::Turn(word(game)?, number(n)?))
            }
            "1z" => {
                let (owner, key) = rest.split_once(':')?;
                Some(Self::Setting(Panel::parse(owner)?, Setting::parse(key)?))
            }
            "1daily" => daily::parse(rest).map(|(day, act)| Self::Daily(day, act)),
            "1b" => Some(Self::Leaders(Leaders::parse(rest)?)),
            "1m" => history::parse(rest).map(|(of, act)| Self::History(of, act)),
            _ => {
                let (table, rest) = rest.split_once(':')?;
                of_table(kind, table.parse().ok()?, rest)
            }
        }
    }
}

fn of_table(kind: &str, table: TableId, rest: &str) -> Option<Press> {
    let three = || -> Option<(u32, Vec<usize>, u8)> {
        let (window, rest) = rest.split_once(':')?;
        let (path, n) = rest.split_once(':')?;
        Some((number(window)?, read_path(path)?, number(n)?))
    };
    let two = || -> Option<(u32, Vec<usize>)> {
        let (window, path) = rest.split_once(':')?;
        Some((number(window)?, read_path(path)?))
    };
    Some(match kind {
        "1p" => {
            let (window, text) = rest.split_once(':')?;
            let text = (!text.is_empty()).then(|| text.to_owned())?;
            Press::Play(table, read_window(window)?, text)
        }
        "1s" => two().map(|(window, path)| Press::Build(table, window, path))?,
        "1f" => two().map(|(window, path)| Press::Finish(table, window, path))?,
        "1h" => {
            let (window, code) = rest.split_once(':')?;
            Press::Hinted(table, number(window)?, number(code)?)
        }
        "1w" => {
            let (hand, at) = rest.split_once(':')?;
            Press::Review(table, number(hand)?, number(at)?)
        }
        "1j" => replay::parse(rest).map(|(still, act)| Press::Replay(table, still, act))?,
        "1c" => three().map(|(window, path, n)| Press::Pick(table, window, path, n))?,
        "1g" => three().map(|(window, path, n)| Press::Page(table, window, path, n))?,
        "1d" => {
            let (window, n) = rest.split_once(':')?;
            Press::PickShared(table, number(window)?, number(n)?)
        }
        "1t" => {
            let (window, n) = rest.split_once(':')?;
            Press::Form(table, read_window(window)?, number(n)?)
        }
        "1a" => Press::Table(table, *TableAct::ALL.iter().find(|act| act.word() == rest)?),
        "1v" => Press::Void(table, number(rest)?),
        "1i" => Press::Next(table, number(rest)?),
        "1k" => match rest.split_once(':')? {
            (wish, "agree") => Press::Word(table, number(wish)?, true),
            (wish, "on") => Press::Word(table, number(wish)?, false),
            _ => return None,
        },
        "1o" => {
            let (part, stamp) = rest.split_once(':')?;
            Press::Options(table, Part::parse(part)?, number(stamp)?)
        }
        _ => return None,
    })
}

/// The number of a window.
#[must_use]
pub const fn number_of(window: Window) -> u32 {
    match window {
        Window::Board(n) | Window::Hand(n) => n,
    }
}

/// The value of a list item that does this.
#[must_use]
pub fn value_of(does: &Does) -> String {
    match does {
        Does::Step(n) => format!("s{n}"),
        Does::Path(path) => format!("w{}", path_name(path)),
        Does::Finish => "f".to_owned(),
        Does::Whole(path) => format!("v{}", path_name(path)),
        Does::Say(text) => format!("p{text}"),
    }
}

/// What the list item with this value does.
#[must_use]
pub fn picked(value: &str) -> Option<Does> {
    match value.split_at_checked(1)? {
        ("s", n) => number(n).map(Does::Step),
        ("w", path) => read_path(path).map(Does::Path),
        ("f", "") => Some(Does::Finish),
        ("v", path) => read_path(path).map(Does::Whole),
        ("p", text) if !text.is_empty() => Some(Does::Say(text.to_owned())),
        _ => None,
    }
}

fn window_name(window: Window) -> String {
    match window {
        Window::Board(n) => format!("b{n}"),
        Window::Hand(n) => format!("h{n}"),
    }
}

fn read_window(text: &str) -> Option<Window> {
    match text.split_at_checked(1)? {
        ("b", n) => number(n).map(Window::Board),
        ("h", n) => number(n).map(Window::Hand),
        _ => None,
    }
}

fn path_name(path: &[usize]) -> String {
    let mut name = String::new();
    for (i, step) in path.iter().enumerate() {
        let _ = write!(name, "{}{step}", if i == 0 { "" } else { "." });
    }
    if name.is_empty() { "-".to_owned() } else { name }
}

fn read_path(text: &str) -> Option<Vec<usize>> {
    if text == "-" {
        return Some(Vec::new());
    }
    text.split('.').map(number).collect()
}

/// A number in our own spelling: digits, without leading zeros.
fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    let n: T = text.parse().ok()?;
    (n.to_string() == text).then_some(n)
}

/// Stands for all games, or for anybody.
pub const ALL: &str = "*";

/// What is named, if not all; `None` outside if it is nothing.
fn unless_all<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text == ALL { Some(None) } else { read(text).map(Some) }
}

/// A game's id, an anchor or an option's key.
fn word(text: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    ((1..=80).contains(&text.len()) && text.chars().all(fits)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
