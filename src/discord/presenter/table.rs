//! The presenter of one table.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::store::MessageKind;
use crate::tables::{Snapshot, Stage, TableId, UserId};

use super::super::screens::{self, Hand};
use super::super::ticket::Ticket;
use super::super::ui::Message;
use super::jobs::{self, BoardJob, DirectJob, Done};
use super::lanes::{HandLane, Lane, Notice, Whisper};
use super::{On, Order, Press, Shared};

/// How many revisions with results are remembered, so that none is posted twice.
const REMEMBERED: usize = 16;

struct Presenter {
    shared: Arc<Shared>,
    table: TableId,
    newest: Option<Arc<Snapshot>>,
    results: Vec<Message>,
    told_results: Vec<u64>,
    held: u32,
    anew: bool,
    board: Lane,
    hands: HashMap<UserId, HandLane>,
    invitations: HashMap<UserId, Lane>,
    notice: Notice,
    press: Option<(Ticket, UserId, bool)>,
    jobs: JoinSet<Done>,
}

/// Presents a table until nobody asks for it any more.
pub(super) async fn run(
    shared: Arc<Shared>,
    table: TableId,
    mut orders: mpsc::UnboundedReceiver<Order>,
    alive: Option<mpsc::Sender<()>>,
) {
    let mut presenter = Presenter::open(shared, table).await;
    let mut open = true;
    loop {
        let wake = presenter.wake();
        let idle = presenter.shared.manners.idle;
        tokio::select! {
            biased;
            Some(done) = presenter.jobs.join_next() => match done {
                Ok(done) => presenter.done(done),
                Err(error) => {
                    tracing::error!(%error, %table, "a job of a presenter broke");
                    return presenter.abandon();
                }
            },
            order = orders.recv(), if open => match order {
                Some(order) => presenter.order(order),
                None => open = false,
            },
            () = tokio::time::sleep_until(wake.unwrap_or_else(Instant::now).into()), if wake.is_some() => {}
            () = tokio::time::sleep(idle), if open && wake.is_none() && presenter.is_quiet() => {
                presenter.remember().await;
                if presenter.shared.retire(table, &orders) {
                    break;
                }
            }
            else => break,
        }
        presenter.pump();
        if !open && presenter.jobs.is_empty() {
            presenter.remember().await;
            break;
        }
    }
    drop(alive);
}

impl Presenter {
    async fn open(shared: Arc<Shared>, table: TableId) -> Self {
        let mut presenter = Self {
            shared,
            table,
            newest: None,
            results: Vec::new(),
            told_results: Vec::new(),
            held: 0,
            anew: false,
            board: Lane::default(),
            hands: HashMap::new(),
            invitations: HashMap::new(),
            notice: Notice::default(),
            press: None,
            jobs: JoinSet::new(),
        };
        match presenter.shared.store.messages(&table).await {
            Ok(known) => known.into_iter().for_each(|posted| match (posted.kind, posted.user) {
                (MessageKind::Board, _) => presenter.board = Lane::known(posted),
                (MessageKind::Hand, Some(user)) => {
                    presenter.hands.insert(user, HandLane::known(posted));
                }
                (MessageKind::Invitation, Some(user)) => {
                    presenter.invitations.insert(user, Lane::known(posted));
                }
                (MessageKind::Notice, Some(user)) => presenter.notice.up = Some((user, posted)),
                _ => {}
            }),
            Err(error) => tracing::error!(%error, %table, "the messages of a table cannot be read"),
        }
        presenter
    }

    fn is_quiet(&self) -> bool {
        self.jobs.is_empty() && self.held == 0
    }

    /// A job broke: the next order starts afresh.
    fn abandon(self) {
        if let Some(tables) = self.shared.tables.lock().unwrap_or_else(std::sync::PoisonError::into_inner).as_mut() {
            tables.remove(&self.table);
        }
    }

