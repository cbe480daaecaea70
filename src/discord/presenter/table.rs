//! The presenter of one table.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use tokio::sync::mpsc;

use crate::store::{MessageKind, Posted};
use crate::tables::{self, Ended, Fault, Snapshot, Stage, TableId, UserId};

use super::super::picture_pool::Turn;
use super::super::screens::{self, Surface};
use super::hand_lane::HandLane;
use super::jobs;
use super::lanes::Lane;
use super::nonce::{Circumstances, Post};
use super::notices::Notices;
use super::outcome::{BoardPress, HandResult};
use super::results::Results;
use super::under_way::Jobs;
use super::{Broke, HandShown, Order, Shared, within_limits};

/// If the database could not be read, it is tried again after this long.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// If presenting breaks again and again, the pauses grow up to this.
const LONGEST: Duration = Duration::from_secs(600);

/// For no longer is somebody who has pressed something left waiting for the database: Discord waits for 3 s in all.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(1);

/// What a presenter knows.
pub(super) struct Presenter {
    pub(super) shared: Arc<Shared>,
    pub(super) table: TableId,
    /// The newest state that has come in.
    pub(super) newest: Option<Arc<Snapshot>>,
    /// Whether the table was opened since this program started, so that a crash cannot have lost track of its messages.
    pub(super) new: bool,
    /// Nothing has happened at the table since the program started: its host already knows of any trouble with its
    /// board.
    pub(super) quiet: bool,
    pub(super) results: Results,
    /// How hands ended that ended after the board was last posted, each with its revision; until there is a state to
    /// show them with.
    missed: tables::Results,
    /// How many presses are being carried out: changes wait for them, so that one of them can be the answer.
    pub(super) held: u32,
    /// The board has to be posted again, at the bottom of the channel, and this is how: a post that seemed to fail is
    /// found again under the same nonce.
    pub(super) anew: Option<Post>,
    /// A digest of what the board being posted follows, for its nonce.
    pub(super) follows: Option<u64>,
    pub(super) board: Lane,
    pub(super) hands: HashMap<UserId, HandLane>,
    pub(super) invitations: HashMap<UserId, Lane>,
    pub(super) notices: Notices,
    /// The press that the next change of the board answers.
    pub(super) press: Option<BoardPress>,
    /// A turn to draw, for the message that is being started.
    pub(super) turn: Option<Turn>,
    /// The requests under way.
    pub(super) jobs: Jobs,
}

/// Presents a table until nobody asks for it any more. If that breaks, it begins afresh with what was to be shown.
pub(super) async fn run(shared: Arc<Shared>, table: TableId, orders: mpsc::UnboundedReceiver<Order>) {
    let (mut newest, mut pause) = (None, RETRY_AFTER);
    let mut inbox = Inbox { orders, kept: VecDeque::new() };
    while AssertUnwindSafe(present(&shared, table, &mut inbox, newest.take())).catch_unwind().await.is_err() {
        let _ = Fault::log("a presenter", &Broke);
        let until = Instant::now() + pause;
        if !inbox.bide(until).await {
            tokio::time::sleep_until(until.into()).await;
        }
        pause = (pause * 2).min(LONGEST);
        newest = inbox.read(shared.room.look(&table)).await.and_then(Result::ok);
    }
}

/// The orders of a table.
struct Inbox {
    orders: mpsc::UnboundedReceiver<Order>,
    /// What came while nothing could be shown.
    kept: VecDeque<Order>,
}

impl Inbox {
    /// Waits, and keeps what is ordered meanwhile; but nobody who presses something is left waiting. `false` once
    /// nobody asks for the table any more.
    async fn bide(&mut self, until: Instant) -> bool {
        loop {
            match tokio::time::timeout_at(until.into(), self.orders.recv()).await {
                Err(_) => return true,
                Ok(None) => return false,
                Ok(Some(Order::Answer(snapshot, press))) => {
                    self.kept.extend([Order::Release, Order::Show(snapshot)]);
                    tokio::spawn(jobs::give_up(press.ticket));
                }
                Ok(Some(order)) => self.kept.push_back(order),
            }
        }
    }

