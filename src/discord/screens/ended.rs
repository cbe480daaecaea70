//! How hands and matches ended: what remains in the channel, and what replaces a hand.

use std::sync::Arc;

use crate::tables::{Ended, Snapshot, Stage};
use engine::picture::Screen;
use engine::{ISOLATES, Lazily};

use super::super::preferences::Look;
use super::super::press::{Press, TableAct};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Style, plain};
use super::happened::{ending, in_full, lately, news, told};
use super::lobby::how_closed;
use super::over::{places, ratings, won};
use super::replay::opens;
use super::review::asks_for;
use super::{about, accent, act, asks, link, resigned, shown, table, title};

const _: fn(engine::Language) = |engine::Language::English| ();

/// How a hand ended: it remains where it was played, in the channel and in the direct messages of those who had a
/// hand.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn result(snapshot: &Snapshot, ended: &Ended, look: Look) -> Result<Message, Limit> {
    how(snapshot, ended, look, None)
}

/// How a hand ended, as long as the next one is not shown.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn between(snapshot: &Snapshot, ended: &Ended, look: Look) -> Result<Message, Limit> {
    how(snapshot, ended, look, snapshot.news.next)
}

fn how(snapshot: &Snapshot, ended: &Ended, look: Look, next_deal: Option<u32>) -> Result<Message, Limit> {
    let words = ending(snapshot, ended);
    let (first, rest) = split(&words);
    let rest = but_who_won(snapshot, rest).join("\n");
    let laid_out = snapshot.play.laid_out(ended);
    shown(look, &laid_out, |look| {
        let before = lately(&in_full(snapshot, &ended.before), &[]);
        let how = if look.picture && heads(&laid_out, first) {
            before
        } else {
            format!("{before}\n**{}**", plain(first.trim()))
        };
        let draft = MessageBuilder::new().accent(accent(snapshot.terms.game.id())).text_cut(how.trim_start());
        // A part of a hand is reviewed with the whole.
        let review = ended.part.is_empty().then(|| asks_for(snapshot, ended.hand)).transpose()?;
        let next = |deal| Ok(Button::new("Next hand", Press::Next(snapshot.table, deal).name()?, Style::Primary));
        let buttons = next_deal.map(next).transpose()?.into_iter().chain(review);
        let below = format!("-# {} · table {}", title(snapshot), snapshot.table);
        table(draft, look, &laid_out, &rest).buttons(buttons).text(below).build()
    })
}

/// Is this what the picture says at its top?
fn heads(screen: &Screen, line: &str) -> bool {
    screen.headline.replace(ISOLATES, "") == line.trim()
}

/// Its first line, and the others.
fn split(words: &str) -> (&str, std::str::Lines<'_>) {
    let (first, rest) = words.split_once('\n').unwrap_or((words, ""));
    (first, rest.lines())
}

/// What a result says, except who won the match, which is said in its own place.
fn but_who_won<'a>(snapshot: &Snapshot, lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let won = snapshot.play.standings().as_deref().map(won).filter(|won| !won.is_empty());
    let without = |line: &'a str| match won.as_ref().and_then(|won| line.strip_prefix(won.as_str())) {
        Some(more) => more.trim(),
        None => line,
    };
    lines.map(without).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// What replaces a hand whose match is over, or that can no longer be shown. With a look, it shows the cards that
/// ended the match; without one, that is left to the channel.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn hand_over(snapshot: &Snapshot, look: Option<Look>) -> Result<Message, Limit> {
    let last = Ended::together(&snapshot.news.results);
    let laid_out = last.as_ref().map(|last| snapshot.play.laid_out(last)).unwrap_or_default();
    match look {
        Some(look) if !laid_out.is_empty() => {
            shown(look, &laid_out, |look| draw_over(snapshot, last.as_ref(), Some((look, &laid_out))))
        }
        _ => draw_over(snapshot, last.as_ref(), None),
    }
}

/// The cards that ended the match, in this look.
type LaidOut<'a> = (Look, &'a Lazily<Arc<Screen>>);

fn draw_over(snapshot: &Snapshot, last: Option<&Ended>, laid_out: Option<LaidOut<'_>>) -> Result<Message, Limit> {
    let draft = about(snapshot, &format!("{} · table {}", link(snapshot), snapshot.table));
    let over = snapshot.stage == Stage::Over;
    let again = (over && snapshot.terms.rematch.is_none())
        .then(|| act(snapshot, TableAct::Rematch, "Rematch", Style::Primary))
        .transpose()?;
    let review = over.then(|| asks_for(snapshot, snapshot.play.deal())).transpose()?;
    let replay = over.then(|| opens(snapshot, "Replay", 0, None)).transpose()?;
    match snapshot.stage {
        Stage::Over => {
            let standings = snapshot.play.standings().unwrap_or_default();
            how_it_ended(draft, snapshot, last, laid_out)
                .text(format!("**{}**", plain(&won(&standings))))
                .text_cut(places(&standings, &resigned(snapshot)))
                .text_cut(ratings(snapshot))
        }
        Stage::Closed => draft.text_cut(how_closed(snapshot)),
        Stage::Lobby | Stage::Playing => draft.text(format!("**{}**", plain(&asks(snapshot)))),
    }
    .buttons(again.into_iter().chain(review).chain(replay))
    .build()
}

/// What ended the match: laid out, or in sentences only.
fn how_it_ended(
    draft: MessageBuilder,
    snapshot: &Snapshot,
    last: Option<&Ended>,
    laid_out: Option<LaidOut<'_>>,
) -> MessageBuilder {
    let before = last.map(|last| in_full(snapshot, &last.before)).unwrap_or_default();
    let words = last.map(|last| ending(snapshot, last)).unwrap_or_default();
    let news = news(snapshot);
    let around = |words| before.iter().map(String::as_str).chain(words).chain(news.iter().map(String::as_str));
    match laid_out {
        Some((look, screen)) => {
            let (first, rest) = split(&words);
            let columns = but_who_won(snapshot, rest).join("\n");
            let first = Some(first).filter(|first| !heads(screen, first));
            let draft = draft.text_cut(told(&but_who_won(snapshot, around(first.into_iter().collect()))));
            table(draft, look, screen, &columns)
        }
        None => draft.text_cut(told(&but_who_won(snapshot, around(sentences(&words))))),
    }
}

/// The sentences of a result; what it lays out in columns is in the channel.
fn sentences(words: &str) -> Vec<&str> {
    words.lines().filter(|line| !line.starts_with(' ')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_told_in_sentences_with_its_bonuses() {
        let words = "Ben knocked with 10. Ben scores 34.\n  Ben   3♥4♥5♥6♥\nAda 86 · Ben 120\nBen wins the match.\n  Ben   295\n\
                     Bonuses for Ben: 100 for the match.";
        let told = [
            "Ben knocked with 10. Ben scores 34.",
            "Ada 86 · Ben 120",
            "Ben wins the match.",
            "Bonuses for Ben: 100 for the match.",
        ];
        assert_eq!(sentences(words), told);
    }
}
