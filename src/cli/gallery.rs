//! `upcard gallery`: each variant's largest table half-way and at the end, or with `--all` every table at three stages.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::Ending;
use engine::catalog::{self, Listed, Setup, VariantInfo};
use engine::picture::Screen;
use engine::{Play, Reader, Seat, isolated};
use render::{self, Theme};

/// All sorts of names: plain, long, in other scripts.
const PEOPLE: [&str; 8] = ["Ada", "Ben", "Cyd Okonkwo", "Dörte", "Eli 🎲", "فاطمة", "雅子", "Hugo the Unhurried"];
/// A match that goes on longer than this is shown as it is then.
const MOST_MOVES: usize = 6000;

/// The beginning of the page that lists the pictures.
const HEAD: &str = "# Gallery\n\nDrawn by `upcard gallery`";

/// What one picture shows.
struct Shot {
    name: String,
    about: String,
    screen: Screen,
    /// One of the few that best show a variant.
    tells_most: bool,
}

/// What to draw, and how.
#[derive(clap::Args)]
pub(super) struct Wanted {
    /// The folder to write to; it is made where it is not there
    folder: PathBuf,
    /// Only this game; the list then holds no other
    #[arg(long)]
    game: Option<String>,
    /// Every table size and stage of each variant, rather than its largest table half-way and at the end
    #[arg(long)]
    all: bool,
    /// Pixels across
    #[arg(long, default_value_t = 800, value_parser = clap::value_parser!(u32).range(200..=2400))]
    width: u32,
    /// Dark words on pale felt
    #[arg(long)]
    light: bool,
}

/// Writes the pictures and `README.md`, which lists them.
pub(super) fn run(wanted: &Wanted) -> Result<(), Ending> {
    let folder = wanted.folder.as_path();
    let theme = if wanted.light { Theme::Light } else { Theme::Dark };
    let games = match wanted.game.as_deref() {
        Some(id) => vec![catalog::game(id).map_err(Ending::not_offered)?],
        None => catalog::games().to_vec(),
    };
    let broken = |path: &Path, e: std::io::Error| Ending::other(format!("{} cannot be written: {e}.", path.display()));
    fs::create_dir_all(folder).map_err(|e| broken(folder, e))?;
    let list = folder.join("README.md");
    if fs::read_to_string(&list).is_ok_and(|text| !text.starts_with(HEAD)) {
        return Err(Ending::setting(format!(
            "{} is not a list of pictures, and would be written over. Name another folder.",
            list.display()
        )));
    }
    let page = page(&games, wanted.all, |shot| {
        let scene = render::lay_out(&shot.screen);
        let png = render::png(&scene, theme, wanted.width).map_err(|e| Ending::other(e.to_string()))?;
        let path = folder.join(format!("{}.png", shot.name));
        fs::write(&path, png).map_err(|e| broken(&path, e))
    })?;
    fs::write(&list, page).map_err(|e| broken(&list, e))
}

/// The page that lists the pictures; each picture is drawn as it is listed.
fn page(games: &[&dyn Listed], all: bool, mut draw: impl FnMut(&Shot) -> Result<(), Ending>) -> Result<String, Ending> {
    let mut page = format!(
        "{HEAD}. With `--all` it draws every table size of each variant, after the deal, half-way and at the end.\n"
    );
    for &listed in games {
        let _ = write!(page, "\n## {}\n", listed.title());
        for variant in listed.variants() {
            for seats in variant.seats.clone().filter(|n| all || n == variant.seats.end()) {
                for shot in shots(listed, variant, seats)?.into_iter().filter(|shot| all || shot.tells_most) {
                    draw(&shot)?;
                    let _ = write!(page, "\n### {}\n\n![{}]({}.png)\n", shot.about, shot.screen.alt, shot.name);
                }
            }
        }
    }
    Ok(page)
}

