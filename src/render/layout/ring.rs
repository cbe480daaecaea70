//! A board of holes: the track with its lanes and yards, the pegs, the last move, and cards and words within.

mod pieces;
mod track;

use super::groups;
use crate::engine::Seat;
use crate::engine::picture::{Arrow, Mark, Owner, Place, Ring, RingPeg, Trace};
use crate::render::fonts;
use crate::render::ink::Ink;
use crate::render::scene::{Anchor, Area, SMALLEST, Scene, Shape, WIDTH};
use pieces::{Bow, Outline};
use track::{Point, Track};

/// The largest peg.
const PEG: f32 = 15.5;
/// Words within: what is asked, what happened, how to read the board.
const LOUD: f32 = 17.0;
const WORDS: f32 = 15.0;
const KEY: f32 = 13.5;
/// Between them.
const BETWEEN: f32 = 8.0;
/// From one line of words to the next, to their size.
const LINE: f32 = 1.35;
/// How wide the words within may run.
const WITHIN: f32 = 300.0;
/// How far arrows keep from them.
const CLEAR: f32 = 9.0;
/// The bends that an arrow is given to go round them: so much more each time, so often.
const BEND: f32 = 20.0;
const BENDS: u8 = 40;
/// Where between its ends it may bend most.
const KNEES: [f32; 5] = [0.5, 0.3, 0.7, 0.1, 0.9];

/// Lays the board; gives its lower end.
pub(super) fn lay(scene: &mut Scene, ring: &Ring, top: f32) -> f32 {
    let board = Board::new(ring, top + 1.6 * SMALLEST);
    board.planks(scene);
    board.holes(scene);
    board.labels(scene);
    // Laid after the words, which arrows go round; drawn below them.
    let below = scene.under.len();
    let words = board.within(scene);
    let cards = scene.under.split_off(below);
    board.arrows(scene, &words);
    scene.under.extend(cards);
    let mut taken = vec![words];
    let holes = board.every_hole();
    for (seat, owner) in ring.owners.enumerate() {
        taken.push(board.plate(scene, seat, owner, &taken, &holes));
    }
    board.pegs(scene);
    board.track.bottom() + 0.6 * board.track.step + 2.0 * SMALLEST
}

struct Board<'a> {
    ring: &'a Ring,
    track: Track,
    /// The radius of pegs.
    peg: f32,
}

