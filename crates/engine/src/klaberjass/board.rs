//! The board and the hand in words.

use super::Klaberjass;
use super::moves::{completes_bella, exchanged};
use super::options::{BellaRule, Schmeiss};
use super::phrases::pretty;
use super::rank::{card_at, sorted};
use super::sequences::{Sequence, find, points_of};
use super::state::{Melds, Phase, Public, Round, Trick};
use crate::cards::{Card, CardSet};
use crate::columns::{cut, left, narrow};
use crate::english::{counted, list};
use crate::game::View;
use crate::seats::Seat;
use crate::words::{BoardText, Boards, Language, Prompt, Reader};

/// Columns for a name.
const NAME: usize = 14;

impl Boards for Klaberjass {
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        let public = view.public();
        BoardText { headline: headline(public, reader), body: body(view, reader), prompt: prompt(public, reader) }
    }

    fn hand_text(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> String {
        let public = view.public();
        let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return String::new() };
        // What may be played stands on the buttons.
        let mut lines = vec![grouped(own.hand, public)];
        lines.extend(worth(public, seat, own.hand));
        lines.join("\n")
    }
}

fn headline(public: &Public, reader: &Reader) -> String {
    let mut parts = vec![
        format!("hand {}", public.hand),
        format!("to {}", public.options.target),
        format!("{} dealt", reader.name(public.dealer())),
        // Whoever knows the other order takes it for granted.
        public.options.rank_order.rule().to_owned(),
    ];
    if let (Some(trump), Some(maker)) = (public.trump, public.maker) {
        parts.push(format!("{} made {} trumps", reader.name(maker), trump.name()));
    }
    if public.pot > 0 {
        parts.push(format!("{} points carried over", public.pot));
    }
    parts.join(" · ")
}

fn body(view: &View<'_, Klaberjass>, reader: &Reader) -> String {
    let public = view.public();
    let mut lines: Vec<String> = Seat::all(2).map(|seat| seat_line(view, seat, reader)).collect();
    lines.push(stock_line(public));
    lines.extend(
        public.exchange.map(|e| format!("  {} took {} for it", cut(reader.name(e.seat), NAME), e.card.pretty())),
    );
    lines.extend(declared_line(public, reader));
    lines.extend(sequence_line(public, reader));
    // The prompt says which card is to be answered.
    lines.extend(public.tricks.last().map(|last| trick_line(public, last, reader)));
    lines.join("\n")
}

/// `trick 2: Ada Q♥, Ben 9♦, to Ben`
fn trick_line(public: &Public, trick: &Trick, reader: &Reader) -> String {
    let name = |seat| cut(reader.name(seat), NAME);
    let played = |seat, card: Card| format!("{} {}", name(seat), card.pretty());
    let (lead, reply) = (played(trick.leader, trick.lead), played(Public::other(trick.leader), trick.reply));
    let line = format!("  trick {}: {lead}, {reply}, to {}", public.tricks.len(), name(trick.winner));
    narrow(&line).join("\n")
}

fn seat_line(view: &View<'_, Klaberjass>, seat: Seat, reader: &Reader) -> String {
    let public = view.public();
    let count = &public.counts[seat];
    let cards = counted(view.backs(seat), "card");
    let asked = public.turn == seat && !matches!(public.phase, Phase::Over { .. });
    let mark = if asked { '▸' } else { ' ' };
    let mut line =
        format!("{mark} {} {:>4}  {cards}", left(reader.name(seat), reader.columns(NAME)), public.scores[seat]);
    if matches!(public.phase, Phase::Play) {
        line.push_str(&format!("\n    {}", counted(count.taken, "trick")));
        if public.options.show_points {
            line.push_str(&format!(" = {}", count.tricks));
        }
        if count.bella > 0 {
            line.push_str(&format!(", bella {}", count.bella));
        }
    }
    line
}

fn stock_line(public: &Public) -> String {
    let stock = if public.trump.is_some() { 13 } else { 19 };
    let mut line = format!("  stock {stock}   turned up {}", public.turn_up.pretty());
    if let Some(bottom) = public.bottom {
        line.push_str(&format!("   bottom {}", bottom.pretty()));
    }
    line
}

/// What the first player to declare has said, until the other has declared too and the comparison is shown.
fn declared_line(public: &Public, reader: &Reader) -> Option<String> {
    let said = if public.declared[public.nondealer]? { "sequences" } else { "no sequence" };
    let name = cut(reader.name(public.nondealer), NAME);
    (public.phase == Phase::Declare).then(|| format!("  {name} declared {said}"))
}

fn sequence_line(public: &Public, reader: &Reader) -> Option<String> {
    let Melds::Better { seat, shown } = &public.melds else {
        let what = if public.melds == Melds::TenEach { "ten each" } else { "no score" };
        return public.best_are_equal().then(|| format!("  sequences equal: {what}"));
    };
    let cards = match shown {
        Some(cards) => runs(*cards),
        None => "shown after trick 1".to_owned(),
    };
    Some(narrow(&format!("  {}'s sequences: {cards}", cut(reader.name(*seat), NAME))).join("\n"))
}

