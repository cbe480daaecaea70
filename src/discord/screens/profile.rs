//! How somebody has done.

use crate::discord::SPOKEN;
use std::fmt::Write;
use std::sync::Arc;

use crate::store::{BestMoment, GameTally, HOUSE, MatchesOf, MomentKind, Profile, Tally};
use crate::tables::Person;
use engine::columns::left;
use engine::picture::{Curve, Screen, Sheet, Zone};
use engine::{catalog, figure, isolated, told_apart};
use render::draws;

use super::super::preferences::Look;
use super::super::press::{ALL, HistoryAct, Leaders, Press, Whose};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Select, SelectLine, Style, plain};
use super::{accent, shown, table, title_of};
use crate::store::Period;

const _: fn(engine::Language) = |engine::Language::English| ();

/// The most opponents that are listed.
pub const RIVALS: u32 = 5;
/// The longest course of a rating that is drawn.
pub const COURSE: u32 = 100;
/// What somebody is called who was forgotten.
const FORMER: &str = "a former player";

/// Somebody's profile: of one game, or all.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn profile(who: &Person, game: Option<&str>, found: &Profile, look: Look) -> Result<Message, Limit> {
    let of = Shown { name: plain(who.name()), game, found, rivals: rivals(found, |_| true) };
    let drawn = Shown { name: who.drawn(draws), rivals: rivals(found, draws), ..of.clone() };
    let screen = Arc::new(drawn.picture());
    shown(look, &screen, |look| of.draw(who, look, &screen))
}

/// The opponents' names, told apart.
fn rivals(found: &Profile, draws: fn(char) -> bool) -> Vec<String> {
    let name = |of: &crate::store::Opponent| match of.name.as_str() {
        "" => FORMER.to_owned(),
        name => Person::new(of.user, name).drawn(draws),
    };
    told_apart(found.opponents.iter().map(name))
}

#[derive(Clone)]
struct Shown<'a> {
    name: String,
    game: Option<&'a str>,
    found: &'a Profile,
    rivals: Vec<String>,
}

/// `12 of 20`
fn won(tally: &Tally) -> String {
    format!("{} of {}", tally.wins, tally.matches)
}

