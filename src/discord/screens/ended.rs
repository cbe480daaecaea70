//! How hands and matches ended: what remains in the channel, and what replaces a hand.

use crate::tables::{Ended, Snapshot, Stage};

use super::super::preferences::Look;
use super::super::press::TableAct;
use super::super::ui::{Limit, Message, MessageBuilder, Style, plain};
use super::lobby::how_closed;
use super::over::{places, ratings, won};
use super::{about, accent, act, lately, link, resigned, shown, table, title, told};

/// How a hand ended: it remains where it was played, in the channel and in the direct messages of those who had a
/// hand.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn result(snapshot: &Snapshot, ended: &Ended, look: Look) -> Result<Message, Limit> {
    let (first, rest) = ended.lines();
    let rest = but_who_won(snapshot, rest).join("\n");
    let say = |look: Look| {
        let how = format!("{}\n**{}**", lately(&ended.before, &[]), plain(first.trim()));
        let draft = MessageBuilder::new().accent(accent(snapshot.terms.game.id())).text_cut(how.trim_start());
        match &ended.screen {
            Some(screen) => table(draft, look, screen, &rest),
            None => table(draft, Look::TEXT, &snapshot.play.screen, &rest),
        }
        .text(format!("-# {} · table {}", title(snapshot), snapshot.table))
        .build()
    };
    match &ended.screen {
        Some(screen) => shown(look, screen, say),
        None => say(Look::TEXT),
    }
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
    match (look, last.as_ref().and_then(|last| last.screen.as_ref())) {
        (Some(look), Some(screen)) => shown(look, screen, |look| draw_over(snapshot, last.as_ref(), Some(look))),
        _ => draw_over(snapshot, last.as_ref(), None),
    }
}

fn draw_over(snapshot: &Snapshot, last: Option<&Ended>, look: Option<Look>) -> Result<Message, Limit> {
    let draft = about(snapshot, &format!("{} · table {}", link(snapshot), snapshot.table));
    let again = (snapshot.stage == Stage::Over && snapshot.rematch.is_none())
        .then(|| act(snapshot, TableAct::Rematch, "Rematch", Style::Primary))
        .transpose()?;
    match snapshot.stage {
        Stage::Over => {
            let standings = snapshot.play.standings().unwrap_or_default();
            how_it_ended(draft, snapshot, last, look)
                .text(format!("**{}**", plain(&won(&standings))))
                .text_cut(places(&standings, &resigned(snapshot)))
                .text_cut(ratings(snapshot))
        }
        Stage::Closed => draft.text_cut(how_closed(snapshot)),
        Stage::Lobby | Stage::Playing => {
            draft.text(format!("**{}**", plain(&snapshot.play.board().prompt.to_string())))
        }
    }
    .buttons(again)
    .build()
}

/// What ended the match: laid out in this look, or in sentences only.
fn how_it_ended(
    draft: MessageBuilder,
    snapshot: &Snapshot,
    last: Option<&Ended>,
    look: Option<Look>,
) -> MessageBuilder {
    let told_last = snapshot.news.told.iter().map(String::as_str);
    match (look, last, last.and_then(|last| last.screen.as_ref())) {
        (Some(look), Some(last), Some(screen)) => {
            let (first, rest) = last.lines();
            let first = last.before.iter().map(String::as_str).chain([first]).chain(told_last);
            let columns = but_who_won(snapshot, rest).join("\n");
            table(draft.text_cut(told(&but_who_won(snapshot, first))), look, screen, &columns)
        }
        _ => {
            let all = last.into_iter().flat_map(sentences).chain(told_last);
            draft.text_cut(told(&but_who_won(snapshot, all)))
        }
    }
}

/// The sentences of a result; what it lays out in columns is in the channel.
fn sentences(ended: &Ended) -> impl Iterator<Item = &str> {
    let words = ended.words.lines().filter(|line| !line.starts_with(' '));
    ended.before.iter().map(String::as_str).chain(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::SeatSet;

    #[test]
    fn the_end_is_told_in_sentences_with_its_bonuses() {
        let ended = Ended {
            hand: 1,
            part: SeatSet::EMPTY,
            before: vec!["Ben drew from the stock.".to_owned()],
            words: "Ben knocked with 10. Ben scores 34.\n  Ben   3♥4♥5♥6♥\nAda 86 · Ben 120\nBen wins the match.\n  Ben   295\n\
                    Bonuses for Ben: 100 for the match."
                .to_owned(),
            screen: None,
        };
        let told = [
            "Ben drew from the stock.",
            "Ben knocked with 10. Ben scores 34.",
            "Ada 86 · Ben 120",
            "Ben wins the match.",
            "Bonuses for Ben: 100 for the match.",
        ];
        assert_eq!(sentences(&ended).collect::<Vec<_>>(), told);
    }
}
