//! The board and the hand in words.

use super::Klaberjass;
use super::moves::{completes_bella, exchanged, playable};
use super::options::{BellaRule, Schmeiss};
use super::phrases::pretty;
use super::rank::{card_at, order_columns, sorted};
use super::sequences::{Sequence, find, points_of};
use super::state::{Melds, Phase, Public, Round};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::columns::{cut, left};
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
        let mut lines = vec![grouped(own.hand, public)];
        if public.phase == Phase::Play && seat == public.turn {
            lines.extend(play_lines(public, own.hand));
        }
        lines.extend(worth(public, seat, own.hand));
        lines.join("\n")
    }
}

fn headline(public: &Public, reader: &Reader) -> String {
    let mut parts = vec![
        format!("hand {}", public.hand),
        format!("to {}", public.options.target),
        format!("{} dealt", reader.name(public.dealer())),
    ];
    if let (Some(trump), Some(maker)) = (public.trump, public.maker) {
        parts.push(format!("{} plays {} as trumps", reader.name(maker), trump.sign()));
    }
    if public.pot > 0 {
        parts.push(format!("{} points carried over", public.pot));
    }
    parts.join(" · ")
}

fn body(view: &View<'_, Klaberjass>, reader: &Reader) -> String {
    let public = view.public();
    let order = public.options.rank_order;
    let mut lines: Vec<String> = Seat::all(2).map(|seat| seat_line(view, seat, reader)).collect();
    lines.push(String::new());
    let trumps = public.trump.map_or_else(|| "trumps".to_owned(), |trump| format!("{} trumps", trump.sign()));
    for (suits, trump) in [(trumps.as_str(), true), ("other", false)] {
        let [ranks, counts] = order_columns(trump, order);
        lines.extend([format!("  {suits:<9}  {ranks}"), format!("  {:<9}  {counts}", "counts")]);
    }
    lines.push(stock_line(public));
    lines.extend(public.exchange.map(|e| format!("    {} to {}", e.card.pretty(), cut(reader.name(e.seat), NAME))));
    lines.extend(declared_line(public, reader));
    lines.extend(sequence_line(public, reader));
    if let Some(last) = public.tricks.last() {
        let (lead, reply) = (last.lead.pretty(), last.reply.pretty());
        lines.push(format!(
            "  trick {}    {lead} {reply}  to {}",
            public.tricks.len(),
            cut(reader.name(last.winner), NAME)
        ));
    }
    if let Some(lead) = public.lead {
        let leader = Public::other(public.turn);
        lines.push(format!("  led        {}  by {}", lead.pretty(), cut(reader.name(leader), NAME)));
    }
    lines.join("\n")
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
            line.push_str(&format!(" · bella {}", count.bella));
        }
    }
    line
}

fn stock_line(public: &Public) -> String {
    let stock = if public.trump.is_some() { 13 } else { 19 };
    let mut line = format!("  turned up  {}   stock {stock}", public.turn_up.pretty());
    if let Some(bottom) = public.bottom {
        line.push_str(&format!("   bottom {}", bottom.pretty()));
    }
    line
}

/// What the first player to declare has said, until the other has declared too and the comparison is shown.
fn declared_line(public: &Public, reader: &Reader) -> Option<String> {
    let said = if public.declared[public.nondealer]? { "sequences" } else { "no sequence" };
    let name = cut(reader.name(public.nondealer), NAME);
    (public.phase == Phase::Declare).then(|| format!("  declared   {name}  {said}"))
}

fn sequence_line(public: &Public, reader: &Reader) -> Option<String> {
    let Melds::Better { seat, shown } = &public.melds else {
        let what = if public.melds == Melds::TenEach { "ten each" } else { "no score" };
        return public.best_are_equal().then(|| format!("  sequences  equal: {what}"));
    };
    let cards = match shown {
        Some(cards) => runs(*cards),
        None => "shown after trick 1".to_owned(),
    };
    Some(format!("  sequences  {}\n    {cards}", cut(reader.name(*seat), NAME)))
}

/// Each sequence without spaces, so that even the most that nine cards hold, three of three, fit on a line and can
/// be told apart.
fn runs(cards: CardSet) -> String {
    let closed = |run: &Sequence| run.cards().map(Card::pretty).collect::<String>();
    find(cards).iter().map(closed).collect::<Vec<_>>().join("  ")
}

fn prompt(public: &Public, reader: &Reader) -> Prompt {
    let turned = public.turn_up.suit().sign();
    let other = Public::other(public.turn);
    let ask = |what: &str| Prompt::ask(reader, public.turn, what);
    match public.phase {
        Phase::Call { round } => {
            let suit = match round {
                Round::First => format!("take {turned}"),
                Round::Second => format!("name another suit (not {turned})"),
            };
            ask(&format!("call: {suit}{}", public.options.schmeiss.or_pass())).and(&about_schmeiss(public, reader))
        }
        Phase::Answer { .. } => {
            let refused = if_refused(public, other, reader);
            let other = reader.name(other);
            ask(&format!("answer {other}'s schmeiss: yes throws the hand in; on a no, {refused}"))
        }
        Phase::Name => ask(&format!("name trumps, not {turned}")),
        Phase::Declare => ask("declare: sequences, or none"),
        Phase::Play if public.lead.is_some() => ask("answer the lead"),
        Phase::Play => ask("lead"),
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
        Some(maker) => format!("{} plays {} as trumps", reader.name(maker), public.turn_up.suit().sign()),
        None => format!("{} names trumps and plays", reader.name(offers)),
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

/// `♥ J K Q   ♠ A 10`: trumps (or the suit turned up) first.
fn grouped(hand: CardSet, public: &Public) -> String {
    let mut text = String::new();
    let mut suit: Option<Suit> = None;
    for card in sorted(hand, Some(public.trump_or_turned_up()), public.options.rank_order) {
        if suit != Some(card.suit()) {
            text.push_str(if suit.is_some() { "   " } else { "" });
            text.push(card.suit().sign());
            suit = Some(card.suit());
        }
        text.push(' ');
        text.push_str(card.rank().map_or("", Rank::pretty));
    }
    text
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

fn play_lines(public: &Public, hand: CardSet) -> Option<String> {
    let may = playable(public, hand);
    let all = sorted(may, Some(public.trump_or_turned_up()), public.options.rank_order);
    (may != hand).then(|| format!("you may play {}", pretty(all)))
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
