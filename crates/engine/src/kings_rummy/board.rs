//! The table and a hand in plain text.

use super::KingsRummy;
use super::arranged::{Fits, apart, arranged, completed};
use super::meld::{melds_among, with_card};
use super::moves::Step;
use super::phrases::{listed, warning};
use super::shown::{self, Shown};
use super::state::{Phase, Private, Public};
use super::tile::Tiles;
use crate::columns::{left, narrow};
use crate::english::{counted, more_below};
use crate::game::View;
use crate::seats::{Seat, SeatSet};
use crate::words::{BoardText, Boards, Language, Prompt, Reader, Sketch};

/// Columns for a name.
const NAME: usize = 14;

impl Boards for KingsRummy {
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        worded(&Shown::of(view), reader)
    }

    fn hand_text(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> String {
        held(&Shown::of(view))
    }

    fn sketch(view: &View<'_, Self>, so_far: &[Step], reader: &Reader) -> Option<Sketch> {
        let Language::English = reader.language;
        shown::sketch(view, so_far, reader)
    }
}

/// The board as it stands, or as a turn would leave it.
pub(super) fn worded(shown: &Shown<'_>, reader: &Reader) -> BoardText {
    let public = &shown.public;
    let headline =
        format!("hand {} · to {} · {} dealt", public.hand, public.options.target, reader.name(public.dealer));
    BoardText { headline, body: body(shown, reader), prompt: prompt(public, reader) }
}

fn body(shown: &Shown<'_>, reader: &Reader) -> String {
    let public = &shown.public;
    let mut lines: Vec<String> = shown.backs.enumerate().map(|(seat, _)| seat_line(shown, seat, reader)).collect();
    let below = more_below(public.discards.len()).map_or_else(String::new, |below| format!(", {below}"));
    let discards =
        public.discards.last().map_or_else(|| "no discards".to_owned(), |top| format!("discards {top}{below}"));
    lines.push(format!("  stock {}   {discards}", public.pile));
    let sentences = warning(public).into_iter().chain(double_open(public, reader));
    lines.extend(sentences.flat_map(|text| narrow(&format!("  {text}"))));
    lines.extend(shown.public.table.iter().enumerate().map(|(at, meld)| format!("  {}: {meld}", meld_name(shown, at))));
    lines.join("\n")
}

/// `meld 3`, or what a draft makes of it.
fn meld_name(shown: &Shown<'_>, at: usize) -> String {
    match at + 1 {
        number if number > shown.numbered() => "new meld".to_owned(),
        number if shown.is_changed(at) => format!("meld {number}, changed"),
        number => format!("meld {number}"),
    }
}

fn seat_line(shown: &Shown<'_>, seat: Seat, reader: &Reader) -> String {
    let cards = u32::from(shown.backs[seat]);
    let name = left(reader.name(seat), reader.columns(NAME));
    let on_turn = shown.public.turn == seat && !matches!(shown.public.phase, Phase::Over { .. });
    let mark = if on_turn { '▸' } else { ' ' };
    format!("{mark} {name} {:>4}  {}", shown.public.scores[seat], counted(cards, "card"))
}

fn prompt(public: &Public, reader: &Reader) -> Prompt {
    let ask = |what: &str| Prompt::ask(reader, public.turn, what);
    match (public.phase, public.discards.last()) {
        (Phase::Draw, Some(top)) => ask(&format!("draw: from the stock, or {top}")),
        (Phase::Draw, None) => ask("draw"),
        // What fits depends on the hidden hand, so the board asks every player the same.
        (Phase::Play { .. }, _) => ask("lay, add or rearrange melds, then discard"),
        (Phase::Over { .. }, _) => Prompt::default(),
    }
}