    /// When something is due by the clock.
    fn wake(&self) -> Option<Instant> {
        if self.held > 0 || self.newest.is_none() {
            return None;
        }
        let lanes = self.hands.values().map(|h| &h.lane).chain(self.invitations.values()).chain([&self.board]);
        let retries = lanes.filter(|lane| !lane.busy).filter_map(|lane| lane.not_before);
        let notice = self.notice.due.filter(|_| !self.notice.busy).map(|(_, at)| at);
        retries.chain(notice).min()
    }

    /// Remembers which state the board shows, so that a restart need not paint it again.
    async fn remember(&mut self) {
        if let Some(at) = self.board.at.as_mut().filter(|at| at.rev < self.board.shown) {
            at.rev = self.board.shown;
            jobs::save(&self.shared, &self.table, *at).await;
        }
    }

    fn order(&mut self, order: Order) {
        match order {
            Order::Hold => self.held += 1,
            Order::Release => self.held = self.held.saturating_sub(1),
            Order::Show(snapshot) => self.see(snapshot),
            Order::Missed(snapshot, results) => {
                for (rev, words) in results {
                    self.see_results(&snapshot, rev, &[words]);
                }
                self.see(snapshot);
                self.board.again = true;
            }
            Order::Anew(snapshot) => {
                self.see(snapshot);
                self.anew = true;
                self.board.again = true;
            }
            Order::Answer(snapshot, press) => {
                self.held = self.held.saturating_sub(1);
                self.see(snapshot);
                self.pressed(*press);
            }
            Order::Whispered(user, token) => {
                self.hands.entry(user).or_default().set_whisper(Some(Whisper::new(token, None)));
            }
        }
    }

    fn see(&mut self, snapshot: Arc<Snapshot>) {
        self.see_results(&snapshot, snapshot.rev, &snapshot.results);
        if self.newest.as_ref().is_none_or(|newest| snapshot.rev > newest.rev) {
            self.newest = Some(snapshot);
        }
    }

    /// Takes in how hands ended, each once.
    fn see_results(&mut self, snapshot: &Snapshot, rev: u64, results: &[String]) {
        if results.is_empty() || self.told_results.contains(&rev) || rev <= self.posted_rev() {
            return;
        }
        self.told_results.push(rev);
        if self.told_results.len() > REMEMBERED {
            self.told_results.remove(0);
        }
        for words in results {
            match screens::result(snapshot, words) {
                Ok(message) => self.results.push(message),
                Err(limit) => tracing::error!(%limit, "the result of a hand makes no message"),
            }
        }
    }

    /// The revision below which all results were posted.
    fn posted_rev(&self) -> u64 {
        self.board.at.map_or(0, |at| at.rev)
    }

    /// Finds the message that answers a press.
    fn pressed(&mut self, press: Press) {
        let Press { ticket, user, on } = press;
        let Some(newest) = self.newest.clone() else { return };
        match on {
            On::Board(message) if self.board.at.is_some_and(|at| at.message == message) => {
                self.press_board(ticket, user, true);
            }
            On::Command if self.board.at.is_none() => self.press_board(ticket, user, false),
            On::Direct(message) => self.press_direct(ticket, user, message, &newest),
            On::Whisper => self.press_whisper(ticket, user, &newest),
            On::Command => match screens::welcome(&newest) {
                Ok(welcome) => drop(self.jobs.spawn(jobs::say(ticket, welcome))),
                Err(_) => drop(self.jobs.spawn(jobs::seen(ticket))),
            },
            On::Board(_) => drop(self.jobs.spawn(jobs::seen(ticket))),
        }
    }

    fn press_board(&mut self, ticket: Ticket, user: UserId, on_it: bool) {
        let rev = self.newest.as_ref().map_or(0, |s| s.rev);
        if self.press.is_none() && self.board.wants(rev) {
            self.press = Some((ticket, user, on_it));
        } else {
            self.jobs.spawn(jobs::seen(ticket));
        }
    }

