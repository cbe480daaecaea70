//! What each sign becomes, and how a text is shown to whoever typed it.

use super::super::brain_drain::BrainDrain;
use super::super::cards::Card;
use super::super::gin_rummy::GinRummy;
use super::super::key_of_the_door::KeyOfTheDoor;
use super::super::kings_rummy::KingsRummy;
use super::super::klaberjass::Klaberjass;
use super::super::pegs_and_jokers::PegsAndJokers;
use super::super::words::quoted;
use super::{card, folded, in_own_words, plain, shown, word};

#[test]
fn q09_signs_become_the_plain_ones_that_they_stand_for() {
    for (typed, read) in [
        ("８✖️５➗１０−３", "8×5÷10-3"),
        ("8️⃣×5️⃣÷🔟➖3️⃣", "8×5÷10-3"),
        ("𝟖+𝟝＝①③", "8+5=13"),
        ("❽ ⓽ ➓ ⓴ ٣ ५", "8 9 10 20 3 5"),
        ("ⓟⒶss 🅿🅰🆂🆂", "pAss PASS"),
        ("ﬁve ℌ Ⅳ", "five H IV"),
        ("2³ 10⁻² x₁", "2^3 10^-2 x₁"),
        ("8½ ⅟3", "8½ ⅟3"),
        ("10❤️ 9♤ ♢7 ♧K 🂮 🃑 🂡🃞", "10♥ 9♠ ♦7 ♣K K♠ A♣ A♠K♣"),
        ("a1 → B12 ↔ c1", "a1 > B12 <> c1"),
        ("a\u{a0}\u{2009}\tb\u{3000}\n c\u{2028}d\u{200b}e", "a b\nc\nde"),
        ("é 한 ß", "é 한 ß"),
    ] {
        assert_eq!(folded(typed), read, "{typed}");
    }
}

#[test]
fn q09_arrows_are_read_however_they_are_drawn_and_set() {
    for typed in ["layoff 4H>1", "layoff 4H > 1", "layoff 4H->1", "layoff 4H --> 1", "layoff 4H => 1", "layoff 4H—> 1"]
    {
        assert_eq!(plain::<GinRummy>(typed), "layoff 4H>1", "{typed}");
    }
    assert_eq!(plain::<KeyOfTheDoor>("TS->X1"), "TS>X1");
    assert_eq!(plain::<PegsAndJokers>("J a1 <-> b2"), "J a1 <>b2");
}

#[test]
fn q09_a_heart_in_the_colour_of_another_suit_is_no_heart_and_nothing_grows_long() {
    for heart in ["🖤", "💙", "💚"] {
        assert_eq!(card::<Card>(&format!("10{heart}")), None, "{heart}");
    }
    assert_eq!(folded("10❤️ 10❣️ 10🩷"), "10♥ 10♥ 10♥");
    assert_eq!(folded("\u{fdfa}"), "\u{fdfa}");
}

#[test]
fn q08_what_belongs_to_the_sentence_falls_away_at_the_ends_and_what_means_something_stays() {
    for typed in [
        "pass.",
        "pass!",
        "(pass)",
        "«pass»",
        "“pass!”.",
        "[(pass).]",
        "`pass`",
        "**pass**",
        "¿pass?",
        "pass…",
        "((pass!)).",
    ] {
        assert_eq!(plain::<GinRummy>(typed), "pass", "{typed}");
        assert_eq!(plain::<BrainDrain>(typed), "pass", "{typed}");
        assert_eq!(plain::<KeyOfTheDoor>(typed), "pass", "{typed}");
        assert_eq!(plain::<PegsAndJokers>(typed), "pass", "{typed}");
    }
    assert_eq!((word("«Resign!»"), word("(VOID).")), ("resign".to_owned(), "void".to_owned()));
    for (typed, read) in
        [("(8+5)/(10+3).", "(8+5)/(10+3)"), ("“(8+5)”", "(8+5)"), ("8+5!", "8+5!"), ("8+5:", "8+5:"), ("(8)", "(8)")]
    {
        assert_eq!(plain::<BrainDrain>(typed), read, "{typed}");
    }
    for (typed, read) in
        [("“7S!”.", "7S!"), ("(7S?)", "7S?"), ("play 7S !", "play 7S !"), ("steal S!", "steal S"), ("bust?!", "bust")]
    {
        assert_eq!(plain::<KeyOfTheDoor>(typed), read, "{typed}");
    }
    assert_eq!(plain::<GinRummy>("discard 9♦ (leaves 15)"), "discard 9♦ (leaves 15)");
    assert_eq!(plain::<GinRummy>("layoff –"), "layoff -");
    assert_eq!(plain::<GinRummy>("discard 9D ("), "discard 9D (", "one that has no partner stays");
    assert_eq!(plain::<GinRummy>(&".".repeat(100_000)).len(), 100_000 - 64);
}