    /// Waits for what the database has to say, for as long as that takes; `None` once nobody asks for the table any
    /// more.
    async fn read<T>(&mut self, what: impl Future<Output = T>) -> Option<T> {
        tokio::pin!(what);
        loop {
            match tokio::time::timeout(DATABASE_TIMEOUT, &mut what).await {
                Ok(read) => return Some(read),
                Err(_) if self.bide(Instant::now() + RETRY_AFTER).await => {}
                Err(_) => return None,
            }
        }
    }
}

/// `newest`: the state that is to be shown, if it was lost.
async fn present(shared: &Arc<Shared>, table: TableId, inbox: &mut Inbox, newest: Option<Arc<Snapshot>>) {
    let mut presenter = Presenter::new(Arc::clone(shared), table);
    let mut open = true;
    if presenter.recall(inbox).await.is_none() || presenter.find_missed(inbox).await.is_none() {
        return;
    }
    if let Some(newest) = newest {
        presenter.order(Order::Missed(newest, tables::Results::new()));
    }
    while let Some(order) = inbox.kept.pop_front() {
        presenter.order(order);
    }
    presenter.pump();
    loop {
        let wake = presenter.wake();
        let idle = presenter.shared.manners.idle;
        tokio::select! {
            biased;
            Some(done) = presenter.jobs.next() => presenter.done(done),
            order = inbox.orders.recv(), if open => match order {
                Some(order) => presenter.order(order),
                None => {
                    open = false;
                    presenter.notices.hurry(Instant::now());
                }
            },
            () = tokio::time::sleep_until(wake.unwrap_or_else(Instant::now).into()), if wake.is_some() => {}
            () = tokio::time::sleep(idle), if open && wake.is_none() && presenter.is_quiet() => {
                presenter.remember().await;
                if presenter.shared.retire(table, presenter.is_over(), &inbox.orders) {
                    break;
                }
            }
            else => break,
        }
        presenter.pump();
        if !open && presenter.jobs.is_empty() {
            // Unless the board is recorded as up to date, the next start finds what is left to do.
            if presenter.is_settled() {
                presenter.remember().await;
            }
            break;
        }
    }
}

impl Presenter {
    pub(super) fn new(shared: Arc<Shared>, table: TableId) -> Self {
        Self {
            shared,
            table,
            newest: None,
            new: false,
            quiet: false,
            results: Results::default(),
            missed: tables::Results::new(),
            held: 0,
            anew: None,
            follows: None,
            board: Lane::default(),
            hands: HashMap::new(),
            invitations: HashMap::new(),
            notices: Notices::default(),
            press: None,
            turn: None,
            jobs: Jobs::default(),
        }
    }

    /// Finds out which messages there are from before: a presenter that does not know them would post them all again.
    /// `None` once nobody asks for the table any more.
    async fn recall(&mut self, inbox: &mut Inbox) -> Option<()> {
        let (store, table) = (self.shared.store.clone(), self.table);
        loop {
            match inbox.read(store.messages(&table)).await? {
                Ok(known) => {
                    known.into_iter().for_each(|posted| self.know(posted));
                    return Some(());
                }
                Err(error) => tracing::debug!(%error, %table, "the messages of a table cannot be read"),
            }
            inbox.bide(Instant::now() + RETRY_AFTER).await.then_some(())?;
        }
    }

    /// Finds out how hands ended that the board does not show yet. Whoever acts after a restart may be here before the
    /// start has caught up, and the board that follows would then count as showing everything. `None`: as above.
    async fn find_missed(&mut self, inbox: &mut Inbox) -> Option<()> {
        let Some(at) = self.board.at else { return Some(()) };
        let room = self.shared.room.clone();
        // A table that cannot be read shows nothing, either.
        self.missed = inbox.read(room.results_after(&self.table, at.rev)).await?.unwrap_or_default();
        Some(())
    }

