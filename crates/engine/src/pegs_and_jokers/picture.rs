//! The table, the hand and the end as pictures.

use std::ops::ControlFlow;

use super::PegsAndJokers;
use super::board::{LAID, prompt};
use super::cards::Face;
use super::event::{End, Event};
use super::hand::about_hand;
use super::mover::{Begin, Mover, team_of};
use super::phrases::{extra_turns, home, whereabouts};
use super::play::outcome;
use super::plays::{Act, CardUse, Source};
use super::spots::{COME_OUT, IN_SPOT, Log, Moved, PEGS, Peg, SIDE, Spot, hole_name, letter};
use super::state::{Discard, Phase, Private, Public, side_of};
use super::track::Board;
use super::turn::Turn;
use crate::cards::Card;
use crate::picture::{
    Arrow, CardPic, Feat, Ground, Group, Holes, Mark, Picture, Placard, Ring, RingHole, RingPeg, RingSide, RingTarget,
    Team, Trace, Zone,
};
use crate::{Language, Narration, Pictures, Reader, Seat, SeatSet, Seats, View};

/// The holes of each side whose names are written, the most important first: the corner where the side begins, and
/// the ways in and out.
const NAMED: [u8; 6] = [0, IN_SPOT, COME_OUT, 5, 10, 15];
/// How many of those are named if there are more than four sides.
const CROWDED: usize = 3;
/// The most cards of a hand that lie side by side; more overlap.
const APART: usize = 6;

impl Pictures for PegsAndJokers {
    const GROUND: Ground = Ground::Wood;

    /// The board, with the viewer's movable pegs raised when it is theirs to act.
    fn picture(view: &View<'_, Self>, reader: &Reader) -> Picture {
        let Language::English = reader.language;
        let public = view.public();
        let movable = movable(view);
        let ring = Ring {
            cards: piles(public),
            words: said(public, reader),
            targets: targets(view),
            ..ring(
                &public.board,
                view.seat(),
                arrows(public),
                |seat| owner(public, seat, reader),
                |peg| marked(public, peg, &movable),
            )
        };
        Picture {
            stake: String::new(),
            about: String::new(),
            seats: Seats::of(view.seats(), |_| Placard::default()),
            zones: vec![Zone::Teams(teams(public, reader)), Zone::Ring(Box::new(ring))],
            alt: spoken(public, &movable, reader),
        }
    }

    /// The cards stand by rank, with what each could do.
    fn hand_picture(view: &View<'_, Self>, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return Vec::new() };
        let public = view.public();
        let mut groups = vec![cards(public, seat, own)];
        for mate in Seat::all(view.seats()).filter(|&mate| mate != seat) {
            let held = view.shown(mate).map(|other| Group::fan(sorted(&other.hand).map(CardPic::up)));
            groups.extend(held.map(|held| held.label(reader.name(mate))));
        }
        groups.extend(laid(own));
        vec![Zone::Groups(groups), Zone::Line(about_hand(public, seat, own, reader).join("\n"))]
    }

    /// The end of the match: the board, and what each team has home.
    fn showdown(event: &Event, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        let Event::Won { winners, losers, left, end } = event else { return Vec::new() };
        let all = i32::from(PEGS * winners.len());
        let team = |members: SeatSet, homed: i32| Team {
            side: side_of(members.iter().next().unwrap_or(Seat::FIRST)),
            members: reader.list(members),
            score: if homed == all { "all home".to_owned() } else { format!("{homed} of {all} home") },
        };
        vec![
            Zone::Teams(vec![team(*winners, all), team(*losers, all - left)]),
            Zone::Ring(Box::new(at_end(end, reader))),
        ]
    }

    /// The last peg.
    fn feat(event: &Event) -> Option<(SeatSet, i32)> {
        if let Event::Won { winners, .. } = event { Some((*winners, 0)) } else { None }
    }

