//! A server that speaks Stripe's REST protocol, and takes no money.
//!
//! Any client of Stripe's can talk to it: customers, products and prices (fixed, from the host's
//! plans), checkout sessions, subscriptions, invoices, the billing portal and events, with
//! Stripe's objects, lists, errors and idempotency keys. Webhook endpoints can be registered and
//! listed; the host sends its webhooks to itself, registered or not. Any key that begins with `sk_test_` is
//! accepted; others, and requests without one, are rejected as at Stripe.
//!
//! People pay on its checkout page with one of the test cards ([`CARDS`] holds the same table). Any
//! other number is not a card:
//!
//! | number | what happens |
//! |---|---|
//! | `4242424242424242` | It pays. |
//! | `4000002500003155` | Asks for confirmation first, then pays. |
//! | `4000000000000002` | It is declined. |
//! | `4000000000009995` | Declined: insufficient funds. |
//! | `4000000000000341` | Accepted, but every later charge is declined. The subscription ends cancelled. |
//! | `4000000000000820` | Accepted, but every later charge is declined. The subscription ends unpaid. Stripe has no such card. |
//!
//! Subscriptions follow the host's clock: trials end, months are billed, failed payments are
//! retried after 1, 3 and 5 days. Their state does not depend on when it is read: everything that
//! became due is processed at its own time, in order, before any request is answered.
//!
//! Calls fail for a customer whose address has one of these local parts, with or without a `+tag`
//! ([`SENTINELS`] holds the same table):
//!
//! | local part | what happens |
//! |---|---|
//! | `payments-down` | 500 on every write. |
//! | `payments-limited` | 429 on every write, with `Retry-After: 30`. |

mod anonymization;
mod calendar;
mod cards;
mod checkout;
mod checkout_client;
mod checkout_payment;
mod customers;
mod ids;
mod ledger;
mod list_page;
mod memory_ledger;
mod pages;
mod portal;
mod price_list;
mod records;
mod routes;
mod sentinels;
mod server;
mod stripe_error;
mod stripe_form;
mod stripe_json;
mod subscription_lifecycle;
mod subscriptions;
mod unit_of_work;
mod webhook_endpoints;
mod webhook_sender;

pub use cards::{CARDS, TestCard};
pub use checkout_client::CheckoutClient;
pub use ledger::{Ledger, LedgerBatch, LedgerError, LedgerQuery, LedgerRecord};
pub use memory_ledger::MemoryLedger;
pub use price_list::{PriceList, PricedPlan, price_id};
pub use sentinels::{PaymentSentinel, SENTINELS};
pub use server::{SandboxClock, serve};
pub use webhook_sender::{WebhookError, WebhookSender};

/// A key that the sandbox accepts.
pub const SECRET_KEY: &str = "sk_test_sandbox";
