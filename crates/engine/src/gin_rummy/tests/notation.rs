//! What is typed: how it is read, and the answer if it is not a move.

use super::scenes::{Pack, Scene, knock_at_once, seat};
use super::words::{CHAIN, NINE, TWENTY_SEVEN, drawn};
use crate::Judging;
use crate::game::RuleRef;
use crate::gin_rummy::moves::Plain;
use crate::gin_rummy::{GinRummy, Move};
use crate::words::{Notation, Reader, Unreadable};

#[test]
fn moves_read_back_from_many_spellings() {
    let scene = drawn();
    let view = scene.play.view(Some(seat(0)));
    for (typed, canonical) in [
        ("9d", "discard 9D"),
        ("7c", "discard 7C"),
        ("10♦", "discard TD"),
        ("Discard K♥", "discard KH"),
        ("knock KH 4s5s6s7s, Q♠-Q♥-Q♦-Q♣", "knock KH 4S-5S-6S-7S QS-QH-QD-QC"),
        ("knock kh qd-qc-qs-qh 7S,6S,5S,4S", "knock KH 4S-5S-6S-7S QS-QH-QD-QC"),
        ("gin 9D", "knock 9D"),
        ("Big Gin", "knock"),
        ("draw", "stock"),
        ("TAKE 7c", "take"),
        ("Layoff None", "layoff -"),
        ("Lay Off 6S>1 2S>1", "layoff 2S>1 6S>1"),
    ] {
        let m = GinRummy::read(&view, typed, &Reader::plain(8)).unwrap_or_else(|e| panic!("{typed}: {e:?}"));
        assert_eq!(GinRummy::say(&m), canonical, "{typed}");
        assert_eq!(GinRummy::read(&view, canonical, &Reader::plain(8)), Ok(m));
    }
}

#[test]
fn what_is_no_move_says_what_would_be() {
    let scene = drawn();
    let view = scene.play.view(Some(seat(0)));
    for (typed, hint) in [
        ("", "typed; write `discard` or `knock` and a card, such as `discard 4♠`."),
        ("hello there", "move here; write `discard` or `knock` and a card, such as `discard 4♠`."),
        ("discard 1X", "`1X` is no card"),
        ("Hello There", "`Hello There` is no move here"),
        ("Pass Now", "`Now` is too much"),
        (&"x".repeat(5000), "xxx…` is no move here"),
        ("knock KH 4S", "join its cards"),
        ("knock KH 4S-4S-5S", "stands twice"),
        ("knock KH 4S-5S-6S 4D-5D-6D 4H-5H-6H 4C-5C-6C", "three melds at most"),
        ("take 9D", "9♦ is not on top of the discards, 7♣ is"),
        ("layoff", "or `layoff -` for nothing"),
        ("layoff 2S>0", "from 1"),
        ("layoff 2S>x", "from 1"),
        ("pass now", "stands alone"),
        ("discard XB", "no card"),
        ("gin", "No discard leaves you gin just now; write `discard` or `knock` and a card, such as"),
    ] {
        let says = match GinRummy::read(&view, typed, &Reader::plain(8)) {
            Err(Unreadable::Syntax(says) | Unreadable::Against(_, says)) => says,
            other => panic!("{typed}: {other:?}"),
        };
        assert!(says.contains(hint), "{typed}: {says}");
    }
}

#[test]
fn q21_a_refusal_says_how_moves_are_written_and_solves_nothing() {
    let says = |scene: &Scene, who| match GinRummy::read(
        &scene.play.view(Some(seat(who))),
        "make me a sandwich",
        &Reader::plain(8),
    ) {
        Err(Unreadable::Syntax(says)) => says,
        other => panic!("{other:?}"),
    };
    let poor = Scene::new("classic", "", &[Pack(TWENTY_SEVEN, NINE, "7C", "KH")]);
    assert_eq!(says(&poor, 0), "`make me a sandwich` is no move here; write `take` or `pass`.");
    let poor = poor.moves("0 pass, 1 pass, 0 stock");
    let said = says(&poor, 0);
    assert!(
        said.starts_with(
            "`make me a sandwich` is no move here; write `discard` or `knock` and a card, such as `discard "
        ),
        "{said}"
    );
    assert!(!said.contains("K♥"), "the best discard: {said}");
    let chain = knock_at_once("classic", "layoff=manual", CHAIN[0], CHAIN[1], "TH");
    assert_eq!(
        says(&chain, 1),
        "`make me a sandwich` is no move here; write each card with the number of its meld, such as `layoff 2♠>1`, or \
         `layoff -` for nothing."
    );
    let finds = |text: &str| {
        GinRummy::is_for_finding(&GinRummy::read(&chain.play.view(Some(seat(1))), text, &Reader::plain(8)).unwrap())
    };
    assert!(finds("layoff AS>1 2S>1") && !finds("layoff -"));
}

