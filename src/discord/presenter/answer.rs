//! Which message answers a press.

use std::sync::Arc;

use crate::tables::{MessageId, Stage, UserId};

use super::super::screens::Surface;
use super::super::ticket::Ticket;
use super::effect::{Aside, BoardAnswer, Change, Content, Effect, OwedAnswer, Plan, Unpainted, Which};
use super::event::{On, Pressed};
use super::hand::Hand;
use super::kept::Kept;
use super::nonce::Post;
use super::sight::Sight;
use super::state::PresenterState;

impl PresenterState {
    /// Finds the message that answers a press.
    pub(super) fn pressed(&mut self, press: Pressed, then: &Arc<Sight>) {
        let Pressed { ticket, user, on, aside } = press;
        let Some(newest) = self.newest.clone() else { return };
        let scene = |what| Unpainted { of: Arc::clone(&newest), what };
        let aside = aside.map(|message| scene(Content::Ready(Box::new(message))));
        let (at, press) = (self.board.kept.at, |ticket, answer, told| OwedAnswer { ticket, user, answer, told });
        match on {
            On::Board(message) if at.is_some_and(|at| at.message == message) => {
                self.press_board(press(ticket, BoardAnswer::Changed, told(then, user)));
            }
            On::Command if at.is_none() => self.press_board(press(ticket, BoardAnswer::Posted, aside)),
            On::Thread if at.is_none() => self.press_board(press(ticket, BoardAnswer::Named, aside)),
            On::Anew => {
                self.board.anew.get_or_insert(Post::anew(self.out.chance));
                self.board.kept.show_again();
                // It changes nothing, so there is nothing to tell.
                self.press_board(press(ticket, BoardAnswer::Posted, aside));
            }
            On::Direct(message) => self.press_direct(press(ticket, BoardAnswer::Changed, None), message, &newest),
            On::Whisper => self.press_whisper(press(ticket, BoardAnswer::Changed, None), &newest),
            On::Typed(played) => {
                let played = Some(scene(Content::Ready(played)));
                self.typed(press(ticket, BoardAnswer::Posted, played), &newest);
            }
            On::Command | On::Thread => self.say(ticket, scene(Content::Welcome)),
            On::Board(message) => {
                let moved = self.moved_from(message).map(scene);
                self.push(Effect::Answer(ticket, moved.map_or(Aside::Nothing, Aside::Becomes)));
            }
        }
    }

    pub(super) fn say(&mut self, ticket: Ticket, scene: Unpainted) {
        self.push(Effect::Answer(ticket, Aside::Says(scene)));
    }

    /// The board changes without being the answer. A command has to be answered in words; a press gets whatever is
    /// for the presser only, or is just acknowledged.
    pub(super) fn answer_aside(&mut self, press: OwedAnswer) {
        let Some(of) = self.newest.clone().filter(|_| press.ticket.is_command()) else {
            return self.after_press(press);
        };
        let what = if press.answer == BoardAnswer::Named { Content::Welcome } else { Content::Follows };
        self.say(press.ticket, Unpainted { of, what });
    }

    /// The ephemeral hand that was pressed shows the new hand. If it stands in for the direct message, it is kept
    /// up to date.
    fn press_whisper(&mut self, press: OwedAnswer, newest: &Arc<Sight>) {
        let user = press.user;
        let plan = Plan::Show(self.ephemeral_hand(newest, user));
        let hand = self.hands.get(&user);
        let open = hand.and_then(|hand| hand.whisper(self.out.now)).cloned();
        let alone = hand.is_some_and(|hand| hand.by_button && !hand.kept.is_busy());
        let press = Some(Box::new(press));
        self.whisper(user, Change { open, alone, press, ..Change::new(Which::Whisper(user), newest, plan) });
    }

    /// A typed move is answered with one line if an ephemeral hand can still be changed, and the hand is then shown
    /// there: a hand for each move would leave a row of stale ones, with buttons. Otherwise the hand is the answer.
    fn typed(&mut self, press: OwedAnswer, newest: &Arc<Sight>) {
        let user = press.user;
        let hand = || self.hand(newest, user, Surface::Ephemeral);
        let Some(content) = newest.between(Some(user)).or_else(hand) else { return self.after_press(press) };
        let hand = self.hands.entry(user).or_default();
        if !hand.by_button {
            hand.by_button = true;
            self.board.kept.show_again();
        }
        let (alone, open) = (!hand.kept.is_busy() && hand.kept.at.is_none(), hand.whisper(self.out.now).cloned());
        if open.is_some() && !alone {
            // It is being changed, or a direct message has to end first; the newest state follows.
            return self.after_press(press);
        }
        // How a hand ended does not say what was played.
        let told = press.told.filter(|_| open.is_some() || newest.rests);
        let press = Some(Box::new(OwedAnswer { told, ..press }));
        let change = Change::new(Which::Whisper(user), newest, Plan::Show(content));
        self.whisper(user, Change { open, alone, press, ..change });
    }

    fn press_direct(&mut self, press: OwedAnswer, message: MessageId, newest: &Arc<Sight>) {
        let user = press.user;
        let is = |kept: &Kept| kept.at.is_some_and(|at| at.message == message);
        let hand = self.hands.get(&user).map(|hand| &hand.kept);
        let invitation = self.invitations.get(&user);
        if hand.is_some_and(|kept| is(kept) && kept.wants(newest.rev)) {
            return self.start_hand(newest, user, Some(Box::new(press)));
        }
        if invitation.is_some_and(|kept| is(kept) && kept.wants(newest.rev)) {
            return self.start_invitation(newest, user, Some(Box::new(press)));
        }
        // A message that is no longer on record: it ends, too.
        let orphan = hand.into_iter().chain(invitation).all(|kept| !kept.is_busy() && !is(kept));
        let lobby = newest.stage == Stage::Lobby;
        let what = if lobby { Content::Invitation(user) } else { Content::HandOver(None) };
        let ended = orphan.then(|| Unpainted { of: Arc::clone(newest), what });
        self.push(Effect::Answer(press.ticket, ended.map_or(Aside::Nothing, Aside::Becomes)));
    }

    /// The board has answered a press; whatever only the presser may see follows in an ephemeral message, unless a
    /// direct message brings it.
    pub(super) fn after_press(&mut self, press: OwedAnswer) {
        let OwedAnswer { ticket, user, told, .. } = press;
        if let Some(told) = told {
            return self.say(ticket, told);
        }
        let Some(newest) = self.newest.clone() else { return };
        let shown = |hand: &Hand| !hand.by_button || hand.whisper(self.out.now).is_some() || hand.kept.is_busy();
        if newest.holds_cards(user) && self.hands.get(&user).is_some_and(|hand| !shown(hand)) {
            let plan = Plan::Show(self.ephemeral_hand(&newest, user));
            let press = Some(Box::new(OwedAnswer { ticket, user, answer: BoardAnswer::Posted, told: None }));
            self.whisper(user, Change { press, ..Change::new(Which::Whisper(user), &newest, plan) });
        } else {
            self.give_up(Some(ticket));
        }
    }
}

/// What this change told one person only, if no hand of theirs shows it: in games without hands there is none.
fn told(then: &Arc<Sight>, user: UserId) -> Option<Unpainted> {
    let player = then.player(user).filter(|player| player.is_told && !player.has_cards)?;
    Some(Unpainted { of: Arc::clone(then), what: Content::Told(player.user) })
}
