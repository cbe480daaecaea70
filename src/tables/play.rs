//! Moves: which one a request means, and whether it came in time.

use super::clock::now;
use super::names::Person;
use super::rejection::{More, NotPlayed, NotYours, Rejection, RuleCited, Untimely};
use super::request::{MatchAct, Outcome, Request, Window};
use super::table::{Playing, Table};
use crate::store::{Finish, FinishSeat, Stage};
use engine::{Judged, Late, Makes, Play, RESIGN, Refusal, RefusalCode, Seat, VOID, rules};

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
}

/// Judges a request about the match.
pub(super) fn judge(table: &Table, request: &Request, act: &MatchAct) -> Result<Verdict, Rejection> {
    let play = running(table)?;
    let seat = table.seat_of(request.who.id).ok_or(Rejection::NotSeated)?;
    if let Some(window) = request.window {
        in_time(table, play, seat, window)?;
    }
    let verdict = match act {
        MatchAct::Resign => read(table, play, seat, RESIGN),
        MatchAct::Void(Some(deal)) if play.voidable().is_some_and(|now| now != *deal) => {
            Err(Rejection::TooLate("That hand is over already; the one being played was not voided.".to_owned()))
        }
        MatchAct::Void(_) => read(table, play, seat, VOID),
        MatchAct::Play(text) => typed(table, play, seat, text),
        MatchAct::Build(path) => build(table, play, seat, path, false),
        MatchAct::Finish(path) => build(table, play, seat, path, true),
    };
    by_host(table, &request.who, verdict?)
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
        (Stage::Lobby, _) | (Stage::Playing, Playing::NotYet) => Err(not_begun(table).into()),
        (Stage::Over, _) => Err(Untimely::Over.into()),
        (Stage::Closed, _) => Err(Rejection::Gone),
        (Stage::Playing, Playing::Match(play)) => Ok(play.as_ref()),
        (Stage::Playing, Playing::Stuck(why)) => Err(NotPlayed::Stuck(why.clone()).into()),
    }
}

/// Who may begin the match: nobody presses Start at a challenge or a rematch.
fn not_begun(table: &Table) -> NotPlayed {
    if table.row.challenge { NotPlayed::WaitsFor(table.waited_for()) } else { NotPlayed::WaitsForHost }
}

fn read(table: &Table, play: &dyn Play, seat: Seat, text: &str) -> Result<Verdict, Rejection> {
    play.read(seat, text, &table.names()).map(Verdict::Move).map_err(|refusal| refused(table, seat, refusal))
}

/// A move without a button's window. If it answers a question that somebody has settled in the meantime, it comes
/// too late.
fn typed(table: &Table, play: &dyn Play, seat: Seat, text: &str) -> Result<Verdict, Rejection> {
    let read = play.read(seat, text, &table.names());
    let late = match &read {
        Ok(judged) => judged.late(),
        Err(refusal) => refusal.late,
    };
    let words = match late {
        None => return read.map(Verdict::Move).map_err(|refusal| refused(table, seat, refusal)),
        Some(Late::Beaten(by)) => was_faster(table, by),
        Some(Late::Gone) => format!("That was for cards that are gone: it costs nothing. {}", told(table)),
        Some(Late::Sent) => "You have sent that answer already: it counts only once.".to_owned(),
    };
    Err(Rejection::TooLate(standing(table, play, seat, &words)))
}

/// A refusal with the heading of its rule, and the moves that may be played instead, worded as in lists.
pub(super) fn refused(table: &Table, seat: Seat, mut refusal: Refusal) -> Rejection {
    let game = table.game;
    let mut more = More::None;
    let rule = refusal.rule.map(|anchor| {
        let title = rules::find(game.rules(), anchor).map_or_else(
            || anchor.to_owned(),
            |section| format!("{} {}", section.number, section.title).trim().to_owned(),
        );
        RuleCited { game: game.id(), anchor, title }
    });
    if let Some(play) = table.play() {
        if refusal.code == RefusalCode::NotYourTurn {
            // Whose turn it is, is no secret.
            let prompt = play.board(None, &table.names()).prompt;
            refusal.message = format!("{} {prompt}", refusal.message).trim_end().to_owned();
        }
        more = beside(play, seat, &mut refusal);
        if refusal.code == RefusalCode::Ambiguous {
            // The sentence already names them in notation: a list below would only repeat them.
            refusal.nearest.clear();
        }
        for text in &mut refusal.nearest {
            *text = play.describe(seat, text, &table.names()).unwrap_or_else(|| std::mem::take(text));
        }
    }
    Rejection::Refused { message: refusal.message, rule, nearest: refusal.nearest, more }
}

