//! Hands told in words, to be read by somebody who knows the game: each decision with the hand as its mover sees it, what
//! else was compared, and why.

use engine::{Fact, Language, Level, Play, Reader, Seat, Thought};

/// What a match tells while it is played.
pub struct Teller {
    /// How many hands are still to be told.
    left: u32,
    /// The hand that is being told.
    hand: u32,
}

impl Teller {
    pub const fn new(hands: u32) -> Self {
        Self { left: hands, hand: 0 }
    }

    /// Is there no more to tell? A hand that begins is counted.
    pub fn is_done(&mut self, play: &dyn Play) -> bool {
        let status = play.status();
        if play.moves() == 0 {
            self.hand = 0;
            let header = play.header();
            println!("\n# {} ({}): {}", header.game, header.variant, play.house_rules(Language::English));
        }
        if status.hand == self.hand {
            return false;
        }
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        self.hand = status.hand;
        println!("\n## Hand {}, at {:?}", status.hand, status.scores);
        false
    }

    pub const fn has_told_all(&self) -> bool {
        self.left == 0
    }

    /// What somebody thought, before it is played.
    pub fn decision(&self, play: &dyn Play, seat: Seat, level: Level, thought: &Thought) {
        let reader = Reader::plain(play.sides().count());
        let board = play.board(Some(seat), &reader);
        println!("\n{}. Seat {} ({level})  {}", play.moves() + 1, seat.number() + 1, board.headline);
        board.body.lines().for_each(|line| println!("    | {line}"));
        play.hand_text(seat, &reader).lines().for_each(|line| println!("    > {line}"));
        let Some((best, others)) = thought.candidates.split_first() else { return };
        println!("  {}: {}", best.text, best.why);
        if !others.is_empty() {
            let percent = |value: f64| (value * 1000.0).round() / 10.0;
            let others = others.iter().map(|other| format!("{} {}", other.text, percent(other.value)));
            let others: Vec<String> = others.collect();
            println!("  [{} worlds: {}; {}]", thought.worlds, percent(best.value), others.join("; "));
        }
    }

    /// What everybody was told of it.
    pub fn facts(&self, play: &dyn Play, facts: &[Fact]) {
        let reader = Reader::plain(play.sides().count());
        let told = facts.iter().filter(|fact| fact.to.reaches(None)).map(|fact| fact.tell(&reader));
        told.filter(|told| !told.is_empty()).for_each(|told| println!("  * {}", told.replace('\n', "\n    ")));
    }
}
