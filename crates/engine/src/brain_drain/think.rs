//! How the house plays it.

use super::BrainDrain;
use crate::think::Thinks;

impl Thinks for BrainDrain {}
