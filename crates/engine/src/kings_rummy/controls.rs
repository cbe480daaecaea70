//! What can be pressed: a turn is put together part by part.

use super::KingsRummy;
use super::canonical::canonical_parts;
use super::draft::Draft;
use super::generate::Builder;
use super::moves::{Finish, Part, Step, built, path};
use super::phrases::{Named, leaves};
use super::shown::{is_offered, late};
use super::state::{Phase, Public};
use super::tile::{Tile, Tiles};
use crate::english::either;
use crate::game::{Choosing, View};
use crate::words::{Control, Controls, Does, Language, Pick, Reader};

impl Controls for KingsRummy {
    fn controls(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Vec<Control> {
        let Language::English = reader.language;
        if view.seat() != Some(view.public().turn) {
            return Vec::new();
        }
        let choices = Self::choices(view, so_far);
        if choices.done.is_some() {
            return vec![Control::button("Play this turn", Does::Finish, true)];
        }
        match view.public().phase {
            Phase::Draw => draw_controls(view.public(), &choices.steps),
            Phase::Play { .. } => turn_controls(view, so_far, &choices.steps),
            Phase::Over { .. } => Vec::new(),
        }
    }

    /// Where to draw from. It is the player's choice, so neither button stands out.
    fn shared_controls(public: &Public, Reader { language: Language::English, .. }: &Reader) -> Vec<Control> {
        let (Phase::Draw, Some(top)) = (public.phase, public.discards.last()) else { return Vec::new() };
        vec![
            Control::button("Draw from the stock", Does::Say("draw".to_owned()), false),
            Control::button(take(*top), Does::Say("take".to_owned()), false),
        ]
    }
}

/// Where to draw from is the player's choice: neither button stands out.
fn draw_controls(public: &Public, steps: &[Step]) -> Vec<Control> {
    let label = |step: &Step| match step {
        Step::Take => public.discards.last().map_or_else(|| "Take".to_owned(), |top| take(*top)),
        _ => "Draw from the stock".to_owned(),
    };
    steps.iter().enumerate().map(|(at, step)| Control::button(label(step), Does::Step(at), false)).collect()
}

fn turn_controls(view: &View<'_, KingsRummy>, so_far: &[Step], steps: &[Step]) -> Vec<Control> {
    let Some((builder, rearranging, _)) = built(view, so_far) else { return Vec::new() };
    let draft = &builder.draft;
    let mut offered: Vec<(Does, Step)> = steps.iter().enumerate().map(|(at, step)| (Does::Step(at), *step)).collect();
    offered.retain(|(_, step)| is_offered(*step, draft.pending));
    if !rearranging {
        offered.extend(earlier(view, &builder, steps));
    }
    let laying = match draft.pending {
        pending if pending.is_empty() => "Lay a new meld, fewest points left first".to_owned(),
        pending => format!("Lay a new meld with {}, fewest points left first", any_of(pending)),
    };
    let select = |placeholder: &str, wanted: &dyn Fn(&Step) -> bool| {
        let mut wanted: Vec<&(Does, Step)> = offered.iter().filter(|(_, step)| wanted(step)).collect();
        wanted.sort_by_key(|(_, step)| place(*step, draft));
        let options: Vec<Pick> = wanted.into_iter().map(|(does, step)| pick(*step, draft, does.clone())).collect();
        Control::pick(placeholder, options, |only| only.label.clone())
    };
    let lists = [
        select(&laying, &|step| matches!(step, Step::Part(Part::Lay(_)))),
        select("Add a card to a meld, fewest points left first", &|step| matches!(step, Step::Part(Part::Add { .. }))),
        select("Take a card off a meld of four", &|step| matches!(step, Step::Part(Part::Pull { .. }))),
        select("Swap a card into a meld of three", &|step| matches!(step, Step::Part(Part::Swap { .. }))),
        select("Move a card from meld to meld", &|step| matches!(step, Step::Part(Part::Shift { .. }))),
        select("Discard and end the turn, fewest points left first", &|step| {
            matches!(step, Step::Finish(Finish::Drop(_))) && draft.hand.len() > 1
        }),
    ];
    let buttons = steps.iter().enumerate().filter_map(|(at, step)| plain(*step, draft.hand, Does::Step(at)));
    lists.into_iter().flatten().chain(buttons).collect()
}

/// Additions and new melds that belong before parts already made: players need not know the canonical order of a turn.
fn earlier(view: &View<'_, KingsRummy>, builder: &Builder<'_>, next: &[Step]) -> Vec<(Does, Step)> {
    let path_with = |part: Part| {
        let mut draft = builder.draft.clone();
        draft.make(part).ok()?;
        let on_table = canonical_parts(&draft, builder.start).into_iter();
        path(view, on_table.chain(draft.lays().into_iter().map(Part::Lay)))
    };
    let late = late(&builder.draft, next).into_iter();
    late.filter_map(|part| Some((Does::Path(path_with(part)?), Step::Part(part)))).collect()
}

/// `1KG or 2SR`
fn any_of(cards: Tiles) -> String {
    either(&cards.iter().map(|card| card.to_string()).collect::<Vec<_>>())
}

/// The controls that are single buttons, not lists. Going out stands out, because everybody wants to, except face
/// down: face up it is never worth less.
fn plain(step: Step, hand: Tiles, does: Does) -> Option<Control> {
    Some(match step {
        Step::Rearrange => Control::button("Rearrange the table…", does, false),
        Step::Finish(Finish::Drop(card)) if hand.len() == 1 => {
            Control::button(format!("Go out: discard {card}"), does, true)
        }
        Step::Finish(Finish::Out(card)) => Control::button(format!("Go out: put {card} face down"), does, false),
        Step::Finish(Finish::End) => Control::button("Go out: no card left", does, true),
        _ => return None,
    })
}

/// The sort key of a list's lines: what leaves fewest points comes first, as its heading says; lines that leave the same
/// stand in the order of a turn.
fn place(step: Step, draft: &Draft<'_>) -> (i32, Option<Part>) {
    match step {
        Step::Part(part) => (draft.hand.minus(part.played_from(draft.hand)).value(), Some(part)),
        Step::Finish(Finish::Drop(card)) => (draft.hand.without(card).value(), None),
        _ => (0, None),
    }
}

fn pick(step: Step, draft: &Draft<'_>, does: Does) -> Pick {
    let hand = draft.hand;
    let meld = |at: u8| Named(at, draft.table.get(usize::from(at)).copied().unwrap_or_default());
    let (label, hint) = match step {
        Step::Part(part) => match part {
            Part::Lay(cards) => match draft.pending.minus(cards) {
                waiting if waiting.is_empty() => (format!("Lay {cards}…"), leaves(hand.minus(cards))),
                waiting => (format!("Lay {cards}…"), format!("then lay {waiting} too")),
            },
            Part::Add { meld: at, card } => (format!("Add {card} to {}…", meld(at)), leaves(hand.without(card))),
            Part::Pull { meld: at, card } => {
                (format!("Take {card} off {}…", meld(at)), format!("then lay {card} in a new meld"))
            }
            Part::Swap { meld: at, card, out } => {
                (format!("Swap {card} into {}, {out} off it…", meld(at)), format!("then lay {out} in a new meld"))
            }
            Part::Shift { from, to, card } => (
                format!("Move {card} from {} to {}…", meld(from), meld(to)),
                "a card of the table must then go into a new meld".to_owned(),
            ),
        },
        Step::Finish(Finish::Drop(card)) => {
            (format!("Discard {card}"), format!("{}; {}", card.spelled_out(), leaves(hand.without(card))))
        }
        _ => (String::from("…"), String::new()),
    };
    Pick::new(label, hint, does)
}

/// `Take 4AR (axe, red mountain)`
fn take(top: Tile) -> String {
    format!("Take {top} ({})", top.spelled_out())
}
