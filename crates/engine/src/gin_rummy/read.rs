//! Reads what players type as moves, as leniently as it can without guessing.

use super::GinRummy;
use super::deadwood::deadwood;
use super::illegal::Illegal;
use super::melds::{LaidOff, Layout, chains, is_meld};
use super::moves::{Move, Plain, Turn};
use super::notation::shown;
use super::phrases::pretty_layout;
use super::state::Phase;
use crate::cards::{Card, CardSet, CardText, Suit};
use crate::game::{Judging, Refuse, View};
use crate::words::{Notation, Unreadable, quoted};

const _: fn(crate::Language) = |crate::Language::English| ();

type Reading<T> = Result<T, Unreadable>;

fn wrong<T>(says: impl Into<String>) -> Reading<T> {
    Err(Unreadable::Syntax(says.into()))
}

/// Refused by the rule that also refuses this.
fn against<T>(rule: &Illegal, says: impl Into<String>) -> Reading<T> {
    Err(Unreadable::Against(rule.rule(), says.into()))
}

pub(super) fn read(view: &View<'_, GinRummy>, text: &str) -> Result<Move, Unreadable> {
    // What lists and buttons add in brackets at the end only says what the move leaves. Any other bracket is no note: a
    // layout in it must not be passed over.
    let noted = text.trim_end().strip_suffix(')').and_then(|rest| rest.split_once('('));
    let is_note = |note: &str| {
        let note = note.trim().to_lowercase();
        (note.starts_with("leave") || note.contains("unmatched") || note.ends_with(" ways") || note == "gin")
            && !note.contains(['(', ')'])
    };
    let bare_text = noted.filter(|(_, note)| is_note(note)).map_or(text, |(bare, _)| bare);
    let mut words: Vec<&str> = bare_text.split_whitespace().map(|w| w.trim_matches([',', ';', '.', '|'])).collect();
    words.retain(|word| !word.is_empty());
    let Some((&verb, rest)) = words.split_first() else {
        return wrong(format!("Nothing was typed; {}.", what_now(view)));
    };
    match (verb.to_lowercase().as_str(), rest) {
        ("pass" | "leave" | "skip", _) => alone(Plain::Pass, verb, rest),
        ("take" | "pick", []) => Ok(Move::Take),
        ("take" | "pick", [card]) => take(view, card),
        ("draw", ["from", "stock"] | ["from", "the", "stock"]) => Ok(Move::Stock),
        ("stock" | "draw" | "deck", _) => alone(Plain::Stock, verb, rest),
        ("accept", _) => alone(Plain::Accept, verb, rest),
        ("refuse", _) => alone(Plain::Refuse, verb, rest),
        ("discard" | "throw" | "drop", [one]) => card(one).map(Move::Discard),
        ("discard" | "throw" | "drop", []) => bare_discard(view),
        ("knock" | "biggin" | "big-gin", []) => Ok(Move::BigGin),
        ("big", [gin]) if gin.eq_ignore_ascii_case("gin") => Ok(Move::BigGin),
        ("gin", []) => bare_gin(view),
        ("knock", [with, one, melds @ ..]) if with.eq_ignore_ascii_case("with") => knock(one, melds),
        ("knock", [one, melds @ ..]) => knock(one, melds),
        ("gin", [one, melds @ ..]) => gin(view, knock(one, melds)?),
        ("layoff" | "lay-off", pairs) => lay_off(view, pairs),
        ("lay", [off, pairs @ ..]) if off.eq_ignore_ascii_case("off") => lay_off(view, pairs),
        (one, []) if Card::parse(one).is_some() => card(one).map(|card| bare(view, card)),
        _ => wrong(format!("{} is no move here; {}.", quoted(text), what_now(view))),
    }
}

fn alone(plain: Plain, verb: &str, rest: &[&str]) -> Reading<Move> {
    match rest {
        [] => Ok(plain.into()),
        [extra, ..] => wrong(format!("`{verb}` stands alone; {} is too much.", quoted(extra))),
    }
}

/// What could be typed now: moves that this hand can make.
fn what_now(view: &View<'_, GinRummy>) -> String {
    let moves = Turn::of(view).map_or_else(Vec::new, |turn| examples(&turn));
    if moves.is_empty() {
        return "nothing is asked of you just now".to_owned();
    }
    format!("write {}", moves.join(" or "))
}

