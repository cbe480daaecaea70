//! Screens of any game: what the game says of the table, joined with what all games have: names, scores, whose turn
//! it is.

use std::sync::Arc;

use super::Seen;
use super::fact::Fact;
use super::live::Live;
use crate::english::{list, outcome};
use crate::game::{Placing, Progress, Standings, View};
use crate::picture::{Feat, Picture, Poster, PosterPlace, Screen, Seated, Sheet, Team, Zone, have_partners, team};
use crate::seats::{Seat, Seats, Side};
use crate::words::{BoardText, Language, Prompt, Reader, Sketch, Words, capital, figure};

/// The most hands that a score sheet lists; of a longer match it lists the last ones and sums up those before.
const HANDS_LISTED: usize = 14;

/// The heading of a table that shows a move still being built.
const DRAFT: &str = "Draft: not played yet";

/// What a game says of a table for one viewer.
struct Parts<'a> {
    headline: &'a str,
    picture: Picture,
    own: &'a str,
    hand: Vec<Zone>,
}

impl<G: Words> Live<G> {
    pub(super) fn drawn_table(&self, view: &View<'_, G>, reader: &Reader) -> Screen {
        let parts = Parts {
            headline: &G::board(view, reader).headline,
            picture: G::picture(view, reader),
            own: &G::hand_text(view, reader),
            hand: G::hand_picture(view, reader),
        };
        self.drawn(parts, reader)
    }

    /// What a seat would see after the steps of a move. Wherever it is shown, it says first that nothing has been
    /// played.
    pub(super) fn drafted(&self, sketch: Sketch, reader: &Reader) -> Seen {
        let Language::English = reader.language;
        let Sketch { said: _, board, picture, hand_text: text, hand_picture: hand } = sketch;
        let parts = Parts { headline: &board.headline, picture, own: &text, hand };
        let mut screen = self.drawn(parts, reader);
        screen.zones.insert(0, Zone::Loud(DRAFT.to_owned()));
        screen.alt = format!("{DRAFT}. {}", screen.alt);
        Seen { board, text, screen: Arc::new(screen).into() }
    }

    fn drawn(&self, parts: Parts<'_>, reader: &Reader) -> Screen {
        let Language::English = reader.language;
        let Parts { headline, picture, own, hand } = parts;
        let sitters = self.sitters(picture.seats, reader);
        // A line that ends in a separator (`·`) continues on the next one. Columns are for eyes only.
        let own: Vec<String> = own.lines().map(|line| opened(&closed_up(line), reader)).collect();
        let own = sentences(&own).replace("·. ", "· ");
        let own = if own.is_empty() { own } else { format!("Your hand. {own}") };
        let mut zones = picture.zones;
        let told = zones.iter().any(|zone| matches!(zone, Zone::Teams(_)));
        if !told && have_partners(&sitters) {
            zones.insert(0, Zone::Teams(self.teams(reader)));
        }
        let on_ring = sit_round(&mut zones, &sitters);
        // The hand comes first, because a long text is cut at its end.
        let (scores, opening) = (scores(&sitters, &zones), opened(headline, reader));
        let alt = [&self.title(reader), &own, &opening, &scores, &picture.alt, &to_move(&sitters)];
        if let Some(sheet) = self.drawn_sheet(reader) {
            zones.push(Zone::Sheet(sheet));
        }
        Screen {
            color: G::COLOR,
            ground: G::GROUND,
            stake: picture.stake,
            headline: picture.about,
            // A ring names everybody itself.
            sitters: if on_ring { Vec::new() } else { sitters },
            zones,
            hand,
            alt: sentences(&alt),
            title: String::new(),
        }
    }

    pub(super) fn drawn_showdown(&self, fact: &Fact, reader: &Reader) -> Option<Screen> {
        let zones = fact.showdown(reader);
        if zones.is_empty() {
            return None;
        }
        let words = fact.tell(reader);
        let lines = words.lines().map(|line| opened(&closed_up(line), reader));
        let headline = words.lines().next().unwrap_or_default().trim().to_owned();
        let alt = sentences(&std::iter::once(self.title(reader)).chain(lines).collect::<Vec<_>>());
        Some(Screen { color: G::COLOR, ground: G::GROUND, headline, zones, alt, ..Screen::default() })
    }

    pub(super) fn drawn_result(&self, reader: &Reader) -> Option<Screen> {
        let Language::English = reader.language;
        let Progress::MatchOver(standings) = self.play.progress() else { return None };
        let outcome = self.outcome(standings, reader);
        let headline = match self.play.sheet().len() {
            0 | 1 => String::new(),
            hands => format!("over after {hands} {}s", G::name_of_a_deal(self.play.public(), reader.language)),
        };
        let side =
            |placing: &Placing| format!("{} {}", list(&self.side_names(placing.side, reader)), figure(placing.score));
        let totals: Vec<String> = standings.0.iter().map(side).collect();
        let said = G::end_words(&self.play.view(None), reader);
        let poster = self.poster(standings, reader);
        let gone = self.play.gone().iter().map(|seat| format!("{} resigned", reader.name(seat)));
        let gone = sentences(&gone.collect::<Vec<_>>());
        let feat = poster.feat.as_ref().map(|feat| feat.words.clone()).unwrap_or_default();
        let alt = sentences(&[self.title(reader), outcome, capital(&headline), totals.join(", "), gone, feat, said]);
        Some(Screen {
            color: G::COLOR,
            ground: G::GROUND,
            title: self.title(reader),
            headline,
            zones: vec![Zone::Poster(Box::new(poster))],
            alt,
            ..Screen::default()
        })
    }

