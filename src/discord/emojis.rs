//! The cards as the application's emoji: which there are, and how messages come to show them.
//!
//! A message names cards; their ids, which only the application's own emoji have, are put in when it is sent. Where there is
//! none, the words stand alone.

use std::collections::HashMap;

use engine::picture::CardFace;
use parking_lot::RwLock;
use serde_json::{Value, json};

use super::ui::{CARD, CARD_ENDS, CARD_WORDS, TEXT};

/// Raised when cards are drawn differently: emoji are never deleted or replaced, so others take their place, under other names.
const DRAWING: u32 = 1;

/// What the emoji of a card is called.
pub(super) fn name_of(face: CardFace) -> String {
    match DRAWING {
        1 => face.name(),
        n => format!("{}_{n}", face.name()),
    }
}

/// The emoji that there are: their ids, by the names of the cards. That is also what they are called where they are shown, whatever
/// the number of the drawing.
#[derive(Default)]
pub(super) struct Emojis(RwLock<HashMap<String, String>>);

impl Emojis {
    /// This card has one.
    pub(super) fn keep(&self, face: CardFace, id: &str) {
        self.0.write().insert(face.name(), id.to_owned());
    }

    /// None of them can be used any more.
    pub(super) fn forget(&self) {
        self.0.write().clear();
    }

    /// A message with the ids, and without what has none; and whether it shows any.
    pub(super) fn filled(&self, body: &Value) -> (Value, bool) {
        let mut body = body.clone();
        let shows = self.fill(&mut body);
        (body, shows)
    }

    fn fill(&self, body: &mut Value) -> bool {
        let known = self.0.read();
        let room = TEXT.saturating_sub(length(body));
        let mut filling = Filling { known: &known, room, filled: false };
        filling.walk(body);
        filling.filled
    }
}

struct Filling<'a> {
    known: &'a HashMap<String, String>,
    /// How many characters there is still room for in all texts of the message.
    room: usize,
    filled: bool,
}

impl Filling<'_> {
    fn walk(&mut self, value: &mut Value) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(|one| self.walk(one)),
            Value::Object(fields) => {
                let named = fields.get("emoji").and_then(|emoji| emoji["name"].as_str());
                match named.map(|name| (name, self.known.get(name))) {
                    Some((name, Some(id))) => {
                        let emoji = json!({"id": id, "name": name});
                        fields.insert("emoji".to_owned(), emoji);
                        self.filled = true;
                    }
                    Some((_, None)) => drop(fields.remove("emoji")),
                    None => {}
                }
                for (key, inner) in fields {
                    match inner {
                        Value::String(text) if key == "content" && text.contains(CARD) => *text = self.text(text),
                        Value::Array(_) | Value::Object(_) => self.walk(inner),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// A text with emoji in the place of cards.
    fn text(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(CARD) {
            out.push_str(before);
            let whole = after.split_once(CARD_WORDS).and_then(|(name, after)| {
                let (words, after) = after.split_once(CARD_ENDS)?;
                Some((name, words, after))
            });
            let Some((name, words, after)) = whole else {
                rest = after;
                continue;
            };
            // What marks the card is counted already.
            let grows = |emoji: &String| emoji.len().saturating_sub(name.len() + words.len());
            let emoji = self.known.get(name).map(|id| format!("<:{name}:{id}>"));
            let emoji = emoji.filter(|emoji| grows(emoji) <= self.room);
            if let Some(emoji) = &emoji {
                self.room -= grows(emoji);
                self.filled = true;
            }
            out.push_str(emoji.as_deref().unwrap_or(words));
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// How long all texts of a message are.
fn length(value: &Value) -> usize {
    match value {
        Value::Array(all) => all.iter().map(length).sum(),
        Value::Object(fields) => {
            let text = fields.get("content").and_then(Value::as_str).map_or(0, |text| text.encode_utf16().count());
            text + fields.values().map(length).sum::<usize>()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::ui::with_cards;

    fn known() -> Emojis {
        let emojis = Emojis::default();
        emojis.keep(CardFace::named_in("Q♠").unwrap(), "7");
        emojis
    }

    fn message() -> Value {
        let button = |name: &str| json!({"type": 2, "label": "x", "emoji": {"name": name}});
        json!({"components": [
            {"type": 10, "content": with_cards("Ben discarded Q♠, not 9♦.")},
            {"type": 1, "components": [button("queen_of_spades"), button("9_of_diamonds")]},
        ]})
    }

    #[test]
    fn only_what_is_there_is_shown() {
        let mut shown = message();
        assert!(known().fill(&mut shown));
        let components = &shown["components"];
        assert_eq!(components[0]["content"], "Ben discarded <:queen_of_spades:7>, not 9♦.");
        assert_eq!(components[1]["components"][0]["emoji"], json!({"id": "7", "name": "queen_of_spades"}));
        assert!(components[1]["components"][1].get("emoji").is_none(), "{components}");
        let mut plain = message();
        assert!(!Emojis::default().fill(&mut plain));
        assert_eq!(plain["components"][0]["content"], "Ben discarded Q♠, not 9♦.");
        assert!(!plain.to_string().contains("emoji"), "{plain}");
    }

    #[test]
    fn a_text_grows_no_longer_than_it_may_be() {
        let mut long = json!({"content": with_cards(&"Q♠, ".repeat(150))});
        let emojis = Emojis::default();
        emojis.keep(CardFace::named_in("Q♠").unwrap(), "1234567890123456789");
        emojis.fill(&mut long);
        let long = long["content"].as_str().unwrap();
        assert!(long.starts_with("<:queen_of_spades:12") && long.ends_with("Q♠, "), "{long}");
        assert!(long.encode_utf16().count() <= TEXT, "{}", long.len());
        for cut in [format!("x{CARD}queen"), format!("x{CARD}queen_of_spades{CARD_WORDS}Q")] {
            let mut odd = json!({"content": cut});
            known().fill(&mut odd);
            assert!(!odd.to_string().contains(CARD), "{odd}");
        }
    }

    /// Whoever draws them differently raises `DRAWING`, and says the new number here.
    #[test]
    fn other_drawings_have_other_names() {
        let drawn: String = CardFace::all().map(render::emoji_svg).collect();
        let digest = drawn
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        assert_eq!((DRAWING, format!("{digest:016x}").as_str()), (1, "e1afb07198ac4504"));
    }
}
