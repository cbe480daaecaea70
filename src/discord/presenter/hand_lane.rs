//! What a presenter knows of one person's hand: the direct message, the ephemeral one that may stand in for it, and
//! the half-made move that one of them shows.

use std::time::{Duration, Instant};

use crate::store::Posted;

use super::super::api::Failure;
use super::super::screens::{Building, Surface};
use super::super::ticket::Ephemeral;
use super::lanes::Lane;

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
    /// Shown just now.
    pub(super) fn new(building: Building, window: u32) -> Self {
        Self { building, window, since: Instant::now() }
    }

    fn is_fresh(&self) -> bool {
        self.since.elapsed() < TOKEN
    }
}

/// One person's hand.
#[derive(Default)]
pub(super) struct HandLane {
    /// The direct message.
    pub(super) lane: Lane,
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

impl From<Ephemeral> for Whisper {
    /// A message made just now.
    fn from(message: Ephemeral) -> Self {
        Self { message, since: Instant::now() }
    }
}

impl HandLane {
    /// A message from before a restart.
    pub(super) fn known(posted: Posted) -> Self {
        Self { lane: Lane::known(posted), ..Self::default() }
    }

    /// A job for the ephemeral message ended. If it had not taken the lane, the lane stays with the job that has;
    /// what it failed to show is left to the next job. Returns since when the hand had been behind what it shows.
    pub(super) fn whispered(&mut self, failure: Option<&Failure>, took_lane: bool) -> Option<Instant> {
        match failure {
            Some(failure) if took_lane => self.lane.failed(failure),
            None if took_lane => return self.lane.done(),
            Some(_) if self.by_button => self.lane.show_again(),
            Some(_) | None => {}
        }
        None
    }

    /// The ephemeral message, as long as it can be changed.
    pub(super) fn whisper(&self) -> Option<&Whisper> {
        self.whisper.as_ref().filter(|w| w.since.elapsed() < TOKEN)
    }

    /// When the ephemeral message can no longer be changed, and the half-made move is forgotten.
    pub(super) fn let_go(&self) -> Option<Instant> {
        let draft = self.draft.as_ref().map(|(_, draft)| draft).filter(|draft| draft.is_fresh());
        let since = self.whisper().map(|whisper| whisper.since).max(draft.map(|draft| draft.since));
        since.map(|since| since + TOKEN)
    }

    /// The half-made move that this message shows, if it can be continued in this window.
    pub(super) fn draft(&self, on: Surface, window: u32) -> Option<&Building> {
        let (shown, draft) = self.draft.as_ref()?;
        (*shown == on && draft.window == window && draft.is_fresh()).then_some(&draft.building)
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
    pub(super) fn replace_whisper(&mut self, was: Option<&Whisper>, whisper: Option<Whisper>) {
        if self.whisper().is_none_or(|now| Some(now) == was) {
            self.whisper = whisper;
        }
    }

    /// Another ephemeral message shows it now, or none.
    pub(super) fn set_whisper(&mut self, whisper: Option<Whisper>) {
        self.whisper = whisper;
    }
}

#[cfg(test)]
mod tests {
    use super::Surface::{Direct, Ephemeral};
    use super::*;

    #[test]
    fn what_is_half_made_stays_in_its_message_until_its_window_closes() {
        let half = |page, window| {
            let building = Building { path: Vec::new(), built: None, page };
            Some(HalfMade::new(building, window))
        };
        let page = |hand: &HandLane, on, window| hand.draft(on, window).map(|draft| draft.page);
        let mut hand = HandLane::default();
        hand.set_draft(Direct, half(1, 7));
        assert_eq!((page(&hand, Direct, 7), page(&hand, Ephemeral, 7), page(&hand, Direct, 8)), (Some(1), None, None));
        // A hand that was asked for beside it is a message of its own.
        hand.set_draft(Ephemeral, None);
        assert_eq!(page(&hand, Direct, 7), Some(1));
        assert!(hand.let_go().is_some(), "only we know of it");
        // It stays when others move, and goes when its owner does.
        hand.drop_draft_unless(Some(7));
        assert_eq!(page(&hand, Direct, 7), Some(1));
        hand.drop_draft_unless(Some(8));
        assert_eq!((page(&hand, Direct, 7), hand.let_go()), (None, None));
        // Back to the start.
        hand.set_draft(Direct, half(1, 8));
        hand.set_draft(Direct, None);
        assert_eq!(page(&hand, Direct, 8), None);
        // The last one shown is the one that is kept.
        hand.set_draft(Direct, half(1, 8));
        hand.set_draft(Ephemeral, half(2, 8));
        assert_eq!((page(&hand, Direct, 8), page(&hand, Ephemeral, 8)), (None, Some(2)));
    }

    #[test]
    fn an_answer_that_failed_frees_no_lane_that_others_have_taken() {
        let mut hand = HandLane::default();
        hand.lane.begin(7);
        hand.whispered(Some(&Failure::Expired), false);
        assert!(hand.lane.is_busy() && !hand.lane.wants(8), "the direct message is still on its way");
        hand.lane.done();
        assert!(hand.lane.wants(8) && !hand.lane.wants(7));
        hand.lane.begin(8);
        hand.whispered(None, true);
        assert!(!hand.lane.is_busy());
    }
}
