//! The board, and the results of hands that are posted before it.

use std::sync::Arc;

use crate::tables::{MessageId, Stage, UserId};

use super::super::api::Failure;
use super::super::picture_pool::Urgency;
use super::effect::{BoardAnswer, Change, Content, Effect, IfRefused, Old, OwedAnswer, Plan, Unpainted, Which};
use super::kept::Kept;
use super::nonce::{Circumstances, Post};
use super::results::OwedResults;
use super::sight::Sight;
use super::state::PresenterState;

#[derive(Default)]
pub(super) struct Board {
    pub(super) kept: Kept,
    pub(super) results: OwedResults,
    /// It has to be posted again, at the bottom of the channel, and this is how: a post that seemed to fail is found
    /// again under the same nonce.
    pub(super) anew: Option<Post>,
    /// How it is being posted again.
    asked: Option<Post>,
    /// A digest of what the board being posted follows, for its nonce.
    follows: u64,
    /// The press that its next change answers.
    pub(super) press: Option<Box<OwedAnswer>>,
}

impl Board {
    /// All results up to this revision have been posted.
    pub(super) fn posted_rev(&self) -> u64 {
        self.kept.at.map_or(0, |at| at.rev)
    }

    /// Only we know that it has to be posted, or results.
    pub(super) fn is_owed(&self) -> bool {
        !self.results.owed().is_empty() || self.kept.at.is_none() && self.kept.was_tried()
    }

    /// What it follows. The nonce comes from that and nothing else, because that is the same after a crash, when more
    /// may have been played.
    pub(super) fn follows(&mut self) -> u64 {
        let (at, result) = (self.kept.at.map(|at| at.message), self.results.owed().first());
        if at.is_some() || result.is_some() {
            self.follows = Circumstances::follows(at, result.map(|(post, _)| post.nonce)).digest();
        }
        self.follows
    }

    /// What was to be posted again is still to be.
    pub(super) fn broke(&mut self) {
        let asked = self.asked.take().map(Post::again);
        self.anew = self.anew.or(asked);
    }
}

impl PresenterState {
    pub(super) fn start_board(&mut self, newest: &Arc<Sight>) {
        let press = self.board.press.take();
        // Somebody waits for a board that answers a command, and it can be nothing but that answer.
        if press.as_ref().is_some_and(|press| press.answer == BoardAnswer::Posted) {
            return self.show_board(newest, press);
        }
        let behind = self.board.kept.behind(newest.rev, self.out.now).unwrap_or(self.out.now);
        self.board.kept.queue();
        self.push(Effect::Turn(Which::Board, Arc::clone(newest), Urgency::First, behind, press));
    }

    pub(super) fn show_board(&mut self, newest: &Arc<Sight>, press: Option<Box<OwedAnswer>>) {
        let at = self.board.kept.at;
        // A lobby that is posted again pings nobody a second time.
        let between = newest.between(None);
        // Their own messages come with the next board.
        let results = if between.is_some() { Vec::new() } else { self.board.results.owed().to_vec() };
        let content = between.unwrap_or_else(|| Content::Board(at.is_none(), self.unreached(newest)));
        self.board.asked = self.board.anew.take().filter(|_| at.is_some());
        // The end of a match stays where it was posted.
        let goes_on = matches!(newest.stage, Stage::Lobby | Stage::Playing);
        let plan = if newest.is_missed_by_nobody && press.is_none() {
            Plan::Remove
        } else if !results.is_empty() {
            Plan::Show(content)
        } else if self.board.asked.is_some() {
            Plan::Follow(content, Old::Links, IfRefused::Stays)
        } else if goes_on && self.board.kept.is_old(self.out.clock) {
            Plan::Follow(content, Old::Goes, IfRefused::Shows)
        } else {
            Plan::Show(content)
        };
        let asked = self.board.asked;
        if let Some(change) = self.change(Which::Board, newest, plan, press) {
            change.results = results;
            change.post = asked.unwrap_or(change.post);
        }
    }

    /// Those whom no message reached that the stage would send them.
    fn unreached(&self, newest: &Sight) -> Vec<UserId> {
        let hands = self.hands.iter().filter(|(_, hand)| hand.by_button).map(|(user, _)| *user);
        let invited = self.invitations.iter().filter(|(_, kept)| kept.at.is_none()).map(|(user, _)| *user);
        let is_closed = |user: &UserId| self.is_closed(*user, newest);
        match newest.stage {
            Stage::Lobby => invited.filter(is_closed).collect(),
            Stage::Playing => hands.filter(is_closed).collect(),
            Stage::Over | Stage::Closed => Vec::new(),
        }
    }

    pub(super) fn press_board(&mut self, press: OwedAnswer) {
        let rev = self.newest.as_ref().map_or(0, |newest| newest.rev);
        // While somebody else's press is being carried out the board waits, but this press must not.
        if self.held == 0 && self.board.press.is_none() && self.board.kept.wants(rev) {
            self.board.press = Some(Box::new(press));
        } else {
            self.answer_aside(press);
        }
    }

    /// An old board keeps its buttons if a crash or a missing permission got in the way. When pressed, it says
    /// where the new one is. A board that has become a result stays as it is, and so does one that may be the board
    /// just being posted.
    pub(super) fn moved_from(&self, message: MessageId) -> Option<Content> {
        let board = self.board.kept.at.filter(|board| board.message != message)?;
        let old = !self.board.kept.is_busy() && !self.board.results.is_former_board(message);
        old.then_some(Content::Moved(board.channel, board.message))
    }

    pub(super) fn board_done(&mut self, change: Change) {
        let Change { at, post, posted, became_result, failure, press, .. } = change;
        let board = &mut self.board;
        became_result.into_iter().for_each(|message| board.results.became_result(message));
        board.results.posted(posted);
        if board.asked.take().is_some() && at == board.kept.at {
            board.anew = Some(post.again());
        }
        board.kept.settle(at, post);
        if failure == Some(Failure::NoChannel) {
            board.results.drop_owed();
            board.kept.shown_for_good();
            if self.stage() == Some(Stage::Lobby) {
                self.push(Effect::Gone);
            }
        }
        match &failure {
            None => self.showed(Which::Board),
            Some(failure) => self.failed(Which::Board, failure),
        }
        let trouble = failure.filter(|failure| !failure.passes());
        match (press, trouble, self.newest.clone()) {
            (Some(press), None, _) if press.ticket.owes_words() => self.answer_aside(*press),
            (Some(press), None, _) => self.after_press(*press),
            (Some(press), Some(failure), Some(of)) => {
                let there = press.answer == BoardAnswer::Named;
                self.say(press.ticket, Unpainted { of, what: Content::Trouble(failure, there) });
            }
            // Nobody has just pressed anything: the host is told, but not again after each start.
            (None, Some(failure), Some(of)) if !self.quiet => self.push(Effect::Complain(failure, of)),
            _ => {}
        }
    }
}
