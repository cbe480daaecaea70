//! How the house plays it.

use super::KingsRummy;
use crate::think::Thinks;

impl Thinks for KingsRummy {}