#[test]
fn the_card_that_lies_there_can_only_be_taken() {
    let read = |scene: &Scene, who, text| {
        GinRummy::read(&scene.play.view(Some(seat(who))), text, &Reader::plain(8)).map(|m| GinRummy::say(&m))
    };
    let before = Scene::new("classic", "", &[Pack(NINE, TWENTY_SEVEN, "TD", "KH")]);
    for text in ["10d", "td", "10♦", "TD"] {
        assert_eq!(read(&before, 0, text).as_deref(), Ok("take"), "{text}");
    }
    assert_eq!(read(&before, 0, "6d").as_deref(), Ok("discard 6D"), "which is refused: the upcard comes first");
    let passed = before.moves("0 pass, 1 pass");
    assert_eq!(read(&passed, 0, "td").as_deref(), Ok("discard TD"), "both passed it");
    assert_eq!(read(&passed.moves("0 stock, 0 KH"), 1, "kh").as_deref(), Ok("take"));
}

#[test]
fn what_is_asked_for_but_not_there_is_refused_by_its_rule() {
    let refused = |scene: &Scene, text| match GinRummy::read(&scene.play.view(Some(seat(0))), text, &Reader::plain(8)) {
        Err(Unreadable::Against(rule, says)) => (rule.0, says),
        other => panic!("{text}: {other:?}"),
    };
    let scene = Scene::new("classic", "", &[Pack(NINE, TWENTY_SEVEN, "TD", "KH")]);
    let (rule, says) = refused(&scene, "take 9D");
    assert_eq!((rule, says.as_str()), ("drawing", "9♦ is not on top of the discards, 10♦ is."));
    let (rule, says) = refused(&scene.moves("0 pass, 1 pass, 0 stock"), "gin");
    assert!(rule == "gin-and-big-gin" && says.starts_with("No discard leaves you gin just now"), "{says}");
}

#[test]
fn gin_that_is_none_is_not_played_as_a_knock() {
    let gin = "3S 4S 5S 6S QH QS QC 9C 9D 9S";
    let near = Scene::new("classic", "", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]).moves("0 pass, 1 pass, 0 stock");
    let far = Scene::new("classic", "illegal_knock=honour", &[Pack(TWENTY_SEVEN, NINE, "7C", "KH")])
        .moves("0 pass, 1 pass, 0 stock");
    let scene = Scene::new("classic", "", &[Pack(gin, TWENTY_SEVEN, "7C", "KH")]).moves("0 pass, 1 pass, 0 stock");
    let read = |scene: &Scene, text| GinRummy::read(&scene.play.view(Some(seat(0))), text, &Reader::plain(8));
    let says = |text: &str| Err(Unreadable::Against(RuleRef("gin-and-big-gin"), text.to_owned()));
    let kind = says("Gin leaves nothing unmatched, and that leaves 9; `knock K♥` knocks with it.");
    assert_eq!(read(&near, "gin KH"), kind);
    assert_eq!(read(&far, "gin KH"), says("Gin leaves nothing unmatched, and that leaves 27."));
    assert_eq!(read(&scene, "Gin KH").map(|m| GinRummy::say(&m)), Ok("knock KH".to_owned()));
    let part = read(&scene, "gin KH 3S-4S-5S 9C-9D-9S QH-QS-QC");
    assert!(matches!(part, Err(Unreadable::Against(..))), "a layout that leaves cards is no gin either: {part:?}");
}

#[test]
fn gin_alone_finds_its_discard_and_a_bare_lay_off_its_meld() {
    let gin = "3S 4S 5S 6S QH QS QC 9C 9D 9S";
    let scene = Scene::new("classic", "", &[Pack(gin, TWENTY_SEVEN, "7C", "KH")]).moves("0 pass, 1 pass, 0 stock");
    let read = |scene: &Scene, who, text| GinRummy::read(&scene.play.view(Some(seat(who))), text, &Reader::plain(8));
    assert_eq!(read(&scene, 0, "gin").map(|m| GinRummy::say(&m)), Ok("knock KH".to_owned()));
    let chain = knock_at_once("classic", "layoff=manual", CHAIN[0], CHAIN[1], "TH");
    assert_eq!(read(&chain, 1, "layoff as 2s").map(|m| GinRummy::say(&m)), Ok("layoff AS>1 2S>1".to_owned()));
    let seven = read(&chain, 1, "layoff 7s");
    assert_eq!(seven, Err(Unreadable::Ambiguous(vec!["layoff 7S>1".to_owned(), "layoff 7S>2".to_owned()])));
    assert!(matches!(read(&chain, 1, "layoff KC"), Err(Unreadable::Syntax(_))));
}

