//! The protocols of the stock Supabase client: sign-in, table access, live channels.
//!
//! Speaks, and owns no data: what a sign-in means is decided by `identity`, who may see a row by
//! the one table in `rest/tables.rs`.

pub mod auth;
pub mod caller;
pub mod realtime;
pub mod rest;
