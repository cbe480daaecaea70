//! `/daily`: the puzzles of the day, each person's own, and a server's table.

use crate::store::{Attempt, Puzzled, Puzzling, Riddle, StoreError};
use crate::tables::{Fault, GuildId};
use engine::cards::Card;
use engine::reading::{card, shown};

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::press::DailyAct;
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens::{self, Day};
use super::super::ui::plain;
use super::{may_post, moderation};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Opens the sum of today. From the first time on the caller's time runs.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming) -> Handled {
    let (_, day) = app.room.today();
    let shown = show(app, from, day).await;
    // So that it is there when it is asked for.
    let room = app.room.clone();
    tokio::spawn(async move { room.hand_of_the_day(day).await.map(drop) });
    shown
}

/// Does what a component says.
///
/// # Errors
/// What to say instead.
pub async fn press(app: &App, from: &Incoming, day: u32, act: DailyAct, value: Option<&str>) -> Handled {
    // Nobody at a table waits for this.
    from.turn.pass();
    let (_, today) = app.room.today();
    match act {
        DailyAct::Open => run(app, from).await,
        _ if day > today => Err(outdated()),
        DailyAct::Table => table(app, from, day).await,
        DailyAct::Ways => ways(app, from, day.saturating_sub(1)).await,
        DailyAct::Share => share(app, from, day).await,
        _ if day < today => Err(over()),
        DailyAct::Sum => show(app, from, day).await,
        DailyAct::Answer => {
            let sum = app.room.sum_of(day).await?;
            Ok(Reply::Form(screens::daily_form(day, &sum)?))
        }
        DailyAct::GiveUp => {
            let now = seen(app, from, day, Riddle::Sum).await?;
            told(app, from, day, &now, "Give up? Then this day does not count as solved.", now.ended.is_none()).await
        }
        DailyAct::GiveUpYes => {
            let now = attempt(app, from, day, Riddle::Sum, Attempt::GivenUp).await?;
            told(app, from, day, &now, "", false).await
        }
        DailyAct::Hand => hand(app, from, day).await,
        DailyAct::Discard => {
            let card = value.and_then(card::<Card>).ok_or_else(outdated)?;
            discard(app, from, day, card).await
        }
    }
}

/// Takes an answer to the sum of this day. What cannot be read costs nothing; a wrong one counts once.
///
/// # Errors
/// What to say instead.
pub async fn answer(app: &App, from: &Incoming, day: u32, typed: &str) -> Handled {
    from.turn.pass();
    if day != app.room.today().1 {
        return Err(over());
    }
    let sum = app.room.sum_of(day).await?;
    let answer = match sum.read(typed) {
        Ok(answer) => answer,
        Err(why) => {
            let now = seen(app, from, day, Riddle::Sum).await?;
            let notice = plain(&format!("{why}\nYou typed: `{}`", shown(typed, 100).replace('`', "'")));
            return told(app, from, day, &now, &notice, false).await;
        }
    };
    let text = answer.text().to_owned();
    let (what, notice) = match sum.judge(&answer) {
        Ok(()) => (Attempt::Right(text), String::new()),
        Err(why) => (Attempt::Wrong(text), plain(&format!("Not yet: {why}"))),
    };
    let now = attempt(app, from, day, Riddle::Sum, what).await?;
    let notice = if now.ended.is_some() { "" } else { notice.as_str() };
    told(app, from, day, &now, notice, false).await
}

/// Chooses where a server has the day's puzzle announced, if the options say so. Returns whether that changed anything.
///
/// # Errors
/// What to say instead.
pub async fn announce(app: &App, from: &Incoming, line: &Line, guild: GuildId) -> Result<bool, HandlerError> {
    let channel = match line.text("daily") {
        None => return Ok(false),
        Some("here") if !from.writable => {
            return Err(HandlerError::say("I may not write in this channel, so I cannot announce anything here."));
        }
        Some("here") => Some(from.place.channel),
        Some(_) => None,
    };
    let (_, today) = app.room.today();
    let changed = app.store().put_morning(guild, channel, today).await.map_err(|error| unkept(app, &error))?;
    if changed {
        let place = channel.map_or_else(|| "nowhere".to_owned(), |channel| format!("in <#{channel}>"));
        moderation::note(app, from, guild, format!("set: the puzzle of the day announced {place}")).await;
    }
    Ok(changed)
}

fn outdated() -> HandlerError {
    HandlerError::say("This button is from another time. `/daily` opens today's puzzle.")
}

fn over() -> HandlerError {
    HandlerError::say(
        "That day is over: it ended at midnight UTC. `/daily` opens today's puzzle, and has yesterday's ways.",
    )
}

const fn about(from: &Incoming, day: u32, riddle: Riddle) -> Puzzled {
    Puzzled { user: from.person.id, riddle, day }
}