impl Shown<'_> {
    fn scope(&self) -> &str {
        self.game.map_or("All games", title_of)
    }

    /// `rank 3 of 20, 1138 points`, and how often they won.
    fn headline(&self) -> String {
        let mut all = Vec::new();
        if let Some(rank) = &self.found.rank {
            all.push(format!("rank {} of {}, {} points", rank.rank, self.found.ranked, figure(rank.points)));
        }
        let tally = &self.found.tally;
        if tally.matches > 0 {
            all.push(format!("won {}", won(tally)));
        }
        if tally.streak > 1 {
            all.push(format!("the last {} in a row", tally.streak));
        }
        if tally.longest > tally.streak.max(1) {
            all.push(format!("{} in a row at best", tally.longest));
        }
        all.join(" · ")
    }

    /// What was played, with the figures of each: by game, or by variant.
    fn played(&self) -> Vec<(String, Option<i64>, Tally)> {
        match self.game {
            None => {
                let line =
                    |of: &GameTally| (title_of(&of.game).to_owned(), of.points.map(|(points, _)| points), of.tally);
                self.found.games.iter().map(line).collect()
            }
            Some(game) => {
                let variant = |id: &str| {
                    let known = catalog::game(game).ok().and_then(|game| game.variant(id));
                    known.map_or_else(|| id.to_owned(), |variant| variant.title.says(SPOKEN).to_owned())
                };
                self.found.variants.iter().map(|(id, tally)| (variant(id), None, *tally)).collect()
            }
        }
    }

    /// Against whom: people, then the house.
    fn met(&self) -> Vec<(String, String)> {
        let people = self.rivals.iter().zip(&self.found.opponents).map(|(name, of)| (name.clone(), won(&of.tally)));
        let house = self.found.against.iter().map(|of| {
            let name = if draws(HOUSE) { format!("{HOUSE} {}", of.level) } else { format!("house, {}", of.level) };
            (name, format!("{} of {}", of.wins, of.matches))
        });
        people.chain(house).collect()
    }

    fn picture(&self) -> Screen {
        let found = self.found;
        let mut zones = Vec::new();
        if found.course.points.len() > 1 {
            zones.push(Zone::Course(Curve {
                points: found.course.points.iter().map(|points| *points as i32).collect(),
            }));
            if self.game.is_none() {
                zones.push(Zone::Line(format!("Rating in {}, match by match", title_of(&found.course.game))));
            }
        }
        let is_rated = self.game.is_none();
        let played = self.played();
        if !played.is_empty() {
            let head = if is_rated {
                vec!["game", "rating", "won", "best streak"]
            } else {
                vec!["variant", "won", "best streak"]
            };
            let row = |(name, points, tally): &(String, Option<i64>, Tally)| {
                let points = is_rated.then(|| points.map_or_else(|| "–".to_owned(), figure));
                let mut row = vec![name.clone()];
                row.extend(points);
                row.extend([won(tally), tally.longest.to_string()]);
                row
            };
            let head = head.into_iter().map(str::to_owned).collect();
            zones.push(Zone::Sheet(Sheet { head, rows: played.iter().map(row).collect(), strong: None }));
        }
        let met = self.met();
        if !met.is_empty() {
            let head = vec!["against".to_owned(), "won".to_owned()];
            let rows = met.iter().map(|(name, won)| vec![isolated(name), won.clone()]).collect();
            zones.push(Zone::Sheet(Sheet { head, rows, strong: None }));
        }
        Screen {
            color: accent(self.game.unwrap_or_default()),
            title: format!("{} · {}", isolated(&self.name), self.scope()),
            headline: self.headline(),
            zones,
            alt: self.alt(&played, &met),
            ..Screen::default()
        }
    }

    fn alt(&self, played: &[(String, Option<i64>, Tally)], met: &[(String, String)]) -> String {
        let mut alt = format!("{}, {}: {}.", isolated(&self.name), self.scope(), self.headline());
        if let ([first, .., last], course) = (self.found.course.points.as_slice(), &self.found.course) {
            let (low, high) =
                (course.points.iter().min().unwrap_or(first), course.points.iter().max().unwrap_or(first));
            let _ = write!(
                alt,
                " Rating in {} over {} matches: from {} to {}, between {} and {}.",
                title_of(&course.game),
                course.points.len(),
                figure(*first),
                figure(*last),
                figure(*low),
                figure(*high)
            );
        }
        for (name, points, tally) in played {
            let points = points.map_or_else(String::new, |points| format!(" rating {},", figure(points)));
            let _ = write!(alt, " {name}:{points} won {}.", won(tally));
        }
        for (name, won) in met {
            let _ = write!(alt, " Against {}: won {won}.", isolated(name));
        }
        alt
    }

    /// The same in columns, none of them wider than a phone.
    fn columns(&self) -> String {
        let mut text = String::new();
        for (name, points, tally) in self.played() {
            let points = points.map_or_else(String::new, figure);
            let _ = writeln!(text, "{}  {points:>5}  {}", left(&name, 18), won(&tally));
        }
        for (name, won) in self.met() {
            let _ = writeln!(text, "{}  {won}", isolated(&left(&format!("– {name}"), 25)));
        }
        text.trim_end().to_owned()
    }

    fn draw(&self, who: &Person, look: Look, screen: &Arc<Screen>) -> Result<Message, Limit> {
        let head = format!("### {}\n-# {}, everywhere and of all time", self.name, self.scope());
        let draft = MessageBuilder::new().accent(accent(self.game.unwrap_or_default())).text(head);
        let mut draft = match (screen.zones.is_empty(), self.game) {
            (true, None) => {
                let none = format!("{} has finished no match yet. `/play` opens a table.", self.name);
                return draft.text(none).build();
            }
            (true, Some(game)) => draft.text(format!("{} has finished no match of {} yet.", self.name, title_of(game))),
            (false, _) => {
                let headline = if look.picture { String::new() } else { plain(&self.headline()) };
                table(draft.text(headline), look, screen, &self.columns()).text_cut(moments(&self.found.moments))
            }
        };
        if self.found.games.len() > 1 || self.game.is_some() {
            draft = draft.select(games(who, self.game, &self.found.games)?);
        }
        let leaders =
            Leaders { whose: Whose::Everywhere, game: self.game.map(str::to_owned), period: Period::AllTime, page: 1 };
        let of = MatchesOf { user: who.id, game: self.game.map(str::to_owned), against: None };
        let matches = Press::History(of, HistoryAct::Newest).name()?;
        draft
            .buttons([
                Button::new("Matches", matches, Style::Secondary),
                Button::new("Leaderboard", Press::Leaders(leaders).name()?, Style::Secondary),
            ])
            .build()
    }
}

/// The list of games to look at.
fn games(who: &Person, now: Option<&str>, played: &[GameTally]) -> Result<Select, Limit> {
    let all = SelectLine::new("All games", "", ALL)?.chosen(now.is_none());
    let line = |of: &GameTally| {
        Ok(SelectLine::new(title_of(&of.game), "", of.game.as_str())?.chosen(now == Some(of.game.as_str())))
    };
    let lines = std::iter::once(Ok(all)).chain(played.iter().map(line)).take(25).collect::<Result<Vec<_>, Limit>>()?;
    Select::new(Press::Profile(who.id).name()?, "Look at a game…", lines)
}

