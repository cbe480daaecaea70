//! Where to start.

use super::super::ui::{Limit, Message, MessageBuilder};

const START: &str = "### A card room in this channel
`/play` opens a table: others press **Join**, you press **Start**. `/challenge` asks one person.
Press the buttons on the board and beside your hand, or type `/move`, which lists what you may do.
`/rules` has the rules of each game, `/leaderboard` who plays best.
Boards are pictures. As words: `/settings me boards:Text` for what you alone see, `/settings server boards:Text` for all.
-# `/help topic:` says more about tables, moves, hands and ratings.";

const START_DIRECT: &str = "### Your hands come here
Tables are opened in a server's channels, with `/play`. From here you can play at all of yours: press the buttons beside a hand, or \
type `/move`, which lists what you may do; `/hand` shows a hand again.
`/rules` has the rules of each game, `/leaderboard` who plays best.
-# `/help topic:` says more about tables, moves, hands and ratings.";

const TABLES: &str = "### Tables
One table a channel; `thread:True` opens another one in a thread of its own. `private:True` is for those whom you invite \
under **Options**.
Whoever opened the table is its host (if they leave, the next one is): **Options** changes the variant, the house rules and the seats, and `/table kick` frees a \
seat; whoever was sent away comes back when the host lets them, under **Options**. `/table end` closes it without a result; once nobody has moved for a day, anybody at the table \
may do that.
A match waits for you: it survives restarts, and nobody has to stay. `/board` posts the board anew at the bottom.";

const MOVES: &str = "### Moves
**On the board** stand the moves that all may see, **beside your hand** those with your cards.
`/move` takes every move in words. Its list shows complete legal moves, the likeliest first; type a card to narrow it.
What is not allowed is refused with the rule that says so, and nothing happens. A button that is too old says so, and plays nothing.";

const HANDS: &str = "### Your hand
It comes by direct message at each deal and changes as you play, unless you or this server chose the button with `/settings`. \
**My hand** on the board, or `/hand`, shows it to you alone.
Boards and hands can be words instead of pictures: `/settings me boards:Text`. Boards in channels are as the server has them.
No message from me, though `/settings me` says *by direct message*? Open this server's menu → Privacy Settings → Direct Messages, or just press **My hand**.";

const RATINGS: &str = "### Ratings
Every match that is played to its end counts, resigned ones too; a table that was closed does not, nor a match in which the host voided a hand.
**Points** are an estimate of your skill minus three times its uncertainty (the Weng–Lin method), so that everybody starts at 1000; \
leaderboards of the month and of the season begin anew with each. They are computed after each match from its places, however large the \
scores: your first matches, before which nothing is known of you, move them most, and so do matches of many sides, which compare you \
with more people at once.
There is a rating for each game and one for all games together. `/leaderboard` ranks this server or everywhere, this season, this month or all time, and always \
shows your own rank.";

/// Help about a topic, or where to start: in a channel, or in direct messages.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn help(topic: Option<&str>, direct: bool) -> Result<Message, Limit> {
    MessageBuilder::new()
        .text(match topic {
            Some("tables") => TABLES,
            Some("moves") => MOVES,
            Some("hands") => HANDS,
            Some("ratings") => RATINGS,
            _ if direct => START_DIRECT,
            _ => START,
        })
        .build()
}

#[cfg(test)]
mod tests {
    use skillratings::MultiTeamOutcome;
    use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

    use super::*;
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