async fn show(app: &App, from: &Incoming, day: u32) -> Handled {
    // What it is must be known before anybody's time runs.
    app.room.sum_of(day).await?;
    let now = first_shown(app, from, day, Riddle::Sum).await?;
    told(app, from, day, &now, "", false).await
}

/// A puzzle is shown to this person, perhaps for the first time.
async fn first_shown(app: &App, from: &Incoming, day: u32, riddle: Riddle) -> Result<Puzzling, HandlerError> {
    let (at, _) = app.room.today();
    let shown = app.store().show_daily(about(from, day, riddle), from.place.guild, at).await;
    shown.map_err(|error| unkept(app, &error))?.ok_or_else(outdated)
}

/// How far they have come with a puzzle that was shown to them.
async fn seen(app: &App, from: &Incoming, day: u32, riddle: Riddle) -> Result<Puzzling, HandlerError> {
    let seen = app.store().daily(about(from, day, riddle)).await;
    seen.map_err(|error| unread(app, &error))?.ok_or_else(outdated)
}

async fn attempt(
    app: &App,
    from: &Incoming,
    day: u32,
    riddle: Riddle,
    what: Attempt,
) -> Result<Puzzling, HandlerError> {
    let (at, _) = app.room.today();
    let tried = app.store().try_daily(about(from, day, riddle), what, at).await;
    tried.map_err(|error| unkept(app, &error))?.ok_or_else(outdated)
}

/// What is shown of a day to whoever has come so far.
async fn day_of(app: &App, from: &Incoming, day: u32, solved: bool) -> Result<Day, HandlerError> {
    let streak = app.store().days_solved(from.person.id, day + u32::from(solved)).await;
    let streak = streak.map_err(|error| unread(app, &error))?;
    Ok(Day { day, streak, on_server: from.place.guild.is_some(), look: app.look(from, from.place.guild) })
}

async fn told(app: &App, from: &Incoming, day: u32, now: &Puzzling, notice: &str, sure: bool) -> Handled {
    let (sum, of) = (app.room.sum_of(day).await?, day_of(app, from, day, now.solved).await?);
    Ok(Reply::alone(from, screens::daily_sum(&of, &sum, now, notice, sure)?))
}

async fn hand(app: &App, from: &Incoming, day: u32) -> Handled {
    let hand = app.room.hand_of_the_day(day).await?;
    let now = first_shown(app, from, day, Riddle::Hand).await?;
    let of = day_of(app, from, day, false).await?;
    let picked = now.tried.first().and_then(|text| card::<Card>(text));
    Ok(Reply::alone(from, screens::daily_hand(&of, &hand, picked)?))
}

async fn discard(app: &App, from: &Incoming, day: u32, picked: Card) -> Handled {
    let judged = app.room.hand_of_the_day(day).await?;
    let told = judged.judge(picked).ok_or_else(outdated)?;
    let what = Attempt::Only(picked.to_string(), told.card == judged.best().card);
    attempt(app, from, day, Riddle::Hand, what).await?;
    hand(app, from, day).await
}

async fn share(app: &App, from: &Incoming, day: u32) -> Handled {
    let of = about(from, day, Riddle::Sum);
    may_post(app, from).await?;
    let now = seen(app, from, day, Riddle::Sum).await?;
    if !now.solved {
        return Err(HandlerError::say("There is nothing to share before you have solved it."));
    }
    if !app.store().share_daily(of).await.map_err(|error| unkept(app, &error))? {
        return Err(HandlerError::say("You have shared it already."));
    }
    let streak = day_of(app, from, day, true).await?.streak;
    Ok(Reply::Post(screens::daily_result(day, from.person.name(), &now, streak)?))
}

async fn table(app: &App, from: &Incoming, day: u32) -> Handled {
    let guild = from.place.guild.ok_or_else(|| HandlerError::say("There is no server here, so there is no table."))?;
    let solvers = app.store().solvers(guild, day).await.map_err(|error| unread(app, &error))?;
    Ok(Reply::Whisper(screens::daily_table(day, &solvers, from.person.id)?))
}

async fn ways(app: &App, from: &Incoming, day: u32) -> Handled {
    let own = app.store().daily(about(from, day, Riddle::Sum)).await.map_err(|error| unread(app, &error))?;
    let sum = app.room.sum_of(day).await?;
    Ok(Reply::Whisper(screens::daily_ways(day, &sum, own.as_ref())?))
}

fn unread(app: &App, error: &StoreError) -> Fault {
    Fault::of_store(app.store(), "a puzzle of a day could not be read", error)
}

fn unkept(app: &App, error: &StoreError) -> Fault {
    Fault::of_store(app.store(), "what came of a puzzle of a day could not be stored", error)
}
