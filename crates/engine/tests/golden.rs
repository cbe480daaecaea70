//! The beginning of a match of each game as a person reads it: one file for each seat and one for spectators, with
//! everything that the viewer is told and shown. Read them after any change of wording; `UPCARD_BLESS=1` rewrites
//! them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod pinned;

use std::fmt::Write;

use engine::random::{asked_seat, by};
use engine::{Chance, Facts, Match, Moment, Reader, Seat, Seats, Told, Words};
use pinned::{Pinned, chance, hold};

/// The most moves in a transcript that does not reach the end of its hand (that of Pegs and Jokers).
const MOVES: usize = 40;
/// The board is shown once in this many moves.
const BOARD_EVERY: usize = 8;

const NAMES: [&str; 8] = ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"];

each_game!(check);

fn check<G: Pinned>() {
    let variant = &G::variants()[0];
    let options = (variant.options)();
    let seats = (*variant.seats.start()).max(*G::seats(&options).start());
    let names = Reader::english(Seats::of(seats, |seat| NAMES[seat.index()].to_owned()));
    let mut pages: Vec<Page<'_>> =
        Seat::all(seats).map(Some).chain([None]).map(|viewer| Page::new(viewer, &names)).collect();
    for page in &mut pages {
        writeln!(
            page.text,
            "{}, {}: as {} sees it.",
            G::TITLE,
            variant.title.says(engine::Language::English),
            page.title
        )
        .unwrap();
    }

    let (mut dice, mut facts) = (chance(8), Facts::<G>::new());
    let mut play = Match::<G>::start(&options, seats, None, chance(20), &mut facts);
    let hand = G::hand(play.public());
    for number in 0..MOVES {
        pages.iter_mut().for_each(|page| page.told::<G>(&facts));
        let ended =
            facts.drain(..).any(|told| G::moment(&told.event) == Moment::Result) && G::hand(play.public()) > hand;
        if number % BOARD_EVERY == 0 && !ended {
            pages.iter_mut().for_each(|page| page.shown(&play));
        }
        let Some(seat) = asked_seat(play.awaiting(), by(&mut dice)).filter(|_| !ended) else { break };
        let m = likely::<G>(&play, seat, &mut dice);
        pages.iter_mut().for_each(|page| page.plays(seat, number + 1, &G::say(&m)));
        assert_eq!(play.act(seat, m, &mut facts), Ok(()), "it was offered");
    }
    for page in &mut pages {
        page.told::<G>(&facts);
        page.shown(&play);
        hold(&format!("tests/golden/{}/{}.txt", G::ID, page.title.to_lowercase().replace(' ', "-")), &page.text);
    }
}

/// Mostly the likeliest of the first moves that can be listed, otherwise one of the first three; if moves can only
/// be typed, a random one.
fn likely<G: Pinned>(play: &Match<G>, seat: Seat, dice: &mut Chance) -> G::Move {
    let view = play.view(Some(seat));
    let mut moves = Vec::new();
    G::each_move(&view, "", usize::MAX, &mut |m| {
        moves.push(m);
        moves.len() < 200
    });
    moves.sort_by_key(|m| G::likelihood(&view, m));
    match moves.len().min(3) as u32 {
        few if few < 3 && G::FREE_TEXT => G::pick(&view, dice),
        _ if dice.below(4) > 0 => moves.swap_remove(0),
        few => moves.swap_remove(dice.below(few) as usize),
    }
}

/// What one viewer reads.
struct Page<'n> {
    viewer: Option<Seat>,
    title: String,
    reader: &'n Reader,
    text: String,
}

impl<'n> Page<'n> {
    fn new(viewer: Option<Seat>, reader: &'n Reader) -> Self {
        let title = viewer.map_or("a spectator", |seat| reader.name(seat)).to_owned();
        Self { viewer, title, reader, text: String::new() }
    }

    /// A move; only its player sees it as written.
    fn plays(&mut self, seat: Seat, number: usize, said: &str) {
        let said = if self.viewer == Some(seat) { format!("> {said}") } else { "…".to_owned() };
        writeln!(self.text, "\n{number}. {} {said}", self.reader.name(seat)).unwrap();
    }

    fn told<G: Words>(&mut self, facts: &[Told<G::Event>]) {
        for told in facts.iter().filter(|told| told.to.reaches(self.viewer)) {
            for line in G::tell(&told.event, self.reader).lines() {
                writeln!(self.text, "   {line}").unwrap();
            }
        }
    }

    fn shown<G: Words>(&mut self, play: &Match<G>) {
        let view = play.view(self.viewer);
        let board = G::board(&view, self.reader);
        let hand = G::hand_text(&view, self.reader);
        writeln!(self.text, "\n{}", "-".repeat(54)).unwrap();
        for part in [&board.headline, &board.body, &hand, &board.prompt.to_string()] {
            if !part.trim().is_empty() {
                writeln!(self.text, "{}", part.trim_end()).unwrap();
            }
        }
        writeln!(self.text, "{}", "-".repeat(54)).unwrap();
    }
}
