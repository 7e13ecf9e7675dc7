//! The contract of language models: the live adapter against the sandbox over real sockets, and
//! against recorded answers of the protocols that the sandbox does not speak; the sandbox against
//! plain requests that any client could send.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod completion_streams;
mod completions;
mod failures;
mod json_schemas;
mod kit;
mod protocols;
mod reasoning_models;
mod slow_models;
mod transcripts;
