//! Practice hands: what happened and what it means, what can be done and why, and the way to a real table.

use crate::discord::SPOKEN;
use std::sync::Arc;

use crate::tables::{Met, Practice};
use engine::rules::sections;
use engine::{Built, Explained, Refusal, capital};

use super::super::preferences::Look;
use super::super::press::{Press, TableAct};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Style, plain};
use super::controls::{Draw, pressable};
use super::{Building, accent, narrow, shown, table};

const _: fn(engine::Language) = |engine::Language::English| ();

/// How a practice hand is shown.
pub struct Taught<'a> {
    pub look: Look,
    /// Tables are opened in channels.
    pub on_server: bool,
    /// The move being built.
    pub building: Option<&'a Building>,
    /// Why the last press played nothing, if so.
    pub notice: String,
}

/// The button that deals a practice hand of a game.
///
/// # Errors
/// Never in practice.
pub(super) fn teach_me(game: &str, label: &str) -> Result<Button, Limit> {
    Ok(Button::new(label, Press::Teach(game.to_owned()).name()?, Style::Success))
}

/// A practice hand. Must only ever be sent to the person who plays it.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn practice(now: &Practice, how: &Taught<'_>) -> Result<Message, Limit> {
    let drafted = how.building.and_then(|building| building.built.as_ref()?.drafted.as_deref());
    let screen = drafted.map_or_else(|| Arc::new(now.screen()), |seen| Arc::clone(&seen.screen));
    shown(how.look, &screen, |look| {
        let words = match drafted {
            Some(seen) => format!("{}\n{}", seen.text, seen.board.body),
            None if now.result.is_empty() => format!("{}\n{}", now.hand_text(), now.board().body),
            None => but_the_first_lines(now),
        };
        let draft = table(heading(now), look, &screen, narrow(&words).trim());
        // Below the picture, where one presses: it may be higher than a phone.
        let draft = draft.text_cut(happened(now, how));
        if now.is_over() { over(draft, now, how) } else { pressable(|rows| asked(draft.clone(), now, how, rows)) }
    })
}

/// The heading, and at first what the game is about.
fn heading(now: &Practice) -> MessageBuilder {
    let of_variant = now.game.variant(now.lesson().variant).map_or("", |variant| variant.title.says(SPOKEN));
    let head =
        format!("### {} · practice\n-# {of_variant}. You alone see this, and nothing of it counts.", now.game.title());
    let aim = if now.is_new() { now.lesson().aim } else { "" };
    MessageBuilder::new().accent(accent(now.game.id())).text(head).text(aim)
}

/// Why the learner's last press played nothing, above what happened since they were asked last.
fn happened(now: &Practice, how: &Taught<'_>) -> String {
    let met = now.met.iter().filter(|_| how.building.is_none()).map(|met| line(now, met));
    let notice = Some(how.notice.clone()).filter(|notice| !notice.is_empty());
    notice.into_iter().chain(met).collect::<Vec<_>>().join("\n")
}

/// What happened, and below it in small print what it means. How the hand ended stands out.
fn line(now: &Practice, met: &Met) -> String {
    let words = met.fact.tell(now.reader());
    let first = plain(words.lines().next().unwrap_or_default().trim());
    let said = if met.fact.is_result() { format!("**{first}**") } else { first };
    met.means.map_or_else(|| said.clone(), |means| format!("{said}\n-# {means}"))
}

/// How the hand ended, without what stands above it.
fn but_the_first_lines(now: &Practice) -> String {
    let rest = |words: String| words.lines().skip(1).collect::<Vec<_>>().join("\n");
    now.result.iter().map(|fact| rest(fact.tell(now.reader()))).collect::<Vec<_>>().join("\n")
}

