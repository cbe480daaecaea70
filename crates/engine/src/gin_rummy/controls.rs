//! Buttons and lists: beside a hand, and on the board that all share.

use super::GinRummy;
use super::deadwood::deadwood;
use super::moves::{Move, Plain, Step, Turn};
use super::phrases::{leaves, needs, pretty_layout, pretty_meld};
use super::state::{Phase, Public, Table};
use crate::cards::{Card, CardSet};
use crate::game::{Choosing, View};
use crate::words::{Control, Controls, Does, Language, Notation, Pick, Reader};

impl Controls for GinRummy {
    fn controls(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Control> {
        let Language::English = reader.language;
        let Some(turn) = Turn::of(view) else { return Vec::new() };
        let steps = GinRummy::choices(view, so_far).steps;
        match (turn.table.phase, so_far) {
            (Phase::Discard { .. }, []) => discard_controls(&turn, &steps),
            (Phase::Discard { .. }, [Step::Knock(card)]) => layout_controls(&turn, *card, &steps),
            (Phase::LayOff, _) => lay_off_controls(&turn, so_far, &steps),
            _ => plain_controls(&turn, &steps),
        }
    }

    /// With two tables there are none, since a button could not say whose card it takes.
    fn shared_controls(public: &Public, Reader { language: Language::English, .. }: &Reader) -> Vec<Control> {
        let [table] = public.tables.as_slice() else { return Vec::new() };
        let offered: &[Plain] = match table.phase {
            Phase::Upcard => &[Plain::Take, Plain::Pass],
            Phase::FirstStock => &[Plain::Stock],
            Phase::Draw => &[Plain::Take, Plain::Stock],
            Phase::Answer => &[Plain::Accept, Plain::Refuse],
            _ => &[],
        };
        let button = |&plain: &Plain| {
            let does = Does::Say(Self::say(&Move::from(plain)));
            Control::button(plain_label(plain, table), does, false)
        };
        offered.iter().map(button).collect()
    }
}

fn plain_controls(turn: &Turn<'_>, steps: &[Step]) -> Vec<Control> {
    let helps = turn.taking_helps();
    let button = |(n, step): (usize, &Step)| {
        let Step::Whole(plain) = step else { return None };
        // A card that makes a meld is nearly always taken; otherwise nearly everybody draws. Whether to pass, or
        // how to answer a knock, is the player's own choice.
        let strong = match plain {
            Plain::Take => helps,
            Plain::Stock => !helps,
            _ => false,
        };
        Some(Control::button(plain_label(*plain, turn.table), Does::Step(n), strong))
    };
    steps.iter().enumerate().filter_map(button).collect()
}

fn plain_label(plain: Plain, table: &Table) -> String {
    match plain {
        Plain::Take => table.discards.top().map_or_else(|| "Take".to_owned(), |top| format!("Take {}", top.pretty())),
        Plain::Stock => "Draw from the stock".to_owned(),
        Plain::Pass => "Pass".to_owned(),
        Plain::BigGin => "Knock with big gin: all eleven match".to_owned(),
        Plain::Accept => "Accept the knock".to_owned(),
        Plain::Refuse => "Refuse the knock".to_owned(),
    }
}

fn discard_controls(turn: &Turn<'_>, steps: &[Step]) -> Vec<Control> {
    let mut discards = Vec::new();
    let mut knocks = Vec::new();
    let mut own_ways = Vec::new();
    let mut big_gin = None;
    for (n, step) in steps.iter().enumerate() {
        match step {
            Step::Discard(card) => discards.push(graded(turn, *card, Does::Step(n))),
            Step::Knock(card) => {
                // The step would ask for a layout; the one that the table chooses is nearly always good enough.
                knocks.push(graded(turn, *card, Does::Whole(vec![n])));
                own_ways.extend(own_way(turn, *card, n));
            }
            Step::Whole(plain) => {
                big_gin = Some(Control::button(plain_label(*plain, turn.table), Does::Step(n), true));
            }
            _ => {}
        }
    }
    discards.sort_by_key(Graded::key);
    knocks.sort_by_key(Graded::key);
    let discard = |d: &Graded| d.pick("Discard", leaves(d.left));
    let options = discards.iter().map(discard).collect();
    let knock = knock_controls(turn, &knocks, big_gin.is_none());
    let own_way = Control::pick("Knock, laid out your own way", own_ways, |only| only.label.clone());
    big_gin
        .into_iter()
        .chain(Control::pick("Discard, least left unmatched first", options, whole))
        .chain(knock)
        .chain(own_way)
        .collect()
}

/// The way to a layout of the player's own, if there are several and the choice matters because of what the
/// opponent can lay off on them.
fn own_way(turn: &Turn<'_>, card: Card, step: usize) -> Option<Pick> {
    let ways = turn.layouts(card).len();
    let matters = turn.gin_layoff || deadwood(turn.hand.without(card)) > 0;
    let label = || format!("Knock with {}, laid out your own way…", card.pretty());
    let button = || format!("Knock with {}…", card.pretty());
    (matters && ways > 1).then(|| Pick::new(label(), format!("{ways} ways"), Does::Step(step)).on_button(button()))
}

/// The only line of a list, as it reads on a button: `Discard 9♦ (leaves 15 unmatched)`.
fn whole(pick: &Pick) -> String {
    let (label, asks) = pick.label.strip_suffix('…').map_or((pick.label.as_str(), ""), |label| (label, "…"));
    format!("{label} ({}){asks}", pick.hint)
}

/// A discard and what it leaves.
struct Graded {
    card: Card,
    left: u8,
    does: Does,
}

fn graded(turn: &Turn<'_>, card: Card, does: Does) -> Graded {
    Graded { card, left: deadwood(turn.hand.without(card)), does }
}

impl Graded {
    /// Sorts by what is left; of equals, the highest card comes first.
    const fn key(&self) -> (u8, u8) {
        (self.left, u8::MAX - self.card.number())
    }