/// How moves are written now: which of them is good is for the player to find.
fn examples(turn: &Turn<'_>) -> Vec<String> {
    let plain = |moves: &[Move]| moves.iter().map(shown).collect();
    match turn.table.phase {
        Phase::Upcard => plain(&[Move::Take, Move::Pass]),
        Phase::FirstStock => plain(&[Move::Stock]),
        Phase::Draw => plain(&[Move::Take, Move::Stock]),
        Phase::Discard { .. } => {
            let any = turn.discards().iter().next().map(Move::Discard);
            any.map(|any| format!("`discard` or `knock` and a card, such as {}", shown(&any))).into_iter().collect()
        }
        Phase::Answer => plain(&[Move::Accept, Move::Refuse]),
        Phase::LayOff => vec![
            "each card with the number of its meld, such as `layoff 2♠>1`,".to_owned(),
            format!("{} for nothing", shown(&Move::LayOff(LaidOff::default()))),
        ],
        Phase::Undealt | Phase::Over => Vec::new(),
    }
}

fn card(text: &str) -> Reading<Card> {
    match Card::parse(text).filter(|card| !card.is_joker()) {
        Some(card) => Ok(card),
        None if text.trim().is_empty() => wrong("Say which card: cards look like 9♦ and 10♦, or 9D and TD."),
        None => wrong(format!("{} is no card; cards look like 9♦ and 10♦, or 9D and TD.", quoted(text))),
    }
}

/// `discard` alone asks for the card; but if the seat cannot discard now, the refusal says that, whatever the card.
fn bare_discard(view: &View<'_, GinRummy>) -> Reading<Move> {
    let turn = Turn::of(view).filter(|turn| !matches!(turn.table.phase, Phase::Discard { .. }));
    let any = turn.and_then(|turn| turn.hand.iter().next()).map(Move::Discard);
    match any.map(|any| GinRummy::check(view, &any)) {
        Some(Err(why)) => Err(Unreadable::Against(why.rule(), why.to_string())),
        _ => wrong(format!("Say which card; {}.", what_now(view))),
    }
}

/// A card alone: takes it, if it is the top discard and the player has yet to draw; otherwise discards it.
fn bare(view: &View<'_, GinRummy>, card: Card) -> Move {
    let drawing = Turn::of(view).filter(|turn| matches!(turn.table.phase, Phase::Upcard | Phase::Draw));
    match drawing.and_then(|turn| turn.table.discards.top()) {
        Some(top) if top == card => Move::Take,
        _ => Move::Discard(card),
    }
}

/// `take 9D` is valid only while that card is on top.
fn take(view: &View<'_, GinRummy>, text: &str) -> Reading<Move> {
    let named = card(text)?;
    match Turn::of(view).and_then(|turn| turn.table.discards.top()) {
        Some(top) if top != named => {
            let says = format!("{} is not on top of the discards, {} is.", named.pretty(), top.pretty());
            against(&Illegal::DrawFirst { top: Some(top) }, says)
        }
        _ => Ok(Move::Take),
    }
}

/// `gin` alone: a knock with the only card whose discard leaves gin, or big gin.
fn bare_gin(view: &View<'_, GinRummy>) -> Reading<Move> {
    // Before the draw, the check refuses this for that reason, whatever the hand.
    let turn = Turn::of(view).filter(|turn| matches!(turn.table.phase, Phase::Discard { .. }));
    let Some(turn) = turn else { return Ok(Move::BigGin) };
    let gins = |card: &Card| deadwood(turn.hand.without(*card)) == 0;
    let spare: Vec<Card> = turn.discards().iter().filter(gins).collect();
    match spare.as_slice() {
        _ if turn.has_big_gin() => Ok(Move::BigGin),
        [one] => Ok(Move::Knock(*one, None)),
        [] => against(&Illegal::NoBigGin, format!("No discard leaves you gin just now; {}.", what_now(view))),
        several => Err(Unreadable::Ambiguous(several.iter().map(|&c| GinRummy::say(&Move::Knock(c, None))).collect())),
    }
}

/// `gin 9D` is a knock that is gin. A player who has miscounted is told so: they may not want an ordinary knock.
fn gin(view: &View<'_, GinRummy>, knock: Move) -> Reading<Move> {
    let (Move::Knock(card, layout), Some(turn), Ok(())) = (&knock, Turn::of(view), GinRummy::check(view, &knock))
    else {
        return Ok(knock);
    };
    let hand = turn.hand.without(*card);
    let left = layout.as_ref().map_or_else(|| deadwood(hand), |layout| layout.left(hand));
    let instead = if left > turn.table.limit { String::new() } else { format!("; {} knocks with it", shown(&knock)) };
    match left {
        0 => Ok(knock),
        _ => against(&Illegal::NoBigGin, format!("Gin leaves nothing unmatched, and that leaves {left}{instead}.")),
    }
}

