//! Waiting for a turn to draw. Messages with pictures are made only when theirs has come, and so show the state that
//! is newest then.

use std::time::Instant;

use crate::tables::{Snapshot, Stage, UserId};

use super::super::picture_pool::{Rank, Turn};
use super::super::ticket::Ticket;
use super::jobs::acknowledge;
use super::outcome::{BoardAnswer, BoardPress, Done};
use super::table::Presenter;
use super::under_way::About;

/// What is drawn when the turn comes, and the press that it answers.
pub(super) enum Whose {
    /// The board.
    Board(Option<Box<BoardPress>>),
    /// A person's hand.
    Hand(UserId, Option<Ticket>),
}

/// Whether a message can be made now.
pub(super) enum Now {
    /// It can, and this is the right to draw its picture, if it has one.
    Yes(Option<Turn>),
    /// Its turn comes later.
    Later,
}

impl Presenter {
    /// Whether the board can be made now. Otherwise it waits, and whoever pressed something does not.
    pub(super) fn board_turn(&mut self, newest: &Snapshot) -> Now {
        let (pictures, place) = (self.shared.api.pictures(), newest.place);
        // Somebody waits for a board that answers a command, and it can be nothing but that answer.
        let at_once = self.press.as_ref().is_some_and(|press| press.answer == BoardAnswer::Posted);
        let is_drawn = matches!(newest.stage, Stage::Playing | Stage::Over)
            && self.shared.preferences.public(place.guild).picture
            && self.shared.api.takes_pictures(place.channel);
        if at_once || !is_drawn {
            return Now::Yes(None);
        }
        if let Some(turn) = self.turn.take().or_else(|| pictures.turn_now()) {
            return Now::Yes(Some(turn));
        }
        let turn = pictures.turn(Rank::First, self.board.behind(newest.rev).unwrap_or_else(Instant::now));
        self.board.queue();
        let mut press = self.press.take().map(Box::new);
        self.jobs.spawn_about(About::Board { results: Vec::new(), anew: None }, async move {
            acknowledge(press.as_mut().map(|press| &mut press.ticket)).await;
            Done::Turn { whose: Whose::Board(press), turn: turn.await }
        });
        Now::Later
    }

    /// The same of a hand, which may answer a press.
    pub(super) fn hand_turn(&mut self, newest: &Snapshot, user: UserId, press: &mut Option<Ticket>) -> Now {
        let pictures = self.shared.api.pictures();
        let is_drawn =
            newest.hand_of(user).is_some() && self.shared.preferences.personal(user, newest.place.guild).picture;
        let Some(hand) = self.hands.get_mut(&user).filter(|_| is_drawn) else { return Now::Yes(None) };
        if let Some(turn) = self.turn.take().or_else(|| pictures.turn_now()) {
            return Now::Yes(Some(turn));
        }
        let rank = if newest.awaiting.contains(&user) { Rank::First } else { Rank::Then };
        let turn = pictures.turn(rank, hand.lane.behind(newest.rev).unwrap_or_else(Instant::now));
        hand.lane.queue();
        let mut press = press.take();
        self.jobs.spawn_about(About::Hand(user), async move {
            acknowledge(press.as_mut()).await;
            Done::Turn { whose: Whose::Hand(user, press), turn: turn.await }
        });
        Now::Later
    }

    /// A turn has come. While somebody's press is being carried out it goes to others: the change that is about to
    /// come has to be shown as well.
    pub(super) fn turn_came(&mut self, whose: Whose, turn: Turn) {
        let newest = self.newest.clone().filter(|_| self.held == 0);
        match whose {
            Whose::Board(press) => {
                self.board.turn_came();
                match newest.filter(|newest| self.board.wants(newest.rev)) {
                    Some(newest) => {
                        self.press = press.map(|press| *press);
                        self.with_turn(turn, |presenter| presenter.start_board(&newest));
                    }
                    None => press.into_iter().for_each(|press| self.answer_aside(*press)),
                }
            }
            Whose::Hand(user, press) => {
                if let Some(hand) = self.hands.get_mut(&user) {
                    hand.lane.turn_came();
                }
                match newest {
                    Some(newest) => self.with_turn(turn, |presenter| presenter.start_hand(&newest, user, press)),
                    None => self.give_up(press),
                }
            }
        }
    }

    fn with_turn(&mut self, turn: Turn, start: impl FnOnce(&mut Self)) {
        self.turn = Some(turn);
        start(self);
        self.turn = None;
    }
}
