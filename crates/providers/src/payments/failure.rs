//! Why a payment call brought nothing, in the arms that a caller chooses between.

use std::time::Duration;

/// The texts repeat nothing that was sent and nothing that the provider wrote.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentsFailed {
    /// It may well work later; a call that writes is made again under the same key.
    #[error("The payment provider is unavailable.")]
    TryAgain { retry_after: Option<Duration> },
    /// Asking again changes nothing.
    #[error("The payment provider refused: {0}")]
    Refused(Refusal),
    /// An answer that is none.
    #[error("The payment provider's answer made no sense.")]
    Nonsense,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// `code` is the provider's word for why, such as `insufficient_funds`.
    #[error("the card was declined.")]
    Declined { code: Option<String> },
    #[error("there is no such thing.")]
    NotFound,
    /// The thing is in no state for it, or the key was used for another call.
    #[error("its state does not allow that.")]
    Conflict,
    /// The provider does not know our key: the operator's to mend.
    #[error("the key is wrong.")]
    KeyRejected,
    /// The plan has no price there: the operator's to mend.
    #[error("the plan has no price.")]
    UnknownPlan,
    #[error("the request is not valid.")]
    Invalid,
}

impl PaymentsFailed {
    pub fn is_not_found(&self) -> bool {
        *self == Self::Refused(Refusal::NotFound)
    }

    pub fn is_declined(&self) -> bool {
        matches!(self, Self::Refused(Refusal::Declined { .. }))
    }

    /// The status that says the same in HTTP.
    pub fn status(&self) -> u16 {
        match self {
            Self::TryAgain { .. } => 503,
            Self::Refused(Refusal::Declined { .. }) => 402,
            Self::Refused(Refusal::NotFound) => 404,
            Self::Refused(Refusal::Conflict) => 409,
            Self::Refused(Refusal::Invalid) => 400,
            Self::Refused(Refusal::KeyRejected | Refusal::UnknownPlan) | Self::Nonsense => 502,
        }
    }
}
