//! Payments: what the product asks of whoever takes the money.
//!
//! * [`Payments`] is the question, [`Stripe`] the live answer over Stripe's REST protocol.
//!
//! Plans are named by the product's own keys (`starter`); the adapter knows which price each is.
//! Every call that writes takes a key of its own: the same call under the same key happens once,
//! so a call whose answer was lost is made again under the same key.
//!
//! What a webhook says is a hint that something happened. Whoever hears it asks for the
//! subscription again, because webhooks come late, twice and in any order.

mod failure;
mod form;
mod live;
mod refused;
mod settings;
mod signature;
mod types;
mod wire;

use std::fmt::Debug;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use reqwest::header::HeaderMap;

pub use failure::{PaymentsFailed, Refusal};
pub use live::Stripe;
pub use settings::{InvalidStripeSettings, StripeSettings};
pub use signature::{Forged, HEADER as SIGNATURE_HEADER, sign};
pub use types::{
    Buyer, ChangePlan, Checkout, CheckoutStatus, Customer, Event, EventKind, Metadata, NewCheckout,
    NewCustomer, PlanChange, ProviderStatus, Subscription, Trial,
};

pub type Paid<T> = Result<T, PaymentsFailed>;

/// Somebody who takes money, month by month.
#[async_trait]
pub trait Payments: Send + Sync + Debug {
    /// Somebody who may buy. Under the same key it is the same customer.
    async fn create_customer(&self, customer: &NewCustomer, key: &str) -> Paid<Customer>;

    /// The customers with exactly this address, newest first.
    async fn customers(&self, email: &str) -> Paid<Vec<Customer>>;

    /// A page on which a plan can be bought.
    async fn create_checkout(&self, checkout: &NewCheckout, key: &str) -> Paid<Checkout>;

    async fn checkout(&self, id: &str) -> Paid<Checkout>;

    /// The newest checkouts of a customer, newest first: an open one is found again here.
    async fn checkouts_of(&self, customer: &str) -> Paid<Vec<Checkout>>;

    /// Closes the page; nobody can pay on it any more. Refused as a conflict if it is not open.
    async fn expire_checkout(&self, id: &str, key: &str) -> Paid<Checkout>;

    async fn subscription(&self, id: &str) -> Paid<Subscription>;

    /// Every subscription of a customer, ended ones too, newest first: what a lost webhook would
    /// have told is found here.
    async fn subscriptions_of(&self, customer: &str) -> Paid<Vec<Subscription>>;

    async fn change_plan(&self, change: &ChangePlan, key: &str) -> Paid<Subscription>;

    /// Ends it at once, without giving anything back. One that has ended stays ended: it is
    /// answered as it is.
    async fn cancel_now(&self, subscription: &str, key: &str) -> Paid<Subscription>;

    async fn cancel_at_period_end(&self, subscription: &str, key: &str) -> Paid<Subscription>;

    /// Takes a cancellation at the period's end back, while the period goes on.
    async fn undo_cancel(&self, subscription: &str, key: &str) -> Paid<Subscription>;

    /// The address of a page with the customer's invoices and cards, good for a short while.
    async fn portal(&self, customer: &str, return_url: &str, key: &str) -> Paid<String>;

    /// Whether webhooks can be told from forgeries at all. Without that there is no door for them.
    fn takes_webhooks(&self) -> bool;

    /// Whether the provider wrote exactly these bytes, and lately. `now` is the wall's time.
    fn verify_webhook(
        &self,
        raw: &[u8],
        headers: &HeaderMap,
        now: DateTime<Utc>,
    ) -> Result<(), Forged>;

    /// What a verified webhook says.
    fn parse_event(&self, raw: &[u8]) -> Paid<Event>;
}