/// The hand and the melds in it, as they stand or as a turn would leave them.
pub(super) fn held(shown: &Shown<'_>) -> String {
    let (Some(seat), Some(own)) = (shown.seat, &shown.own) else { return String::new() };
    let mut all = Vec::new();
    melds_among(own.hand, |meld| all.push(meld));
    let melds = apart(&all);
    let mut lines: Vec<String> = arranged(shown, own.hand, &melds).into_iter().map(good_for).collect();
    lines.push(hand_value(&shown.public, own));
    // On their turn a player finds other melds on the buttons.
    if shown.public.turn != seat {
        all.retain(|meld| !melds.contains(meld));
        lines.extend(listed("also", &all));
    }
    let pending = shown.pending();
    lines.extend((!pending.is_empty()).then(|| format!("off the table: {pending}, to go into a new meld")));
    lines.extend(open_ends(shown));
    lines.extend(advice(&shown.public, seat, own));
    lines.join("\n")
}

/// Cards of a hand, and what they are good for: `3KY 3KG: 4 cards complete it`.
fn good_for((cards, fits): (Tiles, Fits)) -> String {
    match fits {
        Fits::Meld => format!("meld: {cards}"),
        Fits::OnTable(meld) => format!("{cards}: to meld {}", meld + 1),
        Fits::Completed(fits) => format!("{cards}: {}", completed(fits)),
        Fits::Nothing => format!("other: {cards}"),
    }
}

/// For a turn being put together: the melds that the cards taken off the table make with cards of the hand.
pub(super) fn open_ends(shown: &Shown<'_>) -> Option<String> {
    let (Some(changes), Some(own)) = (&shown.changes, &shown.own) else { return None };
    let pending = changes.pending;
    let mut melds = Vec::new();
    melds_among(own.hand.or(pending), |meld| melds.push(meld));
    melds.retain(|meld| meld.meets(pending) && meld.meets(own.hand));
    listed(&format!("with {pending}"), &melds)
}

/// What the top discard would make, what may not be discarded, and the double.
pub(super) fn advice(public: &Public, seat: Seat, own: &Private) -> Vec<String> {
    let mut lines = Vec::new();
    if public.turn == seat {
        if let Some(top) = public.discards.last().filter(|_| public.phase == Phase::Draw) {
            let mut melds = Vec::new();
            // `with_card` may report a meld of four several times.
            with_card(*top, own.hand.with(*top), |meld| {
                melds.extend((!melds.contains(&meld)).then_some(meld));
                false
            });
            lines.extend(listed(&format!("with {top}"), &melds));
        }
        let stuck = public.stuck().and(own.hand).first();
        lines.extend(stuck.map(|card| format!("{card} may not be discarded now")));
    }
    // Once somebody has played, the table says for whom.
    let open = may_double(public, seat) && !shows_double(public);
    lines.extend(open.then(|| "all down in one turn counts double".to_owned()));
    lines
}

/// Would everything down in one turn count double for this seat?
fn may_double(public: &Public, seat: Seat) -> bool {
    let playing = !matches!(public.phase, Phase::Over { .. });
    playing && public.options.double_on_one_turn && !public.played[seat]
}

/// For whom going out in one turn still counts double, once somebody has played.
pub(super) fn double_open(public: &Public, reader: &Reader) -> Option<String> {
    let open: SeatSet = Seat::all(public.played.count()).filter(|seat| may_double(public, *seat)).collect();
    shows_double(public).then(|| format!("Going out in one turn counts double for {}.", reader.list(open)))
}

/// Does the board say for whom going out in one turn still counts double? Not before anybody has played, when that
/// is everybody.
fn shows_double(public: &Public) -> bool {
    public.played.iter().any(|played| *played) && public.played.enumerate().any(|(seat, _)| may_double(public, seat))
}

/// `10 cards count 27, 4AB just drawn`
pub(super) fn hand_value(public: &Public, own: &Private) -> String {
    let how = if matches!(public.phase, Phase::Play { taken: Some(_) }) { "taken" } else { "drawn" };
    let drawn = own.drawn.map_or_else(String::new, |card| format!(", {card} just {how}"));
    let (count, value) = (own.hand.len(), own.hand.value());
    let cards = if count == 1 { "card counts" } else { "cards count" };
    format!("{count} {cards} {value}{drawn}")
}
