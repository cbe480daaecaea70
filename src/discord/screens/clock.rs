//! Clocks in words.

use crate::tables::{Absent, Clock, Snapshot, TimeLeft};
use engine::Seat;

use super::super::ui::plain;

const _: fn(engine::Language) = |engine::Language::English| ();

/// `3 minutes a move`
pub(super) fn pace(clock: Clock) -> String {
    clock.seconds().map_or_else(|| "no clock".to_owned(), |seconds| format!("{} a move", span(seconds)))
}

/// What a clock gives beyond a move's time.
pub(super) fn bank(clock: Clock) -> String {
    match (clock, clock.bank()) {
        (Clock::None, _) => "as usual: everybody takes as long as they like".to_owned(),
        (_, 0) => "for matches beside other things".to_owned(),
        (_, bank) => format!("and {} more in all of the match", span(bank)),
    }
}

/// The clock in a line about a table; empty if there is none.
pub(super) fn unusual(clock: Clock, absent: Absent) -> String {
    let whoever = match absent {
        Absent::House => String::new(),
        _ => format!(" Of whoever is away: {}.", away(absent)),
    };
    match (clock, clock.bank()) {
        (Clock::None, _) => String::new(),
        (_, 0) => format!("Clock: {}.{whoever}", pace(clock)),
        (_, bank) => format!("Clock: {}, and {} in all.{whoever}", pace(clock), span(bank)),
    }
}

/// What becomes of the seat of whoever runs out of time again and again.
pub(super) const fn away(absent: Absent) -> &'static str {
    match absent {
        Absent::House => "the house plays on for them",
        Absent::Table => "the table moves for them, each time",
        Absent::Resigns => "they resign",
    }
}

/// When that is.
pub(super) const fn when_away(absent: Absent) -> &'static str {
    match absent {
        Absent::House => "as usual: the second time in a row, until they are back",
        Absent::Table => "their time runs out each time; the seat stays theirs",
        Absent::Resigns => "the second time in a row that their time runs out",
    }
}

/// Whose time runs, and until when, as Discord counts it down; `seat`: of this one only.
pub(super) fn running(snapshot: &Snapshot, seat: Option<Seat>) -> String {
    let all = snapshot.seating.seats.iter().filter(|one| seat.is_none_or(|seat| one.seat == seat));
    let line = |(name, TimeLeft { due, bank }): (&str, TimeLeft)| {
        let whose = if seat.is_some() { "Your time".to_owned() } else { format!("{}: time", plain(name)) };
        let bank = if bank > 0 { format!(", the bank of {} included", span(bank / 1000)) } else { String::new() };
        format!("-# {whose} runs out <t:{}:R>{bank}.", due.div_euclid(1000))
    };
    all.filter_map(|one| Some((one.name.as_str(), one.time?))).map(line).collect::<Vec<_>>().join("\n")
}

/// `3 minutes`, `1 h`, `1 min 20 s`
fn span(seconds: i64) -> String {
    let one = |n: i64, unit: &str| format!("{n} {unit}{}", if n == 1 { "" } else { "s" });
    match seconds {
        s if s % 86_400 == 0 => one(s / 86_400, "day"),
        s if s % 3600 == 0 => one(s / 3600, "hour"),
        s if s % 60 == 0 => one(s / 60, "minute"),
        s if s < 60 => one(s, "second"),
        s => format!("{} min {} s", s / 60, s % 60),
    }
}
