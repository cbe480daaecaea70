//! What happens when a component is used or a form is sent. The room checks each time who may do it.

use crate::discord::SPOKEN;
use std::sync::Arc;

use crate::tables::{
    Act, LobbyAct, MatchAct, Outcome, Person, Rejection, Sitter, Snapshot, TableId, TooLate, UserId, Window,
};
use engine::reading::shown;
use engine::rules::page;
use engine::{Does, Level};

use super::app::App;
use super::commands::{
    alone, answer_daily, answer_practice, challenge, done, forget, games, give_hint, meaning, open_usual, play_hint,
    press_daily, press_practice, review, set, show_hand, show_leaders, show_profile, step_replay, sure_to_end,
    sure_to_resign, teach, turn_history,
};
use super::incoming::{Incoming, Used};
use super::panels;
use super::preferences::Look;
use super::presenter::On;
use super::press::{ALL, DailyAct, Press, TableAct, number_of, picked};
use super::reply::{HandReply, Handled, HandlerError, Reply};
use super::screens::{self, Building, Showing, Surface};
use super::ui::Filled;

const _: fn(engine::Language) = |engine::Language::English| ();

/// A component was used.
///
/// # Errors
/// What to say instead.
pub async fn pressed(app: &App, from: &Incoming, used: &Used) -> Handled {
    let press = Press::parse(&used.id).ok_or_else(outdated)?;
    if let Some(table) = press.table() {
        app.presenters.acts(table, from.person.id);
    }
    let value = used.value();
    match press {
        Press::Play(table, window, text) => play(app, from, table, window, MatchAct::Play(text)).await,
        Press::Build(table, window, path) => play(app, from, table, Window::Hand(window), MatchAct::Build(path)).await,
        Press::Finish(table, window, path) => {
            play(app, from, table, Window::Hand(window), MatchAct::Finish(path)).await
        }
        Press::Hinted(table, window, code) => play_hint(app, from, table, window, code).await,
        Press::Review(table, hand, at) => review(app, from, table, hand, at).await,
        Press::Replay(table, still, act) => step_replay(app, from, table, still, act, value).await,
        Press::Pick(table, window, path, _) => {
            play(app, from, table, Window::Hand(window), chosen(&path, value)?).await
        }
        Press::PickShared(table, window, _) => match value.and_then(picked).ok_or_else(outdated)? {
            Does::Say(text) => play(app, from, table, Window::Board(window), MatchAct::Play(text)).await,
            _ => Err(outdated()),
        },
        Press::Page(table, window, path, page) => {
            turn_page(app, from, table, window, Building { path, built: None, page }).await
        }
        Press::Form(table, window, n) => form(app, from, table, window, n).await,
        Press::Void(table, deal) => done(app, from, table, MatchAct::Void(Some(deal))).await,
        Press::Next(table, deal) if from.is_in_ephemeral() => {
            app.ask(from, &table, None, MatchAct::Next(deal)).await?;
            show_hand(app, from, table).await
        }
        Press::Next(table, deal) => change(app, from, table, MatchAct::Next(deal)).await,
        Press::Word(table, wish, true) => change(app, from, table, LobbyAct::Agree(wish)).await,
        Press::Word(table, wish, false) => change(app, from, table, LobbyAct::PlayOn(wish)).await,
        Press::Table(table, act) => table_act(app, from, table, act, used).await,
        Press::Options(table, part, _) => panels::form(app, from, table, part).await,
        Press::Rules(game, anchor) => {
            let page = page(&game)?;
            Ok(Reply::Whisper(screens::rules(page, Some(&anchor), look(app, from))?))
        }
        Press::Leaf(game, anchor) => {
            let page = page(&game)?;
            Ok(Reply::Update(screens::rules(page, Some(&anchor), look(app, from))?))
        }
        Press::Teach(game) => teach(app, from, &game).await,
        Press::Lessons => teach(app, from, value.ok_or_else(outdated)?).await,
        Press::Practice(press) => press_practice(app, from, *press, value).await,
        Press::Alone(game) => alone(app, from, &game).await,
        Press::First => alone(app, from, value.ok_or_else(outdated)?).await,
        Press::Open => open_usual(app, from, value.ok_or_else(outdated)?).await,
        Press::Challenge(user, name) => {
            let game = value.ok_or_else(outdated)?;
            challenge(app, from, &Person::new(user, &name), game).await
        }
        Press::Games => Ok(Reply::alone(from, games(app, from)?)),
        Press::Turn(game, n) => Ok(Reply::Update(screens::rules_turn(page(&game)?, n, look(app, from))?)),
        Press::Pages => {
            let page = page(value.unwrap_or_default())?;
            Ok(Reply::Update(screens::rules(page, None, look(app, from))?))
        }
        Press::Topics(game) => {
            let page = page(&game)?;
            Ok(Reply::Update(screens::rules(page, value, look(app, from))?))
        }
        Press::Daily(day, act) => press_daily(app, from, day, act, value).await,
        Press::Leaders(leaders) => show_leaders(app, from, &leaders).await,
        Press::Profile(user) => {
            let game = value.filter(|game| *game != ALL);
            show_profile(app, from, user, game).await
        }
        Press::Profiles(game) => {
            let user = value.and_then(|id| id.parse().ok()).map(UserId).ok_or_else(outdated)?;
            show_profile(app, from, user, game.as_deref()).await
        }
        Press::Forget => forget(app, from).await,
        Press::History(of, act) => turn_history(app, from, of, act, used).await,
        Press::Setting(owner, setting) => set(app, from, owner, setting, value.unwrap_or_default()).await,
        Press::Greyed(_) => Err(HandlerError::say("That cannot be pressed just now.")),
    }
}

