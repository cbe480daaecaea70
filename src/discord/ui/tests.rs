use serde_json::Value;

use super::text::{cut_at_line, units};
use super::*;

fn id(text: &str) -> CustomId {
    CustomId::new(text).unwrap()
}

fn button(text: &str) -> Button {
    Button::new(text, id(text), Style::Secondary)
}

/// All text of a message's components, as Discord counts it.
fn text_of(value: &Value) -> usize {
    match value {
        Value::Object(map) => {
            map.iter().map(|(key, v)| if key == "content" { v.as_str().map_or(0, units) } else { text_of(v) }).sum()
        }
        Value::Array(all) => all.iter().map(text_of).sum(),
        _ => 0,
    }
}

#[test]
fn a_custom_id_has_1_to_100_characters() {
    assert_eq!(CustomId::new(""), Err(Limit::CustomId(0)));
    assert!(CustomId::new("x".repeat(100)).is_ok());
    assert_eq!(CustomId::new("x".repeat(101)), Err(Limit::CustomId(101)));
    assert_eq!(CustomId::new("🂡".repeat(51)), Err(Limit::CustomId(102)), "the larger count holds");
}

#[test]
fn two_pictures_are_no_message() {
    let art = || Art::new(std::sync::Arc::default(), render::Theme::Dark);
    assert!(MessageBuilder::new().picture(art()).build().is_ok());
    assert_eq!(MessageBuilder::new().picture(art()).picture(art()).build(), Err(Limit::Pictures));
}

#[test]
fn the_same_custom_id_twice_is_no_message() {
    let draft = MessageBuilder::new().text("x").buttons([button("a"), button("b"), button("a")]);
    assert_eq!(draft.build(), Err(Limit::Twice("a".into())));
    let select = Select::new(id("a"), "pick", vec![SelectLine::new("one", "", "1").unwrap()]).unwrap();
    assert_eq!(MessageBuilder::new().buttons([button("a")]).select(select).build(), Err(Limit::Twice("a".into())));
}

#[test]
fn buttons_stand_five_to_a_row() {
    let many: Vec<Button> = (0..12).map(|n| button(&n.to_string())).collect();
    let json = MessageBuilder::new().buttons(many).build().unwrap().edit();
    let rows: Vec<usize> = json["components"][0]["components"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["components"].as_array().unwrap().len())
        .collect();
    assert_eq!(rows, [5, 5, 2]);
}

#[test]
fn forty_components_with_the_nested_ones() {
    let buttons = |n: usize| (0..n).map(|n| button(&n.to_string())).collect::<Vec<_>>();
    // The frame, a text, six full rows (36), and two more texts: 40.
    let full = MessageBuilder::new().text("a").buttons(buttons(30)).text("b").text("c");
    assert!(full.clone().build().is_ok());
    assert_eq!(full.text("d").build(), Err(Limit::Components(41)));
    assert_eq!(MessageBuilder::new().build(), Err(Limit::Components(0)));
    assert_eq!(MessageBuilder::new().text("  ").code("").build(), Err(Limit::Components(0)));
}

#[test]
fn growing_text_is_cut_at_a_line_and_fixed_text_is_not() {
    let lines = "a line of the board\n".repeat(400);
    let message = MessageBuilder::new().text("Ben to draw.").code(&lines).text("score").build().unwrap().edit();
    assert!(text_of(&message) <= 4000);
    let blocks = message["components"][0]["components"].as_array().unwrap();
    assert_eq!(blocks[0]["content"], "Ben to draw.");
    assert!(blocks[1]["content"].as_str().unwrap().ends_with("a line of the board\n…\n```"));
    assert_eq!(blocks[2]["content"], "score");
    assert_eq!(MessageBuilder::new().text("x".repeat(4001)).build(), Err(Limit::Text(4001)));
    assert_eq!(MessageBuilder::new().text("x".repeat(3990)).text_cut(lines).build(), Err(Limit::Text(4051)));
}

#[test]
fn a_fence_inside_a_block_does_not_end_it() {
    let message = MessageBuilder::new().code("a ``` b").build().unwrap().edit();
    assert_eq!(message["components"][0]["components"][0]["content"], "```\na ''' b\n```");
}

