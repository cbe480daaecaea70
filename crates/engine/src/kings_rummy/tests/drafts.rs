//! What a turn would leave while it is put together.

use super::super::moves::{Finish, Part, Step};
use super::super::{KingsRummy, Options, Tiles};
use super::{card, played, position, set};
use crate::Choosing;
use crate::game::{State, View};
use crate::picture::{Group, Mark, Zone};
use crate::seats::Seat;
use crate::words::{Boards, Control, Controls, Does, Notation, Pictures, Reader, Sketch};

const HAND: &str = "1AR 1SY 2CB 2KB 2SB 4CY 4SR";

/// Two melds; the first may lose 1KG, and the second may get 4CY.
fn begun() -> State<KingsRummy> {
    position(&Options::default(), &["1KG 2SR 3CY 4AB", "1CB 2CR 3CG"], HAND, None)
}

/// What these steps would leave; each of them must be offered.
fn sketch(state: &State<KingsRummy>, steps: &[Step]) -> Option<Sketch> {
    let view = View::new(state, Some(Seat::FIRST));
    for (made, step) in steps.iter().enumerate() {
        assert!(KingsRummy::choices(&view, &steps[..made]).steps.contains(step), "{step:?} is offered");
    }
    KingsRummy::sketch(&view, steps, &Reader::plain(2))
}

fn pull() -> Step {
    Step::Part(Part::Pull { meld: 0, card: card("1KG") })
}

fn add() -> Step {
    Step::Part(Part::Add { meld: 1, card: card("4CY") })
}

fn lay(cards: &str) -> Step {
    Step::Part(Part::Lay(set(cards)))
}

fn groups(zones: &[Zone]) -> Vec<&Group> {
    let groups = zones.iter().filter_map(|zone| if let Zone::Groups(groups) = zone { Some(groups) } else { None });
    groups.flatten().collect()
}

/// The cards of a group as they are typed.
fn codes(group: &Group) -> Vec<&str> {
    group.cards.iter().map(|card| card.tag.as_str()).collect()
}

#[test]
fn nothing_chosen_leaves_nothing_to_sketch() {
    assert_eq!(sketch(&begun(), &[]), None);
}

#[test]
fn a_card_off_the_table_waits_beside_the_hand() {
    let sketch = sketch(&begun(), &[Step::Rearrange, pull()]).expect("the table has changed");
    assert_eq!(sketch.said, "take 1KG off meld 1");
    assert!(sketch.board.body.contains("  meld 1, changed: 2SR 3CY 4AB"), "{}", sketch.board.body);
    let loose = "off the table: 1KG, to go into a new meld\nwith 1KG: 1KG 1AR 1SY";
    assert!(sketch.hand_text.contains(loose), "{}", sketch.hand_text);
    assert!(sketch.hand_text.contains("7 cards count"), "{}", sketch.hand_text);
    let hand = groups(&sketch.hand_picture);
    assert_eq!((hand[0].label.as_str(), codes(hand[0]), hand[0].lit), ("to place", vec!["1KG"], true));
    let table = groups(&sketch.picture.zones);
    let melds: Vec<_> = table[2..].iter().map(|meld| (meld.label.as_str(), codes(meld), meld.lit)).collect();
    assert_eq!(melds, [("1", vec!["2SR", "3CY", "4AB"], true), ("2", vec!["1CB", "2CR", "3CG"], false)]);
}

#[test]
fn each_step_moves_cards_from_the_hand_to_the_table() {
    let steps = [Step::Rearrange, pull(), add(), lay("1KG 1AR 1SY")];
    let sketch = sketch(&begun(), &steps).expect("the table has changed");
    assert_eq!(sketch.said, "take 1KG off meld 1, add 4CY to meld 2, lay 1KG 1AR 1SY");
    let table = groups(&sketch.picture.zones);
    let melds: Vec<_> = table[2..].iter().map(|meld| (meld.label.as_str(), codes(meld), meld.lit)).collect();
    let four = vec!["1CB", "2CR", "3CG", "4CY"];
    assert_eq!(
        melds,
        [("1", vec!["2SR", "3CY", "4AB"], true), ("2", four, true), ("new", vec!["1KG", "1AR", "1SY"], true)]
    );
    let fresh: Vec<_> = table.iter().flat_map(|meld| &meld.cards).filter(|card| card.mark == Mark::Fresh).collect();
    assert_eq!(fresh.iter().map(|card| card.tag.as_str()).collect::<Vec<_>>(), ["4CY"], "the card that came to a meld");
    let mut held: Vec<&str> = groups(&sketch.hand_picture).into_iter().flat_map(codes).collect();
    held.sort_unstable();
    assert_eq!(held, ["2CB", "2KB", "2SB", "4SR"]);
    assert_eq!(sketch.picture.seats[Seat::FIRST].backs, Some(4));
    assert!(sketch.hand_text.contains("4 cards count 10"), "{}", sketch.hand_text);
    assert!(sketch.board.body.contains("\n  new meld: 1KG 1AR 1SY"), "{}", sketch.board.body);
    assert!(sketch.picture.alt.contains("Meld 2: 1CB 2CR 3CG 4CY. New meld: 1KG 1AR 1SY."), "{}", sketch.picture.alt);
}

