//! Moves: which one a request means, and whether it came in time.

use super::clock::now;
use super::names::Person;
use super::rejection::{Missed, More, NotPlayed, NotYours, Rejection, Untimely};
use super::request::{MatchAct, Outcome, Request, Window};
use super::stand_ins;
use super::table::{Course, Table};
use crate::store::{Finish, FinishSeat, Stage};
use engine::{Judged, Late, Makes, Play, RESIGN, Refusal, RefusalCode, Seat, VOID};

/// If there are no more moves than this, a refusal names them all.
const FEW: usize = 5;
/// If there are more moves than this, they are not counted.
const COUNTED: usize = 60;

/// What a request to a running match amounts to.
pub(super) enum Verdict {
    /// This move is to be played.
    Move(Judged),
    /// Nothing changes.
    Show(Outcome),
    Refused(Seat, Refusal),
    Late(Seat, Missed),
    /// The house plays this seat from now on.
    Leave(Seat),
    /// Its owner plays this seat from now on.
    Return(Seat),
}

/// Judges a request about the match.
pub(super) fn judge(table: &Table, request: &Request, act: &MatchAct) -> Result<Verdict, Rejection> {
    let play = running(table)?;
    let seat = table.seat_of(request.who.id).ok_or(Rejection::NotSeated)?;
    match stand_ins::acts(table, seat) {
        Err(_) if *act == MatchAct::Return => return Ok(Verdict::Return(seat)),
        acts => acts?,
    }
    if let Some(missed) = request.window.and_then(|window| missed(table, play, seat, window)) {
        return Ok(Verdict::Late(seat, missed));
    }
    let verdict = match act {
        MatchAct::Resign => read(table, play, seat, RESIGN),
        MatchAct::Leave if stand_ins::may_be_left(table, play).contains(seat) => Verdict::Leave(seat),
        // The game's own words for whoever has resigned.
        MatchAct::Leave | MatchAct::Return if play.gone().contains(seat) => read(table, play, seat, RESIGN),
        MatchAct::Leave => return Err(NotPlayed::NotLeft.into()),
        MatchAct::Return => return Err(NotPlayed::NotAway.into()),
        MatchAct::Void(Some(deal)) if play.voidable().is_some_and(|now| now != *deal) => {
            Verdict::Late(seat, Missed::Hand)
        }
        MatchAct::Void(_) => read(table, play, seat, VOID),
        // Nothing is played by it: the table's owner sees to it.
        MatchAct::Next(_) => Verdict::Show(Outcome::Done),
        MatchAct::Play(text) => typed(table, play, seat, text),
        MatchAct::Build(path) => build(table, play, seat, path, false)?,
        MatchAct::Finish(path) => build(table, play, seat, path, true)?,
    };
    by_host(table, &request.who, verdict)
}

/// However it was asked for, only the host may void a hand.
fn by_host(table: &Table, who: &Person, verdict: Verdict) -> Result<Verdict, Rejection> {
    match &verdict {
        Verdict::Move(judged) if judged.text() == VOID && who.id != table.row.host => Err(NotYours::Voiding.into()),
        _ => Ok(verdict),
    }
}

/// The match, if it is being played.
pub(super) fn running(table: &Table) -> Result<&dyn Play, Rejection> {
    match (table.row.stage, &table.play) {
        (Stage::Lobby, _) | (Stage::Playing, Course::NotYet) => Err(not_begun(table).into()),
        (Stage::Over, _) => Err(Untimely::Over.into()),
        (Stage::Closed, _) => Err(Rejection::Gone),
        (Stage::Playing, Course::Match(play)) => Ok(play.as_ref()),
        (Stage::Playing, Course::Stuck(why)) => Err(NotPlayed::Stuck(why.clone()).into()),
    }
}

/// Who may begin the match: nobody presses Start at a challenge or a rematch.
fn not_begun(table: &Table) -> NotPlayed {
    if table.row.challenge { NotPlayed::WaitsFor(table.waited_for()) } else { NotPlayed::WaitsForHost }
}

fn read(table: &Table, play: &dyn Play, seat: Seat, text: &str) -> Verdict {
    play.read(seat, text, &table.reader()).map_or_else(|refusal| Verdict::Refused(seat, refusal), Verdict::Move)
}