    fn feat_picture(event: &Event, reader: &Reader) -> Option<Feat> {
        let Event::Won { end, .. } = event else { return None };
        let Language::English = reader.language;
        let words = match end.by {
            Some(Event::Played { seat, .. }) => format!("{} brought the last peg home", reader.name(seat)),
            _ => "The last peg is home".to_owned(),
        };
        Some(Feat { words, shown: Zone::Ring(Box::new(at_end(end, reader))) })
    }
}

/// A board with its pegs, without cards and words.
fn ring(
    board: &Board,
    below: Option<Seat>,
    arrows: Vec<Arrow>,
    owner: impl FnMut(Seat) -> RingSide,
    mark: impl Fn(Peg) -> Mark,
) -> Ring {
    let seats = board.seats();
    let pegs = Peg::all(seats).map(|peg| RingPeg {
        owner: peg.colour(),
        name: peg.to_string(),
        short: peg.number().to_string(),
        place: place(peg, board.at(peg)),
        mark: mark(peg),
    });
    Ring {
        below,
        owners: Seats::of(seats, owner),
        holes: Holes { side: SIDE, lane: IN_SPOT, gate: COME_OUT, depth: PEGS },
        labels: labels(seats).collect(),
        pegs: pegs.collect(),
        targets: Vec::new(),
        arrows,
        cards: Vec::new(),
        words: Default::default(),
        key: String::new(),
    }
}

/// The board at the end, with the move that ended it.
fn at_end(end: &End, reader: &Reader) -> Ring {
    let moved = log(end.by.as_ref());
    let arrows = moved.iter().map(|change| arrow(change, Trace::Made)).collect();
    let owner = |seat: Seat| RingSide {
        letter: letter(seat).to_string(),
        name: reader.name(seat).to_owned(),
        ..RingSide::default()
    };
    let made = |peg| if moved.iter().any(|change| change.peg == peg) { Mark::Fresh } else { Mark::Plain };
    ring(&end.board, None, arrows, owner, made)
}

/// What is asked, and what it is about. Where it is just to play, the plate that is lit says so, and an arrow from hole
/// to hole beside the card what happened.
fn said(public: &Public, reader: &Reader) -> [String; 2] {
    match public.phase {
        Phase::Turn => [String::new(), String::new()],
        _ => [prompt(public, reader).to_string(), last(public, reader)],
    }
}

/// How to read the board.
fn key() -> String {
    format!("Clockwise: out on {COME_OUT}, home from {IN_SPOT}.")
}

/// What each team has home, which no player's own plaque says.
fn teams(public: &Public, reader: &Reader) -> Vec<Team> {
    let team = |first: Seat| Team {
        side: side_of(first),
        members: reader.list(team_of(first, public.seats())),
        score: home(public, side_of(first)),
    };
    Seat::all(2).map(team).collect()
}

/// What happened last; while opponents are asked to doubt or trust a card, what was declared.
fn last(public: &Public, reader: &Reader) -> String {
    let declared = match &public.phase {
        Phase::Doubt { claim, .. } => {
            Some(Event::Declared { seat: public.turn, face: claim.face, moved: meant(public, claim) })
        }
        _ => None,
    };
    declared
        .as_ref()
        .or(public.last.as_ref())
        .map(|event| PegsAndJokers::tell(event, reader).replace('\n', " "))
        .unwrap_or_default()
}

/// What would change place by the move that is declared.
fn meant(public: &Public, claim: &CardUse) -> Log {
    outcome(public, public.turn, claim).map(|(_, moved)| moved).unwrap_or_default()
}

fn labels(seats: u8) -> impl Iterator<Item = (RingHole, String)> {
    let named = if seats > 4 { CROWDED } else { NAMED.len() };
    Seat::all(seats).flat_map(move |side| {
        NAMED.into_iter().take(named).map(move |offset| {
            let hole = side.number() * SIDE + offset;
            (RingHole::Track(hole), hole_name(hole))
        })
    })
}

