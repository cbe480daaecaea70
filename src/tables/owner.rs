//! The owner of one table: the only task that changes it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::clock::now;
use super::forced;
use super::house::{self, Asked};
use super::lobby::{Edition, Lobby, LobbyFact};
use super::names::Person;
use super::news::News;
use super::owners::Shared;
use super::paint;
use super::play::{self, Verdict};
use super::rejection::{More, RefusedMove, Rejection, TooLate};
use super::request::{Act, Answer, Fault, LobbyAct, MatchAct, Outcome, Request};
use super::results::Results;
use super::snapshot::{Occasion, Snapshot};
use super::stand_ins;
use super::table::{Course, LastChange, Question, Table, Windows, name_of};
use crate::store::{Append, Attendee, Cause, Conflict, Save, Stage, StoreError, Stored, TableId, TableRow, UserId};
use engine::proof::{Digesting, last_press};
use engine::{Entry, Judged, Refusal, Seat};

/// How often a request is judged again because another writer was first.
pub(super) const ATTEMPTS: usize = 4;

/// What is put into a table's mailbox.
pub(super) enum Mail {
    Ask(Request, oneshot::Sender<Result<RoomReply, Rejection>>),
    Look(oneshot::Sender<Result<Arc<Snapshot>, Rejection>>),
    /// A table was just opened: tell the listeners.
    Opened(LobbyFact, oneshot::Sender<Result<Answer, Rejection>>),
    Suggest {
        user: UserId,
        typed: String,
        limit: usize,
        reply: oneshot::Sender<Result<Vec<(String, String)>, Rejection>>,
    },
    /// What the house does at a seat.
    Thought(Asked, String),
    /// The house has been asked this for long.
    Lingers(Asked),
    /// The house may be asked something.
    Ponder,
    /// The clock asks for something.
    Due,
    /// Whoever this is wants those called who keep them waiting.
    Nudge(UserId, oneshot::Sender<Result<Arc<Snapshot>, Rejection>>),
    /// Nobody has moved for long.
    Waits,
    /// This deal is shown.
    NextHand(u32),
    /// Whoever this is has left the table's server.
    LeftTheServer(UserId),
    /// Others need the memory.
    Rest,
    /// Somebody whom the table shows is called something else: it is shown again.
    Renamed,
    Results {
        after: u64,
        reply: oneshot::Sender<Result<Results, Rejection>>,
    },
}

/// What comes back to the room.
pub(super) enum RoomReply {
    Answer(Answer),
    /// A rematch was opened.
    Opened(TableId, LobbyFact),
    /// A rematch is already open: accept it there.
    Elsewhere(TableId),
}

pub(super) struct Owner {
    pub(super) id: TableId,
    pub(super) shared: Arc<Shared>,
    pub(super) table: Option<Table>,
    /// The snapshot of the current state, once somebody has wanted it.
    pub(super) shown: Option<Arc<Snapshot>>,
    /// What was committed, but the listeners have not been told yet.
    pub(super) untold: Vec<Arc<Snapshot>>,
    /// What the house is thinking about.
    pub(super) pondered: Vec<Asked>,
}

/// The outcome of a write.
pub(super) enum Written {
    Done,
    /// Another writer was first: read the table again, and judge again.
    Again,
    /// The cause was already carried out.
    Repeated,
}

impl Owner {
    /// Carries out requests until there are no more.
    pub(super) async fn work(mut self, ticket: u64, mut mail: mpsc::Receiver<Mail>, idle: Duration) {
        loop {
            match tokio::time::timeout(idle, mail.recv()).await {
                Ok(Some(letter)) => {
                    self.handle(letter).await;
                    if self.table.is_none() && self.shared.put_away(self.id, ticket, &mail) {
                        return;
                    }
                }
                Ok(None) => return,
                Err(_) if self.shared.put_away(self.id, ticket, &mail) => return,
                Err(_) => {}
            }
        }
    }

