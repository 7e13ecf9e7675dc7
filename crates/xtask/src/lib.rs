//! The tasks as a library, so that tests can run them too.

pub mod counts;
pub mod rust_tests;
pub mod tidy;
