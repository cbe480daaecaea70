//! The object-safe face of a match: what tables, the protocol and the bot hold, whatever the game.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use super::game::{Awaiting, Choices, Facts, Game, Placing, Progress, Refuse, Standings, To, View};
use super::match_::{Act, Match, Refused};
use super::record::Header;
use super::seats::{Seat, SeatSet, Seats, Side};
use super::words::{BoardText, Control, Moment, Names, Unreadable, Words};

/// A match in progress, of any game.
pub trait Play: Send + Sync {
    /// How it began.
    fn header(&self) -> &Header;
    /// Where it stands.
    fn status(&self) -> Status;
    /// How many acts were played.
    fn moves(&self) -> u32;
    /// Which side each seat is on.
    fn sides(&self) -> &Seats<Side>;
    /// Who is asked.
    fn awaiting(&self) -> Awaiting;
    /// May this seat have a move now, awaited or not?
    fn may_act(&self, seat: Seat) -> bool;
    /// The seats that have resigned.
    fn gone(&self) -> SeatSet;
    /// The end, once it has come.
    fn standings(&self) -> Option<&Standings>;
    /// The number that clicks of this seat (`None`: shared buttons) name, so that late ones are known as late.
    fn window(&self, seat: Option<Seat>) -> u32;

    /// Reads and judges a move (or `resign`, `void`) without playing it: its canonical text.
    ///
    /// # Errors
    /// The refusal to show to that seat alone.
    fn read(&self, seat: Seat, text: &str) -> Result<String, Refusal>;
    /// Plays a move (or `resign`, `void`): what happened, in order.
    ///
    /// # Errors
    /// The refusal to show to that seat alone; nothing has changed.
    fn act(&mut self, seat: Seat, text: &str) -> Result<Vec<Fact>, Refusal>;
    /// The controls that stand `path` steps into a move, and the move if it is complete. Steps are counted in
    /// [`Game::choices`]' order. `None` where the path leads nowhere (any more).
    fn build(&self, seat: Seat, path: &[u16]) -> Option<Built>;
    /// Legal moves whose canonical text starts with `prefix` (in any case), at most `limit`.
    fn legal(&self, seat: Seat, prefix: &str, limit: usize) -> Listing;
    /// Legal moves that contain every word typed, the likeliest first: canonical text and a description for the eye.
    fn suggest(&self, seat: Seat, typed: &str, limit: usize) -> Vec<(String, String)>;
    /// What a seat plays whose clock ran out; `None` when it is not awaited.
    fn fallback(&self, seat: Seat) -> Option<String>;

    /// Everything a seat (`None`: a spectator) may know, as JSON.
    fn view_json(&self, viewer: Option<Seat>) -> Value;
    /// The board as the viewer may see it.
    fn board(&self, viewer: Option<Seat>, names: &Names) -> BoardText;
    /// The viewer's own cards in words; empty where there are none.
    fn hand_text(&self, viewer: Seat, names: &Names) -> String;
    /// The buttons on the public board.
    fn shared_controls(&self) -> Vec<Control>;
}

/// Where a match stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    /// Who is asked.
    pub awaiting: AwaitingJson,
    /// `playing`, `hand_over` or `match_over`.
    pub progress: &'static str,
    /// Which hand, from 1.
    pub hand: u32,
    /// Running totals by side; final once the match is over.
    pub scores: Vec<i32>,
    /// The end, best side first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standings: Option<Vec<Placing>>,
}

/// [`Awaiting`] as programs read it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AwaitingJson {
    /// `turn`, `race`, `sealed` or `nobody`.
    pub kind: &'static str,
    /// The seats asked.
    pub seats: SeatSet,
    /// Changes when earlier clicks lose their meaning.
    pub window: u32,
}

/// The controls at one point of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Built {
    /// What can be pressed.
    pub controls: Vec<Control>,
    /// The canonical text of the move that the steps make, if they make one.
    pub done: Option<String>,
    /// Nothing may follow: the move is complete and can be played at once.
    pub last: bool,
}

/// Some legal moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Listing {
    /// Canonical texts.
    pub moves: Vec<String>,
    /// Are these all?
    pub complete: bool,
}

/// A player's mistake: what is wrong, which rule says so, and what would be right.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refusal {
    /// For programs: `illegal`, `unreadable`, `ambiguous`, `not_your_turn`, `match_over`, `resigned`, `no_such_seat`,
    /// `nothing_to_void`.
    pub code: &'static str,
    /// In a player's words.
    pub message: String,
    /// The anchor of the section that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// A few legal moves, where that helps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Refusal {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), rule: None, nearest: Vec::new() }
    }
}

