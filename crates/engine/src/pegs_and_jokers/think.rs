//! How the house plays it.

use super::PegsAndJokers;
use crate::think::Thinks;

impl Thinks for PegsAndJokers {
    /// A hand is never over before the match is.
    const HORIZON: u32 = 12;
}
