//! Moves as text: the canonical form, a lenient reading, and words for them.

use super::Klaberjass;
use super::moves::{Move, exchanged, hand_of, legal};
use super::phrases::not_in_pack;
use super::rank::{beats, in_pack, points, strength};
use super::sequences::{find, points_of};
use super::state::{Phase, Public, Round};
use crate::cards::{Card, CardSet, CardText, Suit};
use crate::english::either;
use crate::game::{Judging, View};
use crate::words::{Language, Notation, Reader, Unreadable, quoted};

impl Notation for Klaberjass {
    fn say(m: &Move) -> String {
        match *m {
            Move::Take => "take".to_owned(),
            Move::Pass => "pass".to_owned(),
            Move::Trump(suit) => format!("trump {}", suit.letter()),
            Move::Schmeiss => "schmeiss".to_owned(),
            Move::Yes => "yes".to_owned(),
            Move::No => "no".to_owned(),
            Move::Declare { dix, meld } => {
                format!("{}{}", if dix { "dix " } else { "" }, if meld { "meld" } else { "nomeld" })
            }
            Move::Play { card, bella } => format!("play {card}{}", if bella { " bella" } else { "" }),
        }
    }

    fn read_plain(view: &View<'_, Self>, text: &str, reader: &Reader) -> Result<Move, Unreadable> {
        let Language::English = reader.language;
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
        let plain = |meld| Move::Declare { dix: false, meld };
        match words.as_slice() {
            ["take" | "accept"] | ["take", "it"] | ["i", "take"] => Ok(Move::Take),
            ["take" | "accept", suit] => {
                Suit::parse(suit).map(|suit| call(view.public(), suit)).ok_or_else(|| no_move(view, text))
            }
            ["pass" | "p" | "skip"] => Ok(Move::Pass),
            ["schmeiss" | "schmeis" | "shmeiss" | "schmeiß"] => Ok(Move::Schmeiss),
            // Never read as a declaration: an answer to a schmeiss that is sent twice would throw sequences away.
            ["yes" | "y"] => Ok(Move::Yes),
            ["no" | "n"] => Ok(Move::No),
            ["meld" | "declare"] => Ok(plain(true)),
            ["nomeld" | "no-meld"] | ["no", "meld"] => Ok(plain(false)),
            ["dix" | "exchange", rest @ ..] => read_dix(view, rest),
            ["trump" | "trumps" | "name" | "make", suit] => {
                Suit::parse(suit).map(Move::Trump).ok_or_else(|| no_move(view, text))
            }
            ["play" | "lead", rest @ ..] => read_play(rest).unwrap_or_else(|| Err(no_move(view, text))),
            rest => {
                let suit = if let [suit] = rest { Suit::parse(suit) } else { None };
                let call = suit.map(|suit| match view.public().phase {
                    Phase::Call { round: Round::First } => call(view.public(), suit),
                    _ => Move::Trump(suit),
                });
                call.map(Ok).or_else(|| read_play(rest)).unwrap_or_else(|| Err(no_move(view, text)))
            }
        }
    }

    fn describe(view: &View<'_, Self>, m: &Move, Reader { language: Language::English, .. }: &Reader) -> String {
        let public = view.public();
        match *m {
            Move::Take => format!("make {} trumps", public.turn_up.suit().name()),
            Move::Pass => "pass".to_owned(),
            Move::Trump(suit) => format!("make {} trumps", suit.name()),
            Move::Schmeiss => offer(public),
            Move::Yes => "yes: throw the hand in".to_owned(),
            Move::No => refusal(public),
            Move::Declare { dix, meld } => describe_declaration(public, hand_of(view), dix, meld),
            Move::Play { card, bella } => describe_play(public, card, bella),
        }
    }

    /// Calls stay as they are listed; of cards the high winners come first, then the cheap losers.
    fn likelihood(view: &View<'_, Self>, m: &Move) -> i32 {
        let public = view.public();
        let Move::Play { card, bella } = *m else { return 0 };
        let (trump, order) = (public.trump_or_turned_up(), public.options.rank_order);
        let worth = points(card, trump);
        let rank = match public.lead {
            None => 20 - i32::from(strength(card, card.suit() == trump, order)),
            Some(lead) if beats(card, lead, trump, order) => -worth,
            Some(_) => 20 + worth,
        };
        2 * rank - i32::from(bella)
    }
}

