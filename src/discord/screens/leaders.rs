//! Leaderboards.

use std::fmt::Write;
use std::sync::Arc;

use crate::store::{AgainstHouse, HOUSE, Leaderboard, Period, Ranked};
use crate::tables::Person;
use engine::columns::{left, width};
use engine::picture::{Screen, Sheet, Zone};
use engine::{figure, isolated, told_apart};
use render::draws;

use super::super::preferences::Look;
use super::super::press::{Leaders, Press, Whose};
use super::super::ui::{Button, CustomId, Limit, Message, MessageBuilder, Select, SelectLine, Style, plain};
use super::{accent, shown, table};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Lines on a page.
pub const LEADERS_A_PAGE: u32 = 10;

/// How many pages so many ranks take.
#[must_use]
pub fn leader_pages(ranked: u64) -> u32 {
    u32::try_from(ranked.div_ceil(u64::from(LEADERS_A_PAGE))).unwrap_or(u32::MAX).max(1)
}

/// `this server · this season`
fn words(what: &Leaders) -> String {
    let whose = match what.whose {
        Whose::Server => "this server",
        Whose::Everywhere => "everywhere",
    };
    let period = match what.period {
        Period::Season => "this season",
        Period::Month => "this month",
        Period::AllTime => "all time",
    };
    format!("{whose} · {period}")
}

fn turn_to(what: &Leaders, page: u32) -> Result<CustomId, Limit> {
    Press::Leaders(Leaders { page, ..what.clone() }).name()
}

/// The colour of the game, if the leaderboard is for one game.
fn color(what: &Leaders) -> u32 {
    accent(what.game.as_deref().unwrap_or_default())
}

/// A page of a leaderboard, with the caller's own rank.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn leaders(what: &Leaders, title: &str, found: &Leaderboard, look: Look) -> Result<Message, Limit> {
    let screen = Arc::new(picture(what, title, &named(found, draws)));
    let found = &named(found, |_| true);
    shown(look, &screen, |look| draw(what, title, found, look, &screen))
}

/// The page with names that are told apart: what a person is called last, whoever else is. `draws`: what can be shown.
fn named(found: &Leaderboard, draws: fn(char) -> bool) -> Leaderboard {
    let names = found.lines.iter().map(|line| Person::new(line.user, &line.name).drawn(draws));
    let lines = found.lines.iter().zip(told_apart(names)).map(|(line, name)| Ranked { name, ..line.clone() });
    Leaderboard { lines: lines.collect(), ..found.clone() }
}

fn draw(what: &Leaders, title: &str, found: &Leaderboard, look: Look, screen: &Arc<Screen>) -> Result<Message, Limit> {
    let draft = MessageBuilder::new().accent(color(what)).text(format!("### {title}\n-# {}", words(what)));
    let pages = leader_pages(found.ranked);
    let draft = if found.ranked == 0 {
        draft.text(format!("No rated match has been finished yet ({}). `/play` opens a table.", words(what)))
    } else {
        let draft = table(draft, look, screen, &lines(&found.lines));
        // A picture cannot be copied or searched, so the ranks are repeated below it in small print.
        if look.picture { draft.text_cut(format!("-# {}", ranks(&found.lines))) } else { draft }
    };
    let own = match &found.own {
        Some(own) => format!(
            "You: rank **{}** of {}, {} points.\n-# What points mean: `/help topic:ratings`",
            own.rank,
            found.ranked,
            figure(own.points)
        ),
        None if found.ranked > 0 => "You have no rated match here yet.".to_owned(),
        None => String::new(),
    };
    let draft = if found.lines.is_empty() { draft } else { draft.select(people(what, &found.lines)?) };
    let mut buttons = Vec::new();
    if what.page > 1 && found.ranked > 0 {
        buttons.push(Button::new("◀", turn_to(what, what.page - 1)?, Style::Secondary));
    }
    if what.page < pages {
        buttons.push(Button::new("▶", turn_to(what, what.page + 1)?, Style::Secondary));
    }
    draft.text(own).text(against(&found.against)).buttons(buttons).build()
}

