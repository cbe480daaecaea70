//! Starting jobs: one for each message that does not show the newest state.

use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Instant;

use crate::store::{MessageKind, Posted};
use crate::tables::{Snapshot, Stage, UserId};

use super::super::picture_pool::Turn;
use super::super::preferences::Look;
use super::super::screens::{self, Hand, Surface};
use super::super::ticket::Ticket;
use super::super::ui::Message;
use super::board_job::{Anew, BoardJob};
use super::direct_job::{DirectJob, Task};
use super::hand_lane::HandLane;
use super::jobs::{self, Old};
use super::lanes::Lane;
use super::nonce::{Circumstances, Post};
use super::notices::Errand;
use super::table::Presenter;
use super::turns::Now;
use super::under_way::About;
use super::within_limits;

impl Presenter {
    /// Starts every job that is due and can run.
    pub(super) fn pump(&mut self) {
        if self.held > 0 {
            return;
        }
        let Some(newest) = self.newest.clone() else { return };
        let now = Instant::now();
        self.lanes().for_each(|lane| lane.waited(now));
        self.board.behind(newest.rev);
        if self.board.wants(newest.rev) {
            self.start_board(&newest);
        }
        let mut owners: Vec<UserId> = newest.players().collect();
        owners.extend(self.hands.keys().filter(|user| newest.hand_of(**user).is_none()));
        for user in owners {
            self.start_hand(&newest, user, None);
        }
        let mut guests: Vec<UserId> = newest.invited.iter().map(|p| p.id).collect();
        guests.extend(self.invitations.keys().filter(|user| newest.invited.iter().all(|p| p.id != **user)));
        for user in guests {
            self.start_invitation(&newest, user, None);
        }
        self.pump_notices(&newest);
    }

    /// Every message except notices.
    pub(super) fn lanes(&mut self) -> impl Iterator<Item = &mut Lane> {
        let direct = self.hands.values_mut().map(|hand| &mut hand.lane).chain(self.invitations.values_mut());
        direct.chain([&mut self.board])
    }

    pub(super) fn start_board(&mut self, newest: &Arc<Snapshot>) {
        let Now::Yes(turn) = self.board_turn(newest) else { return };
        let (people, look) = (&self.shared.people, self.shared.preferences.public(newest.place.guild));
        let unreached = |(user, hand): &(&UserId, &HandLane)| hand.by_button && people.is_closed(**user);
        let closed: Vec<UserId> = self.hands.iter().filter(unreached).map(|(&user, _)| user).collect();
        let board = within_limits("a board", || match newest.stage {
            // A lobby that is posted again pings nobody a second time.
            Stage::Lobby => screens::lobby(newest, self.board.at.is_none(), &self.uninvited()),
            Stage::Playing => screens::board(newest, &closed, look),
            Stage::Over => screens::over(newest, look),
            Stage::Closed => screens::closed(newest),
        });
        let press = self.press.take();
        let Some(board) = board else {
            self.board.begin(newest.rev);
            self.board.done();
            self.give_up(press.map(|press| press.ticket));
            return;
        };
        let asked = self.anew.take().filter(|_| self.board.at.is_some());
        let anew = if asked.is_some() {
            Some(Anew::Asked(Arc::clone(newest)))
        } else {
            // The end of a match stays where it was posted.
            let goes_on = matches!(newest.stage, Stage::Lobby | Stage::Playing);
            (goes_on && self.board.is_old()).then_some(Anew::Aged)
        };
        // The nonce comes from what the board follows and nothing else, because that is the same after a crash,
        // when more may have been played.
        let follows = match (self.board.at, self.results.next()) {
            (None, None) => self.follows.unwrap_or_default(),
            (at, result) => {
                Circumstances::follows(at.map(|at| at.message), result.map(|result| result.post.nonce)).digest()
            }
        };
        self.follows = Some(follows);
        let post = asked.unwrap_or_else(|| self.board.post(&Circumstances::board(self.table, follows), self.new));
        self.board.begin(newest.rev);
        let job = BoardJob {
            table: self.table,
            channel: newest.place.channel,
            at: self.board.at,
            rev: newest.rev,
            deal: newest.hand,
            results: self.results.take(),
            board,
            post,
            became_result: None,
            anew,
            turn,
            press,
        };
        let about = About::Board { results: job.results.clone(), anew: asked };
        self.jobs.spawn_about(about, job.run(Arc::clone(&self.shared)));
    }

