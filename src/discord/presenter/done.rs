//! What happens when a job has ended, successfully or not.

use std::sync::Arc;
use std::time::Instant;

use crate::store::{MessageKind, Posted};
use crate::tables::{Snapshot, Stage, UserId};

use super::super::api::Failure;
use super::super::screens;
use super::jobs;
use super::lanes::Lane;
use super::nonce::Post;
use super::notices::Outcome;
use super::outcome::{BoardAnswer, BoardPress, Done, HandResult};
use super::table::Presenter;
use super::under_way::About;
use super::within_limits;

impl Presenter {
    pub(super) fn done(&mut self, done: Done) {
        if done.went_well() {
            // Discord can be reached again, for all messages.
            self.lanes().for_each(Lane::hurry);
        }
        match done {
            Done::Nothing => {}
            Done::Turn { whose, turn } => self.turn_came(whose, turn),
            Done::Broke(about) => self.broke(about),
            Done::Notice { user, how } => self.notices.done(user, how, Instant::now()),
            Done::Board { at, post, became_result, left, anew, failure, press } => {
                became_result.into_iter().for_each(|board| self.results.became_result(board));
                if anew {
                    self.anew = Some(post.again());
                }
                self.board.settle(at, post);
                self.board_done(left, failure, press.map(|press| *press));
            }
            Done::Whisper { user, was, whisper, took_lane, failure } => {
                if let Some(hand) = self.hands.get_mut(&user) {
                    let behind = hand.whispered(failure.as_ref(), took_lane);
                    hand.replace_whisper(was.as_ref(), whisper);
                    self.shared.shown(MessageKind::Hand, behind);
                }
            }
            Done::Direct { user, kind, at, found, post } => {
                if let (Some(found), Some(lane)) = (found, self.direct_lane(user, kind)) {
                    lane.settle(Some(found), post);
                }
                self.direct_done(user, kind, at, post);
            }
        }
    }

    /// The job for a direct message ended; `at` says where the message is now, if anywhere.
    fn direct_done(&mut self, user: UserId, kind: MessageKind, at: Result<Option<Posted>, Failure>, post: Post) {
        let still_held = |newest: &Arc<Snapshot>| newest.holds_cards(user);
        let whispered = self.hands.get(&user).is_some_and(|hand| hand.whisper().is_some());
        let held = kind == MessageKind::Hand && (whispered || self.newest.as_ref().is_some_and(still_held));
        let Some(lane) = self.direct_lane(user, kind) else { return };
        match at {
            Ok(Some(at)) => {
                lane.settle(Some(at), post);
                let behind = lane.done();
                self.shared.shown(kind, behind);
            }
            // The hand continues elsewhere. It is shown there once more if a message had to be ended.
            Ok(None) if held => {
                lane.done();
                if lane.at.take().is_some() {
                    lane.show_again();
                }
            }
            Ok(None) => {
                self.forget(user, kind);
            }
            Err(failure) => {
                lane.failed(&failure);
                match (failure, kind) {
                    // The lobby lists those whom its invitation did not reach.
                    (Failure::NoDirect, MessageKind::Invitation) => self.board.show_again(),
                    (Failure::NoDirect, MessageKind::Hand) => {
                        lane.at = None;
                        self.closed_to(user);
                    }
                    _ => {}
                }
            }
        }
    }

    fn direct_lane(&mut self, user: UserId, kind: MessageKind) -> Option<&mut Lane> {
        match kind {
            MessageKind::Invitation => self.invitations.get_mut(&user),
            _ => self.hands.get_mut(&user).map(|hand| &mut hand.lane),
        }
    }

    /// A job broke: what it was to show is tried again, after a pause.
    fn broke(&mut self, about: Option<About>) {
        let failure = Failure::Away("a job broke".to_owned());
        match about {
            Some(About::Board { results, anew }) => {
                self.results.give_back(results);
                self.anew = self.anew.or(anew.map(Post::again));
                self.board.failed(&failure);
            }
            Some(About::Hand(user)) => {
                self.direct_lane(user, MessageKind::Hand).into_iter().for_each(|lane| lane.failed(&failure));
            }
            Some(About::Invitation(user)) => {
                self.direct_lane(user, MessageKind::Invitation).into_iter().for_each(|lane| lane.failed(&failure));
            }
            Some(About::Notice(user)) => self.notices.done(user, Outcome::Later, Instant::now()),
            None => {}
        }
    }

