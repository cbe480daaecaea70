//! Whose side it is: a plate beside the yard with the seat's shape, letter, name and notes, as large as room allows.

use super::pieces::Outline;
use super::track::Point;
use super::{Board, grown};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Area, BODY, CAPTION, Scene};
use engine::Seat;
use engine::picture::RingSide;

/// The styles that a plate may have, the best first: how large its words are, how wide they may run, and in how many
/// lines a name may stand.
const STYLES: [Style; 9] = [
    Style { size: BODY, room: 150.0, lines: 1 },
    Style { size: BODY, room: 116.0, lines: 2 },
    Style { size: CAPTION, room: 200.0, lines: 1 },
    Style { size: CAPTION, room: 130.0, lines: 1 },
    Style { size: CAPTION, room: 116.0, lines: 2 },
    Style { size: CAPTION, room: 96.0, lines: 3 },
    Style { size: CAPTION, room: 84.0, lines: 3 },
    Style { size: CAPTION, room: 76.0, lines: 2 },
    Style { size: CAPTION, room: 76.0, lines: 1 },
];
/// From one line to the next, as a multiple of the text size.
const LINE: f32 = 1.25;
/// The space left of the words, where the shape is; `RIGHT` is the space right of them.
const LEFT: f32 = 28.0;
const RIGHT: f32 = 7.0;
/// The space above and below the words.
const PAD: f32 = 3.0;
/// How far a plate may lie from the track, in steps of `DEEPER`: `CLOSE` so that it is taken for its side's, and
/// `DEEP` at most.
const CLOSE: u8 = 10;
const DEEP: u8 = 40;
const DEEPER: f32 = 4.5;
/// How far a plate keeps from holes, beyond the pegs; `FAR` is for lanes and yards of other sides.
const NEAR: f32 = 3.0;
const FAR: f32 = 14.0;

#[derive(Clone, Copy)]
struct Style {
    size: f32,
    room: f32,
    lines: usize,
}

/// A plate at its place.
pub(super) struct Plate {
    pub area: Area,
    seat: Seat,
    size: f32,
    names: Vec<String>,
    notes: Vec<String>,
    lit: bool,
}

impl Plate {
    /// The words in a style, and the size of a plate for them. Its place comes later.
    fn new(seat: Seat, owner: &RingSide, Style { size, room, lines }: Style) -> Self {
        let names = fonts::block(&format!("{} {}", owner.letter, owner.name), size, true, room, lines);
        let notes = fonts::packed(&owner.notes, size, false, room);
        let notes: Vec<String> = notes.into_iter().map(|note| fonts::fit(&note, size, false, room)).collect();
        let name = names.iter().map(|line| fonts::width(line, size, true));
        let wide = name.chain(notes.iter().map(|line| fonts::width(line, size, false))).fold(0.0, f32::max);
        let high = LINE * size * (names.len() + notes.len()) as f32 + 2.0 * PAD;
        let area = Area::new(0.0, 0.0, wide + LEFT + RIGHT, high);
        Self { area, seat, size, names, notes, lit: owner.lit }
    }

    /// Does it say all that there is to say?
    pub(super) fn is_whole(&self, owner: &RingSide) -> bool {
        self.names.join(" ") == format!("{} {}", owner.letter, owner.name)
            && self.notes.join(" · ") == owner.notes.join(" · ")
    }
}