/// The list of those on the page, whose profiles can be looked at.
fn people(what: &Leaders, lines: &[Ranked]) -> Result<Select, Limit> {
    let line = |l: &Ranked| SelectLine::new(&format!("{}. {}", l.rank, l.name), "", l.user.to_string());
    let lines = lines.iter().map(line).collect::<Result<Vec<_>, Limit>>()?;
    Select::new(Press::Profiles(what.game.clone()).name()?, "Look at somebody…", lines)
}

/// `-# 🏠 You against the house, of all time: easy 3 of 4 won · hard 1 of 6`
fn against(house: &[AgainstHouse]) -> String {
    let of = |a: &AgainstHouse| format!("{} {} of {}", a.level, figure(a.wins as i32), figure(a.matches as i32));
    let all: Vec<String> = house.iter().map(of).collect();
    if all.is_empty() {
        return String::new();
    }
    format!("-# {HOUSE} Won against the house, of all time: {} (not rated)", all.join(" · "))
}

/// The page as a picture; without zones if it has no lines.
fn picture(what: &Leaders, title: &str, found: &Leaderboard) -> Screen {
    let title = format!("Leaderboard · {title}");
    if found.lines.is_empty() {
        return Screen { title, ..Screen::default() };
    }
    let head = [PLAYER, "points", "won", "matches"].map(str::to_owned).to_vec();
    let row = |l: &Ranked| {
        vec![format!("{}. {}", l.rank, isolated(&l.name)), figure(l.points), l.wins.to_string(), l.matches.to_string()]
    };
    let sheet = Sheet {
        head,
        rows: found.lines.iter().map(row).collect(),
        strong: found.own.as_ref().and_then(|own| found.lines.iter().position(|l| l.user == own.user)),
    };
    let spoken: Vec<String> =
        found.lines.iter().map(|l| format!("{}. {}, {} points", l.rank, isolated(&l.name), figure(l.points))).collect();
    let alt = format!("{title}, {}. {}.", words(what), spoken.join("; "));
    Screen {
        color: color(what),
        title,
        headline: words(what),
        zones: vec![Zone::Sheet(sheet)],
        alt,
        ..Screen::default()
    }
}

/// `1. Ada 1138 · 2. Ben 927`
fn ranks(lines: &[Ranked]) -> String {
    let all: Vec<String> =
        lines.iter().map(|l| format!("{}. {} {}", l.rank, isolated(&plain(&l.name)), figure(l.points))).collect();
    all.join(" · ")
}

/// Heading of the names.
const PLAYER: &str = "player";
/// The widest column for names: a line has forty characters at most, so that no phone breaks it.
const NAME: usize = 16;

