//! Why a subscription could not be bought, changed or cancelled, in the texts that users read.

use axum::http::StatusCode;
use providers::payments::{PaymentRefusal, PaymentsError};

use platform::api_error::ApiError;
use platform::db::DbError;

#[derive(Debug, thiserror::Error)]
pub enum BillingError {
    #[error(transparent)]
    Provider(#[from] PaymentsError),
    #[error("Your payment is still being processed. Please wait a moment and try again.")]
    Processing,
    #[error("You already have an active subscription.")]
    AlreadySubscribed,
    #[error("This subscription does not exist.")]
    NoSuchSubscription,
    #[error("An active subscription is required.")]
    NotLive,
    #[error("There is no cancellation to undo.")]
    NothingToReactivate,
    #[error("There is no billing page before the first payment.")]
    NoCustomer,
    #[error("Another change is in progress. Please try again in a moment.")]
    Busy,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

impl From<DbError> for BillingError {
    fn from(error: DbError) -> Self {
        BillingError::Unforeseen(error.into())
    }
}

impl BillingError {
    /// The response to a request. `headline` is what the screen shows above the reason.
    pub fn into_api_error(self, headline: &'static str) -> ApiError {
        let text = self.to_string();
        match self {
            BillingError::Provider(failed) => provider_error(failed).headline(headline),
            BillingError::Processing => {
                ApiError::new(StatusCode::CONFLICT, text).headline("processing")
            }
            BillingError::AlreadySubscribed => {
                ApiError::new(StatusCode::CONFLICT, text).headline("already_subscribed")
            }
            BillingError::NotLive => {
                ApiError::new(StatusCode::PAYMENT_REQUIRED, text).headline(headline)
            }
            BillingError::NoSuchSubscription | BillingError::NoCustomer => {
                ApiError::new(StatusCode::NOT_FOUND, text).headline(headline)
            }
            BillingError::NothingToReactivate => {
                ApiError::new(StatusCode::CONFLICT, text).headline(headline)
            }
            BillingError::Busy => ApiError::new(StatusCode::CONFLICT, text)
                .headline(headline)
                .retry_after(1),
            BillingError::Unforeseen(error) => error.into(),
        }
    }
}

/// What the provider's errors mean to users; its own texts stay in the log.
fn provider_error(failed: PaymentsError) -> ApiError {
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
            "The subscription has changed in the meantime. Please reload the page.",
        ),
        PaymentsError::Refused(_) | PaymentsError::InvalidResponse => (
            StatusCode::BAD_GATEWAY,
            "The payment service rejected this. Please contact us.",
        ),
    };
    let wait_s = match &failed {
        PaymentsError::TryAgain {
            retry_after: Some(wait),
        } => wait.as_secs().max(1),
        _ => 1,
    };
    let error = ApiError::new(status, text);
    match failed {
        PaymentsError::Refused(PaymentRefusal::Declined { .. }) => error,
        PaymentsError::TryAgain { .. } => error.retry_after(wait_s).because(failed),
        _ => error.because(failed),
    }
}
