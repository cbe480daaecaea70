//! What happened at a table, in words.

use crate::discord::SPOKEN;
use serde_json::Value;

use crate::tables::{Clock, Closing, Did, Ended, ForcedMoves, Hints, LobbyFact, NextHand, Snapshot};
use engine::catalog::Listed;
use engine::english::list;
use engine::{Fact, Overrides};

use super::super::ui::plain;
use super::clock::{away, pace};

const _: fn(engine::Language) = |engine::Language::English| ();

/// The most lines told of earlier changes; the oldest are left out.
const EARLIER_LINES: usize = 10;

/// What everybody was told of the last change, in short lines.
#[must_use]
pub fn news(snapshot: &Snapshot) -> Vec<String> {
    let news = &snapshot.news;
    let timed = |(at, words): (usize, String)| match news.took {
        Some(took @ 1000..) if at == 0 => format!("After {}: {words}", time(took)),
        _ => words,
    };
    let facts = in_full(snapshot, &news.facts).into_iter().enumerate().map(timed);
    news.lobby.iter().map(|fact| lobby(fact, snapshot.terms.game)).chain(facts).collect()
}

/// `41 s`, `3 min 20 s`, `2 h 5 min`
fn time(milliseconds: i64) -> String {
    let seconds = milliseconds / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

fn lobby(fact: &LobbyFact, game: &dyn Listed) -> String {
    match fact {
        LobbyFact::By(who, what) => format!("{who} {}.", did(what, game)),
        LobbyFact::Freed { fewer: false } => "That seat is free now.".to_owned(),
        LobbyFact::Freed { fewer: true } => {
            "That seat is free now. To play with fewer, the host picks another number of seats under Options."
                .to_owned()
        }
        LobbyFact::Agreed => "All who are there agreed to end the match without a result.".to_owned(),
        LobbyFact::Closed(why) => closing(*why),
    }
}

fn did(what: &Did, game: &dyn Listed) -> String {
    match what {
        Did::Open => "opened a table".to_owned(),
        Did::Challenge(guest) => format!("challenges {guest}"),
        Did::AskForRematch => "asks for a rematch".to_owned(),
        Did::Join => "joined".to_owned(),
        Did::Accept => "accepted".to_owned(),
        Did::Decline => "declined".to_owned(),
        Did::Leave => "left".to_owned(),
        Did::LeaveTo(level) => format!("left; the {} house plays on", level.id()),
        Did::AwayTo(level) => {
            format!("is away: the {} house plays on. The seat is theirs whenever they want it", level.id())
        }
        Did::Return => "is back".to_owned(),
        Did::BecomeHost => "is the host now".to_owned(),
        Did::Close => "closed the table".to_owned(),
        Did::AskToEnd => "wants to end the match without a result".to_owned(),
        Did::AskTheHouse(absent) => format!("wants the house to play on for {absent}, who is away"),
        Did::Agree => "agrees".to_owned(),
        Did::PlayOn => "wants to play on".to_owned(),
        Did::Seat(house) => format!("gave {house} a seat"),
        Did::JoinFor(house) => format!("joined in the place of {house}"),
        Did::SayWord => "added a word to the shuffle".to_owned(),
        Did::SendAway(who) => format!("sent {who} away"),
        Did::WaitNoLonger(who) => format!("waits for {who} no longer"),
        Did::Invite(who) => format!("invited {who}"),
        Did::LetBack(who) => format!("let {who} back in"),
        Did::MoveUp { who, seat, before } => format!("gave {who} seat {seat}, before {before}"),
        Did::Set(changes) => format!("set {}", options(changes, game)),
        Did::Choose { variant, anew } => {
            let title = game.variant(variant).map_or(variant.as_str(), |v| v.title.says(SPOKEN));
            let all = if *anew { "; its own options hold, those set before do not" } else { "" };
            format!("chose the variant {title}{all}")
        }
        Did::Seats(Some(seats)) => format!("set the seats to {seats}"),
        Did::Seats(None) => "left the seats open".to_owned(),
        Did::Hints(hints) => hinting(*hints).to_owned(),
        Did::Clock(Clock::None) => "took the clock away".to_owned(),
        Did::Clock(clock) => format!("set the clock to {}", pace(*clock)),
        Did::Absent(absent) => format!("agreed what becomes of whoever is away: {}", away(*absent)),
        Did::RunOut => "had no time left".to_owned(),
        Did::Forced(forced) => forcing(*forced).to_owned(),
        Did::NextHand(NextHand::Waits) => "gives everybody a moment to see how a hand ended".to_owned(),
        Did::NextHand(NextHand::AtOnce) => "has the next hand follow at once".to_owned(),
    }
}

const fn hinting(hints: Hints) -> &'static str {
    match hints {
        Hints::Auto => "keeps hints for matches with the house",
        Hints::On => "turned hints on for everybody",
        Hints::Off => "turned hints off",
    }
}

