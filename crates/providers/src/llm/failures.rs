//! What went wrong, in our words. The library's errors hold requests, answers and addresses;
//! none of that goes on.

use std::time::Duration;

use bytes::Bytes;
use genai::{Error, webc};
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::LlmFailed;
use crate::http::{self, Body, CallFailed};

/// Why a question brought no answer, before the caller hears of it.
pub(super) enum Failed {
    /// The provider was reached and is in order.
    Settled(LlmFailed),
    Call(CallFailed),
}

impl Failed {
    /// A server without a mode for JSON of a given shape calls the request wrong.
    pub(super) fn may_be_about_the_mode(&self) -> bool {
        let Self::Call(failure) = self else {
            return false;
        };
        matches!(
            failure,
            CallFailed::Status {
                status: 400 | 422,
                ..
            }
        ) && LlmFailed::from(failure) == LlmFailed::Misconfigured
    }
}

impl From<Failed> for LlmFailed {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Settled(failure) => failure,
            Failed::Call(failure) => Self::from(&failure),
        }
    }
}

impl From<&CallFailed> for LlmFailed {
    fn from(failure: &CallFailed) -> Self {
        match failure {
            CallFailed::Open { .. } | CallFailed::Unreachable | CallFailed::TimedOut => {
                Self::Unavailable
            }
            CallFailed::RateLimited { retry_after } => Self::RateLimited {
                after: *retry_after,
            },
            CallFailed::Status { body, .. } if is_content_policy(&body.0) => Self::Refused,
            CallFailed::Status {
                status: 408 | 409 | 425 | 500..,
                ..
            } => Self::Unavailable,
            CallFailed::Status { .. } | CallFailed::Malformed => Self::Misconfigured,
            CallFailed::TooLarge | CallFailed::Garbled => Self::Nonsense,
        }
    }
}

/// Sorts an error of the library: `Ok` if the provider was reached and is in order.
pub(super) fn sorted(error: &Error) -> Result<LlmFailed, CallFailed> {
    match error {
        Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => {
            Err(failed_call(webc_error))
        }
        Error::HttpError {
            status,
            body,
            headers,
            ..
        } => Err(failed_status(status.as_u16(), body, headers)),
        Error::ChatResponseGeneration { response_body, .. } if is_refusal(response_body) => {
            Ok(LlmFailed::Refused)
        }
        Error::ChatResponseGeneration { .. } => Ok(LlmFailed::Nonsense),
        // An error in the middle of a stream: nearly always "overloaded".
        Error::ChatResponse { .. } => Err(CallFailed::Unreachable),
        Error::WebStream { error, .. } => failed_stream(error.as_ref()),
        Error::StreamParse { .. } => Err(CallFailed::Garbled),
        _ => Ok(LlmFailed::Misconfigured),
    }
}

/// Whether an answer, or a piece of one, says no instead.
pub(super) fn is_refusal(body: &Value) -> bool {
    [
        "/choices/0/message/refusal",
        "/choices/0/delta/refusal",
        "/promptFeedback/blockReason",
    ]
    .iter()
    .any(|place| {
        let words = body.pointer(place).and_then(Value::as_str);
        words.is_some_and(|words| !words.is_empty())
    })
}

fn failed_call(error: &webc::Error) -> CallFailed {
    match error {
        webc::Error::ResponseFailedStatus {
            status,
            body,
            headers,
        } => failed_status(status.as_u16(), body, headers),
        webc::Error::Reqwest(error) => http::failure_of(error),
        _ => CallFailed::Garbled,
    }
}

fn failed_stream(
    error: &(dyn std::error::Error + Send + Sync + 'static),
) -> Result<LlmFailed, CallFailed> {
    if let Some(error) = error.downcast_ref::<Error>() {
        return sorted(error);
    }
    let error = error.downcast_ref::<reqwest::Error>();
    Err(error.map_or(CallFailed::Unreachable, http::failure_of))
}

fn failed_status(status: u16, body: &str, headers: &HeaderMap) -> CallFailed {
    let parsed: Value = serde_json::from_str(body).unwrap_or_default();
    let retry_after = http::retry_after(headers).or_else(|| asked_in_body(&parsed));
    // An account without money looks like one that asks too often; waiting does not mend it.
    if status == 429 && parsed["error"]["code"] != "insufficient_quota" {
        return CallFailed::RateLimited { retry_after };
    }
    CallFailed::Status {
        status,
        body: Body(Bytes::copy_from_slice(body.as_bytes())),
        retry_after,
    }
}

/// Gemini says in the body how long to wait: `"retryDelay": "34s"`.
fn asked_in_body(body: &Value) -> Option<Duration> {
    let details = body["error"]["details"].as_array()?;
    let delay = details
        .iter()
        .find_map(|detail| detail["retryDelay"].as_str())?;
    let seconds: f64 = delay.strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Some servers refuse a prompt with a status instead of an answer.
fn is_content_policy(body: &[u8]) -> bool {
    let parsed: Value = serde_json::from_slice(body).unwrap_or_default();
    let code = parsed["error"]["code"].as_str().unwrap_or_default();
    matches!(code, "content_filter" | "content_policy_violation")
}
