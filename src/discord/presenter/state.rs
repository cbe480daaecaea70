//! What a presenter knows, and what follows from what it hears: no requests, no clock and no chance but what comes with
//! each event.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::store::{MessageKind, Posted};
use crate::tables::{self, Ended, Stage, TableId, UserId};

use super::super::api::Failure;
use super::super::picture_pool::DrawingTurn;
use super::super::ticket::Ticket;
use super::board::Board;
use super::effect::{Aside, Change, Content, Effect, OwedAnswer, Plan, Unpainted, Which};
use super::event::Event;
use super::hand::Hand;
use super::kept::Kept;
use super::nonce::{Circumstances, Post};
use super::notices::Notice;
use super::sight::{Outside, Reach, Sight};

/// Closed direct messages are tried again at a new deal if they failed so long ago: somebody who allows them does not
/// wait until the match is over.
const A_WHILE: Duration = Duration::from_secs(60);

pub(super) struct PresenterState {
    pub(super) table: TableId,
    /// The newest state that has come in.
    pub(super) newest: Option<Arc<Sight>>,
    /// Whether the table was opened since this program started, so that a crash cannot have lost track of its messages.
    new: bool,
    /// Nothing has happened at the table since the program started: its host already knows of any trouble with its
    /// board.
    pub(super) quiet: bool,
    /// How hands ended that ended after the board was last posted, each with its revision; until there is a state to
    /// show them with.
    missed: tables::Results,
    /// How many presses are being carried out: changes wait for them, so that one of them can be the answer.
    pub(super) held: u32,
    pub(super) board: Board,
    pub(super) hands: HashMap<UserId, Hand>,
    pub(super) invitations: HashMap<UserId, Kept>,
    pub(super) notices: HashMap<UserId, Notice>,
    /// What holds around the table as the last event is heard.
    pub(super) out: Outside,
    /// What follows from it.
    effects: Vec<Effect>,
    /// Who accepts no direct messages, as far as that is news.
    closed: Vec<(UserId, bool)>,
    /// The turn to be drawn that has come.
    turn: Option<DrawingTurn>,
}

impl PresenterState {
    pub(super) fn new(table: TableId, out: Outside) -> Self {
        Self {
            table,
            newest: None,
            new: false,
            quiet: false,
            missed: tables::Results::new(),
            held: 0,
            board: Board::default(),
            hands: HashMap::new(),
            invitations: HashMap::new(),
            notices: HashMap::new(),
            out,
            effects: Vec::new(),
            closed: Vec::new(),
            turn: None,
        }
    }

