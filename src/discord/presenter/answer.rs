//! Which message answers a press.

use std::sync::Arc;

use crate::tables::{MessageId, Snapshot, Stage, UserId};

use super::super::screens::{self, Surface};
use super::super::ticket::Ticket;
use super::super::ui::Message;
use super::hand_lane::HandLane;
use super::lanes::Lane;
use super::nonce::Post;
use super::outcome::{BoardAnswer, BoardPress, Done};
use super::table::Presenter;
use super::under_way::About;
use super::{On, Pressed, jobs, within_limits};

impl Presenter {
    /// Finds the message that answers a press.
    pub(super) fn pressed(&mut self, press: Pressed, then: &Snapshot) {
        let Pressed { ticket, user, on, aside } = press;
        let Some(newest) = self.newest.clone() else { return };
        let board_press = |ticket, answer| {
            // A command that asks for the board changes nothing, so there is nothing to tell.
            let told = if answer == BoardAnswer::Changed { told(then, user) } else { aside };
            BoardPress { ticket, user, answer, told }
        };
        match on {
            On::Board(message) if self.board.at.is_some_and(|at| at.message == message) => {
                self.press_board(board_press(ticket, BoardAnswer::Changed));
            }
            On::Command if self.board.at.is_none() => self.press_board(board_press(ticket, BoardAnswer::Posted)),
            On::Thread if self.board.at.is_none() => self.press_board(board_press(ticket, BoardAnswer::Named)),
            On::Anew => {
                self.anew.get_or_insert_with(Post::anew);
                self.board.show_again();
                self.press_board(board_press(ticket, BoardAnswer::Posted));
            }
            On::Direct(message) => self.press_direct(ticket, user, message, &newest),
            On::Whisper => self.press_whisper(ticket, user, &newest),
            On::Typed(played) => self.typed(ticket, user, *played, &newest),
            On::Command | On::Thread => match within_limits("a welcome", || screens::welcome(&newest)) {
                Some(welcome) => self.jobs.spawn(jobs::say(ticket, welcome)),
                None => self.jobs.spawn(jobs::give_up(ticket)),
            },
            On::Board(message) => self.press_orphan(ticket, message, &newest),
        }
    }

    fn press_orphan(&mut self, ticket: Ticket, message: MessageId, newest: &Snapshot) {
        let moved = self.moved_from(message, newest);
        self.replace(ticket, moved);
    }

    /// An old board keeps its buttons if a crash or a missing permission got in the way. When pressed, it says
    /// where the new one is. A board that has become a result stays as it is, and so does one that may be the board
    /// just being posted.
    pub(super) fn moved_from(&self, message: MessageId, newest: &Snapshot) -> Option<Message> {
        let board = self.board.at.filter(|board| board.message != message)?;
        let old = !self.board.is_busy() && !self.results.is_former_board(message);
        if !old {
            return None;
        }
        within_limits("an old board", || screens::moved(newest, (board.channel, board.message)))
    }

    /// Nothing else answers this press.
    pub(super) fn give_up(&mut self, press: Option<Ticket>) {
        if let Some(ticket) = press {
            self.jobs.spawn(jobs::give_up(ticket));
        }
    }

    fn replace(&mut self, ticket: Ticket, by: Option<Message>) {
        match by {
            Some(message) => self.jobs.spawn(jobs::replace(ticket, message)),
            None => self.jobs.spawn(jobs::give_up(ticket)),
        }
    }

    fn press_board(&mut self, press: BoardPress) {
        let rev = self.newest.as_ref().map_or(0, |s| s.rev);
        // While somebody else's press is being carried out the board waits, but this press must not.
        if self.held == 0 && self.press.is_none() && self.board.wants(rev) {
            self.press = Some(press);
        } else {
            self.answer_aside(press);
        }
    }

    /// The board changes without being the answer. A command has to be answered in words; a press gets whatever is
    /// for the presser only, or is just acknowledged.
    pub(super) fn answer_aside(&mut self, press: BoardPress) {
        let words = within_limits("an answer", || match &self.newest {
            Some(newest) if press.answer == BoardAnswer::Named => screens::welcome(newest),
            _ => screens::note("The board follows."),
        });
        match words {
            Some(message) if press.ticket.is_command() => self.jobs.spawn(jobs::say(press.ticket, message)),
            _ => self.after_press(press),
        }
    }