    /// If nobody waits for a reply any more, it is dropped.
    async fn handle(&mut self, letter: Mail) {
        match letter {
            Mail::Ask(request, reply) => {
                let _ = reply.send(self.ask(&request).await);
            }
            Mail::Look(reply) => {
                let _ = reply.send(self.snapshot().await);
            }
            Mail::Thought(asked, text) => self.move_of_the_house(asked, &text).await,
            Mail::Lingers(asked) => self.linger(asked).await,
            Mail::Ponder => self.ponder().await,
            Mail::Due => self.due().await,
            Mail::Nudge(who, reply) => {
                let _ = reply.send(self.nudge(who).await);
            }
            Mail::Waits => self.show_waiting().await,
            Mail::NextHand(deal) => self.next_hand(deal).await,
            // Where it cannot be done, they are called, and missed, again.
            Mail::LeftTheServer(who) => drop(self.left_the_server(who).await),
            Mail::Rest => self.forget(),
            Mail::Renamed => self.renamed().await,
            Mail::Opened(told, reply) => {
                let _ = reply.send(self.opened(told).await);
            }
            Mail::Suggest { user, typed, limit, reply } => {
                let _ = reply.send(self.suggest(user, &typed, limit).await);
            }
            Mail::Results { after, reply } => {
                let _ = reply.send(self.awake().await.map(|table| table.results_after(after)));
            }
        }
        self.fulfil().await;
        self.ask_the_house();
        self.tell().await;
    }

    /// A wish comes to pass once nobody is there any more whose word it waits for. Where that cannot be written, the next
    /// letter tries again.
    async fn fulfil(&mut self) {
        let Some(table) = self.table.as_ref().filter(|table| table.wish.is_some()) else { return };
        let (who, seeds) = (&Person::house(), &self.shared.config.seeds);
        let lobby = Lobby { table, who, seeds, cause: None, round: None, now: now() };
        if let Some(edition) = lobby.unopposed() {
            drop(self.save(edition, None).await);
        }
    }

    /// Tells the listeners what was committed, after the person who asked for it has had this thread, because
    /// somebody waits for that answer.
    async fn tell(&mut self) {
        if self.untold.is_empty() {
            return;
        }
        tokio::task::yield_now().await;
        for snapshot in self.untold.drain(..) {
            self.shared.publish(&snapshot);
        }
    }

    /// The table, woken if it sleeps.
    pub(super) async fn awake(&mut self) -> Result<&Table, Rejection> {
        if self.table.is_none() {
            let stored = self.read().await.map_err(|error| self.shared.unread(&error))?;
            self.wake(stored.ok_or(Rejection::NoTable)?)?;
        }
        self.table.as_ref().ok_or(Rejection::NoTable)
    }

    /// What is stored of the table.
    pub(super) async fn read(&self) -> Result<Option<Stored>, StoreError> {
        let stored = self.shared.store.load(self.id).await;
        if let Err(StoreError::Row { .. }) = stored {
            self.shared.count_broken();
        }
        stored
    }

    pub(super) fn wake(&mut self, stored: Stored) -> Result<(), Fault> {
        let config = &self.shared.config;
        let table = Table::wake(stored, config.draws, config.language, self.shared.timing()).map_err(|error| {
            self.shared.count_broken();
            Fault::log("a table could not be woken", &error)
        })?;
        if let Course::Stuck(why) = &table.play {
            self.shared.count_broken();
            tracing::error!(table = %self.id, "the match of a table does not replay: {why}");
        }
        self.shared.note(&table.row);
        self.shared.dues.set(self.id, table.due());
        self.table = Some(table);
        self.shown = None;
        Ok(())
    }

    /// The table as it stands.
    async fn snapshot(&mut self) -> Result<Arc<Snapshot>, Rejection> {
        self.awake().await?;
        if let (None, Some(table)) = (&self.shown, &self.table) {
            self.shown = Some(Arc::new(paint::snapshot(table)));
        }
        self.shown.clone().ok_or(Rejection::NoTable)
    }

    async fn answer(&mut self, outcome: Outcome) -> Result<RoomReply, Rejection> {
        self.say(outcome, None).await
    }

