//! What is said of a match: its terms, and what happens in it.

use super::GinRummy;
use super::event::{AtTable, Dealt, EndBonus, Ending, Event, HandResult, HandScore, RoundResult};
use super::options::{self, Options};
use super::phrases::{pretty, pretty_layout, pretty_meld, pretty_rest, side_name, to_knock, who, won_by};
use super::state::{How, Public, Roles, Spread};
use crate::cards::{Card, CardSet};
use crate::columns;
use crate::english::counted;
use crate::seats::{Seat, SeatSet, Seats, Side};
use crate::words::{Language, Moment, Narration, Reader, capital, figure, tally};

impl Narration for GinRummy {
    fn name_of_a_deal(public: &Public, Language::English: Language) -> &'static str {
        if public.tables.len() > 1 { "round" } else { "hand" }
    }

    fn house_rules(options: &Options, Language::English: Language) -> String {
        options::house_rules(options)
    }

    fn what_counts(options: &Options, Language::English: Language) -> String {
        let tie = if options.undercut_on_tie { "as little as" } else { "less than" };
        format!(
            "An ace counts 1, a court card 10, any other card its number.\n\
             A meld is three or four of a rank, or three or more of a suit in a row, in which the ace is low.\n\
             A knock scores the difference. Gin, with nothing unmatched, scores {} more. An undercut, when the other has {tie} \
             the knocker, scores {} and the difference for the other.",
            options.gin_bonus, options.undercut_bonus
        )
    }

    fn tell(event: &Event, reader: &Reader) -> String {
        let Language::English = reader.language;
        let name = |seat: &Seat| reader.name(*seat);
        match event {
            Event::Dealt(dealt) => tell_deal(dealt, None, reader),
            Event::Hand { .. } => String::new(),
            Event::Passed { seat } => format!("{} passed.", name(seat)),
            Event::Took { seat, card } => format!("{} took {}.", name(seat), card.pretty()),
            Event::Drew { seat, left } => format!("{} drew from the stock, {left} left.", name(seat)),
            Event::Card { silent: true, .. } => String::new(),
            Event::Card { card, .. } => format!("From the stock: {}.", card.pretty()),
            Event::Discarded { seat, card } => format!("{} discarded {}.", name(seat), card.pretty()),
            Event::Spread(spread) => format!("{}. {}", how(spread, name(&spread.knocker)), numbered(spread, "Meld ")),
            Event::OverLimit { seat, answers } => {
                format!(
                    "{} knocked with more than the limit. {} may accept that or refuse it.",
                    name(seat),
                    name(answers)
                )
            }
            Event::Accepted { seat } => format!("{} accepted the knock.", name(seat)),
            Event::Refused(refused) => format!(
                "{} refused the knock: {} is discarded, and {} plays on with an open hand: {}.",
                name(&refused.seat),
                refused.card.pretty(),
                name(&refused.knocker),
                pretty(refused.hand)
            ),
            Event::Result(result) => tell_result(result, reader),
            Event::Dead { players: [a, b], again, totals } => {
                let next = if *again { "The same dealer deals again." } else { "It counts nothing." };
                let (a, b) = (name(a), name(b));
                let told = format!("Two cards are left in the stock: the hand of {a} and {b} is dead. {next}");
                with_score(told, totals.as_ref(), reader)
            }
            Event::Round(round) => tell_round(round, reader),
            Event::Misdeal { paid, points, paid_by, dealers, totals } => {
                let scored = scored(*paid, &points.to_string(), *paid_by, reader);
                let next = match dealers.len() {
                    0 => "",
                    1 => " The same dealer deals again.",
                    _ => " The same dealers deal again.",
                };
                with_score(format!("A misdeal: {scored}.{next}"), Some(totals), reader)
            }
            Event::Won(ending) => tell_ending(ending, reader),
            Event::At(there) => tell_at(there, reader),
        }
    }

    fn moment(event: &Event) -> Moment {
        match event.bare() {
            Event::Dealt(_) => Moment::Deal,
            Event::Result(_) | Event::Dead { .. } | Event::Round(_) | Event::Won(_) | Event::Misdeal { .. } => {
                Moment::Result
            }
            Event::Hand { .. } | Event::Card { silent: true, .. } => Moment::Silent,
            Event::Passed { .. }
            | Event::Took { .. }
            | Event::Drew { .. }
            | Event::Card { .. }
            | Event::Discarded { .. }
            | Event::Spread(_)
            | Event::OverLimit { .. }
            | Event::Accepted { .. }
            | Event::Refused(_)
            | Event::At(_) => Moment::Passing,
        }
    }

    fn part_of(event: &Event) -> SeatSet {
        match event {
            Event::At(there) => there.players,
            _ => SeatSet::EMPTY,
        }
    }
}

