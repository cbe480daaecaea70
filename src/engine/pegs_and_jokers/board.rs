//! Boards, hands and moves in words.

use std::ops::ControlFlow;

use super::PegsAndJokers;
use super::cards::Face;
use super::illegal::pegs_of;
use super::mover::{Begin, Mover, team_of};
use super::moves::Move;
use super::notation::say;
use super::play::outcome;
use super::plays::{Act, Play, Source, Uses};
use super::spots::{COME_OUT, IN_SPOT, PEGS, Peg, SIDE, Spot, hole_name, letter};
use super::state::{Phase, Private, Public, side_of};
use super::tell::changes;
use super::track::Board;
use super::turn::{Offers, Turn};
use crate::engine::columns::{PHONE, cut, left, narrow, side_by_side};
use crate::engine::picture::team;
use crate::engine::words::counted;
use crate::engine::{BoardText, Names, Prompt, Seat, Side, View, either, list};

/// How much of a side of the track stands in a line, half of it: a phone has no room for all.
const HALF: u8 = SIDE / 2;
/// The most columns of a name in front of where that player's pegs are.
const NAME: usize = 16;

/// How many pegs a team has home: `3 of 10 home`.
pub(super) fn home(public: &Public, side: Side) -> String {
    format!("{} of {} home", public.scores()[side], public.pegs_of_side())
}

/// `Team 1  3 of 10 home`, and who it is.
fn team_lines(public: &Public, first: Seat, names: &Names) -> [String; 2] {
    let side = side_of(first);
    let who = cut(&names.list(team_of(first, public.seats())), PHONE - 2);
    [format!("{}  {}", team(side), home(public, side)), format!("  {who}")]
}

pub(super) fn board(view: &View<'_, PegsAndJokers>, names: &Names) -> BoardText {
    let public = view.public();
    BoardText {
        headline: format!("{} in the pile", counted(public.pile, "card")),
        body: body(public, names),
        prompt: discard_prompt(view, names).unwrap_or_else(|| prompt(public, names)),
    }
}

/// What a player who can only discard is asked: nobody else knows that.
fn discard_prompt(view: &View<'_, PegsAndJokers>, names: &Names) -> Option<Prompt> {
    let (public, seat) = (view.public(), view.seat()?);
    if !public.plays_now(seat) || public.options.faces_down {
        return None;
    }
    let offers = Turn::new(public, seat, view.own()?).offers();
    let free = if offers.count { "and a peg comes out free" } else { "none of your cards can move a peg" };
    offers.plays.is_empty().then(|| Prompt::ask(names, seat, format!("discard: {free}")))
}

fn body(public: &Public, names: &Names) -> String {
    let mut lines: Vec<String> = Seat::all(2).flat_map(|first| team_lines(public, first, names)).collect();
    lines.push(String::new());
    // In words first, because the dots below say nothing when they are read aloud.
    let stand = |seat| format!("{}: {}", cut(names.of(seat), NAME), whereabouts(&public.board, seat));
    lines.extend(Seat::all(public.seats()).flat_map(|seat| narrow(&stand(seat))));
    lines.push(String::new());
    lines.extend(halves(|offset| format!("{offset:>3}")));
    for seat in Seat::all(public.seats()) {
        lines.push(side_header(public, seat, names));
        let [near, far] = halves(|offset| hole(&public.board, seat, offset));
        let start = Peg::of(seat).filter(|&peg| public.board.at(peg).is_start()).count();
        lines.extend([format!("{near}   start {start}"), far]);
    }
    lines.extend(side_by_side(["> in-spot, the way home", "o come-out", "+ corner"].map(str::to_owned)));
    lines.extend(extra_turns(public, names));
    lines.join("\n")
}

/// `Ben has 1 extra turn to come`, for each player who has any.
pub(super) fn extra_turns(public: &Public, names: &Names) -> impl Iterator<Item = String> {
    Seat::all(public.seats()).filter_map(|seat| {
        let turns = Some(public.extra_turns(seat)).filter(|turns| *turns > 0)?;
        let what = format!(" has {} to come", counted(turns, "extra turn"));
        Some(cut(names.of(seat), PHONE - what.len()) + &what)
    })
}

