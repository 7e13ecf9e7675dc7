//! Why a payment call failed.

use std::time::Duration;

/// The texts repeat nothing that was sent or received.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentsError {
    /// It may work later; a write is repeated with the same idempotency key.
    #[error("The payment provider is unavailable.")]
    TryAgain { retry_after: Option<Duration> },
    /// Trying again does not help.
    #[error("The payment provider rejected the request: {0}")]
    Refused(PaymentRefusal),
    /// The response cannot be read.
    #[error("The payment provider's response could not be read.")]
    InvalidResponse,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentRefusal {
    /// `code` is the provider's reason, such as `insufficient_funds`.
    #[error("the card was declined.")]
    Declined { code: Option<String> },
    #[error("not found.")]
    NotFound,
    /// The object's state does not allow it, or the key was used for another call.
    #[error("its state does not allow that.")]
    Conflict,
    /// The provider does not accept our key: the operator must fix it.
    #[error("the key is wrong.")]
    KeyRejected,
    /// The plan has no price at the provider: the operator must fix it.
    #[error("the plan has no price.")]
    UnknownPlan,
    #[error("the request is not valid.")]
    Invalid,
}

impl PaymentsError {
    pub fn is_not_found(&self) -> bool {
        *self == Self::Refused(PaymentRefusal::NotFound)
    }

    /// The equivalent HTTP status.
    pub fn status(&self) -> u16 {
        match self {
            Self::TryAgain { .. } => 503,
            Self::Refused(PaymentRefusal::Declined { .. }) => 402,
            Self::Refused(PaymentRefusal::NotFound) => 404,
            Self::Refused(PaymentRefusal::Conflict) => 409,
            Self::Refused(PaymentRefusal::Invalid) => 400,
            Self::Refused(PaymentRefusal::KeyRejected | PaymentRefusal::UnknownPlan)
            | Self::InvalidResponse => 502,
        }
    }
}
