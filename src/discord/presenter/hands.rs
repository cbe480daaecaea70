//! Hands and other messages to one person. A hand is in one place at a time: in a direct message, or else (`by_button`)
//! in the ephemeral message that its person opened last, if there is one. Where a person changes from one to the other,
//! the message in the old place ends first.

use std::sync::Arc;

use crate::store::MessageKind;
use crate::tables::UserId;

use super::super::api::Failure;
use super::super::picture_pool::Urgency;
use super::super::screens::Surface;
use super::super::ticket::Ticket;
use super::effect::{Change, Content, Effect, IfRefused, Old, OwedAnswer, Plan, Unpainted, Which};
use super::event::HandShown;
use super::hand::{HalfMade, Hand, Whisper};
use super::jobs::posted;
use super::kept::Kept;
use super::sight::{Reach, Sight};
use super::state::PresenterState;

impl PresenterState {
    /// The hand as it is; `None` if there is none any more.
    pub(super) fn hand(&self, of: &Sight, user: UserId, on: Surface) -> Option<Content> {
        let player = of.player(user)?;
        let building = self.hands.get(&user).and_then(|hand| hand.draft(on, player.window, self.out.now)).cloned();
        Some(Content::Hand(user, on, building))
    }

    /// What an existing ephemeral message shows: the hand or, if there is none any more, the end, so that no old
    /// cards and buttons remain there.
    pub(super) fn ephemeral_hand(&self, of: &Sight, user: UserId) -> Content {
        let hand = || self.hand(of, user, Surface::Ephemeral).unwrap_or(Content::HandOver(None));
        of.between(Some(user)).unwrap_or_else(hand)
    }

    /// Whether a hand has something to show, and can be changed now.
    fn wants_hand(&mut self, newest: &Sight, user: UserId) -> bool {
        let hidden = newest.holds_cards(user);
        let Some(hand) = self.hands.get_mut(&user) else { return false };
        let is_shown = hidden || hand.kept.at.is_some() || hand.whisper(self.out.now).is_some();
        if is_shown {
            hand.kept.behind(newest.rev, self.out.now);
        }
        is_shown && hand.kept.wants(newest.rev)
    }

    pub(super) fn start_hand(&mut self, newest: &Arc<Sight>, user: UserId, press: Option<Box<OwedAnswer>>) {
        if newest.holds_cards(user) && !self.hands.contains_key(&user) {
            if newest.begins {
                self.close(user, false);
            }
            self.hands.insert(user, Hand::default());
        }
        if !self.wants_hand(newest, user) {
            return self.give_up(press.map(|press| press.ticket));
        }
        let Some(hand) = self.hands.get_mut(&user) else { return };
        let rank = if newest.awaiting.contains(&user) { Urgency::First } else { Urgency::Then };
        let behind = hand.kept.behind(newest.rev, self.out.now).unwrap_or(self.out.now);
        hand.kept.queue();
        self.push(Effect::Turn(Which::Hand(user), Arc::clone(newest), rank, behind, press));
    }

    /// Shows a hand by direct message or, to those who get none, in the ephemeral message they have open.
    pub(super) fn show_hand(&mut self, newest: &Arc<Sight>, user: UserId, press: Option<Box<OwedAnswer>>) {
        if !self.wants_hand(newest, user) {
            return self.give_up(press.map(|press| press.ticket));
        }
        let at = self.hands.get(&user).and_then(|hand| hand.kept.at);
        // If all that is left is an ephemeral hand, the end is shown there, even to somebody who gets direct messages.
        let only_whisper = !newest.holds_cards(user) && at.is_none();
        let Reach { direct, few, .. } = self.reach(user, newest);
        let direct = direct && !self.is_closed(user, newest);
        if only_whisper || !direct {
            return self.show_whisper(newest, user, press);
        }
        let Some(hand) = self.hands.get_mut(&user) else { return };
        hand.by_button = false;
        // Whoever is asked something does not look for it above the messages of other tables.
        let is_up = at.is_some_and(|at| at.rev < newest.rev && few.is_some_and(|few| at.message < few));
        let is_up = is_up && press.is_none() && newest.awaiting.contains(&user);
        let is_old = is_up || hand.kept.is_old(self.out.clock);
        let old_deal = at.map(|at| at.deal).filter(|deal| *deal != 0 && *deal != newest.deal);
        // A player who has played their last card still follows the table.
        let between = newest.between(Some(user)).filter(|_| old_deal.is_some());
        let plan = match (self.hand(newest, user, Surface::Direct), old_deal) {
            _ if let Some(between) = between => Plan::Show(between),
            (Some(hand), Some(deal)) => Plan::Follow(hand, self.ended(deal, user), IfRefused::Ends),
            (Some(hand), None) if is_old => Plan::Follow(hand, Old::Goes, IfRefused::Ends),
            (Some(hand), None) => Plan::Show(hand),
            (None, _) => Plan::End(Content::HandOver(Some(user))),
        };
        self.change(Which::Hand(user), newest, plan, press);
    }

    /// What happens to the hand of an earlier deal: it shows how that deal ended, as the channel does, for those
    /// who play by direct message only.
    fn ended(&self, deal: u32, user: UserId) -> Old {
        let result = |ended| Old::Says(Content::Result(Box::new(ended), Some(user)));
        self.board.results.of_hand(deal).map_or(Old::Goes, result)
    }

