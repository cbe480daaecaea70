//! Clocks: whose time runs at a table, and what happens when it has run out. All of that follows from the times in the
//! journal and from when nobody could have moved, so it is the same after a restart. The engine knows no time: what is
//! played for whoever has none left is an ordinary entry.

use super::absences::Absences;
use super::clock::now;
use super::owner::{ATTEMPTS, Owner, Written};
use super::paint;
use super::play::running;
use super::rejection::Rejection;
use super::snapshot::{Occasion, Snapshot, TimeLeft};
use super::stand_ins;
use super::table::Table;
use crate::store::{Absent, Stage, TableRow, UserId};
use engine::{MAX_SEATS, Play, RESIGN, Seat, SeatSet};

/// So often in a row somebody's time may run out; then the house takes their seat.
const MOST_LATE: u8 = 2;
/// The part of a move's time after which who is awaited is reminded: three of four.
const REMINDED: (i64, i64) = (3, 4);

/// Somebody's time, which runs since they were asked.
#[derive(Clone, Copy)]
struct Running {
    window: u32,
    since: i64,
}

/// The time of one seat.
#[derive(Clone, Copy, Default)]
struct SeatClock {
    /// What they have used beyond the time for a move, in milliseconds.
    spent: i64,
    /// How often in a row their time ran out.
    late: u8,
    running: Option<Running>,
}

/// The times of a table's people, in milliseconds.
#[derive(Default)]
pub(super) struct Clocks {
    seats: [SeatClock; MAX_SEATS],
    /// Those who were reminded of what they are asked now.
    pub(super) reminded: SeatSet,
}

/// The times that a table gives, in milliseconds.
#[derive(Clone, Copy)]
struct Limits {
    a_move: i64,
    bank: i64,
}

impl Limits {
    fn of(row: &TableRow, speed: u32) -> Option<Self> {
        let scaled = |seconds: i64| seconds * 1000 / i64::from(speed);
        Some(Self { a_move: scaled(row.clock.seconds()?), bank: scaled(row.clock.bank()) })
    }
}

impl Clocks {
    /// Did this seat's time run out when it was last asked?
    pub(super) fn is_late(&self, seat: Seat) -> bool {
        self.seats[seat.index()].late > 0
    }

    /// What is asked since `at` is shown so much later.
    pub(super) fn wait(&mut self, at: i64, moment: i64) {
        let running = self.seats.iter_mut().filter_map(|one| one.running.as_mut());
        running.filter(|running| running.since == at).for_each(|running| running.since += moment);
    }
}

impl SeatClock {
    /// When the time of this seat has run out.
    fn due(&self, limits: Limits, absences: &Absences) -> Option<i64> {
        let left = limits.bank.saturating_sub(self.spent).max(0);
        Some(absences.after(self.running?.since, limits.a_move + left))
    }

    fn reminder(&self, limits: Limits, absences: &Absences) -> Option<i64> {
        Some(absences.after(self.running?.since, limits.a_move * REMINDED.0 / REMINDED.1))
    }

    /// Its person has moved, and has `chosen` how. Was their time over?
    fn moved(&mut self, chosen: bool, at: i64, limits: Limits, absences: &Absences) -> bool {
        let Some(Running { since, .. }) = self.running else { return false };
        let over = self.due(limits, absences).is_some_and(|due| at >= due);
        self.spent += (at - since - absences.within(since, at) - limits.a_move).max(0);
        self.late = match (over, chosen) {
            (true, _) => self.late.saturating_add(1),
            (false, true) => 0,
            (false, false) => self.late,
        };
        over
    }
}

impl Table {
    fn limits(&self) -> Option<Limits> {
        Limits::of(&self.row, self.timing.speed)
    }

    /// The clocks after a change; `by`: who has moved, and whether that was a choice. Was it because their time had run
    /// out?
    pub(super) fn tick(&mut self, by: Option<(Seat, bool)>, play: &dyn Play, at: i64) -> bool {
        let Some(limits) = self.limits() else { return false };
        if self.moves_for_nobody() {
            // Nobody's time ran.
            self.clocks.seats.iter_mut().for_each(|one| one.running = None);
            by.into_iter().for_each(|(seat, _)| self.clocks.seats[seat.index()].late = 0);
        }
        let absences = &self.timing.absences;
        let over = by.is_some_and(|(seat, chosen)| self.clocks.seats[seat.index()].moved(chosen, at, limits, absences));
        let asked = play.awaiting().seats().meet(stand_ins::present(self, play));
        for seat in Seat::all(play.sides().count()) {
            let one = &mut self.clocks.seats[seat.index()];
            let window = play.window(Some(seat));
            let goes_on = one.running.filter(|running| asked.contains(seat) && running.window == window);
            if goes_on.is_none() {
                self.clocks.reminded = self.clocks.reminded.without(seat);
            }
            one.running = goes_on.or_else(|| asked.contains(seat).then_some(Running { window, since: at }));
        }
        over
    }

    /// The same after another plays this seat, or its owner again.
    pub(super) fn tick_anew(&mut self, seat: Seat, play: &dyn Play, at: i64) {
        let SeatClock { late, running, .. } = &mut self.clocks.seats[seat.index()];
        (*late, *running) = (0, None);
        self.tick(None, play, at);
    }

