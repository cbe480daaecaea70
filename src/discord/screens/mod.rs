//! What messages show: a table's state (or a page of rules, a ranking) made into a [`Message`]. These functions are
//! pure; nothing here sends anything.

mod board;
mod choose;
mod clock;
mod controls;
mod daily;
mod ended;
mod forms;
mod hand;
mod happened;
#[cfg(test)]
mod heard;
mod help;
mod hint;
mod history;
mod leaders;
mod lobby;
mod notes;
mod options;
mod over;
mod poster;
mod privacy;
mod profile;
mod proof;
mod replay;
mod review;
mod rules;
mod settings;
mod tables;
mod teach;
mod why_not;

use crate::discord::SPOKEN;
use std::sync::Arc;

use crate::tables::{ChannelId, GuildId, Level, MessageId, SeatInfo, Snapshot};
use engine::english::list;
use engine::picture::Screen;
use engine::{Lazily, catalog, columns};

use super::preferences::Look;
use super::press::{Press, TableAct};
use super::ui::{Art, Button, Limit, Message, MessageBuilder, Style};

pub use board::{board, closed, moved};
pub use choose::{challenge, for_two, games};
pub use controls::{control_at, control_form};
pub use daily::{Day, daily_form, daily_hand, daily_result, daily_sum, daily_table, daily_ways, morning};
pub use ended::{between, hand_over, result};
pub use forms::{form, house_rules, stamp, ways};
pub use hand::{Building, Showing, Surface, hand, hand_elsewhere, own_told};
pub use happened::{ending, news};
pub use help::{help, help_topics};
pub use hint::hint;
pub use history::{MATCHES_A_PAGE, history, in_a_list};
pub use leaders::{LEADERS_A_PAGE, leader_pages, leaders};
pub use lobby::{declined, invitation, lobby};
pub use notes::{
    Delivery, MoveAt, asked_now, cannot_write, done, happened, more, note, played, refusal, summary, sure_end,
    sure_resign, sure_void, turn, welcome, what_counts,
};
pub use options::{options, options_in_force};
pub use over::over;
pub use privacy::{export_part, forgotten, in_the_way, kept_in_words, page_of, sure_forget};
pub use profile::{COURSE, RIVALS, profile};
pub use proof::{verified, word_form};
pub use replay::{Watching, milestones, next_hand, replay};
pub use review::review;
pub use rules::{no_section, pages, rules, section_of, topics, turn as rules_turn};
pub use settings::settings;
pub use tables::{tables, which_table};
pub use teach::{Taught, not_so, practice};
pub use why_not::{broken, limits_in_words, why_not};

const _: fn(engine::Language) = |engine::Language::English| ();

/// The colour of messages about no single game.
const PLAIN: u32 = 0x005d_6d7e;

/// The colour of a game, which is that of its pictures.
fn accent(game: &str) -> u32 {
    catalog::game(game).map_or(PLAIN, |game| game.color())
}

/// What a game is called: by its id, if it is not known (any more).
fn title_of(game: &str) -> &str {
    catalog::game(game).map_or(game, |game| game.title())
}

/// A message in the look that is wanted: `draw` makes it with a picture or in words, and the words are kept in
/// reserve in case the picture cannot be sent.
fn shown<'a>(
    look: Look,
    screen: impl Described<'a>,
    draw: impl Fn(Look) -> Result<Message, Limit>,
) -> Result<Message, Limit> {
    if look.picture && !screen.described().is_empty() {
        return Ok(draw(look)?.otherwise(draw(Look::TEXT)?));
    }
    draw(Look::TEXT)
}

/// A picture that is described once somebody looks. Text must not: it takes longer than all the words.
trait Described<'a>: Copy {
    /// Looks at it.
    fn described(self) -> &'a Arc<Screen>;
}

impl<'a> Described<'a> for &'a Arc<Screen> {
    fn described(self) -> &'a Arc<Screen> {
        self
    }
}

impl<'a> Described<'a> for &'a Lazily<Arc<Screen>> {
    fn described(self) -> &'a Arc<Screen> {
        self
    }
}

/// The table itself: drawn, or in words.
fn table<'a>(draft: MessageBuilder, look: Look, screen: impl Described<'a>, words: &str) -> MessageBuilder {
    if look.picture {
        draft.picture(Art::new(Arc::clone(screen.described()), look.theme))
    } else {
        draft.code(&narrow(words))
    }
}

/// Breaks lines to a phone's width: boards are narrow enough already, but a hand or a result may contain a
/// sentence.
fn narrow(text: &str) -> String {
    text.lines().flat_map(columns::narrow).collect::<Vec<_>>().join("\n")
}

/// Seats grouped by who wins together, in the order of their first seats.
fn by_side(seats: &[SeatInfo]) -> Vec<Vec<&SeatInfo>> {
    let mut sides: Vec<Vec<&SeatInfo>> = Vec::new();
    for seat in seats {
        match sides.iter_mut().find(|side| side[0].side == seat.side) {
            Some(side) => side.push(seat),
            None => sides.push(vec![seat]),
        }
    }
    sides
}

/// The names of those who resigned.
fn resigned(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.seating.seats.iter().filter(|seat| seat.resigned).map(|seat| seat.name.as_str()).collect()
}

/// Where the house plays in the place of whoever left, or is `away`: its level, and the names there.
fn left(snapshot: &Snapshot, away: bool) -> Option<(Level, String)> {
    let is_left = |seat: &&SeatInfo| seat.left_to.is_some() && seat.away == away;
    let left: Vec<&SeatInfo> = snapshot.seating.seats.iter().filter(is_left).collect();
    let names: Vec<&str> = left.iter().map(|seat| seat.name.as_str()).collect();
    Some((left.first()?.left_to?, list(&names)))
}

