//! Where to start, by topics and by games.

use crate::discord::SPOKEN;
use engine::catalog::{self, Listed};
use engine::nearest::nearest;
use engine::rules::sections;

use super::super::press::Press;
use super::super::ui::{Button, LINES, Limit, Message, MessageBuilder, Style, cut, plain};
use super::choose::all_games;
use super::page_of;
use super::teach::teach_me;

const _: fn(engine::Language) = |engine::Language::English| ();

const START: &str = "### A card room in this channel
`/play` shows all games and opens a table: others press **Join**, you press **Start**. `/challenge` asks one person. Alone? `/play computers:1` deals at once, \
against the house. New to it? **Teach me** deals a practice hand that you alone see, and says all the way why.
Press the buttons on the board and beside your hand, or type `/move`, which lists what you may do.
`/rules` has the rules of each game, `/leaderboard` who plays best, `/daily` a puzzle a day, `/history` your matches, move by move.
Boards are pictures. As words: `/settings me boards:Text` for what you alone see, `/settings server boards:Text` for all.
-# `/help topic:` says more about tables, moves, hands, replays and ratings, and about each game, by whatever name you know it.";

const START_DIRECT: &str = "### Your hands come here
Tables are opened in a server's channels, with `/play`. From here you can play at all of yours: press the buttons beside a hand, or \
type `/move`, which lists what you may do; `/hand` shows a hand again, and `/tables` lists your tables, those that wait for you first.
New to it? **Teach me** deals a practice hand right here, and says all the way why.
`/rules` has the rules of each game, `/leaderboard` who plays best, `/daily` a puzzle a day, `/history` your matches, move by move.
-# `/help topic:` says more about tables, moves, hands, replays and ratings, and about each game, by whatever name you know it.";

const TABLES: &str = "### Tables
One table a channel; `thread:True` opens another one in a thread of its own. `private:True` is for those whom you invite \
under **Options**.
Whoever opened the table is its host (if they leave, the next one is): **Options** changes the variant, the house rules and the seats, and `/table kick` frees a \
seat; whoever was sent away comes back when the host lets them, under **Options**.
One too few? **Add the house…** or `/table computer` gives it a free seat, at the level you choose; who comes later may take it.
`/table resign` gives the match up, or leaves your seat to the house where more than two sides play, until you press **I am back**. `/table rematch` asks the same people for another, up to a week after its end.
`/table end` closes a table without a result: for its host and for moderators of the channel. Once every side has moved twice, \
anybody who plays may ask for that, and all others who are there have to agree; without their word, leaving counts as resigning. Anybody may close \
a lobby in which nothing has happened for an hour; those at the table, a match whose host has resigned.
Without a clock, **Nudge** calls whoever has kept you waiting for ten minutes; after a day all others together let the house play on, or end the match unrated.
A match waits for you: it survives restarts, and nobody has to stay. `/board` posts the board anew at the bottom, \
`/tables` lists all of yours, those that wait for you first.";

const MOVES: &str = "### Moves
**On the board** stand the moves that all may see, **beside your hand** those with your cards.
`/move` takes every move in words. Its list shows complete legal moves, the likeliest first, then turns with melds or lay-offs, unsorted; type a card to narrow it.
What is not allowed is refused with the rule that says so, and nothing happens. A button that is too old says so, and plays nothing.";

const HANDS: &str = "### Your hand
It comes by direct message at each deal and changes as you play, unless you or this server chose the button with `/settings`. \
**My hand** on the board, or `/hand`, shows it to you alone.
Boards and hands can be words instead of pictures: `/settings me boards:Text`. Boards in channels are as the server has them.
No message from me, though `/settings me` says *by direct message*? Open this server's menu → Privacy Settings → Direct Messages, or just press **My hand**.";

const HISTORY: &str = "### Matches that are over
`/history` lists those you have finished and those you play, each with its code; `user:` asks for somebody else's, `game:` for one game, and the list below it for those with one person.
`/replay match:` opens one at its beginning, from your own seat: step with the buttons, look from any seat, jump to a hand or to what stood out. `at:` opens it elsewhere, such as `at:hand 3`. **Share** posts it in the channel, where everybody can step. The result of a match and each moment of a review have a button that opens it, too.
A match that is still played has no replay: it would show every hand.";

const RATINGS: &str = "### Ratings
Every match that is played to its end counts, resigned ones too; a table that was closed does not, nor a match with the house or one in which \
the host voided a hand.
Whoever resigned, or whose seat the house plays at the end, is rated as the last of those who were there, also where their partner wins.
**Points** are an estimate of your skill minus three times its uncertainty (the Weng–Lin method), so that everybody starts at 1000; \
leaderboards of the month and of the season begin anew with each. They are computed after each match from its places, however large the \
scores: your first matches, before which nothing is known of you, move them most, and so do matches of many sides, which compare you \
with more people at once.
There is a rating for each game and one for all games together. `/leaderboard` ranks this server or everywhere, this season, this month or all time, and always \
shows your own rank.";

