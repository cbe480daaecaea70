//! The review of a hand: where another move would have been worth more.

use std::sync::Arc;

use crate::tables::{Reasoned, Review, ReviewedMove, Snapshot, Stage};
use engine::picture::Screen;
use engine::{Lazily, figure};

use super::super::preferences::Look;
use super::super::press::Press;
use super::super::ui::{Button, Limit, Message, MessageBuilder, Style, plain};
use super::replay::opens;
use super::{about, shown, table};

const _: fn(engine::Language) = |engine::Language::English| ();

/// One of its moments (from 1), with a button for each. Must only ever be sent to the person whose hand it was.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn review(snapshot: &Snapshot, review: &Review, at: u8, look: Look) -> Result<Message, Limit> {
    let at = usize::from(at).clamp(1, review.moments.len().max(1));
    let heading = format!("review of hand {} · table {}", review.hand, snapshot.table);
    let begun = || about(snapshot, &heading).text(summary(review));
    let Some(moment) = review.moments.get(at - 1) else { return begun().build() };
    let nothing = Lazily::<Arc<Screen>>::default();
    let seen = moment.hand().map(|hand| &hand.seen);
    shown(look, seen.map_or(&nothing, |seen| &seen.screen), |look| {
        let draft = match seen {
            Some(seen) if look.picture => table(begun(), look, &seen.screen, ""),
            Some(seen) => table(begun(), look, &seen.screen, &seen.text).code(&seen.board.body),
            None => begun(),
        };
        let there =
            (snapshot.stage != Stage::Playing).then(|| opens(snapshot, "See it", moment.at(), Some(moment.seat)));
        told(draft, moment).buttons(buttons(snapshot, review, at)?).buttons(there.transpose()?).build()
    })
}

/// How many decisions, and what came of looking at them.
fn summary(review: &Review) -> String {
    let Review { decisions, looked_at, moments, .. } = review;
    let looked = match (decisions, looked_at) {
        (0, _) => return "You had nothing to decide in this hand.".to_owned(),
        (1, _) => "I looked at your one decision in this hand.".to_owned(),
        (all, some) if some < all => format!("I had time for {some} of your {all} decisions in this hand."),
        (all, _) => format!("I looked at your {all} decisions in this hand."),
    };
    let found = match moments.len() {
        0 => "I found no move that was clearly better.",
        1 => "Here another move was worth more.",
        _ => "Here other moves were worth more.",
    };
    format!("{looked} {found}")
}

fn told(draft: MessageBuilder, moment: &ReviewedMove) -> MessageBuilder {
    let ReviewedMove { number, played, better, by, worlds, .. } = moment;
    let share = format!("{} %", (by * 100.0).round().max(1.0));
    let worth = match worlds {
        1 => format!("In one imagined deal it was worth {share} of the match more."),
        worlds => {
            format!("In {} imagined deals it was worth {share} of the match more on average.", figure(*worlds as i32))
        }
    };
    draft
        .text_cut(format!("Decision {number}, you chose: {}{}", plain(&played.says), why(played)))
        .text_cut(format!("Better: **{}**{}", plain(&better.says), why(better)))
        .text(format!("-# {worth}"))
}

/// What could be counted of it, in a line of its own.
fn why(reasoned: &Reasoned) -> String {
    reasoned.why.as_deref().map(|why| format!("\n{}", plain(why))).unwrap_or_default()
}

/// The other moments.
fn buttons(snapshot: &Snapshot, review: &Review, at: usize) -> Result<Vec<Button>, Limit> {
    if review.moments.len() < 2 {
        return Ok(Vec::new());
    }
    let button = |(n, moment): (usize, &ReviewedMove)| {
        let press = Press::Review(snapshot.table, review.hand, n as u8 + 1).name()?;
        let button = Button::new(&format!("Decision {}", moment.number), press, Style::Secondary);
        Ok(if n + 1 == at { button.greyed() } else { button })
    };
    review.moments.iter().enumerate().map(button).collect()
}

/// The button that brings it.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub(super) fn asks_for(snapshot: &Snapshot, hand: u32) -> Result<Button, Limit> {
    Ok(Button::new("Review", Press::Review(snapshot.table, hand, 0).name()?, Style::Secondary))
}
