//! The requests behind one change of a message. Each job knows all it needs; nothing is shared while it runs.

use std::sync::Arc;

use crate::store::{MessageKind, Posted};
use crate::tables::{ChannelId, MessageId, Snapshot, TableId, UserId, now};

use super::super::api::{Api, Failure};
use super::super::picture_pool::Turn;
use super::super::screens;
use super::super::ticket::{Ephemeral, Ticket};
use super::super::ui::Message;
use super::hand_lane::Whisper;
use super::nonce::{Circumstances, Post};
use super::notices::Outcome;
use super::outcome::Done;
use super::{Shared, within_limits};

/// Edits a message. `false`: it is gone, or takes no more edits; in that case it is deleted, so that its buttons do
/// not remain beside those of the message that follows it.
pub(super) async fn edited(api: &Api, at: Posted, to: &Message) -> Result<bool, Failure> {
    match api.edit(at.channel, at.message, to).await {
        Ok(()) => Ok(true),
        Err(Failure::NoMessage) => Ok(false),
        Err(Failure::TooOld) => {
            if let Err(failure) = api.delete(at.channel, at.message).await {
                tracing::debug!(%failure, "a message that takes no more edits could not be deleted");
            }
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}

/// Draws the picture of a message while its turn lasts. Whoever pressed something does not wait for that.
pub(super) async fn drawn(api: &Api, turn: Option<Turn>, message: &Message, press: Option<&mut Ticket>) {
    let Some(turn) = turn else { return };
    let acknowledged = acknowledge(press.filter(|_| api.takes_time(message)));
    let drawn = async {
        api.draw(message).await;
        drop(turn);
    };
    tokio::join!(acknowledged, drawn);
}

/// What happens to a message when another one follows it.
pub(super) enum Old {
    /// It says this.
    Says(Message),
    /// It is deleted.
    Goes,
}

/// Another message follows this one. If this one cannot be changed or deleted, its buttons are outdated by now, and
/// pressing them says so.
pub(super) async fn followed(api: &Api, old: Posted, becomes: &Old) {
    let done = match becomes {
        Old::Says(words) => edited(api, old, words).await.map(drop),
        Old::Goes => api.delete(old.channel, old.message).await,
    };
    if let Err(failure) = done {
        tracing::debug!(%failure, "a message keeps its buttons that another follows");
    }
}

/// Shows a hand in an ephemeral message: edits the existing one, or makes a new one with a press's right to an
/// answer.
pub(super) async fn whisper(
    shared: Arc<Shared>,
    user: UserId,
    old: Option<Whisper>,
    message: Message,
    turn: Option<Turn>,
    mut fresh: Option<Ticket>,
) -> Done {
    drawn(&shared.api, turn, &message, fresh.as_mut()).await;
    if let Some(open) = &old {
        let failure = open.message.edit(&shared.api, &message).await.err();
        if failure.as_ref().is_none_or(Failure::passes) {
            if let Some(ticket) = fresh {
                give_up(ticket).await;
            }
            return Done::Whisper { user, whisper: old.clone(), was: old, took_lane: true, failure };
        }
    }
    match fresh {
        Some(mut ticket) => shown(ticket.whisper(&message).await, user, old, true),
        None => Done::Whisper { user, was: old, whisper: None, took_lane: true, failure: None },
    }
}

/// Says what was played, and then shows the hand in the ephemeral message that is open; if that takes no more
/// changes, in a new one.
pub(super) async fn played(
    shared: Arc<Shared>,
    user: UserId,
    open: Whisper,
    hand: Message,
    mut ticket: Ticket,
    played: Message,
) -> Done {
    if let Err(failure) = ticket.whisper(&played).await {
        tracing::warn!(%failure, "a typed move could not be answered");
    }
    whisper(shared, user, Some(open), hand, None, Some(ticket)).await
}

/// Answers a typed move with the hand.
pub(super) async fn typed_hand(user: UserId, mut ticket: Ticket, hand: Message, took_lane: bool) -> Done {
    shown(ticket.whisper(&hand).await, user, None, took_lane)
}

/// Answers a press on an ephemeral hand with that hand.
pub(super) async fn answer_whisper(
    user: UserId,
    was: Option<Whisper>,
    mut ticket: Ticket,
    message: Message,
    took_lane: bool,
) -> Done {
    shown(ticket.update(&message).await, user, was, took_lane)
}

/// Which ephemeral message shows a hand now: if none was made, the previous one, if it can still be changed.
fn shown(outcome: Result<Option<Ephemeral>, Failure>, user: UserId, was: Option<Whisper>, took_lane: bool) -> Done {
    let (whisper, failure) = match outcome {
        Ok(made) => (made.map(Whisper::from).or_else(|| was.clone()), None),
        Err(failure) => {
            tracing::debug!(%failure, "an ephemeral hand could not be shown");
            (was.clone(), Some(failure))
        }
    };
    Done::Whisper { user, was, whisper, took_lane, failure }
}

/// Pings the person whose turn it is; the board, if there is one, is a click away.
pub(super) async fn notify(shared: Arc<Shared>, snapshot: Arc<Snapshot>, board: Option<Posted>, user: UserId) -> Done {
    let board = board.map(|board| (board.channel, board.message));
    let ended = |how| Done::Notice { user, how };
    let Some(message) = within_limits("a turn notice", || screens::turn(&snapshot, board, user)) else {
        return ended(Outcome::Gone);
    };
    let channel = snapshot.place.channel;
    let post = Post::once(&Circumstances::notice(snapshot.table, user, snapshot.rev));
    let made = match shared.api.post(channel, &message, post.nonce).await {
        Ok(id) => Ok((channel, id)),
        Err(failure) if failure.passes() => Err(failure),
        // The match goes on by direct message, where hands change without a sound.
        Err(failure) => match within_limits("a turn notice", || screens::turn(&snapshot, None, user)) {
            Some(message) => shared.people.post(&shared.api, user, &message, post.nonce).await,
            None => Err(failure),
        },
    };
    match made {
        Ok((channel, id)) => {
            let at = posted(MessageKind::Notice, Some(user), channel, id, snapshot.rev);
            save(&shared, &snapshot.table, at).await;
            ended(Outcome::Posted(at))
        }
        Err(failure) => {
            tracing::debug!(%failure, "a turn notice could not be posted");
            ended(if failure.passes() { Outcome::Later } else { Outcome::Gone })
        }
    }
}

/// Removes a turn notice.
pub(super) async fn unnotify(shared: Arc<Shared>, table: TableId, user: UserId, at: Posted) -> Done {
    if let Err(failure) = shared.api.delete(at.channel, at.message).await {
        tracing::debug!(%failure, "a turn notice could not be deleted");
        if failure.passes() {
            return Done::Notice { user, how: Outcome::Later };
        }
    }
    if let Err(error) = shared.store.forget_message(&table, MessageKind::Notice, Some(user)).await {
        tracing::debug!(%error, "a message could not be forgotten");
    }
    Done::Notice { user, how: Outcome::Gone }
}

/// Acknowledges a press that was not answered yet.
pub(super) async fn acknowledge(ticket: Option<&mut Ticket>) {
    if let Some(ticket) = ticket
        && let Err(failure) = ticket.seen().await
    {
        tracing::warn!(%failure, "a press could not be acknowledged");
    }
}

/// Nothing else will answer this ticket: a press is acknowledged, and whoever used a command is not left waiting.
pub(super) async fn give_up(mut ticket: Ticket) -> Done {
    const SORRY: &str = "The table cannot be shown just now. Nothing is lost: `/board` tries again.";
    if ticket.owes_words()
        && let Some(message) = within_limits("an excuse", || screens::note(SORRY))
    {
        return say(ticket, message).await;
    }
    acknowledge(Some(&mut ticket)).await;
    Done::Nothing
}

/// Replaces the message that was pressed with another one.
pub(super) async fn replace(mut ticket: Ticket, message: Message) -> Done {
    if let Err(failure) = ticket.update(&message).await {
        tracing::debug!(%failure, "an old message could not be replaced");
    }
    Done::Nothing
}

/// Takes the buttons from a message that used to be the board.
pub(super) async fn end_orphan(shared: Arc<Shared>, channel: ChannelId, message: MessageId, moved: Message) -> Done {
    if let Err(failure) = shared.api.edit(channel, message, &moved).await {
        tracing::debug!(%failure, "an old board could not be ended");
    }
    Done::Nothing
}

/// Sends somebody a direct message.
pub(super) async fn tell(shared: Arc<Shared>, user: UserId, message: Message) -> Done {
    if let Err(failure) = shared.people.post(&shared.api, user, &message, Post::anew().nonce).await {
        tracing::debug!(%failure, "a direct message to a host could not be sent");
    }
    Done::Nothing
}

/// Says something to the presser only.
pub(super) async fn say(mut ticket: Ticket, message: Message) -> Done {
    if let Err(failure) = ticket.whisper(&message).await {
        tracing::warn!(%failure, "a press could not be answered");
    }
    Done::Nothing
}

pub(super) fn posted(
    kind: MessageKind,
    user: Option<UserId>,
    channel: ChannelId,
    message: MessageId,
    rev: u64,
) -> Posted {
    Posted { kind, user, channel, message, rev, posted: now(), deal: 0 }
}

/// Records where a message is.
pub(super) async fn save(shared: &Shared, table: &TableId, at: Posted) {
    if let Err(error) = shared.store.put_message(table, at).await {
        tracing::debug!(%error, %table, "a message could not be remembered");
    }
}

#[cfg(test)]
mod tests {
    use axum::Json;
    use axum::http::{Method, StatusCode};
    use serde_json::{Value, json};
    use serenity::model::id::ApplicationId;
    use tokio::sync::mpsc;

    use super::*;
    use crate::config::Token;
    use crate::discord::gateway;
    use crate::discord::ticket::Origin;
    use crate::ops::metrics::Metrics;
    use crate::tables::Cause;

    /// A server that answers edits with `edits` and accepts every other request, and the bodies it was sent.
    async fn server(edits: StatusCode) -> (Api, mpsc::UnboundedReceiver<Value>) {
        let (heard, sent) = mpsc::unbounded_channel();
        let answer = move |method: Method, Json(body): Json<Value>| async move {
            let _ = heard.send(body);
            let status = if method == Method::PATCH { edits } else { StatusCode::OK };
            (status, Json(json!({"id": "5", "flags": 64, "code": 0, "message": "no"})))
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(answer)).await });
        let http = gateway::http(&Token::new("x"), Some(&base));
        http.set_application_id(ApplicationId::new(1));
        (Api::new(Arc::new(http), Arc::new(Metrics::default())), sent)
    }

    #[tokio::test]
    async fn whoever_used_a_command_that_nothing_else_answers_is_told_so() {
        let (api, mut sent) = server(StatusCode::OK).await;
        let ticket = |origin| Ticket::new(api.clone(), Cause(1), "token".to_owned(), origin);
        give_up(ticket(Origin::Component { ephemeral: false })).await;
        assert_eq!(sent.try_recv().unwrap()["type"], 6, "a press is acknowledged");
        give_up(ticket(Origin::Command)).await;
        let said = sent.try_recv().unwrap();
        assert_eq!((&said["type"], &said["data"]["flags"]), (&json!(4), &json!(64 | 1 << 15)), "{said}");
        let mut thinking = ticket(Origin::Command);
        thinking.seen().await.unwrap();
        assert_eq!(sent.try_recv().unwrap()["type"], 5);
        give_up(thinking).await;
        assert!(sent.try_recv().unwrap().to_string().contains("/board"), "thinking does not stay");
    }

    #[tokio::test]
    async fn words_that_did_not_arrive_are_still_owed() {
        for (edits, owed) in [(StatusCode::OK, false), (StatusCode::BAD_REQUEST, true)] {
            let (api, _sent) = server(edits).await;
            let mut ticket = Ticket::new(api, Cause(1), "token".to_owned(), Origin::Command);
            ticket.seen().await.unwrap();
            let said = ticket.whisper(&screens::note("Played.").unwrap()).await;
            assert_eq!((said.is_err(), ticket.owes_words()), (owed, owed));
        }
    }
}