#[test]
fn a_complete_draft_is_the_table_that_it_becomes() {
    let steps = [Step::Rearrange, pull(), add(), lay("1KG 1AR 1SY"), Step::Finish(Finish::Drop(card("4SR")))];
    let draft = sketch(&begun(), &steps).expect("the table has changed");
    let (after, _) = played(begun(), "pull 1KG@1; add 4CY@2; lay 1KG 1AR 1SY; drop 4SR");
    let real = KingsRummy::picture(&View::new(&after, Some(Seat::FIRST)), &Reader::plain(2));
    let cards = |zones: &[Zone]| groups(zones).into_iter().map(|group| codes(group).join(" ")).collect::<Vec<_>>();
    assert_eq!(cards(&draft.picture.zones), cards(&real.zones));
    assert_eq!(draft.picture.seats, real.seats);
    let hand = KingsRummy::hand_picture(&View::new(&after, Some(Seat::FIRST)), &Reader::plain(2));
    assert_eq!(cards(&draft.hand_picture), cards(&hand));
}

#[test]
fn only_what_can_be_done_next_is_raised() {
    // New melds are laid in the order of their lowest cards, after everything that is done with those on the table.
    let state = position(&Options::default(), &["1CB 2CR 3CG"], "1AR 1AY 1AG 2KB 2SB 2AB 4CY 4SR", None);
    let raised = |steps: &[Step]| {
        let drawn = match sketch(&state, steps) {
            Some(sketch) => sketch.hand_picture,
            None => KingsRummy::hand_picture(&View::new(&state, Some(Seat::FIRST)), &Reader::plain(2)),
        };
        let groups = groups(&drawn).into_iter().cloned().collect::<Vec<_>>();
        let up = |group: &&Group| group.cards.iter().all(|card| card.mark == Mark::Raised);
        groups.iter().filter(up).flat_map(codes).map(card).collect::<Tiles>()
    };
    assert_eq!(raised(&[]), set("1AR 1AY 1AG 2KB 2SB 2AB 4CY"));
    assert_eq!(raised(&[lay("1AR 1AY 1AG")]), set("2KB 2SB 2AB 4CY"));
    assert_eq!(raised(&[lay("2KB 2SB 2AB")]), set("1AR 1AY 1AG 4CY"));
}

/// Melds and additions may be chosen in any order: one chosen late takes its place before the rest.
#[test]
fn whatever_is_chosen_first_the_rest_can_still_be_chosen() {
    let state =
        position(&Options::default(), &["1CB 2CR 3CG 4CY", "1KG 2SR 3CY"], "1AR 1AY 1AG 2KB 2SB 2AB 4AB 4SR", None);
    let view = View::new(&state, Some(Seat::FIRST));
    let taken = |path: &[usize]| {
        let mut steps = Vec::new();
        for step in path {
            let next = KingsRummy::choices(&view, &steps).steps[*step];
            steps.push(next);
        }
        steps
    };
    let label = |so_far: &[Step], says: &str| {
        let lines =
            KingsRummy::controls(&view, so_far, &Reader::plain(8)).into_iter().flat_map(|control| match control {
                Control::Select { options, .. } => options.into_iter().map(|pick| (pick.label, pick.does)).collect(),
                Control::Button { label, does, .. } => vec![(label, does)],
                _ => Vec::new(),
            });
        lines.into_iter().find(|(label, _)| label.contains(says)).map(|(_, does)| does)
    };
    let mut so_far = vec![lay("2KB 2SB 2AB")];
    for says in ["4AB to meld 2", "1AY 1AR 1AG"] {
        let Some(Does::Path(path)) = label(&so_far, says) else { panic!("{says} is offered") };
        so_far = taken(&path);
    }
    let add = Step::Part(Part::Add { meld: 1, card: card("4AB") });
    assert_eq!(so_far, [add, lay("1AR 1AY 1AG"), lay("2KB 2SB 2AB")]);
    assert!(label(&so_far, "Go out: discard 4SR").is_some());
    // While a card waits for its meld, that comes first.
    let pulled = [Step::Rearrange, Step::Part(Part::Pull { meld: 0, card: card("1CB") })];
    assert!(!KingsRummy::controls(&view, &pulled, &Reader::plain(8)).is_empty());
    assert_eq!(label(&[lay("2KB 2SB 2AB")], "off meld"), None, "the melds of the table are rearranged first");
}

