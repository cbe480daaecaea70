//! What is said of a match: its terms, and what happens in it.

use super::Klaberjass;
use super::event::{Call, ClaimedOut, Event, Settled};
use super::options::{self, LongRun, Options, TieRule};
use super::phrases::pretty;
use super::rank::order_line;
use super::scoring::Outcome;
use super::sequences::Said;
use super::state::Count;
use crate::english::list;
use crate::seats::{Seat, Seats};
use crate::words::{Language, Moment, Narration, Reader, tally};

impl Narration for Klaberjass {
    fn house_rules(options: &Options, Language::English: Language) -> String {
        options::house_rules(options)
    }

    fn what_counts(options: &Options, Language::English: Language) -> String {
        let order = |trump| order_line(trump, options.rank_order);
        let long = match options.long_run {
            LongRun::Single => "four or more 50",
            LongRun::SplitAllowed => "four or more 50, of seven 70, of eight 100",
        };
        format!(
            "From high to low, with what each counts:\nTrumps: {}.\nOther suits: {}.\nThe last trick counts 10. Bella, the king \
             and queen of trumps in one hand, counts 20. A sequence of three cards counts 20, of {long}; only the better side's \
             sequences count.",
            order(true),
            order(false)
        )
    }

    fn tell(event: &Event, reader: &Reader) -> String {
        let Language::English = reader.language;
        let name = |seat: &Seat| reader.name(*seat);
        match event {
            Event::Dealt { hand, dealer, turn_up } => {
                format!("Hand {hand}: {} dealt and turned up {}.", name(dealer), turn_up.pretty())
            }
            // The first cards are the hand itself, which is shown above.
            Event::Cards { cards } if cards.len() > 3 => String::new(),
            Event::Cards { cards } => format!("You were dealt {}.", pretty(cards.iter())),
            Event::Called { seat, call } => format!("{} {}.", name(seat), called(*call)),
            Event::Made { maker, trump } => format!("{} made {} trumps.", name(maker), trump.name()),
            Event::Dead => "The hand is dead: nobody plays it, and nobody scores.".to_owned(),
            Event::Exchanged { seat, card } => {
                format!("{} exchanged 7{} for {}.", name(seat), card.suit().sign(), card.pretty())
            }
            Event::Declared { seat, meld: true } => format!("{} declared sequences.", name(seat)),
            Event::Declared { seat, meld: false } => format!("{} declared no sequence.", name(seat)),
            Event::Bottom { card } => format!("The bottom card is {}.", card.pretty()),
            Event::Compared { better, equal, said, ten_each } => {
                compared(Verdict::of(*better, *equal, *ten_each), said, reader)
            }
            Event::Shown { seat, sequences, points } => {
                let runs: Vec<String> = sequences.iter().map(|run| pretty(run.iter().copied())).collect();
                let runs = list(&runs);
                format!("{} showed {runs} for {points}.", name(seat))
            }
            Event::Played { seat, card } => format!("{} played {}.", name(seat), card.pretty()),
            Event::Bella { seat } => format!("Bella: {} has king and queen of trumps, 20.", name(seat)),
            Event::Taken { seat, lead, reply, .. } => {
                format!("{} took the trick, {} {}.", name(seat), lead.pretty(), reply.pretty())
            }
            Event::Scored(settled) => scored(settled, reader),
            Event::ClaimedOut(claimed) => claimed_out(claimed, reader),
        }
    }

    fn moment(event: &Event) -> Moment {
        match event {
            Event::Dealt { .. } => Moment::Deal,
            Event::Scored(_) | Event::ClaimedOut(_) => Moment::Result,
            Event::Cards { cards } if cards.len() > 3 => Moment::Silent,
            Event::Cards { .. }
            | Event::Called { .. }
            | Event::Made { .. }
            | Event::Dead
            | Event::Exchanged { .. }
            | Event::Declared { .. }
            | Event::Bottom { .. }
            | Event::Compared { .. }
            | Event::Shown { .. }
            | Event::Played { .. }
            | Event::Bella { .. }
            | Event::Taken { .. } => Moment::Passing,
        }
    }
}

const fn called(call: Call) -> &'static str {
    match call {
        Call::Pass => "passed",
        Call::Schmeiss => "offered to throw the hand in: schmeiss",
        Call::Yes => "said yes",
        Call::No => "said no",
    }
}

/// What came of comparing sequences.
#[derive(Clone, Copy)]
pub(super) enum Verdict {
    Better(Seat),
    /// They are equal, so the non-dealer's (this seat's) count.
    Nondealer(Seat),
    /// They are equal, and each side gets ten.
    TenEach,
    /// They are equal, and nobody scores.
    Nobody,
}

impl Verdict {
    /// The verdict, given whose sequences count, if any, and whether they are equal.
    pub(super) const fn of(better: Option<Seat>, equal: bool, ten_each: bool) -> Self {
        match (better, equal) {
            (Some(seat), false) => Self::Better(seat),
            (Some(seat), true) => Self::Nondealer(seat),
            (None, _) if ten_each => Self::TenEach,
            (None, _) => Self::Nobody,
        }
    }
}

