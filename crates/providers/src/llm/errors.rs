//! Maps the library's errors to ours. The library's errors contain requests, responses and URLs;
//! none of that is kept.

use std::time::Duration;

use bytes::Bytes;
use genai::{Error, webc};
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::LlmError;
use crate::http::{self, HttpError, ResponseBody};

/// Why a completion failed, before it becomes an [`LlmError`].
#[derive(Debug)]
pub(super) enum CompletionError {
    /// The provider responded and is healthy.
    Settled(LlmError),
    /// A stream was asked for, and the response is none.
    NotStreamed,
    Call(HttpError),
}

impl CompletionError {
    pub(super) fn is_refusal(&self) -> bool {
        matches!(self, Self::Call(failure) if LlmError::from(failure) == LlmError::Refused)
    }
}

impl From<CompletionError> for LlmError {
    fn from(failed: CompletionError) -> Self {
        match failed {
            CompletionError::Settled(failure) => failure,
            CompletionError::NotStreamed => Self::InvalidResponse,
            CompletionError::Call(failure) => Self::from(&failure),
        }
    }
}

impl From<&HttpError> for LlmError {
    fn from(failure: &HttpError) -> Self {
        match failure {
            HttpError::Open { .. } | HttpError::Unreachable | HttpError::TimedOut => {
                Self::Unavailable
            }
            HttpError::Silent => Self::Slow,
            HttpError::RateLimited { retry_after } => Self::RateLimited {
                after: *retry_after,
            },
            HttpError::Status { body, .. } if is_content_policy(&body.0) => Self::Refused,
            HttpError::Status {
                status: 408 | 409 | 425 | 500..,
                ..
            } => Self::Unavailable,
            HttpError::Status { .. } | HttpError::Malformed => Self::Misconfigured,
            HttpError::TooLarge | HttpError::Garbled => Self::InvalidResponse,
        }
    }
}

impl From<&Error> for CompletionError {
    fn from(error: &Error) -> Self {
        match error {
            Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => {
                settled(failed_call(webc_error))
            }
            Error::HttpError {
                status,
                body,
                headers,
                ..
            } => settled(failed_status(status.as_u16(), body, headers)),
            Error::ChatResponseGeneration { response_body, .. } if is_refusal(response_body) => {
                Self::Settled(LlmError::Refused)
            }
            Error::ChatResponseGeneration { .. } => Self::Settled(LlmError::InvalidResponse),
            Error::ChatResponse { body, .. } => Self::Call(failed_midway(body)),
            Error::WebStream { error, .. } => failed_stream(error.as_ref()),
            Error::StreamParse { .. } => Self::Call(HttpError::Garbled),
            _ => Self::Settled(LlmError::Misconfigured),
        }
    }
}

/// Whether a response, or a chunk of one, is a refusal.
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

/// The sandbox of the language model answers a request that it has no sample for with this code; that
/// is no failure of the provider.
fn settled(failure: HttpError) -> CompletionError {
    match &failure {
        HttpError::Status {
            status: 404, body, ..
        } if error_code(&body.0) == "no_sample" => CompletionError::Settled(LlmError::NoSample),
        _ => CompletionError::Call(failure),
    }
}

fn failed_call(error: &webc::Error) -> HttpError {
    match error {
        webc::Error::ResponseFailedStatus {
            status,
            body,
            headers,
        } => failed_status(status.as_u16(), body, headers),
        webc::Error::Reqwest(error) => http::error_of(error),
        _ => HttpError::Garbled,
    }
}

/// An error in the middle of a stream: a rate limit, or else nearly always "overloaded".
fn failed_midway(body: &Value) -> HttpError {
    let error = body.get("error").unwrap_or(body);
    let is_limit = |field: &str| {
        let word = error[field].as_str().unwrap_or_default();
        word.starts_with("rate_limit")
    };
    if is_limit("type") || is_limit("code") {
        HttpError::RateLimited { retry_after: None }
    } else {
        HttpError::Unreachable
    }
}

fn failed_stream(error: &(dyn std::error::Error + Send + Sync + 'static)) -> CompletionError {
    if let Some(error) = error.downcast_ref::<Error>() {
        return CompletionError::from(error);
    }
    let error = error.downcast_ref::<reqwest::Error>();
    CompletionError::Call(error.map_or(HttpError::Unreachable, http::error_of))
}

fn failed_status(status: u16, body: &str, headers: &HeaderMap) -> HttpError {
    let parsed: Value = serde_json::from_str(body).unwrap_or_default();
    let retry_after = http::retry_after(headers).or_else(|| asked_in_body(&parsed));
    // An account without credit looks like a rate limit, but waiting does not help.
    if status == 429 && parsed["error"]["code"] != "insufficient_quota" {
        return HttpError::RateLimited { retry_after };
    }
    HttpError::Status {
        status,
        body: ResponseBody(Bytes::copy_from_slice(body.as_bytes())),
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

/// Some servers refuse a prompt with an error status.
fn is_content_policy(body: &[u8]) -> bool {
    matches!(
        error_code(body).as_str(),
        "content_filter" | "content_policy_violation"
    )
}

fn error_code(body: &[u8]) -> String {
    let parsed: Value = serde_json::from_slice(body).unwrap_or_default();
    let code = parsed["error"]["code"].as_str();
    code.unwrap_or_default().to_owned()
}
