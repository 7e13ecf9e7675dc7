//! The protocols of the stock Supabase client: sign-in, table access, live channels.
//!
//! Speaks, and owns no data: what a sign-in means is decided by `identity`, who may see a row by
//! the one table in `rest/tables.rs`.

mod auth;
mod caller;
mod realtime;
mod rest;
mod routes;

use axum::response::{IntoResponse, Response};

use identity::BadToken;

pub use routes::routes;

/// What the protocol at this path answers to a token that proves nothing; none for paths that are
/// not ours.
pub fn refuse(path: &str, bad: BadToken) -> Option<Response> {
    if path.starts_with("/rest/v1/") {
        Some(rest::refuse_token(bad))
    } else if path.starts_with("/auth/v1/") {
        Some(auth::auth_error::AuthError::from(bad).into_response())
    } else {
        None
    }
}