#[test]
fn refusals_say_what_would_be_right() {
    let before = Scene::new("classic", "", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]);
    let knocked = |other| knock_at_once("classic", "layoff=manual", NINE, other, "7C");
    let (two, none) = (knocked("3S 8S 2D 9H TH JH KC 8D 5D 4H"), knocked(TWENTY_SEVEN));
    let says = |scene: &Scene, who: u8, text: &str| {
        let view = scene.play.view(Some(seat(who)));
        match GinRummy::read(&view, text, &Reader::plain(8)) {
            Ok(m) => GinRummy::check(&view, &m).unwrap_err().to_string(),
            Err(Unreadable::Syntax(says) | Unreadable::Against(_, says)) => says,
            Err(other) => panic!("{text}: {other:?}"),
        }
    };
    for text in [
        "discard 9D (",
        "discard 9D (KS)",
        "knock (9D)",
        "pass (take KH)",
        "discard 9D (5) knock",
        "discard 9D (leaves 15",
        "9D) (15)",
        "discard 9D 9D",
        "pass pass",
    ] {
        let scene = drawn();
        let read = GinRummy::read(&scene.play.view(Some(seat(0))), text, &Reader::plain(8));
        assert!(matches!(read, Err(Unreadable::Syntax(_))), "{text}: nothing is passed over: {read:?}");
    }
    for text in ["discard 9D", "9D", "knock 9D", "discard 9♦ (leaves 15)", "knock with 9♦ (9 unmatched)"] {
        assert_eq!(says(&drawn(), 0, text), "9♦ is not in your hand.");
    }
    assert!(
        says(&drawn(), 0, "discard")
            .starts_with("Say which card; write `discard` or `knock` and a card, such as `discard ")
    );
    let poor = Scene::new("classic", "", &[Pack(TWENTY_SEVEN, NINE, "7C", "KH")]).moves("0 pass, 1 pass, 0 stock");
    let at_best = "Not yet: discarding K♥, your best, leaves 27 unmatched, and this hand needs 10 or less.";
    assert_eq!(says(&poor, 0, "knock"), at_best);
    assert!(says(&drawn(), 0, "knock").starts_with("Big gin is not played"), "that would be enough to knock");
    for text in ["discard", "Throw", "drop", "discard AC", "AC", "knock", "gin", "big gin", "take", "stock", "pass"] {
        let laying_off = "The hand is laid out: lay off what you like, or nothing.";
        assert_eq!(says(&two, 1, text), laying_off, "{text}");
    }
    assert_eq!(says(&before, 0, "discard"), "The upcard comes first: take 7♣ or pass.");
    assert_eq!(says(&drawn(), 0, "Draw from stock"), says(&drawn(), 0, "stock"));
    assert_eq!(says(&before, 0, "gin"), "The upcard comes first: take 7♣ or pass.");
    assert_eq!(says(&before, 0, "layoff 2S"), "There is nothing to lay off on: nobody has knocked.");
    assert_eq!(says(&two, 1, "layoff 2S>1"), "2♠ is not in your hand.");
    assert_eq!(says(&none, 1, "layoff 3S>1"), "3♠ is not in your hand.");
    let fits = "a set takes its fourth card, a run what continues it at either end";
    assert_eq!(says(&two, 1, "layoff KC>2"), format!("K♣ does not fit Q♠Q♥Q♦Q♣: {fits}."));
    let chain = knock_at_once("classic", "layoff=manual", CHAIN[0], CHAIN[1], "TH");
    assert_eq!(says(&chain, 1, "layoff AS"), format!("A♠ does not fit 3♠4♠5♠: {fits}."), "no meld was named");
    let melds = "4♠5♠6♠7♠, Q♠Q♥Q♦Q♣";
    assert_eq!(
        says(&two, 1, "layoff KC"),
        format!("K♣ fits none of the knocker's melds, {melds}; `layoff -` lays off nothing.")
    );
}

#[test]
fn the_likeliest_move_is_the_best_one() {
    let best = |scene: &Scene, who| {
        let view = scene.play.view(Some(seat(who)));
        let mut all: Vec<Move> =
            scene.legal(who).iter().map(|m| GinRummy::read(&view, m, &Reader::plain(8)).unwrap()).collect();
        all.sort_by_key(|m| GinRummy::likelihood(&view, m));
        all.iter().take(2).map(GinRummy::say).collect::<Vec<_>>()
    };
    assert_eq!(best(&drawn(), 0), ["knock KH", "discard KH"]);
    let scene = drawn().moves("0 discard QH");
    assert_eq!(best(&scene, 1), ["take", "stock"], "Q♥ goes on 9♥ 10♥ J♥");
    assert_eq!(GinRummy::say(&Plain::Take.into()), "take");
}

#[test]
fn q08_a_discard_set_apart_from_its_verb_is_read_and_a_knock_with_brackets_is_not() {
    let scene = drawn();
    let view = scene.play.view(Some(seat(0)));
    let read = |text: &str| GinRummy::read(&view, text, &Reader::plain(8));
    for text in ["discard,KH", "discard: KH", "discard (KH)", "discard “KH”", "discard **KH**", "discard KH 👍"] {
        assert_eq!(read(text), read("discard KH"), "{text}");
    }
    assert_eq!(read("(knock KH)"), read("knock KH"));
    for text in ["knock (KH)", "knock: (KH)", "discard КH", "discard KH 🖤", "discard K'H'4S"] {
        assert!(matches!(read(text), Err(Unreadable::Syntax(_))), "{text}");
    }
}