impl<'a> Board<'a> {
    fn new(ring: &'a Ring, top: f32) -> Self {
        let track = Track::new(ring.owners.count(), ring.holes, top);
        // The outline runs through the middle of the holes.
        let down = 0.6 * track.step;
        let track = Track::new(ring.owners.count(), ring.holes, top + down);
        let peg = (0.46 * track.pitch).min(PEG);
        Self { ring, track, peg }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.ring.owners.count())
    }

    fn first(&self, seat: Seat) -> f32 {
        f32::from(seat.number() * self.ring.holes.side)
    }

    /// The holes of a seat's lane and yard.
    fn rooms(&self, seat: Seat) -> impl Iterator<Item = Point> {
        let all = (0..self.ring.holes.depth).flat_map(move |n| [Place::Lane(seat, n), Place::Yard(seat, n)]);
        all.map(|place| self.track.hole(place))
    }

    fn every_hole(&self) -> Vec<Point> {
        let track = (0..self.ring.owners.count() * self.ring.holes.side).map(|n| self.track.at(f32::from(n)));
        track.chain(self.seats().flat_map(|seat| self.rooms(seat))).collect()
    }

    fn path(&self, scene: &mut Scene, outline: Outline, fill: Ink, stroke: Ink, line: f32) {
        if !outline.0.is_empty() {
            scene.under.push(Shape::Path { d: outline.0, fill, stroke, line });
        }
    }

    /// What the holes are bored in; the outer edge of each side has its owner's colour.
    fn planks(&self, scene: &mut Scene) {
        let Self { ring, track, peg } = self;
        let (mut main, mut rooms, mut ways) = (Outline::default(), Outline::default(), Outline::default());
        let per_side = |seat: Seat| (0..=ring.holes.side).map(move |n| self.first(seat) + f32::from(n));
        main.polygon(self.seats().flat_map(per_side).map(|offset| track.at(offset)));
        for seat in self.seats() {
            let last = ring.holes.depth - 1;
            rooms.line([Place::Lane(seat, 0), Place::Lane(seat, last)].map(|place| track.hole(place)));
            rooms.line([Place::Yard(seat, 0), Place::Yard(seat, last)].map(|place| track.hole(place)));
            let gate = self.first(seat) + f32::from(ring.holes.gate);
            ways.line([track.at(gate), track.at(gate).along(track.inward(gate), track.yard_depth())]);
            let lane = self.first(seat) + f32::from(ring.holes.lane);
            ways.line([track.at(lane), track.hole(Place::Lane(seat, 0))]);
        }
        self.path(scene, ways, Ink::None, Ink::Line, 3.0);
        self.path(scene, rooms, Ink::None, Ink::Panel, 2.0 * peg + 3.0);
        self.path(scene, main, Ink::None, Ink::Panel, 1.15 * track.step);
        for seat in self.seats() {
            let mut edge = Outline::default();
            let out = |offset: f32| track.at(offset).along(track.inward(offset), -0.6 * track.step - 1.0);
            let inset = 0.12;
            let ends = [inset, f32::from(ring.holes.side) - inset];
            let between = (1..ring.holes.side).map(f32::from);
            let offsets = std::iter::once(ends[0]).chain(between).chain([ends[1]]);
            edge.line(offsets.map(|n| out(self.first(seat) + n)));
            self.path(scene, edge, Ink::None, Ink::Seat(seat.number()), 4.0);
        }
    }

    /// All holes; those that lead in and out, and the lanes and yards, in their owner's colour.
    fn holes(&self, scene: &mut Scene) {
        let Self { ring, track, peg } = self;
        let small = 0.52 * peg;
        let mut plain = Outline::default();
        for seat in self.seats() {
            let named = [ring.holes.lane, ring.holes.gate];
            let free = (0..ring.holes.side).filter(|n| !named.contains(n));
            free.for_each(|n| plain.circle(track.at(self.first(seat) + f32::from(n)), small));
        }
        // Two discs are drawn much sooner than one with a line round it.
        for seat in self.seats() {
            let mut own = Outline::default();
            let named = [ring.holes.lane, ring.holes.gate].map(|n| track.at(self.first(seat) + f32::from(n)));
            let sized = self.rooms(seat).map(|at| (at, small)).chain(named.map(|at| (at, 0.85 * peg)));
            for (at, r) in sized {
                own.circle(at, r + 1.5);
                plain.circle(at, r - 1.5);
            }
            self.path(scene, own, Ink::Seat(seat.number()), Ink::None, 0.0);
        }
        self.path(scene, plain, Ink::Hole, Ink::None, 0.0);
    }

    /// The names of holes, outside the track.
    fn labels(&self, scene: &mut Scene) {
        for (place, text) in &self.ring.labels {
            let Place::Track(hole) = *place else { continue };
            let offset = f32::from(hole);
            let way = self.track.inward(offset);
            let (w, h) = (fonts::width(text, SMALLEST, false), 0.75 * SMALLEST);
            let far = 0.6 * self.track.step + 5.0 + (way.x.abs() * w + way.y.abs() * h) / 2.0;
            let at = self.track.at(offset).along(way, -far);
            scene.write(at.x, at.y + 0.36 * SMALLEST, SMALLEST, false, Anchor::Middle, Ink::Muted, text);
        }
    }

    /// Cards and words in the middle; gives the box they fill.
    fn within(&self, scene: &mut Scene) -> Area {
        let [loud, words] = &self.ring.words;
        let texts =
            [(loud, LOUD, true, Ink::Text), (words, WORDS, false, Ink::Text), (&self.ring.key, KEY, false, Ink::Muted)];
        let texts = texts.map(|(text, size, bold, ink)| (fonts::wrap(text, size, bold, WITHIN), size, bold, ink));
        let cards = groups::lay(&mut Scene::default(), &self.ring.cards, 0.0, groups::BOARD);
        let text: f32 = texts.iter().map(|(lines, size, ..)| LINE * size * lines.len() as f32 + BETWEEN).sum();
        let top = self.track.centre.y - (cards + text) / 2.0;
        let mut y = groups::lay(scene, &self.ring.cards, top, groups::BOARD);
        for (lines, size, bold, ink) in texts {
            for line in lines {
                y += LINE * size;
                scene.write(WIDTH / 2.0, y, size, bold, Anchor::Middle, ink, line);
            }
            y += BETWEEN;
        }
        Area::new((WIDTH - WITHIN) / 2.0, top, WITHIN, y - top)
    }

    /// Whose side it is: shape, letter, name and note, at the first free place within the side.
    fn plate(&self, scene: &mut Scene, seat: Seat, owner: &Owner, taken: &[Area], holes: &[Point]) -> Area {
        const SIZE: f32 = 15.0;
        const NOTE: f32 = 13.0;
        let name = fonts::fit(&format!("{} {}", owner.letter, owner.name), SIZE, true, 118.0);
        let note = fonts::fit(&owner.note, NOTE, false, 118.0);
        let words = fonts::width(&name, SIZE, true).max(fonts::width(&note, NOTE, false));
        let high = if note.is_empty() { 26.0 } else { 43.0 };
        let area = self.free_place(seat, words + 36.0, high, taken, holes);
        let stroke = if owner.lit { Ink::Turn } else { Ink::Line };
        scene.frame(area, 8.0, Ink::Panel, stroke, if owner.lit { 3.0 } else { 1.0 });
        let mut shape = Outline::default();
        shape.peg(seat.number(), Point::new(area.x + 16.0, area.y + 13.0), 7.5);
        self.path(scene, shape, Ink::Seat(seat.number()), Ink::OnSeat, 1.2);
        scene.bold(area.x + 29.0, area.y + 18.5, SIZE, Ink::Text, name);
        scene.text(area.x + 29.0, area.y + 35.0, NOTE, Ink::Muted, note);
        area
    }

    /// The box nearest to the track, beside the yard, that meets neither holes nor what is taken.
    fn free_place(&self, seat: Seat, w: f32, h: f32, taken: &[Area], holes: &[Point]) -> Area {
        let room = self.peg + 5.0;
        let meets_hole =
            |area: &Area, p: &Point| area.meets(&Area::new(p.x - room, p.y - room, 2.0 * room, 2.0 * room));
        let at = |beyond: f32, offset: f32| {
            let offset = self.first(seat) + offset;
            let way = self.track.inward(offset);
            let far = 0.6 * self.track.step + 6.0 + beyond + (way.x.abs() * w + way.y.abs() * h) / 2.0;
            let middle = self.track.at(offset).along(way, far);
            Area::new(middle.x - w / 2.0, middle.y - h / 2.0, w, h)
        };
        let free =
            |area: &Area| !taken.iter().any(|other| other.meets(area)) && !holes.iter().any(|p| meets_hole(area, p));
        let gate = f32::from(self.ring.holes.gate);
        let tries = (0..40).flat_map(|far: u8| (0..12_u8).map(move |n| (far, n)));
        tries
            .map(|(far, n)| at(6.0 * f32::from(far), gate + 3.0 + 0.5 * f32::from(n)))
            .find(free)
            .unwrap_or_else(|| at(0.0, gate))
    }

    /// A line from hole to hole, bent inwards; where it would meet the words within, it goes round them by the shorter way.
    fn bow(&self, from: Point, to: Point, words: &Area) -> Bow {
        let free = self.peg + 4.0;
        let middle = from.towards(to, 0.5);
        let by = (0.3 * from.to(to).length()).clamp(1.7 * self.track.step, 130.0);
        let inward = middle.to(self.track.centre).unit();
        let bent = Bow::new(from, to, middle.along(inward, by), free);
        let keep = Area::new(words.x - CLEAR, words.y - CLEAR, words.w + 2.0 * CLEAR, words.h + 2.0 * CLEAR);
        if !bent.meets(&keep) {
            return bent;
        }
        let aside = from.to(to).unit().right();
        // Away from the middle of the board first.
        let sign = if aside.x * inward.x + aside.y * inward.y > 0.0 { -1.0 } else { 1.0 };
        let knee = |n: u8, side: f32, part: f32| from.towards(to, part).along(aside, side * BEND * f32::from(n));
        let knees = (0..=BENDS)
            .flat_map(|n| [sign, -sign].into_iter().flat_map(move |side| KNEES.map(move |part| knee(n, side, part))));
        knees
            .map(|knee| Bow::new(from, to, knee, free))
            .find(|bow| !bow.meets(&keep) && self.track.bounds().holds(&bow.bounds()))
            .unwrap_or(bent)
    }

    fn arrows(&self, scene: &mut Scene, words: &Area) {
        for &Arrow { from, to, trace } in &self.ring.arrows {
            let (from, to) = (self.track.hole(from), self.track.hole(to));
            let bow = self.bow(from, to, words);
            let (ink, line, head_long, dashed) = match trace {
                Trace::Made => (Ink::Turn, 4.0, 14.0, false),
                Trace::Pushed => (Ink::Text, 2.5, 11.0, true),
                Trace::Meant => (Ink::Turn, 4.0, 14.0, true),
            };
            let (mut shaft, mut head, mut left) = (Outline::default(), Outline::default(), Outline::default());
            bow.shaft(&mut shaft, dashed);
            bow.head(&mut head, head_long);
            left.circle(from, 0.55 * self.peg);
            self.path(scene, left, Ink::None, ink, 2.5);
            self.path(scene, shaft, Ink::None, ink, line);
            self.path(scene, head, ink, Ink::None, 0.0);
        }
    }

    /// The pegs of each seat in one path, below them what makes some stand out.
    fn pegs(&self, scene: &mut Scene) {
        let on = |peg: &&RingPeg, mark| peg.mark == mark;
        for (mark, ink) in [(Mark::Fresh, Ink::Turn), (Mark::Raised, Ink::Gain)] {
            let mut halo = Outline::default();
            for peg in self.ring.pegs.iter().filter(|peg| on(peg, mark)) {
                halo.peg(peg.owner.number(), self.track.hole(peg.place), self.peg);
            }
            self.path(scene, halo, Ink::None, ink, 9.0);
        }
        let mut edges = Outline::default();
        let mut owned = vec![Outline::default(); self.seats().count()];
        for peg in &self.ring.pegs {
            let (at, owner) = (self.track.hole(peg.place), peg.owner.number());
            edges.peg(owner, at, self.peg);
            owned[peg.owner.index()].peg(owner, at, self.peg - 1.8);
        }
        self.path(scene, edges, Ink::OnSeat, Ink::None, 0.0);
        for (seat, own) in self.seats().zip(owned) {
            self.path(scene, own, Ink::Seat(seat.number()), Ink::None, 0.0);
        }
        let long = self.peg >= 14.0;
        let size = if long { SMALLEST + 1.0 } else { SMALLEST };
        for peg in &self.ring.pegs {
            let at = self.track.hole(peg.place);
            let name = if long { &peg.name } else { &peg.short };
            scene.write(at.x, at.y + 0.36 * size, size, true, Anchor::Middle, Ink::OnSeat, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::catalog::{self, Setup};
    use crate::engine::picture::{Screen, Zone};
    use crate::engine::{Names, Seats};

    /// A board with long words in its middle.
    fn ring(seats: u8) -> Ring {
        let setup = Setup { seats: Some(seats), ..Setup::default() };
        let (play, _) = catalog::game("pegs-and-jokers").expect("listed").start(setup).expect("a table");
        let names = Names(Seats::of(seats, |_| "Konstantin the Second".to_owned()));
        let Screen { zones, .. } = play.screen(None, &names);
        let ring = zones.into_iter().find_map(|zone| if let Zone::Ring(ring) = zone { Some(*ring) } else { None });
        let mut ring = ring.expect("a board of holes");
        ring.words[1] = "Konstantin the Second played Joker: a1 A8→B9, b1 pushed to B3, d3 to start.".to_owned();
        ring
    }

    #[test]
    fn no_arrow_crosses_the_words_within() {
        for seats in [4, 6, 8] {
            let ring = ring(seats);
            let board = Board::new(&ring, 300.0);
            let words = board.within(&mut Scene::default());
            let holes = (0..seats * ring.holes.side).map(Place::Track);
            let yards =
                board.seats().flat_map(|seat| [Place::Yard(seat, 0), Place::Yard(seat, 4), Place::Lane(seat, 2)]);
            let places: Vec<Point> = holes.chain(yards).map(|place| board.track.hole(place)).collect();
            for &from in &places {
                for &to in places.iter().filter(|to| from.to(**to).length() > 80.0) {
                    let bow = board.bow(from, to, &words);
                    assert!(!bow.meets(&words), "{seats} sides: from {from:?} to {to:?}");
                    let Area { x, y, w, h } = board.track.bounds();
                    let board = Area::new(x - 20.0, y - 20.0, w + 40.0, h + 40.0);
                    assert!(board.holds(&bow.bounds()), "{seats} sides: from {from:?} to {to:?} leaves the board");
                }
            }
        }
    }
}