const PRIVACY: &str = "### What is kept about you
Your Discord id and the names you play under; at which tables you sat, or were asked to; your moves with their times; your results and \
ratings; a word that you added to a shuffle; what you chose with `/settings`; where my messages to you are, not their text; whether you are blocked; and for a year what \
managers decided about you. I receive commands and presses, and read no messages. Nobody else is given any of it.
`/privacy export` sends you all of it as a file. `/privacy forget` says what goes and what stays, asks once more, and forgets you.";

const DAILY: &str = "### The puzzle of the day
`/daily`: four cards, and a fifth to be made of them with + − × ÷ and brackets; J counts 11, Q 12, K 13. It is the same for everybody, seen by you \
alone, and new at midnight UTC; from Monday to Friday it is harder.
Your time runs from when you first see it. The same wrong answer counts once. Days in a row that you solve before midnight UTC are your streak.
**Share** posts your time, tries and streak, and nothing of the answer; **Table of the day** lists who solved it on this server; \
**Yesterday's ways** has all of them.
**What would you discard?** is a hand of gin, and the hard house says what it thinks of the card that you pick.
`/settings server daily:` announces the puzzle in a channel each day, for those who may Manage Server.";

/// The topics: what asks for each, and its text.
const TOPICS: [(&str, &str, &str); 7] = [
    ("tables", "Open a table", TABLES),
    ("moves", "Play a move", MOVES),
    ("hands", "Your hand and direct messages", HANDS),
    ("history", "Your matches and their replays", HISTORY),
    ("ratings", "Ratings and the leaderboard", RATINGS),
    ("privacy", "What is kept about you", PRIVACY),
    ("daily", "The puzzle of the day", DAILY),
];

/// Help about a topic or a game, or where to start: in a channel, or in direct messages.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn help(topic: Option<&str>, direct: bool, privacy: Option<&str>) -> Result<Message, Limit> {
    let start = if direct { START_DIRECT } else { START };
    let Some(topic) = topic.filter(|topic| !topic.trim().is_empty()) else {
        let kept = "-# What I keep about you: `/help topic:privacy`.";
        let buttons = [teach_me("gin-rummy", "Teach me Gin Rummy")?]
            .into_iter()
            .chain(first_hand("gin-rummy", direct)?)
            .chain([all_games()?]);
        return MessageBuilder::new().text(start).text(kept).buttons(buttons).build();
    };
    let meant = help_topics(topic).into_iter().next().map(|(_, value)| value);
    let found = meant.as_ref().and_then(|value| TOPICS.iter().find(|(of, ..)| of == value));
    match (found, meant.and_then(|id| catalog::game(&id).ok())) {
        (Some((id, _, text)), _) => {
            let page = if *id == "privacy" { page_of(privacy) } else { String::new() };
            MessageBuilder::new().text(*text).text(page).build()
        }
        (None, Some(game)) => about_game(game, direct),
        (None, None) => {
            let none =
                format!("There is no help about “{}”. `/rules topic:` looks in the rules.", plain(&cut(topic, 100)));
            MessageBuilder::new().text(none).text(start).build()
        }
    }
}

/// The button that deals a first hand; tables are opened in channels.
fn first_hand(game: &str, direct: bool) -> Result<Option<Button>, Limit> {
    let deals = || Ok(Button::new("Deal me a first hand", Press::Alone(game.to_owned()).name()?, Style::Primary));
    (!direct).then(deals).transpose()
}

/// What a game is, and how to come to play it.
fn about_game(game: &dyn Listed, direct: bool) -> Result<Message, Limit> {
    let (id, title) = (game.id(), game.title());
    let all = sections(game.rules());
    let intro = all.first().map_or("", |intro| intro.text).replace('\n', " ");
    let anchor = all.first().map(|intro| intro.anchor.clone()).unwrap_or_default();
    let rules = Button::new("Rules", Press::Rules(id.to_owned(), anchor).name()?, Style::Secondary);
    let ways = format!("`/play game:{title}` opens a table of it, `/rules game:{title}` has its rules.");
    MessageBuilder::new()
        .accent(super::accent(id))
        .text(format!("### {title}"))
        .text_cut(plain(&intro.replace('`', "")))
        .text(ways)
        .text(format!("-# {}", game.feels(SPOKEN)))
        .buttons([teach_me(id, "Teach me")?].into_iter().chain(first_hand(id, direct)?).chain([rules, all_games()?]))
        .build()
}

