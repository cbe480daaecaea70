//! From a table to its [`Snapshot`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::names::Person;
use super::request::Fault;
use super::snapshot::{HandText, RatingMove, SeatInfo, Snapshot, Standing};
use super::table::{Playing, Table, people, roll};
use super::terms;
use crate::store::{Sitter, Stage, UserId};
use engine::picture::Screen;
use engine::{Awaiting, BoardText, Header, Lazily, Names, Play, Prompt, Seat, SeatSet, Seen, Side};

/// The current state of the table.
pub(super) fn snapshot(table: &Table) -> Snapshot {
    let row = &table.row;
    let (names, roll) = (table.names(), roll(row));
    let variant = table.variant();
    let counts = counts(table);
    let play = table.play();
    let frozen = play.map(|play| Frozen { play: play.frozen(), names: Arc::new(table.drawn()) });
    Snapshot {
        table: row.id,
        rev: table.rev(),
        renamed: false,
        at: table.last.at,
        place: row.place,
        game: table.game.id(),
        title: table.game.title(),
        variant: row.variant.clone(),
        variant_title: variant.map_or_else(|| row.variant.clone(), |v| v.title.to_owned()),
        house_rules: house_rules(table),
        private: row.private,
        challenge: row.challenge,
        stage: row.stage,
        seats: seats(table, &names, counts.last().copied().unwrap_or_default()),
        counts,
        host: row.host,
        invited: among(&roll, &row.guests).filter(|person| table.seat_of(person.id).is_none()).collect(),
        sent_away: among(&roll, &row.sent_away).collect(),
        hand: play.map_or(0, |p| p.status().hand),
        moves: table.entries,
        board: board(table, &names),
        screen: frozen.as_ref().map(Frozen::screen).unwrap_or_default(),
        sheet: play.and_then(|play| play.score_sheet(&names)),
        told: table.last.news.told.clone(),
        earlier: active(table).map(|play| table.recent.before(play.awaiting())).unwrap_or_default(),
        results: table.last.news.results.clone(),
        shared: active(table).map(Play::shared_controls).unwrap_or_default(),
        voidable: active(table).filter(|play| plays_on(table, *play)).and_then(Play::voidable),
        window_shared: play.map_or(0, |p| p.window(None)),
        awaiting: asked(table, Awaiting::seats),
        waited_for: asked(table, Awaiting::waited_for),
        standings: standings(table, &names),
        ratings: ratings(table, &names),
        rematch: row.rematch,
        rematch_of: row.rematch_of,
        hands: hands(table, frozen.as_ref(), &names),
    }
}

/// These people under the names by which a roll tells them apart.
fn among(roll: &[(UserId, String)], whom: &[Sitter]) -> impl Iterator<Item = Person> {
    let named = |someone: &Sitter| roll.iter().find(|(user, _)| *user == someone.user);
    whom.iter().filter_map(named).map(|(user, name)| Person::new(*user, name))
}

/// The match, while it is being played.
fn active(table: &Table) -> Option<&dyn Play> {
    table.play().filter(|_| table.row.stage == Stage::Playing)
}

/// Whether the host still plays: a host who has resigned cannot void a hand.
fn plays_on(table: &Table, play: &dyn Play) -> bool {
    table.seat_of(table.row.host).is_some_and(|seat| !play.gone().contains(seat))
}

/// The numbers of players with which the match can start; once it has begun, how many play.
fn counts(table: &Table) -> Vec<u8> {
    match &table.row.header {
        Some(header) => vec![header.seats],
        None => terms::counts(&table.row, table.game).unwrap_or_else(|_| vec![2]),
    }
}

fn house_rules(table: &Table) -> String {
    match (table.play(), &table.row.header) {
        (Some(play), _) => play.house_rules(),
        // A match that this program cannot continue.
        (None, Some(header)) => table.game.house_rules(&header.options),
        (None, None) => terms::house_rules(&table.row, table.game).unwrap_or_default(),
    }
}

fn user_at(table: &Table, seat: Seat) -> Option<UserId> {
    table.row.sitters.get(seat.index()).map(|s| s.user)
}

fn name_at(names: &Names, seat: Seat) -> String {
    names.0.get(seat).cloned().unwrap_or_default()
}

fn seats(table: &Table, names: &Names, most: u8) -> Vec<SeatInfo> {
    let play = table.play();
    let scores = play.map(|p| p.status().scores).unwrap_or_default();
    let mut people = people(&table.row.sitters);
    let sides = play.map(|p| p.sides().clone()).or_else(|| terms::sides(&table.row, table.game).ok());
    Seat::all(most)
        .map(|seat| {
            let side = sides.as_ref().and_then(|sides| sides.get(seat).copied()).unwrap_or(Side(seat.number()));
            SeatInfo {
                seat,
                person: people.next(),
                name: name_at(names, seat),
                side,
                score: scores.get(side.index()).copied().unwrap_or_default(),
                resigned: play.is_some_and(|p| p.gone().contains(seat)),
            }
        })
        .collect()
}