    /// The ephemeral hand that was pressed shows the new hand. If it stands in for the direct message, it is kept
    /// up to date.
    pub(super) fn press_whisper(&mut self, ticket: Ticket, user: UserId, newest: &Snapshot) {
        let Some(message) = self.ephemeral_hand(newest, user) else {
            self.jobs.spawn(jobs::give_up(ticket));
            return;
        };
        let was = self.hands.get(&user).and_then(HandLane::whisper).cloned();
        let took_lane = match self.hands.get_mut(&user) {
            Some(hand) if hand.by_button && !hand.lane.is_busy() => {
                hand.lane.begin(newest.rev);
                true
            }
            _ => false,
        };
        self.about_hand(user, took_lane, jobs::answer_whisper(user, was, ticket, message, took_lane));
    }

    /// A typed move is answered with one line if an ephemeral hand can still be changed, and the hand is then shown
    /// there: a hand for each move would leave a row of stale ones, with buttons. Otherwise the hand is the answer.
    fn typed(&mut self, ticket: Ticket, user: UserId, played: Message, newest: &Snapshot) {
        let shared = Arc::clone(&self.shared);
        let open = self.hands.get(&user).and_then(HandLane::whisper).cloned();
        let Some(message) = self.hand_message(newest, user, Surface::Ephemeral) else {
            self.jobs.spawn(jobs::say(ticket, played));
            return;
        };
        let hand = self.hands.entry(user).or_default();
        if !hand.by_button {
            hand.by_button = true;
            self.board.show_again();
        }
        match open {
            // It is being changed, or a direct message has to end first; the newest state follows.
            Some(_) if hand.lane.is_busy() || hand.lane.at.is_some() => {
                self.jobs.spawn(jobs::say(ticket, played));
            }
            Some(open) => {
                hand.lane.begin(newest.rev);
                self.about_hand(user, true, jobs::played(shared, user, open, message, ticket, played));
            }
            None => {
                let took_lane = !hand.lane.is_busy() && hand.lane.at.is_none();
                if took_lane {
                    hand.lane.begin(newest.rev);
                }
                self.about_hand(user, took_lane, jobs::typed_hand(user, ticket, message, took_lane));
            }
        }
    }

    /// Starts a job that shows a hand; it may have taken the hand's lane.
    fn about_hand(&mut self, user: UserId, took_lane: bool, job: impl Future<Output = Done> + Send + 'static) {
        if took_lane { self.jobs.spawn_about(About::Hand(user), job) } else { self.jobs.spawn(job) }
    }

    pub(super) fn press_direct(&mut self, ticket: Ticket, user: UserId, message: MessageId, newest: &Arc<Snapshot>) {
        let is = |lane: &Lane| lane.at.is_some_and(|at| at.message == message) && lane.wants(newest.rev);
        if self.hands.get(&user).is_some_and(|hand| is(&hand.lane)) {
            self.start_hand(newest, user, Some(ticket));
        } else if self.invitations.get(&user).is_some_and(is) {
            self.start_invitation(newest, user, Some(ticket));
        } else {
            let hand = self.hands.get(&user).map(|hand| &hand.lane);
            let mut lanes = hand.into_iter().chain(self.invitations.get(&user));
            // A message that is no longer on record: it ends, too.
            let orphan = lanes.all(|lane| !lane.is_busy() && lane.at.is_none_or(|at| at.message != message));
            let ended = within_limits("the end of a message", || match newest.stage {
                Stage::Lobby => screens::invitation(newest, user),
                _ => screens::hand_over(newest, None),
            });
            self.replace(ticket, ended.filter(|_| orphan));
        }
    }

    /// The board has answered a press; whatever only the presser may see follows in an ephemeral message, unless a
    /// direct message brings it.
    pub(super) fn after_press(&mut self, press: BoardPress) {
        let BoardPress { ticket, user, told, .. } = press;
        if let Some(message) = told {
            self.jobs.spawn(jobs::say(ticket, message));
            return;
        }
        let Some(newest) = self.newest.clone() else { return };
        let hidden = newest.holds_cards(user);
        let shown = |hand: &HandLane| !hand.by_button || hand.whisper().is_some() || hand.lane.is_busy();
        let unseen = hidden && self.hands.get(&user).is_some_and(|hand| !shown(hand));
        if unseen && let Some(message) = self.hand_message(&newest, user, Surface::Ephemeral) {
            if let Some(hand) = self.hands.get_mut(&user) {
                hand.lane.begin(newest.rev);
            }
            let job = jobs::whisper(Arc::clone(&self.shared), user, None, message, None, Some(ticket));
            self.about_hand(user, true, job);
        } else {
            self.jobs.spawn(jobs::give_up(ticket));
        }
    }
}

/// What this change told one person only, if no hand of theirs shows it: in games without hands there is none.
fn told(then: &Snapshot, user: UserId) -> Option<Message> {
    let own = then.hand_of(user).filter(|own| !own.has_cards())?;
    let says = own.told.iter().any(|line| !line.trim().is_empty());
    if says { within_limits("what one person is told", || screens::own_told(own)) } else { None }
}
