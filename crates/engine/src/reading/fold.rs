//! What each sign stands for.

use unicode_normalization::char::{decompose_canonical, decompose_compatible};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The nought of each script whose figures run from it to nine.
const NOUGHTS: [char; 20] =
    ['٠', '۰', '߀', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '๐', '໐', '༠', '၀', '០', '᠐', '꘠', '꩐'];

/// The most characters that one stands for.
const LONGEST: usize = 4;

/// Writes what a character stands for. `raised`: the one before it was raised, as an exponent is; is this one?
pub(super) fn fold(c: char, raised: bool, out: &mut String) -> bool {
    if c.is_ascii() && !c.is_ascii_control() {
        match stands_for(c) {
            Some(stands) => out.push_str(stands),
            None => out.push(c),
        }
        return false;
    }
    if is_raised(c) {
        // Laid flat beside the figure before it, an exponent would be another number.
        if !raised {
            out.push('^');
        }
        decompose_compatible(c, |plain| out.push(stands_for(plain).and_then(|s| s.chars().next()).unwrap_or(plain)));
        return true;
    }
    if is_blank(c) {
        out.push(if is_break(c) { '\n' } else { ' ' });
        return false;
    }
    if is_unseen(c) {
        return raised;
    }
    if let Some(stands) = stands_for(c) {
        out.push_str(stands);
    } else if let Some(letter) = letter(c) {
        out.push(letter);
    } else if let Some(number) = number(c) {
        out.push_str(&number.to_string());
    } else if let Some(card) = playing_card(c) {
        out.extend(card);
    } else {
        compatible(c, out);
    }
    false
}

/// Writes the plain characters that Unicode has a character stand for, except where these would join what stands beside
/// them to something else: the figures of a fraction, and lowered ones.
fn compatible(c: char, out: &mut String) {
    let mut parts = String::new();
    decompose_compatible(c, |part| parts.push(part));
    let joins = parts.contains('⁄') || matches!(c, '\u{2080}'..='\u{208e}');
    // Whole phrases are nobody's way to write a move, and would make a text many times as long.
    let joins = joins || parts.chars().count() > LONGEST;
    // A letter with its mark, or a syllable, is no other way to write its parts.
    let mut whole = String::new();
    decompose_canonical(c, |part| whole.push(part));
    if joins || parts == whole {
        out.push(c);
        return;
    }
    for part in parts.chars() {
        match stands_for(part) {
            Some(stands) => out.push_str(stands),
            None if part.is_whitespace() => out.push(' '),
            None => out.push(part),
        }
    }
}

/// Figures and signs that are written above the line.
const fn is_raised(c: char) -> bool {
    matches!(c, '²' | '³' | '¹' | '\u{2070}'..='\u{207f}')
}

/// The letters in discs and boxes that Unicode does not take apart, and the letters of flags.
fn letter(c: char) -> Option<char> {
    let first = [0x1f150, 0x1f170, 0x1f1e6].into_iter().find(|first| (*first..first + 26).contains(&u32::from(c)))?;
    char::from_u32(u32::from('A') + u32::from(c) - first)
}

/// The figures of other scripts, and those in discs that Unicode does not take apart.
fn number(c: char) -> Option<u32> {
    let code = u32::from(c);
    // Each row of discs begins with this number.
    let discs = [(0x24eb, 11, 10), (0x24f5, 1, 10), (0x24ff, 0, 1), (0x2776, 1, 10), (0x2780, 1, 10), (0x278a, 1, 10)];
    let in_disc = discs.into_iter().find(|(at, _, count)| (*at..at + count).contains(&code));
    in_disc.map(|(at, begins, _)| begins + code - at).or_else(|| {
        let nought =
            NOUGHTS.into_iter().find(|nought| (u32::from(*nought)..u32::from(*nought) + 10).contains(&code))?;
        Some(code - u32::from(nought))
    })
}