    /// Where a direct message is, and how one that follows it is posted.
    fn direct_post(&self, lane: Option<&Lane>, what: (MessageKind, UserId, u64)) -> (Option<Posted>, Post) {
        let at = lane.and_then(|lane| lane.at);
        let (kind, user, number) = what;
        let of = Circumstances::direct((self.table, kind, user), number, at.map(|at| at.message));
        (at, lane.map_or_else(Post::anew, |lane| lane.post(&of, self.new)))
    }

    /// A change of somebody's direct message to the newest state.
    fn direct_job(
        &self,
        newest: &Snapshot,
        (kind, user): (MessageKind, UserId),
        (at, post): (Option<Posted>, Post),
        press: Option<Ticket>,
    ) -> DirectJob {
        let (table, rev) = (self.table, newest.rev);
        let (turn, found) = (None, None);
        DirectJob { table, kind, user, rev, deal: 0, at, post, elsewhere: None, turn, found, press }
    }

    /// Those whom the invitation did not reach.
    fn uninvited(&self) -> Vec<UserId> {
        let unreached = |user: &&UserId| self.shared.people.is_closed(**user);
        self.invitations
            .iter()
            .filter(|(_, lane)| lane.at.is_none())
            .map(|(user, _)| user)
            .filter(unreached)
            .copied()
            .collect()
    }

    pub(super) fn hand_message(&self, snapshot: &Snapshot, user: UserId, on: Surface) -> Option<Message> {
        let hand = snapshot.hand_of(user)?;
        let look = self.shared.preferences.personal(user, snapshot.place.guild);
        let building = self.hands.get(&user).and_then(|lane| lane.draft(on, hand.window));
        within_limits("a hand", || screens::hand(snapshot, hand, Hand { on, building, ..Hand::in_look(look) }))
    }

    /// What an existing ephemeral message shows: the hand or, if there is none any more, the end, so that no old
    /// cards and buttons remain there.
    pub(super) fn ephemeral_hand(&self, newest: &Snapshot, user: UserId) -> Option<Message> {
        let over = || within_limits("the end of a hand", || screens::hand_over(newest, None));
        self.hand_message(newest, user, Surface::Ephemeral).or_else(over)
    }

