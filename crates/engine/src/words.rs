//! How a game is put into words: notation, boards, narration and controls. Pure text and data; nothing here draws
//! or sends.

use serde::Serialize;
use serde_json::Value;

use super::game::{Choices, Game, RuleRef, View};
use super::picture::{Feat, Ground, Picture, Zone};
use super::reading::{in_own_words, plain};
use super::seats::{Seat, SeatSet};
use super::teach::Teaching;
use super::think::Thinks;

pub use super::phrases::{capital, figure, quoted, tally, uncapital};

pub(super) use super::phrases::quoted_value;
pub use super::prompt::Prompt;
pub use super::reader::{Language, Reader, Wording};

/// Why a text is not a move, even before its legality is judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// Not in the game's notation; says what would be.
    Syntax(String),
    /// Not in the notation that this section of the rules page lays down; says what would be.
    Against(RuleRef, String),
    /// Several legal moves could be meant: their canonical texts. If there are very many, some may be missing.
    Ambiguous(Vec<String>),
}

/// Why a move comes too late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Late {
    /// Another seat was faster.
    Beaten(Seat),
    /// What it answers is gone.
    Gone,
    /// This seat has sent the same before.
    Sent,
}

/// A board in words. All of it is plain text; `body` is made for a monospaced block.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BoardText {
    /// What is being played: hand, limits, what is special now. One line, without the game's title and variant.
    pub headline: String,
    /// The table: aligned, suits as signs, at most [`PHONE`](super::columns::PHONE) columns wide.
    pub body: String,
    /// Whose turn it is and what they are asked: one line, such as "Ben to draw."
    pub prompt: Prompt,
}

/// The table as it would look after the steps of a move that is still being built, for its mover alone: none of it
/// has been played. It is made from the mover's view and steps, so it can tell them nothing that they may not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// The steps in words, each as an instruction: `lay 1KG 2SR 3CY, add 4AB to meld 2`.
    pub said: String,
    /// As [`Boards::board`].
    pub board: BoardText,
    /// As [`Pictures::picture`].
    pub picture: Picture,
    /// As [`Boards::hand_text`].
    pub hand_text: String,
    /// As [`Pictures::hand_picture`].
    pub hand_picture: Vec<Zone>,
}

/// One thing that a person can press, on the board (shared by all) or beside a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Control {
    /// A button; `strong` is the one expected most.
    Button {
        /// At most 80 characters.
        label: String,
        /// What it does.
        does: Does,
        /// Drawn as the main button.
        strong: bool,
    },
    /// A button that is shown but cannot be pressed now.
    Greyed {
        /// At most 80 characters, with the reason in it: "Knock (needs 7 or less)".
        label: String,
    },
    /// Several to pick one from, best guess first: a button each where there is room, which is one press; otherwise a list.
    Select {
        /// What to pick.
        placeholder: String,
        /// The choices.
        options: Vec<Pick>,
    },
    /// A button that asks for text in the game's notation.
    Form {
        /// On the button.
        label: String,
        /// Above the field, at most 45 characters.
        title: String,
        /// Beside the field, at most 45 characters: what to type.
        field: String,
        /// In the empty field, at most 100 characters: an example.
        example: String,
    },
}

impl Control {
    /// A button.
    pub fn button(label: impl Into<String>, does: Does, strong: bool) -> Self {
        Self::Button { label: label.into(), does, strong }
    }

    /// A list to pick one from. A single line becomes a button, labelled by `alone`, because opening a list for it
    /// would only cost a tap. `None` if there is no line.
    pub fn pick(
        placeholder: impl Into<String>,
        mut options: Vec<Pick>,
        alone: impl FnOnce(&Pick) -> String,
    ) -> Option<Self> {
        if options.len() > 1 {
            return Some(Self::Select { placeholder: placeholder.into(), options });
        }
        let only = options.pop()?;
        Some(Self::button(alone(&only), only.does, false))
    }
}

/// More of a [`Control::Select`] than this are a list.
pub const BUTTONS: usize = 15;

/// One of a [`Control::Select`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pick {
    /// As a line of a list: at most 100 characters.
    pub label: String,
    /// Beside it there: at most 100 characters; may be empty.
    pub hint: String,
    /// As a button: a few characters, at most 80.
    pub button: String,
    /// What picking it does.
    pub does: Does,
}

