//! The board and the hand in words.

use super::GinRummy;
use super::deadwood::deadwood;
use super::melds::best_layout;
use super::moves::Turn;
use super::phrases::{pretty, pretty_meld, pretty_rest, side_name, to_knock};
use super::state::{Discards, Phase, Player, Private, Public, Spread, Table};
use super::tell::{how, numbered, table_name};
use crate::cards::{Card, CardSet};
use crate::columns::{self, PHONE};
use crate::english::{counted, more_below};
use crate::game::View;
use crate::seats::{Seat, Side};
use crate::words::{BoardText, Boards, Language, Prompt, Reader, capital, figure};

/// Columns for a name.
const NAME: usize = 14;

impl Boards for GinRummy {
    /// The board is the same for everybody, except that each of four players is told which table is theirs. What
    /// only one seat may know is shown beside its hand.
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText {
        let Language::English = reader.language;
        let public = view.public();
        if public.finals.is_some() {
            return over(public, reader);
        }
        let mut lines = Vec::new();
        if public.tables.len() > 1 {
            lines.extend((0..2).map(|side| team_line(public, Side(side), reader)));
        }
        for (at, table) in public.tables.iter().enumerate() {
            lines.extend(table_lines(view, at, table, reader));
        }
        BoardText { headline: headline(public), body: lines.join("\n"), prompt: prompt(view, reader) }
    }

    fn hand_text(view: &View<'_, Self>, reader: &Reader) -> String {
        let Language::English = reader.language;
        let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return String::new() };
        let public = view.public();
        let mut lines = Vec::new();
        if !own.hand.is_empty() && public.place(seat).is_some() {
            lines.push(grouped(own.hand));
            lines.extend(worth(view, own));
        }
        for other in Seat::all(view.seats()).filter(|&other| other != seat) {
            if let Some(shown) = view.shown(other).filter(|shown| !shown.hand.is_empty()) {
                lines.push(format!("{} has:", columns::cut(reader.name(other), 2 * NAME)));
                lines.push(grouped(shown.hand));
                lines.extend(shown.drawn.map(|card| came_to(public, other, card)));
            }
        }
        if public.place(seat).is_none() {
            let partner = public.roles.map(|roles| format!(": {} plays for you too", reader.name(roles.on_deck)));
            lines.insert(0, format!("You rest this hand{}.", partner.unwrap_or_default()));
        }
        lines.join("\n")
    }
}

fn headline(public: &Public) -> String {
    let what = if public.tables.len() > 1 { "round" } else { "hand" };
    let mut parts = vec![format!("{what} {}", public.hand), format!("to {}", public.options.target)];
    if let [table] = public.tables.as_slice() {
        parts.push(to_knock(table.limit));
        if table.doubled {
            parts.push("a spade was turned, points count double".to_owned());
        }
    } else if !public.options.oklahoma {
        parts.push(to_knock(public.options.knock_limit));
    }
    parts.join(" · ")
}

fn team_line(public: &Public, side: Side, reader: &Reader) -> String {
    let name = columns::left(&side_name(reader, side), side_columns(public, reader));
    format!("  {name} {:>5}", figure(public.totals[side]))
}

/// How wide a column of the sides' names is.
fn side_columns(public: &Public, reader: &Reader) -> usize {
    let sides = (0..public.totals.count()).map(Side);
    sides.map(|side| columns::width(&side_name(reader, side))).max().unwrap_or(0).min(2 * NAME + 4)
}

fn table_lines(view: &View<'_, GinRummy>, at: usize, table: &Table, reader: &Reader) -> Vec<String> {
    let public = view.public();
    let mut lines = Vec::new();
    if public.tables.len() > 1 {
        lines.push(String::new());
        lines.extend(by_things(format!("  table {}{}{}", at + 1, yours(view, at), standing(public, table, reader))));
        if table.phase == Phase::Over {
            return lines;
        }
    }
    for seat in seats_shown(public, table) {
        let player = table.has(seat).then(|| table.player(seat));
        lines.extend(seat_lines(view, table, seat, player, reader));
    }
    lines.extend(piles(table, public.options.oklahoma));
    lines.extend(table.spread.iter().flat_map(|spread| spread_lines(spread, reader)));
    lines
}

/// The line as it is; or if a phone would wrap it, its parts (separated by ` · `) on lines of their own, the first
/// on the first.
fn by_things(line: String) -> Vec<String> {
    if columns::width(&line) <= PHONE {
        return vec![line];
    }
    let mut things = line.split(" · ");
    let first = things.next().map(str::to_owned);
    first.into_iter().chain(things.map(|thing| format!("    {thing}"))).collect()
}

