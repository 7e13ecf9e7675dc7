//! A server that speaks Stripe's REST protocol, and takes no money.
//!
//! Any client of Stripe's can talk to it: customers, products and prices (fixed, from the host's
//! plans), checkout sessions, subscriptions, invoices, the billing portal and events, with
//! Stripe's objects, lists, errors and idempotency keys. Any key that begins with `sk_test_` will
//! do; others, and none, are refused as Stripe refuses them.
//!
//! People pay on a page of it, with one of the test cards ([`CARDS`] holds the same table). Any
//! other number is no card:
//!
//! | number | what happens |
//! |---|---|
//! | `4242424242424242` | It pays. |
//! | `4000002500003155` | It asks for a confirmation first, and then pays. |
//! | `4000000000000002` | It is declined. |
//! | `4000000000009995` | It is declined: insufficient funds. |
//! | `4000000000000341` | It is accepted, and every charge after that is declined; the subscription ends cancelled. |
//! | `4000000000000820` | The same, but the subscription ends unpaid. Stripe has no such card. |
//!
//! A subscription lives by the host's clock: trials end, months are billed, failed payments are
//! tried again after 1, 3 and 5 days. What it is at a moment does not depend on who looked when:
//! whatever became due in between happens at its own time, in order, before anything is answered.
//!
//! Calls fail for a customer whose address has one of these local parts, with or without a `+tag`
//! ([`SENTINELS`] holds the same table):
//!
//! | local part | what happens |
//! |---|---|
//! | `payments-down` | 500 on every write. |
//! | `payments-limited` | 429 on every write, with `Retry-After: 30`. |

mod calendar;
mod cards;
mod checkout;
mod customers;
mod desk;
mod forgetting;
mod form;
mod ids;
mod ledger;
mod life;
mod lists;
mod memory;
mod model;
mod pages;
mod paying;
mod portal;
mod problem;
mod routes;
mod sender;
mod sentinels;
mod server;
mod shapes;
mod shop;
mod subscriptions;
mod visitor;

pub use cards::{CARDS, TestCard};
pub use ledger::{Batch, KeepError, Ledger, Query, Record};
pub use memory::MemoryLedger;
pub use sender::{NotDelivered, WebhookSender};
pub use sentinels::{SENTINELS, Sentinel};
pub use server::{Now, serve};
pub use shop::{Offer, Shop, price_id};
pub use visitor::Visitor;

/// A key that the sandbox believes.
pub const SECRET_KEY: &str = "sk_test_sandbox";
