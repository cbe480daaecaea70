//! The terms of a table: how many play, and by which options.

use serde_json::Value;

use super::rejection::Unfit;
use crate::store::TableRow;
use engine::catalog::Listed;
use engine::{Overrides, Seats, Side};

/// The fewest and the most people who may sit for the match to start.
pub(super) fn wanted(row: &TableRow, game: &dyn Listed) -> Result<(u8, u8), Unfit> {
    let range = game.seats(Some(&row.variant), &row.options)?;
    match row.seats {
        None => Ok((*range.start(), *range.end())),
        Some(seats) if range.contains(&seats) => Ok((seats, seats)),
        Some(seats) => {
            let counts = game.counts(Some(&row.variant), &row.options)?;
            let fits = if counts.is_empty() { range.collect() } else { counts };
            Err(Unfit::Seats { game: game.id(), fits, wanted: seats })
        }
    }
}

/// A table whose options have become exactly those of another variant turns into that variant.
pub(super) fn name_variant(row: &mut TableRow, game: &dyn Listed) -> Result<(), Unfit> {
    let range = game.seats(Some(&row.variant), &row.options)?;
    let Ok(options) = game.options(Some(&row.variant), &row.options, *range.start()) else { return Ok(()) };
    let variants = game.variants();
    if let Some(same) = variants.iter().find(|variant| variant.options == options) {
        same.id.clone_into(&mut row.variant);
        row.options = Overrides::new();
    }
    Ok(())
}

/// The numbers of players with which the match can start, fewest first: teams of equal size leave gaps.
pub(super) fn counts(row: &TableRow, game: &dyn Listed) -> Result<Vec<u8>, Unfit> {
    let (fewest, most) = wanted(row, game)?;
    let mut counts = game.counts(Some(&row.variant), &row.options)?;
    counts.retain(|seats| (fewest..=most).contains(seats));
    Ok(if counts.is_empty() { vec![fewest] } else { counts })
}

/// Who wins together, for the number of players with which the match can start next.
pub(super) fn sides(row: &TableRow, game: &dyn Listed) -> Result<Seats<Side>, Unfit> {
    Ok(game.sides(&in_force(row, game)?, next_count(row, game)?))
}

/// The complete options in force, checked for the number of players with which the match can start next.
pub(super) fn in_force(row: &TableRow, game: &dyn Listed) -> Result<Value, Unfit> {
    Ok(game.options(Some(&row.variant), &row.options, next_count(row, game)?)?)
}

/// The number of players with which the match can start next, those already there included.
fn next_count(row: &TableRow, game: &dyn Listed) -> Result<u8, Unfit> {
    let counts = counts(row, game)?;
    let next = counts.iter().find(|count| usize::from(**count) >= row.sitters.len());
    Ok(next.or(counts.last()).copied().unwrap_or_default())
}