fn owner(public: &Public, seat: Seat, reader: &Reader) -> RingSide {
    let mut notes = Vec::new();
    let colour = Mover::new(public, seat).colour;
    if colour != seat && !public.options.team_moves {
        notes.push(format!("{}'s pegs", letter(colour)));
    }
    if let Some(of) = public.options.free_turn().filter(|_| public.stuck[seat] > 0) {
        notes.push(format!("stuck {}/{of}", public.stuck[seat]));
    }
    let extra = public.extra_turns(seat);
    notes.extend((extra > 0).then(|| format!("+{extra} {}", if extra == 1 { "turn" } else { "turns" })));
    RingSide {
        letter: letter(seat).to_string(),
        name: reader.name(seat).to_owned(),
        notes,
        lit: !public.is_won() && public.asked() == seat,
    }
}

/// The hole of a spot; pegs wait in start in the hole of their number.
fn place(peg: Peg, spot: Spot) -> RingHole {
    match (spot.hole(), spot.home_number()) {
        (Some(hole), _) => RingHole::Track(hole),
        (_, Some(n)) => RingHole::Lane(peg.colour(), n - 1),
        _ => RingHole::Yard(peg.colour(), peg.number() - 1),
    }
}

fn marked(public: &Public, peg: Peg, movable: &[Peg]) -> Mark {
    let moved = |change: &Moved| change.peg == peg;
    if movable.contains(&peg) {
        Mark::Raised
    } else if log(public.last.as_ref()).iter().any(moved) {
        Mark::Fresh
    } else {
        Mark::Plain
    }
}

/// What changed place in the last move, if that was the last thing to happen.
fn log(last: Option<&Event>) -> &[Moved] {
    match last {
        Some(Event::Played { moved, .. } | Event::Counted { moved, .. } | Event::Sent { moved, .. }) => moved,
        _ => &[],
    }
}

fn arrow(change: &Moved, trace: Trace) -> Arrow {
    Arrow { from: place(change.peg, change.from), to: place(change.peg, change.to), trace }
}

/// The last move, or the one that is declared and may still be doubted.
fn arrows(public: &Public) -> Vec<Arrow> {
    if let Phase::Doubt { claim, .. } = &public.phase {
        return meant(public, claim).iter().map(|change| arrow(change, Trace::Meant)).collect();
    }
    log(public.last.as_ref()).iter().map(|change| arrow(change, Trace::Made)).collect()
}

/// The draw pile and the discards.
fn piles(public: &Public) -> Vec<Group> {
    let (pile, played) = (usize::from(public.pile), public.discards.len());
    let newest = public.discards.last().map(|discard| match discard {
        Discard::Open(card) => CardPic::up(*card).mark(Mark::Fresh),
        Discard::Down(_) => CardPic::down().mark(Mark::Fresh),
    });
    vec![Group::heap((pile > 0).then(CardPic::down), pile).note(format!("{pile} left")), Group::heap(newest, played)]
}

/// The pegs that the viewer can move now, or send back.
fn movable(view: &View<'_, PegsAndJokers>) -> Vec<Peg> {
    let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return Vec::new() };
    let public = view.public();
    if public.asked() != seat || public.is_won() {
        return Vec::new();
    }
    let mover = Mover::new(public, seat);
    let mut pegs = Vec::new();
    match public.phase {
        Phase::Doubt { .. } => {}
        Phase::Send { victim, .. } => pegs.extend(Peg::of(victim).filter(|&peg| public.exposed(peg))),
        Phase::Again { face } => add_pegs(&mover, face, &mut pegs),
        Phase::Turn if public.options.faces_down => Face::all().for_each(|face| add_pegs(&mover, face, &mut pegs)),
        Phase::Turn => own.faces().iter().for_each(|face| add_pegs(&mover, face, &mut pegs)),
    }
    pegs.sort_unstable();
    pegs.dedup();
    pegs
}