/// ` (yours)` if this is the viewer's own table.
pub(super) fn yours(view: &View<'_, GinRummy>, at: usize) -> &'static str {
    let own = view.seat().and_then(|seat| view.public().place(seat));
    if own == Some(at) { " (yours)" } else { "" }
}

/// What applies at one of two tables only, or how it ended there: ` · knock with 7 or less · points double`.
pub(super) fn standing(public: &Public, table: &Table, reader: &Reader) -> String {
    let doubled = if table.doubled { " · points double" } else { "" };
    match table.phase {
        Phase::Over => format!(" · {}", finished(public, table, reader)),
        _ if public.options.oklahoma => format!(" · {}{doubled}", to_knock(table.limit)),
        _ => String::new(),
    }
}

/// How the hand at one of two tables ended: `finished, Ada won 25`.
fn finished(public: &Public, table: &Table, reader: &Reader) -> String {
    let side = Side(u8::from(table.net < 0));
    let winner = table.players.iter().find(|player| table.net != 0 && public.side(player.seat) == side);
    match winner {
        None => "finished, nobody scored".to_owned(),
        Some(player) => format!("finished, {} won {}", columns::cut(reader.name(player.seat), NAME), table.net.abs()),
    }
}

/// The seats in the order in which a table is read: by seat, or by role when three play.
fn seats_shown(public: &Public, table: &Table) -> Vec<Seat> {
    match public.roles {
        Some(roles) => vec![roles.solo, roles.on_deck, roles.rester],
        None => {
            let mut seats = table.seats().to_vec();
            seats.sort_unstable();
            seats
        }
    }
}

/// One line, or two if open cards leave no room for the notes after them.
fn seat_lines(
    view: &View<'_, GinRummy>,
    table: &Table,
    seat: Seat,
    player: Option<&Player>,
    reader: &Reader,
) -> Vec<String> {
    let public = view.public();
    let turn = if table.is_playing() && table.turn == seat { '▸' } else { ' ' };
    let score = match public.tables.len() {
        1 => format!("{:>5}", figure(public.totals[public.side(seat)])),
        _ => String::new(),
    };
    let cards = match player {
        None => "rests".to_owned(),
        // The melds stand below.
        Some(_) if table.spread.as_ref().is_some_and(|spread| spread.knocker == seat) => "laid out".to_owned(),
        Some(player) if player.exposed => pretty_meld(player.known),
        Some(player) => held(view, table, player),
    };
    let mut notes = Vec::new();
    if let Some(roles) = public.roles {
        notes.extend((roles.solo == seat).then_some("solo"));
    }
    notes.extend((table.dealer() == seat).then_some("dealer"));
    let name = format!("{turn} {}{score}", columns::left(reader.name(seat), reader.columns(NAME)));
    let notes = notes.join(", ");
    let line = format!("{name}  {}  {notes}", columns::left(&cards, 8.max(columns::width(&cards))));
    if columns::width(line.trim_end()) <= PHONE {
        return vec![line.trim_end().to_owned()];
    }
    vec![format!("{name}  {notes}").trim_end().to_owned(), format!("    {cards}")]
}

/// How many cards; and with an open discard pile, the ones that were taken from it in sight.
fn held(view: &View<'_, GinRummy>, table: &Table, player: &Player) -> String {
    let count = u32::from(view.backs(player.seat).cards);
    let known = if table.discards.open { player.known } else { CardSet::EMPTY };
    let hidden = counted(count.saturating_sub(known.len()), "card");
    if known.is_empty() { hidden } else { format!("{hidden} + {}", pretty_meld(known)) }
}

/// `stock 18   discards 9♦ K♣ 4♥ …`
fn piles(table: &Table, oklahoma: bool) -> Vec<String> {
    let mut piles = vec![format!("stock {}", table.stock)];
    piles.extend(table.turned(oklahoma).map(|upcard| format!("turned {}", upcard.pretty())));
    let discards = &table.discards;
    piles.push(match (table.phase, discards.top()) {
        (Phase::Upcard, Some(top)) => format!("upcard {}", top.pretty()),
        (_, None) => "no discards".to_owned(),
        (_, Some(_)) if discards.open => open_discards(discards),
        (_, Some(top)) => format!("discards {}", and_below(top, discards)),
    });
    columns::side_by_side(piles)
}

/// `discards 9♦ K♣ 4♥ …`, the newest first, as many as fit on a line of their own.
fn open_discards(discards: &Discards) -> String {
    let mut line = "discards".to_owned();
    for card in discards.cards.iter().rev() {
        let next = format!(" {}", card.pretty());
        if columns::width(&line) + columns::width(&next) + 2 > PHONE - 2 {
            line.push_str(" …");
            break;
        }
        line.push_str(&next);
    }
    line
}

/// `Q♥, 2 more below`
pub(super) fn and_below(top: Card, discards: &Discards) -> String {
    let below = more_below(discards.cards.len()).map(|below| format!(", {below}"));
    top.pretty() + &below.unwrap_or_default()
}

/// The melds to lay off on, numbered.
fn spread_lines(spread: &Spread, reader: &Reader) -> Vec<String> {
    let name = columns::cut(reader.name(spread.knocker), NAME);
    let mut lines = columns::narrow(&format!("  {}:", how(spread, &name)));
    lines.extend(by_things(format!("  {}", numbered(spread, ""))));
    lines
}

/// What is asked at each table. A player reads of their own table first, and of the other which one it is.
fn prompt(view: &View<'_, GinRummy>, reader: &Reader) -> Prompt {
    let tables = &view.public().tables;
    let own = view.seat().and_then(|seat| view.public().place(seat));
    let mut asked: Vec<(usize, Prompt)> = tables
        .iter()
        .enumerate()
        .filter_map(|(at, table)| Some((at, Prompt::ask(reader, table.turn, ask(table, reader)?))))
        .collect();
    asked.sort_by_key(|&(at, _)| Some(at) != own);
    let placed = |(n, (at, prompt)): (usize, (usize, Prompt))| match own {
        Some(own) if own != at && n == 0 => prompt.at(&capital(&table_name(at))),
        Some(own) if own != at => prompt.at(&table_name(at)),
        _ => prompt,
    };
    asked.into_iter().enumerate().map(placed).collect()
}

fn ask(table: &Table, reader: &Reader) -> Option<String> {
    let other = reader.name(table.other(table.turn));
    let discard = table.discards.top().map(Card::pretty);
    let top = discard.as_deref().unwrap_or("the discard");
    Some(match table.phase {
        Phase::Upcard => format!("take {top} or pass"),
        Phase::FirstStock => "draw from the stock".to_owned(),
        Phase::Draw => match discard {
            Some(top) => format!("draw: from the stock, or {top}"),
            None => "draw".to_owned(),
        },
        Phase::Discard { .. } => "discard".to_owned(),
        Phase::Answer => format!("accept or refuse {other}'s knock, which is over the limit"),
        Phase::LayOff => format!("lay off on {other}'s melds"),
        Phase::Undealt | Phase::Over => return None,
    })
}

/// The end of the match. Who has won, the match itself says in the place of a prompt.
fn over(public: &Public, reader: &Reader) -> BoardText {
    let Some(finals) = &public.finals else { return BoardText::default() };
    let teams = public.options.players == 4;
    let wide = side_columns(public, reader);
    let mut sides: Vec<Side> = (0..finals.count()).map(Side).collect();
    sides.sort_by_key(|&side| std::cmp::Reverse(public.totals[side]));
    let unit = if teams { "round" } else { "hand" };
    let mut lines = Vec::new();
    for &side in &sides {
        let (points, end) = (counted(public.totals[side], "point"), figure(finals[side]));
        lines.push(format!("  {} {end:>5}", columns::left(&side_name(reader, side), wide)));
        lines.push(format!("    {points}, {} won", counted(public.won[side], unit)));
    }
    let headline = format!("over after {}", counted(public.hand, unit));
    BoardText { headline, body: lines.join("\n"), prompt: Prompt::default() }
}

/// `4♠ 5♠ 6♠ | Q♥ Q♦ Q♣ | K♣ 9♦ 3♦ 2♣`: melds first, then what is unmatched, the highest first.
fn grouped(hand: CardSet) -> String {
    let layout = best_layout(hand, hand);
    let mut groups: Vec<String> = layout.melds().iter().map(|&meld| pretty(meld)).collect();
    let rest = hand.minus(layout.cards());
    if !rest.is_empty() {
        groups.push(pretty_rest(rest));
    }
    groups.join(" | ")
}

/// `just drawn K♥`, or where it was taken from.
fn came(card: Card, turn: Option<&Turn<'_>>) -> String {
    let card = card.pretty();
    match turn.map(|turn| (turn.table.phase, turn.stuck)) {
        Some((_, Some(_))) => format!("just taken {card}, which may not go back this turn"),
        Some((Phase::Discard { taken: Some(_) }, None)) => format!("just taken {card}"),
        _ => format!("just drawn {card}"),
    }
}

/// The same for the hand of a partner whom the viewer may see.
fn came_to(public: &Public, partner: Seat, card: Card) -> String {
    let phase = public.place(partner).map(|at| public.tables[at].phase);
    let how = if matches!(phase, Some(Phase::Discard { taken: Some(_) })) { "taken" } else { "drawn" };
    format!("just {how} {}", card.pretty())
}

/// What the viewer's cards count, and what they are good for.
pub(super) fn worth(view: &View<'_, GinRummy>, own: &Private) -> Vec<String> {
    let mut lines = Vec::new();
    let now = deadwood(own.hand);
    let discarding = Turn::of(view).filter(|turn| matches!(turn.table.phase, Phase::Discard { .. }));
    lines.extend(own.drawn.map(|card| came(card, discarding.as_ref())));
    match discarding.and_then(|turn| Some((turn, turn.best_discard()?))) {
        Some((turn, _)) if turn.has_big_gin() => {
            lines.extend([format!("unmatched {now}"), "big gin: knock and keep all eleven cards".to_owned()]);
        }
        Some((turn, (card, left))) => {
            lines.push(format!("unmatched {now}, or {left} after discarding {}", card.pretty()));
            match left {
                0 => lines.push("gin: knock with nothing unmatched".to_owned()),
                left if left <= turn.table.limit => lines.push("enough to knock".to_owned()),
                _ => {}
            }
        }
        None => lines.push(format!("unmatched {now}")),
    }
    if let Some(knock) = &own.knock {
        lines.push(format!("knocked with {}, over the limit", knock.discard.pretty()));
    }
    lines
}
