//! How the house plays it.

use super::CrazyEights;
use crate::think::Thinks;

impl Thinks for CrazyEights {}
