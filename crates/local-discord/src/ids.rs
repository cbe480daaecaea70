//! Snowflakes: 64-bit ids that sort by time, as Discord's do.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Discord's epoch, the first millisecond of 2015, in Unix milliseconds.
const EPOCH_MS: u64 = 1_420_070_400_000;
/// Bits below the time stamp, which count the ids made within one millisecond.
const TIME_SHIFT: u32 = 22;
/// How far ahead of the newest id the stored mark is set. No write is needed until that mark is passed, and after a
/// crash ids start above it, so that none is given out twice.
const RESERVE_MS: u64 = 2_000;

/// An id. It is text in JSON (JavaScript loses digits of 64-bit numbers), and is read from text or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Id(pub u64);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(u64),
            Text(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Number(number) => Ok(Self(number)),
            Form::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// Unix time in milliseconds. A clock set before 1970 counts as 1970.
pub(super) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| u64::try_from(d.as_millis()).unwrap_or(u64::MAX))
}

/// The only source of ids in a room.
#[derive(Debug, Default)]
pub(super) struct Snowflakes {
    last: u64,
    reserved: u64,
}

impl Snowflakes {
    /// Continues above `mark`, the highest id that an earlier run may have given out.
    pub(super) fn above(mark: Id) -> Self {
        Self { last: mark.0, reserved: mark.0 }
    }

    /// The mark above which ids have to start after a restart.
    pub(super) fn mark(&self) -> Id {
        Id(self.reserved)
    }

    /// A new id, greater than all before it; and, if the reserve is used up, the mark that must be stored before
    /// the id is used.
    pub(super) fn next(&mut self, now_ms: u64) -> (Id, Option<Id>) {
        let clock = now_ms.saturating_sub(EPOCH_MS) << TIME_SHIFT;
        self.last = clock.max(self.last + 1);
        if self.last <= self.reserved {
            return (Id(self.last), None);
        }
        self.reserved = self.last + (RESERVE_MS << TIME_SHIFT);
        (Id(self.last), Some(Id(self.reserved)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_rise_even_when_the_clock_stands_or_falls() {
        let mut ids = Snowflakes::default();
        let mut last = Id(0);
        for now in [EPOCH_MS + 50, EPOCH_MS + 50, EPOCH_MS + 40, EPOCH_MS + 90] {
            let (id, _) = ids.next(now);
            assert!(id > last);
            last = id;
        }
    }

    #[test]
    fn a_restart_begins_above_every_id_given_out_before() {
        let mut ids = Snowflakes::default();
        let mut stored = Id(0);
        let mut highest = Id(0);
        for now in (EPOCH_MS..EPOCH_MS + 9_000).step_by(7) {
            let (id, mark) = ids.next(now);
            stored = mark.unwrap_or(stored);
            highest = id;
        }
        let (after, _) = Snowflakes::above(stored).next(EPOCH_MS);
        assert!(after > highest);
    }

    #[test]
    fn ids_are_text_in_json_and_read_from_numbers_too() {
        assert_eq!(serde_json::to_string(&Id(12)).unwrap(), "\"12\"");
        assert_eq!(serde_json::from_str::<Id>("12").unwrap(), Id(12));
        assert!(serde_json::from_str::<Id>("\"x\"").is_err());
    }
}
