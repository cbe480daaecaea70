//! What a board asks, and of whom.

use std::fmt;

use serde::{Serialize, Serializer};

use super::seats::{Seat, SeatSet};
use super::words::{Language, Reader};

/// Whose turn it is and what they are asked, in one line: "Ben to discard; Ada to draw."
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    asks: Vec<Ask>,
    /// Sentences that follow.
    more: String,
}

/// What one seat is asked, or several seats alike.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ask {
    language: Language,
    of: SeatSet,
    names: String,
    /// How several are asked: `whoever is first`.
    how: Option<&'static str>,
    /// Such as `draw`.
    what: String,
}

impl Prompt {
    /// One seat is asked to do this.
    pub fn ask(reader: &Reader, of: Seat, what: impl Into<String>) -> Self {
        let (language, names) = (reader.language, reader.name(of).to_owned());
        let ask = Ask { language, of: SeatSet::one(of), names, how: None, what: what.into() };
        Self { asks: vec![ask], more: String::new() }
    }

    /// Several are asked the same.
    pub fn ask_all(reader: &Reader, of: SeatSet, how: &'static str, what: impl Into<String>) -> Self {
        let (language, names) = (reader.language, reader.list(of));
        let ask = Ask { language, of, names, how: Some(how), what: what.into() };
        Self { asks: vec![ask], more: String::new() }
    }

    /// Sentences that ask nobody in particular.
    pub fn say(words: impl Into<String>) -> Self {
        Self { asks: Vec::new(), more: words.into() }
    }

    /// The same, asked at this place: `table 2: Cyd to draw`.
    #[must_use]
    pub fn at(mut self, place: &str) -> Self {
        self.asks.iter_mut().for_each(|ask| ask.names = format!("{place}: {}", ask.names));
        self
    }

    /// Adds sentences that follow.
    #[must_use]
    pub fn and(mut self, words: &str) -> Self {
        let gap = if self.more.is_empty() || words.is_empty() { "" } else { " " };
        self.more = format!("{}{gap}{words}", self.more);
        self
    }

    /// Is nobody asked anything?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.asks.is_empty() && self.more.is_empty()
    }

    /// What this seat is asked: `draw`.
    #[must_use]
    pub fn asked_of(&self, seat: Seat) -> Option<&str> {
        self.asks.iter().find(|ask| ask.of.contains(seat)).map(|ask| ask.what.as_str())
    }

    /// As the player at this seat reads it: "Your turn to draw; Ben to discard."
    #[must_use]
    pub fn to(&self, seat: Seat) -> String {
        let alone = SeatSet::one(seat);
        let own = self.asks.iter().filter(|ask| ask.of == alone).map(|ask| {
            let Language::English = ask.language;
            format!("Your turn to {}", ask.what)
        });
        let others = self.asks.iter().filter(|ask| ask.of != alone).map(ToString::to_string);
        self.with(own.chain(others).collect())
    }

    fn with(&self, asks: Vec<String>) -> String {
        let asks = asks.join("; ");
        match (asks.as_str(), self.more.as_str()) {
            ("", more) => more.to_owned(),
            (asks, "") => format!("{asks}."),
            (asks, more) => format!("{asks}. {more}"),
        }
    }
}

impl FromIterator<Self> for Prompt {
    /// Joins several prompts into one.
    fn from_iter<T: IntoIterator<Item = Self>>(all: T) -> Self {
        let join = |mut one: Self, next: Self| {
            one.asks.extend(next.asks);
            one.and(&next.more)
        };
        all.into_iter().reduce(join).unwrap_or_default()
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Language::English = self.language;
        match self.how {
            None => write!(f, "{} to {}", self.names, self.what),
            Some(how) => write!(f, "{}, {how}: {}", self.names, self.what),
        }
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with(self.asks.iter().map(ToString::to_string).collect()))
    }
}

impl Serialize for Prompt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seats::Seats;

    #[test]
    fn each_reads_of_himself_first() {
        let given = ["Ben", "Ben to Win", "Ada"];
        let names = Reader::english(Seats::of(3, |seat| given[seat.index()].to_owned()));
        let seat = |number| Seat::new(number).expect("a seat");
        let ask = |number, what: &str| Prompt::ask(&names, seat(number), what);
        let both: Prompt = [ask(1, "draw"), ask(2, "discard")].into_iter().collect();
        assert_eq!(both.to_string(), "Ben to Win to draw; Ada to discard.");
        assert_eq!((both.asked_of(seat(1)), both.asked_of(seat(0))), (Some("draw"), None));
        assert_eq!(both.to(seat(0)), both.to_string());
        assert_eq!(both.to(seat(2)), "Your turn to discard; Ben to Win to draw.");
        let then = ask(0, "play").and("Ada's card may still be called bust.");
        assert_eq!(then.to_string(), "Ben to play. Ada's card may still be called bust.");
        assert_eq!(then.to(seat(0)), "Your turn to play. Ada's card may still be called bust.");
        let all = Prompt::ask_all(&names, SeatSet::first(2), "whoever is first", "make 4, or pass");
        assert_eq!(all.to_string(), "Ben and Ben to Win, whoever is first: make 4, or pass.");
        assert_eq!((all.to(seat(0)), all.asked_of(seat(0))), (all.to_string(), Some("make 4, or pass")));
        assert_eq!(all.asked_of(seat(2)), None);
        assert!(Prompt::default().is_empty() && Prompt::say("").is_empty() && !all.is_empty());
    }
}