    async fn say(&mut self, outcome: Outcome, said: Option<String>) -> Result<RoomReply, Rejection> {
        Ok(RoomReply::Answer(Answer { snapshot: self.snapshot().await?, outcome, said }))
    }

    /// Carries out a request. Another writer is noticed by the journal's key alone.
    async fn ask(&mut self, request: &Request) -> Result<RoomReply, Rejection> {
        for _ in 0..ATTEMPTS {
            self.awake().await?;
            // Whoever comes after their time finds the table as it is then.
            self.run_out().await?;
            let table = self.awake().await?;
            if request.cause.is_some_and(|cause| table.causes.contains(&cause)) {
                return self.answer(Outcome::Repeated).await;
            }
            if let Act::Match(MatchAct::Next(deal)) = request.act {
                self.wants_next(request.who.id, deal).await?;
                return self.answer(Outcome::Done).await;
            }
            let mut said = None;
            let written = match &request.act {
                Act::Match(act) => match play::judge(table, request, act)? {
                    Verdict::Show(outcome) => return self.answer(outcome).await,
                    Verdict::Late(seat, why) => return Err(TooLate { seat, why, now: self.snapshot().await? }.into()),
                    Verdict::Leave(seat) => self.leave_to_the_house(seat, false, request.cause).await?,
                    Verdict::Return(seat) => self.give_back(seat, request.cause).await?,
                    Verdict::Refused(seat, refusal) => return Err(self.refused(seat, refusal).await),
                    Verdict::Move(judged) => {
                        said = judged.said().map(str::to_owned);
                        self.play(judged, request.cause).await?
                    }
                },
                Act::Rematch => {
                    let who = asker(&table.row, request);
                    match self.rematch(&who, request.cause).await? {
                        Some(reply) => return Ok(reply),
                        None => Written::Again,
                    }
                }
                Act::Lobby(act) => self.change(request, act).await?,
            };
            match written {
                Written::Done => return self.say(Outcome::Done, said).await.map_err(Rejection::after_all),
                Written::Repeated => return self.answer(Outcome::Repeated).await.map_err(Rejection::after_all),
                Written::Again => {}
            }
        }
        Err(Rejection::Busy)
    }

    /// A refusal with the moves that may be played instead.
    async fn refused(&mut self, seat: Seat, mut refusal: Refusal) -> Rejection {
        let now = match self.snapshot().await {
            Ok(now) => now,
            Err(rejection) => return rejection,
        };
        let play = self.table.as_ref().and_then(Table::play);
        let more = play.map_or(More::None, |play| play::beside(play, seat, &mut refusal));
        Rejection::Refused(Box::new(RefusedMove { seat, refusal, more, now }))
    }

    /// Changes the lobby, and counts who asks whom and who comes.
    async fn change(&mut self, request: &Request, act: &LobbyAct) -> Result<Written, Rejection> {
        let shared = Arc::clone(&self.shared);
        let table = self.awake().await?;
        let who = asker(&table.row, request);
        shared.may_do(&table.row, who.id, act).await?;
        let (seeds, cause) = (&shared.config.seeds, request.cause);
        let mut lobby = Lobby { table, who: &who, seeds, cause, round: None, now: now() };
        let mut edition = lobby.act(act, request.moderates)?;
        if edition.started.is_some() {
            shared.may_begin(&edition.row).await?;
            if let Some(beacon) = &shared.config.beacon {
                // Nothing is added in the meantime: whoever asks this table for something waits.
                lobby.round = Some(beacon.adds(lobby.now.max(last_press(&edition.row.entropy()))).await);
                // What it waited for is nobody's time.
                lobby.now = now();
                edition = lobby.act(act, request.moderates)?;
            }
        }
        let by_moderator = (*act == LobbyAct::End && lobby.looks_after(request.moderates))
            .then_some((table.row.place.guild, table.row.id));
        let host = edition.row.host;
        let is_new = |guest: &&Attendee| table.row.guests.iter().all(|old| old.who != guest.who);
        let asked: Vec<Attendee> = edition.row.guests.iter().filter(is_new).cloned().collect();
        shared.asks.may_ask(host, &asked, Instant::now())?;
        let written = self.save(edition, request.cause).await?;
        if let Written::Done = written {
            shared.asks.asked(host, &asked, Instant::now());
            if let Some((guild, table)) = by_moderator {
                shared.note_closing(guild, who.id, table).await;
            }
            if let LobbyAct::Accept | LobbyAct::Join = act {
                shared.asks.came(who.id, host);
            }
        }
        Ok(written)
    }

