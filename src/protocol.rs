//! `upcard engine`: the engine over standard input and output, one JSON object per line.
//!
//! Each line is a request, and each answer a line `{"ok":…}` or `{"error":{"code","message",…}}`, in the same
//! order. A bad or blank line changes nothing, and no input ends the process. docs/protocol.md lists the requests
//! and the solvers' questions; cards and moves are written as in the rules pages.

mod request;
mod suggest;
mod unique;

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;
use serde_json::{Value, json};

use engine::catalog::{self, Setup};
use engine::columns::cut;
use engine::json::LONGEST_REASON;
use engine::{
    Entry, Fact, Language, Level, NotOffered, Play, Reader, Record, Refusal, ReplayError, Seat, capital, seed_from_hex,
};
use render::{self, Theme};

use request::{Query, read};
use suggest::{Bound, no_level, suggest};

/// The longest line that is read: 16 MiB. Longer ones are refused and skipped.
const LONGEST_LINE: u64 = 16 << 20;

/// The longest record, as it is written here: 8 MiB. Whoever writes the same JSON with spaces between its parts can still
/// send it in one line, so that every match can be replayed.
const LONGEST_RECORD: usize = 8 << 20;

/// Answers requests until the input ends.
///
/// # Errors
/// If reading or writing itself fails.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        // The line break does not count.
        let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let answer = if line.last() != Some(&b'\n') && read as u64 > LONGEST_LINE {
            skip_line(&mut input)?;
            Err(Failure::new("too_long", format!("A line may have at most {LONGEST_LINE} bytes.")))
        } else {
            session.answer(&line)
        };
        let answer = match answer {
            Ok(ok) => json!({ "ok": ok }),
            Err(failure) => json!({ "error": failure.0 }),
        };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// The content of `error` in an answer.
struct Failure(Value);

impl Failure {
    fn new(code: &str, message: impl Into<String>) -> Self {
        Self(json!({ "code": code, "message": message.into() }))
    }
}

struct Table {
    play: Box<dyn Play>,
    journal: Vec<Entry>,
    /// How long its record is.
    size: usize,
}

/// How long a value is as JSON.
fn length(value: &impl Serialize) -> usize {
    serde_json::to_vec(value).map_or(usize::MAX, |json| json.len())
}

#[derive(Default)]
struct Session {
    tables: HashMap<u64, Table>,
    last: u64,
}

