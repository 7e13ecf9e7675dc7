//! What keeps the house in order, as a library so that the tests can run it too.

pub mod counts;
pub mod tidy;
