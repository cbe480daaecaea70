//! The puzzles of a day. What is asked and what was answered only ever goes to the person who asked; what others see
//! are times and counts.

use crate::discord::SPOKEN;
use std::sync::Arc;

use crate::store::{Puzzling, Solver};
use crate::tables::UserId;
use engine::brain_drain::expr::pretty;
use engine::cards::Card;
use engine::daily::{DailyHand, DailySum, begins, is_harder, number};
use engine::isolated;

use super::super::preferences::Look;
use super::super::press::{DailyAct, Press};
use super::super::ui::{Button, Field, Limit, Message, MessageBuilder, Modal, Select, SelectLine, Style, plain};
use super::{accent, shown, table};

const _: fn(engine::Language) = |engine::Language::English| ();

/// How many of those who solved it a table shows.
const SHOWN: usize = 15;
/// How many wrong answers are told, and shown as squares to others.
const TOLD: usize = 8;
/// An answer in the form, which can never be one: no card counts 14.
const EXAMPLE: &str = "such as 4*(9-6)+2";

/// What is shown to one person about a day.
pub struct Day {
    pub day: u32,
    /// Whether it is shown on a server, which has a table of its own.
    pub on_server: bool,
    /// On how many days in a row they have solved it, up to the last one that counts.
    pub streak: u32,
    pub look: Look,
}

/// `41 s`, `3 min 5 s`, `2 h 3 min`
fn time(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

fn counted(n: usize, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}

fn tries(n: usize) -> String {
    counted(n, "try", "tries")
}

fn people(n: usize) -> String {
    counted(n, "person", "people")
}

fn days(n: u32) -> String {
    counted(n as usize, "day", "days")
}

fn title(day: u32) -> String {
    format!("Daily puzzle {}", number(day))
}

fn hardness(day: u32) -> &'static str {
    if is_harder(day) { "one of the harder ones" } else { "one of the easier ones" }
}

fn button(day: u32, act: DailyAct, label: &str, style: Style) -> Result<Button, Limit> {
    Ok(Button::new(label, Press::Daily(day, act).name()?, style))
}

/// When the next one comes, by UTC and as the reader's clock has it.
fn until(day: u32) -> String {
    format!("the next at midnight UTC, <t:{}:t> with you", begins(day + 1) / 1000)
}

/// The sum as somebody sees it who has come so far with it. `notice`: what came of the last answer; `sure`: they are asked
/// whether they give up.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn daily_sum(day: &Day, sum: &DailySum, now: &Puzzling, notice: &str, sure: bool) -> Result<Message, Limit> {
    let screen = Arc::new(sum.screen(title(day.day), hardness(day.day).to_owned()));
    shown(day.look, &screen, |look| {
        let head = format!("### {}\n-# {} · {}", title(day.day), hardness(day.day), until(day.day));
        let draft = MessageBuilder::new().accent(accent("brain-drain")).text(head).text_cut(notice);
        let draft = table(draft, look, &screen, &sum.in_words());
        let draft = if now.ended.is_none() {
            draft.text(format!("**{}.** {}", sum.question(), DailySum::rule(SPOKEN)))
        } else {
            draft
        };
        let draft = draft.text_cut(standing(day, sum, now));
        if sure { draft.buttons(whether(day)?).build() } else { draft.buttons(buttons(day, now)?).build() }
    })
}

fn standing(day: &Day, sum: &DailySum, now: &Puzzling) -> String {
    match (now.took(), now.ended) {
        (Some(took), _) => {
            let answer =
                now.tried.last().map(|answer| format!(": {} = {}", pretty(answer), sum.target())).unwrap_or_default();
            let (took, tries) = (time(took), tries(now.tried.len()));
            format!("**Solved in {took}**, {tries}{}.\nYour streak: {}.", plain(&answer), days(day.streak))
        }
        (None, Some(_)) => "You have given up. In which ways it can be made is here tomorrow, under \
             **Yesterday's ways**."
            .to_owned(),
        (None, None) => {
            let mut said = format!("Your time runs since <t:{}:R>.", now.shown / 1000);
            if !now.tried.is_empty() {
                let latest: Vec<String> = now.tried.iter().rev().take(TOLD).map(|text| pretty(text)).collect();
                said.push_str(&plain(&format!(" Not right so far: {}.", latest.join(", "))));
            }
            if day.streak > 0 {
                said.push_str(&format!("\nYour streak: {}; this one would be the next.", days(day.streak)));
            }
            said
        }
    }
}

