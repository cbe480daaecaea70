//! Where the presenter of one table works: hands it what happens, and carries out what follows.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use tokio::sync::mpsc;
use tokio::task::{Id, JoinSet};

use crate::store::{MessageKind, Posted};
use crate::tables::{Fault, Results, Snapshot, Stage, TableId, now};

use super::super::picture_pool::DrawingTurn;
use super::effect::{Content, Effect, OwedAnswer, Unpainted, Which};
use super::event::Event;
use super::sight::{Outside, Reach, Sight};
use super::state::PresenterState;
use super::{Broke, Shared, jobs};

/// If the database could not be read, it is tried again after this long.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// If presenting breaks again and again, the pauses grow up to this.
const LONGEST: Duration = Duration::from_secs(600);

/// For no longer is somebody who has pressed something left waiting for the database: Discord waits for 3 s in all.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(1);

/// Presents a table until nobody asks for it any more. If that breaks, it begins afresh with what was to be shown.
pub(super) async fn run(shared: Arc<Shared>, table: TableId, orders: mpsc::UnboundedReceiver<Event>) {
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

/// What is asked of a presenter.
struct Inbox {
    orders: mpsc::UnboundedReceiver<Event>,
    /// What came while nothing could be shown.
    kept: VecDeque<Event>,
}

impl Inbox {
    /// Waits, and keeps what is ordered meanwhile; but nobody who presses something is left waiting. `false` once
    /// nobody asks for the table any more.
    async fn bide(&mut self, until: Instant) -> bool {
        loop {
            match tokio::time::timeout_at(until.into(), self.orders.recv()).await {
                Err(_) => return true,
                Ok(None) => return false,
                Ok(Some(Event::Answer(sight, press))) => {
                    self.kept.extend([Event::Release, Event::Show(sight)]);
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

    /// Which messages there are from before: a presenter that does not know them would post them all again. And how
    /// hands ended that the board does not show yet: whoever acts after a restart may be here before the start has
    /// caught up, and the board that follows would then count as showing everything. `None`: as above.
    async fn recall(&mut self, shared: &Shared, table: TableId) -> Option<Event> {
        let known: Vec<Posted> = loop {
            match self.read(shared.store.messages(&table)).await? {
                Ok(known) => break known,
                Err(error) => tracing::debug!(%error, %table, "the messages of a table cannot be read"),
            }
            self.bide(Instant::now() + RETRY_AFTER).await.then_some(())?;
        };
        let missed = match known.iter().find(|posted| posted.kind == MessageKind::Board) {
            // A table that cannot be read shows nothing, either.
            Some(board) => self.read(shared.room.results_after(&table, board.rev)).await?.unwrap_or_default(),
            None => Results::new(),
        };
        Some(Event::Recall(known, missed))
    }
}

/// `newest`: the state that is to be shown, if it was lost.
async fn present(shared: &Arc<Shared>, table: TableId, inbox: &mut Inbox, newest: Option<Arc<Snapshot>>) {
    let Some(recalled) = inbox.recall(shared, table).await else { return };
    let mut desk = Desk::new(Arc::clone(shared), table);
    desk.hear(recalled);
    if let Some(newest) = newest {
        desk.hear(Event::Missed(Sight::of(newest), Results::new()));
    }
    while let Some(order) = inbox.kept.pop_front() {
        desk.hear(order);
    }
    let mut open = true;
    loop {
        let (now, idle) = (Instant::now(), shared.manners.idle);
        let wake = desk.state.wake(now);
        let is_quiet = open && wake.is_none() && desk.jobs.is_empty() && desk.state.is_quiet(now);
        tokio::select! {
            biased;
            Some(event) = desk.next() => desk.hear(event),
            order = inbox.orders.recv(), if open => {
                open = order.is_some();
                desk.hear(order.unwrap_or(Event::Closing));
            }
            () = tokio::time::sleep_until(wake.unwrap_or(now).into()), if wake.is_some() => desk.hear(Event::Tick),
            () = tokio::time::sleep(idle), if is_quiet => {
                desk.remember().await;
                if shared.retire(table, desk.state.is_over(), &inbox.orders) {
                    break;
                }
            }
            else => break,
        }
        if !open && desk.jobs.is_empty() {
            // Unless the board is recorded as up to date, the next start finds what is left to do.
            if desk.state.is_settled() {
                desk.remember().await;
            }
            break;
        }
    }
}

pub(super) struct Desk {
    shared: Arc<Shared>,
    table: TableId,
    pub(super) state: PresenterState,
    /// What is under way.
    jobs: JoinSet<Event>,
    /// The messages that it is about. If a job breaks, it is tried again.
    about: HashMap<Id, Which>,
}

impl Desk {
    pub(super) fn new(shared: Arc<Shared>, table: TableId) -> Self {
        let state = PresenterState::new(table, outside(&shared));
        // Whoever presented it before knows of them no more.
        shared.calls.of(table).into_iter().for_each(|user| shared.called(user, table));
        Self { shared, table, state, jobs: JoinSet::new(), about: HashMap::new() }
    }

    pub(super) fn hear(&mut self, event: Event) {
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            for effect in self.state.step(event, outside(&self.shared)) {
                events.extend(self.carry_out(effect));
            }
        }
    }

    /// Carries it out, or begins to. Returns what happened at once.
    fn carry_out(&mut self, effect: Effect) -> Option<Event> {
        let (shared, table) = (Arc::clone(&self.shared), self.table);
        match effect {
            Effect::Turn(which, of, rank, behind, press) => {
                let pictures = shared.api.pictures();
                let turn = if self.is_drawn(which, &of) { pictures.turn_now().ok_or(()).map(Some) } else { Ok(None) };
                match turn {
                    Ok(turn) => return Some(Event::Turn { which, turn, waited: false, press }),
                    Err(()) => self.spawn(Some(which), turn_came(which, pictures.turn(rank, behind), press)),
                }
            }
            Effect::Change(change) => {
                let which = change.alone.then_some(change.which);
                let done = jobs::change(shared, table, *change);
                self.spawn(which, done.map(|change| Event::Done(Box::new(change))));
            }
            Effect::Answer(ticket, aside) => self.aside(jobs::answer(shared, ticket, aside)),
            Effect::Orphan(message, scene) => self.aside(jobs::end_orphan(shared, message, scene)),
            Effect::Tell(user, scene) => self.aside(jobs::tell(shared, user, scene)),
            Effect::Complain(failure, of) => {
                if shared.is_new_trouble(table) {
                    let (host, what) = (of.host, Content::Trouble(failure, true));
                    self.aside(jobs::tell(shared, host, Unpainted { of, what }));
                }
            }
            Effect::Showed(kind, behind) => {
                if let Some(behind) = behind {
                    shared.api.metrics().showed(kind == MessageKind::Board, behind.elapsed());
                }
                if kind == MessageKind::Board {
                    shared.no_trouble(table);
                }
            }
            Effect::Closed(user, true) => shared.people.close(user),
            Effect::Closed(user, false) => shared.people.try_again(user),
            Effect::Claim(user) => {
                let may = shared.calls.claim(user, table);
                return may.then_some(Event::MayCall { user, waited: false });
            }
            Effect::Free(user) => shared.called(user, table),
            Effect::Missed(user, guild) => self.aside(async move {
                jobs::is_here(&shared, &table, guild, user).await;
            }),
            Effect::Gone => self.aside(jobs::close(shared, table)),
        }
        None
    }

    /// Whether it shows a picture.
    fn is_drawn(&self, which: Which, of: &Sight) -> bool {
        let Shared { api, preferences, .. } = &*self.shared;
        match which {
            Which::Board => {
                matches!(of.stage, Stage::Playing | Stage::Over)
                    && preferences.public(of.guild).picture
                    && api.takes_pictures(of.channel())
            }
            Which::Hand(user) => of.player(user).is_some() && preferences.personal(user, of.guild).picture,
            Which::Whisper(_) | Which::Invitation(_) | Which::Notice(_) => false,
        }
    }

    pub(super) fn spawn(&mut self, about: Option<Which>, job: impl Future<Output = Event> + Send + 'static) {
        let id = self.jobs.spawn(job).id();
        self.about.extend(about.map(|which| (id, which)));
    }

    /// Of no message that is kept.
    fn aside(&mut self, job: impl Future<Output = ()> + Send + 'static) {
        self.spawn(None, job.map(|()| Event::Tick));
    }

    /// What the next job to end says; `None` if there are none. May be dropped and called again.
    pub(super) async fn next(&mut self) -> Option<Event> {
        match self.jobs.join_next_with_id().await? {
            Ok((id, event)) => {
                self.about.remove(&id);
                Some(event)
            }
            Err(broken) => {
                let _ = Fault::log("a job of a presenter", &Broke);
                Some(self.about.remove(&broken.id()).map_or(Event::Tick, Event::Broke))
            }
        }
    }

    /// Records which state the board shows, so that a restart need not draw it again.
    async fn remember(&mut self) {
        if let Some(at) = self.state.board.kept.unrecorded() {
            jobs::save(&self.shared, &self.table, at).await;
        }
    }
}

fn outside(shared: &Arc<Shared>) -> Outside {
    let shared = Arc::clone(shared);
    let reach = move |user, guild| Reach {
        closed: shared.people.closed(user),
        direct: shared.preferences.direct(user, guild),
        few: shared.people.few(user),
        patience: shared.preferences.patience(user, guild, shared.manners.patience),
    };
    Outside { now: Instant::now(), clock: now(), chance: rand::random(), reach: Box::new(reach) }
}

/// Whoever pressed something does not wait for the turn.
async fn turn_came(which: Which, turn: impl Future<Output = DrawingTurn>, mut press: Option<Box<OwedAnswer>>) -> Event {
    jobs::acknowledge(press.as_mut().map(|press| &mut press.ticket)).await;
    Event::Turn { which, turn: Some(turn.await), waited: true, press }
}
