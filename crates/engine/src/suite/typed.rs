//! However a move is typed, it is read as the same.

use super::super::cards::CardText;
use super::super::catalog::counts_of;
use super::super::chance::Chance;
use super::super::game::{Facts, Progress};
use super::super::match_::Match;
use super::super::random::{asked_seat, by, seed};
use super::super::reading::plain;
use super::{Probe, random_move};
use crate::Reader;

/// How many moves of each variant are typed in every way.
const TYPED_MOVES: usize = 60;

/// The first moves of a match of every variant, as people type them.
pub(crate) fn typed_moves<G: Probe>() {
    for variant in G::variants() {
        let options = (variant.options)();
        let seats = counts_of::<G>(variant, &options)[0];
        let (mut dice, mut facts) = (Chance::from_seed(seed(31)), Facts::<G>::new());
        let mut play = Match::<G>::start(&options, seats, None, Chance::from_seed(seed(32)), &mut facts);
        for _ in 0..TYPED_MOVES {
            if let Progress::MatchOver(_) = play.progress() {
                break;
            }
            let seat = asked_seat(play.awaiting(), by(&mut dice)).expect("somebody is asked");
            let view = play.view(Some(seat));
            let m = random_move::<G>(&view, &mut dice);
            let text = G::say(&m);
            assert_eq!(plain::<G>(&text), text, "{}: what is plain stays as it is", variant.id);
            for typed in wrapped::<G>(&text)
                .into_iter()
                .chain(rewritten(&text))
                .chain(spelt::<G>(&text))
                .chain(apart::<G>(&text))
            {
                let read = G::read(&view, &typed, &Reader::plain(8));
                assert_eq!(read.as_ref(), Ok(&m), "{}: {typed:?} is {text:?}", variant.id);
            }
            play.act(seat, m, &mut facts).expect("it was offered");
        }
    }
}

/// The text in a sentence, in quotes, in brackets, among what nobody sees.
fn wrapped<G: Probe>(text: &str) -> Vec<String> {
    const AROUND: [(&str, &str); 23] = [
        (" ", "  "),
        ("\u{a0}", "\u{3000}\n"),
        ("\u{200b}", "\u{feff}"),
        ("\u{202e}", "\u{202c}"),
        ("\u{2067}", "\u{2069}\u{e0061}"),
        ("“", "”"),
        ("«", "»."),
        ("„", "“ …"),
        ("「", "」。"),
        ("'", "'"),
        ("`", "`"),
        ("__", "__"),
        ("||", "||"),
        ("", "."),
        ("", " ."),
        ("...", "…"),
        ("", ","),
        ("", ";"),
        ("", "\u{200d}.\u{fe0f}"),
        ("‘", "’,"),
        ("**", "**"),
        ("", " 🙂"),
        ("👍🏽 ", "🙏"),
    ];
    let mut all: Vec<String> = AROUND.iter().map(|(before, after)| format!("{before}{text}{after}")).collect();
    let signs =
        [('(', "(", ")"), ('[', "［", "］"), ('(', "((", "))."), ('!', "", "!"), ('!', "¡", "！"), ('?', "", "?")];
    let free = signs.iter().filter(|(sign, ..)| !G::means(*sign, text));
    all.extend(free.map(|(_, before, after)| format!("{before}{text}{after}")));
    all
}

/// What stands behind a verb, set apart from it.
fn apart<G: Probe>(text: &str) -> Vec<String> {
    let Some((verb, object)) = text.split_once(' ').filter(|(verb, _)| verb.len() > 2) else { return Vec::new() };
    let mut all: Vec<String> = [": ", ":", ", ", ",", "\n", " ： "].map(|gap| format!("{verb}{gap}{object}")).into();
    let around = [("“", "”"), ("'", "'"), ("**", "**"), ("||", "||"), ("(", ")")];
    let free = around.iter().filter(|(sign, _)| *sign != "(" || !G::means('(', &format!("{verb} ({object}")));
    all.extend(free.map(|(before, after)| format!("{verb} {before}{object}{after}")));
    all.push(format!("**{verb}** {object}"));
    all.retain(|typed| !G::means('*', text) || !typed.starts_with('*'));
    all
}

