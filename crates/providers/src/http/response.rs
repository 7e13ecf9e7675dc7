//! The result of a call.

use std::{fmt, time::Duration};

use bytes::Bytes;
use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;

/// A success (2xx), read to its end.
#[derive(Clone)]
pub struct HttpResponse {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: ResponseBody,
}

/// The bytes of a response, decompressed. Providers may echo what they were sent, including keys,
/// so bodies are not printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ResponseBody(pub Bytes);

/// Why a call failed. Nothing here repeats what was sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// The circuit breaker is open; the provider was not called.
    #[error("The provider is paused after repeated failures.")]
    Open { retry_after: Duration },
    /// No connection, or one that was interrupted.
    #[error("The provider could not be reached.")]
    Unreachable,
    #[error("The provider took too long to respond.")]
    TimedOut,
    /// Connected, and then nothing came for longer than the caller waits. Asking again would only
    /// take as long again.
    #[error("The provider stopped responding.")]
    Silent,
    #[error("The provider asked us to wait.")]
    RateLimited { retry_after: Option<Duration> },
    /// Any other status that is not a success.
    #[error("The provider answered with status {status}.")]
    Status {
        status: u16,
        body: ResponseBody,
        retry_after: Option<Duration>,
    },
    #[error("The provider's response was too large.")]
    TooLarge,
    /// A success whose body cannot be read.
    #[error("The provider's response could not be read.")]
    Garbled,
    /// The request could not be built; nothing was sent.
    #[error("The request to the provider could not be built.")]
    Malformed,
}

impl HttpResponse {
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, HttpError> {
        serde_json::from_slice(&self.body.0).map_err(|_| HttpError::Garbled)
    }

    pub fn text(&self) -> Result<&str, HttpError> {
        str::from_utf8(&self.body.0).map_err(|_| HttpError::Garbled)
    }
}

impl HttpError {
    /// How long the provider asked to wait, where it said so.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Open { retry_after } => Some(*retry_after),
            Self::RateLimited { retry_after } | Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// Whether the same request may succeed a little later.
    pub(super) fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable | Self::TimedOut | Self::RateLimited { .. } => true,
            // 529 is not standard; some providers send it when they are overloaded.
            Self::Status { status, .. } => matches!(status, 500 | 502 | 503 | 504 | 529),
            _ => false,
        }
    }

    /// Whether it says something about the provider's health rather than about the request.
    pub(super) fn is_the_providers_fault(&self) -> bool {
        self.is_transient() || matches!(self, Self::Silent | Self::Status { status: 500.., .. })
    }
}

impl fmt::Debug for HttpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpResponse")
            .field("status", &self.status)
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ResponseBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}