    /// The result for those who were not there.
    fn poster(&self, standings: &Standings, reader: &Reader) -> Poster {
        let Standings(places) = standings;
        let (sides, gone, sheet) = (self.play.sides(), self.play.gone(), self.play.sheet());
        let seats = |side: Side| Seat::all(sides.count()).filter(move |&seat| sides[seat] == side);
        let place = |placing: &Placing| {
            let left: Vec<&str> = seats(placing.side).filter(|&s| gone.contains(s)).map(|s| reader.name(s)).collect();
            PosterPlace {
                place: placing.place,
                seat: seats(placing.side).next().unwrap_or(Seat::FIRST),
                name: list(&self.side_names(placing.side, reader)),
                score: figure(placing.score),
                note: match left.as_slice() {
                    [] => String::new(),
                    _ if left.len() == seats(placing.side).count() => "resigned".to_owned(),
                    some => format!("{} resigned", list(some)),
                },
            }
        };
        // Bonuses come after the last hand.
        let bonus = sheet.last().is_some_and(|last| *last != self.play.scores());
        let course = |placing: &Placing| {
            let after = sheet.iter().map(|totals| totals[placing.side]);
            std::iter::once(0).chain(after).chain(bonus.then_some(placing.score)).collect()
        };
        let first = || places.iter().filter(|placing| placing.place == 1);
        let winners = first().flat_map(|placing| seats(placing.side)).map(|seat| (seat, reader.name(seat).to_owned()));
        let deal = G::name_of_a_deal(self.play.public(), reader.language);
        Poster {
            winners: winners.collect(),
            margin: margin(places),
            places: places.iter().map(place).collect(),
            course: places.iter().map(course).collect(),
            hands: format!("the score, {deal} by {deal}"),
            feat: self.feat(standings, reader),
            foot: String::new(),
        }
    }

    /// What the match is remembered by: `Hand 7: Ben knocked with 2.`
    fn feat(&self, standings: &Standings, reader: &Reader) -> Option<Feat> {
        let Language::English = reader.language;
        let (hand, fact) = self.feats.of(&standings.winners().collect::<Vec<_>>())?;
        let feat = fact.feat_picture(reader)?;
        let words = match hand.filter(|_| self.play.sheet().len() > 1) {
            Some(hand) => {
                let deal = G::name_of_a_deal(self.play.public(), reader.language);
                format!("{} {hand}: {}", capital(deal), feat.words)
            }
            None => feat.words,
        };
        Some(Feat { words, ..feat })
    }

    /// The board in words. Once the match is over it says who won, whatever the game was asking when the match was
    /// given up.
    pub(super) fn worded(&self, view: &View<'_, G>, reader: &Reader) -> BoardText {
        let board = G::board(view, reader);
        match self.play.progress() {
            Progress::MatchOver(standings) => {
                BoardText { prompt: Prompt::say(self.outcome(standings, reader)), ..board }
            }
            Progress::HandOver | Progress::Playing => board,
        }
    }

    /// `Ada wins the match.`
    fn outcome(&self, Standings(places): &Standings, reader: &Reader) -> String {
        let Language::English = reader.language;
        let first = places.iter().filter(|placing| placing.place == 1);
        outcome(&first.map(|placing| self.side_names(placing.side, reader)).collect::<Vec<_>>())
    }

    fn title(&self, reader: &Reader) -> String {
        let variant = G::variants().iter().find(|v| v.id == self.header.variant);
        format!("{} · {}", G::TITLE, variant.map_or(self.header.variant.as_str(), |v| v.title.says(reader.language)))
    }

    fn sitters(&self, placards: Seats<crate::picture::Placard>, reader: &Reader) -> Vec<Seated> {
        let (scores, sides) = (self.play.scores(), self.play.sides());
        let (awaited, gone) = (self.play.awaiting().seats(), self.play.gone());
        let sitter = |seat: Seat| Seated {
            seat,
            name: reader.name(seat).to_owned(),
            side: sides[seat],
            score: scores[sides[seat]],
            turn: awaited.contains(seat),
            gone: gone.contains(seat),
            placard: placards[seat].clone(),
        };
        Seat::all(sides.count()).map(sitter).collect()
    }

    /// What each side has scored, for games that do not show it themselves.
    fn teams(&self, reader: &Reader) -> Vec<Team> {
        let scores = self.play.scores();
        let team =
            |side: Side| Team { side, members: list(&self.side_names(side, reader)), score: figure(scores[side]) };
        (0..scores.count()).map(Side).map(team).collect()
    }