/// Every character in its other forms.
fn rewritten(text: &str) -> Vec<String> {
    let each = |form: &dyn Fn(char) -> String| text.chars().map(form).collect::<String>();
    // `first` is the form of `from`, and the others follow in order.
    let moved = |c: char, from: char, to: char, first: u32| {
        (from..=to).contains(&c).then(|| char::from_u32(first + u32::from(c) - u32::from(from)).expect("a character"))
    };
    let rows = |c: char, rows: &[(char, char, u32)]| {
        let found = rows.iter().find_map(|&(from, to, first)| moved(c, from, to, first));
        found.unwrap_or(c).to_string()
    };
    let mut all = vec![
        each(&|c| rows(c, &[('!', '~', 0xff01)])),
        each(&|c| rows(c, &[('A', 'Z', 0x1d400), ('a', 'z', 0x1d41a), ('0', '9', 0x1d7ce)])),
        each(&|c| rows(c, &[('A', 'Z', 0x24b6), ('a', 'z', 0x24d0), ('0', '0', 0x24ea), ('1', '9', 0x2460)])),
        each(&|c| rows(c, &[('A', 'Z', 0x1f150), ('0', '0', 0x24ff), ('1', '9', 0x2776)])),
        each(&|c| rows(c, &[('A', 'Z', 0x1f170), ('0', '9', 0x0660)])),
        each(&|c| if c.is_ascii_digit() { format!("{c}\u{fe0f}\u{20e3}") } else { c.to_string() }),
        text.to_uppercase(),
        text.to_lowercase(),
        text.replace("10", "🔟"),
    ];
    for unseen in
        ["\u{ad}", "\u{200b}", "\u{200d}", "\u{2060}", "\u{fe0e}", "\u{34f}", "\u{e0061}", "\u{200f}", "\u{7}"]
    {
        all.push(each(&|c| format!("{c}{unseen}")));
    }
    for (plain, others) in [
        (" ", &["\u{a0}", "\u{2009}", "\u{3000}", "\t", "   ", "\u{202f}\u{200b} ", "\u{2800}"][..]),
        ("-", &["‐", "‑", "‒", "–", "—", "―", "−", "➖", "﹣", "－", "ー"]),
        ("+", &["➕", "＋"]),
        (">", &["→", "➡️", "＞", "⇒"]),
        ("<>", &["↔️", "⇄"]),
        ("*", &["∗", "＊"]),
        ("/", &["⁄", "∕", "／"]),
        ("=", &["＝", "🟰"]),
    ] {
        all.extend(others.iter().map(|other| text.replace(plain, other)));
    }
    all
}

/// The cards of a move in other words.
fn spelt<G: Probe>(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let end = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
        let (code, tail) = word.split_at(end);
        if G::Card::parse(code).is_none_or(|card| card.code() != code) {
            continue;
        }
        for form in forms(code, G::LETTERS_APART) {
            let typed = format!("{form}{tail}");
            all.push([&words[..at], &[&*typed], &words[at + 1..]].concat().join(" "));
        }
    }
    all
}

fn forms(code: &str, letters_apart: bool) -> Vec<String> {
    let signs: Vec<char> = code.chars().collect();
    match *signs.as_slice() {
        [rank, suit] => french(rank, suit, letters_apart),
        [number, item, kingdom] => tile(number, item, kingdom),
        _ => Vec::new(),
    }
}

fn french(rank: char, suit: char, letters_apart: bool) -> Vec<String> {
    const NAMES: [&str; 13] =
        ["Ace", "two", "three", "four", "five", "Six", "seven", "eight", "nine", "Ten", "jack", "queen", "KING"];
    const SUITS: [(&str, &str, &str, &str); 4] = [
        ("♠", "♤", "spades", "Spade"),
        ("♥", "❤️", "hearts", "heart"),
        ("♦", "♢", "diamonds", "DIAMONDS"),
        ("♣", "♧", "clubs", "club"),
    ];
    let (Some(n), Some(s)) = ("A23456789TJQK".find(rank), "SHDC".find(suit)) else { return Vec::new() };
    let (sign, other, suits, one) = SUITS[s];
    let (name, short) = (NAMES[n], if rank == 'T' { "10".to_owned() } else { rank.to_string() });
    // The knight stands between jack and queen.
    let drawn = char::from_u32(0x1f0a1 + 16 * s as u32 + n as u32 + u32::from(n > 10)).expect("a card");
    let mut all = vec![
        format!("{short}{sign}"),
        format!("{sign}{short}"),
        format!("{short}{other}"),
        format!("{other}{rank}"),
        format!("{suit}{short}"),
        format!("{short}{suit}").to_lowercase(),
        format!("{short} {sign}"),
        format!("{name}{other}"),
        format!("{name} of {suits}"),
        format!("the {short} of {one}"),
        format!("{short} {suits}"),
        format!("{name} {one}"),
        format!("{suits} {short}"),
        format!("{suits} {name}"),
        drawn.to_string(),
    ];
    if letters_apart {
        all.push(format!("{short} {suit}"));
    }
    all
}

fn tile(number: char, item: char, kingdom: char) -> Vec<String> {
    let of = |all: [[&'static str; 2]; 4], letters: &str, c: char| letters.find(c).map(|at| all[at]);
    let items = [["key", "🗝️"], ["Axe", "🪓"], ["shields", "🛡️"], ["coin", "🪙"]];
    let kingdoms = [["sun", "🟡"], ["red", "🔴"], ["Forest", "🟢"], ["ocean", "🔵"]];
    let (Some(item), Some(kingdom)) = (of(items, "KASC", item), of(kingdoms, "YRGB", kingdom)) else {
        return Vec::new();
    };
    vec![
        format!("{number}{}{}", item[1], kingdom[1]),
        format!("{number} {} {}", item[0], kingdom[0]),
        format!("the {number} {} of the {}", item[0], kingdom[0]),
        format!("{number}\u{a0}{} {}", item[1], kingdom[1]),
    ]
}
