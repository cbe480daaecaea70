//! Upcard.