fn whether(day: &Day) -> Result<[Button; 2], Limit> {
    Ok([
        button(day.day, DailyAct::GiveUpYes, "Yes, give up", Style::Danger)?,
        button(day.day, DailyAct::Sum, "Back to it", Style::Secondary)?,
    ])
}

fn buttons(day: &Day, now: &Puzzling) -> Result<Vec<Button>, Limit> {
    let mut all = Vec::new();
    if now.ended.is_none() {
        all.push(button(day.day, DailyAct::Answer, "Answer…", Style::Primary)?);
        all.push(button(day.day, DailyAct::GiveUp, "Give up", Style::Secondary)?);
    } else if now.solved && day.on_server && !now.shared {
        all.push(button(day.day, DailyAct::Share, "Share", Style::Success)?);
    }
    all.push(button(day.day, DailyAct::Hand, "What would you discard?", Style::Secondary)?);
    if day.on_server {
        all.push(button(day.day, DailyAct::Table, "Table of the day", Style::Secondary)?);
    }
    all.push(button(day.day, DailyAct::Ways, "Yesterday's ways", Style::Secondary)?);
    Ok(all)
}

/// The form for an answer.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn daily_form(day: u32, sum: &DailySum) -> Result<Modal, Limit> {
    let field = Field::new(&format!("{}: use all four, each once", sum.cards()), 100)?.example(EXAMPLE);
    Modal::new(Press::Daily(day, DailyAct::Answer).name()?, &sum.question(), [field])
}

/// The hand, and once a card was picked, what the house thinks of it.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn daily_hand(day: &Day, hand: &DailyHand, picked: Option<Card>) -> Result<Message, Limit> {
    let name = "What would you discard?";
    let screen = Arc::new(hand.screen(format!("{} · gin", title(day.day)), name.to_owned()));
    shown(day.look, &screen, |look| {
        let head = format!("### {name}\n-# {} · {}", title(day.day), DailyHand::rule(SPOKEN));
        let draft = MessageBuilder::new().accent(accent("gin-rummy")).text(head);
        let draft = table(draft, look, &screen, &hand.in_words());
        let back = button(day.day, DailyAct::Sum, "Back to the sum", Style::Secondary)?;
        let draft = match picked {
            Some(card) => draft.text_cut(verdict(hand, card)),
            None => draft.text("The first card that you pick counts.").select(cards(day.day, hand)?),
        };
        draft.buttons([back]).build()
    })
}

fn cards(day: u32, hand: &DailyHand) -> Result<Select, Limit> {
    let line = |card: &Card| SelectLine::new(&card.pretty(), "", card.to_string());
    let lines = hand.cards().iter().map(line).collect::<Result<_, Limit>>()?;
    Select::new(Press::Daily(day, DailyAct::Discard).name()?, "Discard…", lines)
}

/// `The hard house would discard K♣: … You picked 9♦: …`
fn verdict(hand: &DailyHand, card: Card) -> String {
    let best = hand.best();
    let head = format!("The hard house would discard **{}**", best.card.pretty());
    let Some(own) = hand.judge(card).filter(|own| own.card != best.card) else {
        return format!("{head}, as you would. {}", best.why);
    };
    let less = match (own.by * 100.0).round() as i64 {
        0 => "hardly less".to_owned(),
        percent => format!("{percent} % of the match less"),
    };
    format!(
        "{head}. {}\nYou picked **{}**, which it takes to be worth {less}. {}",
        best.why,
        own.card.pretty(),
        own.why
    )
}

/// What everybody in a channel sees of somebody's result: no card, no number of the puzzle and no answer.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn daily_result(day: u32, name: &str, now: &Puzzling, streak: u32) -> Result<Message, Limit> {
    let wrong = now.tried.len().saturating_sub(1);
    let more = if wrong > TOLD { "…" } else { "" };
    let squares = format!("{}{more}🟩", "🟥".repeat(wrong.min(TOLD)));
    let (took, tries) = (time(now.took().unwrap_or_default()), tries(now.tried.len()));
    let said = format!(
        "**Upcard daily {}** · {} · {took} · {tries} {squares} · streak {streak}",
        number(day),
        isolated(&plain(name))
    );
    MessageBuilder::new()
        .accent(accent("brain-drain"))
        .text(said)
        .buttons([button(day, DailyAct::Open, "Today's puzzle", Style::Secondary)?])
        .build()
}

