//! How hands and matches ended.

use std::sync::Arc;

use crate::store::UserId;
use engine::picture::{Screen, Zone};
use engine::{SeatSet, Side};

/// How a hand ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The number of the hand that ended.
    pub hand: u32,
    /// The seats that play the part of the match that ended, if it is not the whole hand: the end of the whole tells
    /// that of each part again.
    pub part: SeatSet,
    /// What led to it, in short public lines.
    pub before: Vec<String>,
    /// The result in words; its first line stands alone.
    pub words: String,
    /// The cards laid out, if there is something to see.
    pub screen: Option<Arc<Screen>>,
}

/// How hands ended, by the revision in which that was told, oldest first.
pub type Results = Vec<(u64, Vec<Ended>)>;

impl Ended {
    /// The ends of several hands as one result; `None` if there are none.
    #[must_use]
    pub fn together<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        all.into_iter().cloned().reduce(|mut whole, next| {
            if whole.is_told_by(next.part) {
                return next;
            }
            let words: Vec<String> = next.before.into_iter().chain([next.words]).collect();
            whole.add(next.part, &words.join("\n"), next.screen.map(Arc::unwrap_or_clone));
            whole
        })
    }

    /// Its first line, and the others.
    pub fn lines(&self) -> (&str, std::str::Lines<'_>) {
        let (first, rest) = self.words.split_once('\n').unwrap_or((&self.words, ""));
        (first, rest.lines())
    }

    /// Is this the end of a part only, which what ended next tells again?
    const fn is_told_by(&self, next: SeatSet) -> bool {
        !self.part.is_empty() && next.is_empty()
    }

    /// What is told next belongs to the same result: it is added to the words, and below whatever was laid out. If so
    /// far only a part had ended, the end of the whole takes its place.
    pub(super) fn add(&mut self, part: SeatSet, words: &str, screen: Option<Screen>) {
        if self.is_told_by(part) {
            (self.part, self.words, self.screen) = (part, words.to_owned(), screen.map(Arc::new));
            return;
        }
        self.words.push('\n');
        self.words.push_str(words);
        let Some(more) = screen else { return };
        match &mut self.screen {
            Some(screen) => {
                let whole = Arc::make_mut(screen);
                whole.zones.push(Zone::Loud(more.headline));
                whole.zones.extend(more.zones);
                whole.alt = format!("{} {}", whole.alt, more.alt);
            }
            none => *none = Some(Arc::new(more)),
        }
    }
}

/// The final place of a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// 1 for the winner; those who tie share a place.
    pub place: u8,
    /// Which side.
    pub side: Side,
    /// Its final score.
    pub score: i32,
    /// The names of those on it.
    pub names: Vec<String>,
}

/// How somebody's rating changed, in the points that leaderboards show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingMove {
    /// Whose.
    pub user: UserId,
    /// The name as the boards show it.
    pub name: String,
    /// Before the match.
    pub before: i64,
    /// After it.
    pub after: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_next_stands_below_what_was_laid_out() {
        let screen = |headline: &str, line: &str| Screen {
            headline: headline.to_owned(),
            zones: vec![Zone::Line(line.to_owned())],
            alt: format!("{headline} {line}"),
            ..Screen::default()
        };
        let ended = |words: &str, screen: Option<Screen>| Ended {
            hand: 1,
            part: SeatSet::EMPTY,
            before: Vec::new(),
            words: words.to_owned(),
            screen: screen.map(Arc::new),
        };
        let mut whole = ended("Ben knocked.", Some(screen("Ben knocked.", "cards")));
        whole.add(SeatSet::EMPTY, "The round is over.", Some(screen("The round is over.", "Ada 3 · Ben 9")));
        whole.add(SeatSet::EMPTY, "Hal watched.", None);
        assert_eq!(whole.words, "Ben knocked.\nThe round is over.\nHal watched.");
        let whole = whole.screen.unwrap();
        let line = |text: &str| Zone::Line(text.to_owned());
        assert_eq!(whole.zones, [line("cards"), Zone::Loud("The round is over.".to_owned()), line("Ada 3 · Ben 9")]);
        assert_eq!(whole.alt, "Ben knocked. cards The round is over. Ada 3 · Ben 9");
        let mut bare = ended("Dead hand.", None);
        bare.add(SeatSet::EMPTY, "", Some(screen("Scores.", "Ada 3")));
        assert!(bare.screen.is_some());
        let dead = Ended { before: vec!["Cyd took 5♥.".to_owned()], ..ended("Dead hand.", None) };
        let both = Ended::together([&ended("Ben knocked.", Some(screen("Ben knocked.", "cards"))), &dead]).unwrap();
        assert_eq!(both.words, "Ben knocked.\nCyd took 5♥.\nDead hand.");
        assert_eq!(both.screen.unwrap().zones, [line("cards")]);
        assert_eq!(Ended::together([]), None);
    }

    #[test]
    fn the_end_of_the_whole_takes_the_place_of_a_part_that_ended_before() {
        let ended = |part: SeatSet, before: &str, words: &str| Ended {
            hand: 1,
            part,
            before: vec![before.to_owned()],
            words: words.to_owned(),
            screen: None,
        };
        let two = SeatSet::first(2);
        let mut last = ended(two, "Ada drew.", "Table 1: Ada knocked.");
        last.add(SeatSet::EMPTY, "Round 1: Ada scores.\nTable 1: Ada knocked.", None);
        last.add(SeatSet::EMPTY, "Ada wins the match.", None);
        let whole = "Round 1: Ada scores.\nTable 1: Ada knocked.\nAda wins the match.";
        assert_eq!(last, ended(SeatSet::EMPTY, "Ada drew.", whole));
        let first = ended(two, "Dan drew.", "Table 2: Dan knocked.");
        assert_eq!(Ended::together([&first, &last]), Some(last.clone()));
        let again = Ended::together([&first, &ended(two, "Cyd drew.", "Table 2: Cyd knocked.")]).unwrap();
        assert_eq!(again.words, "Table 2: Dan knocked.\nCyd drew.\nTable 2: Cyd knocked.", "dealt again");
    }
}
