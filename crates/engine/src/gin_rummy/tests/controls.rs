//! What can be pressed.

use super::scenes::{Pack, Scene, knock_at_once, seat};
use super::words::{NINE, TWENTY_SEVEN, drawn};
use crate::Choosing;
use crate::gin_rummy::moves::Step;
use crate::gin_rummy::{GinRummy, Move};
use crate::words::{Control, Controls, Does, Notation, Reader};

#[test]
fn controls_grey_a_knock_with_its_reason_and_lead_to_moves() {
    let mut scene = drawn();
    let labels = |controls: Vec<Control>| -> Vec<String> {
        let label = |control| match control {
            Control::Button { label, .. } | Control::Greyed { label } => label,
            Control::Select { placeholder, options } => format!("{placeholder}: {}", options[0].label),
            Control::Form { label, .. } => label,
        };
        controls.into_iter().map(label).collect()
    };
    let view = scene.play.view(Some(seat(0)));
    assert_eq!(
        labels(GinRummy::controls(&view, &[], &Reader::plain(8))),
        ["Discard, least left unmatched first: Discard K♥", "Knock with K♥ (9 unmatched)"]
    );
    let knock = GinRummy::controls(&view, &[], &Reader::plain(8)).pop();
    let Some(Control::Button { does: Does::Whole(path), .. }) = knock else { panic!("one tap: {knock:?}") };
    let step = GinRummy::choices(&view, &[]).steps.remove(path[0]);
    assert_eq!(GinRummy::choices(&view, &[step]).done.map(|m| GinRummy::say(&m)), Some("knock KH".to_owned()));
    assert_eq!(
        GinRummy::choices(&view, &[Step::Knock("KH".parse_card())]).done,
        Some(Move::Knock("KH".parse_card(), None))
    );
    scene = scene.moves("0 discard KH, 1 stock");
    let view = scene.play.view(Some(seat(1)));
    assert_eq!(labels(GinRummy::controls(&view, &[], &Reader::plain(8)))[1], "Knock (needs 10 or less)");
    assert!(GinRummy::controls(&scene.play.view(Some(seat(0))), &[], &Reader::plain(8)).is_empty(), "not on turn");
}

/// The labels of the controls, with a star at each one that stands out.
fn shown(scene: &Scene, who: u8) -> Vec<String> {
    let label = |control| match control {
        Control::Button { label, strong, .. } => format!("{}{label}", if strong { "*" } else { "" }),
        Control::Select { placeholder, options } => format!("{placeholder} ({})", options.len()),
        other => panic!("{other:?}"),
    };
    GinRummy::controls(&scene.play.view(Some(seat(who))), &[], &Reader::plain(8)).into_iter().map(label).collect()
}

#[test]
fn only_what_is_nearly_always_pressed_stands_out() {
    let at_upcard = Scene::new("classic", "", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]);
    assert_eq!(shown(&at_upcard, 0), ["Take 7♣", "Pass"], "to pass is a choice");
    assert_eq!(shown(&drawn().moves("0 discard 3C"), 1), ["Take 3♣", "*Draw from the stock"]);
    assert_eq!(shown(&drawn().moves("0 discard QH"), 1), ["*Take Q♥", "Draw from the stock"], "it goes on 9♥ 10♥ J♥");
    assert_eq!(shown(&drawn(), 0), ["Discard, least left unmatched first (11)", "Knock with K♥ (9 unmatched)"]);
    let gin = Pack("3S 4S 5S 6S QH QS QC 9C 9D 9S", TWENTY_SEVEN, "7C", "QD");
    let scene = |changes| Scene::new("classic", changes, std::slice::from_ref(&gin)).moves("0 pass, 1 pass, 0 stock");
    let knock = [
        "Discard, least left unmatched first (11)",
        "*Knock with Q♠: gin",
        "Knock with another card, least unmatched first (5)",
    ];
    assert_eq!(shown(&scene(""), 0), knock);
    let big = ["*Knock with big gin: all eleven match", knock[0], &knock[1][1..], knock[2]];
    assert_eq!(shown(&scene("big_gin=true"), 0), big);
    let over = Scene::new("classic", "illegal_knock=honour", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]);
    let over = over.moves("0 pass, 1 pass, 0 stock, 0 knock QH");
    assert_eq!(shown(&over, 1), ["Accept the knock", "Refuse the knock"]);
}

