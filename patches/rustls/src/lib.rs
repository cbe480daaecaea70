//! rustls 0.23 under the number of 0.22: see `patches/README.md`.

pub use rustls_023::*;
