//! Why nothing was done, in words.

use crate::discord::SPOKEN;
use crate::store::{Blocked, Limits};
use crate::tables::{
    Barred, Fault, Missed, NoAnswer, NoSeat, NoWord, NotInvited, NotMoved, NotNudged, NotOpened, NotPlayed,
    NotSentAway, NotStarted, NotYours, RefusedMove, Rejection, Summary, TooLate, Unfit, Untimely,
};
use engine::RefusalCode;
use engine::catalog;
use engine::english::list;
use engine::english::players;

use super::hand::LEFT;
use super::happened::news;
use super::title_of;

const _: fn(engine::Language) = |engine::Language::English| ();

/// What to say to whoever asked, and to nobody else (Markdown, but for [`Rejection::Refused`] and
/// [`Rejection::TooLate`], which are plain).
#[must_use]
pub fn why_not(rejection: &Rejection) -> String {
    match rejection {
        Rejection::Refused(refused) => refused_move(refused),
        Rejection::NoTable => "There is no such table. `/play` opens one.".to_owned(),
        Rejection::NotSeated => "You are not seated at this table.".to_owned(),
        Rejection::TooLate(late) => too_late(late),
        Rejection::NoHints { rated } => no_hints(*rated).to_owned(),
        Rejection::Gone => "This table is closed. `/play` opens a new one.".to_owned(),
        Rejection::Busy => "A lot is going on at this table. Please try again in a moment.".to_owned(),
        Rejection::Stopping => "I am being restarted. Please try again in a moment: nothing is lost.".to_owned(),
        Rejection::Unseen => {
            "The table is open, but I cannot show it just now: `/board` shows it in a moment.".to_owned()
        }
        Rejection::Untimely(why) => untimely(*why).to_owned(),
        Rejection::NotYours(why) => not_yours(why),
        Rejection::Barred(why) => barred(why),
        Rejection::NotOpened(why) => not_opened(why),
        Rejection::Unfit(why) => unfit(why),
        Rejection::NotStarted(why) => not_started(why),
        Rejection::NoSeat(why) => no_seat(why),
        Rejection::NoAnswer(why) => no_answer(why),
        Rejection::NoWord(why) => no_word(*why).to_owned(),
        Rejection::NotMoved(why) => not_moved(why),
        Rejection::NotNudged(why) => not_nudged(why),
        Rejection::NotSentAway(why) => not_sent_away(*why).to_owned(),
        Rejection::NotInvited(why) => not_invited(why),
        Rejection::NotPlayed(why) => not_played(why),
        Rejection::Fault(fault) => broken(*fault),
    }
}

/// Something broke on our side.
#[must_use]
pub fn broken(Fault { id, perhaps_done }: Fault) -> String {
    let then = if perhaps_done {
        "What you asked for may be done all the same: `/board` shows how things stand. If it is not, please try again."
    } else {
        "Nothing was changed; please try again."
    };
    format!("Something broke (id {id}). {then}")
}

const fn no_hints(rated: bool) -> &'static str {
    if rated {
        "Matches between people are rated, so there are no hints in them, unless the host turns them on for everybody \
         under **Options** before the match."
    } else {
        "The host turned hints off at this table."
    }
}

/// The game's words. Whose turn it is, is no secret.
fn refused_move(refused: &RefusedMove) -> String {
    let says = refused.says();
    match refused.refusal.code {
        RefusalCode::NotYourTurn => format!("{says} {}", refused.now.play.board().prompt).trim_end().to_owned(),
        _ => says,
    }
}

