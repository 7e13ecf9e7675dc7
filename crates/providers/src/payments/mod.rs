//! Subscriptions and payments.
//!
//! * [`Payments`] is the trait, [`Stripe`] the live adapter over Stripe's REST protocol.
//!
//! Plans are named by the product's own keys (`starter`); the adapter maps them to prices. Every
//! call that writes takes an idempotency key: a call whose response was lost is repeated with the
//! same key and takes effect once.
//!
//! A webhook is only a hint that something happened. The receiver reads the subscription again,
//! because webhooks arrive late, twice and in any order.

mod account_check;
mod account_facts;
mod error;
mod settings;
mod signature;
mod stripe;
mod stripe_error;
mod stripe_form;
mod types;
mod wire;
mod wire_invoice;

use std::fmt::Debug;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use reqwest::header::HeaderMap;

pub use account_check::{ExpectedAccount, ExpectedPrice};
pub use error::{PaymentRefusal, PaymentsError};
pub use settings::{InvalidStripeSettings, StripeSettings, is_test_key};
pub use signature::{HEADER as SIGNATURE_HEADER, SignatureError, sign};
pub use stripe::Stripe;
pub use types::{
    Buyer, Checkout, CheckoutStatus, Customer, Metadata, NewCheckout, NewCustomer, PaidInvoice,
    PaymentEvent, PaymentEventKind, PlanChangeBilling, PlanChangeRequest, ProviderStatus,
    Subscription, Trial,
};

pub type PaymentsResult<T> = Result<T, PaymentsError>;

/// A payment provider with subscriptions.
#[async_trait]
pub trait Payments: Send + Sync + Debug {
    /// Creates a customer. The same key returns the same customer.
    async fn create_customer(&self, customer: &NewCustomer, key: &str) -> PaymentsResult<Customer>;

    /// Invoices and receipts go to the new address from then on.
    async fn change_customer_email(
        &self,
        customer: &str,
        email: &str,
        key: &str,
    ) -> PaymentsResult<()>;

    /// The customers with exactly this mail address, newest first.
    async fn customers(&self, email: &str) -> PaymentsResult<Vec<Customer>>;

    /// Creates a checkout page for a plan.
    async fn create_checkout(&self, checkout: &NewCheckout, key: &str) -> PaymentsResult<Checkout>;

    async fn checkout(&self, id: &str) -> PaymentsResult<Checkout>;

    /// The newest checkouts of a customer, newest first; finds an open one again.
    async fn checkouts_of(&self, customer: &str) -> PaymentsResult<Vec<Checkout>>;

    /// Closes the checkout page, so that nobody can pay on it. Fails with a conflict if it is not open.
    async fn expire_checkout(&self, id: &str, key: &str) -> PaymentsResult<Checkout>;

    async fn subscription(&self, id: &str) -> PaymentsResult<Subscription>;

    /// Every subscription of a customer, newest first, including ended ones. This recovers from lost
    /// webhooks.
    async fn subscriptions_of(&self, customer: &str) -> PaymentsResult<Vec<Subscription>>;

    /// The newest hundred paid invoices of a customer, newest first.
    async fn paid_invoices_of(&self, customer: &str) -> PaymentsResult<Vec<PaidInvoice>>;

    async fn change_plan(
        &self,
        change: &PlanChangeRequest,
        key: &str,
    ) -> PaymentsResult<Subscription>;

    /// Ends a subscription at once, without a refund. One that has already ended is returned as it
    /// is.
    async fn cancel_now(&self, subscription: &str, key: &str) -> PaymentsResult<Subscription>;

    async fn cancel_at_period_end(
        &self,
        subscription: &str,
        key: &str,
    ) -> PaymentsResult<Subscription>;

    /// Revokes a cancellation at the period's end, before the period ends.
    async fn undo_cancel(&self, subscription: &str, key: &str) -> PaymentsResult<Subscription>;

    /// The URL of a page with the customer's invoices and cards, valid for a short time.
    async fn portal(&self, customer: &str, return_url: &str, key: &str) -> PaymentsResult<String>;

    /// Whether a webhook secret is configured. Without one, webhooks are not accepted.
    fn takes_webhooks(&self) -> bool;

    /// Whether the provider signed exactly these bytes recently. `now` is wall time.
    fn verify_webhook(
        &self,
        raw: &[u8],
        headers: &HeaderMap,
        now: DateTime<Utc>,
    ) -> Result<(), SignatureError>;

    /// Parses a verified webhook.
    fn parse_event(&self, raw: &[u8]) -> PaymentsResult<PaymentEvent>;
}
