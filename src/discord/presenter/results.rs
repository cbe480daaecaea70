//! How the hands of a table ended: the results that still have to be posted, and those that are remembered.

use crate::tables::{Ended, MessageId};

use super::effect::Unpainted;
use super::nonce::Post;

/// How many revisions with results, and how many results, are remembered.
const REMEMBERED: usize = 16;

/// Results of hands, each of which gets its own message in the channel.
#[derive(Default)]
pub(super) struct OwedResults {
    /// Not posted yet, oldest first.
    owed: Vec<(Post, Unpainted)>,
    /// The revisions whose results have come in, so that none is posted twice.
    seen: Vec<u64>,
    /// How the last hands ended, for people who play by direct message.
    endings: Vec<Ended>,
    /// Messages that used to be the board and are results now.
    former_boards: Vec<MessageId>,
}

impl OwedResults {
    /// Takes in how hands ended in this revision; `false` if that is already known.
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

    /// Queues a message to be posted after those already queued.
    pub(super) fn owe(&mut self, result: (Post, Unpainted)) {
        self.owed.push(result);
    }

    /// All messages to post.
    pub(super) fn owed(&self) -> &[(Post, Unpainted)] {
        &self.owed
    }

    /// So many of them, from the first on, have been posted.
    pub(super) fn posted(&mut self, count: usize) {
        self.owed.drain(..count.min(self.owed.len()));
    }

    /// Drops what has to be posted, because there is nowhere left to post it.
    pub(super) fn drop_owed(&mut self) {
        self.owed.clear();
    }

    /// How the hands of this number ended, as one result.
    pub(super) fn of_hand(&self, hand: u32) -> Option<Ended> {
        Ended::together(self.endings.iter().filter(|ended| ended.hand == hand))
    }

    /// Notes that this message was the board and is a result now.
    pub(super) fn became_result(&mut self, board: MessageId) {
        self.former_boards.push(board);
    }

    /// Whether this message was the board and is a result now.
    pub(super) fn is_former_board(&self, message: MessageId) -> bool {
        self.former_boards.contains(&message)
    }
}

fn keep_last<T>(all: &mut Vec<T>) {
    all.drain(..all.len().saturating_sub(REMEMBERED));
}
