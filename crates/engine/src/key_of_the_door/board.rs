//! The board and the hand in words. Where 21 must be claimed, neither shows a sum or hints at one.

use crate::cards::{Card, CardSet, Suit};
use crate::columns::{self, PHONE, cut, left};
use crate::{BoardText, Boards, Language, Prompt, Reader, Seat, Side, View, figure};

use super::KeyOfTheDoor;
use super::keys::{Key, KeyPlace, Laid, Opener};
use super::phrases::{parts, side_name, standing, sum, terms};
use super::state::Public;

/// The widest name in a column of names.
const NAME: usize = 12;
/// The widest name of a side, or of a player written after cards.
const SIDE: usize = 24;
/// A card that lies face down.
const BACK: char = '▮';

impl Boards for KeyOfTheDoor {
    /// The board is the same for everybody.
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        let public = view.public();
        let mut lines: Vec<String> = Suit::ALL.into_iter().flat_map(|suit| suit_lines(public, suit)).collect();
        for (place, key) in public.table.open_jokers() {
            lines.extend(key_lines(public, place, key));
        }
        if !public.discards.is_empty() {
            let cards: Vec<String> = public.discards.iter().map(|card| card.pretty()).collect();
            lines.extend(wrapped("away", &cards, ""));
        }
        lines.push(String::new());
        lines.extend(score_lines(view, reader));
        lines.extend(won_lines(public, reader));
        BoardText { headline: headline(public, reader), body: lines.join("\n"), prompt: prompt(public, reader) }
    }

    /// A line for each suit, and, where sums are no secret, what the keys need.
    fn hand_text(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> String {
        let Some(own) = view.own() else { return String::new() };
        let public = view.public();
        let in_suit = |cards: CardSet, suit: Suit| -> String {
            let ranks = cards.iter().filter(|card| card.suit() == suit).filter_map(Card::rank);
            ranks.map(|rank| rank.pretty()).collect::<Vec<_>>().join(" ")
        };
        let mut lines: Vec<String> = Suit::ALL
            .into_iter()
            .map(|suit| format!("{}  {}", suit.sign(), in_suit(own.hand, suit)))
            .map(|line| if line.ends_with(' ') { format!("{}  –", line.trim_end()) } else { line })
            .collect();
        if !own.buried.is_empty() {
            let cards: Vec<String> = own.buried.iter().map(Card::pretty).collect();
            lines.push(format!("laid face down: {}", cards.join(" ")));
        }
        if own.pile > 0 {
            let top = own.top.map_or(String::new(), |card| format!(", {} on top", card.pretty()));
            lines.push(format!("draw pile: {}{top}", own.pile));
        }
        lines.extend(needs(public));
        if !own.hand.is_empty() {
            lines.extend(terms(public).into_iter().map(str::to_owned));
        }
        lines.join("\n")
    }
}

fn headline(public: &Public, reader: &Reader) -> String {
    let (deal, deals, dealer) = (public.deal, public.deals, reader.name(public.dealer));
    format!("deal {deal} of {deals} · {dealer} dealt · {}", jokers_wait(public))
}

/// `2 Jokers wait`
pub(super) fn jokers_wait(public: &Public) -> String {
    match public.table.jokers_left {
        1 => "1 Joker waits".to_owned(),
        n => format!("{n} Jokers wait"),
    }
}

fn prompt(public: &Public, reader: &Reader) -> Prompt {
    if public.over {
        return Prompt::default();
    }
    let what = if public.turn.replay { "play another card" } else { "play" };
    let ask = Prompt::ask(reader, public.turn.seat, what);
    match public.callable().filter(|window| !public.strict() && public.can_be_past(window.key)) {
        Some(window) => ask.and(&format!(
            "{}'s card on {} may still be called bust, if it went past 21.",
            reader.name(window.by),
            window.key.name()
        )),
        None => ask,
    }
}

fn suit_lines(public: &Public, suit: Suit) -> Vec<String> {
    match &public.table.suits[suit as usize] {
        Some(key) => key_lines(public, KeyPlace::Suit(suit), key),
        None => vec![format!("{}     closed", suit.sign())],
    }
}

/// `♠ J   7 10 ▮`, over several lines if there are many cards; with its sum unless that is secret.
fn key_lines(public: &Public, place: KeyPlace, key: &Key) -> Vec<String> {
    let cards: Vec<String> = key.cards.iter().map(|laid| laid_text(place, *laid)).collect();
    let label = match place {
        KeyPlace::Suit(suit) => format!("{} {}", suit.sign(), key.header.letter()),
        KeyPlace::Joker(n) => format!("X{n}"),
    };
    let sum = if public.called() || cards.is_empty() { String::new() } else { format!("({})", sum(key)) };
    if cards.is_empty() { vec![format!("{label:<6}–")] } else { wrapped(&label, &cards, &sum) }
}