    fn pick(&self, verb: &str, hint: String) -> Pick {
        Pick::new(format!("{verb} {}", self.card.pretty()), hint, self.does.clone())
    }
}

/// A knock with gin is nearly always right, unless there is big gin; whether a lesser knock is wise is the player's
/// choice.
fn knock_controls(turn: &Turn<'_>, knocks: &[Graded], no_big_gin: bool) -> Vec<Control> {
    let limit = turn.table.limit;
    let Some((best, others)) = knocks.split_first() else {
        return vec![Control::Greyed { label: format!("Knock (needs {})", needs(limit)) }];
    };
    let card = best.card.pretty();
    let label = match best.left {
        0 => format!("Knock with {card}: gin"),
        left if left > limit => format!("Knock with {card} ({left} unmatched, over the limit)"),
        left => format!("Knock with {card} ({left} unmatched)"),
    };
    let hint = |left: u8| match left {
        0 => "gin".to_owned(),
        left if left > limit => format!("{left} unmatched: over the limit of {limit}"),
        left => format!("{left} unmatched"),
    };
    let another = |k: &Graded| {
        k.pick("Knock with", hint(k.left)).on_button(format!("Knock with {} ({})", k.card.pretty(), k.left))
    };
    let options = others.iter().map(another).collect();
    let knock = Control::button(label, best.does.clone(), best.left == 0 && no_big_gin);
    std::iter::once(knock)
        .chain(Control::pick("Knock with another card, least unmatched first", options, whole))
        .collect()
}

fn layout_controls(turn: &Turn<'_>, discard: Card, steps: &[Step]) -> Vec<Control> {
    let hand = turn.hand.without(discard);
    let pick = |(n, step): (usize, &Step)| {
        let Step::Layout(layout) = step else { return None };
        let hint = format!("{} unmatched", layout.left(hand));
        Some(Pick::new(format!("Lay out {}", pretty_layout(layout, " ")), hint, Does::Step(n)))
    };
    let options = steps.iter().enumerate().filter_map(pick).collect();
    Control::pick("Lay out, least left unmatched first", options, whole).into_iter().collect()
}

fn lay_off_controls(turn: &Turn<'_>, so_far: &[Step], steps: &[Step]) -> Vec<Control> {
    let Some(spread) = &turn.table.spread else { return Vec::new() };
    let melds = spread.melds.melds();
    let laid = so_far.iter().filter_map(|step| if let Step::LayOff(card, _) = step { Some(*card) } else { None });
    let left_in = |laid: CardSet| deadwood(turn.hand.minus(laid));
    let laid: CardSet = laid.collect();
    let options: Vec<Pick> = steps
        .iter()
        .enumerate()
        .filter_map(|(n, step)| {
            let Step::LayOff(card, on) = step else { return None };
            let meld = melds.get(usize::from(*on)).copied().unwrap_or_default();
            let on = format!("{} on {}", card.pretty(), pretty_meld(meld));
            let hint = leaves(left_in(laid.with(*card)));
            Some(Pick::new(format!("Lay off {on}…"), hint, Does::Step(n)))
        })
        .collect();
    let done = if laid.is_empty() { "Lay off nothing" } else { "Lay off no more" };
    let label = format!("{done} ({})", leaves(left_in(laid)));
    let finish = Control::button(label, Does::Finish, options.is_empty());
    Control::pick("Lay off", options, whole).into_iter().chain([finish]).collect()
}