impl Pick {
    /// A line of a list, whose label alone stands on its button.
    pub fn new(label: impl Into<String>, hint: impl Into<String>, does: Does) -> Self {
        let label = label.into();
        Self { button: label.clone(), label, hint: hint.into(), does }
    }

    /// The same, with other words on its button.
    #[must_use]
    pub fn on_button(self, button: impl Into<String>) -> Self {
        Self { button: button.into(), ..self }
    }
}

/// What pressing something does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// Takes step number `n` of [`Choosing::choices`](super::Choosing::choices) at this point (a hand's controls).
    Step(usize),
    /// Takes these steps from the start of the move instead of those so far: the same steps with one more that
    /// comes before some of them, or several at once when none has been taken.
    Path(Vec<usize>),
    /// Plays the move that the steps so far make.
    Finish,
    /// Plays the move that these steps from the start make.
    Whole(Vec<usize>),
    /// Plays this text, which must name nothing hidden, because it is part of the button's `custom_id`. The only
    /// kind on the shared board.
    Say(String),
}

/// What kind of fact this is to the person who reads the channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// A passing event: one short line.
    Passing,
    /// A hand (or deal) begins.
    Deal,
    /// How a hand ended: several lines may be told; it stays in the channel as a message of its own.
    Result,
    /// It needs no words: a board or a hand shows it.
    Silent,
}