/// What there is help about, the likeliest first: each with the text that asks for it. Topics by any of their words,
/// games by any of their names; with slips too, where nothing else fits.
#[must_use]
pub fn help_topics(typed: &str) -> Vec<(String, String)> {
    let typed = typed.trim().to_lowercase();
    let topics = |fits: &dyn Fn(&(&str, &str, &str)) -> bool| -> Vec<(String, String)> {
        TOPICS.iter().filter(|topic| fits(topic)).map(|(id, name, _)| ((*name).to_owned(), (*id).to_owned())).collect()
    };
    let games = |all: Vec<&'static dyn Listed>| -> Vec<(String, String)> {
        all.into_iter().map(|game| (catalog::offered_as(game), game.id().to_owned())).collect()
    };
    let named = topics(&|(id, name, _)| id.contains(&typed) || name.to_lowercase().contains(&typed));
    let mut all = match catalog::named_in(&typed) {
        Some((game, _)) => games(vec![game]),
        None => named.into_iter().chain(games(catalog::like(&typed))).collect(),
    };
    if all.is_empty() {
        all = topics(&|(.., text)| text.to_lowercase().contains(&typed));
    }
    let names = || TOPICS.iter().flat_map(|(id, name, _)| [*id, *name]).chain(catalog::every_name());
    if all.is_empty()
        && let Some(meant) = nearest(&typed, names())
    {
        return help_topics(meant);
    }
    all.truncate(LINES);
    all
}

#[cfg(test)]
mod tests {
    use skillratings::MultiTeamOutcome;
    use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

    use super::*;
    use crate::discord::ui::Audience;
    use crate::store::points;

    #[test]
    fn o6_help_says_that_boards_can_be_words() {
        let commands = include_str!("../../../commands/settings.json");
        assert!(commands.contains(r#""name": "boards""#) && commands.contains(r#""name": "Text""#));
        for page in [START, HANDS] {
            assert!(page.contains("`/settings me boards:Text`"), "{page}");
        }
        assert!(START.contains("`/settings server boards:Text`"));
    }

    /// The winner's rating after a match between this many sides, all rated the same before it.
    fn after_a_win(before: WengLinRating, sides: usize) -> WengLinRating {
        let team = [before];
        let sides: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            (1..=sides).map(|place| (team.as_slice(), MultiTeamOutcome::new(place))).collect();
        weng_lin_multi_team(&sides, &WengLinConfig::new())[0][0]
    }

    #[test]
    fn help_is_found_by_topics_words_and_every_name_of_a_game() {
        let first = |typed: &str| help_topics(typed).into_iter().next().map(|(_, value)| value);
        for (typed, value) in [
            ("tables", "tables"),
            ("Rating", "ratings"),
            ("kick", "tables"),
            ("mooves", "moves"),
            ("tabels", "tables"),
            ("ratngs", "ratings"),
            ("pegs and jokrs", "pegs-and-jokers"),
            ("direct mess", "hands"),
            ("belotte", "klaberjass"),
            ("belote", "klaberjass"),
            ("Clob", "klaberjass"),
            ("marbles and j", "pegs-and-jokers"),
            ("gin-rummy", "gin-rummy"),
        ] {
            assert_eq!(first(typed).as_deref(), Some(value), "{typed}");
        }
        assert_eq!(help_topics("").len(), TOPICS.len() + catalog::games().len());
        let says = |topic| help(Some(topic), false, None).unwrap().reply(Audience::Caller).to_string();
        assert!(says("klob").contains("`/play game:Klaberjass` opens a table"), "{}", says("klob"));
        assert!(says("tables").contains("One table a channel"));
        assert!(says("*xyzzy*").contains("There is no help about"));
        for game in catalog::games() {
            assert!(says(game.id()).contains(game.title()));
        }
    }

    #[test]
    fn the_page_on_tables_names_what_ends_one() {
        for part in
            ["`/table resign`", "`/table rematch`", "`/table end`", "moderators", "an hour", "host has resigned"]
        {
            assert!(TABLES.contains(part), "{part}");
        }
    }

    #[test]
    fn what_is_said_of_points_is_true() {
        let new = WengLinRating::new();
        let worth = |r: &WengLinRating| 1000.0 + 40.0 * (r.rating - 3.0 * r.uncertainty);
        assert!(RATINGS.contains("minus three times its uncertainty") && RATINGS.contains("starts at 1000"));
        assert_eq!(points(&new), 1000);
        let (first, of_four) = (after_a_win(new, 2), after_a_win(new, 4));
        assert_eq!(points(&first), worth(&first).round() as i64);
        assert!(points(&of_four) > points(&first), "many sides move more");
        let tenth = (0..8).fold(first, |rating, _| after_a_win(rating, 2));
        let (early, late) = (points(&first) - 1000, points(&after_a_win(tenth, 2)) - points(&tenth));
        assert!(late < early, "the first match moves most: {early} and {late}");
    }
}