/// What is picked from a list beside a hand, after these steps.
///
/// # Errors
/// If the list never had it.
pub(super) fn chosen(path: &[usize], value: Option<&str>) -> Result<MatchAct, HandlerError> {
    Ok(match value.and_then(picked).ok_or_else(outdated)? {
        Does::Step(n) => MatchAct::Build([path, &[n]].concat()),
        Does::Path(path) => MatchAct::Build(path),
        Does::Finish => MatchAct::Finish(path.to_vec()),
        Does::Whole(path) => MatchAct::Finish(path),
        Does::Say(text) => MatchAct::Play(text),
    })
}

/// The look of what only the presser reads.
fn look(app: &App, from: &Incoming) -> Look {
    app.look(from, from.place.guild)
}

/// A form was sent.
///
/// # Errors
/// What to say instead.
pub async fn submitted(app: &App, from: &Incoming, id: &str, filled: &Filled) -> Handled {
    let text = filled.text();
    match Press::parse(id).ok_or_else(outdated)? {
        Press::Form(table, window, _) => {
            let act = MatchAct::Play(text.trim().to_owned());
            with_typed(play(app, from, table, window, act).await, text)
        }
        Press::Table(table, TableAct::Word) => change(app, from, table, LobbyAct::SayWord(text.to_owned())).await,
        Press::Options(table, part, stamp) => panels::filled(app, from, table, (part, stamp), filled).await,
        Press::Daily(day, DailyAct::Answer) => answer_daily(app, from, day, text).await,
        Press::Practice(form) => match *form {
            Press::Form(id, window, _) => answer_practice(app, from, id, number_of(window), text).await,
            _ => Err(outdated()),
        },
        _ => Err(outdated()),
    }
}

/// Adds what somebody typed to the words of a refusal, so that it is not lost with the form.
fn with_typed(handled: Handled, text: &str) -> Handled {
    let typed = |trouble| match trouble {
        HandlerError::Rejection(rejection @ (Rejection::Refused(_) | Rejection::TooLate(_))) => {
            HandlerError::Typed(rejection, shown(text, 200))
        }
        other => other,
    };
    match handled {
        Err(trouble) => Err(typed(trouble)),
        Ok(Reply::Late(trouble, hand, snapshot)) => Ok(Reply::Late(typed(trouble), hand, snapshot)),
        other => other,
    }
}

pub(super) fn outdated() -> HandlerError {
    HandlerError::say("This button is from another time. `/board` and `/hand` bring new ones.")
}

/// Where a press was; `None` for a form that no component opened, so that there is no message to change.
fn on(from: &Incoming) -> Option<On> {
    let shown = from.wish.shown()?;
    Some(match (shown.ephemeral, from.is_in_private()) {
        (true, _) => On::Whisper,
        (false, true) => On::Direct(shown.message),
        (false, false) => On::Board(shown.message),
    })
}