    /// What follows from an event.
    pub(super) fn step(&mut self, event: Event, out: Outside) -> Vec<Effect> {
        self.out = out;
        self.hear(event);
        self.pump();
        self.closed.clear();
        std::mem::take(&mut self.effects)
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Tick => {}
            // Nobody can move for a while.
            Event::Closing => self.notices.values_mut().for_each(|notice| notice.due = notice.due.min(self.out.now)),
            Event::Recall(known, missed) => {
                known.into_iter().for_each(|posted| self.know(posted));
                self.missed = missed;
            }
            Event::Hold => self.held += 1,
            Event::Acts(user) => self.acts(user),
            Event::MayCall { user, waited } => self.may_call(user, waited),
            Event::Release => self.held = self.held.saturating_sub(1),
            Event::Show(sight) => {
                let is_change = !sight.renamed && !sight.lingers && sight.reminded.is_empty();
                self.quiet = !is_change && (self.quiet || self.newest.is_none());
                if sight.renamed {
                    self.renamed(sight.rev);
                }
                if sight.lingers {
                    self.board.kept.show_again();
                    let missed = sight
                        .guild
                        .into_iter()
                        .flat_map(|guild| sight.waited_for.iter().map(move |one| (one.0, guild)));
                    self.effects.extend(missed.map(|(user, guild)| Effect::Missed(user, guild)));
                }
                self.remind(&sight);
                self.see(sight);
            }
            Event::Missed(sight, results) => {
                for (rev, ended) in results {
                    self.see_results(&sight, rev, &ended);
                }
                self.quiet = self.newest.is_none();
                self.see(sight);
                self.board.kept.show_again();
            }
            Event::Answer(sight, press) => {
                self.quiet = false;
                self.held = self.held.saturating_sub(1);
                self.see(Arc::clone(&sight));
                // Where somebody presses, Discord can be reached.
                self.hurry();
                self.pressed(*press, &sight);
            }
            Event::Late(sight, message) => {
                self.see(Arc::clone(&sight));
                if let Some(moved) = self.moved_from(message) {
                    self.push(Effect::Orphan(message, Unpainted { of: sight, what: moved }));
                }
            }
            Event::Shown(shown) => self.shown(*shown),
            Event::Turn { which, turn, waited, press } => self.turn_came(which, turn, waited, press),
            Event::Done(change) => self.done(*change),
            Event::Broke(which) => self.broke(which),
            #[cfg(test)]
            Event::Break => panic!("a test breaks a presenter"),
        }
    }

    /// Changes every message that is behind and can be changed.
    fn pump(&mut self) {
        let Some(newest) = self.newest.clone().filter(|_| self.held == 0) else { return };
        let now = self.out.now;
        self.all_kept().for_each(|kept| kept.waited(now));
        self.board.kept.behind(newest.rev, now);
        if self.board.kept.wants(newest.rev) {
            self.start_board(&newest);
        }
        let mut owners: Vec<UserId> = newest.players.iter().map(|player| player.user).collect();
        owners.extend(self.hands.keys().filter(|user| newest.player(**user).is_none()));
        for user in owners {
            self.start_hand(&newest, user, None);
        }
        let mut guests = newest.invited.clone();
        guests.extend(self.invitations.keys().filter(|user| !newest.invited.contains(user)));
        for user in guests {
            self.start_invitation(&newest, user, None);
        }
        self.call(&newest);
    }

    /// The right to draw now, if there is one.
    pub(super) fn turn(&mut self) -> Option<DrawingTurn> {
        self.turn.take()
    }

    pub(super) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Nothing else answers this press.
    pub(super) fn give_up(&mut self, ticket: Option<Ticket>) {
        self.effects.extend(ticket.map(|ticket| Effect::Answer(ticket, Aside::Nothing)));
    }

    /// A message from before.
    fn know(&mut self, posted: Posted) {
        match (posted.kind, posted.user) {
            (MessageKind::Board, _) => self.board.kept = Kept::known(posted),
            (MessageKind::Hand, Some(user)) => drop(self.hands.insert(user, Hand::known(posted))),
            (MessageKind::Invitation, Some(user)) => drop(self.invitations.insert(user, Kept::known(posted))),
            (MessageKind::Notice, Some(user)) => {
                self.notices.insert(user, Notice::known(posted, self.out.now));
                self.push(Effect::Claim(user));
            }
            _ => {}
        }
    }

    /// Every message.
    pub(super) fn all_kept(&mut self) -> impl Iterator<Item = &mut Kept> {
        let direct = self.hands.values_mut().map(|hand| &mut hand.kept).chain(self.invitations.values_mut());
        direct.chain(self.notices.values_mut().map(|notice| &mut notice.kept)).chain([&mut self.board.kept])
    }

    /// Discord can be reached, for all messages.
    pub(super) fn hurry(&mut self) {
        let now = self.out.now;
        self.all_kept().for_each(|kept| kept.hurry(now));
    }

    pub(super) fn kept(&mut self, which: Which) -> Option<&mut Kept> {
        match which {
            Which::Board => Some(&mut self.board.kept),
            Which::Hand(user) | Which::Whisper(user) => self.hands.get_mut(&user).map(|hand| &mut hand.kept),
            Which::Invitation(user) => self.invitations.get_mut(&user),
            Which::Notice(user) => self.notices.get_mut(&user).map(|notice| &mut notice.kept),
        }
    }

    /// Somebody has another name. A hand so old that another one would follow it stays as it is: nobody is called for
    /// that.
    fn renamed(&mut self, rev: u64) {
        self.board.kept.show_again();
        for hand in self.hands.values_mut() {
            if hand.kept.is_old(self.out.clock) { hand.kept.stays(rev) } else { hand.kept.show_again() }
        }
    }

    fn see(&mut self, sight: Arc<Sight>) {
        for (rev, ended) in std::mem::take(&mut self.missed) {
            self.see_results(&sight, rev, &ended);
        }
        self.see_results(&sight, sight.rev, &sight.results);
        self.new |= self.newest.is_none() && sight.rev == 1;
        if self.newest.as_ref().is_none_or(|newest| sight.rev > newest.rev) {
            let is_dealt = self.newest.as_ref().is_some_and(|newest| sight.deal != newest.deal);
            for player in sight.players.iter().filter(|_| is_dealt) {
                if self.reach(player.user, &sight).closed.is_some_and(|since| since >= A_WHILE) {
                    self.close(player.user, false);
                }
            }
            // Somebody looking at a table that was closed a while ago is no news to its host, who may be waiting
            // elsewhere, and whom the message in the channel does not ping when it now says no.
            let is_news = sight.stage == Stage::Closed && sight.rev > self.board.posted_rev();
            if is_news && self.reach(sight.host, &sight).patience.is_some() {
                self.push(Effect::Tell(sight.host, Unpainted { of: Arc::clone(&sight), what: Content::Declined }));
            }
            for (user, hand) in &mut self.hands {
                hand.drop_draft_unless(sight.player(*user).map(|player| player.window));
            }
        }
        // At the same revision somebody may have another name by now, or the house lingers, or the next hand is shown.
        // Whoever looked before that does not bring the moment back.
        let Some(newest) = &self.newest else { return self.newest = Some(sight) };
        if sight.rev < newest.rev || sight.rev == newest.rev && sight.rests && !newest.rests {
            return;
        }
        if newest.rests && !sight.rests {
            self.board.kept.show_again();
            self.hands.values_mut().for_each(|hand| hand.kept.show_again());
        }
        self.newest = Some(sight);
    }

    /// Takes in how hands ended, each once.
    fn see_results(&mut self, sight: &Arc<Sight>, rev: u64, results: &[Ended]) {
        if results.is_empty() || rev <= self.board.posted_rev() || !self.board.results.come_in(rev, results) {
            return;
        }
        for (n, ended) in results.iter().enumerate() {
            let scene = Unpainted { of: Arc::clone(sight), what: Content::Result(Box::new(ended.clone()), None) };
            let post = Post::once(&Circumstances::result(self.table, rev, n));
            self.board.results.owe((post, scene));
            self.board.kept.show_again();
        }
    }

    pub(super) fn reach(&self, user: UserId, sight: &Sight) -> Reach {
        (self.out.reach)(user, sight.guild)
    }

    /// Whether direct messages to this person fail.
    pub(super) fn is_closed(&self, user: UserId, sight: &Sight) -> bool {
        let news = self.closed.iter().rev().find(|(of, _)| *of == user).map(|(_, closed)| *closed);
        news.unwrap_or_else(|| self.reach(user, sight).closed.is_some())
    }

    /// Direct messages to this person failed, or may have been allowed since they did.
    pub(super) fn close(&mut self, user: UserId, closed: bool) {
        self.closed.push((user, closed));
        self.push(Effect::Closed(user, closed));
    }

    /// Changes a message to this state. The press is one that it answers.
    pub(super) fn change(
        &mut self,
        which: Which,
        of: &Arc<Sight>,
        plan: Plan,
        press: Option<Box<OwedAnswer>>,
    ) -> Option<&mut Change> {
        let (table, new) = (self.table, self.new);
        let after = self.kept(which)?.at.map(|at| at.message);
        let circumstances = match which {
            Which::Board => Circumstances::board(table, self.board.follows()),
            Which::Notice(user) => {
                let is_reminder = self.notices.get(&user).is_some_and(|notice| notice.is_reminder);
                Circumstances::notice(table, user, of.rev, is_reminder)
            }
            Which::Hand(user) | Which::Whisper(user) => {
                Circumstances::direct((table, which.kind(), user), of.deal.into(), after)
            }
            Which::Invitation(user) => Circumstances::direct((table, which.kind(), user), of.rev, after),
        };
        let turn = self.turn();
        let kept = self.kept(which)?;
        // A notice that is posted again says the same.
        let once = matches!(which, Which::Notice(_));
        let post = if once { Post::once(&circumstances) } else { kept.post(&circumstances, new) };
        kept.begin(of.rev);
        let at = kept.at;
        self.push(Effect::Change(Box::new(Change { post, at, turn, press, ..Change::new(which, of, plan) })));
        match self.effects.last_mut() {
            Some(Effect::Change(change)) => Some(change),
            _ => None,
        }
    }

    pub(super) fn start_invitation(&mut self, newest: &Arc<Sight>, user: UserId, press: Option<Box<OwedAnswer>>) {
        let waiting = newest.invites(user);
        if waiting && !self.invitations.contains_key(&user) {
            self.close(user, false);
            self.invitations.insert(user, Kept::default());
        }
        let Some(kept) = self.invitations.get(&user) else { return };
        // An invitation changes when it is answered, not whenever the table does.
        let unsent = waiting && kept.at.is_none() && kept.is_owed();
        if !kept.wants(newest.rev) || (waiting && !unsent) {
            return self.give_up(press.map(|press| press.ticket));
        }
        let content = Content::Invitation(user);
        let plan = if waiting { Plan::Show(content) } else { Plan::End(content) };
        self.change(Which::Invitation(user), newest, plan, press);
    }

    fn turn_came(&mut self, which: Which, turn: Option<DrawingTurn>, waited: bool, press: Option<Box<OwedAnswer>>) {
        self.kept(which).into_iter().for_each(Kept::turn_came);
        // While somebody's press is being carried out a turn that comes goes to others: the change that is about to come
        // has to be shown as well.
        let newest = self.newest.clone().filter(|_| self.held == 0 || !waited);
        self.turn = turn;
        match (which, newest) {
            (Which::Board, newest) => match newest.filter(|newest| self.board.kept.wants(newest.rev)) {
                Some(newest) => self.show_board(&newest, press),
                None => press.into_iter().for_each(|press| self.answer_aside(*press)),
            },
            (Which::Hand(user), Some(newest)) => self.show_hand(&newest, user, press),
            _ => self.give_up(press.map(|press| press.ticket)),
        }
        self.turn = None;
    }

    fn done(&mut self, change: Change) {
        if change.failure.is_none() {
            self.hurry();
        }
        match change.which {
            Which::Board => self.board_done(change),
            Which::Whisper(user) => self.whispered(user, change),
            Which::Hand(user) | Which::Invitation(user) => self.direct_done(user, change),
            which @ Which::Notice(user) => match change.failure {
                Some(failure) => self.failed(which, &failure),
                None => {
                    let Some(notice) = self.notices.get_mut(&user) else { return };
                    notice.kept.settle(change.at, change.post);
                    notice.kept.done();
                }
            },
        }
    }

    /// A change of a message failed.
    pub(super) fn failed(&mut self, which: Which, failure: &Failure) {
        let (now, chance) = (self.out.now, self.out.chance);
        self.kept(which).into_iter().for_each(|kept| kept.failed(failure, now, chance));
        if let (Which::Notice(user), true) = (which, failure.passes()) {
            self.not_called(user);
        }
    }

    /// What a message was to show is tried again, after a pause.
    fn broke(&mut self, which: Which) {
        if which == Which::Board {
            self.board.broke();
        }
        self.failed(which, &Failure::Away("it broke off".to_owned()));
    }

    /// Nothing is due, and nothing would be lost if nobody remembered.
    pub(super) fn is_quiet(&self, now: Instant) -> bool {
        let calls = self.notices.values().any(Notice::is_ahead);
        self.held == 0 && !self.keeps_a_hand(now) && !self.owes_a_board() && !calls
    }

    /// While the match goes on, only we know what could not be posted: results of hands, and a new board after the
    /// last one has become a result.
    fn owes_a_board(&self) -> bool {
        self.stage() == Some(Stage::Playing) && self.board.is_owed()
    }

    /// The stage of the table, as far as we know.
    pub(super) fn stage(&self) -> Option<Stage> {
        self.newest.as_ref().map(|newest| newest.stage)
    }

    /// Whether the match has ended or the table is closed.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage(), Some(Stage::Over | Stage::Closed))
    }

    /// Only we know of an ephemeral hand and of half-made moves. We stay for as long as the match goes on, as far
    /// as we know, and either the hand can be changed or a move can be continued.
    fn keeps_a_hand(&self, now: Instant) -> bool {
        let playing = self.stage().is_none_or(|stage| stage == Stage::Playing);
        playing && self.hands.values().any(|hand| hand.let_go(now).is_some())
    }

    /// The next time at which something is due.
    pub(super) fn wake(&self, now: Instant) -> Option<Instant> {
        let let_go = self.hands.values().filter_map(|hand| hand.let_go(now));
        if self.held > 0 || self.newest.is_none() {
            return let_go.min();
        }
        self.retries().chain(self.notices.values().filter_map(Notice::wake)).chain(let_go).min()
    }

    /// When messages that could not be shown are tried again.
    fn retries(&self) -> impl Iterator<Item = Instant> {
        let direct = self.hands.values().map(|hand| &hand.kept).chain(self.invitations.values());
        direct.chain([&self.board.kept]).filter_map(Kept::retry)
    }

    /// Whether everything has been shown that can be.
    pub(super) fn is_settled(&self) -> bool {
        self.held == 0 && self.retries().next().is_none()
    }
}
