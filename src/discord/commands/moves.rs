//! `/move`: plays a move that is typed in words.

use crate::tables::{HandText, MatchAct, Summary, TableId};
use engine::catalog::{self, Listed};

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::presenter::On;
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens::{self, Delivery};
use super::{Meant, table_meant};

const _: fn(engine::Language) = |engine::Language::English| ();

/// The answer if somebody types a move in a channel without a table, but plays elsewhere.
const NOTHING_HERE: &str =
    "Nothing is played in this channel. Type the move where your table is, or write its code before the move";

/// Plays a move.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let typed = line.text("move").unwrap_or_default();
    let (table, text) = match table_meant(app, from).await? {
        Meant::This(table) => (table, without_table(typed, table)),
        Meant::Several(mine) => {
            let table = match named(&mine, typed) {
                Some(table) => Some(table),
                None => only_table(app, from, &mine, typed).await,
            };
            let table = table.ok_or_else(|| which("At which table? Write its code before the move", &mine))?;
            (table, without_table(typed, table))
        }
        // They may have meant the match that has just ended here.
        Meant::Elsewhere(mine) => {
            let table = named(&mine, typed).ok_or_else(|| which(NOTHING_HERE, &mine))?;
            (table, without_table(typed, table))
        }
    };
    // For those who get no direct messages from this table, wherever they type, the hand is shown by whichever
    // ephemeral message the presenter knows of.
    let is_aside = |server| app.presenters.delivery(from.person.id, server) == Delivery::Button;
    let hold = is_aside(from.place.guild).then(|| app.presenters.hold(table));
    let answer = app.ask(from, &table, None, MatchAct::Play(text.to_owned())).await?;
    let hand = answer.snapshot.hand_of(from.person.id);
    let said = answer.said.as_deref().unwrap_or(text);
    let played = screens::played(&answer.snapshot, hand, said, from.place.channel)?;
    let holds_cards = hand.is_some_and(HandText::has_cards);
    Ok(if is_aside(answer.snapshot.place.guild) && holds_cards {
        let hold = hold.unwrap_or_else(|| app.presenters.hold(table));
        Reply::Table(answer.snapshot, hold, On::Typed(Box::new(played)))
    } else {
        Reply::Whisper(played)
    })
}

/// The table whose code is typed before the move.
fn named(mine: &[Summary], typed: &str) -> Option<TableId> {
    mine.iter().find(|m| without_table(typed, m.table) != typed).map(|m| m.table)
}

/// The tables where this person plays, after the words that say what to do.
fn which(why: &str, mine: &[Summary]) -> HandlerError {
    let codes: Vec<String> = mine.iter().map(|m| format!("`{}` ({} in <#{}>)", m.table, m.title, m.channel)).collect();
    let example = mine.first().map_or_else(String::new, |m| format!(" Such as: `/move {} …`", m.table));
    HandlerError::say(format!("{why}: {}.{example}", codes.join(", ")))
}

/// The only table at which this text is exactly a legal move, provided that it is not even part of one at any
/// other: anything less might play a move at a table that was not meant.
async fn only_table(app: &App, from: &Incoming, mine: &[Summary], typed: &str) -> Option<TableId> {
    let mut only = None;
    for m in mine {
        // The move that the text is read as comes first, whatever else it narrows to.
        let found = app.room.suggest(&m.table, from.person.id, typed, 1).await;
        // At a table that takes no moves, it is not a legal move.
        let Some((text, _)) = found.ok().and_then(|found| found.into_iter().next()) else { continue };
        if only.is_some() || !text.eq_ignore_ascii_case(typed.trim()) {
            return None;
        }
        only = Some(m.table);
    }
    only
}

/// A move without the table's code before it, and without what autocomplete lists put in between: `k7f2 · Gin
/// Rummy: take 6♣`.
fn without_table(typed: &str, table: TableId) -> &str {
    let rest = match typed.split_once(char::is_whitespace) {
        Some((code, rest)) if code == table.as_str() => rest.trim_start(),
        _ => return typed,
    };
    let Some(line) = rest.strip_prefix('·').map(str::trim_start) else { return rest };
    let game = |game: &&dyn Listed| line.strip_prefix(game.title())?.strip_prefix(':').map(str::trim_start);
    catalog::games().iter().find_map(game).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_before_the_move_is_taken_off() {
        let table: TableId = "k7f2".parse().unwrap();
        assert_eq!(without_table("k7f2 discard 9D", table), "discard 9D");
        assert_eq!(without_table("draw stock", table), "draw stock");
        assert_eq!(without_table("k7f2", table), "k7f2");
        assert_eq!(without_table("k7f2 · draw from the stock", table), "draw from the stock");
        assert_eq!(without_table("k7f2 · Gin Rummy: take 6♣", table), "take 6♣");
    }
}
