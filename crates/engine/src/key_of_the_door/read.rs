//! Reads what players type as moves, as leniently as it can without guessing.

use crate::cards::{Card, CardText, Suit};
use crate::words::quoted;
use crate::{Judging, Notation, Unreadable, View};

use super::KeyOfTheDoor;
use super::keys::KeyPlace;
use super::moves::{Move, Way};
use super::options::{Claims, Idle};
use super::state::Public;

const _: fn(crate::Language) = |crate::Language::English| ();

fn syntax(message: impl Into<String>) -> Unreadable {
    Unreadable::Syntax(message.into())
}

/// What moves begin with that neither claim anything nor lie face down.
pub(super) const WITHOUT_SIGNS: [&str; 8] = ["pass", "skip", "steal", "take", "bust", "call", "discard", "throw"];

/// Reads a move leniently: in any case, with suit signs, `10` for `T`, words such as `on`, `claim` and `face down`,
/// or a bare card without `play`.
pub(super) fn read(view: &View<'_, KeyOfTheDoor>, text: &str) -> Result<Move, Unreadable> {
    if let Some((first, rest)) = text.split_once(';').filter(|(_, rest)| !rest.trim().is_empty()) {
        return Err(syntax(several(first, rest)));
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match word.to_lowercase().as_str() {
        "pass" | "skip" if rest.is_empty() => Ok(Move::Pass),
        "steal" | "take" => steal(view, rest),
        "bust" | "call" => bust(view.public(), rest),
        "discard" | "throw" => Ok(Move::Play(card(view.public(), rest.trim(), rest)?, Way::Away)),
        "play" | "lay" | "put" => {
            let Written { card, way, .. } = written(view.public(), rest)?;
            Ok(Move::Play(card, way))
        }
        _ => match written(view.public(), text)? {
            Written { card, way, names_key: true } => Ok(Move::Play(card, way)),
            Written { card, way, names_key: false } => resolve(view, card, way),
        },
    }
}

/// The refusal of several moves in one line: steals may come first, each sent alone, and nothing follows a play.
fn several(first: &str, rest: &str) -> String {
    let word = first.split_whitespace().next().unwrap_or_default().to_lowercase();
    if matches!(word.as_str(), "steal" | "take") {
        return format!("Those are several moves: first {}, then {}.", quoted(first), quoted(rest));
    }
    "Those are several moves. Steals come first, each sent alone, and a play ends the turn.".to_owned()
}

/// A card and where it is to go.
struct Written {
    card: Card,
    way: Way,
    /// Was a key written beside the card?
    names_key: bool,
}

/// The card that a text names; `typed` is the player's original text, quoted in the refusal.
fn card(public: &Public, text: &str, typed: &str) -> Result<Card, Unreadable> {
    Card::parse(text).ok_or_else(|| {
        let what = if text.is_empty() { "That".to_owned() } else { quoted(typed) };
        syntax(format!("{what} names no card. {}", forms(public)))
    })
}

/// How moves are written at this table.
fn forms(public: &Public) -> String {
    let options = &public.options;
    let claim = if options.claims == Claims::Called { "`!` to claim 21, " } else { "" };
    let others: Vec<&str> = [
        options.steal.then_some("`steal S`"),
        (!public.strict()).then_some("`bust S`"),
        (options.p4 == Idle::Discard).then_some("`discard 7S`"),
        (options.p4 != Idle::Discard).then_some("`pass`"),
    ]
    .into_iter()
    .flatten()
    .collect();
    format!("Write `7S` or `10♥`, with {claim}`>X1` for a Joker key, `?` for face down; or {}.", others.join(", "))
}

/// Words to signs: `7s on joker 1 claim` is `7s>x1!`.
fn signs(text: &str) -> String {
    let mut out = String::new();
    let mut claimed = false;
    for word in text.to_lowercase().split_whitespace() {
        match word {
            "on" | "to" | "onto" | "->" => out.push('>'),
            "claim" | "claiming" => out.push('!'),
            "21" if claimed => {}
            "21" => out.push('!'),
            "down" | "facedown" => out.push('?'),
            "face" | "key" | "and" | "the" | "up" => {}
            "joker" => out.push('x'),
            _ => out.push_str(word),
        }
        claimed = matches!(word, "claim" | "claiming");
    }
    out
}

fn written(public: &Public, typed: &str) -> Result<Written, Unreadable> {
    let text = signs(typed);
    let bare = text.trim_end_matches(['!', '?']);
    let (claim, down) = (text[bare.len()..].contains('!'), text[bare.len()..].contains('?'));
    if claim && down {
        return Err(syntax("A card laid face down claims nothing: leave out the `!`."));
    }
    // A play ends the turn, so a sign too many is not passed over.
    if text.len() - bare.len() > 1 {
        return Err(syntax(format!("{} says the same twice. {}", quoted(typed), forms(public))));
    }
    // Without a sign between a card and a Joker key, the `x` separates them.
    let (face, on) = match bare.split_once('>') {
        Some((face, on)) => (face, Some(on)),
        None => bare.find('x').map_or((bare, None), |at| (&bare[..at], Some(&bare[at..]))),
    };
    let card = card(public, face, typed)?;
    let joker = match on.map(|on| place(public, on, typed)).transpose()? {
        Some(KeyPlace::Joker(n)) => Some(n),
        Some(KeyPlace::Suit(suit)) if suit != card.suit() => {
            return Err(syntax(format!("{} goes on the key of its own suit or on a Joker key.", card.pretty())));
        }
        _ => None,
    };
    let way = if down { Way::Down { joker } } else { Way::Up { joker, claim } };
    Ok(Written { card, way, names_key: on.is_some() })
}

/// A card written without a key, whose suit is closed, goes where it may: to a Joker key, or to the discards where
/// cards are discarded and no Joker key is open. If it may go nowhere, it is read as played to the first Joker key:
/// that refusal says more than that the suit is closed.
fn resolve(view: &View<'_, KeyOfTheDoor>, card: Card, way: Way) -> Result<Move, Unreadable> {
    let public = view.public();
    let as_written = Move::Play(card, way);
    let on_suit = way.place(card) == Some(KeyPlace::Suit(card.suit()));
    let elsewhere = way.is_up() || public.options.p4 == Idle::FacedownJoker;
    if !on_suit || !elsewhere || public.table.key(KeyPlace::Suit(card.suit())).is_some() {
        return Ok(as_written);
    }
    let open: Vec<Move> = public.table.open_jokers().map(|(place, _)| Move::Play(card, onto(way, place))).collect();
    let may: Vec<Move> = open.iter().copied().filter(|m| KeyOfTheDoor::check(view, m).is_ok()).collect();
    match (may.as_slice(), open.first()) {
        ([only], _) => Ok(*only),
        ([], Some(first)) => Ok(*first),
        ([], None) if way.is_up() && public.options.p4 == Idle::Discard => Ok(Move::Play(card, Way::Away)),
        ([], None) => Ok(as_written),
        (several, _) => Err(Unreadable::Ambiguous(several.iter().map(KeyOfTheDoor::say).collect())),
    }
}

const fn onto(way: Way, place: KeyPlace) -> Way {
    let KeyPlace::Joker(n) = place else { return way };
    match way {
        Way::Up { claim, .. } => Way::Up { joker: Some(n), claim },
        Way::Down { .. } => Way::Down { joker: Some(n) },
        Way::Away => Way::Away,
    }
}

/// Reads the name of a key: `s`, `♠`, `spades`, `x1`, `joker 1`; a bare `x` if only one Joker key is open. Refusals
/// quote `typed`.
fn place(public: &Public, text: &str, typed: &str) -> Result<KeyPlace, Unreadable> {
    let text = signs(text);
    let wrong = || syntax(format!("{} names no key. Keys are S, H, D, C and the Joker keys X1, X2 …", quoted(typed)));
    if let Some(number) = text.strip_prefix('x') {
        let mut open = public.table.open_jokers().map(|(place, _)| place);
        return match (number, open.next(), open.next()) {
            ("", Some(only), None) => Ok(only),
            ("", ..) => Err(syntax("Which Joker key? Write X1, X2 …")),
            _ => number.parse().ok().filter(|n| (1..=4).contains(n)).map(KeyPlace::Joker).ok_or_else(wrong),
        };
    }
    Suit::parse(&text).map(KeyPlace::Suit).ok_or_else(wrong)
}

fn steal(view: &View<'_, KeyOfTheDoor>, text: &str) -> Result<Move, Unreadable> {
    if !text.trim().is_empty() {
        return Ok(Move::Steal(place(view.public(), text, text)?));
    }
    let open = view.public().table.open().map(|(place, _)| Move::Steal(place));
    let able: Vec<Move> = open.filter(|m| KeyOfTheDoor::check(view, m).is_ok()).collect();
    match able.as_slice() {
        [only] => Ok(*only),
        // Refusing any one of them says why none can be had.
        [] => match view.public().table.open().next() {
            Some((place, _)) => Ok(Move::Steal(place)),
            None => Err(syntax("No key is open that could be stolen: play a card, or pass.")),
        },
        several => Err(Unreadable::Ambiguous(several.iter().map(KeyOfTheDoor::say).collect())),
    }
}

fn bust(public: &Public, text: &str) -> Result<Move, Unreadable> {
    match (text, public.window) {
        ("", Some(window)) => Ok(Move::Bust(window.key)),
        // Whatever is called there, the check says why it cannot be.
        ("", None) if !public.has_calls() => Ok(Move::Bust(KeyPlace::Suit(Suit::Spades))),
        ("", None) => Err(syntax("No card can be called bust now: only the last one can, until the next is played.")),
        (text, _) => Ok(Move::Bust(place(public, text, text)?)),
    }
}