/// "Gin Rummy · Oklahoma"; the variant is left out if it adds nothing.
fn title(snapshot: &Snapshot) -> String {
    let (game, variant) = (snapshot.terms.game.title(), snapshot.terms.variant_title(SPOKEN));
    if variant.is_empty() || variant == game { game.to_owned() } else { format!("{game} · {variant}") }
}

/// A message about a table, with its heading.
fn about(snapshot: &Snapshot, more: &str) -> MessageBuilder {
    let more = if more.is_empty() { String::new() } else { format!("\n-# {more}") };
    MessageBuilder::new().accent(accent(snapshot.terms.game.id())).text(format!("### {}{more}", title(snapshot)))
}

/// The same beside a picture, which says what is played for and how it stands: in one small line, that begins with `what` this is.
fn beside(snapshot: &Snapshot, what: &str, more: &[&str]) -> MessageBuilder {
    let more: String = more.iter().filter(|part| !part.is_empty()).map(|part| format!(" · {part}")).collect();
    MessageBuilder::new().accent(accent(snapshot.terms.game.id())).text(format!("-# **{what}**{more}"))
}

/// A button about the table itself.
fn act(snapshot: &Snapshot, act: TableAct, label: &str, style: Style) -> Result<Button, Limit> {
    Ok(Button::new(label, Press::Table(snapshot.table, act).name()?, style))
}

/// What is asked now, and of whom; or that nothing can be.
pub fn asks(snapshot: &Snapshot) -> String {
    match snapshot.play.stuck() {
        Some(why) => format!("This match cannot go on here: {why}. End the table."),
        None => snapshot.play.board().prompt.to_string(),
    }
}

/// The table's channel, as a link.
fn link(snapshot: &Snapshot) -> String {
    match snapshot.place.guild {
        Some(_) => format!("<#{}>", snapshot.place.channel),
        None => "these messages".to_owned(),
    }
}

/// The address of a message at the table's place.
fn message_link(snapshot: &Snapshot, (channel, message): (ChannelId, MessageId)) -> String {
    message_address(snapshot.place.guild, (channel, message))
}

fn message_address(guild: Option<GuildId>, (channel, message): (ChannelId, MessageId)) -> String {
    let server = guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
    format!("https://discord.com/channels/{server}/{channel}/{message}")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::store::{Place, Store};
    use crate::tables::{LobbyAct, MatchAct, NewTable, Person, Request, Room, Stage, UserId};
    use engine::picture::Zone;

    /// A picture that counts how often it is described.
    fn counted(count: &Arc<AtomicUsize>, screen: Screen) -> Lazily<Arc<Screen>> {
        let (count, screen) = (Arc::clone(count), Arc::new(screen));
        Lazily::new(move || {
            count.fetch_add(1, Ordering::Relaxed);
            screen
        })
    }

    #[tokio::test]
    async fn r1_text_never_describes_a_picture_and_an_empty_one_becomes_text() {
        let (_dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let (ada, ben) = (UserId(1), UserId(2));
        let place = Place { channel: ChannelId(1), guild: None };
        let table = room.create(NewTable::new("klaberjass", place, Person::new(ada, "Ada"))).await.unwrap();
        let table = table.snapshot.table;
        room.ask(&table, Request::new(Person::new(ben, "Ben"), LobbyAct::Join)).await.unwrap();
        room.ask(&table, Request::new(Person::new(ada, "Ada"), LobbyAct::Start)).await.unwrap();
        let playing = room.look(&table).await.unwrap();
        room.ask(&table, Request::new(Person::new(ben, "Ben"), MatchAct::Resign)).await.unwrap();
        let ended = room.look(&table).await.unwrap();
        assert_eq!((playing.stage, ended.stage), (Stage::Playing, Stage::Over));
        let described = Arc::new(AtomicUsize::new(0));
        for look in [Look::TEXT, Look { picture: true, ..Look::TEXT }] {
            for screen in
                [Screen::default(), Screen { zones: vec![Zone::Line("here".to_owned())], ..Screen::default() }]
            {
                let drawn = look.picture && !screen.is_empty();
                let of = |snapshot: &Snapshot| {
                    let mut of = snapshot.clone();
                    of.play.screen = counted(&described, screen.clone());
                    of
                };
                let mut own = playing.hand_of(ada).unwrap().clone();
                own.seen.screen = counted(&described, screen.clone());
                let held = |on| hand(&playing, &own, Showing { on, ..Showing::in_look(look) }).unwrap();
                for (message, can_be) in [
                    (board(&of(&playing), &[], look, playing.at).unwrap(), true),
                    (held(Surface::Direct), true),
                    (held(Surface::Ephemeral), true),
                    (over(&of(&ended), look).unwrap(), true),
                ] {
                    assert_eq!(message.art().is_some(), drawn && can_be);
                }
            }
            let count = described.load(Ordering::Relaxed);
            assert!(look.picture || count == 0, "{count} pictures were described for text");
        }
    }

    #[test]
    fn a_sentence_about_a_hand_is_broken_and_columns_stay() {
        let said = "1KG  2SR\nmelds in it: 1KG 1KR 1KB, 1KG 2SR 3CY, 1KR 2SR 3SR, 1KB 2SR 3AG and 4 more";
        let lines = narrow(said);
        assert!(lines.starts_with("1KG  2SR\nmelds in it: 1KG 1KR 1KB, 1KG 2SR 3CY,\n  1KR"), "{lines}");
        assert!(lines.lines().count() == 3 && lines.lines().all(|line| line.len() <= columns::PHONE), "{lines}");
    }
}