/// A move without a button's window. If it answers a question that somebody has settled in the meantime, it comes
/// too late.
fn typed(table: &Table, play: &dyn Play, seat: Seat, text: &str) -> Verdict {
    let verdict = read(table, play, seat, text);
    let late = match &verdict {
        Verdict::Move(judged) => judged.late(),
        Verdict::Refused(_, refusal) => refusal.late,
        Verdict::Show(_) | Verdict::Late(..) | Verdict::Leave(_) | Verdict::Return(_) => None,
    };
    match late {
        None => verdict,
        Some(Late::Beaten(by)) => Verdict::Late(seat, race(table, by)),
        Some(Late::Gone) => Verdict::Late(seat, Missed::Question),
        Some(Late::Sent) => Verdict::Late(seat, Missed::Sent),
    }
}

/// What else may be played besides the moves that a refusal names. If there are few, it names them all.
pub(super) fn beside(play: &dyn Play, seat: Seat, refusal: &mut Refusal) -> More {
    if refusal.code == RefusalCode::Ambiguous {
        // The sentence already names them in notation: a list below would only repeat them.
        refusal.nearest.clear();
    }
    let named = refusal.nearest.len();
    if named == 0 || !matches!(refusal.code, RefusalCode::Illegal | RefusalCode::Unreadable) {
        return More::None;
    }
    if play.free_text() {
        return More::Answers;
    }
    if refusal.keeps_back {
        return More::Others;
    }
    let all = play.legal(seat, "", COUNTED);
    let others = all.moves.into_iter().filter(|text| !refusal.nearest.contains(text));
    let others: Vec<String> = others.collect();
    match others.len() {
        _ if !all.complete => More::Others,
        more if named + more > FEW => More::Listed(more),
        _ => {
            refusal.nearest.extend(others);
            More::None
        }
    }
}

/// Continues building a move, or plays it if it is `finish`ed, or is complete and nothing can follow.
fn build(table: &Table, play: &dyn Play, seat: Seat, path: &[usize], finish: bool) -> Result<Verdict, NotPlayed> {
    let Some(built) = play.build(seat, path, &table.reader()) else {
        let gone = Verdict::Late(seat, Missed::Choice);
        return Ok(play.waits(seat).map_or(gone, |refusal| Verdict::Refused(seat, refusal)));
    };
    match &built.makes {
        Makes::WholeMove(text) => Ok(read(table, play, seat, text)),
        Makes::Move(text) if finish => Ok(read(table, play, seat, text)),
        Makes::Nothing if finish => Err(NotPlayed::Incomplete),
        Makes::Move(_) | Makes::Nothing => Ok(Verdict::Show(Outcome::Step(built))),
    }
}

/// What came before a click, if its button was made in a window that is not open now; only what everybody was told.
fn missed(table: &Table, play: &dyn Play, seat: Seat, window: Window) -> Option<Missed> {
    let (pressed, open) = match window {
        Window::Board(n) => (n, play.window(None)),
        Window::Hand(n) => (n, play.window(Some(seat))),
    };
    if pressed == open {
        return None;
    }
    let last = &table.last;
    if last.late && last.by == Some(seat) {
        return Some(Missed::Time);
    }
    let before = last.before.as_ref().filter(|before| match window {
        Window::Board(n) => n == before.board,
        Window::Hand(n) => before.hands.get(seat) == Some(&n),
    });
    Some(match last.by.zip(before) {
        None => Missed::LongAgo,
        Some((by, _)) if by == seat => Missed::Moved,
        Some((by, before)) if before.raced.contains(seat) => race(table, by),
        Some(_) => Missed::Turn,
    })
}

/// Whatever another has sent since has another time.
fn race(table: &Table, by: Seat) -> Missed {
    Missed::Race { by, since: (table.last.by == Some(by)).then(|| now() - table.last.at) }
}

/// The result, once the match is decided.
pub(super) fn finish(table: &Table, play: &dyn Play) -> Option<Finish> {
    let (standings, places) = (play.standings()?, stand_ins::places(table, play)?);
    let seats = play.sides().enumerate().zip(places).filter_map(|((seat, &side), place)| {
        let placing = standings.0.iter().find(|p| p.side == side)?;
        let sitter = table.row.sitters.get(seat.index())?;
        Some(FinishSeat {
            seat,
            who: sitter.who,
            name: sitter.name.clone(),
            account: sitter.account.clone(),
            side,
            place,
            score: placing.score,
        })
    });
    let row = &table.row;
    Some(Finish { game: row.game.clone(), variant: row.variant.clone(), place: row.place, seats: seats.collect() })
}
