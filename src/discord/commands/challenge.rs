//! `/challenge`: a table for two, with an invitation. The user command *Challenge* asks first what to play.

use crate::discord::SPOKEN;
use crate::tables::{Clock, NewTable, Person};
use engine::english::{list, players};
use engine::{Overrides, catalog};

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;
use super::play::{Ordered, USUAL_LEVEL, clock, open};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Challenges somebody.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let named = line.somebody("opponent").or_else(|| line.somebody("user"));
    let (opponent, bot) = named.ok_or_else(|| HandlerError::say("Choose an `opponent`."))?;
    if bot && !app.api.is_me(opponent.id) {
        return Err(HandlerError::say("Other bots cannot be challenged; I can."));
    }
    if line.text("game").is_none() {
        return Ok(Reply::Whisper(screens::challenge(opponent)?));
    }
    challenge(app, from, Ordered::read(line)?, opponent, clock(line)?).await
}

/// Challenges somebody to this game, as it is usually played.
///
/// # Errors
/// What to say instead.
pub async fn usual(app: &App, from: &Incoming, opponent: &Person, game: &str) -> Handled {
    let asked = Ordered { game: catalog::game(game)?, variant: None, options: Overrides::new() };
    challenge(app, from, asked, opponent, Clock::None).await
}

async fn challenge(app: &App, from: &Incoming, asked: Ordered, opponent: &Person, clock: Clock) -> Handled {
    for_two(&asked)?;
    asked.check(Some(2))?;
    if app.api.is_me(opponent.id) {
        // The house accepts at once.
        let with = |new| NewTable { seats: Some(2), houses: vec![USUAL_LEVEL], clock, ..new };
        return open(app, from, &asked, from.place, with).await;
    }
    let invited = Some(opponent.clone());
    open(app, from, &asked, from.place, |new| NewTable { invited, clock, ..new }).await
}

/// Refuses a game or variant that two cannot play, and lists those that they can.
fn for_two(asked: &Ordered) -> Result<(), HandlerError> {
    let game = asked.game;
    let all = game.variants();
    let ids: Vec<String> = all.iter().filter(|v| v.seats.contains(&2)).map(|v| format!("`{}`", v.id)).collect();
    if ids.is_empty() {
        let titles: Vec<&str> = screens::for_two().map(|game| game.title()).collect();
        let title = game.title();
        return Err(HandlerError::say(format!(
            "Two cannot play {title}: `/play` opens a table for more. For two there are {}.",
            list(&titles)
        )));
    }
    let chosen = match &asked.variant {
        Some(id) => game.variant(id),
        None => all.first(),
    };
    match chosen.filter(|v| !v.seats.contains(&2)) {
        Some(variant) => Err(HandlerError::say(format!(
            "{} {} is for {}, and a challenge for two: {}. `/play` opens a table for more.",
            game.title(),
            variant.title.says(SPOKEN),
            players(variant.seats.clone()),
            list(&ids)
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::incoming::Given;
    use super::*;

    fn refused(game: &str, variant: Option<&str>) -> Option<String> {
        let given = |name: &str, text: &str| (name.to_owned(), Given::Text(text.to_owned()));
        let options = [Some(given("game", game)), variant.map(|id| given("variant", id))];
        let asked = Ordered::read(&Line::new("challenge", options.into_iter().flatten().collect())).unwrap();
        match for_two(&asked) {
            Ok(()) => None,
            Err(HandlerError::Say(words)) => Some(words),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_offered_for_two_is_theirs_as_it_is_usually_played_and_as_it_is_learnt() {
        for game in screens::for_two() {
            for variant in [None, Some(game.lesson(SPOKEN).variant)] {
                assert_eq!(refused(game.id(), variant), None);
            }
        }
    }

    #[test]
    fn what_two_cannot_play_is_answered_by_what_they_can() {
        assert_eq!(refused("gin-rummy", None), None);
        assert_eq!(refused("key-of-the-door", Some("assisted")), None);
        let three = refused("gin-rummy", Some("Three-hand")).unwrap();
        assert!(
            three.starts_with("Gin Rummy Three-hand is for 3 players, and a challenge for two: `classic`, "),
            "{three}"
        );
        let pegs = refused("pegs-and-jokers", None).unwrap();
        assert!(pegs.starts_with("Two cannot play Pegs and Jokers") && pegs.contains("Gin Rummy, "), "{pegs}");
        assert_eq!(refused("gin-rummy", Some("no-such")), None, "what is no variant is refused as such");
    }
}