    /// Shows a hand by direct message or, to those who get none, in the ephemeral message they have open.
    pub(super) fn start_hand(&mut self, newest: &Arc<Snapshot>, user: UserId, mut press: Option<Ticket>) {
        let hidden = newest.holds_cards(user);
        if hidden && newest.moves == 0 && !self.hands.contains_key(&user) {
            self.shared.people.try_again(user);
        }
        let hand = match self.hands.entry(user) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(none) if hidden => none.insert(HandLane::default()),
            Entry::Vacant(_) => return,
        };
        let has_message = hand.lane.at.is_some();
        let is_shown = hidden || has_message || hand.whisper().is_some();
        if is_shown {
            hand.lane.behind(newest.rev);
        }
        if !is_shown || !hand.lane.wants(newest.rev) {
            self.give_up(press);
            return;
        }
        let Now::Yes(turn) = self.hand_turn(newest, user, &mut press) else { return };
        // If all that is left is an ephemeral hand, the end is shown there, even to somebody who gets direct
        // messages.
        let only_whisper = !hidden && !has_message;
        if only_whisper
            || self.shared.people.is_closed(user)
            || !self.shared.preferences.direct(user, newest.place.guild)
        {
            return self.start_whisper(newest, user, turn, press);
        }
        let lane = self.hands.get(&user).map(|hand| &hand.lane);
        let at = lane.and_then(|lane| lane.at);
        let old_deal = at.map(|at| at.deal).filter(|deal| *deal != 0 && *deal != newest.hand);
        let is_old = lane.is_some_and(Lane::is_old);
        let look = self.shared.preferences.personal(user, newest.place.guild);
        // A player who has played their last card still follows the table.
        let task = match (self.hand_message(newest, user, Surface::Direct), old_deal) {
            (Some(hand), Some(deal)) => Some(Task::Follow(hand, self.ended(newest, deal, look))),
            (Some(hand), None) if is_old => Some(Task::Follow(hand, Old::Goes)),
            (Some(hand), None) => Some(Task::Show(hand)),
            (None, _) => within_limits("the end of a hand", || screens::hand_over(newest, Some(look))).map(Task::End),
        };
        let Some(task) = task else { return self.give_up(press) };
        let lane = self.hands.get(&user).map(|hand| &hand.lane);
        let post = self.direct_post(lane, (MessageKind::Hand, user, newest.hand.into()));
        let job = DirectJob {
            deal: newest.hand,
            turn,
            elsewhere: within_limits("where a hand is", || screens::hand_elsewhere(newest)),
            ..self.direct_job(newest, (MessageKind::Hand, user), post, press)
        };
        if let Some(hand) = self.hands.get_mut(&user) {
            hand.by_button = false;
            hand.lane.begin(newest.rev);
        }
        self.jobs.spawn_about(About::Hand(user), job.run(task, Arc::clone(&self.shared)));
    }

    /// What happens to the hand of an earlier deal: it shows how that deal ended, as the channel does, for those
    /// who play by direct message only.
    fn ended(&self, newest: &Snapshot, deal: u32, look: Look) -> Old {
        let result = |ended| within_limits("the result of a hand", || screens::result(newest, &ended, look));
        self.results.of_hand(deal).and_then(result).map_or(Old::Goes, Old::Says)
    }

    fn start_whisper(&mut self, newest: &Arc<Snapshot>, user: UserId, turn: Option<Turn>, press: Option<Ticket>) {
        let message = self.ephemeral_hand(newest, user);
        let hidden = newest.holds_cards(user);
        let ends = if hidden { screens::hand_elsewhere } else { |newest: &_| screens::hand_over(newest, None) };
        let Some(hand) = self.hands.get_mut(&user) else { return };
        if let Some(at) = hand.lane.at
            && let Some(end) = within_limits("the end of a hand", || ends(newest))
        {
            // The earlier message is ended first, so that no old cards and buttons remain there.
            hand.lane.begin(newest.rev);
            let job = self.direct_job(newest, (MessageKind::Hand, user), (Some(at), Post::anew()), press);
            self.jobs.spawn_about(About::Hand(user), job.run(Task::End(end), Arc::clone(&self.shared)));
            return;
        }
        if hidden && !hand.by_button {
            hand.by_button = true;
            self.board.show_again();
        }
        let old = hand.whisper().cloned();
        hand.lane.begin(newest.rev);
        match message {
            Some(message) if old.is_some() || press.is_some() => {
                let job = jobs::whisper(Arc::clone(&self.shared), user, old, message, turn, press);
                self.jobs.spawn_about(About::Hand(user), job);
            }
            _ => {
                hand.lane.done();
                self.give_up(press);
            }
        }
    }

    pub(super) fn start_invitation(&mut self, newest: &Arc<Snapshot>, user: UserId, press: Option<Ticket>) {
        let waiting = newest.stage == Stage::Lobby && newest.invited.iter().any(|p| p.id == user);
        let lane = if waiting {
            if !self.invitations.contains_key(&user) {
                self.shared.people.try_again(user);
            }
            self.invitations.entry(user).or_default()
        } else {
            let Some(lane) = self.invitations.get_mut(&user) else { return };
            lane
        };
        // An invitation changes when it is answered, not whenever the table does.
        let unsent = waiting && lane.at.is_none() && lane.is_owed();
        if !lane.wants(newest.rev) || (waiting && !unsent) {
            self.give_up(press);
            return;
        }
        let Some(message) = within_limits("an invitation", || screens::invitation(newest, user)) else {
            lane.begin(newest.rev);
            lane.done();
            self.give_up(press);
            return;
        };
        let post = self.direct_post(self.invitations.get(&user), (MessageKind::Invitation, user, newest.rev));
        if let Some(lane) = self.invitations.get_mut(&user) {
            lane.begin(newest.rev);
        }
        let task = if waiting { Task::Show(message) } else { Task::End(message) };
        let job = self.direct_job(newest, (MessageKind::Invitation, user), post, press);
        self.jobs.spawn_about(About::Invitation(user), job.run(task, Arc::clone(&self.shared)));
    }

    /// Posts and removes notices: each stays up while one person alone keeps others waiting.
    fn pump_notices(&mut self, newest: &Arc<Snapshot>) {
        let Self { shared, jobs, notices, .. } = self;
        let wanted = |user| {
            let waited_for = newest.stage == Stage::Playing && newest.waited_for.contains(&user);
            waited_for && shared.preferences.notices(user, newest.place.guild)
        };
        let now = Instant::now();
        for user in newest.waited_for.iter().copied().filter(|user| wanted(*user)) {
            notices.call(user, now + shared.manners.patience);
        }
        let asked = |user| screens::asked_now(newest, user).unwrap_or_default();
        for errand in notices.errands(newest.rev, now, wanted, asked) {
            let shared = Arc::clone(shared);
            match errand {
                Errand::Post(user) => {
                    let job = jobs::notify(shared, Arc::clone(newest), self.board.at, user);
                    jobs.spawn_about(About::Notice(user), job);
                }
                Errand::TakeAway(user, at) => {
                    jobs.spawn_about(About::Notice(user), jobs::unnotify(shared, self.table, user, at));
                }
            }
        }
    }
}
