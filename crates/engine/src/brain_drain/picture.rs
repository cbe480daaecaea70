//! The display and its target, the equation that took it, and the ladder of Ascent as pictures.

use super::BrainDrain;
use super::board::headline;
use super::event::Event;
use super::expr::{Answer, pretty};
use super::judge::Puzzle;
use super::options::Scheme;
use super::phrases::{SPOKEN, beside, result};
use super::state::{Climb, Laid, Past, Public};
use crate::cards::Card;
use crate::english::{counted, list};
use crate::picture::{CardPic, Equation, EquationPart, Feat, Ground, Group, Mark, Picture, Placard, Rung, Sheet, Zone};
use crate::{Language, Pictures, Reader, Seat, SeatSet, Seats, View};

/// How many other ways are written out at most.
const WAYS: usize = 8;
/// How many rungs of the ladder are drawn at most.
const RUNGS: usize = 20;

impl Pictures for BrainDrain {
    const GROUND: Ground = Ground::Chalk;

    /// It is the same for everybody, and nothing of it is hidden.
    fn picture(view: &View<'_, Self>, reader: &Reader) -> Picture {
        let Language::English = reader.language;
        let public = view.public();
        let seats = Seats::of(public.seats(), |seat| Placard { backs: None, notes: beside(public, seat) });
        let mut zones = Vec::new();
        match public.puzzle() {
            Some(puzzle) if !public.over => {
                let parts = question(&puzzle, &public.laid());
                zones.push(Zone::Equation(Equation { parts, small: false }));
                zones.push(Zone::Line(rules(public)));
                zones.extend(standing(public, reader).map(Zone::Line));
            }
            _ => {
                zones.push(Zone::Loud(result(public, reader)));
                zones.extend(gathered(public, reader));
            }
        }
        zones.extend(public.climb.as_ref().map(|climb| Zone::Ladder(ladder(public, climb, !public.over, reader))));
        zones.extend(public.past.iter().flat_map(|past| before(past, reader)));
        let puzzle = public.puzzle().filter(|_| !public.over);
        Picture {
            stake: puzzle.map_or_else(String::new, |puzzle| format!("make {}", puzzle.target)),
            about: headline(public),
            seats,
            zones,
            alt: spoken(public, reader),
        }
    }

    /// How a target was won or lost, and what a pack brought.
    fn showdown(event: &Event, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        match event {
            Event::Made { answer, puzzle, laid, .. } => outcome(Some(answer), puzzle, laid, false),
            Event::Missed { puzzle, laid, .. } => outcome(None, puzzle, laid, false),
            Event::Erred(lost) if lost.to.is_some() => outcome(None, &lost.puzzle, &lost.laid, false),
            // For a match of one pack, the words say it all.
            Event::PackOver { scores, totals, last: true } if scores == totals => Vec::new(),
            Event::PackOver { scores, totals, .. } => vec![Zone::Sheet(sheet(scores, totals, reader))],
            _ => Vec::new(),
        }
    }

    /// The answer that took a target; in Ascent by what it scored.
    fn feat(event: &Event) -> Option<(SeatSet, i32)> {
        let Event::Made { seat, points, .. } = event else { return None };
        Some((SeatSet::one(*seat), points.unwrap_or_default()))
    }

    fn feat_picture(event: &Event, reader: &Reader) -> Option<Feat> {
        let Language::English = reader.language;
        let Event::Made { seat, answer, puzzle, laid, .. } = event else { return None };
        let parts = equation(answer.text(), puzzle, laid, Mark::Gained);
        let words = format!("{} made {}: {}", reader.name(*seat), puzzle.target, answer.pretty());
        Some(Feat { words, shown: Zone::Equation(Equation { parts, small: true }) })
    }

    /// Every number made on the ladder.
    fn end_words(view: &View<'_, Self>, reader: &Reader) -> String {
        let Language::English = reader.language;
        let made = view.public().climb.as_ref().map(|climb| made(climb, usize::MAX, reader)).unwrap_or_default();
        if made.is_empty() { made } else { format!("Made: {made}.") }
    }
}

/// `Use all four cards, each once · J Q K count 1`; what differs from the usual is in the headline.
fn rules(public: &Public) -> String {
    let usual = public.options.values == Scheme::Base;
    let courts = if usual { format!(" · {}", Scheme::Base.courts()) } else { String::new() };
    format!("{}{courts}", uses(public))
}

/// How many of the cards an answer takes.
fn uses(public: &Public) -> &'static str {
    if public.options.omit_one { "Each card once; one may be left out" } else { "Use all four cards, each once" }
}

