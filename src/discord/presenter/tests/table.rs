//! A table of which a presenter hears, without Discord, a database or a clock: what happens is told in words of a row,
//! and what follows is written down.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::*;
use crate::discord::picture_pool::DrawingTurn;
use crate::discord::presenter::effect::{Aside, BoardAnswer, Change, Effect, Old, OwedAnswer, Plan, Which};
use crate::discord::presenter::event::{Event, HandShown};
use crate::discord::presenter::hand::Whisper;
use crate::discord::presenter::sight::{Outside, Player, Reach, Sight};
use crate::discord::presenter::state::PresenterState;
use crate::discord::screens::Building;
use crate::discord::ticket::Ephemeral;
use crate::store::Posted;
use crate::tables::{Ended, Stage};
use engine::SeatSet;

pub const ADA: u64 = 1;
pub const BEN: u64 = 2;
pub const CYD: u64 = 3;
pub const BOARD: Which = Which::Board;
/// Where the messages are that are on record at the start.
pub const AT_BOARD: u64 = 10;

pub fn hand(user: u64) -> Which {
    Which::Hand(UserId(user))
}

pub fn whisper(user: u64) -> Which {
    Which::Whisper(UserId(user))
}

pub fn invitation(user: u64) -> Which {
    Which::Invitation(UserId(user))
}

pub fn notice(user: u64) -> Which {
    Which::Notice(UserId(user))
}

pub fn away() -> Failure {
    Failure::Away(String::new())
}

/// Some state of some table: the rules look at nothing of it.
fn anything() -> Arc<Snapshot> {
    static ANY: OnceLock<Arc<Snapshot>> = OnceLock::new();
    let made = || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let (_dir, store) = Store::temporary().await;
            let room = Room::open_with(store, RoomConfig::default()).await.unwrap();
            begun(&room).await
        })
    };
    Arc::clone(ANY.get_or_init(|| std::thread::spawn(made).join().unwrap()))
}

fn api() -> Api {
    static API: OnceLock<Api> = OnceLock::new();
    let made = || Api::new(Arc::new(gateway::http(&Token::new("x"), None)), Arc::new(Metrics::default()));
    API.get_or_init(made).clone()
}

