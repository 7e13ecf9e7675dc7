//! What the API answers when something does not work: one body, with a public and a private half.
//!
//! `{success: false, error, message}` goes to the client; the cause goes to the log, once, with the
//! request's id. Rooms build a [`ApiError`] from their own errors; everything unforeseen becomes a
//! 500 that says nothing about the inside.

use std::borrow::Cow;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{db, telemetry};

pub type ApiResult<T> = Result<T, ApiError>;

/// A failed request.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    /// The headline; the same as the message where there is only one text.
    error: Cow<'static, str>,
    message: Cow<'static, str>,
    retry_after_s: Option<u64>,
    retry_at: Option<DateTime<Utc>>,
    reason: Option<&'static str>,
    cause: Option<anyhow::Error>,
}

/// The body of every failed call under /api.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// What went wrong, in a few words.
    error: Cow<'static, str>,
    /// What went wrong, in a sentence.
    message: Cow<'static, str>,
    /// When to try again, where that is known to be worth showing.
    #[serde(rename = "retryAt", skip_serializing_if = "Option::is_none")]
    retry_at: Option<DateTime<Utc>>,
    /// Why, as a word to choose by, where a call has several answers to one status.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl ApiError {
    pub fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self {
            status,
            error: message.clone(),
            message,
            retry_after_s: None,
            retry_at: None,
            reason: None,
            cause: None,
        }
    }

    pub fn bad_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is nothing at this address.")
    }

    pub fn wrong_method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "This address cannot be called like that.",
        )
    }

    /// Something of ours is down for a moment; the client may come back.
    pub fn unavailable(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(1)
    }

    /// A headline of its own beside the sentence.
    #[must_use]
    pub fn headline(mut self, error: impl Into<Cow<'static, str>>) -> Self {
        self.error = error.into();
        self
    }

    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }

    /// The moment for the body, beside the seconds of [`Self::retry_after`].
    #[must_use]
    pub fn retry_at(mut self, at: DateTime<Utc>) -> Self {
        self.retry_at = Some(at);
        self
    }

    /// The word for the body by which the client chooses what to do.
    #[must_use]
    pub fn reason(mut self, word: &'static str) -> Self {
        self.reason = Some(word);
        self
    }

    /// What only the log gets to know.
    #[must_use]
    pub fn because(mut self, cause: impl Into<anyhow::Error>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// What the client may know, for edges whose protocol has an error body of its own. The cause
    /// goes to the log.
    pub fn into_public(self) -> PublicError {
        if let Some(cause) = &self.cause {
            tracing::error!(
                request.id = telemetry::request_id().map(tracing::field::display),
                status = self.status.as_u16(),
                error = format!("{cause:#}"),
                "request failed"
            );
        }
        PublicError {
            status: self.status,
            error: self.error,
            message: self.message,
            retry_after_s: self.retry_after_s,
            retry_at: self.retry_at,
            reason: self.reason,
        }
    }
}

/// The half of a failure that leaves the house.
#[derive(Debug)]
pub struct PublicError {
    pub status: StatusCode,
    pub error: Cow<'static, str>,
    pub message: Cow<'static, str>,
    pub retry_after_s: Option<u64>,
    pub retry_at: Option<DateTime<Utc>>,
    pub reason: Option<&'static str>,
}

impl<E: Into<anyhow::Error>> From<E> for ApiError {
    fn from(error: E) -> Self {
        let cause: anyhow::Error = error.into();
        let failure = match cause
            .chain()
            .find_map(|link| link.downcast_ref::<sqlx::Error>())
        {
            Some(error) if db::is_unavailable(error) => {
                Self::unavailable("The service is busy. Please try again in a moment.")
            }
            Some(error) if db::is_full(error) => Self::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "The server has no room left to save this.",
            ),
            _ => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong on our side. Please try again.",
            ),
        };
        failure.because(cause)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let public = self.into_public();
        let body = ErrorBody {
            success: false,
            error: public.error,
            message: public.message,
            retry_at: public.retry_at,
            reason: public.reason,
        };
        let mut response = (public.status, axum::Json(body)).into_response();
        if let Some(seconds) = public.retry_after_s {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