/// Says what came before, using only what everybody was told, and how the match stands for this seat.
fn too_late(TooLate { seat, why, now }: &TooLate) -> String {
    let (told, prompt) = (news(now).join(" "), &now.play.board().prompt);
    let words = match why {
        Missed::Time => "Your time had run out, and the table has played for you.".to_owned(),
        Missed::Hand => return "That hand is over already; the one being played was not voided.".to_owned(),
        Missed::Choice => {
            return "That choice is no longer there. Your hand shows what you can do now.".to_owned();
        }
        Missed::Question => format!("That was for cards that are gone: it costs nothing. {told}"),
        Missed::Sent => "You have sent that answer already: it counts only once.".to_owned(),
        // A player who has moved knows the result of that, but perhaps not that it is still their turn.
        Missed::Moved if prompt.asked_of(*seat).is_some() => "That move is made.".to_owned(),
        Missed::Moved => "You have moved already.".to_owned(),
        Missed::Race { by, since } => {
            let by = now.seating.seats.get(by.index()).map_or("", |seat| seat.name.as_str());
            format!("{by} was faster{}. {told}", since.map_or_else(String::new, margin))
        }
        Missed::Turn => format!("That button belonged to an earlier turn. {told}"),
        Missed::LongAgo => "That button belonged to an earlier turn.".to_owned(),
    };
    let stands = prompt.to(*seat);
    [words.trim(), stands.trim()].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// ` by 0.2 s`; empty after 10 s, when it is no longer a race.
fn margin(milliseconds: i64) -> String {
    match milliseconds {
        0..100 => " by less than 0.1 s".to_owned(),
        100..10_000 => format!(" by {}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        _ => String::new(),
    }
}

const fn untimely(why: Untimely) -> &'static str {
    match why {
        Untimely::NotBegun => "The match has not begun yet.",
        Untimely::NotOver => "The match is not over yet.",
        Untimely::NoReplayYet => {
            "That match is still being played, and a replay shows every hand. It opens when the match is over."
        }
        Untimely::NeverBegun => "No match has been played at that table, so there is nothing to replay.",
        Untimely::HandNotOver => "That hand is not over. A review comes after it.",
        Untimely::Over => "The match is over.",
        Untimely::Begun => "The match has begun.",
        Untimely::BegunWithout => "The match has begun without you; you can join the next one.",
        Untimely::NobodyLeaves => "Nobody leaves a match. `/table resign` gives it up.",
        Untimely::NobodyIsSentAway => {
            "The match has begun, and everybody plays it to its end. Anybody who cannot go on gives it up with \
             `/table resign`; `/table end` closes the table without a result, and `/play` opens another."
        }
    }
}

const fn no_word(why: NoWord) -> &'static str {
    match why {
        NoWord::Gone => "That is off: the match goes on.",
        NoWord::Said => "You have said so. It waits for the others.",
        NoWord::NotThere => "Only those who still play have a say in that.",
        NoWord::Move => "The others wait for your move: it is the only answer.",
        NoWord::Early => "That can be asked for once somebody else has kept you waiting for a day.",
    }
}

fn not_nudged(why: &NotNudged) -> String {
    match why {
        NotNudged::Early => "Nobody has kept you waiting for ten minutes.".to_owned(),
        NotNudged::Lately { name, left } => {
            let minutes = (left + 59_999) / 60_000;
            let minutes = if minutes == 1 { "a minute".to_owned() } else { format!("{minutes} minutes") };
            format!("{name} was called a while ago, and can be called again in {minutes}.")
        }
    }
}

fn not_yours(why: &NotYours) -> String {
    match why {
        NotYours::Host(host) => format!("Only the host, {}, can do that.", named(host)),
        NotYours::Voiding => "Only the host of the table can void a hand.".to_owned(),
        NotYours::Closing { host, begun } => {
            let when = if *begun {
                "After a day in which nobody moves, anybody at the table can."
            } else {
                "After an hour in which nothing happens, anybody can."
            };
            format!(
                "Only the host, {}, and those who may **Manage Channels** (in threads **Manage Threads**) can close it \
                 now. {when}",
                named(host)
            )
        }
    }
}

fn named(host: &Option<String>) -> &str {
    host.as_deref().unwrap_or("who opened it")
}

fn barred(why: &Barred) -> String {
    match why {
        Barred::You(blocked) => format!(
            "{}; please ask them if you think that is a mistake. A match that you are in is yours to finish.",
            whose(*blocked)
        ),
        Barred::Guest(name) => format!("{name} cannot be asked to a table here."),
        Barred::Players { names, challenge } => {
            let how = if *challenge {
                "`/table end` takes this back"
            } else {
                "The host can send them away with `/table kick`"
            };
            format!("{} may not begin a match here. {how}.", list(names))
        }
        Barred::Game { game, forbidden } => not_here(game, forbidden),
        Barred::Full(1) => "This server has one table at a time. Once none is open, another can be opened.".to_owned(),
        Barred::Full(most) => {
            format!("This server has {most} tables at a time. Once fewer are open, another can be opened.")
        }
        Barred::AskedOften { name, times } => {
            format!("You have asked {name} {times} times within ten minutes. Give them some time.")
        }
    }
}