#[test]
fn cutting_keeps_whole_characters() {
    assert_eq!(cut("abcdef", 6), "abcdef");
    assert_eq!(cut("abcdefg", 6), "abcde…");
    assert_eq!(cut("🂡🂡🂡", 5), "🂡🂡…");
    assert_eq!(cut_at_line("one\ntwo\nthree", 10), "one\ntwo\n…");
    assert_eq!(cut_at_line("onetwothree", 6), "onetw…");
    for limit in 2..40 {
        assert!(units(&cut_at_line("♠ one\n♥ two three\n🂡 four five six", limit)) <= limit);
    }
}

#[test]
fn labels_hints_and_titles_are_cut() {
    let long = "y".repeat(300);
    let json = MessageBuilder::new().buttons([Button::new(&long, id("a"), Style::Primary)]).build().unwrap().edit();
    assert_eq!(units(json["components"][0]["components"][0]["components"][0]["label"].as_str().unwrap()), 80);
    let pick = SelectLine::new(&long, &long, "v").unwrap();
    let select = Select::new(id("s"), &long, vec![pick]).unwrap().json();
    assert_eq!(units(select["options"][0]["label"].as_str().unwrap()), 100);
    assert_eq!(units(select["options"][0]["description"].as_str().unwrap()), 100);
    let modal = Modal::new(id("m"), &long, [Field::new(&long, 60).unwrap().example(&long)]).unwrap();
    let modal = modal.json();
    assert_eq!(units(modal["title"].as_str().unwrap()), 45);
    assert_eq!(units(modal["components"][0]["label"].as_str().unwrap()), 45);
    assert_eq!(units(modal["components"][0]["component"]["placeholder"].as_str().unwrap()), 100);
}

#[test]
fn selects_hold_1_to_25_different_values() {
    let pick = |n: usize| SelectLine::new("x", "", n.to_string()).unwrap();
    assert_eq!(Select::new(id("s"), "", Vec::new()), Err(Limit::Options(0)));
    assert!(Select::new(id("s"), "", (0..25).map(pick).collect()).is_ok());
    assert_eq!(Select::new(id("s"), "", (0..26).map(pick).collect()), Err(Limit::Options(26)));
    assert_eq!(Select::new(id("s"), "", vec![pick(1), pick(1)]), Err(Limit::OptionTwice));
    assert_eq!(SelectLine::new("x", "", ""), Err(Limit::Value(0)));
    assert_eq!(SelectLine::new("", "", "v"), Err(Limit::Empty("the label of an option")));
}

#[test]
fn choices_fit_or_are_left_out() {
    assert_eq!(Choice::new("x", &"v".repeat(101)), None);
    let one = Choice::new(&"n".repeat(200), "v").unwrap();
    assert_eq!(Callback::choices(vec![one.clone(); 26]), Callback::Choices(vec![one; 25]));
}

#[test]
fn nobody_is_pinged_who_was_not_named() {
    let body = MessageBuilder::new().text("<@1> <@2> @everyone").mention(1).mention(1).build().unwrap().create("n");
    assert_eq!(body["allowed_mentions"], serde_json::json!({"parse": [], "users": ["1"]}));
    let none = MessageBuilder::new().text("<@1>").build().unwrap().edit();
    assert_eq!(none["allowed_mentions"], serde_json::json!({"parse": [], "users": []}));
}

#[test]
fn plain_text_keeps_its_signs() {
    assert_eq!(plain("2*3*4 = (8_1)"), "2\\*3\\*4 = (8\\_1)");
    assert_eq!(
        plain("# no title\n> no quote\n  - no list\n12. no number"),
        "\\# no title\n\\> no quote\n  \\- no list\n12\\. no number"
    );
    assert_eq!(plain("Ada discarded 9♦."), "Ada discarded 9♦.");
    assert_eq!(plain("missing after `2*`, not *"), "missing after `2*`, not \\*");
    assert_eq!(plain("one ` alone"), "one \\` alone");
    assert_eq!(plain("<@1> [x](y)"), "\\<\\@1> \\[x](y)");
}
