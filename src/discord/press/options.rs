//! Which of a table's options a form holds, and the values of those that are no game's own.

use std::fmt;

use super::number;
use crate::tables::{Absent, Clock, ForcedMoves, Hints, NextHand};

/// The options of one form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The game's own; where they need more than one form, those of this one, from 0.
    HouseRules(u8),
    /// How the table is run.
    Ways,
}

impl Part {
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name.split_at_checked(1)? {
            ("w", "") => Some(Self::Ways),
            ("r", n) => number(n).map(Self::HouseRules),
            _ => None,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HouseRules(n) => write!(f, "r{n}"),
            Self::Ways => f.write_str("w"),
        }
    }
}

/// The values of list items, and of options, that set something of a table.
macro_rules! values {
    ($($choice:ident: $value_of:ident, $within:ident { $($one:ident = $value:literal),+ })+) => {$(
        #[must_use]
        pub const fn $value_of(choice: $choice) -> &'static str {
            match choice {
                $($choice::$one => $value),+
            }
        }

        #[must_use]
        pub fn $within(value: &str) -> Option<$choice> {
            $choice::ALL.into_iter().find(|choice| $value_of(*choice) == value)
        }
    )+};
}

values! {
    Hints: value_of_hints, hints_in { Auto = "auto", On = "on", Off = "off" }
    Clock: value_of_clock, clock_in {
        None = "none", Minute = "1m", ThreeMinutes = "3m", TenMinutes = "10m", Hour = "1h", Day = "1d", ThreeDays = "3d"
    }
    Absent: value_of_absent, absent_in { House = "house", Table = "table", Resigns = "resigns" }
    ForcedMoves: value_of_forced, forced_in { Seen = "seen", All = "all", Never = "none" }
    NextHand: value_of_next_hand, next_hand_in { Waits = "waits", AtOnce = "at-once" }
}
