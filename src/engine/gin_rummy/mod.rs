//! Gin Rummy.

pub mod deadwood;
pub mod melds;

#[cfg(test)]
mod tests;