#[test]
fn a_layout_of_ones_own_is_offered_where_there_are_several_and_it_matters() {
    let run = Pack("2S 3S 4S 5S QH QS QC QD 3C AD", "2H 2D 2C 9H TH JH KC 8D 5D 4H", "7C", "KH");
    let scene = Scene::new("classic", "", std::slice::from_ref(&run)).moves("0 pass, 1 pass, 0 stock");
    let own = "Knock with K♥, laid out your own way…";
    assert_eq!(shown(&scene, 0), ["Discard, least left unmatched first (11)", "Knock with K♥ (4 unmatched)", own]);
    let view = scene.play.view(Some(seat(0)));
    let controls = GinRummy::controls(&view, &[Step::Knock("KH".parse_card())], &Reader::plain(8));
    let [Control::Select { options, .. }] = controls.as_slice() else { panic!("{controls:?}") };
    let lines: Vec<String> = options.iter().map(|pick| format!("{} ({})", pick.label, pick.hint)).collect();
    assert_eq!(
        lines,
        [
            "Lay out 2♠3♠4♠5♠ Q♠Q♥Q♦Q♣ (4 unmatched)",
            "Lay out 3♠4♠5♠ Q♠Q♥Q♦Q♣ (6 unmatched)",
            "Lay out 2♠3♠4♠ Q♠Q♥Q♦Q♣ (9 unmatched)"
        ]
    );
    // Nothing is laid off on gin.
    let gin = Pack("3S 4S 5S 6S QH QS QC 9C 9D 9S", TWENTY_SEVEN, "7C", "KD");
    let scene = |changes| Scene::new("classic", changes, std::slice::from_ref(&gin)).moves("0 pass, 1 pass, 0 stock");
    let own = |changes| shown(&scene(changes), 0).into_iter().filter(|label| label.contains("own way")).count();
    assert_eq!((own(""), own("gin_layoff=true")), (0, 1));
}

#[test]
fn a_list_never_holds_a_single_line() {
    let two = "4S 5S 6S 7S QH QS QC QD 2D AC";
    let scene = Scene::new("classic", "", &[Pack(two, "2S 2H 2C 9H TH JH KC 8D 5D 4H", "7C", "9D")])
        .moves("0 pass, 1 pass, 0 stock");
    let other = "Knock with 2♦ (10 unmatched)";
    let own = "Knock with 9♦, laid out your own way…";
    assert_eq!(
        shown(&scene, 0),
        ["Discard, least left unmatched first (11)", "Knock with 9♦ (3 unmatched)", other, own]
    );
    let one = knock_at_once("classic", "layoff=manual", NINE, "3S 2H 2D 9H TH JH KC 8D 5D 4H", "7C");
    assert_eq!(
        shown(&one, 1),
        ["Lay off 3♠ on 4♠5♠6♠7♠ (leaves 31 unmatched)…", "Lay off nothing (leaves 34 unmatched)"]
    );
}

#[test]
fn shared_buttons_are_public_moves() {
    let scene = Scene::new("classic", "", &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]);
    let says: Vec<Does> = GinRummy::shared_controls(scene.play.public(), &Reader::plain(8))
        .into_iter()
        .map(|c| if let Control::Button { does, .. } = c { does } else { panic!("{c:?}") })
        .collect();
    assert_eq!(says, [Does::Say("take".to_owned()), Does::Say("pass".to_owned())]);
    assert!(
        GinRummy::shared_controls(drawn().play.public(), &Reader::plain(8)).is_empty(),
        "a discard is nobody else's business"
    );
}

trait ParseCard {
    fn parse_card(&self) -> crate::cards::Card;
}

impl ParseCard for str {
    fn parse_card(&self) -> crate::cards::Card {
        crate::cards::CardText::parse(self).unwrap()
    }
}
