//! Maps Stripe's error responses to [`PaymentsError`].

use serde::Deserialize;

use super::{PaymentRefusal, PaymentsError};
use crate::http::HttpError;

#[derive(Debug, Default, Deserialize)]
struct StripeErrorEnvelope {
    #[serde(default)]
    error: StripeErrorBody,
}

#[derive(Debug, Default, Deserialize)]
struct StripeErrorBody {
    #[serde(default, rename = "type")]
    kind: String,
    code: Option<String>,
    decline_code: Option<String>,
}

pub(super) fn read(failure: HttpError) -> PaymentsError {
    let retry_after = failure.retry_after();
    match failure {
        HttpError::Open { .. }
        | HttpError::Unreachable
        | HttpError::TimedOut
        | HttpError::Silent
        | HttpError::RateLimited { .. } => PaymentsError::TryAgain { retry_after },
        HttpError::Status { status, body, .. } => {
            let envelope: StripeErrorEnvelope = serde_json::from_slice(&body.0).unwrap_or_default();
            match refusal(status, envelope.error) {
                Some(refusal) => PaymentsError::Refused(refusal),
                None => PaymentsError::TryAgain { retry_after },
            }
        }
        HttpError::TooLarge | HttpError::Garbled => PaymentsError::InvalidResponse,
        HttpError::Malformed => PaymentsError::Refused(PaymentRefusal::Invalid),
    }
}

/// `None` is not a refusal but a temporary failure. A 409 means that another call holds the object.
fn refusal(status: u16, problem: StripeErrorBody) -> Option<PaymentRefusal> {
    let code = problem.code.as_deref();
    Some(match status {
        401 | 403 => PaymentRefusal::KeyRejected,
        402 => PaymentRefusal::Declined {
            code: problem.decline_code.or(problem.code),
        },
        404 => PaymentRefusal::NotFound,
        409 | 500.. => return None,
        _ if code == Some("resource_missing") => PaymentRefusal::NotFound,
        _ if problem.kind == "card_error" => PaymentRefusal::Declined {
            code: problem.decline_code.or(problem.code),
        },
        _ if problem.kind == "idempotency_error" => PaymentRefusal::Conflict,
        _ => PaymentRefusal::Invalid,
    })
}