/// What else may be played besides the moves that a refusal names. If there are few, it names them all.
fn beside(play: &dyn Play, seat: Seat, refusal: &mut Refusal) -> More {
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
fn build(table: &Table, play: &dyn Play, seat: Seat, path: &[usize], finish: bool) -> Result<Verdict, Rejection> {
    let Some(built) = play.build(seat, path, &table.names()) else {
        let gone =
            || Rejection::TooLate("That choice is no longer there. Your hand shows what you can do now.".to_owned());
        return Err(play.waits(seat).map_or_else(gone, |refusal| refused(table, seat, refusal)));
    };
    match &built.makes {
        Makes::WholeMove(text) => read(table, play, seat, text),
        Makes::Move(text) if finish => read(table, play, seat, text),
        Makes::Nothing if finish => Err(NotPlayed::Incomplete.into()),
        Makes::Move(_) | Makes::Nothing => Ok(Verdict::Show(Outcome::Step(built))),
    }
}

/// Checks that the button was made in the window that is open now.
fn in_time(table: &Table, play: &dyn Play, seat: Seat, window: Window) -> Result<(), Rejection> {
    let (pressed, open) = match window {
        Window::Board(n) => (n, play.window(None)),
        Window::Hand(n) => (n, play.window(Some(seat))),
    };
    if pressed == open { Ok(()) } else { Err(Rejection::TooLate(too_late(table, play, seat, window))) }
}

/// Says what came before a late click, using only what everybody was told.
fn too_late(table: &Table, play: &dyn Play, seat: Seat, window: Window) -> String {
    let last = &table.last;
    let just_missed = last.before.as_ref().is_some_and(|before| match window {
        Window::Board(n) => n == before.board,
        Window::Hand(n) => before.hands.get(seat) == Some(&n),
    });
    let raced = last.before.as_ref().is_some_and(|before| before.raced.contains(seat));
    let words = match last.by {
        // A player who has moved knows the result of that, but perhaps not that it is still their turn.
        Some(by) if just_missed && by == seat && asked(table, play, seat) => "That move is made.".to_owned(),
        Some(by) if just_missed && by == seat => "You have moved already.".to_owned(),
        Some(by) if just_missed && raced => was_faster(table, by),
        Some(_) if just_missed => format!("That button belonged to an earlier turn. {}", told(table)),
        _ => "That button belonged to an earlier turn.".to_owned(),
    };
    standing(table, play, seat, &words)
}

/// Who came first, by how much, and what their move brought about.
fn was_faster(table: &Table, by: Seat) -> String {
    // Whatever another has sent since has another time.
    let margin = if table.last.by == Some(by) { margin(now() - table.last.at) } else { String::new() };
    format!("{} was faster{margin}. {}", table.names().name(by), told(table))
}

/// What everybody was told last.
fn told(table: &Table) -> String {
    table.last.news.told.join(" ")
}

/// Is this seat asked for a move?
fn asked(table: &Table, play: &dyn Play, seat: Seat) -> bool {
    play.board(None, &table.names()).prompt.asked_of(seat).is_some()
}

/// ` by 0.2 s`; empty after 10 s, when it is no longer a race.
fn margin(milliseconds: i64) -> String {
    match milliseconds {
        0..100 => " by less than 0.1 s".to_owned(),
        100..10_000 => format!(" by {}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        _ => String::new(),
    }
}

/// These words, followed by the state of the match as told to this seat.
fn standing(table: &Table, play: &dyn Play, seat: Seat, words: &str) -> String {
    let now = play.board(None, &table.names()).prompt.to(seat);
    [words.trim(), now.trim()].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// The result, once the match is decided.
pub(super) fn finish(table: &Table, play: &dyn Play) -> Option<Finish> {
    let standings = play.standings()?;
    let seats = play.sides().enumerate().filter_map(|(seat, &side)| {
        let placing = standings.0.iter().find(|p| p.side == side)?;
        let sitter = table.row.sitters.get(seat.index())?;
        Some(FinishSeat {
            seat,
            who: sitter.who,
            name: sitter.name.clone(),
            account: sitter.account.clone(),
            side,
            place: placing.place,
            score: placing.score,
        })
    });
    let row = &table.row;
    Some(Finish { game: row.game.clone(), variant: row.variant.clone(), place: row.place, seats: seats.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_beaten_hears_by_how_much() {
        let said = [(-5, ""), (40, " by less than 0.1 s"), (250, " by 0.2 s"), (3_999, " by 3.9 s"), (60_000, "")];
        for (late, words) in said {
            assert_eq!(margin(late), words, "{late}");
        }
    }
}
