//! Why something about a subscription was not done, in the words that people read.

use axum::http::StatusCode;
use providers::payments::{PaymentRefusal, PaymentsError};

use platform::api_error::ApiError;
use platform::db::DbError;

#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    #[error(transparent)]
    Provider(#[from] PaymentsError),
    #[error("Your payment is still being processed. Please wait a moment and try again.")]
    Processing,
    #[error("You already have an active subscription.")]
    AlreadySubscribed,
    #[error("There is no such subscription.")]
    NoSuchSubscription,
    #[error("An active subscription is required.")]
    NotLive,
    #[error("There is no cancellation to take back.")]
    NothingToReactivate,
    #[error("There is no billing page before the first payment.")]
    NoCustomer,
    #[error("Another change is under way. Please try again in a moment.")]
    Busy,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

impl From<DbError> for NotDone {
    fn from(error: DbError) -> Self {
        NotDone::Unforeseen(error.into())
    }
}

impl NotDone {
    /// The answer to a caller. `headline` is what the screen says above the reason.
    pub fn into_failure(self, headline: &'static str) -> ApiError {
        let text = self.to_string();
        match self {
            NotDone::Provider(failed) => provider_failure(failed).headline(headline),
            NotDone::Processing => ApiError::new(StatusCode::CONFLICT, text).headline("processing"),
            NotDone::AlreadySubscribed => {
                ApiError::new(StatusCode::CONFLICT, text).headline("already_subscribed")
            }
            NotDone::NotLive => {
                ApiError::new(StatusCode::PAYMENT_REQUIRED, text).headline(headline)
            }
            NotDone::NoSuchSubscription | NotDone::NoCustomer => {
                ApiError::new(StatusCode::NOT_FOUND, text).headline(headline)
            }
            NotDone::NothingToReactivate => {
                ApiError::new(StatusCode::CONFLICT, text).headline(headline)
            }
            NotDone::Busy => ApiError::new(StatusCode::CONFLICT, text)
                .headline(headline)
                .retry_after(1),
            NotDone::Unforeseen(error) => error.into(),
        }
    }
}

/// What the provider's refusals mean to people; its own words stay in the log.
fn provider_failure(failed: PaymentsError) -> ApiError {
    let (status, text) = match &failed {
        PaymentsError::TryAgain { .. } => (
            StatusCode::SERVICE_UNAVAILABLE,
            "The payment service could not be reached. Please try again in a moment.",
        ),
        PaymentsError::Refused(PaymentRefusal::Declined { .. }) => (
            StatusCode::PAYMENT_REQUIRED,
            "Your card was declined. Please use another card.",
        ),
        PaymentsError::Refused(PaymentRefusal::NotFound | PaymentRefusal::Conflict) => (
            StatusCode::CONFLICT,
            "The subscription has changed meanwhile. Please look again.",
        ),
        PaymentsError::Refused(_) | PaymentsError::InvalidResponse => (
            StatusCode::BAD_GATEWAY,
            "The payment service did not accept this. Please write to us.",
        ),
    };
    let wait_s = match &failed {
        PaymentsError::TryAgain {
            retry_after: Some(wait),
        } => wait.as_secs().max(1),
        _ => 1,
    };
    let failure = ApiError::new(status, text);
    match failed {
        PaymentsError::Refused(PaymentRefusal::Declined { .. }) => failure,
        PaymentsError::TryAgain { .. } => failure.retry_after(wait_s).because(failed),
        _ => failure.because(failed),
    }
}
