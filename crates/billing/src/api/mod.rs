//! The HTTP API of subscriptions.

mod checkout;
mod portal;
mod subscription_changes;
mod subscription_status;
mod webhook;

pub use checkout::*;
pub use portal::*;
pub use subscription_changes::*;
pub use subscription_status::*;
pub use webhook::*;

use axum::http::StatusCode;
use uuid::Uuid;

use identity::Caller;
use platform::api_error::{ApiError, ApiResult};

/// The user named in a request must be the one of the access token. Naming a user grants nothing.
fn require_own_account(
    caller: &Caller,
    email: Option<&str>,
    user_id: Option<&str>,
) -> ApiResult<()> {
    let is_own_address = email.is_none_or(|it| it.trim().to_lowercase() == caller.email);
    let is_own_id = user_id.is_none_or(|it| Uuid::parse_str(it) == Ok(caller.user_id));
    if is_own_address && is_own_id {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "You can only do this for your own account.",
    ))
}
