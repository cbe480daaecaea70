//! How the house plays it.

use super::KeyOfTheDoor;
use crate::think::Thinks;

impl Thinks for KeyOfTheDoor {}