/// Something that happened, of any game.
#[derive(Clone)]
pub struct Fact {
    /// Who may know it.
    pub to: To,
    /// What kind of fact it is to a reader.
    pub moment: Moment,
    happening: Arc<dyn Happening>,
}

impl Fact {
    /// In words; empty for what needs none.
    #[must_use]
    pub fn tell(&self, names: &Names) -> String {
        self.happening.tell(names)
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> Value {
        self.happening.json()
    }
}

impl fmt::Debug for Fact {
    /// Shows the address only: what happened may be for some eyes alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fact").field("to", &self.to).field("moment", &self.moment).finish_non_exhaustive()
    }
}

trait Happening: Send + Sync {
    fn tell(&self, names: &Names) -> String;
    fn json(&self) -> Value;
}

struct Event<G: Game>(G::Event);

impl<G: Words> Happening for Event<G> {
    fn tell(&self, names: &Names) -> String {
        G::tell(&self.0, names)
    }

    fn json(&self) -> Value {
        serde_json::to_value(&self.0).unwrap_or_default()
    }
}

/// An act that every game knows.
enum Common {
    Resigned(Seat),
    Voided,
}

impl Happening for Common {
    fn tell(&self, names: &Names) -> String {
        match self {
            Self::Resigned(seat) => format!("{} resigned.", names.of(*seat)),
            Self::Voided => "The hand was voided.".to_owned(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Resigned(seat) => json!({"kind": "resigned", "seat": seat}),
            Self::Voided => json!({"kind": "voided"}),
        }
    }
}

/// A [`Match`] with the header it began with.
pub(super) struct Live<G: Game> {
    header: Header,
    play: Match<G>,
}

/// The most moves that are sorted for a person; a list longer than this is narrowed by typing first.
const SORTED_AT_MOST: usize = 4000;

impl<G: Words> Live<G> {
    /// A match that has just begun, and what the deal told.
    pub(super) fn new(header: Header, play: Match<G>, facts: Facts<G>) -> (Self, Vec<Fact>) {
        (Self { header, play }, wrap::<G>(facts))
    }

    fn read_act(&self, seat: Seat, text: &str) -> Result<Act<G::Move>, Refusal> {
        let word = text.trim();
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Act::Resign);
        }
        if word.eq_ignore_ascii_case("void") {
            return Ok(Act::Void);
        }
        match self.play.may_act(seat) {
            Ok(()) => {}
            Err(refused) => return Err(self.refusal(seat, refused)),
        }
        G::read(&self.play.view(Some(seat)), word).map(Act::Move).map_err(|wrong| self.unreadable(seat, wrong))
    }

    fn unreadable(&self, seat: Seat, wrong: Unreadable) -> Refusal {
        match wrong {
            Unreadable::Syntax(message) => {
                Refusal { nearest: self.nearest(seat), ..Refusal::new("unreadable", message) }
            }
            Unreadable::Ambiguous(moves) => {
                let message = format!("That could be several moves: {}. Write the one you mean.", moves.join(", "));
                Refusal { nearest: moves, ..Refusal::new("ambiguous", message) }
            }
        }
    }

    fn refusal(&self, seat: Seat, refused: Refused<G::Illegal>) -> Refusal {
        match refused {
            Refused::NoSuchSeat => {
                Refusal::new("no_such_seat", format!("There is no seat {} at this table.", seat.number()))
            }
            Refused::Over => Refusal::new("match_over", "The match is over."),
            Refused::NotYourTurn => match G::waits(self.play.public(), seat) {
                Some(why) => Refusal { rule: Some(why.rule().0), ..Refusal::new("not_your_turn", why.to_string()) },
                None => Refusal::new("not_your_turn", "It is not your turn."),
            },
            Refused::Resigned => Refusal::new("resigned", "You have resigned this match."),
            Refused::NothingToVoid => {
                Refusal::new("nothing_to_void", "By the rules of this table a hand cannot be voided.")
            }
            Refused::Illegal(why) => Refusal {
                code: "illegal",
                message: why.to_string(),
                rule: Some(why.rule().0),
                nearest: self.nearest(seat),
            },
        }
    }

    /// A few legal moves, the likeliest first.
    fn nearest(&self, seat: Seat) -> Vec<String> {
        self.suggest(seat, "", 3).into_iter().map(|(text, _)| text).collect()
    }

    /// Every legal move of the seat, step by step, until `take` says stop. Was every one seen?
    fn each_move(&self, seat: Seat, prefix: &str, take: &mut dyn FnMut(G::Move) -> bool) -> bool {
        self.play.may_act(seat).is_err() || walk::<G>(&self.play.view(Some(seat)), &mut Vec::new(), prefix, take)
    }

    /// Does the viewer see anything? Seats that the table does not have see what spectators see.
    fn viewer(&self, viewer: Option<Seat>) -> View<'_, G> {
        self.play.view(viewer.filter(|seat| seat.number() < self.play.seats()))
    }
}