/// `Table 2: Cyd drew from the stock, 30 left.`
fn tell_at(there: &AtTable, reader: &Reader) -> String {
    match &there.event {
        Event::Dealt(dealt) => tell_deal(dealt, Some(there.table + 1), reader),
        event => format!("{}: {}", capital(&table_name(there.table)), GinRummy::tell(event, reader)),
    }
}

/// What one of two tables is called: `table 2`.
pub(super) fn table_name(at: usize) -> String {
    format!("table {}", at + 1)
}

fn tell_deal(dealt: &Dealt, table: Option<usize>, reader: &Reader) -> String {
    let (first, dealer, upcard) = (reader.name(dealt.first), reader.name(dealt.dealer), dealt.upcard.pretty());
    let start = match dealt.roles {
        Some(roles) if roles.solo != dealt.dealer => {
            format!("Hand {}: {} {}; {dealer} dealt.", dealt.hand, reader.name(roles.solo), plays_solo(&roles, reader))
        }
        Some(roles) => format!("Hand {}: {dealer} dealt and {}.", dealt.hand, plays_solo(&roles, reader)),
        None => match table {
            Some(table) => format!("Round {}, table {table}: {dealer} dealt to {first}.", dealt.hand),
            None => format!("Hand {}: {dealer} dealt.", dealt.hand),
        },
    };
    let mut told = format!("{start} {upcard} was turned");
    if dealt.oklahoma {
        told.push_str(&format!(": {}", to_knock(dealt.limit)));
    }
    if dealt.doubled {
        told.push_str(", and points count double");
    }
    told.push('.');
    told
}

/// `plays solo against Ben and Cyd, who rests`: the resting player scores with the one on deck.
pub(super) fn plays_solo(roles: &Roles, reader: &Reader) -> String {
    format!("plays solo against {} and {}, who rests", reader.name(roles.on_deck), reader.name(roles.rester))
}

/// `Ben knocked with 5`
pub(super) fn how(spread: &Spread, name: &str) -> String {
    match spread.how {
        How::Knock if spread.over_limit => format!("{name} knocked with {}, over the limit", spread.count),
        How::Knock => format!("{name} knocked with {}", spread.count),
        How::Gin => format!("{name} went gin"),
        How::BigGin => format!("{name} went big gin with eleven cards"),
    }
}

/// `4♠5♠6♠  Q♥Q♦Q♣ · 3♦ 2♣`; after melds, `called` announces what is unmatched.
fn laid_out(melds: String, called: &str, unmatched: CardSet) -> String {
    match (melds.is_empty(), unmatched.is_empty()) {
        (_, true) => melds,
        (true, false) => pretty_rest(unmatched),
        (false, false) => format!("{melds} · {called}{}", pretty_rest(unmatched)),
    }
}

/// What a knocker laid out, each meld with its number for lay-offs, after this word:
/// `1: 4♠5♠6♠  2: Q♥Q♦Q♣ · unmatched 3♦ 2♣`
pub(super) fn numbered(spread: &Spread, word: &str) -> String {
    let melds = spread.melds.melds().iter().enumerate();
    let numbered: Vec<String> = melds.map(|(i, &meld)| format!("{word}{}: {}", i + 1, pretty_meld(meld))).collect();
    laid_out(numbered.join("  "), "unmatched ", spread.unmatched)
}