/// `- Highest rating: 1143 in Gin Rummy, 3 Nov · /replay match:k7f2 at:57`
fn moments(all: &[BestMoment]) -> String {
    let line = |of: &BestMoment| {
        let (game, value) = (title_of(&of.game), of.value);
        let what = match of.kind {
            MomentKind::Peak => format!("Highest rating: **{}** in {game}", figure(value)),
            MomentKind::Gain => format!("Most points won in a match: **+{value}** in {game}"),
            MomentKind::Streak if value < 2 => return None,
            MomentKind::Streak => format!("Longest streak: **{value}** won in a row in {game}"),
        };
        let (day, table, moves) = (of.finished / 1000, of.table, of.moves);
        Some(format!("- {what}, <t:{day}:d> · `/replay match:{table} at:{moves}`"))
    };
    let lines: Vec<String> = all.iter().filter_map(line).collect();
    if lines.is_empty() { String::new() } else { format!("**Best moments**\n{}", lines.join("\n")) }
}

#[cfg(test)]
mod tests {
    use engine::columns::width;

    use super::*;
    use crate::store::{AgainstHouse, Level, Opponent, RatingCourse as Points, UserId};

    fn found() -> Profile {
        let tally = |matches, wins| Tally { matches, wins, losses: matches - wins, streak: 3, longest: 7 };
        let game = |id: &str, points, matches, wins| GameTally {
            game: id.to_owned(),
            tally: tally(matches, wins),
            points: Some((points, matches)),
        };
        let points = (0..60).map(|n| 1000 + n * 3 + (n * n * 7) % 41 - (n % 9) * 6).collect();
        let opponent = |user, name: &str| Opponent { user: UserId(user), name: name.to_owned(), tally: tally(9, 4) };
        Profile {
            tally: tally(93, 50),
            games: vec![game("gin-rummy", 1143, 60, 33), game("pegs-and-jokers", 997, 33, 17)],
            opponents: vec![opponent(2, "Ben"), opponent(3, "Ben"), opponent(4, "")],
            against: vec![AgainstHouse { level: Level::Hard, matches: 12, wins: 2 }],
            course: Points { game: "gin-rummy".to_owned(), points },
            moments: vec![BestMoment {
                kind: MomentKind::Gain,
                game: "gin-rummy".to_owned(),
                value: 41,
                table: "k7f2".parse().unwrap(),
                finished: 5000,
                moves: 57,
            }],
            ..Profile::default()
        }
    }

    #[test]
    fn a_profile_says_the_same_as_a_picture_and_in_words() {
        let ada = Person::new(UserId(1), "Ada");
        let found = found();
        let look = Look { picture: true, ..Look::TEXT };
        let drawn = profile(&ada, None, &found, look).unwrap();
        let alt = drawn.art().unwrap().screen.alt.clone();
        for part in [
            "Ada, All games: won 50 of 93",
            "the last 3 in a row",
            "Rating in Gin Rummy over 60 matches: from 1000",
            "Gin Rummy: rating 1143, won 33 of 60",
            "Against Ben 2: won 4 of 9",
            "Against a former player: won 4 of 9",
            "hard: won 2 of 12",
        ] {
            assert!(alt.contains(part), "{part}\n{alt}");
        }
        let words = profile(&ada, None, &found, Look::TEXT).unwrap().edit().to_string();
        for part in ["1143  33 of 60", "– Ben 2", "Most points won in a match: **+41**", "`/replay match:k7f2 at:57`"]
        {
            assert!(words.contains(part), "{part}\n{words}");
        }
        let of = Shown { name: "Ada".to_owned(), game: None, found: &found, rivals: rivals(&found, |_| true) };
        assert!(of.columns().lines().all(|line| width(line) <= 40), "{}", of.columns());
    }

    #[test]
    fn a_game_without_a_finished_match_leads_back_to_the_others() {
        let ada = Person::new(UserId(1), "Ada");
        for look in [Look::TEXT, Look { picture: true, ..Look::TEXT }] {
            let none = profile(&ada, Some("klaberjass"), &Profile::default(), look).unwrap();
            let said = none.edit().to_string();
            for part in ["Ada has finished no match of Klaberjass yet.", "All games", "Matches", "Leaderboard"] {
                assert!(said.contains(part), "{part}\n{said}");
            }
            let said = profile(&ada, None, &Profile::default(), look).unwrap().edit().to_string();
            assert!(said.contains("has finished no match yet. `/play` opens a table."), "{said}");
        }
    }
}