    /// Sorts the result of a write. Whatever failed, the table is read again: what is in memory may be ahead of the
    /// disk.
    fn written<T>(&mut self, result: Result<T, StoreError>) -> Result<Result<T, Written>, Fault> {
        let error = match result {
            Ok(out) => return Ok(Ok(out)),
            Err(error) => error,
        };
        self.forget();
        match error {
            StoreError::Conflict(Conflict::Cause) => Ok(Err(Written::Repeated)),
            StoreError::Conflict(_) => Ok(Err(Written::Again)),
            error => Err(Fault::of_store(&self.shared.store, "a change of a table was not written", &error)),
        }
    }

    pub(super) fn forget(&mut self) {
        self.table = None;
        self.shown = None;
    }

    /// Plays a move: in memory, on disk, and only then visibly to anybody.
    pub(super) async fn play(&mut self, judged: Judged, cause: Option<Cause>) -> Result<Written, Rejection> {
        // Taken out, so that nobody sees the move before it is written, whatever happens here.
        let Some(mut table) = self.table.take() else { return Ok(Written::Again) };
        self.shown = None;
        let reader = table.reader();
        let Course::Match(play) = &mut table.play else { return Ok(Written::Again) };
        let (seat, text) = (judged.seat(), judged.text().to_owned());
        let before = Windows::before(&text, play.as_ref());
        let (question, hand) = (Question::of(play.as_ref()), play.status().hand);
        let chosen = forced::is_chosen(table.wish.as_ref(), &table.clocks, play.as_ref(), seat, &text);
        let facts = match play.carry_out(judged, &reader) {
            Ok(facts) => facts,
            Err(refusal) => return Err(self.refused(seat, refusal).await),
        };
        // Whoever moves in time is not late for how long that takes.
        let due = table.due_of(seat).filter(|_| cause.is_some());
        let at = due.map_or(now(), |due| now().min(due - 1));
        let entry = Entry { seat, text, at };
        table.note_act(&entry, table.entries, chosen);
        table.note_deals(Some(&entry));
        let forced = cause.is_none() && table.forced.contains(&(seat, entry.text.clone()));
        table.forced = forced::moves(&table);
        let mut news = News::of(hand, &facts);
        table.rest_after(hand, !news.results.is_empty());
        let late = table.retime(|table, play| table.note_time(&entry, play, chosen, &mut news)).unwrap_or_default();
        let finish = table.play().and_then(|play| play::finish(&table, play));
        let (rev, number, due) = (table.row.rev, table.entries + 1, table.due());
        let goes_on = !table.forced.is_empty();
        let append = Append { table: table.row.id, rev, number, entry, cause, due, goes_on, finish };
        let over = append.finish.is_some();
        // While the disk works, everything that people will see is prepared; at the end of a match the ratings are
        // still missing.
        let ready = async {
            let window = table.play().map_or(0, |play| play.window(None));
            let news = table.timed(news, question, window, at).after(&table.last.news);
            table.entries += 1;
            table.causes.extend(cause);
            table.last = LastChange { at, by: Some(seat), forced, before: Some(before), news, late };
            table.recent.note(Some(seat), &facts);
            table.note_results(table.rev());
            (!over).then(|| Arc::new(paint::snapshot(&table)))
        };
        let (result, snapshot) = tokio::join!(self.shared.store.append(append), ready);
        table.ratings = match self.written(result)? {
            Ok(ratings) => ratings,
            Err(otherwise) => return Ok(otherwise),
        };
        if over {
            table.row.stage = Stage::Over;
            table.row.updated = at;
        }
        let snapshot = snapshot.unwrap_or_else(|| Arc::new(paint::snapshot(&table)));
        self.show(table, snapshot);
        self.rest();
        Ok(Written::Done)
    }