fn lines(lines: &[Ranked]) -> String {
    let wide = lines.iter().map(|l| width(&l.name)).max().unwrap_or(0).clamp(PLAYER.len(), NAME);
    let mut text = format!("   #  {}  points  won\n", left(PLAYER, wide));
    for l in lines {
        let (name, points) = (isolated(&left(&l.name, wide)), figure(l.points));
        let _ = writeln!(text, "{:>4}  {name}  {points:>6}  {} of {}", l.rank, l.wins, l.matches);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use crate::tables::UserId;

    use super::*;
    use crate::tables::Level;

    /// So many ranks, and none of them listed.
    fn none(ranked: u64) -> Leaderboard {
        Leaderboard { own: None, lines: Vec::new(), ranked, against: Vec::new() }
    }

    #[test]
    fn whoever_asks_sees_how_they_do_against_the_house() {
        let what = Leaders { whose: Whose::Everywhere, game: None, period: Period::AllTime, page: 1 };
        let said = |against| {
            let found = Leaderboard { against, ..none(0) };
            leaders(&what, "All games", &found, Look::TEXT).unwrap().edit().to_string()
        };
        let of = |level, wins, matches| AgainstHouse { level, matches, wins };
        let both = said(vec![of(Level::Easy, 3, 4), of(Level::Hard, 0, 1)]);
        assert!(both.contains("Won against the house, of all time: easy 3 of 4 · hard 0 of 1 (not rated)"), "{both}");
        assert!(!said(Vec::new()).contains("the house"));
    }

    #[test]
    fn of_those_who_share_a_rank_the_picture_marks_who_asks() {
        let line = |user, name: &str| Ranked {
            rank: 1,
            user: UserId(user),
            name: name.to_owned(),
            points: 900,
            matches: 1,
            wins: 1,
        };
        let found = Leaderboard { own: Some(line(2, "Ben")), lines: vec![line(1, "Ada"), line(2, "Ben")], ..none(2) };
        let what = Leaders { whose: Whose::Everywhere, game: None, period: Period::AllTime, page: 1 };
        let screen = picture(&what, "All games", &found);
        let [Zone::Sheet(sheet)] = screen.zones.as_slice() else { panic!("{:?}", screen.zones) };
        assert_eq!(sheet.strong, Some(1));
    }

    #[test]
    fn q16_namesakes_are_told_apart_wherever_a_leaderboard_lists_them() {
        let line = |user, name: &str| Ranked {
            rank: user,
            user: UserId(user),
            name: name.to_owned(),
            points: 900,
            matches: 1,
            wins: 1,
        };
        let mut found = none(6);
        let names =
            ["Ada", "Ada", "𝔸𝕕𝕒", "Аda", "فاطمة", "فاطمة", "\u{17000}", "Christopher Robinson", "Christopher Robinson"];
        found.lines = (1..).zip(names).map(|(user, name)| line(user, name)).collect();
        let what = Leaders { whose: Whose::Everywhere, game: None, period: Period::AllTime, page: 1 };
        let screen = picture(&what, "All games", &named(&found, draws));
        let [Zone::Sheet(sheet)] = screen.zones.as_slice() else { panic!("{:?}", screen.zones) };
        let drawn: Vec<&str> = sheet.rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(drawn[..4], ["1. Ada", "2. Ada 2", "3. Ada 3", "4. Аda 4"]);
        assert_eq!(drawn[4..7], ["5. \u{2068}فاطمة\u{2069}", "6. \u{2068}فاطمة 2\u{2069}", "7. Player 0007"]);
        assert!(screen.alt.contains("2. Ada 2, 900 points; 3. Ada 3"), "{}", screen.alt);
        for look in [Look::TEXT, Look { picture: true, ..Look::TEXT }] {
            let sent = leaders(&what, "All games", &found, look).unwrap().edit().to_string();
            assert!(["Ada 2", "Ada 3", "Аda 4", "فاطمة 2"].iter().all(|name| sent.contains(name)), "{sent}");
        }
        let rows = lines(&named(&found, |_| true).lines);
        assert!(rows.contains("Christopher Rob… ") && rows.contains("Christopher R… 2 "), "{rows}");
    }

    #[test]
    fn a_line_has_forty_columns_at_most() {
        let line = |rank, name: &str| Ranked {
            rank,
            user: UserId(rank),
            name: name.to_owned(),
            points: -73,
            matches: 40,
            wins: 12,
        };
        let text = lines(&[line(1, "Ada"), line(1024, &"王小明".repeat(9))]);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], "   #  player            points  won");
        assert_eq!(rows[1], "   1  Ada                  −73  12 of 40");
        assert!(rows.len() == 3 && rows.iter().all(|row| width(row) <= 40), "{text}");
        assert_eq!(lines(&[line(1, "Ada")]), "   #  player  points  won\n   1  Ada        −73  12 of 40");
    }

    #[test]
    fn no_button_leads_past_the_last_page() {
        let line = Ranked { rank: 1, user: UserId(1), name: "Ada".to_owned(), points: 900, matches: 1, wins: 1 };
        let buttons = |ranked, page| {
            let found = Leaderboard { lines: vec![line.clone()], ..none(ranked) };
            let what = Leaders { whose: Whose::Everywhere, game: None, period: Period::AllTime, page };
            let sent = leaders(&what, "All games", &found, Look::TEXT).unwrap().edit().to_string();
            ["◀", "▶"].map(|button| sent.contains(button))
        };
        assert_eq!(buttons(10, 1), [false, false]);
        assert_eq!(buttons(11, 1), [false, true]);
        assert_eq!(buttons(11, 2), [true, false]);
    }
}