/// Melds without the card that must be placed can be laid after those with it.
#[test]
fn while_a_card_must_be_placed_melds_without_it_wait() {
    let state = begun();
    let view = View::new(&state, Some(Seat::FIRST));
    let offered = |so_far: &[Step]| {
        let lays = |control: Control| match control {
            Control::Select { placeholder, options } if placeholder.starts_with("Lay") => {
                options.into_iter().map(|pick| pick.label).collect()
            }
            Control::Button { label, .. } if label.starts_with("Lay ") => vec![label],
            _ => Vec::new(),
        };
        KingsRummy::controls(&view, so_far, &Reader::plain(8)).into_iter().flat_map(lays).collect::<Vec<_>>()
    };
    let (first, second) = (lay("1KG 1AR 1SY"), lay("2CB 2KB 2SB"));
    let steps = KingsRummy::choices(&view, &[Step::Rearrange, pull()]).steps;
    assert!(steps.contains(&first) && steps.len() > 1, "{steps:?}");
    assert_eq!(offered(&[Step::Rearrange, pull()]), ["Lay 1KG 1AR 1SY…"]);
    assert_eq!(offered(&[Step::Rearrange, pull(), first]), ["Lay 2KB 2SB 2CB…"]);
    assert!(KingsRummy::choices(&view, &[Step::Rearrange, pull(), first]).steps.contains(&second));
}

#[test]
fn others_see_nothing_of_a_draft() {
    let state = begun();
    let other = View::new(&state, Some(Seat::FIRST.next(2)));
    for view in [other, View::new(&state, None)] {
        assert_eq!(KingsRummy::sketch(&view, &[Step::Rearrange, pull()], &Reader::plain(2)), None);
    }
}

#[test]
fn t2_discards_stand_in_the_order_that_their_heading_names() {
    let state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 1AR 3KR 2CB", None);
    let controls = KingsRummy::controls(&View::new(&state, Some(Seat::FIRST)), &[], &Reader::plain(8));
    let lines = controls.into_iter().find_map(|control| match control {
        Control::Select { placeholder, options } if placeholder.starts_with("Discard") => Some(options),
        _ => None,
    });
    let cards: Vec<String> = lines.expect("a list").into_iter().map(|line| line.label).collect();
    assert_eq!(cards, ["Discard 4AB", "Discard 3KR", "Discard 2CB", "Discard 1AR"], "fewest points left first");
}

#[test]
fn a_pile_of_one_card_says_nothing_of_what_lies_below() {
    let mut state = begun();
    let alt =
        |state: &State<KingsRummy>| KingsRummy::picture(&View::new(state, Some(Seat::FIRST)), &Reader::plain(2)).alt;
    state.public.discards.truncate(1);
    let top = state.public.discards[0];
    assert!(alt(&state).contains(&format!("top discard {top}.")), "{}", alt(&state));
    state.public.discards.push(card("1AR"));
    assert!(alt(&state).contains("top discard 1AR, 1 more below."), "{}", alt(&state));
}

#[test]
fn t4_a_long_turn_is_said_in_words() {
    let melds = ["1KG 2SR 3CY 4AB", "1CB 2CR 3CG", "1KR 2KR 3KR"];
    let state = position(&Options::default(), &melds, "1AR 1SY 2KB 2SB 2AB 4CY 4KR 4SR", None);
    let described = |turn: &str| {
        let view = View::new(&state, Some(Seat::FIRST));
        let m = KingsRummy::read(&view, turn, &Reader::plain(8)).expect("a turn");
        KingsRummy::describe(&view, &m, &Reader::plain(8))
    };
    assert_eq!(described("lay 2KB 2SB 2AB; drop 4SR"), "lay 2KB 2AB 2SB, discard 4SR (leaves 4 cards that count 10)");
    let long = "pull 1KG@1; add 4CY@2; add 4KR@3; lay 1KG 1AR 1SY; lay 2KB 2AB 2SB; drop 4SR";
    assert_eq!(
        described(long),
        "go out: take 1KG off meld 1, add 4CY to meld 2, add 4KR to meld 3, lay 1KG 1AR 1SY and 2KB 2AB 2SB, discard 4SR"
    );
}