fn laid_text(place: KeyPlace, laid: Laid) -> String {
    match (laid, place) {
        (Laid::Down, _) => BACK.to_string(),
        (Laid::Up(card), KeyPlace::Suit(_)) => card.rank().map_or("", |rank| rank.pretty()).to_owned(),
        (Laid::Up(card), KeyPlace::Joker(_)) => card.pretty(),
    }
}

/// A label and cards in lines that fit the board, with `tail` at the end of the last.
fn wrapped(label: &str, cards: &[String], tail: &str) -> Vec<String> {
    let mut width = columns::width(label).max(6);
    let mut lines = vec![left(label, width)];
    for word in cards.iter().map(String::as_str).chain((!tail.is_empty()).then_some(tail)) {
        let wide = columns::width(word) + 1;
        if width + wide > PHONE {
            lines.push(" ".repeat(6));
            width = 6;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
            line.push(' ');
        }
        width += wide;
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

fn score_lines(view: &View<'_, KeyOfTheDoor>, reader: &Reader) -> Vec<String> {
    let public = view.public();
    let partners = public.options.partners;
    let widest = reader.columns(NAME).max(5);
    let total = if partners { "" } else { "total" };
    let mut lines =
        vec![format!("  {:widest$} {:>6} {:>5} {:>5} {total:>6}", "", "cards", "keys", "deal").trim_end().to_owned()];
    lines.extend(Seat::all(view.seats()).map(|seat| score_line(view, seat, widest, reader)));
    if partners {
        let sides = public.totals.count();
        let name = |side| left(&side_name(Side(side), sides, view.seats(), reader), SIDE);
        lines.extend(
            (0..)
                .zip(public.totals.iter())
                .map(|(side, total)| format!("  {} {:>5} in all", name(side), figure(*total))),
        );
    }
    lines
}

fn score_line(view: &View<'_, KeyOfTheDoor>, seat: Seat, widest: usize, reader: &Reader) -> String {
    let public = view.public();
    let backs = view.backs(seat);
    let mark = if public.turn.seat == seat && !public.over { '▸' } else { ' ' };
    let cards = if backs.pile > 0 { format!("{}+{}", backs.hand, backs.pile) } else { backs.hand.to_string() };
    let keys = public.won.iter().filter(|won| won.by == seat).count();
    let total = if public.options.partners { String::new() } else { figure(public.totals[public.side(seat)]) };
    let (name, points) = (left(reader.name(seat), widest), figure(public.points(seat)));
    format!("{mark} {name} {cards:>6} {keys:>5} {points:>5} {total:>6}").trim_end().to_owned()
}

/// What each player has won in this deal; and the cards of these keys, where the options let everybody look at them.
fn won_lines(public: &Public, reader: &Reader) -> Vec<String> {
    let shares = Seat::all(public.seats()).filter_map(|seat| {
        let parts = parts(seat, &public.won, public.penalties[seat]);
        let label = format!("  {}  ", left(reader.name(seat), reader.columns(NAME)));
        let with_commas = parts.join(",\n");
        let parts: Vec<String> = with_commas.lines().map(str::to_owned).collect();
        (!parts.is_empty()).then(|| wrapped(&label, &parts, ""))
    });
    let shown = public.won.iter().filter_map(|won| {
        let cards = won.cards.as_ref()?.iter().map(|laid| laid_text(won.key, *laid)).collect::<Vec<_>>();
        let label = match won.header {
            Opener::Joker => won.key.to_string(),
            header => format!("{} {}", won.key.short(), header.letter()),
        };
        Some(wrapped(&label, &cards, &format!("· {}", cut(reader.name(won.by), SIDE))))
    });
    let lines: Vec<String> = shares.chain(shown).flatten().collect();
    if lines.is_empty() { lines } else { [vec![String::new(), "Won in this deal".to_owned()], lines].concat() }
}

/// What each open key adds up to and what would make 21 of it now, where sums are no secret.
fn needs(public: &Public) -> Vec<String> {
    if public.over || public.called() {
        return Vec::new();
    }
    let mut words: Vec<String> = Vec::new();
    for (place, key) in public.table.open() {
        if let Some(last) = words.last_mut() {
            last.push_str(" ·");
        }
        let name = match place {
            KeyPlace::Suit(suit) => format!("{}{}", suit.sign(), key.header.letter()),
            KeyPlace::Joker(_) => place.to_string(),
        };
        let has = if key.cards.is_empty() { "–".to_owned() } else { standing(public, place, key) };
        words.push(format!("{name} {has}"));
    }
    if words.is_empty() { Vec::new() } else { wrapped("keys", &words, "(one numeral of a key counts twice)") }
}