    /// The seats that a clock runs for.
    fn timed_seats(&self) -> impl Iterator<Item = (Seat, SeatClock, Limits)> {
        let limits = self.limits().filter(|_| self.row.stage == Stage::Playing && !self.moves_for_nobody());
        let all = Seat::all(self.row.sitters.len() as u8).zip(self.clocks.seats);
        limits.into_iter().flat_map(move |limits| all.clone().map(move |(seat, one)| (seat, one, limits)))
    }

    /// Would the table go on to move for people none of whom is there?
    fn moves_for_nobody(&self) -> bool {
        let all = Seat::all(self.row.sitters.len() as u8).zip(&self.row.sitters);
        let people = all.filter(|(seat, one)| one.who.person().is_some() && !self.quitters.contains(seat));
        self.row.absent == Absent::Table
            && people.map(|(seat, _)| self.clocks.seats[seat.index()].late).all(|late| late >= MOST_LATE)
    }

    /// When a seat's time has run out.
    pub(super) fn due_of(&self, seat: Seat) -> Option<i64> {
        let (_, one, limits) = self.timed_seats().find(|(of, ..)| *of == seat)?;
        one.due(limits, &self.timing.absences)
    }

    /// The time of a seat, for who looks.
    pub(super) fn time_left(&self, seat: Seat) -> Option<TimeLeft> {
        let (_, one, limits) = self.timed_seats().find(|(of, ..)| *of == seat)?;
        let due = one.due(limits, &self.timing.absences)?;
        Some(TimeLeft { due, bank: (limits.bank - one.spent).max(0) })
    }

    /// When the clock next asks for something.
    pub(super) fn due(&self) -> Option<i64> {
        let absences = &self.timing.absences;
        let next = |(seat, one, limits): (Seat, SeatClock, Limits)| {
            let reminder = one.reminder(limits, absences).filter(|_| !self.clocks.reminded.contains(seat));
            reminder.or_else(|| one.due(limits, absences))
        };
        self.timed_seats().filter_map(next).min()
    }

    /// The seat whose time ran out first.
    fn out_of_time(&self, now: i64) -> Option<Seat> {
        let due = |(seat, one, limits): (Seat, SeatClock, Limits)| {
            Some((one.due(limits, &self.timing.absences).filter(|due| *due <= now)?, seat))
        };
        self.timed_seats().filter_map(due).min().map(|(_, seat)| seat)
    }

    /// Those who are to be reminded now.
    fn to_remind(&self, now: i64) -> SeatSet {
        let due = |(seat, one, limits): &(Seat, SeatClock, Limits)| {
            let reminder = one.reminder(*limits, &self.timing.absences);
            reminder.is_some_and(|at| at <= now) && !self.clocks.reminded.contains(*seat)
        };
        self.timed_seats().filter(due).map(|(seat, ..)| seat).collect()
    }
}

impl Owner {
    /// The clock asks for something.
    pub(super) async fn due(&mut self) {
        if self.awake().await.is_err() || self.run_out().await.is_err() {
            return self.shared.dues.again(self.id, now());
        }
        self.remind();
        self.shared.dues.set(self.id, self.table.as_ref().and_then(Table::due));
    }

    /// Plays for everybody whose time has run out.
    pub(super) async fn run_out(&mut self) -> Result<(), Rejection> {
        if self.shared.absences.are_on() {
            return Ok(());
        }
        loop {
            let table = self.awake().await?;
            let Some(seat) = table.out_of_time(now()) else { return Ok(()) };
            let again = table.clocks.seats[seat.index()].late + 1 >= MOST_LATE;
            if let Written::Repeated = self.miss(seat, again).await? {
                return Ok(());
            }
        }
    }

    /// Plays for somebody who does not, or, where they are away for good, does with their seat what was agreed.
    async fn miss(&mut self, seat: Seat, for_good: bool) -> Result<Written, Rejection> {
        let table = self.awake().await?;
        let play = running(table)?;
        let text = match table.row.absent {
            Absent::House if for_good => None,
            Absent::Resigns if for_good => Some(RESIGN.to_owned()),
            _ => play.fallback(seat),
        };
        match text.map(|text| play.read(seat, &text, &table.reader())) {
            Some(Ok(judged)) => self.play(judged, None).await,
            // It is the house's turn, or there is nothing that could be played in somebody's place.
            _ => self.leave_to_the_house(seat, true, None).await,
        }
    }

    /// Somebody whom the match waits for has left the server.
    pub(super) async fn left_the_server(&mut self, who: UserId) -> Result<(), Rejection> {
        for _ in 0..ATTEMPTS {
            let table = self.awake().await?;
            let seat = table.seat_of(who).ok_or(Rejection::NotSeated)?;
            let play = running(table)?;
            if !play.awaiting().seats().meet(stand_ins::present(table, play)).contains(seat) {
                break;
            }
            if let Written::Done | Written::Repeated = self.miss(seat, true).await? {
                break;
            }
        }
        Ok(())
    }

    /// Tells presenters again, so that who is awaited is called once more.
    fn remind(&mut self) {
        let Some(table) = &mut self.table else { return };
        let whom = table.to_remind(now());
        if whom.is_empty() {
            return;
        }
        table.clocks.reminded = table.clocks.reminded.union(whom);
        let snapshot = Snapshot { occasion: Occasion::Calls(whom), ..paint::snapshot(table) };
        self.untold.push(std::sync::Arc::new(snapshot));
    }
}

/// Is everybody away, so that the match waits for whoever comes back first?
pub(super) fn rests(table: &Table, play: &dyn Play) -> bool {
    let last = table.quitters.last();
    stand_ins::present(table, play).is_empty() && last.is_some_and(|seat| table.row.is_away(*seat))
}