/// Plays, or continues building a move. The message that was pressed shows the result.
async fn play(app: &App, from: &Incoming, table: TableId, window: Window, act: MatchAct) -> Handled {
    let path = match &act {
        MatchAct::Build(path) => path.clone(),
        _ => Vec::new(),
    };
    let hold = app.presenters.hold(table);
    let answer = match app.ask(from, &table, Some(window), act).await {
        Err(Rejection::TooLate(late)) if from.is_in_ephemeral() => return renewed(app, from, table, late).await,
        Err(Rejection::TooLate(late)) => {
            if let Some(On::Board(message)) = on(from) {
                app.presenters.pressed_late(Arc::clone(&late.now), message);
            }
            return Err(Rejection::from(late).into());
        }
        answer => answer?,
    };
    match answer.outcome {
        Outcome::Step(built) => {
            let building = Building { path, built: Some(built), page: 0 };
            going_on(app, from, answer.snapshot, building)
        }
        _ => match on(from) {
            Some(on) => Ok(Reply::Table(answer.snapshot, hold, on)),
            None => Ok(Reply::Whisper(screens::happened(&answer.snapshot)?)),
        },
    }
}

/// The hand that was pressed shows the move so far.
fn going_on(app: &App, from: &Incoming, snapshot: Arc<Snapshot>, building: Building) -> Handled {
    let hand = snapshot.hand_of(from.person.id).ok_or(HandlerError::Rejection(Rejection::NotSeated))?;
    let look = app.look(from, snapshot.place.guild);
    let on = if from.is_in_ephemeral() { Surface::Ephemeral } else { Surface::Direct };
    let how = Showing { on, building: Some(&building), ..Showing::in_look(look) };
    let message = screens::hand(&snapshot, hand, how)?;
    Ok(Reply::Hand(HandReply { message, snapshot, here: true, building: Some(building) }))
}

/// After a press on an ephemeral hand that came too late: the message shows the current hand, so that the next
/// press is in time.
async fn renewed(app: &App, from: &Incoming, table: TableId, late: TooLate) -> Handled {
    let late = HandlerError::Rejection(late.into());
    match show_hand(app, from, table).await {
        Ok(Reply::Hand(hand)) => Ok(Reply::Late(late, hand.message, hand.snapshot)),
        _ => Err(late),
    }
}

/// Another page of a long list, or back to the start of a move.
async fn turn_page(app: &App, from: &Incoming, table: TableId, window: u32, shown: Building) -> Handled {
    if shown.path.is_empty() {
        return going_on(app, from, app.room.look(&table).await?, shown);
    }
    let act = MatchAct::Build(shown.path.clone());
    let answer = app.ask(from, &table, Some(Window::Hand(window)), act).await?;
    let built = match answer.outcome {
        Outcome::Step(built) => Some(built),
        _ => None,
    };
    going_on(app, from, answer.snapshot, Building { built, ..shown })
}

/// Opens the form behind a button.
async fn form(app: &App, from: &Incoming, table: TableId, window: Window, n: u8) -> Handled {
    let snapshot = app.room.look(&table).await?;
    let hand = snapshot.hand_of(from.person.id);
    if hand.is_some_and(|hand| hand.controls.is_empty() || !snapshot.is_open(hand, window)) {
        // It is refused before anything is typed, in the same words as any other move.
        app.ask(from, &table, Some(window), MatchAct::Build(Vec::new())).await?;
    }
    let control = screens::control_at(&snapshot, from.person.id, window, n).ok_or_else(outdated)?;
    let form = screens::control_form(&Press::Form(table, window, n), &control)?.ok_or_else(outdated)?;
    hand.ok_or(HandlerError::Rejection(Rejection::NotSeated))?;
    Ok(Reply::Form(form))
}

