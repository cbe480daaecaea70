//! The table and a hand in plain text.

use super::PegsAndJokers;
use super::hand::{advice, bluff, pegs_line, stakes, uses};
use super::mover::{Mover, team_of};
use super::phrases::{extra_turns, home, pegs_of, whereabouts};
use super::spots::{COME_OUT, IN_SPOT, PEGS, Peg, SIDE, Spot, letter};
use super::state::{Phase, Private, Public, side_of};
use super::track::Board;
use super::turn::Turn;
use crate::columns::{PHONE, cut, left, narrow, side_by_side};
use crate::english::counted;
use crate::english::list;
use crate::picture::team;
use crate::{BoardText, Boards, Language, Prompt, Reader, Seat, View};

/// How much of a side of the track stands in a line, half of it: a phone has no room for all.
const HALF: u8 = SIDE / 2;
/// The most columns of a name in front of where that player's pegs are.
const NAME: usize = 16;

impl Boards for PegsAndJokers {
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        let public = view.public();
        BoardText {
            headline: format!("{} in the pile", counted(public.pile, "card")),
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
        lines.extend(uses(&mover, own).map(|(face, uses)| format!("{:<7}{uses}", format!("{}:", face.name()))));
        lines.extend(advice(public, seat, own));
        lines.extend(stakes(public, seat, reader).or_else(|| bluff(public).map(str::to_owned)));
        for mate in mover.team.iter().filter(|&mate| mate != seat) {
            lines.extend(view.shown(mate).map(|other| format!("{} holds {}", reader.name(mate), cards(other))));
        }
        if !own.laid.is_empty() {
            let laid: Vec<String> = own.laid.iter().map(|card| card.pretty()).collect();
            lines.push(format!("You laid face down: {}", laid.join(" ")));
        }
        lines.join("\n")
    }
}

/// `Team 1  3 of 10 home`, and who it is.
fn team_lines(public: &Public, first: Seat, reader: &Reader) -> [String; 2] {
    let side = side_of(first);
    let who = cut(&reader.list(team_of(first, public.seats())), PHONE - 2);
    [format!("{}  {}", team(side), home(public, side)), format!("  {who}")]
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

fn body(public: &Public, reader: &Reader) -> String {
    let mut lines: Vec<String> = Seat::all(2).flat_map(|first| team_lines(public, first, reader)).collect();
    lines.push(String::new());
    // In words first, because the dots below say nothing when they are read aloud.
    let stand = |seat| format!("{}: {}", cut(reader.name(seat), NAME), whereabouts(&public.board, seat));
    lines.extend(Seat::all(public.seats()).flat_map(|seat| narrow(&stand(seat))));
    lines.push(String::new());
    lines.extend(halves(|offset| format!("{offset:>3}")));
    for seat in Seat::all(public.seats()) {
        lines.push(side_header(public, seat, reader));
        let [near, far] = halves(|offset| hole(&public.board, seat, offset));
        let start = Peg::of(seat).filter(|&peg| public.board.at(peg).is_start()).count();
        lines.extend([format!("{near}   start {start}"), far]);
    }
    lines.extend(side_by_side(["> in-spot, the way home", "o come-out", "+ corner"].map(str::to_owned)));
    lines.extend(extra_turns(public, reader));
    lines.join("\n")
}

/// `A Ada        home  ·  · a2  ·  ·`
fn side_header(public: &Public, seat: Seat, reader: &Reader) -> String {
    let board = &public.board;
    let in_home = |n| Peg::of(seat).find(|&peg| board.at(peg) == Spot::home(n));
    let home: String = (1..=PEGS)
        .map(|n| in_home(n).map_or_else(|| "  ·".to_owned(), |peg| format!("{peg:>3}", peg = peg.to_string())))
        .collect();
    let turn = if public.asked() == seat && !public.is_won() { '▸' } else { ' ' };
    let room = reader.columns(PHONE - 8 - home.chars().count());
    format!("{}{turn}{}  home{home}", letter(seat), left(reader.name(seat), room))
}

/// The two halves of a side, three columns a hole.
fn halves(hole: impl Fn(u8) -> String) -> [String; 2] {
    [0..HALF, HALF..SIDE].map(|half| half.map(&hole).collect())
}

/// What is in a hole of the track.
fn hole(board: &Board, seat: Seat, offset: u8) -> String {
    match board.on(seat.number() * SIDE + offset) {
        Some(peg) => format!("{:>3}", peg.to_string()),
        None if offset == 0 => "  +".to_owned(),
        None if offset == IN_SPOT => "  >".to_owned(),
        None if offset == COME_OUT => "  o".to_owned(),
        None => "  ·".to_owned(),
    }
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
