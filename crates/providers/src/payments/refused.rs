//! What Stripe's refusals mean to a caller.

use serde::Deserialize;

use super::{PaymentsFailed, Refusal};
use crate::http::CallFailed;

#[derive(Debug, Default, Deserialize)]
struct Envelope {
    #[serde(default)]
    error: Problem,
}

#[derive(Debug, Default, Deserialize)]
struct Problem {
    #[serde(default, rename = "type")]
    kind: String,
    code: Option<String>,
    decline_code: Option<String>,
}

pub(super) fn read(failure: CallFailed) -> PaymentsFailed {
    let retry_after = failure.retry_after();
    match failure {
        CallFailed::Open { .. }
        | CallFailed::Unreachable
        | CallFailed::TimedOut
        | CallFailed::RateLimited { .. } => PaymentsFailed::TryAgain { retry_after },
        CallFailed::Status { status, body, .. } => {
            let envelope: Envelope = serde_json::from_slice(&body.0).unwrap_or_default();
            match refusal(status, envelope.error) {
                Some(refusal) => PaymentsFailed::Refused(refusal),
                None => PaymentsFailed::TryAgain { retry_after },
            }
        }
        CallFailed::TooLarge | CallFailed::Garbled => PaymentsFailed::Nonsense,
        CallFailed::Malformed => PaymentsFailed::Refused(Refusal::Invalid),
    }
}

/// None: not refused, only not now. A 409 says that another call holds the same thing.
fn refusal(status: u16, problem: Problem) -> Option<Refusal> {
    let code = problem.code.as_deref();
    Some(match status {
        401 | 403 => Refusal::KeyRejected,
        402 => Refusal::Declined {
            code: problem.decline_code.or(problem.code),
        },
        404 => Refusal::NotFound,
        409 | 500.. => return None,
        _ if code == Some("resource_missing") => Refusal::NotFound,
        _ if problem.kind == "card_error" => Refusal::Declined {
            code: problem.decline_code.or(problem.code),
        },
        _ if problem.kind == "idempotency_error" => Refusal::Conflict,
        _ => Refusal::Invalid,
    })
}