const fn forcing(forced: ForcedMoves) -> &'static str {
    match forced {
        ForcedMoves::Seen => "lets forced moves play themselves where that tells nothing",
        ForcedMoves::All => "lets all forced moves play themselves",
        ForcedMoves::Never => "lets no move play itself",
    }
}

/// `Target to 50 and Lay-off back to usual`
fn options(changes: &Overrides, game: &dyn Listed) -> String {
    let one = |(key, value): (&String, &Value)| {
        let knob = game.knob(key);
        let title = knob.map_or_else(|| key.clone(), |knob| knob.title(SPOKEN));
        match knob {
            Some(knob) if !value.is_null() => format!("{title} to {}", knob.words(value, SPOKEN)),
            _ => format!("{title} back to usual"),
        }
    };
    list(&changes.iter().map(one).collect::<Vec<_>>())
}

/// Why the house closed a table.
fn closing(why: Closing) -> String {
    match why {
        Closing::Unreachable => "The channel is gone, and the table is closed.".to_owned(),
        Closing::Owner => "Whoever runs this bot closed the table.".to_owned(),
        Closing::SentAway => "The bot was sent away from the server, and the table is closed.".to_owned(),
        Closing::Idle(1) => "Nothing happened here for a day, and the table is closed.".to_owned(),
        Closing::Idle(days) => format!("Nothing happened here for {days} days, and the table is closed."),
    }
}

/// How a hand ended, in words; the first line stands alone.
#[must_use]
pub fn ending(snapshot: &Snapshot, ended: &Ended) -> String {
    in_full(snapshot, &ended.facts).join("\n")
}

/// These facts, each with all its lines.
pub(super) fn in_full(snapshot: &Snapshot, facts: &[Fact]) -> Vec<String> {
    facts.iter().map(|fact| fact.tell(snapshot.play.reader())).collect()
}

/// These facts, beside a board or a hand: below its first line, a result may contain cards laid out, which is for the
/// channel.
pub(super) fn in_short(snapshot: &Snapshot, facts: &[Fact]) -> Vec<String> {
    let first = |line: String| line.lines().next().unwrap_or_default().trim_end().to_owned();
    let said = in_full(snapshot, facts).into_iter().zip(facts);
    said.map(|(words, fact)| if fact.is_result() { first(words) } else { words }).collect()
}

/// What was told earlier; if there is too much of it, `…` stands for the oldest.
pub(super) fn newest(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > EARLIER_LINES {
        let too_many = lines.len() + 1 - EARLIER_LINES;
        lines.splice(..too_many, ["…".to_owned()]);
    }
    lines
}

/// What happened, escaped, one line each.
pub(super) fn told(lines: &[String]) -> String {
    lines.iter().filter(|l| !l.trim().is_empty()).map(|l| plain(l)).collect::<Vec<_>>().join("\n")
}

/// What happened: the newest in full size, below earlier lines in small print.
pub(super) fn lately(earlier: &[String], now: &[String]) -> String {
    let small = earlier.iter().map(|line| format!("-# {}", plain(line)));
    small.chain([told(now)]).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_it_took_is_said_as_one_would() {
        let said = [(41_900, "41 s"), (200_000, "3 min 20 s"), (7_530_000, "2 h 5 min")];
        for (took, words) in said {
            assert_eq!(time(took), words);
        }
    }

    #[test]
    fn the_oldest_go_where_there_is_too_much() {
        let lines = |count: usize| (0..count).map(|n| format!("{n} moved.")).collect::<Vec<_>>();
        assert_eq!(newest(lines(EARLIER_LINES)), lines(EARLIER_LINES));
        let all = newest(lines(30));
        assert_eq!((all.len(), all[0].as_str(), all[1].as_str()), (EARLIER_LINES, "…", "21 moved."));
    }
}
