//! Choosing a game: what each is like, and ways into it.

use crate::discord::SPOKEN;
use std::sync::{Arc, LazyLock};

use crate::tables::Person;
use engine::Overrides;
use engine::catalog::{self, Listed, VariantInfo};
use engine::english::players;
use engine::picture::{Group, Screen, Zone};

use super::super::preferences::Look;
use super::super::press::Press;
use super::super::ui::{Button, Limit, Message, MessageBuilder, Select, SelectLine, Style, plain};
use super::{PLAIN, shown};
use crate::discord::ui::Art;

const _: fn(engine::Language) = |engine::Language::English| ();

/// All games in a picture: cards that stand for each.
static SHELF: LazyLock<Arc<Screen>> = LazyLock::new(|| {
    let group =
        |game: &&'static dyn Listed| Group::fan(game.emblem()).label(game.title()).note(who_and_how_long(*game));
    let groups = catalog::games().iter().map(group).collect();
    let each = catalog::games().iter().map(|game| format!("{}, {}", game.title(), who_and_how_long(*game)));
    Arc::new(Screen {
        color: PLAIN,
        zones: vec![Zone::Groups(groups)],
        alt: format!("The games of the room: {}.", each.collect::<Vec<_>>().join("; ")),
        ..Screen::default()
    })
});

/// `2 to 4 players · 25 min`
fn who_and_how_long(game: &dyn Listed) -> String {
    let usual = Overrides::new();
    let counts = |variant: &VariantInfo| game.counts(Some(variant.id), &usual).unwrap_or_default();
    let mut counts: Vec<u8> = game.variants().iter().flat_map(counts).collect();
    counts.sort_unstable();
    counts.dedup();
    format!("{} · {} min", players(counts), game.minutes())
}

/// All games: what each is like, and how to play it.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn games(look: Look, direct: bool) -> Result<Message, Limit> {
    shown(look, &*SHELF, |look| {
        let draft = MessageBuilder::new().accent(PLAIN).text("### What shall it be?");
        let draft = if look.picture { draft.picture(Art::new(Arc::clone(&SHELF), look.theme)) } else { draft };
        let line = |game: &&dyn Listed| {
            // The picture says the rest.
            let beside = if look.picture { String::new() } else { format!("\n-# {}", who_and_how_long(*game)) };
            format!("**{}** · {}{beside}", game.title(), game.feels(SPOKEN))
        };
        let lines: Vec<String> = catalog::games().iter().map(line).collect();
        let draft = draft.text(lines.join("\n"));
        let offer = |game: &&dyn Listed| SelectLine::new(game.title(), &who_and_how_long(*game), game.id());
        let offers = || catalog::games().iter().map(offer).collect::<Result<Vec<_>, _>>();
        let teaches = Select::new(Press::Lessons.name()?, "Teach me…", offers()?)?;
        if direct {
            let tables = "-# Tables are opened in a server's channels, with `/play`.";
            return draft.text(tables).select(teaches).build();
        }
        draft
            .select(teaches)
            .select(Select::new(Press::Open.name()?, "Open a table here for…", offers()?)?)
            .select(Select::new(Press::First.name()?, "Deal me a first hand of…", offers()?)?)
            .select(Select::new(Press::Pages.name()?, "Read the rules of…", offers()?)?)
            .build()
    })
}

/// The games that two can play.
pub fn for_two() -> impl Iterator<Item = &'static dyn Listed> {
    catalog::games().iter().copied().filter(|game| game.variants().iter().any(|v| v.seats.contains(&2)))
}

/// Which game somebody is to be challenged to.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn challenge(opponent: &Person) -> Result<Message, Limit> {
    let offer = |game: &'static dyn Listed| SelectLine::new(game.title(), game.feels(SPOKEN), game.id());
    let offers = for_two().map(offer).collect::<Result<Vec<_>, _>>()?;
    let press = Press::Challenge(opponent.id, opponent.name().to_owned()).name()?;
    MessageBuilder::new()
        .accent(PLAIN)
        .text(format!("### What shall it be against {}?", plain(opponent.name())))
        .select(Select::new(press, "Challenge to…", offers)?)
        .text("-# `/challenge` takes a variant, a clock and options, too.")
        .build()
}

/// The button that leads to all games.
///
/// # Errors
/// Never in practice.
pub(super) fn all_games() -> Result<Button, Limit> {
    Ok(Button::new("All games", Press::Games.name()?, Style::Secondary))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::ui::Audience;
    use render::Theme;

    #[test]
    fn every_game_says_what_it_is_like_and_has_cards_that_stand_for_it() {
        for look in [Look::TEXT, Look { picture: true, theme: Theme::Light }] {
            let said = games(look, false).unwrap().reply(Audience::Caller).to_string();
            for game in catalog::games() {
                assert!(said.contains(game.feels(SPOKEN)) && !game.emblem().is_empty(), "{}", game.id());
                assert!(said.contains(&who_and_how_long(*game)), "{said}");
            }
        }
        let of = |game| who_and_how_long(catalog::game(game).unwrap());
        assert_eq!(of("gin-rummy"), "2 to 4 players · 25 min");
        assert_eq!(of("pegs-and-jokers"), "4, 6 or 8 players · 45 min");
        let direct = games(Look::TEXT, true).unwrap().reply(Audience::Caller).to_string();
        assert!(!direct.contains("Open a table here"), "tables are opened in channels");
    }
}
