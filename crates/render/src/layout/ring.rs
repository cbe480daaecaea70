//! A board of holes: the track with its lanes and yards, the pegs, the last move, and cards and words within.

mod pieces;
mod plate;
mod track;

use super::groups;
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, BODY, CAPTION, Scene, Shape, WIDE};
use engine::Seat;
use engine::picture::{Arrow, Ground, Mark, Ring, RingHole, RingPeg, Trace};
use pieces::{Bow, Outline, TRIANGLE};
use plate::Plate;
use track::{Point, Track};

/// The styles of the words within, the best first: the size of what is asked, the size of what happened, and whether
/// the key to the board is shown too. Where there is much to say, the key is left out, and then all of it is smaller.
const STYLES: [(f32, f32, bool); 3] = [(BODY, CAPTION, true), (BODY, CAPTION, false), (CAPTION, CAPTION, false)];
/// How high cards and words may be, as a fraction of the height of the board: of a hexagon, whose sides come close,
/// and, below, of other boards.
const HIGH_IN_SIX: f32 = 0.42;
const HIGH: f32 = 0.5;
/// The size of the names of holes; `LONG` is that of the names of pegs.
const HOLE: f32 = CAPTION;
const LONG: f32 = CAPTION;
/// How much larger the viewer's own pegs are.
const OWN: f32 = 1.12;
/// The space below each block of words.
const BETWEEN: f32 = 8.0;
/// From one line of words to the next, as a multiple of their size.
const LINE: f32 = 1.35;
/// How wide the words within may run.
const WITHIN: f32 = 250.0;
/// How far arrows keep from the words within.
const CLEAR: f32 = 7.0;
/// How much further an arrow is bent at each attempt to go round words or plates; `BENDS` is how often that is tried.
const BEND: f32 = 15.0;
const BENDS: u8 = 40;
/// Where between its ends an arrow may bend most.
const KNEES: [f32; 5] = [0.5, 0.3, 0.7, 0.1, 0.9];

/// Lays the board and returns its lower end.
pub(super) fn lay(scene: &mut Scene, ring: &Ring, top: f32) -> f32 {
    let board = Board::new(ring, top + 1.4 * HOLE);
    board.planks(scene);
    board.holes(scene);
    board.labels(scene);
    // Arrows are laid after the words, which they go round, but drawn below them.
    let below = scene.under.len();
    let words = board.within(scene);
    let cards = scene.under.split_off(below);
    let (plates, bows) = board.plan(&words);
    board.arrows(scene, &bows);
    scene.under.extend(cards);
    plates.iter().for_each(|plate| board.draw_plate(scene, plate));
    board.targets(scene);
    board.pegs(scene);
    board.track.bottom() + 0.6 * board.track.step + 1.4 * HOLE
}

/// Lays the board into a box, without names: where the pegs are, and the last move. These words stand in its middle.
pub(super) fn fit(scene: &mut Scene, ring: &Ring, area: &Area, words: &str) {
    let below = ring.below.map_or(0, Seat::number);
    let edge = 0.025 * area.w.max(area.h);
    let track = Track::within(ring.owners.count(), ring.holes, below, &grown(area, -edge));
    let board = Board { ring, track };
    board.planks(scene);
    let ends = |arrow: &Arrow| [arrow.from, arrow.to].map(|hole| board.track.hole(hole));
    let bows: Vec<Bow> = ring.arrows.iter().map(ends).map(|[from, to]| board.bow(from, to, &[], &[])).collect();
    board.arrows(scene, &bows);
    board.pegs(scene);
    let middle = board.track.centre;
    let lines = fonts::block(words, CAPTION, false, 0.5 * area.w, 3);
    let mut y = middle.y - 0.5 * LINE * CAPTION * lines.len() as f32;
    for line in lines {
        y += LINE * CAPTION;
        scene.write(middle.x, y - 0.3 * CAPTION, CAPTION, false, Anchor::Middle, Ink::Text, line);
    }
}

struct Board<'a> {
    ring: &'a Ring,
    track: Track,
}

