//! Letters in fancy dress, written as their plain ones: fonts of pictures lack them, programs that read aloud spell
//! them out, and `𝒜𝒹𝒶`, `Ⓐⓓⓐ` and `ᴀᴅᴀ` are one name.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Small capitals, which Unicode takes for letters of their own, and the plain ones.
const SMALL_CAPITALS: [(char, char); 27] = [
    ('ᴀ', 'a'),
    ('ʙ', 'b'),
    ('ᴄ', 'c'),
    ('ᴅ', 'd'),
    ('ᴇ', 'e'),
    ('ꜰ', 'f'),
    ('ɢ', 'g'),
    ('ʜ', 'h'),
    ('ɪ', 'i'),
    ('ᴊ', 'j'),
    ('ᴋ', 'k'),
    ('ʟ', 'l'),
    ('ᴌ', 'l'),
    ('ᴍ', 'm'),
    ('ɴ', 'n'),
    ('ᴏ', 'o'),
    ('ᴘ', 'p'),
    ('ꞯ', 'q'),
    ('ʀ', 'r'),
    ('ꜱ', 's'),
    ('ᴛ', 't'),
    ('ᴜ', 'u'),
    ('ᴠ', 'v'),
    ('ᴡ', 'w'),
    ('ʏ', 'y'),
    ('ᴢ', 'z'),
    ('ᴣ', 'z'),
];

/// White letters and digits on black, and digits in two circles: the first and the last of each row, and what the first
/// stands for.
const ROWS: [(char, char, u8); 10] = [
    ('🅐', '🅩', b'A'),
    ('🅰', '🆉', b'A'),
    ('🇦', '🇿', b'A'),
    ('❶', '❾', b'1'),
    ('➀', '➈', b'1'),
    ('➊', '➒', b'1'),
    ('⓵', '⓽', b'1'),
    ('⓿', '⓿', b'0'),
    ('🄋', '🄋', b'0'),
    ('🄌', '🄌', b'0'),
];

/// A sign with its letters written plainly.
pub(super) fn plainly(sign: &str) -> String {
    let mut plain = String::with_capacity(sign.len());
    let alone = sign.chars().nth(1).is_none();
    for c in sign.chars() {
        match c {
            // Two of them are a flag.
            '🇦'..='🇿' if !alone => plain.push(c),
            // One sign as wide as a line.
            '\u{FDFD}' => plain.push_str("بسم الله الرحمن الرحيم"),
            '\u{FF9E}' => plain.push('\u{3099}'),
            '\u{FF9F}' => plain.push('\u{309A}'),
            _ => match listed(c) {
                Some(letter) => plain.push(letter),
                None if is_dressed(c) => undress(c, &mut plain),
                None => plain.push(c),
            },
        }
    }
    plain
}

fn listed(c: char) -> Option<char> {
    let small = SMALL_CAPITALS.iter().find(|(small, _)| *small == c).map(|(_, letter)| *letter);
    let in_row = |&&(first, last, _): &&(char, char, u8)| (first..=last).contains(&c);
    let row = || ROWS.iter().find(in_row).map(|&(first, _, from)| char::from(from + (c as u32 - first as u32) as u8));
    small.or_else(row)
}

/// May it be another character in fancy dress? Below, compatibility forms are letters of living languages; figures that
/// stand high or low mean something else than figures on the line, and `№` and `™` more than their letters.
const fn is_dressed(c: char) -> bool {
    let keeps = matches!(c,
        '\u{2070}' | '\u{2074}'..='\u{207E}' | '\u{2080}'..='\u{208E}' | '№' | '\u{2120}'..='\u{2122}'
        | '\u{2135}'..='\u{2138}' | '\u{2D6F}' | '\u{3130}'..='\u{318F}' | '\u{FFA0}'..='\u{FFDC}');
    c >= '\u{1D00}' && !keeps || matches!(c, '\u{02B0}'..='\u{02B8}' | '\u{02E0}'..='\u{02E4}')
}

/// Writes what the character stands for, if that is letters or digits, perhaps in brackets.
fn undress(c: char, plain: &mut String) {
    let stands_for = || std::iter::once(c).nfkc().filter(|part| !matches!(part, '(' | ')' | '.' | ','));
    let is_letter = |part: char| part.is_alphanumeric() || part == ' ' || is_combining_mark(part);
    if stands_for().next().is_some_and(char::is_alphanumeric) && stands_for().all(is_letter) {
        plain.extend(stands_for().map(|part| listed(part).unwrap_or(part)));
    } else {
        plain.push(c);
    }
}

#[cfg(test)]
mod tests {
    use crate::tables::harmless;

    #[test]
    fn q14_letters_in_fancy_dress_are_written_plainly() {
        for dressed in [
            "𝐀𝐝𝐚",
            "𝐴𝑑𝑎",
            "𝒜𝒹𝒶",
            "𝓐𝓭𝓪",
            "𝔄𝔡𝔞",
            "𝔸𝕕𝕒",
            "𝕬𝖉𝖆",
            "𝖠𝖽𝖺",
            "𝗔𝗱𝗮",
            "𝘈𝘥𝘢",
            "𝘼𝙙𝙖",
            "𝙰𝚍𝚊",
            "Ⓐⓓⓐ",
            "Ａｄａ",
            "⒜⒟⒜",
            "Aᴅᴀ",
            "ᴬᵈᵃ",
            "🅰d🅰",
            "🅐🅓🅐",
            "🄰🄳🄰",
            "🇦 🇩 🇦",
        ] {
            let plain = harmless(dressed).replace(' ', "");
            assert_eq!(plain.to_lowercase(), "ada", "{dressed}");
        }
        let others = [
            ("①❷⓷", "123"),
            ("ﷲ", "الله"),
            ("ﻣﺤﻤﺪ", "محمد"),
            ("ｶﾞﾝﾀﾞﾑ", "ガンダム"),
            ("Henry Ⅷ", "Henry VIII"),
            ("ﬁnn", "finn"),
            ("\u{FDFD}", "بسم الله الرحمن الرحيم"),
            ("e\u{301}", "é"),
        ];
        for (dressed, plain) in others {
            assert_eq!(harmless(dressed), plain);
        }
    }

    #[test]
    fn q14_letters_and_signs_that_mean_something_else_stay() {
        for name in
            ["x²", "№ 7", "Ada™", "½", "…", "ㅋㅋ", "น้ำ", "և", "ຫຼວງ", "ħ", "ʻokina", "™", "🇨🇭", "👩‍🚀", "❤", "ნინო", "Ω"]
        {
            assert_eq!(harmless(name), name);
        }
    }
}
