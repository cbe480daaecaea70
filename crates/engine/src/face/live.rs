//! [`Play`] for a [`Match`] of one game.

use std::sync::Arc;

use serde_json::{Value, json};

use super::fact::{Common, Fact, common, wrap};
use super::feats::Feats;
use super::refusal::Cause;
use super::{
    AwaitingJson, AwaitingKind, Built, Forced, Judged, Listing, Makes, Play, ProgressKind, Refusal, RefusalCode, Status,
};
use crate::cards::CardText;
use crate::chance::{Chance, ChanceDraw};
use crate::game::{Awaiting, Facts, Game, Legal, Progress, Standings, View};
use crate::match_::{Match, RESIGN, Refused, SeatAct, VOID};
use crate::picture::{Screen, Sheet};
use crate::reading;
use crate::record::Header;
use crate::seats::{Seat, SeatSet, Seats, Side};
use crate::teach::Explained;
use crate::think::{self, Better, Candidate, Thinking, Thought, Weighed};
use crate::words::{BoardText, Control, Does, Language, Reader, Unreadable, Words, uncapital};

/// A [`Match`] with the header it began with.
pub(crate) struct Live<G: Game> {
    pub(super) header: Arc<Header>,
    pub(super) play: Match<G>,
    pub(super) feats: Feats,
}

impl<G: Words> Live<G> {
    /// A match that has just begun, and the facts of its deal.
    pub(crate) fn new(header: Header, play: Match<G>, facts: Facts<G>) -> (Self, Vec<Fact>) {
        (Self { header: Arc::new(header), play, feats: Feats::default() }, wrap::<G>(facts))
    }

    fn read_act(&self, seat: Seat, text: &str, reader: &Reader) -> Result<SeatAct<G::Move>, Refusal> {
        if let Some(typed) = reading::too_long(text) {
            return Err(Refusal::new(RefusalCode::Unreadable, Cause::Long(typed)));
        }
        match reading::word(text).as_str() {
            RESIGN => return Ok(SeatAct::Resign),
            VOID => return Ok(SeatAct::Void),
            _ => {}
        }
        if let Some(refusal) = self.waits_with(seat, text) {
            return Err(refusal);
        }
        let read = G::read(&self.play.view(Some(seat)), text, reader);
        // A move may also be given by its description, as lists show it.
        let read = read.or_else(|wrong| self.called(seat, text, reader).ok_or(wrong));
        read.map(SeatAct::Move).map_err(|wrong| self.unreadable(seat, text, wrong))
    }

    /// Why this seat may not act now, if it may not; what it has written can only change the reason.
    fn waits_with(&self, seat: Seat, word: &str) -> Option<Refusal> {
        let refused = match self.play.may_act(seat).err()? {
            Refused::NotYourTurn => {
                let why = G::waits_with(&self.play.view(Some(seat)), word);
                why.map_or(Refused::NotYourTurn, Refused::Illegal)
            }
            refused => refused,
        };
        Some(self.refusal(seat, word, refused))
    }

    fn unreadable(&self, seat: Seat, text: &str, wrong: Unreadable) -> Refusal {
        match wrong {
            Unreadable::Syntax(says) => {
                self.with_nearest(seat, text, Refusal::new(RefusalCode::Unreadable, Cause::Read(says)))
            }
            Unreadable::Against(rule, says) => {
                let refusal = Refusal::new(RefusalCode::Unreadable, Cause::Read(says));
                self.with_nearest(seat, text, Refusal { rule: Some(rule.0), ..refusal })
            }
            Unreadable::Ambiguous(moves) => {
                let nearest = moves.iter().take(NEAREST_LISTED).cloned().collect();
                Refusal { nearest, ..Refusal::new(RefusalCode::Ambiguous, Cause::Several(moves)) }
            }
        }
    }

