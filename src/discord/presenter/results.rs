//! How the hands of a table ended: what its channel is still owed of that, and what is remembered of it.

use crate::tables::{Ended, MessageId};

use super::outcome::HandResult;

/// How many revisions with results are remembered, and how many results.
const REMEMBERED: usize = 16;

/// Results of hands, each a message of its own in the channel.
#[derive(Default)]
pub(super) struct Results {
    /// Not posted yet, oldest first.
    owed: Vec<HandResult>,
    /// The revisions whose results have come in, so that none is posted twice.
    seen: Vec<u64>,
    /// How the last hands ended, for people who play by direct message.
    endings: Vec<Ended>,
    /// Messages that were the board and are results now.
    former_boards: Vec<MessageId>,
}

impl Results {
    /// Takes in how hands ended in this revision; `false` where that is known already.
    pub(super) fn come_in(&mut self, rev: u64, results: &[Ended]) -> bool {
        if self.seen.contains(&rev) {
            return false;
        }
        self.seen.push(rev);
        keep_last(&mut self.seen);
        self.endings.extend_from_slice(results);
        keep_last(&mut self.endings);
        true
    }

    /// This message is to be posted after those that are owed already.
    pub(super) fn owe(&mut self, result: HandResult) {
        self.owed.push(result);
    }

    /// The next one to be posted.
    pub(super) fn next(&self) -> Option<&HandResult> {
        self.owed.first()
    }

    /// All that is owed, for a job that posts it.
    pub(super) fn take(&mut self) -> Vec<HandResult> {
        std::mem::take(&mut self.owed)
    }

    /// What a job could not post is owed again, before what has come in since.
    pub(super) fn give_back(&mut self, left: Vec<HandResult>) {
        self.owed.splice(0..0, left);
    }

    /// There is nowhere to post anything any more.
    pub(super) fn drop_owed(&mut self) {
        self.owed.clear();
    }

    /// How the hands of this number ended, as one result.
    pub(super) fn of_hand(&self, hand: u32) -> Option<Ended> {
        Ended::together(self.endings.iter().filter(|ended| ended.hand == hand))
    }

    /// This message was the board and is a result now.
    pub(super) fn became_result(&mut self, board: MessageId) {
        self.former_boards.push(board);
    }

    /// Was this message the board, and is a result now?
    pub(super) fn is_former_board(&self, message: MessageId) -> bool {
        self.former_boards.contains(&message)
    }
}

fn keep_last<T>(all: &mut Vec<T>) {
    all.drain(..all.len().saturating_sub(REMEMBERED));
}
