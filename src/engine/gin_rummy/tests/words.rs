//! How it reads.
