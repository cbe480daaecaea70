//! Finds sections by what people type: by the beginnings of words, preferring titles, and by the words that the
//! pages use instead.

use std::cmp::Reverse;

use super::{Section, sections, slug, words};

/// The sections that have what was typed, the most likely first, and those of equal worth in the order of the page. A
/// question of common words alone (`how to play`) is about everything: the page's summary comes first, then the rest.
#[must_use]
pub fn search<'a>(page: &'a str, typed: &str) -> Vec<Section<'a>> {
    let question = Question::new(typed);
    let rated = sections(page).into_iter().map(|section| (question.worth(&section), section));
    let has_any = |worth: Worth| question.is_vague || worth > Worth::default();
    let mut found: Vec<(Worth, Section<'a>)> = rated.filter(|(worth, _)| has_any(*worth)).collect();
    found.sort_by_key(|(worth, _)| Reverse(*worth));
    found.into_iter().map(|(_, section)| section).collect()
}

/// Words that people type, and what the pages say instead. Each text field holds several words, separated by spaces.
struct Meant {
    /// What people type.
    typed: &'static str,
    /// The words for it in titles and texts.
    own: &'static str,
    /// Words in the titles of other sections that explain it.
    instead: &'static str,
    /// Is it explained in the introduction, whose title is the game's name?
    introduced: bool,
}

const fn meant(typed: &'static str, own: &'static str, instead: &'static str) -> Meant {
    Meant { typed, own, instead, introduced: false }
}

impl Meant {
    const fn introduced(self) -> Self {
        Self { introduced: true, ..self }
    }
}

const MEANT: &[Meant] = &[
    meant("aim goal object objective purpose", "aim goal", "win short").introduced(),
    meant("overview introduction intro basic learn", "overview", "short").introduced(),
    meant("win won victory", "win won", "aim match score"),
    meant("end finish over", "end finish", "match win"),
    meant("score point", "score point", ""),
    meant("start begin setup first", "start begin", "deal"),
    meant("turn", "turn", "draw trick"),
    meant("value worth", "value count", "card"),
    meant("count", "count value", ""),
    meant("meld set run sequence", "meld sequence", ""),
    meant("write notation type syntax command", "write notation type", ""),
    meant("option", "option", "variant"),
    meant("variant", "variant", "option"),
];

/// Words that say nothing about what is looked for.
const COMMON: &str = "a an the how what whats when where which who whose why is are be can do does did may must should \
    will i me my we you your it its they of to in on at by for from if and or with about this that there many much go \
    goes tell explain mean work happen play game rule";

/// What was typed, to be looked for.
struct Question {
    /// All of it in lower case.
    typed: String,
    /// Its slug.
    slug: String,
    /// Its words without the common ones; for a vague question, `overview`.
    asked: Vec<Asked>,
    /// Does it consist of common words only?
    is_vague: bool,
}

impl Question {
    fn new(typed: &str) -> Self {
        let lower = typed.trim().to_lowercase();
        let all = words(&lower.replace('-', " ").replace("set up", "setup"));
        let telling = all.iter().filter(|word| !is_common(word));
        let mut asked: Vec<Asked> = telling.map(|word| Asked::new(word)).collect();
        let is_vague = asked.is_empty() && !all.is_empty();
        if is_vague {
            asked.push(Asked::new("overview"));
        }
        Self { slug: slug(&lower), typed: lower, asked, is_vague }
    }

    fn worth(&self, section: &Section<'_>) -> Worth {
        let is_intro = section.level == 1;
        // The introduction's title, the name of the game, says which page it is, not what the introduction is about.
        let title = if is_intro { Vec::new() } else { words(section.title) };
        let text = if is_intro { words(&format!("{} {}", section.title, section.text)) } else { words(section.text) };
        let mut worth = Worth { named: self.named(section), whole: self.is_whole(&title), ..Worth::default() };
        for asked in &self.asked {
            let in_title = if is_intro { usize::from(asked.introduced) } else { asked.in_title(&title) };
            let in_text = asked.in_text(&text);
            worth.words += usize::from(in_title + in_text > 0);
            worth.title += in_title;
            worth.text += if in_title < BEGUN { in_text } else { 0 };
        }
        worth
    }