/// Where the pegs of a colour are: `a1 A8, a2 AH3, 3 in start`
pub(super) fn whereabouts(board: &Board, colour: Seat) -> String {
    let out = Peg::of(colour).filter(|&peg| !board.at(peg).is_start());
    let mut all: Vec<String> = out.map(|peg| format!("{peg} {}", board.at(peg).name(colour))).collect();
    let waiting = usize::from(PEGS) - all.len();
    if waiting > 0 {
        let who = if all.is_empty() { format!("all {waiting} of {}", letter(colour)) } else { waiting.to_string() };
        all.push(format!("{who} in start"));
    }
    all.join(", ")
}

/// `A Ada        home  ·  · a2  ·  ·`
fn side_header(public: &Public, seat: Seat, names: &Names) -> String {
    let board = &public.board;
    let in_home = |n| Peg::of(seat).find(|&peg| board.at(peg) == Spot::home(n));
    let home: String = (1..=PEGS)
        .map(|n| in_home(n).map_or_else(|| "  ·".to_owned(), |peg| format!("{peg:>3}", peg = peg.to_string())))
        .collect();
    let turn = if public.asked() == seat && !public.is_won() { '▸' } else { ' ' };
    let room = names.columns(PHONE - 8 - home.chars().count());
    format!("{}{turn}{}  home{home}", letter(seat), left(names.of(seat), room))
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
pub(super) fn prompt(public: &Public, names: &Names) -> Prompt {
    if public.is_won() {
        return Prompt::default();
    }
    let ask = |what: String| Prompt::ask(names, public.asked(), what);
    match public.phase {
        Phase::Turn => {
            let what = if public.options.faces_down {
                "lay a card face down and name it, truly or not"
            } else {
                "play a card"
            };
            ask(format!("{what}{}", whose(public, public.turn, names)))
        }
        Phase::Doubt { claim, asked } => {
            let what = format!("doubt or trust {}'s {}", names.of(public.turn), claim.face.word());
            ask(what).and(&asked_later(public, asked, names))
        }
        Phase::Send { victim, .. } => ask(format!("send one of {}'s pegs back to start", names.of(victim))),
        Phase::Again { face } => {
            ask(format!("make another move with the {}: the declared one has become impossible", face.word()))
        }
    }
}

/// `Then Dee and Fay are asked.`: who is asked next if this opponent trusts; those left out have answered.
fn asked_later(public: &Public, asked: Seat, names: &Names) -> String {
    let seats = public.seats();
    let end = public.turn.next(seats);
    let rest = std::iter::successors(Some(asked.after(2, seats)), |seat| Some(seat.after(2, seats)));
    let rest: Vec<&str> = rest.take_while(|&seat| seat != end).map(|seat| names.of(seat)).collect();
    match *rest {
        [] => String::new(),
        [only] => format!("Then {only} is asked."),
        _ => format!("Then {} are asked.", list(&rest)),
    }
}

/// `, moving Cyd's pegs (c1–c5)`, where the pegs are not the player's own.
fn whose(public: &Public, seat: Seat, names: &Names) -> String {
    let mover = Mover::new(public, seat);
    if public.options.team_moves || mover.colour == seat {
        return String::new();
    }
    let colour = mover.colour;
    format!(", moving {}'s pegs ({})", names.of(colour), pegs_of(colour))
}

pub(super) fn hand_text(view: &View<'_, PegsAndJokers>, names: &Names) -> String {
    let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return String::new() };
    let public = view.public();
    let mut lines = vec![cards_line(own, public.turn == seat), pegs_line(public, seat, own, names)];
    let mover = Mover::new(public, seat);
    lines.extend(uses(&mover, own).map(|(face, uses)| format!("{:<7}{uses}", format!("{}:", face.name()))));
    lines.extend(advice(public, seat, own));
    lines.extend(stakes(public, seat, names).or_else(|| bluff(public).map(str::to_owned)));
    for mate in mover.team.iter().filter(|&mate| mate != seat) {
        lines.extend(view.shown(mate).map(|other| format!("{} holds {}", names.of(mate), cards(other))));
    }
    if !own.laid.is_empty() {
        let laid: Vec<String> = own.laid.iter().map(|card| card.pretty()).collect();
        lines.push(format!("You laid face down: {}", laid.join(" ")));
    }
    lines.join("\n")
}

