//! What `/auth/v1` answers when it says no.
//!
//! The client reads one of two shapes, depending on a header of the answer. Both are sent at once,
//! with the header. A 4xx always has a body: without one the client loses the status.

use std::borrow::Cow;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::caller::NoKey;
use identity::{BadToken, Refusal};
use platform::api_error::ApiError;

const API_VERSION: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-supabase-api-version"),
    HeaderValue::from_static("2024-01-01"),
);
const ERROR_CODE: HeaderName = HeaderName::from_static("x-sb-error-code");

pub(crate) type AuthResult<T> = Result<T, AuthError>;

/// A request that is refused.
#[derive(Debug)]
pub(crate) struct AuthError {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    /// What is weak about a password.
    weakness: Option<&'static str>,
    retry_after_s: Option<u64>,
    /// The door's own shape for a missing key, which is no error of this protocol.
    key: Option<NoKey>,
}

impl AuthError {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            weakness: None,
            retry_after_s: None,
            key: None,
        }
    }

    /// As a page is told in its address, because a browser cannot be answered with JSON.
    pub(crate) fn as_parameters(&self) -> [(&'static str, String); 3] {
        let error = match self.code {
            "bad_oauth_state" => "invalid_request",
            _ if self.status.is_server_error() => "server_error",
            _ if self.status == StatusCode::TOO_MANY_REQUESTS => "temporarily_unavailable",
            _ => "access_denied",
        };
        [
            ("error", error.to_owned()),
            ("error_code", self.code.to_owned()),
            ("error_description", self.message.to_string()),
        ]
    }

    pub(crate) fn invalid(message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "validation_failed", message)
    }

    /// A failure of ours. It must not look like a refusal: the client would sign the person out.
    fn of_failure(failure: ApiError, code: &'static str) -> Self {
        let public = failure.into_public();
        Self {
            retry_after_s: public.retry_after_s,
            ..Self::new(public.status, code, public.message)
        }
    }

    /// A body that cannot be read.
    pub(crate) fn unreadable(failure: ApiError) -> Self {
        match failure.status() {
            StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_TIMEOUT => {
                Self::of_failure(failure, "bad_json")
            }
            _ => Self {
                status: StatusCode::BAD_REQUEST,
                ..Self::of_failure(failure, "bad_json")
            },
        }
    }
}

impl From<Refusal> for AuthError {
    fn from(refusal: Refusal) -> Self {
        let (status, code) = match &refusal {
            Refusal::Invalid(_) | Refusal::ProviderDisabled => (400, "validation_failed"),
            Refusal::NoAddress => (422, "anonymous_provider_disabled"),
            Refusal::AlreadyRegistered => (422, "user_already_exists"),
            Refusal::AddressTaken => (422, "email_exists"),
            Refusal::ShortPassword | Refusal::CommonPassword => (422, "weak_password"),
            Refusal::SamePassword => (422, "same_password"),
            Refusal::ReauthenticationNeeded => (400, "reauthentication_needed"),
            Refusal::WrongCurrentPassword => (400, "current_password_mismatch"),
            Refusal::WrongCredentials => (400, "invalid_credentials"),
            Refusal::NotConfirmed => (400, "email_not_confirmed"),
            Refusal::DeadLink => (403, "otp_expired"),
            Refusal::UnknownCode => (404, "flow_state_not_found"),
            Refusal::ExpiredCode => (422, "flow_state_expired"),
            Refusal::WrongVerifier => (400, "bad_code_verifier"),
            Refusal::UnknownRefreshToken => (400, "refresh_token_not_found"),
            Refusal::UsedRefreshToken => (400, "refresh_token_already_used"),
            Refusal::UserGone => (403, "user_not_found"),
            Refusal::UnknownOauthState => (400, "bad_oauth_state"),
            Refusal::OauthCancelled => (403, "access_denied"),
            Refusal::BadOauthCallback => (400, "bad_oauth_callback"),
            Refusal::NoVerifiedAddress => (403, "provider_email_needs_verification"),
            Refusal::OtherIdentityLinked => (422, "identity_already_exists"),
            Refusal::MailTooSoon(_) => (429, "over_email_send_rate_limit"),
            Refusal::TooManyRequests(_) => (429, "over_request_rate_limit"),
            Refusal::Busy | Refusal::ProviderUnavailable | Refusal::Unforeseen(_) => {
                (503, "unexpected_failure")
            }
        };
        let status = StatusCode::from_u16(status).expect("the table holds valid statuses");
        let said = Self::new(status, code, refusal.to_string());
        match refusal {
            Refusal::Unforeseen(error) => Self::of_failure(error.into(), "unexpected_failure"),
            Refusal::ShortPassword => said.weak("length"),
            Refusal::CommonPassword => said.weak("pwned"),
            Refusal::MailTooSoon(empty) | Refusal::TooManyRequests(empty) => {
                said.retry_after(empty.wait_s)
            }
            Refusal::Busy | Refusal::ProviderUnavailable => said.retry_after(1),
            _ => said,
        }
    }
}

impl AuthError {
    fn weak(mut self, reason: &'static str) -> Self {
        self.weakness = Some(reason);
        self
    }

    fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }
}

/// 403 and not 401: the client's sign-out counts it as "already signed out".
impl From<BadToken> for AuthError {
    fn from(bad: BadToken) -> Self {
        let code = match &bad {
            BadToken::Invalid | BadToken::Expired => "bad_jwt",
            BadToken::SessionEnded => "session_not_found",
            BadToken::UserGone => "user_not_found",
            BadToken::Unknown(_) => "unexpected_failure",
        };
        match bad {
            BadToken::Unknown(error) => Self::of_failure(error.into(), code),
            BadToken::Expired => Self::new(
                StatusCode::FORBIDDEN,
                code,
                "invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired",
            ),
            BadToken::Invalid => Self::new(
                StatusCode::FORBIDDEN,
                code,
                "invalid JWT: unable to parse or verify signature, token is not one of this server",
            ),
            refused => Self::new(StatusCode::FORBIDDEN, code, refused.to_string()),
        }
    }
}

impl From<NoKey> for AuthError {
    fn from(key: NoKey) -> Self {
        Self {
            key: Some(key),
            ..Self::new(StatusCode::UNAUTHORIZED, "no_authorization", "")
        }
    }
}

impl IntoResponse for AuthError {
    fn into_response(self) -> Response {
        if let Some(key) = self.key {
            return key.into_response();
        }
        let mut body = json!({
            "code": self.code, "error_code": self.code, "message": self.message, "msg": self.message,
        });
        if let Some(weakness) = self.weakness {
            body["weak_password"] = json!({ "reasons": [weakness], "message": self.message });
        }
        let headers = [
            API_VERSION,
            (ERROR_CODE, HeaderValue::from_static(self.code)),
        ];
        let mut response = (self.status, headers, Json(body)).into_response();
        if let Some(seconds) = self.retry_after_s {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