const fn whose(blocked: Blocked) -> &'static str {
    match blocked {
        Blocked::HereByOwner => "Whoever runs this bot does not want you to open or join tables here",
        Blocked::Here => "Those who manage this server do not want you to open or join tables here",
        Blocked::Everywhere => "Whoever runs this bot does not want you to open or join tables",
    }
}

fn not_here(game: &str, forbidden: &[String]) -> String {
    let games = catalog::games().iter();
    let played: Vec<&str> = games.filter(|g| forbidden.iter().all(|id| id != g.id())).map(|g| g.title()).collect();
    if played.is_empty() {
        return "No new tables are opened on this server.".to_owned();
    }
    format!("{} is not played on this server. There is {}.", title_of(game), list(&played))
}

fn not_opened(why: &NotOpened) -> String {
    match why {
        NotOpened::Yourself => "You cannot challenge yourself.".to_owned(),
        NotOpened::Occupied { there, challenge, rematch } => {
            let which = there.as_deref().map_or_else(String::new, |Summary { title, names, table, .. }| {
                format!(": {title} with {} ({table})", list(names))
            });
            // Only `/play` can open a thread for its table.
            let elsewhere = match (challenge, rematch) {
                (_, true) => "ask again once it is over",
                (true, false) => "challenge in another channel or thread",
                (false, false) => "open this one in a thread (`/play` with `thread: True`)",
            };
            format!("This channel has a table already{which}. Play there, have it ended, or {elsewhere}.")
        }
        NotOpened::Lapsed => "That match ended more than a week ago. `/play` opens a new table.".to_owned(),
        NotOpened::Forgotten => {
            "Somebody who played was forgotten at their wish. `/play` opens a new table.".to_owned()
        }
    }
}

fn unfit(why: &Unfit) -> String {
    match why {
        Unfit::Rules(why) => why.says(SPOKEN),
        Unfit::Seats { game, fits, wanted } => {
            format!("{} of this kind is for {}, not {wanted}.", title_of(game), players(fits.iter().copied()))
        }
        Unfit::Crowded { seated, most } => format!("{seated} people are seated, and that would be for {most}."),
        Unfit::Unchanged => "Nothing would change: it is so already.".to_owned(),
        Unfit::Fixed { rematch: true } => {
            "A rematch is played as the match before it. `/table end` takes it back, and \
                                           `/play` opens a table with other rules."
                .to_owned()
        }
        Unfit::Fixed { rematch: false } => {
            "A challenge stands as it was made. End it and challenge again to change something.".to_owned()
        }
    }
}

fn waits_for(names: &[String]) -> String {
    format!("This table waits for {}.", list(names))
}

fn not_started(why: &NotStarted) -> String {
    match why {
        NotStarted::WaitsFor(names) => waits_for(names),
        NotStarted::TooFew { seated, fewest } => {
            let missing = fewest - seated;
            let people = if missing == 1 { "person is" } else { "people are" };
            let are = if *seated == 1 { "is" } else { "are" };
            format!("{missing} more {people} needed: {seated} of {fewest} seats {are} taken.")
        }
    }
}

fn no_seat(why: &NoSeat) -> String {
    match why {
        NoSeat::Seated => "You are seated already.".to_owned(),
        NoSeat::SentAway { host } => format!(
            "You were sent away from this table. Its host, {}, can let you back in, under **Options**.",
            named(host)
        ),
        NoSeat::Private { host } => {
            format!("This is a private table: {} has to invite you first.", named(host))
        }
        NoSeat::WaitsFor(names) => waits_for(names),
        NoSeat::Taken(2) => "Both seats are taken.".to_owned(),
        NoSeat::Taken(most) => format!("All {most} seats are taken."),
        NoSeat::KeptFor(names) => format!("Every free seat is kept for {}.", list(names)),
    }
}