/// Where the cards of the viewer who is to play can bring a peg in one move: what splits and exchanges come to, buttons say.
fn targets(view: &View<'_, PegsAndJokers>) -> Vec<RingTarget> {
    let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return Vec::new() };
    let public = view.public();
    let faces = match public.phase {
        _ if public.asked() != seat || public.is_won() || public.options.faces_down => return Vec::new(),
        Phase::Again { face } => vec![face],
        Phase::Turn => own.faces().iter().collect(),
        _ => return Vec::new(),
    };
    let mover = Mover::new(public, seat);
    let mut targets: Vec<RingTarget> = Vec::new();
    for face in faces {
        let mut holes = Vec::new();
        let _all_seen = mover.starts(face, |begin| {
            match begin {
                Begin::Whole(Act::Out(named)) => {
                    holes.push(RingHole::Track(Board::come_out(named.unwrap_or(mover.colour))));
                }
                Begin::Whole(Act::One(part)) => {
                    holes.extend(mover.resolve(mover.board, part).map(|to| place(part.peg, to)));
                }
                Begin::Joker(source) => holes.extend(mover.targets(source).map(RingHole::Track)),
                Begin::Whole(_) | Begin::Split(_) | Begin::Swap(_) => {}
            }
            ControlFlow::Continue(())
        });
        for hole in holes {
            let by = if face == Face::JOKER { "" } else { face.name() };
            match targets.iter_mut().find(|target| target.place == hole) {
                Some(target) if target.by == by => {}
                Some(target) => target.by.clear(),
                None => targets.push(RingTarget { place: hole, by: by.to_owned() }),
            }
        }
    }
    targets
}

/// The pegs with which a play of this card can begin.
fn add_pegs(mover: &Mover<'_>, face: Face, pegs: &mut Vec<Peg>) {
    let from_start = |named: Option<Seat>| mover.board.in_start(named.unwrap_or(mover.colour));
    let _all_seen = mover.starts(face, |begin| {
        match begin {
            Begin::Whole(Act::Out(named)) | Begin::Joker(Source::Start(named)) => pegs.extend(from_start(named)),
            Begin::Whole(Act::One(part)) => pegs.push(part.peg),
            Begin::Whole(_) => {}
            Begin::Split(peg) | Begin::Joker(Source::Peg(peg)) => pegs.push(peg),
            Begin::Swap(peg) => pegs.extend(mover.partners(peg).chain([peg])),
        }
        ControlFlow::Continue(())
    });
}

/// Where every peg is, and what the viewer can move.
fn spoken(public: &Public, movable: &[Peg], reader: &Reader) -> String {
    let mut words: Vec<String> = Seat::all(public.seats())
        .map(|seat| format!("{}: {}.", reader.name(seat), whereabouts(&public.board, seat)))
        .collect();
    words.extend(extra_turns(public, reader).map(|line| line + "."));
    if !movable.is_empty() {
        words.push(format!("You can move {}.", listed(movable)));
    }
    words.push(key());
    words.join(" ")
}

fn listed(pegs: &[Peg]) -> String {
    pegs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What the player laid face down, the newest first.
fn laid(own: &Private) -> Option<Group> {
    let newest = own.laid.iter().rev().take(LAID).map(|card| CardPic::up(*card).mark(Mark::Faint));
    let note = match own.laid.len() {
        0 => return None,
        count if count > LAID => format!("the last {LAID} of {count}"),
        count => format!("{count} in all"),
    };
    Some(Group::fan(newest).label("You laid face down").note(note))
}

fn sorted(cards: &[Card]) -> impl Iterator<Item = Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable_by_key(|card| card.by_rank());
    cards.into_iter()
}

fn cards(public: &Public, seat: Seat, own: &Private) -> Group {
    let on_turn = public.plays_now(seat);
    let turn = Turn::new(public, seat, own);
    let can_play = |card: Card| on_turn && turn.mover.can_play(Face::of(card));
    let mut drawn = own.drawn.filter(|_| on_turn);
    let pics = sorted(&own.hand).map(|card| {
        let mark = if can_play(card) { Mark::Raised } else { Mark::Plain };
        // Of two equal cards only one was drawn.
        let tag = drawn.take_if(|drawn| *drawn == card).map_or("", |_| "drawn");
        CardPic::up(card).mark(mark).tag(tag)
    });
    if own.hand.len() > APART || !own.laid.is_empty() { Group::fan(pics) } else { Group::apart(pics) }
}
