//! What comes back from a call.

use std::{fmt, time::Duration};

use bytes::Bytes;
use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;

/// A success (2xx), read to its end.
#[derive(Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Body,
}

/// The bytes of an answer, decompressed. Providers repeat what they were sent, keys included,
/// so bodies do not print.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Body(pub Bytes);

/// Why a call brought no success. Nothing here repeats what was sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallFailed {
    /// The provider failed too often of late and was not asked.
    #[error("The provider is not being asked after repeated failures.")]
    Open { retry_after: Duration },
    /// No connection, or one that broke off.
    #[error("The provider could not be reached.")]
    Unreachable,
    #[error("The provider took too long to answer.")]
    TimedOut,
    #[error("The provider asks to be left alone for a while.")]
    RateLimited { retry_after: Option<Duration> },
    /// Any other answer that is not a success.
    #[error("The provider answered with status {status}.")]
    Status {
        status: u16,
        body: Body,
        retry_after: Option<Duration>,
    },
    #[error("The provider's answer was too large.")]
    TooLarge,
    /// A success whose body is not what was promised.
    #[error("The provider's answer made no sense.")]
    Garbled,
    /// The request itself could not be put together; nothing was sent.
    #[error("The request to the provider could not be put together.")]
    Malformed,
}

impl Answer {
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, CallFailed> {
        serde_json::from_slice(&self.body.0).map_err(|_| CallFailed::Garbled)
    }

    pub fn text(&self) -> Result<&str, CallFailed> {
        str::from_utf8(&self.body.0).map_err(|_| CallFailed::Garbled)
    }
}

impl CallFailed {
    /// How long the provider asked to wait, where it said so.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Open { retry_after } => Some(*retry_after),
            Self::RateLimited { retry_after } | Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// Whether the same request may well succeed a little later.
    pub(super) fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable | Self::TimedOut | Self::RateLimited { .. } => true,
            // 529 is no standard: some providers say so when they are overloaded.
            Self::Status { status, .. } => matches!(status, 500 | 502 | 503 | 504 | 529),
            _ => false,
        }
    }

    /// Whether it says something about the provider's health rather than about the request.
    pub(super) fn is_the_providers_fault(&self) -> bool {
        self.is_transient() || matches!(self, Self::Status { status: 500.., .. })
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}
