//! How messages are posted: under nonces that say what each is for, so that a crash does not make one twice.

use siphasher::sip::SipHasher13;

use crate::store::MessageKind;
use crate::tables::{MessageId, TableId, UserId};

/// What a nonce is made of. Its bytes are written out here, because it has to be the same after a restart, in another
/// build too: what the standard library's hashing would write may change with the compiler.
#[derive(Default)]
pub(super) struct Circumstances(Vec<u8>);

impl Circumstances {
    /// What is posted for this table.
    fn at(table: TableId) -> Self {
        Self::default().word(table.as_str())
    }

    /// The board, following what `follows` is a digest of.
    pub(super) fn board(table: TableId, follows: u64) -> Self {
        Self::at(table).number(follows)
    }

    /// What a board follows: the message before it, or the result that is posted first.
    pub(super) fn follows(board: Option<MessageId>, result: Option<u64>) -> Self {
        Self::default().perhaps(board.map(|message| message.0)).perhaps(result)
    }

    /// A message of this kind for one person; `number` tells it from those of other deals.
    pub(super) fn direct(what: (TableId, MessageKind, UserId), number: u64, after: Option<MessageId>) -> Self {
        Self::personal(what, number).perhaps(after.map(|message| message.0))
    }

    /// The notice that it is somebody's turn in this revision.
    pub(super) fn notice(table: TableId, user: UserId, rev: u64, is_reminder: bool) -> Self {
        let notice = Self::personal((table, MessageKind::Notice, user), rev);
        if is_reminder { notice.word("reminder") } else { notice }
    }

    /// How a hand ended: this one of those that ended in a revision.
    pub(super) fn result(table: TableId, rev: u64, n: usize) -> Self {
        Self::at(table).word("result").number(rev).number(n as u64)
    }

    /// What was posted under other circumstances so many times is posted once more.
    pub(super) fn again(circumstances: u64, times: u32) -> Self {
        let mut again = Self::default().number(circumstances);
        again.0.extend(times.to_le_bytes());
        again
    }

    fn personal((table, kind, user): (TableId, MessageKind, UserId), number: u64) -> Self {
        let kind = match kind {
            MessageKind::Board => 0,
            MessageKind::Hand => 1,
            MessageKind::Notice => 2,
            MessageKind::Invitation => 3,
        };
        Self::at(table).number(kind).number(user.0).number(number)
    }

    fn word(mut self, word: &str) -> Self {
        self.0.extend(word.bytes().chain([u8::MAX]));
        self
    }

    fn number(mut self, number: u64) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn perhaps(self, number: Option<u64>) -> Self {
        match number {
            None => self.number(0),
            Some(number) => self.number(1).number(number),
        }
    }

    pub(super) fn digest(&self) -> u64 {
        SipHasher13::new().hash(&self.0)
    }
}

/// How a message is posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Post {
    circumstances: u64,
    /// How many were posted under them before.
    times: u32,
    /// Nonce of the post: a message already posted under it, but forgotten in a crash, is found again instead of
    /// being made twice.
    pub(super) nonce: u64,
    /// Whether it may have been posted before: then it still shows what it showed at that time, if it still exists.
    pub(super) found: bool,
}

impl Post {
    /// For a message that is posted once under these circumstances.
    pub(super) fn once(of: &Circumstances) -> Self {
        let circumstances = of.digest();
        Self { circumstances, times: 0, nonce: circumstances, found: false }
    }

    /// For a message that already exists and is posted once more.
    pub(super) const fn anew(nonce: u64) -> Self {
        Self { circumstances: 0, times: 0, nonce, found: false }
    }

    /// For the same post once more: it seemed to fail, but may have been carried out.
    pub(super) fn again(self) -> Self {
        Self { found: true, ..self }
    }

    /// For the same message once more: the one that was found is gone. If that happens again and again, one that is
    /// certainly new.
    pub(super) fn instead(self) -> Self {
        let is_hopeless = self.circumstances == 0 || self.times >= MOST_FOUND;
        if is_hopeless { Self::anew(rand::random()) } else { self.after(self.times + 1) }
    }

    fn after(self, times: u32) -> Self {
        Self { times, nonce: Circumstances::again(self.circumstances, times).digest(), ..self }
    }
}

/// So many messages that were posted for the same thing may be found and turn out to be gone.
const MOST_FOUND: u32 = 3;

/// What was posted before, under which circumstances.
#[derive(Default)]
pub(super) struct Past {
    /// The circumstances of the last post, and how many posts have been made under them.
    last: Option<(u64, u32)>,
    /// The last one seemed to fail, and may have been carried out all the same.
    unsure: bool,
}

impl Past {
    /// The next post under these circumstances. `new`: nothing of this table can have been posted before we knew of
    /// it.
    pub(super) fn next(&self, of: &Circumstances, new: bool) -> Post {
        let post = Post::once(of);
        match self.last {
            Some((last, times)) if last == post.circumstances => Post { found: self.unsure, ..post.after(times) },
            last => Post { found: self.unsure || last.is_none() && !new, ..post },
        }
    }

    /// It was posted.
    pub(super) fn posted(&mut self, post: Post) {
        *self = Self { last: Some((post.circumstances, post.times + 1)), unsure: false };
    }

    /// It seems not to have been posted.
    pub(super) const fn failed(&mut self) {
        self.unsure = true;
    }
}
