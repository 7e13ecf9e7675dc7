//! Mail addresses whose customers' calls fail.

use super::stripe_error::StripeError;

/// An input that causes a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentSentinel {
    pub local_part: &'static str,
    pub about: &'static str,
}

pub const SENTINELS: &[PaymentSentinel] = &[
    PaymentSentinel {
        local_part: "payments-down",
        about: "500 on every write.",
    },
    PaymentSentinel {
        local_part: "payments-limited",
        about: "429 on every write, with `Retry-After: 30`.",
    },
];

/// Fails if calls for this mail address must fail.
pub(super) fn check(email: Option<&str>) -> Result<(), StripeError> {
    let local_part = email.and_then(|email| email.split(['@', '+']).next());
    match local_part {
        Some("payments-down") => Err(StripeError::broken()),
        Some("payments-limited") => Err(StripeError::too_often()),
        _ => Ok(()),
    }
}