/// Which pegs the player moves, and what each of their cards could do, in sentences.
pub(super) fn about_hand(public: &Public, seat: Seat, own: &Private, names: &Names) -> Vec<String> {
    let mover = Mover::new(public, seat);
    let mut lines = vec![format!("{}.", pegs_line(public, seat, own, names))];
    lines.extend(Some(advice(public, seat, own).join(" ")).filter(|advice| !advice.is_empty()));
    let (idle, useful): (Vec<_>, Vec<_>) = uses(&mover, own).partition(|(_, uses)| uses == NO_MOVE);
    let idle: Vec<&str> = idle.iter().map(|(face, _)| face.name()).collect();
    let idle = (!idle.is_empty()).then(|| format!("{}: {NO_MOVE}.", idle.join(", ")));
    let useful = useful.iter().map(|(face, uses)| format!("{}: {uses}.", face.name()));
    lines.extend(in_lines(useful.chain(idle)));
    lines.extend(stakes(public, seat, names).or_else(|| bluff(public).map(|bluff| format!("{bluff}."))));
    lines
}

/// The sentences in lines; short ones share a line.
fn in_lines(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for one in all {
        match lines.last_mut() {
            Some(line) if line.chars().count() + one.chars().count() < LINE => *line += &format!("  {one}"),
            _ => lines.push(one),
        }
    }
    lines
}

/// What a doubt costs one player or the other, for the one who may doubt.
fn stakes(public: &Public, seat: Seat, names: &Names) -> Option<String> {
    let Phase::Doubt { claim, asked } = public.phase else { return None };
    let player = names.of(public.turn);
    (asked == seat).then(|| {
        format!(
            "Doubt it, and a bluff sends one of {player}'s pegs back to start, a true {} one of yours.",
            claim.face.word()
        )
    })
}

/// What a player on turn would otherwise have to work out from all their cards: that none can move a peg, or that any
/// discard frees one.
fn advice(public: &Public, seat: Seat, own: &Private) -> Vec<String> {
    // A card that is played face down can be declared as one that moves.
    if !public.plays_now(seat) || public.options.faces_down || own.hand.is_empty() {
        return Vec::new();
    }
    let turn = Turn::new(public, seat, own);
    let Offers { plays, count, .. } = turn.offers();
    let none = || "None of your cards can move a peg.".to_owned();
    let discard = || "Discard one.".to_owned();
    if count {
        let free = "Any discard now brings a peg out free.".to_owned();
        return if plays.is_empty() { vec![none(), free] } else { vec![free] };
    }
    match bringers(&turn.mover) {
        _ if !plays.is_empty() => Vec::new(),
        Some(cards) => vec![none(), format!("Only {cards} brings one out now."), discard()],
        None => vec![none(), discard()],
    }
}

/// `A, J, Q, K or a joker`: what would bring a peg out now, if all the pegs that the player moves are still in start.
fn bringers(mover: &Mover<'_>) -> Option<String> {
    let waits = |colour: Seat| mover.board.places(colour).iter().all(|spot| spot.is_start());
    let brings = |face: &Face| {
        let uses = Uses::of(*face, mover.options);
        (uses.out || uses.jump) && mover.can_play(*face)
    };
    let name = |face: Face| if face == Face::JOKER { "a joker" } else { face.name() };
    let cards: Vec<&str> = Face::all().filter(brings).map(name).collect();
    (mover.colours.iter().all(waits) && !cards.is_empty()).then(|| either(&cards))
}

/// What else cards could do where they are played face down.
fn bluff(public: &Public) -> Option<&'static str> {
    public.options.faces_down.then_some("Any of them may be said to be another")
}