    /// 3 if the section's anchor, number or title was typed, 2 if the beginning of its number was, 1 if its text
    /// has the option that was.
    fn named(&self, section: &Section<'_>) -> usize {
        let number = slug(section.number);
        let name = slug(&format!("{} {}", section.number, section.title));
        if self.slug.is_empty() {
            0
        } else if [&section.anchor, &number, &name].contains(&&self.slug) {
            3
        } else if self.slug.starts_with(|c: char| c.is_ascii_digit()) && name.starts_with(self.slug.as_str()) {
            2
        } else {
            usize::from(self.typed.contains('_') && section.text.contains(self.typed.as_str()))
        }
    }

    /// Was every word of the title asked for, apart from the common ones?
    fn is_whole(&self, title: &[String]) -> bool {
        let mut telling = title.iter().filter(|word| !is_common(word)).peekable();
        telling.peek().is_some() && telling.all(|word| self.asked.iter().any(|asked| asked.weigh(word) > 0))
    }
}

/// How well a section answers a question; each field weighs more than all those below it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Worth {
    /// Was it named outright? See [`Question::named`].
    named: usize,
    /// How many of the words asked for it has, in its title or text.
    words: usize,
    /// Is its title about nothing else?
    whole: bool,
    /// How plainly its title has the words asked for, summed up.
    title: usize,
    /// How plainly its text has those words that its title lacks or has by another name only.
    text: usize,
}

/// The weight of a title's word that is a form of the word asked for.
const SAME: usize = 4;
/// The weight of a title's word that begins with the word asked for.
const BEGUN: usize = 3;
/// The weight of a title's word that is another name for it.
const INSTEAD: usize = 2;

/// A word that was typed, translated into the words of the pages.
struct Asked {
    /// What is looked for in titles and texts.
    own: String,
    /// What else is looked for in titles; see [`MEANT`].
    instead: String,
    /// Is it explained in the introduction?
    introduced: bool,
}

impl Asked {
    fn new(word: &str) -> Self {
        let row = |fits: fn(&str, &str) -> bool| MEANT.iter().find(|meant| has(meant.typed, word, fits));
        if let Some(Meant { own, instead, introduced, .. }) = row(akin) {
            return Self { own: (*own).to_owned(), instead: (*instead).to_owned(), introduced: *introduced };
        }
        let begun = row(is_begun);
        let instead = begun.map(|Meant { own, instead, .. }| format!("{own} {instead}")).unwrap_or_default();
        Self { own: word.to_owned(), instead, introduced: begun.is_some_and(|meant| meant.introduced) }
    }

    fn in_title(&self, title: &[String]) -> usize {
        title.iter().map(|word| self.weigh(word)).max().unwrap_or(0)
    }

    /// How well a word of a title matches: [`SAME`], [`BEGUN`], [`INSTEAD`] or 0.
    fn weigh(&self, word: &str) -> usize {
        if has(&self.own, word, akin) {
            SAME
        } else if has(&self.own, word, begins) {
            BEGUN
        } else if has(&self.instead, word, akin) {
            INSTEAD
        } else {
            0
        }
    }

    /// 3 if the text has the word exactly, since words with the same beginning are not always forms of one word
    /// (`bete`, `better`); 2 if it has a form of it; 1 if one of its words begins with it and it is long enough for
    /// this to be no coincidence. Where [`MEANT`] gives several words, any form of them counts the same.
    fn in_text(&self, text: &[String]) -> usize {
        let any = |fits: fn(&str, &str) -> bool| text.iter().any(|word| has(&self.own, word, fits));
        if text.contains(&self.own) {
            3
        } else if any(akin) {
            2
        } else {
            usize::from(any(begins_at_length))
        }
    }
}

/// Does one of these words fit that word in this way?
fn has(these: &str, word: &str, fits: fn(&str, &str) -> bool) -> bool {
    these.split_whitespace().any(|one| fits(one, word))
}

/// Are they forms of one word?
fn akin(one: &str, other: &str) -> bool {
    stem(one) == stem(other)
}

/// Does the other word begin with this one?
fn begins(one: &str, other: &str) -> bool {
    other.starts_with(one)
}

fn begins_at_length(one: &str, other: &str) -> bool {
    one.len() > 3 && begins(one, other)
}

/// Is the other word, of two letters or more, the beginning of this one?
fn is_begun(one: &str, other: &str) -> bool {
    other.len() > 1 && begins(other, one)
}