async fn table_act(app: &App, from: &Incoming, table: TableId, act: TableAct, used: &Used) -> Handled {
    let value = used.value();
    match act {
        TableAct::Join => change(app, from, table, LobbyAct::Join).await,
        TableAct::Leave => change(app, from, table, LobbyAct::Leave).await,
        TableAct::Start => change(app, from, table, LobbyAct::Start).await,
        TableAct::House => {
            let level = value.and_then(Level::of).ok_or_else(outdated)?;
            change(app, from, table, LobbyAct::AddHouse(level)).await
        }
        TableAct::Accept => change(app, from, table, LobbyAct::Accept).await,
        TableAct::Decline => change(app, from, table, LobbyAct::Decline).await,
        TableAct::Rematch => change(app, from, table, Act::Rematch).await,
        TableAct::Hand | TableAct::Refresh => show_hand(app, from, table).await,
        TableAct::Hint => give_hint(app, from, table).await,
        TableAct::Rules => {
            let snapshot = app.room.look(&table).await?;
            let page = page(snapshot.terms.game.id())?;
            let own = screens::section_of(page, snapshot.terms.variant_title(SPOKEN));
            Ok(Reply::Whisper(screens::rules(page, own.as_deref(), look(app, from))?))
        }
        TableAct::WhatCounts => Ok(Reply::Whisper(screens::what_counts(&*app.room.look(&table).await?)?)),
        TableAct::Word => panels::word(app, from, table).await,
        TableAct::More => panels::more(app, from, table).await,
        TableAct::Resign => Ok(Reply::Update(sure_to_resign(app, from, table).await?)),
        TableAct::Void => {
            let snapshot = app.room.look(&table).await?;
            let deal = snapshot.voidable().ok_or_else(|| HandlerError::say("There is no hand to void just now."))?;
            Ok(Reply::Update(screens::sure_void(table, deal)?))
        }
        TableAct::End => match sure_to_end(app, from, table).await? {
            Some(sure) => Ok(Reply::alone(from, sure)),
            None => done(app, from, table, LobbyAct::End).await,
        },
        TableAct::Nudge => panels::nudge(app, from, table).await,
        TableAct::LetTheHouse => change(app, from, table, LobbyAct::LetTheHouse).await,
        TableAct::EndYes => done(app, from, table, LobbyAct::End).await,
        TableAct::ResignYes => done(app, from, table, MatchAct::Resign).await,
        TableAct::LeaveYes => done(app, from, table, MatchAct::Leave).await,
        TableAct::Return => change(app, from, table, MatchAct::Return).await,
        TableAct::Options => panels::options(app, from, table, None).await,
        TableAct::Show => panels::show(app, from, table).await,
        TableAct::Variant => {
            let variant = value.ok_or_else(outdated)?.to_owned();
            panels::options(app, from, table, Some(LobbyAct::SetVariant(variant))).await
        }
        TableAct::Seats => {
            let seats = value.and_then(|n| n.parse().ok()).ok_or_else(outdated)?;
            panels::options(app, from, table, Some(LobbyAct::SetSeats(seats))).await
        }
        TableAct::Up => panels::options(app, from, table, Some(LobbyAct::MoveUp(sitter_in(value)?))).await,
        TableAct::Kick => panels::options(app, from, table, Some(LobbyAct::Kick(sitter_in(value)?))).await,
        TableAct::Back => {
            let (whom, snapshot) = (sitter_in(value)?, app.room.look(&table).await?);
            let person = snapshot.seating.sent_away.iter().find(|person| whom == person.id).cloned();
            panels::options(app, from, table, Some(LobbyAct::Invite(person.ok_or_else(outdated)?))).await
        }
        TableAct::Invite => {
            let person = used.people.first().cloned();
            let person = person.ok_or_else(|| HandlerError::say("Bots take no seats; pick somebody else."))?;
            panels::options(app, from, table, Some(LobbyAct::Invite(person))).await
        }
    }
}

fn sitter_in(value: Option<&str>) -> Result<Sitter, HandlerError> {
    value.and_then(|v| v.parse().ok()).ok_or_else(outdated)
}

/// Does something that the pressed message shows.
async fn change(app: &App, from: &Incoming, table: TableId, act: impl Into<Act>) -> Handled {
    let act = act.into();
    let hold = app.presenters.hold(table);
    let answer = app.ask(from, &table, None, act.clone()).await?;
    // A rematch is another table, with its own board.
    let elsewhere = answer.snapshot.table != table;
    match on(from).filter(|on| !elsewhere && !matches!(on, On::Whisper)) {
        Some(on) => Ok(Reply::Table(answer.snapshot, hold, on)),
        None => {
            drop(hold);
            Ok(Reply::alone(from, meaning(app, from, &answer.snapshot, &act)?))
        }
    }
}
