//! Tests of gin rummy, by topic.

mod solver;