    fn refusal(&self, seat: Seat, text: &str, refused: Refused<G::Illegal>) -> Refusal {
        match refused {
            Refused::NoSuchSeat => Refusal::new(RefusalCode::NoSuchSeat, Cause::NoSeat(seat)),
            Refused::Over => Refusal::new(RefusalCode::MatchOver, Cause::Over),
            Refused::NotYourTurn => G::waits(self.play.public(), seat).map_or_else(
                || Refusal::new(RefusalCode::NotYourTurn, Cause::NotYourTurn),
                |why| Refusal::by_rule(RefusalCode::NotYourTurn, why),
            ),
            Refused::Resigned => Refusal::new(RefusalCode::Resigned, Cause::Resigned),
            Refused::NothingToVoid => Refusal::new(RefusalCode::NothingToVoid, Cause::NoVoid),
            Refused::Illegal(why) => self.with_nearest(seat, text, Refusal::by_rule(RefusalCode::Illegal, why)),
        }
    }

    fn with_nearest(&self, seat: Seat, text: &str, refusal: Refusal) -> Refusal {
        let (nearest, keeps_back) = self.nearest(seat, text);
        Refusal { nearest, keeps_back, ..refusal }
    }

    /// What a viewer may know. Seats that the table does not have see what spectators see.
    fn viewer(&self, viewer: Option<Seat>) -> View<'_, G> {
        self.play.view(viewer.filter(|seat| seat.number() < self.play.seats()))
    }
}