pub struct Table {
    pub state: PresenterState,
    pub now: Instant,
    began: Instant,
    pub rev: u64,
    pub stage: Stage,
    pub deal: u32,
    pub ended: Vec<Ended>,
    /// The deal waits to be shown.
    pub rests: bool,
    /// Who plays, and whether they hold cards.
    pub players: Vec<(u64, bool)>,
    pub told: Option<u64>,
    pub invited: Vec<u64>,
    pub waited_for: Option<(u64, &'static str)>,
    pub racing: Vec<(u64, &'static str)>,
    pub races: bool,
    /// Whose direct messages failed so many seconds ago.
    pub closed: HashMap<u64, u64>,
    pub by_button: HashSet<u64>,
    pub uncalled: HashSet<u64>,
    /// Whom other tables call.
    pub elsewhere: HashSet<u64>,
    /// Whom this one called, or would have, and does not any more.
    pub freed: Vec<u64>,
    /// Of direct messages, those before this one are more than a few up.
    pub few: Option<u64>,
    /// How long others wait for somebody before they are called.
    pub patience: Duration,
    /// Nothing is drawn at once.
    pub busy: bool,
    under_way: Vec<Change>,
    waiting: Vec<(Which, Option<Box<OwedAnswer>>)>,
    last: u64,
}

impl Table {
    /// A table that nobody has heard of.
    pub fn fresh() -> Self {
        let now = Instant::now();
        let reach = Box::new(|_, _| Reach { closed: None, direct: true, few: None, patience: None });
        let out = Outside { now, clock: 0, chance: 0, reach };
        Self {
            state: PresenterState::new("k7f2".parse().unwrap(), out),
            now,
            began: now,
            rev: 0,
            stage: Stage::Lobby,
            deal: 0,
            ended: Vec::new(),
            rests: false,
            players: Vec::new(),
            told: None,
            invited: Vec::new(),
            waited_for: None,
            racing: Vec::new(),
            races: false,
            closed: HashMap::new(),
            by_button: HashSet::new(),
            uncalled: HashSet::new(),
            elsewhere: HashSet::new(),
            freed: Vec::new(),
            few: None,
            patience: Duration::from_secs(2),
            busy: false,
            under_way: Vec::new(),
            waiting: Vec::new(),
            last: 100,
        }
    }

    /// A match, as a program finds it that has just started: everything shows the state of revision 5.
    pub fn found() -> Self {
        let players = vec![(ADA, true), (BEN, true)];
        let mut table = Self { rev: 5, stage: Stage::Playing, deal: 1, players, ..Self::fresh() };
        let known = vec![table.posted(BOARD, AT_BOARD), table.posted(hand(ADA), 11), table.posted(hand(BEN), 12)];
        table.step(Event::Recall(known, Vec::new()));
        table
    }

    /// The same, once it has been looked at.
    pub fn playing() -> Self {
        let mut table = Self::found();
        let seen = table.sight();
        table.step(Event::Show(seen));
        table
    }

    /// A lobby that was opened a moment ago.
    pub fn lobby() -> Self {
        let mut table = Self::fresh();
        table.changes();
        table.ends(BOARD, None);
        table
    }

    pub fn posted(&self, which: Which, message: u64) -> Posted {
        let at = (ChannelId(7), MessageId(message));
        let deal = if matches!(which, Which::Board | Which::Hand(_)) { self.deal } else { 0 };
        Posted { deal, ..jobs::posted(which.kind(), which.user(), at, self.rev, self.clock()) }
    }

    fn clock(&self) -> i64 {
        1_000_000_000_000 + self.now.duration_since(self.began).as_millis() as i64
    }

    pub fn sight(&self) -> Arc<Sight> {
        let player = |&(user, has_cards): &(u64, bool)| Player {
            user: UserId(user),
            window: self.rev as u32,
            has_cards,
            is_told: self.told == Some(user),
        };
        let asked = |&(user, asked): &(u64, &str)| (UserId(user), asked.to_owned());
        Arc::new(Sight {
            rev: self.rev,
            renamed: false,
            lingers: false,
            stage: self.stage,
            guild: None,
            host: UserId(ADA),
            deal: self.deal,
            begins: false,
            results: self.ended.clone(),
            players: self.players.iter().map(player).collect(),
            invited: self.invited.iter().copied().map(UserId).collect(),
            awaiting: self.waited_for.iter().map(|(user, _)| UserId(*user)).collect(),
            races: self.races,
            racing: self.racing.iter().map(asked).collect(),
            waited_for: self.waited_for.iter().map(asked).collect(),
            reminded: Vec::new(),
            rests: self.rests,
            is_missed_by_nobody: false,
            of: anything(),
        })
    }

    /// The next state.
    pub fn next(&mut self) -> Arc<Sight> {
        self.rev += 1;
        let sight = self.sight();
        self.ended.clear();
        self.told = None;
        sight
    }

    pub fn changes(&mut self) -> Vec<String> {
        let sight = self.next();
        self.step(Event::Show(sight))
    }

    /// Whoever called this person does not any more.
    pub fn free(&mut self, user: u64) -> Vec<String> {
        self.step(Event::MayCall { user: UserId(user), waited: true })
    }

    /// This person's time runs out.
    pub fn reminds(&mut self, user: u64) -> Vec<String> {
        let of = self.sight();
        let sight = Arc::into_inner(of).map(|of| Sight { reminded: vec![UserId(user)], ..of });
        self.step(Event::Show(Arc::new(sight.expect("it is new"))))
    }

    pub fn press(&mut self, sight: Arc<Sight>, user: u64, on: On) -> Vec<String> {
        let command = matches!(on, On::Command | On::Thread | On::Anew | On::Typed(_));
        let pressed = Origin::Component { ephemeral: matches!(on, On::Whisper) };
        let origin = if command { Origin::Command } else { pressed };
        let ticket = Ticket::new(api(), Cause(1), "token".to_owned(), origin);
        self.step(Event::Answer(sight, Box::new(Pressed { ticket, user: UserId(user), on, aside: None })))
    }

    pub fn shown(&mut self, user: u64, rev: u64, whisper: bool, draft: bool) -> Vec<String> {
        let building = Building { path: Vec::new(), built: None, page: 1 };
        let shown = HandShown {
            user: UserId(user),
            rev,
            whisper: whisper.then(|| Ephemeral::of("token")),
            direct: None,
            draft: draft.then_some((building, self.rev as u32)),
        };
        self.step(Event::Shown(Box::new(shown)))
    }

    /// What is under way for this message has ended.
    pub fn ends(&mut self, which: Which, failure: Option<Failure>) -> Vec<String> {
        let mut change = self.taken(which);
        if failure.is_none() {
            self.succeeds(&mut change);
        }
        change.failure = failure;
        self.step(Event::Done(Box::new(change)))
    }

    fn taken(&mut self, which: Which) -> Change {
        let n = self.under_way.iter().position(|change| change.which == which).expect("it is under way");
        self.under_way.remove(n)
    }

    fn succeeds(&mut self, change: &mut Change) {
        if let Some(press) = &mut change.press
            && (press.answer != BoardAnswer::Named)
        {
            press.ticket.settle();
        }
        change.posted = change.results.len();
        if change.posted > 0 {
            change.became_result = change.at.take().map(|at| at.message);
        }
        match (change.which, &change.plan, change.at) {
            (_, Plan::End(_) | Plan::Remove, _) => change.at = None,
            (Which::Whisper(_), ..) => {
                let open = || Whisper::new(Ephemeral::of("token"), self.now);
                change.whisper = change.whisper.take().or_else(|| change.press.is_some().then(open));
            }
            (_, Plan::Show(_), Some(_)) => {}
            (which, ..) => {
                self.last += 1;
                change.at = Some(Posted { rev: change.of.rev, ..self.posted(which, self.last) });
            }
        }
    }

    /// The results before it are posted, and the board is not.
    pub fn ends_after_results(&mut self, failure: Failure) -> Vec<String> {
        let mut change = self.taken(BOARD);
        change.posted = change.results.len();
        change.became_result = change.at.take().map(|at| at.message);
        change.failure = Some(failure);
        self.step(Event::Done(Box::new(change)))
    }

    pub fn loses_whisper(&mut self, user: u64) -> Vec<String> {
        let change = Change { whisper: None, ..self.taken(whisper(user)) };
        self.step(Event::Done(Box::new(change)))
    }

    pub fn breaks(&mut self, which: Which) -> Vec<String> {
        self.under_way.retain(|change| change.which != which);
        self.step(Event::Broke(which))
    }

    pub fn turn(&mut self, which: Which) -> Vec<String> {
        let n = self.waiting.iter().position(|(of, _)| *of == which).expect("it waits for its turn");
        let (_, press) = self.waiting.remove(n);
        self.step(Event::Turn { which, turn: None, waited: true, press })
    }

    pub fn passes(&mut self, seconds: u64) -> Vec<String> {
        self.now += Duration::from_secs(seconds);
        self.step(Event::Tick)
    }

    /// The revision that a change under way shows.
    pub fn showing(&self, which: Which) -> u64 {
        self.under_way.iter().find(|change| change.which == which).expect("it is under way").of.rev
    }

    pub fn step(&mut self, event: Event) -> Vec<String> {
        let out = self.outside();
        let effects = self.state.step(event, out);
        let mut follows: Vec<String> = effects.into_iter().flat_map(|effect| self.note(effect)).collect();
        follows.sort();
        follows
    }

    /// What holds around the table now.
    fn outside(&self) -> Outside {
        let patience = self.patience;
        let (closed, by_button, uncalled) = (self.closed.clone(), self.by_button.clone(), self.uncalled.clone());
        let few = self.few.map(MessageId);
        let reach = move |user: UserId, _| Reach {
            few,
            closed: closed.get(&user.0).copied().map(Duration::from_secs),
            direct: !by_button.contains(&user.0),
            patience: Some(patience).filter(|_| !uncalled.contains(&user.0)),
        };
        Outside { now: self.now, clock: self.clock(), chance: 0, reach: Box::new(reach) }
    }

    fn note(&mut self, effect: Effect) -> Vec<String> {
        let note = match effect {
            Effect::Turn(which, _, _, _, press) if self.busy => {
                let note = format!("{}: turn{}", name(which), answers(press.as_deref()));
                self.waiting.push((which, press));
                note
            }
            Effect::Turn(which, _, _, _, press) => {
                let turn: Option<DrawingTurn> = None;
                return self.step(Event::Turn { which, turn, waited: false, press });
            }
            Effect::Change(change) => {
                let note = planned(&change);
                self.under_way.push(*change);
                note
            }
            Effect::Answer(_, Aside::Nothing) => "ack".to_owned(),
            Effect::Answer(_, Aside::Says(scene)) => format!("say {}", scene.what.name()),
            Effect::Answer(_, Aside::Becomes(scene)) => format!("replace by {}", scene.what.name()),
            Effect::Orphan(message, _) => format!("orphan {message}"),
            Effect::Tell(user, scene) => format!("tell {user} {}", scene.what.name()),
            Effect::Complain(..) => "complain".to_owned(),
            Effect::Gone => "close".to_owned(),
            Effect::Closed(user, closed) => {
                self.closed.remove(&user.0);
                self.closed.extend(closed.then_some((user.0, 0)));
                return Vec::new();
            }
            Effect::Claim(user) if self.elsewhere.contains(&user.0) => return Vec::new(),
            Effect::Claim(user) => return self.step(Event::MayCall { user, waited: false }),
            Effect::Free(user) => {
                self.freed.push(user.0);
                return Vec::new();
            }
            Effect::Missed(user, _) => format!("is {user} here"),
            Effect::Showed(..) => return Vec::new(),
        };
        vec![note]
    }
}

fn name(which: Which) -> String {
    match which {
        Which::Board => "board".to_owned(),
        Which::Hand(user) => format!("hand {user}"),
        Which::Whisper(user) => format!("whisper {user}"),
        Which::Invitation(user) => format!("invite {user}"),
        Which::Notice(user) => format!("notice {user}"),
    }
}

fn answers(press: Option<&OwedAnswer>) -> &'static str {
    if press.is_some() { " answers" } else { "" }
}

fn planned(change: &Change) -> String {
    let at = change.at.map(|at| at.message.0).or(change.open.is_some().then_some(0));
    let at = at.map(|at| if at == 0 { String::new() } else { format!(" {at}") });
    let pressed = change.press.as_ref().is_some_and(|press| press.answer == BoardAnswer::Changed);
    let mut plan = match (&change.plan, at) {
        (Plan::Show(_), None) if pressed => "edit".to_owned(),
        (Plan::Show(_), None) => "post".to_owned(),
        (Plan::Show(_), Some(at)) => format!("edit{at}"),
        (Plan::Follow(_, old, _), at) => {
            let old = match old {
                Old::Says(_) => "says",
                Old::Links => "links",
                Old::Goes => "goes",
            };
            format!("follow{} {old}", at.unwrap_or_default())
        }
        (Plan::End(content), at) => format!("end{} by {}", at.unwrap_or_default(), content.name()),
        (Plan::Remove, at) => format!("remove{}", at.unwrap_or_default()),
    };
    if !change.results.is_empty() {
        plan = format!("{} results, {plan}", change.results.len());
    }
    if change.press.as_ref().is_some_and(|press| press.told.is_some()) && change.which != BOARD {
        plan.push_str(" says");
    }
    if !change.alone {
        plan.push_str(" beside");
    }
    format!("{}: {plan}{}", name(change.which), answers(change.press.as_deref()))
}

pub fn ended(deal: u32) -> Ended {
    Ended { hand: deal, part: SeatSet::EMPTY, before: Vec::new(), facts: Vec::new() }
}
