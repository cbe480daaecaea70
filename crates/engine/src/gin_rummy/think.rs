//! How the house plays it.

use super::GinRummy;
use crate::think::Thinks;

impl Thinks for GinRummy {}
