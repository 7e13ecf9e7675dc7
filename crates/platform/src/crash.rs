//! Named points at which a debug build kills itself, so that tests can crash it exactly there.
//!
//! `EARSHOT_CRASH_AT=mail.after_call` aborts the process when it passes that point. In release
//! builds the call is empty.

use std::sync::OnceLock;

static CRASH_AT: OnceLock<Option<String>> = OnceLock::new();

/// Every point of the code, so that a test can go through them all.
pub const POINTS: &[&str] = &[
    "job.after_claim",
    "mail.before_call",
    "mail.after_call",
    "discovery.after_gather",
    "discovery.before_save",
    "discovery.after_save",
    "mentions.after_gather",
    "mentions.before_save",
    "mentions.after_save",
    "notifications.after_queue",
    "notifications.after_gather",
    "notifications.before_save",
    "schedule.before_commit",
    "schedule.after_commit",
    "job.before_commit",
    "job.after_commit",
    "billing.subscriptions.before_call",
    "billing.subscriptions.after_call",
    "billing.checkouts.before_call",
    "billing.checkouts.after_call",
    "billing.paid_invoices.before_call",
    "billing.paid_invoices.after_call",
    "billing.customers.before_call",
    "billing.customers.after_call",
    "billing.create_customer.before_call",
    "billing.create_customer.after_call",
    "billing.change_customer_email.before_call",
    "billing.change_customer_email.after_call",
    "billing.create_checkout.before_call",
    "billing.create_checkout.after_call",
    "billing.expire_checkout.before_call",
    "billing.expire_checkout.after_call",
    "billing.change_plan.before_call",
    "billing.change_plan.after_call",
    "billing.cancel_now.before_call",
    "billing.cancel_now.after_call",
    "billing.cancel_at_period_end.before_call",
    "billing.cancel_at_period_end.after_call",
    "billing.undo_cancel.before_call",
    "billing.undo_cancel.after_call",
    "billing.portal.before_call",
    "billing.portal.after_call",
    "move.after_prepare",
    "move.before_commit",
    "move.after_commit",
    "move.before_rebuild",
    "move.before_end",
    "stream.before_commit",
    "stream.after_commit",
    "stream.before_save",
    "stream.before_items",
    "stream.before_bluesky",
];

/// Arms the points; called once with the setting. Later calls change nothing.
pub fn arm(point: Option<&str>) {
    let _ = CRASH_AT.set(point.map(str::to_owned));
}

/// Aborts, as kill -9 would, if this is the armed point of a debug build.
pub fn point(name: &'static str) {
    debug_assert!(
        POINTS.contains(&name),
        "crash point {name} is missing from POINTS"
    );
    if cfg!(debug_assertions) && CRASH_AT.get().and_then(Option::as_deref) == Some(name) {
        tracing::warn!(point = name, "crashing on demand");
        std::process::abort();
    }
}
