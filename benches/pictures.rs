//! From a view to a PNG file, at 1200 pixels, on one core: time and size of a full gin board and of an eight-sided
//! Pegs board. For comparison, `benches/pictures.py` composes both boards from ready-made images with Pillow.

use std::time::Instant;

use engine::catalog::{self, Setup};
use engine::{Play, Reader};
use render::{self, Theme};

/// A table some moves into its match.
fn table(game: &str, variant: &str, seats: u8, moves: usize) -> Box<dyn Play> {
    let setup = Setup { variant: Some(variant.to_owned()), seats: Some(seats), ..Setup::default() };
    let (mut play, _) = catalog::game(game).and_then(|g| g.start(setup)).unwrap_or_else(|why| panic!("{why:?}"));
    for _ in 0..moves {
        let Some(seat) = play.awaiting().seats().iter().next() else { break };
        let Some(text) = play.fallback(seat) else { break };
        if play.act(seat, &text).is_err() {
            break;
        }
    }
    play
}

fn measure(what: &str, play: &dyn Play, viewer: Option<engine::Seat>) {
    let names = Reader::plain(play.sides().count());
    let draw = || {
        let scene = render::lay_out(&play.screen(viewer, &names));
        render::png(&scene, Theme::Dark, 1200).unwrap_or_else(|why| panic!("{why:?}"))
    };
    let first = Instant::now();
    let size = draw().len();
    let first = first.elapsed();
    let mut times: Vec<f64> = (0..60)
        .map(|_| {
            let began = Instant::now();
            std::hint::black_box(draw());
            began.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{what:<42} first {:>6.1} ms   median {:>6.2} ms   worst {:>6.2} ms   {:>6.1} KB",
        first.as_secs_f64() * 1000.0,
        times[times.len() / 2],
        times[times.len() - 1],
        size as f64 / 1024.0
    );
}

fn main() {
    let gin = table("gin-rummy", "oklahoma", 2, 21);
    measure("gin board (two piles)", &*gin, None);
    measure("gin board with a hand of eleven", &*gin, gin.awaiting().seats().iter().next());
    let pegs = table("pegs-and-jokers", "arizona", 8, 200);
    measure("pegs board, eight sides", &*pegs, None);
    measure("pegs board, eight sides, with a hand", &*pegs, pegs.awaiting().seats().iter().next());
}