/// How moves are written, read and listed.
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Notation: Game {
    /// Are there legal moves that no list can hold, such as typed answers?
    const FREE_TEXT: bool = false;
    /// A move in canonical notation. `read(say(m)) == m` wherever `m` is legal.
    fn say(m: &Self::Move) -> String;
    /// May a suit's letter stand apart from the rank, as in `9 d`? Not where such letters name something else.
    const LETTERS_APART: bool = true;
    /// Does this sign mean something at an end of a move of this game, the rest of which is `rest`? Any other sign of
    /// a sentence falls away there. Where it stands behind the verb, it stands in `rest`, too.
    fn means(sign: char, rest: &str) -> bool {
        false
    }
    /// Reads a move as people type it.
    ///
    /// # Errors
    /// If it is not a move at all, or could be several.
    fn read(view: &View<'_, Self>, text: &str, reader: &Reader) -> Result<Self::Move, Unreadable> {
        let told = |says: String| in_own_words::<Self>(&says, text);
        Self::read_plain(view, &plain::<Self>(text), reader).map_err(|wrong| match wrong {
            Unreadable::Syntax(says) => Unreadable::Syntax(told(says)),
            Unreadable::Against(rule, says) => Unreadable::Against(rule, told(says)),
            several @ Unreadable::Ambiguous(_) => several,
        })
    }
    /// Reads a move from its [plain](super::reading) form, leniently: other words, bare cards, resolved against what
    /// the viewer sees. Legality is not judged here.
    ///
    /// # Errors
    /// If it is not a move at all, or could be several.
    fn read_plain(view: &View<'_, Self>, text: &str, reader: &Reader) -> Result<Self::Move, Unreadable>;
    /// May some move that starts with these steps have a canonical text starting with `prefix` (lower-cased)? Prunes
    /// long listings; saying `true` is always right.
    fn leads_to(so_far: &[Self::Step], prefix: &str) -> bool {
        true
    }
    /// Visits every legal move that can be listed, each once, except those that [cannot start](Self::leads_to) with
    /// `prefix`, until `take` returns `false`; returns whether all were seen. A game may override this if it knows
    /// a better way than along all paths of steps; if moves are hard to find, it may give up after as much work as
    /// suits the number `wanted`.
    fn each_move(view: &View<'_, Self>, prefix: &str, wanted: usize, take: &mut dyn FnMut(Self::Move) -> bool) -> bool {
        walk(view, &mut Vec::new(), prefix, take)
    }
    /// Why a seat that may not act now cannot make this move, if that has nothing to do with whose turn it is: for
    /// calls that are open to others than the seat on turn.
    fn waits_with(view: &View<'_, Self>, text: &str) -> Option<Self::Illegal> {
        None
    }
    /// Does this move answer what is settled by now, rather than what is asked? At a table it then comes too late and
    /// costs nothing; to the engine it is a move like any other.
    fn too_late(view: &View<'_, Self>, m: &Self::Move) -> Option<Late> {
        None
    }
    /// A complete move as people read it: `discard 9♦ (leaves 15)`. Shown beside the canonical text in autocomplete.
    fn describe(view: &View<'_, Self>, m: &Self::Move, reader: &Reader) -> String;
    /// The sort key of autocomplete, lowest first: how good a guess this move is. Judged from the view; cheap.
    fn likelihood(view: &View<'_, Self>, m: &Self::Move) -> i32 {
        0
    }
    /// Is this a legal move that can only be a slip at this table? It is never offered, but played if someone
    /// enters it.
    fn is_idle(view: &View<'_, Self>, m: &Self::Move) -> bool {
        false
    }
    /// Is it for players to find this move? Then no refusal names it, and lists do not sort it: they say how moves are
    /// written, they do not solve the turn.
    fn is_for_finding(m: &Self::Move) -> bool {
        false
    }
    /// A move that shows the game better than the likeliest one: an answer that must be typed, a claim that only
    /// counting finds. For demonstrations only; never offered to a player.
    fn demonstrate(view: &View<'_, Self>) -> Option<Self::Move> {
        None
    }
}

/// What is said of a match: its terms, and what happens in it.
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Narration: Game {
    /// What the rules call one deal of this match.
    fn name_of_a_deal(public: &Self::Public, language: Language) -> &'static str {
        "hand"
    }
    /// The options in force that differ from common play, one short line for the lobby: "to 150 · lay-offs automatic".
    fn house_rules(options: &Self::Options, language: Language) -> String;
    /// What never changes in a match, and would be read again and again beside each hand: what cards count and how they
    /// rank, what signs stand for, the game's rare words. Whole sentences, a few lines.
    fn what_counts(options: &Self::Options, language: Language) -> String;
    /// What happened, in one short line (a result may take several). Empty for what is [silent](Moment::Silent).
    fn tell(event: &Self::Event, reader: &Reader) -> String;
    /// What kind of fact it is.
    fn moment(event: &Self::Event) -> Moment;
    /// The seats that play the part of the match it happened in, if the match is played in parts side by side;
    /// nobody: it concerns them all.
    fn part_of(event: &Self::Event) -> SeatSet {
        SeatSet::EMPTY
    }
}

/// The table and a hand in plain text.
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Boards: Game {
    /// The board as this viewer may see it. For spectators it is the public board, which all read. Once the match is
    /// over, its `prompt` is replaced by one that says who won, the same in every game.
    fn board(view: &View<'_, Self>, reader: &Reader) -> BoardText;
    /// The viewer's own cards and what they are worth: a few lines for a monospaced block. Empty for spectators and
    /// games without hidden hands; never empty for a seat that holds cards, because by it the bot decides whether
    /// there is a hand to offer.
    fn hand_text(view: &View<'_, Self>, reader: &Reader) -> String {
        String::new()
    }
    /// What the table and the viewer's hand would look like after these steps of a move. `None` if the steps change
    /// nothing that can be seen.
    fn sketch(view: &View<'_, Self>, so_far: &[Self::Step], reader: &Reader) -> Option<Sketch> {
        None
    }
}

/// The table and a hand as pictures.
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Pictures: Game {
    /// What its table is made of.
    const GROUND: Ground = Ground::Plain;
    /// The table as this viewer may see it, as a picture: what the [board](Boards::board) says in words. It is drawn little
    /// more than twice as high as wide, even with the longest names and the most players: lists that grow are a
    /// [`Zone::Sheet`] or [`Zone::Small`].
    fn picture(view: &View<'_, Self>, reader: &Reader) -> Picture;
    /// The viewer's own cards, sorted and grouped the way the game is played, with those that can be played now
    /// raised. Empty for spectators and games without hidden hands.
    fn hand_picture(view: &View<'_, Self>, reader: &Reader) -> Vec<Zone> {
        Vec::new()
    }
    /// What there was to see when a hand ended: the cards laid out, who won what, no higher than a
    /// [`picture`](Self::picture). Empty for events that show nothing.
    fn showdown(event: &Self::Event, reader: &Reader) -> Vec<Zone> {
        Vec::new()
    }
    /// Who brought something off here that a match may be remembered by, and how great that is beside others of the
    /// match; of equals the latest counts. Everybody must have been told of it.
    fn feat(event: &Self::Event) -> Option<(SeatSet, i32)> {
        None
    }
    /// It for those who were not there: never more than its [showdown](Self::showdown) shows.
    fn feat_picture(event: &Self::Event, reader: &Reader) -> Option<Feat> {
        None
    }
    /// What is said of a match's result beside its scores, for those who do not see pictures; usually nothing.
    fn end_words(view: &View<'_, Self>, reader: &Reader) -> String {
        String::new()
    }
}

/// What can be pressed.
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Controls: Game {
    /// What the viewer can press now, `so_far` steps into a move; empty if the viewer may not move now.
    fn controls(view: &View<'_, Self>, so_far: &[Self::Step], reader: &Reader) -> Vec<Control>;
    /// The buttons on the public board, for anyone who may act: made from the public drawer alone, so they cannot
    /// give anything away.
    fn shared_controls(public: &Self::Public, reader: &Reader) -> Vec<Control> {
        Vec::new()
    }
}

/// Questions that a solver answers.
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Study: Game {
    /// The solvers' questions (listed in docs/protocol.md).
    ///
    /// # Errors
    /// A sentence that names the field that is wrong and what it takes.
    fn study(question: &Value, language: Language) -> Result<Value, String> {
        let Language::English = language;
        Err(format!("{} has no study questions.", Self::TITLE))
    }
}

/// All that is said of a game, and how the house plays it.
pub trait Words: Notation + Narration + Boards + Pictures + Controls + Study + Teaching + Thinks {}

impl<G: Notation + Narration + Boards + Pictures + Controls + Study + Teaching + Thinks> Words for G {}

/// Walks the tree of choices in canonical order, but for what [cannot start](Notation::leads_to) with `prefix`; `false`
/// when `take` stopped it.
pub(super) fn walk<G: Notation>(
    view: &View<'_, G>,
    so_far: &mut Vec<G::Step>,
    prefix: &str,
    take: &mut dyn FnMut(G::Move) -> bool,
) -> bool {
    if !prefix.is_empty() && !G::leads_to(so_far, prefix) {
        return true;
    }
    let Choices { steps, done } = G::choices(view, so_far);
    if done.is_some_and(|m| !take(m)) {
        return false;
    }
    steps.into_iter().all(|step| {
        so_far.push(step);
        let on = walk::<G>(view, so_far, prefix, take);
        so_far.pop();
        on
    })
}

#[cfg(test)]
mod tests {
    use super::{Control, Does, Pick, quoted, tally};

    #[test]
    fn a_tally_names_each_side_with_its_score() {
        assert_eq!(tally([("Ada and Cyd", 84), ("Ben and Dan", -7)]), "Ada and Cyd 84 · Ben and Dan −7");
    }

    #[test]
    fn a_list_of_one_line_is_a_button() {
        let pick = |n: usize| Pick::new(format!("{n}♦"), "", Does::Step(n));
        let list = |end| Control::pick("Discard", (3..end).map(pick).collect(), |p| format!("Discard {}", p.label));
        assert_eq!(list(3), None);
        let button = Control::Button { label: "Discard 3♦".to_owned(), does: Does::Step(3), strong: false };
        assert_eq!(list(4), Some(button));
        assert!(matches!(list(5), Some(Control::Select { options, .. }) if options.len() == 2));
    }

    #[test]
    fn words_are_said_back_as_typed_in_one_short_line() {
        assert_eq!(quoted(" Trump x "), "`Trump x`");
        assert_eq!(quoted("a`b\nc"), "`a'b c`");
        assert_eq!(quoted(&"é".repeat(40)), format!("`{}`", "é".repeat(40)));
        assert_eq!(quoted(&"x".repeat(5000)), format!("`{}…`", "x".repeat(39)));
        assert_eq!(quoted(&"\u{301}".repeat(5000)).chars().count(), 42, "characters without width count");
    }
}