/// Who has solved a day's sum on a server.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn daily_table(day: u32, solvers: &[Solver], caller: UserId) -> Result<Message, Limit> {
    let line = |(at, one): (usize, &Solver)| {
        let own = if one.user == caller { "**you**".to_owned() } else { format!("<@{}>", one.user) };
        format!("`{}` {own} · {} · {}", at + 1, time(one.took), tries(one.tries as usize))
    };
    let is_shown = |(at, one): &(usize, &Solver)| *at < SHOWN || one.user == caller;
    let lines: Vec<String> = solvers.iter().enumerate().filter(is_shown).map(line).collect();
    let head = format!("### {} on this server\n-# {} solved it here", title(day), people(solvers.len()));
    let lines = if lines.is_empty() { "Nobody has solved it here yet.".to_owned() } else { lines.join("\n") };
    MessageBuilder::new().accent(accent("brain-drain")).text(head).text_cut(lines).build()
}

/// In which ways a sum could be made whose day is over.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn daily_ways(day: u32, sum: &DailySum, own: Option<&Puzzling>) -> Result<Message, Limit> {
    let how = match own {
        Some(own) => match own.took() {
            Some(took) => format!("You solved it in {}, {}.", time(took), tries(own.tried.len())),
            None if own.ended.is_some() => "You gave it up.".to_owned(),
            None => "You did not solve it before midnight UTC.".to_owned(),
        },
        None => "You did not see it.".to_owned(),
    };
    let ways: Vec<String> = sum.ways().iter().map(|way| format!("{} = {}", pretty(way), sum.target())).collect();
    let head = format!("### {}, of yesterday\n**{}.** {how}", title(day), sum.question());
    let count = if ways.len() == 1 { "The only way:".to_owned() } else { format!("All {} ways:", ways.len()) };
    MessageBuilder::new().accent(accent("brain-drain")).text(head).text(count).code(&ways.join("\n")).build()
}

/// What a server is told soon after midnight UTC. It shows no card, because somebody's time begins when they see them.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn morning(day: u32, yesterday: &[Solver]) -> Result<Message, Limit> {
    let before = match yesterday {
        [] => String::new(),
        [first, ..] => {
            format!("\nYesterday {} solved it here, the fastest in {}.", people(yesterday.len()), time(first.took))
        }
    };
    let said =
        format!("### {}\nToday's is {}. Your time runs from when you open it.{before}", title(day), hardness(day));
    MessageBuilder::new()
        .accent(accent("brain-drain"))
        .text(said)
        .buttons([
            button(day, DailyAct::Open, "Open it", Style::Primary)?,
            button(day, DailyAct::Table, "Table of the day", Style::Secondary)?,
        ])
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_two_units_at_most() {
        let said = [0, 41_999, 185_000, 7_380_000].map(time);
        assert_eq!(said, ["0 s", "41 s", "3 min 5 s", "2 h 3 min"]);
    }

    #[test]
    fn a_shared_result_spoils_nothing() {
        let day = 20_787;
        let sum = DailySum::of(day);
        let tried = vec!["1+2".to_owned(), sum.ways()[0].clone()];
        let now = Puzzling { shown: 0, ended: Some(41_000), solved: true, tried: tried.clone(), shared: false };
        let sent = daily_result(day, "*Ada*", &now, 5).unwrap().edit().to_string();
        assert!(sent.contains("**Upcard daily 334** · "), "{sent}");
        assert!(sent.contains(r"\\*Ada\\*") && sent.contains(" · 41 s · 2 tries 🟥🟩 · streak 5"), "{sent}");
        for secret in tried.iter().map(String::as_str).chain(sum.cards().split(' ')) {
            assert!(!sent.contains(secret), "{secret} in {sent}");
        }
        let many = Puzzling { tried: vec![String::new(); 50], ..now };
        assert!(daily_result(day, "Ada", &many, 5).unwrap().edit().to_string().contains("🟥🟥🟥…🟩"));
    }
}