/// The board, a hand and the results of one match; nothing if the variant has no table of that size.
fn shots(listed: &dyn Listed, variant: &VariantInfo, seats: u8) -> Result<Vec<Shot>, Ending> {
    let names = Reader::english(engine::Seats::of(seats, |seat| isolated(PEOPLE[seat.index()])));
    let start = || {
        let setup = Setup { variant: Some(variant.id.to_owned()), seats: Some(seats), ..Setup::default() };
        listed.start(setup).map(|(play, _)| play)
    };
    // Teams of equal size leave gaps in the range of seats.
    let Ok(mut whole) = start() else { return Ok(Vec::new()) };
    let mut moves: Vec<(Seat, String)> = Vec::new();
    // The number of the hand being played before each move.
    let mut hands: Vec<u32> = Vec::new();
    let mut showdown = None;
    while let Some((seat, text)) = (moves.len() < MOST_MOVES).then(|| likely(&*whole)).flatten() {
        hands.push(whole.status().hand);
        let facts = whole.act(seat, &text).map_err(|refusal| Ending::other(refusal.says(&names)))?;
        showdown = facts.iter().find_map(|fact| whole.showdown_screen(fact, &names)).or(showdown);
        moves.push((seat, text));
    }
    let mut early = start().map_err(Ending::not_offered)?;
    let stem = format!("{}-{}-{seats}", listed.id(), variant.id);
    let title = format!("{}, {seats} players", variant.title.says(engine::Language::English));
    let mut shots = Vec::new();
    let mut take = |stage: &str, what: &str, screen: Screen| {
        let tells_most = matches!(stage, "2-board" | "2-seat" | "3-showdown" | "3-result");
        if !(screen.zones.is_empty() && screen.hand.is_empty()) {
            shots.push(Shot { name: format!("{stem}-{stage}"), about: format!("{title}: {what}"), screen, tells_most });
        }
    };
    take("1-board", "after the deal", early.screen(None, &names));
    take("1-seat", "as a player sees it", early.screen(Some(Seat::FIRST), &names));
    for (seat, text) in &moves[..midst(&hands)] {
        early.act(*seat, text).map_err(|refusal| Ending::other(refusal.says(&names)))?;
    }
    take("2-board", "half-way", early.screen(None, &names));
    let mover = asked(&*early).unwrap_or(Seat::FIRST);
    take("2-seat", "as the player to move sees it", early.screen(Some(mover), &names));
    take("3-board", "the end", whole.screen(None, &names));
    if let Some(screen) = showdown {
        take("3-showdown", "how a hand ended", screen);
    }
    if let Some(screen) = whole.result_screen(&names) {
        take("3-result", "the score sheet", screen);
    }
    Ok(shots)
}

/// A moment in the middle of a match at which there is something to see: two thirds through the hand that is being
/// played half-way.
fn midst(hands: &[u32]) -> usize {
    let half = hands.get(hands.len() / 2);
    let begins = hands.partition_point(|hand| Some(hand) < half);
    let ends = hands.partition_point(|hand| Some(hand) <= half);
    begins + (ends - begins) * 2 / 3
}

fn asked(play: &dyn Play) -> Option<Seat> {
    play.awaiting().seats().iter().next()
}

/// The move that the seat on turn would be offered first; if several may act, each gets its chance. Two moves in
/// three show the game better, if the game can demonstrate. `None` once the match is over.
fn likely(play: &dyn Play) -> Option<(Seat, String)> {
    let seats: Vec<Seat> = play.awaiting().seats().iter().collect();
    let (seat, moves) = (*seats.get(play.moves() as usize % seats.len().max(1))?, play.moves());
    if let Some(answer) = (moves % 3 != 0).then(|| play.demonstrate(seat)).flatten() {
        return Some((seat, answer));
    }
    play.likeliest(seat).map(|text| (seat, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gallery_says_what_pictures_say_today() {
        let page = page(catalog::games(), false, |_| Ok(())).unwrap_or_else(|_| panic!("a match cannot be played"));
        let kept = include_str!("../../docs/gallery/README.md");
        let anew = "draw it anew: `cargo run -- gallery docs/gallery`";
        for (now, then) in page.lines().zip(kept.lines()) {
            assert_eq!(now, then, "{anew}");
        }
        assert_eq!(page.len(), kept.len(), "one of the two goes on; {anew}");
    }
}
