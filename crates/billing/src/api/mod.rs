//! Subscriptions on the wire.

mod buying;
mod managing;
mod showing;
mod webhook;

pub use buying::*;
pub use managing::*;
pub use showing::*;
pub use webhook::*;

use axum::http::StatusCode;
use uuid::Uuid;

use identity::Caller;
use platform::api_error::{ApiError, ApiResult};

/// What a body says about who is meant must be what the token says. It grants nothing.
fn only_oneself(caller: &Caller, email: Option<&str>, user_id: Option<&str>) -> ApiResult<()> {
    let is_own_address = email.is_none_or(|it| it.trim().to_lowercase() == caller.email);
    let is_own_id = user_id.is_none_or(|it| Uuid::parse_str(it) == Ok(caller.user_id));
    if is_own_address && is_own_id {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "This is about another account than yours.",
    ))
}