    /// The ephemeral hand that was pressed shows the new hand. Where it stands for the direct message it is kept up to date.
    fn press_whisper(&mut self, ticket: Ticket, user: UserId, newest: &Snapshot) {
        let Some(message) = self.hand_message(newest, user, true) else {
            self.jobs.spawn(jobs::seen(ticket));
            return;
        };
        let kept = match self.hands.get_mut(&user) {
            Some(hand) if hand.silent && !hand.lane.busy => {
                hand.lane.begin(newest.rev);
                true
            }
            _ => false,
        };
        self.jobs.spawn(jobs::answer_whisper(user, ticket, message, kept));
    }

    fn press_direct(
        &mut self,
        ticket: Ticket,
        user: UserId,
        message: crate::tables::MessageId,
        newest: &Arc<Snapshot>,
    ) {
        let is = |lane: &Lane| lane.at.is_some_and(|at| at.message == message) && lane.wants(newest.rev);
        if self.hands.get(&user).is_some_and(|hand| is(&hand.lane)) {
            self.start_hand(newest, user, Some(ticket));
        } else if self.invitations.get(&user).is_some_and(is) {
            self.start_invitation(newest, user, Some(ticket));
        } else {
            self.jobs.spawn(jobs::seen(ticket));
        }
    }

    /// Starts every job that is due and can run.
    fn pump(&mut self) {
        if self.held > 0 {
            return;
        }
        let Some(newest) = self.newest.clone() else { return };
        if self.board.wants(newest.rev) || (!self.results.is_empty() && !self.board.busy) {
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
        self.pump_notice(&newest);
        let now = Instant::now();
        let lanes = self.hands.values_mut().map(|h| &mut h.lane).chain(self.invitations.values_mut());
        lanes.chain([&mut self.board]).for_each(|lane| lane.waited(now));
    }

    fn start_board(&mut self, newest: &Arc<Snapshot>) {
        let silent: Vec<UserId> = self.hands.iter().filter(|(_, hand)| hand.silent).map(|(&user, _)| user).collect();
        let drawn = match newest.stage {
            Stage::Lobby => screens::lobby(newest),
            Stage::Playing => screens::board(newest, &silent),
            Stage::Over => screens::over(newest),
            Stage::Closed => screens::closed(newest),
        };
        let press = self.press.take();
        let board = match drawn {
            Ok(board) => board,
            Err(limit) => {
                tracing::error!(%limit, table = %self.table, "a board makes no message");
                self.board.begin(newest.rev);
                self.board.done();
                if let Some((ticket, ..)) = press {
                    self.jobs.spawn(jobs::seen(ticket));
                }
                return;
            }
        };
        let anew = std::mem::take(&mut self.anew) && self.board.at.is_some();
        self.board.begin(newest.rev);
        let job = BoardJob {
            table: self.table,
            channel: newest.place.channel,
            at: self.board.at,
            rev: newest.rev,
            results: std::mem::take(&mut self.results),
            board,
            moved: anew.then(|| screens::moved(newest).ok()).flatten(),
            press,
        };
        self.jobs.spawn(job.run(Arc::clone(&self.shared)));
    }

    fn hand_message(&self, snapshot: &Snapshot, user: UserId, ephemeral: bool) -> Option<Message> {
        let hand = snapshot.hand_of(user)?;
        match screens::hand(snapshot, hand, Hand { ephemeral, ..Hand::default() }) {
            Ok(message) => Some(message),
            Err(limit) => {
                tracing::error!(%limit, table = %self.table, "a hand makes no message");
                None
            }
        }
    }

    /// Shows a hand by direct message or, to those who take none, by the ephemeral message they have open.
    fn start_hand(&mut self, newest: &Arc<Snapshot>, user: UserId, press: Option<Ticket>) {
        let hidden = newest.hand_of(user).is_some_and(|hand| !hand.text.is_empty());
        let lane = match self.hands.get(&user) {
            Some(lane) => lane,
            None if hidden => self.hands.entry(user).or_default(),
            None => return,
        };
        let has_message = lane.lane.at.is_some();
        if !lane.lane.wants(newest.rev) || !(hidden || has_message || lane.whisper().is_some()) {
            if let Some(ticket) = press {
                self.jobs.spawn(jobs::seen(ticket));
            }
            return;
        }
        if self.shared.people.is_closed(user) {
            return self.start_whisper(newest, user, press);
        }
        let new_deal = lane.deal.is_some_and(|deal| deal != newest.hand);
        let message = if hidden { self.hand_message(newest, user, false) } else { None };
        let over = message.is_none() || new_deal;
        let job = DirectJob {
            table: self.table,
            kind: MessageKind::Hand,
            user,
            rev: newest.rev,
            at: self.hands.get(&user).and_then(|h| h.lane.at),
            message,
            end: if over { screens::hand_over(newest).ok() } else { None },
            press,
        };
        if let Some(hand) = self.hands.get_mut(&user) {
            hand.silent = false;
            hand.deal = Some(newest.hand);
            hand.lane.begin(newest.rev);
        }
        self.jobs.spawn(job.run(Arc::clone(&self.shared)));
    }

    fn start_whisper(&mut self, newest: &Arc<Snapshot>, user: UserId, press: Option<Ticket>) {
        let message = self.hand_message(newest, user, true);
        let Some(hand) = self.hands.get_mut(&user) else { return };
        if !hand.silent {
            hand.silent = true;
            self.board.again = true;
        }
        let old = hand.whisper().cloned();
        hand.lane.begin(newest.rev);
        match message {
            Some(message) if old.is_some() || press.is_some() => {
                self.jobs.spawn(jobs::whisper(Arc::clone(&self.shared), user, old, message, press));
            }
            _ => hand.lane.done(),
        }
    }

    fn start_invitation(&mut self, newest: &Arc<Snapshot>, user: UserId, press: Option<Ticket>) {
        let waiting = newest.stage == Stage::Lobby && newest.invited.iter().any(|p| p.id == user);
        let lane = if waiting {
            self.invitations.entry(user).or_default()
        } else {
            let Some(lane) = self.invitations.get_mut(&user) else { return };
            lane
        };
        // An invitation changes when it is answered, not whenever the table does.
        let unsent = waiting && lane.at.is_none() && (lane.shown == 0 || lane.again);
        if !lane.wants(newest.rev) || (waiting && !unsent) {
            if let Some(ticket) = press {
                self.jobs.spawn(jobs::seen(ticket));
            }
            return;
        }
        let message = match screens::invitation(newest, user) {
            Ok(message) => message,
            Err(limit) => return tracing::error!(%limit, "an invitation makes no message"),
        };
        lane.begin(newest.rev);
        let (message, end) = if waiting { (Some(message), None) } else { (None, Some(message)) };
        let job = DirectJob {
            table: self.table,
            kind: MessageKind::Invitation,
            user,
            rev: newest.rev,
            at: lane.at,
            message,
            end,
            press,
        };
        self.jobs.spawn(job.run(Arc::clone(&self.shared)));
    }

    /// A notice stands while one person alone keeps the others waiting.
    fn pump_notice(&mut self, newest: &Arc<Snapshot>) {
        if self.notice.busy {
            return;
        }
        let wanted = match newest.awaiting.as_slice() {
            [one] if newest.stage == Stage::Playing => Some(*one),
            _ => None,
        };
        match (self.notice.up, wanted) {
            (Some((user, at)), wanted) if wanted != Some(user) => {
                self.notice.busy = true;
                self.jobs.spawn(jobs::unnotify(Arc::clone(&self.shared), self.table, user, at));
            }
            (Some(_), _) => self.notice.due = None,
            (None, None) => self.notice.due = None,
            (None, Some(user)) => {
                let due = match self.notice.due {
                    Some((whom, at)) if whom == user => at,
                    _ => Instant::now() + self.shared.manners.patience,
                };
                self.notice.due = Some((user, due));
                if due <= Instant::now() {
                    self.notice.due = None;
                    self.notice.busy = true;
                    self.jobs.spawn(jobs::notify(Arc::clone(&self.shared), Arc::clone(newest), user));
                }
            }
        }
    }

    fn done(&mut self, done: Done) {
        match done {
            Done::Nothing => {}
            Done::Notice { up } => {
                self.notice.busy = false;
                self.notice.up = up;
            }
            Done::Board { at, left, failure, press } => self.board_done(at, left, failure, press),
            Done::Whisper { user, whisper, kept } => {
                if let Some(hand) = self.hands.get_mut(&user) {
                    if kept {
                        hand.lane.done();
                    }
                    hand.set_whisper(whisper);
                }
            }
            Done::Direct { user, kind, at } => {
                let lane = match kind {
                    MessageKind::Invitation => self.invitations.get_mut(&user),
                    _ => self.hands.get_mut(&user).map(|hand| &mut hand.lane),
                };
                let Some(lane) = lane else { return };
                match at {
                    Ok(Some(at)) => {
                        lane.at = Some(at);
                        lane.done();
                    }
                    Ok(None) => {
                        self.forget(user, kind);
                    }
                    Err(failure) => {
                        lane.failed(&failure);
                        if kind == MessageKind::Hand && failure == crate::discord::api::Failure::NoDirect {
                            lane.at = None;
                            self.closed_to(user);
                        }
                    }
                }
            }
        }
    }

    fn forget(&mut self, user: UserId, kind: MessageKind) {
        match kind {
            MessageKind::Invitation => drop(self.invitations.remove(&user)),
            _ => drop(self.hands.remove(&user)),
        }
    }

    /// The person takes no messages: the board says so, and an open ephemeral hand is used from now on.
    fn closed_to(&mut self, user: UserId) {
        if let Some(hand) = self.hands.get_mut(&user) {
            hand.silent = true;
            hand.deal = None;
            hand.lane.again = hand.whisper().is_some();
            self.board.again = true;
        }
    }

    fn board_done(
        &mut self,
        at: Option<crate::store::Posted>,
        left: Vec<Message>,
        failure: Option<crate::discord::api::Failure>,
        press: Option<(Ticket, UserId)>,
    ) {
        if let Some(at) = at {
            self.board.at = Some(at);
        }
        self.results.splice(0..0, left);
        match &failure {
            None => self.board.done(),
            Some(failure) => {
                tracing::warn!(%failure, table = %self.table, "a board could not be shown");
                self.board.failed(failure);
            }
        }
        let Some((ticket, user)) = press else { return };
        if let Some(failure) = failure.filter(|f| !f.passes()) {
            let words = screens::note(&cannot_post(&failure));
            if let Ok(message) = words {
                self.jobs.spawn(jobs::say(ticket, message));
            }
            return;
        }
        self.after_press(ticket, user);
    }

    /// The board has answered a press; what is for the presser's eyes alone follows as an ephemeral message, where no direct
    /// message brings it.
    fn after_press(&mut self, ticket: Ticket, user: UserId) {
        let Some(newest) = self.newest.clone() else { return };
        let Some(own) = newest.hand_of(user) else { return };
        if own.text.is_empty() {
            if own.told.iter().any(|line| !line.trim().is_empty())
                && let Ok(message) = screens::own_told(own)
            {
                self.jobs.spawn(jobs::say(ticket, message));
            }
            return;
        }
        let unseen = self.hands.get(&user).is_some_and(|h| h.silent && h.whisper().is_none() && !h.lane.busy);
        if unseen && let Some(message) = self.hand_message(&newest, user, true) {
            if let Some(hand) = self.hands.get_mut(&user) {
                hand.lane.begin(newest.rev);
            }
            self.jobs.spawn(jobs::whisper(Arc::clone(&self.shared), user, None, message, Some(ticket)));
        }
    }
}

fn cannot_post(failure: &crate::discord::api::Failure) -> String {
    use crate::discord::api::Failure;
    match failure {
        Failure::Forbidden => {
            "I may not write in this channel. I need **View Channel** and **Send Messages** (in threads: \
                               **Send Messages in Threads**). The table is kept; `/board` shows it once I may."
                .to_owned()
        }
        Failure::NoChannel => "The channel of this table is gone.".to_owned(),
        _ => "The board could not be posted. The table is kept; `/board` tries again.".to_owned(),
    }
}
