//! What a presenter knows of one person's hand: the direct message, the ephemeral one that may stand in for it, and
//! the half-made move that one of them shows.

use std::time::{Duration, Instant};

use crate::store::Posted;

use super::super::screens::{Building, Surface};
use super::super::ticket::Ephemeral;
use super::kept::Kept;

/// An interaction's token lives for 15 minutes; the last minute is not used.
const TOKEN: Duration = Duration::from_secs(14 * 60);

/// A half-made move. The message that shows it goes on showing it when others move, and is kept up to date for as
/// long as an ephemeral one can be.
pub(super) struct HalfMade {
    building: Building,
    /// The window in which it can be continued.
    window: u32,
    since: Instant,
}

impl HalfMade {
    pub(super) fn new((building, window): (Building, u32), since: Instant) -> Self {
        Self { building, window, since }
    }
}

fn is_fresh(since: Instant, now: Instant) -> bool {
    now.duration_since(since) < TOKEN
}

/// One person's hand.
#[derive(Default)]
pub(super) struct Hand {
    /// The direct message.
    pub(super) kept: Kept,
    /// No direct message shows it: they fail, or are not wanted.
    pub(super) by_button: bool,
    /// The ephemeral message that shows it instead.
    whisper: Option<Whisper>,
    /// The move being built, and which of the two messages shows it.
    draft: Option<(Surface, HalfMade)>,
}

/// An ephemeral message that shows a hand.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Whisper {
    pub(super) message: Ephemeral,
    since: Instant,
}

impl Whisper {
    pub(super) const fn new(message: Ephemeral, since: Instant) -> Self {
        Self { message, since }
    }
}

impl Hand {
    /// A message from before a restart.
    pub(super) fn known(posted: Posted) -> Self {
        Self { kept: Kept::known(posted), ..Self::default() }
    }

    /// The ephemeral message, as long as it can be changed.
    pub(super) fn whisper(&self, now: Instant) -> Option<&Whisper> {
        self.whisper.as_ref().filter(|whisper| is_fresh(whisper.since, now))
    }

    /// When the ephemeral message can no longer be changed, and the half-made move is forgotten.
    pub(super) fn let_go(&self, now: Instant) -> Option<Instant> {
        let draft = self.draft.as_ref().map(|(_, draft)| draft.since).filter(|since| is_fresh(*since, now));
        let since = self.whisper(now).map(|whisper| whisper.since).max(draft);
        since.map(|since| since + TOKEN)
    }

    /// The half-made move that this message shows, if it can be continued in this window.
    pub(super) fn draft(&self, on: Surface, window: u32, now: Instant) -> Option<&Building> {
        let (shown, draft) = self.draft.as_ref()?;
        (*shown == on && draft.window == window && is_fresh(draft.since, now)).then_some(&draft.building)
    }

    /// One of the two messages shows this now. What the other one shows stays, unless both show a move.
    pub(super) fn set_draft(&mut self, on: Surface, draft: Option<HalfMade>) {
        if draft.is_some() || self.draft.as_ref().is_some_and(|(shown, _)| *shown == on) {
            self.draft = draft.map(|draft| (on, draft));
        }
    }

    /// In another window the move starts afresh.
    pub(super) fn drop_draft_unless(&mut self, window: Option<u32>) {
        self.draft = self.draft.take().filter(|(_, draft)| Some(draft.window) == window);
    }

    /// Another ephemeral message, or none, replaces `was`, unless a different one has replaced that in the
    /// meantime.
    pub(super) fn replace_whisper(&mut self, was: Option<&Whisper>, whisper: Option<Whisper>, now: Instant) {
        if self.whisper(now).is_none_or(|open| Some(open) == was) {
            self.whisper = whisper;
        }
    }

    /// Another ephemeral message shows it now, or none.
    pub(super) fn set_whisper(&mut self, whisper: Option<Whisper>) {
        self.whisper = whisper;
    }
}