/// Everybody sees the buttons of a challenge: people who already have a seat are told whom they are for.
fn no_answer(why: &NoAnswer) -> String {
    match why {
        NoAnswer::ForOthers { names, accept, host } => {
            let (others, what) = (list(names), if *accept { "accept" } else { "decline" });
            if *host {
                format!("That is for {others} to {what}. `/table end` takes it back.")
            } else {
                format!("You have accepted; now it is for {others} to {what}.")
            }
        }
        NoAnswer::NotAsked => "You are not asked to this table.".to_owned(),
        NoAnswer::OthersAsked(names) => format!("You are not asked to this table: it waits for {}.", list(names)),
        NoAnswer::Seated => "You are seated already; leave the table instead.".to_owned(),
    }
}

fn not_moved(why: &NotMoved) -> String {
    match why {
        NotMoved::NoSeat => "That person has no seat at this table.".to_owned(),
        NotMoved::First(name) => format!("{name} has the first seat."),
    }
}

const fn not_sent_away(why: NotSentAway) -> &'static str {
    match why {
        NotSentAway::Yourself => "You cannot send yourself away; leave the table instead.",
        NotSentAway::NotHere => "That person is not at this table.",
    }
}

fn not_invited(why: &NotInvited) -> String {
    match why {
        NotInvited::AnybodyMayJoin => "Anybody may join this table; nobody needs to be invited.".to_owned(),
        NotInvited::Seated(name) => format!("{name} is seated already."),
        NotInvited::Invited(name) => format!("{name} is invited already."),
        NotInvited::Enough(most) => format!("No more than {most} people can be invited."),
    }
}

fn not_played(why: &NotPlayed) -> String {
    match why {
        NotPlayed::WaitsForHost => "The match has not begun yet: the host of the table presses **Start**.".to_owned(),
        NotPlayed::WaitsFor(names) => {
            let have = if names.len() == 1 { "has" } else { "have" };
            format!("The match has not begun yet: it begins once {} {have} accepted.", list(names))
        }
        NotPlayed::Stuck(why) => {
            format!("This match cannot go on here: {why}. Its host can close the table with `/table end`.")
        }
        NotPlayed::NotReplayed(why) => format!("This match is kept, but cannot be replayed here: {why}."),
        NotPlayed::Incomplete => "That move is not complete yet.".to_owned(),
        NotPlayed::Left => LEFT.to_owned(),
        NotPlayed::NotAway => "The seat is yours already.".to_owned(),
        NotPlayed::NotLeft => {
            "The house takes a seat over only where more than two sides play and somebody else stays.".to_owned()
        }
    }
}

/// What a server allows: `every game but Klaberjass, at most 2 at once, closed after 7 days without a change`.
#[must_use]
pub fn limits_in_words(limits: &Limits) -> String {
    let forbidden: Vec<&str> = limits.forbidden.iter().map(|id| title_of(id)).collect();
    let games =
        if forbidden.is_empty() { "every game".to_owned() } else { format!("every game but {}", list(&forbidden)) };
    let most =
        limits.most.map_or_else(|| "as many tables as people like".to_owned(), |n| format!("at most {n} at once"));
    let idle = match limits.idle {
        None => "closed by people only".to_owned(),
        Some(1) => "closed after a day without a change".to_owned(),
        Some(days) => format!("closed after {days} days without a change"),
    };
    format!("{games}, {most}, {idle}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_beaten_hears_by_how_much() {
        let said = [(-5, ""), (40, " by less than 0.1 s"), (250, " by 0.2 s"), (3_999, " by 3.9 s"), (60_000, "")];
        for (late, words) in said {
            assert_eq!(margin(late), words, "{late}");
        }
    }

    #[test]
    fn only_of_what_broke_before_it_was_done_it_is_said_that_nothing_was() {
        let fault = Fault::log("a test broke something", &std::fmt::Error);
        assert!(broken(fault).contains("Nothing was changed"), "{}", broken(fault));
        let after = fault.perhaps_done();
        assert!(broken(after).contains("may be done all the same") && after.id == fault.id, "{}", broken(after));
    }
}