impl<'a> Board<'a> {
    fn new(ring: &'a Ring, top: f32) -> Self {
        let below = ring.below.map_or(0, Seat::number);
        let track = Track::new(ring.owners.count(), ring.holes, below, top);
        // The outline runs through the middle of the holes.
        let down = 0.6 * track.step;
        let track = Track::new(ring.owners.count(), ring.holes, below, top + down);
        Self { ring, track }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.ring.owners.count())
    }

    fn first(&self, seat: Seat) -> f32 {
        f32::from(seat.number() * self.ring.holes.side)
    }

    /// The holes of a seat's lane and yard.
    fn rooms(&self, seat: Seat) -> impl Iterator<Item = Point> {
        let all = (0..self.ring.holes.depth).flat_map(move |n| [RingHole::Lane(seat, n), RingHole::Yard(seat, n)]);
        all.map(|place| self.track.hole(place))
    }

    fn path(&self, scene: &mut Scene, outline: Outline, fill: Ink, stroke: Ink, line: f32) {
        if !outline.0.is_empty() {
            scene.under.push(Shape::Path { d: outline.0, fill, stroke, line });
        }
    }

    /// The planks that the holes are bored in; the outer edge of each side has its owner's colour.
    fn planks(&self, scene: &mut Scene) {
        let Self { ring, track } = self;
        let peg = track.peg;
        let (mut main, mut rooms, mut ways) = (Outline::default(), Outline::default(), Outline::default());
        let per_side = |seat: Seat| (0..=ring.holes.side).map(move |n| self.first(seat) + f32::from(n));
        main.polygon(self.seats().flat_map(per_side).map(|offset| track.at(offset)));
        for seat in self.seats() {
            let last = ring.holes.depth - 1;
            rooms.line([RingHole::Lane(seat, 0), RingHole::Lane(seat, last)].map(|place| track.hole(place)));
            rooms.line([RingHole::Yard(seat, 0), RingHole::Yard(seat, last)].map(|place| track.hole(place)));
            let gate = self.first(seat) + f32::from(ring.holes.gate);
            ways.line([track.at(gate), track.at(gate).along(track.inward(gate), track.yard_depth())]);
            let lane = self.first(seat) + f32::from(ring.holes.lane);
            ways.line([track.at(lane), track.hole(RingHole::Lane(seat, 0))]);
        }
        let k = track.scale;
        self.path(scene, ways, Ink::None, Ink::Line, 3.0 * k);
        self.path(scene, rooms, Ink::None, Ink::Plank, 2.0 * peg + 3.0 * k);
        // A thicker line below makes the shadow that the board casts.
        self.path(scene, main.clone(), Ink::None, Ink::Shade, 1.15 * track.step + 7.0 * k);
        self.path(scene, main, Ink::None, Ink::Plank, 1.15 * track.step);
        for seat in self.seats() {
            let mut edge = Outline::default();
            let out = |offset: f32| track.at(offset).along(track.inward(offset), -0.6 * track.step - 1.0);
            let inset = 0.12;
            let ends = [inset, f32::from(ring.holes.side) - inset];
            let between = (1..ring.holes.side).map(f32::from);
            let offsets = std::iter::once(ends[0]).chain(between).chain([ends[1]]);
            edge.line(offsets.map(|n| out(self.first(seat) + n)));
            self.path(scene, edge, Ink::None, Ink::Seat(seat.number()), 4.0 * k);
        }
    }

    /// All holes; those that lead in and out, and the lanes and yards, in their owner's colour.
    fn holes(&self, scene: &mut Scene) {
        let Self { ring, track } = self;
        let peg = track.peg;
        let small = 0.52 * peg;
        let mut plain = Outline::default();
        for seat in self.seats() {
            let named = [ring.holes.lane, ring.holes.gate];
            let free = (0..ring.holes.side).filter(|n| !named.contains(n));
            free.for_each(|n| plain.circle(track.at(self.first(seat) + f32::from(n)), small));
        }
        // Two discs are drawn much faster than one with a line round it.
        for seat in self.seats() {
            let mut own = Outline::default();
            let named = [ring.holes.lane, ring.holes.gate].map(|n| track.at(self.first(seat) + f32::from(n)));
            let sized = self.rooms(seat).map(|at| (at, small)).chain(named.map(|at| (at, 0.78 * peg)));
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
            let RingHole::Track(hole) = *place else { continue };
            let offset = f32::from(hole);
            let way = self.track.inward(offset);
            let (w, h) = (fonts::width(text, HOLE, false), 0.75 * HOLE);
            let far = 0.6 * self.track.step + 5.0 + (way.x.abs() * w + way.y.abs() * h) / 2.0;
            let at = self.track.at(offset).along(way, -far);
            scene.write(at.x, at.y + 0.36 * HOLE, HOLE, false, Anchor::Middle, Ink::Muted, text);
        }
    }

    /// Lays cards and words in the middle, and returns the boxes they fill.
    fn within(&self, scene: &mut Scene) -> Vec<Area> {
        let [loud, words] = self.ring.words.each_ref().map(String::as_str);
        let cards = groups::lay(&mut Scene::new(Ground::Wood), &self.ring.cards, 0.0, groups::WITHIN);
        let set = |(loud_size, size, key): (f32, f32, bool)| {
            let key = if key { self.ring.key.as_str() } else { "" };
            let texts =
                [(loud, loud_size, true, Ink::Text), (words, size, false, Ink::Text), (key, size, false, Ink::Muted)];
            texts.map(|(text, size, bold, ink)| (fonts::wrap(text, size, bold, WITHIN), size, bold, ink))
        };
        let high = |texts: &Texts| -> f32 { texts.iter().map(|(lines, size, ..)| block(lines.len(), *size)).sum() };
        let share = if self.seats().count() == 6 { HIGH_IN_SIX } else { HIGH };
        let fits = |texts: &Texts| cards + high(texts) <= share * self.track.bounds().h;
        let texts = STYLES.into_iter().map(set).find(fits).unwrap_or_else(|| set(STYLES[STYLES.len() - 1]));
        let top = self.track.centre.y - (cards + high(&texts)) / 2.0;
        let wide = groups::width(&self.ring.cards, groups::WITHIN);
        let mut y = groups::lay(scene, &self.ring.cards, top, groups::WITHIN);
        let mut filled = vec![Area::new((WIDE - wide) / 2.0, top, wide, y - top)];
        for (lines, size, bold, ink) in texts {
            let wide = lines.iter().map(|line| fonts::width(line, size, bold)).fold(0.0, f32::max);
            let high = block(lines.len(), size);
            filled.extend((high > 0.0).then(|| Area::new((WIDE - wide) / 2.0, y, wide, high)));
            let mut base = y;
            for line in lines {
                base += LINE * size;
                scene.write(WIDE / 2.0, base, size, bold, Anchor::Middle, ink, line);
            }
            y += high;
        }
        filled
    }

    /// A line from hole to hole, bent inwards. If it would meet the words within or a plate, it goes round them by
    /// the shorter way; if no way is free of plates, it lies below them.
    fn bow(&self, from: Point, to: Point, words: &[Area], plates: &[Area]) -> Bow {
        let free = self.track.peg + 4.0 * self.track.scale;
        let middle = from.towards(to, 0.5);
        let by = (0.3 * from.to(to).length()).clamp(1.7 * self.track.step, 100.0);
        let inward = middle.to(self.track.centre).unit();
        let bent = Bow::new(from, to, middle.along(inward, by), free);
        let [words, plates] = [(words, CLEAR), (plates, CLEAR / 2.0)]
            .map(|(areas, by)| areas.iter().map(|area| grown(area, by)).collect::<Vec<Area>>());
        let meets = |bow: &Bow, areas: &[Area]| areas.iter().any(|area| bow.meets(area));
        let is_free = |bow: &Bow| !meets(bow, &words) && !meets(bow, &plates);
        if is_free(&bent) {
            return bent;
        }
        let aside = from.to(to).unit().right();
        // Away from the middle of the board first.
        let sign = if aside.x * inward.x + aside.y * inward.y > 0.0 { -1.0 } else { 1.0 };
        let knee = |n: u8, side: f32, part: f32| from.towards(to, part).along(aside, side * BEND * f32::from(n));
        let knees = (0..=BENDS)
            .flat_map(|n| [sign, -sign].into_iter().flat_map(move |side| KNEES.map(move |part| knee(n, side, part))));
        let ways: Vec<Bow> = knees
            .map(|knee| Bow::new(from, to, knee, free))
            .filter(|bow| !meets(bow, &words) && self.track.bounds().holds(&bow.bounds()))
            .collect();
        let best = ways.iter().position(is_free);
        match best {
            None if !meets(&bent, &words) => bent,
            _ => ways.into_iter().nth(best.unwrap_or(0)).unwrap_or(bent),
        }
    }

    /// Plates and arrows that keep clear of each other: arrows go round plates, and if one cannot, plates make room
    /// for the arrows.
    fn plan(&self, words: &[Area]) -> (Vec<Plate>, Vec<Bow>) {
        let plates = self.plates(words, &[]);
        let areas: Vec<Area> = plates.iter().map(|plate| plate.area).collect();
        let ends = |arrow: &Arrow| (self.track.hole(arrow.from), self.track.hole(arrow.to));
        let bows: Vec<Bow> =
            self.ring.arrows.iter().map(ends).map(|(from, to)| self.bow(from, to, words, &areas)).collect();
        let crossed = bows.iter().any(|bow| areas.iter().any(|area| bow.meets(area)));
        if !crossed {
            return (plates, bows);
        }
        let arrows: Vec<Area> = bows.iter().flat_map(Bow::boxes).map(|area| grown(&area, CLEAR / 2.0)).collect();
        (self.plates(words, &arrows), bows)
    }

    fn arrows(&self, scene: &mut Scene, bows: &[Bow]) {
        let k = self.track.scale.max(0.5);
        for (&Arrow { from, to: _, trace }, bow) in self.ring.arrows.iter().zip(bows) {
            let from = self.track.hole(from);
            let (ink, line, head_long, dashed) = match trace {
                Trace::Made => (Ink::Turn, 4.0 * k, 13.0 * k, false),
                Trace::Meant => (Ink::Turn, 4.0 * k, 13.0 * k, true),
            };
            let (mut shaft, mut head, mut left) = (Outline::default(), Outline::default(), Outline::default());
            bow.shaft(&mut shaft, dashed);
            bow.head(&mut head, head_long);
            left.circle(from, 0.55 * self.track.peg);
            self.path(scene, left, Ink::None, ink, 2.5 * k);
            self.path(scene, shaft, Ink::None, ink, line);
            self.path(scene, head, ink, Ink::None, 0.0);
        }
    }

    /// Where the viewer's cards could bring a peg: a thin circle round the hole, and what would bring one there, as far as
    /// nothing is in it.
    fn targets(&self, scene: &mut Scene) {
        let is_taken = |hole| self.ring.pegs.iter().any(|peg| peg.place == hole);
        let (mut taken, mut free) = (Outline::default(), Outline::default());
        for target in &self.ring.targets {
            let at = self.track.hole(target.place);
            if is_taken(target.place) {
                taken.circle(at, 1.55 * self.track.peg)
            } else {
                free.circle(at, self.track.peg)
            }
        }
        let line = 2.0 * self.track.scale;
        self.path(scene, taken, Ink::None, Ink::Gain, line);
        self.path(scene, free, Ink::Felt, Ink::Gain, line);
        if self.track.scale < 1.0 {
            return;
        }
        // Beside what is written in the next hole there is no room.
        let mut written: Vec<Point> = self.ring.pegs.iter().map(|peg| self.track.hole(peg.place)).collect();
        for target in &self.ring.targets {
            let at = self.track.hole(target.place);
            if target.by.is_empty() || written.iter().any(|other| other.to(at).length() < 1.3 * LONG) {
                continue;
            }
            written.push(at);
            scene.write(at.x, at.y + 0.36 * LONG, LONG, false, Anchor::Middle, Ink::Text, &target.by);
        }
    }

    /// The radius of a peg.
    fn large(&self, peg: &RingPeg) -> f32 {
        if self.ring.below == Some(peg.owner) { OWN * self.track.peg } else { self.track.peg }
    }

    /// The pegs of each seat in one path, below them what makes some stand out.
    fn pegs(&self, scene: &mut Scene) {
        let on = |peg: &&RingPeg, mark| peg.mark == mark;
        for (mark, ink) in [(Mark::Fresh, Ink::Turn), (Mark::Raised, Ink::Gain)] {
            let mut halo = Outline::default();
            for peg in self.ring.pegs.iter().filter(|peg| on(peg, mark)) {
                halo.peg(peg.owner.number(), self.track.hole(peg.place), self.large(peg));
            }
            self.path(scene, halo, Ink::None, ink, 8.0 * self.track.scale);
        }
        let mut edges = Outline::default();
        let mut owned = vec![Outline::default(); self.seats().count()];
        for peg in &self.ring.pegs {
            let (at, owner) = (self.track.hole(peg.place), peg.owner.number());
            edges.peg(owner, at, self.large(peg));
            owned[peg.owner.index()].peg(owner, at, self.large(peg) - 1.6 * self.track.scale);
        }
        self.path(scene, edges, Ink::OnSeat, Ink::None, 0.0);
        for (seat, own) in self.seats().zip(owned) {
            self.path(scene, own, Ink::Seat(seat.number()), Ink::None, 0.0);
        }
        if self.track.scale < 1.0 {
            return;
        }
        let long = self.track.peg >= 13.0;
        let size = LONG;
        for peg in &self.ring.pegs {
            let at = self.track.hole(peg.place);
            let name = if long { &peg.name } else { &peg.short };
            // Below its middle a triangle is wider.
            let down = if peg.owner.number() == TRIANGLE { 0.14 * self.track.peg } else { 0.0 };
            scene.write(at.x, at.y + down + 0.36 * size, size, true, Anchor::Middle, Ink::OnSeat, name);
        }
    }
}

