//! tokio-rustls 0.26 under the number of 0.25: see `patches/README.md`.

pub use tokio_rustls_026::*;