fn tell_result(result: &HandResult, reader: &Reader) -> String {
    let mut lines = vec![summary(result, reader)];
    let spread = &result.spread;
    let (knocker, defender) = (reader.name(spread.knocker), reader.name(result.defender));
    let wide = columns::width(knocker).max(columns::width(defender));
    let mut knocked = laid_out(pretty_layout(&spread.melds, "  "), "", spread.unmatched);
    if let Some(discard) = spread.discard {
        knocked.push_str(&format!("   discarded {}", discard.pretty()));
    }
    let mut answered = laid_out(pretty_layout(&result.melds, "  "), "", result.left);
    if !result.laid_off.pairs().is_empty() {
        answered.push_str(&format!("   laid off {}", pretty(result.laid_off.cards())));
    }
    lines.push(format!("  {}   {knocked}", columns::left(knocker, wide)));
    lines.push(format!("  {}   {answered}", columns::left(defender, wide)));
    with_score(lines.join("\n"), result.totals.as_ref(), reader)
}

/// What was told, and below it the running score if it is known.
fn with_score(told: String, totals: Option<&Seats<i32>>, reader: &Reader) -> String {
    match totals {
        Some(totals) => format!("{told}\n{}", score(totals, reader)),
        None => told,
    }
}

/// `Ada 84 · Ben 97`
pub(super) fn score(totals: &Seats<i32>, reader: &Reader) -> String {
    tally((0..totals.count()).map(Side).map(|side| (side_name(reader, side), totals[side])))
}

fn summary(result: &HandResult, reader: &Reader) -> String {
    let defender = reader.name(result.defender);
    let laid: Vec<String> = result.laid_off.pairs().iter().map(|(card, _): &(Card, u8)| card.pretty()).collect();
    let had = if laid.is_empty() {
        format!("{defender} had {} left.", result.left_count)
    } else {
        format!("{defender} laid off {} and had {} left.", laid.join(" "), result.left_count)
    };
    let knocked = how(&result.spread, reader.name(result.spread.knocker));
    format!("{knocked}. {had} {}", verdict(result, reader))
}

fn verdict(result: &HandResult, reader: &Reader) -> String {
    let Some(winner) = result.winner else { return "Equal counts: nobody scores.".to_owned() };
    let undercut = if winner == result.defender { "An undercut: " } else { "" };
    if reader.names.count() == 3 {
        return solo_verdict(result, reader);
    }
    if result.score.points == 0 {
        return format!("{undercut}{} the hand without points.", who(reader, result.scorers, "win"));
    }
    let sum = sum(&result.score);
    // This is one of the two tables of a round: only the sum of both is scored.
    if result.totals.is_none() {
        return format!("{undercut}{} {sum} at this table.", who(reader, result.scorers, "win"));
    }
    format!("{undercut}{}.", scored(result.scorers, &sum, result.paid_by, reader))
}

/// With three players it says who was alone: `Ben, solo, scores 18.`, `Ben, solo, loses: Ada and Cyd each score 8.`
fn solo_verdict(result: &HandResult, reader: &Reader) -> String {
    let HandResult { scorers, paid_by, score, .. } = result;
    let undercut = if result.winner == Some(result.defender) { "An undercut. " } else { "" };
    let won = |reader: &Reader| match score.points {
        0 => format!("{} the hand without points.", who(reader, *scorers, "win")),
        _ => format!("{}.", scored(*scorers, &sum(score), *paid_by, reader)),
    };
    let wins = scorers.len() == 1;
    let Some(solo) = Seat::all(3).find(|&seat| scorers.contains(seat) == wins) else { return won(reader) };
    let titled = format!("{}, solo,", reader.name(solo));
    if !wins {
        return format!("{undercut}{titled} loses: {}", won(reader));
    }
    let mut reader = reader.clone();
    reader.names[solo] = titled;
    format!("{undercut}{}", won(&reader))
}

/// `Ben and Cyd each score 18`, `Ada wins 18 from each of Ben and Cyd`.
fn scored(scorers: SeatSet, points: &str, paid_by: SeatSet, reader: &Reader) -> String {
    if paid_by.is_empty() {
        return format!("{} {points}", who(reader, scorers, "score"));
    }
    let from = if paid_by.len() > 1 { "each of " } else { "" };
    format!("{} {points} from {from}{}", who(reader, scorers, "win"), reader.list(paid_by))
}

