//! From a table to its [`Snapshot`].

use super::frozen::{Frozen, name_at};
use super::house;
use super::names::Person;
use super::news::News;
use super::results::RatingMove;
use super::snapshot::{Disclosed, Occasion, Pledge, SeatInfo, Seating, Snapshot, Terms, Unrated};
use super::stand_ins;
use super::table::{Course, Table, roll};
use super::terms;
use super::wishes::Presence;
use crate::store::{Attendee, RatingChange, Sitter};
use engine::proof::{self, Bytes, Digesting};
use engine::{Reader, Seat, Side};

/// The current state of the table.
pub(super) fn snapshot(table: &Table) -> Snapshot {
    let row = &table.row;
    let (reader, roll, terms) = (table.reader(), roll(row), terms(table));
    Snapshot {
        table: row.id,
        rev: table.rev(),
        occasion: Occasion::Change,
        at: table.last.at,
        place: row.place,
        stage: row.stage,
        seating: Seating {
            seats: seats(table, &reader, &terms),
            host: row.host,
            invited: among(&roll, &row.guests).filter(|person| table.seat_of(person.id).is_none()).collect(),
            sent_away: among(&roll, &row.sent_away).collect(),
            lingering: house::lingering(table),
            may_be_left: table.play().map(|play| stand_ins::may_be_left(table, play)).unwrap_or_default(),
            shares: stand_ins::shares(table),
            presence: Presence::of(table),
            wish: table.open_wish(table.last.at).cloned(),
        },
        terms,
        news: News { next: table.rests, ..table.last.news.clone() },
        ratings: ratings(table, &reader),
        pledge: pledge(table),
        play: Frozen::of(table, reader),
    }
}

fn pledge(table: &Table) -> Option<Pledge> {
    let (row, sealed) = (&table.row, table.row.seal.as_ref()?);
    Some(Pledge {
        number: sealed.number,
        attempt: sealed.attempt,
        commitment: sealed.seal.commitment(row.id.as_str()),
        entropy: row.entropy(),
        packs: packs(table),
        opened: (!row.stage.is_live())
            .then(|| Disclosed { secret: sealed.seal.secret, digest: table.digest.as_ref().map(Digesting::so_far) }),
    })
}

fn packs(table: &Table) -> Vec<(u32, Bytes)> {
    let Course::Match(play) = &table.play else { return Vec::new() };
    let numbers = proof::packs_in_play(play.as_ref());
    numbers.into_iter().filter_map(|number| Some((number, *table.roots.get(number as usize - 1)?))).collect()
}

fn terms(table: &Table) -> Terms {
    let (row, game) = (&table.row, table.game);
    let (counts, options) = match &row.header {
        Some(header) => (vec![header.seats], Ok(header.options.clone())),
        None => (terms::counts(row, game).unwrap_or_else(|_| vec![2]), terms::in_force(row, game)),
    };
    Terms {
        game,
        variant: row.variant.clone(),
        private: row.private,
        hints: row.hints,
        clock: row.clock,
        absent: row.absent,
        forced: row.forced,
        next_hand: row.next_hand,
        challenge: row.challenge,
        rematch_of: row.rematch_of,
        rematch: row.rematch,
        counts,
        options,
    }
}

/// These people under the names by which a roll tells them apart.
fn among(roll: &[(Sitter, String)], whom: &[Attendee]) -> impl Iterator<Item = Person> {
    let named = |someone: &Attendee| roll.iter().find(|(who, _)| *who == someone.who);
    whom.iter().filter_map(named).filter_map(|(who, name)| Some(Person::new(who.person()?, name)))
}

fn seats(table: &Table, reader: &Reader, terms: &Terms) -> Vec<SeatInfo> {
    let play = table.play();
    let scores = play.map(|p| p.status().scores).unwrap_or_default();
    let sides = play.map(|p| p.sides().clone()).or_else(|| terms::sides(&table.row, table.game).ok());
    Seat::all(terms.counts.last().copied().unwrap_or_default())
        .map(|seat| {
            let side = sides.as_ref().and_then(|sides| sides.get(seat).copied()).unwrap_or(Side(seat.number()));
            SeatInfo {
                seat,
                sitter: table.row.sitters.get(seat.index()).map(|one| one.who),
                name: name_at(reader, seat),
                side,
                score: scores.get(side.index()).copied().unwrap_or_default(),
                away: table.row.is_away(seat),
                time: table.time_left(seat),
                resigned: play.is_some_and(|p| p.gone().contains(seat)),
                left_to: table.row.stands_in(seat),
            }
        })
        .collect()
}

fn ratings(table: &Table, reader: &Reader) -> Result<Vec<RatingMove>, Unrated> {
    if table.row.sitters.iter().any(|one| one.who.house().is_some()) {
        return Err(Unrated::House);
    }
    if table.voided {
        return Err(Unrated::Voided);
    }
    let moved = |change: &RatingChange| {
        let name = table.seat_of(change.user).map(|seat| name_at(reader, seat)).unwrap_or_default();
        RatingMove { user: change.user, name, before: change.before, after: change.after }
    };
    Ok(table.ratings.iter().map(moved).collect())
}