impl<G: Words> Play for Live<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn status(&self) -> Status {
        let awaiting = self.play.awaiting();
        let kind = match awaiting {
            Awaiting::Turn(_) => AwaitingKind::Turn,
            Awaiting::Turns(_) | Awaiting::Race(_) => AwaitingKind::Race,
            Awaiting::Sealed(_) => AwaitingKind::Sealed,
            Awaiting::Nobody => AwaitingKind::Nobody,
        };
        Status {
            awaiting: AwaitingJson { kind, seats: awaiting.seats(), window: self.window(None) },
            progress: match self.play.progress() {
                // The next hand is dealt within the same act, so no hand is seen to be over.
                Progress::Playing | Progress::HandOver => ProgressKind::Playing,
                Progress::MatchOver(_) => ProgressKind::MatchOver,
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

    fn house_rules(&self, language: Language) -> String {
        G::house_rules(G::options_of(self.play.public()), language)
    }

    fn apart(&self, seat: Seat) -> SeatSet {
        G::apart(self.play.public(), seat)
    }

    fn waits(&self, seat: Seat) -> Option<Refusal> {
        self.waits_with(seat, "")
    }

    fn free_text(&self) -> bool {
        G::FREE_TEXT
    }

    fn voidable(&self) -> Option<u32> {
        (self.play.may_void() && self.standings().is_none()).then(|| self.play.deals())
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

    fn read(&self, seat: Seat, text: &str, reader: &Reader) -> Result<Judged, Refusal> {
        let (said, late, act) = match self.read_act(seat, text, reader)? {
            SeatAct::Move(m) => {
                let view = self.play.view(Some(seat));
                let late = G::too_late(&view, &m);
                let legal = self.play.legal(seat, m);
                let legal = legal.map_err(|refused| Refusal { late, ..self.refusal(seat, text, refused) })?;
                (Some(G::describe(&view, legal.peek(), reader)), late, SeatAct::Move(legal))
            }
            // Neither is tried out: the moves that follow automatically may amount to a whole match.
            SeatAct::Resign => (None, None, SeatAct::Resign),
            SeatAct::Void => (None, None, SeatAct::Void),
        };
        let text = match &act {
            SeatAct::Move(legal) => G::say(legal.peek()),
            common => {
                let void = matches!(common, SeatAct::Void);
                let may = self.play.takes_part(seat);
                let may = may.and(if void && !self.play.may_void() { Err(Refused::NothingToVoid) } else { Ok(()) });
                may.map_err(|refused| self.refusal(seat, text, refused))?;
                if void { VOID } else { RESIGN }.to_owned()
            }
        };
        let at = (Arc::clone(&self.header), self.play.moves());
        Ok(Judged { seat, text, said, late, at, act: Box::new(act) })
    }

    fn carry_out(&mut self, judged: Judged, reader: &Reader) -> Result<Vec<Fact>, Refusal> {
        let Judged { seat, text, at: (header, moves), act, .. } = judged;
        let stands = Arc::ptr_eq(&header, &self.header) && moves == self.play.moves();
        match act.downcast::<SeatAct<Legal<G::Move>>>() {
            Ok(act) if stands => {
                let (hand, voids) = (G::hand(self.play.public()), matches!(*act, SeatAct::Void));
                let facts =
                    perform(&mut self.play, seat, *act).map_err(|refused| self.refusal(seat, &text, refused))?;
                if voids {
                    self.feats.forget(hand);
                }
                self.feats.note(&facts, hand, self.play.sides());
                Ok(facts)
            }
            _ => {
                let judged = self.read(seat, &text, reader)?;
                self.carry_out(judged, reader)
            }
        }
    }

    fn build(&self, seat: Seat, path: &[usize], reader: &Reader) -> Option<Built> {
        self.play.may_act(seat).ok()?;
        let view = self.play.view(Some(seat));
        let (mut so_far, mut said) = (Vec::new(), Vec::new());
        for &index in path {
            let step = G::choices(&view, &so_far).steps.into_iter().nth(index)?;
            said.extend(pressed(G::controls(&view, &so_far, reader), index));
            so_far.push(step);
        }
        let choices = G::choices(&view, &so_far);
        let sketch = if so_far.is_empty() { None } else { G::sketch(&view, &so_far, reader) };
        let in_steps = || sketch.as_ref().map_or_else(|| said.join(" · "), |sketch| sketch.said.clone());
        Some(Built {
            so_far: choices.done.as_ref().map_or_else(in_steps, |done| G::describe(&view, done, reader)),
            controls: G::controls(&view, &so_far, reader),
            makes: match choices.done {
                None => Makes::Nothing,
                Some(whole) if choices.steps.is_empty() => Makes::WholeMove(G::say(&whole)),
                Some(so_far) => Makes::Move(G::say(&so_far)),
            },
            drafted: sketch.map(|sketch| Box::new(self.drafted(sketch, reader))),
        })
    }

    fn ways(&self, seat: Seat, path: &[usize], reader: &Reader) -> Vec<Explained> {
        let view = self.play.view(Some(seat));
        let next = |mut so_far: Vec<G::Step>, index: &usize| {
            so_far.push(G::choices(&view, &so_far).steps.into_iter().nth(*index)?);
            Some(so_far)
        };
        let so_far = path.iter().try_fold(Vec::new(), next).filter(|_| self.play.may_act(seat).is_ok());
        so_far.map(|so_far| G::ways(&view, &so_far, reader)).unwrap_or_default()
    }

    fn describe(&self, seat: Seat, text: &str, reader: &Reader) -> Option<String> {
        match self.read_act(seat, text, reader).ok()? {
            SeatAct::Move(m) => Some(G::describe(&self.play.view(Some(seat)), &m, reader)),
            SeatAct::Resign | SeatAct::Void => None,
        }
    }

    fn legal(&self, seat: Seat, prefix: &str, limit: usize) -> Listing {
        self.listing(seat, prefix, limit)
    }

    fn forced(&self, seat: Seat) -> Option<Forced> {
        let m = self.only_move(seat)?;
        let hides_nothing = G::goes_without_saying(&self.play.view(Some(seat)), &m);
        Some(Forced { text: G::say(&m), hides_nothing })
    }

    fn suggest(&self, seat: Seat, typed: &str, limit: usize, reader: &Reader) -> Vec<(String, String)> {
        self.suggestions(seat, typed, limit, reader)
    }

    fn likeliest(&self, seat: Seat) -> Option<String> {
        self.guess(seat).or_else(|| self.fallback(seat))
    }

    fn demonstrate(&self, seat: Seat) -> Option<String> {
        self.play.may_act(seat).ok()?;
        G::demonstrate(&self.play.view(Some(seat))).map(|m| G::say(&m))
    }

    fn fallback(&self, seat: Seat) -> Option<String> {
        let awaited = self.awaiting().seats().contains(seat);
        awaited.then(|| G::say(&G::fallback(&self.play.view(Some(seat)))))
    }

    fn think(&self, seat: Seat, thinking: &mut Thinking<'_>, reader: &Reader) -> Option<Thought> {
        self.play.may_act(seat).ok()?;
        let view = self.play.view(Some(seat));
        let compared = think::think(&view, self.play.gone(), thinking);
        let candidates = compared.moves.iter().take(think::NAMED).enumerate().map(|(at, (m, value))| Candidate {
            text: G::say(m),
            value: *value,
            why: think::why(&view, &compared, at, reader),
        });
        let takes = G::takes(&view, thinking.level, &mut Chance::stream(thinking.seed, 1));
        Some(Thought { worlds: compared.worlds, candidates: candidates.collect(), takes })
    }

    fn weigh(
        &self,
        seat: Seat,
        text: &str,
        with: Option<&str>,
        thinking: &mut Thinking<'_>,
        reader: &Reader,
    ) -> Option<Weighed> {
        let played = self.exact(seat, text)?;
        let with = with.and_then(|text| self.exact(seat, text));
        let view = self.play.view(Some(seat));
        let compared = think::weigh(&view, self.play.gone(), (played.clone(), with), thinking);
        let worth = |m: &G::Move| compared.moves.iter().find(|(other, _)| other == m).map(|(_, value)| *value);
        let (best, value) = compared.moves.first()?;
        let better = (*best != played).then(|| Better {
            text: G::say(best),
            by: value - worth(&played).unwrap_or(*value),
            why: G::because(&view, best, reader),
        });
        Some(Weighed { worlds: compared.worlds, why: G::because(&view, &played, reader), better })
    }

    fn draws(&self) -> &[ChanceDraw] {
        self.play.draws()
    }

    fn fresh(&self) -> Vec<String> {
        let pack = G::pack(G::options_of(self.play.public()), self.play.seats());
        pack.into_iter().map(CardText::code).collect()
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

    fn board(&self, viewer: Option<Seat>, reader: &Reader) -> BoardText {
        self.worded(&self.viewer(viewer), reader)
    }

    fn hand_text(&self, viewer: Seat, reader: &Reader) -> String {
        G::hand_text(&self.viewer(Some(viewer)), reader)
    }

    fn screen(&self, viewer: Option<Seat>, reader: &Reader) -> Screen {
        self.drawn_table(&self.viewer(viewer), reader)
    }

    fn showdown_screen(&self, fact: &Fact, reader: &Reader) -> Option<Screen> {
        self.drawn_showdown(fact, reader)
    }

    fn result_screen(&self, reader: &Reader) -> Option<Screen> {
        self.drawn_result(reader)
    }

    fn score_sheet(&self, reader: &Reader) -> Option<Sheet> {
        self.drawn_sheet(reader)
    }

    fn shared_controls(&self, reader: &Reader) -> Vec<Control> {
        match self.play.progress() {
            Progress::MatchOver(_) => Vec::new(),
            _ => G::shared_controls(self.play.public(), reader),
        }
    }

    fn copied(&self) -> Box<dyn Play> {
        Box::new(Self { header: Arc::clone(&self.header), play: self.play.clone(), feats: self.feats.clone() })
    }
}

/// How many of the moves a text could mean are listed for programs.
const NEAREST_LISTED: usize = 8;

/// What was pressed to take a step, in the words that were on it.
fn pressed(controls: Vec<Control>, index: usize) -> Option<String> {
    let takes = |does: &Does| *does == Does::Step(index);
    let label = controls.into_iter().find_map(|control| match control {
        Control::Button { label, does, .. } if takes(&does) => Some(label),
        Control::Select { options, .. } => options.into_iter().find(|pick| takes(&pick.does)).map(|pick| pick.label),
        _ => None,
    });
    label.map(|label| uncapital(label.trim_end_matches('…')))
}

/// Plays an act and returns what came of it as facts.
fn perform<G: Words>(
    play: &mut Match<G>,
    seat: Seat,
    act: SeatAct<Legal<G::Move>>,
) -> Result<Vec<Fact>, Refused<G::Illegal>> {
    let mut facts = Vec::new();
    let mut told = Vec::new();
    match act {
        SeatAct::Move(legal) => play.carry_out(seat, legal, &mut facts),
        SeatAct::Resign => {
            play.resign(seat, &mut facts)?;
            let goes_on = !matches!(play.progress(), Progress::MatchOver(_));
            told.push(common(Common::Resigned(seat, goes_on)));
        }
        SeatAct::Void => {
            play.void(seat, &mut facts)?;
            told.push(common(Common::Voided));
        }
    }
    told.extend(wrap::<G>(facts));
    Ok(told)
}
