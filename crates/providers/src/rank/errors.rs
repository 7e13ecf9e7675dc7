//! Maps HTTP errors to [`RankError`].

use serde_json::Value;

use super::RankError;
use crate::http::HttpError;

pub(super) fn classify(failure: &HttpError) -> RankError {
    match failure {
        HttpError::Status { status: 402, .. } => RankError::QuotaExhausted,
        HttpError::Status { body, .. } if says_spent(&body.0) => RankError::QuotaExhausted,
        HttpError::Status {
            status: 401 | 403 | 404,
            ..
        } => RankError::Unauthorised,
        HttpError::Status {
            status: 408 | 425 | 500..,
            ..
        }
        | HttpError::Open { .. }
        | HttpError::Unreachable
        | HttpError::TimedOut
        | HttpError::Silent
        | HttpError::RateLimited { .. } => RankError::Unavailable {
            retry_after: failure.retry_after(),
        },
        HttpError::Status { .. }
        | HttpError::TooLarge
        | HttpError::Garbled
        | HttpError::Malformed => RankError::InvalidResponse,
    }
}

/// Serper reports an exhausted account with status 400.
fn says_spent(body: &[u8]) -> bool {
    is_spent(&serde_json::from_slice(body).unwrap_or_default())
}

pub(super) fn is_spent(answer: &Value) -> bool {
    let message = answer["message"].as_str().unwrap_or_default();
    message.to_lowercase().contains("credits")
}