/// `18`, `18, doubled: 36`, `27 + 25 = 52`, `2×27 + 25 = 79`.
fn sum(score: &HandScore) -> String {
    let HandScore { difference, factor, bonus, points } = score;
    match (factor, bonus) {
        (2, 0) => format!("{difference}, doubled: {points}"),
        (2, _) => format!("2×{difference} + {bonus} = {points}"),
        (_, 0) => points.to_string(),
        _ => format!("{difference} + {bonus} = {points}"),
    }
}

/// `Round 1: Ada and Cyd score 5.`, then how the hand at each table ended.
fn tell_round(round: &RoundResult, reader: &Reader) -> String {
    let verdict = match round.winner {
        Some(side) => format!("{} score {}.", side_name(reader, side), round.points),
        None => "nobody scores.".to_owned(),
    };
    let hands = round.hands.iter().map(|hand| GinRummy::tell(hand, reader));
    let lines: Vec<String> = std::iter::once(format!("Round {}: {verdict}", round.round)).chain(hands).collect();
    with_score(lines.join("\n"), Some(&round.totals), reader)
}

/// Who won, then a line for each side, then what the bonuses are made of.
fn tell_ending(ending: &Ending, reader: &Reader) -> String {
    let unit = unit(reader);
    let mut lines = vec![won_by(reader, &ending.winners)];
    if ending.shutout {
        let all: Vec<String> = ending.shut_out.iter().map(|&side| side_name(reader, side)).collect();
        lines[0].push_str(&format!(" A shutout: {} won no {unit}.", all.join(" and ")));
    }
    let sides = || (0..ending.finals.count()).map(Side);
    let wide = sides().map(|side| columns::width(&side_name(reader, side))).max().unwrap_or_default();
    for side in sides() {
        let (points, end) = (ending.totals[side], ending.finals[side]);
        let (scored, hands) = (counted(points, "point"), counted(ending.won[side], unit));
        let name = columns::left(&side_name(reader, side), wide);
        lines.push(format!("  {name}  {:>4}:  {scored}, {hands} won, bonuses {}", figure(end), figure(end - points)));
    }
    lines.extend(bonuses(ending, reader));
    lines.join("\n")
}

/// What the bonuses are made of, a line each.
pub(super) fn bonuses(ending: &Ending, reader: &Reader) -> Vec<String> {
    let unit = unit(reader);
    let mut lines: Vec<String> = ending.bonuses.iter().map(|bonus| tell_bonus(bonus, unit, reader)).collect();
    let lost = |side: &Side| !ending.winners.contains(side);
    let losers_paid = ending.bonuses.iter().any(|bonus| lost(&bonus.to) || bonus.less > 0);
    let mut sides = (0..ending.finals.count()).map(Side);
    if !losers_paid && sides.any(|side| lost(&side) && ending.won[side] > 0) {
        lines.push(format!("Losers are not paid for {unit}s won."));
    }
    lines
}

/// What bonuses are paid for: hands, or with four players rounds (a hand at each table).
fn unit(reader: &Reader) -> &'static str {
    if reader.names.count() == 4 { "round" } else { "hand" }
}

/// `Bonuses for Ada: 100 for the match, 4 × 25 for hands won.`
fn tell_bonus(bonus: &EndBonus, unit: &str, reader: &Reader) -> String {
    let EndBonus { to, from, again, game, hands, each, less } = *bonus;
    let payer = from.map(|side| side_name(reader, side)).unwrap_or_default();
    let parts = [
        (again, format!("{again} points once more")),
        (game, format!("{game} for the match")),
        (hands as i32, format!("{hands} × {each} for {unit}s won")),
        (less, format!("less {less} for those of {payer}")),
    ];
    let said: Vec<String> = parts.into_iter().filter(|(count, _)| *count != 0).map(|(_, said)| said).collect();
    let from = if payer.is_empty() { payer } else { format!(", paid by {payer}") };
    format!("Bonuses for {}{from}: {}.", side_name(reader, to), said.join(", "))
}