impl Session {
    fn answer(&mut self, line: &[u8]) -> Result<Value, Failure> {
        let request = read(line.trim_ascii_end())?;
        let played = if let Query::Play { r#match, .. } = &request { Some(*r#match) } else { None };
        // A fault of ours may at most cost the match it happens in, never the others of the process.
        catch_unwind(AssertUnwindSafe(|| self.carry_out(request))).unwrap_or_else(|_| {
            // It is unknown how far the move got.
            let closed = played.is_some_and(|id| self.tables.remove(&id).is_some());
            let what = if closed { "the match is closed" } else { "this request was not carried out" };
            Err(Failure::new("fault", format!("Something broke in the engine; {what}.")))
        })
    }

    fn carry_out(&mut self, request: Query) -> Result<Value, Failure> {
        match request {
            Query::Games {} => Ok(catalog::games().iter().map(|game| catalog::describe(*game)).collect()),
            Query::New { game, variant, options, seats, seed, decks, first } => {
                let bad = |message: String| Failure::new("bad_setup", sentence(&message));
                let seed = seed.map_or_else(|| Ok(rand::random()), |hex| seed_from_hex(&hex)).map_err(bad)?;
                let first = first.map(Seat::try_from).transpose().map_err(bad)?;
                let (options, decks) = (options.unwrap_or_default(), decks.unwrap_or_default());
                let setup = Setup { variant, options, seats, seed, first, decks };
                let started = catalog::game(&game).and_then(|g| g.start(setup));
                let (play, facts) = started.map_err(|why| bad(why.says(Language::English)))?;
                let events = events(&facts, &*play);
                Ok(json!({ "match": self.keep(play, Vec::new()), "events": events }))
            }
            Query::Status { r#match } => Ok(json!(self.table(r#match)?.play.status())),
            Query::Legal { r#match, seat, prefix, limit } => {
                let seat = self.seat(r#match, seat)?;
                let prefix = prefix.unwrap_or_default();
                Ok(json!(self.table(r#match)?.play.legal(seat, &prefix, limit.unwrap_or(usize::MAX))))
            }
            Query::Play { r#match, seat, r#move } => {
                let seat = self.seat(r#match, seat)?;
                self.play(r#match, seat, &r#move)
            }
            Query::View { r#match, seat } => {
                let seat = self.viewer(r#match, seat)?;
                Ok(view(&*self.table(r#match)?.play, seat))
            }
            Query::Suggest { r#match, seat, level, ms, work, seed } => {
                let bad = |message: String| Failure::new("bad_request", sentence(&message));
                let level = Level::of(&level).ok_or_else(|| bad(no_level(&level)))?;
                let seed = seed.map_or_else(|| Ok(rand::random()), |hex| seed_from_hex(&hex)).map_err(bad)?;
                let seat = self.seat(r#match, seat)?;
                suggest(&*self.table(r#match)?.play, seat, level, seed, Bound::new(ms, work))
            }
            Query::Screen { r#match, seat } => {
                let seat = self.viewer(r#match, seat)?;
                let play = &self.table(r#match)?.play;
                let screen = play.screen(seat, &Reader::plain(play.sides().count()));
                let scene = render::lay_out(&screen);
                Ok(json!({ "svg": render::document(&scene, Theme::default()), "alt": screen.alt }))
            }
            Query::Record { r#match } => {
                let table = self.table(r#match)?;
                Ok(json!(Record { header: table.play.header().clone(), journal: table.journal.clone() }))
            }
            Query::Replay { record } => {
                let record: Record = serde_json::from_value(record).map_err(|e| {
                    let why = cut(&e.to_string(), LONGEST_REASON);
                    Failure::new("bad_record", format!("This is no record: {why}."))
                })?;
                // The record is the caller's own, so it may be told which of its moves cannot be played, and why.
                let bad = |e: ReplayError| Failure::new("bad_record", sentence(&e.in_full()));
                let play = catalog::replay(&record).map_err(bad)?;
                Ok(json!({ "match": self.keep(play, record.journal) }))
            }
            Query::Study { game, question } => {
                let unknown = |why: NotOffered| Failure::new("bad_request", why.says(Language::English));
                let game = catalog::game(&game).map_err(unknown)?;
                game.study(&question, Language::English).map_err(|message| Failure::new("bad_question", message))
            }
            Query::Close { r#match } => {
                self.table(r#match)?;
                self.tables.remove(&r#match);
                Ok(json!({}))
            }
        }
    }

    fn keep(&mut self, play: Box<dyn Play>, journal: Vec<Entry>) -> u64 {
        self.last += 1;
        let size = length(play.header()) + length(&journal);
        self.tables.insert(self.last, Table { play, journal, size });
        self.last
    }

    fn table(&mut self, number: u64) -> Result<&mut Table, Failure> {
        self.tables.get_mut(&number).ok_or_else(|| {
            Failure::new("no_such_match", format!("There is no match {number}: it was closed or never begun."))
        })
    }

    /// A seat of a match.
    fn seat(&mut self, number: u64, seat: u64) -> Result<Seat, Failure> {
        let seats = self.table(number)?.play.sides().count();
        let found = Seat::try_from(seat).ok().filter(|seat| seat.number() < seats);
        found.ok_or_else(|| Failure::new("no_such_seat", format!("There is no seat {seat} at this table.")))
    }

    /// The same, or a spectator (`None`).
    fn viewer(&mut self, number: u64, seat: Option<u64>) -> Result<Option<Seat>, Failure> {
        self.table(number)?;
        seat.map(|seat| self.seat(number, seat)).transpose()
    }

    fn play(&mut self, number: u64, seat: Seat, text: &str) -> Result<Value, Failure> {
        let table = self.table(number)?;
        let reader = Reader::plain(table.play.sides().count());
        let refused = |refusal: Refusal| Failure(refusal.json(&reader));
        let judged = table.play.read(seat, text, &reader).map_err(refused)?;
        let entry = Entry { seat, text: judged.text().to_owned(), at: 0 };
        let size = table.size + length(&entry) + 1;
        if size > LONGEST_RECORD {
            let most =
                format!("A record may have at most {LONGEST_RECORD} bytes, and with this move it would have more.");
            return Err(Failure::new("too_long", most));
        }
        let text = entry.text.clone();
        let facts = table.play.carry_out(judged, &reader).map_err(refused)?;
        table.journal.push(entry);
        table.size = size;
        let events = events(&facts, &*table.play);
        Ok(json!({ "move": text, "events": events, "status": table.play.status() }))
    }
}

/// Turns a part of a sentence into a sentence of its own.
fn sentence(words: &str) -> String {
    let end = if words.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{end}", capital(words))
}

/// What a spectator may know of what happened: each event's fields, and the event in words as `text`.
fn events(facts: &[Fact], play: &dyn Play) -> Vec<Value> {
    let names = Reader::plain(play.sides().count());
    let public = facts.iter().filter(|fact| fact.to.reaches(None));
    public
        .map(|fact| {
            let mut event = fact.json();
            if let Some(fields) = event.as_object_mut() {
                fields.insert("text".to_owned(), fact.tell(&names).into());
            }
            event
        })
        .collect()
}

fn view(play: &dyn Play, seat: Option<Seat>) -> Value {
    let names = Reader::plain(play.sides().count());
    let board = play.board(seat, &names);
    let hand = seat.map(|seat| play.hand_text(seat, &names)).unwrap_or_default();
    let parts = [board.headline, board.body, hand, board.prompt.to_string()];
    let text: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    json!({ "view": play.view_json(seat), "text": text.join("\n\n") })
}

#[cfg(test)]
mod tests;