fn knock(discard: &str, melds: &[&str]) -> Reading<Move> {
    let discard = card(discard)?;
    if melds.is_empty() {
        return Ok(Move::Knock(discard, None));
    }
    let groups = melds.iter().map(|text| group(text)).collect::<Reading<Vec<_>>>()?;
    match Layout::new(groups) {
        Some(layout) => Ok(Move::Knock(discard, Some(layout))),
        None => wrong("Ten cards hold three melds at most. Join the cards of a meld by `-`, such as 4♠-5♠-6♠."),
    }
}

/// The cards of one meld: `4S-5S-6S`, `4s5s6s`, `4♠,5♠,6♠`.
fn group(text: &str) -> Reading<CardSet> {
    let mut cards = CardSet::EMPTY;
    for piece in text.split(['-', ',', '+', '/']).filter(|piece| !piece.is_empty()).flat_map(one_by_one) {
        let next = card(piece)?;
        if cards.contains(next) {
            return wrong(format!("{} stands twice in {}.", next.pretty(), quoted(text)));
        }
        cards.insert(next);
    }
    match cards.len() {
        0 | 1 => wrong(format!("{} is no meld; join its cards by `-`, such as 4♠-5♠-6♠.", quoted(text))),
        _ => Ok(cards),
    }
}

/// Cards in a row, each ending in its suit: `4s5s6s`. A card by itself may begin with it.
fn one_by_one(piece: &str) -> Vec<&str> {
    let row = || piece.split_inclusive(|c| Suit::from_char(c).is_some()).collect();
    if Card::parse(piece).is_some() { vec![piece] } else { row() }
}

fn lay_off(view: &View<'_, GinRummy>, words: &[&str]) -> Reading<Move> {
    let nothing = |word: &str| matches!(word.to_lowercase().as_str(), "-" | "none" | "nothing");
    match words {
        // Nobody should give up lay-offs by saying too little.
        [] => return wrong("Write what you lay off, such as `layoff 2S>1`, or `layoff -` for nothing."),
        [one] if nothing(one) => return Ok(Move::LayOff(LaidOff::default())),
        _ => {}
    }
    let pairs = words.iter().map(|word| pair(view, word)).collect::<Reading<Vec<_>>>()?;
    match LaidOff::new(pairs) {
        Some(laid) => Ok(Move::LayOff(laid)),
        None => wrong("A hand has ten cards; more cannot be laid off."),
    }
}

/// `2S>1`, or `2S` if it can only mean one meld.
fn pair(view: &View<'_, GinRummy>, word: &str) -> Reading<(Card, u8)> {
    if let Some((named, on)) = word.split_once('>') {
        return match on.parse::<u8>() {
            Ok(number) if number > 0 && !on.starts_with('+') => Ok((card(named)?, number - 1)),
            _ => wrong(format!("{}: after > comes the number of a meld, from 1.", quoted(word))),
        };
    }
    let card = card(word)?;
    let spread = view.seat().and_then(|seat| view.public().on_turn(seat)).and_then(|table| table.spread.as_ref());
    // If nothing is laid out, any meld will do: the check says so.
    let Some(spread) = spread else { return Ok((card, 0)) };
    let melds = spread.melds.melds();
    let hand = view.own().map_or(CardSet::EMPTY, |own| own.hand);
    let fits: Vec<u8> = (0..melds.len()).filter(|&n| could_go(melds[n], hand, card)).map(|n| n as u8).collect();
    match fits.as_slice() {
        [one] => Ok((card, *one)),
        [] if melds.is_empty() => wrong("The knocker has no meld to lay off on; `layoff -` lays off nothing."),
        [] => {
            let (card, melds) = (card.pretty(), pretty_layout(&spread.melds, ", "));
            wrong(format!("{card} fits none of the knocker's melds, {melds}; `layoff -` lays off nothing."))
        }
        several => {
            let all = several
                .iter()
                .filter_map(|&on| LaidOff::new([(card, on)]))
                .map(|laid| GinRummy::say(&Move::LayOff(laid)));
            Err(Unreadable::Ambiguous(all.collect()))
        }
    }
}

/// Could the card go on the meld, perhaps after others of the hand?
fn could_go(meld: CardSet, hand: CardSet, card: Card) -> bool {
    is_meld(meld.with(card)) || chains(meld, hand).iter().any(|chain| chain.contains(&card))
}