pub(super) fn is_common(word: &str) -> bool {
    has(COMMON, word, akin)
}

/// The endings of English words, each listed before the shorter ones that it ends with.
const ENDINGS: &[&str] = &["ings", "ing", "ers", "er", "ed", "es", "e", "s"];

/// The common beginning of a word's forms: `scor` of score and scoring, `win` of win and winner; at least three
/// letters.
fn stem(word: &str) -> &str {
    let rest = ENDINGS.iter().find_map(|ending| word.strip_suffix(*ending).filter(|rest| rest.len() >= 3));
    let rest = rest.unwrap_or(word);
    let mut letters = rest.char_indices().rev();
    match (letters.next(), letters.next()) {
        (Some((at, last)), Some((_, before))) if at >= 3 && last == before => &rest[..at],
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{page, pages};
    use super::*;

    /// The number of a section (empty for the introduction), and the texts that open it.
    type Opens = (&'static str, &'static str);

    /// What people who are new to a game type.
    const OPENS: &[(&str, &[Opens])] = &[
        (
            "gin-rummy",
            &[
                ("", "how to play|How do I play?|play|rules|introduction|how many players|gin rummy"),
                ("1", "aim|goal|object|purpose|What is the aim of the game?|how to win|win|won|winner|winning"),
                ("2.1", "values|count|what do cards count"),
                ("2.2", "deal|dealing|dealer|start|begin|setup|set up|set-up|who goes first"),
                ("2.3", "meld|melds|run|set|what is a meld?"),
                ("3.2", "turn|turns|draw|drawing"),
                ("3.3", "discard|end turn"),
                ("3.4", "knock|knocking|Knocker|how do I knock|kn|3.4|3.4 Knocking|knock_limit"),
                ("3.5", "gin|what is gin|big gin|big_gin_bonus"),
                ("4.1", "lay|lay off|laying"),
                ("4.2", "score|scoring|Scores|points|undercut"),
                ("4.4", "end|finish|over|how does the game end|match"),
                ("5.1", "knocking over the limit|knocking-over-the-limit|5.1"),
                ("9", "notation|how to write moves|how do I type a move"),
            ],
        ),
        (
            "klaberjass",
            &[
                ("", "aim|goal|object of the game|how to play|how many players"),
                ("1.2", "values|count|what do cards count"),
                ("2", "deal|dealer|start|setup|who goes first"),
                ("3", "bid|bids|bidding|3"),
                ("3.1", "trump|trumps"),
                ("4.2", "meld|run|sequence|declare"),
                ("5", "turn|trick|tricks"),
                ("5.1", "follow|following suit"),
                ("6", "score|scoring|points|bete"),
                ("6.1", "ties"),
                ("7", "win|how to win|winner|end|finish|over"),
                ("8", "notation|how to write moves"),
            ],
        ),
        (
            "kings-rummy",
            &[
                ("", "aim|goal|purpose|how to play|how many players"),
                ("1", "card|values"),
                ("2", "meld|run|what is a meld"),
                ("3", "deal|start|setup|who goes first"),
                ("4", "turn|my turn"),
                ("4.1", "draw|drawing"),
                ("4.2", "lay"),
                ("4.7", "end turn"),
                ("5", "score|scoring|points|win|how to win|winning"),
                ("5.3", "match|finish|how does the game end"),
                ("6", "notation|how to write moves"),
            ],
        ),
        (
            "key-of-the-door",
            &[
                ("", "aim|goal|how to play|how many players"),
                ("2", "count"),
                ("3", "deal|dealing|start|setup|who goes first"),
                ("4", "turn"),
                ("4.4", "past 21"),
                ("5", "claim|claiming|claims"),
                ("7", "steal|stealing"),
                ("9", "end|finish|over|how does the game end"),
                ("10", "score|scoring|points|win|how to win|winner|10"),
                ("11", "variants|options"),
                ("12", "notation|how to write moves"),
            ],
        ),
        (
            "pegs-and-jokers",
            &[
                ("1", "aim|goal|object|what is the goal?|how to play|how many players"),
                ("3", "deal|start|setup|who goes first"),
                ("4", "turn|my turn"),
                ("5", "card|values"),
                ("5.3", "joker|jokers"),
                ("6", "move|moving"),
                ("8", "win|how to win|winner|winning|score|points|end|finish|over"),
                ("9", "count|stuck"),
                ("10", "bluff|bluffing|10"),
                ("11", "variants"),
                ("12", "options|home_safe_from_doubt"),
                ("13", "notation|how to write moves"),
            ],
        ),
        (
            "brain-drain",
            &[
                ("", "aim|goal|how to play|how many players"),
                ("1", "card|cards"),
                ("1.2", "deal|start|setup|who goes first"),
                ("2", "answer|answers"),
                ("2.6", "notation|how to write moves|how do I type an answer"),
                ("3.4", "pass|passing"),
                ("3.7", "turn|in turns"),
                ("4", "end|finish|over|how does the game end"),
                ("4.2", "two players"),
                ("4.3", "score|scoring|points|win|how to win|winner"),
                ("6", "options|variants"),
            ],
        ),
        ("jokers", &[("", "how to play"), ("3", "spades|trick-games"), ("8", "joker")]),
    ];

    #[test]
    fn what_people_type_opens_the_section_that_tells_of_it() {
        for page in pages() {
            assert!(OPENS.iter().any(|(id, _)| *id == page.id), "OPENS has nothing for {}", page.id);
        }
        for (id, sections) in OPENS {
            let text = page(id).map(|page| page.text).unwrap_or_default();
            for (number, all) in *sections {
                for typed in all.split('|') {
                    let first = search(text, typed).first().map(|section| section.number);
                    assert_eq!(first, Some(*number), "{id}: {typed}");
                }
            }
        }
    }

    #[test]
    fn anchors_numbers_and_titles_open_their_sections() {
        for page in pages() {
            for section in sections(page.text) {
                let whole = format!("{} {}", section.number, section.title);
                let names = [section.anchor.as_str(), section.number, section.title, whole.as_str()];
                for typed in names.into_iter().filter(|name| !name.is_empty()) {
                    for typed in [typed.to_owned(), typed.to_uppercase()] {
                        assert_eq!(search(page.text, &typed).first(), Some(&section), "{}: {typed}", page.id);
                    }
                }
            }
        }
    }

    #[test]
    fn sections_stand_by_worth_and_then_as_on_the_page() {
        let page = "# Game\nA race of scores.\n## 1 The cards\nThey score.\n## 2 Scoring\nPoints.\n\
                    ## 2.1 Scoring cards\nNobody knows.\n## 3 Claims\nA win.\n";
        let numbers = |typed: &str| search(page, typed).iter().map(|s| s.number).collect::<Vec<_>>();
        assert_eq!(numbers("score"), ["2", "2.1", "", "1"]);
        assert_eq!(numbers("cards score"), ["2.1", "1", "2", ""]);
        assert_eq!(numbers("2"), ["2", "2.1"]);
        assert_eq!(numbers("how to play"), ["", "1", "2", "2.1", "3"]);
        // Nothing is found in the middle of a word, nor in a text by fewer than four letters.
        assert_eq!(numbers("aim"), [""]);
        assert_eq!(numbers("ace"), [""; 0]);
        assert_eq!(numbers("nob"), [""; 0]);
        assert_eq!(numbers("nobo"), ["2.1"]);
        let page = "# Game\n## 1 Runs\nThe better.\n## 2 Counting\nHe is bete.\n## 3 Betes\nNone.\n";
        let numbers = |typed: &str| search(page, typed).iter().map(|s| s.number).collect::<Vec<_>>();
        assert_eq!(numbers("bete"), ["3", "2", "1"], "the word itself before its forms, titles before both");
        assert_eq!(numbers("*xyzzy*"), [""; 0]);
    }

    #[test]
    fn forms_of_a_word_find_each_other() {
        for forms in [
            "score scoring scored scores",
            "win wins winner winning",
            "deal deals dealer dealing",
            "knock knocks knocker knocking",
            "bid bids bidder bidding",
            "pass passes passed passing",
            "move moves moving",
            "tie ties",
            "ace aces",
        ] {
            let all = forms.split(' ').all(|one| forms.split(' ').all(|other| akin(one, other)));
            assert!(all, "{forms}");
        }
        for (one, other) in [("aim", "claims"), ("win", "window"), ("king", "kin"), ("off", "of"), ("one", "on")] {
            assert!(!akin(one, other), "{one} {other}");
        }
    }
}
