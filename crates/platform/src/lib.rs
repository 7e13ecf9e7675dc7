//! The floor on which every room stands: database, clock, jobs, mail outbox, settings, logs.
//!
//! **Architecture invariant:** nothing here names a room. What a room needs done later it hands
//! down as a job, a schedule or a mail; what the floor needs to know it takes as a parameter.

// The derive names this crate as others see it.
extern crate self as platform;

pub mod access_tokens;
pub mod api_error;
pub mod app;
pub mod budget;
pub mod changes;
pub mod client_address;
pub mod clock;
pub mod crash;
pub mod csv;
pub mod db;
pub mod events;
pub mod jobs;
pub mod keys;
pub mod live;
pub mod llm;
pub mod machine_check;
pub mod mail_deliveries;
pub mod mail_layout;
pub mod memory_pages;
pub mod outbox;
pub mod password_hasher;
pub mod product;
pub mod provider_health;
pub mod rate_limit;
pub mod request;
pub mod settings;
pub mod signing_keys;
pub mod tasks;
pub mod telemetry;
mod verified_tokens;

/// The version that the binary, the API and the user menu show.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