/// The display, an arrow, and what is to be made.
pub(super) fn question(puzzle: &Puzzle, laid: &Laid) -> Vec<EquationPart> {
    let display = laid.display.iter().zip(puzzle.values).map(|(card, value)| EquationPart::Card(valued(*card, value)));
    display.chain([EquationPart::Sign("→".to_owned()), goal(puzzle, laid, Mark::Fresh)]).collect()
}

fn goal(puzzle: &Puzzle, laid: &Laid, mark: Mark) -> EquationPart {
    match laid.target {
        Some(card) => EquationPart::Card(valued(card, puzzle.target).mark(mark)),
        None => EquationPart::Sign(puzzle.target.to_string()),
    }
}

/// A card, with what it counts if its face does not say it.
fn valued(card: Card, value: i64) -> CardPic {
    let said = (2..=10).contains(&card.number());
    if said { CardPic::up(card) } else { CardPic::up(card).tag(format!("= {value}")) }
}

/// `J♣ (counts 11)`
pub(super) fn spoken_card(card: Card, value: i64) -> String {
    match valued(card, value).tag {
        tag if tag.is_empty() => card.pretty(),
        _ => format!("{} (counts {value})", card.pretty()),
    }
}

/// `Ada and Ben have passed, 2 of 4. Cyd is out for this target.`
fn standing(public: &Public, reader: &Reader) -> Option<String> {
    let verb = |n: u8, one: &'static str, more: &'static str| if n == 1 { one } else { more };
    let mut said = Vec::new();
    let (passed, barred) = (public.passed, public.barred);
    let of = public.seats() - barred.len();
    if !passed.is_empty() {
        let have = verb(passed.len(), "has", "have");
        said.push(format!("{} {have} passed, {} of {of}.", reader.list(passed), passed.len()));
    }
    if !barred.is_empty() {
        said.push(format!("{} {} out for this target.", reader.list(barred), verb(barred.len(), "is", "are")));
    }
    let sent: Vec<&str> = public.sent.iter().map(|seat| reader.name(*seat)).collect();
    if !sent.is_empty() {
        said.push(format!("{} {} decided.", list(&sent), if sent.len() == 1 { "has" } else { "have" }));
    }
    if let Some(climb) = public.climb.as_ref().filter(|climb| !climb.failed.is_empty()) {
        let (have, target) = (verb(climb.failed.len(), "has", "have"), climb.target);
        let who = reader.list(climb.failed);
        said.push(format!("{who} {have} failed to make {target}, so whoever makes it now scores {target}."));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// The cards that each seat has won.
fn gathered(public: &Public, reader: &Reader) -> Option<Zone> {
    let winners = Seat::all(public.seats()).filter(|&seat| !public.won[seat].is_empty());
    let groups: Vec<Group> = winners
        .map(|seat| {
            let cards = &public.won[seat];
            let note = counted(cards.len() as i64, "card");
            Group::fan(cards.iter().map(|card| CardPic::up(*card))).label(reader.name(seat)).note(note)
        })
        .collect();
    (!groups.is_empty()).then_some(Zone::Small(groups))
}

/// The numbers to be climbed, with those who made them and, while it `goes_on`, who tries now; of a long ladder only the
/// part around the current number.
fn ladder(public: &Public, climb: &Climb, goes_on: bool, reader: &Reader) -> Vec<Rung> {
    let last = usize::from(public.options.ascent_last);
    let now = usize::from(climb.target);
    let top = (now + RUNGS / 4).clamp(RUNGS.min(last), last);
    let bottom = top.saturating_sub(RUNGS) + 1;
    let rung = |n: usize| {
        let made = climb.made.get(n - 1);
        let trying = n == now && goes_on;
        let by = made.map(|(seat, _)| *seat).or_else(|| trying.then_some(public.turn));
        let note = made.filter(|(_, points)| *points > 0).map_or_else(String::new, |(_, points)| format!("+{points}"));
        Rung {
            name: n.to_string(),
            by: by.map(|seat| (seat, reader.name(seat).to_owned())),
            note,
            climbed: made.is_some(),
            now: trying,
        }
    };
    (bottom..=top).map(rung).collect()
}

/// `12 by Ada (+12), 13 by Ben`: the numbers made, of many the latest.
fn made(climb: &Climb, most: usize, reader: &Reader) -> String {
    let rung = |(n, (seat, points)): (usize, &(Seat, i32))| {
        let points = if *points > 0 { format!(" (+{points})") } else { String::new() };
        format!("{} by {}{points}", n + 1, reader.name(*seat))
    };
    let rungs = climb.made.iter().enumerate().skip(climb.made.len().saturating_sub(most)).map(rung);
    rungs.collect::<Vec<_>>().join(", ")
}

fn spoken(public: &Public, reader: &Reader) -> String {
    let mut said = Vec::new();
    if let Some(puzzle) = public.puzzle().filter(|_| !public.over) {
        let display: Vec<String> =
            public.display.iter().zip(puzzle.values).map(|(card, value)| spoken_card(*card, value)).collect();
        let goal = public.target.map_or_else(|| puzzle.target.to_string(), |card| spoken_card(card, puzzle.target));
        said.push(format!("On display {}; to be made {goal}.", display.join(", ")));
        said.extend(standing(public, reader));
    } else {
        said.push(result(public, reader));
    }
    if let Some(past) = &public.past {
        let answer = past.answer.as_ref().map_or_else(String::new, |answer| format!(": {}", answer.pretty()));
        said.push(format!("Before: {}{answer}.", ended(past, reader)));
    }
    if let Some(climb) = &public.climb {
        let made = made(climb, SPOKEN, reader);
        said.extend((!made.is_empty()).then(|| format!("Made last: {made}.")));
    }
    said.join(" ")
}

/// The equation that took a target, or the shortest one that would have, and the ways that were not found; nothing
/// while the same cards may be asked for the same number again.
fn outcome(answer: Option<&Answer>, puzzle: &Puzzle, laid: &Laid, small: bool) -> Vec<Zone> {
    if laid.stays && puzzle.can_be_made() {
        return Vec::new();
    }
    let mut others = answer.map_or_else(|| puzzle.solutions(), |answer| puzzle.others(answer));
    let shortest = (answer.is_none() && !others.is_empty()).then(|| others.remove(0));
    let won = if answer.is_some() { Mark::Gained } else { Mark::Plain };
    let text = answer.map(Answer::text).or(shortest.as_deref());
    let parts = text.map_or_else(|| question(puzzle, laid), |text| equation(text, puzzle, laid, won));
    let words = match others.as_slice() {
        [] if text.is_none() => "It could not be made.".to_owned(),
        [] => "There is no other way.".to_owned(),
        some => ways(some),
    };
    vec![Zone::Equation(Equation { parts, small }), Zone::Line(words)]
}

/// `Other ways: 8+5−3, 8×1+2, and 44 more`
fn ways(all: &[String]) -> String {
    let mut list: Vec<String> = all.iter().take(WAYS).map(|text| pretty(text)).collect();
    list.extend((all.len() > WAYS).then(|| format!("and {} more", all.len() - WAYS)));
    format!("Other ways: {}", list.join(", "))
}

/// How the last target ended.
fn before(past: &Past, reader: &Reader) -> Vec<Zone> {
    let mut zones = vec![Zone::Loud(ended(past, reader))];
    zones.extend(outcome(past.answer.as_ref(), &past.puzzle, &past.laid, true));
    zones
}

/// `Ada made 12`
fn ended(past: &Past, reader: &Reader) -> String {
    let target = past.puzzle.target;
    match (past.by, &past.answer) {
        (Some(seat), Some(_)) => format!("{} made {target}", reader.name(seat)),
        (Some(seat), None) => format!("{target} went to {} after a wrong answer", reader.name(seat)),
        (None, _) => format!("Nobody made {target}"),
    }
}

/// A canonical text with its numbers replaced by the cards that they stand for.
fn equation(text: &str, puzzle: &Puzzle, laid: &Laid, mark: Mark) -> Vec<EquationPart> {
    let mut left: Vec<(Card, i64)> = laid.display.iter().copied().zip(puzzle.values).collect();
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        let (part, after) = rest.split_at(digits.max(first.len_utf8()));
        let card = part.parse().ok().and_then(|n: i64| left.iter().position(|(_, value)| *value == n));
        tokens.push(match card.map(|at| left.remove(at)) {
            Some((card, value)) => EquationPart::Card(valued(card, value)),
            None => EquationPart::Sign(pretty(part)),
        });
        rest = after;
    }
    tokens.extend([EquationPart::Sign("=".to_owned()), goal(puzzle, laid, mark)]);
    tokens
}

/// What the pack brought, and the totals if there were several packs.
fn sheet(scores: &Seats<i32>, totals: &Seats<i32>, reader: &Reader) -> Sheet {
    let several = scores != totals;
    let head = ["", "this pack", "in all"].iter().take(if several { 3 } else { 2 });
    let row = |(seat, score): (Seat, &i32)| {
        let total = several.then(|| totals[seat].to_string());
        [reader.name(seat).to_owned(), score.to_string()].into_iter().chain(total).collect()
    };
    Sheet {
        head: head.map(|word| (*word).to_owned()).collect(),
        rows: scores.enumerate().map(row).collect(),
        strong: None,
    }
}