/// Each sequence without spaces, so that even the most that nine cards hold, three of three, fit on a line and can
/// be told apart.
fn runs(cards: CardSet) -> String {
    let closed = |run: &Sequence| run.cards().map(Card::pretty).collect::<String>();
    find(cards).iter().map(closed).collect::<Vec<_>>().join("  ")
}

fn prompt(public: &Public, reader: &Reader) -> Prompt {
    let turned = public.turn_up.suit().name();
    let other = Public::other(public.turn);
    let ask = |what: &str| Prompt::ask(reader, public.turn, what);
    match public.phase {
        Phase::Call { round } => {
            let suit = match round {
                Round::First => format!("make {turned} trumps"),
                Round::Second => format!("make another suit than {turned} trumps"),
            };
            ask(&format!("{suit}{}", public.options.schmeiss.or_pass())).and(&about_schmeiss(public, reader))
        }
        Phase::Answer { .. } => {
            let refused = if_refused(public, other, reader);
            let other = reader.name(other);
            ask(&format!("answer {other}'s schmeiss: yes throws the hand in; on a no, {refused}"))
        }
        Phase::Name => ask(&format!("make another suit than {turned} trumps")),
        Phase::Declare => ask("declare sequences, or none"),
        Phase::Play => match public.lead {
            Some(lead) => ask(&format!("follow {}'s {}", reader.name(other), lead.pretty())),
            None => ask("lead"),
        },
        Phase::Over { .. } => Prompt::default(),
    }
}

/// What a schmeiss offers and costs, where one may be made.
fn about_schmeiss(public: &Public, reader: &Reader) -> String {
    if public.options.schmeiss == Schmeiss::Off {
        return String::new();
    }
    format!("A schmeiss offers to throw the hand in; if it is refused, {}.", if_refused(public, public.turn, reader))
}

/// What follows if the schmeiss that this seat offers is refused.
fn if_refused(public: &Public, offers: Seat, reader: &Reader) -> String {
    match public.maker_if_refused() {
        Some(maker) => format!("{} makes {} trumps", reader.name(maker), public.turn_up.suit().name()),
        None => format!("{} makes another suit trumps", reader.name(offers)),
    }
}

/// What matters about a seat's hand now, besides what may be played.
pub(super) fn worth(public: &Public, seat: Seat, hand: CardSet) -> Vec<String> {
    let before = !matches!(public.phase, Phase::Play | Phase::Over { .. });
    let sequences = before.then(|| sequence_lines(public, hand)).flatten();
    let exchange =
        (public.phase == Phase::Declare && public.declared[seat].is_none()).then(|| exchange_line(public, hand));
    sequences.into_iter().chain(exchange.flatten()).chain(bella_line(public, seat, hand)).collect()
}

/// `J♥ K♥ Q♥ | A♠ 10♠`: trumps (or the suit turned up) first.
fn grouped(hand: CardSet, public: &Public) -> String {
    let cards = sorted(hand, Some(public.trump_or_turned_up()), public.options.rank_order);
    let suits = cards.chunk_by(|one, next| one.suit() == next.suit());
    suits.map(|suit| pretty(suit.iter().copied())).collect::<Vec<_>>().join(" | ")
}

fn sequence_lines(public: &Public, hand: CardSet) -> Option<String> {
    if find(hand).is_empty() {
        return (public.phase == Phase::Declare).then(|| "no sequence".to_owned());
    }
    Some(in_sequences(public, hand))
}

/// `9♥ 10♥ J♥: 20 in sequences`.
fn in_sequences(public: &Public, hand: CardSet) -> String {
    let found = find(hand);
    let runs: Vec<String> = found.iter().map(|run| pretty(run.cards())).collect();
    if runs.is_empty() {
        return "no sequence".to_owned();
    }
    format!("{}: {} in sequences", list(&runs), points_of(&found, &public.options))
}

/// What the exchange would bring, if it may be made.
fn exchange_line(public: &Public, hand: CardSet) -> Option<String> {
    let swapped = exchanged(public, hand).ok()?;
    let (suit, card) = (public.turn_up.suit().sign(), public.turn_up.pretty());
    Some(format!("you may exchange 7{suit} for {card}: then {}", in_sequences(public, swapped)))
}

fn bella_line(public: &Public, seat: Seat, hand: CardSet) -> Option<String> {
    let trump = public.trump?;
    let royals = [5, 6].map(|at| card_at(trump, at).is_some_and(|card| hand.contains(card)));
    if royals == [true, true] {
        return Some(format!("bella: K{0} and Q{0}", trump.sign()));
    }
    let called = public.options.bella == BellaRule::Called;
    let second = hand.iter().find(|card| public.phase == Phase::Play && completes_bella(public, seat, *card))?;
    called.then(|| format!("say bella when you play {}", second.pretty()))
}
