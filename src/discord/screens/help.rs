//! Where to start.

use super::super::ui::{Draft, Limit, Message};

const START: &str = "### A card room in this channel
`/play` opens a table: others press **Join**, you press **Start**. `/challenge` asks one person.
Press the buttons on the board and beside your hand, or type `/move`, which lists what you may do.
`/rules` has the rules of each game, `/leaderboard` who plays best.
-# `/help topic:` says more about tables, moves, hands and ratings.";

const TABLES: &str = "### Tables
One table a channel; `thread:true` opens another one in a thread of its own. `private:true` is for those whom you invite \
under **Options**.
Whoever opened the table keeps it: **Options** changes the variant, the house rules and the seats, and `/table kick` gives a \
seat free. `/table end` closes it without a result; once nobody has moved for a day, anybody at the table \
may do that.
A match waits for you: it survives restarts, and nobody has to stay. `/board` posts the board anew at the bottom.";

const MOVES: &str = "### Moves
**On the board** stand the moves that all may see, **beside your hand** those with your cards.
`/move` takes every move in words. Its list shows complete legal moves, the likeliest first; type a card to narrow it.
What is not allowed is refused with the rule that says so, and nothing happens. A button that is too old does nothing.";

const HANDS: &str = "### Your hand
It comes by direct message at each deal and changes as you play. **My hand** on the board, or `/hand`, shows it to you alone.
No message from me? Open this server's menu → Privacy Settings → Direct Messages, or just press **My hand**.";

const RATINGS: &str = "### Ratings
Every match that is played to its end counts, resigned ones too; a table that was closed does not.
Ratings are kept by game. `/leaderboard` ranks this server or everywhere, this season, this month or all time, and always \
shows your own rank.";

/// Help about a topic, or where to start.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn help(topic: Option<&str>) -> Result<Message, Limit> {
    Draft::new()
        .text(match topic {
            Some("tables") => TABLES,
            Some("moves") => MOVES,
            Some("hands") => HANDS,
            Some("ratings") => RATINGS,
            _ => START,
        })
        .build()
}