    fn show_whisper(&mut self, newest: &Arc<Sight>, user: UserId, press: Option<Box<OwedAnswer>>) {
        let content = self.ephemeral_hand(newest, user);
        let hidden = newest.holds_cards(user);
        let Some(hand) = self.hands.get_mut(&user) else { return };
        if hand.kept.at.is_some() {
            // The earlier message is ended first, so that no old cards and buttons remain there.
            let end = if hidden { Content::HandElsewhere } else { Content::HandOver(None) };
            self.change(Which::Hand(user), newest, Plan::End(end), press);
            return;
        }
        if hidden && !hand.by_button {
            hand.by_button = true;
            self.board.kept.show_again();
        }
        let open = hand.whisper(self.out.now).cloned();
        if open.is_some() || press.is_some() {
            let change = Change { open, press, ..Change::new(Which::Whisper(user), newest, Plan::Show(content)) };
            self.whisper(user, change);
        } else {
            hand.kept.begin(newest.rev);
            hand.kept.done();
        }
    }

    /// Changes the ephemeral message of a hand: if there is none that can be changed, the answer to the press is another.
    pub(super) fn whisper(&mut self, user: UserId, change: Change) {
        if let (Some(hand), true) = (self.hands.get_mut(&user), change.alone) {
            hand.kept.begin(change.of.rev);
        }
        let (turn, whisper) = (self.turn(), change.open.clone());
        self.push(Effect::Change(Box::new(Change { turn, whisper, ..change })));
    }

    /// A change of an ephemeral hand ended. If other changes did not wait for it, they go on as they are; what it failed
    /// to show is left to the next one.
    pub(super) fn whispered(&mut self, user: UserId, change: Change) {
        let Some(hand) = self.hands.get_mut(&user) else { return };
        hand.replace_whisper(change.open.as_ref(), change.whisper, self.out.now);
        match change.failure {
            Some(failure) if change.alone => self.failed(Which::Hand(user), &failure),
            Some(_) if hand.by_button => hand.kept.show_again(),
            None if change.alone => self.showed(Which::Hand(user)),
            _ => {}
        }
    }

    /// A hand was shown as an answer. It may have been drawn before a change but sent after it, even after the end of
    /// the match, when the message was dropped. A change that is under way was drawn before this, but may arrive after
    /// it.
    pub(super) fn shown(&mut self, shown: HandShown) {
        let HandShown { user, rev, whisper, direct, draft } = shown;
        let newer = self.newest.as_ref().is_some_and(|newest| newest.rev > rev);
        let hand = self.hands.entry(user).or_default();
        let on = if whisper.is_some() { Surface::Ephemeral } else { Surface::Direct };
        hand.set_draft(on, draft.map(|draft| HalfMade::new(draft, self.out.now)));
        if let Some(message) = whisper {
            hand.set_whisper(Some(Whisper::new(message, self.out.now)));
        }
        let busy = hand.kept.is_busy();
        if newer || busy {
            hand.kept.show_again();
        }
        if newer
            && !busy
            && let (Some((channel, message)), None) = (direct, hand.kept.at)
        {
            hand.kept.at = Some(posted(MessageKind::Hand, Some(user), (channel, message), rev, self.out.clock));
        }
    }

    /// A change of somebody's direct message ended.
    pub(super) fn direct_done(&mut self, user: UserId, change: Change) {
        let Change { which, of, at, post, failure, press, .. } = change;
        let open = |hand: &Hand| hand.whisper(self.out.now).is_some();
        let holds = self.newest.as_ref().is_some_and(|newest| newest.holds_cards(user));
        let goes_on = matches!(which, Which::Hand(_)) && (holds || self.hands.get(&user).is_some_and(open));
        let Some(kept) = self.kept(which) else { return };
        match failure {
            // The hand continues elsewhere. It is shown there once more if a message had to be ended.
            None if at.is_none() && goes_on => {
                kept.done();
                if kept.at.take().is_some() {
                    kept.show_again();
                }
            }
            None if at.is_none() && which == Which::Hand(user) => drop(self.hands.remove(&user)),
            None if at.is_none() => drop(self.invitations.remove(&user)),
            None => {
                kept.settle(at, post);
                self.showed(which);
            }
            Some(failure) => {
                kept.settle(at, post);
                self.failed(which, &failure);
                if failure == Failure::NoDirect {
                    self.closed_to(user, which, press.map(|press| (press.ticket, of)));
                }
            }
        }
    }

    /// The person accepts no messages: the board says so, and an open ephemeral hand is used from now on.
    fn closed_to(&mut self, user: UserId, which: Which, press: Option<(Ticket, Arc<Sight>)>) {
        self.close(user, true);
        self.board.kept.show_again();
        let Some(hand) = self.hands.get_mut(&user).filter(|_| which == Which::Hand(user)) else { return };
        hand.kept.at = None;
        hand.by_button = true;
        if hand.whisper(self.out.now).is_some() {
            hand.kept.show_again();
        }
        if let Some((ticket, of)) = press {
            self.say(ticket, Unpainted { of, what: Content::HandElsewhere });
        }
    }

    /// A change of this message succeeded.
    pub(super) fn showed(&mut self, which: Which) {
        let behind = self.kept(which).and_then(Kept::done);
        self.push(Effect::Showed(which.kind(), behind));
    }
}