/// Lines of one size and colour.
type Texts = [(Vec<String>, f32, bool, Ink); 3];

/// How high this many lines are, with the space below them.
fn block(lines: usize, size: f32) -> f32 {
    if lines == 0 { 0.0 } else { LINE * size * lines as f32 + BETWEEN }
}

/// The area, larger by this much on each side.
fn grown(area: &Area, by: f32) -> Area {
    Area::new(area.x - by, area.y - by, area.w + 2.0 * by, area.h + 2.0 * by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::catalog::{self, Setup};
    use engine::picture::{Screen, Zone};
    use engine::{Reader, Seats};

    /// A board with long words in its middle.
    fn ring(seats: u8) -> Ring {
        let setup = Setup { seats: Some(seats), ..Setup::default() };
        let (play, _) = catalog::game("pegs-and-jokers").expect("listed").start(setup).expect("a table");
        let names = Reader::english(Seats::of(seats, |_| "Konstantin the Second".to_owned()));
        let Screen { zones, .. } = play.screen(None, &names);
        let ring = zones.into_iter().find_map(|zone| if let Zone::Ring(ring) = zone { Some(*ring) } else { None });
        let mut ring = ring.expect("a board of holes");
        ring.words[1] = "Ada claims a joker, face down, for a2 out to D8, d1 to start.".to_owned();
        ring
    }

    const SIDES: [u8; 3] = [4, 6, 8];

    /// One in `every` holes of the track, and some of the lanes and yards.
    fn places(ring: &Ring, every: usize) -> Vec<RingHole> {
        let seats = ring.owners.count();
        let holes = (0..seats * ring.holes.side).map(RingHole::Track).step_by(every);
        let rooms = |seat| [RingHole::Yard(seat, 0), RingHole::Yard(seat, 4), RingHole::Lane(seat, 2)];
        holes.chain(Seat::all(seats).flat_map(rooms)).collect()
    }

    #[test]
    fn no_arrow_crosses_the_words_within() {
        for seats in SIDES {
            let ring = ring(seats);
            let board = Board::new(&ring, 300.0);
            let words = board.within(&mut Scene::new(Ground::Wood));
            let places: Vec<Point> = places(&ring, 1).into_iter().map(|place| board.track.hole(place)).collect();
            for &from in &places {
                for &to in places.iter().filter(|to| from.to(**to).length() > 80.0) {
                    let bow = board.bow(from, to, &words, &[]);
                    assert!(!words.iter().any(|area| bow.meets(area)), "{seats} sides: from {from:?} to {to:?}");
                    let Area { x, y, w, h } = board.track.bounds();
                    let board = Area::new(x - 15.0, y - 15.0, w + 30.0, h + 30.0);
                    assert!(board.holds(&bow.bounds()), "{seats} sides: from {from:?} to {to:?} leaves the board");
                }
            }
        }
    }

    /// The same board with much on its plates.
    fn talkative(seats: u8, name: &str, notes: &[&str]) -> Ring {
        let mut ring = ring(seats);
        for seat in Seat::all(seats) {
            ring.owners[seat].name = name.to_owned();
            ring.owners[seat].notes = notes.iter().map(|note| (*note).to_owned()).collect();
        }
        ring
    }

    const NOTES: [&[&str]; 3] = [&[], &["A's pegs"], &["A's pegs", "stuck 1/3"]];
    const PEOPLE: [&str; 3] = ["Ada", "Cyd Okonkwo", "Hugo the Unhurried"];

    /// No board that is played has such plates for all seats at once: two notes beside a longer name, or any beside the
    /// longest words within.
    fn is_too_much(ring: &Ring, owner: &engine::picture::RingSide) -> bool {
        let most = if ring.words[1].is_empty() { usize::from(owner.name == PEOPLE[0]) + 1 } else { 0 };
        owner.notes.len() > most
    }

    fn each_talk() -> impl Iterator<Item = Ring> {
        let said = SIDES.into_iter().flat_map(|seats| PEOPLE.map(|name| (seats, name)));
        let said = said.flat_map(|(seats, name)| NOTES.map(|notes| talkative(seats, name, notes)));
        said.flat_map(|ring| [Ring { words: <[String; 2]>::default(), ..ring.clone() }, ring])
    }

    #[test]
    fn plates_lie_on_nothing() {
        for ring in each_talk() {
            let board = Board::new(&ring, 300.0);
            let words = board.within(&mut Scene::new(Ground::Wood));
            let plates = board.plates(&words, &[]);
            assert_eq!(plates.len(), usize::from(ring.owners.count()));
            for (i, (plate, (seat, owner))) in plates.iter().zip(ring.owners.enumerate()).enumerate() {
                let what = format!("{} sides, {owner:?}", ring.owners.count());
                let mut others = plates[..i].iter().map(|other| &other.area).chain(&words);
                let too_much = is_too_much(&ring, owner);
                assert!(too_much || others.all(|other| !plate.area.meets(other)), "{what}: covers words");
                let obstacles = if too_much { Vec::new() } else { board.obstacles(seat, 3.0) };
                assert!(obstacles.iter().all(|hole| !plate.area.meets(hole)), "{what}: covers a hole");
            }
        }
    }

    #[test]
    fn plates_say_all_that_players_must_know() {
        let mut cut = Vec::new();
        for ring in each_talk() {
            let board = Board::new(&ring, 300.0);
            let words = board.within(&mut Scene::new(Ground::Wood));
            for (plate, owner) in board.plates(&words, &[]).iter().zip(ring.owners.iter()) {
                if !plate.is_whole(owner) && !is_too_much(&ring, owner) {
                    cut.push(format!("{} sides, {owner:?}", ring.owners.count()));
                }
            }
        }
        assert!(cut.is_empty(), "{cut:#?}");
    }

    #[test]
    fn no_arrow_runs_below_a_plate() {
        for seats in SIDES {
            let mut ring = talkative(seats, "Ada", &[]);
            let places = places(&ring, 7);
            for (&from, &to) in places.iter().flat_map(|from| places.iter().map(move |to| (from, to))) {
                // No peg goes from one yard to another.
                if matches!((from, to), (RingHole::Yard(..), RingHole::Yard(..))) {
                    continue;
                }
                ring.arrows = vec![Arrow { from, to, trace: Trace::Made }];
                let board = Board::new(&ring, 300.0);
                if board.track.hole(from).to(board.track.hole(to)).length() < 80.0 {
                    continue;
                }
                let words = board.within(&mut Scene::new(Ground::Wood));
                let (plates, bows) = board.plan(&words);
                let crossed = |plate: &Plate| bows.iter().any(|bow| bow.meets(&plate.area));
                assert!(!plates.iter().any(crossed), "{seats} sides: from {from:?} to {to:?}");
            }
        }
    }
}
