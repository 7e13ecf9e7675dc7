//! The contract of payments: the live adapter against the sandbox over real sockets, and against
//! recorded answers that the sandbox never gives; the sandbox against plain requests that any
//! client could send; and lives of subscriptions, day by day and all at once.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod checkout;
mod failures;
mod invoices;
mod kit;
mod pages;
mod plan_changes;
mod recorded_responses;
mod subscription_lifecycle;
mod transcripts;
mod webhooks;