/// A suit called without `trump`: to call the one that is turned up is to take it.
fn call(public: &Public, suit: Suit) -> Move {
    if suit == public.turn_up.suit() { Move::Take } else { Move::Trump(suit) }
}

/// What to say of a text that is not a move: what may be written now.
fn no_move(view: &View<'_, Klaberjass>, text: &str) -> Unreadable {
    let moves: Vec<String> = legal(view).into_iter().map(|m| format!("`{}`", Klaberjass::say(&m))).collect();
    let write = match (view.public().phase, moves.as_slice()) {
        (Phase::Play, [first, ..]) => format!("a card such as {first}"),
        (_, moves) => either(moves),
    };
    let what = if text.trim().is_empty() { "That is empty".to_owned() } else { quoted(text) + " is no move here" };
    Unreadable::Syntax(format!("{what}: write {write}."))
}

fn read_dix(view: &View<'_, Klaberjass>, rest: &[&str]) -> Result<Move, Unreadable> {
    let dix = |meld| Move::Declare { dix: true, meld };
    match rest {
        ["meld"] => Ok(dix(true)),
        ["nomeld"] | ["no", "meld"] => Ok(dix(false)),
        [] => bare_dix(view),
        _ => Err(Unreadable::Syntax("The exchange is written `dix meld` or `dix nomeld`.".to_owned())),
    }
}

/// `dix` alone: nobody should give up a sequence by saying too little. If the exchange is not legal, the check says
/// why.
fn bare_dix(view: &View<'_, Klaberjass>) -> Result<Move, Unreadable> {
    let declare = |dix, meld| Move::Declare { dix, meld };
    let may = |dix, meld| Klaberjass::check(view, &declare(dix, meld)).is_ok();
    match (may(true, false), may(true, true)) {
        (true, true) => Err(Unreadable::Ambiguous(vec![
            Klaberjass::say(&declare(true, true)),
            Klaberjass::say(&declare(true, false)),
        ])),
        // If the exchange would break a sequence, it is read as claiming one too: that is refused, and the refusal
        // says why.
        (true, false) => Ok(declare(true, may(false, true))),
        (false, _) => Ok(declare(true, false)),
    }
}

/// A card with or without "bella"; `None` if no card is named.
fn read_play(words: &[&str]) -> Option<Result<Move, Unreadable>> {
    let (words, bella) = match words {
        [init @ .., "bella"] => (init, true),
        _ => (words, false),
    };
    let [card] = words else { return None };
    let card = Card::parse(card)?;
    Some(if in_pack(card) { Ok(Move::Play { card, bella }) } else { Err(Unreadable::Syntax(not_in_pack(card))) })
}

/// What a schmeiss offers, and what it costs if it is refused, as told to the player who may make it.
fn offer(public: &Public) -> String {
    let turned = public.turn_up.suit().name();
    let refused = match public.maker_if_refused() {
        Some(maker) if maker == public.turn => format!("you make {turned} trumps"),
        Some(_) => format!("your opponent makes {turned} trumps"),
        None => "you make another suit trumps".to_owned(),
    };
    format!("schmeiss, to throw the hand in (if refused, {refused})")
}

/// What it means to refuse a schmeiss, as told to the player who may refuse it.
pub(super) fn refusal(public: &Public) -> String {
    let turned = public.turn_up.suit().name();
    match public.maker_if_refused() {
        Some(maker) if maker == public.turn => format!("no: you make {turned} trumps"),
        Some(_) => format!("no: your opponent makes {turned} trumps"),
        None => "no: your opponent makes another suit trumps".to_owned(),
    }
}

fn describe_declaration(public: &Public, hand: CardSet, dix: bool, meld: bool) -> String {
    let hand = if dix { exchanged(public, hand).unwrap_or(hand) } else { hand };
    let points = points_of(&find(hand), &public.options);
    let claim = if meld { format!("declare sequences ({points})") } else { "declare nothing".to_owned() };
    if dix {
        let suit = public.turn_up.suit().sign();
        return format!("exchange 7{suit} for {}, {claim}", public.turn_up.pretty());
    }
    claim
}

fn describe_play(public: &Public, card: Card, bella: bool) -> String {
    let trump = public.trump_or_turned_up();
    let fate = match public.lead {
        None => "leads",
        Some(lead) if beats(card, lead, trump, public.options.rank_order) => "wins the trick",
        Some(_) => "loses the trick",
    };
    let word = if bella { ", bella" } else { "" };
    format!("{}{word} ({fate}, counts {})", card.pretty(), points(card, trump))
}
