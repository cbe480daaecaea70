//! The table and a hand in plain text.

use super::PegsAndJokers;
use super::hand::{advice, bluff, idle, pegs_line, stakes, uses};
use super::mover::{Mover, team_of};
use super::phrases::{extra_turns, home, lettered, pegs_of, whereabouts};
use super::state::{Discard, Phase, Private, Public, side_of};
use super::turn::Turn;
use crate::columns::{PHONE, cut, narrow};
use crate::english::counted;
use crate::english::list;
use crate::{BoardText, Boards, Language, Prompt, Reader, Seat, View};

/// How many of the cards they laid face down players read again, from the newest.
pub(super) const LAID: usize = 5;
/// The most columns of a name in front of where that player's pegs are.
const NAME: usize = 16;

impl Boards for PegsAndJokers {
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        let public = view.public();
        BoardText {
            headline: headline(public),
            body: body(public, reader),
            prompt: discard_prompt(view, reader).unwrap_or_else(|| prompt(public, reader)),
        }
    }

    fn hand_text(view: &View<'_, Self>, reader: &Reader) -> String {
        let Language::English = reader.language;
        let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return String::new() };
        let public = view.public();
        let mut lines = vec![cards_line(own, public.turn == seat), pegs_line(public, seat, own, reader)];
        let mover = Mover::new(public, seat);
        match (public.plays_now(seat), public.asked() == seat) {
            (true, _) => lines.extend(idle(&mover, own)),
            (false, true) => {}
            (false, false) => lines.extend(uses(&mover, own).map(|(face, uses)| format!("{}: {uses}", face.name()))),
        }
        lines.extend(advice(public, seat, own));
        lines.extend(stakes(public, seat, reader).or_else(|| bluff(public).map(str::to_owned)));
        for mate in mover.team.iter().filter(|&mate| mate != seat) {
            lines.extend(view.shown(mate).map(|other| format!("{} holds {}", reader.name(mate), cards(other))));
        }
        if !own.laid.is_empty() {
            let laid: Vec<String> = own.laid.iter().rev().take(LAID).map(|card| card.pretty()).collect();
            lines.push(format!("You laid {} face down, the newest: {}", own.laid.len(), laid.join(" ")));
        }
        lines.join("\n")
    }
}

/// `Ada and Cyd: 3 of 10 home`.
fn team_line(public: &Public, first: Seat, reader: &Reader) -> String {
    let home = home(public, side_of(first));
    format!("{}: {home}", cut(&reader.list(team_of(first, public.seats())), PHONE - 2 - home.len()))
}

/// What a player who can only discard is asked: nobody else knows that.
fn discard_prompt(view: &View<'_, PegsAndJokers>, reader: &Reader) -> Option<Prompt> {
    let (public, seat) = (view.public(), view.seat()?);
    if !public.plays_now(seat) || public.options.faces_down {
        return None;
    }
    let offers = Turn::new(public, seat, view.own()?).offers();
    let free = if offers.count { "and a peg comes out free" } else { "none of your cards can move a peg" };
    offers.plays.is_empty().then(|| Prompt::ask(reader, seat, format!("discard: {free}")))
}

/// `97 cards in the stock, Q♦ played last`
fn headline(public: &Public) -> String {
    let last = match public.discards.last() {
        None => String::new(),
        Some(Discard::Open(card)) => format!(", {} played last", card.pretty()),
        Some(Discard::Down(_)) => ", a card face down played last".to_owned(),
    };
    format!("{} in the stock{last}", counted(public.pile, "card"))
}

/// What each team has home, and where every peg is.
fn body(public: &Public, reader: &Reader) -> String {
    let mut lines: Vec<String> = Seat::all(2).map(|first| team_line(public, first, reader)).collect();
    let stand = |seat| format!("{}: {}", lettered(seat, NAME, reader), whereabouts(&public.board, seat));
    lines.extend(Seat::all(public.seats()).flat_map(|seat| narrow(&stand(seat))));
    lines.extend(extra_turns(public, reader));
    lines.join("\n")
}

/// Whose turn it is and what they are asked.
pub(super) fn prompt(public: &Public, reader: &Reader) -> Prompt {
    if public.is_won() {
        return Prompt::default();
    }
    let ask = |what: String| Prompt::ask(reader, public.asked(), what);
    match public.phase {
        Phase::Turn => {
            let what = if public.options.faces_down {
                "lay a card face down and name it, truly or not"
            } else {
                "play a card"
            };
            ask(format!("{what}{}", whose(public, public.turn, reader)))
        }
        Phase::Doubt { claim, asked } => {
            let what = format!("doubt or trust {}'s {}", reader.name(public.turn), claim.face.word());
            ask(what).and(&asked_later(public, asked, reader))
        }
        Phase::Send { victim, .. } => ask(format!("send one of {}'s pegs back to start", reader.name(victim))),
        Phase::Again { face } => {
            ask(format!("make another move with the {}: the declared one has become impossible", face.word()))
        }
    }
}

/// `Then Dee and Fay are asked.`: who is asked next if this opponent trusts; those left out have answered.
fn asked_later(public: &Public, asked: Seat, reader: &Reader) -> String {
    let seats = public.seats();
    let end = public.turn.next(seats);
    let rest = std::iter::successors(Some(asked.after(2, seats)), |seat| Some(seat.after(2, seats)));
    let rest: Vec<&str> = rest.take_while(|&seat| seat != end).map(|seat| reader.name(seat)).collect();
    match *rest {
        [] => String::new(),
        [only] => format!("Then {only} is asked."),
        _ => format!("Then {} are asked.", list(&rest)),
    }
}

/// `, moving Cyd's pegs (c1–c5)`, where the pegs are not the player's own.
fn whose(public: &Public, seat: Seat, reader: &Reader) -> String {
    let mover = Mover::new(public, seat);
    if public.options.team_moves || mover.colour == seat {
        return String::new();
    }
    let colour = mover.colour;
    format!(", moving {}'s pegs ({})", reader.name(colour), pegs_of(colour))
}

fn cards(own: &Private) -> String {
    let mut hand = own.hand.clone();
    hand.sort_unstable_by_key(|card| card.by_rank());
    hand.iter().map(|card| card.pretty()).collect::<Vec<_>>().join("  ")
}

fn cards_line(own: &Private, on_turn: bool) -> String {
    match own.drawn.filter(|_| on_turn) {
        Some(drawn) => format!("{}   ({} just drawn)", cards(own), drawn.pretty()),
        None => cards(own),
    }
}