    pub(super) fn forget(&mut self, user: UserId, kind: MessageKind) {
        match kind {
            MessageKind::Invitation => drop(self.invitations.remove(&user)),
            _ => drop(self.hands.remove(&user)),
        }
    }

    /// The person accepts no messages: the board says so, and an open ephemeral hand is used from now on.
    pub(super) fn closed_to(&mut self, user: UserId) {
        if let Some(hand) = self.hands.get_mut(&user) {
            hand.by_button = true;
            if hand.whisper().is_some() {
                hand.lane.show_again();
            }
            self.board.show_again();
        }
    }

    /// The board cannot be shown, and nobody has just pressed anything: the host is told once, and not again after
    /// each start.
    fn complain(&mut self, failure: &Failure) {
        let is_new = !self.quiet && self.shared.is_new_trouble(self.table);
        let Some(newest) = self.newest.as_ref().filter(|_| is_new) else { return };
        let channel = format!("<#{}>", newest.place.channel);
        if let Some(message) =
            within_limits("a complaint", || screens::note(&cannot_post(failure, Some(newest.stage), &channel)))
        {
            self.jobs.spawn(jobs::tell(Arc::clone(&self.shared), newest.host, message));
        }
    }

    pub(super) fn board_done(&mut self, left: Vec<HandResult>, failure: Option<Failure>, press: Option<BoardPress>) {
        if failure == Some(Failure::NoChannel) {
            self.results.drop_owed();
            self.board.shown_for_good();
            if self.stage() == Some(Stage::Lobby) {
                let _ = self.shared.gone.send(self.table);
            }
        } else {
            self.results.give_back(left);
        }
        match &failure {
            None => {
                let behind = self.board.done();
                self.shared.shown(MessageKind::Board, behind);
                self.shared.no_trouble(self.table);
            }
            Some(failure) => {
                tracing::warn!(%failure, table = %self.table, "a board could not be shown");
                self.board.failed(failure);
            }
        }
        let trouble = failure.filter(|f| !f.passes());
        let Some(press) = press else {
            if let Some(failure) = trouble {
                self.complain(&failure);
            }
            return;
        };
        if let Some(failure) = trouble {
            let channel = match (press.answer, &self.newest) {
                (BoardAnswer::Named, Some(newest)) => format!("<#{}>", newest.place.channel),
                _ => "this channel".to_owned(),
            };
            if let Some(message) =
                within_limits("a complaint", || screens::note(&cannot_post(&failure, self.stage(), &channel)))
            {
                self.jobs.spawn(jobs::say(press.ticket, message));
            }
            return;
        }
        if press.ticket.owes_words() {
            return self.answer_aside(press);
        }
        self.after_press(press);
    }
}

fn cannot_post(failure: &Failure, stage: Option<Stage>, channel: &str) -> String {
    match (failure, stage) {
        (Failure::Forbidden | Failure::NoAccess, _) => format!(
            "I may not write in {channel}. I need **View Channel** and **Send Messages** (in threads **Send Messages in \
             Threads**, in private ones **Manage Threads** as well; in voice channels **Connect**). The table is kept; \
             `/board` there shows it all the same."
        ),
        (Failure::Locked, Some(Stage::Playing)) => {
            "A moderator has closed the thread of this table. The match is kept, and goes on by direct message; \
             `/move resign` gives it up."
                .to_owned()
        }
        (Failure::Locked, _) => "A moderator has closed the thread of this table.".to_owned(),
        (Failure::NoChannel, Some(Stage::Over)) => {
            "The channel of this table is gone. The match is over, and its result is kept.".to_owned()
        }
        (Failure::NoChannel, Some(Stage::Lobby | Stage::Closed)) => {
            "The channel of this table is gone, so the table is closed. `/play` opens another.".to_owned()
        }
        (Failure::NoChannel, _) => {
            "The channel of this table is gone. The match is kept, and goes on by direct message; `/move resign` \
                               gives it up."
                .to_owned()
        }
        _ => "The board could not be posted. The table is kept; `/board` tries again.".to_owned(),
    }
}