    /// A message from before.
    fn know(&mut self, posted: Posted) {
        match (posted.kind, posted.user) {
            (MessageKind::Board, _) => self.board = Lane::known(posted),
            (MessageKind::Hand, Some(user)) => drop(self.hands.insert(user, HandLane::known(posted))),
            (MessageKind::Invitation, Some(user)) => drop(self.invitations.insert(user, Lane::known(posted))),
            (MessageKind::Notice, Some(user)) => self.notices.recall(user, posted),
            _ => {}
        }
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.jobs.is_empty() && self.held == 0 && !self.keeps_a_hand() && !self.owes_a_board()
    }

    /// While the match goes on, only we know what could not be posted: results of hands, and a new board after the
    /// last one has become a result.
    fn owes_a_board(&self) -> bool {
        let playing = self.newest.as_ref().is_some_and(|newest| newest.stage == Stage::Playing);
        playing && (self.results.next().is_some() || self.board.at.is_none() && self.board.was_tried())
    }

    /// The stage of the table, as far as we know.
    pub(super) fn stage(&self) -> Option<Stage> {
        self.newest.as_ref().map(|newest| newest.stage)
    }

    /// Whether the match has ended or the table is closed.
    fn is_over(&self) -> bool {
        matches!(self.stage(), Some(Stage::Over | Stage::Closed))
    }

    /// Only we know of an ephemeral hand and of half-made moves. We stay for as long as the match goes on, as far
    /// as we know, and either the hand can be changed or a move can be continued.
    fn keeps_a_hand(&self) -> bool {
        let playing = self.newest.as_ref().is_none_or(|newest| newest.stage == Stage::Playing);
        playing && self.hands.values().any(|hand| hand.let_go().is_some())
    }

    /// The next time at which something is due.
    pub(super) fn wake(&self) -> Option<Instant> {
        let let_go = self.hands.values().filter_map(HandLane::let_go);
        if self.held > 0 || self.newest.is_none() {
            return let_go.min();
        }
        self.retries().chain(self.notices.wake()).chain(let_go).min()
    }

    /// When messages that could not be shown are tried again.
    fn retries(&self) -> impl Iterator<Item = Instant> {
        let lanes = self.hands.values().map(|h| &h.lane).chain(self.invitations.values()).chain([&self.board]);
        lanes.filter_map(Lane::retry)
    }

    /// Whether everything has been shown that can be.
    fn is_settled(&self) -> bool {
        self.held == 0 && self.retries().next().is_none()
    }

    /// Records which state the board shows, so that a restart need not draw it again.
    pub(super) async fn remember(&mut self) {
        if let Some(at) = self.board.unrecorded() {
            jobs::save(&self.shared, &self.table, at).await;
        }
    }

    pub(super) fn order(&mut self, order: Order) {
        match order {
            Order::Hold => self.held += 1,
            Order::Release => self.held = self.held.saturating_sub(1),
            Order::Show(snapshot) if snapshot.renamed => {
                self.quiet |= self.newest.is_none();
                self.renamed(snapshot.rev);
                self.see(snapshot);
            }
            Order::Show(snapshot) => {
                self.quiet = false;
                self.see(snapshot);
            }
            Order::Missed(snapshot, results) => {
                for (rev, ended) in results {
                    self.see_results(&snapshot, rev, &ended);
                }
                self.quiet = self.newest.is_none();
                self.see(snapshot);
                self.board.show_again();
            }
            Order::Answer(snapshot, press) => {
                self.quiet = false;
                self.held = self.held.saturating_sub(1);
                self.see(Arc::clone(&snapshot));
                // Where somebody presses, Discord can be reached.
                self.lanes().for_each(Lane::hurry);
                self.pressed(*press, &snapshot);
            }
            #[cfg(test)]
            Order::Break => panic!("a test breaks a presenter"),
            Order::Late(snapshot, message) => {
                self.see(Arc::clone(&snapshot));
                if let Some(moved) = self.moved_from(message, &snapshot) {
                    self.jobs.spawn(jobs::end_orphan(Arc::clone(&self.shared), snapshot.place.channel, message, moved));
                }
            }
            Order::Shown(shown) => {
                let HandShown { user, rev, whisper, direct, draft } = *shown;
                let newer = self.newest.as_ref().is_some_and(|newest| newest.rev > rev);
                let hand = self.hands.entry(user).or_default();
                hand.set_draft(if whisper.is_some() { Surface::Ephemeral } else { Surface::Direct }, draft);
                if let Some(message) = whisper {
                    hand.set_whisper(Some(message.into()));
                }
                // This may have been drawn before a change but sent after it, even after the end of the match, when
                // the message was dropped. A change that is under way was drawn before this, but may arrive after it.
                let busy = hand.lane.is_busy();
                if newer || busy {
                    hand.lane.show_again();
                }
                if newer
                    && !busy
                    && let (Some((channel, message)), None) = (direct, hand.lane.at)
                {
                    hand.lane.at = Some(jobs::posted(MessageKind::Hand, Some(user), channel, message, rev));
                }
            }
        }
    }