    /// The names of a side's players, in seat order.
    fn side_names<'n>(&self, side: Side, reader: &'n Reader) -> Vec<&'n str> {
        let sides = self.play.sides();
        Seat::all(sides.count()).filter(|&seat| sides[seat] == side).map(|seat| reader.name(seat)).collect()
    }

    /// What each hand brought each side, and the final totals; only these, best first, if there was one hand and no
    /// bonus. `None` until the match is over.
    pub(super) fn drawn_sheet(&self, reader: &Reader) -> Option<Sheet> {
        let Language::English = reader.language;
        let Progress::MatchOver(standings) = self.play.progress() else { return None };
        let name = |side: Side| self.side_names(side, reader).join(" & ");
        let (totals, end) = (self.play.sheet(), self.play.scores());
        if totals.iter().eq([&end]) {
            let rows = standings.0.iter().map(|placing| vec![name(placing.side), figure(placing.score)]).collect();
            let alone = standings.0.iter().filter(|placing| placing.place == 1).count() == 1;
            return Some(Sheet { head: vec![String::new(), "score".to_owned()], rows, strong: alone.then_some(0) });
        }
        let deal = G::name_of_a_deal(self.play.public(), reader.language).to_owned();
        let head = std::iter::once(deal).chain((0..end.count()).map(|n| name(Side(n)))).collect();
        let skipped = totals.len().saturating_sub(HANDS_LISTED);
        let mut rows: Vec<Vec<String>> = Vec::new();
        if skipped > 0 {
            rows.push(row(&format!("1–{skipped}"), &totals[skipped - 1], None));
        }
        for at in skipped..totals.len() {
            rows.push(row(&(at + 1).to_string(), &totals[at], at.checked_sub(1).map(|before| &totals[before])));
        }
        let last = totals.last()?;
        if *last != end {
            rows.push(row("bonuses", &end, Some(last)));
        }
        rows.push(row("total", &end, None));
        Some(Sheet { head, strong: Some(rows.len() - 1), rows })
    }
}

/// `wins by 14`
fn margin(places: &[Placing]) -> String {
    let (first, rest) = places.split_at(places.iter().take_while(|placing| placing.place == 1).count());
    match (first, rest.first()) {
        ([one], Some(next)) if one.score > next.score => format!("wins by {}", one.score - next.score),
        ([_], _) => "wins the match".to_owned(),
        _ => "share first place".to_owned(),
    }
}

/// Is there a ring? It then says who has resigned.
fn sit_round(zones: &mut [Zone], sitters: &[Seated]) -> bool {
    let Some(ring) = zones.iter_mut().find_map(|zone| if let Zone::Ring(ring) = zone { Some(ring) } else { None })
    else {
        return false;
    };
    let gone = sitters.iter().filter(|sitter| sitter.gone);
    gone.for_each(|sitter| ring.owners[sitter.seat].notes.push("resigned".to_owned()));
    true
}

/// What a hand brought: the totals after it, less those before.
fn row(name: &str, after: &Seats<i32>, before: Option<&Seats<i32>>) -> Vec<String> {
    let brought = (0..after.count()).map(Side).map(|side| after[side] - before.map_or(0, |b| b[side]));
    std::iter::once(name.to_owned()).chain(brought.map(figure)).collect()
}

/// `Ada 84, Ben 61`, or by teams: `Team 1, Ada and Cyd: 84. Team 2, Ben and Dan: 61`
fn scores(sitters: &[Seated], zones: &[Zone]) -> String {
    let teams = zones.iter().find_map(|zone| if let Zone::Teams(teams) = zone { Some(teams) } else { None });
    if let Some(teams) = teams {
        let all = teams.iter().map(|t| format!("{}, {}: {}", team(t.side), t.members, t.score));
        return all.collect::<Vec<_>>().join(". ");
    }
    let all: Vec<String> = sitters.iter().map(|s| format!("{} {}", s.name, figure(s.score))).collect();
    all.join(", ")
}

/// `Ada to move`, as the picture marks it. What exactly is asked is written beside the picture, and would be read
/// out twice.
fn to_move(sitters: &[Seated]) -> String {
    let names: Vec<&str> = sitters.iter().filter(|s| s.turn).map(|s| s.name.as_str()).collect();
    if names.is_empty() { String::new() } else { format!("{} to move", list(&names)) }
}

/// The line with a capital, as at the beginning of a sentence. A code such as `a1` stays as it is written, and so
/// does a player's name, which may begin with a small letter.
fn opened(line: &str, reader: &Reader) -> String {
    let first = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
    let word = first(line);
    let is_word = word.chars().all(char::is_alphabetic) && reader.names.iter().all(|name| first(name) != word);
    if is_word { capital(line.trim()) } else { line.trim().to_owned() }
}

/// The line without the spaces that align it.
fn closed_up(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parts one after another, each ended by a full stop unless it ends in other punctuation.
fn sentences<S: AsRef<str>>(parts: &[S]) -> String {
    let mut out = String::new();
    for part in parts.iter().map(|part| part.as_ref().trim()).filter(|part| !part.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(part);
        if !part.ends_with(['.', '!', '?', '…', ':']) {
            out.push('.');
        }
    }
    out
}
