//! What the face says of any game's match: the end of a match that was given up.

use super::Play;
use crate::engine::catalog::{self, Setup};
use crate::engine::{Names, Seat};

fn begun(game: &str, variant: Option<&str>) -> Box<dyn Play> {
    let setup = Setup { variant: variant.map(str::to_owned), ..Setup::default() };
    catalog::game(game).and_then(|game| game.start(setup)).expect("the table starts").0
}

#[test]
fn a_match_that_was_given_up_asks_nothing() {
    for game in catalog::games() {
        let mut play = begun(game.id(), None);
        let seats = play.sides().count();
        let names = Names::plain(seats);
        let asked = play.board(None, &names).prompt;
        for seat in Seat::all(seats) {
            if play.standings().is_none() {
                play.act(seat, "resign").expect("at any time");
            }
        }
        let over = play.result_screen(&names).expect("the match is over");
        assert!(!over.alt.contains(&asked), "{}: {}", game.id(), over.alt);
        assert_ne!(play.board(None, &names).prompt, asked, "{}", game.id());
        assert!(!play.screen(None, &names).alt.contains(&asked), "{}", game.id());
    }
}