    /// Somebody has another name. A hand so old that another one would follow it stays as it is: nobody is called for
    /// that.
    fn renamed(&mut self, rev: u64) {
        self.board.show_again();
        for hand in self.hands.values_mut() {
            if hand.lane.is_old() { hand.lane.stays(rev) } else { hand.lane.show_again() }
        }
    }

    pub(super) fn see(&mut self, snapshot: Arc<Snapshot>) {
        for (rev, ended) in std::mem::take(&mut self.missed) {
            self.see_results(&snapshot, rev, &ended);
        }
        self.see_results(&snapshot, snapshot.rev, &snapshot.results);
        self.new |= self.newest.is_none() && snapshot.rev == 1;
        if self.newest.as_ref().is_none_or(|newest| snapshot.rev > newest.rev) {
            let is_dealt = self.newest.as_ref().is_some_and(|newest| snapshot.hand != newest.hand);
            if is_dealt {
                snapshot.players().for_each(|user| self.shared.people.try_again_later(user));
            }
            // Somebody looking at a table that was closed a while ago is no news to its host.
            if snapshot.rev > self.posted_rev() {
                self.tell_of_decline(&snapshot);
            }
            for (user, hand) in &mut self.hands {
                hand.drop_draft_unless(snapshot.hand_of(*user).map(|hand| hand.window));
            }
        }
        // At the same revision somebody may have another name by now.
        if self.newest.as_ref().is_none_or(|newest| snapshot.rev >= newest.rev) {
            self.newest = Some(snapshot);
        }
    }

    /// The challenger may be waiting elsewhere, and the message in the channel pings nobody when it now says no.
    fn tell_of_decline(&mut self, snapshot: &Snapshot) {
        let host = snapshot.host;
        if self.shared.preferences.notices(host, snapshot.place.guild)
            && let Some(declined) = screens::declined(snapshot)
            && let Some(message) = within_limits("a refusal", || declined)
        {
            self.jobs.spawn(jobs::tell(Arc::clone(&self.shared), host, message));
        }
    }

    /// Takes in how hands ended, each once.
    pub(super) fn see_results(&mut self, snapshot: &Snapshot, rev: u64, results: &[Ended]) {
        if results.is_empty() || rev <= self.posted_rev() || !self.results.come_in(rev, results) {
            return;
        }
        let look = self.shared.preferences.public(snapshot.place.guild);
        for (n, ended) in results.iter().enumerate() {
            if let Some(message) = within_limits("the result of a hand", || screens::result(snapshot, ended, look)) {
                self.results.owe(HandResult { post: Post::once(&Circumstances::result(self.table, rev, n)), message });
                self.board.show_again();
            }
        }
    }

    /// All results up to this revision have been posted.
    pub(super) fn posted_rev(&self) -> u64 {
        self.board.at.map_or(0, |at| at.rev)
    }
}