fn board(table: &Table, names: &Names) -> BoardText {
    match &table.play {
        Playing::NotYet => BoardText::default(),
        Playing::Match(play) => play.board(None, names),
        Playing::Stuck(why) => {
            let prompt = Prompt::say(format!("This match cannot go on here: {why}. End the table."));
            BoardText { prompt, ..BoardText::default() }
        }
    }
}

/// The match as it stands, to be drawn when somebody looks. Whoever has moved does not wait for that, and of moves in
/// quick succession most boards are never looked at.
struct Frozen {
    play: Arc<dyn Play>,
    names: Arc<Names>,
}

impl Frozen {
    /// A picture that cannot be described is empty, so that words are shown in its place.
    fn drawn(&self, draw: impl FnOnce(&dyn Play, &Names) -> Screen + Send + 'static) -> Lazily<Arc<Screen>> {
        let (play, names) = (Arc::clone(&self.play), Arc::clone(&self.names));
        Lazily::new(move || {
            let described = catch_unwind(AssertUnwindSafe(|| draw(&*play, &names)));
            described.map_or_else(|_| nothing(play.header()), Arc::new)
        })
    }

    /// The table, or the score sheet of the match.
    fn screen(&self) -> Lazily<Arc<Screen>> {
        self.drawn(|play, names| play.result_screen(names).unwrap_or_else(|| play.screen(None, names)))
    }

    fn screen_of(&self, seat: Seat) -> Lazily<Arc<Screen>> {
        self.drawn(move |play, names| play.screen(Some(seat), names))
    }
}

/// What is shown of a table whose game could not describe it.
fn nothing(of: &Header) -> Arc<Screen> {
    let _ = Fault::log("a picture could not be described", &Undescribed(of.game.clone()));
    Arc::default()
}

/// Which game it was; what exactly broke may be hidden from those who read the log.
#[derive(Debug, thiserror::Error)]
#[error("{0} broke off")]
struct Undescribed(String);

/// The people at the seats that `whom` picks from those awaited now.
fn asked(table: &Table, whom: impl Fn(Awaiting) -> SeatSet) -> Vec<UserId> {
    let seats = active(table).map(|play| whom(play.awaiting()));
    seats.into_iter().flat_map(|seats| seats.iter()).filter_map(|seat| user_at(table, seat)).collect()
}

fn hands(table: &Table, frozen: Option<&Frozen>, names: &Names) -> Vec<(UserId, HandText)> {
    let (Some(play), Some(frozen)) = (active(table), frozen) else { return Vec::new() };
    let awaited = play.awaiting().seats();
    let hand = |seat: Seat| HandText {
        seat,
        seen: Seen {
            board: play.board(Some(seat), names),
            text: play.hand_text(seat, names),
            screen: frozen.screen_of(seat),
        },
        controls: play.build(seat, &[], names).map(|built| built.controls).unwrap_or_default(),
        window: play.window(Some(seat)),
        told: table.last.news.own.get(seat.index()).cloned().unwrap_or_default(),
        lately: table.recent.since_move_of(seat, awaited.contains(seat), play.apart(seat)),
    };
    Seat::all(play.sides().count()).filter_map(|seat| Some((user_at(table, seat)?, hand(seat)))).collect()
}

fn standings(table: &Table, names: &Names) -> Option<Vec<Standing>> {
    let play = table.play()?;
    let standing = |placing: &engine::Placing| {
        let seats: Vec<Seat> =
            play.sides().enumerate().filter(|(_, side)| **side == placing.side).map(|(seat, _)| seat).collect();
        Standing {
            place: placing.place,
            side: placing.side,
            score: placing.score,
            names: seats.iter().map(|&seat| name_at(names, seat)).collect(),
        }
    };
    Some(play.standings()?.0.iter().map(standing).collect())
}

fn ratings(table: &Table, names: &Names) -> Vec<RatingMove> {
    let moved = |change: &crate::store::RatingChange| {
        let name = table.seat_of(change.user).map(|seat| name_at(names, seat)).unwrap_or_default();
        RatingMove { user: change.user, name, before: change.before, after: change.after }
    };
    table.ratings.iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::catalog::{self, Setup};

    #[test]
    fn r2_a_picture_that_cannot_be_described_is_empty_each_time() {
        let (play, _) = catalog::game("gin-rummy").and_then(|game| game.start(Setup::default())).unwrap();
        let frozen = Frozen { play: play.frozen(), names: Arc::new(Names::plain(2)) };
        let broken = frozen.drawn(|_, _| panic!("a game breaks while it describes its table"));
        assert!(broken.is_empty() && broken.clone().is_empty());
        assert!(!frozen.screen().is_empty());
    }
}