    /// Saves a change of the row, and only then does to the table what that means.
    pub(super) async fn save(&mut self, edition: Edition, cause: Option<Cause>) -> Result<Written, Rejection> {
        let Edition { row, told, started, note } = edition;
        let result = self.shared.store.save(Save { row: row.clone(), cause }).await;
        if let Err(otherwise) = self.written(result)? {
            return Ok(otherwise);
        }
        let Some(mut table) = self.table.take() else { return Ok(Written::Done) };
        let at = row.updated;
        (table.row, table.rests) = (row, None);
        table.causes.extend(cause);
        match note {
            Some(note) => {
                table.note(note);
                table.retime(|table, play| table.note_times(note, play));
            }
            None => {
                let mut news = News::said(told);
                if let Some((play, facts)) = started {
                    news = News { lobby: news.lobby, ..News::of(play.status().hand, &facts) };
                    table.recent.note(None, &facts);
                    table.digest = Some(Digesting::new(play.header()));
                    table.play = Course::Match(play);
                    table.note_deals(None);
                }
                table.last = LastChange { at, news, ..LastChange::default() };
                (table.asked, table.moved) = (Some(at), at);
                table.retime(|table, play| table.tick(None, play, at));
            }
        }
        table.forced = forced::moves(&table);
        self.publish(table);
        Ok(Written::Done)
    }

    /// Shows a committed change to all listeners.
    pub(super) fn publish(&mut self, table: Table) {
        let snapshot = Arc::new(paint::snapshot(&table));
        self.show(table, snapshot);
    }

    fn show(&mut self, table: Table, snapshot: Arc<Snapshot>) {
        self.shared.note(&table.row);
        self.shared.dues.set(self.id, table.due());
        // Several moves of the house, or forced ones, in a row are one change of the board; how a hand ended is told in any case.
        if !house::goes_on(&table) || !snapshot.news.results.is_empty() {
            self.untold.push(Arc::clone(&snapshot));
        }
        self.shown = Some(snapshot);
        self.table = Some(table);
    }

    /// Tells of a table that was just opened.
    async fn opened(&mut self, told: LobbyFact) -> Result<Answer, Rejection> {
        let table = self.awake().await?;
        if house::fills(table) {
            let host = name_of(&table.row, table.row.host).unwrap_or_default();
            let starts = Request::new(Person::new(table.row.host, &host), LobbyAct::Start);
            // Where the match cannot start now, the table is open, and its host can read why when they press Start.
            let started = self.change(&starts, &LobbyAct::Start).await;
            if started.is_ok() {
                return Ok(Answer { snapshot: self.snapshot().await?, outcome: Outcome::Done, said: None });
            }
        }
        self.awake().await?;
        if let Some(mut table) = self.table.take() {
            table.last.news = News::said(vec![told]);
            self.publish(table);
        }
        Ok(Answer { snapshot: self.snapshot().await?, outcome: Outcome::Done, said: None })
    }

    async fn renamed(&mut self) {
        self.forget();
        if let Ok(table) = self.awake().await {
            let snapshot = Snapshot { occasion: Occasion::Renamed, ..paint::snapshot(table) };
            self.untold.push(Arc::new(snapshot));
        }
    }

    async fn suggest(&mut self, user: UserId, typed: &str, limit: usize) -> Result<Vec<(String, String)>, Rejection> {
        let table = self.awake().await?;
        let seat = table.seat_of(user).ok_or(Rejection::NotSeated)?;
        stand_ins::acts(table, seat)?;
        Ok(play::running(table)?.suggest(seat, typed, limit, &table.reader()))
    }
}

/// The person asking. Outside of a table's server its nicknames are unknown: there, people keep the name that they
/// have at the table.
fn asker(row: &TableRow, request: &Request) -> Person {
    let known = row.sitters.iter().chain(&row.guests).find(|s| s.who == request.who.id);
    match known {
        Some(known) if request.afar => request.who.clone().nicknamed(&known.name),
        _ => request.who.clone(),
    }
}