impl Board<'_> {
    /// A plate for each seat: the largest words that fit there whole, or otherwise as much of them as fits. Where
    /// there is a choice, plates keep clear of these arrows.
    pub fn plates(&self, words: &[Area], arrows: &[Area]) -> Vec<Plate> {
        let mut taken: Vec<Area> = words.iter().map(|area| grown(area, NEAR)).collect();
        let mut plates = Vec::new();
        for (seat, owner) in self.ring.owners.enumerate() {
            let [apart, close] = [FAR, NEAR].map(|far| [self.obstacles(seat, far), taken.clone()].concat());
            let [clear, clear_close] = [&apart, &close].map(|all| [all.as_slice(), arrows].concat());
            let all = || STYLES.into_iter().map(|style| Plate::new(seat, owner, style));
            let whole = || all().filter(|plate| plate.is_whole(owner));
            let placed = |plate: Plate, taken: &[Area], deep: u8| {
                let area = self.free_place(seat, plate.area.w, plate.area.h, taken, deep)?;
                Some(Plate { area, ..plate })
            };
            let plate = whole()
                .find_map(|plate| placed(plate, &clear, CLOSE))
                .or_else(|| whole().find_map(|plate| placed(plate, &clear_close, CLOSE)))
                .or_else(|| whole().find_map(|plate| placed(plate, &clear_close, DEEP)))
                .or_else(|| all().find_map(|plate| placed(plate, &clear_close, DEEP)))
                .or_else(|| all().find_map(|plate| placed(plate, &close, DEEP)));
            // A plate with so much to say that it fits nowhere covers holes rather than being left out.
            let plate = plate.or_else(|| {
                all().next_back().map(|plate| {
                    let area = self.spot(seat, plate.area.w, plate.area.h, 0.0, f32::from(self.ring.holes.gate) + 3.0);
                    Plate { area, ..plate }
                })
            });
            let Some(plate) = plate else { continue };
            taken.push(grown(&plate.area, NEAR));
            plates.push(plate);
        }
        plates
    }

    pub fn draw_plate(&self, scene: &mut Scene, plate: &Plate) {
        let Plate { area, seat, size, names, notes, lit } = plate;
        scene.frame(*area, 8.0, Ink::Panel, if *lit { Ink::Turn } else { Ink::Line }, if *lit { 3.0 } else { 1.0 });
        let mut shape = Outline::default();
        shape.peg(seat.number(), Point::new(area.x + 15.0, area.y + PAD + 0.62 * size), 8.0);
        self.path(scene, shape, Ink::Seat(seat.number()), Ink::OnSeat, 1.2);
        let mut y = area.y + PAD - 0.3 * size;
        for name in names {
            y += LINE * size;
            scene.bold(area.x + LEFT, y, *size, Ink::Text, name);
        }
        for note in notes {
            y += LINE * size;
            scene.text(area.x + LEFT, y, *size, Ink::Muted, note);
        }
    }

    /// What a seat's plate must not meet: every hole with some space around it, and holes in lanes and yards of other
    /// sides with more, so that nobody takes the plate for theirs.
    pub fn obstacles(&self, seat: Seat, far: f32) -> Vec<Area> {
        let around = |at: Point, by: f32| Area::new(at.x - by, at.y - by, 2.0 * by, 2.0 * by);
        let (near, far) = (self.track.peg + NEAR, self.track.peg + far);
        let track = (0..self.ring.owners.count() * self.ring.holes.side).map(|n| self.track.at(f32::from(n)));
        let rooms = self.seats().flat_map(|side| {
            let by = if side == seat { near } else { far };
            self.rooms(side).map(move |at| around(at, by))
        });
        track.map(|at| around(at, near)).chain(rooms).collect()
    }

    /// A box within the track beside one of a seat's holes, this far `beyond` the nearest place.
    fn spot(&self, seat: Seat, w: f32, h: f32, beyond: f32, offset: f32) -> Area {
        let offset = self.first(seat) + offset;
        let way = self.track.inward(offset);
        let far = 0.6 * self.track.step + 6.0 + beyond + (way.x.abs() * w + way.y.abs() * h) / 2.0;
        let middle = self.track.at(offset).along(way, far);
        Area::new(middle.x - w / 2.0, middle.y - h / 2.0, w, h)
    }

    /// The box nearest to the track, beside the yard, that meets none of the taken areas.
    fn free_place(&self, seat: Seat, w: f32, h: f32, taken: &[Area], deep: u8) -> Option<Area> {
        let free = |area: &Area| !taken.iter().any(|other| other.meets(area));
        let gate = f32::from(self.ring.holes.gate);
        // Beyond the yard first, then in front of it.
        let aside = (6..18_i8).chain((-6..6).rev());
        let tries = (0..deep).flat_map(|far: u8| aside.clone().map(move |n| (far, n)));
        tries.map(|(far, n)| self.spot(seat, w, h, DEEPER * f32::from(far), gate + 0.5 * f32::from(n))).find(free)
    }
}