/// Walks the tree of choices in canonical order; `false` when `take` stopped it.
fn walk<G: Words>(
    view: &View<'_, G>,
    so_far: &mut Vec<G::Step>,
    prefix: &str,
    take: &mut dyn FnMut(G::Move) -> bool,
) -> bool {
    if !prefix.is_empty() && !G::leads_to(so_far, prefix) {
        return true;
    }
    let Choices { steps, done } = G::choices(view, so_far);
    if done.is_some_and(|m| !take(m)) {
        return false;
    }
    for step in steps {
        so_far.push(step);
        let on = walk::<G>(view, so_far, prefix, take);
        so_far.pop();
        if !on {
            return false;
        }
    }
    true
}

fn wrap<G: Words>(facts: Facts<G>) -> Vec<Fact> {
    facts
        .into_iter()
        .map(|told| Fact { to: told.to, moment: G::moment(&told.event), happening: Arc::new(Event::<G>(told.event)) })
        .collect()
}

fn common(happening: Common) -> Fact {
    Fact { to: To::Everyone, moment: Moment::Passing, happening: Arc::new(happening) }
}

impl<G: Words> Play for Live<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn status(&self) -> Status {
        let awaiting = self.play.awaiting();
        let kind = match awaiting {
            Awaiting::Turn(_) => "turn",
            Awaiting::Race(_) => "race",
            Awaiting::Sealed(_) => "sealed",
            Awaiting::Nobody => "nobody",
        };
        Status {
            awaiting: AwaitingJson { kind, seats: awaiting.seats(), window: self.window(None) },
            progress: match self.play.progress() {
                Progress::Playing => "playing",
                Progress::HandOver => "hand_over",
                Progress::MatchOver(_) => "match_over",
            },
            hand: G::hand(self.play.public()),
            scores: self.play.scores().iter().copied().collect(),
            standings: self.standings().map(|s| s.0.clone()),
        }
    }

    fn moves(&self) -> u32 {
        self.play.moves()
    }

    fn sides(&self) -> &Seats<Side> {
        self.play.sides()
    }

    fn awaiting(&self) -> Awaiting {
        self.play.awaiting()
    }

    fn may_act(&self, seat: Seat) -> bool {
        self.play.may_act(seat).is_ok()
    }

    fn gone(&self) -> SeatSet {
        self.play.gone()
    }

    fn standings(&self) -> Option<&Standings> {
        match self.play.progress() {
            Progress::MatchOver(standings) => Some(standings),
            _ => None,
        }
    }

    fn window(&self, seat: Option<Seat>) -> u32 {
        self.play.window(seat)
    }

    fn read(&self, seat: Seat, text: &str) -> Result<String, Refusal> {
        match self.read_act(seat, text)? {
            Act::Move(m) => match self.play.check(seat, &m) {
                Ok(()) => Ok(G::say(&m)),
                Err(refused) => Err(self.refusal(seat, refused)),
            },
            act => {
                let mut trial = self.play.clone();
                perform(&mut trial, seat, act.clone()).map_err(|refused| self.refusal(seat, refused))?;
                Ok(if act == Act::Void { "void" } else { "resign" }.to_owned())
            }
        }
    }

    fn act(&mut self, seat: Seat, text: &str) -> Result<Vec<Fact>, Refusal> {
        let act = self.read_act(seat, text)?;
        perform(&mut self.play, seat, act).map_err(|refused| self.refusal(seat, refused))
    }

    fn build(&self, seat: Seat, path: &[u16]) -> Option<Built> {
        self.play.may_act(seat).ok()?;
        let view = self.play.view(Some(seat));
        let mut so_far = Vec::new();
        for &index in path {
            so_far.push(G::choices(&view, &so_far).steps.into_iter().nth(usize::from(index))?);
        }
        let choices = G::choices(&view, &so_far);
        Some(Built {
            controls: G::controls(&view, &so_far),
            last: choices.steps.is_empty(),
            done: choices.done.as_ref().map(G::say),
        })
    }

    fn legal(&self, seat: Seat, prefix: &str, limit: usize) -> Listing {
        let prefix = prefix.trim_start().to_lowercase();
        let mut moves = Vec::new();
        let seen_all = self.each_move(seat, &prefix, &mut |m| {
            let text = G::say(&m);
            if text.to_lowercase().starts_with(&prefix) {
                if moves.len() == limit {
                    return false;
                }
                moves.push(text);
            }
            true
        });
        if let Ok(exact) = self.read(seat, &prefix)
            && !prefix.is_empty()
            && !moves.contains(&exact)
            && moves.len() < limit
            && exact != "resign"
            && exact != "void"
        {
            moves.insert(0, exact);
        }
        let open_ended = G::FREE_TEXT && self.play.may_act(seat).is_ok();
        Listing { moves, complete: seen_all && !open_ended }
    }

    fn suggest(&self, seat: Seat, typed: &str, limit: usize) -> Vec<(String, String)> {
        let typed = typed.trim().to_lowercase();
        let words: Vec<&str> = typed.split_whitespace().collect();
        if self.play.may_act(seat).is_err() {
            return Vec::new();
        }
        let view = self.play.view(Some(seat));
        let exact = G::read(&view, &typed).ok().filter(|m| !typed.is_empty() && G::check(&view, m).is_ok());
        let mut found: Vec<(i32, G::Move)> = Vec::new();
        self.each_move(seat, "", &mut |m| {
            let text = G::say(&m).to_lowercase();
            let fits = text.starts_with(&typed)
                || words.iter().all(|word| text.contains(word))
                || exact.as_ref() == Some(&m)
                || words.iter().all(|word| G::describe(&view, &m).to_lowercase().contains(word));
            if fits {
                found.push((if exact.as_ref() == Some(&m) { i32::MIN } else { G::likelihood(&view, &m) }, m));
            }
            found.len() < SORTED_AT_MOST
        });
        if let Some(exact) = exact.filter(|exact| found.iter().all(|(_, m)| m != exact)) {
            found.push((i32::MIN, exact));
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.truncate(limit);
        found.into_iter().map(|(_, m)| (G::say(&m), G::describe(&view, &m))).collect()
    }

    fn fallback(&self, seat: Seat) -> Option<String> {
        let awaited = self.awaiting().seats().contains(seat);
        awaited.then(|| G::say(&G::fallback(&self.play.view(Some(seat)))))
    }

    fn view_json(&self, viewer: Option<Seat>) -> Value {
        let view = self.viewer(viewer);
        let backs: Vec<Value> =
            Seat::all(view.seats()).map(|seat| serde_json::to_value(view.backs(seat)).unwrap_or_default()).collect();
        let mut json = json!({
            "seat": view.seat(), "public": view.public(), "own": view.own(), "backs": backs,
        });
        let shown: serde_json::Map<String, Value> = Seat::all(view.seats())
            .filter(|&seat| Some(seat) != view.seat())
            .filter_map(|seat| Some((seat.number().to_string(), serde_json::to_value(view.shown(seat)?).ok()?)))
            .collect();
        if !shown.is_empty() {
            json["shown"] = Value::Object(shown);
        }
        json
    }

    fn board(&self, viewer: Option<Seat>, names: &Names) -> BoardText {
        G::board(&self.viewer(viewer), names)
    }

    fn hand_text(&self, viewer: Seat, names: &Names) -> String {
        G::hand_text(&self.viewer(Some(viewer)), names)
    }

    fn shared_controls(&self) -> Vec<Control> {
        match self.play.progress() {
            Progress::MatchOver(_) => Vec::new(),
            _ => G::shared_controls(self.play.public()),
        }
    }
}

/// Plays an act and words what came of it.
fn perform<G: Words>(play: &mut Match<G>, seat: Seat, act: Act<G::Move>) -> Result<Vec<Fact>, Refused<G::Illegal>> {
    let mut facts = Vec::new();
    let mut told = Vec::new();
    match act {
        Act::Move(m) => play.act(seat, m, &mut facts)?,
        Act::Resign => {
            play.resign(seat, &mut facts)?;
            told.push(common(Common::Resigned(seat)));
        }
        Act::Void => {
            play.void(&mut facts)?;
            told.push(common(Common::Voided));
        }
    }
    told.extend(wrap::<G>(facts));
    Ok(told)
}
