//! The protocols of the stock Supabase client: sign-in, table access, live channels.
//!
//! Speaks, and owns no data: what a sign-in means is decided by `identity`, who may see a row by
//! the one table in `rest/tables.rs`.

mod auth;
mod caller;
mod realtime;
mod rest;
mod routes;

pub use routes::routes;
