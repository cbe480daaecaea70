//! How the house plays it.

use super::Klaberjass;
use crate::think::Thinks;

impl Thinks for Klaberjass {}
