//! What went wrong with a search for ranks, in our words.

use serde_json::Value;

use super::RankFailed;
use crate::http::CallFailed;

pub(super) fn sorted(failure: &CallFailed) -> RankFailed {
    match failure {
        CallFailed::Status { status: 402, .. } => RankFailed::Spent,
        CallFailed::Status { body, .. } if says_spent(&body.0) => RankFailed::Spent,
        CallFailed::Status {
            status: 401 | 403 | 404,
            ..
        } => RankFailed::Unauthorised,
        CallFailed::Status {
            status: 408 | 425 | 500..,
            ..
        }
        | CallFailed::Open { .. }
        | CallFailed::Unreachable
        | CallFailed::TimedOut
        | CallFailed::RateLimited { .. } => RankFailed::NotNow {
            retry_after: failure.retry_after(),
        },
        CallFailed::Status { .. }
        | CallFailed::TooLarge
        | CallFailed::Garbled
        | CallFailed::Malformed => RankFailed::Nonsense,
    }
}

/// Serper says with a status of 400 that the account is used up.
fn says_spent(body: &[u8]) -> bool {
    let parsed: Value = serde_json::from_slice(body).unwrap_or_default();
    let message = parsed["message"].as_str().unwrap_or_default();
    message.to_lowercase().contains("credits")
}
