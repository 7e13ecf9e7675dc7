//! Why somebody sends something away, as every list asks for it.

use super::api_error::{ApiError, ApiResult};

const LONGEST: usize = 1_000;

/// The reason, without the space around it; `what` is sent away: "post".
pub fn reason<'a>(typed: &'a str, what: &str) -> ApiResult<&'a str> {
    let reason = typed.trim();
    if reason.is_empty() {
        let text = format!("Please provide a reason for rejecting this {what}.");
        return Err(ApiError::bad_request(text));
    }
    if reason.chars().count() > LONGEST {
        return Err(ApiError::bad_request(
            "A reason has at most 1,000 characters.",
        ));
    }
    Ok(reason)
}