/// What was said when sequences were compared.
pub(super) fn compared(verdict: Verdict, said: &[(Seat, Said)], reader: &Reader) -> String {
    let mut parts: Vec<String> = said
        .iter()
        .map(|(seat, said)| (reader.name(*seat), announced(*said)))
        .filter(|(_, words)| !words.is_empty())
        .map(|(name, words)| format!("{name} has {words}"))
        .collect();
    parts.push(match verdict {
        Verdict::Better(seat) if said.len() < 2 => format!("{} alone declared", reader.name(seat)),
        Verdict::Better(seat) => format!("{}'s sequences are better", reader.name(seat)),
        Verdict::Nondealer(seat) => format!("they are equal, and {}'s count as the non-dealer's", reader.name(seat)),
        Verdict::TenEach => "they are equal: ten to each".to_owned(),
        Verdict::Nobody => "they are equal and score nothing".to_owned(),
    });
    format!("{}.", parts.join("; "))
}

/// `a 50 of 5 cards up to the king in trumps`.
fn announced(said: Said) -> String {
    let Some(class) = said.class else { return String::new() };
    let mut words = format!("a {class}");
    if let Some(length) = said.length {
        words.push_str(&format!(" of {length} cards"));
    }
    if let Some(top) = said.top {
        words.push_str(&format!(" up to the {}", top.word()));
    }
    match said.trump {
        Some(true) => words.push_str(" in trumps"),
        Some(false) => words.push_str(" in a plain suit"),
        None => {}
    }
    words
}

fn scored(settled: &Settled, reader: &Reader) -> String {
    let maker = settled.maker;
    let defender = maker.next(2);
    let (m, d) = (settled.totals[maker], settled.totals[defender]);
    let made = format!("{} made {} trumps", reader.name(maker), settled.trump.name());
    let mut lines = vec![match settled.outcome {
        Outcome::Made => format!("{made} and won the hand, {m} to {d}."),
        Outcome::Bete => format!("{made} and fell short, {m} to {d}: bete."),
        Outcome::Equal(TieRule::Carry) => {
            format!("{made}. The hand is tied, {m} to {d}, and all of it is carried over.")
        }
        Outcome::Equal(TieRule::DefenderOnly) => {
            format!("{made}. The hand is tied, {m} to {d}, which scores for the defender.")
        }
        Outcome::Equal(TieRule::Both) => format!("{made}. The hand is tied, {m} to {d}, and each scores."),
    }];
    lines.extend(Seat::all(2).map(|seat| {
        format!("{}: {}", reader.name(seat), parts(&settled.counts[seat], settled.lost[seat], settled.totals[seat]))
    }));
    if settled.pot > 0 {
        lines.push(format!("{} points wait for the winner of the next hand.", settled.pot));
    }
    let gains: Vec<String> =
        Seat::all(2).map(|seat| format!("{} scores {}", reader.name(seat), gain(settled, seat))).collect();
    lines.push(format!("{}.", gains.join(", ")));
    lines.push(score(&settled.scores, reader));
    lines.join("\n")
}

/// `Ada 147 · Ben 0`
fn score(scores: &Seats<i32>, reader: &Reader) -> String {
    tally(scores.enumerate().map(|(seat, score)| (reader.name(seat), *score)))
}

/// `112`, or what it is made of if that is more than the seat's own count: `73 + 66 + 98 carried over = 237`.
fn gain(settled: &Settled, seat: Seat) -> String {
    let (gain, own, other) = (settled.gains[seat], settled.totals[seat], settled.totals[seat.next(2)]);
    let makers = seat == settled.maker;
    let (wins, takes_both) = match settled.outcome {
        Outcome::Made => (makers, false),
        Outcome::Bete => (!makers, !makers),
        Outcome::Equal(_) => (false, false),
    };
    let mut parts = vec![own.to_string()];
    parts.extend((takes_both && other > 0).then(|| other.to_string()));
    parts.extend((wins && settled.pot_before > 0).then(|| format!("{} carried over", settled.pot_before)));
    if parts.len() == 1 { gain.to_string() } else { format!("{} = {gain}", parts.join(" + ")) }
}

/// `cards taken 62 + last trick 10 + bella 20 + sequences 20 = 112`, `cards taken 48`.
fn parts(count: &Count, lost: i32, total: i32) -> String {
    let mut parts = vec![format!("cards taken {}", count.tricks)];
    let mut add = |points: i32, what: &str| {
        if points > 0 {
            parts.push(format!("{what} {points}"));
        }
    };
    add(count.last, "last trick");
    add(count.bella, "bella");
    add(count.sequences, "sequences");
    let sum = match parts.as_slice() {
        [cards] => cards.clone(),
        parts => format!("{} = {total}", parts.join(" + ")),
    };
    if lost > 0 { format!("{sum}; {lost} in sequences lost without a trick") } else { sum }
}

fn claimed_out(claimed: &ClaimedOut, reader: &Reader) -> String {
    let ClaimedOut { seats, counts, lost, totals, pot, scores, .. } = claimed;
    let who = reader.list(seats.iter().copied().collect());
    let verb = if seats.len() == 1 { "has" } else { "have" };
    let mut lines = vec![format!("{who} {verb} reached the target: the match ends in the middle of the hand.")];
    let made = |seat: Seat| format!("{}: {}", reader.name(seat), parts(&counts[seat], lost[seat], totals[seat]));
    lines.extend(Seat::all(2).map(made));
    lines.extend((*pot > 0).then(|| format!("The {pot} points carried over lapse.")));
    lines.push(score(scores, reader));
    lines.join("\n")
}