/// A card with a character of its own, as rank and suit.
fn playing_card(c: char) -> Option<[char; 2]> {
    let code = u32::from(c).checked_sub(0x1f0a0).filter(|code| *code < 0x40)?;
    let rank = b" A23456789TJ QK "[(code & 15) as usize] as char;
    let suit = ['♠', '♥', '♦', '♣'][(code >> 4) as usize];
    (rank != ' ').then_some([rank, suit])
}

/// Spaces of every width, and letters that draw nothing.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

const fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Characters that nobody sees: controls, bidirectional marks, joiners and tags, what varies or encloses another
/// character, private use, and what is no character at all.
pub(super) fn is_unseen(c: char) -> bool {
    let varies = matches!(c,
        '\u{34f}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{20dd}'..='\u{20e0}' | '\u{20e2}'..='\u{20e4}'
        | '\u{2065}' | '\u{fe00}'..='\u{fe0f}' | '\u{fff0}'..='\u{fffc}'
        | '\u{e0000}'..='\u{e0fff}');
    let is_none = matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe;
    let is_odd = || matches!(c.general_category(), GeneralCategory::Format | GeneralCategory::PrivateUse);
    c.is_control() || !c.is_ascii() && (varies || is_none || is_odd())
}

/// The plain sign that this one is another way to write.
const fn stands_for(c: char) -> Option<&'static str> {
    Some(match c {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '⁃' | '➖' | '˗' | '֊' | '־' | '᐀' | '᠆' | '⸗' | '⸚' | '⸺' | '⸻'
        | '⹀' | '⹝' | '─' | '━' | '⎯' | '゠' | 'ー' | '﹘' | '﹣' | '－' | 'ｰ' | '𐺭' => "-",
        '➕' | '﬩' | '﹢' | '＋' | '🞡' => "+",
        '✕' | '✖' | '⨉' | '⨯' | '╳' | '❌' | '🗙' => "×",
        '⋅' | '∙' | '•' | '‧' | '・' | '･' | '⸱' => "·",
        '∗' | '⁎' | '﹡' | '＊' | '✱' => "*",
        '➗' => "÷",
        '⁄' | '∕' | '⧸' | '╱' | '／' => "/",
        '∶' | '꞉' | 'ː' | '：' | '﹕' => ":",
        '🟰' | '꞊' | '═' => "=",
        'ˆ' | '⌃' | '＾' => "^",
        '→' | '⟶' | '➔' | '➙' | '➛' | '➜' | '➝' | '➞' | '➡' | '➤' | '⇒' | '⟹' | '⮕' | '►' | '▶' | '▸' | '〉' => {
            ">"
        }
        '↔' | '⟷' | '⇄' | '⇆' | '⇔' | '⬌' => "<>",
        // No quote means anything, and what it stands between must not join.
        '"' | '\'' | '`' | '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '「' | '」' | '『' | '』' | '❝' | '❞' | '〝'
        | '〞' | '〟' | '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' | '´' | 'ˋ' | '❛' | '❜' => " ",
        '。' | '｡' | '．' | '।' | '۔' => ".",
        '、' | '､' | '，' | '،' => ",",
        '؛' | '；' => ";",
        '¡' | '❗' | '❕' | '！' => "!",
        '¿' | '؟' | '❓' | '❔' | '？' => "?",
        '【' | '〔' | '〖' | '❨' | '❪' | '⟮' | '⦅' | '﴿' => "(",
        '】' | '〕' | '〗' | '❩' | '❫' | '⟯' | '⦆' | '﴾' => ")",
        '♤' | '♠' => "♠",
        // In another colour a heart may stand for another suit: black for spades, blue and green in four-colour packs.
        '♡' | '❤' | '❣' | '❥' | '🤍' | '🧡' | '🩷' => "♥",
        '♢' | '◆' | '◇' | '⬥' | '⬦' | '🔶' | '🔷' | '🔸' | '🔹' => "♦",
        '♧' => "♣",
        '🔟' => "10",
        '🃏' => "joker ",
        '🂿' => "red joker ",
        _ => return None,
    })
}
