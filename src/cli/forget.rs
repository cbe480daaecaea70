//! `upcard forget`: says what is kept of a person, or deletes it.

use crate::config::Config;
use crate::engine::list;
use crate::store::{Found, Store, Traces, UserId};

use super::{Ending, say};

/// Says what is stored about a person, and with `sure` deletes it.
pub(super) async fn run(config: Config, user: u64, sure: bool) -> Result<(), Ending> {
    // Without a database here, the answer must not be that nothing is known.
    let looked = Store::look(&config.database).await?;
    if looked.found == Found::Nothing {
        return Err(Ending::database(format!(
            "There is no database at {}. Set DATABASE_URL to the one the bot uses.",
            looked.path
        )));
    }
    let user = UserId(user);
    let found = if sure || looked.found == Found::Older {
        // A running bot keeps tables in memory, with the people who sit there.
        let _alone = Store::alone(&config.database).await?;
        let store = Store::open(&config.database).await?;
        let found = if sure { store.forget(user).await } else { store.traces(user).await };
        store.close().await;
        found?
    } else {
        Store::traces_beside(&config.database, user).await?
    };
    if found.is_none() {
        say(format_args!("Nothing is known of {user}."));
        return Ok(());
    }
    if !found.live.is_empty() {
        return Err(Ending::other(in_the_way(user, &found)));
    }
    let kept = kept(&found);
    if sure {
        say(format_args!("Forgotten: {kept}. At tables and in results {user} is \"Somebody\" now."));
    } else {
        say(format_args!("Of {user} there are: {kept}. To forget this for good, add --yes."));
    }
    Ok(())
}

fn in_the_way(user: UserId, found: &Traces) -> String {
    let codes: Vec<String> = found.live.iter().map(ToString::to_string).collect();
    format!(
        "{user} sits at a table that is not over: {}. It has to end first: `/table leave` or `/table resign` by them, or \
         `/table end` by its host or a moderator.",
        list(&codes)
    )
}

/// "3 tables, 2 results, 8 places on leaderboards and settings".
fn kept(found: &Traces) -> String {
    let count = |n: u32, one: &str, more: &str| (n > 0).then(|| format!("{n} {}", if n == 1 { one } else { more }));
    let all = [
        count(found.tables, "table", "tables"),
        count(found.results, "result", "results"),
        count(found.ratings, "place on leaderboards", "places on leaderboards"),
        found.settings.then(|| "settings".to_owned()),
    ];
    list(&all.into_iter().flatten().collect::<Vec<_>>())
}
