//! Limits how often somebody is asked who never answers, because each time pings them or sends them a message.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::rejection::Barred;
use crate::store::{Attendee, UserId};
use engine::isolated;

/// How often one person may ask another to a table within [`WINDOW`], if the other never comes.
const PER_WINDOW: usize = 10;
/// How long a request counts.
const WINDOW: Duration = Duration::from_secs(600);
/// With more pairs than this, those whose requests no longer count are dropped.
const CAPACITY: usize = 10_000;

/// Who has asked whom recently, and when. A restart forgets it.
#[derive(Default)]
pub(super) struct Asks(Mutex<HashMap<(UserId, UserId), Vec<Instant>>>);

impl Asks {
    /// Checks that this person may ask all of these.
    ///
    /// # Errors
    /// If one of them has been asked often enough.
    pub(super) fn may_ask(&self, who: UserId, guests: &[Attendee], now: Instant) -> Result<(), Barred> {
        let asks = self.0.lock();
        let lately = |guest: UserId| {
            let times = asks.get(&(who, guest)).map_or(&[][..], Vec::as_slice);
            times.iter().filter(|time| is_recent(**time, now)).count()
        };
        match others(who, guests).find(|(user, _)| lately(*user) >= PER_WINDOW) {
            None => Ok(()),
            Some((_, guest)) => Err(Barred::AskedOften { name: isolated(&guest.name), times: PER_WINDOW }),
        }
    }

    /// Records that this person has asked all of these.
    pub(super) fn asked(&self, who: UserId, guests: &[Attendee], now: Instant) {
        let mut asks = self.0.lock();
        if asks.len() >= CAPACITY {
            asks.retain(|_, times| times.last().is_some_and(|last| is_recent(*last, now)));
        }
        for (guest, _) in others(who, guests) {
            let times = asks.entry((who, guest)).or_default();
            times.retain(|time| is_recent(*time, now));
            times.push(now);
        }
    }

    /// Records that this person came when the other had asked.
    pub(super) fn came(&self, guest: UserId, asker: UserId) {
        self.0.lock().remove(&(asker, guest));
    }
}

/// Those asked. A person who asks for a rematch is among those whose seats are kept, but asks only the others, and the
/// house is not asked.
pub(super) fn others(who: UserId, guests: &[Attendee]) -> impl Iterator<Item = (UserId, &Attendee)> {
    guests.iter().filter_map(|guest| Some((guest.who.person()?, guest))).filter(move |(user, _)| *user != who)
}

/// Whether it still counts.
fn is_recent(time: Instant, now: Instant) -> bool {
    now.duration_since(time) < WINDOW
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_never_comes_is_asked_so_often_and_no_more() {
        let (asks, now) = (Asks::default(), Instant::now());
        let ada = UserId(1);
        let (ben, cyd) = (Attendee::new(UserId(2), "Ben"), Attendee::new(UserId(3), "Cyd"));
        let ask = |guests: &[Attendee], now| {
            asks.may_ask(ada, guests, now)?;
            asks.asked(ada, guests, now);
            Ok::<(), Barred>(())
        };
        for _ in 0..PER_WINDOW {
            ask(std::slice::from_ref(&ben), now).unwrap();
        }
        let often = Barred::AskedOften { name: "Ben".to_owned(), times: 10 };
        assert_eq!(ask(&[cyd.clone(), ben.clone()], now), Err(often));
        for _ in 0..PER_WINDOW {
            ask(std::slice::from_ref(&cyd), now).unwrap();
        }
        asks.came(UserId(3), ada);
        ask(std::slice::from_ref(&cyd), now).unwrap();
        ask(std::slice::from_ref(&ben), now + WINDOW).unwrap();
    }
}