/// What each rank of the hand could do now.
fn uses(mover: &Mover<'_>, own: &Private) -> impl Iterator<Item = (Face, String)> {
    own.faces().iter().map(move |face| (face, uses_line(mover, face)))
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

fn pegs_line(public: &Public, seat: Seat, own: &Private, names: &Names) -> String {
    let mover = Mover::new(public, seat);
    let pegs: Vec<String> = mover.colours.iter().map(pegs_of).collect();
    let whose = match pegs.len() {
        _ if !mover.colours.contains(seat) => format!("You move {}'s pegs", names.of(mover.colour)),
        1 => "Your pegs".to_owned(),
        _ => "Your team's pegs".to_owned(),
    };
    format!("{whose}: {}{}", pegs.join(", "), row(public, seat, own))
}

/// ` · stuck turn 2; on number 3 a peg comes out free`, where stuck turns are counted and this seat has had one.
fn row(public: &Public, seat: Seat, own: &Private) -> String {
    let stuck = public.stuck[seat];
    let Some(of) = public.options.free_turn().filter(|_| stuck > 0) else { return String::new() };
    let now = (stuck + 1 == of && public.plays_now(seat)).then(|| Turn::new(public, seat, own).offers());
    match now {
        Some(Offers { count: true, .. }) => format!(" · {stuck} stuck turns in a row"),
        Some(Offers { stuck: true, .. }) => format!(" · stuck turn {of}, but no peg can come out free"),
        _ => format!(" · stuck turn {stuck}; on number {of} a peg comes out free"),
    }
}

/// Sentences about cards share a line of a picture while it has fewer characters than this.
const LINE: usize = 60;

/// What is said of a card that can do nothing now.
const NO_MOVE: &str = "no move";

/// What a card could do now, in one line.
pub(super) fn uses_line(mover: &Mover<'_>, face: Face) -> String {
    let mut ones: Vec<String> = Vec::new();
    let (mut split, mut swap) = (false, false);
    let _all_seen = mover.starts(face, |begin| {
        match begin {
            Begin::Whole(act) => ones.push(short(mover, &act)),
            Begin::Joker(source) => ones.push(joker_line(mover, source)),
            Begin::Split(_) => split = true,
            Begin::Swap(_) => swap = true,
        }
        ControlFlow::Continue(())
    });
    let shown = if ones.len() > 5 { 4 } else { ones.len() };
    let more = ones.len() - shown;
    ones.truncate(shown);
    ones.extend((more > 0).then(|| format!("{more} more")));
    ones.extend(split.then(|| "split between two pegs".to_owned()));
    ones.extend(swap.then(|| "exchange two pegs".to_owned()));
    if ones.is_empty() { NO_MOVE.to_owned() } else { ones.join(", ") }
}

/// `a1 to A15`, `out to A8`.
fn short(mover: &Mover<'_>, act: &Act) -> String {
    match act {
        Act::Out(named) => format!("out to {}", hole_name(Board::come_out(named.unwrap_or(mover.colour)))),
        Act::One(part) => {
            let to = mover.resolve(mover.board, *part).map(|to| to.name(part.peg.colour())).unwrap_or_default();
            format!("{} to {to}", part.peg)
        }
        _ => String::new(),
    }
}

fn joker_line(mover: &Mover<'_>, source: Source) -> String {
    let from = match source {
        Source::Start(Some(colour)) => format!("from start ({})", letter(colour).to_ascii_lowercase()),
        Source::Start(None) => "from start".to_owned(),
        Source::Peg(peg) => peg.to_string(),
    };
    let mut holes: Vec<String> = mover.targets(source).map(hole_name).collect();
    let more = holes.len().saturating_sub(4);
    holes.truncate(4);
    holes.extend((more > 0).then(|| format!("{more} more")));
    format!("{from} onto {}", holes.join(" "))
}

pub(super) fn describe(view: &View<'_, PegsAndJokers>, m: &Move) -> String {
    let public = view.public();
    let seat = view.seat().unwrap_or(public.turn);
    // The card is named because two cards may do the same.
    let result = |play: &Play| match outcome(public, seat, play) {
        Some((_, moved)) => format!("{}: {}", play.face.word(), changes(&moved)),
        None => say(m),
    };
    match m {
        Move::Play(play) => result(play),
        Move::Drop(face) => format!("discard {} without a move", face.a()),
        Move::Count(face, named) => {
            let colour = named.unwrap_or(Mover::new(public, seat).colour);
            let out = hole_name(Board::come_out(colour));
            format!("discard {}, and a peg comes out free to {out}", face.a())
        }
        Move::Down(card, play) if *card == play.face => format!("{} (honest)", result(play)),
        Move::Down(card, play) => format!("{} (a bluff with {})", result(play), card.a()),
        Move::Doubt => "doubt it: have the card turned over".to_owned(),
        Move::Trust => "trust it: let it pass".to_owned(),
        Move::Send(peg) => format!("{peg} goes back to start from {}", public.board.at(*peg).name(peg.colour())),
    }
}
