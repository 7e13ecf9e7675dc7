//! Stripe's error objects.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::LedgerError;

/// A Stripe error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StripeError {
    pub(super) status: StatusCode,
    pub(super) kind: &'static str,
    pub(super) code: Option<&'static str>,
    pub(super) decline_code: Option<&'static str>,
    pub(super) param: Option<String>,
    pub(super) message: String,
}

impl StripeError {
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            kind: "invalid_request_error",
            code: None,
            decline_code: None,
            param: None,
            message: message.into(),
        }
    }

    pub(super) fn invalid_param(param: &str, message: impl Into<String>) -> Self {
        Self {
            param: Some(param.to_owned()),
            ..Self::invalid(message)
        }
    }

    pub(super) fn missing_param(param: &str) -> Self {
        Self {
            code: Some("parameter_missing"),
            ..Self::invalid_param(param, format!("Missing required param: {param}."))
        }
    }

    /// No object with the id in the path.
    pub(super) fn no_such(what: &str, id: &str) -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            ..Self::no_such_param("id", what, id)
        }
    }

    /// No object with the id in a parameter.
    pub(super) fn no_such_param(param: &str, what: &str, id: &str) -> Self {
        Self {
            code: Some("resource_missing"),
            ..Self::invalid_param(param, format!("No such {what}: '{id}'"))
        }
    }

    pub(super) fn declined(decline_code: &'static str) -> Self {
        Self {
            status: StatusCode::PAYMENT_REQUIRED,
            kind: "card_error",
            code: Some("card_declined"),
            decline_code: Some(decline_code),
            ..Self::invalid(super::cards::decline_message(decline_code))
        }
    }

    pub(super) fn unauthorized(message: &str) -> Self {
        Self {
            status: StatusCode::UNAUTHORIZED,
            ..Self::invalid(message)
        }
    }

    pub(super) fn other_request_under_key() -> Self {
        Self {
            kind: "idempotency_error",
            ..Self::invalid(
                "Keys for idempotent requests can only be used with the same parameters they were first used with.",
            )
        }
    }

    pub(super) fn too_often() -> Self {
        Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            code: Some("rate_limit"),
            ..Self::invalid("Request rate limit exceeded.")
        }
    }

    pub(super) fn broken() -> Self {
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            kind: "api_error",
            ..Self::invalid("An unknown error occurred.")
        }
    }

    pub(super) fn body(&self) -> Value {
        let mut error = json!({ "type": self.kind, "message": self.message });
        let more = [
            ("code", self.code),
            ("decline_code", self.decline_code),
            ("param", self.param.as_deref()),
        ];
        for (name, value) in more {
            if let Some(value) = value {
                error[name] = json!(value);
            }
        }
        json!({ "error": error })
    }
}

impl From<LedgerError> for StripeError {
    fn from(error: LedgerError) -> Self {
        tracing::warn!(%error, "the payment sandbox could not reach its ledger");
        Self::broken()
    }
}

impl IntoResponse for StripeError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("30"));
        }
        response
    }
}