#[test]
fn q08_signs_fall_away_behind_a_verb_and_around_a_card() {
    for typed in [
        "discard,7S",
        "discard: 7S",
        "discard , 7S.",
        "discard\n7S",
        "discard (7S)",
        "discard “7S”",
        "“discard” '7S'",
        "discard [ 7S! ]",
        "discard **7S**",
        "**discard** 7S",
        "discard ||7S||",
        "discard 7S 🙂",
    ] {
        assert_eq!(plain::<GinRummy>(typed), "discard 7S", "{typed}");
    }
    assert_eq!(plain::<KeyOfTheDoor>("play, TD!"), "play TD!");
    assert_eq!(plain::<KeyOfTheDoor>("play: (TD!)"), "play TD!");
    assert_eq!(plain::<KeyOfTheDoor>("discard (TD!)"), "discard TD");
    assert_eq!(plain::<KingsRummy>("drop\n1KG"), "drop 1KG");
    assert_eq!(plain::<KingsRummy>("drop **1KG**"), "drop 1KG");
    assert_eq!(plain::<KingsRummy>("drop: 1KG"), "drop 1KG");
    assert_eq!(plain::<Klaberjass>("trump: S"), "trump S");
    assert_eq!(plain::<GinRummy>("layoff: -"), "layoff -");
    for (typed, read) in [
        ("**8+5**", "8+5"),
        ("**8*5", "**8*5"),
        ("solve: 8*5:4", "solve 8*5:4"),
        ("solve -8", "solve -8"),
        ("AxK:5", "AxK:5"),
        ("solve (8+5)*(3)", "solve (8+5)*(3)"),
        ("8'5", "8 5"),
        ("**pass**", "pass"),
    ] {
        assert_eq!(plain::<BrainDrain>(typed), read, "{typed}");
    }
}

#[test]
fn q08_faces_fall_away_at_the_ends_and_hearts_and_cards_do_not() {
    for typed in ["pass 🙂", "pass😂👍🏽", "🙏 pass!", "pass. 😊"] {
        assert_eq!(plain::<GinRummy>(typed), "pass", "{typed}");
        assert_eq!(plain::<BrainDrain>(typed), "pass", "{typed}");
    }
    assert_eq!(plain::<BrainDrain>("8+5! 🙂"), "8+5!");
    for (typed, read) in
        [("pass ❤️", "pass ♥"), ("pass 🚫", "pass 🚫"), ("pass 👎", "pass 👎"), ("pass 🂡", "pass A♠"), ("7🙂S", "7🙂S")]
    {
        assert_eq!(plain::<GinRummy>(typed), read, "{typed}");
    }
    assert_eq!(word("resign 😂"), "resign 😂", "a joke resigns nothing");
}

#[test]
fn q10_a_refusal_repeats_what_was_typed() {
    for (says, typed, told) in [
        ("`discard 11♥` is no move", "ｄｉｓｃａｒｄ 11❤️", "`ｄｉｓｃａｒｄ 11❤` is no move"),
        ("`11♥` is no card", "discard “11♡”", "`11♡` is no card"),
        ("missing after `÷`", "8 ➗", "missing after `➗`"),
        ("`10♥` is too much", "pass, the ten of hearts.", "`ten of hearts` is too much"),
        ("`7Z>X1` names no card", "play 7Z  ⇒ X1", "`7Z ⇒ X1` names no card"),
        ("`7S` is no move; write `discard 7S`", "7S", "`7S` is no move; write `discard 7S`"),
    ] {
        assert_eq!(in_own_words::<GinRummy>(says, typed), told, "{typed}");
    }
    let long = "ｘ".repeat(50);
    let cut = format!("`{}…` is no move", "x".repeat(39));
    assert_eq!(in_own_words::<GinRummy>(&cut, &long), format!("`{}…` is no move", "ｘ".repeat(39)));
}

#[test]
fn q09_a_letter_of_another_alphabet_is_named_and_never_taken_for_one_of_ours() {
    for (typed, letter) in [("discard 7С", 'С'), ("раss", 'р'), ("dıscard 7S", 'ı'), ("DİSCARD 7S", 'İ'), ("ΤS", 'Τ')]
    {
        assert!(plain::<GinRummy>(typed).contains(letter), "{typed}");
        let told = in_own_words::<GinRummy>("That is no move.", typed);
        let why = format!("That is no move. `{letter}` is none of the letters A to Z that moves are written in.");
        assert_eq!(told, why, "{typed}");
    }
}

#[test]
fn q12_words_become_cards_where_that_pack_is_played() {
    for (typed, read) in [
        ("discard 10 of hearts", "discard 10♥"),
        ("discard the King of Hearts.", "discard K♥"),
        ("ace spades", "A♠"),
        ("queen ♥", "Q♥"),
        ("hearts 10", "10♥"),
        ("discard 9 d", "discard 9♦"),
        ("knock 10 of hearts, 4S-5S-six of spades", "knock 10♥, 4S-5S-6♠"),
        ("layoff two of spades>1", "layoff 2♠>1"),
        ("take it of hearts", "take it of hearts"),
    ] {
        assert_eq!(plain::<GinRummy>(typed), read, "{typed}");
    }
    assert_eq!(plain::<BrainDrain>("(king of hearts+5)*10 of clubs"), "(K♥+5)*10♣");
    assert_eq!(plain::<PegsAndJokers>("count 5 c"), "count 5 c", "a colour, not clubs");
    assert_eq!(plain::<PegsAndJokers>("red joker a1>D12"), "XR a1>D12");
    assert_eq!(plain::<PegsAndJokers>("🃏a1→D12"), "joker a1>D12");
    for typed in ["h10", "10❤️", "ten of hearts", "♡ 10", "𝟙𝟘𝐡", "Ten♥\u{200b}", "10 H", "TH", "🂺"]
    {
        assert_eq!(card::<Card>(typed).map(|card| card.to_string()).as_deref(), Some("TH"), "{typed}");
    }
}

#[test]
fn q13_what_is_repeated_can_be_seen_is_closed_and_is_not_long() {
    assert_eq!(quoted("pass\u{200b}\u{202e}"), "`pass`");
    assert_eq!(quoted("\u{200b}\u{feff}"), "`␣`");
    assert_eq!(quoted("a`b\n\nc\u{e0061}"), "`a'b c`");
    assert_eq!(quoted("שלום"), "`\u{2068}שלום\u{2069}`");
    assert_eq!(quoted(&"x".repeat(5000)).chars().count(), 42);
    assert_eq!(shown("a b", 2), "a…");
}
