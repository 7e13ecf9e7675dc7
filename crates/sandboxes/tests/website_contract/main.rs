//! The contract of websites: the live reader against the sandbox and against servers that do as
//! they are told, over real sockets; and the sandbox against plain transcripts.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod failing_sites;
mod failures;
mod host_names;
mod icons;
mod kit;
mod listings;
mod robots;
mod site_pages;
mod transcripts;