/// What is asked, and each thing that can be pressed.
fn asked(draft: MessageBuilder, now: &Practice, how: &Taught<'_>, rows: Option<usize>) -> Result<Message, Limit> {
    let (path, page) = how.building.map_or((&[][..], 0), |building| (building.path.as_slice(), building.page));
    let so_far = how.building.and_then(|building| building.built.as_ref()).filter(|built| !built.so_far.is_empty());
    let prompt = match so_far {
        Some(Built { so_far, .. }) => format!("So far, not played yet: {}", plain(so_far)),
        None => plain(&now.prompt()),
    };
    let ways: Vec<String> = now.ways(path).iter().map(way).collect();
    let advice = now.advice.as_ref().filter(|_| path.is_empty());
    let advised = advice
        .map(|advice| format!("The house would, in your place: **{}**. {}", plain(&advice.says), plain(&advice.why)));
    let draft = draft.text(format!("**{prompt}**\n{}", ways.join("\n"))).text_cut(advised.unwrap_or_default());
    let (draft, buttons) = match now.build(path).zip(rows) {
        Some((built, rows)) => {
            Draw::practice(now.id, now.window(), path, page, rows).controls(draft, &built.controls)?
        }
        None => (draft, Vec::new()),
    };
    let in_it = |press: Press, label: &str, style| Ok(Button::new(label, within(press)?, style));
    let mut below = Vec::new();
    if !path.is_empty() {
        let shorter = &path[..path.len() - 1];
        let back = if shorter.is_empty() {
            Press::Page(now.id, now.window(), Vec::new(), 0)
        } else {
            Press::Build(now.id, now.window(), shorter.to_vec())
        };
        below.push(in_it(back, "↩ Back", Style::Secondary)?);
    } else if advice.is_some() {
        below.push(in_it(Press::Hinted(now.id, now.window(), 0), "Play that", Style::Primary)?);
    } else {
        below.push(in_it(Press::Table(now.id, TableAct::Hint), "Hint", Style::Secondary)?);
    }
    below.extend(out(now, how, Style::Secondary)?);
    draft.buttons(buttons).buttons(below).build()
}

/// `**Draw from the stock**: an unseen card …`
fn way(way: &Explained) -> String {
    format!("- **{}**: {}", plain(&way.name), way.why)
}

/// The hand has ended, or gone on for long enough.
fn over(draft: MessageBuilder, now: &Practice, how: &Taught<'_>) -> Result<Message, Limit> {
    let (id, title) = (now.game.id(), now.game.title());
    let ended = if now.result.is_empty() {
        "**That is how it goes on**, and enough to know the game by."
    } else {
        "**That was a hand.** A match is some of them."
    };
    let real = if how.on_server {
        format!(
            "**Now for real** deals you a match against the house in this channel. `/play game:{title}` opens a table for others, too."
        )
    } else {
        format!("Now for real: `/play game:{title}` in a server's channel opens a table.")
    };
    let another = Button::new("Another practice hand", Press::Teach(id.to_owned()).name()?, Style::Secondary);
    draft.text(format!("{ended} {real}")).buttons(out(now, how, Style::Success)?.into_iter().chain([another])).build()
}

/// The ways out: a real table, and the rules.
fn out(now: &Practice, how: &Taught<'_>, style: Style) -> Result<Vec<Button>, Limit> {
    let id = now.game.id();
    let intro = sections(now.game.rules()).into_iter().next().map(|intro| intro.anchor).unwrap_or_default();
    let real = how.on_server.then(|| Ok(Button::new("Now for real", Press::Alone(id.to_owned()).name()?, style)));
    let rules = Button::new("Rules", Press::Rules(id.to_owned(), intro).name()?, Style::Secondary);
    Ok(real.transpose()?.into_iter().chain([rules]).collect())
}

/// The name of what is pressed in a practice hand.
fn within(press: Press) -> Result<super::super::ui::CustomId, Limit> {
    Press::Practice(Box::new(press)).name()
}

/// Why a move was not played.
#[must_use]
pub fn not_so(now: &Practice, refusal: &Refusal) -> String {
    format!("**Not so:** {}", plain(&capital(&refusal.says(now.reader()))))
}
